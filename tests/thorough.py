"""How much of what differs in luck alone a test tries: a part in the gate, all of it in
``make test-all``."""

from __future__ import annotations

import os

_ALL = "TEST_ALL" in os.environ


def some(few: int, *, of: int) -> int:
    """So many seeds, positions or examples are tried in the gate, of so many that there are."""
    return of if _ALL else few
