"""Shortest solutions: against breadth-first search, published lengths and the rules themselves."""

from __future__ import annotations

import random
from _thread import interrupt_main
from threading import Timer

import pytest

from interactive_provider.builtin import sliding
from interactive_provider.builtin.sliding import rules
from interactive_provider.builtin.sliding.rules import Position
from interactive_provider.builtin.sliding.solving import complete, deepening
from interactive_provider.errors import BadParameter
from tests.sure import sure
from tests.thorough import some

GODS_NUMBERS = {(2, 2): 6, (2, 3): 21, (3, 2): 21, (2, 4): 36, (4, 2): 36, (3, 3): 31}


def _replay(position: Position, solution: sliding.TileSolution) -> Position:
    return rules.play(position, solution.moves)


@pytest.mark.parametrize("shape", GODS_NUMBERS)
def test_complete_tables_reach_the_known_depth(shape: tuple[int, int]) -> None:
    """The deepest level of each small board is its published God's number."""
    levels = complete.levels(*shape)
    assert GODS_NUMBERS[shape] == len(levels) - 1
    assert sum(map(len, levels)) == len(complete.distances(*shape))


def test_the_two_hardest_positions_of_3x3() -> None:
    """Exactly the two published positions of the eight puzzle need 31 moves."""
    hardest = {tuple(position) for position in complete.levels(3, 3)[31]}
    assert {(6, 4, 7, 8, 5, 0, 3, 2, 1), (8, 6, 7, 2, 5, 4, 3, 0, 1)} == hardest


def _breadth_first(rows: int, columns: int) -> dict[Position, int]:
    """Distances from the goal by the rules alone, with none of the solver's own code."""
    level = [sliding.goal(rows, columns)]
    found = dict.fromkeys(level, 0)
    while level:
        following = []
        for position in level:
            row, column = next(
                (number, line.index(0)) for number, line in enumerate(position) if 0 in line
            )
            for other_row, other_column in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if 0 <= other_row < rows and 0 <= other_column < columns:
                    lines = [list(line) for line in position]
                    lines[row][column], lines[other_row][other_column] = (
                        lines[other_row][other_column],
                        0,
                    )
                    after = tuple(map(tuple, lines))
                    if after not in found:
                        found[after] = found[position] + 1
                        following.append(after)
        level = following
    return found


@pytest.mark.slow
@pytest.mark.parametrize("shape", GODS_NUMBERS)
def test_all_distances_are_those_of_breadth_first_search(shape: tuple[int, int]) -> None:
    """For every single position the table holds what a search by the rules alone finds."""
    expected = {
        bytes(rules.flatten(position)): depth for position, depth in _breadth_first(*shape).items()
    }
    assert expected == complete.distances(*shape)


@pytest.mark.slow
@pytest.mark.parametrize("shape", GODS_NUMBERS)
def test_every_position_is_solved_in_its_distance(shape: tuple[int, int]) -> None:
    """All positions of the smaller boards are solved and replayed; on 3×3 every first step is taken
    one nearer.

    The rest of a 3×3 solution is made of first steps in the same way, and every 40th is solved and
    replayed whole.
    """
    table = complete.distances(*shape)
    for number, (tiles, distance) in enumerate(table.items()):
        position = rules.shape_up(tuple(tiles), shape[1])
        if distance:
            after = complete.first_step(tiles, *shape)[1]
            assert distance - 1 == table[after]
        if shape != (3, 3) or not number % 40:
            solution = sliding.solve(position)
            assert ("shortest", distance, distance) == (
                solution.status,
                solution.length,
                solution.lower_bound,
            )
            assert sliding.is_solved(_replay(position, solution))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(some(1, of=10)))
def test_korfs_hundred_have_their_published_lengths(
    korf_hundred: list[tuple[int, Position]], part: int
) -> None:
    """Instances are solved in the published number of moves, proved and replayed: in the gate
    ten of the hundred."""
    for length, position in korf_hundred[part::10]:
        solution = sliding.solve(position)
        assert ("shortest", length, length) == (
            solution.status,
            solution.length,
            solution.lower_bound,
        )
        assert sliding.is_solved(_replay(position, solution))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 5), (2, 6), (2, 7), (2, 8), (3, 4), (3, 5), (4, 4)])
def test_oblong_boards_agree_with_breadth_first_search_near_the_goal(
    shape: tuple[int, int],
) -> None:
    """All positions within 14 moves of the goal have their true distance, on the board and on its
    transpose."""
    for rows, columns in (shape, shape[::-1]):
        level = [bytes((*range(1, rows * columns), 0))]
        seen = set(level)
        beside = complete.neighbour_cells(rows, columns)
        for depth in range(1, 15):
            after = {
                tiles.translate(complete.exchange(tiles[cell]))
                for tiles in level
                for cell in beside[tiles.index(0)]
            }
            level = sorted(after - seen)
            seen |= after
            for tiles in level[:: 1 + len(level) // 60]:
                solution = sliding.solve(rules.shape_up(tuple(tiles), columns))
                assert ("shortest", depth) == (solution.status, solution.length)


@pytest.mark.slow
def test_the_hardest_of_3x4_needs_53_moves_and_its_transpose_too() -> None:
    """A random 3×4 position and its mirror image have one distance, at most the published 53."""
    for seed in range(40):
        position = sliding.scramble(3, 4, seed)
        mirrored = deepening.mirrored(rules.flatten(position), 3, 4)
        lengths = {sure(sliding.solve(at).length) for at in (position, rules.shape_up(mirrored, 3))}
        assert 1 == len(lengths)
        assert lengths.pop() <= 53


@pytest.mark.parametrize("limit", [-1, float("nan"), "5"])
def test_what_is_not_a_limit_is_refused(limit: object) -> None:
    """A limit below 0, or not a number at all, is quoted in one sentence."""
    with pytest.raises(
        BadParameter, match=f"limit_seconds is .?{limit}.?; it must be a number of seconds"
    ):
        sliding.solve(sliding.goal(2, 2), limit_seconds=limit)  # type: ignore[arg-type] # refused


def test_solved_and_unsolvable_positions() -> None:
    """A solved position takes no moves; an unsolvable one is told apart with its reason."""
    solved = sliding.solve(sliding.goal(4, 4))
    assert ((), "shortest", 0) == (solved.moves, solved.status, solved.length)
    impossible = sliding.solve("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    assert ((), "unsolvable", None) == (impossible.moves, impossible.status, impossible.length)
    assert "1 pair of tiles" in impossible.note


@pytest.mark.slow
@pytest.mark.usefixtures("processor_clock")
def test_a_limit_is_kept_and_the_answer_is_honest() -> None:
    """A position of 80 moves cannot be proved in half a second: a solution, and a bound below 80,
    come back."""
    hardest = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
    solution = sliding.solve(hardest, limit_seconds=0.5)
    assert "solved" == solution.status
    assert solution.length is not None and solution.length >= 80 >= solution.lower_bound >= 50
    assert solution.seconds < 2.5
    assert sliding.is_solved(rules.play(hardest, solution.moves))


@pytest.mark.slow
def test_an_interrupt_gives_the_best_so_far() -> None:
    """Ctrl-C during the proof ends it, and a solution is still returned."""
    sliding.solve(sliding.scramble(4, 4, 3))
    Timer(0.3, interrupt_main).start()
    solution = sliding.solve("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
    assert "solved" == solution.status
    assert solution.length is not None and solution.length >= 80


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(3, 4), (2, 7), (4, 4)])
def test_bounds_are_admissible_and_the_simple_ones_consistent(shape: tuple[int, int]) -> None:
    """On random walks back from the goal no bound passes the walk's length, and a move changes it
    by at most 1."""
    from interactive_provider.builtin.sliding.solving.bounds import linear_conflict, manhattan

    rng = random.Random(15)
    for _ in range(20):
        position = sliding.goal(*shape)
        before = {manhattan: 0, linear_conflict: 0}
        for steps in range(1, 120):
            position = sliding.apply(position, rng.choice(sliding.moves(position)))
            tiles = rules.flatten(position)
            assert deepening.lower_bound(tiles, *shape) <= steps
            for bound, value in before.items():
                now = bound(tiles, shape[1])
                assert now <= steps and abs(now - value) == 1
                before[bound] = now
