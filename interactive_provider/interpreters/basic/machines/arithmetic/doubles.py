"""Numbers of 56 bits, as Python floats where those hold them.

A Microsoft double has three bits more than a float. A number that needs them is a `Double`, which compares and negates
correctly; `mbf` does all other arithmetic.
"""

from __future__ import annotations

from math import frexp, ldexp


class Double(float):
    """A float with three bits below its own: the number cut off to 53 bits, and the next bits as 1 to 7."""

    __slots__ = ("rest",)
    rest: int

    def __new__(cls, size: float, rest: int) -> Double:
        """A number of its first 53 bits and its last three."""
        made = super().__new__(cls, size)
        made.rest = rest
        return made

    def __eq__(self, other: object) -> bool:
        return float.__eq__(self, other) is True and isinstance(other, Double) and self.rest == other.rest

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((float.__hash__(self), self.rest))

    def _compared(self, other: float) -> int:
        """Less than zero if below, more if above."""
        if float.__ne__(self, other):
            return -1 if float.__lt__(self, other) else 1
        further = self.rest - (other.rest if isinstance(other, Double) else 0)
        return -further if float.__lt__(self, 0.0) else further

    def __lt__(self, other: float) -> bool:
        return self._compared(other) < 0

    def __le__(self, other: float) -> bool:
        return self._compared(other) <= 0

    def __gt__(self, other: float) -> bool:
        return self._compared(other) > 0

    def __ge__(self, other: float) -> bool:
        return self._compared(other) >= 0

    def __neg__(self) -> Double:
        return Double(float.__neg__(self), self.rest)

    def __abs__(self) -> Double:
        return Double(float.__abs__(self), self.rest)

    def __trunc__(self) -> int:
        exponent, mantissa = parts_of_double(self)
        size = _shifted(mantissa, exponent - 192)
        return -size if float.__lt__(self, 0.0) else size

    def __floor__(self) -> int:
        whole = self.__trunc__()
        return whole - 1 if float.__lt__(self, 0.0) and not self.is_integer() else whole

    def is_integer(self) -> bool:
        """True if the number is whole."""
        exponent, mantissa = parts_of_double(self)
        return exponent >= 192 or mantissa & ((1 << 192 - exponent) - 1) == 0

    def __repr__(self) -> str:
        return f"Double({float.__repr__(self)}, {self.rest})"

    def __reduce__(self) -> tuple[object, ...]:
        return Double, (float.__add__(self, 0.0), self.rest)


LARGEST_DOUBLE = Double(2.0**127 - 2.0**74, 7)


def _shifted(mantissa: int, by: int) -> int:
    return mantissa << by if by > 0 else mantissa >> -by


def parts_of_double(x: float) -> tuple[int, int]:
    """Exponent and mantissa of a double's size, the lowest eight of 64 bits being guard bits."""
    if x == 0.0:
        return 0, 0
    mantissa, exponent = frexp(abs(x))
    rest = x.rest if isinstance(x, Double) else 0
    return exponent + 128, int(mantissa * 2.0**53) << 11 | rest << 8


def double_of(exponent: int, mantissa: int, negative: bool) -> float:
    """The number of an exponent and a mantissa of 64 bits, without its guard bits."""
    size = ldexp(float(mantissa >> 11), exponent - 181)
    if negative:
        size = -size
    rest = mantissa >> 8 & 7
    return Double(size, rest) if rest else size


def from_whole(number: int) -> float:
    """A whole number of which 56 bits count as a double."""
    size = abs(number)
    if size < 1 << 53:
        return float(number)
    shift = 64 - size.bit_length()
    return double_of(192 - shift, _shifted(size, shift), number < 0)


def floor(x: float) -> float:
    """INT of a double."""
    return from_whole(x.__floor__()) if isinstance(x, Double) else x // 1.0


def fix(x: float) -> float:
    """FIX of a double."""
    return from_whole(x.__trunc__())


def nearest(x: float) -> int:
    """A double as a whole number, halves away from zero."""
    exponent, mantissa = parts_of_double(x)
    size = _shifted(mantissa, exponent - 191) + 1 >> 1
    return -size if x < 0 else size
