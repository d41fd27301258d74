"""A story in play: each turn with the printed text, the room, and the possible commands.

The runtime (`fernz`, an extra) is written in plain Python, so a damaged story cannot crash the
interpreter. Its work is limited, its luck is seeded, its state is saved after every turn, and its
errors become the last line of the text.
"""

from __future__ import annotations

import itertools
import pickle
import re
import textwrap
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from .grammar import Grammar, read_grammar
from .offers import CommandMenu, Offers, Things
from .reading import StoryFile, StoryFileError
from .scope import Heard, Scope, Thing

SEEDS = 2**31 - 1
_HIGHEST = 60
"""The maximum number of rows of the upper window."""
_TAG = re.compile(r"(<)<|<([^>]*)>|([^<]+)")
_PROMPT = re.compile(r"(?:^|\n+)>$")
"""A prompt, which stands alone on the last line of a text."""


@dataclass(frozen=True, slots=True)
class AdventureScene:
    """A story after a turn. Equal scenes show and offer the same."""

    text: str
    window: tuple[str, ...]
    """The rows of the upper window, in which later versions write their status line."""
    saved: bytes
    awaits: str
    """``line``, ``key``, or nothing if the story is over."""
    fault: str
    """The error message, or empty."""
    command: str = field(default="", compare=False)
    before: AdventureScene | None = field(default=None, repr=False, compare=False)
    room: int = field(default=0, compare=False)
    player: int = field(default=0, compare=False)
    news: tuple[Heard, ...] = field(default=(), compare=False)
    """What was printed for the first time in this room."""
    knowledge: int = 0
    """A digest of everything printed in each room, in whatever order."""

    def scenes(self) -> Iterator[AdventureScene]:
        """Yield this scene and all before it, the last one first."""
        scene: AdventureScene | None = self
        while scene is not None:
            yield scene
            scene = scene.before

    def heard(self) -> list[Heard]:
        """Return what was printed and where, in order."""
        return [one for scene in reversed(list(self.scenes())) for one in scene.news]


class Adventure:
    """A story with its grammar and its things.

    Raises `StoryFileError` for a forged header, or if the runtime is not installed.
    """

    # shared by all: a lock in a class is found and released in a forked process
    _lock = threading.Lock()

    def __init__(self, story: StoryFile) -> None:
        self.story = story
        self._runtime = _runtime()
        try:
            self._image = self._runtime.Story(story.memory)
        except ValueError as fault:
            raise StoryFileError(f"its header is wrong: {fault}") from None
        self.grammar: Grammar = read_grammar(story)
        self.scope = Scope(story, self.grammar)
        self._offers = Offers(self.grammar)
        self._decoded: dict[int, Any] = {}
        self._last: tuple[bytes, Any] | None = None
        self._first = b""
        self.opening = self.start(1)
        """The first turn with some luck, from which the title and the tables are read."""

    def start(self, seed: int) -> AdventureScene:
        """Return the first turn, with the luck of a seed from 0 to `SEEDS`."""
        with self._lock:
            return self._turn(self._runtime.machine_of(self._image, seed, self._decoded), None)

    def reply(self, scene: AdventureScene, line: str) -> AdventureScene:
        """Return what follows a command, or a key: its first character, with an empty text for the
        enter key.

        Raises `StoryFileError` if the story is over.
        """
        if not scene.awaits:
            raise StoryFileError("the story is over")
        with self._lock:
            last = self._last
            self._last = None
            is_next = last is not None and last[0] is scene.saved
            machine = last[1] if last is not None and is_next else self._restored(scene.saved)
            return self._turn(machine, scene, line)

    def _turn(self, machine: Any, before: AdventureScene | None, line: str = "") -> AdventureScene:
        """Return the scene after a line; if the story or the runtime fails, it ends with a
        sentence."""
        fault = awaits = ""
        saved = b""
        screen = machine.display.state
        try:
            if before is not None:
                machine.accept_input(line)
            machine.run()
            saved = self._kept(machine)
            if not machine.halted:
                awaits = "key" if getattr(machine.input_request, "character", False) else "line"
                self._last = saved, machine
        except Exception as error:  # noqa: BLE001 - a fault of the story or the runtime must not reach the kernel
            fault = (
                "the story breaks off:"
                f" {' '.join(str(error).split())[:300] or type(error).__name__}"
            )
            machine.last_narrative = "".join(machine._narrative)
            machine.last_stream = machine.display.drain()
        text = machine.last_narrative.rstrip()
        if awaits == "line":
            text = _PROMPT.sub("", text)
        window = UpperWindow(before.window if before else (), screen.window == 1, screen.cursors[1])
        quotation = window.write(machine.last_stream)
        scene = AdventureScene(
            "\n\n".join(filter(None, (quotation, text.strip("\n"), fault and f"[{fault}]"))),
            window.rows,
            saved,
            awaits,
            fault,
            line,
            before,
        )
        return self._placed(scene, self.memory(scene)) if awaits == "line" else scene

    def _placed(self, scene: AdventureScene, memory: bytes) -> AdventureScene:
        """Return a scene with its room, and with what was first printed there."""
        usual = next((one.player for one in scene.scenes() if one.player), 0)
        room = self.scope.room(
            memory, "".join(scene.window[:1]), usual or self.scope.player(memory)
        )
        player = self.scope.player(memory, room, usual)
        keys = itertools.takewhile(lambda one: one is scene or one.awaits == "key", scene.scenes())
        printed = self.scope.heard("\n".join(reversed([one.text for one in keys])), room)
        printed |= self.scope.held(memory, player)
        knowledge = next((one.knowledge for one in scene.scenes() if one.knowledge), 0)
        for earlier in scene.scenes():
            for one in earlier.news:
                printed.pop(one, None)
        for one in printed:
            knowledge ^= int.from_bytes(blake2b(repr(one).encode(), digest_size=8).digest(), "big")
        return replace(scene, room=room, player=player, news=tuple(printed), knowledge=knowledge)

    # States ------------------------------------------------------------------------------------

    def _kept(self, machine: Any) -> bytes:
        """Return the state of a machine in less than a kilobyte: its differences from the start,
        and the rest."""
        state = machine.get_state()
        rest = pickle.dumps(replace(state, ram=b""))
        self._first = self._first or rest
        packer = zlib.compressobj(zdict=self._first)
        return packer.compress(rest + self._changed(state.ram)) + packer.flush()

    def _changed(self, memory: bytes) -> bytes:
        """XOR the memory with its initial contents; doing it twice restores the memory."""
        start = self.story.memory[: len(memory)]
        return (int.from_bytes(memory, "big") ^ int.from_bytes(start, "big")).to_bytes(
            len(memory), "big"
        )

    def _unpacked(self, saved: bytes) -> tuple[bytes, bytes]:
        whole = zlib.decompressobj(zdict=self._first).decompress(saved)
        size = self.story.dynamic_size
        return whole[:-size], self._changed(whole[-size:])

    def _restored(self, saved: bytes) -> Any:
        rest, memory = self._unpacked(saved)
        state = replace(pickle.loads(rest), ram=memory)
        return self._runtime.machine_of(self._image, state, self._decoded)

    def memory(self, scene: AdventureScene) -> bytes:
        """Return the changeable memory after a turn: all objects and variables."""
        return (
            self._unpacked(scene.saved)[1]
            if scene.saved
            else self.story.memory[: self.story.dynamic_size]
        )

    # The visible state ------------------------------------------------------------------------

    def status(self, scene: AdventureScene) -> str:
        """Return the status line: the story's own, or the one that version 3 leaves to the
        interpreter."""
        if self.story.version > 3:
            return " · ".join(re.split(r"\s{2,}", "".join(scene.window[:1]).strip()))
        first, second = self.story.variables(self.memory(scene))[1:3]
        score = first - 65_536 if first & 0x8000 else first
        count = (
            f"{first % 24:02}:{second % 60:02}"
            if self.story.memory[1] & 2
            else f"score {score} · turns {second}"
        )
        return f"{self.story.name(scene.room)} · {count}"

    def things(self, scene: AdventureScene) -> tuple[list[Thing], list[Thing]]:
        """Return the things that can be named here, and those carried."""
        return self.scope.things(self.memory(scene), scene.room, scene.player, scene.heard())

    def menu(self, scene: AdventureScene, begun: str = "") -> CommandMenu:
        """Return the possible commands, or the possible ends of the command that was ``begun``."""
        things = Things.of(*self.things(scene), scene.player)
        if begun and not begun.endswith(","):
            return CommandMenu(self._offers.to_end(begun, things, scene.heard()), [])
        before = f"{begun} " if begun else ""
        return self._offers.at_line(things, scene.heard(), scene.text, before)

    def unread(self) -> list[str]:
        """Return a sentence for each part of the story's tables that could not be read."""
        is_placed = self.opening.awaits != "line"
        facts = {
            "The layout of the grammar is unknown: no verbs are offered.": self.grammar.layout,
            "No object has words that name it: no things are offered.": self.scope.nouns,
            "The room cannot be identified: nothing in it is offered.": (
                is_placed or self.opening.room
            ),
            "The player's object cannot be identified: what is carried is not known.": (
                is_placed or self.opening.player
            ),
        }
        return [sentence for sentence, is_read in facts.items() if not is_read]


class UpperWindow:
    """The upper window, and how a story writes into it: the selected window and its cursor persist
    from turn to turn."""

    def __init__(
        self, rows: tuple[str, ...], is_selected: bool, cursor: tuple[int, int] = (1, 1)
    ) -> None:
        self._lines = list(rows)
        self._is_selected = is_selected
        self._row = cursor[0] - 1
        self._column = cursor[1] - 1
        self._written: set[int] = set()

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows without blanks at their ends."""
        return tuple(line.rstrip() for line in self._lines)

    def write(self, stream: str) -> str:
        """Carry out the runtime's output stream of a turn; return the quotations.

        A box that a story removes in the turn in which it was written is a quotation: other
        interpreters show it until it scrolls out of sight.
        """
        quotations = []
        for sign, tag, text in _TAG.findall(stream):
            match tag.split():
                case [] if self._is_selected and (sign or text):
                    self._print(sign or text)
                case ["top" | "bottom" as name, *_]:
                    self._is_selected = name == "top"
                case ["split", count, *_]:
                    quotations.append(self._split(min(int(count), _HIGHEST)))
                case ["at", row, column, *where] if where == ["top"] or (
                    self._is_selected and not where
                ):
                    self._row, self._column = int(row) - 1, min(int(column), 256) - 1
                case ["clear", "all" | "top", *_]:
                    self._lines = [""] * len(self._lines)
                case ["clear-line", *_] if self._is_selected and self._row < len(self._lines):
                    self._lines[self._row] = self._lines[self._row][: self._column]
        return "\n\n".join(filter(None, quotations))

    def _print(self, text: str) -> None:
        for number, part in enumerate(text.split("\n")):
            if number:
                self._row += 1
                self._column = 0
            if self._row < len(self._lines):
                line = self._lines[self._row].ljust(self._column)
                after = line[self._column + len(part) :]
                self._lines[self._row] = line[: self._column] + part + after
                self._written.add(self._row)
            self._column += len(part)

    def _split(self, count: int) -> str:
        """Give the window a number of rows; return the text that this removes."""
        gone = [row for row in sorted(self._written) if row >= count]
        quotation = textwrap.dedent("\n".join(self._lines[row].rstrip() for row in gone))
        self._written.difference_update(gone)
        self._lines = (self._lines + [""] * _HIGHEST)[:count]
        return quotation.strip("\n")


def _runtime() -> Any:
    """Return the module of the runtime; raise `StoryFileError` if it is not installed."""
    try:
        from . import runtime
    except ImportError:
        raise StoryFileError(
            "adventures need the package fernz: pip install fernz==0.0.4"
        ) from None
    return runtime
