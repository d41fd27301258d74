"""Toads and Frogs: toads go right, frogs left; whoever cannot move loses."""

from dataclasses import dataclass, replace
from random import Random

from interactive_provider import Board, Cell, Game, State

PLAYERS = ("Toads", "Frogs")
KINDS = "TF"
CELLS = {
    "T": Cell("T", role="player-1", label="toad"),
    "F": Cell("F", role="player-2", label="frog"),
    "_": Cell("·", role="blank", label="free"),
}


@dataclass(frozen=True)
class Pond(State):
    row: str
    mover: int = 0

    def landing(self, place: int) -> int | None:
        """Where an animal gets to: the next square, or the one behind an animal of the other
        kind."""
        row, way = dict(enumerate(self.row)), 1 - 2 * self.mover
        ahead, beyond = row.get(place + way), row.get(place + 2 * way)
        if row[place] != KINDS[self.mover]:
            return None
        if ahead == "_":
            return place + way
        return place + 2 * way if ahead == KINDS[1 - self.mover] and beyond == "_" else None

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        places = range(len(self.row))
        return tuple((f"c{p + 1}", p) for p in places if self.landing(p) is not None)

    @property
    def display_text(self) -> str:
        return "" if self.outcome else f"{PLAYERS[self.mover]} to move."

    @property
    def outcome(self) -> str | None:
        return None if self.display_options else f"{PLAYERS[self.winner]} won"

    @property
    def winner(self) -> int:
        return 1 - self.mover


class ToadsAndFrogs(Game[Pond]):
    """An animal steps to a free square ahead, or jumps over one of the other kind."""

    players = PLAYERS

    def new_state(self, rng: Random, row: str = "TTT__FFF") -> Pond:
        return Pond(row)

    def process_response(self, state: Pond, value: int, rng: Random) -> Pond:
        row, to = list(state.row), state.landing(value)
        assert to is not None
        row[value], row[to] = "_", row[value]
        return Pond("".join(row), 1 - state.mover)

    def passed(self, state: Pond) -> Pond:
        return replace(state, mover=1 - state.mover)

    def board(self, state: Pond) -> Board:
        values = [value for _, value in state.display_options]
        cells = [CELLS[sign] for sign in state.row]
        return Board(
            (tuple(replace(c, press=p if p in values else None) for p, c in enumerate(cells)),)
        )
