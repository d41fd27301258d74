"""A game as search sees it: states, movers, values and payoffs, read once each; nothing of labels
or boards.

What its author may declare about players is in `interactive_provider.game`. Payoffs are counted in
shares of a win where a state says who won: 1 for the winner, 1/n each in a draw of n players. A
puzzle is won (1), drawn (1/2) or not (0).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ..errors import BrokenGame, NoAbility, guard, quote
from ..game import (
    Game,
    Labelled,
    Number,
    Value,
    can_resample,
    ending_of,
    hidden_words,
    hides_something,
    is_shipped,
    known_to,
    player_names,
    refuse_methods,
    refuse_other,
    shortcut,
    sight_of,
    title_of,
)
from ..game import says as has
from ..support.fingerprint import changeable
from .chance import Script, Watch, enumerated

State: TypeAlias = Any
Payoffs: TypeAlias = "tuple[float, ...]"

Key: TypeAlias = "tuple[Hashable, int]"
"""What distinguishes positions in a search: a state's key with its mover."""

MOST_TYPED = 1_000
"""A number asked for within a wider range than this cannot be searched."""


_SEARCHED_NAMES = (
    "mover",
    "winner",
    "payoffs",
    "rewards",
    "payoff_range",
    "key",
    "option_values",
    "display_options",
)
"""What search reads of a state in a game that names its players."""


class Unsearchable(Exception):
    """A situation that one method of search cannot handle; another one may."""


class TooLarge(Unsearchable):
    """More positions than allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"it has more than {limit:,} positions")


class OutOfMemory(Unsearchable):
    """No memory is left for more positions."""

    def __init__(self, positions: int) -> None:
        super().__init__(f"memory ran out after {positions:,} positions")


class Step(NamedTuple):
    """A choice in a game, or its end: the state, who chooses, and what among which values, if that
    was asked."""

    state: State
    mover: int
    value: Value
    values: Sequence[Value] = ()


Choose: TypeAlias = "Callable[[State, int, Sequence[Value]], Value]"
"""What a player does: from a state, whose turn it is and the values to one of them."""


class Model:
    """A game with players; how it is read depends on the attributes of its states, found once for
    each class of state.

    Raises `NoAbility` if the game may not be searched: it declares no ``players`` (unless
    ``anyone`` may play it, as one player) or it hides something that it cannot draw again (unless
    ``hidden`` is given). ``setup`` identifies the game with its parameters and rules: a key is
    meaningless outside one setup. ``why`` is added to a refusal. If ``symmetric``, positions that
    ``game.canonical`` says are mirror images of one another have one key, in a game of several
    players.
    """

    def __init__(
        self,
        game: Game,
        *,
        hidden: bool = False,
        anyone: bool = False,
        setup: Hashable = None,
        why: str = "",
        symmetric: bool = False,
    ) -> None:
        self.title = title_of(game)
        names = player_names(game) or (("you",) if anyone else ())
        if not names:
            advice = "" if is_shipped(game) else ": a game with players = 2 (or 1) can be searched"
            raise NoAbility(f"{self.title} does not name its players{advice}.")
        self.hides = hides_something(game)
        if self.hides and not hidden and not can_resample(game):
            advice = "; with a method resample, search would use only what the player knows"
            raise NoAbility(
                f"{self.title} hides {hidden_words(game)}, and the answer would reveal it"
                f"{'' if is_shipped(game) else advice}."
                f"{f' No equilibrium is known: {why}.' if why else ''}"
            )
        self.game = game
        self.setup = setup
        self.names = names
        self.players = len(names)
        self._prepare()
        self.respond = game.process_response
        seats = range(self.players)
        self._numbers: dict[Any, int] = dict(zip((*names, *seats), (*seats, *seats), strict=True))
        may_fold = symmetric and self.players > 1 and not self.hides
        self._candidates = shortcut(game, "candidates")
        self._canonical = shortcut(game, "canonical") if may_fold else None
        self.is_folded = self._canonical is not None
        """True if mirror images have one key, so that states with one key differ."""

    def called(self, state: State) -> tuple[str, ...]:
        """Return the players' names in a state: those of its view, otherwise the game's."""
        return self.game.view(state, 0).names or self.names

    def _prepare(self) -> None:
        """Make the parts that cannot be copied, such as scripts of luck."""
        self.watch = Watch(0)
        self.script = Script()
        self._kinds: dict[type, _Says] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return everything except what is made again."""
        return {**vars(self), "watch": None, "script": None, "_kinds": None}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        vars(self).update(parts)
        self._prepare()

    # Reading a state -----------------------------------------------------------------------

    def values(self, state: State) -> Sequence[Value]:
        """Return the values of the options; none when the game is over."""
        return self.says(state).values(state)

    def mover(self, state: State, turn: int) -> int:
        """Return whose turn it is, from 0; ``turn`` if the state does not say or the game is
        over."""
        says = self.says(state)
        if not says.mover:
            return turn
        try:
            return self._numbers[state.mover]
        except Exception:  # noqa: BLE001 - at the end it is of no account; else it is asked again, unguarded
            if says.values(state):
                return self.number(state.mover, "mover")
            return turn

    def look(self, state: State, turn: int) -> tuple[Sequence[Value], int, Payoffs | None]:
        """Return the values of a state's options, whose turn it is, and the payoffs once it is
        over. Raises `BrokenGame` for an invalid mover or payoffs."""
        values = self.values(state)
        if not values:
            return (), turn, self.gains(state)
        return values, self.mover(state, turn), None

    def first(self, state: State, values: Sequence[Value]) -> Sequence[int]:
        """Return the places of the values that the game names to be looked at first, if it names
        any. Raises `BrokenGame` unless they are options, each named once."""
        named = self._candidates(state) if values and self._candidates else None
        if named is None:
            return ()
        places = {value: place for place, value in enumerate(values)}
        try:
            found = [places[value] for value in named]
        except (TypeError, LookupError):
            found = []
        if not found or len(set(found)) < len(found):
            raise BrokenGame(
                f"{self.title} has candidates {quote(named)}; give some of its options, each once."
            )
        return found

    def key(self, state: State, mover: int) -> Key:
        """Return what distinguishes the state from others: its ``key`` or itself, and whose turn it
        is."""
        return self.says(state).key(state), mover

    def place(self, state: State, turn: int) -> tuple[int, Key]:
        """Return the mover and the key of a state, in one look."""
        mover = self.mover(state, turn)
        return mover, (self.says(state).key(state), mover)

    def in_shares(self, state: State) -> bool:
        """True if the payoffs of the game are shares of a win, so that 1 is the greatest."""
        says = self.says(state)
        return not (says.payoffs or says.rewards)

    def pays_on_the_way(self, state: State) -> bool:
        """True if the game is played for the sum of its rewards."""
        return self.says(state).rewards

    def rewards(self, state: State) -> Payoffs:
        """Return what each player got by the step that led to a state, in a game that pays along
        the way."""
        return self._checked(state.rewards, "rewards")

    def gains(self, state: State) -> Payoffs:
        """Return what each gets by reaching the end: the rewards of the last step, or the payoffs
        if it pays only there."""
        return self.rewards(state) if self.pays_on_the_way(state) else self.payoffs(state)

    def payoff_range(self, state: State) -> tuple[float, float] | None:
        """Return the least and the greatest payoff; None if the game does not say."""
        if self.in_shares(state):
            return 0.0, 1.0
        if self.pays_on_the_way(state):  # the range is that of whole games
            return None
        low, high = getattr(state, "payoff_range", None) or (0.0, 0.0)
        return (low, high) if low < high else None

    def unending(self, state: State, ends: Iterable[Payoffs] = ()) -> Payoffs:
        """Return what each player gets if play never ends: a draw. ``ends`` are the payoffs of the
        ends that are known.

        A game that pays on the way pays nothing more. A single player gets the least. Several get
        equal shares of what there is: of a win, of the two ends of the range, or of the sum of the
        payoffs if all ends have the same. Otherwise nobody gets anything.
        """
        if self.pays_on_the_way(state):
            return (0.0,) * self.players
        low, high = self.payoff_range(state) or (0.0, 0.0)
        if self.players == 1:
            return (float(min([low, *(paid[0] for paid in ends)])),)
        sums = {round(sum(paid), 9) for paid in ends}
        if self.in_shares(state) or (self.players == 2 and low < high):
            sums = {low + high}
        whole = sums.pop() if len(sums) == 1 else 0.0
        return (whole / self.players,) * self.players

    def payoffs(self, state: State) -> Payoffs:
        """Return what each player gets of a game that is over."""
        says = self.says(state)
        if says.payoffs:
            return self._checked(state.payoffs, "payoffs")
        # asking a state twice who won may take longer than the search
        winner = state.winner if says.winner and self.players > 1 else None
        if winner is not None:
            won = self.number(winner, "winner")
            return tuple([float(player == won) for player in range(self.players)])
        outcome = ending_of(state)
        if self.players == 1:
            return ({"won": 1.0, "drawn": 0.5}.get(outcome, 0.0),)
        if says.winner or outcome == "drawn":
            return (1 / self.players,) * self.players
        raise BrokenGame(
            f"{self.title} is over ({quote(outcome)}), but its state says neither winner"
            " nor payoffs. Give it a property `winner`: a player, or None for a draw."
        )

    def number(self, player: Any, what: str) -> int:
        """Return the number of a player given by number or name."""
        try:
            return self._numbers[player]
        except (KeyError, TypeError):
            names = " or ".join(map(repr, self.names))
            raise BrokenGame(
                f"{self.title} says {what} {quote(player)}; its players are {names}."
            ) from None

    def _checked(self, payoffs: Any, what: str) -> Payoffs:
        paid = tuple(payoffs) if isinstance(payoffs, Iterable) else (payoffs,)
        if len(paid) != self.players or not all(
            isinstance(part, int | float) and math.isfinite(part) for part in paid
        ):
            raise BrokenGame(
                f"{self.title} says {what} {quote(payoffs)}; give a number for each of the"
                f" {self.players} players."
            )
        return paid

    def says(self, state: State) -> _Says:
        """Return the optional attributes of states of this class, determined from the first of
        them."""
        known = self._kinds.get(type(state))
        if known is not None:
            return known
        refuse_other(state, self.title)
        if self.game.players:
            refuse_methods(state, _SEARCHED_NAMES)
        kind = _Says(
            attrgetter("option_values") if has(state, "option_values") else _listed_values,
            _key_of(state, self._canonical),
            *(has(state, name) for name in ("mover", "winner", "payoffs", "rewards")),
        )
        try:
            hash(kind.key(state))
        except TypeError:
            culprits = [f"make {name} (a {of}) immutable" for name, of in changeable(state)]
            advice = [*culprits, f"make {type(state).__name__} a frozen dataclass"][0]
            raise BrokenGame(
                f"The states of {self.title} cannot be hashed, so a search could not"
                f" recognise them: {advice}, or give it a key."
            ) from None
        self._kinds[type(state)] = kind
        return kind

    # Going on ------------------------------------------------------------------------------

    def world(self, state: State, turn: int, rng: Random) -> State:
        """Return a state that the mover cannot distinguish from this one, the rest drawn again;
        itself if nothing is hidden."""
        if not self.hides or not self.values(state):
            return state
        return self.game.resample(state, self.mover(state, turn), rng)  # type: ignore[attr-defined]

    def situation(self, state: State, mover: int, values: Sequence[Value]) -> Hashable:
        """Return all that the player to move cannot distinguish: what ``seen_by`` gives, otherwise
        all that is shown, and the options."""
        known = known_to(self.game, state, mover)
        if sight_of(self.game) is None:
            known = tuple(known.values())
        return mover, tuple(values), known

    def next_turn(self, mover: int) -> int:
        """Return whose turn comes after a player's, if states do not say."""
        return (mover + 1) % self.players

    def played(self, state: State, turn: int, choose: Choose, rng: Random) -> Iterator[Step]:
        """Yield the choices of a game from a state to its end; the last step is the end."""
        while values := self.values(state):
            mover = self.mover(state, turn)
            value = choose(state, mover, values)
            yield Step(state, mover, value, values)
            state = self.respond(state, value, rng)
            turn = self.next_turn(mover)
        yield Step(state, turn, None)

    def random_game(self, state: State, turn: int, rng: Random) -> Iterator[Step]:
        """Yield the choices of a game in which all choose at random."""
        return self.played(state, turn, lambda state, mover, values: rng.choice(values), rng)

    def step(self, state: State, value: Value) -> State | None:
        """Return the state after a choice, or None if luck decides it."""
        watch = self.watch
        watch.drawn = False
        after = self.respond(state, value, watch)
        return None if watch.drawn else after

    def ways(self, state: State, value: Value) -> Sequence[tuple[float, State]]:
        """Return the states that a choice may lead to, each with its probability; raises
        `Unsearchable` if they are not known."""
        after = self.step(state, value)
        return self.chances(state, value) if after is None else [(1.0, after)]

    def chances(self, state: State, value: Value) -> Sequence[tuple[float, State]]:
        """Return the same for a choice that luck is known to decide."""
        ways = enumerated(lambda rng: self.respond(state, value, rng), self.script)
        if ways is None:
            raise Unsearchable("its luck cannot be enumerated")
        return ways


class _Says(NamedTuple):
    """The optional attributes of the states of one class."""

    values: Callable[[State], Sequence[Value]]
    key: Callable[[State], Hashable]
    mover: bool
    winner: bool
    payoffs: bool
    rewards: bool


def _key_of(
    state: State, canonical: Callable[[State], tuple[Hashable, Any]] | None
) -> Callable[[State], Hashable]:
    """Return how the key of states is read; it includes what the last step paid."""
    key: Callable[[State], Hashable]
    key = attrgetter("key") if has(state, "key") else lambda state: state
    if canonical is not None:
        key = lambda state: canonical(state)[0]  # noqa: E731 - one of three ways to read it
    if not has(state, "rewards"):
        return key
    return lambda state: (
        key(state),
        state.rewards if isinstance(state.rewards, int | float) else tuple(state.rewards),
    )


def _listed_values(state: State) -> Sequence[Value]:
    """Return the listed values, and the numbers that may be typed if they are whole and not too
    many."""
    options = state.display_options
    listed = options.values if type(options) is Labelled else [value for _, value in options]
    question = getattr(state, "free_input", None)
    if question is None:
        return listed
    expected = f"Search needs choices that can be listed, but here you type {question}"
    is_whole = isinstance(question, Number) and question.integer
    if not is_whole or question.low is None or question.high is None:
        raise NoAbility(f"{expected}.")
    low = math.ceil(question.low)
    high = math.floor(question.high)
    if high - low > MOST_TYPED:
        raise NoAbility(f"{expected}: too many to list.")
    return [*listed, *(number for number in range(low, high + 1) if number not in listed)]


def guarded(game: Game, what: str) -> guard:
    """Return a context in which whatever the game's own code raises becomes `BrokenGame`."""
    return guard(f"{title_of(game)}, when {what} asked it,", Unsearchable)
