"""One judgement of a position: what a hint advises is among the best of the verdicts, and it is found
once, at a cost that is counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Any, ClassVar

import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    choose,
    evaluate,
    hint,
    history,
    options,
    outcome,
)
from interactive_provider.game import Game, Options, State
from interactive_provider.heart.play import actions
from interactive_provider.heart.play.nodes import Lobby, plain_start
from interactive_provider.search import analysis, retrograde
from tests.sure import sure
from tests.thorough import some

games: Any = InteractiveProvider(seed=3)

QUICK_ONES = (
    *("k_in_a_row.connect_four", "k_in_a_row.four_in_a_row", "k_in_a_row.noughts_and_crosses"),
    *("match_game.you_begin", "capture.easy_1", "sliding.eight", "openspiel.boards.connect_four"),
    *("openspiel.boards.othello", "openspiel.boards.breakthrough", "openspiel.luck.pig"),
    *("openspiel.boards.nim", "openspiel.cards.leduc_poker", "openspiel.boards.oware"),
)
OTHERS = (
    *("k_in_a_row.gomoku", "capture.fiendish_01", "openspiel.boards.checkers"),
    *("openspiel.boards.clobber", "openspiel.boards.hex", "openspiel.boards.mancala"),
    *("openspiel.boards.pentago", "openspiel.boards.nine_mens_morris"),
    *("openspiel.boards.dots_and_boxes", "openspiel.boards.ultimate_tic_tac_toe"),
    *("openspiel.luck.n2048", "openspiel.luck.backgammon", "openspiel.luck.yacht"),
    *("openspiel.boards.lines_of_action", "openspiel.boards.shogi", "openspiel.cards.kuhn_poker"),
    *("openspiel.cards.blackjack", "openspiel.at_once.blotto", "openspiel.the_rest.cliff_walking"),
    *("openspiel.boards.quoridor", "openspiel.the_rest.catch", "chess"),
)
"""Games that hints are asked of; the others are tried in ``make test-all``."""

PLACES = some(1, of=15)
"""The positions of each game that are tried."""


def start_of(name: str) -> Any:
    """Where a game begins."""
    node = reduce(getattr, name.split("."), games)
    return plain_start(node) if isinstance(node, Lobby) else node


def positions(start: Any, count: int) -> list[Any]:
    """That many positions of a random game, spread over it."""
    rng, p = Random(len(repr(start))), start
    while outcome(p) is None and len(history(p)) < 60:
        p = choose(p, rng.choice(options(p)))
    line = history(p)[:-1]
    return (
        [line[len(line) * number // (count + 1)] for number in range(1, count + 1)] if line else []
    )


@pytest.mark.parametrize("name", [*QUICK_ONES, *OTHERS[: some(0, of=len(OTHERS))]])
def test_a_hint_is_among_the_best_verdicts(name: str) -> None:
    """No verdict has a greater score or worth than that of the choice that the hint advises."""
    for p in positions(start_of(name), PLACES):
        advised, verdicts = hint(p), evaluate(p)
        if advised is None or advised.value not in verdicts:
            continue
        best = verdicts[advised.value]
        others = [one for one in verdicts.values() if one.score is not None]
        assert best.score is None or max(sure(one.score) for one in others) <= best.score + 1e-9, p
        worths = [one.worth for one in others if one.worth is not None]
        assert best.worth is None or max(worths) <= best.worth + 1e-9, p


def test_a_few_lucky_games_make_no_verdict_better_than_the_hint() -> None:
    """A choice that was tried seldom is worth no more than the one that was tried most."""
    p = games.openspiel.boards.quoridor.both_sides

    advised = evaluate(p)[sure(hint(p)).value].score
    assert (advised or 0.0) == max(one.score or 0.0 for one in evaluate(p).values())


def test_a_position_is_studied_once(monkeypatch: Any) -> None:
    """A second hint and the verdicts are read from what the first one found."""
    p = games.k_in_a_row.connect_four.column4.column4.column3
    first = hint(p)
    monkeypatch.setattr(analysis, "studied", None)

    assert first == hint(p)
    assert sure(first).value in evaluate(p)


def test_another_limit_is_another_question() -> None:
    """An answer is remembered for the effort that it was asked with."""
    p = games.k_in_a_row.connect_four.column4.column4
    few, usual = hint(p, Limit(simulations=30)), hint(p)

    assert few != usual


def test_a_proof_without_hope_is_not_tried(monkeypatch: Any) -> None:
    """Where the forecast says that neither a proof nor the graph fits, no time goes into them."""
    expand = retrograde.expand
    limits: list[int] = []

    def counted(graph: Any, limit: int) -> Any:
        limits.append(limit)
        return expand(graph, limit)

    monkeypatch.setattr(analysis, "expand", counted)
    monkeypatch.setattr(analysis, "_proved", None)
    actions._answers.clear()
    hint(games.k_in_a_row.connect_four.column4.column4.column3)

    assert [2_000, 20_000] == limits


@dataclass(frozen=True)
class Walker(State):
    """How far somebody has walked who never arrives."""

    at: int = 0
    rewards: tuple[float, ...] = (0.0,)
    display_options: Options = (("left", -1), ("right", 1))


class Endless(Game[Walker]):
    """A walk without an end, where a step is dear."""

    players = 1
    step_cost = 20.0
    steps: ClassVar[int] = 0

    def new_state(self, rng: Random) -> Walker:
        """At the beginning."""
        return Walker()

    def process_response(self, state: Walker, value: int, rng: Random) -> Walker:
        """One step."""
        Endless.steps += 1
        return Walker(state.at + value + rng.randrange(3), (float(value),))


def test_a_hint_costs_so_many_steps_however_long_the_games_are() -> None:
    """The first simulated games say how many of them a hint can afford."""
    p = InteractiveProvider(Endless, seed=1).endless
    Endless.steps = 0
    hint(p)

    assert 10_000 < Endless.steps < 100_000


@dataclass(frozen=True)
class Doubling(State):
    """A number that every choice doubles, with one more or without."""

    at: int = 1
    rewards: tuple[float, ...] = (1.0,)

    @property
    def display_options(self) -> Options:
        """Two choices until the number has sixty digits."""
        return () if self.at >> 60 else (("even", 0), ("odd", 1))


class Growing(Game[Doubling]):
    """A game for one whose positions never meet."""

    players = 1
    steps: ClassVar[int] = 0

    def new_state(self, rng: Random) -> Doubling:
        """One."""
        return Doubling()

    def process_response(self, state: Doubling, value: int, rng: Random) -> Doubling:
        """Twice as much."""
        Growing.steps += 1
        return Doubling(2 * state.at + value)


def test_a_tree_for_one_is_given_up_early() -> None:
    """Where nobody opposes, a graph that doubles with each choice is not expanded any farther."""
    p = InteractiveProvider(Growing, seed=1).growing
    hint(p, Limit(simulations=10))

    assert Growing.steps < 12_000
