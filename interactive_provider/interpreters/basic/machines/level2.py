"""The machine of TRS-80 Level II BASIC: numbers are written with six digits."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running.number_format import in_digits
from ..running.runtime import Machine
from .kind import Kind

_DIGITS = 6


class Level2(Machine):
    """A machine that shows six digits of a number, as it does of single precision."""

    def put_number(self, x: float) -> None:
        """Print a number."""
        self.put(in_digits(x, _DIGITS) + " ")

    def written(self, x: float) -> str:
        """STR$."""
        return in_digits(x, _DIGITS)


KIND = Kind(Level2, ExpressionCoder, {})
