"""Many games from one position: who wins how often, and how long it takes.

Game number ``i`` of a series has the generator ``Random(f"{seed}/{i}")`` and nothing else, so the
result does not depend on who plays it, in which order or in what portions. What is sent to a worker
is a function that gives the beginning, names of players and numbers; never a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count, islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ...errors import BadParameter, BrokenGame, NoAbility, in_a_line, quote
from ...game import Game, Policy, Value, Words, ending_of
from ...game.validation import whole
from ...support.intervals import wilson
from ...support.plurals import counted
from ...support.results import DataRows, Result, Table
from ..model import Model, Payoffs, State, guarded
from ..opponents import (
    OutOfTime,
    Player,
    Seated,
    fair,
    legal_choice,
    name_of,
    player,
    seated,
    within,
)
from .work import ALONE, Workers

Origin: TypeAlias = "Callable[[], tuple[Game, State, int]]"
"""Gives the game, the state that every game of a series begins with, and whose turn it is; it can
be pickled.

With an attribute ``setup`` (as for `studied`) what is solved for one series serves the others too.
"""

Contestant: TypeAlias = "Seated | Policy"
"""A player in a series: a name with a budget, or a function."""

LENGTH_LIMIT = 10_000
"""The number of choices after which a game is given up; it counts as a draw, and the result says
so."""

MOST_GAMES = 10_000_000


class Record(NamedTuple):
    """One game: the payoffs, the outcome, the values chosen, and the number of options at each
    choice."""

    number: int
    payoffs: Payoffs
    outcome: str
    values: tuple[Value, ...]
    movers: tuple[int, ...]
    widths: tuple[int, ...]


@dataclass(repr=False)
class Series(Result):
    """The results of a series of games; ``note`` says why, if it is shorter than requested.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import simulate
    >>> simulate(games.k_in_a_row.noughts_and_crosses, games=10).games
    10
    """

    names: Words
    """The seats."""
    players: Words
    """The players of the seats."""
    first: int
    """The seat that moved first."""
    asked: int
    seed: int | str
    records: list[Record] = field(default_factory=list)
    note: str = ""
    line: str = ""
    """One of the games, to replay."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return len(self.records)

    def wins(self, seat: int) -> int:
        """Return the games in which a seat, or a pair of partners, got more than every other; for a
        puzzle, the games won."""
        sides = self.sides
        return sum(winner_of(one.payoffs[:sides]) == seat % sides for one in self.records)

    @property
    def draws(self) -> int:
        """The games without a single winner, or pair of winners."""
        return sum(winner_of(record.payoffs[: self.sides]) is None for record in self.records)

    @cached_property
    def sides(self) -> int:
        """The number of seats; half of it if those who sit opposite always get the same."""
        half = len(self.names) // 2
        paired = half > 1 and all(one.payoffs[:half] == one.payoffs[half:] for one in self.records)
        return half if paired else len(self.names)

    @property
    def lengths(self) -> list[int]:
        """The number of choices in each game."""
        return [len(record.values) for record in self.records]

    @property
    def mean_length(self) -> float:
        """The average number of choices in a game."""
        return sum(self.lengths) / max(1, self.games)

    def points(self, seat: int) -> float:
        """Return a seat's points: 1 for a win, a half for a draw; a puzzle is solved or not."""
        return self.wins(seat) + self.draws / 2 * (len(self.names) > 1)

    @property
    def advantage(self) -> float:
        """How much more often the first player wins than by chance, from -0.5 to 0.5."""
        return self.points(self.first) / max(1, self.games) - 1 / self.sides

    def chosen(self) -> Counter[Value]:
        """Return how often each value was chosen."""
        return Counter(value for record in self.records for value in record.values)

    def rows(self) -> DataRows:
        """Return a row for each game: its end, its length, and what each seat got."""
        return [
            {
                "game": record.number,
                "outcome": record.outcome,
                "choices": len(record.values),
                **dict(zip(self.names, record.payoffs, strict=True)),
            }
            for record in self.records
        ]

    def figures(self) -> list[tuple[str, str]]:
        """Return the results as pairs of name and figure."""
        asked = f" of {self.asked:,}" if self.games < self.asked else ""
        rows = [("games", f"{self.games:,}{asked}")]
        for seat, name in enumerate(self.names):
            rows.append((f"{name} ({self.players[seat]}) won", self._share(self.wins(seat))))
        if len(self.names) > 1:
            advantage = f"{100 * self.advantage:+.1f} % of the points above an equal share"
            rows += [("drawn", self._share(self.draws)), ("first mover's advantage", advantage)]
        if self.games:
            lengths = f"{self.mean_length:.1f}: {min(self.lengths)} to {max(self.lengths)}"
            rows.append(("choices per game", lengths))
        rows += [("note", self.note), ("example game", self.line)]
        return [row for row in rows if row[1]]

    def _share(self, games: int) -> str:
        low, high = wilson(games, self.games)
        return f"{games:,} of {self.games:,}; {100 * low:.0f} to {100 * high:.0f} %"

    def _table(self) -> Table:
        return Table(self.figures(), left=2)


def winner_of(payoffs: Payoffs) -> int | None:
    """Return who got more than every other, or solved a puzzle."""
    best = max(payoffs)
    if payoffs.count(best) > 1 or (len(payoffs) == 1 and best < 1):
        return None
    return payoffs.index(best)


# Playing -----------------------------------------------------------------------------------


class BrokenPlayer(BrokenGame):
    """A player raised an error, chose something that is not an option, or took too long: the player
    and the fault are the arguments."""

    player = property(lambda fault: fault.args[0])

    def __str__(self) -> str:
        return " ".join(self.args)


def is_list(given: Any) -> bool:
    """True for a list of players or of values, False for a single one."""
    return isinstance(given, Sequence) and not isinstance(given, str | bytes)


def _checked_players(model: Model, players: Any) -> list[Contestant]:
    """Return a player for each seat: a name, a name with a budget, or a policy; a single one plays
    in all seats.

    Raises `BadParameter` for any other.
    """
    if not is_list(players) or (len(players) == 2 and isinstance(players[1], int)):
        players = [players] * model.players
    if len(players) != model.players:
        raise BadParameter(
            f"players is {quote(players)}; give one name for all seats or one for each of the "
            f"{counted(model.players, 'seat')}."
        )
    return [checked_player(model.game, who) for who in players]


def checked_player(game: Game, who: Any) -> Contestant:
    """Return a player given by name, with a budget, or as a function; raises `BadParameter` for
    another thing."""
    player = seated(game, who)
    return who if player.own else player


class Venue:
    """Where games are played: their beginning, and players by name, or by the number of the seat.

    ``seconds`` is the limit for a function's choice.
    """

    def __init__(
        self,
        beginning: Origin,
        players: Mapping[Any, Contestant],
        seconds: float | None = None,
    ) -> None:
        game, self.state, self.turn = beginning()
        self.model = Model(game, anyone=True)
        # Without a setup, only these games are known to have the same start.
        self.setup = getattr(beginning, "setup", object())
        self.seconds = seconds
        self.players = {name: self._player(name, who) for name, who in players.items()}

    def _player(self, name: Any, who: Contestant) -> Player | None:
        """Return a player of the series; None if any choice will do."""
        game = self.model.game
        if not isinstance(who, Seated):
            called = name if isinstance(name, str) else name_of(who)
            return fair(partial(_checked_choice, who, called, self.seconds))
        is_random = who == Seated("random") and "random" not in game.opponents
        return None if is_random else player(game, who, self.setup)

    def play(self, seats: Iterable[Hashable], luck: str, opening: int = 0) -> Record:
        """Play one game to its end, its first ``opening`` choices at random.

        If something is hidden, it is played in a world drawn again from what the first player to
        move knows, so that a record, its end and its length reveal nothing of the real one.
        """
        model = self.model
        rng = _luck(luck)
        # If something is hidden, the cards must not depend on who thinks how long.
        own = _luck(f"{luck}/players") if model.hides else rng
        players = [self.players[seat] for seat in seats]
        numbers = count()

        def choose(state: State, mover: int, values: Sequence[Value]) -> Value:
            who = players[mover] if next(numbers) >= opening else None
            if who is None:
                return values[int(own.random() * len(values))]
            return who(model.game, state, mover, own)

        with guarded(model.game, "a series"):
            start = model.world(self.state, self.turn, rng)
            game = islice(model.played(start, self.turn, choose, rng), LENGTH_LIMIT + 1)
            *steps, end = game
            if not model.pays_on_the_way(end.state):
                paid = model.unending(end.state) if end.values else model.payoffs(end.state)
            else:
                rewards = (model.rewards(step.state) for step in [*steps, end][1:])
                paid = tuple(map(sum, zip((0,) * model.players, *rewards, strict=True)))
            outcome = "too long" if end.values else str(ending_of(end.state))
        return Record(
            0,
            paid,
            outcome,
            tuple(step.value for step in steps),
            tuple(step.mover for step in steps),
            tuple(len(step.values) for step in steps),
        )


def _luck(text: str) -> Random:
    return Random(text.encode("utf-8", "surrogatepass"))


def _checked_choice(
    policy: Policy,
    name: str,
    seconds: float | None,
    game: Game,
    state: State,
    rng: Random,
) -> Value:
    """Return what a policy chooses; raises `BrokenPlayer` for whatever it does wrong."""
    try:
        value = within(seconds, lambda: policy(game, state, rng))
    except OutOfTime:
        raise BrokenPlayer(name, f"took more than {seconds:g} s for a choice") from None
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        raise BrokenPlayer(name, f"raised {in_a_line(fault)}") from fault
    try:
        return legal_choice(state, value, name)
    except (ValueError, BrokenGame):
        raise BrokenPlayer(name, f"chose {quote(value)}, which is not an option's value") from None


def play_numbers(
    beginning: Origin,
    players: Sequence[Contestant],
    seed: int | str,
    numbers: Sequence[int],
) -> Iterator[Record]:
    """Play the games with these numbers and yield them, one after the other."""
    venue = Venue(beginning, dict(enumerate(players)))
    for number in numbers:
        yield venue.play(venue.players, f"{seed}/{number}")._replace(number=number)


def played(
    beginning: Origin,
    games: int,
    players: Any,
    *,
    seed: int | str = 0,
    workers: Workers = ALONE,
) -> Series:
    """Play a series of games; an interrupt, or an executor that dies, ends it with those that are
    finished.

    Raises `BadParameter` for players or numbers that make no sense, and whatever a game's own code
    raises as `BrokenGame`.
    """
    games = whole("games", games, low=1, high=MOST_GAMES)
    game, state, turn = beginning()
    model = Model(game, anyone=True)
    if not model.values(state):
        raise NoAbility("The game is over: there is nothing to play.")
    who = _checked_players(model, players)
    names = model.called(state)
    series = Series(names, tuple(map(name_of, who)), model.mover(state, turn), games, seed)
    play = partial(play_numbers, beginning, who, seed)
    series.note = workers.do(play, range(games), series.records.extend)
    series.records.sort()
    return series
