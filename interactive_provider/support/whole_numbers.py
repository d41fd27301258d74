"""Which objects count as whole numbers: not True or 1.0, although both are equal to one.

>>> is_whole(1), is_whole(True), is_whole(1.0), is_whole(3, high=2)
(True, False, False, False)
"""

from __future__ import annotations

from typing import TypeGuard


def is_whole(thing: object, low: int | None = None, high: int | None = None) -> TypeGuard[int]:
    """True for an ``int`` from ``low`` to ``high``, inclusive; None means no bound."""
    if not isinstance(thing, int) or isinstance(thing, bool):
        return False
    return (low is None or thing >= low) and (high is None or thing <= high)
