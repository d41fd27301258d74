"""The values of a game's positions, whichever player is to move.

Search asks who wins from a state, with one player to move. A value needs the moves of both players
in one position: the author's method ``passed`` returns the same position with the other player to
move. In an impartial game both have the same moves, so it needs none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from ..errors import BrokenGame, NoAbility, quote
from ..game import Assessment, Game, Value, parameters_of, title_of
from ..search.analysis import Question, label_of
from ..search.budgets import ROLLOUT_LIMIT
from ..search.model import Key, Model, State, Unsearchable, guarded
from .values import LEFT, RIGHT, CombinatorialValue, at_least_as_good, canonical

REMARKS = 3_000
"""The maximum number of positions for which values are worked out when verdicts were requested."""


def value_at(question: Question) -> CombinatorialValue:
    """Return the value of a position; raise `NoAbility` if it has none, or needs more positions."""
    game = question.game
    with guarded(game, "combinatorial_value"):
        try:
            return PositionValues(game, question.budget.states).value(question.state)
        except (Unsearchable, RecursionError) as reason:
            raise NoAbility(f"{title_of(game)} has no value here: {reason}.") from None


class PositionValues:
    """The values of the positions of a game, at most ``limit`` of them, each computed once.

    Raises `NoAbility` for a game without values, `Unsearchable` for a position without a value.
    """

    def __init__(self, game: Game, limit: int) -> None:
        self.game: Any = game
        self.model = Model(game)
        self.limit = limit
        self._known: dict[Key, CombinatorialValue] = {}
        has_both = game.impartial or hasattr(game, "passed")
        if self.model.players != 2 or self.model.hides or not has_both:
            raise NoAbility(
                f"{self.model.title} has no values: they need a game for two, without hidden"
                " information, that is impartial or has a method passed."
            )

    def facing(self, state: State, player: int) -> State:
        """Return the same position with a given player to move."""
        if self.game.impartial or self.model.mover(state, player) == player:
            return state
        passed = self.game.passed(state)
        if self.model.mover(passed, player) != player:
            raise BrokenGame(f"passed of {quote(state)} has the same player to move.")
        return passed

    def parts(self, state: State) -> Sequence[State]:
        """Return the independent positions that a position consists of; the position itself if it
        is not split."""
        return self.game.parts(state) if hasattr(self.game, "parts") else [state]

    def moves(self, state: State, player: int) -> Iterator[tuple[Value, State]]:
        """Return a player's options in a position, with the state after each."""
        state = self.facing(state, player)
        values = self.model.values(state)
        mover = self.model.mover(state, player)
        if not values:
            paid = self.model.payoffs(state)
            if paid[mover] >= paid[1 - mover]:
                why = "a player who cannot move must lose, and here does not"
                if "misere" in parameters_of(self.game.new_state):
                    why += "; begin it with misere=False"
                raise Unsearchable(why)
        for value in values:
            after = self.model.step(state, value)
            if after is None:
                raise Unsearchable("luck decides")
            if self.model.mover(after, 1 - mover) == mover and self.model.values(after):
                raise Unsearchable("a player may move twice")
            yield value, after

    def check_first_line(self, state: State, player: int) -> None:
        """Play first choices to the end; raise `NoAbility` if a player who cannot move does not
        lose. A game longer than `ROLLOUT_LIMIT` is accepted unchecked."""
        try:
            for _ in range(ROLLOUT_LIMIT):
                _, state = next(self.moves(state, player))
                player = 1 - player
        except StopIteration:
            return
        except Unsearchable as reason:
            raise NoAbility(f"{self.model.title} has no values: {reason}.") from None

    def place(self, state: State) -> tuple[Key, State]:
        """Return a key for a position, whichever player is to move, and its state with Left to
        move."""
        facing = self.facing(state, LEFT)
        return self.model.key(facing, LEFT), facing

    def value(self, state: State) -> CombinatorialValue:
        """Return the value of a position."""
        first = self.place(state)
        begun: dict[Key, list[list[Key]]] = {}
        waiting = [first]
        while waiting:
            key, state = waiting[-1]
            if key in self._known:
                waiting.pop()
            elif key in begun:
                self._known[key] = self._worth(begun.pop(key))
            else:
                if len(self._known) + len(begun) >= self.limit:
                    raise Unsearchable(
                        f"it has more than {self.limit:,} positions; {len(waiting):,} others were"
                        " waiting then, and limit=Limit(states=…) allows more"
                    )
                places = self._made_of(key, state)
                begun[key] = [[one for one, _ in side] for side in places]
                waiting += chain(*places)
                if not begun.keys().isdisjoint(chain(*begun[key])):
                    raise Unsearchable("positions can repeat")
        return self._known[first[0]]

    def _made_of(self, key: Key, state: State) -> list[list[tuple[Key, State]]]:
        """Return the parts of a position; if it has only one, the options of Left and of Right."""
        parts = [self.place(part) for part in self.parts(state)]
        if [one for one, _ in parts] != [key]:
            return [parts]
        return [
            [self.place(after) for _, after in self.moves(state, side)] for side in (LEFT, RIGHT)
        ]

    def _worth(self, keys: list[list[Key]]) -> CombinatorialValue:
        values = [[self._known[key] for key in side] for side in keys]
        if len(values) == 1:
            return sum(values[0], start=CombinatorialValue())
        return canonical(frozenset(values[LEFT]), frozenset(values[RIGHT]))


def with_values(verdicts: Assessment, game: Game, state: State, player: int) -> Assessment:
    """Return verdicts that also give an option's value, and whether it is dominated or reversible;
    unchanged if that cannot be found quickly."""
    try:
        said = dict(_remarks(PositionValues(game, REMARKS), state, player))
    except (NoAbility, Unsearchable):
        return verdicts
    return {
        value: replace(verdict, text=f"{verdict.text}; {said[value]}")
        for value, verdict in verdicts.items()
    }


def _remarks(known: PositionValues, state: State, player: int) -> Iterator[tuple[Value, str]]:
    whole = known.value(state)
    options = [(*option, known.value(option[1])) for option in known.moves(state, player)]
    for value, after, mine in options:
        words = f"value {mine}"
        for other, _, theirs in options:
            if mine is not theirs and at_least_as_good(theirs, mine, player):
                words += f", dominated by {label_of(state, other)}"
                break
        for reply, reached in known.moves(after, 1 - player):
            if at_least_as_good(whole, known.value(reached), player):
                words += f", reversible through {label_of(after, reply)}"
                break
        yield value, words
