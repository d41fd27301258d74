"""From what a text answer meets to the words that are offered for it."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Container, Iterable

from ..reading import nodes as n
from ..running.numerals import literal
from .prompts import alternatives, to_type
from .texts import Vocabulary
from .tracing import TEXT, Met, Trial

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"
_CODES = {48.0: _DIGITS, 57.0: _DIGITS, 65.0: _LETTERS, 90.0: _LETTERS}
"""The ends of the ranges of codes that programs test for."""
_PARTNERS = {"YES": "NO", "NO": "YES", "Y": "N", "N": "Y", "yes": "no", "no": "yes", "y": "n", "n": "y"}
_WHOLE = {"Y": "YES", "N": "NO", "y": "yes", "n": "no"}
_ALPHABET = 14
"""Of so many single letters the program may want any; their order is that in which it hides them."""
_COMMANDS = frozenset({"", "STOP", "END", "QUIT", "HELP", "DONE", "BYE", "EXIT", "MAP", "Y", "N", "YES", "NO"})
"""Words that tell nothing by themselves."""
_ANY = "QXJ#"
"""A word that no program expects."""
_MOST = 100
"""So many words are put together from signs at most."""

Piece = tuple[int, int | None]
"""The first character that a slice takes of the answer (0: some character) and how many, None for all."""


class Words:
    """The words for one variable of an INPUT."""

    def __init__(
        self,
        met: Met,
        vocabulary: Vocabulary,
        tried: Callable[[str], Trial],
        prompt: str,
        said: str = "",
        asking: Container[str] = (),
    ) -> None:
        self.asking = asking
        self.met, self.vocabulary, self.tried, self.prompt = met, vocabulary, tried, prompt
        self.said = said
        self.wholes: dict[str, None] = {}
        self.beginnings: dict[str, None] = {}
        self.places: dict[int, dict[str, None]] = {}
        self.letters = False
        for op, side, other in met.tests:
            self._compared(op, side, other)
        self.single = len(self.beginnings) > 4  # So many are letters, not the beginnings of words.

    def choices(self) -> tuple[str, ...]:
        """The words in the order in which the program tests for them; none for free text."""
        words = self._not_refused(self._put_together()) or self._not_refused(self._expanded())
        if self.letters and all(len(word) == 1 for word in words):
            words = self._not_refused(sorted({*words, *_LETTERS}))
        words = self._with_partners(words) if words else words
        if len(words) >= _ALPHABET and all(len(word) == 1 for word in words):
            return tuple(_LETTERS)
        if words and not self._gives_away(words):
            return tuple(word for word in words if not (word.islower() and word.upper() in words))
        for pair in alternatives(self.prompt):
            if {"YES", "NO"} == {word.upper() for word in pair}:
                return pair
        named = tuple(dict.fromkeys(to_type(self.prompt)))
        return named or (("",) if self._is_ignored() else ())

    def _gives_away(self, words: dict[str, None]) -> bool:
        """Whether a word alone would be the right answer: the program has not spoken of it."""
        if len(words) != 1 or "".join(words) in _COMMANDS:
            return False
        [word] = words
        return re.search(rf"(?<![A-Z]){re.escape(word)}(?![A-Z])", self.said, re.IGNORECASE) is None

    def signs(self) -> str:
        """The characters that the answer may consist of, where the program looks at them one by one."""
        signs = self.places.get(0, {})
        return "".join(sorted(signs)) if len(signs) > 1 else ""

    def _is_ignored(self) -> bool:
        """Whether any answer does, and so an empty one: it is used for nothing, or only that is tested for."""
        return not (self.met.shown or self.met.reckoned) and all(other == n.Str("") for _, _, other in self.met.tests)

    # What the comparisons tell ----------------------------------------------------------------

    def _compared(self, op: str, side: n.Expr, other: n.Expr) -> None:
        match side:
            case n.Call("VAL", (arg,)):
                self._of_number(arg, other)
            case n.Call("ASC", (arg,)):
                self._of_code(op, arg, other)
            case n.Call("LEFT$") if isinstance(other, n.Call) and other.name == "LEFT$":
                self.wholes.update((word.strip(), None) for word in self.vocabulary.of(other.args[0]).words)
            case _ if _calls_code(side) and isinstance(other, n.Num):
                self._of_code(op, *_code_of(side, other))
            case _ if n.is_text(side) and op in ("=", "<>"):
                texts = self.vocabulary.of(other)
                if self.vocabulary.is_drawn(other, self.asking):
                    self.letters |= texts.width == 1 or (bool(texts.words) and all(len(w) == 1 for w in texts.words))
                    return
                self._of_words(side, texts.words)
                self.letters |= texts.other and texts.width == 1 and _piece(side) == (1, None)

    def _of_words(self, side: n.Expr, words: Iterable[str]) -> None:
        piece = _piece(side)
        if piece is None:
            return
        start, count = piece
        for word in filter(str.strip, words):
            if start != 1 and (count == 1 or (start > 1 and len(word) == 1)):
                self._at(start, word)
            elif start < 2 and (count is None or len(word) <= count):
                exact = start == 0 or count is None or len(word) < count
                (self.wholes if exact else self.beginnings)[word.strip()] = None
                if count == 1:
                    self._at(1, word)

    def _at(self, place: int, signs: str) -> None:
        self.places.setdefault(place, {}).update(dict.fromkeys(signs))

    def _of_number(self, arg: n.Expr, other: n.Expr) -> None:
        piece = _piece(arg)
        if piece == (1, None) and isinstance(other, n.Num):
            self.wholes[f"{literal(other.text):g}"] = None
        elif piece is not None and (piece[1] == 1 or piece[0] > 1):
            self._at(piece[0], _DIGITS)

    def _of_code(self, op: str, arg: n.Expr, other: n.Expr) -> None:
        piece = _piece(arg)
        if piece is None:
            return
        code = literal(other.text) if isinstance(other, n.Num) else None
        if piece[0] != 1 and code in _CODES:
            self._at(piece[0], _CODES[code])
        elif piece[0] == 1 and op in ("=", "<>") and code is not None and 32 < code < 127:
            self.beginnings[chr(int(code))] = None
        else:
            self.letters |= piece == (1, None)

    # Whole words ------------------------------------------------------------------------------

    def _put_together(self) -> list[str]:
        """Words of several signs, where the program looks at each place by itself: "A1" from "AB" and "123"."""
        signs = [self.places.get(place, {}) for place in range(1, max(self.places, default=0) + 1)]
        if len(signs) < 2 or not 0 < math.prod(map(len, signs)) <= _MOST:
            return []
        return [*self.wholes, *map("".join, itertools.product(*signs))]

    def _expanded(self) -> dict[str, None]:
        """The whole words, and those that begin as the program tests for."""
        words = dict(self.wholes)
        for beginning in self.beginnings:
            if not any(w.startswith(beginning) for w in words):
                words[self._whole(beginning)] = None
        return words

    def _whole(self, beginning: str) -> str:
        """The word that is meant: the prompt's, YES for Y, else the beginning itself."""
        if self.single and len(beginning) == 1:
            return beginning
        for group in alternatives(self.prompt):
            for word in group:
                if word.startswith(beginning):
                    return word
        return _WHOLE.get(beginning, beginning)

    def _not_refused(self, words: Iterable[str]) -> dict[str, None]:
        """Without those that stop the program, and those that it turns away as it does any other word."""
        words = [word for word in words if not self.tried(word).failed]
        other = self.tried(_ANY)
        trials = ((word, self.tried(word)) for word in words) if other.refused else ((word, None) for word in words)
        return {word: None for word, trial in trials if trial is None or not (trial.refused and trial.way == other.way)}

    def _with_partners(self, words: dict[str, None]) -> dict[str, None]:
        """With the other words of a choice that the prompt gives, where the program tests for one of them alone."""
        named = False
        if len(words) == 1:
            [word] = words
            for group in (*alternatives(self.prompt), to_type(self.prompt)):
                if word in group:
                    words.update(dict.fromkeys(other for other in group if _alike(word, other)))
                    named = len(words) > 1
        if len(words) < 3 and not named:
            words.update({_PARTNERS[word]: None for word in list(words) if word in _PARTNERS})
        return words


def _calls_code(side: n.Expr) -> bool:
    """Whether a side is the code of a sign, moved by a number: ``ASC(A$)-64``."""
    match side:
        case n.Binary("+" | "-", n.Call("ASC", _), n.Num()):
            return True
    return False


def _code_of(side: n.Expr, other: n.Num) -> tuple[n.Expr, n.Expr]:
    """What ASC is taken of, and the code that it is compared with."""
    assert isinstance(side, n.Binary) and isinstance(side.left, n.Call), "what _calls_code has seen"
    assert isinstance(side.right, n.Num), "what _calls_code has seen"
    moved = literal(side.right.text)
    return side.left.args[0], n.Num(repr(literal(other.text) + (moved if side.op == "-" else -moved)))


def _alike(word: str, other: str) -> bool:
    return word.isupper() == other.isupper() and (len(word) == 1) == (len(other) == 1)


def _piece(e: n.Expr) -> Piece | None:
    """Which piece of the answer an expression is, None for other things."""
    match e:
        case n.Var() if e == TEXT:
            return 1, None
        case n.Call("LEFT$", (arg, n.Num(count))):
            return _cut(_piece(arg), 1, literal(count))
        case n.Call("MID$", (arg, n.Num(start), n.Num(count))):
            return _cut(_piece(arg), int(literal(start)), literal(count))
        case n.Call("MID$", (arg, n.Num(start))):
            return _cut(_piece(arg), int(literal(start)), math.inf)
        case n.Call("MID$", (arg, _, n.Num(count))) if _contains(arg):
            return 0, int(literal(count))
        case n.Call("MID$" | "LEFT$", (arg, *_)) if _contains(arg):
            return 0, None
    return None


def _contains(e: n.Expr) -> bool:
    """Whether an expression is the answer, perhaps with other text around it."""
    return e == TEXT or (isinstance(e, n.Binary) and e.op == "+" and (_contains(e.left) or _contains(e.right)))


def _cut(piece: Piece | None, start: int, count: float) -> Piece | None:
    if piece is None:
        return None
    return piece[0] + start - 1, piece[1] if math.isinf(count) else int(count)
