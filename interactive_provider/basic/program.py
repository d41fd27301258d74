"""START HERE: a program, and the states it stops in.

>>> program = Program.parse('10 INPUT "YOUR NAME";N$\\n20 PRINT "HELLO, ";N$\\n')
>>> state = program.start(seed=1)
>>> state.output
'YOUR NAME? '
>>> state.answer("ADA").output
'HELLO, ADA\\n'

A program runs until it asks, ends, fails or has used its steps. Each such stop is a `State`, which never
changes: answer it twice and there are two games.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from functools import cached_property
from types import TracebackType
from typing import Any, NamedTuple

from . import ecma, gw, runtime
from . import nodes as n
from .analysis import Analyst, Suggestion
from .answers import read_answer
from .compiler import Compiled, compile_program
from .dialects import Dialect, dialect_named
from .ecma import EcmaCoder, EcmaMachine
from .ecma_rules import check_program
from .errors import BasicError, BasicRuntimeError, BasicSyntaxError, NotWaiting
from .expressions import ExpressionCoder
from .gw import GwCoder, GwMachine
from .lexer import SourceLine, check_is_text, split_lines
from .parser import Parser
from .runtime import Machine

_MANNERS: dict[str, tuple[type[ExpressionCoder], type[Machine], dict[str, Any]]] = {
    "lenient": (ExpressionCoder, Machine, {}),
    "gw": (GwCoder, GwMachine, gw.LIBRARY),
    "ecma55": (EcmaCoder, EcmaMachine, ecma.LIBRARY),
}
STEPS = 300_000
"""Turns of loops, jumps and calls that a program may make before it has to be told to go on."""


class Program:
    """A BASIC program: its lines, its dialect and (made on first use) the function it is compiled to."""

    def __init__(self, text: str, dialect: str | Dialect, lines: Sequence[n.Line], ignored: Sequence[str]) -> None:
        self.text = text
        self.dialect = dialect_named(dialect)
        self.lines = tuple(lines)
        self.ignored = tuple(ignored)
        """Lines of the text that have no number; the machines did not keep them either."""

    @classmethod
    def parse(cls, text: str, dialect: str | Dialect = "lenient") -> Program:
        """Read a program; raises `BasicSyntaxError` with line, column and what was expected there."""
        chosen = dialect_named(dialect)
        check_is_text(text)
        if chosen.name == "ecma55":
            return cls(text, chosen, check_program(text), ())
        sources, ignored = split_lines(text)
        if not sources:
            raise BasicSyntaxError("NO PROGRAM: no line begins with a number", expected="numbered lines")
        try:
            lines = _parsed(sources, chosen.crunch, chosen.name == "gw")
        except BasicSyntaxError as fault:
            # A program of later days has names like SCORE, which crunching cuts at its OR.
            if not chosen.crunch:
                raise
            lines = _parsed_by_words(sources, fault)
        return cls(text, chosen, lines, ignored)

    @classmethod
    def decode(cls, raw: bytes, dialect: str | Dialect = "lenient") -> Program:
        """Read a program from the bytes of a file: UTF-8 or UTF-16 with its mark, else the PC's code page."""
        if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return cls.parse(raw.decode("utf-16", "replace"), dialect)
        if raw[:1] in (b"\xff", b"\xfe"):
            raise BasicSyntaxError("NO PROGRAM: this file is tokenised", expected="text (saved with ,A)")
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("cp437")
        return cls.parse(text, dialect)

    def start(self, seed: object = 0, steps: int = STEPS) -> State:
        """Run to the first stop. The same seed gives the same luck, in every process.

        ``gw`` and ``ecma55`` begin with their machine's own random series whatever the seed is, as they
        did when switched on; there the seed decides what an unforeseeable RANDOMIZE gives.
        """
        scalars, arrays = self.compiled.fresh
        luck = _FIRST_SEEDS.get(self.dialect.name) or _seed(seed)
        memory = Memory(0, scalars, arrays, (), luck, 0, 0, 0, (), steps, _seed(seed))
        return _run(self, None, "", memory, ())

    @cached_property
    def compiled(self) -> Compiled:
        """The compiled program."""
        coder, machine, library = _MANNERS[self.dialect.name]
        return compile_program(self.lines, self.dialect, coder, machine, library)

    @property
    def python(self) -> str:
        """The Python function that the program became."""
        return self.compiled.source

    @cached_property
    def analyst(self) -> Analyst:
        """Who reads the program for the answers that it expects."""
        return Analyst(self.lines, self.compiled.flow, self.compiled.symbols)

    @cached_property
    def data(self) -> tuple[tuple[str, bool, int], ...]:
        """All items of DATA: text, whether it was quoted, line."""
        return tuple(
            (text, quoted, line.number)
            for line in self.lines
            for stmt in n.inner_statements(line.body)
            if isinstance(stmt, n.Data)
            for text, quoted in stmt.items
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and (self.text, self.dialect) == (other.text, other.dialect)

    def __hash__(self) -> int:
        return hash((self.text, self.dialect))

    def __repr__(self) -> str:
        return f"<BASIC program, {len(self.lines)} lines, {self.dialect.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        packed = zlib.compress(self.text.encode("utf-8", "surrogatepass"), 9)
        return _unpacked, (packed, self.dialect.name)


def _parsed(sources: Sequence[SourceLine], crunch: bool, forgiving: bool = False) -> list[n.Line]:
    types: dict[str, str] = {}
    try:
        return [Parser(source, crunch, types).parse(forgiving) for source in sources]
    except RecursionError as fault:
        raise BasicSyntaxError("FORMULA TOO COMPLEX", expected="fewer brackets") from fault


def _parsed_by_words(sources: Sequence[SourceLine], first: BasicSyntaxError) -> list[n.Line]:
    try:
        return _parsed(sources, crunch=False)
    except BasicSyntaxError:
        raise first from None


def _unpacked(packed: bytes, dialect: str) -> Program:
    text = zlib.decompress(packed).decode("utf-8", "surrogatepass")
    known = _programs.get((text, dialect))
    if known is None:
        known = _programs[text, dialect] = Program.parse(text, dialect)
    return known


_programs: dict[tuple[str, str], Program] = {}


_FIRST_SEEDS = {"gw": gw.FIRST_SEED, "ecma55": ecma.FIRST_SEED}


def _seed(seed: object) -> int:
    return int.from_bytes(hashlib.sha256(repr(seed).encode()).digest()[:6], "big")


class Memory(NamedTuple):
    """All that a stopped program remembers. The lists in ``arrays`` are never written to."""

    pc: int
    scalars: tuple[Any, ...]
    arrays: tuple[list[Any], ...]
    stack: tuple[tuple[float, ...], ...]
    seed: int
    pointer: int
    column: int
    asked: int
    given: tuple[float | str, ...]
    steps: int
    fate: int


class State:
    """A program where it stopped. It never changes; `answer` and `more` give new states.

    ``status`` is ``"asks"`` (an INPUT waits), ``"more"`` (the budget of steps is used up), ``"ended"``,
    ``"stopped"`` (STOP) or ``"error"``. ``output`` is what was printed since the last stop, without the
    echo of the answer. In ``ecma55`` the machine's own messages (exceptions and the like) are not among the
    output but in ``remarks``.
    """

    __slots__ = ("_memory", "_said", "_typed", "error", "output", "program", "remarks", "status")

    program: Program
    status: str
    output: str
    error: BasicRuntimeError | None
    remarks: tuple[str, ...]

    def __init__(
        self,
        program: Program,
        said: State | None,
        typed: str,
        memory: Memory,
        status: str,
        output: str,
        error: BasicRuntimeError | None = None,
        remarks: tuple[str, ...] = (),
    ) -> None:
        put = object.__setattr__
        put(self, "program", program)
        put(self, "_said", said)
        put(self, "_typed", typed)
        put(self, "_memory", memory)
        put(self, "status", status)
        put(self, "output", output)
        put(self, "error", error)
        put(self, "remarks", remarks)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state never changes: {name!r} cannot be set")

    def answer(self, text: str) -> State:
        """The state after ``text`` is typed at the INPUT; raises `NotWaiting` where none waits."""
        if self.status != "asks":
            raise NotWaiting(f"The program does not ask: {self._why_not()}.")
        answered = read_answer(self.asked, text, self._memory.given, self.program.dialect)
        memory = self._memory
        if answered.again or answered.wanting:
            return self._ask_again(text, answered.remark, answered.values, answered.wanting)
        column = 0
        return _run(self.program, self, text, memory._replace(column=column), answered.values, answered.remark)

    def more(self) -> State:
        """The state after the program went on; raises `NotWaiting` unless its steps were used up."""
        if self.status != "more":
            raise NotWaiting(f"The program needs no leave to go on: {self._why_not()}.")
        return _run(self.program, self, "", self._memory, ())

    def _why_not(self) -> str:
        return {"asks": "it waits for an answer", "more": "it runs on (more)"}.get(
            self.status, f"it is over ({self.error or self.status})"
        )

    def _ask_again(self, text: str, remark: str, values: tuple[float | str, ...], wanting: bool) -> State:
        prompt = "?? " if wanting else self.prompt
        memory = self._memory._replace(given=values if wanting else (), column=len(prompt))
        return State(self.program, self, text, memory, "asks", remark + prompt)

    @property
    def asked(self) -> n.Input:
        """The INPUT at which the program waits, or last waited."""
        return self.program.compiled.flow.inputs[self._memory.asked]

    @property
    def prompt(self) -> str:
        """What the INPUT itself prints before the answer."""
        return (self.asked.prompt or "") + ("? " if self.asked.question else "")

    @property
    def wanted(self) -> tuple[n.Target, ...]:
        """The variables that the next answer gives values to."""
        return self.asked.targets[len(self._memory.given) :] if self.status == "asks" else ()

    @property
    def asked_number(self) -> int:
        """Which of the program's INPUTs this is, counted from 0 in the order of the listing."""
        return self._memory.asked

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """What the program's text says of the answer: one suggestion for each variable that is asked for."""
        if self.status != "asks":
            return ()
        return self.program.analyst.suggestions(self._memory.asked)[len(self._memory.given) :]

    @property
    def over(self) -> bool:
        """Whether nothing can follow."""
        return self.status not in ("asks", "more")

    @property
    def transcript(self) -> str:
        """All that was printed and typed since the start (since unpickling, after that)."""
        pieces: list[str] = []
        state: State | None = self
        while state is not None:
            pieces.append(state.output)
            if state._said is not None and state._said.status == "asks":
                pieces.append(state._typed + "\n")
            state = state._said
        return "".join(reversed(pieces))

    def variable(self, name: str) -> float | str:
        """The value of a scalar, for the curious and for tests; raises KeyError for one there is not."""
        names = list(self.program.compiled.symbols.scalars)
        if name not in names:
            raise KeyError(name)
        value: float | str = self._memory.scalars[names.index(name)]
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine = (self._memory, self.status, self.output, self.program)
        return mine == (other._memory, other.status, other.output, other.program)

    def __hash__(self) -> int:
        return hash((self._memory.pc, self._memory.scalars, self._memory.seed, self.status, self.output))

    def __repr__(self) -> str:
        return f"<BASIC state, {self._why_not() if self.status in ('asks', 'more') else self.error or self.status}>"

    def __reduce__(self) -> tuple[object, ...]:
        memory = self._memory._replace(arrays=tuple(map(_small, self._memory.arrays)))
        return _revived, (self.program, tuple(memory), self.status, self.output, self.error, self.remarks)


def _small(cells: list[Any]) -> list[Any]:
    """An array with its whole numbers as ints, which pickle in two bytes where floats take nine."""
    return [int(x) if type(x) is float and x.is_integer() else x for x in cells]


def _revived(program: Program, memory: tuple[Any, ...], status: str, output: str, error: Any, remarks: Any) -> State:
    kept = Memory(*memory)
    arrays = tuple([float(x) if type(x) is int else x for x in cells] for cells in kept.arrays)
    return State(program, None, "", kept._replace(arrays=arrays), status, output, error, remarks)


_STATUS = {runtime.MORE: "more", runtime.ASKS: "asks", runtime.ENDED: "ended", runtime.STOPPED: "stopped"}
_FAULTS: tuple[tuple[type[Exception], str], ...] = (
    (ZeroDivisionError, "DIVISION BY ZERO"),
    (OverflowError, "OVERFLOW"),
    (IndexError, "SUBSCRIPT OUT OF RANGE"),
    (ValueError, "ILLEGAL FUNCTION CALL"),
    (MemoryError, "OUT OF MEMORY"),
)


def _run(
    program: Program,
    said: State | None,
    typed: str,
    memory: Memory,
    values: Sequence[float | str],
    remark: str = "",
) -> State:
    """Run from a stop to the next."""
    machine = _MANNERS[program.dialect.name][1](
        program.dialect, program.data, memory.column, memory.seed, memory.pointer, memory.steps, values,
        memory.fate,
    )  # fmt: skip
    if remark:
        machine.out.append(remark)
    compiled = program.compiled
    try:
        why, pc, scalars, arrays, stack = compiled.run(
            machine, memory.pc, memory.scalars, memory.arrays, list(memory.stack)
        )
    except (ArithmeticError, LookupError, ValueError, MemoryError) as fault:
        return _failed(program, said, typed, memory, machine, fault)
    after = Memory(
        pc, scalars, arrays, tuple(stack), machine.seed, machine.pointer, machine.column, machine.asked, (),
        memory.steps, memory.fate,
    )  # fmt: skip
    remarks = tuple(program.dialect.wording(text, compiled.lines[at - 1]) for at, text in machine.remarks)
    if why == runtime.STOPPED and not remarks_apart(program.dialect):
        machine.out.append(("\n" if machine.column else "") + program.dialect.wording("BREAK", pc) + "\n")
    return State(program, said, typed, after, _STATUS[why], "".join(machine.out), remarks=remarks)


def remarks_apart(dialect: Dialect) -> bool:
    """Whether a dialect keeps its messages out of what the program prints."""
    return dialect.name == "ecma55"


def _failed(
    program: Program, said: State | None, typed: str, memory: Memory, machine: Machine, fault: Exception
) -> State:
    """The terminal state of a program that failed."""
    error = as_basic_error(fault, program.compiled)
    message = program.dialect.wording(error.message, error.line)
    remarks = [program.dialect.wording(text, program.compiled.lines[at - 1]) for at, text in machine.remarks]
    if remarks_apart(program.dialect):
        remarks.append(message)
        machine.out.append("\n" if machine.column else "")
    else:
        machine.out.append(("\n" if machine.column else "") + message + "\n")
    return State(program, said, typed, memory, "error", "".join(machine.out), error, tuple(remarks))


def as_basic_error(fault: Exception, compiled: Compiled) -> BasicRuntimeError:
    """A fault of Python's as the machine's message, with the BASIC line in which it arose."""
    if isinstance(fault, BasicRuntimeError):
        message, line = fault.message, fault.line
    elif isinstance(fault, BasicError):
        raise fault
    else:
        message, line = next(text for kind, text in _FAULTS if isinstance(fault, kind)), None
    return BasicRuntimeError(message, line if line is not None else _line_of(fault.__traceback__, compiled))


def _line_of(traceback: TracebackType | None, compiled: Compiled) -> int | None:
    while traceback is not None:
        if traceback.tb_frame.f_code is compiled.run.__code__:
            return compiled.lines[traceback.tb_lineno - 1]
        traceback = traceback.tb_next
    return None
