"""The pieces: one small SVG file each, used by HTML, SVG and the widget.

A piece is drawn in a field of 100 × 100 and looks the same in light and dark themes: it has both
dark and light parts, so that it is visible on any background. In pages it is an image, in which no
code can run.
"""

from __future__ import annotations

import functools
import re
import zlib
from urllib.parse import quote

from ...boards import BARE, Cell, Piece
from ...support.resources import text_of

_INSIDE = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_SAFE_IN_CSS = " !$&*+,-./:;=?@[]_~'"


def drawn(cell: Cell) -> str | Piece | None:
    """Return the piece in the cell, or None if its sign or nothing is shown."""
    if cell.piece and cell.piece != BARE:
        return cell.piece
    return None


@functools.lru_cache(maxsize=1024)
def name(piece: str | Piece) -> str:
    """Return the piece's name in style sheets and pictures: letters, digits and hyphens."""
    if isinstance(piece, str):
        return piece
    return f"own-{zlib.crc32(f'{piece.name} {piece.drawing}'.encode('utf-8', 'replace')):08x}"


@functools.lru_cache(maxsize=1024)
def drawing(piece: str | Piece) -> str:
    """Return the piece's SVG elements, without the enclosing picture."""
    if isinstance(piece, Piece):
        return piece.drawing
    found = _INSIDE.search(text_of(__package__, f"{piece}.svg"))
    assert found is not None, piece
    return found[1].strip()


@functools.lru_cache(maxsize=1024)
def image(piece: str | Piece) -> str:
    """Return the piece as an image's address, for ``url("…")``: no character in it can end a style
    sheet."""
    inside = drawing(piece).replace("\n", "")
    if "'" not in inside:
        inside = inside.replace('"', "'")  # single quotes need no %22
    text = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{inside}</svg>"
    return "data:image/svg+xml," + quote(text, safe=_SAFE_IN_CSS, errors="replace")


def rule(piece: str | Piece, *more: str) -> str:
    """Return the style rule that shows the piece, also for ``more`` selectors; it overrides the
    element's own colours."""
    selectors = ",".join((f".ip-board .ip-piece-{name(piece)}", *more))
    return f'{selectors}{{background-image:url("{image(piece)}"),var(--under,none)!important}}'
