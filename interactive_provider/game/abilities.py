"""The table of abilities: what else a game may be able to do, written once for all callers.

`Abilities` has the same methods with their meaning, for authors of games; this table has what
callers must know: how an ability is called, what it may return, and what the answer may depend on.
The heart, the contract suite and the error messages read this table, so a new ability is one row
here and one method there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from ..boards import Board
from ..game import Words
from . import Check, Hint, Solution


class Ability(NamedTuple):
    """One row: how an ability is called and what it returns."""

    name: str
    takes: Words
    """Its arguments; ``state`` is the state as the player is shown it."""
    answers: tuple[type, ...]
    """The types of its answers."""
    called: str
    """Those types in words."""
    cost: Literal["quick", "slow", "once"]
    """Whether the contract suite calls it at every state, now and then, or only at the start."""
    reveals: bool = False
    """True if the answer may depend on hidden facts: whether moves are right, or what a story
    contains."""
    is_offered: bool = False
    """True if players call it by this name, so that error messages list it."""

    @property
    def is_about_options(self) -> bool:
        """True if the contract suite can call it without a player's number or a generator."""
        return self.takes[-1] in ("state", "value", "words", "names", "text", "states", "suffix")


_ANYTHING: Final = (object,)
_NONE: Final = type(None)

_ROWS: Final = (
    Ability("describe", ("state", "value"), (str,), "text", "quick"),
    Ability("why_not", ("state", "words"), (str, _NONE), "a sentence or None", "quick"),
    Ability("parse", ("state", "text"), _ANYTHING, "a value or None", "quick"),
    Ability("notation", ("state", "names"), (str, _NONE), "a text or None", "quick"),
    Ability("hint", ("state",), (Hint, _NONE), "a Hint or None", "slow", is_offered=True),
    Ability(
        "evaluate",
        ("state",),
        (Mapping,),
        "a mapping of option values to verdicts",
        "slow",
        is_offered=True,
    ),
    Ability("solve", ("state",), (Solution,), "a Solution", "once", is_offered=True),
    Ability("check", ("state",), (Check,), "a Check", "slow", reveals=True, is_offered=True),
    Ability("check_levels", ("state",), (Check,), "a Check", "once", reveals=True),
    Ability("board", ("state",), (Board, _NONE), "a Board or None", "quick", is_offered=True),
    Ability("read_board", ("position",), _ANYTHING, "a state", "slow"),
    Ability("write", ("states", "suffix"), (str, _NONE), "a text or None", "slow"),
    Ability("endings", ("state",), (tuple,), "a tuple of names", "once", reveals=True),
    Ability("story_map", ("states",), _ANYTHING, "a picture", "once", reveals=True),
    Ability("seen_by", ("state", "player"), _ANYTHING, "what the player knows", "quick"),
    Ability("resample", ("state", "player", "rng"), _ANYTHING, "a state", "quick"),
    Ability("rollout", ("state", "rng", "most"), (tuple,), "payoffs and a length", "quick"),
    Ability("candidates", ("state",), (Sequence, _NONE), "a sequence of values or None", "quick"),
    Ability("passed", ("state",), _ANYTHING, "a state", "quick"),
    Ability("parts", ("state",), (list, tuple), "a list of states", "quick"),
    Ability("canonical", ("state",), (tuple,), "a key and names of options", "quick"),
)

ABILITIES: Final[Mapping[str, Ability]] = {row.name: row for row in _ROWS}
