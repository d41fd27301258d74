"""What an optional extra brings, whether it is there, and whether it works."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pickle import PickleError

UNUSABLE = (AttributeError, EOFError, ImportError, LookupError, OSError, PickleError, RuntimeError, ValueError)
"""What compiled code raises when it is loaded: an interrupt left numba half imported, a cache file is damaged, or no
cache folder is writable."""


@functools.cache
def installed(*packages: str) -> bool:
    """Whether all of these packages can be found; none is imported."""
    return all(find_spec(package) is not None for package in packages)


def loads(trial: Callable[[], object]) -> bool:
    """Whether compiled code can be loaded: ``trial`` runs it once. If it cannot, a warning says why."""
    try:
        trial()
    except UNUSABLE as fault:
        reason = f"{type(fault).__name__}: {fault}"
        warnings.warn(
            f"The compiled code cannot be used ({reason}); the slower plain code is used instead.", stacklevel=2
        )
        return False
    return True
