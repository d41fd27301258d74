"""A BASIC machine with immutable states, each of which can be continued several times.

>>> from interactive_provider.interpreters.basic import Program
>>> Program.parse('10 PRINT "HELLO"').start().output
'HELLO\\n'
"""

from .dialects import DIALECTS, Dialect
from .errors import BasicError, BasicRuntimeError, BasicSyntaxError, NotWaiting
from .program import Program
from .running.files import Folder
from .state import ProgramState

__all__ = [
    "DIALECTS",
    "BasicError",
    "BasicRuntimeError",
    "BasicSyntaxError",
    "Dialect",
    "Folder",
    "NotWaiting",
    "Program",
    "ProgramState",
]
