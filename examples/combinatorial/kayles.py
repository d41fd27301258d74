"""Kayles: a ball knocks down one skittle, or two that stand beside each other."""

from dataclasses import dataclass, replace
from random import Random

from interactive_provider import Board, Cell, Game, State

PLAYERS = ("Player 1", "Player 2")
Shot = tuple[int, int]


@dataclass(frozen=True)
class Skittles(State):
    row: str
    mover: int = 0

    @property
    def display_options(self) -> tuple[tuple[tuple[str, str], Shot], ...]:
        return tuple(
            ((("one", "two")[size - 1], f"c{place + 1}"), (place, size))
            for size in (1, 2)
            for place in range(len(self.row))
            if self.row.startswith("|" * size, place)
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

    @property
    def key(self) -> str:
        return self.row


class Kayles(Game[Skittles]):
    """Knock down one skittle, or two neighbours. Whoever knocks down the last one wins."""

    players = PLAYERS
    impartial = True

    def new_state(self, rng: Random, row: str = "||||||||") -> Skittles:
        return Skittles(row)

    def process_response(self, state: Skittles, value: Shot, rng: Random) -> Skittles:
        place, size = value
        row = state.row[:place] + "." * size + state.row[place + size :]
        return Skittles(row, 1 - state.mover)

    def parts(self, state: Skittles) -> list[Skittles]:
        return [replace(state, row=group) for group in state.row.split(".") if group]

    def board(self, state: Skittles) -> Board:
        """A click knocks down one skittle, a right click also its neighbour on the right."""
        values = {value: value for _, value in state.display_options}
        return Board(
            (
                tuple(
                    Cell(
                        "|" if sign == "|" else "·",
                        role="plain" if sign == "|" else "blank",
                        label="skittle" if sign == "|" else "gap",
                        press=values.get((place, 1)),
                        secondary=values.get((place, 2)),
                    )
                    for place, sign in enumerate(state.row)
                ),
            )
        )
