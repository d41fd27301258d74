"""Shift-Tab and the pop-up's documentation, within a budget.

IPython follows the dots itself, which plays, and asks the game for its words and its page, all before it asks its
hooks. So what is ours is told here, by those who write for the hooks, and looked up within the budget; what is not
ours is inspected as ever, in the thread that asked.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from ..errors import ProviderError
from ..heart.choices.synthesis import Node, choices
from ..heart.records.lines import Link, chain
from ..sanitizing import fenced
from .display import WRITTEN, told_of
from .expressions import follow_all, is_node, part_of
from .time_budget import STEPS

_WORDS = "The game is still computing. Try again in a moment."
STILL = {"text/plain": _WORDS, "text/html": f"<pre>{_WORDS}</pre>", "text/markdown": fenced(_WORDS)}


class Inspection:
    """The shell's way to inspect a name, with a budget for what is ours."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell: Any = shell

    def install(self) -> None:
        """Stand before the shell's own way."""
        self._other = self.shell.object_inspect_mime
        self._own = self._inspected
        self.shell.object_inspect_mime = self._own

    def remove(self) -> None:
        """Leave the shell's own way, unless somebody else stands there by now."""
        if vars(self.shell).get("object_inspect_mime") is self._own:
            del self.shell.object_inspect_mime

    def _inspected(self, name: str, *given: Any, **named: Any) -> dict[str, Any]:
        as_ever = partial(self._other, name, *given, **named)
        begun = self._begun(name)
        if begun is None:
            return dict(as_ever())
        key = self.shell.execution_count, name
        return STEPS.spent(lambda: self._told(*begun) or dict(as_ever()), dict(STILL), key=key)

    def _begun(self, name: str) -> tuple[Node, list[Link]] | None:
        """The node of ours that a chain comes to first, and the links after it; nothing is played to know it."""
        try:
            root, *links = chain(name)
            thing = self.shell.user_ns[root.text]
            while links and not is_node(thing):
                thing = part_of(thing, links.pop(0))
        except (LookupError, ProviderError):
            return None
        return (thing, links) if is_node(thing) else None

    def _told(self, node: Node, links: list[Link]) -> dict[str, Any] | None:
        """What is told of a node, or of the choice that the last link names, which is not played."""
        if not hasattr(self.shell.inspector, "mime_hooks"):  # nor would it take what is written for them
            return None
        parent = follow_all(node, links[:-1])
        thing = choices(parent).get(links[-1].text) if links else parent
        told = told_of(thing, parent)
        if told is None:
            return None
        found: dict[str, Any] = self.shell.inspector.format_mime({kind: w(told) for kind, w in WRITTEN.items()})
        return found
