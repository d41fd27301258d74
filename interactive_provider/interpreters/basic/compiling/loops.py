"""Writes FOR and NEXT as Python.

In general a FOR pushes (key, limit, step, block of its body) on the stack and NEXT looks there. A
*plain* loop, which control enters only at its head and leaves only in known ways, becomes a Python
loop; if control jumps out of it or the budget of steps ends inside, its entry is pushed on the
stack as if it had run in the general way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..reading import nodes as n
from .control_flow import Flow, Op
from .expressions import ExpressionCoder
from .statements import StatementWriter
from .symbols import local

_WORK = 400
_WORTH_COUNTING = 3
"""The number of characters of Python that should take as long as a tick, and the number of ticks
counted at once."""
_SLOW = {
    **dict.fromkeys("bit_and bit_or bit_xor bit_not whole date".split(), 400),
    **dict.fromkeys(
        "written val time_of_day hexadecimal octal instr replaced fail raised".split(), 800
    ),
    "read_number": 2000,
    "double_text": 14000,
}
"""The number of further characters that a call counts as."""
_CALLS = re.compile(rf"\b({'|'.join(_SLOW)})\(")


@dataclass(frozen=True, slots=True)
class Loop:
    """A plain FOR being written.

    ``counts`` says that it counts integers from a constant start; ``entry`` is what must be pushed
    on the stack if control leaves it.
    """

    stmt: n.For
    head: int
    foot: int
    step: float
    counts: bool
    entry: str

    @property
    def var(self) -> str:
        """Return the Python name of its variable."""
        return local(self.stmt.var)


class Loops(StatementWriter):
    """Writes jumps and loops; the rest of the writer is in `compiler`."""

    def __init__(self, code: ExpressionCoder, flow: Flow) -> None:
        super().__init__(code, flow)
        self.at = self.block = self.leaf_end = 0
        self.in_own_loop = False
        self.loops: list[Loop] = []

    def _op(self, i: int, op: Op) -> bool:
        raise NotImplementedError

    def _leave_loops(self) -> None:
        """Push the loops that are being left on the stack, as if they had run there."""
        for loop in self.loops:
            self._add(f"stack.append({loop.entry})")
        self._add("go = 1", "break")

    def _go(self, op: int) -> bool:
        """Write a jump to an operation."""
        if self.loops and op == self.loops[-1].foot:
            self._add("continue")
            return False
        block = self.flow.block(op)
        if not self.loops and self.in_own_loop and block == self.block:
            self._add("continue")
            return False
        self._add(f"pc = {block}")
        return self._dispatch()

    def _dispatch(self) -> bool:
        """Write a jump to block ``pc``."""
        if self.loops:
            self._leave_loops()
        else:
            self._add("break" if self.in_own_loop else "continue")
        return False

    def _stop(self, why: int) -> bool:
        self._add(f"why = {why}")
        if self.loops:
            self._leave_loops()
        else:
            self._add("break")
        return False

    @contextmanager
    def _indented(self, head: str) -> Iterator[None]:
        self._add(head)
        self.depth += 1
        mark = len(self.text)
        yield
        if len(self.text) == mark:
            self._add("pass")
        self.depth -= 1

    # FOR -----------------------------------------------------------------------------------------

    def _for(self, stmt: n.For) -> bool:
        head = self.at
        if self.dialect.next_by_position and (fault := self._mispaired(stmt, head)):
            self._add(f"fail({fault})")
            return True
        var = local(stmt.var)
        key = self._key(stmt, head)
        last = self._limit(stmt)
        step = self._loop_values(stmt, var, last)
        self._add("if stack:", f"    forget(stack, {key}, {self.dialect.next_by_position})")
        if head in self.flow.plain:
            return self._plain_for(stmt, head)
        if self.dialect.zero_trip:
            self._skip_empty(head, var, last, step)
        self._add(f"stack.append(({key}, {last}, {step}, {self.flow.block(head + 1)}))")
        return True

    def _mispaired(self, stmt: n.For, head: int) -> str:
        """Return what is wrong with the NEXT that belongs to a loop by position, as arguments of
        `fail`."""
        foot = self.flow.ends[head]
        if stmt.var.endswith("#") and not self.dialect.counts_doubles:
            return "'TYPE MISMATCH'"
        if foot is None:
            return "'FOR WITHOUT NEXT'"
        op = self.flow.ops[foot]
        if isinstance(op.what, n.Next) and op.what.var not in (None, stmt.var):
            return f"'NEXT WITHOUT FOR', {op.line}"
        return ""

    def _key(self, stmt: n.For, head: int) -> int:
        """Return the key by which NEXT finds the loop on the stack: its own position, or the
        variable."""
        foot = self.flow.ends[head]
        if self.dialect.next_by_position and foot is not None:
            return foot
        return self.symbols.loops[stmt.var]

    def _limit(self, stmt: n.For) -> str:
        return f"l{self.symbols.loops[stmt.var]}"

    def _loop_values(self, stmt: n.For, var: str, last: str) -> str:
        """Evaluate a loop's limits; return its step as a name or number."""
        target = n.Var(stmt.var)
        first = self.code.stored(target, stmt.first)
        limit = self.code.stored(target, stmt.last)
        step = self.code.stored(target, stmt.step) if stmt.step is not None else "1.0"
        fixed = stmt.step is None or isinstance(stmt.step, n.Num)
        name = step if fixed else f"z{self.symbols.loops[stmt.var]}"
        naming = [] if fixed else [f"{name} = {step}"]
        if self.dialect.zero_trip:
            self._add(f"k = {first}", f"{last} = {limit}", *naming, f"{var} = k")
        else:
            self._add(f"{var} = {first}", f"{last} = {limit}", *naming)
        return name

    def _skip_empty(self, head: int, var: str, last: str, step: str) -> None:
        foot = self.flow.ends[head]
        if foot is None:
            return
        with self._indented(f"if ({var} > {last}) if {step} >= 0.0 else ({var} < {last}):"):
            if self.dialect.skip_advances:
                self._add(f"{var} = {self.code.sum_of(var, step)}")
            self._go(foot + 1)

    def _fixed_step(self, loop: n.For) -> float:
        """Return the step of a plain loop, which is a literal, as its variable stores it."""
        if loop.step is None:
            return 1.0
        *signs, number = n.parts(loop.step)
        assert isinstance(number, n.Num), "plain loops have fixed steps"
        size = self.code.constant(number.text)
        value = (number.value if "(" in size else float(size)) * (-1.0) ** len(signs)
        return self.code.counted(loop.var, value)

    # Plain loops
    # -----------------------------------------------------------------------------------

    def _plain_for(self, stmt: n.For, head: int) -> bool:
        """Write a loop as a Python loop; return whether control continues after it."""
        loop = self._loop(stmt, head)
        last = self._limit(stmt)
        beyond = self._beyond(loop)
        if not self.dialect.zero_trip:
            self._add(f"if {beyond}:", f"    {last} = {loop.var}")
        # An empty loop is a delay, whose variable gets its last value at once.
        if loop.foot == head + 1 and loop.step:
            turns = f"({last} - {loop.var}) / {loop.step!r}"
            turns = f"max({turns}, 0.0)" if self.dialect.zero_trip else turns
            self._add(f"{loop.var} += ({turns} // 1.0 + 1.0) * {loop.step!r}")
        elif self.dialect.skip_advances:
            self._add(f"if {beyond}:", f"    {self._advance(loop)}")
            with self._indented("else:"):
                self._python_loop(loop)
        else:
            self._python_loop(loop)
        return self._behind(loop)

    def _loop(self, stmt: n.For, head: int) -> Loop:
        step = self._fixed_step(stmt)
        counts = step.is_integer() and n.whole(stmt.first) is not None
        entry = (
            f"({self._key(stmt, head)}, {self._limit(stmt)}, {step!r}, {self.flow.block(head + 1)})"
        )
        return Loop(stmt, head, self.flow.plain[head], step, counts, entry)

    def _beyond(self, loop: Loop) -> str:
        """Return Python that tests whether a loop's variable is past its end."""
        return f"{loop.var} {'<' if loop.step < 0 else '>'} {self._limit(loop.stmt)}"

    def _advance(self, loop: Loop) -> str:
        total = (
            f"{loop.var} + {loop.step!r}"
            if loop.counts
            else self.code.sum_of(loop.var, repr(loop.step))
        )
        return f"{loop.var} = {total}"

    def _behind(self, loop: Loop) -> bool:
        """Continue after a loop."""
        if self.loops:
            return True
        after = self.flow.block(loop.foot + 1)
        if self.in_own_loop or after >= self.leaf_end:
            return self._go(loop.foot + 1)
        # The guards of the blocks in between let control pass.
        self._add(f"pc = {after}")
        return True

    def _python_loop(self, loop: Loop) -> None:
        """Write a loop whose variable begins one step early; if that may be inexact, the first
        iteration is treated separately."""
        turned = f"b{len(self.loops)}"
        start = len(self.text)
        self._add("go = 0")
        self._add(f"{loop.var} -= {loop.step!r}" if loop.counts else f"{turned} = 0")
        self.loops.append(loop)
        with self._indented("for _ in ticks:"):
            if loop.counts:
                self._add(self._advance(loop))
            else:
                self._add(
                    f"if {turned} == 0:", f"    {turned} = 1", "else:", f"    {self._advance(loop)}"
                )
            self._add(f"if {self._beyond(loop)}:", "    break")
            inside = len(self.text)
            self._loop_body(loop)
        self._charge(inside, self.depth + 1)
        self._suspend("" if loop.counts else f" if {turned} else {self.flow.block(loop.head + 1)}")
        self._after_loop(start)

    def _suspend(self, first: str) -> None:
        """Write what happens when the budget ends in a loop: at its NEXT, or (``first``) before its
        first iteration."""
        with self._indented("else:"):
            self._add(f"pc = {self.flow.block(self.loops[-1].foot)}{first}", "why = 1")
            for loop in self.loops:
                self._add(f"stack.append({loop.entry})")
            self._add("go = 1" if len(self.loops) > 1 else "break")

    def _charge(self, start: int, depth: int) -> None:
        """Charge more than one tick for long work; ``start`` is where its Python begins."""
        lines = self.text[start:]
        calls = sum(_SLOW[name] for line in lines for name in _CALLS.findall(line))
        work = calls + sum(len(line.lstrip()) for line in lines)
        extra = work // _WORK - 1
        if extra >= _WORTH_COUNTING:
            self.text.insert(start, "    " * depth + f"spend({extra})")
            self.numbers.insert(start, self.numbers[start])

    def _loop_body(self, loop: Loop) -> None:
        # An inner loop is written by its FOR, so go on behind its NEXT.
        i = loop.head + 1
        while i < loop.foot:
            op = self.flow.ops[i]
            if not self._op(i, op):
                return
            i = self.flow.plain[i] + 1 if isinstance(op.what, n.For) else i + 1

    def _after_loop(self, start: int) -> None:
        """Continue outside a Python loop after a jump out of it, if there was one: ``go``, which is
        set where the loop begins, says so."""
        self.loops.pop()
        if not any(line.endswith("go = 1") for line in self.text[start:]):
            del self.text[start], self.numbers[start]
        elif self.loops or self.in_own_loop:
            self._add("if go:", "    break")
        else:
            with self._indented("if go:"):
                self._add("if why:", "    break", "continue")

    # NEXT ----------------------------------------------------------------------------------------

    def _next(self, stmt: n.Next) -> None:
        """Write a NEXT whose loop is on the stack: it is found by its variable or, in some
        dialects, by its position in the listing."""
        var = stmt.var
        key = self.symbols.loops.get(stmt.var or "")
        find = "find_loop"
        drop = ""
        if self.dialect.next_by_position:
            head = self.flow.head(self.at)
            loop = None if head is None else self.flow.ops[head].what
            var, key = (loop.var, self.at) if isinstance(loop, n.For) else (None, None)
            find = "find_at"
            drop = f" if stack[-1] is f else forget(stack, {self.at}, True)"
        elif var is None:
            self._bare_next()
            return
        if var is None or key is None:
            self._add("fail('NEXT WITHOUT FOR')")
            return
        self._add(f"f = stack[-1] if stack and stack[-1][0] == {key} else {find}(stack, {key})")
        self._turn(var)
        self._add("stack.pop()" + drop)

    def _bare_next(self) -> None:
        self._add("f = find_loop(stack, -2)")
        for var, key in self.symbols.loops.items():
            with self._indented(f"if f[0] == {key}:"):
                self._turn(var)
        self._add("stack.pop()")

    def _turn(self, name: str) -> None:
        """Advance a loop's variable by the step on top of the stack, and repeat if its end is not
        reached."""
        var = local(name)
        self._add(f"{var} = {self.code.sum_of(var, 'f[2]')}")
        goes_on = f"if ({var} <= f[1]) if f[2] >= 0.0 else ({var} >= f[1]):"
        with self._indented(goes_on):
            self._add("pc = f[3]")
            self._dispatch()
