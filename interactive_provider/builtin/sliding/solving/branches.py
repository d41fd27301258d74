"""The branches of a search: in which order an iteration of deepening tries them.

The last iteration ends where a solution is met, so half of all nodes can be saved by beginning in
the right place. A branch that took many nodes in the iterations before, and ever more of them, is
the one in which a solution is likely (Powley and Korf, Single-agent parallel window search, IEEE
PAMI 13, 1991, order by the least distance met, which would have to be noted at each node).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..rules import Flat
from . import duplicates

ENOUGH = 500
"""The branches into which a search is split."""


@dataclass
class BranchOrder:
    """A position on the way, from which one run of a search goes on."""

    tiles: Flat
    node: duplicates.TreeNode
    path: tuple[int, ...]
    """The blank's cells so far, the present one last."""
    index: list[int]
    """Each group's index into its table."""
    needs: list[int]
    """The least slack with which each side lets the search come here."""
    nodes: int = 0
    """The nodes of the last iteration."""
    nodes_before: int = 0
    """The nodes of the iteration before that."""

    @property
    def forecast(self) -> float:
        """The nodes that the next iteration will take if they grow as they did."""
        return self.nodes**2 / (self.nodes_before + 1)

    def is_alive(self, slack: int) -> bool:
        """True if no side cuts the branch off with this slack."""
        return max(self.needs) <= slack

    def followers(self, records: Sequence[Any]) -> Iterator[BranchOrder]:
        """Yield the branches one move further on; ``records`` are those of the searcher."""
        blank = self.path[-1]
        for cell, direction, following in self.node:
            tile = self.tiles[cell]
            _, away, *changes = records[tile][cell][direction]
            index = self.index.copy()
            needs = []
            for need, (group, step, table) in zip(self.needs, changes, strict=True):
                before = table[index[group]]
                index[group] += step
                needs.append(need + away + table[index[group]] - before)
            tiles = list(self.tiles)
            tiles[blank] = tile
            tiles[cell] = 0
            yield BranchOrder(tuple(tiles), following, (*self.path, cell), index, needs)


def split(root: BranchOrder, records: Sequence[Any], slack: int, deepest: int) -> list[BranchOrder]:
    """Return branches that together are the root's, `ENOUGH` of them alive with this slack unless
    they would have to be more than ``deepest`` moves away.

    Of several ways to one position the first is kept, as in `duplicates`.
    """
    alive = [root]
    others = []
    for _ in range(deepest):
        if len(alive) >= ENOUGH:
            break
        level: dict[Flat, BranchOrder] = {}
        for branch in alive:
            for follower in branch.followers(records):
                level.setdefault(follower.tiles, follower)
        alive = [branch for branch in level.values() if branch.is_alive(slack)]
        others += [branch for branch in level.values() if not branch.is_alive(slack)]
    return alive + others
