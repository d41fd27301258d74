"""About how many bytes objects take, together with all that they hold."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

from ..errors import tolerate

MOST_PARTS = 4_000
"""The number of parts after which the search stops."""


def parts(*roots: Any) -> dict[int, Any]:
    """The parts of some objects, by identity: the objects themselves, what they refer to, and so on, up to a limit.

    The garbage collector provides them without running the objects' code: the parts of a state may raise anything.
    Classes and modules are left out, and of functions only their closures and defaults are taken.
    """
    parts: dict[int, Any] = {}
    level: Iterable[Any] = roots
    while level and len(parts) < MOST_PARTS:
        fresh = {id(part): part for part in level if id(part) not in parts and not issubclass(type(part), _SHARED)}
        parts |= fresh
        holders = [part for part in fresh.values() if type(part) is not FunctionType]
        inner = [
            part for function in fresh.values() if type(function) is FunctionType for part in _closed_over(function)
        ]
        level = gc.get_referents(*holders) + inner
    return parts


_SHARED = (type, ModuleType)


def _closed_over(function: FunctionType) -> Iterable[Any]:
    return (*(function.__closure__ or ()), *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())


def size(part: Any) -> int:
    """Return the bytes of one object without its parts; 0 if it cannot say."""
    with tolerate():  # somebody's own __sizeof__ may raise anything
        return sys.getsizeof(part)
    return 0
