"""Luck: detected by watching the generator, and enumerated exactly if its use allows.

A `Watch` gives the same numbers as any other generator and records whether a step drew one. A
`Script` answers each draw by the next branch of a script; replayed until no branch is left, it
gives the exact distribution of what a step may lead to.

>>> def thrown(rng: Random) -> str:
...     return "hit" if rng.random() < 0.25 else rng.choice(["rim", "miss"])
>>> enumerated(thrown)
[(0.25, 'hit'), (0.375, 'rim'), (0.375, 'miss')]
"""

from __future__ import annotations

import weakref
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import repeat
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
        """Record the draw and make it as any generator does."""
        self.drawn = True
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Record the draw and make it as any generator does."""
        self.drawn = True
        return super().getrandbits(k)


class Unscripted(Exception):
    """A draw that no script can follow; the script remembers it, since a game may catch this."""


def enumerated(
    step: Callable[[Random], T], script: Script | None = None
) -> list[tuple[float, T]] | None:
    """Return each way that ``step(generator)`` may end with its probability; None if they cannot be
    enumerated.

    Ways that end alike are not merged. Draws of whole numbers (``randint``, ``randrange``,
    ``choice``, ``sample``, ``shuffle``, ``getrandbits``, weighted ``choices``) branch; ``random()``
    is a number that is only known to lie in an interval, which comparisons and ``int(6 *
    random())`` split. Anything else cannot be followed. A ``script`` may be used again for the next
    step.
    """
    script = Script() if script is None else script
    script.restart()
    ways: list[tuple[float, T]] = []
    # the game's own error, caused by the script or not: the caller's plain step will show
    with tolerate():
        while len(ways) < MOST_BRANCHES:
            result = step(script)
            if script.is_left or script.escaped():
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
        self.restart()

    def restart(self) -> None:
        """Begin a new step."""
        self.is_left = False
        """True if the step drew what no script can follow."""
        self._script: list[list[tuple[int, float]]] = []
        """For each draw the branches not yet tried, with their probabilities; the last one is
        taken."""
        self._begin()

    def _begin(self) -> None:
        self._at = 0
        self.chance = 1.0
        self.drawn: list[weakref.ref[_Uniform]] = []
        """Weak references, which keep no number alive: reference counts differ between versions of
        Python."""

    def next_script(self) -> bool:
        """Continue with the next script of the same step; return False if all are done."""
        while self._script:
            self._script[-1].pop()
            if self._script[-1]:
                self._begin()
                return True
            self._script.pop()
        return False

    def refuse(self, *_: Any) -> NoReturn:
        """Leave the script; raises `Unscripted`."""
        self.is_left = True
        raise Unscripted("A step with luck was followed by a script, which cannot do this.")

    def escaped(self) -> bool:
        """True if a number that is known only by its interval is still referenced."""
        return any(number() is not None for number in self.drawn)

    def branch(self, chances: Iterable[float]) -> int:
        """Return the branch that the script takes here; impossible ones do not count.

        Each result of a new draw but the first adds at least one branch, so a loop that draws until
        a number suits it ends here.
        """
        script = self._script
        if self._at == len(script):
            possible = [(way, chance) for way, chance in enumerate(chances) if chance > 0]
            others = sum(map(len, script)) - len(script)
            if max(len(possible) + others, len(script)) > MOST_BRANCHES:
                self.refuse()
            script.append(possible[::-1])
        way, chance = script[self._at][-1]
        self._at += 1
        self.chance *= chance
        return way

    def _randbelow(self, count: int) -> int:
        return self.branch(repeat(1 / count, count))

    def getrandbits(self, k: int, /) -> int:
        """Return one of the ``2**k`` numbers."""
        if k > MOST_BRANCHES.bit_length():
            self.refuse()
        return self._randbelow(1 << k)

    def random(self) -> Any:
        """Return a number of which only the interval is known: from 0 to 1."""
        return _Uniform(self, [0.0, 1.0])

    def seed(self, *given: Any, **named: Any) -> None:
        """Accept only the first seed, which `Random` itself sets."""
        if hasattr(self, "chance"):
            self.refuse()
        super().seed(0)

    getstate = setstate = refuse  # type: ignore[assignment] # a script has no state that could be saved


@dataclass(slots=True, eq=False, weakref_slot=True)
class _Uniform:
    """``scale × u + shift``, where ``u`` is uniform on an interval that each comparison narrows."""

    script: Script
    bounds: list[float]
    scale: float = 1.0
    shift: float = 0.0
    __hash__ = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.script.drawn.append(weakref.ref(self))  # it must not outlive the step

    def _plain(self, number: Any) -> Any:
        """Return a number that is known exactly; raises `Unscripted` for any other."""
        if type(number) not in (int, float):
            self.script.refuse()
        return number

    def __lt__(self, other: Any) -> bool:
        """True if the number is below another one; if both answers are possible, the script
        branches."""
        low, high = self.bounds
        cut = min(high, max(low, (self._plain(other) - self.shift) / self.scale))
        is_first: bool = cut >= high
        if low < cut < high:
            share = (cut - low) / (high - low)
            is_first = self.script.branch((share, 1 - share)) == 0
            self.bounds[:] = (low, cut) if is_first else (cut, high)
        return is_first

    def __gt__(self, other: Any) -> bool:
        return not self < other

    def __int__(self) -> int:
        # int() would round a number below 0 up; games have no use for that.
        if self.scale * self.bounds[0] + self.shift < 0:
            self.script.refuse()
        return self.__floor__()

    def __floor__(self) -> int:
        low, high = (self.scale * bound + self.shift for bound in self.bounds)
        lowest = floor(low)
        return lowest + bisect_right(range(lowest + 1, floor(high) + 1), self)

    __trunc__ = __int__

    def __mul__(self, other: Any) -> Any:
        if self._plain(other) <= 0:
            self.script.refuse()
        return _Uniform(self.script, self.bounds, self.scale * other, self.shift * other)

    def __add__(self, other: Any) -> Any:
        return _Uniform(self.script, self.bounds, self.scale, self.shift + self._plain(other))

    __le__ = __lt__
    __ge__ = __gt__
    __rmul__ = __mul__
    __radd__ = __add__

    def _unknown(self, *_: Any) -> NoReturn:
        self.script.refuse()

    __eq__ = __ne__ = __bool__ = __float__ = __round__ = __ceil__ = __index__ = _unknown
    __sub__ = __rsub__ = __neg__ = __truediv__ = _unknown
    __pow__ = __rpow__ = __rtruediv__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = (
        __abs__
    ) = _unknown
    __repr__ = __str__ = __format__ = __reduce__ = _unknown
