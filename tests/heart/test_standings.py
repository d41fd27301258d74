"""How a game stands as data: against the game's own states, over whole games played at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    evaluate,
    games,
    mover,
    options,
    outcome,
    payoffs,
    replay,
    winner,
)
from interactive_provider.heart.play.nodes import Position
from tests.heart.toys import Walk


def played_out(line: str, rng: Random) -> list[Position]:
    """All positions of a game from a line, played at random to its end."""
    at: Any = replay(line)
    positions = [at]
    while outcome(at) is None:
        at = at[rng.choice(options(at)).label]
        positions.append(at)
    return positions


@pytest.mark.parametrize(
    "line",
    [
        "games.match_game(seed=1).two_people",
        "games.k_in_a_row(seed=1).noughts_and_crosses",
        "games.k_in_a_row(seed=1).connect_four",
        "games.match_game(seed=1).random_computer",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_functions_say_what_the_states_say(line: str, seed: int) -> None:
    """Whose turn it is until the end; then nobody's, the winner gets all, and a draw is shared."""
    *before, last = played_out(line, Random(seed))
    names = list(payoffs(last))
    assert [({}, None)] * len(before) == [(payoffs(at), winner(at)) for at in before]
    assert all(mover(at) in names for at in before)
    won = last._state.winner
    expected = won if won is None or isinstance(won, str) else names[won]
    assert (None, expected) == (mover(last), winner(last))
    shares = {name: 0.5 if expected is None else float(name == expected) for name in names}
    assert shares == payoffs(last)


def test_a_puzzle_is_played_by_you() -> None:
    """Who gets the whole of a puzzle that is won, and nothing of one that is lost."""
    start = games.null(seed=1).three_lamps
    assert ("you", {}, None) == (mover(start), payoffs(start), winner(start))
    lost: Any = start.leave
    assert (None, {"you": 0.0}, None) == (mover(lost), payoffs(lost), winner(lost))
    won: Any = start.press_the_button.press_the_button.press_the_button
    assert (None, {"you": 1.0}, "you") == (mover(won), payoffs(won), winner(won))


WORTH = {
    "games.match_game(rows=(3, 2), seed=1)": {0.0, 1.0},
    "games.null(seed=1).three_lamps": {0.0, 1.0},
    "games.sliding(rows=3, columns=3, seed=1)": {1.0},
    "games.k_in_a_row(seed=1).noughts_and_crosses.row1.column1": {0.0, 0.5},
}


@pytest.mark.parametrize("line", WORTH)
def test_every_verdict_of_a_game_says_a_worth(line: str) -> None:
    """In shares of a win, by the game's own judge as by a search."""
    assert WORTH[line] == {verdict.worth for verdict in evaluate(replay(line)).values()}


def test_a_mine_is_worth_nothing_and_a_safe_square_all() -> None:
    """And what is in between is worth the chance that it is safe."""
    field = replay("games.minesweeper(seed=7).beginner.uncover.r4.c4")
    verdicts = {value: one for value, one in evaluate(field).items() if value[0] == "uncover"}
    assert {"safe": 1.0, "mine": 0.0}.items() >= {
        (str(one), one.worth) for one in verdicts.values() if str(one) in ("safe", "mine")
    }
    assert all(0.0 <= one.worth <= 1.0 for one in verdicts.values() if one.worth is not None)
    assert [] == [value for value, one in verdicts.items() if one.worth is None]


NODES: dict[str, Any] = {
    "the catalogue": lambda: games,
    "a menu": lambda: games.basic,
    "a lobby": lambda: games.minesweeper,
    "a position": lambda: games.match_game(seed=1).two_people,
    "a stage": lambda: games.match_game(seed=1).two_people.row1,
    "typed numbers": lambda: games.guess(seed=1),
    "a game that is over": lambda: games.null(seed=1).three_lamps.leave,
    "a walk": lambda: InteractiveProvider(Walk()).walk,
}


@pytest.mark.parametrize("kind", NODES)
def test_list_len_in_and_dir_follow_one_rule(kind: str) -> None:
    """``list`` gives what can be chosen, ``len`` counts it, ``in`` is true of it, ``dir`` has its
    first name."""
    node = NODES[kind]()
    listed = list(node)
    assert len(listed) == len(node)
    assert [] == [one for one in listed if one not in node]
    assert [] == [one for one in listed if getattr(one, "label", one) not in node]
    assert [] == [one for one in listed if getattr(one, "names", (one,))[0] not in dir(node)]
    assert "no such choice" not in node
    assert node


def test_in_is_true_where_brackets_lead_on() -> None:
    """In a lobby that passes on to the plain game, too."""
    pytest.importorskip("chess")
    assert "e4" in games.chess and "e9" not in games.chess
    assert games.chess["e4"] == games.chess.e4
