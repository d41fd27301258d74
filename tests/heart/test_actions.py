"""What you can do with a position: choose by label, value or hint; options of solvers; what names
reveal."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

import interactive_provider
from interactive_provider import (
    InteractiveProvider,
    Limit,
    board,
    check,
    choose,
    describe,
    evaluate,
    extra,
    games,
    hint,
    options,
    outcome,
    path,
    save,
    solve,
    transcript,
    undo,
)
from interactive_provider.boards import Board
from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.errors import (
    ChoiceError,
    NoAbility,
    NoSuchKey,
    NotAPosition,
    ProviderError,
)
from interactive_provider.game import (
    Check,
    Game,
    Hint,
    Solution,
    State,
    option_pairs,
    parameters_of,
)
from interactive_provider.heart.play import nodes
from tests.sure import sure

from .toys import GROUPED, Counted, Doors, Sound, Turns, Walk, offering


@dataclass(frozen=True)
class Crossed(State):
    """Options whose values are the labels of others in other letters."""

    chosen: str = ""
    display_options: tuple[tuple[str, str], ...] = (("first", "A"), ("a", "other"))

    @property
    def display_text(self) -> str:
        """The value that was chosen."""
        return self.chosen


class Crossing(Game[Crossed]):
    """Advise the option whose value is another's label."""

    def new_state(self, rng: Random) -> Crossed:
        """Nothing chosen."""
        return Crossed()

    def process_response(self, state: Crossed, value: str, rng: Random) -> Crossed:
        """The value chosen."""
        return Crossed(value)

    def hint(self, state: Crossed) -> Hint:
        """The first option."""
        return Hint("A", "it comes first")


class Hiding(Sound):
    """The solver opens the doors in their order, as it must not know better."""

    def new_state(self, rng: Random, prize: int = 0) -> Doors:
        """The prize behind one of them."""
        return Doors(prize)

    def solve(self, state: Doors, *, patience: int = 3) -> Solution:
        """Every shut door."""
        return Solution(tuple(n for n in range(patience) if n not in state.opened), "unknown")


class Able(Walk):
    """A game with every ability."""

    def board(self, state: Any) -> Board:
        """One cell."""
        return Board.of(["x"])

    def describe(self, state: Any, value: Any) -> str:
        """The value."""
        return f"goes {value}"

    def parse(self, state: Any, text: str) -> str | None:
        """An arrow."""
        return {"->": "r"}.get(text)

    def why_not(self, state: Any, names: tuple[str, ...]) -> str:
        """A wall."""
        return "there is a wall"

    def hint(self, state: Any) -> None:
        """None."""

    def check(self, state: Any) -> Check:
        """Always wrong."""
        return Check(False, "Lost.")

    def write(self, states: Any, suffix: str) -> str:
        """How many states."""
        return f"{len(states)}"


class Wrapping(Game[Any]):
    """Another game with its clock, or its log: whatever it does not do itself is asked of that
    game."""

    inner = Able()

    def new_state(self, rng: Random) -> Any:
        """The other game's."""
        return self.inner.new_state(rng)

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """The other game's."""
        return self.inner.process_response(state, value, rng)

    def __getattr__(self, name: str) -> Any:
        return getattr(type(self).inner, name)


def begin(game: type[Game[Any]], **parameters: Any) -> Any:
    """A game of that class at its start."""
    provider = InteractiveProvider(game, seed=1)
    return getattr(provider, game.__name__.lower())(seed=1, **parameters)


def test_a_hints_value_is_chosen_though_another_label_reads_alike() -> None:
    """An exact value comes before a label in other letters, and a hint can be chosen as it is."""
    p = begin(Crossing)
    assert p.first == choose(p, sure(hint(p)).value)
    assert p.first == choose(p, hint(p))
    assert p.a == choose(p, "a")
    assert p.a == choose(p, "other")
    assert "first" == describe(p, "A")


def test_a_game_that_wraps_another_has_all_its_abilities(tmp_path: Path) -> None:
    """An ability that is reached by ``__getattr__`` is one, on every version of Python."""
    p = begin(Wrapping)
    assert Board.of(["x"]) == board(p)
    assert "goes r" == describe(p, "right")
    assert p.right == p["->"]
    with pytest.raises(AttributeError, match="there is a wall"):
        _ = p.up
    assert "Lost. This was so from the start." == sure(hint(p)).reason
    save(p.right, tmp_path / "game.log")
    assert "2" == (tmp_path / "game.log").read_text()


def test_a_hint_of_another_position_is_refused() -> None:
    """What a hint advises must be offered if it is to be chosen."""
    p = InteractiveProvider(Walk(), seed=1).walk
    with pytest.raises(ChoiceError, match="'nowhere'"):
        choose(p, Hint("nowhere", "no reason"))


def test_names_of_a_solution_tell_nothing_hidden() -> None:
    """Where a game hides something, two worlds that look alike give the same names."""
    first, last = begin(Hiding, prize=0), begin(Hiding, prize=2)
    assert (
        solve(first).names == solve(last).names == (("door", "d0"), ("door", "d1"), ("door", "d2"))
    )


def test_names_of_a_solution_end_where_it_goes_beyond_the_present_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a game that hides something, what becomes possible later is not looked at."""
    p = begin(Hiding, prize=0)
    present = [option.value for option in options(p)]
    monkeypatch.setattr(
        Hiding, "solve", lambda self, state: Solution((present[0], "later", present[1]), "solved")
    )
    assert (("door", "d0"),) == solve(p).names


def test_solving_takes_the_same_two_words_everywhere() -> None:
    """``shortest`` and a limit may be given to every solver; what none knows is refused with the
    nearest."""
    p = begin(Hiding)
    assert solve(p).values == solve(p, Limit(seconds=1), shortest=True).values
    assert (0,) == solve(p, patience=1).values
    with pytest.raises(
        ChoiceError, match=r"solve does not take 'optimal'.*limit, patience, shortest"
    ):
        solve(p, optimal=True)
    with pytest.raises(ChoiceError, match="Did you mean 'shortest'"):
        solve(p, shortst=True)


def test_listing_makes_no_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are listed from the state's own list: ten thousand groups are not ten thousand
    stages."""
    p = InteractiveProvider(Walk(GROUPED), seed=1).walk(seed=1)
    expected = [(o.label, o.value, o.names) for o in nodes.options_of(p)]
    monkeypatch.setattr(nodes, "_stage", None)
    assert expected == [(o.label, o.value, o.names) for o in nodes.options_of(p)]
    assert [(" ".join(words), value) for words, value in option_pairs(p._state)] == [
        (o[0], o[1]) for o in expected
    ]


def test_flat_options_are_what_the_attributes_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are taken from the choices, so the state is not asked for its options again."""
    p = InteractiveProvider(Crossing, seed=1).crossing
    monkeypatch.delattr(Crossed, "display_options")
    del vars(p._state)["display_options"]
    assert [("first", "A", ("first",)), ("a", "other", ("a",))] == list(options(p))
    assert all(option.value is getattr(type(p), option.names[0]).value for option in p)


class _Starts:
    """Beginnings of every kind of callable."""

    def method(self, rng: Random, size: int = 3, *, wide: bool = False) -> None: ...

    def anything(*given: Any, **named: Any) -> None: ...

    def rest(self, *given: Any, **named: Any) -> None: ...

    @classmethod
    def of_class(cls, rng: Random, size: int = 3) -> None: ...

    @staticmethod
    def of_none(rng: Random, size: int = 3) -> None: ...

    @functools.wraps(method)
    def wrapped(self, *given: Any) -> None: ...

    partial = functools.partialmethod(method, size=4)
    called = type("Called", (), {"__call__": lambda self, rng, size=3: None, "__hash__": None})()


@pytest.mark.parametrize(
    "name", ["method", "anything", "rest", "of_class", "of_none", "wrapped", "partial", "called"]
)
def test_parameters_are_those_that_python_names(name: str) -> None:
    """Whatever kind of callable a game's method is, the first time and every other."""
    method = getattr(_Starts(), name)
    assert [inspect.signature(method).parameters] * 2 == [
        parameters_of(method),
        parameters_of(method),
    ]


def test_a_game_that_begins_again_is_not_inspected_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a signature costs more than half of a start, and a function keeps its own."""
    lobby = InteractiveProvider(Crossing, seed=1)
    first = lobby.crossing(seed=2)
    monkeypatch.setattr(inspect, "signature", None)
    assert first != lobby.crossing(seed=3)


def test_the_arguments_of_searching_functions_are_named() -> None:
    """So that Tab and Shift-Tab show them; what is not said is left to the game's own default."""
    names = {
        function.__name__: list(inspect.signature(function).parameters)[1:-1]
        for function in (hint, solve, evaluate)
    }
    taken: list[tuple[Any, ...]] = []

    class Own(KInARow):
        def solve(
            self,
            state: Any,
            limit_seconds: float | None = 10.0,
            shortest: bool = True,
            depth: int = 3,
        ) -> Any:
            taken.append((limit_seconds, shortest, depth))
            return Solution((), "solved")

    p = InteractiveProvider(Own).own(seed=1).noughts_and_crosses
    for arguments in ({}, {"limit": Limit(seconds=inf), "shortest": False}, {"depth": 5}):
        solve(p, **arguments)

    assert {
        "hint": ["limit"],
        "solve": ["limit", "shortest"],
        "evaluate": ["limit", "against"],
    } == names
    assert [(10.0, True, 3), (None, False, 3), (10.0, True, 5)] == taken
    with pytest.raises(ChoiceError, match="Did you mean 'depth'"):
        solve(p, dept=3)


# Options of other positions, and options whose value is None --------------------------------------


@dataclass(frozen=True)
class Taking(State):
    """Things to take, all under one label, so that the same name means another one after each
    choice."""

    left: tuple[object, ...] = ("cup", "hat")
    taken: tuple[object, ...] = ()
    outcome: str | None = None

    @property
    def display_options(self) -> tuple[tuple[str, object], ...]:
        """Each thing that is left."""
        return tuple(("take", thing) for thing in self.left)


class Take(Game[Taking]):
    """Take one thing after another."""

    players = 1
    things: tuple[object, ...] = ("cup", "hat")

    def new_state(self, rng: Random) -> Taking:
        """All are there."""
        return Taking(self.things)

    def process_response(self, state: Taking, value: object, rng: Random) -> Taking:
        """It is taken; without something the game is won."""
        left = () if value is None else tuple(thing for thing in state.left if thing is not value)
        return Taking(left, (*state.taken, value), "won" if value is None else None)


def test_an_option_of_another_position_means_the_same_thing_or_nothing() -> None:
    """Its names lead to something else here: what counts is its label and its value."""
    start = InteractiveProvider(Take, seed=1).take
    cup, hat = options(start)
    later = choose(start, cup)

    assert ("cup", "hat") == choose(later, hat)._state.taken
    assert (False, True) == (cup in later, hat in later)
    for ask in (choose, describe):
        with pytest.raises(ChoiceError, match="'take' with the value 'cup' is not a choice here"):
            ask(later, cup)


@pytest.mark.parametrize("changed", [{"value": True}, {"label": "drop"}])
def test_an_option_that_somebody_made_up_is_not_believed(changed: dict[str, Any]) -> None:
    """Neither with a value that only looks like one of the game's, nor with another label."""
    start = InteractiveProvider(type("Take", (Take,), {"things": (1, 2)}), seed=1).take
    with pytest.raises(ChoiceError, match="is not a choice here"):
        choose(start, options(start)[0]._replace(**changed))


def test_an_option_whose_value_is_none_is_advised_by_name() -> None:
    """A hint for it has its names, and can be followed."""
    start = InteractiveProvider(type("Take", (Take,), {"things": ("cup", None)}), seed=1).take
    advice = sure(hint(start))

    assert (None, ("take_2",)) == (advice.value, advice.names)
    assert "won" == choose(start, advice)._state.outcome


def test_an_ambiguous_text_chooses_nothing() -> None:
    """Two labels that are alike but for their letters are both meant, so neither is taken."""
    p: Any = InteractiveProvider(Walk((("Go On", 1), ("go on", 2)))).walk(seed=1)
    assert ("go_on",) == path(p["go on"])
    with pytest.raises(NoSuchKey, match="'GO ON' is not a choice here"):
        p["GO ON"]


def test_a_menu_of_games_is_named_where_a_position_is_needed() -> None:
    """In a line, not as the whole menu."""
    with pytest.raises(ChoiceError, match=r"^There is nothing to choose at games\.$"):
        choose(games, 5)
    with pytest.raises(NotAPosition, match=r"^games is not a position in a game\.$"):
        undo(games)


def test_a_solution_of_a_game_with_secrets_has_your_own_choices() -> None:
    """The game gives those of all seats; what it hides is no reason to refuse them."""

    class Secretive(Turns):
        """Two players take turns, and something is hidden."""

        hides = ("a secret",)

        def solve(self, state: Counted) -> Solution:
            """All that is still to be said."""
            return Solution(("yes", "no", "yes", "no")[len(state.said) :], "solved")

    p: Any = InteractiveProvider(Secretive()).secretive(against="random", seat=1, seed=1)
    assert ("no", "no") == solve(p).values


@pytest.mark.parametrize("n", [True, False, 1.0, -1, "1", None], ids=repr)
def test_a_number_of_moves_is_a_number(n: Any) -> None:
    """What is merely equal to one takes nothing back."""
    with pytest.raises(ChoiceError, match="a number of moves"):
        undo(offering().on, n)


def test_what_a_game_cannot_do_comes_with_what_works() -> None:
    """An error names the abilities that a game has."""
    with pytest.raises(NoAbility, match=r"has no check\.$"):
        check(games.basic.firsts(seed=1))
    with pytest.raises(NoAbility, match=r"has no solve\. It has hint, check, board\."):
        solve(games.guess(seed=3))


def test_a_transcript_has_what_the_computer_played() -> None:
    """Where somebody else answers within the same step, what was played stands before the page that
    follows it."""
    p = games.match_game(seed=7).you_begin.row1.take3
    assert "The computer played row 3 take 3." in str(p)
    assert "The computer played row 3 take 3." in transcript(p)


FUNCTIONS_OF_A_POSITION = (
    "board check describe evaluate hint history mover options outcome parameters path payoffs seed"
    " solve summary transcript undo winner"
).split()


@pytest.mark.parametrize("name", FUNCTIONS_OF_A_POSITION)
def test_a_game_that_can_begin_without_a_preset_is_a_position_for_every_function(name: str) -> None:
    """What is asked of the lobby is asked of its plain start, errors included."""
    lobby: Any = games.match_game(seed=7)

    def asked(p: Any) -> object:
        function = getattr(interactive_provider, name)
        arguments = ("row1 take1",) if name == "describe" else ()
        try:
            return function(p, *arguments)
        except ProviderError as fault:
            return str(fault)

    assert asked(lobby.two_people) == asked(lobby)


def test_a_script_plays_on_when_its_game_names_its_players() -> None:
    """`players = 2` makes a lobby of the start; options, choices by value and outcomes stay."""

    class Alone(KInARow):
        players = None  # type: ignore[assignment] # as before its author named them
        presets: ClassVar[dict[str, Any]] = {}

    class Named(KInARow):
        presets: ClassVar[dict[str, Any]] = {}

    results = []
    for kind in (Alone, Named):
        provider: Any = InteractiveProvider(kind, seed=1)
        p = getattr(provider, dir(provider)[0])(seed=1)
        made: list[str] = []
        while outcome(p) is None:
            option = options(p)[-1]
            p = choose(p, option if len(made) % 2 else option.value)
            made.append(option.label)
        results.append((made, outcome(p)))
    assert results[0] == results[1]


def test_an_option_of_a_game_with_levels_only_is_a_level() -> None:
    """Minesweeper cannot begin without one."""
    assert "beginner" == options(games.minesweeper(seed=7))[0].label
    with pytest.raises(ChoiceError, match="choose a preset"):
        hint(games.minesweeper(seed=7))


@pytest.mark.parametrize(
    ("p", "name", "message"),
    [
        (games.guess(seed=1), "map", r"guess has no 'map'\.$"),
        (games.basic.firsts(seed=1), "lising", r"has no 'lising'\. Did you mean 'listing'\?"),
        (games.stories.bell_under_the_ice(seed=1), "listing", r"There are: transcript, map"),
    ],
    ids=repr,
)
def test_a_game_without_an_extra_says_which_it_has(p: Any, name: str, message: str) -> None:
    """The nearest name, if there is one."""
    with pytest.raises(NoAbility, match=message):
        extra(p, name)


def test_no_options_are_a_sentence() -> None:
    """At the end of a game, where an empty line would be shown."""
    p: Any = games.match_game(rows=(1,), misere=False, seed=1)
    assert "There is nothing to choose from." == str(options(p.row1.take1))
