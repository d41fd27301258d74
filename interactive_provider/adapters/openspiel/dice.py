"""Dice and score sheets read from OpenSpiel's texts: yacht, pig.

A roll of some of the dice is one option for each set of them, which a player puts together die by
die.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...boards import BARE, Cell, Place, Toggles, Zone
from ...game import Options
from ...support.plurals import counted
from .grids import TextGrid, zoned

DICE = {f"die {n}": Cell(str(n), "card", str(n), piece=f"die-{n}") for n in range(1, 7)}
"""The dice as they are drawn."""

CELLS: Mapping[str, Cell] = {
    **DICE,
    "-": Cell("", "blank", "nothing yet", piece=BARE),
    " ": Cell("", label="empty"),
}

_LINES = {
    "Ones": "Ones",
    "Twos": "Twos",
    "Threes": "Threes",
    "Fours": "Fours",
    "Fives": "Fives",
    "Sixes": "Sixes",
    "Chance": "Chance",
    "4Kind": "Four of a Kind",
    "Full": "Full House",
    "SmStr": "Small Straight",
    "LgStr": "Large Straight",
    "Yacht": "Yacht",
}
"""The lines of a sheet as OpenSpiel's text and its options call them."""
_OFFER = "Score in "
_REROLL, _KEEP = "Reroll dice: ", "Keep all"


def seen(inner: Any, seat: int, options: Options, drawn: Sequence[str]) -> Iterator[str]:
    """Lines that OpenSpiel's text lacks: who sees it, what was thrown, and what each line of a
    sheet would give."""
    yield f"Seen by player {seat}"
    yield from (f"Thrown: {roll}" for roll in drawn)
    if goal := inner.get_game().get_parameters().get("winscore"):
        yield f"Goal: {goal}"
    kept = [action for label, action in options if label[-1].startswith(_KEEP)]
    if kept:
        inner = _after(inner, kept[0])
    for action in inner.legal_actions():
        name = inner.action_to_string(seat, action)
        if name.startswith(_OFFER):
            worth = _filled(str(_after(inner, action)), seat)[name.removeprefix(_OFFER)]
            yield f"{name}: {f'({worth})' if kept else worth}"


def _after(inner: Any, action: int) -> Any:
    after = inner.clone()
    after.apply_action(action)
    return after


def _filled(text: str, player: int) -> dict[str, str]:
    """The filled lines of a player's sheet, by what options call them, and the total."""
    part = re.search(rf"(?s)Player {player} \(total: (\d+)\):(.*?)(?:\n\n|$)", text)
    if part is None:
        return {}
    found = dict(re.findall(r"(\w+): (\d+)", part[2]))
    return {name: found[short] for short, name in _LINES.items() if short in found} | {
        "total": part[1]
    }


def sheet(text: str) -> TextGrid | None:
    """The dice in their tray, and beside them the sheets of both players in columns."""
    dice = re.search(r"(?m)^Dice: ([\d ]+)$", text)
    seen = re.search(r"(?m)^Seen by player (\d)$", text)
    if dice is None or seen is None:
        return None
    viewer = int(seen[1])
    own, other = _filled(text, viewer), _filled(text, 1 - viewer)
    offered = dict(re.findall(rf"(?m)^{_OFFER}(.*): (\S+)$", text))
    rows = [[f"die {number}" if number in "123456" else "-" for number in dice[1].split()]]
    zones = [Zone("you", layout="dice", note=_rolls_left(text))]
    rows.append(["you", f"player {1 - viewer}"])
    zones.append(Zone("fill one line", side="right", layout="line"))
    points = dict[str, Place]()
    for name in (*_LINES.values(), "total"):
        if name in offered:
            points[f"{_OFFER}{name}"] = len(rows), 0
        rows.append([own.get(name) or offered.get(name, " "), other.get(name, " ")])
        zones.append(Zone(name, side="right", layout="line"))
    return zoned(list(zip(zones, rows, strict=True)), points)


def _rolls_left(text: str) -> str:
    """How often the dice may still be thrown, as dots and in words."""
    roll = re.search(r"(?m)^Roll (\d) of (\d)$", text)
    if roll is None or roll[1] == "0":
        return ""
    left = int(roll[2]) - int(roll[1])
    return f"{'○' * int(roll[1])}{'●' * left} {counted(left, 'roll')} left"


def pig(text: str) -> TextGrid | None:
    """The die that was thrown last, the points of this turn, and the scores of both players."""
    scores = re.findall(r"(?m)^Score of (player \d): (\d+)$", text)
    turn, seen = (
        re.search(r"(?m)^This turn: (\d+)$", text),
        re.search(r"(?m)^Seen by player (\d)$", text),
    )
    if not scores or turn is None or seen is None:
        return None
    thrown = re.search(r"(?m)^Thrown: Roll (\d)$", text)
    goal = re.search(r"(?m)^Goal: (\d+)$", text)
    zones: list[tuple[Zone, Sequence[str]]] = []
    for name, points in scores:
        is_own = name == f"player {seen[1]}"
        done = f"{points} + {turn[1]}" if is_own and turn[1] != "0" else points
        note = f"{done} of {goal[1]}" if goal else done
        zones.append((Zone("you" if is_own else name, side="top", layout="race", note=note), ()))
    die = [f"die {thrown[1]}" if thrown else "-"]
    zones.append((Zone(turn[1], layout="dice", note="in this turn"), die))
    return zoned(zones)


def toggles(options: Options, count: int) -> Toggles | None:
    """What a player may keep of some dice, by the options that throw the others again; None if
    there are none."""
    choices = []
    for label, value in options:
        if label[-1].startswith(_REROLL):
            thrown = set(map(int, label[-1].removeprefix(_REROLL).split(",")))
            kept = frozenset(range(count)) - thrown
            choices.append((kept, f"Roll {counted(len(thrown), 'die', 'dice')}", value))
        elif label[-1].startswith(_KEEP):
            choices.append((frozenset(range(count)), "Fill a line", value))
    return Toggles(tuple(choices), "kept") if choices else None
