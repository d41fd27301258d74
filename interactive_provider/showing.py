"""What a player is shown: one record of a moment, made by the game, which all pages, files and
checks read.

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
"""A part that is costly may be given as a function without arguments, which is called when somebody
looks at it."""

Setting = Literal["plain", "book", "console"]


class Lead(NamedTuple):
    """The player whose chances a bar beside the board shows, and whether that player's side is the
    upper one."""

    player: int
    is_above: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything that one player is shown of a state without asking, and what he may ask to see.

    What can be *done* (options, free input, outcome, mover) is the state's: search reads it a
    million times a minute and nobody sees it then. Raises `TypeError` for a part of another kind.
    """

    text: str = field(kw_only=False, default="")
    """What is said; `Prose` keeps its styles and links."""
    board: Later[Board | None] = field(kw_only=False, default=None)
    """The board as this player sees it."""
    chart: Later[Chart | None] = None
    """A map of what the player has seen of a story with places to walk between."""
    screen: Terminal | None = None
    """The text as a screen of characters, if it has colours and places."""
    setting: Setting = "plain"
    """How the text is set: unchanged, as in a book, or as on the screen of a program that asks."""
    title: str = ""
    """The name of this very game, if `Game.title` is that of several."""
    names: tuple[str, ...] = ()
    """The players' names here, if they are not those of `Game.players`: Red and Yellow instead of X
    and O."""
    lead: Lead | None = None
    """Whose chances are shown beside the board once every choice has its verdict."""
    footnote: str = ""
    """A quiet line below the text."""
    keys: tuple[tuple[str, Any], ...] | None = None
    """Keys as a browser names them, with the option values that they choose; None if a line is
    typed."""
    chosen: str = ""
    """What was chosen to get here, as the author wrote it."""
    echo: str = ""
    """The beginning of the text that only repeats the last question and its answer."""
    is_typing: bool = False
    """True while an answer is being typed: the page belongs to the previous question."""
    ending: str = ""
    """What an ending is known by, in a story that has several."""
    extras: Mapping[str, Later[str]] = field(default_factory=dict)
    """What may be asked for by name: ``transcript``, ``listing``, ``variables``, texts of the
    game's own."""

    def __post_init__(self) -> None:
        for name, is_right, called in _KINDS:
            part = getattr(self, name)
            if not is_right(part):
                raise TypeError(f"{name} is {quote(part)}, which is not {called}")
            # Somebody's own kind of text may do anything when it is read.
            if type(part) not in _TEXTS and isinstance(part, str):
                object.__setattr__(self, name, str.__str__(part))

    def drawn(self) -> Board | None:
        """The board, made now if it was given as a function."""
        return _made(self.board, Board, "a Board or None")

    def mapped(self) -> Chart | None:
        """The map, made now if it was given as a function."""
        return _made(self.chart, Chart, "a Chart or None")

    def extra(self, name: str) -> str | None:
        """A text that may be asked for, None if this game has none of that name."""
        return _made(self.extras.get(name), str, "a text")

    def parts(self) -> dict[str, Any]:
        """What is shown without asking, by name, for a comparison: two views that look alike have
        equal parts."""
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
