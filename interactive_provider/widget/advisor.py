"""The advice that a player has requested: a hint, a check, verdicts, the solver's next step."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ..errors import NoAbility, ProviderError, in_a_line
from ..game import Assessment, Check, Hint
from ..heart.catalogue.provider import Catalogue
from ..heart.choices.synthesis import Node
from ..heart.play import actions as of
from ..heart.play import overlays
from ..heart.play.nodes import Lobby, by_value
from ..search.budgets import Limit
from ..support.sanitizing import clean
from .course import BoardPosition
from .panels import free_input

if TYPE_CHECKING:
    from ..heart.play.reviews import GameReview

SOLVING_SECONDS = 5.0
"""The time limit for one step of a solver, if the game's solver accepts one."""


class Advisor:
    """Advice on the current position, and whether verdicts are shown."""

    def __init__(self) -> None:
        self.advice: Hint | Check | None = None
        self.is_evaluating = False
        self.report: tuple[GameReview, Sequence[Any]] | None = None
        """The review of a game, and its positions."""
        self.plan = Plan()

    def hint(self, p: BoardPosition) -> str:
        """Request a hint and return its words."""
        advice = of.hint(p)
        self.advice = advice
        return clean(str(advice)) if advice else "There is no hint here."

    def check(self, p: BoardPosition) -> str:
        """Check whether all moves are right so far, and return the answer's words."""
        self.advice = of.check(p)
        return clean(str(self.advice))

    def review(self, p: BoardPosition) -> str:
        """Request the review of the game and return its summary."""
        found = of.review(p)
        self.report = found, of.history(p)
        return clean(" ".join(found.totals()))

    def told(self, p: BoardPosition) -> tuple[str, str]:
        """Return the review's comment on the move that led to a position, and its strip."""
        if self.report is None or p not in self.report[1]:
            return "", ""
        moves = self.report[0].moves
        at = self.report[1].index(p)
        words = " ".join(str(move) for move in moves if move.at == at)
        return clean(words), f"data:image/svg+xml,{quote(self.report[0].strip())}"

    def verdicts(self, p: BoardPosition, status: str) -> tuple[Assessment, str]:
        """Return the verdicts to show, and the words about them that follow the ``status``."""
        if not self.is_evaluating or isinstance(p, Lobby | Catalogue) or of.outcome(p) is not None:
            return {}, status
        try:
            verdicts = of.evaluate(p)
            return verdicts, status or clean(overlays.verdict_legend(verdicts))
        except KeyboardInterrupt:
            self.is_evaluating = False
            raise
        except BaseException as fault:  # noqa: BLE001 - the game goes on without its verdicts
            self.is_evaluating = False
            return {}, clean(in_a_line(fault))


class Plan:
    """The solver's steps, kept until the player deviates from them, or the step that a hint
    recommends."""

    def __init__(self) -> None:
        self.words = ""
        """The reason for the last step, or why there is none."""
        self._steps: deque[Any] = deque()
        self._at: Node | None = None

    def next_step(self, p: BoardPosition) -> tuple[Any, ...]:
        """Return the value of the next step as a one-element tuple; empty if none is known."""
        self.words = ""
        if self._at != p or not self._goes_on(p):
            self._steps = deque(self._made(p))
        if not self._goes_on(p):
            return ()
        value = self._steps.popleft()
        self.words = self.words or reason_for(p, value)
        return (value,)

    def came_to(self, p: BoardPosition) -> None:
        """Remember where a step has led, so that the next one follows it."""
        self._at = p

    def _goes_on(self, p: BoardPosition) -> bool:
        """True if the plan continues, without the steps that an earlier one has already done."""
        if not isinstance(p, Catalogue) and free_input(p) is None:
            while self._steps and by_value(p, self._steps[0]) is None:
                self._steps.popleft()
        return bool(self._steps)

    def _made(self, p: BoardPosition) -> tuple[Any, ...]:
        # without a solver, the hint answers or says what is missing
        with contextlib.suppress(NoAbility):
            values = of.solve(p, Limit(seconds=SOLVING_SECONDS)).values
            if values:
                return values
        hint = of.hint(p)
        self.words = clean(str(hint)) if hint else ""
        return (hint.value,) if hint and hint.names else ()


def reason_for(p: BoardPosition, value: Any) -> str:
    """Return the words of the hint if it recommends this option, otherwise the option's own
    words."""
    hint = None
    with contextlib.suppress(ProviderError):
        hint = of.hint(p)
    if hint and hint.value == value:
        return clean(str(hint))
    option = None if isinstance(p, Catalogue) else by_value(p, value)
    if option is None:
        return ""
    words = option.label
    return f"{words[:1].upper()}{words[1:]}."
