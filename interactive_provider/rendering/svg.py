"""A board as a picture for documents: one standalone SVG, without scripts, style sheets or external
fonts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

from ..boards import GAP, Board, Cell, Pair, Place
from ..errors import BadParameter, did_you_mean, quote
from ..support.elements import element
from ..support.sanitizing import markup
from ..support.wrapping import width
from . import fit, pieces, surfaces, themes
from .signs import MARK_SIGNS, column_widths, heads, margin, sign, spoken, zoned

_SMALL = 11
"""The text size of all words around the cells."""
_SMALLEST = 7
"""The minimum text size of a column label."""
_LARGEST = 44
"""The maximum side of a cell: pictures are placed next to text."""
_GAP = 8
_PER_COLUMN = 0.61
"""The maximum width of a character in a monospaced font, as a share of its size."""
_INK = {"light": ("#ffffff", 0.65, "#000000", 0.25), "dark": ("#ffffff", 0.2, "#000000", 0.4)}
"""The light and the shaded edges of tiles, each with its opacity."""
_STROKES: dict[str, dict[str, float | str | None]] = {
    "last": {"stroke_width": 2, "stroke_opacity": 0.8},
    "hint": {"stroke_width": 2, "stroke_dasharray": "1 4", "stroke_linecap": "round"},
    "advised": {"stroke_width": 4},
    "wrong": {"stroke_width": 2, "stroke_dasharray": "5 3"},
    "check": {"stroke_width": 5},
}
"""The stroke of each mark's frame: they differ even without colours."""
_PAPER: dict[themes.Theme, tuple[str, str, str]] = {
    "light": ("#ffffff", "#1f1f1f", "#7a7a7a"),
    "dark": ("#111111", "#e6e6e6", "#8c8c8c"),
}
"""The background, text and lines of the picture itself."""


def render(board: Board, theme: str = "light") -> str:
    """Return the board as SVG text in the ``light`` or ``dark`` theme; raise `BadParameter` for any
    other."""
    if theme not in _PAPER:
        raise BadParameter(f"{quote(theme)} is not a theme.{did_you_mean(str(theme), _PAPER)}")
    return _Picture(_in_rows(board) if board.zones else board, theme).drawn()


def _in_rows(board: Board) -> Board:
    """Return a table as rows of cards, each row centred and preceded by the words about its
    zone."""
    rows = [zoned(row) for row in board.rows]
    width = max(map(len, rows)) or 1
    centred = []
    for row in rows:
        before = (width - len(row)) // 2
        centred.append(
            (
                *[GAP] * before,
                *row,
                *[GAP] * (width - len(row) - before),
            )
        )
    words = tuple(" · ".join(filter(None, (zone.name, zone.note))) for zone in board.zones)
    return replace(board, rows=tuple(centred), row_labels=words, zones=())


class _Picture:
    """One drawing: the layout, then the elements from top to bottom."""

    def __init__(self, board: Board, theme: themes.Theme) -> None:
        self.board = board
        self.theme = theme
        self.paper, self.ink, self.lines = _PAPER[theme]
        self.side = min(fit.most(board), _LARGEST)
        longest = fit.longest_sign(board)
        self.has_words = fit.has_words(longest)
        self.size = self.side * fit.share(longest)
        rows, columns = board.shape
        self.row_labels, self.column_labels = surfaces.labels(board)
        self.around = surfaces.facts(board.surface).padding
        self.widths = [self._breadth(n) for n in column_widths(board, fit.face)]
        self.left: float = self.around
        if self.row_labels:
            longest_label = min(margin(board), fit.LONGEST_LABEL)
            self.left += longest_label * _PER_COLUMN * _SMALL + _GAP
        self.xs = list(accumulate(self.widths, initial=self.left))
        self.right = self.xs[-1] + (surfaces.breadth(board) - columns) * self.side
        words = board.caption, _joined(board.counters, ": ")
        self.above = [sign(line) for line in words if line]
        self.below = _wrapped(fit.legend(board), self.right)
        self.upper = len(self.above) * 20
        self.top = self.upper + self.around
        if self.column_labels:
            self.top += 18
        self.pitch: float = self.side
        if board.surface == "hex":
            self.pitch *= surfaces.ROW
        self.ys = [self.top + self.pitch * row for row in range(rows)]
        self.bottom = self.top + surfaces.height(board) * self.side

    def _breadth(self, characters: int) -> float:
        """Return a square's side, or the space that a long sign needs."""
        if not self.has_words:
            return self.side
        return max(self.side, characters * _PER_COLUMN * self.size + 8)

    def drawn(self) -> str:
        words = [*self.above, *self.below]
        widest = max((width(line) * _PER_COLUMN * _SMALL for line in words), default=0)
        breadth = max(self.right + self.around, widest) + 2 * _GAP
        height = self.bottom + self.around + len(self.below) * 18 + 2 * _GAP
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
        paper = element(
            "rect",
            x=-_GAP,
            y=-_GAP,
            width="100%",
            height="100%",
            fill=self.paper,
        )
        lines = [
            "",
            element("title", markup(sign(title))),
            paper,
            *elements,
            "",
        ]
        return element(
            "svg",
            "\n".join(lines),
            xmlns="http://www.w3.org/2000/svg",
            width=f"{breadth:.0f}",
            height=f"{height:.0f}",
            viewBox=f"{-_GAP} {-_GAP} {breadth:.0f} {height:.0f}",
            role="img",
            font_family="monospace",
            font_size=_SMALL,
            fill=self.ink,
        )

    def _words(self) -> Iterable[str]:
        """Yield caption, counters, labels and legend."""
        for number, line in enumerate(self.above):
            yield _text(0, 12 + 20 * number, line)
        ink = surfaces.colours(self.board.surface, self.theme)[1] if self._has_body() else ""
        yield from self._heads(ink)
        for row, label in enumerate(self.row_labels):
            cells = enumerate(self.board.rows[row])
            first = next((c for c, cell in cells if cell.role != "void"), 0)
            x, y = self._middle((row, first))
            left = self.left - 5
            if self.board.surface == "hex":
                left = x - self.side / 2 - self.around - 5
            yield _text(
                left,
                y + 4,
                _short(sign(label), fit.LONGEST_LABEL),
                "end",
                ink,
            )
        for number, line in enumerate(self.below):
            yield _text(
                0,
                self.bottom + self.around + 16 + 18 * number,
                line,
            )

    def _heads(self, ink: str) -> Iterable[str]:
        """Yield the labels above the columns."""
        labels = heads(self.column_labels)
        for x, breadth, label in zip(self.xs, self.widths, labels, strict=False):
            # They are smaller if they would run into their neighbours, and cut if they would become
            # unreadable.
            fitting = breadth * 0.96 / (_PER_COLUMN * max(1, width(label)))
            small = max(_SMALLEST, min(_SMALL, fitting))
            heading = _short(label, int(breadth / (_PER_COLUMN * small)))
            yield _text(
                x + breadth / 2,
                self.top - 5,
                heading,
                "middle",
                ink,
                small,
            )

    def _has_body(self) -> bool:
        return self.board.surface not in (surfaces.GRID, "hex")

    def _object(self) -> Iterable[str]:
        """Yield the board's surface and the drawing below the cells."""
        if self._has_body():
            colour = surfaces.colours(self.board.surface, self.theme)[0]
            yield element(
                "rect",
                x=0,
                y=self.upper,
                width=self.right + self.around,
                height=self.bottom + self.around - self.upper,
                rx=8,
                fill=colour,
            )
        if drawing := surfaces.ground(self.board):
            yield self._scaled(drawing)

    def _scaled(self, drawing: str) -> str:
        """Return a drawing in units of cells, moved to its place."""
        place = f"translate({self.left:g} {self.top:g}) scale({self.side})"
        return element("g", drawing, transform=place)

    def _defined(self) -> Iterable[str]:
        """Yield each kind of piece on the board, defined once."""
        on_cells = filter(None, (pieces.drawn(cell) for _, cell in self.board.places()))
        drawn = {pieces.name(piece): piece for piece in on_cells}
        if drawn:
            symbols = [
                element(
                    "symbol", pieces.drawing(drawn[name]), id=f"ip-{name}", viewBox="0 0 100 100"
                )
                for name in sorted(drawn)
            ]
            yield element("defs", "\n".join(["", *symbols, ""]))

    def _grounds(self) -> Iterable[str]:
        """Yield all cells of one background as one path, which keeps a large board's picture
        small."""
        grounds: dict[str, list[str]] = defaultdict(list)
        for place, cell in self.board.places():
            name = themes.ground_shade(cell) or themes.ground(cell)
            if colour := surfaces.cell_colour(self.board, place, name, self.theme):
                grounds[colour].append(self._outline(place))
        edge: dict[str, float | str | None] = {}
        if self.board.surface == surfaces.GRID:
            edge = {"stroke": self.lines, "stroke_opacity": 0.4, "stroke_width": 0.5}
        for colour, outlines in grounds.items():
            yield element("path", fill=colour, **edge, d="".join(outlines))
        if self.board.surface == "felt":
            cells = "".join(
                self._outline(place)
                for place, cell in self.board.places()
                if surfaces.UNRULED.isdisjoint((cell.role, cell.piece))
            )
            yield element("path", fill="none", stroke="#04180c", stroke_width=0.6, d=cells)

    def _outline(self, place: Place) -> str:
        """Return the edge of a cell, by its surface."""
        r, c = place
        shape = surfaces.shape(self.board, self.board.cell(r, c))
        if shape == "hexagon":
            return self._hexagon(place)
        x = self.xs[c]
        y = self.ys[r]
        across = self.widths[c]
        if shape == "square":
            return f"M{x:g} {y:g}h{across:g}v{self.side}h-{across:g}z"
        gap = self.side * (0.1 if shape == "disc" else 0.05)
        along = self.side - 2 * gap
        curve = along / 2 if shape == "disc" else self.side * 0.1
        return _rounded(
            x + gap,
            y + gap,
            across - 2 * gap,
            along,
            curve,
        )

    def _hexagon(self, place: Place) -> str:
        x, y = self._middle(place)
        size = self.side * 0.96
        corners = [f"{x + dx * size:.4g} {y + dy * size:.4g}" for dx, dy in surfaces.HEXAGON]
        return f"M{'L'.join(corners)}z"

    def _edges(self) -> Iterable[str]:
        """Yield the light and the shaded edges of all tiles, as one stroke each."""
        raised = [
            place for place, cell in self.board.places() if themes.ground(cell) in themes.RAISED
        ]
        if raised:
            lit, how_lit, shaded, how_shaded = _INK[self.theme]
            along = self.side - 3
            # From a tile's lower left corner to its upper right one, along the light or the shaded
            # side.
            for ink, opacity, turn in (
                (lit, how_lit, "v-{1:g}h{0:g}"),
                (shaded, how_shaded, "h{0:g}v-{1:g}"),
            ):
                edges = "".join(
                    f"M{self.xs[c] + 1.5:g}"
                    f" {self.ys[r] + self.pitch - 1.5:g}{turn.format(self.widths[c] - 3, along)}"
                    for r, c in raised
                )
                yield element(
                    "path",
                    fill="none",
                    stroke=ink,
                    stroke_opacity=opacity,
                    stroke_width=2,
                    d=edges,
                )

    def _signs(self) -> Iterable[str]:
        """Yield the signs of one colour as one group, the pieces, then the overlays and the
        marks."""
        inks: dict[str, list[str]] = defaultdict(list)
        for place, cell in self.board.places():
            if not cell.piece and fit.face(cell).strip():
                x, y = self._middle(place)
                ink = themes.colours(themes.known(cell.role), self.theme)[1]
                inks[ink].append(
                    _text(
                        x,
                        y + self.size * 0.36,
                        fit.face(cell),
                    )
                )
        for ink, texts in inks.items():
            yield element(
                "g",
                "\n".join(["", *texts, ""]),
                fill=ink,
                font_size=f"{self.size:.3g}",
                font_weight="600",
                text_anchor="middle",
            )
        for place, cell in self.board.places():
            yield from self._over(place, cell)
        if line := surfaces.strike(self.board):
            yield self._scaled(line)

    def _over(self, place: Place, cell: Cell) -> Iterable[str]:
        """Yield a cell's piece, its badge and its mark."""
        x, y = self._middle(place)
        if piece := pieces.drawn(cell):
            side = self.side * surfaces.facts(self.board.surface).piece
            yield element(
                "use",
                href=f"#ip-{pieces.name(piece)}",
                x=x - side / 2,
                y=y - side / 2,
                width=side,
                height=side,
            )
        if surfaces.has_dot(self.board, cell):
            yield element(
                "circle", cx=x, cy=y, r=self.side * 0.12, fill="#ffffff", fill_opacity=0.72
            )
        if themes.ground(cell) == "home":
            r, c = place
            ink = themes.colours("home", self.theme)[1]
            yield element(
                "circle",
                cx=self.xs[c] + 7,
                cy=self.ys[r] + 7,
                r=2.2,
                fill=ink,
            )
        if cell.overlay:
            yield self._badge(place, cell)
        if cell.mark in MARK_SIGNS:
            yield self._mark(place, cell.mark)

    def _badge(self, place: Place, cell: Cell) -> str:
        """Return the verdict in the cell's corner, or across an otherwise empty cell."""
        ground, ink = themes.colours(themes.badge(cell), self.theme)
        words = markup(sign(cell.overlay))
        if themes.ground_shade(cell):
            x, y = self._middle(place)
            return element(
                "text",
                words,
                x=x,
                y=y + 4,
                fill=ink,
                text_anchor="middle",
            )
        r, c = place
        breadth = width(sign(cell.overlay)) * _PER_COLUMN * 9 + 4
        right = self.xs[c] + self.widths[c] - 3
        top = self.ys[r] + 3
        box = element(
            "rect",
            x=right - breadth,
            y=top,
            width=breadth,
            height=11,
            rx=3,
            fill=ground,
        )
        verdict = element(
            "text",
            words,
            x=right - 2,
            y=top + 8.5,
            font_size=9,
            fill=ink,
            text_anchor="end",
        )
        return element("g", box, verdict)

    def _mark(self, place: Place, mark: str) -> str:
        """Return a frame inside the cell, with a different stroke for each mark; a wrong cell also
        has its sign in the corner."""
        r, c = place
        x = self.xs[c]
        y = self.ys[r]
        ground, ink = themes.colours(f"mark-{mark}", self.theme)
        corner = ""
        if mark == "wrong":
            corner = element("rect", x=x, y=y, width=11, height=12, fill=ground)
            corner += element(
                "text",
                MARK_SIGNS[mark],
                x=x + 2,
                y=y + 10,
                fill=ink,
            )
        words = element("title", markup(spoken(self.board.cell(r, c))))
        share = surfaces.facts(self.board.surface).ring
        if share and mark == "last":
            ground = surfaces.ring_colour(self.board, place, ground)
        stroke = {"fill": "none", "stroke": ground, **_STROKES[mark]}
        across, down = self._middle(place)
        if share:
            frame = element("circle", cx=across, cy=down, r=self.side * share, **stroke)
        else:
            wide = self.widths[c] - 4
            high = self.side - 4
            frame = element("rect", x=x + 2, y=y + 2, width=wide, height=high, rx=2, **stroke)
        return element("g", frame, corner, words)

    def _middle(self, place: Place) -> tuple[float, float]:
        row, column = place
        if self.board.surface == "hex":
            x, y = surfaces.middle(self.board, row, column)
            return self.left + x * self.side, self.top + y * self.side
        return self.xs[column] + self.widths[column] / 2, self.ys[row] + self.side / 2


def _text(
    x: float, y: float, words: str, anchor: str = "", ink: str = "", size: float = _SMALL
) -> str:
    kept = words.replace("  ", "\u00a0 ")  # SVG collapses ordinary blanks
    return element(
        "text",
        markup(kept),
        x=x,
        y=y,
        text_anchor=anchor or None,
        fill=ink or None,
        font_size=None if size == _SMALL else f"{size:.3g}",
    )


def _rounded(x: float, y: float, across: float, along: float, curve: float) -> str:
    """Return the outline of a shape with round corners, starting at its upper edge."""
    h = across - 2 * curve
    v = along - 2 * curve
    sides = (
        ("h", h, curve, curve),
        ("v", v, -curve, curve),
        ("h", -h, -curve, -curve),
        ("v", -v, curve, -curve),
    )
    arc = f"a{curve:g} {curve:g} 0 0 1 "
    path = "".join(f"{way}{length:g}{arc}{dx:g} {dy:g}" for way, length, dx, dy in sides)
    return f"M{x + curve:g} {y:g}{path}z"


def _short(words: str, room: int) -> str:
    """Return ``words`` cut to a given number of characters."""
    if width(words) <= room:
        return words
    return words[: max(1, room - 1)] + ("…" if room > 1 else "")


def _joined(pairs: Iterable[Pair], between: str) -> str:
    return "   ".join(f"{a}{between}{b}" for a, b in pairs)


def _wrapped(pairs: Iterable[Pair], breadth: float) -> list[str]:
    """Return the legend in lines about as wide as the board."""
    room = max(breadth / (_PER_COLUMN * _SMALL), 24)
    lines: list[str] = []
    for pair in pairs:
        entry = _joined([pair], " ")
        if lines and width(lines[-1]) + 3 + width(entry) <= room:
            lines[-1] += "   " + entry
        else:
            lines.append(entry)
    return lines
