"""Checks of a game's parameters, in one line each, with an error that quotes the given value.

>>> whole("rows", 9, low=1, high=50)
9
>>> whole("rows", 9.5, low=1, high=50)
Traceback (most recent call last):
interactive_provider.errors.BadParameter: rows is 9.5; it must be a whole number from 1 to 50.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from typing import TypeVar

from ..errors import BadParameter, meant, quote

T = TypeVar("T")

LARGEST = 10**1000
"""The limit of any parameter: a path must be written out, and Python writes at most 4,300
digits."""


def whole(name: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """Return ``value`` as an int from ``low`` to ``high``, inclusive; raise `BadParameter` for
    anything else.

    Without bounds, the limit for all parameters applies: 1,000 digits.
    """
    low = -LARGEST if low is None else low
    high = LARGEST if high is None else high
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not low <= number <= high:
        raise BadParameter(
            f"{name} is {quote(value)}; it must be a whole number{_bounds(low, high)}."
        )
    return number


def one_of(name: str, value: T, allowed: Collection[T]) -> T:
    """Return ``value`` if it is one of ``allowed``; otherwise raise `BadParameter`, naming the
    nearest one."""
    if value in allowed:
        return value
    raise BadParameter(
        f"{name} is {quote(value)}; it must be one of {', '.join(map(repr, allowed))}."
        f"{meant(str(value), map(str, allowed))}"
    )


def time_limit(name: str, seconds: float | None) -> float | None:
    """Return ``seconds`` as the time limit of a search, None for no limit; raise `BadParameter` for
    anything else."""
    if seconds is None or (
        isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds >= 0
    ):
        return seconds
    raise BadParameter(
        f"{name} is {quote(seconds)}; it must be a number of seconds, at least 0, or None."
    )


def _bounds(low: int, high: int) -> str:
    match low > -LARGEST, high < LARGEST:
        case True, True:
            return f" from {low:,} to {high:,}"
        case True, False:
            return f", at least {low:,}, of at most 1,000 digits"
        case False, True:
            return f", at most {high:,}"
    return " of at most 1,000 digits"
