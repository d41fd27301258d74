"""Moves in the short form that people write: ``Nf3``, ``exd5``, ``O-O``, ``e8(Q)``; and texts read
as moves.

The sign of check or mate is omitted, so that a move has one name whatever its effect; it is
understood when typed, as are ``e2e4``, ``e2-e4``, ``0-0`` and ``e8=Q``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote_plus

import chess

from ...errors import quote
from ...game.positions import signs_of
from ...support.plurals import counted

CLAIM = "claim a draw"


def short_forms(board: chess.Board, moves: Sequence[chess.Move]) -> list[str]:
    """Return the short form of each move, which is legal on the board or a pass."""
    board = board.copy(stack=False)  # moves are made on it to find checks
    names = [board.san(move).rstrip("+#").replace("--", "pass") for move in moves]
    return [re.sub(r"=(\w)", r"(\1)", name) for name in names]


_LETTERS = dict(zip("♟♞♝♜♛♚♙♘♗♖♕♔·.⭘", "pnbrqkPNBRQK111", strict=True))
_FEN = re.compile(
    r"(?<![\w/])((?:[A-Za-z\d]{1,9}/){7}[A-Za-z\d]{1,9})(?![\w/])"
    r"(?: +([^\s?&#]+))?(?: +(-|[A-Ha-hKQkq]+) +(-|[a-h][36])(?: +(\d+) +(\d+))?)?"
)
"""A position and what may follow it: the turn, castling, en passant, two counters."""


def fen_of(text: str, bottom: str) -> str:
    """Return the FEN in a text (a page, an address, an EPD record), or of a text picture with this
    side at its lower edge; raise ValueError that says what is wrong with it."""
    is_address = "://" in text
    if is_address:
        text = "/".join(unquote_plus(text).replace("_", " ").rstrip("/ ").split("/")[-8:])
    written = _FEN.search(text)
    if written:
        placed, turn, *rest = written.groups("")
        _check_placed(placed)
        if turn.lower() not in ("", "w", "b"):
            raise ValueError(f"{quote(turn)} is not w or b, whose turn it is")
        return " ".join([placed, turn.lower() or "w", *rest])
    if is_address:
        raise ValueError("the address contains no position; paste its FEN or its moves")
    rows = signs_of(text)
    if bottom == "black":
        rows = [row[::-1] for row in rows[::-1]]
    placed = "/".join("".join(_LETTERS.get(sign, sign) for sign in row) for row in rows)
    placed = re.sub("1+", lambda free: str(len(free[0])), placed)
    side = re.search("(?i)(white|black) to move", text)
    turn = side[1][0].lower() if side else "w"
    _check_placed(placed)
    board = chess.Board(f"{placed} {turn} KQkq - 0 1")
    board.castling_rights = board.clean_castling_rights()
    return board.fen()


def _check_placed(placed: str) -> None:
    """Raise ValueError that says what is wrong with the rows of a FEN."""
    rows = placed.split("/")
    if len(rows) != 8:
        advice = "give a FEN, a picture, or the moves from 1. on"
        raise ValueError(f"it has {counted(len(rows), 'row')}, not 8 rows; {advice}")
    for number, row in zip("87654321", rows, strict=True):
        wrong = re.search("[^pnbrqkPNBRQK1-8]", row)
        if wrong:
            raise ValueError(f"{quote(wrong[0])} in row {number} is not a piece")
        squares = sum(int(sign) if sign.isdigit() else 1 for sign in row)
        if squares != 8:
            raise ValueError(f"row {number} has {counted(squares, 'square')}, not 8")


def read(board: chess.Board, text: str) -> chess.Move:
    """Return the legal move that a text means; raise python-chess's ValueError, which says why, if
    it means none."""
    plain = text.strip()
    if re.fullmatch(r"(?:[a-h][1-8]){2}[nbrqk]?|[PNBRQ]@[a-h][1-8]", plain):
        return board.parse_uci(plain)
    if "O" not in plain:
        plain = re.sub(r"\((\w)\)", r"=\1", plain.rstrip("!?")).replace("0", "O")
    return board.parse_san(plain)


def refused(board: chess.Board, text: str) -> str | None:
    """Say why a text that looks like a move is not a move here; return None for other texts."""
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
    """Say why a piece cannot go from one square to another."""
    start = chess.square_name(move.from_square)
    target = chess.square_name(move.to_square)
    if board.color_at(move.from_square) != board.turn:
        return f"{side} is to move, and has no piece on {start}."
    if board.is_pseudo_legal(move):
        return f"{start} to {target} would leave the king in check."
    kind = chess.piece_name(board.piece_type_at(move.from_square) or chess.PAWN)
    return f"The {kind} cannot go from {start} to {target}."
