"""The tree of a program: expressions, then statements. A name ends in its type sign (``A$``,
``N%``)."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, TypeAlias, dataclass_transform

BasicValue: TypeAlias = float | str
"""The value of a variable."""


_ONE = frozenset(("Expr", "Target", "Expr | None"))
_MANY = frozenset(("Exprs", "Targets", "Arguments"))


@dataclass_transform(frozen_default=True)
class ProgramNode:
    """A part of a program. Each kind is a frozen dataclass."""

    expression_fields: ClassVar[list[tuple[str, bool]]]
    """The fields that hold expressions, and whether they hold several."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        fields = cls.__annotations__.items()
        cls.expression_fields = [
            (name, kind in _MANY) for name, kind in fields if kind in _ONE | _MANY
        ]


class Num(ProgramNode):
    """A number as written; the dialect decides its precision."""

    text: str

    @cached_property
    def value(self) -> float:
        """Its value in double precision."""
        return literal(self.text)


class Str(ProgramNode):
    """A text between quotes."""

    text: str

    @property
    def value(self) -> str:
        """The text."""
        return self.text


class Var(ProgramNode):
    """A scalar."""

    name: str


class Elem(ProgramNode):
    """An element of an array."""

    name: str
    index: Exprs


class BuiltInCall(ProgramNode):
    """A built-in function."""

    name: str
    args: Exprs


class FnCall(ProgramNode):
    """A function of the program's own (DEF FN)."""

    name: str
    args: Exprs


class Unary(ProgramNode):
    """``-``, ``+`` or ``NOT``."""

    op: str
    arg: Expr


class Binary(ProgramNode):
    """Arithmetic, comparison or logic."""

    op: str
    left: Expr
    right: Expr


Expr: TypeAlias = Num | Str | Var | Elem | BuiltInCall | FnCall | Unary | Binary
Target: TypeAlias = Var | Elem
Exprs: TypeAlias = tuple[Expr, ...]
Targets: TypeAlias = tuple[Target, ...]
Lows: TypeAlias = tuple[int | None, ...]
Arguments: TypeAlias = tuple[Expr | None, ...]
"""None stands for an omitted argument."""

COMPARISONS = frozenset({"=", "<>", "<", ">", "<=", ">="})
LOGIC = frozenset({"AND", "OR", "XOR", "EQV", "IMP"})


class Stmt(ProgramNode):
    """A statement."""


class Let(Stmt):
    """Assignment."""

    target: Target
    value: Expr


class Tab(ProgramNode):
    """``TAB(n)`` or, with ``relative``, ``SPC(n)``, in a PRINT."""

    arg: Expr
    relative: bool = False


PrintItem: TypeAlias = "Expr | Tab | str"


class Print(Stmt):
    """Expressions, tabs and the separators ``,`` and ``;`` as written."""

    items: tuple[PrintItem, ...]
    using: Expr | None = None


class InputStatement(Stmt):
    """``prompt`` is None if there is none; ``question`` says whether ``? `` follows it.

    With ``stays`` the answer does not end the line on the screen. ``keys`` says how many keys are
    taken, without the return key and without showing them (INPUT$, INKEY$); with ``polls``, no key
    is an answer too (INKEY$). With ``keeps``, the return key alone leaves the variables unchanged.
    """

    targets: Targets
    prompt: str | None = None
    question: bool = True
    whole_line: bool = False
    stays: bool = False
    keys: Expr | None = None
    polls: bool = False
    keeps: bool = False


class If(Stmt):
    """An IF; a line number after THEN or ELSE is a Goto."""

    test: Expr
    then: Body
    other: Body = ()


class For(Stmt):
    """The head of a loop."""

    var: str
    first: Expr
    last: Expr
    step: Expr | None


class Next(Stmt):
    """The end of a loop; ``var`` is None for a bare NEXT."""

    var: str | None


class Goto(Stmt):
    """A jump; to the first line of the program for `FIRST`."""

    line: int


FIRST = -1


class JumpLabel(Stmt):
    """A target of our own jumps, with a number below `FIRST`."""

    line: int


class BlockBorder(Stmt):
    """A border of a block, which `blocks` turns into jumps.

    ``word`` says which; ``args`` are what it tests, or the variables that a SUB keeps; ``before``
    is done each time before the test; ``name`` is a SUB's name, or WHILE or UNTIL.
    """

    word: str
    args: Exprs = ()
    before: Body = ()
    name: str = ""


class Gosub(Stmt):
    """A call."""

    line: int


class Return(Stmt):
    """The end of a call, or a jump out of it."""

    line: int | None = None


class On(Stmt):
    """``ON x GOTO`` or ``GOSUB``."""

    selector: Expr
    lines: tuple[int, ...]
    call: bool


class Read(Stmt):
    """READ."""

    targets: Targets


class Data(Stmt):
    """Items with whether they were quoted."""

    items: tuple[tuple[str, bool], ...]


class Restore(Stmt):
    """RESTORE, to the first DATA or to a line's."""

    line: int | None = None


class Dim(Stmt):
    """Arrays with their upper bounds, and each one's declared lower bounds."""

    arrays: tuple[Elem, ...]
    lows: tuple[Lows, ...] = ()


class Def(Stmt):
    """``DEF FNx(p) = e``."""

    name: str
    params: tuple[str, ...]
    body: Expr


class End(Stmt):
    """END, or STOP with ``stop`` (which names its line); with ``runs_out``, the end of a
    listing."""

    stop: bool = False
    runs_out: bool = False


class Clear(Stmt):
    """CLEAR, or the clearing done by RUN."""


class Base(Stmt):
    """``OPTION BASE``: the lowest subscript."""

    base: int


class Swap(Stmt):
    """SWAP."""

    left: Target
    right: Target


class Erase(Stmt):
    """ERASE."""

    names: tuple[str, ...]


class OnError(Stmt):
    """``ON ERROR GOTO``; line 0 turns it off."""

    line: int


class Resume(Stmt):
    """RESUME, RESUME NEXT (``line`` is -1) or RESUME line."""

    line: int | None = None


class Raise(Stmt):
    """``ERROR n``."""

    code: Expr


class Nothing(Stmt):
    """REM, and statements without effect here; ``args`` are still evaluated, ``word`` is the
    statement's (none for REM)."""

    args: Exprs = ()
    word: str = ""


class UnreadableStatement(Stmt):
    """A fault that appears only when the machine gets there; ``word`` is the unknown statement.

    ``begins`` is the statement that it belongs to, if known.
    """

    fault: str
    word: str = ""
    message: str = "SYNTAX ERROR"
    begins: str = ""


class LeaveProgram(Stmt):
    """RUN, LOAD or CHAIN of another file, which ends this program."""

    word: str
    file: Expr


class MachineCall(Stmt):
    """A statement that only calls the machine, by its name there; None stands for an omitted
    argument."""

    word: str
    args: Arguments = ()


class PrintFile(Stmt):
    """PRINT # and WRITE #: what is printed into a file."""

    file: Expr
    what: Print


class FieldStatement(Stmt):
    """FIELD: the widths and names of the parts of a file's records. Other statements use these
    parts."""

    file: Expr
    parts: tuple[tuple[Expr, Target], ...]


class Pop(Stmt):
    """An Apple's POP: the last GOSUB is forgotten, and control continues."""


class DisplayMode(Stmt):
    """COLOR, SCREEN, WIDTH or VIEW (PRINT), by ``word``; None stands for an omitted argument."""

    word: str
    args: Arguments


Body: TypeAlias = tuple[Stmt, ...]
"""The statements of a line, or of a branch of an IF."""
Statements: TypeAlias = list[Stmt]
"""The nodes into which one statement of the text is read."""


class NumberedLine(ProgramNode):
    """One numbered line: its statements and its text as in the file."""

    number: int
    text: str
    body: Body


ProgramLines: TypeAlias = Sequence[NumberedLine]
_EXACT = 16
"""The number of digits below which a double holds every whole number."""
_OF_BASE = re.compile(r"&(?:H([0-9A-F]*)|O?([0-7]*))")


def _of_base(text: str) -> float:
    """Return the 16-bit number that begins with ``&H`` or ``&O``, as far as its digits go; the last
    four or so count."""
    match = _OF_BASE.match(text)
    assert match is not None, "every part of the pattern may be empty"
    value = (int(match[1] or "0", 16) if match[1] is not None else int(match[2] or "0", 8)) & 0xFFFF
    return float(value - 65536 if value > 32767 else value)


def literal(text: str) -> float:
    """Return the value of a number as written in a program; never infinity."""
    if text.startswith("&"):
        return _of_base(text.upper())
    plain = text.rstrip("!#%").replace("D", "E").removesuffix("E")
    has_digits = plain.partition("E")[0] not in ("", ".")
    return min(float(plain), sys.float_info.max) if has_digits else 0.0


def number(x: float) -> Num:
    """Return a number as an expression."""
    made = Num(repr(float(x)))
    if math.isfinite(x):
        made.__dict__["value"] = float(x)  # As it would be read.
    return made


def call(name: str, *args: Expr) -> BuiltInCall:
    """Return a call of a built-in function."""
    return BuiltInCall(name, args)


def act(word: str, *args: Expr | None) -> MachineCall:
    """Return a statement that calls the machine."""
    return MachineCall(word, args)


ZERO = Num("0")
ONE = Num("1")


def asks_key(target: Target, polls: bool = True) -> InputStatement:
    """Return the stop at which one key is taken; with ``polls``, no key is an answer too."""
    return InputStatement((target,), question=False, keys=ONE, polls=polls)


def whole(e: Expr) -> int | None:
    """Return a whole number written in the program, None for any other expression."""
    return int(e.text) if isinstance(e, Num) and e.text.isdigit() and len(e.text) < _EXACT else None


_SIGN = re.compile(r"(?:\*\d+\$|\.?[$%#]|\.)?$")


def sign_of(name: str) -> str:
    """Return the type sign at the end of a name; a single has none."""
    sign = _SIGN.search(name)
    assert sign is not None, "it may be empty"
    return sign[0]


def empty(name: str) -> BasicValue:
    """Return a variable's initial value: a text of declared length is filled with code 0."""
    if not name.endswith("$"):
        return 0.0
    *_, size = name[:-1].rpartition("*")
    return "\0" * int(size) if "*" in name else ""


def emptied(target: Target) -> Let:
    """Return an assignment that gives a variable its initial value."""
    value = empty(target.name)
    return Let(target, Str(value) if isinstance(value, str) else ZERO)


def is_text(node: Expr) -> bool:
    """True if an expression is a text."""
    match node:
        case Str():
            return True
        case Var(name) | Elem(name) | BuiltInCall(name) | FnCall(name):
            return name.endswith("$")
        case Binary("+", left, _):
            return is_text(left)
        case _:
            return False


def is_test(e: Expr) -> bool:
    """True if an expression consists of comparisons, so that its value is always -1 or 0."""
    match e:
        case Binary(op) if op in COMPARISONS:
            return True
        case Binary("AND" | "OR", left, right):
            return is_test(left) and is_test(right)
        case Unary("NOT", arg):
            return is_test(arg)
    return False


def uses_files(stmt: Stmt) -> bool:
    """True for a file statement, and for one that runs another program."""
    return isinstance(stmt, LeaveProgram) or (
        isinstance(stmt, MachineCall) and stmt.word.startswith("disk()")
    )


def inner_statements(body: Body) -> list[Stmt]:
    """Yield all statements of a line, including those inside IFs."""
    found: list[Stmt] = []
    for stmt in body:
        found.append(stmt)
        if isinstance(stmt, If):
            found += inner_statements(stmt.then) + inner_statements(stmt.other)
    return found


def statements_of(lines: Iterable[NumberedLine]) -> list[Stmt]:
    """Yield all statements of a program, including those inside IFs."""
    return [stmt for line in lines for stmt in inner_statements(line.body)]


def with_statements(line: NumberedLine, change: Callable[[Stmt], Iterable[Stmt]]) -> NumberedLine:
    """Return a line with each of its statements replaced, those inside an IF before the IF
    itself."""

    def changed(body: Body) -> Body:
        found: list[Stmt] = []
        for stmt in body:
            if isinstance(stmt, If):
                stmt = If(stmt.test, changed(stmt.then), changed(stmt.other))
            found += change(stmt)
        return tuple(found)

    return NumberedLine(line.number, line.text, changed(line.body))


def targets(stmt: object) -> Targets:
    """Return the variables that a statement assigns, except for loop variables."""
    match stmt:
        case Let(target):
            return (target,)
        case InputStatement(targets) | Read(targets):
            return targets
        case Swap(left, right):
            return left, right
    return ()


def expressions_in(node: ProgramNode) -> list[Expr]:
    """Return the expressions in the fields of a node, according to the fields' declarations."""
    found: list[Expr | None] = []
    for name, has_several in node.expression_fields:
        value = getattr(node, name)
        found += value if has_several else (value,)
    return [part for part in found if part is not None]


def children(node: Expr) -> Exprs:
    """Return the direct parts of an expression."""
    parts_of = _PARTS.get(type(node))
    return () if parts_of is None else parts_of(node)


_PARTS: dict[type, Callable[[Any], Exprs]] = {
    Elem: attrgetter("index"),
    BuiltInCall: attrgetter("args"),
    FnCall: attrgetter("args"),
    Unary: lambda e: (e.arg,),
    Binary: attrgetter("left", "right"),
}


def parts(*nodes: Expr) -> Iterator[Expr]:
    """Yield expressions and all their parts, each before those inside it."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        parts_of = _PARTS.get(type(node))
        if parts_of is not None:
            waiting += reversed(parts_of(node))
