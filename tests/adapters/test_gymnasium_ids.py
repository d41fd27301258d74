"""Environments by name for Gymnasium, and pictures of environments that draw."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode

from interactive_provider import InteractiveProvider, board, choose, games, outcome, replay
from interactive_provider.adapters import gymnasium_ids
from interactive_provider.adapters.environments import as_environment, from_environment
from interactive_provider.errors import BadParameter, NoAbility
from interactive_provider.prose import Image, Prose
from interactive_provider.support import extras
from interactive_provider.support.png import address, png


@pytest.mark.parametrize("name", gymnasium_ids.GAMES)
def test_every_name_makes_an_environment(name: str) -> None:
    """It begins, and takes a legal action."""
    env = gymnasium.make(f"interactive_provider/{name}-v0")
    _, info = env.reset(seed=7)
    _, _, _, truncated, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert not truncated


def test_parameters_are_those_of_the_game() -> None:
    """With the same seed it is the same game as by its line."""
    env: Any = gymnasium.make("interactive_provider/minesweeper-v0", rows=4, columns=5, mines=3)
    _, info = env.reset(seed=7)
    assert "games.minesweeper(rows=4, columns=5, mines=3, seed=7)" == info["line"]


def test_make_takes_what_gymnasium_takes() -> None:
    """Ways to draw, a list of pictures, a time limit, no checker, and the name of the module."""
    name = "interactive_provider/match_game-v0"
    assert "The match game" in gymnasium.make(name, render_mode="ansi").unwrapped.render()
    assert gymnasium.make(name, render_mode=None).unwrapped.render() is None
    listing = gymnasium.make(
        f"interactive_provider.adapters.gymnasium_ids:{name}",
        render_mode="ansi_list",
        max_episode_steps=1,
        disable_env_checker=True,
    )
    _, info = listing.reset(seed=1)
    _, _, over, cut, _ = listing.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (False, True, 2) == (over, cut, len(listing.render()))
    with (
        pytest.warns(UserWarning, match="not in the possible render_modes"),
        pytest.raises(BadParameter, match="render_mode is 'rgb_array'; it must be one of 'ansi'"),
    ):
        gymnasium.make(name, render_mode="rgb_array")


def test_a_specification_makes_the_environment_again() -> None:
    """Also after it was JSON."""
    env = gymnasium.make(
        "interactive_provider/minesweeper-v0", rows=4, columns=5, mines=3, observations="planes"
    )
    assert env.spec is not None
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    seen = again.reset(seed=7)[0]
    assert env.observation_space == again.observation_space
    assert env.reset(seed=7)[0].tolist() == seen.tolist()


def lines(vector: Any) -> list[str]:
    """Where the environments of a vector are."""
    return [repr(env.unwrapped.position) for env in vector.envs]


def test_copies_in_a_vector_play_different_games() -> None:
    """Without a seed each begins with a game of its own and goes on with others; with one the games
    follow from it."""
    vector = gymnasium.make_vec("interactive_provider/null-v0", 3, render_mode="ansi")
    found = []
    for _ in range(2):
        vector.reset()
        found += lines(vector)
    assert 6 == len(set(found))
    again = []
    for _ in range(2):
        vector.reset(seed=5)
        vector.reset()
        again.append(lines(vector))
    assert again[0] == again[1]
    begin = games.null(seed=1).three_lamps
    copies = gymnasium.vector.SyncVectorEnv([lambda: as_environment(begin) for _ in range(3)])
    copies.reset()
    assert {repr(begin)} == set(lines(copies))
    copies.reset()
    assert 3 == len(set(lines(copies)))


@pytest.mark.slow
def test_every_seed_of_capture_can_be_played() -> None:
    """Its actions are all exchanges of the board, not only those that random games have met."""
    env = gymnasium.make("interactive_provider/capture-v0", grade="gentle")
    assert 224 == env.action_space.n
    for seed in range(12):
        _, info = env.reset(seed=seed)
        count = len(env.unwrapped.position._state.display_options)
        assert count == info["action_mask"].sum()


def test_what_was_said_at_the_end_outlives_the_next_game() -> None:
    """Where a vector begins the next game within the step, the line of the last one is still that
    of its end (Farama-Foundation/Gymnasium#1227)."""
    vector = gymnasium.make_vec(
        "interactive_provider/minesweeper-v0",
        2,
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        rows=3,
        columns=3,
        mines=4,
        start="unsafe",
    )
    _, info = vector.reset(seed=1)
    ended = np.zeros(2, bool)
    while not ended.any():
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        _, _, ended, _, info = vector.step(actions)
    number = int(np.flatnonzero(ended)[0])
    final = info["final_info"]
    assert outcome(replay(final["line"][number])) is not None
    assert 0 == final["action_mask"][number].sum() < info["action_mask"][number].sum()
    assert outcome(replay(info["line"][number])) is None


def test_actions_have_values_and_names() -> None:
    """In the order of their numbers; a name is the label of the option that the action chooses."""
    env = as_environment(games.match_game(rows=(2, 1), seed=1), against="random")
    env.reset(seed=1)
    assert len(env.actions) == len(env.action_names) == env.action_space.n
    legal = np.flatnonzero(env.action_masks())
    position = env.position
    for action in legal:
        assert choose(position, env.actions[action]) == choose(position, env.action_names[action])
    by_place = as_environment(games.match_game(rows=(2, 1), seed=1), against="random", actions=9)
    assert by_place.actions is None
    assert ("row1 take1", "row1 take2", "row2 take1") == by_place.action_names


def test_a_missing_extra_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of a bare ModuleNotFoundError."""
    monkeypatch.setattr(extras, "installed", lambda *names: False)
    with pytest.raises(
        NoAbility, match=r'Environments need the extra environments: .* -m pip install "gymnasium'
    ):
        as_environment(games.match_game(rows=(2, 1), seed=1), against="random")


class Pole(gymnasium.Env[Any, Any]):  # type: ignore[misc]  # untyped where it is not installed
    """Something that is drawn: a red point that moves left and right."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}
    action_space = spaces.Discrete(2)
    observation_space = spaces.Box(0, 9, (1,), np.float32)
    render_mode = "rgb_array"

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """In the middle."""
        super().reset(seed=seed)
        self.at = 4
        return self._seen(), {}

    def step(self, action: Any) -> Any:
        """A point to the left or to the right; it ends at the edge."""
        self.at += 2 * int(action) - 1
        return self._seen(), 1.0, self.at in (0, 9), False, {}

    def render(self) -> Any:
        """A row of ten points."""
        row = np.zeros((1, 10, 3), np.uint8)
        row[0, self.at] = (255, 0, 0)
        return row

    def _seen(self) -> Any:
        return np.array([self.at], np.float32)


def points_of(data: str) -> list[tuple[int, ...]]:
    """The points of an address of a PNG picture without filters, read by the rules of PNG."""
    file = base64.b64decode(data.removeprefix("data:image/png;base64,"))
    width, height = struct.unpack(">II", file[16:24])
    start = file.index(b"IDAT")
    (length,) = struct.unpack(">I", file[start - 4 : start])
    rows = zlib.decompress(file[start + 4 : start + 4 + length])
    lines = [rows[at + 1 : at + 1 + 3 * width] for at in range(0, len(rows), 3 * width + 1)]
    assert height == len(lines)
    return [tuple(line[at : at + 3]) for line in lines for at in range(0, 3 * width, 3)]


def test_an_environment_that_draws_shows_its_picture() -> None:
    """On the page of each position, above what is observed; a text says that there is one."""
    pole: Any = InteractiveProvider(from_environment(Pole, actions=["left", "right"]), seed=1).pole
    for position, place in ((pole, 4), (pole.left, 3), (pole.right.right, 6)):
        text = position._state.display_text
        assert isinstance(text, Prose)
        (drawn,) = text.blocks[0].runs
        assert isinstance(drawn, Image)
        assert [place] == [
            at for at, point in enumerate(points_of(drawn.data)) if point == (255, 0, 0)
        ]
        assert '<img alt="the environment" src="data:image/png;base64,' in position._repr_html_()
        assert f"[{float(place):g}.]" in str(position)
    assert board(pole) is None


def test_a_picture_is_read_back_as_it_was() -> None:
    """Of any shape, not only a square."""
    points = bytes(range(3 * 5 * 2))
    assert [tuple(points[at : at + 3]) for at in range(0, 30, 3)] == points_of(
        address(png(5, 2, points))
    )
