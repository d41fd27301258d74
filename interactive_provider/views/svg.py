"""A board as a picture for documents: one standalone SVG, without script, style sheet or outside font."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import accumulate

from ..boards import Board, Cell, Place
from ..errors import BadParameter, did_you_mean, quote
from ..sanitizing import markup
from . import fit, pieces, themes
from .signs import MARK_SIGNS, column_widths, margin, sign, spoken, width

_SMALL = 11
"""The size of all words around the cells."""
_LARGEST = 44
"""The side of a cell at most: pictures stand beside words."""
_GAP = 8
_PER_COLUMN = 0.61
"""How far one character of a monospaced font goes at most, as a share of its size."""
_INK = {"light": ("#ffffff", 0.65, "#000000", 0.25), "dark": ("#ffffff", 0.2, "#000000", 0.4)}
"""The lit and the shaded edges of tiles, each with its opacity."""
_STROKES = {
    "last": 'stroke-width="2" stroke-opacity="0.8"',
    "hint": 'stroke-width="2" stroke-dasharray="1 4" stroke-linecap="round"',
    "advised": 'stroke-width="4"',
    "wrong": 'stroke-width="2" stroke-dasharray="5 3"',
}
"""How the frame of each mark is drawn: they differ without their colours."""
_PAPER: dict[themes.Theme, tuple[str, str, str]] = {
    "light": ("#ffffff", "#1f1f1f", "#7a7a7a"),
    "dark": ("#111111", "#e6e6e6", "#8c8c8c"),
}
"""Background, ink and lines of the picture itself."""


def render(board: Board, theme: str = "light") -> str:
    """The board as SVG text in the ``light`` or ``dark`` theme; raises `BadParameter` for any other."""
    if theme not in _PAPER:
        raise BadParameter(f"{quote(theme)} is not a theme.{did_you_mean(str(theme), _PAPER)}")
    return _Picture(board, theme).drawn()


class _Picture:
    """One drawing: where everything stands, then the elements from top to bottom."""

    def __init__(self, board: Board, theme: themes.Theme) -> None:
        self.board, self.theme = board, theme
        self.paper, self.ink, self.lines = _PAPER[theme]
        self.side = min(fit.most(board), _LARGEST)
        longest = fit.longest_sign(board)
        self.has_words, self.size = fit.has_words(longest), self.side * fit.share(longest)
        rows, _ = board.shape
        self.widths = [self._breadth(n) for n in column_widths(board, fit.face)]
        self.left = margin(board) * _PER_COLUMN * _SMALL + (_GAP if board.row_labels else 0)
        self.xs = list(accumulate(self.widths, initial=self.left))
        self.above = [sign(line) for line in (board.caption, _joined(board.counters, ": ")) if line]
        self.below = _wrapped(fit.legend(board), self.xs[-1])
        self.top = len(self.above) * 20 + (18 if board.column_labels else 0)
        self.ys = [self.top + self.side * row for row in range(rows + 1)]

    def _breadth(self, characters: int) -> float:
        """A square's side, or the room that a long sign needs."""
        if not self.has_words:
            return self.side
        return max(self.side, characters * _PER_COLUMN * self.size + 8)

    def drawn(self) -> str:
        words = [*self.above, *self.below]
        breadth = max([self.xs[-1], *(width(line) * _PER_COLUMN * _SMALL for line in words)]) + 2 * _GAP
        height = self.ys[-1] + len(self.below) * 18 + 2 * _GAP
        box = f"{-_GAP} {-_GAP} {breadth:.0f} {height:.0f}"
        size = f'width="{breadth:.0f}" height="{height:.0f}" viewBox="{box}"'
        elements = [*self._defined(), *self._words(), *self._grounds(), *self._edges(), *self._signs()]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="monospace" '
            f'font-size="{_SMALL}" fill="{self.ink}">\n<title>{markup(sign(self._title()))}</title>\n'
            f'<rect x="{-_GAP}" y="{-_GAP}" width="100%" height="100%" fill="{self.paper}"/>\n'
            + "\n".join(elements)
            + "\n</svg>"
        )

    def _title(self) -> str:
        rows, columns = self.board.shape
        return self.board.caption or f"board of {rows} rows and {columns} columns"

    def _words(self) -> Iterable[str]:
        """Caption, counters, labels and legend."""
        for number, line in enumerate(self.above):
            yield _text(0, 12 + 20 * number, line)
        for x, breadth, label in zip(self.xs, self.widths, fit.heads(self.board.column_labels), strict=False):
            yield _text(x + breadth / 2, self.top - 5, label, "middle")
        for y, label in zip(self.ys, self.board.row_labels, strict=False):
            yield _text(self.left - 5, y + self.side / 2 + 4, label, "end")
        for number, line in enumerate(self.below):
            yield _text(0, self.ys[-1] + 16 + 18 * number, line)

    def _defined(self) -> Iterable[str]:
        """Each piece that stands on the board, drawn once."""
        found = {pieces.name(piece): piece for _, cell in self._cells() if (piece := pieces.drawn(cell))}
        if found:
            symbols = (
                f'<symbol id="ip-{name}" viewBox="0 0 100 100">{pieces.drawing(found[name])}</symbol>'
                for name in sorted(found)
            )
            yield "<defs>\n" + "\n".join(symbols) + "\n</defs>"

    def _grounds(self) -> Iterable[str]:
        """All cells of one ground are one path, which keeps a large board's picture small."""
        grounds: dict[str, list[Place]] = defaultdict(list)
        for place, cell in self._cells():
            name = themes.ground_shade(cell) or themes.ground(cell)
            grounds[themes.named_colours(name, self.theme)[0]].append(place)
        for ground, places in grounds.items():
            squares = "".join(
                f"M{self.xs[c]:g} {self.ys[r]:g}h{self.widths[c]:g}v{self.side}h-{self.widths[c]:g}z" for r, c in places
            )
            yield f'<path fill="{ground}" stroke="{self.lines}" stroke-opacity="0.4" stroke-width="0.5" d="{squares}"/>'

    def _edges(self) -> Iterable[str]:
        """The lit and the shaded edges of all tiles, as one stroke each."""
        raised = [place for place, cell in self._cells() if themes.ground(cell) in themes.RAISED]
        if raised:
            lit, how_lit, shaded, how_shaded = _INK[self.theme]
            for ink, opacity, is_lit in ((lit, how_lit, True), (shaded, how_shaded, False)):
                edges = "".join(
                    f"M{self.xs[c] + 1.5:g} {self.ys[r + 1] - 1.5:g}{self._turn(c, is_lit)}" for r, c in raised
                )
                yield f'<path fill="none" stroke="{ink}" stroke-opacity="{opacity}" stroke-width="2" d="{edges}"/>'

    def _turn(self, column: int, lit: bool) -> str:
        """From a tile's lower left corner to its upper right one, round the lit or the shaded way."""
        across, along = self.widths[column] - 3, self.side - 3
        return f"v-{along:g}h{across:g}" if lit else f"h{across:g}v-{along:g}"

    def _signs(self) -> Iterable[str]:
        """The signs of one ink as one group, the pieces, then what lies over the cells and the marks."""
        inks: dict[str, list[str]] = defaultdict(list)
        for place, cell in self._cells():
            if not cell.piece and fit.face(cell).strip():
                inks[themes.colours(themes.known(cell.role), self.theme)[1]].append(self._sign(place, cell))
        for ink, texts in inks.items():
            group = f'fill="{ink}" font-size="{self.size:.3g}" font-weight="600" text-anchor="middle"'
            yield f"<g {group}>\n{chr(10).join(texts)}\n</g>"
        for place, cell in self._cells():
            yield from self._over(place, cell)

    def _over(self, place: Place, cell: Cell) -> Iterable[str]:
        """A cell's piece, its badge and its mark."""
        if piece := pieces.drawn(cell):
            x, y = self._middle(place)
            side = self.side * 0.84
            corner = f'x="{x - side / 2:g}" y="{y - side / 2:g}"'
            yield f'<use href="#ip-{pieces.name(piece)}" {corner} width="{side:g}" height="{side:g}"/>'
        if themes.ground(cell) == "home":
            r, c = place
            ink = themes.colours("home", self.theme)[1]
            yield f'<circle cx="{self.xs[c] + 7:g}" cy="{self.ys[r] + 7:g}" r="2.2" fill="{ink}"/>'
        if cell.overlay:
            yield self._badge(place, cell)
        if cell.mark in MARK_SIGNS:
            yield self._mark(place, cell.mark)

    def _cells(self) -> Iterable[tuple[Place, Cell]]:
        for r, row in enumerate(self.board.rows):
            for c, cell in enumerate(row):
                yield (r, c), cell

    def _sign(self, place: Place, cell: Cell) -> str:
        x, y = self._middle(place)
        return _text(x, y + self.size * 0.36, fit.face(cell))

    def _badge(self, place: Place, cell: Cell) -> str:
        """The verdict in the cell's corner, or across a cell that shows nothing else."""
        ground, ink = themes.named_colours(themes.badge(cell), self.theme)
        x, y = self._middle(place)
        words = markup(sign(cell.overlay))
        if themes.ground_shade(cell):
            return f'<text x="{x:g}" y="{y + 4:g}" fill="{ink}" text-anchor="middle">{words}</text>'
        (r, c), breadth = place, width(sign(cell.overlay)) * _PER_COLUMN * 9 + 4
        right, top = self.xs[c] + self.widths[c] - 1, self.ys[r] + 1
        return (
            f'<g><rect x="{right - breadth:g}" y="{top:g}" width="{breadth:g}" height="11" rx="3" fill="{ground}"/>'
            f'<text x="{right - 2:g}" y="{top + 8.5:g}" font-size="9" fill="{ink}" text-anchor="end">{words}</text></g>'
        )

    def _mark(self, place: Place, mark: str) -> str:
        """A frame inside the cell, of another stroke for each mark; what is wrong has its sign in the corner too."""
        (r, c), (ground, ink) = place, themes.colours(f"mark-{mark}", self.theme)
        x, y, breadth = self.xs[c], self.ys[r], self.widths[c]
        corner = (
            f'<rect x="{x:g}" y="{y:g}" width="11" height="12" fill="{ground}"/>'
            f'<text x="{x + 2:g}" y="{y + 10:g}" fill="{ink}">{MARK_SIGNS[mark]}</text>'
            if mark == "wrong"
            else ""
        )
        frame = f'x="{x + 2:g}" y="{y + 2:g}" width="{breadth - 4:g}" height="{self.side - 4:g}" rx="2"'
        told = markup(spoken(self.board.cell(r, c)))
        return f'<g><rect {frame} fill="none" stroke="{ground}" {_STROKES[mark]}/>{corner}<title>{told}</title></g>'

    def _middle(self, place: Place) -> tuple[float, float]:
        row, column = place
        return self.xs[column] + self.widths[column] / 2, self.ys[row] + self.side / 2


def _text(x: float, y: float, words: str, anchor: str = "") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    kept = sign(words).replace("  ", "\u00a0 ")  # a picture joins blanks unless they are hard
    return f'<text x="{x:g}" y="{y:g}"{anchored}>{markup(kept)}</text>'


def _joined(pairs: Iterable[tuple[str, str]], between: str) -> str:
    return "   ".join(f"{a}{between}{b}" for a, b in pairs)


def _wrapped(pairs: Iterable[tuple[str, str]], breadth: float) -> list[str]:
    """The legend in lines about as wide as the board."""
    room = max(breadth / (_PER_COLUMN * _SMALL), 24)
    lines: list[str] = []
    for pair in pairs:
        entry = _joined([pair], " ")
        if lines and width(lines[-1]) + 3 + width(entry) <= room:
            lines[-1] += "   " + entry
        else:
            lines.append(entry)
    return lines
