"""A source becomes a program: what each rule tests and changes, as numbers of boards.

A *board* is one int with a bit for each cell of the level, column by column. There is one for each
object, and behind them five for each layer: what wants to move up, down, left, right, or to act.
So one operation on ints tests a condition in all cells at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from .expansion import expand
from .faults import PuzzleScriptError
from .names import Meaning
from .reading import Map, Message, PuzzleSource
from .rules import GAP, WAYS, Rule, parse_rules
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
"""What returns the cells where there is what a name means."""


class Goal(NamedTuple):
    """``some``, ``no`` or ``all`` of what is in some cells, on what is in others."""

    line: int
    quantity: str
    names: tuple[str, ...]
    what: CellsOf
    where: CellsOf

    def cells(self, boards: Sequence[int]) -> int:
        """Return the cells that are missing, or where something is."""
        where = self.where(boards)
        return self.what(boards) & (~where if self.quantity == "all" else where)

    def is_reached(self, boards: Sequence[int]) -> bool:
        """True if there are as many cells as there must be."""
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
    for needed in ("player", "background"):
        if needed not in source.meanings or not source.meanings[needed].numbers:
            source.fault(0, f"nothing is called {needed!r}: every game needs one.")
    if not source.movers:
        source.fault(0, "there are no collision layers: all objects need to be in one.")
    if not any(isinstance(level, Map) for level in source.pages):
        source.fault(0, "there are no levels.")
    written, loops = parse_rules(source)
    rules = expand(written, source)
    coder = _Coder(source)
    main, late = (
        _groups([rule for rule in rules if ("L" in rule.head) == is_late], coder, loops)
        for is_late in (False, True)
    )
    goals = tuple(_goals(source))
    if any(not fault.line for fault in source.faults):
        raise PuzzleScriptError(tuple(sorted(source.faults)))
    levels = tuple(
        _level(level, source) if isinstance(level, Map) else level for level in source.pages
    )
    return PuzzleProgram(source, main, late, goals, levels)


def _groups(rules: list[Rule], coder: _Coder, loops: list[tuple[int, int]]) -> list[RuleGroup]:
    found: dict[int, RuleGroup] = {}
    lines = {rule.line for rule in rules}
    for rule in sorted(rules, key=lambda rule: rule.group):
        step = coder.step(rule)
        if step:
            lines.discard(rule.line)
            group = RuleGroup(rule.group, [], "R" in rule.head)
            found.setdefault(rule.group, group).steps.append(step)
    for line in lines:
        coder.names.remark(line, "this can never match: two things of a layer are in a cell.")
    groups = list(found.values())
    for first, last in loops:
        inside = [at for at, group in enumerate(groups) if first <= group.steps[0].line <= last]
        if inside:
            groups[inside[-1]].loop = inside[0]
    return groups


CellTerms: TypeAlias = "tuple[tuple[str, str], ...]"
"""The adverb and the name of each term in a cell."""


class _Coder:
    """What turns rules into code; the many rules of one line share the code of equal cells."""

    def __init__(self, names: PuzzleSource) -> None:
        self.names = names
        self.known: dict[tuple[object, ...], CellCode | None] = {}

    def step(self, rule: Rule) -> Step | None:
        """Return a rule in numbers; None if it can never match."""
        rows: list[list[list[CellCode]]] = []
        terms = rule.cells()
        for row, cells in enumerate(rule.shape):
            rows.append([[]])
            for at in range(cells):
                left = tuple(terms[row, at, True])
                right = tuple(terms[row, at, False])
                key = rule.line, left, right
                if ("", GAP) in left:
                    rows[-1].append([])
                    continue
                if key not in self.known:
                    self.known[key] = self._code(rule, left, right)
                code = self.known[key]
                if code is None:
                    return None
                rows[-1][-1].append(code)
        return Step(rule, rows)

    def _by_layer(self, rule: Rule, cell: CellTerms) -> dict[int, tuple[str, Meaning]] | None:
        """Return what is in a cell and how it moves; None if there are two things of a layer."""
        found: dict[int, tuple[str, Meaning]] = {}
        for adverb, name in cell:
            thing = self.names.meanings[name]
            if adverb in ("no", "random"):
                continue
            if thing.layer is None:
                self.names.fault(rule.line, f"{name} is in no collision layer.")
            elif thing.layer in found:
                return None
            else:
                found[thing.layer] = adverb, thing
        return found

    def _boards(self, things: dict[int, tuple[str, Meaning]]) -> frozenset[int]:
        """Return the boards that have a cell with some things."""
        objects = union(thing.numbers for _, thing in things.values() if not thing.kind)
        return objects | {
            self.names.movers[layer][1][WAYS.index(adverb)]
            for layer, (adverb, _) in things.items()
            if adverb in WAYS
        }

    def _objects(self, cell: CellTerms, adverb: str) -> frozenset[int]:
        """Return the objects that have an adverb in a cell."""
        return union(self.names.meanings[name].numbers for word, name in cell if word == adverb)

    def _code(self, rule: Rule, left: CellTerms, right: CellTerms) -> CellCode | None:
        """Return the code of a cell; None if it never matches."""
        there = self._by_layer(rule, left)
        put = self._by_layer(rule, right)
        if there is None:
            return None
        none = self._objects(left, "no")
        needs = self._boards(there)
        if none & needs:
            self.names.remark(rule.line, "one thing is both there and not there.")
            return None
        for layer, (adverb, _) in there.items():
            if adverb == "stationary":
                none |= {*self.names.movers[layer][1]}
        some = [thing.numbers for _, thing in there.values() if thing.kind]
        tests = [f"b[{one}]" for one in sorted(needs, reverse=True)]
        tests += [f"({any_of(boards)})" for boards in some]
        tests += [f"~({any_of(none)})"] * bool(none)
        tested = union((needs, {~one for one in none}, *some))
        if put is None:
            self.names.fault(rule.line, "two things of one layer are put into one cell.")
        if put is None or not rule.has_right:
            return CellCode(tuple(tests), tested)
        movers = self.names.movers
        named = union(self.names.meanings[name].numbers for _, name in left)
        seen = {self.names.layers[one] for one in named}
        sets = self._boards(put)
        absent = self._objects(right, "no")
        if sets & absent:
            self.names.remark(rule.line, "one thing is both put there and not there.")
        clears = needs | absent
        moved = []
        for layer in there.keys() | put.keys():
            adverb, thing = put.get(layer, ("", None))
            objects, moves = movers[layer]
            was_one = layer in there and not there[layer][1].kind
            is_one = thing is not None and not thing.kind
            if thing is None or (is_one and not was_one):  # the only one of its layer
                clears |= {*objects}
            appears = is_one and layer not in seen and "L" not in rule.head
            if thing is None or adverb or appears or (was_one and not is_one):
                moved.append(layer)
                clears |= {*moves}
        kept = needs if len(rule.shape) == 1 else frozenset()  # with two rows, one may clear it
        lines = [f"b[{one}] |= w" for one in sets - kept]
        lines += [f"b[{one}] &= ~w" for one in clears - sets]
        chosen = sorted(self._objects(right, "random"))
        cleared = [tuple(chain(*movers[self.names.layers[one]])) for one in chosen]
        turned = [movers[layer][1] for layer, (adverb, _) in put.items() if adverb == "randomdir"]
        lines += [f"for r, x in t.deal(w, 4): b[{moves[0]} + r] |= x" for moves in turned]
        if chosen:
            lines += [
                f"for r, x in t.deal(w, {len(chosen)}):",
                f" for y in {cleared}[r]: b[y] &= ~x",
                f" b[{chosen}[r]] |= x",
            ]
        if "G" in rule.head and moved:
            lines.append(f"c |= t.mark(w, {sorted(moved)}, {rule.group})")
        lost = {~one for one in clears - sets}
        changed = union((sets - needs, lost, chosen, *cleared, *turned))
        draws = bool(chosen) + len(turned)
        return CellCode(tuple(tests), tested, changed, tuple(lines), draws)


def _goals(names: PuzzleSource) -> Iterator[Goal]:
    for line in names.goals:
        words = _GOAL.fullmatch(line.text)
        parts = tuple(filter(None, words.groups()[1:])) if words else ()
        unknown = [name for name in parts if name not in names.meanings]
        if not words:
            message = "this must be of the form 'All Target On Crate' or 'No Fruit'."
            names.fault(line.number, message)
        elif unknown:
            names.fault(line.number, f"nothing is called {unknown[0]!r}.")
        else:
            sets = [cells_of(name, names) for name in parts]
            everywhere = function("b", ("return -1",))
            yield Goal(line.number, words[1], parts, *[*sets, everywhere][:2])


def cells_of(name: str, names: PuzzleSource) -> CellsOf:
    """Return what finds the cells where there is what a name means."""
    thing = names.meanings[name]
    sign = " & " if thing.kind == "and" else " | "
    there = sign.join(f"b[{number}]" for number in thing.numbers)
    return function("b", (f"return {there or 0}",))


def _level(level: Map, names: PuzzleSource) -> LevelStart:
    width = len(level.rows[0])
    rows = [row[:width].ljust(width, row[-1]) for row in level.rows]
    flat = "".join(chain(*zip(*rows, strict=True)))[::-1]
    boards = [0] * len(names.placed)
    for sign in set(flat):
        thing = names.meanings.get(sign)
        if thing and thing.kind != "or":
            cells = int("".join("1" if one == sign else "0" for one in flat), 2)
            for number in thing.numbers:
                boards[number] |= cells
        else:
            why = "can mean several things" if thing else "means nothing"
            for y, row in enumerate(rows):
                if sign in row:
                    names.fault(level.line + y, f"the sign {sign!r} {why}.")
    ground = names.meanings["background"].numbers[0]
    grounds = names.movers[names.layers[ground]][0]
    covered = 0
    for number in grounds:
        covered |= boards[number]
        if boards[number] & covered & -covered:  # the first cell that has any
            ground = number
    boards[ground] |= ((1 << len(flat)) - 1) & ~covered
    return LevelStart(width, len(rows), tuple(boards))
