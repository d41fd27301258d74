"""Which answers a program expects at an INPUT, found by reading it and never by running it.

`tracing` follows the answer through LET, IF, ON, FOR, GOSUB and subscripts to the constants that it meets: words,
numbers, the ends of ranges, the number of branches. Then single answers are tried: what the program turns away at
once is no choice. What a variable happens to hold is never looked at, so no secret can show; where a bound is a
variable, `intervals` says what it can be at most, or what it begins with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..compiling.flow import Flow
from ..compiling.symbols import Symbols
from ..reading import nodes as n
from .intervals import Intervals
from .keys import keys
from .luck import Luck
from .prompts import Printed, notes, printed_before, wants_return
from .ranges import Numbers
from .texts import Vocabulary
from .tracing import NUMBER, Context, Meetings, Trial
from .words import Words

_NAMES = ("ADA", "GRACE", "ALAN")
_ASKS_NAME = re.compile(r"\bNAME|CALL YOU|WHO ARE|WHO IS PLAYING|PLAYER", re.IGNORECASE)
LISTED = 30
"""So many numbers of a range are listed one by one."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What one variable of an INPUT may be given.

    ``words`` (for text) and ``numbers`` are single choices; ``low`` and ``high`` the ends of a range, None
    where the text of the program sets none; ``whole`` tells whether only whole numbers make sense, ``sure``
    whether the program turns away all else. ``notes`` are pairs of an answer and what the program prints of it;
    ``signs`` the characters of which the answer consists, where the program looks at them one by one; ``free``
    tells that the program compares a text with nothing; ``ends`` are variables that a number may not exceed, and
    ``known`` that neither luck nor a store of the program's has a part in what becomes of the answer at once.
    """

    text: bool
    words: tuple[str, ...] = ()
    numbers: tuple[float, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = True
    sure: bool = False
    notes: tuple[tuple[str, str], ...] = ()
    signs: str = ""
    free: bool = False
    ends: tuple[str, ...] = ()
    known: bool = False

    @property
    def closed(self) -> bool:
        """Whether all choices can be listed."""
        return bool(self.words or self.numbers) or (self.low is not None and self.high is not None)

    def answers(self) -> tuple[str, ...]:
        """All choices as they are typed, none where they are no short list."""
        if self.words or self.numbers:
            return self.words or tuple(map(_typed, self.numbers))
        if self.low is None or self.high is None or not self.low.is_integer() or self.high - self.low >= LISTED:
            return ()
        return tuple(_typed(self.low + i) for i in range(int(self.high - self.low) + 1))


class Analyst:
    """Finds the suggestions for the INPUTs of one program, each on first demand."""

    def __init__(self, lines: Sequence[n.Line], flow: Flow, symbols: Symbols) -> None:
        intervals = Intervals(lines)
        pairs = {foot: head for head, foot in flow.ends.items() if foot is not None}
        bodies = {foot: head + 1 for foot, head in pairs.items() if head not in flow.tops}
        heads = {foot: head for foot, head in pairs.items() if head in flow.tops}
        self.context = Context(flow, symbols, intervals, Vocabulary(lines, intervals), bodies, heads)
        self.usual = Intervals(lines, usual=True)
        self.luck = Luck(lines)
        self.known: dict[int, tuple[Suggestion, ...]] = {}

    def suggestions(self, number: int) -> tuple[Suggestion, ...]:
        """What the INPUT of that number may be given, one suggestion for each of its variables."""
        if number not in self.known:
            flow = self.context.flow
            asked = flow.inputs[number]
            at = next(i for i, op in enumerate(flow.ops) if op.what is asked)
            printed = printed_before(flow, at, asked, self.context.vocabulary)
            self.known[number] = tuple(self._suggestion(at, target, asked, printed) for target in asked.targets)
        return self.known[number]

    def _suggestion(self, at: int, target: n.Target, asked: n.Input, printed: Printed) -> Suggestion:
        if asked.keys is not None:
            return self._keys(at, target, asked, printed)
        return self._answer(at, target, asked, printed)

    def _keys(self, at: int, target: n.Target, asked: n.Input, printed: Printed) -> Suggestion:
        """The keys that may be pressed; several in a row are a text of any kind."""
        if asked.keys != n.Num("1"):
            return Suggestion(True, free=True)
        near = Meetings(self.context, at, target)
        found = keys(near.met, self.context.vocabulary, lambda key: Trial(self.context, at, target, key), asked.polls)
        return Suggestion(True, found, notes=notes(self.context.flow, near, printed, found))

    def _answer(self, at: int, target: n.Target, asked: n.Input, printed: Printed) -> Suggestion:
        """From what the answer meets ever; of a number, from what it meets before the next question if that will do."""
        near = Meetings(self.context, at, target)
        found = (
            Suggestion(n.is_text(target)) if n.is_text(target) else self._concluded(near, at, target, asked, printed)
        )
        if not found.closed or not (found.sure or len(found.numbers) != 2):
            found = self._concluded(Meetings(self.context, at, target, far=True), at, target, asked, printed)
        nothing: str | float = "" if n.is_text(target) else 0.0
        if not Trial(self.context, at, target, nothing).failed:
            found = _with_return(found, printed.prompt)
        told = notes(self.context.flow, near, printed, found.answers())
        return replace(found, notes=told, ends=self._ends(near), known=self._is_known(near))

    def _loops_around(self, at: int) -> frozenset[str]:
        """The variables of the loops in which a question stands."""
        flow = self.context.flow
        heads = (flow.ops[head].what for head, foot in flow.ends.items() if foot is not None and head < at < foot)
        return frozenset(what.var for what in heads if isinstance(what, n.For))

    def _ends(self, near: Meetings) -> tuple[str, ...]:
        """The variables that a number is not to exceed, none that luck has put there."""
        return tuple(
            dict.fromkeys(
                other.name
                for op, side, other in near.met.tests
                if op in (">", ">=", "<=")
                and side == NUMBER
                and isinstance(other, n.Var)
                and other != NUMBER
                and not self.luck.decides(other)
            )
        )

    def _is_known(self, near: Meetings) -> bool:
        met = near.met
        compared = [*(part for _, side, other in met.tests for part in (side, other)), *met.conditions]
        compared += [selector for selector, _ in met.menus]
        return not any(map(self.luck.decides, compared))

    def _concluded(self, walk: Meetings, at: int, target: n.Target, asked: n.Input, printed: Printed) -> Suggestion:
        def tried(answer: float | str) -> Trial:
            return Trial(self.context, at, target, answer)

        if n.is_text(target):
            said = " ".join((printed.prompt, *printed.lines, *printed.earlier))
            found = Words(walk.met, self.context.vocabulary, tried, printed.prompt, said, self._loops_around(at))
            words = found.choices()
            free = not (words or walk.met.tests)
            if not words:
                words = tuple(word for word in _NAMES if _ASKS_NAME.search(printed.prompt) and not tried(word).failed)
            return Suggestion(True, words, signs=found.signs(), free=free)
        # What is said of several things at once may be said of the words among them.
        prompt = "" if any(map(n.is_text, asked.targets)) else printed.prompt
        range_ = Numbers(walk.met, self.context.intervals, self.usual, tried, prompt, self.luck.decides).conclusion()
        return Suggestion(False, (), range_.numbers, range_.low, range_.high, range_.whole, range_.sure)


def _with_return(found: Suggestion, prompt: str) -> Suggestion:
    """With the return key alone where the prompt asks for it; a number that is asked for so is never looked at."""
    if not wants_return(prompt) or "" in found.words:
        return found
    if found.text:
        return replace(found, words=("", *found.words))
    return found if found.sure or found.numbers else replace(found, words=("",), low=None, high=None)


def _typed(x: float) -> str:
    return str(int(x)) if x.is_integer() else repr(x)
