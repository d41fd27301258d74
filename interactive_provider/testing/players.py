"""Checks of the data that search relies on: movers, winners, keys and values."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ..errors import BrokenGame, NoAbility, quote
from ..game import Game, Value, board_in, says, shortcut
from ..search.model import Model
from ..search.opponents import Seated, chosen, player, recorded
from .contract import RuleFinding, signs

_MIRRORS = "canonical"
"""The ability that gives mirror images the same name."""

_FUTURES = 3
"""The number of random games that compare two states with the same name."""

_LONGEST = 50
"""The maximum number of choices in such a game."""

_NEAR = 1e-6
"""The maximum difference between sums of rewards that count as equal."""

_STATES = 400
"""The number of states that are checked, breadth first from the start, where different paths soon
reach the same state."""

_ROLLOUTS = 5
"""From each state of that many, beginning with the first, the game's own random play is tried."""


def search_faults(game: Game, start: Any) -> Iterator[RuleFinding]:
    """Yield the faults in the data that a game's states give to a search; none for a game without
    players."""
    try:
        model = Model(game, hidden=True)
    except NoAbility:
        return
    except BrokenGame as fault:
        yield "players", str(fault)
        return
    met = set[Any]()
    namings = _namings(model)
    waiting = deque([(start, 0)])
    looked_at = 0
    while waiting and looked_at < _STATES:
        state, turn = waiting.popleft()
        looked_at += 1
        try:
            model.says(state)  # this refuses methods
            yield from _value_faults(state)
            values, mover, _ = model.look(state, turn)
            if state is start and values:
                _try_opponents(game, start, mover)
            model.first(state, values)  # this checks candidates
            if model.pays_on_the_way(state):
                model.rewards(state)  # this reports faults in them
            for naming in namings:
                yield from _naming_faults(model, naming, state, mover)
            key = model.key(state, mover)
            if key not in met:
                met.add(key)
                yield from _passing_faults(model, state, mover)
                if values and len(met) % _ROLLOUTS == 1:
                    yield from _rollout_faults(model, state)
                following = [
                    game.process_response(state, value, Random(looked_at)) for value in values
                ]
                if values:
                    again = game.process_response(state, values[0], Random(looked_at))
                    yield from _sameness_faults(model, following[0], again)
                waiting.extend((after, model.next_turn(mover)) for after in following)
        except NoAbility:  # typed input: search ignores it
            continue
        except BrokenGame as fault:
            yield "players", str(fault)
            return


def reward_faults(game: Game, states: Sequence[Any]) -> Iterator[RuleFinding]:
    """Yield the faults in the payoffs at the end, given the states of a game that also pays along
    the way."""
    if game.players is None or not all(says(states[-1], name) for name in ("rewards", "payoffs")):
        return
    model = Model(game, hidden=True)
    got = tuple(map(sum, zip(*map(model.rewards, states[1:]), strict=True)))
    paid = model.payoffs(states[-1])
    if any(abs(one - other) > _NEAR for one, other in zip(got, paid, strict=True)):
        yield (
            "players",
            f"payoffs is {quote(paid)} at the end, but the sum of the rewards is {quote(got)}",
        )


def _sameness_faults(model: Model, state: Any, again: Any) -> Iterator[RuleFinding]:
    """Yield a fault if a state is not equal to itself made again, so that search would never
    recognise it."""
    if model.key(state, 0) != model.key(again, 0):
        yield (
            "players",
            f"{type(state).__name__} is not equal to an identical one, as search needs: make it,"
            " and what it contains, frozen dataclasses, or give it a key",
        )


def _try_opponents(game: Game, state: Any, mover: int) -> None:
    """Let each of the game's own opponents choose once; raise `BrokenGame` for one that fails."""
    for name in game.opponents:
        if not recorded(game, Seated(name)):  # an engine, which may be missing
            chosen(player(game, Seated(name)), game, state, mover, Random(0), name)


def _value_faults(state: Any) -> Iterator[RuleFinding]:
    if hasattr(state, "option_values"):
        listed = [value for _, value in state.display_options]
        if list(state.option_values) != listed:
            yield (
                "players",
                (
                    f"option_values is {quote(state.option_values)}, but display_options has"
                    f" {quote(listed)}"
                ),
            )


def _passing_faults(model: Model, state: Any, mover: int) -> Iterator[RuleFinding]:
    """Yield the faults of the same position with the other player to move, and of its parts."""
    game: Any = model.game
    if shortcut(game, "passed") is not None:
        passed = game.passed(state)
        back = game.passed(passed)
        said = f"passed gives {quote(passed)} for {quote(state)}"
        if model.mover(passed, 1 - mover) == mover:
            yield "players", f"{said}, with the same player to move"
        elif (model.key(back, 0), model.values(back)) != (model.key(state, 0), model.values(state)):
            yield "players", f"{said}, and {quote(back)} for that: not the same position"
        elif signs(board_in(game, passed)) != signs(board_in(game, state)):
            yield "players", f"{said}, with another board"
    if shortcut(game, "parts") is not None:
        parts = game.parts(state)
        if sum(len(model.values(part)) for part in parts) != len(model.values(state)):
            said = f"parts gives {quote(parts)} for {quote(state)}"
            yield "players", f"{said}, which do not have as many options together"


class _Naming(NamedTuple):
    """A way in which a game identifies equivalent states: by their key, or as mirror images."""

    said: str
    of: Callable[[Any], tuple[Any, Mapping[Value, Any]]]
    """Returns the name of a state, and one for each of its options."""
    met: dict[Any, Any]
    """The first state found with each name and mover."""


def _namings(model: Model) -> list[_Naming]:
    """Return the ways in which a game identifies equivalent states."""

    def by_key(state: Any) -> tuple[Any, Mapping[Value, Any]]:
        return model.key(state, 0), {value: value for value in model.values(state)}

    canonical = shortcut(model.game, "canonical")
    mirrors = [] if canonical is None else [_Naming(_MIRRORS, canonical, {})]
    return [_Naming("key", by_key, {}), *mirrors]


def _naming_faults(model: Model, naming: _Naming, state: Any, mover: int) -> Iterator[RuleFinding]:
    """Yield the faults in the names of a state and its options, also compared with another state of
    that name."""
    try:
        name, options = _named(model, naming, state)
        first = naming.met.setdefault((name, mover), state)
    except (TypeError, ValueError, LookupError):
        said = f"{quote(naming.of(state))} for {quote(state)}"
        yield "players", f"{naming.said} gives {said}; give a key and, for each value, a name"
        return
    if len(options) < len(model.values(state)):
        yield "players", f"{naming.said} gives two options of {quote(state)} the same name"
    elif first != state:
        differ = _difference(model, naming, (first, state), mover)
        if differ:
            twins = f"both {quote(first)} and {quote(state)}"
            yield "players", f"{naming.said} gives {quote(name)} for {twins}, {differ}"


def _named(model: Model, naming: _Naming, state: Any) -> tuple[Any, dict[Any, Value]]:
    """Return the name of a state, and its options by their names."""
    name, names = naming.of(state)
    return name, {names[value]: value for value in model.values(state)}


def _difference(model: Model, naming: _Naming, twins: Sequence[Any], mover: int) -> str:
    """Say how two states with one name differ, or games that continue from them alike; "" if they
    do not.

    Mirror images are followed until a random event, since luck is not mirrored.
    """
    for seed in range(_FUTURES):
        rng = Random(seed)
        pair = twins
        turn = mover
        for step in range(_LONGEST):
            mine, theirs = (_facts(model, naming, one, turn) for one in pair)
            for what in mine:
                if mine[what] != theirs[what]:
                    differ = f"which differ in their {what}"
                    return "of which one may go on otherwise" if step else differ
            options = [_named(model, naming, one)[1] for one in pair]
            if not options[0]:
                break
            name = rng.choice(list(options[0]))
            if naming.said == _MIRRORS and model.step(pair[0], options[0][name]) is None:
                break
            luck = rng.random()
            pair = [
                model.respond(one, named[name], Random(luck))
                for one, named in zip(pair, options, strict=True)
            ]
            turn = model.next_turn(mine["mover"])
    return ""


def _facts(model: Model, naming: _Naming, state: Any, turn: int) -> dict[str, Any]:
    """Return the facts that states with one name have in common."""
    name, options = _named(model, naming, state)
    _, mover, payoffs = model.look(state, turn)
    return {"options": set(options), "payoffs": payoffs, "mover": mover, "name": name}


def _rollout_faults(model: Model, state: Any) -> Iterator[RuleFinding]:
    """Yield the faults in a game's own random play, which may be an estimate or better than
    random."""
    rollout = shortcut(model.game, "rollout")
    if rollout is None:
        return
    first, again = (rollout(state, Random(1), _LONGEST) for _ in range(2))
    if first != again:
        yield "pure", f"rollout gives {quote(first)} and then {quote(again)} for the same generator"
    paid, plies = first
    if paid is not None and (len(paid) != model.players or plies < 1):
        advice = f"give payoffs of {model.players} and a number of choices"
        yield "players", f"rollout gives {quote(first)}; {advice}"
