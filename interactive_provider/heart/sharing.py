"""A position as a link: short enough to send, and read back by nothing but playing.

Each move is written as its number among the options that there were, all of them as one number in mixed radix: a won
expert game of Minesweeper takes some 400 characters, where its line takes 3,700. Nothing in a link is Python. What it
names is looked up among the games that are installed, parameters and answers are plain data, and a few bytes of the
position's digest tell a link that was cut short or altered.
"""

from __future__ import annotations

import base64
import datetime
import json
import re
from collections.abc import Iterator
from typing import Any

from ..cleaning import clean
from ..errors import BadLine, ChoiceError, ProviderError, message_of, quote
from ..wording import counted
from .nodes import Lobby, Position, Stage, Typing, options_of, position_under, start, step_node
from .provider import default
from .seat import outcome_of, written
from .seating import presets_of
from .synthesis import Node
from .table import Input, Step, Table, title

SITE = ["http://localhost:8000/"]
"""Where the browser-only site is: by default where ``python -m http.server -d build/playground`` serves it."""

_MARK = "#p="
_FORMAT = 1
_CHECKED = 4
"""Bytes of the digest that a link holds."""

_LONGEST = 20_000
_MOST_MOVES = 10_000
_CODE = re.compile(r"[A-Za-z0-9_-]+")
_LINK = re.compile(rf"\s*[^\s'\"(\[]*{_MARK}")
"""What a link begins with; in a line of Python the mark can stand within a text alone."""


def share(p: Node) -> str:
    """A link that opens ``p`` in the browser-only site, where anybody may play on; `replay` takes it too.

    Raises `ChoiceError` for a game of your own, which nobody else could look up, and for one that is too long for a
    link.

    >>> from interactive_provider import replay
    >>> replay(share(games.guess(seed=7)(50)))
    games.guess(seed=7)(50)
    """
    if not isinstance(p, Position | Stage | Typing | Lobby):
        raise ChoiceError(f"{quote(p)} is not a position: there is nothing to share yet.")
    return f"{SITE[0].rstrip('/')}/{_MARK}{_packed(p)}"


def is_link(text: str) -> bool:
    """Whether a text is a link that `share` made, perhaps cut short."""
    return _LINK.match(text) is not None


def opened(link: str) -> Node:
    """The position that a link leads to; raises `BadLine` for one that is cut short, altered or leads nowhere."""
    code = link.partition(_MARK)[2]
    wrong = f"The link {quote(link)}"
    if len(code) > _LONGEST:
        raise BadLine(f"{wrong} is longer than any that was made here.")
    if not _CODE.fullmatch(code):
        raise BadLine(f"{wrong} has been cut short or altered.")
    try:
        return _unpacked(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)))
    except BadLine:
        raise
    except ProviderError as fault:
        raise BadLine(f"{wrong} leads nowhere: {message_of(fault)}") from fault
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError) as fault:
        raise BadLine(f"{wrong} has been cut short or altered.") from fault


def result(p: Node) -> str:
    """How a game went, in words to paste that give nothing away, with a link to its beginning.

    >>> print(result(games.guess(seed=7)(50)).splitlines()[0])
    Guess the number, seed 7: 1 move so far.
    """
    if not isinstance(p, Position | Stage | Typing):
        raise ChoiceError(f"{quote(p)} has not begun: there is nothing to tell yet.")
    position = position_under(p)
    table, count = position._table, len(_steps_of(position))
    moves = counted(count, "move")
    outcome = outcome_of(position)
    ending = f"{moves} so far" if outcome is None else f"{outcome} in {moves}"
    told = ", ".join(filter(None, (title(table.game), _preset_of(table), _told_seed(table.seed))))
    return clean(f"{told}: {ending}.\n{share(start(table))}")


def _preset_of(table: Table) -> str:
    """The preset whose parameters these are, or nothing."""
    presets = presets_of(table.game).items()
    tables = ((name, Table(table.game, table.name, table.seed, given, table.origin)) for name, given in presets)
    return next((name for name, other in tables if other.parameters == table.parameters), "")


def _told_seed(seed: int | str) -> str:
    return f"daily board of {seed}" if _is_date(seed) else f"seed {seed}"


def _is_date(seed: int | str) -> bool:
    try:
        return isinstance(seed, str) and datetime.date.fromisoformat(seed).isoformat() == seed
    except ValueError:
        return False


# Packing -----------------------------------------------------------------------------------------


def _packed(p: Node) -> str:
    head: dict[str, Any]
    if isinstance(p, Lobby):
        head, moves, count, digest = {"g": p._name, "s": p._seed}, 0, 0, b""
        _only_ours(p._origin, p)
    else:
        position = position_under(p)  # type: ignore[arg-type]  # the three kinds that are left
        table, steps, digest = written(position)
        _only_ours(table.origin, p)
        if len(steps) > _MOST_MOVES:
            raise ChoiceError(f"{p!r} is {len(steps):,} moves long; a link holds {_MOST_MOVES:,}. Use save instead.")
        moves, others = _number(table, steps)
        head = {"g": table.name, "s": table.seed, "p": dict(table.parameters), "o": others}
        count = len(steps)
    try:
        told = json.dumps(head, separators=(",", ":")).encode()
    except TypeError as fault:
        raise ChoiceError(f"{p!r} has parameters that are not plain data, which no link can hold.") from fault
    size = (moves.bit_length() + 7) // 8
    parts = (bytes([_FORMAT]), digest[:_CHECKED].ljust(_CHECKED, b"\0"), _varint(len(told)), told, _varint(count))
    code = base64.urlsafe_b64encode(b"".join(parts) + moves.to_bytes(size, "big")).decode().rstrip("=")
    if len(code) > _LONGEST:
        raise ChoiceError(f"A link to {p!r} would have {len(code):,} characters; {_LONGEST:,} are allowed. Use save.")
    return code


def _only_ours(origin: object, p: Node) -> None:
    if getattr(origin, "_sources", None) != ():
        raise ChoiceError(f"{p!r} is of a game of your own; a link can only name a game that everybody has.")


def _number(table: Table, steps: tuple[Step, ...]) -> tuple[int, list[Any]]:
    """All moves as one number, the first in its lowest place, and the answers that were not among the options."""
    digits: list[tuple[int, int]] = []
    others: list[Any] = []
    position = start(table)
    for step in steps:
        names: list[Step] = [option.names for option in options_of(position)]
        digits.append((names.index(step) if step in names else len(names), len(names) + 1))
        if step not in names:
            others.append(step.value if isinstance(step, Input) else list(step))
        position = step_node(position, step)
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    return number, others


def _unpacked(code: bytes) -> Node:
    if code[0] != _FORMAT:
        raise ValueError("another format")
    digest, rest = code[1 : 1 + _CHECKED], code[1 + _CHECKED :]
    size, rest = _read_varint(rest)
    head = json.loads(rest[:size])
    count, rest = _read_varint(rest[size:])
    name, seed = head["g"], head["s"]
    if count > _MOST_MOVES or not isinstance(name, str) or type(seed) not in (int, str):
        raise ValueError("nothing that was made here")
    games = default()
    if "p" not in head:
        if digest != bytes(_CHECKED):
            raise ValueError("a position, and not a lobby, was meant")
        lobby: Node = games._rebuild(name, None, seed, ())
        return lobby
    parameters = {str(key): _tuples(value) for key, value in head["p"].items()}
    position: Position = games._rebuild(name, parameters, seed, ())
    for step in _steps(position, int.from_bytes(rest, "big"), count, list(head["o"])):
        position = step_node(position, step)
    if position._digest[:_CHECKED] != digest:
        raise ValueError("another position")
    return position


def _steps(position: Position, number: int, count: int, others: list[Any]) -> Iterator[Step]:
    """The moves that a number holds, each read from the options at the position that the one before led to."""
    for _ in range(count):
        names = [option.names for option in options_of(position)]
        number, digit = divmod(number, len(names) + 1)
        other: Any = others.pop(0) if digit == len(names) else None
        step: Step = names[digit] if digit < len(names) else tuple(other) if isinstance(other, list) else Input(other)
        yield step
        position = step_node(position, step)
    if number:
        raise ValueError("more than the moves")


def _steps_of(position: Position) -> tuple[Step, ...]:
    return written(position)[1]


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _varint(number: int) -> bytes:
    """A number in groups of seven bits, the lowest first, each but the last marked by the eighth."""
    parts = []
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def _read_varint(code: bytes) -> tuple[int, bytes]:
    number = 0
    for place, byte in enumerate(code[:4]):
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return number, code[place + 1 :]
    raise ValueError("no number")
