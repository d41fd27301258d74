"""Methods of lists, texts, numbers and records, as in JavaScript and SugarCube."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from ..errors import NotUnderstood
from .evaluator import Evaluator
from .numbers import fixed_text, number_text
from .values import (
    as_number,
    by_name,
    checked_size,
    identical,
    is_number,
    text_of,
)

MethodArguments: TypeAlias = list[Any]


def list_method(host: Evaluator, of: list[Any], name: str, args: MethodArguments) -> Any:
    """Return the result of a method of a list; raise `NotUnderstood` for an unknown one."""
    worked = _LISTS.get(name)
    if worked is None:
        raise NotUnderstood(f"lists have no method .{name}()")
    _check_count(name, args)
    host.spend(len(of) // 8 + 1)
    return worked(host, of, args)


_MOST = {
    "sort": 0,
    "includes": 1,
    "contains": 1,
    "indexOf": 1,
    "split": 1,
}
"""The maximum number of arguments here for methods that have further ones in JavaScript."""


def _check_count(name: str, args: Sequence[Any]) -> None:
    """Raise `NotUnderstood` for more arguments than a method supports here: they would be silently
    ignored."""
    if len(args) > _MOST.get(name, len(args)):
        raise NotUnderstood(
            f".{name}() with {len(args)} arguments is JavaScript that is not supported"
        )


def _place(of: Sequence[Any], key: Any) -> int:
    return next((i for i, value in enumerate(of) if identical(value, key)), -1)


def _push(host: Evaluator, of: list[Any], args: MethodArguments) -> int:
    of.extend(args)
    checked_size(of)
    return len(of)


def _delete(host: Evaluator, of: list[Any], args: MethodArguments) -> list[Any]:
    gone = [value for value in of if _place(args, value) >= 0]
    of[:] = [value for value in of if _place(args, value) < 0]
    return gone


def _shuffle(host: Evaluator, of: list[Any], args: MethodArguments) -> list[Any]:
    host.luck.shuffle(of)
    return of


def _sorted(host: Evaluator, of: list[Any], args: MethodArguments) -> list[Any]:
    of.sort(key=lambda value: text_of(value, ","))
    return of


def _first(args: Sequence[Any]) -> Any:
    return args[0] if args else None


def flattened(values: Iterable[Any]) -> list[Any]:
    """Return some values, with each list replaced by its members."""
    return [inner for value in values for inner in (value if isinstance(value, list) else [value])]


def _whole(args: Sequence[Any], index: int, default: int) -> int:
    number = as_number(args[index]) if len(args) > index and args[index] is not None else default
    return int(number) if number == number and abs(number) < 1e15 else default


def _slice(of: Any, args: MethodArguments) -> Any:
    return of[slice(_whole(args, 0, 0), _whole(args, 1, len(of)))]


_LISTS: dict[str, Callable[[Evaluator, list[Any], MethodArguments], Any]] = by_name(
    {
        "push": _push,
        "pop": lambda h, of, args: of.pop() if of else None,
        "shift": lambda h, of, args: of.pop(0) if of else None,
        "delete": _delete,
        "includes contains": lambda h, of, args: _place(of, _first(args)) >= 0,
        "indexOf": lambda h, of, args: _place(of, _first(args)),
        "count": lambda h, of, args: sum(identical(value, _first(args)) for value in of),
        "join": lambda h, of, args: checked_size(
            text_of(args[0] if args else ",").join(text_of(v, ",") for v in of)
        ),
        "concat": lambda h, of, args: checked_size(of + flattened(args)),
        "slice": lambda h, of, args: _slice(of, args),
        "random": lambda h, of, args: h.luck.choice(of) if of else None,
        "pluck": lambda h, of, args: of.pop(h.luck.randrange(len(of))) if of else None,
        "shuffle": _shuffle,
        "sort": _sorted,
    }
)


def text_method(host: Evaluator, of: str, name: str, args: MethodArguments) -> Any:
    """Return the result of a method of a text; raise `NotUnderstood` for an unknown one."""
    worked = _TEXTS.get(name)
    if worked is None:
        raise NotUnderstood(f"texts have no method .{name}()")
    _check_count(name, args)
    if name in _BY_PLACE and of and max(of) > "\uffff":
        raise NotUnderstood(
            f".{name}() counts characters differently in JavaScript for {of[:20]!r}"
        )
    host.spend(len(of) // 64 + 1)
    return checked_size(worked(of, args))


_BY_PLACE = frozenset("slice charAt indexOf split".split())
"""Methods of texts that count characters: JavaScript counts two for those beyond U+FFFF."""


def _arg(args: MethodArguments, index: int = 0) -> str:
    return text_of(args[index], ",") if len(args) > index else "undefined"


_TEXTS: dict[str, Callable[[str, MethodArguments], Any]] = by_name(
    {
        "toUpperCase toLocaleUpperCase": lambda of, args: of.upper(),
        "toLowerCase toLocaleLowerCase": lambda of, args: of.lower(),
        "toString toLocaleString": lambda of, args: of,
        "includes contains": lambda of, args: _arg(args) in of,
        "toUpperFirst": lambda of, args: of[:1].upper() + of[1:],
        "trim": lambda of, args: of.strip(),
        "indexOf": lambda of, args: of.find(_arg(args)),
        "split": lambda of, args: of.split(_arg(args)) if args and _arg(args) else list(of),
        "slice": _slice,
        "charAt": lambda of, args: of[i] if 0 <= (i := _whole(args, 0, 0)) < len(of) else "",
    }
)


def number_method(of: Any, name: str, args: MethodArguments) -> Any:
    """Return the result of a method of a number; raise `NotUnderstood` for an unknown one."""
    match name, args:
        case "toFixed", _:
            places = _whole(args, 0, 0)
            if 0 <= places <= 100:
                return fixed_text(of, places)
            raise NotUnderstood(".toFixed() takes a number from 0 to 100")
        case "toString", [] | [None | 10, *_]:
            return number_text(of)
        case "clamp", [low, high, *_]:
            return min(max(of, as_number(low)), as_number(high))
    raise NotUnderstood(f"numbers have no method .{name}() that is known here")


def record_method(host: Evaluator, of: dict[str, Any], name: str, args: MethodArguments) -> Any:
    """Return the result of a method of a record or a map; raise `NotUnderstood` for an unknown
    one."""
    if name == "hasOwnProperty":
        return _arg(args) in of
    raise NotUnderstood(f".{name}() is JavaScript that is not supported")


def methods_of(value: Any) -> Callable[[Evaluator, Any, str, MethodArguments], Any] | None:
    """Return the function that calls the methods of such a value, None if it has none."""
    if is_number(value):
        return lambda host, *call: number_method(*call)
    kinds = ((str, text_method), (list, list_method), (dict, record_method))
    return next((work for kind, work in kinds if isinstance(value, kind)), None)
