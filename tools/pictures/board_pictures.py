"""The pictures of boards in the documents:
``python -m tools.pictures.board_pictures docs/pictures/boards``.

Every built-in game that has a board is drawn as SVG a few moves into a game, light and dark (with
``--drawings`` these alone, which needs no browser). Boards that can be clicked are photographed in
JupyterLab.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import board, games
from interactive_provider.boards import BARE, PIECES, Board, Cell
from interactive_provider.errors import ProviderError
from interactive_provider.heart.play.nodes import Lobby
from interactive_provider.rendering import svg
from interactive_provider.widget.course import BoardPosition
from interactive_provider.widget.session import Session, playable
from tests.rendering.boards import SURFACE_BOARDS

SEED = 7
MOVES = 3
LARGEST = 60_000
"""Bytes of a picture at most: they are stored with every version."""

PHOTOGRAPHS = {
    "minesweeper": ("games(seed=7).minesweeper.beginner.uncover.r4.c4.flag.r4.c2", "hint"),
    "sliding": ("games(seed=7).sliding.eight", "evaluate"),
    "capture": ("games(seed=7).capture.medium_1", "hint"),
}
"""What is photographed in JupyterLab: a line of Python, and the button that is pressed."""


def played() -> dict[str, BoardPosition]:
    """Each built-in game that has a board, by name, a few moves from its start."""
    found = {}
    for name in games:
        try:
            start = _begun(getattr(games(seed=SEED), name))
            if board(start) is not None:
                found[name] = _moved(start)
        except ProviderError:
            continue  # a menu of games, or one that begins in no single way
    return found


def _begun(node: Any) -> BoardPosition:
    """The game after its first preset, if it has any."""
    place = playable(node)
    session = Session(place, False)
    session.view()
    if isinstance(place, Lobby):
        session.act({"do": "option", "index": 0, "seen": 1})
    return session.position


def _moved(start: BoardPosition) -> BoardPosition:
    """The position after a press in the middle of the board and a few steps of the game's own
    advice."""
    session = Session(start, False)
    rows, columns = session.view()["board"]["shape"]
    session.act({"do": "gesture", "gesture": "press", "at": [rows // 2, columns // 2], "seen": 1})
    for _ in range(MOVES):
        session.act({"do": "step"})
    return session.position


PLAIN_SURFACES = ("frame", "paper", "gems", "sprites", "table", "dice", "desk")
"""The surfaces that are shown by a small board of their own."""

SURFACE_GAMES = {
    "rack": ("connect_four", 17, {}),
    "lines": ("go", 34, {"board_size": 9}),
    "hex": ("hex", 22, {"board_size": 7}),
    "checkers": ("checkers", 14, {}),
    "felt": ("othello", 12, {}),
    "tiles": ("2048", 80, {}),
    "cards": ("hearts", 31, {}),
}
"""A game of OpenSpiel's for each surface, the moves drawn at random before its picture, and its
parameters."""


def surface_boards() -> dict[str, Board]:
    """A board on every surface but the usual one."""
    from interactive_provider.adapters.openspiel.game import game_class

    found = {surface: SURFACE_BOARDS[surface] for surface in PLAIN_SURFACES}
    for surface, (name, moves, parameters) in SURFACE_GAMES.items():
        game, rng = game_class(name)(), Random(SEED)
        state = game.new_state(rng, **parameters)
        for _ in range(moves):
            state = game.process_response(state, rng.choice(state.option_values), rng)
        picture = game.board(state)
        assert picture is not None, name
        found[surface] = picture
    return found


def all_pieces() -> Board:
    """A board of every piece, eight in a row."""
    names = [piece for piece in PIECES if piece != BARE]
    cells = [Cell(name[:1], "open", name, piece=name) for name in names]
    return Board(
        tuple(tuple(cells[start : start + 8]) for start in range(0, len(cells), 8)),
        caption="All pieces",
    )


def drawings() -> dict[str, str]:
    """Every board and every piece as SVG, by the name of its file."""
    boards = {
        "pieces": all_pieces(),
        **{f"surface-{name}": drawn for name, drawn in surface_boards().items()},
    }
    for name, position in played().items():
        picture = board(position)
        assert picture is not None
        boards[name] = picture
    return {
        f"{name}-{theme}.svg": svg.render(drawn, theme) + "\n"
        for name, drawn in boards.items()
        for theme in ("light", "dark")
    }


def photograph(folder: Path) -> None:
    """The boards that can be clicked, in JupyterLab's light and dark themes."""
    from playwright.sync_api import sync_playwright

    from tests.browser.frontend import FrontEnd
    from tests.browser.server import running_server
    from tools.chromium import FLAGS, find_chromium

    with (
        tempfile.TemporaryDirectory() as place,
        running_server(Path(place)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
        lab = FrontEnd(page, server).open(["from interactive_provider import games, play"])
        lab.run(cell=0)
        for name, (line, button) in PHOTOGRAPHS.items():
            lab.ask("app.commands.execute('notebook:clear-all-cell-outputs');")
            lab.run(f"board = play({line})\nboard.do({button!r})\nboard", cell=1)
            for theme in ("Light", "Dark"):
                lab.theme(f"JupyterLab {theme}")
                shown = page.locator(".ip-widget")
                shown.wait_for()
                # a change of theme shows it
                page.locator("#jupyterlab-splash").wait_for(state="detached")
                shown.screenshot(path=folder / f"{name}-lab-{theme.lower()}.png")
            lab.execute("board.close()")
        lab.close()
        browser.close()


def main(arguments: list[str]) -> None:
    """Draw the pictures that need no browser, and without ``--drawings`` take the others; raises
    ValueError if one of them is too large.
    """
    folder = Path(arguments[-1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in drawings().items():
        (folder / name).write_text(drawn, encoding="utf-8")
    if "--drawings" not in arguments:
        photograph(folder)
    large = [path.name for path in folder.iterdir() if path.stat().st_size > LARGEST]
    if large:
        raise ValueError(f"Larger than {LARGEST:,} bytes: {', '.join(large)}")


if __name__ == "__main__":
    main(sys.argv[1:])
