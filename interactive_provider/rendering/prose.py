"""Prose in a terminal, in HTML and as data for the page: links stay in the text, and only embedded
pictures are shown."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from ..prose import Block, Image, Prose, Run, joined
from ..support.page_theme import SCHEME
from ..support.resources import text_of
from ..support.sanitizing import clean, markup
from .themes import RESET, Theme

TAGS = {
    "emphasis": "em",
    "strong": "strong",
    "struck": "s",
    "quiet": "small",
    "code": "code",
}
INKS = {
    "red": ("#a3161a", "#ff8a80"),
    "orange": ("#9a4300", "#ffab66"),
    "yellow": ("#755600", "#f2cf5b"),
    "green": ("#1d6b2a", "#86d993"),
    "cyan": ("#00626e", "#6fd6e0"),
    "blue": ("#1a4fa3", "#8fbcff"),
    "purple": ("#7a2a99", "#d9a3ff"),
}
"""The shade of each colour on light and on dark paper."""
PAPER = ("#fbf7ef", "#191714")
"""Light and dark, as in the style sheet."""
_ANSI = {"emphasis": "\x1b[3m", "strong": "\x1b[1m", "struck": "\x1b[9m", "quiet": "\x1b[2m"}
_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}")


@functools.cache
def style() -> str:
    """Return the style sheet of a book, with a shade of each colour."""
    sheet = text_of(__package__, "prose.css")
    inks = (
        f".ip-book .ip-ink-{name}{{color:light-dark({light},{dark})}}"
        for name, (light, dark) in INKS.items()
    )
    return "\n".join([sheet, *inks])


def as_text(prose: Prose, theme: Theme | None = None) -> str:
    """Return the words, with each link inside a sentence in brackets and, with a theme, in a
    terminal's italics and bold."""
    side = " · ".join(
        line for block in prose.side for line in block.text.split("\n") if line.strip()
    )
    return joined(
        [*((block.kind, _written(block, theme)) for block in prose.blocks), ("side", clean(side))]
    )


def _written(block: Block, theme: Theme | None) -> str:
    if block.kind in ("choices", "rule"):
        return block.text
    words = "".join(_run_as_text(run, block.kind, theme) for run in block.runs)
    if block.kind == "item":
        return f"• {words}"
    return words


def _run_as_text(run: Run | Image, kind: str, theme: Theme | None) -> str:
    words = clean(run.text)
    shown = f"[{words}]" if run.option is not None and isinstance(run, Run) else words
    looks = "" if theme is None else "".join(_ANSI.get(style, "") for style in run.style.split())
    looks = f"{_ANSI['strong']}{looks}" if kind == "heading" and theme is not None else looks
    if looks:
        return f"{looks}{shown}{RESET}"
    return shown


def _prose(text: str) -> Prose:
    """Return prose itself, or a text with separate paragraphs."""
    if isinstance(text, Prose):
        return text
    return Prose(*text.split("\n\n"))


def as_html(text: str) -> str:
    """Return a page as in a book; everything in it is escaped, and its pictures are data."""
    prose = _prose(text)
    side = f'<div class="ip-side">{_blocks(prose.side)}</div>\n' if prose.side else ""
    leaf = f'<div class="ip-leaf">{_blocks(prose.blocks)}</div>'
    sheet = f"<style>\n{SCHEME.format('.ip-book')}\n{style()}\n</style>"
    return f'<div class="ip-book" dir="auto">\n{sheet}\n{side}{leaf}\n</div>'


def _blocks(blocks: Iterable[Block]) -> str:
    parts = []
    for kind, several in groupby(blocks, lambda block: block.kind):
        if kind == "item":
            parts.append(f"<ul>{''.join(f'<li>{_runs(block)}</li>' for block in several)}</ul>")
            continue
        for block in several:
            tag = {"heading": f"h{min(max(block.level, 1) + 1, 4)}", "quotation": "blockquote"}.get(
                kind, "p"
            )
            row = ' class="ip-row"' if kind == "choices" else ""
            parts.append("<hr>" if kind == "rule" else f"<{tag}{row}>{_runs(block)}</{tag}>")
    return "\n".join(parts)


def _runs(block: Block) -> str:
    return "".join(map(_run, block.runs))


def _run(run: Run | Image) -> str:
    shown = markup(run.text)
    if isinstance(run, Image) and (data := inert(run.data)):
        shown = f'<img alt="{markup(run.name)}" src="{data}">'
    for style in run.style.split():
        tag = TAGS.get(style)
        shown = f"<{tag}>{shown}</{tag}>" if tag else f'<span class="ip-ink-{style}">{shown}</span>'
    if run.option is None:
        return shown
    return f'<u class="ip-link{" ip-visited" if run.visited else ""}">{shown}</u>'


def inert(data: str) -> str:
    """Return the address of a picture if it is a data URL of a type without scripts, otherwise
    nothing."""
    return data if _DATA.fullmatch(data) else ""


def payload(text: str, options: Mapping[Any, int]) -> dict[str, Any]:
    """Return a page as plain data for the live board, in which a link is the number of its option,
    or -1."""
    prose = _prose(text)

    def blocks(parts: Iterable[Block]) -> list[Any]:
        return [[part.kind, part.level, list(map(run, part.runs))] for part in parts]

    def run(part: Run | Image) -> list[Any]:
        number = -1 if part.option is None else options.get(part.option, -1)
        if isinstance(part, Image):
            return [clean(part.name), "image", number, False, inert(part.data)]
        return [clean(part.text), part.style, number, part.visited]

    return {"blocks": blocks(prose.blocks), "side": blocks(prose.side)}
