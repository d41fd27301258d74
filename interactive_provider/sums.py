"""Positions side by side as one game, in which each move is made in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from random import Random
from typing import Any

from .boards import Board, Cell
from .game import Game, Options, State, Value, board_in, option_pairs
from .heart.play.actions import position_of
from .heart.play.insiders import game_of, state_of
from .heart.play.position_data import turn_of
from .heart.records.lines import replay
from .search.budgets import STATES
from .theory.positions import PositionValues

NAMES = "first", "second"

GAP = Cell(role="void")
"""The cells beside and below the boards."""


@dataclass(frozen=True, slots=True)
class Summands(State):
    """The positions still in play, by number, and whose turn it is."""

    known: tuple[PositionValues, ...] = field(compare=False, repr=False)
    positions: tuple[tuple[int, Any], ...]
    mover: int

    def facing(self) -> Iterator[tuple[int, Any]]:
        """Return the positions with the player to move."""
        for at, state in self.positions:
            yield at, self.known[at].facing(state, self.mover)

    @property
    def display_text(self) -> str:
        """The text of each position that has one."""
        texts = ((NAMES[at], state.display_text) for at, state in self.facing())
        return "\n\n".join(f"{name}: {text}" for name, text in texts if text)

    @property
    def display_options(self) -> Options:
        """The options of each position, under its name."""
        return tuple(
            ((NAMES[at], *words), (at, value))
            for at, state in self.facing()
            for words, value in option_pairs(state)
        )

    @property
    def winner(self) -> int:
        """Whoever moved last."""
        return 1 - self.mover


class SideBySide(Game[Summands]):
    """Two games side by side: choose one of them and move there. Whoever cannot move in either
    loses."""

    players = ("Left", "Right")

    def new_state(self, rng: Random, first: str, second: str) -> Summands:
        """Return the positions that two lines lead to; the first one says whose turn it is."""
        positions = [position_of(replay(line)) for line in (first, second)]
        known = tuple(PositionValues(game_of(position), STATES) for position in positions)
        mover = turn_of(positions[0])
        for values, position in zip(known, positions, strict=True):
            values.check_first_line(state_of(position), mover)
        return Summands(known, tuple(enumerate(map(state_of, positions))), mover)

    def process_response(self, state: Summands, value: Value, rng: Random) -> Summands:
        """Return the state after a move in one of the positions."""
        chosen, inner = value
        positions = tuple(
            (at, state.known[at].model.respond(one, inner, rng) if at == chosen else one)
            for at, one in state.facing()
        )
        return replace(state, positions=positions, mover=1 - state.mover)

    def board(self, state: Summands) -> Board | None:
        """Return the boards of both games side by side, if they have any."""
        columns = list[list[Cell]]()
        for at, one in state.facing():
            board = board_in(state.known[at].game, one)
            if board is not None:
                columns += [[GAP]] * (columns != [])
                right = len(columns)
                for column in zip(*board.rows, strict=True):
                    columns.append([_moved(cell, at, right) for cell in column])
        return Board(tuple(zip_longest(*columns, fillvalue=GAP))) if columns else None

    def passed(self, state: Summands) -> Summands:
        """Return the state with the other player to move."""
        return replace(state, mover=1 - state.mover)

    def parts(self, state: Summands) -> list[Summands]:
        """Return each position, or the parts of the only one."""
        return [
            replace(state, positions=((at, part),))
            for at, one in state.facing()
            for part in state.known[at].parts(one)
        ]


def _moved(cell: Cell, at: int, right: int) -> Cell:
    """Return a cell of a position's board, moved to the right, with values that choose in the
    sum."""

    def chosen(value: Value) -> Value:
        return None if value is None else (at, value)

    drags = ((to if isinstance(to, str) else (to[0], to[1] + right), one) for to, one in cell.drag)
    return replace(
        cell,
        label=f"{NAMES[at]}, {cell.label or cell.text}" if cell.role != "void" else cell.label,
        press=chosen(cell.press),
        secondary=chosen(cell.secondary),
        drag=tuple((to, chosen(one)) for to, one in drags),
        takes=(),
    )
