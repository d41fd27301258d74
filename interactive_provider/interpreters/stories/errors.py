"""Errors of a story as a whole; faults inside a passage are reported in its text."""

from __future__ import annotations


class StoryError(ValueError):
    """A file that is not a story, or a story that cannot start; ``line`` is the line of the file, 0
    for the whole file."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class NotUnderstood(Exception):
    """An expression or a macro that an engine cannot carry out; it becomes a remark in the
    passage's text."""


class EndlessPassage(Exception):
    """A passage that never ends, or becomes too long: its turn is cut off."""
