"""Chemistry: dilute kryptocyanic acid, 7 parts of water to 3 of acid, and live.

After "Chemist" in D. Ahl (ed.), *BASIC Computer Games* (1978), whose limit of one twentieth is
kept. Doubtful points of the old rules, and our choices:

* A later version drew the acid with decimals, but displayed it rounded and judged the exact value.
  Here it is whole, and judged as shown, by exact arithmetic.
* Was an error of exactly one twentieth deadly? The old program said "more than", and so do we.
* The old program could only end badly. Here you win by diluting some flasks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from ..boards import Board, Cell
from ..game import Game, Hint, Number, Outcome, State
from ..game.validation import LARGEST, whole
from ..support.plurals import counted

WATER = 7
ACID = 3
"""The number of parts of acid in a safe mixture."""

TOLERANCE = Fraction(1, 20)
"""The share of the right amount of water by which the given amount may differ from it,
inclusive."""


PICTURED = 12
"""The maximum number of lives and flasks that are drawn individually; more are only counted."""


def water_for(acid: int) -> Fraction:
    """Return the litres of water that exactly dilute the given litres of acid."""
    return Fraction(WATER * acid, ACID)


def is_safe(acid: int, water: Fraction) -> bool:
    """True if the water is within one twentieth of the right amount, inclusive."""
    right = water_for(acid)
    return abs(water - right) <= right * TOLERANCE


@dataclass(frozen=True, slots=True)
class Laboratory(State):
    """A flask of acid to dilute, the progress so far, and the remaining lives."""

    acid: int
    lives: int
    flasks: int
    """Flasks that still have to be diluted."""
    largest: int
    last: tuple[int, Fraction] | None = None
    """(litres of acid, litres of water) of the previous flask."""

    @property
    def display_text(self) -> str:
        """The result of the last flask, and the next one."""
        lines = [] if self.last is None else [_told(*self.last)]
        if self.outcome == "won":
            lines.append(
                f"That was the last flask. You have {counted(self.lives, 'life', 'lives')} left."
            )
        elif self.outcome == "lost":
            lines.append("That was your last life.")
        else:
            lines += [
                f"{counted(self.lives, 'life', 'lives')}, {counted(self.flasks, 'flask')} to go.",
                f"In the flask: {counted(self.acid, 'litre')} of kryptocyanic acid. How much"
                " water?",
            ]
        return "\n".join(lines)

    @property
    def outcome(self) -> Outcome:
        """Won when no flask is left, lost when no life is left."""
        if not self.flasks:
            return "won"
        return None if self.lives else "lost"

    @property
    def free_input(self) -> Number | None:
        """Litres of water, possibly with decimals, in any amount."""
        return None if self.outcome else Number(low=0, integer=False, unit="litres")


_LIFE = Cell("♥", "bad", "a life", piece="heart")
_LOST_LIFE = Cell("·", "blank", "a life lost or not drawn", piece="lost-heart")
_FLASK = Cell("⚗", "yellow", "a flask", piece="flask")
_USED_FLASK = Cell("·", "blank", "no flask", piece="used-flask")


class Chemistry(Game[Laboratory]):
    """Kryptocyanic acid is safe only when diluted with 7 parts of water to 3 parts of acid.

    You see how much acid there is and say how many litres of water to add, such as 28 to 12 of
    acid; one twentieth (5 %) too much or too little does no harm. Anything else explodes and costs
    one of your nine lives. Dilute ten flasks to win.
    """

    title = "Chemistry"

    def new_state(
        self, rng: Random, lives: int = 9, flasks: int = 10, largest: int = 50
    ) -> Laboratory:
        """Return the first of several flasks, each with 1 to ``largest`` whole litres of acid.

        Raises `BadParameter` for anything but whole numbers from 1.
        """
        lives = whole("lives", lives, low=1, high=LARGEST)
        flasks = whole("flasks", flasks, low=1, high=LARGEST)
        largest = whole("largest", largest, low=1, high=LARGEST)
        return Laboratory(rng.randint(1, largest), lives, flasks, largest)

    def process_response(self, state: Laboratory, value: int | float, rng: Random) -> Laboratory:
        """Return the next flask after pouring water: one flask or one life fewer."""
        # as typed: 14.7 is 147/10, not the nearest sum of powers of two
        water = Fraction(repr(value))
        following = replace(state, acid=rng.randint(1, state.largest), last=(state.acid, water))
        if is_safe(state.acid, water):
            return replace(following, flasks=state.flasks - 1)
        return replace(following, lives=state.lives - 1)

    def board(self, state: Laboratory) -> Board:
        """Return a row of lives and a row of remaining flasks; the amount of acid is shown
        above."""
        width = max(1, min(max(state.lives, state.flasks), PICTURED))
        return Board(
            (
                _row(state.lives, width, _LIFE, _LOST_LIFE),
                _row(state.flasks, width, _FLASK, _USED_FLASK),
            ),
            row_labels=("lives", "flasks"),
            counters=(
                ("lives", str(state.lives)),
                ("flasks", str(state.flasks)),
                ("litres of acid", str(state.acid)),
            ),
        )

    def hint(self, state: Laboratory) -> Hint | None:
        """Return the right amount of water, to the hundredth, and how it is calculated."""
        if state.outcome:
            return None
        right = water_for(state.acid)
        to_the_litre = right.denominator == 1 or right > 1_000_000
        value = round(right) if to_the_litre else float(round(right, 2))
        about = "is" if value == right else "is about"
        return Hint(value, f"{WATER}/{ACID} of {counted(state.acid, 'litre')} {about} {value}.")


def _row(count: int, width: int, there: Cell, gone: Cell) -> tuple[Cell, ...]:
    """Return that many signs, padded to a fixed width."""
    shown = min(count, width)
    return (there,) * shown + (gone,) * (width - shown)


def _told(acid: int, water: Fraction) -> str:
    """Return the result of a flask."""
    right = water_for(acid)
    exact = f"{_mixed(right)} would have been right"
    if is_safe(acid, water):
        return "Well diluted." if water == right else f"Near enough: {exact}."
    fault = "Too much water" if water > right else "Too little water"
    return f"{fault}: it blows up, and you with it. For {counted(acid, 'litre')} of acid {exact}."


def _mixed(amount: Fraction) -> str:
    """Return litres as a mixed number of thirds: 9 1/3."""
    whole_part, rest = divmod(amount, 1)
    return f"{whole_part} {rest}".lstrip("0 ") if rest else str(whole_part)
