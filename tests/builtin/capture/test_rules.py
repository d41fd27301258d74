"""The rules of Capture, against the published solution, by hand and against a second engine."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError
from random import Random

import pytest

from interactive_provider.builtin.capture.rules import (
    CaptureBoard,
    Wave,
    apply,
    moves,
    parse,
    render,
    sign_at,
    trace,
)
from interactive_provider.errors import BadParameter, ChoiceError
from tests.thorough import some

from . import plain
from .boards import PUBLISHED, WIGHT, random_board


def test_the_published_solution_clears_wight() -> None:
    """The seven moves of the post leave 27, 24, 21, 18, 13, 10 and 0 of the 30 tiles."""
    board, left = parse(WIGHT), []
    for move in PUBLISHED:
        assert move in moves(board)
        board = apply(board, move)
        left.append(board.tiles)
    assert [27, 24, 21, 18, 13, 10, 0] == left
    assert [] == moves(board)


def test_the_last_published_move_takes_two_waves() -> None:
    """The cascade at the end is one move of two waves."""
    board = parse(WIGHT)
    for move in PUBLISHED[:-1]:
        board = apply(board, move)
    assert 2 == len(trace(board, PUBLISHED[-1]).waves)


def _walk(seed: int, rows: int, columns: int, signs: str) -> int:
    """Play at random with both engines, compare everything, and return the number of moves."""
    rng, board = Random(seed), random_board(seed, rows, columns, signs)
    played = 0
    while True:
        grid, legal = plain.grid_of(render(board)), moves(board)
        assert plain.moves(grid) == set(legal)
        assert len(legal) == len(set(legal))
        if not legal:
            return played
        _compare_move(board, grid, rng.choice(legal))
        board = apply(board, rng.choice(legal))
        played += 1


def _compare_move(board: CaptureBoard, grid: plain.Grid, move: tuple[int, int, str]) -> None:
    before, after, history = render(board), apply(board, move), trace(board, move)
    expected, waves = plain.settle(plain.exchanged(grid, move) or [])
    assert plain.text_of(expected) == render(after)
    assert before == render(board)
    assert after.settled and after == parse(render(after))
    assert all(render(after).count(sign) <= before.count(sign) for sign in "ybgrpcsS")
    assert after == history.board == history.waves[-1].board
    swapped = plain.grid_of(render(history.swapped))
    for wave, marked in zip(history.waves, waves, strict=True):
        assert {(r, c) for r, c in marked if swapped[r][c] != "_"} == set(wave.cleared)
        assert plain.runs(swapped) == set(wave.marked)
        swapped = plain.grid_of(render(wave.board))


@pytest.mark.slow
@pytest.mark.parametrize("signs", ["ybgrpcsS", "ybgrpcs", "rgsS", "rgb", "sSy"])
def test_two_engines_agree_on_random_moves(signs: str) -> None:
    """Legal moves, waves and results agree with the plain grid; settled boards stay settled; tiles
    only disappear."""
    sizes = [(8, 8), (8, 8), (6, 7), (9, 4), (3, 8), (11, 10)]
    played, seed = 0, 0
    while played < some(250, of=2000):
        rows, columns = sizes[seed % len(sizes)]
        played += _walk(seed, rows, columns, signs)
        seed += 1


def test_boards_are_values() -> None:
    """Equal boards are equal, hash alike and survive pickling and copying; their repr rebuilds
    them."""
    board = parse(WIGHT)
    assert board == parse(render(board)) == eval(repr(board), {"parse": parse})
    assert 1 == len({board, parse(WIGHT), pickle.loads(pickle.dumps(board)), copy.deepcopy(board)})
    assert "parse('rrb / bbr')" == repr(parse("rrb / bbr"))


def test_sixty_four_signs_in_one_line_are_eight_rows() -> None:
    """White space is ignored, as in the post, where the size is known."""
    assert parse(WIGHT) == parse("".join(WIGHT.split()))
    assert parse("rrg / ggr") == parse("  r r g\n\n g\tg r  ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no squares"),
        (" \n ", "no squares"),
        ("rg_ / gqr", "'q' at r2 c2"),
        ("rgr / gr", "Row 2 has 2 squares, but row 1 has 3"),
        ("\n".join(["_" * 17] * 2), "2×17 is too large"),
        ("\n".join(["_"] * 17), "17×1 is too large"),
        ("r / _", "'r' at row 1 column 1 floats"),
        ("rrr", "run of 'r' at row 1 column 1 would"),
        ("sSs", "would vanish at once"),
        (7, "'7' at r1 c1"),
    ],
)
def test_bad_boards_are_refused(text: str, words: str) -> None:
    """One sentence says what is wrong and where."""
    with pytest.raises(BadParameter, match=words):
        parse(text)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ((8, 1, "up"), "starts off the board.*Did you mean \\(7, 1, 'up'\\)"),
        ((-1, 1, "down"), "starts off the board"),
        ((0, 3, "up"), "leads off the board"),
        ((0, 3, "right"), "two tiles of one kind"),
        ((0, 0, "right"), "two blanks"),
        ((0, 3, "left"), "makes no run"),
        ((0, 3, "upp"), "Did you mean 'up'"),
        ((0, 3), "A move must be"),
        ("up", "A move must be"),
        (("a", 3, "up"), "A move must be"),
        (([], 3, "up"), "A move must be"),
        (None, "A move must be"),
    ],
)
def test_bad_moves_are_refused(move: object, words: str) -> None:
    """One sentence quotes the move, and the board is as before."""
    board = parse(WIGHT)
    for play in (apply, trace):
        with pytest.raises(ChoiceError, match=words):
            play(board, move)  # type: ignore[arg-type] # refused
    assert parse(WIGHT) == board


def test_the_nearest_legal_move_is_named() -> None:
    """Of all legal moves one that begins nearest, in steps sideways and up or down; in the same
    direction if it can."""
    board, legal = parse(WIGHT), moves(parse(WIGHT))
    asked = [
        (row, column, way)
        for row in range(8)
        for column in range(8)
        for way in ("up", "down", "left", "right")
    ]
    distances = set()
    for move in asked:
        if move in legal:
            continue
        with pytest.raises(ChoiceError, match="Did you mean") as refused:
            apply(board, move)
        said = str(refused.value)
        named = eval(said[said.index("Did you mean ") + len("Did you mean ") : -1])
        away = {other: abs(other[0] - move[0]) + abs(other[1] - move[1]) for other in legal}
        nearest = [other for other in legal if away[other] == min(away.values())]
        assert named in nearest
        assert named[2] == move[2] or move[2] not in {way for _, _, way in nearest}
        distances.add(away[named])
    assert {0, 1, 2, 3} <= distances


@pytest.mark.parametrize("signs", ["ybgrpcsS", "rgsS"])
def test_random_plays_follow_the_plain_grid(signs: str) -> None:
    """Of small boards, move by move and wave by wave, falls included; what a trace begins with is
    not at rest."""
    for seed in range(3):
        rng, board = Random(seed), random_board(seed, 4, 5, signs)
        while legal := moves(board):
            grid, move = plain.grid_of(render(board)), rng.choice(legal)
            assert plain.moves(grid) == set(legal)
            _compare_move(board, grid, move)
            history = trace(board, move)
            assert not history.swapped.settled
            before = history.swapped
            for wave in history.waves:
                _compare_falls(before, wave)
                before = wave.board
            board = history.board


def _compare_falls(before: CaptureBoard, wave: Wave) -> None:
    """Each tile that stays falls to where the tiles of its column that stay pile up."""
    rows, columns = before.shape
    falls = []
    for column in range(columns):
        stay = [
            r
            for r in range(rows)
            if sign_at(before, (r, column)) != "_" and (r, column) not in wave.cleared
        ]
        ends = range(rows - len(stay), rows)
        assert [sign_at(before, (r, column)) for r in stay] == [
            sign_at(wave.board, (r, column)) for r in ends
        ]
        falls += [
            ((r, column), (end, column)) for r, end in zip(stay, ends, strict=True) if r != end
        ]
    assert sorted(falls) == list(wave.falls)


def test_refusals_tell_the_size_and_quote_in_brief() -> None:
    """Rows and columns run from 0 to one less than there are, and a long thing is cut."""
    board = parse("r____ / grrby")
    for move, words in [
        ((2, 0, "up"), "starts off the board: rows run from 0 to 1, columns from 0 to 4."),
        ((0, 4, "right"), "leads off the board: rows run from 0 to 1, columns from 0 to 4."),
        ("up" * 300, f"not '{'up' * 20}…"),
        ((0, 0, "up" * 300), f"There is no direction '{'up' * 20}…"),
    ]:
        with pytest.raises(ChoiceError) as refused:
            trace(board, move)  # type: ignore[arg-type] # refused
        assert words in str(refused.value)


def test_what_happened_cannot_be_changed() -> None:
    """A move's trace and its waves are values, as boards are."""
    history = trace(parse("r__ / grr"), (0, 0, "down"))
    for thing, name in ((history, "board"), (history.waves[0], "falls")):
        with pytest.raises(FrozenInstanceError):
            setattr(thing, name, None)


@pytest.mark.parametrize("text", ["rrb / bbr", "S_ / bb", "y"])
def test_a_board_is_written_as_what_makes_it(text: str) -> None:
    """Its repr is a line of Python."""
    board = parse(text)
    assert board == eval(repr(board), {"parse": parse})


def test_a_board_has_sixteen_rows_and_columns_at_most() -> None:
    """One more of either is refused with the board's shape."""
    assert (16, 16) == parse("\n".join(["_" * 16] * 16)).shape
    with pytest.raises(BadParameter, match="A board of 1×17 is too large: at most 16×16 fit"):
        parse("_" * 17)
    with pytest.raises(BadParameter, match="A board of 17×2 is too large"):
        parse("\n".join(["__"] * 17))
