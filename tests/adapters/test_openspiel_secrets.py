"""OpenSpiel's games with hidden information: what the others do and hold is not told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from interactive_provider import choose, games, options, outcome, undo
from interactive_provider.adapters.openspiel.facts import FACTS
from interactive_provider.adapters.openspiel.game import game_class
from interactive_provider.adapters.openspiel.worlds import Worlds
from interactive_provider.heart.play.position_data import viewer_of
from tests.secrets import ASKED, told_apart, twins, with_state
from tests.thorough import some
from tools.openspiel_secrets import compare, worlds

SECRET = [
    "battleship",
    "phantom_ttt",
    "dark_hex",
    "kriegspiel",
    "dark_chess",
    "rbc",
    "phantom_go",
    "goofspiel",
    "liars_dice",
    "oshi_zumo",
    "tiny_hanabi",
    "latent_ttt",
]
DEALT = [name for name, facts in FACTS.items() if facts.deals or facts.replayed]
QUICK = {
    name: ask
    for name, ask in ASKED.items()
    if name not in ("league", "report", "simulate by a function", "widget", "pop-up", "solve")
}


def begun(name: str, seed: int = 4, **seating: Any) -> Any:
    """The first position, against a random player if there are others."""
    game = getattr(games.openspiel, name)
    return game(seed=seed) if name == "blackjack" else game(seed=seed, against="random", **seating)


def with_other_replies(p: Any) -> Iterator[Any]:
    """The same position after other replies that its player cannot tell from those that were
    made."""
    game, seat = p._table.game, viewer_of(p)
    for reply in p._replies[-1:]:
        for value in reply.state.option_values:
            state = game.process_response(reply.state, value, Random(1))
            if value != reply.value and game.seen_by(state, seat) == game.seen_by(p._state, seat):
                yield with_state(p, state)


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRET)
def test_no_reply_is_told(name: str) -> None:
    """Neither in text nor in HTML, here or one move back: OpenSpiel's text says what is known of
    it."""
    p = begun(name)
    for _ in range(3):
        if outcome(p) is None:
            p = choose(p, options(p)[0])
            assert all(
                "played" not in page for page in (p.__doc__, p._repr_html_(), undo(p).__doc__)
            )


@pytest.mark.slow
def test_another_reply_in_secret_changes_nothing_that_is_told() -> None:
    """Whatever the computer has done unseen, everything that can be asked is the same."""
    compared: dict[str, int] = {}
    for name in SECRET:
        for seed in range(some(2, of=3)):
            p = begun(name, seed, seat=seed % 2)
            for _ in range(some(2, of=3)):
                for twin in list(with_other_replies(p))[:1]:
                    compared[name] = compared.get(name, 0) + 1
                    assert (name, []) == (name, told_apart(p, twin, QUICK))
                if outcome(p) is None:
                    p = choose(p, Random(seed).choice(options(p)))

    assert {"battleship", "dark_hex", "goofspiel", "kriegspiel", "phantom_ttt"} < set(compared)


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALT)
def test_other_cards_change_nothing_that_is_told(name: str) -> None:
    """What a player does not hold is dealt again, and everything that can be asked is the same."""
    first = begun(name)
    for p in [choose(first, options(first)[0]), first][: some(1, of=2)]:
        for twin in twins(p, 1):
            assert [] == told_apart(p, twin, QUICK)


def whole_text(state: Any) -> str:
    """OpenSpiel's text of a whole state, cards that are dealt together in the order of their
    names."""
    return re.sub(
        r"(?<=/)\w{6,}", lambda cards: "".join(sorted(re.findall("..", cards[0]))), str(state.inner)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALT)
def test_what_is_dealt_anew_depends_on_what_is_known_alone(name: str) -> None:
    """Two states that a player cannot tell apart lead to the same worlds: nothing of what was there
    is left in them."""
    game: Any = game_class(name)()
    compared = dealt_anew = 0
    for seed in range(some(4, of=8)):
        state = game.new_state(Random(seed))
        for _ in range(seed % 4):
            after = game.process_response(
                state, Random(seed).choice(state.option_values), Random(seed)
            )
            state = state if after.outcome else after
        player = state.mover
        first = game.resample(state, player, Random(7))
        seats = range(len(first.payoffs))
        assert game.seen_by(state, player) == game.seen_by(first, player)
        for twin, _ in zip(worlds(state, player, Random(seed)), range(3), strict=False):
            world = game.resample(twin, player, Random(7))
            assert whole_text(first) == whole_text(world)
            assert [game.seen_by(first, seat) for seat in seats] == [
                game.seen_by(world, seat) for seat in seats
            ]
            compared += 1
        dealt_anew += str(first.inner) != str(state.inner)

    assert compared > 0
    assert dealt_anew > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "matrix_mp", "tiny_hanabi", "phantom_ttt"])
def test_exchanged_secrets_change_nothing(name: str) -> None:
    """Neither what can be asked nor what an opponent chooses; ``python -m tools.openspiel_secrets``
    tries all games."""
    compared, apart, _ = compare(name, some(1, of=3))

    assert not apart
    assert compared > 0


def test_the_last_page_is_that_of_your_seat() -> None:
    """A hand that ends by the other's choice shows your card, not the one of whoever moved last."""
    for seed in range(12):
        p = begun("leduc_poker", seed)
        mine = int(p._state.own_text.partition("[Private: ")[2][:1])
        while outcome(p) is None:
            p = choose(p, options(p)[-1])
        assert (
            f"you (Player 1): {'JQK'[mine // 2]}{'♠♥'[mine % 2]}\n"
            in p.__doc__.rpartition("Ante")[2]
        )


class Drawn:
    """A card is drawn in secret, mostly the first, and then somebody passes: another one after the
    last card."""

    def __init__(self, moves: Iterable[SimpleNamespace] = ()) -> None:
        self.moves = list(moves)

    def clone(self) -> Drawn:
        """The same again."""
        return Drawn(self.moves)

    def current_player(self) -> int:
        """Luck, then the first player or the second."""
        if not self.moves:
            return -1
        return int(self.moves[0].action == 2)

    def is_chance_node(self) -> bool:
        """True before the card."""
        return not self.moves

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards."""
        return [(0, 0.6), (1, 0.1), (2, 0.3)]

    def legal_actions(self) -> list[int]:
        """The cards, then to pass."""
        return [0] if self.moves else [0, 1, 2]

    def apply_action(self, action: int) -> None:
        """One more."""
        self.moves.append(SimpleNamespace(player=self.current_player(), action=action))

    def full_history(self) -> list[SimpleNamespace]:
        """All so far."""
        return self.moves


def test_a_world_has_the_same_players_on_the_move_and_luck_as_likely_as_it_is() -> None:
    """What nobody sees is drawn by its chances; a card after which somebody else moves is none."""
    size = SimpleNamespace(max_chance_outcomes=lambda: 3, num_distinct_actions=lambda: 1)
    rules = SimpleNamespace(game=size, begin=Drawn, known=lambda inner, _: f"{len(inner.moves)}")
    inner = Drawn()
    inner.apply_action(1)
    inner.apply_action(0)
    found = Worlds(SimpleNamespace(rules=rules, inner=inner), 0)
    cards = Counter(found.draw(Random(seed)).moves[0].action for seed in range(70))
    assert {0, 1} == set(cards)
    assert cards[0] > 2 * cards[1]
