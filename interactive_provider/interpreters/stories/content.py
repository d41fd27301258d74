"""What a passage shows: text, links and boxes, some of it in named places that can be replaced.

A page is a tree. While a turn runs, its places hold lists; a finished page consists of tuples and
never changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .expressions.nodes import TreeNodes

_OPEN = "\x01"
_CLOSE = "\x02"
_MARK = re.compile("\x03([^\x04]*)\x04")
_TOKEN = re.compile("(\x03[^\x04]*\x04|\x01|\x02)")
_FORGED = re.compile("[\x01\x02]")
_ALONE = re.compile(
    r"[ \t]*(?:[-*•>|→·]+|\d+[.)])?[ \t]*(?:\x01[^\x01\x02]*\x02[ \t|/,;·•—-]*)+[.!?:]?[ \t]*"
)
_BLANKS = re.compile(r"[ \t\f\v\u200b]+")
HARD = "\r"
"""A line break that stays when blanks are collapsed: that of `<br>`, of a block, of a remark."""
SIDE_BAR = "side bar"
"""The group of links that are on every page, beside the story; they alone do not keep it going."""
_BLANK_LINES = re.compile(r"\n{3,}")
_UNSEEN = re.compile(r"[\x00-\x1f]")
HEADINGS = tuple(f"{sign}{level}" for sign in "hH" for level in range(1, 7))
"""Marks of headings; one with a capital letter ends with its line."""
MOST_STYLES = 40
SIDE = ("!side",)
"""The names of the place for the side bar, which is shown beside the page."""
RULE = "———"
ITEM = "• "
"""How a rule and the beginning of an item are marked in a text."""


# Style marks are between \x03 and \x04 in the text, which no source can contain: a style opened, or
# closed with a slash before its name, a heading's level, or a picture with its description.


def opened(style: str) -> str:
    """Return the mark with which a style begins: ``strong``, ``h2``, ``red``."""
    return f"\x03{style}\x04"


def closed(style: str) -> str:
    """Return the mark with which a style ends."""
    return f"\x03/{style}\x04"


def styled(style: str, inside: TreeNodes) -> list[Any]:
    """Return some nodes or pieces between the marks of a style; unchanged if there is no style."""
    return [opened(style), *inside, closed(style)] if style else list(inside)


def picture(source: str, alt: str = "") -> str:
    """Return the mark of a picture: its address and its description."""
    return f"\x03img {_UNSEEN.sub('', source)}\x1f{_UNSEEN.sub(' ', alt)}\x04"


def unmarked(text: str) -> str:
    """Return a text without style marks; a picture is replaced by its description, or otherwise by
    its file name."""
    return _MARK.sub(_said, text) if "\x03" in text else text


def _said(match: re.Match[str]) -> str:
    if not match[1].startswith("img "):
        return ""
    source, _, alt = match[1][4:].partition("\x1f")
    name = alt.strip() or source
    if name.startswith("data:") or not name.strip():
        return "[picture]"
    stem = (
        re.split(r"[\\/]", name.split("?")[0])[-1] if re.search(r"\.\w{2,4}($|\?)", name) else name
    )
    return f"[picture: {stem.strip()[:80]}]"


SeenNames: TypeAlias = tuple[tuple[str, Any], ...]
"""Temporary names that can still be used, with their values."""


@dataclass(frozen=True, slots=True)
class StoryLink:
    """A choice: a label to read, and what the format's engine should do.

    ``group`` is the name that several choices of one question share (a drop-down, a set of
    buttons).
    """

    label: str
    action: Any
    group: str = ""
    seen: SeenNames = ()
    """The temporary names that the action can still use."""
    marked: str = field(default="", compare=False)
    """The label with its style marks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "marked", self.label)
        if "\x03" in self.label:
            object.__setattr__(self, "label", " ".join(unmarked(self.label).split()) or "…")


@dataclass(frozen=True, slots=True)
class Box:
    """A box to type into: the variable that it sets (its kind and name, or a tree that names
    it)."""

    target: Any
    number: bool = False
    label: str = ""


PlaceNames: TypeAlias = tuple[str, ...]
"""The names by which a part of a page can be found."""


@dataclass(slots=True)
class NamedPlace:
    """A part of a page, with the names by which it can be found: ``#id``, ``.class``, ``?hook``."""

    names: PlaceNames
    children: Any
    hidden: Any = None
    """The contents that a hidden hook would show, None for a visible place."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NamedPlace) and (self.names, self.children, self.hidden) == (
            other.names, other.children, other.hidden)  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.names, len(self.children)))

    def put(self, shown: list[Any], how: str) -> None:
        """Show pieces here: before the contents (``prepend``), after them, or in place of them
        (``replace``)."""
        old = [] if how in ("replace", "rerun", "remove") else self.children
        self.children[:] = [*shown, *old] if how == "prepend" else [*old, *shown]


ContentPiece: TypeAlias = "str | StoryLink | Box | NamedPlace"


Pieces: TypeAlias = list[ContentPiece]


def reopened(children: Sequence[ContentPiece]) -> Pieces:
    """Return a copy of a finished page that a turn may change, with its own places."""
    return [
        NamedPlace(c.names, reopened(c.children), c.hidden) if type(c) is NamedPlace else c
        for c in children
    ]


def pieces(children: Any) -> Iterator[tuple[Any, int]]:
    """Yield every piece that is not a place, in reading order, with the list that holds it and its
    index there."""
    for index, child in enumerate(children):
        if type(child) is NamedPlace:
            if child.hidden is None:
                yield from pieces(child.children)
        else:
            yield children, index


def reworded(children: Any, change: Callable[[str], str]) -> Pieces:
    """Return pieces with their words changed, including those in places."""
    for child in children:
        if isinstance(child, NamedPlace):
            child.children = reworded(child.children, change)
    return [change(child) if isinstance(child, str) else child for child in children]


def places(children: Pieces) -> Iterator[NamedPlace]:
    """Yield every place of a page in reading order, the outer ones first."""
    for child in list(children):
        if type(child) is NamedPlace:
            yield child
            yield from places(child.children)


def links(children: Any) -> list[StoryLink]:
    """Return the links of a page in reading order; of two with the same text and effect only the
    first."""
    shown: list[StoryLink] = []
    alike: dict[str, list[StoryLink]] = {}
    for holder, index in pieces(children):
        link = holder[index]
        if type(link) is StoryLink and link not in (same := alike.setdefault(link.label, [])):
            same.append(link)
            shown.append(link)
    return shown


def open_box(children: Any) -> tuple[Any, int] | None:
    """Return the place of the first box that is not filled in: the list that holds it, and its
    index there."""
    return next((place for place in pieces(children) if type(place[0][place[1]]) is Box), None)


def choices(page: Any) -> tuple[StoryLink, ...]:
    """Return the links of a finished page; none if only the side bar has some and nothing can be
    typed."""
    shown = links(page)
    only_side = all(link.group == SIDE_BAR for link in shown)
    return () if only_side and open_box(page) is None else tuple(shown)


def label_of(children: Any) -> str:
    """Return the words of a page with their style marks, including the words of its links."""
    text = _joined(children)[0].replace(HARD, "\n")
    return _BLANKS.sub(" ", _FORGED.sub("", text)).strip()


def page_text(children: Any) -> str:
    """Return the words of a page without lines that contain only links, since the choices show
    those."""
    text, shown = _joined(children)
    lines = _lines(unmarked(text))
    if shown:
        lines = ["" if _is_choices(line) else _FORGED.sub("", line) for line in lines]
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


def _lines(text: str) -> list[str]:
    """Return the lines of a text; a bullet whose item is elsewhere is dropped."""
    lines = (line.strip() for line in _BLANKS.sub(" ", text.replace(HARD, "\n")).split("\n"))
    return ["" if line == ITEM.strip() else line for line in lines]


def _is_choices(line: str) -> bool:
    """True if a line without marks contains only links."""
    return _OPEN in line and _ALONE.fullmatch(line) is not None


@dataclass(slots=True)
class Span:
    """A run of words in one style, or a picture; ``link`` is the choice that it makes."""

    text: str
    styles: tuple[str, ...] = ()
    link: StoryLink | None = None
    picture: str = ""


def blocks(children: Any) -> Iterator[tuple[str, list[Span]]]:
    """Return a page as blocks of these kinds: ``paragraph``, ``choices``, ``item``, ``rule``,
    ``quotation``, ``heading2``."""
    text, shown = _joined(children)
    left = iter(shown)
    styles: dict[str, int] = {}
    last = ""
    block = list[Span]()
    for line in _lines(text):
        heads, spans = _spans(line, styles, left)
        words = unmarked(line)
        if not words.strip(f"{_OPEN}{_CLOSE} "):
            if block:
                yield last, _trimmed(block)
            last = ""
            block = []
            continue
        is_quoted = "quote" in styles or any("quote" in span.styles for span in spans)
        kind = _kind(words, heads, is_quoted)
        if kind == "item":
            first = next(span for span in spans if span.text.strip())
            first.text = first.text.replace(ITEM, "", 1)
        if kind == last and kind in ("paragraph", "quotation"):
            block += [Span("\n"), *spans]
            continue
        if block:
            yield last, _trimmed(block)
        last = kind
        block = spans
    if block:
        yield last, _trimmed(block)


def _kind(words: str, heads: Sequence[str], is_quoted: bool) -> str:
    """Return the kind of block that a line belongs to."""
    if _is_choices(words):
        return "choices"
    if words == RULE:
        return "rule"
    if words.startswith(ITEM):
        return "item"
    if heads:
        return f"heading{heads[0][1]}"
    return "quotation" if is_quoted else "paragraph"


def _trimmed(block: list[Span]) -> list[Span]:
    block[0].text, block[-1].text = block[0].text.lstrip(), block[-1].text.rstrip(" ")
    return block


def _spans(
    line: str, styles: dict[str, int], left: Iterator[StoryLink]
) -> tuple[list[str], list[Span]]:
    """Return the headings and spans of a line; ``styles`` counts the open ones, before and after
    it."""
    heads: list[str] = [style for style in styles if style in HEADINGS]
    spans: list[Span] = []
    link: StoryLink | None = None
    for token in _TOKEN.split(line):
        if token == _OPEN:
            link = next(left)
        elif token == _CLOSE:
            link = None
        elif token[:1] != "\x03":  # words, or nothing between two marks
            if token:
                spans.append(
                    Span(token, tuple(style for style in styles if style not in HEADINGS), link)
                )
        elif token.startswith("\x03img "):  # a picture with its description
            spans.append(Span(unmarked(token), (), link, token[5:-1]))
        else:  # "\x03strong\x04" opens a style, "\x03/strong\x04" closes it
            style = token.strip("\x03/\x04")
            styles[style] = styles.get(style, 0) + (-1 if token[1] == "/" else 1)
            if styles[style] <= 0 or len(styles) > MOST_STYLES:
                del styles[style]
            elif style in HEADINGS and token[1] != "/":
                heads.append(style)
    # A heading in capitals ends with its line.
    for style in [style for style in styles if style[0] == "H"]:
        del styles[style]
    return heads, spans


def _joined(children: Any) -> tuple[str, list[StoryLink]]:
    """Return the words of a page, and the links among them, each between two signs that occur
    nowhere else."""
    parts: list[str] = []
    shown: list[StoryLink] = []
    _write(children, parts, shown)
    return "".join(parts), shown


def _write(children: Any, parts: list[str], shown: list[StoryLink]) -> None:
    for child in children:
        match child:
            case str():
                parts.append(_FORGED.sub("", child))
            case StoryLink() if child.group in ("", SIDE_BAR):
                parts.append(f"{_OPEN}{_FORGED.sub('', child.marked)}{_CLOSE}")
                shown.append(child)
            case NamedPlace(hidden=None) if child.names != SIDE:
                _write(child.children, parts, shown)
            case Box():
                parts.append(f"{child.label} ____".lstrip())
