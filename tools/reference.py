"""The reference page, made from docstrings, magics and settings by
``python -m tools.reference``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import interactive_provider
from interactive_provider import errors, testing
from interactive_provider.game import validation
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

WRITING = ("menu", "ask_number", "ask_text", "ask_yes_no", "say")
SOURCES = ("games", "InteractiveProvider", "register_reader")
RESULTS = ("Position", "Option", "Count", "Tree", "Series", "League", "Report")


def page() -> str:
    """The whole page as Markdown."""
    functions = [name for name in interactive_provider.__all__ if inspect.isfunction(_public(name))]
    classes = [name for name in interactive_provider.__all__ if inspect.isclass(_public(name))]
    playing = [name for name in functions if name not in (*WRITING, *SOURCES)]
    sections = {
        "Where games come from": [_entry(name, _public(name)) for name in SOURCES],
        "What you can do with a position": [_entry(name, _public(name)) for name in playing],
        "What functions return": [_entry(name, _public(name)) for name in RESULTS],
        "Magics": [_magic(name) for name in magics()],
        "Settings": [_setting(name) for name in settings()],
        "Writing a game: classes": [
            _entry(name, _public(name))
            for name in classes
            if name not in (*SOURCES, *RESULTS)
            and not issubclass(_public(name), errors.ProviderError)
        ],
        "Writing a game: the asking style": [_entry(name, _public(name)) for name in WRITING],
        "Writing a game: parameters": [
            _entry(name, getattr(validation, name)) for name in ("whole", "one_of")
        ],
        "Testing a game": [_entry("check_game", testing.check_game)],
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
