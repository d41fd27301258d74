"""The widget: a board that is clicked, in every front end that anywidget knows.

After every gesture the page gets the whole view, which is small. The page's program is not: it is sent once a page,
when the first board on it asks. What the player does comes back in a queue of numbered orders that
only grows at its end until they are acknowledged; a single "last click" would lose clicks that come
faster than the kernel answers.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from ..heart.choices.synthesis import Node
from ..heart.play import actions as of
from ..locks import new_lock
from ..views import text
from . import bundle
from .session import Session, Standing, playable
from .snapshot import Kept

_KEPT_PAGES = 1_000
"""Pages whose last order is remembered: each time a notebook is loaded it is a new one."""

_TOLD_PAGES = 50
"""Pages that are told so with each view: the latest. What another page sends again is not done again all the same."""

_LONGEST_PAGE = 100
"""Characters of the name by which a page numbers its orders."""


class BoardWidget(anywidget.AnyWidget):
    """A game on the page: shown, clicked and played by keys.

    ``position`` is where the game stands now and may be set; ``line`` is the Python that leads there.
    ``close()`` takes the board off the page and frees all that it holds. One widget serves a whole game.
    """

    _esm = bundle.text("loader.js")
    _program = traitlets.Bytes().tag(sync=True)
    _program_key = traitlets.Unicode().tag(sync=True)
    _view: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    _queue: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True, echo_update=False)
    # A layout would be a second model with messages of its own; the page's style needs none.
    layout = traitlets.Any(None, allow_none=True)

    def __init__(self, p: Node, **rest: Any) -> None:
        # First of all: a board that cannot be made is closed all the same when it goes.
        self._kept = Kept(lambda: (self._session.page().as_html(), self._session.line))
        self._session = Session(p)
        # Front ends may deliver messages in another thread than the one that runs the cells.
        self._lock = new_lock()
        self._done: dict[str, int] = {}
        super().__init__(_program_key=bundle.key(), _view=self._told(), **rest)

    @property
    def position(self) -> Standing:
        """The present position."""
        return self._session.position

    @position.setter
    def position(self, p: Node) -> None:
        with self._lock:
            self._session.move_to(p)
            self._view = self._told()

    @property
    def line(self) -> str:
        """The one Python expression that rebuilds the present position."""
        return self._session.line

    def do(self, what: str, **details: Any) -> None:
        """What the board's buttons do: ``"undo"``, ``"redo"``, ``"restart"``, ``"new"``, ``"hint"``, ``"check"``,
        ``"step"`` or ``"evaluate"``. What goes wrong is shown on the board, as it is for a click.
        """
        with self._lock:
            self._session.act({**details, "do": what})
            self._view = self._told()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take the orders that the page sends, one message after the other; all else is the kernel's to say."""
        orders = sync_data.get("_queue")
        with self._lock:
            super().set_state({"_queue": list(filter(_is_order, orders))} if isinstance(orders, list) else {})

    @traitlets.observe("_queue")
    def _obey(self, change: Any) -> None:
        """Do the orders that are new, in their order, and answer all of them with one view."""
        with self._lock:
            any_new = False
            for order in filter(_is_order, change["new"]):
                if order["number"] > self._done.get(order["page"], 0):
                    any_new = True
                    self._done.pop(order["page"], None)  # the latest stands last
                    self._done[order["page"]] = order["number"]
                    self._take(order)
            if any_new:
                while len(self._done) > _KEPT_PAGES:
                    del self._done[next(iter(self._done))]
                self._view = self._told()

    def _take(self, order: Mapping[str, Any]) -> None:
        if order.get("do") == "program":
            self._program = bundle.packed()
        else:
            self._session.act(order)

    def _told(self) -> dict[str, Any]:
        self._kept.changed()
        latest = dict(list(self._done.items())[-_TOLD_PAGES:])
        return {**self._session.view(), "done": latest, "kept": self._kept.name}

    def close(self) -> None:
        """Take the board off the page; the picture beside it stays."""
        self._kept.stop()
        super().close()

    def __repr__(self) -> str:
        return f"play({self.position!r})"

    def _repr_mimebundle_(self, **rest: Any) -> Any:
        """The widget for pages that have one, the board as text for all others."""
        bundle = super()._repr_mimebundle_(**rest)
        if bundle is not None and not self._kept.name:
            self._kept.show()
            if self._kept.name:
                self._view = {**self._view, "kept": self._kept.name}
        if bundle is not None:
            bundle[0]["text/plain"] = self._as_text()
        return bundle

    def _as_text(self) -> str:
        with self._lock:
            board = self._session.board()
            return repr(self) if board is None else f"{self!r}\n\n{text.render(board)}"


def _is_order(order: object) -> bool:
    """True if a page and a number stand in what a page sent; whether the rest makes sense the session will say."""
    if not isinstance(order, dict):
        return False
    number, page = order.get("number"), order.get("page")
    return type(number) is int and isinstance(page, str) and len(page) <= _LONGEST_PAGE


_open: weakref.WeakValueDictionary[Standing, BoardWidget] = weakref.WeakValueDictionary()
"""The widget last shown of each game, by the game's start."""


def widget_of_game(p: Node) -> BoardWidget:
    """The open widget of the game that ``p`` belongs to, moved to ``p``, or a new one.

    For whoever shows each position as it comes: one widget serves a game, so that a long one leaves no trail of them.
    """
    start = playable(of.restart(p))
    found = _open.get(start)
    if found is not None and found.comm is not None:
        found.position = p
        return found
    _open[start] = made = BoardWidget(p)
    return made
