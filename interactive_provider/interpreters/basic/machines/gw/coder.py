"""Writes GW-BASIC's expressions: single precision where it is exact, slow arithmetic elsewhere."""

from __future__ import annotations

import math

from ...compiling.expressions import ExpressionCoder
from ...reading import nodes as n
from ...reading.functions import FUNCTIONS
from ...reading.nodes import Expr, Exprs, Target
from ..arithmetic import mbf
from .numerals import read_numeral

_LEAST_SQUARE = mbf.SMALLEST**2
_MOST_SQUARE = mbf.LARGEST**2
_KINDS = {
    **dict.fromkeys("SGN LEN ASC POS INSTR CINT PEEK INP ERR SCREEN".split(), "%"),
    **dict.fromkeys(("CDBL", "CLNG", "CVD"), "#"),
}
"""The type signs of functions that do not have single precision."""
_OF_ANALYSIS = frozenset("SQR EXP LOG SIN COS TAN ATN".split())


class GwCoder(ExpressionCoder):
    """Writes expressions with GW-BASIC's types."""

    def kind(self, e: Expr) -> str:
        """Return the type sign of a numeric expression: ``%``, empty for single, ``#``."""
        match e:
            case n.Num(text):
                return read_numeral(text).kind
            case n.Var(name) | n.Elem(name) | n.FnCall(name):
                return name[-1] if name[-1] in "%#" else ""
            case n.BuiltInCall("INT" | "FIX", (arg,)):
                return self.kind(arg)
            case n.BuiltInCall("ABS", (arg,)):
                return self.kind(arg).replace("%", "")
            case n.BuiltInCall(name):
                return _KINDS.get(name, "")
            case n.Unary("NOT"):
                return "%"
            case n.Unary(_, arg):
                return self.kind(arg).replace("%", "")
            case n.Binary(op, left, right):
                if op in n.COMPARISONS or op in n.LOGIC or op in ("\\", "MOD"):
                    return "%"
                return "#" if "#" in (self.kind(left), self.kind(right)) and op != "^" else ""
        return ""

    def constant(self, text: str) -> str:
        """Write a number as the machine reads it."""
        return repr(read_numeral(text).nearest)

    def bits(self, e: Expr) -> str:
        """Write an operand of logic, which works on integers: other numbers are rounded, and may be
        too large."""
        return self.number(e) if self._is_whole(e) else f"whole({self.number(e)})"

    def _is_whole(self, e: Expr) -> bool:
        """True if an expression's value is an integer; a quotient may have that type and still be
        too large."""
        return self.kind(e) == "%" and not (isinstance(e, n.Binary) and e.op in ("\\", "MOD"))

    def arithmetic(self, op: str, left: Expr, right: Expr) -> str:
        """Write an operation on singles or doubles."""
        a = self.number(left)
        b = self.number(right)
        kinds = self.kind(left), self.kind(right)
        match op:
            case "\\":
                return f"gw_quotient({a}, {b})"
            case "MOD":
                return f"gw_remainder({a}, {b})"
            case "^" if right == n.Num("2") and kinds[0] != "#":
                self.fresh += 1
                x = f"x{self.fresh}"
                return _product(f"({x} := {a}) * {x}")
            case "^":
                singles = [
                    f"single({code})" if kind == "#" else code
                    for code, kind in zip((a, b), kinds, strict=True)
                ]
                whole = kinds[1] == "%"
                return f"gw_power({a if whole else singles[0]}, {singles[1]}, {whole})"
            case "/" if "#" in kinds:
                return f"gw_divide_doubles({a}, {b})"
            case _ if "#" in kinds:
                return f"double({a} {op} {b})"
            case "/":
                return f"({a} / {b})" if _is_power_of_two(b) else f"gw_divide({a}, {b})"
        return _product(f"{a} * {b}") if op == "*" else _sum(f"{a} {op} {b}")

    def _single(self, e: Expr) -> str:
        return f"single({self.number(e)})" if self.kind(e) == "#" else self.number(e)

    def sum_of(self, a: str, b: str) -> str:
        """Write the sum of two existing singles."""
        if a.startswith("d_"):
            return f"double({a} + {b})"
        return _sum(f"{a} + {b}")

    def stored(self, target: Target, value: Expr) -> str:
        """Write a value as a variable of the target's type stores it."""
        if target.name.endswith("$"):
            return self.text(value)
        if target.name.endswith("#") and isinstance(value, n.BuiltInCall) and value.name == "VAL":
            return f"gw_val({self.text(value.args[0])})"
        code = self.number(value)
        kind = self.kind(value)
        if target.name.endswith("%"):
            return code if self._is_whole(value) else f"whole({code})"
        return f"single({code})" if kind == "#" and not target.name.endswith("#") else code

    def given(self, target: Target, value: str) -> str:
        """Write a value from INPUT or READ as a variable of the target's type stores it."""
        sign = target.name[-1]
        if sign in "$#":
            return value
        return f"whole({value})" if sign == "%" else f"single({value})"

    nearest = "({} + 0.5).__floor__()"
    """Python that rounds a single."""

    def subscript(self, e: Expr) -> str:
        """Write a number as a rounded int."""
        code = self.number(e)
        kind = self.kind(e)
        if kind == "#":
            return f"int(whole({code}))"
        return f"{code}.__trunc__()" if kind == "%" else self.nearest.format(code)

    def whole(self, e: Expr) -> str:
        """Write a bound of an array."""
        return f"whole({self.number(e)})"

    def _by_kind(self, e: Expr, double: str, single: str) -> str:
        """Write a call with a number, by its precision."""
        return f"{double if self.kind(e) == '#' else single}({self.number(e)})"

    def printed(self, e: Expr) -> str:
        """Write the call that prints a number."""
        if self.kind(e) == "#":
            return f"put(double_text({self.number(e)}) + ' ')"
        return super().printed(e)

    def call(self, name: str, args: Exprs) -> str:
        """Write a built-in function; mathematical functions have single precision."""
        match name, args:
            case _, (arg,) if name in _OF_ANALYSIS:
                return f"gw_{FUNCTIONS[name].python}({self._single(arg)})"
            case "STR$", (arg,):
                return self._by_kind(arg, "double_text", "written")
            case "VAL", (arg,):
                return f"single(gw_val({self.text(arg)}))"
            case "CSNG", (arg,):
                return f"single({self.number(arg)})"
        return super().call(name, args)

    def seeding(self, e: Expr) -> str:
        """Return the arguments of RANDOMIZE."""
        return f"{self.number(e)}, {self.kind(e)!r}"

    def shown(self, e: Expr) -> str:
        """Write a value for PRINT USING, with the digits that PRINT shows."""
        if n.is_text(e):
            return self.text(e)
        return self._by_kind(e, "double_figure", "single_figure")

    def count(self, e: Expr) -> str:
        """Write a number of characters, or the position of one, rounded."""
        return self.number(e if n.whole(e) is not None else n.call("CINT", e))


def _sum(code: str) -> str:
    """Write a sum of singles, rounded if it has more than 24 bits (see `mbf.SPLITTER`)."""
    return f"(p if (p := {code}) == (t := p * {mbf.SPLITTER!r}) - (t - p) else single(p))"


def _product(code: str) -> str:
    """Write a product rounded to a single.

    `single` is called only if it may be too large, or so small that the machine has zero for it;
    one comparison of its square finds both.
    """
    nearest = f"(s := (t := (p := {code}) * {mbf.SPLITTER!r}) - (t - p))"
    return f"(s if {_LEAST_SQUARE!r} <= {nearest} * s <= {_MOST_SQUARE!r} or not s else single(p))"


def _is_power_of_two(code: str) -> bool:
    try:
        value = float(code)
    except ValueError:
        return False
    return math.frexp(value)[0] == 0.5
