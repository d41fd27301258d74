"""How a game begins: its presets, and the parameters that a line can hold."""

from __future__ import annotations

import contextlib
import inspect
import math
from collections.abc import Mapping
from typing import Any

from ...errors import BadParameter, did_you_mean, quote
from ...game import Game, Parameters, parameters_of, title_of
from ...game.validation import whole
from ..choices.naming import identifiers
from ..choices.synthesis import typed_equal
from .seating import SEATS, normal_seating, takes_seating

_MOST_NESTED = 32
"""The maximum depth of nested tuples in a parameter; a line may have a few more brackets."""


def presets_of(game: Game) -> Mapping[str, Parameters]:
    """Return the presets that a lobby offers: the game's own, and possible opponents unless the
    presets name them."""
    if not takes_seating(game) or any("against" in preset for preset in game.presets.values()):
        return game.presets
    # Imported here, as below: a game for one player needs no search.
    from ...search.opponents import listed_levels

    levels = listed_levels(game)
    own = {f"against {name}": name for name in game.opponents if name not in levels.values()}
    offered = {label: {"against": who} for label, who in (levels | own).items()}
    return {**(game.presets or {"both sides": {}}), **offered}


def normal_parameters(game: Game, arguments: Parameters) -> dict[str, Any]:
    """Return the parameters in the order of the game's signature, without those that have their
    default.

    Raises `BadParameter` for a name that the game does not have or a value that a line could not
    show.
    """
    known = signature_of(game)
    seats = SEATS if takes_seating(game) else ()
    takes_any = any(p.kind is p.VAR_KEYWORD for p in known.values())
    for name in arguments:
        if not takes_any and name not in (*known, *seats):
            hint = did_you_mean(name, [*known, "seed", *seats])
            raise BadParameter(f"{title_of(game)} has no parameter {quote(name)}.{hint}")
    usual = {name: parameter.default for name, parameter in known.items()}
    # a default may be a value that a line cannot hold
    plain = {
        n: _plain(n, value)
        for n, value in arguments.items()
        if not (n in usual and value is usual[n])
    }
    seating = normal_seating(game, {n: plain.pop(n) for n in seats if n in plain})
    order = [*(n for n in known if n in plain), *sorted(n for n in plain if n not in known)]
    return {
        n: plain[n] for n in order if not (n in usual and typed_equal(plain[n], usual[n]))
    } | seating


def signature_of(game: Game) -> dict[str, inspect.Parameter]:
    """Return the parameters of a game's ``new_state`` except the generator; ``position`` also if
    the game reads boards."""
    taken = dict(list(parameters_of(game.new_state).items())[1:])
    if hasattr(game, "read_board"):
        position = inspect.Parameter("position", inspect.Parameter.KEYWORD_ONLY, default=None)
        taken.setdefault("position", position)
    return taken


def named_in(game: Game) -> list[inspect.Parameter]:
    """Return the parameters of a game that have explicit names."""
    known = signature_of(game).values()
    return [p for p in known if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]


def with_position(parameters: Parameters, position: object) -> dict[str, Any]:
    """Return a game's parameters with a ``position`` in place of its other names, ``board`` and
    ``fen``."""
    kept = {name: value for name, value in parameters.items() if name not in ("board", "fen")}
    return {**kept, "position": position}


def parameters_in_words(game: Game) -> str:
    """List the parameters that a call may set, with their defaults."""
    written = [
        f"{p.name}={'…' if p.default is p.empty else quote(p.default)}" for p in named_in(game)
    ]
    more = [*(SEATS if takes_seating(game) else ()), "seed"]
    return ", ".join([*written, *(f"{name}=…" for name in more)])


def _plain(name: str, value: Any, depth: int = 0) -> Any:
    """Return a parameter's value as plain immutable data: lists become tuples, numpy's numbers
    become Python's.

    Raises `BadParameter` for a value that a line cannot contain.
    """
    if name == "against" and callable(value):
        return value
    if isinstance(value, list | tuple) and depth < _MOST_NESTED:
        return tuple(_plain(name, part, depth + 1) for part in value)
    # Both numpy numbers and arrays have ``item``, but only arrays have a length.
    plain = value.item() if hasattr(value, "item") and not hasattr(value, "__len__") else value
    if isinstance(plain, str):
        return str.__str__(plain)
    if type(plain) is int:
        return whole(name, plain)
    if plain is None or type(plain) is bool or (type(plain) is float and math.isfinite(plain)):
        return plain
    if hasattr(value, "predict"):
        raise BadParameter(
            f"{name}={quote(value)} is a model; as_environment(p).player(…) makes a player of it."
        )
    raise BadParameter(
        f"{name}={quote(value)}: a parameter must be a finite number, a string, True, False, None"
        " or a tuple of these."
    )


def is_writable(value: Any) -> bool:
    """True if a line can hold a parameter of this value."""
    with contextlib.suppress(BadParameter):
        _plain("", value)
        return True
    return False


def needs_lobby(game: Game) -> bool:
    """True if something must be chosen before the game can begin."""
    return bool(presets_of(game)) or any(p.default is p.empty for p in named_in(game))


def matching_preset(game: Game, parameters: Parameters) -> str | None:
    """Return the name of the preset that has exactly these parameters, if there is one."""
    presets = presets_of(game)
    for name, preset in zip(identifiers(tuple(presets)), presets.values(), strict=True):
        normal = normal_parameters(game, preset)
        if typed_equal((*normal.items(),), (*parameters.items(),)):
            return name
    return None
