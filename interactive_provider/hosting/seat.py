"""What a player sees of a match, and what that player may choose."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

from ..errors import tolerate
from ..game import View, title_of
from ..heart.play.insiders import at_table, table_of
from ..heart.play.nodes import Playable
from ..heart.play.position_data import board_of, outcome_of, view_of
from ..rendering.node_page import Page
from ..widget.panels import free_input
from ..widget.session import OUTDATED, PageOrder, Session
from ..widget.shapes import Json
from .match import Match

PLAYS = ("gesture", "option", "together", "type", "cancel")
"""The page's orders that make choices; all others have no meaning for a single seat."""

PLAIN = (OUTDATED, "The game has moved on since then.", "These cannot be chosen together.")
"""Sentences of a session that reveal nothing hidden."""

UNTOLD: Json = {
    **dict.fromkeys(("line", "start", "record", "picture", "lead"), ""),
    **dict.fromkeys(("undo", "redo", "evaluating"), False),
    "able": [],
    "later": 0,
    "level": None,
    "clock": None,
    "kept": "",
}
"""What a seat is sent in place of data that would reveal hidden information or has no meaning for a
single seat."""


class Seat(Session):
    """The session of a seat; None is the spectators' seat."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        nobody = len(match.players) if match.game.may_be_watched else 0
        self._own_table = table_of(match.position).seen_from(nobody if seat is None else seat)
        self._last: Json = {}
        self._key: Any = None
        super().__init__(at_table(self._own_table, match.position), asks_to_hand_over=False)
        self.course.is_counted = False
        self._round = match.record.round

    @property
    def _is_to_move(self) -> bool:
        return self.seat is not None and self.match.mover == self.seat

    def _follow(self) -> None:
        if self.position != self.match.position:
            self.refuse("")
            super().go(at_table(self._own_table, self.match.position))

    def refuse(self, words: str) -> None:
        """Say why something was not done."""
        self.remarks.status, self.remarks.stuck = words, bool(words)

    def act(self, order: PageOrder) -> None:
        """Carry out an order of this seat's page, if it is this seat's turn and its board is the
        current one."""
        with self.match.lock:
            self._follow()
            position, *_ = self._boards.get(order.get("seen", 0), (None,))
            if order.get("do") not in PLAYS:
                self.refuse("This table has no such button.")
            elif not self._is_to_move:
                self.refuse("It is not your turn.")
            elif position != self.position:
                self.refuse(OUTDATED)
            else:
                super().act(order)

    def go(self, p: Playable) -> None:
        """Make a choice for this seat: the match stores it before it is shown."""
        self.match.move(self.seat, p)  # type: ignore[arg-type] # what a session chooses is a position

    def _fail(self, words: str) -> None:
        """Report as much of a fault as may be shown: the position in its message contains the seed,
        and a fault of a game that hides something may quote anything."""
        before, found, _ = words.partition(repr(self.position))
        if found:
            words = before.rpartition(" (")[0]
        elif self.match.hides and not self._is_plain(words):
            words = "That was not possible. The table is as it was."
        super()._fail(words)

    def _is_plain(self, words: str) -> bool:
        return words in PLAIN or f"{free_input(self.position)}" in words

    def view(self) -> Json:
        """Return what this seat is shown, without anything that it may not know. Its number
        identifies the contents, so several pages of one seat are shown the same, and an unseen
        action of another seat changes nothing."""
        remarks = self.remarks
        with self.match.lock:
            self._follow()
            key = self.match.version, remarks.status, remarks.asking
            if key != self._key:
                view = {**self._new_view(), **UNTOLD, "moves": self._moves}
                _, seen = self._boards.popitem()
                view["number"] = zlib.crc32(repr({**view, "number": self._round}).encode())
                self._boards[view["number"]] = seen
                self._key = key
                self._last = view
            while len(self._boards) > 2:
                self._boards.popitem(last=False)
            return {**self._last}

    def _new_view(self) -> Any:
        title = title_of(self.match.game)
        page = Page(View("The game cannot show this position. It stays as it is.", title=title), "")
        with tolerate():
            return self._shown_as(self.own_page(), is_bare=not self._is_to_move)
        return self._shown_as(page, is_bare=True)

    def own_page(self) -> Page:
        """Return this seat's page; nothing on it can be chosen while another seat is to move."""
        p: Any = self.position
        board = board_of(p)
        view = replace(view_of(p), board=board)
        if not self._is_to_move:
            view = replace(view, board=None if board is None else board.still(), keys=None)
        return Page(view, "", outcome_of(p))

    @property
    def _moves(self) -> int:
        """Return the number of choices made; in a game that hides something, only those of this
        seat."""
        steps = self.match.record.steps
        return sum(not self.match.hides or seat == self.seat for seat, *_ in steps)


def session(match: Match, seat: int | None) -> Seat:
    """Return the session of a seat, shared by all who watch from there."""
    with match.lock:
        found: Seat = match.sessions.setdefault(seat, match.sessions.get(seat) or Seat(match, seat))
        return found
