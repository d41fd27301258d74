"""Surfaces: the kind of object that a board is, as a style sheet over the table and a drawing under
its cells.

The drawing (the lines of a go board, the coloured edges of a hex board) is plain SVG in units of a
cell, which pages use as a background and pictures unchanged. Colours are in `themes` under the name
``surface-…``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import quote

from ...boards import BARE, TABLES, Board, Cell, Place, Row, Way, Zone
from ...support.elements import element
from ...support.resources import text_of
from .. import themes
from ..signs import zoned

GRID = "grid"
ROW = 3**0.5 / 2
"""The distance between two rows of hexagons, whose cells are 1 wide."""
POINT = 1 / 3**0.5
"""The distance from the middle of a hexagon to its upper point."""


class Surface(NamedTuple):
    """The properties of one kind of object; `surfaces.toml` explains each value."""

    light: themes.Colours = ("", "")
    dark: themes.Colours = ("", "")
    padding: int = 8
    piece: float = 0.84
    ring: float | None = None
    shape: str = "square"
    wordless: Sequence[str] = ()
    clear: Sequence[str] = ()
    is_bare: bool = False
    square: Sequence[str] = ("", "")
    features: Sequence[str] = ()
    """What else a live board offers: ``coordinates`` that are hidden until requested, ``falls`` if
    pieces are put in above the columns, ``turns`` if it can be seen from the other side, ``arrows``
    drawn with the right button, ``premoves`` chosen while another player thinks, ``ranking`` of the
    best choices once they have verdicts."""


def _read(text: str) -> dict[str, Surface]:
    return {name: Surface(**facts) for name, facts in tomllib.loads(text).items()}


_FACTS = _read(text_of(__package__, "surfaces.toml"))
_FACTS[GRID] = Surface(padding=0)


def facts(surface: str) -> Surface:
    """Return the properties of a surface."""
    return _FACTS[surface]


def colours(surface: str, theme: themes.Theme = "light") -> themes.Colours:
    """Return the background of a surface and the text colour on it."""
    return _FACTS[surface].light if theme == "light" else _FACTS[surface].dark


_RACE = re.compile(r"(\d+)(?: \+ (\d+))? of (\d+)$", re.ASCII)
"""The end of the note of a zone that is a race: what is done, what is at stake, the goal."""

_BETWEEN = "#6b6149"
"""The gap between hexagons."""

_ROW = 3
"""Marked squares that form a row and not only the last move."""

_FIRST, _SECOND = "#d9482b", "#2459a9"
"""On hexagons, the first player connects top and bottom, the second left and right."""


def labels(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels of rows and columns that pictures write."""
    hidden = _FACTS[board.surface].wordless
    is_ragged = board.surface == "hex" and any(cell.role == "void" for cell in board.rows[0])
    return (
        () if "rows" in hidden else board.row_labels,
        () if is_ragged or "columns" in hidden else board.column_labels,
    )


def indents(board: Board) -> tuple[int, ...]:
    """Return the number of half cells by which each row is shifted to the right; empty if no row
    is."""
    if board.surface != "hex":
        return ()
    steps = board.indents or tuple(range(len(board.rows)))
    return tuple(step - min(steps) for step in steps)


def row_styles(board: Board) -> tuple[str, ...]:
    """Return the custom properties of each row: its indent, and the number of empty places before
    its first cell.

    A zone has the number of its cards, of the gaps between them, and of the cards in its longest
    run without a gap.
    """
    if board.zones:
        return tuple(
            _counts(zoned(row)) + _shares(zone)
            for row, zone in zip(board.rows, board.zones, strict=True)
        )
    leads = (
        next((c for c, cell in enumerate(row) if cell.role != "void"), 0) for row in board.rows
    )
    return tuple(
        f"--indent:{indent};--lead:{lead}"
        for indent, lead in zip(indents(board), leads, strict=False)
    )


def _counts(row: Row) -> str:
    runs = "".join(" " if cell.role == "void" else "c" for cell in row).split(" ")
    longest = max(map(len, runs))
    return f"--cards:{sum(map(len, runs))};--gaps:{len(runs) - 1};--run:{longest}"


def _shares(zone: Zone) -> str:
    """Return how much of a race is done, and how much more is at stake; nothing without a goal."""
    race = _RACE.search(zone.note) if zone.layout == "race" else None
    done, stake, goal = (int(part or 0) for part in race.groups()) if race else (0, 0, 0)
    if goal:
        return f";--done:{done / goal:.2%};--stake:{stake / goal:.2%}"
    return ""


def row_classes(board: Board) -> tuple[str, ...]:
    """Return the classes of each zone: how its cards lie, whether its player is to move, and
    whether it shows only a single die."""
    single = " ip-single" if board.shape[1] == 1 else ""
    return tuple(
        f"ip-lies-{zone.layout}"
        + (" ip-turn" if zone.is_turn else "")
        + (single if zone.layout == "dice" else "")
        for zone in board.zones
    )


def breadth(board: Board) -> float:
    """Return the width of the board in cells."""
    return board.shape[1] + max(indents(board), default=0) / 2


def height(board: Board) -> float:
    """Return the height of the board in cells."""
    rows = board.shape[0]
    if board.surface == "hex":
        return (rows - 1) * ROW + 2 * POINT
    return rows


def room(board: Board) -> int:
    """Return the total space on both sides of the cells, in pixels."""
    return 2 * _FACTS[board.surface].padding


def ground(board: Board) -> str:
    """Return the drawing under the cells, in units of a cell; empty on most surfaces."""
    draw = _GROUNDS.get(board.surface)
    return "" if draw is None else draw(board)


def _rules(board: Board) -> str:
    """Return the lines between the squares of a paper game."""
    rows, columns = board.shape
    across = "".join(f"M0 {row}h{columns}" for row in range(1, rows))
    down = "".join(f"M{column} 0v{rows}" for column in range(1, columns))
    return f'<path fill="none" stroke="#999280" stroke-width="0.045" d="{across}{down}"/>'


def strike(board: Board) -> str:
    """Return a line, on paper, through the winning row, which is marked as the last move."""
    marked = [place for place, cell in board.places() if cell.mark == "last"]
    if board.surface != "paper" or len(marked) < _ROW:
        return ""
    top, left = marked[0]
    bottom, right = marked[-1]
    line = f"M{left + 0.5} {top + 0.5}L{right + 0.5} {bottom + 0.5}"
    return element(
        "path",
        fill="none",
        stroke="#3d7ea6",
        stroke_width=0.065,
        stroke_linecap="round",
        d=line,
    )


def _points(board: Board) -> str:
    """Return the points of a table: a triangle on each vertical run of light or dark squares, from
    the nearer edge."""
    rows, columns = board.shape
    drawn = []
    for c in range(columns):
        for role, run in groupby(enumerate(row[c].role for row in board.rows), itemgetter(1)):
            if role in _POINTS:
                squares = [row for row, _ in run]
                base = squares[0]
                tip = squares[-1] + 1
                if base >= rows / 2:
                    base, tip = tip, base
                triangle = f"M{c} {base}h1L{c + 0.5} {tip}z"
                drawn.append(element("path", fill=_POINTS[role], d=triangle))
    return "".join(drawn)


def _lines(board: Board) -> str:
    rows, columns = board.shape
    across: list[Way] = [((r, 0), (r, columns - 1)) for r in range(rows)]
    down: list[Way] = [((0, c), (rows - 1, c)) for c in range(columns)]
    path = "".join(
        f"M{c + 0.5:g} {r + 0.5:g}L{x + 0.5:g} {y + 0.5:g}"
        for (r, c), (y, x) in board.lines or across + down
    )
    ink = {"fill": "none", "stroke": "#3d2a0c", "stroke_linecap": "round"}
    drawing = element("path", **ink, stroke_width=0.04, d=path)
    stars = () if board.lines else _star_points(rows, columns)
    points = "".join(f"M{c + 0.5:g} {r + 0.5:g}h0" for r, c in stars)
    if points:
        drawing += element("path", **ink, stroke_width=0.22, d=points)
    return drawing


def _star_points(rows: int, columns: int) -> Iterable[tuple[int, int]]:
    """Return the star points, on boards of the usual sizes."""
    if rows == columns and rows % 2 and rows >= 9:
        edge = 3 if rows > 11 else 2
        middle = rows // 2
        steps = (edge, middle, rows - 1 - edge)
        for r in steps:
            for c in steps:
                if rows > 15 or (r == middle) == (c == middle):
                    yield r, c


def _edges(board: Board) -> str:
    """Return the four sides of a rhombus, each in the colour of the player who connects it to the
    opposite one; none for other shapes."""
    if board.indents or any(cell.role == "void" for _, cell in board.places()):
        return ""
    rows, columns = board.shape
    along = [(0, c) for c in range(columns)]
    top = _corners(board, along, (5, 0, 1))
    bottom = _corners(board, [(rows - 1, c) for _, c in along], (4, 3, 2))
    left = _corners(board, [(r, 0) for r in range(rows)], (5, 4)) + bottom[:2]
    right = top[-2:] + _corners(board, [(r, columns - 1) for r in range(rows)], (1, 2))
    sides = ((_SECOND, left), (_SECOND, right), (_FIRST, top), (_FIRST, bottom))
    drawing = "".join(
        element(
            "path",
            fill="none",
            stroke=ink,
            stroke_width=0.28,
            stroke_linejoin="round",
            d=_path(points),
        )
        for ink, points in sides
    )
    outline = (*top, *right, *reversed(bottom), *reversed(left))
    return drawing + element("path", fill=_BETWEEN, d=f"{_path(outline)}z")


def _corners(
    board: Board, places: Iterable[Place], which: Sequence[int]
) -> list[tuple[float, float]]:
    """Return some corners, by number, of each of the cells at some places."""
    middles = (middle(board, *place) for place in places)
    return [
        (x + HEXAGON[corner][0], y + HEXAGON[corner][1]) for x, y in middles for corner in which
    ]


_GROUNDS = {"lines": _lines, "felt": _points, "paper": _rules, "hex": _edges}


HEXAGON = (
    (0, -POINT),
    (0.5, -POINT / 2),
    (0.5, POINT / 2),
    (0, POINT),
    (-0.5, POINT / 2),
    (-0.5, -POINT / 2),
)
"""The corners of a cell relative to its middle, clockwise from the upper one."""


def middle(board: Board, row: int, column: int) -> tuple[float, float]:
    """Return the middle of a cell, in units of a cell."""
    if board.surface != "hex":
        return column + 0.5, row + 0.5
    return column + indents(board)[row] / 2 + 0.5, row * ROW + POINT


def shape(board: Board, cell: Cell) -> str:
    """Return the shape of a cell: a square, a hexagon, a disc, or a tile with round corners."""
    if cell.role in LOOSE and cell.role != "void":
        return "tile"
    return _FACTS[board.surface].shape


def cell_colour(board: Board, place: Place, name: str, theme: themes.Theme) -> str:
    """Return the background of a cell, by the name of its role or shade; empty if the surface
    itself is visible."""
    surface = _FACTS[board.surface]
    if name == "void" or name in surface.clear:
        return ""
    light, dark = surface.square
    square = light if theme == "light" else dark
    # On a bare surface all cells except shaded ones look alike, elsewhere only empty ones do.
    if surface.is_bare and not name.startswith("shade-"):
        return square
    if name not in _EMPTY:
        return themes.colours(name, theme)[0]
    if square:
        return square
    if board.surface == "checkers":
        name = "dark-square" if sum(place) % 2 else "light-square"
    return themes.colours(name, theme)[0]


def has_dot(board: Board, cell: Cell) -> bool:
    """True if an empty cell on cloth has a dot to show that something may be put there."""
    return board.surface == "felt" and cell.piece == BARE and cell.press is not None


def ring_colour(board: Board, place: Place, usual: str) -> str:
    """Return the colour of the ring for the last move: dark on a white stone, otherwise light."""
    piece = board.cell(*place).piece
    if piece == "white-stone":
        return "#1a1a1a"
    if piece == "black-stone" or board.surface in ("rack", "hex"):
        return "#ffffff"
    return usual


_CARDS = ("card", "red-card", "card-back")

_PILE = 8
"""The number of rows of cards from which they overlap."""

LOOSE = ("void", *_CARDS)
"""The roles of cells that are not part of the board."""

UNRULED = frozenset((*LOOSE, "light-square", "dark-square", "match"))
"""The roles and pieces of cells without a hairline on cloth."""

_EMPTY = ("blank", "plain", "muted")
_POINTS = {"light-square": "#e8d3a4", "dark-square": "#a5532f"}


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)


def style(board: Board) -> str:
    """Return the custom properties that the style sheet of the board's surface needs."""
    if board.surface == GRID:
        return ""
    drawing = ground(board)
    piece = _FACTS[board.surface].piece
    if not drawing:
        return f";--piece:{piece:.0%}"
    out = 0.2 if board.surface == "hex" else 0
    box = (
        f"viewBox='{-out} {-out} {breadth(board) + 2 * out:g} {height(board) + 2 * out:.4g}'"
        " preserveAspectRatio='none'"
    )
    properties = f";--piece:{piece:.0%};--ground:{_image(box, drawing)}"
    line = strike(board)
    if line:
        properties += f";--struck:{_image(box, line)}"
    return properties


def _image(box: str, drawing: str) -> str:
    """Return a drawing as a URL in a style."""
    image = f"<svg xmlns='http://www.w3.org/2000/svg' {box}>{drawing}</svg>".replace("'", '"')
    return f"url('data:image/svg+xml,{quote(image, safe=' $*+,-./:=@_~')}')"


def name(board: Board) -> str:
    """Return the class of the table, or nothing for the usual grid."""
    if board.surface == GRID:
        return ""
    classes = f"ip-on-{board.surface}"
    if board.zones:
        classes += " ip-zones"
    if strike(board):
        classes += " ip-struck"
    if board.column_labels and not labels(board)[1]:
        classes += " ip-headless"
    if board.surface == "felt":
        classes += _on_cloth(board)
    return classes


def _on_cloth(board: Board) -> str:
    """Return the classes for what is on a cloth: a style sheet with ``:has()`` would make the
    browser examine all cells again whenever one changes."""
    cells = [cell for row in board.rows for cell in row]
    roles = {cell.role for cell in cells}
    has_points = not roles.isdisjoint(_POINTS)
    classes = " ip-has-points" if has_points else ""
    if has_points or any(cell.piece == "match" for cell in cells):
        classes += " ip-unruled"
    if not roles.isdisjoint(_CARDS):
        classes += " ip-has-cards"
        classes += " ip-has-piles" if len(board.rows) >= _PILE else ""
    return classes


@functools.cache
def rules(surface: str) -> str:
    """Return the style sheet of one surface."""
    if surface == GRID:
        return ""
    both = (_FACTS[surface].light, _FACTS[surface].dark)
    if surface in TABLES:
        selector = f".ip-board .ip-grid.ip-on-{surface}"
        return f"{themes.rule(selector, *both)}\n{text_of(__package__, 'zones.css')}"
    sheet = text_of(__package__, f"{surface}.css")
    if surface == "hex":
        return sheet
    table = f".ip-board .ip-grid.ip-on-{surface}"
    body = f"{table}:not(.ip-ghost){{padding:{_FACTS[surface].padding}px;border-radius:8px}}"
    ground = themes.rule(f"{table}:not(.ip-ghost)", *both)
    heads = f"{table} th{{color:inherit}}"
    return "\n".join((body, ground, heads, sheet))
