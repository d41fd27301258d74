"""A source becomes a program: what each rule tests and changes, as numbers of boards.

A *board* is one int with a bit for each cell of the level, column by column. There is one for each
object, and behind them five for each layer: what wants to move up, down, left, right, or to act.
So one operation on ints tests a condition in all cells at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from .expansion import expand
from .faults import PuzzleScriptError
from .names import Names
from .reading import Map, Message, Source, read
from .rules import GAP, Pair, Rule, RuleCell, parse_rules

WAYS = ("up", "down", "left", "right", "action")
"""What a player can do, in the order of the boards of a layer."""

Boards: TypeAlias = "tuple[int, ...]"


class Change(NamedTuple):
    """What a rule makes of a cell: boards that get it and boards that lose it."""

    sets: tuple[int, ...] = ()
    clears: tuple[int, ...] = ()
    objects: tuple[int, ...] = ()
    """Objects of which chance picks one."""
    ways: tuple[int, ...] = ()
    """Layers that chance gives a direction."""
    layers: tuple[int, ...] = ()
    """The layers whose movement it decides, for rigid rules."""


class Test(NamedTuple):
    """What must be in a cell: all of some boards, at least one of others, none of others."""

    all: tuple[int, ...]
    any: tuple[tuple[int, ...], ...]
    none: tuple[int, ...]
    change: Change


Pattern: TypeAlias = "tuple[tuple[Test, ...], ...]"
"""The tests of a row of cells: one part, or several with a gap of any length between them."""


class Step(NamedTuple):
    """A rule about single objects in one direction."""

    line: int
    direction: str
    rows: tuple[Pattern, ...]
    commands: tuple[tuple[str, str], ...]
    has_right: bool
    is_rigid: bool


class Group(NamedTuple):
    """Rules that are tried in turn until none changes anything; or chance picks one of them."""

    steps: tuple[Step, ...]
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


class Level(NamedTuple):
    """A level as it begins."""

    width: int
    height: int
    boards: Boards
    line: int


@dataclass(frozen=True, eq=False)
class Program:
    """A game: its objects, its rules, its levels and the messages between them."""

    source: Source
    names: Names
    groups: tuple[Group, ...]
    late: tuple[Group, ...]
    goals: tuple[Goal, ...]
    levels: tuple[Level | Message, ...]


def compiled(text: str) -> Program:
    """Compile a game's text; raises `PuzzleScriptError` if it cannot be played at all."""
    source = read(text)
    names = Names(source)
    for needed in ("player", "background"):
        if needed not in names or not names.parts(needed):
            source.fault(0, f"nothing is called {needed!r}: every game needs one.")
    if not source.layers:
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
    return Program(source, names, main, late, goals, levels)


def _groups(
    rules: list[Rule], names: Names, loops: list[tuple[int, int]]
) -> tuple[Group, ...]:
    found: dict[int, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.group, []).append(rule)
    groups = []
    for number in sorted(found):
        steps = _steps(found[number], names)
        if steps:
            groups.append(Group(steps, "random" in found[number][0].flags))
    for first, last in loops:
        inside = [at for at, group in enumerate(groups) if first <= group.steps[0].line <= last]
        if inside:
            groups[inside[-1]] = groups[inside[-1]]._replace(loop=inside[0])
    return tuple(groups)


def _steps(rules: list[Rule], names: Names) -> tuple[Step, ...]:
    """Return the rules that can ever match, in numbers."""
    steps = []
    alive = set()
    for rule in rules:
        step = _step(rule, names)
        if step is not None:
            steps.append(step)
            alive.add(rule.line)
    for rule in rules:
        if rule.line not in alive:
            message = "this can never match, because two things of one layer are never in one cell."
            names.source.remark(rule.line, message)
    return tuple(steps)


def _step(rule: Rule, names: Names) -> Step | None:
    coder = _Coder(rule, names)
    rows: list[Pattern] = []
    for row in rule.rows:
        parts: list[list[Test]] = [[]]
        for pair in row:
            if GAP in pair[0]:
                parts.append([])
                continue
            test = coder.test(pair)
            if test is None:
                return None
            parts[-1].append(test)
        rows.append(tuple(tuple(part) for part in parts if part))
    is_rigid = "rigid" in rule.flags
    direction = rule.directions[0]
    return Step(rule.line, direction, tuple(rows), rule.commands, rule.has_right, is_rigid)


class _Coder:
    """What turns the cells of a rule into numbers of boards."""

    def __init__(self, rule: Rule, names: Names) -> None:
        self.rule = rule
        self.names = names

    def fault(self, message: str) -> None:
        """Note what is wrong with the rule."""
        self.names.source.fault(self.rule.line, message)

    def layers(self, cell: RuleCell) -> dict[str, int]:
        """Return the layer of each thing that is in a cell; what has none is a fault."""
        found = {}
        for adverb, name in cell:
            layer = self.names.layer_of(name)
            if layer is None and adverb != "random":
                self.fault(f"{name} is in no collision layer.")
            elif layer is not None and adverb not in ("no", "random"):
                found[name] = layer
        return found

    def moves(self, layer: int) -> range:
        """Return the boards of what moves in a layer."""
        first = len(self.names.order) + 5 * layer
        return range(first, first + 5)

    def test(self, pair: Pair) -> Test | None:
        """Return what is looked for in a cell; None if it is never there."""
        names, layers = self.names, self.layers(pair[0])
        if len(set(layers.values())) < len(layers):
            return None
        must: list[int] = []
        some: list[tuple[int, ...]] = []
        none: dict[int, None] = {}
        for adverb, name in pair[0]:
            if adverb == "no":
                none.update(dict.fromkeys(names.numbers(name)))
                continue
            if name not in layers:
                continue
            if names.kind(name) == "or":
                some.append(names.numbers(name))
            else:
                must.append(names.number[name])
            if adverb == "stationary":
                none.update(dict.fromkeys(self.moves(layers[name])))
            elif adverb:
                must.insert(0, self.moves(layers[name])[WAYS.index(adverb)])
        if none.keys() & set(must):
            both = ", ".join(names.order[one] for one in none.keys() & set(must))
            self.names.source.remark(self.rule.line, f"{both} cannot be both there and not there.")
            return None
        own = {layers[name] for name in layers if names.kind(name) == ""}
        change = self.change(pair[1], must, set(layers.values()), own)
        return Test(tuple(must), tuple(some), tuple(none), change)

    def change(self, right: RuleCell, must: list[int], used: set[int], own: set[int]) -> Change:
        """Return what is put into a cell where some boards are set, and some layers are used."""
        if not self.rule.has_right:
            return Change()
        names, layers = self.names, self.layers(right)
        if len(set(layers.values())) < len(layers):
            self.fault("two things of one layer are put into one cell.")
        sets: set[int] = set()
        clears = set(must)
        moved: set[int] = set()
        objects: set[int] = set()
        ways: set[int] = set()
        for adverb, name in right:
            if adverb == "random":
                objects.update(names.numbers(name))
                if names.kind(name) != "or":
                    names.source.remark(self.rule.line, f"there is only one {name} to choose from.")
            elif adverb == "no":
                clears.update(names.numbers(name))
            elif name in layers:
                layer = layers[name]
                if names.kind(name) == "":
                    sets.add(names.number[name])
                    clears.update(names.layers[layer])
                    own = own - {layer}
                if adverb:
                    moved.add(layer)
                if adverb == "randomdir":
                    ways.add(layer)
                elif adverb and adverb != "stationary":
                    sets.add(self.moves(layer)[WAYS.index(adverb)])
        for layer in used - set(layers.values()):
            clears.update(names.layers[layer])
            moved.add(layer)
        moved |= own
        for layer in moved:
            clears.update(self.moves(layer))
        parts = (sets, clears - sets, objects, ways, moved)
        return Change(*(tuple(sorted(part)) for part in parts))


def _goals(names: Names) -> tuple[Goal, ...]:
    found = []
    for line in names.source.goals:
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
            sets = [(names.numbers(name), names.kind(name) == "and") for name in words[1::2]]
            where = sets[1] if len(sets) == 2 else ((), True)  # all of nothing is everywhere
            found.append(Goal(line.number, quantity, *sets[0], *where))
    return tuple(found)


def _level(level: Map, names: Names) -> Level:
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
            for number in names.numbers(sign):
                boards[number] |= cells
    _cover(boards, (1 << len(flat)) - 1, names)
    return Level(width, height, tuple(boards), level.line)


def _cover(boards: list[int], full: int, names: Names) -> None:
    """Put the background where there is none: the one in the first cell that has one."""
    first = names.numbers("background")[0]
    layer = names.layers[names.layer[names.order[first]]]
    covered = 0
    for number in layer:
        covered |= boards[number]
    there = [number for number in layer if boards[number] & covered & -covered]
    boards[there[0] if there else first] |= full & ~covered
