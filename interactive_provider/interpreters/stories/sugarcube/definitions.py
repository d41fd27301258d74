"""The definitions of a SugarCube story: widgets, containers, and what its scripts declare."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from ..engine import StoryEngine
from ..expressions import nodes as g
from ..expressions.nodes import PassageNodes
from .markup import Clause, Macro, parse, without_comments

LOOKS = frozenset(
    """
    audio cacheaudio createplaylist createaudiogroup masteraudio playlist removeaudiogroup
    removeplaylist waitforaudio setplaylist stopallaudio addclass removeclass toggleclass style css
    css-in fadein fadeout autosave preload
    """.split()
)
"""Macros that affect only appearance or sound; they are ignored without loss of words or
choices."""

_MACRO = re.compile(r"\bMacro\.add\(\s*(\[[^\]]*\]|[\"'`][\w-]+[\"'`])")
_NAME = re.compile(r"[\"'`]([\w-]+)[\"'`]")


class SugarCubeDefinitions(StoryEngine):
    """The engine with the story's own definitions; SugarCube's macros come with
    `SugarCubeEngine`."""

    def parse(self, source: str) -> Any:
        """Return the nodes of a text."""
        return parse(source)

    def passes_over(self, macro: str) -> bool:
        """True if a macro affects only appearance or sound, or only decorates its contents."""
        return macro in LOOKS

    @cached_property
    def widgets(self) -> dict[str, PassageNodes]:
        """The macros that the story defines itself, with the contents that each shows. Container
        macros are not supported."""
        bodies: dict[str, PassageNodes] = {}
        for passage in self.story.readable:
            if "<<widget" not in passage.text:
                continue
            for node in g.walk(self.parsed(passage.name)):
                if isinstance(node, Macro) and node.name == "widget" and node.source:
                    name, *more = node.source.split()
                    name = name.strip("\"'")
                    if more:
                        continue
                    nodes = node.body
                    bodies[name] = (
                        (Macro("nobr", "", (Clause("nobr", "", nodes),)),)
                        if "nobr" in passage.tags
                        else nodes
                    )
        return bodies

    @cached_property
    def scripted_macros(self) -> frozenset[str]:
        """The macros that the story's JavaScript defines."""
        return frozenset(
            name for names in _MACRO.findall(self.scripts) for name in _NAME.findall(names)
        )

    @cached_property
    def scripts(self) -> str:
        """The JavaScript of the story and of its passages, except for code simple enough to
        evaluate, as in ``run``."""
        inside = re.findall(
            r"<<script>>(.*?)<</script>>", without_comments(self.story.source), re.DOTALL
        )
        return "\n".join((self.story.script, *inside))

    @cached_property
    def has_no_breaks(self) -> bool:
        """True if a setting joins the lines of all passages."""
        return bool(re.search(r"\bConfig\.passages\.nobr\s*=\s*true\b", self.scripts))

    own_variables = frozenset(["args"])

    @cached_property
    def set_by_scripts(self) -> frozenset[str]:
        """Variables that the story's JavaScript may set."""
        return frozenset(
            re.findall(
                r"(?:State\.variables|variables\(\)|\bsv|\bvars?)\.([A-Za-z_$][\w$]*)", self.scripts
            )
        )
