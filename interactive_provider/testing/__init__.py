"""The contract suite: checks whether a game keeps the rules.

>>> from interactive_provider.builtin.null import Null
>>> check_game(Null)
No problems in 20 games.

It plays random games and examines every state that occurs. All faults are reported together, in one
`ContractError`. For a test of your own game, one line is enough: ``check_game(MyGame)``.

**Hidden information.** Two games may look the same to a player so far and yet differ in hidden
facts. Several such *worlds* are played side by side, with different luck but the same choices, as
long as they look the same; everything said about the next choices must then be the same too. The
suite cannot know that something visible should be hidden. A game therefore declares the hidden
attributes of its state as ``hides = ("secret",)``; two first states that differ only in these must
show the same. (Later they may: choices reveal things.)
"""

from __future__ import annotations

import contextlib
import inspect
import io
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil, floor
from operator import attrgetter
from random import Random
from typing import Any

from ..errors import ProviderError, SourceError, in_a_line, place_of, quote
from ..game import (
    Game,
    Number,
    Parameters,
    Text,
    Words,
    board_in,
    can_resample,
    ending_of,
    known_to,
    mover_of,
    option_pairs,
    player_names,
    shown_state,
    shown_to,
    sight_of,
    view_for,
)
from ..game.abilities import ABILITIES
from ..heart.catalogue.discovery import items_of, load_item
from ..heart.catalogue.provider import Broken, Catalogue, InteractiveProvider
from ..heart.choices.menus import entries_of, listing
from ..heart.play.actions import choose, line, outcome
from ..heart.play.insiders import game_of, state_of
from ..heart.play.nodes import Lobby, Playable, Position
from ..heart.play.presets import named_in, normal_parameters, signature_of, with_position
from ..heart.play.seating import SEATS
from ..heart.play.table import Setup
from ..heart.records.lines import replay
from ..rendering.text import render
from ..support.clocks import Stopwatch
from ..support.fingerprint import attributes, fingerprint
from ..support.generators import luck
from ..support.plurals import counted
from ..support.sanitizing import clean
from .contract import (
    FAILED,
    ability_faults,
    can_be_chosen,
    looked_ahead,
    said_of_choices,
    seeing_faults,
    signs,
    state_faults,
    view_faults,
)
from .names import near_attribute, vain_names
from .players import reward_faults, search_faults

__all__ = ["ContractError", "Fault", "check_game"]

_WORLDS = 3
_LOOKED_AHEAD = 2
"""The sets of parameters with which the attributes that search reads are checked."""

_SELDOM = 8
"""Slow checks are made once in this many choices."""

_CLOSELY = 20
"""The first choices of a game, all of which are checked closely; later ones only once in
`_SELDOM`."""

_WORDS = ("", "yes", "no", "look", "go north", "a lamp", "42", "x" * 100, "ünï 🦆")

_PATIENCE = 3.0
"""The number of seconds after which a slow ability is no longer called."""

_MOST_TRIED = 10
"""The maximum number of options that are all tried at the start of a game."""

_MOST_REMEMBERED = 40
"""The number of names of earlier options that are remembered, to ask why they are no longer
offered."""

_ROUNDS = 8
"""The number of alternating timings of two calls after which one that is always slower counts as
slower."""

_REDRAWN = 12
"""How many of a game's first random draws are changed, one at a time, to find states that look the
same."""

_LONGER = 1.3
_NOTICED = 1e-4
"""The ratio and the difference in seconds of two calls' times that deserve a second look."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that a game breaks: which one, what happened, and after which choices."""

    rule: str
    """One of ``type label pure mutable end leak slow print ability crash line players name``."""
    text: str
    path: str = ""

    def __str__(self) -> str:
        return clean(f"[{self.rule}] {self.text}{f' ({self.path})' if self.path else ''}")


class ContractError(ProviderError, AssertionError):
    """A game breaks the rules; ``faults`` lists every fault found."""

    faults: tuple[Fault, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return *super().__reduce__(), {"faults": self.faults}


def check_game(
    game: type[Game] | Game | Playable,
    *,
    games: int = 20,
    seed: int = 0,
    steps: int = 200,
    slow: float = 0.1,
    ends: bool = True,
) -> Passed:
    """Play random ``games`` of at most ``steps`` choices each; return their number if all rules are
    kept.

    A lobby or a position stands for its game. A different ``seed`` gives different games. A step,
    or showing a state, may take ``slow`` seconds of processor time, or ten times as long while
    waiting. ``ends=False`` is for games that neither random players nor hints can finish. The game
    is played in turn with its defaults and all presets or, without presets, with its defaults and
    other values.

    Raises `ContractError` with every fault found.

    >>> from interactive_provider.builtin.null import Null
    >>> check_game(Null, games=2)
    No problems in 2 games.
    """
    if isinstance(game, Broken):
        game()
    if isinstance(game, Catalogue):
        raise SourceError(f"check_game takes one game: {game!r}.name, not {game!r}.")
    faults = _Faults()
    instance = _declared(game_of(game) if isinstance(game, Position | Lobby) else game, faults)
    settings = [] if faults.faults else _settings(instance)
    player = _Player(instance, faults, slow, tuple(getattr(instance, "hides", ())))
    player.unmet = dict.fromkeys(player.hides, "")
    played = ended = 0
    while settings and played < games and not faults.has("slow"):
        ended += player.play(
            settings[played % len(settings)], f"{seed}/{played}", steps, played % 2 == 1
        )
        played += 1
    for chosen in settings[:_LOOKED_AHEAD]:
        if not faults.faults:
            player.look_ahead(chosen, f"{seed}/players")
    for name, near in player.unmet.items():
        if near:
            faults.add(
                "name", f"hides names {quote(name)}, which no state has; did you mean {near}?"
            )
    if not faults.faults:
        _check_lines(instance, faults, str(seed))
        if ends and played and not ended:
            faults.add(
                "end",
                f"none of {played} games was over after {steps} choices; did you mean ends=False?",
            )
    if faults.faults:
        count = "a rule" if len(faults.faults) == 1 else f"rules in {len(faults.faults)} ways"
        listed = "\n".join(f"  {number}. {fault}" for number, fault in enumerate(faults.faults, 1))
        kind = instance if isinstance(instance, type) else type(instance)
        error = ContractError(f"{kind.__name__} breaks {count}:\n{listed}")
        error.faults = tuple(faults.faults)
        raise error
    return Passed(played)


@dataclass(frozen=True, slots=True, repr=False)
class Passed:
    """The number of games that were played without a fault."""

    games: int

    def __repr__(self) -> str:
        return f"No problems in {counted(self.games, 'game')}."


class _Faults:
    """The faults so far, one of each kind: another mutable state adds nothing new."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def has(self, rule: str) -> bool:
        return any(fault.rule == rule for fault in self.faults)

    def add(self, rule: str, text: str, path: str = "") -> None:
        words = 1 if rule == "print" else 2  # one report of printing is enough
        kinds = {(fault.rule, *fault.text.split()[:words]) for fault in self.faults}
        if (rule, *text.split()[:words]) not in kinds:
            self.faults.append(Fault(rule, text, path))


def _settings(game: Game) -> list[Parameters]:
    """Return the parameters to play with: none, if all have defaults, and each preset."""
    given = named_in(game)
    needed = any(p.default is p.empty for p in given)
    # The game must not know who your opponent is.
    left_out = SEATS if game.players else ()
    presets = [
        {name: value for name, value in preset.items() if name not in left_out}
        for preset in game.presets.values()
    ]
    settings: list[Parameters] = [] if needed and presets else [{}]
    for preset in presets:
        if preset not in settings:
            settings.append(preset)
    if len(settings) > 1:
        return settings
    return [*settings, *filter(None, [_changed(game, given)])]


def _changed(game: Game, declared: Sequence[inspect.Parameter]) -> dict[str, Any]:
    """Return another valid value for each default, if there is one: a rule may hold for one and
    fail for the other."""
    changed: dict[str, Any] = {}
    for parameter in declared:
        if parameter.name == "players":  # a game names its players once, for all its parameters
            continue
        others = _other_values(parameter.default)
        other = next(
            (one for one in others if _begins(game, {**changed, parameter.name: one})), None
        )
        if other is not None:
            changed[parameter.name] = other
    return changed


def _other_values(usual: object) -> tuple[object, ...]:
    """Return values other than a default: the other truth value, or the next numbers."""
    if isinstance(usual, bool):
        return (not usual,)
    if isinstance(usual, int):
        return (usual + 1, usual - 1)
    return ()


def _begins(game: Game, parameters: Parameters) -> bool:
    """True if a game accepts these parameters, which we invented."""
    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
        game.new_state(luck("changed"), **parameters)
        return True
    return False


def _written(parameters: Parameters) -> str:
    return ", ".join(f"{name}={quote(value)}" for name, value in parameters.items())


def _declared(game: Any, faults: _Faults) -> Any:
    """Return an instance of the game's class, after checking for what a provider would refuse and
    for names that nobody reads."""
    try:
        made: Any = load_item(*items_of(game))
        for preset in made.presets.values():
            normal_parameters(made, preset)
    except ProviderError as fault:
        faults.add("type", str(fault))
        return game
    for sentence in vain_names(made, made):
        faults.add("name", sentence)
    return made


def _check_lines(game: Game, faults: _Faults, key: str) -> None:
    """Play by attributes, as users do; each position's line must lead to it again."""
    provider = InteractiveProvider(game, seed=key)
    rng = luck(key, "lines")
    try:
        node: Any = getattr(provider, dir(provider)[0])
        if isinstance(node, Lobby):
            node = choose(node, next(iter(node)))
        for _ in range(20):
            if replay(line(node), provider) != node:
                faults.add("line", f"{line(node)} does not lead back to the same position")
            if outcome(node) is not None:
                return
            node = choose(node, _drawn(state_of(node), rng))
    except ProviderError as fault:
        faults.add("line", f"as a position: {fault}")


# Playing ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Player:
    """Plays a game and watches it."""

    game: Game
    faults: _Faults
    slow: float
    hides: Words
    path: list[str] = field(default_factory=list)
    parameters: Parameters = field(default_factory=dict)
    offered: list[Words] = field(default_factory=list)
    """The names that were offered recently."""
    spent: dict[str, float] = field(default_factory=dict)
    """The total seconds that each ability has taken."""
    ways: dict[int, str] = field(default_factory=dict)
    """How the other worlds were reached, by the identities of their states."""
    unmet: dict[str, str] = field(default_factory=dict)
    """Attributes declared as hidden but not found in any state yet, each with one of a similar
    name."""
    seconds: float = 0.0
    """The seconds of the last watched call, by a `Stopwatch`."""

    def play(self, parameters: Parameters, key: str, steps: int, hinted: bool) -> bool:
        """Play once; return True if the end was reached. Other worlds are played too while they
        look the same."""
        self.path = [_written(parameters)]
        self.parameters = parameters
        state, *others = (
            self.started(parameters, f"{key}/{world}") for world in range(1 + _WORLDS)
        )
        begun = f"{self.way or 'the start'} with another seed"
        self.ways = dict.fromkeys(map(id, others), begun)
        choosing = luck(key, "choices")
        states = [state]
        for step in range(steps):
            closely = step < _CLOSELY or step % _SELDOM == 0
            if state is FAILED or not (
                self.sound(state) and (not closely or self.looked_at(state, step))
            ):
                return False
            if step == 0:
                self.try_options(state, key)
                self.redraw(state, partial(self.game.new_state, **parameters), f"{key}/0")
            if closely:
                others = [*self.resampled(state, step, f"{key}/{step}"), *others][:_WORLDS]
            others = [other for other in others if closely and self.compared(state, other, step)]
            if ending_of(state) is not None:
                self.finds(lambda: reward_faults(self.game, states), "adding up")
                return True
            value = self.chosen(state, choosing, hinted)
            before = state
            state = self.stepped(state, value, f"{key}/{step}", closely)
            states.append(state)
            if closely:
                others = self.worlds_after(before, others, value, f"{key}/{step}")
        return False

    def look_ahead(self, parameters: Parameters, key: str) -> None:
        """Check the attributes that search reads."""
        self.path = [_written(parameters)]
        state = self.started(parameters, key)
        if state is not FAILED and self.game.players is not None:
            self.finds(lambda: search_faults(self.game, state), "looking ahead")

    def try_options(self, state: Any, key: str) -> None:
        """Choose each of a few options, so that a fault in only one of them is not missed by
        chance."""
        values = [value for _, value in option_pairs(state)]
        for value in values[:: max(1, len(values) // _MOST_TRIED)]:
            self.stepped(state, value, key, True)
            self.path.pop()

    def chosen(self, state: Any, rng: Random, hinted: bool) -> Any:
        """Return the hint's choice if hints are followed and there is one, otherwise a random
        one."""
        advice = None
        if hinted and hasattr(self.game, "hint"):
            advice = self.asked("hint", partial(said_of_choices, self.game, "hint", state))
        value = getattr(advice[0], "value", FAILED) if advice else FAILED
        return value if can_be_chosen(value, state) else _drawn(state, rng)

    def worlds_after(self, state: Any, alike: Sequence[Any], value: Any, key: str) -> list[Any]:
        """Return the results of the same choice with other luck, from this state and those that
        look the same.

        If players know different things, a choice itself may be hidden: another choice then counts
        as one of these results.
        """
        ways = [(other, value) for other in alike if can_be_chosen(value, other)]
        if self.sees:
            ways = [(state, _drawn(state, luck(key, "other choice"))), *ways][:_WORLDS]
        ways += [(state, value)] * (_WORLDS - len(ways))
        after = []
        for number, (before, choice) in enumerate(ways):
            step = partial(self.game.process_response, before, choice, luck(key, number))
            after.append(self.guarded(step, "process_response"))
            begun = (*filter(None, self.path[:-1]), quote(choice))
            self.ways[id(after[-1])] = " → ".join(begun) + " with other luck"
            if before is not state:
                self.ways[id(after[-1])] = f"{self.ways.get(id(before), '')} → {quote(choice)}"
        return after

    def started(self, parameters: Parameters, key: str) -> Any:
        return self.twice(lambda: self.game.new_state(luck(key), **parameters), "new_state")

    def stepped(self, state: Any, value: Any, key: str, closely: bool) -> Any:
        """Return the next state; if it is checked closely, it is computed twice, and the previous
        state must not change."""

        def ask() -> Any:
            return self.game.process_response(state, value, luck(key))

        self.path.append(quote(value))
        if not closely:
            return self.guarded(ask, "process_response")
        return self.twice(ask, "process_response", state)

    def twice(self, ask: Callable[[], Any], what: str, given: Any = None) -> Any:
        """Return the result of a call that must be repeatable and quick, and must not change its
        arguments."""
        before = fingerprint(given)
        first = self.guarded(ask, what)
        if first is FAILED:
            return FAILED
        if fingerprint(given) != before:
            self.report("mutable", f"{what} changes the state that it is given")
            return FAILED
        taken = self.seconds
        again = self.guarded(ask, what)
        if again is not FAILED and fingerprint(again) != fingerprint(first):
            if not self.faults.has("pure"):
                differs = _differences(first, again)
                self.report(
                    "pure",
                    f"{what} gives two different states ({differs}) for the same generator: use"
                    " only that, and no clock",
                )
            return FAILED
        if self.quick(ask, what, min(taken, self.seconds)):
            return first
        return FAILED

    def quick(self, ask: Callable[[], Any], what: str, taken: float) -> bool:
        """True if a call is quick enough to continue; the first call may include some setup."""
        for _ in range(3):
            if taken <= self.slow:
                return True
            self.guarded(ask, what)
            taken = min(taken, self.seconds)
        self.report("slow", f"{what} takes {taken:.2g} s; {self.slow:g} s are allowed")
        return False

    def sound(self, state: Any, wrote: str = "") -> bool:
        """True if the state that a method returned can be examined and played on."""
        self.unmet = {
            name: near or near_attribute(state, name)
            for name, near in self.unmet.items()
            if not _has(state, name)
        }
        wrote = wrote or ("new_state" if len(self.path) == 1 else "process_response")
        return not self.finds(lambda: state_faults(self.game, state, wrote), "the state")

    def looked_at(self, state: Any, step: int) -> bool:
        """Check what each viewing player is shown of a state; return False if looking changes
        it."""
        return all(self.seen(state, player, step) for player in self.viewers(state, step))

    def seen(self, state: Any, player: int, step: int) -> bool:
        """Check what a player is shown of a state; return False if looking changes it."""
        before = fingerprint(state)
        if self.sees:
            self.finds(lambda: seeing_faults(self.game, state, player), "seen_by")
        show = partial(shown_to, self.game, state, player)
        shown = self.guarded(show, "showing a state")
        self.quick(show, "showing a state", self.seconds)
        again = self.guarded(show, "showing a state", {})
        if shown not in (FAILED, again):
            which = ", ".join(name for name in shown if shown[name] != again.get(name))
            self.report("pure", f"what is shown differs when it is read again: {which}")
        if shown is not FAILED and _thoroughly(state, step):
            self.finds(partial(self.view_faults, state, player), "view")
        seen = self.guarded(partial(shown_state, self.game, state, player), "seen_by", state)
        tried = self.names_not_offered(state)
        for name in self.abilities_at(state, step):
            for fault in self.asked(
                name, partial(ability_faults, self.game, name, seen, tried), ()
            ):
                self.report("ability", f"{name} {fault}")
        if _thoroughly(state, step) and not self.sees and ending_of(state) is None:
            self.finds(partial(self.reading_faults, state), "reading its board back")
        if fingerprint(state) != before:
            self.report("mutable", "the state changes when it is looked at")
            return False
        return shown is not FAILED

    def reading_faults(self, state: Any) -> Iterator[tuple[str, str]]:
        """Yield the faults found when the board of a state is read back from its own text."""
        board = board_in(self.game, state)
        if board is None or "position" not in signature_of(self.game):
            return
        setup = Setup(self.game, with_position(self.parameters, render(board)))
        read = board_in(self.game, setup.begin(luck("position")))
        if signs(read) != signs(board):
            yield "ability", f"position= does not read its own picture back: {signs(board)}"

    def view_faults(self, state: Any, player: int) -> list[tuple[str, str]]:
        """Yield the faults in a player's view of a state."""
        faults = view_faults(self.game, view_for(self.game, state, player), state)
        return [("ability", f"view {text}") for text in faults]

    def abilities_at(self, state: Any, step: int) -> Iterator[str]:
        """Return the abilities to try: slow ones only at the start, at the end and now and then."""
        for name, row in ABILITIES.items():
            is_due = row.cost == "quick" or (
                _thoroughly(state, step) and (row.cost == "slow" or step == 0)
            )
            if is_due and row.is_about_options and hasattr(self.game, name):
                yield name

    def names_not_offered(self, state: Any) -> list[Words]:
        """Return names that a player may try in vain: some that were offered before, and some that
        never are."""
        if not hasattr(self.game, "why_not"):
            return []
        listed = listing(entries_of(state), state.display_options, 0)
        now = [names for names, _, _ in itertools.islice(listed, _MOST_REMEMBERED)]
        before = [names for names in self.offered if names not in now]
        self.offered = [*before, *now][-_MOST_REMEMBERED:]
        return [*before, ("nothing", "of", "that", "name")]

    # Hidden information -------------------------------------------------------------------------

    @property
    def sees(self) -> bool:
        return sight_of(self.game) is not None

    def players(self) -> range:
        """Return the numbers of all players; a single one if the game does not say."""
        return range(max(1, len(self.guarded(partial(player_names, self.game), "players", ()))))

    def viewers(self, state: Any, step: int) -> Sequence[int]:
        """Return the players who look at a state: the one to move or, once it is over,
        everybody."""
        if not self.sees:
            return (0,)
        if ending_of(state) is not None:
            return self.players()
        return (mover_of(self.game, state, step % len(self.players())),)

    def resampled(self, state: Any, step: int, key: str) -> list[Any]:
        """Return the state with everything that the mover does not know drawn again; nothing if
        that is not possible."""
        if not can_resample(self.game) or ending_of(state) is not None:
            return []
        (player,) = self.viewers(state, step)
        mine = partial(self.game.resample, state, player)  # type: ignore[attr-defined]
        twin = self.twice(lambda: mine(luck(key, "world")), "resample")
        if twin is FAILED or not self.sound(twin, "resample"):
            return []
        if self.same_to(state, twin, player):
            return [twin]
        differs = "seen_by differs for that player" if self.sees else "what is shown differs"
        self.report(
            "leak",
            f"resample returns a state that player {player} can distinguish from the original:"
            f" {differs}",
        )
        return []

    def redraw(self, state: Any, make: Callable[[Random], Any], key: str) -> None:
        """Find a resample that depends on hidden facts: it draws different worlds for a state that
        looks the same, reached by changing one random draw."""
        if not can_resample(self.game) or ending_of(state) is not None:
            return
        game: Any = self.game
        (player,) = self.viewers(state, 0)
        for number in range(_REDRAWN):
            other = self.guarded(partial(make, _OneOther(luck(key), number)), "luck")
            if other is not FAILED and self.same_to(state, other, player):
                self.compare(
                    "resample",
                    lambda one: game.resample(one, player, luck("world")),
                    state,
                    other,
                    f"keeps what player {player} does not know ({_differences(state, other)}). Use"
                    " what the player knows; sort what you shuffle",
                )

    def same_to(self, state: Any, other: Any, player: int) -> bool:
        """True if a player cannot distinguish two states."""
        views = [
            self.guarded(partial(known_to, self.game, s, player), "seen_by") for s in (state, other)
        ]
        return FAILED not in views and bool(views[0] == views[1])

    def compared(self, state: Any, other: Any, step: int) -> bool:
        """True if another world is played too: a player who cannot distinguish it must then be
        shown the same."""
        if other is FAILED or fingerprint(other) == fingerprint(state):
            return other is not FAILED
        alike = [
            player
            for player in (self.players() if self.sees else (0,))
            if self.same_to(state, other, player)
        ]
        for player in alike:
            if player in self.viewers(state, step):
                self.compare_answers(state, other, player, step)
        if (
            not alike
            and step == 0
            and self.hides
            and fingerprint(_seen(state, self.hides)) == fingerprint(_seen(other, self.hides))
        ):
            shown, also = (shown_to(self.game, s, 0) for s in (state, other))
            which = next((name for name in shown if shown[name] != also[name]), "seen_by")
            self.report(
                "leak",
                f"{which} shows what is declared as hidden: {', '.join(self.hides)}. If players may"
                " know a part of it, return in `seen_by` what they know.",
            )
        return bool(alike)

    def compare_answers(self, state: Any, other: Any, player: int, step: int) -> None:
        """Find differences between two states that a player cannot distinguish."""
        declared = self.hides or self.sees
        if self.game.players is not None and not declared and not self.faults.faults:
            self.report(
                "players",
                f"two different states look the same ({_differences(state, other)}), one after"
                f" {self.way or 'the start'}, the other after"
                f" {self.ways.get(id(other), 'resample')}, so search would see what the player"
                " does not. Show the difference, or declare what is hidden (with hides or seen_by)",
            )
        alike = f"distinguishes two states with the same seen_by for player {player}"
        shown, also = (
            self.guarded(partial(shown_to, self.game, s, player), "showing a state", {})
            for s in (state, other)
        )
        differing = [name for name in shown if shown[name] != also.get(name)]
        if fingerprint(shown.get("options")) != fingerprint(also.get("options")):
            differing = differing or ["the value of an option"]
        for name in differing:
            self.report("leak", f"{name} {alike}")
        if not differing and declared:
            show = partial(shown_to, self.game, player=player)
            self.compare_times("showing a state", show, state, other, alike)
        alike = alike if self.sees else "distinguishes two states that look the same to the player"
        self.compare_extras(state, other, player, alike)
        if ending_of(state) is not None or ending_of(other) is not None:
            return
        tried = self.names_not_offered(state)
        for name in self.abilities_at(state, step):
            if name != "board" and not ABILITIES[name].reveals:  # the board is among what is shown
                ask = partial(self.said, name, player, tried)
                self.compare(name, ask, state, other, alike)
        self.compare_steps(state, other, player, alike)
        is_due = step < _SELDOM or _thoroughly(state, step)
        if can_resample(self.game) and is_due and not self.faults.has("type"):
            why = (
                f"{alike}: resample draws differently for them. Use what the player knows; sort"
                " what you shuffle"
            )
            self.compare("search", partial(looked_ahead, self.game, turn=player), state, other, why)

    def compare_extras(self, state: Any, other: Any, player: int, alike: str) -> None:
        """Find a text that may be requested by name and differs."""
        view = self.guarded(partial(view_for, self.game, state, player), "view")
        for name in () if view is FAILED else view.extras:
            self.compare(name, partial(self.extra, name, player), state, other, alike)

    def extra(self, name: str, player: int, state: Any) -> Any:
        """Return what the game says about a state when asked by name."""
        return view_for(self.game, state, player).extra(name)

    def said(self, name: str, player: int, tried: Sequence[Words], state: Any) -> Any:
        """Return what an ability reveals to a player about a state."""
        return said_of_choices(self.game, name, shown_state(self.game, state, player), tried)

    def compare_steps(self, state: Any, other: Any, player: int, alike: str) -> None:
        """Find a choice that takes longer from one of two states, although both look the same
        afterwards."""
        if not (self.hides or self.sees):
            return
        values = [value for _, value in option_pairs(state) if can_be_chosen(value, other)]
        for value in values[:: max(1, len(values) // 2)]:
            step = self.step_of(value, "time")
            mine, theirs = (
                self.guarded(partial(step, one), "process_response") for one in (state, other)
            )
            if mine is not FAILED is not theirs and self.same_to(mine, theirs, player):
                what = f"process_response on {quote(value)}"
                self.compare_times(what, step, state, other, alike)

    def step_of(self, value: Any, key: str) -> Callable[[Any], Any]:
        """Return a function that makes a choice from a state, always with the same luck."""
        return lambda state: self.game.process_response(state, value, luck(key))

    def compare_times(
        self, what: str, ask: Callable[[Any], Any], state: Any, other: Any, alike: str
    ) -> None:
        """Find a call that takes longer for one of two states: a player has a clock too.

        The difference counts only if one of them takes longer each time, in turns.
        """
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(_ROUNDS):
            for one, taken in zip((state, other), times, strict=True):
                self.guarded(partial(ask, one), what)
                taken.append(self.seconds)
            quick, long = sorted(times, key=min)
            if max(quick) >= min(long) or min(long) < min(quick) * _LONGER + _NOTICED:
                return
        self.report("leak", f"{what} {alike} by the time it takes")

    def compare(
        self, name: str, ask: Callable[[Any], Any], state: Any, other: Any, alike: str
    ) -> None:
        """Ask the same of two states, whose answers must be equal."""
        said, also = (self.asked(name, partial(ask, s), FAILED) for s in (state, other))
        if said is FAILED or also is FAILED:
            return
        if said != also or fingerprint(said) != fingerprint(also):  # == may ignore a part
            self.report("leak", f"{name} {alike}")
        elif name in ABILITIES and (self.hides or self.sees):
            self.compare_times(name, ask, state, other, alike)

    def asked(self, name: str, ask: Callable[[], Any], otherwise: Any = None) -> Any:
        """Return the answer of an ability; one that has already taken long is no longer called."""
        if self.spent.get(name, 0.0) > _PATIENCE:
            return otherwise
        given = self.guarded(ask, name, otherwise)
        self.spent[name] = self.spent.get(name, 0.0) + self.seconds
        return given

    def guarded(self, ask: Callable[[], Any], what: str, otherwise: Any = FAILED) -> Any:
        """Return the result of a call; printing, raising or using the global generator is a
        fault."""
        kept = random.getstate()
        random.seed(next(_strangers))
        strange = random.getstate()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            watch = Stopwatch()
            try:
                given = ask()
                if isinstance(given, Iterator):
                    given = list(given)
            except KeyboardInterrupt:
                raise
            except BaseException as fault:  # noqa: BLE001 - the game is a stranger's, and telling is what we are for
                raised = f"{what} raised {in_a_line(fault)}{place_of(fault)}"
                self.report("crash", str(fault) if isinstance(fault, ProviderError) else raised)
                given = otherwise
            finally:
                is_used = random.getstate() != strange
                random.setstate(kept)
            self.seconds = watch.seconds
        if is_used:
            self.report(
                "pure", f"{what} uses the global random numbers instead of the generator passed in"
            )
        if printed.getvalue():
            self.report("print", f"{what} prints {quote(printed.getvalue())}")
        return given

    def finds(self, ask: Callable[[], Iterable[tuple[str, str]]], what: str) -> bool:
        """Report what a check finds; return True if it finds anything, or if the game's code raised
        an error."""
        findings = self.guarded(ask, what)
        for rule, text in () if findings is FAILED else findings:
            self.report(rule, text)
        return bool(findings)

    @property
    def way(self) -> str:
        """The choices made so far."""
        return " → ".join(filter(None, self.path))

    def report(self, rule: str, text: str) -> None:
        self.faults.add(rule, text, self.way)


def _differences(state: Any, other: Any) -> str:
    """Return the attributes in which two states differ, with both values."""
    one = attributes(state)
    another = attributes(other)
    return ", ".join(
        f"{name}: {quote(one[name])} / {quote(another.get(name))}"
        for name in one
        if fingerprint(one[name]) != fingerprint(another.get(name))
    )


_strangers = itertools.count()
"""Seeds of the global random numbers, changed each time a game is called, which reveal that it uses
them."""


class _OneOther(Random):
    """A generator that gives the same numbers as ``like``, except for one whole number."""

    def __init__(self, like: Random, number: int) -> None:
        super().__init__()
        self.setstate(like.getstate())
        self.left = number

    def _randbelow(self, count: int) -> int:
        self.left -= 1
        number: int = super()._randbelow(count)  # type: ignore[misc]
        return (number + count // 2) % count if self.left == -1 else number


def _drawn(state: Any, rng: Random) -> Any:
    """Return a random choice: one of the options or, if more may be typed, often a typed input."""
    expected = getattr(state, "free_input", None)
    listed = state.display_options
    if expected is None or (listed and rng.random() < 0.5):
        return rng.choice(list(listed))[1]
    if isinstance(expected, Text):
        return rng.choice(_WORDS)[: expected.longest]
    return _typed_number(expected, rng)


def _typed_number(expected: Number, rng: Random) -> int | float:
    """Return a number within the bounds, often a bound itself; if one bound is open, a number near
    the other."""
    low = expected.low
    high = expected.high
    if low is None:
        low = 0 if high is None else high - 100
    if high is None:
        high = low + 100
    number = rng.uniform(low, high)
    if expected.integer:
        low = ceil(low)
        high = floor(high)
        number = rng.randint(low, high)
    return expected.parse(rng.choice((low, high, number, number)))


def _thoroughly(state: Any, step: int) -> bool:
    """True at the steps at which slow abilities are checked."""
    return step % _SELDOM == 0 or ending_of(state) is not None


def _has(thing: Any, name: str) -> bool:
    """True if an object has an attribute, perhaps inside another (``"field.mines"``)."""
    with contextlib.suppress(Exception):  # a property may fail in some states
        attrgetter(name)(thing)
        return True
    return False


def _seen(thing: Any, hides: Words) -> dict[str, Any]:
    """Return the attributes without the hidden ones, including nested ones (``"field.mines"``)."""
    shown = {name: value for name, value in attributes(thing).items() if name not in hides}
    for name, value in shown.items():
        inner = tuple(h.partition(".")[2] for h in hides if h.startswith(f"{name}."))
        shown[name] = _seen(value, inner) if inner else value
    return shown
