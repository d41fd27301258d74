"""What the formats' texts have in common: HTML as plain words, and the link ``[[text->Target]]``.

Tags are dropped and their text stays; nothing is fetched, and scripts and styles are never shown.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from .content import HARD, HEADINGS, ITEM, RULE, PlaceNames, closed, opened, unmarked
from .content import picture as picture
from .expressions import nodes as g
from .expressions.nodes import PassageNodes
from .expressions.values import by_name

TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*+)((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
"""An opening or closing tag: its slash, its name, its attributes."""

ATTRIBUTE = re.compile(r"""([\w:@-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(
    r"\[\[((?:[^\[\]]|\[[^\[\]]*\]|\](?!\]|\[))+?)\]"
    r"(?:\[((?:\"(?:(?!\]\])[^\"\n])*\"|'(?:(?!\]\])[^'\n])*'|[^\[\]]|\[[^\[\]]*\])*+)\])?\]"
)
"""A link: the text between its brackets, and the setter between the second pair, in whose quoted
texts brackets are ignored."""

_BLOCKS = frozenset(
    """
    p div ul ol li tr table h1 h2 h3 h4 h5 h6 hr section article header footer center blockquote pre
    form fieldset details summary dl dt dd nav aside main figure figcaption tbody thead legend
    """.split()
)
STYLES = by_name(
    {
        "b strong th": "strong",
        "i em cite var dfn": "emphasis",
        "s del strike": "struck",
        "small": "quiet",
        "code pre kbd samp tt": "code",
        "blockquote": "quote",
    }
) | dict(zip(HEADINGS, HEADINGS, strict=True))
"""The style of each HTML element, by its name; a heading's style is its own name."""
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_INPUTS = frozenset(["input", "select", "textarea"])
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_FOLDED = re.compile(r"\s*\n\s*")
_WEB = re.compile(r"(?:https?|mailto|ftp):|//|www\.", re.IGNORECASE)


class LinkMark(g.StoryNode):
    """``[[label->target][setter]]``; the label is a text or nodes, possibly including a picture."""

    label: PassageNodes
    target: str
    setter: str = ""
    is_worked_out: bool = False
    """True if the label may be an expression, as in SugarCube's double brackets."""


class UnsupportedMarkup(g.StoryNode):
    """Something that is not shown: a script, an input element. ``blocks`` if it may contain the
    only way to continue."""

    what: str
    blocks: bool = False
    line: int = -1
    """The line of the text in which it begins, from 0; -1 to search for its name."""


UNCLOSED = " without its end"
"""The suffix of the name of something unclosed."""


@dataclass(frozen=True, slots=True)
class Tag:
    """An HTML tag, as the readers of the formats need it."""

    name: str
    closes: bool
    about: dict[str, str]

    @property
    def names(self) -> PlaceNames:
        """The names by which the element can be found later: ``#id`` and ``.class``."""
        names = [f"#{self.about['id']}"] if self.about.get("id") else []
        return (*names, *(f".{name}" for name in self.about.get("class", "").split()))

    @property
    def words(self) -> str:
        """Its replacement in the text: a line break, the name of a picture, or nothing."""
        mark = "".join(map(closed if self.closes else opened, self.styles))
        match self.name:
            case "li":
                return "" if self.closes else f"{HARD}{ITEM}"
            case "hr":
                return f"{HARD}{RULE}{HARD}"
            case "td" | "th" if self.closes:
                return f"{mark} "
            case "img" if not self.closes:
                return picture(self.about.get("src", ""), self.about.get("alt", ""))
            case "br":
                return HARD
            case block if block in _BLOCKS:
                return f"{mark}{HARD}" if self.closes else f"{HARD}{mark}"
        return mark

    @property
    def styles(self) -> list[str]:
        """The styles that its name gives to its contents."""
        style = STYLES.get(self.name)
        return [style] if style else []

    @property
    def is_hidden(self) -> bool:
        """True if its contents are hidden."""
        return _HIDDEN.search(self.about.get("style", "")) is not None or "hidden" in self.about

    @property
    def is_input(self) -> bool:
        """True if it is an input element, which only scripts could read."""
        return (
            self.name in _INPUTS
            and not self.closes
            and self.about.get("type") not in ("hidden", "submit")
        )


def tag_of(match: re.Match[str]) -> Tag:
    """Return the tag that `TAG` matched."""
    return Tag(match[2].lower(), bool(match[1]), attributes(match[3]))


def attributes(written: str) -> dict[str, str]:
    """Return the attributes of a tag as written, by name."""
    return {
        m[1].lower(): html.unescape(m[2] or m[3] or m[4] or "") for m in ATTRIBUTE.finditer(written)
    }


_INK = re.compile(r"(?<![\w-])colou?r\s*:\s*(red|orange|yellow|green|cyan|blue|purple)\b")


def styles_of(css: str) -> list[str]:
    """Return the styles from a story's own CSS: emphasis, and colours with a plain name."""
    low = css.lower()
    found = [
        style
        for sign, style in (("italic", "emphasis"), ("bold", "strong"), ("line-through", "struck"))
        if sign in low
    ]
    return [*found, *_INK.findall(low)[-1:]]


def unescaped(text: str) -> str:
    """Return a text with entities decoded and control characters removed."""
    if "&" in text:
        text = html.unescape(text)
    return _CONTROL.sub("", text)


def looks_of(source: str) -> str:
    """Return a text with the styles of its tags as marks, and without tags and entities."""
    parts = TAG.split(source) if "<" in source else [source]
    words = [unescaped(part) for part in parts[::4]]
    for number, match in enumerate(TAG.finditer(source) if len(words) > 1 else ()):
        words[number] += tag_of(match).words
    return "".join(words)


def without(comments: re.Pattern[str], end: str, text: str) -> str:
    """Return a text without the comments that end with a sign; an unclosed one stays."""
    at = text.rfind(end)
    stop = at + len(end) if at >= 0 else 0
    return comments.sub("", text[:stop]) + text[stop:]


def plain(source: str) -> str:
    """Return a text without tags and entities, for labels."""
    if "<" in source:
        bare = without(COMMENT, "-->", source)
        source = unmarked(TAG.sub(lambda m: tag_of(m).words.replace(HARD, " "), bare))
    return " ".join(unescaped(source).split())


def link_parts(inside: str) -> tuple[str, str]:
    """Return the label and the target inside a link, which may be surrounded by blanks.

    >>> [link_parts(t) for t in ("Cellar", "go down->Cellar", "Cellar<-go down", "go down|Cellar")]
    [('', 'Cellar'), ('go down', 'Cellar'), ('go down', 'Cellar'), ('go down', 'Cellar')]
    """
    inside = _FOLDED.sub(" ", inside)
    label, arrow, target = inside.rpartition("->")
    if not arrow:
        target, arrow, label = inside.partition("<-")
    if not arrow:
        label, arrow, target = inside.rpartition("|")
    return (label.strip(), target) if arrow else ("", inside)


def is_web(target: str) -> bool:
    """True if a target is a web address, which is never opened."""
    return _WEB.match(target) is not None
