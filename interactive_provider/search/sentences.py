"""A finding in a sentence for players: what to do first, then one reason that a player understands.

Search fills in one record, `Evidence`; `sentence` is the only place that turns it into advice, and
`figure` the only one that says what a choice is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

from ..support.intervals import wilson
from ..support.plurals import counted

ENOUGH = 20
"""The trial games through a choice below which they say nothing about it."""

DISAGREE = 0.02
"""How far the shares of two choices must differ before one is called better than the other."""

Basis = Literal["proof", "luck", "games"]
"""What a finding rests on: a proof, chances computed exactly, or trial games."""

Unit = Literal["win", "goal", "points"]
"""What a finding's worth counts: shares of a win, the chance of reaching the goal, or points."""


class Rated(NamedTuple):
    """A choice in words and what the player to move gets of it: from ``worth`` to ``most``."""

    name: str
    worth: float
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that a sentence about a choice is made of."""

    best: Rated
    unit: Unit
    basis: Basis
    games: int = 0
    """The trial games played through the choice."""
    all_games: int = 0
    choices: int = 1
    second: Rated | None = None
    """The next best choice, if anything is known about it."""
    opponent: str = ""
    """The name of the other one of two players."""
    is_over: bool = False
    """True if the choice ends the game."""
    moves: int | None = None
    """How many choices of the player's own it takes to the end, this one included, if that is
    known."""
    others: str = ""
    """What is wrong with the other choices, if this is the only good one."""
    condition: str = ""
    """What else a proved worth depends on."""
    is_hidden: bool = False
    """True if the trial games were played in worlds that look the same to the player."""
    note: str = ""
    """What would let simulated games say more."""


class Sentence(NamedTuple):
    """Advice: an act, if the choice's own name does not say it, the reason, and how sure it is."""

    act: str
    reason: str
    certainty: str


def sentence(known: Evidence) -> Sentence:
    """The advice to make a choice, and why."""
    if known.basis == "games":
        return _estimated(known)
    certainty = "computed exactly" if known.basis == "luck" else "certain"
    if known.is_over and known.unit != "points" and known.best.worth == 1:
        solves = "You reach the goal with it." if known.unit == "goal" else "You win at once."
        return Sentence("", solves, "certain")
    if known.basis == "luck" or known.unit == "points" or known.condition:
        return Sentence("", _computed(known), certainty)
    reason = _way_out(known) if known.unit == "goal" else _proved(known)
    return Sentence("", reason, certainty)


def _estimated(known: Evidence) -> Sentence:
    """What trial games say, if they are enough."""
    note = f" {known.note}" if known.note else ""
    if known.games < ENOUGH:
        reason = f"{too_little(known.all_games, known.choices)}. Take it as a guess.{note}"
        return Sentence(f"Perhaps {known.best.name}", reason, "a guess")
    what = figure(known.best, known.unit, 3)
    games = counted(known.games, "trial game")
    result = {
        "win": f"scored {what} in {games}",
        "goal": f"reached the goal in {what} of {games}",
        "points": f"brought about {what} on average in {games}",
    }
    worlds = ", each with what you do not see drawn again" if known.is_hidden else ""
    beside = "" if known.others else _beside(known, 3)
    reason = f"It {result[known.unit]}{worlds}{beside}.{known.others}{note}"
    return Sentence("", reason, "likely")


def too_little(games: int, choices: int) -> str:
    """A note that too few games were played to advise a choice."""
    number, for_these = counted(games, "trial game"), counted(choices, "choice")
    return f"Too little time to judge this position: {number} for {for_these}"


def _computed(known: Evidence) -> str:
    """A worth that was computed, beside the next best one."""
    what = figure(known.best, known.unit)
    how = ", computed exactly" if known.basis == "luck" else ""
    average = " on average" if known.basis == "luck" else " with best play"
    if known.unit == "goal":
        return f"You win with a chance of {what}{how}{_beside(known)}."
    verb = "It brings" if known.unit == "points" else "You score"
    return f"{verb} {what}{average}{how}{known.condition}{_beside(known)}."


def _beside(known: Evidence, digits: int = 4) -> str:
    """The worth of the next best choice."""
    if known.second is None:
        return ""
    best, second = (figure(one, known.unit, digits) for one in (known.best, known.second))
    lead = inf if known.basis != "games" else known.best.worth - known.second.worth
    if best == second or lead <= 0:
        return f"; {known.second.name} is as good"
    if lead <= DISAGREE * (abs(known.best.worth) if known.unit == "points" else 1):
        return f"; {known.second.name} is nearly as good, {second}"
    verb = "brings" if known.unit == "points" else "scores"
    return f"; the next best, {known.second.name}, {verb} {second}"


def _way_out(known: Evidence) -> str:
    """How far a puzzle's goal is."""
    if known.moves is None:
        return "It leads to the goal."
    return f"{counted(known.moves, 'move')} to go, this one included; no way is shorter."


def _proved(known: Evidence) -> str:
    """What is certain in a game of two without luck."""
    replies = f", whatever {known.opponent} replies"
    if known.best.worth == 1:
        when = " with this move" if known.moves == 1 else ""
        if known.moves is not None and known.moves > 1:
            when = f" with your {ordinal(known.moves)} move"
        return f"You win{when}{replies}.{known.others}"
    if known.best.worth == 0:
        longest = " This one holds out longest" if known.moves is not None else " Here"
        return f"Every move loses against best play.{longest}, and a slip may save you."
    if known.others:
        return f"It draws with best play.{known.others}"
    return "Every move here draws with best play."


def ordinal(number: int) -> str:
    """A number as a place in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


# Figures -----------------------------------------------------------------------------------


def tried(one: Rated, unit: Unit, games: int) -> str:
    """What trial games say about a choice, and how far that is to be trusted."""
    number = counted(games, "trial game")
    if games < ENOUGH:
        return f"not judged in only {number}"
    what = figure(one, unit, 3)
    if unit == "points":
        return f"about {what} in {number}"
    low, high = (f"{100 * end:.0f}" for end in wilson(one.worth * games, games))
    return f"scores {what} ({low} to {high}) in {number}"


def figure(one: Rated, unit: Unit, digits: int = 4) -> str:
    """What a choice is worth: ``62 %``, or points; from the least to the most where both count."""
    ends = [one.worth] if one.most is None else [one.worth, one.most]
    if unit == "points":
        text = " to ".join(amount(end, digits) for end in ends)
        return f"{text} {'point' if text in ('1', '-1') else 'points'}"
    return f"{' to '.join(amount(100 * end, digits - 1) for end in ends)} %"


def spread(share: float, low: float, high: float) -> str:
    """A share in percent, and the interval that it is in 19 times out of 20."""
    return f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def amount(number: float, digits: int) -> str:
    """A number with that many digits, without an exponent.

    >>> amount(1107.4, 3), amount(-0.08333, 3), amount(2.0, 3), amount(0.0000001, 3)
    ('1,110', '-0.0833', '2', '0')
    """
    text = f"{float(f'{number:.{digits}g}'):,.6f}"
    text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
