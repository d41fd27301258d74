"""Methods of lists, texts, numbers and records, in JavaScript's and SugarCube's manner."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..errors import NotUnderstood
from .evaluator import Evaluator
from .numbers import fixed_text, local_text, number_text
from .values import (
    ArrowFunction,
    as_number,
    by_name,
    checked_size,
    identical,
    is_number,
    text_of,
    truth,
)


def list_method(host: Evaluator, of: list[Any], name: str, args: list[Any]) -> Any:
    """The result of a method of a list; raises `NotUnderstood` for an unknown one."""
    if name in _WITH_FUNCTION:
        host.spend(len(of))
        return _WITH_FUNCTION[name](host, of, args)
    worked = _LISTS.get(name)
    if worked is None:
        raise NotUnderstood(f"lists have no method .{name}()")
    _check_count(name, args)
    host.spend(len(of) // 8 + 1)
    return worked(host, of, args)


_MOST = {
    "flat": 0,
    "flatten": 0,
    "includes": 1,
    "contains": 1,
    "indexOf": 1,
    "lastIndexOf": 1,
    "fill": 1,
    "startsWith": 1,
    "endsWith": 1,
    "split": 1,
}
"""Arguments of methods that JavaScript gives further ones, which are not supported."""


def _check_count(name: str, args: Sequence[Any]) -> None:
    """Raise `NotUnderstood` for more arguments than a method has here: they would be ignored in
    silence."""
    if len(args) > _MOST.get(name, len(args)):
        raise NotUnderstood(
            f".{name}() with {len(args)} arguments is JavaScript that is not supported"
        )


def _place(of: Sequence[Any], key: Any) -> int:
    return next((i for i, value in enumerate(of) if identical(value, key)), -1)


def _held(of: Sequence[Any], args: list[Any]) -> list[bool]:
    return [_place(of, value) >= 0 for value in flattened(args)]


def _push(host: Evaluator, of: list[Any], args: list[Any]) -> int:
    of.extend(args)
    checked_size(of)
    return len(of)


def _splice(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    start, _, _ = slice(_whole(args, 0, 0), None).indices(len(of))
    count = max(0, _whole(args, 1, len(of)))
    removed = of[start : start + count]
    of[start : start + count] = args[2:]
    return removed


def _delete(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    gone = [value for value in of if _place(args, value) >= 0]
    of[:] = [value for value in of if _place(args, value) < 0]
    return gone


def _delete_at(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    places = {
        index % len(of) for index in args if isinstance(index, int) and -len(of) <= index < len(of)
    }
    gone = [of[index] for index in sorted(places)]
    of[:] = [value for index, value in enumerate(of) if index not in places]
    return gone


def _push_unique(host: Evaluator, of: list[Any], args: list[Any]) -> int:
    for value in args:
        if _place(of, value) < 0:
            _push(host, of, [value])
    return len(of)


def _shuffle(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    host.luck.shuffle(of)
    return of


def _become(of: list[Any], values: list[Any]) -> list[Any]:
    of[:] = values
    return of


def _sorted(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    if not args:
        of.sort(key=lambda value: text_of(value, ","))
        return of

    def compare(a: Any, b: Any) -> int:
        number = as_number(host.apply(args[0], [a, b]))
        return int(number > 0) - int(number < 0)

    of.sort(key=functools.cmp_to_key(compare))
    return of


def _first(args: Sequence[Any]) -> Any:
    return args[0] if args else None


def flattened(values: Iterable[Any]) -> list[Any]:
    """Some values, with the members of a list in its place."""
    return [inner for value in values for inner in (value if isinstance(value, list) else [value])]


def _whole(args: Sequence[Any], index: int, default: int) -> int:
    number = as_number(args[index]) if len(args) > index and args[index] is not None else default
    return int(number) if number == number and abs(number) < 1e15 else default


def _slice(of: Any, args: list[Any]) -> Any:
    return of[slice(_whole(args, 0, 0), _whole(args, 1, len(of)))]


def _at(of: Any, args: list[Any]) -> Any:
    return of[i] if -len(of) <= (i := _whole(args, 0, 0)) < len(of) else None


_LISTS: dict[str, Callable[[Evaluator, list[Any], list[Any]], Any]] = by_name(
    {
        "push": _push,
        "pushUnique": _push_unique,
        "unshift": lambda h, of, args: of.__setitem__(slice(0, 0), args) or len(of),
        "pop": lambda h, of, args: of.pop() if of else None,
        "shift": lambda h, of, args: of.pop(0) if of else None,
        "splice": _splice,
        "delete": _delete,
        "deleteAt": _delete_at,
        "includes contains": lambda h, of, args: _place(of, _first(args)) >= 0,
        "includesAny containsAny": lambda h, of, args: any(_held(of, args)),
        "includesAll containsAll": lambda h, of, args: all(_held(of, args)),
        "indexOf": lambda h, of, args: _place(of, _first(args)),
        "lastIndexOf": lambda h, of, args: (
            len(of) - 1 - at if (at := _place(of[::-1], _first(args))) >= 0 else -1
        ),
        "count": lambda h, of, args: sum(identical(value, _first(args)) for value in of),
        "join": lambda h, of, args: checked_size(
            text_of(args[0] if args else ",").join(text_of(v, ",") for v in of)
        ),
        "concat": lambda h, of, args: checked_size(of + flattened(args)),
        "slice": lambda h, of, args: _slice(of, args),
        "at": lambda h, of, args: _at(of, args),
        "first": lambda h, of, args: of[0] if of else None,
        "last": lambda h, of, args: of[-1] if of else None,
        "random": lambda h, of, args: h.luck.choice(of) if of else None,
        "pluck": lambda h, of, args: of.pop(h.luck.randrange(len(of))) if of else None,
        "shuffle": _shuffle,
        "sort": _sorted,
        "reverse": lambda h, of, args: _become(of, of[::-1]),
        "flat flatten": lambda h, of, args: flattened(of),
        "fill": lambda h, of, args: _become(of, [_first(args)] * len(of)),
        "toString": lambda h, of, args: text_of(of, ","),
    }
)


def _mapped(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    return [host.apply(_first(args), [value, i, of]) for i, value in enumerate(list(of))]


def _fitting(host: Evaluator, of: list[Any], args: list[Any]) -> Iterator[tuple[int, Any]]:
    """The members for which a function holds, each with its place."""
    for i, value in enumerate(list(of)):
        if truth(host.apply(_first(args), [value, i, of])):
            yield i, value


def _kept(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    return [value for _, value in _fitting(host, of, args)]


def _delete_with(host: Evaluator, of: list[Any], args: list[Any]) -> list[Any]:
    found = dict(_fitting(host, of, args))
    of[:] = [value for place, value in enumerate(of) if place not in found]
    return list(found.values())


def _reduced(host: Evaluator, of: list[Any], args: list[Any]) -> Any:
    values = list(of)
    if len(args) < 2 and not values:
        return None
    result = args[1] if len(args) > 1 else values.pop(0)
    for i, value in enumerate(values):
        result = host.apply(_first(args), [result, value, i, of])
    return result


_WITH_FUNCTION: dict[str, Callable[[Evaluator, list[Any], list[Any]], Any]] = {
    "map": _mapped,
    "forEach": lambda h, of, args: _mapped(h, of, args) and None,
    "filter": _kept,
    "reduce": _reduced,
    "find": lambda h, of, args: next((value for _, value in _fitting(h, of, args)), None),
    "findIndex": lambda h, of, args: next((i for i, _ in _fitting(h, of, args)), -1),
    "countWith": lambda h, of, args: len(_kept(h, of, args)),
    "deleteWith": _delete_with,
    "some": lambda h, of, args: any(True for _ in _fitting(h, of, args)),
    "every": lambda h, of, args: len(_kept(h, of, args)) == len(of),
}


def text_method(host: Evaluator, of: str, name: str, args: list[Any]) -> Any:
    """The result of a method of a text; raises `NotUnderstood` for an unknown one."""
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


_BY_PLACE = frozenset(
    "slice substring substr at charAt charCodeAt indexOf lastIndexOf padStart padEnd split".split()
)
"""Methods of texts that count signs, of which those beyond U+FFFF are two in JavaScript."""


def _padding(of: str, args: list[Any]) -> str:
    fill, missing = (
        text_of(args[1]) if len(args) > 1 else " ",
        max(0, min(_whole(args, 0, 0), 10_000) - len(of)),
    )
    return (fill * missing)[:missing]


def _substring(of: str, args: list[Any]) -> str:
    ends = sorted((max(0, _whole(args, 0, 0)), max(0, _whole(args, 1, len(of)))))
    return of[ends[0] : ends[1]]


def _arg(args: list[Any], index: int = 0) -> str:
    return text_of(args[index], ",") if len(args) > index else "undefined"


def _replacement(args: list[Any]) -> str:
    """The text that takes the place of another; raises `NotUnderstood` if a part of it stands for
    something."""
    text = _arg(args, 1)
    if "$" in text or isinstance(args[-1], ArrowFunction):
        raise NotUnderstood(
            "“$” and functions in a replacement are JavaScript that is not supported"
        )
    return text


_TEXTS: dict[str, Callable[[str, list[Any]], Any]] = by_name(
    {
        "toUpperCase toLocaleUpperCase": lambda of, args: of.upper(),
        "toLowerCase toLocaleLowerCase": lambda of, args: of.lower(),
        "toString toLocaleString": lambda of, args: of,
        "includes contains": lambda of, args: _arg(args) in of,
        "toUpperFirst": lambda of, args: of[:1].upper() + of[1:],
        "trim": lambda of, args: of.strip(),
        "trimStart": lambda of, args: of.lstrip(),
        "trimEnd": lambda of, args: of.rstrip(),
        "startsWith": lambda of, args: of.startswith(_arg(args)),
        "endsWith": lambda of, args: of.endswith(_arg(args)),
        "indexOf": lambda of, args: of.find(_arg(args)),
        "lastIndexOf": lambda of, args: of.rfind(_arg(args)),
        "split": lambda of, args: of.split(_arg(args)) if args and _arg(args) else list(of),
        "slice": _slice,
        "substring": _substring,
        "at": _at,
        "charAt": lambda of, args: of[i] if 0 <= (i := _whole(args, 0, 0)) < len(of) else "",
        "concat": lambda of, args: of + "".join(text_of(value, ",") for value in args),
        "replace": lambda of, args: of.replace(_arg(args), _replacement(args), 1),
        "replaceAll": lambda of, args: (
            of.replace(_arg(args), _replacement(args)) if len(of) < 10_000 else of
        ),
        "repeat": lambda of, args: (
            of * min(max(0, _whole(args, 0, 0)), 200_001 // max(1, len(of)) + 1)
        ),
        "padStart": lambda of, args: _padding(of, args) + of,
        "padEnd": lambda of, args: of + _padding(of, args),
        "count": lambda of, args: of.count(_arg(args)) if _arg(args) else 0,
        "first": lambda of, args: of[:1],
        "last": lambda of, args: of[-1:],
    }
)


def number_method(of: Any, name: str, args: list[Any]) -> Any:
    """The result of a method of a number; raises `NotUnderstood` for an unknown one."""
    if name == "toFixed":
        places = _whole(args, 0, 0)
        if 0 <= places <= 100:
            return fixed_text(of, places)
        raise NotUnderstood(".toFixed() takes a number from 0 to 100")
    if name == "toString" and (not args or args[0] in (None, 10)):
        return number_text(of)
    if name == "toLocaleString":
        return _local(of, args)
    if name == "clamp" and len(args) > 1:
        return min(max(of, as_number(args[0])), as_number(args[1]))
    raise NotUnderstood(f"numbers have no method .{name}() that is known here")


def _local(of: Any, args: list[Any]) -> str:
    """The text of a number in English; raises `NotUnderstood` for other languages, currencies and
    the like."""
    language, options = text_of(args[0] if args else None), args[1] if len(args) > 1 else {}
    places = {"minimumFractionDigits": 0, "maximumFractionDigits": 3}
    if (
        not (language or "en").startswith("en")
        or not isinstance(options, dict)
        or options.keys() - places.keys()
    ):
        raise NotUnderstood(".toLocaleString() supports only English and numbers of digits")
    places["maximumFractionDigits"] = max(3, _whole([options.get("minimumFractionDigits")], 0, 0))
    fewest, most = (_whole([options.get(name)], 0, default) for name, default in places.items())
    return local_text(of, min(max(0, fewest), 100), min(max(0, most), 100))


def record_method(host: Evaluator, of: dict[str, Any], name: str, args: list[Any]) -> Any:
    """The result of a method of a record or a map; raises `NotUnderstood` for an unknown one."""
    if isinstance(of.get(name), ArrowFunction):
        return host.apply(of[name], args)
    if name == "hasOwnProperty":
        return _arg(args) in of
    raise NotUnderstood(f".{name}() is JavaScript that is not supported")


METHODS = frozenset({*_LISTS, *_WITH_FUNCTION, *_TEXTS, "hasOwnProperty"})
"""The names of all methods of lists, texts and records."""


def methods_of(value: Any) -> Callable[[Evaluator, Any, str, list[Any]], Any] | None:
    """The function that calls the methods of such a value, None if it has none."""
    if is_number(value):
        return lambda host, *call: number_method(*call)
    kinds = ((str, text_method), (list, list_method), (dict, record_method))
    return next((work for kind, work in kinds if isinstance(value, kind)), None)
