"""Which type the names of a letter have at each statement: DEFINT and its kin act when they are
executed.

The statements are walked as a machine would come by them, each with the types that are in force
there, through GOSUB and back to where it was called from. A letter that has one type at every
statement which might name it has that one there; else, and where the walk would take too long, all
that the program says of it holds everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias

from .lexer import SourceLine, without_texts

Types: TypeAlias = "Sequence[tuple[int, Mapping[str, str]]]"
"""From which column of a line on names have which sign, by their first letter."""

_DEFINED = re.compile(r"(?:^|[:\s])DEF(INT|LNG|SNG|DBL|STR)\s*([A-Z](?:\s*[-,]\s*[A-Z])*)(?![A-Z])")
_SIGNS = {"INT": "%", "LNG": "#", "SNG": "", "DBL": "#", "STR": "$"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNTYPED = ("",) * len(_LETTERS)
_GOES = re.compile(r"(?:GO\s*TO|THEN|ELSE|RESUME|RUN|RETURN)\s*(\d+(?:\s*,\s*\d+)*)")
_CALLS = re.compile(r"GO\s*SUB\s*(\d+(?:\s*,\s*\d+)*)")
_LEAVES = re.compile(r"(?:GO\s*TO|END|STOP|SYSTEM|NEW|RETURN|RESUME|RUN)(?![A-Z.$%])")
"""What does not go on to the next statement."""
_CLEARS = re.compile(r"(?:CLEAR|RUN)(?![A-Z.$%])")
"""What begins with all names of the usual type."""
_STEPS = 200_000
"""The most statements that are examined."""

State: TypeAlias = "tuple[str, ...]"
"""The sign of each letter."""


class _Statement(NamedTuple):
    """A statement: its place among the lines, its column, its text without what is quoted."""

    line: int
    column: int
    text: str


def types_of(lines: Sequence[SourceLine]) -> list[Types]:
    """The types that hold in each line."""
    texts = [without_texts(line.body).upper() for line in lines]
    if not any(map(_DEFINED.search, texts)):
        return [()] * len(lines)
    everywhere = reduce(types_after, texts, UNTYPED)  # of two for a letter the last
    program = _Program(lines)
    walked = program.walked()
    settled = [
        walked is not None and _is_settled(i, program.statements, walked)
        for i in range(len(_LETTERS))
    ]
    found: list[list[tuple[int, Mapping[str, str]]]] = [[] for _ in lines]
    for number, statement in enumerate(program.statements):
        there = next(iter(walked[number]), everywhere) if walked is not None else everywhere
        signs = {
            letter: here if sure else always
            for letter, here, always, sure in zip(_LETTERS, there, everywhere, settled, strict=True)
        }
        if not found[statement.line] or found[statement.line][-1][1] != signs:
            found[statement.line].append((statement.column, signs))
    return list(found)


def by_letter(state: State) -> Mapping[str, str]:
    """The sign of names by their first letter."""
    return dict(zip(_LETTERS, state, strict=True))


def types_after(state: State, text: str) -> State:
    """The types after a statement."""
    given: dict[str, str] = {}
    for kind, letters in _DEFINED.findall(text):
        for part in letters.replace(" ", "").split(","):
            given.update(
                dict.fromkeys(map(chr, range(ord(part[0]), ord(part[-1]) + 1)), _SIGNS[kind])
            )
    return (
        tuple(given.get(letter, sign) for letter, sign in zip(_LETTERS, state, strict=True))
        if given
        else state
    )


def _is_settled(
    letter: int, statements: Sequence[_Statement], walked: Sequence[set[State]]
) -> bool:
    """True if a letter has one type at each of the statements which might name it."""
    return all(
        len({state[letter] for state in states}) < 2
        for statement, states in zip(statements, walked, strict=True)
        if _LETTERS[letter] in statement.text
    )


class _Program:
    """The statements of a program and where each leads."""

    def __init__(self, lines: Sequence[SourceLine]) -> None:
        self.statements = [part for i, line in enumerate(lines) for part in _parts(i, line)]
        self.begins: dict[int, int] = {}
        """The first statement of a line, by the line's number."""
        self.ends: dict[int, int] = {}
        """What comes after the last statement of a line, by its place."""
        for number, statement in enumerate(self.statements):
            self.begins.setdefault(lines[statement.line].number, number)
            self.ends[statement.line] = number + 1

    def _followers(self, number: int) -> Iterator[int]:
        line, _, text = self.statements[number]
        if not _LEAVES.match(text):
            yield number + 1
        if "IF" in text:
            yield from (
                i for i in range(number + 1, self.ends[line]) if "ELSE" in self.statements[i].text
            )
            yield self.ends[line]
        yield from self._targets(_GOES, number)

    def _targets(self, pattern: re.Pattern[str], number: int) -> list[int]:
        named = (
            int(to)
            for found in pattern.findall(self.statements[number].text)
            for to in found.split(",")
        )
        return [self.begins[to] for to in named if to in self.begins]

    def walked(self) -> list[set[State]] | None:
        """The types with which each statement is met, none if the walk would take too long.

        A call is known by where it goes to and the types that it begins with: what comes back from
        it goes on after every statement that calls so.
        """
        met: list[set[State]] = [set() for _ in self.statements]
        seen: set[tuple[int, State, tuple[int, State]]] = set()
        sites: dict[tuple[int, State], set[tuple[int, tuple[int, State]]]] = {}
        exits: dict[tuple[int, State], set[State]] = {}
        waiting = [(0, UNTYPED, (0, UNTYPED))]
        ways = [
            (list(self._followers(i)), self._targets(_CALLS, i))
            for i in range(len(self.statements))
        ]
        while waiting:
            place = waiting.pop()
            number, state, call = place
            if place in seen or number >= len(self.statements):
                continue
            if len(seen) == _STEPS:
                return None
            seen.add(place)
            text = self.statements[number].text
            met[number].add(state)
            after = UNTYPED if _CLEARS.match(text) else types_after(state, text)
            followers, called = ways[number]
            for entry in called:
                inner = entry, after
                sites.setdefault(inner, set()).add((number + 1, call))
                waiting.append((entry, after, inner))
                waiting += [(number + 1, back, call) for back in exits.get(inner, ())]
            if "RETURN" in text:
                exits.setdefault(call, set()).add(after)
                waiting += [(site, after, caller) for site, caller in sites.get(call, ())]
            if not called or text.startswith(("IF", "ON")):
                waiting += [(to, after, call) for to in followers]
        return met


def _parts(number: int, line: SourceLine) -> Iterator[_Statement]:
    """The statements of a line."""
    masked = re.sub(r'"[^"]*"?', lambda quoted: " " * len(quoted[0]), line.body)
    at = line.offset
    for part in without_texts(masked).upper().split(":"):
        text = part.strip()
        yield _Statement(number, at, "" if text.startswith("DATA") else text)
        at += len(part) + 1
