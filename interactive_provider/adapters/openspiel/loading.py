"""OpenSpiel itself: loads games safely, and decides which of its texts a player may see.

OpenSpiel is written in C++: an unforeseen parameter can end the whole process, and every refused
call writes to the process's standard error. So unusual parameters are tried in a separate process
before they are used in this one.
"""

from __future__ import annotations

import functools
import json
import logging
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

from ...errors import BadParameter, quote
from . import cards
from .backgammon import ManByMan
from .facts import FACTS, PLAIN, Facts

_SECONDS = 15
"""The processor time in seconds that a game with new parameters may take to begin and to be played
for a few steps."""

_OUT_OF_TIME = getattr(signal, "SIGXCPU", 24)
_BUSY = 10
"""How many times longer this may take in real time on a busy machine."""

_TRIALS = 20
"""The number of random games that measure a game's length."""

_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_SEED = "rng_seed"
"""The parameter that seeds a game that draws random numbers itself."""


@functools.cache
def kind_of(name: str) -> Any:
    """Return OpenSpiel's description of a game; raise `LookupError` for an unknown name."""
    name = FACTS.get(name, PLAIN).of or name
    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 - registers the games that are written in Python
    for kind in pyspiel.registered_games():
        if kind.short_name == name:
            return kind
    raise LookupError(f"the installed OpenSpiel has no game {quote(name)}.")


def defaults(name: str) -> dict[str, Any]:
    """Return a game's parameters with their default values."""
    known = dict(kind_of(name).parameter_specification).items()
    plain = {
        key: value
        for key, value in known
        if key.isidentifier() and isinstance(value, int | float | str)
    }
    return {key: value for key, value in plain.items() if key != _SEED}


def file_parameters(name: str) -> tuple[str, ...]:
    """Return the parameters of a game that name a file or a folder, which OpenSpiel opens."""
    return tuple(key for key in defaults(name) if not _OF_FILES.isdisjoint(key.lower().split("_")))


_OF_FILES = {"file", "filename", "path", "root", "directory", "folder"}


def rules_of(name: str, parameters: Mapping[str, Any], rng: Random) -> LoadedRules:
    """Return a game that asks one player after another; raise `BadParameter` for anything that
    OpenSpiel refuses.

    A game that draws random numbers itself gets a seed drawn from ``rng`` and belongs to a single
    table.
    """
    known = defaults(name)
    for key, value in parameters.items():
        if key in known and not _fits(value, known[key]):
            raise BadParameter(
                f"{name}: {key}={quote(value)} does not have the type of its default,"
                f" {known[key]!r}."
            )
    given = json.dumps(
        {key: value for key, value in parameters.items() if value != known.get(key)}, sort_keys=True
    )
    if _SEED not in kind_of(name).parameter_specification:
        return _kept(name, given)
    _tried(name, given)
    return _rules(name, {**json.loads(given), _SEED: rng.getrandbits(31)})


def _fits(value: object, usual: object) -> bool:
    return type(value) is type(usual) or (type(value) is int and type(usual) is float)


@functools.lru_cache(maxsize=64)
def _kept(name: str, given: str) -> LoadedRules:
    _tried(name, given)
    return _rules(name, json.loads(given))


def _rules(name: str, parameters: Mapping[str, Any]) -> LoadedRules:
    return LoadedRules.of(_load(name, parameters), FACTS.get(name, PLAIN), sees_all(name))


def _load(name: str, parameters: Mapping[str, Any]) -> Any:
    """Load the game from OpenSpiel, with simultaneous moves made one after another."""
    if name == "python_hangman":
        logging.getLogger("absl").addFilter(_no_word_list)
    load = pyspiel.load_game_as_turn_based if _at_once(name) else pyspiel.load_game
    return _quietly(load, kind_of(name).short_name, dict(parameters))


_loading = threading.Lock()


def _quietly(load: Callable[..., Any], name: str, parameters: dict[str, Any]) -> Any:
    """Return the result of ``load``, without the messages that it writes directly to the process's
    standard error."""
    with _loading, Path(os.devnull).open("wb") as nowhere:
        kept = os.dup(2)
        os.dup2(nowhere.fileno(), 2)
        try:
            return load(name, parameters)
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def sees_all(name: str) -> bool:
    """True if nothing is hidden from the player to move, not even simultaneous choices of
    others."""
    is_open = kind_of(name).information == pyspiel.GameType.Information.PERFECT_INFORMATION
    return bool(is_open) and not _at_once(name) and not FACTS.get(name, PLAIN).secret


def _at_once(name: str) -> bool:
    """True if OpenSpiel lets the players of this game move simultaneously."""
    return bool(kind_of(name).dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS)


def _no_word_list(record: logging.LogRecord) -> bool:
    """Drop the warning at every start that hangman uses its own words."""
    return "word list" not in record.getMessage()


# Trying ------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=256)
def _tried(name: str, given: str) -> None:
    """Raise `BadParameter` if a separate process cannot play the game with unusual values."""
    if json.loads(given) == FACTS.get(name, PLAIN).parameters:
        return
    command = [sys.executable, "-c", f"from {__name__} import trial; trial()", name, given]
    late = f"{name} does not start within {_SECONDS} seconds with {given}."
    try:
        tried = subprocess.run(
            command, capture_output=True, text=True, timeout=_BUSY * _SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise BadParameter(late) from None
    if tried.returncode == -_OUT_OF_TIME:
        raise BadParameter(late)
    if tried.returncode != 0:
        raise BadParameter(
            f"OpenSpiel's {name} crashes with {given}: it cannot be played that way."
        )
    if tried.stdout.strip():
        raise BadParameter(
            f"OpenSpiel cannot start {name} with {given}: {tried.stdout.strip()[:300]}"
        )


def trial() -> None:
    """Play a few steps of the game in ``sys.argv`` and print any errors; run in a separate
    process."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, 2 * _SECONDS))
    except (ImportError, ValueError, OSError):  # not every system has such limits
        pass
    name, given = sys.argv[1:3]
    try:
        rules = _rules(name, json.loads(given))
        state = rules.game.new_initial_state()
        for number in range(40):
            if state.is_terminal():
                break
            actions = state.legal_actions()
            if not state.is_chance_node():
                rules.text_for(state, state.current_player())
                state.action_to_string(state.current_player(), actions[0])
            state = state.clone()
            state.apply_action(actions[number % len(actions)])
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other process tells it
        sys.stdout.write(re.sub(r"^\S+\.(?:cc|h):\d+ ", "", str(fault)) or type(fault).__name__)


# Texts of a state ---------------------------------------------------------------------------


@dataclass(frozen=True)
class LoadedRules:
    """A loaded game, and which of its texts the player to move may see."""

    game: Any
    facts: Facts
    text: str
    """``"all"``, or the name of a text for one player that OpenSpiel is known to have: it prints
    every refused request."""
    common: bool
    """True if all players win and lose together."""

    @classmethod
    def of(cls, game: Any, facts: Facts, sees_all: bool) -> LoadedRules:
        """Return an entry of OpenSpiel's description of a game."""
        kind = game.get_type()
        if sees_all:
            text = "all"
        elif kind.provides_observation_string:
            text = "observation_string"
        else:
            text = "information_state_string" if kind.provides_information_state_string else "all"
        return cls(game, facts, text, kind.utility == pyspiel.GameType.Utility.IDENTICAL)

    def begin(self) -> Any:
        """Return the state in which a game begins."""
        state = self.game.new_initial_state()
        return ManByMan(state) if self.facts.picture == "backgammon" else state

    @property
    def hides(self) -> bool:
        """True if a player sees less than the whole state."""
        return self.text != "all"

    def is_rolled_out_within(self, most: int) -> bool:
        """True if OpenSpiel's own random games report everybody's payoff, and none has more choices
        than that."""
        return self._longest <= most

    @functools.cached_property
    def _longest(self) -> float:
        kind = self.game.get_type().utility
        count = self.game.num_players()
        has_one_sum = kind in (
            pyspiel.GameType.Utility.ZERO_SUM,
            pyspiel.GameType.Utility.CONSTANT_SUM,
        )
        is_bounded = count == 1 or (count == 2 and has_one_sum)
        return self.game.max_game_length() if is_bounded else inf

    @functools.cached_property
    def usual_length(self) -> int:
        """Return the average number of moves in a random game."""
        rng = Random(0)
        moves = 0
        for _ in range(_TRIALS):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            moves += state.move_number()
        return round(moves / _TRIALS)

    def known(self, state: Any, player: int) -> str:
        """Return OpenSpiel's text of everything ``player`` knows about a state, with the choices,
        or with everybody's payoff."""
        has_it = self.game.get_type().provides_information_state_string
        before = str(state.information_state_string(player)) if has_it else ""
        after = state.returns() if state.is_terminal() else state.legal_actions(player)
        return f"{before}{self.text_for(state, player)}\n{after}"

    def text_for(self, state: Any, player: int) -> str:
        """Return OpenSpiel's text of a state as ``player`` may see it, without colours."""
        if self.facts.picture and hasattr(state, "trick_cards"):
            return cards.tarok(state, player)
        text = str(state) if self.text == "all" else getattr(state, self.text)(player)
        if self.facts.remembers:
            text = f"{text}\n{state.information_state_string(player)}"
        if self.facts.showdown and state.is_terminal():
            text = f"{text}\n{state}"
        return _COLOURS.sub("", text) if "\x1b" in text else text


def players(name: str) -> int:
    """Return the default number of players."""
    parameters = FACTS.get(name, PLAIN).parameters
    usual = (defaults(name) | dict(parameters)).get("players", 0)
    if usual and int(usual) > 0:
        return int(usual)
    return int(_load(name, parameters).num_players())
