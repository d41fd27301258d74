"""The door to the compiled code: nothing here imports numpy or numba before it is needed.

Each file of this folder has the name of its plain twin. Whatever goes wrong before compiled code has answered once (an
extra half installed or half imported, a cache that is torn or cannot be written) ends its use in this process: plain
code does the same, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, ParamSpec, TypeVar

from interactive_provider.extras import installed as _installed
from interactive_provider.extras import loads

from ..constants import COVERED
from ..grid import Square
from ..layouts import Layout
from ..solving.evaluation import weights_for
from ..view import View

MOST_SQUARES = 1000
"""Above this the number of layouts no longer fits into a float."""

POLICIES = {"classic": 0, "fast": 1, "record": 2}

_answered: set[str] = set()
"""The functions of this module that compiled code has answered in this process: they answer at once from now on."""

_failed: set[str] = set()
"""Those that failed to load; after one of them plain code does everything."""

P = ParamSpec("P")
R = TypeVar("R")


def installed() -> bool:
    """Whether the `fast` extra is there and has not failed. (Looks for it without importing it.)"""
    return not _failed and _installed("numba", "numpy")


def ready(name: str) -> bool:
    """Whether a function of this module answers at once, because it has answered before in this process.

    Loading takes half a second, and compiling it the first time a minute; whole numbers answer the usual
    question sooner than that.
    """
    return name in _answered and installed()


def serves(rows: int, columns: int) -> bool:
    """Whether compiled code is there for a board of that size."""
    return rows * columns <= MOST_SQUARES and installed()


def _guarded(function: Callable[P, R | None]) -> Callable[P, R | None]:
    """The function, which answers None where compiled code is missing or has failed to load before."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | None:
        if not installed():
            return None
        if function.__name__ in _answered:
            return function(*args, **kwargs)
        found: list[R | None] = []
        if not loads(lambda: found.append(function(*args, **kwargs))):
            _failed.add(function.__name__)
            return None
        if found[0] is not None:
            _answered.add(function.__name__)
        return found[0]

    return guarded


def translated(module: ModuleType) -> dict[str, Any]:
    """The functions of a plain module, compiled from its own source: they call each other's compiled forms."""
    from numba import njit

    scope = dict(vars(module))
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            scope[name] = njit(cache=True, error_model="numpy")(FunctionType(value.__code__, scope, name))
    return scope


@lru_cache(maxsize=32)
def _neighbours(rows: int, columns: int) -> tuple[Any, Any]:
    from . import fronts

    found: tuple[Any, Any] = fronts.neighbours(rows, columns)
    return found


@lru_cache(maxsize=32)
def _weights(squares: int, mines: int) -> Any:
    import numpy as np

    return np.array(weights_for(squares, mines))


class Weighed(NamedTuple):
    """A view as compiled code sees it."""

    view: View
    chances: list[float | None]
    """The probability of a mine for every square, None where it is open."""
    layouts: float
    position: tuple[Any, ...]
    """The arrays `cells`, `known`, `need` and `room`; see `compiled.fronts`."""
    risks: Any
    """The chances as an array, -1 where a square is open."""


@_guarded
def weighed(view: View) -> Weighed | None:
    """A view with the probability of a mine on every square.

    None when compiled code cannot answer: the board is too large, the front too wide even for it, or no layout
    explains the view (the exact code then says why).
    """
    if not serves(view.rows, view.columns):
        return None
    from . import probability

    near = _neighbours(view.rows, view.columns)
    status, layouts, *position, risks = probability.look(view.cells, view.columns, view.mines, *near)
    if status != probability.FOUND:
        return None
    found = risks.tolist()
    chances = [None if code != COVERED else found[square] for square, code in enumerate(view.cells)]
    return Weighed(view, chances, layouts, tuple(position), risks)


@_guarded
def best_guess(known: Weighed, policy: str = "record") -> tuple[Square, bool] | None:
    """A policy's square where none is certain, and whether it is proved best."""
    from . import solver

    view = known.view
    near, weights = _neighbours(view.rows, view.columns), _weights(len(view.cells), view.mines)
    position = (*known.position, *near, view.columns, view.mines, known.layouts, known.risks, weights)
    square, proved = solver.guess(POLICIES[policy], *position)
    return int(square), bool(proved)


@_guarded
def play(
    board: Layout, first: Square, policy: str, guesses: bool = True, seen: bytes | None = None
) -> tuple[int, int, bytes] | None:
    """A game, or the rest of it: (how it ended, as `constants` numbers it; clicks; what is seen at the end).

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


@_guarded
def optimal(view: View, layouts: int, images: Sequence[Sequence[Square]], effort: int) -> tuple[int, Square] | None:
    """How many of the layouts optimal play wins, and its first square; None when the `effort` did not suffice.

    `images` are symmetries of the view: for each the square to which a square goes, the first being none.
    """
    if not serves(view.rows, view.columns):
        return None
    import numpy as np

    from . import endgame, fronts, listing

    near = _neighbours(view.rows, view.columns)
    cells = np.frombuffer(view.cells, np.int8)
    known, need, _ = fronts.begin_position(cells, *near)
    # Nothing is deduced first: a covered square that is safe tells something when it is opened.
    squares, table = listing.list_layouts(cells, known, need, *near, view.mines, layouts)
    if table.shape[0] != layouts:
        return None
    # The compiled code is made for arrays in C's order: another one would be compiled once more.
    won, choice, left = endgame.optimal(table, np.ascontiguousarray(np.array(images, np.int64)[:, squares]), effort)
    return None if left < 0 else (int(won), int(squares[choice]))


def prepare() -> bool:
    """Load all compiled code, which means compiling it the first time (a minute); whether it is there now."""
    view, effort = View(1, 3, 1, bytes([COVERED] * 3)), 1000
    known = weighed(view)
    if known is not None:
        best_guess(known)
    optimal(view, 3, [range(3)], effort)
    play(Layout(1, 3, 1), 2, "record")
    return all(map(ready, ("weighed", "best_guess", "optimal", "play")))
