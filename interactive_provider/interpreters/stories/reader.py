"""One reader for the markup of all formats: each defines its signs and their meanings.

The shared parts are here: the end of a macro's arguments, links, comments, HTML tags, emphasis,
headings, items and rules. The reader of each format derives from `PassageReader`, and leaves to it
whatever is not specific to the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from .content import HARD, ITEM, RULE, opened, styled
from .markup import LINK, TAG, UNCLOSED, Tag, UnsupportedMarkup, link_parts, tag_of, unescaped

LONGEST_MACRO = 60_000
"""The maximum number of characters of one macro's arguments."""
PATIENCE = 100_000
"""The maximum number of quotes and brackets that are read in one passage to find the ends of its
macros."""

SILENT = frozenset(
    "script style svg audio video iframe object canvas math template noscript head title".split()
)
"""Elements whose contents are not text for the reader."""

_ADDRESS = re.compile(r"(?:https?|ftp|file):\Z", re.IGNORECASE)
"""The part of a web address before the two slashes."""
BROKEN_TAG = re.compile(r"</?[a-zA-Z][\w-]*(?=[\s/>])[^<>]*(?:>|(?=<))")
"""Text that starts like a tag but is not a valid one: it is not shown."""


def element_end(text: str, name: str, start: int) -> tuple[str, int]:
    """Return the contents of an element that begin at ``start``, and the place after its closing
    tag."""
    close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, start)
    # unclosed code extends to the end; an unclosed audio or video element is empty
    if close is None:
        return (text[start:], len(text)) if name in ("script", "style") else ("", start)
    return text[start : close.start()], close.end()


def quote_end(text: str, quote: str, start: int, limit: int) -> int:
    """Return the place after the quote that closes the one before ``start``, or ``start`` if there
    is none."""
    at = start
    while (at := text.find(quote, at, limit)) >= 0:
        if text[at - 1] != "\\":
            return at + 1
        at += 1
    return start


class PassageReader:
    """A pass through a passage's text that collects its nodes."""

    signs: ClassVar[re.Pattern[str]]
    """The signs that are not words."""
    comments: ClassVar[Mapping[str, str]] = {"<!--": "-->"}
    """How comments begin and end."""
    heading: ClassVar[str] = "#"
    items: ClassVar[str] = "*"
    rules: ClassVar[str] = "-"
    """The signs at the beginning of a line that mark headings, items and rules."""
    emphasis: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")
    """Emphasised words, with a sign on either side."""
    looks: ClassVar[Mapping[str, str]] = {}
    """The styles that signs give to the words between them."""
    way_on: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")
    """The parts of a script that may lead to other passages."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.patience = PATIENCE
        self.nodes: list[Any] = []

    def walk(self, at: int, end: str = "") -> re.Match[str] | None:
        """Read until a sign ends it, and return that sign; None if the text ends first."""
        while match := self.signs.search(self.text, at):
            if match.start() > at:
                self.words(self.text[at : match.start()])
            if match[0] == end:
                return match
            at = self.sign(match[0], match.start(), match.end())
        if at < len(self.text):
            self.words(self.text[at:])
        return None

    def add(self, node: Any) -> None:
        """Add a node to the current contents; an empty text is omitted."""
        if node:
            self.nodes.append(node)

    def words(self, text: str) -> None:
        """Add the text between two signs."""
        text = unescaped(text)
        self.add(self.emphasis.sub(self._emphasized, text) if self.looks else text)

    def _emphasized(self, match: re.Match[str]) -> str:
        style = self.looks.get(match[1] or "")
        return "".join(styled(style, [match[2]])) if style else ""

    def sign(self, sign: str, start: int, end: int) -> int:
        """Read what begins with a sign that most formats have; return the place where reading
        continues."""
        if sign in self.comments:
            return self.up_to(self.comments[sign], end)[1]
        if sign[0] == "<" and sign[-1].isalpha():
            return self.html(start)
        if sign == "[[":
            return self.link(start)
        bare = sign.strip()
        if bare[0] in self.rules and len(bare) > 2:
            self.add(f"{HARD}{RULE}{HARD}")
        elif bare[0] in self.items:
            self.add(ITEM)
        elif bare[0] == self.heading:
            self.add(opened(f"H{min(6, len(bare))}"))
        return end

    def link(self, start: int) -> int:
        """Read a link; brackets that do not form one are shown as text."""
        match = LINK.match(self.text, start)
        if match is None:
            self.unclosed("[[", start)
            self.add("[[")
            return start + 2
        self.add(self.link_mark(match, *link_parts(match[1])))
        return match.end()

    def unclosed(self, written: str, start: int) -> None:
        """Record, for authors, that something is not closed."""
        line = self.text.count("\n", 0, start)
        self.add(UnsupportedMarkup(f"{written}{UNCLOSED}", line=line))

    def link_mark(self, match: re.Match[str], label: str, target: str) -> Any:
        """Return the node of a link."""
        raise NotImplementedError

    def html(self, start: int) -> int:
        """Read an HTML tag, or text that looks like one."""
        raise NotImplementedError

    # Looking ahead

    def code(self, signs: re.Pattern[str], start: int) -> Iterator[re.Match[str]]:
        """Yield the signs in a macro's arguments, except in quoted texts; none once there are too
        many."""
        at = start
        limit = min(len(self.text), start + LONGEST_MACRO)
        while (match := signs.search(self.text, at, limit)) and self.patience > 0:
            self.patience -= 1
            at = match.end()
            if match[0] in ("'", '"', "`"):
                at = quote_end(self.text, match[0], at, limit)
            else:
                yield match

    def up_to(self, sign: str, start: int) -> tuple[str, int]:
        """Return the text before the next ``sign``, and the place after it; the whole rest if there
        is none."""
        close = self.text.find(sign, start)
        return (
            (self.text[start:], len(self.text))
            if close < 0
            else (self.text[start:close], close + len(sign))
        )

    def tag(self, start: int) -> tuple[Tag | None, list[Any], int]:
        """Return the tag at a place, its replacement in the text, and the place after it.

        There is no tag if it is broken, or if the element is ignored because its contents are not
        text.
        """
        match = TAG.match(self.text, start)
        if match is None:
            broken = BROKEN_TAG.match(self.text, start)
            return None, ["" if broken else "<"], broken.end() if broken else start + 1
        tag = tag_of(match)
        if tag.name in SILENT and not tag.closes:
            inside, end = element_end(self.text, tag.name, match.end())
            blocks = self.way_on.search(inside) is not None
            return (
                None,
                [UnsupportedMarkup("<script>", blocks)] if tag.name == "script" else [],
                end,
            )
        shown: list[Any] = [UnsupportedMarkup(f"<{tag.name}>", blocks=True)] if tag.is_input else []
        return tag, [*shown, tag.words], match.end()

    def is_address(self, start: int) -> bool:
        """True if two slashes belong to a web address."""
        return _ADDRESS.search(self.text, max(0, start - 6), start) is not None
