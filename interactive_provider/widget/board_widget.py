"""The widget: a clickable board, in every front end that anywidget supports.

After every gesture the page gets the whole view, which is small. The page's program is not small:
each page gets it once, when its first board asks. The player's actions arrive in a queue of
numbered orders that is cleared when they are acknowledged; a single "last click" would lose clicks
that arrive faster than the kernel answers.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any, NoReturn

import anywidget
import traitlets

from ..errors import NoSuchOption, did_you_mean, quote
from ..heart.choices.synthesis import Node
from ..heart.play import actions as of
from ..heart.play.nodes import Live, Playable
from ..rendering import text
from ..support.locks import new_lock
from . import bundle, payload, shapes
from .course import BoardPosition
from .session import Session, playable
from .snapshot import KeptPicture

_KEPT_PAGES = 1_000
"""The number of pages whose last order is remembered: each time a notebook is loaded, it is a new
page."""

_TOLD_PAGES = 50
"""The number of recent pages whose last order is sent with each view; repeated orders of other
pages are ignored too."""

_LONGEST_PAGE = 100
"""The maximum length of a page's name."""


class BoardWidget(anywidget.AnyWidget, Live):
    """A game on the page, shown and played with clicks and keys.

    ``position`` is the current position, ``line`` the Python expression that leads there and
    ``outcome`` how the game ended, None while it goes on. All three can be observed and linked, and
    ``position`` can be set. ``close()`` removes the board from the page and frees its memory. One
    widget serves a whole game.
    """

    _esm = bundle.text("loader.js")
    _program = traitlets.Bytes().tag(sync=True)
    _program_key = traitlets.Unicode().tag(sync=True)
    _view: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    # the pictures and rules shown so far
    _pieces: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    _surfaces: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    _queue: traitlets.List[shapes.Json] = traitlets.List().tag(sync=True, echo_update=False)
    # not `Any`, which accepts None without calling `_move`
    position: traitlets.TraitType[Any, Any] = traitlets.TraitType(
        help="The current position of the game."
    )
    line = traitlets.Unicode(
        read_only=True, help="The one Python expression for the present position."
    ).tag(sync=True)
    outcome = traitlets.Unicode(
        None, allow_none=True, read_only=True, help="How the game ended."
    ).tag(sync=True)

    # A board that was interrupted while it was being made is closed too.
    _kept: Any = None
    _own_layout: Any = None

    def __init__(self, p: Playable, *, hand_over: bool | None = None, **rest: Any) -> None:
        self._kept = KeptPicture(lambda: (self._session.page().as_html(), self._session.line))
        self._session = Session(p, hand_over)
        traits = self.traits(sync=True).items()
        public = [name for name, trait in traits if not (name.startswith("_") or trait.read_only)]
        if unknown := [name for name in rest if name not in public]:
            raise NoSuchOption(
                f"A board has no option {quote(unknown[0])}.{did_you_mean(unknown[0], public)}"
            )
        # Front ends may deliver messages in a different thread from the one that runs the cells.
        self._lock = new_lock()
        self._done: dict[str, int] = {}
        first = {
            "_program_key": bundle.key(),
            "_view": self._message(),
            "position": self._session.position,
        }
        super().__init__(**first, **rest)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> shapes.Json:
        """Return the state for the page, without a layout that nobody has asked for: it would cost
        every board a message."""
        if key is None and not self.trait_has_value("layout"):
            key = [name for name in self.keys if name != "layout"]
        state: shapes.Json = super().get_state(key, drop_defaults)
        return state

    @traitlets.observe("layout", type="default")
    def _lay_out(self, change: Any) -> None:
        self._own_layout = change["value"]
        self.send_state("layout")

    @traitlets.validate("position")
    def _move(self, proposal: Any) -> BoardPosition:
        """Move the game to a position, unless it is already there."""
        with self._lock:
            if proposal["value"] is not self._session.position:
                self._session.move_to(proposal["value"])
                self._view = self._message()
            return self._session.position

    @traitlets.observe("position")
    def _follow(self, change: Any) -> None:
        with self.hold_sync():
            self.set_trait("line", self._session.line)
            self.set_trait("outcome", self._session.outcome)

    def _refuse_copy(self, *_: object) -> NoReturn:
        raise TypeError(
            "A board on a page cannot be copied or pickled: keep its position, and play that again."
        )

    __copy__ = __deepcopy__ = __reduce__ = _refuse_copy

    def do(self, what: str, **details: Any) -> None:
        """Do what one of the board's buttons does: ``"undo"``, ``"redo"``, ``"restart"``,
        ``"new"``, ``"hint"``, ``"check"``, ``"step"`` or ``"evaluate"``. Errors are shown on the
        board, as for a click.
        """
        with self._lock:
            self._session.act({**details, "do": what})
            self._show()

    def set_state(self, sync_data: shapes.Json) -> None:
        """Accept the orders from the page, one message after the other; only the kernel sets
        anything else."""
        orders = sync_data.get("_queue")
        with self._lock:
            super().set_state(
                {"_queue": list(filter(_is_order, orders))} if isinstance(orders, list) else {}
            )

    @traitlets.observe("_queue")
    def _obey(self, change: Any) -> None:
        """Carry out the new orders in sequence, and answer all of them with one view."""
        with self._lock:
            any_new = False
            for order in filter(_is_order, change["new"]):
                if order["number"] > self._done.get(order["page"], 0):
                    any_new = True
                    self._done.pop(order["page"], None)  # moves the latest to the end
                    self._done[order["page"]] = order["number"]
                    self._take(order)
            if any_new:
                while len(self._done) > _KEPT_PAGES:
                    del self._done[next(iter(self._done))]
                self._show()

    def _take(self, order: Mapping[str, Any]) -> None:
        if order.get("do") == "program":
            self._program = bundle.packed()
        else:
            self._session.act(order)

    def _show(self) -> None:
        """Send the current view to the page, and notify observers of the position."""
        with self.hold_sync():
            self._view = self._message()
            self.position = self._session.position
            if not self.line:
                self.set_trait("line", self._session.line)

    def _message(self) -> shapes.Json:
        self._kept.changed(is_urgent=self._session.awaited is not None)
        latest = dict(list(self._done.items())[-_TOLD_PAGES:])
        view = self._session.view()
        known = {"_pieces": self._pieces, "_surfaces": self._surfaces}
        for name, new in payload.drawings(view, known).items():
            if new:
                setattr(self, name, {**known[name], **new})
        return {**view, "done": latest, "kept": self._kept.name}

    def _get_embed_state(self, drop_defaults: bool = False) -> Any:
        """Return the state for a page without a kernel, which cannot ask for the program."""
        self._program = bundle.packed()
        return super()._get_embed_state(drop_defaults)

    def close(self) -> None:
        """Remove the board from the page; the picture next to it stays."""
        if self._kept is not None:
            self._kept.stop()
        if self._own_layout is not None:
            self._own_layout.close()
        super().close()

    def __repr__(self) -> str:
        return f"play({self.position!r})"

    def _repr_mimebundle_(self, **rest: Any) -> Any:
        """Return the widget for pages that support widgets, and the board as text for all
        others."""
        bundle = super()._repr_mimebundle_(**rest)
        if bundle is None:
            return None
        if not self._kept.name:
            self._kept.show()
            self._view = {**self._view, "kept": self._kept.name}
        bundle[0]["text/plain"] = self._as_text()
        return bundle

    def _as_text(self) -> str:
        with self._lock:
            board = self._session.board()
            if board is None:
                return self._session.page().as_text()
            return f"{self!r}\n\n{text.render(board)}"


def _is_order(order: object) -> bool:
    """True if an order has a page and a number; the session checks the rest."""
    if not isinstance(order, dict):
        return False
    number = order.get("number")
    page = order.get("page")
    return type(number) is int and isinstance(page, str) and len(page) <= _LONGEST_PAGE


_open: weakref.WeakValueDictionary[BoardPosition, BoardWidget] = weakref.WeakValueDictionary()
"""The widget of each game that was shown last, by the game's start."""


def widget_of_game(p: Node) -> BoardWidget:
    """Return the open widget of the game that ``p`` belongs to, moved to ``p``, or a new one.

    For showing successive positions: one widget serves a game, so a long game does not leave many
    of them.
    """
    start = playable(of.restart(p))
    found = _open.get(start)
    if found is not None and found.comm is not None:
        found.position = p
        return found
    _open[start] = made = BoardWidget(p)
    return made
