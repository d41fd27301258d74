"""Many games from one position: who wins how often, how long it takes, where moves are made.

Game number ``i`` of a series has the generator ``Random(f"{seed}/{i}")`` and nothing else, so the
result does not depend on who plays it, in which order or in what portions. What is sent to a worker
is a function that gives the beginning, names of players and numbers; never a state.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import add
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ...errors import BadParameter, BrokenGame, message_of, quote
from ...game import Game, Policy, Value
from ...game.validation import whole
from ...support.extras import installed
from ...support.plurals import counted
from ..model import Model, Payoffs, State, guarded
from ..opponents import OutOfTime, Player, Seated, fair, legal_choice, player, seated, within
from ..sentences import wilson
from .results import Result, Table

T = TypeVar("T")
R = TypeVar("R")

Beginning: TypeAlias = "Callable[[], tuple[Game[Any], State, int]]"
"""Gives the game, the state that every game of a series begins with, and whose turn it is; it can
be pickled.

With an attribute ``setup`` (as for `studied`) what is solved for one series serves the others too.
"""

PORTION = 0.5
"""The seconds of work in each portion sent to an executor."""

PORTIONS = 16
"""The minimum number of portions that the work is divided into, since some games take longer than
the first one."""

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


@dataclass(slots=True, repr=False)
class Series(Result):
    """The results of a series of games; ``note`` says why, if it is shorter than requested.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import simulate
    >>> simulate(games.k_in_a_row.noughts_and_crosses, games=10).games
    10
    """

    names: tuple[str, ...]
    """The seats."""
    players: tuple[str, ...]
    """The players of the seats."""
    first: int
    """The seat that moved first."""
    asked: int
    seed: int | str
    records: list[Record] = field(default_factory=list)
    note: str = ""
    line: str = ""
    """One of the games, to replay."""
    board: Any = None
    """The first board, each cell shaded by how often it was chosen."""
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
            all(
                record.payoffs[seat] > paid
                for other, paid in enumerate(record.payoffs)
                if other != seat
            )
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
        return (
            self.score(self.first) - 0.5
            if len(self.names) == 2
            else self.score(self.first) - 1 / len(self.names)
        )

    def interval(self, seat: int) -> tuple[float, float]:
        """The 95 % confidence interval of a seat's share of wins (Wilson)."""
        return wilson(self.wins(seat), self.games)

    def chosen(self) -> Counter[Value]:
        """How often each value was chosen."""
        return Counter(value for record in self.records for value in record.values)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game: its end, its length, and what each seat got."""
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
        """The results as pairs of name and figure."""
        rows = [
            ("games", f"{self.games:,}{f' of {self.asked:,}' if self.games < self.asked else ''}")
        ]
        for seat, name in enumerate(self.names):
            low, high = self.interval(seat)
            won = self.wins(seat)
            share = won / self.games if self.games else 0.0
            rows.append(
                (
                    f"{name} ({self.players[seat]}) won",
                    f"{won:,}: {share:.3f}, from {low:.3f} to {high:.3f}",
                )
            )
        if len(self.names) > 1:
            low, high = wilson(self.draws, self.games)
            share = self.draws / self.games if self.games else 0.0
            rows.append(("drawn", f"{self.draws:,}: {share:.3f}, from {low:.3f} to {high:.3f}"))
            rows.append(
                ("the first to move", f"{self.advantage:+.3f} compared with an equal share")
            )
        if self.games:
            rows.append(
                (
                    "choices of a game",
                    f"{self.mean_length:.1f}: {min(self.lengths)} to {max(self.lengths)}",
                )
            )
        rows += [
            (name, text) for name, text in (("note", self.note), ("one of them", self.line)) if text
        ]
        return rows

    def _table(self) -> Table:
        return Table(self.figures(), left=2, pictures=self.picture)


# Playing -----------------------------------------------------------------------------------


class BrokenPlayer(BrokenGame):
    """A player raised something, chose what is not an option, or took too long."""

    def __init__(self, player: str, fault: str) -> None:
        super().__init__(player, fault)
        self.player = player

    def __str__(self) -> str:
        return " ".join(self.args)


def checked_players(
    game: Game[Any], names: tuple[str, ...], players: Any
) -> tuple[Seated | Policy, ...]:
    """A player for each seat: a name, a name with a budget, or a policy; one given stands for all.

    Raises `BadParameter` for any other.
    """
    one_for_all = callable(players) or isinstance(players, str) or not isinstance(players, Sequence)
    one_for_all = one_for_all or (len(players) == 2 and isinstance(players[1], int))
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
    beginning: Beginning,
    players: Sequence[Seated | Policy],
    seed: int | str,
    numbers: Iterable[int],
) -> Iterator[Record]:
    """The games of these numbers, one after the other."""
    game, state, turn = beginning()
    model = Model(game, anyone=True)
    at_table = [player_at_table(beginning, game, who) for who in players]
    for number in numbers:
        yield play_one(
            model,
            state,
            turn,
            at_table,
            number,
            Random(f"{seed}/{number}".encode("utf-8", "surrogatepass")),
        )


def player_at_table(
    beginning: Beginning,
    game: Game[Any],
    who: Seated | Policy,
    name: str = "",
    limit_seconds: float | None = None,
) -> Player | None:
    """Somebody who plays in a series; None if any choice will do. The limit is for a policy's
    choices."""
    if not isinstance(who, Seated):
        return fair(partial(_checked_choice, who, name or name_of(who), limit_seconds))
    # Without a setup, only these games are known to have the same start.
    setup = getattr(beginning, "setup", object())
    return (
        None
        if who == Seated("random") and "random" not in game.opponents
        else player(game, who, setup)
    )


def _checked_choice(
    policy: Policy,
    name: str,
    limit_seconds: float | None,
    game: Game[Any],
    state: State,
    rng: Random,
) -> Value:
    """What a policy chooses; raises `BrokenPlayer` for whatever it does wrong."""
    try:
        value = within(limit_seconds, lambda: policy(game, state, rng))
    except KeyboardInterrupt:
        raise
    except OutOfTime:
        raise BrokenPlayer(name, f"took more than {limit_seconds:g} seconds for a choice") from None
    except BaseException as fault:
        raise BrokenPlayer(name, f"raised {type(fault).__name__}: {message_of(fault)}") from fault
    try:
        return legal_choice(state, value)
    except ValueError:
        raise BrokenPlayer(name, f"chose {quote(value)}, which is not an option") from None


def play_one(
    model: Model,
    state: State,
    turn: int,
    players: Sequence[Player | None],
    number: int,
    rng: Random,
    opening: int = 0,
) -> Record:
    """One game to its end, its first ``opening`` choices at random; None is a player who takes any
    choice alike.

    If something is hidden, it is played in a world drawn again from what the first player to move
    knows, so that a record, its end and its length reveal nothing of the real one.
    """
    chosen: list[Value] = []
    movers: list[int] = []
    widths: list[int] = []
    game, below = model.game, rng.random
    with guarded(game, "a series"):
        state = model.world(state, turn, rng)
        is_paid = model.pays_on_the_way(state)
        paid: Payoffs = (0.0,) * model.players
        while (values := model.values(state)) and len(chosen) < LENGTH_LIMIT:
            mover = model.mover(state, turn)
            who = players[mover] if len(chosen) >= opening else None
            value = (
                values[int(below() * len(values))] if who is None else who(game, state, mover, rng)
            )
            state, turn = model.respond(state, value, rng), model.next_turn(mover)
            if is_paid:
                paid = tuple(map(add, paid, model.rewards(state)))
            chosen.append(value)
            movers.append(mover)
            widths.append(len(values))
        if not is_paid:
            paid = model.unending(state) if values else model.payoffs(state)
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
    """A series of games; an interrupt, or an executor that dies, ends it with those that are
    finished.

    ``executor`` is anything with ``submit``. Raises `BadParameter` for players or numbers that make
    no sense, and whatever a game's own code raises as `BrokenGame`.
    """
    games = whole("games", games, low=1, high=MOST_GAMES)
    game, state, turn = beginning()
    model = Model(game, anyone=True)
    who = checked_players(game, model.names, players)
    series = Series(model.names, tuple(map(name_of, who)), model.mover(state, turn), games, seed)
    play = partial(play_numbers, beginning, who, seed)
    series.note = shared_out(play, range(games), series.records.extend, executor, progress)
    series.records.sort()
    return series


def _check_executor(executor: Any) -> None:
    """Raise `BadParameter` for an executor that cannot be used."""
    can_submit = callable(getattr(executor, "submit", None)) and not isinstance(executor, type)
    if executor is not None and not can_submit:
        raise BadParameter(
            f"executor is {quote(executor)}; it must have a submit method, such as a process pool."
        )
    if callable(getattr(executor, "get_executor", None)):
        raise BadParameter(
            f"executor is {quote(executor)}, which is not an executor itself: give its"
            " get_executor()."
        )


def shared_out(
    play: Callable[[Sequence[T]], Iterable[R]],
    tasks: Sequence[T],
    keep: Callable[[list[R]], object],
    executor: Any = None,
    progress: bool = True,
) -> str:
    """Have all tasks played, here or by an executor, and ``keep`` what comes of them; what ended it
    early is returned.

    Raises `BadParameter` for an executor that cannot be used, and for a player that cannot be sent
    to it.
    """
    _check_executor(executor)
    portions = ([one] for one in play(tasks)) if executor is None else _sent(executor, play, tasks)
    count = 0
    with _bar(len(tasks) if progress else 0) as advance:
        try:
            for portion in portions:
                count += len(portion)
                keep(portion)
                advance(len(portion))
        except KeyboardInterrupt:
            return f"interrupted after {counted(count, 'game')}"
        except (
            concurrent.futures.BrokenExecutor,
            concurrent.futures.CancelledError,
            OSError,
        ) as fault:
            why = message_of(fault).rstrip(".")
            return (
                f"the executor died after {counted(count, 'game')}: {type(fault).__name__}: {why}"
            )
        except (pickle.PicklingError, AttributeError, TypeError) as fault:
            raise BadParameter(
                f"The players cannot be sent to the executor ({message_of(fault)}): define them in"
                " a module."
            ) from fault
    return ""


def _portion(play: Callable[[Sequence[T]], Iterable[R]], tasks: Sequence[T]) -> list[R]:
    """What a worker sends back."""
    return list(play(tasks))


def _sent(
    executor: Any, play: Callable[[Sequence[T]], Iterable[R]], tasks: Sequence[T]
) -> Iterator[list[R]]:
    """Played by an executor, in portions of about half a second; one game played here measures
    their size.

    If the executor dies, all that its workers had finished is given before that is raised.
    """
    begin = perf_counter()
    yield list(play(tasks[:1]))
    size = max(1, min(len(tasks) // PORTIONS, int(PORTION / max(1e-6, perf_counter() - begin))))
    waiting: list[concurrent.futures.Future[list[R]]] = []
    dead: BaseException | None = None
    try:
        try:
            for start in range(1, len(tasks), size):
                waiting.append(executor.submit(_portion, play, tasks[start : start + size]))
        except (concurrent.futures.BrokenExecutor, RuntimeError, OSError) as fault:
            dead = (
                fault
                if isinstance(fault, OSError)
                else concurrent.futures.BrokenExecutor(str(fault))
            )
        for done in concurrent.futures.as_completed(waiting):
            try:
                yield done.result()
            except (
                concurrent.futures.BrokenExecutor,
                concurrent.futures.CancelledError,
                OSError,
            ) as fault:
                dead = fault
    finally:
        for one in waiting:
            one.cancel()
    if dead is not None:
        raise dead


@contextlib.contextmanager
def _bar(games: int) -> Iterator[Callable[[int], object]]:
    """A progress bar, if one is available and the work takes long enough."""
    if games and installed("tqdm"):
        from tqdm.auto import tqdm  # type: ignore[import-untyped]

        with tqdm(total=games, unit="game", delay=1.0, leave=False) as bar:
            yield bar.update
    else:
        yield lambda count: None
