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
// What the kernel sends by position, and where in the view it stands: made of shapes.py by
// `python -m tools.page_types`.
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
    """The fields of each shape that is sent as a list, which fields are shapes themselves, and which
    of a view may be null."""
    fields = {_name(kind): kind._fields for kind in _shapes() if issubclass(kind, tuple)}
    parts = {_name(kind): _parts(kind) for kind in _shapes()}
    used = {"View"} | set(re.findall(r"'([A-Z]\w+)'", str([*parts.values()])))
    inner = {shape: found for shape, found in parts.items() if found and shape in used}
    nullable = [
        name for name, hint in typing.get_type_hints(shapes.ViewShape).items() if _is_nullable(hint)
    ]
    tables = {"FIELDS": fields, "PARTS": inner, "NULLABLE": nullable}
    return f"{NAMES_HEAD}\n" + "\n".join(_table(name, rows) for name, rows in tables.items())


def _parts(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    inside = {name: _part(hint) for name, hint in hints.items()}
    return {name: part for name, part in inside.items() if part is not None}


def _part(hint: Any) -> Any:
    """The shape that a field is; in a list for a list of it; None if nothing in it is sent by
    position."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        return next((part for part in map(_part, inner) if part is not None), None)
    if origin in (list, Sequence):
        part = _part(inner[0])
        return None if part is None else [part]
    is_shape = isinstance(hint, type) and hint.__module__ == shapes.__name__
    if is_shape and (issubclass(hint, tuple) or _parts(hint)):
        return _name(hint)
    return None


def _on_one_line(found: re.Match[str]) -> str:
    line = json.dumps(json.loads(found[0]))
    return line if len(line) < WIDEST - 8 else found[0]


def _is_nullable(hint: Any) -> bool:
    return type(None) in typing.get_args(hint)


def _table(name: str, rows: object) -> str:
    written = json.dumps(rows, indent=2)
    closed = re.sub(r"\[[^\[\]{}]*\]", _on_one_line, written)
    plain = re.sub(r'"(\w+)":', r"\1:", closed)
    kind = "any[]" if isinstance(rows, list) else "Record<string, any>"
    return f"/** @type {{{kind}}} */\nexport const {name} = {plain};\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
    NAMES.write_text(names(), "utf-8")
