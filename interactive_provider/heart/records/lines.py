"""Reads a line of Python back to a position.

A line is parsed here, never evaluated: names are looked up among choices, and arguments are
literals. An unfinished cell is read with the same tokens (`tokens`) and the same literals
(`literals`).
"""

from __future__ import annotations

import keyword
from typing import Any, NamedTuple

from ...errors import BadLine, BadParameter, ChoiceError, MissingExtra, ProviderError, quote
from ...game import Game, Parameters, title_of
from ..catalogue.provider import Catalogue, InteractiveProvider, default, providers_of
from ..choices.synthesis import Node, choose_by_name
from ..play.digests import Input, Step
from ..play.insiders import game_of
from ..play.nodes import Lobby, Position, Stage, Typing, WithOptions, position_under
from ..play.table import same_rules
from .links import is_link, line_in
from .literals import arguments, name_of, written
from .tokens import Scan, Token, Tokens


def replay(line: str, provider: InteractiveProvider | None = None) -> Node:
    """Return the position that a line such as ``games.guess(seed=7).n5.n0.enter`` leads to.

    The part before the name of the game refers to ``provider``: by default ``games``, or the
    provider in use that the line names. A link made by `share` is accepted too and always leads
    into ``games``. Raises `BadLine`, with the reason, for a line that does not parse, names an
    unknown game, makes a choice that is not offered, or may belong to several games.

    >>> replay("games.guess(seed=7).n5.n0.enter") == games.guess(seed=7)(50)
    True
    """
    if isinstance(line, str) and is_link(line):
        line = line_in(line)
        provider = default()
    refuse_other_catalogues(provider)
    root, links = _rooted(line)
    providers = [provider] if provider is not None else providers_of(root)
    if not providers:
        raise BadLine(
            f"{quote(line.strip())} belongs to {root}: also give that provider, as in replay(line,"
            " provider)."
        )
    node: Node = providers[0]
    for link in links:
        try:
            node = follow(node, link)
        except (BadLine, MissingExtra):
            raise
        except ProviderError as fault:
            raise BadLine(str(fault)) from fault
    if not all(_has_same_game(other, node) for other in providers[1:]):
        raise BadLine(
            f"{quote(line.strip())} may belong to several providers whose games differ: name one of"
            " them, replay(line, provider)."
        )
    return node


def origin_of(line: object) -> InteractiveProvider:
    """Return the provider in use that a line names, ``games`` if it names none."""
    using = providers_of(_rooted(line)[0]) if isinstance(line, str) else []
    return using[0] if using else default()


def refuse_other_catalogues(provider: object) -> None:
    """Raise `BadParameter` for anything but a provider, or None for the default one."""
    if provider is not None and not isinstance(provider, InteractiveProvider):
        raise BadParameter(f"provider is {quote(provider)}; give an InteractiveProvider.")


def _has_same_game(provider: InteractiveProvider, node: Node) -> bool:
    """True if a provider has a node's game under the same name."""
    if isinstance(node, Lobby):
        name = node._name
        game = node._game
    elif isinstance(node, Position | Stage | Typing):
        table = position_under(node)._table
        name = table.name
        game = table.game
    else:
        return True
    try:
        return same_rules(provider._game(name), game)
    except ProviderError:
        return False


class Link(NamedTuple):
    """One link of a chain: a ``name``, or the contents of the brackets of a ``call`` or ``key``."""

    kind: str
    text: str
    inside: tuple[Token, ...] = ()


def follow(node: Node, link: Link) -> Node:
    """Return the node after one more link; raise `ChoiceError` if it is not offered, `BadLine` if
    it is not literal."""
    if link.kind == "name":
        return choose_by_name(node, link.text)
    if link.kind == "call" and callable(node):
        given, named = arguments(link.inside)
        if isinstance(node, Lobby | Position):
            refuse_files(game_of(node), named)
        found: Node = node(*given, **named)
        return found
    if link.kind == "key" and isinstance(node, WithOptions | Catalogue):
        return node[key_of(link)]
    raise ChoiceError(f"{quote(link.text)} cannot follow {node!r}")


def refuse_files(game: Game, parameters: Parameters) -> None:
    """Raise `BadParameter` if a record, which may come from a stranger, would make a game open a
    file."""
    for name in game.file_parameters:
        if parameters.get(name):
            raise BadParameter(
                f"{name}={quote(parameters[name])} names a file, which a line, a link or a saved"
                f" game cannot open: begin {title_of(game)} with that parameter yourself."
            )


def key_of(link: Link) -> Any:
    """Return the only literal between the brackets of a key; raise `BadLine` for anything else."""
    given, named = arguments(link.inside)
    if len(given) != 1 or named:
        raise BadLine(f"[{link.text}] is not a key: it must contain one text.")
    return given[0]


def literal(text: str) -> Any:
    """Return the number, text or tuple written in ``text``; raise `BadLine` for anything else."""
    return key_of(Link("key", text, tuple(_tokens(text))))


def step_in(text: object) -> Step:
    """Read a step that `step_text` wrote; raise `BadLine` for anything else."""
    if not isinstance(text, str):
        raise BadLine(f"{quote(text)} is not a step of a path.")
    if text.startswith("("):
        return Input(literal(text[1:-1]))
    return tuple(text.split("."))


def chain(text: str) -> list[Link]:
    """Return the links of an expression such as ``games.guess(seed=7).n5``, its root first; raise
    `BadLine` for anything else."""
    links = links_of(_tokens(text))
    if not isinstance(links, list):
        raise BadLine(f"{quote(text.strip())} is not the line of a position: {links}.")
    return links


def links_of(tokens: Tokens) -> list[Link] | str:
    """Return the links of a chain, its root first, or a sentence that says why the tokens are not a
    chain."""
    links: list[Link] = []
    at, dotted = 0, True  # the root has no dot
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if dotted and token.kind == "name":
            links.append(Link("name", name_of(token)))
            dotted = False
        elif token.is_op(".") and not dotted:
            dotted = True
        elif token.is_op("(", "[") and not dotted:
            end = _closing(tokens, at - 1)
            if end is None:
                return f"the bracket {token.text!r} is never closed"
            inside = tuple(tokens[at:end])
            links.append(Link("call" if token.text == "(" else "key", written(inside), inside))
            at = end + 1
        else:
            return f"{quote(token.text)} was not expected in a line such as games.guess(seed=7)"
    if dotted:
        return "it is incomplete"
    return links


def _closing(tokens: Tokens, opening: int) -> int | None:
    """Return the index of the bracket that closes the one at ``opening``."""
    end = ")" if tokens[opening].text == "(" else "]"
    depth = tokens[opening].depth
    for index in range(opening + 1, len(tokens)):
        token = tokens[index]
        if token.depth == depth and token.kind == "op" and token.text in ")]}":
            return index if token.text == end else None
    return None


def _tokens(text: str) -> list[Token]:
    """Return the tokens of a line, which may break anywhere and end in a comment."""
    return [token for token in Scan(text).tokens if token.kind != "newline"]


def _rooted(line: str) -> tuple[str, list[Link]]:
    """Return the root of a line, which names the provider, and the links after it."""
    if not isinstance(line, str):
        raise BadLine(f"A line must be text, not {quote(line)}.")
    (_, root, _), *links = chain(line)
    if root == InteractiveProvider.__name__ and links and links[0].kind == "call":
        return f"{root}({links[0].text})", links[1:]
    if keyword.iskeyword(root) or not (links or root == "games"):
        raise BadLine(
            f"{quote(line.strip())} is not a line of a game: one begins like games.guess(seed=7)."
        )
    return root, links
