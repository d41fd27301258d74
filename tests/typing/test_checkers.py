"""What the documents write is sound to mypy and Pyright, and an editor that runs nothing knows the
games."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import games
from tests.generated import STALE
from tools.catalogue_stub import STUB, stub
from tools.isolation import REPOSITORY

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

DOCUMENTS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]

SETTINGS = {
    "typeCheckingMode": "standard",
    "reportMissingImports": False,  # a document may name a library that one has or has not
    "pythonPath": sys.executable,
    "extraPaths": [str(REPOSITORY)],
}

AT_HAND = """\
from interactive_provider import *
from interactive_provider.heart.choices.synthesis import Node
p: Node = games.guess
"""
"""What ``%load_ext`` makes available, and a position by the name that documents give one."""

PROBE = """\
from interactive_provider import games, hint, options
p = games.minesweeper(seed=7).beginner.uncover.r4.c4
reveal_type(games.minesweeper.expert)
reveal_type(p)
print(hint(p), options(p), p["uncover r1 c1"], games.guess(seed=7)(50), games.match_game(rows=(3, 2)).row1)
"""


def code_of(document: Path) -> str:
    """All Python of a document in one module: what stands after ``>>>`` and whole blocks, without
    the magics."""
    blocks = re.findall(
        r"^```python\n(.*?)^```",
        document.read_text(encoding="utf-8"),
        flags=re.DOTALL | re.MULTILINE,
    )
    return "\n".join(_plain(block) for block in blocks)


def _plain(block: str) -> str:
    if ">>>" in block:
        block = "".join(example.source for example in doctest.DocTestParser().get_examples(block))
    return "".join(line for line in block.splitlines(keepends=True) if not line.startswith("%"))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one module for each document that has any Python, and the probe."""
    folder = tmp_path_factory.mktemp("written")
    for document in DOCUMENTS:
        if code := code_of(document):
            module = folder / f"{document.stem.replace('-', '_').lower()}.py"
            module.write_text(AT_HAND + code, encoding="utf-8")
    assert (folder / "readme.py").stat().st_size > 100
    (folder / "probe.py").write_text(PROBE)
    (folder / "pyrightconfig.json").write_text(json.dumps(SETTINGS))
    return folder


def mypy_settings(folder: Path, modules: list[str]) -> Path:
    """The project's own settings, by which its modules are checked already, with fewer demands on
    what documents write."""
    loose = {
        "allow_redefinition": True,
        "disallow_any_generics": False,
        "disallow_untyped_calls": False,
        "disallow_untyped_defs": False,
        "warn_return_any": False,
    }
    own = "\n".join(f"{name} = {str(value).lower()}" for name, value in loose.items())
    file = folder / "mypy.toml"
    project = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    file.write_text(f"{project}\n[[tool.mypy.overrides]]\nmodule = {modules}\n{own}\n")
    return file


def test_the_documents_pass_mypy(written: Path) -> None:
    """Every document's code is sound to mypy, and the probe's types are known."""
    files = sorted(written.glob("*.py"))
    settings = mypy_settings(written, [file.stem for file in files])
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir"]
    shown = ["--scripts-are-modules", "--no-error-summary"]
    run = subprocess.run(
        [*command, str(REPOSITORY / ".mypy_cache"), *shown, *map(str, files)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    errors = [line for line in run.stdout.splitlines() if ": note:" not in line]
    assert ([], 0) == (errors, run.returncode), run.stdout + run.stderr
    assert ["heart.play.nodes.Position", "heart.choices.synthesis.Node"] == _revealed(run.stdout)


def _revealed(output: str) -> list[str]:
    return re.findall(r'Revealed type is "(?:interactive_provider\.)?([\w.]+)"', output)


def test_the_documents_pass_pyright(written: Path) -> None:
    """Every document's code is sound to Pyright, whose Node.js came in the wheel: nothing is
    fetched."""
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--project", str(written)]
    run = subprocess.run(command, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(run.stdout)
    assert report["summary"]["filesAnalyzed"] >= 3
    wrong = [d for d in report["generalDiagnostics"] if d["severity"] == "error"]
    assert [] == [
        f"{Path(d['file']).name}:{d['range']['start']['line'] + 1}: {d['message']}" for d in wrong
    ]
    revealed = [d["message"] for d in report["generalDiagnostics"] if "Type of" in d["message"]]
    assert ['"Position"', '"Node"'] == [message.split(" is ")[1] for message in revealed]


def test_the_games_that_editors_know_are_those_there_are() -> None:
    """The stub for editors is written from the games themselves: `make generated` writes it."""
    assert stub() == STUB.read_text(encoding="utf-8"), STALE
    assert [] == [
        name for name in games if f"def {name}(self)" not in STUB.read_text(encoding="utf-8")
    ]
