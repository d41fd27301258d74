"""The contract suite: every built-in game passes, and each kind of planted fault is found."""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from interactive_provider import InteractiveProvider, choose, games, hint, outcome
from interactive_provider.boards import Board, Cell
from interactive_provider.builtin.sliding.game import Sliding, Tiles
from interactive_provider.errors import BadParameter, ProviderError, SourceError
from interactive_provider.game import Game, Hint, Options, Solution, State, Verdict
from interactive_provider.game.asking import ask_number, ask_text, menu, say
from interactive_provider.testing import ContractError, check_game
from tests.golden import game_of, names
from tests.heart.toys import Doors, Sound
from tests.sure import sure
from tests.thorough import some


class SmallSliding(Sliding):
    """The board of three by three: larger ones search long."""

    presets = {"small": {"rows": 3, "columns": 3}}

    def new_state(self, rng: Random, rows: int, columns: int) -> Tiles:  # type: ignore[override]
        """Without a default, so that only the preset is played."""
        return super().new_state(rng, rows, columns)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_game_keeps_the_rules(name: str) -> None:
    """What we ship passes what we ask of others."""
    game = SmallSliding if name == "sliding" else game_of(name)
    check_game(game, **{"games": some(2, of=4), "steps": 40, **DIFFERS.get(name, {})})


def test_a_lobby_or_a_position_stands_for_its_game() -> None:
    """As for every other function: an author who has it behind the dot hands that in."""
    lobby = games.rock_paper_scissors
    assert "No problems in 1 game." == repr(check_game(lobby, games=1))
    assert "No problems in 1 game." == repr(check_game(lobby(seed=1), games=1))


DIFFERS: dict[str, dict[str, Any]] = {
    "basic.oasis": {"steps": 150},  # eight years of three numbers, typed digit by digit
    "basic.cellars": {"ends": False},  # an adventure that nobody ends by typing at random
    "sliding": {"ends": False},  # random slides solve nothing
}
"""What must be said of a built-in game; every entry has its reason."""


# Faults to plant in a sound game ---------------------------------------------------------------


OFF_THE_BOARD = Board(((Cell("x", takes=((0, 0), (0, 1))),),))


def faults_of(game: Any, **settings: Any) -> set[str]:
    """The rules that a game breaks."""
    try:
        check_game(game, **{"games": 6, "steps": 30, **settings})
    except ContractError as error:
        return {fault.rule for fault in error.faults}
    return set()


def planted(**methods: Callable[..., Any]) -> Game[Any]:
    """The sound game with some methods exchanged."""
    made: Game[Any] = type("Planted", (Sound,), methods)()
    return made


def with_state(**attributes: Any) -> Game[Any]:
    """The sound game with states that have some attributes exchanged."""
    kind: Any = dataclass(frozen=True)(type("Other", (Doors,), attributes))
    return planted(new_state=lambda self, rng: kind(rng.randrange(5)))


# Sound games -----------------------------------------------------------------------------------


def test_sound_games_pass() -> None:
    """The game that the faults are planted in has none, as a class and as an object."""
    assert (set(), set()) == (faults_of(Sound), faults_of(Sound()))


def test_a_hint_need_not_think_of_the_end() -> None:
    """A game that is over is not asked for a hint, neither by a player nor by the check."""
    game = planted(
        hint=lambda self, s: Hint(min({*range(5)} - {*s.opened}), "It is the first that is shut.")
    )
    assert set() == faults_of(game)
    p = InteractiveProvider(game, seed=1).planted
    while outcome(p) is None:
        p = choose(p, sure(hint(p)))
    assert hint(p) is None


def test_a_misspelt_name_is_found() -> None:
    """What a game or its state would say in vain, since its name is nearly one that is asked for,
    is a fault."""
    assert {"name"} == faults_of(with_state(winers=property(lambda self: 0)))
    assert {"name"} == faults_of(planted(evalute=lambda self, state: {}))
    assert set() == faults_of(with_state(moves=property(lambda self: 0), inner=1))


def test_asking_games_pass() -> None:
    """The second style passes: menus, numbers, texts, luck, lambdas and closures."""

    class Asked(Game[State]):
        def new_state(self, rng: Random) -> State:
            secret = rng.randint(1, 20)

            def judged(number: int) -> State:
                return ask_text(
                    "Your name?",
                    lambda name, rng: say(f"{name}: {rng.random():.2f}", then=self.end),
                )

            return menu(
                "Ready?",
                {"yes": lambda: ask_number("A number?", judged, 1, 20), "no": say(f"{secret}!")},
            )

        def end(self) -> State:
            return say("The end.", "over")

    assert set() == faults_of(Asked)


def test_plain_classes_and_caches_pass() -> None:
    """A state may be a plain class, and may keep what it worked out."""

    class Plain(State):
        def __init__(self, left: int) -> None:
            self.left = left

        @cached_property
        def display_text(self) -> str:
            return f"{self.left} left"

        @property
        def display_options(self) -> Options:
            return (("down", 1),) if self.left else ()

        @property
        def outcome(self) -> str | None:
            return None if self.left else "won"

        def __repr__(self) -> str:
            return f"Plain({self.left})"

    assert set() == faults_of(
        planted(
            new_state=lambda self, rng: Plain(3),
            process_response=lambda self, state, value, rng: Plain(state.left - value),
        )
    )


def test_global_luck_is_left_alone() -> None:
    """The suite does not disturb the global random numbers of who calls it."""
    random.seed(5)
    expected = random.random()
    random.seed(5)
    check_game(Sound, games=2)

    assert expected == random.random()


# Planted faults --------------------------------------------------------------------------------


def mutating(self: Any, state: Any, value: Any, rng: Random) -> Any:
    """Write into the state that was given."""
    object.__setattr__(state, "opened", (*state.opened, value))
    return state


def meddling(self: Any, state: Any, value: Any) -> str:
    """Write into the state that was looked at."""
    object.__setattr__(state, "opened", (*state.opened, value))
    return ""


def clocked(self: Any, state: Any, value: Any, rng: Random) -> Any:
    """Let the clock decide."""
    return replace(state, opened=(*state.opened, value), prize=time.perf_counter_ns())


class Remembering(Sound):
    """Count in the game what belongs into the state."""

    count = 0

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """The prize moves with each call."""
        self.count += 1
        return replace(state, opened=(*state.opened, value), prize=self.count)


def global_luck(self: Any, rng: Random) -> Any:
    """Use the global random numbers."""
    return Doors(random.randrange(5))


def sleeping(self: Any, state: Any, value: Any, rng: Random) -> Any:
    """Wait for too long."""
    time.sleep(0.03)
    return replace(state, opened=(*state.opened, value))


def working(self: Any, state: Any, value: Any, rng: Random) -> Any:
    """Compute for too long."""
    begun = time.process_time()
    while time.process_time() < begun + 0.03:
        pass
    return replace(state, opened=(*state.opened, value))


def printing(self: Any, rng: Random) -> Any:
    """Print."""
    print("Welcome!")  # noqa: T201 - the planted fault itself
    return Doors(1)


def failing(self: Any, state: Any, value: Any, rng: Random) -> Any:
    """Raise."""
    raise KeyError(value)


@dataclass
class Thawed(State):
    """A state that is not frozen."""

    prize: int
    opened: tuple[int, ...] = ()
    display_text = Doors.display_text
    display_options = Doors.display_options
    outcome = Doors.outcome


@dataclass(frozen=True)
class Listing(Doors):
    """A state with a list inside."""

    seen: Any = field(default_factory=list)


@dataclass(frozen=True)
class Lucky(Doors):
    """A state that carries a generator, within a tuple."""

    luck: Any = field(default_factory=lambda: (Random(1),))


def starting(kind: Any) -> Game[Any]:
    """The sound game with another class of states."""
    return planted(new_state=lambda self, rng: kind(rng.randrange(5)))


PLANTED: list[tuple[str, str, Callable[[], Any]]] = [
    # labels
    ("label", "the label 'a'", lambda: with_state(display_options=(("a", 1), ("a", 2)))),
    ("label", "the value 1", lambda: with_state(display_options=(("a", 1), ("b", 1)))),
    (
        "label",
        "first part of others",
        lambda: with_state(display_options=(("a", 1), (("a", "b"), 2))),
    ),
    ("label", "''", lambda: with_state(display_options=(("", 1),))),
    ("label", "5", lambda: with_state(display_options=((5, 1),))),
    # purity
    ("pure", "process_response", lambda: planted(process_response=clocked)),
    ("pure", "process_response", Remembering),
    ("pure", "global random", lambda: planted(new_state=global_luck)),
    ("pure", "address", lambda: with_state(__repr__=object.__repr__)),
    (
        "pure",
        "read again",
        lambda: with_state(display_text=property(lambda self: str(time.perf_counter_ns()))),
    ),
    ("print", "'Welcome!", lambda: planted(new_state=printing)),
    # mutability
    ("mutable", "changes the state", lambda: planted(process_response=mutating)),
    ("mutable", "not frozen", lambda: starting(Thawed)),
    ("mutable", "contains a list", lambda: starting(Listing)),
    ("mutable", "contains a Random", lambda: starting(Lucky)),
    (
        "mutable",
        "when it is looked at",
        lambda: planted(describe=meddling),
    ),
    # ends
    ("end", "nothing can be chosen", lambda: with_state(display_options=())),
    ("end", "can still be chosen", lambda: with_state(outcome="won", display_options=(("a", 1),))),
    (
        "end",
        "none of 6 games",
        lambda: planted(process_response=lambda self, state, value, rng: state),
    ),
    # leaks
    (
        "leak",
        "describe",
        lambda: planted(describe=lambda self, s, v: "wins" if v == s.prize else "does not"),
    ),
    (
        "leak",
        "hint",
        lambda: planted(
            hint=lambda self, s: None if s.outcome else Hint(s.prize, "I have seen it.")
        ),
    ),
    (
        "leak",
        "evaluate",
        lambda: planted(
            evaluate=lambda self, s: {
                v: Verdict("?", float(v == s.prize)) for _, v in s.display_options
            },
        ),
    ),
    (
        "leak",
        "text shows",
        lambda: with_state(display_text=property(lambda self: f"Not {self.prize}, surely?")),
    ),
    (
        "leak",
        "board",
        lambda: planted(
            board=lambda self, s: Board(
                (tuple(Cell("*" if n == s.prize else " ") for n in range(5)),)
            )
        ),
    ),
    # speed
    ("slow", "process_response", lambda: planted(process_response=working)),
    # types
    ("type", "not a state", lambda: planted(new_state=lambda self, rng: None)),
    ("type", "not text", lambda: with_state(display_text=5)),
    ("type", "not a sequence", lambda: with_state(display_options=5)),
    ("type", "not a pair", lambda: with_state(display_options=("ab",))),
    ("type", "hashed", lambda: with_state(display_options=(("a", []),))),
    ("type", "outcome is 5", lambda: with_state(outcome=5, display_options=())),
    ("type", "free_input", lambda: with_state(free_input="number")),
    ("crash", "KeyError", lambda: planted(process_response=failing)),
    ("crash", "ZeroDivisionError", lambda: with_state(display_text=property(lambda self: 1 // 0))),
    # abilities
    ("ability", "board gives 'X'", lambda: planted(board=lambda self, state: "X")),
    (
        "ability",
        "which is not an option",
        lambda: planted(board=lambda self, state: Board(((Cell(press=99),),))),
    ),
    ("ability", "describe gives None", lambda: planted(describe=lambda self, state, value: None)),
    (
        "ability",
        "board names the place (0, 1), which is not",
        lambda: planted(board=lambda self, state: OFF_THE_BOARD),
    ),
    ("ability", "hint advises 99", lambda: planted(hint=lambda self, state: Hint(99, "Why not?"))),
    ("ability", "hint gives 3", lambda: planted(hint=lambda self, state: 3)),
    (
        "ability",
        "hint gives no reason",
        lambda: planted(hint=lambda self, s: Hint(s.display_options[0][1], "")),
    ),
    ("ability", "evaluate gives []", lambda: planted(evaluate=lambda self, state: [])),
    ("ability", "judges 99", lambda: planted(evaluate=lambda self, state: {99: Verdict("?")})),
    (
        "ability",
        "the score 2",
        lambda: planted(evaluate=lambda self, s: {s.display_options[0][1]: Verdict("?", 2)}),
    ),
    ("ability", "check gives True", lambda: planted(check=lambda self, state: True)),
    ("ability", "solve gives 'x'", lambda: planted(solve=lambda self, state: "x")),
    (
        "ability",
        "'done'",
        lambda: planted(solve=lambda self, state: Solution((), cast("Any", "done"))),
    ),
    (
        "ability",
        "begins with 99",
        lambda: planted(solve=lambda self, state: Solution((99,), "solved")),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "told", "make"), PLANTED, ids=[f"{rule}: {told}" for rule, told, _ in PLANTED]
)
def test_planted_fault_is_found(rule: str, told: str, make: Callable[[], Any]) -> None:
    """Each fault is told under its rule, in words that show it."""
    with pytest.raises(ContractError) as caught:
        check_game(make(), games=6, steps=30, slow=0.02)

    assert [fault for fault in caught.value.faults if fault.rule == rule and told in fault.text], (
        str(caught.value)
    )


def test_one_error_lists_all() -> None:
    """Faults of several kinds are told together, numbered, with the choices that lead to them."""
    game = planted(describe=lambda self, s, v: None, check=lambda self, s: True)
    with pytest.raises(
        AssertionError, match=r"Planted breaks rules in 2 ways:\n  1\. .*\n  2\. "
    ) as caught:
        check_game(game, games=2)

    assert isinstance(caught.value, ContractError)
    assert ["describe", "check"] == [fault.text.split()[0] for fault in caught.value.faults]
    assert isinstance(caught.value, ProviderError)


@pytest.mark.slow
def test_what_is_declared() -> None:
    """What is hidden is said by the game; that it does not end and how slow it may be, at the call."""
    endless = planted(process_response=lambda self, state, value, rng: state)
    telling = type(
        "Telling",
        (type(with_state(display_text=property(lambda self: f"{self.prize}"))),),
        {"hides": ()},
    )
    declared = type("Declared", (telling,), {"hides": ("prize",)})

    assert ({"end"}, set()) == (
        faults_of(endless, games=1),
        faults_of(endless, games=1, ends=False),
    )
    assert (set(), {"leak"}) == (faults_of(telling), faults_of(declared))
    assert set() == faults_of(
        planted(process_response=working), slow=5, games=1, steps=2, ends=False
    )


def test_who_waits_is_slow_too() -> None:
    """A tenth of the real time counts, since a call that waits takes no processor time."""
    waiting = planted(process_response=sleeping)

    assert {"slow"} == faults_of(waiting, slow=0.002, games=1, steps=2, ends=False)


def test_presets_and_parameters_are_played() -> None:
    """A fault in one preset is found, and is not where that preset is missing."""

    class Preset(Sound):
        presets = {"good": {"doors": 5}, "bad": {"doors": 0}}

        def new_state(self, rng: Random, doors: int) -> Any:  # type: ignore[override] # without a default on purpose
            return Doors(rng.randrange(doors))

    assert {"crash"} == faults_of(Preset)
    Preset.presets = {"good": {"doors": 5}}
    assert set() == faults_of(Preset)


TYPED: set[Any] = set()


def noting(self: Any, state: Any, value: Any, rng: Random) -> State:
    """Note what was typed, outside of all states."""
    TYPED.add(value)
    return say("Thank you.")


def test_free_input_is_tried() -> None:
    """Numbers and texts are typed too, the bounds among them."""
    TYPED.clear()
    numbers = planted(
        new_state=lambda self, rng: ask_number("?", lambda n: say(""), -3, 3),
        process_response=noting,
    )
    words = planted(
        new_state=lambda self, rng: ask_text("?", lambda t: say("")), process_response=noting
    )
    check_game(numbers, games=60)
    check_game(words, games=20)

    assert {-3, 3, "", "go north"} <= TYPED
    assert {int, str} == {type(value) for value in TYPED}


def test_other_parameters_than_the_usual_are_played_too() -> None:
    """A fault that only shows with another value of a parameter is found, and a value that is
    refused is none."""

    class Wide(Sound):
        def new_state(self, rng: Random, *, doors: int = 5, wide: bool = False) -> Any:
            if doors > 5:
                raise BadParameter("five are enough")
            return Doors(rng.randrange(5), ()) if doors == 5 and not wide else None

    assert {"type"} == faults_of(Wide)


def test_a_key_is_looked_at_with_other_parameters_too() -> None:
    """One that leaves out what counts with a parameter alone misleads search then."""
    assert set() == faults_of(Take)
    assert {"players"} == faults_of(TakeOdd)


@dataclass(frozen=True)
class Heap(State):
    """Matches, and how many of them the first player took."""

    left: int
    odd: bool
    mover: int = 0
    taken: int = 0

    @property
    def display_text(self) -> str:
        """All of it."""
        return f"{self.left} left, {self.taken} taken."

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """One or two."""
        return tuple((f"take{n}", n) for n in (1, 2) if n <= self.left)

    @property
    def outcome(self) -> str | None:
        """Over when nothing is left."""
        return None if self.left else "over"

    @property
    def winner(self) -> int | None:
        """Who took the last; with ``odd`` the first player where he took an odd number."""
        if self.left:
            return None
        return 1 - self.taken % 2 if self.odd else 1 - self.mover

    @property
    def key(self) -> Any:
        """Wrong if it is odd."""
        return self.left


class Take(Game[Heap]):
    """Take the last one. It has no board."""

    players = 2

    def new_state(self, rng: Random) -> Heap:
        """Six."""
        return Heap(6, False)

    def process_response(self, state: Heap, value: int, rng: Random) -> Heap:
        """This many fewer."""
        return Heap(
            state.left - value,
            state.odd,
            1 - state.mover,
            state.taken + (0 if state.mover else value),
        )


class TakeOdd(Take):
    """Or take an odd number."""

    def new_state(self, rng: Random, odd: bool = False) -> Heap:
        """Six."""
        return Heap(6, odd)


def test_a_game_without_a_board_is_sound() -> None:
    """Whether it has no such method, or one that shows nothing."""

    class Blind(Take):
        def board(self, state: Any) -> None:
            """Nothing to see."""

    assert (set(), set()) == (faults_of(Take), faults_of(Blind))


def test_faults_are_in_a_pickle() -> None:
    """What a worker has found is told if it is waited for."""
    with pytest.raises(ContractError) as caught:
        check_game(TakeOdd)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (caught.value.faults, str(caught.value)) == (again.faults, str(again))


def test_a_name_that_the_game_reads_is_its_own() -> None:
    """A field ``movers`` is no misspelt ``mover`` if the code of the game reads it."""

    @dataclass(frozen=True)
    class Turns(State):
        movers: tuple[str, ...] = ("Ada", "Ben")
        turn: int = 0

        @property
        def display_options(self) -> Options:
            return () if self.turn > 2 else ((f"go, {self.movers[self.turn % 2]}", "go"),)

        @property
        def outcome(self) -> str | None:
            return "over" if self.turn > 2 else None

    class Turning(Game[Turns]):
        def new_state(self, rng: Random) -> Turns:
            return Turns()

        def process_response(self, state: Turns, value: str, rng: Random) -> Turns:
            return Turns(state.movers, state.turn + 1)

    assert set() == faults_of(Turning)


def test_a_game_that_could_not_be_loaded_says_why(tmp_path: Path) -> None:
    """The name of an inner class and half of the reason were reported instead."""
    (tmp_path / "mine.py").write_text(
        "from interactive_provider import Game\n\n\nclass Mine(Game):\n    pass\n"
    )
    with pytest.raises(SourceError, match=r"mine.py\) has no new_state"):
        check_game(InteractiveProvider(tmp_path).mine)


def test_a_provider_is_checked_game_by_game() -> None:
    """The message shows how, instead of calling it no source of games."""
    with pytest.raises(SourceError, match=r"^check_game takes one game: games\.name, not games\.$"):
        check_game(games)
