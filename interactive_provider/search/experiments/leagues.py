"""A round robin of players: who beats whom how often, and ratings with intervals.

In each round every group of as many players as there are seats plays in each rotation of the seats,
with the same luck. That luck depends only on the seed, the round and the names: a result does not
depend on who plays the games, and rounds and players can be added later.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, permutations
from os import PathLike
from random import Random
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from ...errors import BadFile, BadParameter, NoAbility, quote
from ...game import Game, Policy, title_of
from ...support.plurals import counted
from ...support.storage import path_of, read_file, replace_file
from ..model import Model, Payoffs, guarded
from ..opponents import Seated, seated
from . import plots
from .ratings import AVERAGE, rated
from .results import Result, Table, plain
from .simulations import (
    Beginning,
    BrokenPlayer,
    Record,
    name_of,
    play_one,
    player_at_table,
    shared_out,
)

Players: TypeAlias = "Mapping[str, Any] | Sequence[Any]"
"""Names with players, or players that are named after what they are."""

LARGEST_FILE = 500_000_000

WRITING_SECONDS = 5.0
"""How often a league that is kept in a file is written while it is played."""


class Pairing(NamedTuple):
    """A game to be played: its round, counted from 1, and who has which seat."""

    round: int
    players: tuple[str, ...]


class Rules(NamedTuple):
    """What is to be played, and what decides how it ends."""

    beginning: Beginning
    players: Mapping[str, Seated | Policy]
    seed: int | str
    opening: int
    limit_seconds: float | None
    rounds: int


class Match(NamedTuple):
    """A game that was played; ``players`` and ``payoffs`` are in the order of the seats."""

    round: int
    players: tuple[str, ...]
    payoffs: Payoffs
    outcome: str
    choices: int
    forfeited: str = ""
    """The player who lost it by a fault; ``outcome`` says by which."""
    changed: str = ""
    """Who chose differently when the same game was repeated."""


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


@dataclass(slots=True, repr=False)
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
        """For each pair of players who met, what the first scored against the second, and how often
        they met."""
        points: dict[tuple[str, str], tuple[float, int]] = {}
        for match in self.matches:
            for (one, paid), (other, paid_other) in permutations(
                zip(match.players, match.payoffs, strict=True), 2
            ):
                score, games = points.get((one, other), (0.0, 0))
                points[one, other] = (
                    score + (paid > paid_other) + (paid == paid_other) / 2,
                    games + 1,
                )
        return points

    def standings(self) -> list[Standing]:
        """The players, the strongest first."""
        names, points = list(self.players), self.points()
        # Of n players at a table n - 1 comparisons are independent, and n (n - 1) / 2 are counted.
        weight = 2 / len(self.matches[0].players) if self.matches else 1.0
        pairs = {
            (one, other): (weight * score, weight * games)
            for one, other in combinations(range(len(names)), 2)
            for score, games in [points.get((names[one], names[other]), (0.0, 0))]
        }
        table = []
        for name, (rating, width) in zip(names, rated(len(names), pairs), strict=True):
            matches = [match for match in self.matches if name in match.players]
            ends = [_ending(match, name) for match in matches]
            met = [points[name, other] for other in names if (name, other) in points]
            score = sum(part for part, _ in met) / max(1, sum(games for _, games in met))
            table.append(
                Standing(
                    name,
                    self.players[name],
                    rating,
                    rating - width,
                    rating + width,
                    len(matches),
                    ends.count("won"),
                    ends.count("drawn"),
                    ends.count("lost"),
                    score,
                    sum(match.forfeited == name for match in matches),
                )
            )
        return sorted(table, key=lambda row: -row.rating)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player, the strongest first."""
        return [plain(row) for row in self.standings()]

    def _table(self) -> Table:
        standings, points = self.standings(), self.points()
        lines = []
        for place, row in enumerate(standings, 1):
            plays = "" if row.plays == row.player else f" ({row.plays})"
            against = [points.get((row.player, other.player)) for other in standings]
            lines.append(
                [
                    f"{place} {row.player}{plays}",
                    *(f"{figure:.0f}" for figure in (row.rating, row.low, row.high)),
                    *(f"{number:,}" for number in (row.games, row.won, row.drawn, row.lost)),
                    f"{row.score:.3f}",
                    *("-" if pair is None else f"{pair[0] / pair[1]:.2f}" for pair in against),
                ]
            )
        head = ("player", "Elo", "from", "to", "games", "won", "drawn", "lost", "score")
        numbers = [f"vs {place}" for place in range(1, len(standings) + 1)]
        spans = [(row.player, row.low, row.rating, row.high) for row in standings]
        picture = plots.intervals("Elo, with 95 % intervals", spans, AVERAGE)
        return Table(lines, (*head, *numbers), 1, notes=self._notes(), pictures=picture)

    def _notes(self) -> list[str]:
        notes = [
            f"{counted(self.rounds, 'round')}, {counted(len(self.matches), 'game')}",
            self.note,
        ]
        for name in self.players:
            forfeited = [match for match in self.matches if match.forfeited == name]
            if forfeited:
                first = forfeited[0]
                notes.append(
                    f"{counted(len(forfeited), 'game')} forfeited, first in round {first.round}:"
                    f" {first.outcome}"
                )
            if any(match.changed == name for match in self.matches):
                notes.append(
                    f"{name} chose differently when a game of the first round was played again: it"
                    " depends on the clock, on luck of its own or on earlier games, so this table"
                    " cannot be repeated exactly."
                )
        return [note for note in notes if note]


def _ending(match: Match, name: str) -> str:
    """How a match ended for a player: won if nobody got as much."""
    own = match.payoffs[match.players.index(name)]
    best = max(match.payoffs)
    if own < best:
        return "lost"
    return "won" if match.payoffs.count(best) == 1 else "drawn"


# Playing -----------------------------------------------------------------------------------


def entered(
    league: League,
    beginning: Beginning,
    players: Players,
    limit_seconds: float | None,
) -> Rules:
    """Enter the players of a league that has none yet, and check all that can be checked before
    anything is played."""
    game, state, turn = beginning()
    model = Model(game, anyone=True)
    if model.players < 2:
        raise NoAbility(
            f"{title_of(game)} is for one player: in a league players play against each other."
        )
    who = _named_players(game, players, model.players)
    league.players = {name: name_of(one) for name, one in who.items()}
    for one in who.values():
        # refused now rather than in round seven
        if isinstance(one, Seated) and one.name in ("perfect", "equilibrium"):
            refused = player_at_table(beginning, game, one)
            with guarded(game, "a league"):
                if refused is not None and model.values(state):
                    refused(game, state, model.mover(state, turn), Random(0))
    return Rules(beginning, who, league.seed, league.opening, limit_seconds, league.rounds)


def play_missing(
    league: League,
    rules: Rules,
    keep: str | PathLike[str] | None = None,
    executor: Any = None,
    progress: bool = True,
) -> League:
    """Play the games that a league still misses for its rounds, and keep it in a file if one is
    named.

    An interrupt, or an executor that dies, ends it with the games that are done.
    """
    seats = Model(rules.beginning()[0], anyone=True).players
    done = {(match.round, match.players) for match in league.matches}
    pairings = [
        Pairing(number, group[turn:] + group[:turn])
        for number in range(1, rules.rounds + 1)
        for group in combinations(rules.players, seats)
        for turn in range(seats)
    ]
    missing = [pairing for pairing in pairings if pairing not in done]
    written = monotonic()
    if keep is not None:
        _write(league, keep)  # a file that cannot be written is found out before anything is played

    def add(matches: list[Match]) -> None:
        nonlocal written
        league.matches += matches
        if keep is not None and monotonic() > written + WRITING_SECONDS:
            _write(league, keep)
            written = monotonic()

    try:
        end = shared_out(partial(play_pairings, rules), missing, add, executor, progress)
    finally:
        league.matches.sort()
        if keep is not None:
            _write(league, keep)
    if end:
        done = {(match.round, match.players) for match in league.matches}
        at = next((pairing.round for pairing in missing if pairing not in done), rules.rounds)
        league.note = f"{end}, in round {at} of {rules.rounds}; with keep= a league plays the rest."
    return league


def _named_players(game: Game[Any], players: Players, seats: int) -> dict[str, Seated | Policy]:
    """Players by name; raises `BadParameter` for too few, for an unknown level, and for a name that
    is there twice."""
    if (
        isinstance(players, str)
        or not isinstance(players, Mapping | Sequence)
        or len(players) < seats
    ):
        raise BadParameter(
            f"players is {quote(players)}; give at least {counted(seats, 'player')}, as a list such"
            " as ['random', ('mcts', 64)] or a dictionary of names and players."
        )
    given = list(players.values() if isinstance(players, Mapping) else players)
    checked = [one if callable(one) else seated(game, one) for one in given]
    names = list(players) if isinstance(players, Mapping) else list(map(name_of, checked))
    for name in names:
        if not isinstance(name, str) or not name or names.count(name) > 1:
            raise BadParameter(
                f"{quote(name)} cannot be the name of one player; give a dictionary of different"
                " names and players."
            )
    return dict(zip(names, checked, strict=True))


def play_pairings(rules: Rules, pairings: Sequence[Pairing]) -> Iterator[Match]:
    """These games, one after the other. In the first round games with functions are played
    twice."""
    beginning, who, seed, opening, limit_seconds, _ = rules
    game, state, turn = beginning()
    model = Model(game, anyone=True)
    players = {
        name: player_at_table(beginning, game, one, name, limit_seconds)
        for name, one in who.items()
    }
    for pairing in pairings:
        luck = f"{seed}/{pairing.round}/{sorted(pairing.players)}".encode("utf-8", "surrogatepass")
        seats = [players[name] for name in pairing.players]
        functions = [name for name in pairing.players if not isinstance(who[name], Seated)]
        played = []
        try:
            for _ in range(2 if functions and pairing.round == 1 else 1):
                played.append(play_one(model, state, turn, seats, 0, Random(luck), opening))
        except BrokenPlayer as fault:
            paid = tuple(
                0.0 if name == fault.player else 1 / (model.players - 1) for name in pairing.players
            )
            yield Match(*pairing, paid, str(fault), 0, fault.player)
            continue
        changed = "" if len(played) < 2 else _changed(played[0], played[1], pairing, functions)
        yield Match(
            *pairing, played[0].payoffs, played[0].outcome, len(played[0].values), changed=changed
        )


def _changed(one: Record, other: Record, pairing: Pairing, functions: Sequence[str]) -> str:
    """The function that first chose differently in the same game, if one did."""
    for mover, value, again in zip(one.movers, one.values, other.values, strict=False):
        if value != again:
            name = pairing.players[mover]
            return name if name in functions else functions[0]
    return ""


# Continuing --------------------------------------------------------------------------------


def add_games(result: League, earlier: object) -> None:
    """Add the games of an earlier league if there is one; raises `BadParameter` if it was another
    one."""
    if earlier is None:
        return
    if not isinstance(earlier, League):
        raise BadParameter(f"keep is {quote(earlier)}; give a league or the name of a file.")
    for name in ("game", "seed", "opening"):
        if getattr(earlier, name) != getattr(result, name):
            raise BadParameter(
                f"The earlier league has {name} {quote(getattr(earlier, name))}, and this one "
                f"{quote(getattr(result, name))}: they cannot be merged."
            )
    for name, plays in earlier.players.items():
        if result.players.setdefault(name, plays) != plays:
            raise BadParameter(
                f"{quote(name)} was {plays} in the earlier league and is {result.players[name]}"
                " now: give it another name."
            )
    result.matches = sorted({*result.matches, *earlier.matches})
    result.rounds = max(result.rounds, earlier.rounds)


def _write(league: League, file: str | PathLike[str]) -> None:
    replace_file(file, lambda: json.dumps(league.to_dict()))


def kept_league(file: str | PathLike[str] | None) -> League | None:
    """The league that a file keeps, None if there is no file; raises `BadFile` for one that keeps
    none."""
    if file is None or not path_of(file).exists():
        return None
    try:
        fields = json.loads(read_file(file, LARGEST_FILE))
        matches = [
            Match(
                **{
                    **match,
                    "players": tuple(match["players"]),
                    "payoffs": tuple(map(float, match["payoffs"])),
                }
            )
            for match in fields.pop("matches")
        ]
        league = League(**fields, matches=matches)
        for match in matches:
            if not set(match.players) <= set(league.players) or len(match.players) != len(
                match.payoffs
            ):
                raise ValueError(f"its game {quote(match)} is damaged")
    except BadFile:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        raise BadFile(
            f"{quote(str(file))} is not a saved league: {type(fault).__name__}: {fault}."
        ) from None
    return league
