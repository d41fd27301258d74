"""The reference page, made from docstrings, magics and settings by
``python -m tools.reference``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import interactive_provider
from interactive_provider import analysis, boards, errors, game, prose, testing
from interactive_provider.game import asking, validation
from interactive_provider.heart.catalogue import discovery
from interactive_provider.shell.magics import MAGICS
from interactive_provider.shell.settings import InteractiveProvider as Settings
from tools.isolation import REPOSITORY

PAGE = REPOSITORY / "docs" / "reference.md"

HEAD = """\
# Reference

Every public function, class, magic and setting, as its own docstring describes it. This page is made by
`make generated`; its examples are run in the tests.

`p` stands for a position, or for a stage between two positions or a lobby if that makes sense. What you can do
with a position is a function, so a position has no attributes except its choices.
"""

SOURCES = ("games", "InteractiveProvider")
NODES = ("Position", "Option")
DESK: dict[ModuleType, tuple[str, ...]] = {
    game: (
        "Game",
        "State",
        "Labelled",
        "Number",
        "Text",
        "Hint",
        "Verdict",
        "Solution",
        "Check",
        "Opponent",
    ),
    boards: ("Board", "Cell", "Frame", "Piece", "Toggles", "Zone"),
    prose: ("Block", "Image", "Prose", "Run"),
}
"""The classes that a game is written with, by the module from which they are imported."""


def page() -> str:
    """The whole page as Markdown."""
    functions = [name for name in interactive_provider.__all__ if inspect.isfunction(_public(name))]
    sections = {
        "Where games come from": _entries(interactive_provider, SOURCES),
        "What you can do with a position": _entries(interactive_provider, functions),
        "Positions, options and limits": _entries(interactive_provider, (*NODES, "Limit")),
        "Looking at a game from outside: `interactive_provider.analysis`": _entries(
            analysis, sorted(analysis.__all__, key=str.swapcase)
        ),
        "Magics": [_magic(name) for name in magics()],
        "Settings": [_setting(name) for name in settings()],
        **{
            f"Writing a game: `{module.__name__}`": _entries(module, names)
            for module, names in DESK.items()
        },
        f"Writing a game: `{asking.__name__}`": _entries(asking, asking.__all__),
        f"Writing a game: `{validation.__name__}`": _entries(validation, ("whole", "one_of")),
        "Reading files of other kinds": _entries(discovery, ("register_reader",)),
        "Testing a game": _entries(testing, ("check_game",)),
        "Errors": [_errors()],
    }
    return HEAD + "".join(
        f"\n## {title}\n\n{''.join(entries)}" for title, entries in sections.items()
    )


def magics() -> list[str]:
    """The names of the magics that the extension brings."""
    return sorted(MAGICS)


def settings() -> list[str]:
    """The names of the settings that ``%config`` shows."""
    return sorted(Settings.class_own_traits(config=True))


def _entries(module: ModuleType, names: Iterable[str]) -> list[str]:
    return [_entry(name, getattr(module, name)) for name in names]


def _public(name: str) -> Any:
    return getattr(interactive_provider, name)


def _entry(name: str, thing: Any) -> str:
    doc = (
        inspect.cleandoc(type(thing).__doc__ or "")
        if name == "games"
        else inspect.getdoc(thing) or ""
    )
    told = f"### `{_headed(name, thing)}`\n\n{_markdown(doc)}\n\n"
    return told + "".join(_members(thing)) if inspect.isclass(thing) else told


def _headed(name: str, thing: Any) -> str:
    """The name with the parameters as a caller reads them."""
    if name == "games":
        return name
    try:
        parameters = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return name
    return f"{name}({', '.join(_parameter(p) for p in parameters if p.name != 'self')})"


def _parameter(parameter: inspect.Parameter) -> str:
    kinds: dict[Any, str] = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}
    stars = kinds.get(parameter.kind, "")
    given = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
    return f"{stars}{parameter.name}{given}"


def _members(cls: type) -> Iterator[str]:
    """The public attributes that a class describes itself, one line each."""
    for name, member in vars(cls).items():
        if name.startswith("_") or not (
            inspect.isfunction(member) or isinstance(member, property | classmethod)
        ):
            continue
        doc = inspect.getdoc(member)
        if doc:
            shown = name if isinstance(member, property) else f"{name}(…)"
            first = doc.partition("\n\n")[0]
            yield f"- `{shown}`: {_inline(first)}\n"
    yield "\n"


def _magic(name: str) -> str:
    return f"### `%{name}`\n\n{_markdown(MAGICS[name][1])}\n\n"


def _setting(name: str) -> str:
    trait = Settings.class_own_traits(config=True)[name]
    values = getattr(trait, "values", None)
    one_of = f" One of {', '.join(f'`{value!r}`' for value in values)}." if values else ""
    default = trait.default_value
    example = f"```python\n%config InteractiveProvider.{name} = {default!r}\n```\n\n"
    return f"### `{name}`\n\n{trait.help}{one_of} The default is `{default!r}`.\n\n{example}"


def _errors() -> str:
    tree = inspect.getdoc(errors) or ""
    return _markdown(tree) + "\n\n" + _markdown(inspect.getdoc(errors.ProviderError) or "") + "\n"


def _markdown(doc: str) -> str:
    """A docstring with its examples and indented parts as blocks of code."""
    blocks = re.split(r"\n\s*\n", doc)
    return "\n\n".join(map(_block, blocks))


def _block(text: str) -> str:
    if text.lstrip().startswith(">>> "):
        return f"```pycon\n{inspect.cleandoc(text)}\n```"
    if text.startswith("    "):
        return f"```\n{text.rstrip()}\n```"
    return _inline(text)


def _inline(text: str) -> str:
    """A paragraph on one line, code in single backticks."""
    return " ".join(text.replace("``", "`").split())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
