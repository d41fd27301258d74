"""Cards read from OpenSpiel's texts: a hand below what is on the table, a game of patience, the
fireworks of Hanabi.

A card is called by its suit and rank, ``♠A``, or by its rank alone where no suits count; texts
write it in several ways, and each game in its own. ``games.toml`` rewrites the unusual ones as
lines that begin ``Hand:`` and ``Table:``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeVar

from ...boards import BARE, SIDES, Cell, Place, Zone
from . import melds
from .grids import OFF, TextGrid, nameless, zoned

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
EMPTY = "🂿"
_DEPTH = 13
"""The minimum number of rows in a game of patience, so that its table stays as large as it is."""
_WIDTH = 17
"""The minimum number of places in each zone, so that the table stays the same while cards are
played."""
_Item = TypeVar("_Item")

FACES = {
    **{
        f"{suit}{rank}": Cell(rank + suit, _ROLES[suit], f"{RANKS[rank]} of {SUITS[suit]}")
        for suit in SUITS
        for rank in RANKS
    },
    **{
        f"{name} of {SUITS[suit].title()}": Cell(
            short + suit, _ROLES[suit], f"{name.lower()} of {SUITS[suit]}"
        )
        for suit in SUITS
        for name, short in _TAROK.items()
    },
    **{trump: Cell(_SHORT.get(trump, trump), "card", f"trump {trump}") for trump in _TRUMPS},
    **{rank: Cell(rank, "card", name) for rank, name in RANKS.items()},
    **{suit: Cell(suit, "muted", f"no {name} yet") for suit, name in SUITS.items()},
    EMPTY: Cell("", "muted", "an empty pile", piece=BARE),
    "★": Cell("★", "red-card", "coloured joker"),
    "☆": Cell("☆", "card", "black and white joker"),
    "??": Cell("?", "card-back", "a card face down", piece=BARE),
}
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
_DUMMY = re.compile(r"^Dummy is ([\w ]+)")
_TABLE = re.compile(
    r"^(?:Table|Previous card|Upcard|Starter|Trump|Dealer: Cards|Played cards): |Upcard: "
)
_TRICK = re.compile(r"^ *(?:[SHDC][AKQJT2-9] *|[AKQJT2-9][SHDC] *)+$|^Trick \d+\. ")
_ZONE = re.compile(r"^@(\w+) (\w+) ?([^(=:]*?) ?(?:\(([^)]*)\))? ?(?:=([^:]*))?: ?(.*)$")
"""A zone as `games.toml` writes it: ``@middle pile stock (31) =Draw stock: ??``."""
_MELDS = "In melds"
"""The line that says that a hand is sorted by its melds, not by suits."""
_OWN = Zone("you", side="bottom", layout="fan")
_FRAME = re.compile(r"^\|(.*)\|$")
_UNSAID = re.compile(r"^(?:\+-+\+|[NESW0-3 ]+|Tricks:|Table: .*|Trick \d+\. .*)$")


def cards_in(line: str) -> Iterator[str]:
    """The cards of a line, by suit and rank."""
    names = [name.strip() for name in line.split(",")]
    if set(names) <= FACES.keys():
        yield from names
        return
    for suit, rank, first, last, bare, other in _CARD.findall(
        _JOINED.sub(" ", line.translate(_DRAWN))
    ):
        yield other or _LETTERS.get(suit or last.upper(), suit or last) + (
            rank or first or bare
        ).replace("T", "10")


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a text says about a table: zones with the names of their cards, and the lines that are
    not cards."""

    zones: tuple[tuple[Zone, tuple[str, ...], str], ...]
    """Each with its cards by suit and rank, and what an option is called that a press on the last
    of them chooses."""
    rest: str


def dealt(text: str) -> Dealt | None:
    """The zones of a text; None without a card."""
    reading = _Reading()
    for line in text.split("\n"):
        reading.read(line)
    return reading.dealt() if reading.is_dealt else None


class _Reading:
    """What has been read of a text so far."""

    def __init__(self) -> None:
        self.zones: list[tuple[Zone, tuple[str, ...], str]] = []
        self.table: list[str] = []
        self.trick: list[str] = []
        self.dummy: list[str] = []
        self.partner = ""
        self.hand: list[str] = []
        self.rest: list[str] = []
        self.holder = self.hand
        self.is_dealt = False
        self.has_melds = False

    def read(self, line: str) -> None:
        """Take the next line for what it says."""
        if written := _ZONE.match(line):
            self._read_zone(written)
        elif suit := _SUIT_LINE.match(line):
            ranks = re.findall("10|[AKQJT2-9]", suit[2].replace("none", ""))
            self.holder += (
                _LETTERS.get(suit[1], suit[1]) + rank.replace("T", "10") for rank in ranks
            )
            self.is_dealt = True
        elif held := _HAND.match(line) or _FRAME.match(line):
            self.hand += cards_in(held[1] if held.re is _FRAME else line[held.end() :])
            self.is_dealt = True
        elif line == _MELDS:
            self.has_melds = True
        elif owner := _DUMMY.match(line):
            self.holder, self.partner = self.dummy, owner[1]
        elif laid := _TRICK.match(line):
            self.trick = list(cards_in(line[laid.end() :] if line.startswith("Trick") else line))
            self.is_dealt |= bool(self.trick)
        else:
            self._read_words(line)

    def _read_zone(self, written: re.Match[str]) -> None:
        side, layout, name, note, option, cards = written.groups()
        zone = Zone(name or "", side=side, layout=layout, note=note or "")
        self.zones.append((zone, tuple(cards_in(cards)), option or ""))
        self.is_dealt |= layout != "line"

    def _read_words(self, line: str) -> None:
        if lies := _TABLE.search(line):
            self.table += cards_in(line[lies.end() :])
            self.is_dealt |= bool(self.table)
        if not _UNSAID.match(line):
            self.rest.append(_named(line))

    def dealt(self) -> Dealt:
        """All zones; the player's hand lies where the text has a zone for it, else at the
        bottom."""
        is_over = len(self.trick) == 4 and self.hand
        laid = tuple(self.trick if self.trick and not is_over else self.table)
        zones = [
            found
            for found in self.zones
            if found[0].side != "bottom" and found[0].name != (self.partner or None)
        ]
        own = next((zone for zone, _, _ in self.zones if zone.side == "bottom"), _OWN)
        if laid or all(zone.side != "middle" for zone, _, _ in zones):
            zones.append((Zone(), laid, ""))
        if self.dummy:
            dummy = Zone(self.partner, side="top", layout="columns", note="dummy")
            zones.append((dummy, _by_suit(self.dummy), ""))
        held = _apart(melds.arranged(self.hand)) if self.has_melds else _by_suit(self.hand)
        zones.append((own, held, ""))
        zones.sort(key=lambda found: SIDES.index(found[0].side))
        return Dealt(tuple(zones), "\n".join(self.rest))


def _by_suit(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards from high to low, with a gap between two suits if there are several of a suit."""
    order = list(FACES)
    suits = [list(suit) for _, suit in groupby(sorted(cards, key=order.index), _suit_of)]
    if sum(map(len, suits)) <= len(suits) + 1:
        return tuple(card for suit in suits for card in suit)
    return _apart(suits)


def _suit_of(card: str) -> str:
    """The suit that a card is drawn with; empty for a trump or a bare rank."""
    last = FACES[card].text[-1:]
    return last if last in SUITS else ""


def _apart(groups: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """All cards, with a gap between two groups."""
    cards: list[str] = []
    for number, group in enumerate(groups):
        if number:
            cards.append(OFF)
        cards += group
    return tuple(cards)


def _named(line: str) -> str:
    """A line whose cards are written as people write them: ``7♣``."""
    return _CARD.sub(
        lambda card: "".join(FACES[name].text for name in cards_in(card[0])), line.translate(_DRAWN)
    )


def hand(text: str) -> TextGrid | None:
    """What is on the table and what the player holds, in zones."""
    found = dealt(text)
    if found is None:
        return None
    points, choices = dict[str, Place](), defaultdict[str, tuple[Place, ...]](tuple)
    for number, (zone, cards, option) in enumerate(found.zones):
        if option:
            points[option] = number, max(len(cards) - 1, 0)
        if zone.side != "bottom" and zone.layout != "columns":
            continue
        for column, card in enumerate(cards):
            for name in spellings(card) if card else ():
                choices[name] += ((number, column),)
    grid = zoned([(zone, cards) for zone, cards, _ in found.zones], points, choices, _WIDTH)
    return replace(grid, rest=found.rest)


def spellings(card: str) -> Iterator[str]:
    """What an option that plays the card is called."""
    if card[0] not in SUITS or len(card) == 1:
        yield from (card, f"ask for {card}")
        return
    letter, rank = (
        next(key for key, suit in _LETTERS.items() if suit == card[0]),
        card[1:].replace("10", "T"),
    )
    for name in (card, letter + rank, rank + letter, rank + letter.lower()):
        yield from (name, f"Play {name}", f"Choose {name}")


def patience(text: str) -> TextGrid | None:
    """The seven columns of Klondike; at their right the four suits above the waste."""
    above, *below = text.split("TABLEAUS")
    if not below:
        return None
    waste, suits = (re.sub(r".*: *", "", line).split() for line in above.strip().split("\n"))
    piles = [
        line.replace("🂠", "??").split()
        for line in below[0].split("TARGETS")[0].strip(" :\n").split("\n")
    ]
    piles += [[EMPTY]] * (7 - len(piles))  # OpenSpiel leaves out what is empty
    right = [suits, [], *(waste[start : start + 4] for start in range(0, len(waste), 4))]
    depth = max(_DEPTH, *map(len, piles))
    columns = zip(*(_filled(pile, depth, OFF) for pile in piles), strict=True)
    rows = [
        [*left, OFF, *_filled(beside, 4, OFF)]
        for left, beside in zip(columns, _filled(right, depth, []), strict=True)
    ]
    named = {
        card: (r, c)
        for r, row in reversed(list(enumerate(rows)))
        for c, card in enumerate(row)
        if card not in (OFF, "??")
    }
    return nameless(
        [[next(cards_in(card), card) if len(card) > 1 else card for card in row] for row in rows],
        named,
    )


def _filled(row: list[_Item], length: int, filler: _Item) -> list[_Item]:
    return row + [filler] * (length - len(row))


def tarok(state: Any, player: int) -> str:
    """The lines of a hand and of a trick of tarok, which OpenSpiel's own text tells by the numbers
    of its cards.

    A player about to exchange cards sees those that may be taken up, which OpenSpiel shows to
    nobody.
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
