"""Ink's numbers as in its reference runtime, where the Python runtime differs.

The C# runtime distinguishes integers from numbers with a decimal point: ``4 * 1.0`` has a point, so
``3 / (4 * 1.0)`` is 0.75, and every power has a point. Integers have 32 bits. Division, remainder
and INT truncate towards zero; a number with a point that is divided by zero is infinite. No text
that is built may be longer than a turn's.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable
from typing import Any

from ..errors import EndlessPassage

LONGEST = 200_000
"""The maximum number of characters of one turn, and of a text in a variable."""
_LARGEST = 3.4e38
"""The largest number that is written into a state, as in C#."""


@functools.cache
def correct_numbers() -> None:
    """Replace operations of the runtime (`inkpython`, which must be installed) by ink's own."""
    from inkpython.engine import (  # type: ignore[import-untyped,unused-ignore]
        native_function_call,
        simple_json,
        value,
    )

    value.AbstractValue.Create = staticmethod(_keeping_points(value))
    value.FloatValue.__str__ = lambda self: _written(self.value)
    simple_json.SimpleJson.Writer.WriteFloat = _write_float
    simple_json.SimpleJson.Reader.__init__ = _read
    calls = native_function_call.NativeFunctionCall
    calls.GenerateNativeFunctionsIfNecessary()
    calls.AddIntBinaryOp(calls.Add, lambda a, b: _whole(a + b))
    calls.AddIntBinaryOp(calls.Subtract, lambda a, b: _whole(a - b))
    calls.AddIntBinaryOp(calls.Multiply, lambda a, b: _whole(a * b))
    calls.AddIntBinaryOp(calls.Pow, _power)
    calls.AddFloatBinaryOp(calls.Pow, _power)
    calls.AddStringBinaryOp(calls.Add, _joined)
    calls.AddIntBinaryOp(calls.Divide, _divided)
    calls.AddIntBinaryOp(calls.Mod, _remainder)
    calls.AddFloatBinaryOp(calls.Divide, _float_divided)
    calls.AddFloatBinaryOp(calls.Mod, _float_remainder)
    calls.AddFloatUnaryOp(calls.Floor, lambda number: float(math.floor(number)))
    calls.AddFloatUnaryOp(calls.Ceiling, lambda number: float(math.ceil(number)))
    calls.AddFloatUnaryOp(calls.Int, math.trunc)


def _keeping_points(value: Any) -> Callable[..., Any]:
    """Return the runtime's conversion from a Python value to its own, in which a float keeps its
    decimal point."""
    created = value.AbstractValue.Create

    def create(found: Any, preferred: int | None = None) -> Any:
        if isinstance(found, float) and preferred != value.ValueType.Int:
            return value.FloatValue(found)
        return created(found, preferred)

    return create


def _written(number: float) -> str:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return str(int(number)) if number.is_integer() else str(number)


def _write_float(writer: Any, number: float) -> None:
    """Write a number with its decimal point, so that it still has one when the state is read
    again."""
    finite = 0.0 if math.isnan(number) else max(-_LARGEST, min(_LARGEST, float(number)))
    writer.StartNewObject(False)
    writer._addToCurrentObject(finite)


def _read(reader: Any, text: str) -> None:
    """Read JSON unchanged. The runtime marks numbers such as 2.0 in the text of the file, even
    within words of the story, which then cannot be read."""
    reader._root_object = json.loads(text.lstrip("\ufeff"))


def _whole(number: int) -> int:
    return (number + 2**31) % 2**32 - 2**31


def _power(base: float, exponent: float) -> float:
    try:
        found = math.pow(base, exponent)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.inf if base == 0 else math.nan
    return found


def _joined(first: str, second: str) -> str:
    if len(first) + len(second) > LONGEST:
        raise EndlessPassage(f"a text becomes longer than {LONGEST:,} characters")
    return first + second


def _divided(dividend: int, divisor: int) -> int:
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def _remainder(dividend: int, divisor: int) -> int:
    return dividend - divisor * _divided(dividend, divisor)


def _float_divided(dividend: float, divisor: float) -> float:
    if divisor:
        return dividend / divisor
    return math.nan if dividend == 0 or math.isnan(dividend) else math.copysign(math.inf, dividend)


def _float_remainder(dividend: float, divisor: float) -> float:
    return math.fmod(dividend, divisor) if divisor else math.nan
