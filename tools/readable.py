"""`python -m tools.readable` says where the package became harder to read; `make lint` runs it.

A statement is packed if it holds an assignment expression inside a comprehension, a conditional
expression inside another one, or a tuple assignment of three or more values. No room may have more
of them than it is allowed below. What draws boards and pages knows no game: the words by which one
would be recognised do not stand there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import interactive_provider

PACKAGE = Path(interactive_provider.__file__).parent

ALLOWED = {"search": 32}
"""The packed statements that rooms may still have; all others have none."""

BLIND = ("rendering", "widget")
"""The rooms that know no game."""

GAMES = re.compile(
    r"chess|minesweeper|mine-?field|connect.?four|noughts|gomoku|2048|draughts|backgammon|othello|hanabi|poker"
    r"|white's|black's",
    re.IGNORECASE,
)

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def packed(tree: ast.AST) -> Iterator[int]:
    """The lines of the packed statements in a module."""
    for node in ast.walk(tree):
        if isinstance(node, _COMPREHENSIONS):
            yield from _lines_of(ast.NamedExpr, ast.iter_child_nodes(node))
        elif isinstance(node, ast.IfExp):
            yield from _lines_of(ast.IfExp, ast.iter_child_nodes(node))
        elif isinstance(node, ast.Assign) and _has_three_values(node):
            yield node.lineno


def _has_three_values(node: ast.Assign) -> bool:
    into_names = isinstance(node.targets[0], ast.Tuple)
    return into_names and isinstance(node.value, ast.Tuple) and len(node.value.elts) >= 3


def _lines_of(kind: type[ast.expr], parts: Iterator[ast.AST]) -> Iterator[int]:
    for part in parts:
        yield from (inner.lineno for inner in ast.walk(part) if isinstance(inner, kind))


def complaints() -> Iterator[str]:
    """A sentence for each room with too many packed statements, and for each line that names a
    game."""
    places: dict[str, list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE).parts
        lines = packed(ast.parse(file.read_text("utf-8")))
        places.setdefault(parts[0], []).extend(f"{'/'.join(parts)}:{line}" for line in lines)
    for room, lines_of_room in places.items():
        count, allowed = len(lines_of_room), ALLOWED.get(room, 0)
        if count > allowed:
            first = ", ".join(lines_of_room[:5])
            yield f"{room} has {count} packed statements; {allowed} are allowed: {first}"
    for room in BLIND:
        yield from _names_of_games(PACKAGE / room)


def _names_of_games(room: Path) -> Iterator[str]:
    for file in sorted(room.rglob("*")):
        own = "node_modules" not in file.parts and "tests" not in file.parts
        if own and file.suffix in (".py", ".js", ".css", ".txt"):
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                is_example = ">>>" in line or line.lstrip().startswith("'games.")
                if GAMES.search(line) and not is_example:
                    yield f"{file.relative_to(PACKAGE)}:{number} names a game: {line.strip()[:80]}"


if __name__ == "__main__":
    faults = list(complaints())
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    sys.exit(bool(faults))
