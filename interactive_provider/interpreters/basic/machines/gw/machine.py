"""The GW-BASIC machine: its arithmetic, its screen, its random numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from ...errors import BasicRuntimeError
from ...running import functions
from ...running.drawing import DrawingMachine
from ...running.functions import Argument
from ...running.runtime import SEEDING
from ..arithmetic import mbf
from ..arithmetic.mbf import NumberFunction, from_float
from .library import exponential, int16
from .numerals import read_numeral

_SIGNS = {0: " ", 8: "◘", 27: "←"}
"""Codes that the screen shows but other devices do not print."""
_ENDS = frozenset("\r\n")
_SLOWLY = 4
_WRITING = 10
_READING = 20
"""The number of ticks for slow arithmetic, for writing a number and for reading one, plus one for
each character."""


_Operation: TypeAlias = Callable[[float, float], float]


def slowly(work: _Operation) -> Callable[[GwMachine, float, float], float]:
    """Return an operation as a method that takes extra ticks and continues after overflow."""

    def method(self: GwMachine, x: float, y: float) -> float:
        self.spend(_SLOWLY)
        return self._safely(work, x, y)

    return method


def of_integers(work: _Operation, rounded: NumberFunction = int16) -> _Operation:
    """Return an operation on numbers rounded to integers; division by zero is as for singles."""

    def operation(x: float, y: float) -> float:
        a = rounded(x)
        b = rounded(y)
        return work(a, b) if b else mbf.divide(float(a), 0.0)

    return operation


class GwMachine(DrawingMachine):
    """A machine whose arithmetic continues after overflow, and whose screen is 80 columns wide."""

    first_seed = 5228370
    seeds = 1 << 24

    @staticmethod
    def number_typed(item: str) -> Argument:
        """Return an item of an answer as a number, or None if it is not one; raise OverflowError if
        it is too large."""
        numeral = read_numeral(item)
        return None if item[numeral.length :].strip() else numeral.value

    def _safely(self, work: Callable[..., float], *numbers: float) -> float:
        try:
            return work(*numbers)
        except (ZeroDivisionError, OverflowError) as fault:
            if self.trapping:
                raise
            is_division = isinstance(fault, ZeroDivisionError)
            self.put_line("Division by zero" if is_division else "Overflow")
            self.spend(_SLOWLY)
            value = fault.args[0]
            return value if isinstance(value, float) else mbf.LARGEST

    # Quotients of singles, of doubles and of integers.
    gw_divide = slowly(mbf.divide)
    gw_divide_doubles = slowly(mbf.divide_doubles)
    gw_quotient = slowly(of_integers(functions.whole_quotient))
    gw_remainder = slowly(of_integers(functions.remainder))

    def single(self, x: float) -> float:
        """Return a number rounded to a single."""
        return self._safely(mbf.to_single, x)

    def double(self, x: float) -> float:
        """Return a number as a double."""
        self.spend(_SLOWLY)
        return self._safely(mbf.to_double, x)

    def gw_power(self, x: float, y: float, whole: bool) -> float:
        """Return a power, by squaring if the exponent has an integer type."""
        if whole:
            self.spend(_SLOWLY * int(y).bit_length())
        if x == 0.0 and y < 0:
            return self._safely(mbf.divide, 1.0, 0.0)
        rounded = mbf.to_single if whole else from_float
        return self._safely(lambda a, b: rounded(math.pow(a, b)), x, y)

    def gw_exp(self, x: float) -> float:
        """EXP."""
        return self._safely(exponential, x)

    # The screen --------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Print an item, on a new line if it does not fit; the cursor may stay in column 80."""
        width = self.columns
        if (
            self.column
            and min(self.column, width - 1) + len(text) > width
            and not _ENDS.intersection(text)
        ):
            super().end_line()
        self.ask(text)

    def ask(self, prompt: str) -> None:
        """Print the prompt of an INPUT where the cursor is, even if it does not fit there."""
        super().put(prompt if prompt.isprintable() else prompt.translate(_SIGNS))
        while self.column > self.columns:
            self.column -= self.columns

    @property
    def width(self) -> int:
        """The width of its lines: that of the screen."""
        return self.columns

    def _blanks(self, count: int) -> None:
        self.out.append(" " * count)
        self.column += count
        while self.column > self.columns:
            self.column -= self.columns

    def tab(self, x: float) -> None:
        """Go to a column, on the next line if it is to the left."""
        whole = int16(x, 65535)
        column = max(0, (whole & 0xFFFF) - 1) % self.columns
        if column < min(self.column, self.columns - 1):
            super().end_line()
        self._blanks(max(0, column - self.column))

    def space(self, x: float) -> None:
        """Print blanks (SPC)."""
        self._blanks((int16(x, 65535) & 0xFFFF) % self.columns)

    def end_print(self) -> None:
        """End a PRINT; from column 80 that takes two line ends."""
        if self.column == self.columns:
            self.out.append("\n")
        super().end_line()

    def position(self) -> float:
        """POS; after the last column it is 1."""
        return float(self.column % self.columns + 1)

    def written(self, x: float) -> str:
        """STR$."""
        self.spend(_WRITING)
        return mbf.single_text(x)

    # Luck and data -----------------------------------------------------------------------------

    def rnd(self, x: float = 1.0) -> float:
        """GW-BASIC's generator: 24 bits; 0 gives the last number again, a negative number
        reseeds."""
        if x < 0:
            self.seed = int(math.frexp(-x)[0] * (1 << 24))
        if x != 0:
            self.seed = (self.seed * 214013 + 2531011) % (1 << 24)
        return self.seed / (1 << 24)

    def randomize(self, x: float, kind: str = "%") -> None:
        """RANDOMIZE: an integer is used unchanged; of other numbers, the first two bytes XOR the
        last two."""
        self.spend(SEEDING)
        step = int(x) if kind == "%" or not x else mbf.randomizer(x)
        self.seed = ((self.seed & 0xFF) * 214013 + 2531011 + step * 4455680) % (1 << 24)

    def read_number(self) -> float:
        """Return the next item of DATA as a number."""
        self.spend(_WRITING)
        text = self.read_text()
        _, quoted, line = self.data[self.pointer - 1]
        numeral = read_numeral(text)
        if quoted or text[numeral.length :].strip():
            raise BasicRuntimeError("SYNTAX ERROR", line)
        return self._safely(lambda: numeral.value)

    def gw_val(self, text: str) -> float:
        """VAL, with the type of the text's number."""
        self.spend(_READING + len(text))
        numeral = read_numeral(text)
        return self._safely(lambda: numeral.value)
