"""Many games from one position: who wins how often, how long it takes, where moves fall.

Game number ``i`` of a series has the generator ``Random(f"{seed}/{i}")`` and nothing else, so the result does not
depend on who plays it, in which order or in what portions. What is sent to a worker is a function that gives the
beginning, names of players and numbers; never a state.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from ..errors import BadParameter, quote
from ..game import Game, Policy, Value
from ..plurals import counted
from ..sanitizing import clean, markup
from .explanations import wilson
from .model import Model, Payoffs, State, guarded
from .opponents import Player, Seated, fair, player, seated

Beginning: TypeAlias = "Callable[[], tuple[Game[Any], State, int]]"
"""Gives the game, the state that every game of a series begins with, and whose turn it is; it can be pickled.

With an attribute ``setup`` (as for `studied`) what is solved for one series serves the others too.
"""

PORTION = 0.5
"""Seconds of work that are sent at a time to an executor."""

LENGTH_LIMIT = 10_000
"""Choices after which a game is given up; it counts as a draw, and is said."""

MOST_GAMES = 10_000_000


class Record(NamedTuple):
    """One game: what each player got, the game's word for the end, the values chosen, how many options there were."""

    number: int
    payoffs: Payoffs
    outcome: str
    values: tuple[Value, ...]
    movers: tuple[int, ...]
    widths: tuple[int, ...]


@dataclass(slots=True)
class Series:
    """The results of a series of games; ``note`` says why, if it is shorter than requested.

    >>> from interactive_provider import games, simulate
    >>> simulate(games.k_in_a_row.noughts_and_crosses, games=10).games
    10
    """

    names: tuple[str, ...]
    """The seats."""
    players: tuple[str, ...]
    """Who sat in them."""
    first: int
    """The seat that moved first."""
    asked: int
    seed: int | str
    records: list[Record] = field(default_factory=list)
    note: str = ""
    line: str = ""
    """One of the games, to replay."""
    board: Any = None
    """The board it began with, each cell shaded by how often it was chosen."""
    picture: str = ""
    """That board as SVG."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return len(self.records)

    def wins(self, seat: int) -> int:
        """The games in which a seat got more than every other; for a puzzle, the games won."""
        if len(self.names) == 1:
            return sum(record.payoffs[0] >= 1 for record in self.records)
        return sum(
            all(record.payoffs[seat] > paid for other, paid in enumerate(record.payoffs) if other != seat)
            for record in self.records
        )

    @property
    def draws(self) -> int:
        """The games without a single winner."""
        return self.games - sum(self.wins(seat) for seat in range(len(self.names)))

    @property
    def lengths(self) -> list[int]:
        """The number of choices in each game."""
        return [len(record.values) for record in self.records]

    @property
    def mean_length(self) -> float:
        """The average number of choices in a game."""
        return sum(self.lengths) / self.games if self.games else 0.0

    def score(self, seat: int) -> float:
        """A seat's share of the points: 1 for a win, a half for a draw."""
        return (self.wins(seat) + self.draws / 2) / self.games if self.games else 0.0

    @property
    def advantage(self) -> float:
        """How much more often the first player wins than by chance, from -0.5 to 0.5."""
        return self.score(self.first) - 0.5 if len(self.names) == 2 else self.score(self.first) - 1 / len(self.names)

    def interval(self, seat: int) -> tuple[float, float]:
        """The 95 % confidence interval of a seat's share of wins (Wilson)."""
        return wilson(self.wins(seat), self.games)

    def chosen(self) -> Counter[Value]:
        """How often each value was chosen."""
        return Counter(value for record in self.records for value in record.values)

    def rows(self) -> list[tuple[str, str]]:
        """The results as pairs of name and figure."""
        rows = [("games", f"{self.games:,}{f' of {self.asked:,}' if self.games < self.asked else ''}")]
        for seat, name in enumerate(self.names):
            low, high = self.interval(seat)
            won = self.wins(seat)
            share = won / self.games if self.games else 0.0
            rows.append((f"{name} ({self.players[seat]}) won", f"{won:,}: {share:.3f}, from {low:.3f} to {high:.3f}"))
        if len(self.names) > 1:
            low, high = wilson(self.draws, self.games)
            share = self.draws / self.games if self.games else 0.0
            rows.append(("drawn", f"{self.draws:,}: {share:.3f}, from {low:.3f} to {high:.3f}"))
            rows.append(("the first to move", f"{self.advantage:+.3f} compared with an equal share"))
        if self.games:
            rows.append(("choices of a game", f"{self.mean_length:.1f}: {min(self.lengths)} to {max(self.lengths)}"))
        rows += [(name, text) for name, text in (("note", self.note), ("one of them", self.line)) if text]
        return rows

    def __str__(self) -> str:
        return in_columns(self.rows())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return in_cells(self.rows()) + self.picture


def in_columns(rows: Sequence[tuple[str, str]]) -> str:
    """Names and figures below each other, as text."""
    width = max(len(name) for name, _ in rows)
    return clean("\n".join(f"{name:{width}}  {figure}" for name, figure in rows))


def in_cells(rows: Sequence[tuple[str, str]]) -> str:
    """Names and figures below each other, as a table of a page."""
    head, cell = "text-align:left;white-space:nowrap", "text-align:left;overflow-wrap:anywhere"
    lines = (
        f'<tr><th style="{head}">{markup(name)}</th><td style="{cell}">{markup(figure)}</td></tr>'
        for name, figure in rows
    )
    return f"<table>{''.join(lines)}</table>"


# Playing -----------------------------------------------------------------------------------


def checked_players(game: Game[Any], names: tuple[str, ...], players: Any) -> tuple[Seated | Policy, ...]:
    """A player for each seat: a name, a name with a budget, or a policy; one given stands for all.

    Raises `BadParameter` for any other.
    """
    one_for_all = isinstance(players, str) or callable(players) or (len(players) == 2 and isinstance(players[1], int))
    every = [players] * len(names) if one_for_all else list(players)
    if len(every) != len(names):
        raise BadParameter(
            f"players is {quote(players)}; give one name for all seats or one for each of the "
            f"{counted(len(names), 'seat')}."
        )
    return tuple(who if callable(who) else seated(game, who) for who in every)


def name_of(who: Seated | Policy) -> str:
    """What a player is called in a table."""
    return str(who) if isinstance(who, Seated) else getattr(who, "__name__", type(who).__name__)


def play_numbers(
    beginning: Beginning, players: Sequence[Seated | Policy], seed: int | str, numbers: Iterable[int]
) -> list[Record]:
    """The games of these numbers, one after the other."""
    return list(_records(beginning, players, seed, numbers))


def _records(
    beginning: Beginning, players: Sequence[Seated | Policy], seed: int | str, numbers: Iterable[int]
) -> Iterator[Record]:
    game, state, turn = beginning()
    model = Model(game, anyone=True)
    setup = getattr(beginning, "setup", object())  # without one, only these games are known to begin alike
    at_table = [_seated_player(game, who, setup) for who in players]
    for number in numbers:
        yield play_one(model, state, turn, at_table, number, Random(f"{seed}/{number}"))


def _seated_player(game: Game[Any], who: Seated | Policy, setup: Hashable) -> Player | None:
    if isinstance(who, Seated):
        return None if who == Seated("random") and "random" not in game.opponents else player(game, who, setup)
    return fair(who)


def play_one(
    model: Model, state: State, turn: int, players: Sequence[Player | None], number: int, rng: Random
) -> Record:
    """One game to its end; None stands for a player who takes any choice alike.

    If something is hidden, it is played in a world drawn again from what the player to move first knows: so a
    record, its end and its length tell nothing of what is really there.
    """
    chosen: list[Value] = []
    movers: list[int] = []
    widths: list[int] = []
    game, below = model.game, rng.random
    with guarded(game, "a series"):
        state = model.world(state, turn, rng)
        while (values := model.values(state)) and len(chosen) < LENGTH_LIMIT:
            mover = model.mover(state, turn)
            who = players[mover]
            value = values[int(below() * len(values))] if who is None else who(game, state, mover, rng)
            state, turn = model.respond(state, value, rng), model.next_turn(mover)
            chosen.append(value)
            movers.append(mover)
            widths.append(len(values))
        paid = (model.draw,) * model.players if values else model.payoffs(state)
    outcome = "too long" if values else str(state.outcome)
    return Record(number, tuple(paid), outcome, tuple(chosen), tuple(movers), tuple(widths))


def played(
    beginning: Beginning,
    games: int,
    players: Any,
    *,
    seed: int | str = 0,
    executor: Any = None,
    progress: bool = True,
) -> Series:
    """This many games; an interrupt, or an executor that dies, ends it with those that are done.

    ``executor`` is anything with ``submit``. Raises `BadParameter` for players or numbers that make no sense, and
    whatever a game's own code raises as `BrokenGame`.
    """
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise BadParameter(f"games is {quote(games)}; it must be a whole number from 1 to {MOST_GAMES:,}.")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise BadParameter(f"executor is {quote(executor)}; it must have a submit method, such as a process pool.")
    game, state, turn = beginning()
    model = Model(game, anyone=True)
    who = checked_players(game, model.names, players)
    series = Series(model.names, tuple(map(name_of, who)), model.mover(state, turn), games, seed)
    portions = _here if executor is None else _sent(executor)
    records: list[Record] = []
    with _bar(games if progress else 0) as advance:
        try:
            for portion in portions(beginning, who, seed, games):
                records += portion
                advance(len(portion))
        except KeyboardInterrupt:
            series.note = f"interrupted after {counted(len(records), 'game')}"
        except (concurrent.futures.BrokenExecutor, concurrent.futures.CancelledError, OSError) as fault:
            series.note = f"the executor died after {counted(len(records), 'game')}: {type(fault).__name__}: {fault}"
    series.records = sorted(records)
    return series


def _here(beginning: Beginning, who: Any, seed: int | str, games: int) -> Iterator[list[Record]]:
    """Played in this process, one after the other."""
    return ([record] for record in _records(beginning, who, seed, range(games)))


def _sent(executor: Any) -> Callable[..., Iterator[list[Record]]]:
    """Played by an executor, in portions of about half a second; one game here says how many those are."""

    def portions(beginning: Beginning, who: Any, seed: int | str, games: int) -> Iterator[list[Record]]:
        begin = perf_counter()
        yield play_numbers(beginning, who, seed, [0])
        size = max(1, min(games, int(PORTION / max(1e-6, perf_counter() - begin))))
        waiting = [
            executor.submit(play_numbers, beginning, who, seed, range(start, min(games, start + size)))
            for start in range(1, games, size)
        ]
        try:
            for done in concurrent.futures.as_completed(waiting):
                yield done.result()
        finally:
            for one in waiting:
                one.cancel()

    return portions


@contextlib.contextmanager
def _bar(games: int) -> Iterator[Callable[[int], object]]:
    """A progress bar if there is one to be had and it takes long enough to be seen."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped]
    except ImportError:
        yield lambda count: None
        return
    with tqdm(total=games, unit="game", delay=1.0, disable=not games, leave=False) as bar:
        yield bar.update
