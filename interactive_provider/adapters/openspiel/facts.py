"""What OpenSpiel does not say about its games: titles, rules in two lines, how their texts show a
board, what is refused.

The facts are in ``games.toml``, a table for each game; one whose table is empty is shown as
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
    """What is known about a game besides what OpenSpiel says."""

    of: str = ""
    """The game, listed beside it, of which this is a form with parameters of its own: what is not
    said here is said there."""
    title: str = ""
    rules: str = ""
    picture: str = ""
    """The reader of its board in `pictures`, if it has one."""
    numbers: str = ""
    """Which numbers in its actions are places: see `labels.spelled`."""
    signs: str = ""
    """The name of its signs in `signs.SIGNS`; by default the usual ones of two players."""
    moves_of_square: int = 0
    """In chess, how many moves OpenSpiel numbers for each square that a piece is on; 0
    elsewhere."""
    surface: str = "grid"
    """What the board is made of: one of `boards.SURFACES`."""
    lines: Sequence[str] = ()
    """Lines that are drawn on its board, each as the names of the two places where it ends."""
    points: Sequence[str] = ()
    """The places that its options call by number, counted from 0."""
    puts: Sequence[str] = ()
    """The piece that a move of each player's puts on an empty place."""
    players: Sequence[str] = ()
    """What the players are called, in OpenSpiel's order."""
    slides: bool = False
    """True if all pieces slide one way, and two equal ones that meet become one."""
    unit: str = "points"
    """What is counted at the end."""
    texts: Sequence[Sequence[str]] = ()
    """Patterns in its own texts, each with its replacement: see ``texts.toml``."""
    actions: Sequence[Sequence[str]] = ()
    """The same of its own names for actions."""
    score: bool = False
    """True if what has been got so far is shown above the board."""
    goal: int = 0
    """The number that a tile should reach; 0 if there is none."""
    counts: bool = False
    """True if the number of each player's pieces is shown above the board."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """Better values than OpenSpiel's own for some parameters."""
    remembers: bool = False
    """True if what lies on the table is only in OpenSpiel's text of all that a player knows."""
    showdown: bool = False
    """True if those who are still in the game show their cards at its end."""
    simulations: int = 1_000
    """The random games that its search plays by default: fewer if they would take more than
    a second."""
    secret: bool = False
    """True if its whole text says what the player must find out, though OpenSpiel calls it open."""
    whole: bool = False
    """True if its whole text and the mover decide what can still happen."""
    deals: int = 0
    """How many times OpenSpiel must deal again what a player does not see, in a hiding game; 0
    where it does not.

    In two games what is dealt depends on what lay there before. Dealt again with the same luck, two
    different states come to the same one: all of 1,500 pairs after 4 rounds of blackjack, all of
    1,193 after 12 of gin rummy, and each further round leaves a third or less. (Colored_trails
    only seems to deal again.)
    """
    policy: str = ""
    """The policy in `policies` by which trial games are played; at random if it is empty."""
    replayed: bool = False
    """True if what a player does not see is drawn again by playing the game once more, as `worlds`
    does it."""


PLAIN = Facts()
"""What is known about a game that has no table: a new one of OpenSpiel's."""

REST = "the rest"
"""The kind of all games that are not listed as worth playing."""

TEXTS: Mapping[str, Sequence[tuple[str, str]]] = tomllib.loads(
    files(__package__).joinpath("texts.toml").read_text("utf-8")
)
"""Lists of patterns, each with its replacement: of states (`rules`) and of actions."""

_TABLES = tomllib.loads(files(__package__).joinpath("games.toml").read_text("utf-8"))

REFUSED: Mapping[str, str] = {
    name: reason for reason, names in _TABLES.pop("refused").items() for name in names
}
"""Games that OpenSpiel registers and that are not offered, each with the reason."""

KINDS: Mapping[str, Mapping[str, Any]] = _TABLES.pop("kinds")
"""For each kind of games a sentence, and the games whose boards picture it."""

LISTED: Mapping[str, Mapping[str, Facts]] = {
    kind: {name: Facts(**games.get(table.get("of"), {}) | table) for name, table in games.items()}
    for kind, games in _TABLES.items()
}
"""The games that are offered, by kind."""

FACTS: Mapping[str, Facts] = {
    name: facts for games in LISTED.values() for name, facts in games.items()
}
