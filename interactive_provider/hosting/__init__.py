"""Games for several people, each in their own browser, who see only what their seat may see.

`match` is one table with a game between several people, `seat` is what a player sees and may do,
and `store` saves both; `tables` has all tables of a server. `frames` makes everything that is sent,
`server` sends it, and `lobby` lists the games on offer. `pages/` has the files for browsers.
Nothing here is loaded until somebody asks for a table.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import BadParameter, quote
from ..game.validation import whole
from ..heart.play.actions import line
from ..heart.play.nodes import Playable, begun, node_of
from ..support.extras import need
from ..support.results import Result, Table
from ..support.sanitizing import markup
from ..support.storage import user_folder

if TYPE_CHECKING:
    from .server import Server

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, repr=False)
class Hosted(Result):
    """An open table: ``links`` has one link for each seat; the first one is your own."""

    links: list[str]
    roles: Sequence[str]
    reach: str

    def _table(self) -> Table:
        return Table(
            list(zip(self.roles, self.links, strict=True)),
            left=2,
            notes=[f"{self.reach} You sit in the first seat."],
            pictures=_FRAME.format(markup(self.links[0])),
        )


_FRAME = '<iframe src="{}" style="width:100%;height:510px;border:0"></iframe>'


def host(p: Playable, *, name: str = "the host", address: str = LOOPBACK, port: int = 0) -> Hosted:
    """Open a table for a game that others play in their own browsers, with one link for each seat.

    You sit in the first seat; a notebook shows it below the links. Only programs on this computer
    can reach the links, unless ``address`` is that of a network, or ``"0.0.0.0"`` for all networks.
    The table has its own luck. Raises `ChoiceError` for a game that several people cannot play,
    `BadParameter` if the port or the address cannot be used, and `MissingExtra` if the ``host``
    extra is not installed.

    >>> host(games.match_game.two_people).links[1].startswith("http://127.0.0.1:")
    True
    """
    from .match import beginning

    game = line(begun(node_of(p)))
    beginning(game)  # a game that several people cannot play opens no port
    server = _running(*_checked(address, port))
    match = server.tables.lay(game)
    secrets = [place.ways[-1] for place in match.record.seats]
    secrets[0] = server.tables.take(match, 0, name)
    return Hosted([f"{server.url}#{secret}" for secret in secrets], match.roles, server.reach)


def serve(target: str = "", address: str = LOOPBACK, port: int = 8765) -> None:
    """Serve tables until interrupted: for the games of a folder, for one game by name, or for those
    that are played most."""
    import asyncio

    server = _server(target, *_checked(address, port))
    print(f"Tables: {server.url}\n{server.reach} Press Ctrl-C to stop.", flush=True)  # noqa: T201
    try:
        asyncio.run(server.serve())
    except KeyboardInterrupt:
        print("Stopped. All tables are kept.")  # noqa: T201


def _checked(address: str, port: int) -> tuple[str, int]:
    """Return an address and a port if they can be asked for; raises `BadParameter` for others."""
    if not isinstance(address, str) or not address.strip("*"):
        raise BadParameter(f"address must be that of a network or '0.0.0.0', not {quote(address)}.")
    return address, whole("port", port, 0, 65_535)


def _server(target: str, address: str, port: int) -> Server:
    need("tornado", "host", "Tables for several people need")
    from .lobby import offers_for
    from .server import Server
    from .store import Store
    from .tables import Tables

    tables = Tables(Store(user_folder() / "tables.db"))
    return Server(tables, offers_for(target), address, port)


@functools.cache
def _running(address: str, port: int) -> Server:
    """Return this process's server at an address, which runs as long as the process does."""
    server = _server("", address, port)
    server.start()
    return server
