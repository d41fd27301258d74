"""Published values of games, from the whole graph, from alpha-beta and from the exact chances of
luck."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from interactive_provider import Limit, games
from interactive_provider.analysis import count
from interactive_provider.builtin.k_in_a_row import KInARow, Marks
from interactive_provider.game import Game, Options, State
from interactive_provider.search import analysis, known
from interactive_provider.search.alphabeta import AlphaBeta
from interactive_provider.search.analysis import Question, studied
from interactive_provider.search.experiments.perft import counts
from interactive_provider.search.explanations import solution
from interactive_provider.search.model import Model, Unsearchable
from interactive_provider.search.retrograde import Worth, completed, rooted, solved
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
    Solving,
    Subtraction,
    Turn,
    Wythoff,
)
from tests.thorough import some


def worth(game: Any, state: Any = None) -> float:
    """What the mover gets with best play, proved."""
    study = studied(Question(game, game.new_state(Random(0)) if state is None else state))
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
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 4)][: some(1, of=2)])
def test_small_connect_four_is_drawn(rows: int, columns: int) -> None:
    """J. Tromp's values of boards four wide, by alpha-beta (tromp.github.io/c4/c4.html)."""
    game = KInARow()

    assert (
        0.5
        == AlphaBeta(Model(game), 200_000).payoffs(
            game.new_state(Random(0), rows, columns, 4, True), 0, 0.0, 1.0
        )[0]
    )


def test_both_ways_of_proof_agree() -> None:
    """Alpha-beta finds for positions of four in a row on 4×3 what the whole graph says."""
    game = KInARow()
    model, rng = Model(game), Random(3)
    graph = solved(completed(rooted(model, game.new_state(rng, 4, 3, 3, True), 0), 200_000))
    sample = rng.sample(range(len(graph.graph.states)), 300)

    expected = [graph.payoffs[node][0] for node in sample]
    assert expected == [
        AlphaBeta(model, 200_000).payoffs(graph.graph.states[n], 0, 0.0, 1.0)[0] for n in sample
    ]
    assert {0.0, 0.5, 1.0} == set(expected)


@pytest.mark.parametrize(
    "rows", [(1,), (3, 4, 5), (1, 2, 3), (7, 5, 3, 1), (2, 2), (4, 4, 1), (3, 3, 3)]
)
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
    lost = [
        (a, b) for b in range(1, 16) for a in range(1, b + 1) if worth(game, game.at((a, b))) == 0
    ]

    assert [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)] == lost


def test_taking_one_to_three_where_the_last_loses() -> None:
    """Lost are just the numbers that leave 1 when divided by 4."""
    game = Subtraction()

    assert [n % 4 == 1 for n in range(1, 30)] == [
        worth(game, game.at(n)) == 0 for n in range(1, 30)
    ]


def nimber(game: Heaps, heap: int) -> int:
    """The heap's value, told by which heap of nim beside it makes it lost: both games are played at
    once."""

    class Beside(Heaps):
        def splits(self, heap: int) -> Any:
            if heap < 0:
                yield from ((-left,) for left in range(-heap))
            else:
                yield from game.splits(heap)

    both = Beside()
    heaps = ((heap, -other) if other else (heap,) for other in range(16))
    states = (both.at(tuple(sorted(part for part in pair if part))) for pair in heaps)
    return next(
        n for n, state in enumerate(states) if not state.option_values or worth(both, state) == 0
    )


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


@pytest.mark.parametrize(
    ("kind", "size"), [(kind, size) for kind, sizes in DOMINEERING.items() for size in sizes]
)
def test_domineering(kind: str, size: tuple[int, int]) -> None:
    """Who wins on boards of rows × columns, whoever begins."""
    game = Dominoes(*size)
    expected = {"first": (1, 1), "vertical": (1, 0), "horizontal": (0, 1)}[kind]

    assert expected == (worth(game), worth(game, Turn(0, 1, game)))


@pytest.mark.parametrize(("size", "expected"), [((2, 2), 0), ((2, 3), 1), ((3, 3), 0), ((4, 4), 0)])
def test_cram(size: tuple[int, int], expected: float) -> None:
    """Even boards are lost for who begins, by symmetry; 2×3 is won."""
    assert expected == worth(Dominoes(*size, cram=True))


@pytest.mark.parametrize(
    ("size", "expected"), [((1, 1), -1), ((1, 2), 0), ((1, 3), -1), ((2, 2), 2)]
)
def test_dots_and_boxes(size: tuple[int, int], expected: float) -> None:
    """First minus second, where a player who closes a box moves again (Barker and Korf 2012)."""
    assert expected == worth(DotsAndBoxes(*size))


def test_piglet() -> None:
    """With a coin and two points to make: 4/7, and 5/7 after one head (Neller and Presser 2004)."""
    game = Pig(2, sides=2)
    graph = solved(completed(rooted(Model(game), game.new_state(Random(0)), 0), 1000))
    after_head = next(
        n for n, s in enumerate(graph.graph.states) if (s.banked, s.turn, s.mover) == ((0, 0), 1, 0)
    )

    assert pytest.approx((4 / 7, 5 / 7)) == (graph.payoffs[0][0], graph.payoffs[after_head][0])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("goal", "expected"),
    [("12345 ", (360, 21, 1)), ("12345678 ", (181_440, 31, 2))][: some(1, of=2)],
)
def test_positions_of_the_slide_are_counted(goal: str, expected: tuple[int, int, int]) -> None:
    """181,440 positions of 3×3, two of them 31 choices away and none further (A. Reinefeld, IJCAI
    1993); of 2×3 one that is 21 away."""
    game = Slide()
    found = counts(Question(game, Solving(goal, 0, game)))

    assert expected == (found.states, found.depths[-1].depth, found.depths[-1].new)


def test_hanoi_takes_as_many_moves_as_is_known() -> None:
    """With n discs 2ⁿ - 1, found by search alone."""
    for discs in range(1, 7):
        game = Hanoi()
        found = solution(Question(game, game.new_state(Random(0), discs)))
        assert ("shortest", 2**discs - 1) == (found.status, len(found.values or ()))


@pytest.mark.slow
def test_the_best_against_a_random_player() -> None:
    """The best chance of noughts and crosses against one who draws its squares: 191/192, draws as
    halves 383/384."""
    game = RandomOpponent()
    study = studied(Question(game, game.new_state(Random(0))))

    assert study.exact
    assert pytest.approx(383 / 384) == study.best().worth


class RandomOpponent(KInARow):
    """Noughts and crosses for one, as in an author's first version: the computer's reply is drawn
    in the same step."""

    players = ("you",)  # type: ignore[assignment] # its parent has two
    presets = {}

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """Your cross, and a nought at random."""
        after = super().process_response(state, value, rng)
        if not after.option_values:
            return self.told(after)
        return self.told(
            super().process_response(after, rng.choice(list(after.option_values)), rng)
        )

    def told(self, state: Any) -> Any:
        """The outcome for the one who plays."""
        return ForOne(*state)


class ForOne(Marks):
    """Marks whose outcome is yours."""

    __slots__ = ()

    @property
    def mover(self) -> int:
        """There is only one."""
        return 0

    @property
    def outcome(self) -> str | None:
        """Won or lost by you."""
        return {"X won": "won", "O won": "lost"}.get(super().outcome or "", super().outcome)


@dataclass(frozen=True)
class Crossing(State):
    """A point of a net of ways: those that lead on, who chooses, and what the players get where
    none does."""

    number: int
    net: tuple[tuple[int, tuple[int, ...], tuple[float, float]], ...] = field(compare=False)

    @property
    def display_options(self) -> Options:
        """The numbers of the points that follow."""
        return tuple((f"to {number}", number) for number in self.net[self.number][1])

    @property
    def outcome(self) -> str | None:
        """Over where no way leads on."""
        return None if self.display_options else "over"

    @property
    def mover(self) -> int:
        """Who chooses here."""
        return self.net[self.number][0]

    @property
    def payoffs(self) -> tuple[float, float]:
        """What both get here."""
        return self.net[self.number][2]


class Crossings(Game[Crossing]):
    """Ways through a net, in which many lead to one point."""

    players = 2

    def new_state(self, rng: Random, size: int = 24) -> Crossing:
        """A net in which ways lead to points of larger numbers, and the last six are ends."""
        points = range(size)
        ways = [
            tuple(rng.sample(points[n + 1 :], min(3, size - n - 1))) if n < size - 6 else ()
            for n in points
        ]
        gains = [rng.choice((0.0, 0.25, 0.5, 0.75, 1.0)) for _ in points]
        net = [
            (rng.randrange(2), way, (gain, 1 - gain)) for way, gain in zip(ways, gains, strict=True)
        ]
        return Crossing(0, tuple(net))

    def process_response(self, state: Crossing, value: int, rng: Random) -> Crossing:
        """The point chosen."""
        return Crossing(value, state.net)


def test_bounds_that_were_proved_are_not_taken_for_worths() -> None:
    """In 200 nets: a table that was filled by questions with narrow windows answers every later one
    rightly."""
    for seed in range(200):
        rng = Random(seed)
        start = Crossings().new_state(rng)
        exact: list[float] = [gain for _, _, (gain, _) in start.net]
        for number in reversed(range(len(exact))):
            mover, ways, _ = start.net[number]
            exact[number] = (
                (min if mover else max)(exact[way] for way in ways) if ways else exact[number]
            )
        proof = AlphaBeta(Model(Crossings()), 10_000)
        for _ in range(12):
            number, low = rng.randrange(len(exact) - 6), rng.choice((0.1, 0.4, 0.6, 0.9))
            worth, _ = proof.payoffs(Crossing(number, start.net), 0, low, low + 0.01)
            assert (exact[number] > low) == (worth > low), (seed, number, low)
        assert exact == [
            proof.payoffs(Crossing(number, start.net), 0)[0] for number in range(len(exact))
        ], seed


@pytest.mark.parametrize(
    ("net", "reason"),
    [
        (((0, (1,), (0, 0)), (1, (0, 2), (0, 0)), (0, (), (1, 0))), "positions repeat"),
        (((0, (1, 2), (0, 0)), (0, (), (1, 0)), (0, (), (1, 1))), "it is not zero-sum"),
    ],
)
def test_what_alpha_beta_cannot_prove_is_refused(net: Any, reason: str) -> None:
    """Positions that repeat have no depth, and where both can win, what one gets is not what the
    other loses."""
    with pytest.raises(Unsearchable, match=reason):
        AlphaBeta(Model(Crossings()), 100).payoffs(Crossing(0, net), 0)


def test_a_large_graph_answers_again_from_less_than_half_its_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same findings and line, without any expansion, though its states are no longer kept."""
    monkeypatch.setattr(known, "_known", [])
    monkeypatch.setattr(analysis, "QUICK", 200)
    question = Question(KInARow(), KInARow().new_state(Random(0)), setup="a large graph")
    first = studied(question)
    line = list(first.best_line())
    monkeypatch.setattr(analysis, "expand", None)
    again = studied(question)

    assert first.findings == again.findings
    assert line == list(again.best_line())
    (worth,) = known.recalled(Worth)
    assert [] == worth.graph.states


def test_many_positions_of_solved_games_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more positions than allowed together, the latest game's remain."""
    monkeypatch.setattr(known, "_known", [])
    monkeypatch.setattr(known, "KEPT_POSITIONS", 1_000)
    for setup in ("one", "another"):
        studied(Question(KInARow(), KInARow().new_state(Random(0)), setup=setup))

    assert ["another"] == [one.setup for one in known.recalled(Worth)]


def test_a_game_with_slow_steps_is_counted_less_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the count of a text adventure would take hours; whoever asks for more states waits."""
    monkeypatch.setattr(KInARow, "step_cost", 2_000.0)
    p = games.k_in_a_row(seed=1).noughts_and_crosses
    assert "stopped within depth 2: there are more than 100 states" == count(p).note
    assert count(p, limit=Limit(states=10_000)).complete
