"""m×n boards on which k in a row win: noughts and crosses, gomoku and, with gravity, connect four.

Besides the rules, this game says only who plays, whose turn it is and who won; search does all the
thinking.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, NamedTuple

from ...boards import Board, Cell, Place
from ...errors import BadParameter, quote
from ...game import Game, Options, Outcome, View
from ...game.positions import rows_in
from ...game.validation import one_of, whole
from .threats import Stones, WinningLines, completing

SIGNS = "XO"
FREE = " "

_MEANINGS = {
    "X": "X R B x r b 1 ● ⚫ 🔴 ❌",
    "O": "O Y W o y w 2 ○ ⚪ 🟡 ⭕ -1",
    FREE: "· . _ - 0 ⬜ ⬛",
}
_READ = {sign: mark for mark, signs in _MEANINGS.items() for sign in signs.split()} | {FREE: FREE}
"""The meanings of the signs in a position: those of all pieces are understood, as well as
numbers."""

_MOVES = re.compile(r"(?:\S*pos=)?([1-9]+)")
"""The columns played so far in a game of connect four, as solvers write them, possibly in their
URL."""

CONNECT_FOUR = {"rows": 6, "columns": 7, "k": 4, "gravity": True}
GOMOKU = {"rows": 15, "columns": 15, "k": 5}

_USUAL = (
    "X and O, R and Y, or B and W for the pieces, and · for a free square; the columns of a game of"
    " connect four so far are read by k_in_a_row.connect_four"
)

MOST_ROLLOUTS = 4
ROLLOUT_SQUARES = 126
"""The number of random games played at once, and the total number of squares on their boards."""

LARGE = 64
"""The number of squares of a board above which only some are examined first."""

_TITLES = {
    (3, 3, 3, False): "Noughts and crosses",
    (6, 6, 4, False): "Four in a row",
    (6, 7, 4, True): "Connect four",
    (15, 15, 5, False): "Gomoku",
}

_LOOKS = {
    "bare": ("·", "free", "blank"),
    "cross": ("X", "cross", "player-1"),
    "nought": ("O", "nought", "player-2"),
    "red-disc": ("R", "red disc", "player-1"),
    "yellow-disc": ("Y", "yellow disc", "player-2"),
    "black-stone": ("B", "black stone", "player-1"),
    "white-stone": ("W", "white stone", "player-2"),
}
"""For each piece: its sign in text, its name, and its role."""


class Symmetry(NamedTuple):
    """A rotated or mirrored board: how to read its squares, and the name of each choice on it."""

    squares: Callable[[str], Sequence[str]]
    choices: Sequence[int]

    @classmethod
    def of(cls, order: Iterable[int], field: Shape) -> Symmetry:
        """Return the symmetry that shows the squares with these numbers in this order."""
        numbers = list(order)
        places = sorted(range(len(numbers)), key=numbers.__getitem__)
        if field.gravity:
            places = [place % field.columns for place in places[: field.columns]]
        return cls(itemgetter(*numbers), places)


@dataclasses.dataclass(frozen=True)
class Shape:
    """The size of the board, how many in a row win, and whether pieces fall; one object for all
    games of this shape."""

    rows: int
    columns: int
    k: int
    gravity: bool
    runs: tuple[tuple[slice, ...], ...] = dataclasses.field(compare=False)
    """For each square, the squares in line with it that are close enough for a row of ``k``."""

    @cached_property
    def lines(self) -> WinningLines:
        """Its rows, columns and diagonals."""
        lines: dict[tuple[int, int], list[int]] = {}
        for number in range(self.rows * self.columns):
            row, column = divmod(number, self.columns)
            for way in enumerate((row, column, row - column, row + column)):
                lines.setdefault(way, []).append(number)
        return WinningLines(list(lines.values()), self.rows * self.columns, self.k)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The rotated and mirrored boards that are equivalent; only left and right if pieces
        fall."""
        numbers = [
            list(range(start, start + self.columns))
            for start in range(0, self.rows * self.columns, self.columns)
        ]
        boards = [numbers, [row[::-1] for row in numbers]]
        if not self.gravity:
            boards += [board[::-1] for board in boards]
            if self.rows == self.columns:
                boards += [list(map(list, zip(*board, strict=True))) for board in boards]
        return tuple(Symmetry.of(chain.from_iterable(board), self) for board in boards)

    @property
    def pieces(self) -> tuple[str, str]:
        """The names of the players' pieces."""
        if self.gravity:
            return "red-disc", "yellow-disc"
        return ("cross", "nought") if self.k < 5 else ("black-stone", "white-stone")


@lru_cache(maxsize=64)
def field_of(rows: int, columns: int, k: int, gravity: bool) -> Shape:
    """Return the field of that size."""
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    runs = tuple(tuple(_run(square, way, rows, columns, k) for way in ways) for square in squares)
    return Shape(rows, columns, k, gravity, runs)


def _run(square: Place, way: Place, rows: int, columns: int, k: int) -> slice:
    """Return the squares through one square in one direction, fewer than ``k`` steps away, by
    number."""
    row, column = square
    down, right = way
    reach = range(-k + 1, k)
    inside = [n for n in reach if 0 <= row + n * down < rows and 0 <= column + n * right < columns]
    numbers = [(row + n * down) * columns + column + n * right for n in inside]
    return slice(numbers[0], numbers[-1] + 1, down * columns + right or 1)


class Marks(NamedTuple):
    """The squares row by row as signs, and the last one taken. The first player has X."""

    squares: str
    field: Shape
    mover: int = 0
    last: int | None = None
    winner: int | None = None

    @property
    def title(self) -> str:
        """The usual name of the game on this board."""
        size = (self.field.rows, self.field.columns, self.field.k, self.field.gravity)
        return _TITLES.get(size, f"{self.field.k} in a row")

    @property
    def names(self) -> Sequence[str]:
        """The players by their pieces: Red and Yellow, Black and White, X and O."""
        pieces = self.field.pieces
        return (
            SIGNS
            if pieces[0] == "cross"
            else [piece.partition("-")[0].capitalize() for piece in pieces]
        )

    @property
    def display_text(self) -> str:
        """Whose turn it is, or who won."""
        if self.outcome is None:
            return f"{self.names[self.mover]} to move. {self.field.k} in a row wins."
        return (
            "Nobody has a row."
            if self.winner is None
            else f"{self.names[self.winner]} has {self.field.k} in a row."
        )

    @property
    def option_values(self) -> Sequence[int]:
        """The free squares by number, or with gravity the columns that are not full."""
        if self.winner is not None:
            return ()
        squares = self.squares
        field = self.field
        if field.gravity:
            return [column for column in range(field.columns) if squares[column] == FREE]
        return [number for number, sign in enumerate(squares) if sign == FREE]

    @property
    def display_options(self) -> Options:
        """``column4``, or ``("row2", "column3")``."""
        return tuple((self.field_name(value), value) for value in self.option_values)

    def field_name(self, value: int) -> str | tuple[str, str]:
        """Return the name of a choice; numbers are as wide as the widest."""
        field = self.field
        row, column = divmod(value, field.columns)
        name = _numbered("column", field.columns)[column]
        return name if field.gravity else (_numbered("row", field.rows)[row], name)

    @property
    def outcome(self) -> Outcome:
        """Who won, or drawn when the board is full."""
        if self.winner is not None:
            return f"{self.names[self.winner]} won"
        return None if FREE in self.squares else "drawn"

    @property
    def cell_signs(self) -> str:
        """The contents of each square."""
        return self.squares

    @property
    def key(self) -> str:
        """Only the squares: the last one taken makes no difference."""
        return self.squares


class KInARow(Game[Marks]):
    """Take turns placing pieces; the first to have ``k`` in a row, column or diagonal wins.

    Noughts and crosses is three in a row on 3×3, gomoku five on 15×15; with gravity pieces fall, as
    in connect four. Play both sides, or ``k_in_a_row(against="perfect")``,
    ``k_in_a_row.connect_four(against=("mcts", 4096), seat=1)``.
    """

    title = "Noughts and crosses, connect four"
    players = ("X", "O")
    may_be_drawn = True
    presets: ClassVar = {
        "noughts and crosses": {},
        "noughts and crosses against the computer": {"against": "perfect"},
        "four in a row": {"rows": 6, "columns": 6, "k": 4},
        "connect four": CONNECT_FOUR,
        "connect four against the computer": {**CONNECT_FOUR, "against": "mcts"},
        "connect four against a strong computer": {**CONNECT_FOUR, "against": ("mcts", 4_096)},
        "gomoku": GOMOKU,
        "gomoku against the computer": {**GOMOKU, "against": ("mcts", 500)},
    }

    def new_state(
        self,
        rng: Random,
        rows: int = 3,
        columns: int = 3,
        k: int = 3,
        gravity: bool = False,
        position: str | tuple[Any, ...] | None = None,
    ) -> Marks:
        """Return a board of 1 to 40 ``rows`` and ``columns``, empty or as in a position; raise
        `BadParameter` for a ``k`` that fits nowhere and for impossible positions."""
        squares = ""
        text = str(position).strip()
        moves = _MOVES.fullmatch(text) if gravity else None
        if len(text) == rows * columns > 2 * rows and set(text) <= {"1", "2"}:
            moves = None  # too many moves for two columns, so the digits are pieces
        if position is not None and moves is None:
            lines = rows_in(_with_dots(position), _READ, _USUAL)
            squares = "".join(lines)
            if (len(lines), len(squares)) != (1, rows * columns):
                rows = len(lines)
                columns = len(lines[0])
        whole("rows", rows, low=1, high=40)
        whole("columns", columns, low=1, high=40)
        if whole("k", k, low=1, high=40) > max(rows, columns):
            raise BadParameter(
                f"k is {k}; it must be at most {max(rows, columns)} on {rows} rows and {columns}"
                " columns."
            )
        field = field_of(rows, columns, k, bool(one_of("gravity", gravity, (True, False))))
        if squares:
            return _set_up(squares, field)
        state = Marks(FREE * (rows * columns), field)
        for number, column in enumerate(map(int, moves[1] if moves else ""), 1):
            if column - 1 not in state.option_values:
                why = "the game is over" if state.outcome else f"column {column} has no free square"
                raise BadParameter(f"Move {number} of {quote(position)} cannot be made: {why}.")
            state = self.process_response(state, column - 1, rng)
        return state

    def process_response(self, state: Marks, value: int, rng: Random) -> Marks:
        """Return the board after one more square is taken."""
        before, field, mover, _, _ = state
        square = value
        if field.gravity:  # it falls to the lowest free square of its column
            square += before[value :: field.columns].rindex(FREE) * field.columns
        sign = SIGNS[mover]
        squares = f"{before[:square]}{sign}{before[square + 1 :]}"
        row = sign * field.k
        for run in field.runs[square]:
            if row in squares[run]:
                return Marks(squares, field, 1 - mover, square, mover)
        return Marks(squares, field, 1 - mover, square)

    def rollout(self, state: Marks, rng: Random, most: int) -> tuple[tuple[float, ...] | None, int]:
        """Play random games on bitboards, except that rows are always completed or blocked: several
        on a small board, where setting up takes as long as playing."""
        taken = _taken(state)
        piles = _free_piles(state)
        squares = len(state.squares)
        count = max(1, min(MOST_ROLLOUTS, ROLLOUT_SQUARES // squares)) if most >= squares else 1
        share = 0.0
        length = 0
        for _ in range(count):
            won, plies = _random_game(state.field.k, taken, piles, rng.random, most)
            if won is None:
                return None, most
            share += won / count
            length += plies
        paid = (1.0 - share, share) if state.mover else (share, 1.0 - share)
        return paid, max(1, round(length / count))

    def candidates(self, state: Marks) -> Sequence[int] | None:
        """On a large board, threats and their answers, or squares near the stones."""
        if state.field.gravity or len(state.squares) < LARGE:
            return None
        lines = state.field.lines
        mine, others = _taken(state)
        return lines.worth_a_look(Stones(mine, others, sum(lines.bits) - mine - others))

    def canonical(self, state: Marks) -> tuple[str, Sequence[int]]:
        """Return the least of the equivalent rotated and mirrored boards, and its choices."""
        boards = [
            (symmetry.squares(state.squares), number)
            for number, symmetry in enumerate(state.field.symmetries)
        ]
        squares, number = min(boards)
        return "".join(squares), state.field.symmetries[number].choices

    def view(self, state: Marks, player: int) -> View:
        """Return the board under its name in this size, with its players named by their pieces."""
        board = partial(self.board, state)
        return View(state.display_text, board, title=state.title, names=tuple(state.names))

    def board(self, state: Marks) -> Board:
        """Return the squares; a press takes one, or drops a piece into its column."""
        field = state.field
        legal = set(state.option_values)
        marked = _last_taken(state)
        cells = []
        for number, sign in enumerate(state.squares):
            value = number % field.columns if field.gravity else number
            piece = "bare" if sign == FREE else field.pieces[SIGNS.index(sign)]
            text, label, role = _LOOKS[piece]
            press = value if value in legal else None
            mark = "last" if number in marked else ""
            cells.append(Cell(text, role=role, label=label, press=press, piece=piece, mark=mark))
        surface = "lines" if field.k >= 5 else "paper"
        lands: tuple[Place, ...] = ()
        if field.gravity:
            surface = "rack"
            lands = tuple(_lowest(state, column) for column in sorted(legal))
        return Board(
            tuple(
                tuple(cells[start : start + field.columns])
                for start in range(0, len(cells), field.columns)
            ),
            row_labels=tuple(f"row{row}" for row in range(1, field.rows + 1)),
            column_labels=tuple(f"column{column}" for column in range(1, field.columns + 1)),
            surface=surface,
            palette=[_LOOKS[piece][0] for piece in ("bare", *field.pieces)],
            puts=field.pieces[state.mover] if legal else "",
            lands=lands,
        )


def _with_dots(position: object) -> object:
    """Return a text in which blanks are the free squares, with dots in their place; a text that
    separates single signs by blanks, and any other position, is unchanged."""
    if "🟡" in str(position):  # with discs of two colours, any other sign is a hole
        return re.sub("[⚪⚫🔵]", ".", str(position))
    if not isinstance(position, str) or not re.fullmatch(r"(?i)[XO \r\n]+", position):
        return position
    lines = position.strip("\r\n").splitlines()
    widths = {tuple(map(len, line.split())) for line in lines}
    if " " not in position or widths in [{(1,) * n} for n in range(2, 41)]:
        return position
    columns = max(map(len, lines), default=0)
    return "\n".join(line.ljust(columns).replace(" ", ".") for line in lines)


def _set_up(squares: str, field: Shape) -> Marks:
    """Return the state of a position; raise `BadParameter` for one that is impossible or over."""
    first, second = map(squares.count, SIGNS)
    state = Marks(squares, field, first - second)
    if first - second not in (0, 1):
        both = " and ".join(state.names)
        raise BadParameter(f"{both} take turns, but have {first} and {second} pieces.")
    for column in range(field.columns if field.gravity else 0):
        if FREE in squares[column :: field.columns].lstrip(FREE):
            raise BadParameter(f"In column {column + 1}, a piece floats above an empty square.")
    for name, sign in zip(state.names, SIGNS, strict=True):
        if any(sign * field.k in squares[run] for runs in field.runs for run in runs):
            raise BadParameter(f"This game is over: {name} has {field.k} in a row.")
    return state


def _random_game(
    k: int,
    taken: Sequence[int],
    free: Iterable[list[int]],
    below: Callable[[], float],
    most: int,
) -> tuple[float | None, int]:
    """Return the result for the player to move of a random game in which rows are always completed
    or blocked, and its length; ``taken`` begins with that player's squares."""
    mine, others = taken
    wins = completing(mine, k)
    threats = completing(others, k)
    piles = [pile[:] for pile in free]
    tops = sum([pile[-1] for pile in piles])
    for plies in range(1, most + 1):
        if wins & tops:
            return float(plies % 2), plies
        if threats & tops:
            chosen = [bool(pile[-1] & threats) for pile in piles].index(True)
        else:
            chosen = int(below() * len(piles))
        pile = piles[chosen]
        bit = pile.pop()
        mine |= bit
        tops -= bit
        if pile:
            tops += pile[-1]
        else:
            piles[chosen] = piles[-1]
            piles.pop()
            if not piles:
                return 0.5, plies
        mine, others = others, mine
        wins = threats
        threats = completing(others, k)
    return None, most


def _taken(state: Marks) -> list[int]:
    """Return the squares of the player to move as bits, and those of the opponent."""
    bits = state.field.lines.bits
    return [
        sum([bit for bit, sign in zip(bits, state.squares, strict=True) if sign == SIGNS[player]])
        for player in (state.mover, 1 - state.mover)
    ]


def _free_piles(state: Marks) -> list[list[int]]:
    """Return the free squares as bits, in piles that are used from the last square on: one for each
    column if pieces fall."""
    field = state.field
    squares = state.squares
    if not field.gravity:
        return [[bit] for bit, sign in zip(field.lines.bits, squares, strict=True) if sign == FREE]
    heights = [squares[column :: field.columns].count(FREE) for column in range(field.columns)]
    return [
        list(field.lines.bits[column :: field.columns][:height])
        for column, height in enumerate(heights)
        if height
    ]


def _lowest(state: Marks, column: int) -> Place:
    """Return the lowest free square of a column, into which a piece drops."""
    rows = state.field.rows
    columns = state.field.columns
    return max(
        (row, column) for row in range(rows) if state.squares[row * columns + column] == FREE
    )


@lru_cache(maxsize=64)
def _numbered(what: str, count: int) -> tuple[str, ...]:
    """``row01`` to ``row15``."""
    return tuple(f"{what}{number:0{len(str(count))}}" for number in range(1, count + 1))


def _last_taken(state: Marks) -> list[int]:
    """Return the square taken last, with the row that won."""
    if state.last is None:
        return []
    numbers = [state.last]
    if state.winner is not None:
        row = SIGNS[state.winner] * state.field.k
        for run in state.field.runs[state.last]:
            at = state.squares[run].find(row)
            if at >= 0:
                numbers += range(len(state.squares))[run][at : at + state.field.k]
    return numbers
