"""What the documents say is so: examples give what stands below them, links and commands exist."""

from __future__ import annotations

import doctest
import importlib
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import interactive_provider
from tools.isolation import REPOSITORY

pytestmark = pytest.mark.usefixtures("display_untouched")

DOCUMENTS = sorted(
    file
    for pattern in ("*.md", "docs/*.md", "examples/**/*.md", "benchmarks/*.md")
    for file in REPOSITORY.glob(pattern)
)
PACKAGE = Path(interactive_provider.__file__).parent


def _module(file: Path) -> str:
    return ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    )


GUIDE = REPOSITORY / "docs" / "writing-a-game.md"
"""Its blocks build on one another; `test_guide` runs them as one module."""


THINKING = REPOSITORY / "docs" / "thinking.md"
"""Each of its sessions stands alone; `test_guide` runs them so."""


REFERENCE = REPOSITORY / "docs" / "reference.md"
"""Its examples are those of the docstrings, if they are run."""


def _name(file: Path) -> str:
    return str(file.relative_to(REPOSITORY))


def _with_examples(files: Iterable[Path]) -> list[Path]:
    return [
        file
        for file in files
        if re.search(r"^\s*>>> ", file.read_text("utf-8"), flags=re.MULTILINE)
    ]


MODULES = sorted(map(_module, _with_examples(PACKAGE.rglob("*.py"))))
"""Those whose docstrings have examples."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    _with_examples(file for file in DOCUMENTS if file not in (GUIDE, REFERENCE, THINKING)),
    ids=_name,
)
def test_examples_in_a_document_give_what_it_shows(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every ``>>>`` line of a document is run, from top to bottom, and may write files."""
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(file), module_relative=False, encoding="utf-8")
    assert (0, True) == (failed, tried > 0)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_a_docstring_give_what_it_shows(name: str) -> None:
    """Every ``>>>`` line of a module's docstrings is run, with the module's own names."""
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, extraglobs={"games": interactive_provider.games})
    assert (0, True) == (failed, tried > 0)


@pytest.mark.parametrize("file", DOCUMENTS, ids=_name)
def test_links_in_a_document_lead_somewhere(file: Path) -> None:
    """A link or a picture that is not on the web is a file of the project."""
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text(encoding="utf-8"))
    local = [target for target in targets if not target.startswith(("http:", "https:"))]
    assert [] == [target for target in local if not (file.parent / target).exists()]


def test_commands_in_the_documents_exist() -> None:
    """Each ``make word`` of a document is a target of the Makefile."""
    made = set(
        re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(), flags=re.MULTILINE)
    )
    named = {
        word
        for file in DOCUMENTS
        for word in re.findall(
            r"(?:^|`)make ([a-z-]+)", file.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
    }
    assert named <= made
