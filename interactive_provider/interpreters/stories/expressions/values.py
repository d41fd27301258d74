"""Values of stories: numbers, text, lists and records as in JavaScript, and unknown values.

Between turns all values are immutable (`tuple`, `FrozenRecord`); while a turn runs, lists and
records are Python's own (`list`, `dict`), so that two names for one list see the same changes, as
in the original formats.
"""

from __future__ import annotations

import enum
import functools
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import EndlessPassage, NotUnderstood
from .numbers import number_text

V = TypeVar("V")

LONGEST = 200_000
"""The maximum length of a text, and of a list, beyond which a turn is cut off."""
MOST_PARTS = 500_000
"""The maximum total number of parts of the values stored after a turn, or copied in one."""

_EXACT = 2**53
"""Whole numbers above this are floats, as all numbers are in JavaScript."""


class Special(enum.Enum):
    """JavaScript's ``null``, which differs from ``undefined`` (None)."""

    NULL = "null"

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.value


NULL = Special.NULL


class FrozenRecord(dict[str, Any]):
    """An immutable record: names and frozen values."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]  # nothing of it changes once it is made
        return hash(frozenset(self.items()))


@dataclass(frozen=True, slots=True)
class ArrowFunction:
    """An arrow function: its parameters, its body (a node of the grammar) and the temporary names
    it saw."""

    parameters: tuple[str, ...]
    body: Any
    seen: tuple[tuple[str, Any], ...] = ()


class PartsBudget:
    """The number of parts that values may still have altogether: a value contained several times
    counts each time, since each copy is stored."""

    def __init__(self) -> None:
        self.left = MOST_PARTS

    def take(self, parts: int) -> None:
        """Count the parts of a value; raise `EndlessPassage` if there are too many."""
        self.left -= parts
        if self.left < 0:
            raise EndlessPassage(f"values have more than {MOST_PARTS:,} parts")


def freeze(value: Any, room: PartsBudget | None = None, depth: int = 0) -> Any:
    """Return a frozen value, as stored between turns. Raises `EndlessPassage` for one that is
    nested too deeply, is too large or contains itself."""
    if not isinstance(value, list | dict):
        return value
    if depth > 60:
        raise EndlessPassage("a value contains itself, or is nested more than 60 levels deep")
    room = room or PartsBudget()
    room.take(len(value) + 1)
    if isinstance(value, dict):
        return FrozenRecord({key: freeze(inner, room, depth + 1) for key, inner in value.items()})
    return tuple(freeze(inner, room, depth + 1) for inner in value)


def thaw(value: Any) -> Any:
    """Return a frozen value in a form that a turn may change."""
    match value:
        case tuple():
            return [thaw(inner) for inner in value]
        case FrozenRecord():
            return {key: thaw(inner) for key, inner in value.items()}
    return value


def is_nothing(value: Any) -> bool:
    """True if a value is ``undefined`` or ``null``."""
    return value is None or value is NULL


def is_number(value: Any) -> bool:
    """True if a value is a number; true and false are not numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def tidy(number: Any) -> Any:
    """Return a number as JavaScript would have it: an integer if it is whole, a float beyond 2^53.

    There is only one NaN, so that states that contain it are equal.
    """
    if isinstance(number, float):
        if number.is_integer() and abs(number) <= _EXACT:
            return int(number)
        return number if number == number else math.nan
    return number if -_EXACT <= number <= _EXACT else float(number)


def text_of(value: Any, joint: str = ", ", depth: int = 0) -> str:
    """Return a value as a story shows it; lists are joined by ``joint``."""
    match value:
        case str():
            return value
        case None | Special() | ArrowFunction():
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number_text(value)
        case list() | tuple() | dict() if depth > 20:
            return "…"
        case list() | tuple():
            shown = (text_of(inner, joint, depth + 1) for inner in value[:LONGEST])
        case dict():
            shown = (
                f"{key} {text_of(inner, joint, depth + 1)}"
                for key, inner in value.items()
                if key[:1] != "\0"
            )
        case _:
            return str(value)
    return _checked(joint.join(shown))


def truth(value: Any) -> bool:
    """True if a value is truthy in JavaScript."""
    is_record = isinstance(value, list | dict | tuple)
    return is_record or (value == value and bool(value))


def as_number(value: Any) -> Any:
    """Convert a value to a number as JavaScript does, NaN if it is not one."""
    match value:
        case bool() | Special():
            return int(bool(value))
        case int() | float():
            return value
        case str():
            return _number_in(value.strip())
        case list():
            return as_number(converted(value))
    return math.nan


_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?Infinity")


def _number_in(text: str) -> Any:
    """Return the number that a whole text represents in JavaScript."""
    if not text:
        return 0
    if re.match("0[xXoObB]", text):
        raise NotUnderstood(f"{text[:20]!r} is a number that is not supported")
    return tidy(float(text)) if _DECIMAL.fullmatch(text) and len(text) < 400 else math.nan


def same(left: Any, right: Any, depth: int = 0) -> bool:
    """True if two values are equal; lists and records by their contents (as Harlowe compares)."""
    match left, right:
        case (bool(), _) | (_, bool()):
            return left is right
        case (list() | tuple(), list() | tuple()):
            return depth < 60 and len(left) == len(right) and all(
                same(a, b, depth + 1) for a, b in zip(left, right, strict=True))  # fmt: skip
        case dict(), dict():
            return (
                depth < 60
                and left.keys() == right.keys()
                and all(same(left[k], right[k], depth + 1) for k in left)
            )
        case (int() | float(), int() | float()):
            return bool(left == right)
    return type(left) is type(right) and bool(left == right)


def identical(left: Any, right: Any) -> bool:
    """True if JavaScript's ``===`` holds: lists and records are the same only if they are one
    object."""
    return (
        left is right
        if isinstance(left, list | dict) or isinstance(right, list | dict)
        else same(left, right)
    )


def loosely(left: Any, right: Any) -> bool:
    """True if JavaScript's ``==`` holds, which converts between text and numbers; raise
    `NotUnderstood` if it would convert a list or a record to text."""
    if is_nothing(left) or is_nothing(right):
        return is_nothing(left) and is_nothing(right)
    if isinstance(left, list | dict) != isinstance(right, list | dict):
        raise NotUnderstood("a list or a record is compared with a single value")
    if type(left) is type(right):
        return identical(left, right)
    return bool(as_number(left) == as_number(right))


def add(left: Any, right: Any) -> Any:
    """Return JavaScript's ``+``: a sum of numbers, otherwise both as text."""
    plain = (bool, int, float, Special, type(None))
    if isinstance(left, plain) and isinstance(right, plain):
        return tidy(as_number(left) + as_number(right))
    return joined(left, right)


def joined(*values: Any) -> str:
    """Return values joined into one text, as in JavaScript."""
    return _checked("".join(map(converted, values)))


def converted(value: Any, depth: int = 0) -> str:
    """Return a value as JavaScript's ``String`` writes it, where a story would show it
    differently."""
    match value:
        case None:
            return "undefined"
        case Special():
            return "null"
        case dict():
            return "[object Object]"
        case list() if depth < 20:
            members = ("" if is_nothing(inner) else converted(inner, depth + 1) for inner in value)
            return _checked(",".join(members))
    return text_of(value, ",")


def _checked(text: str) -> str:
    if len(text) > LONGEST:
        raise EndlessPassage(f"a text is longer than {LONGEST:,} characters")
    return text


def checked_size(value: Any) -> Any:
    """Return a value that is not too large; raise `EndlessPassage` for others."""
    if isinstance(value, str | list | dict) and len(value) > LONGEST:
        raise EndlessPassage(f"a value has more than {LONGEST:,} members")
    return value


def arithmetic(sign: str, left: Any, right: Any) -> Any:
    """Return an arithmetic result as in JavaScript: never an error, but infinity or NaN."""
    a = as_number(left)
    b = as_number(right)
    try:
        return tidy(_ARITHMETIC[sign](a, b))
    except ZeroDivisionError:
        return math.nan if sign == "%" or a == 0 or a != a else math.copysign(math.inf, a)
    except (OverflowError, ValueError):
        return math.nan if sign == "%" else math.inf


def operate(sign: str, left: Any, right: Any) -> Any:
    """Return the result of an operator between two values, as in JavaScript."""
    worked = _SIGNS.get(sign)
    return arithmetic(sign, left, right) if worked is None else worked(left, right)


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": math.fmod,
}


def ordered(sign: str, left: Any, right: Any) -> bool:
    """Compare by size: texts by their letters, everything else as numbers."""
    if isinstance(left, str) and isinstance(right, str):
        a = left
        b = right
    else:
        a = as_number(left)
        b = as_number(right)
    return bool({"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[sign])


_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": add, "===": identical, "!==": lambda a, b: not identical(a, b), "==": loosely,
    "!=": lambda a, b: not loosely(a, b),
    **{sign: functools.partial(ordered, sign) for sign in ("<", ">", "<=", ">=")},
}  # fmt: skip


def member(value: Any, key: Any) -> Any:
    """``value[key]``, None if there is no such member. Raises `NotUnderstood` for a member of
    undefined or null."""
    match value:
        case None | Special():
            raise NotUnderstood(f"an empty value has no {text_of(key)!r}")
        case dict():
            return value.get(text_of(key, ","))
        case str() if key == "length":  # JavaScript counts characters beyond U+FFFF twice
            return len(value) + sum(sign > "\uffff" for sign in value)
        case list() | tuple() if key == "length":
            return len(value)
        case str() | list() | tuple():
            index = as_number(key) if not isinstance(key, bool) else math.nan
            return value[index] if isinstance(index, int) and 0 <= index < len(value) else None
    return None


def by_name(table: Mapping[str, V]) -> dict[str, V]:
    """Return a table with an entry for each name, from one whose keys list several names for one
    thing."""
    return {name: value for names, value in table.items() for name in names.split()}


@functools.lru_cache(maxsize=4_096)
def slug(name: str) -> str:
    """Return a macro's name as formats compare it: ignoring case, ``-`` and ``_``."""
    return re.sub(r"[-_]", "", name).lower()
