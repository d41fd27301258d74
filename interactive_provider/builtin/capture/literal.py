"""A museum piece: the engine of the post of 2014 (see `capture`) as its code ran, quirks included.

The rules are in `capture.rules`; here is what the post's code did instead, so that its results can be told apart from
its intentions. Wherever the old code fixed the size, its 7 is the last row or column here.

1. Explosions skip the edge rows and columns: the test for the neighbours was `r > 0 && r < 7`.
2. An explosion does not mark a neighbouring flaming skull, and what that one would clear is dropped: no chains.
3. Two flaming skulls side by side, neither at the edge, call each other forever: `EndlessRecursion` here.
4. After a fall only cells that were blank and now hold a tile are looked at; one that holds a *different* tile now is
   not, so cascades are missed and runs stay on the board.
5. Only columns that lost a tile fall: after an exchange with a blank, tiles float.
6. An exchange that matches nothing is kept.

The seventh quirk, that a move spoiled the board it was given, is left out: nothing here changes its argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile

from interactive_provider.errors import ChoiceError

Rows = tuple[str, ...]
"""The lines of a board in letters, top row first."""
Place = tuple[int, int]

_BLANK, _FLAME, _RUN = "_", "S", 3


class EndlessRecursion(ChoiceError, RecursionError):
    """The old code would have called itself forever on this move."""


def play(rows: Rows, first: Place, second: Place) -> Rows:
    """Return the rows after the old code has exchanged two cells; raises `EndlessRecursion`."""
    rows = _exchanged(rows, first, second)
    affected = {first, second}
    while matched := _matched(rows, affected):
        cleared = matched | _exploded(rows, matched)
        blank = _with_blanks(rows, cleared)
        rows = _fallen(blank, {column for _, column in cleared})
        affected = {place for place in _places(rows) if _at(blank, place) == _BLANK != _at(rows, place)}
    return rows


def _at(rows: Rows, place: Place) -> str:
    return rows[place[0]][place[1]]


def _places(rows: Rows) -> list[Place]:
    return [(row, column) for row in range(len(rows)) for column in range(len(rows[0]))]


def _redrawn(rows: Rows, sign: Callable[[Place], str]) -> Rows:
    return tuple("".join(sign((row, column)) for column in range(len(rows[0]))) for row in range(len(rows)))


def _exchanged(rows: Rows, first: Place, second: Place) -> Rows:
    other = {first: _at(rows, second), second: _at(rows, first)}
    return _redrawn(rows, lambda place: other.get(place, _at(rows, place)))


def _with_blanks(rows: Rows, cleared: set[Place]) -> Rows:
    return _redrawn(rows, lambda place: _BLANK if place in cleared else _at(rows, place))


def _matched(rows: Rows, affected: Iterable[Place]) -> set[Place]:
    """Return the cells of all runs of three or more through one of the affected cells, and of no others."""
    found: set[Place] = set()
    for place in affected:
        for down, right in ((0, 1), (1, 0)):
            run = [*_alike(rows, place, -down, -right), place, *_alike(rows, place, down, right)]
            if _at(rows, place) != _BLANK and len(run) >= _RUN:
                found.update(run)
    return found


def _alike(rows: Rows, place: Place, down: int, right: int) -> list[Place]:
    """Return the unbroken line of like tiles that begins beside `place`."""
    kind = _at(rows, place).lower()
    steps = range(1, max(len(rows), len(rows[0])))
    line = ((place[0] + down * step, place[1] + right * step) for step in steps)
    return list(takewhile(lambda near: _inside(rows, near) and _at(rows, near).lower() == kind, line))


def _inside(rows: Rows, place: Place, edge: int = 0) -> bool:
    return edge <= place[0] < len(rows) - edge and edge <= place[1] < len(rows[0]) - edge


def _exploded(rows: Rows, matched: set[Place]) -> set[Place]:
    """Return what the matched flaming skulls clear: quirks 1 and 2."""
    found: set[Place] = set()
    for place in sorted(matched):
        if _at(rows, place) == _FLAME:
            _follow(rows, place, ())
            found.update(near for near in _surrounding(rows, place) if _at(rows, near) not in (_FLAME, _BLANK))
    return found


def _follow(rows: Rows, place: Place, callers: tuple[Place, ...]) -> None:
    """Walk the old recursion from one flaming skull to the next, which adds nothing but may never end: quirk 3."""
    if place in callers:
        row, column = place
        raise EndlessRecursion(
            f"Here the code of 2014 never came back: the flaming skull at row {row}, column {column} and the one "
            "beside it set each other off forever. The true rules let each explode once."
        )
    for near in _surrounding(rows, place):
        if _at(rows, near) == _FLAME:
            _follow(rows, near, (*callers, place))


def _surrounding(rows: Rows, place: Place) -> list[Place]:
    """Return the neighbours that are not in an edge row or column: quirk 1."""
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    around = [(place[0] + down, place[1] + right) for down, right in steps]
    return [near for near in around if _inside(rows, near, edge=1)]


def _fallen(rows: Rows, columns: set[int]) -> Rows:
    """Return the rows after these columns, and only these, have fallen: quirk 5."""
    lines = ["".join(column) for column in zip(*rows, strict=True)]
    for column in columns:
        tiles = lines[column].replace(_BLANK, "")
        lines[column] = tiles.rjust(len(rows), _BLANK)
    return tuple("".join(row) for row in zip(*lines, strict=True))
