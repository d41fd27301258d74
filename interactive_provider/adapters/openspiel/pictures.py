"""Boards read from the texts with which OpenSpiel shows its games: grids of signs, lines of
numbers, FEN, slanted rows.

A reader takes a text and returns a `TextGrid`, the signs at their places with the names of rows and
columns, or None if the text has no such picture (yet). The labels of the options determine what a
gesture on a cell chooses: a move names the places that it affects, as people do.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from ...boards import BARE, Board, Cell, Place, Way, Zone
from ...game import Options
from . import cards, dice, fireworks, hive
from .facts import Facts
from .grids import OFF, TextGrid, grid_of, nameless
from .labels import LabelWords, column_name
from .signs import CHECKERED, SIGNS

_VOID = Cell("", role="void")


# Readers -----------------------------------------------------------------------------------


def signs(text: str) -> TextGrid | None:
    """Read the longest block of lines of equal length, with a sign for each cell; a number before a
    line is the row's name."""
    lines = text.splitlines()
    # "3 X.O", "12X.O" and "P0 X.O" are all "X.O"
    bare = [re.sub(r"^(?: ?\d+ ?|P\d )(?=\D)", "", line.rstrip()) for line in lines]
    return _block(lines, ["" if re.search(_WORDS, line) else line for line in bare])


def fields(text: str) -> TextGrid | None:
    """Read lines with equally many signs or words, separated by blanks or bars; numbers at both
    ends are row names."""
    lines = text.splitlines()
    # "8 r n | b 8" is "r", "n" and "b"
    bare = [re.sub(r"^\s*(\d+) (\D*) \1\s*$", r"\2", line) for line in lines]
    return _block(lines, [() if ":" in line else re.findall(r"[^\s|]+", line) for line in bare])


_WORDS = r":|[A-Za-z]{2} [A-Za-z]{2}"


def _block(lines: Sequence[str], parts: Sequence[Sequence[str]]) -> TextGrid | None:
    """Return the longest run of lines with equally many parts as a grid. A line of column letters
    is not part of it; if there is one only below, rows are counted from the lowest."""
    heads = [re.sub(r"\s", "", line).lower() for line in lines]
    heads = [head if head.startswith("ab") else "" for head in heads]
    lengths = [0 if head else len(part) for head, part in zip(heads, parts, strict=True)]
    runs = groupby(range(len(lines)), key=lengths.__getitem__)
    run = max((list(run) for length, run in runs if length > 1), key=len, default=[])
    if len(run) < 2:
        return None
    rest = [line for at, line in enumerate(lines) if at not in run and not heads[at]]
    below = "" if any(heads[: run[0]]) else "".join(heads[run[-1] :])
    return grid_of([parts[at] for at in run], rest, below, up=bool(below))


def framed(text: str) -> TextGrid | None:
    """Read the text between lines of dashes and vertical bars, each frame to the right of the
    previous one."""
    frames = re.findall(r"(?:^\|.*\|\n?)+", text, re.M)
    if not frames:
        return None
    rest = [line for line in text.splitlines() if line and line[0] not in "|+"]
    parts = [[line.strip("|") for line in frame.splitlines()] for frame in frames]
    beside = [
        list(chain.from_iterable((OFF, *line) for line in lines))[1:]
        for lines in zip(*parts, strict=False)
    ]
    grid = grid_of(beside, [line for line in rest if not line.endswith(":")])
    last = len(parts[-1][0])
    names = (*[""] * (len(beside[0]) - last), *map(column_name, range(last)))
    return replace(grid, column_names=names)


def fen(text: str) -> TextGrid | None:
    """Read the first field of a FEN, with numbers as that many empty squares; blanks are squares
    that are not seen."""
    lines = text.split("\n")
    first = lines[-1] if "/" in lines[-1] else lines[0]
    # "lns+P/9[Pp]" is "l", "n", "s", "+P", "/" and nine empty squares, with "Pp" in hand
    placed = re.sub(r"\d", lambda free: "." * int(free[0]), re.sub(r"\[.*?\]", "", first))
    rows = [re.findall(r"\+?[A-Za-z]|[.? ]", row) for row in placed.split("/")]
    rows[-1] = rows[-1][: len(rows[0])]
    if len({len(row) for row in rows}) != 1 or len(rows) < 4:
        return None
    pocket = re.search(r"\[(.*?)\]", first)
    held = [f"In hand: {' '.join(pocket[1])}"] if pocket and pocket[1] else []
    return grid_of(rows, [*held, *(line for line in lines if line != first)], up=True)


def shogi(text: str) -> TextGrid | None:
    """Read a shogi FEN, whose files are numbered from the right and whose ranks are lettered from
    the top."""
    grid = fen(text)
    if grid is None:
        return None
    # OpenSpiel writes a square file first, 7g: the digit is the column.
    size = len(grid.rows)
    files = tuple(str(number) for number in range(size, 0, -1))
    return replace(grid, row_names=tuple(map(column_name, range(size))), column_names=files)


def slanted(text: str) -> TextGrid | None:
    """Read the rows of a board of hexagons, each cell under the letter that is its name.

    A hexagon of side 2 has rows of 2, 3 and 2 cells; in the rows that become shorter again, cells
    are missing on the left, and each row begins half a cell before the one above it.
    """
    lines = [re.sub(r"[\[\]]", " ", line) for line in text.splitlines()]
    numbered = any(re.match(r"\s*\d", line) for line in lines)
    # each sign that stands alone: of "1 . @ O" the last three, of "a . X" all
    stones = r"(?<!\S)[.@O](?!\S)" if numbered else r"(?<!\S)[.a-zXO](?!\S)"
    rows = list(filter(None, (re.findall(stones, line) for line in lines)))
    if len(rows) < 2:
        return None
    side = len(rows[0])
    if len(rows) != 2 * side - 1:
        return grid_of(rows)
    lower = [[OFF] * missing + row for missing, row in enumerate(rows[side:], 1)]
    indents = tuple(-number for number in range(len(rows)))
    return replace(grid_of(rows[:side] + lower), indents=indents)


def drawn(text: str) -> TextGrid | None:
    """Read every second character of the first lines as a cell, where a line may begin half a cell
    to the right; points are numbered in reading order."""
    lines = text.split("\n")
    end = next((n for n, line in enumerate(lines) if not line or ":" in line), len(lines))
    if end < 3:
        return None
    halves = tuple(line.find(line.strip()[:1]) % 2 for line in lines[:end])
    rows = [line[half::2] for half, line in zip(halves, lines, strict=False)]
    grid = grid_of([[OFF if sign == " " else sign for sign in row] for row in rows], lines[end:])
    points = _numbered(at for at, sign in grid.signs() if sign != OFF)
    return replace(grid, points=points, indents=halves if any(halves) else ())


def _numbered(places: Iterable[Place]) -> dict[str, Place]:
    return {str(number): place for number, place in enumerate(places)}


def lines(text: str) -> TextGrid | None:
    """Read dots, the lines between them and the owners of the boxes; a line is named after its
    place among the lines of its direction."""
    grid = drawn(text)
    if grid is None:
        return None
    height = len(grid.rows)
    width = len(grid.rows[0])
    across = _squares(range(0, height, 2), range(1, width, 2), "across ")
    down = _squares(range(1, height, 2), range(0, width, 2), "down ")
    level = [((r, 0), (r, width - 1)) for r in range(0, height, 2)]
    upright = [((0, c), (height - 1, c)) for c in range(0, width, 2)]
    return replace(grid, points={**across, **down}, lines=(*level, *upright))


def _squares(rows: range, columns: range, before: str = "") -> dict[str, Place]:
    """Name places by the squares that they belong to, a1 at the upper left; every second row and
    column is a gap."""
    return {f"{before}{column_name(c // 2)}{r // 2 + 1}": (r, c) for r in rows for c in columns}


def pits(text: str) -> TextGrid | None:
    """Read the rows of numbers of a sowing game; Kalah's stores are at the ends of the middle
    line."""
    lines = text.splitlines()
    rows = [re.findall(r"\d+", line) for line in lines if re.fullmatch(r"[\s\d-]*\d[\s\d-]*", line)]
    rest = [line for line in lines if re.search(r"[A-Za-z]{2}", line)]
    if len(rows) not in (2, 3):
        return None
    across = range(len(rows[0]))
    if len(rows) == 2:
        upper = {ascii_lowercase[n]: (0, c) for n, c in enumerate(reversed(across))}
        lower = {ascii_uppercase[n]: (1, n) for n in across}
        return replace(grid_of(rows, rest), points={**upper, **lower})
    left, right = rows[1]
    whole = [[OFF, *rows[0]], [left, *[OFF for _ in across], right], [OFF, *rows[2]]]
    south = [(2, c + 1) for c in across]
    north = [(0, c + 1) for c in reversed(across)]
    around = [(1, 0), *south, (1, len(across) + 1), *north]
    return replace(grid_of(whole, rest), points=_numbered(around))


def backgammon(text: str) -> TextGrid | None:
    """Read the 24 points with their numbers for the mover; between them are bar and dice, and at
    the right the men borne off.

    A point's name means the innermost man on it, which is the one that moves.
    """
    inside = [line[1:-1] for line in text.split("\n") if re.fullmatch(r"\|.{6}\|.{6}\|", line)]
    said = dict(re.findall(r"(?m)^(Turn|Dice|Bar|Borne off): *(.*)$", text))
    if len(inside) != 11:
        return None
    mover = "o" if said.get("Turn") == "o" else "x"
    rows = [[OFF if sign in " |" else sign for sign in f"{line:14}"] for line in ("", *inside, "")]
    for row in rows[1:12]:
        row[6] = row[13] = "wood"
    for r, sign in zip((6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11), said.get("Bar", ""), strict=False):
        rows[r][6] = sign
    # "3 (used: 5)" is "die-3" and "used: die-5"
    thrown = [f"{used}die-{n}" for used, n in re.findall(r"(used: |)(\d)", said.get("Dice", ""))]
    rows[6][9 : 9 + len(thrown)] = thrown
    bar = tuple((r, 6) for r in range(1, 12) if rows[r][6] == mover)
    points = dict.fromkeys(["bar"], bar[0]) if bar else {}
    joined = [bar]
    pips = Counter({sign: 25 * said.get("Bar", "").count(sign) for sign in "xo"})
    off = re.findall(r": (\d+)", said.get("Borne off", "")) or ("0", "0")
    for edge, half, owner, borne in (
        (0, range(1, 6), "x", off[0]),
        (12, range(11, 6, -1), "o", off[1]),
    ):
        for c in (*range(6), *range(7, 13)):
            number = 12 - c if c < 6 else 13 - c
            name = str(number if owner == mover else 25 - number)
            rows[edge][c] = name
            men = _men(rows, [(r, c) for r in half])
            points[name] = half[min(max(men, 1), 5) - 1], c
            sign = rows[half[0]][c]
            pips[sign] += men * (number if owner == sign else 25 - number)
            joined.append(((edge, c), *((r, c) for r in half)))
        if borne != "0":
            rows[half[0]][13] = f"{owner}{borne}"
        if owner == mover:
            points |= dict.fromkeys(("off", *(f"off with {n}" for n in range(1, 7))), (half[0], 13))
            joined.append(tuple((r, 13) for r in half))
    rest = "\n".join(line for line in text.split("\n") if not line.startswith(("|", "+", "Bar:")))
    counters = ("Black pips", str(pips["x"])), ("White pips", str(pips["o"]))
    return replace(nameless(rows, points, rest), joined=tuple(joined), counters=counters)


def _men(rows: list[list[str]], places: Sequence[Place]) -> int:
    """Return how many men are on the five places of a point, from the edge; if there are more, the
    innermost place shows a number."""
    signs = "".join(rows[r][c] for r, c in sorted(places))
    men = re.findall("[xo]", signs)
    number = re.sub(r"\D", "", signs)
    if not number:
        return len(men)
    for r, c in places:
        rows[r][c] = men[0]
    rows[r][c] += number
    return int(number)


def quarters(text: str) -> TextGrid | None:
    """Read Pentago's six rows of six, surrounded by the arrows that turn a quarter, each named by
    its letter."""
    rows = [found.split() for found in re.findall(r"\d ([.@O](?: [.@O]){5})", text)]
    if len(rows) != 6:
        return None
    cells = [[OFF] * 8, *([OFF, *row, OFF] for row in rows), [OFF] * 8]
    for name, (r, c) in _TURNS.items():
        cells[r][c] = name
    return replace(
        nameless(cells, _TURNS), row_names=("", *"123456", ""), column_names=("", *"abcdef", "")
    )


_TURNS = {
    "s": (2, 0),
    "t": (0, 2),
    "u": (0, 5),
    "v": (2, 7),
    "w": (5, 7),
    "x": (7, 5),
    "y": (7, 2),
    "z": (5, 0),
}


def walls(text: str) -> TextGrid | None:
    """Read Quoridor's squares and the gaps between them; a wall is named by the square beside or
    above its first half."""
    rest, head, *lines = text.split("\n")
    width = 2 * len(head.split())
    rows = [list(f"{line:{2 * width + 1}}"[3::2]) for line in lines[: width - 1]]
    names = _squares(range(0, width, 2), range(0, width, 2))
    spans = dict[str, tuple[Place, ...]]()
    for name, (r, c) in names.items():
        spans[f"{name}v"] = (r, c + 1), (r + 1, c + 1), (r + 2, c + 1)
        spans[f"{name}h"] = (r + 1, c), (r + 1, c + 1), (r + 1, c + 2)
    points = names | {name: span[0] for name, span in spans.items()}
    return replace(nameless(rows, points, rest), spans={span[0]: span for span in spans.values()})


def pegs(text: str) -> TextGrid | None:
    """Read TwixT's holes and pegs, each in three columns of three lines, with lines for the links
    and for the four sides."""
    head, *lines = text.split("\n")
    size = len(head.split())
    places = [(r, c) for r in range(size) for c in range(size)]
    links = tuple(
        ((r + down, c + right), (r - 1, c + end))
        for r, c in places
        for (line, column), (down, right, end) in _LINKS.items()
        if lines[3 * r + line][4 + 3 * c + column] == "_|"[line]
    )
    last = size - 1
    sides = tuple(
        side for n in (0, last) for side in (((n, 1), (n, last - 1)), ((1, n), (last - 1, n)))
    )
    rows = [[lines[3 * r + 1][5 + 3 * c].strip() for c in range(size)] for r in range(size)]
    return replace(grid_of(rows, lines[3 * size :]), lines=(*sides, *links))


_LINKS = {(0, 0): (0, 0, -2), (0, 2): (0, 0, 2), (1, 0): (1, -1, 0), (1, 2): (1, 1, 0)}
"""The line and column beside a hole whose sign can only belong to one link: where that link ends,
relative to the hole."""


_READERS: Sequence[Callable[[str], TextGrid | None]] = (
    signs,
    fields,
    framed,
    fen,
    shogi,
    slanted,
    drawn,
    lines,
    pits,
    quarters,
    backgammon,
    walls,
    pegs,
    hive.hive,
    cards.hand,
    dice.sheet,
)
_BY_NAME = {reader.__name__: reader for reader in _READERS}


def read(text: str, facts: Facts) -> TextGrid | None:
    """Return the board in a text of a game, if there is one."""
    if not facts.picture:
        return None
    grid = _BY_NAME[facts.picture](text)
    if grid is None or not facts.points:
        return grid
    return replace(grid, points=_numbered(filter(None, map(grid.place, facts.points))))


# Boards ------------------------------------------------------------------------------------


def board(
    grid: TextGrid, options: Options, facts: Facts, mover: int = 0, last: LabelWords = ()
) -> Board:
    """Return the grid as a board; pressing or dragging chooses the option that names those places.

    ``last`` is the label of the last move if it placed a stone.
    """
    kind = facts.signs
    rows = [
        [
            _cell(sign, f"{grid.column_names[c]}{grid.row_names[r]}", (r, c), kind)
            for c, sign in enumerate(row)
        ]
        for r, row in enumerate(grid.rows)
    ]
    drawn = Board(
        tuple(map(tuple, rows)),
        row_labels=grid.row_names if any(grid.row_names) else (),
        column_labels=grid.column_names if any(grid.column_names) else (),
        surface=facts.surface,
        zones=tuple(
            _with_toggles(zone, options, row)
            for zone, row in zip(grid.zones, grid.rows, strict=False)
        ),
        indents=grid.indents,
        lines=(*grid.lines, *_drawn_lines(grid, facts)),
        joined=grid.joined,
        puts=facts.puts[mover] if facts.puts and options else "",
        lands=_lowest(rows) if facts.surface == "rack" and options else (),
        counters=(*grid.counters, *_counts(rows, facts)),
        choice_pieces=tuple(
            (value, str(SIGNS[kind][label[2]].piece))
            for label, value in options
            if facts.moves_of_square and label[2:]
        ),
    )
    return drawn.replaced(
        {
            place: _with(drawn.cell(*place), place, asked, grid.spans.get(place, ()))
            for place, asked in _gestures(grid, options).items()
        }
    ).marked(grid.places(last)[-1:] if last else (), "last")


def _lowest(rows: Sequence[Sequence[Cell]]) -> tuple[Place, ...]:
    """Return the lowest empty place of each column that has one."""
    free = (
        (r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.piece == BARE
    )
    return tuple({c: (r, c) for r, c in free}.values())


def _with_toggles(zone: Zone, options: Options, row: Sequence[str]) -> Zone:
    """Return a zone of dice with the sets of them that may be kept."""
    count = sum(sign != OFF for sign in row)
    if zone.layout == "dice":
        return replace(zone, toggles=dice.toggles(options, count))
    return zone


def _drawn_lines(grid: TextGrid, facts: Facts) -> Iterator[Way]:
    """Return the lines that are drawn on every board of a game, from place to place."""
    for ends in facts.lines:
        start, end = map(grid.place, ends.split())
        if start and end:
            yield start, end


def _counts(rows: Sequence[Sequence[Cell]], facts: Facts) -> Iterator[tuple[str, str]]:
    """Return how many pieces each player has on the board, if the game counts them, or the size of
    the largest tile."""
    cells = [cell for row in rows for cell in row]
    if facts.goal:
        largest = max(int(cell.text) for cell in cells if cell.text.isdigit())
        yield "largest tile", f"{largest} of {facts.goal}"
    if facts.counts:
        on = [cell.piece for cell in cells]
        for name, piece in zip(facts.players, facts.puts, strict=True):
            yield name, str(on.count(piece))


def _gestures(grid: TextGrid, options: Options) -> Mapping[Place, list[tuple[str | Place, Any]]]:
    """Return, for each place, pairs of a direction or a place (the same one for a press) and the
    option's value."""
    found = defaultdict[Place, list[tuple[str | Place, Any]]](list)
    for label, value in options:
        words = (label,) if isinstance(label, str) else label
        for start, end in _ends(grid, words):
            found[start].append((end, value))
    return found


def _ends(grid: TextGrid, words: LabelWords) -> Iterable[tuple[Place, str | Place]]:
    """Return where the gestures that choose an option begin and end."""
    *stages, word = words
    start, _, end = map(cards.card_named, word.partition(" onto "))
    if end:
        return [(grid.choices[start][0], grid.choices[end][0])]
    if chosen := grid.choices.get(word) or grid.choices.get(word.rpartition(" of ")[2]):
        return zip(chosen, chosen, strict=True)
    if not stages and word.lower() in _DIRECTIONS:
        return [(place, _DIRECTIONS[word.lower()]) for place, _ in grid.signs()]
    if not stages and word in grid.column_names:
        column = grid.column_names.index(word)
        return [(place, place) for place, _ in grid.signs() if place[1] == column]
    places = grid.places(words)
    return [(places[0], places[-1])] if places else []


def _with(
    cell: Cell, place: Place, gestures: Sequence[tuple[str | Place, Any]], takes: tuple[Place, ...]
) -> Cell:
    """Return a cell with its gestures and what a press changes; if a press could mean several
    options, the player is asked."""
    presses = [value for target, value in gestures if target == place]
    if len(presses) != 1:
        return replace(cell, drag=tuple(gestures), takes=takes)
    drags = tuple(gesture for gesture in gestures if gesture[0] != place)
    return replace(cell, press=presses[0], drag=drags, takes=takes)


_DIRECTIONS = {"up": "up", "down": "down", "left": "left", "right": "right",
               "north": "up", "south": "down", "west": "left", "east": "right"}  # fmt: skip


@lru_cache(maxsize=4096)  # nearly every cell of a board is as it was before the last move
def _cell(sign: str, place: str, at: Place, kind: str) -> Cell:
    """Return the cell for a sign, described to screen readers with its place."""
    if sign == OFF:
        return _VOID
    cell = SIGNS[kind].get(sign) or (fireworks.own_card(sign) if "|" in sign else Cell(sign))
    label = f"{cell.label or sign} on {place}" if place else cell.label
    return replace(cell, role=_role(cell.role, kind, *at), label=label)


def _role(role: str, kind: str, row: int, column: int) -> str:
    """Return the role of a cell: it depends on its place if the board has squares of two shades."""
    if kind in CHECKERED:
        return _shade(row + column)
    if kind == "points of backgammon":
        if column in (6, 13):
            return "frame"
        if row in (0, 6, 12):
            return "muted"
        return _shade(column if row < 6 else column + 1)
    begin = _THIRDS.get(kind)
    if begin is not None and role == "blank" and ((row - begin) // 3 + (column - begin) // 3) % 2:
        return "muted"
    return role


_THIRDS = {"small boards": 0, "quarters": 1}
"""The families whose boards consist of three-by-three boards in two shades, and the row and column
where these begin."""


def _shade(number: int) -> str:
    return "dark-square" if number % 2 else "light-square"
