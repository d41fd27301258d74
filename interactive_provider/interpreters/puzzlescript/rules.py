"""Rules as they are written: what is looked for in rows of cells, and what is put in its place.

A rule is a list of terms, each of which says where it stands: so a change of a rule is a change of
some of its terms.
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
KINDS = {
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
    "orthogonal": ABSOLUTE,
    "moving": WAYS,
    "horizontal_par": ("left", "right"),
    "horizontal_perp": ("left", "right"),
    "vertical_par": ("up", "down"),
    "vertical_perp": ("up", "down"),
}
"""The directions that a word stands for; the last four come from ``parallel`` and
``perpendicular``."""
_STILL = ("no", "random", "randomdir")
_ADVERBS = frozenset((*ABSOLUTE, *RELATIVE, *_STILL, *KINDS, "stationary", "action"))
_COMMANDS = frozenset(
    (*(f"sfx{n}" for n in range(11)), "cancel", "checkpoint", "restart", "win", "again")
)
_FLAGS = ("late", "rigid", "random", "+")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_SIDE = re.compile(r"[^\[\]]*(\[[^\[\]]*\][^\[\]]*)*")
_SAID = re.compile(r"->(?:[^\[]|\[[^\]]*\])*?\bmessage\b", re.IGNORECASE)


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
    flags: frozenset[str]

    @property
    def is_late(self) -> bool:
        """True if it is applied after the movements."""
        return "late" in self.flags

    def cells(self) -> dict[object, list[tuple[str, str]]]:
        """Return the adverbs and the names of what is in each cell: by row, cell and side."""
        found: dict[object, list[tuple[str, str]]] = defaultdict(list)
        for *place, adverb, name in self.terms:
            found[tuple(place)].append((adverb, name))
        return found


def parse_rules(names: PuzzleSource) -> tuple[list[Rule], list[tuple[int, int]]]:
    """Return the rules as they are written, and the lines where each loop begins and ends."""
    rules: list[Rule] = []
    loops: list[tuple[int, int]] = []
    begun = 0
    for line in names.sections["rules"]:
        if line.text == "startloop":
            if begun:
                names.fault(line.number, "a loop cannot begin within a loop.")
            begun = begun or line.number
        elif line.text == "endloop":
            if not begun:
                names.fault(line.number, "no loop begins before this end.")
            loops.append((begun or line.number, line.number))
            begun = 0
        else:
            rules += _RuleParser(line, names, rules).rule()
    if begun:
        names.fault(begun, "this loop has no end.")
        loops.append((begun, len(names.lines)))
    return rules, loops


class _RuleParser:
    """One line of rules, and those before it."""

    def __init__(self, line: Line, names: PuzzleSource, rules: list[Rule]) -> None:
        self.line = line
        self.names = names
        self.rules = rules
        self.flags: set[str] = set()

    def fault(self, message: str, *, is_serious: bool = True) -> None:
        """Note what is wrong with the line."""
        self.names.fault(self.line.number, message, is_serious=is_serious)

    def rule(self) -> list[Rule]:
        """Return the rule; nothing if it makes no sense."""
        bare = self.line.bare
        number = self.line.number
        said = _SAID.search(bare)
        text = bare[: said.end() - len("message")] if said else bare
        left, arrow, right = text.lower().partition("->")
        if not arrow or "->" in right:
            self.fault("a rule has one arrow '->'.")
        elif not _SIDE.fullmatch(left) or not _SIDE.fullmatch(right):
            self.fault("each '[' needs one ']', and brackets do not nest.")
        else:
            directions = self._directions(left.partition("[")[0])
            words = self._commands(left.partition("[")[2], right)
            commands = tuple((word, "") for word in words)
            if said:
                commands += (("message", bare[said.end() :].strip() or " "),)
            terms = (*self._terms(left, is_left=True), *self._terms(right, is_left=False))
            shape = _shape(left)
            shape_right = _shape(right)
            fault = _misshaped(shape, shape_right or shape[: 99 * bool(commands)], terms)
            if not fault:
                self._check_terms(terms)
                is_turned = max(shape) > 1 or any(term.adverb in RELATIVE for term in terms)
                group = number
                if "+" in self.flags and self.rules:
                    group = self.rules[-1].group
                    if self.rules[-1].is_late != ("late" in self.flags):
                        self.fault("late rules are in one group with others.", is_serious=False)
                flags = frozenset(self.flags)
                directions = directions if is_turned else directions[:1]
                has_right = bool(shape_right)
                return [Rule(number, group, directions, shape, terms, has_right, commands, flags)]
            self.fault(fault)
        return []

    def _directions(self, head: str) -> tuple[str, ...]:
        """Read the words before the first bracket."""
        found: tuple[str, ...] = ()
        words = head.replace("+", " + ").split()
        for word in words:
            if word in _FLAGS:
                self.flags.add(word)
            elif word in ABSOLUTE or word in KINDS:
                found += KINDS.get(word, (word,))
            else:
                self.fault(f"{word!r} cannot stand before the first bracket.")
        if "+" in words[1:] or ("+" in words and not self.rules):
            self.fault("one '+' must be first, and needs a rule before it.")
        if {"+", "random"} <= self.flags:
            self.fault("only the first rule of a group can be random.")
        if {"late", "rigid"} <= self.flags:
            self.fault("a late rule cannot be rigid, because nothing moves after it.")
        return found or ABSOLUTE

    def _commands(self, left: str, right: str) -> list[str]:
        """Return the commands; nothing else may stand outside of the brackets."""
        words = _BRACKETS.sub(" ", right).split()
        between = _BRACKETS.sub(" ", f"[{left}").split()
        for word in (*between, *words):
            if word not in _COMMANDS or word in between:
                self.fault(f"{word!r} cannot stand there.", is_serious=word not in _ADVERBS)
        if right.rpartition("]")[2].split() != words:
            self.fault("commands stand at the end of a rule.", is_serious=False)
        return [word for word in words if word in _COMMANDS]

    def _terms(self, side: str, *, is_left: bool) -> Iterator[Term]:
        for row, cells in enumerate(_BRACKETS.findall(side)):
            for cell, words in enumerate(cells.split("|")):
                found = list(self._cell(words.split()))
                names = [name for adverb, name in found if adverb != "no"]
                if len(set(names)) < len(names):
                    self.fault("one thing is there twice in one cell.")
                elif len(set(found)) < len(found):
                    self.fault("one thing is said twice of one cell.", is_serious=False)
                if GAP in names and len(found) > 1:
                    self.fault("nothing else can be in a cell with '...'.")
                for adverb, name in found:
                    yield Term(row, cell, is_left, adverb, name)

    def _check_terms(self, terms: tuple[Term, ...]) -> None:
        """Note each ``no`` and ``random`` that makes no sense."""
        names = self.names
        for term in terms:
            if term.adverb == "random" and names.kind(term.name) != "or":
                self.fault(f"there is only one {term.name} to choose from.", is_serious=False)
            if term.adverb == "no":
                cell = [
                    t.name
                    for t in terms
                    if t[:3] == term[:3] and t.adverb != "no" and t.name != GAP
                ]
                there = {
                    part
                    for name in cell
                    if names.layer_of[name] is not None or names.kind(name) == "and"
                    if term.is_left or names.kind(name) != "or"
                    for part in names.meanings[name].parts
                }
                taken = {names.layer_of[part] for part in there}
                own = set(names.meanings[term.name].parts)
                if own & there:
                    self.fault(f"{term.name} is there, too.", is_serious=not term.is_left)
                elif term.is_left and {names.layer_of[part] for part in own} <= taken:
                    self.fault(f"'no {term.name}' can be left out.", is_serious=False)

    def _cell(self, words: list[str]) -> Iterator[tuple[str, str]]:
        adverb = ""
        for word in words:
            if word in _ADVERBS:
                if adverb:
                    self.fault(f"{adverb!r} and {word!r} cannot both say how one thing moves.")
                if "late" in self.flags and word not in _STILL:
                    self.fault("nothing moves in late rules.")
                adverb = word
            elif word == GAP:
                yield "", GAP
            elif word in self.names:
                yield adverb, word
                adverb = ""
            else:
                self.fault(f"nothing is called {word!r}.", is_serious=word not in _COMMANDS)
        if adverb:
            self.fault(f"{adverb!r} needs a name behind it.")


def _shape(side: str) -> tuple[int, ...]:
    return tuple(row.count("|") + 1 for row in _BRACKETS.findall(side))


def _misshaped(left: tuple[int, ...], right: tuple[int, ...], terms: tuple[Term, ...]) -> str:
    """Return what is wrong with the cells of a rule; nothing if they are right."""
    gaps = [[t[:2] for t in terms if t.name == GAP and t.is_left == side] for side in (True, False)]
    if not left:
        return "this rule looks for nothing."
    if left != right:
        return "both sides of the arrow need the same brackets with the same cells."
    if gaps[0] != gaps[1] and any(not term.is_left for term in terms):
        return "'...' must be in the same places on both sides."
    if any(cell in (0, left[row] - 1) for row, cell in gaps[0]):
        return "'...' needs a cell on both sides."
    if any([row for row, _ in gaps[0]].count(row) > 2 for row, _ in gaps[0]):
        return "there can be at most two '...' in a row."
    if any(term.is_left and term.adverb == "random" for term in terms):
        return "'random' can only stand on the right."
    return ""
