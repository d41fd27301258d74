"""Luck: detected by watching the generator, and enumerated exactly if its use allows.

A `Watch` gives the numbers of any other generator and says whether a step drew. A `Script` answers
each draw by the next branch of a script; replayed until no branch is left, it gives the exact
distribution of what a step may lead to.

>>> def thrown(rng: Random) -> str:
...     return "hit" if rng.random() < 0.25 else rng.choice(["rim", "miss"])
>>> enumerated(thrown)
[(0.25, 'hit'), (0.375, 'rim'), (0.375, 'miss')]
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import floor
from random import Random
from typing import Any, NoReturn, TypeVar

from ..errors import tolerate

MOST_BRANCHES = 1_000
"""A step with more possible results than this (a shuffled pack) is sampled."""

T = TypeVar("T")


class Watch(Random):
    """A generator that records whether it was used: ``drawn`` is set by every draw.

    (Overriding both methods keeps the numbers: `random` builds all other draws on them in the same
    way.)
    """

    drawn = False

    def random(self) -> float:
        """As for any generator."""
        self.drawn = True
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """As for any generator."""
        self.drawn = True
        return super().getrandbits(k)


class Unscripted(BaseException):
    """A draw that no script can follow; no game should catch it by accident."""


def enumerated(
    step: Callable[[Random], T], script: Script | None = None
) -> list[tuple[float, T]] | None:
    """Each way that ``step(generator)`` may end with its probability; None if they cannot be
    enumerated.

    Ways that end alike are not merged. Draws of whole numbers (``randint``, ``randrange``,
    ``choice``, ``sample``, ``shuffle``, ``getrandbits``, weighted ``choices``) branch; ``random()``
    is a number that is only known to lie in an interval, which comparisons and
    ``int(6 * random())`` split. Anything else cannot be followed. A ``script`` may be used again
    for the next step.
    """
    script = Script() if script is None else script
    script.restart()
    ways: list[tuple[float, T]] = []
    # a game's own error, for being scripted or not: the caller's plain step will tell
    with tolerate():
        while len(ways) < MOST_BRANCHES:
            result = step(script)
            if script.escaped():
                return None
            ways.append((script.chance, result))
            if not script.next_script():
                return ways
    return None


class Script(Random):
    """A generator whose draws follow a script of branches, and which knows the probability of its
    script."""

    def __init__(self) -> None:
        super().__init__(0)
        self._taken: list[int] = []
        self._ways: list[tuple[int, Sequence[tuple[int, float]] | None]] = []
        """For each draw the number of its branches and, if they are not equally likely, their
        probabilities."""
        self._at = 0
        self._drawn: list[weakref.ref[_Uniform]] = []
        """Weak references, which keep no number alive: reference counts differ between versions of
        Python."""
        self.chance = 1.0

    def restart(self) -> None:
        """Begin a new step."""
        self._taken = []
        self._ways = []
        self._at = 0
        self.chance = 1.0
        self._drawn = []

    def next_script(self) -> bool:
        """Go on to the next script of the same step; False if all are done."""
        taken, ways = self._taken, self._ways
        while ways and taken[-1] == ways[-1][0] - 1:
            ways.pop()
            taken.pop()
        if not ways:
            return False
        taken[-1] += 1
        self._at, self.chance = 0, 1.0
        if self._drawn:
            self._drawn = []
        return True

    def escaped(self) -> bool:
        """True if a number that is known only by its interval is still referenced."""
        return any(number() is not None for number in self._drawn)

    def branch(self, chances: Iterable[float]) -> int:
        """The branch that the script takes here; impossible ones do not count."""
        at = self._at
        if at == len(self._taken):
            possible = [(way, chance) for way, chance in enumerate(chances) if chance > 0]
            self._add(len(possible), possible)
        self._at = at + 1
        ways = self._ways[at][1]
        assert ways is not None
        way, chance = ways[self._taken[at]]
        self.chance *= chance
        return way

    def _add(self, count: int, possible: Sequence[tuple[int, float]] | None) -> None:
        """A draw that no script has met before; each of its other results adds at least one branch.

        (So a loop that draws until it likes what it gets ends here.)
        """
        if (
            count + sum(ways - 1 for ways, _ in self._ways) > MOST_BRANCHES
            or len(self._ways) > MOST_BRANCHES
        ):
            raise Unscripted
        self._taken.append(0)
        self._ways.append((count, possible))

    def _below(self, count: int) -> int:
        at = self._at
        if at == len(self._taken):
            self._add(count, None)
        self._at = at + 1
        self.chance /= count
        return self._taken[at]

    _randbelow = _below

    def getrandbits(self, k: int, /) -> int:
        """One of the ``2**k`` numbers."""
        if k > MOST_BRANCHES.bit_length():
            raise Unscripted
        return self._below(1 << k)

    def random(self) -> Any:
        """A number of which only the interval is known: from 0 to 1."""
        return self.keep(_Uniform(self, [0.0, 1.0]))

    def keep(self, number: _Uniform) -> _Uniform:
        """Remember a number that must not outlive the step."""
        self._drawn.append(weakref.ref(number))
        return number

    def choices(
        self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1
    ) -> list[Any]:
        """As for any generator."""
        members = list(population)
        sums = (
            list(cum_weights)
            if cum_weights is not None
            else list(accumulate(weights or [1] * len(members)))
        )
        if len(sums) != len(members) or not sums or not sums[-1] > 0:
            raise Unscripted
        chances = [(high - low) / sums[-1] for low, high in zip([0, *sums], sums, strict=False)]
        return [members[self.branch(chances)] for _ in range(k)]

    def seed(self, *given: Any, **named: Any) -> None:
        """Only the first one is taken, which `Random` itself makes."""
        if hasattr(self, "chance"):
            raise Unscripted
        super().seed(0)

    def getstate(self) -> Any:
        """Nothing: a script has no state to hand on."""
        raise Unscripted

    def setstate(self, state: Any) -> None:
        """Nothing can be restored either."""
        raise Unscripted


class _Uniform:
    """``scale × u + shift``, where ``u`` is uniform on an interval that each comparison narrows."""

    __slots__ = ("__weakref__", "bounds", "scale", "script", "shift")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, script: Script, bounds: list[float], scale: float = 1.0, shift: float = 0.0
    ) -> None:
        self.script = script
        self.bounds = bounds
        self.scale = scale
        self.shift = shift

    def __lt__(self, other: Any) -> bool:
        return self._below(other)

    def __gt__(self, other: Any) -> bool:
        return not self._below(other)

    def _below(self, number: Any) -> bool:
        """True if the number is below another one; if both answers are possible, the script
        branches."""
        if type(number) not in (int, float):
            raise Unscripted
        low, high = self.bounds
        cut = min(high, max(low, (number - self.shift) / self.scale))
        if self.scale < 0:
            return not self._in_first_part(cut)
        return self._in_first_part(cut)

    def _in_first_part(self, cut: float) -> bool:
        low, high = self.bounds
        if cut <= low or cut >= high:
            return cut >= high
        share = (cut - low) / (high - low)
        first = self.script.branch((share, 1 - share)) == 0
        self.bounds[:] = (low, cut) if first else (cut, high)
        return first

    def __int__(self) -> int:
        if (
            self.scale * self.bounds[0] + self.shift < 0
            or self.scale * self.bounds[1] + self.shift < 0
        ):
            raise Unscripted  # int rounds towards 0, and nobody writes this
        return self.__floor__()

    def __floor__(self) -> int:
        ends = sorted(self.scale * bound + self.shift for bound in self.bounds)
        lowest, highest = floor(ends[0]), floor(ends[1])
        if highest - lowest > MOST_BRANCHES:
            raise Unscripted
        cuts = [ends[0], *(float(n) for n in range(lowest + 1, highest + 1)), ends[1]]
        whole = ends[1] - ends[0]
        way = self.script.branch([(high - low) / whole for low, high in pairwise(cuts)])
        self.bounds[:] = sorted((cut - self.shift) / self.scale for cut in cuts[way : way + 2])
        return lowest + way

    __trunc__ = __int__

    def __mul__(self, other: Any) -> Any:
        if type(other) not in (int, float) or other == 0:
            raise Unscripted
        return self.script.keep(
            _Uniform(self.script, self.bounds, self.scale * other, self.shift * other)
        )

    def __add__(self, other: Any) -> Any:
        if type(other) not in (int, float):
            raise Unscripted
        return self.script.keep(_Uniform(self.script, self.bounds, self.scale, self.shift + other))

    def __sub__(self, other: Any) -> Any:
        return self + (-other if type(other) in (int, float) else other)

    def __truediv__(self, other: Any) -> Any:
        return self * (1 / other if type(other) in (int, float) and other else other)

    def __neg__(self) -> Any:
        return self * -1

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    __le__ = __lt__
    __ge__ = __gt__
    __rmul__ = __mul__
    __radd__ = __add__

    def _unknown(self, *_: Any) -> NoReturn:
        raise Unscripted

    __eq__ = __ne__ = __bool__ = __float__ = __round__ = __ceil__ = __index__ = _unknown
    __pow__ = __rpow__ = __rtruediv__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = (
        __abs__
    ) = _unknown
    __repr__ = __str__ = __format__ = __reduce__ = _unknown
