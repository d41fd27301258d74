"""Whole boards with their mines: written as rows or as codes, measured, and made into games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from itertools import chain
from operator import xor

from interactive_provider.errors import BadParameter, quote
from interactive_provider.support.plurals import counted

from .grid import Grid, Square, Squares, grid
from .rules import flood

MinePlace = tuple[int, int]
"""(row, column), both from 0."""

_CODE = re.compile(r"(\d+)x(\d+)(?:n(\d+)a?)?:(?:(\d+),(\d+),)?([mu])((?:[0-9a-fA-F]{2})*)")
_BEGINS_CODE = re.compile(r"\s*\d+x\d+(n[\d.]+)?a?[:#]")


@dataclass(frozen=True, slots=True)
class Layout:
    """A board with its mines, and the first click it was made for, if any."""

    rows: int
    columns: int
    mined: Squares = field(repr=False)
    first: MinePlace | None = None

    @property
    def grid(self) -> Grid:
        """The geometry of this board."""
        return grid(self.rows, self.columns)

    @property
    def mines(self) -> int:
        """How many mines there are."""
        return self.mined.bit_count()

    @property
    def text(self) -> tuple[str, ...]:
        """The rows as strings: `*` for a mine, otherwise the number."""
        near = self.grid.neighbours
        signs = [
            "*" if self.mined >> square & 1 else str((self.mined & near[square]).bit_count())
            for square in range(self.grid.size)
        ]
        return tuple(
            "".join(signs[at : at + self.columns]) for at in range(0, len(signs), self.columns)
        )

    @property
    def code(self) -> str:
        """The board's code, as `write_code` writes it."""
        return write_code(self)


def read_rows(rows: Sequence[str]) -> Layout:
    """Return the board that rows of text describe: `*` is a mine, anything else is free."""
    lines = list(rows) if isinstance(rows, Iterable) else [rows]
    if not lines or not all(
        isinstance(line, str) and line and len(line) == len(lines[0]) for line in lines
    ):
        raise BadParameter(
            f"{quote(lines)} are not the rows of a board: all must have the same length, above 0"
        )
    signs = "".join(lines)
    mined = sum(1 << square for square, sign in enumerate(signs) if sign == "*")
    return Layout(grid(len(lines), len(lines[0])).rows, len(lines[0]), mined)


def as_layout(board: Layout | str | Sequence[str]) -> Layout:
    """Return a board given as a layout, as a code or as rows."""
    if isinstance(board, Layout):
        return board
    return read_code(board) if isinstance(board, str) else read_rows(board)


def is_code(text: str) -> bool:
    """True if a text begins as a board code does, even if the rest is wrong."""
    return _BEGINS_CODE.match(text) is not None


def read_code(code: str) -> Layout:
    """Return the board of a code `WxHnM:x,y,u<hex>`: width, height, mines, first click, and the
    mines as bits.

    The bits are in reading order, the highest of each byte first, as in Simon Tatham's Mines; after
    `m` in place of `u` they are masked, as in its game IDs. `x` and `y` count from 0 and may be
    missing. Raises `BadParameter` when the code is cut short or contradicts itself.
    """
    match = _CODE.fullmatch(code.strip()) if isinstance(code, str) else None
    if not match:
        raise BadParameter(
            f"{quote(code)} is not a board code; one looks like 9x9n10:4,3,u<22 hex digits> (with #"
            " or r it is only a seed: make the first click in that program, then copy its game id)"
        )
    columns, rows = map(int, match.groups()[:2])
    size = grid(rows, columns).size
    digits = match[7]
    if len(digits) != (length := 2 * ((size + 7) // 8)):
        raise BadParameter(
            f"{quote(code)} has {len(digits)} hex digits; a {columns}x{rows} board has {length}"
        )
    data = bytes.fromhex(digits)
    if match[6] == "m":
        data = _unmasked(data, size)
    bits = format(int.from_bytes(data), f"0{8 * len(data)}b")
    mined = int(bits[:size][::-1], 2)
    mines = int(match[3] or mined.bit_count())
    if mined.bit_count() != mines or "1" in bits[size:]:
        raise BadParameter(
            f"{quote(code)} says {counted(mines, 'mine')}, but its bits hold {bits.count('1')}"
        )
    if match[4] is None:
        return Layout(rows, columns, mined)
    first = int(match[5]), int(match[4])
    grid(rows, columns).square(*first)
    return Layout(rows, columns, mined, first)


def _unmasked(data: bytes, size: int) -> bytes:
    """Return the bits of a game ID, in which each half is masked by hashes of the other one, and
    the bits after the last square are 0."""
    half = len(data) // 2
    second = bytearray(_masked(data[half:], data[:half]))
    second[-1] &= -1 << -size % 8 & 255
    return _masked(data[:half], bytes(second)) + second


def _masked(data: bytes, seed: bytes) -> bytes:
    """Return bytes XORed with the hashes of a seed and 0, 1 …; doing it twice restores the
    bytes."""
    mask = (sha1(b"%b%d" % (seed, n), usedforsecurity=False).digest() for n in range(len(data)))
    return bytes(map(xor, data, chain.from_iterable(mask)))


def write_code(board: Layout) -> str:
    """Return the code `WxHnM:x,y,u<hex>` of a board; see `read_code`."""
    row, column = board.first or (0, 0)
    size = board.grid.size
    bits = format(board.mined, f"0{size}b")[::-1].ljust(8 * ((size + 7) // 8), "0")
    digits = f"{int(bits, 2):0{len(bits) // 4}x}"
    return f"{board.columns}x{board.rows}n{board.mines}:{column},{row},u{digits}"


def openings(board: Layout | str | Sequence[str]) -> list[Squares]:
    """Return the openings: connected zeros, each with its edge of numbers."""
    laid = as_layout(board)
    zeros = laid.grid.all & ~laid.grid.spread(laid.mined)
    regions = []
    while zeros:
        first = zeros & -zeros
        regions.append(flood(laid.grid, laid.mined, first.bit_length() - 1))
        zeros &= ~regions[-1]
    return regions


def three_bv(board: Layout | str | Sequence[str]) -> int:
    """Return Bechtel's Board Benchmark Value (3BV): the minimum number of left clicks that open all
    safe squares.

    It counts one for each opening and one for each number that touches no opening. `board` is a
    `Layout`, a board code or rows with `*` for mines.
    """
    laid = as_layout(board)
    regions = openings(laid)
    opened = 0
    for opening in regions:
        opened |= opening
    return len(regions) + (laid.grid.all & ~laid.mined & ~opened).bit_count()


def check_first(board: Layout, first: MinePlace | None) -> Square:
    """Return the first click as a square: the given one, the board's own, or the middle; raise
    `BadParameter` if it is off the board."""
    row, column = first or board.first or (board.rows // 2, board.columns // 2)
    return board.grid.square(row, column)
