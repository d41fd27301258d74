"""The value of each choice, as a dictionary that displays itself: the best ten choices at a prompt,
the board with its verdicts in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from ...errors import NoSuchKey, did_you_mean, quote
from ...game import Value, Verdict, player_names
from ...support.plurals import counted, in_words
from ...support.results import DataRows, Result, Table, plain
from ...support.sanitizing import clean, markup
from . import overlays
from .nodes import Position, options_of
from .position_data import board_of, outcome_of

_LISTED = 10
"""The number of choices that get a line each."""


class Verdicts(Result, dict[Value, Verdict]):
    """The verdict on each choice, by its value."""

    _position: Position

    def __init__(self, verdicts: Mapping[Value, Verdict], position: Position) -> None:
        super().__init__(verdicts)
        self._position = position

    def __missing__(self, value: object) -> NoReturn:
        near = did_you_mean(str(value), map(str, self))
        raise NoSuchKey(f"{quote(value)} is not the value of a choice here.{near}")

    def rows(self) -> DataRows:
        """Return a row for each choice."""
        return [{"choice": value, **plain(verdict)} for value, verdict in self.items()]

    def _table(self) -> Table:
        listed = [
            (in_words([o.label]), self[o.value])
            for o in options_of(self._position)
            if o.value in self
        ]
        listed.sort(key=lambda pair: overlays.rank(pair[1]), reverse=True)
        lines = [(label, str(verdict)) for label, verdict in listed]
        notes = [] if lines else [self._why_empty()]
        if len(lines) > _LISTED + 1:
            others = {words for _, words in lines[_LISTED:]}
            rest = counted(len(lines) - _LISTED, "more choice")
            notes = [f"{rest}: {others.pop()}" if len(others) == 1 else rest]
            lines = lines[:_LISTED]
        return Table(lines, left=2, notes=notes, pictures=self._picture())

    def _why_empty(self) -> str:
        is_over = outcome_of(self._position) is not None
        return "The game is over." if is_over else "No verdict is known."

    def _picture(self) -> str:
        """Return the board with the verdicts, if there is one."""
        from ...rendering import html

        board = board_of(self._position) if self else None
        if board is None:
            return ""
        several = len(player_names(self._position._table.game)) > 1
        shown = overlays.with_verdicts(board, overlays.ranked(self) if several else self)
        legend = markup(clean(overlays.verdict_legend(self)))
        return f"<div>{html.render(shown)}<p>{legend}</p></div>"
