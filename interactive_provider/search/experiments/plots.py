"""Small pictures of figures as SVG: bars, intervals, curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...support.page_theme import SCHEME
from ...support.sanitizing import markup

_BLUE = "#0072b2"
_COLOURS = (_BLUE, "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Colours that can be distinguished without seeing all of them (M. Okabe and K. Ito, 2008)."""

THEMED = f"<style>{SCHEME.format('.ip-plot')}.ip-plot{{color:light-dark(#1f1f1f,#e6e6e6)}}</style>"
"""The ink of a picture whose class is ``ip-plot``, on the page's own ground."""


def bars(title: str, heights: Sequence[float]) -> str:
    """A bar for each figure."""
    if not heights:
        return ""
    top, wide = max(heights) or 1, max(3, min(24, 420 // len(heights)))
    body = "".join(
        f'<rect x="{4 + n * wide}" y="{20 + 80 * (1 - height / top):.1f}" width="{wide - 1}"'
        f' height="{80 * height / top:.1f}" fill="{_BLUE}"><title>{n + 1}:'
        f" {height:.3g}</title></rect>"
        for n, height in enumerate(heights)
    )
    return _svg(f"{title} (at most {top:.3g})", 8 + wide * len(heights), 106, body)


def intervals(
    title: str, rows: Sequence[tuple[str, float, float, float]], middle: float | None = None
) -> str:
    """A point with its interval for each name: least, figure, most; a line marks the ``middle``."""
    if not rows:
        return ""
    low = min(least for _, least, _, _ in rows)
    high = max(most for *_, most in rows)
    # Pixels: the names are on the left, at seven for a letter, and a row for each is 18 high.
    left = 10 + 7 * max(len(name) for name, *_ in rows)
    wide = 300

    def x(figure: float) -> float:
        return left + wide * (figure - low) / ((high - low) or 1)

    body = ""
    if middle is not None:
        body = f'<path d="M{x(middle):.1f} 22V{26 + 18 * len(rows)}" stroke="#999"/>'
    for n, (name, least, figure, most) in enumerate(rows):
        y = 34 + 18 * n
        body += (
            f'<text x="4" y="{y + 4}">{markup(name)}</text>'
            f'<path d="M{x(least):.1f} {y}H{x(most):.1f}" stroke="{_BLUE}" stroke-width="2"/>'
            f'<circle cx="{x(figure):.1f}" cy="{y}" r="4" fill="{_BLUE}"><title>{markup(name)}: '
            f"{_written(figure)}, from {_written(least)} to {_written(most)}</title></circle>"
        )
    return _svg(
        f"{title} ({_written(low)} to {_written(high)})",
        left + wide + 14,
        30 + 18 * len(rows),
        body,
    )


def _written(figure: float) -> str:
    return f"{figure:.0f}" if abs(figure) >= 100 else f"{figure:.2f}"


def curves(title: str, lines: Sequence[Sequence[float]]) -> str:
    """Figures from 0 to 1 one after the other; a line marks the middle."""
    longest = max(map(len, lines), default=0)
    if longest < 2:
        return ""
    wide, body = 420, '<path d="M4 70H424" stroke="#999"/>'
    for n, line in enumerate(lines):
        points = " ".join(
            f"{4 + wide * at / (longest - 1):.1f},{120 - 100 * y:.1f}" for at, y in enumerate(line)
        )
        body += (
            f'<polyline points="{points}" fill="none" stroke="{_COLOURS[n % len(_COLOURS)]}"'
            ' stroke-width="1.5"/>'
        )
    return _svg(title, 8 + wide, 126, body)


class GridCell(NamedTuple):
    """A cell of a grid: its text, the kind that its colour shows, and its tooltip."""

    text: str
    kind: str
    tooltip: str


def grid(
    title: str,
    names: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], GridCell],
) -> str:
    """A coloured cell for each row and column, with a legend of the colours."""
    kinds = list(dict.fromkeys(cell.kind for cell in cells.values() if cell.kind))
    colours = {kind: _COLOURS[n % len(_COLOURS)] for n, kind in enumerate(kinds)}
    left = 10 + 7 * max((len(name) for name in names), default=0)
    wide = 16 + 7 * max((len(name) for name in columns), default=0)
    body = "".join(
        f'<text x="{left + wide * n + 4}" y="32">{markup(name)}</text>'
        for n, name in enumerate(columns)
    )
    for r, name in enumerate(names):
        y = 38 + 24 * r
        body += f'<text x="4" y="{y + 16}">{markup(name)}</text>'
        for c, column in enumerate(columns):
            if (name, column) in cells:
                body += _grid_cell(cells[name, column], left + wide * c, y, wide, colours)
    under = 58 + 24 * len(names)
    body += "".join(
        f'<rect x="{4 + 130 * n}" y="{under - 10}" width="12" height="12"'
        f' fill="{colours[kind]}"/><text x="{20 + 130 * n}" y="{under}">{markup(kind)}</text>'
        for n, kind in enumerate(kinds)
    )
    width = max(left + wide * len(columns), 130 * len(kinds)) + 8
    return _svg(title, max(width, 8 * len(title)), under + 10, body)


def _grid_cell(cell: GridCell, x: float, y: float, wide: float, colours: Mapping[str, str]) -> str:
    colour = colours.get(cell.kind, "none")
    ink = "#fff" if cell.kind else "currentColor"
    return (
        f'<rect x="{x}" y="{y}" width="{wide - 2}" height="22" fill="{colour}"'
        f' stroke="currentColor" stroke-opacity=".3"><title>{markup(cell.tooltip)}</title></rect>'
        f'<text x="{x + 6}" y="{y + 16}" fill="{ink}" pointer-events="none">'
        f"{markup(cell.text)}</text>"
    )


def _svg(title: str, width: float, height: float, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{max(260, width):.0f}"'
        f' height="{height:.0f}" font-family="sans-serif" font-size="12" fill="currentColor"'
        f' class="ip-plot">{THEMED}<text x="4" y="14">{markup(title)}</text>{body}</svg>'
    )
