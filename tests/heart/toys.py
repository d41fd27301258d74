"""Small games that make each property of the heart visible: they count how often they are asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, NoReturn, TypeAlias

from interactive_provider import InteractiveProvider, games
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


ANY: Any = games


def offering(*labels: Any) -> Any:
    """A position that offers these options."""
    return InteractiveProvider(Walk(labels or None)).walk(seed=1)


class Fewer(Walk):
    """A walk on which one option falls away with each step."""

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step more, one option less."""
        return replace(super().process_response(state, value, rng), options=state.options[1:])


@dataclass(frozen=True)
class Torn(Steps):
    """Cannot say what it is."""

    @property
    def display_text(self) -> str:
        """Nothing."""
        raise ValueError("no text today")


class Tearing(Walk):
    """A game whose text is torn, and which describes in colour."""

    def new_state(self, rng: Random, width: int = 3) -> Steps:
        """The state."""
        return Torn(self.options)

    def describe(self, state: Any, value: Any) -> str:
        """A control character."""
        return "\x1b[1mbold"

    def hint(self, state: Any) -> Any:
        """No hint at all."""
        return "5"


@dataclass(frozen=True)
class Counted(State):
    """Turns taken by two players; it does not say whose turn it is."""

    said: tuple[str, ...] = ()

    @property
    def display_text(self) -> str:
        """All that was said."""
        return " ".join(self.said)

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """Two words, until four are said."""
        return () if len(self.said) == 4 else (("yes", "yes"), ("no", "no"))

    @property
    def outcome(self) -> str | None:
        """Over after four words."""
        return "over" if len(self.said) == 4 else None

    payoffs = (0, 0)


class Turns(Game[Counted]):
    """Two players take turns to say a word."""

    players = ("one", "two")

    def new_state(self, rng: Random) -> Counted:
        """Nothing is said."""
        return Counted()

    def process_response(self, state: Counted, value: str, rng: Random) -> Counted:
        """One word more."""
        return Counted((*state.said, value))


class NoGenerator(Game[Any]):
    """Its author forgot the generator."""

    def new_state(self) -> State:
        """A state."""
        return Steps((("a", 1),))

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """The same state."""
        return state


class Quit(BaseException):
    """What neither catches who catches Exception."""


class Untouchable:
    """A value that nothing can be asked of."""

    def __repr__(self) -> str:
        raise Quit("repr")

    def __hash__(self) -> int:
        raise Quit("hash")


@dataclass(frozen=True)
class Still(State):
    """A state that says one word."""

    display_text: str = "here"
    display_options: tuple[tuple[str, Any], ...] = (("on", "on"),)
    outcome: Any = None


class Hostile(Game[Still]):
    """Does what it is told to, whenever the game is asked for something."""

    fault: ClassVar[BaseException | None] = None
    answer: ClassVar[Any] = None

    def new_state(self, rng: Random) -> Still:
        """Harmless."""
        return Still()

    def process_response(self, state: Still, value: Any, rng: Random) -> Any:
        """The fault."""
        return self._do()

    def _do(self, *_: Any, **__: Any) -> Any:
        if self.fault is not None:
            raise self.fault
        return self.answer

    hint = solve = evaluate = check = board = describe = why_not = _do


def hostile(**given: Any) -> Any:
    """A game that raises or answers what is given."""
    kind = type("Hostile", (Hostile,), given)
    return InteractiveProvider(kind, seed=1).hostile


def property_raising(fault: BaseException, name: str) -> Any:
    """A thing whose attribute raises a fault."""

    def get(_: object) -> NoReturn:
        raise fault

    return type("Part", (), {name: property(get)})()


class Holding(State):
    """Holds a part that nobody needs to look at."""

    display_options = (("go", "go"), (("go", "there"), "there"))

    def __init__(self, number: int, part: Any) -> None:
        self.display_text = f"{number} steps"
        self.number = number
        self.part = part


HOSTILE = 70 * "x" + "\x1b[2J" + 70 * "y"
"""A text that no message shows whole, nor as it is."""


provider_of: Any = InteractiveProvider
