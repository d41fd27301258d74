"""Domineering: one player lays dominoes upright, the other across."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from interactive_provider import Board, Cell, Game, State
from interactive_provider.game.validation import whole

PLAYERS = ("Upright", "Across")
Place = tuple[int, int]


@dataclass(frozen=True)
class Dominoes(State):
    rows: int
    columns: int
    free: frozenset[Place]
    mover: int = 0

    def domino(self, place: Place) -> frozenset[Place]:
        row, column = place
        return frozenset([place, (row, column + 1) if self.mover else (row + 1, column)])

    @property
    def display_options(self) -> tuple[tuple[str, Place], ...]:
        fitting = (place for place in sorted(self.free) if self.domino(place) <= self.free)
        return tuple((f"r{row + 1} c{column + 1}", (row, column)) for row, column in fitting)

    @property
    def display_text(self) -> str:
        return "" if self.outcome else f"{PLAYERS[self.mover]} to move."

    @property
    def outcome(self) -> str | None:
        return None if self.display_options else f"{PLAYERS[self.winner]} won"

    @property
    def winner(self) -> int:
        return 1 - self.mover

    @property
    def key(self) -> frozenset[Place]:
        return self.free


class Domineering(Game[Dominoes]):
    """Cover two free squares with a domino: upright, or across. Whoever cannot, loses."""

    players = PLAYERS

    def new_state(self, rng: Random, rows: int = 4, columns: int = 4) -> Dominoes:
        """Return the empty board; raise `BadParameter` unless it has a square."""
        height, width = whole("rows", rows, low=1), whole("columns", columns, low=1)
        places = frozenset((row, column) for row in range(height) for column in range(width))
        return Dominoes(height, width, places)

    def process_response(self, state: Dominoes, value: Place, rng: Random) -> Dominoes:
        return replace(state, free=state.free - state.domino(value), mover=1 - state.mover)

    def passed(self, state: Dominoes) -> Dominoes:
        return replace(state, mover=1 - state.mover)

    def parts(self, state: Dominoes) -> list[Dominoes]:
        large = (piece for piece in pieces(state.free) if len(piece) > 1)
        return [replace(state, free=upright(piece)) for piece in large]

    def board(self, state: Dominoes) -> Board:
        values = [value for _, value in state.display_options]

        def cell(place: Place) -> Cell:
            if place in state.free:
                return Cell("·", role="blank", press=place if place in values else None)
            return Cell("▒", role="muted", label="covered")

        return Board(
            tuple(tuple(cell((r, c)) for c in range(state.columns)) for r in range(state.rows))
        )


def pieces(free: frozenset[Place]) -> Iterator[list[Place]]:
    """The squares that hang together: no domino lies in two such pieces."""
    left = set(free)
    while left:
        piece = [left.pop()]
        for row, column in piece:
            around = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            piece += around & left
            left -= around
        yield piece


def upright(piece: list[Place]) -> frozenset[Place]:
    """One of a piece and its mirror images, moved into the corner: they are all worth the same."""
    rows, columns = ({place[way] for place in piece} for way in (0, 1))
    return frozenset(
        min(
            sorted((abs(row - top), abs(column - side)) for row, column in piece)
            for top in (min(rows), max(rows))
            for side in (min(columns), max(columns))
        )
    )
