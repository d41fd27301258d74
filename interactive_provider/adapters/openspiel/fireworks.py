"""The cards of Hanabi.

Each colour has a letter, a shape and a colour in pictures, so that it is recognisable without
colour: ``R3●`` is a red 3.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...boards import Cell

_COLOURS = {
    "R": ("red", "●"),
    "Y": ("yellow", "★"),
    "G": ("green", "▲"),
    "W": ("white", "◆"),
    "B": ("blue", "■"),
}
_SHAPES = str.maketrans({letter: shape for letter, (_, shape) in _COLOURS.items()})
_ALL = "RYGWB12345"


def _cells() -> Mapping[str, Cell]:
    """Return every card by its letter and number; 0 is the place for the first card of a colour."""
    cells = {}
    for letter, (name, shape) in _COLOURS.items():
        role = "card" if name == "white" else name
        cells[f"{letter}0"] = Cell(f"{letter}0{shape}", "muted", f"no {name} yet", face=shape)
        for rank in "12345":
            cells[f"{letter}{rank}"] = Cell(
                f"{letter}{rank}{shape}", role, f"{name} {rank}", face=f"{rank}{shape}"
            )
    return cells


CARDS = _cells()


def own_card(sign: str) -> Cell:
    """Return a card of the player's own from OpenSpiel's text of what is known about it:
    ``GX|G12345``, with a ``!`` before the bar if the newest hint is about it."""
    hint, _, possible = sign.partition("|")
    letter = hint[0].replace("X", "")
    rank = hint[1].replace("X", "?")
    face = rank + letter.translate(_SHAPES)
    names = [_COLOURS[one][0] if one in _COLOURS else one for one in possible]
    is_plain = possible in (_ALL, letter + rank)
    more = f"{possible.lstrip('RYGWB')} {possible.rstrip('12345')}"
    return Cell(
        letter + face,
        "card-back",
        f"your card: {', '.join(names)}",
        mark="last" if hint.endswith("!") else "",
        overlay="" if is_plain else more.translate(_SHAPES),
        face=face,
    )


def names_of(card: str) -> tuple[str, str]:
    """Return the names of a hint about another player's card: its colour and its number."""
    return _COLOURS[card[0]][0], f"the {card[1]}s"
