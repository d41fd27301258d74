"""Minesweeper as a game: its options, its texts and its board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress
from random import Random
from typing import Any, ClassVar

from interactive_provider.boards import Board, Cell
from interactive_provider.errors import BadParameter
from interactive_provider.game import Check, Game, Hint, Solution, State, Verdict
from interactive_provider.support.plurals import counted

from ...game import Words
from . import advice, positions
from .advice import Move
from .constants import COVERED
from .difficulties import LEVELS, mine_count
from .generate import lay
from .grid import Square, Squares, grid, members
from .minefields import Layout, openings, three_bv
from .rules import Field, chord, kept_free, new_field, toggle_flag, uncover

LabelledMove = tuple[tuple[str, str, str], Move]

ACTS = ("uncover", "flag", "chord")

_BITS = bytes.maketrans(b"01", b"\x00\x01")

LEGEND = (
    ("■", "covered"),
    ("⚑", "flag"),
    ("·", "no mines nearby"),
    ("1", "mine nearby"),
    ("✱", "mine"),
    ("✹", "the mine that blew up"),
    ("✗", "wrong flag"),
)


@lru_cache(maxsize=16)
def _options(rows: int, columns: int) -> dict[str, tuple[LabelledMove, ...]]:
    """Return all options of a board size by act, made once: a position only selects from them."""
    places = [divmod(square, columns) for square in range(rows * columns)]
    names_down = grid(rows, columns).row_names
    names_across = grid(rows, columns).column_names
    return {
        act: tuple(((act, names_down[r], names_across[c]), (act, r + 1, c + 1)) for r, c in places)
        for act in ACTS
    }


def _picked(options: tuple[LabelledMove, ...], squares: Squares) -> Sequence[LabelledMove]:
    """Return the options of a set of squares, in reading order, without examining each bit in
    Python."""
    bits = format(squares, f"0{len(options)}b").encode().translate(_BITS)
    return tuple(compress(options, reversed(bits)))


@dataclass(frozen=True, slots=True)
class Sweep(State):
    """A moment of the game: the field with its texts and options."""

    field: Field
    no_guess: bool = False

    @property
    def outcome(self) -> str | None:
        """`"won"`, `"lost"` or None."""
        return self.field.outcome

    @property
    def display_text(self) -> str:
        """The board's size, the counter and the progress."""
        now = self.field
        left = now.rows * now.columns - now.mines - now.opened.bit_count()
        size = f"{now.rows}×{now.columns}, {counted(now.mines, 'mine')}"
        match now.outcome:
            case "won":
                safe = now.rows * now.columns - now.mines
                return f"Won: you opened all {counted(safe, 'safe square')}. {_statistics(now)}"
            case "lost":
                row, column = now.grid.place(next(members(now.exploded)))
                # saves recognise a lost game by this text, so the place keeps its zeros
                name = f"{now.grid.row_names[row]} {now.grid.column_names[column]}"
                short = counted(left, "safe square")
                return (
                    f"Lost: you hit the mine at {name} with {short} left ({size})."
                    f" {_statistics(now)}"
                )
        counter = f"{now.mines_left} not flagged" if now.flags else "no flags"
        return f"{size}, {counter}: {counted(left, 'safe square')} to open."

    @property
    def display_options(self) -> Sequence[LabelledMove]:
        """Uncover, flag and chord, each by row and column; nothing once the game is over."""
        now = self.field
        if now.outcome:
            return ()
        options = _options(now.rows, now.columns)
        return (
            *_picked(options["uncover"], now.can_uncover()),
            *_picked(options["flag"], now.grid.all & ~now.opened),
            *_picked(options["chord"], now.can_chord()),
        )

    @property
    def all_values(self) -> Sequence[Move]:
        """Every click on a board of this size."""
        options = _options(self.field.rows, self.field.columns)
        return [value for act in ACTS for _, value in options[act]]


def _statistics(now: Field) -> str:
    """Return the figures that players compare when a game is over; for a won one, the share of
    necessary clicks."""
    laid = Layout(now.rows, now.columns, now.layout or 0)
    least = three_bv(laid)
    parts = len(openings(laid))
    efficiency = f", efficiency {least / now.clicks:.0%}" if now.outcome == "won" else ""
    return f"3BV {least}, {counted(parts, 'opening')}, {counted(now.clicks, 'click')}{efficiency}."


class Minesweeper(Game[Sweep]):
    """Open every square that does not hide a mine.

    A number says how many of the eight squares around it are mines. Uncovering a square without
    mines around it opens its whole neighbourhood. Flag what you think is a mine: a flagged square
    cannot be uncovered by accident, and a
    *chord* on a number that has all its flags opens the other squares around it (and blows up if a
    flag is wrong). The game is won when all safe squares are open; flags don't count. The mines are
    laid at the first click, which opens a region (start="zero"), is merely safe (start="safe"), or
    promises nothing (start="unsafe"). With no_guess=True the board can be solved from there without
    guessing. Give position="■■1/■21/11·", mines=2 to go on from a field of any program; mines that
    nobody has seen are drawn, so that the field fits. `check` says whether every flag is on a mine,
    but not which one is wrong; a check after every flag would give mines away, so do not use it in
    games that should count.
    """

    title: ClassVar[str] = "Minesweeper"
    hides: ClassVar[Words] = ("field.layout",)
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        **{name: LEVELS[name]._asdict() for name in ("beginner", "intermediate", "expert")},
        "classic": {"rows": 20, "columns": 20, "mine_ratio": 0.08, "start": "unsafe"},
        **{
            f"{name}_no_guess": {**LEVELS[name]._asdict(), "no_guess": True}
            for name in ("beginner", "intermediate", "expert")
        },
    }

    def new_state(
        self,
        rng: Random,
        rows: int = 9,
        columns: int = 9,
        mines: int | None = None,
        mine_ratio: float | None = None,
        start: str = "zero",
        no_guess: bool = False,
        position: str | tuple[Any, ...] | None = None,
    ) -> Sweep:
        """Return a covered field, or that of a position; raise `BadParameter` for impossible sizes,
        mines and starts."""
        if position is not None:
            return Sweep(positions.field_of(position, mines, start, rng))
        if no_guess and start == "unsafe":
            raise BadParameter(
                'no_guess=True needs a safe first click: choose start="zero" or start="safe"'
            )
        return Sweep(
            new_field(rows, columns, mine_count(rows, columns, mines, mine_ratio), start), no_guess
        )

    def process_response(self, state: Sweep, value: Move, rng: Random) -> Sweep:
        """Return the field after one click."""
        act, row, column = value
        square = state.field.grid.square(row - 1, column - 1)
        if act == "uncover":
            now = _laid_without_guess(state.field, square, rng) if state.no_guess else state.field
            return replace(state, field=uncover(now, square, rng))
        return replace(state, field=(toggle_flag if act == "flag" else chord)(state.field, square))

    def describe(self, state: Sweep, value: Move) -> str:
        """Describe what a click would do, never what it would reveal."""
        act, row, column = value
        square = state.field.grid.square(row - 1, column - 1)
        place = f"row {row}, column {column}"
        if act == "flag":
            return (
                f"{'remove the flag from' if state.field.flags >> square & 1 else 'put a flag on'}"
                f" {place}"
            )
        return (
            f"uncover {place}" if act == "uncover" else f"open the remaining squares around {place}"
        )

    def why_not(self, state: Sweep, words: Words) -> str | None:
        """Say why a click is not offered: the square is open or flagged, or its number lacks
        flags."""
        now = state.field
        act = words[0]
        if act not in ACTS:
            return None
        if len(words) < 3:  # act, row, column
            where = (
                f" in row {int(words[1][1:])}"
                if len(words) > 1 and words[1] in now.grid.row_names
                else ""
            )
            return f"There is nothing to {act}{where} now." if where or len(words) == 1 else None
        if words[1] not in now.grid.row_names or words[2] not in now.grid.column_names:
            return None
        square = now.grid.square(
            now.grid.row_names.index(words[1]), now.grid.column_names.index(words[2])
        )
        return _why_not(now, act, square, f"{words[1]}.{words[2]}")

    def board(self, state: Sweep) -> Board:
        """Return the field as the player sees it; a lost one has all its mines and wrong flags."""
        now = state.field
        cells = _lost_cells(now) if now.outcome == "lost" else _cells(now)
        rows = tuple(
            tuple(cells[start : start + now.columns]) for start in range(0, len(cells), now.columns)
        )
        return Board(
            rows,
            row_labels=tuple(f"r{row}" for row in range(1, now.rows + 1)),
            column_labels=tuple(f"c{column}" for column in range(1, now.columns + 1)),
            counters=(("mines left", str(now.mines_left)), ("clicks", str(now.clicks))),
            legend=LEGEND[:4] if now.outcome != "lost" else LEGEND,
            surface="frame",
            has_dials=True,
            counted="flag",
            overlay_signs=_OVERLAY_SIGNS,
            palette="■⚑·12345678",
        )

    def check(self, state: Sweep) -> Check:
        """Return whether all flags are on mines, without saying which are not."""
        now = state.field
        if now.exploded:
            return Check(False, "A mine has blown up.")
        if now.layout is None or not now.flags:
            return Check(True, "So far nothing is wrong (no flag has been set).")
        if now.flags & ~now.layout:
            return Check(False, "Not every flag is on a mine.")
        return Check(True, "Every flag is on a mine.")

    def hint(self, state: Sweep) -> Hint | None:
        """Return a safe square and why it is safe, or the best guess if none is."""
        return advice.hint(state.field)

    def evaluate(self, state: Sweep) -> Mapping[Move, Verdict]:
        """Return the exact probability of a mine on every covered square."""
        return advice.evaluate(state.field)

    def solve(self, state: Sweep) -> Solution:
        """Return the moves that are certain now, or the best guess. (Quick: no limit is needed.)"""
        return advice.solve(state.field)


_OVERLAY_SIGNS = (
    ("safe", "✓"),
    ("mine", "✗"),
    ("wrong flag", "wrong"),
    ("right flag", "right"),
)


def _laid_without_guess(now: Field, square: Square, rng: Random) -> Field:
    """Return the field with its mines placed so that no guess is needed after the first click."""
    if now.layout is not None:
        return now
    empty = Layout(now.rows, now.columns, 0, now.grid.place(square))
    board = lay(empty, now.mines, kept_free(now.grid, square, now.start), rng, no_guess=True)
    return replace(now, layout=board.mined)


def _why_not(now: Field, act: str, square: Square, name: str) -> str:
    """Return why an act is not offered for a square."""
    if act == "chord":
        is_open = now.opened >> square & 1
        unmet = "its flags do not match its number, or no covered square is left around it"
        return f"{name} cannot be chorded: {unmet}." if is_open else f"{name} is still covered."
    if now.opened >> square & 1:
        return f"{name} is already uncovered."
    return f"{name} has a flag: remove it first, with flag.{name}."


# The picture --------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _cell(
    rows: int, columns: int, square: Square, sign: str, live: bool, chorded: Squares = 0
) -> Cell:
    """Return one cell of a board: covered, flagged or open, with the clicks that it accepts while
    the game goes on.

    ``chorded`` are the squares that a chord on it opens.
    """
    row, column = divmod(square, columns)
    row += 1
    column += 1
    place = grid(rows, columns).name(square)
    flag = ("flag", row, column) if live else None
    if sign == "■":
        uncover_it = ("uncover", row, column) if live else None
        return Cell(
            sign, "covered", f"{place}: covered", press=uncover_it, secondary=flag, piece="bare"
        )
    if sign == "⚑":
        return Cell(sign, "flag", f"{place}: flag", secondary=flag, piece="flag")
    chord_it = ("chord", row, column) if live else None
    takes = tuple(divmod(other, columns) for other in members(chorded))
    role, word, piece = ("open", "empty", "bare") if sign == "·" else (f"number-{sign}", sign, "")
    return Cell(sign, role, f"{place}: {word}", press=chord_it, piece=piece, takes=takes)


def _cells(now: Field) -> list[Cell]:
    """Return the cells of a field in play or won; on a won one the mines are shown as flags."""
    live = now.outcome is None
    chords = now.can_chord()
    flags = now.flags if live else now.flags | (now.layout or 0)
    cells = []
    for square, code in enumerate(now.view().cells):
        if code == COVERED:
            cells.append(
                _cell(now.rows, now.columns, square, "⚑" if flags >> square & 1 else "■", live)
            )
        else:
            pressable = live and bool(chords >> square & 1)
            chorded = now.grid.neighbours[square] & ~(now.opened | now.flags) if pressable else 0
            cells.append(
                _cell(now.rows, now.columns, square, str(code) if code else "·", pressable, chorded)
            )
    return cells


def _lost_cells(now: Field) -> list[Cell]:
    """Return the cells of a lost field: all mines shown, exploded ones marked, wrong flags crossed
    out."""
    cells = _cells(now)
    layout = now.layout or 0
    dead = [Cell(cell.text, cell.role, cell.label, piece=cell.piece) for cell in cells]
    for square in members(layout & ~now.flags):
        name = now.grid.name(square)
        blown = now.exploded >> square & 1
        dead[square] = (
            Cell("✹", "exploded", f"{name}: the mine that blew up", mark="last", piece="burst-mine")
            if blown
            else Cell("✱", "mine", f"{name}: mine", piece="mine")
        )
    for square in members(now.flags & ~layout):
        dead[square] = Cell(
            "✗", "flag", f"{now.grid.name(square)}: wrong flag", mark="wrong", piece="wrong-flag"
        )
    return dead
