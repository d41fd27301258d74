"""The memory of a stopped program."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..reading.nodes import BasicValue
from . import screen
from .files import NO_FILES, Files


class ProgramMemory(NamedTuple):
    """All stored data of a stopped program. The lists in ``arrays`` are never modified."""

    pc: int
    scalars: tuple[Any, ...]
    arrays: tuple[list[Any], ...]
    stack: tuple[tuple[float, ...], ...]
    seed: int
    pointer: int
    column: int
    asked: int
    given: tuple[BasicValue, ...]
    steps: int
    fate: int
    clock: int = 0
    wanted: int = 0
    begun: bool = False
    columns: int = screen.COLUMNS
    renewed: int | None = None
    mores: int = 0
    """How many times in a row the budget has run out."""
    loads: int = 0
    """How many programs have followed one another since the last question."""
    files: Files = NO_FILES
