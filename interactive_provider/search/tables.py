"""Solved games in files: for each position a digest of its key, what it is worth and how far the
end is.

A position takes twelve bytes. A table is believed only if it agrees with the rules: when it is
read, random games are followed through it, and when it is used, a position must be worth what its
best choice is worth.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from random import Random
from threading import Lock
from typing import Any

from ..errors import BadFile, NoAbility, quote
from ..game import Value, title_of
from ..support.fingerprint import fingerprint, fingerprint_with_code, plain_number
from ..support.storage import checksum, read_file, replace_file
from .model import Key, Model, Payoffs, State
from .retrograde import Worth

FORMAT = "interactive_provider solved game 2"

LARGEST_FILE = 500_000_000
"""The maximum size in bytes of a file that is read."""

MOST_PAYOFFS = 65_535
MOST_DISTANCE = 65_534
"""The largest number in two bytes; one more stands for a game that need not end."""

SAMPLES = 30
"""The number of random games that are followed through a table when it is read."""

NEAR = 1e-9

KEPT = 4
"""The number of tables in use at a time."""

_ATOMS = frozenset((int, float, str, bytes, bool, type(None)))

_ALIKE = frozenset((int, str, bytes, type(None)))

_in_use: deque[Table] = deque(maxlen=KEPT)
_lock = Lock()


def digest(key: Key) -> int:
    """An eight-byte digest of a key, the same in every process."""
    text = repr(_alike(key)) if _is_plain(key) else fingerprint(key, numbers_alike=True)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def _alike(key: Any) -> Any:
    """A key in which equal numbers look alike: 1, True and 1.0 are one key to a graph."""
    if type(key) is not tuple:
        return plain_number(key)
    return key if _ALIKE.issuperset(map(type, key)) else tuple(map(_alike, key))


def _is_plain(key: Any) -> bool:
    return type(key) in _ATOMS or (type(key) is tuple and all(map(_is_plain, key)))


class Table:
    """What positions are worth, by the digests of their keys in order."""

    def __init__(
        self,
        setup: Any,
        kind: tuple[bool, bool, Sequence[float]],
        payoffs: Sequence[Payoffs],
        columns: Sequence[array[int]],
    ) -> None:
        self.setup, self.payoffs = setup, [tuple(paid) for paid in payoffs]
        self.kind = self.lucky, self.goes_round, self.unending = kind
        self.digests, self.worths, self.distances = columns

    @classmethod
    def of(cls, worth: Worth, setup: Any) -> Table:
        """The table of a graph that is solved."""
        if worth.plan or worth.most is not worth.payoffs:
            raise NoAbility(
                "The solved game cannot be kept: it depends on how indifferent players choose."
            )
        graph = worth.graph
        keyed = sorted((digest(key), node) for key, node in graph.numbers.items())
        numbers: dict[Payoffs, int] = {}
        worths = [numbers.setdefault(worth.payoffs[node], len(numbers)) for _, node in keyed]
        far = [worth.distances[node] for _, node in keyed]
        digests = array("Q", [number for number, _ in keyed])
        too_far = any(one is not None and one > MOST_DISTANCE for one in far)
        if len(numbers) > MOST_PAYOFFS or too_far or len(set(digests)) < len(digests):
            raise NoAbility(
                "The solved game cannot be kept: its payoffs or positions do not fit a table."
            )
        distances = array("H", [MOST_DISTANCE + 1 if one is None else one for one in far])
        kind = graph.lucky, graph.goes_round, worth.unending
        return cls(setup, kind, list(numbers), (digests, array("H", worths), distances))

    @property
    def weight(self) -> int:
        """The bytes of its columns."""
        return sum(
            column.itemsize * len(column) for column in (self.digests, self.worths, self.distances)
        )

    def find(self, key: Key) -> tuple[Payoffs, int | None] | None:
        """A position's worth and the choices to its end; None if it is not in the table."""
        number = digest(key)
        place = bisect_left(self.digests, number)
        if place == len(self.digests) or self.digests[place] != number:
            return None
        far = self.distances[place]
        return self.payoffs[self.worths[place]], None if far > MOST_DISTANCE else far

    def choices(
        self, model: Model, state: State, turn: int
    ) -> dict[Value, tuple[Payoffs, int | None]] | None:
        """Each choice's worth and the choices to the end; None if the table and the rules
        disagree."""
        mover, key = model.place(state, turn)
        here = self.find(key)
        judged: dict[Value, tuple[Payoffs, int | None]] = {}
        for value in model.values(state):
            after = model.step(state, value)
            ways = [(1.0, after)] if after is not None else model.ways(state, value)
            entries = [
                (chance, self.find(model.place(one, model.next_turn(mover))[1]))
                for chance, one in ways
            ]
            followed = [(chance, entry) for chance, entry in entries if entry is not None]
            if len(followed) < len(entries):
                return None
            mean = tuple(
                sum(chance * entry[0][who] for chance, entry in followed)
                for who in range(model.players)
            )
            far = min([entry[1] for _, entry in followed if entry[1] is not None], default=None)
            judged[value] = (mean, far)
        if here is None or not judged:
            paid = model.gains(state) if not judged else ()
            return judged if here is not None and here[0] == tuple(paid) else None
        best = max(paid[mover] for paid, _ in judged.values())
        best += model.rewards(state)[mover] if model.pays_on_the_way(state) else 0.0
        return judged if abs(best - here[0][mover]) < NEAR else None

    def write(self, file: str | os.PathLike[str], model: Model) -> None:
        """Write the table to a file, completely or not at all."""
        columns = {name: _packed(getattr(self, name)) for name in _COLUMNS}
        record = {
            **_about(model, self.setup),
            "kind": self.kind,
            "payoffs": self.payoffs,
            **columns,
        }
        record["sum"] = checksum(record)
        replace_file(file, lambda: json.dumps(record))

    @classmethod
    def read(
        cls, file: str | os.PathLike[str], model: Model, setup: Any, state: State, turn: int
    ) -> Table:
        """The table in a file; raises `BadFile` for one that is damaged, of another game, or
        against the rules."""
        try:
            record = json.loads(read_file(file, LARGEST_FILE))
            if record["sum"] != checksum(record):
                raise ValueError
            about = {
                name: record[name] for name in ("format", "game", "version", "parameters", "rules")
            }
            columns = [
                _unpacked(record[name], kind) for name, kind in zip(_COLUMNS, "QHH", strict=True)
            ]
            lucky, goes_round, unending = record["kind"]
            table = cls(
                setup, (bool(lucky), bool(goes_round), tuple(unending)), record["payoffs"], columns
            )
            if len({len(column) for column in columns}) > 1 or max(columns[1], default=0) >= len(
                table.payoffs
            ):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError, zlib.error, RecursionError):
            raise BadFile(
                f"{quote(os.fspath(file))} is not a complete table of a solved game."
            ) from None
        if about != _about(model, setup):
            raise BadFile(
                f"{quote(os.fspath(file))} is a table of {quote(about['game'])} with other rules or"
                " parameters, or was made by another version of Python."
            )
        for number in range(SAMPLES):
            if not table.agrees(model, state, turn, Random(number)):
                raise BadFile(
                    f"{quote(os.fspath(file))} does not agree with the rules of"
                    f" {title_of(model.game)}."
                )
        return table

    def agrees(self, model: Model, state: State, turn: int, rng: Random) -> bool:
        """True if every position of a random game is worth what its best choice is worth."""
        for _ in range(MOST_DISTANCE):
            found = self.choices(model, state, turn)
            if not found:
                return found is not None
            mover = model.mover(state, turn)
            state, turn = model.respond(state, rng.choice(list(found)), rng), model.next_turn(mover)
        return True


_COLUMNS = ("digests", "worths", "distances")


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


def use(table: Table) -> None:
    """Answer from a table from now on."""
    with _lock:
        _in_use.append(table)


def drop(table: Table) -> None:
    """Stop answering from a table."""
    with _lock:
        if table in _in_use:
            _in_use.remove(table)


def table_of(setup: Any) -> Table | None:
    """The table in use for a game with its parameters."""
    with _lock:
        kept = list(_in_use)
    is_same = getattr(setup, "is_same_game", None)
    return next(
        (table for table in reversed(kept) if is_same is not None and is_same(table.setup)), None
    )
