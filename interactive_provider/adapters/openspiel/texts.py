"""OpenSpiel's descriptions of a state in readable form: seats by their names, and no program
variables.

The rules are in ``texts.toml``; the names of players and units are in ``games.toml``.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from .facts import TEXTS, Facts


def seats(facts: Facts, count: int) -> tuple[str, ...]:
    """Return the names of the players: the game's own, or numbers from 1."""
    if len(facts.players) == count:
        return tuple(facts.players)
    if count == 1:
        return ("You",)
    return tuple(f"Player {number}" for number in range(1, count + 1))


def readable(text: str, names: Sequence[str]) -> str:
    """Return OpenSpiel's text without the parts for programs, with ``names`` for the numbers of
    players."""
    for compiled, spelled in _rules():
        if "{name}" in spelled:
            text = compiled.sub(
                lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text
            )
        else:
            text = compiled.sub(spelled, text)
    lines = [line.rstrip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def rewritten(text: str, patterns: Sequence[Sequence[str]]) -> str:
    """Return a text after replacing patterns one after another."""
    for pattern, spelled in patterns:
        text = re.sub(pattern, spelled, text)
    return text


@functools.cache
def _rules() -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(pattern.replace("{player}", r"\d+")), spelled)
        for pattern, spelled in TEXTS["rules"]
    ]


def bets(text: str, highest: int) -> tuple[tuple[str, int], ...]:
    """Return common raises, given the pot and the bets that a text shows."""
    pot = re.search(r"chips pot (\d+)", text)
    if pot is None:
        return ()
    staked = [int(bet) for bet in re.findall(r"bet (\d+)", text)]
    most = max(staked)
    after_call = int(pot[1]) + most - min(staked)
    return (("½ pot", most + after_call // 2), ("pot", most + after_call), ("all in", highest))


def score(facts: Facts, names: Sequence[str], payoffs: Sequence[float]) -> str:
    """Return everybody's score at the end, if it says more than the outcome: won, lost or drawn, or
    one amount."""
    if len(payoffs) == 1 or (set(payoffs) <= {-1.0, 0.0, 1.0} and len(payoffs) == 2):
        return ""
    amounts = (f"{name}: {_number(got)}" for name, got in zip(names, payoffs, strict=True))
    return f"{', '.join(amounts)} {facts.unit}."


def wins(names: Sequence[str]) -> str:
    """Say who wins, with the verb in the right number: ``Red wins``, ``Crosses win``, ``North and
    South win``."""
    return f"{' and '.join(names)} {'win' if len(names) > 1 or names[0].endswith('s') else 'wins'}"


def amount(got: float, unit: str) -> str:
    """Return an amount with its unit, singular or plural."""
    return f"{_number(got)} {unit[:-1] if got == 1 else unit}"


def _number(got: float) -> str:
    """Return a number with a real minus sign and at most two decimals."""
    return f"{round(got, 2):,g}".replace("-", "−")
