"""The machine of Commodore's BASIC V2: its control codes move the cursor of a screen of 40 columns and colour it."""

from __future__ import annotations

from ..compiling.expressions import ExpressionCoder
from ..reading import nodes as n
from ..running import screen
from .forty_columns import Narrow
from .kind import Kind

_MOVES = {
    "\x11": "\x1b[B", "\x91": "\x1b[A", "\x1d": "\x1b[C", "\x9d": "\x1b[D", "\x13": "\x1b[1;1H", "\x93": screen.WIPE,
}  # fmt: skip
_STEPS = {"\x1d": 1, "\x9d": -1}
_INKS = dict(
    zip("\x90\x05\x1c\x9f\x9c\x1e\x1f\x9e\x81\x95\x96\x97\x98\x99\x9a\x9b",
        (0, 15, 4, 3, 5, 2, 1, 14, 6, 6, 12, 8, 7, 10, 9, 7), strict=True)
)  # fmt: skip
"""Colours by the PC's numbers."""
_REVERSED, _STRAIGHT = "\x12", "\x92"


class Commodore(Narrow):
    """A machine that obeys the codes it prints, if its program places what it prints; else it passes them over."""

    def put(self, text: str) -> None:
        """As in `Machine`."""
        self.begin()
        if text.isprintable():
            super().put(text)
            return
        for char_ in text:
            if char_ in _MOVES or char_ in _INKS or char_ in (_REVERSED, _STRAIGHT):
                self._obey(char_)
            elif char_ == "\x14":
                super().put("\b \b")
            elif char_ in "\r\n\a" or char_.isprintable():
                super().put(char_)

    def _obey(self, code: str) -> None:
        if not self.places:
            return
        if code in _MOVES:
            self.out.append(_MOVES[code])
            self.column = max(0, self.column + _STEPS.get(code, 0)) if code not in "\x13\x93" else 0
        elif code in _INKS:
            self.out.append(f"\x1b[{_INKS[code]}m")
        else:
            self.out.append("\x1b[0;7m" if code == _REVERSED else "\x1b[7;0m")


_OF_TEXT = {"CHR$": "petscii", "ASC": "petscii_code"}


class CommodoreCoder(ExpressionCoder):
    """Writes CHR$ and ASC with Commodore's control codes."""

    def call(self, name: str, args: tuple[n.Expr, ...]) -> str:
        """As in `ExpressionCoder`; RND(0) is luck from the clock."""
        if name in _OF_TEXT:
            return f"{_OF_TEXT[name]}({self.value(args[0])})"
        if name == "RND" and args == (n.Num("0"),):
            return "rnd()"
        return super().call(name, args)


KIND = Kind(Commodore, CommodoreCoder, {})
