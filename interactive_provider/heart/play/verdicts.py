"""What each choice is worth, as a dictionary that shows itself: the best ten choices at a prompt,
the board with its verdicts in a notebook."""

from __future__ import annotations

from collections.abc import Mapping

from ...game import Value, Verdict, player_names
from ...support.columns import in_columns
from ...support.plurals import counted
from ...support.sanitizing import clean, markup, untypeset
from . import overlays
from .nodes import Position, options_of
from .position_data import board_of

_LISTED = 10
"""Choices that get a line each."""


class Verdicts(dict[Value, Verdict]):
    """The verdict on each choice, by its value."""

    __slots__ = ("_position",)
    _position: Position

    def __init__(self, verdicts: Mapping[Value, Verdict], position: Position) -> None:
        super().__init__(verdicts)
        self._position = position

    def _lines(self) -> tuple[list[tuple[str, str]], str]:
        """Labels and verdicts of the best choices, the best first, and a sentence on the others."""
        listed = [(o.label, self[o.value]) for o in options_of(self._position) if o.value in self]
        listed.sort(key=lambda pair: overlays.rank(pair[1]), reverse=True)
        lines = [(label, str(verdict)) for label, verdict in listed]
        if len(lines) <= _LISTED + 1:
            return lines, ""
        others = {words for _, words in lines[_LISTED:]}
        rest = counted(len(lines) - _LISTED, "more choice")
        return lines[:_LISTED], f"{rest}: {others.pop()}" if len(others) == 1 else rest

    def __repr__(self) -> str:
        lines, rest = self._lines()
        if not lines:
            return "No verdict is known."
        return "\n".join([*in_columns(lines), *filter(None, [rest])])

    def _repr_html_(self) -> str:
        from ...rendering import html

        lines, rest = self._lines()
        if not lines:
            return untypeset(f"<p>{self!r}</p>")
        rows = "".join(_ROW.format(markup(label), markup(words)) for label, words in lines)
        table = f"<table>{_HEAD}{rows}</table><p>{markup(rest)}</p>"
        board = board_of(self._position)
        if board is None:
            return untypeset(table)
        several = len(player_names(self._position._table.game)) > 1
        shown = overlays.with_verdicts(board, overlays.ranked(self) if several else self)
        legend = markup(clean(overlays.verdict_legend(self)))
        picture = f"<div>{html.render(shown)}<p>{legend}</p></div>"
        return untypeset(_BESIDE.format(picture, table))


_HEAD = '<tr><th style="text-align:left">choice</th><th style="text-align:left">verdict</th></tr>'
_ROW = '<tr><td style="text-align:left">{}</td><td style="text-align:left">{}</td></tr>'
_BESIDE = '<div style="display:flex;flex-wrap:wrap;gap:24px">{}<div>{}</div></div>'
