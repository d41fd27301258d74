"""The free input that a state may ask for besides its options: a number or a text."""

from __future__ import annotations

import math
import operator
import sys
from dataclasses import dataclass

from ..errors import ChoiceError, quote


@dataclass(frozen=True, slots=True)
class Number:
    """The state asks for a number from ``low`` to ``high``, inclusive; None means no bound.

    It is entered as ``p(12)`` or digit by digit as ``p.n1.n2.enter``; a small range of whole
    numbers is listed. The game gets an ``int`` if the number is whole, otherwise a ``float``.
    Raises `ValueError` for bounds that no number satisfies.

    >>> Number(1, 100).parse("50")
    50
    """

    low: float | None = None
    high: float | None = None
    integer: bool = True
    unit: str = ""

    def __post_init__(self) -> None:
        if type(self.low) is type(self.high) is int and self.low <= self.high:
            return  # the usual case, and one is made for every state
        if not all(bound is None or _is_number(bound) for bound in (self.low, self.high)):
            raise ValueError(
                f"A number from {quote(self.low)} to {quote(self.high)}: bounds must be numbers or"
                " None."
            )
        if self.low is not None is not self.high and not self.low <= self.high:
            raise ValueError(f"There is no number from {quote(self.low)} to {quote(self.high)}.")

    def parse(self, answer: object) -> int | float:
        """Return ``answer`` as a number within the bounds; raise `ChoiceError` for anything
        else."""
        number = _as_number(answer)
        if number is None:
            raise ChoiceError(f"{quote(answer)} is not {self}.")
        if self.integer and not isinstance(number, int):
            raise ChoiceError(f"{quote(answer)} is not a whole number; give {self}.")
        if self.low is not None and number < self.low:
            raise ChoiceError(f"{quote(answer)} is too small: give {self}.")
        if self.high is not None and number > self.high:
            raise ChoiceError(f"{quote(answer)} is too large: give {self}.")
        return number

    def __str__(self) -> str:
        kind = "a whole number" if self.integer else "a number"
        unit = f" of {self.unit}" if self.unit else ""
        match _written(self.low), _written(self.high):
            case None, None:
                return kind + unit
            case low, None:
                return f"{kind}{unit}, at least {low}"
            case None, high:
                return f"{kind}{unit}, at most {high}"
            case low, high:
                return f"{kind}{unit} from {low} to {high}"
        raise AssertionError("the four cases are all there are")


def _is_number(thing: object) -> bool:
    """True for an ordinary number: neither a bool nor NaN."""
    return isinstance(thing, int | float) and not isinstance(thing, bool) and thing == thing


def _written(bound: float | None) -> float | None:
    """Return a bound as an int if it is whole: 60 for 60.0."""
    if isinstance(bound, float) and bound.is_integer():
        return int(bound)
    return bound


@dataclass(frozen=True, slots=True)
class Text:
    """The state asks for words, entered as ``p("any text")``, of at most ``longest`` characters.

    >>> Text("a name", longest=20).parse("Ada")
    'Ada'
    """

    what: str = "text"
    longest: int = 10_000

    def parse(self, answer: object) -> str:
        """Return ``answer`` as text; raise `ChoiceError` if it is not text, or too long."""
        if not isinstance(answer, str):
            raise ChoiceError(f"{quote(answer)} is not text; give {self}.")
        if len(answer) > self.longest:
            raise ChoiceError(
                f"{quote(answer)} has {len(answer):,} characters; at most {self.longest:,} fit."
            )
        return answer

    def __str__(self) -> str:
        return self.what


def _as_number(answer: object) -> int | float | None:
    """Return ``answer`` as an int if it is whole, otherwise as a float; None if it is not a finite
    number."""
    if isinstance(answer, bool):
        return None
    try:
        if isinstance(answer, str):
            digits = answer.strip().lstrip("+-")
            if digits.isascii() and digits.isdigit():
                return _checked_size(int(_within_limit(answer)))
            answer = float(answer)
        if isinstance(answer, float) or not hasattr(answer, "__index__"):
            number = float(answer)  # type: ignore[arg-type]
            if not math.isfinite(number):
                return None
            if number.is_integer():
                return int(number)
            return number
        return _checked_size(operator.index(answer))
    except (TypeError, OverflowError):
        return None
    except ValueError as fault:
        if isinstance(fault, ChoiceError):
            raise
        return None


def _within_limit(text: str) -> str:
    limit = sys.get_int_max_str_digits()
    if limit and len(text) > limit:
        raise ChoiceError(
            f"A number of {len(text):,} digits is too long: Python reads at most {limit:,}."
        )
    return text


def _checked_size(number: int) -> int:
    """Return ``number``; refuse it if Python could not write it out again, as lines and saves
    must."""
    limit = sys.get_int_max_str_digits()
    if limit and number.bit_length() > 3.3219 * limit and abs(number) >= 10**limit:
        raise ChoiceError(
            f"A number of more than {limit:,} digits is too long: Python writes no more."
        )
    return number
