"""Which answers a program expects at an INPUT, found by reading it and never by running it.

From each INPUT the value is followed through LET, IF, ON, FOR, GOSUB and subscripts to the constants that
it meets: words, numbers, the ends of ranges, the number of branches. What a variable happens to hold is
never looked at, so no secret can show; where a bound is a variable, `intervals` says what it can be at most.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from . import nodes as n
from .expressions import literal
from .flow import Flow, Jump, JumpUnless, Take
from .intervals import Intervals
from .symbols import Symbols

_FARTHEST = 4_000
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "<>": "<>"}
_PARTNERS = {"YES": "NO", "NO": "YES", "Y": "N", "N": "Y", "yes": "no", "no": "yes", "y": "n", "n": "y"}
_LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What one variable of an INPUT may be given.

    ``words`` (for text) and ``numbers`` are single choices; ``low`` and ``high`` the ends of a range, None
    where the text of the program sets none; ``whole`` tells whether only whole numbers make sense.
    """

    text: bool
    words: tuple[str, ...] = ()
    numbers: tuple[float, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = True

    @property
    def closed(self) -> bool:
        """Whether all choices can be listed."""
        return bool(self.words or self.numbers) or (self.low is not None and self.high is not None)


@dataclass(frozen=True, slots=True)
class _Seen:
    """How a value stems from the answer: cut to its first letters, or moved by a constant."""

    start: int = 1
    count: int | None = None
    offset: float = 0.0
    code: bool = False


@dataclass
class _Facts:
    words: dict[str, None] = field(default_factory=dict)
    prefixes: dict[str, None] = field(default_factory=dict)
    equal: dict[float, None] = field(default_factory=dict)
    refused: dict[float, None] = field(default_factory=dict)
    lows: list[tuple[bool, float]] = field(default_factory=list)
    highs: list[tuple[bool, float]] = field(default_factory=list)
    menus: list[tuple[float, float]] = field(default_factory=list)
    spans: list[tuple[float, float]] = field(default_factory=list)
    fraction: bool = False
    letters: bool = False


Env = tuple[tuple[n.Expr, _Seen], ...]


class Analyst:
    """Finds the suggestions for the INPUTs of one program, each on first demand."""

    def __init__(self, lines: Sequence[n.Line], flow: Flow, symbols: Symbols) -> None:
        self.flow, self.symbols = flow, symbols
        self.intervals = Intervals(lines)
        statements = [s for line in lines for s in n.inner_statements(line.body)]
        self.texts = _constant_texts(statements)
        self.tables = _tables(statements)
        data = [text for s in statements if isinstance(s, n.Data) for text, _ in s.items]
        self.data_words = tuple(dict.fromkeys(t for t in data if re.fullmatch(r"[A-Za-z][A-Za-z '\-]{0,23}", t)))
        self.bodies = {foot: head + 1 for head, foot in flow.ends.items() if foot is not None}
        self.known: dict[int, tuple[Suggestion, ...]] = {}

    def suggestions(self, number: int) -> tuple[Suggestion, ...]:
        """What the INPUT of that number may be given, one suggestion for each of its variables."""
        if number not in self.known:
            at = next(i for i, op in enumerate(self.flow.ops) if op.what is self.flow.inputs[number])
            asked = self.flow.inputs[number]
            prompt = self._prompt(at, asked)
            self.known[number] = tuple(
                _conclude(
                    t.name.endswith("$"),
                    self._follow(at, t),
                    prompt if not any(map(n.is_text, asked.targets[1:])) else "",
                )
                for t in asked.targets
            )
        return self.known[number]

    def _prompt(self, at: int, asked: n.Input) -> str:
        """The texts that are printed just before an INPUT."""
        found = [asked.prompt or ""]
        for op in reversed(self.flow.ops[max(0, at - 8) : at]):
            if not isinstance(op.what, n.Print | n.Nothing):
                break
            if isinstance(op.what, n.Print):
                found += [i.text for i in reversed(op.what.items) if isinstance(i, n.Str)]
        return " ".join(reversed(found))

    # Following the value ---------------------------------------------------------------------

    def _follow(self, at: int, target: n.Target) -> _Facts:
        facts = _Facts()
        start: Env = ((target, _Seen()),)
        queue: deque[tuple[int, Env, tuple[int, ...]]] = deque([(at + 2, start, ())])
        seen: set[tuple[int, Env, tuple[int, ...]]] = set()
        while queue and len(seen) < _FARTHEST:
            place = queue.popleft()
            if place in seen or not place[1] or place[0] >= len(self.flow.ops):
                continue
            seen.add(place)
            queue.extend(self._step(place, at, facts))
        return facts

    def _step(
        self, place: tuple[int, Env, tuple[int, ...]], origin: int, facts: _Facts
    ) -> Iterator[tuple[int, Env, tuple[int, ...]]]:
        i, env, calls = place
        what = self.flow.ops[i].what
        match what:
            case Jump(to):
                yield to, env, calls
            case JumpUnless(test, to):
                self._test(test, env, facts, self._leads_back(i + 1, origin), self._leads_back(to, origin))
                yield from ((i + 1, env, calls), (to, env, calls))
            case Take(asked):
                yield i + 1, _without(env, asked.targets), calls
            case n.Return():
                yield from self._returns(env, calls, origin)
            case n.Next():
                yield from ((i + 1, env, calls), (self.bodies.get(i, i + 1), env, calls))
            case n.Gosub(line):
                yield from self._enter(i, line, env, calls)
            case n.End():
                return
            case n.If() | n.Let() | n.Print() | n.On() | n.Goto() | n.For() | n.Read() | n.While():
                exits: list[tuple[int, Env]] = []
                after = self._statement(i, what, env, facts, exits, origin)
                call = isinstance(what, n.On) and what.call
                yield from ((to, e, (*calls, i + 1) if call else calls) for to, e in exits)
                if after is not None:
                    yield i + 1, after, calls
            case _:
                yield i + 1, env, calls

    def _enter(self, i: int, line: int, env: Env, calls: tuple[int, ...]) -> Iterator[tuple[int, Env, tuple[int, ...]]]:
        if len(calls) < 3:
            yield self.flow.target(line, i), env, (*calls, i + 1)
        else:
            yield i + 1, env, calls

    def _returns(self, env: Env, calls: tuple[int, ...], origin: int) -> Iterator[tuple[int, Env, tuple[int, ...]]]:
        if calls:
            yield calls[-1], env, calls[:-1]
            return
        for i, op in enumerate(self.flow.ops):
            if isinstance(op.what, n.Gosub) and op.what.line in self.flow.line_at:
                entry = self.flow.line_at[op.what.line]
                if entry <= origin < entry + 60:
                    yield i + 1, env, ()

    def _statement(
        self, i: int, stmt: n.Stmt, env: Env, facts: _Facts, exits: list[tuple[int, Env]], origin: int
    ) -> Env | None:
        """Note what a statement tells; returns the values carried past it, None if control does not pass."""
        match stmt:
            case n.If(test, then, other):
                refused = self._body_back(i, other, origin) if other else self._leads_back(i + 1, origin)
                self._test(test, env, facts, self._body_back(i, then, origin), refused)
                after = [self._sequence(i, part, env, facts, exits, origin) for part in (then, other)]
                kept = [e for e in after if e is not None]
                return max(kept, key=len) if kept else None
            case n.Goto(line):
                exits.append((self.flow.target(line, i), env))
                return None
            case n.On(selector, lines):
                seen = _carried(selector, env)
                if seen is not None and not seen.code:
                    facts.menus.append((1 - seen.offset, len(lines) - seen.offset))
                exits += [(self.flow.target(line, i), env) for line in lines]
                return env
            case n.Return() | n.End():
                return None
            case n.Let(target, value):
                self._subscripts(value, env, facts)
                self._subscripts(target, env, facts)
                seen = _carried(value, env)
                env = _without(env, (target,))
                return (*env, (target, seen)) if seen is not None and len(env) < 4 else env
            case n.For(var, first, last, _):
                return self._loop(var, first, last, env, facts)
            case n.Read(targets):
                return _without(env, targets)
            case n.Print(items):
                for item in items:
                    if not isinstance(item, str | n.Tab):
                        self._subscripts(item, env, facts)
        return env

    def _loop(self, var: str, first: n.Expr, last: n.Expr, env: Env, facts: _Facts) -> Env:
        env = _without(env, (n.Var(var),))
        seen = _carried(last, env)
        if seen is None:
            return env
        low = self.intervals.of(first)
        if low.low == low.high:
            facts.lows.append((False, low.low - seen.offset))
        return (*env, (n.Var(var), seen)) if len(env) < 4 else env

    def _sequence(
        self, i: int, body: Sequence[n.Stmt], env: Env, facts: _Facts, exits: list[tuple[int, Env]], origin: int
    ) -> Env | None:
        after: Env | None = env
        for stmt in body:
            if after is None:
                return None
            after = self._statement(i, stmt, after, facts, exits, origin)
        return after

    # Does a branch refuse the answer? ---------------------------------------------------------

    def _body_back(self, i: int, body: Sequence[n.Stmt], origin: int) -> bool:
        for stmt in body:
            if isinstance(stmt, n.Goto):
                return self._leads_back(self.flow.target(stmt.line, i), origin)
            if not isinstance(stmt, n.Print | n.Let | n.Nothing):
                return False
        return False

    def _leads_back(self, to: int, origin: int) -> bool:
        """Whether control runs straight from an operation to the INPUT at ``origin``."""
        for _ in range(10):
            if to == origin:
                return True
            what = self.flow.ops[to].what if to < len(self.flow.ops) else None
            if isinstance(what, n.Goto):
                to = self.flow.target(what.line, to)
            elif isinstance(what, Jump):
                to = what.to
            elif isinstance(what, n.Print | n.Let | n.Nothing):
                to += 1
            else:
                return False
        return False

    # Tests -----------------------------------------------------------------------------------

    def _test(self, test: n.Expr, env: Env, facts: _Facts, if_true: bool, if_false: bool) -> None:
        match test:
            case n.Binary("AND" | "OR", left, right):
                self._test(left, env, facts, if_true, if_false)
                self._test(right, env, facts, if_true, if_false)
            case n.Unary("NOT", arg):
                self._test(arg, env, facts, if_false, if_true)
            case n.Binary(op, left, right) if op in n.COMPARISONS:
                self._subscripts(left, env, facts)
                self._subscripts(right, env, facts)
                for carrier, other, way in ((left, right, op), (right, left, _FLIPPED[op])):
                    seen = _carried(carrier, env)
                    if seen is not None:
                        self._compared(seen, way, carrier, other, env, facts, if_true, if_false)
            case _ if _carried(test, env) is not None:
                facts.equal.update({0.0: None, 1.0: None})

    def _compared(
        self, seen: _Seen, op: str, carrier: n.Expr, other: n.Expr, env: Env, facts: _Facts, yes: bool, no: bool
    ) -> None:
        if n.is_text(other):
            self._word(seen, other, facts)
            return
        if seen.code:
            facts.letters = True
            return
        if isinstance(other, n.Call) and other.name == "INT" and _carried(other, env) is not None:
            return  # N = INT(N) asks for a whole number
        span = self.intervals.of(other)
        low, high = span.low - seen.offset, span.high - seen.offset
        step = 1.0
        if low != high and math.isfinite(low) and math.isfinite(high):
            facts.spans.append((low, high))
        match op:
            case "=" | "<>" if low == high and (yes if op == "=" else no):
                facts.refused[low] = None
            case "=" | "<>" if low == high:
                facts.equal[low] = None
                facts.fraction |= low != int(low)
            # What a refused answer is not tells the range; so does, less surely, any other test.
            case "<" | ">=" if math.isfinite(low):
                facts.lows.append((yes if op == "<" else no, low))
                facts.highs += [] if yes or no or op == ">=" else [(False, high)]
            case "<=" if math.isfinite(low):
                facts.lows.append((yes, low + step))
            case ">" if math.isfinite(high):
                facts.highs.append((yes, high))
        if op == ">=" and math.isfinite(high):
            facts.highs.append((yes, high - step if yes else high))
        if op == "<=" and no and math.isfinite(high):
            facts.highs.append((no, high))
        if op == ">" and no and math.isfinite(low):
            facts.lows.append((no, low + step))
        if op == "<" and no and math.isfinite(high):
            facts.highs.append((no, high - step))

    def _word(self, seen: _Seen, other: n.Expr, facts: _Facts) -> None:
        match other:
            case n.Str(text):
                found: tuple[str, ...] = (text,)
            case n.Var(name) if name in self.texts:
                found = (self.texts[name],)
            case n.Call("MID$" | "LEFT$" | "RIGHT$", args):
                found = self._slices(args, facts)
            case n.Var(name) | n.Elem(name) if name in self.tables:
                found = self.data_words
            case _:
                return
        whole = seen.count is None and seen.start == 1
        for word in found:
            if seen.start == 1 and word.strip():
                (facts.words if whole else facts.prefixes)[word.strip()] = None

    def _slices(self, args: tuple[n.Expr, ...], facts: _Facts) -> tuple[str, ...]:
        """The parts of a constant text that is cut into pieces of one width."""
        size = args[-1]
        if isinstance(args[0], n.Call) and args[0].name in ("MID$", "LEFT$", "RIGHT$"):
            return self._slices(args[0].args, facts)
        packed = args[0].text if isinstance(args[0], n.Str) else self.texts.get(getattr(args[0], "name", ""))
        if not isinstance(size, n.Num):
            return ()
        width = int(literal(size.text))
        if packed is None:
            facts.letters |= width == 1
            return ()
        parts = [packed[i : i + width] for i in range(0, len(packed), width)] if width else []
        return tuple(p.strip() for p in parts if p.strip() and len(set(p)) > (width > 1))

    def _subscripts(self, e: n.Expr, env: Env, facts: _Facts) -> None:
        """Note the ranges of arrays in whose subscripts the answer stands."""
        if isinstance(e, n.Elem):
            bounds = self.symbols.array(e).bounds
            for part, bound in zip(e.index, bounds or (), strict=False):
                seen = _carried(part, env)
                if seen is not None and not seen.code:
                    facts.menus.append((max(1.0, self.symbols.base) - seen.offset, bound - seen.offset))
        for part in n.children(e):
            self._subscripts(part, env, facts)


def _carried(e: n.Expr, env: Env) -> _Seen | None:
    """How an expression stems from the answer, None if it does not."""
    for carrier, seen in env:
        if e == carrier or _may_be(e, carrier):
            return seen
    match e:
        case n.Call("INT" | "VAL" | "ABS" | "FIX", (arg,)):
            return _carried(arg, env)
        case n.Call("LEFT$", (arg, n.Num(size))):
            return _cut(_carried(arg, env), 1, int(literal(size)))
        case n.Call("MID$", (arg, n.Num(start), n.Num(size))):
            return _cut(_carried(arg, env), int(literal(start)), int(literal(size)))
        case n.Call("ASC", (arg,)):
            inner = _carried(arg, env)
            return None if inner is None else _Seen(code=True)
        case n.Binary("+" | "-" as op, left, n.Num(size)) if not n.is_text(left):
            inner = _carried(left, env)
            moved = literal(size) if op == "+" else -literal(size)
            return None if inner is None else _Seen(inner.start, inner.count, inner.offset + moved, inner.code)
    return None


def _may_be(e: n.Expr, carrier: n.Expr) -> bool:
    """Whether an element, its subscripts being variables, may be the one that carries the answer."""
    if not (isinstance(e, n.Elem) and isinstance(carrier, n.Elem) and e.name == carrier.name):
        return False
    return any(
        a != b and not (isinstance(a, n.Num) and isinstance(b, n.Num))
        for a, b in zip(e.index, carrier.index, strict=False)
    )


def _cut(seen: _Seen | None, start: int, count: int) -> _Seen | None:
    return None if seen is None else _Seen(seen.start + start - 1, count, seen.offset, seen.code)


def _without(env: Env, targets: Sequence[n.Target]) -> Env:
    return tuple((e, seen) for e, seen in env if e not in targets)


def _constant_texts(statements: Sequence[n.Stmt]) -> dict[str, str]:
    """The text variables to which one constant is given and nothing else."""
    given: dict[str, set[str | None]] = {}
    for stmt in statements:
        match stmt:
            case n.Let(n.Var(name), value) if name.endswith("$"):
                given.setdefault(name, set()).add(value.text if isinstance(value, n.Str) else None)
            case n.Read(targets) | n.Input(targets):
                for target in targets:
                    given.setdefault(target.name, set()).add(None)
    return {name: next(iter(v)) or "" for name, v in given.items() if len(v) == 1 and None not in v}


def _tables(statements: Sequence[n.Stmt]) -> frozenset[str]:
    """The text variables and arrays that are filled by READ."""
    return frozenset(t.name for s in statements if isinstance(s, n.Read) for t in s.targets if t.name.endswith("$"))


# From facts to a suggestion ------------------------------------------------------------------

_RANGE = re.compile(r"(?<![\d.])(\d{1,4})\s*(?:-|TO|THROUGH|THRU|AND|\.\.)\s*(\d{1,4})(?![\d.])", re.IGNORECASE)

_MOST = re.compile(
    r"(?<![\d.])(\d{1,4}) (?:IS )?MAX|MAX(?:IMUM)?(?: IS| OF|\.)? (\d{1,4})"
    r"|(?:UP TO|LESS THAN|NO MORE THAN) (\d{1,4})(?![\d.])",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(r"(?<![\d.])(\d{1,2})\s*[=).:](?!\d)")


def _conclude(text: bool, facts: _Facts, prompt: str) -> Suggestion:
    return _words(facts, prompt) if text else _numbers(facts, prompt)


def _words(facts: _Facts, prompt: str) -> Suggestion:
    words = dict(facts.words)
    for prefix in facts.prefixes:
        whole = {"Y": "YES", "N": "NO", "y": "yes", "n": "no"}.get(prefix, prefix)
        if not any(w.startswith(prefix) for w in words):
            words[whole] = None
    for word in list(words):
        if word in _PARTNERS and len(words) < 3:
            words[_PARTNERS[word]] = None
    if not words and re.search(r"\bYES\b.*\bNO\b|\(Y.*N", prompt, re.IGNORECASE):
        words = {"YES": None, "NO": None}
    if not words and facts.letters:
        words = dict.fromkeys(_LETTERS)
    return Suggestion(True, tuple(words))


def _numbers(facts: _Facts, prompt: str) -> Suggestion:
    if facts.equal or len(facts.refused) > 1:
        # One number that leads back to the question is refused; several are a menu that comes back to it.
        facts.equal.update(facts.refused)
    if facts.menus and not any(sure for sure, _ in facts.lows + facts.highs):
        low, high = min(m[0] for m in facts.menus), max(m[1] for m in facts.menus)
        return _ranged(facts, min([low, *facts.equal]), max([high, *facts.equal]))
    named = _RANGE.search(prompt)
    most = _MOST.search(prompt)
    if most and named is None:
        named = _RANGE.search(f"1-{most[1] or most[2] or most[3]}")
    low_end, high_end = _end(facts.lows, min), _end(facts.highs, max)
    if named and int(named[1]) < int(named[2]) and (low_end is None or high_end is None):
        return _ranged(facts, float(named[1]), float(named[2]))
    if facts.spans and (low_end is None or high_end is None):
        low_end = min(s[0] for s in facts.spans) if low_end is None else low_end
        high_end = max(s[1] for s in facts.spans) if high_end is None else high_end
    if facts.menus:
        low_end = max(1.0, min(m[0] for m in facts.menus)) if low_end is None else low_end
        high_end = max(m[1] for m in facts.menus) if high_end is None else high_end
    if low_end is not None and high_end is not None and low_end <= high_end:
        return _ranged(facts, min([low_end, *facts.equal]), max([high_end, *facts.equal]))
    if low_end is None and high_end is None and (named_numbers := _ENUMERATED.findall(prompt))[1:]:
        return Suggestion(False, numbers=tuple(sorted({float(x) for x in named_numbers} | set(facts.equal))))
    if len(facts.equal) > 1 or (facts.equal and not (facts.lows or facts.highs)):
        return Suggestion(False, numbers=_listed(facts), low=low_end, high=high_end, whole=not facts.fraction)
    return Suggestion(False, numbers=tuple(facts.equal), low=low_end, high=high_end, whole=not facts.fraction)


def _listed(facts: _Facts) -> tuple[float, ...]:
    """The numbers asked after. A single one does not stand alone: it may be a quiz's right answer."""
    numbers = sorted(facts.equal)
    if numbers in ([0.0], [1.0]):
        return (0.0, 1.0)
    if len(numbers) == 1 and numbers[0] in range(2, 10):
        return tuple(float(i) for i in range(1, max(5, int(numbers[0]) + 1)))
    return tuple(numbers)


def _ranged(facts: _Facts, low: float, high: float) -> Suggestion:
    return Suggestion(False, low=low, high=high, whole=not facts.fraction)


def _end(found: list[tuple[bool, float]], choose: Callable[[list[float]], float]) -> float | None:
    """One end of a range: what refused answers tell, else what any test tells."""
    sure = [value for certain, value in found if certain]
    values = sure or [value for _, value in found]
    return choose(values) if values else None
