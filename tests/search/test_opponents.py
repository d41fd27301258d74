"""What a player gets: verdicts, hints, opponents, series; what is refused; the same line
everywhere."""

from __future__ import annotations

import concurrent.futures
import itertools
import math
import os
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    choose,
    evaluate,
    games,
    hint,
    history,
    line,
    load,
    mover,
    outcome,
    replay,
    save,
    solve,
    undo,
)
from interactive_provider.adapters.environments import as_environment
from interactive_provider.analysis import Schedule, count, league, report, simulate, tree
from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.errors import BadParameter, BrokenGame, NoAbility, ProviderError
from interactive_provider.game import Game, Number, Opponent, State
from interactive_provider.heart.choices.synthesis import Node
from interactive_provider.heart.play.insiders import state_of
from interactive_provider.heart.play.seating import SlowReply
from interactive_provider.search import opponents
from interactive_provider.search.analysis import Question, studied
from interactive_provider.search.budgets import SEARCH_VERSION
from interactive_provider.testing import ContractError, check_game
from tests.sure import sure

SMALL = games(seed=1).k_in_a_row.noughts_and_crosses
THREAT = SMALL.row2.column2.row1.column1.row1.column2
"""O must stop the middle column at row 3."""

# Verdicts and hints ------------------------------------------------------------------------


def test_verdicts_say_in_how_many_choices() -> None:
    """Wins and losses with their distance, draws as such."""
    found = evaluate(SMALL.row1.column1.row2.column1.row1.column2.row2.column2)

    assert ("wins in 1", 1.0) == (found[2].text, found[2].score)
    assert "loses in 2" == found[8].text


def test_a_hint_names_the_threat_that_it_stops() -> None:
    """The one move that does not lose, and what would follow every other."""
    found = sure(hint(THREAT))

    assert ("row3", "column2") == found.names
    assert "X plays row 3 column 2 and wins at once" in found.reason


@pytest.mark.slow
def test_hints_are_never_worse_than_the_best() -> None:
    """Whoever follows the hints of both sides draws noughts and crosses."""
    p = SMALL
    while outcome(p) is None:
        p = choose(p, hint(p))

    assert "drawn" == outcome(p)


def test_an_estimate_says_of_how_many_games() -> None:
    """With too few states a thousand games are played, and the verdict gives their share with its
    spread."""
    found = evaluate(SMALL, Limit(10, 200))

    pattern = r"scores \d+ % \(\d+ to \d+\) in \d+ trial games|not judged: only \d+ trial games?"
    assert all(re.fullmatch(pattern, verdict.text) for verdict in found.values())
    assert found == evaluate(SMALL, Limit(10, 200))


def test_the_solution_is_the_line_of_best_play() -> None:
    """Between players a line that ends as the verdict says."""
    found = solve(SMALL.row1.column1.row1.column2)

    assert "solved" == found.status
    assert "X wins" in found.note


# Opponents ---------------------------------------------------------------------------------


def play_at_random(p: Any, rng: Random) -> Any:
    """The end of a game in which you choose at random."""
    while outcome(p) is None:
        p = choose(p, rng.choice(list(p)))
    return p


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, "O"])
def test_a_perfect_opponent_never_loses(seat: int | str) -> None:
    """Against random play it wins or draws, in either seat."""
    for seed in range(20):
        end = play_at_random(
            games.k_in_a_row(against="perfect", seat=seat, seed=seed), Random(seed)
        )
        assert outcome(end) in ("lost", "drawn")


def test_a_perfect_opponent_varies_among_equal_choices() -> None:
    """To each seed its own first choice, of which any wins on a board of 2×2."""
    firsts = {
        repr(
            games.k_in_a_row(rows=2, columns=2, k=2, against="perfect", seat=1, seed=seed)
            ._replies[0]
            .value
        )
        for seed in range(20)
    }
    assert len(firsts) > 1


def test_replies_come_in_the_same_step() -> None:
    """It is your turn again after each choice; undo takes back both; the line names yours alone."""
    p: Node = games.k_in_a_row(against="random", seed=3)
    q = p.row2.column2

    assert (2, p) == (9 - q._state.squares.count(" "), undo(q))
    assert "games.k_in_a_row(against='random', seed=3).row2.column2" == line(q)
    assert "The computer (O) played r" in q.__doc__
    assert q == replay(line(q)) == pickle.loads(pickle.dumps(q))


def test_a_game_against_search_is_saved(tmp_path: Any) -> None:
    """Saved and loaded it is the same; another version of search is refused by name."""
    p = games.k_in_a_row(against=("mcts", 16), seed=3).row2.column2
    file = tmp_path / "game.json"
    save(p, file)
    assert p == load(file)

    file.write_text(file.read_text().replace(f'"search": {SEARCH_VERSION}', '"search": 0'))
    with pytest.raises(ProviderError, match="version 0 of the opponents"):
        load(file)


REPLIES = """
from interactive_provider import *
from interactive_provider.analysis import simulate
p = games.k_in_a_row(rows=4, columns=4, k=3, against=("mcts", 50), seat=1, seed=5)
p = choose(p, list(p)[3])
print(p._state.squares, hint(p, Limit(10, 100)))
print(simulate(p, 20, ("random", ("mcts", 30)), progress=False).records)
"""


@pytest.mark.slow
def test_other_processes_answer_alike() -> None:
    """Under other hash seeds the same line has the same replies, hints and series."""
    told = {
        subprocess.run(
            [sys.executable, "-c", REPLIES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "4242")
    }

    assert 1 == len(told)
    assert "".join(told).strip()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"against": "mtcs"}, "Did you mean 'mcts'?"),
        ({"against": ("mcts", 0)}, "is 0; it must be a whole number from 1 to 2,000,000"),
        ({"against": ("mcts", -5)}, "is -5"),
        ({"against": ("mcts", 10**12)}, "it must be a whole number from 1 to 2,000,000"),
        ({"against": ("random", 5)}, "takes no budget"),
        ({"against": 3}, "3 is not an opponent"),
        ({"against": ("mcts", "random")}, "give 1 opponent: a name"),
        ({"against": "mcts", "seat": 2}, "the seats are 0 (X), 1 (O)"),
        ({"against": "mcts", "seat": "Z"}, "'Z'"),
        ({"seat": 1}, "give against= too"),
        (
            {"against": "perfect", "rows": 15, "columns": 15, "k": 5},
            "perfect play in Noughts and crosses, connect four is not known",
        ),
    ],
)
def test_bad_opponents_are_refused(given: dict[str, Any], said: str) -> None:
    """One sentence that quotes what was given."""
    with pytest.raises(BadParameter) as caught:
        games.k_in_a_row(seed=1, **given)

    assert said in str(caught.value)


def first_choice(budget: int) -> Any:
    """A player who takes the first option."""
    return lambda game, state, rng: state.option_values[0]


class Brought(KInARow):
    """Noughts and crosses with opponents of its own."""

    presets = {}
    opponents = {
        "first": first_choice,
        "engine": Opponent(first_choice, budget=7, recorded=True, text="an engine"),
        "cheat": lambda budget: lambda game, state, rng: 99,
    }


def test_a_game_brings_opponents_of_its_own() -> None:
    """They are found by name and offered in the lobby."""
    provider = InteractiveProvider(Brought, seed=1)
    p = provider.brought(against="first").row3.column3

    assert "O       X" == p._state.squares
    assert {"against_first", "against_engine"} <= set(dir(provider.brought))


def test_a_player_with_the_smallest_budget_is_listed() -> None:
    """A game's own player that thinks once about a move is the one of medium strength."""
    own = {"mcts": Opponent(first_choice, budget=1)}
    game = type("Once", (KInARow,), {"opponents": own})()
    listed = {"against a random player": "random", "against a medium computer": "mcts"}
    assert listed == opponents.listed_levels(game)


def test_a_game_s_own_players_go_before_those_of_the_same_name() -> None:
    """They take a budget, need no proof, and say what a listed level costs."""
    own = {"random": first_choice, "perfect": first_choice, "mcts": Opponent(first_choice, 64)}
    game: Any = type("Owned", (Brought,), {"opponents": own})
    large: Any = InteractiveProvider(game, seed=1).owned(
        against="perfect", rows=15, columns=15, k=5
    )
    assert ("random", 5, None) == opponents.seated(game(), ("random", 5))
    assert 2 == state_of(large.row15.column15).squares.strip().count("X") + 1
    levels = opponents.listed_levels(game())
    assert ["against a beginner", "against a weak computer"] == list(levels)[1:]


def test_what_a_player_chooses_is_read_as_a_person_s_answer_is() -> None:
    """A number as a text where a number may be typed."""
    asks: Any = SimpleNamespace(display_options=(), free_input=Number(1, 9))
    assert 5 == opponents.legal_choice(asks, "5", "you")


def test_a_step_is_timed_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes on adding steps may take as long as it likes."""
    steps: list[int] = []

    class Slow:
        """Adds a step each time that it is waited for; done after five."""

        def __init__(self, ask: Any) -> None:
            self.answer = ask

        def ends(self, seconds: float) -> bool:
            steps.append(1)
            return len(steps) == 5

        def end_after(self, seconds: float) -> None:
            """Given up."""

    monkeypatch.setattr(opponents, "Call", Slow)
    assert "done" == opponents.within(1.0, lambda: "done", steps)
    steps.clear()
    with pytest.raises(opponents.OutOfTime):
        opponents.within(1.0, lambda: "done", ())


def test_a_recorded_engine_is_in_the_line() -> None:
    """The line is the game of both sides, which can be replayed without the engine."""
    provider = InteractiveProvider(Brought, seed=1)
    p = provider.brought(against="engine").row3.column3
    both = replay(line(p), provider)

    assert line(p).endswith(".both_sides.row3.column3.row1.column1")
    assert (p._state, both) == (both._state, pickle.loads(pickle.dumps(p)))


def test_before_the_first_move_the_line_names_the_engine() -> None:
    """There is nothing to replay yet: who opens the line, or what was saved, plays against the
    engine too."""
    provider = InteractiveProvider(Brought, seed=1)
    p = provider.brought(against="engine")

    assert line(p).endswith(".against_engine")
    assert p == replay(line(p), provider) == pickle.loads(pickle.dumps(p))
    assert "O       X" == replay(line(p), provider).row3.column3._state.squares
    assert line(provider.brought(against="engine", seat=1)).endswith(".both_sides.row1.column1")


def test_an_opponent_who_cheats_is_told() -> None:
    """What is not an option is not played, and the position is unharmed."""
    p = InteractiveProvider(Brought, seed=1).brought(against="cheat")
    with pytest.raises(BrokenGame, match="99"):
        _ = p.row1.column1

    assert 1 == len(history(p))


def test_a_slow_reply_names_a_smaller_budget() -> None:
    """A word, never a refusal."""
    from interactive_provider.heart.play import seating

    patience, seating.PATIENCE = seating.PATIENCE, 0.0
    try:
        with pytest.warns(SlowReply, match="would take one second"):
            _ = games.k_in_a_row(against=("mcts", 20), seed=88).row1.column1
    finally:
        seating.PATIENCE = patience


# Secrets -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cups(State):
    """A coin under one of three cups; one look costs nothing but tells no more than the count of
    looks."""

    coin: int
    looks: int = 0
    found: bool | None = None
    display_text: str = "Where is it?"

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """The cups."""
        return () if self.outcome else tuple((f"cup {n}", n) for n in range(3))

    @property
    def outcome(self) -> str | None:
        """Won under the right cup."""
        return None if self.found is None else "won" if self.found else "lost"


class Open(Game[Cups]):
    """A coin under a cup; it does not say that it hides it."""

    players = 1

    def new_state(self, rng: Random) -> Cups:
        """Under any cup."""
        return Cups(rng.randrange(3))

    def process_response(self, state: Cups, value: int, rng: Random) -> Cups:
        """Lift one."""
        return replace(state, found=value == state.coin)


class Hidden(Open):
    """It says that it hides the coin."""

    hides: ClassVar[tuple[str, ...]] = ("coin",)


class Resampled(Hidden):
    """It can also put the coin elsewhere."""

    def resample(self, state: Cups, player: int, rng: Random) -> Cups:
        """Under any cup."""
        return replace(state, coin=rng.randrange(3))


class Known(Resampled):
    """Its only player knows all but the place of the coin."""

    hides = ()

    def seen_by(self, state: Cups, player: int) -> bool | None:
        """Whether the coin is found."""
        return state.found


class Seen(Open):
    """Each of two players knows another number of the coin."""

    players = 2

    def seen_by(self, state: Cups, player: int) -> Cups:
        """The number of the player who looks."""
        return replace(state, coin=10 + player)


def test_a_player_by_function_is_shown_what_its_seat_knows() -> None:
    """A world that is drawn again, or the state as that seat sees it."""
    shown = opponents.fair(lambda game, state, rng: state.coin)
    drawn = {shown(Resampled(), Cups(1), 0, Random(seed)) for seed in range(20)}
    assert {0, 1, 2} == drawn
    assert [10, 11] == [shown(Seen(), Cups(1), seat, Random(0)) for seat in (0, 1)]


def test_a_game_with_secrets_has_opponents_if_it_can_draw_them_again() -> None:
    """Else only one who looks at nothing; two players who hide nothing may also be in balance."""
    assert "equilibrium" in opponents.known_opponents(KInARow())
    assert ["random"] == opponents.known_opponents(Hidden())
    assert ["random", "mcts", "perfect"] == opponents.known_opponents(Resampled())


def test_what_hides_something_is_not_searched() -> None:
    """One sentence, for hints, verdicts, solutions, counts, trees and games played out, however
    they are chosen."""
    p = InteractiveProvider(Hidden, seed=1).hidden
    for ask in (hint, evaluate, solve, count, tree, simulate, report):
        with pytest.raises(NoAbility, match="hides coin"):
            ask(p)


def test_a_refusal_mentions_no_equilibrium_where_none_is_sought() -> None:
    """A game of one player, or whose players' knowledge is not said, is refused for one reason."""
    p = InteractiveProvider(Hidden, seed=1).hidden
    for ask in (hint, evaluate, solve):
        with pytest.raises(NoAbility) as refusal:
            ask(p)
        assert "equilibrium" not in str(refusal.value)
    for game in (Resampled, Known):
        provider = InteractiveProvider(game, seed=1)
        p = provider[dir(provider)[0]]
        assert "part of it is hidden" in str(solve(p))


def test_the_suite_demands_that_secrets_are_declared() -> None:
    """A game with players whose states look the same and are not must say what it hides."""
    with pytest.raises(ContractError, match="declare what is hidden"):
        check_game(Open)
    check_game(Hidden)
    check_game(Resampled)


def test_the_answer_stays_when_secrets_are_exchanged() -> None:
    """Searched by worlds that look the same, whatever lies under the cups makes no difference."""
    game = Resampled()
    told = [
        studied(Question(game, Cups(coin), budget=Limit(simulations=300))).findings
        for coin in range(3)
    ]

    assert told[0] == told[1] == told[2]
    assert pytest.approx(1 / 3, abs=0.15) == told[0][0].worth
    assert (
        "each with what you do not see drawn again"
        in sure(hint(InteractiveProvider(Resampled, seed=1).resampled)).reason
    )


# Games that are wrong ----------------------------------------------------------------------


class Growing(KInARow):
    """No end, and no state twice."""

    presets = {}

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """A longer board each time."""
        return state._replace(squares=state.squares + " ", mover=1 - state.mover)


class Raising(KInARow):
    """It fails in the middle."""

    presets = {}

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """Fails on a third cross."""
        if state.squares.count("X") == 2:
            raise RuntimeError("out of crosses")
        return super().process_response(state, value, rng)


class Lying(KInARow):
    """It names a player who does not play."""

    presets = {}

    def process_response(self, state: Any, value: int, rng: Random) -> Any:
        """The mover is nobody."""
        return super().process_response(state, value, rng)._replace(mover="Z")  # type: ignore[arg-type] # the fault


@dataclass
class Changing(State):
    """A state without a hash."""

    display_text: str = ""
    display_options: tuple[tuple[str, int], ...] = (("a", 1),)


class Unhashed(Game[Changing]):
    """Its states cannot be told apart."""

    players = 2

    def new_state(self, rng: Random) -> Changing:
        """The only one."""
        return Changing()

    def process_response(self, state: Changing, value: int, rng: Random) -> Changing:
        """The same again."""
        return Changing()


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Raising, "raised RuntimeError: out of crosses"),
        (Lying, "'Z'"),
        (Unhashed, "cannot be hashed"),
    ],
)
def test_broken_games_are_told(game: Any, said: str) -> None:
    """Whose code failed, and how."""
    made = game()
    with pytest.raises(BrokenGame) as caught:
        studied(Question(made, made.new_state(Random(0))))

    assert said in str(caught.value)


def test_a_game_without_end_is_unknown() -> None:
    """Its states have no end: the budget has, and the answer says that it is an estimate."""
    game = Growing()
    study = studied(
        Question(game, game.new_state(Random(0)), budget=Limit(states=500, simulations=5))
    )

    assert (False, 5) == (study.exact, study.games)


@pytest.mark.parametrize("budget", [0, -1, True, 10**15, "many", 2.5])
def test_budgets_are_counts(budget: Any) -> None:
    """Nothing else is taken; an enormous one is refused with the largest that is allowed."""
    for name in ("states", "simulations"):
        with pytest.raises(BadParameter, match=name):
            evaluate(SMALL, Limit(**{name: budget}))


# Trees, series, reports --------------------------------------------------------------------


def test_a_tree_has_the_best_line_first() -> None:
    """Its text, its picture, and the position and line of a node."""
    found = tree(THREAT, 2)
    first = found.root.branches[0]

    assert ("row 3 column 2", "O") == (first.label, first.mover)
    assert str(found).startswith("├─ O: row 3 column 2  draws")
    assert f"{line(THREAT)}.row3.column2" == found.line("row3 column2")
    assert THREAT.row3.column2 == found.at("row3 column2") == found.at("row 3 column 2")
    assert str(found).count(": ") + 1 == found._repr_html_().count("data-line=")
    with pytest.raises(BadParameter, match="not shown"):
        found.at("row9 column9")


def test_a_series_is_the_same_however_it_is_played() -> None:
    """In this process, by threads, by processes; it says who wins how often, and gives a line."""
    here = simulate(SMALL, 40, (("mcts", 20), "random"), progress=False)
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        by_threads = simulate(SMALL, 40, (("mcts", 20), "random"), executor=threads, progress=False)

    assert here.records == by_threads.records
    assert here.wins(0) > 25
    assert 40 == here.wins(0) + here.wins(1) + here.draws
    assert "X (mcts with 20) won" in str(here)
    assert here.records[0].outcome == outcome(replay(here.line))


@pytest.mark.slow
def test_a_series_on_dask_and_on_processes() -> None:
    """A real cluster with two workers, and a pool of processes, give the records of this
    process."""
    from distributed import Client, LocalCluster

    here = simulate(SMALL, 60, ("random", ("mcts", 10)), progress=False).records
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        assert (
            here
            == simulate(SMALL, 60, ("random", ("mcts", 10)), executor=pool, progress=False).records
        )
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert (
            here
            == simulate(
                SMALL, 60, ("random", ("mcts", 10)), executor=executor, progress=False
            ).records
        )


class Dying(concurrent.futures.Executor):
    """An executor whose workers die."""

    def submit(self, *given: Any, **named: Any) -> Any:
        """A future that fails."""
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        future.set_exception(concurrent.futures.BrokenExecutor("no workers left"))
        return future


def test_a_series_outlives_its_executor() -> None:
    """What is done is given, with what happened."""
    found = simulate(SMALL, 1_000_000, executor=Dying(), progress=False)

    assert 1 == found.games
    assert "the executor died after 1 game" in found.note


def interrupting(after: int) -> Any:
    """A policy that is interrupted."""
    calls: Iterator[int] = iter(range(after))

    def policy(game: Any, state: Any, rng: Random) -> Any:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return state.option_values[0]

    return policy


def test_an_interrupt_gives_what_is_done() -> None:
    """The games that were finished are there, and the note says so."""
    found = simulate(SMALL, 100, interrupting(50), progress=False)

    assert 0 < found.games < 100
    assert "interrupted" in found.note


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"games": 0}, "games is 0; it must be a whole number from 1"),
        ({"games": 2.5}, "games is 2.5; it must be"),
        ({"games": 10**5000}, "games is a number of about 5,000 digits; it must be"),
        (
            {"players": ("random",) * 3},
            "give one name for all seats or one for each of the 2 seats",
        ),
        ({"players": "mtcs"}, "Did you mean 'mcts'"),
        ({"players": math.inf}, "inf is not an opponent"),
        ({"players": {0: "random", 1: "random"}}, "is not an opponent"),
        ({"seed": 10**5000}, "seed is a number of about 5,000 digits"),
        ({"seed": 0.5}, "A seed must be a whole number or a string, not 0.5"),
        ({"executor": 3}, "it must have a submit method"),
    ],
)
def test_bad_series_are_refused(bad: dict[str, Any], message: str) -> None:
    """One sentence, which quotes what was given; so do reports, leagues and budgets of a search."""
    with pytest.raises(BadParameter, match=message):
        simulate(SMALL, **bad)


def test_bad_numbers_of_other_questions_are_refused() -> None:
    """However large."""
    with pytest.raises(
        BadParameter, match=r"states is 10+…0+; it must be a whole number from 1 to 20,000,000"
    ):
        hint(SMALL, Limit(states=10**900))
    with pytest.raises(BadParameter, match="states is a number of about 5,000 digits"):
        Limit(states=10**5000)
    with pytest.raises(BadParameter, match="matches is 'many'; it must be a whole number from 1"):
        report(SMALL, games=2, matches="many")  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="seed is a number of about 5,000 digits"):
        league(SMALL, ("random", "mcts"), Schedule(seed=10**5000))


def test_any_text_is_a_seed_and_any_whole_number_a_count() -> None:
    """Also a text that cannot be written down as UTF-8, and a number of numpy."""
    numpy = pytest.importorskip("numpy")
    found = simulate(SMALL, numpy.int64(3), seed="\ud800", progress=False)
    assert (3, int) == (found.games, type(found.asked))
    assert 2 == len(
        league(
            SMALL, {"a": "random", "b": "random"}, Schedule(1, seed="\ud800"), progress=False
        ).matches
    )


@pytest.mark.slow
def test_a_report_says_what_a_game_is_like() -> None:
    """Branching, length, draws, who begins, what thinking is worth, as text and as a page."""
    found = report(SMALL, games=60, matches=4)

    named = {row["measure"]: row["text"] for row in found.rows()}
    assert {"players", "length", "drawn", "64 simulations"} <= set(named)
    assert "5 to 9" in named["length"]
    assert "<svg" in found._repr_html_()


def test_nothing_warns_without_reason() -> None:
    """A quick reply is no cause for words."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", SlowReply)
        _ = games.k_in_a_row(against="random", seed=2).row1.column1


def test_a_limit_of_time_makes_the_budgets_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the clock runs an hour each time that somebody looks at it, three seconds are for one
    state and one game."""
    hours = itertools.count(0.0, 3_600.0)
    monkeypatch.setattr("interactive_provider.search.analysis.perf_counter", lambda: next(hours))
    monkeypatch.setattr("interactive_provider.search.mcts.perf_counter", lambda: next(hours))
    found = solve(games(seed=1).k_in_a_row.connect_four, Limit(seconds=3))

    assert "unknown" == found.status
    assert (
        "Too little time to judge this position: 1 trial game for 7 choices, and it has more than"
        " 1 positions" == found.note
    )
    with pytest.raises(BadParameter, match="seconds is -1"):
        solve(SMALL, Limit(seconds=-1))


def test_a_tree_comes_back_from_a_pickle() -> None:
    """With its lines, positions and pictures."""
    p = games.k_in_a_row(
        seed=1
    ).noughts_and_crosses.row2.column2.row1.column1.row3.column2.row1.column2
    found = tree(p, 1)
    again = pickle.loads(pickle.dumps(found))
    assert (str(found), found._repr_html_()) == (str(again), again._repr_html_())
    assert found.at("row1 column3") == again.at("row1 column3")


def test_a_budget_reaches_the_player() -> None:
    """As given, else the usual one; a game's own player that is not recorded stays out of lines."""
    budgets: list[int] = []

    def maker(budget: int) -> Any:
        budgets.append(budget)
        return first_choice(budget)

    game: Any = type("Measured", (Brought,), {"opponents": {"own": Opponent(maker, 64)}})()
    for budget in (None, 9):
        opponents.player(game, opponents.Seated("own", budget))
    assert [64, 9] == budgets
    assert not opponents.recorded(game, opponents.Seated("own"))
    thinking: Any = opponents.player(game, opponents.Seated("mcts", 5))
    assert (5,) == thinking.args


@dataclass(frozen=True)
class Wide(State):
    """A single choice among many."""

    ways: int = 0
    display_text: str = "Choose."

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """Numbers, until one is chosen."""
        return tuple((str(number), number) for number in range(self.ways))

    @property
    def payoffs(self) -> tuple[float, ...]:
        """Nobody gets anything."""
        return (0.5, 0.5)


class OneChoice(Game[Wide]):
    """Over after one choice."""

    players = 2

    def __init__(self, ways: int) -> None:
        self.ways = ways

    def new_state(self, rng: Random) -> Wide:
        """The choice."""
        return Wide(self.ways)

    def process_response(self, state: Wide, value: int, rng: Random) -> Wide:
        """The end."""
        return Wide()


def test_long_menus_cost_more_in_a_lobby() -> None:
    """A hundred options cost as much as a step."""
    costs = [opponents._simulation_cost(OneChoice(ways)) for ways in (2, 300)]
    assert [pytest.approx(2.02), pytest.approx(5.0)] == costs


class Model:
    """What a fitted model is asked."""

    def predict(self, seen: Any, action_masks: Any) -> Any:
        """The last legal action, as an array of one, and no memory."""
        return np.flatnonzero(action_masks)[-1:], None


@pytest.mark.parametrize(
    ("agent", "reply"),
    [
        (Model(), "column3"),
        (lambda seen, mask: (np.flatnonzero(mask)[-1:], None), "column3"),
        (lambda seen, mask: np.flatnonzero(mask)[0], "column1"),
    ],
)
def test_a_model_may_answer_with_arrays_and_what_it_remembers(agent: Any, reply: str) -> None:
    """As the libraries of learning agents do."""
    player = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses).player(agent)
    p = games.k_in_a_row(seed=1, against=player).row2.column2
    assert reply == line(p).rpartition(".")[2]


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (lambda seen, mask: None, "raised ChoiceError: None is not an action"),
        (lambda seen, mask: mask / mask.sum(), "is not an action: give a number from 0 to 8"),
        (lambda seen, mask: 4, "4 is not a legal action here; the mask allows"),
    ],
)
def test_an_agent_without_a_legal_action_leaves_the_game_as_it_was(agent: Any, words: str) -> None:
    """The sentence says that the move was not made."""
    player = as_environment(games.k_in_a_row(seed=1).noughts_and_crosses).player(agent)
    p = games.k_in_a_row(seed=1, against=player)
    with pytest.raises(BrokenGame, match="Your move was not made: .*" + words):
        _ = p.row2.column2
    assert mover(p) == "X"


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (lambda seen: 3, "a player is called with a game, a state and a generator"),
        (Model(), r"is a model; as_environment\(p\)\.player\(…\) makes a player of it"),
    ],
)
def test_what_is_not_a_player_is_refused_when_the_game_begins(player: Any, words: str) -> None:
    """The sentence says how to make a player of it."""
    with pytest.raises(BadParameter, match=words):
        games.k_in_a_row(seed=1, against=player)


def test_a_function_that_chooses_nothing_has_raised_nothing() -> None:
    """It is said what it chose, not that it raised the error that we made of it."""

    def none(game: Any, state: Any, rng: Random) -> None:
        """A player who forgets to return the choice."""

    with pytest.raises(BrokenGame) as caught:
        _ = games.k_in_a_row(against=none, seed=1).row1.column1
    said = "Your move was not made: none chose None, which is not an option's value."
    assert said == str(caught.value)
