"""The page's program: the modules under ``frontend/`` and the style sheet, packed into one for the
page to fetch once.

Modules name each other by plain ``import { a, b } from "./other.js"`` lines. Each becomes a
function that returns its exports, in the order of their dependencies, so that no build step is
needed. No two may have the same name.
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
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[\w./]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
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
"""An end of a line after which the next cannot be taken for its continuation."""
_AIRY = re.compile(r"\s*([{};,>])\s*|(?<=[\w-]:)\s+|/\*[^*]*\*/")
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
    return "\n".join([*parts.values(), f"export const {{ render }} = {_variable(_PAGE)};\n"])


def _add(name: str, parts: dict[str, str]) -> None:
    """Put a module after those that it needs."""
    style = "\n".join((html.style_of_all(), *map(text, _STYLES))) if name == _STYLE else ""
    written = _as_javascript(_AIRY.sub(r"\1", style))
    code = f"export const STYLE = {written};\n" if name == _STYLE else _UNNEEDED.sub("", text(name))
    for _, near in _IMPORT.findall(code):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), near))
        if path not in parts:
            _add(path, parts)
    exported = ", ".join(_EXPORT.findall(code))
    inside = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_variable(found[2])};\n", code)
    whole = (
        f"const {_variable(name)} = (() => {{\n{_EXPORT.sub('', inside)}return {{ {exported}"
        " };\n})();"
    )
    parts[name] = _ENDED.sub("", _BLANKS.sub(lambda found: found[1] or found[2], whole))


def _variable(name: str) -> str:
    return f"$_{posixpath.basename(name).removesuffix('.js')}"


def _as_javascript(words: str) -> str:
    return "`" + words.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${") + "`"
