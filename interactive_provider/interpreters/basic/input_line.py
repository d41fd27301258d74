"""Reads the line that a player types at an INPUT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .dialects import Dialect
from .reading import nodes as n
from .reading.lexer import data_items
from .reading.nodes import BasicValue

LONGEST = 255
"""The maximum number of characters that an answer may have."""


@dataclass(frozen=True, slots=True)
class Answered:
    """``values`` are complete, or more are requested (``wanting``), or all are requested again
    (``again``).

    ``remark`` is the machine's message about it.
    """

    values: tuple[BasicValue, ...] = ()
    wanting: bool = False
    again: bool = False
    remark: str = ""


def read_answer(
    asked: n.InputStatement,
    text: str,
    already: Sequence[BasicValue],
    dialect: Dialect,
    number: Callable[[str], float | None],
) -> Answered:
    """Return the values of an answer; ``already`` holds those from earlier answers to the same
    INPUT.

    ``number`` reads an item as the machine does and returns None if it is not a number; for one
    that is too large, it raises OverflowError with the number that is used instead.
    """
    if len(text) > LONGEST:
        return _redo(dialect, "?LINE TOO LONG\n")
    if asked.whole_line or asked.keys is not None:
        return Answered((text,))
    items = data_items(text)
    targets = asked.targets[len(already) :]
    if dialect.asks_again and len(items) != len(targets):
        return _redo(dialect)
    values = list(already)
    extra = "?EXTRA IGNORED\n" if len(items) > len(targets) else ""
    for target, (item, quoted) in zip(targets, items, strict=False):
        try:
            if target.name.endswith("$"):
                values.append(item)
                continue
            value = None if quoted else number(item)
        except OverflowError as fault:
            value = fault.args[0]
            extra = f"{extra}{dialect.words('OVERFLOW')}\n"
        if value is None:
            return _redo(dialect)
        values.append(value)
    return Answered(tuple(values), wanting=len(values) < len(asked.targets), remark=extra)


def _redo(dialect: Dialect, why: str = "") -> Answered:
    return Answered(again=True, remark=f"{why}{dialect.redo}\n")
