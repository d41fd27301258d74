"""Published values of games, from the whole graph, from alpha-beta and from the exact chances of luck."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider import count, games
from interactive_provider.builtin.k_in_a_row import KInARow, Squares
from interactive_provider.search.alphabeta import Proof
from interactive_provider.search.analysis import studied
from interactive_provider.search.explanations import solution
from interactive_provider.search.model import Model
from interactive_provider.search.perft import counts
from interactive_provider.search.retrograde import expanded, solved
from tests.search.rules import (
    Dawson,
    Dominoes,
    DotsAndBoxes,
    Hanoi,
    Heaps,
    Kayles,
    Nim,
    Pig,
    Slide,
    Subtraction,
    Turn,
    Wythoff,
)


def worth(game: Any, state: Any = None) -> float:
    """What the mover gets with best play, proved."""
    study = studied(game, game.new_state(Random(0)) if state is None else state)
    assert study.exact
    return study.best().worth if study.values else float(state.winner == state.mover)


@pytest.mark.slow
def test_noughts_and_crosses_is_counted() -> None:
    """255,168 games by length and end, 5,478 positions; finished games are not carried on."""
    found = count(games.k_in_a_row(seed=1).noughts_and_crosses)

    assert [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872] == found.leaves
    assert [1440, 5328, 47952, 72576, 127872] == [depth.ended for depth in found.depths[5:]]
    assert {"X won": 131184, "O won": 77904, "drawn": 46080} == dict(found.ends)
    assert (5478, 255168, True) == (found.states, found.games, found.complete)


def test_games_with_gravity_are_counted() -> None:
    """The games of connect four on a board of 3×4 (oeis.org/A342329)."""
    found = count(games.k_in_a_row(rows=3, columns=4, k=4, gravity=True, seed=1))

    assert (356_232, True) == (found.games, found.complete)


@pytest.mark.slow
def test_connect_fours_positions_by_ply() -> None:
    """Positions after that many plies on 7×6 (oeis.org/A212693)."""
    found = count(games.k_in_a_row(seed=1).connect_four, 6)

    assert [1, 7, 49, 238, 1120, 4263, 16422] == [depth.states for depth in found.depths]


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 4)])
def test_small_connect_four_is_drawn(rows: int, columns: int) -> None:
    """J. Tromp's values of boards four wide, by alpha-beta (tromp.github.io/c4/c4.html)."""
    game = KInARow()

    assert 0.5 == Proof(Model(game), 200_000).worth(game.new_state(Random(0), rows, columns, 4, True), 0, 0.0, 1.0)


def test_both_ways_of_proof_agree() -> None:
    """Alpha-beta finds for positions of four in a row on 4×3 what the whole graph says."""
    game = KInARow()
    model, rng = Model(game), Random(3)
    graph = solved(expanded(model, game.new_state(rng, 4, 3, 3, True), 0, 200_000))
    sample = rng.sample(range(len(graph.graph.states)), 300)

    expected = [graph.payoffs[node][0] for node in sample]
    assert expected == [Proof(model, 200_000).worth(graph.graph.states[n], 0, 0.0, 1.0) for n in sample]
    assert {0.0, 0.5, 1.0} == set(expected)


@pytest.mark.parametrize("rows", [(1,), (3, 4, 5), (1, 2, 3), (7, 5, 3, 1), (2, 2), (4, 4, 1), (3, 3, 3)])
def test_nim_is_boutons(rows: tuple[int, ...]) -> None:
    """Who moves in normal nim wins exactly if the nim-sum is not 0."""
    nim_sum = 0
    for row in rows:
        nim_sum ^= row
    game = Nim()

    assert float(nim_sum != 0) == worth(game, game.at(tuple(sorted(rows))))


@pytest.mark.slow
def test_wythoffs_lost_heaps() -> None:
    """The heaps of at most fifteen that are lost for the player to move."""
    game = Wythoff()
    lost = [(a, b) for b in range(1, 16) for a in range(1, b + 1) if worth(game, game.at((a, b))) == 0]

    assert [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)] == lost


def test_taking_one_to_three_where_the_last_loses() -> None:
    """Lost are just the numbers that leave 1 when divided by 4."""
    game = Subtraction()

    assert [n % 4 == 1 for n in range(1, 30)] == [worth(game, game.at(n)) == 0 for n in range(1, 30)]


def nimber(game: Heaps, heap: int) -> int:
    """The heap's value, told by which heap of nim beside it makes it lost: both games are played at once."""

    class Beside(Heaps):
        def splits(self, heap: int) -> Any:
            if heap < 0:
                yield from ((-left,) for left in range(-heap))
            else:
                yield from game.splits(heap)

    both = Beside()
    heaps = ((heap, -other) if other else (heap,) for other in range(16))
    states = (both.at(tuple(sorted(part for part in pair if part))) for pair in heaps)
    return next(n for n, state in enumerate(states) if not state.option_values or worth(both, state) == 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Kayles(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]),
        (Dawson(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0]),
    ],
    ids=["kayles", "dawson"],
)
def test_rows_of_pins(game: Heaps, expected: list[int]) -> None:
    """Kayles (oeis.org/A002186) and Dawson's Kayles (A002187)."""
    assert expected == [nimber(game, heap) for heap in range(len(expected))]


DOMINEERING = {
    "first": [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)],
    "vertical": [(2, 5), (4, 2), (4, 3), (5, 3)],
    "horizontal": [(2, 4), (3, 4), (3, 5), (5, 2)],
}


@pytest.mark.parametrize(("kind", "size"), [(kind, size) for kind, sizes in DOMINEERING.items() for size in sizes])
def test_domineering(kind: str, size: tuple[int, int]) -> None:
    """Who wins on boards of rows × columns, whoever begins."""
    game = Dominoes(*size)
    expected = {"first": (1, 1), "vertical": (1, 0), "horizontal": (0, 1)}[kind]

    assert expected == (worth(game), worth(game, Turn(0, 1, game)))


@pytest.mark.parametrize(("size", "expected"), [((2, 2), 0), ((2, 3), 1), ((3, 3), 0), ((4, 4), 0)])
def test_cram(size: tuple[int, int], expected: float) -> None:
    """Even boards are lost for who begins, by symmetry; 2×3 is won."""
    assert expected == worth(Dominoes(*size, cram=True))


@pytest.mark.parametrize(("size", "expected"), [((1, 1), -1), ((1, 2), 0), ((1, 3), -1), ((2, 2), 2)])
def test_dots_and_boxes(size: tuple[int, int], expected: float) -> None:
    """First minus second, where a player who closes a box moves again (Barker and Korf 2012)."""
    assert expected == worth(DotsAndBoxes(*size))


def test_piglet() -> None:
    """With a coin and two points to make: 4/7, and 5/7 after one head (Neller and Presser 2004)."""
    game = Pig(2, sides=2)
    graph = solved(expanded(Model(game), game.new_state(Random(0)), 0, 1000))
    after_head = next(n for n, s in enumerate(graph.graph.states) if (s.banked, s.turn, s.mover) == ((0, 0), 1, 0))

    assert pytest.approx((4 / 7, 5 / 7)) == (graph.payoffs[0][0], graph.payoffs[after_head][0])


@pytest.mark.slow
def test_the_three_by_three_slide() -> None:
    """181,440 positions, two of them 31 choices away and none further (A. Reinefeld, IJCAI 1993)."""
    game = Slide()
    found = counts(game, game.new_state(Random(0)), states=200_000)

    assert (181_440, 31, 2) == (found.states, found.depths[-1].depth, found.depths[-1].new)


def test_hanoi_takes_as_many_moves_as_is_known() -> None:
    """With n discs 2ⁿ - 1, found by search alone."""
    for discs in range(1, 7):
        game = Hanoi()
        found = solution(game, game.new_state(Random(0), discs))
        assert ("shortest", 2**discs - 1) == (found.status, len(found.values or ()))


@pytest.mark.slow
def test_the_best_against_a_random_player() -> None:
    """The best chance of noughts and crosses against one who draws its squares: 191/192, draws as halves 383/384."""
    game = RandomOpponent()
    study = studied(game, game.new_state(Random(0)))

    assert study.exact
    assert pytest.approx(383 / 384) == study.best().worth


class RandomOpponent(KInARow):
    """Noughts and crosses for one, as in an author's first version: the computer's reply is drawn in the same step."""

    players = ("you",)  # type: ignore[assignment] # its parent has two
    presets = {}

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """Your cross, and a nought at random."""
        after = super().process_response(state, value, rng)
        if not after.option_values:
            return self.told(after)
        return self.told(super().process_response(after, rng.choice(list(after.option_values)), rng))

    def told(self, state: Any) -> Any:
        """The outcome for the one who plays."""
        return ForOne(*state)


class ForOne(Squares):
    """Squares whose outcome is yours."""

    __slots__ = ()

    @property
    def mover(self) -> int:
        """There is only one."""
        return 0

    @property
    def outcome(self) -> str | None:
        """Won or lost by you."""
        return {"X won": "won", "O won": "lost"}.get(super().outcome or "", super().outcome)
