"""What is laid over a board on demand, and what of it the page is told."""

from __future__ import annotations

from typing import Any

import pytest

from interactive_provider import board, evaluate, games
from interactive_provider.boards import Board, Cell, Frame, Terminal, Toggles, Zone
from interactive_provider.game import Hint, Verdict
from interactive_provider.heart.play.overlays import brief, verdict_legend, with_hint, with_verdicts
from interactive_provider.widget.payload import (
    FIRST_KIND,
    MOST_OPTIONS,
    board_payload,
    options_payload,
    terminal_payload,
)
from tests.sure import sure


def test_a_board_whose_choices_are_all_alike_keeps_its_look() -> None:
    """Squares all painted in one colour said nothing and hid the lines between them."""
    board = Board((tuple(Cell("■", press=n) for n in range(3)),))
    alike = with_verdicts(board, {n: Verdict("draws", 0.5) for n in range(3)})
    assert [("", board.rows[0][0].shade)] * 3 == [(one.overlay, one.shade) for one in alike.rows[0]]
    assert "draws" in alike.rows[0][0].tooltip


@pytest.mark.parametrize(
    ("text", "score", "shown"),
    [
        ("safe!", 1.0, "safe!"),
        ("unsafe", 1.0, "+"),
        ("unsafe", 0.61, "+"),
        ("unsafe", 0.6, "±"),
        ("unsafe", 0.4, "±"),
        ("unsafe", 0.39, "−"),
        ("unsafe", None, ""),
        ("12.5 % of it", None, "12.5%"),
    ],
)
def test_a_verdict_in_five_characters(text: str, score: float | None, shown: str) -> None:
    """Five characters are shown, of six the number or a sign: clearly good, clearly bad, or
    neither."""
    assert shown == brief(Verdict(text, score))


@pytest.mark.parametrize(
    ("usual", "others", "told"),
    [(7, 3, True), (6, 1, False), (9, 11, True), (8, 12, False), (0, 8, False)],
)
def test_the_verdict_that_most_squares_have_is_told_once(
    usual: int, others: int, told: bool
) -> None:
    """On more than six squares and on more than four of ten; the legend says it, and their colour
    alone is left."""
    verdicts = {n: Verdict("even" if n < usual else f"v{n}", 0.5) for n in range(usual + others)}
    board = Board((tuple(Cell("■", press=n) for n in verdicts),))
    assert told == ("Squares without a sign: even." in verdict_legend(verdicts))
    shown = [cell.overlay for cell in with_verdicts(board, verdicts).rows[0]]
    assert [
        *["" if told else "even"] * usual,
        *(f"v{n}" for n in range(usual, usual + others)),
    ] == shown


def test_the_more_usual_of_two_usual_verdicts_is_told() -> None:
    """Also where it comes second."""
    texts = ["lost"] * 8 + ["won"] * 9
    assert "Squares without a sign: won." in verdict_legend(
        {n: Verdict(text) for n, text in enumerate(texts)}
    )


def test_a_move_that_is_not_judged_shows_no_number() -> None:
    """The number of its trial games stood there, dark on dark."""
    verdicts = {1: Verdict("not judged: only 19 trial games"), 2: Verdict("scores 59 %", 0.59)}
    board = Board(((Cell(" ", press=1), Cell(" ", press=2)),))
    assert ["", "59%"] == [cell.overlay for cell in with_verdicts(board, verdicts).rows[0]]


def test_a_legend_of_one_verdict_or_none() -> None:
    """It says so in a sentence."""
    assert "There is nothing to evaluate here." == verdict_legend({})
    assert "Every choice has the same verdict: lost." == verdict_legend(
        {1: Verdict("lost"), 2: Verdict("lost")}
    )
    assert "Blue is good, orange is bad." == verdict_legend({1: Verdict("lost"), 2: Verdict("won")})


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (Cell("x", press=1), "one"),
        (Cell("x", press=1, drag=(("up", 3),)), "one"),
        (Cell("x", press=9, drag=(("up", 2), ("down", 3))), "three"),
        (Cell("x", press=9, secondary=4), "four"),
        (Cell("x", secondary=4, drag=(((0, 1), 2), ((0, 0), 5))), "two"),
        (Cell("x", drag=(("up", 5), ("down", 6))), "six"),
        (Cell("x", drag=(("up", 9),)), ""),
    ],
)
def test_a_cell_shows_the_verdict_on_its_press_or_on_its_best_drag(cell: Cell, shown: str) -> None:
    """Else that on its other button; what has no score is worse than the worst that has one."""
    verdicts = {
        1: Verdict("one", 0.1),
        2: Verdict("two", 0.2),
        3: Verdict("three", 0.9),
        4: Verdict("four", 1.0),
        5: Verdict("five"),
        6: Verdict("six", 0.0),
    }
    assert shown == with_verdicts(Board(((cell, Cell("y")),)), verdicts).rows[0][0].overlay


def test_a_hint_marks_what_it_rests_on_and_what_it_advises() -> None:
    """The advised cell is the one whose gesture it is."""
    board = with_hint(
        Board(((Cell("a", press=1), Cell("b", press=2), Cell("c")),)), Hint(2, "so", ((0, 0),))
    )
    assert ["hint", "advised", ""] == [cell.mark for cell in board.rows[0]]


def _labels(board: Board) -> list[str]:
    return [kind[2] for kind in board_payload(board)["kinds"]]


def test_a_place_is_taken_out_of_a_label_once() -> None:
    """The first number of a label that is its row, then the first that is its column; equal cells
    are one kind."""
    rows = tuple(
        tuple(Cell("x", label=f"row {r}, column {c}, {c} left") for c in (1, 2)) for r in (1, 2)
    )
    assert ["row \x01, column \x02, 1 left", "row \x01, column \x02, 2 left"] == _labels(
        Board(rows)
    )
    named = Board(rows, row_labels=("a\tb", "c"), column_labels=("d", "e"))
    assert ["row 1, column 1, 1 left"] == _labels(named)[:1]
    blank = Board(((Cell("x", label="a b to d"),),), row_labels=("a\tb",), column_labels=("d",))
    assert ["\x01 to \x02"] == _labels(blank)


def test_a_face_is_sent_where_no_piece_is_drawn() -> None:
    """Of what a cell says its face is written; where a piece is drawn all of it is there to be
    heard."""
    cells = (Cell("No 5", face="5"), Cell("No 5", face="5", piece="flag"), Cell("No 6"))
    assert ["5", "No 5", "No 6"] == [kind[0] for kind in board_payload(Board((cells,)))["kinds"]]


def test_what_a_cell_takes_is_told_in_steps_from_it() -> None:
    """Cells with the same neighbours are of one kind, wherever they stand."""
    rows = tuple(
        tuple(Cell("x", label="x", takes=((r + 1, c), (r, c - 2))) for c in range(3))
        for r in range(2)
    )
    (kind,) = board_payload(Board(rows))["kinds"]
    assert (1, 0, 0, -2) == kind[7]


def test_frames_tell_what_came_and_what_is_gone() -> None:
    """As numbers of cells in reading order; what leads off the board is left out."""
    rows = ((Cell("x"),) * 3,) * 2
    frame = Frame(
        rows,
        "wave",
        came=(((0, 0), (1, 2)), ((-1, 0), (0, 0))),
        gone=((0, 1), (1, 1), (1, 2), (2, 0)),
    )
    (told,) = board_payload(Board(rows, frames=(frame,)))["frames"]
    assert ([0, 5], [1, 4, 5]) == (told["came"], told["gone"])


def test_a_screen_of_one_line_can_be_sent() -> None:
    """Its columns are those of its lines."""
    assert "min-width:3ch" == terminal_payload(Terminal(("abc",), (chr(7) * 3,)))["shape"]


def test_options_are_sent_as_buttons() -> None:
    """Grouped by their first word, which is not said again; with verdict, step of the shade, hint
    and facts."""
    options: list[tuple[str, Any, tuple[str, ...]]] = [
        ("go north", 1, ("go", "north")),
        ("go", 0, ("go",)),
        ("stay here", None, ("stay_here",)),
        ("", 3, ("blank",)),
    ]
    verdicts = {1: Verdict("good", 1.0), 0: Verdict("bad", 0.0), 3: Verdict("odd")}
    steps = [told[3] for told in options_payload(options, verdicts)]
    assert [max(steps), min(s for s in steps if s >= 0), -1, -1] == steps and steps[0] > steps[1]
    told = [(*one[:3], *one[4:]) for one in options_payload(options, verdicts, 0, {1: "two words"})]
    assert [
        ("go", "north", "good", False, "two words"),
        ("", "go", "bad", True, ""),
        ("", "stay here", "", False, ""),
        ("", "…", "odd", False, ""),
    ] == told
    assert [False] * 4 == [one[4] for one in options_payload(options, verdicts, None)]


def test_four_hundred_options_are_sent() -> None:
    """Nobody reads more, and the Tab key has them all."""
    options = [(str(n), n, (f"n{n}",)) for n in range(401)]
    assert 400 == MOST_OPTIONS == len(options_payload(options, {}))


def test_in_a_rack_a_verdict_stands_where_the_disc_would_land() -> None:
    """Not in every cell of the column, on discs that lie there already; the same holds for a
    hint."""
    p = games(seed=7).k_in_a_row.connect_four.column4
    picture = sure(board(p))
    verdicts = {column: Verdict(f"0.{column}", column / 9) for column in range(7)}
    judged = [place for place, cell in with_verdicts(picture, verdicts).places() if cell.overlay]
    assert [(4, 3), *((5, column) for column in range(7) if column != 3)] == judged
    advised = [
        place
        for place, cell in with_hint(picture, Hint(3, "it is good")).places()
        if cell.mark == "advised"
    ]
    assert [(4, 3)] == advised


def test_the_verdict_on_a_button_is_clean() -> None:
    """What a game says of an option steers nothing."""
    [button] = options_payload([("one", 1, ("one",))], {1: Verdict("good\x1b[2J", 1.0)})
    assert ("good", False) == (button[2][:4], "\x1b" in button[2])


def test_a_hint_marks_the_dice_to_keep() -> None:
    """Where cards are chosen together, those are advised that are on for the option."""
    keep = Toggles(((frozenset(), "all", 1), (frozenset({0, 2}), "the second", 2)))
    dice = Zone(
        "dice", tuple(Cell(str(number)) for number in range(3)), layout="dice", toggles=keep
    )
    board = with_hint(Board.of_zones([dice], surface="dice"), Hint(2, "it is good"))
    assert ["advised", "", "advised"] == [cell.mark for cell in board.rows[0]]


def test_a_flag_is_judged_by_words_that_cannot_mean_the_square_below_it() -> None:
    """A tick on a wrong flag would say that its square is safe: flags have "right" and "wrong"."""
    p = games(seed=7).minesweeper.beginner.uncover.r4.c4.flag.r2.c7.flag.r2.c4
    shown = with_verdicts(sure(board(p)), evaluate(p))
    signs = board_payload(shown)["overlays"]
    wrong, right = shown.cell(1, 6), shown.cell(1, 3)
    assert ["wrong flag", "right flag"] == [wrong.tooltip, right.tooltip]
    assert ["wrong", "right"] == [signs[wrong.overlay], signs[right.overlay]]


def test_a_zone_says_whether_its_cards_may_be_pressed() -> None:
    """Only the player's own zones do: whether any card may be, and whether some of them only."""
    may, card, gap = Cell("A♠", "card", press=1), Cell("K♠", "card"), Cell("", "void")
    zones = [Zone("table", (card,)), Zone("hand", (may, gap, card), "bottom")]
    described = board_payload(Board.of_zones(zones))
    classes = [zone[1].split() for zone in described["zones"]]
    assert [["ip-lies-row"], ["ip-lies-row", "ip-offered", "ip-offers-some"]] == classes
    kinds = [described["kinds"][ord(sign) - FIRST_KIND][1] for sign in described["at"]]
    assert ["ip-void", "ip-void", "ip-void ip-gap"] == [kinds[1], kinds[2], kinds[4]]


def test_a_board_says_what_it_contains() -> None:
    """Its points, cards and piles are classes of the table, which no style has to ask cells for."""
    points = Board.of(["#"], {"#": Cell("", "dark-square")}, surface="felt")
    piles = Board.of(["#"] * 8, {"#": Cell("A♠", "card")}, surface="felt")
    assert board_payload(points)["table"].endswith("ip-on-felt ip-has-points ip-unruled")
    assert board_payload(piles)["table"].endswith("ip-on-felt ip-has-cards ip-has-piles")
