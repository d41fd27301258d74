"""Small games that make each property of the heart visible: they count how often they are asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from interactive_provider.game import Game, Number, Options, State, Text

Menu: TypeAlias = "tuple[tuple[Any, Any], ...]"
"""The options of a toy: pairs of label and value."""


@dataclass(frozen=True)
class Steps(State):
    """How many steps were taken, with a menu that never changes."""

    options: Menu
    taken: int = 0
    luck: Any = 0.0

    @property
    def display_text(self) -> str:
        """The number of steps."""
        return f"{self.taken} steps taken."

    @property
    def display_options(self) -> Menu:
        """Always the same."""
        return self.options


class Walk(Game[Steps]):
    """Take steps forever."""

    def __init__(self, options: Menu | None = None) -> None:
        self.options = options or (("left", "l"), ("right", "r"), ("on", "o"))
        self.plays = 0

    def new_state(self, rng: Random, width: int = 3) -> Steps:
        """The first state; a width other than three makes numbered options."""
        if width < 1:
            raise ValueError(f"width={width} is too narrow")
        return Steps(self.options if width == 3 else tuple((f"c{i}", i) for i in range(width)))

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step more, with this step's luck."""
        self.plays += 1
        return Steps(state.options, state.taken + 1, rng.random())


@dataclass(frozen=True)
class Asked(State):
    """What was answered so far, and what is expected."""

    free_input: Number | Text | None = None
    answers: tuple[Any, ...] = ()
    options: Menu = ()

    @property
    def display_text(self) -> str:
        """All answers."""
        return f"So far: {self.answers}"

    @property
    def display_options(self) -> Menu:
        """The options besides the free input."""
        return self.options


class Ask(Game[Asked]):
    """Ask for the same kind of thing forever."""

    def __init__(self, wanted: Number | Text, options: Menu = ()) -> None:
        self.wanted = wanted
        self.options = options

    def new_state(self, rng: Random) -> Asked:
        """Nothing answered yet."""
        return Asked(self.wanted, (), self.options)

    def process_response(self, state: Asked, value: Any, rng: Random) -> Asked:
        """One answer more."""
        return Asked(state.free_input, (*state.answers, value), state.options)


GROUPED = (
    *((("put", f"r{r}", f"c{c}"), ("put", r, c)) for r in (1, 2) for c in (1, 2, 3)),
    ("pass", "pass"),
)


@dataclass(frozen=True)
class Countdown(State):
    """A game of three moves that is then over."""

    left: int = 3
    display_text: str = "Three, two, one."

    @property
    def display_options(self) -> Menu:
        """One way on until nothing is left."""
        return (("on", "on"),) if self.left else ()

    @property
    def outcome(self) -> str | None:
        """Won at zero."""
        return None if self.left else "won"


class Count(Game[Countdown]):
    """Count down to zero."""

    title = "Countdown <script>"
    presets = {"short": {"left": 1}, "Very long": {"left": 9}}

    def new_state(self, rng: Random, left: int = 3) -> Countdown:
        """``left`` moves to go."""
        if left < 0:
            raise ValueError(f"left={left} is negative")
        return Countdown(left)

    def process_response(self, state: Countdown, value: str, rng: Random) -> Countdown:
        """One less."""
        return Countdown(state.left - 1)


class Faulty(Game[Steps]):
    """Breaks in the way it is told to."""

    def new_state(self, rng: Random, fault: str = "none") -> Steps:
        """A fault in the start where asked for."""
        if fault == "start":
            raise AttributeError("no start")
        return Steps((("on", fault),))

    def process_response(self, state: Steps, value: str, rng: Random) -> Any:
        """The fault asked for."""
        if value == "raise":
            raise AttributeError("my own mistake")
        if value == "nothing":
            return None
        if value == "label":
            return Steps((((), 1),))
        if value == "unhashable":
            return Steps((("on", []),))
        return state


@dataclass(frozen=True)
class Doors(State):
    """A few doors, a prize behind one of them, and those that are open."""

    prize: int
    opened: tuple[int, ...] = ()

    @property
    def display_text(self) -> str:
        """What is behind the last door."""
        if not self.opened:
            return "Where is the prize?"
        return "The prize!" if self.opened[-1] == self.prize else "Nothing."

    @property
    def display_options(self) -> Options:
        """The doors that are shut."""
        if self.outcome:
            return ()
        return tuple(
            (("door", f"d{number}"), number) for number in range(5) if number not in self.opened
        )

    @property
    def outcome(self) -> str | None:
        """Won when the prize is found."""
        return "won" if self.prize in self.opened else None


class Sound(Game[Any]):
    """Find the prize: a game that breaks no rule."""

    hides = ("prize",)

    def new_state(self, rng: Random) -> Any:
        """All doors shut."""
        return Doors(rng.randrange(5))

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """One more door open."""
        return replace(state, opened=(*state.opened, value))

    def describe(self, state: Any, value: Any) -> str:
        """Nothing that helps."""
        return f"Opens door {value}."
