"""The text of a game, divided into its sections; nothing has a meaning yet.

Comments in parentheses nest and may span lines; a message keeps its parentheses. Everything but
titles and messages is read in lower case. A line that cannot be read is noted as a fault and
skipped, as in the original, so that all faults of a text are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .colours import is_colour
from .faults import TextFault

SECTIONS = (
    *("objects", "legend", "sounds", "collisionlayers"),
    *("rules", "winconditions", "levels"),
)
_NEEDED = {"objects", "legend", "collisionlayers", "rules", "levels"}
_WITH_VALUE = (
    *("title", "author", "homepage", "background_color", "text_color", "key_repeat_interval"),
    *("realtime_interval", "again_interval", "flickscreen", "zoomscreen", "color_palette"),
    "youtube",
)
_SCREENS = ("flickscreen", "zoomscreen")
_AS_WRITTEN = ("title", "author", "homepage")
_SWITCHES = (
    *("run_rules_on_level_start", "norepeat_action", "require_player_movement", "debug"),
    *("verbose_logging", "throttle_movement", "noundo", "noaction", "norestart", "scanline"),
)
_KEYWORDS = frozenset(
    "objects collisionlayers legend sounds rules ... winconditions levels | [ ] up down left right"
    " late rigid ^ v > < no randomdir random horizontal vertical any all some moving stationary"
    " parallel perpendicular action message move create destroy cantmove cancel restart win again"
    " undo titlescreen startgame endgame startlevel endlevel showmessage closemessage sfx0 sfx1"
    " sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10".split()
)
_HEADING = re.compile(rf"({'|'.join(SECTIONS)})(?!\w)\s*")
_MESSAGE = re.compile(r"\s*message\s*", re.IGNORECASE)
_RULE_WITH_MESSAGE = re.compile(r"[^(]*->[^(]*?\bmessage\b", re.IGNORECASE)
_LEGEND = re.compile(r"([^=\s(]+)\s*=\s*(.*)")
_HEADINGS_OF_A_GAME = re.compile(r"^[ \t]*([a-z]+)[ \t]*\r?$", re.MULTILINE)
SIZE = 5
"""The width and the height of a sprite."""


@dataclass
class Sprite:
    """An object as it is drawn: colours, and rows of their numbers (none: one plain colour)."""

    line: int
    colours: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)


class Legend(NamedTuple):
    """A name for one thing, for several at once (``and``), or for any of several (``or``)."""

    name: str
    word: str
    parts: tuple[str, ...]
    line: int


class Line(NamedTuple):
    """A line without its comments, in lower case, and as it was written."""

    number: int
    text: str
    bare: str
    written: str


class Message(NamedTuple):
    """A text between two levels."""

    text: str


class Map(NamedTuple):
    """The signs of a level, row by row."""

    rows: tuple[str, ...]
    line: int


class PuzzleSource:
    """All sections of a game, and the faults that were found so far."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.settings: dict[str, str] = {}
        self.sprites: dict[str, Sprite] = {}
        self.legend: list[Legend] = []
        self.layers: list[Line] = []
        self.rules: list[Line] = []
        self.goals: list[Line] = []
        self.levels: list[Map | Message] = []
        self.faults: dict[TextFault, None] = {}

    def fault(self, line: int, message: str, *, is_serious: bool = True) -> None:
        """Note what is wrong with a line."""
        written = self.lines[line - 1].strip() if line else ""
        self.faults[TextFault(line, written, message, is_serious)] = None

    def remark(self, line: int, message: str) -> None:
        """Note what is odd about a line, but does no harm."""
        self.fault(line, message, is_serious=False)


def is_puzzlescript(text: str) -> bool:
    """True if the sections that every game needs are there, each on a line of its own."""
    return set(_HEADINGS_OF_A_GAME.findall(text.lower())) >= _NEEDED


def read(text: str) -> PuzzleSource:
    """Divide a game's text into its sections."""
    reader = _Reader(PuzzleSource(text))
    for line in _lines(reader.source):
        reader.take(line)
    reader.end_level()
    return reader.source


def _lines(source: PuzzleSource) -> Iterator[Line]:
    """The lines that are more than a comment; one that is empty ends what stands before it."""
    depth, section = 0, ""
    for number, whole in enumerate(source.lines, start=1):
        whole = whole.rstrip("\r")
        if not depth and _has_message(whole, section):
            yield Line(number, whole.strip().lower(), whole, whole)
            continue
        had_comment = depth > 0 or "(" in whole
        kept, depth, is_closed = _without_comments(whole, depth)
        if is_closed and not had_comment:
            source.remark(number, "this closes a comment that was never opened.")
        heading = _HEADING.match(kept.strip().lower())
        if heading and section != "levels":
            section = heading[1]
        ends_behind = not depth and whole.rstrip()[-1:] != whole[-1:]
        if kept.strip() or not had_comment or ends_behind:
            yield Line(number, kept.strip().lower(), kept, whole)


def _has_message(whole: str, section: str) -> bool:
    """True if a line has a text with parentheses of its own."""
    if section == "levels":
        return bool(_MESSAGE.match(whole))
    return section == "rules" and bool(_RULE_WITH_MESSAGE.match(whole))


def _without_comments(whole: str, depth: int) -> tuple[str, int, bool]:
    """A line without its comments, how deep in comments it ends, and whether one was closed."""
    kept = ""
    is_closed = False
    for sign in whole:
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
            is_closed = True
        elif not depth:
            kept += sign
    return kept, depth, is_closed


class _Reader:
    def __init__(self, source: PuzzleSource) -> None:
        self.source = source
        self.section = ""
        self.seen: list[str] = []
        self.sprite: Sprite | None = None
        self.wanted = "name"
        self.rows: list[str] = []
        self.begun = 0

    def take(self, line: Line) -> None:
        """Read a line as its section has it."""
        heading = _HEADING.match(line.text) if self.section != "levels" else None
        if not line.text:
            self.wanted = "name"
            self.end_level()
        elif line.text.startswith("=") and (
            self.section != "levels" or not line.text.strip("= \t")
        ):
            if line.text.strip("= \t"):
                self.source.fault(line.number, "only a comment may follow the equals signs.")
        elif heading:
            self._begin(heading, line)
        else:
            getattr(self, f"_{self.section or 'prelude'}")(line)

    def _begin(self, heading: re.Match[str], line: Line) -> None:
        name = heading[1]
        before = SECTIONS[: SECTIONS.index(name)][-1:]
        if heading.end() < len(line.text):
            self.source.fault(line.number, f"only a comment may follow {name.upper()}.")
        if name in self.seen:
            self.source.fault(line.number, f"there are two sections {name.upper()}.")
        elif not before and self.seen:
            self.source.fault(line.number, "OBJECTS must be the first section.")
        elif before and before[0] not in self.seen:
            message = f"{name.upper()} must follow {before[0].upper()}, which is not there."
            self.source.fault(line.number, message)
        self.section = name
        self.seen.append(name)
        self.wanted = "name"

    def _prelude(self, line: Line) -> None:
        source, number = self.source, line.number
        word, _, rest = line.text.partition(" ")
        if word in source.settings:
            source.remark(number, f"{word} is set a second time.")
        if word in _WITH_VALUE:
            value = line.bare.strip().partition(" ")[2] if word in _AS_WRITTEN else rest
            source.settings[word] = value.strip()
            if not rest:
                source.fault(number, f"{word} needs a value.")
            elif word in _SCREENS and not re.fullmatch(r"[1-9]\d*x[1-9]\d*", value.strip()):
                source.remark(number, f"{word} needs a size, such as 5x4.")
                del source.settings[word]
            elif word.endswith("t_color") or word.startswith("background_c"):
                if not is_colour(value.strip()):
                    source.fault(number, f"{value!r} is not a colour.")
        elif word in _SWITCHES:
            source.settings[word] = "true"
            if rest:
                source.remark(number, f"{word} takes no value.")
        else:
            source.fault(number, f"{word!r} is not a setting.")

    def _objects(self, line: Line) -> None:
        sprite = self.sprite
        if self.wanted == "colours" and sprite is not None:
            self._colours(line, sprite)
            self.wanted = "rows"
        elif self.wanted == "rows" and sprite is not None and line.text[0] in ".0123456789":
            self._row(line, sprite)
        elif self.wanted == "rows" and sprite is not None and sprite.rows:
            self.source.fault(line.number, "this is not a row of a sprite.")
        else:
            self._name(line)

    def _name(self, line: Line) -> None:
        found = re.match(r"\w+", line.text)
        if found is None:
            self.source.remark(line.number, "this is neither a name nor a row of a sprite.")
            return
        name = found[0]
        if name in self.source.sprites:
            self.source.fault(line.number, f"there are two objects {name!r}.")
        self.sprite = self.source.sprites.setdefault(name, Sprite(line.number))
        for other in line.text[found.end() :].split():
            self.source.legend.append(Legend(other, "", (name,), line.number))
        for one in (name, *line.text[found.end() :].split()):
            self.check_name(one, line.number)
        self.wanted = "colours"

    def check_name(self, name: str, number: int) -> None:
        """Note that a name is a word of the language."""
        if name in _KEYWORDS:
            self.source.remark(number, f"{name!r} is a word of the language, not a good name.")

    def _colours(self, line: Line, sprite: Sprite) -> None:
        for word in line.text.split():
            if is_colour(word):
                sprite.colours.append(word)
            else:
                self.source.fault(line.number, f"{word!r} is not a colour.")
        if len(sprite.colours) > 10:
            self.source.fault(line.number, "a sprite has at most ten colours.")

    def _row(self, line: Line, sprite: Sprite) -> None:
        sprite.rows.append(line.text[:SIZE])
        if len(line.text) != SIZE:
            message = f"a sprite has {SIZE} rows of {SIZE} points."
            self.source.remark(line.number, message)
            self.source.remark(sprite.line, message)
        for sign in line.text[:SIZE]:
            if sign.isdigit() and int(sign) >= len(sprite.colours):
                self.source.fault(line.number, f"the object has no colour {sign}.")
        if len(sprite.rows) == SIZE:
            self.wanted = "name"

    def _legend(self, line: Line) -> None:
        found = _LEGEND.match(line.text)
        words = found[2].split() if found else []
        joins = set(words[1::2])
        if found is None or len(words) % 2 == 0 or len(joins) > 1 or joins - {"and", "or"}:
            self.source.fault(line.number, "this must be A = B, A = B and C, or A = B or C.")
            return
        parts = tuple(dict.fromkeys(words[::2]))
        if len(parts) < len(words[::2]):
            self.source.remark(line.number, "one thing is there twice.")
        self.check_name(found[1], line.number)
        self.source.legend.append(
            Legend(found[1], joins.pop() if joins else "", parts, line.number)
        )

    def _sounds(self, line: Line) -> None:
        """Pass over a sound: nothing is played."""

    def _collisionlayers(self, line: Line) -> None:
        self.source.layers.append(line)

    def _rules(self, line: Line) -> None:
        self.source.rules.append(line)

    def _winconditions(self, line: Line) -> None:
        self.source.goals.append(line)

    def _levels(self, line: Line) -> None:
        said = _MESSAGE.match(line.bare)
        if said:
            self.end_level()
            self.source.levels.append(Message(line.bare[said.end() :].strip()))
            return
        if self.rows and len(line.text) != len(self.rows[0]):
            self.source.remark(line.number, "the rows of a level must be equally long.")
        self.begun = self.begun or line.number
        self.rows.append(line.text)

    def end_level(self) -> None:
        """Complete the level that was being read."""
        if self.rows:
            self.source.levels.append(Map(tuple(self.rows), self.begun))
        self.rows = []
        self.begun = 0
