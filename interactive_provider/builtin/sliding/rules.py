"""START HERE: the rules of a sliding puzzle, without any solving.

A *position* is a tuple of rows of integers, tiles 1 … n and the blank 0. Solved means the tiles in
reading order with the blank last. A move slides one tile beside the blank into the blank. A
direction is the one in which the *tile* moves, as on a real puzzle; papers often name the blank's
direction, which is the opposite one.

Cells have two notations, which are always named: the flat ``index = columns * row + column``, and
``(row, column)``, both counted from 0 at the top left.
"""

from __future__ import annotations

import math
import operator
import random
import re
from bisect import bisect
from collections.abc import Iterable, Sequence

from interactive_provider.errors import BadParameter, ChoiceError, nearest, quote
from interactive_provider.game.positions import signs_of
from interactive_provider.support.generators import luck
from interactive_provider.support.plurals import counted

Position = tuple[tuple[int, ...], ...]
Flat = tuple[int, ...]

DIRECTIONS = ("up", "down", "left", "right")
"""The directions in which a tile moves."""

LARGEST_SIDE = 100

_EMPTY = dict.fromkeys("· _ - . -- __ * #".split(), "0")
_DIGITS = {f"{number:x}": str(number) for number in range(16)}
_NUMBER = re.compile("[0-9]{1,9}")
"""The number of a tile: not '²', and not a thousand digits long."""
_GAME_ID = re.compile(r"\s*([1-9]\d*)x\d+:")


class BadMove(ChoiceError):
    """A tile or direction that cannot move now."""


def check_size(rows: int, columns: int) -> tuple[int, int]:
    """Return the size as two ints; raises BadParameter unless both are from 2 to 100."""
    try:
        size = operator.index(rows), operator.index(columns)
    except TypeError:
        raise BadParameter(
            f"A board's rows and columns must be whole numbers, not {quote(rows)} and"
            f" {quote(columns)}; for example 4 and 4."
        ) from None
    if min(size) < 2 or max(size) > LARGEST_SIDE:
        near = tuple(min(max(side, 2), LARGEST_SIDE) for side in size)
        raise BadParameter(
            f"A board of {size[0]}×{size[1]} is not possible: tiles need 2 to {LARGEST_SIDE} rows"
            f" and columns to get past one another; the nearest size is {near[0]}×{near[1]}."
        )
    return size


def parse(text: str) -> Position:
    """Read a position from text: rows separated by newlines or ``/``, tiles by blanks or commas,
    with 0 or ``·`` for the empty cell.

    A single row of 9, 16, … tiles is read as a square, as positions are published; a game ID of
    Simon Tatham's Fifteen (``4x4:1,2,…``) and a picture of the board are understood too.
    """
    game_id = _GAME_ID.match(text)
    rows = signs_of(text[game_id.end() :] if game_id else text, words=True)
    if rows[1:] and rows[0] == [str(len(rows) - 1)]:  # the size, as in the files of many courses
        del rows[0]
    if all(len(row) == 1 and len(row[0]) > 1 for row in rows):  # 123/456/780
        rows = [[_DIGITS.get(sign.lower(), sign) for sign in row[0]] for row in rows]
    rows = [[_EMPTY.get(word, word.removesuffix("•")) for word in row] for row in rows]
    words = [word for row in rows for word in row]
    wrong = next((word for word in words if not _NUMBER.fullmatch(word)), None)
    if wrong is not None:
        raise BadParameter(
            f"{quote(wrong)} in {quote(text)} is not a tile: write whole numbers, 0 for the empty"
            " cell, as in '1 2 3/4 5 6/7 8 0'."
        )
    side = int(game_id[1]) if game_id else math.isqrt(len(words))
    if len(rows) == 1 and side > 1:
        if not game_id and side * side != len(words):
            raise BadParameter(
                f"{quote(text)} is one row of {len(words)} tiles, which is not a square: separate"
                " the rows with /, as in '1 2 3/4 5 0'."
            )
        rows = [words[at : at + side] for at in range(0, len(words), side)]
    return check_position(tuple(tuple(int(word) for word in row) for row in rows))


def to_text(position: Position, separator: str = "\n") -> str:
    """Write a position as text that `parse` reads; numbers are aligned in columns."""
    rows, columns = shape(position)
    width = len(str(rows * columns - 1))
    return separator.join(
        " ".join(str(tile).rjust(width) for tile in row).rstrip() for row in position
    )


def check_position(position: Position | Sequence[Sequence[int]] | str) -> Position:
    """Return the position as a tuple of tuples; text is accepted too.

    Raises BadParameter if it is ragged, has a side under 2 or over 100, or no permutation of 0
    … n.
    """
    if isinstance(position, str):
        return parse(position)
    try:
        if position and all(isinstance(tile, int) for tile in position):
            return parse(" ".join(map(str, position)))
        rows = tuple(
            tuple(0 if tile is None else operator.index(tile) for tile in row) for row in position
        )
    except TypeError:
        raise BadParameter(
            f"{quote(position)} is not a position: give rows of whole numbers, as in ((1, 2), (3,"
            " 0))."
        ) from None
    _check_shape(rows)
    _check_tiles(rows)
    return rows


def _check_shape(rows: Position) -> None:
    widths = {len(row) for row in rows}
    if len(widths) != 1:
        raise BadParameter(
            f"The rows of {quote(rows)} have {' and '.join(map(str, sorted(widths))) or 'no'}"
            " tiles: all rows need equally many; write 0 for the empty cell."
        )
    check_size(len(rows), widths.pop())


def _check_tiles(rows: Position) -> None:
    tiles = flatten(rows)
    height, width = shape(rows)
    last = len(tiles) - 1
    known = range(last + 1)
    strange = next((tile for tile in tiles if tile not in known), None)
    if strange is not None:
        raise BadParameter(
            f"Tile {strange} does not belong on a {height}×{width} board, whose cells are 0 to"
            f" {last}."
        )
    if len(set(tiles)) <= last:
        twice = next(tile for tile in tiles if tiles.count(tile) > 1)
        missing = min(set(known) - set(tiles))
        raise BadParameter(
            f"{_name(twice)} appears twice and {_name(missing).lower()} is missing: "
            f"a {height}×{width} board has each number from 0 to {last} once."
        )


def _name(tile: int) -> str:
    return f"Tile {tile}" if tile else "The empty cell (0)"


def shape(position: Position) -> tuple[int, int]:
    """Return the numbers of rows and of columns."""
    return len(position), len(next(iter(position)))


def goal(rows: int, columns: int) -> Position:
    """Return the solved position: 1, 2, 3 … in reading order, the blank last."""
    rows, columns = check_size(rows, columns)
    return shape_up((*range(1, rows * columns), 0), columns)


def flatten(position: Position) -> Flat:
    """Return the tiles in reading order; the cell (row, column) is at
    ``columns * row + column``."""
    return tuple(tile for row in position for tile in row)


def shape_up(tiles: Sequence[int], columns: int) -> Position:
    """Cut tiles in reading order into rows: the inverse of `flatten`."""
    return tuple(tuple(tiles[start : start + columns]) for start in range(0, len(tiles), columns))


def blank_cell(position: Position) -> tuple[int, int]:
    """Return the (row, column) of the blank."""
    return next((number, row.index(0)) for number, row in enumerate(position) if 0 in row)


def is_solved(position: Position | str) -> bool:
    """Return whether every tile is home and the blank is last."""
    rows = check_position(position)
    return rows == goal(*shape(rows))


def inversions(tiles: Iterable[int]) -> int:
    """Count the pairs of tiles in the wrong order, ignoring the blank."""
    before: list[int] = []
    count = 0
    for tile in filter(None, tiles):
        place = bisect(before, tile)
        count += len(before) - place
        before.insert(place, tile)
    return count


def is_solvable(position: Position | str) -> bool:
    """Return whether the position can be solved at all.

    A move changes both the parity of the permutation and that of the blank's distance from its
    corner, so their sum never changes (Johnson and Story 1879, who also show that every position
    with the right sum can be reached).
    """
    rows = check_position(position)
    wrong = inversions(flatten(rows))
    height, width = shape(rows)
    if width % 2 == 0:
        wrong += height - 1 - blank_cell(rows)[0]
    return wrong % 2 == 0


def why_unsolvable(position: Position | str) -> str:
    """Return the parity argument in words for an unsolvable position, or '' for a solvable one."""
    rows = check_position(position)
    if is_solvable(rows):
        return ""
    count = inversions(flatten(rows))
    pairs = f"{counted(count, 'pair')} of tiles {'is' if count == 1 else 'are'} in the wrong order"
    height, width = shape(rows)
    if width % 2:
        return (
            f"{pairs}: on a board with an odd number of columns no move can make an odd number"
            " even."
        )
    above = height - 1 - blank_cell(rows)[0]
    return (
        f"{pairs} and the empty cell is {counted(above, 'row')} above the bottom: the sum,"
        f" {count + above}, is odd and every move changes it by an even number, so it never"
        " becomes 0."
    )


def ways(rows: Position) -> dict[str, tuple[int, ...]]:
    """Map each of `DIRECTIONS` to the tiles that can slide in it together, the one beside the blank
    first."""
    row, column = blank_cell(rows)
    across = rows[row]
    down = tuple(line[column] for line in rows)
    parts = down[row + 1 :], down[:row][::-1], across[column + 1 :], across[:column][::-1]
    return dict(zip(DIRECTIONS, parts, strict=True))


def _beside_blank(rows: Position) -> dict[str, int]:
    """Map each direction a tile can move in now to that tile, in the order of `DIRECTIONS`."""
    return {name: tiles[0] for name, tiles in ways(rows).items() if tiles}


def moves(position: Position | str) -> tuple[int, ...]:
    """Return the tiles that can move now, in the order of their directions up, down, left,
    right."""
    return tuple(_beside_blank(check_position(position)).values())


def directions(position: Position | str) -> dict[str, int]:
    """Map each direction in which a tile can move now to that tile."""
    return _beside_blank(check_position(position))


def apply(position: Position | str, move: int | str) -> Position:
    """Return the position after one tile, named by number or by the direction it moves in, has
    slid.

    Raises BadMove if that tile is not beside the blank, or nothing can move in that direction.
    """
    rows = check_position(position)
    near = _beside_blank(rows)
    if isinstance(move, str) and not _NUMBER.fullmatch(move):
        if move not in near:
            raise BadMove(_cannot_go(move, near))
        return _swap(rows, near[move])
    tile = _tile_number(move)
    if tile not in near.values():
        raise BadMove(_cannot_move(tile, rows, near))
    return _swap(rows, tile)


def _tile_number(tile: int | str) -> int:
    try:
        return operator.index(tile if not isinstance(tile, str) else int(tile))
    except (TypeError, ValueError):
        raise BadMove(
            f"{quote(tile)} is not a tile: name it by its number, or a direction such as 'up'."
        ) from None


def _cannot_go(word: str, near: dict[str, int]) -> str:
    offered = ", ".join(f"{name} (tile {tile})" for name, tile in near.items())
    if word in DIRECTIONS:
        return f"No tile can move {word} now; these can: {offered}."
    meant = nearest(word, DIRECTIONS)
    question = f" Did you mean {meant!r}?" if meant else ""
    return f"{quote(word)} is neither a tile nor a direction.{question} These can move: {offered}."


def _cannot_move(tile: int, rows: Position, near: dict[str, int]) -> str:
    offered = ", ".join(map(str, near.values()))
    height, width = shape(rows)
    if not 0 < tile < height * width:
        return f"There is no tile {tile} on this {height}×{width} board; these can move: {offered}."
    return f"Tile {tile} is not beside the empty cell; these can move: {offered}."


def _swap(rows: Position, tile: int) -> Position:
    exchange = {0: tile, tile: 0}
    return tuple(tuple(exchange.get(each, each) for each in row) for row in rows)


def slide(position: Position | str, tile: int) -> tuple[int, ...]:
    """Return the single moves that a click on ``tile`` makes: all tiles from the blank up to it, in
    order.

    Raises BadMove if the tile is neither in the blank's row nor in its column.
    """
    rows = check_position(position)
    tile = _tile_number(tile)
    for tiles in ways(rows).values():
        if tile in tiles:
            return tiles[: tiles.index(tile) + 1]
    near = _beside_blank(rows)
    if not tile or tile not in flatten(rows):
        raise BadMove(_cannot_move(tile, rows, near))
    raise BadMove(
        f"Tile {tile} is in neither the row nor the column of the empty cell, so it cannot slide; "
        f"these are beside it: {', '.join(map(str, near.values()))}."
    )


def play(position: Position | str, tiles: Iterable[int]) -> Position:
    """Return the position after sliding these tiles one after another; raises BadMove at the first
    that cannot."""
    rows = check_position(position)
    _, columns = shape(rows)
    cells = list(flatten(rows))
    where = {tile: index for index, tile in enumerate(cells)}
    blank = where[0]
    for number, tile in enumerate(tiles, start=1):
        index = where.get(tile, blank)
        gap = abs(index - blank)
        if gap != columns and (gap != 1 or index // columns != blank // columns):
            now = shape_up(cells, columns)
            raise BadMove(f"Move {number}: {_cannot_move(int(tile), now, _beside_blank(now))}")
        cells[blank] = tile
        cells[index] = 0
        where[tile] = blank
        blank = index
    return shape_up(cells, columns)


def scramble(rows: int, columns: int, seed: object) -> Position:
    """Return a position drawn uniformly from all solvable ones of this size.

    ``seed`` is a ``random.Random`` to draw from, or anything with a stable repr (a number, a text):
    the same seed gives the same position on every machine.
    """
    rows, columns = check_size(rows, columns)
    rng = seed if isinstance(seed, random.Random) else luck(rows, columns, seed)
    tiles = list(range(rows * columns))
    rng.shuffle(tiles)
    position = shape_up(tiles, columns)
    if is_solvable(position):
        return position
    # Exchanging two tiles pairs each unsolvable position with one solvable one, so the result is
    # still uniform.
    first, second = [index for index, tile in enumerate(tiles) if tile][:2]
    tiles[first], tiles[second] = tiles[second], tiles[first]
    return shape_up(tiles, columns)
