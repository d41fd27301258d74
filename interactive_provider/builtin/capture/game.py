"""Capture as a game: its options, texts and board, and the solver's answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from interactive_provider import boards
from interactive_provider.boards import Cell, Frame, Row
from interactive_provider.errors import BadParameter
from interactive_provider.game import Check, Game, Hint, Options, Solution, State, Verdict
from interactive_provider.game.validation import one_of
from interactive_provider.support.plurals import counted

from . import advice, rules, solver
from .bitboard import KINDS
from .generate import GRADES, generate
from .puzzles import PUZZLES
from .rules import BLANK, CaptureBoard, CapturePlace, Move

_ONE_ONLY = "Give only one of board, puzzle and grade; board is another name for position."
_LOOKS = {
    "y": ("yellow", "yellow", "yellow-gem"),
    "b": ("blue", "blue", "blue-gem"),
    "g": ("green", "green", "green-gem"),
    "r": ("red", "red", "red-gem"),
    "p": ("purple", "purple", "purple-gem"),
    "c": ("coin", "coin", "coin"),
    "s": ("skull", "skull", "skull"),
    "S": ("flame", "flaming skull", "flaming-skull"),
    BLANK: ("blank", "blank", "bare"),
}
"""The role, name and piece of each letter."""


@dataclass(frozen=True, slots=True)
class Gems(State):
    """A moment of the game: the board, the moves made, and the last move with the board before
    it."""

    tiles: CaptureBoard
    moves: int = 0
    last: Move | None = None
    before: CaptureBoard | None = None

    @property
    def outcome(self) -> str | None:
        """``"won"`` if the board is empty, ``"lost"`` if tiles remain and no move is legal."""
        if not self.tiles.code:
            return "won"
        return None if rules.moves(self.tiles) else "lost"

    @property
    def display_text(self) -> str:
        """How it ended; until then the board's counters say everything."""
        made = counted(self.moves, "move")
        left = counted(self.tiles.tiles, "tile")
        if self.outcome == "won":
            return f"Cleared in {made}."
        if self.outcome == "lost":
            return f"Stuck after {made}: {left} left and no move is legal."
        return ""

    @property
    def display_options(self) -> Options:
        """Every legal move by row, column and direction; an exchange can be made from either of its
        cells."""
        # names stay the same throughout the game
        tall, wide = (len(str(side)) for side in self.tiles.shape)
        return tuple(
            ((f"row{row + 1:0{tall}}", f"column{column + 1:0{wide}}", way), (row, column, way))
            for row, column, way in _sorted(self.tiles)
        )

    @property
    def all_values(self) -> Sequence[Move]:
        """Every exchange of two cells on a board of this size, named from either of them."""
        return tuple(self.tiles.planes.exchange_of)


class Capture(Game[Gems]):
    """Clear the board: nothing refills.

    A move exchanges two neighbouring cells, one of which may be blank; it must put three or more of
    a kind in a straight line at once. All such lines vanish, a flaming skull (S) among them also
    clears its eight neighbours, and every column falls, until nothing matches. Skulls s and S are
    the same kind. You lose when tiles are left but no move is possible. Give
    position="rrb / bbr" for your own board, grade= for a new one (gentle, easy, medium, hard,
    fiendish), or puzzle= for an included one.
    """

    title: ClassVar[str] = "Capture"
    version: ClassVar[int] = 1
    renamed: ClassVar[Mapping[str, str]] = {
        f"{name[0]}{number}": f"{name}{number + 1}"
        for name in ("row", "column")
        for number in range(rules.LONGEST_SIDE)
    }
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        **{name: {"puzzle": name} for name in PUZZLES},
        **{f"new_{grade}": {"grade": grade} for grade in GRADES},
    }

    def new_state(
        self,
        rng: Random,
        position: str | None = None,
        puzzle: str | None = None,
        grade: str | None = None,
        board: str | None = None,
    ) -> Gems:
        """Return the given board, the named puzzle, or a new solvable board of a grade (easy by
        default)."""
        others = (board, puzzle, grade) if position is None else (board,)
        if sum(given is not None for given in others) > (position is None):
            raise BadParameter(_ONE_ONLY)
        if position is None:
            position = board
        if position is not None:
            return Gems(rules.parse(position))
        if puzzle is not None:
            return Gems(rules.parse(PUZZLES[one_of("puzzle", puzzle, PUZZLES)].board))
        return Gems(_generated(rng.getrandbits(63), "easy" if grade is None else grade))

    def process_response(self, state: Gems, value: Move, rng: Random) -> Gems:
        """Return the board after a move and all its waves."""
        return Gems(rules.apply(state.tiles, value), state.moves + 1, value, state.tiles)

    def describe(self, state: Gems, value: Move) -> str:
        """Return which two cells are exchanged."""
        row, column, way = value
        there = _neighbour(value)
        names = [_LOOKS[rules.sign_at(state.tiles, place)][1] for place in ((row, column), there)]
        return (
            f"Exchanges {names[0]} at row {row + 1} column {column + 1} with {names[1]} at"
            f" row {there[0] + 1} column {there[1] + 1}, {way}."
        )

    def board(self, state: Gems) -> boards.Board:
        """Return the tiles in letters and colours; a drag exchanges a cell with its neighbour, and
        the waves are frames."""
        rows, columns = state.tiles.shape
        drags: dict[CapturePlace, list[tuple[str, Move]]] = {}
        for move in _sorted(state.tiles):
            drags.setdefault(move[:2], []).append((move[2], move))
        frames = (
            () if state.last is None or state.before is None else _frames(state.before, state.last)
        )
        picture = boards.Board(
            _rows(state.tiles, drags),
            row_labels=tuple(map(str, range(1, rows + 1))),
            column_labels=tuple(map(str, range(1, columns + 1))),
            counters=(("tiles", str(state.tiles.tiles)), ("moves", str(state.moves))),
            legend=tuple(
                (sign, name)
                for sign, (_, name, _) in _LOOKS.items()
                if sign in rules.render(state.tiles)
            ),
            frames=frames,
            surface="gems",
            palette=BLANK + KINDS + rules.FLAME,
            gains=tuple(
                (
                    (move[:2], _neighbour(move)),
                    f"+{state.tiles.tiles - rules.apply(state.tiles, move).tiles}",
                )
                for moves in drags.values()
                for _, move in moves
            ),
        )
        return (
            picture.marked((state.last[:2], _neighbour(state.last)), "last")
            if state.last
            else picture
        )

    def evaluate(self, state: Gems) -> dict[Move, Verdict]:
        """Return the result of each move: least remaining moves, dead, or what a bounded search
        found."""
        return dict(_verdicts(state.tiles))

    def hint(self, state: Gems) -> Hint | None:
        """Return the first move of the best solution found, or None if there is none."""
        return None if state.outcome else advice.hint(state.tiles)

    def check(self, state: Gems) -> Check:
        """Return whether the board can still be cleared, and the tiles that prevent it."""
        return _check(state.tiles)

    def solve(
        self,
        state: Gems,
        shortest: bool = False,
        limit_seconds: float | None = 10.0,
        limit_nodes: int | None = None,
    ) -> Solution:
        """Return a solution, a shortest one if requested, or the proof that there is none."""
        return solver.solve(state.tiles, shortest, limit_seconds, limit_nodes)


@lru_cache(maxsize=64)
def _generated(seed: int, grade: str) -> CaptureBoard:
    return generate(seed, grade)


@lru_cache(maxsize=256)
def _verdicts(tiles: CaptureBoard) -> dict[Move, Verdict]:
    return advice.evaluate(tiles)


@lru_cache(maxsize=256)
def _check(tiles: CaptureBoard) -> Check:
    return advice.check(tiles)


def _sorted(tiles: CaptureBoard) -> list[Move]:
    """Return the legal moves in reading order."""
    return sorted(
        rules.moves(tiles), key=lambda move: (move[0], move[1], rules.DIRECTIONS.index(move[2]))
    )


def _neighbour(move: Move) -> CapturePlace:
    """Return the cell with which a move exchanges its own."""
    down, right = rules.STEPS[move[2]]
    return move[0] + down, move[1] + right


def _rows(
    tiles: CaptureBoard, drags: Mapping[CapturePlace, list[tuple[str, Move]]]
) -> tuple[Row, ...]:
    rows, columns = tiles.shape
    return tuple(
        tuple(
            _cell(tiles, (row, column), drags.get((row, column), [])) for column in range(columns)
        )
        for row in range(rows)
    )


def _cell(tiles: CaptureBoard, place: CapturePlace, drag: list[tuple[str, Move]]) -> Cell:
    sign = rules.sign_at(tiles, place)
    role, name, piece = _LOOKS[sign]
    ways = ", ".join(way for way, _ in drag)
    return Cell(
        sign, role, name, tooltip=f"can go {ways}" if ways else "", drag=tuple(drag), piece=piece
    )


def _frames(before: CaptureBoard, move: Move) -> tuple[Frame, ...]:
    """Return the exchange and, for each wave, what vanishes and what falls; the last frame is the
    board itself."""
    history = rules.trace(before, move)
    pair = (move[:2], _neighbour(move))
    came = tuple(way for way in (pair, pair[::-1]) if rules.sign_at(before, way[0]) != BLANK)
    shown = history.swapped
    frames = [Frame(_rows(shown, {}), came=came)]
    for number, wave in enumerate(history.waves, start=1):
        blast = f", {counted(len(wave.exploded), 'explosion')}" if wave.exploded else ""
        row = f", {number} waves in a row" if number > 1 else ""
        frames.append(
            Frame(
                _rows(shown, {}),
                f"{counted(len(wave.cleared), 'tile')}{blast}{row}",
                gone=wave.cleared,
            )
        )
        shown = wave.board
        frames.append(Frame(_rows(shown, {}), came=wave.falls))
    return tuple(frames)
