"""From text to numbered lines of tokens.

There are three manners: *crunching*, as in the Microsoft 8K BASICs (a keyword is recognised
wherever its letters occur, so ``FORI=1TON`` is a loop), the same with the words of the larger
BASICs (``LPRINTTAB(5)``), and *by words*, as in GW-BASIC (a keyword ends where its word ends).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ..dialects import ALL, COMMODORE_V2, EIGHT_K, TI_WORDS
from ..errors import BasicSyntaxError
from .words import WORDS

CRUNCHED = WORDS["crunched"]
APART_WORDS = WORDS["apart"]
UNCUT = frozenset(WORDS["uncut"])
FOREIGN = frozenset(WORDS["foreign"])


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(w) for w in sorted(words, key=len, reverse=True)))


_OF_COMMODORE = *CRUNCHED, *WORDS["commodore"]
_ALL = frozenset((*CRUNCHED, *APART_WORDS))
_CRUNCH = {EIGHT_K: _any_of(CRUNCHED), ALL: _any_of(_ALL), COMMODORE_V2: _any_of(_OF_COMMODORE)}
_COMMODORE = frozenset((*_OF_COMMODORE, "COLOR", "USING"))
_OF_TI = frozenset(CRUNCHED) - {"CLEAR", "FN", "LEFT$", "MID$", "RIGHT$"} | {
    "OPTION",
    "RUN",
    "USING",
    "XOR",
    "ERROR",
}
_WITH_FILES = frozenset({"PRINT", "INPUT", "WRITE", "LPRINT"})
_QUOTED = re.compile(r'"([^"]*)"?')
_WORD = re.compile(r"[A-Z][A-Z0-9._]*[$%!#]?")
_EXPONENT = r"([ED][+-]?\d+|[ED](?=[+-])|E(?![A-Z]))?[!#%]?"
_NUMBER = re.compile(rf"(\d+\.?\d*|\.\d*){_EXPONENT}")
_JOINED = re.compile(rf"(\d(?: *\d)*(?: *\.(?: *\d)*)?|\.(?: *\d)*){_EXPONENT}")
"""The same on machines that ignore blanks between digits."""
_HEX = re.compile(r"&(H[0-9A-F]*|O?[0-7]*)")
_RELATION = re.compile(r"(<\s*>|>\s*<|<\s*=|=\s*<|>\s*=|=\s*>|<|>|=)")
_SIGNS = {
    **{sign: ("op", sign) for sign in "+-*/\\^(),;:#"},
    "↑": ("op", "^"),
    "[": ("op", "("),
    "]": ("op", ")"),
    "'": ("kw", "REM"),
    "?": ("kw", "PRINT"),
}
"""The one-character tokens."""
_RELATIONS = {"><": "<>", "=<": "<=", "=>": ">="}
_NUMBERED = re.compile(
    rf"(?:{'|'.join(sorted(UNCUT, key=len, reverse=True))})(?=\d+(?:\s*(?:[,:]|$)))"
    r"|GET(?=[A-Z][A-Z0-9]?\$\s*(?::|$))"
)
"""Another machine's statement followed by its number (``NULL6``) or its variable (``GETA$``)."""
_BRACKET = re.compile(r"\s*\(")
_GO = re.compile(r"GO\s+(TO|SUB)(?![A-Z])")
_UP_TO_COLON = re.compile(r'(?:"[^"]*"?|[^":])*')
_ITEM = re.compile(r'[ \t]*(?:(")([^"]*)"?[^,]*|([^,]*)),')
_LINE = re.compile(r"\s*(\d+)\s?(.*)", re.DOTALL)


LARGEST = 300_000
"""The maximum length of a listing: no machine of the time could hold a quarter of it."""


class BasicToken(NamedTuple):
    """``kind`` is one of num, str, name, kw, op, raw (the rest of a REM or DATA), bad, end."""

    kind: str
    text: str
    column: int


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A numbered line before it is read; ``offset`` is the column at which ``body`` begins."""

    number: int
    text: str
    body: str
    offset: int


SourceLines: TypeAlias = Sequence[SourceLine]


def physical_lines(source: str) -> list[str]:
    """Return the lines of a text, whatever ends them."""
    return re.split(r"\r\n|\n|\r", source.removeprefix("\ufeff").rstrip("\x1a\0"))


def split_lines(source: str) -> tuple[list[SourceLine], list[str]]:
    """Return the numbered lines in numerical order (of equal numbers the last one counts), and all
    other lines."""
    numbered: dict[int, SourceLine] = {}
    others: list[str] = []
    for text in physical_lines(source):
        match = _LINE.fullmatch(text)
        if match is None:
            if text.strip():
                others.append(text)
            continue
        number = int(match[1][:12])
        numbered[number] = SourceLine(number, text.rstrip(), match[2].rstrip(), match.start(2) + 1)
    return [numbered[n] for n in sorted(numbered)], others


def without_texts(body: str) -> str:
    """Return a line without its quoted texts and its remark."""
    return re.split(
        r"'|(?:^|:)\s*REM\b", re.sub(r'"[^"]*"?', '""', body), maxsplit=1, flags=re.IGNORECASE
    )[0]


def tokenize(line: SourceLine, crunch: int, joins_digits: bool = False) -> list[BasicToken]:
    """Return the tokens of one line, closed by an ``end``; columns count from 1 in the line's
    text."""
    return _Scanner(line, crunch, _JOINED if joins_digits else _NUMBER).scan()


class _Scanner:
    def __init__(self, line: SourceLine, crunch: int, number: re.Pattern[str]) -> None:
        self.number = number
        self.line, self.crunch = line, _CRUNCH.get(crunch)
        self.words = {COMMODORE_V2: _COMMODORE, TI_WORDS: _OF_TI}.get(crunch, _ALL)
        self.body = line.body
        # Everything is in upper case except quoted texts, which are cut from ``body``.
        self.upper = self.body.upper() if len(self.body.upper()) == len(self.body) else self.body
        self.at = 0
        self.tokens: list[BasicToken] = []

    def scan(self) -> list[BasicToken]:
        while self.at < len(self.body):
            if self.body[self.at].isspace():
                self.at += 1
            else:
                self._token()
        self._add("end", "", len(self.body))
        return self.tokens

    def _add(self, kind: str, text: str, end: int) -> None:
        self.tokens.append(BasicToken(kind, text, self.line.offset + self.at))
        self.at = end

    def _token(self) -> None:
        char = self.upper[self.at]
        if quoted := _QUOTED.match(self.body, self.at):
            self._add("str", quoted[1], quoted.end())
        elif "A" <= char <= "Z":
            self._word()
        elif (number := self.number.match(self.upper, self.at)) or (
            number := _HEX.match(self.upper, self.at)
        ):
            self._add("num", number[0].replace(" ", ""), number.end())
        elif relation := _RELATION.match(self.upper, self.at):
            text = re.sub(r"\s", "", relation[0])
            self._add("op", _RELATIONS.get(text, text), relation.end())
        else:
            kind, text = _SIGNS.get(char, ("bad", self.body[self.at]))
            self._add(kind, text, len(self.body) if text == "REM" else self.at + 1)

    def _word(self) -> None:
        if go := _GO.match(self.upper, self.at):
            self._add("kw", "GO" + go[1], go.end())
            return
        match = _WORD.match(self.upper, self.at)
        assert match is not None, "a letter begins a word"
        keyword = self._keyword(match[0])
        if keyword is None:
            end = self._name_end(match[0])
            self._add("name", self.upper[self.at : end], end)
            return
        self._add("kw", keyword.rstrip("("), self.at + len(keyword.rstrip("(")))
        if keyword == "REM":
            self._add("raw", self.body[self.at :], len(self.body))
        elif keyword == "DATA":
            self._add("raw", self.body[self.at :], self.at)
            self.at = next(_UP_TO_COLON.finditer(self.body, self.at)).end()

    def _keyword(self, word: str) -> str | None:
        """Return the keyword that begins here, None if there is none. If the dialect crunches,
        keywords are recognised inside words too."""
        if word.endswith("#") and word[:-1] in _WITH_FILES:
            return word[:-1]
        if word in self.words:
            return word
        is_of_column = word in ("SPC", "TAB")
        if self.crunch is None:
            begins_with_fn = "FN" in self.words and word.startswith("FN")
            return word if is_of_column else "FN" * begins_with_fn or None
        if word in UNCUT or word in FOREIGN or _NUMBERED.match(self.upper, self.at):
            return None
        if found := self.crunch.match(self.upper, self.at):
            return found[0]
        has_bracket = _BRACKET.match(self.upper, self.at + len(word))
        return word if is_of_column and has_bracket else None

    def _name_end(self, word: str) -> int:
        """Return where the name that begins here ends: at the next keyword when crunching."""
        end = self.at + len(word)
        if word.endswith("#") and word[:-1] in UNCUT:
            return end - 1
        if self.crunch is None or word in UNCUT or word in FOREIGN:
            return end
        if numbered := _NUMBERED.match(self.upper, self.at):
            return numbered.end()
        for at in range(self.at + 1, end):
            if self.upper[at].isalpha() and self.crunch.match(self.upper, at):
                return at
        return end


def data_items(raw: str) -> tuple[tuple[str, bool], ...]:
    """Return the items of a DATA statement, or of an answer to INPUT, with whether they were
    quoted."""
    found = _ITEM.findall(raw + ",")
    return tuple((text, True) if quote else (plain.rstrip(), False) for quote, text, plain in found)


def check_is_text(source: str) -> None:
    """Raise `BasicSyntaxError` for anything that is not text at all (a tokenised or other binary
    file)."""
    if len(source) > LARGEST:
        size = f"{len(source) / 1e6:.1f}"
        most = f"at most {LARGEST:,}"
        raise BasicSyntaxError(
            f"OUT OF MEMORY: a listing of {size} million characters", expected=most
        )
    if not source.strip("\x1a\0 \t\r\n\ufeff"):
        raise BasicSyntaxError("NO PROGRAM: the text is empty", expected="numbered lines")
    odd = sum(1 for c in source[:4000] if ord(c) < 32 and c not in "\t\r\n\f\x1a\x1b\x07\b\0")
    if odd > len(source[:4000]) // 50 or "\0" in source[:200]:
        raise BasicSyntaxError(
            "NO PROGRAM: this is not text", expected="numbered lines (saved with ,A)"
        )
