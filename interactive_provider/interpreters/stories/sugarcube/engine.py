"""SugarCube, the commonest format of Twine; also used for Twine 1, whose macros it took over.

Source: motoslave.net/sugarcube/2/docs. Scripts are run by `ScriptedTurn`; a remark stands for what cannot be followed.
"""

from __future__ import annotations

import re

from . import control_flow, display, inputs, links
from .definitions import SugarCubeDefinitions
from .functions import FUNCTIONS
from .markup import PARTS
from .references import VISITS
from .turn import SugarCubeTurn


class _Turn(SugarCubeTurn):
    """A turn with all macros."""

    macros = control_flow.MACROS | links.MACROS | inputs.MACROS | display.MACROS
    functions = FUNCTIONS
    followed = {**SugarCubeTurn.followed, **links.FOLLOWED}


class SugarCubeEngine(SugarCubeDefinitions):
    """The engine of a story in SugarCube, or in Twine 1's formats."""

    turn = _Turn
    memory = re.compile(r"\b(?:visited|hasVisited|lastVisited|visitedTags|previous|turns|hasPlayed)\s*\(|"
                        r"<<(?:back|return|actions)\b|State\.turns|\bbackward\b")  # fmt: skip
    visits = {**SugarCubeDefinitions.visits, **VISITS}
    questions = re.compile(r"\b(?:prompt|confirm)\s*\(")

    def knows(self, macro: str) -> bool:
        """True if a macro does something: one of SugarCube, or one of the story."""
        return macro in _Turn.macros or macro in PARTS or macro in self.widgets or macro in self.scripted_macros
