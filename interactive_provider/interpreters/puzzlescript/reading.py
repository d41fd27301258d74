"""The text of a game, divided into its sections; only names and levels have a meaning yet.

Comments in parentheses nest and may span lines; a message keeps its parentheses. Everything but
titles and messages is read in lower case. A line that cannot be read is noted as a fault and
skipped, as in the original, so that all faults of a text are found at once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from .colours import COLOUR, NAMES, PALETTES
from .names import ObjectNames

SECTIONS = (
    *("prelude", "objects", "legend", "sounds", "collisionlayers"),
    *("rules", "winconditions", "levels"),
)
_ORDER = f"the sections must be in this order, each once: {', '.join(SECTIONS[1:]).upper()}."
_NEEDED = {"objects", "legend", "collisionlayers", "rules", "levels"}
_AS_WRITTEN = ("title", "author", "homepage")
_SETTINGS = dict(
    re.findall(
        r"(\w+) ?(.*)",
        rf"""
        title .{{1,140}}
        author .{{1,100}}
        homepage .+
        key_repeat_interval .+
        realtime_interval .+
        again_interval .+
        flickscreen [1-9]\d*x[1-9]\d*
        zoomscreen [1-9]\d*x[1-9]\d*
        background_color {COLOUR.pattern}
        text_color {COLOUR.pattern}
        color_palette {"|".join(PALETTES)}|[1-9]|1[0-4]
        run_rules_on_level_start
        require_player_movement
        norepeat_action
        throttle_movement
        noundo
        noaction
        norestart
        scanline
        debug
        verbose_logging
        """,
    )
)
"""What the value of each setting must look like."""
_HEADING = re.compile(rf"({'|'.join(SECTIONS[1:])})(?!\w)\s*(.*)")
_MESSAGE = re.compile(r"\s*message\s*", re.IGNORECASE)
_WITH_A_TEXT = re.compile(r"\s*message|(?:(?!->)[^(])*->[^(]*\bmessage\b", re.IGNORECASE)
"""How a line begins whose end is a text, which keeps its parentheses."""
_LEGEND = re.compile(r"([^=\s(]+)\s*=\s*(\S+((?:\s+(and|or)\s+\S+)(?:\s+\4\s+\S+)*)?)")
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


def is_puzzlescript(text: str) -> bool:
    """True if the sections that every game needs are there, each on a line of its own."""
    return set(_HEADINGS_OF_A_GAME.findall(text.lower())) >= _NEEDED


class PuzzleSource(ObjectNames):
    """All sections of a game's text, and the meaning of its names."""

    def __init__(self, text: str) -> None:
        super().__init__(re.split(r"\r\n?|\n", text))
        self.settings: dict[str, str] = {}
        self.sprites: dict[str, Sprite] = {}
        self.written: dict[str, list[Line]] = defaultdict(list)
        """The lines of the sections that mean something only when all names are known."""
        self.pages: list[list[str] | Message] = []
        """The rows of each level, and the messages between them."""
        self._section = SECTIONS[0]
        self._is_new = True
        """True if the next line begins an object or a level."""
        self._sprite = Sprite(0, [], [])
        for line in self._bare_lines():
            self._take(line)
        self.finish()

    def _bare_lines(self) -> Iterator[Line]:
        """Yield the lines that are more than a comment."""
        depth = 0
        for number, whole in enumerate(self.lines, start=1):
            has_text = not depth and _WITH_A_TEXT.match(whole)
            bare = ""
            for part in [whole] if has_text else re.split("([()])", whole):
                if part == ")" and not depth:
                    self.remark(number, "this closes a comment that was never opened.")
                depth = max(0, depth + (part == "(") - (part == ")"))
                if not depth and part != ")":
                    bare += part
            if bare.strip() or not whole.strip():
                yield Line(number, bare.strip().lower(), bare)

    def _take(self, line: Line) -> None:
        """Read a line as its section requires."""
        heading = _HEADING.fullmatch(line.text) if self._section != "levels" else None
        if not line.text:
            self._is_new = True
        elif heading:
            name, rest = heading.groups()
            if rest:
                self.fault(line.number, f"only a comment may follow {name.upper()}.")
            if SECTIONS.index(name) != SECTIONS.index(self._section) + 1:
                self.fault(line.number, _ORDER)
            self._section = name
            self._is_new = True
        elif line.text.strip("= "):
            read = getattr(self, f"_{self._section}", self.written[self._section].append)
            read(line)

    def _prelude(self, line: Line) -> None:
        word, value = (*line.text.split(None, 1), "")[:2]
        if word not in _SETTINGS:
            self.remark(line.number, f"{word!r} is not a setting.{self.near(word, _SETTINGS)}")
            return
        if not re.fullmatch(_SETTINGS[word], value):
            self.remark(line.number, f"{value!r} is not a value for {word}.")
            value = ""
        if word in _AS_WRITTEN:
            value = line.bare.strip()[len(word) :].strip()
        self.settings[word] = value

    def _objects(self, line: Line) -> None:
        words = line.text.split()
        begun, colours, rows = self._sprite
        is_row = line.text[0] in ".0123456789" or bool(rows)
        if not self._is_new and not colours:
            colours += line.text.replace("#", " #").split()
            for word in colours:
                if not COLOUR.fullmatch(word):
                    self.fault(line.number, f"{word!r} is not a colour.{self.near(word, NAMES)}")
            if len(colours) > 10:
                self.fault(line.number, "a sprite has at most ten colours.")
        elif not self._is_new and len(rows) < SIZE and is_row:
            rows.append(line.text[:SIZE])
            if len(line.text) != SIZE:
                for number in (begun, line.number):
                    self.remark(number, f"a sprite has {SIZE} rows of {SIZE} pixels.")
            for sign in set(rows[-1]) - set(".0123456789"[: len(colours) + 1]):
                self.fault(line.number, f"the object has no colour {sign}.")
        elif re.match(r"\w", line.text):
            self._named(words, line.number)
        else:
            self.remark(line.number, "this is neither a name nor a row of a sprite.")

    def _named(self, names: list[str], line: int) -> None:
        name, *others = names
        self.define(name, "", (name,), line)
        self._sprite = self.sprites[name] = Sprite(line, [], [])
        for other in others:
            self.explain(other, "", (name,), line)
        self._is_new = False

    def _legend(self, line: Line) -> None:
        found = _LEGEND.fullmatch(line.text)
        if not found:
            self.fault(line.number, "this must be A = B, A = B and C, or A = B or C.")
            return
        words = found[2].split()[::2]
        if len(set(words)) < len(words):
            self.remark(line.number, "one thing is there twice.")
        self.explain(found[1], found[4] or "", words, line.number)

    def _collisionlayers(self, line: Line) -> None:
        self.add_layer(re.findall(r"[^,\s]+", line.text), line.number)

    def _levels(self, line: Line) -> None:
        said = _MESSAGE.match(line.bare)
        if said:
            self.pages.append(Message(line.bare[said.end() :].strip()))
            self._is_new = True
            return
        if self._is_new:
            self.pages.append([])
        self._is_new = False
        rows = self.pages[-1]
        rows.append(line.text)  # type: ignore[union-attr]  # a message begins no level
        if len(line.text) != len(rows[0]):
            self.remark(line.number, "the rows of a level must be equally long.")
        for sign, thing in self.known(sorted(set(line.text)), line.number).items():
            if thing.kind == "or":
                self.fault(line.number, f"the sign {sign!r} can mean several things.")
