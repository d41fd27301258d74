"""Which squares are worth a look where k in a row win: threats first, then the squares near stones.

A position is three sets of squares in the bits of `Lines.bits`, which has one bit for each line
through a square: so one shift asks about all lines at once. What is said of threats is complete: a
player who can complete a row does, one whose opponent can must stop it, and a row that would next
be open at both ends is stopped in the squares of its own windows or by a threat of the player's
own. (V. Allis, J. van den Herik and M. Huntjens, "Go-moku solved by new search techniques",
Computational Intelligence 12, 1996.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from heapq import nlargest
from math import fsum
from operator import or_
from typing import NamedTuple

THREATS, REPLIES = 60, 12
"""The threats that are followed to find a forced win, and a win after one reply to it."""

QUIET = 10
"""The squares that are named where nothing is threatened."""


class Stones(NamedTuple):
    """The squares of the player to move, of the other one and of nobody."""

    mine: int
    others: int
    free: int

    def after(self, square: int) -> Stones:
        """The same for the other player, once this one has taken a square."""
        return Stones(self.others, self.mine | square, self.free & ~square)


class Lines:
    """The lines of a board, each with the numbers of its squares, and how many in a row win."""

    def __init__(self, lines: Sequence[Sequence[int]], squares: int, k: int) -> None:
        self.k = k
        self.places = [number for line in lines for number in (*line, squares)]
        """The number of the square at each place, and after each line one that there is not."""
        bits = [0] * (squares + 1)
        for place, number in enumerate(self.places):
            bits[number] |= 1 << place
        self.bits = bits[:-1]
        """Each square as a whole number with one bit for each line through it.

        The squares of a line are neighbouring bits, and one bit is left out after each line: so one
        shift moves every piece along all of its lines at once.
        """
        self.reach = [reduce(or_, [square >> step for step in range(k)]) for square in self.bits]
        """The first places of the windows that each square lies in."""

    def squares(self, places: int) -> Iterator[int]:
        """The numbers of the squares that some places belong to."""
        while places:
            number = self.places[places.bit_length() - 1]
            yield number
            places &= ~self.bits[number]

    def spread(self, windows: int) -> int:
        """The places of some windows, which are given by their first ones."""
        spread = 0
        for step in range(self.k):
            spread |= windows << step
        return spread

    def windows(self, pieces: int, free: int) -> list[int]:
        """The windows of ``k`` squares in which none are free, one, two and so on, while all others
        have a piece."""
        found = [-1] + [0] * self.k
        for step in range(self.k):
            for missing in range(step + 1, 0, -1):
                found[missing] = found[missing] & pieces >> step | found[missing - 1] & free >> step
            found[0] &= pieces >> step
        return found

    def threats(self, stones: Stones) -> int:
        """The free places where one more piece threatens to complete a row."""
        return self.spread(self.windows(stones.mine, stones.free)[2]) & stones.free

    def forced(self, stones: Stones, left: list[int]) -> int:
        """A place that begins a win by threats of which each can be answered in one way only; 0 if
        none is found. ``left`` counts down the threats that are followed."""
        answered = []
        for number in self.squares(self.threats(stones)):
            square = self.bits[number]
            reply = stones.after(square)
            if completing(reply.mine, self.k) & reply.free:
                continue  # the other one wins before
            stops = completing(reply.others, self.k) & reply.free
            stop = self.bits[next(self.squares(stops))]
            if stops & ~stop:
                return square
            answered.append((square, reply.after(stop)))
        for square, after in answered:
            left[0] -= 1
            if left[0] >= 0 and self.forced(after, left):
                return square
        return 0

    def worth_a_look(self, stones: Stones) -> list[int]:
        """The numbers of the squares to look at first."""
        wins, stops = (completing(pieces, self.k) & stones.free for pieces in stones[:2])
        attack = wins or stops or self.forced(stones, [THREATS])
        if attack:
            return list(self.squares(attack))
        turned = stones.after(0)
        if not self.forced(turned, [THREATS]):
            return self.near(stones)
        tried = list(self.squares(self.threats(stones) | self.threats(turned)))
        return [
            number
            for number in tried
            if not self.forced(stones.after(self.bits[number]), [REPLIES])
        ] or tried

    def near(self, stones: Stones) -> list[int]:
        """The squares in the windows with the most stones: one more of them counts four times as
        much."""
        both = [self.windows(pieces, stones.free) for pieces in stones[:2]]
        levels = list(map(or_, *both))

        def merit(number: int) -> float:
            reach = self.reach[number]
            return fsum(
                (level & reach).bit_count() / 4**missing for missing, level in enumerate(levels)
            )

        return nlargest(QUIET, self.squares(stones.free), merit)


def completing(pieces: int, k: int) -> int:
    """The places where one more piece makes a row of ``k``, taken or not, in the bits of
    `Lines.bits`."""
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
