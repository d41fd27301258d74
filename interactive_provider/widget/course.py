"""The course of one game on a board: its moments, undone moves, and the player's clock."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..errors import ChoiceError
from ..heart.catalogue.hall import ALL
from ..heart.play import actions as of
from ..heart.play.insiders import is_start, state_of, table_of
from ..heart.play.nodes import Position, begin
from ..heart.play.position_data import view_of
from ..support.sanitizing import clean
from . import panels, results, shapes
from .panels import BoardPosition as BoardPosition


class GameClock:
    """A player's clock: it runs from the first move to the end, and is not part of a position."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._begun: float | None = None
        self._ended: float | None = None

    def start(self) -> None:
        """Start the clock unless it has been started."""
        if self._begun is None:
            self._begun = self._now()

    def stop(self) -> bool:
        """Stop the clock; return whether it was running."""
        ran = self._begun is not None and self._ended is None
        self._ended = self._now() if ran else self._ended
        return ran

    def seconds(self) -> float:
        """Return the elapsed seconds."""
        end = self._now() if self._ended is None else self._ended
        return 0.0 if self._begun is None else end - self._begun

    def reading(self) -> shapes.Clock:
        """Return the elapsed seconds and whether the clock is running."""
        return shapes.Clock(
            round(self.seconds(), 1), self._begun is not None and self._ended is None
        )


class Course:
    """Where a game is, how it got there, and where it can go back or forward."""

    def __init__(self, start: BoardPosition) -> None:
        self.position = start
        self.watch = GameClock()
        self.record = ""
        """How the result of the game compares with the player's other results."""
        self.is_helped = isinstance(start, Position) and not is_start(start)
        """True if some of the moves were not the player's own."""
        self.is_counted = True
        """True if the end counts among the player's results on this computer."""
        self.has_moved = False
        """True if the last order moved forward, so that the page may animate it."""
        self.kind = ALL
        """The kind of games that a hall shows."""
        self._undone: list[BoardPosition] = []
        self._left: Position | None = None

    def go(self, place: BoardPosition) -> None:
        """Go to a later position, or to the start of a game; undone moves are forgotten."""
        if place != self.position:
            self._undone.clear()
            self._left = None
            self.has_moved = True
        self.position = place
        self._keep_time()

    def _keep_time(self) -> None:
        """Run the clock from the first move to the end, and count a finished game."""
        p = self.position
        if not isinstance(p, Position) or is_start(p):
            self.watch = GameClock()
            self.record = ""
            self.is_helped = False
            return
        self.watch.start()
        if not self.is_counted:
            return
        outcome = of.outcome(p)
        level = panels.level(p)
        table = table_of(p)
        is_new = outcome is not None and self.watch.stop()
        score = panels.score(of.board(p)) if is_new and not self.is_helped else None
        if score is not None:
            results.record_score(level, score)
        if is_new and outcome in ("won", "lost"):
            moves = len(of.history(p)) - 1
            seconds = self.watch.seconds()
            self.record = results.record(level, outcome == "won", seconds, moves, self.is_helped)
        elif outcome == "ended" and table.can("endings"):
            endings = table.ask("endings", state_of(p))
            title = clean(str(table.game.title))
            self.record = results.record_ending(title, view_of(p).ending, endings)

    def show_levels(self) -> None:
        """Go to the lobby of the game; undo returns from it."""
        if isinstance(self.position, Position):
            table = table_of(self.position)
            self.visit(begin(table.game, table.name, table.origin, table.seed, {}, called=False))

    def visit(self, place: BoardPosition) -> None:
        """Go to a node from which undo returns."""
        before = self.position
        self.go(place)
        self._left = before if isinstance(before, Position) else None

    def undo(self) -> None:
        """Undo the last move."""
        if self._left is not None:
            self.position = self._left
            self._left = None
            return
        self.is_helped = True
        before = of.undo(self.position)
        self._undone.append(self.position)
        self.position = before

    def redo(self) -> None:
        """Redo an undone move."""
        if not self._undone:
            raise ChoiceError("There is nothing to redo.")
        self.position = self._undone.pop()
        self.has_moved = True

    def go_to(self, index: int) -> None:
        """Go to any moment of the game, including undone ones."""
        if not isinstance(self.position, Position):
            raise ChoiceError("The game has not begun.")
        moments = self.moments()
        if not 0 <= index < len(moments):
            raise ChoiceError(f"There is no move {index}; the game has {len(moments) - 1}.")
        self.is_helped = True
        self.position = moments[index]
        self._undone = moments[index + 1 :][::-1]

    def moments(self) -> list[BoardPosition]:
        """Return every moment of the game, including undone ones."""
        if not isinstance(self.position, Position):
            return []
        return [*of.history(self.position), *reversed(self._undone)]

    @property
    def later(self) -> int:
        """Return the number of undone moves."""
        return len(self._undone)

    @property
    def can_undo(self) -> bool:
        """True if a move, or a visit to the levels, can be undone."""
        p = self.position
        return self._left is not None or (isinstance(p, Position) and not is_start(p))
