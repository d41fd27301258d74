"""The stateless functions that a compiled program calls: for texts, for numbers, and for the cells
of an array."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from ..errors import BasicRuntimeError
from ..reading.nodes import BasicValue
from . import screen
from .number_format import LARGEST, number_prefix

MOST_CELLS = 1_000_000
TEXT = 8
"""The maximum number of cells of all arrays together, and the number of numeric cells that a text
cell counts as."""
HIGHEST_BOUND = 32767
_LONGEST = 255
_SIGNS = screen.drawn("".join(map(chr, range(128)))) + bytes(range(128, 256)).decode("cp437")
_CODES = {sign: float(code) for code, sign in enumerate(_SIGNS)}
FREE = 60_300


Argument: TypeAlias = float | None
"""A number given to a statement, None if it is omitted."""


def within(x: Argument, low: float, high: float, fault: str = "ILLEGAL FUNCTION CALL") -> None:
    """Raise `BasicRuntimeError` for a number that is not between two others; None is an omitted
    one."""
    if x is not None and not low <= x <= high:
        raise BasicRuntimeError(fault)


def _cut(x: float, low: int = 0) -> int:
    if not low <= x < 256:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return x.__trunc__()


def right(text: str, count: float) -> str:
    """RIGHT$."""
    size = _cut(count)
    return text[-size:] if size else ""


def mid(text: str, start: float, count: float = 255.0) -> str:
    """MID$: ``start`` counts from 1."""
    first = _cut(start, 1) - 1
    return text[first : first + _cut(count)]


def asc(text: str) -> float:
    """ASC."""
    if not text:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    code = _CODES.get(text[0])
    return float(ord(text[0]) % 256) if code is None else code


def char(code: float) -> str:
    """CHR$: from 128 on the characters of the PC's code page 437."""
    return _SIGNS[_cut(code)]


def val(text: str) -> float:
    """VAL: the number with which a text begins."""
    return not_too_large(number_prefix(text)[0])


def not_too_large(x: float) -> float:
    """Return a number; raise OVERFLOW for one that the machine does not have."""
    if abs(x) > LARGEST:
        raise OverflowError(x)
    return x


def repeated(count: float, what: BasicValue) -> str:
    """STRING$ of a character or of its code."""
    one = what[:1] if isinstance(what, str) else _SIGNS[_cut(what)]
    return one * _cut(count)


def instr(start: float, text: str, part: str) -> float:
    """INSTR: where ``part`` begins at or after ``start``, counted from 1; 0 if it does not
    occur."""
    first = _cut(start, 1)
    if first > len(text):
        return 0.0
    return float(text.find(part, first - 1) + 1)


def cat(a: str, b: str) -> str:
    """Join two texts."""
    joined = a + b
    if len(joined) > _LONGEST:
        raise BasicRuntimeError("STRING TOO LONG")
    return joined


def replaced(text: str, start: float, count: float, new: str) -> str:
    """MID$ as a statement: ``text`` overwritten, its length kept."""
    first = _cut(start, 1) - 1
    if first >= len(text):
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    size = min(_cut(count), len(new), len(text) - first)
    return text[:first] + new[:size] + text[first + size :]


def part_of(text: str, first: float, last: float = HIGHEST_BOUND) -> str:
    """Return an Atari's part of a text, by its first and its last position."""
    within(first, 1, HIGHEST_BOUND + 1)
    within(last, first - 1, HIGHEST_BOUND)
    return text[int(first) - 1 : int(last)]


def spliced(text: str, first: float, last: float, new: str) -> str:
    """Return an Atari's text whose positions from ``first`` to ``last`` are overwritten; it grows
    if they are beyond its end."""
    start = int(max(min(first, HIGHEST_BOUND), 1)) - 1
    before = part_of(text.ljust(start), 1, first - 1)
    written = before + new[: max(int(last - first) + 1, 0)]
    return written + text[len(written) :] if last < HIGHEST_BOUND else written


def power(x: float, y: float) -> float:
    """``x ^ y``; 0 ^ 0 is 1."""
    if x < 0 and y != y // 1.0:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return math.pow(x, y) if x or y >= 0 else 1.0 / x


def nearest_int(x: float) -> float:
    """CINT: halves away from zero."""
    return float((abs(x) + 0.5).__trunc__()) * (1.0 if x >= 0 else -1.0)


def nearest_long(x: float) -> float:
    """CLNG: halves to even, in 32 bits."""
    if not -2147483648.5 <= x < 2147483647.5:
        raise BasicRuntimeError("OVERFLOW")
    return float(round(x))


def whole(x: float) -> float:
    """Return a number as an integer variable (``N%``) stores it."""
    if not -32768.5 <= x < 32767.5:
        raise BasicRuntimeError("OVERFLOW")
    return x // 1.0


def _bits(x: float) -> int:
    if not -32768 <= x <= 32767:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return x.__trunc__()


def whole_quotient(a: float, b: float) -> float:
    """``a \\ b``: both rounded, the quotient truncated."""
    dividend = int(nearest_int(a))
    divisor = int(nearest_int(b))
    size = abs(dividend) // abs(divisor)
    return float(size if (dividend < 0) == (divisor < 0) else -size)


def remainder(a: float, b: float) -> float:
    """``a MOD b``: both rounded, with the sign of ``a``."""
    dividend = int(nearest_int(a))
    divisor = int(nearest_int(b))
    size = abs(dividend) % abs(divisor)
    return float(-size if dividend < 0 else size)


def choice(x: float, count: int) -> int:
    """Return the number of the branch of an ON that ``x`` takes, 0 for none."""
    picked = x.__trunc__()
    within(picked, 0, 255)
    return picked if picked <= count else 0


def cells(bounds: Sequence[float], empty: BasicValue) -> list[BasicValue]:
    """Return a fresh array with the subscripts 0 to each bound, as one flat list."""
    size = 1
    for bound in bounds:
        within(bound.__trunc__(), 0, HIGHEST_BOUND)
        size *= bound.__trunc__() + 1
    if size > MOST_CELLS:
        raise BasicRuntimeError("OUT OF MEMORY")
    return [empty] * size


def weight(array: Sequence[BasicValue]) -> int:
    """Return the number of cells that an array counts as."""
    return len(array) * (TEXT if array and isinstance(array[0], str) else 1)


def bad_subscript(subscript: int = 0) -> int:
    """Raise the error for a subscript outside its array."""
    raise BasicRuntimeError("SUBSCRIPT OUT OF RANGE")


_PACKED = {2: "<h", 4: "<f", 8: "<d"}
"""How numbers are packed into texts of some lengths."""


def packed(x: float, size: int) -> str:
    """MKI$, MKS$ and MKD$: a number as a text of ``size`` characters."""
    number = int(whole(nearest_int(x))) if size == 2 else x
    return "".join(_SIGNS[byte] for byte in struct.pack(_PACKED[size], number))


def unpacked(text: str, size: int) -> float:
    """CVI, CVS and CVD: the number in a text made by `packed`."""
    if len(text) < size:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return float(struct.unpack(_PACKED[size], bytes(int(asc(sign)) for sign in text[:size]))[0])


SHORT: dict[str, Callable[..., BasicValue]] = {
    # LSET and RSET fit a text into the length of another; numbers in texts.
    "set_left": lambda text, old: text[: len(old)].ljust(len(old)),
    "set_right": lambda text, old: text[: len(old)].rjust(len(old)),
    **{f"packed_{size}": partial(packed, size=size) for size in _PACKED},
    **{f"unpacked_{size}": partial(unpacked, size=size) for size in _PACKED},
    # Texts: RPT$, LEFT$, SPACE$, HEX$ and OCT$ of a 16-bit number.
    "rpt": lambda text, count: (text * _cut(count))[:_LONGEST],
    "left": lambda text, count: text[: _cut(count)],
    "spaces": lambda count: " " * _cut(count),
    "hexadecimal": lambda x: f"{int(nearest_int(x)) & 0xFFFF:X}",
    "octal": lambda x: f"{int(nearest_int(x)) & 0xFFFF:o}",
    "binary": lambda x: f"{int(nearest_int(x)) & 0xFFFF:b}",
    # Numbers: SGN, and FIX, which truncates towards zero.
    "sgn": lambda x: float((x > 0) - (x < 0)),
    "fix": lambda x: float(x.__trunc__()),
    # Logic on 16-bit numbers.
    "bit_and": lambda a, b: float(_bits(a) & _bits(b)),
    "bit_or": lambda a, b: float(_bits(a) | _bits(b)),
    "bit_xor": lambda a, b: float(_bits(a) ^ _bits(b)),
    "bit_not": lambda a: float(~_bits(a)),
    # FRE: always the same number of bytes; PEEK and similar functions give 0: a program has no
    # access to the host.
    "free": lambda x: float(FREE),
    "nothing": lambda *x: 0.0,
}
"""The one-line functions, by their names in compiled code."""
