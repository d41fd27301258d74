"""The machine of TI BASIC: a screen of 24 lines of 32 columns, with PRINT and INPUT on the last
line."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..running import functions
from ..running.drawing import DrawingMachine
from ..running.functions import Argument
from . import MachineKind

_LINES = 24
_COLUMNS = 32
_PRINTED = 28
_MARGIN = 2
"""The number of columns that PRINT leaves free on the left."""
_OWN = 128, 160
"""The codes of user-defined characters, which are shown as the PC's graphics characters."""
_MOVED = 48
"""The offset of the PC's codes for these characters, which start at 176."""


class Ti(DrawingMachine):
    """A machine that prints at the bottom of its screen and places characters anywhere else."""

    screen_columns = _COLUMNS
    digits = 10
    in_field = False

    def put(self, text: str) -> None:
        """Like `Machine.put`; text that does not fit in the line starts a new one."""
        if self.in_field:
            super().put(text)
            return
        while text:
            if self.column and self.column + len(text) > _PRINTED:
                self.end_line()
            if self.places_output:
                self._steer(f"{_LINES};{self.column + _MARGIN + 1}H")
            room = _PRINTED - self.column
            super().put(text[:room])
            text = text[room:]

    def end_line(self) -> None:
        """End the line: the screen scrolls up, unless a field is being written."""
        if self.in_field:
            return
        # Only the end of the last line scrolls the screen, and the cursor may be elsewhere.
        if self.places_output:
            self._steer(f"{_LINES};1H")
        super().end_line()

    def put_number(self, x: float) -> None:
        """Print a number with its blanks."""
        self.put(super().written(x) + self.gap)

    def written(self, x: float) -> str:
        """STR$, without the blank for the sign."""
        return super().written(x).lstrip()

    def tab(self, x: float) -> None:
        """TAB: columns count from 1 and start again after the last one."""
        target = (max(int(x), 1) - 1) % _PRINTED
        if target < self.column:
            self.end_line()
        self.put(" " * (target - self.column))

    def locate(self, line: Argument, column: Argument) -> None:
        """Set where DISPLAY AT and ACCEPT AT write: columns count from the margin."""
        super().locate(
            min(max(line or 1.0, 1.0), _LINES), min(max(column or 1.0, 1.0), _PRINTED) + _MARGIN
        )

    def field(self, size: float) -> None:
        """Empty the field at the cursor; one with a negative size keeps its contents."""
        self.in_field = True
        width = min(int(size) or _PRINTED, _PRINTED + _MARGIN - self.column)
        if width > 0:
            self.put(" " * width + "\b" * width)

    def leave_field(self) -> None:
        """Continue printing at the bottom."""
        self.in_field = False
        self.column = 0

    def fill(
        self, down: float, line: float, column: float, code: float, times: float = 1.0
    ) -> None:
        """CALL HCHAR and VCHAR: repeat a character to the right or downwards, continuing from the
        end of a line on the next one."""
        if not (1 <= line < _LINES + 1 and 1 <= column < _COLUMNS + 1 and 0 <= times < 32768):
            functions.bad_subscript()
        sign = shown(code)
        place = (
            (int(column) - 1) * _LINES + int(line) - 1
            if down
            else (int(line) - 1) * _COLUMNS + int(column) - 1
        )
        left = min(int(times), _LINES * _COLUMNS)
        self.spend(left)
        while left > 0:
            place %= _LINES * _COLUMNS
            y, x = (place % _LINES, place // _LINES) if down else divmod(place, _COLUMNS)
            run = 1 if down else min(left, _COLUMNS - x)
            self._steer(f"{y + 1};{x + 1}H")
            self.out.append(sign * run)
            place += run
            left -= run

    def on_screen(self, line: float, column: float, of_colour: float = 0.0) -> float:
        """CALL GCHAR: the code of a character on the screen."""
        code = super().on_screen(line, column, of_colour)
        low, high = (bound + _MOVED for bound in _OWN)
        return code - _MOVED if low <= code < high else code


def shown(code: float) -> str:
    """Return the sign for a character by its code."""
    number = int(code) % 256
    low, high = _OWN
    return functions.char(float(number + _MOVED * (low <= number < high))) if number >= 32 else " "


TI = MachineKind(Ti, ExpressionCoder, {"char": shown})
