"""Turns a state into the entries of its menu: options in stages, and keys for typing a number."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ...errors import BadLabel, ChoiceError, quote
from ...game import Number, Staged, Text, Value, Words
from .naming import identifiers
from .synthesis import Entries, Entry, Key, refuse_equal_values

Listing: TypeAlias = "tuple[Words, Words, Value]"
"""An option below a stage: the names that lead to it, the words of its label, its value."""

_Pairs: TypeAlias = "Sequence[tuple[Any, Value]]"

SMALL_RANGE = 12
"""Ranges of whole numbers up to this size are listed in full instead of being typed digit by
digit."""

MOST_OPTIONS = 100_000
"""The maximum number of options of one state."""

_BEYOND_FLOATS = 300
"""The number of digits above which a number is no longer compared with its bounds: only an open
bound admits it."""


_KEY_LABELS = {"-": "minus", ".": "point"}


def entries_of(state: Any) -> Entries:
    """Return the first stage of a state's menu. Raises `BadLabel` for an invalid label, TypeError
    for unknown input."""
    entries, staged = _first_stage(state.display_options)
    wanted = getattr(state, "free_input", None)
    if not isinstance(wanted, Number | Text | None):
        raise TypeError(f"free_input is {quote(wanted)}; it must be a Number, a Text or None")
    if not isinstance(wanted, Number):
        if staged:
            refuse_equal_values(staged)
        return tuple(entries)
    listed = tuple((str(number), number) for number in listed_numbers(wanted))
    if staged:
        refuse_equal_values((*staged, *listed))
    return (*entries, *(listed or key_entries(wanted, "")))


def _first_stage(options: Any) -> tuple[Iterable[Entry], _Pairs]:
    """Return the first stage of a menu, with its options if they are listed in several stages:
    options in a single stage are compared by the stage's class."""
    if isinstance(options, Staged):
        return options.entries, ()
    if options is None:
        raise BadLabel("display_options is None; if nothing can be chosen, it must be ().")
    if type(options) not in (tuple, list):  # an options object of any other type may be infinite
        options = tuple(itertools.islice(options, MOST_OPTIONS + 1))
        if len(options) > MOST_OPTIONS:
            raise BadLabel(
                f"A state can have at most {MOST_OPTIONS:,} options; this one lists more."
            )
    pairs: _Pairs = options if _TUPLE.issuperset(map(type, options)) else list(map(_pair, options))
    try:
        grouped = [label for label, _ in pairs if type(label) is not str]
    except ValueError:
        # An entry is not a valid pair: `_pair` says which one.
        list(map(_pair, pairs))
        raise
    return (stage_entries(pairs), pairs) if grouped else (pairs, ())


_TUPLE = frozenset({tuple})


def _pair(option: Any) -> tuple[Any, Value]:
    """Return an option as label and value; raise `BadLabel` for anything else, such as a two-letter
    text."""
    if not isinstance(option, tuple | list) or len(option) != 2:
        raise BadLabel(
            f"display_options must be pairs of label and value; {quote(option)} is not one."
        )
    return option[0], option[1]


def stage_entries(options: Iterable[tuple[Any, Value]], words: Words = ()) -> Entries:
    """Return the stage of a menu after ``words``: the next word of every option that begins with
    them."""
    if isinstance(options, Staged):
        options, words = options.below(words)
        if isinstance(options, Staged):
            return options.entries
    depth = len(words)
    entries: list[Entry] = []
    groups = set()
    for label, value in options:
        if type(label) is not tuple:
            if isinstance(label, str):
                if not depth:
                    entries.append((label, value))
                continue
            if not isinstance(label, tuple):
                raise _no_label(label)
        length = len(label)
        if not depth and length and not isinstance(label[-1], str):
            raise _no_label(label)
        if depth and (length <= depth or label[:depth] != words):
            continue
        if not length or not isinstance(word := label[depth], str):
            raise _no_label(label)
        if length == depth + 1:
            entries.append((word, value))
        elif word not in groups:
            groups.add(word)
            entries.append((word,))
    return tuple(entries)


def listing(
    entries: Entries, options: Iterable[tuple[Any, Value]], depth: int
) -> Iterator[Listing]:
    """Return every option below a stage with its names, the words of its label and its value; each
    option is examined once per stage.

    ``entries`` are those of the stage; ``options`` are the state's options that lead through it,
    with ``depth`` words of their labels already chosen.
    """
    below: dict[Words, list[tuple[Any, Value]]] = {}
    for option in options:
        if type(option[0]) is not str:
            below.setdefault(tuple(option[0][depth : depth + 1]), []).append(option)
    for name, entry in zip(identifiers(tuple(entry[0] for entry in entries)), entries, strict=True):
        word = entry[0]
        if len(entry) == 2:
            if not isinstance(entry[1], Key):
                yield (name,), (word,), entry[1]
            continue
        inner = below[word,]
        for names, rest, value in listing(
            stage_entries(inner, inner[0][0][: depth + 1]), inner, depth + 1
        ):
            yield (name, *names), (word, *rest), value


def _no_label(label: object) -> BadLabel:
    return BadLabel(f"An option's label is text or a tuple of texts, not {quote(label)}.")


# Numbers by successive keys ----------------------------------------------------------------


def listed_numbers(expected: Number) -> range:
    """Return the whole numbers of a short range; none if it is long or open."""
    low = expected.low
    high = expected.high
    if not expected.integer or low is None or high is None or high - low >= SMALL_RANGE:
        return range(0)
    return range(-int(-low // 1), int(high // 1) + 1)


def key_entries(expected: Number, typed: str) -> Entries:
    """Return the keys that may follow the digits typed so far, as a menu."""
    return tuple((_KEY_LABELS.get(key, key), Key(key)) for key in _keys(expected, typed))


def _keys(expected: Number, typed: str) -> list[str]:
    digits = typed.lstrip("-")
    keys = [key for key in "0123456789" if _leads_into(expected, typed + key)]
    if not typed and (expected.low is None or expected.low < 0):
        keys.append("-")
    if not expected.integer and digits and "." not in digits:
        keys.append(".")
    if digits and not digits.endswith(".") and _is_allowed(expected, typed):
        keys.append("enter")
    return keys


def _is_allowed(expected: Number, typed: str) -> bool:
    try:
        expected.parse(typed)
    except ChoiceError:
        # A number too long for Python keeps its enter key, and choosing it reports the error.
        return len(typed) > _BEYOND_FLOATS
    return True


def _leads_into(expected: Number, typed: str) -> bool:
    """True if ``typed``, possibly with more digits, can be a number within the bounds."""
    digits = typed.lstrip("-")
    low = expected.low
    high = expected.high
    if digits != typed:
        low, high = (None if high is None else -high), (None if low is None else -low)
    if "." in digits:
        return True
    if len(digits) > 1 and digits.startswith("0"):  # a leading 0 gives no new number
        return False
    if len(digits) > _BEYOND_FLOATS:
        return high is None
    return _reaches(
        int(digits), 0 if expected.integer else 1, low, math.inf if high is None else high
    )


def _reaches(first: int, open_end: int, low: float | None, high: float) -> bool:
    """True if appending some number of digits to ``first`` gives a number in [low, high]."""
    scale = 1
    while first * scale <= high:
        last = first * scale + scale - 1 + open_end
        if low is None or last >= low:
            return True
        if first == 0:
            return False
        scale *= 10
    return False
