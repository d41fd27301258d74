"""What an optional extra brings, and whether it is there."""

from __future__ import annotations

import functools
from importlib.util import find_spec


@functools.cache
def installed(*packages: str) -> bool:
    """Whether all of these packages can be found; none is imported."""
    return all(find_spec(package) is not None for package in packages)
