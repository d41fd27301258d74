"""Shift-Tab and the pop-up's documentation, within a time budget.

IPython itself follows the dots, which plays moves, and asks the game for its description and its
page before it calls any hook. So our objects are described here, by the functions that the hooks
use too, and looked up within the budget; other objects are inspected as usual, in the calling
thread.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from ..errors import ProviderError
from ..heart.choices.synthesis import Node, choices
from ..heart.records.lines import Link, chain
from ..support.sanitizing import fenced
from .display import WRITTEN, Replacement, help_on
from .expressions import follow_all, is_node, part_of
from .members import entries
from .time_budget import STEPS

_WORDS = "The game is still computing. Try again in a moment."
STILL = {"text/plain": _WORDS, "text/html": f"<pre>{_WORDS}</pre>", "text/markdown": fenced(_WORDS)}


class Inspection:
    """The shell's function to inspect a name, with a budget for our objects."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell: Any = shell

    def install(self) -> None:
        """Replace the shell's own function."""
        self._usual = self.shell.object_inspect_mime
        own = {"object_inspect_mime": self._inspected}
        self._replacement = Replacement(vars(self.shell), own)

    def remove(self) -> None:
        """Restore the shell's own function, unless it has been replaced again by now."""
        self._replacement.undo()

    def _inspected(self, name: str, *given: Any, **named: Any) -> dict[str, Any]:
        as_ever = partial(self._usual, name, *given, **named)
        begun = self._begun(name)
        if begun is None:
            return dict(as_ever())
        key = self.shell.execution_count, name
        return STEPS.spent(lambda: self._page_of(*begun) or dict(as_ever()), dict(STILL), key=key)

    def _begun(self, name: str) -> tuple[Node, list[Link]] | None:
        """Return the first node that a chain reaches, and the links after it; finding it makes no
        move."""
        try:
            root, *links = chain(name)
            thing = entries(self.shell.user_ns)[root.text]
            while links and not is_node(thing):
                thing = part_of(thing, links.pop(0))
        except (LookupError, ProviderError):
            return None
        return (thing, links) if is_node(thing) else None

    def _page_of(self, node: Node, links: list[Link]) -> dict[str, Any] | None:
        """Return the page of a node, or of the choice that the last link names, which is not
        played."""
        # An older IPython would not accept the hooks' output.
        if not hasattr(self.shell.inspector, "mime_hooks"):
            return None
        parent = follow_all(node, links[:-1])
        thing = choices(parent).get(links[-1].text) if links else parent
        parts = help_on(thing, parent)
        if parts is None:
            return None
        bundle: dict[str, Any] = self.shell.inspector.format_mime(
            {kind: w(parts) for kind, w in WRITTEN.items()}
        )
        return bundle
