"""A board: the description of a picture, from which text, HTML, SVG and the widget are made.

A game describes once, as plain immutable data, what is visible and which option a gesture on each
cell chooses; no view knows a game and no game knows a view.

>>> board = Board.of(["X.", ".O"], {"X": Cell("X", role="player-1"), ".": Cell("·", role="blank")})
>>> board.shape
(2, 2)
>>> board.cell(0, 0).role
'player-1'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

from .errors import BadBoard, did_you_mean, quote
from .screens import Terminal as Terminal  # the third kind of description, exported here
from .support.drawings import check_drawing
from .support.plurals import counted
from .support.readable import Readable

Place: TypeAlias = tuple[int, int]
"""(row, column), both from 0 at the top left."""

Pair: TypeAlias = tuple[str, str]
"""A name and its value, or a sign and its meaning."""
Way: TypeAlias = tuple[Place, Place]
"""The place where a piece was, and the one where it is now."""

ROLES: tuple[str, ...] = (
    # general
    *"plain blank frame good bad muted player-1 player-2".split(),
    # squares with hidden contents
    *(
        "covered flag mine exploded open number-1 number-2 number-3 number-4 number-5 "
        "number-6 number-7 number-8"
    ).split(),
    # tiles and gems
    *"tile home red green blue yellow purple coin skull flame".split(),
    # what is below the pieces of board games, and what is not part of the board
    *"light-square dark-square void".split(),
    # cards by the colour of their suit, and face down; tiles by their power of two
    *(
        "card red-card card-back power-1 power-2 power-3 power-4 power-5 power-6 power-7 "
        "power-8 power-9 power-10 power-11"
    ).split(),
)
"""The roles that every view has a style for; an unknown role is shown as ``plain``."""

MARKS: tuple[str, ...] = ("last", "hint", "advised", "wrong", "check")
"""The last move, what a hint rests on, what it advises, what is wrong, and a king in check: never
by colour only."""

TABLES: tuple[str, ...] = ("table", "dice", "desk")
"""The surfaces on which things are in zones: a green card table, a tray for dice, a pale table for
coloured cards."""

SURFACES: tuple[str, ...] = (
    "grid", "frame", "rack", "lines", "hex", "checkers", "felt", "tiles", "paper", "gems",
    "sprites", *TABLES,
)  # fmt: skip
"""What kind of object a board is: squares, squares in a frame, an upright rack that discs fall
into, crossing lines, hexagons, light and dark squares, green cloth, tiles in a tray, ruled paper,
stones that touch in a dark tray, one picture made of its pieces, or one of `TABLES`. Text is the
same on all of them."""

SIDES: tuple[str, ...] = ("top", "left", "middle", "right", "bottom")
"""Where a zone is on its table, in the order in which zones are read."""

LAYOUTS: tuple[str, ...] = ("row", "fan", "columns", "pile", "dice", "chips", "line", "race")
"""How the cards of a zone lie: beside each other, overlapping, in columns between the gaps, on each
other, as dice, as chips whose number is its name, as the numbers in a line of a score sheet, or as
a bar towards the goal that its note states: ``42 of 100``, ``42 + 18 of 100`` with what is at
stake."""

DIRECTIONS: tuple[str, ...] = ("up", "down", "left", "right")

BARE = "bare"
"""The piece of a cell that needs none: a wordless tile, an empty square. Its sign is only for
text."""

PIECES: tuple[str, ...] = (
    BARE,
    *(
        "flag wrong-flag mine burst-mine red-gem green-gem blue-gem yellow-gem purple-gem coin "
        "skull flaming-skull match rock paper scissors heart lost-heart flask used-flask lamp "
        "dark-lamp white-king white-queen white-rook white-bishop white-knight white-pawn "
        "black-king black-queen black-rook black-bishop black-knight black-pawn red-disc "
        "yellow-disc black-stone white-stone cross nought red-stone blue-stone "
        "die-1 die-2 die-3 die-4 die-5 die-6"
    ).split(),
)
"""The pieces that every view can draw; a game brings others as a `Piece`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A game's own piece: a name and its drawing, SVG shapes on a field of 100 × 100.

    Give it a fill and an outline, one dark and one light, so that it is visible on any background.
    Raises `BadBoard` for a drawing that is not well formed or that contains more than plain shapes:
    nothing in it may run, load or refer to anything.

    >>> Piece("moon", '<path d="M60 8A44 44 0 1 0 60 92A52 52 0 0 1 60 8z" fill="#ffe97a"/>').name
    'moon'
    """

    name: str
    drawing: str

    def __post_init__(self) -> None:
        check_drawing(self.name, self.drawing)


_KNOWN = frozenset(PIECES)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. Raises `BadBoard` for an unknown piece.

    ``text`` is a sign of one or a few characters that is readable without colour; ``label`` is for
    screen readers (the sign if empty). ``press``, ``secondary`` and ``drag`` hold *option values*
    of the state (None: no such gesture): what a click, a right click or long press, and a drag or
    arrow towards a neighbour or to any other place choose.

    >>> Cell("♟", role="piece", label="black pawn", press="e5").label
    'black pawn'
    """

    text: str = ""
    role: str = "plain"
    label: str = ""
    tooltip: str = ""
    press: Any = None
    secondary: Any = None
    drag: tuple[tuple[str | Place, Any], ...] = ()
    """Pairs of a direction (one of `DIRECTIONS`) or the place that it is dragged to, and option
    value; if one place has several values, the player is asked which, in this order."""
    mark: str = ""
    """One of `MARKS`, or nothing."""
    overlay: str = ""
    """A short text laid over the cell: a probability, the moves to go."""
    shade: float | None = None
    """0 (bad) to 1 (good): a colour laid over the cell; None for no colour."""
    piece: str | Piece = ""
    """What pictures draw in place of the sign: one of `PIECES` or a `Piece`; if empty, they write
    the sign."""
    face: str = ""
    """The part of ``text`` that pictures write if the role's look shows the rest; all of it if
    empty."""
    takes: tuple[Place, ...] = ()
    """The places that a press here would change, shown while the pointer rests on it."""

    def __post_init__(self) -> None:
        if self.piece and self.piece not in _KNOWN and not isinstance(self.piece, Piece):
            known = did_you_mean(str(self.piece), PIECES)
            raise BadBoard(
                f"{quote(self.piece)} is not a piece that can be drawn.{known} (Define your own as"
                " a Piece.)"
            )


Row: TypeAlias = tuple[Cell, ...]


GAP = Cell(role="void")
"""Between two cards of a zone: what follows is a little further away, as the next suit of a hand
does."""


@dataclass(frozen=True, slots=True)
class Toggles:
    """Cards of a zone that are turned on and off one by one, such as dice to keep, until a button
    chooses the option for those that are on.

    >>> all_of_them = (frozenset(), "Roll 2 dice", "roll all")
    >>> one_of_them = (frozenset({1}), "Roll 1 die", "keep one")
    >>> Toggles((all_of_them, one_of_them), "kept").word
    'kept'
    """

    choices: tuple[tuple[frozenset[int], str, Any], ...]
    """For each set of cards that may be on, by their numbers from 0: the words on the button, and
    an option's value."""
    word: str = "chosen"
    """What a card that is on is called."""


def _check_known(word: object, known: Sequence[str], what: str) -> None:
    """Raise `BadBoard` for a word that is not one of those that are known."""
    if word not in known:
        raise BadBoard(f"{quote(word)} is not a {what}.{did_you_mean(str(word), known)}")


def _still(cell: Cell) -> Cell:
    return replace(cell, press=None, secondary=None, drag=(), takes=())


@dataclass(frozen=True, slots=True)
class Zone:
    """What lies together on a table: a hand, a pile, a trick, the dice, a line of a score sheet.

    Raises `BadBoard` for an unknown side or layout.

    >>> cards = (Cell("2♣", "card"), GAP, Cell("5♥", "red-card"))
    >>> hand = Zone("you", cards, side="bottom", layout="fan")
    >>> Board.of_zones([hand, Zone("stock", note="30 cards")]).shape
    (2, 3)
    """

    name: str = ""
    cards: tuple[Cell, ...] = ()
    """What lies there. The last sign of a card's text is its suit if it is one of ♠♥♦♣ or ●★▲◆■."""
    side: str = "middle"
    """One of `SIDES`."""
    layout: str = "row"
    """One of `LAYOUTS`."""
    note: str = ""
    """A few words beside the name: the number of cards, chips, what is expected."""
    is_turn: bool = False
    """True if it is this zone's player's turn."""
    toggles: Toggles | None = None
    """How several of its cards are chosen together, if they are."""

    def __post_init__(self) -> None:
        _check_known(self.side, SIDES, "side of a table")
        _check_known(self.layout, LAYOUTS, "layout of a zone")


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of an animation that ends in the board itself: a wave of a match-3 move, a slide.

    >>> Frame(((Cell("a"), Cell("b")),), caption="wave 1").caption
    'wave 1'
    """

    rows: tuple[Row, ...]
    caption: str = ""
    came: tuple[Way, ...] = ()
    """Where pieces were in the previous frame, and where they are now: they move there."""
    gone: tuple[Place, ...] = ()
    """The places whose pieces vanish in this frame, in which they are still visible."""


@dataclass(frozen=True, slots=True)
class Board(Readable):
    """Rows of cells of equal length, with labels, counters and legend.

    Raises `BadBoard` if the rows are ragged, empty or contain anything but a `Cell`, if there is no
    such surface, or if something beside the cells is not text.

    >>> Board(((Cell("x"), Cell("o")),), counters=(("moves", "2"),)).shape
    (1, 2)
    >>> Board.of(["XO", ".X"], surface="hex").surface
    'hex'
    """

    rows: tuple[Row, ...]
    caption: str = ""
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    counters: tuple[Pair, ...] = ()
    """Pairs of name and value shown above the board: ``("mines left", "7")``."""
    legend: tuple[Pair, ...] = ()
    """Pairs of sign and meaning."""
    frames: tuple[Frame, ...] = ()
    """What happened since the previous position, in order; views may animate it."""
    came: tuple[Way, ...] = ()
    """Where pieces were in the last frame (without frames: on the previous board), and where they
    are now."""
    surface: str = "grid"
    """One of `SURFACES`."""
    indents: tuple[int, ...] = ()
    """On hexagons: by how many half cells each row is shifted to the right. If empty, each row is
    shifted by one more than the row above it, which makes a rhombus."""
    lines: tuple[Way, ...] = ()
    """On the surface of lines: the ends of each line. If empty, lines run along all rows and
    columns."""
    joined: tuple[tuple[Place, ...], ...] = ()
    """Groups of places that a player sees as one: a gesture on any of them is meant for the one
    that takes it."""
    puts: str = ""
    """One of `PIECES`, which a press on an empty place puts there: shown faintly under the
    pointer."""
    lands: tuple[Place, ...] = ()
    """Where a piece that a press drops in above comes to rest: at most one place in each column."""
    has_dials: bool = False
    """True if the first counter and the seconds are above the board as digits, a face between
    them that begins a new game."""
    counted: str = ""
    """The role that the number on a cell counts among the eight around it: for a number that cannot
    be pressed, the page says how many it still needs, and shows the covered cells that it waits
    for."""
    overlay_signs: tuple[Pair, ...] = ()
    """Pairs of a verdict's words and a sign for them, where the words would not fit on a cell."""
    choice_pieces: tuple[tuple[Any, str], ...] = ()
    """Pairs of an option's value and one of `PIECES`: what a player chooses by if one drag means
    several options."""
    gains: tuple[tuple[Way, str], ...] = ()
    """What a drag from one place to another gains at once, in a few characters, which a page shows
    on the second place while the first is picked: ``(((0, 0), (0, 1)), "+3")``."""
    amounts: tuple[tuple[str, int], ...] = ()
    """Pairs of a name and a number that a player often wants where the last options are numbers in
    a row, which a page then shows as one slider: ``("half the pot", 150)``."""
    palette: Sequence[str] = ()
    """The signs that an editor offers besides those on the board, that of an empty cell first."""
    zones: tuple[Zone, ...] = ()
    """On one of `TABLES`: the zone that each row is. `of_zones` makes the rows; the zones here have
    no cards."""

    def __post_init__(self) -> None:
        _check_known(self.surface, SURFACES, "surface of a board")
        for piece in (self.puts, *(piece for _, piece in self.choice_pieces)):
            if piece:
                _check_known(piece, PIECES, "piece that can be put")
        if not self.rows or not self.rows[0]:
            raise BadBoard("This board has no cells; a board needs at least one.")
        width = len(self.rows[0])
        for number, row in enumerate(self.rows, 1):
            if len(row) != width:
                raise BadBoard(
                    f"Row {number} has {counted(len(row), 'cell')}, row 1 has {width}: all rows"
                    " must be equally long."
                )
            for cell in row:
                if not isinstance(cell, Cell):
                    raise BadBoard(f"Row {number} contains {quote(cell)}, which is not a Cell.")
        notes = (word for zone in self.zones for word in (zone.name, zone.note))
        words = (
            self.caption,
            *self.row_labels,
            *self.column_labels,
            *chain(*self.counters, *self.legend),
            *(name for name, _ in self.amounts),
            *(words_ for _, words_ in self.gains),
            *notes,
        )
        for word in words:
            if not issubclass(type(word), str):
                raise BadBoard(f"{quote(word)} was found where text is expected, beside the cells.")
        for labels, count, what in (
            (self.row_labels, len(self.rows), "row labels for {} rows"),
            (self.column_labels, width, "column labels for {} columns"),
            (self.indents, len(self.rows), "indents for {} rows"),
            (self.zones, len(self.rows), "zones for {} rows"),
        ):
            if labels and len(labels) != count:
                raise BadBoard(f"{len(labels)} {what.format(count)}.")

    @classmethod
    def of(
        cls, lines: Sequence[str], cells: Mapping[str, Cell] | None = None, **rest: Any
    ) -> Board:
        """A board from lines of signs: each sign becomes ``cells[sign]``, or a plain cell that
        shows it."""
        table = cells or {}
        return cls(
            tuple(tuple(table.get(sign, Cell(sign)) for sign in line) for line in lines), **rest
        )

    @classmethod
    def of_zones(cls, zones: Iterable[Zone], surface: str = "table", **rest: Any) -> Board:
        """A table with zones on it, each of any number of cards: a row for each, in the order of
        their sides."""
        ordered = sorted(zones, key=lambda zone: SIDES.index(zone.side))
        width = max((len(zone.cards) for zone in ordered), default=0) or 1
        rows = tuple((*zone.cards, *[GAP] * (width - len(zone.cards))) for zone in ordered)
        bare = tuple(replace(zone, cards=()) for zone in ordered)
        names = tuple(zone.name for zone in ordered)
        return cls(rows, surface=surface, zones=bare, row_labels=names, **rest)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.rows), len(self.rows[0])

    def cell(self, row: int, column: int) -> Cell:
        """The cell at a place; raises IndexError off the board."""
        return self.rows[row][column]

    def places(self) -> Iterator[tuple[Place, Cell]]:
        """Every cell with its place, row by row."""
        return (((r, c), cell) for r, row in enumerate(self.rows) for c, cell in enumerate(row))

    def replaced(self, cells: Mapping[Place, Cell]) -> Board:
        """This board with some cells replaced."""
        rows = [list(row) for row in self.rows]
        for (row, column), cell in cells.items():
            rows[row][column] = cell
        return replace(self, rows=tuple(map(tuple, rows)))

    def bare(self) -> Board:
        """This board without the words around it, for a small picture."""
        return replace(
            self, caption="", counters=(), legend=(), row_labels=(), column_labels=(), frames=()
        )

    def still(self) -> Board:
        """This board as it is shown to those who do not move: nothing on it can be chosen."""
        return replace(
            self,
            rows=tuple(tuple(map(_still, row)) for row in self.rows),
            zones=tuple(replace(zone, toggles=None) for zone in self.zones),
            puts="",
            lands=(),
            choice_pieces=(),
            gains=(),
            amounts=(),
        )

    def marked(self, places: Iterable[Place], mark: str) -> Board:
        """This board with ``mark`` on some cells; places off the board are ignored."""
        height, width = self.shape
        inside = {(r, c) for r, c in places if 0 <= r < height and 0 <= c < width}
        return self.replaced({(r, c): replace(self.rows[r][c], mark=mark) for r, c in inside})

    def shaded(self, shades: Mapping[Place, tuple[str, float | None]]) -> Board:
        """This board with a text and a shade laid over some cells."""
        return self.replaced(
            {
                (r, c): replace(self.rows[r][c], overlay=text, shade=shade)
                for (r, c), (text, shade) in shades.items()
            }
        )

    def values(self) -> frozenset[Any]:
        """Every option value that some gesture on this board chooses."""
        toggles = (zone.toggles for zone in self.zones if zone.toggles is not None)
        values = {value for several in toggles for _, _, value in several.choices}
        for _, cell in self.places():
            values.update((cell.press, cell.secondary, *(value for _, value in cell.drag)))
        return frozenset(values - {None})
