"""The pop-up as it is drawn: what stands in the right column is in its row, beside the name and on
one line."""

from __future__ import annotations

from typing import Any

import pytest

ROWS = """() => [...document.querySelectorAll('.jp-Completer:not(.lm-mod-hidden) .jp-Completer-item')].map(row => {
    const box = element => { const r = element.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
    const text = element => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].map(r => Math.round(r.top)).filter((top, i, all) => all.indexOf(top) === i);
    };
    const name = row.querySelector('.jp-Completer-match'), said = row.querySelector('.jp-Completer-typeExtended');
    return {name: name.textContent, said: said.textContent, row: box(row), left: box(name), right: box(said),
            lines: text(said).length};
})"""

TEXTS = {
    "games.": "open every square",
    "games.match_game.": "against random",
    "games.minesweeper(": "'zero'",
    'games.match_game(seed=7).random_computer["': "leaves 6-5-3-1.",
    "mine.walk.": "とても長い",
    "%play ": "open every square",
}
"""What is typed, and what stands in one of the rows then (front ends write it in small letters)."""

VERDICTS = {
    "games.match_game(seed=7).random_computer.row1.": "losing",
    "games.minesweeper(seed=7).beginner.uncover.r4.c4.uncover.r1.": "13% mine",
}
"""The same once verdicts are on."""

SETUP = """\
%load_ext interactive_provider
from interactive_provider import InteractiveProvider
from interactive_provider.game import Game, State
class Walk(Game):
    def new_state(self, rng): return Here()
    def process_response(self, state, value, rng): return state
    def describe(self, state, value): return ("とても長い札の説明です " if value else "one/two–three ") * 9
class Here(State):
    display_text = "here"
    display_options = (("left or right", 0), ("右", 1))
mine = InteractiveProvider(Walk, seed=1)
"""


def wrong(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows whose right column leaves its row, stands on the name, or has more than one line."""
    half = 0.5  # a pixel's rounding
    return [
        row
        for row in rows
        if row["right"][1] < row["row"][1] - half
        or row["right"][3] > row["row"][3] + half
        or row["right"][0] < row["left"][2] - half
        or row["lines"] > 1
    ]


@pytest.fixture
def player(front_end: Any) -> Any:
    """A person whose notebook has loaded the extension."""
    front_end.open([SETUP, ""])
    front_end.run(cell=0)
    return front_end


def shown(rows: list[dict[str, Any]]) -> str:
    """All that stands in the right column, as it is read."""
    return (
        "\n".join(row["said"] for row in rows).replace("\u2060", "").replace("\u00a0", " ").lower()
    )


def test_no_row_is_higher_than_its_line(player: Any) -> None:
    """With labels of several words, parameters, keys, foreign scripts and verdicts nothing
    overlaps."""
    for text, said in TEXTS.items():
        assert_one_line(player, text, said)
    player.execute("get_ipython().run_line_magic('evaluate', 'on')")
    for text, said in VERDICTS.items():
        assert_one_line(player, text, said)


def assert_one_line(player: Any, text: str, said: str) -> None:
    """Tab after ``text``: every row is sound, one of them says what it should, none says its own
    name again."""
    player.complete(text, 1)
    rows = player.page.evaluate(ROWS)
    assert (text, []) == (text, wrong(rows))
    assert said in shown(rows)
    assert [] == [row["name"] for row in rows if row["name"] == row["said"]]
    player.page.keyboard.press("Escape")


def test_the_panel_shows_the_board_and_nothing_of_ours(lab: Any) -> None:
    """The panel beside the highlighted choice, and Shift-Tab behind it, show what it is and what it
    is made on."""
    lab.open([SETUP, ""])
    lab.run(cell=0)
    lab.write("games.match_game(seed=7).random_computer.row1.take3", 1)
    lab.page.keyboard.press("Shift+Tab")
    tooltip = lab.page.locator(".jp-Tooltip-content")
    tooltip.wait_for(state="visible")
    page_of_help = tooltip.inner_text()
    assert "row1 take3: Leaves 4-5-3-1." in page_of_help and "row1 | | | | | | |" in page_of_help
    assert [] == [
        word
        for word in ("synthes", "interned", "Class docstring", "<choice")
        if word in page_of_help
    ]
