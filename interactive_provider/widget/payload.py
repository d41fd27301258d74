"""A board and its options as plain data for the page, small enough to be sent after every click.

Cells that look the same are described once as a kind, and each place has the number of its kind. A
cell's label is usually its place and a few words, so the place is removed and the page inserts it
again. Option values stay here; the page sends back a place and a gesture.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, cast

from ..boards import BARE, PIECES, Board, Cell, Frame, Piece, Place, Row, Terminal, Way, Zone
from ..game import Assessment, Verdict, Words
from ..heart.play import overlays
from ..heart.play.nodes import Option
from ..heart.play.overlays import targets
from ..rendering import fit, html, pieces, surfaces, themes
from ..rendering import terminal as screens
from ..rendering.signs import heads, sign, spoken, zoned
from ..support.sanitizing import clean
from . import shapes

ROW_HERE = "\x01"
COLUMN_HERE = "\x02"
"""Placeholders in a label for the names of the cell's row and column; `clean` removes them from a
game's text."""

FIRST_KIND = 0x30
"""The character of kind 0; those of the other kinds follow it, well below the surrogates even on a
large board."""

MOST_OPTIONS = 400
"""The maximum number of buttons shown: nobody reads more, and Tab lists them all."""

_DRAWN = frozenset(PIECES) - {BARE}
_SURFACE = re.compile(r"\bip-on-(\w+)")
_PIECE = re.compile(r"\bip-(?:piece|puts)-([\w-]+)")

_WAYS = {"up": "U", "down": "D", "left": "L", "right": "R"}


class _Kinds:
    """The kinds of cells so far, each with its number."""

    def __init__(self, board: Board) -> None:
        rows, columns = board.shape
        self.rows = [_as_word(name) for name in board.row_labels or range(1, rows + 1)]
        self.columns = [_as_word(name) for name in board.column_labels or range(1, columns + 1)]
        self.has_zones = bool(board.zones)
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.pieces: dict[str, str] = {}

    def grid(self, rows: Iterable[Row]) -> str:
        """Return one character for each cell, which encodes the number of its kind."""
        signs = []
        for r, row in enumerate(rows):
            filled = len(zoned(row)) if self.has_zones else 0
            for c, cell in enumerate(row):
                more = html.zone_class(cell) if c < filled else ""
                signs.append(chr(FIRST_KIND + self._number((r, c), cell, more)))
        return "".join(signs)

    def _number(self, place: Place, cell: Cell, more: str) -> int:
        kind = (
            sign(cell.text) if cell.piece else fit.face(cell),
            html.classes(cell) + more,
            self._label(place, cell),
            sign(cell.tooltip),
            _letters(cell),
            sign(cell.overlay),
            themes.badge(cell) if cell.overlay else "",
            _steps(place, cell.takes) if cell.takes else (),
            _steps(place, tuple(targets(cell))) if cell.drag else (),
        )
        if isinstance(cell.piece, Piece):
            self.pieces[pieces.name(cell.piece)] = pieces.image(cell.piece)
        return self.numbers.setdefault(kind, len(self.numbers))

    def _label(self, place: Place, cell: Cell) -> str:
        """Return the description of the cell, with its place removed if it contains both names."""
        words = spoken(cell)
        if self.has_zones:
            return words
        without_row, row_found = self.rows[place[0]].subn(ROW_HERE, words, 1)
        without, column_found = self.columns[place[1]].subn(COLUMN_HERE, without_row, 1)
        return without if row_found and column_found else words


def _trimmed(kind: tuple[Any, ...]) -> shapes.Kind:
    """Return a kind without the empty fields at its end: most cells have neither a verdict nor
    neighbours. Its sign is always included, so that a kind is never mistaken for an empty list."""
    parts = list(kind)
    while parts[1:] and not parts[-1]:
        parts.pop()
    return cast("shapes.Kind", parts)


def _letters(cell: Cell) -> str:
    """Return a letter for each gesture on the cell."""
    letters = ("p" if cell.press is not None else "") + ("s" if cell.secondary is not None else "")
    if not cell.drag:
        return letters
    ways = "".join(
        _WAYS.get(way, "") if isinstance(way, str) else "T"
        for way, value in cell.drag
        if value is not None
    )
    return letters + "".join(dict.fromkeys(ways))


@functools.lru_cache(maxsize=20_000)
def _steps(place: Place, places: tuple[Place, ...]) -> tuple[int, ...]:
    """Return places as steps down and to the right of one place, so that cells with the same
    neighbours are of one kind."""
    return tuple(step for r, c in places for step in (r - place[0], c - place[1]))


_NEVER = re.compile("(?!)")
"""A pattern that matches nothing."""


@functools.lru_cache(maxsize=1024)
def _as_word(name: str | int) -> re.Pattern[str]:
    """Return a pattern for the name of a row or column as a separate word: the 1 of ``row 1``, not
    that of ``tile 11``."""
    if str(name):
        return re.compile(rf"(?<!\w){re.escape(sign(str(name)))}(?!\w)")
    return _NEVER


def board_payload(board: Board) -> shapes.BoardShape:
    """Return a board as JSON-like data: ``kinds`` of cells and, row by row, the character of each
    cell's kind."""
    kinds = _Kinds(board)
    at = kinds.grid(board.rows)
    longest = fit.longest_sign(board)
    features = surfaces.facts(board.surface).features
    frames = [_frame(kinds, frame, board) for frame in board.frames if _fits(frame.rows, board)]
    swept = sweeps(board)
    described: shapes.Json = {
        "shape": board.shape,
        "style": fit.style(board, longest),
        "table": fit.table_classes(board, longest) + (" ip-swept" if swept else ""),
        "indents": surfaces.row_styles(board),
        "zones": [
            shapes.ZoneShape(zone.side, classes, sign(zone.name), sign(zone.note), _toggles(zone))
            for zone, classes in zip(board.zones, _zone_classes(board), strict=True)
        ],
        "at": at,
        "came": _indices(board, board.came),
        "sweeps": swept,
        "joined": [_numbers(board, group) for group in board.joined],
        "frames": frames,
        "kinds": [_trimmed(kind) for kind in kinds.numbers],
        "pieces": kinds.pieces,
        "caption": sign(board.caption),
        "rows": [sign(label) for label in board.row_labels],
        "columns": [sign(label) for label in board.column_labels],
        # A falling piece waits above its column, which may have no name.
        "heads": heads(board.column_labels) or [""] * board.shape[1] * ("falls" in features),
        "counters": [(sign(name), sign(value)) for name, value in board.counters],
        "legend": fit.legend(board),
    }
    seldom: shapes.Json = {
        "features": features,
        "lands": _numbers(board, board.lands),
        "dials": board.has_dials,
        "counted": sign(board.counted),
        "overlays": {words: sign(mark) for words, mark in board.overlay_signs},
    }
    described |= {name: part for name, part in seldom.items() if part}
    return cast("shapes.BoardShape", described)


def _zone_classes(board: Board) -> Iterable[str]:
    """Return the classes of each zone; for those at the bottom, also whether cards may be pressed
    there, and whether only some of them may."""
    bottom = [number for number, zone in enumerate(board.zones) if zone.side == "bottom"]
    classes = list(surfaces.row_classes(board))
    live = {n: [bool(_letters(c)) for c in board.rows[n] if c.role != "void"] for n in bottom}
    if any(map(any, live.values())):
        for number, cards in live.items():
            is_divided = any(cards) and not all(cards)
            classes[number] += " ip-offered" + (" ip-offers-some" if is_divided else "")
    return classes


def _toggles(zone: Zone) -> shapes.TogglesShape | None:
    """Return the words of a zone's button, by the numbers of the selected cards."""
    if zone.toggles is None:
        return None
    choices = {",".join(map(str, sorted(on))): sign(words) for on, words, _ in zone.toggles.choices}
    return {"word": sign(zone.toggles.word), "choices": choices}


def sweeps(board: Board) -> str:
    """Return a letter for each direction in which everything moves at once: every cell that can be
    dragged offers the same."""
    cells = [cell for _, cell in board.places()]
    drags = {cell.drag for cell in cells if cell.drag}
    is_pressed = any(cell.press is not None or cell.secondary is not None for cell in cells)
    if len(drags) != 1 or is_pressed:
        return ""
    letters = [_WAYS.get(str(way), "") for way, _ in drags.pop()]
    return "".join(letters) if all(letters) else ""


def _frame(kinds: _Kinds, frame: Frame, board: Board) -> shapes.FrameShape:
    return {
        "at": kinds.grid(frame.rows),
        "caption": sign(frame.caption),
        "came": _indices(board, frame.came),
        "gone": _numbers(board, frame.gone),
    }


def _indices(board: Board, ways: Iterable[Way]) -> list[int]:
    """Return starts and ends as cell numbers in reading order, without moves off the board."""
    height, width = board.shape
    return [
        r * width + c
        for way in ways
        if all(0 <= r < height and 0 <= c < width for r, c in way)
        for r, c in way
    ]


def _numbers(board: Board, places: Iterable[Place]) -> list[int]:
    """Return places as cell numbers, without those off the board."""
    return _indices(board, ((place, place) for place in places))[::2]


def drawings(
    view: Mapping[str, Any], known: Mapping[str, Mapping[str, str]] = MappingProxyType({})
) -> dict[str, dict[str, str]]:
    """Return what a page still needs in order to draw a view, by the names of its model: the
    pictures of pieces and the rules of surfaces."""
    boards = [*filter(None, (view["board"], *itertools.chain(*view["thumbnails"])))]
    tables = " ".join(board["table"] for board in boards)
    cells = " ".join(kind[1] for board in boards for kind in board["kinds"])
    asked = view["asking"][1] if view["asking"] else []
    # A game's own pieces are sent with its board.
    new_pieces = _DRAWN.intersection(_PIECE.findall(f"{tables} {cells}") + asked)
    new_pieces -= {*known.get("_pieces", ())}
    new_surfaces = {*_SURFACE.findall(tables)} - {*known.get("_surfaces", ())}
    return {
        "_pieces": {name: pieces.image(name) for name in sorted(new_pieces)},
        "_surfaces": {name: surfaces.rules(name) for name in sorted(new_surfaces)},
    }


def advised_ways(board: Board, value: Any) -> list[int]:
    """Return the starts and ends of an option's drags, as cell numbers."""
    return _indices(
        board, [(place, to) for place, to, values in overlays.drags(board) if value in values]
    )


def gains(board: Board) -> list[shapes.WorthShape]:
    """Return the immediate gain of each drag, if the game declares it: the numbers of both cells,
    and words."""
    ways = ((_indices(board, [way]), sign(words)) for way, words in board.gains)
    return [shapes.WorthShape(way, words, -1) for way, words in ways if way]


def drag_verdicts(board: Board, verdicts: Assessment) -> list[shapes.WorthShape]:
    """Return the verdict on each drag to a place, the best first: the numbers of both cells, the
    words and the shade."""
    judged = []
    for place, to, values in overlays.drags(board):
        way = _indices(board, [(place, to)])
        best = overlays.best(verdicts[value] for value in values if value in verdicts)
        if way and best is not None:
            judged.append((way, best))
    judged.sort(key=lambda pair: overlays.rank(pair[1]), reverse=True)
    return [shapes.WorthShape(way, overlays.brief(one), _step(one)) for way, one in judged]


def asked_pieces(board: Board | None, at: Place, options: Sequence[Option]) -> shapes.Asking | None:
    """Return the number of the cell where a drag ended and a piece for each option that it may
    mean; None without pieces."""
    pieces_of = {} if board is None else dict(board.choice_pieces)
    if board is None or not options or any(option.value not in pieces_of for option in options):
        return None
    return shapes.Asking(
        at[0] * board.shape[1] + at[1], [pieces_of[option.value] for option in options]
    )


def _fits(rows: Sequence[Row], board: Board) -> bool:
    """True if a frame has the board's shape: otherwise it cannot be shown in the same grid."""
    height, width = board.shape
    return len(rows) == height and all(len(row) == width for row in rows)


def terminal_payload(terminal: Terminal) -> shapes.Screen:
    """Return a screen of characters as rows of runs in one colour, with the rules for those
    colours."""
    return {
        "shape": screens.shape_of(terminal),
        "size": screens.size_of(terminal),
        "style": screens.rules_of(terminal),
        "lines": [
            [shapes.RunShape(code, list(itertools.starmap(_part, parts))) for code, parts in runs]
            for runs in screens.rows_of(terminal)
        ],
        "points": _points(terminal) if terminal.points else None,
        "above": clean(terminal.above),
        "below": clean(terminal.below),
    }


def _part(text: str, tag: str) -> shapes.Part:
    return shapes.Part(clean(text), cast("Literal['', 'b', 'i']", tag))


def _points(terminal: Terminal) -> shapes.PointsShape:
    box, size, paths = screens.paths_of(terminal)
    return shapes.PointsShape(box, size, list(itertools.starmap(shapes.Path, paths)))


def options_payload(
    options: Sequence[tuple[str, Any, Words]],
    verdicts: Assessment,
    hinted: Any = None,
    facts: Mapping[Any, str] = MappingProxyType({}),
) -> list[shapes.ChoiceShape]:
    """Return options as buttons; the step of the shade is -1 without a shade."""
    buttons = []
    for label, value, names in options[:MOST_OPTIONS]:
        group = sign(_group(label, names[0])) if len(names) > 1 else ""
        words = sign(label.removeprefix(f"{group} ") if group else label) or "…"
        verdict = verdicts.get(value)
        said = "" if verdict is None else str(verdict)
        is_hinted = hinted is not None and value == hinted
        buttons.append(
            shapes.ChoiceShape(group, words, said, _step(verdict), is_hinted, facts.get(value, ""))
        )
    return buttons


def _group(label: str, name: str) -> str:
    """Return the first words of a label as readers know them: turn on, for the name turn_on."""
    words = re.sub(r"^n(?=\d)", "", name).replace("_", " ").strip()
    return words if label.startswith(f"{words} ") else name


def _step(verdict: Verdict | None) -> int:
    if verdict is None or verdict.score is None:
        return -1
    return themes.shade_step(verdict.score)
