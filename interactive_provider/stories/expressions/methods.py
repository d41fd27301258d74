"""Methods of lists, texts, numbers and records, in JavaScript's and SugarCube's manner."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import NotUnderstood
from .evaluator import Evaluator
from .numbers import based_text, exponential_text, fixed_text, local_text, precise_text
from .values import Function, as_number, checked_size, identical, text_of, truth


def list_method(host: Evaluator, of: list[Any], name: str, given: list[Any]) -> Any:
    """The result of a method of a list; raises `NotUnderstood` for one that is not known."""
    if name in _WITH_FUNCTION:
        host.spend(len(of))
        return _WITH_FUNCTION[name](host, of, given)
    worked = _LISTS.get(name)
    if worked is None:
        raise NotUnderstood(f".{name}() of a list is not known")
    host.spend(len(of) // 8 + 1)
    return worked(host, of, given)


def _picked(host: Evaluator, of: Sequence[Any]) -> Any:
    return host.luck.choice(list(of)) if of else None


def _place(of: Sequence[Any], wanted: Any) -> int:
    return next((i for i, value in enumerate(of) if identical(value, wanted)), -1)


def _push(host: Evaluator, of: list[Any], given: list[Any]) -> int:
    of.extend(given)
    checked_size(of)
    return len(of)


def _push_unique(host: Evaluator, of: list[Any], given: list[Any]) -> int:
    return _push(host, of, [value for value in given if _place(of, value) < 0])


def _splice(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    start, _, _ = slice(_whole(given, 0, 0), None).indices(len(of))
    count = max(0, _whole(given, 1, len(of)))
    removed = of[start : start + count]
    of[start : start + count] = given[2:]
    return removed


def _delete(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    gone = [value for value in of if _place(given, value) >= 0]
    of[:] = [value for value in of if _place(given, value) < 0]
    return gone


def _delete_at(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    places = {index % len(of) for index in given if isinstance(index, int) and -len(of) <= index < len(of)}
    gone = [of[index] for index in sorted(places)]
    of[:] = [value for index, value in enumerate(of) if index not in places]
    return gone


def _pluck(host: Evaluator, of: list[Any], given: list[Any]) -> Any:
    return of.pop(host.luck.randrange(len(of))) if of else None


def _shuffle(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    host.luck.shuffle(of)
    return of


def _shuffled(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    return host.luck.sample(of, len(of))


def _several(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    return host.luck.sample(of, min(len(of), max(0, _whole(given, 0, 1))))


def _pluck_many(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    return [of.pop(host.luck.randrange(len(of))) for _ in range(min(len(of), max(0, _whole(given, 0, 1))))]


def _sorted(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    if not given:
        of.sort(key=lambda value: text_of(value, ","))
        return of

    def compare(a: Any, b: Any) -> int:
        number = as_number(host.apply(given[0], [a, b]))
        return int(number > 0) - int(number < 0)

    of.sort(key=functools.cmp_to_key(compare))
    return of


def _reversed(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    of.reverse()
    return of


def _flat(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    return [inner for value in of for inner in (value if isinstance(value, list) else [value])]


def _whole(given: Sequence[Any], index: int, default: int) -> int:
    number = as_number(given[index]) if len(given) > index and given[index] is not None else default
    return int(number) if number == number and abs(number) < 1e15 else default


def _slice(of: Any, given: list[Any]) -> Any:
    return of[slice(_whole(given, 0, 0), _whole(given, 1, len(of)))]


_LISTS: dict[str, Callable[[Evaluator, list[Any], list[Any]], Any]] = {
    "push": _push,
    "pushUnique": _push_unique,
    "unshift": lambda h, of, given: of.__setitem__(slice(0, 0), given) or len(of),
    "pop": lambda h, of, given: of.pop() if of else None,
    "shift": lambda h, of, given: of.pop(0) if of else None,
    "splice": _splice,
    "delete": _delete,
    "deleteAt": _delete_at,
    "deleteFirst": lambda h, of, given: of.pop(_place(of, given[0])) if given and _place(of, given[0]) >= 0 else None,
    "includes": lambda h, of, given: _place(of, (given or [None])[0]) >= 0,
    "contains": lambda h, of, given: _place(of, (given or [None])[0]) >= 0,
    "includesAny": lambda h, of, given: any(_place(of, value) >= 0 for value in _flattened(given)),
    "containsAny": lambda h, of, given: any(_place(of, value) >= 0 for value in _flattened(given)),
    "includesAll": lambda h, of, given: all(_place(of, value) >= 0 for value in _flattened(given)),
    "containsAll": lambda h, of, given: all(_place(of, value) >= 0 for value in _flattened(given)),
    "indexOf": lambda h, of, given: _place(of, (given or [None])[0]),
    "lastIndexOf": lambda h, of, given: len(of) - 1 - at if (at := _place(of[::-1], (given or [None])[0])) >= 0 else -1,
    "count": lambda h, of, given: sum(identical(value, (given or [None])[0]) for value in of),
    "join": lambda h, of, given: checked_size(text_of(given[0] if given else ",").join(text_of(v, ",") for v in of)),
    "concat": lambda h, of, given: checked_size(of + _flattened(given)),
    "concatUnique": lambda h, of, given: of + [v for v in _flattened(given) if _place(of, v) < 0],
    "slice": lambda h, of, given: _slice(of, given),
    "at": lambda h, of, given: of[i] if -len(of) <= (i := _whole(given, 0, 0)) < len(of) else None,
    "first": lambda h, of, given: of[0] if of else None,
    "last": lambda h, of, given: of[-1] if of else None,
    "random": lambda h, of, given: _picked(h, of),
    "randomMany": _several,
    "pluck": _pluck,
    "pluckMany": _pluck_many,
    "shuffle": _shuffle,
    "toShuffled": _shuffled,
    "sort": _sorted,
    "reverse": _reversed,
    "toReversed": lambda h, of, given: of[::-1],
    "toSorted": lambda h, of, given: _sorted(h, list(of), given),
    "flat": _flat,
    "flatten": _flat,
    "toUnique": lambda h, of, given: [v for i, v in enumerate(of) if _place(of[:i], v) < 0],
    "fill": lambda h, of, given: of.__setitem__(slice(None), (given or [None])[:1] * len(of)) or of,
    "toString": lambda h, of, given: text_of(of, ","),
    "keys": lambda h, of, given: list(range(len(of))),
    "values": lambda h, of, given: list(of),
    "entries": lambda h, of, given: [[i, v] for i, v in enumerate(of)],
}


def _flattened(given: list[Any]) -> list[Any]:
    return [inner for value in given for inner in (value if isinstance(value, list) else [value])]


def _mapped(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    return [host.apply(_first(given), [value, i]) for i, value in enumerate(list(of))]


def _first(given: list[Any]) -> Any:
    return given[0] if given else None


def _kept(host: Evaluator, of: list[Any], given: list[Any]) -> list[Any]:
    return [value for i, value in enumerate(list(of)) if truth(host.apply(_first(given), [value, i]))]


def _found(host: Evaluator, of: list[Any], given: list[Any]) -> Any:
    return next((v for i, v in enumerate(list(of)) if truth(host.apply(_first(given), [v, i]))), None)


def _found_at(host: Evaluator, of: list[Any], given: list[Any]) -> int:
    return next((i for i, v in enumerate(list(of)) if truth(host.apply(_first(given), [v, i]))), -1)


def _reduced(host: Evaluator, of: list[Any], given: list[Any]) -> Any:
    values = list(of)
    if len(given) < 2 and not values:
        return None
    result = given[1] if len(given) > 1 else values.pop(0)
    for i, value in enumerate(values):
        result = host.apply(given[0], [result, value, i])
    return result


_WITH_FUNCTION: dict[str, Callable[[Evaluator, list[Any], list[Any]], Any]] = {
    "map": _mapped,
    "forEach": lambda h, of, given: _mapped(h, of, given) and None,
    "filter": _kept,
    "find": _found,
    "findIndex": _found_at,
    "some": lambda h, of, given: _found_at(h, of, given) >= 0,
    "every": lambda h, of, given: len(_kept(h, of, given)) == len(of),
    "reduce": _reduced,
    "flatMap": lambda h, of, given: _flattened(_mapped(h, of, given)),
    "deleteWith": lambda h, of, given: _delete(h, of, _kept(h, of, given)),
    "countWith": lambda h, of, given: len(_kept(h, of, given)),
}


def text_method(host: Evaluator, of: str, name: str, given: list[Any]) -> Any:
    """The result of a method of a text; raises `NotUnderstood` for one that is not known."""
    worked = _TEXTS.get(name)
    if worked is None:
        raise NotUnderstood(f".{name}() of a text is not known")
    host.spend(len(of) // 64 + 1)
    return checked_size(worked(of, given))


def _pad(of: str, given: list[Any], left: bool) -> str:
    fill = text_of(given[1]) if len(given) > 1 else " "
    missing = min(_whole(given, 0, 0), 10_000) - len(of)
    padding = (fill * max(0, missing))[: max(0, missing)] if fill else ""
    return padding + of if left else of + padding


def _substring(of: str, given: list[Any]) -> str:
    ends = sorted((max(0, _whole(given, 0, 0)), max(0, _whole(given, 1, len(of)))))
    return of[ends[0] : ends[1]]


def _substr(of: str, given: list[Any]) -> str:
    start, _, _ = slice(_whole(given, 0, 0), None).indices(len(of))
    return of[start : start + max(0, _whole(given, 1, len(of)))]


def _arg(given: list[Any], index: int = 0) -> str:
    return text_of(given[index], ",") if len(given) > index else "undefined"


_TEXTS: dict[str, Callable[[str, list[Any]], Any]] = {
    "toUpperCase": lambda of, given: of.upper(),
    "toLocaleUpperCase": lambda of, given: of.upper(),
    "toLowerCase": lambda of, given: of.lower(),
    "toLocaleLowerCase": lambda of, given: of.lower(),
    "toUpperFirst": lambda of, given: of[:1].upper() + of[1:],
    "trim": lambda of, given: of.strip(),
    "trimStart": lambda of, given: of.lstrip(),
    "trimEnd": lambda of, given: of.rstrip(),
    "includes": lambda of, given: _arg(given) in of,
    "contains": lambda of, given: _arg(given) in of,
    "startsWith": lambda of, given: of.startswith(_arg(given)),
    "endsWith": lambda of, given: of.endswith(_arg(given)),
    "indexOf": lambda of, given: of.find(_arg(given)),
    "lastIndexOf": lambda of, given: of.rfind(_arg(given)),
    "split": lambda of, given: of.split(_arg(given)) if given and _arg(given) else list(of),
    "slice": _slice,
    "substring": _substring,
    "substr": _substr,
    "charAt": lambda of, given: of[i] if 0 <= (i := _whole(given, 0, 0)) < len(of) else "",
    "charCodeAt": lambda of, given: ord(of[i]) if 0 <= (i := _whole(given, 0, 0)) < len(of) else float("nan"),
    "at": lambda of, given: of[i] if -len(of) <= (i := _whole(given, 0, 0)) < len(of) else None,
    "concat": lambda of, given: of + "".join(text_of(value, ",") for value in given),
    "replace": lambda of, given: of.replace(_arg(given), _arg(given, 1), 1),
    "replaceAll": lambda of, given: of.replace(_arg(given), _arg(given, 1)) if len(of) < 10_000 else of,
    "repeat": lambda of, given: of * min(max(0, _whole(given, 0, 0)), 200_001 // max(1, len(of)) + 1),
    "padStart": lambda of, given: _pad(of, given, left=True),
    "padEnd": lambda of, given: _pad(of, given, left=False),
    "count": lambda of, given: of.count(_arg(given)) if _arg(given) else 0,
    "first": lambda of, given: of[:1],
    "last": lambda of, given: of[-1:],
    "toString": lambda of, given: of,
    "toLocaleString": lambda of, given: of,
}


def number_method(of: Any, name: str, given: list[Any]) -> Any:
    """The result of a method of a number; raises `NotUnderstood` for one that is not known."""
    if name in ("toFixed", "toExponential", "toPrecision", "toString"):
        work, fewest, most, default = _NUMBER_TEXTS[name]
        if not given or given[0] is None:
            return work(of, default)
        if fewest <= (count := _whole(given, 0, 0)) <= most:
            return work(of, count)
        raise NotUnderstood(f".{name}() takes a number from {fewest} to {most}")
    if name == "toLocaleString":
        return _local(of, given)
    if name == "clamp" and len(given) > 1:
        return min(max(of, as_number(given[0])), as_number(given[1]))
    raise NotUnderstood(f".{name}() of a number is not known")


_NUMBER_TEXTS: dict[str, tuple[Callable[[Any, Any], str], int, int, int | None]] = {
    "toFixed": (fixed_text, 0, 100, 0),
    "toExponential": (exponential_text, 0, 100, None),
    "toPrecision": (precise_text, 1, 100, None),
    "toString": (based_text, 2, 36, 10),
}
"""For each method its function, the least and the greatest argument, and what none means."""


def _local(of: Any, given: list[Any]) -> str:
    """The text of a number in English; raises `NotUnderstood` for another language, currencies and the like."""
    language, options = text_of(given[0] if given else None), given[1] if len(given) > 1 else {}
    places = {"minimumFractionDigits": 0, "maximumFractionDigits": 3}
    if not (language or "en").startswith("en") or not isinstance(options, dict) or options.keys() - places.keys():
        raise NotUnderstood(".toLocaleString() is known for English and places alone")
    places["maximumFractionDigits"] = max(3, _whole([options.get("minimumFractionDigits")], 0, 0))
    fewest, most = (_whole([options.get(name)], 0, default) for name, default in places.items())
    return local_text(of, min(max(0, fewest), 100), min(max(0, most), 100))


def record_method(host: Evaluator, of: dict[str, Any], name: str, given: list[Any]) -> Any:
    """The result of a method of a record or a map; raises `NotUnderstood` for one that is not known."""
    if isinstance(of.get(name), Function):
        return host.apply(of[name], given)
    worked = _RECORDS.get(name)
    if worked is None:
        raise NotUnderstood(f".{name}() is JavaScript, which is not run")
    return worked(of, given)


_RECORDS: dict[str, Callable[[dict[str, Any], list[Any]], Any]] = {
    "hasOwnProperty": lambda of, given: _arg(given) in of,
    "has": lambda of, given: _arg(given) in of,
    "get": lambda of, given: of.get(_arg(given)),
    "set": lambda of, given: (of.update({_arg(given): given[1] if len(given) > 1 else None}), of)[1],
    "delete": lambda of, given: of.pop(_arg(given), of) is not of,
    "keys": lambda of, given: list(of),
    "values": lambda of, given: list(of.values()),
    "toString": lambda of, given: "[object Object]",
}
