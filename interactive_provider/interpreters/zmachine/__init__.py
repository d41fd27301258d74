"""Text adventures in the format of the Z-machine, played by a runtime that is an extra: `fernz`, in
plain Python.

This folder does not import the rest of the package and can be used alone: `read_story` reads a
file, `Adventure` plays it, and its scenes (`AdventureScene`) never change.
"""

from __future__ import annotations

from .charts import RoomGrid, RoomVisit, charted
from .grammar import Grammar, VerbPattern
from .offers import COMMON, OURS, CommandGroup, CommandMenu, Offer, key_names
from .reading import StoryFile, StoryFileError, read_story
from .scope import Thing
from .telling import SEEDS, Adventure, AdventureScene

__all__ = [
    "COMMON",
    "OURS",
    "SEEDS",
    "Adventure",
    "AdventureScene",
    "CommandGroup",
    "CommandMenu",
    "Grammar",
    "Offer",
    "RoomGrid",
    "RoomVisit",
    "StoryFile",
    "StoryFileError",
    "Thing",
    "VerbPattern",
    "charted",
    "key_names",
    "read_story",
]
