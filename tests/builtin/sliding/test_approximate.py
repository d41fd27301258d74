"""Large boards: built solutions, beams, short ways home, and the honesty of what is said of them."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from interactive_provider.builtin import sliding
from interactive_provider.builtin.sliding import rules
from interactive_provider.builtin.sliding.rules import Position
from interactive_provider.builtin.sliding.solving import approximate, complete, nearby
from interactive_provider.builtin.sliding.solving.bounds import linear_conflict
from interactive_provider.builtin.sliding.solving.deepening import mirrored, upright
from interactive_provider.builtin.sliding.solving.effort import Found
from interactive_provider.builtin.sliding.solving.greedy import PeeledBoard
from tests.thorough import some

pytestmark = pytest.mark.usefixtures("processor_clock")

SHAPES = [
    (2, 5),
    (5, 2),
    (2, 9),
    (3, 4),
    (4, 3),
    (3, 7),
    (7, 3),
    (4, 4),
    (5, 5),
    (5, 6),
    (6, 6),
    (9, 4),
]


def _built(position: Position) -> list[int]:
    """The tiles moved when lines are filled until the rest has a complete table."""
    board = PeeledBoard(rules.flatten(position), *rules.shape(position))
    assert board.fill_lines(complete.has_table, float("inf"))
    return board.followed_by(complete.shortest(board.rest(), board.height, board.width))


def _walk(rows: int, columns: int, steps: int) -> Position:
    """A position some moves from the goal, none of which takes the last one back."""
    rng = random.Random(steps)
    position = sliding.goal(rows, columns)
    last = 0
    for _ in range(steps):
        last = rng.choice([tile for tile in sliding.moves(position) if tile != last])
        position = sliding.apply(position, last)
    return position


@pytest.mark.parametrize("shape", SHAPES)
def test_built_solutions_solve(shape: tuple[int, int]) -> None:
    """Ten scrambles of each shape are solved by the construction alone."""
    for seed in range(10):
        position = sliding.scramble(*shape, seed)
        assert sliding.is_solved(rules.play(position, _built(position)))


@pytest.mark.slow
def test_a_large_board_stays_below_parberrys_bound() -> None:
    """A 40×40 board takes at most 8/3 n³ moves."""
    position = sliding.scramble(40, 40, 1)
    moves = _built(position)
    assert len(moves) <= 8 / 3 * 40**3
    assert sliding.is_solved(rules.play(position, moves))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(6, 6), (3, 9), (20, 15), (40, 40)])
def test_a_large_board_near_the_goal_is_solved_and_proved(shape: tuple[int, int]) -> None:
    """Twenty moves from the goal are at most twenty moves back, and no way is shorter."""
    position = _walk(*shape, 20)
    solution = sliding.solve(position, shortest=False, limit_seconds=2)
    assert "shortest" == solution.status
    assert solution.length is not None and solution.length <= 20
    assert sliding.is_solved(rules.play(position, solution.moves))


@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (3, 3)])
def test_the_search_without_tables_finds_the_true_distances(shape: tuple[int, int]) -> None:
    """By the Manhattan distance alone it agrees with the complete table of a small board."""
    table = complete.distances(*shape)
    for position, distance in list(table.items())[: 200 if shape == (3, 3) else None : 5]:
        found = Found()
        nearby.search(tuple(position), shape, lambda nodes: None, found)
        assert found.tiles is not None
        assert (distance, distance) == (len(found.tiles), found.lower_bound)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 4)])
def test_beams_come_near_the_optimum(shape: tuple[int, int]) -> None:
    """A narrow beam is within 60 per cent of the optimum and never below it."""
    for seed in range(some(1, of=3)):
        position = sliding.scramble(*shape, seed)
        best = sliding.solve(position).length
        near = sliding.solve(position, shortest=False, limit_seconds=0.3)
        assert best is not None and near.length is not None
        assert near.lower_bound <= best <= near.length <= 1.6 * best


@pytest.mark.slow
def test_24_puzzles_are_solved_near_the_published_optimum(
    korf_felner_fifty: list[tuple[int, Position]],
) -> None:
    """Some of Korf and Felner's fifty: within half, the bound at most the published length."""
    for length, position in korf_felner_fifty[::20][: some(1, of=3)]:
        solution = sliding.solve(position, shortest=False, limit_seconds=1)
        assert solution.length is not None
        assert solution.lower_bound <= length <= solution.length <= 1.5 * length
        assert sliding.is_solved(rules.play(position, solution.moves))


@pytest.mark.slow
def test_the_24_puzzle_is_solved_optimally_near_the_goal() -> None:
    """A 5×5 position 30 random moves from the goal is solved and proved."""
    position = _walk(5, 5, 30)
    solution = sliding.solve(position)
    assert "shortest" == solution.status
    assert solution.length is not None and solution.length <= 30


def test_bounds_hold_on_large_boards() -> None:
    """What is said to be needed at least is at most what was found."""
    solution = sliding.solve(sliding.scramble(7, 6, 2), limit_seconds=0.2)
    assert "solved" == solution.status
    assert solution.length is not None and 0 < solution.lower_bound < solution.length


def test_a_limit_that_is_too_short_says_so() -> None:
    """Where not even the first solution is finished in time the status is unknown, with a bound."""
    position = sliding.scramble(60, 60, 1)
    solution = sliding.solve(position, limit_seconds=0.01)
    assert ((), "unknown", None) == (solution.moves, solution.status, solution.length)
    assert linear_conflict(rules.flatten(position), 60) == solution.lower_bound
    assert "time" in solution.note


def test_mirror_images_are_solved_by_mirrored_moves() -> None:
    """A board higher than wide is solved as its mirror image, and the moves are turned back."""
    position = sliding.scramble(4, 3, 1)
    _, mirror, turned_back = upright(rules.flatten(position), 4, 3)
    assert rules.flatten(position) == mirrored(mirror, 3, 4)
    moves = turned_back(sliding.solve(rules.shape_up(mirror, 4)).moves)
    assert sliding.is_solved(rules.play(position, moves))


def test_large_gives_none_only_when_time_is_up() -> None:
    """With time there is always a solution."""
    position = sliding.scramble(5, 8, 1)
    moves = approximate.solution(rules.flatten(position), 5, 8, time.process_time() + 0.1)
    assert moves is not None


def test_a_tour_of_the_blank_is_not_followed_to_its_end() -> None:
    """Each of its 1,599 moves leads nearer to the goal: one call in another would be too many."""
    side = 40
    tour = [
        row * side + column
        for row in reversed(range(side))
        for column in (range(side) if row % 2 == 0 else reversed(range(side)))
    ]
    tiles = [*range(1, side * side), 0]
    for blank, cell in itertools.pairwise(tour):
        tiles[blank], tiles[cell] = tiles[cell], 0
    found = Found()
    nearby.search(tuple(tiles), (side, side), lambda nodes: None, found)
    assert (None, 1_599) == (found.tiles, found.lower_bound)
