"""One game between several people: who sits where, what was chosen, and what they ask each other.

A match is a list of events that a store has kept, the first of which lays it. Whatever changes it
is such an event, so a match that is opened again is the same match.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from ..errors import ChoiceError, ProviderError
from ..game import ending_of, hides_something, mover_of, player_names, title_of
from ..heart.play.digests import step_text
from ..heart.play.insiders import (
    at_table,
    game_of,
    is_start,
    last_step,
    parent_of,
    state_of,
    table_of,
)
from ..heart.play.nodes import Position, answer, start, step_node
from ..heart.play.position_data import outcome_of, shown_of, turn_of, view_of
from ..heart.play.standings import payoffs
from ..heart.records.lines import replay, step_in
from ..search.opponents import chosen, player, seated
from ..support.locks import new_lock
from .store import Event, Store, Taken


class Match:
    """A match in play. Whoever reads or changes it holds its lock; ``listeners`` are called after a
    change, and ``pages`` counts those that are open at each seat."""

    def __init__(self, name: str, store: Store) -> None:
        self.name = name
        self.store = store
        self.lock = new_lock()
        self.listeners: list[Callable[[], None]] = []
        self.pages: Counter[int | None] = Counter()
        self.sessions: dict[int | None, Any] = {}
        """What each seat sees, None for those who only watch."""
        self.is_thinking = False
        """True while a computer chooses."""
        self.number = 0
        """How many events there are."""
        self.request: Event | None = None
        """What one seat asks of all others, and the seats that have agreed."""
        self.end: Event | None = None
        """How the game ended before its own end, and what each seat gets for it."""
        self.following: list[tuple[str, int]] = []
        """For each seat the match after this one and the seat at it, while there is one."""
        self.is_changed = False
        """True if the rules of the game are not those that it was laid with."""
        self.position: Position
        self.catch_up()

    @property
    def here(self) -> list[bool]:
        """For each seat whether a page of it is open."""
        return [self.pages[seat] > 0 for seat in range(len(self.names))]

    @property
    def is_over(self) -> bool:
        """True if nobody moves any more."""
        return self.end is not None or outcome_of(self.position) is not None

    @property
    def is_open(self) -> bool:
        """True if everybody is there and someone has to move."""
        return all(self.names) and not self.is_over and not self.is_changed

    @property
    def mover(self) -> int | None:
        """The seat to move."""
        return mover_at(self.position) if self.is_open else None

    @property
    def paid(self) -> list[float]:
        """What each seat gets at the end; empty while that is not known."""
        if self.end is not None:
            return list(self.end["paid"])
        with contextlib.suppress(ProviderError):
            return list(payoffs(self.position).values())
        return []

    @property
    def score(self) -> list[float]:
        """How many games each seat has won, with this one: a share of it for several winners."""
        before = self.laid["score"]
        paid = self.paid
        if not paid:
            return list(before)
        best = max(paid)
        return [
            old + (one == best) / paid.count(best) for old, one in zip(before, paid, strict=True)
        ]

    # Events -------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Read what was added to the store, by whatever process."""
        for event in self.store.events(self.name, self.number):
            try:
                self._apply(event)
            except ProviderError:
                if not self.number:
                    raise
                self.is_changed = True
            self.number += 1
            self.changed_at = event["at"]

    def _apply(self, event: Event) -> None:
        """Change the match as an event says."""
        seat = event.get("seat")
        request = self.request
        match event["do"]:
            case "lay":
                self.laid = event
                self.names = event["names"]
                self.levels = event["levels"]
                position = beginning(event["line"])
                self.game = game_of(position)
                self.hides = hides_something(self.game)
                view = view_of(position)
                self.players = player_names(self.game)
                self.title = view.title
                self.roles = view.names or self.players
                self._go(position, event)
            case "sit":
                self.names[seat] = event["name"]
                self.levels[seat] = event["level"]
            case "move":
                self._go(step_node(self.position, step_in(event["step"])), event)
            case "ask":
                agreed = [one for one, level in enumerate(self.levels) if level or one == seat]
                self.request = {**event, "number": self.number, "agreed": agreed}
            case "answer" if request is not None and event["yes"]:
                request["agreed"].append(seat)
            case "answer":
                self.request = None
            case "end":
                self.end = event
                self.request = None
            case "next":
                self.following = event["to"]
        if self.has_agreed("draw"):
            self.end = {"paid": [0.5 for _ in self.names]}
        if request is not None and self.has_agreed("back"):
            self.position = self._before(request["seat"])
            self.request = None

    def _go(self, position: Position, event: Event) -> None:
        self.position = position
        self.request = None
        self.is_changed |= shown_of(position) != event["shown"]

    def has_agreed(self, what: str) -> bool:
        """True if everybody has agreed to something."""
        request = self.request
        if request is None or request["what"] != what:
            return False
        return set(request["agreed"]) == {*range(len(self.names))}

    def _before(self, seat: int) -> Any:
        """The position before the last choice of a seat, None if it made none."""
        position = parent_of(self.position)
        while position is not None and mover_at(position) != seat:
            position = parent_of(position)
        return position

    def write(self, event: Event, given: Any = {}, used: Any = ()) -> None:  # noqa: B006 - read only
        """Keep an event, then change the match; raises `Taken` if another process was first."""
        try:
            self.store.write([(self.name, self.number, event)], given, used)
        finally:
            self.catch_up()

    def tell(self) -> None:
        """Call everybody who listens."""
        for listener in [*self.listeners]:
            listener()

    # What a seat does ---------------------------------------------------------------------

    def move(self, seat: int | None, position: Position) -> None:
        """A choice of a seat, given as the position that it leads to."""
        if seat is None or seat != self.mover or parent_of(position) != self.position:
            raise Taken("The game has moved on since then.")
        after = at_table(table_of(self.position), position)
        step = step_text(last_step(position))
        self.write({"do": "move", "seat": seat, "step": step, "shown": shown_of(after)})

    def may_ask(self, seat: int) -> list[str]:
        """What a seat may ask of the others now; nothing is taken back that has shown something
        hidden."""
        if self.request is not None:
            return []
        if not self.is_open:
            return ["rematch"] if self.is_over and not self.following else []
        draw = ["draw"] if self.game.may_be_drawn and not any(self.levels) else []
        is_back = not self.hides and self._before(seat) is not None
        return ["back", *draw] if is_back else draw

    def ask(self, what: str, seat: int) -> None:
        """Ask all others; asking for what another seat has asked for is to agree."""
        if self.request is not None and self.request["what"] == what:
            self.answer(self.request["number"], seat, True)
            return
        if what not in self.may_ask(seat):
            raise ChoiceError("That cannot be asked for now.")
        self.write({"do": "ask", "what": what, "seat": seat})

    def answer(self, number: int, seat: int, is_yes: bool) -> None:
        """Answer the request of that number; the seat that has asked withdraws it with a no."""
        if self.request is None or self.request["number"] != number:
            raise ChoiceError("That request is no longer open.")
        self.write({"do": "answer", "seat": seat, "yes": is_yes})

    def resign(self, seat: int) -> None:
        """Give up the game; with more than two players a computer goes on in that seat."""
        if not self.is_open:
            raise ChoiceError("There is no game to resign.")
        if len(self.names) > 2:
            self.sit(seat, "", "random")
        else:
            self.write({"do": "end", "seat": seat, "paid": [float(seat), 1.0 - seat]})

    def sit(self, seat: int, name: str, level: Any = None, given: Any = {}) -> None:  # noqa: B006
        """Let a person or a computer of a level sit in a seat, whose invitations are used up."""
        name = name or f"computer {seat + 1}"
        known = self.store.secrets(self.name).items()
        used = [one for one, its in known if its.seat == seat and its.kind != "watch"]
        self.write({"do": "sit", "seat": seat, "name": name, "level": level}, given, used)

    def reply(self) -> Position | None:
        """Where the computer to move goes; None if a person is to move."""
        position = self.position
        seat = self.mover
        if seat is None or not self.levels[seat]:
            return None
        game = self.game
        who = seated(game, self.levels[seat])
        policy = player(game, who, table_of(position).setup)
        luck = SystemRandom()
        return answer(position, chosen(policy, game, state_of(position), seat, luck, who.name))


def mover_at(position: Position) -> int:
    """The seat to move at a position."""
    return mover_of(game_of(position), state_of(position), turn_of(position))


def beginning(line: str) -> Position:
    """The position of a line, all of whose seats are for people; raises `ChoiceError` for a game
    that several cannot play."""
    p = replay(line)
    if not isinstance(p, Position):
        raise ChoiceError("Choose one of the levels first: a table needs a game that begins.")
    table = table_of(p)
    if len(player_names(table.game)) < 2:
        raise ChoiceError(f"{title_of(table.game)} cannot be played by several people.")
    if table.seating is not None and is_start(p):
        return start(table.both_sides())
    if table.seating is not None or ending_of(state_of(p)) is not None:
        raise ChoiceError("A table needs a game that goes on and is not against a computer.")
    return p
