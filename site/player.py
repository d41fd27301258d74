"""The games of the start page, in the browser's Python: a board is opened, and orders are answered.

It does what the widget's kernel does, without Jupyter. Everything that comes in and goes out is
JSON, and a line or a link is read as data.
"""

from __future__ import annotations

import json
from typing import Any

from interactive_provider import games, replay
from interactive_provider.errors import ProviderError
from interactive_provider.widget import payload
from interactive_provider.widget.session import Session

ALL_GAMES = "games"
"""What opens the catalogue; everything else is a line or a shared link."""


class Table:
    """The board that is on the page: its game, and what the page has of it already."""

    def __init__(self, line: str) -> None:
        self.session = Session(games if line == ALL_GAMES else replay(line))
        self.done: dict[str, int] = {}
        self.known: dict[str, dict[str, str]] = {"_pieces": {}, "_surfaces": {}}

    def obey(self, orders: list[dict[str, Any]]) -> None:
        """Carry out the orders that have not been carried out yet."""
        for order in orders:
            if order["number"] > self.done.get(order["page"], 0):
                self.done[order["page"]] = order["number"]
                self.session.act(order)

    def shown(self) -> str:
        """The present view, with the pictures and rules that the page does not have."""
        view = self.session.view()
        drawn = payload.drawings(view, self.known)
        for name, new in drawn.items():
            self.known[name].update(new)
        told = {**view, "done": self.done, "kept": ""}
        return json.dumps({"view": told, "drawn": drawn, "line": self.session.line})


table: Table


def open_board(line: str) -> str:
    """The first view of a new board, or what is wrong with its line."""
    global table
    try:
        table = Table(line)
    except ProviderError as fault:
        return json.dumps({"fault": str(fault)})
    return table.shown()


def obey(orders: str) -> str:
    """The view after the orders of the page."""
    table.obey(json.loads(orders))
    return table.shown()
