"""Solves Capture: any solution fast, a shortest one with proof, or the proof that there is none.

Boards only lose tiles, so every line ends. Any solution is looked for by a beam: layer by layer of moves, keeping the
boards that look nearest to cleared, in ever wider beams; a beam that never had to drop a board has seen them all, and
if it found nothing there is nothing. A shortest solution is proved by the same search without a width, which drops only
what its lower bound shows to be too late. Boards that are equal but for left and right count once when the first board
is its own mirror image.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count, pairwise

from interactive_provider.errors import BadParameter, quote

from .appraisal import DEAD, Appraiser
from .layout import Layout
from .packing import compact
from .rules import Board, Move, apply

_FIRST_WIDTH = 10
_WIDER = 5
_TIGHTENING_WIDTHS = (250, 1250)
_NO_BOUND = DEAD
_MOBILITY = 7
_STATES_BETWEEN_CHECKS = 64

Progress = Callable[[int, int, int], object]
"""Called now and then with (moves deep, boards in this layer, boards generated so far)."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to clear a board, and what is proved about it.

    `status` is "shortest" (proved), "solved", "unsolvable" (proved; `moves` is None) or "unknown" (a limit was reached
    or the search was interrupted; `moves` is then the best found so far, or None).
    """

    moves: tuple[Move, ...] | None
    status: str
    nodes: int
    """Boards generated."""
    seconds: float


class _OutOfLimitError(Exception):
    """The search has used up its time or its nodes."""


class Search:
    """One search for a clearance of one board, with its limits, its effort so far and what it remembers."""

    def __init__(
        self,
        board: Board,
        limit_seconds: float | None = None,
        limit_nodes: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.where, self.root = compact(board)
        self.appraiser = Appraiser(self.where)
        self.symmetric = self.where.mirror(self.root) == self.root
        self.nodes, self.started = 0, time.perf_counter()
        self._deadline = None if limit_seconds is None else self.started + limit_seconds
        self._limit_nodes, self._progress = limit_nodes, progress

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return time.perf_counter() - self.started

    def layers(self, width: int | None = None, below: int = _NO_BOUND) -> tuple[list[int] | None, bool]:
        """Search layer by layer for a clearance in fewer than `below` moves, keeping `width` boards of a layer.

        Return the codes from the first board to the empty one, or None, and whether all was seen: with no width or a
        width that sufficed a line found is a shortest one, and None proves that there is none.
        """
        history: list[dict[int, int]] = []
        layer: Iterable[int] = [self.root]
        complete = True
        for depth in range(1, below):
            found: dict[int, int] = {}
            guesses: dict[int, int] = {}
            last = self._expand(layer, below - depth, found, guesses)
            if last is not None:
                return _line(history, last), complete
            self._report(depth, len(found))
            if width is not None and len(found) > width:
                complete = False
                found = {code: found[code] for code in self._best(guesses, width)}
            if not found:
                break
            history.append(found)
            layer = found
        return None, complete

    def _expand(self, layer: Iterable[int], left: int, found: dict[int, int], guesses: dict[int, int]) -> int | None:
        """Put the boards after each move into `found` (with the board before) and `guesses`.

        `left` is the number of moves left, this one included. Return the first board that a move clears.
        """
        where, appraise = self.where, self.appraiser.appraise
        play, exchanges = where.play, where.exchanges
        mirror = where.mirror if self.symmetric else None
        unchecked = nodes = 0
        for code in layer:
            unchecked += 1
            if unchecked == _STATES_BETWEEN_CHECKS:
                unchecked = nodes = self._spend(nodes)
            options = exchanges(code)
            while options:
                lowest = options & -options
                options ^= lowest
                after = play(code, lowest.bit_length() - 1)
                nodes += 1
                if not after:
                    self._spend(nodes)
                    return code
                if after in found:
                    continue
                bound, guess = appraise(after)
                if bound >= left or (mirror and mirror(after) in found):
                    continue
                found[after] = code
                guesses[after] = guess
        self._spend(nodes)
        return None

    def _best(self, guesses: dict[int, int], width: int) -> list[int]:
        """Return the `width` most promising codes; of twice as many those with more moves."""
        exchanges = self.where.exchanges
        near = sorted(guesses, key=guesses.__getitem__)[: 2 * width]
        worth = {code: guesses[code] - _MOBILITY * exchanges(code).bit_count() for code in near}
        return sorted(near, key=worth.__getitem__)[:width]

    def _spend(self, nodes: int) -> int:
        """Add to the effort; raises `_OutOfLimitError` when it is too much."""
        self.nodes += nodes
        if self._limit_nodes is not None and self.nodes >= self._limit_nodes:
            raise _OutOfLimitError
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise _OutOfLimitError
        return 0

    def _report(self, depth: int, boards: int) -> None:
        if self._progress is not None:
            self._progress(depth, boards, self.nodes)


def _line(history: list[dict[int, int]], last: int) -> list[int]:
    """Return the codes from the first board over `last` to the empty one."""
    line = [0, last]
    for found in reversed(history):
        line.append(found[line[-1]])
    return line[::-1]


def solve(
    board: Board,
    shortest: bool = False,
    limit_seconds: float | None = None,
    limit_nodes: int | None = None,
    *,
    progress: Progress | None = None,
) -> Solution:
    """Return a way to clear `board`, a shortest one if asked, or the proof that there is none.

    The search stops at `limit_seconds` or `limit_nodes` (boards generated) or at an interrupt from the keyboard, and
    then returns the best it has with the status "unknown". Every solution is replayed before it is returned. Raises
    `BadParameter` for a board that is not settled and for a limit that is no positive number.
    """
    _check_limits(board, limit_seconds=limit_seconds, limit_nodes=limit_nodes)
    search = Search(board, limit_seconds, limit_nodes, progress)
    best: list[int] | None = [0] if not search.root else None
    status = "shortest" if best else "unknown"
    try:
        for found in _improve(search, shortest) if best is None else ():
            best, status = found
    except (_OutOfLimitError, KeyboardInterrupt):
        status = "unknown"
    played = None if best is None else _replayed(board, search, best)
    return Solution(played, status, search.nodes, search.seconds)


def _improve(search: Search, shortest: bool) -> Iterable[tuple[list[int] | None, str]]:
    """Give ever better results: (codes of a line or None, status)."""
    line, complete, width = _any_line(search)
    if line is None:
        yield None, "unsolvable"
    elif not shortest:
        yield line, "solved"
    elif complete:
        yield line, "shortest"
    else:
        yield line, "unknown"
        yield from _shorten(search, line, width)


def _any_line(search: Search) -> tuple[list[int] | None, bool, int]:
    """Widen the beam until it finds a line or has seen all; return the line, whether all was seen, and the width."""
    if search.appraiser.appraise(search.root)[0] == DEAD:
        return None, True, 0
    for power in count():
        width = _FIRST_WIDTH * _WIDER**power
        line, complete = search.layers(width)
        if line is not None or complete:
            return line, complete, width
    raise AssertionError("the widths never end")


def _shorten(search: Search, line: list[int], width: int) -> Iterable[tuple[list[int], str]]:
    """Look for shorter lines, in wider beams and then everywhere; the last result is proved."""
    for wider in (*(wide for wide in _TIGHTENING_WIDTHS if wide > width), None):
        shorter, complete = search.layers(wider, below=len(line) - 1)
        line = shorter or line
        yield line, "shortest" if complete else "unknown"
        if complete:
            return


def _replayed(board: Board, search: Search, line: list[int]) -> tuple[Move, ...]:
    """Return the moves from code to code, played on the board itself to be sure that they clear it."""
    where, played = search.where, []
    for before, after in pairwise(line):
        exchange = next(e for e in where.swaps if where.exchanges(before) >> e & 1 and where.play(before, e) == after)
        move = next(move for move in where.moves[1 << exchange] if _holds_tile(where, before, move))
        board = apply(board, move)
        played.append(move)
    if board.tiles:
        raise AssertionError(f"the line {played} leaves tiles: the solver and the rules disagree")
    return tuple(played)


def _holds_tile(where: Layout, code: int, move: Move) -> bool:
    return bool(where.occupied(code) >> move[0] * where.width + move[1] & 1)


def _check_limits(board: Board, **limits: float | None) -> None:
    if not board.settled:
        raise BadParameter("Only a board at rest can be solved; on this one tiles float or a run stands ready.")
    for name, limit in limits.items():
        if limit is not None and not (isinstance(limit, (int, float)) and limit > 0):
            raise BadParameter(f"{name} is a positive number or None; this is {quote(limit)}.")
