"""Harlowe, the default format of Twine.

Source: twine2.neocities.org (the manual of Harlowe 3). Delays and live hooks show everything at
once, appearance and sound are ignored, JavaScript is never run.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from ..engine import StoryEngine
from ..expressions.values import slug
from . import hooks, links
from .changers import CHANGES
from .markup import parse
from .references import VISITS
from .state import TREES
from .turn import IGNORED, LINKS, LOOKS, HarloweTurn
from .values import VALUES

_MACRO = re.compile(r"\(([A-Za-z][\w-]*):")


class _WholeHarloweTurn(HarloweTurn):
    """A turn with all macros."""

    trees = TREES
    changes = CHANGES
    commands = hooks.COMMANDS | links.COMMANDS
    followed = {**HarloweTurn.followed, **links.FOLLOWED}


class HarloweEngine(StoryEngine):
    """The engine of a story in Harlowe."""

    turn = _WholeHarloweTurn
    memory = re.compile(
        r"\((?:history|visits|visited|turns|undo|link-?undo)\s*:|\bvisits?\b|\bturns?\b",
        re.IGNORECASE,
    )
    visits = {**StoryEngine.visits, **VISITS}
    questions = re.compile(r"\((?:prompt|confirm)\s*:", re.IGNORECASE)

    def parse(self, source: str) -> Any:
        """Return the nodes of a text."""
        return parse(source)

    @cached_property
    def is_scripted(self) -> bool:
        """True if there are scripts, or macros in a page that only its own engine knows."""
        macros = set(_MACRO.findall(self.story.source if self.story.page else ""))
        return super().is_scripted or any(
            not self.knows(macro) and not self.passes_over(macro) for macro in macros
        )

    def knows(self, macro: str) -> bool:
        """True if a macro has an effect; those for appearance have none."""
        name = slug(macro)
        if macro[:1] in ("$", "_"):
            return True
        tables = (TREES, VALUES, CHANGES, _WholeHarloweTurn.commands, LINKS, ("elseif", "else"))
        return any(name in table for table in tables)

    def passes_over(self, macro: str) -> bool:
        """True if a macro only affects appearance, sound or set-up."""
        return slug(macro) in LOOKS | IGNORED
