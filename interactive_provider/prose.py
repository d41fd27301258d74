"""Prose: a text with styles, links and pictures, described once, from which the terminal, HTML and
widget views are made.

A state may give it as its ``display_text``. It is a text, so anything that reads text can read it;
views use its blocks.

>>> door = Run("a door", option="open")
>>> heading = Block("The cellar", kind="heading")
>>> told = Prose(heading, Block("There is ", door, " in the ", Run("dark", "emphasis")))
>>> print(told)
The cellar
<BLANKLINE>
There is a door in the dark
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from .errors import BadParameter, did_you_mean, quote

KINDS = ("paragraph", "heading", "item", "rule", "quotation", "choices")
"""The kinds of block; ``choices`` is a line that contains only links, which a terminal's list of
options repeats."""

STYLES = ("emphasis", "strong", "struck", "quiet", "code")
"""The styles of a run; several are separated by blanks."""

INKS = ("red", "orange", "yellow", "green", "cyan", "blue", "purple")
"""The colours of a run, written among its styles: each view has a colour for each that is readable
on its background."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of words in one style. With ``option`` (an option's value) it is a link; ``visited``
    says that the option was chosen before.

    >>> Run("a door", "strong red", option="open").option
    'open'
    """

    text: str
    style: str = ""
    option: Any = None
    visited: bool = False

    def __post_init__(self) -> None:
        for name in self.style.split():
            if name not in (*STYLES, *INKS):
                styles = (*STYLES, *INKS)
                raise BadParameter(
                    f"{quote(name)} is not a style of prose.{did_you_mean(name, styles)}"
                )


@dataclass(frozen=True, slots=True)
class Image:
    """A picture within the text: ``data`` is a URL of the form ``data:image/png;base64,…``, or
    empty for a picture of which only the name is shown. No other kind of address is shown, so
    nothing is ever fetched.

    >>> Image("a map of the cellar").text
    '[picture: a map of the cellar]'
    """

    name: str
    data: str = ""
    option: Any = None
    style: ClassVar[str] = ""
    visited: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """The text shown if the picture cannot be."""
        return f"[picture: {self.name}]"


@dataclass(frozen=True, slots=True)
class Chart:
    """A map, for a story state's ``chart``, of the places that a reader has seen.

    ``rooms`` are names with their row and column; ``ways`` connect two rooms, by number, each with
    the command that takes it; ``exits`` are the directions that lead out of the room ``here``.

    >>> Chart((("Lane", (0, 0)), ("Pond", (1, 0))), ((0, "south", 1),), ("north",), here=1).exits
    ('north',)
    """

    rooms: tuple[tuple[str, tuple[int, int]], ...] = ()
    ways: tuple[tuple[int, str, int], ...] = ()
    exits: tuple[str, ...] = ()
    here: int = 0


class Block:
    """A paragraph, or another of `KINDS`, made of runs; plain strings are runs without a style.

    >>> Block("It is ", Run("late", "emphasis"), ".").text
    'It is late.'
    """

    __slots__ = ("kind", "level", "runs")

    def __init__(self, *runs: str | Run | Image, kind: str = "paragraph", level: int = 2) -> None:
        if kind not in KINDS:
            raise BadParameter(f"{quote(kind)} is not a kind of block.{did_you_mean(kind, KINDS)}")
        self.runs = tuple(Run(run) if isinstance(run, str) else run for run in runs)
        self.kind = kind
        self.level = level

    @property
    def text(self) -> str:
        """The words of the block."""
        words = "".join(run.text for run in self.runs)
        return {"item": f"• {words}", "rule": "———", "choices": ""}.get(self.kind, words)


class Prose(str):
    """Blocks of text in order; ``side`` is shown beside them on every page. As plain text it has
    only the words.

    Raises `BadParameter` for anything but blocks or texts.

    >>> Prose(Block("The cellar", kind="heading"), "It is dark.")
    'The cellar\\n\\nIt is dark.'
    """

    blocks: tuple[Block, ...]
    side: tuple[Block, ...]

    def __new__(cls, *blocks: str | Block, side: Iterable[Block] = ()) -> Prose:
        """Make prose from blocks; a text becomes a paragraph."""
        for block in blocks:
            if not isinstance(block, str | Block):
                raise BadParameter(f"Prose is made of blocks and texts, not of {quote(block)}.")
        made = tuple(block if isinstance(block, Block) else Block(block) for block in blocks)
        prose = super().__new__(cls, joined((block.kind, block.text) for block in made))
        prose.blocks, prose.side = made, tuple(side)
        return prose

    def __getnewargs_ex__(self) -> tuple[tuple[Block, ...], dict[str, Any]]:
        return self.blocks, {"side": self.side}


def framed(text: str, above: str = "", below: str = "") -> str:
    """Return a text or prose with words above or below it."""
    if isinstance(text, Prose):
        return Prose(
            *([above] if above else []), *text.blocks, *([below] if below else []), side=text.side
        )
    return "\n\n".join(filter(None, ("\n".join(filter(None, (above, text))), below)))


def joined(blocks: Iterable[tuple[str, str]]) -> str:
    """Join the texts of blocks of some kinds, one below the other; items are close together."""
    text = ""
    last = ""
    for kind, words in blocks:
        if words:
            between = "\n" if kind == last == "item" else "\n\n"
            text = f"{text}{between}{words}" if text else words
            last = kind
    return text
