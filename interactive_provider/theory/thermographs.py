"""Thermographs: the exact gain from a move at each temperature.

Each move costs a tax, the temperature. The left wall is the value that Left reaches by moving
first, the right wall the value that Right reaches. They approach each other as the tax grows and
meet at the game's temperature; above it nobody moves, and the mast stands on the mean value. (E. R.
Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", chapter 6.)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import NamedTuple, TypeAlias

Wall: TypeAlias = "Sequence[tuple[Fraction, Fraction]]"
"""The corners of a wall, (temperature, value), from 0 upwards; above the last one, the wall is the
mast."""


class Thermograph(NamedTuple):
    """Two walls by their corners (temperature, value); both end where they meet."""

    left: Wall
    right: Wall

    def __repr__(self) -> str:
        left, right = (", ".join(f"{value} at {heat}" for heat, value in wall) for wall in self)
        return f"values at temperatures: left wall {left}; right wall {right}"

    def _repr_html_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """Return the drawing as in textbooks: values grow to the left, temperatures upwards, with
        the coordinates of all corners."""
        heat, mean = self.left[-1]
        first = self.left[0][1]
        last = self.right[0][1]
        top = (5 * heat + 1) / 4
        scale = _SIZE / float(max(first - last, top))
        width = float(first - last) * scale
        height = float(top) * scale

        def place(corner: tuple[Fraction, Fraction]) -> tuple[float, float]:
            return float(first - corner[1]) * scale, float(top - corner[0]) * scale

        lines = []
        for wall, ink in zip(self, _INKS, strict=True):
            corners = [place(corner) for corner in (*wall, (top, mean))]
            path = "L".join(f"{x:g} {y:g}" for x, y in corners)
            lines.append(_LINE.format(path, ink))
        every = {*self.left, *self.right}
        right = below = -inf
        for value in sorted({value for _, value in every}, reverse=True):
            x = max(place((heat, value))[0], right)
            right = x + _LETTER * (len(str(value)) + 1)
            lines.append(_FIGURE.format(f"{x:g}", f"{height + 16:g}", "middle", value))
        for warmth in sorted({warmth for warmth, _ in every}, reverse=True):
            y = max(place((warmth, first))[1], below)
            below = y + _LINE_HEIGHT
            lines.append(_FIGURE.format("-12", f"{y + 4:g}", "end", warmth))
        return _SVG.format(f"{width + 2 * _MARGIN:g}", f"{height + 40:g}", -_MARGIN, "".join(lines))


_SIZE = 200
"""The larger of the width and the height of a drawing, in pixels."""
_MARGIN = 48
_LETTER = 7
_LINE_HEIGHT = 13
"""The distance that keeps the labels of close corners apart."""
_INKS = "#0072b2", "#d55e00"
_LINE = '<path d="M{}" stroke="{}" stroke-width="2" fill="none"/>'
_FIGURE = '<text x="{}" y="{}" text-anchor="{}">{}</text>'
_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="{2} -12 {0} {1}"
 fill="currentColor" font-family="sans-serif" font-size="12">{3}</svg>"""


def meeting(lefts: Sequence[Wall], rights: Sequence[Wall]) -> Thermograph:
    """Return the thermograph of a game that is not a number.

    ``lefts`` are the right walls of Left's options, ``rights`` the left walls of Right's.
    """

    def best(heat: Fraction) -> tuple[Fraction, Fraction]:
        left = max(_at(wall, heat) for wall in lefts) - heat
        return left, min(_at(wall, heat) for wall in rights) + heat

    heats = sorted({heat for wall in (*lefts, *rights) for heat, _ in wall})
    left, right = best(heats[-1])
    heats.append(heats[-1] + abs(left - right))
    # in between, each player's best value first falls by the tax and then stays constant
    for low, high in list(pairwise(heats)):
        heats += [low + abs(one - other) for one, other in zip(best(low), best(high), strict=True)]
    corners = list[tuple[Fraction, Fraction, Fraction]]()
    for heat in sorted({*heats}):
        left, right = best(heat)
        if left < right:
            low, above, below = corners[-1]
            share = (above - below) / (above - below + right - left)
            heat = low + share * (heat - low)
            left = right = above + share * (left - above)
        corners.append((heat, left, right))
        if left == right:
            break
    left_wall, right_wall = (_simplest([(c[0], c[side]) for c in corners]) for side in (1, 2))
    return Thermograph(left_wall, right_wall)


def _at(wall: Wall, heat: Fraction) -> Fraction:
    """Return the value of a wall at a temperature."""
    for (low, first), (high, second) in pairwise(wall):
        if heat <= high:
            return first + (second - first) * (heat - low) / (high - low)
    return wall[-1][1]


def _simplest(wall: Wall) -> Wall:
    """Return the same wall without corners at which it does not turn."""
    triples = zip(wall, wall[1:], wall[2:], strict=False)
    turns = [corner for low, corner, high in triples if _at((low, high), corner[0]) != corner[1]]
    return (*wall[:1], *turns, *wall[1:][-1:])
