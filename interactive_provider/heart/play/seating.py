"""Who sits at the table: you in one seat, and in the others opponents, who answer within the same
step.

``against=`` and ``seat=`` are given when a game begins, together with the game's own parameters,
and stored among them, so that lines, saves and pickles need no special case. An opponent's luck is
derived from the digest of the path: the same line gets the same replies.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ...boards import Pair
from ...errors import BadParameter, BrokenGame, guard, quote
from ...game import (
    Game,
    Parameters,
    Value,
    Words,
    ending_of,
    hides_something,
    player_names,
    title_of,
)
from ...search.budgets import SEARCH_VERSION, SIMULATIONS, Limit
from ...support.clocks import own_time
from ...support.plurals import counted
from ...support.whole_numbers import is_whole

__all__ = [
    "SEARCH_VERSION",
    "SEATS",
    "Answered",
    "Reply",
    "Seating",
    "SlowReply",
    "normal_seating",
    "takes_seating",
]

if TYPE_CHECKING:
    from ...search.opponents import Player, Seated

SEATS = ("against", "seat")
"""The parameters that say who plays."""

LONGEST = 10_000
"""The number of replies in a row after which a game is considered never to return to you."""

PATIENCE = 1.0
"""The duration of a reply, in seconds, above which a smaller budget is suggested."""

Luck = Callable[[str], Random]
"""The generator for one purpose (``"choice/0"``) within a step."""


class SlowReply(UserWarning):
    """A warning that an opponent took long: nothing is wrong, but a smaller budget would be more
    convenient."""


class Reply(NamedTuple):
    """An opponent's action: the seat, the state in which it was asked, and the value it chose."""

    seat: int
    state: Any
    value: Value


Answered = tuple[Any, tuple[Reply, ...]]
"""A state in which it is your turn, or the game is over, with the replies of the others before
it."""


def takes_seating(game: Game) -> bool:
    """True if there are other seats to fill."""
    return len(player_names(game)) > 1


def normal_seating(game: Game, parameters: Parameters) -> dict[str, Any]:
    """Return ``against`` and ``seat`` as written in a line: names with budgets, and a number; empty
    if you play all sides.

    Raises `BadParameter` for an opponent or a seat that does not exist.
    """
    if not parameters:
        return {}
    from ...search.opponents import seated

    against = parameters.get("against")
    seat = seat_number(game, parameters.get("seat", 0))
    if against is None:
        if seat:
            raise BadParameter("seat= needs an opponent: give against= too.")
        return {}
    others = len(player_names(game)) - 1
    each = _each(against, others)
    if len(each) != others:
        raise BadParameter(
            f"against is {quote(against)}; give {counted(others, 'opponent')}: a name"
            " or a name with a budget such as ('mcts', 4096)."
        )
    named = [_plain(seated(game, who)) for who in each]
    normal = named[0] if all(who == named[0] for who in named) else tuple(named)
    return {"against": normal, **({"seat": seat} if seat else {})}


def _each(against: Any, others: int) -> Sequence[Any]:
    """Return who sits in each of the other seats: the same opponent everywhere, or one for each."""
    is_several = isinstance(against, tuple | list) and not _is_budgeted(against)
    return against if is_several else [against] * others


def _is_budgeted(against: Any) -> bool:
    """True if a pair is a name with its budget rather than two names."""
    return (
        len(against) == 2
        and isinstance(against[0], str)
        and not isinstance(against[1], str | tuple | list)
    )


def _plain(who: Seated) -> Any:
    if who.own is not None:
        return who.own
    if who.budget is None:
        return who.name
    return (who.name, who.budget)


def seat_number(game: Game, seat: Any) -> int:
    names = player_names(game)
    if isinstance(seat, str) and seat in names:
        return names.index(seat)
    if not is_whole(seat, 0, len(names) - 1):
        seats = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
        raise BadParameter(f"seat is {quote(seat)}; the seats are {seats}.")
    return seat


class Seating:
    """The seats of one table: which one is yours, and who plays the others."""

    def __init__(self, game: Game, parameters: Parameters, setup: Hashable = None) -> None:
        from ...search.opponents import player, recorded, seated

        self.game = game
        self.setup = setup
        self.names = player_names(game)
        self.seat: int = parameters.get("seat", 0)
        others = [number for number in range(len(self.names)) if number != self.seat]
        given = _each(parameters["against"], len(others))
        self.who = {number: seated(game, one) for number, one in zip(others, given, strict=True)}
        self.players: dict[int, Player] = {
            number: player(game, one, setup) for number, one in self.who.items() if not one.own
        }
        # A recorded game of both sides would reveal the choices of the others.
        self.recorded = not hides_something(game) and any(
            recorded(game, one) for one in self.who.values()
        )
        self.own = tuple(one.own for one in self.who.values() if one.own is not None)
        """The user's own functions in the other seats."""

    def described(self, number: int, names: Sequence[str] | None = None) -> str:
        """Return another player's name for the start of a sentence: "The computer (O)"; ``names``
        are those of the board."""
        name = (names or self.names)[number]
        if len(self.who) > 1:
            return name.capitalize()
        called = str(self.own[0]) if self.own else "The computer"
        if isinstance(self.game.players, int):
            return called
        return f"{called} ({name})"

    def called(self) -> Words:
        """Return the players' names for a sentence addressed to you: a single opponent is the
        computer."""
        names = list(self.names)
        for number in self.who if len(self.who) == 1 else ():
            names[number] = str(self.own[0]) if self.own else "the computer"
        names[self.seat] = "you"
        return tuple(names)

    def own_words(self, counters: Sequence[Pair]) -> tuple[Pair, ...]:
        """Return a board's counters in which ``player 2``, if players have no names, is you or the
        computer."""
        if not isinstance(self.game.players, int):
            return tuple(counters)
        called = dict(zip(self.names, self.called(), strict=True))
        return tuple((name, called.get(value, value)) for name, value in counters)

    def check(self, state: Any) -> None:
        """Raise `BadParameter` if a player is to be perfect but perfect play is unknown."""
        from ...search.analysis import Question, studied
        from ...search.opponents import perfect_states

        for number, one in self.who.items():
            is_own = one.own is not None or one.name in self.game.opponents
            if one.name in ("perfect", "equilibrium") and not is_own:
                study = studied(
                    Question(self.game, state, 0, self.setup, Limit(perfect_states(one), 1))
                )
                if not study.exact:
                    title = title_of(self.game)
                    raise BadParameter(
                        f"against={quote(_plain(one))} for {self.names[number]}: perfect play in"
                        f" {title} is not known, because {study.why}. Use against='mcts' to let it"
                        " think as far as it can."
                    )

    def answered(self, state: Any, turn: int, luck: Luck) -> Answered:
        """Return the state when it is your turn again, or the game is over, with the replies of the
        others before it."""
        from ...search.model import Model
        from ...search.opponents import chosen, recorded

        model = Model(self.game, hidden=True)
        replies: list[Reply] = []
        while ending_of(state) is None and (mover := model.mover(state, turn)) != self.seat:
            who = self.who[mover]
            number = len(replies)
            if number == LONGEST:
                raise BrokenGame(
                    f"After {LONGEST:,} replies it is still not the turn of {self.names[self.seat]}"
                    " again."
                )
            clock = time.perf_counter if recorded(self.game, who) else own_time
            begun = clock()
            rng = luck(f"choice/{number}")
            if who.own is None:
                value = chosen(self.players[mover], self.game, state, mover, rng, who.name)
            else:
                path = luck(f"path/{number}").getrandbits(64)
                value = who.own(self.game, state, mover, rng, path)
            self._note_time(who, clock() - begun)
            replies.append(Reply(mover, state, value))
            with guard(f"process_response on the reply {quote(value)}"):
                state = self.game.process_response(state, value, luck(f"reply/{number}"))
            turn = model.next_turn(mover)
        return state, tuple(replies)

    def _note_time(self, who: Seated, seconds: float) -> None:
        """Suggest a smaller budget if a reply took long: a remark, never a refusal, since machines
        differ."""
        if seconds > PATIENCE and who.name != "random":
            usual = SIMULATIONS if who.name == "mcts" else None
            own = self.game.opponents.get(who.name)
            budget = who.budget or getattr(own, "budget", usual)
            smaller = who.name, max(1, int((budget or 0) / seconds))
            less = f" against={smaller!r} would take one second." if budget else ""
            warnings.warn(f"{who} took {seconds:.1f} s for a reply.{less}", SlowReply, stacklevel=2)

    def outcome(self, state: Any) -> str | None:
        """Return how the game ended for you, if the state names the winner."""
        outcome: str | None = ending_of(state)
        if outcome is None or not (hasattr(state, "winner") or hasattr(state, "payoffs")):
            return outcome
        from ...search.model import Model

        paid = Model(self.game, hidden=True).payoffs(state)
        mine = paid[self.seat]
        if mine < max(paid):
            return "lost"
        return "won" if mine > min(paid) else "drawn"  # partners win together
