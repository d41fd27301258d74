"""The best response to known players: what each choice is worth against them, and how much they can
be exploited.

If nothing is hidden, their choices are luck for the player who responds, and the game becomes one
for a single player. If something is hidden, their choices are laid out over the whole tree, and the
response knows no more than its own seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter, sub
from random import Random
from typing import Any, NamedTuple, TypeAlias

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

Shares: TypeAlias = "Mapping[Value, float]"
"""How often each option is chosen."""

RESPONDED = "that is responded to"
"""What a known player is called in messages."""

REPLY = "the reply"
"""The only option of a known player: the rest is luck."""


@dataclass(frozen=True, slots=True)
class _Turn(GameState):
    """A state of a game in which the policies of all players but one are known."""

    inner: State
    turn: int
    against: _Against

    @property
    def option_values(self) -> Any:
        """The options of the player who responds; the others have one option, their reply."""
        model = self.against.model
        values = model.values(self.inner)
        return values if not values or self.mover == self.against.seat else (REPLY,)

    @property
    def display_options(self) -> Any:
        return self.inner.display_options if self.option_values != (REPLY,) else ((REPLY, REPLY),)

    outcome = property(lambda state: ending_of(state.inner))
    winner = property(lambda state: getattr(state.inner, "winner", None))

    @property
    def mover(self) -> int:
        return self.against.model.mover(self.inner, self.turn)

    @property
    def key(self) -> Hashable:
        """The state itself if somebody may look at what the game's key leaves out."""
        if self.against.by_key:
            return self.against.model.key(self.inner, self.mover)
        return _everything(self.inner), self.mover


class _Paying(_Turn):
    """The same in a game that pays at the end."""

    payoffs = property(attrgetter("inner.payoffs"))
    payoff_range = property(attrgetter("inner.payoff_range"))


class _Rewarding(_Turn):
    """The same in a game that pays along the way."""

    rewards = property(attrgetter("inner.rewards"))


class _Against(Game[_Turn]):
    """A game in which the choices of all but one player are luck, or of all: it has the same
    players and payoffs."""

    def __init__(self, game: Game, seat: int | None, others: Mapping[int, Player]) -> None:
        self.model = Model(game)
        self.seat = seat
        self.by_key = all(isinstance(player, ByKey) for player in others.values())
        self.asked = {who: _Asked(game, player) for who, player in others.items()}
        self.replies: dict[Hashable, Shares | None] = {}
        """What is known of the players' choices, by key."""
        self.players = self.model.names  # type: ignore[misc]
        self.title = title_of(game)  # type: ignore[misc]

    def turn(self, state: State, turn: int) -> _Turn:
        """Return a state as one of this game's."""
        if self.model.pays_on_the_way(state):
            return _Rewarding(state, turn, self)
        kind = _Turn if self.model.in_shares(state) else _Paying
        return kind(state, turn, self)

    def process_response(self, state: _Turn, value: Value, rng: Random) -> _Turn:
        """Make a choice of the player who responds, or a known player's."""
        mover = state.mover
        if mover != self.seat:
            value = self._reply(state, rng)
        after = self.model.respond(state.inner, value, rng)
        return self.turn(after, self.model.next_turn(mover))

    def _reply(self, state: _Turn, rng: Random) -> Value:
        """Return what a known player chooses; each is asked about its luck once for each key."""
        key = state.key
        asked = self.asked[state.mover]
        if key not in self.replies:
            if not self.by_key:
                asked.check(state.inner, state.mover)
            self.replies[key] = asked.shares(state.inner, state.mover)
        shares = self.replies[key]
        if shares is None:
            return asked.choice(state.inner, state.mover, rng)
        if len(shares) == 1:
            return next(iter(shares))
        return rng.choices(list(shares), list(shares.values()))[0]


class _Asked(NamedTuple):
    """A known player of a game, asked what it chooses."""

    game: Game
    player: Player

    def choice(self, state: State, mover: int, rng: Random) -> Value:
        """Return one of its choices."""
        return chosen(self.player, self.game, state, mover, rng, RESPONDED)

    def check(self, state: State, mover: int) -> None:
        """Raise `NoAbility` if it chooses differently when it is asked again."""
        if self.choice(state, mover, Random(0)) != self.choice(state, mover, Random(0)):
            raise NoAbility(
                f"The best response in {title_of(self.game)} is not known: asked about the same"
                f" state again, the player {RESPONDED} chose differently. Its choice may depend"
                " only on the state and the generator that it is given."
            )

    def shares(self, state: State, mover: int) -> Shares | None:
        """Return the probability of each of its choices; None if its luck cannot be enumerated."""
        ways = enumerated(lambda rng: self.choice(state, mover, rng))
        if ways is None:
            return None
        shares = Counter[Value]()
        for chance, value in ways:
            shares[value] += chance  # type: ignore[assignment] # they add up to 1
        return shares

    def chances(self, sampled: list[State]) -> Chances:
        """Return the probability of each of its choices, sampled if its luck cannot be enumerated:
        states where it was are added to a list."""

        def chances(state: State, mover: int) -> Shares:
            self.check(state, mover)
            shares = self.shares(state, mover)
            if shares is not None:
                return shares
            sampled.append(state)
            luck = map(Random, range(SAMPLES))
            counts = Counter(self.choice(state, mover, rng) for rng in luck)
            return {value: count / SAMPLES for value, count in counts.items()}

        return chances


def responded(question: Question, others: Mapping[int, Player]) -> Study:
    """Return what each choice of the player to move is worth against the others, exactly if their
    luck allows it."""
    game = question.game
    state = question.state
    turn = question.turn
    if not hides_something(game):
        against = _Against(game, turn, others)
        first = against.turn(state, turn)
        return studied(Question(against, first, turn, budget=question.budget, rng=question.rng))
    study = question.study()
    if not study.values:
        return study
    tree = tree_of(study.model, question.budget.states)
    sampled: list[State] = []
    with guarded(game, "a player that is responded to"):
        strategy = tree.of_players(
            {who: _Asked(game, player).chances(sampled) for who, player in others.items()}
        )
    _, best = tree.best_response(strategy, study.mover)
    worths = tree.values_of(best)[1]
    found = tree.situation(state, study.mover, study.values)
    study.lucky = True
    study.games = SAMPLES if sampled else 0
    study.findings = {
        value: Finding(value, float(worths[slot]), not sampled, games=study.games)
        for slot, value in enumerate(found.values, found.first)
    }
    return study


def exploitability_of(question: Question, player: Player) -> float:
    """Return what best responses to a player gain, averaged over both seats. Raises `NoAbility` if
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
            chances = _Asked(game, player).chances([])
            return tree.gain(tree.of_players(dict.fromkeys((0, 1), chances)))
        own = _paid(question, None, player)
        gains = [_paid(question, seat, player)[seat] - own[seat] for seat in (0, 1)]
    return sum(gains) / 2 if sum(gains) > NEAR else 0.0


def _paid(question: Question, seat: int | None, player: Player) -> Payoffs:
    """Return what both get if one seat responds as well as it can to a player, or if the player has
    both."""
    against = _Against(question.game, seat, dict.fromkeys({0, 1} - {seat}, player))
    model = Model(against)
    first = against.turn(question.state, question.turn)
    with _refused(model):
        worth = solved_within(model, first, question.turn, question.budget.states)
    earlier = model.rewards(first) if model.pays_on_the_way(first) else (0.0, 0.0)
    return tuple(map(sub, worth.payoffs[0], earlier))


def tree_of(model: Model, states: int) -> Equilibrium:
    """Return the equilibrium of a game; raises `NoAbility` if it is not known."""
    with _refused(model):
        return equilibrium(model, TREE_POSITIONS if states == STATES else states)


@contextmanager
def _refused(model: Model) -> Iterator[None]:
    """Say in a `NoAbility` why a best response is not known."""
    try:
        yield
    except Unsearchable as reason:
        raise NoAbility(
            f"The best response in {model.title} is not known, because {reason}."
        ) from None


def _everything(state: Hashable) -> Hashable:
    """Return a state with the fields that comparisons leave out: a function may look at them too.

    Private ones of a dataclass are caches, which change while nothing else does.
    """
    names = list(getattr(state, "__dict__", ()))
    if is_dataclass(state):
        names = [one.name for one in fields(state) if not one.compare]
        names = [name for name in names if not name.startswith("_")]
    parts = [repr(getattr(state, name)) for name in names]
    return state, *parts
