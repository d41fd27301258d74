"""The compiled twin of `bitboard`, `solving.appraisal` and `solving.proof`: numba code, imported
only by its package.

A board of up to 8×8 cells is four words of 64 bits, a bit for each cell (`row * 8 + column`). The
first three spell the kind of the tile in binary, 0 for a blank, and the last marks the flaming
skulls: kinds are compared all at once by comparing three words. Moves come in the order of
`bitboard` and are pruned by the same bound, so that both searches do the same and find the same.
"""

# mypy: ignore-errors
# numba infers the types of what it compiles and has no stubs: nothing would read an annotation
# here.

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from interactive_provider.support.compiling import cached_njit

from ..solving.appraisal import ENOUGH, FAR, FEWEST_OF_A_KIND

EXHAUSTED = 0
FOUND = 1
PAUSED = 2
FULL = 3
"""The results of `expand`: all done; a move clears the board returned; enough nodes for now; no
room for more boards."""

MOST_MOVES = 112
"""The exchanges of neighbours on 8×8 cells: no board has more successors."""
NONE = -1
"""The entry of `SHIFTS` if no number of shifts helps."""
MANY = FAR[-2][0]
"""With so few tiles of a kind, few shifts are needed, and only small numbers in a column must be
distinguished."""
CASES = 6**8
"""The numbers of tiles of one kind in eight columns, if more than five count as five."""
TRIED = 1 << 14
"""The places for boards tried lately: half a megabyte, which stays near the processor."""
REMEMBERED = CASES + (1 << 16)
"""The places of the memory of shifts: one for each case, and those for few tiles, where a later
takes an earlier's."""

_0, _1, _2, _3, _6, _7, _8, _9, _10 = (np.uint64(number) for number in (0, 1, 2, 3, 6, 7, 8, 9, 10))
_15, _16, _17, _24, _32, _33 = (np.uint64(number) for number in (15, 16, 17, 24, 32, 33))
_4 = np.uint64(4)
_56 = np.uint64(56)
_ONES = np.uint64(0x0101010101010101)


def _columns(first: int, last: int) -> np.uint64:
    """All cells of these columns and those between."""
    return np.uint64(
        sum(1 << row * 8 + column for row in range(8) for column in range(first, last + 1))
    )


_BUT_RIGHT, _BUT_RIGHT_2 = _columns(0, 6), _columns(0, 5)
_BUT_LEFT = _columns(1, 7)
_BUT_LEFT_2 = _columns(2, 7)
_BUT_LEFT_3 = _columns(3, 7)
_ODD = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_HALVES = np.uint64(0x0F0F0F0F0F0F0F0F)
_MIXER, _MIXER_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
_BYTE = np.uint64(0xFF)
_SCATTER = 0x5851F42D
_SPREAD = np.array(
    [sum((byte >> column & 1) << 4 * column for column in range(8)) for byte in range(256)],
    dtype=np.int64,
)
"""For the eight cells of a row: a number with four bits a column."""
_CASE_OF_PAIR = np.array(
    [min(two & 15, 5) + 6 * min(two >> 4, 5) for two in range(256)], dtype=np.int64
)
"""For the numbers of two columns: their part of a case."""


class Shape(NamedTuple):
    """What a search needs to know about the board besides its tiles."""

    columns: int
    kinds: int
    """How many there are; the skulls are the last if anything flames."""
    mirrored: bool
    """True if mirror images are alike."""
    everything: np.uint64
    """The board's cells."""
    rights: np.uint64
    downs: np.uint64
    """The horizontal and the vertical exchanges."""


class Table(NamedTuple):
    """The boards seen so far, in the order in which they were found."""

    boards: np.ndarray
    parents: np.ndarray
    """The number of each board's predecessor."""
    slots: np.ndarray
    """The numbers of the boards, each where `_place` looks for it; as many as a power of two."""
    memory: np.ndarray
    """The shifts of the kinds that were met before."""
    tried: np.ndarray
    """Boards that no move clears: as many as are met again soon, for they are not in the table."""


# Rules --------------------------------------------------------------------------------------------


@cached_njit
def _like(a, b, c, x, y, z):
    """The cells whose tile in a, b, c is of the kind in x, y, z (blanks are like blanks)."""
    return ~(a ^ x | b ^ y | c ^ z)


@cached_njit
def _pairs(a, b, c):
    """The tiles equal to their right neighbour, and those equal to the one below."""
    tiles = a | b | c
    across = tiles & _like(
        a, b, c, a >> _1 & _BUT_RIGHT, b >> _1 & _BUT_RIGHT, c >> _1 & _BUT_RIGHT
    )
    return across, tiles & _like(a, b, c, a >> _8, b >> _8, c >> _8)


@cached_njit
def marked(a, b, c):
    """The cells in straight runs of three or more."""
    across, down = _pairs(a, b, c)
    across &= across >> _1 & _BUT_RIGHT
    down &= down >> _8
    return (
        across
        | across << _1 & _BUT_LEFT
        | across << _2 & _BUT_LEFT_2
        | down
        | down << _8
        | down << _16
    )


@cached_njit
def exchanges(a, b, c, rights, downs):
    """The legal exchanges of a settled board: horizontal (left cell) and vertical (upper cell).

    A tile put into a neighbour's place must find a pair there: on the far side, or across its
    direction.
    """
    tiles = a | b | c
    across, down = _pairs(a, b, c)
    # To the right: the column there, then the two tiles beyond. `low`, `high`: like the tile below
    # or above that place.
    low = _like(a, b, c, a >> _9 & _BUT_RIGHT, b >> _9 & _BUT_RIGHT, c >> _9 & _BUT_RIGHT)
    high = _like(a, b, c, a << _7 & _BUT_RIGHT, b << _7 & _BUT_RIGHT, c << _7 & _BUT_RIGHT)
    beyond = _like(a, b, c, a >> _2 & _BUT_RIGHT_2, b >> _2 & _BUT_RIGHT_2, c >> _2 & _BUT_RIGHT_2)
    right = low & (down >> _9 & _BUT_RIGHT) | high & (down << _15 & _BUT_RIGHT) | low & high
    right |= beyond & (across >> _2 & _BUT_RIGHT_2)
    # Down: the row there, whose right neighbour is `low`; then the two tiles beneath.
    side = _like(a, b, c, a >> _7 & _BUT_LEFT, b >> _7 & _BUT_LEFT, c >> _7 & _BUT_LEFT)
    beyond = _like(a, b, c, a >> _16, b >> _16, c >> _16)
    under = low & (across >> _9 & _BUT_RIGHT) | side & (across >> _6 & _BUT_LEFT_2) | low & side
    under |= beyond & down >> _16
    # To the left: as to the right, with `side` below and `corner` above.
    corner = _like(a, b, c, a << _9 & _BUT_LEFT, b << _9 & _BUT_LEFT, c << _9 & _BUT_LEFT)
    beyond = _like(a, b, c, a << _2 & _BUT_LEFT_2, b << _2 & _BUT_LEFT_2, c << _2 & _BUT_LEFT_2)
    left = side & (down >> _7 & _BUT_LEFT) | corner & (down << _17 & _BUT_LEFT) | side & corner
    left |= beyond & (across << _3 & _BUT_LEFT_3)
    # Up: the row above, with `high` at the right and `corner` at the left.
    beyond = _like(a, b, c, a << _16, b << _16, c << _16)
    over = (
        high & (across << _7 & _BUT_RIGHT) | corner & (across << _10 & _BUT_LEFT_2) | high & corner
    )
    over |= beyond & down << _24
    sideways = (tiles & right | (tiles & left) >> _1 & _BUT_RIGHT) & rights
    return sideways, (tiles & under | (tiles & over) >> _8) & downs


@cached_njit
def _exploded(cells, flames, everything):
    """The cells cleared when these are marked: flaming skulls among them also clear their
    neighbours, in chains."""
    done, lit = _0, flames & cells
    while lit:
        done |= lit
        rows = lit | lit << _1 & _BUT_LEFT | lit >> _1 & _BUT_RIGHT
        cells |= (rows | rows << _8 | rows >> _8) & everything
        lit = flames & cells & ~done
    return cells


@cached_njit
def _fall(a, b, c, flames, everything):
    """The board after every column has fallen: all tiles that have a blank below go down a cell at
    a time."""
    while True:
        tiles = a | b | c
        above = (everything & ~tiles) >> _8
        above |= above >> _8
        above |= above >> _16
        above |= above >> _32
        moving = tiles & above
        if not moving:
            return a, b, c, flames
        a = a & ~moving | (a & moving) << _8
        b = b & ~moving | (b & moving) << _8
        c = c & ~moving | (c & moving) << _8
        flames = flames & ~moving | (flames & moving) << _8


@cached_njit
def _swapped(word, first, second, distance):
    """The word with two bits exchanged."""
    differs = (word >> distance ^ word) & first
    return word ^ differs ^ (differs << distance & second)


@cached_njit
def play(a, b, c, flames, first, distance, everything):
    """The settled board after the exchange of a cell with the one `distance` further on."""
    second = first << distance
    a = _swapped(a, first, second, distance)
    b = _swapped(b, first, second, distance)
    c = _swapped(c, first, second, distance)
    flames = _swapped(flames, first, second, distance)
    cells = marked(a, b, c)
    while cells:
        if flames & cells:
            cells = _exploded(cells, flames, everything)
        kept = ~cells
        a, b, c, flames = _fall(a & kept, b & kept, c & kept, flames & kept, everything)
        cells = marked(a, b, c)
    return a, b, c, flames


@cached_njit
def _mirror(word, blank_columns):
    """The word with left and right exchanged."""
    word = word >> _1 & _ODD | (word & _ODD) << _1
    word = word >> _2 & _PAIRS | (word & _PAIRS) << _2
    return (word >> _4 & _HALVES | (word & _HALVES) << _4) >> blank_columns


@cached_njit
def _number(word):
    """The number of set bits."""
    word -= word >> _1 & _ODD
    word = (word & _PAIRS) + (word >> _2 & _PAIRS)
    return np.int64((word + (word >> _4) & _HALVES) * _ONES >> _56)


# The bound ----------------------------------------------------------------------------------------


@cached_njit
def divisible(columns):
    """`appraisal.divisible` for numbers of tiles, four bits for each column.

    `old` says how many runs across, at most, have reached three cells, given how many have reached
    one and two.
    """
    old = np.full((5, 5), NONE, np.int64)
    old[0, 0] = 0
    for column in range(9):
        tiles = min(columns >> 4 * column & 15, ENOUGH)
        after = np.full((5, 5), NONE, np.int64)
        for fresh in range(5):
            for second in range(5 - fresh):
                for kept in range(min(old[fresh, second], tiles - fresh - second) + 1):
                    free = tiles - fresh - second - kept
                    for begun in range(free if tiles < FEWEST_OF_A_KIND else 0, free + 1):
                        after[begun, fresh] = max(after[begun, fresh], second + kept)
        old = after
    return old[0, 0] >= 0


@cached_njit
def _put(columns, slots):
    """Add the numbers to a small set; True if they are new."""
    place = (columns * _SCATTER >> 20) % slots.size
    while slots[place] != NONE:
        if slots[place] == columns:
            return False
        place = (place + 1) % slots.size
    slots[place] = columns
    return True


@cached_njit
def displacement(columns, width, limit):
    """`appraisal.displacement` for `width` columns: the fewest shifts, at most `limit`, or
    `NONE`."""
    slots = np.full(1 << 13, NONE, np.int64)
    queue = np.empty(1 << 13, np.int64)
    queue[0] = columns
    _put(columns, slots)
    begin, end = 0, 1
    for shifts in range(limit):
        if begin == end:
            return NONE
        for number in range(begin, end):
            if divisible(queue[number]):
                return shifts
        if shifts + 1 == limit:
            break
        last = end
        for number in range(begin, last):
            for turn in range(2 * (width - 1)):
                giver, taker = (turn >> 1) + (turn & 1), (turn >> 1) + 1 - (turn & 1)
                after = queue[number] - (1 << 4 * giver) + (1 << 4 * taker)
                if queue[number] >> 4 * giver & 15 and _put(after, slots):
                    queue[end] = after
                    end += 1
        begin = last
    return limit


@cached_njit
def _count(cells):
    """The number of cells in each column, four bits for each."""
    columns = 0
    while cells:
        columns += _SPREAD[cells & _BYTE]
        cells >>= _8
    return columns


@cached_njit
def _shifts(columns, tiles, width, memory):
    """The shifts that a kind needs, from the table if it has them."""
    many = tiles >= MANY
    # in a column, five are as good as more, so there are few cases, each with its own place
    if many:
        place = _CASE_OF_PAIR[columns & 0xFF] + 36 * _CASE_OF_PAIR[columns >> 8 & 0xFF]
        place += 1296 * (_CASE_OF_PAIR[columns >> 16 & 0xFF] + 36 * _CASE_OF_PAIR[columns >> 24])
    else:
        place = CASES + (columns * _SCATTER >> 20) % (memory.size - CASES)
    if (many and memory[place] == 0) or (not many and memory[place] >> 8 != columns):
        limit = FAR[-1][1]
        for fewer, shifts in FAR[::-1]:
            if tiles < fewer:
                limit = shifts
        memory[place] = columns << 8 | displacement(columns, width, limit) + 1
    return (memory[place] & 0xFF) - 1


@cached_njit
def bound(board, shape, memory):
    """`appraisal.Appraiser`: the fewest moves that can clear the board, or `NONE` if none can."""
    a, b, c, flames = board
    shifts = unmatched = matches = tiles = 0
    for kind in range(1, shape.kinds + 1):
        cells = (a if kind & 1 else ~a) & (b if kind & 2 else ~b) & (c if kind & 4 else ~c)
        tiles = 0
        if cells:
            tiles = _number(cells)
            if not flames:
                few = tiles < FEWEST_OF_A_KIND
                needed = NONE if few else _shifts(_count(cells), tiles, shape.columns, memory)
                if needed == NONE:
                    return NONE
                shifts += needed
                unmatched += max(0, needed - tiles // FEWEST_OF_A_KIND)
                matches += tiles // FEWEST_OF_A_KIND
    if flames:
        return 1 if tiles >= FEWEST_OF_A_KIND else NONE
    if not shifts:
        return 1
    if unmatched >= matches:
        return NONE
    return max((shifts + 1) >> 1, unmatched + 1)


# The search
# --------------------------------------------------------------------------------------------------


@cached_njit
def _hash(a, b, c, flames):
    """A number that looks random."""
    mixed = ((a * _MIXER ^ b) * _MIXER_2 ^ c) * _MIXER ^ flames
    mixed = (mixed ^ mixed >> _32) * _MIXER_2
    return mixed ^ mixed >> _32


@cached_njit
def _place(table, board, shape):
    """The slot of the board or of its mirror image, or the free one where it belongs."""
    (a, b, c, flames) = board
    boards = table.boards
    slots = table.slots
    mirrored = shape.mirrored
    key = _hash(a, b, c, flames)
    if mirrored:
        blank_columns = np.uint64(8 - shape.columns)
        x = _mirror(a, blank_columns)
        y = _mirror(b, blank_columns)
        z = _mirror(c, blank_columns)
        fires = _mirror(flames, blank_columns)
        key += _hash(x, y, z, fires)
    place = np.int64(key >> _33) & slots.size - 1
    while True:
        number = slots[place]
        if number < 0:
            return place
        one = boards[number, 0]
        two = boards[number, 1]
        three = boards[number, 2]
        four = boards[number, 3]
        if one == a and two == b and three == c and four == flames:
            return place
        if mirrored and one == x and two == y and three == z and four == fires:
            return place
        place = place + 1 & slots.size - 1


@cached_njit
def enter(table, end, shape):
    """Put the first `end` boards into empty slots."""
    boards = table.boards
    table.slots[:] = -1
    for number in range(end):
        board = boards[number, 0], boards[number, 1], boards[number, 2], boards[number, 3]
        table.slots[_place(table, board, shape)] = number


@cached_njit
def _clears(board, shape):
    """True if a move clears the board."""
    a, b, c, flames = board
    sideways, down = exchanges(a, b, c, shape.rights, shape.downs)
    distance = _1
    while sideways or down:
        if not sideways:
            sideways = down
            down = _0
            distance = _8
        first = sideways & ~sideways + _1
        sideways ^= first
        after = play(a, b, c, flames, first, distance, shape.everything)
        if not after[0] | after[1] | after[2]:
            return True
    return False


@cached_njit
def _met_lately(tried, board, shape):
    """True if the board or its mirror image is where `tried` keeps it; puts it there, in place of
    another."""
    (a, b, c, flames) = board
    if shape.mirrored:
        blank_columns = np.uint64(8 - shape.columns)
        x = _mirror(a, blank_columns)
        y = _mirror(b, blank_columns)
        z = _mirror(c, blank_columns)
        if (x, y, z) < (a, b, c):
            a = x
            b = y
            c = z
            flames = _mirror(flames, blank_columns)
    place = np.int64(_hash(a, b, c, flames) >> _33) & tried.shape[0] - 1
    here = tried[place]
    if here[0] == a and here[1] == b and here[2] == c and here[3] == flames:
        return True
    here[0] = a
    here[1] = b
    here[2] = c
    here[3] = flames
    return False


@cached_njit
def expand(table, begin, stop, end, left, nodes, shape):
    """Append the boards after every move from boards `begin` to `stop`; return the result and the
    board reached.

    There are `end` boards; `left` moves remain, including these; it pauses after about `nodes`
    moves. If two remain, each board is tried at once and not appended, but for the one returned.
    """
    boards, parents, slots, memory, tried = table
    _, _, _, everything, rights, downs = shape
    count = 0
    for number in range(begin, stop):
        if count >= nodes:
            return PAUSED, number, end, count
        if end + MOST_MOVES > boards.shape[0]:
            return FULL, number, end, count
        a = boards[number, 0]
        b = boards[number, 1]
        c = boards[number, 2]
        flames = boards[number, 3]
        sideways, down = exchanges(a, b, c, rights, downs)
        count += _number(sideways) + _number(down)
        distance = _1
        while sideways or down:
            if not sideways:
                sideways = down
                down = _0
                distance = _8
            first = sideways & ~sideways + _1
            sideways ^= first
            after = play(a, b, c, flames, first, distance, everything)
            if not after[0] | after[1] | after[2]:
                return FOUND, number, end, count
            if left == 1:
                continue
            place = 0
            if left > 2:
                place = _place(table, after, shape)
                if slots[place] >= 0:
                    continue
            least = bound(after, shape, memory)
            if least == NONE or least >= left:
                continue
            boards[end, 0], boards[end, 1], boards[end, 2], boards[end, 3] = after
            parents[end] = number
            if left > 2:
                slots[place] = end
                end += 1
            elif not _met_lately(tried, after, shape) and _clears(after, shape):
                return FOUND, end, end, count
    return EXHAUSTED, stop, end, count
