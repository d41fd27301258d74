"""The best response to known players: what each choice is worth against them, and how much they can
be exploited.

If nothing is hidden, their choices are luck for the player who responds, and the game becomes one
for a single player. If something is hidden, their choices are laid out over the whole tree, and the
response knows no more than its own seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, is_dataclass
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
from ..opponents import ByKey, Player, chosen
from ..plans import NEAR

SAMPLES = 100
"""The sampled choices of a player whose luck cannot be enumerated."""

RESPONDED = "that is responded to"
"""What a known player is called in messages."""

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
        """The state itself if somebody may look at what the game's key leaves out."""
        if self.against.by_key:
            return self.against.model.key(self.inner, self.mover)
        return _everything(self.inner), self.mover


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
        self.by_key = all(isinstance(player, ByKey) for player in others.values())
        self.replies: dict[Hashable, tuple[_Turn, Mapping[Value, float] | None]] = {}
        """What is known of the players' choices, by key."""
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
            value = self._reply(state, rng)
        return self.turn(model.respond(state.inner, value, rng), model.next_turn(mover))

    def _reply(self, state: _Turn, rng: Random) -> Value:
        """What a known player chooses; each is asked once for each key."""
        key = state.key
        if key not in self.replies:
            self.replies[key] = state, self._asked(state)
        _, chances = self.replies[key]
        if chances is None:
            game = self.model.game
            mover = state.mover
            player = self.others[mover]
            return chosen(player, game, state.inner, mover, rng, RESPONDED)
        if len(chances) == 1:
            return next(iter(chances))
        return rng.choices(list(chances), list(chances.values()))[0]

    def _asked(self, state: _Turn) -> Mapping[Value, float] | None:
        mover = state.mover
        player = self.others[mover]
        return _shares(self.model.game, player, state.inner, mover)

    def check_replies(self) -> None:
        """Raise `NoAbility` if a player answers otherwise when it is asked again.

        The last question comes first, so that whoever alternates is noticed too.
        """
        if self.by_key:
            return
        for state, chances in reversed(self.replies.values()):
            _check_same(self.model.game, chances, self._asked(state))


def responded(question: Question, others: Mapping[int, Player]) -> Study:
    """What each choice of the player to move is worth against the others, exactly if their luck
    allows it."""
    game = question.game
    state = question.state
    turn = question.turn
    if not hides_something(game):
        against = _Against(game, turn, others)
        first = against.turn(state, turn)
        study = studied(Question(against, first, turn, budget=question.budget, rng=question.rng))
        against.check_replies()
        return study
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
    against.check_replies()
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
        first, again = [chosen(player, game, state, mover, Random(0), RESPONDED) for _ in range(2)]
        _check_same(game, first, again)
        found = _shares(game, player, state, mover)
        if found is not None:
            return found
        sampled.append(state)
        values = Counter[Value]()
        for number in range(SAMPLES):
            luck = Random(number)
            value = chosen(player, game, state, mover, luck, RESPONDED)
            values[value] += 1
        return {value: count / SAMPLES for value, count in values.items()}

    return chances


def _shares(
    game: Game[Any], player: Player, state: State, mover: int
) -> Mapping[Value, float] | None:
    """The probability of each choice of a player; None if its luck cannot be enumerated."""
    ways = enumerated(lambda rng: chosen(player, game, state, mover, rng, RESPONDED))
    if ways is None:
        return None
    found = dict[Value, float]()
    for chance, value in ways:
        found[value] = found.get(value, 0.0) + chance
    return found


def _check_same(game: Game[Any], first: object, again: object) -> None:
    """Raise `NoAbility` if a player chooses otherwise when it is asked again."""
    if first != again:
        raise NoAbility(
            f"The best response in {title_of(game)} is not known: asked about the same state again,"
            f" the player {RESPONDED} chose otherwise. Its choice may depend only on the state and"
            " the generator that it is given."
        )


def _everything(state: Hashable) -> Hashable:
    """A state with the fields that comparisons leave out: a function may look at them too.

    Private ones of a dataclass are caches, which change while nothing else does.
    """
    names = list(getattr(state, "__dict__", ()))
    if is_dataclass(state):
        names = [one.name for one in fields(state) if not one.compare]
        names = [name for name in names if not name.startswith("_")]
    parts = [repr(getattr(state, name)) for name in names]
    return state, *parts
