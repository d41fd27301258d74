"""Col and Snort: squares are coloured so that neighbours never, or always, have one colour."""

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from interactive_provider import Board, Cell, Game, State

PLAYERS = ("Blue", "Red")
Place = tuple[int, int]
COLOURS = "BR"
CELLS = {
    "B": Cell("B", role="blue", label="blue"),
    "R": Cell("R", role="red", label="red"),
    ".": Cell("·", role="blank", label="free"),
}


@dataclass(frozen=True)
class Fields(State):
    rows: tuple[str, ...]
    refused: int
    """Whose colour a neighbour must not have: 0 your own (Col), 1 the other one (Snort)."""
    mover: int = 0

    @property
    def display_options(self) -> tuple[tuple[str, Place], ...]:
        signs = {(r, c): sign for r, row in enumerate(self.rows) for c, sign in enumerate(row)}
        bad = COLOURS[self.mover ^ self.refused]
        return tuple(
            (f"r{r + 1} c{c + 1}", (r, c))
            for (r, c), sign in signs.items()
            if sign == "."
            and bad not in map(signs.get, ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)))
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


class ColAndSnort(Game[Fields]):
    """Colour a free square blue or red, whichever is yours. In Col neighbours must not have the
    same colour, in Snort they must not have different ones. Whoever cannot move loses."""

    title = "Col and Snort"
    players = PLAYERS
    presets: ClassVar = {"Col": {}, "Snort": {"snort": True}}

    def new_state(
        self, rng: Random, rows: tuple[str, ...] = ("...", "...", "..."), snort: bool = False
    ) -> Fields:
        return Fields(tuple(rows), int(snort))

    def process_response(self, state: Fields, value: Place, rng: Random) -> Fields:
        rows = [list(row) for row in state.rows]
        rows[value[0]][value[1]] = COLOURS[state.mover]
        return replace(state, rows=tuple(map("".join, rows)), mover=1 - state.mover)

    def passed(self, state: Fields) -> Fields:
        return replace(state, mover=1 - state.mover)

    def board(self, state: Fields) -> Board:
        values = {value: value for _, value in state.display_options}
        return Board(
            tuple(
                tuple(replace(CELLS[sign], press=values.get((r, c))) for c, sign in enumerate(row))
                for r, row in enumerate(state.rows)
            )
        )
