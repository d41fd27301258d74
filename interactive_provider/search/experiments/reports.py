"""What is a game like? Measured by playing it, for authors who want to know how good their game is.

The measures are those that game designers use (C. Browne, "Automatic generation and evaluation of
recombination games", 2008): how wide and how long it is, whether and how soon it is decided, how
often the lead changes, how far behind winners were, whether it helps to move first, with which
choice, and to think longer.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from math import log10, prod
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from ...game import Game, Value, title_of
from ...game.validation import whole
from ...support import plots
from ...support.intervals import wilson
from ...support.plurals import counted
from ...support.results import DataRows, Result, Table, plain
from ..analysis import label_of
from ..mcts import estimated
from ..model import State, guarded
from ..sentences import ENOUGH, spread
from .simulations import (
    MOST_GAMES,
    Origin,
    Record,
    Series,
    Venue,
    played,
    winner_of,
)
from .work import Workers

LEVELS = (16, 64, 256)
"""The simulations of the search-based players, each four times the previous one."""

LEAD_SIMULATIONS = 128
"""The simulations of the players whose games show who is ahead and when."""

LEAD = 0.55
"""The share of a win at which a player is said to be ahead; the estimates are not exact enough
for less."""

MOST_SHOWN = 8
"""How many first choices, and how many games, a picture shows."""


class Measure(NamedTuple):
    """A figure of a report; ``value`` is the number that ``text`` is about, if it is about one."""

    measure: str
    value: float | None
    text: str


class Score(NamedTuple):
    """The share of the points that a player or a choice made, with its 95 % interval."""

    name: str
    score: float
    low: float
    high: float
    games: int


class Lead(NamedTuple):
    """What the first player expected before each choice of a game, as a share of a win, and what
    they got in the end."""

    game: int
    shares: tuple[float, ...]


@dataclass(repr=False)
class Report(Result):
    """The measurements, and the data behind them.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import report
    >>> report(games.k_in_a_row.noughts_and_crosses, games=20, matches=2, progress=False).rows()[0]
    {'measure': 'players', 'value': 2, 'text': 'X, O'}
    """

    title: str
    random: Series
    measures: list[Measure]
    widths: list[float]
    """How many choices there are on average, by the number of the choice."""
    lengths: list[int]
    """The choices of each game between random players."""
    first_choices: list[Score]
    """The result of each first choice for its player in random games, the best one first."""
    leads: list[Lead] = field(default_factory=list)
    """Games between search-based players."""
    skill: list[Score] = field(default_factory=list)
    """What each level scored against the previous one; in a puzzle, how often it won."""

    def rows(self) -> DataRows:
        """Return a row for each measure."""
        return [plain(measure) for measure in self.measures]

    def _table(self) -> Table:
        lengths = sorted(self.lengths)
        over = [bisect(lengths, number) / len(lengths) for number in range(lengths[-1] + 1)]
        pictures = (
            plots.curves("options, by move", [self.widths], max(self.widths, default=1)),
            plots.curves("games that are over, by move", [over]),
            plots.intervals(
                "score by first choice, at random", self.first_choices[:MOST_SHOWN], 0.5
            ),
            plots.curves(
                f"who is ahead: {self.random.names[0]} above",
                [one.shares for one in self.leads[:MOST_SHOWN]],
            ),
            plots.intervals("score by skill", self.skill, 0.5),
        )
        lines = [(one.measure, one.text) for one in self.measures]
        return Table(lines, left=2, title=self.title, pictures="".join(pictures))


def reported(beginning: Origin, games: int, matches: int, workers: Workers) -> Report:
    """Return a report on the game from its beginning on, by random ``games`` and by ``matches``
    between each pair of levels."""
    game, state, _ = beginning()
    matches = whole("matches", matches, low=1, high=MOST_GAMES)
    random = played(beginning, games, "random", workers=workers)
    names = random.names
    title = game.view(state, 0).title or title_of(game)
    first_choices = _first_choices(random, state)
    measures = [
        Measure("players", len(names), ", ".join(names)),
        *_sizes(random),
        *_results(random, first_choices),
    ]
    widths = _mean_widths(random)
    report = Report(title, random, measures, widths, random.lengths, first_choices)
    if game.players is None:
        report.measures.append(Measure("thinking", None, "not tried: the game cannot be searched"))
        return report
    if len(names) == 2:
        numbers = range(max(1, matches // 2))
        workers.do(partial(lead_histories, beginning), numbers, report.leads.extend)
        report.leads.sort()
        report.measures += _decisions([one.shares for one in report.leads])
    if len(names) < 3:
        _add_skill(report, beginning, matches, workers)
    return report


def _sizes(random: Series) -> Iterator[Measure]:
    """Yield the measures of how wide and how long games are, and how many there may be, as D. Knuth
    estimates trees (Math. Comp. 29, 1975)."""
    widths = [width for record in random.records for width in record.widths] or [0]
    mean = fmean(widths)
    yield Measure("choices at a time", mean, f"{mean:.1f} on average, at most {max(widths)}")
    lengths = random.lengths
    mean = fmean(lengths)
    yield Measure(
        "length", mean, f"{mean:.1f} choices on average, {min(lengths)} to {max(lengths)}"
    )
    number = sum(prod(record.widths) for record in random.records) // random.games
    yield Measure(
        "games",
        float(number) if number < 10**300 else None,
        f"about 10^{log10(max(1, number)):.0f}, estimated from random games",
    )


def _results(random: Series, first_choices: Sequence[Score]) -> Iterator[Measure]:
    """Return who wins if all choose at random, and with which first choices, of those tried
    often."""
    won = random.wins(random.first)
    share = won / random.games
    if len(random.names) == 1:
        yield Measure("won at random", share, f"{won:,} of {random.games:,}")
    else:
        yield Measure(
            "the first mover wins",
            share,
            f"{spread(share, *wilson(won, random.games))} of {random.games:,} games at random",
        )
        drawn = random.draws / random.games
        yield Measure("drawn", drawn, f"{100 * drawn:.0f} % of them")
    tried = [one for one in first_choices if one.games >= ENOUGH]
    for kind, chosen in (("best", tried[:1]), ("worst", tried[1:][-1:])):
        for name, *figures, _ in chosen:
            yield Measure(
                f"{kind} first choice", figures[0], f"{name}: scores {spread(*figures)} at random"
            )


def _first_choices(random: Series, state: Any) -> list[Score]:
    """Return the results of the first choices in random games, the best one first."""
    groups = defaultdict[Value, list[Record]](list)
    for record in random.records:
        for value in record.values[:1]:
            groups[value].append(record)
    scores = [
        _score(label_of(state, value), [replace(random, records=records)], [random.first])
        for value, records in groups.items()
    ]
    return sorted(scores, key=lambda one: (-one.low, one.name))


def _score(name: str, series: Sequence[Series], seats: Sequence[int]) -> Score:
    """Return the share of the points that a player with a seat in each series made."""
    games = sum(one.games for one in series)
    points = sum(one.points(seat) for one, seat in zip(series, seats, strict=True))
    return Score(name, points / max(1, games), *wilson(points, games), games)


# Leads -------------------------------------------------------------------------------------


def lead_histories(beginning: Origin, numbers: Sequence[int]) -> Iterator[Lead]:
    """Return games with these numbers between two search-based players, as they judge them; none if
    payoffs have no range."""
    venue = Venue(beginning, {})
    model = venue.model
    shares = list[float]()

    def thinking(game: Game, state: State, mover: int, rng: Random) -> Value:
        found = estimated(model, state, mover, LEAD_SIMULATIONS, rng)
        best = found.best()
        low, high = found.range or (0.0, 0.0)
        share = (best.worth - low) / (high - low)
        shares.append(share if mover == 0 else 1 - share)
        return best.value

    venue.players = dict.fromkeys((0, 1), thinking)
    with guarded(model.game, "a report"):
        if model.payoff_range(venue.state) is None:
            return
    for number in numbers:
        shares.clear()
        winner = winner_of(venue.play((0, 1), f"lead/{number}").payoffs)
        yield Lead(number, (*shares, 0.5 if winner is None else 1.0 - winner))


def _decisions(games: Sequence[Sequence[float]]) -> Iterator[Measure]:
    """Yield the measures of how games are decided, after C. Browne, from the first player's shares;
    a player who can expect less than ``LEAD`` is not ahead."""
    if not games:
        yield Measure(
            "leads", None, "not measured: the game does not declare the range of its payoffs"
        )
        return
    decided = [
        shares if shares[-1] == 1 else [1 - share for share in shares]
        for shares in games
        if shares[-1] != 0.5
    ]
    share = len(decided) / len(games)
    yield Measure(
        "decisiveness",
        share,
        f"{100 * share:.0f} % of {counted(len(games), 'game')} between players of"
        f" {LEAD_SIMULATIONS} simulations had a winner",
    )
    changes = fmean(map(_lead_changes, games))
    yield Measure("lead changes", changes, f"{changes:.1f} a game")
    if decided:
        after = fmean(map(_decided_after, decided))
        yield Measure(
            "decided after",
            after,
            f"{100 * after:.0f} % of the choices: from there on the winner was ahead",
        )
        drama = fmean(map(_drama, decided))
        yield Measure(
            "drama",
            drama,
            f"{drama:.2f}: how far behind winners were while they were, from 0 to 1",
        )


def _lead_changes(shares: Sequence[float]) -> int:
    """Return how often the other player gets ahead."""
    leaders = [share > 0.5 for share in shares if not 1 - LEAD < share < LEAD]
    return sum(one != other for one, other in pairwise(leaders))


def _decided_after(shares: Sequence[float]) -> float:
    """Return the share of the choices after which the winner was ahead to the end, from the
    winner's shares."""
    behind = [at for at, share in enumerate(shares, 1) if share < LEAD]
    return max(behind, default=0) / len(shares)


def _drama(shares: Sequence[float]) -> float:
    """Return the mean root of the winner's deficits, where there was one."""
    deficits = [1 - 2 * share for share in shares if share <= 1 - LEAD]
    return fmean(deficit**0.5 for deficit in deficits or [0.0])


def _add_skill(report: Report, beginning: Origin, matches: int, workers: Workers) -> None:
    """Return what four times as many simulations are worth, level by level, in both seats with the
    same luck."""
    less: Any = "random"
    against = " against a random player"
    for level in LEVELS:
        more = ("mcts", level)
        name = f"{level} simulations"
        seatings = [[more]] if len(report.random.names) == 1 else [[more, less], [less, more]]
        games = max(1, matches // len(seatings))
        series = [played(beginning, games, players, workers=workers) for players in seatings]
        score = _score(name, series, range(len(series)))
        if len(series) == 1:
            text = f"win {series[0].wins(0)} of {games}"
        else:
            text = f"scores {100 * score.score:.0f} % in {score.games} games{against}"
        report.skill.append(score)
        report.measures.append(Measure(name, score.score, text))
        less = more
        against = f" against {name}"


# At random ---------------------------------------------------------------------------------


def _mean_widths(series: Series) -> list[float]:
    """Return the mean number of options at each choice that at least a tenth of the games reach."""
    games = [record.widths for record in series.records]
    longest = sorted(series.lengths)[-max(1, len(games) // 10)]
    return [fmean(widths[n] for widths in games if len(widths) > n) for n in range(longest)]
