"""What a story in SugarCube defines itself: widgets, containers, and what its scripts declare."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from ..engine import Engine
from ..expressions import nodes as g
from .markup import Clause, Macro, parse, without_comments
from .script import Declared, declared, macros, only_wraps, runs, templates

LOOKS = frozenset(
    """
    audio cacheaudio createplaylist createaudiogroup masteraudio playlist removeaudiogroup removeplaylist
    waitforaudio setplaylist stopallaudio addclass removeclass toggleclass style css css-in fadein fadeout
    autosave preload
    """.split()
)
"""Macros that affect only appearance or sound; they are ignored without loss of words or choices."""

CONTAINERS = frozenset(
    """
    if switch for while link button click linkreplace linkappend linkprepend capture nobr silently silent timed
    repeat done type widget script style replace append prepend copy cycle listbox createplaylist createaudiogroup
    do
    """.split()
)
"""SugarCube's own macros that have an end."""

_RETURN = re.compile(r"""(?:(?:includes|contains)\(\s*["']([\w-]+)["']\s*\)[^;{}]{0,40}[{)]\s*)?"""
                     r"""(?:State\.variables|variables\(\)|state\.active\.variables)\.(\w+)\s*=\s*"""
                     r"""(?:passage\(\)|\w+\.passage\.(?:title|name))""")  # fmt: skip
_SET = re.compile(r"\$([A-Za-z_$][\w$]*)(?:[.\[][^=<>]{0,200}?)?\s*(?:=(?!=)|to\b|[-+*/%]=|\+\+|--|[\"'])")


class SugarCubeDefinitions(Engine):
    """The engine with what its story defines; the macros of SugarCube itself come with `SugarCubeEngine`."""

    def parse(self, source: str) -> Any:
        """The nodes of a text."""
        return parse(source, self.containers)

    def passes_over(self, macro: str) -> bool:
        """True if a macro affects only appearance or sound, or only decorates its contents."""
        return macro in LOOKS or macro in self.wrappers

    @cached_property
    def containers(self) -> frozenset[str]:
        """The macros that have an end."""
        return CONTAINERS.union(re.findall(r"<<widget\s+[\"']?([\w-]+)[\"']?\s+container", self.story.source))

    @cached_property
    def widgets(self) -> dict[str, tuple[Any, ...]]:
        """The macros that the story defines itself: what each shows."""
        bodies: dict[str, tuple[Any, ...]] = {}
        for passage in self.story.readable:
            if "<<widget" not in passage.text:
                continue
            for node in g.walk(self.parsed(passage.name)):
                if isinstance(node, Macro) and node.name == "widget" and node.source:
                    name = node.source.split()[0].strip("\"'")
                    nodes = node.body
                    bodies[name] = (
                        (Macro("nobr", "", (Clause("nobr", "", nodes),)),) if "nobr" in passage.tags else nodes
                    )
        return bodies

    @cached_property
    def scripted_macros(self) -> dict[str, str]:
        """The macros that the story's JavaScript defines, with the source of each."""
        return macros(self.story.script)

    @cached_property
    def wrappers(self) -> frozenset[str]:
        """Those that only decorate their contents; they are ignored, and their contents are shown."""
        return frozenset(name for name, source in self.scripted_macros.items() if only_wraps(source))

    @cached_property
    def declared(self) -> tuple[Declared, ...]:
        """The tables and functions that the story's JavaScript declares."""
        return declared(self.story.script)

    @cached_property
    def return_recipe(self) -> tuple[str, str] | None:
        """The variable in which the scripts keep the last passage to return to, and the tag of those that are not."""
        match = _RETURN.search(self.story.script)
        return (match[2], match[1] or "noreturn") if match else None

    @cached_property
    def scripts(self) -> str:
        """The JavaScript of the story and of its passages, but for what is as simple as in ``run``."""
        inside = re.findall(r"<<script>>(.*?)<</script>>", without_comments(self.story.source), re.DOTALL)
        return "\n".join((self.story.script, *(code for code in inside if not runs(code))))

    @cached_property
    def has_no_breaks(self) -> bool:
        """True if a setting joins the lines of all passages."""
        return bool(re.search(r"\bConfig\.passages\.nobr\s*=\s*true\b", self.scripts))

    @cached_property
    def templates(self) -> dict[str, Any]:
        """What ``?name`` shows, by name; None where only JavaScript could say."""
        return templates(self.scripts)

    @cached_property
    def script_names(self) -> frozenset[str]:
        """The names of ``setup`` that the story's JavaScript uses."""
        return frozenset(re.findall(r"\bsetup\.([A-Za-z_$][\w$]*)", self.scripts))

    @cached_property
    def unknown_names(self) -> frozenset[str]:
        """Variables that only the story's JavaScript sets."""
        scripted = re.findall(r"(?:State\.variables|variables\(\)|\bsv|\bvars?)\.([A-Za-z_$][\w$]*)", self.scripts)
        kept = self.return_recipe[:1] if self.return_recipe else ()
        return frozenset(scripted) - frozenset(_SET.findall(without_comments(self.story.source))) - frozenset(kept)
