"""The table a game is played at: the game, its parameters and its seed, and every question put to
the game."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from ...boards import Board
from ...errors import (
    BadLine,
    BadParameter,
    NoAbility,
    ProviderError,
    broken,
    guard,
    message_of,
    quote,
    tolerate,
)
from ...game import (
    REMEMBERED,
    SHOWN_NAMES,
    Game,
    Parameters,
    Value,
    Verdict,
    View,
    board_in,
    checked_view,
    hides_something,
    player_names,
    refuse_methods,
    refuse_other,
    shown_state,
    sight_of,
    title_of,
)
from ...game.abilities import ABILITIES
from ...support.fingerprint import fingerprint_with_code
from ...support.hashes import digest_of
from ...support.locks import new_lock
from .digests import Step, generator, step_text
from .presets import is_writable, matching_preset, needs_lobby, normal_parameters, signature_of
from .seating import SEARCH_VERSION, SEATS, Answered, Seating
from .seeds import Seed, checked_seed

_VIEWS = 3
"""The number of cached views: of a position, of the one before, and of an opponent's turn in
between."""


class Origin:
    """Where a table's game came from: a catalogue that can be pickled and finds the game again."""

    __slots__ = ()
    _games: Any
    """The part of the catalogue that a pickle keeps: everything but its seed, since a position has
    its own."""

    def _root(self) -> str:
        """Return the expression that a line begins with."""
        raise NotImplementedError

    def _rebuild(
        self, name: str, parameters: Parameters, seed: Seed, steps: tuple[Step, ...]
    ) -> Any:
        """Replay the moves of a description and return the position."""
        raise NotImplementedError


def rebuilt(origin: Origin, *record: Any) -> Any:
    """Rebuild a position or a lobby from a pickle.

    This is a function because joblib takes bound methods apart, and its object's class is in no
    module. Raises `BadLine` for a forged pickle whose origin is not a catalogue.
    """
    if not hasattr(type(origin), "_rebuild"):
        raise BadLine(f"{quote(origin)} is not where games come from: the pickle is damaged.")
    return origin._rebuild(*record)


def _refuse_other_size(board: Board | None, parameters: Parameters) -> None:
    """Raise `BadParameter` if the board of a position has another size than was asked for."""
    for name, size in zip(("rows", "columns"), board.shape if board else (), strict=False):
        given = parameters.get(name, size)
        asked = len(given) if isinstance(given, tuple) else given
        if asked != size:
            raise BadParameter(
                f"{name} is {quote(given)}, but the position has {size} {name}: give only one of"
                " the two."
            )


class Setup:
    """One game with these parameters under these rules, whoever plays: results of a search are
    valid for it only.

    The rules are the game object, its module as loaded, the modification time of the module's file,
    and the first state, which may differ by seed.
    """

    def __init__(self, game: Game, parameters: Parameters) -> None:
        self.game = game
        self.module = _module_of(game)
        self.written = _time_of(self.module)
        self.parameters = {name: value for name, value in parameters.items() if name not in SEATS}
        # Parameters are compared as text, since 1, True and 1.0 are equal but mean different
        # things.
        self.same = (id(game), id(self.module), self.written, repr(self.parameters))
        self.first: Any = object()  # equal to no state until the game begins

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Setup) or not self.is_same_game(other):
            return self is other
        with tolerate():  # a game's own __eq__ may raise anything
            return self.first is other.first or bool(self.first == other.first)
        return False

    def is_same_game(self, other: object) -> bool:
        """True if the other one differs only in its luck, if at all."""
        return isinstance(other, Setup) and self.same == other.same

    def begin(self, rng: Random) -> Any:
        """Return a first state, drawn with this luck or read from a position."""
        parameters = dict(self.parameters)
        if "position" in parameters and hasattr(self.game, "read_board"):
            state = self.game.read_board(parameters.pop("position"), **parameters)
            refuse_other(state, "read_board")
        else:
            state = self.game.new_state(rng, **self.parameters)
        if "position" in self.parameters:
            _refuse_other_size(board_in(self.game, state), parameters)
        return state

    def __hash__(self) -> int:
        return id(self.game)


def _module_of(game: Game) -> object:
    """Return the specification of the module that defines a game's functions: a new object each
    time the module is loaded again."""
    spaces = (getattr(member, "__globals__", None) for member in vars(type(game)).values())
    return next((space.get("__spec__") for space in spaces if space is not None), None)


def _time_of(module: object) -> int:
    """Return the modification time of a module's file; 0 if it has none.

    IPython's autoreload puts the edited code into the existing module's functions.
    """
    try:
        file = getattr(module, "origin", None) or ""
        return os.stat(file).st_mtime_ns  # noqa: PTH116 - a Path would cost more than the answer
    except (OSError, ValueError):
        return 0


def same_rules(one: Game, other: Game) -> bool:
    """True if two games have the same rules: they are one object, or built alike, code included."""
    if one is other:
        return True
    with tolerate():  # reading a game's parts may raise anything
        if type(one).__qualname__ == type(other).__qualname__:
            return fingerprint_with_code(one) == fingerprint_with_code(other)
    return False


class Table:
    """Everything that all positions of one game share; ``name`` is the game's dotted name."""

    def __init__(
        self,
        game: Game,
        name: str,
        seed: object,
        parameters: Parameters,
        origin: Origin,
        viewer: int | None = None,
    ) -> None:
        self.game = game
        self.name = name
        self.seed = checked_seed(seed)
        self.parameters = normal_parameters(game, parameters)
        self.preset = matching_preset(game, self.parameters)
        self.origin = origin
        self.original: Callable[[Any], Any] | None = None
        """A function from a position to the original game's position, which its line names
        instead."""
        self.lock = new_lock()
        self.setup = Setup(game, self.parameters)
        self.seating = (
            Seating(game, self.parameters, self.setup) if "against" in self.parameters else None
        )
        self.room = max(1, REMEMBERED // max(1, game.remembered_positions))
        self.seen_by = sight_of(game)
        self.viewer = viewer
        """The player who watches, if all the others sit elsewhere; otherwise see `viewer_of`."""
        self._shown: tuple[Any, int, Any] = (None, 0, None)
        self._views: tuple[tuple[Any, int, View], ...] = ()
        founding: tuple[Any, ...] = (name, game.version, sorted(self.parameters.items()), self.seed)
        if self.seating is not None:  # the answers of the search decide where a line leads
            founding = (*founding, SEARCH_VERSION)
        self.digest = digest_of(repr(founding).encode("utf-8", "surrogatepass"))
        # A reloaded module has a new spec, so positions played by the old rules are not reused for
        # the new.
        self.mark = (
            self.digest,
            self.setup.same,
            origin._root(),
            () if self.seating is None else self.seating.own,
            viewer,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        if self.digest != other.digest:
            return False
        if self.game is other.game:
            return self.setup.module is other.setup.module
        return same_rules(self.game, other.game)

    def __hash__(self) -> int:
        return hash(self.digest)

    def line(self) -> str:
        """Return the expression that rebuilds the position before the first choice."""
        shown = {} if self.preset else dict(self.parameters)
        if not self.preset and not shown and needs_lobby(self.game):
            # a call without parameters would lead only to the lobby
            shown = {
                n: p.default for n, p in signature_of(self.game).items() if is_writable(p.default)
            }
        arguments = "".join(f"{key}={value!r}, " for key, value in shown.items())
        call = f"{self.origin._root()}.{self.name}({arguments}seed={self.seed!r})"
        if self.preset:
            return f"{call}.{self.preset}"
        return call

    def both_sides(self) -> Table:
        """Return the same game without opponents."""
        return Table(self.game, self.name, self.seed, self.setup.parameters, self.origin)

    def seen_from(self, seat: int | None) -> Table:
        """Return the same game as the player in one seat always sees it."""
        return Table(self.game, self.name, self.seed, self.parameters, self.origin, seat)

    def first_state(self) -> Answered:
        """Return the state before your first choice, and what others did; raise `BadParameter` or
        `BrokenGame`."""
        state = self.setup.first = self._new_state()
        refuse_methods(state, SHOWN_NAMES)
        if self.seating is None:
            return state, ()
        with guard(f"a reply of {self.name} at its start"):
            self.seating.check(state)
            return self._answered(state, 0, self.digest)

    def _new_state(self) -> Any:
        try:
            with guard(f"new_state of {self.name}", ValueError, TypeError):
                return self.setup.begin(generator(self.digest))
        except ProviderError:
            raise
        except (ValueError, TypeError) as fault:
            shown = (
                ", ".join(f"{key}={quote(value)}" for key, value in self.parameters.items())
                or "its defaults"
            )
            raise BadParameter(
                f"{self.name} cannot start with {shown}: {message_of(fault)}"
            ) from fault

    def next_state(self, state: Any, value: Value, step: Step, digest: bytes) -> Answered:
        """Return the state after ``value`` and the replies of others; raise `BrokenGame`, never an
        error that looks like a missing attribute.
        """
        before = _playing.depth
        try:
            _playing.depth = before + 1
            after = self.game.process_response(state, value, generator(digest))
            if self.seating is None:
                return after, ()
            return self._answered(after, (self.seating.seat + 1) % len(self.seating.names), digest)
        except (ProviderError, KeyboardInterrupt):
            raise
        except BaseException as fault:
            raise broken(f"process_response of {self.name} on {step_text(step)}", fault) from fault
        finally:
            _playing.depth = before

    def _answered(self, state: Any, turn: int, digest: bytes) -> Answered:
        assert self.seating is not None
        return self.seating.answered(
            state, turn, lambda what: generator(digest_of(digest + what.encode()))
        )

    def can(self, name: str) -> bool:
        """True if the game itself defines the ability."""
        return self._own(name) is not None

    def answers(self, name: str) -> bool:
        """True if the game has an ability, or search can answer instead (for abilities based on
        hints and verdicts) since nothing is hidden."""
        is_open = bool(player_names(self.game)) and not hides_something(self.game)
        if name == "review":
            return is_open or self.can("evaluate")
        return self.can(name) or (is_open and name in ("hint", "check", "evaluate"))

    def _own(self, name: str) -> Callable[..., Any] | None:
        try:
            method: Callable[..., Any] | None = getattr(self.game, name, None)
        except (ProviderError, KeyboardInterrupt):
            raise
        except BaseException as fault:
            # Not using `guard`, which would make every hint several times slower.
            raise broken(f"{name} of {self.name}", fault) from fault
        return method

    def ability(self, name: str) -> Callable[..., Any]:
        """Return the game's method with that name; raise `NoAbility` if it has none."""
        own = self._own(name)
        if own is None:
            searched = ("hint", "evaluate", "solve", "check") if player_names(self.game) else ()
            offered = [row.name for row in ABILITIES.values() if row.is_offered]
            abilities = [n for n in offered if n in searched or self.can(n)]
            rest = f" It has {', '.join(abilities)}." if abilities else ""
            raise NoAbility(f"{title_of(self.game)} has no {name}.{rest}")
        return own

    def ask(self, name: str, *asked: Any, **options: Any) -> Any:
        """Return the answer of one of the game's abilities; raise `NoAbility`, or `BrokenGame` for
        any other error."""
        ability = self.ability(name)
        row: Any = ABILITIES[name]
        with guard(f"{name} of {self.name}"):
            answer = ability(*asked, **options)
            if not isinstance(answer, row.answers):
                raise TypeError(f"{quote(answer)} is not {row.called}")
            verdicts = answer.values() if name == "evaluate" else ()
            if not all(isinstance(verdict, Verdict) for verdict in verdicts):
                raise TypeError("it gives something that is not a Verdict")
        return answer

    def shown(self, state: Any, player: int) -> Any:
        """Return the state as shown to a player; the latest is cached, since a page needs it
        several times."""
        kept = self._shown
        if kept[0] is not state or kept[1] != player:
            with guard(f"seen_by of {self.name}"):
                kept = self._shown = state, player, shown_state(self.game, state, player)
        return kept[2]

    def view(self, state: Any, player: int) -> View:
        """Return a player's view of a state, under a title; the latest are cached, since a page
        asks for two of them several times."""
        for known, viewer, view in self._views:
            if known is state and viewer == player:
                return view
        shown = self.shown(state, player)
        with guard(f"view of {self.name}"):
            view = checked_view(self.game, shown, player)
            if not view.title:
                view = replace(view, title=title_of(self.game))
        self._views = ((state, player, view), *self._views[: _VIEWS - 1])
        return view


# Threads -----------------------------------------------------------------------------------


class _Playing(threading.local):
    """The number of steps that this thread is playing."""

    depth = 0


_playing = _Playing()


def in_a_step() -> bool:
    """True if this thread is playing a step; it then does not wait for any table, since games that
    play each other could wait for one another forever. A step is pure: at worst it is played twice.
    """
    return _playing.depth > 0


def wait_for_nobody() -> None:
    """Let this thread play without the tables' locks from now on: it waits for no other thread, and
    none waits for it."""
    _playing.depth = 1
