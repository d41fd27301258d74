"""Harlowe's markup, read once for each passage: macros with the hooks they change, links, variables
in the text.

Source: twine2.neocities.org (the manual of Harlowe 3), chapter Markup.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from ..content import PlaceNames, closed, opened
from ..errors import NotUnderstood
from ..expressions import nodes as g
from ..expressions.lexer import HARLOWE
from ..expressions.nodes import PassageNodes
from ..expressions.parser import parse_expression
from ..expressions.values import slug
from ..markup import LINK, TAG, LinkMark, is_web, link_parts, plain
from ..reader import PassageReader, element_end


class HookMark(g.StoryNode):
    """``[text]``, with the names by which it can be found; a hidden one shows nothing until it is
    revealed."""

    names: PlaceNames
    body: PassageNodes
    hidden: bool = False


class Called(g.StoryNode):
    """A macro or a variable in the text, or several joined by ``+``, and the hook after it.

    ``tree`` is None if it cannot be parsed; ``fault`` says why.
    """

    tree: Any
    written: str
    hook: HookMark | None = None
    fault: str = ""


class Collapsed(g.StoryNode):
    """``{text}``: runs of blanks and line breaks in it become one blank."""

    body: PassageNodes


_START = re.compile(
    r"""\((?=(?:[$_]\w+|[A-Za-z][\w-]*):)|\[\[|\[=+|\[|\]|\|[\w-]+[>)]=?\[|[$_](?=[A-Za-z])|<!--|</?[a-zA-Z]|\\\n\\?|\n\\
    |^[ \t]*(?:\*+|(?:0\.)+)[ ]|`+|[{}]|''|//|\*{2,3}|~~|\^\^
    |^[ \t]*(?:=+><=+|=+>|<=+>|<=+|\|=+\|?|=+\|+=*)[ \t]*$
    |^[ \t]*-{3,}[ \t]*$|^[ \t]*\#{1,6}(?:\#*[ \t]*$)?|\x00""",
    re.VERBOSE | re.MULTILINE,
)
_LETTERS = "A-Za-zÀ-ÖØ-öø-ÿŐőŰű"
_VARIABLE = re.compile(rf"[$_][{_LETTERS}][0-9_{_LETTERS}]*")
_AFTER_HOOK = re.compile(r"<([\w-]+)\||\(([\w-]+)\|")
_BEFORE_HOOK = re.compile(
    rf"\s*(\|([\w-]+)([>)]))?(\[=+|\[(?=\[\[)|(?!{LINK.pattern})\[)", re.DOTALL
)
_BEFORE_LINK = re.compile(r"\s*(?=\[\[(?!\[))")
_PLUS = re.compile(r"\s*\+\s*(?=[($_])")
_CODE = re.compile(r"""(?<=[\w)\]"'])'s(?=[\s(])|["'`()]|<!--(?:.*?-->)?""", re.DOTALL)

_PAIRED = {"''": "strong", "**": "strong", "***": "strong", "//": "emphasis", "~~": "struck"}

DEEPEST = 50
"""The maximum depth of nested hooks."""


class HookBody(NamedTuple):
    """The prefix of a bracket, the place after it, and whether there is a bracket at all."""

    nodes: PassageNodes
    end: int
    is_closed: bool


class HarloweReader(PassageReader):
    """One pass through a passage's text."""

    signs = _START
    items = "*0"
    emphasis = re.compile(r"(?<![\w*])(\*)(\S(?:[^*\n]*\S)?)\*(?![\w*])")
    looks: ClassVar[Mapping[str, str]] = {"*": "emphasis"}
    way_on = re.compile(r"goto|tw-link|passage|Engine", re.IGNORECASE)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0
        self.ends: list[str] = []
        self.marks: dict[str, int] = {}

    def read(self, at: int, end: str) -> HookBody:
        """Return the nodes from ``at`` to the bracket ``end`` (empty: to the end of the text).

        A hook without its own end ends with the one around it, whose bracket is not consumed.
        """
        nodes = self.nodes
        marks = self.marks
        self.nodes = []
        self.marks = {}
        self.depth += 1
        is_open = end == "\0"
        self.ends.append(self.ends[-1] if is_open and self.ends else end.strip("\0"))
        closing = self.walk(at, self.ends[-1])
        self.ends.pop()
        self.depth -= 1
        inside = tuple(self.nodes)
        self.nodes = nodes
        self.marks = marks
        if closing is None:
            return HookBody(inside, len(self.text), False)
        return HookBody(inside, closing.start() if is_open else closing.end(), True)

    def sign(self, sign: str, start: int, end: int) -> int:
        """Read what begins with ``sign``; return the place where reading continues."""
        if sign == "(":
            return self.called(start)
        if sign in ("$", "_"):
            return self.variable(start)
        if sign == "[[":
            is_link = self.text[start : start + 3] != "[[[" and LINK.match(self.text, start)
            return self.link(start) if is_link else self.hook(start, start + 1)
        if sign[0] in "[|" and "[" in sign:
            return self.hook(start, end)
        if sign == "{" and self.depth < DEEPEST:
            body = self.read(end, "}")
            self.nodes += [Collapsed(body.nodes)] if body.is_closed else ["{", *body.nodes]
            return body.end
        if sign[0] == "`" and self.text.find(sign, end) >= 0:
            inside, end = self.up_to(sign, end)
            self.add(inside)
        elif sign in ("]", "}", "{") or sign[0] == "`":  # unmatched: shown unchanged
            self.add(sign)
        elif sign in _PAIRED:
            self.paired(sign, start)
        else:
            return super().sign(sign, start, end)
        return end

    def paired(self, sign: str, start: int) -> None:
        """Read a style mark: shown unchanged unless a matching one follows in the same hook."""
        if sign == "//" and self.is_address(start):
            self.add(sign)
            return
        before = self.marks.pop(sign, None)
        if before is None:
            self.marks[sign] = len(self.nodes)
            self.add(sign)
        else:
            self.nodes[before] = opened(_PAIRED[sign])
            self.add(closed(_PAIRED[sign]))

    def link_mark(self, match: re.Match[str], label: str, target: str) -> Any:
        """Return a link, or the words of one that leads out of the story."""
        if is_web(target):
            return plain(label) or target
        return LinkMark(parse(label), target)

    def html(self, start: int) -> int:
        """Read a tag."""
        tag, shown, end = self.tag(start)
        if TAG.match(self.text, start) is None:  # it hides the words up to the next tag
            self.unclosed(self.text[start : start + 20].split()[0], start)
        if tag and tag.is_hidden and not tag.closes:
            return element_end(self.text, tag.name, end)[1]
        self.nodes += filter(None, shown)
        return end

    # Hooks and macros

    def hook(self, start: int, end: int) -> int:
        """Read a hook without a macro before it."""
        if self.depth >= DEEPEST:
            self.add(self.text[start:end])
            return end
        mark, at, is_closed = self.hook_mark(start)
        if is_closed:
            self.add(mark)
            return at
        if self.text.startswith("[[", start):
            self.unclosed("[[", start)
        # an unclosed bracket is ordinary text, together with the name before it
        self.nodes += [self.text[start : self.text.index("[", start) + 1], *mark.body]
        return at

    def hook_mark(self, start: int) -> tuple[HookMark, int, bool]:
        """Return the hook that begins at ``start``, the place after it, and whether it is
        closed."""
        match = _BEFORE_HOOK.match(self.text, start)
        names = [match[2]] if match and match[2] else []
        hidden = match is not None and match[3] == ")"
        open_ended = match is not None and match[4].startswith("[=")
        body = self.read(match.end() if match else start + 1, "\0" if open_ended else "]")
        at = body.end
        after = _AFTER_HOOK.match(self.text, at)
        if after and not names:
            names = [after[1] or after[2]]
            hidden = bool(after[2])
            at = after.end()
        mark = HookMark(tuple(f"?{slug(name)}" for name in names), body.nodes, hidden)
        return mark, at, body.is_closed or open_ended

    def variable(self, start: int) -> int:
        """Read a variable."""
        match = _VARIABLE.match(self.text, start)
        if match is None or (start and self.text[start] == "_" and self.text[start - 1].isalnum()):
            self.add(self.text[start])
            return start + 1
        end = match.end()
        while (more := _PLUS.match(self.text, end)) and (added := self.operand_end(more.end())) > 0:
            end = added
        is_added = self.text.startswith("[", end) and not self.text.startswith("[[", end)
        return self.attached(start, end if is_added else match.end())

    def called(self, start: int) -> int:
        """Read a macro, or several joined by ``+``."""
        end = at = self.macro_end(start)
        if end < 0:  # shown as text, as in Harlowe; authors get a remark
            name = self.text[start + 1 : self.text.index(":", start)]
            self.unclosed(f"({name}:", start)
            self.nodes.append("(")
            return start + 1
        while end >= 0 and (more := _PLUS.match(self.text, end)):
            at = end
            end = self.operand_end(more.end())
        return self.attached(start, max(at, end))

    def operand_end(self, start: int) -> int:
        """Return the place after a macro or a variable; -1 if there is none."""
        if self.text[start] == "(":
            return self.macro_end(start)
        variable = _VARIABLE.match(self.text, start)
        return variable.end() if variable else -1

    def attached(self, start: int, at: int) -> int:
        """Return a macro or a variable with the hook after it, if there is one."""
        written = self.text[start:at]
        is_macro = written[0] == "("
        hook = None
        rest: PassageNodes = ()
        match = _BEFORE_HOOK.match(self.text, at)
        before = _BEFORE_LINK.match(self.text, at) if is_macro else None
        link = LINK.match(self.text, before.end()) if before else None
        if (
            match
            and self.depth < DEEPEST
            and (is_macro or match.start(4) == at)
            and not self.is_link(match)
        ):
            opening = at
            hook, at, is_closed = self.hook_mark(at)
            if not is_closed:
                self.unclosed(f"the hook of {written[:40]}", opening)
                rest = ("[", *hook.body)
                hook = None
        elif link:  # to a changer, a link is a hook
            hook = HookMark((), (self.link_mark(link, *link_parts(link[1])),))
            at = link.end()
        try:
            self.add(Called(parse_expression(written, HARLOWE), written, hook))
        except NotUnderstood as fault:
            self.add(Called(None, written, hook, str(fault)))
        self.nodes += rest
        return at

    def macro_end(self, start: int) -> int:
        """Return the place after the bracket that closes the one at ``start``, ignoring quoted
        texts; -1 if there is none."""
        depth = 0
        for match in self.code(_CODE, start):
            depth += (match[0] == "(") - (match[0] == ")")
            if not depth:
                return match.end()
        return -1

    def is_link(self, match: re.Match[str]) -> bool:
        """True if an apparent hook is a link."""
        at = match.start(4)
        return self.text.startswith("[[", at) and not self.text.startswith("[[[", at)


@functools.lru_cache(maxsize=4_096)
def parse(text: str) -> PassageNodes:
    """Return the nodes of a text in Harlowe's markup."""
    return HarloweReader(text).read(0, "").nodes
