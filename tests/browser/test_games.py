"""A person plays: real JupyterLab and Notebook 7, the extension loaded, Tab and Enter and running
cells."""

from __future__ import annotations

from typing import Any

import pytest

from tests.thorough import some

from .conftest import FRONT_ENDS

GAMES = ["rock_paper_scissors", "guess", "chemistry", "match_game", "minesweeper"]


@pytest.fixture
def player(front_end: Any) -> Any:
    """A person whose notebook has loaded the extension."""
    front_end.open(["%load_ext interactive_provider", ""])
    front_end.run(cell=0)
    return front_end


def take(player: Any, text: str, name: str, cell: int) -> list[str]:
    """Type ``text``, press Tab, take ``name``; what was offered."""
    offered: list[str] = player.complete(text, cell)
    player.accept(name)
    assert player.source(cell) == f"{text}{name}"
    return offered


@pytest.mark.parametrize("front_end", FRONT_ENDS[: some(1, of=2)], indirect=True)
def test_a_whole_match_game_is_played_with_tab(player: Any) -> None:
    """``games.`` and Tab show the games in their order; a match game is played to its end by Tab
    and Enter."""
    offered = take(player, "games.", "match_game", 1)
    assert offered[: len(GAMES)] == GAMES
    player.run("p = games.match_game(seed=3)", 1)
    assert player.complete("p.", 2) == [
        "computer_begins",
        "you_begin",
        "random_computer",
        "two_people",
        "daily",
    ]
    player.accept("you_begin")
    player.run(f"p = {player.source(2)}\np", 2)
    for cell in range(3, 19):
        if player.value("__import__('interactive_provider').outcome(p)") != "None":
            break
        row = player.complete("p.", cell)[-1]
        player.accept(row)
        player.page.keyboard.type(".")
        count = player.press_tab()[-1]  # as many as there are: a short game
        player.accept(count)
        assert player.source(cell) == f"p.{row}.{count}"
        player.run(f"p = {player.source(cell)}\np", cell)
    assert player.value("__import__('interactive_provider').outcome(p)") in {"won", "lost"}
    assert "lost" in player.text(cell - 1) or "won" in player.text(cell - 1)


def test_a_minesweeper_opening_is_played_with_tab(player: Any) -> None:
    """The presets, the groups, the rows and the columns each come in order; the first square is
    safe."""
    begun = "games.minesweeper(seed=7)."
    presets = take(player, begun, "beginner", 1)
    assert presets[0] == "beginner"
    assert take(player, f"{begun}beginner.", "uncover", 1) == ["uncover", "flag"]
    rows = take(player, f"{begun}beginner.uncover.", "r5", 1)
    assert rows == [f"r{number}" for number in range(1, 10)]
    columns = take(player, f"{begun}beginner.uncover.r5.", "c5", 1)
    assert columns == [f"c{number}" for number in range(1, 10)]
    player.run(cell=1)
    assert "games.minesweeper(seed=7).beginner.uncover.r5.c5" in player.text(1)
    board = player.output(1).locator("table").first
    assert board.locator("tr").count() >= 9
    assert "c5" not in player.complete("_.uncover.r5.", 2)


def test_highlighting_in_the_pop_up_plays_nothing(lab: Any) -> None:
    """JupyterLab inspects each highlighted item; the moves stay unplayed."""
    lab.open(
        [
            (
                "%load_ext interactive_provider\n"
                "from interactive_provider import InteractiveProvider\nfrom interactive_provider.game import Game, State\n"
                "class Walk(Game):\n"
                "    played = 0\n"
                "    def new_state(self, rng): return Here()\n"
                "    def process_response(self, state, value, rng):\n"
                "        Walk.played += 1\n"
                "        return state\n"
                "class Here(State):\n"
                "    display_text = 'here'\n"
                "    display_options = (('left', 1), ('right', 2), ('on', 3))\n"
                "walk = InteractiveProvider(Walk, seed=1).walk"
            ),
            "",
        ]
    )
    lab.run(cell=0)
    assert lab.complete("walk.", 1) == ["left", "right", "on"]
    for _ in range(3):
        lab.page.keyboard.press("ArrowDown")
        lab.page.wait_for_timeout(300)
    assert lab.value("Walk.played") == "0"
    assert lab.value("walk.left.on") == lab.value("walk.left.on")
    assert lab.value("Walk.played") == "2"


@pytest.mark.parametrize("front_end", FRONT_ENDS[: some(1, of=2)], indirect=True)
def test_a_thinking_opponent_is_played_with_tab(player: Any) -> None:
    """Connect four against search: Tab lists the columns, the reply is told, and hint, verdicts and
    tree are shown."""
    player.run("p = games.k_in_a_row(seed=3).connect_four(against=('mcts', 32))", 1)
    columns = take(player, "p.", "column4", 2)
    assert [f"column{number}" for number in range(1, 8)] == columns
    player.run("p = p.column4\np", 2)
    assert "The computer (Yellow) played column" in player.text(2)
    player.run("%hint p states=100 simulations=64", 3)
    assert "trial game" in player.text(3)
    player.run(
        "%tree 1"
        " games.k_in_a_row(seed=3).noughts_and_crosses.row2.column2.row1.column1.row1.column2",
        4,
    )
    assert "O: row 3 column 2" in player.text(4)
    player.run(
        "%evaluate"
        " games.k_in_a_row(seed=3).noughts_and_crosses.row2.column2.row1.column1.row1.column2",
        5,
    )
    assert "row 3 column 2  draws" in player.text(5)
