"""Chess and its variants as our games; the rules are python-chess's.

python-chess's board changes when it is played on, so each state holds one that is never played on.
Repetition is recognised from the positions since the last capture or pawn move, which the state
holds too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

import chess
import chess.variant

from ...boards import Board
from ...errors import BadParameter, message_of, quote
from ...game import (
    Game,
    Hint,
    Lead,
    Opponent,
    Options,
    Outcome,
    Solution,
    State,
    Verdict,
    View,
    Words,
)
from ...game.validation import one_of
from ..written_moves import as_written
from . import engine, notation, pictures, records

VARIANTS: Mapping[str, type[chess.Board]] = {"standard": chess.Board} | {
    kind.uci_variant: kind
    for kind in chess.variant.VARIANTS
    if kind.uci_variant not in (None, "chess")
}
"""The variants that python-chess knows, by their UCI names: atomic, crazyhouse, horde …"""

SIDES = ("white", "black")


@dataclass(frozen=True)
class Diagram(State):
    """A position of chess: the pieces on the board, the player to move, and the moves so far."""

    inner: chess.Board = field(compare=False, repr=False)
    """The board, without its history; never played on."""
    start: str
    """The position at the start: the variant and its FEN."""
    moves: Words = ()
    """All moves so far, in the form sent to an engine: ``e2e4``."""
    since: Words = ()
    """The positions since the last irreversible move, including this one."""
    claimed: bool = False
    bottom: str = "white"
    """The side at the lower edge of the picture."""

    @cached_property
    def legal(self) -> tuple[chess.Move, ...]:
        """Return the legal moves, with captures, castling, developing and central moves first; none
        once the game is over."""
        if self.outcome:
            return ()
        return tuple(sorted(self.inner.legal_moves, key=self._rank))

    def _rank(self, move: chess.Move) -> tuple[bool, int, int]:
        """Return the key that sorts the menu: captures first, then moves farthest towards the
        centre, with the least valuable piece first."""
        takes = self.inner.is_capture(move)
        castles = self.inner.is_castling(move)
        # Castling counts like two squares towards the centre, 4 half squares.
        nearer = 4 if castles else _from_centre(move.from_square) - _from_centre(move.to_square)
        return not takes, -nearer, self.inner.piece_type_at(move.from_square) or 0

    @property
    def option_values(self) -> Words:
        """Return the legal moves in the form sent to an engine, and the claim of a draw if there is
        one."""
        moves = tuple(move.uci() for move in self.legal)
        return (*moves, notation.CLAIM) if self.may_claim else moves

    @cached_property
    def display_options(self) -> Options:
        """The legal moves in their short form."""
        claim = (notation.CLAIM,) if self.may_claim else ()
        return tuple(
            zip(
                (*notation.short_forms(self.inner, self.legal), *claim),
                self.option_values,
                strict=True,
            )
        )

    @cached_property
    def ending(self) -> str:
        """Return the reason why the game is over, empty while it goes on."""
        if self.claimed:
            return "a draw was claimed"
        found = self.inner.outcome()
        if found is not None:
            return found.termination.name.lower().replace("_", " ")
        if self.since.count(self.since[-1]) >= 5:
            return "fivefold repetition"
        return ""

    @cached_property
    def winner(self) -> int | None:
        """0 for White, 1 for Black, None for a draw."""
        found = None if self.claimed else self.inner.outcome()
        if found is None or found.winner is None:
            return None
        return int(not found.winner)

    @property
    def outcome(self) -> Outcome:
        """None while the game goes on."""
        if not self.ending:
            return None
        if self.winner is None:
            return "drawn"
        return f"{SIDES[self.winner]} wins"

    @property
    def mover(self) -> int:
        """0 if White is to move."""
        return int(not self.inner.turn)

    @property
    def key(self) -> object:
        """Return what may affect the rest of the game: the position, the clock and the positions
        that may recur."""
        variant = self.start.partition(":")[0]
        clock = self.inner.halfmove_clock
        return variant, clock, tuple(sorted(self.since)), self.since[-1], self.claimed

    @cached_property
    def may_claim(self) -> bool:
        """True if the mover may claim a draw: threefold repetition, fifty moves, or a move that
        would bring one about."""
        clock = self.inner.halfmove_clock
        times = self.since.count
        if self.ending:
            return False
        if clock >= 100 or times(self.since[-1]) >= 3:
            return True
        quiet = clock >= 99 or max(map(times, self.since)) >= 2
        return quiet and any(self._would_claim(move) for move in self.inner.legal_moves)

    def _would_claim(self, move: chess.Move) -> bool:
        if self.inner.is_zeroing(move):
            return False
        after = played(self.inner, move)
        return after.halfmove_clock >= 100 or self.since.count(_place_of(after)) >= 2

    @property
    def move_number(self) -> int:
        """The number of the move in a record, which is the same for both sides."""
        return self.inner.fullmove_number

    @property
    def fen(self) -> str:
        """Return the position in Forsyth-Edwards notation."""
        return self.inner.fen()

    @property
    def display_text(self) -> str:
        """Whose move it is and other facts; the FEN, to copy."""
        side = SIDES[self.mover].capitalize()
        check = " Check!" if self.inner.is_check() else ""
        told = (
            f"{self.ending.capitalize()}."
            if self.ending
            else f"{side} to move (move {self.move_number}).{check}"
        )
        return f"{told}\nFEN: {self.fen}"


def _from_centre(square: int) -> int:
    """Return the distance of a square from the middle of the board, in half squares."""
    return max(abs(2 * chess.square_file(square) - 7), abs(2 * chess.square_rank(square) - 7))


def played(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return a new board with the move played."""
    after = board.copy(stack=False)
    after.push(move)
    after.clear_stack()
    return after


def _place_of(board: chess.Board) -> str:
    """Return what must be equal for a position to count as repeated."""
    return board.epd(en_passant="legal")


class Chess(Game[Diagram]):
    """Chess: checkmate the opponent's king.

    Moves are written in short notation without check signs: p.e4, p.Nf3, p.exd5, p.O_O, p.e8_Q;
    p["Qxf7#"], p("e2e4") and the like are understood. A position that occurs five times,
    seventy-five moves without a capture or pawn move, and insufficient material are draws; after
    three times or fifty moves you can claim one. Give position="…", a FEN or moves as in "1. e4
    e5", to start elsewhere, variant="atomic" (…) for other rules, chess960=True for one of 960
    starts, bottom="black" to see the board from the other side. save(p, "game.pgn") writes the
    game, "game.fen" the position.
    """

    title = "Chess"
    players = SIDES
    may_be_drawn = True
    step_cost = 12.0
    opponents: ClassVar[Mapping[str, Opponent]] = {"stockfish": engine.OPPONENT}

    def new_state(
        self,
        rng: Random,
        position: str | None = None,
        variant: str = "standard",
        chess960: bool = False,
        bottom: str = "white",
        fen: str | None = None,
    ) -> Diagram:
        """Return the start, or the position of a FEN or after moves in PGN; raise `BadParameter`
        for one that cannot occur in a game."""
        one_of("variant", variant, VARIANTS)
        one_of("bottom", bottom, SIDES)
        if position is not None and fen is not None:
            raise BadParameter("Give only one of position and fen: they mean the same thing.")
        name, start = ("position", position) if fen is None else ("fen", fen)
        if isinstance(start, str) and records.has_moves(start):
            return self._after(start, name, variant, bottom)
        board = _set_up(VARIANTS[variant], name, start, chess960, bottom)
        if chess960 and start is None:
            board.set_chess960_pos(rng.randrange(960))
        return _beginning(board, bottom)

    def _after(self, moves: str, name: str, variant: str, bottom: str) -> Diagram:
        """Return the position after moves in PGN; raise `BadParameter` if they cannot be played."""
        try:
            record = records.read_one(f'[Variant "{variant}"]\n{moves}')
            board = record.board()
            if record.end() is record and "FEN" not in record.headers:
                raise ValueError("there are no moves in it")
        except ValueError as fault:
            raise BadParameter(
                f"{name}={quote(moves)} is neither a FEN nor moves: {message_of(fault)}."
            ) from None
        state = _beginning(board, bottom)
        for move in record.mainline_moves():
            state = self.process_response(state, move.uci(), Random(0))
        return state

    def process_response(self, state: Diagram, value: str, rng: Random) -> Diagram:
        """Return the position after a move, or the end by a claim."""
        if value == notation.CLAIM:
            return replace(state, claimed=True)
        move = chess.Move.from_uci(value)
        after = played(state.inner, move)
        before = () if state.inner.is_irreversible(move) else state.since
        since = (*before, _place_of(after))
        return replace(state, inner=after, moves=(*state.moves, value), since=since)

    def rollout(
        self, state: Diagram, rng: Random, most: int
    ) -> tuple[tuple[float, float] | None, int]:
        """Play random moves on one board to the end; a draw by the fifty-move rule is claimed."""
        board = state.inner.copy(stack=False)
        below = rng.random
        for plies in range(most + 1):
            drawn = board.halfmove_clock >= 100 or board.is_insufficient_material()
            moves = () if drawn or board.is_variant_end() else tuple(board.legal_moves)
            if not moves:
                found = board.outcome()
                winner = None if found is None else found.winner
                return ((0.5, 0.5) if winner is None else (float(winner), float(not winner))), plies
            board.push(moves[int(below() * len(moves))])
        return None, most

    def view(self, state: Diagram, player: int) -> View:
        """Return the board, and White's chances beside it."""
        return replace(super().view(state, player), lead=Lead(0, is_above=state.bottom == "black"))

    def board(self, state: Diagram) -> Board:
        """Return the pieces on their squares, with the last move and a check marked."""
        return pictures.board(state.inner, state.legal, state.moves[-1:], state.bottom)

    def describe(self, state: Diagram, value: str) -> str:
        """Describe the move in words, with what it captures and whether it gives check."""
        if value == notation.CLAIM:
            return "Ends the game as a draw."
        return pictures.in_words(state.inner.copy(stack=False), chess.Move.from_uci(value))

    def notation(self, state: Diagram, words: Words) -> str:
        """Return the move as it is written down."""
        return as_written(words)

    def parse(self, state: Diagram, text: str) -> str | None:
        """Return the move that a text means: ``Qxf7#``, ``0-0``, ``e2-e4``, ``e8=Q``."""
        try:
            return notation.read(state.inner.copy(stack=False), text).uci()
        except ValueError:
            return None

    def why_not(self, state: Diagram, words: Words) -> str | None:
        """Say why a move is not offered."""
        text = (
            words[-1].replace("_", "-")
            if words[-1].startswith("O")
            else words[-1].replace("_", "=")
        )
        return notation.refused(state.inner.copy(stack=False), text)

    def write(self, states: Sequence[Diagram], suffix: str) -> str | None:
        """Return the game in PGN, or the position in FEN."""
        if suffix == ".pgn":
            return records.written(states[-1])
        if suffix == ".fen":
            return f"{states[-1].fen}\n"
        return None

    def evaluate(self, state: Diagram, only: Sequence[str] = ()) -> dict[str, Verdict]:
        """Return a verdict on each move from the engine, or from our own short search without one;
        on ``only`` the given ones, if any, after a longer search."""
        if state.outcome:
            return {}
        return engine.verdicts(state.inner, only)

    def hint(self, state: Diagram) -> Hint | None:
        """Return the engine's move and the line it expects, or the move of our own short search."""
        if state.outcome:
            return None
        return engine.advice(state.inner, pictures.place_of(state.bottom))

    def solve(self, state: Diagram) -> Solution:
        """Return the line that the engine expects, proved if it ends in mate; without an engine,
        the move of our own short search."""
        if state.outcome:
            return Solution((), "solved")
        return engine.expectation(state.inner)


class ChessVariants(Chess):
    """Chess by other rules, each a preset: 960 starts, atomic, crazyhouse and the others that
    python-chess knows.

    Everything else is as in chess. In crazyhouse what you take is yours: N@f3 drops a knight.
    """

    title = "Chess variants"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "chess960": {"chess960": True},
        **{
            variant.replace("3", "three "): {"variant": variant}
            for variant in VARIANTS
            if variant != "standard"
        },
    }


def _beginning(board: chess.Board, bottom: str) -> Diagram:
    """Return the position in which a game starts."""
    return Diagram(board, start_of(board), since=(_place_of(board),), bottom=bottom)


def start_of(board: chess.Board) -> str:
    """Return the variant and the FEN of a board."""
    variant = board.uci_variant
    return f"{'standard' if variant == 'chess' else variant}:{board.fen()}"


_WRONG = {
    chess.Status.BAD_CASTLING_RIGHTS: "castling rights without king and rook at home",
    chess.Status.PAWNS_ON_BACKRANK: "a pawn is on the first or last row",
    chess.Status.OPPOSITE_CHECK: "the side that has just moved is in check",
}
"""Our wording for impossible positions that python-chess does not describe plainly."""


def _set_up(
    kind: type[chess.Board], name: str, fen: str | None, chess960: bool, bottom: str
) -> chess.Board:
    """Return a board in the position of a FEN, the parameter `name`; raise `BadParameter` that says
    what is wrong with it."""
    if fen is None:
        return kind(chess960=chess960)
    if not isinstance(fen, str):
        raise BadParameter(f"{name}={quote(fen)} is not text.")
    try:
        try:
            board = kind(fen.strip(), chess960=chess960)
        except ValueError:  # another text that contains a position
            board = kind(notation.fen_of(fen, bottom), chess960=chess960)
    except ValueError as fault:
        raise BadParameter(f"{name}={quote(fen)} is not a FEN: {fault}.") from None
    # Castling rights that only chess960 has can be recognised: HFhf.
    board.chess960 = chess960 or board.has_chess960_castling_rights()
    wrong = [
        _WRONG.get(flag, str(flag.name).lower().replace("_", " "))
        for flag in chess.Status
        if flag and flag in board.status()
    ]
    if wrong:
        raise BadParameter(f"{name}={quote(fen)} cannot occur in a game: {', '.join(wrong)}.")
    return board
