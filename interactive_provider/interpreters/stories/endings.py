"""The endings of a story, found by playing it."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Any

from .engine import StoryEngine, StoryScene

MOST_STEPS = 4_000
"""The number of choices that are tried to find the endings of a story."""
PLAYS = 100
"""The number of random plays of a story that cannot be searched completely because of its size or
its luck."""
LONGEST_PLAY = 200
_LUCK = re.compile(
    r"\b(?:random\w*|either|shuffle\w*|shuffled|pluck\w*|coinFlip|d\d+)\b|\(\s*(?:random|either|shuffled)\s*:"
)


@dataclass(frozen=True, slots=True)
class Endings:
    """The passages in which plays ended, and how they were found.

    ``complete`` means that every path was followed; otherwise they were seen in ``plays`` random
    plays.
    """

    ended: tuple[str, ...]
    stuck: tuple[str, ...]
    complete: bool
    plays: int


def _options(scene: StoryScene) -> list[Any]:
    if scene.question is not None:
        return [1, 0] if scene.question.yes_no else [("typed", scene.question.default or "Ada")]
    if scene.links or not scene.box:
        return list(range(len(scene.links)))
    return [("typed", 7 if scene.box.number else "Ada")]


def endings_of(engine: StoryEngine, steps: int = MOST_STEPS) -> Endings:
    """Return all endings of a story that is finite and has no luck, otherwise those seen in random
    plays.

    It stops after that many ``steps`` rather than after some time, so that a reader sees the same
    endings on a busy machine.
    """
    return _all_endings(engine, steps // 2) or _seen_endings(engine, steps)


def _all_endings(engine: StoryEngine, most: int) -> Endings | None:
    """Return the endings of a story without luck and with few states; None if there are too
    many."""
    if _LUCK.search(engine.story.source):
        return None
    luck = Random(0)
    todo = deque([engine.start(luck)])
    seen = set(todo)
    steps = 0
    outcomes: dict[str, str] = {}
    while todo:
        scene = todo.popleft()
        if scene.outcome is not None:
            outcomes[scene.passage] = scene.outcome
        elif scene.box is not None or scene.question is not None:
            return None
        for option in _options(scene):
            steps += 1
            if steps > most:
                return None
            after = engine.choose(scene, option, luck)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return _endings(outcomes, complete=True, plays=0)


def _seen_endings(engine: StoryEngine, most: int) -> Endings:
    outcomes: dict[str, str] = {}
    steps = plays = 0
    while plays < PLAYS and steps < most:
        luck = Random(plays)
        scene = engine.start(luck)
        plays += 1
        for _ in range(LONGEST_PLAY):
            if scene.outcome is not None:
                outcomes[scene.passage] = scene.outcome
                break
            scene = engine.choose(scene, luck.choice(_options(scene)), luck)
            steps += 1
    return _endings(outcomes, complete=False, plays=plays)


def _endings(outcomes: dict[str, str], complete: bool, plays: int) -> Endings:
    ended, stuck = (
        tuple(sorted(name for name in outcomes if outcomes[name] == kind))
        for kind in ("ended", "stuck")
    )
    return Endings(ended, stuck, complete, plays)
