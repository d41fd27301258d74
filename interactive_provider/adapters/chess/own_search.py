"""What chess moves are worth without an engine: two plies are looked at, and then captures until
none of them gains.

Pieces are counted, and how near they stand to the centre: that finds mates, forks and pieces that
hang, and knows nothing of plans. See https://www.chessprogramming.org/Quiescence_Search.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess
from chess.engine import Cp, Mate, PovScore, Score

PLIES = 2
"""How far all moves are looked at; captures are followed further."""

CAPTURES = 4
"""How many captures in a row are followed."""

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
"""In hundredths of a pawn."""

_NEARNESS = [
    14 - abs(2 * chess.square_file(square) - 7) - abs(2 * chess.square_rank(square) - 7)
    for square in chess.SQUARES
]
"""How near a square is to the centre, from 0 to 12."""


def scores(board: chess.Board) -> Iterator[tuple[chess.Move, PovScore]]:
    """Every legal move with its score for the player to move."""
    board = board.copy(stack=False)
    for move in list(board.legal_moves):
        board.push(move)
        worth = -_worth(board, PLIES - 1, -_MOST, _MOST)
        board.pop()
        yield move, PovScore(_score(worth), board.turn)


def _score(worth: int) -> Score:
    """A worth as engines say it: in hundredths of a pawn, or in moves to mate."""
    plies = -_MATED - abs(worth)
    if plies > PLIES:
        return Cp(worth)
    moves = (plies + 1) // 2
    return Mate(moves if worth > 0 else -moves)


def _worth(board: chess.Board, plies: int, low: int, high: int) -> int:
    """What a position is worth to the player to move, in hundredths of a pawn; exact between
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
    """What a position is worth once nobody gains by another capture."""
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
    """By which captures are ordered: the most valuable piece first, by the least valuable one."""
    taken = _WORTH.get(board.piece_type_at(move.to_square) or chess.PAWN, 0)
    return _WORTH.get(board.piece_type_at(move.from_square) or chess.PAWN, 0) - 10 * taken


def _balance(board: chess.Board) -> int:
    """By how much the player to move is ahead; in antichess whoever has fewer pieces is."""
    ahead = 0
    for square, piece in board.piece_map().items():
        worth = _WORTH[piece.piece_type] + _NEARNESS[square]
        ahead += worth if piece.color == board.turn else -worth
    return -ahead if board.uci_variant == "antichess" else ahead
