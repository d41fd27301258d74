"""From what a key meets to the keys that are offered for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..compiling.folding import folded, substituted
from ..reading import nodes as n
from ..running.keyboards import ARROWS
from ..running.numerals import literal
from .texts import DIGITS, LETTERS, Vocabulary
from .tracing import TEXT, Met
from .trials import Trial

ENTER, SPACE, NONE = "\r", " ", ""
_MOST, _SOME = 40, 20
_KEYS = (*LETTERS, *DIGITS, *ARROWS, ENTER, SPACE, *"+-*/.,;:@=<>?^")


def keys(
    met: Met, vocabulary: Vocabulary, tried: Callable[[str], Trial], polls: bool, digits: str = DIGITS
) -> tuple[str, ...]:
    """The keys that a program compares with one that is pressed, then return and space; with ``polls`` none too.

    Those that it turns away are not among them; ``digits`` are those that fit where it reads a key as a number.
    """
    if polls and tried("0").way == tried(NONE).way != tried("1").way:
        digits = digits.replace("0", "")  # It counts as no key.
    found = dict.fromkeys(key for key in _compared(met, vocabulary, digits) if _is_key(key))
    upper = [key for key in found if not (key.islower() and key.upper() in found)][:_MOST]
    some = dict.fromkeys((*upper, ENTER, SPACE, *([NONE] if polls else [])))
    taken = tuple(key for key in some if not tried(key).refused)
    return taken if len(taken) > 1 else tuple(some)  # One key alone says that no other can be pressed.


def _is_key(text: str) -> bool:
    return len(text) == 1 or (len(text) == 2 and text[0] == "\0")


def _compared(met: Met, vocabulary: Vocabulary, digits: str) -> Iterator[str]:
    yield from _told_apart(met)
    lows: list[float] = []
    highs: list[float] = []
    for op, side, other in met.tests:
        code = _code(side, other)
        if code is not None and op in ("=", "<>"):
            yield from map(chr, {int(code)} - {0})
        elif code is not None:
            (lows if op in ("<", ">=") else highs).append(code)
        elif n.is_text(side) and op in ("=", "<>"):
            texts = vocabulary.of(other)
            unknown = side == TEXT and texts.other and texts.width == 1 and not texts.words
            yield from LETTERS if unknown else _pressed(side, texts.words)
    for call in met.calls:
        if call.name == "INSTR":
            yield from (key for arg in call.args for text in vocabulary.of(arg).words for key in text)
        elif call.name == "VAL":
            yield from digits
    if lows and highs:
        low, high = int(min(lows)), int(max(highs))
        yield from map(chr, range(low, high + 1) if low <= high else range(high + 1, low))


def _told_apart(met: Met) -> Iterator[str]:
    """The keys with which PEEK finds something in the keyboard that makes a difference."""
    tests = [n.Binary(op, side, other) for op, side, other in met.tests]
    for test in filter(_peeks, (*tests, *met.conditions)):
        without = _with(test, NONE)
        found = [key for key in _KEYS if _with(test, key) != without]
        yield from found if len(found) <= _SOME else ()  # Any key at all is not one to name.


def _with(test: n.Expr, key: str) -> n.Expr:
    return folded(substituted(test, ((TEXT, n.Str(key)),)))


def _peeks(e: n.Expr) -> bool:
    """Whether what PEEK finds in the keyboard is all that is unknown in an expression."""
    if isinstance(e, n.Call) and e.name.startswith("KEY."):
        return True
    parts = n.children(e)
    return any(map(_peeks, parts)) and all(isinstance(part, n.Num) or _peeks(part) for part in parts)


def _code(side: n.Expr, other: n.Expr) -> float | None:
    """The code that a key, or its ASC, is compared with."""
    match side, other:
        case n.Call("ASC", (arg,)), n.Num(text) if arg == TEXT and 0 < literal(text) < 256:
            return literal(text)
        case _, n.Str(text) if side == TEXT and len(text) == 1:
            return float(ord(text))
    return None


def _pressed(side: n.Expr, words: Iterable[str]) -> Iterator[str]:
    """The keys of which ``side``, the key or a piece of it, is one of some words."""
    for word in words:
        if side == TEXT or (isinstance(side, n.Call) and side.name == "LEFT$"):
            yield word
        elif isinstance(side, n.Call) and side.name in ("RIGHT$", "MID$") and len(word) == 1:
            yield "\0" + word
