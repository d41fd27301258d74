"""The texts that people read keep clear of turns of phrase that a native technical writer would not
use."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.isolation import REPOSITORY

ANYWHERE = {
    r"(?<!there )\b(?:is|are|was|were) no (?!more\b|longer\b|fewer\b|less\b|better\b|larger\b)\w": (
        "is not a"
    ),
    r"(?<!there )\b(?:is|are) (?-i:none)\b(?! of)": "is not one",
    r"\b(?:is|are) meant\b(?! to\b| for\b)": "must be",
    r"\bso many\b(?!.{0,80} that\b)": "N, that many, a given number of",
    r"\b(?:anew|afresh)\b": "again",
    r"\bfor ever\b": "forever",
    r"\bwhat one (?:does|has|writes)\b|\bone's own\b": "what you do, your own",
    r"\bwho(?:ever)? is to move\b": "the player to move",
    r"\bfor what (?:is|are) none\b|\bfor what (?:is|are) no\b": "for anything but",
    r"\bwhere there (?:is|are) (?:no|none|nothing)\b": "if there is no",
    r"\braises [^.;]{0,60}\bwhere\b": "raises … if",
    r"\bnone for what is\b": "or None if it is not",
    r"\b(?:over|of) several lines\b": "multi-line",
    r"\bin the meantime\b": "since then",
    r"\btoo deep\b": "too deeply",
    r"\bshould stand\b": "expected",
}
"""Habits that no text of the package has, docstrings included, each with what to write instead."""

FOR_READERS = ANYWHERE | {
    r"\btold\b|\btells?\b(?! apart)": "shown, says, reports",
    r"\balone\b": "only",
    r"(?:^|[.;:] )where (?!\w+ (?:come|lead)s?\b)": "if",
    r"\bwhere (?:it (?:is not|has|can|may)|nothing|nobody|luck|something is|several)\b": "if",
    r"\b(?:taken|takes) for\b": "treated as",
    r"\bat hand\b|\bbrings? along\b|\bof yours\b": "the plain verb",
    r"\b1 (?:moves|guesses|games|mines|squares)\b": "1 move",
}
"""Habits that no message, page or notebook has besides."""

EXCEPTIONS = (
    "You are told",  # as a person tells another
    '"I told it."',
    "the same line tells the same story",
    "leave it alone",
    "If there is none",
    "where nothing is drawn",  # a place
    "where to find them",
    "Stuck where something is",
    "DIMENSIONED ANEW",  # the standard's own words for its errors
    "DEFINED ANEW",
)
"""Phrases in which such a word is right."""

DOCUMENTS = ("*.md", "docs/*.md", "examples/**/*.md", "benchmarks/*.md")
PACKAGE = REPOSITORY / "interactive_provider"
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def literals(source: str) -> Iterator[tuple[bool, int, str]]:
    """The texts in a module: whether each is a docstring, its line, and its words with ``{}`` for
    what is filled in."""
    tree = ast.parse(source)
    bodies = [
        statement
        for node in ast.walk(tree)
        if isinstance(node, _DOCUMENTED)
        for statement in node.body
    ]
    docstrings = {id(statement.value) for statement in bodies if isinstance(statement, ast.Expr)}
    parts: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts |= {id(part) for part in ast.walk(node) if part is not node}
            yield (
                False,
                node.lineno,
                "".join(
                    getattr(part, "value", "") if isinstance(part, ast.Constant) else "{}"
                    for part in node.values
                ),
            )
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield id(node) in docstrings, node.lineno, node.value


def habits(text: str, words: dict[str, str] = FOR_READERS) -> list[str]:
    """The habits in a text: each with its surroundings and what to write instead."""
    for phrase in EXCEPTIONS:
        text = text.replace(phrase, "")
    flat = " ".join(text.split())
    found = [
        (match, instead)
        for habit, instead in words.items()
        for match in re.finditer(habit, flat, re.IGNORECASE)
    ]
    return [
        f"“{flat[max(0, match.start() - 40) : match.end() + 30]}”: write {instead}"
        for match, instead in found
    ]


def _name(file: Path) -> str:
    return str(file.relative_to(REPOSITORY))


@pytest.mark.parametrize(
    "file",
    sorted(
        file
        for pattern in ("*.md", "docs/*.md", "examples/**/*.md", "benchmarks/*.md")
        for file in REPOSITORY.glob(pattern)
    ),
    ids=_name,
)
def test_a_document_is_in_plain_english(file: Path) -> None:
    """No habit of the list is in a paragraph of a document; programs in it are not looked at."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", file.read_text("utf-8"), flags=re.DOTALL)
    words = ANYWHERE if file.name == "reference.md" else FOR_READERS
    assert [] == [
        found for part in re.split(r"\n\s*\n|\n(?=[-|#])", text) for found in habits(part, words)
    ]


@pytest.mark.parametrize("file", sorted((REPOSITORY / "notebooks").glob("*.ipynb")), ids=_name)
def test_a_notebook_is_in_plain_english(file: Path) -> None:
    """No habit of the list is in a text cell of a notebook."""
    cells = json.loads(file.read_text("utf-8"))["cells"]
    assert [] == [
        found
        for cell in cells
        if cell["cell_type"] == "markdown"
        for found in habits("".join(cell["source"]))
    ]


@pytest.mark.parametrize(
    "room", sorted({file.relative_to(PACKAGE).parts[0] for file in PACKAGE.rglob("*.py")})
)
def test_messages_and_docstrings_are_in_plain_english(room: str) -> None:
    """No habit of the list is in a message of the package, and none of the shorter list in a
    docstring."""
    files = [PACKAGE / room] if room.endswith(".py") else sorted((PACKAGE / room).rglob("*.py"))
    assert [] == [
        f"{_name(file)}:{line}: {found}"
        for file in files
        for is_docstring, line, text in literals(file.read_text("utf-8"))
        if " " in text.strip() and "<" not in text[:1]
        for found in habits(text, ANYWHERE if is_docstring else FOR_READERS)
    ]


@pytest.mark.parametrize("habit", FOR_READERS)
def test_each_habit_is_noticed(habit: str) -> None:
    """A sentence with the habit is found by this habit's own pattern, and a plain one by none."""
    samples = (
        "This is no game. These are none. A number is meant. So many games. It begins anew, for"
        " ever. What one does with it is one's own. Whoever is to move. For what is no game. None"
        " where there is none. Raises it where it fails. It is told. By itself, alone. Where it is."
        " Seen where nothing is. It is taken for it. At hand. 1 moves. None for what is not one. A"
        " block of several lines. In the meantime. Nested too deep. A name should stand here."
    )
    assert re.search(habit, samples, re.IGNORECASE)
    assert [] == habits("There is no game here, and no longer a board; it is not a choice.")
