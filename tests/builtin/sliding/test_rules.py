"""The rules of the sliding puzzle: positions, moves, solvability, scrambles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interactive_provider.builtin import sliding
from interactive_provider.builtin.sliding import rules
from interactive_provider.builtin.sliding.solving import complete
from interactive_provider.errors import BadParameter, ProviderError
from tests.thorough import some

SIZES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 5), (4, 4), (6, 2), (5, 7)]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_goal_is_solved_and_solvable(rows: int, columns: int) -> None:
    """The goal has the tiles in reading order and the blank last, and counts as solved."""
    position = sliding.goal(rows, columns)
    assert (*range(1, rows * columns), 0) == rules.flatten(position)
    assert (rows, columns) == (len(position), len(position[0]))
    assert sliding.is_solved(position) and sliding.is_solvable(position)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)])
def test_solvable_is_what_breadth_first_search_reaches(rows: int, columns: int) -> None:
    """The parity rule agrees with reachability for every single arrangement."""
    reached = {position for level in complete.levels(rows, columns) for position in level}
    for tiles in permutations(range(rows * columns)):
        expected = bytes(tiles) in reached
        assert expected == sliding.is_solvable(rules.shape_up(tiles, columns))


@pytest.mark.slow
def test_solvable_is_what_breadth_first_search_reaches_on_3x3() -> None:
    """The 181,440 reachable positions of 3×3 are solvable, and exchanging two tiles spoils each."""
    positions = complete.distances(3, 3)
    assert 181_440 == len(positions)
    for position in random.Random(1).sample(list(positions), some(20_000, of=181_440)):
        tiles = tuple(position)
        exchanged = tuple({1: 2, 2: 1}.get(tile, tile) for tile in tiles)
        assert sliding.is_solvable(rules.shape_up(tiles, 3))
        assert not sliding.is_solvable(rules.shape_up(exchanged, 3))


@given(st.lists(st.integers(0, 40), unique=True))
def test_inversions_are_the_pairs_in_the_wrong_order(tiles: list[int]) -> None:
    """Counting by merging equals counting pair by pair."""
    numbers = [tile for tile in tiles if tile]
    expected = sum(a > b for place, a in enumerate(numbers) for b in numbers[place + 1 :])
    assert expected == rules.inversions(tiles)


@given(st.sampled_from(SIZES), st.integers(0, 10**6), st.lists(st.integers(0, 3), max_size=30))
def test_moves_keep_solvability_and_can_be_undone(
    size: tuple[int, int], seed: int, choices: list[int]
) -> None:
    """On a random walk every move is undone by the same tile and never changes solvability."""
    position = sliding.scramble(*size, seed)
    for choice in choices:
        offered = sliding.moves(position)
        tile = offered[choice % len(offered)]
        after = sliding.apply(position, tile)
        assert position == sliding.apply(after, tile)
        assert sliding.is_solvable(after)
        position = after


def test_directions_are_those_of_the_tile() -> None:
    """With the blank in the corner the tile above it moves down and the tile to its left moves
    right."""
    position = sliding.goal(3, 3)
    assert {"down": 6, "right": 8} == sliding.directions(position)
    assert sliding.apply(position, 6) == sliding.apply(position, "down")
    assert ((1, 2, 3), (4, 5, 6), (7, 0, 8)) == sliding.apply(position, "right")


def test_a_click_slides_a_whole_line() -> None:
    """A tile in the blank's row or column takes all tiles between along, the nearest first."""
    assert (8, 7) == sliding.slide(sliding.goal(3, 3), 7)
    assert (6, 3) == sliding.slide(sliding.goal(3, 3), 3)
    assert (2, 3) == sliding.slide("1 0 2 3/4 5 6 7", 3)


def test_text_and_rows_are_the_same_position() -> None:
    """Slashes, newlines and tuples of rows all name one position, and it prints back."""
    position = ((1, 2, 3), (4, 0, 5))
    assert position == sliding.parse("1 2 3/4 0 5") == sliding.parse(" 1 2 3 \n 4 0 5\n")
    assert "1 2 3\n4 0 5" == sliding.to_text(position)
    assert sliding.moves(position) == sliding.moves("1 2 3/4 0 5")


@given(st.sampled_from(SIZES), st.integers())
def test_text_reads_back(size: tuple[int, int], seed: int) -> None:
    """What to_text writes, parse reads."""
    position = sliding.scramble(*size, seed)
    assert position == sliding.parse(sliding.to_text(position))


def test_scramble_is_uniform_on_2x3() -> None:
    """Chi-square over the 360 solvable positions of 2×3 lies within six standard deviations of its
    mean."""
    draws = 36_000
    rng = random.Random(2011)
    counts = Counter(sliding.scramble(2, 3, rng) for _ in range(draws))
    expected = draws / 360
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert 360 == len(counts)
    assert abs(chi_square - 359) < 6 * (2 * 359) ** 0.5


def test_scramble_is_the_same_everywhere() -> None:
    """A seed gives one position forever; another seed and another size give another."""
    assert sliding.scramble(4, 4, 7) == sliding.scramble(4, 4, 7)
    assert sliding.scramble(4, 4, 7) != sliding.scramble(4, 4, 8)
    assert sliding.is_solvable(sliding.scramble(100, 100, "large"))


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("1 2/3", "2"),
        ("1 2 3", "1×3"),
        ("0", "1×1"),
        ("1/2/0", "3×1"),
        ("1 2/3 3", "Tile 3 appears twice"),
        ("1 0/3 0", "empty cell (0) appears twice"),
        ("1 2/3 4", "Tile 4"),
        ("1 2/x 0", "'x'"),
        ("1 2/² 0", "'²'"),
        ("1 2/3 " + "9" * 5000, "is not a tile"),
        ("", ""),
        (((1, 2), (3, 0.5)), "0.5"),
        (17, "17"),
        ((), "no tiles"),
    ],
)
def test_bad_positions_are_refused_in_one_sentence(position: object, said: str) -> None:
    """What is not a position raises our error, which is a ValueError and quotes the fault."""
    with pytest.raises(ValueError, match=r".") as fault:
        sliding.is_solvable(position)  # type: ignore[arg-type] # refused
    assert isinstance(fault.value, ProviderError)
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    "size", [(1, 5), (5, 1), (1, 1), (0, 4), (-2, 3), (101, 4), (2.5, 4), ("a", 4)]
)
def test_impossible_sizes_are_refused(size: tuple[int, int]) -> None:
    """Goal and scramble refuse the same sizes."""
    for make in (sliding.goal, lambda rows, columns: sliding.scramble(rows, columns, seed=1)):
        with pytest.raises(BadParameter):
            make(*size)


@pytest.mark.parametrize("move", [1, 5, 9, 0, -1, "left", "up", "sideways", "99", "²", 2.5, None])
def test_impossible_moves_are_refused(move: object) -> None:
    """A tile or direction that cannot move raises and names those that can."""
    with pytest.raises(sliding.BadMove, match=r"."):
        sliding.apply(sliding.goal(3, 3), move)  # type: ignore[arg-type] # refused


def test_the_message_names_what_can_move() -> None:
    """The error is enough to go on."""
    with pytest.raises(
        sliding.BadMove, match=r"Tile 1 is not beside the empty cell; these can move: 6, 8"
    ):
        sliding.apply(sliding.goal(3, 3), 1)
    with pytest.raises(sliding.BadMove, match=r"Did you mean 'down'"):
        sliding.apply(sliding.goal(3, 3), "dwn")


def test_an_unsolvable_position_says_why() -> None:
    """The parity is told in words on boards of odd and of even width, and a solvable one has
    nothing to tell."""
    assert "1 pair" in sliding.why_unsolvable("1 2 3/4 5 6/8 7 0")
    assert "the sum, 1, is odd" in sliding.why_unsolvable("1 2 3 4/5 6 8 7/9 10 11 12/13 14 15 0")
    assert "" == sliding.why_unsolvable(sliding.goal(4, 4))


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_random_plays_follow_a_dictionary_of_places(rows: int, columns: int) -> None:
    """Tiles, directions, single moves and whole lines are those of a naive model that knows where
    each tile lies."""
    luck, position = random.Random(rows * 10 + columns), sliding.goal(rows, columns)
    where = {
        tile: divmod(tile - 1 if tile else rows * columns - 1, columns)
        for tile in range(rows * columns)
    }
    for _ in range(40):
        row, column = where[0]
        steps = {
            "up": (row + 1, column),
            "down": (row - 1, column),
            "left": (row, column + 1),
            "right": (row, column - 1),
        }
        at = {place: tile for tile, place in where.items()}
        near = {way: at[place] for way, place in steps.items() if place in at}
        assert (near, tuple(near.values())) == (rules.directions(position), rules.moves(position))
        for tile, (r, c) in where.items():
            if tile and (r == row) != (c == column):
                length = abs(r - row) + abs(c - column)
                down, right = (r > row) - (r < row), (c > column) - (c < column)
                line = tuple(at[row + down * k, column + right * k] for k in range(1, length + 1))
                assert line == rules.slide(position, tile) == rules.slide(position, str(tile))  # type: ignore[arg-type]
            else:
                with pytest.raises(sliding.BadMove):
                    rules.slide(position, tile)
        way = luck.choice(list(near))
        tile = near[way]
        where[tile], where[0] = where[0], where[tile]
        expected = tuple(
            tuple({p: t for t, p in where.items()}[r, c] for c in range(columns))
            for r in range(rows)
        )
        for move in (way, tile, str(tile)):
            assert expected == rules.apply(position, move)
        assert expected == rules.play(position, [tile])
        position = expected


def test_the_nearest_size_is_named() -> None:
    """A side that is too short or too long is put to the bound, the other stays."""
    for size, nearest in [
        ((1, 5), "2×5"),
        ((5, 0), "5×2"),
        ((101, 2), "100×2"),
        ((1, 500), "2×100"),
    ]:
        with pytest.raises(BadParameter, match=f"the nearest size is {nearest}\\.$"):
            sliding.goal(*size)
    assert [(2, 2), (100, 100), (2, 100)] == [
        rules.check_size(*size) for size in [(2, 2), (100, 100), (2, 100)]
    ]


def test_refusals_quote_in_brief() -> None:
    """What was given stands in the sentence as Python writes it, shortened if it is long."""
    long = "sideways" * 50
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: sliding.goal("four", 4), "not 'four' and 4;"),  # type: ignore[arg-type] # refused
        (lambda: sliding.goal(4, "4" * 500), f"not 4 and '{'4' * 40}…"),  # type: ignore[arg-type] # refused
        (lambda: rules.check_position(((1,) * 300, (2,))), "…1, 1, 1), (2,)) have 1 and 300 tiles"),
        (
            lambda: sliding.apply("1 2/3 0", long),
            f"'{long[:40]}…{long[-15:]}' is neither a tile nor a direction",
        ),
        (lambda: rules.parse("1 2/3 x" + " 0" * 500), "'x' in '1 2/3 x 0 0 0"),
        (lambda: rules.parse("1 2/3 x" + " 0" * 500), " 0 …0 0 "),
        (lambda: rules.parse("1 2/3 1234567890"), "'1234567890' in"),
        (
            lambda: rules.parse("1 2/3 123456789"),
            "Tile 123456789 does not belong on a 2×2 board, whose cells are 0 to 3.",
        ),
        (lambda: rules.check_position(((1.5,) * 500,)), "….5, 1.5, 1.5),) is not a position"),  # type: ignore[arg-type]
        (lambda: sliding.apply("1 2/3 0", [2] * 500), "… 2, 2, 2, 2, 2] is not a tile"),  # type: ignore[arg-type]
        (lambda: sliding.apply("1 2/3 0", 2.5), "2.5 is not a tile"),  # type: ignore[arg-type] # refused
        (
            lambda: sliding.apply("1 2/3 0", 0),
            "There is no tile 0 on this 2×2 board; these can move: 2, 3",
        ),
        (
            lambda: rules.slide("1 2/3 0", 0),
            "There is no tile 0 on this 2×2 board; these can move: 2, 3",
        ),
        (lambda: rules.slide("1 2/3 0", 4), "There is no tile 4 on this 2×2 board"),
        (
            lambda: rules.slide("1 2/3 0", 1),
            "Tile 1 is in neither the row nor the column of the empty cell",
        ),
        (lambda: sliding.apply("1 2/3 0", 1), "Tile 1 is not beside the empty cell"),
        (lambda: rules.play("1 2/3 0", [2, 3]), "Move 2: Tile 3 is not beside the empty cell"),
    ]
    for refused, words in cases:
        with pytest.raises(ProviderError) as caught:
            refused()
        assert words in str(caught.value)


def test_why_unsolvable_counts_pairs_and_rows() -> None:
    """One stands and several stand; the rows are those that the empty cell lies above the
    bottom."""
    assert sliding.why_unsolvable("1 2 3/4 5 6/8 7 0").startswith(
        "1 pair of tiles is in the wrong order: "
    )
    assert sliding.why_unsolvable("3 2 1/4 5 6/7 8 0").startswith(
        "3 pairs of tiles are in the wrong order: "
    )
    for luck in range(20):
        tiles = random.Random(luck).sample(range(8), 8)
        position = rules.shape_up(tiles, 4)
        above, wrong = 1 - tiles.index(0) // 4, rules.inversions(tiles)
        rows = "1 row" if above else "0 rows"
        expected = (
            f"is {rows} above the bottom: the sum, {wrong + above}, is odd"
            if (wrong + above) % 2
            else ""
        )
        assert expected in sliding.why_unsolvable(position)
        assert bool(expected) == bool(sliding.why_unsolvable(position))


def test_texts_stand_in_columns() -> None:
    """As wide as the largest tile, also if that is a power of ten."""
    assert "   1    2" == rules.to_text(sliding.goal(11, 91))[:9]
    assert ["1 2 3 4 5", "6 7 8 9 0"] == rules.to_text(sliding.goal(2, 5)).splitlines()


def test_a_published_row_of_numbers_is_a_square() -> None:
    """Sixteen numbers in a line are four by four; what is not a square says how rows are
    separated."""
    text = "5 1 2 4 9 6 3 8 13 10 7 12 0 14 11 15"
    assert (5, 1, 2, 4) == rules.parse(text)[0] and 4 == len(rules.parse(text))
    with pytest.raises(BadParameter, match="separate the rows with /"):
        rules.parse("1 2 3 4 5 0")
