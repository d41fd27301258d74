"""The GW-BASIC dialect: single precision in the code that is written, its screen, its random numbers.

Types are known when a program is compiled: a name's sign or DEFINT and its kin, the form of a number. Sums,
products and quotients of singles are worked out in double precision, which is exact or tells that it is not;
only where the result needs more than 24 bits is the slow arithmetic of `mbf` called.
Doubles (``#``) have 56 bits: those of `doubles`.
What remains different from PC-BASIC: LPRINT prints on the screen; the reader forgives what it refuses (a remark
without a colon, names such as NAME$, blanks in numbers are not joined); VAL in the middle of an expression is a
single; FOR of an integer variable may end at 32767; ERASE of an array that there is not does nothing; INPUT takes
``"A" B`` as A; VAL("&Z") is 0; zero has no sign in PRINT USING; a prompt that ends in the last column is not read
back with the answer; HEX$ takes no number below -32768.
"""

from __future__ import annotations

import functools
import math
import operator
import re
from collections.abc import Callable
from math import atan, cos, exp, log, sin, sqrt, tan
from typing import Any, NamedTuple

from ..compiling.expressions import ExpressionCoder
from ..errors import BasicRuntimeError
from ..reading import nodes as n
from ..running import runtime
from ..running.numerals import literal
from ..running.runtime import SEEDING, Machine, Stack
from ..running.using import Figure
from . import doubles, mbf
from .kind import Kind
from .mbf import from_float

_SIGNS = {8: "◘", 27: "←"}
"""Codes that the screen shows where others print nothing."""
_ENDS = frozenset("\r\n")
_TRIG_MOST = 5e16
_LEAST_SQUARE, _MOST_SQUARE = mbf.SMALLEST**2, mbf.LARGEST**2
_INTEGER_CALLS = frozenset({"SGN", "LEN", "ASC", "POS", "INSTR", "CINT", "PEEK", "INP", "ERR", "SCREEN"})
_FUNCTIONS = {"SQR": "gw_sqrt", "EXP": "gw_exp", "LOG": "gw_log", "SIN": "gw_sin", "COS": "gw_cos",
              "TAN": "gw_tan", "ATN": "gw_atan"}  # fmt: skip
_DOUBLES = {"+": "gw_add_doubles", "-": "gw_subtract_doubles", "*": "gw_multiply_doubles", "/": "gw_divide_doubles"}
_SLOW = {"+": "gw_add", "-": "gw_subtract", "*": "gw_multiply", "/": "gw_divide"}
_BASED = re.compile(r"&(H[0-9A-F]*|O?[0-7]*)")
_SLOWLY, _DIVIDING, _WRITING, _READING = 4, 6, 10, 20
"""Ticks that slow arithmetic takes, a quotient of doubles, a number written and one read, with one more for each
character."""
_NUMERAL = re.compile(r"\s*([+-]?)\s*([\d ]*)(\.?)([\d ]*)(?:([EeDd])\s*([+-]?)([\d ]*))?([!#%]?)")


class Numeral(NamedTuple):
    """A number as it is written: its digits, the power of ten of the last, its type, characters taken."""

    digits: int
    power: int
    kind: str
    """``%``, blank for single, ``#``."""
    length: int

    @property
    def value(self) -> float:
        """Its value; raises OverflowError with the number that stands for what is too large."""
        if self.kind == "%":
            return float(self.digits)
        return (mbf.DOUBLE if self.kind == "#" else mbf.SINGLE).from_decimal(self.digits, self.power)

    @property
    def nearest(self) -> float:
        """Its value, or the largest number that there is."""
        try:
            return self.value
        except OverflowError as fault:
            largest: float = fault.args[0]
            return largest


def read_numeral(text: str) -> Numeral:
    """The number with which a text begins, as the machine reads it; 0 if none does."""
    if text.lstrip().startswith("&"):
        stripped = text.strip().upper()
        length = len(text) if _BASED.fullmatch(stripped) else 0
        return Numeral(int(literal(stripped)), 0, "%", length)
    match = _NUMERAL.match(text)
    assert match is not None, "every part of the pattern may be empty"
    sign, whole, point, decimals, letter, power_sign, power, kind = match.groups("")
    whole, decimals = whole.replace(" ", ""), decimals.replace(" ", "")
    if not point and not letter and not kind and int(whole or "0") <= 32767:
        return Numeral(int(sign + (whole or "0")), 0, "%", match.end())
    digits = (whole + decimals).lstrip("0")
    significant = len(digits) - (len(decimals) - len(decimals.rstrip("0")) if decimals else 0)
    ten = int(power_sign + (power.replace(" ", "") or "0")) - len(decimals)
    number = int(sign + ((whole + decimals) or "0"))
    double = letter in ("D", "d") or kind == "#" or (significant > 7 and kind != "!")
    return Numeral(number, ten, "#" if double else "", match.end())


class GwMachine(Machine):
    """A machine whose mathematics goes on after overflow, and whose screen is 80 columns wide."""

    first_seed, seeds = 5228370, 1 << 24

    @staticmethod
    def number_typed(item: str) -> float | None:
        """An item of an answer as a number, None for what is not one; raises OverflowError for what is too large."""
        numeral = read_numeral(item)
        return None if item[numeral.length :].strip() or item.endswith("%") else numeral.value

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
        self.put_line(message)
        self.spend(_SLOWLY)
        value = fault.args[0] if fault.args else None
        return value if isinstance(value, float) else mbf.LARGEST

    def gw_add(self, x: float, y: float) -> float:
        """Sum of singles."""
        self.spend(_SLOWLY)
        return self._safely(mbf.add, x, y)

    def gw_subtract(self, x: float, y: float) -> float:
        """Difference of singles."""
        self.spend(_SLOWLY)
        return self._safely(mbf.add, x, -y)

    def gw_multiply(self, x: float, y: float) -> float:
        """Product of singles."""
        self.spend(_SLOWLY)
        return self._safely(mbf.multiply, x, y)

    def gw_divide(self, x: float, y: float) -> float:
        """Quotient of singles."""
        self.spend(_SLOWLY)
        return self._safely(mbf.divide, x, y)

    def gw_add_doubles(self, x: float, y: float) -> float:
        """Sum of doubles."""
        self.spend(_SLOWLY)
        return self._safely(mbf.add_doubles, x, y)

    def gw_subtract_doubles(self, x: float, y: float) -> float:
        """Difference of doubles."""
        self.spend(_SLOWLY)
        return self._safely(mbf.add_doubles, x, -y)

    def gw_multiply_doubles(self, x: float, y: float) -> float:
        """Product of doubles."""
        self.spend(_SLOWLY)
        return self._safely(mbf.multiply_doubles, x, y)

    def gw_divide_doubles(self, x: float, y: float) -> float:
        """Quotient of doubles."""
        self.spend(_DIVIDING)
        return self._safely(mbf.DOUBLE.divide, x, y)

    def single(self, x: float) -> float:
        """A double rounded to a single."""
        return self._safely(mbf.to_single, x)

    def gw_quotient(self, x: float, y: float) -> float:
        """The whole quotient of two integers."""
        self.spend(_SLOWLY)
        a, b = _int16(x), _int16(y)
        return self._safely(lambda: runtime.whole_quotient(a, b) if b else mbf.divide(float(a), 0.0))

    def gw_remainder(self, x: float, y: float) -> float:
        """The remainder of two integers."""
        self.spend(_SLOWLY)
        a, b = _int16(x), _int16(y)
        return self._safely(lambda: runtime.remainder(a, b) if b else mbf.divide(float(a), 0.0))

    def gw_power(self, x: float, y: float, whole: bool) -> float:
        """Power; by squaring where the exponent is an integer by type."""
        if whole:
            self.spend(_SLOWLY * int(y).bit_length())
            return self._safely(lambda: mbf.whole_power(mbf.to_single(x), int(y)))
        if x == 0.0 and y < 0:
            return self._safely(mbf.divide, 1.0, 0.0)
        return self._safely(lambda a, b: from_float(_real(a**b)), x, y)

    def gw_exp(self, x: float) -> float:
        """EXP."""
        return self._safely(_exponential, x)

    # The screen --------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Print an item, on a new line if it would not fit; column 80 is reached before it is left."""
        width = self.columns
        if self.column and min(self.column, width - 1) + len(text) > width and not _ENDS.intersection(text):
            super().end_line()
        self.ask(text)

    def ask(self, prompt: str) -> None:
        """Print the prompt of an INPUT: where the cursor is, whether it fits there or not."""
        super().put(prompt if prompt.isprintable() else prompt.translate(_SIGNS))
        while self.column > self.columns:
            self.column -= self.columns

    def comma(self) -> None:
        """Go to the next zone of 14; there are five."""
        zone = min(self.column, self.columns - 1) // 14 + 1
        if zone >= self.columns // 14:
            super().end_line()
        else:
            self._blanks(14 * zone - self.column)

    def _blanks(self, count: int) -> None:
        self.out.append(" " * count)
        self.column += count
        while self.column > self.columns:
            self.column -= self.columns

    def tab(self, x: float) -> None:
        """Go to a column, on the next line if it lies to the left."""
        whole = _int16(x, 65535)
        column = max(0, (whole & 0xFFFF) - 1) % self.columns
        if column < min(self.column, self.columns - 1):
            super().end_line()
        self._blanks(max(0, column - self.column))

    def space(self, x: float) -> None:
        """Print blanks (SPC)."""
        self._blanks((_int16(x, 65535) & 0xFFFF) % self.columns)

    def end_print(self) -> None:
        """End a PRINT; from column 80 that takes two line ends."""
        if self.column == self.columns:
            self.out.append("\n")
        super().end_line()

    def position(self) -> float:
        """POS; behind the last column it is 1."""
        return float(self.column % self.columns + 1)

    def put_number(self, x: float) -> None:
        """Print a single or an integer."""
        self.put(mbf.single_text(x) + " ")

    def put_double(self, x: float) -> None:
        """Print a double."""
        self.spend(2 * _WRITING)
        self.put(mbf.double_text(x) + " ")

    def written(self, x: float) -> str:
        """STR$."""
        self.spend(_WRITING)
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
            low = top & 0xFFFF if kind == "" else doubles.parts_of_double(x)[1] >> 8 & 0xFFFF
            step = low ^ (exponent << 8 | top >> 16)
        self.seed = ((self.seed & 0xFF) * 214013 + 2531011 + step * 4455680) % (1 << 24)

    def read_number(self) -> float:
        """The next item of DATA as a number."""
        self.spend(_WRITING)
        text = self.read_text()
        _, quoted, line = self.data[self.pointer - 1]
        numeral = read_numeral(text)
        if quoted or text[numeral.length :].strip():
            raise BasicRuntimeError("SYNTAX ERROR", line)
        return self._safely(lambda: numeral.value)

    def gw_val(self, text: str) -> float:
        """VAL, of whatever type the text's number is."""
        self.spend(_READING + len(text))
        numeral = read_numeral(text)
        return self._safely(lambda: numeral.value)

    def put_value(self, text: str) -> None:
        """Print the number with which a text begins, as one of its own type."""
        self.put(self.text_of_value(text) + " ")

    def text_of_value(self, text: str) -> str:
        """STR$ of such a number."""
        value, kind = self.gw_val(text), read_numeral(text).kind
        return mbf.double_text(value) if kind == "#" else mbf.single_text(value)


def _real(x: complex | float) -> float:
    if isinstance(x, complex):
        raise ValueError(x)
    return x


def _int16(x: float, most: int = 32767) -> int:
    whole = doubles.nearest(x) if isinstance(x, doubles.Double) else int(runtime.nearest_int(x))
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


_LOGIC: dict[str, Callable[[int, int], int]] = {
    "AND": operator.and_, "OR": operator.or_, "XOR": operator.xor, "EQV": lambda a, b: ~(a ^ b),
    "IMP": lambda a, b: ~a | b,
}  # fmt: skip


def gw_logic(op: str, x: float, y: float) -> float:
    """An operation on the bits of two numbers, which are rounded to integers."""
    return float(_LOGIC[op](_int16(x), _int16(y)))


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


def single_figure(x: float) -> Figure:
    """A single as PRINT USING sees it."""
    return _figure(x, mbf.SINGLE)


def double_figure(x: float) -> Figure:
    """A double as PRINT USING sees it."""
    return _figure(x, mbf.DOUBLE)


def _figure(x: float, size: mbf.Format) -> Figure:
    return Figure(x < 0, size.digits, size.letter, functools.partial(size.to_decimal, x) if x else None)


LIBRARY: dict[str, Any] = {
    "bad_subscript": gw_bad_subscript, "single_figure": single_figure, "double_figure": double_figure,
    "whole": gw_whole, "nearest_int": gw_whole, "choice": gw_choice, "leave": gw_leave, "gw_logic": gw_logic,
    "double_text": mbf.double_text, "Double": doubles.Double, "double_floor": doubles.floor, "double_fix": doubles.fix,
    "hexadecimal": gw_hexadecimal, "octal": gw_octal, "gw_sqrt": gw_sqrt, "gw_log": gw_log, "gw_sin": gw_sin,
    "gw_cos": gw_cos, "gw_tan": gw_tan, "gw_atan": gw_atan,
}  # fmt: skip


class GwCoder(ExpressionCoder):
    """Writes expressions with GW-BASIC's types."""

    def kind(self, e: n.Expr) -> str:
        """The type sign of a numeric expression: ``%``, nothing for single, ``#``."""
        match e:
            case n.Num(text):
                return read_numeral(text).kind
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
        return repr(read_numeral(text).nearest)

    def bits(self, e: n.Expr) -> str:
        """Logic works on integers: what is none is rounded to one, and may be too large."""
        return self.number(e) if self._is_whole(e) else f"whole({self.number(e)})"

    def binary(self, op: str, left: n.Expr, right: n.Expr) -> str:
        """An operation on numbers; both operands of logic are worked out before the first is rounded."""
        if op in n.LOGIC and not (self._is_whole(left) and self._is_whole(right)):
            return f"gw_logic({op!r}, {self.number(left)}, {self.number(right)})"
        return super().binary(op, left, right)

    def _is_whole(self, e: n.Expr) -> bool:
        """Whether an expression's value is an integer; a quotient may be one by type and yet too large."""
        return self.kind(e) == "%" and not (isinstance(e, n.Binary) and e.op in ("\\", "MOD"))

    def arithmetic(self, op: str, left: n.Expr, right: n.Expr) -> str:
        """An operation on singles or doubles."""
        if op in ("\\", "MOD"):
            return f"{'gw_remainder' if op == 'MOD' else 'gw_quotient'}({self.number(left)}, {self.number(right)})"
        if op == "^" and right == n.Num("2") and self.kind(left) != "#":
            a, bind = self._operand(left)
            return self._rounded("*", a, a, bind, a)
        if op == "^":
            whole = self.kind(right) == "%"
            base = self.number(left) if whole else self._single(left)
            return f"gw_power({base}, {self._single(right)}, {whole})"
        if "#" in (self.kind(left), self.kind(right)):
            return f"{_DOUBLES[op]}({self.number(left)}, {self.number(right)})"
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
            return f"gw_add_doubles({a}, {b})"
        return self._rounded("+", a, b, a, b)

    def stored(self, target: n.Target, value: n.Expr) -> str:
        """A value as a variable of the target's type keeps it."""
        if target.name.endswith("$"):
            return self.text(value)
        if target.name.endswith("#") and isinstance(value, n.Call) and value.name == "VAL":
            return f"gw_val({self.text(value.args[0])})"
        code, kind = self.number(value), self.kind(value)
        if target.name.endswith("%"):
            return code if self._is_whole(value) else f"whole({code})"
        return f"single({code})" if kind == "#" and not target.name.endswith("#") else code

    def given(self, target: n.Target, value: str) -> str:
        """What INPUT or READ gives, as a variable of the target's type keeps it."""
        sign = target.name[-1]
        return value if sign in "$#" else f"whole({value})" if sign == "%" else f"single({value})"

    def subscript(self, e: n.Expr) -> str:
        """A number as an int: rounded."""
        code, kind = self.number(e), self.kind(e)
        if kind == "#":
            return f"int(whole({code}))"
        return f"{code}.__trunc__()" if kind == "%" else f"({code} + 0.5).__floor__()"

    def whole(self, e: n.Expr) -> str:
        """A bound of an array."""
        return f"whole({self.number(e)})"

    def written(self, e: n.Expr) -> str:
        """STR$ of a number."""
        if isinstance(e, n.Call) and e.name == "VAL":
            return f"text_of_value({self.text(e.args[0])})"
        return f"double_text({self.number(e)})" if self.kind(e) == "#" else f"written({self.number(e)})"

    def printed(self, e: n.Expr) -> str:
        """The call that prints a number."""
        if isinstance(e, n.Call) and e.name == "VAL":
            return f"put_value({self.text(e.args[0])})"
        return f"put_double({self.number(e)})" if self.kind(e) == "#" else f"put_number({self.number(e)})"

    def call(self, name: str, args: tuple[n.Expr, ...]) -> str:
        """A built-in function; those of analysis have single precision."""
        if name in _FUNCTIONS:
            return f"{_FUNCTIONS[name]}({self._single(args[0])})"
        if name == "STR$":
            return self.written(args[0])
        if name == "VAL":
            return f"single(gw_val({self.text(args[0])}))"
        if name == "CSNG":
            return f"single({self.number(args[0])})"
        if name in ("INT", "FIX") and self.kind(args[0]) == "#":
            return f"double_{'floor' if name == 'INT' else 'fix'}({self.number(args[0])})"
        if name in ("LEFT$", "RIGHT$", "MID$", "CHR$", "SPACE$", "STRING$", "INSTR"):
            return super().call(name, tuple(self._rounded_argument(a) for a in args))
        return super().call(name, args)

    def seeding(self, e: n.Expr) -> str:
        """The arguments of RANDOMIZE."""
        return f"{self.number(e)}, {self.kind(e)!r}"

    def shown(self, e: n.Expr) -> str:
        """PRINT USING sees the digits that PRINT shows."""
        code = self.value(e)
        return code if n.is_text(e) else f"{'double' if self.kind(e) == '#' else 'single'}_figure({code})"

    def _rounded_argument(self, e: n.Expr) -> n.Expr:
        plain = isinstance(e, n.Num) and e.text.isdigit() and len(e.text) < 5
        return e if plain or n.is_text(e) else n.Call("CINT", (e,))


def _is_power_of_two(code: str) -> bool:
    try:
        value = float(code)
    except ValueError:
        return False
    return value > 0 and math.frexp(value)[0] == 0.5 and value < 1e6


KIND = Kind(GwMachine, GwCoder, LIBRARY)
