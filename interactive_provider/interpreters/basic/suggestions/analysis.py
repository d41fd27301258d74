"""START HERE: which answers a program expects at an INPUT, found by reading it and never by running it.

`dataflow` follows the answer through LET, IF, ON, FOR, GOSUB and subscripts to the constants that it meets, `trials`
tell what becomes of single answers, `prompts` and `answer_notes` read what is printed. From all that the witnesses of
numbers, texts and keys make what is offered. The present value of a variable is never read, so that no secret can show,
unless it follows from what was on the screen (`secrets` says which do).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NamedTuple

from ..compiling.control_flow import Flow
from ..compiling.symbols import Symbols
from ..reading import nodes as n
from .answer_notes import notes
from .dataflow import NUMBER, Context, Guards, Meetings, Met, holds, of_value
from .hidden_ways import constant_texts, is_telling, looks
from .intervals import Intervals
from .key_witnesses import ERASING, UNNAMED, any_signs, keys, typed_by_keys
from .number_witnesses import LISTED, WITNESSES, Claim, Facts, Question, Witness, conclusion
from .prompts import Printed, Prints, asks_for, named_ranges
from .secrets import Knowledge, Luck
from .text_values import DIGITS, Vocabulary, leaves
from .text_witnesses import COMPARING, NAMES, TextQuestion
from .text_witnesses import conclusion as words_of
from .trials import Trial

_CALLS = 4
"""The most open GOSUBs that are considered."""
_OF_MEASURES = frozenset({"SIN", "COS", "TAN", "EXP", "LOG"})
"""Functions of what is measured and not counted."""
Shown = tuple[tuple[n.Target, float], ...]
"""Pairs of a variable, or an element, and its value, which a player knows."""


class End(NamedTuple):
    """What says how much a number may be; ``followed`` if a player has been able to reckon it all the time.

    Else its value must stand on the screen to be no secret.
    """

    held: n.Target
    followed: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What one variable of an INPUT may be given.

    ``words`` (for text) and ``numbers`` are single choices; ``low`` and ``high`` the ends of a range, None
    if the text of the program sets none; ``whole`` says whether only whole numbers make sense, ``sure``
    whether the program turns away all else, ``between`` that it turns away the ends too.
    ``notes`` are pairs of an answer and what the program prints of it;
    ``signs`` the characters of which the answer consists, where the program looks at them one by one; ``free``
    says that the program compares a text with nothing; ``stock`` that ``high`` is all there is of something, as an
    `End` tells;
    ``shown`` are texts that are printed with the question and that the answer is compared with;
    ``blank`` that nothing at all may be typed: the program neither stops nor asks again;
    ``lines`` are those that compare the answer.
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
    stock: bool = False
    shown: tuple[n.Expr, ...] = ()
    between: bool = False
    blank: bool = True
    lines: tuple[int, ...] = ()

    @property
    def closed(self) -> bool:
        """True if all choices can be listed."""
        return bool(self.words or self.numbers) or (self.low is not None and self.high is not None)

    @property
    def parts(self) -> tuple[tuple[str, str, str], ...]:
        """Of a large stock, some numbers with the names they go by and what they are: all, half, a tenth, none."""
        if not self.stock or self.high is None or self.answers():
            return ()
        most = f" of {as_typed(self.high // 1)}"
        shares = (("all", 1, ", as much as you can"), ("half", 2, most), ("tenth", 10, most))
        parts = ((name, self.high // share, what) for name, share, what in shares)
        some = tuple((name, as_typed(x), what) for name, x, what in parts if x >= max(self.low or 0.0, 1.0))
        return (*some, ("none", "0", ", nothing")) if self.low == 0.0 else some

    def answers(self) -> tuple[str, ...]:
        """All choices as they are typed, empty unless they are a short list."""
        if self.words or self.numbers:
            return self.words or tuple(map(as_typed, self.numbers))
        low, high, whole = self.low, self.high, self.whole and not self.between
        if low is None or high is None or high - low >= LISTED or not (whole and low.is_integer()):
            return ()
        return tuple(as_typed(low + i) for i in range(int(high - low) + 1))


class Analyst:
    """Finds the suggestions for the INPUTs of one program, each on first demand, by the ``witnesses`` for numbers."""

    def __init__(
        self, lines: Sequence[n.Line], flow: Flow, symbols: Symbols, witnesses: Sequence[Witness] = WITNESSES
    ) -> None:
        statements = [stmt for line in lines for stmt in n.inner_statements(line.body)]
        intervals = Intervals(statements)
        vocabulary = Vocabulary(statements, intervals)
        self.luck = Luck(statements)
        self.facts = Facts(intervals, Intervals(statements, usual=True), self.luck)
        self.knowledge = Knowledge(lines, statements, self.luck)
        self.prints = Prints(flow, vocabulary)
        self.listing = "\n".join(line.text for line in lines)
        self.witnesses = witnesses
        self._read_in(Context(flow, symbols, intervals, vocabulary))
        self.ends = lru_cache(maxsize=None)(self._ends)
        self.called_from = lru_cache(maxsize=256)(self._called_from)
        self.rivals = lru_cache(maxsize=None)(self._rivals)
        self.is_predictable = lru_cache(maxsize=None)(self._is_predictable)
        self.of_any = lru_cache(maxsize=None)(self._of_any)
        self.unread = lru_cache(maxsize=None)(self._unread)
        self.is_announced = lru_cache(maxsize=None)(self._is_announced)

    def _read_in(self, context: Context) -> None:
        """Look at all questions in that context from now on."""
        self.context = context
        self.suggestions = lru_cache(maxsize=256)(self._suggestions)
        self.meetings = lru_cache(maxsize=None)(partial(Meetings, context))
        self.guards = lru_cache(maxsize=None)(partial(Guards, context))

    def _called_from(self, calls: tuple[int, ...]) -> Analyst:
        """The same for a question in a subroutine, of which it is known where it returns to."""
        found = copy(self)
        found._read_in(replace(self.context, calls=calls))
        return found

    def _suggestions(self, number: int, shown: Shown = (), calls: tuple[int, ...] = ()) -> tuple[Suggestion, ...]:
        """What the INPUT of that number may be given, one suggestion for each of its variables.

        ``shown`` are those of its `ends` whose values a player knows; ``calls`` the operations to which the open
        GOSUBs return, the last one last.
        """
        if calls:
            return self.called_from(calls[-_CALLS:]).suggestions(number, shown)
        flow = self.context.flow
        asked, at = flow.inputs[number], self.place(number)
        printed = self.prints.before(at, asked, self.context.calls)
        return tuple(self._suggestion(at, target, asked, printed, shown) for target in asked.targets)

    def suggestions_at(self, number: int, shown: Shown, calls: tuple[int, ...]) -> tuple[Suggestion, ...]:
        """What is offered to a player, who may not know by which way the program came there, nor which INPUT it is."""
        asked = self.context.flow.inputs[number]
        alike = self.unread(number)
        if alike and {self.of_any(alike)} == {self.suggestions(number, (), calls), *map(self.suggestions, alike)}:
            return self.of_any(alike)  # Then it does not matter which it is.
        rivals = self.rivals(number)
        if len(rivals) > 1:
            return self.of_any(rivals)
        known = not calls or asked.keys is not None or self.is_announced(number) or (
            self.knowledge.tells_call(self.context.flow.ops[calls[-1] - 1].what)
            or not self.knowledge.is_lost(asked))  # fmt: skip
        return self.suggestions(number, shown, calls if known else ())

    def _unread(self, number: int) -> tuple[int, ...]:
        """The INPUTs that look like one, if the program never reads what is typed at any of them."""
        inputs = self.context.flow.inputs
        alike = [i for i, one in enumerate(inputs) if looks(one) == looks(inputs[number])]
        is_read = any(self.context.is_read(target, self.place(i)) for i in alike for target in inputs[i].targets)
        return () if is_read or inputs[number].keys is not None else tuple(alike)

    def _is_announced(self, number: int) -> bool:
        """True if a text that is unique in the listing is always printed just before a question, or with it."""
        flow, at = self.context.flow, self.place(number)
        first = max((i for i in flow.leaders if i <= at), default=0)
        texts = (text for op in flow.ops[first : at + 1] for text in constant_texts(op.what))
        return any(self.listing.count(text) == 1 for text in texts if is_telling(text))

    def _rivals(self, number: int) -> tuple[int, ...]:
        """The INPUTs that a player cannot tell from one, that included."""
        if self.is_announced(number):
            return (number,)
        return tuple(map(self.context.flow.number, self.knowledge.rivals(self.context.flow.inputs[number])))

    def _is_predictable(self, number: int) -> bool:
        """True if neither luck nor the program's variables affect the immediate result of an answer."""
        asked = self.context.flow.inputs[number]
        return asked.keys is None and len(self.rivals(number)) == 1 and self.knowledge.is_predictable(asked)

    def _of_any(self, numbers: tuple[int, ...]) -> tuple[Suggestion, ...]:
        """The suggestions that fit every one of several INPUTs."""
        return tuple(map(_any_of, zip(*map(self.suggestions, numbers), strict=True)))

    def place(self, number: int) -> int:
        """The operation that is the INPUT of that number."""
        asked = self.context.flow.inputs[number]
        return next(i for i, op in enumerate(self.context.flow.ops) if op.what is asked)

    def _suggestion(self, at: int, target: n.Target, asked: n.Input, printed: Printed, shown: Shown) -> Suggestion:
        if asked.keys is not None:
            return self._keys(at, target, asked, printed)
        near = self.meetings(at, target)
        found = self._text(at, target, asked, printed) if n.is_text(target) else (
            self._number(near, at, target, asked, printed, shown))  # fmt: skip
        nothing: str | float = "" if n.is_text(target) else 0.0
        empty = Trial(self.context, at, target, nothing)
        blank = not (empty.failed or (empty.refused and found.text and near.met.tests))
        if blank:
            found = _with_return(found, printed.prompt, near.met)
        told = notes(self.context.flow, near, printed, found.answers())
        return replace(found, notes=told, blank=blank, lines=self._lines(near.met))

    def _lines(self, met: Met) -> tuple[int, ...]:
        """The lines of the program that compare an answer, or branch by it."""
        return tuple(dict.fromkeys(self.context.flow.ops[i].line for i in sorted(met.places)))

    def _keys(self, at: int, target: n.Target, asked: n.Input, printed: Printed) -> Suggestion:
        """The keys that may be pressed; several in a row are a text of any kind."""
        if asked.keys != n.Num("1"):
            return Suggestion(True, free=True)
        near = self.meetings(at, target)
        asks_number = of_value(near.met)
        digits = DIGITS if asks_number is None else self._digits(at, target, asks_number, printed)
        found = keys(
            near.met, self.context.vocabulary, lru_cache(maxsize=None)(partial(Trial, self.context, at, target)),
            asked.polls, printed, digits,
        )  # fmt: skip
        if not set(found) - {*UNNAMED, *ERASING}:
            typed = typed_by_keys(self.meetings(at, target, True).met, self.context.vocabulary)
            found = (*(typed or any_signs(near.met, digits)), *found)
        found = _with_named_digits(found, printed.prompt)
        told = notes(self.context.flow, near, printed, found)
        shown = self._printed_among(at, asked, near.met)
        return Suggestion(True, found, notes=told, shown=shown, lines=self._lines(near.met))

    def _digits(self, at: int, target: n.Target, met: Met, printed: Printed) -> str:
        """The digits that fit where a key is read as a number, all if nothing is said of them."""
        claim = self._value(at, target, met, printed)
        spans = [self.context.intervals.of(other) for op, side, other in met.tests
                 if op in ("=", "<>") and side == NUMBER and not isinstance(other, n.Num)]  # fmt: skip
        if spans and not claim.complete:
            claim = Claim((), min(span.low for span in spans), max(span.high for span in spans))
        fit = claim.numbers or tuple(float(d) for d in DIGITS if claim.holds(float(d)))
        return "".join(as_typed(x) for x in fit if 0 <= x <= 9 and x.is_integer()) or DIGITS

    def _printed_among(self, at: int, asked: n.Input, met: Met) -> tuple[n.Expr, ...]:
        """Texts that an answer is compared with and that were printed with the question."""
        sought = [other for op, _, other in met.tests if op in ("=", "<>")]
        shown = self.prints.shown_before(at) if sought else ()
        printed = (e for e in shown if any(_is_among(e, other) for other in sought))
        return tuple(e for e in printed if self.knowledge.is_told(e, asked, False))

    def _text(self, at: int, target: n.Target, asked: n.Input, printed: Printed) -> Suggestion:
        """From what the answer meets before the next question if that will do, else from all that it ever meets."""
        vocabulary, asking = self.context.vocabulary, self.loops_around(at) | self.prints.lists_in_prompt(at)
        tried = lru_cache(maxsize=None)(lambda word: Trial(self.context, at, target, word))
        mets = (self.meetings(at, target, is_far).met for is_far in (False, True))
        near, far = (TextQuestion(met, vocabulary, tried, printed, asking) for met in mets)
        words = words_of(near, COMPARING) if len(near.met.tests) > 1 else ()
        words = words if len(words) > 1 else words_of(far)
        free = not far.met.tests and words in ((), NAMES)
        words, signs = self._with_value(at, target, printed, words, (near, far))
        shown = self._printed_among(at, asked, far.met)
        return Suggestion(True, tuple(words), signs=far.signs() or signs, free=free, shown=shown)

    def _with_value(
        self, at: int, target: n.Target, printed: Printed, words: tuple[str, ...], questions: Sequence[TextQuestion]
    ) -> tuple[tuple[str, ...], str]:
        """Words with the numbers that fit where the program takes a text's value, or the digits to type one with."""
        asked = [met for question in questions if (met := of_value(question.met)) is not None]
        if not asked or (not any(met.is_ordered for met in asked) and any(map(str.isdigit, words))):
            return words, ""
        found = next((claim for met in asked if (claim := self._value(at, target, met, printed)).complete), None)
        numbers = () if found is None else Suggestion(False, (), found.numbers, found.low, found.high).answers()
        # One word beside a number is not an answer to guess but a command.
        words = words or questions[0].accepted(questions[0].wholes)
        others = tuple(word for word in words if word and not word.isdigit())
        return (*others, *numbers), "" if numbers else DIGITS

    def _value(self, at: int, target: n.Target, met: Met, printed: Printed) -> Claim:
        """The suggestions for a text, or a key, that is read as a number."""
        tried = partial(Trial, self.context, at, target)
        return conclusion(Question(met, self.facts, lambda x: tried(as_typed(x)), printed), self.witnesses)

    def _number(
        self, near: Meetings, at: int, target: n.Target, asked: n.Input, printed: Printed, shown: Shown
    ) -> Suggestion:
        """From what the answer meets before the next question if that will do, else from what it meets ever."""
        # What is said of several things at once may be said of the words among them.
        alone = not any(map(n.is_text, asked.targets))
        place = asked.targets.index(target)
        said = replace(printed, wanted=len(asked.targets), place=place) if alone else Printed("")
        known = tuple((held, n.number(value)) for held, value in shown)

        tried = partial(Trial, self.context, at, target, known=known)
        for walk in (near, None):
            met = (walk or self.meetings(at, target, True)).met
            gates = self.guards(at, target).met.tests
            question = Question(
                met, self.facts, tried, said, known, gates, partial(self.knowledge.is_open, asked=asked)
            )
            found = conclusion(question, self.witnesses)
            if found.complete and (found.sure or len(found.numbers) != 2):
                break
        limits = [x for x in (*found.numbers, *question.equals, found.low, found.high) if x is not None]
        measured = any(call.name in _OF_MEASURES for call in met.calls)
        whole = not (found.between or measured) and all(x.is_integer() for x in limits)
        stock = found.high is not None and question.is_stock(found.high)
        ends = found.low, found.high
        among = self._printed_among(at, asked, near.met)
        return Suggestion(
            False, (), found.numbers, *ends, whole, found.sure, stock=stock, between=found.between, shown=among
        )

    def loops_around(self, at: int) -> frozenset[str]:
        """The variables of the loops in which an operation stands."""
        flow = self.context.flow
        heads = (flow.ops[head].what for head, foot in flow.ends.items() if foot is not None and head < at < foot)
        return frozenset(what.var for what in heads if isinstance(what, n.For))

    def _ends(self, number: int) -> tuple[End, ...]:
        """The variables that say how much the numbers may be that an INPUT asks for, if a player is told of them."""
        at = self.place(number)
        asked = self.context.flow.inputs[number]
        numbers = [t for t in asked.targets if not n.is_text(t)]
        found: dict[str, bool] = {}
        elements: set[n.Elem] = set()
        for met in (self.meetings(at, target).met for target in numbers):
            for op, side, other in met.tests:
                equal = op in ("=", "<>")
                if n.is_text(side) or n.is_text(other) or (equal and not self.luck.decides(other)):
                    continue
                names = {leaf.name for leaf in (*leaves(side), *leaves(other)) if isinstance(leaf, n.Var)}
                for name in names - met.worked_out - {NUMBER.name}:
                    found[name] = found.get(name, True) and equal
                elements |= {e for e in (side, other) if isinstance(e, n.Elem) and not (equal or holds(e))}
        shown = (n.Var(name) for name, equal in found.items() if self.knowledge.is_told(n.Var(name), asked, not equal))
        variables = (End(held, self.knowledge.is_followed(held, asked)) for held in shown)
        # The elements of an array are not followed one by one: what is printed in this form may be on the screen.
        told = (e for e in sorted(elements, key=repr) if self.knowledge.is_told(e, asked))
        return (*variables, *(End(e, False) for e in told))


def _is_among(e: n.Target, sought: n.Expr) -> bool:
    """Whether what is printed is what an answer is compared with, or one of the elements among which it is sought."""
    if not (isinstance(e, n.Elem) and isinstance(sought, n.Elem) and e.name == sought.name):
        return e == sought
    pairs = zip(e.index, sought.index, strict=False)
    return e == sought or all(a == b or (isinstance(a, n.Num) and isinstance(b, n.Var)) for a, b in pairs)


def _any_of(found: Sequence[Suggestion]) -> Suggestion:
    """What fits several questions."""
    if any(one.text for one in found):
        listed = [one.words if one.text else one.answers() for one in found]
        words = tuple(word for word in listed[0] if all(word in others for others in listed))
        signs = "".join(dict.fromkeys(sign for one in found for sign in one.signs))
        return Suggestion(True, words, signs=signs, free=any(one.free for one in found))
    ends = [(min(one.numbers), max(one.numbers)) if one.numbers else (one.low, one.high) for one in found]
    low = None if any(low is None for low, _ in ends) else min(low for low, _ in ends if low is not None)
    high = None if any(high is None for _, high in ends) else max(high for _, high in ends if high is not None)
    return Suggestion(False, low=low, high=high, whole=all(one.whole for one in found))


def _with_named_digits(found: tuple[str, ...], prompt: str) -> tuple[str, ...]:
    """With all digits of a range that the prompt names, in their order, where the program tests for most of them."""
    named = [DIGITS[int(low) : int(high) + 1] for low, high in named_ranges(prompt) if 0 <= low < high <= 9]
    digits = named[-1] if named else ""
    tested = set(digits) & set(found)
    if 2 * len(tested) < len(digits) or not tested:
        return found
    return (*digits, *(key for key in found if key not in digits))


def _with_return(found: Suggestion, prompt: str, met: Met) -> Suggestion:
    """With the return key alone where the prompt asks for it; a number that is asked for so is never looked at."""
    if not asks_for("return", prompt) or "" in found.words:
        return found
    if found.text:
        return replace(found, words=("", *found.words))
    looked_at = met.tests or met.menus or met.subscripts
    return found if found.sure or looked_at else replace(found, words=("",), numbers=(), low=None, high=None)


def as_typed(x: float) -> str:
    """A number as a person types it."""
    return str(int(x)) if x.is_integer() else repr(x)
