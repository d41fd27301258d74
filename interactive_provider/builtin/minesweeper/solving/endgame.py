"""Exact optimal play: the whole game tree of a position, with fractions of whole numbers.

The layouts consistent with a view are listed and numbered; a set of them is one integer with a bit
for each, so that "those in which this square shows a 2" is an `&`. Three methods keep the tree
small:

- A square that is safe in all layouts of a set is opened at once, and one that would show the same
  number whenever it is safe can wait until the end. So only sets in which a guess is needed are
  searched.
- Two layouts are *rivals* if no square that is safe in both shows different numbers: play that wins
  both would have to distinguish them by such a click, so at most one of them is won. Grouping
  rivals greedily gives an upper bound close to the truth long before the tree is searched.
- A set is remembered by what is undecided in it: settled squares do not affect the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

from ..constants import MINED
from ..grid import Squares, members

LayoutSet = int
"""Bit `i` stands for layout `i`."""

_IS = [b"0" * number + b"1" + b"0" * (255 - number) for number in range(MINED + 1)]
"""For each number, the table that turns it into a 1 and all others into a 0; see
`bytes.translate`."""


class GivenUp(Exception):
    """The search has used up its effort limit."""


def optimal(layouts: Sequence[Squares], shown: Sequence[bytes], effort: int) -> tuple[int, int]:
    """Return (layouts won by optimal play, the number of an optimal square).

    `enumeration` makes the layouts and the numbers shown. The effort is the number of layouts of
    the sets in which a guess is needed, counted again for each square tried there; raises `GivenUp`
    when it is used up.
    """
    return Search(layouts, shown, effort).best()


def _places(numbers: bytes, number: int) -> LayoutSet:
    """Return the places that hold a number as bits, the first one being the lowest."""
    return int(numbers[::-1].translate(_IS[number]), 2)


Leaf = tuple[int, LayoutSet]
"""A set in which a guess is needed, with an upper bound on its won layouts."""


class Search:
    """The game tree over sets of layouts of one view."""

    def __init__(self, layouts: Sequence[Squares], shown: Sequence[bytes], effort: int) -> None:
        self.width = len(shown)
        self.layouts = layouts
        self.effort = effort
        self.values: dict[frozenset[Squares], tuple[int, bool]] = {}
        self._numbers = shown
        self._shown = [
            [_places(numbers, number) for number in range(MINED + 1)] for numbers in shown
        ]
        self.mined = [sets[MINED] for sets in self._shown]
        self.numbers = [[part for part in sets[:MINED] if part] for sets in self._shown]
        self._rivals: dict[int, LayoutSet] = {}

    def best(self) -> tuple[int, int]:
        """Return how many layouts optimal play wins from the whole set, and the first square."""
        return self._look((1 << len(self.layouts)) - 1, 0)

    def value(self, layouts: LayoutSet, need: int) -> int:
        """Return how many layouts optimal play wins, if more than `need`, otherwise an upper bound
        of at most `need`."""
        key = self._key(layouts)
        value, exact = self.values.get(key, (0, False))
        if value and (exact or value <= need):
            return value
        value, _ = self._look(layouts, need)
        self.values[key] = (value, value > need)
        return value

    def _look(self, layouts: LayoutSet, need: int) -> tuple[int, int]:
        """Return the value of a set in which a guess is needed, as `value` gives it, and the square
        that achieves it."""
        self._spend(layouts)
        choice = next(u for u, mined in enumerate(self.mined) if layouts & ~mined)
        best = most = 1
        telling = [u for u in range(self.width) if self.tells(layouts, u)]
        promise = self._promises(layouts, telling)
        while promise:
            u = max(promise, key=promise.__getitem__)
            least = max(best, need)
            if promise[u] <= least:
                most = max(most, promise[u])
                break
            total = self._try(layouts, telling, u, promise.pop(u), least)
            if total > least:
                best = total
                choice = u
            else:
                most = max(most, total)
        return (best if best > need else max(best, most)), choice

    def _spend(self, layouts: LayoutSet) -> None:
        self.effort -= layouts.bit_count()
        if self.effort < 0:
            raise GivenUp

    def _promises(self, layouts: LayoutSet, telling: list[int]) -> dict[int, int]:
        """Upper bounds for opening each square next."""
        return {u: self._cover(layouts & ~self.mined[u]) for u in telling}

    def _try(self, layouts: LayoutSet, telling: list[int], u: int, total: int, least: int) -> int:
        """Return how many layouts are won by opening a square next, if more than `least`, otherwise
        an upper bound of at most `least`.

        `total` is the maximum that rivals allow.
        """
        self._spend(layouts)
        total, leaves = self._unfold(self._opened(layouts, u), telling, total, least)
        for bound, leaf in leaves:
            if total <= least:
                break
            total += self.value(leaf, least - total + bound) - bound
        return total

    def _unfold(
        self, parts: list[LayoutSet], squares: list[int], total: int, least: int
    ) -> tuple[int, list[Leaf]]:
        """Open everything safe repeatedly until a guess is needed: return an upper bound, and the
        sets with a guess.

        The largest sets come first. Stops as soon as the total does not exceed `least`.
        """
        leaves: list[Leaf] = []
        waiting = parts[::-1]
        while waiting and total > least:
            layouts = waiting.pop()
            size = layouts.bit_count()
            if size <= 2:
                continue
            safe, most = self._telling(layouts, size, squares)
            if safe is not None:
                waiting += self._opened(layouts, safe)[::-1]
                continue
            groups = self._cover(layouts)
            most, exact = self._bound(layouts, min(most, groups))
            if not exact:
                leaves.append((most, layouts))
            total -= groups - most
        return total, sorted(leaves, key=lambda leaf: -leaf[1].bit_count())

    def _bound(self, layouts: LayoutSet, most: int) -> tuple[int, bool]:
        """Return the bound on the value of a set, of which at most `most` can be won, and whether
        it is exact."""
        if most <= 2:
            return most, True  # two layouts that are not rivals can both be won
        value, exact = self.values.get(self._key(layouts), (most, False))
        return min(value, most), exact

    def _telling(self, layouts: LayoutSet, size: int, squares: list[int]) -> tuple[int | None, int]:
        """Return a square that is safe in all layouts and distinguishes some of them; if there is
        none, what the best first click leaves."""
        most = 1
        for u in squares:
            if self.tells(layouts, u):
                mines = layouts & self.mined[u]
                if not mines:
                    return u, most
                most = max(most, size - mines.bit_count())
        return None, most

    def tells(self, layouts: LayoutSet, u: int) -> bool:
        """True if a square may show different numbers."""
        one = False
        for shown in self.numbers[u]:
            if layouts & shown:
                if one:
                    return True
                one = True
        return False

    def _opened(self, layouts: LayoutSet, u: int) -> list[LayoutSet]:
        """Return a set of layouts divided by what a square shows."""
        parts = [layouts & shown for shown in self.numbers[u]]
        return [part for part in parts if part]

    def _key(self, layouts: LayoutSet) -> frozenset[Squares]:
        """Return the mines of each layout, without those common to all."""
        mines = [self.layouts[index] for index in members(layouts)]
        settled = reduce(and_, mines)
        return frozenset(mined ^ settled for mined in mines)

    def _cover(self, loose: LayoutSet) -> int:
        """Return an upper bound on how many layouts of a set are won: rivals are grouped greedily,
        and one of each group is won."""
        groups = 0
        rivals = self._rivals
        while loose:
            groups += 1
            near = loose
            while near:  # the rest are rivals of all members so far
                one = near & -near
                loose ^= one
                index = one.bit_length() - 1
                near &= rivals[index] if index in rivals else self._rivals_of(index)
        return groups

    def _rivals_of(self, index: int) -> LayoutSet:
        """Return all rivals of a layout: at most one of them, or the layout itself, is won."""
        rivals = (1 << len(self.layouts)) - 1 ^ 1 << index
        for shown, numbers in zip(self._shown, self._numbers, strict=True):
            if numbers[index] != MINED:
                rivals &= shown[MINED] | shown[numbers[index]]
        self._rivals[index] = rivals
        return rivals
