"""One game begun with one seed: which rules it plays by, and whose page is kept."""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, games, hint, line, save
from interactive_provider.errors import BadParameter, BrokenGame, NoAbility, SourceError
from interactive_provider.game import Game
from interactive_provider.game.asking import say
from interactive_provider.heart.play.nodes import start
from interactive_provider.heart.play.position_data import line_of, view_of
from interactive_provider.heart.play.table import Setup, Table, in_a_step, same_rules

from .toys import Fewer, NoGenerator, Steps, Turns, Walk, offering, provider_of


def test_tables_of_one_play_are_one() -> None:
    """Equal and of one hash where game, parameters and seed are the same; unlike anything else."""
    game = Fewer((("one", 1), ("two", 2)))
    origin = InteractiveProvider(game)
    one, same, other = (Table(game, "fewer", seed, {}, origin) for seed in (1, 1, 2))
    assert [True, False, False] == [one == same, one == other, one == "fewer"]
    assert hash(one) == hash(same)


def test_the_views_of_three_players_are_kept() -> None:
    """Each is drawn once, however they take turns to look."""
    table = Table(Fewer((("one", 1),)), "fewer", 1, {}, InteractiveProvider(Walk))
    state = Steps(())
    first = [table.view(state, player) for player in range(3)]
    again = [table.view(state, player) for player in range(3)]
    assert [True] * 3 == [one is other for one, other in zip(first, again, strict=True)]


def test_other_options_under_the_same_words_are_other_rules(tmp_path: Path) -> None:
    """A saved game tells by what it shows that the rules have changed: its text, its options and
    its outcome."""
    found = []
    for labels in ((("left", 1),), (("left", 1), ("right", 2))):
        save(offering(*labels), tmp_path / "game.json")
        found.append(json.loads((tmp_path / "game.json").read_text("utf-8"))["shown"])
    assert found[0] != found[1]


class Numbers(Game[Any]):
    """Its author gives numbers in place of states."""

    def new_state(self, rng: Random, first: Any = None) -> Any:
        """A state, or what is handed in."""
        return Steps((("a", 1),)) if first is None else first

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """No state."""
        return 3


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        (
            lambda: hint(provider_of(NoGenerator).no_generator),
            r"new_state of no_generator .* must be declared as new_state\(self, rng\)\.",
        ),
        (
            lambda: provider_of(Numbers).numbers(first="7"),
            "new_state of numbers gave '7', which is not a state: it has no",
        ),
        (
            lambda: provider_of(Numbers).numbers.a,
            "process_response of numbers gave 3, which is not a state: it has no",
        ),
    ],
)
def test_an_authors_slip_is_named_when_the_game_is_played(play: Any, expected: str) -> None:
    """Not as an error of Python's somewhere within, but as what the author has to write."""
    with pytest.raises((BrokenGame, SourceError), match=expected):
        play()


class Cards(Walk):
    """Each player sees a number of steps of their own."""

    asked = 0

    def seen_by(self, state: Steps, player: int) -> Steps:
        """As many steps as the player's number."""
        type(self).asked += 1
        return replace(state, taken=player)


def test_nobody_is_shown_the_page_of_another_player() -> None:
    """The latest page is kept for the player who looked at that state, and for nobody else."""
    table = Table(Cards(), "cards", 1, {}, InteractiveProvider(Cards()))
    one, other = Steps((("one", 1),)), Steps((("one", 1),), 7)
    asked: list[tuple[Any, int]] = [(one, 1), (one, 0), (one, 0), (other, 0), (one, 0)]
    before = Cards.asked
    assert [player for _, player in asked] == [
        table.shown(state, player).taken for state, player in asked
    ]
    assert 4 == Cards.asked - before
    texts = [str(table.view(one, player).text) for player in (1, 0, 1)]
    assert ["1 steps taken.", "0 steps taken.", "1 steps taken."] == texts


def test_a_seat_s_own_table_shows_what_that_seat_may_see() -> None:
    """Each seat has positions of its own, whose turn it is does not matter, and lines are the
    same."""
    table = Table(Cards(), "cards", 1, {}, InteractiveProvider(Cards()))
    seats = [start(table.seen_from(seat)) for seat in (0, 1)]
    assert ["0 steps taken.", "1 steps taken."] == [str(view_of(p).text) for p in seats]
    assert 1 == len({line_of(p) for p in seats})


class Placed(Walk):
    """Has a parameter named position of its own, and reads no boards."""

    def new_state(self, rng: Random, position: Any = "left") -> Steps:
        """One option: what was given."""
        return Steps(((position, 1),))


def test_a_game_s_own_parameter_named_position_is_given_to_it() -> None:
    """Only a game with `read_board` has it read for it."""
    assert ["right"] == dir(InteractiveProvider(Placed()).placed(position="right"))


def test_search_is_offered_only_where_nothing_is_hidden() -> None:
    """A game that hides something has the hints that it gives itself; an error lists what a game
    has, search included."""
    hiding = type("Hiding", (Turns,), {"hides": ("said",)})()
    found = []
    for game in (Turns(), hiding):
        table = Table(game, "turns", 1, {}, InteractiveProvider(game))
        found.append([table.answers(name) for name in ("hint", "check", "review")])
    assert [[True] * 3, [False] * 3] == found
    with pytest.raises(NoAbility, match=r"has no board\. It has hint, evaluate, solve, check\."):
        Table(Turns(), "turns", 1, {}, InteractiveProvider(Turns())).ability("board")


class Unequal:
    """Two of them cannot be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never equal")


class Unread(Walk):
    """Nobody can read its attributes."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__dict__":
            raise RuntimeError("torn")
        return super().__getattribute__(name)


def test_what_cannot_be_compared_is_not_the_same() -> None:
    """Neither first states that fail to compare, nor games of other classes, nor games that cannot
    be looked into."""

    game = Walk()
    one, other = Setup(game, {}), Setup(game, {})
    one.first, other.first = Unequal(), Unequal()
    assert (True, False) == (one == one, one == other)
    assert [True, False, False] == [
        same_rules(*pair) for pair in [(game, Walk()), (game, Cards()), (Unread(), Unread())]
    ]


def test_a_thread_is_in_no_step_before_it_plays() -> None:
    """It waits for tables then."""
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(in_a_step()))
    thread.start()
    thread.join()
    _ = offering().left
    assert [False, False] == [*found, in_a_step()]


def test_a_module_that_is_loaded_again_is_played_by_its_new_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with autoreload, which changes a class in place: what is remembered of the old rules is
    left alone."""
    import importlib

    rules = (
        "from interactive_provider import Game\nfrom interactive_provider.game.asking import menu, say\n"
        "class Said(Game):\n"
        "    def new_state(self, rng):\n        return menu('{}', {{'go': say('end')}})\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "said_rules.py").write_text(rules.format("old"))
    module = importlib.import_module("said_rules")
    mine = InteractiveProvider(module.Said(), seed=1)
    assert "old" in mine.said.__doc__
    old = module.Said
    (tmp_path / "said_rules.py").write_text(rules.format("new!"))
    importlib.invalidate_caches()
    before = Table(mine._game("said"), "said", 1, {}, mine)
    old.new_state = importlib.reload(module).Said.new_state
    assert "new!" in mine.said.__doc__
    after = Table(before.game, "said", 1, {}, mine)
    assert [True, False] == [before == before, before == after]


def test_a_file_that_is_written_again_has_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As autoreload has it, which puts the edited code into the functions of the same module."""
    import importlib

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "edited_rules.py"
    file.write_text(
        "from interactive_provider import Game\nclass Edited(Game):\n    new_state = lambda self, rng: None\n"
    )
    game = importlib.import_module("edited_rules").Edited()
    setups = []
    for written in (1_000_000_000, 1_000_000_000, 1_000_000_001):
        os.utime(file, (written, written))
        setups.append(Setup(game, {}))
    assert [True, False] == [setups[0].is_same_game(other) for other in setups[1:]]


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        (
            "match_game",
            {"position": "3-4-5", "rows": (1, 2)},
            "rows is (1, 2), but the position has 3 rows: give only one of the two.",
        ),
        (
            "sliding",
            {"position": "1 2 3/4 5 6/7 8 0", "columns": 5},
            "columns is 5, but the position has 3 columns: give only one of the two.",
        ),
        (
            "minesweeper",
            {"position": "■■1/■21/11·", "mines": 2, "rows": 16},
            "rows is 16, but the position has 3 rows: give only one of the two.",
        ),
        (
            "k_in_a_row",
            {"position": "X../.O./...", "columns": 7},
            "columns is 7, but the position has 3 columns: give only one of the two.",
        ),
    ],
)
def test_a_size_that_a_position_contradicts_is_refused(
    name: str, parameters: dict[str, Any], message: str
) -> None:
    """It used to be ignored without a word, and stood in the line."""
    with pytest.raises(BadParameter) as caught:
        games[name](**parameters)
    assert message == str(caught.value)


def test_a_size_that_agrees_with_a_position_may_be_given() -> None:
    """As the lines do that were written so far."""
    assert "rows=(3, 4, 5)" in line(games.match_game(position="3-4-0", rows=(3, 4, 5)))
    assert "columns=7" in line(games.k_in_a_row.connect_four(position="4453"))


class Choosy(Game[Any]):
    """A game that begins with one word only."""

    def new_state(self, rng: Random, word: str = "a") -> Any:
        """Refuse any other word."""
        if word != "a":
            raise ValueError("no such word")
        return say("a")


def test_a_refused_parameter_is_quoted_in_part() -> None:
    """As Python would write it, if it is short."""
    lobby: Any = InteractiveProvider(Choosy, seed=1).choosy
    with pytest.raises(BadParameter, match="word='b'"):
        lobby(word="b")
    with pytest.raises(BadParameter) as refusal:
        lobby(word="b" * 5_000)
    assert len(str(refusal.value)) < 400
