"""The tower of Hanoi, written as a state and a game, with a board and a shortest solution."""

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from interactive_provider import Game, Hint, Solution, State
from interactive_provider.boards import Board, Cell
from interactive_provider.game.validation import whole

Move = tuple[int, int]  # (from peg, to peg), from 0
GOAL = 2


@dataclass(frozen=True, slots=True)
class Tower(State):
    """The peg on which each disc lies, smallest disc first; three pegs."""

    pegs: tuple[int, ...]
    moves: int = 0

    @property
    def display_text(self) -> str:
        """How far it is done, in how many moves."""
        done = "The tower stands." if self.outcome else "Move the tower to the third peg."
        return f"{done} Moves: {self.moves}."

    @property
    def display_options(self) -> tuple[tuple[tuple[str, str], Move], ...]:
        """The upper disc of one peg onto another, unless a smaller one lies there."""
        if self.outcome:
            return ()
        top = [self.top(peg) for peg in range(3)]
        legal = [(a, b) for a in range(3) for b in range(3) if top[a] < top[b]]
        return tuple(((f"from{a + 1}", f"to{b + 1}"), (a, b)) for a, b in legal)

    @property
    def outcome(self) -> str | None:
        """Won when all discs lie on the third peg."""
        return "won" if set(self.pegs) == {GOAL} else None

    @property
    def key(self) -> tuple[int, ...]:
        """Where the discs lie; how many moves it took does not matter."""
        return self.pegs

    def top(self, peg: int) -> int:
        """The smallest disc on a peg; the number of discs if there is none."""
        return self.pegs.index(peg) if peg in self.pegs else len(self.pegs)


class Hanoi(Game[Tower]):
    """Move the tower from the first peg to the third, one disc at a time, never a larger onto a
    smaller."""

    title = "The tower of Hanoi"
    players = 1
    presets: ClassVar = {f"{n} discs": {"discs": n} for n in (3, 4, 7)}

    def new_state(self, rng: Random, discs: int = 4) -> Tower:
        """All discs on the first peg; raises `BadParameter` unless they are 1 to 12."""
        return Tower((0,) * whole("discs", discs, low=1, high=12))

    def process_response(self, state: Tower, value: Move, rng: Random) -> Tower:
        """The tower after a disc has been moved."""
        source, target = value
        disc = state.top(source)
        pegs = (*state.pegs[:disc], target, *state.pegs[disc + 1 :])
        return replace(state, pegs=pegs, moves=state.moves + 1)

    def board(self, state: Tower) -> Board:
        """The three pegs side by side; a drag of the upper disc moves it to the neighbour."""
        legal = {value for _, value in state.display_options}
        columns = [self._column(state, peg, legal) for peg in range(3)]
        return Board(tuple(zip(*columns, strict=True)), column_labels=("peg 1", "peg 2", "peg 3"))

    def hint(self, state: Tower) -> Hint | None:
        """The first move of a shortest solution."""
        if state.outcome:
            return None
        moves = shortest(state.pegs)
        return Hint(moves[0], f"this way it takes {len(moves)} more moves, and no way is shorter.")

    def solve(self, state: Tower) -> Solution:
        """A shortest solution from any state."""
        return Solution(tuple(shortest(state.pegs)), "shortest")

    def _column(self, state: Tower, peg: int, legal: set[Move]) -> list[Cell]:
        discs = [disc for disc, at in enumerate(state.pegs) if at == peg]
        blank = [Cell("", role="blank", label="empty") for _ in range(len(state.pegs) - len(discs))]
        drags = tuple(
            (way, (peg, to))
            for way, to in (("left", peg - 1), ("right", peg + 1))
            if (peg, to) in legal
        )
        shown = [Cell(str(disc + 1), role="tile", label=f"disc {disc + 1}") for disc in discs]
        return [
            *blank,
            *(replace(cell, drag=drags) if cell is shown[0] else cell for cell in shown),
        ]


def shortest(pegs: tuple[int, ...], goal: int = GOAL) -> list[Move]:
    """The fewest moves that bring all discs to one peg.

    The largest disc that is not there moves just once: before it, all smaller ones go to the peg
    that it neither leaves nor enters; after it, they follow.
    """
    moves: list[Move] = []
    for disc in reversed(range(len(pegs))):
        if pegs[disc] != goal:
            spare = 3 - pegs[disc] - goal
            moves += [*shortest(pegs[:disc], spare), (pegs[disc], goal)]
            pegs = (spare,) * disc
    return moves
