"""Backgammon played one man at a time; OpenSpiel moves two at once and numbers each pair."""

from __future__ import annotations

import re
from typing import Any

_BAR = 24
_PASS = 25
_PLACES = 26
_PAIRS = _PLACES**2
"""The number from which OpenSpiel's pairs use the lower die first."""


_FROM_BAR = 25
"""The point from which a man on the bar moves."""


def _end(point: int, die: int) -> str:
    """Return where a man lands: a point, or off the board, with the die if a smaller one would
    do."""
    if point > 0:
        return str(point)
    return "off" if point == 0 else f"off with {die}"


class ManByMan:
    """A state of OpenSpiel's backgammon in which every action moves a single man.

    A turn's first man is numbered by the pair whose second man passes, the second man by its pair.
    """

    def __init__(self, whole: Any, first: int | None = None) -> None:
        self.whole = whole
        """OpenSpiel's state before the turn."""
        self.first = first
        """The action that moved the first man of this turn."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.whole, name)

    def __str__(self) -> str:
        """Return OpenSpiel's text; in the middle of a turn the first man has moved, and its die is
        gone."""
        if self.first is None:
            return str(self.whole)
        after = self.whole.clone()
        after.apply_action(self.first)
        text = re.sub(r"(?m)^Turn: .*$", f"Turn: {'xo'[self.whole.current_player()]}", str(after))
        used = ManByMan(self.whole)._die(self.first)
        return re.sub(r"(?m)^Dice:.*$", f"Dice: {self._die(self.first)} (used: {used})", text)

    def clone(self) -> ManByMan:
        """Return a copy to play on."""
        return ManByMan(self.whole.clone(), self.first)

    def legal_actions(self) -> list[int]:
        """Return one action for each man and die; chance actions are numbered as in OpenSpiel."""
        pairs: list[int] = self.whole.legal_actions()
        if self.whole.is_chance_node():
            return pairs
        return sorted({self.begun(p) for p in pairs if self.goes_on(p)})

    def begun(self, pair: int) -> int:
        """Return the action with which a pair begins or, in the middle of the turn, continues."""
        if self.first is not None:
            return pair
        return pair // _PAIRS * _PAIRS + _PASS * _PLACES + pair % _PLACES

    def goes_on(self, pair: int) -> bool:
        """True if the turn began as the pair does."""
        return self.first is None or ManByMan(self.whole).begun(pair) == self.first

    def apply_action(self, action: int) -> None:
        """Move one man; the turn is over if no other man can move."""
        if self.first is None and action not in self.whole.legal_actions():
            self.first = action
        else:
            self.whole.apply_action(action)
            self.first = None

    def action_to_string(self, player: int, action: int) -> str:
        """Return the points from and to which a man moves, as its player numbers them."""
        if self.whole.is_chance_node():
            return str(self.whole.action_to_string(player, action))
        place = action % _PLACES if self.first is None else action // _PLACES % _PLACES
        if place == _PASS:
            return "PASS"
        die = self._die(action)
        if place == _BAR:
            return f"bar -> {_FROM_BAR - die}"
        point = place + 1 if player else 24 - place
        return f"{point} -> {_end(point - die, die)}"

    def _die(self, action: int) -> int:
        """Return the number of pips by which an action moves the next man."""
        dice = sorted(
            map(int, re.findall(r"(?m)^Dice: *(\d)(\d)", str(self.whole))[0]), reverse=True
        )
        return dice[(action >= _PAIRS) ^ (self.first is not None)]
