"""What a slip in the heart would break for a person: each test is one of the slips that no test
noticed once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from interactive_provider import InteractiveProvider, choose, games, line, load, path, replay, save
from interactive_provider.errors import BadLabel, BadLine, ChoiceError, NoSuchChoice, NoSuchKey
from interactive_provider.game import Number
from interactive_provider.heart.choices.naming import identifiers
from interactive_provider.heart.choices.synthesis import typed_equal
from interactive_provider.heart.play.memory import Memory
from interactive_provider.heart.play.table import Table

from .toys import Ask, Steps, Walk


def _asking(wanted: Number, *options: tuple[Any, Any]) -> Any:
    return InteractiveProvider(Ask(wanted, options)).ask(seed=1)


def test_half_typed_numbers_are_equal_where_the_same_is_typed() -> None:
    """And only there."""
    p = _asking(Number())
    assert p.n1.n2 == p.n1.n2
    assert (False, False) == (p.n1 == p.n2, p.n1 == p.n1.n2)


def test_values_that_are_equal_but_differ_are_told_apart_at_every_depth() -> None:
    """1, True and 1.0 are three values, within tuples within tuples too."""
    values: list[Any] = [((1,),), ((True,),), ((1.0,),), ((-1.0,),), (("1",),)]
    assert [[one is other for other in values] for one in values] == [
        [typed_equal(one, other) for other in values] for one in values
    ]


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


def test_an_ambiguous_text_chooses_nothing() -> None:
    """Two labels that are alike but for their letters are both meant, so neither is taken."""
    p: Any = InteractiveProvider(Walk((("Go On", 1), ("go on", 2)))).walk(seed=1)
    assert ("go_on",) == path(p["go on"])
    with pytest.raises(NoSuchKey, match="'GO ON' is not a choice here"):
        p["GO ON"]


def test_a_stage_takes_no_value_of_another_branch() -> None:
    """A value that lies behind another word is refused there."""
    p: Any = InteractiveProvider(Walk(((("a", "x"), 1), (("b", "y"), 2)))).walk(seed=1)
    assert path(p.b.y) == path(choose(p.b, 2))
    with pytest.raises(ChoiceError):
        choose(p.b, 1)


def test_a_typed_answer_that_is_an_option_is_that_option() -> None:
    """However a number is written or typed by keys, it leads to one position."""
    p = _asking(Number(0, 1000), ("seven", 7))
    assert (
        path(p.seven)
        == path(p("7"))
        == path(p(7))
        == path(p(7.0))
        == path(p.n7.enter)
        == ("seven",)
    )
    assert p.seven == p("7")


def test_row_zero_is_found_by_its_number() -> None:
    """The zero of r0 is a number, not what fills it."""
    p: Any = InteractiveProvider(Walk((("row 00", 1), ("row 01", 2), ("row 10", 3)))).walk(seed=1)
    assert [path(p[f"row {wanted}"]) for wanted in ("0", "1", "10")] == [
        ("row_00",),
        ("row_01",),
        ("row_10",),
    ]
    short: Any = InteractiveProvider(Walk((("r0", 1), ("r1", 2)))).walk(seed=1)
    assert path(short["0"]) == ("r0",)
    for nothing in ("", " "):
        with pytest.raises(NoSuchKey):
            short[nothing]


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.9), (0.05, 0.07), (-0.9, -0.5)])
def test_a_fraction_below_one_can_be_typed(low: float, high: float) -> None:
    """Its zero is a key, and so are the point and the digits after it."""
    p = _asking(Number(low, high, integer=False))
    node = p.minus if low < 0 else p
    assert "n0" in dir(node)
    typed = f"{(low + high) / 2:.2g}"
    digits = typed.partition(".")[2]
    node = node.n0.point
    for digit in digits:
        node = getattr(node, f"n{digit}")
    assert node.enter == p(typed)


@pytest.mark.parametrize("given", [float("nan"), float("inf"), "nan", "-inf", "1e999"])
def test_what_is_no_finite_number_is_no_number(given: object) -> None:
    """Nothing can be compared with it, so no game has to."""
    with pytest.raises(ChoiceError):
        _asking(Number(integer=False))(given)


def test_a_save_that_fails_leaves_the_old_file_whole_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a full disk does, half way through."""
    place = tmp_path / "game.json"
    save(games.guess(seed=1), place)
    before = place.read_bytes()

    def full(handle: int) -> None:
        os.truncate(handle, os.fstat(handle).st_size // 2)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(games.guess(seed=1)(50), place)
    assert before == place.read_bytes()
    assert [place] == list(tmp_path.iterdir())


def test_parameters_within_parameters_come_back_as_they_were(tmp_path: Path) -> None:
    """JSON has no tuples: those within tuples are made again too."""
    from interactive_provider.heart.records.saves import _tuples

    assert ((1, (2, (3,))), "x") == _tuples([[1, [2, [3]]], "x"])
    save(games.guess(seed=1)(50), tmp_path / "game.json")
    assert games.guess(seed=1)(50) == load(tmp_path / "game.json")


def test_a_key_is_one_text() -> None:
    """No name stands in its brackets."""
    with pytest.raises(BadLine, match="is not a key"):
        replay("games.null(seed=1)['x', at=1]")
    with pytest.raises(BadLine):
        replay("games.null(seed=1)[x=1]")


def test_numbers_of_numpy_are_parameters_and_become_pythons() -> None:
    """Whatever a loop over an array gives; the line has plain numbers."""
    import numpy

    walk = InteractiveProvider(Walk()).walk
    assert line(walk(width=5, seed=1)) == line(walk(width=numpy.int64(5), seed=1))
    assert walk(width=5, seed=1) == walk(width=numpy.int64(5), seed=1)


class Fewer(Walk):
    """A walk on which one option falls away with each step."""

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step more, one option less."""
        return replace(super().process_response(state, value, rng), options=state.options[1:])


def test_what_was_a_choice_at_the_start_is_known_to_have_been_one() -> None:
    """Also some moves later: the error says so, and not only that there is no such thing."""
    p: Any = InteractiveProvider(
        Fewer(tuple((word, word) for word in ("one", "two", "three", "four")))
    ).fewer(seed=1)
    for gone in ("one", "two"):
        with pytest.raises(NoSuchChoice, match=f"{gone} was a choice earlier but is not now"):
            getattr(p.four.four, gone)
    with pytest.raises(NoSuchChoice, match="'five' is not a choice here"):
        _ = p.four.four.five


def test_what_is_used_is_remembered_longer_than_what_is_not() -> None:
    """Of two positions the one that was looked at last stays."""
    memory: Memory[Any] = Memory(room=2)
    keys: list[Any] = [("a", b""), ("b", b""), ("c", b"")]
    for key in keys[:2]:
        memory.put(key, key[0], 1)
    assert "a" == memory.get(keys[0])
    memory.put(keys[2], "c", 1)
    assert ["a", None, "c"] == [memory.get(key) for key in keys]


@pytest.mark.parametrize(
    ("room", "puts", "expected"),
    [
        (3, [("a", 1), ("b", 1), ("c", 1), ("d", 1)], "bcd"),
        (4, [("a", 1), ("b", 1), ("c", 3)], "bc"),
        (4, [("a", 1), ("b", 1), ("c", 9)], "c"),
        (4, [("a", 1), ("c", 9), ("d", 1)], "d"),
        (4, [("a", 1), ("b", 3), ("b", 1), ("c", 2)], "abc"),
    ],
)
def test_the_memory_keeps_as_many_positions_as_it_has_room_for(
    room: int, puts: list[tuple[str, int]], expected: str
) -> None:
    """Some take the room of several; what is put again counts once, and the last one stays however
    large it is."""
    memory: Memory[Any] = Memory(room)
    for name, large in puts:
        memory.put(cast(Any, name), name, large)
    assert expected == "".join(name for name in "abcd" if memory.get(cast(Any, name)))


def test_a_memory_that_was_cleared_has_all_its_room_again() -> None:
    """What is forgotten takes none."""
    memory: Memory[Any] = Memory(room=2)
    memory.put(cast(Any, "a"), "a", 2)
    memory.clear()
    memory.put(cast(Any, "b"), "b", 1)
    memory.put(cast(Any, "c"), "c", 1)
    assert [None, "b", "c"] == [memory.get(cast(Any, name)) for name in "abc"]


@pytest.mark.parametrize(
    "act", [Memory.clear, lambda memory: memory.put("a", "b", 1), lambda memory: memory.get("a")]
)
def test_no_two_threads_change_the_memory_at_once(act: Callable[[Any], object]) -> None:
    """Whoever forgets, keeps or looks up waits until the other has done."""
    memory: Memory[Any] = Memory()
    memory.put(cast(Any, "a"), "a", 1)
    other = threading.Thread(target=act, args=(memory,))
    with memory._lock:
        other.start()
        other.join(0.03)
        assert other.is_alive()
    other.join(5)
    assert not other.is_alive()


def test_tables_of_one_play_are_one() -> None:
    """Equal and of one hash where game, parameters and seed are the same; unlike anything else."""
    game = Fewer((("one", 1), ("two", 2)))
    origin = InteractiveProvider(game)
    one, same, other = (Table(game, "fewer", seed, {}, origin) for seed in (1, 1, 2))
    assert [True, False, False] == [one == same, one == other, one == "fewer"]
    assert hash(one) == hash(same)


@pytest.mark.parametrize("labels", [("1.5", "12.25"), ("x 0.5", "x 10.05")])
def test_fractions_keep_their_digits(labels: tuple[str, ...]) -> None:
    """A zero before the digits behind a point would be another number."""
    spelled: Callable[[str], str] = lambda label: label.replace(".", "point").replace(" ", "_")  # noqa: E731
    assert [spelled(label) for label in labels] == [
        name.removeprefix("n") for name in identifiers(labels)
    ]
