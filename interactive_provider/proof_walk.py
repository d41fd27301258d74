"""A proof as a game: its player is offered only the choices that preserve the result."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from .boards import Board
from .game import Game, Value, board_in, option_pairs
from .search.model import Model, State
from .support.plurals import counted

if TYPE_CHECKING:
    from .search.experiments.proofs import Proof


@dataclass(frozen=True, slots=True)
class Walked:
    """A state of the game in a walk through a proof, and the number of its entry."""

    inner: State
    turn: int
    entry: int
    note: str
    display_options: tuple[tuple[Any, Value], ...]
    """The choices that preserve the result, or every reply."""

    @property
    def display_text(self) -> str:
        """The state's own text, and the result preserved so far."""
        return f"{self.inner.display_text}\n\n{self.note}".strip()

    @property
    def outcome(self) -> str | None:
        """The outcome of the game."""
        outcome: str | None = self.inner.outcome
        return outcome


class Walk(Game[Walked]):
    """A walk through a proof: its player is offered only the choices that preserve the result, and
    the opponent every reply."""

    def __init__(self, game: Game, first: tuple[State, int], proof: Proof) -> None:
        self.model = Model(game, hidden=True, anyone=True)
        self.first = first
        self.proof = proof
        self.title = f"{proof.game}: {proof.player} {proof.result}"  # type: ignore[misc]

    def new_state(self, rng: Random) -> Walked:
        """Return the position that is proved."""
        return self._walked(*self.first, 0)

    def process_response(self, state: Walked, value: Value, rng: Random) -> Walked:
        """Return the entry that a choice leads to."""
        words = next(words for words, other in state.display_options if other == value)
        entry = dict(self.proof.entries[state.entry][1])[" ".join(words)]
        after = self.model.respond(state.inner, value, rng)
        return self._walked(after, self.model.next_turn(state.turn), entry)

    def board(self, state: Walked) -> Board | None:
        """Return the game's own board."""
        return board_in(self.model.game, state.inner)

    def _walked(self, state: State, turn: int, entry: int) -> Walked:
        mover = self.model.mover(state, turn)
        name = self.model.called(state)[mover]
        every = list(option_pairs(state))
        kept = dict(self.proof.entries[entry][1])
        offered = tuple(option for option in every if " ".join(option[0]) in kept)
        number = counted(len(every), "choice")
        note = f"{name} replies; the result is proved after each reply."
        if name == self.proof.player:
            note = f"{name} {self.proof.result}: {len(offered)} of {number} keep it."
        return Walked(state, mover, entry, note if every else "", offered)
