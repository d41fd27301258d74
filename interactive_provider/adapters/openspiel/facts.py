"""Facts about OpenSpiel's games that OpenSpiel does not provide: titles, rules in two lines, how
their texts show a board, which games are refused.

The facts are in ``games.toml``, a table for each game; a game with an empty table is shown as
OpenSpiel describes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a game in addition to OpenSpiel's own."""

    of: str = ""
    """The listed game of which this one is a variant with its own parameters; facts missing here
    are taken from it."""
    title: str = ""
    rules: str = ""
    picture: str = ""
    """The name of its board's reader in `pictures`, if it has one."""
    numbers: str = ""
    """The kind of numbers in its actions that are places: see `labels.spelled`."""
    signs: str = ""
    """The name of its signs in `signs.SIGNS`; by default the usual signs of two players."""
    moves_of_square: int = 0
    """In chess, the number of moves that OpenSpiel numbers for each square with a piece; 0 in other
    games."""
    surface: str = "grid"
    """The surface of the board: one of `boards.SURFACES`."""
    lines: Sequence[str] = ()
    """Lines that are drawn on its board, each as the names of its two end points."""
    points: Sequence[str] = ()
    """The places that its options name by number, counted from 0."""
    puts: Sequence[str] = ()
    """The piece that a move of each player puts on an empty place."""
    players: Sequence[str] = ()
    """The names of the players, in OpenSpiel's order."""
    slides: bool = False
    """True if all pieces slide in one direction, and two equal ones that meet become one."""
    unit: str = "points"
    """The unit that is counted at the end."""
    texts: Sequence[Sequence[str]] = ()
    """Patterns in OpenSpiel's texts of the game, each with its replacement: see ``texts.toml``."""
    actions: Sequence[Sequence[str]] = ()
    """Patterns in OpenSpiel's names of actions, each with its replacement."""
    score: bool = False
    """True if the score so far is shown above the board."""
    goal: int = 0
    """The number that a tile should reach; 0 if there is no such goal."""
    counts: bool = False
    """True if the number of each player's pieces is shown above the board."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """Better defaults than OpenSpiel's own for some parameters."""
    remembers: bool = False
    """True if only OpenSpiel's text of everything a player knows shows the cards on the table."""
    showdown: bool = False
    """True if the players still in the game show their cards at the end."""
    simulations: int = 1_000
    """The default number of random games for its search: fewer if they would take more than a
    second."""
    secret: bool = False
    """True if its full text reveals what the player must find out, although OpenSpiel declares that
    nothing is hidden."""
    whole: bool = False
    """True if its full text and the mover determine everything that can still happen."""
    deals: int = 0
    """How many times OpenSpiel must redeal what a player does not see in a hiding game; 0 if it
    does not redeal.

    In two games the new deal depends on the old one. When redealt with the same luck, two different
    states become equal: all of 1,500 pairs after 4 rounds of blackjack, all of 1,193 after 12 of
    gin rummy, and each further round leaves a third or less of the unequal ones. (Colored_trails
    only seems to redeal.)
    """
    policy: str = ""
    """The policy in `policies` that plays trial games; if empty, they are random."""
    replayed: bool = False
    """True if what a player does not see is redrawn by replaying the game, as `worlds` does."""


PLAIN = Facts()
"""The facts about a game without a table, such as a new one in OpenSpiel."""

REST = "the rest"
"""The kind of all games that are not listed as worth playing."""

TEXTS: Mapping[str, Sequence[tuple[str, str]]] = tomllib.loads(
    files(__package__).joinpath("texts.toml").read_text("utf-8")
)
"""Lists of patterns, each with its replacement: for states (`rules`) and for actions."""

_TABLES = tomllib.loads(files(__package__).joinpath("games.toml").read_text("utf-8"))

REFUSED: Mapping[str, str] = {
    name: reason for reason, names in _TABLES.pop("refused").items() for name in names
}
"""Games that OpenSpiel registers but that are not offered, each with the reason."""

KINDS: Mapping[str, Mapping[str, Any]] = _TABLES.pop("kinds")
"""For each kind of games, a sentence and the games whose boards illustrate it."""

LISTED: Mapping[str, Mapping[str, Facts]] = {
    kind: {name: Facts(**games.get(table.get("of"), {}) | table) for name, table in games.items()}
    for kind, games in _TABLES.items()
}
"""The games on offer, by kind."""

FACTS: Mapping[str, Facts] = {
    name: facts for games in LISTED.values() for name, facts in games.items()
}
