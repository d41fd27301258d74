"""The door to the compiled code: nothing here imports numpy or numba before it is needed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from ..constants import COVERED
from ..grid import Square
from ..layouts import Layout
from ..solving.evaluation import weights_for
from ..view import View

MOST_SQUARES = 1000
"""Above this the number of layouts no longer fits into a float."""

POLICIES = {"classic": 0, "fast": 1, "record": 2}


@lru_cache(maxsize=1)
def installed() -> bool:
    """Whether the `fast` extra is there. (Looks for it without importing it.)"""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def ready() -> bool:
    """Whether compiled code can answer at once: it is there, and this process has loaded it for something large.

    Loading takes half a second, and compiling it the first time a minute; whole numbers answer the usual
    question sooner than that.
    """
    return installed() and f"{__package__}.fronts" in sys.modules


def serves(rows: int, columns: int) -> bool:
    """Whether compiled code is there for a board of that size."""
    return rows * columns <= MOST_SQUARES and installed()


@lru_cache(maxsize=32)
def _neighbours(rows: int, columns: int) -> tuple[Any, Any]:
    from . import fronts

    found: tuple[Any, Any] = fronts.neighbours(rows, columns)
    return found


def probabilities(view: View) -> list[float | None] | None:
    """The probability of a mine for every square, None where it is open.

    None altogether when compiled code cannot answer: the board is too large, the front too wide even for it,
    or no layout explains the view (the exact code then says why).
    """
    if not serves(view.rows, view.columns):
        return None
    from . import probability

    near = _neighbours(view.rows, view.columns)
    status, chance = probability.probabilities(view.cells, view.columns, view.mines, *near)
    if status != probability.FOUND:
        return None
    found = chance.tolist()
    return [None if code != COVERED else found[square] for square, code in enumerate(view.cells)]


def best_guess(view: View, policy: str = "record") -> tuple[Square, bool] | None:
    """A policy's square where none is certain, and whether it is proved best; None: cannot say."""
    if not serves(view.rows, view.columns):
        return None
    from . import probability, solver

    near = _neighbours(view.rows, view.columns)
    weights = _weights(len(view.cells), view.mines)
    status, square, proved = solver.advise(view.cells, view.columns, view.mines, POLICIES[policy], *near, weights)
    return (int(square), bool(proved)) if status == probability.FOUND else None


@lru_cache(maxsize=32)
def _weights(squares: int, mines: int) -> Any:
    import numpy as np

    return np.array(weights_for(squares, mines))


def play(
    board: Layout, first: Square, policy: str, guesses: bool = True, seen: bytes | None = None
) -> tuple[int, int, bytes]:
    """A game, or the rest of it: (how it ended, as `solver` numbers it; clicks; what is seen at the end).

    `first` is the next click; `seen`, in codes as a view's cells, is what is open before.
    """
    import numpy as np

    from . import solver

    size = board.grid.size
    mined = np.frombuffer(format(board.mined, f"0{size}b").encode(), np.int8)[::-1] - 48
    cells = np.full(size, COVERED, np.int8) if seen is None else np.frombuffer(seen, np.int8).copy()
    near = _neighbours(board.rows, board.columns)
    weights = _weights(size, board.mines)
    end, clicks = solver.play(mined, board.columns, first, POLICIES[policy], guesses, *near, weights, cells)
    return int(end), int(clicks), cells.tobytes()


def optimal(view: View, layouts: int, images: Sequence[Sequence[Square]], effort: int) -> tuple[int, Square] | None:
    """How many of the layouts optimal play wins, and its first square; None when the `effort` did not suffice.

    `images` are symmetries of the view: for each the square to which a square goes, the first being none.
    """
    import numpy as np

    from . import endgame, fronts, listing

    near = _neighbours(view.rows, view.columns)
    cells = np.frombuffer(view.cells, np.int8)
    known, need, _ = fronts.begin_position(cells, *near)
    # Nothing is deduced first: a covered square that is safe tells something when it is opened.
    squares, table = listing.list_layouts(cells, known, need, *near, view.mines, layouts)
    if table.shape[0] != layouts:
        return None
    won, choice, left = endgame.optimal(table, np.array(images, np.int64)[:, squares], effort)
    return None if left < 0 else (int(won), int(squares[choice]))
