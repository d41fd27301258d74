"""A game as a tree, as lecturers draw it (the extensive form): who chooses where, what players
cannot tell apart, what luck does, and what everybody gets.

A tree is grown from a game's rules, or read from a file. It is a list of nodes in the order of
Gambit's files: each before all that follows it. Nothing here calls itself, so a tree may be deeper
than Python's stack.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from operator import add, mul
from typing import Any, NamedTuple, TypeAlias

from ..errors import NoAbility
from ..search.analysis import Question, label_of
from ..search.chance import enumerated
from ..search.model import Model, TooLarge, Unsearchable, guarded
from ..search.sizes import SizeSurvey
from ..support.sanitizing import clean

NODES = 100_000
"""The maximum number of nodes of a tree."""

FAR_TOO_LARGE = 100
"""A tree that looks this many times larger than allowed is refused at once."""

LUCK, OVER = -1, -2
"""Who "chooses" at a node that luck decides, and at an end."""

Labels: TypeAlias = "tuple[str, ...]"
Fractions: TypeAlias = "tuple[Fraction, ...]"
"""What each player gets, or the probability of each way on."""


class TreeNode(NamedTuple):
    """A place in a tree."""

    parent: int
    """The number of the node before it, -1 at the root."""
    way: int
    """Which of that node's ways leads here."""
    mover: int
    group: int = 0
    """The mover's information set, from 1 for each player."""
    labels: Labels = ()
    """The ways on from here."""
    chances: Fractions = ()
    """Their probabilities, if luck decides."""
    paid: Fractions = ()


@dataclass
class ExtensiveForm:
    """A game as a tree; ``save(p, "game.efg")`` writes it.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import extensive_form
    >>> extensive_form(games.match_game(rows=(2,), misere=False, seed=1))
    The match game: a tree of 4 nodes
    """

    title: str
    players: Labels
    nodes: list[TreeNode]

    def __str__(self) -> str:
        return clean(f"{self.title}: a tree of {len(self.nodes):,} nodes")

    __repr__ = __str__

    @property
    def is_open(self) -> bool:
        """True if players always know where in the tree the game is."""
        return len({node[2:4] for node in self.nodes}) == len(self.nodes)

    def way_to(self, number: int) -> list[str]:
        """The labels on the way to a node."""
        labels = list[str]()
        node = self.nodes[number]
        while node.parent >= 0:
            labels.append(self.nodes[node.parent].labels[node.way])
            node = self.nodes[node.parent]
        return labels[::-1]


def mean(chances: Sequence[Any], paid: Sequence[Fractions]) -> Fractions:
    """What everybody gets on average."""
    return tuple(sum(map(mul, chances, column)) for column in zip(*paid, strict=True))


def amounts(paid: Fractions) -> str:
    """What everybody gets, exactly: ``2, 1/3``."""
    return ", ".join(map(str, paid))


# Growing a tree ----------------------------------------------------------------------------


def extensive_form_of(question: Question) -> ExtensiveForm:
    """The tree of a game: from a state on or, if something is hidden, from its beginning.

    Raises `NoAbility` if it is too large, or if luck cannot be enumerated.
    """
    model = question.model()
    setup: Any = question.setup
    begin = setup.begin if model.hides else lambda _: question.state
    turn = 0 if model.hides else question.turn
    try:
        with guarded(question.game, "a tree"):
            if SizeSurvey(model, begin, turn).tree_size > log(NODES * FAR_TOO_LARGE):
                raise TooLarge(NODES)
            nodes = _grown(model, enumerated(begin), turn)
    except Unsearchable as reason:
        raise NoAbility(f"{model.title} is not laid out as a tree, because {reason}.") from None
    return ExtensiveForm(model.title, model.names, nodes)


def _grown(model: Model, ways: Any, turn: int) -> list[TreeNode]:
    """The nodes below the ways in which a game may begin."""
    if ways is None:
        raise Unsearchable("it can begin in too many ways")
    nodes = list[TreeNode]()
    sets: list[dict[Hashable, int]] = [{} for _ in model.names]
    waiting = [(-1, 0, ways, turn, (0.0,) * model.players)]
    while waiting:
        parent, way, ways, turn, got = waiting.pop()
        here = len(nodes)
        if here == NODES:
            raise TooLarge(NODES)
        state = ways[0][1]
        if len(ways) > 1:
            labels = tuple(map(str, range(1, len(ways) + 1)))
            nodes.append(TreeNode(parent, way, LUCK, here, labels, chances=_shares(ways)))
            after: list[Any] = [([(1.0, state)], turn) for _, state in ways]
        else:
            values, mover, paid = model.look(state, turn)
            if model.pays_on_the_way(state) and parent >= 0:
                got = paid = tuple(map(add, got, model.rewards(state)))
            if not values:
                nodes.append(TreeNode(parent, way, OVER, here, paid=tuple(map(exact, paid or ()))))
                continue
            known = (tuple(values), model.known(state, mover)) if model.hides else here
            number = sets[mover].setdefault(known, len(sets[mover]) + 1)
            labels = tuple(label_of(state, value) for value in values)
            nodes.append(TreeNode(parent, way, mover, number, labels))
            after = [(model.ways(state, value), model.next_turn(mover)) for value in values]
        waiting += reversed([(here, number, *one, got) for number, one in enumerate(after)])
    return nodes


def exact(number: Any) -> Fraction:
    """A number as the simplest fraction that it can be meant for."""
    return Fraction(number).limit_denominator(10**6)


def _shares(ways: Any) -> Fractions:
    """The exact probabilities of ways, which add up to 1."""
    first = [exact(chance) for chance, _ in ways[:-1]]
    return *first, 1 - sum(first, Fraction(0))
