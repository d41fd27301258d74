"""What a page reports becomes the pieces of this package: words with their styles, links, boxes,
places."""

from __future__ import annotations

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
_ADDRESS = re.compile(r"url\(\s*[\"']?([^\"')]+)")
_BLOCKS = frozenset(
    """
    ADDRESS ARTICLE ASIDE DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER LI MAIN NAV
    SECTION TABLE TR CENTER DETAILS SUMMARY CAPTION
""".split()
)
_APART = frozenset("P UL OL PRE BLOCKQUOTE H1 H2 H3 H4 H5 H6".split())
_TICKS = {
    ("checkbox", False): ("☐ ", "check"),
    ("checkbox", True): ("☑ ", "uncheck"),
    ("radio", False): ("○ ", "choose"),
    ("radio", True): ("● ", ""),
}
"""How an input is shown that is off or on, and what a player does with it."""
PageElement: TypeAlias = dict[str, Any]
"""An element of a report."""


class Writer:
    """The pieces of a part of a page in reading order, with line breaks where blocks begin and
    end."""

    def __init__(self) -> None:
        self.out: Pieces = []
        self.remarks: dict[str, None] = {}
        self._breaks = 2
        """Line breaks at the end so far."""

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
        """Add the mark of a style or of a picture, which begins no line."""
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
            "INPUT": self._input,
            "SELECT": self._list,
            "VIDEO": self._unseen,
            "IFRAME": self._unseen,
        }.get(tag)
        if special is not None:
            special(node)
        elif node.get("error"):
            self.own_error(plain(node["children"]))
        elif "option" in node:
            self._link(node, keeps_blanks)
        else:
            self._container(node, keeps_blanks or tag == "PRE")

    def own_error(self, words: str) -> None:
        """Report an error that the story shows of itself."""
        self.remarks[f"the story's own error: {' '.join(words.split())[:200]}"] = None

    def _break(self, node: PageElement) -> None:
        self.put("\n")

    def _rule(self, node: PageElement) -> None:
        self.new_line()
        self.put(f"{RULE}\n")

    def _picture(self, node: PageElement) -> None:
        self.mark(picture(node.get("source", ""), node.get("words", "")))
        self._breaks = 0

    def _unseen(self, node: PageElement) -> None:
        self.remarks[f"a {'film' if node['tag'] == 'VIDEO' else 'frame'} is not shown"] = None

    def _container(self, node: PageElement, keeps_blanks: bool) -> None:
        """Write an element with what is inside, in its styles and on lines of its own if it is a
        block."""
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
        self.remarks |= inner.remarks
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
        self.put(StoryLink(label if _has_words(label) else _name_of(node, label), action))

    def _input(self, node: PageElement) -> None:
        kind = node.get("kind", "")
        if kind in ("checkbox", "radio"):
            self._tick(node, kind, node.get("on", False))
        elif "option" not in node or node.get("on"):  # nothing can be typed, or it has been
            self.put(f"{node.get('value', '')} ")
        else:
            self.put(Box(node["option"], kind in ("number", "range"), node.get("name", "")))

    def _tick(self, node: PageElement, kind: str, is_on: bool) -> None:
        sign, verb = _TICKS[kind, is_on]
        self.put(sign)
        if "option" in node and verb:
            label = node.get("name") or node.get("group") or kind
            self.put(StoryLink(label, ("press", "", node["option"]), verb))

    def _list(self, node: PageElement) -> None:
        group = node.get("name") or "list"
        items = node["items"]
        self.put(
            NamedPlace((f"={group}",), tuple(label for label, _, is_picked in items if is_picked))
        )
        for label, option, is_picked in items:
            if not is_picked:
                self.put(StoryLink(label or "nothing", ("press", "", option), group))

    def pieces(self) -> tuple[ContentPiece, ...]:
        """What was added: neighbouring texts joined, without blanks around line breaks."""
        joined: Pieces = []
        for piece in self.out:
            if isinstance(piece, str) and joined and isinstance(joined[-1], str):
                joined[-1] += piece
            else:
                joined.append(piece)
        return tuple(
            _AROUND_BREAKS.sub("\n", piece) if isinstance(piece, str) else piece for piece in joined
        )


def _has_words(label: str) -> bool:
    """True if a label has letters or signs, or a picture with a name."""
    words = unmarked(label).strip()
    return words not in ("", "…", "[picture]")


def _name_of(node: PageElement, label: str) -> str:
    """A name for a link without words: its title, its passage, the file of its picture, its
    class."""
    drawn = _ADDRESS.search(node.get("style", ""))
    if title := node.get("name") or node.get("passage"):
        return str(title)
    if drawn:
        return picture(drawn[1])
    return node.get("kind", "").replace("-", " ").strip() or label or "…"


def plain(nodes: TreeNodes) -> str:
    """The words of some nodes."""
    words = (node if isinstance(node, str) else plain(node["children"]) for node in nodes)
    return "".join(words)


def written(report: Any) -> tuple[tuple[ContentPiece, ...], tuple[str, ...]]:
    """The page that a report shows, and remarks on what it does not show."""
    writer = Writer()
    for words in report["said"]:
        if "error has occurred" in words:
            writer.own_error(words)
        else:
            writer.mark(opened("quote"))
            writer.put(words)
            writer.mark(closed("quote"))
            writer.new_line(2)
    for fault in report["faults"]:
        writer.remarks[f"a script of the story failed: {' '.join(fault.split())}"] = None
    writer.walk(report["page"])
    if report["dialog"]:
        writer.put(_window(report["dialog"]))
    if report["isCut"]:
        writer.remarks["the page is too long to be shown to its end"] = None
    side = _side_bar(report)
    return (*writer.pieces(), *side), tuple(writer.remarks)


def _window(dialog: Any) -> NamedPlace:
    """The place of a window that is over the page, with what closes it."""
    inner = Writer()
    inner.new_line(2)
    inner.put(f"{HARD}{RULE}\n")
    inner.walk(dialog["children"])
    inner.new_line()
    if dialog["close"] >= 0:
        inner.put(StoryLink("close", ("press", "", dialog["close"])))
    return NamedPlace(SAID, inner.pieces())


def _side_bar(report: Any) -> tuple[ContentPiece, ...]:
    """The place beside the page, if anything is there."""
    side = Writer()
    side.walk(report["side"])
    pieces = [
        StoryLink(p.marked, p.action, SIDE_BAR) if type(p) is StoryLink else p
        for p in side.pieces()
    ]
    is_empty = all(isinstance(piece, str) and not piece.strip() for piece in pieces)
    return () if is_empty else (NamedPlace(SIDE, tuple(pieces)),)
