"""From the flow of a program to one Python function.

``run(machine, pc, scalars, arrays, stack)`` works from block ``pc`` to the next stop and returns why it
stopped, the block to go on with, and the variables. Blocks stand in the order of the listing under a binary
tree of ``if pc < n``; within a leaf a block falls into the next. A block that jumps to its own beginning is a
Python loop, a plain FOR is one too. Every turn of any loop takes one tick from the same iterator, so that
all loops together end when the budget does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from . import nodes as n
from . import runtime, traps
from .dialects import Dialect
from .errors import BasicSyntaxError
from .expressions import ExpressionCoder, MismatchError, literal
from .flow import Flow, Jump, JumpUnless, Missing, Op, Operation, Take, flow_of
from .statements import Statements
from .symbols import Symbols, local
from .using import formatted

_LEAF = 4


@dataclass(frozen=True, slots=True)
class Loop:
    """A plain FOR being written: what must go on the stack if control leaves it."""

    entry: str
    foot: int


@dataclass
class Compiled:
    """The function, its Python text and the BASIC line of each Python line."""

    run: Callable[..., tuple[int, int, tuple[Any, ...], tuple[Any, ...], list[Any]]]
    source: str
    lines: list[int]
    symbols: Symbols
    flow: Flow
    fresh: tuple[tuple[Any, ...], tuple[list[Any], ...]] = field(default=((), ()))


def compile_program(
    lines: Sequence[n.Line],
    dialect: Dialect,
    coder_class: type[ExpressionCoder],
    machine_class: type[runtime.Machine],
    library: dict[str, Any],
) -> Compiled:
    """Compile a program; ``library`` holds what generated code may call besides `runtime`."""
    symbols = Symbols(lines)
    flow = flow_of(lines, by_statement=symbols.traps)
    writer = _Writer(coder_class(dialect, symbols), flow, machine_class)
    source, numbers = writer.function()
    names = {**_library(), **library}
    scalars = (*symbols.scalars.values(), *symbols.hidden.values())
    arrays = tuple(
        runtime.cells([float(b) for b in a.bounds or (10,) * a.rank], a.empty) for a in symbols.arrays.values()
    )
    names["fresh_scalars"], names["fresh_arrays"], names["basic_lines"] = scalars, arrays, numbers
    try:
        exec(compile(source, "<basic>", "exec"), names)
    except (SyntaxError, RecursionError, MemoryError) as fault:
        raise BasicSyntaxError("FORMULA TOO COMPLEX", None, 1, "shorter expressions") from fault
    return Compiled(names["run"], source, numbers, symbols, flow, (scalars, arrays))


def _library() -> dict[str, Any]:
    names = {k: v for k, v in vars(runtime).items() if callable(v) and not k.startswith("_")}
    names["formatted"] = formatted
    for name in ("sqrt", "sin", "cos", "tan", "atan", "exp", "log"):
        names[name] = getattr(math, name)
    names.update(TRAPPED=traps.TRAPPED, raised=traps.raised, number_of=traps.number_of, line_of=traps.line_of)
    return names


class _Writer(Statements):
    def __init__(self, code: ExpressionCoder, flow: Flow, machine_class: type[runtime.Machine]) -> None:
        super().__init__(code.dialect, code.symbols, flow, code)
        self.machine_class = machine_class
        self.block = self.at = self.leaf_end = 0
        self.in_own_loop = False
        self.loops: list[Loop] = []

    # Text ------------------------------------------------------------------------------------

    @contextmanager
    def _indented(self, head: str) -> Iterator[None]:
        self._add(head)
        self.depth += 1
        mark = len(self.text)
        yield
        if len(self.text) == mark:
            self._add("pass")
        self.depth -= 1

    def function(self) -> tuple[str, list[int]]:
        """The Python text of the whole program and the BASIC line of each of its lines."""
        self.depth = 4 if self.symbols.traps else 2
        self._tree(0, len(self.flow.leaders))
        body, numbers = self.text, self.numbers
        self.text, self.numbers, self.depth, self.line = [], [], 0, 0
        words = set(re.findall(r"\w+", "\n".join(body)))
        self._head(words)
        self.text += body
        self.numbers += numbers
        self.line = 0
        self._foot()
        return "\n".join(self.text) + "\n", self.numbers

    def _foot(self) -> None:
        ends = f"return why, pc, {self._packed()}, stack"
        if not self.symbols.traps:
            self._add("    else:", "        why = 1", f"    {ends}")
            return
        self.depth = 2
        self._add("    else:", "        why = 1", f"    {ends}", "except TRAPPED as fault:")
        self._add(f"    if not {traps.HANDLER} or {traps.FAILED}:", "        raise")
        self._add(f"    {traps.ERR}, {traps.ERL} = number_of(fault), line_of(fault, basic_lines)")
        self._add(f"    {traps.FAILED}, pc = was + 1, {traps.HANDLER} - 1")

    def _head(self, words: set[str]) -> None:
        scalars, arrays = self.scalars(), self.arrays()
        self._add("def run(machine, pc, scalars, arrays, stack):")
        self.depth = 1
        for name in sorted(words):
            if not name.startswith("_") and hasattr(self.machine_class, name):
                self._add(f"{name} = machine.{name}")
        self._add("ticks = machine.ticks")
        if scalars:
            self._add(f"({', '.join(scalars)},) = scalars")
        if arrays:
            self._add(f"({', '.join(arrays)},) = [a[:] for a in arrays]")
        self._add("why = go = 0")
        if self.symbols.traps:
            self._add("was = pc", f"machine.trapping = {traps.HANDLER} > 0")
            self._add("while True:", "    try:", "        for _ in ticks:")
        else:
            self._add("for _ in ticks:")
        self.depth = 0

    def _packed(self) -> str:
        return ", ".join(f"({', '.join(names)},)" if names else "()" for names in (self.scalars(), self.arrays()))

    # Blocks ----------------------------------------------------------------------------------

    def _tree(self, low: int, high: int) -> None:
        if high - low <= _LEAF:
            self._leaf(low, high)
            return
        middle = (low + high) // 2
        with self._indented(f"if pc < {middle}:"):
            self._tree(low, middle)
        with self._indented("else:"):
            self._tree(middle, high)

    def _leaf(self, low: int, high: int) -> None:
        goes_on = True
        self.leaf_end = high
        for block in range(low, high):
            if block < high - 1:
                with self._indented(f"if pc <= {block}:"):
                    goes_on = self._block(block)
            else:
                goes_on = self._block(block)
        if goes_on:
            self._add(f"pc = {high}", "continue")

    def _block(self, block: int) -> bool:
        """Write a block; returns whether control falls out of its end."""
        leaders = self.flow.leaders
        start = leaders[block]
        stop = leaders[block + 1] if block + 1 < len(leaders) else len(self.flow.ops)
        self.block = block
        if self.symbols.traps:
            self.line = self.flow.ops[start].line
            # A jump to a missing line fails where it starts.
            there = "" if isinstance(self.flow.ops[start].what, Missing) else "was = "
            self._add(f"{there}pc = {block}")
        if not self._returns_to(start, stop):
            return self._run_of_ops(start, stop)
        self.in_own_loop = True
        with self._indented("for _ in ticks:"):
            if self._run_of_ops(start, stop):
                self._add(f"pc = {block + 1}", "break")
        self.in_own_loop = False
        with self._indented("else:"):
            self._add(f"pc = {block}", "why = 1", "break")
        self._add("if why:", "    break", "continue")
        return False

    def _returns_to(self, start: int, stop: int) -> bool:
        for i in range(start, stop):
            what = self.flow.ops[i].what
            if isinstance(what, n.If | n.Goto):
                for stmt in n.inner_statements((what,)):
                    if isinstance(stmt, n.Goto) and self.flow.line_at.get(stmt.line) == start:
                        return True
        return False

    def _run_of_ops(self, start: int, stop: int) -> bool:
        return all(self._op(i, self.flow.ops[i]) for i in range(start, stop))

    def _op(self, i: int, op: Op) -> bool:
        self.line = op.line
        self.at = i
        return self._write(op.what)

    def _write(self, what: Operation) -> bool:
        """Write one operation; returns whether control goes on behind it."""
        mark = len(self.text), self.depth
        try:
            return _WRITERS[type(what)](self, what)
        except MismatchError:
            del self.text[mark[0] :], self.numbers[mark[0] :]
            self.depth = mark[1]
            self._add("fail('TYPE MISMATCH')")
            return True

    def _body(self, statements: Sequence[n.Stmt]) -> bool:
        return all(self._write(s) for s in statements)

    # Control -----------------------------------------------------------------------------------

    def _leave_loops(self) -> None:
        """Put the loops being left on the stack, as if they had run there."""
        for loop in self.loops:
            self._add(f"stack.append({loop.entry})")
        self._add("go = 1", "break")

    def _go(self, op: int) -> bool:
        """Jump to an operation."""
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
        """Go to block ``pc``."""
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

    def _goto(self, stmt: n.Goto) -> bool:
        return self._go(self.flow.target(stmt.line, self.at))

    def _jump(self, op: Jump) -> bool:
        return self._go(op.to)

    def _jump_unless(self, op: JumpUnless) -> bool:
        with self._indented(f"if not {self.code.test(op.test)}:"):
            self._go(op.to)
        return True

    def _if(self, stmt: n.If) -> bool:
        with self._indented(f"if {self.code.test(stmt.test)}:"):
            then = self._body(stmt.then)
        if not stmt.other:
            return True
        with self._indented("else:"):
            other = self._body(stmt.other)
        return then or other

    def _gosub(self, stmt: n.Gosub) -> bool:
        if self.at in self.flow.inlined:
            here = self.at, self.line
            for at in self.flow.inlined[self.at]:
                self._op(at, self.flow.ops[at])
            self.at, self.line = here
            return True
        self._add(f"call(stack, {self.flow.block(self.at + 1)})")
        return self._go(self.flow.target(stmt.line, self.at))

    def _return(self, stmt: n.Return) -> bool:
        self._add("pc = leave(stack)")
        if stmt.line is not None:
            return self._go(self.flow.target(stmt.line, self.at))
        return self._dispatch()

    def _on(self, stmt: n.On) -> bool:
        blocks = [self.flow.block(self.flow.target(line, self.at)) for line in stmt.lines]
        self._add(f"k = choice({self.code.number(stmt.selector)}, {len(blocks)})")
        with self._indented("if k:"):
            if stmt.call:
                self._add(f"call(stack, {self.flow.block(self.at + 1)})")
            self._add(f"pc = ({', '.join(map(str, blocks))},)[k - 1]")
            self._dispatch()
        return True

    def _resume(self, stmt: n.Resume) -> bool:
        """Go back from a trap: to the statement that failed, behind it, or to a line."""
        if not self.symbols.traps:
            self._add("fail('RESUME WITHOUT ERROR')")
            return True
        self._add(f"if not {traps.FAILED}:", "    fail('RESUME WITHOUT ERROR')")
        # Every operation is a block of its own here. An answer that does not fit is asked for again; the
        # statement behind a condition that fails is the second of its branch.
        asked = {i for i, op in enumerate(self.flow.ops) if isinstance(op.what, Take)}
        tests = {i for i, op in enumerate(self.flow.ops) if isinstance(op.what, JumpUnless)}
        back = f" - ({traps.FAILED} - 1 in {asked})" if asked else ""
        over = f" + ({traps.FAILED} - 1 in {tests})" if tests else ""
        self._add(f"pc = {traps.FAILED}{over}" if stmt.line == -1 else f"pc = {traps.FAILED} - 1{back}")
        self._add(f"{traps.FAILED}, {traps.ERR} = 0, 0.0")
        if stmt.line is not None and stmt.line > 0:
            return self._go(self.flow.target(stmt.line, self.at))
        return self._dispatch()

    def _end(self, stmt: n.End) -> bool:
        if self.symbols.traps and self._is_bottom():
            self._add(f"if {traps.FAILED}:", "    fail('NO RESUME')")
        self._add(f"pc = {self.line}")
        return self._stop(runtime.STOPPED if stmt.stop else runtime.ENDED)

    def _is_bottom(self) -> bool:
        """Whether this is the end of the listing, where no END stands."""
        behind = self.flow.ops[self.at + 1 : self.at + 2]
        return not behind or isinstance(behind[0].what, Missing)

    def _input(self, stmt: n.Input) -> bool:
        prompt = (stmt.prompt or "") + ("? " if stmt.question else "")
        number = next(i for i, asked in enumerate(self.flow.inputs) if asked is stmt)
        if prompt:
            self._add(f"put({prompt!r})")
        self._add(f"machine.asked = {number}", f"pc = {self.flow.block(self.at + 1)}")
        return self._stop(runtime.ASKS)

    # Loops -------------------------------------------------------------------------------------

    def _for(self, stmt: n.For) -> bool:
        head = self.at
        if self.dialect.next_by_position and (fault := self._mispaired(stmt, head)):
            self._add(f"fail({fault})")
            return True
        var, key, last = local(stmt.var), self._key(stmt, head), f"l{self.symbols.loops[stmt.var]}"
        step = self._loop_values(stmt, var, last)
        self._add("if stack:", f"    {'drop_at' if self.dialect.next_by_position else 'forget'}(stack, {key})")
        if head in self.flow.plain:
            return self._plain_for(stmt, head, last)
        if self.dialect.zero_trip:
            self._skip_empty(head, var, last, step)
        self._add(f"stack.append(({key}, {last}, {step}, {self.flow.block(head + 1)}))")
        return True

    def _mispaired(self, stmt: n.For, head: int) -> str:
        """What is wrong with the NEXT that belongs to a loop by its place, as arguments of `fail`."""
        foot = self.flow.ends[head]
        if foot is None:
            return "'FOR WITHOUT NEXT'"
        op = self.flow.ops[foot]
        if isinstance(op.what, n.Next) and op.what.var not in (None, stmt.var):
            return f"'NEXT WITHOUT FOR', {op.line}"
        return ""

    def _key(self, stmt: n.For, head: int) -> int:
        """By what NEXT finds the loop on the stack: where it stands itself, or the variable."""
        foot = self.flow.ends[head]
        if self.dialect.next_by_position and foot is not None:
            return foot
        return self.symbols.loops[stmt.var]

    def _loop_values(self, stmt: n.For, var: str, last: str) -> str:
        """Work out a loop's ends; returns its step as a name or number."""
        target = n.Var(stmt.var)
        first, limit = self.code.stored(target, stmt.first), self.code.stored(target, stmt.last)
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

    def _plain_for(self, stmt: n.For, head: int, last: str) -> bool:
        foot = self.flow.plain[head]
        var, key = local(stmt.var), self._key(stmt, head)
        step = _known_step(stmt.step)
        beyond = "<" if step < 0 else ">"
        if not self.dialect.zero_trip:
            self._add(f"if {var} {beyond} {last}:", f"    {last} = {var}")
        if foot == head + 1 and step and (not self.dialect.single or _is_whole(stmt.first)):
            plain = step == 1.0 and _is_whole(stmt.first) and not self.dialect.zero_trip
            self._add(f"{var} = {last} // 1.0 + 1.0" if plain else f"{var} = idle({var}, {last}, {step!r})")
        else:
            entry = f"({key}, {last}, {step!r}, {self.flow.block(head + 1)})"
            advance = f"{var} = {self.code.sum_of(var, repr(step))}"
            back = f"{var} -= {step!r}" if _is_whole(stmt.first) and step.is_integer() else ""
            if self.dialect.skip_advances:
                self._add(f"if {var} {beyond} {last}:", f"    {advance}")
                with self._indented("else:"):
                    self._python_loop(head, foot, entry, advance, f"{var} {beyond} {last}", back)
            else:
                self._python_loop(head, foot, entry, advance, f"{var} {beyond} {last}", back)
        if self.loops:
            return True
        after = self.flow.block(foot + 1)
        if self.in_own_loop or after >= self.leaf_end:
            return self._go(foot + 1)
        # The guards of the blocks between let control pass by.
        self._add(f"pc = {after}")
        return True

    def _python_loop(self, head: int, foot: int, entry: str, advance: str, done: str, back: str) -> None:
        """A loop whose variable begins one step early; where that may not be exact, the first turn is told apart."""
        turned = f"b{len(self.loops)}"
        self._add("go = 0", back or f"{turned} = 0")
        self.loops.append(Loop(entry, foot))
        with self._indented("for _ in ticks:"):
            if back:
                self._add(advance, f"if {done}:", "    break")
            else:
                self._add(f"if {turned} == 0:", f"    {turned} = 1")
                with self._indented("else:"):
                    self._add(advance)
                self._add(f"if {done}:", "    break")
            self._loop_body(head + 1, foot)
        with self._indented("else:"):
            resume = str(self.flow.block(foot))
            first = f" if {turned} else {self.flow.block(head + 1)}"
            self._add(f"pc = {resume}{'' if back else first}", "why = 1")
            for loop in self.loops:
                self._add(f"stack.append({loop.entry})")
            self._add("go = 1" if len(self.loops) > 1 else "break")
        self.loops.pop()
        self._after_loop()

    def _loop_body(self, start: int, stop: int) -> None:
        i = start
        while i < stop:
            op = self.flow.ops[i]
            if not self._op(i, op):
                return
            i = self.flow.plain[i] + 1 if isinstance(op.what, n.For) else i + 1

    def _after_loop(self) -> None:
        """Carry a jump out of a Python loop further out."""
        if self.loops or self.in_own_loop:
            self._add("if go:", "    break")
        else:
            with self._indented("if go:"):
                self._add("if why:", "    break", "continue")

    def _next(self, stmt: n.Next) -> bool:
        if self.dialect.next_by_position:
            return self._next_by_position()
        if stmt.var is None:
            return self._bare_next()
        if stmt.var not in self.symbols.loops:
            self._add("fail('NEXT WITHOUT FOR')")
            return True
        key = self.symbols.loops[stmt.var]
        self._add(f"f = stack[-1] if stack and stack[-1][0] == {key} else find_loop(stack, {key})")
        self._turn(local(stmt.var))
        self._add("stack.pop()")
        return True

    def _next_by_position(self) -> bool:
        head = next((h for h, foot in self.flow.ends.items() if foot == self.at), None)
        loop = self.flow.ops[head].what if head is not None else None
        if not isinstance(loop, n.For):
            self._add("fail('NEXT WITHOUT FOR')")
            return True
        self._add(f"f = find_at(stack, {self.at})")
        self._turn(local(loop.var))
        self._add(f"drop_at(stack, {self.at})")
        return True

    def _turn(self, var: str) -> None:
        total = self.code.sum_of(var, "f[2]")
        self._add(f"{var} = {total}")
        with self._indented(f"if ({var} <= f[1]) if f[2] >= 0.0 else ({var} >= f[1]):"):
            self._add("pc = f[3]")
            self._dispatch()

    def _bare_next(self) -> bool:
        self._add("f = find_loop(stack, -2)")
        for var, key in self.symbols.loops.items():
            with self._indented(f"if f[0] == {key}:"):
                self._turn(local(var))
        self._add("stack.pop()")
        return True

    def _while(self, stmt: n.While) -> bool:
        foot = self.flow.ends[self.at]
        if foot is None:
            self._add("fail('WHILE WITHOUT WEND')")
            return True
        with self._indented(f"if not {self.code.test(stmt.test)}:"):
            self._go(foot + 1)
        return True

    def _wend(self, stmt: n.Wend) -> bool:
        head = next((h for h, foot in self.flow.ends.items() if foot == self.at), None)
        if head is None:
            self._add("fail('WEND WITHOUT WHILE')")
            return True
        return self._go(head)


def _is_whole(e: n.Expr) -> bool:
    return isinstance(e, n.Num) and e.text.isdigit()


def _known_step(step: n.Expr | None) -> float:
    match step:
        case n.Num(text):
            return literal(text)
        case n.Unary(_, n.Num(text)):
            return -literal(text)
    return 1.0


_WRITERS: dict[type, Callable[[_Writer, Any], bool]] = {
    n.Let: _Writer._let, n.Print: _Writer._print, n.Input: _Writer._input, Take: _Writer._take,
    n.If: _Writer._if, n.For: _Writer._for, n.Next: _Writer._next, n.Goto: _Writer._goto, Jump: _Writer._jump,
    JumpUnless: _Writer._jump_unless, n.Gosub: _Writer._gosub, n.Return: _Writer._return, n.On: _Writer._on,
    n.Read: _Writer._read, n.Data: _Writer._data, n.Restore: _Writer._restore, n.Dim: _Writer._dim,
    n.Def: _Writer._def, n.End: _Writer._end, n.Clear: _Writer._clear, n.Randomize: _Writer._randomize,
    n.Base: _Writer._base, n.While: _Writer._while, n.Wend: _Writer._wend, n.Swap: _Writer._swap,
    n.Erase: _Writer._erase, n.MidSet: _Writer._mid_set, n.OnError: _Writer._on_error,
    n.Resume: _Writer._resume, n.Raise: _Writer._raise, n.Nothing: _Writer._nothing,
    Missing: _Writer._missing, n.Unreadable: _Writer._unreadable,
}  # fmt: skip
