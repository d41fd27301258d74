"""The map of a story as SVG: its passages where the author put them, or in layers from the start.

Passages that were read are filled, ends have a second ring, the reader's passage has a thick one,
and missing ones are dashed: colour is never the only sign.
"""

from __future__ import annotations

import base64
import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import compress
from typing import TypeAlias

_WIDTH = 118.0
_HEIGHT = 40.0
_ACROSS = 150.0
_DOWN = 84.0
_LABEL = 17
"""The maximum number of characters of a name that fit into its box."""

MOST = 2_000
"""The maximum number of passages that are drawn; a larger map could not be read."""

_STYLE = """
svg{color:#222;--paper:#fbfaf6;--read:#c6dbea}
@media(prefers-color-scheme:dark){svg{color:#e4ddd1;--paper:#201d18;--read:#123a54}}
.sm-edge{fill:none;stroke:currentColor;stroke-opacity:.45;stroke-width:1.2}
.sm-box{fill:var(--paper);stroke:currentColor;stroke-width:1.2}
.sm-read .sm-box{fill:var(--read)}
.sm-here .sm-box{stroke-width:3.2}
.sm-missing .sm-box{stroke-dasharray:4 3}
.sm-text{font:12px system-ui,sans-serif;fill:currentColor;text-anchor:middle}
"""
_ON_A_PAGE = (
    "<style>.sm-map{color-scheme:light dark}[data-jp-theme-light=true] .sm-map{color-scheme:light}"
    "[data-jp-theme-light=false] .sm-map{color-scheme:dark}</style>"
)
"""A picture follows the colour scheme of its own element."""


@dataclass(frozen=True, slots=True)
class SvgDrawing:
    """A picture that notebooks show; ``svg`` is its source."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        """Return a picture that fits the page, down to a readable size, and scrolls if it does not
        fit."""
        width = int(re.findall(r' width="(\d+)"', self.svg)[0])
        source = base64.b64encode(self.svg.encode()).decode()
        return (
            f'{_ON_A_PAGE}<img class="sm-map" alt="{escape(repr(self))}"'
            f' src="data:image/svg+xml;base64,{source}" '
            f'style="width:100%;min-width:{width * 0.6:.0f}px;max-width:{width}px">'
        )

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<a map of {self.svg.count('<g ')} passages; a notebook draws it>"


Corner: TypeAlias = tuple[float, float]
"""The upper left corner of a box."""
BoxPlaces: TypeAlias = dict[str, Corner]


@dataclass(frozen=True, slots=True)
class MapPlan:
    """The contents of a map: names of passages in order, arrows between them, and which of them are
    ends or missing.

    ``places`` are the author's own, by name, in pixels; ``nearby`` names passages reached in other
    ways, used only for the layers.
    """

    title: str
    start: str
    names: Sequence[str]
    arrows: Mapping[str, Sequence[str]]
    ends: Collection[str] = ()
    missing: Sequence[str] = ()
    places: Mapping[str, Corner] = field(default_factory=dict)
    nearby: Mapping[str, Sequence[str]] = field(default_factory=dict)


def drawn(plan: MapPlan, read: frozenset[str], here: str) -> SvgDrawing:
    """Return the map of a story, with what was read and where the reader is."""
    names = plan.names[:MOST]
    missing = plan.missing[: MOST // 10]
    places = _places(plan, names, missing)
    edges = [(a, b) for a in names for b in plan.arrows.get(a, ()) if b in places and a in places]
    width = max((x for x, _ in places.values()), default=0) + _WIDTH + 24
    height = max((y for _, y in places.values()), default=0) + _HEIGHT + 24
    title = escape(
        f"Map of {plan.title}: {len(names)} passages, {len(plan.ends)} ends, {len(read)} read"
    )
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
            f' style="max-width:100%;height:auto;max-height:80vh" width="{width:.0f}"'
            ' role="img">'
        ),
        f"<title>{title}</title><style>{_STYLE}</style>",
        # It has its own background: a picture follows the colour scheme of its page, if any.
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="10" style="fill:var(--paper)"/>',
        (
            '<defs><marker id="sm-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
            ' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"'
            ' fill="currentColor"/></marker></defs>'
        ),
        *(_edge(places[a], places[b]) for a, b in edges),
        *(
            _box(name, places[name], name in read, name == here, name in plan.ends, name in missing)
            for name in places
        ),
        "</svg>",
    ]
    return SvgDrawing("".join(parts))


def _places(plan: MapPlan, names: Sequence[str], missing: Sequence[str]) -> BoxPlaces:
    """Return the corner of each passage's box: the author's own, or in layers if the file has
    none."""
    own = {name: plan.places[name] for name in names if name in plan.places}
    if own and len(own) == len(names) and len(set(own.values())) == len(names):
        return _beside(_scaled(own), missing)
    return _beside(_layers(plan, names), missing)


def _scaled(own: BoxPlaces) -> BoxPlaces:
    """Return the author's places, spaced so that no two boxes touch: Twine's own boxes are squares
    of 100."""
    left = min(x for x, _ in own.values())
    top = min(y for _, y in own.values())
    return {name: (12 + (x - left) * 1.25, 12 + (y - top) * 0.62) for name, (x, y) in own.items()}


def _beside(places: BoxPlaces, missing: Sequence[str]) -> BoxPlaces:
    """Return the missing passages, in a row below all others."""
    bottom = max((y for _, y in places.values()), default=0) + _DOWN
    return places | {name: (12 + _ACROSS * i, bottom) for i, name in enumerate(missing)}


def _layers(plan: MapPlan, names: Sequence[str]) -> BoxPlaces:
    """Return the layers: each passage is as many rows down as it is links from the start;
    unreachable ones come last."""
    depth = {plan.start: 0}
    todo = deque(depth)
    present = set(names)
    while todo:
        name = todo.popleft()
        for after in (*plan.arrows.get(name, ()), *plan.nearby.get(name, ())):
            if after in present and after not in depth:
                depth[after] = depth[name] + 1
                todo.append(after)
    last = max(depth.values(), default=0) + 1
    rows: dict[int, list[str]] = {}
    for name in names:
        rows.setdefault(depth.get(name, last), []).append(name)
    places = {}
    row = 0
    for _, members in sorted(rows.items()):
        for start in range(0, len(members), 10):
            for column, name in enumerate(members[start : start + 10]):
                places[name] = (12 + column * _ACROSS, 12 + row * _DOWN)
            row += 1
    return places


def _edge(a: Corner, b: Corner) -> str:
    x1 = a[0] + _WIDTH / 2
    y1 = a[1] + _HEIGHT / 2
    x2 = b[0] + _WIDTH / 2
    y2 = b[1] + _HEIGHT / 2
    if a == b:
        x = a[0] + _WIDTH
        y = a[1] + _HEIGHT / 2
        return (
            f'<path class="sm-edge" d="M{x:.0f} {y - 8:.0f}c26 -22 26 38 0 18"'
            ' marker-end="url(#sm-tip)"/>'
        )
    x1, y1 = _rim(x1, y1, x2, y2)
    x2, y2 = _rim(x2, y2, x1, y1)
    bend = (y2 - y1) * 0.12, (x1 - x2) * 0.12
    middle = (x1 + x2) / 2 + bend[0], (y1 + y2) / 2 + bend[1]
    return (
        f'<path class="sm-edge" d="M{x1:.0f} {y1:.0f}Q{middle[0]:.0f} {middle[1]:.0f} {x2:.0f}'
        f' {y2:.0f}" marker-end="url(#sm-tip)"/>'
    )


def _rim(x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
    """Return the point where the line from the middle of a box leaves it."""
    dx = to_x - x
    dy = to_y - y
    scale = min(_WIDTH / 2 / abs(dx) if dx else 9.0, _HEIGHT / 2 / abs(dy) if dy else 9.0, 0.49)
    return x + dx * scale, y + dy * scale


def _box(name: str, place: Corner, read: bool, here: bool, end: bool, missing: bool) -> str:
    x, y = place
    flags = (read, here, missing, end)
    classes = " ".join(compress(("sm-read", "sm-here", "sm-missing"), flags))
    states = ", ".join(compress(("read", "you are here", "missing", "an end"), flags))
    ring = (
        f'<rect class="sm-box" style="fill:none" x="{x - 4:.0f}" y="{y - 4:.0f}"'
        f' width="{_WIDTH + 8:.0f}" height="{_HEIGHT + 8:.0f}" rx="11"/>'
        if end
        else ""
    )
    title = f"{name}: {states}" if states else name
    label = name if len(name) <= _LABEL else f"{name[: _LABEL - 1]}…"
    return (
        f'<g class="{classes}"><title>{escape(title)}</title><rect'
        f' class="sm-box" x="{x:.0f}" y="{y:.0f}" width="{_WIDTH:.0f}" height="{_HEIGHT:.0f}"'
        f' rx="8"/>{ring}<text class="sm-text" x="{x + _WIDTH / 2:.0f}"'
        f' y="{y + _HEIGHT / 2 + 4:.0f}">{escape(label)}</text></g>'
    )
