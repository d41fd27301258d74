"""The chess board as a picture: pieces on light and dark squares, with moves as gestures from one
to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import chess

from ...boards import BARE, Board, Cell, Place

_SIGNS = {False: dict(enumerate("♟♞♝♜♛♚", 1)), True: dict(enumerate("♙♘♗♖♕♔", 1))}
_TEXT = "\ufe0e"
"""Marks a sign as text: one of them would otherwise be an emoji."""


def place_of(bottom: str) -> Callable[[int], Place]:
    """Return the place of a square in a picture with this side at its lower edge."""
    if bottom == "white":
        return lambda square: (7 - (square >> 3), square & 7)
    return lambda square: (square >> 3, 7 - (square & 7))


def board(
    position: chess.Board, legal: Sequence[chess.Move], last: Sequence[str], bottom: str
) -> Board:
    """Return the picture; a piece is dragged to its target, and a dropped piece is chosen by a
    press on its square."""
    place = place_of(bottom)
    drags: dict[int, list[tuple[str | Place, str]]] = {}
    drops: dict[int, list[str]] = {}
    for move in legal:
        if move.drop:
            drops.setdefault(move.to_square, []).append(move.uci())
        else:
            drags.setdefault(move.from_square, []).append((place(move.to_square), move.uci()))
    moved = [] if not last else [chess.Move.from_uci(last[0])]
    marked = {square for move in moved for square in (move.from_square, move.to_square)}
    king = position.king(position.turn) if position.is_check() else None
    rows = [[Cell()] * 8 for _ in range(8)]
    for square in chess.SQUARES:
        row, column = place(square)
        asked = drops.get(square, [])
        piece = position.piece_at(square)
        mark = "check" if square == king else ""
        rows[row][column] = Cell(
            _sign(piece),
            role="light-square" if (row + column) % 2 == 0 else "dark-square",
            label=_spoken(piece, square) + (", in check" if square == king else ""),
            press=asked[0] if len(asked) == 1 else None,
            drag=tuple(drags.get(square, ())),
            mark="last" if square in marked else mark,
            piece=_piece(piece),
        )
    ranks, files = ("87654321", "abcdefgh") if bottom == "white" else ("12345678", "hgfedcba")
    came = tuple(
        (place(move.from_square), place(move.to_square)) for move in moved if not move.drop
    )
    return Board(
        tuple(map(tuple, rows)),
        row_labels=tuple(ranks),
        column_labels=tuple(files),
        counters=(*_in_hand(position), *_taken(position)),
        came=came,
        surface="checkers",
        palette=["·", *(_SIGNS[side][kind] + _TEXT for side in _SIGNS for kind in _SIGNS[side])],
        choice_pieces=tuple(
            (move.uci(), _piece(chess.Piece(move.promotion, position.turn)))
            for move in legal
            if move.promotion
        ),
    )


def _in_hand(position: chess.Board) -> Sequence[tuple[str, str]]:
    """Return what both sides hold in crazyhouse, and the checks left in three-check."""
    pockets = getattr(position, "pockets", None)
    checks = getattr(position, "remaining_checks", None)
    counters = list[tuple[str, str]]()
    for colour, side in _SIDES:
        if pockets:
            counters.append((f"{side} holds", str(pockets[colour]).upper() or "–"))
        if checks:
            counters.append((f"checks to give, {side}", str(checks[colour])))
    return counters


def _taken(position: chess.Board) -> tuple[tuple[str, str], ...]:
    """Return the pieces that each side has in excess of the other, shown as those it captured, and
    its advantage."""
    # In these variants the sides never were equal.
    if getattr(position, "pockets", None) or position.uci_variant == "horde":
        return ()
    more = {
        kind: len(position.pieces(kind, True)) - len(position.pieces(kind, False))
        for kind in _WORTH
    }
    lead = sum(_WORTH[kind] * number for kind, number in more.items())
    taken = []
    for colour, side in _SIDES:
        ahead = 1 if colour else -1
        signs = "".join(
            (_SIGNS[not colour][kind] + _TEXT) * max(0, ahead * number)
            for kind, number in more.items()
        )
        taken.append(
            (f"{side} captured", f"{signs or 'none'}{f' +{abs(lead)}' if ahead * lead > 0 else ''}")
        )
    return tuple(taken)


_WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
"""The usual values of the pieces."""
_SIDES = ((chess.WHITE, "White"), (chess.BLACK, "Black"))


def _sign(piece: chess.Piece | None) -> str:
    if piece is None:
        return "·"
    return _SIGNS[piece.color][piece.piece_type] + _TEXT


def _piece(piece: chess.Piece | None) -> str:
    if piece is None:
        return BARE
    return f"{'white' if piece.color else 'black'}-{chess.piece_name(piece.piece_type)}"


def _spoken(piece: chess.Piece | None, square: int) -> str:
    name = chess.square_name(square)
    if piece is None:
        return f"empty {name}"
    return f"{_piece(piece).replace('-', ' ')} on {name}"


def in_words(position: chess.Board, move: chess.Move) -> str:
    """Return a move for readers who do not know the short form: ``knight g1 to f3, check``. This
    plays on the board."""
    target = chess.square_name(move.to_square)
    if move.drop:
        told = f"drops a {chess.piece_name(move.drop)} on {target}"
    elif position.is_castling(move):
        told = f"castles {'king' if position.is_kingside_castling(move) else 'queen'}side"
    else:
        kind = position.piece_type_at(move.from_square) or chess.PAWN
        told = f"{chess.piece_name(kind)} {chess.square_name(move.from_square)} to {target}"
        if position.is_capture(move):
            told += (
                ", takes a"
                f" {chess.piece_name(position.piece_type_at(move.to_square) or chess.PAWN)}"
            )
        if move.promotion:
            told += f", becomes a {chess.piece_name(move.promotion)}"
    short = position.san(move)
    ending = {"+": ", check", "#": ", mate"}.get(short[-1], "")
    return f"{short}: {told}{ending}"
