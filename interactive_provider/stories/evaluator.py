"""Work out the trees of the grammar: what all formats have in common.

A turn works on variables of its own; `Evaluator.spend` counts its steps, so a story that never comes to rest is cut
off after the same number of them on every machine.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from . import grammar as g
from .errors import NotUnderstood, TooMuch
from .numbers import based_text, exponential_text, fixed_text, local_text, precise_text
from .values import (
    UNKNOWN,
    Function,
    add,
    arithmetic,
    as_number,
    checked_size,
    identical,
    is_nothing,
    joined_text,
    kind_of,
    loosely,
    named_member,
    ordered,
    text_of,
    thaw,
    tidy,
    truth,
)

STEPS = 100_000
"""Steps of one turn: nodes worked out and pieces of text shown."""

DEEPEST = 40
"""Passages, widgets and functions within one another."""


class Evaluator:
    """Variables while a turn runs, and the values of expressions over them."""

    dialect: ClassVar[g.Dialect]

    def __init__(self, variables: Mapping[str, Any], luck: Random, unset: Any = None) -> None:
        self.variables = dict(variables)
        self.temporary: dict[str, Any] = {}
        self.luck = luck
        self.left = STEPS
        self.depth = 0
        self.unknown_names: frozenset[str] = frozenset()
        """Variables that only JavaScript sets."""
        self.it: Any = None

    # What a turn may spend

    def spend(self, steps: int = 1) -> None:
        """Count some work; raises `TooMuch` when the turn has had its share."""
        self.left -= steps
        if self.left < 0:
            raise TooMuch(f"it takes more than {STEPS:,} steps")

    # Variables

    def read(self, kind: str, name: str) -> Any:
        """The value of a variable, None where it has none."""
        if kind == "_":
            return self.temporary.get(name)
        value = self.variables.get(name, self)
        if value is self:
            return UNKNOWN if name in self.unknown_names else None
        if isinstance(value, tuple | dict) and not isinstance(value, list):
            warm = thaw(value)
            if warm is not value:
                self.variables[name] = warm
            return warm
        return value

    def write(self, kind: str, name: str, value: Any) -> None:
        """Set a variable."""
        (self.temporary if kind == "_" else self.variables)[name] = checked_size(value)

    def bare(self, name: str) -> Any:
        """The value of a bare word; raises `NotUnderstood` for one that means nothing."""
        if name in self.temporary:
            return self.temporary[name]
        raise NotUnderstood(f"{name} is unknown here")

    # Expressions

    def value(self, source: str) -> Any:
        """The value of an expression as it is written; raises `NotUnderstood`."""
        return self.evaluate(g.parse(source, self.dialect))

    def evaluate(self, node: Any) -> Any:
        """The value of a tree; raises `NotUnderstood` and `TooMuch`."""
        self.left -= 1
        if self.left < 0:
            self.spend()
        return self._WORKERS[type(node)](self, node)

    def _literal(self, node: g.Literal) -> Any:
        return node.value

    def _variable(self, node: g.Variable) -> Any:
        return self.read(node.kind, node.name) if node.kind else self.bare(node.name)

    def _member(self, node: g.Member) -> Any:
        of = self.evaluate(node.of)
        key = node.key.value if isinstance(node.key, g.Literal) else self.evaluate(node.key)
        return UNKNOWN if of is UNKNOWN or key is UNKNOWN else self.member(of, key)

    def member(self, of: Any, key: Any) -> Any:
        """``of[key]``."""
        return named_member(of, key)

    def _call(self, node: g.Call) -> Any:
        arguments = self.arguments(node.arguments)
        if isinstance(node.function, g.Member) and not node.new:
            of = self.evaluate(node.function.of)
            key = node.function.key
            name = key.value if isinstance(key, g.Literal) else self.evaluate(key)
            if of is UNKNOWN or name is UNKNOWN:
                return UNKNOWN
            return self.method(of, text_of(name), arguments)
        if isinstance(node.function, g.Variable) and not node.function.kind:
            return self.function(node.function.name, arguments)
        called = self.evaluate(node.function)
        return UNKNOWN if called is UNKNOWN else self.apply(called, arguments)

    def arguments(self, nodes: Sequence[Any]) -> list[Any]:
        """The values of some expressions, with spread lists taken apart."""
        values: list[Any] = []
        for node in nodes:
            if isinstance(node, g.Spread):
                spread = self.evaluate(node.items)
                if spread is not None and not isinstance(spread, list | tuple | str | dict):
                    raise NotUnderstood(f"{_called(spread)} has nothing to spread")
                values += list(spread or ())
            else:
                values.append(self.evaluate(node))
        return values

    def function(self, name: str, arguments: list[Any]) -> Any:
        """The result of a function of the format; raises `NotUnderstood` for one that is not known."""
        if isinstance(found := self.temporary.get(name), Function):
            return self.apply(found, arguments)
        raise NotUnderstood(f"{name}() is JavaScript, which is not run")

    def method(self, of: Any, name: str, arguments: list[Any]) -> Any:
        """The result of a method; raises `NotUnderstood` for one that is not known."""
        raise NotUnderstood(f".{name}() is not known")

    def apply(self, function: Any, arguments: Sequence[Any]) -> Any:
        """The result of an arrow function; its own names last no longer than it does."""
        if not isinstance(function, Function):
            raise NotUnderstood(f"{text_of(function)!r} is no function")
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooMuch(f"functions call one another more than {DEEPEST} deep")
        before = self.temporary
        self.temporary = {**before, **dict(function.seen)}
        for name, value in zip(function.parameters, arguments, strict=False):
            self.temporary[name.lstrip("_$") or name] = value
        try:
            return self.evaluate(function.body)
        finally:
            self.temporary = before
            self.depth -= 1

    def _unary(self, node: g.Unary) -> Any:
        if node.sign in ("typeof", "def", "ndef"):
            return self._known(node)
        if node.sign == "delete":
            return self.delete(node.operand)
        value = self.evaluate(node.operand)
        if value is UNKNOWN:
            return UNKNOWN
        if node.sign == "void":
            return None
        if node.sign in ("!", "not"):
            return not truth(value)
        number = as_number(value)
        return tidy(-number) if node.sign == "-" else arithmetic("^", number, -1) if node.sign == "~" else number

    def delete(self, target: Any) -> bool:
        """Take a variable or a member away; raises `NotUnderstood` where a tree names neither."""
        if isinstance(target, g.Variable) and target.kind:
            (self.temporary if target.kind == "_" else self.variables).pop(target.name, None)
        elif isinstance(target, g.Member):
            of, key = self.evaluate(target.of), self.evaluate(target.key)
            if isinstance(of, dict):
                of.pop(text_of(key, ","), None)
            elif isinstance(of, list) and isinstance(key, int) and 0 <= key < len(of):
                of[key] = None
            elif is_nothing(of):
                raise NotUnderstood(f"there is no {text_of(key)!r} of nothing")
        else:
            raise NotUnderstood("only a variable or a member can be deleted")
        return True

    def _known(self, node: g.Unary) -> Any:
        try:
            value = self.evaluate(node.operand)
        except NotUnderstood:
            value = None
        if value is UNKNOWN:
            return UNKNOWN
        if node.sign == "typeof":
            return kind_of(value)
        return (value is None) == (node.sign == "ndef")

    def _binary(self, node: g.Binary) -> Any:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        return UNKNOWN if left is UNKNOWN or right is UNKNOWN else self.binary(node.sign, left, right)

    def binary(self, sign: str, left: Any, right: Any) -> Any:
        """The result of a sign between two values, in JavaScript's manner."""
        worked = _SIGNS.get(sign)
        if worked is not None:
            return worked(left, right)
        if sign in ("<", ">", "<=", ">="):
            return ordered(sign, left, right)
        if sign == "in":
            return text_of(left) in right if isinstance(right, dict) else False
        if sign == "instanceof":
            raise NotUnderstood("instanceof is JavaScript, which is not run")
        return arithmetic(sign, left, right)

    def _logical(self, node: g.Logical) -> Any:
        left = self.evaluate(node.left)
        if node.sign == "??":
            return self.evaluate(node.right) if is_nothing(left) else left
        stops = node.sign == "||"
        if left is not UNKNOWN and truth(left) == stops:
            return left
        right = self.evaluate(node.right)
        return UNKNOWN if left is UNKNOWN and (right is UNKNOWN or truth(right) != stops) else right

    def _choose(self, node: g.Choose) -> Any:
        test = self.evaluate(node.test)
        return UNKNOWN if test is UNKNOWN else self.evaluate(node.yes if truth(test) else node.no)

    def _assign(self, node: g.Assign) -> Any:
        sign = node.sign
        if sign in ("=", "to", "into"):
            value = self.evaluate(node.value)
        else:
            old = self.evaluate(node.target)
            if sign in ("||=", "&&=", "??="):
                keep = truth(old) == (sign == "||=") if sign != "??=" else not is_nothing(old)
                return old if keep else self.assign(node.target, self.evaluate(node.value))
            new = self.evaluate(node.value)
            value = UNKNOWN if old is UNKNOWN or new is UNKNOWN else self.binary(sign[:-1], old, new)
        return self.assign(node.target, value)

    def assign(self, target: Any, value: Any) -> Any:
        """Set what a tree names; raises `NotUnderstood` where it names nothing that can be set."""
        if isinstance(target, g.Variable) and target.kind:
            self.write(target.kind, target.name, value)
        elif isinstance(target, g.Member):
            of, key = self.evaluate(target.of), self.evaluate(target.key)
            if of is not UNKNOWN:
                self.set_member(of, key, value)
        elif isinstance(target, g.Variable) and target.name in self.temporary:
            self.temporary[target.name] = value
        else:
            raise NotUnderstood("only a variable can be set")
        return value

    def set_member(self, of: Any, key: Any, value: Any) -> None:
        """``of[key] = value``; a list grows as far as it must."""
        if isinstance(of, dict):
            of[text_of(key, ",")] = value
            checked_size(of)
        elif isinstance(of, list) and isinstance(key, int) and 0 <= key < 10_000:
            of.extend([None] * (key + 1 - len(of)))
            of[key] = value
        elif isinstance(of, list) and key == "length" and isinstance(value, int) and 0 <= value < 10_000:
            del of[value:]
        else:
            raise NotUnderstood(f"{text_of(key)!r} of {_called(of)} cannot be set")

    def _update(self, node: g.Update) -> Any:
        old = self.evaluate(node.target)
        if old is UNKNOWN:
            return UNKNOWN
        new = arithmetic("-", as_number(old), 1 if node.sign[0] == "-" else -1)
        self.assign(node.target, new)
        return new if node.before else as_number(old)

    def _items(self, node: g.Items) -> Any:
        return self.arguments(node.items)

    def _pairs(self, node: g.Pairs) -> Any:
        record: dict[str, Any] = {}
        for key, value in node.pairs:
            if isinstance(key, g.Spread):
                more = self.evaluate(value)
                record.update(more if isinstance(more, dict) else {})
            else:
                record[text_of(self.evaluate(key), ",")] = self.evaluate(value)
        return record

    def _spread(self, node: g.Spread) -> Any:
        return self.evaluate(node.items)

    def _template(self, node: g.Template) -> Any:
        values = [self.evaluate(part) for part in node.parts]
        return UNKNOWN if UNKNOWN in values else checked_size("".join(map(joined_text, values)))

    def _arrow(self, node: g.Arrow) -> Any:
        seen = tuple((name, value) for name, value in self.temporary.items() if not isinstance(value, list | dict))
        return Function(node.parameters, node.body, seen)

    def _macro(self, node: g.Macro) -> Any:
        return self.macro(node.name, node.arguments)

    def macro(self, name: str, arguments: Sequence[Any]) -> Any:
        """The value of a macro within an expression; only Harlowe has them."""
        raise NotUnderstood(f"({name}:) is no macro here")

    def _hook(self, node: g.Hook) -> Any:
        return node

    _WORKERS: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {
        g.Literal: _literal,
        g.Variable: _variable,
        g.Member: _member,
        g.Call: _call,
        g.Unary: _unary,
        g.Binary: _binary,
        g.Logical: _logical,
        g.Choose: _choose,
        g.Assign: _assign,
        g.Update: _update,
        g.Items: _items,
        g.Pairs: _pairs,
        g.Spread: _spread,
        g.Template: _template,
        g.Arrow: _arrow,
        g.Macro: _macro,
        g.Hook: _hook,
    }


_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "===": identical,
    "!==": lambda a, b: not identical(a, b),
    "==": loosely,
    "!=": lambda a, b: not loosely(a, b),
}


def _called(value: Any) -> str:
    return "nothing" if value is None else f"{kind_of(value)} {text_of(value)[:20]!r}"


# Methods of lists and texts, in JavaScript's and SugarCube's manner --------------------------


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
