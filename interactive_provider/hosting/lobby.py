"""The games that a server offers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..boards import Board
from ..errors import ChoiceError, quote, tolerate
from ..game import hides_something, player_names
from ..heart.catalogue.provider import Catalogue, InteractiveProvider
from ..heart.play.insiders import game_of
from ..heart.play.nodes import Lobby, Position, by_text
from ..heart.play.position_data import board_of, brief_of, line_of, view_of
from ..heart.play.presets import presets_of
from ..heart.records.lines import replay
from ..rendering import svg
from ..search.opponents import listed_levels
from ..widget.shapes import Json
from .match import beginning

SUGGESTED = (
    *("k_in_a_row(seed=7).connect_four", "k_in_a_row(seed=7).noughts_and_crosses"),
    *("k_in_a_row(seed=7).gomoku", "match_game(seed=7).two_people", "chess(seed=7).both_sides"),
    *(
        f"openspiel.{name}(seed=7).both_sides"
        for name in (
            "cards.gin_rummy cards.hanabi cards.leduc_poker cards.hearts backgammon othello go hex"
        ).split()
    ),
)
"""The games offered by default, as far as they are installed."""

FEW_CARDS = 5
"""The number of cards that represent a card game in a small picture."""


def offers_for(target: str = "") -> list[Json]:
    """Return the games of a folder or a file, one of our games by name, or those that are played
    most.

    Each has a ``line``, whose seed is only an example. Raises `ChoiceError` if none of them can be
    played by several people.
    """
    found = []
    for games in _asked_for(target):
        for p in _starts(games):
            with tolerate():
                found.append(_offer(p))
    if not found:
        raise ChoiceError(f"No game of {quote(target)} can be played by several people.")
    return found


def _asked_for(target: str) -> Iterator[Any]:
    if target and Path(target).exists():
        yield InteractiveProvider(target)
    elif target:
        yield replay(f"games.{target.removeprefix('games.')}")
    else:
        for begun in SUGGESTED:
            with tolerate():  # it may need an extra
                yield replay(f"games.{begun}")


def _starts(games: Any) -> Iterator[Any]:
    """Return the first positions of a provider, a menu, a lobby or a position."""
    if isinstance(games, Catalogue):
        for name in games._choices:
            yield from _starts(getattr(games, name))
    elif isinstance(games, Lobby):
        for label, setup in presets_of(game_of(games)).items():
            if "against" not in setup:
                yield by_text(games, label)
    elif isinstance(games, Position):
        yield games


def _offer(p: Position) -> Json:
    position = beginning(line_of(p))
    game = game_of(position)
    view = view_of(position)
    board = board_of(position)
    return {
        "title": view.title,
        "words": brief_of(game),
        "line": line_of(position),
        "roles": view.names or player_names(game),
        "hides": hides_something(game),
        "levels": listed_levels(game),
        "pictures": [] if board is None else _pictures(board),
    }


def _pictures(board: Board) -> list[str]:
    """Return a board in both themes; for a card game, enough of a hand to recognise it."""
    for zone, row in zip(board.zones, board.rows, strict=False):
        cards = [cell for cell in row if cell.role != "void"]
        if zone.side == "bottom" and cards:
            board = Board((tuple(cards[:FEW_CARDS]),), surface="table")
    return [svg.render(board.bare(), theme) for theme in ("light", "dark")]
