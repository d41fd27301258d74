"""Games for several people, each in a browser of their own, who see what their seat may see.

`match` is one game between several people, `seat` what a player sees and may do, and `store`
keeps both; `house` has all tables of a server. `frames` makes everything that is sent, `server`
sends it, and `lobby` says which games are offered. `pages/` is what browsers get.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..support.extras import need

if TYPE_CHECKING:
    from ..heart.play.nodes import Playable
    from .links import Hosted

LOOPBACK = "127.0.0.1"


def host(p: Playable, *, name: str = "the host", address: str = LOOPBACK, port: int = 0) -> Hosted:
    """Lay a table for a game, so that others play it in their own browsers: gives one link for each
    seat.

    You sit in the first seat; a notebook shows it below the links. Only programs on this computer
    can reach the links, unless ``address`` is that of a network, ``"0.0.0.0"`` for all of them. The
    table has luck of its own. Raises `ChoiceError` for a game that several people cannot play,
    `BadParameter` if the port or the address cannot be used, and `MissingExtra` if the ``host``
    extra is not installed.

    >>> host(games.match_game.two_people).links[1].startswith("http://127.0.0.1:")
    True
    """
    need("tornado", "host", "Tables for several people need")
    from .links import hosted

    return hosted(p, name, address, port)


def serve(target: str = "", address: str = LOOPBACK, port: int = 8765) -> None:
    """Serve tables until interrupted: of the games of a folder, of one game by its name, or of
    those that are played most."""
    need("tornado", "host", "Tables for several people need")
    from .links import serve_games

    serve_games(target, address, port)
