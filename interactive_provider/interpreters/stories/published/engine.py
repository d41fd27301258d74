"""A published page of any format, played by the engine that it contains.

A scene is determined by the page, a seed, and the steps taken so far. The page's state after these
steps is a snapshot, and snapshots are only a cache: if one is missing, its steps are repeated.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeAlias

from ..content import HARD, StoryLink
from ..engine import AnswerNeeded, StoryEngine, StoryScene, Trail, TurnRequest
from ..expressions.values import text_of
from .host import Browser
from .machine import ScriptFault, ScriptStopped, Snapshot, apart
from .renaming import renamed
from .writing import written

ReaderAction: TypeAlias = "tuple[str, int | str, str, tuple[Any, ...]]"
"""A reader's action: its kind, the number of an option or the name of a key, the typed text, and
answers."""
BEGIN: ReaderAction = ("begin", 0, "", ())
ReaderActions: TypeAlias = tuple[ReaderAction, ...]
Offered: TypeAlias = list[tuple[str, ReaderAction]]
"""The choices that a page offers, by label."""
KEPT = 12
"""The maximum number of snapshots of a story; each takes about five megabytes."""
KEYS = {
    " ": "space",
    "Enter": "Enter",
    "ArrowRight": "the right arrow",
    "ArrowLeft": "the left arrow",
    "ArrowUp": "the up arrow",
    "ArrowDown": "the down arrow",
}
"""The keys that a page without anything to choose may wait for."""
DIALOG = ["OK", "Cancel"]
"""The last links of a Harlowe 3 page while it asks a question."""
STOPPED = "The story's own script did not finish here, so the story stops."
UNREADABLE = "The story's own script made a page here that cannot be read, so the story stops."


@dataclass(frozen=True)
class PlayedPage:
    """A page after some steps: its state, its report, or the sentence that says why it cannot
    continue."""

    snapshot: Snapshot
    report: Any
    fault: str = ""


@functools.cache
def _spare_browsers(process: int) -> list[Browser]:
    """Return a process's idle browser, if there is one."""
    return []


@dataclass
class PagePlayer:
    """Takes the steps of one page, and caches the latest stages."""

    page: str
    _kept: dict[tuple[int, ReaderActions], PlayedPage] = field(default_factory=dict)

    def stage(self, seed: int, steps: ReaderActions) -> PlayedPage:
        """Return the page after some steps: from the nearest cached stage, otherwise from the
        beginning."""
        return apart(self._stage, seed, steps)

    def _stage(self, seed: int, steps: ReaderActions) -> PlayedPage:
        known = next(
            (count for count in range(len(steps), 0, -1) if (seed, steps[:count]) in self._kept), 0
        )
        stage = self._kept.get((seed, steps[:known]))
        for count in range(known, len(steps)):
            stage = self._after(stage, seed, steps[count])
            self._keep((seed, steps[: count + 1]), stage)
        assert stage is not None
        return stage

    def _keep(self, key: tuple[int, ReaderActions], stage: PlayedPage) -> None:
        """Store a stage, and drop the oldest when there are too many.

        First stages take longest to make, so one of them is dropped only if they are more than
        half.
        """
        self._kept[key] = stage
        while len(self._kept) > KEPT:
            later = (key for key in self._kept if len(key[1]) > 1)
            first = [key for key in self._kept if len(key[1]) == 1]
            self._kept.pop(first[0] if len(first) > KEPT // 2 else next(later))

    def _after(self, stage: PlayedPage | None, seed: int, step: ReaderAction) -> PlayedPage:
        """Return the stage after one more step."""
        if stage is not None and stage.fault:
            return stage
        browsers = _spare_browsers(os.getpid())
        browser = browsers.pop() if browsers else Browser()
        try:
            self._take(browser, stage, seed, step)
            report = browser.report()
            after = PlayedPage(browser.snapshot(stage.snapshot if stage else ()), report)
        except (ScriptStopped, ScriptFault) as fault:
            # the browser was stopped in the middle of something
            return PlayedPage((), None, STOPPED if isinstance(fault, ScriptStopped) else UNREADABLE)
        browsers.append(browser)
        page = renamed(self.page, report)
        if stage is None and page != self.page:
            self.page = page
            return self._after(None, seed, step)
        return after

    def _take(
        self, browser: Browser, stage: PlayedPage | None, seed: int, step: ReaderAction
    ) -> None:
        kind, what, text, answers = step
        if stage is None:
            browser.reset()
            browser.open(self.page, seed, answers)
            return
        browser.restore(stage.snapshot)
        browser.turn(answers, kind, what, text)

    def what_works(self, seed: int, steps: ReaderActions) -> Offered:
        """Return what a page without choices is waiting for: time, a click, or some keys. Each is
        tried."""
        return apart(self._what_works, seed, steps)

    def _what_works(self, seed: int, steps: ReaderActions) -> Offered:
        here = self._stage(seed, steps)
        wait: ReaderAction = ("wait", 0, "", ())
        later = self._after(here, seed, wait)
        found = [("wait", wait)] if self._differs(later, here) else []
        tried: Offered = [("click the page", ("page", 0, "", ()))]
        if here.report["keys"]:
            tried += [(f"press {name}", ("key", key, "", ())) for key, name in KEYS.items()]
        return found + [
            (label, step)
            for label, step in tried
            if self._differs(self._after(here, seed, step), later)
        ]

    @staticmethod
    def _differs(after: PlayedPage, other: PlayedPage) -> bool:
        """True if a stage can be continued and shows something different from the other one."""
        return not after.fault and (
            other.fault != "" or _visible(after.report) != _visible(other.report)
        )


def _visible(report: Any) -> Any:
    return report["page"], report["dialog"], report["passage"]


class PageEngine(StoryEngine):
    """The engine of a published page; another engine reads its passages for authors' questions and
    runs no script."""

    notice = ""
    asks = True  # any script may ask at any time, so each turn has its own seed

    def __init__(self, reader: StoryEngine) -> None:
        super().__init__(reader.story)
        self._reader = reader
        reader.notice = ""  # the scripts that it does not run are run here
        self._player = PagePlayer(self.story.page)

    def __reduce__(self) -> tuple[type[PageEngine], tuple[StoryEngine]]:
        return type(self), (self._reader,)

    @property
    def reader(self) -> StoryEngine:
        """The engine that reads the passages: no script is run for authors' questions."""
        return self._reader

    def _played(self, request: TurnRequest, luck: Random) -> StoryScene:
        scene, _, answers, seed = request
        if scene is None:
            seed &= 0xFFFFFFFF
            steps = ((*BEGIN[:3], answers),)
        else:
            seed = scene.variables["seed"]
            before = scene.variables["steps"]
            steps = (*before, self._step(request))
        stage = self._player.stage(seed, steps)
        made = self._scene(scene, {"seed": seed, "steps": steps})
        if stage.fault:
            return self._stopped(made, stage.fault)
        return self._told(request, made, stage.report)

    def _step(self, request: TurnRequest) -> ReaderAction:
        """Return the reader's step: choosing a link, or typing a text into the first box."""
        scene, value, answers, _ = request
        assert scene is not None
        if isinstance(value, tuple):
            assert scene.box is not None
            return ("act", scene.box.target, text_of(value[1]), answers)
        kind, _, what = scene.links[value].action
        return (kind if kind in ("key", "page", "wait") else "act", what, "", answers)

    def _scene(self, before: StoryScene | None, reached: Mapping[str, Any]) -> StoryScene:
        """Return the scene after some steps, before its page is filled."""
        passage = before.passage if before is not None else self.story.start
        trail = before.trail if before is not None else Trail(passage, {}, None)
        return StoryScene(self, passage, (), reached, {}, trail)

    def _told(self, request: TurnRequest, made: StoryScene, report: Any) -> StoryScene:
        """Return the scene of a page's report: a dialog's question, or the page with its links."""
        seed = made.variables["seed"]
        steps = made.variables["steps"]
        if report["reloads"] and len(steps) > 1:  # the story starts again
            return self._played(TurnRequest(None, seed=seed), Random())
        passage = report["passage"][:1_000] or made.passage
        trail = made.trail
        if trail.name != passage:
            trail = Trail(passage, {}, trail if request.scene else None)
        made = replace(made, passage=passage, trail=trail)
        if report["asked"]:
            kind, text, default = report["asked"][0]
            asking = AnswerNeeded(text, default, kind == "confirm")
            return replace(made, question=asking.question(request._replace(seed=seed)))
        page = written(report)
        made = replace(made, page=page, remarks=tuple(dict.fromkeys(report["remarks"])))
        if made.outcome is None:
            return made
        offers = self._player.what_works(seed, steps)
        links = [StoryLink(label, (step[0], "", step[1])) for label, step in offers]
        return replace(made, page=(*page, *(piece for link in links for piece in (HARD, link))))

    def _stopped(self, made: StoryScene, sentence: str) -> StoryScene:
        return replace(made, page=(sentence,), is_blocked=True)


class HandingEngine(PageEngine):
    """The engine of a page that its reader plays, much faster, until it meets something
    unsupported; from there on the page's own engine continues, after the same choices."""

    def start(self, luck: Random) -> StoryScene:
        """Return the first scene."""
        scene = self._reader.start(luck)
        scene.seed = luck.getrandbits(32)
        return self._continued(scene, scene.seed)

    def choose(self, scene: StoryScene, value: Any, luck: Random) -> StoryScene:
        """Return the scene after a choice, using the engine that made the previous scene."""
        if scene.engine is self:
            return super().choose(scene, value, luck)
        after = self._reader.choose(scene, value, luck)
        after.seed = scene.seed
        return self._continued(after, scene.seed)

    def _continued(self, scene: StoryScene, seed: int) -> StoryScene:
        """Return the scene by the page's own engine, if the reader cannot play on and the page
        offers the same choices."""
        if not scene.is_refused:
            return scene
        luck = Random(seed)
        own = super().start(luck)
        for label in _choices_before(scene):
            is_dialog = [link.label for link in own.links][-2:] == DIALOG
            value = _option_called(own, label)
            if value is None or own.is_blocked:
                return scene
            own = super().choose(own, value, luck)
            if is_dialog and isinstance(value, tuple):  # text typed there waits for its button
                own = super().choose(own, len(own.links) - 2, luck)
        return scene if own.is_blocked else own


def _choices_before(scene: StoryScene) -> list[str]:
    """Return the choices and answers that led to a scene: labels, texts, 1 for yes and 0 for no."""
    chosen: list[str] = []
    at: StoryScene | None = scene
    while at is not None:
        before = at.previous
        asking = at.question
        if asking is not None:  # the turn that asks began in the previous scene
            chosen += [text_of(+a if a in (True, False) else a) for a in asking.answers[::-1]]
        if before is not None:
            chosen.append(before.links[asking.value].label if asking else at.chosen)
        at = before
    return chosen[::-1]


def _option_called(scene: StoryScene, label: str) -> Any:
    """Return the value that chooses a label in a scene, or types it; None if it is not offered."""
    labels = [link.label for link in scene.links]
    if label in labels:
        return labels.index(label)
    if labels[-2:] == DIALOG and scene.box is None:
        return len(labels) - 1 - int(label == "1")
    if scene.question is not None and scene.question.yes_no:
        return int(label == "1")
    return ("typed", label) if scene.box is not None else None
