"""QBasic's numbers: 32-bit integers, and halves that are rounded to even.

A LONG variable (``&``) is a double-precision one that only holds whole numbers.
"""

from __future__ import annotations

from typing import Any

from ...compiling.expressions import MismatchError
from ...errors import BasicRuntimeError
from ...reading import nodes as n
from ...reading.deftypes import LONG
from ...reading.names import RECORD, size_of
from ...reading.nodes import Expr, Target
from ...running import functions
from .coder import GwCoder
from .machine import GwMachine, of_integers, slowly


class LongCoder(GwCoder):
    """Writes expressions whose integers need not fit in 16 bits."""

    def kind(self, e: Expr) -> str:
        """Like `GwCoder.kind`, but a quotient, or the bits of long numbers, may be long."""
        match e:
            case n.Unary("NOT", arg):
                return self.kind(arg)
            case n.Binary(op, left, right) if op in n.LOGIC or op in ("\\", "MOD"):
                kinds = self.kind(left), self.kind(right)
                return "#" if "#" in kinds else min(kinds)
        return super().kind(e)

    def bits(self, e: Expr) -> str:
        """Write an operand of logic, which works on 32-bit integers."""
        return self.number(e) if self._is_whole(e) else f"nearest_long({self.number(e)})"

    def number(self, e: Expr) -> str:
        """Like `ExpressionCoder.number`, but a record is not a number."""
        if isinstance(e, n.Var | n.Elem) and e.name.endswith(RECORD):
            raise MismatchError
        return super().number(e)

    def stored(self, target: Target, value: Expr) -> str:
        """Like `GwCoder.stored`, but a LONG is whole, and a text of declared length has that
        length."""
        code = super().stored(target, value)
        if "*" not in target.name and not target.name.endswith(LONG):
            return code
        return self.given(target, code)

    def given(self, target: Target, value: str) -> str:
        """Do the same for an existing value."""
        name = target.name
        if "*" in name:
            return f"held({value}, {size_of(name)})"
        return f"nearest_long({value})" if name.endswith(LONG) else super().given(target, value)

    def counted(self, name: str, value: float) -> float:
        """Like `ExpressionCoder.counted`, but also for a LONG, and with halves rounded to even."""
        return float(round(value)) if name[-1] == "%" or name.endswith(LONG) else value

    nearest = "round({})"


class LongMachine(GwMachine):
    """A machine that divides integers of 32 bits."""

    gw_quotient = slowly(of_integers(functions.whole_quotient, functions.nearest_long))
    gw_remainder = slowly(of_integers(functions.remainder, functions.nearest_long))


def _unsigned(x: float) -> int:
    """Return a number as HEX$ and OCT$ show it: a negative one in 16 bits if it fits."""
    whole = int(functions.nearest_long(x))
    return whole & (0xFFFF if -32768 <= whole < 0 else 0xFFFF_FFFF)


def _integer(x: float) -> float:
    """CINT: halves to even, in 16 bits."""
    if not -32768.5 <= x < 32767.5:
        raise BasicRuntimeError("OVERFLOW")
    return float(round(x))


LONG_LIBRARY: dict[str, Any] = {
    "bad_subscript": functions.bad_subscript,
    "whole": _integer,
    "nearest_int": _integer,
    "choice": lambda x, count: functions.choice(functions.nearest_long(x), count),
    "held": lambda text, size: text[:size].ljust(size),
    "bit_not": lambda x: float(~int(x)),
    "bit_and": lambda x, y: float(int(x) & int(y)),
    "bit_or": lambda x, y: float(int(x) | int(y)),
    "bit_xor": lambda x, y: float(int(x) ^ int(y)),
    "hexadecimal": lambda x: f"{_unsigned(x):X}",
    "octal": lambda x: f"{_unsigned(x):o}",
}
