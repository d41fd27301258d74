"""What becomes of the line that a player types at an INPUT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import nodes as n
from .dialects import Dialect
from .gw import read_numeral
from .lexer import data_items
from .numerals import LARGEST, number_prefix

LONGEST = 255
"""Characters that an answer may have."""


@dataclass(frozen=True, slots=True)
class Answered:
    """``values`` are complete, or (``wanting``) more are asked for, or (``again``) all are.

    ``remark`` is what the machine says to it.
    """

    values: tuple[float | str, ...] = ()
    wanting: bool = False
    again: bool = False
    remark: str = ""


def read_answer(asked: n.Input, text: str, already: Sequence[float | str], dialect: Dialect) -> Answered:
    """The values of an answer; ``already`` holds those given in answer to the same INPUT before."""
    gw = dialect.name == "gw"
    redo = Answered(again=True, remark="?Redo from start\n" if gw else "?REDO FROM START\n")
    if len(text) > LONGEST:
        return Answered(again=True, remark="?LINE TOO LONG\n" + redo.remark)
    if asked.whole_line:
        return Answered((text,))
    items = data_items(text)
    targets = asked.targets[len(already) :]
    if dialect.asks_again and len(items) != len(targets):
        return redo
    values = list(already)
    for target, (item, quoted) in zip(targets, items, strict=False):
        value = item if target.name.endswith("$") else (_gw_number if gw else _number)(item, quoted)
        if value is None:
            return redo
        values.append(value)
    extra = "?EXTRA IGNORED\n" if len(items) > len(targets) else ""
    return Answered(tuple(values), wanting=len(values) < len(asked.targets), remark=extra)


def _gw_number(item: str, quoted: bool) -> float | None:
    value, _, length = read_numeral(item)
    return None if quoted or item[length:].strip() or abs(value) > LARGEST else value


def _number(item: str, quoted: bool) -> float | None:
    """An item as a number; nothing at all is 0; None for what is no number."""
    value, length = number_prefix(item)
    if quoted or item[length:].strip() or abs(value) > LARGEST:
        return None
    return value
