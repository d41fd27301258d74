"""The drawing statements: their names on each machine, and what they become."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

from .. import nodes as n
from ..expression_parser import ExpressionParser
from ..nodes import ONE, ZERO, Arguments, Expr, Statements, Stmt

SCREENS = (1024, 32768)
INKS = 55296
CELLS = 1000
"""The memory addresses of the screens of the C64 and the PET and of the C64's colours, and the
number of characters."""
_AT = re.compile(r"AT(\w*)")
_LAST_POINT: tuple[Expr, Expr, Expr] = (ONE, ZERO, ZERO)
"""A point: 1 if it is relative to the last one, otherwise 0, and its coordinates."""


def is_on_screen(address: float) -> bool:
    """True if an address in a Commodore's memory is a character on its screen, or its colour."""
    return any(begins <= address < begins + CELLS for begins in (*SCREENS, INKS))


class GraphicsStatements(ExpressionParser):
    """Reads the drawing statements on one line. `dialects` says which kind of graphics a dialect
    has."""

    def _drawing(self, word: str) -> Callable[[GraphicsStatements], Statements] | None:
        """Return the reader of a drawing statement in this dialect, None for any other."""
        read = _STATEMENTS.get(self.dialect.graphics, {}).get(word) if self._is_word else None
        behind = self._next.text if read else ""
        if word in ("COLOR", "HCOLOR"):
            return read if behind == "=" else None
        other = behind in ("INPUT", "=") or (word in _BLOCKS and behind != "(")
        return None if other else read

    def _is_assignment(self) -> bool:
        """True if a name is assigned here."""
        depth = 0
        for i, token in enumerate(self.tokens[self.at + 1 :], start=self.at + 1):
            depth += (token.text == "(") - (token.text == ")") if token.kind == "op" else 0
            if depth == 0:
                behind = self.tokens[i + 1] if token.text == ")" else token
                return behind.text == "=" and behind.kind == "op"
        return False

    def _spot(self) -> tuple[Expr, Expr, Expr]:
        """Read a point: whether it is relative to the last one, and its coordinates."""
        step = ONE if self._take("STEP") else ZERO
        self._need("(")
        x, y = self._two()
        self._need(")")
        return step, x, y

    def _more(self, most: int) -> Arguments:
        """Read arguments after a point, some of which may be omitted."""
        found = self._gappy_arguments() if self._take(",") else ()
        if len(found) > most:
            raise self._expected("no more arguments")
        return (*found, *[None] * (most - len(found)))

    def _shape(self, letter: str, most: int = 0, usual: Expr | None = None) -> Statements:
        """Read a figure at a point: its colour comes next, and then the rest."""
        place = self._spot()
        colour, *rest = self._more(most + 1)
        return [_draw(letter, colour or usual, *place, *rest)]

    def _circle(self) -> Statements:
        """Read CIRCLE, whose radius comes before its colour."""
        place = self._spot()
        radius, colour, *arc = self._more(5)
        return [_draw("c", colour, *place, radius, *arc)]

    def _draw_line(self) -> Statements:
        """Read LINE of graphics: from the last point by default; a box with B and a filled one with
        BF."""
        start = _LAST_POINT if self._is("-") else self._spot()
        self._need("-")
        end = self._spot()
        colour: Expr | None = None
        box = ""
        if self._take(","):
            colour = None if self._is(",") else self._expression()
        if self._take(","):
            box = self._take("B", "BF")
            self._more(1)
        return [_draw("l", colour, *start, *end, n.Num(str(len(box))))]

    def _set_block(self, *colour: Expr) -> Statements:
        """Read SET and RESET."""
        place = self._brackets()
        if len(place) < 2:
            raise self._expected("two numbers in brackets")
        x, y, *rest = (*place, ONE)
        return [_draw("o", (*colour, *rest)[0], ZERO, x, y)]

    # The Apple's statements ----------------------------------------------------------------------

    def _apple_points(self) -> Statements:
        """Read HPLOT: a point, or lines from point to point; TO at its beginning means from the
        last one."""
        places = [_LAST_POINT if self._is("TO") else (ZERO, *self._two())]
        while self._take("TO"):
            places.append((ZERO, *self._two()))
        ink = n.Var("HCOLOR")
        if len(places) == 1:
            return [_draw("o", ink, *places[0])]
        return [
            _draw("l", ink, *(_LAST_POINT if i else places[0]), *end, ZERO)
            for i, end in enumerate(places[1:])
        ]

    def _two(self) -> tuple[Expr, Expr]:
        x = self._expression()
        self._need(",")
        return x, self._expression()

    def _row(self, is_across: bool) -> Statements:
        """Read HLIN and VLIN."""
        first, last = self._two()
        found = _AT.fullmatch(self._now.text)
        if found is None:
            raise self._expected("AT")
        self.at += 1
        rest = found[1]
        named = n.Num(rest) if rest.isdigit() else n.Var(rest)
        across = named if rest else self._expression()
        ends = ((end, across) if is_across else (across, end) for end in (first, last))
        places = ((ZERO, *end) for end in ends)
        return [_draw("l", n.Var("COLOR"), *chain(*places), ZERO)]

    def _ink(self, name: str) -> Statements:
        """Read COLOR= and HCOLOR=."""
        self._need("=")
        return [n.Let(n.Var(name), self._expression())]

    def _canvas_of_apple(self, mode: str) -> Statements:
        """Read GR, TEXT, HGR and HGR2."""
        page = self._now.text if self._now.kind == "num" else ""
        self.at += bool(page)
        return [n.act("begin_apple", n.Num("3" if page == "2" else mode))]


def _draw(letter: str, *numbers: Expr | None) -> Stmt:
    return n.act("draw", n.Str(letter), *numbers)


_Readers = dict[str, Callable[[GraphicsStatements], Statements]]
_POINTS: _Readers = {
    "PSET": lambda p: p._shape("o"),
    "PRESET": lambda p: p._shape("o", usual=ZERO),
    "CIRCLE": lambda p: p._circle(),
    "LINE": GraphicsStatements._draw_line,
    "PAINT": lambda p: p._shape("f", 1),
}
_BLOCKS: _Readers = {"SET": GraphicsStatements._set_block, "RESET": lambda p: p._set_block(ZERO)}
_APPLE: _Readers = {
    "GR": lambda p: p._canvas_of_apple("1"),
    "HGR": lambda p: p._canvas_of_apple("2"),
    "TEXT": lambda p: p._canvas_of_apple("0"),
    "COLOR": lambda p: p._ink("COLOR"),
    "HCOLOR": lambda p: p._ink("HCOLOR"),
    "PLOT": lambda p: [_draw("o", n.Var("COLOR"), ZERO, *p._two())],
    "HLIN": lambda p: p._row(is_across=True),
    "VLIN": lambda p: p._row(is_across=False),
    "HPLOT": GraphicsStatements._apple_points,
}
_STATEMENTS = {
    "points": _POINTS,
    "msx": _POINTS,
    "blocks": _BLOCKS,
    "colour blocks": _BLOCKS,
    "apple": _APPLE,
}
