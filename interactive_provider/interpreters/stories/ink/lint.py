"""A check of a compiled ink story for its author: knots and stitches, where they lead, and which
are never reached.

Everything but the endings is found by reading the containers of the compiled form, whose paths are
those of github.com/inkle/ink, Documentation/ink_JSON_runtime_format.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from ..endings import Endings
from ..findings import Findings, LintFinding, leading_to, listed, reachable
from ..story_map import MapPlan
from .engine import InkStory
from .files import CompiledInk, externals

BEGINNING = "beginning"
"""The name for everything before the first knot."""
PLAYS = 20
"""The number of random plays that look for endings."""
LONGEST_PLAY = 100
MOST_TURNS = 300
"""The maximum number of turns in one play, and in all plays together."""

_WOVEN = re.compile(r"[cgs](?:-\d+)?")
_GOING = ("->", "->t->", "f()", "^->")


InkPath: TypeAlias = tuple[str, ...]
"""The place of an object in a compiled story."""


@dataclass(slots=True)
class Knot:
    """A knot, a stitch (``knot.stitch``), a function, or the beginning, with its contents.

    ``leads`` are the names of those that it goes to, calls or mentions.
    """

    name: str
    leads: dict[str, None] = field(default_factory=dict)
    words: int = 0
    choices: int = 0
    ends: bool = False
    returns: bool = False
    """True if it ends, returns a value or returns to its caller, so that it is not a loose end."""
    wanders: bool = False
    """True if a variable decides where it goes."""


class InkReview:
    """A review of one compiled story."""

    missing = passed_over = never_set = ()
    """Always empty: the compiler rejects links that lead nowhere and variables that are never
    set."""

    def __init__(self, story: InkStory, title: str = "") -> None:
        self.story = story
        self.title = title
        self.root = story.compiled["root"]

    @cached_property
    def knots(self) -> dict[str, Knot]:
        """All knots and stitches, the beginning first, by name."""
        knots = {BEGINNING: Knot(BEGINNING)}
        for name in self.story.knots:
            if name != "global decl":
                knots[name] = Knot(name)
                knots.update(
                    (f"{name}.{stitch}", Knot(f"{name}.{stitch}"))
                    for stitch in self._stitches(name)
                )
        for path, node in _walk(self.root):
            _look(knots[self.owner(path)], path, node, self, knots)
        return knots

    def _stitches(self, knot: str) -> list[str]:
        return [name for name in _named(_named(self.root)[knot]) if not _WOVEN.fullmatch(name)]

    def owner(self, path: Sequence[str]) -> str:
        """Return the name of the knot or stitch that contains a path."""
        first = path[0] if path else ""
        if first == "global decl" or first not in self.story.knots:
            return BEGINNING
        stitched = (
            len(path) > 1
            and path[1] in _named(_named(self.root)[first])
            and not _WOVEN.fullmatch(path[1])
        )
        return f"{first}.{path[1]}" if stitched else first

    @cached_property
    def unreachable(self) -> Findings:
        """Knots and stitches that nothing leads to."""
        seen = reachable([BEGINNING], lambda name: self.knots[name].leads)
        seen |= {name.partition(".")[0] for name in seen}
        return tuple(
            LintFinding("unreachable", name, name) for name in self.knots if name not in seen
        )

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """Knots in which the story ends."""
        return tuple(knot.name for knot in self.knots.values() if knot.ends)

    @cached_property
    def loose(self) -> Findings:
        """Knots that run out of content: they neither continue nor end, and nothing calls them."""
        return tuple(
            LintFinding("loose", knot.name, knot.name)
            for knot in self.knots.values()
            if knot.words
            and not (knot.leads or knot.choices or knot.ends or knot.returns or knot.wanders)
        )

    @cached_property
    def circling(self) -> Findings:
        """Knots that can be reached but do not lead to an end."""
        ends = [k.name for k in self.knots.values() if k.ends or k.returns or k.wanders]
        good = leading_to(
            [*ends, *(one.name for one in self.loose)],
            {k.name: k.leads for k in self.knots.values()},
        )
        good |= {one.name for one in self.unreachable}
        return tuple(LintFinding("endless", name, name) for name in self.knots if name not in good)

    @property
    def endless(self) -> Findings:
        """Knots that do not lead to an end, and those that neither continue nor end."""
        return (*self.circling, *self.loose)

    @cached_property
    def unsupported(self) -> Findings:
        """Functions of a surrounding game, which does not exist here."""
        names = sorted(externals(self.story.compiled) - set(self.story.knots))
        return tuple(LintFinding("not supported", f"{name}()", "") for name in names)

    @property
    def right(self) -> bool:
        """True if nothing is unreachable, loose or expected from a surrounding game."""
        return not (self.unreachable or self.unsupported or self.loose)

    @cached_property
    def plan(self) -> MapPlan:
        """What a map of the story shows."""
        leads = {name: list(knot.leads) for name, knot in self.knots.items()}
        return MapPlan(
            self.title,
            BEGINNING,
            list(leads),
            leads,
            frozenset(self.ends),
        )

    def report(self) -> str:
        """Return all findings as text, the most serious first."""
        ends = self.endings
        lines = [
            (
                f"{self.title}: {len(self.knots)} knots and stitches, {self.words:,} words, ink "
                f"{self.story.compiled['inkVersion']}."
            ),
            *listed("Knots that nothing leads to", self.unreachable),
            *listed("Knots that neither continue nor end", self.loose),
            *listed("Knots from which no end can be reached", self.circling),
            *listed("External functions that are missing", self.unsupported),
            f"Last lines (seen in {ends.plays} plays): {' · '.join(ends.ended) or 'none'}.",
            *([f"Broken off: {' · '.join(ends.stuck)}."] if ends.stuck else []),
        ]
        return "\n".join(lines)

    @property
    def words(self) -> int:
        """The number of words in all knots."""
        return sum(knot.words for knot in self.knots.values())

    @cached_property
    def endings(self) -> Endings:
        """The last lines of plays that ended, and of those that broke off."""
        ended: dict[str, None] = {}
        broken: dict[str, None] = {}
        turns = plays = 0
        while plays < PLAYS and turns < MOST_TURNS:
            luck = Random(plays)
            plays += 1
            scene = self.story.start(luck)
            for _ in range(LONGEST_PLAY):
                if scene.outcome is not None:
                    (broken if scene.fault else ended)[_last_line(scene.text)] = None
                    break
                scene = self.story.choose(scene, luck.randrange(len(scene.links)))
                turns += 1
        return Endings(tuple(ended), tuple(broken), complete=False, plays=plays)


def _last_line(text: str) -> str:
    line = text.strip().rpartition("\n")[2]
    return line if len(line) <= 60 else f"{line[:59]}…"


def _named(container: Any) -> CompiledInk:
    """Return the named children of a container."""
    last = container[-1] if isinstance(container, list) and container else None
    return {k: v for k, v in last.items() if isinstance(v, list)} if isinstance(last, dict) else {}


def _walk(root: Any) -> Iterator[tuple[InkPath, Any]]:
    """Yield every text, command and object of the containers, with its path."""
    todo: list[tuple[InkPath, Any]] = [((), root)]
    while todo:
        path, node = todo.pop()
        if not isinstance(node, list):
            yield path, node
            continue
        todo += [((*path, name), inner) for name, inner in reversed(_named(node).items())]
        todo += [((*path, str(i)), inner) for i, inner in reversed(list(enumerate(node[:-1])))]


def _resolved(target: str, path: InkPath) -> InkPath:
    """Return the absolute path for a written one; a path that begins with a dot starts at the
    object itself."""
    if not target.startswith("."):
        return tuple(target.split("."))
    at = list(path)
    for key in target[1:].split("."):
        if key == "^":
            del at[-1:]
        else:
            at.append(key)
    return tuple(at)


def _look(knot: Knot, path: InkPath, node: Any, review: InkReview, knots: dict[str, Knot]) -> None:
    """Collect the information from one text, command or object."""
    if isinstance(node, str):
        knot.words += len(node[1:].split()) if node.startswith("^") else 0
        knot.ends |= node == "end" and path[0] != "global decl"
        # Every story contains the end of all weaves, outside the knots.
        knot.returns |= node in ("->->", "~ret") or (node == "done" and knot.name != BEGINNING)
    elif isinstance(node, dict):
        knot.choices += "*" in node
        knot.wanders |= bool(node.get("var")) and "VAR?" not in node
        for key in _GOING:
            if key in node and not node.get("var") and isinstance(node[key], str):
                name = review.owner(_resolved(node[key], path))
                if name != knot.name and name in knots:
                    knot.leads[name] = None
                    knots[name].returns |= key == "f()"


__all__ = ["BEGINNING", "InkReview", "Knot"]
