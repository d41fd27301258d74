"""Which squares are worth examining in a k-in-a-row game: threats first, then the squares near
stones.

A position is three sets of squares in the bits of `WinningLines.bits`, which has one bit for each
line through a square: one shift therefore checks all lines at once. The threats are complete: a
player who can complete a row does so, one whose opponent can must stop it, and a row that would
next be open at both ends is answered on the squares of the opponent's threats or by the player's
own threat. (V. Allis, J. van den Herik and M. Huntjens, "Go-moku solved by new search techniques",
Computational Intelligence 12, 1996.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from heapq import nlargest
from operator import or_
from typing import NamedTuple

THREATS = 60
"""The maximum number of threats followed to find a forced win."""

QUIET = 10
"""The maximum number of squares named if there are no threats."""


class Stones(NamedTuple):
    """The squares of the player to move, of the opponent, and the free ones."""

    mine: int
    others: int
    free: int

    def after(self, square: int) -> Stones:
        """Return the same position from the opponent's point of view, after this player has taken a
        square."""
        return Stones(self.others, self.mine | square, self.free & ~square)


class WinningLines:
    """The lines of a board, each with the numbers of its squares, and how many in a row win."""

    def __init__(self, lines: Sequence[Sequence[int]], squares: int, k: int) -> None:
        self.k = k
        self.bits = [0] * squares
        """Each square as an integer with one bit for each line through it.

        The squares of a line are neighbouring bits, with one bit left out after each line: one
        shift therefore moves every piece along all of its lines at once.
        """
        place = 0
        for line in lines:
            for number in line:
                self.bits[number] |= 1 << place
                place += 1
            place += 1
        self.reach = [reduce(or_, [bits >> step for step in range(k)]) for bits in self.bits]
        """The first places of the windows that contain each square."""

    def squares(self, places: int) -> list[int]:
        """Return the squares that some places belong to, by number."""
        return [number for number, square in enumerate(self.bits) if square & places]

    def windows(self, pieces: int, free: int) -> list[int]:
        """Return the first places of the windows of ``k`` squares with no, one, two and so on free
        squares, all other squares having a piece."""
        found = [-1] + [0] * self.k
        for step in range(self.k):
            for missing in range(step + 1, 0, -1):
                found[missing] = found[missing] & pieces >> step | found[missing - 1] & free >> step
            found[0] &= pieces >> step
        return found

    def threats(self, stones: Stones) -> list[int]:
        """Return the free squares where one more piece threatens to complete a row."""
        windows = self.windows(stones.mine, stones.free)[2]
        return [number for number in self.squares(stones.free) if self.reach[number] & windows]

    def forced(self, stones: Stones, left: Iterator[int]) -> int:
        """Return a square that begins a win by threats, each of which has only one answer; 0 if
        none is found. ``left`` limits the number of threats that may be followed."""
        answered = []
        for number in self.threats(stones):
            square = self.bits[number]
            reply = stones.after(square)
            if completing(reply.mine, self.k) & reply.free:
                continue  # the opponent wins first
            stop, *more = self.squares(completing(reply.others, self.k) & reply.free)
            if more:
                return square
            answered.append((square, reply.after(self.bits[stop])))
        for (square, after), _ in zip(answered, left, strict=False):
            if self.forced(after, left):
                return square
        return 0

    def worth_a_look(self, stones: Stones) -> list[int]:
        """Return the squares to examine first."""
        turned = stones.after(0)
        wins, stops = (completing(pieces, self.k) & stones.free for pieces in stones[:2])
        urgent = wins or stops or self.forced(stones, iter(range(THREATS)))
        if not urgent and self.forced(turned, iter(range(THREATS))):
            return sorted({*self.threats(stones), *self.threats(turned)})
        return self.squares(urgent) or self.near(stones)

    def near(self, stones: Stones) -> list[int]:
        """Return the squares in the windows with the most stones of one player: each further stone
        counts four times as much."""
        levels = list(map(or_, *(self.windows(pieces, stones.free) for pieces in stones[:2])))

        def merit(number: int) -> int:
            reach = self.reach[number]
            merit = 0
            for level in levels:
                merit = 4 * merit + (level & reach).bit_count()
            return merit

        return nlargest(QUIET, self.squares(stones.free), merit)


def completing(pieces: int, k: int) -> int:
    """Return the places where one more piece makes a row of ``k``, taken or not, in the bits of
    `WinningLines.bits`."""
    if k == 1:
        return -1
    run = pieces
    runs = [run]
    between = range(1, k - 1)
    for _ in between:
        run = pieces & run >> 1
        runs.append(run)
    places = run << k - 1 | run >> 1
    for before in between:
        places |= runs[before - 1] << before & runs[-before - 1] >> 1
    return places
