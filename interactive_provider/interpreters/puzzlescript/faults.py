"""What is wrong with a game's text."""

from __future__ import annotations

from typing import NamedTuple


class TextFault(NamedTuple):
    """One thing that is wrong, with the line as it was written; line 0 means the whole text."""

    line: int
    written: str
    message: str
    is_serious: bool = True
    """False if the game still does what its author intends."""

    def __str__(self) -> str:
        if not self.line:
            return self.message
        quoted = self.written if len(self.written) <= 60 else f"{self.written[:57]}..."
        return f"line {self.line}, {quoted!r}: {self.message}"


class PuzzleScriptError(Exception):
    """A text that cannot be played: the first fault is its message."""

    def __init__(self, faults: tuple[TextFault, ...]) -> None:
        super().__init__(str(faults[0]))
        self.faults = faults
