"""Checks for authors: where links lead, what is missing, and what is never reached.

Everything is found by reading the passages as the engines do; `endings` also plays the story.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from .endings import Endings, endings_of
from .engine import StoryEngine
from .findings import Findings, LintFinding, counted, leading_to, listed, reachable
from .model import StoryPassage
from .references import References
from .story_map import MapPlan

SPECIAL = frozenset(
    """
    StoryInit StoryCaption StoryMenu StoryInterface StoryBanner StoryShare PassageHeader
    PassageFooter PassageReady PassageDone StoryDisplayTitle MenuOptions MenuShare MenuStory
    StoryConfig
    """.split()
)
"""Passages that SugarCube itself shows or runs."""
_SPECIAL_TAGS = frozenset(
    "widget startup header footer debug-startup debug-header debug-footer init".split()
)


class Review:
    """The findings from reading a whole story."""

    def __init__(self, engine: StoryEngine) -> None:
        self.engine = engine
        self.story = engine.story

    @cached_property
    def named(self) -> dict[str, References]:
        """The names in each passage."""
        return {p.name: self._references(p) for p in self.story.readable}

    def _references(self, passage: StoryPassage) -> References:
        references = References(passage.text)
        self.engine.gather(self.engine.parsed(passage.name), references)
        return references

    @cached_property
    def edges(self) -> dict[str, tuple[str, ...]]:
        """For each passage, the passages that it names as the next ones or shows inside."""
        return {
            name: tuple(dict.fromkeys(t for t, _ in (*n.targets, *n.shown)))
            for name, n in self.named.items()
        }

    @cached_property
    def missing(self) -> Findings:
        """Links and macros that name a missing passage."""
        passages = self.story.passages
        return self._each(
            "missing", lambda n: [(t, at) for t, at in (*n.targets, *n.shown) if t not in passages]
        )

    def _each(
        self, kind: str, named: Callable[[References], Iterable[tuple[str, int]]]
    ) -> Findings:
        return tuple(
            self._finding(kind, one, name, at)
            for name, n in self.named.items()
            for one, at in named(n)
        )

    @cached_property
    def unreachable(self) -> Findings:
        """Passages that cannot be reached from the start, by links or by any word in a macro."""
        reached = self.reached
        return tuple(
            self._finding("unreachable", p.name, p.name, 0)
            for p in self.story.readable
            if p.name not in reached
        )

    @cached_property
    def reached(self) -> set[str]:
        """The passages that may be reached from the start."""
        own = [p.name for p in self.story.readable if not _is_plain(p)]
        words = set(re.findall(r"[\"'`]([^\"'`\n]{1,200})[\"'`]", self.story.script))
        scripted = (name for name in self.story.passages if name in words)
        return reachable(
            [self.story.start, *own, *scripted],
            lambda name: (
                self.story.passages.keys() & {*self.edges.get(name, ()), *self._mentioned(name)}
            ),
        )

    def _mentioned(self, name: str) -> set[str]:
        return self.named[name].mentioned if name in self.named else set()

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """Passages that are probably intended as ends: they name no other passage and contain
        nothing unsupported."""
        return tuple(
            p.name for p in self.story.readable if _is_plain(p) and not self.leads_on(p.name)
        )

    def leads_on(self, name: str) -> bool:
        """True if a passage, or one shown inside it, names a passage to go to."""
        inside = reachable(
            [name], lambda one: (shown for shown, _ in self.named[one].shown if shown in self.named)
        )
        return any(self.named[one].targets for one in inside)

    @cached_property
    def endless(self) -> Findings:
        """Passages that can be reached but do not lead to an end."""
        arrows = {name: (*after, *self._mentioned(name)) for name, after in self.edges.items()}
        good = leading_to(self.ends, arrows)
        return tuple(self._finding("endless", p.name, p.name, 0) for p in self.story.readable
                     if p.name in self.reached and p.name not in good and _is_plain(p))  # fmt: skip

    @cached_property
    def unsupported(self) -> Findings:
        """Each macro and element that the engine does not support, wherever it is."""
        return self._each("not supported", lambda n: n.unsupported)

    @cached_property
    def passed_over(self) -> Findings:
        """Each ignored macro for appearance or sound."""
        return self._each("passed over", lambda n: n.passed_over)

    @cached_property
    def never_set(self) -> Findings:
        """Variables that are read but never set; each once, where it is read first."""
        names = (
            frozenset().union(*(n.set for n in self.named.values()))
            | self.engine.set_by_scripts
            | self.engine.own_variables
        )
        first: dict[str, LintFinding] = {}
        for name, n in self.named.items():
            for variable, at in n.read:
                if variable not in names and variable not in first:
                    first[variable] = self._finding("never set", variable, name, at)
        return tuple(first.values())

    def _finding(self, kind: str, name: str, passage: str, at: int) -> LintFinding:
        holder = self.story.passages[passage]
        line = holder.line
        if line > 0 <= at and kind not in ("unreachable", "endless"):
            line += 1 + at
        return LintFinding(kind, name, passage, holder.file, line)

    @cached_property
    def endings(self) -> Endings:
        """The endings found by playing: all of them if the story is finite and has no luck,
        otherwise some."""
        return endings_of(self.engine)

    @property
    def words(self) -> int:
        """The number of words in all passages, without code."""
        return sum(p.words for p in self.story.readable)

    @cached_property
    def plan(self) -> MapPlan:
        """What a map of the story shows."""
        passages = [p for p in self.story.readable if p.name not in SPECIAL]
        return MapPlan(
            self.story.title,
            self.story.start,
            [p.name for p in passages],
            self.edges,
            frozenset(self.ends),
            list(dict.fromkeys(finding.name for finding in self.missing)),
            {p.name: p.position for p in passages if p.position is not None},
            {name: sorted(n.mentioned) for name, n in self.named.items()},
        )

    def report(self) -> str:
        """Return all findings as text, the most serious first."""
        story = self.story
        ends = self.endings
        format_ = f"{story.format} {story.format_version}".strip()
        how = "every path was followed" if ends.complete else f"seen in {ends.plays} plays"
        lines = [
            (
                f"{story.title}: {len(story.readable)} passages, {self.words:,} words,"
                f" {format_ or 'no format named'}."
            ),
            *(f"Note: {remark}." for remark in story.remarks),
            *listed("Links to passages that do not exist", self.missing),
            *listed("Passages that nothing leads to", self.unreachable),
            *listed("Passages from which no end can be reached", self.endless),
            *counted("Not supported here, so a line in the text says so", self.unsupported),
            *counted("Ignored (looks and sound)", self.passed_over),
            *listed("Variables that are read but never set", self.never_set),
            f"Endings ({how}): {', '.join(ends.ended) or 'none'}.",
            *(
                [f"Stuck where something is not supported: {', '.join(ends.stuck)}."]
                if ends.stuck
                else []
            ),
        ]
        return "\n".join(lines)

    @property
    def right(self) -> bool:
        """True if nothing is missing, unreachable or unsupported, and the files are sound."""
        return not (self.missing or self.unreachable or self.unsupported or self.story.remarks)


def _is_plain(passage: StoryPassage) -> bool:
    """True unless the format itself shows or runs a passage."""
    return passage.name not in SPECIAL and _SPECIAL_TAGS.isdisjoint(passage.tags)
