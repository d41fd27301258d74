"""Names for labels: valid, unique, sortable, the same every time."""

import gc
import keyword
import tracemalloc
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider import games, line
from interactive_provider.heart.choices.naming import (
    LONGEST,
    identifier,
    identifiers,
    without_zeros,
)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Yes", "Yes"),
        ("go north", "go_north"),
        ("class", "class_"),
        ("None", "None_"),
        ("__init__", "init"),
        ("", "blank"),
        ("  ", "blank"),
        ("7", "n7"),
        ("-5", "minus5"),
        ("3.5", "n3point5"),
        ("+", "plus"),
        ("10 ♠", "n10_spades"),
        ("don't stop", "dont_stop"),
        ("😀", "grinning_face"),
        ("שלום", "שלום"),
        ("\u202eabc", "abc"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("ﬁsh", "fish"),
        ("?!", "question_mark_exclamation_mark"),
        ("<script>", "less_script_greater"),
        ("c++", "c_plus_plus"),
        ("Nf3", "Nf3"),
        ("O-O", "O_O"),
    ],
)
def test_label_becomes_name(label: str, name: str) -> None:
    """Each kind of label has the name that a person would guess."""
    assert name == identifier(label)


def test_case_is_kept_and_twins_are_told_apart() -> None:
    """In chess b and B differ; two equal labels are numbered, and a natural a_2 keeps its name."""
    assert ("b", "B") == identifiers(("b", "B"))
    assert ("a", "a_3", "a_2") == identifiers(("a", "a", "a_2"))


def test_numbers_are_padded_within_one_list() -> None:
    """Front ends sort by letters, so numbers are filled up as soon as one has two digits."""
    assert ("r1", "r9") == identifiers(("r1", "r9"))
    assert ("r01", "r10", "r05", "c1") == identifiers(("r1", "r10", "r5", "c1"))
    assert ("n008", "n010", "n100") == identifiers(("8", "10", "100"))


def test_long_labels_are_cut() -> None:
    """Ten thousand characters make a name that still fits a line, and equal beginnings stay
    apart."""
    names = identifiers(("x" * 10_000, "x" * 10_000 + "y"))
    assert len(names[0]) == LONGEST
    assert 2 == len(set(names))


@given(st.lists(st.text(max_size=30), max_size=30))
def test_any_labels_have_sound_names(labels: list[str]) -> None:
    """Whatever people write: valid, folded as Python folds, no keyword, visible in completers,
    unique."""
    names = identifiers(tuple(labels))
    assert len(labels) == len(set(names))
    for name in names:
        assert name.isidentifier()
        assert not keyword.iskeyword(name)
        assert not name.startswith("_")
        assert unicodedata.normalize("NFKC", name) == name


def test_every_number_of_a_label_is_padded_by_itself() -> None:
    """Labels that differ in three numbers, and fractions, whose digits are no number of their
    own."""
    assert ("n01_2_03x", "n10_2_30x") == identifiers(("1 2 3x", "10 2 30x"))
    assert ("n1point5", "n12point25") == identifiers(("1.5", "12.25"))
    assert ("a", "b1", "b2") == identifiers(("a", "b1", "b2"))


def test_a_name_is_as_long_as_it_may_be_and_no_longer() -> None:
    """A word without an end is cut at the limit; words are cut after the last whole one."""
    assert LONGEST == len(identifier("x" * 60)) == 48
    assert "word_" * 8 + "word" == identifier("word " * 20)
    assert "word_" * 9 + "abc" == identifier("word " * 9 + "abc")
    assert "a" * 20 + "_" + "b" * 27 == identifier("a" * 20 + " " + "b" * 60)
    assert "a" * 24 == identifier("a" * 24 + " " + "b" * 60)


def test_of_a_huge_label_the_beginning_is_read() -> None:
    """A name is made of the first 192 characters: a label of a megabyte is named as fast as
    that."""
    assert "x" == identifier("." * 191 + "x" + "y" * 1_000_000)
    assert identifier("." * 192) == identifier("." * 192 + "x")


@pytest.mark.parametrize("labels", [("1.5", "12.25"), ("x 0.5", "x 10.05")])
def test_fractions_keep_their_digits(labels: tuple[str, ...]) -> None:
    """A zero before the digits behind a point would be another number."""
    spelled: Callable[[str], str] = lambda label: label.replace(".", "point").replace(" ", "_")  # noqa: E731
    assert [spelled(label) for label in labels] == [
        name.removeprefix("n") for name in identifiers(labels)
    ]


def test_a_name_is_made_of_what_is_read_of_a_label() -> None:
    """Blanks around a label count only where it is too long to be read whole."""
    whole = "a" + (4 * LONGEST - 2) * " " + "b"
    assert ("a_b", "a") == (identifier(whole), identifier("a" + 4 * LONGEST * " " + "b"))


@pytest.mark.slow
def test_names_of_wide_menus_are_kept_within_bounds() -> None:
    """Of five hundred menus as many as are kept leave a megabyte, and twenty labels of a megabyte
    none."""
    squares = tuple(f"square {number}" for number in range(540))
    identifiers(squares)
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(500):
            identifiers(squares[number : number + 40])
        menus = tracemalloc.get_traced_memory()[0]
        for number in range(20):
            label = f"{number} {'x' * 1_000_000}"
            assert identifier(label) == identifiers((label,))[0]
        del label
        labels = tracemalloc.get_traced_memory()[0] - menus
    finally:
        tracemalloc.stop()
    assert menus < 1_200_000
    assert labels < 200_000


def test_a_choice_is_found_by_its_name_without_zeros() -> None:
    """The board of fifteen rows says row8, and that name leads to row08 as well."""
    p: Any = games.k_in_a_row(seed=1).gomoku
    assert p.row08.column09 == p.row8.column9
    assert "games.k_in_a_row(seed=1).gomoku.row08.column09" == line(p.row8.column9)
    assert ("n0point05", "c5", "r10") == tuple(map(without_zeros, ("n0point05", "c05", "r10")))
    with pytest.raises(AttributeError, match="'row16' is not a choice here"):
        _ = p.row16
