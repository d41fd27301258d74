"""Capture as a game: attributes, boards, advice, puzzles, the generator and bad input."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import interactive_provider as ip
from interactive_provider import games, line, outcome, replay
from interactive_provider.builtin.capture import (
    GRADES,
    PUZZLES,
    apply,
    check,
    evaluate,
    generate,
    hint,
    parse,
    solve,
)
from interactive_provider.builtin.capture.advice import (
    MOST_LIVE_BOARDS,
    dead_reason,
    difficulty,
    table,
)
from interactive_provider.builtin.capture.game import Capture, Gems
from interactive_provider.builtin.capture.generate import backwards
from interactive_provider.builtin.capture.rules import CaptureBoard, moves, trace
from interactive_provider.errors import BadParameter
from interactive_provider.testing import check_game

from .boards import PUBLISHED, WIGHT


@pytest.mark.slow
def test_capture_keeps_the_rules_of_the_house() -> None:
    """The public contract suite finds nothing."""
    check_game(Capture)


def test_the_published_moves_win_through_attributes() -> None:
    """Seven attributes clear the board, and the line replays; so do the names of old, which counted
    from 0."""
    former = (
        games.capture(seed=1)
        .wight.r7.c1.up.r7.c6.up.r6.c3.left.r6.c4.right.r6.c5.down.r7.c3.up.r7.c4.up
    )  # fmt: skip
    end = (
        games.capture(seed=1).wight.row8.column2.up.row8.column7.up.row7.column4.left
        .row7.column5.right.row7.column6.down.row8.column4.up.row8.column5.up
    )  # fmt: skip
    assert former == end
    assert outcome(end) == "won"
    assert outcome(replay(line(end))) == "won"


def test_only_legal_moves_are_listed() -> None:
    """The options are the legal moves by row, column and direction, in reading order."""
    state = Gems(parse("rrb / bbr"))
    assert state.display_options == (
        (("row1", "column3", "down"), (0, 2, "down")),
        (("row2", "column3", "up"), (1, 2, "up")),
    )


@pytest.mark.parametrize(
    ("text", "expected"), [("__", "won"), ("rg / gr", "lost"), ("rrb / bbr", None)]
)
def test_how_a_game_ends(text: str, expected: str | None) -> None:
    """Won on the empty board, lost where tiles are left without a move."""
    assert Gems(parse(text)).outcome == expected


def test_the_board_says_what_a_drag_does() -> None:
    """Every legal move is a drag on its cell, letters read without colour, and the waves are
    frames."""
    game, start = Capture(), Gems(parse("rrb / bbr"))
    picture = game.board(start)
    assert picture.values() == {(0, 2, "down"), (1, 2, "up")}
    assert [[cell.text for cell in row] for row in picture.rows] == [
        ["r", "r", "b"],
        ["b", "b", "r"],
    ]
    after = game.board(game.process_response(start, (0, 2, "down"), Random(0)))
    assert [frame.caption for frame in after.frames] == ["", "6 tiles", ""]
    assert after.frames[0].came == (((0, 2), (1, 2)), ((1, 2), (0, 2)))
    assert sorted(after.frames[1].gone) == [(r, c) for r in range(2) for c in range(3)]
    assert after.frames[-1].rows[0][0].text == "_"


def test_a_board_can_be_given_in_several_ways_but_one_at_a_time() -> None:
    """By text, by name or by grade; two at once are refused, and so are unknown names."""
    game, rng = Capture(), Random(1)
    for name in ("position", "board"):
        assert game.new_state(rng, **{name: "rrb / bbr"}).tiles == parse("rrb / bbr")
    assert game.new_state(rng, puzzle="wight").tiles == parse(WIGHT)
    assert game.new_state(Random(2), grade="gentle") == game.new_state(Random(2), grade="gentle")
    for bad in (
        {"board": "r", "grade": "easy"},
        {"position": "rrb / bbr", "board": "rrb / bbr"},
        {"puzzle": "wihgt"},
        {"grade": "gentel"},
        {"board": "q"},
    ):
        with pytest.raises(BadParameter):
            game.new_state(rng, **bad)


def test_hints_lead_to_the_end() -> None:
    """Whoever follows the hints on Wight clears it in the fewest moves; each says why."""
    board, played = parse(WIGHT), 0
    while found := hint(board):
        assert "tiles" in found.reason
        assert (found.value[0], found.value[1]) in found.cells
        board, played = apply(board, found.value), played + 1
    assert (board.tiles, played) == (0, 6)


@pytest.mark.parametrize(
    ("text", "words", "cells"),
    [
        ("c_ / rr / cr", "The last two coins cannot meet a third", ((0, 0), (2, 0))),
        ("rr_ / srr", "The last skull cannot meet two others", ((1, 0),)),
        (
            "rgbrgb / gbrgbr",
            "No move is legal",
            tuple((row, column) for row in (0, 1) for column in range(6)),
        ),
        (
            "grrgr__g",
            "The green tiles cannot meet: they need 5 or more",
            ((0, 0), (0, 3), (0, 7)),
        ),
    ],
)
def test_a_lost_board_says_which_tiles_are_to_blame(
    text: str, words: str, cells: tuple[tuple[int, int], ...]
) -> None:
    """The reason names the kind and its cells, and the solver proves the same."""
    found = check(parse(text))
    assert (found.right, found.cells) == (False, cells)
    assert words in found.text
    assert solve(parse(text)).status == "unsolvable"


def test_a_hint_on_a_lost_board_says_how_far_to_undo() -> None:
    """It names the tiles that are to blame and the last position from which the board can be
    cleared."""
    lost = games.capture(seed=390857).medium_1.r5.c2.right
    found = ip.hint(lost)
    assert found is not None
    assert (None, (), ip.check(lost).cells) == (found.value, found.names, found.cells)
    assert f"{ip.check(lost)} Undo 1 move: the board can still be cleared." == str(found)
    after = lost[ip.options(lost)[0].label]
    assert 2 == getattr(ip.hint(after), "undo", None)
    assert ip.undo(after, 2) == ip.choose(after, ip.hint(after))
    assert ip.check(ip.undo(after, 2)) and not ip.check(ip.undo(after, 1))


def test_a_hint_on_a_board_lost_from_the_start_says_so() -> None:
    """There is nothing to undo, in any game; a board that is cleared needs no advice."""
    for lost in (
        games.capture(board="rg / gr"),
        games.sliding(position="2 1/3 0", allow_unsolvable=True),
    ):
        assert str(ip.hint(lost)) == f"{ip.check(lost)} This was so from the start."
    assert ip.hint(games.capture(board="rrb / bbr").r0.c2.down) is None


def test_a_board_that_can_be_cleared_is_well() -> None:
    """No tile is to blame on Wight, nor after any winning move, nor on the empty board."""
    board = parse(WIGHT)
    assert (dead_reason(board), check(board).right, check(parse("_")).right) == (None, True, True)
    for move, verdict in evaluate(board).items():
        assert check(apply(board, move)).right == (verdict.score == 1)


@pytest.mark.slow
def test_large_boards_are_judged_within_the_effort() -> None:
    """Where the table would be too large each move is winning, dead or unknown, and the same each
    time."""
    board = backwards(Random(3), kinds=3, tiles=60)[0]
    assert table(board, limit=2000) is None
    verdicts = evaluate(board)
    assert set(verdicts) == set(moves(board))
    assert {verdict.score for verdict in verdicts.values()} <= {1.0, 0.0, None}
    assert verdicts == evaluate(board)


def _win_rate_by_play(board: CaptureBoard, games_played: int) -> float:
    """How often random play clears the board, by playing."""
    rng, won = Random(4), 0
    for _ in range(games_played):
        state = board
        while legal := moves(state):
            state = apply(state, rng.choice(legal))
        won += state.tiles == 0
    return won / games_played


@pytest.mark.slow
def test_the_exact_chance_is_what_random_play_finds() -> None:
    """On an easy puzzle the computed chance and 2,000 random games agree within three standard
    errors."""
    puzzle = PUZZLES["gentle_1"]
    chance = puzzle.random_win_rate
    error = (chance * (1 - chance) / 2000) ** 0.5
    assert abs(_win_rate_by_play(parse(puzzle.board), 2000) - chance) < 3 * error


def test_the_generator_plays_only_verified_steps() -> None:
    """The line that comes with a board clears it, for all sizes, shapes and with flaming skulls."""
    flaming = symmetric = 0
    for seed in range(40):
        rng = Random(seed)
        board, played = backwards(
            rng,
            kinds=2 + seed % 6,
            tiles=10 + seed,
            symmetric=seed % 2 == 0,
            flaming=seed % 3 == 0,
            shape=(5 + seed % 5, 8),
        )
        flaming += "S" in str(board)
        symmetric += all(row == row[::-1] for row in str(board).splitlines())
        for move in played:
            board = trace(board, move).board
        assert board.tiles == 0
    assert flaming > 3
    assert symmetric > 15


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_a_generated_board_is_of_its_grade(grade: str) -> None:
    """Its chance and its least moves lie in the grade's bounds, and the seed says which board it
    is."""
    board, wanted = generate(7, grade), GRADES[grade]
    found = difficulty(board)
    assert found is not None
    assert found.shortest is not None
    assert wanted.least_moves <= found.shortest
    assert wanted.least_chance <= found.random_win_rate < wanted.most_chance
    assert board == generate(7, grade)


def test_generated_boards_do_not_depend_on_the_process() -> None:
    """Another process with another hash seed makes the same board."""
    code = "from interactive_provider.builtin.capture import generate; print(generate(5, 'gentle'))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {str(generate(5, "gentle")) + "\n"}


@pytest.mark.parametrize(
    ("seed", "grade"), [(1, "gentel"), (1, None), ("one", "easy"), (1.5, "easy"), (True, "easy")]
)
def test_bad_seeds_and_grades_are_refused(seed: object, grade: object) -> None:
    """One sentence quotes what was given."""
    with pytest.raises(BadParameter, match=r"There is no grade|A seed must be a whole number"):
        generate(seed, grade)  # type: ignore[arg-type] # refused


def test_at_least_twenty_shipped_puzzles_are_hard() -> None:
    """Twenty puzzles need twelve moves or more and are cleared by random play less than once in a
    million games."""
    hard = [
        puzzle
        for puzzle in PUZZLES.values()
        if puzzle.shortest >= 12 and puzzle.random_win_rate < 1e-6
    ]
    assert len(hard) >= 20
    assert len({puzzle.board for puzzle in PUZZLES.values()}) == len(PUZZLES)
    assert all(any(name.startswith(grade) for name in PUZZLES) for grade in GRADES)


@pytest.mark.slow
@pytest.mark.parametrize("name", PUZZLES)
def test_the_figures_of_shipped_puzzles_are_true(name: str) -> None:
    """The least moves, the chance and the number of boards are computed again."""
    puzzle = PUZZLES[name]
    found = difficulty(parse(puzzle.board), MOST_LIVE_BOARDS)
    assert found is not None
    assert (found.shortest, found.live_boards) == (puzzle.shortest, puzzle.live_boards)
    assert found.random_win_rate == pytest.approx(puzzle.random_win_rate, rel=0.01)


def test_the_published_line_is_judged_move_by_move() -> None:
    """Each of the seven published moves is labelled winning on its board, and at the end nothing is
    left to judge."""
    board = parse(WIGHT)
    for move in PUBLISHED:
        assert evaluate(board)[move].score == 1
        board = apply(board, move)
    assert evaluate(board) == {}
