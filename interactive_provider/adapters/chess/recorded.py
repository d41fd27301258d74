"""A game from a PGN file, to be walked through: its moves and its annotator's variations."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

import chess
import chess.pgn

from ...game import Hint, Outcome, Solution
from .game import Chess, Diagram, played, start_of

_WORDS = {"1-0": "white wins", "0-1": "black wins", "1/2-1/2": "drawn"}


@dataclass(frozen=True)
class RecordPlace(Diagram):
    """A place in a recorded game. An annotator may let a side pass, which is not a legal move."""

    node: chess.pgn.GameNode = field(compare=False, repr=False, kw_only=True)
    tags: dict[str, str] = field(compare=False, repr=False, kw_only=True)

    @cached_property
    def legal(self) -> tuple[chess.Move, ...]:
        """Return the move that was played and the annotated variations."""
        return tuple(dict.fromkeys(child.move for child in self.node.variations))

    @property
    def mover(self) -> int:
        """The player who walks through the record, whichever side has moved."""
        return 0

    @cached_property
    def may_claim(self) -> bool:
        """False: any claim is in the result."""
        return False

    @property
    def outcome(self) -> Outcome:
        """The result, once the record has no further move: the board's if the game is over on it,
        otherwise the record's at the end of the game, and none at the end of a variation."""
        if self.node.variations:
            return None
        if self.ending:
            return super().outcome
        recorded = self.tags.get("Result", "*") if self.node.is_mainline() else "*"
        return _WORDS.get(recorded, "the record ends")

    @property
    def display_text(self) -> str:
        """What the record says here, and the FEN, to play on from here."""
        head = " – ".join(self.tags.get(side, "?") for side in ("White", "Black"))
        comment = " ".join(self.node.comment.split())
        return "\n".join(part for part in (head, comment, f"FEN: {self.fen}") if part)


class Recorded(Chess):
    """A recorded game: walk through it by its moves, or watch it by solve(p). To play on from here,
    use its FEN."""

    opponents = {}
    players = None  # type: ignore[assignment] # nothing is to be searched

    def __init__(self, record: chess.pgn.Game, title: str) -> None:
        self.record = record
        self.title = title  # type: ignore[misc] # each record has its own

    def new_state(self, rng: Random, bottom: str = "white") -> RecordPlace:  # type: ignore[override] # not those of a game
        """Return the start of the record, seen by White or Black."""
        board = self.record.board()
        tags = dict(self.record.headers)
        since = (board.epd(),)
        return RecordPlace(
            board, start_of(board), since=since, bottom=bottom, node=self.record, tags=tags
        )

    def process_response(self, state: Diagram, value: str, rng: Random) -> RecordPlace:
        """Return the next place in the record."""
        assert isinstance(state, RecordPlace)
        move = chess.Move.from_uci(value)
        after = played(state.inner, move)
        return replace(
            state,
            inner=after,
            moves=(*state.moves, value),
            since=(after.epd(),),
            node=state.node.variation(move),
        )

    def as_played(self, state: Diagram) -> tuple[Chess, Diagram]:
        """Return the game of chess that was recorded."""
        return Chess(), Diagram(state.inner, state.start, state.moves, (state.inner.epd(),))

    def hint(self, state: Diagram) -> Hint | None:
        """Return the move that was played."""
        if state.legal:
            return Hint(state.legal[0].uci(), "the move of the record.")
        return None

    def solve(self, state: Diagram) -> Solution:
        """Return the rest of the record."""
        if not isinstance(state, RecordPlace):
            return super().solve(state)
        return Solution(
            tuple(node.move.uci() for node in state.node.mainline()), "solved", note="as recorded"
        )
