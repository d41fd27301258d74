"""The program as one list of operations, with the places where control can enter and the plain
loops.

An IF whose branches do not call, ask or loop stays one operation (it becomes a Python ``if``); any
other is split into jumps. A *block* begins wherever control can enter: at jump targets, after GOSUB
and INPUT, and at loop bodies. `Flow.successors` returns the successors of each operation; nothing
else follows control.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeAlias, TypeVar

from ..reading import nodes as n
from ..reading.nodes import Expr, ProgramLines, Stmt
from .symbols import assigned


@dataclass(slots=True)
class JumpUnless:
    """Jump to operation ``to`` if the test fails."""

    test: Expr
    to: int = -1


@dataclass(slots=True)
class Jump:
    """Jump to operation ``to``."""

    to: int = -1


@dataclass(frozen=True, slots=True)
class Take:
    """Assign the answer's values to the variables of an INPUT; a stopped run continues here."""

    asked: n.InputStatement


@dataclass(frozen=True, slots=True)
class MissingLine:
    """The target of jumps to a missing line."""


_JUMPS = JumpUnless | Jump
_LOOPS = n.For | n.Next
_NO_STATEMENTS = JumpUnless, Jump, Take, MissingLine
_SHORT = 6
"""The maximum number of operations of a subroutine, including its RETURN, that is inlined where it
is called."""

Operation: TypeAlias = "Stmt | JumpUnless | Jump | Take | MissingLine"


class FlowKind(Enum):
    """The ways in which control goes from one operation to another."""

    NEXT = "to the operation behind"
    JUMP = "by GOTO, by the outcome of a test, or out of a subroutine to a line"
    CALL = "into a subroutine"
    RETURN = "behind the call of the subroutine"
    LOOP = "to the body of a loop again, or behind it"
    TRAP = "to where errors are trapped, and back from there"

    __hash__ = object.__hash__  # Enum's own hash is written in Python, and edges are hashed often.


class Edge(NamedTuple):
    """One edge from an operation, and its target."""

    kind: FlowKind
    to: int


@dataclass(slots=True)
class Op:
    """One operation and its BASIC line."""

    what: Operation
    line: int
    statements: Sequence[Stmt] = ()
    """The statements of the program in it, including those inside IFs."""

    def __post_init__(self) -> None:
        if not isinstance(self.what, _NO_STATEMENTS):
            self.statements = (
                n.inner_statements((self.what,)) if isinstance(self.what, n.If) else (self.what,)
            )


@dataclass
class Flow:
    """Operations, entries and loops of a program."""

    by_statement: bool
    ops: list[Op] = field(default_factory=list)
    line_at: dict[int, int] = field(default_factory=dict)
    inputs: list[n.InputStatement] = field(default_factory=list)
    plain: dict[int, int] = field(default_factory=dict)
    """For plain loops: the NEXT for each FOR operation."""
    inlined: dict[int, range] = field(default_factory=dict)
    """For each GOSUB operation, the operations of its subroutine, if these are few and run straight
    to RETURN."""
    ends: dict[int, int | None] = field(default_factory=dict)
    """For each FOR operation, the NEXT that belongs to it by position."""

    @cached_property
    def block(self) -> Callable[[int], int]:
        """Return the number of the block that begins at an operation."""
        return {op: number for number, op in enumerate(self.leaders)}.__getitem__

    @cached_property
    def leaders(self) -> list[int]:
        """The operations at which the blocks begin."""
        if self.by_statement:
            return list(range(len(self.ops)))
        leaders = {0, *(to for _, to in self.jumps)}
        for i, op in enumerate(self.ops):
            match op.what:
                case n.Gosub() if i in self.inlined:
                    pass
                case n.Gosub() | n.On(_, _, True) | n.For() | n.OnError():
                    leaders.add(i + 1)
                case Take() | MissingLine():
                    leaders.add(i)
        for foot in self.ends.values():
            if foot is not None:
                leaders |= {foot, foot + 1}
        return sorted(leaders)

    @cached_property
    def head(self) -> Callable[[int], int | None]:
        """Return the FOR to which a NEXT belongs by position, None if there is none."""
        return {foot: head for head, foot in self.ends.items() if foot is not None}.get

    @cached_property
    def number(self) -> Callable[[n.InputStatement], int]:
        """Return the number of an INPUT among all of them."""
        numbers = {id(asked): i for i, asked in enumerate(self.inputs)}
        return lambda asked: numbers[id(asked)]

    def heads_of(self, foot: int, stmt: n.Next) -> list[int]:
        """Return the loops that a NEXT may continue: the one by position, and those that jumps have
        left open."""
        head = self.head(foot)
        heads = ((i, self.ops[i].what) for i in self.ends)
        loops = [(i, what.var) for i, what in heads if isinstance(what, n.For)]
        if stmt.var is not None:
            named = [i for i, var in loops if var == stmt.var]
            return [head] if head in named and not self._is_entered(head, foot) else named
        if head is None or self._is_entered(head, foot):
            return [i for i, _ in loops if i == head or self._is_left(i)]
        return [head, *(i for i, _ in loops if head < i < foot and self._is_left(i))]

    def _is_left(self, head: int) -> bool:
        """True if control may leave a loop other than by its NEXT."""
        foot = self.ends[head]
        return foot is None or any(
            head < i < foot and not head < to <= foot for i, to in self.jumps
        )

    def _is_entered(self, head: int, foot: int) -> bool:
        """True if control may enter a loop other than by its FOR."""
        return any(head < to <= foot and not head <= i <= foot for i, to in self.jumps)

    @cached_property
    def jumps(self) -> list[tuple[int, int]]:
        """Pairs of an operation and one to which it may jump, except for loops."""
        return [
            (i, edge.to)
            for i, op in enumerate(self.ops)
            if not isinstance(op.what, _LOOPS)
            for edge in self.edges(i)
            if edge.kind is not FlowKind.NEXT
        ]

    def inside(self, entry: int) -> set[int]:
        """Return the operations of the subroutine that begins at ``entry``, without those of the
        subroutines it calls."""
        return self._reached((entry,), self._within)

    def reachable(self, starts: Iterable[int]) -> set[int]:
        """Return all operations that control may reach, whatever the outcomes of tests."""
        return self._reached(starts, self.successors)

    def _reached(self, starts: Iterable[int], edges: Sequence[Sequence[Edge]]) -> set[int]:
        return closure(starts, lambda i: [to for _, to in edges[i]])

    @cached_property
    def sites(self) -> dict[int, list[int]]:
        """The operations that call each subroutine, by where it begins."""
        found: dict[int, list[int]] = {}
        for i in range(len(self.ops)):
            for edge in dict.fromkeys(self.edges(i)):
                if edge.kind is FlowKind.CALL:
                    found.setdefault(edge.to, []).append(i)
        return found

    @cached_property
    def _within(self) -> list[list[Edge]]:
        """Return the edges within a subroutine: a call leads to the operation after it."""
        return [
            [Edge(FlowKind.NEXT, i + 1) if edge.kind is FlowKind.CALL else edge for edge in found]
            for i, found in enumerate(map(self.edges, range(len(self.ops))))
        ]

    def edges(self, i: int) -> list[Edge]:
        """Return the edges of one operation: see `edges_from`."""
        found = self._edges.get(i)
        if found is None:
            found = self._edges[i] = list(edges_from(self, i))
        return found

    @cached_property
    def successors(self) -> list[tuple[Edge, ...]]:
        """The successors of each operation; RETURN leads only after the calls of its subroutine."""
        found = [list(self.edges(i)) for i in range(len(self.ops))]
        for entry, sites in self.sites.items():
            for i in self.inside(entry):
                if n.Return() in self.ops[i].statements:
                    found[i] += [Edge(FlowKind.RETURN, site + 1) for site in sites]
        traps = [edge for edges in found for edge in edges if edge.kind is FlowKind.TRAP]
        for i, op in enumerate(self.ops if traps else ()):
            found[i] += [edge for edge in traps if edge not in found[i]]
            if n.Resume() in op.statements or n.Resume(-1) in op.statements:
                found[i] += [Edge(FlowKind.TRAP, to) for to in range(len(self.ops))]
        return [tuple(edges if len(edges) == 1 else dict.fromkeys(edges)) for edges in found]

    _edges: dict[int, list[Edge]] = field(default_factory=dict)
    _missing: dict[int, int] = field(default_factory=dict)

    def target(self, line: int, source: int) -> int:
        """Return the operation at which a line begins; for a missing line, one that reports it."""
        if line == n.FIRST:
            return 0
        if line in self.line_at:
            return self.line_at[line]
        where = self.ops[source].line
        if where not in self._missing:
            self._missing[where] = len(self.ops)
            self.ops.append(Op(MissingLine(), where))
        return self._missing[where]


_T = TypeVar("_T")


def closure(starts: Iterable[_T], ways: Callable[[_T], Iterable[_T]]) -> set[_T]:
    """Return everything reachable through ``ways`` from a start, inclusive."""
    found: set[_T] = set()
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting += ways(at)
    return found


def lines_of(stmt: object) -> Sequence[int]:
    """Return the lines to which a statement may send control."""
    match stmt:
        case n.Goto(line) | n.Gosub(line) | n.Return(int(line)):
            return (line,)
        case n.Resume(int(line)) | n.OnError(line) if line > 0:
            return (line,)
        case n.On(_, lines):
            return lines
    return ()


def is_simple(stmt: Stmt) -> bool:
    """True if a statement inside an IF needs no entry."""
    match stmt:
        case n.If(_, then, other):
            return all(map(is_simple, then)) and all(map(is_simple, other))
        case n.On(_, _, call):
            return not call
        case (
            n.Gosub()
            | n.InputStatement()
            | n.For()
            | n.Next()
            | n.JumpLabel()
            | n.Resume()
            | n.OnError()
        ):
            return False
    return True


def flow_of(lines: ProgramLines, by_statement: bool) -> Flow:
    """Return the flow of a program; ``by_statement`` makes every operation an entry (for
    RESUME)."""
    flow = Flow(by_statement)
    for line in lines:
        flow.line_at[line.number] = len(flow.ops)
        for stmt in line.body:
            _flatten(flow, stmt, line.number)
    flow.ops.append(Op(n.End(runs_out=True), lines[-1].number if lines else 0))
    _match_loops(flow)
    jumps = flow.jumps  # It appends an operation for each missing line.
    if not by_statement:
        _find_short_subroutines(flow)
        _find_plain_loops(flow, jumps)
    return flow


def _flatten(flow: Flow, stmt: Stmt, line: int) -> None:
    """Append a statement's operations."""
    if isinstance(stmt, n.If) and (flow.by_statement or not is_simple(stmt)):
        skip = JumpUnless(stmt.test)
        flow.ops.append(Op(skip, line))
        for inner in stmt.then:
            _flatten(flow, inner, line)
        over = Jump()
        if stmt.other:
            flow.ops.append(Op(over, line))
        skip.to = len(flow.ops)
        for inner in stmt.other:
            _flatten(flow, inner, line)
        over.to = len(flow.ops)
        return
    if isinstance(stmt, n.JumpLabel):
        flow.line_at[stmt.line] = len(flow.ops)
        return
    flow.ops.append(Op(stmt, line))
    if isinstance(stmt, n.InputStatement):
        flow.inputs.append(stmt)
        flow.ops.append(Op(Take(stmt), line))


def _match_loops(flow: Flow) -> None:
    """Pair FOR with NEXT by their positions in the listing."""
    open_for: list[int] = []
    for i, op in enumerate(flow.ops):
        if isinstance(op.what, n.For):
            flow.ends[i] = None
            open_for.append(i)
        elif isinstance(op.what, n.Next) and open_for:
            flow.ends[open_for.pop()] = i


def edges_from(flow: Flow, i: int) -> Iterator[Edge]:
    """Yield the successors of one operation, except for RETURN, RESUME and errors."""
    op = flow.ops[i]
    if not isinstance(op.what, _LEAVES):
        yield Edge(FlowKind.NEXT, i + 1)
    if isinstance(op.what, _JUMPS):
        yield Edge(FlowKind.JUMP, op.what.to)
    for stmt in op.statements:
        match stmt:
            case n.For() if (foot := flow.ends[i]) is not None:
                yield Edge(FlowKind.LOOP, foot + 1)
            case n.Next():
                yield from (Edge(FlowKind.LOOP, head + 1) for head in flow.heads_of(i, stmt))
            case n.Gosub() | n.On(_, _, True):
                yield from (Edge(FlowKind.CALL, flow.target(line, i)) for line in lines_of(stmt))
            case _:
                kind = FlowKind.TRAP if isinstance(stmt, n.OnError) else FlowKind.JUMP
                yield from (Edge(kind, flow.target(line, i)) for line in lines_of(stmt))


_LEAVES = (
    n.Goto, n.Gosub, n.End, n.LeaveProgram, n.Return, n.Resume, n.Raise, n.UnreadableStatement,
    Jump, MissingLine,
)  # fmt: skip
"""Statements that never continue with the next operation."""


def _find_short_subroutines(flow: Flow) -> None:
    """Find subroutines that can be inlined."""
    for i, op in enumerate(flow.ops):
        if not isinstance(op.what, n.Gosub) or op.what.line not in flow.line_at:
            continue
        start = flow.line_at[op.what.line]
        for at in range(start, min(start + _SHORT, len(flow.ops))):
            what = flow.ops[at].what
            if what == n.Return():
                flow.inlined[i] = range(start, at)
            if not _runs_straight(what):
                break


def _runs_straight(what: Operation) -> bool:
    """True if control always continues after an operation."""
    if isinstance(what, n.If):
        return all(map(_runs_straight, what.then)) and all(map(_runs_straight, what.other))
    return isinstance(what, _STRAIGHT)


_STRAIGHT = (
    n.Let, n.Print, n.DisplayMode, n.MachineCall, n.Read, n.Nothing, n.Data, n.Restore, n.Swap
)  # fmt: skip


def _find_plain_loops(flow: Flow, jumps: Sequence[tuple[int, int]]) -> None:
    """Find loops entered only at their FOR and made of operations that stay in place."""
    jumps = sorted((to, source) for source, to in jumps)
    for head in sorted(flow.ends, reverse=True):
        foot = flow.ends[head]
        if foot is not None and _is_plain(flow, head, foot, jumps):
            flow.plain[head] = foot


def _is_plain(flow: Flow, head: int, foot: int, jumps: Sequence[tuple[int, int]]) -> bool:
    """True if a loop is plain; ``jumps`` are pairs of a target and its source, in order."""
    loop = flow.ops[head].what
    end = flow.ops[foot].what
    assert isinstance(loop, n.For) and isinstance(end, n.Next), "what `ends` pairs"
    if end.var not in (None, loop.var) or not _step_is_known(loop.step):
        return False
    into = islice(jumps, bisect_left(jumps, (head + 1, 0)), bisect_left(jumps, (foot + 1, 0)))
    if any(
        not (to == foot and head < source < foot)
        and not _inside_inner(flow, head, foot, source, to)
        for to, source in into
    ):
        return False
    depth = 0
    for i in range(head + 1, foot):
        what = flow.ops[i].what
        if isinstance(what, _NO_STATEMENTS) or loop.var in assigned(flow.ops[i].statements):
            return False
        if i in flow.inlined:
            if any(loop.var in assigned(flow.ops[at].statements) for at in flow.inlined[i]):
                return False
        elif isinstance(what, n.For):
            if flow.plain.get(i, foot) >= foot:
                return False
            depth = max(depth, 1 + _nesting(flow, i))
        elif not (i in flow.plain.values() if isinstance(what, n.Next) else is_simple(what)):
            return False
    return depth < 3


def _nesting(flow: Flow, head: int) -> int:
    inner = [i for i in range(head + 1, flow.plain[head]) if i in flow.plain]
    return 1 + max((_nesting(flow, i) for i in inner), default=-1)


def _inside_inner(flow: Flow, head: int, foot: int, source: int, to: int) -> bool:
    """True if a jump stays within one plain loop that lies inside this one."""
    return source < to < foot and any(flow.plain.get(h) == to for h in range(head + 1, source))


def _step_is_known(step: Expr | None) -> bool:
    match step:
        case None | n.Num() | n.Unary("-", n.Num()):
            return True
    return False
