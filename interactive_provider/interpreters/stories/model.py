"""A story as its author wrote it: passages with names, before an engine processes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

CODE_TAGS = frozenset({"script", "stylesheet", "Twine.private", "annotation"})
"""Tags of passages that are not read but run or applied."""

_STORY_PARTS = frozenset(
    {"StoryTitle", "StoryData", "StorySettings", "StoryIncludes", "StorySubtitle", "StoryAuthor"}
)
"""Passages with data about the story, which are not part of it."""


@dataclass(frozen=True, slots=True)
class StoryPassage:
    """One passage: its text between two headers, and where it is.

    ``position`` is (x, y) in the author's map in pixels, None if the file does not say. ``line`` is
    the line of the header in ``file``, counted from 1.
    """

    name: str
    text: str
    tags: tuple[str, ...] = ()
    position: tuple[float, float] | None = None
    file: str = ""
    line: int = 0

    @property
    def is_code(self) -> bool:
        """True if it is a script or a style sheet, which is never shown."""
        return not CODE_TAGS.isdisjoint(self.tags)

    @property
    def words(self) -> int:
        """The approximate number of words in its text, without markup and code."""
        return len(
            re.findall(
                r"[^\W_]+(?:['’-][^\W_]+)*",
                re.sub(r"<<[^<>]*>>|<[^<>]*>|\[\[|\]\]|\([\w-]+:", " ", self.text),
            )
        )


@dataclass(frozen=True)
class Story:
    """A whole story: a title, the format whose engine plays it, a start, and passages by name in
    order.

    ``remarks`` are problems in the files: no start, two passages with the same name.
    """

    title: str
    format: str
    format_version: str
    start: str
    passages: Mapping[str, StoryPassage]
    ifid: str = ""
    remarks: tuple[str, ...] = ()
    scripts: tuple[str, ...] = field(default=(), repr=False)
    """JavaScript that comes with the story."""
    page: str = field(default="", repr=False, compare=False)
    """The page in which it was published, with the engine that plays it there; empty for Twee and
    for archives."""

    def __repr__(self) -> str:
        return (
            f"<story {self.title!r}, {self.format or 'no format'}, {len(self.passages)} passages>"
        )

    @cached_property
    def readable(self) -> tuple[StoryPassage, ...]:
        """The passages that can be read, without code and without those that describe the story."""
        return tuple(
            p for p in self.passages.values() if not p.is_code and p.name not in _STORY_PARTS
        )

    @cached_property
    def tagged(self) -> Mapping[str, tuple[StoryPassage, ...]]:
        """The readable passages by their tags, in the order of their names."""
        passages = sorted(self.readable, key=lambda passage: passage.name)
        tags = dict.fromkeys(tag for passage in passages for tag in passage.tags)
        return {tag: tuple(passage for passage in passages if tag in passage.tags) for tag in tags}

    @cached_property
    def source(self) -> str:
        """The source of all its passages, one after another."""
        return "\n".join(p.text for p in self.readable)

    @cached_property
    def script(self) -> str:
        """All the JavaScript that comes with it, including passages tagged ``script``."""
        tagged = (p.text for p in self.passages.values() if "script" in p.tags)
        return "\n".join((*self.scripts, *tagged))
