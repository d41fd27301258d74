"""Players for trial games in which random players lose everything: ``policy`` in `games.toml`.

A policy reads OpenSpiel's text for the player to move, so it uses only what that player knows.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

_PACK = Counter(colour + rank for colour in "RYGWB" for rank in "1112233445")
"""All cards of Hanabi."""

_CARD = re.compile(r"(\w\w) \|\| \w\w\|([RYGWB]+)(\d+)")
"""A card in a hand, with the colours and ranks that its owner cannot rule out."""

_DARING = 0.5
"""The minimum probability that a card fits for it to be played; the last life is not risked."""

_FIRST = 5.0
"""A card above this probability is played before anything else, other cards after it."""


class _Hanabi:
    """What a player of Hanabi sees, and the worth of actions relative to others.

    The player plays cards that fit, gives hints about cards that fit, or discards the card least
    likely to fit.
    """

    def __init__(self, text: str) -> None:
        top, hands, end = re.split("Hands:|Deck size:", text)
        fireworks = re.findall(r"([RYGWB])(\d)", top)
        self.daring = 1.0 if "Life tokens: 1" in top else _DARING
        self.fitting = {f"{colour}{int(built) + 1}" for colour, built in fireworks}
        self.hands = [_CARD.findall(hand) for hand in hands.split("-----")]
        held = [Counter(card for card, *_ in hand) for hand in self.hands]
        unseen = _PACK - Counter(end.split()[2:])
        unseen.subtract(
            colour + rank for colour, built in fireworks for rank in "12345" if rank <= built
        )
        for hand in held:
            unseen.subtract(hand)
        self.unseen = [unseen + hand for hand in held]
        """The cards that each player may hold."""
        self.chance = cache(self._chance)

    def merit(self, kind: str, *about: str) -> float:
        """Return the worth of an action in OpenSpiel's words."""
        if kind == "Reveal":
            return self._merit_of_hint(int(about[1]), about[-1])
        _, *known = self.hands[0][int(about[0])]
        chance = self.chance(0, *known)
        if kind == "Discard":
            return -chance
        return chance + (_FIRST if chance >= self.daring else -_FIRST)

    def _merit_of_hint(self, player: int, sign: str) -> float:
        """Return how much more a player will trust cards that fit, and how much less those that do
        not."""
        merit = 0.0
        for card, colours, ranks in self.hands[player]:
            known = (colours.replace(sign, ""), ranks.replace(sign, ""))
            if sign in card:
                known = (sign, ranks) if sign in colours else (colours, sign)
            gain = self.chance(player, *known) - self.chance(player, colours, ranks)
            merit += gain if card in self.fitting else -gain
        return merit

    def _chance(self, player: int, colours: str, ranks: str) -> float:
        """Return how likely a player's card with one of these colours and ranks fits."""
        unseen = self.unseen[player]
        cards = [colour + rank for colour in colours for rank in ranks]
        fitting = sum(unseen[card] for card in cards if card in self.fitting)
        return fitting / max(1, sum(unseen[card] for card in cards))


def _hanabi(inner: Any) -> list[int]:
    player = inner.current_player()
    table = _Hanabi(inner.observation_string(player))

    def merit(action: int) -> float:
        return table.merit(*inner.action_to_string(player, action).strip("()").split())

    return sorted(inner.legal_actions(), key=merit, reverse=True)


POLICIES = {"hanabi": _hanabi}
"""The functions that return the legal actions in the order in which a policy prefers them."""
