"""The best response to known players: what each choice is worth against them, and how much they can
be exploited.

If nothing is hidden, their choices are luck for the player who responds, and the game becomes one
for a single player. If something is hidden, their choices are laid out over the whole tree, and the
response knows no more than its own seat.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from operator import attrgetter, sub
from random import Random
from typing import Any

from ...errors import NoAbility
from ...game import Game, Value, ending_of, hides_something, title_of
from ...game import State as GameState
from ..analysis import Question, Study, solved_within, studied
from ..budgets import STATES
from ..chance import enumerated
from ..equilibrium import TREE_POSITIONS, Chances, Equilibrium, equilibrium
from ..known import Finding
from ..model import Model, Payoffs, State, Unsearchable, guarded
from ..opponents import Player, chosen
from ..plans import NEAR

SAMPLES = 100
"""The sampled choices of a player whose luck cannot be enumerated."""

REPLY = "the reply"
"""What there is to choose for a player who is known: the rest is luck."""


@dataclass(frozen=True, slots=True)
class _Turn(GameState):
    """A state of a game in which the policies of all players but one are known."""

    inner: State
    turn: int
    against: _Against

    @property
    def option_values(self) -> Any:
        """All options of the one who responds, and the replies of the others as one."""
        model = self.against.model
        values = model.values(self.inner)
        return values if not values or self.mover == self.against.seat else (REPLY,)

    @property
    def display_options(self) -> Any:
        return self.inner.display_options if self.option_values != (REPLY,) else ((REPLY, REPLY),)

    outcome = property(lambda state: ending_of(state.inner))

    @property
    def mover(self) -> int:
        return self.against.model.mover(self.inner, self.turn)

    @property
    def key(self) -> Hashable:
        return self.against.model.key(self.inner, self.mover)


@dataclass(frozen=True, slots=True)
class _Winning(_Turn):
    """The same in a game that says who won."""

    winner = property(lambda state: getattr(state.inner, "winner", None))


@dataclass(frozen=True, slots=True)
class _Paying(_Turn):
    """The same in a game that pays at the end."""

    payoffs = property(attrgetter("inner.payoffs"))
    payoff_range = property(attrgetter("inner.payoff_range"))


@dataclass(frozen=True, slots=True)
class _Rewarding(_Turn):
    """The same in a game that pays along the way."""

    rewards = property(attrgetter("inner.rewards"))


class _Against(Game[_Turn]):
    """A game in which the choices of all but one player are luck, or of all: it has the same
    players and payoffs."""

    def __init__(self, game: Game[Any], seat: int | None, others: Mapping[int, Player]) -> None:
        self.model = Model(game)
        self.seat = seat
        self.others = others
        self.players = self.model.names  # type: ignore[misc]
        self.title = title_of(game)  # type: ignore[misc]

    def turn(self, state: State, turn: int) -> _Turn:
        """A state as one of this game's."""
        model = self.model
        if model.pays_on_the_way(state):
            return _Rewarding(state, turn, self)
        kind = _Winning if model.in_shares(state) else _Paying
        return kind(state, turn, self)

    def process_response(self, state: _Turn, value: Value, rng: Random) -> _Turn:
        """A choice of the one who responds, or a known player's."""
        model = self.model
        mover = state.mover
        if mover != self.seat:
            value = chosen(
                self.others[mover], model.game, state.inner, mover, rng, "that is responded to"
            )
        return self.turn(model.respond(state.inner, value, rng), model.next_turn(mover))


def responded(question: Question, others: Mapping[int, Player]) -> Study:
    """What each choice of the player to move is worth against the others, exactly if their luck
    allows it."""
    game = question.game
    state = question.state
    turn = question.turn
    if not hides_something(game):
        against = _Against(game, turn, others)
        return studied(
            Question(
                against, against.turn(state, turn), turn, budget=question.budget, rng=question.rng
            )
        )
    model = question.model()
    values, mover, _ = model.look(state, turn)
    tree = tree_of(model, question.budget.states)
    sampled: list[State] = []
    with guarded(game, "a player that is responded to"):
        strategy = tree.of_players(
            {who: _chances(game, player, sampled) for who, player in others.items()}
        )
    _, best = tree.best_response(strategy, mover)
    worths = tree.values_of(best)[1]
    found = tree.situation(state, mover, values)
    study = Study(model, state, mover, values, lucky=True, games=SAMPLES if sampled else 0)
    study.findings = {
        value: Finding(value, float(worths[slot]), not sampled, games=study.games)
        for slot, value in enumerate(found.values, found.first)
    }
    return study


def exploitability_of(question: Question, player: Player) -> float:
    """What best responses to a player gain, averaged over both seats. Raises `NoAbility` if
    unknown."""
    game = question.game
    model = question.model()
    if model.players != 2:
        raise NoAbility(
            f"Exploitability needs a game for two players; {title_of(game)} has {model.players}."
        )
    with guarded(game, "a player that is responded to"):
        if model.hides:
            tree = tree_of(model, question.budget.states)
            return tree.gain(tree.of_players(dict.fromkeys((0, 1), _chances(game, player, []))))
        own = _paid(question, None, player)
        gains = [_paid(question, seat, player)[seat] - own[seat] for seat in (0, 1)]
    return sum(gains) / 2 if sum(gains) > NEAR else 0.0


def _paid(question: Question, seat: int | None, player: Player) -> Payoffs:
    """What both get if one seat responds as well as it can to a player, or if the player has
    both."""
    against = _Against(question.game, seat, dict.fromkeys({0, 1} - {seat}, player))
    model = Model(against)
    first = against.turn(question.state, question.turn)
    try:
        paid = solved_within(model, first, question.turn, question.budget.states).payoffs[0]
    except Unsearchable as reason:
        raise NoAbility(
            f"The best response in {against.title} is not known, because {reason}."
        ) from None
    earlier = model.rewards(first) if model.pays_on_the_way(first) else (0.0, 0.0)
    return tuple(map(sub, paid, earlier))


def tree_of(model: Model, states: int) -> Equilibrium:
    """The equilibrium of a game; raises `NoAbility` if it is not known."""
    try:
        return equilibrium(model, TREE_POSITIONS if states == STATES else states)
    except Unsearchable as reason:
        raise NoAbility(
            f"The best response in {title_of(model.game)} is not known, because {reason}."
        ) from None


def _chances(game: Game[Any], player: Player, sampled: list[State]) -> Chances:
    """The probability with which a player chooses each option, sampled if its luck cannot be
    enumerated."""

    def chances(state: State, mover: int) -> Mapping[Value, float]:
        def choose(rng: Random) -> Value:
            return chosen(player, game, state, mover, rng, "that is responded to")

        ways = enumerated(choose)
        found = dict[Value, float]()
        if ways is None:
            sampled.append(state)
            ways = [(1 / SAMPLES, choose(Random(number))) for number in range(SAMPLES)]
        for chance, value in ways:
            found[value] = found.get(value, 0.0) + chance
        return found

    return chances
