"""A rule about single objects in one direction, ready to be applied.

Python is fast where it handles all cells of a level in one operation and slow where it decides
what to do next. So rules become code: for each rule a chain of tests on boards that ends at the
first cell that is nowhere, and a function that changes the boards. In both, ``b`` are the boards,
``t`` is the turn, ``z`` the size of the level, ``h`` its height, ``m0``, ``m1`` ... the cells where
a stretch of the rule begins, ``w`` the cells that are changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from .rules import Rule

TurnBoards: TypeAlias = "list[int]"
"""The boards during a turn."""
RuleMatch: TypeAlias = "tuple[int, ...]"
"""The first cells of each stretch of a rule, each as a board."""

MOST_WORK = 30_000
"""How many cells of rules a turn may change one by one on a small level."""
_CELLS = 2_000
"""A level of more cells makes each change slower."""


class EndlessTurn(Exception):
    """A turn never ends; the message gives the reason."""


class Size(dict[tuple[str, int], int]):
    """The size of a level: ``size[direction, length]`` are the cells that begin a row of ``length``
    cells before the edge."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells = width * height
        self.full = (1 << self.cells) - 1
        self.steps = {"up": -1, "down": 1, "left": -height, "right": height}
        """How far the next cell is in each direction."""
        column = (1 << height) - 1
        inner = self.full // column * (column >> 1)
        inside = (inner << 1, inner, self.full & ~column, self.full >> height)
        self.inside = dict(zip(self.steps, inside, strict=True))
        """The cells that have a next cell in each direction."""
        self.ways = tuple(zip(self.steps.values(), inside, strict=True))

    def __missing__(self, key: tuple[str, int]) -> int:
        direction, length = key
        cells = self.full
        for _ in range(length - 1):
            cells = shifted(cells, -self.steps[direction]) & self.inside[direction]
        self[key] = cells
        return cells

    def before(self, first: int, second: int, direction: str, length: int) -> int:
        """Return the cells with one of ``second`` at least ``length`` cells ahead."""
        back = -self.steps[direction]
        has_next = self.inside[direction]
        for _ in range(length):
            second = shifted(second, back) & has_next
        reached = 0
        while reached != second:
            reached = second
            second |= shifted(second, back) & has_next
        return first & reached


class Turning:
    """What a turn has led to so far, besides the boards."""

    def __init__(self, chance: Callable[[], float], size: Size) -> None:
        self.chance = chance
        self.size = size
        self.left = self.most = MOST_WORK * _CELLS // max(_CELLS, size.cells)
        self.draws = 0
        self.commands: dict[str, str] = {}
        self.marks: dict[tuple[int, int], int] = {}
        """The rigid group that decided how something moves, by cell and layer."""
        self.banned: set[int] = set()
        """The rigid groups that failed."""

    def spend(self, line: int, work: int = 1) -> None:
        """Count pieces of work; raises `EndlessTurn` if there are more than are allowed."""
        self.left -= work
        if self.left < 0:
            raise EndlessTurn(f"see line {line}")

    def draw(self, count: int) -> int:
        """Return a random number from 0, below ``count``."""
        self.draws += 1
        return min(count - 1, int(self.chance() * count))

    def deal(self, cells: int, count: int) -> Iterable[tuple[int, int]]:
        """Return the numbers from 0 below ``count``, each with the cells for which chance picks
        it."""
        dealt = [0] * count
        for at in bits(cells):
            dealt[self.draw(count)] |= 1 << at
        return enumerate(dealt)

    def mark(self, cells: int, layers: Sequence[int], group: int) -> bool:
        """Note that a rigid group decided how things move; return True if that is new."""
        before = len(self.marks)
        for place in product(bits(cells), layers):
            self.marks.setdefault(place, group)
        return len(self.marks) > before

    def ban(self, stuck: Sequence[tuple[int, int]]) -> bool:
        """Ban the rigid groups that could not move a cell of a layer; return True if any is new."""
        new = {self.marks[place] for place in stuck if place in self.marks} - self.banned
        self.banned |= new
        return bool(new)

    def queue(self, new: dict[str, str]) -> None:
        """Add a rule's commands: cancel replaces all others, restart all but cancel."""
        is_last = "cancel" in new or "restart" in new
        if "cancel" not in self.commands and ("restart" not in self.commands or "cancel" in new):
            self.commands = new if is_last else new | self.commands


class CellCode(NamedTuple):
    """What is looked for in a cell, and what is done there."""

    tests: tuple[str, ...]
    """Expressions for the cells that may be it, what is rare first."""
    tested: frozenset[int]
    """The boards that must have the cell; inverted (``~``) those that must not."""
    changed: frozenset[int] = frozenset()
    """The boards that get the cell; inverted those that lose it."""
    changes: tuple[str, ...] = ()
    """Statements that change the cells ``w``."""
    draws: int = 0
    """How often chance decides."""


class Step:
    """A rule in one direction: rows of stretches of cells, with gaps between the stretches."""

    def __init__(self, rule: Rule, rows: list[list[list[CellCode]]]) -> None:
        self.line = rule.line
        self.direction = rule.directions[0]
        self.commands = dict(rule.commands)
        self.has_fired = False
        self.rows = rows
        codes = [code for row in rows for part in row for code in part]
        tested = union(code.tested for code in codes)
        changed = union(code.changed for code in codes)
        self.tested = frozenset(max(board, ~board) for board in tested)
        """The boards that are looked at."""
        self.changed = frozenset(max(board, ~board) for board in changed)
        """The boards that may be changed."""
        draws = sum(code.draws for code in codes)
        self.is_lucky = draws > 1 or (draws == 1 and self.direction in ("left", "right"))
        """True if chance decides in another order than that of the cells."""
        self.parts = list(chain(*rows))
        spoiled = {~board for board in changed} & (tested | changed)
        may_spoil = spoiled or draws or len(self.parts) > len(rows)
        self.is_free = not (self.is_lucky or (may_spoil and len(codes) > 1))
        """True if no match can spoil another one, so that all may be changed at once."""

    # Code ----------------------------------------------------------------------------------

    @cached_property
    def condition(self) -> str:
        """An expression that is true if the rule matches; it sets ``m0``, ``m1`` ..."""
        tests: list[str] = []
        end = len(self.parts)
        for row in reversed(self.rows):
            length = 0
            for at, cells in zip(range(end - 1, -1, -1), reversed(row), strict=False):
                length += len(cells)
                code = [
                    self._shifted(x, k, ">>") for k, cell in enumerate(cells) for x in cell.tests
                ]
                code.append(f"z[{self.direction!r}, {length}]")
                first, *others = sorted(code, key=lambda one: "b(z~".index(one[0]))
                tests += [f"(m{at} := {first})", *(f"(m{at} := m{at} & {each})" for each in others)]
                if length > len(cells):
                    reached = f"m{at}, m{at + 1}, {self.direction!r}, {len(cells)}"
                    tests.append(f"(m{at} := z.before({reached}))")
            end -= len(row)
        return " and ".join(tests)

    def _shifted(self, cells: str, count: int, sign: str) -> str:
        if self.direction in ("up", "left"):
            sign = "<<" if sign == ">>" else ">>"
        step = " * h" if self.direction in ("left", "right") else ""
        return f"{cells} {sign} {count}{step}" if count else cells

    @cached_property
    def masks(self) -> str:
        """An expression for where the stretches of the rule begin, if it matches."""
        return f"({''.join(f'm{part}, ' for part in range(len(self.parts)))})"

    @cached_property
    def find(self) -> Callable[[TurnBoards, Size], RuleMatch]:
        """Return where the rule matches, nothing if nowhere."""
        return function(
            "b, z", ("h = z.height", f"if {self.condition}: return {self.masks}", "return ()")
        )

    @cached_property
    def put(self) -> Callable[[TurnBoards, Sequence[int], Turning], bool]:
        """Change the boards at some matches; return True if that did anything."""
        boards = "".join(f"b[{board}], " for board in self.changed)
        lines = ["h = t.size.height", "c = False", f"old = {boards}"]
        for at, cells in enumerate(self.parts):
            for k, cell in enumerate(cells):
                lines += [f"w = {self._shifted(f'm[{at}]', k, '<<')}", *cell.changes]
        return function("b, m, t", (*lines, f"return c or old != ({boards})"))

    # At work -------------------------------------------------------------------------------

    def apply(self, boards: TurnBoards, masks: RuleMatch, turning: Turning) -> bool:
        """Apply the rule wherever it matches; return True if that changed anything."""
        turning.spend(self.line)
        has_changed = bool(self.changed) and self._change(boards, masks, turning)
        if self.commands:
            turning.queue(self.commands)
        self.has_fired |= has_changed or bool(self.commands)
        return has_changed

    def _change(self, boards: TurnBoards, masks: RuleMatch, turning: Turning) -> bool:
        size = turning.size
        if self.is_free or self._is_apart(masks, size):
            return self.put(boards, masks, turning)
        has_changed = False
        now = masks
        for match in self.matches(masks, size):
            turning.spend(self.line)
            if all(map(int.__and__, now, match)) and self.put(boards, match, turning):
                has_changed = True
                now = self.find(boards, size)
                if not now:
                    break
        return has_changed

    def _is_apart(self, masks: RuleMatch, size: Size) -> bool:
        """True if no two matches have a cell in common, nor a stretch, nor need an order."""
        if len(masks) > 1 or self.is_lucky:
            return not any(mask & (mask - 1) for mask in masks)
        step = abs(size.steps[self.direction])
        return not any(masks[0] & masks[0] >> k * step for k in range(1, len(self.parts[0])))

    def matches(self, masks: RuleMatch, size: Size) -> Iterator[RuleMatch]:
        """Yield the single matches, in the order of the original."""
        places = []
        waiting = iter(masks)
        for row in self.rows:
            cells = list(bits(next(waiting, 0)))
            if self.direction in ("left", "right"):
                cells.sort(key=lambda cell: cell % size.height)
            found: list[RuleMatch] = [(1 << cell,) for cell in cells]
            for part, mask in zip(row[:-1], waiting, strict=False):
                found = [
                    (*match, place)
                    for match in found
                    for place in self._ahead(match[-1], len(part), mask, size)
                ]
            places.append(found)
        for match in product(*reversed(places)):
            yield sum(reversed(match), ())

    def _ahead(self, cell: int, length: int, mask: int, size: Size) -> Iterator[int]:
        """Yield the places where the next stretch can be, some cells ahead or further."""
        step = size.steps[self.direction]
        place = shifted(cell, length * step)
        while place:
            if place & mask:
                yield place
            place = shifted(place & size.inside[self.direction], step)


@lru_cache(maxsize=10_000)
def function(parameters: str, lines: tuple[str, ...]) -> Callable[..., Any]:
    """Compile a function of boards and cells."""
    scope: dict[str, Any] = {}
    exec(f"def made({parameters}):\n " + "\n ".join(lines), scope)
    return scope["made"]  # type: ignore[no-any-return]


def union(sets: Iterable[Iterable[int]]) -> frozenset[int]:
    """Return the union of several sets."""
    return frozenset(chain.from_iterable(sets))


def any_of(boards: Iterable[int]) -> str:
    """Return an expression for the cells that any of some boards has."""
    return " | ".join(f"b[{board}]" for board in boards)


def bits(board: int) -> Iterator[int]:
    """Yield the cells of a board."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def shifted(board: int, step: int) -> int:
    """Return a board with its cells moved by ``step`` bits."""
    return board << step if step > 0 else board >> -step
