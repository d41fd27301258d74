"""The choices of a turn: directions, common verbs of the story's own grammar, and the things that
they are used with.

The common words are in ``words.toml``. An uncommon verb is offered once it has been printed. A
command with two things has two stages: first ``put leaflet``, then where.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from .grammar import Grammar
from .reading import SHORT_FORMS, WORDS
from .scope import VERB, Heard, Thing

_DIRECTIONS = {
    way: (way, short) if len(short) > 1 else (way,) for way, short in SHORT_FORMS.items()
}
"""The directions with their short forms, in case a dictionary has only these."""
_ALONE, _COMPLETED, _WITH_THINGS, COMMONEST = (
    re.split(r",\s*", WORDS[key].strip())
    for key in ("alone", "completed", "with_things", "commonest")
)
_MOST = 20
"""The number of verbs that are listed first: together with the directions, they cover 87 % of
13,608 commands in 57 walkthroughs."""
_FEW = 5
"""The maximum number of verbs that get no separate list."""
_BETWEEN = {word: frozenset(verbs.split()) for word, verbs in WORDS["between"].items()}
_TOWARD = "toward"
"""A placeholder for no word: a direction follows."""
_TOPICS = 20
"""The maximum number of recently printed names that may be asked about."""
_GIVEN, OURS, _NEVER = (
    frozenset(WORDS["kinds"][key].split()) for key in ("given", "ours", "never")
)
_UNSAID = OURS | _NEVER
"""Verbs that are not offered although they were printed."""
COMMON = frozenset(
    " ".join(
        (*_DIRECTIONS, WORDS["aboard"], *_ALONE, *_WITH_THINGS, *_BETWEEN, "all me now yes no")
    ).split()
)
"""Every word that may be offered before it is printed."""


class Offer(NamedTuple):
    """One choice: the words of its label, and the command; ``is_open`` if a second thing must
    follow."""

    label: tuple[str, ...]
    command: str
    is_open: bool = False


class CommandGroup(NamedTuple):
    """The choices whose labels begin with the same word, made on demand."""

    word: str
    offers: Callable[[], Iterable[Offer]]


class CommandMenu(NamedTuple):
    """The choices of a turn: ``first`` the most common ones, and ``more`` the rest."""

    first: list[Offer | CommandGroup]
    more: list[Offer | CommandGroup]


class _Use(NamedTuple):
    """The grammar's actions for a phrase such as ``look in``, by number."""

    phrase: str
    alone: frozenset[int]
    single: frozenset[int]
    double: dict[str, tuple[int, bool]]
    """By the preposition before the second thing, with whether that must be carried."""

    @property
    def actions(self) -> set[tuple[int, bool]]:
        """Return the actions that need a thing, each with whether it needs two."""
        doubles = {(action, True) for action, _ in self.double.values()}
        return doubles | {(action, False) for action in self.single}

    def without(self, done: Set[tuple[int, bool]]) -> _Use:
        """Return the uses of this verb that other verbs do not have, all of them with one thing or
        none."""
        is_new = any((action, False) not in done for action in self.single)
        double = {word: end for word, end in self.double.items() if (end[0], True) not in done}
        return self._replace(single=self.single if is_new else frozenset(), double=double)


class Things(NamedTuple):
    """The labels of the things that can be named at one place."""

    here: list[str]
    held: list[str]
    both: list[str]
    apart: list[str]
    """Things that are not themselves held: they are here, or in something that is held."""

    @classmethod
    def of(cls, here: Sequence[Thing], carried: Sequence[Thing], player: int) -> Things:
        """Return the labels of things that are here and of those that a player carries."""
        inside = [thing for thing in carried if thing.parent != player]
        lists = (here, carried, [*here, *carried], [*here, *inside])
        return cls(*([thing.label for thing in things] for things in lists))


class Offers:
    """The choices in a story with this grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        aboard = WORDS["aboard"].split() if grammar.knows("starboard") else []
        ways = {**_DIRECTIONS, **{way: (way,) for way in aboard}}
        known = {way: next(filter(grammar.knows, forms), "") for way, forms in ways.items()}
        self._ways = {way: form for way, form in known.items() if form}
        self._verbs = _distinct(filter(None, map(self._use, _WITH_THINGS)))
        self._alone = [*filter(None, map(self._use, _ALONE))]
        self._said = functools.cache(self._use)
        self._common = self._commonest()

    def _use(self, phrase: str) -> _Use | None:
        """Return what the grammar says about a phrase, None if it has no such verb."""
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

    def _commonest(self) -> frozenset[str]:
        """Return the verbs of this story that players use most, or all if there are few."""
        known = {use.phrase for use in (*self._alone, *self._verbs)}
        if len(known) <= _MOST + _FEW:
            return frozenset(known)
        return frozenset([phrase for phrase in COMMONEST if phrase in known][:_MOST])

    def _ends(self, verb: str) -> dict[str, tuple[int, bool]]:
        """Return the usual prepositions between the two things of a verb, one for each meaning."""
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
        self, things: Things, heard: Iterable[Heard], text: str, order: str = ""
    ) -> CommandMenu:
        """Return the choices when a command is awaited, answers to a question first.

        An ``order`` such as ``duck,`` begins every command; the command after it must be complete.
        """
        said = (verb for where, verb in heard if where == VERB and verb not in _UNSAID)
        printed = [*filter(None, map(self._said, said))]
        groups = self._groups(things, printed, order)
        names = [*answers(text, things.both), *self._ways_of(text)]
        plain = {name: Offer((name,), order + self._ways.get(name, name)) for name in names}
        first = list[Offer | CommandGroup]()
        more = list[Offer | CommandGroup]()
        done: set[int] = set()
        for use in (*self._alone, *printed):
            phrase = use.phrase
            if not use.alone - done or phrase in self._ways:
                continue
            done |= use.alone
            if phrase in groups:
                # A verb used both with and without things is listed among the things: one name
                # cannot be both.
                last = Offer((phrase, "now"), order + phrase)
                groups[phrase] = functools.partial(_followed, groups[phrase], [last])
            elif phrase not in plain:
                offer = Offer((phrase,), order + phrase)
                (first if phrase in self._common else more).append(offer)
        for word, offers in groups.items():
            (first if word in self._common else more).append(CommandGroup(word, offers))
        return CommandMenu([*plain.values(), *first], more)

    def _ways_of(self, text: str) -> list[str]:
        """Return the directions, those that a text names first."""
        words = {*re.findall(r"[a-z]+", text.lower())} - {"in", "out"}
        return sorted(self._ways, key=lambda way: way not in words)

    def _groups(
        self, things: Things, printed: Sequence[_Use], order: str
    ) -> dict[str, Callable[[], Iterator[Offer]]]:
        """Return the verbs with the things that they are used with. Equal actions of two verbs are
        offered once."""
        found = {
            use.phrase: functools.partial(self._leaves, use, things, order)
            for use in _distinct((*self._verbs, *printed))
        }
        # Any thing here can be given an order: the tables do not say which things are people.
        if self.grammar.uses("tell") and not order:
            listeners = [Offer(("tell", f"{one} to"), f"{one},", True) for one in things.here]
            offers = found.get("tell", functools.partial(iter, ()))
            found["tell"] = functools.partial(_followed, offers, listeners)
        return {word: leaves for word, leaves in found.items() if any(leaves())}

    def _leaves(self, use: _Use, things: Things, order: str) -> Iterator[Offer]:
        """Return the commands of one verb; those that need a second thing come last."""
        phrase = use.phrase
        is_known = self.grammar.knows
        every = ["all"] if phrase in ("take", "put", "drop") and is_known("all") else []
        # A spell can be cast on oneself too; common verbs are not used that way.
        oneself = ["me"] if phrase not in _WITH_THINGS and is_known("me") else []
        if use.single:
            firsts = {"take": things.apart, "drop": things.held}.get(phrase, things.both)
            for one in (*firsts, *every, *oneself):
                yield Offer((phrase, one), f"{order}{phrase} {one}")
        if order:
            return
        seconds = {
            word: things.held if is_held else things.both
            for word, (_, is_held) in use.double.items()
        }
        if _TOWARD in seconds:
            seconds[_TOWARD] = [*self._ways]
        firsts = [*(things.held if phrase in _GIVEN else things.both), *every]
        for word, names in seconds.items():
            for one in firsts if use.single else ():
                if len(names) > (one in names):
                    yield Offer((phrase, f"{one} {word}"), f"{phrase} {one} {word}", True)
        for one in () if use.single else firsts:
            if any(len(names) > (one in names) for names in seconds.values()):
                yield Offer((phrase, one), f"{phrase} {one}", True)

    def to_end(
        self, begun: str, things: Things, heard: Sequence[Heard]
    ) -> list[Offer | CommandGroup]:
        """Return the possible ends of a command such as ``put leaflet`` or ``attack troll with``;
        any printed name can be a topic."""
        verb, *first = begun.split()
        ends = self._ends(verb)
        is_said = len(first) > 1 and first[-1] in ends
        words = [first.pop()] if is_said else [*ends]
        found = list[Offer | CommandGroup]()
        for word in words:
            names = [*(things.held if ends[word][1] else things.both)]
            if word in ("about", "for"):
                names += [label for where, label in reversed(heard) if where > VERB][:_TOPICS]
            command = " ".join([verb, *first, *([] if word == _TOWARD else [word])])
            labels = self._ways if word == _TOWARD else dict.fromkeys(names)
            ends_with = [
                Offer((label,) if is_said else (word, label), f"{command} {label}")
                for label in labels
                if label != " ".join(first)
            ]
            found += (
                ends_with if is_said else [CommandGroup(word, functools.partial(iter, ends_with))]
            )
        return found


def _distinct(uses: Iterable[_Use]) -> list[_Use]:
    """Return the uses of verbs without those that an earlier verb has."""
    found = list[_Use]()
    done: set[tuple[int, bool]] = set()
    for use in uses:
        left = use.without(done)
        done |= left.actions
        if left.actions:
            found.append(left)
    return found


def _followed(offers: Callable[[], Iterable[Offer]], last: Sequence[Offer]) -> Iterator[Offer]:
    """Return some choices, followed by the last ones."""
    return itertools.chain(offers(), last)


# Questions ----------------------------------------------------------------------------------------


def answers(text: str, things: Sequence[str]) -> list[str]:
    """Return the answers to the question with which a text ends: those that it names, yes and no,
    the parts of a menu."""
    last = text.rstrip().rsplit("\n\n", 1)[-1]
    # "Would you like to RESTART, RESTORE or QUIT?": our own commands replace these.
    if re.search(r"\bRESTART\b", last):
        found = [one.lower() for one in re.findall(r"\b[A-Z]{2,}\b", last)]
        return [one for one in found if one not in OURS | {"or", "the", "of", "to"}]
    # "(1) Ask about the key" and "(2) Say goodbye", each on a line.
    numbered = re.findall(r"^\s*[\[(]?(\d{1,2})[\])\.:]", text, re.MULTILINE)
    if len(numbered) > 1:
        return list(dict.fromkeys(numbered))
    # "(Y/N)" asks without a question mark.
    if not last.rstrip(" >)\"'").endswith("?") and not re.search(
        r"\by(?:es)?\s*(?:/|or)\s*no?\b", last, re.IGNORECASE
    ):
        return []
    # "Which do you mean, the red key or the blue key?"
    which = re.search(r"\bwh(?:ich|om?)\b.*?\bmean,? +(.*?)\?", " ".join(last.lower().split()))
    if which:
        parts = re.split(r",\s*(?:or\s+)?|\s+or\s+", which[1])
        return [
            re.sub(r"^(?:the|an?|your|some) ", "", part.strip()) for part in parts if part.strip()
        ]
    # "What do you want to open?"; other questions, such as "Are you sure?", are answered by yes or
    # no.
    if re.search(r"\bwh(?:at|om?|ich|ere)\b[^.?]*\b(?:want|to)\b", last.lower()):
        return [*things]
    return ["yes", "no"]


_OTHER_KEYS = (
    (re.compile(r"\b(?:ESC|[Ee]sc(?:ape)?|ESCAPE)\b"), [("escape", "\x1b")]),
    (
        re.compile(r"\b(?:arrows?|cursor)\b|[↑↓←→]", re.IGNORECASE),
        [("up", "↑"), ("down", "↓"), ("left", "←"), ("right", "→")],
    ),
    (re.compile(r"\b(?:backspace|delete key)\b", re.IGNORECASE), [("backspace", "\x08")]),
)
"""Keys without a character, offered if their names are on the screen."""


def key_names(text: str) -> list[tuple[str, str]]:
    """Return the keys to choose from if one is awaited, with their labels: enter, space, the signs
    that a menu names, and escape and the arrows if a text mentions them (`runtime.KEYS`).

    >>> key_names("N = next, ESC = leave")
    [('enter', ''), ('space', ' '), ('N', 'N'), ('escape', '\\x1b')]
    """
    named = re.findall(r"(?:^|\s)[\[(<]?([A-Za-z0-9])[\])>]?\s*(?:=|[).:\]]\s)", text)
    others = [key for pattern, keys in _OTHER_KEYS if pattern.search(text) for key in keys]
    return [
        ("enter", ""),
        ("space", " "),
        *((sign, sign) for sign in dict.fromkeys(named)),
        *others,
    ]
