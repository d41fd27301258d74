"""Compiled ink: the contents of a file, and the message for one that cannot be played.

Source: github.com/inkle/ink, Documentation/ink_JSON_runtime_format.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from ..errors import StoryError

OLDEST = 18
NEWEST = 21
"""The versions of the compiled format that can be played; the compiler writes the newest."""

COMPILE = (
    "Inky writes the JSON (File, Export to JSON…), and so do inklecate and npm's inkjs-compiler"
)

_WEB = re.compile(r"^[ \t]*(?:var|let|const|window\.)[ \t]*storyContent\s*=\s*", re.MULTILINE)
_SOURCE = re.compile(
    r"^[ \t]*(?:={2,}[ \t]*\w+|[*+][ \t]*\S|->[ \t]*[\w.]+[ \t]*$|(?:VAR|CONST|LIST)[ \t]+\w+["
    r" \t]*=)",
    re.MULTILINE,
)


CompiledInk: TypeAlias = dict[str, Any]


def is_ink(text: str) -> bool:
    """True if a text looks like compiled ink, judging by its first words."""
    head = _WEB.sub("", text.lstrip("\ufeff \t\r\n")[:400], count=1)
    return head.lstrip().startswith("{") and '"inkVersion"' in (head + text[-400:])


def is_source(text: str) -> bool:
    """True if a text is ink source: knots, choices, diverts."""
    return len(_SOURCE.findall(text[:100_000])) >= 2


def read_ink(text: str) -> CompiledInk:
    """Return the compiled story in a file, ``.json`` or the ``story.js`` of a web page.

    Raises `StoryError` for source that is not compiled, for other JSON, and for versions that
    cannot be played.
    """
    text = text.lstrip("\ufeff").strip()
    if not text.startswith("{"):
        web = _WEB.search(text)
        if web is None:
            source = f"this is ink source, which must be compiled first: {COMPILE}"
            raise StoryError(
                source if is_source(text) else "this is neither compiled ink nor ink source"
            )
        text = text[web.end() :].rstrip().rstrip(";")
    return checked(loaded(text))


def loaded(text: str) -> Any:
    """Read JSON so that whole floats stay floats, in the runtime's notation (``"3.0f"``)."""
    try:
        return json.loads(text, parse_float=_float)
    except RecursionError:
        raise StoryError("the JSON is nested too deeply") from None
    except ValueError as fault:
        raise StoryError(f"the JSON cannot be read: {fault}") from None


def _float(written: str) -> Any:
    number = float(written)
    return f"{written}f" if number.is_integer() and re.fullmatch(r"\d+\.0+", written) else number


def checked(compiled: Any) -> CompiledInk:
    """Return a compiled story that can be played; raise `StoryError` for anything else."""
    if not isinstance(compiled, dict) or "inkVersion" not in compiled:
        raise StoryError("this JSON is not an ink story: it has no inkVersion")
    version = compiled["inkVersion"]
    if isinstance(version, bool) or not isinstance(version, int):
        raise StoryError(f"its inkVersion is {str(version)[:20]!r}, not a number")
    if not OLDEST <= version <= NEWEST:
        age = "too old" if version < OLDEST else "too new"
        raise StoryError(
            f"ink version {version} is {age} (versions {OLDEST} to {NEWEST} are supported):"
            f" recompile the story; {COMPILE}"
        )
    if not isinstance(compiled.get("root"), list):
        raise StoryError("this ink story has no root")
    if not isinstance(compiled.get("listDefs", {}), dict):
        raise StoryError("the listDefs of this ink story are not lists")
    return compiled


def externals(compiled: CompiledInk) -> frozenset[str]:
    """Return the functions that the story expects from the game around it."""
    return frozenset(str(node["x()"]) for node in _objects(compiled["root"]) if "x()" in node)


def knots(compiled: CompiledInk) -> tuple[str, ...]:
    """Return the names of the knots."""
    named = compiled["root"][-1] if compiled["root"] else None
    return (
        tuple(name for name in named if not name.startswith("#")) if isinstance(named, dict) else ()
    )


def _objects(root: Any) -> Iterator[CompiledInk]:
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            yield node
            todo += node.values()
        elif isinstance(node, list):
            todo += node
