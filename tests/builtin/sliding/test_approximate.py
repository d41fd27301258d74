"""Large boards: built solutions, windows, beams, and the honesty of what is said of them."""

from __future__ import annotations

import time

import pytest

from interactive_provider.builtin import sliding
from interactive_provider.builtin.sliding import rules
from interactive_provider.builtin.sliding.rules import Position
from interactive_provider.builtin.sliding.solving import approximate, deepening, greedy, windows
from interactive_provider.builtin.sliding.solving.bounds import linear_conflict
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


@pytest.mark.parametrize("shape", SHAPES)
def test_built_solutions_solve(shape: tuple[int, int]) -> None:
    """Ten scrambles of each shape are solved by the construction alone."""
    for seed in range(10):
        position = sliding.scramble(*shape, seed)
        moves = greedy.solution(rules.flatten(position), *shape)
        assert moves is not None
        assert sliding.is_solved(rules.play(position, moves))


@pytest.mark.slow
def test_a_large_board_stays_below_parberrys_bound() -> None:
    """A 40×40 board takes at most 8/3 n³ moves."""
    position = sliding.scramble(40, 40, 1)
    moves = greedy.solution(rules.flatten(position), 40, 40)
    assert moves is not None
    assert len(moves) <= 8 / 3 * 40**3
    assert sliding.is_solved(rules.play(position, moves))


@pytest.mark.slow
def test_trying_several_ways_is_shorter_and_always_the_same() -> None:
    """Varied filling of lines shortens an 8×8 solution, and the same position gets the same one."""
    tiles = rules.flatten(sliding.scramble(8, 8, 5))
    plain = greedy.solution(tiles, 8, 8)
    varied = greedy.varied_solution(tiles, 8, 8, 3, 6)
    assert plain is not None and len(varied) < len(plain)
    assert varied == greedy.varied_solution(tiles, 8, 8, 3, 6)
    assert sliding.is_solved(rules.play(rules.shape_up(tiles, 8), varied))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(4, 4), (3, 6), (6, 3), (6, 6)])
def test_windows_only_ever_shorten(shape: tuple[int, int]) -> None:
    """The improved solution solves the same position in fewer moves, of the same parity."""
    position = sliding.scramble(*shape, 3)
    tiles = rules.flatten(position)
    moves = greedy.solution(tiles, *shape)
    assert moves is not None
    shorter = windows.improve(tiles, *shape, moves, time.process_time() + 0.4)
    assert len(shorter) < len(moves) and (len(moves) - len(shorter)) % 2 == 0
    assert sliding.is_solved(rules.play(position, shorter))


def test_a_detour_is_cut_out() -> None:
    """Round a square of four cells thrice is going nowhere, and the window finds that."""
    tiles = rules.flatten(sliding.goal(4, 4))
    stretch = windows.Window(4, 4)
    path = [15, *[14, 10, 11, 15] * 3, 14, 13]
    assert ([15, 14, 13], 2) == stretch.shorten(path, 1000)
    assert path == windows.blank_cells(tiles, windows.moved_tiles(tiles, path))


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
    import random

    rng, position = random.Random(9), sliding.goal(5, 5)
    for _ in range(30):
        position = sliding.apply(position, rng.choice(sliding.moves(position)))
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
    """Renaming tiles and turning the board over maps solutions to solutions."""
    position = sliding.scramble(3, 4, 1)
    mirror = rules.shape_up(deepening.mirrored(rules.flatten(position), 3, 4), 3)
    moves = deepening.mirrored_moves(sliding.solve(position).moves, 4, 3)
    assert sliding.is_solved(rules.play(mirror, moves))
    assert position == rules.shape_up(deepening.mirrored(rules.flatten(mirror), 4, 3), 4)


def test_large_gives_none_only_when_time_is_up() -> None:
    """With time there is always a solution."""
    position = sliding.scramble(5, 8, 1)
    moves = approximate.solution(rules.flatten(position), 5, 8, time.process_time() + 0.1)
    assert moves is not None
