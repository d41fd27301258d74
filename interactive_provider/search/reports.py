"""What is a game like? Measured by playing it: for authors who want to know whether theirs is any good.

The measures are those by which designers of games judge new ones (C. Browne, "Automatic generation and evaluation of
recombination games", 2008): how wide and how long it is, whether it is decided, whether it pays to begin or to think.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..game import title_of
from ..sanitizing import clean, markup
from .budgets import GAMES, MATCHES
from .model import Model, guarded
from .simulations import LENGTH_LIMIT, Beginning, Series, in_cells, in_columns, played

LEVELS = (16, 64, 256)
"""Simulations of players who think, each four times the one before."""


@dataclass(slots=True)
class Report:
    """The measurements as pairs of name and figure, and two curves.

    >>> from interactive_provider import games, report
    >>> report(games.k_in_a_row.noughts_and_crosses, games=20, matches=2).rows[0]
    ('players', 'X, O')
    """

    title: str
    random: Series
    rows: list[tuple[str, str]] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    """How many choices there are on average, by the number of the choice."""
    lengths: list[int] = field(default_factory=list)
    """The choices of each game between random players."""

    def __str__(self) -> str:
        return f"{clean(self.title)}\n\n{in_columns(self.rows)}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        curves = _bars("options, by move", self.widths) + _bars("games by length", _in_bins(self.lengths))
        return f"<h4>{markup(self.title)}</h4>{in_cells(self.rows)}{curves}{self.random.picture}"


def reported(beginning: Beginning, *, games: int = GAMES, matches: int = MATCHES, executor: Any = None) -> Report:
    """A report on the game from its beginning on, by random ``games`` and by ``matches`` between each two levels."""
    game = beginning()[0]
    names = Model(game, anyone=True).names
    random = played(beginning, games, "random", executor=executor, progress=False)
    report = Report(title_of(game), random, lengths=random.lengths)
    report.widths = _mean_widths(random)
    widths = [width for record in random.records for width in record.widths]
    report.rows = [
        ("players", ", ".join(names)),
        ("choices at a time", f"{sum(widths) / max(1, len(widths)):.1f} on average, at most {max(widths, default=0)}"),
        ("length", f"{random.mean_length:.1f} choices on average, {min(report.lengths)} to {max(report.lengths)}"),
        ("games", f"about 10^{_log_games(random):.0f}, estimated from random games"),
    ]
    if len(names) > 1:
        low, high = random.interval(random.first)
        share = random.wins(random.first) / random.games
        report.rows += [
            ("the first to move wins", f"{share:.2f} ({low:.2f} to {high:.2f}) of {games:,} games at random"),
            ("drawn", f"{random.draws / random.games:.2f} of them"),
        ]
    else:
        report.rows.append(("won at random", f"{random.wins(0):,} of {games:,}"))
    report.rows.append(("new positions", f"{_new_share(beginning, games):.2f} of those met in random games"))
    return _with_skill(report, beginning, names, matches, executor)


def _with_skill(report: Report, beginning: Beginning, names: Sequence[str], matches: int, executor: Any) -> Report:
    """What four times the thought is worth, level by level."""
    game = beginning()[0]
    if game.players is None:
        report.rows.append(("thinking", "not tried: the game cannot be searched"))
        return report
    if len(names) == 2:
        less: int | None = None
        for more in LEVELS:
            score = _score_of(beginning, _level(more), _level(less), matches, executor)
            against = "a random player" if less is None else f"{less} simulations"
            report.rows.append(
                (f"{more} simulations", f"score {score:.2f} of {2 * max(1, matches // 2)} games against {against}")
            )
            less = more
    elif len(names) == 1:
        for level in LEVELS:
            series = played(beginning, matches, _level(level), executor=executor, progress=False)
            report.rows.append((f"{level} simulations", f"win {series.wins(0)} of {matches}"))
    return report


def _level(simulations: int | None) -> Any:
    return "random" if simulations is None else ("mcts", simulations)


def _score_of(beginning: Beginning, one: Any, other: Any, matches: int, executor: Any) -> float:
    """The share of points that a player makes, beginning in half of the games."""
    half = max(1, matches // 2)
    first = played(beginning, half, (one, other), executor=executor, progress=False)
    second = played(beginning, half, (other, one), seed=1, executor=executor, progress=False)
    return (first.score(0) + second.score(1)) / 2


def _mean_widths(series: Series) -> list[float]:
    """The mean number of options at each choice that a tenth of the games still reach."""
    longest = sorted(series.lengths)[-max(1, series.games // 10)] if series.games else 0
    columns = [[r.widths[n] for r in series.records if len(r.widths) > n] for n in range(longest)]
    return [sum(column) / len(column) for column in columns if column]


def _log_games(series: Series) -> float:
    """The decimal logarithm of the number of games, as D. Knuth estimates trees (Math. Comp. 29, 1975)."""
    from math import log10, prod

    estimates = [prod(record.widths) for record in series.records]
    return log10(max(1, sum(estimates) // len(estimates))) if estimates else 0.0


def _new_share(beginning: Beginning, games: int) -> float:
    """How many of the positions in random games no game before it had."""
    game, start, first = beginning()
    model, met, all_met = Model(game, anyone=True), set(), 0
    for number in range(games):
        state, turn, rng = start, first, Random(f"new/{number}")
        with guarded(game, "a report"):
            state = model.world(state, turn, rng)
            for _ in range(LENGTH_LIMIT):
                values = model.values(state)
                if not values:
                    break
                mover = model.mover(state, turn)
                state, turn = model.respond(state, rng.choice(values), rng), model.next_turn(mover)
                met.add(model.key(state, turn))
                all_met += 1
    return len(met) / max(1, all_met)


def _in_bins(lengths: Sequence[int], bins: int = 30) -> list[float]:
    if not lengths:
        return []
    low, high = min(lengths), max(lengths)
    step = max(1, -(-(high - low + 1) // bins))
    counts = [0.0] * ((high - low) // step + 1)
    for length in lengths:
        counts[(length - low) // step] += 1
    return counts


def _bars(title: str, heights: Sequence[float]) -> str:
    """A small picture of bars."""
    if not heights:
        return ""
    top, wide = max(heights) or 1, max(3, min(24, 420 // len(heights)))
    bars = "".join(
        f'<rect x="{4 + n * wide}" y="{20 + 80 * (1 - height / top):.1f}" width="{wide - 1}" '
        f'height="{80 * height / top:.1f}" fill="#0072b2"><title>{n + 1}: {height:.3g}</title></rect>'
        for n, height in enumerate(heights)
    )
    width = 8 + wide * len(heights)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{max(260, width)}" height="106" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#ffffff"/>'
        f'<text x="4" y="14" fill="#111">{markup(title)} (at most {top:.3g})</text>{bars}</svg>'
    )
