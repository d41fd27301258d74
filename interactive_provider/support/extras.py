"""The contents of the optional extras, and whether they are installed."""

from __future__ import annotations

import contextlib
import re
import shlex
import sys
from importlib.util import find_spec

from ..errors import MissingExtra

DISTRIBUTION = "interactive-provider"

_found = set[str]()
"""The packages found so far; a missing one may be installed while we run."""


def installed(*packages: str) -> bool:
    """True if all of these packages can be found; none of them is imported."""
    for package in packages:
        with contextlib.suppress(ImportError, ValueError):  # blocked, or a stand-in without a file
            if package not in _found and find_spec(package) is not None:
                _found.add(package)
    return _found.issuperset(packages)


def install_command(extra: str) -> str:
    """Return the command that installs an extra here, by the names of its packages, so that it
    works before the project is on PyPI."""
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
    quoted = (f'"{name}"' for name in names or [f"{DISTRIBUTION}[{extra}]"])
    return " ".join([_pip(), "install", *quoted])


def _pip() -> str:
    """Return the pip command for the current environment."""
    ipython = sys.modules.get("IPython")
    if ipython is not None and ipython.get_ipython() is not None:
        return "%pip"
    return f"{shlex.quote(sys.executable)} -m pip"


def need(packages: str, extra: str, what: str) -> None:
    """Raise `MissingExtra`, with the command to run, if one of the packages that ``what`` needs is
    missing."""
    if not installed(*packages.split()):
        raise missing(extra, what)


def missing(extra: str, what: str) -> MissingExtra:
    """Return the error for a ``what`` that needs an extra: the same sentence everywhere."""
    return MissingExtra(f"{what} the extra {extra}: {install_command(extra)}")
