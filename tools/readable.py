"""`python -m tools.readable` says where the package became harder to read; `make lint` runs it.

A statement is packed if it holds an assignment expression inside a comprehension, a conditional
expression inside another one, or a tuple assignment of three or more values. No room may have more
of them than it is allowed below, and no more syntax nodes on a line of code. A function has at most
six parameters, and a session at most twenty methods. What draws boards and pages knows no game: the
words by which one would be recognised do not stand there. Within a room no class or type has the
name of another one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import interactive_provider

PACKAGE = Path(interactive_provider.__file__).parent
PAGE = PACKAGE / "widget" / "frontend"

WIDEST = 100
"""The characters that a line of the page's program may have."""

ALLOWED: dict[str, int] = {}
"""The packed statements that rooms may still have; all others have none."""

NODES_A_LINE = {
    "heart": 6.0,
    "game": 6.0,
    "shell": 6.0,
    "widget": 6.0,
    "rendering": 6.2,
    "search": 6.2,
}
"""The expressions and statements that a line of code may have on average, by room."""

NODES_A_LINE_OVERALL = 6.5

PARAMETERS = 6
"""The most that a function may have, besides the object that it belongs to."""

METHODS = {"Session": 20}
"""The most methods that these classes may have."""

MORE_PARAMETERS = {
    "adapters/environments.py:as_environment": "keywords that Gymnasium and PettingZoo expect",
    "builtin/minesweeper/game.py:new_state": "the parameters of a game are its keywords",
    "interpreters/basic/reading/expression_parser.py:__init__": "not divided yet",
    "interpreters/stories/harlowe/links.py:_follow_link": "not divided yet",
    "interpreters/stories/published/engine.py:_scene": "not divided yet",
    "interpreters/stories/sugarcube/links.py:_do": "not divided yet",
}
"""Functions that have more, with the reason."""

SHARED = frozenset(
    "Entry InteractiveProvider Key Lead Match Move Origin Position State Step Table".split()
)
"""The field's own words, which a class or type may have in several rooms; all other names of classes
and types stand once."""

PRIVATE = frozenset("_digest _game _parent _replies _state _step _table".split())
"""The parts of a position that only the heart reads."""

INSIDERS = {
    "adapters/gymnasium_ids.py": "an environment is made by the name of a game, which a provider finds",
}
"""Modules outside of the heart that read one of them, with the reason."""

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
    """A sentence for each place that is harder to read than it may be."""
    modules = [
        Module(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8"))
        for file in sorted(PACKAGE.rglob("*.py"))
    ]
    yield from complaints_about(modules)
    for room in BLIND:
        yield from _names_of_games(PACKAGE / room)
    for file in _own_files(PAGE):
        if file.suffix == ".js":
            yield from wide_lines(file.name, file.read_text("utf-8"))


def wide_lines(name: str, text: str) -> Iterator[str]:
    """The lines of a file that are too wide."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > WIDEST:
            yield f"{name}:{number} has {len(line)} characters; {WIDEST} are allowed"


def _own_files(folder: Path) -> Iterator[Path]:
    """The files of a folder that people write."""
    made = {"node_modules", "dist"}
    return (
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not made.intersection(file.parts)
    )


def complaints_about(modules: list[Module]) -> Iterator[str]:
    """What is hard to read in some modules: signatures, classes, statements and rooms."""
    rooms: dict[str, list[Module]] = {}
    for module in modules:
        rooms.setdefault(module.path.partition("/")[0], []).append(module)
        yield from _long_signatures(module)
        yield from _large_classes(module)
        yield from _private_parts(module)
    for room, inside in rooms.items():
        yield from _packed_statements(room, inside)
        if room in NODES_A_LINE:
            yield from _crowded(room, inside, NODES_A_LINE[room])
    yield from _names_of_two(modules)
    yield from _crowded("the package", modules, NODES_A_LINE_OVERALL)


class Module:
    """A file of the package, parsed."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.tree = ast.parse(text)

    @property
    def nodes(self) -> int:
        """The number of expressions and statements."""
        return sum(isinstance(node, ast.expr | ast.stmt) for node in ast.walk(self.tree))

    @property
    def lines_of_code(self) -> int:
        """The number of lines without blank ones, comments and docstrings."""
        written = (line.strip() for line in self.lines)
        return sum(bool(line) and line[0] != "#" for line in written) - self._docstring_lines()

    def _docstring_lines(self) -> int:
        described = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        first = [
            node.body[0]
            for node in ast.walk(self.tree)
            if isinstance(node, described) and ast.get_docstring(node, clean=False) is not None
        ]
        return sum((said.end_lineno or said.lineno) - said.lineno + 1 for said in first)


def _packed_statements(room: str, modules: list[Module]) -> Iterator[str]:
    places = [f"{module.path}:{line}" for module in modules for line in packed(module.tree)]
    count, allowed = len(places), ALLOWED.get(room, 0)
    if count > allowed:
        first = ", ".join(places[:5])
        yield f"{room} has {count} packed statements; {allowed} are allowed: {first}"


def _crowded(room: str, modules: list[Module], most: float) -> Iterator[str]:
    nodes = sum(module.nodes for module in modules)
    lines = max(1, sum(module.lines_of_code for module in modules))
    if nodes > most * lines:
        yield f"{room} has {nodes / lines:.2f} syntax nodes a line of code; {most} are allowed"


def _names_of_two(modules: list[Module]) -> Iterator[str]:
    places: dict[str, list[str]] = {}
    for module in modules:
        for name in _types(module.tree):
            places.setdefault(name, []).append(module.path)
    for name, files in places.items():
        rooms = {_room_of(file) for file in files}
        is_shared = name in SHARED and len(rooms) == len(files)
        if len(files) > 1 and not is_shared:
            yield f"{len(files)} things have the name {name}: {', '.join(files)}"


def _room_of(file: str) -> str:
    """The folder of a file; guests, games and interpreters have a room each."""
    first, *rest = file.split("/")
    is_divided = first in ("adapters", "builtin", "interpreters") and len(rest) > 0
    return f"{first}/{rest[0]}" if is_divided else first


def _private_parts(module: Module) -> Iterator[str]:
    if module.path.startswith(("heart/", "interpreters/")) or module.path in INSIDERS:
        return
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Attribute) or node.attr not in PRIVATE:
            continue
        if not isinstance(node.value, ast.Name) or node.value.id not in ("self", "cls"):
            place = f"{module.path}:{node.lineno}"
            yield f"{place} reads {node.attr} of a position: ask heart/play/insiders.py"


def _types(tree: ast.Module) -> Iterator[str]:
    """The names of the classes and types that a module defines."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target)


def _long_signatures(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        count = len(parameters(node))
        is_free = f"{module.path}:{node.name}" in MORE_PARAMETERS
        if count > PARAMETERS and not is_free:
            place = f"{module.path}:{node.lineno}"
            yield f"{place} {node.name} has {count} parameters; {PARAMETERS} are allowed"


def parameters(function: ast.FunctionDef) -> list[str]:
    """The names of a function's parameters, without the object or the class that it belongs to."""
    said = function.args
    every = (*said.posonlyargs, *said.args, said.vararg, *said.kwonlyargs, said.kwarg)
    names = [parameter.arg for parameter in every if parameter is not None]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _large_classes(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef) and node.name in METHODS:
            count = sum(isinstance(member, ast.FunctionDef) for member in node.body)
            if count > METHODS[node.name]:
                most = METHODS[node.name]
                yield f"{module.path} {node.name} has {count} methods; {most} are allowed"


def _names_of_games(room: Path) -> Iterator[str]:
    for file in _own_files(room):
        if "tests" not in file.parts and file.suffix in (".py", ".js", ".css", ".txt"):
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                is_example = ">>>" in line or line.lstrip().startswith("'games.")
                if GAMES.search(line) and not is_example:
                    yield f"{file.relative_to(PACKAGE)}:{number} names a game: {line.strip()[:80]}"


if __name__ == "__main__":
    faults = list(complaints())
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    sys.exit(bool(faults))
