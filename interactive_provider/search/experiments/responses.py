"""The best response to known players: what each choice is worth against them, and how much they can be exploited.

If nothing is hidden, their choices are luck for the player who responds, and the game becomes one for a single player.
If something is hidden, their choices are laid out over the whole tree, and the response knows no more than its own
seat.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ...errors import NoAbility
from ...game import Game, Value, hides_something, title_of
from ...game import State as GameState
from ..analysis import Finding, Question, Study, studied
from ..budgets import STATES
from ..chance import enumerated
from ..equilibrium import TREE_POSITIONS, Chances, Equilibrium, equilibrium
from ..model import Model, State, Unsearchable, guarded
from ..opponents import Player, chosen
from .simulations import play_one

SAMPLES = 100
"""The sampled choices of a player whose luck cannot be enumerated."""

MOST_REPLIES = 1_000
"""The number of replies in a row after which the game is considered never to return."""


@dataclass(frozen=True, slots=True)
class _Turn(GameState):
    """A state in which it is the turn of the player who responds."""

    inner: State
    turn: int
    against: _Against

    @property
    def option_values(self) -> Any:
        return self.against.model.values(self.inner)

    @property
    def display_options(self) -> Any:
        return self.inner.display_options

    @property
    def outcome(self) -> str | None:
        return self.inner.outcome  # type: ignore[no-any-return]

    @property
    def key(self) -> Hashable:
        return self.against.model.key(self.inner, self.turn)

    @property
    def payoffs(self) -> tuple[float]:
        """The payoff of the player who responds."""
        return (self.against.model.payoffs(self.inner)[self.against.seat],)


@dataclass(frozen=True, slots=True)
class _PaidTurn(_Turn):
    """The same in a game that pays on the way."""

    got: float = 0.0
    """What the player who responds got since the turn before."""

    @property
    def rewards(self) -> tuple[float]:
        """What the player who responds got since the turn before."""
        return (self.got,)


class _Against(Game[_Turn]):
    """A game seen by one of its players, when the others are known."""

    players = 1

    def __init__(self, game: Game[Any], seat: int, others: Mapping[int, Player]) -> None:
        self.model, self.seat, self.others = Model(game), seat, others
        self.title = title_of(game)  # type: ignore[misc]

    def turn(self, state: State, turn: int, got: float = 0.0) -> _Turn:
        """A state as one of this game's."""
        is_paid = self.model.pays_on_the_way(state)
        return _PaidTurn(state, turn, self, got) if is_paid else _Turn(state, turn, self)

    def at(self, state: State, turn: int, rng: Random, got: float = 0.0) -> _Turn:
        """The state when it is the turn of the one who responds, or the game is over; ``got`` is the rewards so far."""
        model = self.model
        is_paid = model.pays_on_the_way(state)
        for _ in range(MOST_REPLIES):
            values, mover, _ = model.look(state, turn)
            if not values or mover == self.seat:
                return self.turn(state, mover, got)
            value = chosen(self.others[mover], model.game, state, mover, rng, "that is responded to")
            state, turn = model.respond(state, value, rng), model.next_turn(mover)
            got += model.rewards(state)[self.seat] if is_paid else 0.0
        raise Unsearchable(f"it is not the turn of {model.names[self.seat]} again after {MOST_REPLIES:,} replies")

    def process_response(self, state: _Turn, value: Value, rng: Random) -> _Turn:
        """A choice and the replies to it."""
        model = self.model
        after = model.respond(state.inner, value, rng)
        got = model.rewards(after)[self.seat] if model.pays_on_the_way(after) else 0.0
        return self.at(after, model.next_turn(state.turn), rng, got)


def responded(question: Question, others: Mapping[int, Player]) -> Study:
    """What each choice of the player to move is worth against the others, exactly if their luck allows it."""
    game, state, turn = question.game, question.state, question.turn
    if not hides_something(game):
        against = _Against(game, turn, others)
        return studied(Question(against, against.turn(state, turn), budget=question.budget, rng=question.rng))
    model = question.model()
    values, mover, _ = model.look(state, turn)
    tree = _tree(model, question.budget.states)
    sampled: list[State] = []
    with guarded(game, "a player that is responded to"):
        strategy = tree.of_players({who: _chances(game, player, sampled) for who, player in others.items()})
    _, best = tree.best_response(strategy, mover)
    worths = tree.values_of(best)[1]
    first, options = tree.tree.situations[tree.tree.key(state, mover, values)]
    study = Study(model, state, mover, values, lucky=True, games=SAMPLES if sampled else 0)
    study.findings = {
        value: Finding(value, float(worths[slot]), not sampled, games=study.games)
        for slot, value in enumerate(options, first)
    }
    return study


def exploitability_of(question: Question, player: Player) -> float:
    """What best responses to a player gain, averaged over both seats. Raises `NoAbility` if unknown."""
    game, model = question.game, question.model()
    if model.players != 2:
        raise NoAbility(f"Exploitability is known of games for two players; {title_of(game)} has {model.players}.")
    with guarded(game, "a player that is responded to"):
        if model.hides:
            tree = _tree(model, question.budget.states)
            return tree.gain(tree.of_players(dict.fromkeys((0, 1), _chances(game, player, []))))
        gains = sum(_response(question, seat, player) for seat in (0, 1))
        # The sum of payoffs is constant, so any game has it.
        record = play_one(model, question.state, question.turn, [None, None], 0, Random(0))
    return max(0.0, (gains - sum(record.payoffs)) / 2)


def _response(question: Question, seat: int, player: Player) -> float:
    """The payoff of a seat's best response, from a state with any player to move."""
    against = _Against(question.game, seat, {1 - seat: player})
    ways = enumerated(lambda rng: against.at(question.state, question.turn, rng))
    if ways is None:
        raise NoAbility(f"The best response in {against.title} is not known, because the player's luck is not.")
    worth = 0.0
    for chance, first in ways:
        study = studied(Question(against, first, budget=question.budget))
        if not study.exact:
            raise NoAbility(f"The best response in {against.title} is not known, because {study.why}.")
        before = first.got if isinstance(first, _PaidTurn) else 0.0 if study.values else first.payoffs[0]
        worth += chance * (before + (study.best().worth if study.values else 0.0))
    return worth


def _tree(model: Model, states: int) -> Equilibrium:
    try:
        return equilibrium(model, TREE_POSITIONS if states == STATES else states)
    except Unsearchable as reason:
        raise NoAbility(f"The best response in {title_of(model.game)} is not known, because {reason}.") from None


def _chances(game: Game[Any], player: Player, sampled: list[State]) -> Chances:
    """The probability with which a player chooses each option, sampled if its luck cannot be enumerated."""

    def chances(state: State, mover: int) -> Mapping[Value, float]:
        def choose(rng: Random) -> Value:
            return chosen(player, game, state, mover, rng, "that is responded to")

        ways, found = enumerated(choose), dict[Value, float]()
        if ways is None:
            sampled.append(state)
            ways = [(1 / SAMPLES, choose(Random(number))) for number in range(SAMPLES)]
        for chance, value in ways:
            found[value] = found.get(value, 0.0) + chance
        return found

    return chances
