"""The machine of MSX-BASIC: LOCATE counts columns first and both from 0; modes and colours are its own."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running import screen
from .forty_columns import COLUMNS, Narrow
from .kind import Kind


class Msx(Narrow):
    """A machine whose LOCATE is its own."""

    def locate(self, line: float | None, column: float | None) -> None:
        """LOCATE with what was given first as the column; a place beyond the screen is the last one."""
        self.begin()
        at, down = line, column
        super().locate(
            None if down is None else min(max(down, 0.0), screen.LINES - 1) + 1,
            None if at is None else min(max(at, 0.0), COLUMNS - 1) + 1,
        )


KIND = Kind(Msx, ExpressionCoder, {})
