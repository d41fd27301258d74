"""The dictionary of a story and its grammar: which words it knows, and in which order it takes them.

Four layouts of grammar tables are in use. Which one a story has is recognised from its table: the entries of one verb
must end where those of the next begin. A table that fits none gives no verbs; such a story is played by typing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from .reading import StoryFile, byte, word

_MOST_LINES = 120
_MOST_TOKENS = 32
_COMMON = (
    "in on with to at under about from off up down out for through over behind into onto around away inside against "
    "between underneath beneath across toward without outside"
).split()
"""Prepositions, the usual one first: a table may give one number to several, and the dictionary cuts them off."""
_NOUNS = {0: "noun", 1: "held", 2: "noun", 3: "held", 4: "held", 5: "noun", 6: "noun", 9: "topic"}
"""The elementary tokens of Inform that a thing, or a topic, can stand for."""


class Entry(NamedTuple):
    """A word of the dictionary."""

    address: int
    is_noun: bool
    is_direction: bool
    verb: int | None
    """The number of its verb, None for a word that is no verb."""


@dataclass(frozen=True)
class Pattern:
    """One order of words after a verb: a preposition, a thing, a preposition, a second thing; each may be missing.

    ``first`` and ``second`` are ``noun``, ``held`` (it must be carried), ``topic`` (any words) or nothing.
    """

    before: str = ""
    first: str = ""
    between: str = ""
    second: str = ""
    action: int = field(default=0, compare=False)
    """The number of what is done, by which two verbs mean the same."""


@dataclass
class Grammar:
    """Which words a story knows, and how its verbs are used."""

    layout: str
    key_length: int
    separators: str
    words: dict[str, Entry]
    prepositions: frozenset[str]
    adjectives: dict[str, int]
    """The numbers of adjectives, by which objects of Infocom name them."""
    patterns: dict[int, tuple[Pattern, ...]]

    @property
    def is_infocom(self) -> bool:
        """True if Infocom's parser reads the commands."""
        return self.layout.startswith("Infocom")

    def key(self, text: str) -> str:
        """A word as the dictionary has it: in small letters and cut off."""
        return text.lower()[: self.key_length]

    def knows(self, text: str) -> bool:
        """True if the word is in the dictionary."""
        return self.key(text) in self.words

    def verb(self, text: str) -> int | None:
        """The number of a verb, None for a word that is none."""
        entry = self.words.get(self.key(text))
        return entry.verb if entry else None

    def uses(self, text: str) -> tuple[Pattern, ...]:
        """How a verb is used; nothing for a word that is none."""
        number = self.verb(text)
        return self.patterns.get(number, ()) if number is not None else ()


class _Row(NamedTuple):
    """A word with the bytes that the dictionary keeps of it."""

    text: str
    address: int
    flags: int
    first: int
    second: int


Reader = Callable[[StoryFile, int, "dict[int, str]"], "tuple[list[str], int, int]"]
"""From the address of a line to its elements, the number of its action, and its size."""


def read_grammar(story: StoryFile) -> Grammar:
    """The dictionary and the grammar of a story."""
    memory = story.memory
    at = word(memory, 0x08)
    separators = memory[at + 1 : at + 1 + byte(memory, at)].decode("ascii", "replace")
    at += 1 + byte(memory, at)
    size, count = byte(memory, at), word(memory, at + 1)
    key_size, key_length = (4, 6) if story.version <= 3 else (6, 9)
    count = count if size >= key_size else 0
    rows = [
        _Row(
            story.text_at(address, key_size // 2, is_short=True),
            address,
            *(byte(memory, address + key_size + i) if key_size + i < size else 0 for i in range(3)),
        )
        for address in range(at + 3, min(at + 3 + count * size, len(memory), 0x10000), size or 1)
    ]
    layout, patterns = _recognised(story, rows)
    is_infocom = layout.startswith("Infocom") or (not layout and not memory[0x3C:0x40].strip(b"\0"))
    preposition_flag, adjective_flag, verb_of = 0x08, 0x20, _infocom_verb if is_infocom else _inform_verb
    return Grammar(
        layout,
        key_length,
        separators,
        {
            row.text: Entry(
                row.address,
                bool(row.flags & 0x80) or (is_infocom and bool(row.flags & adjective_flag)),
                is_infocom and bool(row.flags & 0x10),
                verb_of(row),
            )
            for row in rows
            if row.text
        },
        frozenset(row.text for row in rows if row.flags & preposition_flag),
        {row.text: _infocom_value(row, 2) for row in rows if is_infocom and row.flags & adjective_flag},
        patterns,
    )


def _infocom_value(row: _Row, kind: int) -> int:
    """The number of a word as a part of speech: 0 a preposition, 1 a verb, 2 an adjective. It stands first or second."""
    return row.first if row.flags & 3 == kind else row.second


def _infocom_verb(row: _Row) -> int | None:
    return 255 - _infocom_value(row, 1) if row.flags & 0x40 else None


def _inform_verb(row: _Row) -> int | None:
    return 255 - row.first if row.flags & 0x01 else None


# Tables -------------------------------------------------------------------------------------------


def _recognised(story: StoryFile, rows: list[_Row]) -> tuple[str, dict[int, tuple[Pattern, ...]]]:
    """The name of the layout that fits best, with the patterns of each verb."""
    whole = {text[: 6 if story.version <= 3 else 9]: text for text in reversed(_COMMON)}
    rows = [row._replace(text=whole.get(row.text, row.text)) for row in rows]
    names = {row.address: row.text for row in rows}
    infocom = _prepositions(rows, lambda row: _infocom_value(row, 0))
    inform = _prepositions(rows, lambda row: row.second)
    layouts: dict[str, tuple[Callable[[_Row], int | None], dict[int, str], Reader]] = {
        "Infocom, lines of eight bytes": (_infocom_verb, infocom, _infocom_fixed),
        "Infocom, lines of two to seven bytes": (_infocom_verb, infocom, _infocom_variable),
        "Inform, first form": (_inform_verb, inform, _inform_first),
        "Inform, second form": (_inform_verb, names, _inform_second),
    }
    best, found, score = "", {}, 0.8
    for name, (verb_of, words, reader) in layouts.items():
        numbers = {number for row in rows if (number := verb_of(row)) is not None}
        patterns, fitting = _read_table(story, len(numbers) and max(numbers) + 1, words, reader)
        if fitting > score:
            best, found, score = name, patterns, fitting
    return best, found


def _prepositions(rows: list[_Row], value: Callable[[_Row], int]) -> dict[int, str]:
    """The most usual preposition of each number."""
    rank = {text: number for number, text in enumerate(_COMMON)}
    found: dict[int, str] = {}
    for row in sorted(rows, key=lambda row: rank.get(row.text, len(rank))):
        if row.flags & 0x08:
            found.setdefault(value(row), row.text)
    return found


def _read_table(
    story: StoryFile, count: int, words: dict[int, str], reader: Reader
) -> tuple[dict[int, tuple[Pattern, ...]], float]:
    """The patterns of each verb, and the share of verbs that end where another one begins."""
    memory, table = story.memory, story.dynamic_size
    starts = [word(memory, table + 2 * number) for number in range(count)]
    begins = set(starts)
    found: dict[int, tuple[Pattern, ...]] = {}
    fitting = 0
    for number, start in enumerate(starts):
        at, patterns = start + 1, []
        for _ in range(min(byte(memory, start), _MOST_LINES)):
            elements, action, size = reader(story, at, words)
            at += size
            pattern = _pattern(elements, action)
            if pattern is not None:
                patterns.append(pattern)
        fitting += at in begins or at + 1 in begins  # early tables have a byte of nothing between two verbs
        found[number] = tuple(dict.fromkeys(patterns))
    return found, fitting / max(1, count - 1)


def _pattern(elements: list[str], action: int) -> Pattern | None:
    """What a line says, None for one that is too special: three things, a number, a word behind the last thing."""
    nouns = [place for place, element in enumerate(elements) if element in ("noun", "held", "topic")]
    if len(nouns) > 2 or "?" in elements or (nouns and nouns[-1] != len(elements) - 1):
        return None
    if not nouns:
        return Pattern(" ".join(elements), action=action)
    first, last = nouns[0], nouns[-1]
    before = " ".join(elements[:first])
    if first == last:
        return Pattern(before, elements[first], action=action)
    return Pattern(before, elements[first], " ".join(elements[first + 1 : last]), elements[last], action)


def _infocom_fixed(story: StoryFile, at: int, words: dict[int, str]) -> tuple[list[str], int, int]:
    count, before, between = story.memory[at : at + 3].ljust(3, b"\0")
    return _infocom_line(min(count, 3), before, between, words), byte(story.memory, at + 7), 8


def _infocom_variable(story: StoryFile, at: int, words: dict[int, str]) -> tuple[list[str], int, int]:
    head, second = byte(story.memory, at), byte(story.memory, at + 4)
    count = head >> 6
    # The table leaves out the two upper bits of a preposition's number.
    short = {number & 63: text for number, text in words.items()}
    return _infocom_line(count, head & 63, second & 63, short), byte(story.memory, at + 1), (2, 4, 7, 7)[count]


def _infocom_line(count: int, before: int, between: int, words: dict[int, str]) -> list[str]:
    found = [words.get(before, "?")] if before else []
    found += ["noun"] if count else []
    found += [words.get(between, "?")] if between and count > 1 else []
    return [*found, *["noun"] * (count - 1)]


def _inform_first(story: StoryFile, at: int, words: dict[int, str]) -> tuple[list[str], int, int]:
    count, *tokens = story.memory[at : at + 7].ljust(7, b"\0")
    found: list[str] = []
    for token in tokens:
        if token >= 180:
            found.append(words.get(token, "?"))
        elif count > 0:
            found.append(_NOUNS.get(token, "?") if token < 16 else "?" if 48 <= token < 80 else "noun")
            count -= 1
        else:
            break
    return found, byte(story.memory, at + 7), 8


def _inform_second(story: StoryFile, at: int, words: dict[int, str]) -> tuple[list[str], int, int]:
    memory, start, action = story.memory, at, word(story.memory, at) & 0x3FF
    at += 2
    found: list[str] = []
    for _ in range(_MOST_TOKENS):
        token, data = byte(memory, at), word(memory, at + 1)
        if token == 15:
            break
        at += 3
        kind = token & 15
        if kind == 2:
            # A token with 0x10 is another word for the one before it.
            if not token & 0x10:
                found.append(words.get(data, "?"))
        else:
            found.append(_NOUNS.get(data, "?") if kind == 1 else "?" if kind == 6 else "noun")
    return found, action, at + 1 - start
