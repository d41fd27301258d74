"""``python -m interactive_provider``: IPython in a real terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from interactive_provider import __version__
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
CLEAR = "\x15"


def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which this very package is found and nothing of the user's is read."""
    kept = {
        key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "PYTHONSTARTUP")
    }
    own = {
        "PYTHONPATH": str(ROOT),
        "IPYTHONDIR": str(tmp_path),
        "TERM": "xterm-256color",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    return {**kept, **own}


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[pexpect.spawn]:
    """A terminal in which the first prompt stands."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "interactive_provider", "--no-confirm-exit", "--HistoryManager.enabled=False"],
        env=environment(tmp_path),
        encoding="utf-8",
        dimensions=(60, 150),
        timeout=PATIENCE,
    )
    child.expect_exact("press Tab")
    child.expect(r"In \[")
    yield child
    child.close(force=True)


@pytest.mark.slow
def test_played_with_tab(terminal: pexpect.spawn) -> None:
    """Tab completes the games and, through a call that was not run, the choices; the board comes in
    colour."""
    terminal.send("games.minesw\t")
    terminal.expect("eeper")
    terminal.send("(seed=7).beginner.unc\t")
    terminal.expect("over")
    terminal.send(".r4.c4\r")
    terminal.expect("mines left: ")
    terminal.expect("\x1b\\[48;5;")
    terminal.expect_exact("games.minesweeper(seed=7).beginner.uncover.r4.c4\r\n")
    terminal.send("%line\r")
    terminal.expect(r"\]: .*games.minesweeper\(seed=7\).beginner.uncover.r4.c4\r\n")
    terminal.send("exit\r")
    terminal.expect(pexpect.EOF)


@pytest.mark.slow
def test_save_at_a_prompt(terminal: pexpect.spawn, tmp_path: Path) -> None:
    """It saves a game, and is not taken for IPython's magic."""
    file = tmp_path / "game.json"
    terminal.send(f'save(games.guess(seed=3)(50), "{file}")\r')
    terminal.expect(r"In \[.*2")
    terminal.send(f'load("{file}")\r')
    terminal.expect_exact("games.guess(seed=3)(50)\r\n")
    terminal.send("exit\r")
    terminal.expect(pexpect.EOF)
    assert file.exists()


@pytest.mark.slow
def test_pop_up(terminal: pexpect.spawn) -> None:
    """Pressing Tab if there are several shows them in the game's order."""
    terminal.send("games.match_game(rows=(3, 2), seed=1).\t")
    terminal.expect("row1.*row2")
    terminal.send(f"{CLEAR}exit\r")
    terminal.expect(pexpect.EOF)


@pytest.mark.slow
def test_arguments_are_passed_on(tmp_path: Path) -> None:
    """What else is given goes to IPython."""
    command = [sys.executable, "-m", "interactive_provider", "--HistoryManager.enabled=False"]
    code = "x = games.guess(seed=3)(50); print(x.__doc__.splitlines()[-1])"
    found = subprocess.run(
        [*command, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    assert "games.guess(seed=3)(50)" == found.stdout.strip().splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "expected"),
    [("--help", ["--notebooks", "--version", "ipython --help"]), ("--version", [__version__])],
)
def test_own_options_are_answered_by_the_package(
    option: str, expected: list[str], tmp_path: Path
) -> None:
    """``--help`` lists our options and ``--version`` says our version, neither is IPython's."""
    command = [sys.executable, "-m", "interactive_provider", option]
    found = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment(tmp_path)
    ).stdout
    assert [] == [word for word in expected if word not in found]
    assert len(found.splitlines()) < 20


@pytest.mark.slow
@pytest.mark.parametrize("columns", [60, 80, 110])
def test_a_new_player_is_told_what_to_press(columns: int, tmp_path: Path) -> None:
    """The rules end with what to press next, and no word of them is cut, in terminals of several
    widths."""
    child = pexpect.spawn(
        sys.executable,
        [
            "-m",
            "interactive_provider",
            "--HistoryManager.enabled=False",
            "--simple-prompt",
            "--colors=nocolor",
        ],
        env=environment(tmp_path),
        encoding="utf-8",
        dimensions=(60, columns),
        timeout=PATIENCE,
    )
    child.expect(r"In \[1\]: ")
    child.sendline("%play k_in_a_row")
    child.expect(r"Type  _\.  and press Tab to begin\.")
    assert [] == [line for line in str(child.before).split("\r\n") if len(line) > columns]
    child.close(force=True)
