"""Small pictures of figures for pages: bars, intervals, curves, and a grid of coloured cells.

They are HTML, so that the page lays them out, and in its own ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...support.page_theme import SCHEME
from ...support.sanitizing import markup

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Colours that can be distinguished without seeing all of them (M. Okabe and K. Ito, 2008)."""

STYLE = f"""<style>{SCHEME.format(".ip-plot")}
.ip-plot{{color:light-dark(#1f1f1f,#e6e6e6);font:12px sans-serif}}
.ip-plot>div{{display:grid;gap:2px 8px;margin:6px 0;align-items:end;max-width:420px}}
.ip-plot i{{background:#0072b2}}
.ip-plot .row{{position:relative;height:16px;background:none}}
.ip-plot .row>*{{position:absolute}}
.ip-plot .middle{{height:100%;width:1px;background:#999}}
.ip-plot .dot{{width:8px;height:8px;border-radius:4px;margin-left:-4px;top:4px}}
.ip-plot .range{{height:2px;top:7px}}
.ip-plot .cell{{padding:2px 6px;min-height:14px;outline:1px solid currentColor;color:currentColor}}
.ip-plot .kind{{color:#fff}}</style>"""
"""How all pictures look, in ink that is dark on a light page and light on a dark one."""

_PLOT = '<div class="ip-plot">{style}{title}<div style="grid:{grid}">{body}</div></div>'

_BAR = '<i title="{number}: {height:.3g}" style="height:{share:.0f}px"></i>'

_INTERVAL = """<span>{name}</span><i class="row" title="{name}: {figure:.4g}, from {low:.4g} to\
 {high:.4g}"><i class="middle" style="left:{middle:.1f}%"></i><i class="range" style="left:\
{from_:.1f}%;right:{to:.1f}%"></i><i class="dot" style="left:{at:.1f}%"></i></i>"""

_CURVES = """<svg width="420" height="100" viewBox="0 0 {longest} 1" preserveAspectRatio="none">\
<path d="M0 .5H{longest}" stroke="#999" vector-effect="non-scaling-stroke"/>{lines}</svg>"""

_CURVE = """<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"\
 vector-effect="non-scaling-stroke"/>"""

_CELL = '<span class="cell {kind}" title="{tip}" style="background:{colour}">{text}</span>'


def _plot(title: str, body: Iterable[str], grid: str = "auto / auto-flow") -> str:
    """A picture with its title; nothing if there is nothing to draw."""
    drawn = "".join(body)
    if not drawn:
        return ""
    return _PLOT.format(style=STYLE, title=markup(title), grid=grid, body=drawn)


def bars(title: str, heights: Sequence[float]) -> str:
    """A bar for each figure."""
    top = max(heights, default=0) or 1
    body = [
        _BAR.format(number=number, height=height, share=80 * height / top)
        for number, height in enumerate(heights, 1)
    ]
    return _plot(f"{title} (at most {top:.3g})", body)


def intervals(title: str, rows: Sequence[tuple[str, float, float, float]], middle: float) -> str:
    """A point with its interval for each name: least, figure, most; a line marks the ``middle``."""
    ends = [middle, *(end for _, *figures in rows for end in figures)]
    least = min(ends)
    most = max(ends)
    scale = 100 / ((most - least) or 1)
    body = [
        _INTERVAL.format(
            name=markup(name),
            figure=figure,
            low=low,
            high=high,
            middle=scale * (middle - least),
            from_=scale * (low - least),
            to=scale * (most - high),
            at=scale * (figure - least),
        )
        for name, low, figure, high in rows
    ]
    return _plot(f"{title} ({least:.4g} to {most:.4g})", body, "auto-flow / max-content 1fr")


def curves(title: str, lines: Sequence[Sequence[float]]) -> str:
    """Figures from 0 to 1 one after the other; a line marks the middle."""
    colours = _COLOURS * len(lines)
    drawn = [
        _CURVE.format(
            points=" ".join(f"{at},{1 - share:.3f}" for at, share in enumerate(line)), colour=colour
        )
        for line, colour in zip(lines, colours, strict=False)
    ]
    longest = max(map(len, lines), default=1) - 1
    body = [_CURVES.format(longest=longest, lines="".join(drawn))] if longest else []
    return _plot(title, body)


class GridCell(NamedTuple):
    """A cell of a grid: its text, the kind that its colour shows, and its tooltip."""

    text: str
    kind: str = ""
    tip: str = ""


def grid(title: str, columns: int, cells: Sequence[GridCell]) -> str:
    """Cells in rows, coloured by their kinds; those of a legend of the colours follow them."""
    kinds = [kind for kind in dict.fromkeys(cell.kind for cell in cells) if kind]
    legend = [GridCell(kind, kind) for kind in kinds]
    body = [
        _CELL.format(
            kind="kind" if cell.kind else "",
            tip=markup(cell.tip),
            colour=_COLOURS[kinds.index(cell.kind) % len(_COLOURS)] if cell.kind else "none",
            text=markup(cell.text),
        )
        for cell in (*cells, *legend)
    ]
    return _plot(title, body, f"auto-flow / repeat({columns}, max-content)")
