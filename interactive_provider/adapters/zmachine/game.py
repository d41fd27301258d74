"""A text adventure as a game: possible commands are choices, and any other command can be typed.

The machine is `interactive_provider.interpreters.zmachine`, which does not know this package; here
its scenes get labels.
"""

from __future__ import annotations

import functools
import itertools
import re
import weakref
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from ...errors import ChoiceError, quote
from ...game import Check, Game, Options, Outcome, Staged, State, Text, View
from ...game.validation import whole
from ...interpreters.zmachine import (
    OURS,
    SEEDS,
    Adventure,
    AdventureScene,
    CommandGroup,
    Offer,
    RoomVisit,
    StoryFile,
    charted,
    key_names,
)
from ...prose import Chart
from ...support.sanitizing import clean

if TYPE_CHECKING:
    from ...interpreters.stories.story_map import SvgDrawing

_LONGEST = 200
_PRESS = "press"
_BEGIN = "begin"
_KEY_NAMES = {"": "enter", " ": "the space bar", "\x08": "backspace", "\x1b": "escape"} | {
    "↑": "the up arrow",
    "↓": "the down arrow",
    "←": "the left arrow",
    "→": "the right arrow",
}
_BROWSER_KEYS = {"": "Enter", "\x08": "Backspace", "\x1b": "Escape"} | {
    "↑": "ArrowUp",
    "↓": "ArrowDown",
    "←": "ArrowLeft",
    "→": "ArrowRight",
}
"""A browser's names for the keys that have no character."""
_MORE = "more"
"""The word that lists everything that players seldom want."""
_INSTEAD = {
    "save": 'use save(p, "game.json") to save this position',
    "restore": 'use load("game.json") to restore a position',
    "undo": "use undo(p) to take back the last choice",
    "restart": "use restart(p) to go back to the start",
}


@dataclass(frozen=True, slots=True)
class Command(Text):
    """A story command, as a player types it."""

    what: str = "a command"
    longest: int = _LONGEST

    def parse(self, answer: object) -> str:
        """Return the command; raise `ChoiceError` for anything that cannot be typed, and for
        commands that this package replaces."""
        text = Text.parse(self, answer)
        if not text.isprintable():
            raise ChoiceError(
                f"{quote(text)} cannot be typed: it has characters that are not on a keyboard."
            )
        first = text.strip().lower().partition(" ")[0]
        if first in OURS:
            raise ChoiceError(
                f"{quote(text)} is not sent to the story: "
                f"{_INSTEAD.get(first, 'use transcript(p) to see the whole text')}."
            )
        return text


@dataclass(frozen=True, slots=True, repr=False)
class Turn(State):
    """A story that is waiting for the player.

    ``left`` turns may still be played, None if there is no limit; ``begun`` is a command that needs
    a second object.
    """

    scene: AdventureScene
    # Weak, because the game remembers the last state, and a state must not own its game.
    _game: weakref.ref[ParserStory] = field(compare=False)
    left: int | None = None
    begun: str = ""

    @property
    def game(self) -> ParserStory:
        """The game that this turn belongs to."""
        game = self._game()
        assert game is not None, "a turn is taken after its game has ended"
        return game

    @property
    def display_text(self) -> str:
        """What was printed since the last command, below the window that some stories write
        into."""
        rows = [] if self._is_book else [*self.scene.window, ""]
        begun = [f"\n> {self.begun} …"] if self.begun else []
        return "\n".join([*rows, self.scene.text, *begun]).strip("\n")

    @property
    def _screen_text(self) -> str:
        return "\n".join([*self.scene.window, self.scene.text])

    @property
    def _is_book(self) -> bool:
        """True if the text is laid out as in a book: the story's window has at most a status
        line."""
        return sum(map(bool, self.scene.window)) <= 1

    def view(self) -> View:
        """Return the text above its status line, and the keys if the story waits for one."""
        return View(
            self.display_text,
            setting="book" if self._is_book else "plain",
            footnote=self._status(),
            keys=self._keys(),
            chart=self._chart if self._is_book else None,
            extras={"transcript": self.transcript},
        )

    def _status(self) -> str:
        return self.game.adventure.status(self.scene)

    @property
    def display_options(self) -> Options:
        """The possible commands on things that were seen, according to the story's own grammar."""
        return self.game.seen(self).options

    @property
    def option_values(self) -> tuple[Any, ...]:
        """The choices of `count`, `tree` and `simulate`, which leave out typing."""
        return tuple(value for _, value in self.display_options)

    @property
    def free_input(self) -> Text | None:
        """Any command, or any key; nothing if turns are counted, as only listed commands can be
        simulated."""
        if self.outcome is not None or self.left is not None:
            return None
        if self.scene.awaits == "key":
            return Text("a key", longest=1)
        return Command("the rest of the command") if self.begun else Command()

    def _keys(self) -> tuple[tuple[str, tuple[str, str]], ...] | None:
        """Return the options that keys of the keyboard choose, None if a line is typed."""
        if self.scene.awaits != "key":
            return None
        return tuple(
            (_BROWSER_KEYS.get(sign, sign), (_PRESS, sign))
            for _, sign in key_names(self._screen_text)
        )

    @property
    def outcome(self) -> Outcome:
        """None while the story waits; ``ended``, ``error`` if it broke off, ``stopped`` after the
        last turn."""
        if not self.scene.awaits:
            return "error" if self.scene.fault else "ended"
        return "stopped" if self.left == 0 else None

    @property
    def room(self) -> str:
        """The name of the room, empty if it is unknown."""
        return self._status().partition(" · ")[0]

    def _chart(self) -> Chart:
        """Return the rooms that were visited, and how they lead to one another."""
        status = self.game.adventure.status
        scenes = reversed(list(self.scene.scenes()))
        return Chart(
            *charted(
                [
                    RoomVisit(one.command, status(one).partition(" · ")[0], one.text)
                    for one in scenes
                ]
            )
        )

    def transcript(self) -> str:
        """Return everything that was read and typed since the start."""
        scenes = reversed(list(self.scene.scenes()))
        parts = [f"> {one.command}\n\n{one.text}" if one.command else one.text for one in scenes]
        return "\n\n".join([*parts, *([f"> {self.begun} …"] if self.begun else [])])

    def __repr__(self) -> str:
        return f"Turn({self.scene.command!r}, {self.scene.text[:40]!r})"


@dataclass(frozen=True)
class _Seen:
    """The possible commands of a turn, computed once when first needed."""

    turn: Turn
    options: Options

    @functools.cached_property
    def places(self) -> dict[str, str]:
        """Return where things are, by their labels: carried, or inside another thing; nothing for a
        thing lying in the room."""
        here, carried = self.turn.game.adventure.things(self.turn.scene)
        labels = {thing.number: thing.label for thing in (*here, *carried)}
        found = {thing.label: "" for thing in here} | {thing.label: "carried" for thing in carried}
        return found | {
            thing.label: f"in or on the {labels[thing.parent]}"
            for thing in (*here, *carried)
            if thing.parent in labels
        }


class ParserStory(Game[Turn]):
    """A text adventure: choose what to do, or type it: p("open the letterbox").

    You can choose things that were printed and are there: p.take.lamp. A second thing follows:
    p.put.lamp.in_.case. The story's own parser reads what is typed. Undo, branches and saves work
    as in every game.
    """

    step_cost = 800.0

    def __init__(self, story: StoryFile, name: str) -> None:
        self.story = story
        self.version = zlib.crc32(story.memory)  # type: ignore[misc]
        title = story.title or _banner(self.adventure.opening.text) or name
        self.title = clean(title)[:80]  # type: ignore[misc]  # its own

    # Two games of one file are the same whatever was played in them: what they remember is in
    # cached properties.
    @functools.cached_property
    def adventure(self) -> Adventure:
        """The machine; raises `StoryError` for a forged header."""
        return Adventure(self.story)

    @functools.cached_property
    def _last(self) -> list[_Seen]:
        """The last turn that was examined."""
        return []

    def new_state(self, rng: Random, turns: int = 0) -> Turn:
        """Return the opening; the story's luck is seeded here. It stops after ``turns`` turns, if a
        number is given."""
        scene = self.adventure.start(rng.randrange(SEEDS))
        return Turn(scene, weakref.ref(self), whole("turns", turns, 0) or None)

    def process_response(self, state: Turn, value: Any, rng: Random) -> Turn:
        """Return what follows a command or a key; an incomplete command waits for its end."""
        if isinstance(value, tuple):
            kind, text = value
            if kind == _BEGIN:
                return replace(state, begun=text)
            return self._after(state, text)
        is_whole = not state.begun or value.startswith(f"{state.begun} ")
        return self._after(state, value if is_whole else f"{state.begun} {value}")

    def _after(self, state: Turn, text: str) -> Turn:
        scene = self.adventure.reply(state.scene, text)
        return replace(state, scene=scene, left=state.left and state.left - 1, begun="")

    def view(self, state: Turn, player: int) -> View:
        """Return the page of a turn."""
        return state.view()

    def seen(self, turn: Turn) -> _Seen:
        """Return the possible commands of a turn. This runs no code of the story."""
        if not self._last or self._last[0].turn is not turn:
            self._last[:] = [self._look(turn)]
        return self._last[0]

    def _look(self, turn: Turn) -> _Seen:
        awaits = turn.scene.awaits if turn.outcome is None else ""
        if awaits != "line":
            keys = key_names(turn._screen_text) if awaits else ()
            return _Seen(turn, tuple((label, (_PRESS, sign)) for label, sign in keys))
        first, more = self.adventure.menu(turn.scene, turn.begun)
        rest = [CommandGroup(_MORE, functools.partial(iter, more))] if more else []
        return _Seen(turn, _staged([*first, *rest]))

    def describe(self, state: Turn, value: Any) -> str:
        """Return where the object of a command is, if that was printed; otherwise the command."""
        if isinstance(value, tuple) and value[0] == _PRESS:
            return f"press {_KEY_NAMES.get(value[1], value[1])}"
        command = value[1] if isinstance(value, tuple) else str(value)
        places = self.seen(state).places
        fitting = [label for label in places if command.endswith(f" {label}")]
        return (places[max(fitting, key=len)] if fitting else "") or command

    def write(self, states: Sequence[Turn], suffix: str) -> str | None:
        """Return the transcript as text, for ``save(p, "story.txt")``."""
        if suffix in (".txt", ".md"):
            return f"{clean(states[-1].transcript())}\n"
        return None

    def story_map(self, states: Sequence[Turn]) -> SvgDrawing:
        """Return the rooms that ``states`` have visited, and how they lead to one another; no
        others are shown."""
        # Importing this loads the engines of all stories: the first Tab on an adventure need not
        # wait for them.
        from ...interpreters.stories.story_map import MapPlan, SvgDrawing, drawn

        rooms = [state.room or "?" for state in states]
        ways = [way for way in itertools.pairwise(rooms) if way[0] != way[1]]
        arrows: dict[str, list[str]] = {room: [] for room in rooms}
        for before, after in dict.fromkeys(ways):
            arrows[before].append(after)
        plan = MapPlan(self.title, rooms[0], list(arrows), arrows)
        return SvgDrawing(clean(drawn(plan, frozenset(rooms), rooms[-1]).svg))

    def check(self, state: Turn) -> Check:
        """Report, for authors, which of the story's tables were read, and which were not."""
        story = self.story
        grammar = self.adventure.grammar
        unread = self.adventure.unread()
        layout = grammar.layout or "not read"
        counts = (
            f"{len(grammar.verbs):,} verbs, {len(grammar.words):,} words, {story.object_count:,}"
            " objects"
        )
        first = (
            f"Version {story.version} of the Z-machine, {story.edition}. Grammar: {layout};"
            f" {counts}."
        )
        return Check(not unread, "\n".join([first, *unread]))


def _staged(menu: Iterable[Offer | CommandGroup]) -> Staged:
    """Return a menu as options; the objects of a verb are listed when requested."""
    offers = list[tuple[str, Any]]()
    groups = dict[str, Callable[[], Options]]()
    for one in menu:
        if isinstance(one, CommandGroup):
            groups[one.word] = functools.partial(_opened, one)
        else:
            offers.append((one.label[-1], (_BEGIN, one.command) if one.is_open else one.command))
    return Staged(offers, groups)


def _opened(group: CommandGroup) -> Options:
    return _staged(group.offers())


def _banner(opening: str) -> str:
    """Return the title of a story: the first line of the paragraph that names its release."""
    for paragraph in re.split(r"\n\s*\n", opening):
        if re.search(
            r"\b(?:Release|Revision|Serial|Copyright|interactive fiction)\b",
            paragraph,
            re.IGNORECASE,
        ):
            first = " ".join(paragraph.strip().split("\n", 1)[0].split())
            return (
                ""
                if re.match(r"(?i)copyright|release|revision|serial|\(c\)|.{80}", first)
                else first
            )
    return ""
