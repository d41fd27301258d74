"""The menu of OpenSpiel's games by kind, for the catalogue."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import SourceError
from ...support.extras import need
from .facts import KINDS, LISTED, REFUSED, REST

_OFTEN = ("othello", "hex", "go", "checkers", "backgammon", "2048", "gin_rummy")
"""The most played games."""


class GameGroup(dict[str, Any]):
    """Games of one kind, with a sentence about them, the names of those whose boards illustrate it,
    and of the most played ones."""

    def __init__(
        self, games: Mapping[str, Any], brief: str, pictured: Sequence[str], title: str = ""
    ) -> None:
        super().__init__(games)
        self.title = title
        self.brief = brief
        self.pictured = pictured
        self.often = [label for label in _OFTEN if label in games]


def menu() -> Mapping[str, Mapping[str, Any]]:
    """Return the names of games by kind; raise `MissingExtra` if OpenSpiel is not installed."""
    need("pyspiel", "openspiel", "OpenSpiel needs")
    from .game import game_class  # only imported if it is installed

    games = {
        kind: {name: functools.partial(game_class, name) for name in names}
        for kind, names in LISTED.items()
    }
    games[REST] |= {name: functools.partial(_refuse, name) for name in REFUSED}
    groups = {kind: GameGroup(names, **KINDS[kind]) for kind, names in games.items()}
    return GameGroup(groups, "", (), f"OpenSpiel: {sum(map(len, groups.values()))} games")


def _refuse(name: str) -> Any:
    raise SourceError(f"{name} of OpenSpiel is not offered: {REFUSED[name]}.")
