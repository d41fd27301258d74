"""The score sheet of yacht, read from OpenSpiel's text, and dice that are rolled again.

Each set of dice to roll again is one option, which a player puts together die by die.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...boards import BARE, Cell, Place, Toggles, Zone
from ...game import Options
from ...support.plurals import counted
from .grids import TextGrid, zoned

CELLS: dict[str, Cell] = {
    **{f"die-{n}": Cell(str(n), "card", str(n), piece=f"die-{n}") for n in range(1, 7)},
    "no-die": Cell("", "blank", "nothing yet", piece=BARE),
    " ": Cell("", label="empty"),
}
"""The dice as they are drawn, a die that has not been rolled, and an empty line of a sheet."""

_LINES = {
    "Ones": "Ones",
    "Twos": "Twos",
    "Threes": "Threes",
    "Fours": "Fours",
    "Fives": "Fives",
    "Sixes": "Sixes",
    "Chance": "Chance",
    "Four of a Kind": "4Kind",
    "Full House": "Full",
    "Small Straight": "SmStr",
    "Large Straight": "LgStr",
    "Yacht": "Yacht",
    "total": "total",
}
"""The lines of a sheet as named in OpenSpiel's options and in its text."""
_TEXT = re.compile(
    r"(?s)Dice: ([\d ]+)\n(\d rolls? left)\n\n(Player.*)\n\n(Player.*)@top fan player (\d)"
)
_REROLL = "Reroll dice: "
_KEEP = "Keep all"
_SCORE = "Score in "


def offers(state: Any, player: int) -> Iterator[str]:
    """Yield a line of text for each free line of the player's sheet, with the points that it would
    score now."""
    for action in state.legal_actions():
        name = state.action_to_string(player, action)
        if not name.startswith((_KEEP, _SCORE)):
            continue
        after = state.clone()
        after.apply_action(action)
        if name.startswith(_KEEP):
            yield from offers(after, player)
        else:
            filled = f"(?s)Player {player}.*?{_LINES[name.removeprefix(_SCORE)]}: (\\d+)"
            points = re.findall(filled, str(after))[0]
            yield f"{player}: {name}: ({points})"


def sheet(text: str) -> TextGrid:
    """Return the dice of the player to move in their tray, and beside them the sheets of both
    players in columns, the viewer's first."""
    dice, rolls, *sheets, other = _TEXT.findall(text)[0]
    of_both = [dict(re.findall(r"(\w+)\)?: (\d+)", part)) for part in sheets]
    theirs = of_both.pop(int(other))
    offered = re.findall(rf"(\d): {_SCORE}(.+): (.+)", text)
    is_others_turn = any(mover == other for mover, *_ in offered)
    columns = [*of_both, theirs]
    for _, name, would_give in offered:
        columns[is_others_turn].setdefault(_LINES[name], would_give)
    tray = [f"die-{number}" if number in "123456" else "no-die" for number in dice.split()]
    zones = [
        (Zone(f"player {other}" if is_others_turn else "you", layout="dice", note=rolls), tray),
        (Zone("fill one line", side="right", layout="line"), ["you", f"player {other}"]),
    ]
    points = dict[str, Place]()
    for name, short in _LINES.items():
        points[f"{_SCORE}{name}"] = len(zones), 0
        signs = [column.get(short, " ") for column in columns]
        zones.append((Zone(name, side="right", layout="line"), signs))
    return zoned(zones, points)


def toggles(options: Options, count: int) -> Toggles | None:
    """Return the sets of dice that a player may keep, by the options that roll the others again;
    None if there are none."""
    choices = []
    for label, value in options:
        if label[-1].startswith(_REROLL):
            thrown = set(map(int, label[-1].removeprefix(_REROLL).split(",")))
            kept = frozenset(range(count)) - thrown
            choices.append((kept, f"Roll {counted(len(thrown), 'die', 'dice')}", value))
        elif label[-1].startswith(_KEEP):
            choices.append((frozenset(range(count)), "Fill a line", value))
    return Toggles(tuple(choices), "kept") if choices else None
