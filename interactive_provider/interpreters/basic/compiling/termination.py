"""Whether a program can ever ask or end again, judging only by its flow."""

from __future__ import annotations

from collections.abc import Iterable

from ..reading import nodes as n
from .control_flow import Flow, JumpUnless
from .symbols import expressions

OF_MACHINE = frozenset("PEEK INP USR PEN VPEEK PPOINT".split())
"""Functions that read hardware that does not exist here, and return 0."""


def goes_on(flow: Flow, ops: Iterable[int]) -> bool:
    """True if none of the operations asks, ends the program or may exhaust something."""
    leaving = n.InputStatement | n.End | n.LeaveProgram | n.Read | n.UnreadableStatement | n.Raise
    return not any(isinstance(stmt, leaving) for i in ops for stmt in flow.ops[i].statements)


def looks_at_machine(flow: Flow, ops: Iterable[int]) -> int | None:
    """Return the line of the first operation that reads hardware that does not exist here; None if
    there is none."""
    for op in (flow.ops[i] for i in sorted(ops)):
        parts = (
            [op.what.test]
            if isinstance(op.what, JumpUnless)
            else [e for s in op.statements for e in expressions(s)]
        )
        if any(isinstance(e, n.BuiltInCall) and e.name in OF_MACHINE for e in n.parts(*parts)):
            return op.line
    return None
