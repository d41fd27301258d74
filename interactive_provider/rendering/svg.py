"""A board as a picture for documents: one standalone SVG, without script, style sheet or external
font."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

from ..boards import GAP, Board, Cell, Place
from ..errors import BadParameter, did_you_mean, quote
from ..support.sanitizing import markup
from . import fit, pieces, surfaces, themes
from .signs import MARK_SIGNS, column_widths, margin, sign, spoken, width, zoned

_SMALL = 11
"""The size of all words around the cells."""
_SMALLEST = 7
"""The smallest size of a column's label."""
_LARGEST = 44
"""The largest side of a cell: pictures are placed beside words."""
_GAP = 8
_PER_COLUMN = 0.61
"""The greatest width of a character in a monospaced font, as a share of its size."""
_INK = {"light": ("#ffffff", 0.65, "#000000", 0.25), "dark": ("#ffffff", 0.2, "#000000", 0.4)}
"""The lit and the shaded edges of tiles, each with its opacity."""
_STROKES = {
    "last": 'stroke-width="2" stroke-opacity="0.8"',
    "hint": 'stroke-width="2" stroke-dasharray="1 4" stroke-linecap="round"',
    "advised": 'stroke-width="4"',
    "wrong": 'stroke-width="2" stroke-dasharray="5 3"',
    "check": 'stroke-width="5"',
}
"""The stroke of each mark's frame: they differ even without colours."""
_PAPER: dict[themes.Theme, tuple[str, str, str]] = {
    "light": ("#ffffff", "#1f1f1f", "#7a7a7a"),
    "dark": ("#111111", "#e6e6e6", "#8c8c8c"),
}
"""Background, ink and lines of the picture itself."""


def render(board: Board, theme: str = "light") -> str:
    """The board as SVG text in the ``light`` or ``dark`` theme; raises `BadParameter` for any
    other."""
    if theme not in _PAPER:
        raise BadParameter(f"{quote(theme)} is not a theme.{did_you_mean(str(theme), _PAPER)}")
    return _Picture(_in_rows(board) if board.zones else board, theme).drawn()


def _in_rows(board: Board) -> Board:
    """A table as rows of cards, each in the middle and with the words about its zone before it."""
    rows = [zoned(row) for row in board.rows]
    width = max(map(len, rows)) or 1
    centred = []
    for row in rows:
        before = (width - len(row)) // 2
        centred.append((*[GAP] * before, *row, *[GAP] * (width - len(row) - before)))
    words = tuple(" · ".join(filter(None, (zone.name, zone.note))) for zone in board.zones)
    return replace(board, rows=tuple(centred), row_labels=words, zones=())


class _Picture:
    """One drawing: the layout, then the elements from top to bottom."""

    def __init__(self, board: Board, theme: themes.Theme) -> None:
        self.board, self.theme = board, theme
        self.paper, self.ink, self.lines = _PAPER[theme]
        self.side = min(fit.most(board), _LARGEST)
        longest = fit.longest_sign(board)
        self.has_words, self.size = fit.has_words(longest), self.side * fit.share(longest)
        rows, columns = board.shape
        self.row_labels, self.column_labels = surfaces.labels(board)
        self.around = surfaces.PADDING.get(board.surface, 0)
        self.widths = [self._breadth(n) for n in column_widths(board, fit.face)]
        room = (
            min(margin(board), fit.LONGEST_LABEL) * _PER_COLUMN * _SMALL + _GAP
            if self.row_labels
            else 0
        )
        self.left = room + self.around
        self.xs = list(accumulate(self.widths, initial=self.left))
        self.right = self.xs[-1] + (surfaces.breadth(board) - columns) * self.side
        self.above = [sign(line) for line in (board.caption, _joined(board.counters, ": ")) if line]
        self.below = _wrapped(fit.legend(board), self.right)
        self.upper = len(self.above) * 20
        self.top = self.upper + self.around + (18 if self.column_labels else 0)
        self.pitch = self.side * (surfaces.ROW if board.surface == "hex" else 1)
        self.ys = [self.top + self.pitch * row for row in range(rows)]
        self.bottom = self.top + surfaces.height(board) * self.side

    def _breadth(self, characters: int) -> float:
        """A square's side, or the space that a long sign needs."""
        if not self.has_words:
            return self.side
        return max(self.side, characters * _PER_COLUMN * self.size + 8)

    def drawn(self) -> str:
        words = [*self.above, *self.below]
        widest = max((width(line) * _PER_COLUMN * _SMALL for line in words), default=0)
        breadth = max(self.right + self.around, widest) + 2 * _GAP
        height = self.bottom + self.around + len(self.below) * 18 + 2 * _GAP
        box = f"{-_GAP} {-_GAP} {breadth:.0f} {height:.0f}"
        size = f'width="{breadth:.0f}" height="{height:.0f}" viewBox="{box}"'
        elements = [
            *self._defined(),
            *self._object(),
            *self._words(),
            *self._grounds(),
            *self._edges(),
            *self._signs(),
        ]
        rows, columns = self.board.shape
        title = self.board.caption or f"board of {rows} rows and {columns} columns"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="monospace" '
            f'font-size="{_SMALL}" fill="{self.ink}">\n<title>{markup(sign(title))}</title>\n'
            f'<rect x="{-_GAP}" y="{-_GAP}" width="100%" height="100%" fill="{self.paper}"/>\n'
            + "\n".join(elements)
            + "\n</svg>"
        )

    def _words(self) -> Iterable[str]:
        """Caption, counters, labels and legend."""
        for number, line in enumerate(self.above):
            yield _text(0, 12 + 20 * number, line)
        ink = (
            themes.colours(f"surface-{self.board.surface}", self.theme)[1]
            if self._has_body()
            else ""
        )
        for x, breadth, label in zip(
            self.xs, self.widths, fit.heads(self.column_labels), strict=False
        ):
            # Smaller if it would run into its neighbour, and cut if it would become unreadable.
            small = max(
                _SMALLEST, min(_SMALL, breadth * 0.96 / (_PER_COLUMN * max(1, width(label))))
            )
            heading = _short(label, int(breadth / (_PER_COLUMN * small)))
            yield _text(x + breadth / 2, self.top - 5, heading, "middle", ink, small)
        for row, label in enumerate(self.row_labels):
            first = next(
                (c for c, cell in enumerate(self.board.rows[row]) if cell.role != "void"), 0
            )
            x, y = self._middle((row, first))
            left = (
                x - self.side / 2 - self.around - 5
                if self.board.surface == "hex"
                else self.left - 5
            )
            yield _text(left, y + 4, _short(sign(label), fit.LONGEST_LABEL), "end", ink)
        for number, line in enumerate(self.below):
            yield _text(0, self.bottom + self.around + 16 + 18 * number, line)

    def _has_body(self) -> bool:
        return self.board.surface not in (surfaces.GRID, "hex")

    def _object(self) -> Iterable[str]:
        """The board's surface, and the drawing below the cells."""
        if self._has_body():
            colour = themes.colours(f"surface-{self.board.surface}", self.theme)[0]
            size = (
                f'width="{self.right + self.around:g}"'
                f' height="{self.bottom + self.around - self.upper:g}"'
            )
            yield f'<rect x="0" y="{self.upper}" {size} rx="8" fill="{colour}"/>'
        if drawing := surfaces.ground(self.board):
            yield (
                f'<g transform="translate({self.left:g} {self.top:g})'
                f' scale({self.side})">{drawing}</g>'
            )

    def _defined(self) -> Iterable[str]:
        """Each kind of piece on the board, drawn once."""
        on_cells = filter(None, (pieces.drawn(cell) for _, cell in self.board.places()))
        drawn = {pieces.name(piece): piece for piece in on_cells}
        if drawn:
            symbols = (
                f'<symbol id="ip-{name}" viewBox="0 0 100'
                f' 100">{pieces.drawing(drawn[name])}</symbol>'
                for name in sorted(drawn)
            )
            yield "<defs>\n" + "\n".join(symbols) + "\n</defs>"

    def _grounds(self) -> Iterable[str]:
        """All cells of one background are one path, which keeps a large board's picture small."""
        grounds: dict[str, list[str]] = defaultdict(list)
        for place, cell in self.board.places():
            name = themes.ground_shade(cell) or themes.ground(cell)
            if colour := surfaces.cell_colour(self.board, place, name, self.theme):
                grounds[colour].append(self._outline(place))
        edge = f'stroke="{self.lines}" stroke-opacity="0.4" stroke-width="0.5" '
        edge = "" if self.board.surface != surfaces.GRID else edge
        for colour, outlines in grounds.items():
            yield f'<path fill="{colour}" {edge}d="{"".join(outlines)}"/>'
        if self.board.surface == "felt":
            cells = "".join(
                self._outline(place)
                for place, cell in self.board.places()
                if surfaces.UNRULED.isdisjoint((cell.role, cell.piece))
            )
            yield f'<path fill="none" stroke="#04180c" stroke-width="0.6" d="{cells}"/>'

    def _outline(self, place: Place) -> str:
        """The edge of a cell, by its surface."""
        r, c = place
        x, y = self.xs[c], self.ys[r]
        across = self.widths[c]
        shape = surfaces.shape(self.board, self.board.cell(r, c))
        if shape == "hexagon":
            x, y = self._middle(place)
            corners = (
                (x + dx * self.side * 0.96, y + dy * self.side * 0.96)
                for dx, dy in surfaces.HEXAGON
            )
            return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in corners) + "z"
        if shape == "square":
            return f"M{x:g} {y:g}h{across:g}v{self.side}h-{across:g}z"
        gap = self.side * (0.1 if shape == "disc" else 0.05)
        along, across = self.side - 2 * gap, across - 2 * gap
        curve = along / 2 if shape == "disc" else self.side * 0.1
        h, v = across - 2 * curve, along - 2 * curve
        arc = f"a{curve:g} {curve:g} 0 0 1 "
        return (
            f"M{x + gap + curve:g} {y + gap:g}h{h:g}{arc}{curve:g} {curve:g}v{v:g}{arc}-{curve:g}"
            f" {curve:g}h-{h:g}{arc}-{curve:g} -{curve:g}v-{v:g}{arc}{curve:g} -{curve:g}z"
        )

    def _edges(self) -> Iterable[str]:
        """The lit and the shaded edges of all tiles, as one stroke each."""
        raised = [
            place for place, cell in self.board.places() if themes.ground(cell) in themes.RAISED
        ]
        if raised:
            lit, how_lit, shaded, how_shaded = _INK[self.theme]
            along = self.side - 3
            # From a tile's lower left corner to its upper right one, round the lit or the shaded
            # way.
            for ink, opacity, turn in (
                (lit, how_lit, "v-{1:g}h{0:g}"),
                (shaded, how_shaded, "h{0:g}v-{1:g}"),
            ):
                edges = "".join(
                    f"M{self.xs[c] + 1.5:g}"
                    f" {self.ys[r] + self.pitch - 1.5:g}{turn.format(self.widths[c] - 3, along)}"
                    for r, c in raised
                )
                yield (
                    f'<path fill="none" stroke="{ink}" stroke-opacity="{opacity}" stroke-width="2"'
                    f' d="{edges}"/>'
                )

    def _signs(self) -> Iterable[str]:
        """The signs of one ink as one group, the pieces, then what is over the cells and the
        marks."""
        inks: dict[str, list[str]] = defaultdict(list)
        for place, cell in self.board.places():
            if not cell.piece and fit.face(cell).strip():
                x, y = self._middle(place)
                inks[themes.colours(themes.known(cell.role), self.theme)[1]].append(
                    _text(x, y + self.size * 0.36, fit.face(cell))
                )
        for ink, texts in inks.items():
            group = (
                f'fill="{ink}" font-size="{self.size:.3g}" font-weight="600" text-anchor="middle"'
            )
            yield f"<g {group}>\n{chr(10).join(texts)}\n</g>"
        for place, cell in self.board.places():
            yield from self._over(place, cell)
        if line := surfaces.strike(self.board):
            yield (
                f'<g transform="translate({self.left:g} {self.top:g})'
                f' scale({self.side})">{line}</g>'
            )

    def _over(self, place: Place, cell: Cell) -> Iterable[str]:
        """A cell's piece, its badge and its mark."""
        if piece := pieces.drawn(cell):
            x, y = self._middle(place)
            side = self.side * surfaces.PIECES.get(self.board.surface, surfaces.PIECE)
            corner = f'x="{x - side / 2:g}" y="{y - side / 2:g}"'
            yield (
                f'<use href="#ip-{pieces.name(piece)}" {corner} width="{side:g}"'
                f' height="{side:g}"/>'
            )
        if surfaces.has_dot(self.board, cell):
            x, y = self._middle(place)
            yield (
                f'<circle cx="{x:g}" cy="{y:g}" r="{self.side * 0.12:g}" fill="#ffffff"'
                ' fill-opacity="0.72"/>'
            )
        if themes.ground(cell) == "home":
            r, c = place
            ink = themes.colours("home", self.theme)[1]
            yield f'<circle cx="{self.xs[c] + 7:g}" cy="{self.ys[r] + 7:g}" r="2.2" fill="{ink}"/>'
        if cell.overlay:
            yield self._badge(place, cell)
        if cell.mark in MARK_SIGNS:
            yield self._mark(place, cell.mark)

    def _badge(self, place: Place, cell: Cell) -> str:
        """The verdict in the cell's corner, or across an otherwise empty cell."""
        ground, ink = themes.named_colours(themes.badge(cell), self.theme)
        x, y = self._middle(place)
        words = markup(sign(cell.overlay))
        if themes.ground_shade(cell):
            return f'<text x="{x:g}" y="{y + 4:g}" fill="{ink}" text-anchor="middle">{words}</text>'
        (r, c), breadth = place, width(sign(cell.overlay)) * _PER_COLUMN * 9 + 4
        right, top = self.xs[c] + self.widths[c] - 1, self.ys[r] + 1
        return (
            f'<g><rect x="{right - breadth:g}" y="{top:g}" width="{breadth:g}" height="11" rx="3"'
            f' fill="{ground}"/><text x="{right - 2:g}" y="{top + 8.5:g}" font-size="9"'
            f' fill="{ink}" text-anchor="end">{words}</text></g>'
        )

    def _mark(self, place: Place, mark: str) -> str:
        """A frame inside the cell, with its own stroke for each mark; a wrong cell also has its
        sign in the corner."""
        (r, c), (ground, ink) = place, themes.colours(f"mark-{mark}", self.theme)
        x, y = self.xs[c], self.ys[r]
        breadth = self.widths[c]
        corner = (
            f'<rect x="{x:g}" y="{y:g}" width="11" height="12" fill="{ground}"/>'
            f'<text x="{x + 2:g}" y="{y + 10:g}" fill="{ink}">{MARK_SIGNS[mark]}</text>'
            if mark == "wrong"
            else ""
        )
        frame = (
            f'<rect x="{x + 2:g}" y="{y + 2:g}" width="{breadth - 4:g}" height="{self.side - 4:g}"'
            ' rx="2"'
        )
        if share := surfaces.RINGS.get(self.board.surface):
            across, down = self._middle(place)
            frame = f'<circle cx="{across:g}" cy="{down:g}" r="{self.side * share:g}"'
            ground = surfaces.ring_colour(self.board, place, ground) if mark == "last" else ground
        told = markup(spoken(self.board.cell(r, c)))
        return (
            f'<g>{frame} fill="none" stroke="{ground}"'
            f" {_STROKES[mark]}/>{corner}<title>{told}</title></g>"
        )

    def _middle(self, place: Place) -> tuple[float, float]:
        row, column = place
        if self.board.surface == "hex":
            x, y = surfaces.middle(self.board, row, column)
            return self.left + x * self.side, self.top + y * self.side
        return self.xs[column] + self.widths[column] / 2, self.ys[row] + self.side / 2


def _text(
    x: float, y: float, words: str, anchor: str = "", ink: str = "", size: float = _SMALL
) -> str:
    anchored = (f' text-anchor="{anchor}"' if anchor else "") + (f' fill="{ink}"' if ink else "")
    anchored += f' font-size="{size:.3g}"' if size != _SMALL else ""
    kept = words.replace("  ", "\u00a0 ")  # a picture joins blanks unless they are hard
    return f'<text x="{x:g}" y="{y:g}"{anchored}>{markup(kept)}</text>'


def _short(words: str, room: int) -> str:
    """``words`` cut to a number of characters."""
    if width(words) <= room:
        return words
    return words[: max(1, room - 1)] + ("…" if room > 1 else "")


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
