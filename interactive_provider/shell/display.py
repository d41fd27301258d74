"""How IPython shows positions and boards, and which position was shown last."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from IPython.core.interactiveshell import InteractiveShell
from IPython.display import display

from .. import widget
from ..boards import Board
from ..errors import ChoiceError
from ..heart.catalogue.provider import Catalogue
from ..heart.choices.synthesis import Choice, Node
from ..heart.play.insiders import game_of, is_start
from ..heart.play.nodes import (
    Live,
    Lobby,
    Playable,
    Position,
    Stage,
    Typing,
    node_of,
    position_under,
)
from ..heart.play.position_data import outcome_of
from ..heart.play.presets import parameters_in_words
from ..rendering import text
from ..rendering.node_page import Page
from ..rendering.themes import Theme
from ..support.readable import PlainText, Readable, is_alone
from ..support.sanitizing import clean, fenced, markup, untypeset
from ..widget.hand_over import SHOW, HandOver, page_between
from .annotations import spells_out
from .expressions import is_node
from .settings import InteractiveProvider
from .time_budget import WORDS

Pairs: TypeAlias = "list[tuple[str, str]]"
"""Headings and contents, as the inspector lists them."""

LIGHT_GROUNDS = (7, 15)
"""White and light grey among the sixteen colours: terminals put the background last in
``COLORFGBG``."""

CLEARED = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal and its scrollback, which may show the previous player's hand."""

_NODES = (Catalogue, Lobby, Node)
KINDS = ("Games", "Game", "Position")
"""The heading above the page of an inspected node."""


def say(text: str) -> None:
    """Show a text in the running cell."""
    show: Callable[..., None] = display
    show(PlainText(text))


class Replacement:
    """Our entries in one of IPython's tables, and the entries they replaced."""

    def __init__(self, table: dict[str, Any], own: Mapping[str, Any]) -> None:
        self.table = table
        self.own = own
        self.before = {name: table[name] for name in own if name in table}
        table.update(own)

    def undo(self) -> None:
        """Restore the former entries, except where others have replaced ours since."""
        for name, entry in self.own.items():
            if self.table.get(name) == entry:
                del self.table[name]
                self.table.update({name: self.before[name]} if name in self.before else {})


class Display:
    """Shows the package's objects in one shell, and remembers the last position shown."""

    def __init__(self, shell: InteractiveShell, settings: InteractiveProvider) -> None:
        self.shell = shell
        self.settings = settings
        self._last: Playable | None = None
        self.hand_over = HandOver()
        self._between: Page | None = None
        self._handed: Node | None = None
        self.answer: object = None
        """The result of this cell's magic, if it is not a node."""

    def install(self) -> None:
        """Register with IPython's formatters, and with its inspector if it takes hooks."""
        self._formatters = self._registered()
        for formatter, kind, show in self._formatters:
            formatter.for_type(kind, show)
        # An older IPython without hooks never calls them.
        hooks: dict[str, Any] = getattr(self.shell.inspector, "mime_hooks", {})
        written = {kind: partial(self._inspected, kind, write) for kind, write in WRITTEN.items()}
        self._hooks = Replacement(hooks, written)
        self.shell.events.register("post_run_cell", self._after_cell)

    def remove(self) -> None:
        """Restore the formatters and the inspector."""
        self.shell.events.unregister("post_run_cell", self._after_cell)
        for formatter, kind, _ in self._formatters:
            formatter.pop(kind, None)
        self._hooks.undo()
        self._last = None

    @property
    def last(self) -> Node | None:
        """Return the last position shown; for a board in play, its current position."""
        return None if self._last is None else node_of(self._last)

    def shown(self) -> Node:
        """Return the last position shown; raise `ChoiceError` if there was none."""
        if self.last is None:
            raise ChoiceError(
                "No position has been shown yet: show one, or name one after the magic."
            )
        return self.last

    def remember(self, node: object) -> None:
        """Make a node the last one shown, unless it is only a menu of games."""
        if isinstance(node, Position | Stage | Typing | Lobby):
            self._last = node

    # Called by IPython -----------------------------------------------------------------------

    def _registered(self) -> list[tuple[Any, type | str, Callable[..., Any]]]:
        formatter: Any = self.shell.display_formatter
        plain = formatter.formatters["text/plain"]
        html = formatter.formatters["text/html"]
        return [
            (formatter.mimebundle_formatter, Node, self._bundle),
            (formatter.mimebundle_formatter, Live, self._widget_bundle),
            (plain, Node, self._pretty),
            (html, Node, self._html),
            (html, Readable, self._html),
            (plain, Board, self._pretty_board),
        ]

    def _bundle(self, node: Node) -> Any:
        """Return, before anything is displayed, the widget if it should be shown, otherwise
        nothing."""
        self.remember(node)
        self._between = None
        if self.settings.display != "widget" or not isinstance(node, Position | Lobby):
            self._between = self._page_between(node)
            return {}
        return self._widget_bundle(widget.shown(node))

    def _page_between(self, node: Node) -> Page | None:
        """Return the page between two players; the position itself once it is shown a second
        time."""
        position = position_under(node) if isinstance(node, Position | Stage | Typing) else node
        player = self.hand_over.awaited(position)
        if player is None or not isinstance(position, Position):
            return None
        if self._handed == position:
            self.hand_over.answer(position, SHOW)
            return None
        self._handed = position
        if hasattr(self.shell, "pt_app") and sys.stdout.isatty():
            sys.stdout.write(CLEARED)
        page = page_between(position, player)
        return replace(page, line=f"{page.options[0]}:  _", options=())

    def _widget_bundle(self, board: Any) -> Any:
        self._last = board
        board.observe(self._moved, "position")
        return board._repr_mimebundle_()

    # The meaning of ``_`` --------------------------------------------------------------------

    def _after_cell(self, result: Any) -> None:
        """Set ``_`` to the position after a magic that prints something about it or shows it as a
        board."""
        if self.answer is not None and result.result is self.answer:
            self._call_it_underscore(self.answer)
        self.answer = None

    def _moved(self, change: Any) -> None:
        """Update ``_`` to the current position of the last board shown."""
        if self._last is change["owner"]:
            self._call_it_underscore(change["old"])

    def _call_it_underscore(self, before: object) -> None:
        """Set ``_`` to the last position shown, unless ``_`` is no longer ``before``."""
        if self.last is not None and self.shell.user_ns.get("_") is before:
            self.shell.displayhook._ = self.last  # type: ignore[assignment]  # declared as the text it is at first
            self.shell.push({"_": self.last})

    def _pretty(self, node: Node, printer: Any, cycle: bool) -> None:
        printer.text(self._page(node) if is_alone(printer, cycle) else repr(node))

    def _page(self, node: Node) -> str:
        theme = self.theme()
        if self._between is not None:
            return self._between.as_text(theme)
        page = node._page().as_text(theme)
        return "\n".join(filter(None, (page, _next_step(node))))

    def _html(self, thing: Node | Readable) -> str | None:
        page = self._between if isinstance(thing, Node) else None
        write: Callable[[], str] | None = thing._repr_html_ if page is None else page.as_html
        return None if write is None or self.settings.display == "text" else write()

    def _pretty_board(self, board: Board, printer: Any, cycle: bool) -> None:
        printer.text(text.render(board, self.theme()))

    def _inspected(self, kind: str, written: Callable[[Pairs], Any], data: Any) -> Any:
        """Return the inspector's text for a choice or a position, or the result of other hooks for
        other objects."""
        description = help_on(data.obj, getattr(data.info, "parent", None))
        if description is not None:
            return written(description)
        other = self._hooks.before.get(kind)
        return None if other is None else other(data)

    def theme(self) -> Theme | None:
        """Return the text colours for the terminal's background, None for plain text."""
        if not self._coloured():
            return None
        background = self.settings.background
        if background == "auto":
            return self._ground()
        return "light" if background == "light" else "dark"

    def _coloured(self) -> bool:
        """True if text may have colours: in a terminal that supports them, or according to the
        settings."""
        if self.settings.colour != "auto":
            return bool(self.settings.colour == "always")
        is_terminal = hasattr(self.shell, "pt_app") and sys.stdout.isatty()
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return is_terminal and not plain and str(self.shell.colors).lower() != "nocolor"

    def _ground(self) -> Theme:
        """Return the background that the terminal reports, otherwise the one that IPython's colours
        are for, otherwise dark."""
        ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
        if ground.isdecimal():
            return "light" if int(ground) in LIGHT_GROUNDS else "dark"
        if str(self.shell.colors).lower() == "lightbg":
            return "light"
        return "dark"


def _in_html(parts: Pairs) -> Pairs:
    return [(head, untypeset(f"<pre>{markup(body)}</pre>")) for head, body in parts]


def _in_markdown(parts: Pairs) -> str:
    return fenced("\n\n".join(body if head in KINDS else f"{head}: {body}" for head, body in parts))


WRITTEN: dict[str, Callable[[Pairs], Any]] = {
    "text/plain": list,
    "text/html": _in_html,
    "text/markdown": _in_markdown,
}
"""The inspector's text, by medium."""


def help_on(thing: object, node: object) -> Pairs | None:
    """Return the help on an inspected position, or on a choice and its position, or None if it is
    not ours.

    ``node`` is the node that offers the choice.
    """
    if is_node(thing):
        return [(_head(thing), str(thing.__doc__)), *_parameters(thing)]
    if type(thing) is not Choice:
        return None
    if not is_node(node):
        return [("Choice", clean(thing.label))]
    if isinstance(node, Catalogue):
        return [("Game", clean(node._describe(thing)))]
    # descriptions that arrive too late are omitted
    words = WORDS.spent(lambda: _choice_in_words(node, thing), thing.label)
    return [("Choice", clean(words)), (_head(node), WORDS.spent(lambda: _made_on(node), "…"))]


def _parameters(node: Node) -> Pairs:
    """Return the parameters that a call may set at the start of a game; a lobby's page lists them
    already."""
    if not isinstance(node, Position) or not is_start(node):
        return []
    return [("Parameters", parameters_in_words(game_of(node)))]


def _made_on(node: Node) -> str:
    """Return the position of a choice: only its board if there is one, since a tooltip is small."""
    board = node._page().board
    return str(node.__doc__) if board is None else text.render(board)


def _choice_in_words(node: Node, choice: Choice) -> str:
    """Return a choice's label, and the game's description if that says more."""
    words = (*node._words, choice.label)
    said = str(node.__custom_documentations__.get(choice.name, ""))
    label = " ".join(words)
    if said.startswith(label) or spells_out(said, words):
        return said
    return f"{label}: {said}" if said else label


def _next_step(node: Node) -> str:
    """Say what to press in a menu of games, in a lobby and at the start of a game; empty once the
    game is under way."""
    if isinstance(node, Catalogue):
        return "Type  _.  and press Tab to choose a game." if len(node) else ""
    if isinstance(node, Lobby):
        return "Type  _.  and press Tab to begin."
    begins = isinstance(node, Position) and is_start(node) and outcome_of(node) is None
    return "Type  _.  and press Tab to see your choices." if begins else ""


def _head(node: Node) -> str:
    return KINDS[next(number for number, kind in enumerate(_NODES) if isinstance(node, kind))]
