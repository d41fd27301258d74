"""The view of a player: one record of a moment, made by the game, which all pages, files and checks
read.

>>> View("Heads or tails?", title="Toss").text
'Heads or tails?'
>>> View("Heads or tails?", footnotes="fair")
Traceback (most recent call last):
    ...
TypeError: View.__init__() got an unexpected keyword argument 'footnotes'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from .boards import Board, Terminal
from .errors import quote
from .prose import Chart, Prose

T = TypeVar("T")

Later: TypeAlias = T | Callable[[], T]
"""A part that is costly may be given as a function without arguments, which is called when the part
is needed."""

Setting = Literal["plain", "book", "console"]


class Lead(NamedTuple):
    """The player whose chances a bar beside the board shows, and whether that player's side is the
    upper one."""

    player: int
    is_above: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that one player is shown of a state without asking, and what that player may ask
    to see.

    What can be *done* (options, free input, outcome, mover) is read from the state: search does so
    a million times a minute, without any view. Raises `TypeError` for a part of the wrong type.
    """

    text: str = field(kw_only=False, default="")
    """The text; `Prose` keeps its styles and links."""
    board: Later[Board | None] = field(kw_only=False, default=None)
    """The board as this player sees it."""
    chart: Later[Chart | None] = None
    """A map, for a story, of the places that the player has seen."""
    screen: Terminal | None = None
    """The text as a screen of characters, if it has colours and positions."""
    setting: Setting = "plain"
    """How the text is laid out: unchanged, as in a book, or as on the screen of a program that asks
    questions."""
    title: str = ""
    """The name of this particular game, if `Game.title` stands for several."""
    names: tuple[str, ...] = ()
    """The players' names here, if they are not those of `Game.players`: Red and Yellow instead of X
    and O."""
    lead: Lead | None = None
    """The player whose chances are shown beside the board once every choice has its verdict."""
    footnote: str = ""
    """A muted line below the text."""
    keys: tuple[tuple[str, Any], ...] | None = None
    """Keys as a browser names them, with the option values that they choose; None if a line is
    typed."""
    chosen: str = ""
    """The choice that led here, as the author wrote it."""
    echo: str = ""
    """The beginning of the text, which only repeats the last question and its answer."""
    is_typing: bool = False
    """True while an answer is being typed: the page belongs to the previous question."""
    ending: str = ""
    """The identifier of an ending, in a story that has several."""
    extras: Mapping[str, Later[str]] = field(default_factory=dict)
    """Texts that may be requested by name: ``transcript``, ``listing``, ``variables``, the game's
    own."""

    def __post_init__(self) -> None:
        for name, is_right, called in _KINDS:
            part = getattr(self, name)
            if not is_right(part):
                raise TypeError(f"{name} is {quote(part)}, which is not {called}")
            # A third-party text class may do anything when it is read.
            if type(part) not in _TEXTS and isinstance(part, str):
                object.__setattr__(self, name, str.__str__(part))

    def drawn(self) -> Board | None:
        """Return the board, made now if it was given as a function."""
        return _made(self.board, Board, "a Board or None")

    def mapped(self) -> Chart | None:
        """Return the map, made now if it was given as a function."""
        return _made(self.chart, Chart, "a Chart or None")

    def extra(self, name: str) -> str | None:
        """Return a text that may be requested, None if this game has none with that name."""
        return _made(self.extras.get(name), str, "a text")

    def parts(self) -> dict[str, Any]:
        """Return what is shown without asking, by name, for comparison: two views that look alike
        have equal parts."""
        made = {"board": self.drawn, "chart": self.mapped}
        return {name: made[name]() if name in made else getattr(self, name) for name in _SHOWN}


def _made(part: Any, kind: type[T], called: str) -> T | None:
    made = part() if callable(part) else part
    if not isinstance(made, kind | None):
        raise TypeError(f"{quote(made)} is not {called}")
    return made


def _is_text(part: object) -> bool:
    return isinstance(part, str)


def _optional(*kinds: Any) -> Callable[[object], bool]:
    return lambda part: part is None or isinstance(part, kinds)


def _is_key(part: object) -> bool:
    return isinstance(part, tuple) and len(part) == 2 and _is_text(part[0])


_SETTINGS: Final = get_args(Setting)
_TEXTS: Final = (str, Prose)

_KINDS: Final[tuple[tuple[str, Callable[[Any], bool], str], ...]] = (
    *(
        (name, _is_text, "text")
        for name in ("text", "title", "footnote", "chosen", "echo", "ending")
    ),
    ("board", _optional(Board, Callable), "a Board, None or a function"),
    ("chart", _optional(Chart, Callable), "a Chart, None or a function"),
    ("screen", _optional(Terminal), "a Terminal or None"),
    ("setting", _SETTINGS.__contains__, f"one of {', '.join(_SETTINGS)}"),
    (
        "names",
        lambda part: isinstance(part, tuple) and all(map(_is_text, part)),
        "a tuple of names",
    ),
    ("lead", _optional(Lead), "a Lead or None"),
    (
        "keys",
        lambda part: part is None or (isinstance(part, tuple) and all(map(_is_key, part))),
        "a tuple of pairs or None",
    ),
    ("is_typing", (False, True).__contains__, "True or False"),
    (
        "extras",
        lambda part: isinstance(part, Mapping) and all(map(_is_text, part)),
        "a mapping of names",
    ),
)
_SHOWN: Final = tuple(part.name for part in fields(View) if part.name != "extras")
