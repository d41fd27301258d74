"""One game between several people: who sits where, what was chosen, and what they ask each other.

A match is a record in a store. Every change writes the next record, so a match that is opened again
is the same match.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from itertools import starmap
from random import SystemRandom
from secrets import token_urlsafe
from typing import Any, NamedTuple

from ..errors import ChoiceError, ProviderError
from ..game import ending_of, hides_something, mover_of, player_names, sight_of, title_of
from ..heart.play.digests import step_text
from ..heart.play.insiders import game_of, is_start, last_step, parent_of, state_of, table_of
from ..heart.play.nodes import Position, answer, start, step_node
from ..heart.play.position_data import line_of, outcome_of, shown_of, turn_of, view_of
from ..heart.play.standings import payoffs
from ..heart.play.table import Table
from ..heart.records.lines import replay, step_in
from ..search.opponents import chosen, player, seated
from ..support.locks import new_lock
from ..widget.shapes import Json
from .store import Store, Taken


class SeatRecord(NamedTuple):
    """A seat and who sits in it."""

    name: str = ""
    """The player's name; empty for an empty seat."""
    level: Any = None
    """The level of a computer player, None for a person."""
    score: float = 0.0
    """The number of games won in this seat before the present one."""
    ways: Sequence[str] = ()
    """The code and the secret that lead to the seat while it is empty."""


class MatchRecord(NamedTuple):
    """The stored data of a match."""

    line: str
    """The start of the game, with the luck of this table."""
    shown: str
    """What the start shows, as returned by `shown_of`."""
    watch: str
    """The secret of the spectators."""
    seats: Sequence[SeatRecord]
    round: int = 0
    """The number of games played at this table before."""
    steps: Sequence[tuple[int, str, str]] = ()
    """For each choice: the seat, the step, and what was shown after it."""
    request: Json | None = None
    """A request of one seat to all others, and the seats that have agreed."""
    end: Json | None = None
    """How the game ended before its own end, and the payoff of each seat."""


class Match:
    """The games at one table; the last one is in play. Hold its lock to read or change it;
    ``pages`` are the open ones."""

    record = MatchRecord("", "", "", ())

    def __init__(self, name: str, store: Store) -> None:
        self.name = name
        self.store = store
        self.lock = new_lock()
        self.pages: list[Any] = []
        self.sessions: dict[int | None, Any] = {}
        """What each seat sees; None is the seat of the spectators."""
        self.is_thinking = False
        """True while a computer is choosing."""
        self.is_changed = False
        """True if the rules of the game differ from those that it was set up with."""
        self._path: list[Position] = []
        self.catch_up()
        self.game = game_of(self.position)
        self.hides = hides_something(self.game)
        self.is_watched = sight_of(self.game) is None or self.game.may_be_watched
        """True if spectators have something to see."""
        self.players = player_names(self.game)
        view = view_of(self.position)
        self.title = view.title
        self.roles = view.names or self.players

    @property
    def position(self) -> Position:
        """The present position of the game."""
        return self._path[-1]

    @property
    def names(self) -> list[str]:
        """The name of the player in each seat, empty for an empty seat."""
        return [seat.name for seat in self.record.seats]

    @property
    def levels(self) -> list[Any]:
        """The level of the computer in each seat, None for a person."""
        return [seat.level for seat in self.record.seats]

    @property
    def here(self) -> list[bool]:
        """For each seat, whether a page of it is open."""
        open_seats = [page.sight.seat for page in self.pages]
        return [seat in open_seats for seat in range(len(self.players))]

    @property
    def is_over(self) -> bool:
        """True if nobody moves any more."""
        return self.record.end is not None or outcome_of(self.position) is not None

    @property
    def is_open(self) -> bool:
        """True if everybody is there and someone is to move."""
        return all(self.names) and not self.is_over and not self.is_changed

    @property
    def mover(self) -> int | None:
        """The seat to move."""
        p = self.position
        return mover_of(self.game, state_of(p), turn_of(p)) if self.is_open else None

    @property
    def paid(self) -> list[float]:
        """The payoff of each seat at the end; empty until it is known."""
        if self.record.end is not None:
            return list(self.record.end["paid"])
        with contextlib.suppress(ProviderError):
            return list(payoffs(self.position).values())
        return []

    @property
    def score(self) -> list[float]:
        """The number of games that each seat has won, including this one; several winners share
        it."""
        paid = self.paid
        won = [one == max(paid) for one in paid] or [False for _ in self.players]
        share = 1 / max(1, sum(won))
        return [seat.score + share * one for seat, one in zip(self.record.seats, won, strict=True)]

    # Stored data --------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Read what any process stored last, and go there."""
        before = self.record
        self.version, self.changed_at, kept = self.store.read(self.name)
        self.record = after = MatchRecord(
            **{**kept, "seats": list(starmap(SeatRecord, kept["seats"]))}
        )
        if not self._path or before.round != after.round:
            self.sessions.clear()
            self._path = [beginning(after.line)]
            self.is_changed = shown_of(self.position) != after.shown
            before = after._replace(steps=[])
        same = [old == new for old, new in zip(before.steps, after.steps, strict=False)]
        since = [*same, False].index(False)
        del self._path[since + 1 :]
        try:
            for _, step, shown in after.steps[since:]:
                self._path.append(step_node(self.position, step_in(step)))
                self.is_changed |= shown_of(self.position) != shown
        except ProviderError:
            self.is_changed = True

    def write(self, given: Any = {}, used: Any = (), **changes: Any) -> None:  # noqa: B006 - read only
        """Save the changes, with the secrets that are ``given`` and ``used`` (see `Store.write`),
        then show them; raise `Taken` if another process was first."""
        record = self.record._replace(**changes)
        try:
            self.store.write({self.name: (self.version, record._asdict())}, given, used)
        finally:
            self.catch_up()

    def tell(self) -> None:
        """Tell all open pages that something has changed."""
        for page in [*self.pages]:
            page.notice()

    # The actions of a seat ----------------------------------------------------------------

    def move(self, seat: int | None, position: Position) -> None:
        """Make a choice for a seat, given the position that it leads to."""
        if seat is None or seat != self.mover or parent_of(position) != self.position:
            raise Taken("The game has moved on since then.")
        step = last_step(position)
        shown = shown_of(step_node(self.position, step))
        self.write(steps=[*self.record.steps, (seat, step_text(step), shown)], request=None)

    def _own_steps(self, seat: int) -> list[int]:
        """Return the numbers of the steps of a seat."""
        return [number for number, step in enumerate(self.record.steps) if step[0] == seat]

    def may_ask(self, seat: int) -> list[str]:
        """Return what a seat may ask of the others now; a move that revealed something hidden
        cannot be taken back."""
        if self.record.request is not None:
            return []
        if not self.is_open:
            return ["rematch"] if self.is_over else []
        draw = ["draw"] if self.game.may_be_drawn and not any(self.levels) else []
        is_back = not self.hides and self._own_steps(seat)
        return ["back", *draw] if is_back else draw

    def ask(self, what: str, seat: int) -> None:
        """Ask all others; asking for what another seat has asked for accepts it."""
        request = self.record.request
        if request is not None and request["what"] == what:
            self.answer(request["number"], seat, True)
            return
        if what not in self.may_ask(seat):
            raise ChoiceError("You cannot ask for that now.")
        agreed = [at for at, level in enumerate(self.levels) if level or at == seat]
        self._settle({"what": what, "seat": seat, "number": self.version, "agreed": agreed})

    def answer(self, number: int, seat: int, is_yes: bool) -> None:
        """Answer the request with that number; the seat that made it withdraws it by answering
        no."""
        request = self.record.request
        if request is None or request["number"] != number:
            raise ChoiceError("That request is no longer open.")
        if is_yes:
            self._settle({**request, "agreed": [*request["agreed"], seat]})
        else:
            self.write(request=None)

    def _settle(self, request: Json) -> None:
        """Store a request, or carry it out if everybody has agreed."""
        what = request["what"]
        if len({*request["agreed"]}) < len(self.players):
            self.write(request=request)
        elif what == "draw":
            self.write(end={"paid": [0.5 for _ in self.players]}, request=None)
        elif what == "back":
            count = self._own_steps(request["seat"])[-1]
            self.write(steps=self.record.steps[:count], request=None)
        else:
            seats = range(len(self.players))
            regroup({self: [(self, seat) for seat in (*seats[1:], 0)]})

    def resign(self, seat: int) -> None:
        """Give up the game; with more than two players a computer takes over the seat."""
        if not self.is_open:
            raise ChoiceError("There is no game to resign.")
        if len(self.players) > 2:
            self.sit(seat, "", "random")
        else:
            self.write(end={"seat": seat, "paid": [float(seat), 1.0 - seat]}, request=None)

    def sit(self, seat: int, name: str, level: Any = None, given: Any = {}) -> None:  # noqa: B006
        """Let a person or a computer of a level sit in a seat; its invitations then expire."""
        seats = [*self.record.seats]
        old = seats[seat]
        seats[seat] = SeatRecord(name or f"computer {seat + 1}", level, old.score)
        self.write(given, old.ways, seats=seats)

    def reply(self) -> Position | None:
        """Return the position after the computer's move; None if a person is to move."""
        position = self.position
        seat = self.mover
        if seat is None or not self.levels[seat]:
            return None
        game = self.game
        who = seated(game, self.levels[seat])
        policy = player(game, who, table_of(position).setup)
        luck = SystemRandom()
        return answer(position, chosen(policy, game, state_of(position), seat, luck, who.name))


def regroup(groups: Mapping[Match, Sequence[tuple[Match, int]]]) -> None:
    """Start a new game at each table with the people from the given seats, in this order; all or
    nothing."""
    documents = {}
    moved = []
    with contextlib.ExitStack() as held:
        for match in sorted(groups, key=lambda match: match.name):
            held.enter_context(match.lock)
        for match, group in groups.items():
            before = match.record
            seats = [old.record.seats[at]._replace(score=old.score[at]) for old, at in group]
            after = laid(before.line, before.watch, seats)._replace(round=before.round + 1)
            documents[match.name] = match.version, after._asdict()
            moved += [(match.name, new, old.name, seat) for new, (old, seat) in enumerate(group)]
        match.store.write(documents, {}, moved=moved)
        for match in groups:
            match.catch_up()
    for match in groups:
        match.tell()


def laid(begun: str, watch: str, seats: Sequence[SeatRecord]) -> MatchRecord:
    """Return the record of a new match for a game's line, with luck that nobody can guess; a line
    that is not at its start keeps its own."""
    p = beginning(begun)
    table = table_of(p)
    if is_start(p):
        luck = token_urlsafe(18)
        p = start(Table(table.game, table.name, luck, table.parameters, table.origin))
    return MatchRecord(line_of(p), shown_of(p), watch, seats)


def beginning(line: str) -> Position:
    """Return the position of a line, all of whose seats are for people; raise `ChoiceError` for a
    game that several people cannot play."""
    p = replay(line)
    if not isinstance(p, Position):
        raise ChoiceError("Choose a preset first: a table needs a game that begins.")
    table = table_of(p)
    if len(player_names(table.game)) < 2:
        raise ChoiceError(f"{title_of(table.game)} cannot be played by several people.")
    if table.seating is not None and is_start(p):
        return start(table.both_sides())
    if table.seating is not None or ending_of(state_of(p)) is not None:
        raise ChoiceError("A table needs a game that is not over and has no computer opponent.")
    return p
