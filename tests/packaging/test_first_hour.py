"""The first hour: what the commands of the README bring, and what is on the screen before anything
was run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from interactive_provider.__main__ import copy_notebooks, main
from interactive_provider.heart.catalogue.discovery import default_items
from interactive_provider.widget.snapshot import NOTE
from tools.isolation import REPOSITORY


def dry_run(*words: str) -> str:
    """What ``make`` would do in a fresh clone."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
    }
    command = ["make", "--dry-run", "--always-make", *words]
    return subprocess.run(
        command, cwd=REPOSITORY, env=clean, capture_output=True, text=True, check=True
    ).stdout


def test_a_terminal_brings_no_jupyter() -> None:
    """``make play UI=terminal`` installs the package and IPython, and nothing of a notebook."""
    assert "[notebook]" in dry_run("play")
    assert "[notebook]" not in dry_run("play", "UI=terminal")


@pytest.mark.parametrize("ui", ["lab", "terminal"])
def test_make_play_brings_what_every_listed_game_needs(ui: str) -> None:
    """Chess, OpenSpiel, adventures, ink and published pages begin without another command."""
    needed = {item.card.extra for item in default_items()} - {""} | {"ink", "scripts"}
    brought = re.search(r"--editable '\.\[([\w,]+)\]'", dry_run("play", f"UI={ui}"))
    assert brought is not None
    assert needed <= set(brought[1].split(","))


def test_jupyter_asks_nothing_before_the_first_game() -> None:
    """Its question about news would take the keys."""
    assert '"fetchNews": "false"' in dry_run("play")


def test_links_of_the_notebooks_lead_somewhere_in_make_play() -> None:
    """The server's folder is the clone, so that a link from ``playground/`` to a document is
    served."""
    assert "--ServerApp.root_dir" in dry_run("play")


def test_the_gate_goes_on_without_a_browser() -> None:
    """What cannot be brought is written down; the gate runs everything else and fails at its end,
    in one line."""
    ran = dry_run("test")
    assert 'chromium 2> /dev/null) || echo "$FOUND" >> .venv/.missing' in ran
    assert "== Everything else passed. Not checked: " in ran.splitlines()[-2]


def test_the_notebooks_can_be_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--notebooks FOLDER`` copies all of them and the games that they play, overwrites nothing, and
    leaves no link to what is not there."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "tour.ipynb").write_text("mine")
    main(["--notebooks", str(folder)])
    copied = {file.name for file in folder.glob("*.ipynb")}
    assert {file.name for file in (REPOSITORY / "notebooks").glob("*.ipynb")} == copied
    assert "mine" == (folder / "tour.ipynb").read_text()
    assert (
        f"{len(copied) - 1} notebooks copied into {folder} (what was there stays)"
        in capsys.readouterr().out
    )
    assert [] == copy_notebooks(folder)
    texts = [file.read_text("utf-8") for file in folder.glob("*.ipynb")]
    assert not any("](../" in text for text in texts)
    played = {
        name for text in texts for name in re.findall(r'Provider\(\\"(.*examples.+?)\\"', text)
    }
    assert {"examples/combinatorial", "examples/kuhn_poker.py"} <= played
    assert [] == [name for name in played if not (folder / name).exists()]


def test_a_picture_of_a_board_says_that_it_is_one() -> None:
    """Wherever a notebook keeps the picture of a live board, the first words say how to play."""
    kept = 0
    for file in (REPOSITORY / "notebooks").glob("*.ipynb"):
        for cell in json.loads(file.read_text("utf-8"))["cells"]:
            for output in cell.get("outputs", ()):
                page = "".join(output.get("data", {}).get("text/html", ()))
                if found := re.match(r'<div class="ip-kept-\w+">', page):
                    kept += 1
                    assert page[found.end() :].startswith(NOTE), file.name
    assert kept


def test_the_readme_has_no_dead_link_on_the_index() -> None:
    """Links to files become words until the project has an address, and lead there from then on."""
    spec = spec_from_file_location("hatch_build", REPOSITORY / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    pytest.importorskip("hatchling")
    module: Any = module_from_spec(spec)
    spec.loader.exec_module(module)
    text = "![A board](docs/a.gif) [more](docs/b.md), [web](https://example.org), [below](#more)"
    shown = module.readable_elsewhere(text)
    assert "A board more, [web](https://example.org), [below](#more)" == shown
    there = module.readable_elsewhere(text, "https://example.org/x/")
    assert there.startswith(
        "![A board](https://example.org/x/docs/a.gif) [more](https://example.org/x/docs/b.md),"
    )


def test_every_least_version_is_tested() -> None:
    """Each floor of the package, and of widgets, numpy and chess, is pinned for the oldest tests."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [
        *project["project"]["dependencies"],
        *extras["widgets"],
        *(floor for floor in extras["environments"] if floor.startswith("numpy")),
        *extras["chess"],
    ]
    pins = [pin for pin in project["dependency-groups"]["oldest"] if isinstance(pin, str)]
    floors = [floor.replace(">=", "==") for floor in wanted]
    assert [] == [
        floor
        for floor in floors
        if not any(pin == floor or pin.startswith(f"{floor}.") for pin in pins)
    ]
