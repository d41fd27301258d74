"""Rules as they are written: what is looked for in rows of cells, and what is put in its place.

Each word of a rule has a sign for its kind, so that the signs of a rule are a short text, such as
``L[mo|o]=[mo|mo]C`` for ``late [ > Player | Crate ] -> [ > Player | > Crate ] again``; what is
wrong with a rule is a pattern in this text. A rule that is read is a list of terms, each of which
says where it stands: so a change of a rule is a change of some of its terms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from .reading import Line, PuzzleSource

GAP = "..."
ABSOLUTE = ("up", "down", "left", "right")
WAYS = (*ABSOLUTE, "action")
"""What a player can do, in the order of the boards of a layer."""
RELATIVE = ("^", "v", "<", ">", "perpendicular", "parallel")
_SUMS = {
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
    "orthogonal": ABSOLUTE,
}
KINDS = {
    **_SUMS,
    "moving": WAYS,
    "horizontal_par": ("left", "right"),
    "horizontal_perp": ("left", "right"),
    "vertical_par": ("up", "down"),
    "vertical_perp": ("up", "down"),
}
"""The directions that a word stands for; the last four come from ``parallel`` and
``perpendicular``."""
_COMMANDS = (
    *(f"sfx{n}" for n in range(11)),
    *("cancel", "checkpoint", "restart", "win", "again", "message"),
)
_OUTSIDE = {
    **dict(zip("! -> [ ] late rigid random +".split(), "!=[]LGR+", strict=True)),
    **dict.fromkeys((*ABSOLUTE, *_SUMS), "D"),
    **dict.fromkeys(_COMMANDS, "C"),
}
_INSIDE = {
    **dict(zip("-> [ ] | no random randomdir ...".split(), "=[]|nrsg", strict=True)),
    **dict.fromkeys((*WAYS, *RELATIVE, *KINDS, "stationary"), "m"),
}
"""The signs of words outside and inside of the brackets. A name has one for its kind: ``o`` for an
object, ``p`` for what ``or`` joins, ``q`` for ``and``. A command inside is ``c``, all else ``?``;
``!`` comes before the first rule."""
_NAMES = {"": "o", "or": "p", "and": "q"}
_TOKEN = re.compile(r"->|[\[\]|]|^\s*\+")
_MESSAGE = re.compile(r"(?:(?!->).)*->(?:[^\[]|\[[^\]]*\])*?\bmessage\b", re.IGNORECASE)
_LONGEST = 1_000
"""The words of a rule; the patterns would take too long on much longer ones."""
_FAULTS = {
    "^[^=]*$|=.*=": "a rule has one arrow '->'.",
    r"\[[^]]*(?:[=\[]|$)|^[^[]*\]|\][^[]*\]": "each '[' needs one ']', and brackets do not nest.",
    "^[^[]*=": "this rule looks for nothing.",
    "=[^[C]*$": "this rule needs brackets or a command on the right.",
    "^[^[=]*[^[=!+LGRD]": "{!r} cannot stand before the first bracket.",
    r"^[^[]+\+": "one '+' must be first, and needs a rule before it.",
    r"^\+[^[]*R": "only the first rule of a group can be random.",
    "^[^[]*(?:L[^[]*G|G[^[]*L)": "a late rule cannot be rigid, because nothing moves after it.",
    r"\[.*\?": "nothing is called {!r}.",
    "[nmrs][nmrs]": "only one word can say how a thing moves, so {!r} is too much.",
    "[nmrs](?![opq?nmrs])": "{!r} needs a name behind it.",
    "L.*m": "nothing moves in late rules.",
    "g[^]|]|[^[|nmrs]g": "nothing else can be in a cell with '...'.",
    r"\[g|g\]": "'...' needs a cell on both sides.",
    "g[^]]*g[^]]*g": "there can be at most two '...' in a row.",
    r"\[[^=]*r.*=": "'random' can only stand on the right.",
    "nq": "{} is several things at once.",
}
"""What makes no sense, as a pattern of signs, so that the rule is left out. The sentence may quote
the word whose sign is the last one."""
_REMARKS = {
    r"\][^[=]+.*=|=(?:C|\[[^]]*\])*[^C[]": "only commands can stand outside of the brackets.",
    r"=.*C\[": "commands stand at the end of a rule.",
    "c": "nothing is called {!r}.",
    "r[oq]": "there is only one {} to choose from.",
    r"g\|g": "two '...' beside each other are the same as one.",
}
"""What is odd, but does no harm."""


class Term(NamedTuple):
    """One thing in a cell of a rule: how it moves (or ``no``, or nothing), and its name."""

    row: int
    cell: int
    is_left: bool
    adverb: str
    name: str


class Rule(NamedTuple):
    """A rule: the cells of each row, and what is in them; without ``has_right`` nothing is put
    there."""

    line: int
    group: int
    """The line of the first rule of its group."""
    directions: tuple[str, ...]
    shape: tuple[int, ...]
    terms: tuple[Term, ...]
    has_right: bool
    commands: tuple[tuple[str, str], ...]
    head: str
    """The signs before the first bracket: ``L`` for late, ``G`` for rigid, ``R`` for random."""

    def cells(self) -> dict[object, list[tuple[str, str]]]:
        """Return the adverbs and the names of what is in each cell: by row, cell and side."""
        found: dict[object, list[tuple[str, str]]] = defaultdict(list)
        for *place, adverb, name in self.terms:
            found[tuple(place)].append((adverb, name))
        return found


def parse_rules(names: PuzzleSource) -> tuple[list[Rule], list[tuple[int, int]]]:
    """Return the rules as they are written, and the lines where each loop begins and ends."""
    kinds = {name: _NAMES[thing.kind] for name, thing in names.meanings.items()}
    inside = {**dict.fromkeys(_COMMANDS, "c"), **kinds, **_INSIDE}
    rules: list[Rule] = []
    loops: list[tuple[int, int]] = []
    begun = 0
    for line in names.rules:
        if line.text not in ("startloop", "endloop"):
            rules += _rule(line, names, inside, rules)
        elif (line.text == "startloop") == bool(begun):
            names.fault(line.number, "a loop must begin, must end, and contains no other loop.")
        elif begun:
            loops.append((begun, line.number))
            begun = 0
        else:
            begun = line.number
    if begun:
        names.fault(begun, "this loop has no end.")
    return rules, loops


def _rule(
    line: Line, names: PuzzleSource, inside: dict[str, str], before: list[Rule]
) -> Iterator[Rule]:
    """Yield the rule of a line, unless it makes no sense."""
    said = _MESSAGE.match(line.bare)
    text = line.bare[: said.end() if said else None].lower()
    words = ["!"] * (not before) + _TOKEN.sub(r" \g<0> ", text).split()
    signs = _signs(words, inside)
    faults = list(_faults(words, signs))
    for message, is_serious in faults:
        names.fault(line.number, message, is_serious=is_serious)
    if any(is_serious for _, is_serious in faults):
        return
    head, _, rest = signs.partition("[")
    terms = tuple(_terms(words, signs))
    for name in _needless(terms, names):
        names.remark(line.number, f"'no {name}' can be left out.")
    sums = [word for word, sign in zip(words, head, strict=False) if sign == "D"]
    directions = tuple(way for word in sums for way in _SUMS.get(word, (word,))) or ABSOLUTE
    rows = rest.partition("=")[0].split("[")
    shape = tuple(row.count("|") + 1 for row in rows)
    if max(shape) == 1 and all(term.adverb not in RELATIVE for term in terms):
        directions = directions[:1]
    group = line.number
    if "+" in head:
        group = before[-1].group
        if ("L" in head) != ("L" in before[-1].head):
            names.remark(line.number, "late rules are in one group with others.")
    message = line.bare[said.end() :].strip() or " " if said else ""
    commands = tuple(
        (word, message * (word == "message"))
        for word, sign in zip(words, signs, strict=True)
        if sign == "C"
    )
    has_right = "[" in rest.partition("=")[2]
    yield Rule(line.number, group, directions, shape, terms, has_right, commands, head)


def _signs(words: list[str], inside: dict[str, str]) -> str:
    table = _OUTSIDE
    signs = ""
    for word in words:
        signs += table.get(word, "?")
        if word in "[]":
            table = inside if word == "[" else _OUTSIDE
    return signs


def _faults(words: list[str], signs: str) -> Iterator[tuple[str, bool]]:
    """Yield what is wrong with a rule, and whether it makes no sense."""
    if len(words) > _LONGEST:
        yield f"a rule has at most {_LONGEST:,} words and signs.", True
        return
    for table in (_FAULTS, _REMARKS):
        for pattern, sentence in table.items():
            found = re.search(pattern, signs)
            if found:
                yield sentence.format(words[found.end() - 1]), table is _FAULTS
    left, right = (re.sub("[^[|g]", "", side) for side in signs.partition("=")[::2])
    if right and left != right:
        yield "both sides need the same brackets, the same cells, '...' in the same places.", True


def _terms(words: list[str], signs: str) -> Iterator[Term]:
    row = cell = -1
    is_left = True
    adverb = ""
    for word, sign in zip(words, signs, strict=True):
        if sign == "=":
            row = -1
            is_left = False
        elif sign == "[":
            row += 1
            cell = 0
        elif sign == "|":
            cell += 1
        elif sign in "nmrs":
            adverb = word
        elif sign in "opqg":
            yield Term(row, cell, is_left, adverb, word)
            adverb = ""


def _needless(terms: tuple[Term, ...], names: PuzzleSource) -> Iterator[str]:
    """Yield what is said not to be in a cell twice, or where something else of its layers is."""
    for term in [term for term in terms if term.adverb == "no"]:
        beside = [names.meanings[t.name] for t in terms if t[:3] == term[:3] and t.adverb != "no"]
        there = {
            number
            for thing in beside
            if thing.kind == "and" or thing.layer is not None
            for number in thing.numbers
        }
        own = names.meanings[term.name].numbers
        taken = {names.layers[number] for number in there}
        is_taken = there.isdisjoint(own) and {names.layers[number] for number in own} <= taken
        if (term.is_left and is_taken) or terms.count(term) > 1:
            yield term.name
