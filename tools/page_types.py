"""`python -m tools.page_types` writes the shapes of `widget.shapes` as types for the checker of the
page's program, and the names of what is sent by position, by which the page reads it."""

from __future__ import annotations

import inspect
import json
import re
import textwrap
import types
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Union

from interactive_provider.widget import shapes
from tools.readable import WIDEST

FILE = Path(shapes.__file__).parent / "frontend" / "types.js"
NAMES = FILE.with_name("fields.js")

HEAD = """\
// What the kernel sends, for the type checker alone: made of shapes.py by
// `python -m tools.page_types`.
"""
OWN = "// What only the page knows, written by hand.\n"
NAMES_HEAD = """\
// What the kernel sends by position, by the names under which it stands in a view: made of
// shapes.py by `python -m tools.page_types`.
"""

_PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    object: "unknown",
    type(None): "null",
}


def kind_of(kind: Any) -> str:
    """A Python type as TypeScript writes it."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(map(kind_of, inner))
    if origin is tuple:
        return f"[{', '.join(map(kind_of, inner))}]"
    if origin in (list, Sequence):
        return f"({kind_of(inner[0])})[]" if "|" in kind_of(inner[0]) else f"{kind_of(inner[0])}[]"
    if origin is dict:
        return f"Record<{kind_of(inner[0])}, {kind_of(inner[1])}>"
    return _name(kind)


def _name(kind: Any) -> str:
    """What a shape is called on the page, which knows no other things of these names."""
    return str(kind.__name__).removesuffix("Shape")


def typedef(kind: Any) -> str:
    """One shape as a comment that declares it."""
    parts = {name: kind_of(part) for name, part in typing.get_type_hints(kind).items()}
    told = " ".join((inspect.getdoc(kind) or "").split()).replace("``", "`")
    optional = getattr(kind, "__optional_keys__", ())
    names = {name: f"[{name}]" if name in optional else name for name in parts}
    lines = [f"@typedef {{object}} {_name(kind)}"]
    lines += [f"@property {{{part}}} {names[name]}" for name, part in parts.items()]
    rows = [*textwrap.wrap(told, WIDEST - 3), *lines]
    return "/**\n" + "".join(f" * {row}\n" for row in rows) + " */\n"


def _shapes() -> Iterator[Any]:
    for kind in vars(shapes).values():
        if isinstance(kind, type) and kind.__module__ == shapes.__name__:
            yield kind


def written() -> str:
    """The whole file: what is made of the shapes, then what was written by hand."""
    place = "/** @typedef {[number, number]} Place  Row and column, from 0 at the top left. */\n"
    made = "\n".join(map(typedef, _shapes()))
    return f"{HEAD}\n{place}\n{made}\n{OWN}{FILE.read_text('utf-8').partition(OWN)[2]}"


def names() -> str:
    """The fields of what is sent as a list, by the names under which it stands in a view."""
    fields: dict[str, Sequence[str]] = {}
    for kind in _shapes():
        for name, hint in typing.get_type_hints(kind).items():
            shape = _innermost(hint)
            if shape is not None and fields.setdefault(name, shape._fields) != shape._fields:
                raise TypeError(f"Two shapes of different fields stand under the name {name}.")
    return f"{NAMES_HEAD}\n{_table('FIELDS', fields)}"


def _innermost(hint: Any) -> Any:
    """The shape of named parts that a field is or contains, None if it has none."""
    if isinstance(hint, type):
        return hint if hint.__module__ == shapes.__name__ and issubclass(hint, tuple) else None
    return next(filter(None, map(_innermost, typing.get_args(hint))), None)


def _on_one_line(found: re.Match[str]) -> str:
    line = json.dumps(json.loads(found[0]))
    return line if len(line) < WIDEST - 10 else found[0]


def _table(name: str, rows: object) -> str:
    written = json.dumps(rows, indent=2)
    closed = re.sub(r"\[[^\[\]{}]*\]", _on_one_line, written)
    plain = re.sub(r'"(\w+)":', r"\1:", closed)
    return f"/** @type {{Record<string, string[]>}} */\nexport const {name} = {plain};\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
    NAMES.write_text(names(), "utf-8")
