"""Stories told by a runtime from PyPI (`fernz`, an extra), whose states are saved after every turn.

The runtime is written in plain Python, so a damaged story cannot take the interpreter down. Here its work is counted,
so a turn that never comes to rest is cut off; what it has decoded is kept, which makes it three times as fast; its
luck is seeded; and its faults become the last line of the text. The extra is pinned to one release, because the class
of its machine is no part of what it promises.
"""

from __future__ import annotations

import marshal
import re
import threading
import zlib
from dataclasses import astuple, dataclass
from typing import Any

from .reading import StoryError, StoryFile

HIGHEST = 60
"""Rows of the upper window that are kept."""
SEEDS = 2**31 - 1
_TAG = re.compile(r"<<|<([^>]*)>|[^<]+")


@dataclass(frozen=True, slots=True)
class Told:
    """What is so after a turn: what was printed, and all that the story needs to go on.

    ``awaits`` is ``line``, ``key``, or nothing where the story is over; ``fault`` is what went wrong, or nothing.
    """

    text: str
    window: tuple[str, ...]
    """The rows of the upper window, in which later versions write their status line."""
    saved: bytes
    awaits: str
    fault: str = ""


class Storyteller:
    """A story that can be told; raises `StoryError` for a forged header, and where the runtime is not installed."""

    def __init__(self, story: StoryFile) -> None:
        self.story = story
        self._runtime = _runtime()
        self._lock = threading.Lock()
        self._decoded: dict[int, Any] = {}
        self._last: tuple[bytes, Any] | None = None
        try:
            self._image = self._runtime.Story(story.memory)
        except ValueError as fault:
            raise StoryError(f"its header is wrong: {fault}") from None

    def start(self, seed: int) -> Told:
        """The first turn, with the luck of a seed from 0 to `SEEDS`."""
        with self._lock:
            return self._told(self._runtime.started(self._image, seed, self._decoded), ())

    def reply(self, told: Told, line: str) -> Told:
        """What follows a line, or a key: its first character, where nothing is the enter key.

        Raises `StoryError` where the story is over.
        """
        if not told.awaits:
            raise StoryError("the story is over")
        with self._lock:
            last, self._last = self._last, None
            machine = last[1] if last is not None and last[0] is told.saved else self._restored(told)
            try:
                machine.accept_input(line)
            except Exception as fault:  # noqa: BLE001 - what a forged dictionary does can be anything
                return Told(f"[{_broken(fault)}]", told.window, b"", "", _broken(fault))
            return self._told(machine, told.window)

    def memory(self, told: Told) -> bytes:
        """The dynamic memory after a turn, at the start of which stand all objects and variables."""
        return self._unpacked(told)[1] if told.saved else self.story.memory[: self.story.dynamic_size]

    def _told(self, machine: Any, window: tuple[str, ...]) -> Told:
        fault = ""
        try:
            machine.run()
        except Exception as error:  # noqa: BLE001 - a fault of the story or the runtime must not reach the kernel
            fault = _broken(error)
            machine.last_narrative = "".join(machine._narrative)
            machine.last_stream = machine.display.drain()
        text = machine.last_narrative.rstrip()
        text = re.sub(r"\n*>$", "", text).strip("\n")
        window = _screen(machine.last_stream, window)
        if fault or machine.halted:
            shown = "\n\n".join(filter(None, (text, f"[{fault}]" if fault else "")))
            return Told(shown, window, b"" if fault else self._packed(machine), "", fault)
        awaits = "key" if getattr(machine.input_request, "character", False) else "line"
        told = Told(text, window, self._packed(machine), awaits)
        self._last = told.saved, machine
        return told

    # States ------------------------------------------------------------------------------------

    def _packed(self, machine: Any) -> bytes:
        """The state of a machine in about a kilobyte: what differs from the start, and the rest."""
        state = machine.get_state()
        size = self.story.dynamic_size
        rest = (state.pc, tuple(map(astuple, state.frames)), astuple(state.rng),
                state.input_request and astuple(state.input_request), state.screen_enabled, state.halted,
                astuple(state.output))  # fmt: skip
        changed = int.from_bytes(state.ram, "big") ^ int.from_bytes(self.story.memory[:size], "big")
        return zlib.compress(marshal.dumps((rest, changed.to_bytes(size, "big"))), 6)

    def _unpacked(self, told: Told) -> tuple[Any, bytes]:
        rest, changed = marshal.loads(zlib.decompress(told.saved))  # noqa: S302 - it never leaves this process
        size = self.story.dynamic_size
        memory = int.from_bytes(changed, "big") ^ int.from_bytes(self.story.memory[:size], "big")
        return rest, memory.to_bytes(size, "big")

    def _restored(self, told: Told) -> Any:
        rest, memory = self._unpacked(told)
        return self._runtime.restored(self._image, rest, memory, self._decoded)


def _screen(stream: str, rows: tuple[str, ...]) -> tuple[str, ...]:
    """The upper window after what a stream of the runtime does to it."""
    lines, window, at = list(rows), 0, [0, 0]
    for found in _TAG.finditer(stream):
        if found[0] == "<<" or found[1] is None:
            if window:
                for number, part in enumerate((found[0][:1] if found[0] == "<<" else found[0]).split("\n")):
                    at = [at[0] + 1, 0] if number else at
                    if at[0] < len(lines):
                        line = lines[at[0]].ljust(at[1])
                        lines[at[0]] = line[: at[1]] + part + line[at[1] + len(part) :]
                    at[1] += len(part)
            continue
        name, *arguments = found[1].split()
        if name in ("top", "bottom"):
            window = int(name == "top")
        elif name == "split":
            lines = (lines + [""] * HIGHEST)[: min(int(arguments[0]), HIGHEST)]
        elif name == "at" and (arguments[2:] == ["top"] or (window and not arguments[2:])):
            at = [int(arguments[0]) - 1, min(int(arguments[1]) - 1, 255)]
        elif name == "clear" and arguments[0] in ("all", "top"):
            lines = [""] * len(lines)
    return tuple(line.rstrip() for line in lines)


def _broken(fault: BaseException) -> str:
    return f"the story breaks off: {' '.join(str(fault).split())[:300] or type(fault).__name__}"


def _runtime() -> Any:
    """The names of the runtime that are used; raises `StoryError` where it is not installed."""
    try:
        from . import runtime
    except ImportError:
        raise StoryError('adventures need the package fernz: pip install "interactive-provider[zmachine]"') from None
    return runtime
