"""Every refusal quotes what was given, clean and cut if it is long."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, choose, games, load, options, replay, save
from interactive_provider.builtin.sliding import rules as sliding
from interactive_provider.errors import (
    BadParameter,
    ChoiceError,
    NoSuchChoice,
    NoSuchKey,
    ProviderError,
)
from interactive_provider.heart.choices import synthesis
from interactive_provider.heart.choices.synthesis import Documentations
from tests.sure import sure

from .toys import Steps, Walk

BAD: Any = "\x1b[2J" + "x" * 100_000 + "\u202e"
"""A text that would steer a terminal and fill a screen, if a message had it as it is."""

ANY: Any = games

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def _walk() -> Any:
    return InteractiveProvider(Walk()).walk


def _saved(folder: Path, **changed: Any) -> Path:
    place = folder / "game.json"
    save(games.guess(seed=1)(50), place)
    place.write_text(json.dumps({**json.loads(place.read_text("utf-8")), **changed}), "utf-8")
    return place


REFUSED: dict[str, Callable[[Path], object]] = {
    "two answers": lambda _: ANY.guess(seed=1)(BAD, 2),
    "a key that is none": lambda _: games.guess(seed=1)[BAD],
    "an answer that is none": lambda _: games.guess(seed=1)(BAD),
    "an attribute that is none": lambda _: getattr(games.null(seed=1), BAD),
    "a lobby's parameter": lambda _: ANY.minesweeper(BAD),
    "a parameter": lambda _: _walk()(width={BAD}),
    "what is no node": lambda _: choose(BAD, "x"),
    "a line that is none": lambda _: replay([BAD]),  # type: ignore[arg-type]
    "a line that leads nowhere": lambda _: replay(f"games.guess(seed='{'x' * 100_000}').nowhere"),
    "a sign that is none": lambda _: replay("games.guess(seed='\\N{" + "x" * 5000 + "}')"),
    "a step that is none": lambda folder: load(_saved(folder, path=[[BAD]])),
    "an attribute of what was not loaded": lambda _: getattr(games, BAD),
    "a size": lambda _: sliding.check_size(BAD, 4),
    "a direction": lambda _: sliding.apply(((1, 2), (3, 0)), BAD),
    "a position": lambda _: sliding.apply(((1, 2), (BAD,)), 1),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_a_refusal_quotes_what_was_given(refused: Callable[[Path], object], tmp_path: Path) -> None:
    """Its message shows the beginning of it, holds no control character, and fits a screen."""
    with pytest.raises(ProviderError) as found:
        refused(tmp_path)
    told = str(found.value)
    assert [] == _UNSAFE.findall(told)
    assert len(told) < 1500
    assert "x" * 10 in told


def test_what_is_said_of_a_choice_is_found_before_it_is_touched() -> None:
    """IPython asks ``in`` and then the item: both know each choice, and nothing is played."""
    provider = InteractiveProvider(game := Walk())
    told = Documentations(provider.walk(seed=1))
    assert [True, True, True, False] == [name in told for name in ("left", "right", "on", "off")]
    assert "left" == told["left"] == told.get("left")
    assert told.get("off", "nothing") == "nothing"
    with pytest.raises(KeyError):
        told["off"]
    assert game.plays == 0


def test_a_lobby_says_how_a_game_begins() -> None:
    """Also where a plain preset's first choices can be taken in the lobby, and where there is no
    plain preset."""
    for name in ("minesweeper", "chess", "match_game"):
        with pytest.raises(
            NoSuchChoice, match="starts with a preset or a call; 'nonsense' is not a preset"
        ):
            _ = getattr(games, name).nonsense


def test_a_lobby_takes_the_first_answer_of_the_plain_game() -> None:
    """By name and by a call alone; beside parameters, of which none has a name, it is refused."""
    lobby: Any = games.match_game
    assert lobby.two_people.row2.take3 == lobby((2, 3)) == lobby.row2.take3
    for given in ({"seed": 3}, {"against": "random"}):
        with pytest.raises(BadParameter, match="given by name"):
            lobby((2, 3), **given)
    with pytest.raises(BadParameter, match="given by name"):
        lobby((2, 3), (1, 1))


def test_a_choice_half_made_is_described_by_its_label_alone() -> None:
    """The game is asked for what a whole choice means, never for a stage or for a key."""

    class Telling(Walk):
        def describe(self, state: Steps, value: Any) -> str:
            return f"means {value}"

    p: Any = InteractiveProvider(Telling(((("a", "x"), 1), (("a", "y"), 2), ("plain", 3)))).telling(
        seed=1
    )
    told = [Documentations(node).get(name) for node, name in ((p, "a"), (p, "plain"), (p.a, "x"))]
    assert ["a", "means 3", "means 1"] == [sure(text).splitlines()[0] for text in told]
    assert "1" == Documentations(games.guess(seed=1)).get("n1")


def test_a_stage_lists_its_own_options_alone() -> None:
    """Where other branches have the same words further on."""
    labels = (("a", "x", "one"), ("a", "x", "two"), ("b", "x", "three"), ("b", "y"), "plain")
    p: Any = InteractiveProvider(
        Walk(tuple((label, number) for number, label in enumerate(labels)))
    ).walk(seed=1)
    assert ["x one", "x two"] == [option.label.removeprefix("a ") for option in options(p.a)]
    assert [("x", "three"), ("y",)] == [option.names for option in options(p.b)]
    assert p.b.x.three == choose(p.b, "x three") == choose(p, 2)


class Together(Walk):
    """A game whose step waits for a second one to begin beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.met = threading.Barrier(2)

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step, which meets another if another is let in."""
        try:
            self.met.wait(0.15)
        except threading.BrokenBarrierError:
            self.met.reset()
        return super().process_response(state, value, rng)


@pytest.mark.slow
def test_two_threads_that_make_one_choice_wait_for_each_other() -> None:
    """The second is not let into the step, finds the position that the first made, and plays
    nothing."""
    game = Together()
    p: Any = InteractiveProvider(game).together(seed=1)
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(p.left)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (1, 2) == (game.plays, len(found))
    assert found[0] is found[1]


def test_two_threads_that_meet_one_menu_share_its_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second waits for the class that the first is making."""
    make, calls, both, classes = synthesis._make, list[Any](), threading.Event(), list[type]()

    def make_slowly(base: type[synthesis.Node], entries: synthesis.Entries) -> type:
        calls.append(entries)
        if len(calls) == 2:
            both.set()
        both.wait(0.1)
        return make(base, entries)

    monkeypatch.setattr(synthesis, "_make", make_slowly)
    menu = (("a menu that no other test has", 1),)
    threads = [
        threading.Thread(target=lambda: classes.append(synthesis.synthesise(synthesis.Node, menu)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [menu] == calls
    assert classes[0] is classes[1]


@pytest.mark.parametrize(
    ("name", "begun"),
    [
        ("guess", ()),
        ("chemistry", ()),
        ("capture", ("wight",)),
        ("sliding", ("eight",)),
        ("minesweeper", ("beginner",)),
        ("match_game", ("two_people",)),
    ],
)
def test_no_state_can_be_changed(name: str, begun: tuple[str, ...]) -> None:
    """Positions are shared by all who hold them, so a state and what it holds refuse to be written
    to."""
    p: Any = getattr(games, name)(seed=1)
    for preset in begun:
        p = getattr(p, preset)
    parts = [p._state, *(getattr(p._state, field.name) for field in fields(p._state))]
    for part in parts:
        if is_dataclass(part):
            with pytest.raises(FrozenInstanceError):
                setattr(part, fields(part)[0].name, None)


def test_a_lobby_is_its_game_and_its_seed() -> None:
    """Equal if both are the same; its presets tell what they set, and a text may mean a first
    choice."""
    lobby: Any = games(seed=1).match_game
    assert [True, False, False] == [
        lobby == other for other in (games(seed=1).match_game, lobby(), games.sliding)
    ]
    told = Documentations(lobby)
    assert (
        "computer begins: against perfect, seat 1"
        == sure(told.get("computer_begins")).splitlines()[0]
    )
    assert lobby.two_people.row2.take3 == lobby["row2 take3"]
    with pytest.raises(NoSuchKey, match=r"'x{40}…x{15}' is not a preset of The match game"):
        lobby["x" * 5000]


def test_one_answer_at_a_time() -> None:
    """Neither two nor one beside parameters; of a number half typed the key enter answers, the
    others go on."""
    p: Any = games.guess(seed=1)
    for given, named in (((5, 6), {}), ((5,), {"seed": 2})):
        with pytest.raises(ChoiceError, match=r"Give one answer at a time: p\(5\)"):
            p(*given, **named)
    told = Documentations(p.n5)
    assert ["answer 5", "53…"] == [told.get("enter"), told.get("n3")]
    with pytest.raises(NoSuchChoice, match=r"'x{40}…x{15}' cannot follow '5'"):
        getattr(p.n5, "x" * 5000)
