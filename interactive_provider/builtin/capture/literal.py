"""A museum piece: the engine of the post of 2014 (see `capture`) as its code ran, quirks included.

The rules are in `capture.rules`; this module does what the post's code did, so that its results can be distinguished
from its intentions. Wherever the old code fixed the size, its 7 is the last row or column here.

1. Explosions skip the edge rows and columns: the test for the neighbours was `r > 0 && r < 7`. 2. An explosion does not
mark a neighbouring flaming skull, and what that one would clear is dropped: no chains. 3. Two flaming skulls side by
side, neither at the edge, call each other forever: `EndlessRecursion` here. 4. After a fall, only cells that were blank
and now hold a tile are checked; cells that now hold a *different* tile are not, so cascades are missed and runs stay on
the board. 5. Only columns that lost a tile fall: after an exchange with a blank, tiles float. 6. An exchange that
matches nothing is kept.

The seventh quirk, that a move changed the board that it was given, is left out: nothing here changes its arguments.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count, product, takewhile

from interactive_provider.errors import ChoiceError

Rows = tuple[str, ...]
"""The lines of a board in letters, top row first."""
Place = tuple[int, int]
Cells = dict[Place, str]
"""The letter in each place."""

_BLANK, _FLAME, _RUN = "_", "S", 3


class EndlessRecursion(ChoiceError, RecursionError):
    """The old code would have called itself forever on this move."""


def play(rows: Rows, first: Place, second: Place) -> Rows:
    """Return the rows after the old code has exchanged two cells; raises `EndlessRecursion`."""
    cells = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}
    cells[first], cells[second] = cells[second], cells[first]
    affected = {first, second}
    while matched := _matched(cells, affected):
        cleared = matched | _exploded(cells, matched)
        cells.update(dict.fromkeys(cleared, _BLANK))
        fallen = _fallen(cells, {column for _, column in cleared})
        affected = {place for place in cells if cells[place] == _BLANK != fallen[place]}
        cells = fallen
    return tuple("".join(cells[row, column] for column in range(len(line))) for row, line in enumerate(rows))


def _matched(cells: Cells, affected: Iterable[Place]) -> set[Place]:
    """Return the cells of all runs of three or more through one of the affected cells, and of no others."""
    found: set[Place] = set()
    for place in affected:
        for down, right in ((0, 1), (1, 0)):
            run = [*_alike(cells, place, -down, -right), place, *_alike(cells, place, down, right)]
            if cells[place] != _BLANK and len(run) >= _RUN:
                found.update(run)
    return found


def _alike(cells: Cells, place: Place, down: int, right: int) -> list[Place]:
    """Return the unbroken line of equal tiles that begins beside `place`."""
    line = ((place[0] + down * step, place[1] + right * step) for step in count(1))
    return list(takewhile(lambda near: cells.get(near, "").lower() == cells[place].lower(), line))


def _exploded(cells: Cells, matched: set[Place]) -> set[Place]:
    """Return what the matched flaming skulls clear: quirks 1 and 2."""
    found: set[Place] = set()
    for place in sorted(matched):
        if cells[place] == _FLAME:
            _follow(cells, place, ())
            found.update(near for near in _surrounding(cells, place) if cells[near] not in (_FLAME, _BLANK))
    return found


def _follow(cells: Cells, place: Place, callers: tuple[Place, ...]) -> None:
    """Walk the old recursion from one flaming skull to the next, which adds nothing but may never end: quirk 3."""
    if place in callers:
        row, column = place
        raise EndlessRecursion(
            f"Here the code of 2014 never came back: the flaming skull at row {row}, column {column} and the one "
            "beside it set each other off forever. The true rules let each explode once."
        )
    for near in _surrounding(cells, place):
        if cells[near] == _FLAME:
            _follow(cells, near, (*callers, place))


def _surrounding(cells: Cells, place: Place) -> list[Place]:
    """Return the neighbours that are not in an edge row or column: quirk 1."""
    (row, column), (last_row, last_column) = place, max(cells)
    around = product((row - 1, row, row + 1), (column - 1, column, column + 1))
    return [near for near in around if near != place and 0 < near[0] < last_row and 0 < near[1] < last_column]


def _fallen(cells: Cells, columns: set[int]) -> Cells:
    """Return the cells after these columns, and only these, have fallen: quirk 5."""
    fallen = dict(cells)
    for column in columns:
        places = [place for place in cells if place[1] == column]
        tiles = "".join(cells[place] for place in places).replace(_BLANK, "")
        fallen.update(zip(places, tiles.rjust(len(places), _BLANK), strict=True))
    return fallen
