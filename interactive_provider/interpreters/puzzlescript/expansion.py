"""A line of rules stands for many: one for each direction in which it is looked for, each movement
that a word such as ``moving`` can mean, and each object that a name with ``or`` can mean.

Rules upwards and to the left are turned round and become rules downwards and to the right. The
order of the rules is that of the original, because they are tried in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from .names import ObjectNames
from .rules import GAP, KINDS, RELATIVE, Pair, Rule, RuleCell, Term

MOST_EXPANDED = 20_000
"""A line may stand for that many rules."""

_ABSOLUTELY = {
    "right": ("up", "down", "left", "right", "vertical_perp", "horizontal_par"),
    "up": ("left", "right", "down", "up", "horizontal_perp", "vertical_par"),
    "down": ("right", "left", "up", "down", "horizontal_perp", "vertical_par"),
    "left": ("down", "up", "right", "left", "vertical_perp", "horizontal_par"),
}
"""What the relative directions mean for a rule in each direction."""
_REVERSED = {"up": "down", "left": "right"}


class Unclear(NamedTuple):
    """A word on the left that can mean several; an adverb with a name, or a name with any
    adverb."""

    adverb: str | None
    name: str | None

    def fits(self, term: Term) -> bool:
        """True if a term has the word."""
        adverb, name = term
        if self.name is not None and self.adverb is None and adverb == "random":
            return False
        return self.adverb in (None, adverb) and self.name in (None, name)

    def replaced(self, cell: RuleCell, meaning: str) -> RuleCell:
        """Return a cell with one meaning of the word."""
        if self.adverb is None:
            return tuple((a, meaning) if self.fits((a, n)) else (a, n) for a, n in cell)
        return tuple((meaning, n) if self.fits((a, n)) else (a, n) for a, n in cell)


WordPlace: TypeAlias = "tuple[int, int, Unclear]"
"""The row and the cell of a word that can mean several."""


def expand(rules: list[Rule], names: ObjectNames) -> list[Rule]:
    """Return the rules about single objects and directions, in the order in which they are
    tried."""
    found: list[Rule] = []
    for rule in rules:
        for direction in rule.directions:
            for moved in _moved(_turned(rule, direction, names), names):
                for named in _named(moved, names):
                    found.append(named if rule.is_late else _stopped(named, names))
    kept: dict[object, Rule] = {}
    for rule in reversed(found):  # of equal rules in a group the last one stays
        directed = any(len(row) > 1 for row in rule.rows)
        kept.setdefault(rule._replace(directions=rule.directions if directed else ()), rule)
    return list(kept.values())[::-1]


def _mapped(rule: Rule, change: Callable[[Pair], Pair]) -> Rule:
    return rule._replace(rows=tuple(tuple(map(change, row)) for row in rule.rows))


def _turned(rule: Rule, direction: str, names: ObjectNames) -> Rule:
    """Return a rule in one direction, with single objects for names with ``and``."""

    def cell(terms: RuleCell) -> RuleCell:
        first: list[Term] = []
        more: list[Term] = []
        for adverb, name in terms:
            if adverb in RELATIVE:
                adverb = _ABSOLUTELY[direction][RELATIVE.index(adverb)]
            kind = names.kind(name) if name in names else "or"
            if kind == "and" and adverb == "no":
                names.source.fault(rule.line, f"no {name}: {name} is several things at once.")
            elif kind == "or":
                first.append((adverb, name))
            else:
                parts = names.meanings[name].parts
                first.append((adverb, parts[0]))
                more += ((adverb, part) for part in parts[1:])
        return (*first, *more)

    turned = _mapped(rule, lambda pair: (cell(pair[0]), cell(pair[1])))
    has_gap = any(GAP in pair[0] for row in rule.rows for pair in row)
    if direction in _REVERSED and not has_gap:
        rows = tuple(row[::-1] for row in turned.rows)
        return turned._replace(rows=rows, directions=(_REVERSED[direction],))
    return turned._replace(directions=(direction,))


def _moved(rule: Rule, names: ObjectNames) -> list[Rule]:
    """Return a rule for each direction that ``moving``, ``horizontal`` ... can mean on the left."""
    places = [
        (j, k, Unclear(adverb, name))
        for j, row in reversed(list(enumerate(rule.rows)))
        for k, pair in reversed(list(enumerate(row)))
        for adverb, name in pair[0]
        if adverb in KINDS
    ]
    options = [KINDS[word.adverb or ""] for _, _, word in places]
    words = Counter(Unclear(word.adverb, None) for _, _, word in places)
    found = list(_chosen(rule, places, options, words, names))
    for each in found[:1]:
        for adverb, name in _right_terms(each):
            if adverb in KINDS:
                message = f"in which direction {name} moves on the right does not follow from"
                names.source.fault(rule.line, f"{message} the left.")
                return []
    return found


def _named(rule: Rule, names: ObjectNames) -> list[Rule]:
    """Return a rule for each object that a name with ``or`` can mean, where it matters which."""

    def plain(cell: RuleCell) -> RuleCell:
        return tuple(
            (adverb, one)
            for adverb, name in cell
            for one in (names.meanings[name].parts if adverb == "no" else (name,))
        )

    def inside(cell: RuleCell) -> Iterator[str]:
        for adverb, name in cell:
            if adverb != "random" and name in names and names.kind(name) == "or":
                yield name

    rule = _mapped(rule, lambda pair: (plain(pair[0]), plain(pair[1])))
    unclear = {
        name
        for row in rule.rows
        for left, right in row
        for name in set(inside(right)) - set(inside(left))
    }
    places = [
        (j, k, Unclear(None, name))
        for j, row in enumerate(rule.rows)
        for k, pair in enumerate(row)
        for name in dict.fromkeys(inside(pair[0]))
        if name in unclear or names.layer_of[name] is None
    ]
    options = [names.meanings[word.name or ""].parts for _, _, word in places]
    found = list(_chosen(rule, places, options, Counter(), names))
    left = {n for each in found[:1] for term in _right_terms(each) for n in inside((term,))}
    if left & unclear:
        message = f"which {min(left & unclear)} is meant on the right does not follow from the left"
        names.source.fault(rule.line, f"{message}.")
        return []
    return found


def _right_terms(rule: Rule) -> Iterator[Term]:
    return (term for row in rule.rows for pair in row for term in pair[1])


def _chosen(
    rule: Rule,
    places: list[WordPlace],
    options: list[tuple[str, ...]],
    words: Counter[Unclear],
    names: ObjectNames,
) -> Iterator[Rule]:
    """Return a rule for each choice of meanings of the words at some places.

    On the right a word means the same if it has only one place on the left.
    """
    if prod(map(len, options)) > MOST_EXPANDED:
        names.source.fault(rule.line, f"this stands for more than {MOST_EXPANDED:,} rules.")
        return
    words = words + Counter(word for _, _, word in places)
    for meanings in product(*options):
        known: dict[Unclear, str] = {}
        new = rule
        for (j, k, word), meaning in zip(places, meanings, strict=True):
            new = _with_meaning(new, (j, k), word, meaning)
            known[word] = known[Unclear(word.adverb, None)] = meaning
        for word in (*known,):
            if words[word] == 1:
                new = _right_with_meaning(new, word, known[word])
        yield new


def _with_meaning(rule: Rule, place: tuple[int, int], word: Unclear, meaning: str) -> Rule:
    j, k = place
    left, right = rule.rows[j][k]
    pair = word.replaced(left, meaning), word.replaced(right, meaning)
    row = (*rule.rows[j][:k], pair, *rule.rows[j][k + 1 :])
    return rule._replace(rows=(*rule.rows[:j], row, *rule.rows[j + 1 :]))


def _right_with_meaning(rule: Rule, word: Unclear, meaning: str) -> Rule:
    return _mapped(rule, lambda pair: (pair[0], word.replaced(pair[1], meaning)))


def _stopped(rule: Rule, names: ObjectNames) -> Rule:
    """Return a rule in which nothing moves that appears where its layer was empty."""

    def pair(both: Pair) -> Pair:
        left, right = both
        there = {part for _, name in left if name in names for part in names.meanings[name].parts}
        layers = {names.layer.get(part) for part in there}
        return left, tuple(
            ("stationary", name)
            if adverb == "" and names.kind(name) == "" and names.layer.get(name) not in layers
            else (adverb, name)
            for adverb, name in right
        )

    return _mapped(rule, pair)
