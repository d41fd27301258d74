"""What the formats' texts have in common: HTML to plain words, and the link ``[[text->Target]]``.

Tags are dropped and their text stays; nothing is fetched, and what a script or a style says is never shown.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from .content import HARD

TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*+)((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
"""An opening or closing tag: its slash, its name, its attributes."""

ATTRIBUTE = re.compile(r"""([\w:@-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"\[\[((?:[^\[\]]|\[[^\[\]]*\]|\](?!\]|\[))+?)\](?:\[((?:[^\[\]]|\[[^\[\]]*\])*)\])?\]")
"""A link: what stands between its brackets, and the setter between the second ones."""

LONGEST_MACRO = 60_000
"""Characters of one macro's arguments."""
PATIENCE = 100_000
"""Quotes and brackets that are looked at in one passage to find where its macros end."""

SILENT = frozenset("script style svg audio video iframe object canvas math template noscript head title".split())
"""Elements whose inside is not for reading."""

_BLOCKS = frozenset(
    """
    p div ul ol li tr table h1 h2 h3 h4 h5 h6 hr section article header footer center blockquote pre form fieldset
    details summary dl dt dd nav aside main figure figcaption tbody thead legend
    """.split()
)
_INPUTS = frozenset(["input", "select", "textarea"])
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_FOLDED = re.compile(r"\s*\n\s*")
_WEB = re.compile(r"(?:https?|mailto|ftp):|//|www\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LinkMark:
    """``[[label->target][setter]]``; the label is a text or nodes, and a picture may stand in it."""

    label: tuple[Any, ...]
    target: str
    setter: str = ""


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is not shown: a script, a box to fill in. ``blocks`` if the only way on may be in it."""

    what: str
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag of HTML, as the readers of the formats need it."""

    name: str
    closes: bool
    about: dict[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """How the element can be found again: ``#id`` and ``.class``."""
        names = [f"#{self.about['id']}"] if self.about.get("id") else []
        return (*names, *(f".{name}" for name in self.about.get("class", "").split()))

    @property
    def words(self) -> str:
        """What stands in the text for it: a line break, the name of a picture, or nothing."""
        if self.name == "br" or self.name in _BLOCKS:
            return HARD
        if self.name == "td" and self.closes:
            return " "
        if self.name == "img" and not self.closes:
            return picture(self.about.get("alt") or self.about.get("src", ""))
        return ""

    @property
    def is_input(self) -> bool:
        """True if it is something to fill in, which only scripts could read."""
        return self.name in _INPUTS and not self.closes and self.about.get("type") not in ("hidden", "submit")


def tag_of(match: re.Match[str]) -> Tag:
    """The tag that `TAG` found."""
    about = {m[1].lower(): html.unescape(m[2] or m[3] or m[4] or "") for m in ATTRIBUTE.finditer(match[3])}
    return Tag(match[2].lower(), bool(match[1]), about)


def element_end(text: str, name: str, start: int) -> tuple[str, int]:
    """Return the inside of an element whose inside begins at ``start``, and the place behind its closing tag."""
    close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, start)
    return (text[start : close.start()], close.end()) if close else (text[start:], len(text))


def quote_end(text: str, quote: str, start: int, limit: int) -> int:
    """Return the place behind the quote that closes the one before ``start``; ``start`` if nothing closes it."""
    at = start
    while (at := text.find(quote, at, limit)) >= 0:
        if text[at - 1] != "\\":
            return at + 1
        at += 1
    return start


def picture(name: str) -> str:
    """The line for a picture, by its description or else its file's name."""
    if name.startswith("data:") or not name.strip():
        return "[picture]"
    stem = re.split(r"[\\/]", name.split("?")[0])[-1] if re.search(r"\.\w{2,4}($|\?)", name) else name
    return f"[picture: {stem.strip()[:80]}]"


def unescaped(text: str) -> str:
    """A text with entities read and control signs dropped."""
    if "&" in text:
        text = html.unescape(text)
    return _CONTROL.sub("", text)


def plain(source: str) -> str:
    """A text without tags and entities, for labels."""
    if "<" in source:
        source = TAG.sub(lambda m: tag_of(m).words.replace(HARD, " "), COMMENT.sub("", source))
    return " ".join(unescaped(source).split())


def link_parts(inside: str) -> tuple[str, str]:
    """The label and the target of a link's inside.

    >>> [link_parts(t) for t in ("Cellar", "go down->Cellar", "Cellar<-go down", "go down|Cellar")]
    [('', 'Cellar'), ('go down', 'Cellar'), ('go down', 'Cellar'), ('go down', 'Cellar')]
    """
    inside = _FOLDED.sub(" ", inside)
    label, arrow, target = inside.rpartition("->")
    if arrow:
        return label.strip(), target.strip()
    target, arrow, label = inside.partition("<-")
    if arrow:
        return label.strip(), target.strip()
    label, bar, target = inside.rpartition("|")
    return (label.strip(), target.strip()) if bar else ("", inside.strip())


def is_web(target: str) -> bool:
    """True if a target is an address on the web, which is never opened."""
    return _WEB.match(target) is not None
