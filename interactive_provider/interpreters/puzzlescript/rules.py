"""Rules as they are written: what is looked for in rows of cells, and what is put in its place."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from .names import ObjectNames
from .reading import Line

Term: TypeAlias = "tuple[str, str]"
"""How something moves (or ``no``, or nothing), and its name."""
RuleCell: TypeAlias = "tuple[Term, ...]"
Pair: TypeAlias = "tuple[RuleCell, RuleCell]"
"""What is looked for in a cell, and what is put there."""
RuleRow: TypeAlias = "tuple[Pair, ...]"

GAP: Term = ("...", "...")
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
_SAID = re.compile(r"->(?:[^\[]|\[[^\]]*\])*?\bmessage\b", re.IGNORECASE)


class Rule(NamedTuple):
    """A rule: its rows of cells; without ``has_right`` nothing is put in their place."""

    line: int
    group: int
    """The line of the first rule of its group."""
    directions: tuple[str, ...]
    rows: tuple[RuleRow, ...]
    has_right: bool
    commands: tuple[tuple[str, str], ...]
    flags: frozenset[str]

    @property
    def is_late(self) -> bool:
        """True if it is applied after the movements."""
        return "late" in self.flags


def parse_rules(names: ObjectNames) -> tuple[list[Rule], list[tuple[int, int]]]:
    """Return the rules as they are written, and the lines where each loop begins and ends."""
    source = names.source
    rules: list[Rule] = []
    loops: list[tuple[int, int]] = []
    begun = 0
    for line in source.rules:
        if line.text == "startloop":
            if begun:
                source.fault(line.number, "a loop cannot begin within a loop.")
            begun = begun or line.number
        elif line.text == "endloop":
            if begun:
                loops.append((begun, line.number))
            else:
                source.fault(line.number, "no loop begins before this end.")
            begun = 0
        else:
            rule = _RuleParser(line, names, rules[-1] if rules else None).rule()
            if rule is not None:
                rules.append(rule)
    if begun:
        source.fault(begun, "this loop has no end.")
        loops.append((begun, len(source.lines)))
    return rules, loops


class _RuleParser:
    """One line of rules."""

    def __init__(self, line: Line, names: ObjectNames, previous: Rule | None) -> None:
        self.line = line
        self.names = names
        self.previous = previous
        self.flags: set[str] = set()
        self.directions: list[str] = []

    def fault(self, message: str) -> None:
        """Note what is wrong with the line."""
        self.names.source.fault(self.line.number, message)

    def rule(self) -> Rule | None:
        """Return the rule; None if it makes no sense."""
        text, said = self.line.text, _SAID.match(self.line.bare, self.line.bare.find("->"))
        if said:
            text = self.line.bare[: said.end() - len("message")].lower()
        left, arrow, right = text.partition("->")
        if not arrow or "->" in right:
            self.fault("a rule has one arrow '->'.")
            return None
        if not self._is_balanced(left) or not self._is_balanced(right):
            return None
        head = left.partition("[")[0]
        self._read_head(head)
        commands = [(word, "") for word in self._outside(left[len(head) :], right)]
        if said:
            commands.append(("message", self.line.bare[said.end() :].strip() or " "))
        before = [self._cells(row) for row in _BRACKETS.findall(left)]
        after = [self._cells(row) for row in _BRACKETS.findall(right)]
        if not self._is_shaped(before, after, bool(commands)):
            return None
        rows = tuple(
            tuple(zip(row, after[at] if after else [()] * len(row), strict=True))
            for at, row in enumerate(before)
        )
        return self._complete(rows, bool(after), commands)

    def _complete(
        self, rows: tuple[RuleRow, ...], has_right: bool, commands: list[tuple[str, str]]
    ) -> Rule:
        is_turned = any(
            len(row) > 1 or adverb in RELATIVE
            for row in rows
            for pair in row
            for adverb, _ in (*pair[0], *pair[1], ("", ""))
        )
        directions = tuple(self.directions or ABSOLUTE)
        group = self.line.number
        if "+" in self.flags and self.previous is not None:
            group = self.previous.group
            if self.previous.is_late != ("late" in self.flags):
                self.names.source.remark(group, "late rules are in one group with others.")
        return Rule(
            self.line.number,
            group,
            directions if is_turned else directions[:1],
            rows,
            has_right,
            tuple(commands),
            frozenset(self.flags),
        )

    def _is_balanced(self, side: str) -> bool:
        signs = re.sub(r"[^\[\]]", "", side)
        if signs.replace("[]", ""):
            self.fault("each '[' needs one ']', and brackets do not nest.")
            return False
        return True

    def _read_head(self, head: str) -> None:
        """Read the words before the first bracket."""
        words = head.replace("+", " + ").split()
        for at, word in enumerate(words):
            if word in ABSOLUTE:
                self.directions.append(word)
            elif word in KINDS:
                self.directions += KINDS[word]
            elif word in _FLAGS:
                self.flags.add(word)
                if word == "+" and (at or self.previous is None):
                    self.fault("'+' must be first, and needs a rule before it.")
            elif word in RELATIVE:
                self.fault(f"a rule is looked for up, down, left or right, not {word!r}.")
            else:
                self.fault(f"{word!r} cannot stand before the first bracket.")
        if {"+", "random"} <= self.flags:
            self.fault("only the first rule of a group can be random.")
        if {"late", "rigid"} <= self.flags:
            self.fault("a late rule cannot be rigid, because nothing moves after it.")

    def _outside(self, left: str, right: str) -> list[str]:
        """Return the commands; nothing else may stand outside of the brackets."""
        for word in _BRACKETS.sub(" ", left).split():
            if word in _COMMANDS:
                self.fault("commands stand at the end of a rule.")
            elif word not in _ADVERBS:
                self.fault(f"{word!r} must stand in brackets.")
            else:
                self.names.source.remark(self.line.number, f"{word!r} must stand in brackets.")
        words = _BRACKETS.sub(" ", right).split()
        for word in words:
            if word not in _COMMANDS:
                self.fault(f"{word!r} is not a command.")
        if right.rpartition("]")[2].split() != words:
            self.names.source.remark(self.line.number, "commands stand at the end of a rule.")
        return [word for word in words if word in _COMMANDS]

    def _cells(self, row: str) -> list[RuleCell]:
        return [self._cell(cell.split()) for cell in row.split("|")]

    def _cell(self, words: list[str]) -> RuleCell:
        terms: list[Term] = []
        adverb = ""
        for word in words:
            if word in _ADVERBS:
                if adverb:
                    self.fault(f"{adverb!r} and {word!r} cannot both say how one thing moves.")
                if "late" in self.flags and word not in _STILL:
                    self.fault("nothing moves in late rules.")
                adverb = word
            elif word == "...":
                terms.append(GAP)
            elif word not in self.names:
                self.fault(f"nothing is called {word!r}.")
            else:
                self._add(terms, adverb, word)
                adverb = ""
        if adverb:
            self.fault(f"{adverb!r} needs a name behind it.")
        if GAP in terms and len(terms) > 1:
            self.fault("nothing else can be in a cell with '...'.")
        return tuple(terms)

    def _add(self, terms: list[Term], adverb: str, word: str) -> None:
        if (adverb, word) in terms and adverb == "no":
            self.names.source.remark(self.line.number, f"'no {word}' is there twice.")
        elif word in (name for _, name in terms):
            self.fault(f"{word!r} is there twice in one cell.")
        terms.append((adverb, word))

    def _is_shaped(
        self, before: list[list[RuleCell]], after: list[list[RuleCell]], has_commands: bool
    ) -> bool:
        """True if both sides have the same brackets, cells and gaps."""
        message = ""
        has_right = bool(after) or not has_commands
        if not before:
            message = "this rule looks for nothing."
        elif has_right and [len(row) for row in before] != [len(row) for row in after]:
            message = "both sides of the arrow need the same brackets with the same cells."
        elif after and _gaps(before) != _gaps(after):
            message = "'...' must be in the same places on both sides."
        elif any(GAP in (*row[0], *row[-1]) for row in before):
            message = "'...' needs a cell on both sides."
        elif any(sum(GAP in cell for cell in row) > 2 for row in before):
            message = "there can be at most two '...' in a row."
        elif any(adverb == "random" for row in before for cell in row for adverb, _ in cell):
            message = "'random' can only stand on the right."
        if message:
            self.fault(message)
        return not message


def _gaps(rows: list[list[RuleCell]]) -> list[bool]:
    return [GAP in cell for row in rows for cell in row]
