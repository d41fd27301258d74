"""The GW-BASIC dialect: single precision in the code that is written, its screen, its random numbers.

Types are known when a program is compiled: a name's sign or DEFINT and its kin, the form of a number. Sums,
products and quotients of singles are worked out in double precision, which is exact or tells that it is not;
only where the result needs more than 24 bits is the slow arithmetic of `mbf` called.
What remains different: doubles (``#``) carry Python's 53 bits where the machine has 56, so that their sixteenth digit
may differ; PRINT USING prints a star behind a field, and digits before ``^^^^`` where one ``#`` is the only place.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from math import atan, cos, exp, log, sin, sqrt, tan
from typing import Any

from ..compiling.expressions import ExpressionCoder
from ..errors import BasicRuntimeError
from ..reading import nodes as n
from ..running import runtime
from ..running.numerals import LARGEST, literal
from ..running.runtime import SEEDING, Machine, Stack
from ..running.using import formatted
from . import mbf
from .kind import Kind
from .mbf import from_float

_TRIG_MOST = 8.0 * math.pi * 2**24
_LEAST_SQUARE, _MOST_SQUARE = mbf.SMALLEST**2, mbf.LARGEST**2
_INTEGER_CALLS = frozenset({"SGN", "LEN", "ASC", "POS", "INSTR", "CINT", "PEEK", "INP", "ERR"})
_FUNCTIONS = {"SQR": "gw_sqrt", "EXP": "gw_exp", "LOG": "gw_log", "SIN": "gw_sin", "COS": "gw_cos",
              "TAN": "gw_tan", "ATN": "gw_atan"}  # fmt: skip
_SLOW = {"+": "gw_add", "-": "gw_subtract", "*": "gw_multiply", "/": "gw_divide"}
_BASED = re.compile(r"&(H[0-9A-F]*|O?[0-7]*)")
_NUMERAL = re.compile(r"\s*([+-]?)\s*([\d ]*)(\.?)([\d ]*)(?:([EeDd])\s*([+-]?)([\d ]*))?([!#%]?)")


def read_numeral(text: str) -> tuple[float, str, int]:
    """A number as the machine reads it: value, type sign (``%``, blank for single, ``#``), characters taken.

    What is too large is the largest number there is.
    """
    try:
        return _numeral(text)
    except OverflowError as fault:
        match = _NUMERAL.match(text)
        return fault.args[0], "#" if match and match[5] in ("D", "d") else "", match.end() if match else 0


def _numeral(text: str) -> tuple[float, str, int]:
    """The same, but raises OverflowError with the number that stands for what is too large."""
    if text.lstrip().startswith("&"):
        stripped = text.strip().upper()
        length = len(text) if _BASED.fullmatch(stripped) else 0
        return literal(stripped), "%", length
    match = _NUMERAL.match(text)
    assert match is not None, "every part of the pattern may be empty"
    sign, whole, point, decimals, letter, power_sign, power, kind = match.groups("")
    whole, decimals = whole.replace(" ", ""), decimals.replace(" ", "")
    if not point and not letter and not kind and int(whole or "0") <= 32767:
        return float(sign + (whole or "0")), "%", match.end()
    digits = (whole + decimals).lstrip("0")
    significant = len(digits) - (len(decimals) - len(decimals.rstrip("0")) if decimals else 0)
    ten = int(power_sign + (power.replace(" ", "") or "0")) - len(decimals)
    number = int(sign + ((whole + decimals) or "0"))
    if (letter in "Dd" and letter) or kind == "#" or (significant > 7 and kind != "!"):
        value = float(f"{number}e{ten}")
        if abs(value) > mbf.LARGEST_DOUBLE:
            raise OverflowError(math.copysign(mbf.LARGEST_DOUBLE, value))
        return value if abs(value) >= mbf.SMALLEST else 0.0, "#", match.end()
    return mbf.from_decimal(number, ten), "", match.end()


class GwMachine(Machine):
    """A machine whose mathematics goes on after overflow, and whose screen is 80 columns wide."""

    first_seed = 5228370

    @staticmethod
    def number_typed(item: str) -> float | None:
        """An item of an answer as a number, None for what is not one."""
        value, _, length = read_numeral(item)
        return None if item[length:].strip() or abs(value) > LARGEST else value

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.seed %= 1 << 24

    def _safely(self, work: Callable[..., float], *numbers: float) -> float:
        try:
            return work(*numbers)
        except ZeroDivisionError as fault:
            return self._complain("Division by zero", fault)
        except OverflowError as fault:
            return self._complain("Overflow", fault)

    def _complain(self, message: str, fault: ArithmeticError) -> float:
        if self.trapping:
            raise fault
        self.out.append(message + "\n")
        self.column = 0
        value = fault.args[0] if fault.args else None
        return value if isinstance(value, float) else mbf.LARGEST

    def gw_add(self, x: float, y: float) -> float:
        """Sum of singles."""
        return self._safely(mbf.add, x, y)

    def gw_subtract(self, x: float, y: float) -> float:
        """Difference of singles."""
        return self._safely(mbf.add, x, -y)

    def gw_multiply(self, x: float, y: float) -> float:
        """Product of singles."""
        return self._safely(mbf.multiply, x, y)

    def gw_divide(self, x: float, y: float) -> float:
        """Quotient of singles."""
        return self._safely(mbf.divide, x, y)

    def gw_quotient(self, x: float, y: float) -> float:
        """The whole quotient of two integers."""
        a, b = _int16(x), _int16(y)
        return self._safely(lambda: runtime.whole_quotient(a, b) if b else mbf.divide(float(a), 0.0))

    def gw_remainder(self, x: float, y: float) -> float:
        """The remainder of two integers."""
        a, b = _int16(x), _int16(y)
        return self._safely(lambda: runtime.remainder(a, b) if b else mbf.divide(float(a), 0.0))

    def gw_power(self, x: float, y: float, whole: bool) -> float:
        """Power; by squaring where the exponent is an integer by type."""
        if whole:
            return self._safely(mbf.whole_power, x, int(y))
        if x == 0.0 and y < 0:
            return self._safely(mbf.divide, 1.0, 0.0)
        return self._safely(lambda a, b: from_float(_real(a**b)), x, y)

    def gw_exp(self, x: float) -> float:
        """EXP."""
        return self._safely(_exponential, x)

    # The screen --------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Print an item, on a new line if it would not fit; column 80 is reached before it is left."""
        width = self.dialect.width
        first = re.split(r"[\r\n]", text, maxsplit=1)[0]
        if self.column and len(first) == len(text) and min(self.column, width - 1) + len(first) > width:
            super().end_line()
        super().put(text)
        while self.column > width:
            self.column -= width

    def comma(self) -> None:
        """Go to the next zone of 14; there are five."""
        zone = min(self.column, self.dialect.width - 1) // 14 + 1
        if zone >= self.dialect.width // 14:
            super().end_line()
        else:
            self._blanks(14 * zone - self.column)

    def _blanks(self, count: int) -> None:
        self.out.append(" " * count)
        self.column += count
        while self.column > self.dialect.width:
            self.column -= self.dialect.width

    def tab(self, x: float) -> None:
        """Go to a column, on the next line if it lies to the left."""
        whole = _int16(x, 65535)
        column = max(0, (whole & 0xFFFF) - 1) % self.dialect.width
        if column < min(self.column, self.dialect.width - 1):
            super().end_line()
        self._blanks(max(0, column - self.column))

    def space(self, x: float) -> None:
        """Print blanks (SPC)."""
        self._blanks((_int16(x, 65535) & 0xFFFF) % self.dialect.width)

    def end_print(self) -> None:
        """End a PRINT; from column 80 that takes two line ends."""
        if self.column == self.dialect.width:
            self.out.append("\n")
        super().end_line()

    def put_number(self, x: float) -> None:
        """Print a single or an integer."""
        self.put(mbf.single_text(x) + " ")

    def put_double(self, x: float) -> None:
        """Print a double."""
        self.put(mbf.double_text(x) + " ")

    def written(self, x: float) -> str:
        """STR$."""
        return mbf.single_text(x)

    # Luck and data -----------------------------------------------------------------------------

    def rnd(self, x: float = 1.0) -> float:
        """GW-BASIC's generator: 24 bits; 0 gives the last number again, a negative number reseeds."""
        if x < 0:
            self.seed = mbf.parts_of(x)[1] >> 8
        if x != 0:
            self.seed = (self.seed * 214013 + 2531011) % (1 << 24)
        return self.seed / (1 << 24)

    def randomize(self, x: float, kind: str = "%") -> None:
        """RANDOMIZE: an integer as it is; of other numbers the first two bytes, crossed with the last two."""
        self.spend(SEEDING)
        if kind == "%":
            step = int(x)
        else:
            exponent, mantissa = mbf.parts_of(x)
            top = mantissa >> 8 & 0x7FFFFF | (0x800000 if x < 0 else 0)
            low = top & 0xFFFF if kind == "" else int(math.ldexp(abs(x), 184 - exponent)) & 0xFFFF if x else 0
            step = low ^ (exponent << 8 | top >> 16)
        self.seed = ((self.seed & 0xFF) * 214013 + 2531011 + step * 4455680) % (1 << 24)

    def read_number(self) -> float:
        """The next item of DATA as a number."""
        text = self.read_text()
        _, quoted, line = self.data[self.pointer - 1]
        _, _, length = read_numeral(text)
        if quoted or text[length:].strip():
            raise BasicRuntimeError("SYNTAX ERROR", line)
        return self._safely(lambda: _numeral(text)[0])

    def gw_val(self, text: str) -> float:
        """VAL."""
        return self._safely(lambda: mbf.to_single(_numeral(text)[0]))


def _real(x: complex | float) -> float:
    if isinstance(x, complex):
        raise ValueError(x)
    return x


def _int16(x: float, most: int = 32767) -> int:
    whole = int(runtime.nearest_int(x))
    if not -32768 <= whole <= most:
        raise BasicRuntimeError("OVERFLOW")
    return whole


def gw_whole(x: float) -> float:
    """A number as an integer variable keeps it: rounded, halves away from zero."""
    return float(_int16(x))


def gw_hexadecimal(x: float) -> str:
    """HEX$."""
    return f"{_int16(x, 65535) & 0xFFFF:X}"


def gw_octal(x: float) -> str:
    """OCT$."""
    return f"{_int16(x, 65535) & 0xFFFF:o}"


def gw_choice(x: float, count: int) -> int:
    """The branch that ON takes."""
    whole = _int16(x)
    if not 0 <= whole <= 255:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return whole if whole <= count else 0


def gw_bad_subscript(subscript: int = 0) -> int:
    """A subscript outside its array; a negative one is a fault of another kind."""
    raise BasicRuntimeError("ILLEGAL FUNCTION CALL" if subscript < 0 else "SUBSCRIPT OUT OF RANGE")


def gw_leave(stack: Stack) -> int:
    """Where a RETURN goes; loops stay open."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == -1:
            return int(stack.pop(i)[1])
    raise BasicRuntimeError("RETURN WITHOUT GOSUB")


def _exponential(x: float) -> float:
    return from_float(exp(x))


def gw_sqrt(x: float) -> float:
    """SQR."""
    return from_float(sqrt(x))


def gw_log(x: float) -> float:
    """LOG."""
    return from_float(log(x))


def gw_sin(x: float) -> float:
    """SIN; beyond the machine's precision there is no angle left."""
    return from_float(sin(x)) if -_TRIG_MOST < x < _TRIG_MOST else 0.0


def gw_cos(x: float) -> float:
    """COS."""
    return from_float(cos(x)) if -_TRIG_MOST < x < _TRIG_MOST else 1.0


def gw_tan(x: float) -> float:
    """TAN."""
    return from_float(tan(x)) if -_TRIG_MOST < x < _TRIG_MOST else 0.0


def gw_atan(x: float) -> float:
    """ATN."""
    return from_float(atan(x))


LIBRARY: dict[str, Any] = {
    "bad_subscript": gw_bad_subscript, "formatted": functools.partial(formatted, cuts=True),
    "whole": gw_whole, "nearest_int": gw_whole, "choice": gw_choice, "leave": gw_leave, "single": mbf.to_single,
    "double_text": mbf.double_text, "single_digits": mbf.single_digits, "double_digits": mbf.double_digits,
    "hexadecimal": gw_hexadecimal, "octal": gw_octal, "gw_sqrt": gw_sqrt, "gw_log": gw_log, "gw_sin": gw_sin,
    "gw_cos": gw_cos, "gw_tan": gw_tan, "gw_atan": gw_atan,
}  # fmt: skip


class GwCoder(ExpressionCoder):
    """Writes expressions with GW-BASIC's types."""

    def kind(self, e: n.Expr) -> str:
        """The type sign of a numeric expression: ``%``, nothing for single, ``#``."""
        match e:
            case n.Num(text):
                return read_numeral(text)[1]
            case n.Var(name) | n.Elem(name) | n.FnCall(name):
                return name[-1] if name[-1] in "%#" else ""
            case n.Call("INT" | "FIX", (arg,)):
                return self.kind(arg)
            case n.Call("ABS", (arg,)):
                return self.kind(arg).replace("%", "")
            case n.Call(name):
                return "%" if name in _INTEGER_CALLS else "#" if name == "CDBL" else ""
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
        """A number as the machine reads it."""
        return repr(read_numeral(text)[0])

    def bits(self, e: n.Expr) -> str:
        """Logic works on integers: what is none is rounded to one, and may be too large."""
        return self.number(e) if self.kind(e) == "%" else f"whole({self.number(e)})"

    def arithmetic(self, op: str, left: n.Expr, right: n.Expr) -> str:
        """An operation on singles or doubles."""
        if op in ("\\", "MOD"):
            return f"{'gw_remainder' if op == 'MOD' else 'gw_quotient'}({self.number(left)}, {self.number(right)})"
        if op == "^" and right == n.Num("2"):
            a, bind = self._operand(left)
            return self._rounded("*", a, a, bind, a)
        if op == "^":
            whole = self.kind(right) == "%"
            return f"gw_power({self._single(left)}, {self._single(right)}, {whole})"
        if "#" in (self.kind(left), self.kind(right)):
            return f"({self.number(left)} {op} {self.number(right)})"
        a, bind_a = self._operand(left)
        b, bind_b = self._operand(right)
        return self._rounded(op, a, b, bind_a, bind_b)

    def _single(self, e: n.Expr) -> str:
        return f"single({self.number(e)})" if self.kind(e) == "#" else self.number(e)

    def _operand(self, e: n.Expr) -> tuple[str, str]:
        """A name for an operand, and the Python that works it out (and names it)."""
        code = self.number(e)
        if code.isidentifier() or isinstance(e, n.Num):
            return code, code
        self.fresh += 1
        return f"x{self.fresh}", f"(x{self.fresh} := {code})"

    def _rounded(self, op: str, a: str, b: str, bind_a: str, bind_b: str) -> str:
        if op == "/":
            if _is_power_of_two(b):
                return f"({bind_a} / {b})"
            named = f"({bind_a}, {bind_b})[1]" if bind_a != a else bind_b
            exact = f"(p := {a} / {b}) == (t := p * {mbf.SPLITTER!r}) - (t - p) and p * {b} == {a}"
            return f"(p if {named} and {exact} else gw_divide({a}, {b}))"
        fits = f"(p := {bind_a} {op} {bind_b}) == (t := p * {mbf.SPLITTER!r}) - (t - p)"
        # A product may be too large, or so small that it is zero; its square tells both at once.
        limits = f" and {_LEAST_SQUARE!r} <= p * p <= {_MOST_SQUARE!r}" if op == "*" else ""
        return f"(p if {fits}{limits} else {_SLOW[op]}({a}, {b}))"

    def sum_of(self, a: str, b: str) -> str:
        """The sum of two singles that are there already."""
        if a.startswith("d_"):
            return f"{a} + {b}"
        return self._rounded("+", a, b, a, b)

    def stored(self, target: n.Target, value: n.Expr) -> str:
        """A value as a variable of the target's type keeps it."""
        if target.name.endswith("$"):
            return self.text(value)
        code, kind = self.number(value), self.kind(value)
        if target.name.endswith("%"):
            return code if kind == "%" else f"whole({code})"
        return f"single({code})" if kind == "#" and not target.name.endswith("#") else code

    def given(self, target: n.Target, value: str) -> str:
        """What INPUT or READ gives, as a variable of the target's type keeps it."""
        sign = target.name[-1]
        return value if sign in "$#" else f"whole({value})" if sign == "%" else f"single({value})"

    def subscript(self, e: n.Expr) -> str:
        """A number as an int: rounded."""
        code = self.number(e)
        return f"{code}.__trunc__()" if self.kind(e) == "%" else f"({code} + 0.5).__floor__()"

    def whole(self, e: n.Expr) -> str:
        """A bound of an array."""
        return f"whole({self.number(e)})"

    def written(self, e: n.Expr) -> str:
        """STR$ of a number."""
        return f"double_text({self.number(e)})" if self.kind(e) == "#" else f"written({self.number(e)})"

    def printed(self, e: n.Expr) -> str:
        """The call that prints a number."""
        return f"put_double({self.number(e)})" if self.kind(e) == "#" else f"put_number({self.number(e)})"

    def call(self, name: str, args: tuple[n.Expr, ...]) -> str:
        """A built-in function; those of analysis have single precision."""
        if name in _FUNCTIONS:
            return f"{_FUNCTIONS[name]}({self._single(args[0])})"
        if name == "STR$":
            return self.written(args[0])
        if name == "VAL":
            return f"gw_val({self.text(args[0])})"
        if name == "CSNG":
            return f"single({self.number(args[0])})"
        if name in ("LEFT$", "RIGHT$", "MID$", "CHR$", "SPACE$", "STRING$"):
            return super().call(name, tuple(self._rounded_argument(a) for a in args))
        return super().call(name, args)

    def seeding(self, e: n.Expr) -> str:
        """The arguments of RANDOMIZE."""
        return f"{self.number(e)}, {self.kind(e)!r}"

    def shown(self, e: n.Expr) -> str:
        """PRINT USING sees the digits that PRINT shows."""
        code = self.value(e)
        return code if n.is_text(e) else f"{'double_digits' if self.kind(e) == '#' else 'single_digits'}({code})"

    def _rounded_argument(self, e: n.Expr) -> n.Expr:
        return e if n.is_text(e) or isinstance(e, n.Num) else n.Call("CINT", (e,))


def _is_power_of_two(code: str) -> bool:
    try:
        value = float(code)
    except ValueError:
        return False
    return value > 0 and math.frexp(value)[0] == 0.5 and value < 1e6


KIND = Kind(GwMachine, GwCoder, LIBRARY)
