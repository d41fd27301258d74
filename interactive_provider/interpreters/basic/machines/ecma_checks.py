"""What ECMA-55 forbids in the text of a program: all found before it runs, all reported.

Section numbers in the comments are those of the standard.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..compiling.control_flow import Flow, Kind, edges_from, flow_of
from ..compiling.symbols import expressions
from ..dialects import APART, LENIENT
from ..errors import BasicSyntaxError
from ..reading import nodes as n
from ..reading.lexer import SourceLine, tokenize
from ..reading.parser import Parser

_LINE = re.compile(r"([0-9]{1,4}) (.*)|([0-9]{1,4})")
_MOST_CHARACTERS = 72
_CHARACTERS = frozenset(" !\"#$%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ^_")
_UNQUOTED = frozenset(" +-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_STATEMENTS = (
    n.Let, n.Print, n.Input, n.If, n.For, n.Next, n.Goto, n.Gosub, n.Return, n.On, n.Read, n.Data, n.Restore,
    n.Dim, n.Def, n.End, n.Randomize, n.Base, n.Nothing,
)  # fmt: skip
_FUNCTIONS = frozenset("ABS ATN COS EXP INT LOG RND SGN SIN SQR TAN".split())
_WORDS = frozenset(
    """
    BASE DATA DEF DIM END FOR GO GOSUB GOTO IF INPUT LET NEXT ON OPTION PRINT RANDOMIZE READ REM RESTORE RETURN STEP
    STOP SUB THEN TO TAB
""".split()
)
_VARIABLE = re.compile(r"[A-Z][0-9]?|[A-Z]\$")


def check_program(text: str) -> list[n.Line]:
    """The lines of a program that keeps all rules; raises `BasicSyntaxError` with every violation in its message."""
    faults: list[BasicSyntaxError] = []
    lines: list[n.Line] = []
    for source in _sources(text, faults):
        try:
            lines.append(_line(source))
        except BasicSyntaxError as fault:
            faults.append(fault)
    if not faults:
        faults += _Rules(lines).faults
    if faults:
        first = faults[0]
        more = f" (and {len(faults) - 1} more: {'; '.join(map(str, faults[1:6]))})" if len(faults) > 1 else ""
        raise BasicSyntaxError(first.reason + more, first.line, first.column, first.expected)
    return lines


def _sources(text: str, faults: list[BasicSyntaxError]) -> Iterator[SourceLine]:
    last = 0
    for row in re.split(r"\r\n|\n|\r", text.rstrip("\x1a\r\n")):
        match = _LINE.fullmatch(row)
        number = int((match[1] or match[3]) if match else "0")
        if number == 0:
            faults.append(BasicSyntaxError(f"INVALID LINE NUMBER: {row[:20]!r}", expected="1 to 9999 and a blank"))
            continue
        if number <= last:
            faults.append(BasicSyntaxError("LINE NUMBER NOT IN ORDER", number, 1, f"more than {last}"))
        if len(row) > _MOST_CHARACTERS:
            faults.append(BasicSyntaxError("LINE TOO LONG", number, 73, f"{_MOST_CHARACTERS} characters at most"))
        last = number
        body = match[2] or "" if match else ""
        yield SourceLine(number, row, body.rstrip(), len(row) - len(body) + 1)


def _line(source: SourceLine) -> n.Line:
    """Read one line as strictly as section 3 requires: separated words, one statement, no short forms."""
    if source.body.strip() == "REM" or source.body.lstrip().startswith("REM "):
        return n.Line(source.number, source.text, (n.Nothing(),))
    for at, char in enumerate(source.body):
        if char not in _CHARACTERS:
            raise _breach(source, f"INVALID CHARACTER {char!r}", "a capital", source.offset + at)
    line = Parser(source, replace(LENIENT, crunch=APART)).parse()
    _check_words(source)
    _check_tokens(source, line)
    return line


def _check_words(source: SourceLine) -> None:
    bare = re.sub(r'"[^"]*"', lambda m: '"' + "_" * (len(m[0]) - 2) + '"', source.body)
    bare = re.sub(r"(?<=^DATA ).*", "", bare.strip())
    for match in re.finditer(r"[A-Z][A-Z0-9]*\$?", bare):
        word = match[0]
        known = _VARIABLE.fullmatch(word) or word in _FUNCTIONS or re.fullmatch("FN[A-Z]", word)
        if word in _WORDS:
            behind = bare[match.end() : match.end() + 1]
            if behind not in ("", " ") and word not in ("TAB",):
                raise _breach(source, f"NO BLANK BEHIND {word}", "a blank", source.offset + match.end())
        elif not known and not re.fullmatch(r"E[0-9]*", word):
            raise _breach(source, f"SYNTAX ERROR at {word!r}", "a word", source.offset + match.start())


def _check_tokens(source: SourceLine, line: n.Line) -> None:
    """Raise the first breach of a line that is made of known words."""
    if len(line.body) != 1 or not isinstance(line.body[0], _STATEMENTS):
        raise _breach(source, "SYNTAX ERROR", "one statement of Minimal BASIC")
    stmt = line.body[0]
    tokens = tokenize(source, crunch=False)
    for token in tokens:
        if token.text in (":", "ELSE", "'", "\\") and token.kind in ("op", "kw"):
            raise _breach(source, f"SYNTAX ERROR at {token.text!r}", "the end of the line", token.column)
    if isinstance(stmt, n.Let) and tokens[0].text != "LET":
        raise _breach(source, "SYNTAX ERROR", "LET")
    if isinstance(stmt, n.If) and (len(stmt.then) != 1 or not isinstance(stmt.then[0], n.Goto) or stmt.other):
        raise _breach(source, "SYNTAX ERROR", "THEN and a line number")
    if isinstance(stmt, n.Print) and any(not isinstance(a, str) and not isinstance(b, str)
                                         for a, b in itertools.pairwise(stmt.items)):  # fmt: skip
        raise _breach(source, "SYNTAX ERROR", "a separator between the items")  # 12.2
    if isinstance(stmt, n.Data):
        _check_data(source)
    elif source.body.count('"') % 2:
        raise _breach(source, "SYNTAX ERROR", "a quotation mark")


def _breach(source: SourceLine, what: str, expected: str, column: int | None = None) -> BasicSyntaxError:
    return BasicSyntaxError(what, source.number, source.offset if column is None else column, expected)


def _check_data(source: SourceLine) -> None:
    """Items are unquoted or quoted strings without anything around them (14.2)."""
    raw, item = source.body.split("DATA", 1)[1], r'\s*(?:"[^"]*"|[^",]*[^", ][^",]*)\s*'
    if not re.fullmatch(f"{item}(?:,{item})*", raw):
        raise _breach(source, "SYNTAX ERROR", "items with commas between them")
    if not _UNQUOTED.issuperset(re.sub(r'"[^"]*"', "", raw).replace(",", "")):
        raise _breach(source, "INVALID CHARACTER in an unquoted item", "letters, digits, blanks, + - .")


class _Rules:
    """Checks across lines; ``faults`` collects the violations in the order of the listing."""

    def __init__(self, lines: Sequence[n.Line]) -> None:
        self.lines = lines
        self.faults: list[BasicSyntaxError] = []
        self.scalars: set[str] = set()
        self.arrays: dict[str, int] = {}
        self.dimensioned: set[str] = set()
        self.defined: dict[str, int] = {}
        self.base: int | None = None
        self.params: tuple[str, ...] = ()
        self._check_end()
        for line in lines:
            self.number = line.number
            for stmt in n.inner_statements(line.body):
                self._statement(stmt)
        if lines and not self.faults:
            self._check_flow(flow_of(lines))

    def _fault(self, message: str, expected: str = "", line: int | None = None) -> None:
        self.faults.append(BasicSyntaxError(message, self.number if line is None else line, 1, expected))

    def _forbid(self, breach: bool, message: str, expected: str) -> None:
        if breach:
            self._fault(message, expected)

    def _check_end(self) -> None:
        """END comes last, and only there (4.2)."""
        self.number = self.lines[-1].number if self.lines else 0
        for line in self.lines[:-1]:
            if line.body == (n.End(),):
                self._fault("LINE BEHIND END", "END in the last line", line.number)
        self._forbid(not self.lines or self.lines[-1].body != (n.End(),), "NO END", "END in the last line")

    def _statement(self, stmt: n.Stmt) -> None:
        self.params = stmt.params if isinstance(stmt, n.Def) else ()
        match stmt:
            case n.Base():
                late = self.base is not None or bool(self.arrays)
                self._forbid(late, "OPTION BASE TOO LATE", "OPTION BASE once, before DIM and arrays")
                self.base = stmt.base
            case n.Dim(arrays):
                for elem in arrays:
                    self._dimension(elem)
                return
            case n.Def(name, params, body):
                self._define(name, params, body)
                return
            case n.Let(target, value):
                self._forbid(n.is_text(target) != n.is_text(value), "TYPE MISMATCH", f"a value of {target.name}'s type")
            case n.On(selector) | n.If(n.Unary() as selector):
                self._number(selector)
            case n.If(test):
                self._relation(test)
                return
            case n.For(var, first, last, step):
                self._name(var)
                for e in (first, last, step):
                    if e is not None:
                        self._number(e)
        for expr in expressions(stmt):
            self._expression(expr)

    def _relation(self, test: n.Expr) -> None:
        if not isinstance(test, n.Binary) or test.op not in n.COMPARISONS:
            self._fault("SYNTAX ERROR", "a comparison")
            return
        left, right = n.is_text(test.left), n.is_text(test.right)
        if left != right:
            self._fault("TYPE MISMATCH", "two numbers or two strings")
        elif left and test.op not in ("=", "<>"):
            self._fault("STRINGS CAN ONLY BE TESTED FOR EQUALITY", "= or <>")
        self._expression(test.left)
        self._expression(test.right)

    def _number(self, e: n.Expr) -> None:
        self._forbid(n.is_text(e), "TYPE MISMATCH", "a number")

    def _expression(self, e: n.Expr) -> None:
        match e:
            case n.Var(name) if name not in self.params:
                self._name(name)
            case n.Elem(name, index):
                self._array(name, len(index))
            case n.Call(name, args):
                known = name in _FUNCTIONS and not (name == "RND" and args)
                self._forbid(not known, f"SYNTAX ERROR at {name}", "a function of Minimal BASIC")
            case n.FnCall(name, args):
                if name not in self.defined:
                    self._fault(f"UNDEFINED FUNCTION {name}", "its DEF in a line before")
                elif self.defined[name] != len(args):
                    self._fault(f"WRONG NUMBER OF ARGUMENTS FOR {name}", str(self.defined[name]))
            case n.Binary(op):
                self._forbid(op in n.COMPARISONS | n.LOGIC or n.is_text(e), f"SYNTAX ERROR at {op}", "arithmetic")
            case n.Unary("NOT"):
                self._fault("SYNTAX ERROR at NOT", "arithmetic")
        if not isinstance(e, n.Num | n.Str | n.Var):
            for part in n.children(e):
                self._number(part)
                self._expression(part)

    def _name(self, name: str) -> None:
        self.scalars.add(name)
        is_name = _VARIABLE.fullmatch(name) is not None
        self._forbid(not is_name, f"SYNTAX ERROR at {name}", "a letter, perhaps with a digit or $")
        self._forbid(name in self.arrays, f"TYPE MISMATCH FOR {name}", "a name that is not an array's")

    def _array(self, name: str, rank: int) -> None:
        if len(name) != 1 or rank > 2:
            self._fault(f"SYNTAX ERROR at {name}(", "an array named by one letter, with one or two subscripts")
        elif name in self.scalars or self.arrays.get(name, rank) != rank:
            self._fault(f"TYPE MISMATCH FOR {name}", "one use of a name")
        self.arrays.setdefault(name, rank)

    def _dimension(self, elem: n.Elem) -> None:
        again = elem.name in self.arrays
        self._forbid(again, f"ARRAY {elem.name} DIMENSIONED ANEW", "DIM once, before the array is used")
        low = self.base or 0
        for bound in map(n.whole, elem.index):
            self._forbid(bound is None or bound < low, "INVALID DIM", f"a whole number from {low}")
        self._array(elem.name, len(elem.index))

    def _define(self, name: str, params: tuple[str, ...], body: n.Expr) -> None:
        self._forbid(name in self.defined, f"FUNCTION {name} DEFINED ANEW", "one DEF for each function")
        strange = len(params) > 1 or name.endswith("$") or len(name) != 3
        self._forbid(strange, "SYNTAX ERROR", "FN, a letter, and one parameter at most")
        self._forbid(any(p.endswith("$") for p in params), "TYPE MISMATCH", "a numeric parameter")
        self._number(body)
        self._expression(body)
        self.defined[name] = len(params)

    def _check_flow(self, flow: Flow) -> None:
        for line in self.lines:
            self.number = line.number
            for to in (to for stmt in n.inner_statements(line.body) for to in _targets(stmt)):
                self._forbid(to not in flow.line_at, f"NO LINE {to}", "an existing line")
        if not self.faults:
            self._check_loops(flow)

    def _check_loops(self, flow: Flow) -> None:
        """Blocks of FOR and NEXT nest, have variables of their own and are entered at the top (11.2)."""
        open_loops: list[tuple[int, str]] = []
        blocks: list[tuple[int, int]] = []
        for i, op in enumerate(flow.ops):
            self.number = op.line
            if isinstance(op.what, n.For):
                again = op.what.var in (var for _, var in open_loops)
                self._forbid(again, "FOR WITH THE VARIABLE OF AN OUTER FOR", "a variable of its own")
                open_loops.append((i, op.what.var))
            elif isinstance(op.what, n.Next):
                if not open_loops or open_loops[-1][1] != op.what.var:
                    self._fault("NEXT WITHOUT FOR", "the variable of the innermost FOR")
                    return
                blocks.append((open_loops.pop()[0], i))
        for i, _ in open_loops:
            self._fault("FOR WITHOUT NEXT", "a NEXT", flow.ops[i].line)
        for i, op in enumerate(flow.ops):
            for kind, to in edges_from(flow, i):
                loops = kind in (Kind.NEXT, Kind.LOOP)
                if not loops and any(start < to <= end and not start <= i <= end for start, end in blocks):
                    self._fault("JUMP INTO A FOR BLOCK", "a way in through its FOR", op.line)


def _targets(stmt: n.Stmt) -> tuple[int, ...]:
    match stmt:
        case n.Goto(line) | n.Gosub(line):
            return (line,)
        case n.On(_, lines):
            return lines
        case n.Restore(int(line)):
            return (line,)
    return ()
