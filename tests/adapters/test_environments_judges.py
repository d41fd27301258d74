"""Games as environments, judged by the tests that PettingZoo and Gymnasium publish."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    CaptureStdoutWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from interactive_provider import (
    Game,
    InteractiveProvider,
    State,
    choose,
    games,
    options,
    payoffs,
)
from interactive_provider.adapters import gymnasium_ids
from interactive_provider.adapters.environments import as_environment, from_environment
from tests.adapters.test_environments import ALONE, KUHN, last
from tools.isolation import REPOSITORY

SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Heap(State):
    """What is left of a heap."""

    left: int
    mover: int = 0
    rewards: tuple[int, ...] = (0, 0, 0)

    @property
    def display_text(self) -> str:
        """How many are left."""
        return f"{self.left} left."

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """One, two or three."""
        return tuple((f"take {n}", n) for n in (1, 2, 3) if n <= self.left)

    @property
    def outcome(self) -> str | None:
        """Over when nothing is left."""
        return None if self.left else "over"


class Heaps(Game[Heap]):
    """Three players take from a heap; each stone is paid at once, and the last one costs the others
    one each."""

    players = ("Ann", "Bob", "Cid")

    def new_state(self, rng: Random) -> Heap:
        """Nine to twelve stones."""
        return Heap(rng.randint(9, 12))

    def process_response(self, state: Heap, value: int, rng: Random) -> Heap:
        """Whoever takes an even number moves again."""
        left = state.left - value
        paid = [0 if left else -1] * 3
        paid[state.mover] = value
        following = state.mover if value == 2 else (state.mover + 1) % 3
        return Heap(left, following, tuple(paid))


def coins(seed: int) -> Any:
    """The example that pays on the way."""
    return InteractiveProvider(
        str(REPOSITORY / "examples" / "coins.py"), seed=seed
    ).coins.both_sides


def heaps(seed: int) -> Any:
    """A game of three that pays on the way, in which one may move twice."""
    return InteractiveProvider(Heaps, seed=seed).heaps.both_sides


SEVERAL: dict[str, Callable[[int], Any]] = {
    "connect four": lambda seed: games.k_in_a_row(seed=seed).connect_four,
    "the match game": lambda seed: games.match_game(seed=seed),
    "Kuhn poker": lambda seed: KUHN(seed=seed).both_sides,
    "Leduc poker": lambda seed: games.openspiel.leduc_poker(seed=seed).both_sides,
    "coins": coins,
    "a heap for three": heaps,
}

WITH_A_BOARD = ("connect four", "the match game")

MASKED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
)
"""What `api_test` warns of in every environment with an action mask, but for seven of PettingZoo's
own, which it knows by name."""

PARAMETERS: dict[str, dict[str, Any]] = {"capture": {"grade": "gentle"}}
"""A game is made as quickly as possible."""


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", SEVERAL)
def test_pettingzoo_accepts_games_of_several_players(name: str) -> None:
    """PettingZoo's own tests of the interface, of seeding and of drawing pass without a warning."""
    kinds = ("flat", "planes") if name in WITH_A_BOARD else ("flat",)
    for observations in kinds:
        for seed in SEEDS:

            def make(
                render_mode: Any = "ansi", seed: int = seed, observations: Any = observations
            ) -> Any:
                return as_environment(
                    SEVERAL[name](seed),
                    agents="numbered",
                    observations=observations,
                    render_mode=render_mode,
                )

            with warnings.catch_warnings():
                for message in MASKED:
                    warnings.filterwarnings("ignore", message)
                api_test(make(), num_cycles=30)
            seed_test(make, num_cycles=20)
            render_test(make)


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ALONE)
def test_gymnasium_accepts_one_seat(name: str) -> None:
    """Gymnasium's own test passes without a warning, for every way to draw."""
    # It cannot make the environment again to try the others itself.
    warnings.filterwarnings("ignore", ".*Not able to test alternative render modes")
    for render_mode in ("ansi", "human", None):
        check_env(ALONE[name](render_mode=render_mode))


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", gymnasium_ids.GAMES)
def test_gymnasium_accepts_what_it_makes_by_name(name: str) -> None:
    """Its test passes with every way to draw, and with both kinds of observations."""
    for observations in ("flat", "planes"):
        for seed in SEEDS:
            env = gymnasium.make(
                f"interactive_provider/{name}-v0",
                observations=observations,
                seed=seed,
                render_mode="ansi",
                **PARAMETERS.get(name, {}),
            )
            check_env(env.unwrapped)


@pytest.mark.slow
@pytest.mark.parametrize("name", gymnasium_ids.GAMES)
def test_three_copies_in_a_vector(name: str) -> None:
    """They play legal actions through several episodes, and drawn observations fit the space."""
    vector = gymnasium.make_vec(
        f"interactive_provider/{name}-v0", 3, render_mode="ansi", **PARAMETERS.get(name, {})
    )
    luck = np.random.default_rng(1)
    seen, info = vector.reset()
    for _ in range(40):
        assert vector.observation_space.contains(seen)
        masks = np.stack(vector.call("action_masks"))
        assert (masks == info["action_mask"].astype(bool)).all()
        actions = [luck.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
        seen, _, _, _, info = vector.step(np.array(actions))


def sums_of_last(env: Any) -> dict[str, float]:
    """What `last` gave each agent in a game of first actions."""
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(200):
        seen, reward, terminated, truncated, _ = env.last()
        sums[agent] += reward
        env.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    return sums


@pytest.mark.parametrize("begin", [coins, heaps])
def test_last_pays_what_came_since_the_own_last_turn(begin: Callable[[int], Any]) -> None:
    """Added up, it is what the game pays."""
    env = as_environment(begin(1))
    env.reset(seed=3)
    sums = sums_of_last(env)
    assert payoffs(env.position) == sums


@pytest.mark.parametrize("agents", ["named", "numbered"])
@pytest.mark.parametrize("begin", [coins, heaps])
def test_there_and_back_it_pays_the_same(begin: Callable[[int], Any], agents: Any) -> None:
    """A game as an environment as a game pays the players, by their own names, what it pays."""
    env = as_environment(begin(1), agents=agents)
    catalogue: Any = InteractiveProvider(from_environment(env), seed=1)
    position = catalogue.interactive_provider_v0.both_sides
    env.reset(seed=position._state.seed)
    original = env.position
    while options(position):
        position = choose(position, options(position)[-1])
        original = choose(original, options(original)[-1])
    assert payoffs(original) == payoffs(position)


def test_numbered_agents_have_names() -> None:
    """`agents="numbered"` gives the names that PettingZoo recommends, and says which player each
    is."""
    env = as_environment(heaps(1), agents="numbered")
    assert {"player_0": "Ann", "player_1": "Bob", "player_2": "Cid"} == env.agent_names
    assert ["player_0", "player_1", "player_2"] == env.possible_agents


@pytest.mark.parametrize("wrapper", [OrderEnforcingWrapper, AssertOutOfBoundsWrapper])
def test_wrappers_play_a_game(wrapper: Any) -> None:
    """PettingZoo's wrappers change nothing in what is paid."""
    wrapped = wrapper(as_environment(coins(1)))
    wrapped.reset(seed=3)
    sums = sums_of_last(wrapped)
    assert payoffs(wrapped.unwrapped.position) == sums


def test_a_wrapper_ends_the_game_at_an_illegal_action() -> None:
    """PettingZoo's own way to punish one works, and the next game begins as usual."""
    begin = games.k_in_a_row(seed=1).noughts_and_crosses
    wrapped = TerminateIllegalWrapper(as_environment(begin), illegal_reward=-1)
    for _ in range(2):
        wrapped.reset(seed=1)
        wrapped.step(0)
        wrapped.step(0)
        assert {"X": 0.0, "O": -1.0} == sums_of_last(wrapped)
    wrapped.reset(seed=1)
    assert 1 == sum(sums_of_last(wrapped).values())


def test_a_wrapper_catches_what_is_printed() -> None:
    """`render` prints the position for people, where PettingZoo's wrapper expects it; the list of
    ways to draw that the wrapper writes into is its own."""
    begin = games.k_in_a_row(seed=1).noughts_and_crosses
    wrapped = CaptureStdoutWrapper(as_environment(begin, render_mode="human"))
    wrapped.reset(seed=1)
    assert f"{wrapped.unwrapped.position}\n" == wrapped.render()
    assert ["ansi", "human"] == as_environment(begin).metadata["render_modes"]


def test_the_judges_see_what_is_wrong() -> None:
    """A reward that `last` does not give fails `api_test`, so its silence says something."""
    env = as_environment(coins(1))
    pay = env._accumulate_rewards
    env._accumulate_rewards = lambda: [pay() for _ in range(2)]
    with pytest.raises(AssertionError, match="reward"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=10)


def test_every_agent_is_shown_something_at_any_time() -> None:
    """Programs that ask all agents after each step, also those that are out of the game, get what
    fits their spaces."""
    env = as_environment(heaps(1))
    env.reset(seed=1)
    while env.agents:
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        over = env.terminations[env.agent_selection]
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(None if over else last(None, mask))
