"""Clobber: a stone is moved onto a neighbour of the other colour, which it removes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from interactive_provider import Board, Cell, Game, State

PLAYERS = ("Left", "Right")
Place = tuple[int, int]
Move = tuple[Place, Place]
SIGNS = "xo"
CELLS = {
    "x": Cell("x", role="player-1", label="Left's stone"),
    "o": Cell("o", role="player-2", label="Right's stone"),
    ".": Cell("·", role="blank", label="empty"),
}


@dataclass(frozen=True)
class Stones(State):
    rows: tuple[str, ...]
    mover: int = 0

    def moves(self) -> Iterator[Move]:
        signs = {(r, c): sign for r, row in enumerate(self.rows) for c, sign in enumerate(row)}
        for (r, c), sign in signs.items():
            for to in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
                if sign == SIGNS[self.mover] and signs.get(to) == SIGNS[1 - self.mover]:
                    yield (r, c), to

    @property
    def display_options(self) -> tuple[tuple[tuple[str, str], Move], ...]:
        return tuple(
            ((f"r{one[0] + 1}c{one[1] + 1}", f"r{to[0] + 1}c{to[1] + 1}"), (one, to))
            for one, to in self.moves()
        )

    @property
    def display_text(self) -> str:
        return "" if self.outcome else f"{PLAYERS[self.mover]} to move."

    @property
    def outcome(self) -> str | None:
        return None if self.display_options else f"{PLAYERS[self.winner]} won"

    @property
    def winner(self) -> int:
        return 1 - self.mover


class Clobber(Game[Stones]):
    """Move one of your stones onto a neighbouring stone of the other player, which is removed."""

    players = PLAYERS

    def new_state(self, rng: Random, rows: tuple[str, ...] = ("xoxo", "oxox", "xoxo")) -> Stones:
        return Stones(tuple(rows))

    def process_response(self, state: Stones, value: Move, rng: Random) -> Stones:
        (r, c), (to_r, to_c) = value
        rows = [list(row) for row in state.rows]
        rows[to_r][to_c], rows[r][c] = rows[r][c], "."
        return Stones(tuple(map("".join, rows)), 1 - state.mover)

    def passed(self, state: Stones) -> Stones:
        return replace(state, mover=1 - state.mover)

    def board(self, state: Stones) -> Board:
        drags: dict[Place, tuple[tuple[Place, Move], ...]] = {}
        for one, to in state.moves():
            drags[one] = (*drags.get(one, ()), (to, (one, to)))
        return Board(
            tuple(
                tuple(
                    replace(CELLS[sign], drag=drags.get((r, c), ())) for c, sign in enumerate(row)
                )
                for r, row in enumerate(state.rows)
            )
        )
