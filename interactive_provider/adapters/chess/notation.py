"""Moves in the short form that people write: ``Nf3``, ``exd5``, ``O-O``, ``e8(Q)``; and texts read
as moves.

The sign of check or mate is left out, so that a move has one name whatever it does; it is
understood where it is written, as are ``e2e4``, ``e2-e4``, ``0-0`` and ``e8=Q``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import chess

from ...game.positions import signs_of

CLAIM = "claim a draw"


def short_forms(board: chess.Board, moves: Sequence[chess.Move]) -> list[str]:
    """The short form of each move; ``moves`` are all the legal moves on the board."""
    kinds = [board.piece_type_at(move.from_square) if move.drop is None else None for move in moves]
    rivals: dict[tuple[int | None, int], list[int]] = {}
    for kind, move in zip(kinds, moves, strict=True):
        rivals.setdefault((kind, move.to_square), []).append(move.from_square)
    return [
        _short_form(board, move, kind, rivals[kind, move.to_square])
        for kind, move in zip(kinds, moves, strict=True)
    ]


def _short_form(
    board: chess.Board, move: chess.Move, kind: int | None, rivals: Sequence[int]
) -> str:
    """One move, distinguished from those of other pieces of its kind to the same square, which
    start at ``rivals``."""
    start, target = move.from_square, chess.SQUARE_NAMES[move.to_square]
    if kind is None:
        return f"{'' if move.drop == chess.PAWN else _letter(move.drop)}@{target}"
    if kind == chess.PAWN:
        taking = f"{chess.FILE_NAMES[start & 7]}x" if (start ^ move.to_square) & 7 else ""
        return f"{taking}{target}" + (f"({_letter(move.promotion)})" if move.promotion else "")
    if kind == chess.KING and board.is_castling(move):
        return "O-O" if board.is_kingside_castling(move) else "O-O-O"
    taking = "x" if chess.BB_SQUARES[move.to_square] & board.occupied else ""
    return f"{_letter(kind)}{_origin(start, rivals)}{taking}{target}"


def _letter(kind: int | None) -> str:
    return "PNBRQK"[(kind or chess.PAWN) - 1]


def _origin(start: int, rivals: Sequence[int]) -> str:
    """The file, the rank or both of the square a piece comes from, as far as needed to distinguish
    it from its rivals."""
    others = [square for square in rivals if square != start]
    if not others:
        return ""
    if all(square & 7 != start & 7 for square in others):
        return chess.FILE_NAMES[start & 7]
    if all(square >> 3 != start >> 3 for square in others):
        return chess.RANK_NAMES[start >> 3]
    return chess.SQUARE_NAMES[start]


_LETTERS = dict(zip("♟♞♝♜♛♚♙♘♗♖♕♔·.⭘", "pnbrqkPNBRQK111", strict=True))
_FEN = re.compile("FEN: (.+)")


def fen_of(page: str, bottom: str) -> str:
    """The FEN on a page, or that of a picture as text with this side at its lower edge."""
    written = _FEN.search(page)
    if written:
        return written[1]
    rows = signs_of(page)
    if bottom == "black":
        rows = [row[::-1] for row in rows[::-1]]
    placed = "/".join("".join(_LETTERS.get(sign, sign) for sign in row) for row in rows)
    placed = re.sub("1+", lambda free: str(len(free[0])), placed)
    side = re.search("(?i)(white|black) to move", page)
    turn = side[1][0].lower() if side else "w"
    board = chess.Board(f"{placed} {turn} KQkq - 0 1")
    board.castling_rights = board.clean_castling_rights()
    return board.fen()


def read(board: chess.Board, text: str) -> chess.Move:
    """The legal move that a text means; raises the ValueError of python-chess that says why it
    means none."""
    plain = (
        re.sub(r"\((\w)\)", r"=\1", text.strip().rstrip("!?")).replace("0", "O")
        if "O" not in text
        else text.strip()
    )
    plain = re.sub(r"^O-O(-O)?(?=\W|$)", lambda found: found[0], plain)
    if re.fullmatch(r"(?:[a-h][1-8]){2}[nbrqk]?|[PNBRQ]@[a-h][1-8]", text.strip()):
        return board.parse_uci(text.strip())
    return board.parse_san(plain)


def refused(board: chess.Board, text: str) -> str | None:
    """Why a text that looks like a move is not a move here; None for a text that does not look like
    one."""
    try:
        read(board, text)
    except chess.AmbiguousMoveError:
        return f"{text} is ambiguous: more than one piece can play it."
    except chess.IllegalMoveError:
        side = "White" if board.turn else "Black"
        if re.fullmatch(r"(?:[a-h][1-8]){2}", text):
            return _why_not(board, chess.Move.from_uci(text), side)
        return f"{side} cannot play {text} here{' while in check' if board.is_check() else ''}."
    except ValueError:
        return None
    return None


def _why_not(board: chess.Board, move: chess.Move, side: str) -> str:
    """Why a piece cannot go from one square to another."""
    start, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if board.color_at(move.from_square) != board.turn:
        return f"{side} is to move, and has no piece on {start}."
    if board.is_pseudo_legal(move):
        return f"{start} to {target} would leave the king in check."
    kind = chess.piece_name(board.piece_type_at(move.from_square) or chess.PAWN)
    return f"The {kind} cannot go from {start} to {target}."
