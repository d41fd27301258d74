"""The game: options, texts, presets, pictures."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interactive_provider import board, check, games, solve
from interactive_provider.builtin.minesweeper.game import Minesweeper, Sweep
from interactive_provider.builtin.minesweeper.rules import Field
from interactive_provider.errors import BadParameter, NoSuchChoice
from interactive_provider.game import Check


def sweep(*rows: str, opened: int = 0, flags: int = 0) -> Sweep:
    """A state whose mines are the stars."""
    signs = "".join(rows)
    layout = sum(1 << square for square, sign in enumerate(signs) if sign == "*")
    return Sweep(
        Field(
            len(rows), len(rows[0]), signs.count("*"), "unsafe", layout, opened=opened, flags=flags
        )
    )


def text(state: Sweep) -> list[str]:
    """The signs of the board, row by row."""
    return ["".join(cell.text for cell in row) for row in Minesweeper().board(state).rows]


@pytest.mark.parametrize(
    ("preset", "shape", "mines"),
    [
        ("beginner", (9, 9), 10),
        ("intermediate", (16, 16), 40),
        ("expert", (16, 30), 99),
        ("classic", (20, 20), 32),
    ],
)
def test_presets_are_the_known_levels(preset: str, shape: tuple[int, int], mines: int) -> None:
    """Size and mines as people know them."""
    state = Minesweeper().new_state(Random(0), **Minesweeper.presets[preset])
    assert (shape, mines) == ((state.field.rows, state.field.columns), state.field.mines)


def test_options_are_grouped_by_act_row_and_column() -> None:
    """Covered squares can be uncovered and flagged; a number with its flags can be chorded."""
    state = sweep("*..", opened=0b010, flags=0b001)
    expected = [
        (("uncover", "r1", "c3"), ("uncover", 1, 3)),
        (("flag", "r1", "c1"), ("flag", 1, 1)),
        (("flag", "r1", "c3"), ("flag", 1, 3)),
        (("chord", "r1", "c2"), ("chord", 1, 2)),
    ]
    assert expected == list(state.display_options)
    assert () == sweep("*.", opened=0b10).display_options


def test_first_click_opens_by_default() -> None:
    """The default start lays no mine on or around the first click."""
    for seed in range(20):
        state = Minesweeper().new_state(Random(seed))
        after = Minesweeper().process_response(state, ("uncover", 4, 5), Random(seed))
        assert after.field.number(3 * 9 + 4) == 0
        assert after.field.opened.bit_count() >= 9


def test_random_games_end_and_every_option_is_accepted() -> None:
    """Random walks on an oblong board keep the rules and come to an end."""
    game, rng = Minesweeper(), Random(5)
    for _ in range(30):
        state = game.new_state(rng, rows=4, columns=7, mines=5, start="safe")
        for _ in range(200):
            options = state.display_options
            if not options:
                break
            state = game.process_response(state, rng.choice(options)[1], rng)
            board = game.board(state)
            assert (4, 7) == board.shape
            assert board.values() <= {value for _, value in state.display_options}
        assert state.outcome in ("won", "lost")


def test_loss_shows_all_mines_and_the_wrong_flags() -> None:
    """The exploded mine, the others, a right flag and a wrong one have four signs."""
    state = Minesweeper().process_response(
        sweep("**.*", "....", flags=0b10010), ("uncover", 1, 1), Random(0)
    )
    assert ["✹⚑■✱", "✗■■■"] == text(state)
    assert "lost" == state.outcome


def test_board_hides_the_mines_while_the_game_lasts() -> None:
    """Two layouts that look alike to the player give equal boards, texts, options and
    descriptions."""
    one, two = sweep(".*..*", opened=0b1, flags=0b10), sweep(".*.*.", opened=0b1, flags=0b10)
    game = Minesweeper()
    assert game.board(one) == game.board(two)
    assert (one.display_text, one.display_options) == (two.display_text, two.display_options)
    assert [game.describe(one, value) for _, value in one.display_options] == [
        game.describe(two, value) for _, value in two.display_options
    ]
    assert repr(one) == repr(two)


def test_check_tells_only_whether_a_flag_is_wrong() -> None:
    """Right, wrong, and nothing to say; never the square."""
    game = Minesweeper()
    assert game.check(sweep("*.", flags=0b01)).right
    wrong = game.check(sweep("*..", flags=0b10))
    assert (False, ()) == (wrong.right, wrong.cells)
    assert game.check(game.new_state(Random(0))).right


@pytest.mark.parametrize(
    ("parameters", "fault"),
    [
        ({"mines": -1}, "mines=-1"),
        ({"rows": 0}, "rows=0"),
        ({"mines": 5, "mine_ratio": 0.1}, "not both"),
        ({"mine_ratio": 1.5}, "mine_ratio=1.5"),
        ({"rows": 4, "columns": 4, "mines": 15}, 'start="safe"'),
        ({"start": "kind"}, "start='kind'"),
    ],
)
def test_impossible_parameters_are_refused(parameters: dict[str, object], fault: str) -> None:
    """One sentence that quotes the parameter."""
    with pytest.raises(BadParameter, match=fault):
        Minesweeper().new_state(Random(0), **parameters)  # type: ignore[arg-type] # refused


def test_abilities_are_found_by_structure() -> None:
    """The game has a board, descriptions and a check."""
    game = Minesweeper()
    assert all(hasattr(game, ability) for ability in ("board", "describe", "check"))


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("uncover.r4.c4", "r4.c4 is already uncovered"),
        ("flag.r4.c4", "r4.c4 is already uncovered"),
        ("uncover.r1.c1", "r1.c1 has a flag: remove it first, with flag.r1.c1"),
        ("chord", "There is nothing to chord now"),
        ("uncover.r77", "'r77' is not a choice here. Did you mean 'r7'"),
    ],
)
def test_what_is_not_offered_is_explained(names: str, reason: str) -> None:
    """The error of a click that cannot be made says why, not only that."""
    node: Any = games.minesweeper(seed=7).beginner.uncover.r4.c4.flag.r1.c1
    with pytest.raises(NoSuchChoice) as caught:
        for name in names.split("."):
            node = getattr(node, name)
    assert reason in str(caught.value)


def test_the_names_of_a_way_tell_no_mine() -> None:
    """Two boards that look alike give the same names, whatever an opening would uncover on the one
    or the other."""
    small: dict[str, Any] = {"rows": 4, "columns": 6, "mines": 5, "start": "unsafe"}
    one, other = (
        games.minesweeper(seed=seed, **small).uncover.r1.c5.uncover.r1.c6
        for seed in (254601, 479554)
    )
    assert board(one) == board(other)
    assert solve(one).names == solve(other).names


def test_a_chord_is_offered_only_where_something_is_left_to_open() -> None:
    """A number with its flags whose other neighbours are open, or flagged too, is not pressed
    again."""
    assert [] == [
        value
        for _, value in sweep("*..*", opened=0b0110, flags=0b1001).display_options
        if value[0] == "chord"
    ]
    assert [("chord", 1, 2)] == [
        value
        for _, value in sweep("*..*", opened=0b0010, flags=0b0001).display_options
        if value[0] == "chord"
    ]


def test_check_without_flags_has_nothing_to_say() -> None:
    """Neither before the first click nor on a field that is laid does it praise flags that are not
    there."""
    game = Minesweeper()
    for state in (game.new_state(Random(0)), sweep("*.", opened=0b10), sweep("*..", opened=0b10)):
        assert game.check(state) == Check(True, "So far nothing is wrong (no flag has been set).")


@pytest.mark.parametrize("start", ["zero", "safe", "unsafe"])
def test_a_flag_before_the_first_click_is_not_checked(start: str) -> None:
    """No mine is laid yet, so that it is neither right nor wrong."""
    p: Any = games.minesweeper(seed=7, rows=4, columns=6, mines=3, start=start)
    assert "So far nothing is wrong (no flag has been set)." == str(check(p.flag.r1.c1))


def test_the_board_of_a_won_game_shows_its_mines_as_flags_and_takes_no_click() -> None:
    """Those that were flagged and those that were not; no number is pressed for a chord any
    more."""
    won = Minesweeper().board(sweep("*.*", "...", opened=0b111010, flags=0b001))
    assert [["⚑", "2", "⚑"], ["1", "2", "1"]] == [[cell.text for cell in row] for row in won.rows]
    assert {None} == {
        click for row in won.rows for cell in row for click in (cell.press, cell.secondary)
    }
    assert {()} == {cell.takes for row in won.rows for cell in row}
    assert ("mines left", "0") == won.counters[0]


def test_the_board_of_a_game_that_goes_on_shows_only_the_flags_that_were_set() -> None:
    """Not the mines, and not as flags either."""
    live = Minesweeper().board(sweep("*.*", "...", opened=0b011010, flags=0b001))
    assert [["⚑", "2", "■"], ["1", "2", "■"]] == [[cell.text for cell in row] for row in live.rows]


def test_a_chord_beside_flags_takes_the_squares_without_a_flag() -> None:
    """What a press on the number will open: neither its flags nor what is open already."""
    state = sweep("*..", "...", "...", opened=0b000010010, flags=0b000000001)
    (number,) = [
        cell
        for row in Minesweeper().board(state).rows
        for cell in row
        if cell.press == ("chord", 2, 2)
    ]
    assert ((0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)) == number.takes
    after = Minesweeper().process_response(state, ("chord", 2, 2), Random(0))
    assert (0b001, "won") == (after.field.flags, after.outcome)


def test_one_square_and_one_mine_are_said_in_the_singular() -> None:
    """The counter read "1 safe squares to open"."""
    assert (
        "1×3, 1 mine, no flags: 1 safe square to open." == sweep("*..", opened=0b010).display_text
    )
