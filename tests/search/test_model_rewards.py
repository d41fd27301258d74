"""Games that pay on the way: what is searched, simulated and learned is the sum of the rewards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from interactive_provider import InteractiveProvider, Limit, evaluate, hint, solve
from interactive_provider.adapters.environments import as_environment
from interactive_provider.analysis import count, simulate
from interactive_provider.game import Game, State
from interactive_provider.search.alphabeta import AlphaBeta
from interactive_provider.search.mcts import TreeSearch
from interactive_provider.search.model import Model, Unsearchable
from interactive_provider.testing import ContractError, check_game

ROWS = ((3, 9, 1, 2), (1, 5, 2, 8, 3), (4, 1, 1, 7, 2, 6), (2,))


@dataclass(frozen=True)
class Row(State):
    """Coins in a row and whose turn it is."""

    coins: tuple[int, ...]
    mover: int = 0

    @property
    def display_text(self) -> str:
        """All of it."""
        return repr(self)

    @property
    def display_options(self) -> Any:
        """Either end."""
        return (("left", 0), ("right", -1)) if self.coins else ()

    @property
    def outcome(self) -> str | None:
        """Over if no coin is left."""
        return None if self.coins else "over"


@dataclass(frozen=True)
class Paid(Row):
    """The same with what the last step paid, and with nothing of what was paid before."""

    rewards: tuple[float, ...] = (0, 0)


@dataclass(frozen=True)
class Purse(Row):
    """The same with all that was taken, which is paid at the end."""

    payoffs: tuple[float, ...] = (0, 0)


@dataclass(frozen=True)
class Both(Paid):
    """Rewards, and their sum at the end."""

    payoffs: tuple[float, ...] = (0, 0)


class Coins(Game[Any]):
    """Two players in turns take a coin from either end of a row, and each keeps what they take."""

    players = 2
    kind: type[Row] = Paid
    generous = False

    def new_state(self, rng: Random, coins: tuple[int, ...] = ROWS[0]) -> Any:
        """The row."""
        return self.kind(coins)

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """One end is taken and paid."""
        coin, mover = state.coins[value], state.mover
        gets = 1 - mover if self.generous else mover
        paid = (coin * (1 - gets), coin * gets)
        after = replace(
            state, coins=state.coins[1:] if value == 0 else state.coins[:-1], mover=1 - mover
        )
        if hasattr(state, "payoffs"):
            after = replace(
                after, payoffs=tuple(map(sum, zip(state.payoffs, self.counted(paid), strict=True)))
            )
        return replace(after, rewards=paid) if hasattr(state, "rewards") else after

    def counted(self, paid: Any) -> Any:
        """What is added to the payoffs."""
        return paid


class Purses(Coins):
    """The same game, paid at the end."""

    kind = Purse


class Gifts(Coins):
    """The other player gets each coin."""

    generous = True


class LateGifts(Purses):
    """The same, paid at the end."""

    generous = True


class Booked(Coins):
    """The same game with rewards and payoffs."""

    kind = Both


class Doubled(Booked):
    """Its payoffs are not the sums of its rewards."""

    def counted(self, paid: Any) -> Any:
        """Twice what was paid."""
        return paid[0] * 2, paid[1]


class Wide(Coins):
    """Its rewards are too many."""

    kind = type("Three", (Paid,), {"rewards": (0, 0, 0)})

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """The other state with three rewards."""
        return replace(super().process_response(state, value, rng), rewards=(1, 2, 3))


@dataclass(frozen=True)
class Place(State):
    """A place on a strip, and what the step there cost."""

    at: int = 1
    rewards: float = 0.0

    @property
    def display_options(self) -> Any:
        """To and fro."""
        return (("back", -1), ("on", 1)) if self.outcome is None else ()

    @property
    def outcome(self) -> str | None:
        """Over at the end of the strip."""
        return "arrived" if self.at == 5 else None


class Strip(Game[Place]):
    """One walks a strip of which each step costs one, and the last one pays ten."""

    players = 1

    def new_state(self, rng: Random) -> Place:
        """At the second place."""
        return Place()

    def process_response(self, state: Place, value: int, rng: Random) -> Place:
        """A step, not beyond the beginning."""
        at = max(0, state.at + value)
        return Place(at, 10.0 if at == 5 else -1.0)


def begun(game: Any) -> Any:
    """The first position."""
    catalogue: Any = InteractiveProvider(game, seed=1)
    node = getattr(catalogue, dir(catalogue)[0])
    return node.both_sides if game.players > 1 else node


@pytest.fixture(params=ROWS, ids=len)
def row(request: pytest.FixtureRequest) -> Any:
    """A row of coins."""
    return request.param


def begin(game: Any, row: Any) -> Any:
    """The game with a row."""
    catalogue: Any = InteractiveProvider(game, seed=1)
    return getattr(catalogue, dir(catalogue)[0])(coins=row)


def test_exact_values_are_sums(row: Any) -> None:
    """A game that pays on the way is worth what it is worth if all is paid at the end."""
    paid, booked, purse = (evaluate(begin(game, row)) for game in (Coins, Booked, Purses))
    worths = [verdict.worth for verdict in purse.values()]
    assert worths == [verdict.worth for verdict in paid.values()]
    assert worths == [verdict.worth for verdict in booked.values()]


def test_states_that_differ_in_what_was_paid_are_one() -> None:
    """The graph is smaller, since the sums need not be in the states."""
    coins = tuple(range(1, 13))
    assert count(begin(Coins, coins)).states < count(begin(Purses, coins)).states / 5


def test_later_positions_are_worth_what_is_still_paid() -> None:
    """What was paid before a position is no part of what its choices are worth."""
    second = begin(Coins, (3, 9, 1, 2)).left
    assert {0: 10.0, -1: 3.0} == {
        value: verdict.worth for value, verdict in evaluate(second).items()
    }
    assert "Left" in str(hint(second))


def test_a_way_that_goes_round_is_worth_its_shortest_end() -> None:
    """One walks straight on where each step costs, and the values count every step."""
    strip = begun(Strip)
    assert {-1: 5.0, 1: 7.0} == {value: verdict.worth for value, verdict in evaluate(strip).items()}
    assert "on." in str(hint(strip)) and (1, 1, 1, 1) == solve(strip).values


class Treadmill(Strip):
    """Every step pays, so one may walk forever."""

    def process_response(self, state: Place, value: int, rng: Random) -> Place:
        """A step that pays one."""
        return Place(max(0, state.at + value), 1.0)


@pytest.mark.slow
def test_a_way_that_pays_forever_is_not_solved() -> None:
    """Where going round pays without end there is no value, and random games are counted
    instead."""
    assert all(
        "games" in str(verdict)
        for verdict in evaluate(begun(Treadmill), Limit(simulations=50)).values()
    )


def test_simulated_games_pay_sums(row: Any) -> None:
    """A record's payoffs are the sums of the rewards: together all coins, as in the game that pays
    at the end."""
    paid, purse = (
        simulate(begin(game, row), 20, progress=False).records for game in (Coins, Purses)
    )
    assert [record.payoffs for record in purse] == [record.payoffs for record in paid]
    assert {sum(row)} == {sum(record.payoffs) for record in paid}


@pytest.mark.slow
def test_tree_search_counts_rewards_from_the_root_on() -> None:
    """The means of a tree search are those of what is still paid, and its choice is the exact
    one."""
    for row in ROWS[:3]:
        model = Model(Coins())
        state = model.respond(Paid(row), 0, Random(0))
        search = TreeSearch(model, state, 0, Random(5))
        search.run(3_000)
        exact = {
            value: verdict.worth for value, verdict in evaluate(begin(Coins, row).left).items()
        }
        best = search.best()
        assert exact[best.value] == max(filter(None, exact.values()))
        assert abs(best.worth - max(filter(None, exact.values()))) < 0.5


def test_the_first_simulations_count_the_first_reward() -> None:
    """A choice tried once is worth what its step paid and what the random game paid after it."""
    search = TreeSearch(Model(Coins()), Paid((3, 9)), 0, Random(5))
    search.simulate(2)
    assert [3.0, 9.0] == [choice.worth for choice in search.findings()]


def test_alpha_beta_is_not_asked() -> None:
    """Its windows are those of whole games."""
    with pytest.raises(Unsearchable, match="rewards are paid on the way"):
        AlphaBeta(Model(Coins()), 100).payoffs(Paid(ROWS[0]), 0)


def test_best_responses_count_rewards() -> None:
    """Against a player who always takes the left coin, the response is worth what it is if all is
    paid at the end."""

    def leftmost(game: Any, state: Any, rng: Random) -> int:
        return 0

    for row in ROWS[:3]:
        for games in ((Coins, Purses), (Gifts, LateGifts)):
            paid, purse = (evaluate(begin(game, row), against=leftmost) for game in games)
            assert [verdict.worth for verdict in purse.values()] == [
                verdict.worth for verdict in paid.values()
            ]


@dataclass(frozen=True)
class Penny(State):
    """Which sides two players chose; the second does not see the first's."""

    sides: str = ""
    rewards: tuple[float, ...] = (0, 0)

    @property
    def display_options(self) -> Any:
        """Heads or tails."""
        return (("heads", "h"), ("tails", "t")) if len(self.sides) < 2 else ()

    @property
    def outcome(self) -> str | None:
        """Over when both have chosen."""
        return "over" if len(self.sides) == 2 else None


class Pennies(Game[Penny]):
    """Matching pennies with three for two heads; to say heads costs the first player a half at
    once."""

    players = 2

    def new_state(self, rng: Random) -> Penny:
        """Nothing is chosen."""
        return Penny()

    def process_response(self, state: Penny, value: str, rng: Random) -> Penny:
        """A side; the first costs, the second pays."""
        sides = state.sides + value
        if len(sides) == 1:
            paid = -0.5 if value == "h" else 0.0
        else:
            paid = 3.0 if sides == "hh" else 1.0 if sides == "tt" else -1.0
        return Penny(sides, (paid, -paid))

    def seen_by(self, state: Penny, player: int) -> Any:
        """One's own side, and both at the end."""
        return (
            len(state.sides),
            state.sides if len(state.sides) == 2 else state.sides[player : player + 1],
        )


@pytest.mark.slow
def test_an_equilibrium_counts_rewards() -> None:
    """The value is that of the matrix with the cost in it: (2.5, -1.5; -1, 1), which is worth
    1/6."""
    solution = solve(begun(Pennies))
    assert solution.value is not None and abs(solution.value - 1 / 6) < 1e-3
    assert solution.strategy is not None and abs(solution.strategy["h"] - 1 / 3) < 1e-2


@pytest.mark.slow
def test_environments_pay_with_each_step() -> None:
    """PettingZoo's rewards are those of the step; Gymnasium's are of one's own step and the replies
    to it."""
    several = as_environment(begin(Coins, (3, 9, 1, 2)))
    several.reset()
    paid = []
    for _ in range(4):
        several.step(
            int(np.flatnonzero(several.observe(several.agent_selection)["action_mask"])[0])
        )
        paid.append(tuple(several.rewards.values()))
    assert [(3, 0), (0, 9), (1, 0), (0, 2)] == paid
    for against in ("random", lambda seen, mask: int(np.flatnonzero(mask)[0])):
        alone = as_environment(begin(Coins, (3, 9, 1, 2)), against=against, seat=1)
        alone.reset(seed=1)
        rewards = [alone.step(0)[1] for _ in range(2)]
        coins = alone.position._state
        assert coins.outcome and 3 <= sum(rewards) <= 12 and all(rewards)


@pytest.mark.slow
def test_the_contract_checks_rewards() -> None:
    """`check_game` wants one for each player, and payoffs that are their sum; it takes both kinds
    of the game."""
    for game in (Coins, Booked, Strip, Pennies):
        check_game(game, games=4)
    with pytest.raises(
        ContractError, match=r"payoffs is .* at the end, but the sum of the rewards is"
    ):
        check_game(Doubled, games=4)
    with pytest.raises(
        ContractError, match=r"says rewards .*; give a number for each of the 2 players"
    ):
        check_game(Wide, games=4)
