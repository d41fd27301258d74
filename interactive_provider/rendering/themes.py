"""The colours of each role: one table for all views, checked for contrast by the tests.

The hues are those of Okabe and Ito, "Color Universal Design" (2002), which people with all common
kinds of colour vision can distinguish, made lighter or darker where a sign on them must be
readable.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from itertools import product
from typing import Literal, TypeAlias

from ..boards import BARE, ROLES, Cell
from ..support.resources import text_of

Theme: TypeAlias = Literal["light", "dark"]

Colours: TypeAlias = tuple[str, str]
"""Background and text colour, as ``#rrggbb``."""

BLACK, WHITE = "#000000", "#ffffff"


def _read(text: str) -> dict[str, dict[Theme, Colours]]:
    """Return four colours for each name: light background and text, dark background and text."""
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("# "))
    return {name: {"light": (a, b), "dark": (c, d)} for name, a, b, c, d in rows}


_TABLE = _read(text_of(__package__, "colours.txt"))
"""The colours of all roles, marks and shades."""


RAISED = frozenset({"covered", "flag", "tile", "home"})
"""Roles that are raised like tiles; in pages `grid.css` draws their edges."""

_OWN_COLOUR = frozenset(
    "red green blue yellow purple coin skull flame mine good bad muted plain"
    " player-1 player-2".split()
)
"""Roles whose colour is that of the object: if a piece is drawn, the piece has the colour, and the
background is empty."""

SHADES = 10
"""Shades run from 0 (bad) to this number (good)."""


def colours(role: str, theme: Theme = "light") -> Colours:
    """Return background and text colour of a role, a ``mark-…`` or a ``shade-…``; an unknown role
    is shown as ``plain``."""
    return _TABLE.get(role, _TABLE["plain"])[theme]


def known(role: str) -> str:
    """Return ``role``, or ``plain`` if no view has a style for it."""
    if role in ROLES:
        return role
    return "plain"


def shade_step(score: float) -> int:
    """Return the step for a score: 0 for scores up to 0, `SHADES` for scores from 1, otherwise the
    nearest step between."""
    if 0.0 < score < 1.0:
        return min(max(round(score * SHADES), 1), SHADES - 1)
    if score >= 1.0:
        return SHADES
    return 0


def cell_colours(cell: Cell, theme: Theme = "light") -> Colours:
    """Return background and text colour of a cell's sign: those of its shade if it has one,
    otherwise of its role."""
    return colours(known(cell.role) if cell.shade is None else badge(cell), theme)


def ground(cell: Cell) -> str:
    """Return the role whose background a picture paints under the cell's sign or piece."""
    role = known(cell.role)
    if cell.piece and cell.piece != BARE and role in _OWN_COLOUR:
        return "blank"
    return role


def ground_shade(cell: Cell) -> str:
    """Return the shade that covers the background, or nothing.

    Only a bare cell is covered, as nothing on it has its own colour; otherwise the badge with the
    verdict is shaded.
    """
    return badge(cell) if cell.shade is not None and cell.piece == BARE else ""


def badge(cell: Cell) -> str:
    """Return the name of the colours of the text laid over the cell."""
    if cell.shade is None:
        return "plain"
    return f"shade-{shade_step(cell.shade)}"


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def css(names: Iterable[str] = _TABLE) -> str:
    """Return style rules for roles, ``mark-…`` and ``shade-…``, following the page's
    ``color-scheme``.

    The rules override the colours in the elements, which are for pages that remove style sheets.
    Those of shades name their class twice: a shade covers a role, also one whose rules another
    board of the page brings later.
    """
    return "\n".join(
        rule(
            f".ip-board .ip-{name}" + f".ip-{name}" * name.startswith("shade-"),
            colours(name),
            colours(name, "dark"),
        )
        for name in sorted(names)
    )


def rule(selector: str, light: Colours, dark: Colours) -> str:
    """Return a style rule for background and text colour that follows the page's
    ``color-scheme``."""
    back, ink = (f"light-dark({a},{b})!important" for a, b in zip(light, dark, strict=True))
    return f"{selector}{{background-color:{back};color:{ink}}}"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(one: str, other: str, share: float) -> str:
    """Return the colour at ``share`` of the way from one to the other."""
    mixed = (round(a + (b - a) * share) for a, b in zip(_parts(one), _parts(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


RESET = "\x1b[0m"
"""The terminal sequence that ends colours."""


@functools.cache
def ansi(ground_and_ink: Colours) -> str:
    """Return the terminal sequence for two colours, from the 256 that every colour terminal
    supports."""
    ground, ink = (_nearest_of_256(colour) for colour in ground_and_ink)
    return f"\x1b[48;5;{ground};38;5;{ink}m"


def _nearest_of_256(colour: str) -> int:
    """Return the nearest of the 6 × 6 × 6 cube and the 24 greys of xterm's palette."""
    distances = [math.dist(one, _parts(colour)) for one in (*_CUBE, *_GREYS)]
    return 16 + distances.index(min(distances))


_CUBE = tuple(product((0, 95, 135, 175, 215, 255), repeat=3))
_GREYS = tuple((grey, grey, grey) for grey in range(8, 248, 10))
"""The colours of xterm's palette, starting with number 16."""
