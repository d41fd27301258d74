"""Converts a page's report into the pieces of this package: words with their styles, links, boxes,
places."""

from __future__ import annotations

import itertools
import re
from typing import Any, TypeAlias

from ..content import (
    HARD,
    ITEM,
    RULE,
    SIDE,
    SIDE_BAR,
    Box,
    ContentPiece,
    NamedPlace,
    Pieces,
    StoryLink,
    closed,
    label_of,
    opened,
    picture,
    unmarked,
)
from ..expressions.nodes import TreeNodes
from ..markup import STYLES, styles_of
from ..sugarcube.turn import SAID

_BLANK = re.compile(r"[ \t\r\n\f]+")
_AROUND_BREAKS = re.compile(r"[ ]*\n[ ]*")
_BLOCKS = frozenset(
    """
    ADDRESS ARTICLE ASIDE DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER LI MAIN NAV
    SECTION TABLE TR CENTER DETAILS SUMMARY CAPTION
""".split()
)
_APART = frozenset("P UL OL PRE BLOCKQUOTE H1 H2 H3 H4 H5 H6".split())
PageElement: TypeAlias = dict[str, Any]
"""An element of a report."""


class Writer:
    """The pieces of a part of a page in reading order, with line breaks where blocks begin and
    end."""

    def __init__(self) -> None:
        self.out: Pieces = []
        self._breaks = 2
        """The number of line breaks at the end so far."""

    def put(self, piece: ContentPiece) -> None:
        """Add a piece; a blank at the beginning of a line is dropped."""
        if isinstance(piece, str):
            words = piece.removeprefix(" ") if self._breaks else piece
            if not words:
                return
            ending = len(words) - len(words.rstrip("\n"))
            self._breaks = ending if words.strip("\n") else self._breaks + ending
            self.out.append(words)
        else:
            self._breaks = 0
            self.out.append(piece)

    def mark(self, mark: str) -> None:
        """Add the mark of a style or of a picture, which does not begin a line."""
        self.out.append(mark)

    def new_line(self, breaks: int = 1) -> None:
        """Begin a new line, with an empty one before it if there are two ``breaks``."""
        while self._breaks < breaks:
            self.put("\n")

    def walk(self, nodes: TreeNodes, keeps_blanks: bool = False) -> None:
        """Add some nodes."""
        for node in nodes:
            if isinstance(node, str):
                words = node if keeps_blanks else _BLANK.sub(" ", node)
                if words:
                    self.put(words)
            else:
                self.element(node, keeps_blanks)

    def element(self, node: PageElement, keeps_blanks: bool) -> None:
        """Add an element."""
        tag = node["tag"]
        special = {
            "BR": self._break,
            "HR": self._rule,
            "IMG": self._picture,
            "INPUT": self._box,
        }.get(tag)
        if special is not None:
            special(node)
        elif "option" in node:
            self._link(node, keeps_blanks)
        else:
            self._container(node, keeps_blanks or tag == "PRE")

    def _break(self, node: PageElement) -> None:
        self.put("\n")

    def _rule(self, node: PageElement) -> None:
        self.new_line()
        self.put(f"{RULE}\n")

    def _picture(self, node: PageElement) -> None:
        self.mark(picture(node["source"], node["words"]))
        self._breaks = 0

    def _box(self, node: PageElement) -> None:
        self.put(Box(node["option"], node["number"], node["name"]))

    def _container(self, node: PageElement, keeps_blanks: bool) -> None:
        """Write an element with its contents, in its styles and, if it is a block, on separate
        lines."""
        tag = node["tag"]
        style = STYLES.get(tag.lower())
        styles = list(
            dict.fromkeys([*([style] if style else []), *styles_of(node.get("style", ""))])
        )
        is_block = tag in _BLOCKS or node.get("block", False)
        breaks = 2 if tag in _APART else int(is_block)
        self.new_line(breaks)
        if tag == "LI":
            self.put(ITEM)
            self._breaks = 1
        for one in styles:
            self.mark(opened(one))
        self.walk(node["children"], keeps_blanks)
        for one in reversed(styles):
            self.mark(closed(one))
        if tag in ("TD", "TH"):
            self.put(" ")
        self.new_line(breaks)

    def _link(self, node: PageElement, keeps_blanks: bool) -> None:
        inner = Writer()
        inner.walk(node["children"], keeps_blanks)
        offers = [piece for piece in inner.out if type(piece) in (StoryLink, Box)]
        for piece in inner.out if offers else ():
            self.put(piece)
        words = [piece for piece in inner.out if type(piece) not in (StoryLink, Box)]
        label = _BLANK.sub(" ", label_of(words)).strip()
        if offers and not unmarked(label).strip():
            return
        passage = node.get("passage", "")
        action = ("go", passage, node["option"]) if passage else ("press", "", node["option"])
        if node["tag"] == "SUMMARY":
            self.new_line()
        if not _has_words(label):
            label = node.get("name") or label or "…"
        self.put(StoryLink(label, action, node.get("group", "")))

    def pieces(self) -> tuple[ContentPiece, ...]:
        """Return what was added: neighbouring texts are joined, without blanks around line
        breaks."""
        joined: Pieces = []
        for is_text, group in itertools.groupby(self.out, lambda piece: isinstance(piece, str)):
            if is_text:
                joined.append(_AROUND_BREAKS.sub("\n", "".join(map(str, group))))
            else:
                joined += group
        return tuple(joined)


def _has_words(label: str) -> bool:
    """True if a label has letters or signs, or a picture with a name."""
    words = unmarked(label).strip()
    return words not in ("", "…", "[picture]")


def written(report: Any) -> tuple[ContentPiece, ...]:
    """Return the page that a report shows."""
    writer = Writer()
    for words in report["said"]:
        writer.mark(opened("quote"))
        writer.put(words)
        writer.mark(closed("quote"))
        writer.new_line(2)
    writer.walk(report["page"])
    if report["dialog"]:
        writer.put(_window(report["dialog"]))
    return (*writer.pieces(), *_side_bar(report))


def _window(dialog: Any) -> NamedPlace:
    """Return the place of a window over the page, with the link that closes it."""
    inner = Writer()
    inner.new_line(2)
    inner.put(f"{HARD}{RULE}\n")
    inner.walk(dialog["children"])
    inner.new_line()
    if dialog["close"] >= 0:
        inner.put(StoryLink("close", ("press", "", dialog["close"])))
    return NamedPlace(SAID, inner.pieces())


def _side_bar(report: Any) -> tuple[ContentPiece, ...]:
    """Return the place beside the page, if it has contents."""
    side = Writer()
    side.walk(report["side"])
    pieces = [
        StoryLink(p.marked, p.action, SIDE_BAR) if type(p) is StoryLink else p
        for p in side.pieces()
    ]
    is_empty = all(isinstance(piece, str) and not piece.strip() for piece in pieces)
    return () if is_empty else (NamedPlace(SIDE, tuple(pieces)),)
