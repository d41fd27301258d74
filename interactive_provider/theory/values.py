"""Values of combinatorial games: canonical forms, order, sums and their usual names.

Two players, Left and Right, take turns, and whoever cannot move loses. The value of a position is
its contribution to a sum of positions: 3 is three moves that only Left has, and ``{2|-1/2}`` is
worth 2 if Left moves there first. Two positions have the same value if either can replace the other
in every sum.

Each value has a simplest form, its *canonical form*, in which no option is dominated (another one
is at least as good) or reversible (a reply leaves its player no worse off than before). There is
one object for each value, so that equality is identity and nothing is computed twice. (J. H.
Conway, "On Numbers and Games", 1976.)

The stops of both players are compared first, which decides most comparisons at once.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import nan
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from ..errors import BadParameter, quote
from ..support.readable import Readable
from ..support.sanitizing import markup
from ..support.whole_numbers import is_whole
from .thermographs import Thermograph, meeting

LEFT = 0
RIGHT = 1

Values: TypeAlias = "frozenset[CombinatorialValue]"

_OUTCOMES = {
    "L": "Left wins, whoever begins",
    "R": "Right wins, whoever begins",
    "N": "whoever begins wins",
    "P": "whoever begins loses",
}

_KEPT = 2**17
"""The number of recent comparisons, of sums and of forms that are cached."""

LARGEST = 10_000
"""The largest number; it has that many options inside each other."""

_LONGEST_NAME = 120
"""The maximum length of the options in a name; for longer ones only their number is given."""


class CombinatorialValue(Readable):
    """The value of a combinatorial game in canonical form: equal values are one object.

    It is made of Left's and Right's options, which are values or numbers. ``<``, ``==`` and ``>``
    compare values; if none of them holds, two values are confused. Values and numbers can be added
    and subtracted, and ``3 * value`` is three of them side by side.

    >>> switch = CombinatorialValue([1], [-1])
    >>> star = CombinatorialValue([0], [0])
    >>> switch, switch + switch, switch + star, 1 - CombinatorialValue([5], [2])
    (±1, 0, ±1*, {-1|-4})
    >>> switch < 2, switch == 0, switch.is_confused_with(0)
    (True, False, True)
    """

    __slots__ = ("__weakref__", "_hash", "left_stop", "nimber", "number", "options", "right_stop")

    options: tuple[Values, Values]
    """The options of Left and of Right."""
    _hash: int
    number: Fraction | None
    """The number that the value equals, or None."""
    nimber: int | None
    """The size of the Nim heap that the value equals, or None."""
    left_stop: Fraction
    """The number reached if Left begins and both play well."""
    right_stop: Fraction
    """The number reached if Right begins and both play well."""

    def __new__(cls, left: Iterable[Any] = (), right: Iterable[Any] = ()) -> CombinatorialValue:
        """Return the canonical form of a game with these options."""
        return canonical(frozenset(map(as_value, left)), frozenset(map(as_value, right)))

    @property
    def outcome(self) -> str:
        """The winner: Left (``"L"``) or Right (``"R"``) whoever begins, the next player (``"N"``)
        or the previous one (``"P"``)."""
        return "NRLP"[2 * (self >= 0) + (self <= 0)]

    @property
    def thermograph(self) -> Thermograph:
        """The corners (temperature, value) of both walls, exactly."""
        return _thermograph(self)

    @property
    def mean(self) -> Fraction:
        """The average worth of each of many copies."""
        return self.thermograph.left[-1][1]

    @property
    def temperature(self) -> Fraction:
        """The gain from a move here: negative in a number, where nobody wants to move."""
        if self.number is not None:
            return Fraction(-1, self.number.denominator)
        return self.thermograph.left[-1][0]

    def is_confused_with(self, other: object) -> bool:
        """True if neither is better: in the difference, whoever moves first wins."""
        return not self <= other and not self >= other

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, int | Fraction) and self.number == other)

    def __hash__(self) -> int:
        return self._hash

    def __le__(self, other: object) -> bool:
        return at_most(self, as_value(other))

    def __ge__(self, other: object) -> bool:
        return at_most(as_value(other), self)

    def __lt__(self, other: object) -> bool:
        return self != other and self <= other

    def __gt__(self, other: object) -> bool:
        return self != other and self >= other

    def __neg__(self) -> CombinatorialValue:
        return _opposite(self)

    def __add__(self, other: object) -> CombinatorialValue:
        return _total(self, as_value(other))

    __radd__ = __add__

    def __sub__(self, other: object) -> CombinatorialValue:
        return self + -as_value(other)

    def __rsub__(self, other: object) -> CombinatorialValue:
        return -self + other

    def __mul__(self, count: object) -> CombinatorialValue:
        if not is_whole(count):
            return NotImplemented
        one = self if count > 0 else -self
        return sum([one] * abs(count), as_value(0))

    __rmul__ = __mul__

    def __reduce__(self) -> tuple[Any, ...]:
        return CombinatorialValue, self.options

    def __repr__(self) -> str:
        return _name(self)

    def _repr_html_(self) -> str:
        title = (
            f"{self}: {_OUTCOMES[self.outcome]}; stops {self.left_stop} and {self.right_stop},"
            f" mean {self.mean}, temperature {self.temperature}"
        )
        return f"<p>{markup(title)}</p>{self.thermograph.svg()}"


# Making values -----------------------------------------------------------------------------


_made: WeakValueDictionary[tuple[Values, Values], CombinatorialValue] = WeakValueDictionary()
_lock = threading.Lock()
_NONE: Values = frozenset()


def _unique(lefts: Values, rights: Values) -> CombinatorialValue:
    """Return the unique object for a canonical form."""
    with _lock:
        value = _made.get((lefts, rights))
        if value is None:
            value = _made[lefts, rights] = _form(lefts, rights)
            number = value.number = _number_of(lefts, rights)
            value.nimber = len(lefts) if _are_heaps(lefts, rights) else None
            value._hash = hash((lefts, rights) if number is None else number)
            if number is None:
                value.left_stop = max(option.right_stop for option in lefts)
                value.right_stop = min(option.left_stop for option in rights)
            else:
                value.left_stop = value.right_stop = number
    return value


def _form(lefts: Values, rights: Values) -> Any:
    """Return a form that need not be canonical. Its stops are unknown (NaN), so no comparison with
    them is true."""
    form: Any = object.__new__(CombinatorialValue)
    form.options = lefts, rights
    form.number = None
    form._hash = id(form)
    form.left_stop = form.right_stop = nan
    return form


def _are_heaps(lefts: Values, rights: Values) -> bool:
    """True if both players have the same options and all of these are Nim heaps."""
    return lefts == rights and all(option.nimber is not None for option in lefts)


def _number_of(lefts: Values, rights: Values) -> Fraction | None:
    """Return the number that a canonical form equals, or None."""
    match [[option.number for option in side] for side in (lefts, rights)]:
        case [[], []]:
            return Fraction(0)
        case [[Fraction() as left], []]:
            return left + 1
        case [[], [Fraction() as right]]:
            return right - 1
        case [[Fraction() as left], [Fraction() as right]] if left < right:
            return (left + right) / 2
    return None


@lru_cache(_KEPT)
def _number(number: Fraction) -> CombinatorialValue:
    """Return the value of a number whose denominator is a power of two."""
    step = Fraction(1, number.denominator)
    if step < 1:
        return CombinatorialValue([_number(number - step)], [_number(number + step)])
    value = _unique(_NONE, _NONE)
    for _ in range(abs(number.numerator)):
        before = frozenset([value])
        value = _unique(before, _NONE) if number > 0 else _unique(_NONE, before)
    return value


def as_value(thing: Any) -> CombinatorialValue:
    """Return a value, or the value of a number; raise `BadParameter` for anything else."""
    if isinstance(thing, CombinatorialValue):
        return thing
    is_power = isinstance(thing, int | Fraction) and thing.denominator.bit_count() == 1
    if is_power and -LARGEST <= thing <= LARGEST:
        return _number(Fraction(thing))
    raise BadParameter(
        f"{quote(thing)} is not the value of a game; give one, or a whole number or a Fraction up"
        f" to {LARGEST:,} whose denominator is a power of two."
    )


@lru_cache(_KEPT)
def canonical(lefts: Values, rights: Values) -> CombinatorialValue:
    """Return the value of a game with these options."""
    if _are_heaps(lefts, rights):
        sizes = {option.nimber for option in lefts}
        missing = next(size for size in count() if size not in sizes)
        smaller = frozenset(option for option in lefts if option.nimber in range(missing))
        return _unique(smaller, smaller)
    form = _form(lefts, rights)
    return _unique(_simplified(form, LEFT), _simplified(form, RIGHT))


def _simplified(form: CombinatorialValue, side: int) -> Values:
    """Return a player's options without dominated ones, and with reversible ones replaced."""
    waiting = set(form.options[side])
    kept = set[CombinatorialValue]()
    while waiting:
        option = waiting.pop()
        good = (one for one in option.options[1 - side] if at_least_as_good(form, one, side))
        reply = next(good, None)
        if reply is None:
            kept.add(option)
        else:
            waiting |= reply.options[side]
    return frozenset(
        one
        for one in kept
        if not any(one is not other and at_least_as_good(other, one, side) for other in kept)
    )


def at_least_as_good(one: CombinatorialValue, other: CombinatorialValue, side: int) -> bool:
    """True if one value is at least as good as another for a player."""
    return at_most(other, one) if side == LEFT else at_most(one, other)


# Order and sums ----------------------------------------------------------------------------


@lru_cache(_KEPT)
def at_most(one: CombinatorialValue, other: CombinatorialValue) -> bool:
    """True if Left does no better in one than in the other, alone and in every sum."""
    if one.left_stop > other.left_stop or one.right_stop > other.right_stop:
        return False
    if one.left_stop < other.right_stop or one is other:
        return True
    return not (
        any(at_most(other, option) for option in one.options[LEFT])
        or any(at_most(option, one) for option in other.options[RIGHT])
    )


@lru_cache(_KEPT)
def _opposite(one: CombinatorialValue) -> CombinatorialValue:
    """Return the value with the players' roles exchanged."""
    if one.number is not None:
        return as_value(-one.number)
    lefts, rights = (frozenset(-option for option in side) for side in one.options)
    return _unique(rights, lefts)


@lru_cache(_KEPT)
def _total(one: CombinatorialValue, other: CombinatorialValue) -> CombinatorialValue:
    """Return the value of two games side by side."""
    if one.number is not None and other.number is not None:
        return as_value(one.number + other.number)
    # A move in a sum is a move in one of its parts; the other stays as it is.
    lefts, rights = (
        frozenset(
            option + fixed
            for moving, fixed in ((one, other), (other, one))
            if moving.number is None  # nobody moves in a number
            for option in moving.options[side]
        )
        for side in (LEFT, RIGHT)
    )
    return canonical(lefts, rights)


@lru_cache(_KEPT)
def _thermograph(value: CombinatorialValue) -> Thermograph:
    if value.number is not None:
        mast = ((Fraction(0), value.number),)
        return Thermograph(mast, mast)
    return meeting(
        [option.thermograph.right for option in value.options[LEFT]],
        [option.thermograph.left for option in value.options[RIGHT]],
    )


# Names -------------------------------------------------------------------------------------


@lru_cache(_KEPT)
def _name(value: CombinatorialValue) -> str:
    """Return a value as textbooks write it; in braces if it has no name of its own."""
    if value.number is not None:
        return str(value.number)
    stop = value.left_stop
    rest = value - stop
    small = _small_name(rest, "↑", "tiny") or _small_name(-rest, "↓", "miny")
    if small:
        plus = "+" if stop and small[0].isalnum() else ""
        return f"{stop or ''}{plus}{small}"
    lefts, rights = map(_listed, value.options)
    if value is -value:
        return f"±{lefts}" if "," not in lefts else f"±{{{lefts}}}"
    return f"{{{lefts}|{rights}}}"


def _listed(options: Values) -> str:
    """Return the names of options; if these are long, only their number."""
    names = ",".join(sorted(map(_name, options)))
    return names if len(names) <= _LONGEST_NAME else f"… {len(options)} …"


def _small_name(value: CombinatorialValue, arrow: str, tiny: str) -> str:
    """Return the name of a value smaller than all positive numbers, as ups and a Nim heap, or as a
    tiny; empty if it is neither."""
    ups, heap = _ups(value)
    if heap is not None:
        return arrow * ups + "*" * (heap > 0) + str(heap) * (heap > 1)
    taken = _answer_to_zero(_answer_to_zero(value))
    return "" if taken is None else f"{tiny}({-taken})"


def _ups(value: CombinatorialValue | None) -> tuple[int, int | None]:
    """Return how many ups and which Nim heap add up to a value, None if no heap does: each up after
    the first is ``{0|one up less and *}``."""
    if value is None or value.nimber is not None:
        return 0, None if value is None else value.nimber
    if value is _UP_STAR:
        return 1, 1
    ups, heap = _ups(_answer_to_zero(value))
    return ups + 1, None if heap is None else heap ^ 1


def _answer_to_zero(value: CombinatorialValue | None) -> CombinatorialValue | None:
    """Return Right's only option in a value where Left's option is 0."""
    if value is None or value.options[LEFT] != {0} or len(value.options[RIGHT]) != 1:
        return None
    return next(iter(value.options[RIGHT]))


_STAR = CombinatorialValue([0], [0])
_UP_STAR = CombinatorialValue([0], [_STAR]) + _STAR
