"""Classes made of menus: what they show, and which values they tell apart."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, options
from interactive_provider.heart.choices import synthesis
from interactive_provider.heart.choices.synthesis import (
    Documentations,
    _is_plain,
    choices,
    typed_equal,
)

from .toys import Count, Walk, offering


def test_values_that_are_equal_but_differ_are_told_apart_at_every_depth() -> None:
    """1, True and 1.0 are three values, within tuples within tuples too."""
    values: list[Any] = [((1,),), ((True,),), ((1.0,),), ((-1.0,),), (("1",),)]
    assert [[one is other for other in values] for one in values] == [
        [typed_equal(one, other) for other in values] for one in values
    ]


def test_a_class_of_positions_names_its_choices() -> None:
    """Also if there are none."""
    p: Any = InteractiveProvider(Count()).count(left=1)
    assert "<class of a Position: on>" == repr(type(p))
    assert "<class of a Position: no choices>" == repr(type(p.on))


@dataclass(frozen=True)
class Boxed:
    """A value of a game's own."""

    value: Any


def test_values_in_a_box_that_are_equal_but_differ_are_told_apart() -> None:
    """1, True and 1.0 in a box, and the two zeros, are values of menus of their own."""
    for values in ((1, True, 1.0), (0.0, -0.0)):
        found = [choices(offering(("go", Boxed(value))))["go"].value.value for value in values]
        assert list(map(repr, values)) == list(map(repr, found))
        assert [[one is two for two in values] for one in values] == [
            [typed_equal(one, two) for two in values] for one in values
        ]
        assert [repr(choices(offering(("go", value)))["go"].value) for value in values] == list(
            map(repr, values)
        )


def test_a_class_that_somebody_wrote_has_pythons_repr() -> None:
    """The provider is no position: its class says where it is, as any class does."""
    assert "<class 'interactive_provider.heart.catalogue.provider.InteractiveProvider'>" == repr(
        InteractiveProvider
    )


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


def test_values_that_are_equal_but_differ_stay_apart() -> None:
    """0.0 and -0.0, 1 and True within a frozen set: each game gets back the value that it gave."""
    for one, other in (
        (0.0, -0.0),
        (frozenset({1}), frozenset({True})),
        ((1, (0.0,)), (1, (-0.0,))),
    ):
        for value in (one, other):
            p: Any = InteractiveProvider(Walk((("only", value),)), seed=1).walk
            assert repr(value) == repr(options(p)[0].value) == repr(type(p).only.value)
