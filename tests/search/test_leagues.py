"""Leagues: ratings, bad players, executors that die, rounds that are added; and results as
numbers."""

from __future__ import annotations

import concurrent.futures
import itertools
import json
import threading
import time
from collections.abc import Iterator
from math import log10
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, NoAbility, games
from interactive_provider.analysis import League, Schedule, count, league, report, simulate
from interactive_provider.errors import BadFile, BadParameter, BrokenGame
from interactive_provider.search.experiments import reports
from interactive_provider.search.experiments.ratings import rated
from interactive_provider.search.experiments.simulations import BrokenPlayer, Record, Series
from tests.heart.test_secrets import GuessTheSum
from tests.patience import PATIENCE

SMALL = games.k_in_a_row(seed=1).noughts_and_crosses
SIMPLE: dict[str, Any] = {"luck": "random", "easy": ("mcts", 4), "hard": ("mcts", 16)}


def first(game: Any, state: Any, rng: Random) -> Any:
    """Take the first option."""
    return state.display_options[0][1]


def raising(game: Any, state: Any, rng: Random) -> Any:
    """Fail."""
    raise RuntimeError("no idea")


def cheating(game: Any, state: Any, rng: Random) -> Any:
    """Choose a square that there is not."""
    return 99


def stalling(game: Any, state: Any, rng: Random) -> Any:
    """Never answer."""
    while True:
        pass


def played(
    players: Any = SIMPLE, rounds: int = 3, keep: Any = None, executor: Any = None, **options: Any
) -> League:
    """A league without a progress bar."""
    schedule = Schedule(rounds, **options)
    return league(SMALL, players, schedule, keep=keep, executor=executor, progress=False)


# Ratings -------------------------------------------------------------------------------------


def both_ways(points: dict[tuple[str, str], tuple[float, float]]) -> Any:
    """The same, also as the other player of each pair sees it."""
    return points | {(b, a): (games - score, games) for (a, b), (score, games) in points.items()}


def test_ratings_reproduce_the_odds_that_they_were_made_of() -> None:
    """Players who score 1 : 3 : 9 in many games are 400 log10(3) points apart; the average is
    1500."""
    many = 1_000_000.0
    odds = {"a": 1, "b": 3, "c": 9}
    points = {
        (one, other): (many * odds[one] / (odds[one] + odds[other]), many)
        for one, other in itertools.combinations(odds, 2)
    }
    (low, width), (middle, _), (high, _) = rated("abc", both_ways(points)).values()

    assert pytest.approx([1500.0, 400 * log10(3), 400 * log10(3)], abs=0.01) == [
        middle,
        middle - low,
        high - middle,
    ]
    assert 0 < width < 1


def test_a_quarter_of_the_interval_for_sixteen_times_the_games() -> None:
    """The width is that of the normal approximation: 1.96 standard errors of an even score."""
    _, few = rated("ab", both_ways({("a", "b"): (500.0, 1_000.0)}))["a"]
    _, many = rated("ab", both_ways({("a", "b"): (8_000.0, 16_000.0)}))["a"]

    assert pytest.approx(4, rel=0.01) == few / many
    # An even score of n games has a standard error of 1 / (2 √n); 400 / ln 10 points are worth four
    # times as much around it, and half the distance of the two players lies on each side of the
    # average.
    assert pytest.approx(1.96 * 173.72 * 4 / (2 * 1_000**0.5) / 2, rel=0.01) == few


def test_whoever_wins_every_game_has_a_finite_rating() -> None:
    """So has whoever never played; the order is that of the results."""
    found = rated("abc", both_ways({("a", "b"): (20.0, 20.0)}))
    (best, wide), (worst, _), (absent, none) = found.values()

    assert worst < absent < best < 3_000
    assert wide < none


@pytest.mark.slow
def test_stronger_levels_have_higher_ratings() -> None:
    """Each player meets every other in both seats, equally often."""
    found = played(
        {"luck": "random", "easy": ("mcts", 8), "hard": ("mcts", 40), "best": "perfect"}, 8
    )

    assert ["luck", "easy"] == [row["player"] for row in found.rows()][:1:-1]
    assert {48} == {row["games"] for row in found.rows()}
    seats = [match.players for match in found.matches]
    assert {8} == {seats.count(pair) for pair in itertools.permutations(found.players, 2)}


def test_several_seats_rotate() -> None:
    """With three seats and four players each group plays in three rotations, and nobody has a seat
    more often."""
    three = InteractiveProvider(GuessTheSum, seed=1).guess_the_sum.both_sides
    found = league(three, dict.fromkeys("abcd", first), Schedule(2), progress=False)

    assert 4 * 3 * 2 == len(found.matches)
    assert {6} == {
        sum(match.players[n] == name for match in found.matches)
        for n in range(3)
        for name in "abcd"
    }


def last(game: Any, state: Any, rng: Random) -> Any:
    """Take the last option."""
    return state.display_options[-1][1]


def test_an_opening_is_the_same_for_both_seatings() -> None:
    """Players without luck repeat one game; after two random choices they do not. Nine choices are
    a whole game."""
    options = {"first": first, "last": last}

    assert 2 == len({match[1:] for match in played(options, 6).matches})
    assert 6 < len({match[1:] for match in played(options, 6, opening=2).matches})
    found = played(options, 6, opening=9)
    for number in range(1, 7):
        assert 1 == len({match.payoffs for match in found.matches if match.round == number})


# The same table, however it is played --------------------------------------------------------


def test_a_league_does_not_depend_on_the_executor() -> None:
    """In this process and by threads; with another seed it is another league."""
    here = played({**SIMPLE, "first": first})
    with concurrent.futures.ThreadPoolExecutor(3) as threads:
        assert here.to_dict() == played({**SIMPLE, "first": first}, executor=threads).to_dict()

    assert here.matches != played({**SIMPLE, "first": first}, seed=2).matches


@pytest.mark.slow
def test_a_league_on_processes() -> None:
    """A pool of processes gives the same table; a function without a name cannot be sent to it."""
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        assert (
            played({**SIMPLE, "first": last}).to_dict()
            == played({**SIMPLE, "first": last}, executor=pool).to_dict()
        )
        with pytest.raises(BadParameter, match="players cannot be sent to the executor"):
            played({"luck": "random", "mine": lambda game, state, rng: 0}, executor=pool)


def test_rounds_and_players_are_added() -> None:
    """What was played is not played again: two rounds and two more are four, and a new player meets
    all others."""
    calls: list[int] = []

    def counting(game: Any, state: Any, rng: Random) -> Any:
        calls.append(1)
        return first(game, state, rng)

    players = {"luck": "random", "counting": counting}
    four, calls[:] = played(players, 4), []
    two, calls[:] = played(players, 2), []
    again = played(players, 4, keep=two)

    assert four.to_dict() == again.to_dict()
    assert 8 == len(again.matches)
    before = len(calls)
    more = played({**players, "easy": ("mcts", 4)}, 4, keep=again)
    assert 3 * 2 * 4 == len(more.matches)
    assert set(again.matches) < set(more.matches)
    assert before < len(calls)


@pytest.mark.slow
def test_a_league_is_kept_in_a_file(tmp_path: Path) -> None:
    """The file holds what was played, and the next call goes on from there."""
    file = tmp_path / "league.json"
    two = played(rounds=2, keep=file)

    assert two.to_dict() == json.loads(file.read_text())
    assert (
        played(rounds=4).to_dict()
        == played(rounds=4, keep=file).to_dict()
        == json.loads(file.read_text())
    )
    assert 24 == len(played(rounds=1, keep=file).matches)


def test_a_file_of_an_earlier_version_is_continued(tmp_path: Path) -> None:
    """Also one whose games say more than they do now."""
    file = tmp_path / "league.json"
    record = played(rounds=1).to_dict()
    record["matches"] = [{**match, "changed": ""} for match in record["matches"]]
    file.write_text(json.dumps(record))

    assert played(rounds=2).to_dict() == played(rounds=2, keep=file).to_dict()


def test_a_file_that_cannot_be_written_is_refused_before_the_first_game(tmp_path: Path) -> None:
    """The error names the file, and nobody was asked for a choice."""
    asked = []

    def counting(game: Any, state: Any, rng: Random) -> Any:
        asked.append(state)
        return first(game, state, rng)

    with pytest.raises(FileNotFoundError, match=r"nowhere' for 'league\.json'"):
        played({"luck": "random", "mine": counting}, 1, keep=tmp_path / "nowhere" / "league.json")
    assert not asked


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "[1]",
        lambda text: text.replace('"rounds"', '"laps"'),
        lambda text: text.replace('"luck"', '"nobody"', 1),
        lambda text: text.replace('"payoffs": [', '"payoffs": ["x", '),
        lambda text: text.replace('"payoffs": [', '"payoffs": [1, '),
        lambda text: "NaN",
        lambda text: "[" * 100_000,
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, damage: Any) -> None:
    """One sentence, and the file stays as it is."""
    file = tmp_path / "league.json"
    played(rounds=1, keep=file)
    file.write_text(damage(file.read_text()))
    before = file.read_text()

    with pytest.raises(BadFile, match="is not a saved league"):
        played(rounds=2, keep=file)
    assert before == file.read_text()


def test_another_league_is_not_continued(tmp_path: Path) -> None:
    """Another position, seed, opening or player under an old name: the sentence says what
    differs."""
    found = played(rounds=1)

    with pytest.raises(BadParameter, match="has seed 0, and this one 2"):
        played(keep=found, seed=2)
    with pytest.raises(BadParameter, match="has opening 0, and this one 1"):
        played(keep=found, opening=1)
    with pytest.raises(BadParameter, match=r"has game .*noughts_and_crosses', and this one"):
        league(SMALL.row1.column1, SIMPLE, keep=found, progress=False)
    with pytest.raises(
        BadParameter, match="'hard' was mcts with 16 in the earlier league and is mcts with 17 now"
    ):
        played({**SIMPLE, "hard": ("mcts", 17)}, keep=found)
    with pytest.raises(BadParameter, match="give a league or the name of a file"):
        played(keep=3)


# What goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (raising, "mine raised RuntimeError: no idea"),
        (cheating, "mine chose 99, which is not an option"),
        (stalling, "mine took more than 0.02 s for a choice"),
    ],
)
def test_a_bad_player_forfeits(player: Any, said: str) -> None:
    """It loses each game at its first choice; the others play on, and the table says why."""
    two: dict[str, Any] = {"luck": "random", "easy": ("mcts", 8)}
    seconds = 0.02 if player is stalling else PATIENCE
    found, rest = played({**two, "mine": player}, 1, seconds=seconds), played(two, 1)
    worst = found.rows()[-1]

    assert ("mine", 4, 4, 4) == (worst["player"], worst["games"], worst["lost"], worst["forfeited"])
    assert f"4 games forfeited, first in round 1: {said}" in str(found)
    assert rest.matches == [match for match in found.matches if "mine" not in match.players]


def test_a_stalled_player_is_ended() -> None:
    """Its thread does not go on calculating beside the rest of the games."""
    before = {thread.ident for thread in threading.enumerate()}
    played({"luck": "random", "mine": stalling}, 1, seconds=0.02)
    until = time.monotonic() + PATIENCE

    while (
        time.monotonic() < until
        and not {thread.ident for thread in threading.enumerate()} <= before
    ):
        time.sleep(0.01)
    assert {thread.ident for thread in threading.enumerate()} <= before


def test_a_series_names_a_bad_player() -> None:
    """`simulate` raises one sentence that names the function, not the game."""
    with pytest.raises(BrokenPlayer, match=r"^raising raised RuntimeError: no idea$"):
        simulate(SMALL, 5, raising, progress=False)
    with pytest.raises(BrokenPlayer, match=r"^cheating chose 99, which is not an option's value$"):
        simulate(SMALL, 5, cheating, progress=False)


def test_a_function_of_observation_and_mask_is_no_player_yet() -> None:
    """It was let into the league, and forfeited every game."""

    def masked(seen: Any, mask: Any) -> int:
        return 0

    with pytest.raises(BadParameter, match=r"masked: .*as_environment\(p\)\.player"):
        league(SMALL, {"mine": masked, "luck": "random"}, progress=False)
    with pytest.raises(BadParameter, match=r"masked: .*as_environment\(p\)\.player"):
        simulate(SMALL, 5, masked, progress=False)


class DyingInRoundSeven(concurrent.futures.ThreadPoolExecutor):
    """An executor that answers for a while, and then breaks, for what waits and for what comes."""

    def __init__(self, answers: int) -> None:
        super().__init__(1)
        self.answers = answers

    def submit(self, *given: Any, **named: Any) -> Any:
        """A future with a result, as long as there are any left."""
        self.answers -= 1
        if self.answers < -3:
            raise concurrent.futures.BrokenExecutor("it has died")
        if self.answers >= 0:
            return super().submit(*given, **named)
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        future.set_exception(concurrent.futures.BrokenExecutor("a worker has died"))
        return future


@pytest.mark.slow
def test_nothing_is_lost_if_an_executor_dies_in_round_seven(tmp_path: Path) -> None:
    """What was finished is there, and in the file; a sentence says in which round; another call
    plays the rest."""
    file, whole = tmp_path / "league.json", played(rounds=10)
    with DyingInRoundSeven(6 * 6 + 2) as executor:
        found = played(rounds=10, executor=executor, keep=file)

    assert set(whole.matches[: 6 * 6]) < set(found.matches) < set(whole.matches)
    assert 6 * 6 + 3 == len(found.matches)
    assert (
        "the executor died after 39 games: BrokenExecutor: a worker has died, in round 7 of 10"
        in found.note
    )
    assert found.standings()
    assert whole.to_dict() == played(rounds=10, keep=found).to_dict()
    assert whole.to_dict() == played(rounds=10, keep=file).to_dict()


def test_an_interrupt_gives_the_games_so_far() -> None:
    """And another call goes on."""
    turns: Iterator[int] = iter(range(30))

    def interrupted(game: Any, state: Any, rng: Random) -> Any:
        if next(turns, None) == 29:
            raise KeyboardInterrupt
        return first(game, state, rng)

    found = played({"luck": "random", "mine": interrupted}, 20)
    assert 0 < len(found.matches) < 40
    assert "interrupted after" in found.note


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        ("random", {}, "at least 2 players"),
        (["random"], {}, "at least 2 players"),
        (3, {}, "at least 2 players"),
        (["random", "random"], {}, "'random' cannot be the name of one player"),
        ({"a": "random", 3: "random"}, {}, "3 cannot be the name"),
        (["random", "prefect"], {}, "Did you mean 'perfect'"),
        (["random", "perfect"], {"rounds": 0}, "rounds"),
        (["random", "perfect"], {"opening": -1}, "opening"),
        (["random", "perfect"], {"seconds": 0}, "seconds is 0"),
        (["random", "perfect"], {"seconds": "x"}, "seconds is 'x'"),
        (["random", "perfect"], {"executor": 3}, "submit"),
    ],
)
def test_bad_leagues_are_refused(players: Any, options: dict[str, Any], said: str) -> None:
    """One sentence that names the argument."""
    with pytest.raises(BadParameter, match=said):
        played(players, **{"rounds": 1, **options})


@pytest.mark.parametrize("fault", [TypeError("odd"), AttributeError("odd"), OSError("odd")])
@pytest.mark.parametrize(
    "study",
    [
        lambda executor: simulate(SMALL, 3, executor=executor, progress=False),
        lambda executor: played({"luck": "random", "first": first}, 1, executor=executor),
        lambda executor: report(SMALL, games=3, matches=1, executor=executor),
    ],
    ids=["simulate", "league", "report"],
)
def test_rules_that_raise_are_not_taken_for_an_executors_fault(
    fault: Exception, study: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process and in threads: the game is named, whatever kind of error it is."""

    def outcome(state: Any) -> Any:
        if state.display_options:
            return None
        raise fault

    monkeypatch.setattr(type(SMALL._state), "outcome", property(outcome))
    with concurrent.futures.ThreadPoolExecutor(1) as threads:
        for executor in (None, threads):
            with pytest.raises(BrokenGame, match=r"asked it, raised \w+: odd"):
                study(executor)


def test_a_range_of_payoffs_that_raises_is_the_games_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report asks for it before it plays games that are judged."""

    def payoff_range(state: Any) -> Any:
        raise TypeError("odd")

    state = type(SMALL._state)
    monkeypatch.setattr(state, "payoffs", property(lambda state: (0, 0)), raising=False)
    monkeypatch.setattr(state, "payoff_range", property(payoff_range), raising=False)

    with pytest.raises(BrokenGame, match="when a report asked it, raised TypeError"):
        report(SMALL, games=3, matches=1)


def test_any_error_of_an_executor_ends_a_series_with_what_is_done() -> None:
    """Also one of a kind of its own, such as Dask's for a worker that was killed."""

    class Killing(concurrent.futures.Executor):
        def submit(self, *given: Any, **named: Any) -> Any:
            future: concurrent.futures.Future[Any] = concurrent.futures.Future()
            future.set_exception(LookupError("the worker was killed"))
            return future

    found = simulate(SMALL, 100, executor=Killing(), progress=False)
    assert (1, "the executor died after 1 game: LookupError: the worker was killed") == (
        found.games,
        found.note,
    )


@pytest.mark.parametrize("fault", [SystemExit(3), KeyError("odd")])
def test_a_game_whose_key_raises_is_broken(
    fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while a perfect player chooses."""

    def key(state: Any) -> Any:
        raise fault

    monkeypatch.setattr(type(SMALL._state), "key", property(key))
    with pytest.raises(BrokenGame, match="when a series asked it, raised"):
        league(SMALL, ["random", "perfect"], Schedule(1), progress=False)


def test_what_cannot_be_played_is_refused_in_the_first_game() -> None:
    """A puzzle, and a perfect player of a game that is too large for one."""
    with pytest.raises(NoAbility, match="is for one player"):
        league(games.sliding(rows=2, columns=2, seed=1), ["random", "mcts"])
    with pytest.raises(NoAbility, match=r"Perfect play in .* is not known"):
        league(games(seed=1).k_in_a_row.gomoku, ["random", "perfect"])


# Results as numbers --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "found",
    [
        lambda: played(rounds=1),
        lambda: simulate(SMALL, 5, progress=False),
        lambda: count(SMALL, 3),
        lambda: report(SMALL, games=10, matches=2),
    ],
    ids=["league", "simulate", "count", "report"],
)
def test_results_are_data(found: Any) -> None:
    """Rows with equal columns for a data frame, and a dictionary that JSON can hold without
    loss."""
    result = found()
    rows = result.rows()

    assert 1 == len({tuple(row) for row in rows})
    assert rows == json.loads(json.dumps(rows))
    assert result.to_dict() == json.loads(json.dumps(result.to_dict()))
    assert repr(result) == str(result)
    assert "<table>" in result._repr_html_()


@pytest.mark.slow
def test_a_report_measures_how_games_are_decided() -> None:
    """Who is ahead when, in games that differ; the figures follow from these, and not from the
    executor."""
    p = games.k_in_a_row(rows=4, columns=4, k=3, gravity=True, seed=1)
    found = report(p, games=40, matches=8)
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        assert found.to_dict() == report(p, games=40, matches=8, executor=threads).to_dict()

    values = {row["measure"]: row["value"] for row in found.rows()}
    assert 4 == len({lead.shares for lead in found.leads})
    assert values["decisiveness"] == sum(lead.shares[-1] != 0.5 for lead in found.leads) / 4
    assert ["16 simulations", "64 simulations", "256 simulations"] == [
        one.name for one in found.skill
    ]
    assert 40 == sum(one.games for one in found.first_choices)
    assert "best first choice" not in values  # four choices share forty games: too few to rank
    assert 5 == found._repr_html_().count("</style>")


@pytest.mark.parametrize(
    ("shares", "changes", "after", "drama"),
    [
        ((0.5, 0.6, 0.7, 1.0), 0, 0.25, 0.0),
        ((0.5, 0.3, 0.52, 0.3, 0.8, 1.0), 1, 4 / 6, 0.4**0.5),
        ((0.6, 0.32, 0.9, 0.18, 1.0), 4, 4 / 5, (0.6 + 0.8) / 2),
    ],
)
def test_leads_are_measured(
    shares: tuple[float, ...], changes: int, after: float, drama: float
) -> None:
    """Worked out by hand from what the winner could expect; an even position is nobody's lead."""
    assert changes == reports._lead_changes(shares)
    assert pytest.approx((after, drama)) == (reports._decided_after(shares), reports._drama(shares))


def test_a_league_is_drawn() -> None:
    """A page has the table and a picture with a point and an interval for each player; names are
    made harmless."""
    page = played({"<b>": "random", "easy": ("mcts", 4)}, 1)._repr_html_()

    assert 2 == page.count('stroke-linecap="round"')
    assert "<b>" not in page


def test_partners_win_together() -> None:
    """Four players of whom those who sit opposite get the same are two sides: no game of theirs is
    drawn because two have won."""
    records = [Record(n, paid, "", (), (), ()) for n, paid in enumerate([(1.0, 0.0) * 2] * 3)]
    series = Series(("N", "E", "S", "W"), ("random",) * 4, 0, 3, 0, records)
    assert (3, 0, 3, 0) == tuple(series.wins(seat) for seat in range(4))
    assert (0, 0.5) == (series.draws, series.advantage)


def test_a_report_has_the_title_of_the_game_in_its_size() -> None:
    """Connect four, not the title that all boards share."""
    p = games.k_in_a_row(seed=1).four_in_a_row
    assert "Four in a row" == report(p, games=1, matches=1, progress=False).title
