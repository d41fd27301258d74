"""What is shipped: the wheel is built, looked into, installed alone and played."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from interactive_provider.widget import bundle
from tools import page_program
from tools.isolation import REPOSITORY

pytestmark = pytest.mark.slow

PLAY = """
import sys
from random import Random

from interactive_provider import choose, games, line, options, outcome, replay
from interactive_provider.heart.catalogue.provider import Broken, Catalogue

MOVES = 40

def play(position, luck):
    for _ in range(MOVES):
        offered = options(position)
        if outcome(position) is not None:
            break
        position = choose(position, luck.choice(offered)) if offered else position(luck.randint(1, 20))
    return position

def lobbies(catalogue):
    for name in catalogue:
        found = getattr(catalogue, name)
        if isinstance(found, Catalogue):
            yield from lobbies(found)
        elif isinstance(found, Broken):  # a guest whose extra is not there says in one line what brings it
            assert "pip install" in str(found.__doc__), found
        else:
            yield found(seed=1)

begun = list(lobbies(games))
assert begun, "no games were found"
for position in begun:
    end = play(position, Random(1))
    assert end != position, position
    assert replay(line(end)) == end, line(end)
    assert str(end), position

guests = {"numpy", "chess", "pyspiel", "open_spiel"}
foreign = ({"IPython", "traitlets", "jedi", "ipywidgets", "anywidget"} | guests) & set(sys.modules)
assert not foreign, foreign
print(*begun)
"""


SMALL = "interactive_provider/widget/frontend/dist/page.js"
"""What esbuild makes of the page's program."""


def test_the_wheel_has_the_small_program_of_its_files(wheel: Path, sdist: Path) -> None:
    """The wheel and the sdist bring it where esbuild is, so that nobody who plays needs it."""
    if page_program.esbuild() is None:
        pytest.skip("esbuild is not here: npm brings it")
    expected = bundle.mark(bundle.joined(bundle.style()))
    small = zipfile.ZipFile(wheel).read(SMALL).decode()
    assert expected == small.partition("\n")[0]
    assert small == (sdist / SMALL).read_text("utf-8")


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    """Each tracked file under the package is in the wheel, data and scripts too; tests are not."""
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    notebooks = {
        f"interactive_provider/notebooks/{file.name}"
        for file in (REPOSITORY / "notebooks").glob("*.ipynb")
    }
    examples = {f"interactive_provider/{name}" for name in _tracked("examples")}
    assert notebooks | examples <= names
    names -= notebooks | examples
    checks = {
        name
        for name in _tracked()
        if re.search(r"/frontend/(.+\.json|\.prettierignore|tests/.+)$", name)
    }
    assert _tracked() - checks == names - {SMALL}
    assert "interactive_provider/py.typed" in names


def _tracked(folder: str = "interactive_provider") -> set[str]:
    """Those that are tracked; if there is no history, as in an unpacked sdist, those that are
    there."""
    if not (REPOSITORY / ".git").exists():
        found = (file for file in (REPOSITORY / folder).rglob("*") if file.is_file())
        return {
            file.relative_to(REPOSITORY).as_posix()
            for file in found
            if file.parent.name != "__pycache__"
        }
    git = ["git", "ls-files", folder]
    return set(
        subprocess.run(
            git, cwd=REPOSITORY, check=True, capture_output=True, text=True
        ).stdout.splitlines()
    )


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, built from this repository and unpacked elsewhere."""
    folder = tmp_path_factory.mktemp("sdist")
    command = [
        sys.executable,
        "-m",
        "build",
        "--sdist",
        "--no-isolation",
        "--outdir",
        str(folder),
        str(REPOSITORY),
    ]
    subprocess.run(command, check=True, capture_output=True, text=True)
    (built,) = folder.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = (one for one in folder.iterdir() if one.is_dir())
    return unpacked


def test_the_sdist_has_what_its_tests_need(sdist: Path) -> None:
    """Tests, documents, pictures and notebooks are in it, nothing that was made, and its package is
    the wheel's."""
    names = {file.relative_to(sdist).as_posix() for file in sdist.rglob("*") if file.is_file()}
    assert {
        "tests/conftest.py",
        "docs/questions.md",
        "notebooks/tour.ipynb",
        "Makefile",
        "site/playground.py",
    } <= names
    assert {
        one.relative_to(REPOSITORY).as_posix() for one in (REPOSITORY / "docs").rglob("*.svg")
    } <= names
    assert _tracked() - {SMALL} == {
        name for name in names - {SMALL} if name.startswith("interactive_provider/")
    }
    assert [] == [
        name
        for name in names
        if name.startswith((".venv", "build/", "dist/")) or name.endswith(".pyc")
    ]


@pytest.mark.timeout(400)
def test_the_sdist_tests_itself(sdist: Path) -> None:
    """Where it is unpacked those tests pass that read documents, pictures, transcripts and the
    package's own files."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not browser and not slow",
    ]
    folders = [f"tests/{folder}" for folder in ("docs", "golden", "packaging")]
    others = "--ignore=tests/packaging/test_containers.py"  # which reads none of these
    ran = subprocess.run(
        [*command, *folders, others], cwd=sdist, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


def test_the_wheel_carries_its_licence_and_its_extras(wheel: Path) -> None:
    """The metadata names the licence, the least Python and the extras that the README speaks of."""
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    lines = archive.read(metadata).decode().splitlines()
    extras = {
        line.removeprefix("Provides-Extra: ")
        for line in lines
        if line.startswith("Provides-Extra: ")
    }
    table = set(
        re.findall(
            r"interactive-provider\[(\w+)\]\"` \|", (REPOSITORY / "README.md").read_text("utf-8")
        )
    )
    assert extras == table
    assert "Author: The interactive_provider authors" in lines
    description = archive.read(metadata).decode().partition("\n\n")[2]
    assert "# interactive_provider" in description
    # on the package index they would be dead
    assert [] == re.findall(r"\]\((?!https?://|#)[^)]*\)", description)
    assert "Requires-Python: >=3.11" in lines
    assert "License-Expression: MIT" in lines
    assert any(name.endswith("licenses/LICENSE") for name in archive.namelist())


def test_the_wheel_plays_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    """Installed with nothing but Python beside it, the package imports and every game plays."""
    environment = tmp_path / "empty"
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True, text=True)
    copied = [str(python), "-I", "-m", "interactive_provider", "--notebooks", "games"]
    subprocess.run(copied, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "games" / "tour.ipynb").exists()
    played = subprocess.run(
        [str(python), "-I", "-c", PLAY], cwd=tmp_path, capture_output=True, text=True
    )
    assert played.returncode == 0, played.stderr
    assert "games.minesweeper(seed=1)" in played.stdout.split()
