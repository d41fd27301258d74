"""Adventures that are not ours: which load, what is offered of published walkthroughs, how long
lists and turns are.

``python -m benchmarks.adventures FOLDER`` reads the stories in a folder (``.z3`` to ``.z8``,
``.zblorb``). A file beside a story with the same name and the suffix ``.commands`` is a
walkthrough: a command on each line, and above them ``# seed 12`` where it needs a certain luck.
``--missing`` lists the commands that were not offered. ``--positions`` tries instead what positions
promise: undo, equality, pickling, and a line that leads to the same in another process with another
hash seed.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import os
import pickle
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider, line, options, outcome, replay, undo
from interactive_provider.interpreters.zmachine import (
    COMMON,
    Adventure,
    AdventureScene,
    Grammar,
    Offer,
    StoryFileError,
    read_story,
)
from tools.fuzz.adventures import offered

SUFFIXES = (".z3", ".z4", ".z5", ".z8", ".zblorb")
TURNS, KEYS = 30, 20
SHORT = {
    "n": "north",
    "s": "south",
    "e": "east",
    "w": "west",
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
    "u": "up",
    "d": "down",
}
SAME = {"into": "in", "inside": "in", "onto": "on", "upon": "on", "using": "with"}
LITTLE = ("the", "a", "an", "my", "your", "of")
PRONOUNS = ("it", "them", "him", "her")


@dataclass
class Measured:
    """What was found in one story."""

    offered: int = 0
    known: int = 0
    commands: int = 0
    missing: list[str] = field(default_factory=list)
    things: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    tabs: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    spoiled: set[str] = field(default_factory=set)


Reading = tuple[int, tuple[str, ...]]
"""The action of a command, and the names of its things."""


@functools.cache
def readings(adventure: Adventure, command: str) -> set[Reading]:
    """What a command can mean by the story's own grammar; Infocom's parser finds a missing last
    thing by itself."""
    grammar = adventure.grammar
    verb, *rest = [
        SAME.get(one, one) for one in re.findall(r"[\w'-]+", command) if one not in LITTLE
    ]
    found: set[Reading] = set()
    for use in grammar.uses(verb):
        if grammar.is_infocom and use.first and not use.second and not rest:
            found.add((use.action, ()))
        before, between = (
            [SAME.get(one, one) for one in words.split()] for words in (use.before, use.between)
        )
        for words in _without(rest, before, grammar):
            if not use.second:
                if bool(words) == bool(use.first) or (grammar.is_infocom and use.first):
                    found.add((use.action, (" ".join(words),) if words else ()))
                continue
            found |= {
                (use.action, (" ".join(words[:at]), " ".join(words[at + len(between) :])))
                for at in range(1, len(words) - len(between))
                if [grammar.preposition(one) for one in words[at : at + len(between)]] == between
            }
    return found


def _without(words: list[str], before: list[str], grammar: Grammar) -> Iterator[list[str]]:
    """The words without those before the first thing, which may stand behind it: turn the lamp
    on."""
    plain = [grammar.preposition(one) for one in words]
    if plain[: len(before)] == before:
        yield words[len(before) :]
    if before and plain[-len(before) :] == before:
        yield words[: -len(before)]


class Judge:
    """Says whether a command was offered at a scene: whether options lead to it, stage by stage.

    Verbs with one action are the same, so are words of one thing, prepositions with one number, and
    a pronoun and what it stands for. A list of things is several choices. Leaving the thing that
    one is in needs no name for it.
    """

    def __init__(self, adventure: Adventure) -> None:
        self.adventure = adventure
        self.last: int | None = None
        self.was_offered = True

    def offered(self, scene: AdventureScene, command: str, offers: Sequence[Offer]) -> bool:
        """True if options do what a command does."""
        if command in ("g", "again"):
            return self.was_offered or any(offer.label == ("again",) for offer in offers)
        here, carried = self.adventure.things(scene)
        self.things = {
            thing.label.replace(" of ", " "): thing.number for thing in (*here, *carried)
        }
        self.around = {0, *self.adventure.story.above(self.adventure.memory(scene), scene.player)}
        self.was_offered = self._offered(scene, command, offers)
        names = [names[-1] for _, names in readings(self.adventure, command) if names]
        self.last = next(
            (n for name in names for label, n in self.things.items() if self._fits(name, label)),
            self.last,
        )
        return self.was_offered

    def _offered(self, scene: AdventureScene, command: str, offers: Sequence[Offer]) -> bool:
        grammar = self.adventure.grammar
        several = re.fullmatch(
            r"([\w' -]+(?:,| and ).+?)((?: in| into| on| from| to| with) .+)?", command
        )
        if (
            several
            and grammar.uses(command.split()[0].strip(","))
            and "," not in command.split()[0]
        ):
            verb, *first = several[1].split()
            one, *more = re.split(r",\s*(?:and )?| and ", " ".join(first))
            return all(
                self._offered(scene, f"{verb} {name}{several[2] or ''}", offers)
                for name in (one, *more)
            )
        words = command.split()
        words = (
            words[1:]
            if len(words) == 2 and words[0] in ("go", "walk") and SHORT.get(words[1], words[1])
            else words
        )
        plain = {offer.label[0] for offer in offers if len(offer.label) == 1}
        if {command, " ".join(words), SHORT.get(words[0], "") if len(words) == 1 else ""} & plain:
            return True
        if any(self._fits(command, label) for label in plain):  # the answer to "Which do you mean?"
            return True
        spoken = re.fullmatch(r"(?:tell |ask )?([\w' -]+?)(?:,| to) *(.+)", command)
        listeners = [one.command[:-1] for one in offers if one.command.endswith(",")]
        if spoken and any(self._fits(spoken[1], one) for one in listeners):
            return self._offered(scene, spoken[2], [one for one in offers if not one.is_open])
        meant = readings(self.adventure, command)
        done = {
            offer.command: readings(self.adventure, offer.command)
            for offer in offers
            if not offer.is_open
        }
        for offer in offers:
            first = offer.command.split()[1:]
            if offer.is_open and any(
                self._fits(names[0], " ".join(part))
                for _, names in meant
                if len(names) == 2
                for part in (first, first[:-1])
            ):
                done |= {one.command: readings(self.adventure, one.command)
                         for one in offered(self.adventure, scene, offer.command)}  # fmt: skip
        return any(
            action == other and self._same(names, offered)
            for option in done.values()
            for other, offered in option
            for action, names in meant
        )

    def _same(self, names: Sequence[str], offered: Sequence[str]) -> bool:
        """True if the names mean the things that are offered."""
        if len(names) == 1 and not offered:
            return any(
                number in self.around and self._fits(names[0], label)
                for label, number in self.things.items()
            )
        return len(names) == len(offered) and all(map(self._fits, names, offered))

    def known(self, scene: AdventureScene, command: str, offers: Sequence[Offer]) -> bool:
        """True if the verb is offered and all nouns are listed, whatever stands between them."""
        grammar, (verb, *rest) = self.adventure.grammar, command.split()
        actions = {use.action for use in grammar.uses(verb)}
        offered = {
            use.action
            for phrase in {offer.command.split()[0] for offer in offers}
            for use in grammar.uses(phrase)
        }
        here, carried = self.adventure.things(scene)
        names = set().union(
            *(self.adventure.scope.words.get(thing.number, ()) for thing in (*here, *carried))
        )
        nouns = [
            word for word in rest if word not in (*PRONOUNS, "all", "the", "a", "and", "of", "me")
        ]
        nouns = [
            key
            for word in nouns
            if (key := grammar.key(word)) in grammar.words and not grammar.words[key].flags & 0x08
        ]
        return bool(actions & offered) and all(key in names for key in nouns)

    def _fits(self, wanted: str, label: str) -> bool:
        if wanted in ("all", "everything"):
            return label == "all"
        if SHORT.get(wanted, wanted) == SHORT.get(label, label):
            return True
        if wanted in ("me", "myself", "self"):
            return label == "me"
        number = self.things.get(label.replace(" of ", " "))
        if number is None:  # a topic
            return {*map(self.adventure.grammar.key, wanted.split())} <= {
                *map(self.adventure.grammar.key, label.split())
            }
        if wanted in PRONOUNS:
            return number == self.last
        scope = self.adventure.scope
        return all(
            scope.grammar.key(word) in scope.words.get(number, ())
            for word in wanted.split()
            if word not in ("of", "the")
        )


def words_of(*texts: str) -> set[str]:
    """The words of texts in small letters."""
    return {word for text in texts for word in re.findall(r"\w+(?:'\w+)*", text.lower())}


def measure(
    adventure: Adventure, commands: Sequence[str], seed: int
) -> tuple[Measured, AdventureScene]:
    """A story played by a walkthrough, or by its own options if there is none."""
    found, judge = Measured(), Judge(adventure)
    scene = adventure.start(seed)
    printed = words_of(scene.text)
    for command in commands:
        for _ in range(KEYS):  # walkthroughs leave out what lets the story go on
            if scene.awaits == "key" and len(command) > 1:
                scene = adventure.reply(scene, "")
                printed |= words_of(scene.text)
        if not scene.awaits:
            break
        found.sizes.append(len(scene.saved))
        if scene.awaits == "line":
            began = time.process_time()
            offers = offered(adventure, scene)
            found.tabs.append(time.process_time() - began)
            here, carried = adventure.things(scene)
            found.things.append(len(here) + len(carried))
            found.options.append(len(offers))
            found.spoiled |= (
                words_of(*{part for offer in offers for part in offer.label}) - printed - COMMON
            )
            for part in re.split(r"[.;]| then ", command.lower()):
                if part.strip():
                    fits = judge.offered(scene, part.strip(), offers)
                    found.commands, found.offered = found.commands + 1, found.offered + fits
                    found.known += fits or judge.known(scene, part.strip(), offers)
                    found.missing += [] if fits else [part.strip()]
        began = time.process_time()
        scene = adventure.reply(scene, command)
        printed |= words_of(scene.text)
        found.turns.append(time.process_time() - began)
    return found, scene


def _walk(adventure: Adventure, turns: int) -> list[str]:
    """Commands for a story without a walkthrough: a look at each thing, and each way."""
    scene, commands = adventure.start(1), []
    for number in range(turns):
        if not scene.awaits:
            break
        command = ""
        if scene.awaits == "line":
            offers = [offer.command for offer in offered(adventure, scene) if not offer.is_open]
            command = offers[number * 7919 % len(offers)] if offers else "look"
        commands.append(command)
        scene = adventure.reply(scene, command)
    return commands


def digest(position: Any) -> str:
    """What a position shows and offers, the same in every process."""
    scene = position._state.scene
    content = (
        scene.text,
        scene.window,
        scene.saved,
        scene.knowledge,
        [one.names for one in options(position)],
    )
    return hashlib.sha256(repr(content).encode()).hexdigest()


def broken_promises(path: Path, choices: int) -> list[str]:
    """What does not hold of a story's positions, after some choices at random."""
    rng, game = Random(1), InteractiveProvider(str(path))
    position = getattr(game, dir(game)[0])(seed=1)
    faults = []
    for _ in range(choices):
        if outcome(position) is not None or not options(position):
            break
        names, before = rng.choice(options(position)).names, position
        for name in names:
            position = getattr(position, name)
        if undo(position) != before:
            faults.append(f"undo of {names}")
    if hash(replay(line(position))) != hash(position):
        faults.append("equality")
    if pickle.loads(pickle.dumps(position)) != position:
        faults.append("pickling")
    if replay(line(position)) != position:
        faults.append("replay")
    code = (
        "import sys; from interactive_provider import InteractiveProvider, replay\n"
        "from benchmarks.adventures import digest\n"
        "print(digest(replay(sys.argv[1], InteractiveProvider(sys.argv[2]))))"
    )
    for seed in ("1", "2"):
        command, environment = (
            [sys.executable, "-c", code, line(position), str(path)],
            {**os.environ, "PYTHONHASHSEED": seed},
        )
        ended = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        if ended.stdout.strip() != digest(position):
            faults.append(f"replay in a process with hash seed {seed} {ended.stderr[-200:]}")
    return faults


def main() -> None:
    """Measure a folder of stories."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--missing", action="store_true", help="list the commands that were not offered"
    )
    parser.add_argument("--positions", action="store_true", help="try what positions promise")
    parser.add_argument("--only", default="", help="stories whose name contains this")
    given = parser.parse_args()
    files = sorted(
        p for p in given.folder.rglob("*") if p.suffix.lower() in SUFFIXES and given.only in p.name
    )
    if given.positions:
        for path in files:
            print(
                path.name,
                "; ".join(broken_promises(path, TURNS)) or "all promises kept",
                flush=True,
            )
        return
    totals: Counter[str] = Counter()
    print(
        "| story | version, grammar | offered | things, options | Tab, worst | turn, median, worst"
        " | bytes | end |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for path in files:
        totals["files"] += 1
        try:
            adventure = Adventure(read_story(path.read_bytes()))
        except StoryFileError as fault:
            print(f"| {path.name} | {fault} | | | | | | |", flush=True)
            continue
        script = path.with_suffix(".commands")
        lines = script.read_text(encoding="utf-8").splitlines() if script.exists() else []
        seed = next((int(line.split()[-1]) for line in lines if line.startswith("# seed")), 1)
        commands = [line for line in lines if not line.startswith("#")]
        found, scene = measure(adventure, commands or _walk(adventure, TURNS), seed)
        totals["play"] += not scene.fault
        kind = (
            "z3"
            if adventure.story.version == 3
            else adventure.grammar.layout.split(",")[0] or "none"
        )
        if commands:
            totals[f"{kind} offered"] += found.offered
            totals[f"{kind} known"] += found.known
            totals[f"{kind} commands"] += found.commands
            totals[f"{kind} things"] += sum(found.things)
            totals[f"{kind} lists"] += len(found.things)
        totals["spoiled"] += len(found.spoiled)
        share = (
            f"{found.offered} of {found.commands}, {found.offered / max(1, found.commands):.1%}"
            f" ({found.known})"
            if commands
            else ""
        )
        print(
            f"| {path.name} | {adventure.story.version}, {adventure.grammar.layout or 'none'} |"
            f" {share} | {_mean(found.things):.1f}, {_mean(found.options):.0f} |"
            f" {1e3 * max(found.tabs, default=0):.1f} ms |"
            f" {1e3 * statistics.median(found.turns or [0]):.0f},"
            f" {1e3 * max(found.turns, default=0):.0f} ms | {_mean(found.sizes):.0f} |"
            f" {scene.fault or adventure.status(scene)[:48]} |",
            flush=True,
        )
        if found.spoiled:
            print(f"    not printed: {', '.join(sorted(found.spoiled))}")
        if given.missing and commands:
            print(f"    not offered: {', '.join(found.missing)}")
    print(
        f"\n{totals['play']} of {totals['files']} files play; {totals['spoiled']} words were"
        " offered unprinted"
    )
    for kind in sorted({name.rpartition(" ")[0] for name in totals if name.endswith(" commands")}):
        offered, commands_ = totals[f"{kind} offered"], totals[f"{kind} commands"]
        print(
            f"{kind}: {offered:,} of {commands_:,} commands of walkthroughs were offered,"
            f" {offered / commands_:.1%} (verb offered and nouns listed:"
            f" {totals[f'{kind} known'] / commands_:.1%}), with"
            f" {totals[f'{kind} things'] / totals[f'{kind} lists']:.1f} things listed"
        )


def _mean(numbers: Sequence[float]) -> float:
    return statistics.mean(numbers) if numbers else 0.0


if __name__ == "__main__":
    main()
