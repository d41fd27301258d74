"""Keys that interrupt a program: ON KEY names a subroutine for a key, KEY(n) turns it on.

A player is asked only when a program waits, so whether a key interrupts is tested after each poll
of the keyboard (INKEY$). A program that never polls, since it relies on its keys, is asked when it
jumps back without having asked for anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import nodes as n
from ..expression_parser import INKEY, ExpressionParser
from ..nodes import Expr, NumberedLine, ProgramLines, Statements, Stmt

LINE = "KEY.LINE."
IS_ON = "KEY.ON."
"""The variables for the line of a key's subroutine, and for whether the key is turned on; the key's
number follows."""
KEYS = dict(enumerate((f"\0{sign}" for sign in ";<=>?@ABCDHKMP"), start=1))
"""F1 to F10, then the arrows up, left, right and down."""
_POLL = n.asks_key(INKEY)


class KeyStatements(ExpressionParser):
    """Reads ON KEY and KEY on one line."""

    def _on_key(self) -> Statements:
        """Read ``ON KEY(n) GOSUB``, and MSX-BASIC's ``ON KEY GOSUB`` with a line for each key."""
        self.at += 1
        number = self._brackets()[0] if self._is("(") else None
        self._need("GOSUB")
        lines = self._listed(self._line_if_any)
        if number is not None:
            return self._set_of_key(number, LINE, lines[0])
        numbered = enumerate(lines, start=1)
        return [let for i, line in numbered for let in self._set_of_key(n.Num(str(i)), LINE, line)]

    def _key_statement(self) -> Statements:
        """Read ``KEY(n) ON``; the texts of keys, and whether the last line shows them, have no
        effect."""
        if not self._is("("):
            return self._pass_over("KEY")
        number = self._brackets()[0]
        return self._set_of_key(number, IS_ON, int(self._need("ON", "OFF", "STOP") == "ON"))

    def _set_of_key(self, number: Expr, name: str, value: int | None) -> Statements:
        """Return an assignment to the variable of a key; if the key's number is only known at run
        time, return one for each key, with a test."""
        known = n.whole(number)
        if known is None:
            every = [n.Num(str(i)) for i in KEYS]
            return [
                n.If(n.Binary("=", number, i), tuple(self._set_of_key(i, name, value)))
                for i in every
            ]
        let = n.Let(n.Var(f"{name}{known}"), n.Num(str(value or 0)))
        if name == LINE and value:
            self.names.interrupts[known, value] = _interrupt(known, value)
        return [let]


def with_key_traps(lines: ProgramLines, interrupts: Sequence[Stmt]) -> ProgramLines:
    """Return the lines of a program in which keys interrupt it."""
    if not interrupts:
        return lines
    statements = n.statements_of(lines)
    polls = any(isinstance(stmt, n.InputStatement) and stmt.polls for stmt in statements)
    places: dict[int, int] = {}
    """The lines and labels so far, by the number of asking statements above them."""
    asked = 0

    # Keys interrupt where a program polls the keyboard, and in loops that ask for nothing.
    def interrupted(stmt: Stmt) -> Iterator[Stmt]:
        nonlocal asked
        match stmt:
            case n.InputStatement():
                asked += 1
            case n.JumpLabel(line):
                places[line] = asked
            case n.Goto(line) if not polls and places.get(line) == asked:
                yield from (_POLL, *interrupts)
        yield stmt
        if isinstance(stmt, n.InputStatement) and stmt.polls:
            yield from interrupts

    found = list[NumberedLine]()
    for line in lines:
        places[line.number] = asked
        found.append(n.with_statements(line, interrupted))
    return found


def _interrupt(number: int, line: int) -> Stmt:
    """Return the call of a key's subroutine, made if the key was pressed and is turned on."""
    state = n.Binary("*", n.Var(f"{IS_ON}{number}"), n.Var(f"{LINE}{number}"))
    is_on = n.Binary("=", state, n.Num(str(line)))
    pressed = n.Binary("=", INKEY, n.Str(KEYS.get(number, "\0")))
    return n.If(is_on, (n.If(pressed, (n.Gosub(line), n.Let(INKEY, n.Str("")))),))
