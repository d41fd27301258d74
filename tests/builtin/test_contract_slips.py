"""Slips that a new author makes: each is refused where it is met, and `check_game` names it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any, ClassVar, NamedTuple

import pytest

from interactive_provider import Game, InteractiveProvider, State, hint, outcome, payoffs
from interactive_provider.boards import Board, Cell
from interactive_provider.errors import BrokenGame, NoSuchKey, ProviderError, SourceError
from interactive_provider.game import Hint, Options, Text, View
from interactive_provider.testing import ContractError, check_game


@dataclass(frozen=True)
class Count(State):
    """How far two players have counted."""

    number: int = 0
    secret: int = 3

    @property
    def display_text(self) -> str:
        """The number."""
        return str(self.number)

    @property
    def display_options(self) -> Options:
        """Add one or two."""
        return (("one", 1), ("two", 2)) if self.number < 3 else ()

    @property
    def outcome(self) -> str | None:
        """It is over at three."""
        return "over" if self.number >= 3 else None

    @property
    def winner(self) -> int:
        """Who wins in the end."""
        return self.number % 2


class Counting(Game[Any]):
    """Count to three."""

    players: ClassVar[Any] = 2
    start: Any = Count()

    def new_state(self, rng: Random) -> Any:
        """The first state."""
        return self.start

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """Count on."""
        return replace(state, number=state.number + value)


def with_method(name: str) -> Any:
    """A first state that has a method of a name that should be a property."""
    return type("Slip", (Count,), {name: lambda self: None})()


def faults_of(game: type[Game[Any]]) -> str:
    """What `check_game` says about a game."""
    with pytest.raises(ContractError) as told:
        check_game(game, games=4)
    return str(told.value)


@pytest.mark.parametrize("name", ["display_text", "display_options", "outcome", "free_input"])
def test_a_method_in_place_of_a_property_is_refused_at_the_start(name: str) -> None:
    """A forgotten @property is named as soon as the game begins, and by `check_game`."""
    game = type("Counted", (Counting,), {"start": with_method(name), "players": None})
    expected = f"Slip.{name} is a method; make it a property: write @property above it."
    with pytest.raises(BrokenGame) as told:
        _ = InteractiveProvider(game).counted
    assert expected == str(told.value)
    assert expected in faults_of(game)


@pytest.mark.parametrize("name", ["mover", "winner", "payoffs", "rewards", "key", "option_values"])
def test_a_method_that_search_would_read_is_refused_by_name(name: str) -> None:
    """A forgotten @property is named where search is asked first."""
    game = type("Counted", (Counting,), {"start": with_method(name)})
    with pytest.raises(BrokenGame, match=rf"Slip\.{name} is a method; make it a property"):
        hint(InteractiveProvider(game).counted.both_sides)
    assert f"Slip.{name} is a method" in faults_of(game)


def test_a_game_without_players_may_use_these_names_for_methods() -> None:
    """Nothing reads the winner of a game that names no players."""
    game = type("Counted", (Counting,), {"start": with_method("winner"), "players": None})
    p = InteractiveProvider(game, seed=1).counted.two.one
    assert {"you": 0.0} == payoffs(p)


@pytest.mark.parametrize(
    ("name", "near"), [("secrt", "secret"), ("Secret", "secret"), ("part.secrt", "part.secret")]
)
def test_a_hidden_name_that_is_misspelt_is_a_fault(name: str, near: str) -> None:
    """A misspelt secret would be shown to everybody."""
    start = type("Parted", (Count,), {"__slots__": ("part",)})()
    object.__setattr__(start, "part", Count())
    game = type("Counted", (Counting,), {"hides": (name,), "players": None, "start": start})
    expected = f"[name] hides names {name!r}, which no state has; did you mean {near}?"
    assert expected in faults_of(game)


class Card(NamedTuple):
    """A named tuple with a public part and a secret."""

    number: int
    secret: int
    outcome: str | None = None
    display_text: str = ""
    display_options: Options = (("red", 0), ("black", 1))


class Cards(Game[Card]):
    """Is the card red or black?"""

    hides = ("secret",)

    def new_state(self, rng: Random) -> Card:
        """A card with a public number."""
        number = rng.randrange(1_000)
        return Card(number, rng.randrange(2), None, f"Card {number}")

    def process_response(self, state: Card, value: int, rng: Random) -> Card:
        """The end."""
        return Card(state.number, state.secret, "won" if value == state.secret else "lost", "", ())


def test_the_secret_of_a_named_tuple_is_told_from_its_other_parts() -> None:
    """Two cards with different numbers may look different; only the secret is hidden."""
    check_game(Cards)


def test_a_list_in_a_named_tuple_is_found() -> None:
    """A state that can be changed is a fault, whatever kind of class it has."""

    class Listed(Counting):
        """Cards in a list."""

        players = None

        def new_state(self, rng: Random) -> Any:
            """A list in place of a number."""
            return Card([], 0)  # type: ignore[arg-type]

        def process_response(self, state: Any, value: int, rng: Random) -> Any:
            """The end."""
            return Card([value], 0, "over", "", ())  # type: ignore[arg-type]

    assert "Card.number contains a list, which can be changed" in faults_of(Listed)


OPPONENTS: dict[str, tuple[Any, str]] = {
    "a policy without its budget": (
        lambda game, state, rng: 1,
        "the opponent easy of Counted, called with its budget, raised TypeError",
    ),
    "no policy": (lambda budget: 1, "1 is not a function of the game, a state and a generator"),
    "a choice that is not offered": (
        lambda budget: lambda game, state, rng: 77,
        "chose 77, which is not an option",
    ),
}


@pytest.mark.parametrize("slip", OPPONENTS)
def test_an_opponent_that_cannot_play_is_named(slip: str) -> None:
    """In a game against it, and by `check_game`."""
    opponent, expected = OPPONENTS[slip]
    game = type("Counted", (Counting,), {"opponents": {"easy": opponent}})
    with pytest.raises(BrokenGame) as told:
        _ = InteractiveProvider(game, seed=1).counted(against="easy").one
    assert expected in str(told.value)
    assert expected in faults_of(game)


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"hides": "secret"}, "cannot be 'secret'; it must be a tuple of names"),
        ({"players": 2.0}, "cannot be 2.0; it must be a number or a tuple of names"),
        ({"players": ("X", "X")}, "it must be a number of at least 1 or a tuple of different"),
        ({"presets": ["easy"]}, "it must be a dictionary of names"),
        ({"title": 3}, "cannot be 3; it must be a text"),
    ],
)
def test_a_declaration_of_the_wrong_kind_says_what_it_must_be(
    attributes: dict[str, Any], expected: str
) -> None:
    """The first use of the game says what was given and what is expected."""
    provider = InteractiveProvider(type("Counted", (Counting,), attributes))
    with pytest.raises(ProviderError) as told:
        _ = provider.counted.both_sides
    assert expected in str(told.value)


def test_a_label_that_two_options_have_says_their_names() -> None:
    """A text that means several choices is not answered with itself."""
    options = (("go", 1), ("go", 2), ("stay", 3))
    start = type("Twice", (Count,), {"display_options": options})()
    game = type("Counted", (Counting,), {"start": start, "players": None})
    p = InteractiveProvider(game, seed=1).counted
    with pytest.raises(NoSuchKey, match="'go' means several choices here: go, go_2"):
        _ = p["go"]


AT_THE_START: dict[str, tuple[dict[str, Any], str]] = {
    "a number in a label": (
        {"display_options": ((("row", 1), 1), (("row", 2), 2))},
        "An option's label is text or a tuple of texts, not ('row', 1).",
    ),
    "no options": (
        {"display_options": None},
        "display_options is None; if nothing can be chosen, it must be ().",
    ),
}


@pytest.mark.parametrize("slip", AT_THE_START)
def test_options_that_cannot_be_shown_are_refused_at_once(slip: str) -> None:
    """By one sentence, before anything is chosen."""
    members, expected = AT_THE_START[slip]
    start = type("Slip", (Count,), members)()
    game = type("Counted", (Counting,), {"start": start, "players": None})
    with pytest.raises(ProviderError) as told:
        _ = InteractiveProvider(game).counted
    assert expected == str(told.value)


@pytest.mark.parametrize("word", ["", False])
def test_an_outcome_that_is_no_word_is_said_to_be_none_meanwhile(word: Any) -> None:
    """The page says so, and the function that is asked for the outcome."""
    start = type("Slip", (Count,), {"outcome": word})()
    p = InteractiveProvider(type("Counted", (Counting,), {"start": start, "players": None})).counted
    expected = f"{word!r} is not a word; while a game goes on it is None"
    assert expected in str(p).replace("\n", " ")
    with pytest.raises(BrokenGame, match="while a game goes on it is None"):
        outcome(p)


@pytest.mark.parametrize("name", ["payoffs", "rewards"])
def test_one_number_for_two_players_is_refused_in_a_sentence(name: str) -> None:
    """It is quoted, and the sentence says how many are wanted."""
    game = type("Counted", (Counting,), {"start": type("Slip", (Count,), {name: 1.5})()})
    with pytest.raises(BrokenGame, match=rf"says {name} 1\.5; give a number for each of the 2"):
        hint(InteractiveProvider(game).counted.both_sides)


def test_options_that_are_made_as_they_are_read_can_be_played() -> None:
    """A generator is no sequence, which `check_game` says, but games against computers go on."""
    made = property(lambda state: (pair for pair in (("one", 1), ("two", 2)) if state.number < 3))
    game = type(
        "Counted", (Counting,), {"start": type("Slip", (Count,), {"display_options": made})()}
    )
    p = InteractiveProvider(game, seed=1).counted(against="random")
    assert (None, True) == (outcome(p), outcome(p.two) in ("won", "lost"))
    assert "not a sequence of pairs" in faults_of(game)


@dataclass(frozen=True)
class Turns(Count):
    """Each counts in turn."""

    turn: int = 0

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.turn


class Taking(Counting):
    """Count to three in turns."""

    start: Any = Turns()

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """Count on, and pass the turn."""
        return replace(state, number=state.number + value, turn=1 - state.turn)


class _Card:
    """A card that is not equal to another of the same rank."""

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __repr__(self) -> str:
        return f"_Card({self.rank})"


@dataclass(frozen=True)
class Holding(Turns):
    """A state with an object of the author's own in it."""

    card: Any = None


def asked_only_once(self: Any, state: Any, value: int) -> Any:
    """A step without the generator."""


def swapped(self: Any, value: int, state: Any, rng: Random) -> Any:
    """A step with its arguments in another order."""


def dealt(self: Any, state: Any, value: int, rng: Random) -> Any:
    """A step that puts a new object into the state."""
    return replace(Taking.process_response(self, state, value, rng), card=_Card(state.number))


def failing(self: Any, state: Any, value: int, rng: Random) -> Any:
    """A step that fails late."""
    if state.number:
        raise KeyError("oops")
    return Taking.process_response(self, state, value, rng)


def with_luck(self: Any, state: Any, value: int, rng: Random) -> Any:
    """A step with random numbers of its own."""
    return replace(state, number=state.number + value, turn=SystemRandom().randrange(10**9))


SENTENCES: dict[str, tuple[dict[str, Any], str]] = {
    "a missing return": (
        {"process_response": lambda self, state, value, rng: None},
        r"\[type\] process_response gave None, which is not a state; is a return missing\? \(1\)",
    ),
    "a class for a state": (
        {"new_state": lambda self, rng: Turns},
        r"\[type\] new_state gave <class .*>, which is not a state; write Turns\(…\) to make one\.",
    ),
    "no generator": (
        {"process_response": asked_only_once},
        r"\[type\] process_response of slip .* must be declared as"
        r" process_response\(self, state, value, rng\)\.",
    ),
    "other order": (
        {"process_response": swapped},
        r"\[type\] process_response of slip .* must be declared as"
        r" process_response\(self, state, value, rng\)\.",
    ),
    "an ability without its state": (
        {"hint": lambda self: None},
        r"\[type\] hint of slip .* must be declared as hint\(self, state\)\.",
    ),
    "an error late in the game": (
        {"process_response": failing},
        r"\[crash\] process_response raised KeyError: 'oops'"
        r" \(line \d+ of test_contract_slips\.py\) \(.*\)",
    ),
    "an error in a property": (
        {"start": type("Slip", (Turns,), {"display_text": property(lambda self: self.nmber)})()},
        r"\[crash\] the state raised AttributeError: 'Slip' object has no attribute 'nmber'"
        r" \(line \d+ of test_contract_slips\.py\)",
    ),
    "an error in the outcome": (
        {"start": type("Slip", (Turns,), {"outcome": property(lambda self: self.nmber)})()},
        r"\[crash\] the state raised AttributeError: 'Slip' object has no attribute 'nmber'"
        r" \(line \d+ of test_contract_slips\.py\)",
    ),
    "random numbers of its own": (
        {"process_response": with_luck},
        r"\[pure\] process_response gives two different states \(turn: .*\) for the same generator:"
        r" use only that, and no clock \(.*\)",
    ),
    "an array": (
        {"start": Holding(card=bytearray(3))},
        r"\[mutable\] Holding\.card contains a bytearray, which can be changed; use a tuple,"
        r" a frozenset or the like",
    ),
    "objects without an equality": (
        {"start": Holding(), "process_response": dealt},
        r"\[players\] Holding is not equal to an identical one, as search needs: make it, and"
        r" what it contains, frozen dataclasses, or give it a key",
    ),
    "a preset with another name": (
        {"presets": {"large": {"rwos": 3}}},
        r"\[type\] Slip has no parameter 'rwos'\. There are: .*",
    ),
    "advice that is not offered": (
        {"hint": lambda self, state: Hint(7, "it is lucky.")},
        r"\[ability\] hint advises 7, which is not an option here",
    ),
    "a board that is ragged": (
        {"board": lambda self, state: Board(((Cell(),), (Cell(), Cell())))},
        r"\[crash\] Row 2 has 2 cells, row 1 has 1: all rows must be equally long\.",
    ),
    "a board that is read as nothing": (
        {
            "board": lambda self, state: Board(((Cell(str(state.number)),),)),
            "read_board": lambda self, position: None,
        },
        r"\[crash\] read_board gave None, which is not a state; is a return missing\?",
    ),
    "values that are not equal to themselves": (
        {
            "start": type(
                "Slip", (Turns,), {"display_options": property(lambda _: [("a", float("nan"))])}
            )()
        },
        r"\[pure\] what is shown differs when it is read again: options",
    ),
    "a world without a return": (
        {
            "seen_by": lambda self, state, player: state,
            "resample": lambda self, state, player, rng: None,
        },
        r"\[type\] resample gave None, which is not a state; is a return missing\?",
    ),
    "an outcome in capitals": (
        {"start": type("Slip", (Turns,), {"outcome": "Won", "display_options": ()})()},
        r"\[type\] outcome is 'Won'; did you mean 'won'\?",
    ),
    "a view of nobody": (
        {"view": lambda self, state: View("x")},
        r"\[type\] view of slip .* must be declared as view\(self, state, player\)\.",
    ),
    "a constructor that wants something": (
        {"__init__": lambda self, size: None},
        r"\[type\] slip .* cannot be loaded: TypeError: .* missing 1 required positional"
        r" argument: 'size'",
    ),
}


@pytest.mark.parametrize("slip", SENTENCES)
def test_a_slip_is_one_sentence(slip: str) -> None:
    """`check_game` names the method, the place and what to do, once and not for each choice."""
    members, expected = SENTENCES[slip]
    lines = faults_of(type("Slip", (Taking,), members)).splitlines()
    assert ("Slip breaks a rule:", 2) == (lines[0], len(lines))
    assert re.fullmatch(rf"  1\. {expected}", lines[1])


def test_search_in_a_game_that_goes_wrong_is_a_broken_game() -> None:
    """Not an error of Python's from within the search."""
    game = type("Slip", (Taking,), {"view": lambda self, state, player: "hello"})
    with pytest.raises(BrokenGame, match="search in slip raised"):
        hint(InteractiveProvider(game, seed=1).slip.both_sides)


def test_a_misspelt_method_is_named_when_the_game_is_played() -> None:
    """The sentence says what is missing and what was probably meant."""
    members = {"new_state": lambda self, rng: Turns(), "process_reponse": Taking.process_response}
    p = InteractiveProvider(type("Slip", (Game,), members), seed=1).slip
    with pytest.raises(BrokenGame) as told:
        _ = p.one
    expected = "Slip has no process_response. Did you mean 'process_reponse'?"
    assert expected == str(told.value)


def test_a_class_that_is_not_a_game_says_what_to_derive_it_from() -> None:
    """Its methods show what it is meant to be."""
    for kind, expected in ((_Game, "derive _Game from Game."), (Count, "it is a state; give the")):
        with pytest.raises(SourceError, match=expected):
            InteractiveProvider(kind)  # type: ignore[arg-type]


class _Game:
    """A game whose author forgot what to derive it from."""

    def new_state(self, rng: Random) -> Count:
        """The first state."""
        return Count()


def test_short_texts_are_typed_where_only_short_ones_fit() -> None:
    """A game that asks for one letter keeps the rules."""

    @dataclass(frozen=True)
    class Asking(State):
        letter: str = ""

        @property
        def outcome(self) -> str | None:
            return self.letter or None

        @property
        def free_input(self) -> Text | None:
            return None if self.letter else Text("a letter", longest=1)

    class Letter(Game[Any]):
        def new_state(self, rng: Random) -> Any:
            return Asking()

        def process_response(self, state: Any, value: str, rng: Random) -> Any:
            return Asking(value)

    assert "No problems in 20 games." == repr(check_game(Letter))


def test_advice_is_given_even_where_the_board_cannot_be_drawn() -> None:
    """The fault is the board's: it is named where the board is shown."""
    game = type("Slip", (Taking,), {"board": lambda self, state: [["x"]]})
    assert "One" == str(hint(InteractiveProvider(game, seed=1).slip.both_sides)).split(".")[0]


class Silent(NamedTuple):
    """A state that never says how the game ends."""

    left: int

    @property
    def display_text(self) -> str:
        """How much is left."""
        return str(self.left)

    @property
    def display_options(self) -> Options:
        """One, until nothing is left."""
        return (("on", 1),) if self.left else ()


def test_a_state_without_an_outcome_is_told_of_at_its_end() -> None:
    """It need not be derived from State, and goes on as long as something can be chosen."""

    class Silence(Game[Any]):
        """Go on to the end."""

        def new_state(self, rng: Random) -> Silent:
            return Silent(3)

        def process_response(self, state: Silent, value: Any, rng: Random) -> Silent:
            return Silent(state.left - value)

    assert "[end] nothing can be chosen, but outcome is None" in faults_of(Silence)
