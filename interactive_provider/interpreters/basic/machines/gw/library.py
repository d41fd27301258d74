"""The functions that compiled GW-BASIC programs call besides the machine's own methods."""

from __future__ import annotations

from math import atan, cos, exp, log, sin, sqrt, tan
from typing import Any

from ...errors import BasicRuntimeError
from ...running import functions
from ...running.print_using import Figure
from ...running.stack import LoopStack
from ..arithmetic import mbf
from ..arithmetic.mbf import NumberFunction, from_float


def int16(x: float, most: int = 32767) -> int:
    """Round a number to an integer; raise OVERFLOW if it is too large."""
    whole = int(functions.nearest_int(x))
    functions.within(whole, -32768, most, "OVERFLOW")
    return whole


def gw_whole(x: float) -> float:
    """Return a number as an integer variable stores it: rounded, halves away from zero."""
    return float(int16(x))


def gw_choice(x: float, count: int) -> int:
    """Return the branch that ON takes."""
    whole = int16(x)
    functions.within(whole, 0, 255)
    return whole if whole <= count else 0


def gw_bad_subscript(subscript: int = 0) -> int:
    """Raise the error for a subscript outside its array; a negative one is a different error."""
    raise BasicRuntimeError("ILLEGAL FUNCTION CALL" if subscript < 0 else "SUBSCRIPT OUT OF RANGE")


def gw_leave(stack: LoopStack) -> int:
    """Return the target of a RETURN; loops stay open."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == -1:
            return int(stack.pop(i)[1])
    raise BasicRuntimeError("RETURN WITHOUT GOSUB")


def _cut_off(function: NumberFunction) -> NumberFunction:
    """Return a function of numbers whose value is truncated to a single."""
    return lambda x: from_float(function(x))


exponential = _cut_off(exp)
"""EXP; raises OVERFLOW for a result that is too large."""


LIBRARY: dict[str, Any] = {
    "bad_subscript": gw_bad_subscript,
    # A single and a double as PRINT USING sees them; HEX$ and OCT$.
    "single_figure": lambda x: Figure(x, mbf.SINGLE_DIGITS, "E", mbf.single_decimal),
    "double_figure": lambda x: Figure(x, mbf.DOUBLE_DIGITS, "D", mbf.double_decimal),
    "hexadecimal": lambda x: f"{int16(x, 65535) & 0xFFFF:X}",
    "octal": lambda x: f"{int16(x, 65535) & 0xFFFF:o}",
    "whole": gw_whole,
    "nearest_int": gw_whole,
    "choice": gw_choice,
    "leave": gw_leave,
    "double_text": mbf.double_text,
    "gw_sqrt": _cut_off(sqrt),
    "gw_log": _cut_off(log),
    "gw_atan": _cut_off(atan),
    "gw_sin": _cut_off(sin),
    "gw_cos": _cut_off(cos),
    "gw_tan": _cut_off(tan),
}
