"""Harlowe's values: three kinds of data, changers, and the macros that compute a value.

Source: twine2.neocities.org (the manual of Harlowe 3), chapters Data structures, Maths, Strings.
"""

from __future__ import annotations

import colorsys
import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.evaluator import Evaluator
from ..expressions.values import (
    ArrowFunction,
    Dataset,
    as_number,
    by_name,
    is_number,
    ordered,
    same,
    slug,
    text_of,
    tidy,
    truth,
)


@dataclass(frozen=True, slots=True)
class Changer:
    """A changer of a hook: parts with a name and arguments; appearance has no part."""

    parts: tuple[tuple[str, tuple[Any, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class DeferredCommand:
    """A command, to be carried out in its place."""

    name: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound:
    """``bind $x``: the tree of a variable that an input sets."""

    target: Any


MacroArguments = list[Any]


@dataclass(frozen=True, slots=True)
class Each:
    """``any of`` or ``all of`` some values: a comparison holds if it does so for one of them, or
    for all."""

    is_all: bool
    values: tuple[Any, ...]

    def __str__(self) -> str:
        raise NotUnderstood("“any of” and “all of” values can only be compared")


def each_of(word: str, value: Any) -> Each:
    """Return the values that ``any of`` or ``all of`` means; raises `NotUnderstood` if there are
    none."""
    if not isinstance(value, str | list):
        raise NotUnderstood(f"{_kind(value)} has no values to go through")
    return Each(word == "all of", tuple(value))


def unary(sign: str, value: Any) -> Any:
    """The result of a sign before a value; raises `NotUnderstood` if Harlowe would show an
    error."""
    if sign.endswith(" of"):
        return each_of(sign, value)
    if sign == "not":
        return not boolean(value)
    return -numeric(value) if sign == "-" else numeric(value)


def binary(sign: str, left: Any, right: Any) -> Any:
    """The result of a sign between two values; raises `NotUnderstood` if Harlowe would show an
    error."""
    if sign != "+" and (isinstance(left, Changer) or isinstance(right, Changer)):
        raise NotUnderstood("changers cannot be compared here")
    if isinstance(left, Each) or isinstance(right, Each):
        if sign not in COMPARING:
            raise NotUnderstood(f"{sign!r} takes one value and not several")
        if isinstance(left, Each):
            return (all if left.is_all else any)(
                [binary(sign, value, right) for value in left.values]
            )
        return (all if right.is_all else any)([binary(sign, left, value) for value in right.values])
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
        a, b = numeric(left), numeric(right)
        if b == 0 and sign != "*":
            raise NotUnderstood(f"{text_of(left)} cannot be divided by 0")
        return tidy({"*": a * b, "/": a / b if b else 0, "%": math.fmod(a, b) if b else 0}[sign])
    raise NotUnderstood(f"{sign!r} is not known")


def boolean(value: Any) -> bool:
    """A value that is true or false; raises `NotUnderstood` for another."""
    if not isinstance(value, bool):
        raise NotUnderstood(f"{text_of(value)[:40]!r} is neither true nor false")
    return value


def numeric(value: Any) -> Any:
    """A value that is a number; raises `NotUnderstood` for another."""
    if not is_number(value):
        raise NotUnderstood(f"{text_of(value)[:40]!r} is not a number")
    return value


def _add(left: Any, right: Any) -> Any:
    if is_number(left) and is_number(right):
        return tidy(left + right)
    if isinstance(left, str) and isinstance(right, str):
        return left + right
    if isinstance(left, Dataset):
        return _dataset([*left, *(right if isinstance(right, list) else [right])])
    if isinstance(left, list) and isinstance(right, list):
        return left + right
    if isinstance(left, dict) and isinstance(right, dict):
        return {**left, **right}
    if isinstance(left, Changer) and isinstance(right, Changer):
        return Changer(left.parts + right.parts)
    raise NotUnderstood(f"{_kind(left)} and {_kind(right)} cannot be added")


def _minus(left: Any, right: Any) -> Any:
    if is_number(left) and is_number(right):
        return tidy(left - right)
    if isinstance(left, str) and isinstance(right, str):
        return left.replace(right, "") if right else left
    if isinstance(left, list):
        gone = right if isinstance(right, list) else [right]
        return type(left)(
            [value for value in left if not any(same(value, other) for other in gone)]
        )
    raise NotUnderstood(f"{_kind(right)} cannot be taken from {_kind(left)}")


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "a text"
    if isinstance(value, bool):
        return "true or false"
    if is_number(value):
        return "a number"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a datamap"
    return "nothing" if value is None else "a command"


def contains(left: Any, right: Any) -> bool:
    """True if a list, a text or the names of a datamap hold a value."""
    if isinstance(left, str):
        return isinstance(right, str) and right in left
    if isinstance(left, list | dict):
        return any(same(value, right) for value in left)
    raise NotUnderstood(f"{_kind(left)} contains nothing")


_KINDS: dict[str, Callable[[Any], bool]] = by_name(
    {
        "number num": is_number,
        "string str": lambda v: isinstance(v, str),
        "boolean": lambda v: isinstance(v, bool),
        "array": lambda v: isinstance(v, list) and not isinstance(v, Dataset),
        "datamap dm": lambda v: isinstance(v, dict),
        "dataset ds": lambda v: isinstance(v, Dataset),
        "changer": lambda v: isinstance(v, Changer),
        "command": lambda v: isinstance(v, DeferredCommand),
        "even": lambda v: is_number(v) and v % 2 == 0,
        "odd": lambda v: is_number(v) and v % 2 == 1,
        "empty": lambda v: isinstance(v, str | list | dict) and not v,
        "whole int": lambda v: is_number(v) and v == math.floor(v),
        "lowercase": lambda v: isinstance(v, str) and v.islower(),
        "uppercase": lambda v: isinstance(v, str) and v.isupper(),
    }
)


def _is_a(left: Any, right: Any) -> bool:
    test = _KINDS.get(right.name if isinstance(right, Datatype) else "")
    if test is None:
        raise NotUnderstood(f"{text_of(right)!r} is not a kind of value")
    return bool(test(left))


@dataclass(frozen=True, slots=True)
class Datatype:
    """A word for a kind of value: ``number``, ``array``."""

    name: str


KINDS = frozenset(_KINDS)


def _matches(left: Any, right: Any) -> bool:
    if isinstance(right, Datatype) or isinstance(left, Datatype):
        return _is_a(left, right) if isinstance(right, Datatype) else _is_a(right, left)
    return same(left, right)


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "is": same,
    "contains": contains,
    "is in": lambda a, b: contains(b, a),
    "is a": _is_a,
    "is an": _is_a,
    "matches": _matches,
}
_MEANINGS = {
    "==": "is",
    "===": "is",
    "!=": "not is",
    "isnot": "not is",
    "is not": "not is",
    "does not contain": "not contains",
    "is not in": "not is in",
    "is not a": "not is a",
    "is not an": "not is a",
    "does not match": "not matches",
}
"""Comparisons that are another one, or its opposite."""
COMPARING = frozenset(_COMPARISONS).union(
    _MEANINGS, (f"{word}{sign}" for word in ("", "is ", "is not ") for sign in "< > <= >=".split())
)


# Members ---------------------------------------------------------------------------------------

_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)(last)?")
_RANGE = re.compile(r"(\d+)(?:st|nd|rd|th)(last)?to(?:(\d+)(?:st|nd|rd|th))?(last)?")


def place_of(of: Sequence[Any], key: Any) -> int:
    """The index that an ordinal or a number means; raises `NotUnderstood` if there is none."""
    index = None
    if isinstance(key, str):
        match = _ORDINAL.fullmatch(key)
        if match:
            index = len(of) - int(match[1][:9]) if match[2] else int(match[1][:9]) - 1
        elif key == "last":
            index = len(of) - 1
    elif is_number(key) and isinstance(key, int):
        index = key - 1 if key > 0 else len(of) + key
    if index is None or not 0 <= index < len(of):
        raise NotUnderstood(f"there is no {text_of(key)!r} of {len(of)}")
    return index


def member(host: Evaluator, of: Any, key: Any) -> Any:
    """``of's key``; raises `NotUnderstood` if there is no such thing."""
    if isinstance(of, dict):
        name = text_of(key)
        if name not in of:
            raise NotUnderstood(f"there is no {name!r} in this datamap")
        return of[name]
    if not isinstance(of, str | list):
        raise NotUnderstood(f"{_kind(of)} has no {text_of(key)!r}")
    if key == "length":
        return len(of)
    if key == "random":
        return host.luck.choice(of) if of else None
    if isinstance(key, list):
        found = [of[place_of(of, inner)] for inner in key]
        return "".join(found) if isinstance(of, str) else found
    if isinstance(key, str) and (match := _RANGE.fullmatch(key)):
        ends = [
            place_of(of, f"{n}th{last or ''}" if n else "last")
            for n, last in ((match[1], match[2]), (match[3], match[4]))
        ]
        return of[min(ends) : max(ends) + 1]
    if key in ("some", "any", "all", "start", "end"):
        raise NotUnderstood(f"{key!r} of a list is not supported")
    return of[place_of(of, key)]


# Macros that give a value ------------------------------------------------------------------------


def _dataset(values: Sequence[Any]) -> Dataset:
    kept = Dataset()
    for value in values:
        if not any(same(value, other) for other in kept):
            kept.append(value)
    return kept


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
        raise NotUnderstood(f"{text_of(value)[:40]!r} is not text")
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


def _sorted(host: Evaluator, args: MacroArguments) -> list[Any]:
    if args and isinstance(args[0], ArrowFunction):
        via, *values = args
        return sorted(values, key=lambda value: _order(host.apply(via, [value])))
    return sorted(args, key=_order)


def _order(value: Any) -> list[tuple[Any, ...]]:
    """Numbers in texts count as numbers; other parts go by their letters, then accents, then
    capitals."""
    text = text_of(value).strip()
    parts = [text] if re.fullmatch(r"-?\d+(\.\d*)?", text) else re.findall(r"\d+|\D+", text)
    return [
        (
            (0, float(part))
            if part[-1].isdecimal()
            else (1, _unaccented(part), part.casefold(), part.swapcase())
        )
        for part in parts
    ]


def _unaccented(text: str) -> str:
    return "".join(
        sign
        for sign in unicodedata.normalize("NFD", text.casefold())
        if not unicodedata.combining(sign)
    )


def _rotated(host: Evaluator, args: MacroArguments) -> list[Any]:
    values = args[1:]
    if not values:
        return []
    by = _whole(args) % len(values)
    return values[-by:] + values[:-by] if by else values


def _repeated(host: Evaluator, args: MacroArguments) -> list[Any]:
    times = _whole(args)
    if times < 0 or times * max(1, len(args)) > 10_000:
        raise NotUnderstood(f"{times} times is too many")
    return args[1:] * times


def _kept(host: Evaluator, args: MacroArguments) -> list[Any]:
    return [value for value in args[1:] if truth(host.apply(args[0], [value]))]


def _count(host: Evaluator, args: MacroArguments) -> int:
    of, *values = args
    if isinstance(of, str):
        return sum(of.count(text_of(value)) for value in values if value != "")
    return sum(same(value, other) for value in of for other in values)


def _joined(host: Evaluator, args: MacroArguments) -> str:
    return text_of(args[0]).join(text_of(value, ",") for value in args[1:]) if args else ""


def _part(host: Evaluator, args: MacroArguments) -> Any:
    of = args[0]
    if not isinstance(of, str | list):
        raise NotUnderstood(f"{_kind(of)} has no parts")
    low, high = sorted((place_of(of, _whole(args, 1)), place_of(of, _whole(args, 2))))
    return of[low : high + 1]


def _split(host: Evaluator, args: MacroArguments) -> list[str]:
    return _text(args, 1).split(_text(args)) if _text(args) else list(_text(args, 1))


def _times(host: Evaluator, args: MacroArguments) -> str:
    times = _whole(args)
    if not 0 <= times * max(1, len(_text(args, 1))) <= 100_000:
        raise NotUnderstood(f"{times} times is too many")
    return _text(args, 1) * times


def _number_of(host: Evaluator, args: MacroArguments) -> Any:
    number = as_number(args[0]) if args else math.nan
    if number != number:
        raise NotUnderstood(f"{text_of(args[0] if args else '')!r} is not a number")
    return number


def _nth(host: Evaluator, args: MacroArguments) -> Any:
    values = args[1:]
    if not values:
        raise NotUnderstood("there is nothing to choose from")
    return values[(_whole(args) - 1) % len(values)]


def _cond(host: Evaluator, args: MacroArguments) -> Any:
    for at in range(0, len(args) - 1, 2):
        if args[at]:
            return args[at + 1]
    return args[-1] if args else None


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


def _pairs(args: MacroArguments) -> dict[str, Any]:
    if not args or not isinstance(args[0], dict):
        raise NotUnderstood("it takes a datamap")
    return args[0]


def _name(pair: tuple[str, Any]) -> str:
    return pair[0]


def _entry(pair: tuple[str, Any]) -> dict[str, Any]:
    return {"name": pair[0], "value": pair[1]}


def _plural(host: Evaluator, args: MacroArguments) -> str:
    count, one = args[0], _text(args, 1)
    many = _text(args, 2) if len(args) > 2 else f"{one}s"
    return f"{text_of(count)} {one if abs(numeric(count)) == 1 else many}"


def _ordinal(host: Evaluator, args: MacroArguments) -> str:
    count = _whole(args)
    teen = 10 < abs(count) % 100 < 14
    return f"{count}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(abs(count) % 10, 'th')}"


def _swapped(host: Evaluator, args: MacroArguments) -> str:
    *count, old, by, of = args
    if not all(isinstance(value, str) for value in (old, by, of)):
        raise NotUnderstood("it takes texts")
    if len(of) + of.count(old) * len(by) > 100_000:
        raise NotUnderstood("the text is too long")
    every = -1 if old else 0
    most = _whole(count) if count else every
    return str(of.replace(old, by, most))


def _hsl(host: Evaluator, args: MacroArguments) -> str:
    hue, saturation, light = map(numeric, args[:3])
    return "rgb({:.0f}, {:.0f}, {:.0f})".format(*(255 * part for part in colorsys.hls_to_rgb(
        hue / 360, light, saturation)))  # fmt: skip


_FIRST = re.compile(r"\w")

VALUES: dict[str, Callable[[Any, MacroArguments], Any]] = by_name(
    {
        "a array": lambda h, args: args,
        "ds dataset": lambda h, args: _dataset(args),
        "dm": _datamap,
        "range": _range,
        "random": _random,
        "either": _either,
        "shuffled": lambda h, args: h.luck.sample(args, len(args)),
        "sorted": _sorted,
        "reversed": lambda h, args: args[::-1],
        "rotated": _rotated,
        "repeated": _repeated,
        "find pass": _kept,
        "altered": lambda h, args: [h.apply(args[0], [value]) for value in args[1:]],
        "allpass": lambda h, args: len(_kept(h, args)) == len(args) - 1,
        "somepass": lambda h, args: bool(_kept(h, args)),
        "nonepass": lambda h, args: not _kept(h, args),
        "rgb rgba": lambda h, args: "rgb({}, {}, {})".format(*map(numeric, args[:3])),
        "hsl hsla": _hsl,
        "hooksnamed": lambda h, args: g.Hook(slug(_text(args))),
        "unique": lambda h, args: _dataset(args),
        "count": _count,
        "joined": _joined,
        "subarray substring": _part,
        "datanames dmnames": lambda h, args: sorted(_pairs(args)),
        "datavalues dmvalues": lambda h, args: [
            value for _, value in sorted(_pairs(args).items(), key=_name)
        ],
        "dataentries dmentries": lambda h, args: [
            _entry(pair) for pair in sorted(_pairs(args).items(), key=_name)
        ],
        "dataaltered dmaltered": lambda h, args: {
            name: h.apply(args[0], [_entry((name, value))])
            for name, value in _pairs(args[1:]).items()
        },
        "uppercase": lambda h, args: _text(args).upper(),
        "lowercase": lambda h, args: _text(args).lower(),
        "upperfirst": lambda h, args: _FIRST.sub(lambda m: m[0].upper(), _text(args), count=1),
        "lowerfirst": lambda h, args: _FIRST.sub(lambda m: m[0].lower(), _text(args), count=1),
        "words": lambda h, args: re.findall(r"\S+", _text(args)),
        "split splitted": _split,
        "strrepeated": _times,
        "strreversed": lambda h, args: _text(args)[::-1],
        "trimmed": lambda h, args: _text(args[-1:]).strip(),
        "str text": lambda h, args: "".join(text_of(value, ",") for value in args),
        "num number": _number_of,
        "nth": _nth,
        "cond": _cond,
        "source": lambda h, args: text_of(args[0]),
        "plural": _plural,
        "strnth": _ordinal,
        "strreplaced": _swapped,
        "max": _math(lambda *n: max(n)),
        "min": _math(lambda *n: min(n)),
        "abs": _math(abs),
        "round": _math(_round),
        "sqrt squareroot": _math(math.sqrt),
        "pow": _math(lambda a, b: float(a) ** float(b)),
        "sign": _math(lambda n: (n > 0) - (n < 0)),
        "mod": _math(math.fmod),
        **{
            name: _math(getattr(math, name))
            for name in "floor ceil trunc sin cos tan exp log log10 log2".split()
        },
        "clamp": _math(lambda n, low, high: min(max(n, low), high)),
    }
)
VALUES |= {
    f"{long}{name.removeprefix(short)}": work
    for short, long in (("dm", "datamap"), ("str", "string"))
    for name, work in list(VALUES.items())
    if name.startswith(short)
}
"""Macros whose arguments are evaluated first, by name without ``-`` and ``_``."""
