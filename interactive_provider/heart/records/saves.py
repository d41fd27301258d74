"""A saved game: a position in a file, as readable JSON that records how it was reached and detects
changes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ...errors import BadFile, BadSave, ProviderError, message_of
from ...search.budgets import USUAL
from ...support.storage import path_of, read_file, replace_file, suffix_of
from ..catalogue.discovery import READERS
from ..catalogue.provider import InteractiveProvider
from ..play.actions import position_of, question_of
from ..play.digests import step_text
from ..play.nodes import Playable, Position
from ..play.position_data import (
    line_of,
    recorded,
    shown_of,
    states_to,
    steps_of,
    viewer_of,
    written,
)
from ..play.seating import SEARCH_VERSION
from .lines import origin_of, refuse_files, refuse_other_catalogues, step_in

_FORMAT = "interactive_provider game"
_LARGEST = 100_000_000
"""The maximum size of a saved game in bytes: a game of a million moves takes about 20 million."""

_FORMS = (".pgn", ".fen", ".svg", ".png", ".html")
"""Suffixes of files that other programs open in a format of their own."""

_FIELDS = ("format", "game", "version", "parameters", "seed", "path", "position")


def save(p: Playable, file: str | os.PathLike[str]) -> None:
    """Write ``p`` as readable JSON: game, version, parameters, seed, path.

    An existing file is replaced only when everything is written. If the game knows the file's
    suffix (``"game.pgn"`` for chess), the file is written in that format instead; raises `BadFile`
    for the suffix of a format that this game cannot be written in. With ``"game.efg"`` the game's
    whole tree is written for Gambit, with ``"game.nfg"`` its table of payoffs: see
    `interactive_provider.analysis.extensive_form` and `interactive_provider.analysis.matrix`.

    >>> from tempfile import gettempdir
    >>> save(games.guess(seed=7)(50), Path(gettempdir(), "game.json"))
    """
    position = position_of(p)
    table, steps, digest = written(position)
    suffix = path_of(file).suffix.lower()
    own = _own_form(position, suffix)
    if own is None and suffix in _FORMS:
        # This raises: the game cannot be written with that suffix.
        suffix_of(file, [".json", *(one for one in _FORMS if _own_form(position, one))])
    import json

    record = {
        "format": _FORMAT,
        "game": table.name,
        "version": table.game.version,
        "parameters": table.parameters,
        "seed": table.seed,
        "path": [step_text(step) for step in steps],
        "position": digest.hex(),
        "shown": shown_of(recorded(position)),
        "line": line_of(position),
    }
    if table.seating is not None:
        record["search"] = SEARCH_VERSION
    # An unpaired surrogate, which UTF-8 cannot hold, is escaped by `replace_file`.
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    replace_file(file, lambda: text if own is None else own)


def _own_form(position: Position, suffix: str) -> str | None:
    """Return the game so far in the game's own format, or the whole game in a format of game
    theory; None if the suffix belongs to neither."""
    table = position._table
    if suffix in (".efg", ".nfg"):
        from ...theory.exchange import written as in_theory
        from ...theory.extensive import extensive_form_of

        return in_theory(extensive_form_of(question_of(position, USUAL)), suffix)
    if not table.can("write"):
        return None
    viewer = viewer_of(position)
    states = [table.shown(state, viewer) for state in states_to(position)]
    text: str | None = table.ask("write", states, suffix)
    return text


def load(file: str | os.PathLike[str], provider: InteractiveProvider | None = None) -> Position:
    """Return a saved position; raise `BadSave` for a file that is damaged, foreign, altered or of
    another version, and `NoSuchFile` if there is none.

    >>> from tempfile import gettempdir
    >>> save(games.guess(seed=7)(50), Path(gettempdir(), "game.json"))
    >>> load(Path(gettempdir(), "game.json"))
    games.guess(seed=7)(50)
    """
    source = path_of(file)
    refuse_other_catalogues(provider)
    record = _read(source)
    try:
        games = origin_of(record.get("line")) if provider is None else provider
        game = games._game(record["game"])
        if record.get("search", SEARCH_VERSION) != SEARCH_VERSION:
            raise BadSave(
                f"{source.name} was played against version {record['search']!r} of the opponents;"
                f" these are version {SEARCH_VERSION}, which may answer differently."
            )
        steps = tuple(step_in(text) for text in record["path"])
        refuse_files(game, record["parameters"])
        position: Position = games._rebuild(
            record["game"], record["parameters"], record["seed"], steps, record["version"]
        )
    except (ProviderError, RecursionError) as fault:
        raise BadSave(f"{source.name} cannot be replayed: {message_of(fault)}") from fault
    if position._digest.hex() != record["position"] and steps_of(position) == steps:
        raise BadSave(
            f"{source.name} has been altered: its path leads to a different position from the one"
            " saved."
        )
    if not game.renamed and record.get("shown", shown_of(position)) != shown_of(position):
        raise BadSave(
            f"The rules or texts of {record['game']} have changed since {source.name} was saved:"
            f" its path shows something else. ({position!r})"
        )
    return position


def _read(source: Path) -> dict[str, Any]:
    import json

    try:
        record = json.loads(read_file(source, _LARGEST).decode())
    except BadFile as fault:
        raise BadSave(message_of(fault)) from fault
    except (ValueError, RecursionError) as fault:
        advice = f" InteractiveProvider({str(source)!r}) plays files of other programs."
        raise BadSave(
            f"{source.name} is damaged, or not a saved game."
            f"{advice if source.suffix in {*READERS} - {'.json'} else ''}"
        ) from fault
    if not isinstance(record, dict) or record.get("format") != _FORMAT:
        raise BadSave(f"{source.name} is not a saved game of this package.")
    kinds = {"game": str, "parameters": dict, "seed": (int, str), "path": list, "position": str}
    for name in _FIELDS:
        if name not in record or not isinstance(record[name], kinds.get(name, object)):  # type: ignore[arg-type]
            raise BadSave(f"{source.name} is damaged: its {name!r} is missing or wrong.")
    return record
