"""The dialect ECMA-55: Minimal BASIC's exceptions with their recoveries, its print zones, its numerals.

A non-fatal exception (overflow, division by zero, TAB below one) is reported and the program goes on as the
standard prescribes, with machine infinity where a number is too large; a fatal one ends the program.
"""

from __future__ import annotations

import math
import operator
import traceback
from collections.abc import Callable
from typing import Any

from ..compiling.expressions import ExpressionCoder
from ..errors import BasicRuntimeError
from ..reading import nodes as n
from ..running.number_format import eight_digits, number_prefix, stepwise
from ..running.runtime import Machine
from ..running.traps import running_line
from . import Kind
from .arithmetic import elementary

LONGEST = 18
"""Characters that a string variable holds."""
_STEEPEST = 1e16
_SMALLEST = 2.2250738585072014e-308
_MULTIPLIER, _MODULUS = 16807, 2**31 - 1


def _reporting(work: Callable[[float, float], float], sign: str) -> Callable[[EcmaMachine, float, float], float]:
    """An operation as a method that reports an overflow."""
    return lambda self, x, y: self._checked(work(x, y), math.isfinite(x) and math.isfinite(y), sign)


class EcmaMachine(Machine):
    """A machine that reports exceptions and continues if the standard allows it."""

    first_seed = 1

    def _report(self, message: str) -> None:
        self.remarks.append((running_line(traceback.walk_stack(None)), message))

    def _checked(self, result: float, exact: bool, what: str) -> float:
        """A result that overflowed although its operands had not is reported."""
        if math.isinf(result) and exact:
            self._report(f"OPERATION OVERFLOW ({what})")
        return result if abs(result) >= _SMALLEST else 0.0

    plus, minus, times = _reporting(operator.add, "+"), _reporting(operator.sub, "-"), _reporting(operator.mul, "*")

    def over(self, x: float, y: float) -> float:
        """Quotient; division by zero gives infinity with the sign of the dividend."""
        if y == 0.0:
            self._report("DIVISION BY ZERO")
            return math.copysign(math.inf, x)
        return self._checked(x / y, math.isfinite(x), "/")

    def raised(self, x: float, y: float) -> float:
        """Power; 0 to a negative number is reported, a negative number to a fraction is fatal."""
        if x == 0.0 and y < 0:
            self._report("ZERO RAISED TO A NEGATIVE POWER")
            return math.inf
        if x < 0 and math.isfinite(y) and y != int(y):
            raise BasicRuntimeError("NEGATIVE NUMBER RAISED TO A FRACTION")
        return self._guarded(math.pow, "^", x, y)

    def _guarded(self, function: Callable[..., float], what: str, *numbers: float) -> float:
        try:
            return self._checked(function(*numbers), all(map(math.isfinite, numbers)), what)
        except OverflowError:
            self._report(f"OPERATION OVERFLOW ({what})")
            return -math.inf if what == "^" and numbers[0] < 0 and numbers[1] % 2 else math.inf

    def exponential(self, x: float) -> float:
        """EXP; what is too small is zero."""
        return self._guarded(elementary.exponential, "EXP", x)

    def tangent(self, x: float) -> float:
        """TAN; it overflows next to its poles."""
        try:
            result = elementary.tangent(x)
        except ZeroDivisionError:
            result = math.inf
        if abs(result) > _STEEPEST:
            self._report("OPERATION OVERFLOW (TAN)")
            return math.copysign(math.inf, result)
        return result

    def constant(self, x: float) -> float:
        """A constant that is too large."""
        self._report("CONSTANT OVERFLOW")
        return x

    # Printing (section 12) ---------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Print an item, on a new line if it does not fit in what is left; one longer than a line is broken."""
        width = self.dialect.width
        if self.column and self.column + len(text) > width:
            self.end_line()
        while len(text) > width:
            super().put(text[:width])
            self.end_line()
            text = text[width:]
        super().put(text)

    def put_number(self, x: float) -> None:
        """Print a number; the blank after it falls away at the margin."""
        text = eight_digits(x)
        if self.column and self.column + len(text) > self.dialect.width:
            self.end_line()
        self.put(text if self.column + len(text) == self.dialect.width else text + " ")

    def tab(self, x: float) -> None:
        """Go to a column counted from 1; below 1 is reported, beyond the margin is taken modulo the width."""
        column = math.floor(x + 0.5) if math.isfinite(x) else 0
        if column < 1:
            self._report(f"INVALID TAB ({x:g})")
            column = 1
        column = (column - 1) % self.dialect.width
        if self.column > column:
            self.end_line()
        super().put(" " * (column - self.column))

    # Luck and data -----------------------------------------------------------------------------

    def rnd(self, x: float = 1.0) -> float:
        """The minimal standard generator of Park and Miller, 0 <= RND < 1."""
        self.seed = self.seed * _MULTIPLIER % _MODULUS
        return (self.seed - 1) / (_MODULUS - 1)

    def unforeseen(self) -> None:
        """RANDOMIZE: the series that belongs to this play's seed."""
        self.seed = self.fate % (_MODULUS - 1) + 1

    def read_number(self) -> float:
        """The next item of DATA as a number."""
        text = self.read_text()
        _, quoted, _ = self.data[self.pointer - 1]
        value, length = number_prefix(text, stepwise)
        if quoted or length == 0 or text[length:].strip() or "D" in text:
            raise BasicRuntimeError("STRING READ INTO A NUMBER")
        if math.isinf(value):
            self._report("CONSTANT OVERFLOW")
        return value


def short(text: str) -> str:
    """A string as a variable holds it."""
    if len(text) > LONGEST:
        raise BasicRuntimeError("STRING TOO LONG")
    return text


def index(x: float) -> int:
    """A subscript: rounded; infinity is outside every array."""
    if not math.isfinite(x):
        raise BasicRuntimeError("SUBSCRIPT OUT OF RANGE")
    return math.floor(x + 0.5)


def branch(x: float, count: int) -> int:
    """The branch that ON takes; there must be one."""
    picked = index(x)
    if not 1 <= picked <= count:
        raise BasicRuntimeError("ON OUT OF RANGE")
    return picked


def entire(x: float) -> float:
    """INT; infinity is its own."""
    return math.floor(x) * 1.0 if math.isfinite(x) else x


LIBRARY: dict[str, Any] = {
    "short": short, "index": index, "choice": branch, "entire": entire, "infinity": math.inf,
    "sin": elementary.sine, "cos": elementary.cosine, "log": elementary.logarithm,
}  # fmt: skip

_OPERATIONS = {"+": "plus", "-": "minus", "*": "times", "/": "over", "^": "raised"}


class EcmaCoder(ExpressionCoder):
    """Writes expressions with ECMA-55's exceptions."""

    def constant(self, text: str) -> str:
        """A number; one that is too large is infinity, and reported."""
        value = stepwise(text)
        return repr(value) if math.isfinite(value) else "constant(infinity)"

    def arithmetic(self, op: str, left: n.Expr, right: n.Expr) -> str:
        """An operation that may overflow."""
        return f"{_OPERATIONS[op]}({self.number(left)}, {self.number(right)})"

    def call(self, name: str, args: tuple[n.Expr, ...]) -> str:
        """A function of the standard."""
        special = {"INT": "entire", "EXP": "exponential", "TAN": "tangent"}
        if name in special:
            return f"{special[name]}({self.number(args[0])})"
        return super().call(name, args)

    def stored(self, target: n.Target, value: n.Expr) -> str:
        """A string must fit in its variable."""
        return f"short({self.text(value)})" if target.name.endswith("$") else self.number(value)

    def given(self, target: n.Target, value: str) -> str:
        """What READ and INPUT give must fit as well."""
        return f"short({value})" if target.name.endswith("$") else value

    def subscript(self, e: n.Expr) -> str:
        """A number as an int: rounded."""
        return f"index({self.number(e)})"

    def sum_of(self, a: str, b: str) -> str:
        """The sum of two numbers that are there already."""
        return f"plus({a}, {b})"


ECMA = Kind(EcmaMachine, EcmaCoder, LIBRARY)
