"""The names of a program and their counterparts in the compiled function.

Every scalar is a Python local, every array a flat list. Hidden scalars hold what a program cannot
see but a state must keep (the widths of arrays with variable bounds, the DEF FN in force).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import repeat
from typing import Any

from ..reading import nodes as n
from ..reading.nodes import BasicValue, Expr, Exprs, Lows, ProgramLines, Stmt
from ..reading.statements.files import FROM_FILES
from ..reading.statements.graphics import is_on_screen
from ..running.functions import HIGHEST_BOUND, MOST_CELLS
from ..running.traps import SCALARS, traps_of

_PLACING = frozenset("begin_apple draw field fill leave_field locate locate_by_count".split())
"""Statements that position output or drawings; CLS alone does not count."""
_LOOKING = ("CSRLIN", "SCREEN")
"""Functions that read the screen."""
_PREFIX = {"$": "s_", "%": "i_", "#": "d_"}


@cache
def local(name: str) -> str:
    """Return the Python name of a scalar."""
    bare = name.rstrip("$%#").replace("_", "__").replace(".", "_").replace("*", "_of_")
    return _PREFIX.get(name[-1], "n_") + bare


class ArrayShape:
    """An array's rank, its lowest subscripts and, if the text determines them, its bounds.

    The lowest subscript has the place 0 if it is below 0; ``bounds`` are the highest places.
    """

    def __init__(self, name: str, rank: int, base: int = 0) -> None:
        self.name = name
        self.rank = rank
        self.base = base
        self.lows = [base] * rank
        self.local = "a" + local(name)
        self.flag = "dim_" + self.local
        """The hidden scalar that says whether its DIM has run, if that matters."""
        self.bounds: tuple[int, ...] | None = (10,) * rank
        self.dims = 0
        self.empty = n.empty(name)

    def dimension(self, bounds: Exprs, lows: Lows) -> None:
        """Record a DIM: its bounds are known if they are whole numbers and this is the only one."""
        self.dims += 1
        self.rank = len(bounds)
        self.lows = [self.base if low is None else low for low in lows or [None] * self.rank]
        fixed = [
            whole + self.shift(i)
            for i, whole in enumerate(map(n.whole, bounds))
            if whole is not None
        ]
        small = len(fixed) == len(bounds) and max(fixed) <= HIGHEST_BOUND
        sensible = small and math.prod(b + 1 for b in fixed) <= MOST_CELLS
        self.bounds = tuple(fixed) if self.dims == 1 and sensible else None

    def shift(self, i: int) -> int:
        """Return how far the place of a subscript is above it."""
        return max(-self.lows[i], 0)

    def cells(self) -> int:
        """Return the number of cells, as far as the text shows."""
        return math.prod(bound + 1 for bound in self.bounds or ())

    def widths(self) -> list[str]:
        """Return Python for the number of values of each subscript except the first."""
        if self.bounds is not None:
            return [str(b + 1) for b in self.bounds[1:]]
        return [f"w{self.local}_{i}" for i in range(1, self.rank)]


class Symbols:
    """All names of a program, found in one walk."""

    def __init__(self, lines: ProgramLines) -> None:
        self.scalars: dict[str, BasicValue] = {}
        self.hidden: dict[str, float] = {}
        self.arrays: dict[str, ArrayShape] = {}
        self.defs: dict[str, list[n.Def]] = {}
        self.loops: dict[str, int] = {}
        statements = n.statements_of(lines)
        self.base = max((stmt.base for stmt in statements if isinstance(stmt, n.Base)), default=0)
        self.traps = traps_of(lines)
        self.places_output = any(map(_places, statements))
        """True if the program places or colours its output on the screen, or reads the screen."""
        self.files = any(isinstance(stmt, n.PrintFile) or n.uses_files(stmt) for stmt in statements)
        """True if the program opens files or runs another program."""
        # DIMs come first: ERASE and a mere mention of an array say less about its shape.
        for stmt in statements:
            if isinstance(stmt, n.Dim):
                for elem, lows in zip(stmt.arrays, stmt.lows or repeat(()), strict=False):
                    self.array(elem).dimension(elem.index, lows)
        # If they have too many cells in total, their bounds are known only at run time.
        if sum(array.cells() for array in self.arrays.values()) > MOST_CELLS:
            for array in self.arrays.values():
                array.bounds = None
        # Then everything else, as arrays without a DIM.
        for stmt in statements:
            self._note(stmt)
        for name in self.defs:
            self.hidden[function_flag(name)] = 0
        if self.traps:
            self.hidden.update(SCALARS)
        for array in self.arrays.values():
            if array.bounds is None:  # until its DIM runs, subscripts go from 0 to 10
                self.hidden.update(dict.fromkeys(array.widths(), 11))

    def array(self, elem: n.Elem) -> ArrayShape:
        """Return the array of an element, recorded when first seen."""
        return self.arrays.setdefault(elem.name, ArrayShape(elem.name, len(elem.index), self.base))

    def _note(self, stmt: Stmt) -> None:
        """Record the variables that a statement names, and what it needs from the machine."""
        match stmt:
            case n.For(var):
                self._scalar(var)
                self.loops.setdefault(var, len(self.loops))
            case n.Next(str(var)):
                self._scalar(var)
            case n.Def(name):
                self.defs.setdefault(name, []).append(stmt)
            case n.Erase(names):
                for name in names:
                    self.arrays.setdefault(name, ArrayShape(name, 1))
        for part in n.parts(*expressions(stmt)):
            match part:
                case n.Elem():
                    self.array(part)
                case n.Var(name):
                    self._scalar(name)
                    self.places_output |= name in _LOOKING
                case n.BuiltInCall(name):
                    self.places_output |= name in _LOOKING
                    self.files |= name in FROM_FILES

    def _scalar(self, name: str) -> None:
        self.scalars.setdefault(name, n.empty(name))


def _places(stmt: Stmt) -> bool:
    """True if a statement shows that a program draws on its screen; a width of 80 and text mode are
    normal."""
    match stmt:
        case n.DisplayMode("COLOR" | "VIEW"):
            return True
        case n.DisplayMode(_, (first, *_)):
            return first not in (None, n.ZERO, n.Num("80"))
        case n.MachineCall(word):
            return word in _PLACING
    return False


def pokes_screen(statements: Sequence[Stmt]) -> bool:
    """True if a Commodore program writes into the memory of its screen, as far as its numbers
    show."""
    numbers = (
        part.value
        for stmt in statements
        for part in n.parts(*expressions(stmt))
        if isinstance(part, n.Num)
    )
    return any(
        isinstance(stmt, n.MachineCall) and stmt.word == "poke" for stmt in statements
    ) and any(map(is_on_screen, numbers))


def moves_cursor(stmt: Stmt) -> bool:
    """True if a statement contains a Commodore code that moves the cursor."""
    return any(map(_is_of_cursor, n.parts(*expressions(stmt)))) or (
        isinstance(stmt, n.InputStatement) and not _CURSOR.isdisjoint(stmt.prompt or "")
    )


def _is_of_cursor(e: Expr) -> bool:
    match e:
        case n.Str(text):
            return not _CURSOR.isdisjoint(text)
        case n.BuiltInCall("CHR$", (code,)):
            return code in _CODES
    return False


_CURSOR = frozenset("\x11\x13\x1d\x91\x9d")
_CODES = frozenset(n.Num(str(ord(code))) for code in _CURSOR)


def function_flag(name: str) -> str:
    """Return the hidden scalar that says which DEF of a function is in force (0: none yet)."""
    return "f_" + name.replace("$", "_s").replace("%", "_i").replace("#", "_d")


def expressions(stmt: Stmt) -> list[Expr]:
    """Return the expressions directly in a statement (not in statements inside an IF)."""
    own = _OWN.get(type(stmt))
    return [part for part in own(stmt) if part is not None] if own else n.expressions_in(stmt)


_OWN: dict[type, Callable[[Any], Sequence[Expr | None]]] = {
    n.Print: lambda s: (
        *(i.arg if isinstance(i, n.Tab) else i for i in s.items if not isinstance(i, str)),
        s.using,
    ),
    n.Dim: lambda s: [bound for elem in s.arrays for bound in elem.index],
    n.PrintFile: lambda s: (s.file, *expressions(s.what)),
}
"""Statements whose expressions are not simply their fields."""


def assigned(statements: Sequence[Stmt]) -> set[str]:
    """Return the scalars to which statements give values."""
    found = {
        target.name for s in statements for target in n.targets(s) if isinstance(target, n.Var)
    }
    return found | {s.var for s in statements if isinstance(s, n.For)}
