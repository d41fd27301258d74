"""A board: the description of a picture, from which text, HTML, SVG and the widget are made.

A game describes once, as plain immutable data, what is visible and which option a gesture on each
cell chooses; views do not know games, and games do not know views.

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
from .screens import Terminal as Terminal  # a third kind of description, exported here
from .support.drawings import check_drawing
from .support.plurals import counted
from .support.readable import Readable

Place: TypeAlias = tuple[int, int]
"""(row, column), both counted from 0 at the top left."""

Pair: TypeAlias = tuple[str, str]
"""A name and its value, or a sign and its meaning."""
Way: TypeAlias = tuple[Place, Place]
"""The place where a piece was, and the place where it is now."""

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
    # the ground under the pieces of board games, and places outside the board
    *"light-square dark-square void".split(),
    # cards by the colour of their suit, or face down; tiles by their power of two
    *(
        "card red-card card-back power-1 power-2 power-3 power-4 power-5 power-6 power-7 "
        "power-8 power-9 power-10 power-11"
    ).split(),
)
"""The roles that every view can style; an unknown role is shown as ``plain``."""

MARKS: tuple[str, ...] = ("last", "hint", "advised", "wrong", "check")
"""The marks: last move, basis of a hint, recommended cells, errors, and a king in check; none is
shown by colour only."""

TABLES: tuple[str, ...] = ("table", "dice", "desk")
"""The surfaces on which things lie in zones: a green card table, a tray for dice, a pale table for
coloured cards."""

SURFACES: tuple[str, ...] = (
    "grid", "frame", "rack", "lines", "hex", "checkers", "felt", "tiles", "paper", "gems",
    "sprites", *TABLES,
)  # fmt: skip
"""The kind of object that a board is: squares, squares in a frame, an upright rack that discs fall
into, crossing lines, hexagons, light and dark squares, green cloth, tiles in a tray, ruled paper,
stones that touch in a dark tray, one picture made of its pieces, or one of `TABLES`. Text is the
same on all of them."""

SIDES: tuple[str, ...] = ("top", "left", "middle", "right", "bottom")
"""The places of a zone on its table, in the order in which zones are read."""

LAYOUTS: tuple[str, ...] = ("row", "fan", "columns", "pile", "dice", "chips", "line", "race")
"""How the cards of a zone lie: beside each other, overlapping, in columns between the gaps, on top
of each other, as dice, as chips whose number is the zone's name, as the numbers in a line of a
score sheet, or as a bar towards the goal stated in the zone's note: ``42 of 100``, or ``42 + 18 of
100`` with the points at stake."""

DIRECTIONS: tuple[str, ...] = ("up", "down", "left", "right")

BARE = "bare"
"""The piece of a cell that needs no picture: a wordless tile, an empty square. Its sign is only for
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
"""The pieces that every view can draw; a game adds others as a `Piece`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A game's own piece: a name and its drawing, SVG shapes in a field of 100 × 100.

    Give it a fill and an outline, one dark and one light, to make it visible on any background.
    Raises `BadBoard` for a drawing that is not well formed or contains more than plain shapes: it
    must not run, load or refer to anything.

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

    ``text`` is a sign of one or a few characters that can be read without colour; ``label`` is for
    screen readers (if empty, they get the sign). ``press``, ``secondary`` and ``drag`` hold *option
    values* of the state (None: no such gesture): those chosen by a click, by a right click or long
    press, and by a drag or arrow towards a neighbour or any other place.

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
    """Pairs of a target and an option value; the target is a direction (one of `DIRECTIONS`) or a
    place. If one place has several values, the player is asked which one, in this order."""
    mark: str = ""
    """One of `MARKS`, or empty."""
    overlay: str = ""
    """A short text laid over the cell: a probability, the number of moves left."""
    shade: float | None = None
    """0 (bad) to 1 (good): a colour laid over the cell; None for no colour."""
    piece: str | Piece = ""
    """What pictures draw in place of the sign: one of `PIECES` or a `Piece`; if empty, they show
    the sign."""
    face: str = ""
    """The part of ``text`` that pictures show if the role's style shows the rest; all of it if
    empty."""
    takes: tuple[Place, ...] = ()
    """The places that a press here would change, shown while the pointer is over the cell."""

    def __post_init__(self) -> None:
        if self.piece and self.piece not in _KNOWN and not isinstance(self.piece, Piece):
            known = did_you_mean(str(self.piece), PIECES)
            raise BadBoard(
                f"{quote(self.piece)} is not a piece that can be drawn.{known} (Define your own as"
                " a Piece.)"
            )


Row: TypeAlias = tuple[Cell, ...]


GAP = Cell(role="void")
"""A gap between two cards of a zone: the next card is a little further away, as the next suit of a
hand is."""


@dataclass(frozen=True, slots=True)
class Toggles:
    """Cards of a zone that are turned on and off one by one, such as dice to keep, until a button
    chooses the option for the selected ones.

    >>> all_of_them = (frozenset(), "Roll 2 dice", "roll all")
    >>> one_of_them = (frozenset({1}), "Roll 1 die", "keep one")
    >>> Toggles((all_of_them, one_of_them), "kept").word
    'kept'
    """

    choices: tuple[tuple[frozenset[int], str, Any], ...]
    """For each set of selected cards, by their numbers from 0: the words on the button, and an
    option's value."""
    word: str = "chosen"
    """The word for a selected card."""


def _check_known(word: object, known: Sequence[str], what: str) -> None:
    """Raise `BadBoard` for a word that is not one of the known ones."""
    if word not in known:
        raise BadBoard(f"{quote(word)} is not a {what}.{did_you_mean(str(word), known)}")


def _still(cell: Cell) -> Cell:
    return replace(cell, press=None, secondary=None, drag=(), takes=())


@dataclass(frozen=True, slots=True)
class Zone:
    """Things that lie together on a table: a hand, a pile, a trick, the dice, a line of a score
    sheet.

    Raises `BadBoard` for an unknown side or layout.

    >>> cards = (Cell("2♣", "card"), GAP, Cell("5♥", "red-card"))
    >>> hand = Zone("you", cards, side="bottom", layout="fan")
    >>> Board.of_zones([hand, Zone("stock", note="30 cards")]).shape
    (2, 3)
    """

    name: str = ""
    cards: tuple[Cell, ...] = ()
    """The cards that lie there. The last sign of a card's text is its suit if it is one of ♠♥♦♣ or
    ●★▲◆■."""
    side: str = "middle"
    """One of `SIDES`."""
    layout: str = "row"
    """One of `LAYOUTS`."""
    note: str = ""
    """A few words beside the name: the number of cards or chips, or what is expected."""
    is_turn: bool = False
    """True if it is the turn of this zone's player."""
    toggles: Toggles | None = None
    """How several of its cards are chosen together, if possible."""

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
    """The places whose pieces vanish in this frame, where they are still visible."""


@dataclass(frozen=True, slots=True)
class Board(Readable):
    """Rows of cells of equal length, with labels, counters and legend.

    Raises `BadBoard` if the rows are ragged, empty or contain anything but `Cell` objects, if the
    surface is unknown, or if anything beside the cells is not text.

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
    """On hexagons: the number of half cells by which each row is shifted to the right. If empty,
    each row is shifted by one more than the row above, which makes a rhombus."""
    lines: tuple[Way, ...] = ()
    """On the surface of lines: the two ends of each line. If empty, lines run along all rows and
    columns."""
    joined: tuple[tuple[Place, ...], ...] = ()
    """Groups of places that a player sees as one: a gesture on any of them goes to the one that
    accepts it."""
    puts: str = ""
    """The piece, one of `PIECES`, that a press puts on an empty place: shown faintly under the
    pointer."""
    lands: tuple[Place, ...] = ()
    """The places where a piece dropped in from above comes to rest: at most one in each column."""
    has_dials: bool = False
    """True if the first counter and the seconds are shown as digits above the board, with a face
    between them that starts a new game."""
    counted: str = ""
    """The role that the number on a cell counts among its eight neighbours: for a number that
    cannot be pressed, the page shows how many are still missing, and the covered cells that may
    hold them."""
    overlay_signs: tuple[Pair, ...] = ()
    """Pairs of a verdict's words and a sign for them, used where the words would not fit on a
    cell."""
    choice_pieces: tuple[tuple[Any, str], ...] = ()
    """Pairs of an option's value and one of `PIECES`: the pictures from which a player chooses if
    one drag means several options."""
    gains: tuple[tuple[Way, str], ...] = ()
    """The immediate gain of a drag from one place to another, in a few characters, which a page
    shows on the second place while the first is selected: ``(((0, 0), (0, 1)), "+3")``."""
    amounts: tuple[tuple[str, int], ...] = ()
    """Pairs of a name and a frequently chosen number, if the last options are consecutive numbers,
    which a page then shows as one slider: ``("half the pot", 150)``."""
    palette: Sequence[str] = ()
    """The signs that an editor offers besides those on the board; the sign of an empty cell comes
    first."""
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
        """Make a board from lines of signs: each sign becomes ``cells[sign]``, or a plain cell that
        shows it."""
        table = cells or {}
        return cls(
            tuple(tuple(table.get(sign, Cell(sign)) for sign in line) for line in lines), **rest
        )

    @classmethod
    def of_zones(cls, zones: Iterable[Zone], surface: str = "table", **rest: Any) -> Board:
        """Make a table with zones on it, each of any number of cards: one row for each zone, in the
        order of their sides."""
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
        """Return the cell at a place; raise IndexError off the board."""
        return self.rows[row][column]

    def places(self) -> Iterator[tuple[Place, Cell]]:
        """Return every cell with its place, row by row."""
        return (((r, c), cell) for r, row in enumerate(self.rows) for c, cell in enumerate(row))

    def replaced(self, cells: Mapping[Place, Cell]) -> Board:
        """Return this board with some cells replaced."""
        rows = [list(row) for row in self.rows]
        for (row, column), cell in cells.items():
            rows[row][column] = cell
        return replace(self, rows=tuple(map(tuple, rows)))

    def bare(self) -> Board:
        """Return this board without the words around it, for a small picture."""
        return replace(
            self, caption="", counters=(), legend=(), row_labels=(), column_labels=(), frames=()
        )

    def still(self) -> Board:
        """Return this board for those who are not to move: nothing on it can be chosen."""
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
        """Return this board with ``mark`` on some cells; places off the board are ignored."""
        height, width = self.shape
        inside = {(r, c) for r, c in places if 0 <= r < height and 0 <= c < width}
        return self.replaced({(r, c): replace(self.rows[r][c], mark=mark) for r, c in inside})

    def shaded(self, shades: Mapping[Place, tuple[str, float | None]]) -> Board:
        """Return this board with a text and a shade laid over some cells."""
        return self.replaced(
            {
                (r, c): replace(self.rows[r][c], overlay=text, shade=shade)
                for (r, c), (text, shade) in shades.items()
            }
        )

    def values(self) -> frozenset[Any]:
        """Return every option value that a gesture on this board chooses."""
        toggles = (zone.toggles for zone in self.zones if zone.toggles is not None)
        values = {value for several in toggles for _, _, value in several.choices}
        for _, cell in self.places():
            values.update((cell.press, cell.secondary, *(value for _, value in cell.drag)))
        return frozenset(values - {None})
