"""What OpenSpiel says of a state, as people say it: seats by their names, no variables of a program.

The rules stand in ``texts.toml``; what a game calls its players and what it counts in ``games.toml``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files

from .facts import Facts


def seats(facts: Facts, count: int) -> tuple[str, ...]:
    """What the players are called: by the game, or by number from 1."""
    if len(facts.players) == count:
        return facts.players
    return ("You",) if count == 1 else tuple(f"Player {number}" for number in range(1, count + 1))


def readable(text: str, names: Sequence[str], own: Sequence[Sequence[str]] = ()) -> str:
    """OpenSpiel's text without what only programs read, with ``names`` for the numbers of players.

    ``own`` are the game's own patterns and what stands for them, which come first.
    """
    for pattern, spelled in own:
        text = re.sub(pattern, spelled, text)
    for compiled, spelled in _rules():
        if "{name}" in spelled:
            text = compiled.sub(lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text)
        else:
            text = compiled.sub(spelled, text)
    lines = [line.rstrip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


@functools.cache
def _rules() -> list[tuple[re.Pattern[str], str]]:
    table = tomllib.loads(files(__package__).joinpath("texts.toml").read_text("utf-8"))
    return [(re.compile(pattern.replace("{player}", r"\d+")), spelled) for pattern, spelled in table["rules"]]


def score(facts: Facts, names: Sequence[str], payoffs: Sequence[float]) -> str:
    """How it ended: who won, or what each has got if that is more than won and lost."""
    if set(payoffs) <= {-1.0, 0.0, 1.0} and len(payoffs) == 2:
        return "Nobody wins." if payoffs[0] == payoffs[1] else f"{names[payoffs.index(max(payoffs))]} wins."
    if len(payoffs) == 1:
        return f"You have {_amount(payoffs[0])} {facts.unit}."
    amounts = (f"{name}: {_amount(got)}" for name, got in zip(names, payoffs, strict=True))
    return f"{', '.join(amounts)} {facts.unit}."


def _amount(got: float) -> str:
    """A number with a real minus sign and two decimals at most."""
    return f"{round(got, 2):,g}".replace("-", "−")
