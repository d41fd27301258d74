"""The page's program: the modules under ``frontend/`` and the style sheet, packed into one for the
page to fetch once.

Modules name each other by plain ``import { a, b } from "./other.js"`` lines. They are put one after
another in the order of their dependencies, without these lines, so that no build step is needed. So
no name may be defined at the top of two modules; a test sees to it.
"""

from __future__ import annotations

import functools
import importlib.resources
import posixpath
import re
import zlib

from ..rendering import html

_PAGE, _STYLE = "page.js", "styles/style.js"
_STYLES = ("styles/board.css", "styles/zones.css", "styles/console.css")
_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[\w./]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_UNNEEDED = re.compile(
    r"^[ \t]+|(?:^|\s)// [^\n]*$|/\*\*(?:(?!\*/).)*\*/\s*", re.MULTILINE | re.DOTALL
)
"""Comments and indentation: a third of what would be sent."""
_BLANKS = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*`"""
    r"""|(?<=[(,=:!&|?\s])/(?![/*\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[gimsuy]*)"""
    r"""|[ \t]*([=<>!&|?:,;(){}\[\]*]+)[ \t]*"""
)
"""A text, a template or a pattern, which stays as it is; or signs with the blanks around them,
which are not needed."""
_ENDED = re.compile(r"(?<=[;{},(])\n")
"""An end of a line after which the next cannot be mistaken for its continuation."""
_AIRY = re.compile(r";?\s*(})\s*|\s*([{;,>])\s*|(?<=[\w-]:)\s+|/\*[^*]*\*/")
"""The same in the style sheet: comments, and blanks around its signs."""


def text(name: str) -> str:
    """A file of the page's program."""
    return (importlib.resources.files(__package__) / "frontend" / name).read_text("utf-8")


@functools.cache
def packed() -> bytes:
    """The program and its style, compressed."""
    return zlib.compress(bundle().encode(), 9)


@functools.cache
def key() -> str:
    """What distinguishes this version of the program from others."""
    return f"{zlib.crc32(packed()):08x}"


def bundle() -> str:
    """One module that contains all others and exports ``render``."""
    parts: dict[str, str] = {}
    _add(_PAGE, parts)
    return "\n".join(parts.values())


def _add(name: str, parts: dict[str, str]) -> None:
    """Put a module after those that it needs; only what the page is called by stays exported."""
    style = "\n".join((html.style_of_all(), *map(text, _STYLES))) if name == _STYLE else ""
    written = _as_javascript(_AIRY.sub(r"\1\2", style))
    code = f"const STYLE = {written};\n" if name == _STYLE else _UNNEEDED.sub("", text(name))
    for near in _IMPORT.findall(code):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), near))
        if path not in parts:
            _add(path, parts)
    inside = _IMPORT.sub("", code)
    whole = inside if name == _PAGE else _EXPORT.sub("", inside)
    parts[name] = _ENDED.sub("", _BLANKS.sub(lambda found: found[1] or found[2], whole)).strip()


def _as_javascript(words: str) -> str:
    return "`" + words.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${") + "`"
