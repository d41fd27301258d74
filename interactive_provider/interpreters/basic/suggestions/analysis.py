"""START HERE: which answers a program expects at an INPUT, found by reading the program and never
by running it.

A BASIC program does not say what may be typed. Its listing does, if you follow the answer: what is
it compared with, which branch does it choose, which array does it index, what makes the program
reject it? A person reads a listing in this way, and suggestions are found in the same way here, in
four steps.

1. **Follow the answer.** `dataflow` puts a stand-in in place of the answer and follows every path
   that control may take, through LET, IF, ON, FOR and GOSUB. The tests, menus, subscripts and
   functions that the stand-in meets are its `Uses`: first those before the next question and, if
   these say too little, all of them.
2. **Try single answers.** A `Reaction` is the same walk with one particular answer, up to its first
   effect. It says whether the program rejects the answer (it only returns to the question), fails
   because of it, or continues. `intervals` and `text_values` know the possible values of the other
   side of a comparison, from all statements of the program together.
3. **Read what is printed.** `prompts` finds ranges, lists and "YES OR NO" in the texts before the
   question; `answer_notes` finds the line that explains an answer.
4. **Apply the rules.** `number_rules`, `text_rules` and `key_rules` each have a list of small rules
   that turn all of this into a suggestion. Each rule earns its place: `python -m
   benchmarks.basic_inputs --ablate` counts the questions at which the suggestion differs without
   it.

A suggestion must not reveal what a player may not know. The right answer of a quiz is in the
listing, and what luck has drawn is in the program's memory. So suggestions never read the memory:
how much of something there is, and even which question is being asked, is known only from the
screens (`screens`). Two plays that have shown the same get the same suggestions. Only the keys that
interrupt a program at this moment (ON KEY) are added from the state of its machine. Texts and
numbers decided by luck (`luck`) are never listed, unless all of them are on the screen, and a
single word that is compared alone is omitted, since it may be the answer of a quiz.

An `Analyst` belongs to one program and caches its results. An `AskedVariable` is one variable of a
question, and its `Suggestion` is what may be given to it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ..compiling.control_flow import closure, flow_of
from ..compiling.symbols import Symbols
from ..reading import nodes as n
from ..reading.keyboard_peeks import DOWN
from ..reading.nodes import ProgramLines, Target
from .dataflow import Env, ProgramFacts, StandInTrace, Uses, contains_answer, of_value
from .intervals import Intervals
from .key_rules import ERASING, UNNAMED, any_signs, keys
from .luck import RandomVariables
from .number_rules import LISTED, RULES, NumberClaim, NumberQuestion, RangeFacts, conclusion
from .prompts import Printed, Prints, asks_for
from .reactions import Reaction
from .screens import Candidates, InputPlace, Screens, numbers_of, only
from .sources import Sources
from .text_rules import COMPARING, LENGTH, NAMES, TextQuestion
from .text_rules import conclusion as words_of
from .text_values import DIGITS, AnswerWords, Vocabulary, leaves

_OF_MEASURES = frozenset({"SIN", "COS", "TAN", "EXP", "LOG"})
"""Functions of quantities that are measured rather than counted."""
ShownAmounts = tuple[tuple[Target, float], ...]
"""Pairs of a variable, or an element, and its value on the screen."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The values that one variable of an INPUT may be given.

    ``words`` (for text) and ``numbers`` are single choices; ``low`` and ``high`` are the ends of a
    range, None if the program's text sets none; ``whole`` says whether only whole numbers make
    sense, ``sure`` whether the program rejects everything else, ``above`` that ``low`` itself is
    impossible. ``notes`` are pairs of an answer and what the program prints about it; ``signs`` are
    the characters of the answer if the program examines them one by one; ``free`` says that the
    program does not use it; ``stock`` that ``high`` is the whole amount available, as on the
    screen; ``blank`` that an empty answer is allowed: the program neither stops nor asks again;
    ``lines`` are those that compare the answer.
    """

    text: bool
    words: AnswerWords = ()
    numbers: tuple[float, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = True
    sure: bool = False
    notes: tuple[tuple[str, str], ...] = ()
    signs: str = ""
    free: bool = False
    stock: bool = False
    above: bool = False
    blank: bool = True
    lines: tuple[int, ...] = ()

    @property
    def closed(self) -> bool:
        """True if all choices can be listed."""
        return bool(self.words or self.numbers) or (self.low is not None and self.high is not None)

    @property
    def parts(self) -> tuple[tuple[str, str, str], ...]:
        """Return, for a large stock, some numbers with their names and values: all, half, a tenth,
        none."""
        if not self.stock or self.high is None or self.answers():
            return ()
        most = f" of {as_typed(self.high // 1)}"
        shares = (("all", 1, ", as much as you can"), ("half", 2, most), ("tenth", 10, most))
        parts = ((name, self.high // share, what) for name, share, what in shares)
        some = tuple(
            (name, as_typed(x), what) for name, x, what in parts if x >= max(self.low or 0.0, 1.0)
        )
        return (*some, ("none", "0", ", nothing")) if self.low == 0.0 else some

    def answers(self) -> AnswerWords:
        """Return all choices as they are typed; empty unless the list is short."""
        low = self.low
        high = self.high
        numbers = self.numbers
        if not (numbers or low is None or high is None) and self.whole:
            count = int(high - low) + 1
            if count <= LISTED:
                numbers = tuple(low + i for i in range(count))
        return (*self.words, *map(as_typed, numbers))


class Analyst:
    """Finds the suggestions for the questions of one program, each when first needed."""

    def __init__(self, lines: ProgramLines, symbols: Symbols) -> None:
        flow = flow_of(lines, by_statement=True)
        statements = [stmt for line in lines for stmt in n.inner_statements(line.body)]
        sources = Sources(statements)
        intervals = Intervals(sources)
        vocabulary = Vocabulary(intervals)
        self.facts = RangeFacts(intervals, RandomVariables(sources))
        self.screens = Screens(lines, flow)
        self.prints = Prints(flow, vocabulary)
        self.context = ProgramFacts(flow, symbols, intervals, vocabulary)
        self.variables = lru_cache(maxsize=None)(self._variables)
        self.suggestions = lru_cache(maxsize=256)(self._suggestions)

    def offers(self, candidates: Candidates, screen: str) -> tuple[Suggestion, ...]:
        """Return what may be given if one of some questions is asked and a player sees a
        ``screen``."""
        asking = only(candidates)
        if asking is not None:
            limits = [variable.limits for variable in self.variables(asking)]
            amounts = self.shown(screen) if any(limits) else ()
            known = frozenset().union(*limits)
            return self.suggestions(asking, tuple(pair for pair in amounts if pair[0] in known))
        suggestions = (
            self.suggestions(InputPlace(number)) for number in sorted(numbers_of(candidates))
        )
        return tuple(map(_any_of, zip(*suggestions, strict=False)))

    def shown(self, screen: str) -> ShownAmounts:
        """Return the values of variables that a screen shows beside unique words, the last of
        each."""
        found = ((variable, pattern.findall(screen)) for variable, pattern in self.screens.amounts)
        return tuple(
            {variable: float(numbers[-1]) for variable, numbers in found if numbers}.items()
        )

    def _suggestions(
        self, asking: InputPlace, amounts: ShownAmounts = ()
    ) -> tuple[Suggestion, ...]:
        return tuple(variable.suggestion(amounts) for variable in self.variables(asking))

    def _variables(self, asking: InputPlace) -> tuple[AskedVariable, ...]:
        """Return the variables that a question asks for."""
        flow = self.context.flow
        at = self.place(asking.number)
        asked = flow.inputs[asking.number]
        printed = self.prints.before(at, asked, asking.calls)
        context = self.context.called(asking.calls)
        return tuple(
            AskedVariable(self, context, asked, at, target, printed) for target in asked.targets
        )

    def texts_around(self, candidates: Candidates) -> str:
        """Return all lines that the program prints, those nearest before a question first; none if
        several questions may be asked."""
        asking = only(candidates)
        at = 0 if asking is None else self.place(asking.number)
        texts = self.prints.texts if at else ()
        before = reversed([*itertools.chain(*texts[:at])])
        return "\n".join((*before, *itertools.chain(*texts[at:])))

    def place(self, number: int) -> int:
        """Return the operation that is the INPUT with that number."""
        return self.screens.places[number]


@dataclass(eq=False)
class AskedVariable:
    """One variable of a question, and what may be given to it."""

    analyst: Analyst
    context: ProgramFacts
    asked: n.InputStatement
    at: int
    """The operation that is the INPUT."""
    target: Target
    printed: Printed

    @cached_property
    def trace(self) -> StandInTrace:
        """The trace of an arbitrary answer."""
        return StandInTrace(self.context, self.at, self.target)

    def _uses(self, is_far: bool) -> Uses:
        """Return the uses of an answer until the next question, or at any time with ``is_far``."""
        return self.trace.far if is_far else self.trace.near

    def _reaction_to(self, answer: float | str, known: Env = ()) -> Reaction:
        """Return the program's reaction to one particular answer."""
        return Reaction(self.context, self.at, self.target, answer, known)

    def suggestion(self, amounts: ShownAmounts) -> Suggestion:
        """Return what may be given; ``amounts`` are on the screen."""
        if self.asked.keys is not None:
            return self._keys()
        uses = self.trace.near
        suggestion = self._text() if n.is_text(self.target) else self._number(amounts)
        nothing = self._reaction_to("" if n.is_text(self.target) else 0.0)
        blank = not (nothing.failed or (nothing.refused and suggestion.text and uses.tests))
        return replace(suggestion, blank=blank, lines=self._lines())

    def _lines(self) -> tuple[int, ...]:
        """Return the lines of the program that compare an answer, or branch on it."""
        return tuple(
            dict.fromkeys(self.context.flow.ops[i].line for i in sorted(self.trace.near.places))
        )

    def _keys(self) -> Suggestion:
        """Return the keys that may be pressed; several in a row are arbitrary text."""
        if self.asked.keys != n.Num("1"):
            return Suggestion(True, free=True)
        asks_for_any = asks_for("key", f"{self.printed.since}\n{self.printed.prompt}")
        if self.asked.polls and self._is_lost() and not asks_for_any:
            return Suggestion(True, ("",), lines=self._lines())
        near = self.trace.near
        uses = near if near.tests or near.reckoned else self.trace.far
        value = of_value(uses)
        digits = DIGITS if value is None else self._digits(value)
        reaction_to = lru_cache(maxsize=None)(self._reaction_to)
        offered = keys(
            uses, self.context.vocabulary, reaction_to, self.asked.polls, self.printed, digits
        )
        if not (asks_for("key", self.printed.prompt) or {*offered} - {*UNNAMED, *ERASING}):
            offered = (*any_signs(uses), *offered)
        return Suggestion(True, offered, lines=self._lines())

    def _is_lost(self) -> bool:
        """True if nothing uses the key, or if it is overwritten before it is used and a loop
        elsewhere polls again."""
        if self.trace.far == Uses():
            return True
        flow = self.context.flow
        around = self.at - 2, self.at, len(flow.ops)  # Polling begins with a test whether to ask.

        def ways(i: int) -> list[int]:
            return [to for _, to in flow.successors[i] if to not in around]

        kept = flow.ops[self.at + 4].what if self.target == DOWN else None
        return (
            isinstance(kept, n.Let)
            and StandInTrace(self.context, self.at + 3, kept.target).far == Uses()
            and any(
                op.what == self.asked and i in closure(ways(i), ways)
                for i, op in enumerate(flow.ops)
            )
        )

    def _digits(self, uses: Uses) -> str:
        """Return the digits that fit if a key is read as a number, or all if nothing is known about
        them."""
        choices = self._value(uses)
        fit = choices.numbers or tuple(float(d) for d in DIGITS if choices.contains(float(d)))
        return "".join(as_typed(x) for x in fit if 0 <= x <= 9)

    def _text(self) -> Suggestion:
        """Return a suggestion from the uses of the answer before the next question if they are
        enough, otherwise from all its uses."""
        asking = self._loops_around() | self.printed.arrays
        reaction_to = lru_cache(maxsize=None)(self._reaction_to)
        near, far = (
            TextQuestion(
                self._uses(is_far), self.context.vocabulary, reaction_to, self.printed, asking
            )
            for is_far in (False, True)
        )
        words = words_of(near, COMPARING) if len(near.uses.tests) > 1 else ()
        words = words if len(words) > 1 else words_of(far)
        free = not far.uses.tests and words in ((), NAMES)
        words, number = self._with_value(words, (near, far))
        listed = number.answers() if number else ()
        signs = far.signs() or (_signs_of(number) if number and not listed else "")
        if near.takes_return() and "" not in words and (words or listed or signs):
            words = ("", *words)
        if number and not (words or listed or far.signs()):
            return number
        signs = "" if set(signs) <= set(words) else signs
        return Suggestion(True, (*words, *listed), signs=signs, free=free)

    def _with_value(
        self, words: AnswerWords, questions: Sequence[TextQuestion]
    ) -> tuple[AnswerWords, Suggestion | None]:
        """Return words, without those that are numbers, and the numbers if the program takes a
        text's value."""
        uses_of_value = (of_value(question.uses) for question in questions)
        values = [uses for uses in uses_of_value if uses is not None]
        if not values:
            return words, None
        every = [*map(self._value, values)]
        fit = next((choices for choices in every if choices.is_complete), every[0])
        # One word beside a number is a command, not an answer to be guessed.
        words = words or questions[0].accepted(questions[0].wholes)
        others = [word for word in words if word and not word.isdigit()]
        if every[0].is_complete:  # Later comparisons do not answer this question.
            own = {*questions[0].wholes, *questions[0].beginnings}
            others = [word for word in others if word in own]
        return tuple(others), Suggestion(False, (), fit.numbers, fit.low, fit.high)

    def _value(self, uses: Uses) -> NumberClaim:
        """Return the suggestions for a text, or a key, that is read as a number, typed with as many
        digits as the program asks for."""
        lengths = (other for _, side, other in self.trace.near.tests if side == LENGTH)
        width = max((int(e.value) for e in lengths if isinstance(e, n.Num)), default=0)

        def reaction_to(x: float, known: Env) -> Reaction:
            return self._reaction_to(as_typed(x).zfill(width), known)

        return conclusion(NumberQuestion(uses, self.analyst.facts, reaction_to, self.printed))

    def _number(self, amounts: ShownAmounts) -> Suggestion:
        """Return a suggestion from the uses of the answer before the next question if they are
        enough, otherwise from all its uses."""
        known = tuple((variable, n.number(value)) for variable, value in amounts)
        for is_far in (False, True):
            uses = self._uses(is_far)
            question = NumberQuestion(
                uses, self.analyst.facts, self._reaction_to, self._printed_of_it, known
            )
            choices = conclusion(question, RULES if is_far else RULES[:-1])
            if choices.is_complete and (choices.sure or len(choices.numbers) != 2):
                break
        limits = (*choices.numbers, *question.equals, choices.low, choices.high)
        measured = any(call.name in _OF_MEASURES for call in uses.calls)
        whole = not measured and all(x is None or x.is_integer() for x in limits)
        high = choices.high
        is_stock = (
            high is not None
            and not question.guessed
            and any(abs(high - x) <= 1 for x in question.stocks)
        )
        is_above = question.is_above_zero(choices)
        return Suggestion(
            False,
            (),
            choices.numbers,
            0.0 if is_above else choices.low,
            choices.high,
            whole,
            choices.sure,
            free=not (uses.tests or uses.menus or uses.subscripts or uses.reckoned),
            stock=is_stock,
            above=is_above,
        )

    @property
    def _printed_of_it(self) -> Printed:
        """Return what is printed about this number among several; this may say more about words
        among them than about the number."""
        targets = self.asked.targets
        if any(map(n.is_text, targets)):
            return Printed("")
        return replace(self.printed, wanted=len(targets), place=targets.index(self.target))

    def _loops_around(self) -> frozenset[str]:
        """Return the variables of the loops that contain the question."""
        flow = self.context.flow
        loops = (head for head, foot in flow.ends.items() if head < self.at < (foot or 0))
        heads = (flow.ops[head].what for head in loops)
        return frozenset(what.var for what in heads if isinstance(what, n.For))

    @cached_property
    def limits(self) -> frozenset[Target]:
        """Return the variables and elements with which the answer is compared by size."""
        sizes = (test[1:] for test in self.trace.near.tests if test[0] not in ("=", "<>"))
        parts = (part for sides in sizes for e in sides for part in (*leaves(e), e))
        return frozenset(
            part for part in parts if isinstance(part, Target) and not contains_answer(part)
        )


def _any_of(suggestions: Sequence[Suggestion]) -> Suggestion:
    """Return what fits several questions."""
    if any(one.text for one in suggestions):
        words = dict.fromkeys(word for one in suggestions for word in one.answers())
        signs = dict.fromkeys("".join(one.signs for one in suggestions))
        lines = dict.fromkeys(line for one in suggestions for line in one.lines)
        free = any(one.free for one in suggestions)
        return Suggestion(True, (*words,), signs="".join(signs), free=free, lines=(*lines,))
    ends = [
        (min(one.numbers, default=one.low), max(one.numbers, default=one.high))
        for one in suggestions
    ]
    lows = [low for low, _ in ends if low is not None]
    highs = [high for _, high in ends if high is not None]
    low = min(lows) if len(lows) == len(ends) else None
    high = max(highs) if len(highs) == len(ends) else None
    whole, above = (all(getattr(one, what) for one in suggestions) for what in ("whole", "above"))
    return Suggestion(False, low=low, high=high, whole=whole, above=above)


def _signs_of(number: Suggestion) -> str:
    """Return the characters of a number that is typed as a text."""
    return DIGITS if number.low is not None and number.low >= 0 else f"{DIGITS}.-"


def as_typed(x: float) -> str:
    """Return a number as a person types it."""
    return str(int(x)) if x.is_integer() else repr(x)
