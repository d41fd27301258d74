"""Playable games from Gambit's files: trees (.efg) and tables (.nfg).

Players know only their information set: everything that may have led there is listed, without
saying which of it did.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from operator import add
from pathlib import Path
from random import Random
from typing import Any

from ..errors import BadFile, SourceError, quote
from ..game import Game, Options, State
from ..support.sanitizing import clean
from ..support.storage import read_file
from ..theory.extensive import LUCK, OVER, ExtensiveForm, Fractions, Labels, TreeNode, amounts

LARGEST = 10_000_000
"""The maximum size of a file in bytes."""

MOST_PLAYERS = 100

LISTED = 5
"""The number of possible paths to an information set that are listed."""

ROUNDED = 0.01
"""The error allowed in the sum of a node's probabilities, which should be 1."""

_QUOTED = r'"(?:\\.|[^"\\])*"'
_NUMBER = r"[-+]?(?:\d{1,99}\.?\d{0,99}|\.\d{1,99})(?:[eE][-+]?\d\d?)?(?:/(?=0*[1-9])\d{1,99})?"
_BRACES = rf'(?:{_QUOTED})?\s*\{{((?:{_QUOTED}|[^"{{}}])*)\}}'
_NESTED = rf'\{{((?:{_QUOTED}|[^"{{}}]|\{{(?:{_QUOTED}|[^"{{}}])*\}})*)\}}'

_HEADING = re.compile(rf"(EFG|NFG)\s+[12]\s+[RD]\s*({_QUOTED})\s*{_BRACES}")
_REMARK = re.compile(rf"(?:{_QUOTED})?")
_TREE_NODE = re.compile(
    rf"([cpt])\s*{_QUOTED}((?:\s*\b\d{{1,9}}\b)+)(?:\s*{_BRACES}\s*(\d{{1,9}}))?(?:\s*{_BRACES})?"
)
"""A node: its kind, its numbers, possibly its branches and one more number, possibly its
payoffs."""
_STRATEGIES = re.compile(rf"{_NESTED}(?:\s*{_QUOTED})?(?:\s*{_NESTED})?")
"""The strategies of all players, and possibly a list of payoffs."""


class _Source:
    """The text of a file, read from beginning to end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = self.end = 0

    def take(self, pattern: re.Pattern[str], called: str) -> tuple[Any, ...]:
        """Return the parts of the next item; raise `BadFile` if it is something else."""
        while self.text[self.end : self.end + 1].isspace():
            self.end += 1
        self.at = self.end
        match = pattern.match(self.text, self.at)
        if match is None:
            raise self.refusal(f"expected {called}")
        self.end = match.end()
        return match.groups()

    def refusal(self, why: str) -> BadFile:
        """Return an error that quotes the line at which the last part begins."""
        number = self.text.count("\n", 0, self.at) + 1
        line = self.text[self.at :].partition("\n")[0]
        return BadFile(f"line {number}: {why}: {quote(line)}")

    def numbers(self, text: str, count: int) -> Fractions:
        """Return that many numbers; raise `BadFile` for anything else."""
        words = re.sub(_QUOTED, "", text).replace(",", " ").split()
        if len(words) != count or not all(re.fullmatch(_NUMBER, word) for word in words):
            raise self.refusal(f"expected {count} numbers")
        return tuple(map(Fraction, words))


def read_game(path: Path) -> Game:
    """Return the game in a file; raise `SourceError` with the line at which it cannot be read."""
    try:
        source = _Source(read_file(path, LARGEST).decode("utf-8-sig", "replace"))
        kind, title, names = source.take(_HEADING, "EFG 2 R or NFG 1 R, a title and players")
        players = _texts(names)
        if not 0 < len(players) <= MOST_PLAYERS:
            raise source.refusal(f"expected the names of 1 to {MOST_PLAYERS} players")
        source.take(_REMARK, "a remark")
        nodes = {"EFG": _tree, "NFG": _table}[kind](source, len(players))
    except BadFile as fault:
        raise SourceError(f"{path.name} cannot be played: {str(fault).rstrip('.')}.") from None
    tree = ExtensiveForm(title[1:-1] or path.stem, players, nodes)
    return TreeGame(tree) if tree.is_open else HiddenTreeGame(tree)


def _texts(text: str) -> Labels:
    """Return the quoted texts, with a number where one is missing or repeated."""
    found = dict[str, None]()
    for number, quoted in enumerate(re.findall(_QUOTED, text), 1):
        name = clean(quoted[1:-1].replace('\\"', '"')).strip()
        is_new = name and name not in found
        found[name if is_new else f"{name} {number}".strip()] = None
    return tuple(found)


def _tree(source: _Source, players: int) -> list[TreeNode]:
    """Return the nodes of a tree; rewards along the way are added to the payoffs at its ends."""
    sets: dict[Any, str] = {}
    outcomes = defaultdict[int, Fractions](lambda: (Fraction(0),) * players)
    nodes = list[TreeNode]()
    waiting = [(-1, 0, outcomes[0])]
    while waiting:
        parent, way, got = waiting.pop()
        kind, numbers, ways, last, paid = source.take(_TREE_NODE, "a node (c, p or t)")
        *place, outcome = map(int, f"{numbers} {last or ''}".split())
        if len(place) != "tcp".index(kind) or (kind == "p" and not 0 < place[0] <= players):
            raise source.refusal(f"expected a node of one of {players} players")
        known = sets.setdefault((kind, *place), ways or "")
        labels = _texts(known)
        if ways not in (None, known) or bool(labels) == (kind == "t"):
            raise source.refusal("the choices are missing, or differ from those of the same set")
        chances = source.numbers(known, len(labels)) if kind == "c" else ()
        if chances and (min(chances) < 0 or abs(float(sum(chances)) - 1) > ROUNDED):
            raise source.refusal("the probabilities are negative or do not add up to 1")
        if paid is not None:
            outcomes[outcome] = source.numbers(paid, players)
        got = tuple(map(add, got, outcomes[outcome]))
        here = len(nodes)
        mover = OVER if kind == "t" else LUCK
        group = here
        if kind == "p":
            mover = place[0] - 1
            group = place[1]
        nodes.append(TreeNode(parent, way, mover, group, labels, chances, () if labels else got))
        waiting += [(here, number, got) for number in reversed(range(len(labels)))]
    source.take(re.compile(r"\Z"), "the end of the file")
    return nodes


def _table(source: _Source, players: int) -> list[TreeNode]:
    """Return the tree of a table, whose players choose one after the other without seeing the
    earlier choices."""
    every, outcomes = source.take(_STRATEGIES, "the strategies")
    strategies = [_texts(names) for names in re.findall(_BRACES, every)]
    counts = list(map(len, strategies)) or list(map(int, source.numbers(every, players)))
    rest = source.text[source.end :]
    if len(counts) != players or not 0 < prod(counts) <= len(rest):
        raise source.refusal(f"expected strategies of {players} players, and all cells")
    names = strategies or [tuple(map(str, range(1, count + 1))) for count in counts]
    numbers = source.numbers(rest, prod(counts) * (1 if outcomes else players))
    paid = [numbers[at : at + players] for at in range(0, len(numbers), players)]
    if outcomes:
        listed = [source.numbers(one, players) for one in re.findall(_BRACES, outcomes)]
        known = dict(enumerate([(Fraction(0),) * players, *listed]))
        if not known.keys() >= set(numbers):
            raise source.refusal(f"only {len(listed)} outcomes are described")
        paid = [known[int(number)] for number in numbers]
    ranges = list(map(range, counts))
    # the first player's strategy changes fastest
    gains = dict(zip(product(*reversed(ranges)), paid, strict=True))
    nodes = list[TreeNode]()
    waiting: list[tuple[int, Any]] = [(-1, ())]
    while waiting:
        parent, chosen = waiting.pop()
        here = len(nodes)
        way = (0, *chosen)[-1]
        mover = len(chosen)
        if mover == players:
            nodes.append(TreeNode(parent, way, OVER, here, paid=gains[chosen[::-1]]))
        else:
            nodes.append(TreeNode(parent, way, mover, 1, names[mover]))
            waiting += [(here, (*chosen, own)) for own in reversed(ranges[mover])]
    return nodes


# Playing -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TreePlace(State):
    """A node of a tree, with what the player who chooses there knows."""

    number: int
    node: TreeNode
    game: TreeGame = field(compare=False, repr=False)

    @property
    def display_text(self) -> str:
        """Everything that may have led here, as far as the player to move knows, and the payoffs of
        an end."""
        tree = self.game.tree
        alike = self.game.sets[self.node.where]
        ways = [", ".join(tree.way_to(one)) for one in alike[:LISTED]]
        more = "; or …" * (len(alike) > LISTED)
        text = f"So far: {'; or '.join(ways) or 'nothing'}{more}."
        if self.node.paid:
            text += f" {', '.join(tree.players)} get {amounts(self.node.paid)}."
        return text

    @property
    def mover(self) -> int:
        """The number of the player to move."""
        return self.node.mover

    @property
    def outcome(self) -> str | None:
        """The label of an end; its payoffs are in the text."""
        return "over" if self.node.paid else None

    @property
    def display_options(self) -> Options:
        """The branches."""
        return tuple((label, way) for way, label in enumerate(self.node.labels))

    @property
    def payoffs(self) -> list[float]:
        """Everybody's payoff at an end."""
        return list(map(float, self.node.paid))


class TreeGame(Game[TreePlace]):
    """A game loaded from a file of Gambit's: you, luck and the others choose; all are paid."""

    def __init__(self, tree: ExtensiveForm) -> None:
        self.tree = tree
        self.title = tree.title  # type: ignore[misc] # each file has its own
        self.players = tree.players  # type: ignore[misc] # likewise
        self.following = defaultdict[int, list[int]](list)
        self.sets = defaultdict[Any, list[int]](list)
        for number, node in enumerate(tree.nodes):
            self.following[node.parent].append(number)
            self.sets[node.where].append(number)

    def new_state(self, rng: Random) -> TreePlace:
        """Return the root, or the node that chance chooses from it."""
        return self.place(0, rng)

    def process_response(self, state: TreePlace, value: int, rng: Random) -> TreePlace:
        """Return the node that a branch leads to, or the node that chance chooses from it."""
        return self.place(self.following[state.number][value], rng)

    def place(self, number: int, rng: Random) -> TreePlace:
        """Return a node, or the node that chance chooses from it."""
        node = self.tree.nodes[number]
        while node.mover == LUCK:
            number = rng.choices(self.following[number], list(map(float, node.chances)))[0]
            node = self.tree.nodes[number]
        return TreePlace(number, node, self)


class HiddenTreeGame(TreeGame):
    """A game loaded from a file of Gambit's, whose players do not see every choice."""

    def seen_by(self, state: TreePlace, player: int) -> Hashable:
        """Return the information set of the player to move; the others wait, and at the end
        everything is visible."""
        return state.node.where if state.mover in (player, OVER) else None

    def resample(self, state: TreePlace, player: int, rng: Random) -> TreePlace:
        """Return any node of the same information set."""
        return self.place(rng.choice(self.sets[state.node.where]), rng)
