"""Each extra, installed from the wheel into an empty environment, does the one thing that it is
for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.interpreters.stories.published import page
from tests.interpreters.stories.test_ink import DICE
from tools.isolation import REPOSITORY

pytestmark = pytest.mark.slow

WIDGETS = """
from interactive_provider import games, play
widget = play(games.minesweeper(seed=7).beginner)
assert "application/vnd.jupyter.widget-view+json" in widget._repr_mimebundle_()[0]
"""

SUM = "State.variables.sum = [1, 2].reduce((sum, value) => sum + value)"
USES = {
    "widgets": WIDGETS,
    "notebook": (
        f"""{WIDGETS}
import jupyterlab, tqdm.auto
from jupyter_client.kernelspec import find_kernel_specs
assert "python3" in find_kernel_specs()
"""
    ),
    "openspiel": (
        """
from interactive_provider import games, options
assert len(options(games.openspiel.tic_tac_toe(seed=1).both_sides)) == 9
"""
    ),
    "zmachine": (
        """
from interactive_provider import games, options
assert options(games.adventures.orchard_gate(seed=1))
"""
    ),
    "pictures": (
        """
import pathlib
from interactive_provider import games, picture
picture(games.match_game(seed=7), "nim.png")
assert pathlib.Path("nim.png").read_bytes().startswith(bytes([137]) + b"PNG")
"""
    ),
    "environments": (
        """
from interactive_provider import games
from interactive_provider.adapters.environments import as_environment
assert "X" == as_environment(games.k_in_a_row(seed=1).noughts_and_crosses).possible_agents[0]
assert 3 == as_environment(games.rock_paper_scissors(seed=1)).action_space.n
import gymnasium, interactive_provider.adapters.gymnasium_ids
_, info = gymnasium.make("interactive_provider/minesweeper-v0", rows=3, columns=4, mines=2).reset(seed=7)
assert "games.minesweeper(rows=3, columns=4, mines=2, seed=7)" == info["line"]
"""
    ),
    "chess": (
        """
from interactive_provider import games, line, options
begun = games.chess(seed=1).both_sides
assert line(begun.e4.e5).endswith("e4.e5") and len(options(begun)) == 20
"""
    ),
    "host": (
        """
from interactive_provider import games, host
assert 2 == len(host(games.match_game.two_people).links)
"""
    ),
    "scripts": (
        f"""
import pathlib
from interactive_provider import InteractiveProvider
pathlib.Path("hall.html").write_text({page({"Start": "Three is $sum. [[Out->End]]", "End": "Out."}, SUM)!r}, "utf-8")
found = InteractiveProvider("hall.html", seed=1)
assert "Three is 3." in str(found.page) and {{"Out"}} <= set(dir(found.page))
"""
    ),
    "ink": (
        f"""
import pathlib
from interactive_provider import InteractiveProvider
pathlib.Path("dice.ink.json").write_text({json.dumps(DICE)!r}, "utf-8")
found = InteractiveProvider("dice.ink.json", seed=1)
assert {{"Roll", "Sleep"}} <= set(dir(getattr(found, next(iter(found)))))
"""
    ),
}

_PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = _PROJECT["optional-dependencies"]


def uv(*arguments: str) -> None:
    """Run the installer."""
    ran = subprocess.run(
        [sys.executable, "-m", "uv", *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("extra", USES)
def test_an_extra_does_what_it_is_for(extra: str, wheel: Path, tmp_path: Path) -> None:
    """Nothing but the wheel and what the extra asks for is there.

    (On the newest Python all extras are installed, and used by the tests that run there.)
    """
    python = tmp_path / "empty" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv("venv", "--quiet", "--python", sys.executable, str(tmp_path / "empty"))
    uv(
        "pip",
        "install",
        "--quiet",
        "--python",
        str(python),
        f"interactive-provider[{extra}] @ {wheel.as_uri()}",
    )
    used = subprocess.run(
        [python, "-I", "-c", USES[extra]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert used.returncode == 0, used.stderr


def test_every_extra_is_tried() -> None:
    """Each has a use here, and `all` brings them all."""
    assert EXTRAS.keys() - {"all"} == USES.keys()
    (everything,) = EXTRAS["all"]
    brought = set(everything.partition("[")[2].rstrip("]").split(","))
    assert (
        USES.keys() == brought | {"widgets"}
        and "interactive-provider[widgets]" in EXTRAS["notebook"]
    )
