"""The tutor for bluffing says what habits cost: what an opponent who knows them gains."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    NoAbility,
    games,
    line,
    mover,
    options,
    outcome,
    payoffs,
)
from interactive_provider.analysis import Habits, habits, simulate
from interactive_provider.errors import BadParameter
from interactive_provider.heart.play.actions import Beginning
from interactive_provider.search.experiments.simulations import Venue
from tools.isolation import REPOSITORY

KUHN = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py", seed=1)

Choose = Callable[[str, str, Random], str]
"""From a player's card and what was said to what they say."""

PASSED = {"": "check", "check": "check", "bet": "fold", "check bet": "fold"}
CALLED = {"": "bet", "check": "bet", "bet": "call", "check bet": "call"}


def kuhn_lines(choose: Choose, number: int, seat: int = 0) -> list[str]:
    """Games of Kuhn poker: one seat plays by a rule, the other at random."""
    rng, lines = Random(7), list[str]()
    for seed in range(number):
        p: Any = KUHN.kuhn_poker(seed=seed).both_sides
        while outcome(p) is None:
            said, own = p._state.said, mover(p) == f"player {seat + 1}"
            card = p._state.cards[seat]
            p = p[choose(card, said, rng) if own else rng.choice([o.label for o in options(p)])]
        lines.append(line(p))
    return lines


def bluffer(jack: bool, king: bool) -> Choose:
    """Begins with a bet by habit, and else plays as the plan does, more or less."""
    bets = {"J": jack, "Q": False, "K": king}

    def choose(card: str, said: str, rng: Random) -> str:
        if said == "":
            return "bet" if bets[card] else "check"
        is_called = card == "K" or (card == "Q" and rng.random() < 0.5)
        return "call" if is_called else "fold"

    return choose


# The same by trying every strategy ---------------------------------------------------------


def paid(cards: tuple[str, str], said: str) -> int:
    """What the first player gets."""
    if said.endswith("fold"):
        return 1 if said == "bet fold" else -1
    stake = 2 if said.endswith("call") else 1
    return stake if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -stake


def expected(one: Mapping[Any, float], other: Mapping[Any, float]) -> float:
    """What the first player gets on average; both say how often each bets or calls, by card and by
    what was said."""

    def going_on(cards: tuple[str, str], said: str) -> float:
        if said not in PASSED:
            return paid(cards, said)
        first = said in ("", "check bet")
        share = one[cards[0], said] if first else other[cards[1], said]
        yes, no = f"{said} {CALLED[said]}".strip(), f"{said} {PASSED[said]}".strip()
        return share * going_on(cards, yes) + (1 - share) * going_on(cards, no)

    deals = [(a, b) for a, b in product("JQK", repeat=2) if a != b]
    return sum(going_on(deal, "") for deal in deals) / len(deals)


def gain_by_force(found: Habits, seat: int) -> float:
    """What the best of all 64 pure strategies gets against the habits, beyond the game's value."""
    known = {(card, said): 0.0 for card in "JQK" for said in PASSED}
    for row in found.rows():
        card = row["sight"].split("Cards: ")[1].replace("?", "").strip(". ")[0]
        said = row["sight"].split("Said: ")[1].rstrip(".").replace("nothing", "")
        if row["choice"] == CALLED[said]:
            share = row["times"] / row["of"]
            known[card, said] = share if row["is_habit"] else row["plan"]
    said_to = ("check", "bet") if seat == 0 else ("", "check bet")
    places = list(product("JQK", said_to))
    best = []
    for bits in product((0.0, 1.0), repeat=len(places)):
        reply = dict(zip(places, bits, strict=True))
        best.append(-expected(known, reply) if seat == 0 else expected(reply, known))
    return max(best) - (1 / 18 if seat == 0 else -1 / 18)


@pytest.mark.slow
@pytest.mark.parametrize(("jack", "king"), [(True, True), (False, True), (True, False)])
def test_the_gain_is_what_the_best_of_all_strategies_gets(jack: bool, king: bool) -> None:
    """Jacks bluffed always or never, kings bet always or never: as 64 strategies tried say."""
    found = habits(kuhn_lines(bluffer(jack, king), 400), seat=0)

    assert pytest.approx(gain_by_force(found, 0), abs=2e-3) == found.gains["player 1"]


@pytest.mark.slow
def test_the_other_seat_is_judged_too() -> None:
    """Whoever answers every bet with a call, and bets whatever the card."""
    found = habits(kuhn_lines(lambda card, said, rng: CALLED[said], 400, seat=1), seat="player 2")

    assert ["player 2"] == list(found.gains)
    assert pytest.approx(gain_by_force(found, 1), abs=2e-3) == found.gains["player 2"] > 0.3


@pytest.mark.slow
def test_the_costliest_habit_is_the_known_one() -> None:
    """Whoever bluffs with every jack is told so, with how often and what it costs."""
    found = habits(kuhn_lines(bluffer(True, False), 200), seat=0)

    assert (
        "gains" in found.verdict and "The costliest habit: you choose bet always (" in found.verdict
    )
    assert "“Cards: J ?. Said: nothing.”" in found.verdict
    assert ("J", "bet") == (found.spots[0].sight[7], found.spots[0].choice)
    assert found.spots[0].costs == max(row["costs"] for row in found.rows()) > 0.05


@pytest.mark.slow
def test_who_keeps_to_the_plan_has_no_costly_habit() -> None:
    """A third of the jacks and all kings: one of the balanced plans, whichever was computed."""

    def balanced(card: str, said: str, rng: Random) -> str:
        chance = (
            {"J": 1 / 3, "Q": 0.0, "K": 1.0} if said == "" else {"J": 0.0, "Q": 2 / 3, "K": 1.0}
        )
        return (CALLED if rng.random() < chance[card] else PASSED)[said]

    found = habits(kuhn_lines(balanced, 600), seat=0)

    assert found.gains["player 1"] < 0.03


def always_last(game: Any, state: Any, rng: Random) -> Any:
    """Take the last option: a bet, a call or a raise."""
    return state.display_options[-1][1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_a_game_that_hides_something_is_replayed_without_its_players(name: str) -> None:
    """The cards, also those dealt on the way, do not depend on who drew luck of their own."""
    p: Any = games.openspiel[name](seed=3).both_sides
    found = simulate(p, 20, (always_last, ("mcts", 5)), progress=False)
    venue = Venue(Beginning(p), {})

    for record, steps in zip(found.records, found.replayed(venue), strict=True):
        assert record.movers == tuple(step.mover for step in steps)
        assert record.widths == tuple(len(venue.model.values(step.state)) for step in steps)


@pytest.mark.slow
def test_series_are_judged_as_lines_are() -> None:
    """A player who always bets has the same habits in both."""
    begun = [games.openspiel.kuhn_poker(seed=seed).both_sides for seed in range(6)]
    series = [simulate(p, 20, (always_last, "random"), progress=False) for p in begun]
    lines = habits([p.Bet for p in begun * 20], seat=0)
    bets = {row["sight"]: row["of"] for row in lines.rows()}

    assert lines.rows() == habits(series, seat="Player 1").rows()
    assert 3 == len(bets) and 120 == sum(bets.values())


@pytest.mark.slow
def test_habits_that_only_cost_together_are_not_blamed_alone() -> None:
    """Against who bets and calls with every card, betting and waiting gain the same: so giving up
    one of these habits alone changes nothing."""
    begun = [games.openspiel.kuhn_poker(seed=seed).both_sides for seed in range(60)] * 3
    found = habits([line for p in begun for line in (p.Bet.Bet, p.Pass.Bet)], seat="Player 2")

    assert found.gains["Player 2"] > 0.3
    assert found.verdict.endswith("Giving up a single one of them would change nothing.")


def test_too_few_games_are_no_verdict() -> None:
    """Below twenty choices in each situation, nothing is called a habit."""
    found = habits(kuhn_lines(bluffer(True, True), 20), seat=0)

    assert found.verdict.startswith("Too few games for a verdict: you chose fewer than 20 times")
    assert not any(row["is_habit"] for row in found.rows())


def test_each_line_that_is_not_counted_has_a_sentence() -> None:
    """Broken ones, those of another game, of other parameters."""
    strange = ["nonsense", "games.openspiel.kuhn_poker(seed=1).both_sides.Jump", "games.guess(", ""]
    other = line(games.guess(seed=1)(50))
    found = habits([*kuhn_lines(bluffer(True, True), 3), *strange, other], seat=0)

    assert 3 == found.games
    assert [f"Line {number} is not counted:" for number in range(4, 9)] == [
        note[: len("Line 4 is not counted:")] for note in found.notes
    ]
    with pytest.raises(BadParameter, match=r"No games to judge were given\. Line 1 is not counted"):
        habits(strange)
    with pytest.raises(BadParameter, match="No games to judge were given"):
        habits([])
    with pytest.raises(BadParameter, match="seat is 5"):
        habits(kuhn_lines(bluffer(True, True), 3), seat=5)


def test_games_without_secrets_or_with_large_trees_have_no_tutor() -> None:
    """There is no bluff in noughts and crosses, and no plan where the tree is too large."""
    with pytest.raises(NoAbility, match="hides nothing"):
        habits([games.k_in_a_row(seed=1).noughts_and_crosses.row1.column1])
    with pytest.raises(NoAbility, match="more than 30 positions"):
        habits([KUHN.kuhn_poker(seed=1).both_sides.bet], Limit(states=30))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number", "parameters"),
    [("leduc_poker", 180, {}), ("liars_dice", 60, {"dice_sides": 3})],
)
def test_openspiels_games_of_bluff_have_a_tutor(
    name: str, number: int, parameters: dict[str, Any]
) -> None:
    """Whoever takes the first option always, played against the computer, loses by it."""
    played = []
    for seed in range(number):
        p = games.openspiel.cards[name](seed=seed, against="random", **parameters)
        while outcome(p) is None:
            p = p[options(p)[0].label]
        assert payoffs(p)
        played.append(line(p))
    found = habits(played)

    assert number == found.games and sum(found.gains.values()) > 0.05
    assert "gains" in found.verdict and 1 == len(found.gains)
    assert found.gains == json.loads(json.dumps(found.to_dict()))["gains"]
