"""How IPython shows positions and boards, and which position was shown last."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from .. import widget
from ..boards import Board
from ..errors import ChoiceError
from ..game import Check, Hint, Solution
from ..heart.nodes import Lobby, Position, Stage, Typing
from ..heart.provider import Catalogue
from ..heart.seat import page_of
from ..heart.synthesis import Node
from .settings import WIDGET, InteractiveProvider

MARKDOWN = "text/markdown"


class Told(str):
    """Text that a prompt shows as it is, without quotes."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class Display:
    """Shows the package's objects in one shell and remembers the last position shown."""

    def __init__(self, shell: InteractiveShell, settings: InteractiveProvider) -> None:
        self.shell = shell
        self.settings = settings
        self._last: Any = None

    def install(self) -> None:
        """Register with IPython's formatters, and with its inspector where it takes hooks."""
        self._formatters = self._registered()
        for formatter, kind, show in self._formatters:
            formatter.for_type(kind, show)
        hooks = getattr(self.shell.inspector, "mime_hooks", None)
        if hooks is not None:
            self._other_hook = hooks.get(MARKDOWN)
            self._hook = self._markdown
            hooks[MARKDOWN] = self._hook

    def remove(self) -> None:
        """Leave formatters and inspector as they were."""
        for formatter, kind, _ in self._formatters:
            formatter.pop(kind, None)
        hooks = getattr(self.shell.inspector, "mime_hooks", None)
        if hooks is not None and hooks.get(MARKDOWN) is self._hook:
            del hooks[MARKDOWN]
            if self._other_hook is not None:
                hooks[MARKDOWN] = self._other_hook
        self._last = None

    @property
    def last(self) -> Node | None:
        """The last position shown; of a board that is being played, where it stands now."""
        return self._last if isinstance(self._last, Node | None) else self._last.position

    def shown(self) -> Node:
        """The last position shown; raises `ChoiceError` if there was none."""
        if self.last is None:
            raise ChoiceError("No position has been shown yet: show one, or name it after the magic.")
        return self.last

    def remember(self, node: object) -> None:
        """Make a node the last one shown, unless it is but a menu of games."""
        if isinstance(node, Position | Stage | Typing | Lobby):
            self._last = node

    # What IPython calls ----------------------------------------------------------------------

    def _registered(self) -> list[tuple[Any, type | str, Callable[..., Any]]]:
        formatter: Any = self.shell.display_formatter
        plain, html = formatter.formatters["text/plain"], formatter.formatters["text/html"]
        told = [(plain, type_, _tell) for type_ in (Hint, Solution, Check)]
        return [
            (formatter.mimebundle_formatter, Node, self._bundle),
            (formatter.mimebundle_formatter, WIDGET, self._widget_bundle),
            (plain, Node, self._pretty),
            (html, Node, self._html),
            (plain, Board, self._pretty_board),
            (html, Board, self._html_board),
            *told,
        ]

    def _bundle(self, node: Node) -> Any:
        """Called for whatever is displayed, before it is: the widget where that is wanted, else nothing."""
        self.remember(node)
        if self.settings.display != "widget" or not isinstance(node, Position | Lobby):
            return {}
        return self._widget_bundle(widget.shown(node))

    def _widget_bundle(self, board: Any) -> Any:
        self._last = board
        return board._repr_mimebundle_()

    def _pretty(self, node: Node, printer: Any, cycle: bool) -> None:
        alone = not cycle and len(getattr(printer, "stack", ())) <= 1
        printer.text(self._page(node) if alone else repr(node))

    def _page(self, node: Node) -> str:
        if isinstance(node, Position) and self.coloured():
            return page_of(node).as_text(colour=True)
        return str(node.__doc__)

    def _html(self, node: Node) -> str | None:
        if self.settings.display == "text" or not isinstance(node, Position | Lobby | Catalogue):
            return None
        return node._repr_html_()

    def _pretty_board(self, board: Board, printer: Any, cycle: bool) -> None:
        from ..views import text

        printer.text(text.render(board, colour=self.coloured()))

    def _html_board(self, board: Board) -> str | None:
        if self.settings.display == "text":
            return None
        from ..views import html

        return html.render(board)

    def _markdown(self, data: Any) -> str | None:
        """What the inspector shows besides: the board of a position, for front ends that read Markdown."""
        if isinstance(data.obj, Node):
            return f"```text\n{data.obj.__doc__}\n```"
        return None if self._other_hook is None else self._other_hook(data)

    def coloured(self) -> bool:
        """Whether text may have colours: in a terminal that shows them, or as the settings say."""
        if self.settings.colour != "auto":
            return bool(self.settings.colour == "always")
        is_terminal = hasattr(self.shell, "pt_app") and sys.stdout.isatty()
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return is_terminal and not plain and str(self.shell.colors).lower() != "nocolor"


def _tell(thing: object, printer: Any, cycle: bool) -> None:
    names = getattr(thing, "names", ()) if isinstance(thing, Solution) else ()
    steps = [f"{number:>3}. {'.'.join(step)}" for number, step in enumerate(names, 1)]
    printer.text("\n".join([str(thing), *steps]))
