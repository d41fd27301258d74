"""What one turn of a story may take. All are counts, so that a line leads to the same place on every computer."""

from __future__ import annotations

STEPS = 3_000_000
"""Instructions; of the public stories that were measured none takes a third of it."""
READS = 10 * STEPS
"""Reads of the memory."""
DEEPEST = 1_000
"""Routines within one another."""
LONGEST = 200_000
"""Characters."""


class TooMuch(Exception):
    """Raised to cut off a turn."""
