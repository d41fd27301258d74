"""The machine of Applesoft BASIC: numbers are written without blanks."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running.numerals import nine_digits
from ..running.runtime import Machine
from .kind import Kind


class Applesoft(Machine):
    """A machine that puts a blank neither before a number nor behind it."""

    def put_number(self, x: float) -> None:
        """Print a number."""
        self.put(self.written(x))

    def written(self, x: float) -> str:
        """STR$."""
        return nine_digits(x).lstrip()


KIND = Kind(Applesoft, ExpressionCoder, {})
