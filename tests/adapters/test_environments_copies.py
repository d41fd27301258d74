"""Environments are copied and pickled as they stand: programs that search or train in parallel do
so."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import cloudpickle
import gymnasium
import numpy as np
import pytest

from interactive_provider import choose, games, options
from interactive_provider.adapters import gymnasium_ids  # noqa: F401 - it registers the names
from interactive_provider.adapters.environments import as_environment
from interactive_provider.analysis import simulate
from tests.adapters.test_environments import KUHN, last
from tests.adapters.test_environments_judges import coins

MINES: dict[str, Any] = {"rows": 4, "columns": 5, "mines": 4}

KINDS: dict[str, Callable[[], Any]] = {
    "several seats": lambda: as_environment(games.k_in_a_row(seed=1).connect_four),
    "planes": lambda: as_environment(
        games.k_in_a_row(seed=1).connect_four, agents="numbered", observations="planes"
    ),
    "rewards": lambda: as_environment(coins(1)),
    "hidden cards": lambda: as_environment(KUHN.both_sides),
    "an opponent": lambda: as_environment(
        games.match_game(rows=(3, 2), seed=7), against="random", seat=1
    ),
    "an agent": lambda: as_environment(games.match_game(rows=(3, 2), seed=7), against=last),
    "a puzzle": lambda: as_environment(games.sliding(rows=3, columns=3, seed=1)),
    "luck": lambda: as_environment(games.rock_paper_scissors(seed=1)),
    "minesweeper": lambda: as_environment(games.minesweeper(seed=1, **MINES)),
    "made by name": lambda: gymnasium.make(
        "interactive_provider/minesweeper-v0", max_episode_steps=9, **MINES
    ),
}


def pickled(protocol: int, env: Any) -> Any:
    """An environment out of its pickle."""
    return pickle.loads(pickle.dumps(env, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
    **{
        f"protocol {number}": partial(pickled, number)
        for number in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


def go_on(env: Any, steps: int) -> None:
    """Take the last legal actions, as far as the game goes on."""
    for _ in range(steps):
        if hasattr(env, "agent_selection"):
            if not env.agents:
                return
            mask = env.last()[0]["action_mask"]
            env.step(last(None, mask) if mask.any() else None)
        elif env.unwrapped.action_masks().any():
            env.step(last(None, env.unwrapped.action_masks()))


def future(env: Any) -> list[Any]:
    """Where an environment is, and where the same actions and the next two games lead."""
    found = [env.unwrapped.position]
    for steps in (2, 3):
        env.reset()
        found.append(env.unwrapped.position)
        go_on(env, steps)
        found.append(env.unwrapped.position)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_is_an_equal_environment(kind: str) -> None:
    """By every way to copy and pickle, before `reset`, in a game and after it: at the same
    position, with the same games to come, and independent."""
    for way in WAYS.values():
        for steps in (None, 2, 60):
            env = KINDS[kind]()
            if steps is not None:
                env.reset(seed=5)
                go_on(env, steps)
            here = env.unwrapped.position
            twin = way(env)
            later = future(twin)
            assert here == env.unwrapped.position
            assert future(env) == later


def test_a_copy_draws_actions_of_its_own() -> None:
    """The spaces of a copy go on as those of the original, and seeding one leaves the other alone
    (openai/gym#2994)."""
    env = as_environment(games.minesweeper(seed=1).beginner)
    env.action_space.seed(1)
    twin = copy.deepcopy(env)
    drawn = [twin.action_space.sample() for _ in range(9)]
    assert [env.action_space.sample() for _ in range(9)] == drawn
    env.action_space.seed(2)
    after = copy.deepcopy(env)
    twin.action_space.seed(3)
    assert after.action_space.sample() == env.action_space.sample()
    several = as_environment(coins(1))
    assert several.action_space("player 1") is not copy.deepcopy(several).action_space("player 1")


def test_a_vector_is_copied() -> None:
    """Each of its environments stays where it is."""
    vector = gymnasium.make_vec("interactive_provider/minesweeper-v0", 2, **MINES)
    vector.reset(seed=1)
    vector.step(np.array([3, 4]))
    for way in (copy.deepcopy, WAYS["cloudpickle"]):
        assert [env.unwrapped.position for env in vector.envs] == [
            env.unwrapped.position for env in way(vector).envs
        ]


@pytest.mark.slow
def test_an_agent_plays_in_other_processes() -> None:
    """A series of games with an agent takes an executor."""
    begin = games.k_in_a_row(seed=1).noughts_and_crosses
    player = as_environment(begin).player(last)
    with ProcessPoolExecutor(2) as executor:
        there = simulate(begin, 2, players=player, executor=executor, progress=False)
    assert simulate(begin, 2, players=player, progress=False).records == there.records


def test_a_search_on_copies_leaves_the_game_alone() -> None:
    """Each action can be tried on a copy (Farama-Foundation/PettingZoo#1307)."""
    env = as_environment(games.match_game(rows=(3, 2), misere=False, seed=7))
    env.reset(seed=1)
    begin = env.position
    reached = []
    for action in np.flatnonzero(env.last()[0]["action_mask"]):
        twin = copy.deepcopy(env)
        twin.step(int(action))
        reached.append(twin.position)
    assert [choose(begin, option) for option in options(begin)] == reached
    assert begin == env.position
