"""The menu of OpenSpiel's games by kind, for the catalogue."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from ...errors import SourceError
from ...support.extras import install_command, installed
from .facts import LISTED, REFUSED, REST


def menu() -> Mapping[str, Mapping[str, Any]]:
    """Names of games by kind; raises `SourceError` if OpenSpiel is not installed."""
    if not installed("pyspiel"):
        raise SourceError(f"OpenSpiel is not installed: {install_command('openspiel')}")
    from .game import game_class  # what is not installed is not imported

    games = {kind: {name: functools.partial(game_class, name) for name in names} for kind, names in LISTED.items()}
    games[REST] |= {name: functools.partial(_refuse, name) for name in REFUSED}
    return games


def _refuse(name: str) -> Any:
    raise SourceError(f"{name} of OpenSpiel is not offered: {REFUSED[name]}.")
