"""The shapes of the data that is sent to the page, from which `frontend/types.js` is made (``python
-m tools.page_types``).

They are JSON-like dictionaries and lists: a dataclass would have to be converted after every click.
A type checker finds a key that is missing, misspelt or of the wrong type on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

Json = dict[str, Any]
"""JSON-like data that is sent or stored, by name."""
PlaceShape = tuple[int, int]
"""Row and column, counted from 0 at the top left."""


class Kind(NamedTuple):
    """How a cell looks and which gestures it accepts, cut after the last field that is not empty.

    ``takes`` and ``targets`` are steps down and to the right.
    """

    sign: str = ""
    classes: str = ""
    label: str = ""
    tooltip: str = ""
    gestures: str = ""
    overlay: str = ""
    shade: str = ""
    takes: Sequence[int] = ()
    targets: Sequence[int] = ()


class FrameShape(TypedDict):
    """A moment of an animation; ``came`` contains pairs of cells."""

    at: str
    caption: str
    came: list[int]
    gone: list[int]


class TogglesShape(TypedDict):
    """A zone's button: its words by the numbers of the selected cards."""

    word: str
    choices: dict[str, str]


class ZoneShape(NamedTuple):
    """A group of rows: the side where it is, the classes of its rows, its name, a note and its
    button."""

    side: str
    classes: str
    name: str
    note: str
    toggles: TogglesShape | None


class BoardShape(TypedDict):
    """A board; ``at`` has one character for each cell, which encodes the number of its kind."""

    shape: PlaceShape
    style: str
    table: str
    features: NotRequired[Sequence[str]]
    indents: Sequence[str]
    zones: list[ZoneShape]
    at: str
    came: list[int]
    lands: NotRequired[list[int]]
    dials: NotRequired[bool]
    sweeps: str
    counted: NotRequired[str]
    overlays: NotRequired[dict[str, str]]
    joined: list[list[int]]
    frames: list[FrameShape]
    kinds: list[Kind]
    pieces: dict[str, str]
    caption: str
    rows: list[str]
    columns: list[str]
    heads: list[str]
    counters: list[tuple[str, str]]
    legend: list[tuple[str, str]]


class ChoiceShape(NamedTuple):
    """A button."""

    group: str
    words: str
    verdict: str
    shade: int
    advised: bool
    facts: str


class WorthShape(NamedTuple):
    """The worth of a drag, with the numbers of both cells."""

    way: list[int]
    words: str
    shade: int


class Part(NamedTuple):
    """A part of a run: ``b`` is the cursor, ``i`` full blocks."""

    text: str
    tag: Literal["", "b", "i"]


class RunShape(NamedTuple):
    """The contents of one row in one colour."""

    colours: int
    parts: list[Part]


class Path(NamedTuple):
    """All points of one colour."""

    colour: str
    path: str


class PointsShape(NamedTuple):
    """The picture of a screen with points."""

    box: str
    size: str
    paths: list[Path]


class Screen(TypedDict):
    """A screen of characters."""

    shape: str
    size: str
    style: str
    lines: list[list[RunShape]]
    points: PointsShape | None
    above: str
    below: str


class Stretch(NamedTuple):
    """Words in one style; a link if they have the number of an option, or a picture if they have
    its data."""

    words: str
    style: str
    option: int
    visited: bool
    data: str = ""


class BlockShape(NamedTuple):
    """A paragraph, a heading, a list item …"""

    kind: str
    level: int
    runs: list[Stretch]


class Book(TypedDict):
    """A page of a story, and what is shown beside it."""

    blocks: list[BlockShape]
    side: list[BlockShape]


class Room(NamedTuple):
    """A place on a map."""

    name: str
    row: int
    column: int


class Passage(NamedTuple):
    """A way between two rooms of a map, by number, and what is typed to go there."""

    start: int
    end: int
    words: str


class ChartShape(TypedDict):
    """A map of the places seen so far; ``exits`` lead out of the room ``here``."""

    rooms: list[Room]
    ways: list[Passage]
    exits: list[str]
    here: int


class Chosen(NamedTuple):
    """A previous page, and the choice made there."""

    chosen: str
    page: Book | str


class TextShape(TypedDict):
    """The shown text: the `View` of the game, clean and laid out."""

    title: str
    text: str
    terminal: Screen | None
    prose: bool
    book: Book | None
    console: str
    footnote: str
    chart: ChartShape | None
    outcome: str | None
    ending: str
    transcript: list[Chosen]


class Note(NamedTuple):
    """A move as written down, and the number of the moment after it."""

    name: str
    at: int


class Asking(NamedTuple):
    """The number of the cell at which the player is asked to choose, and the pieces to choose
    from."""

    cell: int
    pieces: list[str]


class Clock(NamedTuple):
    """The elapsed time."""

    seconds: float
    running: bool


class Picture(TypedDict):
    """The board and what is laid over it."""

    board: BoardShape | None
    notes: list[Note]
    lead: str
    above: bool
    nudge: str
    asking: Asking | None
    arrow: list[int]
    worth: list[WorthShape]
    clock: Clock | None


class Amounts(NamedTuple):
    """Numbers of which one is chosen: their name, the number of the lowest one's option (-1 if it
    is typed), the bounds, and the usual values."""

    word: str
    first: int
    low: int
    high: int
    marks: list[tuple[str, int]]


class Choices(TypedDict):
    """What may be chosen beside the board, and in which other ways."""

    options: list[ChoiceShape]
    more: int
    thumbnails: list[list[BoardShape]]
    excerpts: list[str]
    bests: list[str]
    keys: dict[str, int] | None
    asked: str
    amounts: Amounts | None


class PlayShape(TypedDict):
    """Where the game is, what the buttons can do, and what they have done."""

    level: str | None
    cards: bool
    line: str
    start: str
    moves: int
    later: int
    able: list[str]
    status: str
    stuck: bool
    animate: bool
    evaluating: bool
    undo: bool
    redo: bool
    record: str
    picture: str
    review: str


class Shown(TextShape, Picture, Choices, PlayShape):
    """Everything that a session shows of one position."""

    number: int


class ViewShape(Shown):
    """What the page receives: ``done`` are the latest orders carried out, by page; ``kept`` names
    the saved game."""

    done: dict[str, int]
    kept: str
