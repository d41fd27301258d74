"""The melds of rummy in a hand: runs of a suit and sets of a rank, so that the least is left
over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

_ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_LEAST = 3
"""The minimum number of cards in a meld."""

Card = str
"""A suit and a rank, as in ``♠10``."""


def arranged(hand: Sequence[Card]) -> list[list[Card]]:
    """The melds that leave the fewest points over, then what is left, each in its order.

    >>> arranged(["♥5", "♣3", "♠5", "♣2", "♦5", "♣4", "♠K"])
    [['♠5', '♥5', '♦5'], ['♣2', '♣3', '♣4'], ['♠K']]
    """
    cards = sorted(hand, key=_place)
    melds = best_melds(cards)
    left = [card for card in cards if all(card not in meld for meld in melds)]
    groups = [sorted(meld, key=_place) for meld in melds]
    return [*groups, left] if left else groups


def best_melds(hand: Sequence[Card]) -> list[set[Card]]:
    """The melds of a hand that share no card and are worth the most points."""
    return _best([set(meld) for meld in _melds(sorted(hand, key=_place))])


def _place(card: Card) -> tuple[int, str]:
    return _ORDER.index(card[1:]), card[0]


def points(card: Card) -> int:
    """What a card counts if it is left over."""
    return min(_place(card)[0] + 1, 10)


def _melds(cards: Sequence[Card]) -> Iterator[Sequence[Card]]:
    """Every set and every run in a hand."""
    for rank in _ORDER:
        same = [card for card in cards if card[1:] == rank]
        for count in range(_LEAST, len(same) + 1):
            yield from combinations(same, count)
    for suit in sorted({card[0] for card in cards}):
        held = {_place(card)[0]: card for card in cards if card[0] == suit}
        for first in held:
            run = [held[first]]
            while first + len(run) in held:
                run.append(held[first + len(run)])
                if len(run) >= _LEAST:
                    yield tuple(run)


def _best(melds: Sequence[set[Card]]) -> list[set[Card]]:
    """Melds that share no card and whose cards are worth the most points."""
    best: list[set[Card]] = []
    for number, meld in enumerate(melds):
        others = [other for other in melds[number + 1 :] if not other & meld]
        found = [meld, *_best(others)]
        if worth(found) > worth(best):
            best = found
    return best


def worth(melds: Iterable[set[Card]]) -> int:
    """The points of all cards in some melds."""
    return sum(points(card) for meld in melds for card in meld)
