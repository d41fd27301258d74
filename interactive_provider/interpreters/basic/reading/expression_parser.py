"""Reads expressions from tokens: precedence, names, functions, and keyboard polling."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from types import UnionType
from typing import TypeVar

from ..dialects import LENIENT, Dialect
from ..errors import BasicSyntaxError
from . import applesoft_truth, keyboard_peeks
from . import nodes as n
from .deftypes import UNTYPED, Types
from .functions import FUNCTIONS
from .lexer import FOREIGN, BasicToken, SourceLine, tokenize
from .names import Names, Procedure, size_of
from .nodes import Arguments, Expr, Exprs, Statements, Stmt, Target, Targets

_T = TypeVar("_T")
_OF_DRAWN = {"POINT": ("points", "msx", "blocks", "colour blocks"), "SCRN": ("apple",)}
"""Functions that read what was drawn, and the kinds of graphics that have them."""
LONGEST_LINE = 20_000
"""The maximum length of a line; the machines kept 255 characters."""
TOO_COMPLEX = "FORMULA TOO COMPLEX"
_DEEPEST = 140
"""The maximum number of operators nested in an expression: a line of 255 characters holds fewer."""
_BRACKET = 2
"""The depth that a pair of brackets or a power counts for, since it takes more of Python's stack to
read and to write."""
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("IMP",), ("EQV",), ("XOR",), ("OR",), ("AND",), ("NOT",), ("=", "<>", "<", ">", "<=", ">="),
    ("+", "-"), ("MOD",), ("\\",), ("*", "/"),
)  # fmt: skip
_NOT = _LEVELS.index(("NOT",))
_LEVEL = {op: level for level, ops in enumerate(_LEVELS) for op in ops if level != _NOT}
_OPERATORS = ("op", "kw")
_CONTROLS = frozenset(map(str, (*range(65), *range(128, 160))))
_CURSOR = "CSRLIN"
"""A function without brackets."""
INKEY = n.Var("INKEY$")
NO_LINE = 10**12
"""The number of a missing line."""


_NO_NAMES = Names()


class ExpressionParser:
    """Reads the expressions of one line.

    ``types`` has the type signs of letters, ``arrays`` the names that are certainly arrays,
    ``unknown`` the names to which a program never assigns a value, and ``names`` the meanings of
    names.
    """

    def __init__(
        self,
        line: SourceLine,
        dialect: Dialect = LENIENT,
        types: Types = UNTYPED,
        arrays: Container[str] = (),
        keyboard: keyboard_peeks.Keyboard = keyboard_peeks.OF_INKEY,
        unknown: Container[str] = (),
        names: Names = _NO_NAMES,
    ) -> None:
        self.line = line
        self.dialect = dialect
        self.types = types
        self.arrays = arrays
        self.keyboard = keyboard
        self.unknown = unknown
        self.names = names
        self.tokens = (
            tokenize(line, dialect.crunch, dialect.joins_digits)
            if len(line.body) <= LONGEST_LINE
            else []
        )
        self.at = 0
        self.begun: Target | None = None
        self.pressed: Statements = []
        """What must be done before the statement being read: keys to ask for, functions to call,
        subscripts to evaluate."""
        self.forgiving = False
        self.ifs = self.depth = 0
        """The IFs around the statement being read; the nesting of operators and brackets in the
        part of an expression read last."""

    # Tokens --------------------------------------------------------------------------------

    @property
    def _now(self) -> BasicToken:
        return self.tokens[self.at]

    @property
    def _next(self) -> BasicToken:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    @property
    def _passed(self) -> str:
        """Return the word that was read last."""
        return self.tokens[self.at - 1].text

    @property
    def _is_word(self) -> bool:
        """True if the next token is a word, a keyword or not."""
        return self._now.kind in ("name", "kw")

    @property
    def _opens(self) -> bool:
        """True if a bracket opens after this token."""
        return self._next.text == "("

    def _is(self, *texts: str) -> bool:
        """True if one of some words or signs comes next, a keyword of the dialect or not."""
        return self._now.text in texts and self._now.kind != "str"

    def _take(self, *texts: str) -> str:
        """Consume one of some words or signs; return nothing if none comes next."""
        if self._is(*texts):
            self.at += 1
            return self._passed
        return ""

    def _need(self, *texts: str) -> str:
        if found := self._take(*texts):
            return found
        raise self._expected(" or ".join(map(repr, texts)))

    def _expected(self, what: str) -> BasicSyntaxError:
        token = self._now
        found = (
            f" at {token.text!r}" if token.kind not in ("end", "raw") else " at the end of the line"
        )
        return BasicSyntaxError(f"SYNTAX ERROR{found}", self.line.number, token.column, what)

    @property
    def _at_end(self) -> bool:
        return self._now.kind == "end" or self._is(":", "ELSE", "REM")

    def _pass_over(self, word: str) -> Statements:
        while not self._at_end:
            self.at += 1
        return [n.Nothing((), word)]

    def _not_here(self, word: str) -> BasicSyntaxError:
        return BasicSyntaxError(
            f"{word} IS NOT KNOWN HERE", self.line.number, self._now.column, word=word
        )

    # Names and numbers ---------------------------------------------------------------------

    def _line_number(self) -> int:
        token = self._now
        labels = self.names.labels
        if labels is not None and token.text in labels:
            self.at += 1
            return labels[token.text]
        if labels is not None and token.kind == "name":
            self.at += 1
            return NO_LINE
        if token.kind != "num" or not token.text.isdigit():
            raise self._expected("a line number")
        self.at += 1
        number = int(token.text[:12])
        return number if labels is None or not number else NO_LINE

    def _name(self) -> str:
        token = self._now
        if token.kind != "name":
            raise self._expected("a variable")
        self.at += 1
        sign = self.types.get(token.text[0], "")
        return self.names.resolved(token.text, self.line.number, sign)

    def _target(self) -> Target:
        spelled = self._now.text
        name = self._name()
        foreign = (spelled in FOREIGN and spelled not in self.arrays) or name in self.unknown
        if spelled == _CURSOR or (foreign and self._is("(")):
            raise self._not_here(spelled)
        if not self._is("("):
            return n.Var(name)
        index = self._brackets()
        dot, part = (*self.tokens[self.at :], self._now)[:2]
        if dot.text != "." or part.kind != "name":
            return n.Elem(name, index)
        self.at += 2
        return n.Elem(self.names.resolved(f"{spelled}.{part.text}", self.line.number), index)

    def _listed(self, read: Callable[[], _T]) -> list[_T]:
        """Read items one by one, separated by commas."""
        found = [read()]
        while self._take(","):
            found.append(read())
        return found

    def _gappy_arguments(self) -> Arguments:
        """Read arguments, some of which may be omitted."""
        found: list[Expr | None] = []
        while not self._at_end:
            found.append(None if self._is(",") else self._expression())
            if not self._take(","):
                break
        return tuple(found)

    def _targets(self) -> Targets:
        return tuple(self._listed(self._target))

    def _line_if_any(self) -> int | None:
        return self._line_number() if self._names_line else None

    @property
    def _names_line(self) -> bool:
        return self._now.kind == "num" or self._now.text in (self.names.labels or ())

    def _brackets(self) -> Exprs:
        self._need("(")
        found = [self._expression()]
        deepest = self.depth
        while self._take(","):
            found.append(self._expression())
            deepest = max(deepest, self.depth)
        self._need(")")
        self._note_depth(deepest, _BRACKET)
        return tuple(found)

    def _brackets_if_any(self) -> Exprs:
        return self._brackets() if self._is("(") else ()

    # Expressions ---------------------------------------------------------------------------

    def _expression(self, level: int = 0) -> Expr:
        """Read an expression of operators that bind at least as tightly as ``level``; all group
        from the left."""
        left = self._negated() if level <= _NOT and self._take("NOT") else self._signed()
        while True:
            token = self.tokens[self.at]
            binds = _LEVEL.get(token.text, -1) if token.kind in _OPERATORS else -1
            if binds < level:
                return left
            self.at += 1
            beside = self.depth
            left = self._by_truth(n.Binary(token.text, left, self._expression(binds + 1)))
            self._note_depth(beside)

    def _negated(self) -> Expr:
        negated = self._by_truth(n.Unary("NOT", self._expression(_NOT)))
        self._note_depth()
        return negated

    def _by_truth(self, e: Expr) -> Expr:
        return applesoft_truth.tested(e) if self.dialect.true_is_one else e

    def _note_depth(self, beside: int = 0, by: int = 1) -> None:
        """Record that what was read last, and a part as deep as ``beside``, are inside one more
        operator or bracket."""
        self.depth = max(self.depth, beside) + by
        if self.depth > _DEEPEST:
            raise self._too_complex()

    def _too_complex(self) -> BasicSyntaxError:
        return BasicSyntaxError(
            TOO_COMPLEX, self.line.number, self._now.column, "fewer parts or brackets"
        )

    def _signed(self) -> Expr:
        """Read a sign, which binds less tightly than ``^``: ``-2^2`` is -4."""
        if op := self._take("-", "+"):
            operand = self._signed()
            self._note_depth()
            # The machines ignore a plus, even before a text; a minus before a text is an error.
            if op == "+" and n.is_text(operand):
                return operand
            return n.Unary(op, operand)
        return self._power()

    def _power(self) -> Expr:
        """Powers group from the left; after ``^`` a sign belongs to the exponent: ``2^-2`` is
        .25."""
        left = self._primary()
        while self._take("^"):
            sign = self._take("-", "+")
            beside = self.depth
            right = self._primary()
            self._note_depth(beside, _BRACKET)
            left = n.Binary("^", left, n.Unary("-", right) if sign == "-" else right)
        return left

    def _primary(self) -> Expr:
        kind, text, _ = self._now
        self.depth = 0
        if kind == "name" and not self._reads_stick() and text != _CURSOR:
            return self._named(text)
        if kind == "kw" and text in FUNCTIONS:
            return self._call()
        begins = self.at
        self.at += 1
        match kind, text:
            case "num", _:
                return n.Num(text)
            case "str", _:
                return n.Str(text)
            case _, "CSRLIN":
                return n.Var(text)
            case "name", _:
                word = f"PC.{text}" if self.dialect.asks_seed else text
                look = self.keyboard.turned(word, self._brackets(), self._here())
                return self._asked_for_key(look)
            case "bad", "π" | "~":
                return n.Num("3.14159265")
            case _, "(":
                inner = self._expression()
                self._need(")")
                self._note_depth(by=_BRACKET)
                return inner
            case _, "FN":
                return n.FnCall(f"FN{self._name()}", self._brackets_if_any())
            case _, "NOT":
                return self._negated()
            case _, "INKEY$":
                return self._key()
            case _, "INPUT$":
                return self._keys()
        self.at = begins
        raise self._expected("an expression")

    def _named(self, name: str) -> Expr:
        """Read what begins with a name: a call, or a variable."""
        if self._calls(name):
            return self._call()
        if procedure := self._called():
            return self._value_of(procedure)
        target = self._target()
        if self.keyboard.status and target == keyboard_peeks.STATUS:
            return n.call("FILE.STATUS")
        return keyboard_peeks.CLOCKS.get(target, target) if self.keyboard.ticks else target

    def _called(self) -> Procedure | None:
        """Return the subprogram called here; inside one, its name alone is the variable for its
        result."""
        procedure = self.names.procedures.get(self._now.text)
        if procedure and self.names.scopes[self.line.number] == procedure.name:
            if self._opens:
                raise self._not_here("RECURSION")
            return None
        return procedure

    def _value_of(self, procedure: Procedure) -> Expr:
        """Return the value of a FUNCTION, which is called before the statement."""
        result = n.Var(procedure.result)
        self.at += 1
        called = self._call_of(procedure, self._is("("))
        kept = n.Var(f"RESULT.{self._here()}{result.name[-1] if result.name[-1] in '$%#' else ''}")
        self.pressed += [n.emptied(result), *called, n.Let(kept, result)]
        return kept

    def _call_of(self, procedure: Procedure, in_brackets: bool) -> Statements:
        """Return a call: parameters are assigned before it, and the variables passed are assigned
        after it."""
        before: Statements = []
        behind: Statements = []
        if in_brackets:
            self._need("(")
        for name in procedure.parameters:
            is_variable = self._now.kind == "name"
            end = next(
                (i for i in range(self.at + 2, len(self.tokens)) if self.tokens[i].text != ","),
                self.at,
            )
            if is_variable and self._opens and self.tokens[end].text == ")":
                self.at = end + 1  # an array
            else:
                value = self._expression()
                parameter = n.Var(name)
                if is_variable and isinstance(value, n.Var | n.Elem):
                    value = self._in_place(value, n.Num)
                    behind += self._copied(value, parameter)
                before += self._copied(parameter, value)
            if not self._take(","):
                break
        if in_brackets:
            self._need(")")
        return [*before, n.Gosub(procedure.entry), *behind]

    def _copied(self, target: Target, value: Expr) -> list[n.Let]:
        """Return an assignment; for a record, one for each of its fields."""
        fields = self.names.fields.get(target.name)
        if not isinstance(value, n.Var | n.Elem) or self.names.fields.get(value.name) != fields:
            return [n.Let(target, value)]
        if fields:
            target = self._in_place(target, n.Num | n.Var)
            value = self._in_place(value, n.Num | n.Var)
        return [
            n.Let(replace(target, name=target.name + part), replace(value, name=value.name + part))
            for part in fields or [""]
        ]

    def _in_place(self, target: Target, steady: UnionType | type) -> Target:
        """Return a variable, or an element whose subscripts are evaluated once, before the
        statement, unless they are ``steady``."""
        if isinstance(target, n.Var) or all(isinstance(part, steady) for part in target.index):
            return target
        places = [n.Var(f"PLACE.{self._here()}.{i}") for i, _ in enumerate(target.index)]
        self.pressed += map(n.Let, places, target.index)
        return n.Elem(target.name, tuple(places))

    def _key(self, polls: bool = True) -> Expr:
        """Return INKEY$ as a variable assigned by a stop before the statement; without ``polls`` it
        waits."""
        return self._asked_for_key((n.asks_key(INKEY, polls), INKEY))

    def _peeked(self, args: Exprs) -> Expr:
        """Return PEEK: of the keyboard, a stop for a key; elsewhere it gives 0."""
        look = self.keyboard.look(self.keyboard.place(args[0]), self._here())
        return n.BuiltInCall("PEEK", args) if look is None else self._asked_for_key(look)

    def _calls(self, name: str) -> bool:
        """True if a name is a file function, or one with which this dialect reads what was
        drawn."""
        known = name in FUNCTIONS and (
            name not in _OF_DRAWN or self.dialect.graphics in _OF_DRAWN[name]
        )
        return known and name not in self.arrays and self._opens

    def _reads_stick(self) -> bool:
        """True if a paddle or joystick function begins here."""
        word = self._now.text
        begins = self._now.kind == "name" and word in keyboard_peeks.STICKS and self._opens
        return begins and word not in self.arrays

    def _here(self) -> int:
        """Return the number of the next place that polls the keyboard, counted through the
        listing."""
        return self.line.number * 1000 + self.at

    def _asked_for_key(self, look: tuple[Stmt, Expr]) -> Expr:
        asks, found = look
        if asks not in self.pressed:
            self.pressed.append(asks)
        return found

    def _keys(self) -> Expr:
        """Return ``INPUT$(n)`` as such a variable."""
        self._need("(")
        count = self._expression()
        if self._take(","):
            self._take("#")
            file = self._expression()
            self._need(")")
            return n.call("FILE.CHARACTERS$", count, file)
        self._need(")")
        keys = n.Var(f"INPUT.{len(self.pressed)}$")
        self.pressed.append(n.InputStatement((keys,), question=False, keys=count))
        return keys

    def _call(self) -> Expr:
        name = self._now.text
        low, high = FUNCTIONS[name].counts
        self.at += 1
        args = self._brackets() if high and self._is("(") else ()
        if not low <= len(args) <= high:
            self.at -= 1
            raise self._expected(
                f"{name} with {low if low == high else f'{low} to {high}'} in brackets"
            )
        match name, args:
            case "PEEK", _:
                return self._peeked(args)
            case "LEN", (of,) if self.names.labels is not None and (size := self._size(of)):
                return n.Num(str(size))
            case "POINT", _ if "blocks" in self.dialect.graphics:
                name = "BLOCK"
            case "CHR$", (n.Num(code),) if code in _CONTROLS:
                pass  # it is the same in a listing in lower case
            case "CHR$", _ if self.keyboard.lowered:
                name = "LOWERED$"
            case "RND", (most,) if self.dialect.columns:
                return self._counted(most)
        return n.BuiltInCall(name, args)

    def _size(self, e: Expr) -> int:
        """Return the size in bytes of a QBasic variable, or of a record; 0 for anything else."""
        if not isinstance(e, n.Var | n.Elem):
            return 0
        return sum(size_of(e.name + part) for part in self.names.fields.get(e.name, ("",)))

    def _counted(self, most: Expr) -> Expr:
        """Return Tandy's ``RND(n)``: a whole number from 1 to n, or for 0 a fraction (for 1 too,
        which would otherwise be useless)."""
        luck = n.call("RND", n.ONE)
        if most in (n.ZERO, n.ONE):
            return luck
        return n.Binary("+", n.call("INT", n.Binary("*", luck, most)), n.ONE)
