"""The machines of Microsoft's 8K BASICs, which differ in how they write numbers.

The plain one is the default behaviour of `running` and `compiling`.
"""

from __future__ import annotations

from typing import Any

from ..compiling.expressions import ExpressionCoder
from ..reading.nodes import BasicValue
from ..running import functions
from ..running.drawing import DrawingMachine
from . import MachineKind

_COMMAND = functions.char(4)


class Level2(DrawingMachine):
    """The machine of TRS-80 Level II BASIC, which prints six digits of a number, like Microsoft's
    single precision."""

    digits = 6


class Applesoft(DrawingMachine):
    """The machine of Applesoft BASIC, which prints no blank before or after a number.

    A line that begins with character 4 is a disk command, and is not shown.
    """

    gap = ""
    is_command = False

    def put(self, text: str) -> None:
        """Print as `Machine` does, except inside a command."""
        self.is_command |= self.column == 0 and text[:1] == _COMMAND
        if not self.is_command:
            super().put(text)

    def put_line(self, text: str) -> None:
        """Print text and end the line."""
        self.put(text)
        self.end_line()

    def end_line(self) -> None:
        """End the line, or the command."""
        if not self.is_command:
            super().end_line()
        self.is_command = False


def _with_blocks(signs: str) -> dict[str, Any]:
    """Return CHR$, ASC and STRING$ of a machine whose characters from 128 on are blocks, the first
    of them empty."""

    def char(code: float) -> str:
        place = int(code) - 128
        return signs[place] if 0 <= place < len(signs) else functions.char(code)

    def asc(text: str) -> float:
        place = signs.find(text[0], 1) if text else -1
        return functions.asc(text) if place < 0 else 128.0 + place

    def repeated(count: float, what: BasicValue) -> str:
        return functions.repeated(count, what if isinstance(what, str) else char(what))

    return {"char": char, "asc": asc, "repeated": repeated}


_SIXTHS = [chr(0x1FAFF + i - (i > 21) - (i > 42)) for i in range(63)]
"""Unicode's two-by-three blocks, which lack the half blocks."""
_SIXTHS[0], _SIXTHS[21], _SIXTHS[42] = " ▌▐"
PLAIN = MachineKind(DrawingMachine, ExpressionCoder, {})
LEVEL2 = MachineKind(Level2, ExpressionCoder, _with_blocks("".join((*_SIXTHS, "█"))))
COLOR = MachineKind(DrawingMachine, ExpressionCoder, _with_blocks(" ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█" * 8))
APPLESOFT = MachineKind(Applesoft, ExpressionCoder, {})
