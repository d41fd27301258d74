"""The catalogue's entries for chess: a missing package is reported in one line and not imported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...support.extras import need


def chess() -> Any:
    """Return the game of chess."""
    _check()
    from .game import Chess

    return Chess()


def variants() -> Any:
    """Return chess with other rules."""
    _check()
    from .game import ChessVariants

    return ChessVariants()


def read_pgn(path: Path) -> Mapping[str, Any]:
    """Return the games of a PGN file, to walk through."""
    _check()
    from .recorded import Recorded
    from .records import read_menu

    return read_menu(path, Recorded)


def _check() -> None:
    need("chess", "chess", "Chess needs")
