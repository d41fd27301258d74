"""A game as a tree, as lecturers draw it (the extensive form): who chooses where, what players
cannot distinguish, what chance does, and what everybody gets.

A tree is grown from a game's rules, or read from a file. It is a list of nodes in the order of
Gambit's files: each node precedes all its descendants. No function here is recursive, so a tree may
be deeper than Python's stack.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from operator import add, mul
from typing import Any, NamedTuple, TypeAlias

from ..errors import NoAbility
from ..search.analysis import Question, words_for
from ..search.model import Model, Unsearchable, guarded
from ..search.sizes import beginnings
from ..support.plurals import counted
from ..support.readable import Readable
from ..support.sanitizing import clean, markup, untypeset

NODES = 100_000
"""The maximum number of nodes of a tree."""

LINES = 1_000
"""The maximum number of lines of subgame-perfect play."""

DRAWN = 300
"""The maximum number of nodes of a tree that can be drawn."""

APART = 90
DOWN = 30
"""The distances in a drawing: from a node to the next one, and between two ends."""

BENT = 6
"""The number of information sets above one another whose lines are bent differently."""

LUCK = -1
OVER = -2
"""Who "chooses" at a chance node, and at an end."""

Labels: TypeAlias = "tuple[str, ...]"
Fractions: TypeAlias = "tuple[Fraction, ...]"
"""The payoff of each player, or the probability of each branch."""


Lines: TypeAlias = "list[tuple[Labels, Fractions]]"
"""Lines of successive choices, each with everybody's payoff."""


class TreeNode(NamedTuple):
    """A node of a tree."""

    parent: int
    """The number of the node before it, -1 at the root."""
    way: int
    """The number of the parent's branch that leads here."""
    mover: int
    group: int = 0
    """The mover's information set, from 1 for each player."""
    labels: Labels = ()
    """The labels of the branches from here."""
    chances: Fractions = ()
    """Their probabilities, at a chance node."""
    paid: Fractions = ()

    @property
    def where(self) -> tuple[int, int]:
        """Who chooses, and in which information set: everything that the mover knows about the
        place."""
        return self.mover, self.group


@dataclass
class ExtensiveForm(Readable):
    """A game as a tree, which a notebook draws; ``save(p, "game.efg")`` writes it.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import extensive_form
    >>> extensive_form(games.match_game(rows=(2,), misere=False, seed=1))
    The match game: a tree of 4 nodes
    >>> extensive_form(games.match_game(rows=(2,), misere=False, seed=1)).subgame_perfect()
    [(('row1 take2',), (Fraction(1, 1), Fraction(0, 1)))]
    """

    title: str
    players: Labels
    nodes: list[TreeNode]

    def __str__(self) -> str:
        return clean(f"{self.title}: a tree of {counted(len(self.nodes), 'node')}")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if len(self.nodes) > DRAWN:
            return super()._repr_html_()
        width = APART * (max(len(self.way_to(end)) for end in range(len(self.nodes))) + 2)
        height = DOWN * (sum(node.mover == OVER for node in self.nodes) + 1)
        return untypeset(_SVG.format(width, height, "".join(self._drawn(_SVG_NODE, markup))))

    def tikz(self) -> str:
        """Return the tree as a picture for LaTeX that needs only the package tikz.

        Raises `NoAbility` if it has more than 300 nodes.
        """
        return _TIKZ.format("\n".join(self._drawn(_TIKZ_NODE, _in_latex)))

    def _drawn(self, shape: str, safe: Callable[[str], str]) -> Iterator[str]:
        """Yield a shape for each node with the branch that leads to it; the ends are below one
        another."""
        if len(self.nodes) > DRAWN:
            raise NoAbility(f"At most {DRAWN} nodes are drawn; this is {self}.")
        names = [*self.players, "", "luck"]  # the last two are those of OVER and LUCK
        places = [(0, 0)]  # first a second place of the root, then those of all nodes
        alike: dict[tuple[int, int], tuple[int, int]] = {}
        height = 0
        for node in self.nodes:
            before = places[node.parent + 1]
            here = before[0] + APART * (node.parent >= 0), height
            places.append(here)
            height += DOWN * (node.mover == OVER)
            above = self.nodes[node.parent] if node.parent >= 0 else TreeNode(-1, 0, OVER, 0, ("",))
            chance = f": {above.chances[node.way]}" if above.chances else ""
            words = f"{names[node.mover]}{amounts(node.paid)}"
            mate = alike.get(node.where, here)
            bend = here[0] - BENT * (1 + node.group % BENT) * (mate != here)
            alike[node.where] = here
            label = above.labels[node.way] + chance
            yield shape.format(*before, *here, *mate, safe(label), safe(words), bend)

    @property
    def is_open(self) -> bool:
        """True if players always know where in the tree the game is (perfect information)."""
        return len({node.where for node in self.nodes}) == len(self.nodes)

    def subgame_perfect(self) -> list[tuple[Labels, Fractions]]:
        """Return every line of play in which all players choose what is best for them everywhere,
        up to chance events, with everybody's average payoff.

        Ties are followed in every way. Raises `NoAbility` if something is hidden, and if there are
        more than 1,000 such lines.
        """
        if not self.is_open:
            raise NoAbility(f"{self.title} hides something; matrix(p) has its equilibria.")
        below = defaultdict[int, list[Lines]](list)
        for number in reversed(range(len(self.nodes))):
            node = self.nodes[number]
            lines = _best_lines(node, below.pop(number, [])[::-1])
            if len(lines) > LINES:
                raise NoAbility(f"More than {LINES:,} lines of play are equally good.")
            below[node.parent].append(lines)
        return LinesOfPlay(below[-1][0])

    def way_to(self, number: int) -> list[str]:
        """Return the labels on the path to a node."""
        labels = list[str]()
        node = self.nodes[number]
        while node.parent >= 0:
            way = node.way
            node = self.nodes[node.parent]
            labels.append(node.labels[way])
        return labels[::-1]


class LinesOfPlay(list[tuple[Labels, Fractions]], Readable):
    """Lines of play with what everybody gets, which a prompt shows one below the other."""

    def __str__(self) -> str:
        return "\n".join(f"{', '.join(labels)}: {amounts(paid)}" for labels, paid in self)


def _best_lines(node: TreeNode, below: list[Lines]) -> Lines:
    """Return the subgame-perfect lines from a node, given those from its children.

    A line is included if no other choice would bring more, even if it continued as badly for the
    player as best play allows.
    """
    if node.mover == OVER:
        return [((), node.paid)]
    if node.mover == LUCK:
        each = product(*({paid for _, paid in lines} for lines in below))
        return [((), mean(node.chances, paid)) for paid in islice(each, LINES + 1)]
    sure = max(min(paid[node.mover] for _, paid in lines) for lines in below)
    return [
        ((label, *line), paid)
        for label, lines in zip(node.labels, below, strict=True)
        for line, paid in lines
        if paid[node.mover] >= sure
    ]


def mean(chances: Sequence[Any], paid: Sequence[Fractions]) -> Fractions:
    """Return everybody's average payoff."""
    return tuple(sum(map(mul, chances, column)) for column in zip(*paid, strict=True))


def amounts(paid: Fractions) -> str:
    """Return everybody's payoff exactly: ``2, 1/3``."""
    return ", ".join(map(str, paid))


# Drawing a tree ----------------------------------------------------------------------------

_SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="{0}" viewBox="-20 -20 {0} {1}"\
 fill="currentColor" font-size="11">{2}</svg>"""

_SVG_NODE = """<path d="M{0} {1}V{3}H{2}" stroke="currentColor" fill="none"/>\
<path d="M{2} {3}C{8} {3} {8} {5} {4} {5}" stroke="currentColor" fill="none"\
 stroke-dasharray="3"/>\
<circle cx="{2}" cy="{3}" r="3"/><text x="{2}" y="{3}" dx="-75" dy="-3">{6}</text>\
<text x="{2}" y="{3}" dx="6" dy="13">{7}</text>"""
"""A node: the line from its parent, a dashed line to another node that its mover cannot
distinguish, and the words beside it."""

_TIKZ = "\\begin{{tikzpicture}}[x=1pt,y=-1pt,font=\\footnotesize]\n{}\n\\end{{tikzpicture}}\n"

_TIKZ_NODE = r"""\draw ({0},{1}) |- node[above,pos=0.75] {{{6}}} ({2},{3})
 node[below right] {{{7}}};
\draw[dashed] ({2},{3}) .. controls ({8},{3}) and ({8},{5}) .. ({4},{5});
\fill ({2},{3}) circle[radius=3pt];"""


def _in_latex(text: str) -> str:
    """Return a text without signs that are special in LaTeX."""
    return re.sub(r"([&%$#_{}])", r"\\\1", re.sub(r"[\\~^]", "/", clean(text)))


# Growing a tree ----------------------------------------------------------------------------


def extensive_form_of(question: Question) -> ExtensiveForm:
    """Return the tree of a game: from a state on or, if something is hidden, from its beginning.

    Raises `NoAbility` if it is too large, or if luck cannot be enumerated.
    """
    model = question.model()
    setup: Any = question.setup
    begin = setup.begin if model.hides else lambda _: question.state
    turn = 0 if model.hides else question.turn
    try:
        with guarded(question.game, "a tree"):
            ways = beginnings(model, begin, turn, NODES)
            names = model.called(question.state)
            return ExtensiveForm(model.title, names, _grown(model, ways, turn))
    except Unsearchable as reason:
        raise NoAbility(f"{model.title} is not laid out as a tree, because {reason}.") from None


def _grown(model: Model, ways: Any, turn: int) -> list[TreeNode]:
    """Return the nodes below the possible beginnings of a game."""
    nodes = list[TreeNode]()
    sets: list[dict[Hashable, int]] = [{} for _ in model.names]
    waiting = [(-1, 0, ways, turn, (0.0,) * model.players)]
    while waiting:
        parent, way, ways, turn, got = waiting.pop()
        here = len(nodes)
        if here == NODES:
            raise Unsearchable(f"it would have more than {NODES:,} nodes")
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
            known = model.situation(state, mover, values) if model.hides else here
            number = sets[mover].setdefault(known, len(sets[mover]) + 1)
            labels = tuple(" ".join(words_for(state, value)) for value in values)
            nodes.append(TreeNode(parent, way, mover, number, labels))
            after = [(model.ways(state, value), model.next_turn(mover)) for value in values]
        waiting += reversed([(here, number, *one, got) for number, one in enumerate(after)])
    return nodes


def exact(number: Any) -> Fraction:
    """Return a number as the simplest fraction it can stand for."""
    return Fraction(number).limit_denominator(10**6)


def _shares(ways: Any) -> Fractions:
    """Return the exact probabilities of branches, which add up to 1."""
    first = [exact(chance) for chance, _ in ways[:-1]]
    return *first, 1 - sum(first, Fraction(0))
