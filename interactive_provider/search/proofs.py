"""Proofs that a player can force a result: made by search, kept in files, walked with the Tab key.

A proof contains, for all positions that its player allows, the choices that keep the
result and every reply of the opponent. `proof_checker` verifies it by the rules alone.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from random import Random
from typing import Any, TypeAlias

from ..boards import Board
from ..errors import BadFile, NoAbility, quote
from ..game import Game, Value, option_pairs, picture, title_of
from ..support.fingerprint import fingerprint_with_code
from ..support.plurals import counted
from ..support.storage import checksum, path_of, read_file, replace_file
from .experiments.results import Result, Table
from .model import Model, Payoffs, State, Unsearchable, guarded
from .proof_checker import check
from .retrograde import Graph, Worth, expanded
from .sentences import Rated, figure

LARGEST_FILE = 500_000_000

Ranks: TypeAlias = "Mapping[int, int | None]"
"""The positions from which a result is sure, each with the most choices to the end; None if play
need not end."""

Entry: TypeAlias = "tuple[int | None, list[tuple[str, int]]]"
"""A rank and the kept choices, each with the number of its entry."""


@dataclass(repr=False)
class Proof(Result):
    """A proof that a player can force a result; ``walk`` is a position that offers only the choices
    that keep it.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import proof
    >>> found = proof(games.match_game(rows=(1, 2), misere=False, seed=1))
    >>> found.player, found.claim, dir(found.walk)
    ('player 1', 1.0, ['row2'])
    """

    game: str
    player: str
    claim: float
    """The least that the player gets: a share of a win, or points."""
    result: str
    """The claim in words."""
    entries: list[Entry]
    begin: Callable[[Proof], Any] | None = field(default=None, compare=False)
    """What makes the walk."""

    @cached_property
    def walk(self) -> Any:
        """A position that offers only the choices that keep the result."""
        return None if self.begin is None else self.begin(self)

    def __getstate__(self) -> dict[str, Any]:
        """All but the walk, which would come back as a position of the game itself."""
        parts = dict(vars(self))
        parts.pop("walk", None)
        return parts

    def rows(self) -> list[dict[str, Any]]:
        """One row, without the entries."""
        row = {name: getattr(self, name) for name in ("game", "player", "claim", "result")}
        return [{**row, "positions": len(self.entries)}]

    def to_dict(self) -> dict[str, Any]:
        """The row and the entries."""
        return {**self.rows()[0], "entries": self.entries}

    def _table(self) -> Table:
        words = f"{self.player} {self.result}, whatever the replies"
        lines = [("proved", words), ("positions", f"{len(self.entries):,}")]
        return Table(lines, left=2, title=self.game)


def proof_of(
    model: Model, state: State, turn: int, states: int, keep: str | PathLike[str] | None
) -> Proof:
    """The best that somebody can force, verified; read from the file ``keep`` or written to it.

    Raises `NoAbility` if nothing is proved, `BadFile` for a file that does not prove what it
    claims.
    """
    kept = keep if keep is not None and path_of(keep).exists() else None
    record = _made(model, state, turn, states) if kept is None else _read(kept)
    with guarded(model.game, "a proof"):
        check(model.game, state, turn, record)
    if keep is not None and kept is None:
        replace_file(keep, lambda: json.dumps(record))
    return Proof(
        title_of(model.game),
        model.names[record["player"]],
        record["claim"],
        _in_words(model, state, record["claim"]),
        record["entries"],
    )


def _in_words(model: Model, state: State, claim: float) -> str:
    """A claim: to win or draw, if the game pays one for a win."""
    least, most = model.payoff_range(state) or (0, 0)
    is_to_win = most == 1 and least in (-1, 0)
    words = {1: "wins", (least + 1) / 2: "draws at least"} if is_to_win else {}
    return words.get(claim, f"gets at least {figure(Rated('', claim), 'points')}")


def _read(file: str | PathLike[str]) -> Any:
    try:
        return json.loads(read_file(file, LARGEST_FILE))
    except (ValueError, RecursionError):
        raise BadFile(f"{quote(str(file))} is not a proof, or not a complete one.") from None


# Making one --------------------------------------------------------------------------------


def _made(model: Model, state: State, turn: int, states: int) -> dict[str, Any]:
    """The record of a proof; raises `NoAbility` if there is none."""
    title = title_of(model.game)
    if model.players != 2 or model.hides or model.pays_on_the_way(state):
        raise NoAbility(
            f"{title} has no proofs: they are for two players who see everything and are paid at"
            " the end."
        )
    with guarded(model.game, "a proof"):
        try:
            graph = expanded(model, state, turn, states, luck=False)
        except Unsearchable as reason:
            raise NoAbility(f"Nothing is proved about {title}: {reason}.") from None
    player, claim, ranks = _best(graph)
    record = {
        "rules": fingerprint_with_code(model.game),
        "player": player,
        "claim": claim,
        "entries": _entries(graph, player, ranks),
    }
    return {**record, "sum": checksum(record)}


def _best(graph: Graph) -> tuple[int, float, Ranks]:
    """Who can force the most, what, and from where: the player to move, unless that is nothing."""
    first = graph.movers[0]
    for player in (first, 1 - first):
        ends = {float(paid[player]) for paid in graph.payoffs if paid is not None}
        claims = sorted(ends | ({0.5} if graph.model.in_shares(graph.states[0]) else set()))
        sure = bisect_left(claims, True, key=lambda claim: 0 not in _kept(graph, player, claim))
        if sure > (player == first):
            claim = claims[sure - 1]
            return player, claim, _kept(graph, player, claim)
    raise NoAbility(f"Nothing is proved about {title_of(graph.model.game)}: play need not end.")


def _kept(graph: Graph, player: int, claim: float) -> Ranks:
    """The positions from which a player is sure of a claim: the same game is solved, won by the
    player if at least that is paid."""
    is_draw = claim <= 0.5 and graph.model.in_shares(graph.states[0])  # going round forever
    payoffs: list[Payoffs | None] = [
        None if paid is None else _won(player, paid[player] >= claim) for paid in graph.payoffs
    ]
    worth = Worth(replace(graph, payoffs=payoffs), _won(player, is_draw), opposed=True)
    return {
        node: None if is_draw else worth.distances[node]
        for node, paid in enumerate(worth.payoffs)
        if paid[player] > 0
    }


def _won(player: int, is_won: bool) -> Payoffs:
    """The payoffs of both players if one wins, or else loses."""
    return (float(is_won), float(not is_won))[:: 1 - 2 * player]


def _entries(graph: Graph, player: int, ranks: Ranks) -> list[Entry]:
    """The entries of a proof, from the first position on as far as its player lets play come."""
    nodes, numbers = [0], {0: 0}
    entries = list[Entry]()
    for node in nodes:
        labels = [" ".join(words) for words, _ in option_pairs(graph.states[node])]
        pairs = zip(labels, graph.reached(node), strict=True)
        kept = [(label, after) for label, after in pairs if after in ranks]
        if graph.movers[node] == player:
            kept.sort(key=lambda one: ranks[one[1]] or 0)
        for _, after in kept:
            if after not in numbers:
                numbers[after] = len(nodes)
                nodes.append(after)
        entries.append((ranks[node], [(label, numbers[after]) for label, after in kept]))
    return entries


# Walking -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Walked:
    """A state of the game in a walk through a proof, and the number of its entry."""

    inner: State
    turn: int
    entry: int
    note: str
    display_options: tuple[tuple[Any, Value], ...]
    """The choices that keep the result, or every reply."""

    @property
    def display_text(self) -> str:
        """The state's own text, and what is kept here."""
        return f"{self.inner.display_text}\n\n{self.note}".strip()

    @property
    def outcome(self) -> str | None:
        """That of the game."""
        outcome: str | None = self.inner.outcome
        return outcome


class Walk(Game[Walked]):
    """Where the player of a proof moves, only the choices that keep the result are offered; where
    the opponent moves, every reply is."""

    def __init__(self, model: Model, first: tuple[State, int], proof: Proof) -> None:
        self.model = model
        self.first = first
        self.proof = proof
        self.title = f"{proof.game}: {proof.player} {proof.result}"  # type: ignore[misc]

    def new_state(self, rng: Random) -> Walked:
        """The position that is proved."""
        return self._walked(*self.first, 0)

    def process_response(self, state: Walked, value: Value, rng: Random) -> Walked:
        """The entry that a choice leads to."""
        words = next(words for words, other in state.display_options if other == value)
        entry = dict(self.proof.entries[state.entry][1])[" ".join(words)]
        after = self.model.respond(state.inner, value, rng)
        return self._walked(after, self.model.next_turn(state.turn), entry)

    def board(self, state: Walked) -> Board | None:
        """The game's own."""
        return picture(self.model.game, state.inner)

    def _walked(self, state: State, turn: int, entry: int) -> Walked:
        mover = self.model.mover(state, turn)
        name, every = self.model.names[mover], list(option_pairs(state))
        kept = dict(self.proof.entries[entry][1])
        offered = tuple(option for option in every if " ".join(option[0]) in kept)
        number = counted(len(every), "choice")
        note = f"{name} replies; the result is proved after each reply."
        if name == self.proof.player:
            note = f"{name} {self.proof.result}: {len(offered)} of {number} keep it."
        return Walked(state, mover, entry, note if every else "", offered)
