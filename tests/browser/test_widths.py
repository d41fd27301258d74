"""A board is whole at every width, whatever stands beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, games
from interactive_provider.widget.payload import board_payload
from tests.rendering.boards import SURFACE_BOARDS
from tests.thorough import some

from .looks import after, begun, wait_for_boards
from .looks import page as page_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDTHS = range(320, 1401, 1_080 // some(10, of=30))
_CUT = Path(__file__).with_name("widths.js").read_text("utf-8")

NAMES = (
    "minesweeper.expert.uncover.r09.c15",
    "chess.both_sides.e4.e5",
    "openspiel.backgammon.against_a_medium_computer",
    "openspiel.hex.both_sides",
    "openspiel.n2048",
    "openspiel.hearts.both_sides",
)
BESIDE: dict[str, Any] = {
    "notes": [[f"Nf{n % 8 + 1}", n] for n in range(1, 30)],
    "text": "The first line of what is told.\nThe second one, which is longer than the first one was.",
    "status": "Play c5. It leaves you about even. The engine expects Nf3 Nc6 Nc3 and goes on from there.",
}
"""A list of moves, notes, and a long sentence."""
PROGRAM = '10 PRINT "A STORY OF FORTY COLUMNS, OR NEARLY SO"\n20 PRINT "1 - GO ON":PRINT "2 - STOP"\n30 INPUT N\n'


AT_ONCE = 11
"""The boards of one page: each brings its style sheets."""
_ONE_SHEET = """(names) => {
  for (const one of [...document.querySelectorAll(".ip-host > style:first-child")].slice(1)) one.remove();
  names.forEach((name, n) => { window.boards[n].el.dataset.name = name; });
}"""


def _boards(folder: Path) -> dict[str, dict[str, Any]]:
    (folder / "program.bas").write_text(PROGRAM)
    empty = after(games(seed=7).null.three_lamps)
    plain = {name: {**empty, "board": board_payload(b)} for name, b in SURFACE_BOARDS.items()}
    full = {f"{name}, all beside it": {**view, **BESIDE} for name, view in plain.items()}
    played = {name: after(begun(name)) for name in NAMES}
    program = {"a program": after(InteractiveProvider(folder).program(seed=1))}
    return plain | full | played | program


def test_a_board_is_whole_at_every_width(page: Any, tmp_path: Path) -> None:
    """On every surface, with and without a list of moves, notes, a legend and a console: no board
    is wider than its column, no two texts overlap and no word is cut."""
    page.set_viewport_size({"width": 1416, "height": 900})
    found = []
    boards = list(_boards(tmp_path).items())
    for start in range(0, len(boards), AT_ONCE):
        batch = boards[start : start + AT_ONCE]
        page.set_content(page_of([view for _, view in batch], width=1400))
        wait_for_boards(page, len(batch))
        page.evaluate(_ONE_SHEET, [name for name, _ in batch])
        found += page.evaluate(_CUT, list(WIDTHS))
    assert [] == found
