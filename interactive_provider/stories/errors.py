"""What can be wrong with a story as a whole; what is wrong inside a passage is said in the passage."""

from __future__ import annotations


class StoryError(ValueError):
    """A file that is no story, or a story that cannot be begun; ``line`` is the line of the file, 0 for all of it."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class NotUnderstood(Exception):
    """An expression or a macro that an engine cannot follow; it becomes a remark in the passage's text."""


class TooMuch(Exception):
    """A passage that never comes to rest, or grows beyond all bounds: its turn is cut off."""
