"""A board or a whole position as static HTML that is safe and readable wherever a notebook goes.

Three kinds of page shape it. Where everything is kept, a style sheet follows the front end's light
or dark theme. Where style sheets are dropped (an untrusted notebook), colours written on each cell remain,
each with the ink that is readable on it. Where all styling is dropped (a code host), a table of signs
remains, and without tags every row is still one line with its columns aligned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ..boards import Board, Cell
from . import themes
from .signs import MARK_SIGNS, clean, column_widths, legend, margin, padded, shown, sign, spoken, width

LISTED = 12
"""How many options a position without a board names before it only counts them."""

_STYLE = """\
.ip-position,.ip-board{color:var(--jp-content-font-color1,inherit)}
.ip-position pre{white-space:pre-wrap;margin:.3em 0;font-family:var(--jp-code-font-family,monospace)}
.ip-position p{margin:.3em 0}
.ip-board table{border-collapse:collapse;margin:.3em 0;font-family:var(--jp-code-font-family,monospace)}
.ip-board caption{text-align:left}
.ip-board th{font-weight:normal;padding:0 .4em;background:none!important}
.ip-board td{border:1px solid var(--jp-border-color1,#8a8a8a);min-width:1.7em;max-width:12em;height:1.7em;\
padding:0 .2em;text-align:center!important;overflow-wrap:anywhere}
.ip-board tr{background:none!important}
.ip-board thead td{border:0}
.ip-board td b{font-size:.8em;padding:0 .2em;border-radius:.3em}
"""


def render(board: Board) -> str:
    """The board as a table with its caption, counters and legend; everything in it is escaped."""
    return f'<div class="ip-board">\n<style>\n{_style(board)}</style>\n{_body(board)}</div>'


def page(
    title: str,
    text: str,
    board: Board | None,
    outcome: str | None,
    options: Sequence[str],
    seed_line: str = "",
) -> str:
    """The whole rich output of a position, escaped.

    ``text`` is shown as it is written, blanks included. Without a board the options are named in
    brief while the game goes on; the outcome is told once it is over. ``seed_line`` is the line of
    Python, or whatever else the output shall end with.
    """
    parts = [f"<p><strong>{_escaped(title)}</strong></p>"] if title else []
    if text:
        parts.append(f'<pre dir="auto">{_escaped(text)}</pre>')
    if board is not None:
        parts.append(render(board))
    if outcome is not None:
        parts.append(f"<p>Over: <strong>{_escaped(outcome)}</strong></p>")
    elif board is None and options:
        parts.append(f"<p>{_in_brief(options)}</p>")
    if seed_line:
        parts.append(f"<p><code>{_escaped(seed_line)}</code></p>")
    style = "" if board is not None else f"<style>\n{_position_style()}</style>\n"
    body = "\n".join(parts)
    return f'<div class="ip-position">\n{style}{body}\n</div>'


def _position_style() -> str:
    return "".join(f"{line}\n" for line in _STYLE.splitlines() if line.startswith(".ip-position"))


def _in_brief(options: Sequence[str]) -> str:
    named = " · ".join(f"<code>{_escaped(option)}</code>" for option in options[:LISTED])
    more = len(options) - LISTED
    return f"{named} … and {more:,} more" if more > 0 else named


def _style(board: Board) -> str:
    """The rules for what is on this board and nothing else: an output is stored with its notebook."""
    cells = [cell for row in board.rows for cell in row]
    names = {name for cell in cells for name in themes.cell_classes(cell)}
    names.update(f"mark-{cell.mark}" for cell in cells if cell.mark in MARK_SIGNS)
    rules = themes.css(sorted(names))
    return f"{themes.SCHEME.format('.ip-board')}\n{_STYLE}{rules}\n"


def _body(board: Board) -> str:
    caption = [f"<caption>{_escaped(sign(board.caption))}</caption>"] if board.caption else []
    table = ["<table>", *caption, *_head(board), "<tbody>", *_rows(board), "</tbody>", "</table>"]
    return "\n".join([*_pairs(board.counters, ": "), *table, *_pairs(legend(board), " ")]) + "\n"


def _pairs(pairs: Iterable[tuple[str, str]], between: str) -> list[str]:
    told = " &nbsp; ".join(f"{_escaped(sign(a))}{between}{_escaped(sign(b))}" for a, b in pairs)
    return [f"<p>{told}</p>"] if told else []


def _head(board: Board) -> list[str]:
    if not board.column_labels:
        return []
    corner = [f"<td>{' ' * margin(board)}</td>"] if board.row_labels else []
    heads = [
        f'<th scope="col">{_escaped(padded(sign(label), columns, right=True))}</th>'
        for label, columns in zip(board.column_labels, column_widths(board, _sign_of), strict=True)
    ]
    return ["<thead>", f"<tr>{' '.join(corner + heads)}</tr>", "</thead>"]


def _rows(board: Board) -> Iterable[str]:
    widths = column_widths(board, _sign_of)
    columns_before = margin(board)
    for number, row in enumerate(board.rows):
        label = ""
        if board.row_labels:
            name = padded(sign(board.row_labels[number]), columns_before, right=True)
            label = f'<th scope="row">{_escaped(name)}</th> '
        cells = (_cell(cell, columns) for cell, columns in zip(row, widths, strict=True))
        yield f"<tr>{label}{' '.join(cells)}</tr>"


def _sign_of(cell: Cell) -> str:
    return MARK_SIGNS.get(cell.mark, "") + shown(cell)


def _cell(cell: Cell, columns: int) -> str:
    """One cell; a page drops the blanks before its sign, and without tags they align the columns."""
    blanks = " " * (columns - width(_sign_of(cell)))
    names = " ".join(f"ip-{name}" for name in themes.cell_classes(cell))
    return (
        f'<td class="{names}" style="{_inline(themes.cell_colours(cell))}"{_words(cell)}>'
        f"{blanks}{_mark(cell)}{_escaped(shown(cell))}</td>"
    )


def _words(cell: Cell) -> str:
    """What is heard and hovered, where it is more than what is seen."""
    told = spoken(cell)
    label = f' aria-label="{_escaped(told)}"' if told != shown(cell) else ""
    tooltip = f' title="{_escaped(sign(cell.tooltip))}"' if cell.tooltip else ""
    return label + tooltip


def _mark(cell: Cell) -> str:
    if cell.mark not in MARK_SIGNS:
        return ""
    look = f'class="ip-mark-{cell.mark}" style="{_inline(themes.colours(f"mark-{cell.mark}"))}"'
    return f"<b {look}>{_escaped(MARK_SIGNS[cell.mark])}</b>"


def _inline(colours: themes.Colours) -> str:
    return "background:{};color:{}".format(*colours)


def _escaped(text: str) -> str:
    return escape(clean(text), quote=True)
