"""Capture: a board of gems that must be cleared completely, without refills.

A move exchanges two neighbouring cells, of which one may be blank, and is legal if immediately
after it, before anything falls, one of the two cells is in a straight run of three or more of one
kind. Then, in waves, all runs vanish, flaming skulls among them also clear their eight neighbours,
and every column falls, until there is no run. The puzzle is won when the board is empty and lost
when tiles remain but no move is legal.

>>> board = parse("rrb / bbr")
>>> moves(board)
[(0, 2, 'down'), (1, 2, 'up')]
>>> print(render(apply(board, (0, 2, "down"))))
___
___
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import NamedTuple, TypeAlias

from interactive_provider.errors import BadParameter, ChoiceError, did_you_mean, quote
from interactive_provider.game.positions import rows_in

from .bitboard import KINDS, Cells, Planes, bits, planes

FLAME = "S"
"""A flaming skull: it has the skulls' kind but explodes when it is cleared."""
BLANK = "_"
LONGEST_SIDE = 16

Direction: TypeAlias = str
"""One of `DIRECTIONS`."""
DIRECTIONS = ("up", "down", "left", "right")
Move: TypeAlias = tuple[int, int, Direction]
"""(row, column, direction): exchange this cell, zero-based from the top left, with its
neighbour."""
CapturePlace: TypeAlias = tuple[int, int]
"""(row, column), zero-based from the top left."""

_SIGNS = KINDS + FLAME + BLANK
_USUAL = "the letters of its tiles, r g b y p c s and S, and _ for an empty place"
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The (row, column) step of each direction."""


class CaptureBoard(NamedTuple):
    """An immutable board; made by `parse` and `apply`. Equal boards are equal values with equal
    hashes."""

    rows: int
    columns: int
    code: int
    """All tiles in one integer: see `capture.bitboard`."""

    def __str__(self) -> str:
        return render(self)

    def __repr__(self) -> str:
        rows = render(self).replace("\n", " / ")
        return f"parse({rows!r})"

    @property
    def planes(self) -> Planes:
        """The layout of the code's bits."""
        return planes(self.rows, self.columns)

    @property
    def settled(self) -> bool:
        """True if nothing floats and there is no run, as on every board between two moves."""
        return not (self.planes.floating(self.code) or self.planes.matched(self.code))

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.rows, self.columns

    @property
    def tiles(self) -> int:
        """The number of tiles left; 0 when the board is cleared."""
        return self.planes.count(self.code)


@dataclass(frozen=True, slots=True)
class Wave:
    """One wave: runs are marked, flaming skulls explode, marked cells become blank, every column
    falls."""

    marked: tuple[CapturePlace, ...]
    """The cells in runs of three or more."""
    exploded: tuple[CapturePlace, ...]
    """The flaming skulls that explode, including chain reactions."""
    cleared: tuple[CapturePlace, ...]
    """All cells that become blank: the marked ones and the tiles beside an explosion."""
    falls: tuple[tuple[CapturePlace, CapturePlace], ...]
    """(from, to) of every tile that falls."""
    board: CaptureBoard
    """The board after the fall, on which another wave may follow."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything that happens in one move, for views to animate."""

    move: Move
    swapped: CaptureBoard
    """The board right after the exchange, before anything vanishes."""
    waves: tuple[Wave, ...]
    board: CaptureBoard
    """The settled board at the end, as returned by `apply`."""


# Reading and writing
# -------------------------------------------------------------------------------------------------


def parse(text: str) -> CaptureBoard:
    """Return the board written in `text`: one line (or part between slashes) for each row, the top
    row first.

    Signs are the letters of `KINDS`, `S` for a flaming skull and `_` for a blank; other white space
    is ignored, and 64 signs in a single line are a board of 8×8. Raises `BadParameter` for an
    unknown sign, ragged rows, no cells, a side longer than `LONGEST_SIDE`, floating tiles and runs.
    """
    board = _encode(_rows(text))
    if not board.settled:
        raise BadParameter(_unsettled_message(board))
    return board


def render(board: CaptureBoard) -> str:
    """Return the board in letters, one line for each row, as `parse` reads it."""
    rows, columns = board.shape
    return "\n".join(
        "".join(sign_at(board, (row, column)) for column in range(columns)) for row in range(rows)
    )


def sign_at(board: CaptureBoard, place: CapturePlace) -> str:
    """Return the letter of the tile at `place`, or `BLANK`."""
    where = board.planes
    code = board.code
    tile = code >> place[0] * where.width + place[1] & where.replicate
    if not tile:
        return BLANK
    if tile >> where.flame_shift:
        return FLAME
    return KINDS[tile.bit_length() // where.plane]


def _rows(text: str) -> list[str]:
    rows = rows_in(text, {sign: sign for sign in _SIGNS} | dict.fromkeys("·.-", BLANK), _USUAL)
    if len(rows) == 1 and len(rows[0]) == 64:
        rows = [rows[0][start : start + 8] for start in range(0, 64, 8)]
    if max(len(rows), len(rows[0])) > LONGEST_SIDE:
        shape = f"{len(rows)}×{len(rows[0])}"
        raise BadParameter(
            f"A board of {shape} is too large: at most {LONGEST_SIDE}×{LONGEST_SIDE} fit."
        )
    return rows


def _encode(rows: Sequence[str]) -> CaptureBoard:
    where = planes(len(rows), len(rows[0]))
    code = 0
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            cell = 1 << row * where.width + column
            if sign != BLANK:
                code |= cell << KINDS.index(sign.lower()) * where.plane
            if sign == FLAME:
                code |= cell << where.flame_shift
    return CaptureBoard(where.rows, where.columns, code)


def _unsettled_message(board: CaptureBoard) -> str:
    where = board.planes
    floating = where.floating(board.code)
    row, column = where.places(floating or where.fold(where.matched(board.code)))[0]
    tile = f"{sign_at(board, (row, column))!r} at row {row + 1} column {column + 1}"
    what = f"a run of {tile} would vanish at once"
    if floating:
        what = f"{tile} floats above an empty place"
    return f"This board is not at rest: {what}."


# Moves --------------------------------------------------------------------------------------------


def moves(board: CaptureBoard) -> list[Move]:
    """Return every legal move: first the horizontal exchanges, then the vertical ones, each in
    reading order.

    An exchange can be named from either of its cells, and both names are listed, one after the
    other.
    """
    where = board.planes
    found: list[Move] = []
    for exchange in bits(where.exchanges(board.code)):
        found += where.moves[1 << exchange]
    return found


def apply(board: CaptureBoard, move: Move) -> CaptureBoard:
    """Return the board after `move`; raise `ChoiceError` if it is not legal."""
    where = board.planes
    return CaptureBoard(where.rows, where.columns, where.settle(*_exchanged(board, move)))


def trace(board: CaptureBoard, move: Move) -> Trace:
    """Return what happens in `move`, wave by wave; raise `ChoiceError` if it is not legal."""
    where = board.planes
    code, hole = _exchanged(board, move)
    swapped = CaptureBoard(where.rows, where.columns, code)
    waves: list[Wave] = []
    while marked := where.matched(code):
        waves.append(_wave(where, code, marked=where.fold(marked), holes=hole))
        code = waves[-1].board.code
        hole = 0
    return Trace(_checked(board, move), swapped, tuple(waves), waves[-1].board)


def _exchanged(board: CaptureBoard, move: Move) -> tuple[int, Cells]:
    """Return the code right after a move, and the cell that it leaves empty; raise `ChoiceError` if
    the move is not legal, which on a board at rest means that it makes no run."""
    where = board.planes
    move = _checked(board, move)
    code, hole = where.swap(board.code, where.exchange_of[move])
    if not where.matched(code):
        raise ChoiceError(_refusal(board, move))
    return code, hole


def _wave(where: Planes, code: int, marked: Cells, holes: Cells) -> Wave:
    """Return what happens when `marked` cells are cleared: explosions, falls, and the board after.

    `holes` are cells that were empty before, with tiles above them.
    """
    cells, exploded = where.blast(code, marked)
    cleared = cells & where.occupied(code)
    rest = code & ~(cells * where.replicate)
    holes |= cells
    falls = _falls(where, where.occupied(rest), holes)
    board = CaptureBoard(where.rows, where.columns, where.fall(rest, holes))
    return Wave(where.places(marked), where.places(exploded), where.places(cleared), falls, board)


def _falls(
    where: Planes, tiles: Cells, holes: Cells
) -> tuple[tuple[CapturePlace, CapturePlace], ...]:
    """Return where each tile that has a hole below it falls to, in reading order."""
    found = []
    for row, column in where.places(tiles):
        below = sum(
            holes >> lower * where.width + column & 1 for lower in range(row + 1, where.rows)
        )
        if below:
            found.append(((row, column), (row + below, column)))
    return tuple(found)


# Refusals -----------------------------------------------------------------------------------------


def _checked(board: CaptureBoard, move: Move) -> Move:
    """Return `move` as a tuple that names an exchange on the board; raise `ChoiceError` for
    anything else."""
    try:
        row, column, direction = move
        row = index(row)
        column = index(column)
    except (TypeError, ValueError):
        raise ChoiceError(
            f"A move must be (row, column, direction) such as (7, 1, 'up'), not {quote(move)}."
        ) from None
    if direction not in DIRECTIONS:
        raise ChoiceError(
            f"There is no direction {quote(direction)}.{did_you_mean(str(direction), DIRECTIONS)}"
        )
    if (row, column, direction) not in board.planes.exchange_of:
        raise ChoiceError(_off_the_board(board, (row, column, direction)))
    return row, column, direction


def _off_the_board(board: CaptureBoard, move: Move) -> str:
    rows, columns = board.shape
    row, column, _ = move
    on_it = row in range(rows) and column in range(columns)
    what = "leads off the board" if on_it else "starts off the board"
    size = f"rows run from 0 to {rows - 1}, columns from 0 to {columns - 1}"
    return f"{quote(move)} {what}: {size}.{_nearest(board, move)}"


def _refusal(board: CaptureBoard, move: Move) -> str:
    """Return why an exchange on the board is not legal, with the nearest legal move."""
    row, column, direction = move
    down, right = STEPS[direction]
    here = sign_at(board, (row, column))
    there = sign_at(board, (row + down, column + right))
    if here == there == BLANK:
        why = "exchanges two blanks"
    elif here.lower() == there.lower():
        why = f"exchanges two tiles of one kind, {here!r} and {there!r}"
    else:
        why = f"makes no run of three: {here!r} and {there!r} would match nothing"
    return f"{move} {why}.{_nearest(board, move)}"


def _nearest(board: CaptureBoard, move: Move) -> str:
    """Return the legal move nearest to `move`, as a question."""
    legal = moves(board)
    if not legal:
        return " No move is legal here."
    row, column, _ = move
    best = min(
        legal,
        key=lambda other: (
            abs(other[0] - row) + abs(other[1] - column),
            other[2] != move[2],
            other,
        ),
    )
    return f" Did you mean {best!r}?"
