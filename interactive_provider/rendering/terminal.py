"""A screen of characters as HTML or in a terminal: the PC's sixteen colours, readable in light and
dark."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ..boards import Pair, Terminal
from ..support.page_theme import SCHEME
from ..support.sanitizing import clean, markup
from .themes import BLACK, RESET, WHITE, Colours, Theme, ansi, contrast, mixed

ColourRun: TypeAlias = tuple[int, list[Pair]]
"""The number of its colours, and pairs of a text and its tag: ``b`` for the cursor, ``i`` for full
blocks."""
USUAL = 7
"""Light grey on black, shown as the page's own text colour on its own background."""
_PALETTE = (
    "#000000", "#0000aa", "#00aa00", "#00aaaa", "#aa0000", "#aa00aa", "#aa5500", "#aaaaaa",
    "#555555", "#5555ff", "#55ff55", "#55ffff", "#ff5555", "#ff55ff", "#ffff55", "#ffffff",
)  # fmt: skip
"""IBM's Color Graphics Adapter, 1981."""
_DARKER = {2: "#007a00", 3: "#007878"}
"""Backgrounds on which light text is readable."""
_PAPER: dict[Theme, str] = {"light": WHITE, "dark": "#0b0b0b"}
_GREY: dict[Theme, str] = {"light": "#3c3c3c", "dark": "#aaaaaa"}
_PLAIN_INK: dict[Theme, str] = {"light": "#1f1f1f", "dark": "#c8c8c8"}
_BLOCK = "█"
_BLOCKS = re.compile(f"({_BLOCK}+)")
_RUNS = re.compile(rb"([^\0])\1*", re.DOTALL)
_MOST_RECTANGLES = 12_000
_TINT = 0.72
_READABLE = 4.5
_STEPS = 20
_LINE, _HIGHEST_LINE = 1.17, 1.5  # in em
_NARROWEST = 9
"""The minimum font size, in pixels."""
_NARROWEST_DRAWN = 4
"""The minimum font size on a screen with points, which is viewed as a whole."""
_CHARACTER = 0.603
"""The width of a character in em."""
_MARGIN = 36
"""The margin of the screen in pixels."""
_AROUND = 249
"""The vertical space in pixels that the rest of a window needs."""

STYLE = """\
.ip-monitor{container-type:inline-size;margin:.3em 0}
.ip-monitor pre.ip-terminal{box-sizing:border-box;white-space:pre;overflow-x:auto;
width:max-content;max-width:100%;
margin:0;padding:8px 11px;border:6px solid #2b2d33;border-radius:12px;line-height:normal;
font-family:var(--jp-code-font-family,monospace),"DejaVu Sans Mono",monospace;
font-variant-ligatures:none;
print-color-adjust:exact}
.ip-monitor pre.ip-terminal code{display:block;font:inherit;color:inherit;background:none;
padding:0;white-space:pre}
.ip-monitor{color-scheme:dark!important}
.ip-monitor pre.ip-terminal code{position:relative}
.ip-monitor pre.ip-terminal svg{position:absolute;left:0;top:0;pointer-events:none}
.ip-monitor pre.ip-terminal i{font-style:normal;background:currentColor}
.ip-monitor pre.ip-terminal b{font-weight:inherit;box-shadow:inset 0 -.16em currentColor}
"""


def render(terminal: Terminal) -> str:
    """Return the screen as an element, and the rules for its colours; all text is escaped."""
    rows = "\n".join("".join(map(_run, row)) for row in rows_of(terminal)) + _drawing(terminal)
    style = f"<style>\n{SCHEME.format('.ip-monitor')}\n{STYLE}{rules_of(terminal)}\n</style>"
    opened = (
        f'<pre class="ip-terminal ip-c{USUAL}"'
        f' style="{_inline(USUAL)};font-size:{size_of(terminal)}">'
    )
    shown = f'{opened}<code style="{shape_of(terminal)}">{rows}</code></pre>'
    return f'<div class="ip-monitor">\n{style}\n{shown}\n</div>'


def as_text(terminal: Terminal, theme: Theme) -> str:
    """Return the screen in the colours of a light or dark terminal; ordinary text keeps the
    terminal's own colours."""
    terminal = terminal.in_characters()
    rows = (
        "".join(_coloured(*run, theme) for run in terminal.runs(row))
        for row in range(len(terminal.rows))
    )
    return "\n".join(row.rstrip(" ") for row in rows).rstrip("\n")


def _coloured(text: str, code: int, theme: Theme) -> str:
    if code == USUAL:
        return clean(text)
    return f"{ansi(colours(code, theme))}{clean(text)}{RESET}"


def rules_of(terminal: Terminal) -> str:
    """Return the rules for the colours on a screen."""
    codes = sorted(
        {code for row in range(len(terminal.rows)) for _, code in terminal.runs(row)} | {USUAL}
    )
    return "\n".join(
        f".ip-monitor .ip-c{code}{{{_inline(code)}!important}}".replace(";", "!important;")
        for code in codes
    )


def size_of(terminal: Terminal) -> str:
    """Return the font size as a style: all columns if they fit, but never too small to read."""
    columns = len(terminal.rows[0])
    most = 15 if columns > 40 else 18
    between, line = _spacing(terminal)
    width = columns * (_CHARACTER + between)
    height = len(terminal.rows) * line
    fitting = f"min((100cqw - {_MARGIN}px)/{width:.2f},(100dvh - {_AROUND}px)/{height:.2f})"
    least = _NARROWEST_DRAWN if terminal.points else _NARROWEST
    return f"clamp({least}px,{fitting},{most}px)"


def shape_of(terminal: Terminal) -> str:
    """Return the space for the characters as a style; a screen with points has the proportions of a
    television picture."""
    between, line = _spacing(terminal)
    columns = len(terminal.rows[0])
    return f"min-width:{_across(columns, between)}" + (
        f";--between:{between:.3f}em;letter-spacing:var(--between);line-height:{line:.3f}"
        if terminal.points
        else ""
    )


def _across(columns: float, between: float) -> str:
    """Return the width of some characters with the space between them."""
    if between:
        return f"calc({columns:g} * (1ch + {between:.3f}em))"
    return f"{columns:g}ch"


def _spacing(terminal: Terminal) -> tuple[float, float]:
    """Return the space between characters and the height of a line, both in em."""
    if not terminal.points:
        return 0.0, _LINE
    lines = len(terminal.points) / terminal.cell[1]
    columns = len(terminal.points[0]) / terminal.cell[0]
    ratio = 4 / 3 * lines / columns
    return max(ratio * _LINE - _CHARACTER, 0.0), min(max(_CHARACTER / ratio, _LINE), _HIGHEST_LINE)


def rows_of(terminal: Terminal) -> Iterator[list[ColourRun]]:
    """Return the rows of a screen as runs of one colour."""
    line, column = terminal.cursor or (-1, -1)
    for number in range(len(terminal.rows)):
        at = 0
        runs: list[ColourRun] = []
        for text, code in terminal.runs(number):
            here = len(text)
            if line == number and at <= column < at + here:
                here = column - at
            cursor = [(text[here], "b")] if text[here:] else []
            pieces = [
                *_filled(text[:here]),
                *cursor,
                *_filled(text[here + 1 :]),
            ]
            runs.append((code, pieces))
            at += len(text)
        yield runs


def paths_of(terminal: Terminal) -> tuple[str, str, list[Pair]]:
    """Return the points of a screen: their box, its size as a style, and for each colour a path of
    rectangles.

    The machine's colours are used in every theme. If there are very many rectangles, the picture is
    made coarser.
    """
    points = terminal.points
    across = len(points[0]) / terminal.cell[0]
    down = len(points) / terminal.cell[1] / len(terminal.rows)
    rectangles = list(_rectangles(points))
    while len(rectangles) > _MOST_RECTANGLES:
        points = tuple(row[::2] for row in points[::2])
        rectangles = list(_rectangles(points))
    paths: dict[int, str] = defaultdict(str)
    for colour, left, right, top, bottom in rectangles:
        paths[colour] += f"M{left} {top}H{right}V{bottom}H{left}z"
    between, _ = _spacing(terminal)
    size = f"width:{_across(across, between)};height:{down:.4%}"
    shapes = [(_PALETTE[colour], paths[colour]) for colour in sorted(paths)]
    return f"0 0 {len(points[0])} {len(points)}", size, shapes


def _rectangles(points: Sequence[bytes]) -> Iterator[tuple[int, int, int, int, int]]:
    """Return rectangles of one colour that cover the points: colour, left, right, top, bottom."""
    growing: dict[tuple[int, int, int], int] = {}
    for y, row in enumerate((*points, b"")):
        runs = {(row[run.start()], *run.span()) for run in _RUNS.finditer(row)}
        for run in growing.keys() - runs:
            yield *run, growing.pop(run), y
        growing.update((run, y) for run in sorted(runs - growing.keys()))


def _drawing(terminal: Terminal) -> str:
    if not terminal.points:
        return ""
    box, size, paths = paths_of(terminal)
    drawn = "".join(f'<path fill="{colour}" d="{path}"/>' for colour, path in paths)
    about = (
        f'viewBox="{box}" preserveAspectRatio="none" shape-rendering="crispEdges"'
        ' aria-hidden="true"'
    )
    return f'<svg {about} style="{size}">{drawn}</svg>'


def _filled(text: str) -> Iterator[Pair]:
    """Return a text whose full blocks are drawn as backgrounds, since a font's blocks leave gaps
    between the rows."""
    for part in _BLOCKS.split(text):
        if part:
            yield part, "i" if part[0] == _BLOCK else ""


def _run(run: ColourRun) -> str:
    code, parts = run
    shown = "".join(
        f"<{tag}>{markup(text)}</{tag}>" if tag else markup(text) for text, tag in parts
    )
    if code == USUAL:
        return shown
    return f'<span class="ip-c{code}" style="{_inline(code)}">{shown}</span>'


def _inline(code: int) -> str:
    """Return the colours on a page, where the screen is dark glass in either theme."""
    return "background:{};color:{}".format(*colours(code, "dark"))


@functools.cache
def colours(code: int, theme: Theme) -> Colours:
    """Return background and text colour: the PC's on a dark page; on a light one black becomes
    white, and colours become tints and dark text."""
    ground = code >> 4 & 7
    ink = code & 15
    paper = _ground(ground, theme)
    if ground == ink:
        return paper, paper  # hidden text stays hidden
    return paper, _readable(_ink(ink, paper, theme), paper)


def _ground(number: int, theme: Theme) -> str:
    if number in (0, 7):
        return (_PAPER if number == 0 else _GREY)[theme]
    if theme == "light":
        return mixed(_PALETTE[number], WHITE, _TINT)
    return _DARKER.get(number, _PALETTE[number])


def _ink(number: int, paper: str, theme: Theme) -> str:
    if number == 7 and paper == _PAPER[theme]:
        return _PLAIN_INK[theme]
    if number in (0, 7, 15) and theme == "light":
        return max(BLACK, WHITE, key=lambda ink: contrast(ink, paper))
    return _PALETTE[number]


def _readable(ink: str, paper: str) -> str:
    """Return the text colour, made lighter or darker until it is readable."""
    end = max(BLACK, WHITE, key=lambda ink: contrast(ink, paper))
    mixtures = (mixed(ink, end, step / _STEPS) for step in range(_STEPS + 1))
    return next((mixture for mixture in mixtures if contrast(mixture, paper) >= _READABLE), end)
