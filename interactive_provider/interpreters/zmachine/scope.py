"""What a player can know: the room, and the things in it whose names were printed.

A thing counts if words of its name were printed while the player was in this room (for carried
things: anywhere), and if it is now in this room or carried by the player. The label consists only
of printed words, so that nothing is given away; no code of the story runs for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .grammar import Grammar, number_of
from .reading import WORDS, StoryFile, word

_WORD = re.compile(r"[^\W\d_](?:[\w'-]*\w)?|\d+|[^\w\s\"]")
"""A word, or a punctuation mark, which ends a name."""
_WEAK = frozenset(WORDS["kinds"]["weak"].split())
_SELF = frozenset(WORDS["kinds"]["player"].split(", "))
_LONGEST = 5
"""The maximum number of words of a label."""
VERB = -1
"""The room number under which printed verbs are stored: they are known everywhere."""

Heard = tuple[int, str]
"""A room with a label or a verb that was printed there; below `VERB`, a thing that was once
carried."""
Properties = Mapping[int, Mapping[int, bytes]]


class Thing(NamedTuple):
    """A thing that may be named: its label, its object, and the object that contains it."""

    label: str
    number: int
    parent: int


class Scope:
    """The objects of a story, by the words that name them."""

    def __init__(self, story: StoryFile, grammar: Grammar) -> None:
        self.story = story
        self.grammar = grammar
        addresses = {row.address: row.text for row in grammar.words.values()}
        properties = {
            number: dict(story.properties(number)) for number in range(1, story.object_count + 1)
        }
        if grammar.is_infocom:
            self.nouns = self._most_read(properties, lambda value: _words(value, addresses))
        else:  # Inform's property 1 is the name
            self.nouns = {}
            for number, found in properties.items():
                name = found.get(1, b"")
                at = (word(name, place) for place in range(0, len(name), 2))
                if texts := frozenset(addresses[one] for one in at if addresses.get(one)):
                    self.nouns[number] = texts
        self.words = dict(self.nouns)
        """The words that name each object, including adjectives."""
        self._shared: dict[int, list[int]] = {}
        self._everywhere: list[int] = []
        if grammar.is_infocom:
            named = {number: properties[number] for number in self.nouns}
            rows = [row for row in grammar.words.values() if row.flags & 0x20]
            self._by_number: dict[int | None, frozenset[str]] = {
                None: frozenset(row.text for row in rows)
            }
            for row in rows:
                number = number_of(row, 2)
                self._by_number[number] = self._by_number.get(number, frozenset()) | {row.text}
            known = self._most_read(named, lambda value: self._adjectives(value, addresses))
            for number, adjectives in known.items():
                self.words[number] |= adjectives
            self._read_shared(properties)
            self._read_scenery(properties, addresses)
        self._objects: dict[str, set[int]] = {}
        for number, words in self.words.items():
            for text in words:
                self._objects.setdefault(text, set()).add(number)
        self._labels: dict[str, tuple[int, frozenset[int]]] = {}

    def _most_read(
        self, properties: Properties, read: Callable[[bytes], frozenset[str]]
    ) -> dict[int, frozenset[str]]:
        """Return the words of each object from the property that most often is readable and has
        words of the object's name."""
        found: dict[int, dict[int, frozenset[str]]] = {}
        for number, values in properties.items():
            for key, value in values.items():
                if texts := read(value):
                    found.setdefault(key, {})[number] = texts
        named = {
            key: sum(
                not one.isdisjoint(map(self.grammar.key, self.story.name(number).split()))
                for number, one in words.items()
            )
            for key, words in found.items()
        }
        return found[max(found, key=lambda key: (named[key], len(found[key])))] if found else {}

    def _adjectives(self, value: bytes, addresses: Mapping[int, str]) -> frozenset[str]:
        """Return the adjectives in a property: numbers in early stories, words in later ones."""
        if self.story.version > 3:
            words = _words(value, addresses)
            return words if words <= self._by_number.get(None, frozenset()) else frozenset()
        found = [self._by_number.get(number, frozenset()) for number in value]
        return frozenset().union(*found) if all(found) else frozenset()

    def _read_shared(self, properties: Properties) -> None:
        """Find the objects shared by Infocom's rooms, and those that are everywhere."""
        width = 1 if self.story.version <= 3 else 2
        memory = self.story.memory
        lists: dict[tuple[int, int], dict[int, list[int]]] = {}
        for room, found in properties.items():
            for key, value in found.items():
                numbers = [
                    int.from_bytes(value[i : i + width], "big") for i in range(0, len(value), width)
                ]
                parents = {self.story.links(memory, number)[0] for number in numbers}
                if len(parents) == 1 and 0 not in parents and set(numbers) <= self.nouns.keys():
                    lists.setdefault((key, min(parents)), {})[room] = numbers
        if lists:
            (_, parent), self._shared = max(lists.items(), key=lambda item: len(item[1]))
            around = self.story.links(memory, parent)[0]
            self._everywhere = [
                n for n in self.nouns if around and self.story.links(memory, n)[0] == around
            ]

    def _read_scenery(self, properties: Properties, addresses: Mapping[int, str]) -> None:
        """Number the scenery of Infocom's rooms after the objects: it is not an object but a pair
        of a word and a routine."""
        number = self.story.object_count
        scenery = self._most_read(properties, lambda value: scenery_words(value, addresses))
        for room, texts in scenery.items():
            for text in sorted(texts):
                number += 1
                self.nouns[number] = self.words[number] = frozenset({text})
                self._shared[room] = [*self._shared.get(room, ()), number]

    # Where the player is -----------------------------------------------------------------------

    def player(self, memory: bytes, room: int = 0, usual: int = 0) -> int:
        """Return the object that represents the player: the ``usual`` one if it is in the room, or
        if the room is darkness.

        It is 0 if unknown.
        """
        if usual and room in self.story.above(memory, usual):
            return usual
        values = Counter(self.story.variables(memory))
        parents = {number: self.story.links(memory, number)[0] for number in values}
        placed = [
            number
            for number, parent in parents.items()
            if parent and self.story.name(parent).lower() not in ("compass", "class")
        ]
        named = [number for number in placed if self.story.name(number).lower() in _SELF]
        inside = [
            number
            for number in named or placed
            if not room or room in self.story.above(memory, number)
        ]
        return max(inside, key=lambda number: (values[number], -number), default=usual)

    def room(self, memory: bytes, status: str, player: int) -> int:
        """Return the room that the player is in, 0 if unknown."""
        variables = self.story.variables(memory)
        if self.story.version <= 3:
            return variables[0]
        above = self.story.above(memory, player)
        shown = status.strip().lower()
        names = {number: self.story.name(number).lower() for number in {*above, *variables}}
        fitting = {
            number: len(name) for number, name in names.items() if name and shown.startswith(name)
        }
        if not fitting:
            return above[-1] if above else 0
        return max(
            fitting,
            key=lambda one: (
                fitting[one],
                one in above,
                not self.story.links(memory, one)[0],
                -one,
            ),
        )

    # What was printed --------------------------------------------------------------------------

    def heard(self, text: str, room: int) -> dict[Heard, None]:
        """Return the things and verbs that a text mentions, labelled in its words."""
        found: dict[Heard, None] = {}
        words = [match[0].lower() for match in _WORD.finditer(text)]
        # Infocom's parser accepts "of" in any name, Inform's only if it is among the words that
        # name the thing.
        with_of = self.words.keys() if self.grammar.is_infocom else self._objects.get("of", set())
        keys = [self.grammar.key(one) for one in words]
        for start, key in enumerate(keys):
            said = words[start]
            if key in self.grammar.verbs:
                found[VERB, said] = None
            numbers = self._objects.get(key, set())
            if not numbers:
                row = self.grammar.words.get(key)
                if row and row.flags & 0x80 and said not in _WEAK:
                    found[room, said] = None  # a noun that names no thing is a topic
                continue
            end = at = start + 1
            while at < min(len(keys), start + _LONGEST):
                both = numbers & self._objects.get(keys[at], set())
                if both and words[at] not in _WEAK:
                    numbers = both
                    end = at + 1
                elif words[at] != "of" or at > end or not numbers & with_of:
                    break
                at += 1
            if end > start + 1 or said not in _WEAK:
                found[room, " ".join(words[start:end])] = None
        return found

    def held(self, memory: bytes, player: int) -> dict[Heard, None]:
        """Return what is carried: from now on its printed names are known wherever it is."""
        return {(VERB - number, ""): None for number in self.story.under(memory, player)}

    def _named(self, label: str) -> tuple[int, frozenset[int]]:
        """Return the length of a label, and the objects that it can mean: they have all its words,
        the last one as a noun."""
        if label not in self._labels:
            keys = [self.grammar.key(one) for one in label.split() if one != "of"]
            numbers = set.intersection(*(self._objects.get(key, set()) for key in keys))
            self._labels[label] = (
                len(keys),
                frozenset(one for one in numbers if keys[-1] in self.nouns[one]),
            )
        return self._labels[label]

    def things(
        self, memory: bytes, room: int, player: int, heard: Sequence[Heard]
    ) -> tuple[list[Thing], list[Thing]]:
        """Return the things that can be named here and those carried, in the order of first
        printing: each under the longest printed label that can mean it."""
        carried = self.story.under(memory, player).keys()
        near = {*self.story.under(memory, room), *self._shared.get(room, ()), *self._everywhere} - {
            player,
            room,
        }
        both = near | carried
        known = both & {VERB - where for where, _ in heard if where < VERB} | carried
        best: dict[int, tuple[int, str]] = {}
        for where, label in heard:
            if where <= VERB:
                continue
            length, named = self._named(label)
            for number in named & (both if where == room else known):
                if length > best.get(number, (0, ""))[0]:
                    best[number] = length, label
        things = [
            Thing(label, number, self.story.links(memory, number)[0])
            for label, number in self._told_apart(
                best, [label for where, label in heard if where == room]
            ).items()
        ]
        return [one for one in things if one.number not in carried], [
            one for one in things if one.number in carried
        ]

    def _told_apart(
        self, best: Mapping[int, tuple[int, str]], printed: Iterable[str]
    ) -> dict[str, int]:
        """Return the things by label. Those that share a label get another printed word from their
        names; otherwise the first keeps it."""
        same: dict[str, list[int]] = {}
        for number, (_, label) in best.items():
            same.setdefault(label, []).append(number)
        words = {self.grammar.key(one): one for label in printed for one in label.split()}
        found: dict[str, int] = {}
        for label, numbers in same.items():
            for number in numbers:
                own = self.words[number] - set().union(
                    *(self.words[one] for one in numbers if one != number)
                )
                own -= self.nouns[number] if self.grammar.is_infocom else set()
                word = next(
                    (one for key, one in words.items() if key in own and one not in label), ""
                )
                found.setdefault(f"{word} {label}" if word and len(numbers) > 1 else label, number)
        return found


def _words(value: bytes, addresses: Mapping[int, str]) -> frozenset[str]:
    """Return the words that a property consists of; none if it contains anything else."""
    found = [addresses.get(word(value, place), "") for place in range(0, len(value), 2)]
    return frozenset(found) if len(value) % 2 == 0 and all(found) else frozenset()


def scenery_words(value: bytes, addresses: Mapping[int, str]) -> frozenset[str]:
    """Return the words in pairs of a word and a routine; none if a property contains anything
    else."""
    words, others = (
        _words(b"".join(value[at : at + 2] for at in range(start, len(value), 4)), addresses)
        for start in (0, 2)
    )
    return words if len(value) % 4 == 0 and not others else frozenset()
