"""The file statements: their names on each machine, and what they become."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import starmap

from .. import nodes as n
from ..expression_parser import ExpressionParser
from ..nodes import Expr, Exprs, ProgramLines, Statements, Stmt, Target

FROM_FILES = frozenset(
    "EOF LOF LOC FILE.NUMERAL$ FILE.ITEM$ FILE.LINE$ FILE.CHARACTERS$ FILE.FIELD$"
    " FILE.STATUS".split()
)
"""The functions that read files."""
_AS = re.compile(r"AS(\d*)#?")


class FileStatements(ExpressionParser):
    """Reads the statements of files on one line."""

    def _file(self) -> Expr:
        """Read the number of a file, with or without its sign."""
        self._take("#")
        return self._expression()

    def _open(self) -> Statements:
        """Read OPEN, by its first argument: a Commodore's number, a letter for the mode, or a
        name."""
        first = self._file()
        if not n.is_text(first):
            rest = self._listed(self._expression) if self._take(",") else []
            return [n.act("disk().open_device", first, *rest)]
        if self._take(","):
            file = self._file()
            self._need(",")
            rest = self._listed(self._expression)
            return [n.act("disk().open", first, file, *rest)]
        mode = "RANDOM"
        if self._take("FOR"):
            mode = self._words_before_as()
        self._words_before_as()  # ACCESS and LOCK, which have no effect here
        found = _AS.fullmatch(self._now.text)
        if found is None:
            raise self._expected("AS")
        self.at += 1
        file = n.Num(found[1]) if found[1] else self._file()
        length: Exprs = ()
        if self._take("LEN"):
            self._need("=")
            length = (self._expression(),)
        return [n.act("disk().open", n.Str(mode), file, first, *length)]

    def _words_before_as(self) -> str:
        """Return the words up to AS, whatever keywords were recognised in them."""
        word = ""
        while self._is_word and not _AS.fullmatch(self._now.text):
            word += self._now.text
            self.at += 1
        return word

    def _rename(self) -> Statements:
        old = self._expression()
        self._need("AS")
        return [n.act("disk().rename", old, self._expression())]

    def _into_file(self, read: Callable[[], Statements]) -> Statements:
        """Read PRINT # and WRITE #."""
        file = self._file()
        self._take(",", ";")
        return [n.PrintFile(file, stmt) for stmt in read() if isinstance(stmt, n.Print)]

    def _input_of_file(self) -> Statements:
        """Read INPUT #; for the file that a Commodore opened as its keyboard, a question."""
        name = self._now.text
        file = self._file()
        self._need(",")
        if name in self.keyboard.files:
            return [n.InputStatement(self._targets(), question=False)]
        return [n.Let(target, _next_of(file, target)) for target in self._targets()]

    def _line_of_file(self) -> Statements:
        """Read LINE INPUT #."""
        file = self._file()
        self._need(",")
        return [n.Let(self._target(), n.call("FILE.LINE$", file))]

    def _get_of_file(self) -> Statements:
        """Read GET #: a Commodore's next character, or a record."""
        file = self._file()
        if self.dialect.codes:
            self._need(",")
            key = n.call("FILE.CHARACTERS$", n.ONE, file)
            return [
                n.Let(target, key if n.is_text(target) else n.call("VAL", key))
                for target in self._targets()
            ]
        return [n.act("disk().get_record", file, self._record())]

    def _put(self) -> Statements:
        file = self._file()
        return [n.act("disk().put_record", file, self._record())]

    def _record(self) -> Expr | None:
        return self._expression() if self._take(",") else None

    def _field(self) -> Statements:
        """Read FIELD: the widths and names of the parts of a record, in order."""
        file = self._file()
        self._need(",")
        return [n.FieldStatement(file, tuple(self._listed(self._width_and_name)))]

    def _width_and_name(self) -> tuple[Expr, Target]:
        width = self._expression()
        self._need("AS")
        target = self._target()
        if any(not isinstance(part, n.Num) for part in n.children(target)):
            raise self._not_here("FIELD of an array's variable element")
        return width, target

    def _set(self) -> Statements:
        """Read LSET and RSET: the new text is as long as the one it replaces."""
        word = self._passed
        target = self._target()
        self._need("=")
        return [n.Let(target, n.call(f"{word}$", self._expression(), target))]


def _next_of(file: Expr, target: Target) -> Expr:
    """Return what INPUT # assigns to a variable."""
    if n.is_text(target):
        return n.call("FILE.ITEM$", file)
    return n.call("VAL", n.call("FILE.NUMERAL$", file))


def with_fields(lines: ProgramLines) -> ProgramLines:
    """Return a program's lines in which the variables of FIELD follow what GET and LSET do to the
    record."""
    fields = [
        field
        for stmt in n.statements_of(lines)
        if isinstance(stmt, n.FieldStatement)
        for field in _parts_of(stmt)
    ]

    # A statement, followed by the one that keeps the record and its variables in step.
    def bound(stmt: Stmt) -> Iterator[Stmt]:
        yield stmt
        match stmt:
            case n.FieldStatement():
                total = reduce(partial(n.Binary, "+"), (width for width, _ in stmt.parts))
                yield n.act("disk().check_field", stmt.file, total)
                yield from starmap(n.Let, _parts_of(stmt))
            case n.MachineCall("disk().get_record", (file, _)):
                yield from (
                    n.Let(target, value) for target, value in fields if value.args[0] == file
                )
            case n.Let(target, n.BuiltInCall("LSET$" | "RSET$")):
                yield from (n.act("disk().set_field", *value.args[:2], target)
                            for field, value in fields if field == target)  # fmt: skip

    if not fields:
        return list(lines)
    return [n.with_statements(line, bound) for line in lines]


def _parts_of(stmt: n.FieldStatement) -> Iterator[tuple[Target, n.BuiltInCall]]:
    """Return the variables of a FIELD, each with the part of the record that it represents."""
    start: Expr = n.ZERO
    for width, target in stmt.parts:
        yield target, n.call("FILE.FIELD$", stmt.file, start, width)
        start = n.Binary("+", start, width)
