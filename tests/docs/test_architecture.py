"""The map shows the house: every room, and every file that is not one of many alike."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import interactive_provider

PACKAGE = Path(interactive_provider.__file__).parent
MAP = (PACKAGE.parent / "docs" / "architecture.md").read_text("utf-8")
ROOMS = sorted(room.parent.name for room in PACKAGE.glob("*/__init__.py"))
FILES = sorted(
    file.name
    for place in (PACKAGE, PACKAGE / "heart")
    for file in place.glob("*.py")
    if file.name != "__init__.py"
)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_on_the_map(room: str) -> None:
    """A folder that nobody can find is a folder that nobody keeps."""
    assert f"| `{room}/` |" in MAP


@pytest.mark.parametrize("file", FILES)
def test_every_file_of_root_and_heart_is_on_the_map(file: str) -> None:
    """Each with what it knows."""
    assert f"`{file}`" in MAP


NAMED_ROOMS = (
    "game",
    "support",
    "search",
    "search/experiments",
    "rendering",
    "widget",
    "shell",
    "testing",
    "interpreters/zmachine",
)
"""The folders whose row on the map names each of their modules."""


@pytest.mark.parametrize("folder", NAMED_ROOMS)
def test_a_room_s_row_names_each_of_its_modules(folder: str) -> None:
    """In the row of the room itself: a file of the same name elsewhere does not count."""
    rows = dict(re.findall(r"^\| `([\w/]+)/` \| (.*) \|$", MAP, re.MULTILINE))
    row = rows.get(folder) or rows[folder.partition("/")[0]]
    files = {file.name for file in (PACKAGE / folder).glob("*.py")} - {"__init__.py"}
    assert set() == {name for name in files if f"`{name}`" not in row}


def test_the_commands_of_the_judges_can_be_given() -> None:
    """Each of the seams has its row, and every test, tool and benchmark in it is there."""
    root = PACKAGE.parent
    table = (root / "tests" / "judges.md").read_text("utf-8")
    modules = re.findall(r"python -m ([\w.]+)", table)
    places = re.findall(r"tests/[\w/.]+", table) + [one.replace(".", "/") for one in modules]
    gone = [one for one in places if not any(map(Path.exists, (root / one, root / f"{one}.py")))]
    assert list(map(str, range(1, 23))) == re.findall(r"^\| (\d+) \|", table, re.MULTILINE)
    assert [] == gone


def test_the_map_names_nothing_that_is_gone() -> None:
    """Every file that it names is there, in the room that it names or in the root."""
    named = {
        word.strip("`")
        for word in MAP.replace("(", " ").replace(",", " ").split()
        if word.strip("`:").endswith(".py`")
    }
    names = {name.removeprefix("interactive_provider/") for name in named}
    known = {file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")}
    assert set() == {
        name
        for name in names
        if not any(file == name or file.endswith(f"/{name}") for file in known)
    }


HEART = PACKAGE / "heart"
ROWS = re.findall(r"^\| (?:`(\w+)/`)? ?\| `(\w+)\.py` \|", MAP, re.MULTILINE)
"""The rows of the heart's table: its package where that begins, and a file."""

WORDS = re.findall(r"^\| \*\*([\w -]+)\*\* \|", MAP, re.MULTILINE)
"""The terms of the glossary."""


def in_order() -> list[Path]:
    """The files of the heart as the table lists them."""
    files, package = [], ""
    for begun, name in ROWS:
        package = begun or package
        files.append(
            next(
                place
                for place in (HEART / package / f"{name}.py", HEART / f"{name}.py")
                if place.exists()
            )
        )
    return files


def imported(file: Path) -> set[Path]:
    """The files of the heart that a file imports, in its functions too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            found |= {place.with_suffix(".py"), *(place / f"{name.name}.py" for name in node.names)}
    return {place for place in found if place.exists() and HEART in place.parents}


def test_each_file_of_the_heart_imports_only_those_above_it() -> None:
    """So the table can be read from its top to its bottom."""
    files = in_order()
    assert {file for file in HEART.rglob("*.py") if file.name != "__init__.py"} == set(files)
    later = {file.name: imported(file) - set(files[:number]) for number, file in enumerate(files)}
    assert {} == {name: found for name, found in later.items() if found}


def test_the_glossary_defines_every_term_once() -> None:
    """In the order of the alphabet, so that a term is found."""
    assert {} == {word: count for word, count in Counter(WORDS).items() if count > 1}
    assert sorted(WORDS) == WORDS
    assert len(WORDS) > 30


TESTS = PACKAGE.parent / "tests"
TOOLS = PACKAGE.parent / "tools"

OF_NO_MODULE = {
    "builtin/test_unchangeable.py": "asked of every game",
    "builtin/test_ways_back.py": "asked of every game",
    "heart/test_browsers_python.py": "asked of every module that a browser lacks something for",
    "heart/test_identity.py": "one rule that lines, tables, searches and folders keep together",
    "heart/test_public.py": "the package itself",
    "heart/test_secrets.py": "one rule that everything that answers a player keeps",
    "interpreters/basic/test_books.py": "the player is a benchmark, kept out of the package",
    "rendering/test_converted.py": "what nbconvert makes of every view",
    "rendering/test_every_writer.py": "every way out of the package",
    "interpreters/basic/test_qbasic_values.py": "one rule that reading, compiling and running keep",
    "interpreters/stories/test_signs.py": "signs that each format takes in its own way",
    "search/test_judgement.py": "hint and verdicts of every game agree",
    "shell/test_terminal.py": "the package as a command",
    "widget/test_styles.py": "style sheets, which are no module",
}
"""Files of tests that guard a rule which many modules keep, with what it is."""


def modules(folder: Path) -> set[str]:
    """The names of the modules and packages in a folder."""
    return {
        file.parent.name if file.name == "__init__.py" else file.stem
        for file in folder.rglob("*.py")
    }


FOR_ALL = {file.stem for file in PACKAGE.glob("*.py")}.union(
    *(modules(PACKAGE / room) for room in ("game", "support", "testing"))
)
"""The modules whose tests stand in the room where most of them is used."""


@pytest.mark.parametrize("room", [*ROOMS, "tools"])
def test_a_file_of_tests_has_the_name_of_the_module_that_it_guards(room: str) -> None:
    """``tests/heart/test_lines.py`` guards ``heart/records/lines.py``; what is about a part of it
    adds words: ``test_lines_shared.py``."""
    known = FOR_ALL | modules(TOOLS if room == "tools" else PACKAGE / room)
    strange = [
        file.relative_to(TESTS).as_posix()
        for file in sorted((TESTS / room).rglob("test_*.py"))
        if not any(f"{file.stem}_".startswith(f"test_{name}_") for name in known)
    ]
    kept = [name for name in OF_NO_MODULE if name.startswith(f"{room}/")]
    assert kept == strange, "name it after a module, or say in OF_NO_MODULE what it guards"
