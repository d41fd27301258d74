"""What OpenSpiel does not tell of its games: titles, rules in two lines, how their texts show a board, what is refused.

The facts stand in ``games.toml``, a table for each game; one that has none is shown as OpenSpiel describes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a game beside what OpenSpiel says."""

    title: str = ""
    rules: str = ""
    picture: str = ""
    """The reader of its board in `pictures`, if it has one."""
    numbers: str = ""
    """Which numbers in its actions are places: see `labels.spelled`."""
    signs: str = ""
    """The name of its signs in `signs.SIGNS`; by default the usual ones of two players."""
    surface: str = "grid"
    """What the board is made of: one of `boards.SURFACES`."""
    puts: Sequence[str] = ()
    """The piece that a move of each player's puts on an empty place."""
    players: tuple[str, ...] = ()
    """What the players are called, in OpenSpiel's order."""
    unit: str = "points"
    """What is counted at the end."""
    texts: Sequence[Sequence[str]] = ()
    """Patterns of its own texts, each with its replacement: see ``texts.toml``."""
    actions: Sequence[Sequence[str]] = ()
    """The same of its own names for actions."""
    counts: bool = False
    """True if the number of each player's pieces is shown above the board."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """Parameters of OpenSpiel's that are set to something better."""
    twins: bool = False
    """Whether it has several numbers for one action, which then all have one text; the first is offered."""
    simulations: int = 1_000
    """The random games that its search plays if nothing is said: fewer where each takes long."""
    secret: bool = False
    """Whether its whole text says what the player must find out, though OpenSpiel calls it open."""
    whole: bool = False
    """Whether its whole text and the mover say all that decides what may still come."""


PLAIN = Facts()
"""What is known of a game that has no table."""

REST = "the rest"
"""The kind of all games that are not listed as worth playing."""

LISTED: Mapping[str, Mapping[str, Facts]] = {
    kind: {name: Facts(**{**table, "players": tuple(table.get("players", ()))}) for name, table in games.items()}
    for kind, games in tomllib.loads(files(__package__).joinpath("games.toml").read_text("utf-8")).items()
}
"""The games that have a table, by kind."""

FACTS: Mapping[str, Facts] = {name: facts for games in LISTED.values() for name, facts in games.items()}

OTHERS: tuple[str, ...] = (
    "bargaining", "colored_trails", "coop_box_pushing", "coordinated_mp", "deep_sea", "first_sealed_auction",
    "lewis_signaling", "liars_dice_ir", "matching_pennies_3p", "matrix_bos", "matrix_brps", "matrix_cd",
    "matrix_coordination", "matrix_mp", "matrix_pd", "matrix_rps", "matrix_rpsw", "matrix_sh",
    "matrix_shapleys_game", "negotiation", "python_block_dominoes", "python_dynamic_routing",
    "python_iterated_prisoners_dilemma", "python_kuhn_poker", "python_liars_poker", "python_team_dominoes",
    "sheriff", "social_deduction", "tiny_bridge_2p", "tiny_bridge_4p", "tiny_hanabi", "trade_comm",
)  # fmt: skip
"""Matrix games, grid worlds, toys of learning: all that OpenSpiel plays besides."""

RESAMPLED: Mapping[str, int] = {
    "bargaining": 1, "blackjack": 8, "bridge": 1, "euchre": 1, "gin_rummy": 32, "hearts": 1, "kuhn_poker": 1,
    "leduc_poker": 1, "oh_hell": 1, "universal_poker": 1,
}  # fmt: skip
"""The hiding games of which OpenSpiel deals again what a player does not see, and how many times it must.

In two of them what is dealt depends on what lay there before. Dealt again with the same luck, two different states come
to the same one: all of 1,500 pairs after 4 rounds of blackjack, all of 1,193 after 12 of gin rummy, and with each round
more a third or less are left. (That of colored_trails does not deal again.)
"""

_WRAPPERS = (
    "add_noise", "cached_tree", "coop_to_1p", "misere", "normal_form_extensive_game", "repeated_game", "repeated_poker",
    "restricted_nash_response", "start_at", "turn_based_simultaneous_game", "zerosum",
)  # fmt: skip
_FILES = ("efg_game", "nfg_game")
_CROWDS = ("mfg_crowd_modelling", "mfg_crowd_modelling_2d", "mfg_dynamic_routing", "mfg_garnet")

REFUSED: Mapping[str, str] = {
    **dict.fromkeys(_WRAPPERS, "it is not a game but a variation of other games"),
    **dict.fromkeys(_FILES, "it is not a game but reads one from a file"),
    **dict.fromkeys(_CROWDS, "its players are a crowd in which no single choice matters (a mean-field game)"),
    "bridge_uncontested_bidding": "it deals and solves whole hands at every step, which takes a fifth of a "
    "second each time",
    "chat_game": "it is only a frame for language models, without a game",
    "crossword": "its actions have no numbers and it includes no puzzle",
    "morpion_solitaire": "its copies corrupt the memory of the process, and this package always works on copies",
}
"""Games that OpenSpiel registers and that are not offered, each with the reason."""
