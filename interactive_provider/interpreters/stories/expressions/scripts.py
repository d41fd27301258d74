"""Run the statements of JavaScript: scopes, functions, classes and objects with prototypes.

A script reaches nothing but the values of its story: names are looked up in its own scopes, members in its own objects,
and each step is counted. Between turns all of it is one `World`, which never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from ..errors import NotUnderstood, TooMuch
from . import nodes as g
from .evaluator import DEEPEST, Evaluator
from .patterns import pattern_method
from .values import Closure, Listing, Pattern, Scope, Thing, identical, text_of, truth

LARGEST_WORLD = 20_000
"""Scopes, functions, lists and objects that scripts may keep between turns."""
SCOPED = frozenset({"let", "const", "function"})
Signal: TypeAlias = "tuple[str, Any] | None"
"""How a statement ends: None, or ``return``, ``break`` or ``continue`` with a value."""


class Thrown(NotUnderstood):
    """Raised by ``throw``."""

    def __init__(self, value: Any) -> None:
        super().__init__(f"it fails: {text_of(value.get('message') if isinstance(value, dict) else value)[:80]}")
        self.value = value


@dataclass(frozen=True, slots=True)
class Ref:
    """One of the parts of a `World`, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class World:
    """What scripts keep between turns: its parts in the order in which they are reached, so that equals are equal."""

    parts: tuple[tuple[Any, ...], ...]

    def __hash__(self) -> int:
        return hash(len(self.parts))


def frozen_world(root: dict[str, Any]) -> World:
    """Everything that can be reached from ``root``; raises `TooMuch` if that is too large."""
    parts: list[tuple[Any, ...]] = []
    reached: list[Any] = [root]
    numbers = {id(root): 0}

    def part(value: Any) -> Any:
        if isinstance(value, list | dict | Closure | Scope):
            if id(value) not in numbers:
                numbers[id(value)] = len(reached)
                reached.append(value)
            return Ref(numbers[id(value)])
        return value if not hasattr(value, "lasting") else value.lasting()

    for value in reached:  # it grows on the way
        if len(reached) > LARGEST_WORLD:
            raise TooMuch(f"its scripts keep more than {LARGEST_WORLD:,} objects")
        if isinstance(value, list):
            parts.append(("list", part(getattr(value, "own", None)), *map(part, value)))
        elif isinstance(value, dict):
            keys = tuple(value)
            parts.append(("dict", keys, *map(part, value.values()), part(getattr(value, "proto", None))))
        elif isinstance(value, Closure):
            parts.append(("closure", value.node, part(value.scope), part(value.own)))
        else:
            parts.append(("scope", part(value.names), part(value.parent)))
    return World(tuple(parts))


def thawed_world(world: World) -> dict[str, Any]:
    """The root of a world, as a turn may change it."""
    made: list[Any] = []
    for kind, *parts in world.parts:
        if kind == "list":
            made.append([] if parts[0] is None else Listing())
        elif kind == "dict":
            made.append({} if parts[-1] is None else Thing())
        else:
            made.append(Closure(parts[0], None) if kind == "closure" else Scope({}, None))
    for one, (kind, *frozen) in zip(made, world.parts, strict=True):
        parts = [made[part.number] if type(part) is Ref else part for part in frozen]
        if kind == "list":
            one.extend(parts[1:])
            if parts[0] is not None:
                one.own = parts[0]
        elif kind == "dict":
            one.update(zip(parts[0], parts[1:-1], strict=True))
            if parts[-1] is not None:
                one.proto = parts[-1]
        elif kind == "closure":
            one.scope, one.own = parts[1:]
        else:
            one.names, one.parent = parts
    root: dict[str, Any] = made[0]
    return root


def visible(names: Iterable[str]) -> list[str]:
    """The names of an object's members that a story can list."""
    return [name for name in names if name[:1] != "\0" and name[:4] not in ("get ", "set ")]


class Scripts(Evaluator):
    """An evaluator that also runs statements."""

    scope: Scope | None = None
    is_live: bool = False
    """True if a function was made, which cannot last like a value."""

    # Names

    def holder(self, name: str) -> dict[str, Any] | None:
        """The names among which a name is declared, from the innermost scope outwards."""
        scope = self.scope
        while scope is not None:
            if name in scope.names:
                return scope.names
            scope = scope.parent
        return None

    def bare(self, name: str) -> Any:
        """The value of a name; raises `NotUnderstood` for one that is not declared."""
        names = self.holder(name)
        return super().bare(name) if names is None else names[name]

    def bind(self, target: Any, value: Any, word: str = "") -> None:
        """Declare what a pattern names by ``word``, or set it, if there is none."""
        if isinstance(target, g.Variable) and not target.kind:
            if word and self.scope is not None:
                names = (self.holder(target.name) if word == "var" else None) or self.scope.names
                names[target.name] = value
            else:
                self.assign(target, value)
        elif isinstance(target, g.Assign):
            self.bind(target.target, self.evaluate(target.value) if value is None else value, word)
        elif isinstance(target, g.Items):
            values = self.iterated(value)
            for at, inner in enumerate(target.items):
                if isinstance(inner, g.Spread):
                    self.bind(inner.items, values[at:], word)
                else:
                    self.bind(inner, values[at] if at < len(values) else None, word)
        elif isinstance(target, g.Pairs):
            left = dict(value) if isinstance(value, dict) else {}
            for key, inner in target.pairs:
                if isinstance(key, g.Spread):
                    self.bind(inner, left, word)
                else:
                    name = text_of(self.evaluate(key), ",")
                    left.pop(name, None)
                    self.bind(inner, self.member(value, name), word)
        else:
            self.assign(target, value)

    def assign(self, target: Any, value: Any) -> Any:
        """Set what a tree names; a name that is not declared is one of all scripts."""
        if isinstance(target, g.Items | g.Pairs):
            self.bind(target, value)
        elif isinstance(target, g.Variable) and not target.kind:
            names = self.holder(target.name)
            if names is None:
                self.set_global(target.name, value)
            else:
                names[target.name] = value
        else:
            return super().assign(target, value)
        return value

    def set_global(self, name: str, value: Any) -> None:
        """Set a name that is not declared."""
        raise NotUnderstood(f"{name} is not declared")

    def iterated(self, value: Any) -> list[Any]:
        """The values that ``for … of`` goes through."""
        if isinstance(value, dict):  # a map
            return [[key, inner] for key, inner in value.items()]
        if not isinstance(value, list | tuple | str):
            raise NotUnderstood(f"{text_of(value)[:20]!r} cannot be gone through")
        self.spend(len(value) // 8)
        return list(value)

    # Functions and objects

    def _items(self, node: g.Items) -> Any:
        return Listing(self.arguments(node.items))

    def _is_instance(self, left: Any, right: Any) -> bool:
        """True if an object is of a class, by its prototypes."""
        value, kind = self.evaluate(left), self.evaluate(right)
        if not isinstance(kind, Closure):
            return isinstance(value, {"Array": list, "Object": dict}.get(getattr(kind, "name", ""), ()))
        sought, at = self.member(kind, "prototype"), getattr(value, "proto", None)
        while at is not None and at is not sought:
            at = getattr(at, "proto", None)
        return at is not None

    def _lambda(self, node: g.Lambda) -> Closure:
        closure, self.is_live = Closure(node, self.scope), True
        if node.name and not node.is_arrow:
            closure.scope = Scope({node.name: closure}, self.scope)
        return closure

    def apply(self, function: Any, arguments: Sequence[Any], this: Any = None) -> Any:
        """The result of a function."""
        if not isinstance(function, Closure):
            return super().apply(function, arguments)
        node, scope = function.node, Scope({}, function.scope)
        if node is None or self.depth >= DEEPEST:
            raise NotUnderstood("a class is called without new") if node is None else TooMuch(
                f"functions call one another more than {DEEPEST} deep")  # fmt: skip
        if not node.is_arrow:
            scope.names.update(this=this, arguments=list(arguments))
        scope.names.update(dict.fromkeys(node.variables))
        before, self.scope = self.scope, scope
        self.depth += 1
        try:
            for at, parameter in enumerate(node.parameters):
                if isinstance(parameter, g.Spread):
                    self.bind(parameter.items, list(arguments[at:]), "let")
                else:
                    self.bind(parameter, arguments[at] if at < len(arguments) else None, "let")
            if not isinstance(node.body, g.Statement):
                return self.evaluate(node.body)
            signal = self.execute(node.body)
            return signal[1] if signal else None
        finally:
            self.scope = before
            self.depth -= 1

    def _call(self, node: g.Call) -> Any:
        called = node.function
        if node.new:
            return self.construct(called, self.arguments(node.arguments))
        if isinstance(called, g.Member) and called.of == _SUPER:
            method = self.member(self.member(self.bare("super"), "prototype"), self.evaluate(called.key))
            return self.apply(method, self.arguments(node.arguments), self.bare("this"))
        if called == _SUPER:
            self.initialize(self.bare("super"), self.bare("this"), self.arguments(node.arguments))
            return None
        return super()._call(node)

    def function(self, name: str, arguments: list[Any]) -> Any:
        """The result of a function by its name."""
        names = self.holder(name)
        return super().function(name, arguments) if names is None else self.apply(names[name], arguments)

    def method(self, of: Any, name: str, arguments: list[Any]) -> Any:
        """The result of a method: of an object's own, of a function, of a value."""
        if isinstance(of, Pattern) or (isinstance(of, str) and arguments and isinstance(arguments[0], Pattern)):
            return pattern_method(self, of, name, arguments)
        if isinstance(of, Closure) and name in ("call", "apply", "bind") and name not in of.own:
            this, *rest = arguments or [None]
            if name == "bind":
                names = Scope({"\0function": of, "\0this": this, "\0rest": rest}, None)
                return Closure(_BOUND, names)
            return self.apply(of, rest if name == "call" else self.iterated(rest[0]) if rest else [], this)
        if isinstance(of, Closure) and name == "hasOwnProperty":
            return text_of(arguments[0] if arguments else None) in of.own
        if isinstance(of, dict | Closure):
            method = self.member(of, name)
            if method is not None:
                return self.apply(method, arguments, of)
        return super().method(of, name, arguments)

    def member(self, of: Any, key: Any) -> Any:
        """``of[key]``, its own or that of a prototype or a parent."""
        if isinstance(of, Listing) and of.own and isinstance(key, str) and key in of.own:
            return of.own[key]
        if not isinstance(of, dict | Closure):
            return super().member(of, key)
        name = text_of(key, ",")
        at: Any = of
        for _ in range(DEEPEST):
            members = at.own if isinstance(at, Closure) else at
            if name in members:
                return members[name]
            if f"get {name}" in members:
                return self.apply(members[f"get {name}"], [], of)
            at = members.get("\0parent") if isinstance(at, Closure) else getattr(at, "proto", None)
            if at is None:
                break
        if isinstance(of, Closure):
            if name == "prototype":
                of.own["prototype"] = Thing(None)
                of.own["prototype"]["constructor"] = of
            return of.own.get(name, of.node.name if name == "name" and of.node else None)
        return super().member(of, key)

    def set_member(self, of: Any, key: Any, value: Any) -> None:
        """``of[key] = value``."""
        if isinstance(of, Closure):
            of.own[text_of(key, ",")] = value
            return
        if isinstance(of, Listing) and isinstance(key, str) and not key.isdigit() and key != "length":
            of.own = {**(of.own or {}), key: value}
            return
        if isinstance(of, list) and isinstance(key, str) and key.isdigit():
            key = int(key)
        at = getattr(of, "proto", None)
        while isinstance(at, dict) and (setter := f"set {text_of(key)}") not in at:
            at = getattr(at, "proto", None)
        if isinstance(at, dict):
            self.apply(at[setter], [value], of)
        else:
            super().set_member(of, key, value)

    def construct(self, called: Any, arguments: list[Any]) -> Any:
        """``new``: an object of a class of the story, or of JavaScript's own."""
        kind = self.evaluate(called)
        if not isinstance(kind, Closure):
            return self.apply(kind, arguments)
        made = Thing(self.member(kind, "prototype"))
        returned = self.initialize(kind, made, arguments)
        return returned if isinstance(returned, dict | list) else made

    def initialize(self, kind: Any, this: Any, arguments: list[Any]) -> Any:
        """Run the constructor of a class for an object."""
        if not isinstance(kind, Closure):
            return None
        before, self.scope = self.scope, Scope({"this": this}, kind.scope)
        try:
            for name, value in kind.own.get("\0fields", ()):
                this[name] = self.evaluate(value)
        finally:
            self.scope = before
        if kind.node is None:
            return self.initialize(kind.own.get("\0parent"), this, arguments)
        return self.apply(kind, arguments, this)

    def class_(self, name: str, parent: Any, members: Sequence[tuple[bool, Any, Any]]) -> Closure:
        """Make a class."""
        over = self.evaluate(parent) if parent is not None else None
        before, self.scope = self.scope, Scope({"super": over}, self.scope)
        made = Closure(None, self.scope)
        self.scope.names[name or "\0class"] = made
        try:
            prototype = made.own["prototype"] = Thing(self.member(over, "prototype") if over is not None else None)
            prototype["constructor"] = made
            fields = []
            for is_static, key, value in members:
                at = text_of(self.evaluate(key), ",")
                if isinstance(value, g.Statement):
                    if is_static:
                        made.own[at] = self.evaluate(value.parts[0])
                    else:
                        fields.append((at, value.parts[0]))
                elif at == "constructor" and not is_static:
                    made.node = value
                else:
                    (made.own if is_static else prototype)[at] = self.evaluate(value)
            made.own |= {"\0parent": over, "\0fields": tuple(fields)}
        finally:
            self.scope = before
        return made

    # Statements

    def run(self, statements: Sequence[Any]) -> Signal:
        """Run statements one after the other; functions stand before them."""
        for node in statements:
            if isinstance(node, g.Statement) and node.word == "function" and isinstance(node.parts[1], g.Lambda):
                self.bind(node.parts[0], self.evaluate(node.parts[1]), "let")
        for node in statements:
            if signal := self.execute(node):
                return signal
        return None

    def execute(self, node: Any) -> Signal:
        """Run one statement."""
        if isinstance(node, g.Statement) and (work := self._STATEMENTS.get(node.word)):
            self.spend()
            signal: Signal = work(self, *node.parts)
            return signal
        self.evaluate(node)
        return None

    def scoped(self, statements: Sequence[Any], names: dict[str, Any] | None = None) -> Signal:
        """Run statements with names of their own."""
        if names is None and not any(type(s) is g.Statement and s.word in SCOPED for s in statements):
            return self.run(statements)
        before, self.scope = self.scope, Scope(names or {}, self.scope)
        try:
            return self.run(statements)
        finally:
            self.scope = before

    def test(self, node: Any) -> bool:
        """True if a condition holds."""
        return truth(self.evaluate(node))

    def _statement(self, node: g.Statement) -> Any:
        """The value of what can stand in an expression: several expressions, a class."""
        if node.word == "sequence":
            return [self.evaluate(part) for part in node.parts][-1]
        if node.word == "class":
            return self.class_(*node.parts)
        if node.word == "instanceof":
            return self._is_instance(*node.parts)
        if node.word == "bound":
            *_, function, this, rest = (self.bare(f"\0{name}") for name in ("function", "this", "rest"))
            return self.apply(function, [*rest, *self.bare("arguments")], this)
        signal = self.execute(node)
        return signal[1] if signal else None

    def _declare(self, word: str, target: Any, value: Any) -> None:
        is_bare = word == "var" and isinstance(value, g.Literal) and value.value is None
        if not (is_bare and isinstance(target, g.Variable) and self.holder(target.name) is not None):
            self.bind(target, self.evaluate(value), word)

    def _define(self, target: Any, value: Any) -> None:
        if isinstance(value, g.Statement):
            self.bind(target, self.evaluate(value), "let")

    def _if(self, test: Any, yes: Any, no: Any) -> Signal:
        chosen = yes if self.test(test) else no
        return None if chosen is None else self.execute(chosen)

    def _for(self, first: Any, test: Any, step: Any, body: Any) -> Signal:
        before, self.scope = self.scope, Scope({}, self.scope)
        try:
            if first is not None:
                self.execute(first)
            while test is None or self.test(test):
                self.spend()
                self.scope = Scope(dict(self.scope.names), self.scope.parent)  # each round has names of its own
                signal = self.execute(body)
                if signal and signal[0] != "continue":
                    return None if signal[0] == "break" else signal
                if step is not None:
                    self.evaluate(step)
        finally:
            self.scope = before
        return None

    def _do_while(self, body: Any, test: Any) -> Signal:
        while True:
            signal = self.execute(body)
            if signal and signal[0] != "continue":
                return None if signal[0] == "break" else signal
            if not self.test(test):
                return None

    def _each(self, how: str, word: str, target: Any, items: Any, body: Any) -> Signal:
        source = self.evaluate(items)
        if how == "in":
            own = source.own if isinstance(source, Closure) else source
            values: Iterable[Any] = visible(own) if isinstance(own, dict) else map(str, range(len(own or ())))
        else:
            values = self.iterated(source)
        before = self.scope
        try:
            for value in list(values):
                self.spend()
                self.scope = Scope({}, before)
                self.bind(target, value, word)
                signal = self.execute(body)
                if signal and signal[0] != "continue":
                    return None if signal[0] == "break" else signal
        finally:
            self.scope = before
        return None

    def _switch(self, value: Any, cases: Sequence[tuple[Any, Sequence[Any]]]) -> Signal:
        chosen = self.evaluate(value)
        start = next((at for at, (case, _) in enumerate(cases) if case is not None
                      and identical(chosen, self.evaluate(case))), None)  # fmt: skip
        if start is None:
            start = next((at for at, (case, _) in enumerate(cases) if case is None), len(cases))
        signal = self.scoped([node for _, body in cases[start:] for node in body], {})
        return None if signal and signal[0] == "break" else signal

    def _try(self, body: Any, name: Any, handler: Any, last: Any) -> Signal:
        signal: Signal = None
        before = self.scope
        try:
            signal = self.execute(body)
        except NotUnderstood as fault:
            self.scope = Scope({}, before)
            if name is not None:
                self.bind(name, fault.value if isinstance(fault, Thrown) else {"message": str(fault)}, "let")
            signal = self.execute(handler) if handler is not None else None
        finally:
            self.scope = before
            if last is not None:
                signal = self.execute(last) or signal
        return signal

    def _throw(self, value: Any) -> Signal:
        raise Thrown(self.evaluate(value))

    def _unreadable(self, fault: str) -> Signal:
        raise NotUnderstood(fault)

    _STATEMENTS: ClassVar[dict[str, Callable[..., Any]]] = {
        "var": _declare, "let": _declare, "const": _declare, "function": _define, "if": _if, "for": _for,
        "do": _do_while, "each": _each, "switch": _switch, "try": _try, "throw": _throw, "unreadable": _unreadable,
        "block": lambda self, *statements: self.scoped(statements),
        "several": lambda self, *declared: self.run(declared),
        "return": lambda self, value=None: ("return", None if value is None else self.evaluate(value)),
        "break": lambda self: ("break", None), "continue": lambda self: ("continue", None),
    }  # fmt: skip
    _WORKERS: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {
        **Evaluator._WORKERS, g.Lambda: _lambda, g.Statement: _statement, g.Call: _call, g.Items: _items,
    }  # fmt: skip


_SUPER = g.Variable("", "super")
_BOUND = g.Lambda("", (), g.Statement("return", (g.Statement("bound", ()),)), False, ())
