"""Harlowe's markup, read once for each passage: macros with the hooks they change, links, variables
in the text.

Source: twine2.neocities.org (the manual of Harlowe 3), chapter Markup.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

from ..content import HARD, ITEM, RULE, closed, opened, styled
from ..errors import NotUnderstood
from ..expressions.lexer import HARLOWE
from ..expressions.parser import parse_expression
from ..markup import (
    LINK,
    LinkMark,
    Scanner,
    element_end,
    is_web,
    link_parts,
    plain,
    styles_of,
    unescaped,
)


@dataclass(frozen=True, slots=True)
class HookMark:
    """``[text]``, with the names by which it can be found; a hidden one shows nothing until it is
    told to."""

    names: tuple[str, ...]
    body: tuple[Any, ...]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """A macro or a variable in the text, or several that are added, and the hook after it.

    ``tree`` is None if it cannot be read; ``fault`` says why.
    """

    tree: Any
    written: str
    hook: HookMark | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Collapsed:
    """``{text}``: its blanks and line breaks become one blank."""

    body: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unclosed:
    """The name of a macro whose bracket is never closed."""

    name: str


_START = re.compile(
    r"""\((?=(?:[$_]\w+|[A-Za-z][\w-]*):)|\[\[|\[=+|\[|\]|\|[\w]+[>)]=?\[|[$_](?=[A-Za-z])|<!--|</?[a-zA-Z]|\\\n|\n\\
    |`+|[{}]|''|//|\*\*|~~|\^\^|^[ \t]*(?:=+><=+|=+>|<=+>|<=+|\|=+\|?|=+\|+=*)[ \t]*$
    |^[ \t]*-{3,}[ \t]*$|^[ \t]*\#{1,6}(?:\#*[ \t]*$)?|^[ \t]*\*+[ ]|\x00""",
    re.VERBOSE | re.MULTILINE,
)
_LETTERS = "A-Za-zÀ-ÖØ-öø-ÿŐőŰű"
_VARIABLE = re.compile(rf"[$_][{_LETTERS}][0-9_{_LETTERS}]*(?:'s[ ]+[\w]+)*")
_AFTER_HOOK = re.compile(r"<([\w]+)\||\(([\w]+)\|")
_BEFORE_HOOK = re.compile(r"\s*(\|([\w]+)([>)]))?(\[=+|\[(?!\[)|\[(?=\[\[))", re.DOTALL)
_BEFORE_LINK = re.compile(r"\s*(?=\[\[(?!\[))")
_EMPHASIS = re.compile(r"(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])")
_CODE = re.compile(r"""(?<=[\w)\]"'])'s(?=[\s(])|["'`()]|<!--(?:.*?-->)?""", re.DOTALL)

_STYLES = {"''": "strong", "**": "strong", "//": "emphasis", "~~": "struck"}

DEEPEST = 50
"""Hooks within one another."""


class Reader(Scanner):
    """One walk through a passage's text."""

    way_on = re.compile(r"goto|tw-link|passage|Engine", re.IGNORECASE)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth, self.is_closed = 0, False
        self.ends: list[str] = []
        self.marks: dict[str, int] = {}
        self.tags: list[tuple[str, list[str]]] = []

    def read(self, at: int, ends: str) -> tuple[tuple[Any, ...], int]:
        """The nodes from ``at`` to the bracket ``ends`` (nothing: to the end), and the place after
        it."""
        nodes: list[Any] = []
        text, size = self.text, len(self.text)
        around, self.marks = self.marks, {}
        self.depth += 1
        self.ends.append(ends if ends != "\0" else self.ends[-1] if self.ends else "")
        is_closed = False
        while at < size:
            match = _START.search(text, at)
            start = match.start() if match else size
            if start > at:
                words = unescaped(text[at:start])
                nodes.append(_EMPHASIS.sub(lambda m: "".join(styled("emphasis", [m[1]])), words))
            if match is None:
                at = size
                break
            sign = match[0]
            if (
                sign == self.ends[-1]
            ):  # a hook without an end of its own ends with the one around it
                at, is_closed = start if ends == "\0" else match.end(), True
                break
            at = self.sign(sign, start, match.end(), nodes)
        self.depth, self.is_closed = self.depth - 1, is_closed
        self.marks = around
        self.ends.pop()
        return tuple(nodes), at

    def sign(self, sign: str, start: int, end: int, nodes: list[Any]) -> int:
        """Read what begins with ``sign``; the place where reading goes on."""
        if sign == "(":
            return self.called(start, nodes)
        if sign in ("$", "_"):
            return self.variable(start, nodes)
        if sign == "[[":
            match = LINK.match(self.text, start)
            if match is not None and self.text[start : start + 3] != "[[[":
                nodes.append(_link(match[1]))
                return match.end()
            return self.hook(start, start + 1, nodes)
        if sign[0] in "[|" and "[" in sign:
            return self.hook(start, end, nodes)
        if sign == "{" and self.depth < DEEPEST:
            body, at = self.read(end, "}")
            nodes.append(Collapsed(body))
            return at
        if sign == "<!--":
            return self.up_to("-->", end)[1]
        if sign[0] == "`" and self.text.find(sign, end) >= 0:
            inside, end = self.up_to(sign, end)
            nodes.append(inside)
            return end
        if sign[0] == "<" and sign[-1].isalpha():
            return self.html(start, nodes)
        return self.mark(sign, start, end, nodes)

    def mark(self, sign: str, start: int, end: int, nodes: list[Any]) -> int:
        """Style marks: dropped, or a bullet, a rule; unmatched brackets are shown as they are."""
        bare = sign.strip()
        if sign in ("[", "]", "}", "{") or sign[0] == "`":
            nodes.append(sign)
        elif bare.startswith("---"):
            nodes.append(f"{HARD}{RULE}{HARD}")
        elif sign == "//" and self.is_address(start):
            nodes.append(sign)
        elif sign in _STYLES:  # it is shown as it is unless another one follows in the same hook
            if (before := self.marks.pop(sign, None)) is not None:
                nodes[before] = opened(_STYLES[sign])
            else:
                self.marks[sign] = len(nodes)
            nodes.append(sign if before is None else closed(_STYLES[sign]))
        elif bare.startswith("*") and sign.endswith(" "):
            nodes.append(ITEM)
        elif bare.startswith("#"):
            nodes.append(opened(f"H{min(6, len(bare))}"))
        return end

    def html(self, start: int, nodes: list[Any]) -> int:
        """Read a tag."""
        tag, shown, end = self.tag(start)
        if tag and tag.is_hidden and not tag.closes:
            return element_end(self.text, tag.name, end)[1]
        nodes += shown
        if (
            tag
            and tag.closes
            and (mine := [number for number, (name, _) in enumerate(self.tags) if name == tag.name])
        ):
            nodes += map(closed, self.tags.pop(mine[-1])[1])
        elif tag and not tag.closes and tag.about.get("style"):
            self.tags.append((tag.name, styles_of(tag.about["style"])))
            nodes += map(opened, self.tags[-1][1])
        return end

    # Hooks and macros

    def hook(self, start: int, end: int, nodes: list[Any]) -> int:
        """A hook without a macro before it."""
        if self.depth >= DEEPEST:
            nodes.append(self.text[start:end])
            return end
        mark, at = self.hook_mark(start)
        if self.is_closed or mark.names or self.text[start : start + 2] == "[=":
            nodes.append(mark)
        else:  # a bracket that is never closed is a sign of the text
            nodes += ["[", *mark.body]
        return at

    def hook_mark(self, start: int) -> tuple[HookMark, int]:
        """The hook that begins at ``start``, and the place after it."""
        match = _BEFORE_HOOK.match(self.text, start)
        names = [match[2]] if match and match[2] else []
        hidden = match is not None and match[3] == ")"
        open_ended = match is not None and match[4].startswith("[=")
        body, at = self.read(match.end() if match else start + 1, "\0" if open_ended else "]")
        after = _AFTER_HOOK.match(self.text, at)
        if after and not names:
            names, hidden, at = [after[1] or after[2]], bool(after[2]), after.end()
        return HookMark(tuple(f"?{name.lower()}" for name in names), body, hidden), at

    def variable(self, start: int, nodes: list[Any]) -> int:
        """Read a variable."""
        match = _VARIABLE.match(self.text, start)
        if match is None or (start and self.text[start] == "_" and self.text[start - 1].isalnum()):
            nodes.append(self.text[start])
            return start + 1
        written, at = match[0], match.end()
        return self.attached(written, at, nodes)

    def called(self, start: int, nodes: list[Any]) -> int:
        """Read a macro, or several that are added."""
        end = self.macro_end(start)
        if end < 0:  # it is shown in the text, as in Harlowe; authors get a remark
            name = re.compile(r"[\w$-]*").match(self.text, start + 1)
            nodes += [Unclosed(name[0] if name else ""), "("]
            return start + 1
        written, at = self.text[start:end], end
        while more := re.compile(r"\s*\+\s*(?=[($_])").match(self.text, at):
            if self.text[more.end()] == "(":
                end = self.macro_end(more.end())
            else:
                var = _VARIABLE.match(self.text, more.end())
                end = var.end() if var else -1
            if end < 0:
                break
            written, at = self.text[start:end], end
        return self.attached(written, at, nodes)

    def attached(self, written: str, at: int, nodes: list[Any]) -> int:
        """A macro or a variable with the hook after it, if there is one."""
        hook = None
        match = _BEFORE_HOOK.match(self.text, at)
        if (
            match
            and self.depth < DEEPEST
            and (written[0] == "(" or match.start(4) == at)
            and not self.is_link(match)
        ):
            hook, at = self.hook_mark(at)
        elif (
            written[0] == "("
            and (before := _BEFORE_LINK.match(self.text, at))
            and (link := LINK.match(self.text, before.end()))
        ):
            hook, at = (
                HookMark((), (_link(link[1]),)),
                link.end(),
            )  # a link is a hook for a changer before it
        try:
            nodes.append(Called(parse_expression(written, HARLOWE), written, hook))
        except NotUnderstood as fault:
            nodes.append(Called(None, written, hook, str(fault)))
        return at

    def macro_end(self, start: int) -> int:
        """The place after the bracket that closes the one at ``start``, past texts in quotes; -1 if
        there is none."""
        depth = 0
        for match in self.code(_CODE, start):
            depth += (match[0] == "(") - (match[0] == ")")
            if not depth:
                return match.end()
        return -1

    def is_link(self, match: re.Match[str]) -> bool:
        """True if what looks like a hook is a link."""
        at = match.start(4)
        return self.text.startswith("[[", at) and not self.text.startswith("[[[", at)


def _link(inside: str) -> Any:
    label, target = link_parts(inside)
    if is_web(target):
        return plain(label) or target
    return LinkMark(parse(label), target)


@functools.lru_cache(maxsize=4_096)
def parse(text: str) -> tuple[Any, ...]:
    """The nodes of a text in Harlowe's markup."""
    return Reader(text).read(0, "")[0]
