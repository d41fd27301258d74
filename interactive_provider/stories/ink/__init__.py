"""Stories written in ink and compiled, told by a runtime that is an extra: `inkpython`, in plain Python.

This folder knows nothing of the rest of the package and can be used alone: `read_ink` reads a file, `InkStory` tells
it, and what it tells (`Told`) never changes.
"""

from __future__ import annotations

from .engine import Choice, InkStory, Told
from .files import InkError, is_ink, is_source, read_ink
from .lint import BEGINNING, InkReview

__all__ = ["BEGINNING", "Choice", "InkError", "InkReview", "InkStory", "Told", "is_ink", "is_source", "read_ink"]
