"""A page in a browser without a screen: it is opened, acted on, and reports what it shows."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .machine import Sandbox, ScriptFault, Snapshot

_HOST = Path(__file__).parent / "host"
_DOCUMENT = Path(__file__).parent / "engine_files" / "linkedom.js"
WINDOW = ("window", "clock", "luck", "intl")
PAGE = ("styles", "dom", "media", "inputs", "properties", "report", "main")
"""The files of the host, in order; the document's own script goes between the two parts."""
_METHODS = "open fail becomeReady answer turn begin advance report".split()
BOOT_FUEL = 30_000_000_000
"""The fuel within which a page must have started."""
TURN_FUEL = 15_000_000_000
"""The fuel of one turn."""
BOOT_TIME = 7_000
"""The milliseconds of the story's own time within which its first passage appears."""
MOST_TIMERS = 2_000
"""The maximum number of timers that run in one turn."""
COLLECTING = 64
"""The number of timers after which unreachable values are collected."""

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_NOT_RUN = re.compile(
    r"""role\s*=\s*["']?script|\bsrc\s*=|type\s*=\s*["']?(?!text/javascript|module|application/)\w""",
    re.IGNORECASE,
)


@functools.cache
def program() -> str:
    """Return the host as one script; its value is an object with the functions that Python
    calls."""
    document = _DOCUMENT.read_text(encoding="utf-8")
    document = document[: document.rindex("export {")]
    window, page = (
        "\n".join((_HOST / f"{part}.js").read_text("utf-8") for part in parts)
        for parts in (WINDOW, PAGE)
    )
    return "\n".join(
        (
            '(function () { "use strict"; const toJson = JSON.stringify;',
            "const fromJson = JSON.parse; const hasOwn = Object.hasOwn;",
            window,
            "const linkedom = (function () {",
            document,
            "return { parseHTML }; })();",
            page,
            "})()",
        )
    )


@dataclass(frozen=True)
class Loaded:
    """The state of a machine that has read the host but no page yet, and where the host's functions
    are in it."""

    snapshot: Snapshot
    methods: dict[str, int]


@functools.cache
def loaded() -> Loaded:
    """Return the host, read once per process."""
    machine = Sandbox()
    host = machine.evaluate(program(), "host.js")
    methods = {name: machine.member(host, name) for name in _METHODS}
    return Loaded(machine.snapshot(), methods)


@functools.lru_cache(maxsize=4)
def split(page: str) -> tuple[str, tuple[str, ...]]:
    """Return a page with its scripts emptied, and the scripts."""
    scripts: list[str] = []

    def emptied(match: re.Match[str]) -> str:
        if _NOT_RUN.search(match[1]):
            return match[0]
        scripts.append(match[2])
        return f"<script{match[1]}></script>"

    return _SCRIPT.sub(emptied, page), tuple(scripts)


class Browser:
    """One machine with the host in it. Everything done with it runs inside `apart`."""

    def __init__(self) -> None:
        self._methods = loaded().methods
        self._machine = Sandbox()
        self._here: Snapshot | None = None
        """The machine's present state, if nothing was called since it was copied."""

    def reset(self) -> None:
        """Forget the page that is open."""
        self.restore(loaded().snapshot)

    def _call(self, name: str, *arguments: str | float) -> float:
        self._here = None
        return self._machine.call_for_number(self._methods[name], *arguments)

    def open(self, page: str, seed: int, answers: Sequence[Any]) -> None:
        """Open a page and let its story begin; raise `Stopped` if a script exceeds its limits."""
        skeleton, scripts = split(page)
        self._machine.refuel(BOOT_FUEL)
        self._call("answer", json.dumps(list(answers)))
        self._call("open", skeleton, seed)
        for script in scripts:
            self._run(script)
        for is_loaded in (0, 1):
            self._call("becomeReady", is_loaded)
            self._settle(10)
        self._settle(BOOT_TIME)

    def _run(self, script: str) -> None:
        """Run a script of the page; the page itself deals with its errors."""
        try:
            self._machine.run(script, "page.js")
        except ScriptFault as fault:
            self._call("fail", str(fault))
        self._machine.run_jobs()
        self._machine.collect()

    def turn(self, answers: Sequence[Any], way: str, *arguments: str | float) -> None:
        """Carry out a reader's action: ``act`` on the numbered item that the page offers, with a
        text; press a ``key``, or the ``page``, if nothing is offered; or ``wait``. Raises
        `ScriptStopped`."""
        self._machine.refuel(TURN_FUEL)
        self._call("turn", json.dumps(list(answers)), way, *arguments)
        self._pass_time()

    def _settle(self, milliseconds: int) -> None:
        """Let the page's time pass."""
        self._machine.run_jobs()
        self._call("begin", milliseconds)
        self._pass_time()

    def _pass_time(self) -> None:
        self._machine.run_jobs()
        for number in range(MOST_TIMERS):
            if number % COLLECTING == 0:
                self._machine.collect()
            if not self._call("advance"):
                return
            self._machine.run_jobs()

    def report(self) -> Any:
        """Return what the page shows; raise `ScriptFault` or `Stopped` if that cannot be
        determined."""
        self._here = None
        self._machine.refuel(TURN_FUEL)
        return json.loads(self._machine.call_for_text(self._methods["report"]))

    def snapshot(self, before: Snapshot = ()) -> Snapshot:
        """Return the state of the page, for `restore`."""
        self._here = self._machine.snapshot(before or loaded().snapshot)
        return self._here

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a state."""
        if self._here is snapshot:
            return
        if not self._machine.restore(snapshot):
            self._machine = Sandbox()
            self._machine.restore(snapshot)
        self._here = snapshot
