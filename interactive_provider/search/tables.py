"""Solved games in files: for each position a digest of its key, what it is worth and how far the
end is.

A position takes twelve bytes. A table is believed only if it agrees with the rules: when it is
read, random games are followed through it, and when it is used, a position must be worth what its
best choice is worth.
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Hashable, Sequence
from itertools import islice
from math import isclose
from random import Random
from typing import Any, Self

from ..errors import BadFile, NoAbility, quote
from ..game import Value, title_of
from ..support.fingerprint import fingerprint, fingerprint_with_code, plain_number
from ..support.hashes import digest_of
from ..support.storage import checksum, read_file, replace_file
from .known import Entry, Finding, Known
from .model import Key, Model, Payoffs, State
from .retrograde import Worth

FORMAT = "interactive_provider solved game 2"

LARGEST_FILE = 500_000_000
"""The maximum size in bytes of a file that is read."""

NO_END = 65_535
"""The largest number in two bytes: it stands for the distance in a game that need not end."""

SAMPLES = 30
"""The number of random games that are followed through a table when it is read."""

NEAR = 1e-9

_ATOMS = frozenset((int, float, str, bytes, bool, type(None)))

_ALIKE = frozenset((int, str, bytes, type(None)))


def digest(key: Hashable) -> int:
    """An eight-byte digest of a key, the same in every process."""
    text = repr(_alike(key)) if _is_plain(key) else fingerprint(key, numbers_alike=True)
    return int.from_bytes(digest_of(text.encode(), 8), "big")


def _alike(key: Any) -> Any:
    """A key in which equal numbers look alike: 1, True and 1.0 are one key to a graph."""
    if type(key) is not tuple:
        return plain_number(key)
    return key if _ALIKE.issuperset(map(type, key)) else tuple(map(_alike, key))


def _is_plain(key: Any) -> bool:
    return type(key) in _ATOMS or (type(key) is tuple and all(map(_is_plain, key)))


class Table(Known):
    """What positions are worth, by the digests of their keys in order."""

    def __init__(
        self,
        setup: Any,
        kind: tuple[bool, bool, Payoffs],
        payoffs: Sequence[Payoffs],
        columns: Sequence[array[int]],
    ) -> None:
        lucky, goes_round, unending = kind
        super().__init__(setup, tuple(unending))
        self.lucky, self.goes_round = bool(lucky), bool(goes_round)
        self.payoffs = list(map(tuple, payoffs))
        self.columns = columns
        self.digests, self.worths, self.distances = columns

    @classmethod
    def of(cls, worth: Worth) -> Self:
        """The table of a graph that is solved."""
        if worth.plan or worth.most is not worth.payoffs:
            raise NoAbility(
                "The solved game cannot be kept: it depends on how indifferent players choose."
            )
        nodes = {digest(key): node for key, node in worth.graph.numbers.items()}
        digests = array("Q", sorted(nodes))
        numbers: dict[Payoffs, int] = {}
        entries = [worth.entry(nodes[number]) for number in digests]
        worths = [numbers.setdefault(entry.least, len(numbers)) for entry in entries]
        far = [NO_END if entry.distance is None else entry.distance for entry in entries]
        if max(len(numbers), *far) > NO_END or len(nodes) < len(worth):
            raise NoAbility(
                "The solved game cannot be kept: its payoffs or positions do not fit a table."
            )
        kind = worth.lucky, worth.goes_round, worth.unending
        columns = digests, array("H", worths), array("H", far)
        table = cls(worth.setup, kind, list(numbers), columns)
        table.first = worth.first
        return table

    @property
    def weight(self) -> int:
        """The bytes of the columns."""
        return sum(column.itemsize * len(column) for column in self.columns)

    def __len__(self) -> int:
        return len(self.digests)

    def number(self, key: Key) -> int | None:
        """The place of a position."""
        number = digest(key)
        place = bisect_left(self.digests, number)
        return place if number in self.digests[place : place + 1] else None

    def entry(self, number: int) -> Entry:
        """What the position at a place is worth."""
        paid, far = self.payoffs[self.worths[number]], self.distances[number]
        return Entry(paid, paid, None if far == NO_END else far)

    def choices(self, model: Model, state: State, turn: int) -> dict[Value, Finding] | None:
        """What each choice is worth; None if the table and the rules disagree."""
        found = super().choices(model, state, turn)
        if found is None:
            return None
        mover, key = model.place(state, turn)
        number = self.number(key)
        here = () if number is None else self.entry(number).least
        if not found:
            return found if here == tuple(model.gains(state)) else None
        best = max(one.worth for one in found.values())
        best += model.rewards(state)[mover] if model.pays_on_the_way(state) else 0.0
        return found if isclose(best, here[mover], rel_tol=NEAR, abs_tol=NEAR) else None

    def write(self, file: str | os.PathLike[str], model: Model) -> None:
        """Write the table to a file, completely or not at all."""
        record = {
            **_about(model, self.setup),
            "kind": (self.lucky, self.goes_round, self.unending),
            "payoffs": self.payoffs,
            **dict(zip(_COLUMNS, map(_packed, self.columns), strict=True)),
        }
        record["sum"] = checksum(record)
        replace_file(file, lambda: json.dumps(record))

    @classmethod
    def read(cls, file: str | os.PathLike[str], model: Model, state: State, turn: int) -> Self:
        """The table in a file; raises `BadFile` for one that is damaged, of another game, or
        against the rules."""
        about, name = _about(model, model.setup), quote(os.fspath(file))
        try:
            record = json.loads(read_file(file, LARGEST_FILE))
            if record["sum"] != checksum(record):
                raise ValueError
            is_same = about == {part: record[part] for part in about}
            columns = [_unpacked(record[part], kind) for part, kind in _COLUMNS.items()]
            table = cls(model.setup, record["kind"], record["payoffs"], columns)
            if not len(columns[0]) == len(columns[1]) == len(columns[2]) or max(
                table.worths, default=0
            ) >= len(table.payoffs):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError, zlib.error, RecursionError):
            raise BadFile(f"{name} is not a complete table of a solved game.") from None
        if not is_same:
            raise BadFile(
                f"{name} is a table of {quote(record['game'])} with other rules or parameters."
            )
        if not all(table.agrees(model, state, turn, Random(seed)) for seed in range(SAMPLES)):
            raise BadFile(f"{name} does not agree with the rules of {title_of(model.game)}.")
        return table

    def agrees(self, model: Model, state: State, turn: int, rng: Random) -> bool:
        """True if every position of a random game is worth what its best choice is worth."""
        games = islice(model.random_game(state, turn, rng), NO_END)
        return all(self.choices(model, one, turn) is not None for one, turn, _ in games)


_COLUMNS = {"digests": "Q", "worths": "H", "distances": "H"}
"""The columns by name, with the kinds of their numbers."""


def _about(model: Model, setup: Any) -> dict[str, Any]:
    """What a table and the game that it is used for must have in common."""
    game = model.game
    return {
        "format": FORMAT, "game": title_of(game), "version": game.version,
        "parameters": repr(sorted(setup.parameters.items())), "rules": fingerprint_with_code(game),
    }  # fmt: skip


def _packed(column: array[int]) -> str:
    return base64.b85encode(zlib.compress(column.tobytes())).decode()


def _unpacked(text: str, kind: str) -> array[int]:
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(base64.b85decode(text), LARGEST_FILE)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError
    return array(kind, data)


class Kept(Table):
    """A table that answers for every position of its game, because somebody keeps it in a file."""

    @property
    def weight(self) -> int:
        """Nothing: it is kept however large it is."""
        return 0

    def answers(self, model: Model, key: Key, states: int) -> bool:
        """True for every position in it, whoever asks."""
        return self.setup.is_same_game(model.setup) and self.number(key) is not None
