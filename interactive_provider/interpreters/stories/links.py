"""Stories that consist only of links: Snowman, and unknown formats.

Source: videlais.github.io/snowman. Its templates are JavaScript that is not supported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .content import HARD, ITEM, RULE, Link, opened, styled
from .engine import Engine, Turn
from .expressions.lexer import PLAIN
from .markup import (
    LINK,
    LinkMark,
    Missing,
    Scanner,
    element_end,
    is_web,
    link_parts,
    plain,
    unescaped,
)
from .references import References

_START = re.compile(
    r"<%[=-]?|\[\[|<!--|</?[a-zA-Z]|^[ \t]*[-*]{3,}[ \t]*$|^\#{1,6}(?=[ ])|^[*+-][ ]", re.MULTILINE
)
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__|\*|_)(\S(?:[^*_\n]*\S)?)\1(?![\w*])|~~|\^\^")
_SCRIPTED = re.compile(
    r"""story\.(?:show|render)\(\s*["']([^"']+)["']|data-passage\s*=\s*["']([^"']+)["']"""
)


def read(text: str) -> list[Any]:
    """The nodes of a text: words, links, and what is not shown."""
    nodes: list[Any] = []
    at = 0
    while match := _START.search(text, at):
        if match.start() > at:
            nodes.append(_words(text[at : match.start()]))
        at = _sign(text, match, nodes)
    nodes.append(_words(text[at:]))
    return [node for node in nodes if node]


_STYLES = {"**": "strong", "__": "strong", "*": "emphasis", "_": "emphasis"}


def _words(text: str) -> str:
    return _EMPHASIS.sub(
        lambda m: "".join(styled(_STYLES[m[1]], [m[2]])) if m[1] else "", unescaped(text)
    )


def _sign(text: str, match: re.Match[str], nodes: list[Any]) -> int:
    sign, start, end = match[0], match.start(), match.end()
    if sign == "[[":
        link = LINK.match(text, start)
        if link is None:
            nodes.append(sign)
            return end
        label, target = link_parts(link[1])
        words = "".join(node for node in read(label) if type(node) is str) or target
        nodes.append(words if is_web(target) else LinkMark((words,), target))
        return link.end()
    if sign[:2] == "<%":
        inside, end = Scanner(text).up_to("%>", end)
        nodes.append(Missing("<% … %>", blocks=bool(_SCRIPTED.search(inside))))
        return end
    if sign == "<!--":
        return Scanner(text).up_to("-->", end)[1]
    if sign[0] == "<":
        return _html(text, start, nodes)
    nodes.append(
        ITEM
        if sign[0] in "*+-" and sign[-1] == " "
        else opened(f"H{len(sign)}")
        if sign[0] == "#"
        else f"{HARD}{RULE}{HARD}"
    )
    return end


def _html(text: str, start: int, nodes: list[Any]) -> int:
    tag, shown, end = Scanner(text).tag(start)
    target = tag.about.get("data-passage", "") if tag and not tag.closes else ""
    if tag and target:
        inside, end = element_end(text, tag.name, end)
        shown = [LinkMark((plain(inside) or target,), target)]
    nodes += shown
    return end


class LinksTurn(Turn):
    """One turn of a story that consists only of links."""

    dialect = PLAIN
    engine: LinksEngine

    def render(self, nodes: Sequence[Any]) -> None:
        """Show some nodes."""
        for node in nodes:
            if type(node) is str:
                self.emit(node)
            elif isinstance(node, LinkMark):
                self.emit(Link(node.label[0], ("go", node.target)))
            elif isinstance(node, Missing):
                self.missing(node)
            else:
                self.other(node)

    def other(self, node: Any) -> None:
        """A node that only one format has."""
        raise NotImplementedError


class LinksEngine(Engine):
    """The engine of a story in Snowman, or in a format that is not known: its words and its
    links."""

    turn = LinksTurn

    def parse(self, source: str) -> Any:
        """The nodes of a text."""
        return tuple(read(source))

    def gather(self, nodes: Any, references: References) -> None:
        """Add what some nodes name to ``references``, and the texts in the templates."""
        for template in re.findall(r"<%.*?(?:%>|\Z)", references.text, re.DOTALL):
            references.mention(template)
        super().gather(nodes, references)
