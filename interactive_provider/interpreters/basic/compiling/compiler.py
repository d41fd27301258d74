"""Turns a program's control flow into one Python function.

``run(machine, pc, scalars, arrays, stack)`` runs from block ``pc`` to the next stop and returns why
it stopped, the block to continue with, and the variables. Blocks are in listing order in a binary
tree of ``if pc < n``; within a leaf, each block falls through to the next. A block that jumps to
its own start is a Python loop, and so is a plain FOR. Every iteration of any loop takes one tick
from the same iterator, so that all loops end together when the budget is used up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..dialects import Dialect
from ..errors import BasicSyntaxError
from ..reading import nodes as n
from ..reading.nodes import ProgramLines, Stmt
from ..running import functions, keyboard_codes, runtime, stack, traps
from ..running.petscii_codes import lowered
from ..running.print_using import formatted
from .control_flow import Flow, Jump, JumpUnless, MissingLine, Op, Operation, Take, flow_of
from .expressions import ExpressionCoder, MismatchError
from .loops import Loops
from .symbols import ArrayShape, Symbols, moves_cursor, pokes_screen

_LEAF = 8


@dataclass
class Compiled:
    """The function, its source, what it was compiled from, and its initial variables."""

    run: Callable[..., tuple[int, int, tuple[Any, ...], tuple[Any, ...], list[Any]]]
    source: str
    symbols: Symbols
    flow: Flow
    fresh: tuple[tuple[Any, ...], tuple[list[Any], ...]]


def compile_program(
    lines: ProgramLines,
    dialect: Dialect,
    coder_class: type[ExpressionCoder],
    machine_class: type[runtime.Machine],
    more: dict[str, Any],
) -> Compiled:
    """Compile a program; ``more`` holds the names that generated code may use besides `library`."""
    symbols = Symbols(lines)
    if dialect.codes:
        statements = n.statements_of(lines)
        symbols.places_output |= any(map(moves_cursor, statements)) or pokes_screen(statements)
    if dialect.dims_once:
        symbols.hidden.update((array.flag, 0) for array in symbols.arrays.values() if array.dims)
    flow = flow_of(lines, by_statement=symbols.traps)
    writer = _Writer(coder_class(dialect, symbols), flow, machine_class)
    source, numbers = writer.function()
    scalars = (*symbols.scalars.values(), *symbols.hidden.values())
    arrays = tuple(
        functions.cells(_first_bounds(a, dialect), a.empty) for a in symbols.arrays.values()
    )
    fresh = {"fresh_scalars": scalars, "fresh_arrays": arrays, "basic_lines": numbers}
    names = {**library(), **more, **fresh}
    try:
        exec(compile(source, "<basic>", "exec"), names)
    except (SyntaxError, RecursionError, MemoryError) as fault:
        raise BasicSyntaxError("FORMULA TOO COMPLEX", None, 1, "shorter expressions") from fault
    return Compiled(names["run"], source, symbols, flow, (scalars, arrays))


def _first_bounds(array: ArrayShape, dialect: Dialect) -> list[float]:
    """Return the bounds of an array before any DIM runs: 10 if they are unknown or ``dims_once``
    makes a one-dimensional DIM take effect only when it runs; otherwise those of the DIM.

    If ten in each dimension would be too many, it has a single cell.
    """
    dim_takes_effect_later = dialect.dims_once and array.rank == 1 and array.dims
    bounds = (None if dim_takes_effect_later else array.bounds) or (10,) * array.rank
    is_small = math.prod(bound + 1 for bound in bounds) <= functions.MOST_CELLS
    return [float(bound) if is_small else 0.0 for bound in bounds]


def library() -> dict[str, Any]:
    """Return the functions that compiled code of every dialect may call."""
    parts = (runtime, functions, stack)
    names = {
        k: v
        for part in parts
        for k, v in vars(part).items()
        if callable(v) and not k.startswith("_")
    }
    names.update(functions.SHORT, formatted=formatted, lowered=lowered, **keyboard_codes.KEYBOARDS)
    names.update(
        (name, getattr(math, name)) for name in ("sqrt", "sin", "cos", "tan", "atan", "exp", "log")
    )
    names.update(
        TRAPPED=traps.TRAPPED, raised=traps.raised, number_of=traps.number_of, line_of=traps.line_of
    )
    return names


class _Writer(Loops):
    def __init__(
        self, code: ExpressionCoder, flow: Flow, machine_class: type[runtime.Machine]
    ) -> None:
        super().__init__(code, flow)
        self.machine_class = machine_class

    # Text ------------------------------------------------------------------------------------

    def function(self) -> tuple[str, list[int]]:
        """Return the Python source of the whole program and the BASIC line of each of its lines."""
        self.depth = 4 if self.symbols.traps else 2
        self._tree(0, len(self.flow.leaders))
        body = self.text
        numbers = self.numbers
        words = self._words()
        self.text = []
        self.numbers = []
        self.depth = self.line = 0
        self._head(words)
        self.text += body
        self.numbers += numbers
        self._foot()
        return "\n".join(self.text) + "\n", self.numbers

    def _foot(self) -> None:
        self.depth = 2 if self.symbols.traps else 0
        self._add("    else:", "        why = 1", f"    return why, pc, {self._packed()}, stack")
        if self.symbols.traps:
            self._add("except TRAPPED as fault:")
            self._add(f"    if not {traps.HANDLER} or {traps.FAILED}:", "        raise")
            self._add(f"    {traps.ERR}, {traps.ERL} = number_of(fault), line_of(fault)")
            self._add(f"    {traps.FAILED}, pc = was + 1, {traps.HANDLER} - 1")

    def _head(self, words: set[str]) -> None:
        """Write the beginning of the function: what the machine provides, and the variables as
        Python locals."""
        scalars = self.scalars()
        arrays = self.arrays()
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
        if "array" in words:
            self._add("machine.arrays = arrays")
        self._add("why = go = 0")
        if self.symbols.traps:
            self._add("was = pc", f"machine.trapping = {traps.HANDLER} > 0")
            self._add("while True:", "    try:", "        for _ in ticks:")
        else:
            self._add("for _ in ticks:")
        self.depth = 0

    def _packed(self) -> str:
        return ", ".join(
            f"({', '.join(names)},)" if names else "()" for names in (self.scalars(), self.arrays())
        )

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
        """Write a block; return whether control reaches its end."""
        leaders = self.flow.leaders
        start = leaders[block]
        stop = leaders[block + 1] if block + 1 < len(leaders) else len(self.flow.ops)
        self.block = block
        if self.symbols.traps:
            self.line = self.flow.ops[start].line
            # A jump to a missing line fails where it starts.
            there = "" if isinstance(self.flow.ops[start].what, MissingLine) else "was = "
            self._add(f"{there}pc = {block}")
        begins = len(self.text)
        if not self._returns_to(start, stop):
            goes_on = self._run_of_ops(start, stop)
            self._charge(begins, self.depth)
            return goes_on
        self.in_own_loop = True
        with self._indented("for _ in ticks:"):
            begins = len(self.text)
            if self._run_of_ops(start, stop):
                self._add(f"pc = {block + 1}", "break")
            self._charge(begins, self.depth)
        self.in_own_loop = False
        with self._indented("else:"):
            self._add(f"pc = {block}", "why = 1", "break")
        self._add("if why:", "    break", "continue")
        return False

    def _returns_to(self, start: int, stop: int) -> bool:
        return any(
            isinstance(stmt, n.Goto) and self.flow.line_at.get(stmt.line) == start
            for op in self.flow.ops[start:stop]
            for stmt in op.statements
        )

    def _run_of_ops(self, start: int, stop: int) -> bool:
        return all(self._op(i, self.flow.ops[i]) for i in range(start, stop))

    def _op(self, i: int, op: Op) -> bool:
        self.line = op.line
        self.at = i
        return self._write(op.what)

    def _write(self, what: Operation) -> bool:
        """Write one operation; return whether control continues after it.

        Code that cannot be compiled fails only when it is run, since the program may never get
        there: it is replaced by a line that raises the error.
        """
        begins = len(self.text)
        depth = self.depth
        try:
            goes_on = _WRITERS[type(what)](self, what) is not False
            if not any(map(_is_too_deep, self.text[begins:])):
                return goes_on
            message = "FORMULA TOO COMPLEX"
        except MismatchError:
            message = "TYPE MISMATCH"
        except RecursionError:
            message = "FORMULA TOO COMPLEX"
        del self.text[begins:], self.numbers[begins:]
        self.depth = depth
        self._add(f"fail({message!r})")
        return True

    def _body(self, statements: Sequence[Stmt]) -> bool:
        return all(self._write(s) for s in statements)

    # Control -----------------------------------------------------------------------------------

    def _jump_unless(self, op: JumpUnless) -> None:
        with self._indented(f"if not {self.code.test(op.test)}:"):
            self._go(op.to)

    def _if(self, stmt: n.If) -> bool:
        if not stmt.then and stmt.other:
            with self._indented(f"if not {self.code.test(stmt.test)}:"):
                self._body(stmt.other)
            return True
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

    def _on(self, stmt: n.On) -> None:
        blocks = [self.flow.block(self.flow.target(line, self.at)) for line in stmt.lines]
        self._add(f"k = choice({self.code.number(stmt.selector)}, {len(blocks)})")
        with self._indented("if k:"):
            if stmt.call:
                self._add(f"call(stack, {self.flow.block(self.at + 1)})")
            self._add(f"pc = ({', '.join(map(str, blocks))},)[k - 1]")
            self._dispatch()

    def _resume(self, stmt: n.Resume) -> bool:
        """Return from a trap: to the failed statement, after it, or to a line."""
        if not self.symbols.traps:
            self._add("fail('RESUME WITHOUT ERROR')")
            return True
        self._add(f"if not {traps.FAILED}:", "    fail('RESUME WITHOUT ERROR')")
        # Every operation is a separate block here. An invalid answer is asked for again; the
        # statement after a failed condition is the second of its branch.
        asked = {i for i, op in enumerate(self.flow.ops) if isinstance(op.what, Take)}
        tests = {
            i
            for i, (op, behind) in enumerate(pairwise(self.flow.ops))
            if isinstance(op.what, JumpUnless) and not isinstance(behind.what, Jump)
        }
        back = f" - ({traps.FAILED} - 1 in {asked})" if asked else ""
        over = f" + ({traps.FAILED} - 1 in {tests})" if tests else ""
        self._add(
            f"pc = {traps.FAILED}{over}" if stmt.line == -1 else f"pc = {traps.FAILED} - 1{back}"
        )
        self._add(f"{traps.FAILED}, {traps.ERR} = 0, 0.0")
        if stmt.line is not None and stmt.line > 0:
            return self._go(self.flow.target(stmt.line, self.at))
        return self._dispatch()

    def _end(self, stmt: n.End) -> bool:
        # GW-BASIC does not let a program run off its end while it is handling an error.
        if stmt.runs_out and self.symbols.traps and self.dialect.single:
            self._add(f"if {traps.FAILED}:", "    fail('NO RESUME')")
        self._add(f"pc = {self.line}")
        return self._stop(runtime.STOPPED if stmt.stop else runtime.ENDED)

    def _input(self, stmt: n.InputStatement) -> bool:
        if stmt.whole_line and not all(map(n.is_text, stmt.targets)):
            raise MismatchError
        prompt = (stmt.prompt or "") + ("? " if stmt.question else "")
        number = self.flow.number(stmt)
        if prompt:
            self._add(f"ask({prompt!r})")
        if stmt.keys is not None:
            self._add(f"machine.wanted = {self.code.subscript(stmt.keys)}")
        if stmt.polls:
            with self._indented("if polled():"):
                self._ask(number)
            return True
        return self._ask(number)

    def _ask(self, number: int) -> bool:
        self._add(f"machine.asked = {number}", f"pc = {self.flow.block(self.at + 1)}")
        return self._stop(runtime.ASKS)

    def _print_file(self, stmt: n.PrintFile) -> None:
        with self._indented(f"with diverted({self.code.number(stmt.file)}):"):
            self._print(stmt.what)

    def _leave(self, stmt: n.LeaveProgram) -> bool:
        self._add(f"leaves({stmt.word!r}, {self.code.text(stmt.file)})", f"pc = {self.line}")
        return self._stop(runtime.ENDED)


def _is_too_deep(line: str) -> bool:
    """True if a line has more nested brackets than Python can read."""
    if len(line) < _DEEPEST:
        return False
    depth = deepest = 0
    for char in _QUOTED.sub("", line):
        depth += (char in "([") - (char in ")]")
        deepest = max(deepest, depth)
    return deepest > _DEEPEST


_DEEPEST = 180
_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")


_WRITERS: dict[type, Callable[[_Writer, Any], bool | None]] = {
    n.Let: lambda w, let: w._add(
        f"{w.code.value(let.target)} = {w.code.stored(let.target, let.value)}"
    ),
    n.Print: _Writer._print,
    n.InputStatement: _Writer._input,
    Take: _Writer._take,
    n.If: _Writer._if,
    n.For: _Writer._for,
    n.Next: _Writer._next,
    n.Goto: lambda w, goto: w._go(w.flow.target(goto.line, w.at)),
    Jump: lambda w, jump: w._go(jump.to),
    JumpUnless: _Writer._jump_unless,
    n.Gosub: _Writer._gosub,
    n.Return: _Writer._return,
    n.On: _Writer._on,
    n.Read: _Writer._read,
    n.Restore: _Writer._restore,
    n.Dim: _Writer._dim,
    n.Def: _Writer._def,
    n.End: _Writer._end,
    n.Clear: _Writer._clear,
    n.Swap: _Writer._swap,
    n.Erase: _Writer._erase,
    n.OnError: _Writer._on_error,
    n.Resume: _Writer._resume,
    n.Raise: lambda w, s: w._add(f"raised({w.code.number(s.code)})"),
    n.Nothing: lambda w, s: w._add(*map(w.code.value, s.args)),
    n.DisplayMode: _Writer._display,
    n.Pop: lambda w, pop: w._add("leave(stack)"),
    n.LeaveProgram: _Writer._leave,
    n.MachineCall: _Writer._act,
    n.PrintFile: _Writer._print_file,
    **dict.fromkeys((n.Data, n.Base, n.FieldStatement), lambda w, stmt: None),
    MissingLine: lambda w, op: w._add("fail('UNDEFINED LINE NUMBER')"),
    n.UnreadableStatement: lambda w, s: w._add(f"fail({s.message!r})"),
}
