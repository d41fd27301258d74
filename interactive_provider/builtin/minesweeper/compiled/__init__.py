"""The door to the compiled code: nothing here imports numpy or numba before it is needed.

The functions of `solving` are compiled from their own source (`translated`), except the endgame and
what is in `primitives`. Any failure before compiled code has answered once (an incomplete
installation or import, a cache that is damaged or not writable) ends its use in this process: plain
code does the same work, and a warning says so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from types import FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar

from interactive_provider.support.extras import installed as _installed
from interactive_provider.support.extras import loads

from ..constants import COVERED, UNLIMITED
from ..grid import Square, grid
from ..minefields import Layout
from ..solving import policies
from ..solving.evaluation import weights_for
from ..solving.policies import CERTAIN, CLASSIC, FAST, RECORD
from ..solving.probability import DONE
from ..view import View

MOST_SQUARES = 1000
"""Above this the number of layouts no longer fits into a float."""

POLICIES = {"classic": CLASSIC, "fast": FAST, "record": RECORD, "certain": CERTAIN}

_SOLVING = policies.__name__.rpartition(".")[0]

_answered: set[str] = set()
"""The functions of this module that compiled code has answered in this process: they now answer at
once."""

_failed: set[str] = set()
"""Those that failed to load; after a failure, plain code does everything."""

P = ParamSpec("P")
R = TypeVar("R")


def installed() -> bool:
    """True if the `fast` extra is there and has not failed. (Looks for it without importing it.)"""
    return not _failed and _installed("numba", "numpy")


def ready(name: str) -> bool:
    """True if a function of this module answers at once, because it has answered before in this
    process.

    Loading takes half a second, and compiling it the first time a minute; plain code answers the
    usual question sooner than that.
    """
    return name in _answered and installed()


def serves(rows: int, columns: int) -> bool:
    """True if compiled code supports a board of this size."""
    return rows * columns <= MOST_SQUARES and installed()


def _guarded(function: Callable[P, R | None]) -> Callable[P, R | None]:
    """The function, which answers None if compiled code is missing or has failed to load before."""

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | None:
        if not installed():
            return None
        if function.__name__ in _answered:
            return function(*args, **kwargs)
        answer: list[R | None] = []
        if not loads(lambda: answer.append(function(*args, **kwargs))):
            _failed.add(function.__name__)
            return None
        if answer[0] is not None:
            _answered.add(function.__name__)
        return answer[0]

    return guarded


@lru_cache
def translated(module: ModuleType) -> dict[str, Any]:
    """The functions of a plain module, compiled from its own source.

    They call compiled forms of one another, those of other modules of `solving`, and the functions
    of the same names in `compiled.primitives`.
    """
    from interactive_provider.support.compiling import cached_njit

    from . import primitives

    scope = dict(vars(module))
    for name, value in vars(module).items():
        if name in vars(primitives) and not name.startswith("__"):
            scope[name] = vars(primitives)[name]
        elif isinstance(value, FunctionType) and value.__module__ == module.__name__:
            scope[name] = cached_njit(FunctionType(value.__code__, scope, name))
        elif isinstance(value, FunctionType) and value.__module__.startswith(_SOLVING):
            scope[name] = translated(sys.modules[value.__module__])[name]
    return scope


@lru_cache(maxsize=32)
def _neighbours(rows: int, columns: int) -> Any:
    import numpy as np

    return np.array(grid(rows, columns).near, np.int16)


def _position(view: View) -> tuple[Any, Any, int, int]:
    """A view as compiled code accepts it: cells, neighbours, columns and mines."""
    import numpy as np

    cells = np.frombuffer(view.cells, np.int8).copy()
    return cells, _neighbours(view.rows, view.columns), view.columns, view.mines


@lru_cache(maxsize=32)
def _weights(squares: int, mines: int) -> Any:
    import numpy as np

    return np.array(weights_for(squares, mines))


@_guarded
def weighed(view: View) -> list[float | None] | None:
    """The probability of a mine for every square, None if it is open.

    None instead if compiled code cannot answer: the board is too large, the frontier too wide even
    for it, or no layout explains the view (the exact code then says why).
    """
    if not serves(view.rows, view.columns):
        return None
    import numpy as np

    from . import doors

    risks = np.empty(len(view.cells))
    if doors.look(*_position(view), risks) != DONE:
        return None
    return [
        None if code != COVERED else risk
        for code, risk in zip(view.cells, risks.tolist(), strict=True)
    ]


@_guarded
def best_guess(view: View, policy: str = "record") -> tuple[Square, bool] | None:
    """A policy's square of a view that was `weighed`, where none is certain, and whether it is
    proved best."""
    from . import doors

    square, proved = doors.guess(
        POLICIES[policy], *_position(view), _weights(len(view.cells), view.mines)
    )
    return int(square), bool(proved)


@_guarded
def play(
    board: Layout, first: Square, policy: str, seen: bytes | None = None
) -> tuple[int, int, bytes] | None:
    """A game, or the rest of it: (how it ended, as `constants` numbers it; clicks; what is seen at
    the end).

    `first` is the next click; `seen`, in codes as a view's cells, is what is open before.
    """
    import numpy as np

    from . import doors

    size = board.grid.size
    mined: Any = np.frombuffer(format(board.mined, f"0{size}b").encode(), np.int8)[::-1] - np.int8(
        48
    )
    cells = np.full(size, COVERED, np.int8) if seen is None else np.frombuffer(seen, np.int8).copy()
    code = (
        mined,
        _neighbours(board.rows, board.columns),
        board.columns,
        _weights(size, board.mines),
    )
    end, clicks = doors.play(code, first, POLICIES[policy], cells, np.array([UNLIMITED]))
    return int(end), int(clicks), cells.tobytes()


@_guarded
def optimal(
    view: View, layouts: int, images: Sequence[Sequence[Square]], effort: int
) -> tuple[int, Square] | None:
    """How many of the layouts optimal play wins, and its first square; None if the `effort` did not
    suffice.

    `images` are symmetries of the view: for each the square to which a square goes, the first being
    none.
    """
    if not serves(view.rows, view.columns):
        return None
    import numpy as np

    from . import doors

    # Nothing is deduced first: opening a safe covered square gives information.
    won, square, left = doors.optimal(*_position(view), layouts, np.array(images, np.int64), effort)
    return None if left < 0 else (int(won), int(square))


def prepare() -> bool:
    """Load all compiled code, which the first time means compiling it (a minute); True if it is now
    available."""
    view, effort = View(1, 3, 1, bytes([COVERED] * 3)), 1000
    if weighed(view) is not None:
        best_guess(view)
    optimal(view, 3, [range(3)], effort)
    play(Layout(1, 3, 1), 2, "record")
    return all(map(ready, ("weighed", "best_guess", "optimal", "play")))
