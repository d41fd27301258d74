"""A source becomes a program: what each rule tests and changes, as numbers of boards.

A *board* is one int with a bit for each cell of the level, column by column. There is one for each
object, and behind them five for each layer: what wants to move up, down, left, right, or to act.
So one operation on ints tests a condition in all cells at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from .expansion import expand
from .faults import PuzzleScriptError
from .reading import Map, Message, PuzzleSource
from .rules import GAP, WAYS, Rule, parse_rules
from .steps import CellCode, RuleFound, Size, Step, TurnBoards, finder, function, union

Boards: TypeAlias = "tuple[int, ...]"


@dataclass(eq=False)
class RuleGroup:
    """Rules that are tried in turn until none changes anything; or chance picks one of them."""

    number: int
    steps: list[Step]
    is_random: bool
    loop: int | None = None
    """The first group of the loop that ends here."""

    @cached_property
    def find(self) -> Callable[[TurnBoards, int, Size], RuleFound | None]:
        """Return the number of the first rule that matches, and where."""
        return finder(self.steps)


CellsOf: TypeAlias = "Callable[[Sequence[int]], int]"
"""What returns the cells where there is what a name means."""


class Goal(NamedTuple):
    """``some``, ``no`` or ``all`` of one set of objects, perhaps on another."""

    line: int
    quantity: str
    names: tuple[str, ...]
    sets: tuple[CellsOf, ...]

    def cells(self, boards: Sequence[int]) -> int:
        """Return the cells that are missing, or where something is."""
        found, *others = (cells(boards) for cells in self.sets)
        if self.quantity == "all":
            return found & ~others[0] if others else 0
        return found & others[0] if others else found

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
        if needed not in source or not source.numbers[needed]:
            source.fault(0, f"nothing is called {needed!r}: every game needs one.")
    if not source.movers:
        source.fault(0, "there are no collision layers: all objects need to be in one.")
    if not any(isinstance(level, Map) for level in source.pages):
        source.fault(0, "there are no levels.")
    written, loops = parse_rules(source)
    rules = expand(written, source)
    coder = _Coder(source)
    main = _groups([rule for rule in rules if not rule.is_late], coder, loops)
    late = _groups([rule for rule in rules if rule.is_late], coder, loops)
    goals = _goals(source)
    if any(not fault.line for fault in source.faults):
        raise PuzzleScriptError(tuple(sorted(source.faults)))
    levels = tuple(
        _level(level, source) if isinstance(level, Map) else level for level in source.pages
    )
    return PuzzleProgram(source, main, late, goals, levels)


def _groups(rules: list[Rule], coder: _Coder, loops: list[tuple[int, int]]) -> list[RuleGroup]:
    found: dict[int, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.group, []).append(rule)
    groups = []
    for number in sorted(found):
        steps = list(filter(None, map(coder.step, found[number])))
        if steps:
            groups.append(RuleGroup(number, steps, "random" in found[number][0].flags))
        for line in {rule.line for rule in found[number]} - {step.line for step in steps}:
            message = "this can never match: two things of a layer are in a cell."
            coder.names.remark(line, message)
    for first, last in loops:
        inside = [at for at, group in enumerate(groups) if first <= group.steps[0].line <= last]
        if inside:
            groups[inside[-1]].loop = inside[0]
    return groups


class ThingCode(NamedTuple):
    """A term in numbers of boards."""

    adverb: str
    objects: tuple[int, ...]
    is_single: bool
    """True if only one object can be meant."""
    layer: int
    moves: range

    def boards(self) -> list[int]:
        """Return the boards that a cell with the thing must have."""
        found = list(self.objects if self.is_single else ())
        if self.adverb in WAYS:
            found.append(self.moves[WAYS.index(self.adverb)])
        return found


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
                if ("", GAP) in left:
                    rows[-1].append([])
                    continue
                code = self._known(rule, left, right)
                if code is None:
                    return None
                rows[-1][-1].append(code)
        return Step(rule, rows)

    def _known(self, rule: Rule, left: CellTerms, right: CellTerms) -> CellCode | None:
        key = rule.line, left, right
        if key not in self.known:
            self.known[key] = self._code(rule, left, right)
        return self.known[key]

    def _things(self, rule: Rule, cell: CellTerms) -> list[ThingCode]:
        """Return what must be in a cell; what is in no layer is a fault."""
        names = self.names
        found = []
        for adverb, name in cell:
            layer = names.layer_of[name]
            if layer is None and adverb not in ("no", "random"):
                names.fault(rule.line, f"{name} is in no collision layer.")
            elif layer is not None and adverb not in ("no", "random"):
                moves = names.movers[layer][1]
                is_single = names.kind(name) == ""
                found.append(ThingCode(adverb, names.numbers[name], is_single, layer, moves))
        return found

    def _objects(self, cell: CellTerms, adverb: str) -> frozenset[int]:
        """Return the objects that have an adverb in a cell."""
        return union(self.names.numbers[name] for word, name in cell if word == adverb)

    def _code(self, rule: Rule, left: CellTerms, right: CellTerms) -> CellCode | None:
        """Return the code of a cell; None if it never matches."""
        there = self._things(rule, left)
        needs = union(thing.boards() for thing in there)
        none = self._objects(left, "no")
        if len({thing.layer for thing in there}) < len(there):
            return None
        if needs & none:
            self.names.remark(rule.line, "one thing is both there and not there.")
            return None
        none |= union(thing.moves for thing in there if thing.adverb == "stationary")
        some = tuple(thing.objects for thing in there if not thing.is_single)
        code = CellCode(needs, some, none)
        if not rule.has_right:
            return code
        layers = self.names.layers
        seen = {layers[one] for _, name in left for one in self.names.numbers[name]}
        return self._changed(rule, code, there, right, seen)

    def _changed(
        self,
        rule: Rule,
        code: CellCode,
        there: list[ThingCode],
        right: CellTerms,
        seen: set[int],
    ) -> CellCode:
        """Return the code of a cell with what is done there."""
        movers = self.names.movers
        put = self._things(rule, right)
        layers = {thing.layer for thing in put}
        if len(layers) < len(put):
            message = "two things of one layer are put into one cell."
            self.names.fault(rule.line, message)
        own = {thing.layer for thing in there if thing.is_single}
        new = {thing.layer for thing in put if thing.is_single}
        gone = {thing.layer for thing in there} - layers
        moved = gone | (own - new) | {thing.layer for thing in put if thing.adverb}
        if not rule.is_late:  # what appears where its layer was empty does not move
            moved |= new - seen
        sets = union(thing.boards() for thing in put)
        clears = code.needs | self._objects(right, "no")
        # where one object is meant, it is the only one of its layer
        clears |= union(movers[layer][0] for layer in gone | (new - own))
        clears |= union(movers[layer][1] for layer in moved)
        clears -= sets
        kept = code.needs if len(rule.shape) == 1 else set()  # with two rows, one may clear it
        lines = [f"if w & ~b[{one}]: b[{one}] |= w; c = 1" for one in sorted(sets - kept)]
        lines += [f"if w & b[{one}]: b[{one}] &= ~w; c = 1" for one in sorted(clears)]
        chosen = sorted(self._objects(right, "random"))
        cleared = [tuple(chain(*movers[self.names.layers[one]])) for one in chosen]
        turned = [thing.moves for thing in put if thing.adverb == "randomdir"]
        luck = [f"for r, x in t.deal(w, 4): b[{moves[0]} + r] |= x" for moves in turned]
        if chosen:
            luck += [
                f"for r, x in t.deal(w, {len(chosen)}):",
                f" for y in {cleared}[r]: b[y] &= ~x",
                f" b[{chosen}[r]] |= x",
            ]
        if luck:
            lines = ["old = b[:]", *lines, *luck, "c |= old != b"]
        if "rigid" in rule.flags and moved:
            lines.append(f"c |= t.mark(w, {sorted(moved)}, {rule.group})")
        return code._replace(
            sets=union((sets - code.needs, chosen, *turned)),
            clears=union((clears, *cleared)),
            changes=tuple(lines),
            draws=bool(chosen) + len(turned),
        )


def _goals(names: PuzzleSource) -> tuple[Goal, ...]:
    found = []
    for line in names.sections["winconditions"]:
        words = _GOAL.fullmatch(line.text)
        parts = tuple(filter(None, words.groups()[1:])) if words else ()
        unknown = [name for name in parts if name not in names]
        if not words:
            message = "this must be of the form 'All Target On Crate' or 'No Fruit'."
            names.fault(line.number, message)
        elif unknown:
            names.fault(line.number, f"nothing is called {unknown[0]!r}.")
        else:
            sets = tuple(cells_of(name, names) for name in parts)
            found.append(Goal(line.number, words[1], parts, sets))
    return tuple(found)


def cells_of(name: str, names: PuzzleSource) -> CellsOf:
    """Return what finds the cells where there is what a name means."""
    sign = " & " if names.kind(name) == "and" else " | "
    there = sign.join(f"b[{number}]" for number in names.numbers[name])
    return function("b", (f"return {there or 0}",))


def _level(level: Map, names: PuzzleSource) -> LevelStart:
    width = len(level.rows[0])
    height = len(level.rows)
    rows = [row[:width].ljust(width, row[-1]) for row in level.rows]
    flat = "".join(row[x] for x in range(width) for row in rows)[::-1]
    boards = [0] * len(names.order)
    known = {sign for sign in set(flat) if sign in names and names.kind(sign) != "or"}
    for y, row in enumerate(rows):
        for sign in set(row) - known:
            why = "can mean several things" if sign in names else "means nothing"
            names.fault(level.line + y, f"the sign {sign!r} {why}.")
    for sign in known:
        cells = int("".join("1" if one == sign else "0" for one in flat), 2)
        for number in names.numbers[sign]:
            boards[number] |= cells
    _cover(boards, (1 << len(flat)) - 1, names)
    return LevelStart(width, height, tuple(boards))


def _cover(boards: list[int], full: int, names: PuzzleSource) -> None:
    """Fill the cells that have no background with the one of the first cell that has any."""
    first = names.numbers["background"][0]
    layer = names.movers[names.layers[first]][0]
    covered = 0
    for number in layer:
        covered |= boards[number]
    there = [number for number in layer if boards[number] & covered & -covered]
    boards[there[0] if there else first] |= full & ~covered
