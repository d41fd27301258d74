"""The constant texts that a text expression can have, judging only by the program's text.

This is flow-insensitive, like `intervals`: a variable can have any constant that a statement
assigns to it, an item of DATA that READ may assign, or a slice of such a text. `folded` evaluates
what constants alone determine.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..compiling.constant_folding import folded, substituted
from ..reading import nodes as n
from ..reading.nodes import Expr, Exprs, Stmt, Target
from .intervals import Interval, Intervals
from .luck import has_luck
from .sources import READ, key_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
_MOST = 200
_FEW = 8
"""The maximum number of lists of characters that count as a visible choice; more are a hidden
source. One of two words is a secret."""
_DEEPEST = 8
_WORD = re.compile(r"[A-Za-z][A-Za-z '\-]{0,23}")


AnswerWords: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """The constants that an expression can be, and whether it can be ``other`` texts too.

    ``width`` is the length of all of them, None if they differ or it is unknown.
    """

    words: AnswerWords = ()
    other: bool = True
    width: int | None = None

    def can_be(self, text: str) -> bool:
        """True if the expression can be ``text``."""
        return text in self.words or (self.other and self.width in (None, len(text)))


class Vocabulary:
    """Answers `of` for the text expressions of one program."""

    def __init__(self, intervals: Intervals) -> None:
        self.intervals = intervals
        self.sources = intervals.sources
        self.known: dict[str, Texts] = {}
        self.read = _read(self.sources.statements)

    def of(self, e: Expr, depth: int = 0) -> Texts:
        """Return what ``e`` can be."""
        if depth > _DEEPEST:
            return Texts()
        match e:
            case n.Str(text):
                return Texts((text,), False, len(text))
            case n.Var() | n.Elem():
                return self._variable(e, depth)
            case n.BuiltInCall("LEFT$", (text, count)):
                return self._slices((text, n.Num("1"), count), depth)
            case n.BuiltInCall("MID$", args):
                return self._slices(args, depth)
            case n.BuiltInCall("CHR$", (code,)):
                return self._characters(self.intervals.of(code))
        return Texts()

    def is_drawn(self, e: Expr, asking: Container[str] = ()) -> bool:
        """True if an expression is one text from a hidden source: its possible values would then
        reveal a secret.

        An element whose subscript is a loop variable comes from a list, which is not secret, unless
        the loop, or the list, is one of those ``asking``: then it is what this question wants. An
        element with a constant subscript is not from a list either: it is one answer.
        """
        match e:
            case n.Elem(name, index):
                constant = all(isinstance(s, n.Str) for s in self.sources.of(e))
                alone = not constant and all(isinstance(i, n.Num) for i in index)
                if alone or name + "(" in asking:
                    return True
                if any(
                    isinstance(s, n.BuiltInCall) and is_any_sign(s) and self.is_drawn(s)
                    for s in self.sources.of(e)
                ):
                    return True  # It holds the letters of a secret word.
                names = {
                    leaf.name if isinstance(leaf, n.Var) else ""
                    for part in index
                    for leaf in leaves(part)
                    if not isinstance(leaf, n.Num)
                }
                cast = (given for name in names for given in self.sources.of(n.Var(name)))
                listed = all(self.sources.counts(name) and name not in asking for name in names)
                # A loop may fill what luck chooses from.
                return not listed or any(map(has_luck, cast))
            case n.Var(name):
                return self._is_store(name, 1)
            case n.BuiltInCall("MID$" | "LEFT$" | "RIGHT$", (n.Var(name), *_)):
                return self._is_store(name, _FEW) or (is_any_sign(e) and self._is_word(name))
            case n.BuiltInCall("MID$" | "LEFT$" | "RIGHT$", (whole, *_)):
                return not isinstance(whole, n.Str) and self.is_drawn(whole, asking)
        return False

    def _is_word(self, name: str) -> bool:
        """True if a variable is a word: a list of characters has no duplicates."""
        signs = ([*filter(str.isalnum, word)] for word in self.of(n.Var(name)).words)
        return any(len({*some}) < len(some) for some in signs)

    def _is_store(self, name: str, most: int) -> bool:
        """True if a variable is assigned texts other than constants, or more constants than
        that."""
        sources = [*map(folded, self.sources.of(n.Var(name)))]
        return not all(isinstance(s, n.Str) for s in sources) or len(set(map(repr, sources))) > most

    def _variable(self, e: Target, depth: int) -> Texts:
        key = key_of(e)
        if key not in self.known:
            self.known[key] = Texts()  # A variable that depends on itself can be anything.
            read = self.read.get(key, ())
            texts = [
                Texts(read, not read) if source == READ else self.of(source, depth + 1)
                for source in self.sources.of(e)
            ]
            self.known[key] = _union(texts)
        return self.known[key]

    def _slices(self, args: Exprs, depth: int) -> Texts:
        """Return the pieces of a text that MID$ can return: from a place on, of a given length or
        up to the end."""
        text, start, *count = args
        whole = self.of(text, depth + 1)
        sizes = [self.intervals.of(size) for size in count]
        if any(size.low != size.high for size in sizes):
            return Texts()
        width = int(sizes[0].low) if sizes else None
        pieces = (part for text in whole.words for part in self._middles(text, start, width))
        parts = tuple(dict.fromkeys(pieces))[:_MOST]
        # A slice of an unknown text may be shorter.
        is_sure = width == 1 or not whole.other
        return Texts(parts, whole.other or not parts, width if is_sure else None)

    def _middles(self, text: str, start: Expr, width: int | None) -> list[str]:
        """Return the pieces that begin at a place, or at all places such as ``3*I-2`` for a loop's
        variable."""
        loops = [
            part
            for part in leaves(start)
            if isinstance(part, n.Var) and self.sources.counts(part.name)
        ]
        first, second = (
            folded(substituted(start, [(variable, n.number(x)) for variable in loops]))
            for x in (0.0, 1.0)
        )
        if not (isinstance(first, n.Num) and isinstance(second, n.Num)):
            return []
        step = int(second.value - first.value)
        size = width or len(text)
        if loops and step < max(size, 1):
            return []  # Overlapping pieces are not a list of words.
        begin = int(first.value) - 1
        begins = range(begin % step, len(text), step) if loops else [begin]
        return [text[place : place + size] for place in begins if place >= 0]

    def _characters(self, codes: Interval) -> Texts:
        if codes.high - codes.low > 64 or codes.low < 1:
            return Texts(width=1)
        return Texts(tuple(chr(c) for c in range(int(codes.low), int(codes.high) + 1)), False, 1)


def is_any_sign(e: Expr) -> bool:
    """True if an expression is a character of a text at a place not known beforehand."""
    match e:
        case n.BuiltInCall("MID$", (n.Str() | n.Var(), place, n.Num("1"))):
            return not isinstance(place, n.Num)
    return False


def leaves(e: Expr) -> list[Expr]:
    """Return the variables and constants in an expression."""
    return [part for part in n.parts(e) if not n.children(part)]


def _union(parts: Sequence[Texts]) -> Texts:
    if not parts:
        return Texts()
    words = tuple(dict.fromkeys(word for texts in parts for word in texts.words))[:_MOST]
    widths = {texts.width for texts in parts if texts.words or texts.other}
    return Texts(
        words, any(texts.other for texts in parts), widths.pop() if len(widths) == 1 else None
    )


def _read(statements: Sequence[Stmt]) -> dict[str, AnswerWords]:
    """Return the items of DATA that READ may assign to each text variable."""
    reads = [s.targets for s in statements if isinstance(s, n.Read)]
    items = [text for s in statements if isinstance(s, n.Data) for text, _ in s.items]
    stride = len(reads[0]) if len(reads) == 1 else 1
    if len(reads) > 1:
        items = [text for text in items if _WORD.fullmatch(text)]
    found: dict[str, AnswerWords] = {}
    for targets in reads:
        for i, target in enumerate(targets):
            words = (*found.get(key_of(target), ()), *items[i % stride :: stride])
            found[key_of(target)] = tuple(dict.fromkeys(words))[:_MOST]
    return found
