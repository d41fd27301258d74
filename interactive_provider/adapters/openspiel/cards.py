"""A hand of cards and what lies on the table, read from OpenSpiel's texts.

A card is called by its suit and rank, ``♠A``; texts write it in several ways, and each game in its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...boards import Cell

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten"} | {str(n): str(n) for n in range(9, 1, -1)}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_LETTERS = dict(zip("SHDC", SUITS, strict=True))

FACES = {
    suit + rank: Cell(rank + suit, "red-card" if suit in "♥♦" else "card", f"{name} of {SUITS[suit]}")
    for suit in SUITS
    for rank, name in RANKS.items()
} | {"??": Cell("?", "card-back", "a card face down")}
"""Every card as it is drawn."""

ROW = 13
"""Cards of a hand in one row."""

_CARD = re.compile(r"(?<!\w)(?:([SHDC♠♥♦♣])(10|[AKQJT2-9])|([AKQJT2-9])([SHDCshdc])|(\?\?))(?![\w♠♥♦♣])")
_JOINED = re.compile(r"(?<=[shdc])(?=[AKQJT2-9][shdc])")
_SUIT_LINE = re.compile(r"^\s*(?:Suit )?([SHDC♠♥♦♣]):? *((?:10|[AKQJT2-9]| )*|none)$")
_HAND = re.compile(r"^(?:Hand|.*\d: Cards): ")
_TABLE = re.compile(r"^(?:Previous card|Upcard|Starter|Trump|Dealer: Cards|Played cards): |Upcard: ")
_TRICK = re.compile(r"^ *(?:[SHDC][AKQJT2-9] *|[AKQJT2-9][SHDC] *)+$|^Trick \d+\. (?!.*Won)")
_FRAME = re.compile(r"^\|(.*)\|$")


def found(line: str) -> Iterator[str]:
    """The cards of a line, by suit and rank."""
    for suit, rank, first, last, hidden in _CARD.findall(_JOINED.sub(" ", line)):
        yield hidden or (_LETTERS.get(suit, suit) + rank.replace("T", "10") if suit else
                         _LETTERS[last.upper()] + first.replace("T", "10"))  # fmt: skip


def table_and_hand(text: str, players: int) -> tuple[list[str], list[str], str]:
    """What lies on the table, what the player holds, and the lines that say more than that."""
    table, hand, trick, rest = list[str](), list[str](), list[str](), []
    for line in text.split("\n"):
        suit = _SUIT_LINE.match(line)
        if suit:
            ranks = re.findall("10|[AKQJT2-9]", suit[2].replace("none", ""))
            hand += (_LETTERS.get(suit[1], suit[1]) + rank.replace("T", "10") for rank in ranks)
        elif _HAND.match(line) or _FRAME.match(line):
            hand += found(line)
        elif _TRICK.match(line):
            trick = list(found(line))
        else:
            if _TABLE.search(line):
                table += found(line)
            if not re.match(r"^(?:\+-+\+|Hand: *|(?:[NESW0-3] +)+|Tricks:|Currently I have: *)$", line):
                rest.append(line)
    return table + (trick if len(trick) < players else []), hand, "\n".join(rest)


def rows(table: Iterable[str], hand: Iterable[str]) -> list[list[str]]:
    """The table's cards in the middle above those of the hand, suit by suit."""
    order = list(FACES)
    cards = sorted(hand, key=order.index)
    held = [cards[start : start + ROW] for start in range(0, len(cards), ROW)]
    width = max(map(len, held))
    above = list(table)[:width]
    before = [""] * ((width - len(above)) // 2)
    return [before + above, *held] if above else held


def spellings(card: str) -> Iterator[str]:
    """What an option that plays the card is called."""
    letter, rank = next(key for key, suit in _LETTERS.items() if suit == card[0]), card[1:].replace("10", "T")
    for name in (card, letter + rank, rank + letter, rank + letter.lower()):
        yield from (name, f"Play {name}", f"Choose {name}")
