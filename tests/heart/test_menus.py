"""What a menu offers: options that begin with the same word, and the keys that a number is typed
with."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, choose, options, outcome
from interactive_provider.errors import BadLabel, BrokenGame, NoSuchKey, ProviderError
from interactive_provider.game import Game, Number, Staged, State
from interactive_provider.heart.choices import synthesis
from interactive_provider.heart.choices.menus import MOST_OPTIONS, entries_of
from interactive_provider.heart.choices.synthesis import Entries, choices
from interactive_provider.heart.play import nodes

from .toys import Ask, Hostile, Untouchable, Walk, hostile


def _typing(wanted: Number, typed: str = "") -> Any:
    """Where the keys of a number have been pressed."""
    node: Any = InteractiveProvider(Ask(wanted)).ask(seed=1)
    for key in typed:
        node = getattr(node, {"-": "minus", ".": "point"}.get(key, f"n{key}"))
    return node


def _keys(wanted: Number, typed: str = "") -> str:
    """The keys that may be pressed next: ``e`` is enter."""
    words = {"minus": "-", "point": ".", "enter": "e"}
    return "".join(words.get(name, name[1:]) for name in choices(_typing(wanted, typed)))


@pytest.mark.parametrize(
    ("wanted", "typed", "keys"),
    [
        (Number(), "", "0123456789-"),
        (Number(), "0", "e"),
        (Number(), "-", "0123456789"),
        (Number(), "12", "0123456789e"),
        (Number(0), "", "0123456789"),
        (Number(20), "", "123456789"),
        (Number(20), "2", "0123456789"),
        (Number(20), "20", "0123456789e"),
        (Number(high=-20), "", "-"),
        (Number(high=-20), "-", "123456789"),
        (Number(high=-20), "-2", "0123456789"),
        (Number(high=-20), "-20", "0123456789e"),
        (Number(high=-20), "-1", "0123456789"),
        (Number(-500, -20), "-", "123456789"),
        (Number(-500, -20), "-6", "0123456789"),
        (Number(-500, -20), "-60", "e"),
        (Number(-20), "-", "0123456789"),
        (Number(-20), "-3", "e"),
        (Number(integer=False), "", "0123456789-"),
        (Number(integer=False), "0", ".e"),
        (Number(integer=False), "0.", "0123456789"),
        (Number(integer=False), "0.5", "0123456789e"),
        (Number(3.5, 9.5, integer=False), "", "3456789"),
        (Number(3.5, 9.5, integer=False), "3", "."),
        (Number(3.5, 9.5, integer=False), "9", ".e"),
        (Number(3.5, 9.5, integer=False), "9.6", "0123456789"),
        (Number(0, 100), "10", "0e"),
        (Number(0, 100), "11", "e"),
    ],
    ids=str,
)
def test_a_key_is_offered_where_it_can_lead_to_a_number_within_the_bounds(
    wanted: Number, typed: str, keys: str
) -> None:
    """Neither more nor fewer: no leading zero, no sign without negatives, enter where what is typed
    would do."""
    assert keys == _keys(wanted, typed)


def test_a_range_of_twelve_numbers_is_listed_and_a_longer_one_typed() -> None:
    """Bounds need not be whole; what lies between them is listed."""
    assert list(range(12)) == [one.value for one in options(_typing(Number(0, 11.9)))]
    assert [2, 3, 4] == [one.value for one in options(_typing(Number(1.5, 4.5)))]
    assert [] == list(options(_typing(Number(0, 12))))


def test_under_a_bound_three_hundred_digits_can_be_typed() -> None:
    """No float is larger; if nothing bounds the number it goes on, and enter says when it is too
    long for Python."""
    assert "0123456789e" == _keys(Number(0, 10**305), "9" * 299)
    assert "e" == _keys(Number(0, 10**305), "9" * 300)
    assert "0123456789e" == _keys(Number(0), "9" * 4_301)
    assert "0123456789" == _keys(Number(10**305), "9" * 300)


def test_an_option_may_be_called_like_the_first_word_of_others() -> None:
    """One that is called ``go`` stands beside those that begin with it, and each is reached."""
    labels = (
        (("go",), 1),
        (("go", "north"), "n"),
        (("go", "north", "west"), 3),
        ("north", 4),
        ("g", 5),
    )
    p: Any = InteractiveProvider(Walk(labels)).walk(seed=1)
    assert ["go", "go_2", "north", "g"] == list(choices(p))
    assert ["north", "north_2"] == list(choices(p.go_2))
    assert [
        (("go",), 1),
        (("go_2", "north"), "n"),
        (("go_2", "north_2", "west"), 3),
        (("north",), 4),
        (("g",), 5),
    ] == [(one.names, one.value) for one in options(p)]
    assert p.go_2.north_2.west == choose(p, 3)


@pytest.mark.parametrize(
    "label", [(), (5,), ("go", 5), ("go", ("x", "y")), (0,) * 100_000], ids=lambda x: str(x)[:9]
)
def test_a_label_that_is_no_text_is_named_in_brief(label: tuple[Any, ...]) -> None:
    """The error quotes it, and is a line that can be read."""
    with pytest.raises((BadLabel, BrokenGame), match=r"text or a tuple of texts, not ") as found:
        list(options(InteractiveProvider(Walk(((label, 1), (("go", "on"), 2)))).walk(seed=1)))
    assert len(str(found.value)) < 300


def test_a_menu_of_plain_values_is_found_by_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """They need not be looked at one by one; a menu that has anything else in it is found by the
    types of its parts."""
    typed, typed_of = list[object](), synthesis._typed

    def watched(entries: Entries) -> object:
        typed.append(entries)
        return typed_of(entries)

    monkeypatch.setattr(synthesis, "_typed", watched)
    p: Any = InteractiveProvider(Walk((("go", (1, "x", 2.5, None)), ("stay", True)))).walk(seed=1)
    assert type(p) is type(p.go.stay) and [] == typed
    InteractiveProvider(Walk((("go", frozenset()),))).walk(seed=1)
    assert {(("go", frozenset()),)} == set(typed)


@pytest.mark.parametrize(
    "bounds", [(9, 1), (1, 0.5), ("1", 5), (None, "9"), (True, 5), (float("nan"), 1), (1, [])]
)
def test_bounds_that_no_number_keeps_are_refused_at_once(bounds: tuple[Any, Any]) -> None:
    """The author hears of it where the number is asked for, with what was given."""
    with pytest.raises(ValueError, match=r"(?i)number .*from "):
        Number(*bounds)


@pytest.mark.parametrize(
    "pairs",
    [
        (("one", 1), ("yes", True)),
        (("one", ((1,),)), ("yes", ((True,),))),
        ((("take", "one"), 1.0), (("take", "two"), 2), (("say", "yes"), 1)),
    ],
)
def test_options_of_one_state_have_values_that_differ(pairs: tuple[Any, ...]) -> None:
    """1 and True would be one choice to whoever looks ahead, also if the stages of a menu keep them
    apart."""
    with pytest.raises(BadLabel, match="are equal in Python"):
        InteractiveProvider(Walk(pairs)).walk(seed=1)


@pytest.mark.slow
def test_a_state_may_list_a_hundred_thousand_options_and_no_more() -> None:
    """Also where it lists them one by one; a tuple or a list has an end, so all of it is taken."""

    def state(kind: Callable[[Any], Any], count: int) -> Any:
        return SimpleNamespace(display_options=kind((str(n), n) for n in range(count)))

    assert MOST_OPTIONS == len(entries_of(state(iter, MOST_OPTIONS)))
    assert MOST_OPTIONS + 1 == len(entries_of(state(list, MOST_OPTIONS + 1)))
    with pytest.raises(BadLabel, match="at most 100,000 options"):
        entries_of(state(iter, MOST_OPTIONS + 1))


def test_a_value_that_cannot_be_hashed_by_its_own_fault_is_no_option() -> None:
    """A game's notation that means such a value, and an option of it, end in our errors."""
    with pytest.raises(ProviderError, match="must be hashable"):
        InteractiveProvider(Walk((("on", Untouchable()),)), seed=1).walk  # noqa: B018 - it is begun to see its error
    with pytest.raises(ProviderError):
        hostile(answer=Untouchable(), parse=Hostile._do)["ON ON"]


@dataclass(frozen=True)
class Many(State):
    """A state with groups of five options each."""

    groups: int
    display_text: str = "here"

    @property
    def display_options(self) -> tuple[tuple[tuple[str, str], int], ...]:
        """Two words each."""
        return tuple(
            ((f"g{number // 5:04}", f"c{number % 5}"), number) for number in range(self.groups * 5)
        )


class Wide(Game[Many]):
    """The same again and again."""

    def new_state(self, rng: Random, groups: int = 1) -> Many:
        """This many groups."""
        return Many(groups)

    def process_response(self, state: Many, value: object, rng: Random) -> Many:
        """Nothing comes of it."""
        return state


def missed(position: Any) -> None:
    """Ask for a key that means nothing."""
    with pytest.raises(NoSuchKey):
        position["zebra crossing"]


def _calls(asked: Callable[[Any], Any], groups: int) -> int:
    position = InteractiveProvider(Wide, seed=1).wide(groups=groups)
    nodes._label.cache_clear()  # what another test has asked for would not be counted
    count = 0

    def counted(frame: object, event: str, given: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        asked(position)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("asked", [options, lambda position: position["g0001 c1"], missed])
def test_a_list_of_many_groups_is_not_gone_through_for_each_of_them(
    asked: Callable[[Any], Any],
) -> None:
    """Four times the groups take four times the calls, and not sixteen times."""
    assert _calls(asked, 400) < 5 * _calls(asked, 100)


def test_options_without_end_are_refused() -> None:
    """A list that goes on forever is one error, and not a session that never answers."""

    class Pairs(list[tuple[str, int]]):
        def __iter__(self) -> Iterator[tuple[str, int]]:
            for number in range(1_000_000):
                yield f"option {number % 10}", number % 10
            raise AssertionError("gone through without end")

    class Wide(State):
        display_text, display_options = "here", Pairs()

    class Long(Game[Wide]):
        def new_state(self, rng: Random) -> Wide:
            return Wide()

    with pytest.raises(BadLabel, match="at most 100,000 options"):
        InteractiveProvider(Long, seed=1).long  # noqa: B018 - it is begun to see its error


class Cellar:
    """A state with a menu in which shelves are opened; it notes which."""

    display_text = "A cellar."

    def __init__(self, opened: list[str], outcome: str | None = None) -> None:
        self.opened, self.outcome = opened, outcome

    @property
    def display_options(self) -> Staged:
        """Two shelves, one of them behind a door, and the stairs."""
        door = functools.partial(Staged, [("knock", 9)], {"low": lambda: self._shelf("low")})
        return Staged([("stairs", 0)], {"high": lambda: self._shelf("high"), "door": door})

    def _shelf(self, name: str) -> list[tuple[str, str]]:
        self.opened.append(name)
        return [("wine", f"{name} wine"), ("jam", f"{name} jam")]


class Cellars(Game[Cellar]):
    """A game of one choice."""

    title = "Cellars"

    def new_state(self, rng: Random, opened: Any = None) -> Cellar:
        """The cellar."""
        return Cellar([])

    def process_response(self, state: Cellar, value: Any, rng: Random) -> Cellar:
        """The end, named after what was chosen."""
        return Cellar([], str(value))


def test_a_group_of_options_is_made_when_it_is_opened() -> None:
    """Neither a list nor a shelf makes another shelf; names, values and texts lead where they do in
    a menu that is listed whole."""
    p: Any = InteractiveProvider(Cellars()).cellars(seed=1)
    opened = p._state.opened

    assert (["stairs", "high", "door"], []) == ([*choices(p)], opened)
    assert (["knock", "low"], []) == ([*choices(p.door)], opened)
    assert (["wine", "jam"], ["low"]) == ([*choices(p.door.low)], opened)
    assert "low jam" == outcome(p.door.low.jam)
    assert p.door.low.jam == p("low jam") == p["door low jam"]
    assert [("door", "low", "wine"), ("door", "low", "jam")] == [
        one.names for one in options(p)[-2:]
    ]
    assert 6 == len(options(p)) == len(p._state.display_options)
