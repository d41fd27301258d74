"""Text adventures in the format of the Z-machine, played by a runtime that is an extra: `fernz`, in plain Python.

This folder knows nothing of the rest of the package and can be used alone: `read_story` reads a file, `Adventure`
plays it, and what it shows (`Scene`) never changes.
"""

from __future__ import annotations

from .adventure import Adventure, Report, Scene
from .grammar import Grammar, Pattern
from .offers import OURS, Offer, key_names
from .reading import StoryError, StoryFile, read_story
from .scope import Thing
from .telling import SEEDS, Storyteller, Told

__all__ = [
    "OURS", "SEEDS", "Adventure", "Grammar", "Offer", "Pattern", "Report", "Scene", "StoryError", "StoryFile",
    "Storyteller", "Thing", "Told", "key_names", "read_story",
]  # fmt: skip
