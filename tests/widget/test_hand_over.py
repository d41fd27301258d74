"""Two people at one screen: what a page holds between their turns."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, games, play
from interactive_provider.boards import Board, Cell
from interactive_provider.errors import ChoiceError
from interactive_provider.game import Game, Options, Solution, State
from interactive_provider.widget import hand_over
from interactive_provider.widget.session import Session
from tools.isolation import REPOSITORY


@dataclass(frozen=True)
class Bids(State):
    """The cards of both, and what each has bid."""

    hands: tuple[tuple[int, ...] | None, ...]
    bids: tuple[int, ...] = ()
    looks: int = 0

    @property
    def mover(self) -> int:
        """Who bids."""
        return len(self.bids) % 2

    @property
    def display_text(self) -> str:
        """The hand of the player who looks."""
        return f"Your cards: {self.hands[self.looks]}"

    @property
    def display_options(self) -> Options:
        """The cards of the player to move."""
        if self.outcome is not None:
            return ()
        return tuple((f"bid {card}", card) for card in self.hands[self.mover] or ())

    @property
    def outcome(self) -> str | None:
        """The game is over after two bids each."""
        return "over" if len(self.bids) == 4 else None


class Bidding(Game[Bids]):
    """Bid a card in secret."""

    title = "Bidding"
    players = ("Ann", "Bob")

    def new_state(self, rng: Random, dealt: bool = True) -> Bids:
        """Two cards each, drawn or always the same."""
        cards = rng.sample(range(1, 10), 4) if dealt else [1, 2, 3, 4]
        return Bids((tuple(cards[:2]), tuple(cards[2:])))

    def process_response(self, state: Bids, value: int, rng: Random) -> Bids:
        """One bid more."""
        return replace(state, bids=(*state.bids, value))

    def seen_by(self, state: Bids, player: int) -> Bids:
        """Only the player's own hand and bids."""
        hands = tuple(hand if n == player else None for n, hand in enumerate(state.hands))
        bids = tuple(bid if n % 2 == player else 0 for n, bid in enumerate(state.bids))
        return Bids(hands, bids, player)

    def board(self, state: Bids) -> Board:
        """The player's cards in a row."""
        hand = state.hands[state.looks] or ()
        return Board(((*(Cell(str(card), label=f"card {card}", press=card) for card in hand),),))


def _start() -> Any:
    return InteractiveProvider(Bidding, seed=1).bidding(dealt=False)


def _press(session: Session, words: str) -> dict[str, Any]:
    """Press the button with these words on the page that is shown, and return the next page."""
    view = session.view()
    index = [option[1] for option in view["options"]].index(words)
    session.act({"do": "option", "index": index, "seen": view["number"]})
    return session.view()


def _bid(session: Session, column: int) -> dict[str, Any]:
    number = session.view()["number"]
    session.act({"do": "gesture", "gesture": "press", "at": [0, column], "seen": number})
    return session.view()


def test_a_page_stands_between_two_people_at_one_screen() -> None:
    """After Ann's bid the page asks to hand over to Bob, whose cards come when he asks."""
    session = Session(_start())
    assert _press(session, "Show Ann's cards")["text"] == "Your cards: (1, 2)"
    between = _bid(session, 0)
    assert between["text"] == "Hand over to Bob."
    assert between["board"] is None
    assert _press(session, "Show Bob's cards")["text"] == "Your cards: (3, 4)"


def test_the_page_between_is_equal_in_worlds_that_differ_in_what_is_hidden() -> None:
    """Neither Bob's hand, nor what Ann bid, nor her own hand is in what the page is sent."""
    sent = set()
    for seed, column in itertools.product(range(8), (0, 1)):
        session = Session(InteractiveProvider(Bidding)(seed=seed).bidding.both_sides)
        at_start = session.view()
        _press(session, "Show Ann's cards")
        between = _bid(session, column)
        sent.add(json.dumps([at_start, between, session.line, session.page().as_html()]))
    assert len(sent) == 1


@pytest.mark.parametrize(
    "order",
    [
        *(
            {"do": what}
            for what in ("hint", "check", "step", "evaluate", "picture", "undo", "redo")
        ),
        {"do": "goto", "index": 0},
        {"do": "type", "text": "bid 3"},
        {"do": "gesture", "gesture": "press", "at": [0, 0], "seen": 3},
        {"do": "option", "index": 0, "seen": 2},
    ],
    ids=lambda order: order["do"],
)
def test_nothing_but_the_button_shows_the_next_hand(order: dict[str, Any]) -> None:
    """A second click of Ann's, undo and advice lead nowhere while the board is handed over."""
    session = Session(_start())
    _press(session, "Show Ann's cards")
    between = _bid(session, 0)
    session.act(order)
    after = session.view()
    assert (after["text"], after["board"]) == ("Hand over to Bob.", None)
    assert after["stuck"]
    assert between["options"] == after["options"]


def test_undo_hands_back() -> None:
    """Bob takes Ann's move back; her cards wait until she asks."""
    session = Session(_start())
    _press(session, "Show Ann's cards")
    _bid(session, 0)
    _press(session, "Show Bob's cards")
    session.act({"do": "undo"})
    assert session.view()["text"] == "Hand over to Ann."


def test_one_person_who_plays_both_sides_is_asked_once() -> None:
    """After "Do not ask again" every hand is shown at once."""
    session = Session(_start())
    _press(session, "Do not ask again")
    assert _bid(session, 0)["text"] == "Your cards: (3, 4)"


@pytest.fixture
def _off() -> Iterator[None]:
    hand_over.enabled = False
    yield
    hand_over.enabled = True


@pytest.mark.usefixtures("_off")
def test_the_setting_leaves_the_page_between_out() -> None:
    """With the setting off, and without ``hand_over=True``, boards show the next hand at once."""
    assert Session(_start()).view()["text"] == "Your cards: (1, 2)"
    assert Session(_start(), True).view()["text"] == "Hand over to Ann."


def test_play_takes_the_option() -> None:
    """``play(p, hand_over=False)`` shows the hand; otherwise the widget's data has no line."""
    assert play(_start(), hand_over=False)._view["text"] == "Your cards: (1, 2)"
    board = play(_start())
    assert (board._view["text"], board.line) == ("Hand over to Ann.", "")
    assert "(1, 2)" not in board._as_text()
    board._obey({"new": [{"do": "option", "index": 0, "seen": 1, "number": 1, "page": "p"}]})
    assert board.line == repr(_start())


def test_an_end_that_all_see_alike_is_shown_at_once() -> None:
    """A page stood before a showdown, where nothing is left to hide; a fold still hides cards."""
    kuhn = InteractiveProvider(REPOSITORY / "examples" / "kuhn_poker.py", seed=1).kuhn_poker
    assert hand_over.HandOver().awaited(kuhn.both_sides.check.check) is None
    assert hand_over.HandOver().awaited(kuhn.both_sides.bet.fold) is not None


def test_a_game_that_cannot_say_what_is_seen_hands_over() -> None:
    """Whether all see the same is not known then, so a hand stays covered."""

    class Broken(Bidding):
        def seen_by(self, state: Bids, player: int) -> Bids:
            assert player == 0
            return super().seen_by(state, player)

    assert 0 == hand_over.HandOver().awaited(InteractiveProvider(Broken, seed=1).broken.both_sides)


def test_only_people_who_hide_something_from_each_other_hand_over() -> None:
    """Connect four is open; a game against the computer has one person at the screen."""
    against = InteractiveProvider(Bidding, seed=1).bidding(against="random")
    open_game = games(seed=1).k_in_a_row.connect_four
    assert (None, None) == (Session(against).awaited, Session(open_game).awaited)


class Planned(Bidding):
    """Knows a way to go on."""

    def solve(self, state: Bids) -> Solution:
        """The first card of the hand."""
        return Solution((state.hands[state.mover] or ())[:1], "solved", note="The lowest card.")


def test_what_was_said_to_one_player_is_not_shown_to_the_next() -> None:
    """A step says why, and the next page belongs to the other; nothing is chosen before it is
    taken over, by a program either."""
    session = Session(InteractiveProvider(Planned, seed=1).planned(dealt=False))
    _press(session, "Show Ann's cards")
    session.act({"do": "step"})
    assert ("Hand over to Bob.", "") == (session.view()["text"], session.status)
    with pytest.raises(ChoiceError, match="Hand over the board first"):
        session.choose(3)
