"""OpenSpiel's own Monte Carlo tree search, used only where it is honest: never if something is
hidden.

It gets a number of random games and a seed, so that the same state has the same answer everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pyspiel

from ...game import Opponent, Policy
from ...search.analysis import Question, Study
from ...search.known import Finding
from ...search.sentences import ENOUGH
from .backgammon import ManByMan
from .labels import spelled

_MEGABYTES = 200
_LAST = 4
"""The number of last moves near which a search looks for the next one on a large board."""

_PLACE = re.compile(r"(?<![a-z])([a-z]{1,2})(\d{1,2})")
"""A place that a move names: ``c4``, or ``aa12`` on a wide board."""

_EXPLORING = 1.4
"""The weight of rarely tried options in the search, for games won or lost by one: the square root
of 2."""


def is_honest(kind: Any) -> bool:
    """True if the search can play such a game, and does so using only what its player sees."""
    types = pyspiel.GameType
    return bool(
        kind.dynamics == types.Dynamics.SEQUENTIAL
        and kind.information == types.Information.PERFECT_INFORMATION
        and kind.reward_model == types.RewardModel.TERMINAL
        and kind.chance_mode != types.ChanceMode.SAMPLED_STOCHASTIC
        and not kind.short_name.startswith("python_")
    )


def opponent(simulations: int) -> Opponent:
    """Return the search as an opponent, with a default number of random games for each move."""
    return Opponent(
        player, simulations, "OpenSpiel's Monte Carlo tree search with a number of random games"
    )


def player(budget: int) -> Policy:
    """Return a player that plays a given number of random games before each move."""

    def choose(game: Any, state: Any, rng: Random) -> int:
        action, *_ = _searched(state.inner, budget, rng.getrandbits(31))
        return action

    return choose


def random_payoffs(inner: Any, count: int, seed: int) -> tuple[float, ...]:
    """Return everybody's average payoff in that many random games: a one-step search is exactly
    this, without a tree."""
    game = inner.get_game()
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    bot = pyspiel.MCTSBot(game, evaluator, _EXPLORING, 1, _MEGABYTES, False, seed, False)
    own: float = bot.mcts_search(inner).total_reward
    if game.num_players() == 1:
        return (own,)
    others = game.utility_sum() - own
    return (others, own) if inner.current_player() else (own, others)


def near(state: Any, games: int) -> list[int]:
    """Return the options for our own search to ask about: the places nearest to the last moves,
    where pieces are placed on a board with too many options for that many games; the second men of
    a turn, which OpenSpiel's tree mixes with other first men."""
    if getattr(state.inner, "first", None) is not None:
        return list(state.option_values)
    facts = state.rules.facts
    if not facts.puts or ENOUGH * len(state.option_values) <= games:
        return []
    # Where pieces are moved, OpenSpiel may only name a move on the board before it.
    moves = state.inner.full_history()[-_LAST:]
    words = [state.inner.action_to_string(move.player, move.action) for move in moves]
    last = _places(spelled(" ".join(words), facts.numbers))
    if not last:
        return []

    def distance(option: tuple[Sequence[str], int]) -> int:
        places = _places(" ".join(option[0]))
        return min((max(abs(x - a), abs(y - b)) for x, y in places for a, b in last), default=0)

    options = sorted(state.display_options, key=distance)
    return [value for _, value in options[: games // ENOUGH // 2]]


def _places(text: str) -> list[tuple[int, int]]:
    """Return the places that a move names, as numbers of columns and rows."""
    return [(int(letters, 36), int(row)) for letters, row in _PLACE.findall(text)]


def studied(question: Question, simulations: int) -> Study:
    """Return what that many simulations say about each action."""
    study = question.study()
    state = question.state
    seed = int.from_bytes(state.trace[:4], "big") >> 1
    found = _searched(state.inner, simulations, seed)
    study.findings = {value: Finding(value, 0.0, False) for value in study.values}
    study.findings |= {action: _finding(action, tried) for action, tried in found.items()}
    if not all(one.exact for one in study.findings.values()):
        study.games = simulations
    return study


def _finding(action: int, tried: Sequence[Any]) -> Finding:
    """Return an action's proved payoff, or its average: for a man, together with all later moves of
    the turn."""
    best = tried[0]
    games = sum(child.explore_count for child in tried)
    if best.outcome:
        return Finding(action, float(best.outcome[best.player]), games=games)
    worth = sum(child.total_reward for child in tried) / max(1, games)
    return Finding(action, worth, False, games=games)


def _searched(inner: Any, simulations: int, seed: int) -> dict[int, list[Any]]:
    """Return what the search tree says about each action, the best first; in a turn of backgammon,
    about its next man."""
    game = inner.get_game()
    weight = _EXPLORING * max(1.0, (game.max_utility() - game.min_utility()) / 2)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, weight, simulations, _MEGABYTES, True, seed, False)
    by_man = isinstance(inner, ManByMan)
    found: dict[int, list[Any]] = {}
    for child in sorted(
        bot.mcts_search(inner.whole if by_man else inner).children, key=_preference, reverse=True
    ):
        if not by_man or inner.goes_on(child.action):
            action = inner.begun(child.action) if by_man else child.action
            found.setdefault(action, []).append(child)
    return found


def _preference(child: Any) -> tuple[float, int, float]:
    """Return the key by which OpenSpiel's search chooses: proofs first, then the number of games,
    then their results."""
    return (
        child.outcome[child.player] if child.outcome else 0.0,
        child.explore_count,
        child.total_reward,
    )
