"""Text adventures in the format of the Z-machine, played by a runtime that is an extra: `fernz`, in
plain Python.

This folder knows nothing of the rest of the package and can be used by itself: `read_story` reads a
file, `Adventure` plays it, and what it shows (`Scene`) never changes.
"""

from __future__ import annotations

from .charts import Chart, Visit, charted
from .grammar import Grammar, Pattern
from .offers import COMMON, OURS, Group, Menu, Offer, key_names
from .reading import StoryError, StoryFile, read_story
from .scope import Thing
from .telling import SEEDS, Adventure, Scene

__all__ = [
    "COMMON",
    "OURS",
    "SEEDS",
    "Adventure",
    "Chart",
    "Grammar",
    "Group",
    "Menu",
    "Offer",
    "Pattern",
    "Scene",
    "StoryError",
    "StoryFile",
    "Thing",
    "Visit",
    "charted",
    "key_names",
    "read_story",
]
