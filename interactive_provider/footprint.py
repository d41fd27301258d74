"""About how many bytes objects take, together with all that they hold."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

from .errors import tolerate

MOST_PARTS = 4_000
"""Parts after which no more are looked for."""


def parts(*roots: Any) -> dict[int, Any]:
    """What some objects are made of, by identity: themselves, what they hold, and so on, as far as is quickly seen.

    The garbage collector tells it, which runs no code of theirs: the parts of a state may raise anything. Classes and
    modules are left out, and of functions only their closures and defaults are taken.
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
    """Return the bytes of one object without what it holds; 0 if it cannot say."""
    with tolerate():  # somebody's own __sizeof__ may raise anything
        return sys.getsizeof(part)
    return 0
