"""Games as environments: what they show, offer and pay is what the game says.

What PettingZoo and Gymnasium require of them is in `test_environments_judges`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

from interactive_provider import (
    ChoiceError,
    Game,
    InteractiveProvider,
    NoAbility,
    State,
    board,
    games,
    line,
    options,
    outcome,
    replay,
)
from interactive_provider.adapters.environments import as_environment
from interactive_provider.analysis import simulate
from interactive_provider.boards import Board, Cell
from interactive_provider.errors import BadParameter, BrokenGame, NoSuchOption
from interactive_provider.game.asking import menu, say
from tests.thorough import some
from tools.isolation import REPOSITORY

KUHN = InteractiveProvider(str(REPOSITORY / "examples" / "kuhn_poker.py"), seed=1).kuhn_poker

ALONE: dict[str, Callable[..., Any]] = {
    "noughts and crosses": lambda **settings: as_environment(
        games.k_in_a_row(seed=1).noughts_and_crosses, against="random", **settings
    ),
    "the other seat": lambda **settings: as_environment(
        games.k_in_a_row(seed=1).noughts_and_crosses, against=last, seat=1, **settings
    ),
    "Kuhn poker": lambda **settings: as_environment(
        KUHN, against="equilibrium", seat=1, **settings
    ),
    "rock-paper-scissors": lambda **settings: as_environment(
        games.rock_paper_scissors(seed=1), **settings
    ),
    "minesweeper": lambda **settings: as_environment(
        games.minesweeper(seed=1).beginner, **settings
    ),
    "sliding": lambda **settings: as_environment(
        games.sliding(rows=3, columns=3, seed=1), **settings
    ),
    "lamps": lambda **settings: as_environment(games.null(seed=1).three_lamps, **settings),
    "capture": lambda **settings: as_environment(games.capture(grade="gentle", seed=1), **settings),
}


def last(observation: Any, mask: Any) -> int:
    """An agent that takes the last legal action."""
    return int(np.flatnonzero(mask)[-1])


@pytest.mark.parametrize("name", ALONE)
def test_an_episode_is_a_game(name: str) -> None:
    """The mask is the list of options, observations are in their space, and the line leads to where
    the episode is."""
    environment = ALONE[name]()
    luck = Random(1)
    for seed in range(3):
        seen, info = environment.reset(seed=seed)
        for _ in range(30):
            assert environment.observation_space.contains(seen)
            legal = np.flatnonzero(info["action_mask"])
            values = {
                environment.codes.legal(environment.position._state)[action] for action in legal
            }
            offered = {option.value for option in options(environment.position)}
            assert offered >= values
            assert name not in ("minesweeper", "capture") or offered == values
            seen, _, over, _, info = environment.step(luck.choice(list(legal)))
            if over:
                break
        assert over == (outcome(environment.position) is not None)
        if name != "Kuhn poker":  # not in the catalogue that `replay` looks in
            assert replay(info["line"]) == environment.position


def test_the_winner_is_rewarded() -> None:
    """At the end the winner gets 1 and the other player 0, and before the end nobody gets
    anything."""
    environment = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses)
    environment.reset(seed=5)
    for cell in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)):
        assert {"X": 0.0, "O": 0.0} == environment.rewards
        mask = environment.observe(environment.agent_selection)["action_mask"]
        state = environment.position._state
        action = next(
            n
            for n, value in environment.codes.legal(state).items()
            if _names(environment, value) == cell
        )
        assert mask[action] == 1
        environment.step(action)
    assert {"X": 1.0, "O": 0.0} == environment.rewards
    assert all(environment.terminations.values()) and environment.infos["X"]["line"] == line(
        environment.position
    )
    assert "X" in environment.render()


def _names(environment: Any, value: Any) -> tuple[int, int]:
    """Row and column of an option of noughts and crosses."""
    option = next(option for option in options(environment.position) if option.value == value)
    row, column = option.names
    return int(row[3:]), int(column[6:])


def test_a_seed_is_the_seed_of_the_game() -> None:
    """``reset(seed=7)`` begins the game of that seed; without a seed the given game comes first,
    then others."""
    environment = as_environment(games.minesweeper(seed=3).beginner)
    assert line(games.minesweeper(seed=3).beginner) == environment.reset()[1]["line"]
    assert line(games.minesweeper(seed=3).beginner) != environment.reset()[1]["line"]
    assert line(games.minesweeper(seed=7).beginner) == environment.reset(seed=7)[1]["line"]
    following = environment.reset()[1]["line"]
    environment.reset(seed=7)
    assert following == environment.reset()[1]["line"]


def test_a_seed_is_a_whole_number() -> None:
    """Also one of numpy's; anything else is refused by name, and the game stays."""
    env = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses)
    env.reset(seed=np.int64(7))
    assert line(games.k_in_a_row(seed=7).noughts_and_crosses) == line(env.position)
    for seed in (1.5, "7"):
        with pytest.raises(BadParameter, match=f"seed is {seed!r}"):
            env.reset(seed=seed)
    assert line(games.k_in_a_row(seed=7).noughts_and_crosses) == line(env.position)


def test_opponents_leave_the_other_parameters() -> None:
    """With an opponent or an agent in the other seat it is still the game with its own
    parameters."""
    begin = games.match_game(rows=(3, 2), misere=False, seed=7)
    assert 5 == as_environment(begin, against=last).action_space.n
    environment = as_environment(begin, against="random", seat="player 2")
    assert line(begin(against="random", seat=1)) == environment.reset()[1]["line"]
    assert 1 == environment.seat


def test_spaces_do_not_depend_on_the_seed() -> None:
    """An agent trained on one seed can play on another: actions, signs and words are numbered
    alike."""
    one, other = (as_environment(games.minesweeper(seed=seed).beginner).codes for seed in (1, 2))
    assert (one.numbers, one.signs, one.words) == (other.numbers, other.signs, other.words)


def test_an_agent_sees_what_its_seat_is_shown() -> None:
    """The other player's card changes nothing in an observation, and one's own does; the line comes
    at the end."""
    environment = as_environment(KUHN.both_sides)
    environment.reset(seed=1)
    hand = type(environment.position._state)
    seen = [
        environment.codes.observation(hand(cards, "check bet"), 0).tolist()
        for cards in ("KQ", "KJ", "QJ")
    ]
    assert seen[0] == seen[1] != seen[2]
    seen = [
        environment.codes.observation(hand(cards, "check"), 1).tolist()
        for cards in ("KQ", "JQ", "QJ")
    ]
    assert seen[0] == seen[1] != seen[2]
    assert [2, 0] == [
        environment.observe(agent)["action_mask"].sum() for agent in environment.agents
    ]
    assert {} == environment.infos["player 1"]
    while not all(environment.terminations.values()):
        environment.step(
            last(None, environment.observe(environment.agent_selection)["action_mask"])
        )
    assert line(environment.position) == environment.infos["player 1"]["line"]


def test_an_observation_has_the_board_the_counters_and_the_seat() -> None:
    """Each cell has exactly one sign, a counter is its number, and the last numbers are the
    seat."""
    codes = as_environment(games.minesweeper(seed=7).beginner).codes
    state = games.minesweeper(seed=7).beginner.uncover.r4.c4._state
    seen = codes.observation(state, 0)
    cells = (len(codes.signs) + 1) * codes.rows * codes.columns
    planes = seen[:cells].reshape(-1, codes.rows, codes.columns)
    assert (planes.sum(axis=0) == 1).all()
    shown = board(games.minesweeper(seed=7).beginner.uncover.r4.c4)
    assert shown is not None
    counters = dict(shown.counters)
    assert [int(counters[name]) for name in codes.counters] == seen[
        cells : cells + len(codes.counters)
    ].tolist()
    several = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses)
    state = games.k_in_a_row(seed=1).noughts_and_crosses._state
    assert [[1, 0], [0, 1]] == [
        several.codes.observation(state, seat)[-2:].tolist() for seat in (0, 1)
    ]


def test_an_agent_fills_the_other_seat() -> None:
    """It answers each of your choices, and moves first if your seat is the second; the reward is
    your seat's."""
    begin = games.k_in_a_row(seed=1).noughts_and_crosses
    first = as_environment(begin, against=last)
    first.reset()
    first.step(0)
    assert begin.row1.column1.row3.column3 == first.position
    second = as_environment(begin, against=last, seat="O")
    second.reset()
    assert begin.row3.column3 == second.position
    second.step(0)
    assert (0.0, True) == second.step(3)[1:3]
    assert begin.row3.column3.row1.column1.row3.column2.row2.column1.row3.column1 == second.position


def test_illegal_actions() -> None:
    """A Gymnasium agent loses 1 and the episode by an action outside the mask; PettingZoo's is
    refused."""
    alone = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses, against=last)
    alone.reset(seed=1)
    assert (0.0, False) == alone.step(0)[1:3]
    assert (-1.0, True) == alone.step(0)[1:3]
    assert not alone.action_masks()[0]
    several = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses)
    several.reset(seed=1)
    several.step(0)
    with pytest.raises(
        ChoiceError, match="0 is not a legal action here; the mask allows \\[1, 2, 3"
    ):
        several.step(0)


def test_after_the_end_a_step_is_refused_in_one_sentence() -> None:
    """Before `reset`, after an episode and after one that an illegal action has ended."""
    alone = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses, against=last)
    refusal = pytest.raises(ChoiceError, match=r"^No episode is running: call reset\(\)\.$")
    with refusal:
        alone.step(0)
    alone.reset()
    alone.step(0)
    alone.step(0)
    with refusal:
        alone.step(1)
    alone.reset()
    over = False
    while not over:
        over = alone.step(int(np.flatnonzero(alone.action_masks())[0]))[2]
    with refusal:
        alone.step(4)


def test_after_the_end_an_agent_can_only_leave() -> None:
    """An action is refused in a sentence that says so, and so is a step when all have left."""
    several = as_environment(games.match_game(rows=(1, 1), seed=1))
    with pytest.raises(ChoiceError, match=r"No game is going on: call reset\(\)"):
        several.step(0)
    several.reset()
    while not any(several.terminations.values()):
        several.step(last(None, several.last()[0]["action_mask"]))
    with pytest.raises(ChoiceError, match=r"player \d can only leave it with step\(None\)"):
        several.step(0)
    for _ in range(2):
        several.step(None)
    with pytest.raises(ChoiceError, match=r"No game is going on: call reset\(\)"):
        several.step(None)


def test_only_a_whole_number_is_an_action() -> None:
    """Anything else is refused, not rounded, and the episode goes on."""
    env = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses, against=last)
    env.reset()
    for action in (None, "1", 1.5, float("nan"), [1, 2]):
        with pytest.raises(ChoiceError, match="is not an action: give a number from 0 to 8"):
            env.step(action)
    assert not env.step(np.int64(1))[2]


@dataclass(frozen=True)
class Lamps(State):
    """The lamps of a street."""

    lit: tuple[bool, ...]

    @property
    def display_text(self) -> str:
        """Which are lit."""
        return str(self.lit)

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """Those that are not."""
        return tuple((f"lamp {n}", n) for n, is_lit in enumerate(self.lit) if not is_lit)


class Street(Game[Lamps]):
    """The number of lamps depends on the seed, and a game is longer than random ones are tried."""

    def new_state(self, rng: Random) -> Lamps:
        """A hundred lamps to three hundred."""
        return Lamps((False,) * rng.choice((100, 200, 300)))

    def process_response(self, state: Lamps, value: int, rng: Random) -> Lamps:
        """One more is lit."""
        return Lamps(tuple(n == value or is_lit for n, is_lit in enumerate(state.lit)))

    def board(self, state: Lamps) -> Board:
        """A row."""
        return Board((tuple(Cell("*" if is_lit else "o") for is_lit in state.lit),))


@pytest.mark.slow
@pytest.mark.parametrize("observations", ["flat", "planes"])
def test_boards_of_other_seeds_have_room(observations: Any) -> None:
    """Actions and observations are made for the boards of many seeds."""
    env = as_environment(InteractiveProvider(Street, seed=1).street, observations=observations)
    sizes = set()
    for seed in range(8):
        seen, info = env.reset(seed=seed)
        size = len(env.position._state.lit)
        sizes.add(size)
        assert size == info["action_mask"].sum()
        cells = seen[: 3 * 300].reshape(3, 300).T if observations == "flat" else seen[0]
        assert [1] * size + [0] * (300 - size) == cells.sum(axis=1).tolist()
    assert {100, 200, 300} == sizes


def test_planes_are_the_board() -> None:
    """Rows, columns and signs of zeros and ones: each cell has the one of its sign, and the names
    of the planes say which it is."""
    env = as_environment(
        games.minesweeper(rows=4, columns=6, mines=3, seed=7), observations="planes"
    )
    seen, info = env.reset()
    for _ in range(4):
        shown = board(env.position)
        assert shown is not None
        assert env.observation_space.contains(seen)
        assert (4, 6, len(env.plane_names)) == seen.shape
        names = np.array(env.plane_names)
        assert [[cell.text for cell in row] for row in shown.rows] == [
            [str(names[cell == 1].item()) for cell in row] for row in seen
        ]
        seen, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over:
            break


def test_planes_say_whose_seat_it_is() -> None:
    """In a game of several players: a plane of ones for the agent's own seat, one of zeros for each
    other; also where a state gives its signs instead of a board."""
    env = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses, observations="planes")
    env.reset()
    env.step(4)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)["observation"]
        signs = dict(zip(env.plane_names, np.moveaxis(seen, -1, 0), strict=True))
        assert [[0, 0, 0], [0, 1, 0], [0, 0, 0]] == signs["X"].tolist()
        assert [seat == 0, seat == 1] == [
            bool(signs[f"seat of {name}"].all()) for name in ("X", "O")
        ]
    with pytest.raises(NoAbility, match="Kuhn poker has no board to make planes of"):
        as_environment(KUHN.both_sides, observations="planes")


def test_the_action_list_can_be_given() -> None:
    """Only the values given can be chosen; a number stands for places in the list, which must have
    room."""
    position = games.minesweeper(seed=7).beginner
    uncover = [option.value for option in options(position) if option.label.startswith("uncover")]
    assert len(uncover) == as_environment(position, actions=uncover).action_space.n
    four = as_environment(games.k_in_a_row(seed=1).connect_four, actions=7)
    four.reset(seed=1)
    assert [1] * 7 == four.observe(four.agent_selection)["action_mask"].tolist()
    with pytest.raises(NoAbility, match=r"The actions cannot choose all of the 7 options, such as"):
        as_environment(games.k_in_a_row(seed=1).connect_four, actions=3).codes.mask(
            four.position._state
        )


def test_an_action_has_its_label_wherever_it_is_offered() -> None:
    """Cards that the first player does not hold were called by their bare values."""
    high = InteractiveProvider(str(REPOSITORY / "examples" / "high_card.py"), seed=1).high_card
    names = as_environment(high.both_sides).action_names
    assert {f"play {card}" for card in range(1, 13)} == set(names)


def test_what_cannot_choose_is_refused_as_a_player_at_once() -> None:
    """It was accepted, and failed in the first game."""
    env = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses, against="random")
    with pytest.raises(BadParameter, match="3 is not an agent: give a function of observation"):
        env.player(3)


def test_an_unknown_argument_is_answered_with_the_nearest() -> None:
    """Python's own error names no other."""
    begin: Any = games.k_in_a_row(seed=1).noughts_and_crosses
    with pytest.raises(NoSuchOption, match="Did you mean 'observations'"):
        as_environment(begin, observation="planes")


def test_what_is_refused() -> None:
    """A game that has begun, an empty action list, a seat beside nobody, and unknown opponents are
    refused."""
    begin = games.k_in_a_row(seed=1).noughts_and_crosses
    with pytest.raises(ChoiceError, match=r"pass restart\(p\)"):
        as_environment(begin.row1.column1)
    wrong: Any
    for wrong in (0, [], True, 5.5, [[1]]):
        with pytest.raises(BadParameter, match="actions is"):
            as_environment(begin, actions=wrong)
    for name in ("observations", "agents", "render_mode"):
        setting: Any = {name: "plain"}
        with pytest.raises(BadParameter, match=f"{name} is 'plain'; it must be one of"):
            as_environment(begin, **setting)
    with pytest.raises(BadParameter, match="seat is 1, but nobody fills the other seats"):
        as_environment(begin, seat=1)
    with pytest.raises(
        BadParameter, match=r"There is no opponent named 'ramdom'. Did you mean 'random'"
    ):
        as_environment(begin, against="ramdom")
    with pytest.raises(NoAbility, match="choices that can be listed"):
        as_environment(games.chemistry(seed=1))


class Strange(BaseException):
    """What `except Exception` does not catch."""


class Failing(Street):
    """A game that fails somewhere, as its attribute says."""

    fails = ""

    def new_state(self, rng: Random) -> Lamps:
        """Three lamps; some seeds fail."""
        if self.fails == "beginning" and rng.random() < 0.2:
            raise Strange
        return Lamps((False,) * 3)

    def process_response(self, state: Lamps, value: int, rng: Random) -> Lamps:
        """The second lamp fails."""
        if self.fails == "step" and value == 1:
            raise Strange
        return super().process_response(state, value, rng)

    def board(self, state: Lamps) -> Board:
        """The second picture fails."""
        if self.fails == "board" and any(state.lit):
            raise Strange
        return super().board(state)


class Dark(Street):
    """A street whose lamps are lit."""

    def new_state(self, rng: Random) -> Lamps:
        """Two."""
        return Lamps((True, True))


def test_a_game_without_choices_is_no_environment() -> None:
    """It is refused in a sentence that says why."""
    with pytest.raises(NoAbility, match="Dark offers nothing to choose, whatever the seed"):
        as_environment(InteractiveProvider(Dark, seed=1).dark)


@pytest.mark.parametrize("fails", ["beginning", "step", "board"])
def test_what_a_game_raises_is_an_ordinary_exception(fails: str) -> None:
    """Whatever it is: also in the random games from which actions and observations are made."""
    game = type("Failing", (Failing,), {"fails": fails})
    begin = InteractiveProvider(game, seed=3).failing
    with pytest.raises(BrokenGame, match="Failing, when an environment asked it, raised Strange"):
        as_environment(begin)


def test_an_agent_plays_in_a_series() -> None:
    """`player` makes an agent a player for `simulate`, which plays the actions that the agent
    chooses."""
    begin = games.k_in_a_row(seed=1).noughts_and_crosses
    environment = as_environment(begin)
    found = simulate(
        begin, 3, players=[environment.player(last, 0), environment.player(last, 1)], progress=False
    )
    values = [option.value for option in options(begin)]
    assert tuple(reversed(values))[:3] == found.records[0].values[:3]


def test_an_agent_plays_either_seat() -> None:
    """As a player it is shown what the seat that is to move sees, so one player sits in all seats
    of a league."""
    seen: list[list[float]] = []

    def noting(observation: Any, mask: Any) -> int:
        seen.append(observation[-2:].tolist())
        return last(observation, mask)

    begin = games.k_in_a_row(seed=1).noughts_and_crosses
    simulate(begin, 1, players=as_environment(begin).player(noting), progress=False)
    assert [[1, 0], [0, 1], [1, 0]] == seen[:3]


def test_an_agent_is_an_opponent() -> None:
    """The game of an environment has its agents as opponents by name: on a board, and in a line."""
    begin = games.match_game(rows=(3, 2), misere=False, seed=7)
    catalogue: Any = InteractiveProvider(as_environment(begin).game(greedy=last), seed=7)
    position = catalogue.match_game(rows=(3, 2), misere=False, against="greedy")
    reply = position.row1.take1
    assert "played row 2 take 2" in str(reply) and "greedy" in line(reply)
    assert reply == replay(line(reply), catalogue)
    with pytest.raises(BadParameter, match="There is no opponent named 'greedy'"):
        begin(against="greedy")


def test_an_agent_outside_the_mask_is_named() -> None:
    """A choice that the mask forbids is refused with the actions that it allows."""
    begin = games.k_in_a_row(seed=1).noughts_and_crosses

    def wild(observation: Any, mask: Any) -> int:
        return 99

    with pytest.raises(
        BrokenGame, match="wild raised ChoiceError: 99 is not a legal action here; the mask allows"
    ):
        simulate(begin, 1, players=as_environment(begin).player(wild), progress=False)


class Sides(Game[State]):
    """Each of two players sees a word of their own."""

    players = 2
    seen_by = staticmethod(lambda state, player: ("left", "right")[player])

    def new_state(self, rng: Random) -> State:
        """One choice, which ends the game."""
        return menu("Which?", [("that", say("Over.", outcome="over"))])


def test_words_that_only_one_seat_sees_are_counted() -> None:
    """A quote, the words of both seats, and the own seat."""
    env = as_environment(InteractiveProvider(Sides, seed=1).sides.both_sides)
    env.reset(seed=1)
    assert [[2, 1, 0, 1, 0], [2, 0, 1, 0, 1]] == [
        env.observe(agent)["observation"].tolist() for agent in env.possible_agents
    ]


def test_what_all_seats_see_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In trial games of an open game a board is drawn once, not for each seat."""
    drawn: list[Any] = []
    monkeypatch.setattr(
        "interactive_provider.adapters.environments.board_in",
        lambda game, state: drawn.append(state),
    )
    as_environment(games.match_game(rows=(2, 1), seed=4), actions=3)
    assert len(drawn) <= len({id(state) for state in drawn}) + 1  # the first also for the space


@pytest.mark.slow
def test_openspiels_actions_are_all_of_them() -> None:
    """Also those that no random game has met: an episode of backgammon comes to its end."""
    environment = as_environment(games.openspiel.backgammon(seed=1).both_sides)
    environment.reset(seed=3)
    luck = Random(3)
    for _ in environment.agent_iter(some(80, of=200)):
        observation, _, ended, cut, _ = environment.last()
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if ended or cut else int(luck.choice(legal)))

    assert 1_352 == environment.action_space(environment.possible_agents[0]).n


def test_a_seated_agent_is_shown_by_its_name() -> None:
    """Not by a private class and an address."""
    player = as_environment(games.match_game(seed=1).two_people).player(lambda seen, mask: 0)
    assert "<the player <lambda>>" == repr(player)
