"""Hackenbush strings: stalks of blue, red and green segments; whoever cannot cut one loses."""

from dataclasses import dataclass, replace
from random import Random

from interactive_provider import Board, Cell, Game, State
from interactive_provider.game.validation import one_of

PLAYERS = ("Blue", "Red")
OWN = ("BG", "RG")
CELLS = {
    "B": Cell("B", role="blue", label="blue"),
    "R": Cell("R", role="red", label="red"),
    "G": Cell("G", role="green", label="green"),
    " ": Cell(" ", role="void", label="cut"),
}


@dataclass(frozen=True)
class Stalks(State):
    stalks: tuple[str, ...]
    mover: int = 0

    @property
    def display_options(self) -> tuple[tuple[tuple[str, str], tuple[int, int]], ...]:
        return tuple(
            ((f"stalk{number + 1}", f"cut{height + 1}"), (number, height))
            for number, stalk in enumerate(self.stalks)
            for height, segment in enumerate(stalk)
            if segment in OWN[self.mover]
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


class Hackenbush(Game[Stalks]):
    """Cut a segment of your colour, or a green one; what is above it falls off."""

    players = PLAYERS

    def new_state(self, rng: Random, stalks: tuple[str, ...] = ("BRB", "RB", "GG")) -> Stalks:
        """Return the whole stalks; raise `BadParameter` for a segment of no known colour."""
        for segment in "".join(stalks):
            one_of("a segment of stalks", segment, tuple("BRG"))
        return Stalks(tuple(stalks))

    def process_response(self, state: Stalks, value: tuple[int, int], rng: Random) -> Stalks:
        number, height = value
        stalks = list(state.stalks)
        stalks[number] = stalks[number][:height]
        return Stalks(tuple(stalks), 1 - state.mover)

    def passed(self, state: Stalks) -> Stalks:
        return replace(state, mover=1 - state.mover)

    def parts(self, state: Stalks) -> list[Stalks]:
        return [replace(state, stalks=(stalk,)) for stalk in state.stalks]

    def board(self, state: Stalks) -> Board:
        """The stalks from left to right; they grow upwards."""
        values = {value: value for _, value in state.display_options}
        top = max(1, *map(len, state.stalks))
        return Board(
            tuple(
                tuple(
                    replace(CELLS[stalk.ljust(top)[height]], press=values.get((number, height)))
                    for number, stalk in enumerate(state.stalks)
                )
                for height in reversed(range(top))
            )
        )
