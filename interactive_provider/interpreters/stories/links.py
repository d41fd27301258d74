"""Stories that consist only of links: Snowman, and unknown formats.

Source: videlais.github.io/snowman. Its templates are JavaScript, which is not run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .content import HARD, ITEM, RULE, Link, Piece, opened, styled
from .engine import Engine, GoTo, Turn
from .expressions.lexer import PLAIN
from .markup import (
    BROKEN_TAG,
    COMMENT,
    LINK,
    SILENT,
    TAG,
    LinkMark,
    Missing,
    element_end,
    is_web,
    link_parts,
    plain,
    tag_of,
    unescaped,
)
from .references import References

_START = re.compile(r"<%[=-]?|\[\[|<!--|</?[a-zA-Z]|^[ \t]*[-*]{3,}[ \t]*$|^\#{1,6}(?=[ ])|^[*+-][ ]", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__|\*|_)(\S(?:[^*_\n]*\S)?)\1(?![\w*])|~~|\^\^")
_SCRIPTED = re.compile(r"""story\.(?:show|render)\(\s*["']([^"']+)["']|data-passage\s*=\s*["']([^"']+)["']""")


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
    return _EMPHASIS.sub(lambda m: "".join(styled(_STYLES[m[1]], [m[2]])) if m[1] else "", unescaped(text))


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
        close = text.find("%>", end)
        inside = text[end : close if close >= 0 else len(text)]
        nodes.append(Missing("<% … %>", blocks=bool(_SCRIPTED.search(inside))))
        return len(text) if close < 0 else close + 2
    if sign == "<!--":
        comment = COMMENT.match(text, start)
        return comment.end() if comment else len(text)
    if sign[0] == "<":
        return _html(text, start, nodes)
    nodes.append(ITEM if sign[0] in "*+-" and sign[-1] == " " else opened(f"H{len(sign)}") if sign[0] == "#" else
                 f"{HARD}{RULE}{HARD}")  # fmt: skip
    return end


def _html(text: str, start: int, nodes: list[Any]) -> int:
    match = TAG.match(text, start)
    if match is None:
        broken = BROKEN_TAG.match(text, start)
        nodes.append("" if broken else "<")
        return broken.end() if broken else start + 1
    tag = tag_of(match)
    target = tag.about.get("data-passage", "")
    if target and not tag.closes:
        inside, end = element_end(text, tag.name, match.end())
        nodes.append(LinkMark((plain(inside) or target,), target))
        return end
    if tag.name in SILENT and not tag.closes:
        if tag.name == "script":
            nodes.append(Missing("<script>"))
        return element_end(text, tag.name, match.end())[1]
    if tag.is_input:
        nodes.append(Missing(f"<{tag.name}>", blocks=True))
    nodes.append(tag.words)
    return match.end()


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

    def follow(self, link: Link, holder: list[Piece], index: int) -> None:
        """Follow a link."""
        _, target = link.action
        raise GoTo(target)


class LinksEngine(Engine):
    """The engine of a story in Snowman, or in a format that is not known: its words and its links."""

    turn = LinksTurn

    def parse(self, source: str) -> Any:
        """The nodes of a text."""
        return tuple(read(source))

    def gather(self, nodes: Any, references: References) -> None:
        """Add what some nodes name to ``references``, and the texts in the templates."""
        for template in re.findall(r"<%.*?(?:%>|\Z)", references.text, re.DOTALL):
            references.mention(template)
        super().gather(nodes, references)
