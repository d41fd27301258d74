"""A line of rules stands for many: one for each direction in which it is looked for, each movement
that a word such as ``moving`` can mean, and each object that a name with ``or`` can mean.

Rules upwards and to the left are turned round and become rules downwards and to the right. The
order of the rules is that of the original, because they are tried in this order.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import TypeAlias

from .names import ObjectNames
from .rules import GAP, KINDS, RELATIVE, Rule, Term

MOST_EXPANDED = 20_000
"""All lines together may stand for that many rules."""

_ABSOLUTELY = {
    "right": ("up", "down", "left", "right", "vertical_perp", "horizontal_par"),
    "up": ("left", "right", "down", "up", "horizontal_perp", "vertical_par"),
    "down": ("right", "left", "up", "down", "horizontal_perp", "vertical_par"),
    "left": ("down", "up", "right", "left", "vertical_perp", "horizontal_par"),
}
"""What the relative directions mean for a rule in each direction."""
_REVERSED = {"up": "down", "left": "right"}
_Key: TypeAlias = "tuple[object, ...]"
"""By what the place of a word is known."""


def expand(rules: list[Rule], names: ObjectNames) -> list[Rule]:
    """Return the rules about single objects and directions, in the order in which they are
    tried."""
    every = (
        meant
        for rule in rules
        for direction in rule.directions
        for meant in _meant(_turned(rule, direction, names), names)
    )
    found = list(islice(every, MOST_EXPANDED + 1))
    if len(found) > MOST_EXPANDED:
        words = f"the rules up to here stand for more than {MOST_EXPANDED:,}; the rest is left out."
        names.fault(found.pop().line, words)
    kept: dict[Rule, Rule] = {}
    for rule in reversed(found):  # of equal rules in a group the last one stays
        kept.setdefault(rule if max(rule.shape) > 1 else rule._replace(directions=()), rule)
    return list(kept.values())[::-1]


def _turned(rule: Rule, direction: str, names: ObjectNames) -> Rule:
    """Return a rule in one direction, with single objects for names with ``and``."""
    terms: list[Term] = []
    is_reversed = direction in _REVERSED and all(term.name != GAP for term in rule.terms)
    for term in rule.terms:
        row, cell, is_left, adverb, name = term
        if adverb in RELATIVE:
            adverb = _ABSOLUTELY[direction][RELATIVE.index(adverb)]
        if is_reversed:
            cell = rule.shape[row] - 1 - cell
        thing = names.meanings.get(name)
        is_kept = thing is None or (thing.kind == "or" and adverb != "no")
        parts = (name,) if thing is None or is_kept else thing.parts
        terms += (Term(row, cell, is_left, adverb, part) for part in parts)
    direction = _REVERSED[direction] if is_reversed else direction
    return rule._replace(terms=tuple(terms), directions=(direction,))


def _meant(rule: Rule, names: ObjectNames) -> Iterator[Rule]:
    """Yield a rule for each choice of what its words mean, where it matters.

    On the right a word means the same as on the left of its cell, or as the only one on the left.
    """
    several = [term for term in rule.terms if _means_several(term, names)]
    there = {(*term[:2], term.name) for term in several if term.is_left}
    unclear = {t.name for t in several if not t.is_left and (*t[:2], t.name) not in there}
    left = sorted((term for term in rule.terms if term.is_left), key=operator.itemgetter(slice(2)))
    words: list[tuple[list[_Key], tuple[str, ...]]] = [
        (_keys(term, term.adverb), KINDS[term.adverb])
        for term in sorted(left, key=lambda term: (-term.row, -term.cell))
        if term.adverb in KINDS
    ]
    for term in left:
        thing = names.meanings.get(term.name)
        if thing and term in several and (term.name in unclear or thing.layer is None):
            words.append((_keys(term, ""), thing.parts))
    counts = Counter(key for keys, _ in words for key in keys)
    for choice in product(*(options for _, options in words)):
        meanings = {
            key: meaning
            for (keys, _), meaning in zip(words, choice, strict=True)
            for key in keys
            if key is keys[0] or counts[key] == 1
        }
        terms = [_chosen(term, meanings) for term in rule.terms]
        for term in terms:
            is_open = term.name in unclear and term.adverb != "random"
            if is_open or term.adverb in KINDS:
                message = f"the meaning of {term.name} on the right does not follow from the left."
                names.fault(rule.line, message)
                return
        yield rule._replace(terms=tuple(terms))


def _means_several(term: Term, names: ObjectNames) -> bool:
    thing = names.meanings.get(term.name)
    return thing is not None and thing.kind == "or" and term.adverb != "random"


def _keys(term: Term, adverb: str) -> list[_Key]:
    """Return by what the place of a word is known, the surest first: where it is, its name, and
    for an adverb the word alone."""
    found: list[_Key] = [(*term[:2], adverb, term.name), (adverb, term.name)]
    return [*found, (adverb,)] if adverb else found


def _chosen(term: Term, meanings: dict[_Key, str]) -> Term:
    """Return a term with what its adverb and its name mean."""

    def meaning(adverb: str, word: str) -> str:
        keys = _keys(term, adverb)[: 1 if term.is_left else None]
        return next((meanings[key] for key in keys if key in meanings), word)

    adverb = meaning(term.adverb, term.adverb) if term.adverb in KINDS else term.adverb
    name = term.name if term.adverb == "random" else meaning("", term.name)
    return term._replace(adverb=adverb, name=name)
