"""A line of Python read back to a position.

A line is parsed here, never evaluated: names are looked up among choices and arguments are literals.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import BadLine, ChoiceError, ProviderError, quote
from .nodes import Lobby, Position, Stage
from .provider import InteractiveProvider, provider_of
from .synthesis import Node, choose_by_name


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
