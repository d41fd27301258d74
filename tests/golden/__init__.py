"""Golden transcripts: one played game of each built-in game, to be read in review.

``python -m tests.golden`` writes them again. A game is played as a user would, by hints and by
attributes drawn at random, from a fixed seed, to its end or for a number of moves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider, Limit, choose, hint, line, outcome, path
from interactive_provider.errors import NoAbility
from interactive_provider.game import Game
from interactive_provider.heart.catalogue.hall import BUILTIN
from interactive_provider.heart.catalogue.provider import Catalogue
from interactive_provider.heart.play.nodes import Lobby, Position

FOLDER = Path(__file__).parent
SEED = 7
GUESTS = ("chess", "chess_variants", "openspiel")
MOST_MOVES = 40
HINTED = 0.6
"""How often a hint is followed if there is one: often enough to get far, seldom enough to see
mistakes."""


def names() -> list[str]:
    """The dotted name of every built-in game, those in menus included; what guests say is not ours
    to keep."""
    games = InteractiveProvider(seed=SEED)
    ours = [name for name in BUILTIN if name not in GUESTS]
    return [name for built_in in ours for name in _names_below(getattr(games, built_in), built_in)]


def _names_below(node: Any, name: str) -> Iterator[str]:
    if isinstance(node, Catalogue):
        for inner in dir(node):
            yield from _names_below(getattr(node, inner), f"{name}.{inner}")
    else:
        yield name


def game_of(name: str) -> Game[Any]:
    """The game of a dotted name."""
    return InteractiveProvider(seed=SEED)._game(name)


def file_of(name: str) -> Path:
    """Where the transcript of a game is kept."""
    return FOLDER / f"{name}.txt"


def transcript(name: str) -> str:
    """The played game as text: the page of each position, the move between two, and the line of the
    last."""
    rng = Random(int.from_bytes(hashlib.sha256(name.encode()).digest(), "big"))
    node = _start(name)
    parts = [line(node), _page(node)]
    for _ in range(MOST_MOVES):
        if outcome(node) is not None:
            break
        following = _moved(node, rng)
        parts += [f">>> {'.'.join(path(following)[len(path(node)) :])}", _page(following)]
        node = following
    return "\n\n".join([*parts, line(node)]) + "\n"


def _start(name: str) -> Any:
    """The first position, that of the first preset if there are presets."""
    node: Any = InteractiveProvider(seed=SEED)
    for part in name.split("."):
        node = getattr(node, part)
    return (
        choose(node, min(node, key=lambda option: option.names))
        if isinstance(node, Lobby)
        else node
    )


def _moved(position: Any, rng: Random) -> Any:
    """The next position: by the hint, or by attributes drawn at random."""
    try:
        advice = hint(position, Limit(2_000, 50)) if rng.random() < HINTED else None
    except NoAbility:
        advice = None
    if advice is not None and advice.value is not None:  # None advises to go back
        return choose(position, advice.value)
    node = position
    while node is position or not isinstance(node, Position):
        known = dir(node)
        ready = "enter" in known and rng.random() < 0.5  # a number could be typed forever
        node = getattr(node, "enter" if ready else rng.choice(known))
    return node


def _page(position: Any) -> str:
    """What the position shows, without the title and without the line, which grow tiresome."""
    return "\n\n".join(position.__doc__.split("\n\n")[1:-1])
