"""Text in a terminal: broken at blanks to fit the width, so that no word is cut; text laid out in
columns is unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_COLUMNS = re.compile(r"[^\s.?!:]\s{2,}\S")
"""A gap inside a line that does not follow the end of a sentence."""

_WIDEST_NAME = 30
"""The maximum width of a table's names; the meaning of a longer name is on the next line."""

_ITEM = re.compile(r"(?:[-*•]|\d+[.)])\s+")


def width(text: str) -> int:
    """Return the number of columns that ``text`` takes in a terminal: two for wide signs, none for
    combining ones."""
    if text.isascii() and text.isprintable():
        return len(text)
    try:
        from wcwidth import wcswidth
    except ImportError:
        # games can be played without IPython's packages, counting every sign as equally wide
        return len(text)
    columns = wcswidth(text)
    return len(text) if columns < 0 else columns  # negative: control characters


def terminal_width() -> int:
    """Return the number of columns that a line may take in the terminal."""
    import shutil

    return max(shutil.get_terminal_size().columns - 1, 1)


def wrapped(text: str, columns: int | None = None) -> str:
    """Return a text in which every line that is too wide is broken at blanks, except those laid out
    in columns."""
    room = columns or terminal_width()
    lines = text.split("\n")
    if all(_fits(line, room) for line in lines):  # the usual case
        return text
    return "\n".join(part for line in lines for part in _broken(line, room))


def unwrapped(text: str) -> str:
    """Return a text without its author's line breaks inside paragraphs; list items and indented
    lines stay separate."""
    lines: list[str] = []
    may_go_on = False
    for line in text.split("\n"):
        starts_paragraph = not line.strip() or line[0].isspace() or _ITEM.match(line) is not None
        if may_go_on and not starts_paragraph:
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
        may_go_on = bool(line.strip()) and not line[0].isspace()
    return "\n".join(lines)


def table(rows: Mapping[str, str], columns: int | None = None) -> str:
    """Return names and their meanings side by side; a long meaning continues below its beginning.
    Empty without meanings."""
    if not any(rows.values()):
        return ""
    room = columns or terminal_width()
    widest = min(max(map(width, rows)), _WIDEST_NAME)
    indent = " " * (widest + 2)
    lines = []
    for name, meaning in rows.items():
        beside = wrapped(meaning, max(room - len(indent), 1)).replace("\n", f"\n{indent}")
        gap = indent[width(name) :] if width(name) <= widest else f"\n{indent}"
        lines.append(f"{name}{gap}{beside}".rstrip())
    return "\n".join(lines)


def _broken(line: str, columns: int) -> Iterator[str]:
    """Return the lines that a line is broken into; those of an item are indented under its
    words."""
    if _fits(line, columns) or _is_laid_out(line):
        yield line
        return
    item = _ITEM.match(line)
    indent = " " * (item.end() if item else 0)
    part, *words = line.split()
    for word in words:
        longer = f"{part} {word}"
        if not _fits(longer, columns):
            yield part
            longer = f"{indent}{word}"
        part = longer
    yield part


def _is_laid_out(line: str) -> bool:
    """True if a line is indented, has columns, or consists of signs with blanks between them."""
    words = line.split()
    is_row_of_signs = 2 * sum(map(width, words)) < 3 * len(words)
    return line[0].isspace() or _COLUMNS.search(line) is not None or is_row_of_signs


def _fits(line: str, columns: int) -> bool:
    """True if a line is not too wide; it is measured sign by sign only if its length does not
    decide this."""
    at_most = len(line) if line.isascii() else 2 * len(line)
    return at_most <= columns or width(_ESCAPE.sub("", line)) <= columns
