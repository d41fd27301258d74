"""Stories that consist only of links: Snowman, and unknown formats.

Source: videlais.github.io/snowman. Its templates are JavaScript that is not supported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from .content import StoryLink
from .engine import StoryEngine, StoryTurn
from .expressions.lexer import PLAIN
from .markup import LinkMark, UnsupportedMarkup, is_web, plain
from .reader import PassageReader, element_end
from .references import References

_SCRIPTED = re.compile(
    r"""story\.(?:show|render)\(\s*["']([^"']+)["']|data-passage\s*=\s*["']([^"']+)["']"""
)
_TEMPLATES = re.compile(r"<%|^\[javascript\]", re.IGNORECASE | re.MULTILINE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_HIDING = 0xF700
"""The offset added to a character's code while the character must have no meaning."""
_HIDDEN = re.compile(r"[\uf721-\uf77e]")


class LinksReader(PassageReader):
    """One pass through a passage in Markdown."""

    signs = re.compile(
        r"\[\[|(?<!\\)(?:<%[=-]?|<!--|</?[a-zA-Z])"
        r"|^[ \t]*[-*]{3,}[ \t]*$|^\#{1,6}(?=[ ])|^[*+-][ ]",
        re.MULTILINE,
    )
    emphasis = re.compile(r"(?<![\w*])(\*\*|__|\*|_)(\S(?:[^*_\n]*\S)?)\1(?![\w*])|~~|\^\^")
    looks: ClassVar[Mapping[str, str]] = {
        "**": "strong",
        "__": "strong",
        "*": "emphasis",
        "_": "emphasis",
    }
    items = "*+-"
    rules = "-*"

    def sign(self, sign: str, start: int, end: int) -> int:
        """Read what begins with ``sign``, including templates."""
        if sign[:2] != "<%":
            return super().sign(sign, start, end)
        inside, end = self.up_to("%>", end)
        self.add(UnsupportedMarkup("<% … %>", blocks=bool(_SCRIPTED.search(inside))))
        return end

    def words(self, text: str) -> None:
        """Add words; a character after a backslash has no other meaning."""
        hidden = _ESCAPED.sub(lambda sign: chr(_HIDING + ord(sign[1])), text)
        start = len(self.nodes)
        super().words(hidden)
        self.nodes[start:] = [
            _HIDDEN.sub(lambda sign: chr(ord(sign[0]) - _HIDING), node)
            for node in self.nodes[start:]
        ]

    def link_mark(self, match: re.Match[str], label: str, target: str) -> Any:
        """Return a link, or the words of one that leads out of the story."""
        target = target.strip()
        words = "".join(node for node in read(label) if type(node) is str) or target
        return words if is_web(target) else LinkMark((words,), target)

    def html(self, start: int) -> int:
        """Read a tag, which may be a link."""
        tag, shown, end = self.tag(start)
        target = tag.about.get("data-passage", "") if tag and not tag.closes else ""
        if tag and target:
            inside, end = element_end(self.text, tag.name, end)
            shown = [LinkMark((plain(inside) or target,), target)]
        self.nodes += filter(None, shown)
        return end


def read(text: str) -> list[Any]:
    """Return the nodes of a text: words, links, and unsupported parts."""
    reader = LinksReader(text)
    reader.walk(0)
    return reader.nodes


class LinksTurn(StoryTurn):
    """One turn of a story that consists only of links."""

    dialect = PLAIN
    engine: LinksEngine

    _SHOWN = {
        **StoryTurn._SHOWN,
        LinkMark: lambda turn, node: turn.emit(StoryLink(node.label[0], ("go", node.target))),
    }


class LinksEngine(StoryEngine):
    """The engine of a story in Snowman, or in an unknown format: its words and its links."""

    turn = LinksTurn

    @cached_property
    def is_scripted(self) -> bool:
        """True if there are scripts, Snowman templates or Chapbook JavaScript."""
        return super().is_scripted or _TEMPLATES.search(self.story.source) is not None

    def parse(self, source: str) -> Any:
        """Return the nodes of a text."""
        return tuple(read(source))

    def gather(self, nodes: Any, references: References) -> None:
        """Add what some nodes name to ``references``, including the texts in the templates."""
        for template in re.findall(r"<%.*?(?:%>|\Z)", references.text, re.DOTALL):
            references.mention(template)
        super().gather(nodes, references)
