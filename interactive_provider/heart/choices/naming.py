"""Names: turns the labels that people read into names that Python and Tab accept.

A name is a valid identifier in NFKC form (as Python itself normalises names), is not a keyword, and
has no leading underscore (both of IPython's completers hide such names). Case is kept: in chess,
``b`` and ``B`` differ.

>>> identifiers(("Yes", "2 ♠", "class", "r7", "r12"))
('Yes', 'n2_spades', 'class_', 'r07', 'r12')
"""

from __future__ import annotations

import functools
import keyword
import re
import unicodedata
from collections.abc import Iterable

from ...support.resources import text_of

LONGEST = 48
"""The maximum length of a name before the suffix that distinguishes equal names."""

_SIGNS = dict(line.split() for line in text_of(__package__, "signs.txt").splitlines())
"""Signs that have a meaning, in words. Other symbols take their Unicode name."""

_DROPPED = re.compile(r"['’`\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f]")
_UNDERSCORES = re.compile("_{2,}")
_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_RUNS = re.compile(r"([0-9]+)")
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


_READ = 4 * LONGEST
"""The number of a label's characters that its name is made from."""


def identifier(label: str) -> str:
    """Return the name of a single label: an empty one is ``blank``, a number gets an ``n`` in
    front."""
    return _identifier(label if len(label) <= _READ else label.strip()[:_READ])


@functools.lru_cache(maxsize=16_384)
def _identifier(label: str) -> str:
    text = _DROPPED.sub("", label.strip())
    text = _POINT.sub(" point ", _MINUS.sub(" minus ", text)).replace(" point ", "point")
    spelled = "".join(_spell(sign) for sign in text)
    name = _clean(spelled) or _clean(
        "".join(f" {unicodedata.name(sign, '')} " for sign in text).lower()
    )
    name = _shorten(name) or "blank"
    if not name.isidentifier():
        name = unicodedata.normalize("NFKC", f"n{name}")
    return f"{name}_" if keyword.iskeyword(name) else name


def _spell(sign: str) -> str:
    """Return one character as it is written in a name, with blanks around whole words."""
    if sign in _SIGNS:
        return f" {_SIGNS[sign]} "
    if unicodedata.category(sign) in ("So", "Sm", "Sc"):
        return f" {unicodedata.name(sign, '').lower()} "
    return sign


def _clean(text: str) -> str:
    """Return the characters that a name may contain, with one underscore for each run of others."""
    folded = unicodedata.normalize("NFKC", text)
    kept = "".join(sign if f"a{sign}".isidentifier() else "_" for sign in folded)
    name = _UNDERSCORES.sub("_", kept).strip("_")
    return re.sub(r"\b(minus|plus)_(?=\d)", r"\1", name)


def _shorten(name: str) -> str:
    """At most `LONGEST` characters, cut after a whole word if one ends in the second half."""
    if len(name) <= LONGEST:
        return name
    cut = name.rfind("_", LONGEST // 2, LONGEST)
    return name[: cut if cut != -1 else LONGEST].strip("_")


def identifiers(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return one name for each label, all different, with numbers padded so that sorting keeps
    their order."""
    make = _identifiers if sum(map(len, labels)) <= _KEPT_LENGTH else _identifiers.__wrapped__
    return make(labels)


@functools.lru_cache(maxsize=256)
def _identifiers(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_unique(_padded([identifier(label) for label in labels])))


_KEPT_LENGTH = 50_000
"""The maximum total length of a menu's labels for its names to be cached."""


def _padded(names: list[str]) -> list[str]:
    """Pad the numbers in names that differ only in their numbers with zeros to a common width."""
    widths: dict[tuple[str, ...], list[int]] = {}
    split = [_RUNS.split(name) for name in names]
    for parts in split:
        sizes = [len(digits) for digits in parts[1::2]]
        known = widths.setdefault(tuple(parts[::2]), sizes)
        widths[tuple(parts[::2])] = [max(pair) for pair in zip(known, sizes, strict=True)]
    return [_fill(parts, widths[tuple(parts[::2])]) for parts in split]


def _fill(parts: list[str], widths: list[int]) -> str:
    """Build a name from its parts, with its numbers padded to ``widths``: ``["r", "7", ""]`` and
    ``[2]`` give ``r07``."""
    if not widths or "point" in parts:  # the digits after the point are not a separate number
        return "".join(parts)
    padded = [digits.zfill(width) for digits, width in zip(parts[1::2], widths, strict=True)]
    return "".join(text + digits for text, digits in zip(parts[::2], [*padded, ""], strict=True))


def without_zeros(name: str) -> str:
    """Return a name without leading zeros in its numbers: ``r07`` gives ``r7``."""
    return name if "point" in name else _ZEROS.sub("", name)  # 0.5 is not 0.05


def _unique(names: Iterable[str]) -> list[str]:
    """Return the names, with ``_2``, ``_3`` … appended to those that are already in use or would
    clash with a later one."""
    wanted = list(names)
    natural = set(wanted)
    taken: set[str] = set()
    result = []
    for name in wanted:
        chosen = name
        count = 1
        while chosen in taken or (count > 1 and chosen in natural):
            count += 1
            chosen = f"{name.rstrip('_')}_{count}"
        taken.add(chosen)
        result.append(chosen)
    return result
