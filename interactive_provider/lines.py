"""Positions as text: a line of Python read back, and a saved game.

A line is parsed here, never evaluated: names are looked up among choices and arguments are literals.
"""

from __future__ import annotations

import ast
import io
import json
import os
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ._positions import Lobby, Position, Stage, Typing, position_under
from ._seat import line_of, steps_of
from ._synthesis import Node, choose_by_name
from ._table import Input, Step, step_text
from .errors import BadLine, BadSave, ChoiceError, ProviderError, quote
from .provider import InteractiveProvider, default, provider_of

_FORMAT = "interactive_provider game"
_FIELDS = ("format", "game", "version", "parameters", "seed", "path", "position")


def replay(line: str, provider: InteractiveProvider | None = None) -> Node:
    """The position that a line such as ``games.guess(seed=7).n5.n0.enter`` leads to.

    What stands before the name of the game stands for ``provider``: by default ``games``, or the provider in use that
    the line names. Raises `BadLine` for a line that does not parse, names an unknown game or takes a choice that is
    not offered; says which.
    """
    root, links = _rooted(line)
    node: Node | None = provider or provider_of(root)
    if node is None:
        raise BadLine(f"{quote(line.strip())} belongs to {root}: give that provider too, replay(line, provider).")
    for link in links:
        try:
            node = follow(node, link)
        except BadLine:
            raise
        except ProviderError as fault:
            raise BadLine(f"{quote(line.strip())} stops at {quote(link.text)}: {fault}") from fault
    return node


class Link(NamedTuple):
    """One link of a chain: a ``name``, or the text between the brackets of a ``call`` or ``key``."""

    kind: str
    text: str


def follow(node: Node, link: Link) -> Node:
    """The node after one more link; raises `ChoiceError` where it is not offered, `BadLine` for what is no literal."""
    if link.kind == "name":
        return choose_by_name(node, link.text)
    if link.kind == "call" and callable(node):
        given, named = _arguments(link.text)
        found: Node = node(*given, **named)
        return found
    if link.kind == "key" and isinstance(node, Position | Stage | Lobby):
        return node[literal(link.text)]
    raise ChoiceError(f"{quote(link.text)} cannot follow {node!r}")


def chain(text: str) -> list[Link]:
    """The links of an expression such as ``games.guess(seed=7).n5``, its root first; raises `BadLine`."""
    try:
        links = list(_links(_tokens(text)))
    except (tokenize.TokenError, SyntaxError, StopIteration) as fault:
        raise BadLine(f"{quote(text.strip())} is no line of Python: {fault}.") from fault
    if not links or links[0].kind != "name":
        raise BadLine(f"{quote(text.strip())} is no line of a game: one begins like games.guess(seed=7).")
    return links


def _rooted(line: str) -> tuple[str, list[Link]]:
    """The root of a line, which stands for the provider, and the links after it."""
    if not isinstance(line, str):
        raise BadLine(f"A line is text, not {quote(line)}.")
    (_, root), *links = chain(line)
    if root == InteractiveProvider.__name__ and links and links[0].kind == "call":
        return f"{root}({links[0].text})", links[1:]
    return root, links


def _tokens(line: str) -> Iterator[tokenize.TokenInfo]:
    # Within brackets a line may break anywhere.
    skipped = (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)
    tokens = tokenize.generate_tokens(io.StringIO(f"(\n{line}\n)").readline)
    inner = [token for token in tokens if token.type not in skipped]
    if inner[-1].type == tokenize.ENDMARKER:
        inner = inner[:-1]
    return iter(inner[1:-1])


def _links(tokens: Iterator[tokenize.TokenInfo]) -> Iterator[Link]:
    dotted = True  # the root stands without a dot
    for token in tokens:
        if token.type == tokenize.NAME and dotted:
            yield Link("name", token.string)
            dotted = False
        elif token.string == "." and not dotted:
            dotted = True
        elif token.string in ("(", "[") and not dotted:
            yield Link("call" if token.string == "(" else "key", _bracketed(tokens))
        else:
            raise SyntaxError(f"{token.string!r} is not expected there")
    if dotted:
        raise SyntaxError("something is missing at the end")


def _bracketed(tokens: Iterator[tokenize.TokenInfo]) -> str:
    """The text up to the bracket that closes the one just read."""
    depth, parts = 1, list[str]()
    for token in tokens:
        depth += (token.string in "([{") - (token.string in ")]}") if token.type == tokenize.OP else 0
        if depth == 0:
            return "".join(parts)
        parts.append(f"{token.string} " if token.string == "," else token.string)
    raise SyntaxError("a bracket is never closed")


def _arguments(text: str) -> tuple[list[Any], dict[str, Any]]:
    try:
        call = ast.parse(f"f({text})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        raise BadLine(f"{quote(text)} are no arguments: {fault}") from fault
    if not isinstance(call, ast.Call) or any(keyword.arg is None for keyword in call.keywords):
        raise BadLine(f"{quote(text)} are no plain arguments.")
    given = [_literal_node(node, text) for node in call.args]
    return given, {str(k.arg): _literal_node(k.value, text) for k in call.keywords}


def literal(text: str) -> Any:
    """The number, text or tuple that stands between the brackets of a key; raises `BadLine`."""
    given, named = _arguments(text)
    if len(given) != 1 or named:
        raise BadLine(f"[{quote(text)}] is no key: one text stands in it.")
    return given[0]


def _literal_node(node: ast.expr, text: str) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as fault:
        raise BadLine(
            f"{quote(text)}: only numbers, texts and tuples of them may be given, nothing to compute."
        ) from fault


# Saved games -------------------------------------------------------------------------------


def save(p: Node, file: str | os.PathLike[str]) -> None:
    """Write ``p`` as readable JSON: game, version, parameters, seed, path. An old file is replaced only when all is
    written.
    """
    if not isinstance(p, Position | Stage | Typing):
        raise ChoiceError(f"{quote(p)} is no position: there is nothing to save yet.")
    position = position_under(p)
    table = position._table
    record = {
        "format": _FORMAT,
        "game": table.name,
        "version": table.game.version,
        "parameters": table.parameters,
        "seed": table.seed,
        "path": [step_text(step) for step in steps_of(position)],
        "position": position._digest.hex(),
        "line": line_of(position),
    }
    _write(Path(file), json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def _write(target: Path, text: str) -> None:
    """The text in a file, whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load(file: str | os.PathLike[str], provider: InteractiveProvider | None = None) -> Position:
    """The position that was saved; raises `BadSave` for a file that is torn, foreign, altered or of another version."""
    source = Path(file)
    record = _read(source)
    games = default() if provider is None else provider
    try:
        game = games._game(record["game"])
        if game.version != record["version"]:
            raise BadSave(
                f"{source.name} was saved by version {record['version']!r} of {record['game']}; this is version "
                f"{game.version!r}, in which the same path may lead elsewhere."
            )
        steps = tuple(_step(text) for text in record["path"])
        parameters = {name: _tuples(value) for name, value in record["parameters"].items()}
        position: Position = games._rebuild(record["game"], parameters, record["seed"], steps)
    except BadSave:
        raise
    except ProviderError as fault:
        raise BadSave(f"{source.name} leads nowhere: {fault}") from fault
    if position._digest.hex() != record["position"]:
        raise BadSave(f"{source.name} has been altered: its path leads to another position than the one saved.")
    return position


def _read(source: Path) -> dict[str, Any]:
    try:
        record = json.loads(source.read_text("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise BadSave(f"{source.name} is torn or no saved game: {fault}") from fault
    if not isinstance(record, dict) or record.get("format") != _FORMAT:
        raise BadSave(f"{source.name} is no saved game of this package.")
    kinds = {"game": str, "parameters": dict, "seed": (int, str), "path": list, "position": str}
    for name in _FIELDS:
        if name not in record or not isinstance(record[name], kinds.get(name, object)):  # type: ignore[arg-type]
            raise BadSave(f"{source.name} is torn: its {name!r} is missing or wrong.")
    return record


def _step(text: object) -> Step:
    if not isinstance(text, str):
        raise BadSave(f"{quote(text)} is no step of a path.")
    if text.startswith("("):
        return Input(literal(text[1:-1]))
    return tuple(text.split("."))


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
