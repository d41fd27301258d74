"""A board, or an index of games, as static HTML that is safe and readable in any notebook viewer.

Three kinds of page were considered. If a page keeps everything, a style sheet follows its light or
dark theme. If it drops style sheets (an untrusted notebook), the colours in each cell remain, each
with readable text. If it drops all styling (a code host), a table of signs remains, and even
without tags every row is one line with aligned columns.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from ..boards import Board, Cell, Piece
from ..showing import View
from ..support.page_theme import SCHEME
from ..support.resources import text_of
from ..support.sanitizing import markup, untypeset
from ..support.wrapping import width
from . import console, fit, pieces, surfaces, svg, themes
from . import prose as books
from . import terminal as screens
from .signs import (
    MARK_SIGNS,
    column_widths,
    heads,
    legend,
    margin,
    padded,
    rank_and_suit,
    shown,
    sign,
    spoken,
    zoned,
)

POSITION = """\
.ip-position,.ip-board{color:var(--jp-content-font-color1,inherit);overflow-wrap:anywhere}
.ip-position pre{white-space:pre-wrap;overflow-x:auto;margin:.3em 0;
font-family:var(--jp-code-font-family,monospace)}
.ip-position pre.ip-laid-out{white-space:pre}
.ip-position pre:not(.ip-laid-out){word-break:normal;overflow-wrap:inherit}
.ip-position p{margin:.3em 0}
.ip-position :is(p,pre,td){unicode-bidi:plaintext}
.ip-position p code{white-space:pre-wrap}
.ip-position p.ip-footnote{font-size:12px;opacity:.75;margin:-.4em 0 .8em}
"""
"""The style of a whole position."""

_INDEX = """\
.ip-position .ip-index{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));
gap:10px;max-width:1180px}
.ip-position .ip-card{display:flex;flex-direction:column;gap:2px;padding:8px;border-radius:8px;
border:1px solid light-dark(#c4c4c4,#555)}
.ip-position .ip-card>:is(svg,span){width:100%;height:112px;margin-bottom:4px;border-radius:6px;
overflow:hidden;color:#23201c;background:#fbf7ef;font:12px/1.5 serif}
.ip-position .ip-card small{font-size:.9em}
"""

_EXCERPT = 160
"""The maximum length of a text shown in place of a picture."""


def render(board: Board) -> str:
    """Return the board as a table with its caption, counters and legend; everything in it is
    escaped."""
    return untypeset(f"\n<style>\n{_style(board)}</style>\n{_body(board)}", "ip-board")


class Entry(NamedTuple):
    """A game on a page of games: its attribute, its name for players, a sentence, and a view for
    its picture."""

    name: str
    title: str
    brief: str
    view: View

    def card(self) -> str:
        """Return the card, escaped: without a board, its picture is the beginning of the text."""
        board = self.view.drawn()
        words = markup(" ".join(str(self.view.text).split())[:_EXCERPT])
        picture = f"<span>{words}</span>" if words and board is None else ""
        if board is not None:
            picture = svg.render(board)
        return (
            f'<div class="ip-card">{picture}<strong>{markup(self.title)}</strong>'
            f"<code>{markup(self.name)}</code><small>{markup(self.brief)}</small></div>"
        )


def index(title: str, games: Iterable[Entry], line: str) -> str:
    """Return a page of games to choose from, escaped: a card for each with its picture, its name
    and a sentence, and how to start one."""
    cards = "\n".join(entry.card() for entry in games)
    typed = "_" if "(" in line else line  # Tab does not complete a call
    page = (
        f"\n<style>\n{POSITION}{_INDEX}</style>\n<p><strong>{markup(title)}</strong></p>\n"
        f'<div class="ip-index">\n{cards}\n</div>\n'
        f"<p><code>{markup(typed)}.</code> and the Tab key list them; <code>%play"
        f" {markup(line)}</code> shows them "
        "as cards to press.</p>\n"
    )
    return untypeset(page, "ip-position")


@functools.cache
def _grid_style() -> str:
    return text_of(__package__, "grid.css")


def _style(board: Board) -> str:
    """Return only the rules for what is on this board, since an output is stored with its
    notebook."""
    cells = [cell for row in board.rows for cell in row]
    names = {name for cell in cells for name in (themes.ground(cell), themes.ground_shade(cell))}
    names |= {themes.badge(cell) for cell in cells if cell.overlay}
    names |= {"mark-wrong" for cell in cells if cell.mark == "wrong"}
    names.discard("")
    on_cells: Iterator[str | Piece] = filter(None, map(pieces.drawn, cells))
    drawings = {pieces.name(piece): piece for piece in on_cells}
    rules = [
        themes.css(names),
        *(pieces.rule(drawings[name]) for name in sorted(drawings)),
        surfaces.rules(board.surface),
    ]
    written = "\n".join(filter(None, rules))
    return f"{SCHEME.format('.ip-board')}\n{POSITION}{_grid_style()}{written}\n"


def style_of_all() -> str:
    """Return the rules for anything on a widget's board or screen, except for a screen's colours,
    the surfaces and the pieces."""
    styles = (
        _grid_style(),
        themes.css(),
        screens.STYLE,
        console.rules(),
        books.style(),
    )
    return "\n".join(styles)


def _body(board: Board) -> str:
    lines = []
    if board.counters:
        counters = [
            f"{markup(sign(name))}: {markup(sign(value))}" for name, value in board.counters
        ]
        lines.append(f"<p>{' &nbsp; '.join(counters)}</p>")
    longest = fit.longest_sign(board)
    style = fit.style(board, longest)
    lines.append(f'<table class="{fit.table_classes(board, longest)}" style="{style}">')
    if board.caption:
        lines.append(f"<caption>{markup(sign(board.caption))}</caption>")
    lines += _head(board)
    lines += _zones(board) if board.zones else ["<tbody>", *_rows(board), "</tbody>"]
    lines += ["</table>", *_legend(board), ""]
    return "\n".join(lines)


def _legend(board: Board) -> list[str]:
    """Return the legend; only the style sheet hides what a picture need not explain."""
    written = fit.legend(board)
    entries = []
    for key, meaning in legend(board):
        entry = f"{markup(key)} {markup(meaning)}"
        if (key, meaning) not in written:
            entry = f'<span class="ip-said">{entry}</span>'
        entries.append(entry)
    if entries:
        return [f"<p>{' &nbsp; '.join(entries)}</p>"]
    return []


def _head(board: Board) -> list[str]:
    if not board.column_labels:
        return []
    corner = [f"<td>{' ' * margin(board)}</td>"] if board.row_labels else []
    widths = column_widths(board, _sign_of)
    labels = map(padded, heads(board.column_labels), widths)
    cells = [f'<th scope="col">{markup(label)}</th>' for label in labels]
    return ["<thead>", f"<tr>{' '.join(corner + cells)}</tr>", "</thead>"]


def _rows(board: Board) -> Iterable[str]:
    widths = column_widths(board, _sign_of)
    columns_before = margin(board)
    styles = surfaces.row_styles(board)
    for number, row in enumerate(board.rows):
        label = ""
        if board.row_labels:
            name = padded(sign(board.row_labels[number]), columns_before)
            label = f'<th scope="row">{markup(name)}</th> '
        cells = []
        for cell, columns in zip(row, widths, strict=True):
            more = " ip-live" if surfaces.has_dot(board, cell) else ""
            cells.append(_cell(cell, columns, more))
        style = f' style="{styles[number]}"' if styles else ""
        yield f"<tr{style}>{label}{' '.join(cells)}</tr>"


def _zones(board: Board) -> Iterable[str]:
    """Return a group of rows for each side of the table; without tags, every zone is still one
    line."""
    classes = surfaces.row_classes(board)
    styles = surfaces.row_styles(board)
    for side, numbered in groupby(enumerate(board.zones), lambda pair: pair[1].side):
        yield f'<tbody class="ip-side-{side}">'
        for number, zone in numbered:
            words = markup(sign(zone.name))
            if zone.note:
                words = f"{words} <em>{markup(sign(zone.note))}</em>".lstrip()
            head = f'<th scope="row"><span>{words}</span></th> ' if words else ""
            cells = " ".join(map(_card, zoned(board.rows[number])))
            yield f'<tr class="{classes[number]}" style="{styles[number]}">{head}{cells}</tr>'
        yield "</tbody>"


def _card(cell: Cell) -> str:
    """Return a cell of a zone; without a style sheet, a gap is a bar."""
    if cell.role == "void":
        return f'<td class="ip-void{zone_class(cell)}" aria-hidden="true">|</td>'
    return _cell(cell, 0, zone_class(cell), is_card=True)


def zone_class(cell: Cell) -> str:
    """Return the extra class of a zone's cell: a gap, or a card without a suit."""
    if cell.role == "void":
        return " ip-gap"
    is_suitless = cell.role in ("card", "red-card") and not rank_and_suit(fit.face(cell))[1]
    return " ip-suitless" if is_suitless else ""


def _sign_of(cell: Cell) -> str:
    return MARK_SIGNS.get(cell.mark, "") + shown(cell)


def _cell(cell: Cell, columns: int, more: str, is_card: bool = False) -> str:
    """Return one cell; a page drops the blanks before its sign, which align the columns if there
    are no tags."""
    blanks = " " * (columns - width(_sign_of(cell)))
    rank, suit = rank_and_suit(fit.face(cell)) if is_card else ("", "")
    if suit:
        face = f'{markup(rank)}<i data-suit="{suit}">{suit}</i>'
    else:
        face = _cut(sign(cell.text), fit.face(cell))
    style = _inline(themes.cell_colours(cell))
    opened = f'<td class="{classes(cell)}{more}" style="{style}"{_words(cell)}>'
    return f"{opened}{blanks}{_mark(cell)}{face}{_overlay(cell)}</td>"


def classes(cell: Cell) -> str:
    """Return the classes by which the style sheet identifies a cell's ground, piece and mark."""
    return _classes(
        cell.role,
        cell.piece,
        cell.mark,
        cell.shade,
    )


@functools.lru_cache(maxsize=4096)  # a board has hundreds of cells but only a dozen looks
def _classes(role: str, piece: str | Piece, mark: str, shade: float | None) -> str:
    cell = Cell(role=role, piece=piece, mark=mark, shade=shade)
    drawn = pieces.drawn(cell)
    names = [
        themes.ground(cell),
        themes.ground_shade(cell),
        f"piece-{pieces.name(drawn)}" if drawn else piece,
        f"marked-{mark}" if mark in MARK_SIGNS else "",
    ]
    return " ".join(f"ip-{name}" for name in names if name)


def _words(cell: Cell) -> str:
    """Return the label for screen readers and tooltips, if it says more than what is visible."""
    name = spoken(cell)
    label = f' aria-label="{markup(name)}"' if name != shown(cell) else ""
    tooltip = f' title="{markup(sign(cell.tooltip))}"' if cell.tooltip else ""
    return label + tooltip


def _mark(cell: Cell) -> str:
    if cell.mark not in MARK_SIGNS:
        return ""
    style = _inline(themes.colours(f"mark-{cell.mark}"))
    look = f'class="ip-mark-{cell.mark}" style="{style}"'
    return f"<b {look}>{markup(MARK_SIGNS[cell.mark])}</b>"


def _cut(whole: str, seen: str) -> str:
    """Return words of which pictures show only a part; only the style sheet hides the rest."""
    before, _, after = whole.partition(seen) if seen else ("", "", "")
    hidden = [f"<b>{markup(part)}</b>" if part else "" for part in (before, after)]
    return markup(seen).join(hidden)


def _overlay(cell: Cell) -> str:
    if not cell.overlay:
        return ""
    colon = "<i>:</i>" if cell.text else ""
    return f'<small class="ip-{themes.badge(cell)}">{colon}{markup(sign(cell.overlay))}</small>'


def _inline(colours: themes.Colours) -> str:
    return "background:{};color:{}".format(*colours)
