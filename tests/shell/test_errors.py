"""What IPython shows of an error of ours: the user's own frames and one sentence, nothing of our
insides."""

from __future__ import annotations

from pathlib import Path

import pytest
from IPython.utils.capture import capture_output

from interactive_provider import InteractiveProvider
from tests.shell.shells import TestingShell

BAD = [
    "p.no_such",
    "p['no such']",
    "p(1000)",
    "p('abc')",
    "p.n5 = 3",
    "del p.n5",
    "games.minesweper",
    "games.minesweeper(rows=-1)",
    "games.minesweeper(rows=3, columns=3, mines=10, seed=1)",
    "games.guess(nonsense=3)",
    "games.guess(seed=None)",
    "undo(p, 3)",
    "replay('games.guess(')",
    "replay('import os')",
    "%hint no_such_name",
    "%undo 9 p",
    "%load_game missing.json",
    "%replay games.nothing",
    "%save_game nowhere/x.json p",
    "load('missing.json')",
    "load(5)",
    "save(p, 'nowhere/x.json')",
    "save(p, 5)",
    "solve(games.match_game(seed=7).two_people, keep=5)",
    "proof(games.match_game(seed=7).two_people, keep=5)",
    "hint(p, Limit(seconds='x'))",
    "%hint p seconds=x",
    "replay('games.guess(seed=7).n5', provider=5)",
    "load('missing.json', provider=5)",
    "p.undo",
    "play(p, width=300)",
]


def told(shell: TestingShell, code: str) -> str:
    """What is printed of a cell's error."""
    with capture_output() as captured:
        result = shell.run_cell(code, store_history=True)
    assert not result.success
    return captured.stdout + captured.stderr


@pytest.mark.parametrize("code", BAD)
def test_one_sentence(shell: TestingShell, code: str) -> None:
    """A cell of one line is answered with one line."""
    shell.run("from interactive_provider import load, replay, save, undo")
    shell.run("from interactive_provider.analysis import proof")
    shell.run("p = games.guess(seed=3)")
    text = told(shell, code).strip()
    assert 1 == len(text.splitlines()), text


def test_longer_cell(shell: TestingShell) -> None:
    """A longer cell is told by its line, and functions of the user's by theirs."""
    shell.run("p = games.guess(seed=3)")
    text = told(shell, "def find(q):\n    x = 1\n    return q.no_such\n\nfind(p)")
    assert ["    find(p)", "    return q.no_such"] == [
        line for line in text.splitlines() if line.startswith("    ")
    ]
    assert "line 5" in text and "line 3, in find" in text
    assert "interactive_provider/" not in text and "IPython/" not in text


def test_users_file(shell: TestingShell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames in files of the user's are shown."""
    (tmp_path / "mine_of_the_user.py").write_text("def go(q):\n    return q.no_such\n")
    monkeypatch.syspath_prepend(tmp_path)
    shell.run("p = games.guess(seed=3)")
    text = told(shell, "import mine_of_the_user; mine_of_the_user.go(p)")
    assert "mine_of_the_user.py, line 2, in go" in text
    assert "no_such" in text.splitlines()[-1]


def test_broken_game(shell: TestingShell, tmp_path: Path) -> None:
    """The author of a game is shown where in the game it broke."""
    (tmp_path / "broken.py").write_text(
        "from interactive_provider.game import Game, State\n"
        "class Here(State):\n    display_options = (('on', 1),)\n"
        "class Broken(Game):\n    def new_state(self, rng):\n        return Here()\n"
        "    def process_response(self, state, value, rng):\n        return 1 / 0\n"
    )
    shell.user_ns["mine"] = InteractiveProvider(tmp_path / "broken.py")
    text = told(shell, "mine.broken.on")
    assert "broken.py, line 8, in process_response\n    return 1 / 0" in text
    assert "ZeroDivisionError" in text.splitlines()[-1]
    assert "table.py" not in text


def test_others_errors(shell: TestingShell) -> None:
    """Errors that are not ours are shown as ever."""
    assert "Traceback" in told(shell, "1 / 0")
