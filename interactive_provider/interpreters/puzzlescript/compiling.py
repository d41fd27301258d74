"""A source becomes a program: what each rule tests and changes, as numbers of boards.

A *board* is one int with a bit for each cell of the level, column by column. There is one for each
object, and behind them five for each layer: what wants to move up, down, left, right, or to act.
So one operation on ints tests a condition in all cells at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .expansion import expand
from .faults import PuzzleScriptError
from .names import ObjectNames
from .reading import Map, Message, PuzzleSource
from .rules import GAP, WAYS, Rule, Term, parse_rules
from .steps import CellCode, Step

Boards: TypeAlias = "tuple[int, ...]"


class RuleGroup(NamedTuple):
    """Rules that are tried in turn until none changes anything; or chance picks one of them."""

    number: int
    steps: list[Step]
    is_random: bool
    loop: int | None = None
    """The first group of the loop that ends here."""


class Goal(NamedTuple):
    """``some``, ``no`` or ``all`` of one set of objects on another."""

    line: int
    quantity: str
    what: tuple[int, ...]
    is_all: bool
    """True if all objects of ``what`` must be in one cell."""
    where: tuple[int, ...]
    where_all: bool


class LevelStart(NamedTuple):
    """A level as it begins."""

    width: int
    height: int
    boards: Boards
    line: int


@dataclass(frozen=True, eq=False)
class PuzzleProgram:
    """A game: its objects, its rules, its levels and the messages between them."""

    source: PuzzleSource
    names: ObjectNames
    groups: list[RuleGroup]
    late: list[RuleGroup]
    goals: tuple[Goal, ...]
    levels: tuple[LevelStart | Message, ...]


@lru_cache(maxsize=32)
def compiled(text: str) -> PuzzleProgram:
    """Compile a game's text; raises `PuzzleScriptError` if it cannot be played at all."""
    source = PuzzleSource(text)
    names = ObjectNames(source)
    for needed in ("player", "background"):
        if needed not in names or not names.numbers[needed]:
            source.fault(0, f"nothing is called {needed!r}: every game needs one.")
    if not source.sections["collisionlayers"]:
        source.fault(0, "there are no collision layers: all objects need to be in one.")
    if not any(isinstance(level, Map) for level in source.levels):
        source.fault(0, "there are no levels.")
    written, loops = parse_rules(names)
    rules = expand(written, names)
    main = _groups([rule for rule in rules if not rule.is_late], names, loops)
    late = _groups([rule for rule in rules if rule.is_late], names, loops)
    goals = _goals(names)
    if any(not fault.line for fault in source.faults):
        raise PuzzleScriptError(tuple(sorted(source.faults)))
    levels = tuple(
        _level(level, names) if isinstance(level, Map) else level for level in source.levels
    )
    return PuzzleProgram(source, names, main, late, goals, levels)


def _groups(rules: list[Rule], names: ObjectNames, loops: list[tuple[int, int]]) -> list[RuleGroup]:
    found: dict[int, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.group, []).append(rule)
    groups = []
    for number in sorted(found):
        steps = [step for rule in found[number] for step in _steps(rule, names)]
        if steps:
            groups.append(RuleGroup(number, steps, "random" in found[number][0].flags))
        for line in {rule.line for rule in found[number]} - {step.line for step in steps}:
            names.source.remark(line, "this can never match: two things of a layer are in a cell.")
    for first, last in loops:
        inside = [at for at, group in enumerate(groups) if first <= group.steps[0].line <= last]
        if inside:
            groups[inside[-1]] = groups[inside[-1]]._replace(loop=inside[0])
    return groups


def _steps(rule: Rule, names: ObjectNames) -> list[Step]:
    """Return a rule in numbers; none if it can never match."""
    coder = _Coder(rule, names)
    rows: list[list[list[CellCode]]] = []
    for row, cells in enumerate(rule.shape):
        rows.append([[]])
        for at in range(cells):
            left = rule.cell(row, at, is_left=True)
            if any(term.name == GAP for term in left):
                rows[-1].append([])
            elif coder.can_match(left):
                rows[-1][-1].append(coder.cell(left, rule.cell(row, at, is_left=False)))
            else:
                return []
    return [Step(rule, rows)]


class _Coder:
    """What turns the cells of a rule into code."""

    def __init__(self, rule: Rule, names: ObjectNames) -> None:
        self.rule = rule
        self.names = names

    def layers(self, cell: list[Term]) -> dict[str, int]:
        """Return the layer of each thing that is in a cell; what has none is a fault."""
        found = {}
        for term in cell:
            layer = self.names.layer_of[term.name]
            if term.adverb not in ("no", "random"):
                if layer is None:
                    message = f"{term.name} is in no collision layer."
                    self.names.source.fault(self.rule.line, message)
                else:
                    found[term.name] = layer
        return found

    def moves(self, layer: int) -> range:
        """Return the boards of what moves in a layer."""
        first = len(self.names.order) + 5 * layer
        return range(first, first + 5)

    def can_match(self, cell: list[Term]) -> bool:
        """True if what is looked for in a cell can ever be there."""
        layers = self.layers(cell)
        both = {term.name for term in cell if term.adverb == "no"} & set(layers)
        if both:
            message = f"{min(both)} cannot be both there and not there."
            self.names.source.remark(self.rule.line, message)
        return not both and len(set(layers.values())) == len(layers)

    def cell(self, left: list[Term], right: list[Term]) -> CellCode:
        """Return the code of a cell."""
        names, layers = self.names, self.layers(left)
        needs: set[int] = set()
        some: list[tuple[int, ...]] = []
        none: set[int] = set()
        own = set()
        for *_, adverb, name in left:
            if name not in layers:
                none.update(names.numbers[name])
                continue
            if names.kind(name) == "or":
                some.append(names.numbers[name])
            else:
                needs.add(names.number[name])
                own.add(layers[name])
            if adverb == "stationary":
                none.update(self.moves(layers[name]))
            elif adverb:
                needs.add(self.moves(layers[name])[WAYS.index(adverb)])
        conditions = [_any_of(group) for group in some]
        if none:
            conditions.append(f"~({_any_of(none)})")
        tested = needs.union(none, *some)
        code = CellCode(_mask(needs), _mask(tested), conditions=tuple(conditions))
        if self.rule.has_right:
            return self.changed(code, right, needs, set(layers.values()), own)
        return code

    def changed(
        self, code: CellCode, right: list[Term], needs: set[int], used: set[int], own: set[int]
    ) -> CellCode:
        """Return the code with what is done in a cell that needs some boards, where some layers
        are used, and in some of them single objects are meant."""
        names, layers = self.names, self.layers(right)
        if len(set(layers.values())) < len(layers):
            names.source.fault(self.rule.line, "two things of one layer are put into one cell.")
        sets: set[int] = set()
        clears = set(needs)
        moved = {layers[term.name] for term in right if term.adverb and term.name in layers}
        gone = used - set(layers.values())
        put = set()
        luck: list[str] = []
        chosen: set[int] = set()
        for *_, adverb, name in right:
            if adverb == "random":
                chosen.update(names.numbers[name])
            elif adverb == "no":
                clears.update(names.numbers[name])
            elif name in layers:
                layer = layers[name]
                if names.kind(name) == "":
                    sets.add(names.number[name])
                    put.add(layer)
                if adverb == "randomdir":
                    luck.append(f"b[{self.moves(layer)[0]} + t.draw(4)] |= w")
                elif adverb and adverb != "stationary":
                    sets.add(self.moves(layer)[WAYS.index(adverb)])
        for layer in gone | (put - own):  # where one object is meant, it is the only one
            clears.update(names.layers[layer])
        moved |= gone | (own - put)
        for layer in moved:
            clears.update(self.moves(layer))
        clears -= sets
        kept = needs if len(self.rule.shape) == 1 else set()  # of two rows one may clear it
        lines = [f"if w & ~b[{one}]: b[{one}] |= w; c = 1" for one in sorted(sets - kept)]
        sets -= needs
        lines += [f"if w & b[{one}]: b[{one}] &= ~w; c = 1" for one in sorted(clears)]
        if chosen:
            luck[:0] = self.choice(sorted(chosen))
        if luck:
            lines = ["old = b[:-1]", *lines, *luck, "c |= old != b[:-1]"]
        if "rigid" in self.rule.flags and moved:
            lines.append(f"c |= t.mark(w, {tuple(sorted(moved))}, {self.rule.group})")
            luck = lines
        return code._replace(
            sets=-1 if luck else _mask(sets), clears=_mask(clears), changes=tuple(lines)
        )

    def choice(self, objects: list[int]) -> list[str]:
        """Return the code that puts one of some objects into a cell, and nothing else of its
        layer."""
        names = self.names
        layers = [names.layer[names.order[one]] for one in objects]
        cleared = [(*names.layers[layer], *self.moves(layer)) for layer in layers]
        return [
            f"r = t.draw({len(objects)})",
            f"for x in {cleared}[r]: b[x] &= ~w",
            f"b[{objects}[r]] |= w",
        ]


def _mask(boards: Iterable[int]) -> int:
    return sum(1 << board for board in boards)


def _any_of(boards: Iterable[int]) -> str:
    return " | ".join(f"b[{board}]" for board in boards)


def _goals(names: ObjectNames) -> tuple[Goal, ...]:
    found = []
    for line in names.source.sections["winconditions"]:
        words = line.text.split()
        if len(words) not in (2, 4) or words[0] not in ("all", "any", "some", "no"):
            message = "this must be of the form 'All Target On Crate' or 'No Fruit'."
            names.source.fault(line.number, message)
        elif len(words) == 4 and words[2] != "on":
            names.source.fault(line.number, f"the third word must be 'on', not {words[2]!r}.")
        elif any(name not in names for name in words[1::2]):
            name = next(name for name in words[1::2] if name not in names)
            names.source.fault(line.number, f"nothing is called {name!r}.")
        else:
            quantity = "some" if words[0] == "any" else words[0]
            sets = [(names.numbers[name], names.kind(name) == "and") for name in words[1::2]]
            where = sets[1] if len(sets) == 2 else ((), True)  # all of nothing is everywhere
            found.append(Goal(line.number, quantity, *sets[0], *where))
    return tuple(found)


def _level(level: Map, names: ObjectNames) -> LevelStart:
    width, height = len(level.rows[0]), len(level.rows)
    rows = [row[:width].ljust(width, row[-1]) for row in level.rows]
    for at, row in enumerate(rows):
        for sign in dict.fromkeys(row):
            if sign not in names or names.kind(sign) == "or":
                why = "can mean several things" if sign in names else "means nothing"
                names.source.fault(level.line + at, f"the sign {sign!r} {why}.")
    flat = "".join(row[x] for x in range(width) for row in rows)[::-1]
    boards = [0] * len(names.order)
    for sign in set(flat):
        if sign in names and names.kind(sign) != "or":
            cells = int("".join("1" if one == sign else "0" for one in flat), 2)
            for number in names.numbers[sign]:
                boards[number] |= cells
    _cover(boards, (1 << len(flat)) - 1, names)
    return LevelStart(width, height, tuple(boards), level.line)


def _cover(boards: list[int], full: int, names: ObjectNames) -> None:
    """Put the background where there is none: the one in the first cell that has one."""
    first = names.numbers["background"][0]
    layer = names.layers[names.layer[names.order[first]]]
    covered = 0
    for number in layer:
        covered |= boards[number]
    there = [number for number in layer if boards[number] & covered & -covered]
    boards[there[0] if there else first] |= full & ~covered
