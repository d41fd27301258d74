"""The games we ship as type checkers see them: ``python -m tools.catalogue_stub`` writes the stub
again.

A checker runs nothing, so it cannot know what a provider finds; this says it, for the built-in
games alone.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from interactive_provider import InteractiveProvider
from interactive_provider.game import Game
from interactive_provider.heart.catalogue.discovery import BUILT_IN
from interactive_provider.heart.catalogue.provider import Catalogue
from interactive_provider.heart.choices.synthesis import Key, Node, choices
from interactive_provider.heart.play.nodes import Lobby, Position
from interactive_provider.heart.play.seating import takes_seating
from tools.isolation import REPOSITORY

STUB = REPOSITORY / "interactive_provider" / "builtin" / "catalogue.pyi"

HEAD = '''\
"""The built-in games for type checkers and static editors: written by `make format`, from the games themselves."""

from typing import Any

from ..heart.catalogue.provider import InteractiveProvider
from ..heart.choices.synthesis import Node
from ..heart.play.nodes import Position
'''

_PLAIN = re.compile(r"(int|float|str|bool|None|object|tuple|list|dict|[\[\], .|])+")


def stub() -> str:
    """The whole stub."""
    games = InteractiveProvider(seed=1)
    classes: list[str] = []
    members = []
    for name, choice in choices(games).items():
        told = games._brief(choice)
        is_ours = games._items[name].origin == BUILT_IN
        kind = _class_of(name, games._choose(choice), told, classes) if is_ours else "Node"
        members.append(_member(name, kind, told))
    head = 'class Games(InteractiveProvider):\n    """The games there are."""\n\n'
    return _formatted("\n\n".join([HEAD, *classes, head + "\n".join(members)]))


def _formatted(code: str) -> str:
    command = [
        sys.executable,
        "-m",
        "ruff",
        "format",
        "--quiet",
        "--stdin-filename",
        str(STUB),
        "-",
    ]
    return subprocess.run(
        command, input=code, capture_output=True, text=True, check=True, cwd=REPOSITORY
    ).stdout


def _class_of(name: str, node: Node, told: str, classes: list[str]) -> str:
    """The name of the class that stands for a game, a lobby or a menu; its text is put to the
    others."""
    title = "".join(word.capitalize() for word in name.split("_"))
    members: list[str] = []
    if isinstance(node, Catalogue):
        for inner, choice in choices(node).items():
            brief = node._brief(choice)
            members.append(
                _member(inner, _class_of(inner, node._choose(choice), brief, classes), brief)
            )
    elif isinstance(node, Lobby):
        for preset, choice in choices(node).items():
            is_preset = not isinstance(choice.value, Key)
            told = (
                node._describe(choice)
                if is_preset
                else "The same boards for all, those of the day."
            )
            members.append(_member(preset, "Position" if is_preset else title, told))
        members.append(_call(title, node._game, answers=False))
    elif isinstance(node, Position):
        members.append(_call(title, node._table.game, answers=True))
    classes.append(f'class {title}(Node):\n    """{_words(told)}"""\n\n' + "\n".join(members))
    return title


def _member(name: str, kind: str, told: str) -> str:
    body = f'\n        """{_words(told)}"""' if told else " ..."
    return f"    @property\n    def {name}(self) -> {kind}:{body}\n"


def _words(told: str) -> str:
    """A text in one line, as it may stand in a docstring."""
    return " ".join(told.split()).replace("\\", "\\\\").replace('"', "'")


def _call(title: str, game: Game[Any], answers: bool) -> str:
    given = ["answer: object = ...", "/"] if answers else []
    parameters = ", ".join(["self", *given, "*", "seed: int | str = ...", *_parameters(game)])
    return (
        f'    def __call__({parameters}) -> {title}:\n        """Begin with a seed and parameters'
        ' of your own."""\n'
    )


def _parameters(game: Game[Any]) -> Iterator[str]:
    known = list(inspect.signature(game.new_state).parameters.values())[1:]
    for parameter in known:
        if (
            parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
            and parameter.name != "seed"
        ):
            written = str(parameter.annotation)
            yield f"{parameter.name}: {written if _PLAIN.fullmatch(written) else 'Any'} = ..."
    if takes_seating(game):
        yield from ("against: object = ...", "seat: int | str = ...")


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
