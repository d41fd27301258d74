"""The GW-BASIC dialect: single precision in generated code, its screen, its random numbers.

Types are known at compile time: from a name's type sign, from DEFINT and similar statements, or
from the form of a number. Operations on singles are computed in double precision and rounded to 24
bits. Doubles (``#``) are Python floats. Remaining differences from PC-BASIC: last bits of sums,
products, quotients and doubles; LPRINT prints on the screen; the reader accepts some invalid forms
(a remark without a colon, names such as NAME$); VAL in the middle of an expression is a single; FOR
of an integer variable may end at 32767; ERASE of a missing array does nothing; INPUT takes ``"A"
B`` as A; VAL("&Z") is 0; zero has no sign in PRINT USING; a prompt that ends in the last column is
not read back with the answer; HEX$ takes no number below -32768.
"""

from __future__ import annotations

from .. import MachineKind
from .coder import GwCoder
from .library import LIBRARY
from .longs import LONG_LIBRARY, LongCoder, LongMachine
from .machine import GwMachine

GW = MachineKind(GwMachine, GwCoder, LIBRARY)
QBASIC = MachineKind(LongMachine, LongCoder, LIBRARY | LONG_LIBRARY)
