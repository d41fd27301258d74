"""The machines of Microsoft's 8K BASICs, which differ in how they write numbers.

The plain one is what `running` and `compiling` do by themselves.
"""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running.number_format import in_digits, nine_digits
from ..running.runtime import Machine
from . import Kind

_ERRORS = {
    1: 0, 2: 16, 3: 22, 4: 42, 5: 53, 6: 69, 7: 77, 8: 90, 9: 107, 10: 120, 11: 133, 13: 163, 15: 176, 16: 191, 18: 224,
}  # fmt: skip
"""Applesoft's number of an error, by GW-BASIC's."""
_OTHER_ERROR = 16
"""That of all others: what is not known here is an error of syntax."""


class Level2(Machine):
    """The machine of TRS-80 Level II BASIC, which shows six digits of a number, as it does of single precision."""

    def put_number(self, x: float) -> None:
        """Print a number."""
        self.put(in_digits(x, 6) + " ")

    def written(self, x: float) -> str:
        """STR$."""
        return in_digits(x, 6)


class Applesoft(Machine):
    """The machine of Applesoft BASIC, which puts a blank neither before a number nor after it."""

    def put_number(self, x: float) -> None:
        """Print a number."""
        self.put(self.written(x))

    def written(self, x: float) -> str:
        """STR$."""
        return nine_digits(x).lstrip()


def own_error(number: float) -> float:
    """What PEEK(222) finds of an error."""
    return float(_ERRORS.get(round(number), _OTHER_ERROR)) if number else 0.0


PLAIN = Kind(Machine, ExpressionCoder, {})
LEVEL2 = Kind(Level2, ExpressionCoder, {})
APPLESOFT = Kind(Applesoft, ExpressionCoder, {"own_error": own_error})
