"""What a player can know at a question: what follows from the screens he has seen, whatever luck has drawn.

Two plays may show the same screens though luck has drawn other numbers. A value is *open* at a question if it is the
same in all such plays, else it is *closed*. The analysis follows the values along all edges of the flow graph: RND and
READ close a variable, and so does a closed value that it is given; PRINT and INPUT open it. A test of closed values
leaves open which way control went, unless the next thing that is printed tells: what is assigned between there and the
place where the ways join is closed too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from heapq import heappop, heappush
from itertools import combinations
from operator import and_, or_
from typing import TypeVar

from ..compiling.flow import Edge, JumpUnless, Kind, Take, flow_of
from ..compiling.symbols import expressions
from ..reading import nodes as n
from .luck import Luck, has_luck

_UNFORESEEN = frozenset({"RND", "TIMER", "TIME$", "DATE$", "ERR", "ERL", "FRE", "PEEK"})
"""Functions of which nobody can tell the value."""
_DRAWN = "RND"
"""What stands for it among the names that a function needs."""
_NUMBER = "\0#"
"""What is printed first where a number is."""
_IN_NUMBERS = frozenset("\n -.0123456789")
_TELLING = 3
"""Letters that a text has at least by which a player recognizes where control is."""
_SIDES = 40
"""So many ways from one operation are compared at most."""


class Knowledge:
    """Which values are open at the questions of a program.

    A set of names is an integer with a bit for each. For a name X there are up to three: it is closed; it holds
    something that luck has made and that was not printed itself (``"=X"``); it was not printed yet (``"?X"``).
    """

    def __init__(self, lines: Sequence[n.Line], luck: Luck) -> None:
        self.luck = luck
        self.flow = flow_of(lines, by_statement=True)
        self.edges = self.flow.successors
        self.ops = [op.what for op in self.flow.ops]
        self.places = {id(what): i for i, what in enumerate(self.ops)}
        self.definitions: dict[str, list[n.Def]] = {}
        self.printed: set[str] = set()
        self.elements: set[n.Elem] = set()
        """The elements of arrays that are printed."""
        self.beginnings = list(map(_beginning, self.ops))
        self._bits: dict[object, int] = {}
        self._lost: set[tuple[int, bool]] = set()
        self._function = lru_cache(maxsize=None)(self._needs_of_function)
        self._keys = lru_cache(maxsize=None)(self._keys_of)
        self._has_luck = [any(map(luck.decides, self._given_by(what))) for what in self.ops]
        self._marks = lru_cache(maxsize=None)(self._marks_of)
        self._first_texts = lru_cache(maxsize=None)(self._texts_from)
        for what in self.ops:
            self._note(what)
        self._read_calls()
        self.landmarks = self._landmarks()
        self.hidden_ways: set[int] = set()
        """The operations that control may have come by without a player's knowing."""
        self.states: list[int | None] = [None] * len(self.ops)
        self.states[0] = reduce(or_, map(self._bit, (*("?" + name for name in self.printed), *self.elements)), 0)
        self._follow()

    # Answers -------------------------------------------------------------------------------------

    def is_open(self, e: n.Expr, asked: n.Input) -> bool:
        """True if a player can work out the value of an expression at a question: what luck has made of it, he saw."""
        drawn = [part for part in n.parts(e) if isinstance(part, n.Var | n.Elem) and self.luck.decides(part)]
        seen = all(self.is_told(part, asked) and self.is_followed(part, asked) for part in drawn)
        return seen and not self._is_closed(e, self._state(asked))

    def is_told(self, held: n.Target, asked: n.Input, reckons: bool = True) -> bool:
        """True if a player is told what a variable holds; with ``reckons`` as far as he can work it out."""
        state = self._state(asked)
        shown = held in self.elements if isinstance(held, n.Elem) else held.name in self.printed
        return shown and not self._is_closed(held, state) and (reckons or not self._bit("=" + _named(held)) & state)

    def is_followed(self, held: n.Target, asked: n.Input) -> bool:
        """True if a variable was printed on every way to a question: since then a player could reckon on."""
        return not self._bit("?" + _named(held)) & self._state(asked)

    def is_lost(self, asked: n.Input) -> bool:
        """True if a player cannot know by which way control came to a question."""
        return self.places[id(asked)] in self.hidden_ways

    def rivals(self, asked: n.Input) -> list[n.Input]:
        """The questions that a player cannot tell from one, as control may have come to any of them, that included.

        A program that looks for keys shows by its picture what it is about.
        """
        if not self.is_lost(asked) or asked.keys is not None:
            return [asked]
        others = [one for one in self.flow.inputs if self.is_lost(one) and _looks(one) == _looks(asked)]
        texts = {id(one): self._last_texts(self.places[id(one)]) for one in others}
        alike = _closure((id(asked),), lambda one: [other for other in texts if _may_agree(texts[one], texts[other])])
        return [one for one in others if id(one) in alike]

    def tells_call(self, call: object) -> bool:
        """True if the text before a call is not before any other call of the same subroutine."""
        site = self.places[id(call)]
        entries = {edge.to for edge in self.edges[site] if edge.kind is Kind.CALL}
        others = {other for entry in entries for other in self.flow.sites[entry]} - {site}
        texts = self._last_texts(site)
        return not any(_may_agree(texts, self._last_texts(other)) for other in others)

    def is_predictable(self, asked: n.Input) -> bool:
        """True if a player can know whether an answer leads straight back to the question with nothing changed."""
        at = self.places[id(asked)]
        back = [i for i in self._ways_back(at) if i != at]
        return not any(i in self.hidden_ways or self._is_secret(i) or self._gives_closed(i) for i in back)

    def _state(self, asked: n.Input) -> int:
        return self.states[self.places[id(asked)]] or 0

    def _ways_back(self, at: int) -> set[int]:
        """The operations between a question and itself, by ways that draw no number and ask for nothing else."""
        ahead: set[int] = set()
        before: dict[int, list[int]] = {}
        waiting = [at + 1]
        while waiting:
            i = waiting.pop()
            if i in ahead or self._draws(i):
                continue
            ahead.add(i)
            for edge in self.edges[i]:
                before.setdefault(edge.to, []).append(i)
                if not isinstance(self.ops[edge.to], n.Input):
                    waiting.append(edge.to)
        return _closure((at,), lambda i: before.get(i, ()))

    def _draws(self, i: int) -> bool:
        return any(map(has_luck, self._expressions(i)))

    def _gives_closed(self, i: int) -> bool:
        """Whether an operation gives or takes what a player does not know."""
        match self.ops[i]:
            case n.Let(target, value):
                parts: Sequence[n.Expr] = (target, value)
            case n.Swap() | n.MidSet():
                parts = self._expressions(i)
            case n.Read():
                return True
            case _:
                return False
        return any(self._is_closed(part, self.states[i] or 0) for part in parts)

    # What the listing says -----------------------------------------------------------------------

    def _note(self, what: object) -> None:
        match what:
            case n.Def(name):
                self.definitions.setdefault(name, []).append(what)
            case n.Print(items):
                for e in items:
                    if isinstance(e, n.Elem):
                        self.elements.add(e)
                    if not isinstance(e, str | n.Tab):
                        self.printed |= _names(e)
            case n.Input(targets):
                self.printed |= set(map(_named, targets))

    def _given_by(self, what: object) -> Sequence[n.Expr]:
        """What an operation makes the values of."""
        match what:
            case n.Let(_, e) | n.For(_, e):
                return (e,)
            case n.Swap() | n.MidSet():
                return expressions(what)
        return ()

    def _expressions(self, i: int) -> list[n.Expr]:
        what = self.ops[i]
        return [what.test] if isinstance(what, JumpUnless) else [
            e for stmt in self.flow.ops[i].statements for e in expressions(stmt)]  # fmt: skip

    def _read_calls(self) -> None:
        """Find what comes back from each call: of what a subroutine does not touch, what there was before it."""
        touched = {entry: self._touched(entry) for entry in self.flow.sites}
        self.back: dict[int, int] = {}
        """What RETURN brings, by where it leads to."""
        self.kept: dict[int, int] = {}
        """What a call keeps, by its operation."""
        for i in {site for sites in self.flow.sites.values() for site in sites}:
            masks = [touched[edge.to] for edge in self.edges[i] if edge.kind is Kind.CALL]
            self.back[i + 1] = self.back.get(i + 1, 0) | reduce(or_, masks)
            self.kept[i] = ~reduce(and_, masks)

    def _touched(self, entry: int) -> int:
        """The bits that a subroutine may change, all where it need not come back to its call."""
        entries = _closure((entry,), lambda at: [e.to for i in self.flow.inside(at) for e in self.edges[i]
                                                 if e.kind is Kind.CALL])  # fmt: skip
        ops = {i for at in entries for i in self.flow.inside(at)}
        statements = [s for i in ops for s in self.flow.ops[i].statements]
        if any(isinstance(s, n.Pop | n.Return | n.Clear | n.OnError) and s != n.Return() for s in statements):
            return -1
        return reduce(or_, (self._touch(i) for i in ops), 0)

    def _touch(self, i: int) -> int:
        what = self.ops[i]
        match what:
            case Take(asked):
                held: Iterable[str] = map(_named, asked.targets)
            case n.Let(target) | n.MidSet(target):
                held = (_named(target),)
            case n.Read(targets):
                held = map(_named, targets)
            case n.Swap(left, right):
                held = (_named(left), _named(right))
            case n.For(var):
                held = (var, "TO " + var)
            case n.Next():
                held = self._counted(i)
            case n.Print() | n.Dim():
                held = {name for e in self._expressions(i) for name in _names(e)}
            case n.Erase(names):
                held = [name + "(" for name in names]
            case n.Def(name):
                held = ("FN " + name,)
            case _:
                return 0
        return reduce(or_, (self._bit(sign + name) for name in [*held] for sign in ("", "=", "?")), 0) | reduce(
            or_, (self._keys(name) for name in [*held]), 0)  # fmt: skip

    def _counted(self, i: int) -> list[str]:
        """The variables that a NEXT may count."""
        heads = (self.ops[edge.to - 1] for edge in self.edges[i] if edge.kind is Kind.LOOP)
        return [what.var for what in heads if isinstance(what, n.For)]

    def _bit(self, name: object) -> int:
        return self._bits.setdefault(name, 1 << len(self._bits))

    def _keys_of(self, name: str) -> int:
        """The bits of the printed elements of an array, or of those that a variable chooses."""
        return reduce(or_, (self._bit(e) for e in self.elements if name in _names(e)), 0)

    # Values --------------------------------------------------------------------------------------

    def _is_closed(self, e: n.Expr, state: int) -> bool:
        """Whether nobody can work out an expression."""
        match e:
            case n.Var(name):
                return bool(state & self._bit(name))
            case n.Elem(name) if state & self._bit(name + "(") and (e not in self.elements or state & self._bit(e)):
                return True
            case n.Elem() if e in self.elements and not state & self._bit(e):
                return False  # It is what was printed, wherever it stands.
            case n.Call(name) if name in _UNFORESEEN:
                return True
            case n.FnCall(name) if self._function(name) & state or self._function(name) & self._bit(_DRAWN):
                return True
        return any(self._is_closed(part, state) for part in n.children(e))

    def _needs_of_function(self, name: str) -> int:
        """What must be open for a function to be, its arguments apart; `_DRAWN` is among it where nobody can tell."""
        called = _closure((name,), lambda one: [
            part.name for each in self.definitions.get(one, ()) for part in n.parts(each.body)
            if isinstance(part, n.FnCall)])  # fmt: skip
        needs = reduce(or_, (self._bit("FN " + one) for one in called), 0)
        for each in (each for one in called for each in self.definitions.get(one, ())):
            for part in n.parts(each.body):
                if isinstance(part, n.Var | n.Elem) and part.name not in each.params:
                    needs |= self._bit(_named(part))
                elif isinstance(part, n.Call) and part.name in _UNFORESEEN:
                    needs |= self._bit(_DRAWN)
        return needs

    def _after(self, i: int, state: int) -> int:
        """What is closed behind an operation, of what is closed before it."""
        secret = i in self.hidden_ways
        match self.ops[i]:
            case n.Let(target, value):
                return self._given(state, target, secret or self._is_closed(value, state), self._has_luck[i])
            case n.Read(targets):
                return reduce(lambda so_far, target: self._given(so_far, target, True, True), targets, state)
            case Take(asked):
                for target in asked.targets:
                    if not (asked.keeps and self._is_closed(target, state)):
                        state = self._given(state, target, secret, False)
                        state &= ~(self._bit("=" + _named(target)) | self._bit("?" + _named(target)))
            case n.For(var, first, last, step):
                begins = secret or any(self._is_closed(e, state) for e in (first, step) if e is not None)
                bound = self._bit("TO " + var)
                ends = bound if secret or self._is_closed(last, state) else 0
                return self._given(state, n.Var(var), begins, self._has_luck[i]) & ~bound | ends
            case n.Next():
                for var in self._counted(i):
                    state |= self._keys(var) | (self._bit(var) if secret else 0)
            case n.Swap() | n.MidSet() as stmt:
                parts = self._expressions(i)
                closed = secret or any(self._is_closed(e, state) for e in parts)
                for target in (stmt.left, stmt.right) if isinstance(stmt, n.Swap) else (stmt.target,):
                    state = self._given(state, target, closed, self._has_luck[i])
            case n.Def(name) if secret:
                return state | self._bit("FN " + name)
            case n.Clear() | n.Erase() | n.Dim() if secret:
                return state | reduce(or_, self._bits.values())
            case n.Print() as stmt if not secret:
                return self._shown(i, stmt, state)
        return state

    def _given(self, state: int, target: n.Target, closed: bool, hidden: bool) -> int:
        """After a value is given to a variable; ``hidden`` if luck has a part in it."""
        name = _named(target)
        bit, mark = self._bit(name), self._bit("=" + name)
        if isinstance(target, n.Var):
            state = state & ~(bit | mark) | self._keys(name)
            return state | bit * closed | mark * hidden
        if closed or self._is_chosen(target, state):
            state |= bit
        for other in self.elements:
            if other.name == target.name and (state & bit or self._is_chosen(other, state)):
                state |= self._bit(other)
        if target in self.elements and not closed:
            state &= ~self._bit(target)
        return state | mark * hidden

    def _is_chosen(self, e: n.Elem, state: int) -> bool:
        """Whether nobody can tell which element of its array one is."""
        return any(self._is_closed(part, state) for part in e.index)

    def _shown(self, i: int, stmt: n.Print, state: int) -> int:
        """After a PRINT that a player knows to have been done."""
        for k, item in enumerate(stmt.items):
            if isinstance(item, str | n.Tab):
                continue
            held = self._held(item, state)
            if held is not None and not (n.is_text(item) and self._runs_on(i, stmt.items[k + 1 :])):
                state &= ~self._bit(held.name if isinstance(held, n.Var) else held)
        return state & ~self._marks(i)

    def _marks_of(self, i: int) -> int:
        """The bits of what was not printed, for all names that an operation prints."""
        names = {name for e in self._expressions(i) for name in _names(e)}
        return reduce(or_, (self._bit(sign + name) for name in names for sign in "=?"), 0)

    def _held(self, e: n.Expr, state: int) -> n.Target | None:
        """The variable whose value is plain from what is printed of it."""
        match e:
            case n.Var() | n.Elem():
                return e
            case n.Unary("-", inner) | n.Call("STR$", (inner,)):
                return self._held(inner, state)
            case n.Binary("+" | "-", left, right):
                closed = [part for part in (left, right) if self._is_closed(part, state)]
                return self._held(closed[0], state) if len(closed) == 1 else None
        return None

    def _runs_on(self, i: int, items: Sequence[n.PrintItem]) -> bool:
        """Whether nobody can tell where a text ends that is printed before other things."""
        follows = [item for item in items if item != ";"]
        if follows:
            return not isinstance(follows[0], n.Str)
        return bool(items) and not isinstance(self.ops[i + 1], n.Input)

    # Ways ----------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Follow the values along all edges, until no test of closed values hides more ways."""
        waiting, judged = [0], set[int]()
        while waiting:
            self._spread(waiting)
            secret = [i for i in range(len(self.ops)) if i not in judged and self._is_secret(i)]
            judged.update(secret)
            before = frozenset(self.hidden_ways)
            for i in secret:
                if not self._is_revealed(i):
                    self._hide(i)
            waiting = sorted(i for i in self.hidden_ways - before if self.states[i] is not None)

    def _spread(self, waiting: list[int]) -> None:
        """Follow them from some operations on; ``waiting`` is in order."""
        while waiting:
            i = heappop(waiting)
            after = self._after(i, self.states[i] or 0)
            ways = [(to, after & self.back[to] if kind is Kind.RETURN else after) for kind, to in self.edges[i]]
            if i in self.kept:
                ways.append((i + 1, after & self.kept[i]))
            for to, state in ways:
                before = self.states[to]
                if before is None or before | state != before:
                    self.states[to] = (before or 0) | state
                    if to not in waiting:
                        heappush(waiting, to)

    def _is_secret(self, i: int) -> bool:
        """Whether control goes on by values that a player does not know."""
        state, ways = self.states[i], self.edges[i]
        if state is None or len(ways) < 2:
            return False
        if isinstance(self.ops[i], n.Next):
            return any(state & (self._bit(var) | self._bit("TO " + var)) for var in self._counted(i))
        decides = isinstance(self.ops[i], JumpUnless | n.While | n.On | n.For) or any(e.kind is Kind.TRAP for e in ways)
        return decides and any(self._is_closed(e, state) for e in self._expressions(i))

    def _is_revealed(self, i: int) -> bool:
        """Whether what is printed next tells which way control went."""
        sides = {edge.to for edge in self.edges[i]}
        if len(sides) > _SIDES:
            return False
        texts = list(map(self._first_texts, sides))
        return all(_differ(a, b) for one, other in combinations(texts, 2) for a in one for b in other)

    def _texts_from(self, start: int) -> frozenset[str]:
        """How each thing begins that may be printed first from an operation on."""
        found = set()

        def ways(i: int) -> Iterable[int]:
            text = self.beginnings[i]
            if text is None:
                return (edge.to for edge in self.edges[i])
            found.add(text)
            return ()

        _closure((start,), ways)
        return frozenset(found)

    def _last_texts(self, start: int) -> set[str]:
        """How each thing ends that may be printed last before a question; empty for what nobody knows."""
        found = set()

        def ways(i: int) -> Iterable[int]:
            ending = _ending(self.ops[i])
            if ending is not None:
                found.add(ending)
                return ()
            if i == 0:
                found.add("")
            return self._before[i]

        _closure(self._before[start], ways)
        return found

    @cached_property
    def _before(self) -> list[list[int]]:
        """The operations from which control comes to each."""
        found: list[list[int]] = [[] for _ in self.ops]
        for i, edges in enumerate(self.edges):
            for edge in edges:
                found[edge.to].append(i)
        return found

    def _hide(self, i: int) -> None:
        """Note the operations that may be done on one way from a test alone.

        Where something is printed among them, nobody can tell any more what belongs to what, until a text tells.
        """
        joins = reduce(and_, (self._must_pass[edge.to] for edge in self._across(i)))
        if joins:
            found = _closure(self._ways_apart((i, False), joins), lambda place: self._ways_apart(place, joins))
            if all(self.beginnings[at] is None for at, _ in found):
                self.hidden_ways.update(at for at, _ in found)
                return
        starts = [place for place in self._ways_apart((i, False), 0) if place not in self._lost]
        found = _closure(starts, lambda place: self._ways_apart(place, 0), self._lost)
        self.hidden_ways.update(at for at, _ in found)

    def _ways_apart(self, place: tuple[int, bool], joins: int) -> Iterator[tuple[int, bool]]:
        """Where control goes on, but for where the ways join and for texts by which a player recognizes where he is.

        A place is an operation, and whether a call has led there. A text there does not tell whence it was called.
        """
        at, called = place
        over = joins or called
        for kind, to in self.edges[at]:
            if not (joins >> to & 1 or to in self.landmarks or (over and kind is Kind.RETURN)):
                yield to, called or kind is Kind.CALL
        if at in self.kept and not (joins >> at + 1 & 1 or at + 1 in self.landmarks):
            yield at + 1, called

    def _across(self, i: int) -> list[Edge]:
        """The edges of an operation; a call leads behind itself, and RETURN to the end of all."""
        return [Edge(kind, {Kind.CALL: i + 1, Kind.RETURN: len(self.ops)}.get(kind, to)) for kind, to in self.edges[i]]

    @cached_property
    def _must_pass(self) -> list[int]:
        """For each operation those that control passes on every way from it to the next question, as bits.

        A way that ends does not count: no question follows.
        """
        every = (1 << len(self.ops) + 1) - 1
        found = [every] * len(self.ops) + [1 << len(self.ops)]
        changed = True
        while changed:
            changed = False
            for i in range(len(self.ops) - 1, -1, -1):
                asks = isinstance(self.ops[i], n.Input)
                behind = (found[edge.to] for edge in self._across(i))
                passed = (0 if asks else reduce(and_, behind, every)) | 1 << i
                changed |= passed != found[i]
                found[i] = passed
        return found

    def _landmarks(self) -> set[int]:
        """The operations that print a text which stands nowhere else in the program."""
        texts = [part.text for i in range(len(self.ops)) for e in self._expressions(i) for part in n.parts(e)
                 if isinstance(part, n.Str)]  # fmt: skip
        texts += [what.prompt or "" for what in self.ops if isinstance(what, n.Input)]
        texts += [text for what in self.ops if isinstance(what, n.Data) for text, _ in what.items]
        every = "\n".join(texts)
        return {i for i, what in enumerate(self.ops) if any(
            sum(map(str.isalpha, text)) >= _TELLING and every.count(text) == 1 for text in _texts(what))}  # fmt: skip


_T = TypeVar("_T")


def _closure(starts: Iterable[_T], ways: Callable[[_T], Iterable[_T]], seen: set[_T] | None = None) -> set[_T]:
    """All that ``ways`` lead to from where it starts, that included; what is ``seen`` leads nowhere new."""
    known: set[_T] = set() if seen is None else seen
    found: set[_T] = set()
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if at not in known:
            known.add(at)
            found.add(at)
            waiting += ways(at)
    return found


def _texts(what: object) -> list[str]:
    """The constant texts that an operation prints."""
    if isinstance(what, n.Print):
        return [item.text for item in what.items if isinstance(item, n.Str)]
    return [what.prompt] if isinstance(what, n.Input) and what.prompt else []


def _beginning(what: object) -> str | None:
    """How that begins which an operation prints, as far as it is known; None for what prints nothing."""
    if isinstance(what, n.Input):
        return (what.prompt or "") + ("? " if what.question else "") + "\0"
    if not isinstance(what, n.Print):
        return None
    found = ""
    for item in what.items:
        if isinstance(item, n.Str):
            found += item.text
        elif item != ";":
            number = not (found or isinstance(item, str | n.Tab) or n.is_text(item) or what.using)
            return _NUMBER if number else found
    return found if what.items[-1:] == (";",) else found + "\n"


def _may_agree(endings: Iterable[str], others: Collection[str]) -> bool:
    """Whether two texts can end alike, of which there are several."""
    return any(_ends_like(a, b) or _ends_like(b, a) for a in endings for b in others)


def _ends_like(text: str, end: str) -> bool:
    if not end.startswith(_NUMBER):
        return text.endswith(end)
    tail = end.removeprefix(_NUMBER)
    before = text.removesuffix(tail).rstrip()
    return text.endswith(tail) and before[-1:] in ("", _NUMBER[-1], *_IN_NUMBERS)


def _ending(what: object) -> str | None:
    """How that ends which an operation shows, as far as it is known; None for what shows nothing."""
    if isinstance(what, n.Input):
        return "" if what.keys is None else None  # Behind a question stands what was typed.
    if not isinstance(what, n.Print):
        return None
    found = "" if what.items[-1:] in ((";",), (",",)) else "\n"
    for item in reversed(what.items):
        if isinstance(item, n.Str):
            found = item.text + found
        elif item != ";":
            number = not (isinstance(item, str | n.Tab) or n.is_text(item) or what.using)
            return _NUMBER + found if number else found
    return found


def _looks(asked: n.Input) -> tuple[object, ...]:
    """What a player sees of a question itself."""
    return asked.prompt or "", asked.question, asked.keys, asked.polls, len(asked.targets)


def _differ(a: str, b: str) -> bool:
    """Whether two texts cannot be the beginning of the same."""
    for one, other in ((a, b), (b, a)):
        if one == _NUMBER:
            return other != _NUMBER and bool(other) and other[0] not in _IN_NUMBERS
    return not (a.startswith(b) or b.startswith(a))


def _names(e: n.Expr) -> set[str]:
    """The scalars and the arrays in an expression."""
    return {_named(part) for part in n.parts(e) if isinstance(part, n.Var | n.Elem)}


def _named(e: n.Target) -> str:
    return e.name + "(" * isinstance(e, n.Elem)
