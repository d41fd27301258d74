"""A rule on a level of some size: where it matches, and what it puts there.

For each stretch of cells two small functions are written and compiled, because a turn spends its
time in them: one returns the cells where the stretch begins, another one changes the boards. Their
text is made of numbers of boards and distances only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import Any, TypeAlias

from .compiling import Change, Pattern, Step, Test

MOST_WORK = 100_000
"""How many cells of rules a turn may change one by one on a small level."""
_CELLS = 2_000
"""A level of more cells makes each change slower."""

Work: TypeAlias = "list[int]"
"""The boards during a turn; the last entry has a bit for each board that has had any cell."""


class EndlessTurn(Exception):
    """The rules go round and round: ``line`` is the line of one of them."""

    def __init__(self, line: int) -> None:
        super().__init__(f"the rules go round and round (line {line})")
        self.line = line


class Turning:
    """What a turn has led to so far, besides the boards."""

    def __init__(self, chance: Callable[[], float], cells: int) -> None:
        self.chance = chance
        self.left = MOST_WORK * _CELLS // max(_CELLS, cells)
        self.draws = 0
        self.commands: list[tuple[str, str]] = []
        self.marks: dict[tuple[int, int], int] = {}
        """The rigid group that decided how something moves, by cell and layer."""
        self.banned: set[int] = set()
        """The rigid groups that failed."""

    def forget(self) -> None:
        """Begin again, with the same luck and what is left of the work."""
        self.commands.clear()
        self.marks.clear()

    def spend(self, line: int) -> None:
        """Count a piece of work; raises `EndlessTurn` if it was the last one allowed."""
        self.left -= 1
        if self.left < 0:
            raise EndlessTurn(line)

    def draw(self, count: int) -> int:
        """Return a number from 0 that chance picks."""
        self.draws += 1
        return min(count - 1, int(self.chance() * count))

    def queue(self, new: tuple[tuple[str, str], ...]) -> None:
        """Add a rule's commands: cancel drives out all others, restart all but cancel."""
        old, names = dict(self.commands), dict(new)
        if "cancel" in old or ("restart" in old and "cancel" not in names):
            return
        if "cancel" in names or "restart" in names:
            self.commands.clear()
        for command in new:
            if command[0] not in dict(self.commands):
                self.commands.append(command)


class Part:
    """A stretch of cells in one direction: the cells may begin where ``start`` has a bit."""

    def __init__(self, tests: tuple[Test, ...], step: int, start: int) -> None:
        self.tests = tests
        self.step = step
        self.start = start
        self.lengths = [abs(step) * k for k in range(1, len(tests))]

    @cached_property
    def match(self) -> Callable[[Work], int]:
        """Return the cells where the stretch begins."""
        needed = [(board, k) for k, test in enumerate(self.tests) for board in test.all]
        lines = ["m = s"]
        for board, k in sorted(needed, reverse=True):  # movements first, because they are rare
            lines += [f"m &= b[{board}]{_shift(-k * self.step)}", "if not m: return 0"]
        for k, test in enumerate(self.tests):
            shift = _shift(-k * self.step)
            lines += [f"m &= ({_any_of(group)}){shift}" for group in test.any]
            if test.none:
                lines.append(f"m &= ~(({_any_of(test.none)}){shift})")
        return _function("b, s=s", (*lines, "return m"), self.start)

    @cached_property
    def put(self) -> Callable[[Work, int], int]:
        """Change the boards at stretches that begin in some cells; return if that did
        anything."""
        lines = ["c = 0"]
        boards = 0
        for k, test in enumerate(self.tests):
            lines.append(f"w = m{_shift(k * self.step)}")
            for board in test.change.sets:
                lines += [f"t = w & ~b[{board}]", f"if t: b[{board}] |= t; c = 1"]
                boards |= 1 << board
            for board in test.change.clears:
                lines += [f"t = w & b[{board}]", f"if t: b[{board}] ^= t; c = 1"]
        return _function("b, m", (*lines, f"b[-1] |= {boards}", "return c"), 0)

    def overlaps(self, found: int) -> bool:
        """True if some of these stretches have cells in common."""
        return any(found & found >> length for length in self.lengths)


def _shift(by: int) -> str:
    if not by:
        return ""
    return f" << {by}" if by > 0 else f" >> {-by}"


def _any_of(boards: tuple[int, ...]) -> str:
    return " | ".join(f"b[{board}]" for board in boards)


@lru_cache(maxsize=4096)
def _function(parameters: str, lines: tuple[str, ...], start: int) -> Callable[..., int]:
    scope: dict[str, Any] = {"s": start}
    exec(f"def made({parameters}):\n " + "\n ".join(lines), scope)  # noqa: S102 - our own text
    return scope["made"]  # type: ignore[no-any-return]


class Row:
    """A row of cells: one part, or several with gaps between them."""

    def __init__(self, parts: Pattern, direction: str, width: int, height: int) -> None:
        self.height = height
        self.direction = direction
        self.step = {"up": -1, "down": 1, "left": -height, "right": height}[direction]
        self.length = sum(map(len, parts))
        self.last = (width - 1, height - 1)
        full = (1 << width * height) - 1
        self.parts = [Part(tests, self.step, full) for tests in parts]
        self.parts[0].start = self._starts(width)

    def _starts(self, width: int) -> int:
        """Return the cells before which there is room for the row."""
        height = self.height
        is_upright = self.direction in ("up", "down")
        room = max(0, (height if is_upright else width) - self.length + 1)
        behind = self.length - 1 if self.step < 0 else 0
        if not is_upright:
            return (1 << room * height) - 1 << behind * height
        column = (1 << room) - 1 << behind
        return sum(column << x * height for x in range(width))

    def room(self, at: int) -> int:
        """Return how many cells the gaps behind a cell can have."""
        x, y = divmod(at, self.height)
        ahead = {"up": y, "down": self.last[1] - y, "left": x, "right": self.last[0] - x}
        return ahead[self.direction] - self.length + 1

    def places(self, boards: Work) -> list[tuple[int, ...]]:
        """Return the first cell of each part of each match, in the order of the original."""
        found = self.parts[0].match(boards)
        cells = list(bits(found))
        if len(cells) > 1 and self.direction in ("left", "right"):
            cells.sort(key=lambda at: (at % self.height, at))
        if len(self.parts) == 1:
            return [(1 << at,) for at in cells]
        others = [part.match(boards) for part in self.parts[1:]]
        return [
            tuple(1 << cell for cell in place)
            for at in cells
            for place in self._behind(at, 0, self.room(at), others)
        ]

    def _behind(self, at: int, part: int, room: int, masks: list[int]) -> Iterator[tuple[int, ...]]:
        """Yield the cells where a part and those behind it begin, if the gaps have some room."""
        if part == len(masks):
            yield (at,)
            return
        for gap in range(room + 1):
            place = at + (len(self.parts[part].tests) + gap) * self.step
            if masks[part] >> place & 1:
                for more in self._behind(place, part + 1, room - gap, masks):
                    yield (at, *more)


def bits(board: int) -> Iterator[int]:
    """Yield the cells of a board."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


class Bound:
    """A step on a level of some size."""

    def __init__(self, step: Step, group: int, size: tuple[int, int], layers: list[tuple[int, ...]]) -> None:
        self.step = step
        self.group = group
        self.layers = layers
        """For each layer the boards of its objects and of what moves in it."""
        self.rows = [Row(parts, step.direction, *size) for parts in step.rows]
        self.parts = [part for row in self.rows for part in row.parts]
        tests = [test for part in self.parts for test in part.tests]
        self.needs = 0
        for board in chain(*(test.all for test in tests)):
            self.needs |= 1 << board
        has_luck = any(test.change.objects or test.change.ways for test in tests)
        self.is_plain = not has_luck and not step.is_rigid
        self.only = self.parts[0] if self.is_plain and len(self.parts) == 1 else None
        self.has_fired = False

    def apply(self, boards: Work, turning: Turning) -> bool:
        """Apply the rule wherever it matches; return if that changed anything."""
        part = self.only
        if part is None:
            return self._apply_each(boards, turning)
        found = part.match(boards)
        if not found:
            return False
        if self.step.has_right and part.overlaps(found):
            return self._apply_each(boards, turning)
        has_changed = bool(self.step.has_right and part.put(boards, found))
        self._fire(turning, has_changed)
        return has_changed

    def _fire(self, turning: Turning, has_changed: bool) -> None:
        turning.spend(self.step.line)
        if has_changed or self.step.commands:
            self.has_fired = True
        if self.step.commands:
            turning.queue(self.step.commands)

    def matches(self, boards: Work) -> Iterator[tuple[int, ...]]:
        """Yield the first cell of each part for each match, in the order of the original."""
        places = []
        for row in self.rows:
            places.append(row.places(boards))
            if not places[-1]:
                return
        for match in product(*reversed(places)):
            yield tuple(chain(*reversed(match)))

    def _apply_each(self, boards: Work, turning: Turning) -> bool:
        has_matched = has_changed = is_stale = False
        masks: list[int] = []
        for match in self.matches(boards):
            has_matched = True
            if not self.step.has_right:
                break
            turning.spend(self.step.line)
            if is_stale:
                masks = [part.match(boards) for part in self.parts]
                is_stale = False
            if all(map(int.__and__, masks, match)) and self.put(boards, match, turning):
                has_changed = is_stale = True
        if has_matched:
            self._fire(turning, has_changed)
        return has_changed

    def apply_at(self, boards: Work, match: tuple[int, ...], turning: Turning) -> bool:
        """Apply the rule to one match that chance picked."""
        has_changed = self.step.has_right and self.put(boards, match, turning)
        self._fire(turning, has_changed)
        return has_changed

    def put(self, boards: Work, match: tuple[int, ...], turning: Turning) -> bool:
        """Change the boards at one match; return if that did anything."""
        if self.is_plain:
            return any([part.put(boards, cell) for part, cell in zip(self.parts, match)])
        before = boards[:-1]
        has_marked = False
        for part, cell in zip(self.parts, match, strict=True):
            part.put(boards, cell)
            for k, test in enumerate(part.tests):
                at = cell.bit_length() - 1 + k * part.step
                self._draw(boards, test.change, 1 << at, turning)
                if self.step.is_rigid:
                    has_marked |= self._mark(at, test.change.layers, turning)
        return has_marked or boards[:-1] != before

    def _draw(self, boards: Work, change: Change, cell: int, turning: Turning) -> None:
        """Put what chance picks into a cell."""
        if change.objects:
            one = change.objects[turning.draw(len(change.objects))]
            for board in next(layer for layer in self.layers if one in layer):
                boards[board] &= ~cell
            self._set(boards, one, cell)
        for layer in change.ways:
            self._set(boards, self.layers[layer][-5] + turning.draw(4), cell)

    def _set(self, boards: Work, board: int, cell: int) -> None:
        boards[board] |= cell
        boards[-1] |= 1 << board

    def _mark(self, at: int, layers: tuple[int, ...], turning: Turning) -> bool:
        """Note that the rule's group decided how things move; return if that is new."""
        new = [layer for layer in layers if (at, layer) not in turning.marks]
        for layer in new:
            turning.marks[at, layer] = self.group
        return bool(new)
