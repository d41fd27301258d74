"""Cards read from OpenSpiel's texts: a hand below what lies on the table, a game of patience, the fireworks of Hanabi.

A card is called by its suit and rank, ``♠A``, or by its rank alone where no suits count; texts write it in several
ways, and each game in its own. ``games.toml`` rewrites the unusual ones as lines that begin ``Hand:`` and ``Table:``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from ...boards import BARE, Cell
from .grids import OFF, Grid, nameless

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten"} | {str(n): str(n) for n in range(9, 1, -1)}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_LETTERS = dict(zip("SHDC", SUITS, strict=True))
_ROLES = {suit: "red-card" if suit in "♥♦" else "card" for suit in SUITS}
_TRUMPS = "Skis Mond XX XIX XVIII XVII XVI XV XIV XIII XII XI X IX VIII VII VI V IIII III II Pagat".split()
_TAROK = {"King": "K", "Queen": "Q", "Knight": "C", "Jack": "J"} | {str(n): str(n) for n in range(10, 0, -1)}
_SHORT = {"Mond": "XXI", "XVIII": "XⅧ", "Pagat": "I"}
_COLOURS = {"R": "red", "Y": "yellow", "G": "green", "W": "card", "B": "blue"}
EMPTY = "🂿"
_DEPTH = 13
"""Rows of a game of patience at least, so that its table stays as large as it is."""
_Item = TypeVar("_Item")

FACES = {
    **{f"{suit}{rank}": Cell(rank + suit, _ROLES[suit], f"{RANKS[rank]} of {SUITS[suit]}")
       for suit in SUITS for rank in RANKS},
    **{f"{name} of {SUITS[suit].title()}": Cell(short + suit, _ROLES[suit], f"{name.lower()} of {SUITS[suit]}")
       for suit in SUITS for name, short in _TAROK.items()},
    **{trump: Cell(_SHORT.get(trump, trump), "card", f"trump {trump}") for trump in _TRUMPS},
    **{rank: Cell(rank, "card", name) for rank, name in RANKS.items()},
    **{suit: Cell(suit, "muted", f"no {name} yet") for suit, name in SUITS.items()},
    **{f"{letter}{n}": Cell("?" if n == "X" else str(n or ""), role, f"{'white' if letter == 'W' else role} {n}")
       for letter, role in _COLOURS.items() for n in (*range(6), "X")},
    **{f"X{n}": Cell(str(n), "card-back", f"your card, {n}") for n in range(1, 6)},
    EMPTY: Cell("", "muted", "an empty pile", piece=BARE),
    "★": Cell("★", "red-card", "coloured joker"),
    "☆": Cell("☆", "card", "black and white joker"),
    "??": Cell("?", "card-back", "a card face down", piece=BARE),
}  # fmt: skip
"""Every card as it is drawn, the highest first."""

_CARD = re.compile(
    r"(?<![\w♠♥♦♣])(?:([SHDC♠♥♦♣])(10|[AKQJT2-9])|(10|[AKQJT2-9])([SHDCshdc♠♥♦♣])|(10|[AKQJT2-9])|(\?\?|[★☆]))(?![\w♠♥♦♣])"
)
_JOINED = re.compile(r"(?<=[shdc])(?=[AKQJT2-9][shdc])")
_DRAWN = {
    0x1F0A0 + 16 * row + number: f"{suit}{rank}"
    for row, suit in enumerate(SUITS)
    for number, rank in enumerate(("A", *map(str, range(2, 11)), "J", "", "Q", "K"), 1)
}
"""The cards that have a character of their own."""
_SUIT_LINE = re.compile(r"^ {0,4}(?:Suit )?([SHDC♠♥♦♣]):? *((?:10|[AKQJT2-9]| )*|none)$")
_HAND = re.compile(r"^(?:Hand|.*\d: Cards): ?|^You .*hold:$|^Currently I have:")
_DUMMY = re.compile(r"^Dummy is ")
_TABLE = re.compile(r"^(?:Table|Previous card|Upcard|Starter|Trump|Dealer: Cards|Played cards): |Upcard: ")
_TRICK = re.compile(r"^ *(?:[SHDC][AKQJT2-9] *|[AKQJT2-9][SHDC] *)+$|^Trick \d+\. ")
_FRAME = re.compile(r"^\|(.*)\|$")
_UNSAID = re.compile(r"^(?:\+-+\+|[NESW0-3 ]+|Tricks:|Table: .*|Trick \d+\. .*)$")


def cards_in(line: str) -> Iterator[str]:
    """The cards of a line, by suit and rank."""
    names = [name.strip() for name in line.split(",")]
    if set(names) <= FACES.keys():
        yield from names
        return
    for suit, rank, first, last, bare, other in _CARD.findall(_JOINED.sub(" ", line.translate(_DRAWN))):
        yield other or _LETTERS.get(suit or last.upper(), suit or last) + (rank or first or bare).replace("T", "10")


def spread(text: str) -> tuple[list[str], list[str], list[str], str] | None:
    """What lies on the table, the dummy, what the player holds, and the lines that say more; None without a hand."""
    table, dummy, hand, trick, rest = list[str](), list[str](), list[str](), list[str](), []
    holder, is_dealt = hand, False
    for line in text.split("\n"):
        if suit := _SUIT_LINE.match(line):
            ranks = re.findall("10|[AKQJT2-9]", suit[2].replace("none", ""))
            holder += (_LETTERS.get(suit[1], suit[1]) + rank.replace("T", "10") for rank in ranks)
            is_dealt = True
        elif held := _HAND.match(line) or _FRAME.match(line):
            hand += cards_in(held[1] if held.re is _FRAME else line[held.end() :])
            is_dealt = True
        elif _DUMMY.match(line):
            holder = dummy
        elif laid := _TRICK.match(line):
            trick = list(cards_in(line[laid.end() :] if line.startswith("Trick") else line))
        else:
            if lies := _TABLE.search(line):
                table += cards_in(line[lies.end() :])
            if not _UNSAID.match(line):
                rest.append(_named(line))
    is_over = len(trick) == 4 and hand
    return (
        (trick if trick and not is_over else table, dummy, hand, "\n".join(rest))
        if is_dealt or table or trick
        else None
    )


def _named(line: str) -> str:
    """A line whose cards are written as people write them: ``7♣``."""
    return _CARD.sub(lambda card: "".join(FACES[name].text for name in cards_in(card[0])), line.translate(_DRAWN))


def hand(text: str, columns: int) -> Grid | None:
    """What lies on the table above the cards that the player holds, in the middle of rows of one length."""
    parts = spread(text)
    if parts is None:
        return None
    order = list(FACES)
    table, *held, rest = parts
    rows = [centred(table[-columns:], columns)]
    for cards in held:
        cards.sort(key=order.index)
        starts = range(0, len(cards) or cards is held[-1], columns)
        rows += (centred(cards[start : start + columns], columns) for start in starts)
    named = {
        name: (r, c)
        for r, row in enumerate(rows)
        for c, card in enumerate(row)
        if r and card
        for name in spellings(card)
    }
    return nameless(rows, named, rest)


def centred(cards: list[str], columns: int) -> list[str]:
    """A row with its cards in the middle."""
    before = (columns - len(cards)) // 2
    return [OFF] * before + cards + [OFF] * (columns - len(cards) - before)


def spellings(card: str) -> Iterator[str]:
    """What an option that plays the card is called."""
    if card[0] not in SUITS or len(card) == 1:
        yield from (card, f"ask for {card}")
        return
    letter, rank = next(key for key, suit in _LETTERS.items() if suit == card[0]), card[1:].replace("10", "T")
    for name in (card, letter + rank, rank + letter, rank + letter.lower()):
        yield from (name, f"Play {name}", f"Choose {name}")


def patience(text: str) -> Grid | None:
    """The seven columns of Klondike; at their right the four suits above the waste."""
    above, *below = text.split("TABLEAUS")
    if not below:
        return None
    waste, suits = (re.sub(r".*: *", "", line).split() for line in above.strip().split("\n"))
    piles = [line.replace("🂠", "??").split() for line in below[0].split("TARGETS")[0].strip(" :\n").split("\n")]
    piles += [[EMPTY]] * (7 - len(piles))  # OpenSpiel leaves out what is empty
    right = [suits, [], *(waste[start : start + 4] for start in range(0, len(waste), 4))]
    depth = max(_DEPTH, *map(len, piles))
    columns = zip(*(_filled(pile, depth, OFF) for pile in piles), strict=True)
    rows = [
        [*left, OFF, *_filled(beside, 4, OFF)] for left, beside in zip(columns, _filled(right, depth, []), strict=True)
    ]
    named = {
        card: (r, c)
        for r, row in reversed(list(enumerate(rows)))
        for c, card in enumerate(row)
        if card not in (OFF, "??")
    }
    return nameless([[next(cards_in(card), card) if len(card) > 1 else card for card in row] for row in rows], named)


def _filled(row: list[_Item], length: int, filler: _Item) -> list[_Item]:
    return row + [filler] * (length - len(row))


def fireworks(text: str) -> Grid | None:
    """What is built in Hanabi, and the hands below it: your own cards show only what you were told of them."""
    before, behind = text.split("Hands:")
    stacks = before.split("Fireworks:")
    hands = [re.findall(r"(?m)^(\w\w) \|\| (\w\w)", part) for part in behind.split("-----")]
    rows = [
        stacks[1].split(),
        *([hint.replace("XX", "??") if card == "XX" else card for card, hint in cards] for cards in hands),
    ]
    names = ("built", *("yours" if cards and cards[0][0] == "XX" else "theirs" for cards in hands))
    rest = "\n".join([stacks[0], *re.findall(r"(?m)^(?:Cards left|Discards): .*$", behind)])
    return replace(nameless(rows, {}, rest), row_names=names)


def tarok(state: Any, player: int) -> str:
    """The lines of a hand and of a trick of tarok, which OpenSpiel's own text tells by the numbers of its cards.

    Who is to exchange cards sees those that may be taken up, which OpenSpiel tells nobody.
    """
    lines = {"Table": state.trick_cards(), "Hand": state.player_cards(player)}
    if state.current_game_phase().name == "TALON_EXCHANGE" and player == state.current_player():
        lines |= {f"Talon set {number}": cards for number, cards in enumerate(state.talon_sets(), 1)}
    return "\n".join(f"{name}: {', '.join(map(state.card_action_to_string, cards))}" for name, cards in lines.items())
