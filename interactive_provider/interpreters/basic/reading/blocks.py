"""Turns blocks into jumps: multi-line IF, loops other than FOR, SELECT CASE, EXIT and subprograms
become GOTO and GOSUB.

A block that is closed but not open, or a WHILE that is not closed, is a fault in its line.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from . import nodes as n
from .nodes import Expr, NumberedLine, ProgramLines, Statements, Stmt

_OPENED_BY = {
    "LOOP": "DO",
    "END IF": "IF",
    "ELSE": "IF",
    "ELSEIF": "IF",
    "CASE": "SELECT",
    "CASE ELSE": "SELECT",
    "END SELECT": "SELECT",
    "END SUB": "SUB",
}
LOWEST_ENTRY = -1_000_000
"""Labels from -2 down to this one are the starts of subprograms."""
_UNCLOSED = n.Raise(n.Num("29"))
_UNOPENED = n.Raise(n.Num("30"))
"""WHILE WITHOUT WEND and WEND WITHOUT WHILE."""
_DRAWN = ("RND", "TIMER", "TIME$")
"""Functions that give a different value each time: such a value is stored for all its cases."""


@dataclass
class _Block:
    """An open block: where it ends, where its next branch or iteration begins (0 for none), and
    what its cases are compared with.
    """

    word: str
    end: int
    next: int = 0
    subject: Expr | None = None


def without_blocks(lines: ProgramLines) -> ProgramLines:
    """Return the lines of a program with jumps instead of blocks."""
    statements = n.statements_of(lines)
    if not any(isinstance(stmt, n.BlockBorder) for stmt in statements):
        return list(lines)
    jumps = _Jumps(statements)
    found = [n.with_statements(line, jumps.statement) for line in lines]
    unclosed = [n.JumpLabel(block.next) for block in jumps.open if block.word == "WHILE"]
    if not unclosed:
        return found
    return [
        n.with_statements(line, lambda s: [_UNCLOSED if s in unclosed else s]) for line in found
    ]


class _Jumps:
    """Replaces the blocks of one program."""

    def __init__(self, statements: Sequence[Stmt]) -> None:
        self.closes_ifs = any(
            isinstance(stmt, n.BlockBorder) and stmt.word == "END IF" for stmt in statements
        )
        targets = (target for stmt in statements for target in n.targets(stmt))
        self.scalars = {target.name for target in targets if isinstance(target, n.Var)}
        self.scalars |= {stmt.var for stmt in statements if isinstance(stmt, n.For)}
        self.labels = itertools.count(LOWEST_ENTRY - 1, -1)
        self.open: list[_Block] = []

    def statement(self, stmt: Stmt) -> Sequence[Stmt]:
        """Return the replacement for a statement."""
        match stmt:
            case n.For():
                self.open.append(_Block("FOR", next(self.labels)))
            case n.Next() if self.open and self.open[-1].word == "FOR":
                return [stmt, n.JumpLabel(self.open.pop().end)]
            case n.BlockBorder(word):
                return self._jumps(word, stmt)
        return [stmt]

    def _jumps(self, word: str, stmt: n.BlockBorder) -> Sequence[Stmt]:
        """Return the jumps and labels that replace a block word."""
        if word.startswith("EXIT"):
            return self._exit(word.removeprefix("EXIT ")) or [_stray(word)]
        if word == "WEND":  # It belongs to its WHILE by position alone, whatever else is open.
            if (loop := self._innermost("WHILE")) is None:
                return [_UNOPENED]
            self.open.remove(loop)
            return [n.Goto(loop.next), n.JumpLabel(loop.end)]
        if opened := _OPENED_BY.get(word):
            if self._innermost(opened) is None:
                return [_stray(word)] if word != "ELSE" or not stmt.name else [n.Nothing()]
            while self.open[-1].word != opened:
                self.open.pop()
        elif word == "IF" and not self.closes_ifs:
            return [*stmt.before, n.If(stmt.args[0], ())]
        else:
            self.open.append(_Block(word, next(self.labels), next(self.labels)))
        block = self.open[-1]
        if word.startswith("END") or word == "LOOP":
            self.open.pop()
        return _WRITERS[word](self, block, stmt)

    def _innermost(self, word: str) -> _Block | None:
        return next((block for block in reversed(self.open) if block.word == word), None)

    def _exit(self, word: str) -> Statements:
        block = self._innermost(word)
        if block is None:
            return []
        return [n.Return() if word == "SUB" else n.Goto(block.end)]

    def _branch(self, block: _Block, test: Expr | None) -> Statements:
        """Return where the next branch begins, at which control continues if the test fails."""
        begins: Statements = [n.Goto(block.end), n.JumpLabel(block.next)] if block.next else []
        block.next = 0 if test is None else next(self.labels)
        return begins if test is None else [*begins, n.If(test, (), (n.Goto(block.next),))]

    def _else(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        behind = n.with_statements(NumberedLine(0, "", stmt.before), self.statement)
        return [*self._branch(block, None), *behind.body]

    def _if(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        return [*stmt.before, n.If(stmt.args[0], (), (n.Goto(block.next),))]

    def _elseif(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        *leaves, test = self._branch(block, stmt.args[0])
        return [*leaves, *stmt.before, test]

    def _select(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        block.subject = stmt.args[0]
        block.next = 0
        subject = block.subject
        if not any(
            isinstance(part, n.BuiltInCall) and part.name in _DRAWN for part in n.parts(subject)
        ):
            return list(stmt.before)
        # Each CASE tests the subject again, so one with luck in it is drawn once, into a variable.
        block.subject = n.Var(f"CASE.{-block.end}{'$' if n.is_text(subject) else ''}")
        return [*stmt.before, n.Let(block.subject, subject)]

    def _case(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        subject = block.subject
        assert subject is not None, "SELECT gives one"

        def compared(case: Expr) -> Expr:
            match case:
                case n.BuiltInCall("CASE.IS", (n.Str(op), value)):
                    return n.Binary(op, subject, value)
                case n.BuiltInCall("CASE.TO", (low, high)):
                    return n.Binary(
                        "AND", n.Binary(">=", subject, low), n.Binary("<=", subject, high)
                    )
            return n.Binary("=", subject, case)

        return self._branch(
            block, reduce(lambda a, b: n.Binary("OR", a, b), map(compared, stmt.args))
        )

    def _do(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        return [n.JumpLabel(block.next), *stmt.before, *_jumps_if(stmt, "UNTIL", block.end)]

    def _loop(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        back = _jumps_if(stmt, "WHILE", block.next) or [n.Goto(block.next)]
        return [*stmt.before, *back, n.JumpLabel(block.end)]

    def _sub(self, block: _Block, stmt: n.BlockBorder) -> Statements:
        """Return a subprogram, reached only by its call; all its variables except the parameters
        are empty at first."""
        kept = {part.name for part in stmt.args if isinstance(part, n.Var)}
        own = sorted(
            name for name in self.scalars - kept if stmt.name and name.startswith(f"{stmt.name}.")
        )
        # A DEF FN is among other statements, a SUB after the last of them.
        is_passed = stmt.name.startswith("DEF.")
        return [
            n.Goto(block.end) if is_passed else n.End(),
            *stmt.before,
            *(n.emptied(n.Var(name)) for name in own),
        ]


def _jumps_if(stmt: n.BlockBorder, word: str, to: int) -> Statements:
    """Return a jump by the test of a loop, if it has one: taken when the test holds if its word is
    ``word``, otherwise when it fails."""
    jump = (n.Goto(to),)
    return [n.If(test, jump) if stmt.name == word else n.If(test, (), jump) for test in stmt.args]


def _ends(jumps: _Jumps, block: _Block, stmt: n.BlockBorder) -> Statements:
    return [n.JumpLabel(label) for label in (block.next, block.end) if label]


def _stray(word: str) -> n.UnreadableStatement:
    return n.UnreadableStatement(f"{word} WITHOUT ITS BLOCK", word, f"{word} WITHOUT ITS BLOCK")


_WRITERS: dict[str, Callable[[_Jumps, _Block, n.BlockBorder], Statements]] = {
    "IF": _Jumps._if, "ELSEIF": _Jumps._elseif, "END IF": _ends, "LOOP": _Jumps._loop,
    **dict.fromkeys(("DO", "WHILE"), _Jumps._do),
    "ELSE": _Jumps._else, "CASE ELSE": lambda jumps, block, stmt: jumps._branch(block, None),
    "SELECT": _Jumps._select, "CASE": _Jumps._case, "END SELECT": _ends,
    "SUB": _Jumps._sub, "END SUB": lambda jumps, block, stmt: [n.Return(), n.JumpLabel(block.end)],
}  # fmt: skip
