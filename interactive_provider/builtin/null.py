"""Null: the smallest game that has everything. Copy this file to write your own.

A row of lamps, and a button that lights the next one. Comments explain each part; most games need
only `new_state` and `process_response`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from ..boards import Board, Cell
from ..game import Check, Game, Hint, Options, Outcome, Solution, State, Verdict
from ..game.validation import whole


# A state is immutable and contains everything that undo should restore. Whatever the player should
# see or choose is derived from it when needed.
@dataclass(frozen=True, slots=True)
class Lamps(State):
    """A row of lamps, of which the first are lit."""

    count: int
    lit: int = 0
    left: bool = False

    @property
    def display_text(self) -> str:
        """The text for the player."""
        if self.left:
            return "You left in the dark."
        return f"{self.lit} of {self.count} lamps {'is' if self.lit == 1 else 'are'} lit."

    @property
    def display_options(self) -> Options:
        """The legal choices, as people read them and as the game knows them; none after the end."""
        return () if self.outcome else (("press the button", "press"), ("leave", "leave"))

    @property
    def outcome(self) -> Outcome:
        """None while the game goes on, then how it ended."""
        if self.left:
            return "lost"
        return "won" if self.lit == self.count else None


class Null(Game[Lamps]):
    """Light every lamp.

    Each press of the button lights the next lamp; you win when all are lit and lose if you leave
    before that.
    """

    # People know the game by its title. Raise the version when old paths would lead elsewhere.
    title = "Null"
    version = 1
    presets: ClassVar = {"three lamps": {"lamps": 3}, "ten lamps": {"lamps": 10}}

    # Parameters are keyword arguments with defaults. All luck comes from `rng`; this game has none.
    def new_state(self, rng: Random, lamps: int = 3) -> Lamps:
        """Return a dark row of 1 to 99 ``lamps``; raise `BadParameter` for any other number."""
        return Lamps(whole("lamps", lamps, low=1, high=99))

    # Never change the state: return the next one.
    def process_response(self, state: Lamps, value: str, rng: Random) -> Lamps:
        """Return the row after "press" or "leave"."""
        if value == "leave":
            return replace(state, left=True)
        return replace(state, lit=state.lit + 1)

    # Everything from here on is optional: further abilities of a game.
    def board(self, state: Lamps) -> Board:
        """Return the lamps in a row; a click on the next one presses the button."""
        lit = Cell("●", role="good", label="a lamp that is lit", piece="lamp")
        dark = Cell("○", role="blank", label="a dark lamp", piece="dark-lamp")
        following = replace(dark, press="press", tooltip="light this one")
        row = [lit] * state.lit + [dark] * (state.count - state.lit)
        if state.outcome is None:
            row[state.lit] = following
        return Board((tuple(row),), legend=(("●", "lit"), ("○", "dark")))

    def describe(self, state: Lamps, value: str) -> str:
        """Return one line about an option, derived from the present state and never by playing
        it."""
        return "Lights the next lamp." if value == "press" else "Ends the game; you lose."

    def hint(self, state: Lamps) -> Hint | None:
        """Return a good choice and its reason, with the cells behind the reason."""
        if state.outcome:
            return None
        return Hint(
            "press", f"{state.count - state.lit} more to go until all are lit.", ((0, state.lit),)
        )

    def evaluate(self, state: Lamps) -> dict[str, Verdict]:
        """Return what each option is worth."""
        return (
            {} if state.outcome else {"press": Verdict("wins", 1.0), "leave": Verdict("loses", 0.0)}
        )

    def solve(self, state: Lamps) -> Solution:
        """Return a solution, with what is proved about it; it is found at once, so that no options
        are needed."""
        if state.left:
            return Solution(None, "unsolvable", note="you left")
        return Solution(("press",) * (state.count - state.lit), "shortest")

    def check(self, state: Lamps) -> Check:
        """Return whether the moves so far are right."""
        return Check(not state.left, "You left too early." if state.left else "All is well.")
