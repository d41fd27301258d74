"""The text of a game, divided into its sections; only names and levels have a meaning yet.

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
    *("prelude", "objects", "legend", "sounds", "collisionlayers"),
    *("rules", "winconditions", "levels"),
)
_NEEDED = {"objects", "legend", "collisionlayers", "rules", "levels"}
_AS_WRITTEN = ("title", "author", "homepage")
_SCREEN = re.compile(r"[1-9]\d*x[1-9]\d*")
_SETTINGS = {
    **dict.fromkeys(
        (*_AS_WRITTEN, "key_repeat_interval", "realtime_interval", "again_interval"),
        re.compile(".+"),
    ),
    "title": re.compile(".{1,140}"),
    **dict.fromkeys(("flickscreen", "zoomscreen"), _SCREEN),
    **dict.fromkeys(("background_color", "text_color"), COLOUR),
    "color_palette": re.compile(rf"{'|'.join(PALETTES)}|[1-9]|1[0-4]"),
    **dict.fromkeys(
        "run_rules_on_level_start norepeat_action require_player_movement debug verbose_logging"
        " throttle_movement noundo noaction norestart scanline".split(),
        re.compile(""),
    ),
}
"""What the value of each setting must look like."""
_KEYWORDS = frozenset(
    "objects collisionlayers legend sounds rules ... winconditions levels | [ ] up down left right"
    " late rigid ^ v > < no randomdir random horizontal vertical any all some moving stationary"
    " parallel perpendicular action message move create destroy cantmove cancel restart win again"
    " undo titlescreen startgame endgame startlevel endlevel showmessage closemessage sfx0 sfx1"
    " sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10".split()
)
_HEADING = re.compile(rf"({'|'.join(SECTIONS[1:])})(?!\w)\s*(.*)")
_MESSAGES = {
    "levels": re.compile(r"\s*message\s*", re.IGNORECASE),
    "rules": re.compile(r"(?:(?!->)[^(])*->[^(]*?\bmessage\b", re.IGNORECASE),
}
"""How a line with a text begins, which keeps its parentheses."""
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
        super().__init__(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        self.settings: dict[str, str] = {}
        self.sprites: dict[str, Sprite] = {}
        self.rules: list[Line] = []
        self.goals: list[Line] = []
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
            if bare.strip() or not had_comment:
                yield Line(number, bare.strip().lower(), bare)

    def _take(self, line: Line) -> None:
        """Read a line as its section has it."""
        heading = _HEADING.fullmatch(line.text) if self._section != "levels" else None
        if not line.text:
            self._is_new = True
        elif not line.text.strip("= "):
            pass
        elif heading:
            self._begin(heading[1], heading[2], line.number)
        else:
            getattr(self, f"_{self._section}")(line)

    def _begin(self, name: str, rest: str, number: int) -> None:
        if rest:
            self.fault(number, f"only a comment may follow {name.upper()}.")
        if SECTIONS.index(name) != SECTIONS.index(self._section) + 1:
            order = ", ".join(SECTIONS[1:]).upper()
            self.fault(number, f"the sections must be in this order, each once: {order}.")
        self._section = name
        self._is_new = True

    def _prelude(self, line: Line) -> None:
        word, value = (*line.text.split(None, 1), "")[:2]
        if word not in _SETTINGS:
            self.remark(line.number, f"{word!r} is not a setting.")
            return
        if word in self.settings:
            self.remark(line.number, f"{word} is set a second time.")
        if not _SETTINGS[word].fullmatch(value):
            self.remark(line.number, f"{value!r} is not a value for {word}.")
            value = ""
        if word in _AS_WRITTEN:
            value = line.bare.strip()[len(word) :].strip()
        self.settings[word] = value

    def _objects(self, line: Line) -> None:
        _, colours, rows = self._sprite
        is_row = line.text[0] in ".0123456789" or bool(rows)
        if not self._is_new and not colours:
            self._colours(line, colours)
        elif not self._is_new and len(rows) < SIZE and is_row:
            self._row(line, colours, rows)
        elif re.match(r"\w", line.text):
            self._named(line)
        else:
            self.remark(line.number, "this is neither a name nor a row of a sprite.")

    def _named(self, line: Line) -> None:
        name, *others = line.text.split()
        if name in self.meanings:
            self.fault(line.number, f"there are two objects {name!r}.")
        self._sprite = self.sprites[name] = Sprite(line.number, [], [])
        self._check_name(name, line.number)
        self.meanings[name] = Meaning("", (name,), line.number)
        for other in others:
            self._check_name(other, line.number)
            self.explain(other, "", (name,), line.number)
        self._is_new = False

    def _check_name(self, name: str, number: int) -> None:
        if name in _KEYWORDS:
            self.remark(number, f"{name!r} is a word of the language, not a good name.")

    def _colours(self, line: Line, colours: list[str]) -> None:
        for word in line.text.split():
            is_known = COLOUR.fullmatch(word) is not None
            colours.append(word if is_known else "transparent")
            if not is_known:
                self.fault(line.number, f"{word!r} is not a colour.")
        if len(colours) > 10:
            self.fault(line.number, "a sprite has at most ten colours.")

    def _row(self, line: Line, colours: list[str], rows: list[str]) -> None:
        rows.append(line.text[:SIZE])
        if len(line.text) != SIZE:
            for number in (self._sprite.line, line.number):
                self.remark(number, f"a sprite has {SIZE} rows of {SIZE} points.")
        for sign in set(rows[-1]) - set(f".{'0123456789'[: len(colours)]}"):
            self.fault(line.number, f"the object has no colour {sign}.")

    def _legend(self, line: Line) -> None:
        found = _LEGEND.fullmatch(line.text)
        if not found:
            self.fault(line.number, "this must be A = B, A = B and C, or A = B or C.")
            return
        self._check_name(found[1], line.number)
        words = found[2].split()[::2]
        if len(set(words)) < len(words):
            self.remark(line.number, "one thing is there twice.")
        self.explain(found[1], found[4] or "", words, line.number)

    def _sounds(self, line: Line) -> None:
        """Read nothing: we make no sounds."""

    def _collisionlayers(self, line: Line) -> None:
        self.add_layer(re.findall(r"[^,\s]+", line.text), line.number)

    def _rules(self, line: Line) -> None:
        self.rules.append(line)

    def _winconditions(self, line: Line) -> None:
        self.goals.append(line)

    def _levels(self, line: Line) -> None:
        said = _MESSAGES["levels"].match(line.bare)
        if said:
            self.pages.append(Message(line.bare[said.end() :].strip()))
        else:
            self._row_of_level(line)
        self._is_new = bool(said)

    def _row_of_level(self, line: Line) -> None:
        if self._is_new:
            self.pages.append([])
        rows = self.pages[-1]
        rows.append(line.text)  # type: ignore[union-attr]  # a message begins no level
        if len(line.text) != len(rows[0]):
            self.remark(line.number, "the rows of a level must be equally long.")
        for sign, thing in self.known(sorted(set(line.text)), line.number).items():
            if thing.kind == "or":
                self.fault(line.number, f"the sign {sign!r} can mean several things.")
