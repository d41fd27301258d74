"""What a player can know of: the room, and the things in it whose names were printed.

A thing counts where words of its name were printed while the player was in this room (for what is carried: anywhere),
and where it lies in this room, or with the player, now. The label is made of the printed words alone, so that nothing
is given away; no code of the story runs for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .grammar import Grammar
from .reading import StoryFile, byte, word

_WORD = re.compile(r"[^\W\d_](?:[\w'-]*\w)?|\d+|[^\w\s\"]")
"""A word, or a sign, which ends a name."""
_WEAK = frozenset(
    "a an the this that these those some all any no not of in on at to it its them him her they he she you your i my "
    "me is are was be and or but if as for with by from so up down out off one two other another here there what left "
    "contains containing".split()
)
"""Words that stand in any sentence: none of them is part of a label."""
_SELF = frozenset({"(self object)", "self object", "yourself", "cretin", "you", "me", "self", "myself", "adventurer",
                   "player", "it's you", "yourself object"})  # fmt: skip
_LONGEST_LABEL = 5
"""Words of a label."""
VERB = -1
"""The room under which printed verbs are kept: they are known everywhere."""

Heard = tuple[int, str]
"""A room and a label, or a verb, that was printed there."""


class Thing(NamedTuple):
    """A thing that may be named: its label, its object, and the object that it lies in."""

    label: str
    number: int
    parent: int


class Scope:
    """The objects of a story, by the words that name them."""

    def __init__(self, story: StoryFile, grammar: Grammar) -> None:
        self.story, self.grammar = story, grammar
        self.is_infocom = grammar.is_infocom or not grammar.layout
        addresses = {entry.address: text for text, entry in grammar.words.items()}
        properties = {number: dict(story.properties(number)) for number in range(1, story.object_count + 1)}
        nouns = _usual(properties, lambda value: _words(value, addresses))
        self.nouns: dict[int, frozenset[str]] = {n: _words(p[nouns], addresses) for n, p in properties.items()
                                                 if nouns in p and _words(p[nouns], addresses)}  # fmt: skip
        self._adjectives = self._adjectives_of(properties, addresses, nouns) if self.is_infocom else {}
        self._objects: dict[str, set[int]] = {}
        for number, words in self.nouns.items():
            for text in words | self._adjectives.get(number, frozenset()):
                self._objects.setdefault(text, set()).add(number)
        self._labels: dict[str, tuple[int, frozenset[int]]] = {}
        self._shared, self._everywhere = self._shared_scenery(properties)
        self._names: dict[str, list[int]] = {}
        for number in properties:
            self._names.setdefault(story.name(number).lower(), []).append(number)

    def _adjectives_of(
        self, properties: Mapping[int, Mapping[int, bytes]], addresses: Mapping[int, str], nouns: int
    ) -> dict[int, frozenset[str]]:
        """The adjectives of each object: numbers in early stories, words in later ones."""
        named = {number: found for number, found in properties.items() if number in self.nouns}
        texts: dict[int, list[str]] = {}
        for text, value in self.grammar.adjectives.items():
            texts.setdefault(value, []).append(text)

        def read(value: bytes) -> frozenset[str]:
            if self.story.version <= 3:
                return frozenset(t for b in value for t in texts[b]) if all(b in texts for b in value) else frozenset()
            words = _words(value, addresses)
            return words if words <= self.grammar.adjectives.keys() else frozenset()

        others = {number: {k: v for k, v in found.items() if k != nouns} for number, found in named.items()}
        best = _usual(others, read)
        return {number: read(found[best]) for number, found in others.items() if best in found}

    def _shared_scenery(self, properties: Mapping[int, Mapping[int, bytes]]) -> tuple[dict[int, list[int]], list[int]]:
        """For stories of Infocom, the things that a room shares with others, and those that are everywhere."""
        if not self.is_infocom:
            return {}, []
        width, memory = 1 if self.story.version <= 3 else 2, self.story.memory
        parents: Counter[tuple[int, int]] = Counter()
        lists: list[tuple[int, int, int, list[int]]] = []
        for room, found in properties.items():
            for key, value in found.items():
                numbers = [int.from_bytes(value[i : i + width], "big") for i in range(0, len(value), width)]
                above = {self.story.links(memory, number)[0] for number in numbers}
                if len(above) == 1 and 0 not in above and set(numbers) <= self.nouns.keys():
                    lists.append((room, key, min(above), numbers))
                    parents[key, min(above)] += 1
        if not parents:
            return {}, []
        (key, parent), _ = parents.most_common(1)[0]
        shared = {room: numbers for room, k, p, numbers in lists if (k, p) == (key, parent)}
        around = self.story.links(memory, parent)[0]
        inside = [n for n in properties if around and self.story.links(memory, n)[0] == around and n in self.nouns]
        return shared, inside

    def words(self, number: int) -> frozenset[str]:
        """The words that name an object."""
        return self.nouns.get(number, frozenset()) | self._adjectives.get(number, frozenset())

    # Where the player is -----------------------------------------------------------------------

    def player(self, memory: bytes, room: int = 0, usual: int = 0) -> int:
        """The object that the player is: the ``usual`` one if it is in the room, or if the room is darkness.

        It is 0 where it cannot be told.
        """
        if usual and room in self.story.above(memory, usual):
            return usual
        values = Counter(self.story.globals_of(memory))
        placed = [number for number in values if 0 < number <= self.story.object_count
                  and self.story.links(memory, number)[0]]  # fmt: skip
        named = [number for number in placed if self.story.name(number).lower() in _SELF]
        inside = [number for number in named or placed if not room or room in self.story.above(memory, number)]
        return max(inside, key=lambda number: (values[number], -number), default=usual)

    def room(self, memory: bytes, window: tuple[str, ...], player: int) -> int:
        """The room that the player is in, 0 where it cannot be told."""
        first = word(memory, word(self.story.memory, 0x0C))
        is_object = 0 < first <= self.story.object_count
        if is_object and (self.story.version <= 3 or not self.is_infocom):
            return first
        above = self.story.above(memory, player)
        title = (window[0].strip().lower() if window else "")[:60]
        fitting = [number for name, numbers in self._names.items() if name and title.startswith(name)
                   for number in numbers]  # fmt: skip
        if fitting:
            values = set(self.story.globals_of(memory))
            longest = max(len(self.story.name(number)) for number in fitting)
            fitting = [number for number in fitting if len(self.story.name(number)) == longest]
            return max(fitting, key=lambda number: (number in above, number in values, -number))
        return above[-1] if above else 0

    # What was printed --------------------------------------------------------------------------

    def heard(self, text: str, room: int) -> dict[Heard, None]:
        """The names of things, and the verbs, that a text prints; the labels are its words."""
        found: dict[Heard, None] = {}
        words = [match[0].lower() for match in _WORD.finditer(text)]
        keys = [self.grammar.key(one) for one in words]
        for start, key in enumerate(keys):
            entry = self.grammar.words.get(key)
            if entry is not None and entry.verb is not None:
                found[VERB, words[start]] = None
            numbers = self._objects.get(key)
            if not numbers or words[start] in _WEAK:
                continue
            end = following = start + 1
            while following < min(len(keys), start + _LONGEST_LABEL):
                if words[following] == "of" and following == end:
                    following += 1
                    continue
                both = numbers & self._objects.get(keys[following], set())
                if not both or words[following] in _WEAK:
                    break
                numbers = both
                end = following = following + 1
            found[room, " ".join(words[start:end])] = None
        return found

    def _named(self, label: str) -> tuple[int, frozenset[int]]:
        """The length of a label, and the objects that it can mean: they have all its words, the last as a noun."""
        if label not in self._labels:
            keys = [self.grammar.key(one) for one in label.split() if one != "of"]
            numbers = set.intersection(*(self._objects.get(key, set()) for key in keys))
            self._labels[label] = len(keys), frozenset(one for one in numbers if keys[-1] in self.nouns[one])
        return self._labels[label]

    def things(self, memory: bytes, room: int, player: int, heard: Iterable[Heard]) -> tuple[list[Thing], list[Thing]]:
        """What can be named here and what is carried, in the order in which it was printed first."""
        carried = frozenset(self.story.under(memory, player))
        near = {*self.story.under(memory, room), *self._shared.get(room, ()), *self._everywhere}
        near -= {player, room, *carried}
        both = near | carried
        best: dict[int, tuple[int, int, str]] = {}
        for place, (where, label) in enumerate(heard):
            if where == VERB:
                continue
            length, named = self._named(label)
            for number in named & (both if where == room else carried):
                first, longest, _ = best.get(number, (place, 0, ""))
                if length > longest:
                    best[number] = first, length, label
        found: dict[str, int] = {}
        for number, (_, _, label) in sorted(best.items(), key=lambda item: item[1][0]):
            found.setdefault(label, number)
        things = [Thing(label, number, self.story.links(memory, number)[0]) for label, number in found.items()]
        return ([one for one in things if one.number not in carried], [one for one in things if one.number in carried])


def _words(value: bytes, addresses: Mapping[int, str]) -> frozenset[str]:
    """The words that a property consists of, nothing where it holds anything else."""
    found = [addresses.get(word(value, place)) for place in range(0, len(value), 2)]
    return frozenset(text for text in found if text) if len(value) % 2 == 0 and all(found) else frozenset()


def _usual(properties: Mapping[int, Mapping[int, bytes]], read: object) -> int:
    """The property that can be read in the greatest number of objects, 0 where none can."""
    assert callable(read)
    counts = Counter(key for found in properties.values() for key, value in found.items() if read(value))
    return max(counts, key=lambda key: (counts[key], -key), default=0)


__all__ = ["VERB", "Heard", "Scope", "Thing", "byte"]
