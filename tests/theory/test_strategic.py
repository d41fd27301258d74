"""Tables of payoffs: their equilibria against published ones and an enumeration written apart."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.analysis import matrix
from interactive_provider.errors import BadParameter, NoAbility
from interactive_provider.theory.extensive import OVER, ExtensiveForm, TreeNode
from interactive_provider.theory.strategic import Matrix, matrix_of
from tests.theory.test_extensive import KUHN
from tests.theory.toys import battle
from tests.thorough import some

Point = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def table(first: list[list[int]], second: list[list[int]]) -> Matrix:
    """A table of two players by the payoffs of each; strategies are numbered."""
    rows = tuple(f"r{number}" for number in range(len(first)))
    columns = tuple(f"c{number}" for number in range(len(first[0])))
    paid = {
        (row, column): (Fraction(first[r][c]), Fraction(second[r][c]))
        for r, row in enumerate(rows)
        for c, column in enumerate(columns)
    }
    return Matrix("a table", ("player 1", "player 2"), (rows, columns), paid)


def found_in(game: Matrix) -> set[Point]:
    """The equilibria as numbers."""
    return {
        (
            tuple(Fraction(one.get(name, 0)) for name in game.strategies[0]),
            tuple(Fraction(other.get(name, 0)) for name in game.strategies[1]),
        )
        for one, other in game.equilibria()
    }


PUBLISHED = [
    line.split(": ")
    for line in Path(__file__).with_name("published.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
"""Name and source, cells, and equilibria of each game."""


@pytest.mark.parametrize(("cells", "expected"), [one[1:] for one in PUBLISHED])
def test_textbook_games_have_their_published_equilibria(
    cells: str, expected: str, tmp_path: Path
) -> None:
    """All equilibria of small games, read from a file of Gambit's, exactly; of a continuum its
    ends."""
    rows = [[cell.split(",") for cell in row.split()] for row in cells.split(" / ")]
    paid = [
        f"{cell[0]} {cell[1] if cell[1:] else -int(cell[0])}"
        for column in zip(*rows, strict=True)
        for cell in column
    ]
    file = tmp_path / "game.nfg"
    file.write_text(f'NFG 1 R "" {{ "1" "2" }} {{ {len(rows)} {len(rows[0])} }} {" ".join(paid)}')
    start = InteractiveProvider(tmp_path, seed=1).game
    found = [" | ".join(" ".join(map(str, own)) for own in one) for one in found_in(matrix(start))]
    assert sorted(expected.split(", ")) == sorted(found)


def test_sixty_games_have_sources() -> None:
    """Each is one game, and says where it is published."""
    names = [name for name, *_ in PUBLISHED]
    assert 60 <= len({tuple(cells) for _, *cells in PUBLISHED}) == len(set(names))
    assert all(re.search(r", (folklore|.* \d{4})$", name) for name in names)


def solution(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """The one solution of as many equations as unknowns, by Gauss; None if there is not one."""
    grid = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for place in range(len(grid)):
        pivot = next((n for n in range(place, len(grid)) if grid[n][place]), None)
        if pivot is None:
            return None
        grid[place], grid[pivot] = grid[pivot], grid[place]
        grid[place] = [part / grid[place][place] for part in grid[place]]
        for other in range(len(grid)):
            if other != place:
                factor = grid[other][place]
                pairs = zip(grid[other], grid[place], strict=True)
                grid[other] = [one - factor * two for one, two in pairs]
    return [row[-1] for row in grid]


def best(gains: list[list[int]], mixture: list[Fraction]) -> set[int]:
    """The rows that bring most against a mixture of the columns."""
    brought = [sum(a * b for a, b in zip(row, mixture, strict=True)) for row in gains]
    return {number for number, one in enumerate(brought) if one == max(brought)}


def vertices(gains: list[list[int]]) -> set[tuple[Fraction, ...]]:
    """The mixtures of the columns at which as many constraints are tight as they have parts."""
    size = len(gains[0])
    zero, one = Fraction(0), Fraction(1)
    lines = [[*([zero] * place), one, *([zero] * (size - place))] for place in range(size)]
    lines += [[*map(Fraction, row), -one] for row in gains]
    found = set()
    for tight in combinations(lines, size):
        point = solution([[*([one] * size), zero], *tight], [one, *([zero] * size)])
        if point is not None and min(point[:-1]) >= 0:
            brought = [sum(a * b for a, b in zip(row, point[:-1], strict=True)) for row in gains]
            if max(brought) == point[-1]:
                found.add(tuple(point[:-1]))
    return found


def enumerated(first: list[list[int]], second: list[list[int]]) -> set[Point]:
    """All extreme equilibria, by trying every set of tight constraints."""
    turned = [list(column) for column in zip(*second, strict=True)]
    return {
        (one, other)
        for one in vertices(turned)
        for other in vertices(first)
        if {n for n, share in enumerate(one) if share} <= best(first, list(other))
        and {n for n, share in enumerate(other) if share} <= best(turned, list(one))
    }


def check_random_games(count: int, most: int) -> None:
    """Random tables of three by three have the equilibria that the enumeration finds."""
    rng = Random(57)
    for _ in range(count):
        first, second = (
            [[rng.randint(0, most) for _ in range(3)] for _ in range(3)] for _ in range(2)
        )
        assert enumerated(first, second) == found_in(table(first, second)), (first, second)


def test_random_games_have_the_equilibria_of_an_enumeration() -> None:
    """A few random games, half of them full of ties."""
    check_random_games(6, 9)
    check_random_games(6, 2)


@pytest.mark.slow
def test_many_random_games_have_the_equilibria_of_an_enumeration() -> None:
    """Many random games, half of them full of ties."""
    check_random_games(some(20, of=50), 20)
    check_random_games(some(20, of=50), 2)


def test_the_battle_of_the_sexes_shows_three_equilibria() -> None:
    """Its table has stars at best replies; below are both pure equilibria and the mixed one."""
    assert """\
player 1 / player 2  opera   box
opera                2*, 1*  0, 0
box                  0, 0    1*, 2*
Equilibrium: opera | opera: 2, 1
Equilibrium: box | box: 1, 2
Equilibrium: 2/3 opera + 1/3 box | 1/3 opera + 2/3 box: 2/3, 2/3""" == str(matrix(battle()))
    assert 2 == len(matrix(battle()).equilibria(pure=True))


def test_a_page_marks_best_replies() -> None:
    """In a notebook, the table has a star for each best reply, as in text."""
    page: Any = matrix(battle())._repr_html_()
    assert ">2*, 1*</td>" in page
    assert "<div>Equilibrium: box | box: 1, 2</div>" in page


def test_pure_equilibria_are_found_for_three_players() -> None:
    """Three who want to choose alike have two pure equilibria."""
    names = ("a", "b")
    paid = {(x, y, z): (Fraction(x == y == z),) * 3 for x in names for y in names for z in names}
    game = Matrix("alike", ("1", "2", "3"), (names,) * 3, paid)
    assert [("a",) * 3, ("b",) * 3] == [
        tuple(own for mixture in profile for own in mixture) for profile in game.equilibria()
    ]
    half = {"a": "1/2", "b": "1/2"}
    assert game.check(half, half, half)
    assert "3 gains 1 by changing to a." in str(game.check({"a": 1}, {"a": 1}, {"b": 1}))


@pytest.mark.parametrize(
    "profile",
    [
        ({"opera": 1},),
        ({"opera": 1}, {"film": 1}),
        ({"opera": "1/2"}, {"box": 1}),
        ({"opera": 2, "box": -1}, {"box": 1}),
        ({}, {"box": 1}),
        ("opera", "box"),
        ({"opera": "a half"}, {"box": 1}),
    ],
)
def test_what_is_not_a_profile_is_refused(profile: Any) -> None:
    """Too few players, an unknown strategy, shares that are not those of a mixture."""
    with pytest.raises(BadParameter, match=r"is not a (profile|strategy)"):
        matrix(battle()).check(*profile)


def test_shares_may_be_decimals() -> None:
    """A tenth is meant, whatever its binary form is."""
    assert not matrix(battle()).check({"opera": 0.1, "box": 0.9}, {"box": 1})


def test_strategies_leave_out_what_they_rule_out() -> None:
    """In Kuhn poker the first player has three plans for each card, the second four."""
    game = matrix(KUHN)
    assert [27, 64] == [len(own) for own in game.strategies]
    over = [TreeNode(*place, OVER, paid=(Fraction(1),)) for place in ((0, 0), (2, 0), (2, 1))]
    nodes = [
        TreeNode(-1, 0, 0, 1, ("L", "R")),
        over[0],
        TreeNode(0, 1, 0, 2, ("x", "y")),
        *over[1:],
    ]
    assert (("L", "R, x", "R, y"),) == matrix_of(ExtensiveForm("a tree", ("1",), nodes)).strategies


@pytest.mark.slow
def test_a_table_with_too_many_mixtures_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """All equilibria of Kuhn poker's table would take very long; its pure ones are none."""
    most = some(60, of=200)
    monkeypatch.setattr("interactive_provider.theory.strategic.RAYS", most)
    with pytest.raises(NoAbility, match=f"More than {most} mixtures"):
        matrix(KUHN).equilibria()
    assert [] == matrix(KUHN).equilibria(pure=True)


def test_dominated_strategies_are_struck_out_step_by_step() -> None:
    """In the first table of R. Gibbons, "Game Theory for Applied Economists", one cell is left."""
    game = table([[1, 1, 0], [0, 0, 2]], [[0, 2, 1], [3, 1, 0]])
    assert [
        "player 2: c2 is strictly dominated by c1.",
        "player 1: r1 is strictly dominated by r0.",
        "player 2: c0 is strictly dominated by c1.",
    ] == game.dominance()


def test_a_mixture_may_dominate() -> None:
    """Neither of two risky choices is better than the safe one, and a mixture of them is."""
    game = table([[4, 0], [0, 4], [1, 1]], [[0, 0], [0, 0], [0, 0]])
    assert ["player 1: r2 is strictly dominated by 1/2 r0 + 1/2 r1."] == game.dominance()


def test_weak_dominance_is_asked_for() -> None:
    """A strategy that is never better and sometimes worse is struck out weakly only."""
    game = table([[1, 1], [1, 0]], [[1, 1], [1, 1]])
    assert [] == game.dominance()
    assert ["player 1: r1 is weakly dominated by r0."] == game.dominance(weak=True)
    assert [] == table([[1, 1], [1, 1]], [[1, 1], [1, 1]]).dominance(weak=True)


def test_a_strategy_that_does_not_exist_is_named() -> None:
    """With the nearest one, also if a player is missing or is no mixture at all."""
    table = matrix(battle())
    for profile in ([{"oprea": 1}, {"box": 1}], [{"oprea": 1}]):
        with pytest.raises(BadParameter, match=r"'oprea' is not a strategy\. Did you mean 'opera'"):
            table.check(*profile)
    with pytest.raises(BadParameter, match="is not a profile: for each player"):
        table.check(5)  # type: ignore[arg-type]


def test_a_table_of_payoffs_has_rows_for_a_data_frame() -> None:
    """One for each strategy of the first player, named as the table is."""
    rows = matrix(battle()).rows()
    assert ["opera", "box"] == [next(iter(row.values())) for row in rows]
    assert "2*, 1*" == rows[0]["opera"]
