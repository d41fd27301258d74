"""How many games there are: the leaves of each depth (the field's *perft*), the states, and how
games end.

Each state is expanded once; the ways that lead to it are then summed up over the graph, which
counts more games than could ever be played one by one. If luck decides, each possible result counts
as one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...errors import BadParameter, NoAbility, quote
from ...game import Game, ending_of, hidden_words, title_of
from ...game.validation import whole
from ...support.plurals import counted
from ...support.whole_numbers import is_whole
from ..budgets import MOST_STATES, STATES
from ..model import Model, OutOfMemory, State, Unsearchable, guarded
from ..retrograde import Graph, components, expand, rooted
from .results import Result, Table, plain


@dataclass(frozen=True, slots=True)
class Depth:
    """One depth: the ways to get there, those that end there, the states there, and those not met
    before."""

    depth: int
    leaves: int
    ended: int
    states: int
    new: int


@dataclass(slots=True, repr=False)
class Count(Result):
    """The result of `count`. ``complete`` is True if nothing is left out; otherwise ``note`` says
    why.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import count
    >>> count(games.k_in_a_row.noughts_and_crosses, depth=3).leaves
    [9, 72, 504]
    """

    depths: list[Depth] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    """The number of games for each outcome."""
    states: int = 0
    """Different states, the first one included."""
    complete: bool = False
    note: str = ""

    @property
    def leaves(self) -> list[int]:
        """The ways to each depth from 1 on: what chess players call perft. Finished games are not
        continued."""
        return [depth.leaves for depth in self.depths[1:]]

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.ends.total()

    def rows(self) -> list[dict[str, Any]]:
        """A row for each depth."""
        return [plain(depth) for depth in self.depths]

    def _table(self) -> Table:
        lines = [
            [str(d.depth), *(f"{n:,}" for n in (d.leaves, d.ended, d.states, d.new))]
            for d in self.depths
        ]
        ends = ", ".join(f"{count:,} {word}" for word, count in self.ends.most_common())
        notes = [
            f"{counted(self.games, 'game')}: {ends}" if ends else "",
            counted(self.states, "state"),
            self.note,
        ]
        return Table(
            lines,
            ("depth", "ways", "ended", "states", "new"),
            notes=[note for note in notes if note],
        )


def counts(
    game: Game[Any], state: State, turn: int = 0, depth: int | None = None, states: int = STATES
) -> Count:
    """What may happen in ``depth`` choices (None: to the end), within ``states`` states.

    An interrupt, or lack of memory, ends it with what was counted so far, and the note says so.
    Raises `NoAbility` if the game hides something or its luck cannot be enumerated.
    """
    if depth is not None and not is_whole(depth, low=0):
        raise BadParameter(
            f"depth is {quote(depth)}; it must be a whole number of at least 0, or None for the"
            " whole game."
        )
    whole("states", states, low=1, high=MOST_STATES)
    model = Model(game, anyone=True)
    title = title_of(game)
    if model.hides:
        raise NoAbility(f"The games of {title} cannot be counted: it hides {hidden_words(game)}.")
    with guarded(game, "counting"):
        graph = rooted(model, state, turn)
    why = f"there are more than {states:,} states"
    try:
        with guarded(game, "counting"):
            expand(graph, states, depth=depth)
    except KeyboardInterrupt:
        why = f"interrupted after {len(graph.states):,} states"
    except OutOfMemory as end:
        why = str(end)
        graph.numbers.clear()  # the following needs memory too, and no more states are expanded
    except Unsearchable as end:
        raise NoAbility(f"The games of {title} cannot be counted: {end}.") from end
    return _summed(graph, depth, why)


def _summed(graph: Graph, depth: int | None, why: str) -> Count:
    """The ways to the states of a graph, depth by depth; ``why`` says what ended the search if it
    is not complete."""
    expanded_to = graph.depths[min(len(graph.ways), len(graph.depths) - 1)]
    reached = graph.complete or (depth is not None and expanded_to >= depth)
    count = Count(states=len(graph.states), complete=reached)
    last = len(graph.states) if depth is None else depth
    if not reached:
        last = expanded_to
        count.note = f"stopped within depth {last}: {why}"
    elif depth is None and _goes_round(graph):
        last = max(graph.depths)
        count.note = "positions repeat, so games need not end: the count is for that many choices"
    new = Counter(graph.depths)
    ways = Counter({0: 1})
    for at in range(last + 1):
        ended = 0
        for node, number in ways.items():
            if graph.payoffs[node] is not None:
                ended += number
                count.ends[str(ending_of(graph.states[node]))] += number
        count.depths.append(Depth(at, ways.total(), ended, len(ways), new[at]))
        ways = _one_further(graph, ways) if at < last else Counter()
        if not ways:
            break
    return count


def _one_further(graph: Graph, ways: Mapping[int, int]) -> Counter[int]:
    """The ways to the states one choice further; finished games are not continued."""
    further = Counter[int]()
    for node, number in ways.items():
        if node < len(graph.ways):
            following: Any = graph.reached(node) if graph.lucky else graph.ways[node]
            for after in following:
                further[after] += number
    return further


def _goes_round(graph: Graph) -> bool:
    return graph.complete and any(is_cycle for _, is_cycle in components(graph))
