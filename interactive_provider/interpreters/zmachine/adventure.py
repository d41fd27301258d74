"""A story that is played: each turn with the room, the things that may be named, and what can be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from .grammar import read_grammar
from .offers import Offer, Offers
from .reading import StoryFile, word
from .scope import Heard, Scope, Thing
from .telling import Storyteller, Told


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A story after a turn. Equal scenes were told the same, and offer the same."""

    told: Told
    room: int
    player: int
    news: tuple[Heard, ...]
    """What was printed for the first time in this room."""
    knowledge: int
    """A digest of all that was printed where, whatever the order."""
    status: str
    """The status line, which later versions write into the window themselves."""
    command: str = ""
    before: Scene | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and (self.told, self.knowledge) == (other.told, other.knowledge)

    def __hash__(self) -> int:
        return hash((self.told, self.knowledge))

    def scenes(self) -> Iterator[Scene]:
        """This scene and all before it, the last one first."""
        scene: Scene | None = self
        while scene is not None:
            yield scene
            scene = scene.before

    def heard(self) -> list[Heard]:
        """What was printed and where, in order."""
        return [one for scene in reversed(list(self.scenes())) for one in scene.news]


@dataclass(frozen=True, slots=True)
class Report:
    """What was read of a story's tables: counts, and sentences about what could not be read."""

    story: StoryFile = field(repr=False)
    layout: str
    words: int
    verbs: int
    named: int
    unread: tuple[str, ...]

    def __str__(self) -> str:
        story = self.story
        lines = [
            f"Version {story.version} of the Z-machine, release {story.release}, serial number {story.serial}.",
            f"Grammar: {self.layout or 'not read'}; {self.verbs:,} verbs, {self.words:,} words.",
            f"Objects: {story.object_count:,}, of which {self.named:,} have words that name them.",
        ]
        return "\n".join([*lines, *self.unread])


class Adventure:
    """A story with its grammar and its things. Raises `StoryError` where it cannot be told."""

    def __init__(self, story: StoryFile) -> None:
        self.story = story
        self.teller = Storyteller(story)
        self.grammar = read_grammar(story)
        self.scope = Scope(story, self.grammar)
        self._offers = Offers(self.grammar)

    def start(self, seed: int) -> Scene:
        """The opening, with the luck of a seed."""
        return self._scene(self.teller.start(seed), "", None)

    def reply(self, scene: Scene, line: str) -> Scene:
        """What follows a command or a key; raises `StoryError` where the story is over."""
        return self._scene(self.teller.reply(scene.told, line), line, scene)

    def _scene(self, told: Told, command: str, before: Scene | None) -> Scene:
        memory = self.teller.memory(told)
        usual = before.player if before else 0
        room = self.scope.room(memory, told.window, usual or self.scope.player(memory))
        player = self.scope.player(memory, room, usual)
        printed = self.scope.heard(told.text, room)
        for scene in before.scenes() if before else ():
            for one in scene.news:
                printed.pop(one, None)
        knowledge = before.knowledge if before else 0
        for one in printed:
            knowledge ^= int.from_bytes(blake2b(repr(one).encode(), digest_size=8).digest(), "big")
        return Scene(told, room, player, tuple(printed), knowledge, self._status(memory, told), command, before)

    def _status(self, memory: bytes, told: Told) -> str:
        """The status line: the story's own, or the one that version 3 leaves to the interpreter."""
        if self.story.version > 3 or not told.saved:
            return " ".join(told.window[0].split()) if told.window else ""
        room, first, second = self.story.globals_of(memory)[:3]
        if word(self.story.memory, 0) & 2:
            count = f"{first % 24:02}:{second % 60:02}"
        else:
            count = f"score {first - 65_536 if first & 0x8000 else first}, {second} turns"
        return f"{self.story.name(room, memory)}: {count}"

    def room_name(self, scene: Scene) -> str:
        """The name of the room, nothing where it is not known."""
        named = self.story.name(scene.room)
        # Later stories may print another name than the object has; the status line begins with it.
        shown = "" if self.story.version == 3 else re.split(r"\s{3,}", (*scene.told.window, "")[0].strip())[0]
        return shown or named

    def report(self) -> Report:
        """What was read of the story's tables."""
        grammar, scope = self.grammar, self.scope
        unread = []
        if not grammar.layout:
            unread.append("The grammar is in none of the layouts that are known: no verbs are offered.")
        if not scope.nouns:
            unread.append("No object has words that name it: no things are offered.")
        scene = self.start(1)
        if scene.told.awaits == "line" and not scene.room:
            unread.append("The room cannot be told: things are not offered.")
        if scene.told.awaits == "line" and not scene.player:
            unread.append("The player's object cannot be told: what is carried is not offered.")
        named = len(scope.nouns)
        return Report(self.story, grammar.layout, len(grammar.words), len(grammar.patterns), named, tuple(unread))

    def things(self, scene: Scene) -> tuple[list[Thing], list[Thing]]:
        """What can be named here, and what is carried."""
        memory = self.teller.memory(scene.told)
        return self.scope.things(memory, scene.room, scene.player, scene.heard())

    def offers(self, scene: Scene, begun: str = "") -> list[Offer]:
        """What can be chosen, or what can end the command that was ``begun``."""
        here, carried = self.things(scene)
        if begun:
            return self._offers.to_end(begun, here, carried)
        return self._offers.at_line(here, carried, scene.player, scene.heard(), scene.told.text)
