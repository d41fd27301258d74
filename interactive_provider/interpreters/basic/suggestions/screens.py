"""What a player knows about a play: only its screens.

Suggestions never depend on the program's memory. The amount of something is read from the screen
(`amounts`), and even which question is being asked may be a secret: all questions that the screens
allow are considered (`by_prompt`, `by_text`, `by_way`). So two plays that have shown a player the
same offer the same, whatever luck has drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from ..compiling.control_flow import (
    Edge,
    Flow,
    FlowKind,
    Jump,
    JumpUnless,
    MissingLine,
    Operation,
    Take,
    closure,
)
from ..compiling.symbols import expressions
from ..dialects import DIALECTS
from ..reading import nodes as n
from ..reading.keyboard_peeks import DOWN
from ..reading.nodes import Expr, ProgramLines, Target
from .text_values import AnswerWords

_TELLING = 3
"""The number of letters in a text by which a player recognises it."""
_MOST_CALLS = 24
"""The number of calls of an asking subroutine that a player can distinguish."""
_CONTROL = re.compile(r"\x1b\[[\d;]*[A-Za-z]")
"""Codes that position and colour the output."""
_OTHERS = re.compile(r"[^A-Z0-9]+")
_PICTURED = re.compile(r"[^ -~]+")
"""The codes and graphics between the parts of a text that look alike on every screen."""
START = -1
"""The number for the start of the program, among the numbers of its INPUTs."""


class InputPlace(NamedTuple):
    """A question: the ``number`` of an INPUT and, if it is in a subroutine, the ``calls`` of that:
    one operation, or none if it is unknown which."""

    number: int
    calls: tuple[int, ...] = ()


Candidates = frozenset[InputPlace]
"""The questions that a player may think the program is asking."""


def numbers_of(candidates: Candidates) -> frozenset[int]:
    """Return the numbers of the INPUTs of some questions."""
    return frozenset(asking.number for asking in candidates)


def only(candidates: Candidates) -> InputPlace | None:
    """Return the question being asked, without its call if several may have led to it; None if
    several questions may be asked."""
    numbers = numbers_of(candidates)
    if len(candidates) == 1:
        return next(iter(candidates))
    return InputPlace(min(numbers)) if len(numbers) == 1 else None


class Approach(NamedTuple):
    """The texts that a player may see before a question.

    One of the ``texts`` of a statement may be the last one printed. If none of them is, one of the
    INPUTs ``before`` was answered last, and something else may have been shown since then.
    """

    texts: frozenset[AnswerWords]
    before: frozenset[tuple[int, bool]]


class Screens:
    """The texts that a program prints and the questions that it asks."""

    def __init__(self, lines: ProgramLines, flow: Flow) -> None:
        self.lines = lines
        self.flow = flow
        self.inputs = flow.inputs
        self.prompts = [_letters(asked.prompt or "") for asked in flow.inputs]
        self.approach = lru_cache(maxsize=None)(self._approach)
        self.alike = lru_cache(maxsize=None)(self._alike)

    def _alike(self, number: int) -> Candidates:
        """Return the questions that wait for an answer in the same way as an INPUT does: for a
        line, or for keys."""
        manner = _manner(self.inputs[number])
        numbers = (i for i, asked in enumerate(self.inputs) if _manner(asked) == manner)
        return frozenset(asking for i in numbers for asking in self._ways_to_ask(i))

    def _ways_to_ask(self, number: int) -> Iterator[InputPlace]:
        """Return an INPUT with each call of a subroutine that contains it."""
        at = self.places[number]
        calls = self._calls(at)
        if not calls or len(calls) > _MOST_CALLS or at in self.flow.inside(0):
            yield InputPlace(number)
        if len(calls) <= _MOST_CALLS:
            yield from (InputPlace(number, (site,)) for site in calls)

    def by_prompt(self, alike: Candidates, printed: str) -> Candidates:
        """Return those questions whose prompts are at the end of the screen."""
        ending = _letters(printed)
        prompts = {asking: self.prompts[asking.number] for asking in alike}
        fitting = {asking: prompt for asking, prompt in prompts.items() if ending.endswith(prompt)}
        longest = max(filter(_is_telling, fitting.values()), key=len, default=None)
        named = (asking for asking, prompt in fitting.items() if prompt == longest)
        return frozenset(named) or frozenset(fitting)

    def by_text(self, some: Candidates, printed: str) -> Candidates:
        """Return those questions that follow the last text on the screen; none if the screen does
        not show this."""
        screen = _letters(printed)
        places = {
            asking: max(
                (_places(texts, screen) for texts in self.approach(asking).texts), default=()
            )
            for asking in some
        }
        last = max(places.values(), default=())
        return frozenset(asking for asking in some if () != last == places[asking])

    def by_way(self, some: Candidates, printed: str, answered: frozenset[int]) -> Candidates:
        """Return those questions that may follow when one of the INPUTs was ``answered``, or all of
        them if none may."""
        following = set()
        for asking in some:
            approach = self.approach(asking)
            before = {number for number, shows in approach.before if shows or not printed}
            again = asking.number in answered and _letters(printed).endswith(_REDONE)
            if again or before & answered:
                following.add(asking)
        return frozenset(following) or some

    @cached_property
    def places(self) -> list[int]:
        """The operation of each INPUT."""
        return [i for i, op in enumerate(self.flow.ops) if isinstance(op.what, n.InputStatement)]

    def _calls(self, at: int) -> list[int]:
        """Return the calls of the subroutines that contain an operation."""
        entries = [entry for entry, inside in self._subroutines.items() if at in inside]
        return [site for entry in entries for site in self.flow.sites[entry]]

    @cached_property
    def _subroutines(self) -> dict[int, set[int]]:
        """The operations of each subroutine, by its start."""
        return {entry: self.flow.inside(entry) for entry in self.flow.sites}

    @cached_property
    def _before(self) -> list[list[Edge]]:
        """The operations from which control may reach each one, and how."""
        edges: list[list[Edge]] = [[] for _ in self.flow.ops]
        for i, ways in enumerate(self.flow.successors):
            for way in ways:
                edges[way.to].append(Edge(way.kind, i))
        return edges

    @cached_property
    def amounts(self) -> list[tuple[Target, re.Pattern[str]]]:
        """Return a function that finds the values of variables on the screen, beside words that
        occur nowhere else."""
        beside: dict[str, dict[re.Pattern[str], Target]] = {}
        for items in self._printed:
            for i, item in enumerate(items):
                words, pattern = _pattern(items, i)
                if isinstance(item, Target) and _is_telling(words):
                    beside.setdefault(words, {})[pattern] = item
        return [
            (variable, pattern)
            for patterns in beside.values()
            for pattern, variable in patterns.items()
            if len({*patterns.values()}) == 1 and not pattern.search(self._listing)
        ]

    @cached_property
    def _printed(self) -> list[Sequence[object]]:
        """The output of each PRINT without a format."""
        statements = (stmt for line in self.lines for stmt in n.inner_statements(line.body))
        return [stmt.items for stmt in statements if isinstance(stmt, n.Print) and not stmt.using]

    @cached_property
    def _listing(self) -> str:
        return "\n".join(line.text for line in self.lines)

    def _approach(self, asking: InputPlace) -> Approach:
        """Return what may be seen before a question."""
        ops = self.flow.ops
        at = self.places[asking.number]
        other_calls = {*self._calls(at)} - {*asking.calls}

        # This goes back from an operation until it reaches a text or a question, recording whether
        # something is shown after each.
        def ways(place: tuple[int, bool]) -> Iterable[tuple[int, bool]]:
            i, shows = place
            if self._telling[i] or isinstance(ops[i].what, Take):
                return ()
            return [
                (edge.to, shows or not isinstance(ops[edge.to].what, _QUIET))
                for edge in self._before[i]
                if edge.kind is not FlowKind.TRAP
                and (edge.kind is not FlowKind.CALL or edge.to not in other_calls)
            ]

        reached = closure(((at, False),), ways)
        texts = {self._telling[i] for i, _ in reached} - {()}
        before = {(START, shows) for i, shows in reached if i == 0 and not self._telling[0]}
        for i, shows in reached:
            what = ops[i].what
            if isinstance(what, Take):
                before.add((self.flow.number(what.asked), shows))
        return Approach(frozenset(texts), frozenset(before))

    @cached_property
    def _telling(self) -> list[AnswerWords]:
        """The texts printed by each operation by which a player may recognise it."""
        printed = (op.what.items if isinstance(op.what, n.Print) else () for op in self.flow.ops)
        texts = ([_letters(i.text) for i in items if isinstance(i, n.Str)] for items in printed)
        return [tuple(filter(_is_telling, some)) for some in texts]


def _letters(text: str) -> str:
    """Return the letters and digits of a text, by which it is recognised on a screen of any width,
    in any case and colour."""
    return _OTHERS.sub("", _CONTROL.sub("", text).upper())


def _places(texts: Sequence[str], screen: str) -> tuple[int, ...]:
    """Return the ends and lengths of texts that follow one another on a screen, the last one first;
    nothing if one of them is missing."""
    places: list[int] = []
    before = len(screen)
    for text in reversed(texts):
        end = before
        before = screen.rfind(text, 0, end)
        if before < 0:
            return ()
        places += before + len(text), len(text)
    return tuple(places)


_REDONE = tuple(_letters(dialect.redo) for dialect in DIALECTS.values())
"""The messages of the machines about an answer that they reject."""
_QUIET = (
    Jump, JumpUnless, Take, n.Let, n.For, n.Next, n.Goto, n.Gosub, n.Return, n.On, n.Read,
    n.InputStatement, n.Nothing,
)  # fmt: skip
"""The operations that show nothing, except for the prompt of an INPUT, which is tested
separately."""


def _is_telling(text: str) -> bool:
    """True if a player may recognise by a text where the program is, or what a number means."""
    return sum(map(str.isalpha, text)) >= _TELLING


def _manner(asked: n.InputStatement) -> tuple[object, ...]:
    """Return how an INPUT waits for an answer: for a line, for a key, or for a key held down."""
    return asked.keys is None, asked.polls, asked.targets == (DOWN,)


def _pattern(items: Sequence[object], at: int) -> tuple[str, re.Pattern[str]]:
    """Return the words around an item of PRINT, with ``#`` in its place, and the pattern that finds
    its value on the screen."""
    before = _PICTURED.split("".join(_texts(reversed(items[:at]))))[-1]
    after = _PICTURED.split("".join(_texts(items[at + 1 :])))[0]
    number = r"\s*(-?\d+)(?![\d.])\s*"
    found = re.compile(f"{re.escape(before)}{number}{re.escape(after)}")
    return max(f"{before}#", f"#{after}", key=len), found


def _texts(items: Iterable[object]) -> Iterator[str]:
    """Return the constant text next to an item."""
    item = next((item for item in items if item != ";"), None)
    if isinstance(item, n.Str):
        yield item.text


# Names -------------------------------------------------------------------------------------------


def looked_at(what: Operation) -> Sequence[Expr]:
    """Return the expressions in an operation, without the variables that an INPUT asks for."""
    match what:
        case JumpUnless(test):
            return (test,)
        case n.InputStatement(targets):
            return [part for target in targets for part in n.children(target)]
        case Jump() | Take() | MissingLine():
            return ()
    return expressions(what)


def names_of(*wholes: Expr) -> frozenset[str]:
    """Return the scalars and the arrays in expressions."""
    return frozenset(named(part) for part in n.parts(*wholes) if isinstance(part, Target))


def named(e: Target) -> str:
    """Return the name of a variable, with a bracket for an array."""
    return e.name if isinstance(e, n.Var) else e.name + "("
