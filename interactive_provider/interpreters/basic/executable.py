"""A program as it runs: its lines, its dialect, its compiled function, and the analyst of its
expected answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .compiling.compiler import Compiled, compile_program
from .compiling.symbols import expressions
from .compiling.termination import OF_MACHINE
from .dialects import LENIENT, Dialect
from .machines import MachineKind, kind_of
from .reading import nodes as n
from .reading.nodes import NumberedLine
from .running.files import NOTHING, Folder
from .suggestions.analysis import Analyst

_HARMLESS = frozenset({"KEY", "BEEP", "TRON", "TROFF", "WIDTH"})
"""Statements that can be ignored without harm."""
_SOME = 3


@dataclass(eq=False, repr=False)
class Executable:
    """The data that a program's states need; costly parts are made on first use."""

    text: str
    dialect: Dialect
    lines: tuple[NumberedLine, ...] = field(compare=False)
    """The lines, which follow from the text and the dialect."""
    ignored: Sequence[str]
    """Lines of the text without a number; the machines did not keep them either."""
    folder: Folder = NOTHING

    def beside(self, name: str) -> Executable | None:
        """Return the program with that name in the same folder, for RUN and CHAIN; None if there is
        none."""
        return None

    @property
    def needs_folder(self) -> bool:
        """True if the program runs other programs or uses files."""
        return any(map(n.uses_files, n.statements_of(self.lines)))

    @cached_property
    def compiled(self) -> Compiled:
        """The compiled program."""
        kind = self.kind
        return compile_program(self.lines, self.dialect, kind.coder, kind.machine, kind.library)

    @cached_property
    def kind(self) -> MachineKind:
        """The kind of machine for the dialect."""
        return kind_of(self.dialect)

    @property
    def python(self) -> str:
        """The Python source of the program."""
        return self.compiled.source

    @cached_property
    def analyst(self) -> Analyst:
        """The analyst that derives the expected answers from the program."""
        return Analyst(self.lines, self.compiled.symbols)

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

    @cached_property
    def notices(self) -> tuple[str, ...]:
        """Notices for the player before the start: what has no effect here, and what cannot run."""
        idle: dict[str, list[int]] = {}
        unknown: dict[str, list[int]] = {}
        for line in self.lines:
            for stmt in n.inner_statements(line.body):
                match stmt:
                    case n.UnreadableStatement(_, word, _, begins):
                        fault = f"{begins} with a syntax error" if begins else "syntax error"
                        unknown.setdefault(word or fault, []).append(line.number)
                    case n.Nothing(_, word) if word and word not in _HARMLESS:
                        idle.setdefault(word, []).append(line.number)
                for part in n.parts(*expressions(stmt)):
                    if isinstance(part, n.BuiltInCall) and part.name in OF_MACHINE:
                        idle.setdefault(part.name, []).append(line.number)
        said = (("Without effect here", idle), ("Cannot run here", unknown))
        read = () if self.dialect == LENIENT else (f"Read as {self.dialect.title}.",)
        return read + tuple(
            f"{what}: {'; '.join(map(_listed, found, found.values()))}."
            for what, found in said
            if found
        )

    def __eq__(self, other: object) -> bool:
        mine = self.text, self.dialect, self.folder
        return isinstance(other, Executable) and mine == (other.text, other.dialect, other.folder)

    def __hash__(self) -> int:
        return hash((self.text, self.dialect))

    def __repr__(self) -> str:
        return f"<BASIC program, {len(self.lines)} lines, {self.dialect.name}>"


def _listed(word: str, lines: Sequence[int]) -> str:
    """Return a statement with the lines where it occurs (the first of many)."""
    distinct = list(dict.fromkeys(lines))
    more = f" and {len(distinct) - _SOME} more" if len(distinct) > _SOME else ""
    return f"{word} ({', '.join(map(str, distinct[:_SOME]))}{more})"
