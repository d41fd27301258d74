"""The games that ``gymnasium.make`` knows by name once this module is imported.

>>> import gymnasium
>>> env = gymnasium.make("interactive_provider/minesweeper-v0", rows=4, columns=5, mines=3)
"""

from __future__ import annotations

from typing import Any

from ..support.extras import need
from .environments import as_environment, metadata

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
    """Register the names with Gymnasium."""
    need("gymnasium numpy", "environments", "Environments need")
    import gymnasium

    for name in GAMES:
        gymnasium.register(
            f"interactive_provider/{name}-v0", entry_point=f"{__name__}:make", kwargs={"game": name}
        )


SETTINGS = ("seat", "actions", "observations", "render_mode")
"""The arguments of `as_environment` other than opponents; all others are parameters of the game."""


def make(game: str, seed: Any = None, against: Any = None, **parameters: Any) -> Any:
    """Make an environment for one seat of a built-in game with these parameters; without
    ``against`` the others move at random.

    ``seed`` is the seed of the first game. Without it each environment has its own, so those in a
    vector play different games. `SETTINGS` are as for `as_environment`.
    """
    from ..heart.catalogue.provider import default
    from ..heart.play.nodes import start
    from ..heart.play.seeds import fresh_seed
    from ..heart.play.table import Table

    settings = {name: parameters.pop(name) for name in SETTINGS if name in parameters}
    provider = default()
    played = provider._game(game)
    first = fresh_seed() if seed is None else seed
    begin = start(Table(played, game, first, parameters, provider))
    others = "random" if against is None and played.players not in (None, 1) else against
    return as_environment(begin, against=others, **settings)


make.metadata = metadata()  # type: ignore[attr-defined]  # where Gymnasium looks for render modes

register()
