"""The value of an expression that has not been run, found without running it.

A chain such as ``games.minesweeper(seed=7).beginner.uncover`` is followed from a name of the
session: choices by name, and calls and keys with literal arguments. Nothing else is evaluated: no
property, method or function. A chain of k links plays at most k choices the first time and none the
second time, since positions are remembered.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from ..heart.choices.synthesis import Node
from ..heart.play.actions import path
from ..heart.play.nodes import Live, Lobby, Playable, Position
from ..heart.records.lines import Link, chain, follow, key_of, links_of
from ..heart.records.tokens import Token, Tokens
from .members import entries, inherited, member
from .scanner import assigns, binds_otherwise, chain_start, statements

PACKAGE = __package__.partition(".")[0]

Namespace = Mapping[str, Any]


def is_node(thing: object) -> TypeGuard[Node]:
    """True if an object is one of our nodes, judged only by its type: `isinstance` would make a
    lazy proxy load its object."""
    return issubclass(type(thing), Node)


def is_playable(thing: object) -> TypeGuard[Playable]:
    """True if an object is a node, or a board that shows one, judged only by its type."""
    return issubclass(type(thing), Node | Live)


def is_board(thing: object) -> bool:
    """True if an object is a board of this package itself, not of a subclass."""
    made_in = inherited(type(thing), "__module__")
    return (
        issubclass(type(thing), Live) and type(made_in) is str and made_in.startswith(f"{PACKAGE}.")
    )


def resolve(text: str, namespace: Namespace) -> Any:
    """Return what the chain ``text`` leads to from the names in ``namespace``.

    Raises `LookupError` for an unknown name and for links that cannot be followed without running
    code, `ProviderError` for a choice that is not offered.
    """
    root, *rest = chain(text)
    return follow_all(namespace[root.text], rest)


def follow_all(thing: Any, links: Sequence[Link]) -> Any:
    """Return what links lead to from an object; see `resolve`."""
    for link in links:
        thing = _node_after(thing, link) if is_node(thing) else part_of(thing, link)
    return thing


def _node_after(node: Node, link: Link) -> Node:
    # A call without arguments starts a fresh game whose seed is not drawn yet: the session's own
    # seed is used instead.
    if (
        link.kind == "call"
        and not link.inside
        and isinstance(node, Position | Lobby)
        and not path(node)
    ):
        return node
    return follow(node, link)


def part_of(thing: Any, link: Link) -> Any:
    """Return a part of an object that is not a node, found without running its code; raise
    `LookupError` if impossible."""
    if link.kind == "key":
        return _item(thing, key_of(link))
    if link.kind != "name":
        raise LookupError(link.text)
    if is_board(thing) and link.text == "position":
        return thing.position
    if thing is sys.modules.get(PACKAGE):
        return getattr(thing, link.text)
    return member(thing, link.text)


def _item(thing: Any, key: object) -> Any:
    if type(thing) is dict:
        return entries(thing)[key]
    if type(thing) in (list, tuple) and type(key) is int:
        return thing[key]
    raise LookupError(key)


class Unfollowed(LookupError):
    """The cell rebinds the name in a way that only running it could reveal."""


def resolve_in_cell(
    tokens: Tokens,
    last: int,
    text: str,
    namespace: Namespace,
    rest: Tokens,
    leave_names: bool,
) -> Any:
    """Return the value of the chain that ends with token ``last``, in a cell that has not been run.

    If the cell itself rebinds the chain's first name, the new value is followed if it is one of our
    chains that Jedi cannot follow (with ``leave_names`` False: any chain); otherwise raises
    `Unfollowed`. ``rest`` are the tokens after the cursor.
    """
    first = chain_start(tokens, last)
    if first is None:
        raise Unfollowed("it is not a chain that can be followed")
    head = tokens[first].text
    *earlier, current = statements(tokens[: last + 1])
    if binds_otherwise([*current, *rest], head):
        raise Unfollowed(head)
    links = links_of(tokens[first : last + 1])
    if isinstance(links, str):
        raise Unfollowed(links)
    rebound = next(
        (s for s in reversed(earlier) if assigns(s, head) or binds_otherwise(s, head)), None
    )
    if rebound is None:
        return follow_all(namespace[head], links[1:])
    before = tokens[: tokens.index(rebound[0])]
    return follow_all(_bound(head, rebound, before, text, namespace, leave_names), links[1:])


def _bound(
    head: str,
    statement: list[Token],
    before: Tokens,
    text: str,
    namespace: Namespace,
    leave_names: bool,
) -> Any:
    """Return what a statement of the cell binds ``head`` to."""
    start_of_line = text.rfind("\n", 0, statement[0].start) + 1
    if statement[0].start != start_of_line:  # possibly in a loop, a function or a branch
        raise Unfollowed(head)
    words = [token.text for token in statement]
    if (
        words[:3] == ["from", PACKAGE, "import"]
        and words[3:].count(head) == 1
        and "as" not in words
    ):
        return follow_all(sys.modules[PACKAGE], [Link("name", head)])
    inside = list(before) + statement
    start = chain_start(inside, len(inside) - 1) if words[:2] == [head, "="] else None
    if start != len(before) + 2:
        raise Unfollowed(head)
    if leave_names and not any(token.is_op("(", "[") for token in statement):
        raise Unfollowed(head)
    return resolve_in_cell(inside, len(inside) - 1, text, namespace, (), leave_names)
