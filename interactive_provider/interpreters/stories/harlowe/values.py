"""Harlowe's values: three kinds of data, changers, and the macros that compute a value.

Source: twine2.neocities.org (the manual of Harlowe 3), chapters Data structures, Maths, Strings.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import NotUnderstood
from ..expressions.evaluator import Evaluator
from ..expressions.nodes import TreeNodes
from ..expressions.values import (
    as_number,
    by_name,
    is_number,
    ordered,
    same,
    text_of,
    tidy,
)


@dataclass(frozen=True, slots=True)
class Changer:
    """A changer of a hook: parts with a name and arguments; changes of appearance have no part."""

    parts: tuple[tuple[str, tuple[Any, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class DeferredCommand:
    """A command that is carried out in its place."""

    name: str
    args: tuple[Any, ...] = ()


MacroArguments = list[Any]


def unary(sign: str, value: Any) -> Any:
    """Return the result of a prefix operator; raise `NotUnderstood` if Harlowe would show an
    error."""
    if sign == "not":
        return not boolean(value)
    return -numeric(value) if sign == "-" else numeric(value)


def binary(sign: str, left: Any, right: Any) -> Any:
    """Return the result of an operator between two values; raise `NotUnderstood` if Harlowe would
    show an error."""
    if sign != "+" and (isinstance(left, Changer) or isinstance(right, Changer)):
        raise NotUnderstood("changers cannot be compared here")
    meant = _MEANINGS.get(sign, sign)
    bare = meant.removeprefix("not ")
    if bare in _COMPARISONS:
        return _COMPARISONS[bare](left, right) == (bare == meant)
    if sign in ("+", "-"):
        return (_add if sign == "+" else _minus)(left, right)
    order = sign.removeprefix("is").strip().removeprefix("not").strip()
    if order in ("<", ">", "<=", ">="):
        return ordered(order, numeric(left), numeric(right)) != ("not" in sign)
    if sign in "*/%":
        a = numeric(left)
        b = numeric(right)
        if b == 0 and sign != "*":
            raise NotUnderstood(f"{text_of(left)} cannot be divided by 0")
        return tidy({"*": a * b, "/": a / b if b else 0, "%": math.fmod(a, b) if b else 0}[sign])
    raise NotUnderstood(f"{sign!r} is not known")


def boolean(value: Any) -> bool:
    """Return a value that is true or false; raise `NotUnderstood` for any other."""
    if not isinstance(value, bool):
        raise NotUnderstood(f"{_quoted(value)} is neither true nor false")
    return value


def numeric(value: Any) -> Any:
    """Return a value that must be a number; raise `NotUnderstood` for any other."""
    if not is_number(value):
        raise NotUnderstood(f"{_quoted(value)} is not a number")
    return value


def _add(left: Any, right: Any) -> Any:
    if is_number(left) and is_number(right):
        return tidy(left + right)
    match left, right:
        case (str(), str()) | (list(), list()):
            return left + right
        case dict(), dict():
            return {**left, **right}
        case Changer(mine), Changer(its):
            return Changer(mine + its)
    raise NotUnderstood(f"{_quoted(left)} and {_quoted(right)} cannot be added")


def _minus(left: Any, right: Any) -> Any:
    if is_number(left) and is_number(right):
        return tidy(left - right)
    match left:
        case str() if isinstance(right, str):
            return left.replace(right, "") if right else left
        case list():
            gone = right if isinstance(right, list) else [right]
            return [value for value in left if not any(same(value, other) for other in gone)]
    raise NotUnderstood(f"{_quoted(right)} cannot be taken from {_quoted(left)}")


def _quoted(value: Any) -> str:
    return repr(text_of(value)[:40])


def contains(left: Any, right: Any) -> bool:
    """True if a list, a text or the names of a datamap contain a value."""
    match left:
        case str():
            return isinstance(right, str) and right in left
        case list() | dict():
            return any(same(value, right) for value in left)
    raise NotUnderstood(f"{_quoted(left)} contains nothing")


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "is": same,
    "contains": contains,
    "is in": lambda a, b: contains(b, a),
}
_MEANINGS = {
    "==": "is",
    "===": "is",
    "!=": "not is",
    "isnot": "not is",
    "is not": "not is",
    "does not contain": "not contains",
    "is not in": "not is in",
}
"""Comparisons that are equivalent to another one, or its opposite."""
COMPARING = frozenset(_COMPARISONS).union(
    _MEANINGS, (f"{word}{sign}" for word in ("", "is ", "is not ") for sign in "< > <= >=".split())
)


# Members ---------------------------------------------------------------------------------------

_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)(last)?")


def place_of(of: TreeNodes, key: Any) -> int:
    """Return the index that an ordinal or a number refers to; raise `NotUnderstood` if there is
    none."""
    index = -1
    match key:
        case "last":
            index = len(of) - 1
        case str() if ordinal := _ORDINAL.fullmatch(key):
            number = int(ordinal[1][:9])
            index = len(of) - number if ordinal[2] else number - 1
        case int() if not isinstance(key, bool):
            index = key - 1 if key > 0 else len(of) + key
    if not 0 <= index < len(of):
        raise NotUnderstood(f"there is no {text_of(key)!r} of {len(of)}")
    return index


def member(host: Evaluator, of: Any, key: Any) -> Any:
    """Return ``of's key``; raise `NotUnderstood` if it does not exist."""
    if isinstance(of, dict):
        name = text_of(key)
        if name not in of:
            raise NotUnderstood(f"there is no {name!r} in this datamap")
        return of[name]
    if not isinstance(of, str | list):
        raise NotUnderstood(f"{_quoted(of)} has no {text_of(key)!r}")
    if key == "length":
        return len(of)
    if key == "random":
        return host.luck.choice(of) if of else None
    if isinstance(key, list):
        found = [of[place_of(of, inner)] for inner in key]
        return "".join(found) if isinstance(of, str) else found
    return of[place_of(of, key)]


# Macros that return a value -----------------------------------------------------------------------


def _datamap(host: Evaluator, args: MacroArguments) -> dict[str, Any]:
    if len(args) % 2:
        raise NotUnderstood("a datamap needs a value for each name")
    return {text_of(args[i]): args[i + 1] for i in range(0, len(args), 2)}


def _whole(args: MacroArguments, index: int = 0) -> int:
    value = numeric(args[index] if len(args) > index else None)
    if not math.isfinite(value):
        raise NotUnderstood(f"{text_of(value)!r} is not a number")
    return int(value)


def _text(args: MacroArguments, index: int = 0) -> str:
    value = args[index] if len(args) > index else None
    if not isinstance(value, str):
        raise NotUnderstood(f"{_quoted(value)} is not text")
    return value


def _random(host: Evaluator, args: MacroArguments) -> int:
    low, high = sorted((_whole(args), _whole(args, 1) if len(args) > 1 else 0))
    return host.luck.randint(low, high)


def _either(host: Evaluator, args: MacroArguments) -> Any:
    if not args:
        raise NotUnderstood("there is nothing to choose from")
    return host.luck.choice(args)


def _range(host: Evaluator, args: MacroArguments) -> list[int]:
    low, high = sorted((_whole(args), _whole(args, 1)))
    if high - low > 10_000:
        raise NotUnderstood("a range of more than 10,000 numbers is too long")
    return list(range(low, high + 1))


def _number_of(host: Evaluator, args: MacroArguments) -> Any:
    number = as_number(args[0]) if args else math.nan
    if number != number:
        raise NotUnderstood(f"{text_of(args[0] if args else '')!r} is not a number")
    return number


def _math(function: Callable[..., Any]) -> Callable[[Evaluator, MacroArguments], Any]:
    def work(host: Evaluator, args: MacroArguments) -> Any:
        numbers = [
            inner for value in args for inner in (value if isinstance(value, list) else [value])
        ]
        if not numbers or not all(is_number(n) for n in numbers):
            raise NotUnderstood("it takes numbers")
        try:
            result = function(*numbers)
            return tidy(result) if is_number(result) else math.nan
        except (ValueError, OverflowError, ZeroDivisionError, TypeError) as fault:
            raise NotUnderstood(str(fault)) from None

    return work


def _round(number: float, digits: int = 0) -> float:
    scale = 10 ** max(-15, min(15, int(digits)))
    return float(math.floor(number * scale + 0.5) / scale)


VALUES: dict[str, Callable[[Any, MacroArguments], Any]] = by_name(
    {
        "a array": lambda h, args: args,
        "dm datamap": _datamap,
        "range": _range,
        "random": _random,
        "either": _either,
        "shuffled": lambda h, args: h.luck.sample(args, len(args)),
        "reversed": lambda h, args: args[::-1],
        "uppercase": lambda h, args: _text(args).upper(),
        "lowercase": lambda h, args: _text(args).lower(),
        "str string text": lambda h, args: "".join(text_of(value, ",") for value in args),
        "num number": _number_of,
        "max": _math(lambda *n: max(n)),
        "min": _math(lambda *n: min(n)),
        "abs": _math(abs),
        "round": _math(_round),
        **{name: _math(getattr(math, name)) for name in ("floor", "ceil", "trunc")},
    }
)
"""Macros whose arguments are evaluated first, by name without ``-`` and ``_``."""
