"""Makes solvable Capture boards by playing backwards, and grades them by how hard they are.

One step back: insert a run of three or more into the columns, which lifts the tiles above, then
exchange one of its tiles with a neighbour outside the run. The step is kept only if playing that
exchange forwards gives back the original board, so every board comes with a solution. For mirror
images two such steps are made, on the left and on the right.

A grade is a range of the probability that random play clears the board, computed exactly from all
reachable boards, and a minimum number of moves: each of these alone is misleading, for there are
boards of 64 tiles that can be cleared in two moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from interactive_provider.errors import BadParameter, did_you_mean, quote
from interactive_provider.support.generators import luck

from ...support.whole_numbers import is_whole
from .advice import difficulty
from .bitboard import KINDS, Planes, planes
from .rules import CaptureBoard, Move

_SKULL = len(KINDS) - 1
_STEPS_IN_VAIN = 400
"""The number of failed steps back after which a board is considered full."""
_RUN_LENGTHS = (3, 3, 3, 3, 4, 5)
_SECOND_RUN = 0.25
"""The probability that two runs are inserted at once, so that the first is cleared by a cascade."""
_FLAMING = 0.6
_MOST_LIVE_BOARDS = 2_000
"""Boards with more reachable live boards than this are skipped, not graded: most of the time would
be spent on them."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The properties of a grade: the bounds of the random win rate, and the minimum numbers of
    moves, tiles and kinds."""

    least_chance: float
    most_chance: float
    least_moves: int
    tiles: tuple[int, int]
    kinds: tuple[int, int]


GRADES = {
    "gentle": Grade(0.1, 0.6, 3, (9, 15), (3, 3)),
    "easy": Grade(0.01, 0.1, 3, (15, 24), (3, 4)),
    "medium": Grade(0.001, 0.01, 5, (20, 32), (4, 6)),
    "hard": Grade(0.0001, 0.001, 8, (34, 42), (6, 7)),
    "fiendish": Grade(0.0, 0.0001, 10, (36, 42), (7, 7)),
}


def generate(seed: int, grade: str = "medium") -> CaptureBoard:
    """Return the solvable 8×8 board of this seed and grade (one of `GRADES`); the same on every
    machine.

    Raises `BadParameter` for an unknown grade or a seed that is not a whole number.
    """
    if grade not in GRADES:
        raise BadParameter(f"There is no grade {quote(grade)}.{did_you_mean(str(grade), GRADES)}")
    if not is_whole(seed):
        raise BadParameter(f"A seed must be a whole number, not {quote(seed)}.")
    wanted = GRADES[grade]
    rng = luck("capture", seed, grade)
    while True:
        board, line = backwards(
            rng,
            kinds=rng.randint(*wanted.kinds),
            tiles=rng.randint(*wanted.tiles),
            symmetric=rng.random() < 0.5,
            flaming=rng.random() < 0.3,
        )
        if len(line) >= wanted.least_moves and _fits(board, wanted):
            return board


def backwards(
    rng: Random,
    *,
    kinds: int = 5,
    tiles: int = 30,
    symmetric: bool = False,
    flaming: bool = False,
    shape: tuple[int, int] = (8, 8),
) -> tuple[CaptureBoard, tuple[Move, ...]]:
    """Return a board of about `tiles` tiles (fewer if no more fit) and a line that clears it,
    verified; `shape` is its rows and columns."""
    where = planes(*shape)
    chosen = _chosen(rng, kinds, flaming)
    code = 0
    line = []
    failed = 0
    while where.count(code) < tiles and failed < _STEPS_IN_VAIN:
        step = _step_back(where, code, rng, chosen, flaming)
        if step and symmetric:
            step = _doubled(where, code, *step)
        if not step:
            failed += 1
            continue
        code = step[0]
        line += step[1]
    names = (where.moves[1 << exchange][0] for exchange in reversed(line))
    return CaptureBoard(where.rows, where.columns, code), tuple(names)


def _chosen(rng: Random, kinds: int, flaming: bool) -> list[int]:
    """Return a given number of kinds as indices into `KINDS`, including the skull if something
    flames."""
    with_skull = flaming or kinds == len(KINDS) or rng.random() < 0.5
    chosen = sorted(rng.sample(range(_SKULL), kinds - with_skull))
    return chosen + [_SKULL] * with_skull


def _fits(board: CaptureBoard, wanted: Grade) -> bool:
    found = difficulty(board, _MOST_LIVE_BOARDS)
    if found is None or found.shortest is None or found.shortest < wanted.least_moves:
        return False
    return wanted.least_chance <= found.random_win_rate < wanted.most_chance


# One step back
# --------------------------------------------------------------------------------------------------

LaidStep = tuple[int, list[int]]
"""A code and the exchanges that lead back to the original, the last one first."""


def _step_back(
    where: Planes, code: int, rng: Random, kinds: list[int], flaming: bool
) -> LaidStep | None:
    """Return a board from which one exchange leads to `code`, or None if the attempt failed."""
    before = code
    if rng.random() < _SECOND_RUN:
        placed = _put_run(where, before, rng, rng.choice(kinds))
        if placed is None:
            return None
        before = placed[0]
    kind = rng.choice(kinds)
    placed = _put_run(where, before, rng, kind)
    if placed is None:
        return None
    before, cells = placed
    if flaming and kind == _SKULL and rng.random() < _FLAMING:
        before = _put_flame(where, before, rng, kinds, rng.choice(cells))
    exchange = _exchange_beside(where, rng.choice(cells), rng)
    if exchange is None:
        return None
    before, _ = where.swap(before, exchange)
    return (before, [exchange]) if _leads_to(where, before, exchange, code) else None


def _leads_to(where: Planes, before: int, exchange: int, after: int) -> bool:
    """Return whether `before` is at rest and the exchange is legal there and leads to `after`."""
    if where.floating(before) or where.matched(before):
        return False
    return bool(where.exchanges(before) >> exchange & 1) and where.play(before, exchange) == after


def _doubled(where: Planes, code: int, before: int, line: list[int]) -> LaidStep | None:
    """Return a step together with its mirror image, so that a symmetric board stays symmetric, or
    None if they clash."""
    both = before ^ where.mirror(before) ^ code
    if both == before or where.mirror(both) != both:
        return None
    if where.count(both) != 2 * where.count(before) - where.count(code):
        return None
    row, column, direction = where.moves[1 << line[0]][0]
    other = (row, where.columns - 1 - column, "left" if direction == "right" else direction)
    exchange = where.exchange_of[other]
    return (both, [*line, exchange]) if _leads_to(where, both, exchange, before) else None


def _put_run(where: Planes, code: int, rng: Random, kind: int) -> tuple[int, list[int]] | None:
    """Return the code with a run of `kind` inserted somewhere into the columns, and the cells of
    the run."""
    length = rng.choice(_RUN_LENGTHS)
    across = rng.random() < 0.5
    if length > (where.columns if across else where.rows):
        return None
    wide = length if across else 1
    left = rng.randrange(where.columns - wide + 1)
    heights = _heights(where, code)[left : left + wide]
    if max(heights) + (1 if across else length) > where.rows:
        return None
    lowest = rng.randrange(where.rows - 1 - min(heights), where.rows)
    cells = []
    for column in range(left, left + wide):
        code = _lifted(where, code, lowest, column, 1 if across else length)
    for step in range(length):
        row, column = (lowest, left + step) if across else (lowest - step, left)
        cells.append(row * where.width + column)
        code |= 1 << kind * where.plane + cells[-1]
    return code, cells


def _put_flame(where: Planes, code: int, rng: Random, kinds: list[int], cell: int) -> int:
    """Return the code with the skull in `cell` flaming, and a few more tiles around it for it to
    clear."""
    code |= 1 << where.flame_shift + cell
    row, column = divmod(cell, where.width)
    for beside, near in _places_around(where, row, column, rng):
        height = _heights(where, code)[near]
        if height < where.rows and beside >= where.rows - 1 - height:
            code = _lifted(where, code, beside, near, 1)
            code |= 1 << rng.choice(kinds) * where.plane + beside * where.width + near
    return code


def _places_around(where: Planes, row: int, column: int, rng: Random) -> Iterator[tuple[int, int]]:
    """Yield up to four cells in the columns beside the cell; in its own column the lift would move
    the flame."""
    for _ in range(rng.randrange(5)):
        beside = row + rng.choice((-1, 0, 1))
        near = column + rng.choice((-1, 1))
        if 0 <= beside < where.rows and 0 <= near < where.columns:
            yield beside, near


def _exchange_beside(where: Planes, cell: int, rng: Random) -> int | None:
    """Return an exchange of the cell with a neighbour."""
    row, column = divmod(cell, where.width)
    return where.exchange_of.get((row, column, rng.choice(("up", "down", "left", "right"))))


def _heights(where: Planes, code: int) -> list[int]:
    tiles = where.occupied(code)
    return [(tiles & column).bit_count() for column in where.column_bits]


def _lifted(where: Planes, code: int, row: int, column: int, height: int) -> int:
    """Return the code with the tiles of a column from `row` upwards lifted by `height`."""
    moving = code & where.column_bits[column] & where.rows_down_to[row]
    return code ^ moving ^ moving >> height * where.width
