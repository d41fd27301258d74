"""What machines with a screen of forty columns have in common, once a program places what it prints."""

from __future__ import annotations

from ..running.runtime import Machine

COLUMNS = 40


class Narrow(Machine):
    """A machine whose screen becomes forty columns wide with the first thing that is placed or printed there."""

    def put(self, text: str) -> None:
        """As in `Machine`."""
        self.begin()
        super().put(text)

    def wipe(self) -> None:
        """CLS."""
        self.begin()
        super().wipe()

    def begin(self) -> None:
        """Make the screen narrow, unless it is."""
        if self.places and self.columns != COLUMNS:
            self._widen(COLUMNS)

    def display(self, word: str, *args: float | None) -> None:
        """COLOR, SCREEN and WIDTH: of screens with colours and modes of their own."""
