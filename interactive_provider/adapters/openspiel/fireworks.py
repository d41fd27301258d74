"""Hanabi's table: what is built, the hands of the others, and what is known about your own cards.

Each colour has a letter, a shape and an ink, so that it is recognised without colour: ``R3●`` is a
red 3.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...boards import BARE, Cell, Place, Zone
from .grids import TextGrid, zoned

_COLOURS = {
    "R": ("red", "●"),
    "Y": ("yellow", "★"),
    "G": ("green", "▲"),
    "W": ("white", "◆"),
    "B": ("blue", "■"),
}
_RANKS = "12345"
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_HINTS, _LIVES = 8, 3


def _cells() -> Mapping[str, Cell]:
    """Every card by its letter and number; 0 is the place where the first card of a colour goes."""
    cells = {"??": Cell("?", "card-back", "a card face down", piece=BARE)}
    for letter, (name, shape) in _COLOURS.items():
        role = "card" if name == "white" else name
        cells[f"{letter}0"] = Cell(f"{letter}0{shape}", "muted", f"no {name} yet", face=shape)
        for rank in _RANKS:
            cells[f"{letter}{rank}"] = Cell(
                f"{letter}{rank}{shape}", role, f"{name} {rank}", face=f"{rank}{shape}"
            )
    return cells


CARDS = _cells()


def known(sign: str) -> Cell:
    """A card of the player's own, by OpenSpiel's text of what is known about it: ``GX|G12345``."""
    hint, _, possible = sign.partition("|")
    letters = [letter for letter in possible if letter in _COLOURS]
    ranks = "".join(sorted(set(possible) & set(_RANKS)))
    is_new, hint = hint.endswith("!"), hint[:2]
    letter, rank = hint[:1].replace("X", ""), hint[1:].replace("X", "")
    shapes = "".join(_COLOURS[one][1] for one in letters)
    names = ", ".join(_COLOURS[one][0] for one in letters)
    shape = _COLOURS[letter][1] if letter else ""
    text = f"{letter}{rank or '?'}{shape}"
    is_all = len(letters) == len(_COLOURS) and ranks == _RANKS
    return Cell(
        text,
        "card-back",
        f"your card: {rank or f'one of {ranks}'}, {names or 'any colour'}",
        mark="last" if is_new else "",
        overlay="" if is_all or (letter and rank) else f"{ranks} {shapes}",
        face=text.removeprefix(letter),
    )


def fireworks(text: str) -> TextGrid | None:
    """The hands above and below what is built; tokens and what was discarded at the sides."""
    before, _, behind = text.partition("Hands:")
    built = re.findall(r"[RYGWB]\d", before.partition("Fireworks:")[2])
    if not built:
        return None
    hands = [re.findall(r"(?m)^(\w\w) \|\| (\S*)", part) for part in behind.split("-----")]
    own = next((hand for hand in hands if hand and hand[0][0] == "XX"), [])
    others = [[card for card, _ in hand] for hand in hands if hand is not own]
    zones: list[tuple[Zone, Sequence[str]]] = []
    for number, hand in enumerate(others, 1):
        zones.append(
            (Zone(f"other {number}", side="top", note="press a card to give a hint"), hand)
        )
    zones += [(zone, ()) for zone in _tokens(text)]
    zones.append((Zone("built", note=f"{sum(int(card[1]) for card in built)} of 25"), built))
    zones.append((Zone("discards", side="right", note=_discards(text)), ()))
    news = re.search(r"(?m)^Last hint: (\w)$", text)
    zones.append((Zone("you", side="bottom"), [_renewed(sign, news) for _, sign in own]))
    return zoned(zones, choices=_choices(others, len(own), len(zones) - 1))


def _renewed(card: str, news: re.Match[str] | None) -> str:
    """What is known about a card of the player's own, with a sign if the last hint was about it."""
    sign, behind, possible = card.partition("|")
    is_told = news is not None and news[1] in sign
    return f"{sign}{'!' if is_told else ''}{behind}{possible}"


def told_last(inner: Any, seat: int) -> str:
    """The colour or number that the last hint gave a player, if it has not been acted on yet."""
    text = ""
    for mover, action in ((move.player, move.action) for move in inner.full_history()):
        name = inner.action_to_string(mover, action) if mover >= 0 else ""
        hint = re.search(r"Reveal player \+(\d+) (?:color|rank) (\w)", name)
        if mover == seat:
            text = ""
        elif hint and (mover + int(hint[1])) % inner.num_players() == seat:
            text = hint[2]
    return text


def _tokens(text: str) -> list[Zone]:
    """The hints and lives that are left, as filled and empty signs, and the cards to draw."""
    left = dict(re.findall(r"(?m)^(Hints left|Lives|Cards left): (\d+)$", text))
    hints, lives = int(left.get("Hints left", 0)), int(left.get("Lives", 0))
    return [
        Zone("hints", side="left", note="●" * hints + "○" * (_HINTS - hints)),
        Zone("lives", side="left", note="♥" * lives + "♡" * (_LIVES - lives)),
        Zone("deck", side="left", note=left.get("Cards left", "0")),
    ]


def _discards(text: str) -> str:
    """The numbers that were thrown away, by colour."""
    line = re.search(r"(?m)^Discards: (.*)$", text)
    cards = re.findall(r"([RYGWB])(\d)", line[1]) if line else []
    of = {letter: sorted(rank for other, rank in cards if other == letter) for letter in _COLOURS}
    return "  ".join(
        f"{letter}{_COLOURS[letter][1]} {' '.join(ranks)}" for letter, ranks in of.items() if ranks
    )


def _choices(
    others: Sequence[Sequence[str]], held: int, own: int
) -> Mapping[str, tuple[Place, ...]]:
    """The cards that each option is about: your own by their places, all those that a hint is
    about."""
    found: dict[str, tuple[Place, ...]] = {
        f"{act} the {name} card": ((own, number),)
        for number, name in enumerate(_ORDINALS[:held])
        for act in ("Play", "Discard")
    }
    seen = [
        ((row, column), card) for row, hand in enumerate(others) for column, card in enumerate(hand)
    ]
    for letter, (name, _) in _COLOURS.items():
        found[name] = tuple(place for place, card in seen if card[0] == letter)
    for rank in _RANKS:
        found[f"the {rank}s"] = tuple(place for place, card in seen if card[1] == rank)
    return found
