"""What a menu offers: options that begin with the same word, and the keys that a number is typed
with."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import InteractiveProvider, choose, options
from interactive_provider.errors import BadLabel, BrokenGame
from interactive_provider.game import Number
from interactive_provider.heart.choices import synthesis
from interactive_provider.heart.choices.synthesis import Entries, choices

from .toys import Ask, Walk


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
