"""Checks of what search relies on: movers, winners, keys and values."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean, variance
from typing import Any, NamedTuple

from ..errors import BrokenGame, NoAbility, quote
from ..game import Game, board_in, says, shortcut
from ..search.budgets import ROLLOUT_LIMIT
from ..search.model import Model
from ..search.opponents import Seated, chosen, player, recorded
from .contract import RuleFinding

_SELDOM = 8
"""The share of states that are played out, one in this number, if a game does that itself."""

_FUTURES = 3
"""The random games that compare two states with one key."""

_LONGEST = 50
"""The choices of such a game."""

_SERIES = 40
_ERRORS = 6
"""The random games by which a game's own random play is judged, and the standard errors that are
too many."""

_NEAR = 1e-6
"""Sums of rewards, and means, that differ by no more are equal."""

_STATES = 400
"""The states that are checked, breadth first from the start, where ways meet soonest."""


def search_faults(game: Game, start: Any) -> Iterator[RuleFinding]:
    """The faults in what the states of a game tell a search; nothing for a game without players."""
    try:
        model = Model(game, hidden=True)
    except NoAbility:
        return
    except BrokenGame as fault:
        yield "players", str(fault)
        return
    met: dict[Any, Any] = {}
    mirrored: dict[Any, _Mirrored] = {}
    waiting = deque([(start, 0)])
    looked_at = 0
    while waiting and looked_at < _STATES:
        state, turn = waiting.popleft()
        looked_at += 1
        try:
            model.says(state)  # which refuses methods
            yield from _value_faults(state)
            values, mover, _ = model.look(state, turn)
            if state is start and values:
                yield from _chance_faults(model, start)
                _try_opponents(game, start, mover)
            model.first(state, values)  # as this does of candidates
            if model.pays_on_the_way(state):
                model.rewards(state)  # which says what is wrong with them
            key = model.key(state, mover)
            if key not in met:
                met[key] = state
                yield from _symmetry_faults(model, state, mover, mirrored)
                yield from _passing_faults(model, state, mover)
                if values and looked_at % _SELDOM == 1:
                    yield from _rollout_faults(model, state)
                following = [
                    game.process_response(state, value, Random(looked_at)) for value in values
                ]
                waiting.extend((after, model.next_turn(mover)) for after in following)
            elif met[key] != state:
                yield from _key_faults(model, state, met[key], mover)
        except NoAbility:  # typed input: search ignores it
            continue
        except BrokenGame as fault:
            yield "players", str(fault)
            return


def reward_faults(game: Game, states: Sequence[Any]) -> Iterator[RuleFinding]:
    """What is wrong with the payoffs at the end, given the states of a game that also pays on the
    way."""
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


def _try_opponents(game: Game, state: Any, mover: int) -> None:
    """Let each of the game's own opponents choose once; raises `BrokenGame` for one that fails."""
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
    """The faults of the same position with the other player to move, and of its parts."""
    game: Any = model.game
    if shortcut(game, "passed") is not None:
        passed = game.passed(state)
        back = game.passed(passed)
        said = f"passed gives {quote(passed)} for {quote(state)}"
        if model.mover(passed, 1 - mover) == mover:
            yield "players", f"{said}, with the same player to move"
        elif (model.key(back, 0), model.values(back)) != (model.key(state, 0), model.values(state)):
            yield "players", f"{said}, and {quote(back)} for that: not the same position"
        elif _signs(game, passed) != _signs(game, state):
            yield "players", f"{said}, with another board"
    if shortcut(game, "parts") is not None:
        parts = game.parts(state)
        if sum(len(model.values(part)) for part in parts) != len(model.values(state)):
            said = f"parts gives {quote(parts)} for {quote(state)}"
            yield "players", f"{said}, which do not have as many options together"


def _signs(game: Game, state: Any) -> list[str]:
    """What is in the cells of a state's board."""
    board = board_in(game, state)
    return [] if board is None else [cell.text for _, cell in board.places()]


class _Mirrored(NamedTuple):
    """A state that is one of several mirror images, and its values by their common names."""

    state: Any
    values: dict[Any, Any]


def _symmetry_faults(
    model: Model, state: Any, mover: int, mirrored: dict[Any, _Mirrored]
) -> Iterator[RuleFinding]:
    """The faults of what a game says about states that are mirror images of one another."""
    canonical = shortcut(model.game, "canonical")
    if canonical is None:
        return
    said = canonical(state)
    values = model.values(state)
    try:
        key, names = said
        named = {names[value]: value for value in values}
        first = mirrored.setdefault((key, mover), _Mirrored(state, named))
    except (TypeError, ValueError, LookupError):
        advice = "give a key and, for each value, a name"
        yield "players", f"canonical gives {quote(said)} for {quote(state)}; {advice}"
        return
    if len(named) < len(values):
        yield "players", f"canonical gives two options of {quote(state)} the same name"
    elif set(named) != set(first.values):
        yield "players", f"{_one_key(state, first)}, whose options have other names"
    elif not values and model.payoffs(state) != model.payoffs(first.state):
        yield "players", f"{_one_key(state, first)}, which pays otherwise"
    elif first.state is not state:
        yield from _image_faults(model, _Mirrored(state, named), first)


def _one_key(state: Any, first: _Mirrored) -> str:
    return f"canonical gives {quote(state)} the key of {quote(first.state)}"


def _image_faults(model: Model, one: _Mirrored, first: _Mirrored) -> Iterator[RuleFinding]:
    """Options with one name that do not lead to mirror images, where luck decides nothing."""
    canonical = model.game.canonical  # type: ignore[attr-defined]
    for name, value in one.values.items():
        mine = model.step(one.state, value)
        theirs = model.step(first.state, first.values[name])
        if mine is None or theirs is None:
            continue
        if canonical(mine)[0] != canonical(theirs)[0]:
            what = f"{_one_key(one.state, first)}, but {quote(value)}"
            yield "players", f"{what} and {quote(first.values[name])} do not lead to mirror images"
            return


def _rollout_faults(model: Model, state: Any) -> Iterator[RuleFinding]:
    """The faults of a game's own random play."""
    rollout = shortcut(model.game, "rollout")
    if rollout is None:
        return
    first, again = (rollout(state, Random(1), ROLLOUT_LIMIT) for _ in range(2))
    if first != again:
        yield "pure", f"rollout gives {quote(first)} and then {quote(again)} for the same generator"
    paid, plies = first
    if paid is not None and (len(paid) != model.players or plies < 1):
        yield (
            "players",
            (
                f"rollout gives {quote(first)}; give payoffs of {model.players} and a number of"
                " choices"
            ),
        )


def _chance_faults(model: Model, start: Any) -> Iterator[RuleFinding]:
    """The differences between a game's own random play and games of random choices, on average."""
    rollout = shortcut(model.game, "rollout")
    if rollout is None:
        return
    own = [rollout(start, Random(seed), _LONGEST) for seed in range(_SERIES)]
    true = [_played_at_random(model, start, Random(seed)) for seed in range(_SERIES)]
    lengths = [[min(plies, _LONGEST) for _, plies in series] for series in (own, true)]
    paid = [[payoffs[0] for payoffs, _ in series if payoffs is not None] for series in (own, true)]
    for what, (mine, theirs) in (("number of choices", lengths), ("first payoff", paid)):
        if min(len(mine), len(theirs)) > 1 and _differ(mine, theirs):
            means = f"{mean(mine):.3g} on average, but {mean(theirs):.3g} if choices are random"
            yield "players", f"rollout gives a wrong {what}: {means}"


def _played_at_random(model: Model, start: Any, rng: Random) -> tuple[Any, int]:
    """The payoffs and the number of choices of a game of random choices; None if it is too long."""
    for plies, (state, *_, values) in enumerate(model.random_game(start, 0, rng)):
        if not values:
            return None if model.pays_on_the_way(state) else model.payoffs(state), plies
        if plies == _LONGEST:
            break
    return None, _LONGEST


def _differ(one: Sequence[float], other: Sequence[float]) -> bool:
    """True if two means differ by more than chance explains."""
    error = sqrt(variance(one) / len(one) + variance(other) / len(other))
    return abs(mean(one) - mean(other)) > _ERRORS * error + _NEAR


def _key_faults(model: Model, state: Any, other: Any, mover: int) -> Iterator[RuleFinding]:
    """The differences between two states with the same key and mover."""
    facts = [_facts(model, one, mover) for one in (state, other)]
    for what, mine, theirs in zip(
        ("options", "outcome", "payoffs", "what follows"), *facts, strict=True
    ):
        if mine != theirs:
            yield (
                "players",
                f"key {quote(state.key)} is the same for two states that differ in their {what}",
            )
            return
    for seed in range(_FUTURES):
        rng = Random(seed)
        turn = mover
        pair = [state, other]
        for _ in range(_LONGEST):
            values, now, _ = model.look(pair[0], turn)
            if not values:
                break
            value = rng.choice(values)
            luck = rng.random()
            pair = [model.respond(one, value, Random(luck)) for one in pair]
            turn = model.next_turn(now)
            mine, theirs = (_facts(model, one, model.mover(one, turn))[:3] for one in pair)
            if mine != theirs:
                yield (
                    "players",
                    (
                        f"key {quote(state.key)} is the same for two states of which one may go on"
                        " otherwise"
                    ),
                )
                return


def _facts(model: Model, state: Any, mover: int) -> tuple[Any, ...]:
    """What two states with one key must have in common, with the same luck."""
    values, _, payoffs = model.look(state, mover)
    following = [model.respond(state, value, Random(1)) for value in values]
    keys = [model.key(after, model.mover(after, model.next_turn(mover))) for after in following]
    outcome = getattr(state, "outcome", None)
    if model.pays_on_the_way(state):  # its words may tell the sum, which is not in the key
        outcome = str(outcome is not None)
    return list(values), outcome, payoffs, keys
