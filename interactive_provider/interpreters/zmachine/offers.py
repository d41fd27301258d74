"""What can be chosen: directions, common verbs that the story's own grammar has, the things that they are used with.

A verb that is not common is offered once it was printed. Two things make a command in two stages: first ``put leaflet
in``, then where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .grammar import Grammar, Pattern
from .scope import VERB, Heard, Thing

DIRECTIONS = ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest", "up", "down", "in",
              "out")  # fmt: skip
_SHORT = {"northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw"}
_ABOARD = ("fore", "aft", "port", "starboard")
_LONE = ("look", "inventory", "wait", "again", "listen", "smell", "jump", "stand", "stand up", "sit", "sit down", "get up",
         "get out", "exit", "leave", "enter", "sleep", "wake", "wake up", "swim", "dig", "climb", "pray", "sing", "dance",
         "shout", "yell", "scream", "wave", "hide", "think", "diagnose", "score", "lie down", "dive", "eat", "fly", "hello",
         "disembark", "cross", "push", "pull", "drop", "buy", "search", "knock", "attack", "launch", "land")  # fmt: skip
"""Common commands without a thing."""
_INFERRED = frozenset({"lie down", "stand up", "get up", "get out", "sit down", "launch", "land", "dig", "swim", "exit",
                       "leave", "enter", "disembark", "dive", "climb"})  # fmt: skip
"""Those that Infocom's parser completes by itself, though its grammar asks for a thing."""
_VERBS = (
    "examine", "take", "drop", "open", "close", "look in", "look under", "look behind", "look through", "look at", "read",
    "put", "give", "show", "push", "press", "pull", "turn", "turn on", "turn off", "enter", "get in", "get on", "get out",
    "get off", "climb", "climb up", "climb down", "climb in", "climb over", "climb through", "go", "go in", "go through",
    "cross", "exit", "leave", "search", "move", "lift", "raise", "lower", "unlock", "lock", "light", "extinguish", "attack",
    "throw", "eat", "drink", "drink from", "wear", "put on", "remove", "take off", "talk", "talk to", "ask", "tell",
    "answer", "say", "say to", "hello", "listen to", "smell", "touch", "rub", "taste", "tie", "untie", "cut", "chop", "dig",
    "dig in", "fill", "pour", "empty", "break", "burn", "wave", "swing", "point", "shake", "squeeze", "blow", "play",
    "ring", "knock", "knock on", "kick", "kiss", "buy", "pay", "wash", "clean", "feed", "catch", "follow", "sit", "sit on",
    "sit in", "stand on", "lie on", "jump", "jump over", "jump in", "swim in", "wake", "insert", "hang", "set", "adjust",
    "switch", "use", "fix", "attach", "connect", "plug", "unplug", "hit", "kill", "shoot", "fire", "aim", "wind", "write",
    "type", "dial", "slide", "roll", "hold", "free", "crawl through", "crawl under", "hide behind", "hide under", "stop",
    "start", "activate", "weigh", "count", "apply", "oil", "inflate", "deflate", "launch", "board", "find", "help",
    "reach in", "sharpen", "screw", "unscrew", "row", "ride", "mount", "scratch", "pet", "salute", "bribe", "pick",
    "unfold", "fold", "tear", "rip", "step on", "stand in", "lean on", "melt", "dip", "load", "unload", "unwrap",
)  # fmt: skip
"""Common verbs with a thing, those first that are used most; the second word stands before the thing."""
_BETWEEN = {
    "in": "put throw pour insert drop empty dip slide push plug place spill type hide sit look",
    "on": "put throw pour drop hang write spill stick push place step slide set",
    "under": "put slide push", "behind": "put", "through": "put throw slide push look", "over": "put throw pour lay drape",
    "across": "put lay throw", "against": "put lean", "around": "put tie wrap",
    "to": "give show feed tie attach connect turn throw set offer fasten plug sell hand push take",
    "at": "throw point aim shoot fire wave swing look",
    "about": "ask tell talk", "for": "ask trade buy", "from": "take remove fill get", "off": "take cut",
    "with": "unlock lock attack cut chop dig fill tie light burn break hit kill shoot turn open close clean fix wash touch "
            "rub loosen tighten move pry lift inflate plug pick mend oil read melt tie feed screw unscrew sharpen poke "
            "compare push blow",
}  # fmt: skip
_PREPOSITIONS = {word: frozenset(verbs.split()) for word, verbs in _BETWEEN.items()}
"""The prepositions between two things, each with the verbs that it commonly follows."""
_SAME = {"into": "in", "inside": "in", "onto": "on"}
_GIVEN = frozenset({"put", "give", "show", "throw", "insert", "drop", "pour", "feed", "hang", "wave", "point"})
"""Verbs whose first thing is carried."""
COMMON = frozenset(" ".join((*DIRECTIONS, *_ABOARD, *_LONE, *_VERBS, *_PREPOSITIONS, "all now yes no")).split())
"""Every word that is offered before it was printed."""
OURS = frozenset({"save", "restore", "undo", "restart", "script", "unscript", "transcript"})
"""Commands that are not for the story: whoever shows it does them better."""
_NEVER = OURS | {"quit", "q", "verify", "version", "brief", "verbose", "superbrief", "super", "normal", "notify", "short",
                 "long", "recording", "replay", "record", "unrecord", "noscript", "nouns", "pronouns", "objects", "places",
                 "fullscore", "full", "debug", "trace", "y", "yes", "no", "die", "carry", "oops"}  # fmt: skip
"""Verbs that are not offered when they are printed."""


class Offer(NamedTuple):
    """One choice: the words of its label, and the command; ``is_open`` if a second thing must follow."""

    label: tuple[str, ...]
    command: str
    is_open: bool = False


class _Use(NamedTuple):
    """What the grammar says of a phrase such as ``look in``, in the numbers of what is done."""

    phrase: str
    alone: frozenset[int]
    single: frozenset[int]
    double: dict[str, int]
    """By the preposition before the second thing."""


class Offers:
    """What can be chosen in a story of this grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._ways = {way: way if grammar.knows(way) else _SHORT.get(way, way) for way in DIRECTIONS}
        self._ways |= dict.fromkeys(_ABOARD if grammar.knows("starboard") else (), "")
        self._ways = {way: command or way for way, command in self._ways.items() if grammar.knows(command or way)}
        self._verbs = [use for phrase in _VERBS if (use := self._use(phrase))]
        self._lone = [use for phrase in _LONE if (use := self._use(phrase))]
        self._printed: dict[str, _Use | None] = {}

    def _use(self, phrase: str) -> _Use | None:
        """What the grammar says of a phrase, None where it has no such verb."""
        verb, _, before = phrase.partition(" ")
        uses = [use for use in self.grammar.uses(verb) if use.before == before]
        single = frozenset(use.action for use in uses if use.first and not use.second)
        alone = frozenset(use.action for use in uses if not use.first)
        if phrase in _INFERRED and self.grammar.is_infocom:
            alone = alone or single
        double = {_between(use): use.action for use in uses if use.second and not before}
        usual = {word: double[word] for word in _usual(verb, double)}
        return _Use(phrase, alone, single, usual) if alone or single or usual else None

    def at_line(
        self, here: Sequence[Thing], carried: Sequence[Thing], player: int, heard: Iterable[Heard], text: str
    ) -> list[Offer]:
        """What can be chosen where a command is awaited, answers to a question first."""
        found = {(answer,): Offer((answer,), answer) for answer in answers(text, [*here, *carried])}
        printed = [use for where, verb in heard if where == VERB and verb not in _NEVER and (use := self._said(verb))]
        words = {match[0] for match in re.finditer(r"[a-z]+", text.lower())}
        for way in sorted(self._ways, key=lambda way: way not in words):
            found.setdefault((way,), Offer((way,), self._ways[way]))
        with_things = self._with_things(printed, here, carried, player)
        taken = {offer.label[0] for offer in with_things}
        done: set[int] = set()
        for use in (*self._lone, *printed):
            if use.alone - done and use.phrase not in self._ways:
                # A verb that is used alone and with things stands among the things: one name cannot be both.
                label = (use.phrase, "now") if use.phrase in taken else (use.phrase,)
                found.setdefault(label, Offer(label, use.phrase))
                done |= use.alone
        found.update((offer.label, offer) for offer in with_things)
        return list(found.values())

    def _said(self, verb: str) -> _Use | None:
        if verb not in self._printed:
            self._printed[verb] = self._use(verb)
        return self._printed[verb]

    def _with_things(
        self, printed: Sequence[_Use], here: Sequence[Thing], carried: Sequence[Thing], player: int
    ) -> list[Offer]:
        """The verbs with the things that they are used with. What two verbs do alike is offered once."""
        found: list[Offer] = []
        done: set[tuple[int, bool]] = set()
        both = [thing.label for thing in (*here, *carried)]
        held = [thing.label for thing in carried]
        apart = [thing.label for thing in (*here, *(thing for thing in carried if thing.parent != player))]
        for phrase, _, single, double in (*self._verbs, *printed):
            between = [word for word, action in double.items() if (action, True) not in done]
            given = held if phrase in _GIVEN else both
            if any((action, False) not in done for action in single):
                things = {"take": apart, "drop": held}.get(phrase, both)
                found += [Offer((phrase, label), f"{phrase} {label}") for label in things]
                if phrase in ("take", "drop") and self.grammar.knows("all"):
                    found.append(Offer((phrase, "all"), f"{phrase} all"))
                for word in between:
                    found += [Offer((phrase, f"{one} {word}"), f"{phrase} {one} {word}", True) for one in given]
            elif between:
                found += [Offer((phrase, label), f"{phrase} {label}", True) for label in given]
            done |= {(action, False) for action in single} | {(double[word], True) for word in between}
        return found

    def to_end(self, begun: str, here: Sequence[Thing], carried: Sequence[Thing]) -> list[Offer]:
        """What can end a command such as ``put leaflet``, or ``attack troll with``."""
        verb, *first = begun.split()
        between = {_between(use): use for use in self.grammar.uses(verb) if use.second}
        is_said = len(first) > 1 and first[-1] in between
        words = [first.pop()] if is_said else _usual(verb, between)
        found = []
        for word in words:
            things = carried if word == "with" or between[word].second == "held" else [*here, *carried]
            labels = [thing.label for thing in things if thing.label != " ".join(first)]
            command = begun if is_said else f"{begun} {word}"
            found += [Offer((label,) if is_said else (word, label), f"{command} {label}") for label in labels]
        return found


def _between(use: Pattern) -> str:
    return _SAME.get(use.between, use.between)


def _usual(verb: str, between: Iterable[str]) -> list[str]:
    """The prepositions that are offered between the two things of a verb."""
    return [word for word, verbs in _PREPOSITIONS.items() if word in between and verb in verbs]


# Questions ----------------------------------------------------------------------------------------


def answers(text: str, things: Sequence[Thing]) -> list[str]:
    """The answers to the question with which a text ends: what it names, yes and no, the words and numbers of a menu."""
    last = text.rstrip().rsplit("\n\n", 1)[-1]
    if re.search(r"\bRESTART\b", last):  # the story is over; what is ours is not offered
        found = [one.lower() for one in re.findall(r"\b[A-Z]{2,}\b", last)]
        return [one for one in found if one not in {"restart", "restore", "undo", "or", "the", "of", "save"}]
    numbered = re.findall(r"^\s*[\[(]?(\d{1,2})[\])\.:]", text, re.MULTILINE)
    if len(numbered) > 1:
        return list(dict.fromkeys(numbered))
    if not last.rstrip(" >)\"'").endswith("?") and not re.search(r"\by(?:es)?\s*(?:/|or)\s*no?\b", last, re.IGNORECASE):
        return []
    which = re.search(r"\b[Ww]h(?:ich|o|om)\b.*?\bmean,? +(.*?)\?", " ".join(last.split()))
    if which:
        parts = re.split(r",\s*(?:or\s+)?|\s+or\s+", which[1])
        return [re.sub(r"^(?:the|an?|your|some) ", "", part.strip().lower()) for part in parts if part.strip()]
    if re.search(r"\b[Ww]h(?:at|o|om|ich|ere)\b[^.?]*\b(?:want|to)\b", last):
        return [thing.label for thing in things]
    return ["yes", "no"]


def key_names(text: str) -> list[tuple[str, str]]:
    """The keys to choose where one is waited for: enter, space, and the signs that a menu names; with their labels."""
    named = re.findall(r"(?:^|\s)[\[(<]?([A-Za-z0-9])[\])>]?\s*(?:=|[).:\]]\s)", text)
    return [("enter", ""), ("space", " "), *((sign, sign) for sign in dict.fromkeys(named) if sign)]
