"""Writes a picture, given as red, green and blue numbers, as a PNG file and as a URL that a page
can show."""

from __future__ import annotations

import base64
import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 2
"""The PNG code for three bytes a point: red, green, blue."""


def png(width: int, height: int, points: bytes) -> bytes:
    """Return the PNG file of a picture whose points are given row by row, three bytes each."""
    rows = (points[at : at + 3 * width] for at in range(0, 3 * width * height, 3 * width))
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOURS, 0, 0, 0)
    unfiltered = b"".join(b"\0" + row for row in rows)
    return (
        _SIGNATURE
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(unfiltered))
        + _chunk(b"IEND", b"")
    )


def address(file: bytes) -> str:
    """Return a picture's file as a data URL."""
    return f"data:image/png;base64,{base64.b64encode(file).decode()}"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
