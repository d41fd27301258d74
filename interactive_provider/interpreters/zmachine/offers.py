"""What can be chosen: directions, common verbs of the story's own grammar, and the things that they
are used with.

The common words are in ``words.toml``. A verb that is not common is offered once it was printed.
Two things make a command in two stages: first ``put leaflet``, then where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .grammar import Grammar
from .reading import WORDS
from .scope import VERB, Heard, Thing

_DIRECTIONS = {
    one: (one, one[0] + one[5]) if one[5:] in ("east", "west") else (one,)
    for one in WORDS["directions"].split()
}
"""The directions with their short forms, in case a dictionary has only these."""
_ALONE, _COMPLETED, _WITH_THINGS = (
    re.split(r",\s*", WORDS[key].strip()) for key in ("alone", "completed", "with_things")
)
_BETWEEN = {word: frozenset(verbs.split()) for word, verbs in WORDS["between"].items()}
_TOWARD = "toward"
"""Stands for no word: what follows is a direction."""
_TOPICS = 20
"""Names printed last that may be asked about."""
_GIVEN, OURS, _NEVER = (
    frozenset(WORDS["kinds"][key].split()) for key in ("given", "ours", "never")
)
COMMON = frozenset(
    " ".join(
        (*_DIRECTIONS, WORDS["aboard"], *_ALONE, *_WITH_THINGS, *_BETWEEN, "all me now yes no")
    ).split()
)
"""Every word that may be offered before it was printed."""


class Offer(NamedTuple):
    """One choice: the words of its label, and the command; ``is_open`` if a second thing must
    follow."""

    label: tuple[str, ...]
    command: str
    is_open: bool = False


class _Use(NamedTuple):
    """The grammar's actions for a phrase such as ``look in``, by number."""

    phrase: str
    alone: frozenset[int]
    single: frozenset[int]
    double: dict[str, tuple[int, bool]]
    """By the preposition before the second thing, and whether that must be carried."""


class Offers:
    """What can be chosen in a story of this grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        aboard = WORDS["aboard"].split() if grammar.knows("starboard") else []
        ways = {**_DIRECTIONS, **{way: (way,) for way in aboard}}
        self._ways = {
            way: known[0]
            for way, forms in ways.items()
            if (known := [*filter(grammar.knows, forms)])
        }
        self._verbs = [use for phrase in _WITH_THINGS if (use := self._use(phrase))]
        self._alone = [use for phrase in _ALONE if (use := self._use(phrase))]
        self._printed: dict[str, _Use | None] = dict.fromkeys(OURS | _NEVER)

    def _use(self, phrase: str) -> _Use | None:
        """What the grammar says of a phrase, None if it has no such verb."""
        verb, _, before = phrase.partition(" ")
        uses = [
            use for use in self.grammar.uses(verb) if use.before == self.grammar.preposition(before)
        ]
        single = frozenset(use.action for use in uses if use.first and not use.second)
        alone = frozenset(use.action for use in uses if not use.first)
        if phrase in _COMPLETED and self.grammar.is_infocom:
            alone = (
                alone
                or single
                or frozenset(use.action for use in self.grammar.uses(verb) if not use.second)
            )
        double = {} if before else self._ends(verb)
        return _Use(phrase, alone, single, double) if alone or single or double else None

    def _ends(self, verb: str) -> dict[str, tuple[int, bool]]:
        """The prepositions that commonly stand between the two things of a verb, one of those that
        mean the same."""
        after = {
            use.between: use for use in self.grammar.uses(verb) if use.second and not use.before
        }
        found: dict[str, str] = {}
        for word, verbs in _BETWEEN.items():
            between = "" if word == _TOWARD else self.grammar.preposition(word)
            if verb in verbs and between in after:
                found.setdefault(between, word)
        # Infocom's grammar does not say that a tool must be carried.
        return {
            word: (after[one].action, after[one].second == "held" or word == "with")
            for one, word in found.items()
        }

    def at_line(
        self,
        here: Sequence[Thing],
        carried: Sequence[Thing],
        player: int,
        heard: Iterable[Heard],
        text: str,
    ) -> list[Offer]:
        """What can be chosen where a command is awaited, answers to a question first."""
        found: dict[tuple[str, ...], Offer] = {
            (answer,): Offer((answer,), answer) for answer in answers(text, [*here, *carried])
        }
        printed = [use for where, verb in heard if where == VERB and (use := self._said(verb))]
        words = {*re.findall(r"[a-z]+", text.lower())} - {"in", "out"}
        for way in sorted(self._ways, key=lambda way: way not in words):
            found.setdefault((way,), Offer((way,), self._ways[way]))
        with_things = self._with_things(printed, here, carried, player)
        alone, taken = list[Offer](), {offer.label[0] for offer in with_things}
        done: set[int] = set()
        for use in (*self._alone, *printed):
            if use.alone - done and use.phrase not in self._ways:
                # A verb that is used with and without things stands among the things: one name
                # cannot be both.
                label = (use.phrase, "now") if use.phrase in taken else (use.phrase,)
                (with_things if use.phrase in taken else alone).append(Offer(label, use.phrase))
                done |= use.alone
        found |= {
            offer.label: offer for offer in (*alone, *with_things) if offer.label not in found
        }
        return list(found.values())

    def _said(self, verb: str) -> _Use | None:
        if verb not in self._printed:
            self._printed[verb] = self._use(verb)
        return self._printed[verb]

    def _with_things(
        self, printed: Sequence[_Use], here: Sequence[Thing], carried: Sequence[Thing], player: int
    ) -> list[Offer]:
        """The verbs with the things that they are used with. Equal actions of two verbs are offered
        once."""
        found, opened = list[Offer](), list[Offer]()  # what needs a second thing comes last
        done: set[tuple[int, bool]] = set()
        both, held = (
            [thing.label for thing in (*here, *carried)],
            [thing.label for thing in carried],
        )
        apart = [
            thing.label for thing in (*here, *carried) if thing in here or thing.parent != player
        ]
        for phrase, _, single, double in (*self._verbs, *printed):
            between = {
                word: [*self._ways] if word == _TOWARD else held if is_held else both
                for word, (action, is_held) in double.items()
                if (action, True) not in done
            }
            every = (
                ["all"] if phrase in ("take", "put", "drop") and self.grammar.knows("all") else []
            )
            # A spell is cast on oneself too; common verbs are not tried so.
            oneself = ["me"] if phrase not in _WITH_THINGS and self.grammar.knows("me") else []
            firsts = (held if phrase in _GIVEN else both) + every
            pairs = [
                (one, word)
                for word, seconds in between.items()
                for one in firsts
                if len(seconds) > (one in seconds)
            ]
            if any((action, False) not in done for action in single):
                things = {"take": apart, "drop": held}.get(phrase, both)
                found += [
                    Offer((phrase, label), f"{phrase} {label}")
                    for label in (*things, *every, *oneself)
                ]
                opened += [
                    Offer((phrase, f"{one} {word}"), f"{phrase} {one} {word}", True)
                    for one, word in pairs
                ]
            else:
                found += [
                    Offer((phrase, one), f"{phrase} {one}", True)
                    for one in dict.fromkeys(one for one, _ in pairs)
                ]
            done |= {(action, False) for action in single} | {
                (double[word][0], True) for word in between
            }
        # Any thing here can be given an order: the tables do not say what is a person.
        listeners = here if self.grammar.uses("tell") else ()
        return [
            *found,
            *opened,
            *(Offer(("tell", f"{one.label} to"), f"{one.label},", True) for one in listeners),
        ]

    def to_end(
        self, begun: str, here: Sequence[Thing], carried: Sequence[Thing], heard: Sequence[Heard]
    ) -> list[Offer]:
        """What can end a command such as ``put leaflet``, or ``attack troll with``; any printed
        name is a topic."""
        verb, *first = begun.split()
        ends = self._ends(verb)
        is_said = len(first) > 1 and first[-1] in ends
        words = [first.pop()] if is_said else [*ends]
        found = []
        for word in words:
            names = [thing.label for thing in (carried if ends[word][1] else [*here, *carried])]
            if word in ("about", "for"):
                names += [label for where, label in reversed(heard) if where > VERB][:_TOPICS]
            command = " ".join([verb, *first, *([] if word == _TOWARD else [word])])
            labels = self._ways if word == _TOWARD else dict.fromkeys(names)
            found += [Offer((label,) if is_said else (word, label), f"{command} {label}")
                      for label in labels if label != " ".join(first)]  # fmt: skip
        return found


# Questions ----------------------------------------------------------------------------------------


def answers(text: str, things: Sequence[Thing]) -> list[str]:
    """The answers to the question with which a text ends: what it names, yes and no, the parts of a
    menu."""
    last = text.rstrip().rsplit("\n\n", 1)[-1]
    if re.search(r"\bRESTART\b", last):  # the story is over; our own commands are not offered
        found = [one.lower() for one in re.findall(r"\b[A-Z]{2,}\b", last)]
        return [one for one in found if one not in OURS | {"or", "the", "of", "to"}]
    numbered = re.findall(r"^\s*[\[(]?(\d{1,2})[\])\.:]", text, re.MULTILINE)
    if len(numbered) > 1:
        return list(dict.fromkeys(numbered))
    if not last.rstrip(" >)\"'").endswith("?") and not re.search(
        r"\by(?:es)?\s*(?:/|or)\s*no?\b", last, re.IGNORECASE
    ):
        return []
    which = re.search(r"\bwh(?:ich|om?)\b.*?\bmean,? +(.*?)\?", " ".join(last.lower().split()))
    if which:
        parts = re.split(r",\s*(?:or\s+)?|\s+or\s+", which[1])
        return [
            re.sub(r"^(?:the|an?|your|some) ", "", part.strip()) for part in parts if part.strip()
        ]
    if re.search(r"\bwh(?:at|om?|ich|ere)\b[^.?]*\b(?:want|to)\b", last.lower()):
        return [thing.label for thing in things]
    return ["yes", "no"]


def key_names(text: str) -> list[tuple[str, str]]:
    """The keys to choose if one is waited for, with their labels: enter, space, and the signs that
    a menu names."""
    named = re.findall(r"(?:^|\s)[\[(<]?([A-Za-z0-9])[\])>]?\s*(?:=|[).:\]]\s)", text)
    return [("enter", ""), ("space", " "), *((sign, sign) for sign in dict.fromkeys(named))]
