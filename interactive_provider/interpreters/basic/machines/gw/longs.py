"""QBasic's integers of 32 bits: what divides them and works on their bits.

A variable of type LONG (``&``) is one of double precision here.
"""

from __future__ import annotations

from typing import Any

from ...reading import nodes as n
from ...running import functions
from .coder import GwCoder
from .machine import GwMachine, of_integers, slowly


class LongCoder(GwCoder):
    """Writes expressions whose integers need not fit in 16 bits."""

    def kind(self, e: n.Expr) -> str:
        """As in `GwCoder`, but a quotient or the bits of longer numbers may be long."""
        match e:
            case n.Unary("NOT", arg):
                return self.kind(arg)
            case n.Binary(op, left, right) if op in n.LOGIC or op in ("\\", "MOD"):
                kinds = self.kind(left), self.kind(right)
                return "#" if "#" in kinds else min(kinds)
        return super().kind(e)

    def bits(self, e: n.Expr) -> str:
        """Logic works on integers of 32 bits."""
        return self.number(e) if self._is_whole(e) else f"nearest_long({self.number(e)})"


class LongMachine(GwMachine):
    """A machine that divides integers of 32 bits."""

    gw_quotient = slowly(of_integers(functions.whole_quotient, functions.nearest_long))
    gw_remainder = slowly(of_integers(functions.remainder, functions.nearest_long))


def _unsigned(x: float) -> int:
    """A number as HEX$ and OCT$ show it: a negative one in 16 bits if it fits."""
    whole = int(functions.nearest_long(x))
    return whole & (0xFFFF if -32768 <= whole < 0 else 0xFFFF_FFFF)


LONG_LIBRARY: dict[str, Any] = {
    "bit_not": lambda x: float(~int(x)),
    "bit_and": lambda x, y: float(int(x) & int(y)),
    "bit_or": lambda x, y: float(int(x) | int(y)),
    "bit_xor": lambda x, y: float(int(x) ^ int(y)),
    "hexadecimal": lambda x: f"{_unsigned(x):X}",
    "octal": lambda x: f"{_unsigned(x):o}",
}
