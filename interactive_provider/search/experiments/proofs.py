"""Proofs that a player can force a result: made by search and kept in files.

A proof contains, for all positions that its player allows, the choices that keep the
result and every reply of the opponent. `proof_checker` verifies it by the rules alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ...errors import NoAbility
from ...game import option_pairs
from ...support.fingerprint import fingerprint_with_code
from ...support.results import DataRows, Result, Table
from ...support.storage import FileName, checksum, read_kept, write_kept
from ..analysis import Question
from ..model import Model, Payoffs, State, Unsearchable, guarded
from ..proof_checker import check
from ..retrograde import Graph, Worth, completed, rooted
from ..sentences import figure

Ranks: TypeAlias = "Mapping[int, int | None]"
"""The positions from which a result is sure, each with the most choices to the end; None if play
need not end."""

Kept: TypeAlias = "tuple[int | None, list[tuple[str, int]]]"
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
    entries: list[Kept]
    begin: Callable[[Proof], Any] | None = field(default=None, compare=False)
    """What makes the walk."""

    @property
    def walk(self) -> Any:
        """A position that offers only the choices that keep the result."""
        return None if self.begin is None else self.begin(self)

    def rows(self) -> DataRows:
        """Return one row, without the entries."""
        row = {name: getattr(self, name) for name in ("game", "player", "claim", "result")}
        return [row | {"positions": len(self.entries)}]

    def to_dict(self) -> dict[str, Any]:
        """Return the row and the entries."""
        return self.rows()[0] | {"entries": self.entries}

    def _table(self) -> Table:
        lines = [
            ("proved", f"{self.player} {self.result}, whatever the replies"),
            ("positions", f"{len(self.entries):,}"),
        ]
        return Table(lines, left=2, title=self.game)


def proof_of(question: Question, keep: FileName | None) -> Proof:
    """Return the best that somebody can force, verified; read from the file ``keep`` or written to
    it.

    Raises `NoAbility` if nothing is proved, `BadFile` for a file that does not prove what it
    claims.
    """
    model = Model(question.game, hidden=True, anyone=True)
    kept: Any = read_kept(keep, "proof", dict)
    record = _made(model, question) if kept is None else kept
    with guarded(model.game, "a proof"):
        check(model.game, question.state, question.turn, record)
    if kept is None:
        write_kept(keep, lambda: record)
    return Proof(
        model.game.view(question.state, 0).title or model.title,
        model.called(question.state)[record["player"]],
        record["claim"],
        _in_words(model, question.state, record["claim"]),
        record["entries"],
    )


def _in_words(model: Model, state: State, claim: float) -> str:
    """Return a claim in words: wins or draws, if the game pays 1 for a win."""
    least, most = model.payoff_range(state) or (0, 0)
    is_to_win = most == 1 and least in (-1, 0)
    words = {1: "wins", (least + 1) / 2: "draws at least"} if is_to_win else {}
    return words.get(claim, f"gets at least {figure([claim], 'points')}")


# Making one --------------------------------------------------------------------------------


def _made(model: Model, question: Question) -> dict[str, Any]:
    """Return the record of a proof; raises `NoAbility` if there is none."""
    title = model.title
    if model.players != 2 or model.hides or model.pays_on_the_way(question.state):
        raise NoAbility(
            f"{title} has no proofs: they are for two players who see everything and are paid at"
            " the end."
        )
    with guarded(model.game, "a proof"):
        try:
            graph = rooted(model, question.state, question.turn)
            completed(graph, question.budget.states, luck=False)
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
    """Return who can force the most, how much, and from where: the player to move, unless that is
    nothing."""
    first = graph.movers[0]
    for player in (first, 1 - first):
        ends = {float(paid[player]) for paid in graph.payoffs if paid is not None}
        claims = sorted(ends | ({0.5} if graph.model.in_shares(graph.states[0]) else set()))
        sure = bisect_left(claims, True, key=lambda claim: 0 not in _kept(graph, player, claim))
        if sure > (player == first):
            claim = claims[sure - 1]
            return player, claim, _kept(graph, player, claim)
    raise NoAbility(f"Nothing is proved about {graph.model.title}: play need not end.")


def _kept(graph: Graph, player: int, claim: float) -> Ranks:
    """Return the positions from which a player is sure of a claim: the game is solved as if every
    end that pays at least that were a win."""
    is_draw = claim <= 0.5 and graph.model.in_shares(graph.states[0])  # going round forever
    payoffs: list[Payoffs | None] = [
        None if paid is None else _won(player, paid[player] >= claim) for paid in graph.payoffs
    ]
    worth = Worth(replace(graph, payoffs=payoffs), _won(player, is_draw))
    return {
        node: None if is_draw else worth.distances[node]
        for node, paid in enumerate(worth.payoffs)
        if paid[player] > 0
    }


def _won(player: int, is_won: bool) -> Payoffs:
    """Return the payoffs of both players if one wins, or loses."""
    return (float(is_won), float(not is_won))[:: 1 - 2 * player]


def _entries(graph: Graph, player: int, ranks: Ranks) -> list[Kept]:
    """Return the entries of a proof, from the first position on as far as its player lets the game
    go."""
    nodes = [0]
    numbers = {0: 0}
    entries = list[Kept]()
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
