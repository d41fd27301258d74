"""Seeds: given, fresh, or the seed of the day."""

from __future__ import annotations

import time
from random import SystemRandom
from typing import TypeAlias

from ...errors import BadParameter, quote
from ...game.validation import whole

Seed: TypeAlias = int | str


def checked_seed(seed: object) -> Seed:
    """Return ``seed`` if it is a whole number or text; raise `BadParameter` otherwise."""
    if isinstance(seed, str):
        return str.__str__(seed)
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise BadParameter(f"A seed must be a whole number or a string, not {quote(seed)}.")
    return whole("seed", seed)


def fresh_seed() -> int:
    """Return a random seed, short enough to be read aloud."""
    return SystemRandom().randrange(1_000_000)


def today() -> str:
    """Return the seed of the day, the same for everyone: the date."""
    return time.strftime("%Y-%m-%d")
