"""The shapes of what is sent to the page, from which `frontend/types.js` is made (``python -m tests.typing.frontend``).

They are dictionaries and lists as JSON has them: a dataclass would be copied into one after every click. A type checker
sees a key that is missing, misspelt or of another type on both sides of the wire.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict

Place = tuple[int, int]
"""Row and column, from 0 at the top left."""


class Frame(TypedDict):
    """A moment of an animation; ``came`` holds pairs of cells."""

    at: str
    caption: str
    came: list[int]
    gone: list[int]


class Toggles(TypedDict):
    """A zone's button: its words by the numbers of the cards that are on."""

    word: str
    choices: dict[str, str]


class Zone(NamedTuple):
    """A group of rows: the side where it stands, the classes of its rows, its name, a note and its button."""

    side: str
    classes: str
    name: str
    note: str
    toggles: Toggles | None


class Board(TypedDict):
    """A board; ``at`` has one character for each cell, the number of its kind."""

    shape: Place
    style: str
    table: str
    indents: Sequence[str]
    zones: list[Zone]
    at: str
    came: list[int]
    joined: list[list[int]]
    frames: list[Frame]
    kinds: list[list[Any]]
    pieces: dict[str, str]
    caption: str
    rows: list[str]
    columns: list[str]
    heads: list[str]
    counters: list[tuple[str, str]]
    legend: list[tuple[str, str]]


class Choice(NamedTuple):
    """A button."""

    group: str
    words: str
    verdict: str
    shade: int
    advised: bool
    facts: str


class Worth(NamedTuple):
    """What a drag is worth, by the numbers of both cells."""

    way: list[int]
    words: str
    shade: int


class Screen(TypedDict):
    """A screen of characters."""

    shape: str
    size: str
    style: str
    rows: list[list[list[object]]]
    points: object
    above: str
    below: str


class Text(TypedDict):
    """What is told: the `View` of the game, clean and laid out."""

    title: str
    text: str
    terminal: Screen | None
    prose: bool
    book: dict[str, list[object]] | None
    console: str
    footnote: str
    outcome: str | None
    ending: str
    transcript: list[tuple[str, object]]


class Picture(TypedDict):
    """The board and what is laid over it."""

    board: Board | None
    list: list[tuple[str, int]]
    lead: str
    nudge: str
    asking: tuple[int, list[str]] | None
    arrow: list[int]
    worth: list[Worth]
    clock: tuple[float, bool] | None


class Choices(TypedDict):
    """What may be chosen beside the board, and how else."""

    options: list[Choice]
    more: int
    thumbnails: list[Board | None]
    bests: list[str]
    keys: dict[str, int] | None
    asked: str


class Play(TypedDict):
    """Where the game stands, what the buttons can do, and what they have done."""

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


class View(Text, Picture, Choices, Play):
    """All that the page shows of one position."""

    number: int
