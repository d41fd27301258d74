"""START HERE for numbers: the rules that find which numbers a question expects.

Each rule is a function of a `NumberQuestion`. It returns `NumberClaim` (single numbers, or the ends
of a range), or None if it does not apply. `RULES` lists them by rank: each adds to the claims of
those before it, until one is complete. Whatever a rule returns, no number is offered that the
program rejects.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from ..compiling.constant_folding import fails, folded, substituted
from ..reading import nodes as n
from ..reading.nodes import Expr, Target
from .dataflow import NUMBER, Env, Uses, contains_answer
from .intervals import Interval, Intervals
from .luck import RandomVariables
from .prompts import Printed, asks_for, chosen_among, named_ranges
from .reactions import Reaction
from .text_values import leaves

LISTED = 30
"""The size below which the numbers of a range are listed one by one."""
_FAR = 9_979_200e6
"""A number beyond any bound, and a multiple of anything a program may require."""
_POINTS = 240
"""The maximum number of numbers that are tried."""
_NEGATED = n.Unary("-", NUMBER)
"""The answer with its sign reversed, as some programs do for one below 0."""


@dataclass(frozen=True, slots=True)
class NumberClaim:
    """Single ``numbers``, or the ends of a range, None if nothing is known; ``sure`` if everything
    else is rejected."""

    numbers: tuple[float, ...] = ()
    low: float | None = None
    high: float | None = None
    sure: bool = False

    @property
    def is_complete(self) -> bool:
        """True if nothing is left open."""
        return bool(self.numbers) or (self.low is not None and self.high is not None)

    def contains(self, x: float) -> bool:
        """True if a number is within the known ends."""
        return (self.low is None or x >= self.low) and (self.high is None or x <= self.high)


class RangeFacts(NamedTuple):
    """What the listing says about its variables: their ranges, and which of them luck decides."""

    intervals: Intervals
    luck: RandomVariables


Test: TypeAlias = tuple[str, Expr, Expr]
"""A comparison's operator, its side with the answer, and its other side."""


class NumberQuestion:
    """A number that an INPUT asks for: how the answer is used, what is printed, and the reactions
    to single answers.

    ``on_screen`` are variables with their values on the screen.
    """

    def __init__(
        self,
        uses: Uses,
        facts: RangeFacts,
        reaction_to: Callable[[float, Env], Reaction],
        printed: Printed,
        on_screen: Env = (),
    ) -> None:
        riddles = frozenset(
            part for sides in uses.riddles for side in sides for part in n.parts(side)
        )
        known = tuple(pair for pair in on_screen if pair[0] not in riddles)
        tests = {
            _put(test, known): None
            for test in uses.tests
            if not (contains_answer(test[2]) or n.is_text(test[2]))
        }
        self.uses = replace(uses, tests=tests)
        # In ``uses``, values on the screen replace their variables.
        self.written_tests = uses.tests
        self.riddles = uses.riddles
        self.on_screen = on_screen
        self.intervals, self.luck = facts
        self.printed = printed
        self.reaction_to = lru_cache(maxsize=None)(lambda x: reaction_to(x, known))
        self.informed = lru_cache(maxsize=None)(lambda x: reaction_to(x, on_screen))

    def refuses(self, x: float) -> bool:
        """True if a number is rejected in the same way as a distant one; otherwise it is a choice
        of a menu that is shown again."""
        reaction = self.reaction_to(x)
        beyond = map(self.reaction_to, (-_FAR, _FAR))
        return reaction.refused and any(
            other.refused and other.effects == reaction.effects for other in beyond
        )

    def turns_away(self, x: float) -> bool:
        """True if a number leads back to the question, rather than only to an error."""
        reaction = self.reaction_to(x)
        return reaction.refused and not reaction.failed

    @cached_property
    def stocks(self) -> list[float]:
        """The numbers on the screen that the answer may not exceed."""
        known = {test: _put(test, self.on_screen) for test in self.written_tests}
        return [
            x
            for test, (op, side, other) in known.items()
            if op not in ("=", "<>") and (op, side, other) != test and isinstance(other, n.Num)
            for x in solutions(side, other.value)
            if x > 0 and self._is_most(x, test[1:] in self.riddles)
        ]

    def _is_most(self, most: float, is_riddle: bool) -> bool:
        """True if a larger number leads back to a question, or something is printed about it.

        A riddle treats its answer differently from every number next to it.
        """
        at, beyond, below = map(self.informed, (most, most + 1, most / 2))
        if is_riddle and (below.led_back or not at.led_back):
            return False
        return beyond.led_back or any(beyond.printed(beyond.effects - below.effects))

    @cached_property
    def guessed(self) -> list[Expr]:
        """What luck has chosen, if the answer is compared with it for equality, or both ways."""
        ways: dict[Expr, set[str]] = {}
        for op, side, other in self.uses.tests:
            if side == NUMBER and self.luck.decides(other):
                ways.setdefault(other, set()).add("=" if op == "<>" else op[0])
        return [other for other, ops in ways.items() if "=" in ops or len(ops) > 1]

    @cached_property
    def may_be_negative(self) -> bool:
        """True unless something says that a negative number makes no sense: it is an amount or a
        choice, and neither the program nor its text mentions such numbers."""
        is_negated = any(side == _NEGATED for _, side, _ in self.written_tests)
        tested = any(x <= -1 for _, side, other in self.written_tests if isinstance(other, n.Num)
                     for x in solutions(side, other.value))  # fmt: skip
        amount = asks_for("amount", self.printed.prompt)
        if is_negated or (not amount and tested):  # X=-A: IF X>9; IF A<-1
            return True
        # Other things mentioned in the text may be negative.
        said = (*(() if amount else self.printed.around), self.printed.prompt)
        if self._stops_at(-1.0):  # SQR(A)
            return False
        if any(asks_for("negative", text) for text in said):  # PRINT "MINUS IS WEST"
            return True
        chosen = self.uses.counted or self.uses.subscripts or self.uses.menus
        unsaid = self.uses.tests and not self.printed.prompt.strip()
        # "HOW MANY"; FOR I=1 TO A, B(A), ON A GOTO; INPUT A: IF A=3; IF A>9 THEN the question again
        is_count_or_choice = amount or chosen or unsaid or self.turns_away(_FAR)
        return not is_count_or_choice

    def _stops_at(self, x: float) -> bool:
        """True if a value calculated from a number does not exist, such as 1/X or the root of a
        negative one, but does for 1."""
        made = (*self.uses.reckoned, *self.uses.calls)
        return any(fails(_example(e, x)) and not fails(_example(e, 1.0)) for e in made)

    def is_above_zero(self, choices: NumberClaim) -> bool:
        """True if 0 itself but no other number near it is rejected, or if a value calculated from
        it does not exist, such as 1/X, or if it is the size of a thing and nothing tests for 0
        before."""
        if choices.low not in (0.0, 1.0) or choices.high is not None or self.uses.counted:
            return False
        zero = self.reaction_to(0.0)
        if self.reaction_to(0.5).has_effect and zero.came_back and not zero.has_effect:
            return not zero.began_again
        ends = [other for _, side, other in self.written_tests if side == NUMBER]
        looks = any(isinstance(end, n.Num) and end.value in (0, 1) for end in ends)
        is_size = bool(asks_for("size", self.printed.prompt) and self.uses.reckoned)
        is_made = self._stops_at(0.0) or is_size
        return is_made and not looks and NUMBER not in self.uses.conditions

    @cached_property
    def equals(self) -> tuple[float, ...]:
        """The numbers that are tested for individually."""
        tests = [(side, other.value) for op, side, other in self.written_tests
                 if op in ("=", "<>") and isinstance(other, n.Num)]  # fmt: skip
        plain = {value for side, value in tests if side == NUMBER}
        # An expression that is tested at several places counts onwards: that is not a choice.
        values = [value for _, value in tests]
        numbers = {x for side, value in tests if value in plain or values.count(value) == 1
                 for x in solutions(NUMBER if value in plain else side, value)}  # fmt: skip
        return tuple(sorted(numbers))

    @cached_property
    def tested(self) -> frozenset[float]:
        """The numbers at which the outcome of a comparison may change."""
        near: set[float] = set()
        for _, side, other in self.uses.tests:
            span = self.intervals.of(other)
            ends = (end for end in (span.low, span.high) if math.isfinite(end))
            near.update(x for end in ends for x in solutions(side, end))
            near.update(e.value for e in (*leaves(side), *leaves(other)) if isinstance(e, n.Num))
        return frozenset(near)

    @cached_property
    def around(self) -> list[float]:
        """The numbers at which something may change, with their neighbours."""
        said = [
            end
            for choices in (subscripts(self), named(self))
            if choices is not None
            for end in (*choices.numbers, choices.low, choices.high)
            if end is not None
        ]
        points = (*self.tested, *self.equals, *said, -1.0, 0.0, 1.0)
        near = {
            y
            for x in points
            for y in (math.floor(x) - 1.0, float(math.floor(x)), x, math.ceil(x), x + 1.0)
        }
        return sorted(map(float, near))[:_POINTS]


NumberRule: TypeAlias = Callable[[NumberQuestion], NumberClaim | None]


def _put(test: Test, on_screen: Env) -> Test:
    """Return a test with the values on the screen inserted."""
    op, side, other = test
    return (
        (op, folded(substituted(side, on_screen)), folded(substituted(other, on_screen)))
        if on_screen
        else test
    )


def _example(e: Expr, x: float) -> Expr:
    """Return the value of an expression if the answer is ``x`` and each variable some other
    number."""
    others = (part for part in n.parts(e) if isinstance(part, Target) and part != NUMBER)
    values = ((other, n.number(3.0 + 2 * i)) for i, other in enumerate(dict.fromkeys(others)))
    return folded(substituted(e, ((NUMBER, n.number(x)), *values)))


def solutions(e: Expr, value: float) -> list[float]:
    """Return the answer at which an expression of it is ``value``, none unless it is simple: a
    multiple, shifted or rounded."""
    first, steepness = _line(e)
    return [(value - first) / steepness] if steepness else []


@lru_cache(maxsize=1024)
def _line(e: Expr) -> tuple[float, float]:
    """Return the value of an expression at 0, and its increase for each 1; twice 0 if it is not
    linear."""
    at = [folded(substituted(e, ((NUMBER, n.number(x)),))) for x in (0.0, 1.0, 1000.0)]
    values = [x.value for x in at if isinstance(x, n.Num)]
    if len(values) < len(at):
        return 0.0, 0.0
    first, second, last = values
    steepness = (last - first) / 1000
    return first, steepness if math.isclose(first + steepness, second) else 0.0


# The rules -----------------------------------------------------------------------------------


def refusals(question: NumberQuestion) -> NumberClaim | None:
    """Return the numbers that do not lead straight back to the question."""

    def is_beyond(far: float) -> bool:
        return question.turns_away(far) and question.turns_away(far * 1.1)

    ends = _ends(question, is_beyond)
    return replace(ends, sure=ends.is_complete) if ends else None


def _ends(question: NumberQuestion, is_beyond: Callable[[float], bool]) -> NumberClaim | None:
    """Return the accepted numbers, individually if there are gaps, otherwise their ends.

    If there is only one, it may be the right answer, and is omitted.
    """
    below, above = (
        _side([x for x in question.around if not question.refuses(x)], question.equals)
        if is_beyond(far)
        else []
        for far in (-_FAR, _FAR)
    )
    low = min(filter(float.is_integer, below), default=min(below, default=None))
    high = max(filter(float.is_integer, above), default=max(above, default=None))
    if low is None or high is None:
        return NumberClaim((), low, high) if below or above else None
    if low == high and not question.stocks:
        return None
    is_short = low.is_integer() and high - low < LISTED
    inside = [low + i for i in range(int(high - low) + 1)] if is_short else []
    some = tuple(x for x in inside if not question.refuses(x))
    return NumberClaim(some) if len(some) < len(inside) else NumberClaim((), low, high)


def _side(good: list[float], apart: Sequence[float]) -> list[float]:
    """Return the numbers without isolated ones that the program tests for individually."""
    return [x for x in good if x not in apart or {x - 1, x + 1} & {*good}] or good


def explained(question: NumberQuestion) -> NumberClaim | None:
    """Return the numbers that the prompt, or the text before it, explains individually, if the
    program does not test for others."""
    before = question.printed.since if question.equals else ""
    every = map(chosen_among, (question.printed.prompt, before))
    numbers = next((some for some in every if len(some) > 1), [])
    return NumberClaim(tuple(numbers)) if numbers and set(question.equals) <= {*numbers} else None


def named(question: NumberQuestion) -> NumberClaim | None:
    """Return the range that the prompt names: "(1-4)", "UP TO 6"; each of several values has its
    own."""
    printed = question.printed
    ranges = named_ranges(printed.prompt)
    place = printed.place if len(ranges) == printed.wanted else -1
    return NumberClaim((), *ranges[place]) if ranges else None


def subscripts(question: NumberQuestion) -> NumberClaim | None:
    """Return the branches of ON … GOTO, and the subscripts that fit all arrays indexed by the
    number, or otherwise one of them."""
    menus = ((selector, Interval(1.0, count)) for selector, count in question.uses.menus)
    ends = [
        sorted((*solutions(part, span.low), *solutions(part, span.high)))
        for part, span in (*menus, *question.uses.subscripts)
        if span.is_bounded
    ]
    fitting = list(filter(None, ends))
    parts = n.parts(*question.uses.reckoned)
    is_measure = any(isinstance(e, n.Binary) and (e.op, e.left) == ("/", NUMBER) for e in parts)
    if not fitting or is_measure:
        return None
    least = max(low for low, _ in fitting)
    most = min(high for _, high in fitting)
    return NumberClaim((), float(math.floor(least)), float(math.floor(most)))


def stock(question: NumberQuestion) -> NumberClaim | None:
    """Return the available amount on the screen as the maximum, or the amount to which a larger
    number is reduced."""
    cuts = [
        other.value
        for op, side, other in question.written_tests
        if op in (">", ">=") and side == NUMBER and isinstance(other, n.Num)
        if other in question.uses.replaced and other.value > 1
    ]
    most = (*question.stocks, *cuts)
    return NumberClaim((), None, min(most)) if most else None


def guesses(question: NumberQuestion) -> NumberClaim | None:
    """Return the range from which luck has chosen a number to be guessed.

    A number that can be calculated is the answer of a quiz, for which no range is given.
    """
    spans = map(question.intervals.of, question.guessed)
    bounded = [span for span in spans if span.is_bounded]
    if not bounded:
        return None
    low = min(span.low for span in bounded)
    high = max(span.high for span in bounded)
    return NumberClaim((), float(math.ceil(low)), float(math.floor(high)))


def equals(question: NumberQuestion) -> NumberClaim | None:
    """Return the numbers that the program tests for individually if it rejects nothing: three or
    more, or one or two if they have no other use.

    A single number is not offered alone: it may be a quiz's right answer.
    """
    numbers = _own_ways(question)
    uses = question.uses
    if len(numbers) > 2 and numbers[0] <= 2.0 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return NumberClaim(
            (), min(1.0, numbers[0]), numbers[-1]
        )  # The first of them needs no test.
    if not numbers or refusals(question) is not None:
        return None
    used = uses.reckoned or uses.counted or (uses.shown and numbers == [0.0])
    if len(numbers) < 3 and (used or any(op not in ("=", "<>") for op, _, _ in uses.tests)):
        return None
    if numbers in ([0.0], [1.0]):
        return NumberClaim((0.0, 1.0))
    return NumberClaim(tuple(numbers)) if len(numbers) > 1 else None


def beginning(question: NumberQuestion) -> NumberClaim | None:
    """Return where numbers begin: at the start of a loop that counts to them, or at the first one
    from 0 on that is not rejected.

    A special number before them, such as 0 to end, is included.
    """
    if question.may_be_negative:
        return None
    good = (x for x in question.around if x >= 0 and x.is_integer())
    first = next(
        (x for x in good if not (question.reaction_to(x).failed or question.refuses(x))), 0.0
    )
    counted = [start.value for start in question.uses.counted if isinstance(start, n.Num)]
    return NumberClaim((), max([first, *counted]))


RULES: tuple[NumberRule, ...] = (
    refusals,
    explained,
    named,
    stock,
    subscripts,
    guesses,
    equals,
    beginning,
)


# How they are combined -----------------------------------------------------------------------


def conclusion(question: NumberQuestion, rules: Iterable[NumberRule] = RULES) -> NumberClaim:
    """Return the first complete choices, within the ends set by the previous rules, without what
    the program rejects."""
    so_far = NumberClaim()
    for rule in rules:
        choices = rule(question)
        if choices is not None:
            so_far = _joined(so_far, choices)
        if so_far.is_complete:
            break
    return _offered(question, so_far)


def _joined(so_far: NumberClaim, choices: NumberClaim) -> NumberClaim:
    if choices.numbers:
        inside = tuple(x for x in choices.numbers if so_far.contains(x))
        return NumberClaim(inside, sure=choices.sure) if len(inside) > 1 else so_far
    low = choices.low if so_far.low is None else so_far.low
    high = choices.high if so_far.high is None else so_far.high
    if low is not None and high is not None and low >= high and not choices.sure:
        return so_far
    return NumberClaim((), low, high, choices.sure)


def _offered(question: NumberQuestion, so_far: NumberClaim) -> NumberClaim:
    low = so_far.low
    high = so_far.high
    if low is not None and low < 0 and not question.may_be_negative:
        low = 0.0
    if high is not None and low is not None and low.is_integer() and high - low >= 1:
        high = float(math.floor(high))
    numbers = tuple(x for x in so_far.numbers if not question.reaction_to(x).failed)
    return _with_others(question, NumberClaim(numbers, low, high, so_far.sure))


def _with_others(question: NumberQuestion, choices: NumberClaim) -> NumberClaim:
    """Add the special numbers before the first one, such as 0 to end."""
    low = choices.low
    others = [x for x in _own_ways(question) if not choices.contains(x)]
    is_default = asks_for("return", question.printed.prompt)  # Return does what 0 does.
    if choices.numbers or low is None or not others or is_default or question.guessed:
        return choices
    return replace(choices, low=min((low, *others)))


def _own_ways(question: NumberQuestion) -> list[float]:
    """Return the numbers that are tested for individually and not rejected."""
    return [x for x in question.equals if not question.refuses(x)]
