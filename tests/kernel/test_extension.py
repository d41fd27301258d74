"""The extension in a real kernel, with Jedi and without it: order, contexts, magics, and leaving
nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from .client import Kernel

pytestmark = pytest.mark.slow

ROWS = ["row1", "row2", "row3", "row4"]
BEGINNINGS = ["computer_begins", "you_begin", "random_computer", "two_people", "daily"]
CONTEXTS = [
    "",
    "x = ",
    "print(",
    "print(1, end=",
    "f'{",
    "[1, *",
    "if True:\n    y = ",
    "def move():\n    return ",
    "a = 1; b = ",
    "not ",
]


@pytest.fixture(scope="module", params=["kernel", "kernel_without_jedi"])
def loaded(request: pytest.FixtureRequest) -> Kernel:
    """A kernel with the extension."""
    one: Kernel = request.getfixturevalue(request.param)
    one.run("%load_ext interactive_provider")
    return one


@pytest.mark.parametrize("before", CONTEXTS)
def test_chains_not_yet_run_complete_in_game_order(loaded: Kernel, before: str) -> None:
    """Wherever the chain stands and through a call, the choices come in the game's own order."""
    assert loaded.tab(f"{before}games.match_game.") == BEGINNINGS
    assert loaded.tab(f"{before}games.match_game(seed=7).you_begin.") == ROWS


def test_a_letter_typed_narrows_the_choices(loaded: Kernel) -> None:
    """What has been typed of the name is matched and replaced."""
    code = "games.match_game.y"
    completions = loaded.complete(code)
    assert [name.rsplit(".", 1)[-1] for name in completions.names] == ["you_begin"]
    assert code[: completions.start] + completions.names[0] in {"games.match_game.you_begin"}


def test_the_label_stands_beside_the_name(loaded: Kernel) -> None:
    """A front end's right-hand column shows what the game calls the option, on a page without a
    place to break.

    A console gets plain blanks: Euporie takes what follows any other blank for a colour, and draws
    no pop-up.
    """
    on_page = loaded.complete("games.match_game.", on_page=True).types.values()
    assert "preset:\xa0against\xa0perfect" in on_page
    assert "against perfect" in loaded.complete("games.match_game.").types.values()


def test_keys_complete_after_a_chain(loaded: Kernel) -> None:
    """``games.…["`` offers the labels, closed as Python wants them."""
    assert "row1 take1" in loaded.keys('x = games.match_game.you_begin["')


def test_a_rebound_name_is_left_to_jedi(kernel: Kernel) -> None:
    """Where the cell gives the name another meaning, the old meaning is not offered."""
    kernel.run("%load_ext interactive_provider")
    kernel.run("r = games.match_game.you_begin")
    assert kernel.tab("r.") == ROWS
    assert "row1" not in kernel.tab("r = 'text'\nr.")


def test_magics_act_on_the_position_shown_last(loaded: Kernel) -> None:
    """``%undo``, ``%restart`` and ``%line`` follow what was displayed; each explains itself."""
    loaded.run("games.match_game(seed=7).two_people.row1.take1")
    assert "games.match_game(seed=7).two_people.row1.take1" in loaded.run("%line").text
    assert "games.match_game(seed=7).two_people\nType" in loaded.run("%undo").text
    assert "row" in loaded.run("%hint").text
    for magic in ("hint", "undo", "restart", "line", "solve", "board", "new"):
        told = loaded.inspect(f"%{magic}")  # of the function of that name, if there is one
        assert f"%{magic}" in told or f"{magic}(" in told


def test_magics_with_comments_and_a_function_that_ipython_has_too(
    loaded: Kernel, tmp_path: Path
) -> None:
    """``%hint;`` and ``%line # note`` are read, ``save(p, file)`` saves a game, ``%save`` a cell."""
    loaded.run("p = games.match_game(seed=7).two_people.row1.take1\np")
    assert "row" in loaded.run("%hint;").text
    assert "games.match_game(seed=7).two_people.row1.take1" in loaded.run("%line  # note;").text
    loaded.run(f'save(p, "{tmp_path}/my game.json")')
    loaded.run(f'%load_game "{tmp_path}/my game.json"  # note')
    assert "True" == loaded.run("_ == p").text
    loaded.run(f"%save {tmp_path}/cell 1")
    assert ["cell.py", "my game.json"] == sorted(one.name for one in tmp_path.iterdir())


def test_a_whole_match_game_is_played(loaded: Kernel) -> None:
    """Moves are picked from what Tab offers, until the game has an outcome."""
    assert loaded.play_by_tab("games.match_game(seed=3).you_begin", most=16) in {"'won'", "'lost'"}


def test_a_minesweeper_opening_is_played(loaded: Kernel) -> None:
    """The first square is safe, and what it opened is offered no more."""
    loaded.run("m = games.minesweeper(seed=7).beginner.uncover.r5.c5")
    assert loaded.tab("m.") == ["uncover", "flag"]
    assert "c5" not in loaded.tab("m.uncover.r5.")
    assert loaded.run("from interactive_provider import outcome; outcome(m)").text == ""


def test_reloading_leaves_one_and_unloading_none(loaded: Kernel) -> None:
    """The matcher is there once after a reload; after unloading, the name and the magics are
    gone."""
    matchers = "len(get_ipython().Completer.custom_matchers)"
    before = loaded.value(matchers)
    loaded.run("%reload_ext interactive_provider")
    assert loaded.value(matchers) == before
    loaded.run("%unload_ext interactive_provider")
    assert int(loaded.value(matchers)) == int(before) - 1
    assert loaded.value("'games' in globals()") == "False"
    assert "hint" not in loaded.value("list(get_ipython().magics_manager.magics['line'])")
    loaded.run("%load_ext interactive_provider")
    assert loaded.tab("games.match_game.") == BEGINNINGS


def test_minesweeper_tells_chances_and_reasons(loaded: Kernel) -> None:
    """Rows, then columns; with verdicts switched on each square's chance stands beside it; %hint
    gives its reason."""
    loaded.run("m = games.minesweeper(seed=7).beginner.uncover.r4.c4")
    assert "r1" in loaded.tab("m.uncover.")
    loaded.run("%evaluate on")
    chances = loaded.complete("m.uncover.r1.").types.values()
    loaded.run("%evaluate off")
    assert all("%" in chance or "safe" in chance or "mine" in chance for chance in chances)
    assert 9 == len(chances)
    assert "Uncover r" in loaded.run("%hint m").text


def test_a_sliding_puzzle_is_solved_step_by_step(loaded: Kernel) -> None:
    """Tab offers the tiles, %hint says how many moves remain, and the solver's steps are attributes
    that win."""
    loaded.run("s = games.sliding(seed=3).eight")
    assert {"up", "down", "left", "right"} & set(loaded.tab("s."))
    assert "to go" in loaded.run("%hint s").text
    assert "shortest" in loaded.run("%solve s").text
    loaded.run("from interactive_provider import outcome, solve")
    loaded.run("for step in solve(s).names:\n    for name in step:\n        s = getattr(s, name)")
    assert "'won'" == loaded.value("outcome(s)")


def test_capture_is_played_with_tab(loaded: Kernel) -> None:
    """Only rows with a legal move are offered, and each hint's move is one that still wins."""
    loaded.run("g = games.capture(seed=1).wight")
    assert "row7" in loaded.tab("g.")
    loaded.run("from interactive_provider import choose, hint, outcome")
    loaded.run("while outcome(g) is None:\n    g = choose(g, hint(g).value)")
    assert "'won'" == loaded.value("outcome(g)")
