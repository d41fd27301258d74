"""A second engine for Capture on a plain grid of letters: slow, and written from the rules alone to
check the first."""

from __future__ import annotations

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
Grid = list[list[str]]


def grid_of(text: str) -> Grid:
    """The letters of each line."""
    return [list(line) for line in text.split()]


def text_of(grid: Grid) -> str:
    """The lines of the grid."""
    return "\n".join("".join(row) for row in grid)


def cells(grid: Grid) -> list[tuple[int, int]]:
    """Every (row, column) in reading order."""
    return [(row, column) for row in range(len(grid)) for column in range(len(grid[0]))]


def runs(grid: Grid) -> set[tuple[int, int]]:
    """Every cell of every straight run of three or more of one kind."""
    found = set()
    for row, column in cells(grid):
        kind = grid[row][column].lower()
        for down, right in ((0, 1), (1, 0)):
            line = [(row + down * step, column + right * step) for step in range(3)]
            inside = line[2][0] < len(grid) and line[2][1] < len(grid[0])
            if kind != "_" and inside and all(grid[r][c].lower() == kind for r, c in line):
                found.update(line)
    return found


def exploded(grid: Grid, marked: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The marked cells with the eight neighbours of every flaming skull among them, in chains."""
    marked, waiting, done = set(marked), list(marked), set()
    while waiting:
        cell = waiting.pop()
        if cell in done or grid[cell[0]][cell[1]] != "S":
            continue
        done.add(cell)
        for row in range(cell[0] - 1, cell[0] + 2):
            for column in range(cell[1] - 1, cell[1] + 2):
                if 0 <= row < len(grid) and 0 <= column < len(grid[0]):
                    marked.add((row, column))
                    waiting.append((row, column))
    return marked


def fallen(grid: Grid) -> Grid:
    """Every column with its tiles at the bottom, in their order."""
    columns = [[sign for sign in column if sign != "_"] for column in zip(*grid, strict=True)]
    full = [["_"] * (len(grid) - len(column)) + column for column in columns]
    return [list(row) for row in zip(*full, strict=True)]


def settle(grid: Grid) -> tuple[Grid, list[set[tuple[int, int]]]]:
    """The grid after all waves, and the cells that each wave marks."""
    waves = []
    while marked := exploded(grid, runs(grid)):
        waves.append(marked)
        grid = fallen(
            [
                ["_" if (r, c) in marked else sign for c, sign in enumerate(row)]
                for r, row in enumerate(grid)
            ]
        )
    return grid, waves


def exchanged(grid: Grid, move: tuple[int, int, str]) -> Grid | None:
    """The grid with two cells exchanged, or None if the move is not legal."""
    row, column, direction = move
    other_row, other_column = row + STEPS[direction][0], column + STEPS[direction][1]
    if not (0 <= other_row < len(grid) and 0 <= other_column < len(grid[0])):
        return None
    here, there = grid[row][column], grid[other_row][other_column]
    if here.lower() == there.lower():
        return None
    after = [list(line) for line in grid]
    after[row][column], after[other_row][other_column] = there, here
    return after if _in_run(after, row, column) or _in_run(after, other_row, other_column) else None


def _in_run(grid: Grid, row: int, column: int) -> bool:
    """Whether a straight run of three or more goes through the cell."""
    kind = grid[row][column].lower()
    if kind == "_":
        return False
    across = "".join(sign.lower() for sign in grid[row])
    down = "".join(line[column].lower() for line in grid)
    return any(
        start >= 0 and line[start : start + 3] == kind * 3
        for line, place in ((across, column), (down, row))
        for start in (place - 2, place - 1, place)
    )


def moves(grid: Grid) -> set[tuple[int, int, str]]:
    """Every legal move."""
    return {
        (r, c, way)
        for r, c in cells(grid)
        for way in STEPS
        if exchanged(grid, (r, c, way)) is not None
    }


def apply(grid: Grid, move: tuple[int, int, str]) -> Grid:
    """The grid after a legal move."""
    after = exchanged(grid, move)
    assert after is not None
    return settle(after)[0]
