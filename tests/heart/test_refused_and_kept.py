"""What the heart refuses, keeps and takes for the same, at the very bound."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    choose,
    games,
    hint,
    replay,
    transcript,
    undo,
    variables,
)
from interactive_provider.errors import (
    BadLabel,
    BadLine,
    BadParameter,
    BadSave,
    BrokenGame,
    ChoiceError,
    NoSuchChoice,
    NotAPosition,
    SourceError,
)
from interactive_provider.heart.catalogue import discovery
from interactive_provider.heart.catalogue.discovery import (
    Item,
    default_items,
    is_expressed,
    items_of,
    load_item,
)
from interactive_provider.heart.catalogue.provider import default
from interactive_provider.heart.choices.menus import MOST_OPTIONS, entries_of
from interactive_provider.heart.choices.naming import LONGEST, identifier
from interactive_provider.heart.choices.synthesis import _is_plain
from interactive_provider.heart.play.presets import is_writable, normal_parameters
from interactive_provider.heart.play.seeds import checked_seed
from interactive_provider.heart.play.table import Setup, Table, in_a_step, same_rules
from interactive_provider.heart.records.literals import written
from interactive_provider.heart.records.tokens import Scan
from interactive_provider.showing import View

from .toys import Steps, Walk

HOSTILE = 70 * "x" + "\x1b[2J" + 70 * "y"
"""A text that no message shows whole, nor as it is."""


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


class Unequal:
    """Two of them cannot be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never equal")


class Torn(Walk):
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
        same_rules(*pair) for pair in [(game, Walk()), (game, Cards()), (Torn(), Torn())]
    ]


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = (value,)
    return value


def test_tuples_of_a_parameter_are_read_to_a_depth() -> None:
    """32 within one another are a parameter, one more is none; what cannot be written is not a
    default to show."""
    assert {"width": _nested(32)} == normal_parameters(Walk(), {"width": _nested(32)})
    with pytest.raises(BadParameter, match="a parameter must be"):
        normal_parameters(Walk(), {"width": _nested(33)})
    assert (True, False) == (is_writable(_nested(32)), is_writable(object()))


@pytest.mark.parametrize("seed", [True, 1.5, None])
def test_a_seed_is_a_number_or_a_text(seed: object) -> None:
    """Neither a truth value nor a fraction."""
    with pytest.raises(BadParameter, match=f"A seed is a whole number or a string, not {seed}"):
        checked_seed(seed)


def test_a_thread_is_in_no_step_before_it_plays() -> None:
    """It waits for tables then."""
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(in_a_step()))
    thread.start()
    thread.join()
    assert [False] == found


# Messages -----------------------------------------------------------------------------------


class Hinting(Walk):
    """Its hint is a text."""

    def hint(self, state: Steps) -> Any:
        """No hint."""
        return HOSTILE


class Stateless(Walk):
    """It begins with a text."""

    def new_state(self, rng: Random, width: int = 3) -> Any:
        """No state."""
        return HOSTILE


class Titled(Walk):
    """Its title is no text."""

    title = {HOSTILE: 1}  # type: ignore[assignment]


class Printed(Walk):
    """A game with a transcript and variables of its own."""

    def view(self, state: Steps, player: int) -> View:
        """They are hostile."""
        return View(extras={"transcript": HOSTILE, "variables": HOSTILE})


@pytest.mark.parametrize("ask", [transcript, variables])
def test_what_a_state_prints_of_itself_is_clean(ask: Callable[[Any], str]) -> None:
    """Nothing in it steers a terminal."""
    told = ask(_provider(Printed()).printed(seed=1))
    assert (False, True) == ("\x1b" in told, told.startswith("xxx"))


def _provider(game: Any) -> Any:
    return InteractiveProvider(game)


def _load(found: Any) -> Any:
    return load_item(Item("mine", "a test", lambda: found))


@pytest.mark.parametrize(
    ("fail", "kind"),
    [
        (lambda: hint(_provider(Hinting()).hinting(seed=1)), BrokenGame),
        (lambda: str(_provider(Stateless()).stateless(seed=1)), BrokenGame),
        (lambda: getattr(_provider(Walk()).walk(seed=1), HOSTILE), NoSuchChoice),
        (lambda: undo(games.basic), NotAPosition),
        (lambda: choose(HOSTILE, 1), NotAPosition),  # type: ignore[arg-type]
        (lambda: choose(_provider(Walk()), 1), ChoiceError),
        (lambda: _load(HOSTILE), SourceError),
        (lambda: _load(Titled()), SourceError),
        (lambda: _provider(Walk())._rebuild(HOSTILE, 5, 1, ()), BadSave),
    ],
)
def test_what_a_message_quotes_is_short_and_inert(
    fail: Callable[[], Any], kind: type[Exception]
) -> None:
    """However long it is, and whatever signs are in it."""
    with pytest.raises(kind) as caught:
        fail()
    assert (False, False) == ("\x1b" in str(caught.value), HOSTILE in str(caught.value))


# Menus, names, lines ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_state_may_list_a_hundred_thousand_options_and_no_more() -> None:
    """Also where it lists them one by one; a tuple or a list has an end, so all of it is taken."""

    def state(kind: Callable[[Any], Any], count: int) -> Any:
        return SimpleNamespace(display_options=kind((str(n), n) for n in range(count)))

    assert MOST_OPTIONS == len(entries_of(state(iter, MOST_OPTIONS)))
    assert MOST_OPTIONS + 1 == len(entries_of(state(list, MOST_OPTIONS + 1)))
    with pytest.raises(BadLabel, match="at most 100,000 options"):
        entries_of(state(iter, MOST_OPTIONS + 1))


def test_a_name_is_made_of_what_is_read_of_a_label() -> None:
    """Blanks around a label count only where it is too long to be read whole."""
    whole = "a" + (4 * LONGEST - 2) * " " + "b"
    assert ("a_b", "a") == (identifier(whole), identifier("a" + 4 * LONGEST * " " + "b"))


def test_what_is_made_of_pythons_own_is_plain() -> None:
    """At every depth; whatever else has a buffer would be taken for a number."""
    values = [
        (),
        1,
        "a",
        (1, "a"),
        ((1,), ("b", None)),
        ((1,), 2),
        b"a",
        (b"a",),
        ((1,), (b"a",)),
        [1],
    ]
    assert [True, True, True, True, True, True, False, False, False, False] == list(
        map(_is_plain, values)
    )


def test_a_written_call_has_its_texts_as_python_writes_them() -> None:
    """And numbers and names as they were typed."""
    assert "f(seed='a b', rows=0x10, n=1_000)" == written(
        tuple(Scan('f(seed = "a b",rows=0x10,n=1_000)').tokens)
    )


# Where games come from -------------------------------------------------------------------------


class Made(Walk):
    """Can be made with an argument."""


class Noted(Walk):
    """Takes no argument, and keeps something."""

    def __init__(self) -> None:
        super().__init__()


def test_an_object_is_expressed_if_its_class_makes_it_again() -> None:
    """One that was made with arguments, or cannot be looked into, is not."""
    assert [True, False, False] == [is_expressed(one) for one in (Noted(), Made(), Torn())]


def test_there_is_one_default_provider() -> None:
    """Whoever asks first makes it."""
    assert default() is default()


@pytest.mark.slow
def test_an_unknown_game_says_where_it_was_looked_for() -> None:
    """In a menu or a provider of one's own; ``games`` goes without saying."""
    with pytest.raises(NoSuchChoice, match=r"^There is no game 'qqq'\.") as in_games:
        _ = games.qqq
    with pytest.raises(NoSuchChoice, match=r"^There is no game 'qqq' in games\.basic\."):
        _ = games.basic.qqq
    assert "in games" not in str(in_games.value)


def test_games_of_other_libraries_say_so() -> None:
    """What is in a menu module comes from another library; what we ship does not."""
    origins = {
        item.name: item.origin
        for item in default_items()
        if item.name in ("guess", "chess", "openspiel")
    }
    assert {
        "guess": "built in",
        "chess": "from another library",
        "openspiel": "from another library",
    } == origins


def test_items_are_alike_if_they_say_the_same_and_cannot_be_changed() -> None:
    """No menu is behind one unless it says so."""
    item = Item("mine", "a test", dict)
    assert (False, {item}) == (item.is_menu, {item, Item("mine", "a test", dict)})


@pytest.mark.slow
def test_a_folder_is_gone_through_to_a_depth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many folders within one another as there may be, and no more; hidden ones are left out at
    any depth."""
    monkeypatch.setattr(discovery, "_DEEPEST", 3)
    place = tmp_path
    for depth in range(6):
        (place / f"game{depth}.bas").write_text("10 INPUT A", "utf-8")
        (place / f"story{depth}.twee").write_text(":: Start\nHello.\n", "utf-8")
        (place / ".hidden").mkdir()
        (place / ".hidden" / "story.twee").write_text(":: Start\nNo.\n", "utf-8")
        place = place / f"deeper{depth}"
        place.mkdir()
    assert 3 == discovery._DEEPEST
    looked_into = discovery._to_look_into(tmp_path)
    assert [f"story{depth}.twee" for depth in range(4)] == [path.name for path in looked_into]
    depth, items = 0, items_of(tmp_path)
    while menus := [item for item in items if item.is_menu]:
        depth, items = depth + 1, list(menus[0].load().values())  # type: ignore[union-attr]
    assert 3 == depth


def test_of_several_links_to_a_folder_the_first_is_followed(tmp_path: Path) -> None:
    """And a folder that is no link always."""
    (tmp_path / "sub" / "below").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "game.bas").write_text("10 INPUT A", "utf-8")
    for name in ("one", "two"):
        (tmp_path / "sub" / name).symlink_to(tmp_path / "other")
    [_, sub] = items_of(tmp_path)
    assert ["one"] == list(sub.load())  # type: ignore[arg-type]


def test_games_of_one_name_are_numbered_from_two() -> None:
    """In the order in which they stand."""
    items = [Item("go", "a test", dict) for _ in range(3)]
    assert ["go", "go 2", "go 3"] == list(discovery._menu_loader(items)())  # type: ignore[arg-type]


def test_a_game_of_several_files_says_beside_which(tmp_path: Path) -> None:
    """The first of them."""
    one, other = tmp_path / "a.twee", tmp_path / "b.twee"
    assert [str(one), f"2 files beside {one}"] == [
        discovery._origin([one]),
        discovery._origin([one, other]),
    ]


def test_a_file_that_fails_half_way_is_not_there_for_its_neighbours(tmp_path: Path) -> None:
    """What it had defined by then is not imported from it."""
    (tmp_path / "a.py").write_text("HALF = 1\nraise RuntimeError('half way')\n", "utf-8")
    (tmp_path / "b.py").write_text("from .a import HALF\n", "utf-8")
    assert [RuntimeError, RuntimeError] == [type(item.fault) for item in items_of(tmp_path)]


def test_numbers_of_other_kinds_are_no_parameters() -> None:
    """A number with a text of its own would be another one in a line."""

    class Odd(float):
        """Written differently."""

        def __repr__(self) -> str:
            return "odd"

    with pytest.raises(BadParameter, match="width=odd: a parameter must be a finite number"):
        normal_parameters(Walk(), {"width": Odd(0.5)})


def test_a_value_after_a_name_is_refused_with_the_reason() -> None:
    """As Python does."""
    with pytest.raises(BadLine, match="a value without a name cannot follow one with a name"):
        replay("games.minesweeper(rows=5, 7)")
