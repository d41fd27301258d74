"""One state looked into: what each choice is worth and how well that is known.

Small games are known exactly, by the whole graph below the state or by a proof that leaves most of it out; of large
ones a number of games is played. Which it was is always said. Budgets are counts, never seconds: the same question has
the same answer on every machine.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, log
from random import Random
from time import perf_counter
from typing import Any

from ..errors import BadParameter, NoAbility, quote
from ..game import Game, Value, option_pairs
from .alphabeta import Proof
from .budgets import SEARCH_VERSION, SIMULATIONS, STATES
from .graphs import Graph, Worth, expanded, solved
from .model import Key, Model, Payoffs, State, Unsearchable, guarded
from .montecarlo import SAMPLES, TreeSearch, estimated

QUICK = 20_000
"""States that are tried in any case before anything else."""

MOST_STATES = 20_000_000
MOST_SIMULATIONS = 2_000_000

_KEPT = 4
"""Graphs that are kept for the next question about the same game, parameters and rules."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of one choice: the mover's payoff, proved or as the mean of so many games."""

    value: Value
    worth: float
    exact: bool = True
    distance: int | None = None
    """Choices to the end, this one included, with best play; where it is known."""
    games: int = 0
    known: bool = True
    """Whether anything is known at all."""


@dataclass(slots=True)
class Study:
    """A state and what was found out about it."""

    model: Model
    state: State
    mover: int
    values: Sequence[Value]
    findings: dict[Value, Finding] = field(default_factory=dict)
    lucky: bool = False
    """Whether luck decides anything from here on (known where the answer is exact)."""
    games: int = 0
    """Games that were played where the answer is not exact."""
    worlds: int = 0
    """Worlds that they were played in, where something is hidden."""
    why: str = ""
    """Why the answer is not exact."""
    _worth: Worth | None = None
    _node: int = 0

    @property
    def exact(self) -> bool:
        """Whether all that is said is proved."""
        return not self.games and not self.worlds

    def ranked(self) -> list[Finding]:
        """The choices, the best first: then the quicker win, the later loss, the choice tried most."""
        return sorted((self.findings[value] for value in self.values), key=self._merit, reverse=True)

    def _merit(self, one: Finding) -> tuple[float, ...]:
        if not self.exact:
            sure = one.exact and one.worth in (0.0, 1.0)
            return (one.worth if sure else 0.5, one.games, one.worth)
        far = one.distance or 0
        going_on = 0.0 if self.model.players == 1 else 0.5
        return (round(one.worth, 9), one.known, -far if one.worth > going_on else far)

    def best(self) -> Finding:
        """The best choice, the first of those that are alike."""
        return self.ranked()[0]

    def alike(self) -> list[Finding]:
        """All choices as good as the best one."""
        ranked = self.ranked()
        if not self.exact:
            return ranked[:1]
        return [one for one in ranked if self._merit(one) == self._merit(ranked[0])]

    def after(self, value: Value) -> Study | None:
        """The study of the state after a choice, where this one's proof holds it."""
        if self._worth is None:
            return None
        graph = self._worth.graph
        way = graph.ways[self._node][list(graph.values[self._node]).index(value)]
        return _read(self._worth, way) if isinstance(way, int) and graph.payoffs[way] is None else None

    def best_line(self, longest: int = 500) -> Iterator[tuple[State, int, Value]]:
        """States, movers and values with the best play of all, as far as luck does not decide."""
        at: Study | None = self
        seen: set[Key] = set()
        while at is not None and longest:
            value, longest = at.best().value, longest - 1
            key = self.model.key(at.state, at.mover)
            if key in seen:
                return
            seen.add(key)
            yield at.state, at.mover, value
            at = at.after(value)

    def label(self, value: Value) -> str:
        """What people call a choice."""
        return label_of(self.state, value)


def label_of(state: State, value: Value) -> str:
    """The words of the option that has a value, or the value itself where it may be typed."""
    return next((" ".join(words) for words, known in option_pairs(state) if known == value), str(value))


# Looking into a state ----------------------------------------------------------------------


def studied(
    game: Game[Any],
    state: State,
    turn: int = 0,
    *,
    setup: Hashable = None,
    states: int = STATES,
    simulations: int = SIMULATIONS,
    rng: Random | None = None,
) -> Study:
    """What is known of the choices in a state: exactly within so many ``states``, else by so many ``simulations``.

    ``turn`` says whose turn it is where states do not. ``setup`` stands for the game with its parameters and rules:
    what is solved is kept for the next question with an equal one, and for none without one. ``rng`` is the luck of the
    simulations; without one it is the same each time. Raises `NoAbility` where the game may not be searched,
    `BadParameter` for budgets that are no counts or would take for ever, and `BrokenGame` for whatever the game's own
    code raises.
    """
    model = Model(game, hidden=hasattr(game, "resample"), setup=setup)
    rng = Random(0) if rng is None else rng
    states = checked_budget("states", states, MOST_STATES, lambda: _seconds_a_state(model, state, turn))
    simulations = checked_budget(
        "simulations", simulations, MOST_SIMULATIONS, lambda: _seconds_a_game(model, state, turn)
    )
    with guarded(game, "search"):
        values, mover, payoffs = model.look(state, turn)
        study = Study(model, state, mover, values)
        if payoffs is not None:
            return study
        if game.hides:
            return _estimate(study, simulations, rng, f"{', '.join(game.hides)} cannot be seen")
        try:
            return _exact(study, states)
        except Unsearchable as why:
            return _estimate(study, simulations, rng, str(why))


def checked_budget(name: str, given: Any, most: int, seconds: Any) -> int:
    """A count from 1 to ``most``; raises `BadParameter` with the time that a larger one would take."""
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        raise BadParameter(f"{name} is {quote(given)}; a whole number from 1 is meant.")
    if given > most:
        raise BadParameter(
            f"{name} is {quote(given)}, which would take about {_told(given * seconds())}; "
            f"at most {most:,} are allowed."
        )
    return given


def _told(seconds: float) -> str:
    for size, word in ((31_557_600, "years"), (86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {word}" if seconds < 1e15 * size else "an age of the universe"
    return f"{seconds:.0f} seconds"


def _seconds_a_state(model: Model, state: State, turn: int) -> float:
    begin = perf_counter()
    with guarded(model.game, "search"):
        return (perf_counter() - begin + 1e-6) / len(_try(lambda: expanded(model, state, turn, 200)))


def _try(call: Any) -> Any:
    try:
        return call().states
    except Unsearchable:
        return (None,)


def _seconds_a_game(model: Model, state: State, turn: int) -> float:
    begin = perf_counter()
    with guarded(model.game, "search"):
        search = TreeSearch(model, state, turn, Random(0))
        search.run(10)
    return (perf_counter() - begin) / 10


def affordable(
    game: Game[Any], state: State, turn: int, seconds: float, states: int, simulations: int
) -> tuple[int, int]:
    """So many of the states and simulations as take about so many seconds on this machine, at least one of each.

    Whoever sets a limit of time gives up that the answer is the same everywhere; it is asked for by ``limit_seconds``.
    """
    model = Model(game, hidden=hasattr(game, "resample"))
    in_half = seconds / 2
    return (
        max(1, min(states, int(in_half / _seconds_a_state(model, state, turn)))),
        max(1, min(simulations, int(in_half / _seconds_a_game(model, state, turn)))),
    )


def _estimate(study: Study, simulations: int, rng: Random, why: str) -> Study:
    model = study.model
    found = estimated(model, study.state, study.mover, simulations, rng)
    study.games, study.why = max(1, found.games), why
    study.worlds = min(SAMPLES, simulations) if model.game.hides else 0
    for one in found.choices:
        proved = one.proved is not None
        study.findings[one.value] = Finding(one.value, one.mean, proved, None, one.games, bool(one.games) or proved)
    if all(one.proved is not None for one in found.choices):
        study.games = 0
    return study


# Exactly -----------------------------------------------------------------------------------

_solved: deque[Worth] = deque(maxlen=_KEPT)
_lock = threading.Lock()


def _exact(study: Study, states: int) -> Study:
    """The study with proved findings; raises `Unsearchable` where that takes more states or cannot be done."""
    model = study.model
    kept = _remembered(model.setup, model.key(study.state, study.mover), states)
    if kept is not None:
        return _read(*kept)
    graph = expanded(model, study.state, study.mover, min(states, QUICK))
    if not graph.complete:
        if states <= QUICK:
            raise Unsearchable(f"it has more than {states:,} positions")
        if model.players == 1 and not graph.lucky:
            return _nearest_goal(study, states)
        if not graph.lucky and not _returns(graph):
            return _proved(study, states)
        graph = expanded(model, study.state, study.mover, states)
        if not graph.complete:
            raise Unsearchable(f"it has more than {states:,} positions")
    worth = solved(graph)
    _remember(worth)
    return _read(worth, 0)


def _read(worth: Worth, node: int) -> Study:
    """A study of one node of a graph that is solved."""
    graph = worth.graph
    mover = graph.movers[node]
    study = Study(graph.model, graph.states[node], mover, graph.values[node], lucky=graph.lucky)
    study._worth, study._node = worth, node
    for value, way in zip(graph.values[node], graph.ways[node], strict=True):
        distance = worth.distance(way)
        study.findings[value] = Finding(
            value, worth.of_way(way)[mover], True, None if distance is None else distance + 1
        )
    return study


def _returns(graph: Graph) -> bool:
    """Whether play may lead back: a sign that positions come again."""
    return any(
        graph.depths[after] <= graph.depths[node] for node in range(len(graph.ways)) for after in graph.reached(node)
    )


def _proved(study: Study, states: int) -> Study:
    """Findings by alpha-beta, where that has a chance to end within so many states."""
    model = study.model
    if model.players != 2 or _least_effort(model, study.state) > states / 2:
        raise Unsearchable(f"a proof would take more than {states:,} positions")
    proof = Proof(model, states)
    shares = not hasattr(study.state, "payoffs")
    window = (0.0, 1.0) if shares else (float("-inf"), float("inf"))
    turn = model.next_turn(study.mover)
    for value in study.values:
        after = model.step(study.state, value)
        if after is None:
            raise Unsearchable("luck decides")
        first = proof.worth(after, turn, *window)
        worth = (proof.whole or 0.0) - first if study.mover else first
        study.findings[value] = Finding(value, worth)
    return study


def _least_effort(model: Model, state: State) -> float:
    """The positions that the best order of moves would still need: the root of all, by a few random games."""
    efforts = []
    rng = Random(0)
    for _ in range(10):
        at, effort = state, 0.0
        for _ in range(1_000):
            values = model.values(at)
            if not values:
                break
            effort += log(len(values)) / 2
            at = model.respond(at, rng.choice(values), rng)
        efforts.append(effort)
    return exp(min(700.0, sum(efforts) / len(efforts)))


def _nearest_goal(study: Study, states: int) -> Study:
    """The first choice of a shortest solution; of the others it is only known that they are not shorter."""
    path = goal_path(study.model, study.state, study.mover, states)
    if path is None:
        raise Unsearchable(f"it has more than {states:,} positions")
    for value in study.values:
        study.findings[value] = Finding(value, 0.0, known=False)
    if path:
        study.findings[path[0]] = Finding(path[0], 1.0, True, len(path))
    return study


def goal_path(model: Model, state: State, turn: int, states: int, luck: bool = True) -> tuple[Value, ...] | None:
    """The values of a shortest way to a goal, none where there is no way; None where more states are needed."""
    graph = expanded(model, state, turn, states, luck=luck, goal=True)
    goal = next((n for n, paid in enumerate(graph.payoffs) if paid is not None and paid[0] >= 1), None)
    if goal is None:
        return () if graph.complete else None
    path: list[Value] = []
    before = {after: node for node in reversed(range(len(graph.ways))) for after in graph.reached(node)}
    while goal:
        node = before[goal]
        path.append(graph.values[node][graph.ways[node].index(goal)])
        goal = node
    return tuple(reversed(path))


def _remembered(setup: Hashable, key: Key, states: int) -> tuple[Worth, int] | None:
    """A solved graph of this setup that has a position, and its number there; only where the answer would be the same.

    (A position within a large graph may have a small one of its own, or a proof that tells no distances.)
    """
    with _lock:
        kept = list(_solved)
    for worth in reversed(kept):
        graph = worth.graph
        if len(graph.states) <= states and graph.model.setup == setup:
            node = graph.known.get(key)
            if node == 0 or (node is not None and len(graph.states) <= QUICK and not graph.lucky):
                return worth, node
    return None


def _remember(worth: Worth) -> None:
    if worth.graph.model.setup is not None:  # else the same keys may belong to other parameters next time
        with _lock:
            _solved.append(worth)


__all__ = [
    "MOST_SIMULATIONS", "MOST_STATES", "SEARCH_VERSION", "SIMULATIONS", "STATES",
    "Finding", "NoAbility", "Payoffs", "Study", "checked_budget", "goal_path", "label_of", "studied",
]  # fmt: skip
