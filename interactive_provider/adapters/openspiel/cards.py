"""Cards read from OpenSpiel's texts: a hand below the table.

A card is named by its suit and rank, ``♠A``, or only by its rank if suits do not matter; texts
write cards in several ways, and each game has its own. ``games.toml`` rewrites unusual texts as
lines that begin with ``Hand:`` and ``Table:``, or as zones.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

import pyspiel

from ...boards import BARE, SIDES, Cell, Place, Zone
from . import dice, fireworks
from .grids import OFF, TextGrid, zoned

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten"} | {
    str(n): str(n) for n in range(9, 1, -1)
}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_LETTERS = dict(zip("SHDC", SUITS, strict=True))
_ROLES = {suit: "red-card" if suit in "♥♦" else "card" for suit in SUITS}
_TRUMPS = (
    "Skis Mond XX XIX XVIII XVII XVI XV XIV XIII XII XI X IX VIII VII VI V IIII III II Pagat"
).split()
_TAROK = {"King": "K", "Queen": "Q", "Knight": "C", "Jack": "J"} | {
    str(n): str(n) for n in range(10, 0, -1)
}
_SHORT = {"Mond": "XXI", "XVIII": "XⅧ", "Pagat": "I"}
_WIDTH = 17
"""The minimum number of places in each zone, so that the table keeps its size while cards are
played."""

FACES = {
    **{
        f"{suit}{rank}": Cell(rank + suit, _ROLES[suit], f"{RANKS[rank]} of {SUITS[suit]}")
        for suit in SUITS
        for rank in RANKS
    },
    **{
        f"{name}-of-{SUITS[suit].title()}": Cell(
            short + suit, _ROLES[suit], f"{name.lower()} of {SUITS[suit]}"
        )
        for suit in SUITS
        for name, short in _TAROK.items()
    },
    **{trump: Cell(_SHORT.get(trump, trump), "card", f"trump {trump}") for trump in _TRUMPS},
    **{rank: Cell(rank, "card", name) for rank, name in RANKS.items()},
    **{suit: Cell(suit, "muted", f"no {name} yet") for suit, name in SUITS.items()},
    "🂿": Cell("", "muted", "an empty pile", piece=BARE),
    "★": Cell("★", "red-card", "coloured joker"),
    "☆": Cell("☆", "card", "black and white joker"),
    "??": Cell("?", "card-back", "a card face down", piece=BARE),
    **fireworks.CARDS,
    **dice.CELLS,
}
"""Every card as it is drawn, the highest first, and every die."""

_CARD = re.compile(r"([SHDC♠♥♦♣]?)(10|[AKQJT2-9])([SHDCshdc♠♥♦♣]?)")
_SUIT = re.compile(r" {0,4}(?:Suit )?([SHDC♠♥♦♣])[: ] *((?:(?:10|[AKQJT2-9]) *)*)(?:none)?$")
"""A line with all cards of a suit: ``Suit D: Q A``, ``S KQ7``, ``♥ none``."""
_DRAWN = {
    0x1F0A0 + 16 * row + number: f"{suit}{rank}"
    for row, suit in enumerate(SUITS)
    for number, rank in enumerate(("A", *map(str, range(2, 11)), "J", "", "Q", "K"), 1)
}
"""The cards that have their own Unicode character."""
_HAND = re.compile(rf"Hand: ?|.*\d: Cards: |You hold:$|Currently I have:|(?={_SUIT.pattern})")
_TABLE = re.compile(
    r"Table: | *(?=(?:(?:[SHDC][AKQJT2-9]|[AKQJT2-9][SHDC]) *)+$)"
    r"|(Previous card|Upcard|Starter|Trump|Dealer: Cards|Played cards): "
)
"""The cards on the table; if they are named, the text says so too."""
_ZONE = re.compile(r"@(\w+) (\w+) ?([^(=:]*?) ?(?:\(([^)]*)\))? ?(?:=([^:]*))?: ?(.*)$")
"""A zone as `games.toml` writes it: ``@middle pile stock (31) =Draw stock: ??``."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def cards_in(line: str) -> list[str]:
    """Return the cards of a line, by suit and rank; a stroke between two piles becomes a gap."""
    if suit := _SUIT.match(line):
        line = " ".join(suit[1] + rank for rank in re.findall("10|[AKQJT2-9]", suit[2]))
    piles = [pile.split() for pile in line.translate(_DRAWN).split("/")]
    return _apart(list(filter(None, map(card_named, pile))) for pile in piles)


def _apart(piles: Iterable[Sequence[str]]) -> list[str]:
    """Return all cards, with a gap between two piles."""
    return [card for pile in piles for card in (OFF, *pile)][1:]


def card_named(word: str) -> str:
    """Return the card that a word means, or nothing."""
    if word in FACES or "|" in word:
        return word
    written = _CARD.fullmatch(word)
    if written is None:
        return ""
    suit = written[1] or written[3].upper()
    return _LETTERS.get(suit, suit) + written[2].replace("T", "10")


def _named(line: str) -> str:
    """Return a line with its cards as people write them: ``7♣``."""

    def spelled(word: re.Match[str]) -> str:
        card = card_named(word[0])
        return FACES[card].text if card in FACES else word[0]

    return re.sub(r"\S+", spelled, line.translate(_DRAWN))


def hand(text: str) -> TextGrid:
    """Return the table and the player's cards in zones; the hand is in the zone that the text gives
    it, otherwise at the bottom."""
    zones: list[tuple[Zone, list[str], str]] = []
    holder = held = list[str]()
    table = list[str]()
    rest = list[str]()
    for line in text.split("\n"):
        if written := _ZONE.match(line):
            side, layout, name, note, option, cards = written.groups("")
            lying = cards_in(cards)
            zones.append((Zone(name, side=side, layout=layout, note=note), lying, option))
            if layout == "columns":
                holder = lying
        elif line.startswith("Rummy:"):
            held += cards_in(_melded(line.split()[1:]))
        elif holds := _HAND.match(line):
            holder += cards_in(line[holds.end() :])
        elif (lies := _TABLE.match(line)) and not lies[1]:
            table = cards_in(line[lies.end() :])
        else:
            table = cards_in(line[lies.end() :]) if lies else table
            rest.append(_named(line))
    sides = [zone.side for zone, _, _ in zones]
    if "bottom" not in sides:
        zones.append((Zone("you", side="bottom", layout="fan"), [], ""))
    if table or "middle" not in sides:
        zones.append((Zone(), table, ""))
    return replace(_laid(zones, held), rest="\n".join(rest))


def _melded(words: Sequence[str]) -> str:
    """Return a rummy hand with a stroke after each meld, choosing the melds that leave the fewest
    points over."""
    rummy = _rummy()
    held = rummy.card_strings_to_card_ints(words)
    melds = rummy.best_meld_group(held)
    left = set(held).difference(*melds)
    piles = [*melds, sorted(left, key=rummy.card_rank)]
    return " / ".join(" ".join(map(rummy.card_string, pile)) for pile in piles if pile)


@cache
def _rummy() -> Any:
    """Return OpenSpiel's own finder of melds, for all 52 cards; it is made when first needed."""
    return pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def _laid(zones: Sequence[tuple[Zone, list[str], str]], held: Sequence[str]) -> TextGrid:
    """Return zones in the order of their sides, with the places of the options: those that name a
    zone, and those that name a card."""
    points = dict[str, Place]()
    choices = defaultdict[str, tuple[Place, ...]](tuple)
    lying: list[tuple[Zone, Sequence[str]]] = []
    for zone, cards, option in sorted(zones, key=lambda found: SIDES.index(found[0].side)):
        number = len(lying)
        if zone.side == "bottom":
            cards = [*cards, *_by_suit(held)]
        elif zone.layout == "columns":
            cards = _by_suit(cards)
        lying.append((zone, cards))
        if option:
            points[option] = number, max(len(cards) - 1, 0)
        for column, card in enumerate(cards):
            if zone.side != "middle" or zone.layout == "columns":
                for name in spellings(card, column) if card else ():
                    choices[name] += ((number, column),)
    return zoned(lying, points, choices, _WIDTH)


def _by_suit(cards: Sequence[str]) -> list[str]:
    """Return cards from high to low, with a gap between suits if there are several cards of a suit;
    cards that already have gaps are unchanged."""
    if OFF in cards:
        return list(cards)
    order = {card: number for number, card in enumerate(FACES)}
    ranked = sorted(cards, key=lambda card: order.get(card, 0))
    suits = [list(suit) for _, suit in groupby(ranked, _suit_of)]
    if sum(map(len, suits)) > len(suits) + 1:
        return _apart(suits)
    return [card for suit in suits for card in suit]


def _suit_of(card: str) -> str:
    """Return the suit with which a card is drawn; empty for a trump or a bare rank."""
    last = FACES[card].text[-1:] if card in FACES else ""
    return last if last in SUITS else ""


def spellings(card: str, column: int) -> Iterator[str]:
    """Return the labels that OpenSpiel may give to the options with a card, which lies in a column
    of its zone."""
    if card in fireworks.CARDS:
        yield from fireworks.names_of(card)
    elif "|" in card:  # a Hanabi card whose owner knows only hints: options name its place
        yield f"Play the {_ORDINALS[column]} card"
        yield f"Discard the {_ORDINALS[column]} card"
    elif card[0] not in SUITS or len(card) == 1:
        yield card.replace("-", " ")
        yield f"ask for {card}"
    else:
        letter = SUITS[card[0]][0].upper()
        rank = card[1:].replace("10", "T")
        for name in (card, letter + rank, rank + letter, rank + letter.lower()):
            yield from (name, f"Play {name}", f"Choose {name}")


def tarok(state: Any, player: int) -> str:
    """Return the lines of a hand and of a trick of tarok, whose cards OpenSpiel's text gives by
    number.

    A player about to exchange cards sees the cards on offer, which OpenSpiel shows to nobody.
    """
    lines = {"Table": state.trick_cards(), "Hand": state.player_cards(player)}
    if state.current_game_phase().name == "TALON_EXCHANGE" and player == state.current_player():
        lines |= {
            f"Talon set {number}": cards for number, cards in enumerate(state.talon_sets(), 1)
        }
    return "\n".join(
        f"{name}: {', '.join(map(state.card_action_to_string, cards))}"
        for name, cards in lines.items()
    )
