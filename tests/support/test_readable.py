"""Results that show themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from IPython.lib.pretty import pretty

import interactive_provider as package
from interactive_provider import Board, Hint, Verdict, analysis, games
from interactive_provider.errors import NoSuchChoice
from interactive_provider.support import readable
from interactive_provider.support.readable import Readable

P: Any = games.match_game(rows=(2, 1), misere=False, seed=7)
LATER: Any = P.row2.take1.row1.take1
RESULTS: dict[str, Callable[[], Any]] = {
    "board": lambda: package.board(P),
    "check": lambda: package.check(LATER),
    "describe": lambda: package.describe(P, "row1 take1"),
    "evaluate": lambda: package.evaluate(P),
    "hint": lambda: package.hint(P),
    "line": lambda: package.line(P),
    "options": lambda: package.options(P),
    "review": lambda: package.review(LATER),
    "share": lambda: package.share(P),
    "sheet": lambda: package.sheet(P),
    "solve": lambda: package.solve(P),
    "summary": lambda: package.summary(P),
    "transcript": lambda: package.transcript(LATER),
    "combinatorial_value": lambda: analysis.combinatorial_value(P),
    "thermograph": lambda: analysis.combinatorial_value(P).thermograph,
    "count": lambda: analysis.count(P),
    "extensive_form": lambda: analysis.extensive_form(P),
    "matrix": lambda: analysis.matrix(P),
    "proof": lambda: analysis.proof(P),
    "simulate": lambda: analysis.simulate(P, 5, progress=False),
    "tree": lambda: analysis.tree(P, 1),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_shows_itself(name: str) -> None:
    """A prompt does not show how Python would write it."""
    result = RESULTS[name]()
    shown = pretty(result)
    assert not shown.startswith((f"{type(result).__name__}(", "<", "(", "{", "["))
    if name != "options" and not isinstance(result, str):
        assert "<" in result._repr_html_()


def test_a_dataclass_shows_its_text_and_in_a_list_its_fields() -> None:
    """IPython looks no further than the __repr__ of a dataclass."""
    verdict = Verdict("winning", 1.0)
    assert "winning" == pretty(verdict)
    assert "[Verdict(text='winning', score=1.0)]" == pretty([verdict])
    assert ">winning<" in verdict._repr_html_()


def test_a_hint_names_the_path_to_type() -> None:
    """Whatever words its sentence has."""
    assert "Row 1 take 2: so.\n→ .row1.take2" == pretty(Hint(1, "so", names=("row1", "take2")))
    assert "Enter 5: so.\n→ (5)" == pretty(Hint(5, "so", names=("(5)",)))


@pytest.mark.parametrize("name", ["check", "evaluate", "hint", "line", "solve"])
def test_a_result_is_not_a_position(name: str) -> None:
    """Whoever goes on from a result as from the position before it reads so, in one sentence."""
    with pytest.raises(NoSuchChoice, match=r"^'row1' is not part of this result, "):
        _ = RESULTS[name]().row1


def test_a_misspelt_part_of_a_result_has_the_nearest_name() -> None:
    """And tools that look for a name find none."""
    with pytest.raises(NoSuchChoice, match="Did you mean 'value'"):
        _ = RESULTS["hint"]().valu
    assert not hasattr(RESULTS["hint"](), "_ipython_display_")


def test_a_board_shows_its_picture() -> None:
    """At any prompt, and in a notebook."""
    board = Board.of(["XO"])
    assert "X O" == pretty(board)
    assert isinstance(board, Readable) and "<table" in str(board._repr_html_())


def test_near_names_are_looked_for_only_if_the_error_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tools ask results for many attributes: a copy of 856 verdicts took 160 ms."""
    asked: list[str] = []

    def near(name: str, _: object) -> str:
        asked.append(name)
        return ""

    monkeypatch.setattr(readable, "meant", near)
    result: Any = Hint(1, "so")

    assert not hasattr(result, "uncover")
    assert [] == asked
    with pytest.raises(NoSuchChoice, match="'uncover' is not part of this result"):
        _ = result.uncover
    assert ["uncover"] == asked


def test_a_private_name_is_never_suggested() -> None:
    """The nearest name of a misspelt one may be one that nobody should use."""
    with pytest.raises(NoSuchChoice) as error:
        _ = analysis.extensive_form(P).drawn  # type: ignore[attr-defined]
    assert "_drawn" not in str(error.value)
