"""The catalogue's entries for text adventures: a missing package is reported in one line."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from ...errors import SourceError
from ...support.extras import need
from ...support.storage import read_file

_LARGEST = 50_000_000
"""The maximum size in bytes of a story file that is read: a Blorb file may also have pictures and
sounds."""


def adventures() -> Mapping[str, Any]:
    """Return the adventures that come with the package, by name; each is read when first needed."""
    _check()
    folder = resources.files(__package__) / "stories"
    files = sorted(
        (f for f in folder.iterdir() if f.name.endswith((".z3", ".z5"))), key=lambda f: f.name
    )
    return {file.name.partition(".")[0]: functools.partial(_shipped, file) for file in files}


def read_adventure(path: Path) -> Any:
    """Return the game of a story file; raise `SourceError` for one that cannot be played, `BadFile`
    for one too large."""
    _check()
    return _read(read_file(path, _LARGEST), path.stem, str(path))


def _shipped(file: Any) -> Any:
    name = file.name.partition(".")[0]
    return _read(file.read_bytes(), name, name)


def _read(data: bytes, name: str, shown: str) -> Any:
    from ...interpreters.zmachine import StoryFileError, read_story
    from .game import ParserStory

    try:
        return ParserStory(read_story(data), name.replace("_", " "))
    except StoryFileError as fault:
        raise SourceError(f"{shown} cannot be played: {fault}.") from None


def _check() -> None:
    need("fernz", "zmachine", "Adventures need")
