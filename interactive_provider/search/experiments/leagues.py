"""A round robin of players: who beats whom how often, and ratings with intervals.

In each round every group of as many players as there are seats plays in each rotation of the seats,
with the same luck. That luck depends only on the seed, the round and the names: a result does not
depend on who plays the games, and rounds and players can be added later.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, permutations
from os import PathLike
from typing import Any, NamedTuple, TypeAlias

from ...errors import BadParameter, NoAbility, quote
from ...game import Words
from ...support import plots
from ...support.plurals import counted
from ...support.results import DataRows, Result, Table, plain
from ...support.storage import FileName, read_kept, write_kept
from ..budgets import Schedule
from ..model import Model, Payoffs
from ..opponents import name_of
from .ratings import AVERAGE, rated
from .simulations import (
    BrokenPlayer,
    Contestant,
    Origin,
    Venue,
    checked_player,
    is_list,
    winner_of,
)
from .work import Workers

Players: TypeAlias = "Mapping[str, Any] | Sequence[Any]"
"""Names with players, or players that are named after what they are."""

Policies: TypeAlias = "Mapping[str, Contestant]"
"""Checked players by name."""


class Pairing(NamedTuple):
    """A game to be played: its round, counted from 1, and who has which seat."""

    round: int
    players: Words


class Match(NamedTuple):
    """A game that was played; ``players`` and ``payoffs`` are in the order of the seats."""

    round: int
    players: Words
    payoffs: Payoffs
    outcome: str
    choices: int
    forfeited: str = ""
    """The player who lost it by a fault; ``outcome`` names the fault."""


class Standing(NamedTuple):
    """A player in the table: the rating with its 95 % interval, and the results that it follows
    from."""

    player: str
    plays: str
    """The level or the function that plays."""
    rating: float
    low: float
    high: float
    games: int
    won: int
    drawn: int
    lost: int
    score: float
    """The share of the points: 1 for a win, a half for a draw."""
    forfeited: int


@dataclass(repr=False)
class League(Result):
    """The results of a league; ``note`` says why, if it is shorter than requested.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import Schedule, league
    >>> p, players = games.k_in_a_row.noughts_and_crosses, ["random", "perfect"]
    >>> found = league(p, players, Schedule(rounds=5), progress=False)
    >>> [row["player"] for row in found.rows()]
    ['perfect', 'random']
    """

    players: dict[str, str]
    """The names, each with the level or the function that plays."""
    rounds: int
    seed: int | str = 0
    opening: int = 0
    """Random choices that each game begins with."""
    game: str = ""
    """The line of the position that each game begins with."""
    matches: list[Match] = field(default_factory=list)
    note: str = ""

    def points(self) -> dict[tuple[str, str], tuple[float, int]]:
        """Return for each pair of players who met, what the first scored against the second, and
        how often they met."""
        scores = defaultdict[tuple[str, str], list[float]](list)
        for match in self.matches:
            paid = zip(match.players, match.payoffs, strict=True)
            for (one, own), (other, its) in permutations(paid, 2):
                scores[one, other].append((own > its) + (own == its) / 2)
        return {pair: (sum(score), len(score)) for pair, score in scores.items()}

    def standings(self) -> list[Standing]:
        """Return the players, the strongest first."""
        points = self.points()
        # Of n players at a table n - 1 comparisons are independent, and n (n - 1) / 2 are counted.
        weight = 2 / max((len(match.players) for match in self.matches), default=2)
        pairs = {one: (weight * score, weight * games) for one, (score, games) in points.items()}
        found = []
        for name, (rating, width) in rated(list(self.players), pairs).items():
            met = [points.get((name, other), (0.0, 0)) for other in self.players]
            score, number = map(sum, zip(*met, strict=True))
            ends = Counter(_ending(match, name) for match in self.matches if name in match.players)
            row = Standing(
                name,
                self.players[name],
                rating,
                rating - width,
                rating + width,
                ends.total(),
                ends["won"],
                ends["drawn"],
                ends["lost"],
                score / max(1, number),
                sum(match.forfeited == name for match in self.matches),
            )
            found.append(row)
        return sorted(found, key=lambda row: -row.rating)

    def rows(self) -> DataRows:
        """Return a row for each player, the strongest first."""
        return [plain(row) for row in self.standings()]

    def _table(self) -> Table:
        """Return the standings as a table, with the points of each player against every other."""
        standings = self.standings()
        points = self.points()
        head = ["player", "Elo", "from", "to", "games", "won", "drawn", "lost", "score"]
        lines = []
        for place, row in enumerate(standings, 1):
            head.append(f"vs {place}")
            plays = "" if row.plays == row.player else f" ({row.plays})"
            figures = [f"{figure:.0f}" for figure in row[2:5]]
            counts = [f"{number:,}" for number in row[5:9]]
            line = [f"{place} {row.player}{plays}", *figures, *counts, f"{row.score:.3f}"]
            for other in standings:
                score, games = points.get((row.player, other.player), (0.0, 0))
                line.append(f"{score / games:.2f}" if games else "-")
            lines.append(line)
        spans = [(row.player, *row[2:5]) for row in standings]
        picture = plots.intervals("Elo, with 95 % intervals", spans, AVERAGE)
        return Table(lines, head, 1, notes=self._notes(), pictures=picture)

    def _notes(self) -> list[str]:
        """Return what a reader of the table must know: its size and who forfeited."""
        played = f"{counted(self.rounds, 'round')}, {counted(len(self.matches), 'game')}"
        notes = [played, self.note]
        for name in self.players:
            lost = [match for match in self.matches if match.forfeited == name]
            if lost:
                notes.append(
                    f"{counted(len(lost), 'game')} forfeited, first in round {lost[0].round}:"
                    f" {lost[0].outcome}"
                )
        return notes


def _ending(match: Match, name: str) -> str:
    """Return how a match ended for one of its players: won if nobody else got as much."""
    own = match.players.index(name)
    if match.payoffs[own] < max(match.payoffs):
        return "lost"
    return "won" if winner_of(match.payoffs) == own else "drawn"


# Playing -----------------------------------------------------------------------------------


def contested(
    beginning: Origin,
    players: Players,
    schedule: Schedule,
    workers: Workers,
    keep: League | FileName | None,
    line: str,
) -> League:
    """Return a league; only games that are missing in the file ``keep`` are played, and the file is
    updated.

    An interrupt, or an executor that dies, ends it with the games that are done.
    """
    model = Model(beginning()[0], anyone=True)
    policies = _named_players(model, players)
    names = {name: name_of(one) for name, one in policies.items()}
    league = League(names, schedule.rounds, schedule.seed, schedule.opening, line)
    file = keep if isinstance(keep, str | PathLike) else None
    add_games(league, keep if file is None else read_kept(file, "league", _of_record))

    def missing() -> list[Pairing]:
        done = {match[:2] for match in league.matches}
        pairings = (
            Pairing(number, group[turn:] + group[:turn])
            for number in range(1, schedule.rounds + 1)
            for group in combinations(policies, model.players)
            for turn in range(model.players)
        )
        return [pairing for pairing in pairings if pairing not in done]

    def add(matches: Sequence[Match]) -> None:
        league.matches = sorted([*league.matches, *matches])

    play = partial(play_pairings, beginning, policies, schedule)
    end = workers.do(play, missing(), add, write=partial(write_kept, file, league.to_dict))
    if end:
        at = min((pairing.round for pairing in missing()), default=schedule.rounds)
        league.note = (
            f"{end}, in round {at} of {schedule.rounds}; with keep= a league plays the rest."
        )
    return league


def _named_players(model: Model, players: Players) -> Policies:
    """Return players by name; raises `BadParameter` for too few, for an unknown level, and for a
    name that is there twice, `NoAbility` for a game of one player."""
    if model.players < 2:
        raise NoAbility(
            f"{model.title} is for one player: in a league players play against each other."
        )
    named = players if isinstance(players, Mapping) else None
    if not (named or is_list(players)) or len(players) < model.players:
        raise BadParameter(
            f"A league needs at least {counted(model.players, 'player')}, in a"
            " list such as ['random', ('mcts', 64)] or a dictionary of names and players."
        )
    given = players if named is None else named.values()
    checked = [checked_player(model.game, one) for one in given]
    names = list(map(name_of, checked) if named is None else named)
    for name in names:
        if not isinstance(name, str) or not name or names.count(name) > 1:
            raise BadParameter(
                f"{quote(name)} cannot be the name of one player; give a dictionary of different"
                " names and players."
            )
    return dict(zip(names, checked, strict=True))


def play_pairings(
    beginning: Origin, players: Policies, schedule: Schedule, pairings: Sequence[Pairing]
) -> Iterator[Match]:
    """Play these games and yield them, one after the other."""
    venue = Venue(beginning, players, schedule.seconds)
    for pairing in pairings:
        # It is the same in each rotation of the seats.
        luck = f"{schedule.seed}/{pairing.round}/{sorted(pairing.players)}"
        try:
            game = venue.play(pairing.players, luck, schedule.opening)
        except BrokenPlayer as fault:
            share = 1 / (venue.model.players - 1)
            paid = tuple(share * (name != fault.player) for name in pairing.players)
            yield Match(*pairing, paid, str(fault), 0, fault.player)
            continue
        yield Match(
            *pairing,
            game.payoffs,
            game.outcome,
            len(game.values),
        )


# Continuing --------------------------------------------------------------------------------


def add_games(result: League, earlier: object) -> None:
    """Add the games of an earlier league if there is one; raises `BadParameter` if it was not the
    same league."""
    if earlier is None:
        return
    if not isinstance(earlier, League):
        raise BadParameter(f"keep is {quote(earlier)}; give a league or the name of a file.")
    for name in ("game", "seed", "opening"):
        was, is_now = (getattr(one, name) for one in (earlier, result))
        if was != is_now:
            raise BadParameter(
                f"The earlier league has {name} {quote(was)}, and this one {quote(is_now)}: they"
                " cannot be merged."
            )
    for name, plays in earlier.players.items():
        if result.players.setdefault(name, plays) != plays:
            raise BadParameter(
                f"{quote(name)} was {plays} in the earlier league and is {result.players[name]}"
                " now: give it another name."
            )
    result.matches = sorted({*result.matches, *earlier.matches})
    result.rounds = max(result.rounds, earlier.rounds)


def _of_record(fields: Any) -> League:
    """Return the league from a record made by `League.to_dict`."""
    for one in fields["matches"]:
        one["players"] = tuple(one["players"])
        one["payoffs"] = tuple(map(float, one["payoffs"]))
    fields["matches"] = [Match(*(one[name] for name in Match._fields)) for one in fields["matches"]]
    league = League(**fields)
    for match in league.matches:
        is_known = league.players.keys() >= set(match.players)
        if len(match.players) != len(match.payoffs) or not is_known:
            raise ValueError(f"its game {quote(match)} is damaged")
    return league
