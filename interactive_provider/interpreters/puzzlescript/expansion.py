"""A line of rules stands for many: one for each direction in which it is looked for, each movement
that a word such as ``moving`` can mean, and each object that a name with ``or`` can mean.

Rules upwards and to the left are turned round and become rules downwards and to the right. The
order of the rules is that of the original, because they are tried in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import prod
from typing import NamedTuple

from .names import ObjectNames
from .rules import GAP, KINDS, RELATIVE, Rule, Term

MOST_EXPANDED = 20_000
"""A line, and all lines together, may stand for that many rules."""

_ABSOLUTELY = {
    "right": ("up", "down", "left", "right", "vertical_perp", "horizontal_par"),
    "up": ("left", "right", "down", "up", "horizontal_perp", "vertical_par"),
    "down": ("right", "left", "up", "down", "horizontal_perp", "vertical_par"),
    "left": ("down", "up", "right", "left", "vertical_perp", "horizontal_par"),
}
"""What the relative directions mean for a rule in each direction."""
_REVERSED = {"up": "down", "left": "right"}


class Unclear(NamedTuple):
    """A word that can mean several: an adverb (of some name), or a name."""

    adverb: str | None
    name: str | None

    def fits(self, term: Term) -> bool:
        """True if a term has the word."""
        if self.adverb is None:
            return self.name == term.name and term.adverb != "random"
        return self.adverb == term.adverb and self.name in (None, term.name)

    def replaced(self, term: Term, meaning: str) -> Term:
        """Return a term with one meaning of the word."""
        if not self.fits(term):
            return term
        return term._replace(name=meaning) if self.adverb is None else term._replace(adverb=meaning)


class WordPlace(NamedTuple):
    """Where a word stands that can mean several."""

    row: int
    cell: int
    word: Unclear
    options: tuple[str, ...]


def expand(rules: list[Rule], names: ObjectNames) -> list[Rule]:
    """Return the rules about single objects and directions, in the order in which they are
    tried."""
    every = (
        named
        for rule in rules
        for direction in rule.directions
        for moved in _moved(_turned(rule, direction, names), names)
        for named in _named(moved, names)
    )
    found = list(islice(every, MOST_EXPANDED))
    for rule in islice(every, 1):
        words = f"the rules up to here stand for more than {MOST_EXPANDED:,}; the rest is left out."
        names.source.fault(rule.line, words)
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
            names.source.fault(rule.line, f"no {name}: {name} is several things at once.")
        elif kind == "or" and adverb != "no":
            parts = (name,)
        terms += (Term(row, cell, is_left, adverb, part) for part in parts)
    direction = _REVERSED[direction] if is_reversed else direction
    return rule._replace(terms=tuple(terms), directions=(direction,))


def _moved(rule: Rule, names: ObjectNames) -> list[Rule]:
    """Return a rule for each direction that ``moving``, ``horizontal`` ... can mean on the left."""
    places = [
        WordPlace(row, cell, Unclear(adverb, name), KINDS[adverb])
        for row, cell, is_left, adverb, name in rule.terms
        if is_left and adverb in KINDS
    ]
    places.sort(key=lambda place: (-place.row, -place.cell))
    counts = Counter(Unclear(place.word.adverb, None) for place in places)
    found = list(_chosen(rule, places, counts, names))
    left = {t.name for t in found[0].terms if t.adverb in KINDS} if found else set()
    return _clear(found, left, names)


def _named(rule: Rule, names: ObjectNames) -> list[Rule]:
    """Return a rule for each object that a name with ``or`` can mean, where it matters which."""
    several = [
        term
        for term in rule.terms
        if term.adverb != "random" and term.name in names and names.kind(term.name) == "or"
    ]
    places = {(*term[:2], term.name): term for term in several if term.is_left}
    unclear = {t.name for t in several if not t.is_left and (*t[:2], t.name) not in places}
    chosen = [
        WordPlace(row, cell, Unclear(None, name), names.meanings[name].parts)
        for row, cell, name in sorted(places, key=lambda place: place[:2])
        if name in unclear or names.layer_of[name] is None
    ]
    found = list(_chosen(rule, chosen, Counter(), names))
    left = {t.name for t in found[0].terms if t.adverb != "random"} & unclear if found else set()
    return [_stopped(each, names) for each in _clear(found, left, names)]


def _clear(found: list[Rule], left: set[str], names: ObjectNames) -> list[Rule]:
    """Return the rules, unless something on the right can still mean several."""
    for name in left:
        message = f"the meaning of {name} on the right does not follow from the left."
        names.source.fault(found[0].line, message)
    return [] if left else found


def _chosen(
    rule: Rule, places: list[WordPlace], counts: Counter[Unclear], names: ObjectNames
) -> Iterator[Rule]:
    """Return a rule for each choice of meanings of the words at some places.

    On the right a word means the same if it has only one place on the left.
    """
    options = [place.options for place in places]
    if prod(map(len, options)) > MOST_EXPANDED:
        names.source.fault(rule.line, f"this stands for more than {MOST_EXPANDED:,} rules.")
        return
    counts = counts + Counter(place.word for place in places)
    for meanings in product(*options):
        terms = list(rule.terms)
        known: dict[Unclear, str] = {}
        for (row, cell, word, _), meaning in zip(places, meanings, strict=True):
            terms = [word.replaced(t, meaning) if t[:2] == (row, cell) else t for t in terms]
            known[word] = known[Unclear(word.adverb, None)] = meaning
        for word, meaning in known.items():
            if counts[word] == 1:
                terms = [t if t.is_left else word.replaced(t, meaning) for t in terms]
        yield rule._replace(terms=tuple(terms))


def _stopped(rule: Rule, names: ObjectNames) -> Rule:
    """Return a rule in which nothing moves that appears where its layer was empty."""
    if rule.is_late:
        return rule
    there = {
        (*term[:2], names.layer.get(part))
        for term in rule.terms
        if term.is_left and term.name in names
        for part in names.meanings[term.name].parts
    }
    terms = [
        term._replace(adverb="stationary")
        if not (term.is_left or term.adverb or term.name == GAP)
        and names.kind(term.name) == ""
        and (*term[:2], names.layer.get(term.name)) not in there
        else term
        for term in rule.terms
    ]
    return rule._replace(terms=tuple(terms))
