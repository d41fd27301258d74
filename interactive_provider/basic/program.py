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

from .compiling.compiler import Compiled, compile_program
from .dialects import Dialect, dialect_named
from .errors import BasicSyntaxError
from .expecting.analysis import Analyst
from .machines import kind_of
from .machines.ecma_rules import check_program
from .machines.kind import Kind
from .reading import nodes as n
from .reading.lexer import SourceLine, check_is_text, split_lines
from .reading.parser import Parser
from .state import Memory, State, run

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
        if chosen.checked:
            return cls(text, chosen, check_program(text), ())
        sources, ignored = split_lines(text)
        if not sources:
            raise BasicSyntaxError("NO PROGRAM: no line begins with a number", expected="numbered lines")
        try:
            lines = _parsed(sources, chosen.crunch, chosen.defers)
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
        fate = _seed(seed)
        first = self.kind.machine.first_seed
        luck = fate if first is None else first
        memory = Memory(0, scalars, arrays, (), luck, 0, 0, 0, (), steps, fate)
        return run(self, None, "", memory, ())

    @cached_property
    def compiled(self) -> Compiled:
        """The compiled program."""
        kind = self.kind
        return compile_program(self.lines, self.dialect, kind.coder, kind.machine, kind.library)

    @property
    def kind(self) -> Kind:
        """The kind of machine that the dialect runs on."""
        return kind_of(self.dialect)

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


def _seed(seed: object) -> int:
    return int.from_bytes(hashlib.sha256(repr(seed).encode()).digest()[:6], "big")
