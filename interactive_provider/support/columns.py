"""A table of texts in columns.

>>> print(*in_columns([("game", "won"), ("guess", "12")], left=1), sep="\\n")
game   won
guess   12
"""

from __future__ import annotations

from collections.abc import Sequence


def in_columns(rows: Sequence[Sequence[str]], left: int | None = None) -> list[str]:
    """Return the lines of a table; the first ``left`` columns, or all, are flush left, the others
    flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    flush_left = len(widths) if left is None else left
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place < flush_left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
