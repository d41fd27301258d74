"""Stories written in ink and compiled, played by a runtime that is an extra: `inkpython`, in plain
Python.

This folder does not import the rest of the package and can be used alone: `read_ink` reads a file,
`InkStory` plays it, and its scenes (`InkScene`) never change.
"""

from __future__ import annotations

from .engine import InkScene, InkStory
from .files import is_ink, is_source, read_ink
from .lint import BEGINNING, InkReview

__all__ = ["BEGINNING", "InkReview", "InkScene", "InkStory", "is_ink", "is_source", "read_ink"]
