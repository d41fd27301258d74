"""A rule about single objects in one direction, ready to be applied.

For each stretch of cells two small functions are written and compiled, because a turn spends its
time in them: one returns the cells where the stretch begins, another one changes the boards there.
Their text is made of numbers of boards only. In it ``b`` are the boards, ``s`` the cells where the
stretch has room, ``d`` the distance to the next cell, ``m`` and ``w`` cells, ``t`` a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from .rules import Rule

TurnBoards: TypeAlias = "list[int]"
"""The boards during a turn; the last entry has a bit for each board that has had any cell."""
RuleMatch: TypeAlias = "tuple[int, ...]"
"""The first cell of each part of a rule, as a board of one cell."""

MOST_WORK = 100_000
"""How many cells of rules a turn may change one by one on a small level."""
_CELLS = 2_000
"""A level of more cells makes each change slower."""


class EndlessTurn(Exception):
    """The rules go round and round: ``line`` is the line of one of them."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the rules go round and round (line {line})")
        self.line = line


class Size:
    """The size of a level, and what follows from it."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells = width * height
        self.full = (1 << self.cells) - 1
        self.distances = {"up": 1, "down": 1, "left": height, "right": height}
        self._starts: dict[tuple[str, int], int] = {}

    def starts(self, direction: str, length: int) -> int:
        """Return the cells before which there is room for a row."""
        key = direction, length
        if key not in self._starts:
            ahead = range(self.cells)
            cells = ("1" if self.room(at, direction) >= length else "0" for at in reversed(ahead))
            self._starts[key] = int("".join(cells), 2)
        return self._starts[key]

    def room(self, at: int, direction: str) -> int:
        """Return how many cells there are from a cell to the edge."""
        x, y = divmod(at, self.height)
        if direction in ("up", "down"):
            return y + 1 if direction == "up" else self.height - y
        return x + 1 if direction == "left" else self.width - x


class Turning:
    """What a turn has led to so far, besides the boards."""

    def __init__(self, chance: Callable[[], float], size: Size) -> None:
        self.chance = chance
        self.size = size
        self.left = MOST_WORK * _CELLS // max(_CELLS, size.cells)
        self.draws = 0
        self.commands: dict[str, str] = {}
        self.marks: dict[tuple[int, int], int] = {}
        """The rigid group that decided how something moves, by cell and layer."""
        self.banned: set[int] = set()
        """The rigid groups that failed."""

    def spend(self, line: int) -> None:
        """Count a piece of work; raises `EndlessTurn` if it was the last one allowed."""
        self.left -= 1
        if self.left < 0:
            raise EndlessTurn(line)

    def draw(self, count: int) -> int:
        """Return a number from 0 that chance picks."""
        self.draws += 1
        return min(count - 1, int(self.chance() * count))

    def mark(self, cell: int, layers: RuleMatch, group: int) -> bool:
        """Note that a rigid group decided how things move; return if that is new."""
        new = [layer for layer in layers if (cell, layer) not in self.marks]
        for layer in new:
            self.marks[cell, layer] = group
        return bool(new)

    def queue(self, new: dict[str, str]) -> None:
        """Add a rule's commands: cancel drives out all others, restart all but cancel."""
        if "cancel" in self.commands or ("restart" in self.commands and "cancel" not in new):
            return
        if "cancel" in new or "restart" in new:
            self.commands.clear()
        self.commands = {**new, **self.commands}


class CellCode(NamedTuple):
    """What is looked for in a cell, and what is done there."""

    needs: int
    """The boards that must have it, each as a bit."""
    tested: int
    """All boards that are looked at."""
    sets: int = 0
    """The boards that may get the cell; -1 if chance decides."""
    clears: int = 0
    """The boards that may lose it."""
    conditions: tuple[str, ...] = ()
    """Expressions for the cells where more is true than what the cell needs."""
    changes: tuple[str, ...] = ()
    """Statements that change the cells ``w``."""


class CellRun:
    """A stretch of cells without a gap."""

    def __init__(self, cells: list[CellCode], is_backward: bool) -> None:
        self.cells = cells
        self.ahead, self.back = ("<<", ">>") if is_backward else (">>", "<<")
        self.lengths = range(1, len(cells))

    @cached_property
    def match(self) -> Callable[[TurnBoards, int, int], int]:
        """Return the cells where the stretch begins."""
        needed = [(board, k) for k, cell in enumerate(self.cells) for board in bits(cell.needs)]
        lines = ["m = s"]
        for board, k in sorted(needed, reverse=True):  # movements first, because they are rare
            lines += [f"m &= b[{board}] {self.ahead} {k}*d", "if not m: return 0"]
        for k, cell in enumerate(self.cells):
            lines += [f"m &= ({condition}) {self.ahead} {k}*d" for condition in cell.conditions]
        return function("b, s, d", (*lines, "return m"))

    @cached_property
    def put(self) -> Callable[[TurnBoards, int, int, Turning], int]:
        """Change the boards at stretches that begin in some cells; return if that did
        anything."""
        lines = ["c = 0"]
        for k, cell in enumerate(self.cells):
            lines += [f"w = m {self.back} {k}*d", *cell.changes, f"b[-1] |= {cell.sets}"]
        return function("b, m, d, t", (*lines, "return c"))


@lru_cache(maxsize=10_000)
def function(parameters: str, lines: tuple[str, ...]) -> Callable[..., int]:
    """Compile a function of boards and cells."""
    text = f"def made({parameters}):\n " + "\n ".join(lines).replace(" << 0*d", "")
    scope: dict[str, Any] = {}
    exec(text.replace(" >> 0*d", "").replace(" 1*d", " d"), scope)
    return scope["made"]  # type: ignore[no-any-return]


class Step:
    """A rule in one direction; its rows are one part, or several with gaps between them."""

    def __init__(self, rule: Rule, rows: list[list[list[CellCode]]]) -> None:
        self.line = rule.line
        self.direction = rule.directions[0]
        self.commands = dict(rule.commands)
        self.has_right = rule.has_right
        self.has_fired = False
        self.is_backward = self.direction in ("up", "left")
        self.rows = [[CellRun(cells, self.is_backward) for cells in row] for row in rows]
        self.parts = list(chain(*self.rows))
        self.lengths = [sum(len(part.cells) for part in row) for row in self.rows]
        self.rooms = [
            length if part is row[0] else 1
            for row, length in zip(self.rows, self.lengths, strict=True)
            for part in row
        ]
        """The cells for which each part needs room: the first one of a row for all of it."""
        codes = [code for part in self.parts for code in part.cells]
        self.needs = _all_of(code.needs for code in codes)
        sets = _all_of(code.sets for code in codes)
        clears = _all_of(code.clears for code in codes)
        tested = _all_of(code.tested for code in codes)
        self.has_gaps = len(self.parts) > len(self.rows)
        self.is_free = not (self.has_gaps or (sets | clears) & tested or sets & clears)
        """True if no match can spoil another one, so that all may be changed at once."""
        self.is_simple = len(self.parts) == 1 and sets >= 0

    def apply(self, boards: TurnBoards, turning: Turning) -> bool:
        """Apply the rule wherever it matches; return if that changed anything."""
        masks = self._masks(boards, turning)
        if not masks or (self.has_gaps and not any(self._matches(masks, turning.size))):
            return False
        has_changed = self.has_right and self._change(boards, masks, turning)
        return self._fire(turning, has_changed)

    def apply_at(self, boards: TurnBoards, match: RuleMatch, turning: Turning) -> bool:
        """Apply the rule to one match that chance picked."""
        return self._fire(turning, self.has_right and self._put(boards, match, turning))

    def matches(self, boards: TurnBoards, turning: Turning) -> Iterator[RuleMatch]:
        """Yield the matches, in the order of the original."""
        masks = self._masks(boards, turning)
        return self._matches(masks, turning.size) if masks else iter(())

    def _fire(self, turning: Turning, has_changed: bool) -> bool:
        turning.spend(self.line)
        if self.commands:
            turning.queue(self.commands)
        if has_changed or self.commands:
            self.has_fired = True
        return has_changed

    def _masks(self, boards: TurnBoards, turning: Turning) -> list[int]:
        """Return where each part begins; nothing if one of them is nowhere."""
        size, direction = turning.size, self.direction
        distance = size.distances[direction]
        found = []
        for part, room in zip(self.parts, self.rooms, strict=True):
            mask = part.match(boards, size.starts(direction, room), distance)
            if not mask:
                return []
            found.append(mask)
        return found

    def _change(self, boards: TurnBoards, masks: list[int], turning: Turning) -> bool:
        is_apart = len(masks) == 1 and self._is_apart(masks[0], turning)
        if self.is_free or (is_apart and self.is_simple):
            return self._put(boards, masks, turning)
        has_changed = is_stale = False
        for match in self._matches(masks, turning.size):
            turning.spend(self.line)
            if is_stale:
                masks = self._masks(boards, turning) or [0] * len(masks)
            is_stale = False
            if all(map(int.__and__, masks, match)) and self._put(boards, match, turning):
                has_changed = True
                is_stale = not is_apart
        return has_changed

    def _is_apart(self, found: int, turning: Turning) -> bool:
        """True if no two stretches have a cell in common."""
        distance = turning.size.distances[self.direction]
        return not any(found & found >> k * distance for k in self.parts[0].lengths)

    def _put(self, boards: TurnBoards, cells: Sequence[int], turning: Turning) -> bool:
        distance = turning.size.distances[self.direction]
        has_changed = False
        for part, cell in zip(self.parts, cells, strict=True):
            if part.put(boards, cell, distance, turning):
                has_changed = True
        return has_changed

    def _matches(self, masks: list[int], size: Size) -> Iterator[RuleMatch]:
        places = []
        for row, length in zip(self.rows, self.lengths, strict=True):
            cells = list(bits(masks[0]))
            if size.distances[self.direction] > 1:
                cells.sort(key=lambda cell: (cell % size.height, cell))
            places.append(
                [(cell,) for cell in cells]
                if len(row) == 1
                else [place for at in cells for place in self._gaps(row, masks, at, length, size)]
            )
            masks = masks[len(row) :]
        for match in product(*reversed(places)):
            yield tuple(1 << cell for cell in chain(*reversed(match)))

    def _gaps(
        self, row: list[CellRun], masks: list[int], at: int, length: int, size: Size
    ) -> Iterator[RuleMatch]:
        """Yield where the parts of a row can be if the first one is in a cell."""
        if len(row) == 1:
            yield (at,)
            return
        own = len(row[0].cells)
        step = size.distances[self.direction] * (-1 if self.is_backward else 1)
        for gap in range(size.room(at, self.direction) - length + 1):
            place = at + (own + gap) * step
            if masks[1] >> place & 1:
                for more in self._gaps(row[1:], masks[1:], place, length - own, size):
                    yield (at, *more)


def _all_of(boards: Iterable[int]) -> int:
    found = 0
    for board in boards:
        found |= board
    return found


def bits(board: int) -> Iterator[int]:
    """Yield the cells of a board."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low
