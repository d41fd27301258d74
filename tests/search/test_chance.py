"""Luck is found by watching and enumerated by scripts; what cannot be is sampled, never guessed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from interactive_provider.search.chance import Script, Watch, enumerated


def chances(step: Callable[[Random], Any]) -> dict[Any, float] | None:
    """The probability of each thing that a step may give."""
    ways = enumerated(step)
    if ways is None:
        return None
    found: dict[Any, float] = {}
    for chance, thing in ways:
        found[thing] = found.get(thing, 0.0) + chance
    return found


def shuffled(rng: Random) -> tuple[int, ...]:
    """Three things in any order."""
    things = [1, 2, 3]
    rng.shuffle(things)
    return tuple(things)


def in_three_parts(rng: Random) -> str:
    """One number compared twice."""
    drawn = rng.random()
    return "low" if drawn < 0.2 else "middle" if drawn < 0.5 else "high"


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (lambda rng: rng.randint(1, 4), dict.fromkeys((1, 2, 3, 4), 1 / 4)),
        (lambda rng: rng.randrange(0, 6, 2), dict.fromkeys((0, 2, 4), 1 / 3)),
        (lambda rng: rng.choice("ab"), {"a": 1 / 2, "b": 1 / 2}),
        (lambda rng: rng.getrandbits(1), {0: 1 / 2, 1: 1 / 2}),
        (
            lambda rng: frozenset(rng.sample(range(3), 2)),
            dict.fromkeys(map(frozenset, ((0, 1), (0, 2), (1, 2))), 1 / 3),
        ),
        (
            shuffled,
            dict.fromkeys(
                ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)), 1 / 6
            ),
        ),
        (lambda rng: rng.random() < 0.25, {True: 0.25, False: 0.75}),
        (lambda rng: rng.random() >= 0.25, {True: 0.75, False: 0.25}),
        (lambda rng: 0.3 > rng.random(), {True: 0.3, False: 0.7}),
        (lambda rng: rng.uniform(0, 10) > 3, {True: 0.7, False: 0.3}),
        (lambda rng: int(rng.random() * 6) + 1, dict.fromkeys(range(1, 7), 1 / 6)),
        (lambda rng: int(2.5 * rng.random()), {0: 0.4, 1: 0.4, 2: 0.2}),
        (in_three_parts, {"low": 0.2, "middle": 0.3, "high": 0.5}),
        (lambda rng: rng.choices("abc", [1, 0, 3])[0], {"a": 0.25, "c": 0.75}),
        (lambda rng: "no luck", {"no luck": 1.0}),
    ],
)
def test_exact_chances(step: Callable[[Random], Any], expected: dict[Any, float]) -> None:
    """Draws of whole numbers branch; a number between 0 and 1 is split by what it is compared
    with."""
    assert pytest.approx(expected) == chances(step)


@pytest.mark.parametrize(
    "step",
    [
        lambda rng: rng.random(),
        lambda rng: [rng.random()][0],
        lambda rng: max(rng.random(), 0.5),
        lambda rng: rng.gauss(0, 1),
        lambda rng: round(rng.random(), 3),
        lambda rng: rng.random() ** 2 < 0.5,
        lambda rng: 1 - rng.random() <= 0.3,
        lambda rng: rng.random() / 2 < 0.1,
        lambda rng: Random(rng.getrandbits(64)).random(),
        lambda rng: Random(rng.random()).random(),
        lambda rng: rng.sample(range(52), 5),
        lambda rng: rng.getstate(),
        lambda rng: {rng.random(): 1},
        lambda rng: rng.seed(3),
    ],
)
def test_what_cannot_be_enumerated_is_said(step: Callable[[Random], Any]) -> None:
    """A number that is kept, calculated with, or drawn from too many gives no exact chances."""
    assert chances(step) is None


def test_a_caught_draw_gives_no_chances() -> None:
    """A game that catches every exception does not make chances of what no script can follow."""

    def careless(rng: Random) -> str:
        try:
            return str(rng.gauss(0, 1))
        except Exception:  # noqa: BLE001 - what the test is about
            return "nothing"

    assert chances(careless) is None


def test_a_copy_of_a_script_is_refused_by_an_ordinary_exception() -> None:
    """`except Exception` catches it."""
    with pytest.raises(Exception, match="cannot do this"):
        copy.deepcopy(Script())


def test_many_dice_have_the_right_chances() -> None:
    """Three dice: each sum as often as counting says, and the chances add up to one."""
    found = chances(lambda rng: rng.randint(1, 6) + rng.randint(1, 6) + rng.randint(1, 6))
    sums = [a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]

    assert pytest.approx({total: sums.count(total) / 216 for total in set(sums)}) == found


def use(rng: Random) -> list[Any]:
    """Every kind of draw."""
    return [
        rng.random(),
        rng.randint(1, 6),
        rng.choice("abc"),
        rng.sample(range(9), 3),
        rng.gauss(0, 1),
        rng.getrandbits(70),
        rng.choices("abc", [1, 2, 3]),
        rng.uniform(2, 3),
        rng.betavariate(1, 2),
    ]


def test_a_watch_gives_the_same_numbers() -> None:
    """Watched or not, a generator gives the same; it says whether it was asked."""
    watch = Watch(5)
    assert not watch.drawn
    assert use(Random(5)) == use(watch)
    assert watch.drawn
