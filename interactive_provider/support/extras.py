"""What an optional extra contains, whether it is installed, and whether it works."""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pickle import PickleError

from ..errors import NoAbility

DISTRIBUTION = "interactive-provider"

UNUSABLE = (
    AttributeError,
    EOFError,
    ImportError,
    LookupError,
    OSError,
    PickleError,
    RuntimeError,
    ValueError,
)
"""What compiled code raises when it is loaded: an interrupt left numba half imported, a cache file
is damaged, or no cache folder is writable."""


@functools.cache
def installed(*packages: str) -> bool:
    """True if all of these packages can be found; none is imported."""
    return all(find_spec(package) is not None for package in packages)


@functools.cache
def install_command(extra: str) -> str:
    """The command that installs the contents of an extra, by the names of the packages, so that
    it works before the project is on an index."""
    import importlib.metadata  # slow to import, and only messages need it

    try:
        required = importlib.metadata.requires(DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        required = []
    marked = (line.partition(";") for line in required)
    names = [
        package.strip()
        for package, _, marker in marked
        if re.search(rf"extra == ['\"]{extra}['\"]", marker)
    ]
    return " ".join(
        ["pip install", *(f'"{name}"' for name in names or [f"{DISTRIBUTION}[{extra}]"])]
    )


def need(package: str, extra: str, what: str) -> None:
    """Raise `NoAbility` with the command to run if a package that ``what`` needs is missing."""
    if not installed(package):
        raise NoAbility(f"{what} {package}: {install_command(extra)}")


def loads(trial: Callable[[], object]) -> bool:
    """True if compiled code can be loaded: ``trial`` runs it once. If it cannot, a warning says
    why."""
    try:
        trial()
    except UNUSABLE as fault:
        reason = f"{type(fault).__name__}: {fault}"
        warnings.warn(
            f"The compiled code cannot be used ({reason}); the slower plain code is used instead.",
            stacklevel=2,
        )
        return False
    return True
