"""Chess games in PGN: a file as a menu of games to walk through, and our own games written in
PGN."""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import chess
import chess.pgn

from ...errors import SourceError
from ...support import storage
from .pgn_tokens import Faulty, normalized, parts, tags

_LARGEST = 200_000_000
"""The maximum size in bytes of a file that is read."""

_RESULTS = {"white wins": "1-0", "black wins": "0-1", "drawn": "1/2-1/2"}


_SAN = re.compile(r"(\w+) san: ('.*') in .* (\d+)")
"""python-chess's message about a move: the kind of its fault, the move, and a FEN with its
number."""


class _Strict(chess.pgn.GameBuilder[chess.pgn.Game]):
    """A reader that stops at the first fault instead of writing it to a log."""

    def handle_error(self, error: Exception) -> None:
        raise Faulty(_SAN.sub(r"\2 is \1 in move \3", str(error)))


def title_of(known: Mapping[str, str], number: int) -> str:
    """Return a game's title in a menu: its players and its year, otherwise its number."""
    sides = [re.split(r"[,(]", known.get(side, "?"))[0].strip() for side in ("White", "Black")]
    if set(sides) <= {"?", ""}:
        return f"game {number}"
    year = known.get("Date", "")[:4]
    return " ".join([f"{sides[0]} {sides[1]}", year if year.isdigit() else ""]).strip()


def read_text(path: Path) -> str:
    """Return the text of a file in any encoding used for PGN, with line feeds as line ends."""
    return storage.read_text(path, _LARGEST).replace("\r\n", "\n").replace("\r", "\n")


def read_menu(
    path: Path, make: Callable[[chess.pgn.Game, str], Any]
) -> Mapping[str, Callable[[], Any]]:
    """Return, for each game of a file, a function that makes it one of our games; raise
    `SourceError` for a file without games."""
    menu: dict[str, Callable[[], Any]] = {}
    line = 1
    for number, part in enumerate(parts(read_text(path)), 1):
        title = title_of(tags(part), number)
        label = title
        count = 1
        while label in menu:
            count += 1
            label = f"{title} {count}"
        menu[label] = functools.partial(
            _made, make, part, label, f"Game {number} of {path.name} ({title})", line
        )
        line += part.count("\n")
    if not menu:
        raise SourceError(f"{path.name} contains no games in PGN.")
    return menu


def _made(
    make: Callable[[chess.pgn.Game, str], Any], part: str, label: str, where: str, line: int
) -> Any:
    """Return the game made from a text that begins in this line of its file."""
    try:
        game = read_one(part)
    except ValueError as fault:
        line += part.count("\n", 0, getattr(fault, "at", 0))
        raise SourceError(f"{where} cannot be read from line {line} on: {fault}.") from None
    return make(game, label)


def has_moves(text: str) -> bool:
    """True if a text is a game in PGN rather than a FEN or the picture of a board."""
    pattern = r'\[\w+ "|1\.\s*\w|(?=[^a-hO]*[a-hO])[^/\n]*\Z'
    return re.match(pattern, text.strip().removesuffix("1/2-1/2")) is not None


def read_one(part: str) -> chess.pgn.Game:
    """Return the only game in a text; raise `Faulty`, which names the move, or ValueError for an
    invalid start."""
    text, places = normalized(part)
    source = io.StringIO(text)
    try:
        game = chess.pgn.read_game(source, Visitor=_Strict)
    except Faulty as fault:
        fault.at = places[text.count("\n", 0, source.tell()) - 1]
        raise
    if game is None:
        raise ValueError("there is no game in it")
    return game


# Writing -----------------------------------------------------------------------------------


def written(state: Any) -> str:
    """Return the game that led to a state, in PGN, with the tags of the record that it follows."""
    variant, _, fen = state.start.partition(":")
    board = type(state.inner)(fen, chess960=state.inner.chess960)
    game = chess.pgn.Game(getattr(state, "tags", None))
    if variant != "standard" or state.inner.chess960 or fen != chess.STARTING_FEN:
        game.setup(board)
        # a record keeps its own name for the variant
        game.headers.update(getattr(state, "tags", {}))
    node: chess.pgn.GameNode = game
    for move in state.moves:
        node = node.add_variation(chess.Move.from_uci(move))
    game.headers["Result"] = _RESULTS.get(state.outcome or "", "*")
    return f"{game}\n"
