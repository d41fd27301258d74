"""What positions of games are worth, and which have no value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from interactive_provider import InteractiveProvider, Limit, NoAbility, evaluate, games, options
from interactive_provider.analysis import combinatorial_value, nimber
from interactive_provider.errors import BadParameter
from interactive_provider.game import Game, State
from interactive_provider.heart.play.insiders import game_of, state_of
from interactive_provider.testing import ContractError, check_game
from interactive_provider.theory.positions import PositionValues
from tests.search.rules import Dominoes, Kayles, Nim, Subtraction
from tests.theory.oracle import EXAMPLES, judged, played_out, summary

RULESETS: dict[str, Callable[[Random], dict[str, Any]]] = {
    "clobber": lambda rng: {"rows": tuple(_row(rng, "xo.", 3) for _ in range(3))},
    "col_and_snort": lambda rng: {
        "rows": tuple(_row(rng, "..BR", 3) for _ in range(2)),
        "snort": rng.random() < 0.5,
    },
    "domineering": lambda rng: {"rows": rng.randint(2, 3), "columns": rng.randint(2, 4)},
    "hackenbush": lambda rng: {"stalks": (_row(rng, "BRG", 4), _row(rng, "BR", 3))},
    "kayles": lambda rng: {"row": _row(rng, "||.", 8)},
    "toads_and_frogs": lambda rng: {"row": _row(rng, "TF_", 7)},
}
"""The examples, each with how parameters are drawn."""


def _row(rng: Random, signs: str, length: int) -> str:
    return "".join(rng.choice(signs) for _ in range(length))


@pytest.mark.parametrize("name", RULESETS)
def test_positions_of_the_examples_are_worth_what_another_program_finds(name: str) -> None:
    """Values, temperatures, means, stops and thermographs, of positions with and without parts."""
    for seed in range(4):
        p = getattr(EXAMPLES, name)(**RULESETS[name](Random(seed)), seed=1)
        value = combinatorial_value(p)
        assert judged(played_out(game_of(p), state_of(p))) == summary(value)


@pytest.mark.parametrize("name", RULESETS)
def test_the_examples_keep_the_rules(name: str) -> None:
    """As the contract says."""
    lobby = getattr(EXAMPLES, name)
    assert 1 == check_game(game_of(lobby), games=1).games


def test_domineering_is_worth_what_tables_say() -> None:
    """Boards of E. R. Berlekamp, "Blockbusting and Domineering" (1988)."""
    boards = {(2, 2): "±1", (2, 3): "{2|-1/2}", (2, 4): "miny(2)", (3, 3): "±1", (3, 4): "-3/2"}
    found = {
        size: str(combinatorial_value(EXAMPLES.domineering(rows=size[0], columns=size[1], seed=1)))
        for size in boards
    }
    assert boards == found


def test_a_position_in_parts_is_valued_part_by_part() -> None:
    """Three rows of five pins are 31 positions; taken together they are 32,768."""
    p = EXAMPLES.kayles(row="|||||.|||||.|||||", seed=1)
    assert "*4" == str(combinatorial_value(p, limit=Limit(states=100)))


def test_heaps_have_grundy_values() -> None:
    """Nim by the exclusive or; Kayles as in A002186 of the encyclopedia of sequences."""
    kayles = PositionValues(Kayles(), 10_000)
    assert [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6] == [
        kayles.value(Kayles().at((n,))).nimber for n in range(12)
    ]
    nim = PositionValues(Nim(), 10_000)
    assert [3 ^ 5 ^ 1, 0] == [nim.value(Nim().at(heaps)).nimber for heaps in ((1, 3, 5), (2, 4, 6))]
    assert 5 ^ 3 ^ 2 == nimber(games.match_game(rows=(5, 3, 2), misere=False, seed=1))
    assert 90 == nimber(games.match_game(rows=(90,), misere=False, seed=1))


def test_other_games_have_no_grundy_values() -> None:
    """They are refused with a reason."""
    for p in (EXAMPLES.domineering(seed=1), games.k_in_a_row(seed=1).noughts_and_crosses):
        with pytest.raises(NoAbility, match="has no Grundy values: it is not declared impartial"):
            nimber(p)


def _refusal(game: Game[Any], limit: Limit | None = None) -> str:
    provider: Any = InteractiveProvider(game, seed=1)
    p = getattr(provider, dir(provider)[0]).both_sides
    with pytest.raises(NoAbility) as refused:
        combinatorial_value(p, limit)
    return str(refused.value)


class Round(Game[Any]):
    """Two places; each player steps from one to the other."""

    players = 2
    impartial = True

    def new_state(self, rng: Random) -> Any:
        """The first place."""
        return There()

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """The other place."""
        return There(not state.second, 1 - state.mover)


@dataclass(frozen=True)
class There(State):
    """One of two places."""

    second: bool = False
    mover: int = 0
    display_options: Any = (("step", 0),)


def test_games_without_values_are_refused_with_the_reason() -> None:
    """Misère play with what can be asked instead; play that comes again; games of other kinds."""
    with pytest.raises(NoAbility, match="here does not; begin it with misere=False"):
        combinatorial_value(games.match_game(rows=(2, 1), seed=1))
    with pytest.raises(NoAbility, match="has no values: they need a game for two"):
        combinatorial_value(games.k_in_a_row(seed=1).noughts_and_crosses)
    assert "has no value here: positions can repeat" in _refusal(Round())
    twice: Any = type("Twice", (Round,), {"process_response": lambda *_: There(second=True)})()
    assert "a player may move twice" in _refusal(twice)
    subtraction: Any = type("Less", (Subtraction,), {"impartial": True, "begin": lambda _: 4})()
    assert "a player who cannot move must lose, and here does not." in _refusal(subtraction)
    assert "has no values: they need" in _refusal(Dominoes(2, 3))


def test_a_game_that_is_too_large_says_the_bound_and_the_count() -> None:
    """How many positions were allowed, and how many more were waiting."""
    p = EXAMPLES.domineering(rows=5, columns=6, seed=1)
    with pytest.raises(NoAbility, match=r"more than 100 positions; \d+ others were waiting"):
        combinatorial_value(p, Limit(states=100))


# What is not as it says ------------------------------------------------------------------------


if TYPE_CHECKING:
    Domineering = Game[Any]
else:
    Domineering = type(game_of(EXAMPLES.domineering))


class Unchanged(Domineering):
    """It does not pass."""

    def passed(self, state: Any) -> Any:
        """The same player again."""
        return state


class Forgetful(Domineering):
    """It loses a square by passing."""

    def passed(self, state: Any) -> Any:
        """One square fewer."""
        return replace(state, free=frozenset(sorted(state.free)[1:]), mover=1 - state.mover)


class Mirrored(Domineering):
    """It turns the board by passing, which passing twice undoes."""

    def new_state(self, rng: Random, rows: int = 2, columns: int = 3) -> Any:
        """A board from which something is missing."""
        state = super().new_state(rng, rows, columns)
        return replace(state, free=state.free - {(0, 0)})

    def passed(self, state: Any) -> Any:
        """The mirror image."""
        free = frozenset((row, state.columns - 1 - column) for row, column in state.free)
        return replace(state, free=free, mover=1 - state.mover)


class Lossy(Domineering):
    """One of its parts is missing."""

    def parts(self, state: Any) -> Any:
        """All but the last."""
        return Domineering.parts(self, state)[:-1]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Unchanged, "with the same player to move"),
        (Forgetful, "not the same position"),
        (Mirrored, "with another board"),
        (Lossy, "which do not have as many options together"),
    ],
)
def test_check_game_finds_a_pass_that_is_none(game: Any, reason: str) -> None:
    """The menus of both players are of one position."""
    with pytest.raises(ContractError, match=reason):
        check_game(game, games=2)


def test_a_pass_that_is_none_is_named_when_a_value_is_asked_for() -> None:
    """Without `check_game` too."""
    provider: Any = InteractiveProvider(Unchanged, seed=1)
    with pytest.raises(Exception, match="has the same player to move"):
        combinatorial_value(provider.unchanged.both_sides)


# What is said of choices -----------------------------------------------------------------------


def test_choices_say_what_they_are_worth_and_what_is_better() -> None:
    """Dominated by which other one, and reversible through which reply."""
    verdicts = evaluate(EXAMPLES.domineering(rows=3, columns=3, seed=1))
    assert "wins in 3; value 1" == str(verdicts[0, 1])
    assert "loses in 2; value {1/2|-2}, dominated by r1 c2, reversible through r1 c2" == str(
        verdicts[0, 0]
    )


def test_verdicts_of_a_large_game_do_not_wait_for_values() -> None:
    """They are as before."""
    p = EXAMPLES.domineering(rows=6, columns=6, seed=1)
    said = evaluate(p, Limit(states=50, simulations=20))
    assert {option.value for option in options(p)} == set(said)
    assert not any("value" in str(verdict) for verdict in said.values())


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("hackenbush", {"stalks": ("BX",)}, "a segment of stalks is 'X'"),
        ("domineering", {"rows": 0}, "rows is 0; it must be a whole number, at least 1"),
    ],
)
def test_an_example_refuses_what_is_not_its_game(
    name: str, parameters: dict[str, Any], message: str
) -> None:
    """When it begins, not when its board is drawn or a winner is named."""
    with pytest.raises(BadParameter, match=message):
        getattr(EXAMPLES, name)(**parameters)
