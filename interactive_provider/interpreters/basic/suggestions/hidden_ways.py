"""The operations that may have run without the player's knowledge, and the questions that a player cannot distinguish.

A test of values that a player does not know leaves open which way control went, unless the next output reveals it. The
way is hidden from the test to where all its ways join, or to a text by which a player recognizes the place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import and_, or_

from ..compiling.control_flow import Flow, Jump, JumpUnless, Kind, Missing, Operation, Take, closure
from ..compiling.symbols import expressions
from ..reading import nodes as n

_NUMBER = "\0#"
"""What is printed first where a number is."""
_IN_NUMBERS = frozenset("\n -.0123456789")
_TELLING = 3
"""Letters that a text has at least by which a player recognizes where control is."""
_SIDES = 40
"""This many ways from one operation are compared at most."""


class HiddenWays:
    """The hidden operations of a program, of which every operation is a statement; `hide` adds to them."""

    def __init__(self, flow: Flow) -> None:
        self.flow, self.edges = flow, flow.successors
        self.ops = [op.what for op in flow.ops]
        self.calls = {site for sites in flow.sites.values() for site in sites}
        self.hidden: set[int] = set()
        self._lost: set[tuple[int, bool]] = set()
        self._alike = lru_cache(maxsize=None)(self._texts_like)
        self.is_landmark = lru_cache(maxsize=None)(self._is_landmark_at)

    # Questions -----------------------------------------------------------------------------------

    @cached_property
    def places(self) -> dict[int, int]:
        """Where each operation stands, by its identity."""
        return {id(what): i for i, what in enumerate(self.ops)}

    def doubts(self, asked: n.Input) -> list[int]:
        """The operations that control may have come by unseen to a question, if it may go on in several ways.

        If there are none, a player knows the way by which control came, whatever he knows of values.
        """
        at = self.places[id(asked)]
        found = closure((at,), lambda i: () if self.is_landmark(i) else (
            [*self.before[i], i - 1] if i - 1 in self.calls else self.before[i]))  # fmt: skip
        return [i for i in found if len(self.edges[i]) > 1 and not self.is_revealed(i)]

    def rivals(self, asked: n.Input, others: Sequence[n.Input]) -> list[n.Input]:
        """Those of some questions before which the same may be printed as before one of them, that included."""
        texts = {id(one): self._last_texts(self.places[id(one)]) for one in others}
        alike = closure((id(asked),), lambda one: [other for other in texts if _may_agree(texts[one], texts[other])])
        return [one for one in others if id(one) in alike]

    def tells_call(self, call: object) -> bool:
        """True if the text before a call is not before any other call of the same subroutine."""
        site = self.places[id(call)]
        entries = {edge.to for edge in self.edges[site] if edge.kind is Kind.CALL}
        others = {other for entry in entries for other in self.flow.sites[entry]} - {site}
        texts = self._last_texts(site)
        return not any(_may_agree(texts, self._last_texts(other)) for other in others)

    # Texts ---------------------------------------------------------------------------------------

    def is_revealed(self, i: int) -> bool:
        """True if the next output reveals which way control went."""
        sides = {edge.to for edge in self.edges[i]}
        if len(sides) > _SIDES:
            return False
        texts = [self._first_texts[to] for to in sides]
        return not any(one & other for one, other in combinations(texts, 2)) and not any(
            self._alike(text) & other for one, other in combinations(texts, 2) for text in _bits(one)
        )

    @cached_property
    def beginnings(self) -> list[str | None]:
        """How that begins which each operation prints."""
        return list(map(_beginning, self.ops))

    @cached_property
    def _texts(self) -> list[str]:
        return list(dict.fromkeys(text for text in self.beginnings if text is not None))

    def _texts_like(self, text: int) -> int:
        """The texts that may be the same as one, as bits."""
        return sum(1 << k for k, other in enumerate(self._texts) if not _differ(self._texts[text], other))

    @cached_property
    def _first_texts(self) -> list[int]:
        """For each operation how all things begin that may be printed first from there on, as bits for `_texts`."""
        numbers = {text: 1 << k for k, text in enumerate(self._texts)}
        texts = [0 if text is None else numbers[text] for text in self.beginnings]
        ways = [[edge.to for edge in edges] for edges in self.edges]
        silent = [i for i, text in enumerate(texts) if not text]
        return _solved(texts, silent, ways, or_, [0] * len(texts))

    def _last_texts(self, start: int) -> set[str]:
        """How each thing ends that may be printed last before a question; empty for what nobody knows."""
        found = set()

        def ways(i: int) -> Iterable[int]:
            ending = _ending(self.ops[i])
            if ending is not None:
                found.add(ending)
                return ()
            if i == 0:
                found.add("")
            return self.before[i]

        closure(self.before[start], ways)
        return found

    @cached_property
    def before(self) -> list[list[int]]:
        """The operations from which control comes to each."""
        found: list[list[int]] = [[] for _ in self.ops]
        for i, edges in enumerate(self.edges):
            for edge in edges:
                found[edge.to].append(i)
        return found

    # Ways ----------------------------------------------------------------------------------------

    def hide(self, i: int) -> set[int]:
        """Hide the operations that may be done on only one way from a test, and return them."""
        ways = self._unseen(i, self._lost)
        self.hidden |= ways
        return ways

    def hides(self, i: int, asked: n.Input) -> bool:
        """Whether control comes to a test which, if nobody knows its outcome, hides a question."""
        return self.places[id(asked)] in self._unseen(i, set()) and i in self.flow.reachable((0,))

    def _unseen(self, i: int, lost: set[tuple[int, bool]]) -> set[int]:
        """The operations that may be done on only one way from a test, without what is lost already.

        If something is printed among them, nobody can tell any more what belongs to what, until a text tells.
        """
        joins = reduce(and_, (self._must_pass[to] for to in self._across[i]))
        if joins:
            found = closure(self._ways_apart((i, False), joins), lambda place: self._ways_apart(place, joins))
            ways = {at for at, _ in found}
            if all(self.beginnings[at] is None for at in ways):
                return ways
        found = closure(self._ways_apart((i, False), 0), lambda place: self._ways_apart(place, 0), lost)
        return {at for at, _ in found}

    def _ways_apart(self, place: tuple[int, bool], joins: int) -> Iterator[tuple[int, bool]]:
        """Where control goes on, but for where the ways join and for texts by which a player recognizes where he is.

        A place is an operation, and whether a call has led there. A text there does not tell whence it was called.
        """
        at, called = place
        over = joins or called
        for kind, to in self.edges[at]:
            if not (joins >> to & 1 or self.is_landmark(to) or (over and kind is Kind.RETURN)):
                yield to, called or kind is Kind.CALL
        if at in self.calls and not (joins >> at + 1 & 1 or self.is_landmark(at + 1)):
            yield at + 1, called

    @cached_property
    def _across(self) -> list[list[int]]:
        """Where each operation leads; a call leads behind itself, and RETURN to the end of all."""
        end = len(self.ops)
        return [[i + 1 if kind is Kind.CALL else end if kind is Kind.RETURN else to for kind, to in edges]
                for i, edges in enumerate(self.edges)]  # fmt: skip

    @cached_property
    def _must_pass(self) -> list[int]:
        """For each operation those that control passes on every way from it to the next question, as bits.

        A way that ends does not count: no question follows.
        """
        end, ways = len(self.ops), self._across
        every = (1 << end + 1) - 1
        passed = [1 << i if isinstance(what, n.Input) else every for i, what in enumerate(self.ops)] + [1 << end]
        others = [i for i in range(end) if passed[i] == every]
        return _solved(passed, others, ways, and_, [1 << i for i in range(end)], every)

    def _is_landmark_at(self, i: int) -> bool:
        """Whether an operation prints a text which stands nowhere else in the program."""
        return any(self._all_texts.count(text) == 1 for text in constant_texts(self.ops[i]) if is_telling(text))

    @cached_property
    def _all_texts(self) -> str:
        texts = [part.text for what in self.ops for part in n.parts(*looked_at(what))
                 if isinstance(part, n.Str)]  # fmt: skip
        texts += [what.prompt or "" for what in self.ops if isinstance(what, n.Input)]
        return "\n".join([*texts, *(text for what in self.ops if isinstance(what, n.Data) for text, _ in what.items)])


def looked_at(what: Operation) -> Sequence[n.Expr]:
    """The expressions that stand in an operation."""
    if isinstance(what, JumpUnless):
        return (what.test,)
    return () if isinstance(what, Jump | Take | Missing) else expressions(what)


def names_of(*wholes: n.Expr) -> frozenset[str]:
    """The scalars and the arrays in expressions."""
    return frozenset(named(part) for part in n.parts(*wholes) if isinstance(part, n.Target))


def named(e: n.Target) -> str:
    """The name of a variable, that of an array with a bracket."""
    return e.name if isinstance(e, n.Var) else e.name + "("


def _solved(
    values: list[int],
    places: Sequence[int],
    ways: Sequence[Sequence[int]],
    join: Callable[[int, int], int],
    own: Sequence[int],
    start: int = 0,
) -> list[int]:
    """Values of operations, those of some made from their own and those behind them, until all agree."""
    changed = True
    while changed:
        changed = False
        for i in reversed(places):
            new = reduce(join, map(values.__getitem__, ways[i]), start) | own[i]
            if new != values[i]:
                values[i], changed = new, True
    return values


def _bits(mask: int) -> Iterator[int]:
    """The positions of the set bits."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def is_telling(text: str) -> bool:
    """True if a player may recognize by a text where control is."""
    return sum(map(str.isalpha, text)) >= _TELLING


def constant_texts(what: object) -> list[str]:
    """The constant texts that an operation prints."""
    if isinstance(what, n.Print):
        return [item.text for item in what.items if isinstance(item, n.Str)]
    return [what.prompt] if isinstance(what, n.Input) and what.prompt else []


def _beginning(what: object) -> str | None:
    """How that begins which an operation prints, as far as it is known; None for what prints nothing."""
    if isinstance(what, n.Input):
        return (what.prompt or "") + ("? " if what.question else "") + "\0"
    if not isinstance(what, n.Print):
        return None
    found = ""
    for item in what.items:
        if isinstance(item, n.Str):
            found += item.text
        elif item != ";":
            number = not (found or isinstance(item, str | n.Tab) or n.is_text(item) or what.using)
            return _NUMBER if number else found
    return found if what.items[-1:] == (";",) else found + "\n"


def _may_agree(endings: Iterable[str], others: Collection[str]) -> bool:
    """True if two texts can end in the same way."""
    return any(_ends_like(a, b) or _ends_like(b, a) for a in endings for b in others)


def _ends_like(text: str, end: str) -> bool:
    if not end.startswith(_NUMBER):
        return text.endswith(end)
    tail = end.removeprefix(_NUMBER)
    before = text.removesuffix(tail).rstrip()
    return text.endswith(tail) and before[-1:] in ("", _NUMBER[-1], *_IN_NUMBERS)


def _ending(what: object) -> str | None:
    """How that ends which an operation shows, as far as it is known; None for what shows nothing."""
    if isinstance(what, n.Input):
        return "" if what.keys is None else None  # Behind a question stands what was typed.
    if not isinstance(what, n.Print):
        return None
    found = "" if what.items[-1:] in ((";",), (",",)) else "\n"
    for item in reversed(what.items):
        if isinstance(item, n.Str):
            found = item.text + found
        elif item != ";":
            number = not (isinstance(item, str | n.Tab) or n.is_text(item) or what.using)
            return _NUMBER + found if number else found
    return found


def looks(asked: n.Input) -> tuple[object, ...]:
    """What a player sees of a question itself."""
    return asked.prompt or "", asked.question, asked.keys, asked.polls, len(asked.targets)


def _differ(a: str, b: str) -> bool:
    """True if two texts cannot be the beginning of the same text."""
    for one, other in ((a, b), (b, a)):
        if one == _NUMBER:
            return other != _NUMBER and bool(other) and other[0] not in _IN_NUMBERS
    return not (a.startswith(b) or b.startswith(a))
