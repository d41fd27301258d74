"""What a player can know at a question: what follows from the screens he has seen, whatever luck has drawn.

Two plays may show the same screens though luck has drawn other numbers. A value is *open* at a question if it is the
same in all such plays, else it is *closed*. The analysis follows the values along all edges of the flow graph: RND and
READ close a variable, and so does a closed value that it is given; PRINT and INPUT open it. What is assigned on a way
of which a player does not know that control took it (`hidden_ways`) is closed too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from heapq import heappop, heappush
from operator import and_, or_
from typing import NamedTuple, TypeAlias

from ..compiling.control_flow import JumpUnless, Kind, Operation, Take, closure, flow_of, lines_of
from ..compiling.symbols import expressions
from ..reading import nodes as n
from ..reading.statements.files import FROM_FILES
from .hidden_ways import HiddenWays, looked_at, looks, named, names_of
from .intervals import key_of

_DRAWING = frozenset({"RND", *FROM_FILES})
"""Functions that take something from a store which nobody sees."""
_UNFORESEEN = frozenset({*_DRAWING, "TIMER", "TIME$", "DATE$", "ERR", "ERL", "FRE", "PEEK"})
"""Functions of which nobody can tell the value."""
_ALWAYS = 1
"""The bit that is set in all states: among what an expression needs, it says that nobody can tell the value."""

_Rule: TypeAlias = Callable[[int, bool], int]
"""From what is closed before an operation, and whether it is hidden, to what is closed behind it."""


class _Needs(NamedTuple):
    """What must be open for expressions to be: none of some bits, and those expressions that must be looked at."""

    bits: int
    others: tuple[n.Expr, ...] = ()


def has_luck(e: n.Expr) -> bool:
    """Whether a random number is drawn in an expression, or something read from a file."""
    return any(isinstance(part, n.Call) and part.name in _DRAWING for part in n.parts(e))


class Luck:
    """The variables of a program that RND or READ gives values to, directly or through others."""

    def __init__(self, statements: Sequence[n.Stmt]) -> None:
        functions = {s.name for s in statements if isinstance(s, n.Def) and has_luck(s.body)}
        self.drawn: set[str] = set(functions)
        self.drawn |= {key_of(target) for stmt in statements if isinstance(stmt, n.Read) for target in stmt.targets}
        sets = [
            (key_of(s.target), e) for s in statements if isinstance(s, n.Let) for e in (s.value, *n.children(s.target))
        ]
        pairs = [(s.left, s.right) for s in statements if isinstance(s, n.Swap)]
        sets += [(key_of(a), b) for left, right in pairs for a, b in ((left, right), (right, left))]
        while more := {key for key, value in sets if key not in self.drawn and self.decides(value)}:
            self.drawn |= more

    def decides(self, e: n.Expr) -> bool:
        """Whether luck or a store has a part in an expression."""
        return any(map(self._is_drawn, n.parts(e)))

    def _is_drawn(self, e: n.Expr) -> bool:
        match e:
            case n.Var() | n.Elem():
                return key_of(e) in self.drawn
            case n.Call(name) | n.FnCall(name):
                return name in _DRAWING or name in self.drawn
        return False


def _is_unforeseen(what: Operation) -> bool:
    """Whether an operation goes on by what nobody can foretell, whatever the variables hold."""
    parts = n.parts(*looked_at(what)) if isinstance(what, JumpUnless | n.On) else ()
    return any(isinstance(part, n.Call) and part.name in _UNFORESEEN for part in parts)


class Knowledge:
    """Which values are open at the questions of a program.

    A set of names is an integer with a bit for each. For a name X there are up to three: it is closed; it holds
    something that luck has made and that was not printed itself (``"=X"``); it was not printed yet (``"?X"``).
    """

    def __init__(self, lines: Sequence[n.Line], statements: Sequence[n.Stmt], luck: Luck) -> None:
        self.luck = luck
        self.lines = lines
        self.inputs = [stmt for stmt in statements if isinstance(stmt, n.Input)]
        self.definitions: dict[str, list[n.Def]] = {}
        self.called: Counter[int] = Counter()
        """How often each line is called."""
        self.printed: set[str] = set()
        self.showing: dict[n.Target, list[n.Print]] = {}
        """What prints each variable or element by itself."""
        for stmt in statements:
            self._note(stmt)
        self.elements = {e for e in self.showing if isinstance(e, n.Elem)}
        self._bits: dict[object, int] = {"": _ALWAYS}
        self._function = lru_cache(maxsize=None)(self._needs_of_function)
        self._keys = lru_cache(maxsize=None)(self._keys_of)

    @cached_property
    def ways(self) -> HiddenWays:
        """The ways that control may take; those that are hidden are known when the values have been followed."""
        ways = HiddenWays(flow_of(self.lines, by_statement=True))
        self.flow, self.edges, self.ops = ways.flow, ways.edges, ways.ops
        return ways

    @cached_property
    def states(self) -> list[int | None]:
        """What is closed before each operation; None if control never comes. Many a question needs none of it."""
        self._read_calls(self.ways)
        return self._follow(self._all("?" + name for name in self.printed) | self._all(self.elements) | _ALWAYS)

    # Answers -------------------------------------------------------------------------------------

    def is_lost(self, asked: n.Input) -> bool:
        """True if a player cannot know by which way control came to a question."""
        doubts = self.ways.doubts(asked)
        if not doubts or any(_is_unforeseen(self.ways.ops[i]) and self.ways.hides(i, asked) for i in doubts):
            return bool(doubts)
        return self.states != [] and self.ways.places[id(asked)] in self.ways.hidden

    def rivals(self, asked: n.Input) -> list[n.Input]:
        """The questions that a player cannot tell from one, as control may have come to any of them, that included.

        A program that looks for keys shows by its picture what it is about.
        """
        alike = [one for one in self.inputs if looks(one) == looks(asked)]
        if asked.keys is not None or len(alike) == 1:
            return [asked]
        if len(self.ways.rivals(asked, alike)) == 1 or not self.is_lost(asked):
            return [asked]  # Where nothing else could be meant, it does not matter whether a player is lost.
        return self.ways.rivals(asked, list(filter(self.is_lost, alike)))

    def tells_call(self, call: object) -> bool:
        """True if a player can tell a call from all others of the same subroutine."""
        return all(self.called[line] == 1 for line in lines_of(call)) or self.ways.tells_call(call)

    def is_open(self, e: n.Expr, asked: n.Input) -> bool:
        """True if a player can work out the value of an expression at a question: what luck has made of it, he saw."""
        drawn = [part for part in n.parts(e) if isinstance(part, n.Target) and self.luck.decides(part)]
        seen = all(self.is_told(part, asked) and self.is_followed(part, asked) for part in drawn)
        return seen and not self._is_closed(e, self._state(asked))

    def is_told(self, held: n.Target, asked: n.Input, reckons: bool = True) -> bool:
        """True if a player is told what a variable holds; with ``reckons`` as far as he can work it out."""
        shown = held in self.elements if isinstance(held, n.Elem) else held.name in self.printed
        if not shown or self._is_just_shown(held, asked):
            return shown
        state = self._state(asked)
        return not self._is_closed(held, state) and (reckons or not self._bit("=" + named(held)) & state)

    def is_followed(self, held: n.Target, asked: n.Input) -> bool:
        """True if a variable was printed on every way to a question: since then a player could reckon on."""
        return self._is_just_shown(held, asked) or not self._bit("?" + named(held)) & self._state(asked)

    def _is_just_shown(self, held: n.Target, asked: n.Input) -> bool:
        """True if it need not be followed: last on every way to a question, a text that is not hidden shows it."""
        if "states" in vars(self):
            return False
        ways, names = self.ways, names_of(held)
        showing = set(filter(ways.is_landmark, (ways.places[id(what)] for what in self.showing.get(held, ()))))
        if not showing:
            return False
        behind = closure((ways.places[id(asked)],), lambda i: () if i in showing else ways.before[i])
        return 0 not in behind and not any(self._changes(i, names) for i in behind)

    def _changes(self, i: int, names: frozenset[str]) -> bool:
        """Whether an operation may change what one of some names holds."""
        what = self.ops[i]
        return isinstance(what, n.Clear | n.Erase | n.Dim) or (
            not isinstance(what, n.Print) and not names.isdisjoint(self._touch(i)))  # fmt: skip

    def is_predictable(self, asked: n.Input) -> bool:
        """True if a player can know whether an answer leads straight back to the question with nothing changed."""
        at, states = self.ways.places[id(asked)], self.states
        assert states, "there is a question"
        back = [i for i in self._ways_back(at) if i != at]
        return not any(i in self.ways.hidden or self._is_secret(i) or self._gives_closed(i) for i in back)

    def _state(self, asked: n.Input) -> int:
        return self.states[self.ways.places[id(asked)]] or _ALWAYS

    def _ways_back(self, at: int) -> set[int]:
        """The operations between a question and itself, by ways that draw no number and ask for nothing else."""
        before: dict[int, list[int]] = {}

        def ahead(i: int) -> Iterable[int]:
            if any(map(has_luck, looked_at(self.ops[i]))):
                return
            for edge in self.edges[i]:
                before.setdefault(edge.to, []).append(i)
                if not isinstance(self.ops[edge.to], n.Input):
                    yield edge.to

        closure((at + 1,), ahead)
        return closure((at,), lambda i: before.get(i, ()))

    def _gives_closed(self, i: int) -> bool:
        """Whether an operation gives or takes what a player does not know."""
        what, state = self.ops[i], self.states[i] or _ALWAYS
        gives = isinstance(what, n.Let | n.Swap)
        return isinstance(what, n.Read) or (gives and any(self._is_closed(e, state) for e in looked_at(what)))

    # What the listing says -----------------------------------------------------------------------

    def _note(self, what: object) -> None:
        match what:
            case n.Def(name):
                self.definitions.setdefault(name, []).append(what)
            case n.Gosub() | n.On(_, _, True):
                self.called.update(lines_of(what))
            case n.Print(items):
                for e in items:
                    if isinstance(e, n.Target):
                        self.showing.setdefault(e, []).append(what)
                    if not isinstance(e, str | n.Tab):
                        self.printed |= names_of(e)
            case n.Input(targets):
                self.printed |= set(map(named, targets))

    def _read_calls(self, ways: HiddenWays) -> None:
        """Find what comes back from each call: of what a subroutine does not touch, what there was before it."""
        touched = {entry: self._touched(entry) for entry in ways.flow.sites}
        self.back: dict[int, int] = {}
        """What RETURN brings, by where it leads to."""
        self.kept: dict[int, int] = {}
        """What a call keeps, by its operation."""
        for i in ways.calls:
            masks = [touched[edge.to] for edge in self.edges[i] if edge.kind is Kind.CALL]
            self.back[i + 1] = self.back.get(i + 1, 0) | reduce(or_, masks)
            self.kept[i] = ~reduce(and_, masks)

    def _touched(self, entry: int) -> int:
        """The bits that a subroutine may change, all where it need not come back to its call."""
        entries = closure((entry,), lambda at: [e.to for i in self.flow.inside(at) for e in self.edges[i]
                                                if e.kind is Kind.CALL])  # fmt: skip
        ops = {i for at in entries for i in self.flow.inside(at)}
        statements = [self.ops[i] for i in ops]
        if any(isinstance(s, n.Pop | n.Return | n.Clear | n.OnError) and s != n.Return() for s in statements):
            return -1
        names = {name for i in ops for name in self._touch(i)}
        return self._all(sign + name for name in names for sign in ("", "=", "?")) | reduce(
            or_, map(self._keys, names), _ALWAYS)  # fmt: skip

    def _touch(self, i: int) -> Iterable[str]:
        """The names of what an operation may change."""
        match self.ops[i]:
            case Take(stmt) | (n.Read() | n.Let() | n.Swap() as stmt):
                return map(named, n.targets(stmt))
            case n.For(var):
                return var, "TO " + var
            case n.Next():
                return self._counted(i)
            case (n.Print() | n.Dim()) as stmt:
                return names_of(*expressions(stmt))
            case n.Erase(names):
                return (name + "(" for name in names)
            case n.Def(name):
                return ("FN " + name,)
        return ()

    def _counted(self, i: int) -> list[str]:
        """The variables that a NEXT may count."""
        heads = (self.ops[edge.to - 1] for edge in self.edges[i] if edge.kind is Kind.LOOP)
        return [what.var for what in heads if isinstance(what, n.For)]

    def _bit(self, name: object) -> int:
        return self._bits.setdefault(name, 1 << len(self._bits))

    def _all(self, names: Iterable[object]) -> int:
        return reduce(or_, map(self._bit, names), 0)

    def _keys_of(self, name: str) -> int:
        """The bits of the printed elements of an array, or of those that a variable chooses."""
        return self._all(e for e in self.elements if name in names_of(e))

    # Values --------------------------------------------------------------------------------------

    def _is_closed(self, e: n.Expr, state: int) -> bool:
        """Whether nobody can work out an expression."""
        match e:
            case n.Elem() if e in self.elements and not state & self._bit(e):
                return False  # It is what was printed, wherever it stands.
            case n.Var() | n.Elem() | n.Call() | n.FnCall() if self._own_needs(e) & state:
                return True
        return any(self._is_closed(part, state) for part in n.children(e))

    def _own_needs(self, e: n.Expr) -> int:
        """What must be open for an expression to be, its parts apart."""
        match e:
            case n.Var(name):
                return self._bit(name)
            case n.Elem(name):
                return self._bit(name + "(")
            case n.Call(name) if name in _UNFORESEEN:
                return _ALWAYS
            case n.FnCall(name):
                return self._function(name)
        return 0

    def _needs(self, *wholes: n.Expr | None) -> _Needs:
        """What must be open for some expressions to be."""
        bits, others = 0, []
        for e in wholes:
            parts = [] if e is None else list(n.parts(e))
            if e is not None and not self.elements.isdisjoint(part for part in parts if isinstance(part, n.Elem)):
                others.append(e)
            else:
                bits |= reduce(or_, map(self._own_needs, parts), 0)
        return _Needs(bits, tuple(others))

    def _lacks(self, needs: _Needs, state: int) -> bool:
        """Whether something is closed that must be open."""
        if needs.bits & state:
            return True
        return bool(needs.others) and any(self._is_closed(e, state) for e in needs.others)

    def _needs_of_function(self, name: str) -> int:
        """What must be open for a function to be, its arguments apart."""
        called = closure((name,), lambda one: [
            part.name for each in self.definitions.get(one, ()) for part in n.parts(each.body)
            if isinstance(part, n.FnCall)])  # fmt: skip
        needs = self._all("FN " + one for one in called)
        for each in (each for one in called for each in self.definitions.get(one, ())):
            for part in n.parts(each.body):
                if not (isinstance(part, n.FnCall) or (isinstance(part, n.Var) and part.name in each.params)):
                    needs |= self._own_needs(part)
        return needs

    # Rules ---------------------------------------------------------------------------------------

    def _rule(self, i: int) -> _Rule | None:
        """What an operation does to the values; None for nothing."""
        match self.ops[i]:
            case n.Print(items) as stmt:
                return None if all(isinstance(item, str | n.Str) for item in items) else self._shows(i, stmt)
            case n.Let(target, value):
                return self._passes((target,), self._needs(value), self.luck.decides(value))
            case n.Swap() as stmt:
                parts = expressions(stmt)
                return self._passes(n.targets(stmt), self._needs(*parts), any(map(self.luck.decides, parts)))
            case n.Read(targets):
                return self._passes(targets, _Needs(_ALWAYS), True)
            case Take(asked):
                return self._takes(asked)
            case n.For() as stmt:
                return self._begins(stmt)
            case n.Next():
                counted = self._counted(i)
                keys, bits = reduce(or_, map(self._keys, counted), 0), self._all(counted)
                return lambda state, hidden: state | keys | (bits if hidden else 0)
            case n.Def(name):
                bit = self._bit("FN " + name)
                return lambda state, hidden: state | bit if hidden else state
            case n.Clear() | n.Erase() | n.Dim():
                return lambda state, hidden: state | ((1 << len(self._bits)) - 1 if hidden else 0)
        return None

    def _passes(self, targets: Sequence[n.Target], needs: _Needs, has_luck: bool) -> _Rule:
        """Variables are given a value."""
        gives = [self._gives(target, has_luck) for target in targets]

        def rule(state: int, hidden: bool) -> int:
            closed = hidden or self._lacks(needs, state)
            for give in gives:
                state = give(state, closed)
            return state

        return rule

    def _gives(self, target: n.Target, has_luck: bool) -> _Rule:
        """A value, closed or not, is given to a variable."""
        name = named(target)
        bit, mark = self._bit(name), self._bit("=" + name)
        more = mark if has_luck else 0
        if isinstance(target, n.Var):
            keep, more = ~(bit | mark), more | self._keys(name)
            return lambda state, closed: state & keep | more | (bit if closed else 0)
        chosen = self._needs(*target.index)
        others = [(self._bit(e), self._needs(*e.index)) for e in self.elements if e.name == target.name]
        own = self._bit(target) if target in self.elements else 0

        def rule(state: int, closed: bool) -> int:
            if closed or self._lacks(chosen, state):
                state |= bit
            for other, choice in others:
                if state & bit or self._lacks(choice, state):
                    state |= other
            return (state if closed else state & ~own) | more

        return rule

    def _takes(self, asked: n.Input) -> _Rule:
        """A player types the values of variables."""
        gives = [(target, self._gives(target, False), ~self._all(sign + named(target) for sign in "=?"))
                 for target in asked.targets]  # fmt: skip

        def rule(state: int, hidden: bool) -> int:
            for target, give, keep in gives:
                if not (asked.keeps and self._is_closed(target, state)):
                    state = give(state, hidden) & keep
            return state

        return rule

    def _begins(self, stmt: n.For) -> _Rule:
        """A loop begins."""
        give = self._gives(n.Var(stmt.var), self.luck.decides(stmt.first))
        start, end, bound = self._needs(stmt.first, stmt.step), self._needs(stmt.last), self._bit("TO " + stmt.var)

        def rule(state: int, hidden: bool) -> int:
            after = give(state, hidden or self._lacks(start, state)) & ~bound
            return after | bound if hidden or self._lacks(end, state) else after

        return rule

    def _shows(self, i: int, stmt: n.Print) -> _Rule | None:
        """Something is printed; what a player does not know to be printed tells him nothing."""
        shown = [e for k, e in enumerate(stmt.items) if not isinstance(e, str | n.Tab)
                 and not (n.is_text(e) and self._runs_on(i, stmt.items[k + 1 :]))]  # fmt: skip
        keep = ~self._all(sign + name for name in names_of(*expressions(stmt)) for sign in "=?")
        plain = [e for e in shown if isinstance(e, n.Target)]
        others = [e for e in shown if isinstance(e, n.Unary | n.Call | n.Binary)]
        keep &= ~self._all(e.name if isinstance(e, n.Var) else e for e in plain)
        if keep == -1 and not others:
            return None

        def rule(state: int, hidden: bool) -> int:
            if hidden:
                return state
            state &= keep
            for e in others:
                held = self._held(e, state)
                if held is not None:
                    state &= ~self._bit(held.name if isinstance(held, n.Var) else held)
            return state

        return rule

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

    # Following -----------------------------------------------------------------------------------

    def _follow(self, start: int) -> list[int | None]:
        """Follow the values along all edges, and hide the ways that tests of closed values leave open."""
        rules = list(map(self._rule, range(len(self.ops))))
        tests = list(map(self._test, range(len(self.ops))))
        ways = [[(to, self.back[to] if kind is Kind.RETURN else -1) for kind, to in edges] for edges in self.edges]
        for site, kept in self.kept.items():
            ways[site].append((site + 1, kept))
        ways = [[(self._next(to, rules, tests), mask) for to, mask in found] for found in ways]
        states: list[int | None] = [None] * len(self.ops)
        hidden = self.ways.hidden
        states[0] = start
        waiting, queued = [0], {0}
        while waiting:
            i = heappop(waiting)
            queued.discard(i)
            state = states[i] or _ALWAYS
            test = tests[i]
            changed: list[int] = []
            if test is not None and self._lacks(test, state):
                tests[i] = None
                if not self.ways.is_revealed(i):
                    changed += (at for at in self.ways.hide(i) if states[at] is not None and rules[at] is not None)
            rule = rules[i]
            after = state if rule is None else rule(state, i in hidden)
            for to, mask in ways[i]:
                before = states[to]
                both = after & mask | (before or 0)
                if before != both:
                    states[to] = both
                    changed.append(to)
            for to in changed:
                if to not in queued:
                    queued.add(to)
                    heappush(waiting, to)
        return states

    def _next(self, i: int, rules: Sequence[_Rule | None], tests: Sequence[_Needs | None]) -> int:
        """The first operation from one on that does something to the values, or asks for them."""
        for _ in self.ops:
            ways = self.edges[i]
            goes_on = len(ways) == 1 and ways[0].kind is not Kind.RETURN and i not in self.kept
            if rules[i] or tests[i] or not goes_on or isinstance(self.ops[i], n.Input):
                break
            i = ways[0].to
        return i

    def _test(self, i: int) -> _Needs | None:
        """What must be open for a player to know where control goes on; None if it goes one way."""
        ways, what = self.edges[i], self.ops[i]
        if len(ways) < 2:
            return None
        if isinstance(what, n.Next):
            return _Needs(self._all(sign + var for var in self._counted(i) for sign in ("", "TO ")))
        decides = isinstance(what, JumpUnless | n.On | n.For) or any(e.kind is Kind.TRAP for e in ways)
        return self._needs(*looked_at(what)) if decides else None

    def _is_secret(self, i: int) -> bool:
        """Whether control goes on by values that a player does not know."""
        state, test = self.states[i], self._test(i)
        return state is not None and test is not None and self._lacks(test, state)
