"""OpenSpiel's own Monte Carlo tree search, if it is honest: never if something is hidden.

It is given a number of random games and a seed, so that the same state has the same answer
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pyspiel

from ...game import Hint, Opponent, Policy, Verdict
from ...search.sentences import Evidence, Rated, Unit, sentence, tried
from .backgammon import ManByMan

_MEGABYTES = 200
_EXPLORING = 1.4
"""How the search weighs what it has seldom tried, in games won or lost by one: the square root of
2."""


def is_honest(kind: Any) -> bool:
    """True if the search plays such a game by what its player sees, and plays it at all."""
    types = pyspiel.GameType
    return bool(
        kind.dynamics == types.Dynamics.SEQUENTIAL
        and kind.information == types.Information.PERFECT_INFORMATION
        and kind.reward_model == types.RewardModel.TERMINAL
        and kind.chance_mode != types.ChanceMode.SAMPLED_STOCHASTIC
        and not kind.short_name.startswith("python_")
    )


def opponent(simulations: int) -> Opponent:
    """The search as an opponent, with a default number of random games for each move."""
    return Opponent(
        player, simulations, "OpenSpiel's Monte Carlo tree search with a number of random games"
    )


def player(budget: int) -> Policy:
    """A player that plays a given number of random games before each move."""

    def choose(game: Any, state: Any, rng: Random) -> int:
        action, *_ = _searched(state.inner, budget, rng.getrandbits(31))
        return action

    return choose


def random_payoffs(inner: Any, count: int, seed: int) -> tuple[float, ...]:
    """What everybody gets of that many random games, on average: a search of one step is just that,
    without a tree."""
    game = inner.get_game()
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    bot = pyspiel.MCTSBot(game, evaluator, _EXPLORING, 1, _MEGABYTES, False, seed, False)
    own: float = bot.mcts_search(inner).total_reward
    if game.num_players() == 1:
        return (own,)
    others = game.utility_sum() - own
    return (others, own) if inner.current_player() else (own, others)


def verdicts(inner: Any, trace: bytes, simulations: int) -> dict[int, Verdict]:
    """What each action is worth to the player to move."""
    found = _searched(inner, simulations, _seed(trace)).items()
    return {
        action: _verdict(inner.get_game(), child)
        for action, child in found
        if child.explore_count or child.outcome
    }


def advice(state: Any, name: Callable[[int], str], simulations: int) -> Hint:
    """The action that the search prefers, and why; ``name`` says an action in words."""
    inner = state.inner
    game, ranked = inner.get_game(), _searched(inner, simulations, _seed(state.trace))
    rated = [
        Rated(name(action), _worth(game, child))
        for action, child in ranked.items()
        if child.explore_count or child.outcome
    ]
    action, best = next(iter(ranked.items()))
    known = Evidence(
        rated[0],
        _unit(game),
        "proof" if best.outcome else "games",
        best.explore_count,
        simulations,
        len(ranked),
        second=rated[1] if len(rated) > 1 else None,
        opponent="your opponent",
        others=_only(list(ranked.values())),
    )
    act, reason, certainty = sentence(known)
    return Hint(action, reason, action=act or name(action), certainty=certainty)


def _only(ranked: Sequence[Any]) -> str:
    """A note that every choice but the first is proved to lose, if that is so."""
    others = [child.outcome and child.outcome[child.player] < 0 for child in ranked[1:]]
    return " Every other move loses." if others and all(others) else ""


def _unit(game: Any) -> Unit:
    counts_wins = game.num_players() > 1 and (game.min_utility(), game.max_utility()) == (-1, 1)
    return "win" if counts_wins else "points"


def _worth(game: Any, child: Any) -> float:
    """What an action gains, as a share of a win if only winning counts."""
    paid = _paid(child)
    if _unit(game) == "win":
        return (paid + 1) / 2
    return paid


def _paid(child: Any) -> float:
    """What an action is proved to pay, or paid on average."""
    if child.outcome:
        return float(child.outcome[child.player])
    return float(child.total_reward / child.explore_count)


def _verdict(game: Any, child: Any) -> Verdict:
    low, high = game.min_utility(), game.max_utility()
    paid = _paid(child)
    score = (paid - low) / (high - low) if high > low else 0.5
    if child.outcome:
        return Verdict(result(paid, low, high), score, paid)
    text = tried(Rated("", _worth(game, child)), _unit(game), child.explore_count)
    return Verdict(text, min(1.0, max(0.0, score)), paid)


def result(paid: float, low: float, high: float) -> str:
    """What a certain payoff is called in a game that pays from ``low`` to ``high``."""
    return {high: "wins", low: "loses", (low + high) / 2: "draws"}.get(paid, f"ends at {paid:g}")


def _seed(trace: bytes) -> int:
    return int.from_bytes(trace[:4], "big") >> 1


def _searched(inner: Any, simulations: int, seed: int) -> dict[int, Any]:
    """What the search tree holds of each action, the best first; of a turn of backgammon, of its
    next man."""
    game = inner.get_game()
    weight = _EXPLORING * max(1.0, (game.max_utility() - game.min_utility()) / 2)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, weight, simulations, _MEGABYTES, True, seed, False)
    by_man = isinstance(inner, ManByMan)
    found: dict[int, Any] = {}
    for child in sorted(
        bot.mcts_search(inner.whole if by_man else inner).children, key=_preference, reverse=True
    ):
        if not by_man or inner.goes_on(child.action):
            found.setdefault(inner.begun(child.action) if by_man else child.action, child)
    return found


def _preference(child: Any) -> tuple[float, int, float]:
    """What OpenSpiel's search chooses by: what is proved, then how many games, then their
    results."""
    return (
        child.outcome[child.player] if child.outcome else 0.0,
        child.explore_count,
        child.total_reward,
    )
