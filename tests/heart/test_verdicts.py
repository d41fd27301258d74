"""Verdicts that show themselves: a dictionary for programs, the best choices for people."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from interactive_provider import board, evaluate, games, options, review, solve
from interactive_provider.analysis import tree
from interactive_provider.errors import NoSuchKey
from interactive_provider.game import Verdict
from interactive_provider.heart.play.verdicts import Verdicts

MINES: Any = games.minesweeper(seed=7).beginner.uncover.r4.c4


def test_verdicts_are_a_dictionary() -> None:
    """Whoever reads them as one finds what was there; they are copied and pickled."""
    verdicts = evaluate(MINES)
    plain = {option.value: verdicts[option.value] for option in options(MINES)}
    assert plain == verdicts
    assert plain == copy.copy(verdicts) == pickle.loads(pickle.dumps(verdicts))


def test_a_prompt_shows_the_best_ten_and_a_line_for_the_rest() -> None:
    """Instead of a line for each of the hundred choices of Minesweeper."""
    lines = repr(evaluate(MINES)).splitlines()
    assert 11 == len(lines)
    assert all(line.endswith(("  safe", "  mine")) for line in lines[:10])
    assert f"{len(options(MINES)) - 10} more choices" == lines[-1].partition(":")[0]


def test_the_best_choice_comes_first_and_one_without_a_score_last() -> None:
    """Whatever the order of the options."""
    p: Any = games.match_game(rows=(2, 1), seed=7)
    values = [option.value for option in options(p)]
    scores = dict(zip(values, (None, 0.0, 1.0), strict=True))
    shown = Verdicts({v: Verdict(f"worth {s}", s) for v, s in scores.items()}, p)
    assert ["worth 1.0", "worth 0.0", "worth None"] == [
        line[line.index("worth") :] for line in repr(shown).splitlines()
    ]


def test_the_others_are_summed_up_if_they_are_alike() -> None:
    """As on the page."""
    alike = dict.fromkeys((option.value for option in options(MINES)), Verdict("15 % mine", 0.85))
    assert repr(Verdicts(alike, MINES)).endswith(" more choices: 15 % mine")


def test_a_notebook_draws_the_board_with_its_verdicts_and_a_table() -> None:
    """Each judged square is shaded; the table names the best first."""
    shown: Any = evaluate(MINES)
    page = shown._repr_html_()
    assert board(MINES) is not None and "ip-shade" in page
    assert page.index("uncover r2 c7") < page.index("flag r2 c4")


def test_nothing_to_judge_is_a_sentence() -> None:
    """It says so if the game is over."""
    over = games.match_game(rows=(1,), misere=False).row1.take1
    assert "No verdict is known." == repr(Verdicts({}, MINES))
    assert "The game is over." == repr(evaluate(over))


def test_a_printed_solution_lists_its_choices() -> None:
    """As one types them, after what is proved."""
    p = games.match_game(rows=(1, 1), misere=False)
    assert "row1.take1, row2.take1" == str(solve(p)).splitlines()[-1]


def test_verdicts_are_rows_for_a_data_frame() -> None:
    """As every result of a calculation is, all of them and not the best ten."""
    rows = evaluate(MINES).rows()  # type: ignore[attr-defined] # a Mapping is promised
    assert list(evaluate(MINES)) == [row["choice"] for row in rows]
    assert {"safe", "mine"} <= {row["text"] for row in rows}


@pytest.mark.parametrize("key", ["x", (0, 0), 7])
def test_a_choice_that_is_not_there_is_answered_in_a_sentence(key: Any) -> None:
    """With the values that there are, instead of a bare KeyError."""
    judged = evaluate(games.match_game(rows=(1, 2), seed=7))
    with pytest.raises(NoSuchKey, match=r"is not the value of a choice here\..*\(1, 1\)"):
        judged[key]
    assert None is judged.get(key)


def test_choices_are_named_in_the_words_of_hints() -> None:
    """ "row 1 take 1" in tables, trees and reviews, as in a hint."""
    p = games.match_game(rows=(1, 2), seed=7)
    assert "row 1 take 1" in str(evaluate(p))
    assert "row 1 take 1" in str(tree(p, 1))
    assert "row 2 take 2" == review(p.row2.take2).moves[0].choice
