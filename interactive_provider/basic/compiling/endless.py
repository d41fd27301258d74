"""Whether a program can ever ask or end again, by its flow alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..reading import nodes as n
from .flow import Flow, Jump, JumpUnless, Missing, Operation, Take, jumps_from
from .symbols import expressions

OF_MACHINE = frozenset({"PEEK", "INP", "USR"})
"""Functions that look for something in a machine that is not here, and find 0."""


def reachable(flow: Flow, starts: Iterable[int]) -> set[int]:
    """All operations that control may come to, whatever tests say and whoever called."""
    behind_calls = [i + 1 for i, op in enumerate(flow.ops) if _calls(op.what)]
    seen: set[int] = set()
    open_ = list(starts)
    while open_:
        i = open_.pop()
        if i not in seen and i < len(flow.ops):
            seen.add(i)
            open_ += _next(flow, i, behind_calls)
    return seen


def _next(flow: Flow, i: int, behind_calls: list[int]) -> Iterator[int]:
    what = flow.ops[i].what
    yield from jumps_from(flow, i, flow.ops[i])
    if isinstance(what, n.Next | n.Wend) and (head := flow.head(i)) is not None:
        yield flow.tops.get(head, head + 1)
    elif isinstance(what, n.Next):
        yield from (head + 1 for head, op in enumerate(flow.ops) if isinstance(op.what, n.For))
    elif isinstance(what, n.While) and (foot := flow.ends[i]) is not None:
        yield foot + 1
    elif isinstance(what, n.Resume):
        yield from range(len(flow.ops))
    if any(isinstance(stmt, n.Return) for stmt in _inside(what)):
        yield from behind_calls
    if not isinstance(what, n.Goto | n.End | n.Return | n.Resume | Jump | Missing):
        yield i + 1


def _inside(what: Operation) -> list[n.Stmt]:
    return [] if isinstance(what, Jump | JumpUnless | Take | Missing) else n.inner_statements((what,))


def _calls(what: Operation) -> bool:
    return any(isinstance(stmt, n.Gosub) or (isinstance(stmt, n.On) and stmt.call) for stmt in _inside(what))


def goes_on(flow: Flow, ops: Iterable[int]) -> bool:
    """Whether none of the operations asks, ends the program or may run out of something."""
    leaving = n.Input | n.End | n.Leave | n.Read | n.Unreadable | n.Raise
    return not any(
        isinstance(flow.ops[i].what, Missing) or any(isinstance(stmt, leaving) for stmt in _inside(flow.ops[i].what))
        for i in ops
    )


def looks_at_machine(flow: Flow, ops: Iterable[int]) -> int | None:
    """The line of the first operation that looks for something in a machine that is not here; None without one."""
    for i in sorted(ops):
        what = flow.ops[i].what
        parts = [what.test] if isinstance(what, JumpUnless) else [e for s in _inside(what) for e in expressions(s)]
        if any(isinstance(e, n.Call) and e.name in OF_MACHINE for whole in parts for e in n.parts(whole)):
            return flow.ops[i].line
    return None
