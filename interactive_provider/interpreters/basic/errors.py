"""What can go wrong with a BASIC program, as exceptions.

BasicError (ValueError)
├── BasicSyntaxError        the text cannot be read: line, column, what was expected
├── BasicRuntimeError       the machine stops: a message and the BASIC line
└── NotWaiting              an answer is given if none is asked for
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BasicError(ValueError):
    """The base class of all errors that this package raises on purpose."""


class BasicSyntaxError(BasicError):
    """A program text that cannot be read.

    ``line`` is the BASIC line number (None before the first), ``column`` counts from 1 in that line
    of the file, ``expected`` says what would have been accepted there; ``word`` is the unknown
    statement or function.
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int = 1,
        expected: str = "",
        word: str = "",
    ) -> None:
        super().__init__(message, line, column, expected, word)
        self.line = line
        self.column = column
        self.expected = expected
        self.word = word
        self.reason = message

    def __str__(self) -> str:
        where = f" IN {self.line}, column {self.column}" if self.line is not None else ""
        wanted = f": {self.expected} expected" if self.expected else ""
        return f"?{self.reason}{where}{wanted}"


class BasicRuntimeError(BasicError):
    """The machine stops with a message; ``line`` is filled in when it is known.

    ``number`` is that of an ERROR statement, 0 for all others.
    """

    def __init__(self, message: str, line: int | None = None, number: int = 0) -> None:
        super().__init__(message, line, number)
        self.message = message
        self.line = line
        self.number = number

    def __str__(self) -> str:
        return self.message if self.line is None else f"{self.message} IN {self.line}"


class NotWaiting(BasicError):
    """An answer was given to a state that does not ask for one."""


def nearest(word: str, words: Iterable[str]) -> str:
    """Return `` Did you mean 'x'?`` or the list of all of them."""
    known = list(words)
    close = difflib.get_close_matches(word, known, n=1)
    return f" Did you mean {close[0]!r}?" if close else f" There are: {', '.join(known)}."
