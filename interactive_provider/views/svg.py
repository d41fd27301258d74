"""A board as a picture for documents: one standalone SVG, without script, style sheet or outside font."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from html import escape

from ..boards import Board, Cell, Place
from ..errors import BadParameter, did_you_mean, quote
from . import themes
from .signs import MARK_SIGNS, column_widths, legend, margin, sign, spoken, width

_SIDE = 28
"""The height of a cell; its width is at least as much."""
_SIGN, _SMALL = 15, 11
"""The sizes of a cell's sign and of everything smaller."""
_GAP = 8
_PER_COLUMN = {_SIGN: 9.1, _SMALL: 6.7}
"""How far one character of a monospaced font goes at most."""
_PAPER: dict[themes.Theme, tuple[str, str, str]] = {
    "light": ("#ffffff", "#1f1f1f", "#7a7a7a"),
    "dark": ("#111111", "#e6e6e6", "#8c8c8c"),
}
"""Background, ink and lines of the picture itself."""


def render(board: Board, theme: str = "light") -> str:
    """The board as SVG text in the ``light`` or ``dark`` theme; raises `BadParameter` for any other."""
    if theme not in _PAPER:
        raise BadParameter(f"{quote(theme)} is no theme.{did_you_mean(str(theme), _PAPER)}")
    return _Picture(board, theme).drawn()


class _Picture:
    """One drawing: where everything stands, then the elements from top to bottom."""

    def __init__(self, board: Board, theme: themes.Theme) -> None:
        self.board, self.theme = board, theme
        self.paper, self.ink, self.lines = _PAPER[theme]
        rows, columns = board.shape
        self.widths = [max(_SIDE, w * _PER_COLUMN[_SIGN] + 8) for w in column_widths(board, _widest)]
        self.left = margin(board) * _PER_COLUMN[_SMALL] + (_GAP if board.row_labels else 0)
        self.xs = [self.left + sum(self.widths[:column]) for column in range(columns + 1)]
        above = [line for line in (board.caption, _joined(board.counters, ": ")) if line]
        self.above, self.below = above, _wrapped(legend(board), self.xs[-1])
        self.top = len(above) * 20 + (18 if board.column_labels else 0)
        self.ys = [self.top + _SIDE * row for row in range(rows + 1)]

    def drawn(self) -> str:
        words = [*self.above, *self.below]
        breadth = max([self.xs[-1], *(width(line) * _PER_COLUMN[_SMALL] for line in words)]) + 2 * _GAP
        height = self.ys[-1] + len(self.below) * 18 + 2 * _GAP
        box = f"{-_GAP} {-_GAP} {breadth:.0f} {height:.0f}"
        size = f'width="{breadth:.0f}" height="{height:.0f}" viewBox="{box}"'
        elements = [*self._words(), *self._grounds(), *self._signs()]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="monospace" '
            f'font-size="{_SMALL}" fill="{self.ink}">\n<title>{_escaped(sign(self._title()))}</title>\n'
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
        for x, breadth, label in zip(self.xs, self.widths, self.board.column_labels, strict=False):
            yield _text(x + breadth / 2, self.top - 5, label, "middle")
        for y, label in zip(self.ys, self.board.row_labels, strict=False):
            yield _text(self.left - 5, y + _SIDE / 2 + 4, label, "end")
        for number, line in enumerate(self.below):
            yield _text(0, self.ys[-1] + 16 + 18 * number, line)

    def _grounds(self) -> Iterable[str]:
        """All cells of one background are one path, which keeps a large board's picture small."""
        grounds: dict[str, list[Place]] = defaultdict(list)
        for place, cell in self._cells():
            grounds[themes.cell_colours(cell, self.theme)[0]].append(place)
        for ground, places in grounds.items():
            squares = "".join(
                f"M{self.xs[c]:g} {self.ys[r]:g}h{self.widths[c]:g}v{_SIDE}h-{self.widths[c]:g}z" for r, c in places
            )
            yield f'<path fill="{ground}" stroke="{self.lines}" d="{squares}"/>'

    def _signs(self) -> Iterable[str]:
        """The signs of one ink as one group, then what lies over the cells and the marks."""
        inks: dict[str, list[str]] = defaultdict(list)
        for place, cell in self._cells():
            ink = themes.cell_colours(cell, self.theme)[1]
            inks[ink] += self._sign(place, cell)
        for ink, texts in inks.items():
            if texts:
                group = f'fill="{ink}" font-size="{_SIGN}" text-anchor="middle"'
                yield f"<g {group}>\n{chr(10).join(texts)}\n</g>"
        for place, cell in self._cells():
            if cell.mark in MARK_SIGNS:
                yield self._mark(place, cell.mark)

    def _cells(self) -> Iterable[tuple[Place, Cell]]:
        for r, row in enumerate(self.board.rows):
            for c, cell in enumerate(row):
                yield (r, c), cell

    def _sign(self, place: Place, cell: Cell) -> list[str]:
        x, y = self._middle(place)
        if not cell.overlay:
            return [_text(x, y + 5, cell.text)] if cell.text.strip() else []
        over = f'<text x="{x:g}" y="{y + 12:g}" font-size="{_SMALL}">{_escaped(sign(cell.overlay))}</text>'
        return [_text(x, y, cell.text), over] if cell.text.strip() else [over]

    def _mark(self, place: Place, mark: str) -> str:
        """A frame inside the cell and a badge with the mark's sign in its corner."""
        (r, c), (ground, ink) = place, themes.colours(f"mark-{mark}", self.theme)
        x, y, breadth = self.xs[c], self.ys[r], self.widths[c]
        return (
            f'<g><rect x="{x + 2:g}" y="{y + 2:g}" width="{breadth - 4:g}" height="{_SIDE - 4}" fill="none" '
            f'stroke="{ground}" stroke-width="2"/>'
            f'<rect x="{x:g}" y="{y:g}" width="11" height="12" fill="{ground}"/>'
            f'<text x="{x + 2:g}" y="{y + 10:g}" fill="{ink}">{_escaped(MARK_SIGNS[mark])}</text>'
            f"<title>{_escaped(spoken(self.board.cell(r, c)))}</title></g>"
        )

    def _middle(self, place: Place) -> tuple[float, float]:
        row, column = place
        return self.xs[column] + self.widths[column] / 2, self.ys[row] + _SIDE / 2


def _widest(cell: Cell) -> str:
    """Of sign and overlay, which stand one above the other, the wider one."""
    return max(sign(cell.text), sign(cell.overlay), key=width)


def _text(x: float, y: float, words: str, anchor: str = "") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    kept = sign(words).replace("  ", "\u00a0 ")  # a picture joins blanks unless they are hard
    return f'<text x="{x:g}" y="{y:g}"{anchored}>{_escaped(kept)}</text>'


def _joined(pairs: Iterable[tuple[str, str]], between: str) -> str:
    return "   ".join(f"{sign(a)}{between}{sign(b)}" for a, b in pairs)


def _wrapped(pairs: Iterable[tuple[str, str]], breadth: float) -> list[str]:
    """The legend in lines about as wide as the board."""
    room = max(breadth / _PER_COLUMN[_SMALL], 24)
    lines: list[str] = []
    for pair in pairs:
        entry = _joined([pair], " ")
        if lines and width(lines[-1]) + 3 + width(entry) <= room:
            lines[-1] += "   " + entry
        else:
            lines.append(entry)
    return lines


def _escaped(text: str) -> str:
    return escape(text, quote=False)
