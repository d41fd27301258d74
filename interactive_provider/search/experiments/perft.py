"""How many games there are: the leaves of each depth (the field's *perft*), the states, and how
games end.

Each state is expanded once; the ways that lead to it are then summed up over the graph, which
counts more games than could ever be played one by one. If luck decides, each possible result counts
as one way.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...errors import NoAbility
from ...game import ending_of, hidden_words
from ...game.validation import whole
from ...support.plurals import counted
from ...support.results import DataRows, Result, Table, plain
from ..analysis import Question
from ..budgets import STATES
from ..model import Model, OutOfMemory, Unsearchable, guarded
from ..retrograde import Graph, components, expand, rooted


@dataclass(frozen=True, slots=True)
class Depth:
    """One depth: the ways to get there, those that end there, the states there, and those not met
    before."""

    depth: int
    leaves: int
    ended: int
    states: int
    new: int


@dataclass(repr=False)
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

    def rows(self) -> DataRows:
        """Return a row for each depth."""
        return [plain(depth) for depth in self.depths]

    def _table(self) -> Table:
        ends = ", ".join(f"{count:,} {word}" for word, count in self.ends.most_common())
        games = f"{counted(self.games, 'game')}: {ends}" if ends else ""
        return Table(
            [[f"{figure:,}" for figure in row.values()] for row in self.rows()],
            ("depth", "ways", "ended", "states", "new"),
            notes=(games, counted(self.states, "state"), self.note),
        )


def counts(question: Question, depth: int | None = None) -> Count:
    """Return what may happen in ``depth`` choices (None: to the end), within the budget's states.

    An interrupt, or lack of memory, ends it with what was counted so far, and the note says so.
    Raises `NoAbility` if the game hides something or its luck cannot be enumerated.
    """
    if depth is not None:
        whole("depth", depth, low=0)
    model = Model(question.game, anyone=True)
    states = question.budget.states
    if states == STATES:
        states = int(STATES / max(1.0, question.game.step_cost))
    refusal = f"The games of {model.title} cannot be counted: "
    if model.hides:
        raise NoAbility(f"{refusal}it hides {hidden_words(model.game)}.")
    why = f"there are more than {states:,} states"
    with guarded(model.game, "counting"):
        graph = rooted(model, question.state, question.turn)
        try:
            expand(graph, states, depth=depth)
        except KeyboardInterrupt:
            why = f"interrupted after {len(graph.states):,} states"
        except OutOfMemory as end:
            why = str(end)
            graph.numbers.clear()  # the following needs memory too, and no more states are expanded
        except Unsearchable as end:
            raise NoAbility(f"{refusal}{end}.") from end
    return _summed(graph, depth, why)


def _summed(graph: Graph, depth: int | None, why: str) -> Count:
    """Return the ways to the states of a graph, depth by depth; ``why`` says what ended the search
    if it is not complete."""
    last = graph.depths[min(len(graph.ways), len(graph.depths) - 1)]
    count = Count(states=len(graph.states), complete=graph.complete)
    if depth is not None and (graph.complete or last >= depth):
        last = depth
        count.complete = True
    elif not graph.complete:
        count.note = f"stopped within depth {last}: {why}"
    elif any(is_cycle for _, is_cycle in components(graph)):
        count.note = "positions repeat, so games need not end: the count is for that many choices"
    else:
        last = len(graph.states)
    new = Counter(graph.depths)
    ways = Counter({0: 1})
    while ways and len(count.depths) <= last:
        ended = Counter[str]()
        further = Counter[int]()
        for node, number in ways.items():
            if graph.payoffs[node] is not None:
                ended[str(ending_of(graph.states[node]))] += number
            for after in graph.reached(node) if node < len(graph.ways) else ():
                further[after] += number
        at = len(count.depths)
        count.depths.append(Depth(at, ways.total(), ended.total(), len(ways), new[at]))
        count.ends += ended
        ways = further
    return count
