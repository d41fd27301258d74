"""Turns BASIC expressions into Python expressions.

All numbers are Python floats (a float's ``__trunc__`` is the cheapest way to a subscript, and
arithmetic on mixed ints and floats takes twice as long). A function defined in the program is
inlined where it is called, since it reads the caller's locals.
"""

from __future__ import annotations

from ..dialects import Dialect
from ..reading import nodes as n
from ..reading.functions import CALLS
from ..reading.nodes import ONE, Arguments, Expr, Exprs, Target
from ..running.functions import nearest_int
from ..running.number_format import LARGEST, LEAST
from .symbols import ArrayShape, Symbols, function_flag, local

_PYTHON_OP = {"=": "==", "<>": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}
_LONGEST = 60_000
"""The maximum length of an inlined function: functions that call one another twice double in length
at each step."""
_BITS = {
    "AND": "bit_and({}, {})",
    "OR": "bit_or({}, {})",
    "XOR": "bit_xor({}, {})",
    "EQV": "bit_not(bit_xor({}, {}))",
    "IMP": "bit_or(bit_not({}), {})",
}


class MismatchError(Exception):
    """Text is used as a number, or a number as text."""


class ExpressionCoder:
    """Writes Python expressions.

    ``scope`` maps the parameters of the functions being written out to Python names.
    """

    def __init__(self, dialect: Dialect, symbols: Symbols) -> None:
        self.dialect = dialect
        self.symbols = symbols
        self.true = "1.0" if dialect.true_is_one else "-1.0"
        self.scope: dict[str, str] = {}
        self.inside: list[str] = []
        self.fresh = 0
        self.writers = {
            "t": self.text,
            "e": self.value,
            "w": self.whole,
            "n": self.number,
            "c": self.count,
            "s": self.seeding,
        }

    # The three contexts ---------------------------------------------------------------------

    def value(self, e: Expr) -> str:
        """Return Python for an expression of either kind."""
        return self.text(e) if n.is_text(e) else self.number(e)

    def number(self, e: Expr) -> str:
        """Return Python for a numeric expression."""
        if n.is_text(e):
            raise MismatchError
        match e:
            case n.Num(text):
                return self.constant(text)
            case n.Var("CSRLIN"):
                return "csrlin()"
            case n.Var() | n.Elem() | n.BuiltInCall() | n.FnCall():
                return self.named(e)
            case n.Unary("NOT", arg) if n.is_test(arg):
                return f"({self.true} if not {self.test(arg)} else 0.0)"
            case n.Unary("NOT", arg):
                return f"bit_not({self.bits(arg)})"
            case n.Unary("-", arg):
                return f"(-{self.number(arg)})"
            case n.Unary(_, arg):
                return self.number(arg)
            case n.Binary(op, left, right):
                return self.binary(op, left, right)
        raise AssertionError(e)

    def text(self, e: Expr) -> str:
        """Return Python for a text expression."""
        if not n.is_text(e):
            raise MismatchError
        match e:
            case n.Str(text):
                return repr(text)
            case n.Var() | n.Elem() | n.BuiltInCall() | n.FnCall():
                return self.named(e)
            case n.Binary(_, left, right):
                return f"cat({self.text(left)}, {self.text(right)})"
        raise AssertionError(e)

    def named(self, e: n.Var | n.Elem | n.BuiltInCall | n.FnCall) -> str:
        """Return Python for a name of either kind."""
        match e:
            case n.Var(name):
                return self.scope.get(name) or local(name)
            case n.Elem():
                return self.element(e)
            case n.BuiltInCall(name, args):
                return self.call(name, args)
            case n.FnCall(name, args):
                return self.own_function(name, args)

    def test(self, e: Expr) -> str:
        """Return Python for an expression as a condition."""
        match e:
            case n.Binary(op, left, right) if op in n.COMPARISONS:
                if n.is_text(left):
                    return f"({self.text(left)} {_PYTHON_OP[op]} {self.text(right)})"
                return f"({self.number(left)} {_PYTHON_OP[op]} {self.number(right)})"
            case n.Binary("AND" | "OR" as op, left, right) if n.is_test(left) and n.is_test(right):
                # The machines evaluate both sides, so draw the same random numbers and hide no
                # error.
                return f"({self.test(left)} {'&' if op == 'AND' else '|'} {self.test(right)})"
            case n.Unary("NOT", arg) if n.is_test(arg):
                return f"(not {self.test(arg)})"
        return f"({self.number(e)} != 0.0)"

    # Arithmetic: the dialects that round differently override these ------------------------------

    def constant(self, text: str) -> str:
        """Write a number as in the program; one that is too large stops the program when it is
        reached."""
        value = n.literal(text)
        if value < LEAST:
            return "0.0"
        return repr(value) if value <= LARGEST else "fail('OVERFLOW')"

    def binary(self, op: str, left: Expr, right: Expr) -> str:
        """Write an operation on numbers."""
        whole = n.Binary(op, left, right)
        if n.is_test(whole):
            return f"({self.true} if {self.test(whole)} else 0.0)"
        if op in _BITS:
            return _BITS[op].format(self.bits(left), self.bits(right))
        return self.arithmetic(op, left, right)

    def bits(self, e: Expr) -> str:
        """Write an operand of logic."""
        return self.number(e)

    def count(self, e: Expr) -> str:
        """Write a number of characters, or the position of one."""
        return self.number(e)

    def seeding(self, e: Expr) -> str:
        """Return the arguments of RANDOMIZE."""
        return self.number(e)

    def shown(self, e: Expr) -> str:
        """Write a value for PRINT USING."""
        return self.value(e)

    def arithmetic(self, op: str, left: Expr, right: Expr) -> str:
        """Write ``+ - * / ^ \\`` and ``MOD``."""
        a = self.number(left)
        b = self.number(right)
        match op:
            case "^" if isinstance(left, n.Var) and right == n.Num("2"):
                return f"({a} * {a})"
            case "^":
                return f"power({a}, {b})"
            case "\\":
                return f"whole_quotient({a}, {b})"
            case "MOD":
                return f"remainder({a}, {b})"
        return f"({a} {op} {b})"

    def stored(self, target: Target, value: Expr) -> str:
        """Write a value as a variable of the target's kind stores it."""
        if target.name.endswith("$"):
            return self.text(value)
        code = self.number(value)
        return f"whole({code})" if target.name.endswith("%") else code

    def given(self, target: Target, value: str) -> str:
        """Write an existing value (from INPUT or READ) as the target's kind stores it."""
        return f"whole({value})" if target.name.endswith("%") else value

    def counted(self, name: str, value: float) -> float:
        """Write a number as a variable stores it."""
        if not name.endswith("%"):
            return value
        return nearest_int(value) if self.dialect.rounds else value // 1.0

    def whole(self, e: Expr) -> str:
        """Write a number as an integer, as for a subscript."""
        return f"float({self.subscript(e)})"

    def printed(self, e: Expr) -> str:
        """Write the call that prints a number."""
        return f"put_number({self.number(e)})"

    def sum_of(self, a: str, b: str) -> str:
        """Write the sum of two existing numbers."""
        return f"{a} + {b}"

    # Arrays and functions ------------------------------------------------------------------------

    def element(self, e: n.Elem) -> str:
        """Write an element of an array, to read or to assign to."""
        array = self.symbols.array(e)
        if array.rank != len(e.index):
            return f"{array.local}[bad_subscript()]"
        return f"{array.local}[{self._position(array, e.index)}]"

    def _position(self, array: ArrayShape, index: Exprs) -> str:
        position = self._within(index[0], array.lows[0])
        for i, width in enumerate(array.widths(), start=1):
            inside = self._within(index[i], array.lows[i], width)
            position = f"({position}) * {width} + ({inside})"
        return position

    def _within(self, e: Expr, low: int, width: str = "") -> str:
        """Write the place of a subscript, checked against the lowest one and, if there is one,
        against ``width``."""
        shift = max(-low, 0)
        fixed = n.whole(e)
        if fixed is not None and (not width or width.isdigit()):
            is_inside = fixed >= low and (not width or fixed + shift < int(width))
            return str(fixed + shift) if is_inside else "bad_subscript()"
        below = f" < {width}" if width else ""
        subscript = f"{self.subscript(e)} + {shift}" if shift else self.subscript(e)
        least = low + shift
        return f"t if {least} <= (t := {subscript}){below} else bad_subscript(t)"

    def subscript(self, e: Expr) -> str:
        """Write a number as an int."""
        code = self.number(e)
        return f"({code} + 0.5).__floor__()" if self.dialect.rounds else f"{code}.__trunc__()"

    def call(self, name: str, args: Exprs) -> str:
        """Write a call of a built-in function."""
        match name:
            case "WRITE$":
                return f"{self.call('STR$', args)}.strip()"
            case "ERR" | "ERL":
                return f"trap_{name.lower()}" if self.symbols.traps else "0.0"
            case "LBOUND" | "UBOUND":
                return self._bound(name == "UBOUND", *args)
            case "INSTR" if len(args) < 3:
                args = ONE, *args
        written = CALLS[name].python
        values = self._arguments(CALLS[name].arguments, args)
        return written.format(*values) if "{" in written else f"{written}({', '.join(values)})"

    def _bound(self, is_highest: bool, named: Expr, place: Expr = ONE) -> str:
        """Write the lowest or highest subscript at a place of an array, including one of records,
        which is named without brackets; 0 for any other."""
        name = named.name if isinstance(named, n.Var) else ""
        arrays = self.symbols.arrays.items()
        array = next(
            (
                a
                for own, a in arrays
                if own == name or (own.startswith(name) and name.endswith("."))
            ),
            None,
        )
        number = n.whole(place)
        if array is None or number is None or not 1 <= number <= array.rank:
            return "0.0"
        low = array.lows[number - 1]
        if not is_highest:
            return f"{low}.0"
        widths = [f"len({array.local}) // {' // '.join(('1', *array.widths()))}", *array.widths()]
        return f"({widths[number - 1]} - {1 + max(-low, 0)}.0)"

    def act(self, word: str, args: Arguments) -> str:
        """Write a statement that only calls the machine."""
        letters = CALLS[word].arguments if word in CALLS else ""
        return f"{word}({', '.join(self._arguments(letters, args))})"

    def _arguments(self, letters: str, args: Arguments) -> list[str]:
        """Write the arguments of a function, by the letters of their kinds in its table."""
        return [
            "None" if arg is None else self.writers[letter](arg)
            for letter, arg in zip(letters.ljust(len(args), "n"), args, strict=False)
            if letter != "x"
        ]

    def own_function(self, name: str, args: Exprs) -> str:
        """Write a call of a DEF FN function, inlined; a function that calls itself never ends.

        Raises RecursionError if it becomes too long.
        """
        if name in self.inside:
            return "fail('OUT OF MEMORY')"
        code = "fail('UNDEFINED USER FUNCTION')"
        for i, definition in reversed(list(enumerate(self.symbols.defs.get(name, ()), start=1))):
            code = (
                f"({self._written_out(definition, args)} if {function_flag(name)} == {i} else"
                f" {code})"
            )
            if len(code) > _LONGEST:
                raise RecursionError
        return code

    def _written_out(self, definition: n.Def, args: Exprs) -> str:
        """Write a call of FN as the function's own expression, with the arguments bound to new
        names."""
        if len(args) != len(definition.params):
            return "fail('SYNTAX ERROR')"
        bindings: list[str] = []
        scope: dict[str, str] = {}
        for param, arg in zip(definition.params, args, strict=True):
            code = self.stored(n.Var(param), arg)
            if isinstance(arg, n.Num | n.Str):
                scope[param] = code
                continue
            self.fresh += 1
            scope[param] = f"p{self.fresh}"
            bindings.append(f"p{self.fresh} := {code}")
        outer = self.scope
        self.scope = scope
        self.inside.append(definition.name)
        body = self.stored(n.Var(definition.name), definition.body)
        self.scope = outer
        self.inside.pop()
        return f"(({'), ('.join(bindings)}), {body})[-1]" if bindings else body
