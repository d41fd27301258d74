"""The games that ``gymnasium.make`` knows by name once this module is imported.

>>> import gymnasium
>>> env = gymnasium.make("interactive_provider/minesweeper-v0", rows=4, columns=5, mines=3)
"""

from __future__ import annotations

from typing import Any

from ..support.extras import need

GAMES = (
    "match_game",
    "minesweeper",
    "sliding",
    "capture",
    "k_in_a_row",
    "rock_paper_scissors",
    "null",
)
"""The built-in games whose options can be listed."""


def register() -> None:
    """Tell Gymnasium the names."""
    need("gymnasium", "environments", "Environments need")
    import gymnasium

    for name in GAMES:
        gymnasium.register(
            f"interactive_provider/{name}-v0", entry_point=f"{__name__}:make", kwargs={"game": name}
        )


def make(
    game: str, seat: int = 0, against: Any = None, actions: Any = None, **parameters: Any
) -> Any:
    """A built-in game with these parameters for one seat; without ``against`` the others move at
    random."""
    from ..heart.catalogue.provider import default
    from ..heart.play.nodes import start
    from ..heart.play.table import Table
    from .environments import as_environment

    provider = default()
    played = provider._game(game)
    begin = start(Table(played, game, provider._seed, parameters, provider))
    others = "random" if against is None and played.players not in (None, 1) else against
    return as_environment(begin, against=others, seat=seat, actions=actions)


register()
