"""Atari BASIC: texts of a fixed size with numbered positions, and statements of its own."""

from __future__ import annotations

import re

from . import nodes as n
from .keyboard_peeks import DOWN
from .lexer import SourceLines, without_texts
from .names import Names
from .nodes import ONE, Expr, Exprs, Statements, Target
from .parser import Parser

_SIZED = re.compile(r"([A-Z]\w*\$)\s*\(\s*(\d+)\s*\)")
_CONSTANT = re.compile(r"(?:^|:|\bLET\s)\s*([A-Z]\w*)\s*=\s*(\d+)\s*(?=$|:)", re.MULTILINE)
_GIVEN = re.compile(
    r"(?:(?:^|:|\bLET\s|\bTHEN\s|\bFOR\s)\s*|\bINPUT\b.*?|\bREAD\b.*?)([A-Z]\w*)\s*(?:=|,|$|:)",
    re.MULTILINE,
)
_IDLE = (
    "CLOSE COLOR DEG DRAWTO NOTE OPEN PLOT POINT PUT RAD SETCOLOR SOUND STATUS XIO CSAVE CLOAD LIST"
    " ENTER".split()
)
_LAST_LINE = 32_767
_SHORT = 255


def names_of(sources: SourceLines) -> Names:
    """Return the sizes of a program's texts, and the lines named by variables that get only one
    number."""
    text = "\n".join(without_texts(source.body).upper() for source in sources)
    found: dict[str, set[int]] = {}
    for name, number in _CONSTANT.findall(text):
        found.setdefault(name, set()).add(int(number[:6]))
    given = _GIVEN.findall(text)
    constants = {
        name: min(lines)
        for name, lines in found.items()
        if len(lines) == 1 and given.count(name) == 1
    }
    dims = re.findall(r"\b(?:DIM|COM)\b([^:\n]*)", text)
    sizes = {name: int(size[:5]) for dim in dims for name, size in _SIZED.findall(dim)}
    return Names(
        {**{str(source.number): source.number for source in sources}, **constants}, sizes=sizes
    )


class AtariParser(Parser):
    """Reads the statements of one line of Atari BASIC."""

    def _bare_statement(self) -> Statements:
        found = super()._bare_statement()
        given = (
            target
            for stmt in found
            if isinstance(stmt, n.InputStatement | n.Read)
            for target in n.targets(stmt)
        )
        cut = (
            n.Let(target, self._cut(target, target))
            for target in given
            if target.name in self.names.sizes
        )
        return [*found, *cut]

    def _cut(self, target: Target, value: Expr) -> Expr:
        """Write a text as its variable stores it."""
        size = self.names.sizes.get(target.name, _SHORT)
        return (
            n.call("LEFT$", value, n.Num(str(size)))
            if size < _SHORT and not isinstance(value, n.Str)
            else value
        )

    def _let(self) -> Statements:
        if not self._now.text.endswith("$"):
            return super()._let()
        target = n.Var(self._name())
        places = self._brackets_if_any()
        self._need("=")
        value = self._expression()
        if isinstance(value, n.Str):
            value = n.Str(value.text[: self.names.sizes.get(target.name, _SHORT)])
        length = n.call("LEN", target)
        if places == (n.Binary("+", length, ONE),):
            value = n.Binary("+", target, value)
        elif places:
            last = places[1] if len(places) > 1 else n.Num(str(_LAST_LINE))
            value = n.call("SPLICE$", target, places[0], last, value)
        return [n.Let(target, self._cut(target, value))]

    def _target(self) -> Target:
        if self._now.text.endswith("$"):
            return n.Var(self._name())
        return super()._target()

    def _dim(self) -> Statements:
        """Read DIM, in which a text is not an array."""
        [dim] = super()._dim()
        assert isinstance(dim, n.Dim), "what DIM is"
        return [n.Dim(tuple(array for array in dim.arrays if not array.name.endswith("$")))]

    def _print(self) -> Statements:
        self._device()
        return super()._print()

    def _input(self) -> Statements:
        self._device()
        return super()._input()

    def _device(self) -> None:
        """Read ``#6;``: the screen and the keyboard have numbers, which do not matter."""
        if self._take("#"):
            self._expression()
            self._take(",", ";")

    def _get_key(self) -> Statements:
        self._device()
        key = n.Var("GET.KEY$")
        return [
            n.asks_key(key, polls=False),
            n.Let(self._target(), n.call("KEY.ATARI", key)),
        ]

    def _trap(self) -> Statements:
        if self._now.kind == "num" and n.literal(self._now.text) > _LAST_LINE:
            self.at += 1
            return [n.OnError(0)]
        return [n.OnError(self._line_number())]

    def _position(self) -> Statements:
        column = self._expression()
        self._need(",")
        return [
            n.MachineCall(
                "locate", tuple(n.Binary("+", part, ONE) for part in (self._expression(), column))
            )
        ]

    def _primary(self) -> Expr:
        word = self._now.text
        self.depth = 0
        is_text = self._now.kind == "name" and word.endswith("$")
        if not self._opens or not (is_text or word in ("RND", "STICK", "STRIG")):
            return super()._primary()
        if is_text:
            return self._part_of(n.Var(self._name()), self._brackets())
        self.at += 1
        if word == "RND":
            self._brackets()
            return n.call("RND", ONE)
        look, _ = self.keyboard.turned("STICK", self._brackets(), self._here())
        self._asked_for_key((look, DOWN))
        if word == "STICK":
            return n.Binary("-", n.Num("15"), n.call("KEY.ARROW", DOWN))
        return n.Binary("+", n.call("KEY.TRIGGER", DOWN), ONE)

    def _part_of(self, text: n.Var, places: Exprs) -> Expr:
        """Read the characters of a text from one position to another."""
        wholes = [whole for whole in map(n.whole, places) if whole and whole < _SHORT]
        if len(wholes) < len(places):
            return n.call("PLACES$", text, *places[:2])
        size = (n.Num(str(max(wholes[1] - wholes[0] + 1, 0))),) if len(wholes) > 1 else ()
        return n.call("MID$", text, places[0], *size)


AtariParser.statements = {
    **Parser.statements,
    **dict.fromkeys(_IDLE, lambda p: p._pass_over(p._passed)),
    "GET": AtariParser._get_key,
    "TRAP": AtariParser._trap,
    "POSITION": AtariParser._position,
    "GRAPHICS": lambda p: p._without_arguments(n.MachineCall("wipe")),
    "COM": AtariParser._dim,
    **dict.fromkeys(("BYE", "DOS"), lambda p: [n.End()]),
}
