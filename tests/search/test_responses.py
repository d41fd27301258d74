"""The best response to players who look at what the key of a state leaves out, or who are not
repeatable."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import Game, InteractiveProvider, NoAbility, State, evaluate
from interactive_provider.analysis import exploitability

KUHN = Path(__file__).parents[2] / "examples" / "kuhn_poker.py"

Player = Callable[[Game[Any], "Pile", Random], int]


@dataclass(frozen=True)
class Pile(State):
    """Objects that players take in turn; `last` and `past` are not in the key, `mood` is not even
    compared."""

    left: int
    most: int
    players: int
    turn: int = 0
    last: int = 0
    past: tuple[int, ...] = ()
    mood: int = field(default=0, compare=False)

    @property
    def display_text(self) -> str:
        """How many are left."""
        return f"{self.left} left."

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """The numbers to take."""
        return tuple((f"take {n}", n) for n in range(1, self.most + 1) if n <= self.left)

    @property
    def outcome(self) -> str | None:
        """Over when none is left."""
        return None if self.left else "over"

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.turn

    @property
    def winner(self) -> int | None:
        """Who took the last."""
        return None if self.left else (self.turn - 1) % self.players


class Keyed(Pile):
    """The same with a key, as the guide advises."""

    @property
    def key(self) -> tuple[int, int]:
        """What the rest of the game depends on."""
        return self.left, self.turn


class Bare:
    """The same without a dataclass: it compares only what the rest of the game depends on."""

    display_text = Pile.display_text
    display_options = Pile.display_options
    outcome = Pile.outcome
    mover = Pile.mover
    winner = Pile.winner

    def __init__(self, *parts: Any) -> None:
        names = ("left", "most", "players", "turn", "last", "past", "mood")
        vars(self).update(zip(names, (*parts, 0, 0, (), 0)[:7], strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bare) and hash(self) == hash(other)

    def __hash__(self) -> int:
        return hash((self.left, self.turn))  # type: ignore[attr-defined]


class Take(Game[Pile]):
    """Take up to so many; who takes the last wins."""

    def __init__(self, kind: type[Pile], most: int, players: int) -> None:
        self.kind = kind
        self.most = most
        self.seats = self.players = players  # type: ignore[misc]

    def new_state(self, rng: Random, start: int = 6) -> Pile:
        """The whole pile."""
        return self.kind(start, self.most, self.seats)

    def process_response(self, state: Pile, value: int, rng: Random) -> Pile:
        """The rest, with what was taken."""
        remembers = isinstance(state, Keyed | Bare)
        past = (*state.past, value) if remembers else ()
        last = value if remembers else 0
        turn = (state.turn + 1) % state.players
        mood = state.mood + value
        return type(state)(
            state.left - value, state.most, state.players, turn, last, past, mood * value % 3
        )


def copycat(game: Game[Any], state: Pile, rng: Random) -> int:
    """Take what was just taken, if possible."""
    return state.last if 0 < state.last <= state.left else 1


def never_the_same(game: Game[Any], state: Pile, rng: Random) -> int:
    """Take anything but what was just taken."""
    values = [value for _, value in state.display_options if value != state.last]
    return rng.choice(values or [1])


def moody(game: Game[Any], state: Pile, rng: Random) -> int:
    """Look at what comparisons leave out."""
    return min(1 + state.mood, state.left, state.most)


def historian(game: Game[Any], state: Pile, rng: Random) -> int:
    """Look at all that was played."""
    wanted = 1 + sum(number * taken for number, taken in enumerate(state.past, 1)) % state.most
    return min(wanted, state.left)


def by_table(number: int) -> Player:
    """Return a player who follows a random table, with luck in some of its rows."""

    def play(game: Game[Any], state: Pile, rng: Random) -> int:
        drawn = Random(f"{number} {state.left} {state.past} {state.mood}")
        values = [value for _, value in state.display_options]
        return rng.choice(values) if drawn.random() < 0.2 else drawn.choice(values)

    return play


def chances_of(player: Player, game: Take, state: Pile) -> dict[int, float]:
    """Return how often a player chooses what: every draw of ours is one even choice."""
    drawn: list[list[int]] = []

    class First(Random):
        def choice(self, seq: Any) -> Any:
            drawn.append(list(seq))
            return seq[0]

    value = player(game, state, First())
    if not drawn:
        return {value: 1.0}
    return {each: 1 / len(drawn[0]) for each in drawn[0]}


def paid(game: Take, state: Pile, player: Player, seat: int | None) -> float:
    """Return what a seat gets at best by trying every way, or the first one's if all are known."""
    if state.outcome is not None:
        return float(state.winner == (seat or 0))
    after = {
        value: paid(game, game.process_response(state, value, Random()), player, seat)
        for _, value in state.display_options
    }
    if state.mover == seat:
        return max(after.values())
    return sum(share * after[value] for value, share in chances_of(player, game, state).items())


PLAYERS = [copycat, never_the_same, moody, historian, *map(by_table, range(4))]
KINDS: list[Any] = [Pile, Keyed, Bare]
GAMES = list(itertools.product(KINDS, (5, 6), (2, 3), (2, 3)))


@pytest.mark.parametrize("number", range(len(PLAYERS)))
def test_a_player_may_look_at_what_the_key_leaves_out(number: int) -> None:
    """Every choice against a known function is worth what trying all ways says."""
    player = PLAYERS[number]
    for kind, start, most, players in GAMES:
        game = Take(kind, most, players)
        first = game.new_state(Random(), start)
        expected = {
            value: paid(game, game.process_response(first, value, Random()), player, 0)
            for _, value in first.display_options
        }

        verdicts = evaluate(InteractiveProvider(game, seed=1).take(start=start), against=player)

        assert pytest.approx(expected) == {v: one.worth for v, one in verdicts.items()}


@pytest.mark.parametrize("number", range(len(PLAYERS)))
def test_exploitability_of_a_player_who_looks_at_what_the_key_leaves_out(number: int) -> None:
    """A best response gains what trying all ways says."""
    player = PLAYERS[number]
    for kind, start, most in itertools.product(KINDS, (5, 7), (2, 3)):
        game = Take(kind, most, 2)
        first = game.new_state(Random(), start)
        own = paid(game, first, player, None)
        gains = [paid(game, first, player, seat) for seat in (0, 1)]

        actual = exploitability(InteractiveProvider(game, seed=1).take(start=start), player)

        assert pytest.approx((gains[0] - own + gains[1] - (1 - own)) / 2) == actual


def test_a_player_who_is_not_repeatable_is_refused() -> None:
    """Nothing is proved of functions that keep count of their calls, or draw their own luck."""
    calls = itertools.count()
    luck = Random(5)

    def alternating(game: Game[Any], state: Pile, rng: Random) -> int:
        return min(1 + next(calls) % 2, state.left)

    def lucky(game: Game[Any], state: Pile, rng: Random) -> int:
        return luck.choice([value for _, value in state.display_options])

    p = InteractiveProvider(Take(Keyed, 3, 2), seed=1).take(start=6)
    for player in (alternating, lucky):
        with pytest.raises(NoAbility, match="chose differently"):
            evaluate(p, against=player)
        with pytest.raises(NoAbility, match="chose differently"):
            exploitability(p, player)


def test_a_player_who_is_not_repeatable_is_refused_if_something_is_hidden() -> None:
    """Each choice is asked for twice there."""
    calls = itertools.count()

    def counting(game: Game[Any], state: Any, rng: Random) -> Any:
        values = [value for _, value in state.display_options]
        return values[next(calls) % len(values)]

    kuhn = InteractiveProvider(KUHN, seed=1).kuhn_poker
    with pytest.raises(NoAbility, match="chose differently"):
        evaluate(kuhn.both_sides, against=counting)


def test_a_game_that_is_over_has_no_best_response() -> None:
    """If something was hidden it said that the position cannot be reached from the start."""
    over = InteractiveProvider(KUHN, seed=1).kuhn_poker.both_sides.check.check

    assert {} == dict(evaluate(over, against="random"))
