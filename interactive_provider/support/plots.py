"""Small pictures of figures for pages: intervals and curves.

They are HTML, so that the page lays them out, in its own text colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Any

from .page_theme import SCHEME
from .sanitizing import markup

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Colours that can be distinguished without seeing all of them (M. Okabe and K. Ito, 2008)."""

STYLE = f"""<style>{SCHEME.format(".ip-plot")}
.ip-plot{{color:light-dark(#1f1f1f,#e6e6e6);font:12px sans-serif}}
.ip-plot>div{{display:grid;column-gap:8px;row-gap:2px;margin:6px 0;align-items:end;max-width:420px}}
.ip-plot small{{font-size:10px;line-height:1.2;min-width:0;width:0;white-space:nowrap}}
.ip-plot .axis{{display:flex;justify-content:space-between;width:auto;height:100%}}
.ip-plot .upright{{flex-direction:column;align-items:end}}
.ip-plot>div>svg{{overflow:visible}}
.ip-plot>div>svg path{{fill:none;vector-effect:non-scaling-stroke}}</style>"""
"""How all pictures look, in ink that is dark on a light page and light on a dark one."""

_PLOT = '<div class="ip-plot">{style}{title}<div style="grid:{layout}">{body}</div></div>'

# Sizes are in the style of each drawing: a page's `svg{height:auto}` would win over an attribute.
_INTERVAL = """<span>{name}</span><svg style="width:100%;height:16px" viewBox="{least} -1 {span} 2"\
 preserveAspectRatio="none">\
<title>{name}: {figure[0]:.4g}, from {figure[1]:.4g} to {figure[2]:.4g}</title>\
<path d="M{middle}-1v2" stroke="#999"/>\
<path d="M{figure[1]} 0H{figure[2]}" stroke="#0072b2" stroke-width="2"/>\
<path d="M{figure[0]} 0h0" stroke="#0072b2" stroke-width="8" stroke-linecap="round"/></svg>\
<span>{shown}</span>"""
"""The units are those of the figures, except for the widths of the lines."""

_CURVES = """\
<small class="axis upright"><span>{top}</span><span>{half}</span><span>0</span></small>\
<svg style="width:100%;height:100px" viewBox="0 0 {longest} 1"\
 preserveAspectRatio="none">\
<path d="M0 .5H{longest}" stroke="#999"/>{lines}</svg><span></span>\
<small class="axis"><span>start</span><span>choice {longest}</span></small>"""

_CURVE = '<path d="M{points}" stroke="{colour}" stroke-width="1.5"/>'


def _plot(title: str, body: Iterable[str], layout: str) -> str:
    """Return a picture with its title; nothing if there is nothing to draw."""
    drawn = "".join(body)
    if not drawn:
        return ""
    return _PLOT.format(style=STYLE, title=markup(title), layout=layout, body=drawn)


def intervals(title: str, rows: Sequence[tuple[Any, ...]], middle: float) -> str:
    """Return a picture of a point with its interval for each name; a row begins with the name, the
    figure, and the ends of the interval. A line marks the ``middle``."""
    least, *_, most = sorted([middle, middle, *(end for row in rows for end in row[1:4])])
    body = [
        _INTERVAL.format(
            name=markup(name),
            figure=figures,
            shown=_short(figures[0]),
            middle=middle,
            least=least,
            span=most - least or 1,
        )
        for name, *figures in rows
    ]
    return _plot(
        f"{title} ({_short(least)} to {_short(most)})",
        body,
        "auto-flow / max-content 1fr max-content",
    )


def _short(figure: float) -> str:
    """Return a share with two digits, a rating with none."""
    return f"{figure:.{2 if abs(figure) < 10 else 0}f}"


def curves(title: str, lines: Sequence[Sequence[float]], most: float | None = None) -> str:
    """Return a picture with a curve for each list of figures, on a scale up to ``most``, or up to 1
    if that is None; a line marks the middle."""
    top = most or 1.0
    longest = max(map(len, lines), default=1) - 1
    drawn = [
        _CURVE.format(
            points=" ".join(f"{at} {1 - figure / top:.3f}" for at, figure in enumerate(line)),
            colour=colour,
        )
        for line, colour in zip(lines, cycle(_COLOURS), strict=False)
    ]
    ends = ("100 %", "50 %") if most is None else (f"{most:.3g}", f"{most / 2:.3g}")
    picture = _CURVES.format(longest=longest, lines="".join(drawn), top=ends[0], half=ends[1])
    return _plot(title, [picture] if longest else [], "100px max-content / 36px 1fr")
