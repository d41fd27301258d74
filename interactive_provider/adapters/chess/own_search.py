"""The value of chess moves without an engine: two plies are searched, and then captures until none
of them gains anything.

It counts the pieces and their nearness to the centre: this finds mates, forks and hanging pieces,
but no plans. See https://www.chessprogramming.org/Quiescence_Search.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess
from chess.engine import Cp, Mate, PovScore, Score

PLIES = 2
"""The depth in plies to which all moves are searched; captures are followed further."""

CAPTURES = 4
"""The maximum number of successive captures that are followed."""

_MATED = -100_000
_MOST = 1_000_000

_WORTH = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 310,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 0,
}
"""The piece values, in hundredths of a pawn."""

_NEARNESS = [
    14 - abs(2 * chess.square_file(square) - 7) - abs(2 * chess.square_rank(square) - 7)
    for square in chess.SQUARES
]
"""The nearness of a square to the centre, from 0 to 12."""


def scores(board: chess.Board) -> Iterator[tuple[chess.Move, PovScore]]:
    """Return every legal move with its score for the player to move."""
    board = board.copy(stack=False)
    for move in list(board.legal_moves):
        board.push(move)
        worth = -_worth(board, PLIES - 1, -_MOST, _MOST)
        board.pop()
        yield move, PovScore(_score(worth), board.turn)


def _score(worth: int) -> Score:
    """Return a value as engines give it: in hundredths of a pawn, or in moves to mate."""
    plies = -_MATED - abs(worth)
    if plies > PLIES:
        return Cp(worth)
    moves = (plies + 1) // 2
    return Mate(moves if worth > 0 else -moves)


def _worth(board: chess.Board, plies: int, low: int, high: int) -> int:
    """Return the value of a position for the player to move, in hundredths of a pawn; exact between
    ``low`` and ``high``."""
    moves = [] if board.is_variant_end() else list(board.legal_moves)
    if not moves:
        found = board.outcome()
        if found is None or found.winner is None:
            return 0
        lost = _MATED + PLIES - plies
        return -lost if found.winner == board.turn else lost
    if plies == 0:
        return _settled(board, CAPTURES, low, high)
    moves.sort(key=board.is_capture, reverse=True)
    for move in moves:
        board.push(move)
        low = max(low, -_worth(board, plies - 1, -high, -low))
        board.pop()
        if low >= high:
            break
    return low


def _settled(board: chess.Board, captures: int, low: int, high: int) -> int:
    """Return the value of a position once no further capture gains anything."""
    low = max(low, _balance(board))
    if low >= high or captures == 0:
        return low
    for move in sorted(board.generate_legal_captures(), key=lambda move: _victim(board, move)):
        board.push(move)
        low = max(low, -_settled(board, captures - 1, -high, -low))
        board.pop()
        if low >= high:
            break
    return low


def _victim(board: chess.Board, move: chess.Move) -> int:
    """Return the sort key of captures: the most valuable victim first, captured by the least
    valuable piece."""
    taken = _WORTH.get(board.piece_type_at(move.to_square) or chess.PAWN, 0)
    return _WORTH.get(board.piece_type_at(move.from_square) or chess.PAWN, 0) - 10 * taken


def _balance(board: chess.Board) -> int:
    """Return the advantage of the player to move; in antichess the player with fewer pieces is
    ahead."""
    ahead = 0
    for square, piece in board.piece_map().items():
        worth = _WORTH[piece.piece_type] + _NEARNESS[square]
        ahead += worth if piece.color == board.turn else -worth
    return -ahead if board.uci_variant == "antichess" else ahead
