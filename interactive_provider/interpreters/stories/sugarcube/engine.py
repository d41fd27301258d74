"""SugarCube, the most common Twine format; also used for Twine 1, whose macros it adopted.

Source: motoslave.net/sugarcube/2/docs. No script is run here: a published page contains the engine
that does.
"""

from __future__ import annotations

import re
from functools import cached_property

from . import control_flow, display, inputs, links
from .definitions import SugarCubeDefinitions
from .functions import FUNCTIONS
from .markup import PARTS
from .references import VISITS
from .turn import SugarCubeTurn


class _WholeSugarCubeTurn(SugarCubeTurn):
    """A turn with all macros."""

    macros = control_flow.MACROS | links.MACROS | inputs.MACROS | display.MACROS
    functions = FUNCTIONS
    followed = {**SugarCubeTurn.followed, **links.FOLLOWED}


_SETTINGS = re.compile(r"^[ \t]*(?:Config\.[^\n;]*;?|//[^\n]*)[ \t]*$", re.MULTILINE)
"""Script lines that can be dropped without losing any of the story: appearance settings and
comments."""


class SugarCubeEngine(SugarCubeDefinitions):
    """The engine of a story in SugarCube, or in Twine 1's formats."""

    turn = _WholeSugarCubeTurn
    memory = re.compile(
        r"\b(?:visited|hasVisited|lastVisited|visitedTags|previous)\s*\(|"
        r"<<(?:back|return|actions)\b|State\.turns"
    )
    visits = {**SugarCubeDefinitions.visits, **VISITS}
    questions = re.compile(r"\b(?:prompt|confirm)\s*\(")

    @cached_property
    def is_scripted(self) -> bool:
        """True if there are scripts that do more than set the appearance."""
        return bool(_SETTINGS.sub("", self.scripts).strip())

    def knows(self, macro: str) -> bool:
        """True if a macro has an effect: SugarCube's own, or one defined by the story."""
        return (
            macro in _WholeSugarCubeTurn.macros
            or macro in PARTS
            or macro in self.widgets
            or macro in self.scripted_macros
        )
