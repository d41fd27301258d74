"""The dictionary and the grammar of a story: the words that it knows, and the order of words in
commands.

Four layouts of grammar tables are in use. A story's layout is recognised from the table itself: the
entries of one verb must end where those of the next begin. A table with an unknown layout gives no
verbs; such a story is played by typing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from .reading import WORDS, StoryFile, byte, word

_FORMS = 16
"""The maximum number of forms read for a line whose prepositions have alternatives."""
_MOST = 120
"""The maximum number of lines of a verb, and of words of a line, that are read."""
_COMMON: list[str] = WORDS["kinds"]["prepositions"].split()
_SAME = {"into": "in", "inside": "in", "onto": "on"}
_THINGS = {0: "noun", 1: "held", 2: "noun", 3: "held", 4: "held", 5: "noun", 6: "noun", 9: "noun"}
"""The meaning of Inform's elementary tokens: a thing, a carried thing, or a topic, for which a
thing will do."""


class Word(NamedTuple):
    """A dictionary word, with the bytes that encode its parts of speech."""

    text: str
    address: int
    flags: int
    first: int
    second: int


class VerbPattern(NamedTuple):
    """One use of a verb: a preposition, a thing, a preposition, a second thing; any of them may be
    missing.

    ``first`` and ``second`` are ``noun``, ``held`` (it must be carried) or empty.
    """

    action: int
    """The number of the action; verbs with the same number mean the same."""
    before: str = ""
    first: str = ""
    between: str = ""
    second: str = ""


GrammarLine = tuple[list[str], int, int]
"""The elements of a line, the number of its action, and its size."""
LineReader = Callable[[StoryFile, int, "dict[int, str]"], GrammarLine]


@dataclass(frozen=True)
class Grammar:
    """The words that a story knows, and the uses of its verbs."""

    layout: str
    key_length: int
    words: dict[str, Word]
    verbs: dict[str, tuple[VerbPattern, ...]]
    prepositions: dict[str, str]
    """The word that patterns contain for each preposition: a story may treat several as one."""

    @property
    def is_infocom(self) -> bool:
        """True if Infocom's parser reads the commands."""
        return self.layout.startswith("Infocom")

    def key(self, text: str) -> str:
        """Return a word as in the dictionary: in lower case and truncated."""
        return text.lower()[: self.key_length]

    def knows(self, text: str) -> bool:
        """True if the word is in the dictionary."""
        return self.key(text) in self.words

    def preposition(self, text: str) -> str:
        """Return the word that patterns contain for a preposition, or for several."""
        return " ".join(self.prepositions.get(self.key(one), one) for one in text.split())

    def uses(self, verb: str) -> tuple[VerbPattern, ...]:
        """Return the uses of a verb; empty for other words."""
        return self.verbs.get(self.key(verb), ())


def read_grammar(story: StoryFile) -> Grammar:
    """Return the dictionary and the grammar of a story."""
    memory = story.memory
    at = word(memory, 0x08)
    at += 1 + byte(memory, at)
    size = byte(memory, at)
    count = word(memory, at + 1)
    key_size, key_length = (4, 6) if story.version <= 3 else (6, 9)
    rows = [
        Word(
            story.text_at(entry, key_size // 2),
            entry,
            *memory[entry + key_size : entry + max(key_size, min(size, key_size + 3))].ljust(
                3, b"\0"
            ),
        )
        for entry in range(
            at + 3, min(at + 3 + count * size, len(memory), 0x10000), size or 0x10000
        )
    ]
    infocom = _prepositions(rows, key_length, lambda row: number_of(row, 0))
    inform = _prepositions(rows, key_length, lambda row: row.second)
    whole = {text[:key_length]: text for text in reversed(_COMMON)}
    names = {row.address: whole.get(row.text, row.text) for row in rows}
    layouts: dict[str, tuple[int, dict[int, str], LineReader]] = {
        "Infocom, lines of eight bytes": (0x40, infocom, _infocom_fixed),
        "Infocom, lines of two to seven bytes": (0x40, infocom, _infocom_variable),
        "Inform, first form": (0x01, inform, _inform_first),
        "Inform, second form": (0x01, names, _inform_second),
    }
    layout = ""
    score = 0.7
    best: dict[str, tuple[VerbPattern, ...]] = {}
    same: dict[str, str] = {}
    for name, (flag, prepositions, reader) in layouts.items():
        numbers = {
            row.text: 255 - (number_of(row, 1) if flag == 0x40 else row.first)
            for row in rows
            if row.flags & flag
        }
        patterns, fitting = _read_table(
            story, max(numbers.values(), default=-1) + 1, prepositions, reader
        )
        # Each verb has a word, and each word's verb exists.
        fitting *= len({*numbers.values()}) / max(1, len(patterns))
        if fitting > score:
            layout = name
            score = fitting
            best = {text: patterns[number] for text, number in numbers.items()}
            if flag == 0x40:
                same = {row.text: infocom[number_of(row, 0)] for row in rows if row.flags & 0x08}
    return Grammar(layout, key_length, {row.text: row for row in rows if row.text}, best, same)


def number_of(row: Word, kind: int) -> int:
    """Return the number of an Infocom word as a preposition (0), a verb (1) or an adjective (2)."""
    return row.first if row.flags & 3 == kind else row.second


def _prepositions(
    rows: Iterable[Word], key_length: int, number: Callable[[Word], int]
) -> dict[int, str]:
    """Return the most usual preposition for each number."""
    rank = {text[:key_length]: (place, text) for place, text in reversed(list(enumerate(_COMMON)))}
    found: dict[int, str] = {}
    for row in sorted(rows, key=lambda row: rank.get(row.text, (len(_COMMON), ""))):
        if row.flags & 0x08:
            found.setdefault(number(row), rank[row.text][1] if row.text in rank else row.text)
    return found


def _read_table(
    story: StoryFile, count: int, words: dict[int, str], reader: LineReader
) -> tuple[list[tuple[VerbPattern, ...]], float]:
    """Return the patterns of each verb, and the share of verbs that end where another one
    begins."""
    starts = [word(story.memory, story.dynamic_size + 2 * number) for number in range(count)]
    found: list[tuple[VerbPattern, ...]] = []
    fitting = 0
    begins = set(starts)
    for start in starts:
        at = start + 1
        patterns = dict[VerbPattern, None]()
        for _ in range(min(byte(story.memory, start), _MOST)):
            elements, action, size = reader(story, at, words)
            at += size
            # A table read with the wrong layout has countless alternatives.
            for forms in itertools.islice(
                itertools.product(*(one.split("/") for one in elements)), _FORMS
            ):
                if (pattern := _pattern(list(forms), action)) is not None:
                    patterns[pattern] = None
        # early tables have an empty byte between two verbs
        fitting += at in begins or at + 1 in begins
        found.append(tuple(patterns))
    return found, fitting / max(1, count - 1)


def _pattern(elements: list[str], action: int) -> VerbPattern | None:
    """Return the pattern of a line, None for one that is too special: three things, a number, a
    word after the last thing."""
    things = [place for place, element in enumerate(elements) if element in ("noun", "held")]
    if not things:
        return None if "?" in elements else VerbPattern(action, " ".join(elements))
    first = things[0]
    last = things[-1]
    if len(things) > 2 or "?" in elements or last != len(elements) - 1:
        return None
    before = " ".join(elements[:first])
    between = " ".join(elements[first + 1 : last])
    second = elements[last] if last > first else ""
    return VerbPattern(action, before, elements[first], _SAME.get(between, between), second)


def _infocom_fixed(story: StoryFile, at: int, words: dict[int, str]) -> GrammarLine:
    count, before, between, *_, action = story.memory[at : at + 8].ljust(8, b"\0")
    return _infocom_line(min(count, 3), before, between, words), action, 8


def _infocom_variable(story: StoryFile, at: int, words: dict[int, str]) -> GrammarLine:
    head = byte(story.memory, at)
    second = byte(story.memory, at + 4)
    # the table omits the two upper bits
    short = {number & 63: text for number, text in words.items()}
    line = _infocom_line(head >> 6, head & 63, second & 63, short)
    return line, byte(story.memory, at + 1), (2, 4, 7, 7)[head >> 6]


def _infocom_line(count: int, before: int, between: int, words: dict[int, str]) -> list[str]:
    found = [words.get(before, "?")] if before else []
    middle = [words.get(between, "?")] if between and count > 1 else []
    return [*found, *["noun"] * min(count, 1), *middle, *["noun"] * (count - 1)]


def _inform_first(story: StoryFile, at: int, words: dict[int, str]) -> GrammarLine:
    count, *tokens, action = story.memory[at : at + 8].ljust(8, b"\0")
    found: list[str] = []
    for token in tokens:
        if token >= 180:
            found.append(words.get(token, "?"))
        elif count > 0:
            is_routine = 48 <= token < 80
            found.append(_thing(token, found, is_kind=token < 16, is_routine=is_routine))
            count -= 1
        else:
            break
    return found, action, 8


def _inform_second(story: StoryFile, at: int, words: dict[int, str]) -> GrammarLine:
    memory = story.memory
    start = at
    found: list[str] = []
    for _ in range(_MOST):
        at += 3 if at > start else 2
        token = byte(memory, at)
        data = word(memory, at + 1)
        if token == 15:
            break
        if token & 15 == 2 and token & 0x10 and found:  # an alternative to the previous word
            found[-1] += f"/{words.get(data, '?')}"
        elif token & 15 == 2:
            found.append(words.get(data, "?"))
        else:
            kind = token & 15
            found.append(_thing(data, found, is_kind=kind == 1, is_routine=kind == 6))
    return found, word(memory, start) & 0x3FF, at + 1 - start


def _thing(number: int, before: list[str], *, is_kind: bool, is_routine: bool) -> str:
    """Return the kind of thing that a token means: by number, or from a routine in the story, which
    means a topic after ``about`` and otherwise something unknown."""
    if is_kind:
        return _THINGS.get(number, "?")
    return "?" if is_routine and before[-1:] != ["about"] else "noun"
