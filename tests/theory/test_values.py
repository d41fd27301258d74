"""Canonical forms, order, sums and names of values."""

from __future__ import annotations

import copy
import pickle
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pycgt
import pytest

from interactive_provider.analysis import CombinatorialValue
from interactive_provider.errors import BadParameter
from interactive_provider.theory.thermographs import Thermograph
from tests.theory.oracle import born_by_two, drawn, judged, ours, summary, theirs

STAR = CombinatorialValue([0], [0])
HEAP = CombinatorialValue([0, STAR], [0, STAR])
UP = CombinatorialValue([0], [STAR])
TINY = CombinatorialValue([0], [CombinatorialValue([0], [-2])])


def test_twenty_two_games_are_born_by_day_two() -> None:
    """Each has its canonical form, temperature, mean, stops and thermograph."""
    games = born_by_two()
    assert 22 == len({ours(game) for game in games})
    assert [judged(game) for game in games] == [summary(ours(game)) for game in games]


@pytest.mark.parametrize("seed", range(40))
def test_random_games_of_day_three_are_as_another_program_finds(seed: int) -> None:
    """Their forms, temperatures, means, stops and thermographs."""
    lefts, rights = drawn(seed)
    value = CombinatorialValue(map(ours, lefts), map(ours, rights))
    assert judged(pycgt.Game(frozenset(lefts), frozenset(rights))) == summary(value)


@pytest.mark.parametrize("seed", range(20))
def test_sums_and_order_are_as_another_program_finds(seed: int) -> None:
    """Sums, opposites and comparisons of two random games of day 3."""
    one, other = (
        CombinatorialValue(map(ours, lefts), map(ours, rights))
        for lefts, rights in (drawn(100 + seed), drawn(200 + seed))
    )
    game, second = theirs(one), theirs(other)
    assert judged(pycgt.add(game, second)) == summary(one + other)
    assert pycgt.canonical(pycgt.negate(game)) == theirs(-one)
    assert (pycgt.leq(game, second), pycgt.leq(second, game)) == (one <= other, one >= other)
    assert pycgt.confused(game, second) == one.is_confused_with(other)


NAMED = {
    "-3/4": CombinatorialValue([-1], [Fraction(-1, 2)]),
    "*2": HEAP,
    "*3": STAR + HEAP,
    "1*": STAR + 1,
    "↑": UP,
    "↑*": UP + STAR,
    "↓↓*2": HEAP - UP - UP,
    "2↑": UP + 2,
    "tiny(2)": TINY,
    "1+miny(2)": 1 - TINY,
    "±1": CombinatorialValue([1], [-1]),
    "{3|1}": CombinatorialValue([1], [-1]) + 2,
    "{{2|0}|-1}": CombinatorialValue([CombinatorialValue([2], [0])], [-1]),
}


def test_values_have_the_names_of_textbooks() -> None:
    """Numbers, nimbers, ups, tinies, switches, and these on top of a number."""
    assert list(NAMED) == [str(value) for value in NAMED.values()]


def test_a_name_stays_short() -> None:
    """Of long options a name only says how many there are."""
    value = CombinatorialValue()
    for number in range(6):
        value = CombinatorialValue([value, number], [-number, STAR - number])
    assert len(str(sum([value + one for one in NAMED.values()], start=value))) < 300


def test_equal_values_are_one_object() -> None:
    """Also after a copy and a pickle, and a number is equal to its value."""
    for value in NAMED.values():
        assert value is copy.deepcopy(value) is pickle.loads(pickle.dumps(value))
    assert {CombinatorialValue([1], [2])} == {Fraction(3, 2)}
    assert [False, False] == [UP < UP, UP > UP]
    assert "L R N P".split() == [one.outcome for one in (UP, -UP, STAR, UP - UP)]


@pytest.mark.parametrize("thing", [0.5, Fraction(1, 3), "1", None, 10**9])
def test_what_is_no_value_is_refused(thing: Any) -> None:
    """A sum with it says what to give instead."""
    with pytest.raises(BadParameter, match="is not the value of a game; give one"):
        UP + thing


def test_a_page_shows_the_thermograph_with_its_figures() -> None:
    """Left's side is on the left, as in books; the mast rises above the temperature."""
    page = CombinatorialValue([2], [Fraction(-1, 2)])._repr_html_()
    assert "{2|-1/2}: whoever begins wins; stops 2 and -1/2, mean 3/4, temperature 5/4" in page
    assert "M0 145L100 45L100 0" in page  # both walls rise at 45 degrees
    figures = re.findall(r"<text[^>]*>([^<]*)", page)
    assert ["2", "3/4", "-1/2", "5/4", "0"] == figures


def test_the_thermograph_of_a_number_is_its_mast() -> None:
    """Its walls are as hashable as all others, and its drawing stands alone in a file."""
    graph = CombinatorialValue([], []).thermograph
    assert hash(graph) == hash(Thermograph(graph.left, graph.right))
    assert graph.svg().startswith('<svg xmlns="http://www.w3.org/2000/svg"')


def test_a_multiple_is_so_many_side_by_side() -> None:
    """Of any whole number."""
    tiny = CombinatorialValue([0], [CombinatorialValue([0], [-2])])
    assert tiny + tiny + tiny == 3 * tiny == tiny * 3
    assert 0 * tiny == 0
    assert -(tiny + tiny) == -2 * tiny
    with pytest.raises(TypeError):
        _ = 1.5 * tiny


def test_the_figures_of_close_corners_do_not_overlap() -> None:
    """On either axis of a thermograph."""
    one = CombinatorialValue([Fraction(3, 2)], [Fraction(17, 16)])
    page = CombinatorialValue([CombinatorialValue([20], [one])], [1, Fraction(33, 32)])
    figure = r'<text x="([^"]*)" y="[^"]*" text-anchor="middle">'
    across = [float(x) for x in re.findall(figure, page._repr_html_())]
    assert min(b - a for a, b in pairwise(across)) >= 14

    heats = Fraction(0), Fraction(1), Fraction(101, 100)
    wall = [(heat, max(Fraction(0), 1 - heat)) for heat in heats]
    graph = Thermograph(wall, [(heat, -value) for heat, value in wall])
    down = [float(y) for y in re.findall(r'<text x="-12" y="([^"]*)"', graph.svg())]
    assert min(b - a for a, b in pairwise(down)) >= 13
