"""Verdicts are what they claim: exact if the budget allows it, estimates if it does not, and
numbers as well."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count as count_from
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, evaluate, games, hint, solve
from interactive_provider.analysis import count, report, simulate, tree
from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.errors import BrokenGame
from interactive_provider.game import Game, Opponent, State, Verdict
from interactive_provider.heart.play import seating
from interactive_provider.heart.play.actions import position_of
from interactive_provider.heart.play.nodes import walk
from interactive_provider.heart.play.presets import presets_of
from interactive_provider.search import analysis, known
from interactive_provider.search.analysis import Question, studied
from interactive_provider.search.budgets import Limit
from interactive_provider.search.chance import enumerated
from interactive_provider.search.experiments.perft import counts
from interactive_provider.search.experiments.tree_view import grown
from interactive_provider.search.explanations import advice, evaluations, solution
from interactive_provider.search.mcts import TreeSearch, estimated
from interactive_provider.search.model import Model
from interactive_provider.search.opponents import Seated, player
from interactive_provider.search.retrograde import completed, rooted, solved
from interactive_provider.search.sizes import SizeSurvey
from tests.patience import PATIENCE
from tests.search.rules import DotsAndBoxes, Pig, Slide, Solving, Subtraction
from tests.sure import sure
from tests.thorough import some

# Games for these tests ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corner(State):
    """How far a rook has to go; who cannot move it has lost."""

    x: int
    y: int
    mover: int = 0

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """One step along or down."""
        return tuple((name, name) for name, left in (("left", self.x), ("down", self.y)) if left)

    @property
    def outcome(self) -> str | None:
        """Over in the corner."""
        return None if self.x or self.y else "over"

    @property
    def winner(self) -> int:
        """Who moved last."""
        return 1 - self.mover


class Steps(Game[Corner]):
    """A rook that goes one step at a time: that many positions and far more ways between them."""

    players = 2

    def __init__(self, side: int = 160) -> None:
        self.side = side

    def new_state(self, rng: Random) -> Corner:
        """Far from the corner."""
        return Corner(self.side, self.side)

    def process_response(self, state: Corner, value: str, rng: Random) -> Corner:
        """One step."""
        return Corner(state.x - (value == "left"), state.y - (value == "down"), 1 - state.mover)


@dataclass(frozen=True, slots=True)
class Sum(State):
    """What was added up, of how many numbers."""

    total: int = 0
    chosen: tuple[int, ...] = ()
    stopped: bool = False

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """0, 1 or 2, or to stop with what there is once it is three."""
        if self.outcome:
            return ()
        return (*((f"n{n}", n) for n in range(3)), *((("stop", -1),) if self.total >= 3 else ()))

    @property
    def outcome(self) -> str | None:
        """Over after eight numbers."""
        return "over" if self.stopped or len(self.chosen) == 8 else None

    @property
    def payoffs(self) -> tuple[float]:
        """The sum, or one for whoever stops."""
        return (1.0 if self.stopped else float(self.total),)


class AddUp(Game[Sum]):
    """For one: the nearest end pays one, the best one sixteen."""

    players = 1

    def new_state(self, rng: Random) -> Sum:
        """Nothing yet."""
        return Sum()

    def process_response(self, state: Sum, value: int, rng: Random) -> Sum:
        """One number more."""
        if value < 0:
            return replace(state, stopped=True)
        return replace(state, total=state.total + value, chosen=(*state.chosen, value))


@dataclass(frozen=True, slots=True)
class Chain(State):
    """Seven choices that decide nothing; then a coin does."""

    chosen: tuple[int, ...] = ()
    end: str | None = None

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """Three of them."""
        return () if self.end else tuple((f"n{n}", n) for n in range(3))

    @property
    def outcome(self) -> str | None:
        """As the coin fell."""
        return self.end


class LateCoin(Game[Chain]):
    """For one: luck decides, beyond the first three thousand positions."""

    players = 1

    def new_state(self, rng: Random) -> Chain:
        """Nothing chosen."""
        return Chain()

    def process_response(self, state: Chain, value: int, rng: Random) -> Chain:
        """One choice more, or the coin."""
        if len(state.chosen) == 7:
            return Chain(state.chosen, "won" if rng.random() < 0.5 else "lost")
        return Chain((*state.chosen, value))


@dataclass(frozen=True, slots=True)
class Heap(State):
    """Matches; whose turn it is, or the number that some libraries give for "the game is over"."""

    left: int = 7
    turn: int = 0

    @property
    def mover(self) -> int:
        """-4 at the end."""
        return self.turn if self.left else -4

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """One to three."""
        return tuple((f"take {n}", n) for n in range(1, 4) if n <= self.left)

    @property
    def outcome(self) -> str | None:
        """Over when all are taken."""
        return None if self.left else "over"

    @property
    def payoffs(self) -> tuple[int, int]:
        """One for who took the last match; it makes no sense to ask before."""
        if self.left:
            raise RuntimeError("asked too early")
        return (-1, 1) if self.turn == 0 else (1, -1)


class Matches(Game[Heap]):
    """Who takes the last match wins. It has no picture."""

    players = 2

    def new_state(self, rng: Random, left: int = 7) -> Heap:
        """This many matches."""
        return Heap(left)

    def process_response(self, state: Heap, value: int, rng: Random) -> Heap:
        """Some fewer."""
        return Heap(state.left - value, 1 - state.turn)

    def board(self, state: Heap) -> None:
        """Nothing to draw."""


def start(game: type[Game[Any]], **parameters: Any) -> Any:
    """The position before the first choice, with nobody else at the table."""
    found = getattr(
        InteractiveProvider(game, seed=1), re.sub("(?<=[a-z])(?=[A-Z])", "_", game.__name__).lower()
    )
    found = found(**parameters) if parameters else found
    return found.both_sides if "both_sides" in dir(found) else found


# Budgets --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_whole_graph_is_built_where_the_states_allow_it() -> None:
    """25,921 positions of a game whose proof would take far more are all looked at, by default
    too."""
    game = Steps()
    study = studied(Question(game, game.new_state(Random(0))))

    assert (True, 0.0, 320) == (study.exact, study.best().worth, study.best().distance)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "lead"), [(2, 2.0), (3, -2.0)][: some(1, of=2)])
def test_dots_and_boxes_is_exact(columns: int, lead: float) -> None:
    """Of 2 by 2 boxes the first player gets two more, of 2 by 3 the second; its 194,754 positions
    fit into the usual 200,000."""
    game = DotsAndBoxes(2, columns)
    study = studied(Question(game, game.new_state(Random(0))))

    assert (True, lead) == (study.exact, study.best().worth)


@pytest.fixture
def look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that first looks at fewer positions: what it does beyond them shows in small
    games."""
    monkeypatch.setattr(analysis, "FIRST", 50)
    monkeypatch.setattr(analysis, "QUICK", 200)


@pytest.mark.usefixtures("look_ahead")
def test_the_nearest_payoff_is_not_called_the_best() -> None:
    """A game for one that pays is looked at to all its ends, or only estimated: here eight times
    two."""
    p = start(AddUp)
    found = evaluate(p)

    assert ("16 points with best play", 16.0) == (found[2].text, found[2].worth)
    assert 2 == sure(hint(p)).value


@pytest.mark.usefixtures("look_ahead")
def test_luck_that_appears_late_is_no_fault() -> None:
    """Without luck in the positions that are looked at first a puzzle is still one of luck,
    computed exactly."""
    p = start(LateCoin)

    assert ["50 %, exactly"] * 3 == [str(verdict) for verdict in evaluate(p).values()]
    assert "chance of 50 %" in sure(hint(p)).reason
    assert "solved" == solve(p).status


@pytest.mark.usefixtures("look_ahead")
def test_a_puzzle_without_a_solution_is_said_to_have_none() -> None:
    """All ways to think of it agree, though no goal is among the positions looked at first."""
    game = Slide()
    game.goal = "12354 "
    state = Solving("12345 ", 0, game)
    study = studied(Question(game, state))

    assert {"cannot be solved any more"} == {
        str(verdict) for verdict in evaluations(study).values()
    }
    assert "It cannot be solved any more: everything was tried." == str(advice(study))
    assert "unsolvable" == solution(Question(game, state)).status


def test_a_hint_says_that_a_puzzle_is_lost() -> None:
    """It is no choice, and not nothing."""
    game = type(
        "Stuck",
        (Game,),
        {
            "players": 1,
            "new_state": lambda self, rng: Chain((0,) * 7),
            "process_response": lambda self, state, value, rng: Chain((), "lost"),
        },
    )
    found = sure(hint(InteractiveProvider(game, seed=1).stuck))

    assert (None, "It cannot be solved any more: everything was tried.") == (
        found.value,
        str(found),
    )


@pytest.mark.parametrize(
    ("game", "positions"),
    [
        (Steps(60), 3_721),
        (Steps(300), 90_601),
        (KInARow(), 5_478),
        (DotsAndBoxes(2, 3), 194_754),
        (Pig(20), 3_000),
    ],
)
def test_no_game_that_fits_is_taken_for_too_large(game: Any, positions: int) -> None:
    """The look at random games never says so of one that is known to fit."""
    assert not SizeSurvey(Model(game), game.new_state, 0).exceeds(positions)


class Calls(KInARow):
    """In a row, with its steps counted."""

    def __init__(self) -> None:
        self.steps = 0

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """As ever."""
        self.steps += 1
        return super().process_response(state, value, rng)


def test_what_is_far_too_large_is_refused_at_once() -> None:
    """Connect four is no candidate for a proof: a few thousand steps tell, where a graph took tens
    of thousands."""
    game = Calls()
    study = studied(
        Question(game, game.new_state(Random(0), 6, 7, 4, True), budget=Limit(simulations=1))
    )

    assert "it has more than 200,000 positions" == study.why
    assert game.steps < 10_000


# Memory, interrupts, time ---------------------------------------------------------------------


class Failing(Steps):
    """It fails once, after that many steps."""

    def __init__(self, fault: type[BaseException], after: int) -> None:
        super().__init__(60)
        self.fault, self.left = fault, after

    def process_response(self, state: Corner, value: str, rng: Random) -> Corner:
        """As ever, but once."""
        self.left -= 1
        if self.left == 0:
            raise self.fault
        return super().process_response(state, value, rng)


@pytest.mark.parametrize(
    ("fault", "said"),
    [(MemoryError, "memory ran out after"), (KeyboardInterrupt, "interrupted after")],
)
def test_counting_says_how_far_it_came(fault: type[BaseException], said: str) -> None:
    """What was counted until then is given, and the game is not blamed."""
    game = Failing(fault, 3_000)
    found = counts(Question(game, game.new_state(Random(0))))

    assert [2**n for n in range(8)] == [depth.leaves for depth in found.depths[:8]]
    assert not found.complete
    assert f"{said} {found.states:,}" in found.note
    assert 1_000 < found.states < 3_001


def test_where_memory_runs_out_games_are_played() -> None:
    """The verdict is an estimate, and says how many positions there was room for."""
    game = Failing(MemoryError, 3_000)
    study = studied(Question(game, game.new_state(Random(0)), budget=Limit(simulations=3)))

    assert (False, 3) == (study.exact, study.games)
    assert study.why.startswith("memory ran out after 1,")


def interrupted(game: Game[Any], after: int) -> Game[Any]:
    """The game, where Ctrl-C is pressed during a step."""
    steps, respond = count_from(1), game.process_response

    def step(state: Any, value: Any, rng: Random) -> Any:
        if next(steps) == after:
            raise KeyboardInterrupt
        return respond(state, value, rng)

    game.process_response = step  # type: ignore[method-assign]
    return game


def test_an_interrupt_ends_a_search_with_the_games_played() -> None:
    """A hint rests on them, and a solution says how many they were."""
    state = KInARow().new_state(Random(0), 6, 7, 4, True)
    found = studied(
        Question(interrupted(KInARow(), 3_000), state, budget=Limit(states=1, simulations=10_000))
    )
    way = solution(
        Question(interrupted(KInARow(), 3_000), state, budget=Limit(states=1, simulations=10_000))
    )

    assert 10 < found.games < 3_000
    assert f"it was interrupted after {found.games} games" == found.why
    assert "trial games" in sure(advice(found)).reason
    assert ("unknown", True) == (way.status, way.note.endswith(found.why))


def test_an_interrupt_ends_a_tree_where_it_has_come_to() -> None:
    """The position that was looked into is shown with what is known of it, and no further one is
    begun."""
    state = KInARow().new_state(Random(0), 6, 7, 4, True)
    shown = grown(
        Question(interrupted(KInARow(), 3_000), state, budget=Limit(states=1, simulations=10_000))
    )

    assert [[], [], [], []] == [branch.branches for branch in shown.branches]


def test_an_interrupt_ends_the_search_for_a_way() -> None:
    """No way is known then, and how long it took is said."""
    way = solution(Question(interrupted(Slide(), 3_000), Slide().new_state(Random(0))))

    assert (None, "unknown") == (way.values, way.status)
    assert f"interrupted after {way.seconds:.0f} s" == way.note


def test_an_interrupt_before_anything_is_known_stays_one() -> None:
    """As does one while a reply is thought about: it may not depend on when the key was pressed."""
    state = KInARow().new_state(Random(0), 6, 7, 4, True)
    with pytest.raises(KeyboardInterrupt):
        studied(Question(interrupted(KInARow(), 100), state))
    reply = player(KInARow(), Seated("mcts", 10_000))
    with pytest.raises(KeyboardInterrupt):
        reply(interrupted(KInARow(), 3_000), state, 0, Random(0))


def test_an_only_choice_is_taken_without_a_thought() -> None:
    """Nothing is played to find it."""

    class Still(Subtraction):
        """Nobody can play it."""

        def process_response(self, state: Any, value: Any, rng: Random) -> Any:
            raise AssertionError("it was played")

    game = Still()
    assert 0 == player(game, Seated("mcts", 100))(game, game.at(1), 0, Random(0))


def test_too_little_time_is_said_to_be_too_little() -> None:
    """With hardly a game for each choice none of them is called the best."""
    found = solve(games.k_in_a_row(rows=15, columns=15, k=5, seed=1), Limit(seconds=0.01))

    assert (None, "unknown") == (found.values, found.status)
    assert "Too little time to judge" in found.note
    assert "for 225 choices" in found.note
    assert (
        "Too little time to judge"
        in sure(hint(games.k_in_a_row(seed=1).connect_four, Limit(simulations=3))).reason
    )


def test_the_time_that_is_allowed_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played until it is over, and none begins after that."""
    state = KInARow().new_state(Random(0), 6, 7, 4, True)
    search = TreeSearch(Model(KInARow()), state, 0, Random(1))
    moments = count_from()
    monkeypatch.setattr("interactive_provider.search.mcts.perf_counter", lambda: next(moments))
    search.until = 99
    search.simulate(1_000_000)

    assert 101 == search.games


def test_waiting_is_not_counted_as_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that waits for somebody else is not slow by itself."""
    seconds: list[float] = []
    monkeypatch.setattr(
        seating.Seating, "_note_time", lambda self, who, taken: seconds.append(taken)
    )

    class Sleepy(KInARow):
        presets = {}
        opponents = {"sleepy": lambda budget: sleepy}

    def sleepy(game: Any, state: Any, rng: Random) -> Any:
        time.sleep(0.1)
        return state.option_values[0]

    _ = InteractiveProvider(Sleepy, seed=1).sleepy(against="sleepy").row3.column3

    assert seconds[0] < 0.09


# Searching by games ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "good", "seeds"),
    [
        (0, (4,), (1, 2)),
        (4, (0, 2, 6, 8), (1, 2)),
        (1, (0, 2, 4, 7), (16, 21, 28)),
        (3, (0, 4, 5, 6), (6, 27, 56)),
        (5, (2, 3, 4, 8), (15, 17, 46)),
        (7, (1, 4, 6, 8), (1, 5, 13)),
    ],
)
def test_a_thousand_simulations_find_a_reply_that_does_not_lose(
    first: int, good: tuple[int, ...], seeds: tuple[int, ...]
) -> None:
    """After openings of noughts and crosses, with seeds by which the edges were lost before."""
    game = KInARow()
    state = game.process_response(game.new_state(Random(0)), first, Random(0))

    assert {
        estimated(Model(game), state, 1, 1_000, Random(seed)).best().value for seed in seeds
    } <= set(good)


def test_few_simulations_answer_a_corner_with_the_centre() -> None:
    """The proofs that follow 160 games refute every other reply."""
    game = KInARow()
    state = game.process_response(game.new_state(Random(0)), 0, Random(0))

    replies = [
        estimated(Model(game), state, 1, 160, Random(seed)).best().value for seed in range(9)
    ]

    assert [4] * 9 == replies


def test_of_equal_choices_that_with_most_wrong_replies_comes_first() -> None:
    """Perfect play opens in a corner, where seven of eight replies lose, and hints prefer such
    choices too."""
    p, game = games.k_in_a_row(seed=1).noughts_and_crosses, KInARow()
    perfect, start = player(game, Seated("perfect")), game.new_state(Random(0))

    assert {0, 2, 6, 8} == {perfect(game, start, 0, Random(n)) for n in range(20)}
    assert ("row2", "column2") == sure(hint(p.row1.column2.row1.column1)).names
    assert 4 == len(studied(Question(game, start)).alike())


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_a_thousand_simulations_never_lose_noughts_and_crosses(seat: int) -> None:
    """As many games against perfect play as against random play, from either seat."""
    p = games.k_in_a_row(seed=1).noughts_and_crosses
    for other in ("perfect", "random"):
        players = (("mcts", 1_000), other) if seat == 0 else (other, ("mcts", 1_000))
        found = simulate(p, some(10, of=40), players, progress=False)
        assert 0 == found.wins(1 - seat)


@pytest.mark.parametrize("simulations", [1, 2, 7, 64])
def test_a_win_in_one_is_never_missed(simulations: int) -> None:
    """With far fewer games than choices on 15×15."""
    game = KInARow()
    state = game.new_state(Random(0), 15, 15, 5, False)
    for value in (0, 220, 1, 205, 2, 190, 3, 175):
        state = game.process_response(state, value, Random(0))

    assert {4} == {
        estimated(Model(game), state, 0, simulations, Random(seed)).best().value
        for seed in range(5)
    }


def test_a_payoff_of_one_is_not_taken_for_a_win() -> None:
    """Stopping for one is proved, but sixteen may be had: a search by games goes on."""
    game = AddUp()
    state = Sum(3, (1, 2))

    assert -1 != estimated(Model(game), state, 0, 300, Random(1)).best().value
    assert (
        -1 != studied(Question(game, state, budget=Limit(states=10, simulations=300))).best().value
    )


@pytest.mark.parametrize(
    "moves",
    [(), ("row2", "column2"), ("row1", "column2")],
    ids=["first", "after the centre", "after an edge"],
)
def test_the_check_of_the_best_choice_costs_little(
    moves: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fifth of the steps of a search at most."""
    position = position_of(walk(games.k_in_a_row(seed=1).noughts_and_crosses, moves))
    model, steps = Model(position._table.game), [0]
    respond = model.respond

    def counted(state: Any, value: Any, rng: Random) -> Any:
        steps[0] += 1
        return respond(state, value, rng)

    monkeypatch.setattr(model, "respond", counted)
    search = TreeSearch(model, position._state, len(moves) // 2, Random(1))
    search.simulate(1_000)
    alone, steps[0] = steps[0] + search.plies, 0
    search = TreeSearch(model, position._state, len(moves) // 2, Random(1))
    search.run(1_000)

    assert steps[0] + search.plies <= 1.2 * alone


# Levels ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", ["new_state", "process_response"])
def test_a_game_that_hangs_does_not_hang_its_lobby(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that think are not offered there, and the game is not asked once more; Tab shows the
    lobby too."""
    calls, end = [0], threading.Event()
    monkeypatch.setattr("interactive_provider.search.opponents.LOBBY_SECONDS", 0.3)

    def hang(*arguments: Any) -> Any:
        calls[0] += 1
        assert end.wait(PATIENCE), "the lobby waited to the end"
        raise SystemExit

    hanging = type("Hanging", (KInARow,), {"presets": {}, method: hang})
    lobbies = [dir(InteractiveProvider(made, seed=1).hanging) for made in [hanging()] * 2]
    end.set()

    assert [["against_a_random_player", "both_sides", "daily"]] * 2 == lobbies
    assert 1 == calls[0]


@pytest.mark.slow
def test_a_lobby_lists_the_same_levels_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step takes as long as on a machine with much else to do, the game longer than a step
    may."""
    monkeypatch.setattr("interactive_provider.search.opponents.LOBBY_SECONDS", 1.0)

    class Waiting(Slow):
        step_cost = 700.0

        def process_response(self, *arguments: Any) -> Any:
            time.sleep(0.2)
            return super().process_response(*arguments)

    quick = type("Quick", (Slow,), {"step_cost": Waiting.step_cost})

    assert list(presets_of(quick())) == list(presets_of(Waiting()))
    assert "against a beginner" in presets_of(quick())


@pytest.mark.parametrize("method", ["new_state", "process_response"])
@pytest.mark.parametrize("fault", [ValueError, SystemExit, KeyboardInterrupt, RecursionError])
def test_a_game_that_raises_has_a_lobby(method: str, fault: type[BaseException]) -> None:
    """It says so where it is played."""

    def fail(*arguments: Any) -> Any:
        raise fault

    failing = type("Failing", (KInARow,), {"presets": {}, method: fail})

    assert "against_a_medium_computer" in dir(InteractiveProvider(failing, seed=1).failing)


class Slow(KInARow):
    """In a row, whose steps are said to cost much."""

    presets = {}
    step_cost = 200.0


def test_a_lobby_lists_the_levels_that_answer_in_time() -> None:
    """By counts, so that each machine lists the same ones; the others may still be asked for."""
    quick = type("Quick", (KInARow,), {"presets": {}})

    assert "against a strong computer" in presets_of(quick())
    few = ["both sides", "against a random player", "against a beginner", "against a weak computer"]
    assert few == list(presets_of(Slow()))
    modest = Opponent(lambda budget: lambda game, state, rng: state.option_values[0], 40)
    own = type("Modest", (KInARow,), {"presets": {}, "opponents": {"mcts": modest}})()
    # The author's budget is what can be done in a second: a level with more would take longer.
    assert [*few[:3], "against a medium computer"] == list(presets_of(own))
    assert "mcts" in repr(InteractiveProvider(Slow, seed=1).slow(against=("mcts", 4_096)))


def test_a_game_that_cannot_begin_by_itself_has_a_lobby() -> None:
    """Whatever goes wrong while its cost is counted, the lobby lists what it listed."""

    class Demanding(KInARow):
        presets = {}

        def new_state(self, rng: Random, size: int) -> Any:  # type: ignore[override]
            raise SystemExit

    assert {"both_sides", "against_a_strong_computer"} <= set(
        dir(InteractiveProvider(Demanding, seed=1).demanding)
    )


# What games say -------------------------------------------------------------------------------


def test_a_game_without_a_board_is_looked_at_from_all_sides() -> None:
    """`board` may give nothing: simulations, reports, hints and the picture of a tree do
    without."""
    p = start(Matches)

    assert 3 == sure(hint(p)).value
    assert 5 == simulate(p, 5, progress=False).games
    assert "data-line" in tree(p, 2)._repr_html_()
    assert "player 1, player 2" == report(p, games=3, matches=2).rows()[0]["text"]


def test_payoffs_are_asked_when_the_game_is_over() -> None:
    """Not before, where they may raise: the game has them all the same."""
    game = Matches()

    assert 1.0 == studied(Question(game, Heap(7))).best().worth
    assert -1.0 == studied(Question(game, Heap(8))).best().worth
    assert 3 == estimated(Model(game), Heap(7), 0, 200, Random(1)).best().value


def test_payoffs_that_are_no_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is the best of what cannot be compared."""
    for paid in ((float("nan"), 1.0), (float("inf"), -float("inf")), (1.0,), ("1", 0)):
        monkeypatch.setattr(Heap, "payoffs", paid)
        with pytest.raises(BrokenGame, match="payoffs"):
            studied(Question(Matches(), Heap(3)))


def test_the_mover_of_a_finished_game_is_of_no_account() -> None:
    """-4 is no player, and nobody is to move: counting, solving and random games go on."""
    assert 44 == count(start(Matches)).games
    assert 20 == simulate(start(Matches), 20, progress=False).games


def test_a_number_that_escapes_is_noticed_without_counting_references(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How many references Python counts differs by version; a kept number is sampled, a compared
    one enumerated."""
    monkeypatch.setattr(sys, "getrefcount", lambda number: 1)

    assert enumerated(lambda rng: (rng.random(),)) is None
    assert enumerated(lambda rng: [2 * rng.random() + 1]) is None
    assert [(0.25, True), (0.75, False)] == enumerated(lambda rng: rng.random() < 0.25)


# Numbers --------------------------------------------------------------------------------------


def test_a_verdict_has_the_payoff_as_a_number() -> None:
    """In the game's own units: all digits of an exact one, the mean of an estimate, None if nothing
    is known."""
    exact = evaluate(start(Matches))
    threat = games.k_in_a_row(seed=1).noughts_and_crosses.row2.column2.row1.column1.row1.column2
    estimates = evaluate(games.k_in_a_row(seed=1).connect_four, Limit(simulations=999))

    assert {1: -1.0, 2: -1.0, 3: 1.0} == {value: verdict.worth for value, verdict in exact.items()}
    assert {0.5, 0.0} == {verdict.worth for verdict in evaluate(threat).values()}
    assert all(verdict.worth is None or 0 < verdict.worth < 1 for verdict in estimates.values())
    assert 0.87 == Verdict("13% mine", 0.87).worth


@pytest.mark.slow
def test_pig_to_twenty() -> None:
    """Who begins pig to 20 wins 0.6156 of the games with best play, also by an iteration over
    values written apart.

    (No figure for 20 is published: T. Neller and C. Presser, UMAP Journal 25, 2004, give piglet and
    0.5306 for 100.)
    """
    game = Pig(20)
    study = studied(Question(game, game.new_state(Random(0))))
    worth = sure(evaluations(study)["roll"].worth)

    assert 0.6156 == round(worth, 4)
    assert pytest.approx(worth, abs=1e-9) == value_of_pig(20)


def value_of_pig(goal: int) -> float:
    """The chance of who begins, by sweeps over (mine, other's, turn)."""
    chances: dict[tuple[int, int, int], float] = {}

    def at(mine: int, other: int, turn: int) -> float:
        return 1.0 if mine + turn >= goal else chances.get((mine, other, turn), 0.0)

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for mine in range(goal):
            for other in range(goal):
                for turn in range(goal - mine):
                    roll = (
                        1
                        - at(other, mine, 0)
                        + sum(at(mine, other, turn + face) for face in range(2, 7))
                    ) / 6
                    best = max(roll, 1 - at(other, mine + turn, 0)) if turn else roll
                    change = max(change, abs(best - at(mine, other, turn)))
                    chances[mine, other, turn] = best
    return at(0, 0, 0)


def test_a_verdict_against_a_named_opponent_says_what_it_means() -> None:
    """It is what best replies leave, whoever replies; a win that is forced is one against
    anybody."""

    class Weak(Matches):
        opponents = {"weak": lambda budget: lambda game, state, rng: 1}

    provider = InteractiveProvider(Weak, seed=1)
    against = evaluate(provider.weak(against="weak"))
    perfect = evaluate(provider.weak(against="perfect"))

    assert "-1 point, if the computer plays its best" == str(against[1])
    assert "-1 point with best play" == str(perfect[1])
    row = games.k_in_a_row(seed=1, against="random").row1.column1
    assert "if the computer plays its best" in {
        str(verdict).partition(", ")[2] for verdict in evaluate(row).values()
    }


# What is kept ---------------------------------------------------------------------------------


def test_few_solved_graphs_are_kept_however_small() -> None:
    """Each is looked through for every question, so the oldest go first here, too."""
    game = Steps(3)
    known._known.clear()
    for setup in "abcdef":
        studied(Question(game, game.new_state(Random(0)), setup=setup))

    assert list("cdef") == [source.setup for source in known._known]


# The same game, told in another way -----------------------------------------------------------


def variants() -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Ways to write noughts and crosses: what its states say, made from what they said."""
    base = type(KInARow().new_state(Random(0)))
    yield (
        "without a key",
        type("Keyless", (base,), {"__slots__": (), "key": property(lambda self: tuple(self))}),
    )
    yield "with payoffs", type(
        "Paying", (base,),
        {"__slots__": (), "payoffs": property(lambda s: (0.5, 0.5) if s.winner is None else
                                             (1.0, 0.0) if s.winner in (0, "X") else (0.0, 1.0))},
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [kind for _, kind in variants()], ids=[name for name, _ in variants()]
)
def test_the_same_game_written_otherwise_is_worth_the_same(kind: Any) -> None:
    """Every position of noughts and crosses after two choices, by the graph, with and without key,
    winner, payoffs."""

    class Other(KInARow):
        presets = {}

        def new_state(self, rng: Random, *given: Any, **named: Any) -> Any:
            return kind(*super().new_state(rng, *given, **named))

        def process_response(self, state: Any, value: int, rng: Random) -> Any:
            return kind(*super().process_response(state, value, rng))

    plain, other = KInARow(), Other()
    for first in (0, 1, 4):
        one = plain.process_response(plain.new_state(Random(0)), first, Random(0))
        two = other.process_response(other.new_state(Random(0)), first, Random(0))
        expected = {
            value: verdict.worth
            for value, verdict in evaluations(studied(Question(plain, one))).items()
        }
        assert expected == {
            value: verdict.worth
            for value, verdict in evaluations(studied(Question(other, two))).items()
        }


def test_a_sum_for_one_is_a_sum_for_two_who_share() -> None:
    """With a second player who never moves and gets the opposite, the first gets the same."""

    class Shared(AddUp):
        players = 2

    class ForTwo(Sum):
        __slots__ = ()
        mover = 0

        @property
        def payoffs(self) -> Any:
            return (*Sum.payoffs.fget(self), -Sum.payoffs.fget(self)[0])  # type: ignore[attr-defined]

    one = solved(completed(rooted(Model(AddUp()), Sum(3, (1,) * 5), 0), 1_000)).payoffs[0][0]
    two = solved(completed(rooted(Model(Shared()), ForTwo(3, (1,) * 5), 0), 1_000)).payoffs[0]

    assert (9.0, (9.0, -9.0)) == (one, two)


def test_a_report_says_how_many_games_were_played() -> None:
    """An odd number of matches is one fewer, since seats are exchanged."""
    rows = {
        row["measure"]: row["text"] for row in report(start(Matches), games=3, matches=3).rows()
    }

    assert "in 2 games against a random player" in rows["16 simulations"]
