"""The text of a game, divided into its sections; nothing has a meaning yet.

Comments in parentheses nest and may span lines; a message keeps its parentheses. Everything but
titles and messages is read in lower case. A line that cannot be read is noted as a fault and
skipped, as in the original, so that all faults of a text are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .colours import COLOUR, PALETTES
from .names import Meaning, ObjectNames

SECTIONS = (
    *("objects", "legend", "sounds", "collisionlayers"),
    *("rules", "winconditions", "levels"),
)
_READ_ELSEWHERE = ("sounds", "rules", "winconditions")
_NEEDED = {"objects", "legend", "collisionlayers", "rules", "levels"}
_WITH_VALUE = (
    *("title", "author", "homepage", "background_color", "text_color", "key_repeat_interval"),
    *("realtime_interval", "again_interval", "flickscreen", "zoomscreen", "color_palette"),
    "youtube",
)
_AS_WRITTEN = ("title", "author", "homepage")
_VALUES = {
    "flickscreen": re.compile(r"[1-9]\d*x[1-9]\d*"),
    "zoomscreen": re.compile(r"[1-9]\d*x[1-9]\d*"),
    "background_color": COLOUR,
    "text_color": COLOUR,
    "color_palette": re.compile(rf"{'|'.join(PALETTES)}|\d+"),
}
"""What some values must look like."""
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
_HEADING = re.compile(rf"({'|'.join(SECTIONS)})(?!\w)\s*(.*)")
_RULE = re.compile(r"\s*=[\s=]*")
_MESSAGES = {
    "levels": re.compile(r"\s*message\s*", re.IGNORECASE),
    "rules": re.compile(r"[^(]*->[^(]*?\bmessage\b", re.IGNORECASE),
}
"""How a line with a text begins, which keeps its parentheses."""
_LEGEND = re.compile(r"([^=\s(]+)\s*=\s*(.*)")
_HEADINGS_OF_A_GAME = re.compile(r"^[ \t]*([a-z]+)[ \t]*\r?$", re.MULTILINE)
SIZE = 5
"""The width and the height of a sprite."""


class Sprite(NamedTuple):
    """An object as it is drawn: colours, and rows of their numbers (none: one plain colour)."""

    line: int
    colours: list[str]
    rows: list[str]


class Line(NamedTuple):
    """A line without its comments: in lower case, and as it was written."""

    number: int
    text: str
    bare: str


class Message(NamedTuple):
    """A text between two levels."""

    text: str


class Map(NamedTuple):
    """The signs of a level, row by row."""

    rows: list[str]
    line: int


def is_puzzlescript(text: str) -> bool:
    """True if the sections that every game needs are there, each on a line of its own."""
    return set(_HEADINGS_OF_A_GAME.findall(text.lower())) >= _NEEDED


class PuzzleSource(ObjectNames):
    """All sections of a game's text, and the meaning of its names."""

    def __init__(self, text: str) -> None:
        super().__init__(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        self.settings: dict[str, str] = {}
        self.sprites: dict[str, Sprite] = {}
        self.sections: dict[str, list[Line]] = {name: [] for name in _READ_ELSEWHERE}
        """The lines of the sections that are read elsewhere."""
        self.pages: list[Map | Message] = []
        self._section = ""
        self._seen: list[str] = []
        self._wanted = "name"
        self._sprite = Sprite(0, [], [])
        for line in self._bare_lines():
            self._take(line)
        self.finish()
        for name, sprite in self.sprites.items():
            if name not in self.number:
                self.fault(sprite.line, f"{name} is in no collision layer.")

    def _bare_lines(self) -> Iterator[Line]:
        """Yield the lines that are more than a comment."""
        depth = 0
        for number, whole in enumerate(self.lines, start=1):
            message = _MESSAGES.get(self._section)
            if not depth and message and message.match(whole):
                yield Line(number, whole.strip().lower(), whole)
                continue
            had_comment = depth > 0 or "(" in whole
            bare = ""
            for sign in whole:
                if sign == "(":
                    depth += 1
                elif sign == ")":
                    if not depth:
                        self.remark(number, "this closes a comment that was never opened.")
                    depth = max(0, depth - 1)
                elif not depth:
                    bare += sign
            ends_behind = not depth and whole[-1:].isspace()
            if bare.strip() or not had_comment or ends_behind:
                yield Line(number, bare.strip().lower(), bare)

    def _take(self, line: Line) -> None:
        """Read a line as its section has it."""
        in_levels = self._section == "levels"
        heading = _HEADING.fullmatch(line.text)
        if not line.text:
            self._wanted = "name"
        elif line.text.startswith("=") and (not in_levels or _RULE.fullmatch(line.text)):
            if line.text.strip("= "):
                self.fault(line.number, "only a comment may follow the equals signs.")
        elif heading and not in_levels:
            self._begin(heading[1], heading[2], line.number)
        elif self._section in _READ_ELSEWHERE:
            self.sections[self._section].append(line)
        else:
            getattr(self, f"_{self._section or 'prelude'}")(line)

    def _begin(self, name: str, rest: str, number: int) -> None:
        before = SECTIONS[: SECTIONS.index(name)][-1:]
        if rest:
            self.fault(number, f"only a comment may follow {name.upper()}.")
        if name in self._seen:
            self.fault(number, f"there are two sections {name.upper()}.")
        elif before and before[0] not in self._seen:
            self.fault(number, f"{name.upper()} must follow {before[0].upper()}.")
        elif self._seen and not before:
            self.fault(number, "OBJECTS must be the first section.")
        self._section = name
        self._seen.append(name)
        self._wanted = "name"

    def _prelude(self, line: Line) -> None:
        word, value = (*line.text.split(None, 1), "")[:2]
        if word not in _WITH_VALUE + _SWITCHES:
            self.fault(line.number, f"{word!r} is not a setting.")
            return
        if word in self.settings:
            self.remark(line.number, f"{word} is set a second time.")
        if word in _WITH_VALUE and not value:
            self.fault(line.number, f"{word} needs a value.")
        if word in _SWITCHES and value:
            self.remark(line.number, f"{word} takes no value.")
        if word in _VALUES and not _VALUES[word].fullmatch(value):
            self.fault(line.number, f"{value!r} is not a value for {word}.")
            return
        if word in _AS_WRITTEN:
            value = line.bare.strip()[len(word) :].strip()
        self.settings[word] = value

    def _objects(self, line: Line) -> None:
        sprite = self._sprite
        if self._wanted == "colours":
            self._colours(line, sprite)
        elif self._wanted == "rows" and line.text[0] in ".0123456789":
            self._row(line, sprite)
        elif self._wanted == "rows" and sprite.rows:
            self.fault(line.number, "this is not a row of a sprite.")
        elif re.match(r"\w", line.text):
            self._named(line)
        else:
            self.remark(line.number, "this is neither a name nor a row of a sprite.")

    def _named(self, line: Line) -> None:
        name, *others = line.text.split()
        if name in self:
            self.fault(line.number, f"there are two objects {name!r}.")
        self._sprite = self.sprites.setdefault(name, Sprite(line.number, [], []))
        self.meanings[name] = Meaning("", (name,))
        for one in (name, *others):
            self._check_name(one, line.number)
        for other in others:
            self.explain(other, "", (name,), line.number)
        self._wanted = "colours"

    def _check_name(self, name: str, number: int) -> None:
        if name in _KEYWORDS:
            self.remark(number, f"{name!r} is a word of the language, not a good name.")

    def _colours(self, line: Line, sprite: Sprite) -> None:
        for word in line.text.split():
            if COLOUR.fullmatch(word):
                sprite.colours.append(word)
            else:
                self.fault(line.number, f"{word!r} is not a colour.")
        if len(sprite.colours) > 10:
            self.fault(line.number, "a sprite has at most ten colours.")
        self._wanted = "rows"

    def _row(self, line: Line, sprite: Sprite) -> None:
        row = line.text[:SIZE]
        sprite.rows.append(row)
        if len(line.text) != SIZE:
            for number in (sprite.line, line.number):
                self.remark(number, f"a sprite has {SIZE} rows of {SIZE} points.")
        for sign in row:
            if sign.isdigit() and int(sign) >= len(sprite.colours):
                self.fault(line.number, f"the object has no colour {sign}.")
        if len(sprite.rows) == SIZE:
            self._wanted = "name"

    def _legend(self, line: Line) -> None:
        found = _LEGEND.match(line.text)
        words = found[2].split() if found else []
        joins = {*words[1::2]} or {""}
        if found is None or len(words) % 2 == 0 or joins not in ({""}, {"and"}, {"or"}):
            self.fault(line.number, "this must be A = B, A = B and C, or A = B or C.")
            return
        self._check_name(found[1], line.number)
        if len(set(words[::2])) < len(words[::2]):
            self.remark(line.number, "one thing is there twice.")
        self.explain(found[1], joins.pop(), words[::2], line.number)

    def _collisionlayers(self, line: Line) -> None:
        self.add_layer(line.text, line.number)

    def _levels(self, line: Line) -> None:
        said = _MESSAGES["levels"].match(line.bare)
        if said:
            self.pages.append(Message(line.bare[said.end() :].strip()))
            self._wanted = "name"
            return
        if self._wanted == "name":
            self.pages.append(Map([], line.number))
            self._wanted = "rows"
        rows = self.pages[-1].rows  # type: ignore[union-attr]  # a message begins no level
        rows.append(line.text)
        if len(line.text) != len(rows[0]):
            self.remark(line.number, "the rows of a level must be equally long.")
