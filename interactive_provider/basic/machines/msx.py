"""The machine of MSX-BASIC: LOCATE counts columns first and both from 0; modes and colours are its own."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running import screen
from ..running.runtime import Machine
from .kind import Kind

_COLUMNS = 40


class Msx(Machine):
    """A machine whose screen has 40 columns once its program places what it prints."""

    def put(self, text: str) -> None:
        """As in `Machine`."""
        self._begin()
        super().put(text)

    def wipe(self) -> None:
        """CLS."""
        self._begin()
        super().wipe()

    def _begin(self) -> None:
        if self.places and self.columns != _COLUMNS:
            self._widen(_COLUMNS)

    def locate(self, line: float | None, column: float | None) -> None:
        """LOCATE with what was given first as the column; a place beyond the screen is the last one."""
        self._begin()
        at, down = line, column
        super().locate(
            None if down is None else min(max(down, 0.0), screen.LINES - 1) + 1,
            None if at is None else min(max(at, 0.0), _COLUMNS - 1) + 1,
        )

    def display(self, word: str, *args: float | None) -> None:
        """COLOR, SCREEN and WIDTH: of a screen with modes of its own."""


KIND = Kind(Msx, ExpressionCoder, {})
