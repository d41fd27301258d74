"""Environments as games: those of others behind the dot, and those that break their own
contract."""

# ruff: noqa: D102 - what the methods of an environment do is described by Gymnasium and PettingZoo

from __future__ import annotations

import itertools
import pickle
import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.test.example_envs import generated_agents_env_v0
from pettingzoo.utils.conversions import aec_to_parallel

from interactive_provider import (
    ChoiceError,
    InteractiveProvider,
    NoAbility,
    evaluate,
    games,
    hint,
    line,
    options,
    outcome,
    replay,
    undo,
)
from interactive_provider.adapters.environments import as_environment, from_environment
from interactive_provider.analysis import simulate
from interactive_provider.errors import BadParameter, BrokenGame
from interactive_provider.testing import check_game
from tests.thorough import some


def toy(name: str, **settings: Any) -> Any:
    """The first position of one of Gymnasium's games in text."""
    mode = None if name.startswith("Blackjack") else "ansi"
    catalogue: Any = InteractiveProvider(
        from_environment(gymnasium.make(name, render_mode=mode), **settings), seed=7
    )
    return getattr(catalogue, dir(catalogue)[0])


class Race(AECEnv):  # type: ignore[misc]  # as in the package, their classes are not looked into
    """Two runners take one or two steps in turns; who reaches five wins. A step of two is
    impossible from three."""

    def __init__(self) -> None:
        super().__init__()
        self.metadata = {"name": "race_v0", "is_parallelizable": True}
        self.render_mode = None
        self.possible_agents = ["red", "blue"]
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(0, 9, (2,), np.int8),
                    "action_mask": spaces.Box(0, 1, (2,), np.int8),
                }
            )
            for name in self.possible_agents
        }
        self.action_spaces = {name: spaces.Discrete(2, start=1) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.agents = list(self.possible_agents)
        self.at = dict.fromkeys(self.agents, 0)
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: Any = {name: {} for name in self.agents}
        self.agent_selection = "red"

    def observe(self, agent: str) -> Any:
        mine = self.at[agent]
        return {
            "observation": np.array(
                [mine, *(at for name, at in self.at.items() if name != agent)], np.int8
            ),
            "action_mask": np.array([1, mine != 3], np.int8),
        }

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.at[agent] += action
        won = self.at[agent] >= 5
        self.rewards = {name: float(won and (1 if name == agent else -1)) for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, won)
        self.agent_selection = "blue" if agent == "red" else "red"
        self._accumulate_rewards()


class Cards(Race):
    """Each draws a card from 0 to 5 that the other does not see; red says 1 or 2, and the higher
    card wins that."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(seed)
        luck = np.random.default_rng(seed)
        self.at = {name: int(luck.integers(6)) for name in self.agents}

    def observe(self, agent: str) -> Any:
        return {
            "observation": np.array([self.at[agent], 0], np.int8),
            "action_mask": np.ones(2, np.int8),
        }

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        red = action * float(np.sign(self.at["red"] - self.at["blue"]))
        self.rewards = {"red": red, "blue": -red}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class Walk(gymnasium.Env):  # type: ignore[misc]
    """A walk of three steps to the left or right."""

    observation_space = spaces.Discrete(7)
    action_space: Any = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.at = [3]
        return 3, {}

    def step(self, action: int) -> Any:
        self.at.append(self.at[-1] + 2 * action - 1)
        return self.at[-1], 1.0, len(self.at) == 4, False, {}

    def get_action_meanings(self) -> list[str]:
        """The names of the actions."""
        return ["left", "right"]


def race(**settings: Any) -> Any:
    """The first position of the race."""
    return InteractiveProvider(from_environment(Race, **settings), seed=1).race_v0.both_sides


def test_toy_text_is_behind_the_dot() -> None:
    """Actions are attributes, the picture in text is shown, and undo and the line lead where they
    should."""
    lake = toy("FrozenLake-v1", actions=["left", "down", "right", "up"])
    assert ["left", "down", "right", "up"] == [option.label for option in options(lake)]
    assert "[S]FFF\nFHFH" in str(lake)
    down = lake.down
    assert "(Down)" in str(down) and down == lake.down and lake == undo(down)
    assert down == replay(line(down), lake._table.origin)
    taxi = toy("Taxi-v4")
    legal = taxi._state.look.actions
    assert [f"action_{action}" for action in legal] == dir(taxi) and len(legal) < 6
    assert "o  o  o" in str(toy("CliffWalking-v1").action_0)
    assert "The end" in str(toy("Blackjack-v1").action_0)


@pytest.mark.slow
def test_a_position_is_the_same_in_another_process() -> None:
    """The line leads to an equal page elsewhere, through luck of the environment's own, and a
    position is pickled."""
    position = toy("FrozenLake-v1")
    for _ in range(4):
        position = position.action_2 if outcome(position) is None else position
    program = f"""
import gymnasium
from interactive_provider import InteractiveProvider, replay
from interactive_provider.adapters.environments import from_environment
made = gymnasium.make("FrozenLake-v1", render_mode="ansi")
print(replay({line(position)!r}, InteractiveProvider(from_environment(made), seed=7)))
"""
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert str(position) == told.rstrip("\n")
    assert position == pickle.loads(pickle.dumps(position))


def test_branches_have_luck_of_their_own() -> None:
    """On the ice the same action slides in different directions in different places of the tree,
    always alike."""
    lake = toy("FrozenLake-v1")
    seen = [
        lake._table.game.process_response(lake._state, 2, random.Random(n)).look.observations[0]
        for n in range(20)
    ]
    assert {0, 1, 4} == set(seen)
    assert (
        seen[0]
        == lake._table.game.process_response(lake._state, 2, random.Random(0)).look.observations[0]
    )


def test_agents_are_players() -> None:
    """Agents take turns, masks are the options, rewards the payoffs, and all of it is searched
    exactly."""
    begin = race(fully_observable=True)
    assert ["action_0", "action_1"] == dir(begin)
    end = begin.action_1.action_0.action_0.action_0
    assert ["action_0"] == dir(end)
    end = end.action_0.action_0.action_0
    assert "red wins" == outcome(end) and (1.0, -1.0) == end._state.payoffs
    assert "Action 1" in str(hint(begin)) or "win" in str(hint(begin))
    assert all(verdict.worth in (1.0, -1.0) for verdict in evaluate(begin).values())


@pytest.mark.slow
def test_a_seat_sees_its_observation_alone() -> None:
    """What the other agent holds is in nothing that is shown, and search draws it again."""
    catalogue: Any = InteractiveProvider(from_environment(Cards), seed=3)
    game = catalogue.race_v0.both_sides._table.game
    hands: dict[int, set[int]] = {}
    pages: dict[int, set[str]] = {}
    for seed in range(40):
        state = game.new_state(random.Random(seed))
        own, other = (look["observation"][0] for look in state.look.observations)
        hands.setdefault(int(own), set()).add(int(other))
        pages.setdefault(int(own), set()).add(
            repr(game.seen_by(state, 0)) + game.seen_by(state, 0).display_text
        )
    assert all(len(shown) == 1 for shown in pages.values()) and max(map(len, hands.values())) > 1
    drawn = {
        game.resample(state, 0, random.Random(n)).look.observations[1]["observation"][0].item()
        for n in range(60)
    }
    assert set(range(6)) == drawn
    same = [game.resample(state, 0, random.Random(n)).known[0] for n in range(5)]
    assert {state.known[0]} == set(same)


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{}, {"fully_observable": True}])
@pytest.mark.parametrize("environment", [Race, Walk])
def test_environments_keep_the_contract_of_games(environment: Any, settings: Any) -> None:
    """`check_game` finds nothing wrong: steps are pure, and nothing shown says more than was
    observed."""
    check_game(from_environment(environment, **settings), games=some(1, of=2))


@pytest.mark.slow
def test_hidden_cards_stay_hidden() -> None:
    """`check_game` finds nothing in what is shown that the player has not observed."""
    check_game(from_environment(Cards), games=4)


def test_rewards_are_added_up() -> None:
    """A player's payoff is the sum of the rewards on the way."""
    begin: Any = InteractiveProvider(from_environment(Walk), seed=1).walk
    assert "3 points" == outcome(begin.left.left.right)
    assert [(3.0,)] * 4 == [record.payoffs for record in simulate(begin, 4, progress=False).records]


@pytest.mark.slow
def test_there_and_back_again() -> None:
    """A game of ours as an environment is a game again, with the same winner."""
    env = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses)
    again: Any = InteractiveProvider(from_environment(env), seed=1)
    position = again.interactive_provider_v0.both_sides
    assert 9 == len(options(position))
    for choice in (
        "action_0",
        "action_1",
        "action_2",
        "action_3",
        "action_4",
        "action_5",
        "action_6",
    ):
        position = getattr(position, choice) if outcome(position) is None else position
    assert outcome(position) in ("X wins", "O wins")


class Reusing(Walk):
    """It returns the same array each time."""

    observation_space: Any = spaces.Box(0, 9, (1,), np.int64)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.shown = np.array([3])
        return self.shown, {}

    def step(self, action: int) -> Any:
        seen, *rest = super().step(action)
        self.shown[0] = seen
        return self.shown, *rest


def test_a_position_keeps_what_it_shows() -> None:
    """An environment that writes into the array that it returned before changes no position."""
    catalogue: Any = InteractiveProvider(from_environment(Reusing), seed=1)
    begin = catalogue.reusing
    shown = str(begin)
    assert "[2]" in str(begin.left) and shown == str(begin) and "[3]" in shown


def test_after_the_end_nothing_is_chosen() -> None:
    """An environment that would go on after its end is not asked to."""
    catalogue: Any = InteractiveProvider(from_environment(Walk), seed=1)
    end = catalogue.walk.left.left.left
    assert [] == dir(end)
    with pytest.raises(ChoiceError, match="over"):
        end.left  # noqa: B018


class Ignorant(Walk):
    """It begins somewhere else each time, whatever the seed."""

    observation_space = spaces.Discrete(9, start=-1)
    beginnings = itertools.cycle((2, 3, 4))

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.at = [next(self.beginnings)]
        return self.at[0], {}


class Remembering(Walk):
    """It counts all its steps ever."""

    total = 0

    def step(self, action: int) -> Any:
        seen, reward, *rest = super().step(action)
        self.total += 1
        return seen, reward + self.total, *rest


def broken(name: str, **returned: Any) -> type[Walk]:
    """A walk whose step returns something else."""

    def step(self: Any, action: int) -> Any:
        result = dict(
            zip(("seen", "reward", "over", "late", "info"), Walk.step(self, action), strict=True)
        )
        return tuple((result | returned).values())

    return type(name, (Walk,), {"step": step})


BROKEN: dict[str, tuple[Any, str]] = {
    "ignores the seed": (
        Ignorant,
        "Ignorant cannot be repeated: reset.seed=.* gave something else",
    ),
    "remembers": (Remembering, "Remembering cannot be repeated"),
    "wrong length": (
        broken("Wide", info={"action_mask": [1, 1, 1]}),
        r"Wide gives the action mask \[1, 1, 1\]; it must consist of 2 zeros and ones",
    ),
    "wrong numbers": (broken("Half", info={"action_mask": [0.5, 1]}), "Half gives the action mask"),
    "nothing allowed": (
        broken("Stuck", info={"action_mask": [0, 0]}),
        "Stuck gives an action mask that allows nothing, although the game is not over",
    ),
    "another shape": (
        broken("Grown", seen=np.zeros(3)),
        r"Grown shows you array.*, which is not in its observation space Discrete\(7\)",
    ),
    "not a number": (
        broken("Nan", reward=float("nan")),
        "Nan gives you the reward nan, which is not finite",
    ),
    "no number": (broken("Words", reward="much"), "Words raised ValueError: .*'much'"),
    "an old step": (
        type("Old", (Walk,), {"step": lambda self, action: Walk.step(self, action)[:4]}),
        r"Old gives \(.*\); reset must return an observation and info, step an observation",
    ),
    "no return": (
        type("Mute", (Walk,), {"step": lambda self, action: None}),
        "Mute gives None; reset must return an observation and info",
    ),
    "raises": (
        type("Lost", (Walk,), {"step": lambda self, action: 1 // 0}),
        "Lost raised ZeroDivisionError",
    ),
    "never leaves": (
        type(
            "Stays",
            (Race,),
            {"_was_dead_step": lambda self, action: None, "metadata": {"name": "stays"}},
        ),
        "race_v0 still has 'red' among its agents, although it is out of the game",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_contract_is_one_sentence(name: str) -> None:
    """An environment that breaks its own contract is refused when it is given, in a sentence that
    says how."""
    environment, sentence = BROKEN[name]
    with pytest.raises(BrokenGame, match=sentence) as refusal:
        from_environment(environment)
    assert "\n" not in str(refusal.value)


def test_what_is_refused() -> None:
    """No environment, one without discrete actions, and names that are not one for each action."""
    with pytest.raises(
        BadParameter, match=r"42 is not an environment that takes turns: give .* AEC environment"
    ):
        from_environment(42)
    with pytest.raises(BadParameter, match="is not an environment that takes turns"):
        from_environment(aec_to_parallel(Race()))
    with pytest.raises(BadParameter, match=r"does not name its agents; .* list possible_agents"):
        from_environment(generated_agents_env_v0.env())
    with pytest.raises(
        BadParameter, match=r"Steer has the action space Box.*; a game needs a Discrete one"
    ):
        from_environment(type("Steer", (Walk,), {"action_space": spaces.Box(0, 1, (2,))}))
    with pytest.raises(
        BadParameter, match=r"actions is \['left'\]; give a name for each of the 2 actions"
    ):
        from_environment(Walk, actions=["left"])


@pytest.mark.slow
def test_search_needs_other_games_that_look_the_same() -> None:
    """Where no other seed shows the player the same, search is refused instead of looking at what
    is hidden."""

    class Unique(Walk):
        """Its first observation says the seed."""

        observation_space = spaces.Discrete(2**31)

        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            super().reset(seed=seed)
            return seed, {}

    begin: Any = InteractiveProvider(from_environment(Unique), seed=1).unique
    with pytest.raises(
        NoAbility, match="none of 5,000 other games showed the player the same observations"
    ):
        hint(begin)
