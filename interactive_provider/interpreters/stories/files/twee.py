"""Twee 3 (and 1): plain text in which a line that begins with ``::`` opens a passage.

Source: github.com/iftechfoundation/twine-specs, twee-3-specification.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from ..model import StoryPassage

_HEADER = re.compile(r"^::[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_NO_HEADER = re.compile(r"^\\::", re.MULTILINE)
"""Two colons at the beginning of a line that do not open a passage, as Twine escapes them."""
_ESCAPED = re.compile(r"\\(.)")
_TAGS = re.compile(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]\s*$")
_POSITION = re.compile(r"^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$")


def is_twee(text: str) -> bool:
    """True if some line opens a passage."""
    return _HEADER.search(text) is not None


def read_twee(text: str, file: str = "") -> list[StoryPassage]:
    """Return the passages of a Twee file in order, none if no line opens one; text before the first
    is ignored."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return list(_passages(text, file))


def _passages(text: str, file: str) -> Iterator[StoryPassage]:
    headers = list(_HEADER.finditer(text))
    ends = [*(header.start() for header in headers[1:]), len(text)]
    for (header, line), end in zip(numbered(text, headers), ends, strict=False):
        name, tags, position = _parts(header[1])
        body = _NO_HEADER.sub("::", text[header.end() + 1 : end].rstrip())
        yield StoryPassage(name, body, tags, position, file, line)


def numbered(text: str, matches: Iterable[re.Match[str]]) -> Iterator[tuple[re.Match[str], int]]:
    """Yield each match in a text, with its line."""
    line = 1
    at = 0
    for match in matches:
        line += text.count("\n", at, match.start())
        at = match.start()
        yield match, line


def _parts(header: str) -> tuple[str, tuple[str, ...], tuple[float, float] | None]:
    """Return the name, tags and position of a header line: ``Name [tag tag]
    {"position":"1,2"}``."""
    header, position = _without_metadata(header)
    tags: tuple[str, ...] = ()
    if match := _TAGS.search(header):
        tags = tuple(_ESCAPED.sub(r"\1", tag) for tag in match[1].split())
        header = header[: match.start()]
    return _ESCAPED.sub(r"\1", header.strip()), tags, position


def _without_metadata(header: str) -> tuple[str, tuple[float, float] | None]:
    if not header.endswith("}"):
        return header, None
    for brace in re.finditer(r"(?<!\\)\{", header):
        try:
            data = json.loads(header[brace.start() :])
        except (ValueError, RecursionError):
            continue
        return header[: brace.start()].rstrip(), (
            position_of(data.get("position")) if isinstance(data, dict) else None
        )
    return header, None


def position_of(written: object) -> tuple[float, float] | None:
    """Return the (x, y) of ``"600,400"``, None for anything else."""
    match = _POSITION.match(written) if isinstance(written, str) else None
    return (float(match[1]), float(match[2])) if match else None
