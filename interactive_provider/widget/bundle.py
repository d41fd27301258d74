"""The page's program: the modules under ``frontend/`` and the style sheet, as one module that the
page fetches once.

The shipped file is minified by esbuild (``python -m tools.page_program``, which the build of a
wheel calls). Without it, as in a fresh clone, the source modules are joined in the order of their
dependencies, without their import lines. This works as well but is larger. So no name may be
defined at the top level of two modules, and an import or export must be at the beginning of a line,
as the formatter writes it; tests check both.
"""

from __future__ import annotations

import functools
import posixpath
import zlib
from collections.abc import Iterator

from ..rendering import html
from ..support.resources import text_of

_PAGE = "page.js"
_STYLE = "styles/style.js"
_STYLES = ("styles/board.css", "styles/motion.css", "styles/zones.css", "styles/console.css")
_MADE = "dist/page.js"


def text(name: str) -> str:
    """Return a file of the page's program."""
    return text_of(__package__, f"frontend/{name}")


@functools.cache
def packed() -> bytes:
    """Return the program and its style sheet, compressed."""
    return zlib.compress(bundle().encode(), 9)


@functools.cache
def key() -> str:
    """Return a key that identifies this version of the program."""
    return f"{zlib.crc32(packed()):08x}"


@functools.cache
def bundle() -> str:
    """Return one module that exports ``render``: the minified one if it was made from the present
    files, otherwise all of them joined."""
    program = joined(style())
    try:
        made_of, _, small = text(_MADE).partition("\n")
    except FileNotFoundError:
        return program
    return small if made_of == mark(program) else program


def mark(program: str) -> str:
    """Return the first line of a minified program, which identifies the joined program that it was
    made from."""
    return f"// of {zlib.crc32(program.encode()):08x}"


def style() -> str:
    """Return the style sheet of a board."""
    return "\n".join((html.style_of_all(), *map(text, _STYLES)))


def joined(style_sheet: str) -> str:
    """Return the modules and a style sheet as one module."""
    parts: dict[str, str] = {}
    _add(_PAGE, parts, style_sheet)
    return "\n".join(parts.values())


def _add(name: str, parts: dict[str, str], style_sheet: str) -> None:
    """Add a module after those that it needs; only the page's entry points stay exported."""
    if name == _STYLE:
        parts[name] = f"const STYLE = {_as_javascript(style_sheet)};"
        return
    kept = []
    for statement in _statements(text(name)):
        if statement.startswith("import "):
            near = statement.rpartition(' from "')[2].removesuffix('";\n')
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), near))
            if path not in parts:
                _add(path, parts, style_sheet)
        else:
            kept.append(statement if name == _PAGE else statement.removeprefix("export "))
    parts[name] = "".join(kept).strip()


def _statements(code: str) -> Iterator[str]:
    """Yield the statements of a module; a multi-line import is one of them."""
    lines = iter(code.splitlines(keepends=True))
    for line in lines:
        statement = line
        while statement.startswith("import ") and not statement.endswith(";\n"):
            statement += next(lines)
        yield statement


def _as_javascript(words: str) -> str:
    return "`" + words.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${") + "`"
