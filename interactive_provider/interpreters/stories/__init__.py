"""Stories written with Twine, read and played: Twee and HTML, SugarCube, Harlowe, Chapbook,
Snowman.

This folder does not import the rest of the package and can be used alone:

>>> from random import Random
>>> from interactive_provider.interpreters.stories import engine_of, stories_of
>>> text = ":: Start\\nIt is late. [[Go to bed->Bed]]\\n:: Bed\\nYou sleep."
>>> [story] = stories_of({"tale.twee": text})
>>> engine = engine_of(story)
>>> scene = engine.start(Random(7))
>>> scene.text, [link.label for link in scene.links]
('It is late. Go to bed', ['Go to bed'])
>>> scene = engine.choose(scene, 0, Random(8))
>>> scene.text, scene.outcome
('You sleep.', 'ended')

A `StoryScene` never changes, `Engine.choose` returns the next one, and the generator passed in is
the only source of luck. Expressions are parsed and evaluated in `expressions`; a published page's
own scripts run in the sandbox of `published`.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from .chapbook import ChapbookEngine
from .engine import StoryEngine, StoryScene
from .errors import StoryError
from .files.reading import HTML, TWEE, decoded, grouped, is_script, is_story, stories_of
from .harlowe.engine import HarloweEngine
from .links import LinksEngine
from .model import Story, StoryPassage
from .sugarcube.engine import SugarCubeEngine

ENGINES: dict[str, type[StoryEngine]] = {
    **dict.fromkeys(("sugarcube", "twine 1", "sugarcane", "jonah", "responsive"), SugarCubeEngine),
    "harlowe": HarloweEngine, "chapbook": ChapbookEngine, "snowman": LinksEngine,
}  # fmt: skip
"""The engine for each format, by its name in lower case."""


def engine_of(story: Story, kept_in: Path | None = None) -> StoryEngine:
    """Return the engine of a story: by the format that it names, otherwise by the macros that it
    uses.

    The compiled engine for scripts is stored in a folder, if one is given.
    """
    kind = ENGINES.get(story.format.lower().strip()) or _guessed(story)
    engine = kind(story)
    if story.page and find_spec("wasmtime") is not None:
        from .published.compilation import keep_in
        from .published.engine import HandingEngine, PageEngine

        if kept_in is not None:
            keep_in(kept_in)
        return (HandingEngine if kind is HarloweEngine else PageEngine)(engine)
    return engine


def _guessed(story: Story) -> type[StoryEngine]:
    counts = {
        SugarCubeEngine: len(re.findall(r"<<\s*[\w=-]+", story.source)),
        HarloweEngine: len(
            re.findall(
                r"\((?:set|if|else|link|goto|print|display|link-goto|else-if)\s*:", story.source
            )
        ),
    }
    best = max(counts, key=lambda engine: counts[engine])
    return best if counts[best] else LinksEngine


__all__ = [
    "ENGINES",
    "HTML",
    "TWEE",
    "Story",
    "StoryEngine",
    "StoryError",
    "StoryPassage",
    "StoryScene",
    "decoded",
    "engine_of",
    "grouped",
    "is_script",
    "is_story",
    "stories_of",
]
