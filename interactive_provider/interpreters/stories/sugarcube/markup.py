"""SugarCube's markup, read once for each passage: macros with their contents, links, variables in
the text.

Source: motoslave.net/sugarcube/2/docs, chapters Markup and Macros.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..content import PlaceNames, styled
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import JAVASCRIPT
from ..expressions.nodes import PassageNodes
from ..expressions.parser import parse_expression
from ..expressions.values import by_name
from ..markup import COMMENT, LinkMark, Tag, UnsupportedMarkup, picture, plain, styles_of, without
from ..reader import PassageReader


class Clause(g.StoryNode):
    """A part of a macro with a name, arguments and a body: ``<<else>>`` of ``<<if>>``."""

    name: str
    source: str
    body: PassageNodes


class Macro(g.StoryNode):
    """``<<name arguments>>``; the first clause is the macro itself."""

    name: str
    source: str
    clauses: tuple[Clause, ...]

    @property
    def body(self) -> PassageNodes:
        """The contents between ``<<name>>`` and ``<</name>>``."""
        return self.clauses[0].body


class Naked(g.StoryNode):
    """A variable in the text, and its source form."""

    node: Any
    written: str


class Element(g.StoryNode):
    """An HTML element that can be found later."""

    names: PlaceNames
    body: PassageNodes
    hidden: bool = False


_START = re.compile(
    r"""^<<<\n|<<|\[\[(?!\[)|\[[<>]?img\[|\$\$|__|==|~~|\^\^|(?:\$|(?<![\w$])_)(?=[A-Za-z_$])
    |/\*|/%|<!--|</?[a-zA-Z]|\\[ \t]*(?:\n|\Z|(?=<</))|(?:\n|^)[ \t]*\\|\{\{\{|\"\"\"|@@|''|//
    |^!{1,6}|^----+$|--|^(?:\*+|\#+)[ ]*|^>+""",
    re.VERBOSE | re.MULTILINE,
)
_NAME = re.compile(r"/?(?:[A-Za-z][\w-]*|=|-)")
_QUOTED = re.compile(r"""["'`]|>>|\[\[(?:[^\n]{0,500}?\]\])?""")
_NAKED = re.compile(
    r"[$_][A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[(?:\d+|\"[^\"\n]*\"|'[^'\n]*'|[$_]\w+)\])*"
)
_IMAGE = re.compile(r"\[[<>]?img\[([^\[\]]*)\](?:\[([^\[\]]*)\])?(?:\[([^\[\]]*)\])?\]")
_STYLED = re.compile(r"@@((?:[.#][\w-]+|[\w-]+:[^;@\n]*)(?:;?[.#][\w-]+|;[\w-]+:[^;@\n]*)*);")
_MARKS = {"''": "strong", "//": "emphasis", "==": "struck"}

_STARRED, _PERCENT = (re.compile(sign, re.DOTALL) for sign in (r"/\*.*?\*/", r"/%.*?%/"))

DEEPEST = 60
"""The maximum depth of nested macros and elements; more deeply nested ones are flattened."""

PARTS = by_name(
    {
        "else elseif": "if",
        "case default": "switch",
        "option optionsfrom": "cycle listbox",
        "next": "timed",
        "stop onchange": "",
    }
)
"""Macros that divide another macro's body, with the name of that macro."""


@dataclass(slots=True)
class _Frame:
    """An open macro or element, with its contents so far."""

    kind: str
    name: str
    source: str = ""
    start: int = 0
    tag: Tag | None = None
    names: PlaceNames = ()
    styles: Sequence[str] = ()
    nodes: list[Any] = field(default_factory=list)
    outer: list[Any] = field(default_factory=list)
    clauses: list[tuple[str, str, list[Any]]] = field(default_factory=list)


class SugarCubeReader(PassageReader):
    """One pass through a passage's text."""

    signs = _START
    heading = "!"
    items = "*#"
    comments: ClassVar[Mapping[str, str]] = {**PassageReader.comments, "/*": "*/", "/%": "%/"}
    way_on = re.compile(
        r"\b(?:play|goto|restart|display|show|wiki|append|backward)\w*\s*\(|data-passage"
    )

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.stack: list[_Frame] = []
        self.closing = set(re.findall(r"<<(?:/|end)([\w-]+)\s*>>", text))

    def read(self) -> PassageNodes:
        """Return the nodes of the text."""
        self.walk(0)
        while self.stack:
            self.close()
        return tuple(self.nodes)

    def open(self, frame: _Frame) -> None:
        """Begin a macro or an element, which contains the following nodes."""
        frame.outer = self.nodes
        self.nodes = frame.nodes
        self.stack.append(frame)

    def sign(self, sign: str, start: int, end: int) -> int:
        """Read what begins with ``sign``; return the place where reading continues."""
        if sign == "<<":
            return self.macro(start)
        if sign.endswith("img[") or self.text.startswith("[[img[", start):
            return self.image(start, end)
        if sign in ("$", "_"):
            return self.naked(start)
        if sign in _VERBATIM:
            inside, end = self.up_to(_VERBATIM[sign], end)
            self.add(inside)
        elif sign == "@@":
            return self.styled(start)
        elif sign in _MARKS:
            self.mark(sign, start)
        elif sign in _SHOWN:
            self.add(_SHOWN[sign])
        else:
            return super().sign(sign, start, end)
        return end

    def mark(self, sign: str, start: int) -> None:
        """Begin or end the text between two style marks; within a web address they are ordinary
        characters."""
        if sign == "//" and self.is_address(start):
            self.add(sign)
        elif self.stack and self.stack[-1].kind == "mark" and self.stack[-1].name == sign:
            self.close()
        elif len(self.stack) + 1 < DEEPEST:
            self.open(_Frame("mark", sign, styles=(_MARKS[sign],)))

    # Macros

    def macro(self, start: int) -> int:
        """Read a macro, or the end of one."""
        named = _NAME.match(self.text, start + 2)
        end = self.macro_end(named.end()) if named else -1
        if named is None or end < 0:
            self.add("<<")
            return start + 2
        name = named[0]
        source = self.text[named.end() : end].strip()
        if name.startswith("/") or (
            name.startswith("end") and name[3:] in self.closing and name not in CONTAINERS
        ):
            self.end_macro(name.lstrip("/") if name[0] == "/" else name[3:])
        elif name in PARTS and (owner := self.owner(PARTS[name])):
            owner.clauses.append((name, source, []))
            self.trim(owner)
        else:
            return self.open_macro(_Frame("macro", name, source, start), end + 2)
        return end + 2

    def macro_end(self, start: int) -> int:
        """Return the place of the ``>>`` that ends a macro's arguments, ignoring quoted texts; -1
        if there is none."""
        return next((match.start() for match in self.code(_QUOTED, start) if match[0] == ">>"), -1)

    def trim(self, owner: _Frame) -> None:
        """Begin a new clause: whatever is open inside the previous one ends here."""
        while self.stack[-1] is not owner:
            self.close()
        self.nodes = owner.clauses[-1][2]

    def owner(self, names: str) -> _Frame | None:
        """Return the innermost open macro that a part belongs to."""
        owners = names.split()
        return next(
            (f for f in reversed(self.stack) if f.kind == "macro" and f.name in owners), None
        )

    def open_macro(self, frame: _Frame, end: int) -> int:
        """Begin a macro; one without an end tag is closed at once."""
        name = frame.name
        source = frame.source
        if name == "script" or name == "style":
            close = re.compile(rf"<<(?:/|end){name}\s*>>").search(self.text, end)
            inside = self.text[end : close.start() if close else len(self.text)]
            self.add(Macro(name, source, (Clause(name, source, (inside,)),)))
            return close.end() if close else len(self.text)
        frame.clauses.append((name, source, frame.nodes))
        holds = (name in CONTAINERS or name not in _SINGLE) and name in self.closing
        self.open(frame)
        if not holds or len(self.stack) >= DEEPEST:
            self.close(is_ended=name not in CONTAINERS or name in self.closing)
        elif joined := _JOINED.match(self.text, end):
            return joined.end()
        return end

    def end_macro(self, name: str) -> None:
        """End a macro, and whatever is still open inside."""
        if any(f.kind == "macro" and f.name == name for f in self.stack):
            while not (self.stack[-1].kind == "macro" and self.stack[-1].name == name):
                self.close()
            self.close(is_ended=True)

    def close(self, is_ended: bool = False) -> None:
        """End the innermost open item; SugarCube's own container macros must have an end tag."""
        frame = self.stack.pop()
        self.nodes = frame.outer
        if frame.kind == "macro" and frame.name in CONTAINERS and not is_ended:
            self.unclosed(f"<<{frame.name}>>", frame.start)
        target = _passage_of(frame.tag)
        if frame.kind == "macro":
            clauses = tuple(Clause(n, s, tuple(body)) for n, s, body in frame.clauses)
            self.add(Macro(frame.name, frame.source, clauses))
        elif frame.tag is not None and target:
            setter = frame.tag.about.get("data-setter", "")
            self.add(LinkMark(tuple(frame.nodes), target, setter))
        else:
            nodes = frame.nodes
            for style in frame.styles:
                nodes = styled(style, nodes)
            hidden = frame.tag is not None and frame.tag.is_hidden
            if frame.names or hidden:
                nodes = [Element(frame.names, tuple(nodes), hidden)]
            self.nodes += nodes

    # HTML

    def html(self, start: int) -> int:
        """Read a tag."""
        tag, shown, end = self.tag(start)
        self.nodes += filter(None, shown)
        if tag is None:
            return end
        if any(re.match("@|sc-eval:", name) for name in tag.about):
            self.add(UnsupportedMarkup(f"<{tag.name}> with a computed attribute", blocks=True))
        target = _passage_of(tag)
        css = () if tag.closes else styles_of(tag.about.get("style", ""))
        is_found_again = bool(tag.names or target or css or tag.is_hidden)
        if tag.name == "area" and target:
            label = tag.about.get("alt") or tag.about.get("title") or target
            self.add(LinkMark((label,), target, tag.about.get("data-setter", "")))
        elif tag.closes:
            self.end_element(tag.name)
        elif tag.name in _EMPTY or self.text[end - 2] == "/":
            pass
        elif is_found_again and len(self.stack) + 1 < DEEPEST:
            self.open(_Frame("html", tag.name, tag=tag, names=tag.names, styles=css))
        elif any(f.kind == "html" and f.name == tag.name for f in self.stack):
            self.open(_Frame("html", tag.name))
        return end

    def end_element(self, name: str) -> None:
        """End an element, unless a macro that is still open is in between."""
        for depth, frame in enumerate(reversed(self.stack)):
            if frame.kind == "macro":
                return
            if frame.kind == "html" and frame.name == name:
                for _ in range(depth + 1):
                    self.close()
                return

    def styled(self, start: int) -> int:
        """Begin or end ``@@names; … @@``."""
        opening = _STYLED.match(self.text, start)
        if opening is None:
            if self.stack and self.stack[-1].name == "@@":
                self.close()
            return start + 2
        names = tuple(re.findall(r"[.#][\w-]+", opening[1]))
        if len(self.stack) + 1 < DEEPEST:
            self.open(_Frame("html", "@@", names=names, styles=styles_of(opening[1])))
        return opening.end()

    # Links and variables

    def link_mark(self, match: re.Match[str], label: str, target: str) -> LinkMark | None:
        """Return a link; None for one without words, which is invisible."""
        target = target.strip()
        if not label and match[1].strip() != target:
            return None
        shown = parse(label) if "img[" in label else (plain(label),)
        return LinkMark(shown, target, match[2] or "", is_worked_out=True)

    def image(self, start: int, end: int) -> int:
        """Read a picture, which may be a link."""
        match = _IMAGE.match(self.text, start)
        if match is None:
            self.add(self.text[start:end])
            return end
        alt, _, file = match[1].rpartition("|")
        file = file.strip()
        words = picture("" if file[:1] in "$_`\"'" else file, alt)
        self.add(LinkMark((words,), match[2], match[3] or "") if match[2] else words)
        return match.end()

    def naked(self, start: int) -> int:
        """Read a variable in the text."""
        match = _NAKED.match(self.text, start)
        assert match is not None
        try:
            self.add(Naked(parse_expression(match[0], JAVASCRIPT), match[0]))
        except NotUnderstood:
            self.add(match[0])
        return match.end()


_JOINED = re.compile(r"[ \t]*\\(?![ \t]*\n)")
"""A backslash with which the contents of a macro begin."""
_EMPTY = ("br", "img", "hr", "input", "area", "wbr")
_VERBATIM = {"{{{": "}}}", '"""': '"""'}
_SHOWN = {"$$": "$", "--": "—"}
CONTAINERS = frozenset(
    """
    if switch for while link button click linkreplace linkappend linkprepend capture nobr silently
    silent timed repeat done type widget script style replace append prepend copy cycle listbox
    createplaylist createaudiogroup do
    """.split()
)
"""SugarCube's own macros that have an end tag."""
_SINGLE = frozenset(
    """
    set run print = - goto include display unset else elseif remember forget textbox textarea
    numberbox checkbox radiobutton back return choice actions remove stop break continue
    """.split()
)
"""Macros of the format without contents, even if an end tag is written."""


def _passage_of(tag: Tag | None) -> str:
    if tag is None or tag.closes or tag.name not in ("a", "button", "span", "area", "div"):
        return ""
    return tag.about.get("data-passage", "")


@functools.lru_cache(maxsize=4_096)
def parse(text: str) -> PassageNodes:
    """Return the nodes of a text in SugarCube's markup."""
    return SugarCubeReader(text).read()


# Arguments -----------------------------------------------------------------------------------

_ARGUMENT = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|`(?P<tick>(?:[^`\\]|\\.)*)`
    |(?P<link>\[\[.{0,2000}?\]\](?!\]))|(?P<image>\[[<>]?img\[[^\]]*\](?:\[[^\]]*\]){0,2}\])
    |(?P<list>\[[^\[\]]*\]|\{[^{}]*\})|(?P<bare>\S+))""",
    re.VERBOSE | re.DOTALL,
)
_NUMERIC = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_WORTH = {"true": True, "false": False, "null": None, "undefined": None}


@functools.lru_cache(maxsize=8_192)
def arguments(source: str) -> tuple[tuple[str, Any], ...]:
    """Return the arguments of a macro: pairs of kind (``value``, ``tree``, ``link``) and what was
    read.

    Raises `NotUnderstood` for an expression between backquotes that cannot be parsed.
    """
    return tuple(_argument(match) for match in _ARGUMENT.finditer(source))


def _argument(match: re.Match[str]) -> tuple[str, Any]:
    kind = match.lastgroup
    text = match[match.lastgroup or 0]
    if kind in ("text", "tick", "list"):
        tree = parse_expression(text, JAVASCRIPT)
        return ("value", tree.value) if isinstance(tree, g.Literal) else ("tree", tree)
    if kind in ("link", "image"):
        nodes = parse(text)
        return "link", (
            nodes[0] if nodes and isinstance(nodes[0], LinkMark) else LinkMark(nodes or (text,), "")
        )
    return _bare(text)


def _bare(text: str) -> tuple[str, Any]:
    if text in _WORTH:
        return "value", _WORTH[text]
    if _NUMERIC.fullmatch(text):
        return "tree", parse_expression(text, JAVASCRIPT)
    if re.match(r"[$_][A-Za-z_$]|(?:setup|settings|State)[.\[]", text):
        try:
            return "tree", parse_expression(text.rstrip(","), JAVASCRIPT)
        except NotUnderstood:
            return "value", text
    return "value", text


def without_comments(text: str) -> str:
    """Return a text without its comments."""
    for comments, end in ((COMMENT, "-->"), (_STARRED, "*/"), (_PERCENT, "%/")):
        text = without(comments, end, text)
    return text
