"""A plain evaluator of the same trees, without any cleverness: what the compiler must agree with.

It keeps variables in dicts and walks one statement at a time, as a textbook has it. Only what the
random programs of `test_differential` use is here.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from interactive_provider.interpreters.basic.reading import nodes as n
from interactive_provider.interpreters.basic.running.number_format import nine_digits

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}

_CALCULATE: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip

Place = tuple[int, tuple[n.Stmt, ...], int]
"""The row of a line, the statements being run (the line's, or an IF's branch), and how many are
done."""


class Halt(Exception):
    """The program is over; the text is what the machine says, if anything."""


class Reference:
    """Runs a program to its end or to a limit of statements."""

    def __init__(self, lines: tuple[n.NumberedLine, ...], limit: int) -> None:
        self.lines = lines
        self.index = {line.number: i for i, line in enumerate(lines)}
        self.numbers: dict[str, float] = {}
        self.cells: dict[tuple[str, tuple[int, ...]], float] = {}
        self.bounds: dict[str, tuple[int, ...]] = {}
        self.stack: list[tuple[str, float, float, Place]] = []
        self.out = ""
        self.limit = limit

    def run(self) -> str:
        """What the program prints, with its last message."""
        row, body, at = self._top(0)
        try:
            while row < len(self.lines):
                if at >= len(body):
                    row, body, at = self._top(row + 1)
                    continue
                self.limit -= 1
                if self.limit < 0:
                    return self.out + "LIMIT"
                row, body, at = self._step(body[at], (row, body, at)) or (row, body, at + 1)
        except Halt as halt:
            message = str(halt)
            if message:
                self.out += "\n" if self.out and not self.out.endswith("\n") else ""
                self.out += f"?{message} IN {self.lines[row].number}\n"
        return self.out

    def _top(self, row: int) -> Place:
        return row, self.lines[row].body if row < len(self.lines) else (), 0

    def _step(self, stmt: n.Stmt, place: Place) -> Place | None:
        row, body, at = place
        match stmt:
            case n.Let(target, value):
                self._assign(target, self._value(value))
            case n.Print(items):
                self._print(items)
            case n.Goto(line):
                return self._line(line)
            case n.If(test, then, other):
                return row, then if self._value(test) != 0 else other, 0
            case n.For(var, first, last, step):
                self.numbers[var] = self._value(first)
                entry = (
                    var,
                    self._value(last),
                    1.0 if step is None else self._value(step),
                    (row, body, at + 1),
                )
                self._forget(var)
                self.stack.append(entry)
            case n.Next(var):
                return self._next(var)
            case n.Gosub(line):
                there = self._line(line)
                self.stack.append(("", 0.0, 0.0, (row, body, at + 1)))
                return there
            case n.Return():
                while self.stack:
                    entry = self.stack.pop()
                    if entry[0] == "":
                        return entry[3]
                raise Halt("RETURN WITHOUT GOSUB")
            case n.On(selector, lines):
                picked = int(self._value(selector))
                if picked < 0 or picked > 255:
                    raise Halt("ILLEGAL FUNCTION CALL")
                return self._line(lines[picked - 1]) if 1 <= picked <= len(lines) else None
            case n.Dim(arrays):
                for elem in arrays:
                    self.bounds[elem.name] = tuple(int(self._value(b)) for b in elem.index)
                    self.cells = {k: v for k, v in self.cells.items() if k[0] != elem.name}
            case n.End():
                raise Halt
        return None

    def _line(self, number: int) -> Place:
        if number not in self.index:
            raise Halt("UNDEFINED LINE NUMBER")
        return self._top(self.index[number])

    def _forget(self, var: str) -> None:
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i][0] == var:
                del self.stack[i]
                return
            if self.stack[i][0] == "":
                return

    def _next(self, var: str | None) -> Place | None:
        while self.stack and self.stack[-1][0] != "":
            name, last, step, body = self.stack[-1]
            if var in (None, name):
                self.numbers[name] += step
                if self.numbers[name] <= last if step >= 0 else self.numbers[name] >= last:
                    return body
                self.stack.pop()
                return None
            if not any(entry[0] == var for entry in self._frame()):
                break
            self.stack.pop()
        raise Halt("NEXT WITHOUT FOR")

    def _frame(self) -> list[tuple[str, float, float, Place]]:
        start = max((i for i, entry in enumerate(self.stack) if entry[0] == ""), default=-1)
        return self.stack[start + 1 :]

    def _print(self, items: tuple[n.PrintItem, ...]) -> None:
        for item in items:
            if isinstance(item, n.Str):
                self.out += item.text
            elif not isinstance(item, str | n.Tab):
                self.out += nine_digits(self._value(item)) + " "
        if not items or items[-1] != ";":
            self.out += "\n"

    def _assign(self, target: n.Target, value: float) -> None:
        if isinstance(target, n.Var):
            self.numbers[target.name] = value
        else:
            self.cells[self._cell(target)] = value

    def _cell(self, e: n.Elem) -> tuple[str, tuple[int, ...]]:
        index = tuple(int(self._value(i)) for i in e.index)
        bounds = self.bounds.get(e.name, (10,) * len(index))
        if len(bounds) != len(index) or any(
            not 0 <= i <= b for i, b in zip(index, bounds, strict=True)
        ):
            raise Halt("SUBSCRIPT OUT OF RANGE")
        return e.name, index

    def _value(self, e: n.Expr) -> float:
        match e:
            case n.Num(text):
                return float(text)
            case n.Var(name):
                return self.numbers.get(name, 0.0)
            case n.Elem():
                return self.cells.get(self._cell(e), 0.0)
            case n.Unary("NOT", arg):
                return float(~int(self._value(arg)))
            case n.Unary(_, arg):
                return -self._value(arg)
            case n.BuiltInCall("INT", (arg,)):
                return float(math.floor(self._value(arg)))
            case n.BuiltInCall("ABS", (arg,)):
                return abs(self._value(arg))
            case n.Binary(op, left, right):
                return self._binary(op, self._value(left), self._value(right))
        raise AssertionError(e)

    def _binary(self, op: str, a: float, b: float) -> float:
        if op in _COMPARE:
            return -1.0 if _COMPARE[op](a, b) else 0.0
        if op in ("AND", "OR"):
            return float(int(a) & int(b) if op == "AND" else int(a) | int(b))
        if op == "/" and b == 0:
            raise Halt("DIVISION BY ZERO")
        return _CALCULATE[op](a, b)
