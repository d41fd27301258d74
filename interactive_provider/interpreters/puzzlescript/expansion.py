"""A line of rules stands for many: one for each direction in which it is looked for, each movement
that a word such as ``moving`` can mean, and each object that a name with ``or`` can mean.

Rules upwards and to the left are turned round and become rules downwards and to the right. The
order of the rules is that of the original, because they are tried in this order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import NamedTuple

from .names import ObjectNames
from .rules import KINDS, RELATIVE, Rule

MOST_EXPANDED = 20_000
"""All lines together may stand for that many rules."""

_ABSOLUTELY = {
    "right": "up down left right vertical_perp horizontal_par",
    "up": "left right down up horizontal_perp vertical_par",
    "down": "right left up down horizontal_perp vertical_par",
    "left": "down up right left vertical_perp horizontal_par",
}
"""What the relative directions mean for a rule in each direction."""
_REVERSED = {"up": "down", "left": "right"}


class _Place(NamedTuple):
    """Where a word stands that can mean several things."""

    cell: int
    name: str
    """What an adverb is about; nothing if the word is a name itself."""
    word: str


def expand(rules: list[Rule], names: ObjectNames) -> Iterator[list[Rule]]:
    """Yield the rules about single objects and directions that each rule stands for, in the order
    in which they are tried."""
    left = MOST_EXPANDED
    for rule in rules:
        found = list(islice(_expanded(rule, names), left + 1))
        left -= len(found)
        if left < 0:
            words = (
                f"the rules up to here stand for more than {MOST_EXPANDED:,}; the rest is left out."
            )
            names.fault(rule.line, words)
            return
        kept = {(one.text, one.directions): one for one in reversed(found)}
        yield list(kept.values())[::-1]  # of equal rules the last one is kept


def _expanded(rule: Rule, names: ObjectNames) -> Iterator[Rule]:
    for direction in rule.directions:
        words = dict(zip(RELATIVE, _ABSOLUTELY[direction].split(), strict=True))
        way = direction
        text = rule.text
        if direction in _REVERSED and "[" not in text:
            way = _REVERSED[direction]
            text = " ] ".join(" | ".join(row.split("|")[::-1]) for row in text.split("]"))
        plain = [words.get(word, word) for word in text.split()]
        for meant in _meant(plain, rule.line, names):
            yield rule._replace(directions=(way,), text=" ".join(meant))


def _meant(words: list[str], line: int, names: ObjectNames) -> Iterator[list[str]]:
    """Yield the words of a rule for each choice of what they mean, where it matters."""
    options = {
        f":{name}": tuple(f":{part}" for part in thing.parts)
        for name, thing in names.meanings.items()
        if thing.kind == "or"
    }
    options |= KINDS
    left, right = _places(words, options)
    unclear = {place.word for place in right.values() if place not in left.values()}
    decided = dict.fromkeys(
        place
        for place in left.values()
        if place.word in unclear or place.name or names.meanings[place.word[1:]].layer is None
    )
    order = sorted(decided, key=lambda place: -1 - place.cell if place.name else place.cell)
    sources = {at: _source(place, order) for at, place in (left | right).items()}
    for at, place in right.items():
        if sources[at] is None and place.word in unclear:
            word = place.word.strip(":")
            names.fault(line, f"the meaning of {word} on the right does not follow from the left.")
            return
    for choice in product(*(options[place.word] for place in order)):
        meaning: dict[_Place | None, str] = dict(zip(order, choice, strict=True))
        yield [meaning.get(sources.get(at), word) for at, word in enumerate(words)]


def _places(words: list[str], options: Mapping[str, object]) -> list[dict[int, _Place]]:
    """Return where on the left and on the right of a rule are words that mean several things."""
    found: list[dict[int, _Place]] = [{}, {}]
    cell = side = 0
    for at, word in enumerate(words):
        if word in ("[", "]", "|"):
            cell += 1
            side = 0
        elif word == "->":
            side = 1
        elif word in options and words[at - 1] not in ("no", "random"):
            found[side][at] = _Place(cell, words[at + 1] if word in KINDS else "", word)
    return found


def _source(place: _Place, order: list[_Place]) -> _Place | None:
    """Return the place that says what a word means: the same cell before the same name, or the
    only one before that name, or the only one."""
    for start in range(3):
        same = [one for one in order if one[start:] == place[start:]]
        if len(same) == 1:
            return same[0]
    return None
