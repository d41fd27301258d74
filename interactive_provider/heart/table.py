"""The table a game is played at: the game, its parameters, its seed and the luck that follows from them.

Game, version, parameters, seed and path are folded into one digest. From it comes the generator for the next step, so
the same line leads to the same position on every machine, and each branch has luck of its own.
"""

from __future__ import annotations

import hashlib
import inspect
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ..errors import BadParameter, BrokenGame, NoAbility, ProviderError, did_you_mean, quote
from ..game import Game, Value
from .naming import identifiers
from .seating import SEARCH_VERSION, Reply, Seating, normal_seating, presets_of, takes_seating
from .synthesis import typed_equal

REMEMBERED = 8_192
"""Positions that are kept for the next time the same path is walked, over all games together."""

Seed: TypeAlias = "int | str"


class Input(NamedTuple):
    """A step of a path that was typed freely, shown as the call ``(12)`` or ``('north')``."""

    value: int | float | str


Step: TypeAlias = "tuple[str, ...] | Input"
"""What one move adds to a path: the names of an option, or a free input."""


def step_text(step: Step) -> str:
    """A step as it stands in a line: ``uncover.r4.c4`` or ``(12)``."""
    return f"({step.value!r})" if isinstance(step, Input) else ".".join(step)


class Origin:
    """Where a table's game came from: a catalogue that can be pickled and finds the game again."""

    __slots__ = ()

    def _root(self) -> str:
        """The expression that a line begins with."""
        raise NotImplementedError

    def _rebuild(self, name: str, parameters: Mapping[str, Any], seed: Seed, steps: tuple[Step, ...]) -> Any:
        """The position of that description, played anew."""
        raise NotImplementedError


class Table:
    """All that a position shares with every other of the same play; ``name`` is the game's dotted name."""

    __slots__ = ("digest", "game", "lock", "name", "origin", "parameters", "preset", "seating", "seed")

    def __init__(self, game: Game[Any], name: str, seed: object, parameters: Mapping[str, Any], origin: Origin) -> None:
        self.game = game
        self.name = name
        self.seed = checked_seed(seed)
        self.parameters = normal_parameters(game, parameters)
        self.preset = _matching_preset(game, self.parameters)
        self.origin = origin
        self.lock = threading.RLock()
        self.seating = Seating(game, self.parameters) if "against" in self.parameters else None
        founding: tuple[Any, ...] = (name, game.version, sorted(self.parameters.items()), self.seed)
        if self.seating is not None:  # what search answers is part of where a line leads
            founding = (*founding, SEARCH_VERSION)
        self.digest = _digest(repr(founding).encode("utf-8", "surrogatepass"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.digest == other.digest and self.game is other.game

    def __hash__(self) -> int:
        return hash(self.digest)

    def line(self) -> str:
        """The expression that rebuilds the position before the first choice."""
        shown = {} if self.preset else dict(self.parameters)
        if not self.preset and not shown and needs_lobby(self.game):
            # A call without parameters would only lead to the lobby.
            shown = {n: p.default for n, p in _signature(self.game).items() if p.default is not p.empty}
        given = "".join(f"{key}={value!r}, " for key, value in shown.items())
        call = f"{self.origin._root()}.{self.name}({given}seed={self.seed!r})"
        return f"{call}.{self.preset}" if self.preset else call

    def both_sides(self) -> Table:
        """The same game with nobody against you."""
        own = {name: value for name, value in self.parameters.items() if name not in ("against", "seat")}
        return Table(self.game, self.name, self.seed, own, self.origin)

    def first_state(self) -> tuple[Any, tuple[Reply, ...]]:
        """The state before your first choice, and what others did before; raises `BadParameter` or `BrokenGame`."""
        state = self._new_state()
        if self.seating is None:
            return state, ()
        self.seating.check(state)
        return self._answered(state, 0, self.digest)

    def _new_state(self) -> Any:
        own = self.parameters
        if self.seating is not None:
            own = {name: value for name, value in own.items() if name not in ("against", "seat")}
        try:
            return self.game.new_state(_luck(self.digest), **own)
        except ProviderError:
            raise
        except (ValueError, TypeError) as fault:
            shown = ", ".join(f"{key}={quote(value)}" for key, value in self.parameters.items()) or "its defaults"
            raise BadParameter(f"{self.name} cannot start with {shown}: {fault}") from fault
        except Exception as fault:
            raise broken(f"new_state of {self.name}", fault) from fault

    def next_state(self, state: Any, value: Value, step: Step, digest: bytes) -> tuple[Any, tuple[Reply, ...]]:
        """The state after ``value`` and the replies of others; raises `BrokenGame`, never what could pass for a
        missing attribute.
        """
        try:
            after = self.game.process_response(state, value, _luck(digest))
        except ProviderError:
            raise
        except Exception as fault:
            raise broken(f"process_response of {self.name} on {step_text(step)}", fault) from fault
        if self.seating is None:
            return after, ()
        return self._answered(after, (self.seating.seat + 1) % len(self.seating.names), digest)

    def _answered(self, state: Any, turn: int, digest: bytes) -> tuple[Any, tuple[Reply, ...]]:
        assert self.seating is not None
        return self.seating.answered(state, turn, lambda what: _luck(_digest(digest + what.encode())))

    def can(self, name: str) -> bool:
        """Whether the game has an ability of its own."""
        return getattr(self.game, name, None) is not None

    def ability(self, name: str) -> Callable[..., Any]:
        """The game's method of that name; raises `NoAbility` where it has none."""
        found: Callable[..., Any] | None = getattr(self.game, name, None)
        if found is None:
            have = [n for n in ("hint", "solve", "evaluate", "check", "board") if hasattr(self.game, n)]
            rest = f" It has {', '.join(have)}." if have else ""
            raise NoAbility(f"{title(self.game)} has no {name}.{rest}")
        return found


def broken(what: str, fault: BaseException) -> BrokenGame:
    """The error that says whose code failed."""
    return BrokenGame(f"{what} raised {type(fault).__name__}: {fault}")


def title(game: Game[Any]) -> str:
    """The name people know a game by."""
    return game.title or type(game).__name__


# Luck --------------------------------------------------------------------------------------


def link(digest: bytes, step: Step) -> bytes:
    """The digest of a path from that of the path before its last step."""
    return _digest(digest + step_text(step).encode("utf-8", "surrogatepass"))


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _luck(digest: bytes) -> Random:
    return Random(int.from_bytes(digest, "big"))


# Seeds and parameters ----------------------------------------------------------------------


def checked_seed(seed: object) -> Seed:
    """``seed`` if it is a whole number or text; raises `BadParameter` otherwise."""
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadParameter(f"A seed is a whole number or a text, not {quote(seed)}.")
    return seed


def fresh_seed() -> int:
    """A seed that nobody chose, short enough to be read aloud."""
    return SystemRandom().randrange(1_000_000)


def normal_parameters(game: Game[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters in the order of the game's signature, those at their default left out.

    Raises `BadParameter` for a name the game does not have or a value that a line could not show.
    """
    known = _signature(game)
    seats = ("against", "seat") if takes_seating(game) else ()
    seating = normal_seating(game, {name: _plain(name, value) for name, value in given.items() if name in seats})
    given = {name: value for name, value in given.items() if name not in seats}
    if not any(p.kind is p.VAR_KEYWORD for p in known.values()):
        for name in given:
            if name not in known:
                hint = did_you_mean(name, [*known, "seed", *seats])
                raise BadParameter(f"{title(game)} has no parameter {quote(name)}.{hint}")
    plain = {name: _plain(name, value) for name, value in given.items()}
    order = [*(n for n in known if n in plain), *sorted(n for n in plain if n not in known)]
    return {n: plain[n] for n in order if not (n in known and typed_equal(plain[n], known[n].default))} | seating


def _signature(game: Game[Any]) -> dict[str, inspect.Parameter]:
    """The parameters that a game's ``new_state`` takes besides the generator."""
    return dict(list(inspect.signature(game.new_state).parameters.items())[1:])


def _plain(name: str, value: Any) -> Any:
    """A parameter's value as plain immutable data; lists become tuples, numpy's numbers Python's."""
    if isinstance(value, list | tuple):
        return tuple(_plain(name, part) for part in value)
    if value is None or type(value) in (int, float, bool, str):
        return value
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        return _plain(name, value.item())
    raise BadParameter(f"{name}={quote(value)}: a parameter is a number, text, True, False, None or a tuple of these.")


def needs_lobby(game: Game[Any]) -> bool:
    """Whether something must be chosen or given before the game can begin."""
    named = (p for p in _signature(game).values() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL))
    return bool(presets_of(game)) or any(p.default is p.empty for p in named)


def _matching_preset(game: Game[Any], parameters: Mapping[str, Any]) -> str | None:
    """The name of the preset that has just these parameters, if there is one."""
    presets = presets_of(game)
    for name, preset in zip(identifiers(tuple(presets)), presets.values(), strict=True):
        normal = normal_parameters(game, preset)
        if list(normal) == list(parameters) and all(typed_equal(normal[n], parameters[n]) for n in normal):
            return name
    return None


# Memory ------------------------------------------------------------------------------------

P = TypeVar("P")


class Memory(Generic[P]):
    """The positions used most recently: bounded, so that a long exploration does not fill the machine."""

    def __init__(self, size: int = REMEMBERED) -> None:
        self.size = size
        self._kept: OrderedDict[tuple[Table, bytes], P] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: tuple[Table, bytes]) -> P | None:
        """The position kept under ``key``, now the most recent, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: tuple[Table, bytes], position: P) -> None:
        """Keep a position, and let the one go that was not used for longest."""
        dropped = None
        with self._lock:
            self._kept[key] = position
            if len(self._kept) > self.size:
                dropped = self._kept.popitem(last=False)
        del dropped  # outside the lock: what a position held may run code of its own when it goes

    def clear(self) -> None:
        """Forget everything; paths are then played anew."""
        with self._lock:
            kept, self._kept = self._kept, OrderedDict()
        kept.clear()
