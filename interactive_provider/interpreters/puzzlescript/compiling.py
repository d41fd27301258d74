"""Compiles a source into a program: what each rule tests and changes, as numbers of boards.

A *board* is one int with a bit for each cell of the level, column by column. There is one for each
object, and behind them five for each layer: what wants to move up, down, left, right, or to act. So
one operation on ints tests a condition in all cells at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial, reduce
from itertools import chain, product
from operator import or_
from typing import NamedTuple, TypeAlias

from .expansion import expand
from .faults import PuzzleScriptError
from .names import ObjectNames
from .reading import Message, PuzzleSource
from .rules import CELL, TERM, WAYS, Rule, parse_rules
from .steps import CellCode, Step, any_of, function, union

Boards: TypeAlias = "tuple[int, ...]"


@dataclass(eq=False)
class RuleGroup:
    """Rules that are tried in turn until none changes anything; or chance picks one of them."""

    number: int
    steps: list[Step]
    is_random: bool
    loop: int | None = None
    """The first group of the loop that ends here."""


CellsOf: TypeAlias = "Callable[[Sequence[int]], int]"
"""A function that returns the cells with what a name means."""


class Goal(NamedTuple):
    """A goal: ``some``, ``no`` or ``all`` of one name's objects are on those of another."""

    line: int
    quantity: str
    what: CellsOf
    where: CellsOf = function("b", ("return -1",))

    def cells(self, boards: Sequence[int]) -> int:
        """Return the cells that decide: for ``all`` those still missing, otherwise those where both
        are."""
        where = self.where(boards)
        return self.what(boards) & (~where if self.quantity == "all" else where)

    def is_reached(self, boards: Sequence[int]) -> bool:
        """True if there are such cells, for ``some``; for ``all`` and ``no``, if there are not."""
        return bool(self.cells(boards)) == (self.quantity in ("some", "any"))


_GOAL = re.compile(r"(all|any|some|no)\s+(\S+)(?:\s+on\s+(\S+))?")


class LevelStart(NamedTuple):
    """A level as it begins."""

    width: int
    height: int
    boards: Boards


@dataclass(frozen=True, eq=False)
class PuzzleProgram:
    """A game: its objects, its rules, its levels and the messages between them."""

    source: PuzzleSource
    groups: list[RuleGroup]
    late: list[RuleGroup]
    goals: tuple[Goal, ...]
    levels: tuple[LevelStart | Message, ...]


@lru_cache(maxsize=32)
def compiled(text: str) -> PuzzleProgram:
    """Compile a game's text; raises `PuzzleScriptError` if it cannot be played at all."""
    source = PuzzleSource(text)
    if all(isinstance(page, Message) for page in source.pages):
        source.fault(0, "there are no levels.")
    main, late = _groups(source)
    goals = tuple(_goals(source))
    if any(not fault.line for fault in source.faults):
        raise PuzzleScriptError(tuple(sorted(source.faults)))
    levels = tuple(
        page if isinstance(page, Message) else _level(page, source) for page in source.pages
    )
    return PuzzleProgram(source, main, late, goals, levels)


def _groups(names: PuzzleSource) -> tuple[list[RuleGroup], list[RuleGroup]]:
    """Return the groups of rules, and of those that are late."""
    parts: tuple[list[RuleGroup], list[RuleGroup]] = [], []
    rules, loops = parse_rules(names)
    for meant in filter(None, expand(rules, names)):
        rule = meant[0]
        steps = list(_steps(meant, names))
        part = parts["L" in rule.head]
        if not steps:
            names.remark(rule.line, "this can never match: two things of a layer are in a cell.")
        elif not part or part[-1].number != rule.group:
            part.append(RuleGroup(rule.group, steps, "R" in rule.head))
        else:
            part[-1].steps += steps
    for part, (first, last) in product(parts, loops):
        inside = [at for at, group in enumerate(part) if first <= group.number <= last]
        if inside:
            part[inside[-1]].loop = inside[0]
    return parts


def _steps(rules: list[Rule], names: ObjectNames) -> Iterator[Step]:
    """Yield those of the rules of one line that can match; equal cells have the same code."""
    code = cache(partial(_cell_code, rules[0], names))
    for rule in rules:
        if _NEVER not in map(code, CELL.split(rule.text)):
            rows = [row.split("[") for row in rule.text.split("]")]
            yield Step(rule, [[list(map(code, part.split("|"))) for part in row] for row in rows])


_NEVER = CellCode(("0",), frozenset())
"""A cell that is nowhere."""


class _Side:
    """What a rule says about one side of a cell."""

    def __init__(self, text: str, names: ObjectNames) -> None:
        self.boards: set[int] = set()
        """The boards that have the cell."""
        self.some: list[tuple[int, ...]] = []
        """Boards of which one has it."""
        self.absent: set[int] = set()
        """The boards that do not have it."""
        self.random: list[int] = []
        """What chance picks one from."""
        self.named: set[int] = set()
        """The layers of all that is named."""
        self.adverbs: dict[int, str] = {}
        """How what is there moves, by its layer."""
        self.single: set[int] = set()
        """The layers of which it is known what is there."""
        self.is_possible = True
        """False if two things of a layer are there."""
        for adverb, name in TERM.findall(text):
            numbers = names.meanings[name].numbers
            layer = names.layers[numbers[0]]
            moves = names.movers[layer][1]
            self.named.update(names.layers[one] for one in numbers)
            if adverb == "no":
                self.absent.update(numbers)
            elif adverb == "random":
                self.random += numbers
            else:
                self.is_possible &= layer not in self.adverbs
                self.adverbs[layer] = adverb
                if len(numbers) > 1:
                    self.some.append(numbers)
                else:
                    self.single.add(layer)
                    self.boards.update(numbers)
                if adverb in WAYS:
                    self.boards.add(moves[WAYS.index(adverb)])
                elif adverb == "stationary":
                    self.absent.update(moves)


def _cell_code(rule: Rule, names: ObjectNames, cell: str) -> CellCode:
    left, arrow, right = cell.partition("->")
    there = _Side(left, names)
    put = _Side(right, names)
    if there.boards & there.absent:
        names.remark(rule.line, "one thing is both there and not there.")
    if not there.is_possible or there.boards & there.absent:
        return _NEVER
    tests = [f"b[{one}]" for one in sorted(there.boards, reverse=True)]
    tests += [f"({any_of(numbers)})" for numbers in there.some]
    tests += [f"~({any_of(there.absent)})"] * bool(there.absent)
    tested = union((there.boards, {~one for one in there.absent}, *there.some))
    code = CellCode(tuple(tests), tested)
    if not put.is_possible:
        names.fault(rule.line, "two things of one layer are put into one cell.")
    if put.boards & put.absent:
        names.remark(rule.line, "one thing is both put there and not there.")
    return _changing(code, rule, names, there, put) if arrow and put.is_possible else code


def _changing(code: CellCode, rule: Rule, names: ObjectNames, there: _Side, put: _Side) -> CellCode:
    """Return the code of a cell with what is put there."""
    movers = names.movers
    gone = there.adverbs.keys() - put.adverbs
    moved = gone | {layer for layer, adverb in put.adverbs.items() if adverb}
    if "L" not in rule.head:
        moved |= put.adverbs.keys() - there.named
    clears = there.boards | put.absent
    clears |= union(movers[layer][0] for layer in gone | (put.single - there.single))
    clears |= union(movers[layer][1] for layer in moved)
    kept = there.boards if "]" not in rule.text else set()  # another row may clear it
    lines = [f"b[{one}] |= w" for one in put.boards - kept]
    lines += [f"b[{one}] &= ~w" for one in clears - put.boards]
    turned = [movers[at][1] for at, adverb in put.adverbs.items() if adverb == "randomdir"]
    picks: list[tuple[list[int], list[tuple[int, ...]]]]
    picks = [(list(moves[:4]), [()] * 4) for moves in turned]
    if put.random:
        chosen = sorted(put.random)
        picks.append((chosen, [(*chain(*movers[names.layers[one]]),) for one in chosen]))
    for options, emptied in picks:
        lines += [
            f"for r, x in t.deal(w, {len(options)}):",
            f" for y in {emptied}[r]: b[y] &= ~x",
            f" b[{options}[r]] |= x",
        ]
    if "G" in rule.head and moved:
        lines.append(f"c |= t.mark(w, {sorted(moved)}, {rule.group})")
    drawn = [boards for options, emptied in picks for boards in (options, *emptied)]
    lost = {~one for one in clears - put.boards}
    changed = union((put.boards - there.boards, lost, *drawn))
    return code._replace(changed=changed, changes=tuple(lines), draws=len(picks))


def _goals(names: PuzzleSource) -> Iterator[Goal]:
    for line in names.written["winconditions"]:
        words = _GOAL.fullmatch(line.text)
        if not words:
            message = "this must be of the form 'All Target On Crate' or 'No Fruit'."
            names.fault(line.number, message)
            continue
        quantity, *parts = filter(None, words.groups())
        if len(names.known(parts, line.number)) == len(set(parts)):
            yield Goal(line.number, quantity, *(cells_of(name, names) for name in parts))


def cells_of(name: str, names: PuzzleSource) -> CellsOf:
    """Return a function that finds the cells with what a name means."""
    thing = names.meanings[name]
    sign = " & " if thing.kind == "and" else " | "
    there = sign.join(f"b[{number}]" for number in thing.numbers)
    return function("b", (f"return {there or 0}",))


def _level(rows: list[str], names: ObjectNames) -> LevelStart:
    width = len(rows[0])
    columns = zip(*(row[:width].ljust(width, row[-1]) for row in rows), strict=True)
    flat = "".join(chain(*columns))[::-1]
    boards = [0] * len(names.placed)
    for sign in set(flat) & names.meanings.keys():
        thing = names.meanings[sign]
        cells = int("".join("01"[one == sign] for one in flat), 2)
        for number in thing.numbers if thing.kind != "or" else ():
            boards[number] |= cells
    usual = names.meanings["background"].numbers[0]
    grounds = [one for one in names.movers[names.layers[usual]][0] if boards[one]]
    first = min(grounds, key=lambda one: boards[one] & -boards[one], default=usual)
    boards[first] |= ((1 << len(flat)) - 1) & ~reduce(or_, (boards[one] for one in grounds), 0)
    return LevelStart(width, len(rows), tuple(boards))
