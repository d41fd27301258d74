"""What a person is given who lays a table: a link for each seat."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence

from ..heart.play import actions as of
from ..heart.play.nodes import Playable, begun, node_of
from ..support.sanitizing import markup
from ..support.storage import user_folder
from ..widget.shapes import Json
from .lobby import offers_for
from .server import Server
from .store import Store
from .tables import Tables, seats_of


class Hosted:
    """A table that was laid: ``links`` has one link for each seat, the first one is your own."""

    def __init__(self, links: list[str], roles: Sequence[str], reach: str) -> None:
        self.links = links
        rows = [f"{role}: {link}" for role, link in zip(roles, links, strict=True)]
        self._text = "\n".join((*rows, f"{reach} You sit in the first seat."))

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        lines = "<br>".join(map(markup, self._text.splitlines()))
        style = "width:100%;height:620px;border:0"
        return f'<p>{lines}</p><iframe src="{markup(self.links[0])}" style="{style}"></iframe>'


def _server(offers: Sequence[Json], address: str, port: int) -> Server:
    return Server(Tables(Store(user_folder() / "tables.db")), offers, address, port)


@functools.cache
def _running(address: str, port: int) -> Server:
    """The server of this process at an address, which runs as long as the process does."""
    server = _server(offers_for(), address, port)
    server.start()
    return server


def hosted(p: Playable, name: str, address: str, port: int) -> Hosted:
    """A new table for a game; see `interactive_provider.host`."""
    line = of.line(begun(node_of(p)))
    seats = seats_of(line)
    server = _running(address, port)
    tables = server.tables
    match = tables.lay(line, [None for _ in seats])
    own = tables.take(match, 0, name)
    secrets = [own, *(place.ways[-1] for place in match.record.seats[1:])]
    every = [f"{server.url}#{secret}" for secret in secrets]
    return Hosted(every, match.roles, server.reach)


def serve_games(target: str, address: str, port: int) -> None:
    """Serve tables until interrupted; see `serve`."""
    server = _server(offers_for(target), address, port)
    print(f"Tables: {server.url}\n{server.reach} Press Ctrl-C to stop.", flush=True)  # noqa: T201
    try:
        asyncio.run(server.serve())
    except KeyboardInterrupt:
        print("Stopped. All tables are kept.")  # noqa: T201
