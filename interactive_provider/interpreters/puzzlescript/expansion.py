"""A line of rules stands for many: one for each direction in which it is looked for, each movement
that a word such as ``moving`` can mean, and each object that a name with ``or`` can mean.

Rules upwards and to the left are turned round and become rules downwards and to the right. The
order of the rules is that of the original, because they are tried in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice, product

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


def expand(rules: list[Rule], names: ObjectNames) -> list[Rule]:
    """Return the rules about single objects and directions, in the order in which they are
    tried."""
    every = (
        meant
        for rule in rules
        for direction in rule.directions
        for meant in _meant(_turned(rule, direction, names), names)
    )
    found = list(islice(every, MOST_EXPANDED))
    for rule in islice(every, 1):
        words = f"the rules up to here stand for more than {MOST_EXPANDED:,}; the rest is left out."
        names.fault(rule.line, words)
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
        kind, parts = names.meanings.get(name, ("or", ()))
        if kind == "and" and adverb == "no":
            names.fault(rule.line, f"no {name}: {name} is several things at once.")
        elif kind == "or" and adverb != "no":
            parts = (name,)
        terms += (Term(row, cell, is_left, adverb, part) for part in parts)
    direction = _REVERSED[direction] if is_reversed else direction
    return rule._replace(terms=tuple(terms), directions=(direction,))


def _meant(rule: Rule, names: ObjectNames) -> Iterator[Rule]:
    """Yield a rule for each choice of what its words mean, where it matters.

    On the right a word means the same as on the left of its cell, or as the only one on the left.
    """
    several = [
        term
        for term in rule.terms
        if term.adverb != "random" and names.meanings.get(term.name, ("",))[0] == "or"
    ]
    there = {(*term[:2], term.name) for term in several if term.is_left}
    unclear = {t.name for t in several if not t.is_left and (*t[:2], t.name) not in there}
    left = sorted((term for term in rule.terms if term.is_left), key=lambda term: term[:2])
    moving = [(term, term.adverb, KINDS[term.adverb]) for term in left if term.adverb in KINDS]
    moving.sort(key=lambda place: (-place[0].row, -place[0].cell))
    wide = [
        (term, "", names.meanings[term.name].parts)
        for term in left
        if term in several and (term.name in unclear or names.layer_of[term.name] is None)
    ]
    places = [_keys(term, adverb) for term, adverb, _ in moving + wide]
    counts = Counter(chain(*places))
    known = {
        key: at
        for at, keys in enumerate(places)
        for key in keys
        if key is keys[0] or counts[key] == 1
    }
    sources = []
    for term in rule.terms:
        way = _number(known, term, term.adverb) if term.adverb in KINDS else None
        thing = None if term.adverb == "random" else _number(known, term, "")
        is_open = thing is None and term in several and term.name in unclear
        if is_open or (way is None and term.adverb in KINDS):
            message = f"the meaning of {term.name} on the right does not follow from the left."
            names.fault(rule.line, message)
            return
        sources.append((term, way, thing))
    for meanings in product(*(options for *_, options in moving + wide)):
        chosen = dict[int | None, str](enumerate(meanings))
        terms = tuple(
            term._replace(adverb=chosen.get(way, term.adverb), name=chosen.get(thing, term.name))
            for term, way, thing in sources
        )
        yield rule._replace(terms=terms)


def _keys(term: Term, adverb: str) -> list[tuple[object, ...]]:
    """Return by what the place of a word is known, the surest first: where it is, its name, and
    for an adverb the word alone."""
    found: list[tuple[object, ...]] = [(*term[:2], adverb, term.name), (adverb, term.name)]
    return [*found, (adverb,)] if adverb else found


def _number(known: dict[tuple[object, ...], int], term: Term, adverb: str) -> int | None:
    """Return the number of the place that says what a term means, by its adverb or its name."""
    keys = _keys(term, adverb)[: 1 if term.is_left else None]
    return next((known[key] for key in keys if key in known), None)
