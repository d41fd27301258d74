"""Compiled ink, played by a runtime from PyPI (`inkpython`, an extra), whose state is saved after
every turn.

The runtime is a port of the C# one, in plain Python, so it runs wherever Python does and cannot
crash the interpreter. Here its work is counted, so a story that never stops is cut off; its luck is
seeded by the generator passed in; and its errors become the last line of the text.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import threading
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar

from ..content import StoryLink
from ..errors import EndlessPassage, StoryError
from ..markup import looks_of
from .arithmetic import LONGEST, correct_numbers
from .files import CompiledInk, checked, externals, knots, loaded

STEPS = 20_000
"""The maximum number of steps of the runtime in one turn; public stories take a thousand at
most."""
GLUED = 16
"""The number of pieces of an incomplete line; for each of them, further steps count one more."""
DEEPEST = 250
"""The maximum depth of nested functions and tunnels."""
_SEEDS = 2**31 - 2

_playing = threading.Lock()
"""Only one story is played at a time: each runtime holds its own state, in plain Python."""


@dataclass(frozen=True, slots=True)
class InkScene:
    """The state between two choices: the text of the last turn, the choices, and the runtime's own
    state as JSON.

    ``fault`` is the error of the story or the runtime, empty if there was none.
    """

    text: str
    links: tuple[StoryLink, ...]
    saved: str = field(repr=False)
    passage: str
    """The knot, as far as the choices reveal it."""
    fault: str
    previous: InkScene | None = field(default=None, compare=False, repr=False)
    chosen: str = field(default="", compare=False)

    trail: ClassVar[tuple[str, ...]] = ()
    new_remarks: ClassVar[tuple[str, ...]] = ()
    question: ClassVar[None] = None
    box: ClassVar[None] = None

    @property
    def page(self) -> tuple[str]:
        """The text with the styles from its HTML, each line a paragraph."""
        return (looks_of(self.text).replace("\n", "\n\n"),)

    @property
    def outcome(self) -> str | None:
        """None while there is a choice, then ``ended``, or ``error`` if the story breaks off."""
        if self.links:
            return None
        return "error" if self.fault else "ended"

    def value(self, number: int) -> int:
        """Return the value that chooses a link."""
        return number


class InkStory:
    """A compiled story; raises `StoryError` for one that cannot be played, and if the runtime is
    not installed."""

    def __init__(self, compiled: CompiledInk) -> None:
        self.compiled = checked(compiled)
        self.knots = knots(self.compiled)
        self._runtime = self._made()
        self._expects: tuple[str, ...] = ()
        self._bind()

    def _made(self) -> Any:
        runtime = _runtime()
        try:
            with _quiet():
                return runtime(self.compiled)
        except RecursionError:
            raise StoryError("this ink story is nested too deeply") from None
        except Exception as fault:  # noqa: BLE001 - what the runtime raises for foreign JSON can be anything
            raise StoryError(f"this ink story cannot be read: {_fault_text(fault)}") from None

    def _bind(self) -> None:
        """Provide the functions of a missing host game: they return 0, and a line says so."""
        missing = sorted(externals(self.compiled) - set(self.knots))
        for name in missing:
            self._runtime.BindExternalFunctionGeneral(
                name, lambda args, name=name: self._called(name), True
            )

    def _called(self, name: str) -> int:
        if name not in self._expects:
            self._expects = (*self._expects, name)
        return 0

    def start(self, luck: Random) -> InkScene:
        """Return the first text; the story's own luck is seeded from ``luck``."""
        seed = luck.randrange(1, _SEEDS)
        with _playing:
            return self._turn(None, seed, -1)

    def choose(self, scene: InkScene, number: int) -> InkScene:
        """Return what follows the choice with a number; raise `StoryError` for one that is not
        offered."""
        if (
            isinstance(number, bool)
            or not isinstance(number, int)
            or not 0 <= number < len(scene.links)
        ):
            raise StoryError(f"{number!r} is not a choice here: there are {len(scene.links)}")
        with _playing:
            after = self._turn(scene.saved, 0, number)
        return replace(after, previous=scene, chosen=scene.links[number].label)

    def _turn(self, saved: str | None, seed: int, number: int) -> InkScene:
        """Return the scene after a choice, -1 for none; it also shows the story's errors."""
        story = self._runtime
        self._expects = ()
        parts: list[str] = []
        faults: list[str] = []
        story.left = STEPS
        story.onError = lambda message, kind: (
            faults.append(str(message)) if "WARNING" not in str(message) else None
        )
        try:
            with _quiet():
                self._begin(saved, seed)
                if number >= 0:
                    story.ChooseChoiceIndex(number)
                self._read(parts)
        except EndlessPassage as fault:
            faults.append(str(fault))
        except RecursionError:
            faults.append("the story calls itself without end")
        except Exception as fault:  # noqa: BLE001 - a fault of the runtime must not reach the kernel
            faults.append(_fault_text(fault))
        return self._scene("".join(parts), faults)

    def _begin(self, saved: str | None, seed: int) -> None:
        story = self._runtime
        story._recursiveContinueCount = 0
        story._asyncContinueActive = False
        story._stateSnapshotAtLastNewline = None
        if saved is not None:
            story._state.LoadJsonObj(loaded(saved))
            return
        with contextlib.suppress(AttributeError):
            story._state = None
        story.seed = seed
        story.ResetState()
        story.state.storySeed = seed
        story.state.previousRandom = 0

    def _read(self, parts: list[str]) -> None:
        story = self._runtime
        size = 0
        while story.canContinue:
            parts.append(story.Continue())
            size += len(parts[-1])
            if size > LONGEST:
                raise EndlessPassage(f"the text of one turn is longer than {LONGEST:,} characters")

    def _scene(self, text: str, faults: list[str]) -> InkScene:
        story = self._runtime
        lines = [
            f"{name}() is an external function, which is missing here" for name in self._expects
        ]
        fault = faults[0] if faults else ""
        links: tuple[StoryLink, ...] = ()
        saved = ""
        knot = ""
        if not fault:
            with _quiet():
                labels = (
                    " ".join(str(choice.text).split()) or "…" for choice in story.currentChoices
                )
                links = tuple(StoryLink(label, number) for number, label in enumerate(labels))
                saved = story.state.ToJson()
                knot = _knot(json.loads(saved))
        lines = [*lines, *([f"the story breaks off: {fault}"] if fault else [])]
        shown = "\n\n".join([text.strip(), *(f"[{line}]" for line in lines)]).strip()
        return InkScene(shown, links, saved, knot, fault)


def _knot(saved: CompiledInk) -> str:
    """Return the path of a state's choices as far as it consists of names: a knot, or a knot and a
    stitch."""
    for flow in (saved.get("flows") or {}).values():
        for choice in flow.get("currentChoices") or ():
            path = str(choice.get("originalChoicePath", "")).split(".")
            return ".".join(itertools.takewhile(lambda key: not key.isdigit(), path))
    return ""


def _runtime() -> type[Any]:
    """Return the runtime's class, which counts its steps; raise `StoryError` if it is not
    installed."""
    try:
        with _quiet():
            from inkpython import Story  # type: ignore[import-untyped,unused-ignore]  # it has no annotations
    except ImportError:
        raise StoryError("ink stories need the package inkpython: pip install inkpython") from None
    correct_numbers()

    class Counted(Story):  # type: ignore[misc,unused-ignore]  # the runtime has no types
        left = STEPS

        def Step(self) -> None:  # noqa: N802 - the runtime's own name
            self.left -= 1 + len(self.state.outputStream) // GLUED
            if self.left < 0:
                raise EndlessPassage(f"it takes more than {STEPS:,} steps")
            if len(self.state.callStack.elements) > DEEPEST:
                raise EndlessPassage(
                    f"functions and tunnels are nested more than {DEEPEST} levels deep"
                )
            super().Step()

    return Counted


def _quiet() -> contextlib.AbstractContextManager[Any]:
    """Suppress the runtime's printed warnings: no part of a game may print."""
    return contextlib.redirect_stdout(io.StringIO())


def _fault_text(fault: BaseException) -> str:
    return " ".join(str(fault).split())[:300] or type(fault).__name__
