"""Players for the seats of a game: by name, with a budget that is a count.

``"random"`` chooses at random. ``"mcts"`` simulates games before each reply. ``"perfect"`` plays by
proof if the game is small enough; so does ``"equilibrium"``, even where the two players know
different things: it then draws its choices from an equilibrium. A game's own `Game.opponents` come
before these.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Hashable, Sequence
from contextlib import redirect_stdout, suppress
from copy import deepcopy
from functools import partial
from io import StringIO
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from ..errors import (
    BadParameter,
    BrokenGame,
    NoAbility,
    ProviderError,
    broken,
    did_you_mean,
    guard,
    quote,
    tolerate,
)
from ..game import (
    Game,
    Opponent,
    Policy,
    Value,
    can_resample,
    hidden_words,
    hides_something,
    is_shipped,
    player_names,
    sight_of,
    title_of,
)
from ..game.validation import whole
from ..support.calls import Call
from ..support.whole_numbers import is_whole
from .analysis import Question, studied
from .budgets import MOST_SIMULATIONS, MOST_STATES, SIMULATIONS, STATES, Limit
from .equilibrium import TREE_POSITIONS
from .mcts import estimated
from .model import Model, State, guarded

T = TypeVar("T")

Player: TypeAlias = "Callable[[Game, State, int, Random], Value]"
"""Like `interactive_provider.game.Policy`, with whose turn it is as an argument, since states need
not say."""


class ByKey(partial[Value]):
    """A general player, not a function: its choices depend only on a state's key."""


class OwnPlayer:
    """A user's function in a seat, shown as its name.

    It is asked once for each path, so that a repeated move gets the same reply, and receives a copy
    of the state, so that it cannot change the game.
    """

    def __init__(self, policy: Policy) -> None:
        self.name = name_of(policy)
        self._play = fair(policy)
        self._choices = dict[int, Value]()

    def __repr__(self) -> str:
        return self.name

    def __call__(self, game: Game, state: State, turn: int, rng: Random, path: int) -> Value:
        """Return what it chooses; raise `BrokenGame` if it raises an error, takes too long, or
        chooses something that is not offered."""
        if path not in self._choices:
            copy = state
            printed = StringIO()
            with tolerate():
                copy = deepcopy(state)
            with tolerate() as attempt, redirect_stdout(printed):
                value = within(OWN_SECONDS, lambda: self._play(game, copy, turn, rng))
                self._choices[path] = legal_choice(
                    state, value, f"Your move was not made: {self.name}"
                )
            if path not in self._choices:
                fault = attempt.fault
                raise broken(f"Your move was not made: {self.name}", fault) from fault
            if printed.getvalue():
                warnings.warn(f"{self.name} printed {quote(printed.getvalue())}.", stacklevel=2)
        return self._choices[path]


OWN_SECONDS = 30.0
"""The time in which a user's function must choose."""

_seats: WeakValueDictionary[Hashable, OwnPlayer] = WeakValueDictionary()
"""The users' functions that have a seat."""


def own_player(policy: Policy) -> OwnPlayer:
    """Return a function as a player, the same one each time; raise `BadParameter` for one that
    takes other arguments."""
    try:
        with suppress(ValueError):  # some builtins have no signature
            inspect.signature(policy).bind(None, None, None)
    except TypeError:
        raise BadParameter(
            f"{name_of(policy)}: a player is called with a game, a state and a generator."
            " as_environment(p).player(…) makes one from a function of observation and mask."
        ) from None
    key = policy if isinstance(policy, Hashable) else id(policy)
    return _seats.setdefault(key, OwnPlayer(policy))


class Seated(NamedTuple):
    """An opponent by name with its budget, None if it is the usual one."""

    name: str
    budget: int | None = None
    own: OwnPlayer | None = None

    def __str__(self) -> str:
        return self.name if self.budget is None else f"{self.name} with {self.budget:,}"


def name_of(who: Seated | Policy) -> str:
    """Return a player's name in a table."""
    return str(who) if isinstance(who, Seated) else getattr(who, "__name__", type(who).__name__)


LISTED_COST = 200_000
"""The most that a reply of a listed level may cost, in steps of a usual game: about a second."""

FEWEST = 16
"""The simulations of the easiest level that thinks: a game that is too long for it is not measured
further."""

LOBBY_SECONDS = 8.0
"""A step that takes longer hangs: a step takes a thousandth of a second, and a busy machine is
hardly ever a hundred times slower."""

LEVELS = {
    "against a beginner": FEWEST,
    "against a weak computer": 64,
    "against a medium computer": SIMULATIONS,
    "against a strong computer": 4_096,
}
"""The simulations of the levels that a lobby offers if a reply takes less than a second (see
benchmarks/levels.md)."""

_costs: WeakKeyDictionary[Game, float] = WeakKeyDictionary()
"""The cost of a simulation, by game."""


def listed_levels(game: Game) -> dict[str, Any]:
    """Return the levels that a lobby lists: those that the game has and that do not cost too much.

    The cost is counted, so that every machine lists the same ones; ``against=`` takes any level.
    """
    own = game.opponents.get("mcts")
    medium = SIMULATIONS
    most = 0.0
    if own is not None:  # its author's budget is for a second
        medium = _opponent(own).budget or SIMULATIONS
        most = inf if medium >= SIMULATIONS else medium
    elif "mcts" in known_opponents(game):
        most = LISTED_COST / _simulation_cost(game)
    listed: dict[str, Any] = {"against a random player": "random"}
    before = 0
    for label, simulations in LEVELS.items():
        count = medium if simulations == SIMULATIONS else simulations
        if before < count <= most:
            listed[label] = "mcts" if simulations == SIMULATIONS else ("mcts", simulations)
            before = count
    return listed


def _simulation_cost(game: Game) -> float:
    """Return the steps of a random game from its usual start; those with long lists of options
    count for more.

    The game is played in a thread, so that a step that hangs does not hang the lobby. The time of
    the whole game does not matter: on a busy machine a lobby must list the same levels. If the game
    raises an error, that is reported when it is played.
    """
    with suppress(KeyError, TypeError):  # a game that cannot be hashed is measured again each time
        return _costs[game]
    costs = [1.0]

    def play() -> None:
        with suppress(ProviderError, KeyboardInterrupt), guarded(game, "a lobby"):
            start = game.new_state(Random(0))
            for step in Model(game, hidden=True).random_game(start, 0, Random(0)):
                if not step.values or costs[-1] > LISTED_COST / FEWEST:
                    return
                costs.append(costs[-1] + game.step_cost * (1 + len(step.values) / 100))

    try:
        within(LOBBY_SECONDS, play, costs)
    except OutOfTime:
        costs.append(inf)
    with suppress(TypeError):
        _costs[game] = costs[-1]
    return costs[-1]


def seated(game: Game, who: Any) -> Seated:
    """Return an opponent given as ``"mcts"`` or ``("mcts", 4_096)``; raises `BadParameter` for
    anything else."""
    name = who
    budget = None
    if callable(who):
        own = who if isinstance(who, OwnPlayer) else own_player(who)
        return Seated(own.name, None, own)
    if isinstance(who, tuple | list) and len(who) == 2:
        name, budget = who
    if not isinstance(name, str) or (budget is not None and not is_whole(budget)):
        raise BadParameter(
            f"{quote(who)} is not an opponent: give a name, or a name with a budget such as"
            " ('mcts', 4096)."
        )
    names = known_opponents(game)
    if name not in names:
        raise BadParameter(f"There is no opponent named {quote(name)}.{did_you_mean(name, names)}")
    if budget is None:
        return Seated(name)
    if name == "random" and name not in game.opponents:
        raise BadParameter("A random player takes no budget.")
    most = MOST_SIMULATIONS if name == "mcts" else MOST_STATES
    return Seated(name, whole(f"the budget of {name}", budget, low=1, high=most))


def known_opponents(game: Game) -> list[str]:
    """Return the names of all opponents that a game can be played against."""
    hides = hides_something(game)
    general = ["random"] if hides and not can_resample(game) else ["random", "mcts", "perfect"]
    if len(player_names(game)) == 2 and (not hides or sight_of(game) is not None):
        general.append("equilibrium")
    return list(dict.fromkeys([*game.opponents, *general]))


def recorded(game: Game, who: Seated) -> bool:
    """True if the replies of an opponent must be recorded."""
    own = game.opponents.get(who.name)
    return who.own is not None or getattr(own, "recorded", False)


def player(game: Game, who: Seated, setup: Hashable = None) -> Player:
    """Return a player: the same state and luck give the same choice. ``setup`` is as for
    `studied`."""
    own = game.opponents.get(who.name)
    if own is not None:
        with guard(f"the opponent {who.name} of {title_of(game)}, called with its budget,"):
            opponent = _opponent(own)
            policy = opponent.make(opponent.budget if who.budget is None else who.budget)
            if not callable(policy):
                raise TypeError(
                    f"{quote(policy)} is not a function of the game, a state and a generator"
                )
            return fair(policy)
    if who.name == "random":
        return ByKey(_random, Model(game, hidden=True))  # it reads only the options
    if who.name == "mcts":
        return ByKey(_thinking, who.budget or SIMULATIONS)
    return ByKey(_perfect, perfect_states(who), setup)


def perfect_states(who: Seated) -> int:
    """Return the states that perfect play may look at; the tree of an equilibrium may be larger."""
    return who.budget or (TREE_POSITIONS if who.name == "equilibrium" else STATES)


def policy_of(game: Game, who: Any, setup: Hashable) -> Player:
    """Return a player given by name, with a budget, or as a function; raises `BadParameter` for
    anything else."""
    return fair(who) if callable(who) else player(game, seated(game, who), setup)


def _opponent(own: Any) -> Opponent:
    return own if isinstance(own, Opponent) else Opponent(own)


def fair(policy: Policy) -> Player:
    """Return a policy that is shown no more than its own seat knows.

    If something is hidden, it gets a world like this one, drawn again for each choice; in a game
    that cannot draw one, the state as shown to its seat. If there is neither, it raises
    `NoAbility`.
    """
    return partial(_fairly, policy)


def _fairly(policy: Policy, game: Game, state: State, turn: int, rng: Random) -> Value:
    if not hides_something(game):
        return policy(game, state, rng)
    if can_resample(game):
        return policy(game, game.resample(state, turn, rng), rng)  # type: ignore[attr-defined]
    sight = sight_of(game)
    seen = None if sight is None else sight(state, turn)
    if type(seen) is not type(state):
        advice = ": give the game a method resample, or one seen_by that gives a state"
        raise NoAbility(
            f"{title_of(game)} hides {hidden_words(game)}, and its player would see it"
            f"{'' if is_shipped(game) else advice}."
        )
    return policy(game, seen, rng)


def _random(model: Model, game: Game, state: State, turn: int, rng: Random) -> Value:
    return rng.choice(model.values(state))


def _thinking(simulations: int, game: Game, state: State, turn: int, rng: Random) -> Value:
    """Return the choice that a tree search of a given number of games prefers; nothing is proved
    beforehand: levels stay apart."""
    model = Model(game)
    values, mover, _ = model.look(state, turn)
    if len(values) == 1:
        return values[0]
    return estimated(model, state, mover, simulations, rng).best().value


def _perfect(
    states: int, setup: Hashable, game: Game, state: State, turn: int, rng: Random
) -> Value:
    study = studied(Question(game, state, turn, setup, Limit(states, simulations=1)))
    if not study.exact:
        raise NoAbility(
            f"Perfect play in {title_of(game)} is not known: {study.why}. Use against='mcts' to"
            " let it think as far as it can."
        )
    if study.equilibrium is not None:
        found = list(study.findings.values())
        return rng.choices(found, [one.chance or 0.0 for one in found])[0].value
    return rng.choice(study.alike()).value


def chosen(player: Player, game: Game, state: State, turn: int, rng: Random, name: str) -> Value:
    """Return a player's choice, which must be one of the options; raises `BrokenGame` if the player
    raises an error or cheats."""
    with guarded(game, f"the opponent {name}"):
        return legal_choice(state, player(game, state, turn, rng), f"The opponent {name}")


def legal_choice(state: State, value: Value, who: str) -> Value:
    """Return the value of an option, or a free input as the state reads it; raises `BrokenGame`,
    which says ``who`` chose it, for anything else."""
    answers = (value, value[0]) if isinstance(value, tuple) and len(value) == 2 else (value,)
    for answer in answers:  # a model also returns what it remembers
        for _, legal in state.display_options:
            if answer == legal:
                return legal
    question = getattr(state, "free_input", None)
    if question is None:
        raise BrokenGame(f"{who} chose {quote(value)}, which is not an option's value.")
    return question.parse(value)


class OutOfTime(Exception):
    """A function took longer than allowed."""


def within(seconds: float | None, ask: Callable[[], T], steps: Sequence[Any] = ()) -> T:
    """Return what a function returns, and raise what it raises; raise `OutOfTime` if it takes
    longer, or if one step does, for a function that adds its steps to ``steps``."""
    if seconds is None:
        return ask()
    try:
        call = Call(ask)
    except RuntimeError:  # threads are not available here
        return ask()
    before = len(steps)
    try:
        while not call.ends(seconds):
            if len(steps) == before:
                raise OutOfTime(f"it took more than {seconds:g} s")
            before = len(steps)
    except BaseException:  # the caller no longer waits
        call.end_after(0.0)
        raise
    return call.answer()
