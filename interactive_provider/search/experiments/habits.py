"""A tutor for bluffing: what an opponent who knows how often you chose what gains.

Where you chose often enough, and differently from the balanced plan by more than luck explains, you
have a habit there. The player who is judged has these habits and keeps to the plan elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...support.intervals import wilson
from ...support.plurals import counted, in_words
from ..analysis import label_of
from ..equilibrium import Array, Equilibrium
from ..explanations import HARDLY, frequency
from ..model import Step
from ..sentences import ENOUGH, figure
from .results import DataRows, Result, Table

LEAST = 0.0005
"""The smallest gain, in points a game, that is worth mentioning."""


@dataclass
class Spot:
    """All decisions made by one player with the same knowledge."""

    player: str
    sight: str
    times: dict[str, int]
    """How often each choice was made."""
    plan: dict[str, float]
    """The share of each choice in the balanced plan."""
    is_habit: bool = False
    costs: float = 0.0
    """The points a game that an opponent would gain less, if this habit were given up."""

    @property
    def total(self) -> int:
        """The decisions."""
        return sum(self.times.values())

    def share(self, name: str) -> float:
        """How often a choice was made."""
        return self.times[name] / self.total

    @property
    def choice(self) -> str:
        """The choice that was made too often by most."""
        return max(self.plan, key=lambda name: self.share(name) - self.plan[name])

    def differs(self) -> bool:
        """True if the shares differ from the plan by more than luck explains."""
        for name, share in self.plan.items():
            low, high = wilson(self.times[name], self.total)
            if not low - HARDLY <= share <= high + HARDLY:
                return True
        return False


@dataclass(repr=False)
class Habits(Result):
    """How somebody plays, compared with the balanced plan; ``notes`` say which lines were not
    counted.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import habits
    >>> begun = [games.openspiel.kuhn_poker(seed=seed).both_sides for seed in range(5)]
    >>> habits([p.Bet.Bet for p in begun]).verdict
    'Too few games for a verdict: you chose fewer than 20 times in each situation of 5 games.'
    """

    game: str
    games: int
    gains: dict[str, float] = field(default_factory=dict)
    """The points a game that an opponent who knows the habits gains, for each seat that was
    played."""
    spots: list[Spot] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """What an opponent gains, and by which habit most."""
        if all(spot.total < ENOUGH for spot in self.spots):
            few = f"you chose fewer than {ENOUGH} times in each situation"
            return f"Too few games for a verdict: {few} of {counted(self.games, 'game')}."
        if max(self.gains.values()) < LEAST:
            return "Nobody gains by knowing how you play: it is close to the balanced plan."
        gains = [f"{_points(gain)} a game from {name}" for name, gain in self.gains.items()]
        words = f"An opponent who knows your habits gains {' and '.join(gains)}."
        worst = max(self.spots, key=lambda spot: spot.costs)
        alone = "Giving up a single one of them would change nothing."
        return f"{words} {_worst(worst) if worst.costs >= LEAST else alone}"

    def rows(self) -> DataRows:
        """One row for each choice in each situation."""
        return [
            {
                "player": spot.player,
                "sight": spot.sight,
                "choice": name,
                "times": spot.times[name],
                "of": spot.total,
                "plan": plan,
                "is_habit": spot.is_habit,
                "costs": spot.costs,
            }
            for spot in self.spots
            for name, plan in spot.plan.items()
        ]

    def _table(self) -> Table:
        lines = [
            (
                spot.player,
                spot.sight,
                spot.choice,
                f"{100 * spot.share(spot.choice):.0f} % of {spot.total}",
                f"{100 * spot.plan[spot.choice]:.0f} %",
                _points(spot.costs) if spot.is_habit else "",
            )
            for spot in self.spots
        ]
        return Table(
            lines,
            ("player", "in sight", "choice", "yours", "plan", "costs"),
            left=3,
            title=f"{self.game}, {counted(self.games, 'game')}",
            notes=[self.verdict, *self.notes],
        )


def _points(gain: float) -> str:
    return figure([gain], "points", 2)


def _worst(spot: Spot) -> str:
    choice = spot.choice
    return (
        f"The costliest habit: you choose {choice} {frequency(spot.share(choice))}"
        f" ({spot.times[choice]} of {spot.total}; the balanced plan:"
        f" {frequency(spot.plan[choice])}) when you see “{spot.sight}”; without it the opponent"
        f" would gain {_points(spot.costs)} less."
    )


def judged(tree: Equilibrium, decisions: Iterable[tuple[Step, str]], games: int) -> Habits:
    """The habits of whoever made these choices, each with what was seen, the costliest first."""
    model = tree.tree.model
    spots = dict[int, tuple[slice, Spot]]()
    for (state, mover, value, *_), sight in decisions:
        values = model.values(state)
        first = tree.situation(state, mover, values).first
        labels = [in_words([label_of(state, one)]) for one in values]
        plan = {name: float(tree.strategy[first + n]) for n, name in enumerate(labels)}
        new = slice(first, first + len(plan)), Spot(model.names[mover], sight, Counter(), plan)
        _, spot = spots.setdefault(first, new)
        spot.times[labels[list(values).index(value)]] += 1
    strategy = tree.strategy.copy()
    for slots, spot in spots.values():
        spot.is_habit = spot.total >= ENOUGH and spot.differs()
        if spot.is_habit:
            strategy[slots] = list(map(spot.share, spot.plan))
    ranked = [spot for _, spot in spots.values()]
    names = sorted({spot.player for spot in ranked})
    gains = {name: _gain(tree, strategy, name) for name in names}
    for slots, spot in spots.values():
        if spot.is_habit:
            mended = strategy.copy()
            mended[slots] = tree.strategy[slots]
            spot.costs = max(0.0, gains[spot.player] - _gain(tree, mended, spot.player))
    ranked.sort(key=lambda spot: (-spot.costs, -spot.total))
    return Habits(model.title, games, gains, ranked)


def _gain(tree: Equilibrium, strategy: Array, player: str) -> float:
    """What a player's opponent gains by knowing the strategy."""
    other = 1 - tree.tree.model.names.index(player)
    known, balanced = (tree.best_response(one, other)[0] for one in (strategy, tree.strategy))
    return max(0.0, known - balanced)
