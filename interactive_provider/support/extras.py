"""What an optional extra contains, and whether it is installed."""

from __future__ import annotations

import functools
import re
from importlib.util import find_spec

from ..errors import NoAbility

DISTRIBUTION = "interactive-provider"


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
