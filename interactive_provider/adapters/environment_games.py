"""Environments of Gymnasium and PettingZoo as games: actions are the options, and an observation is
what a seat sees.

An environment changes when it is played on. A state here is a path to it, that is a seed and the
actions: they are replayed if the environment is elsewhere. Randomness that an environment draws for
a step (from ``np_random``) comes from the game's generator instead, so that each branch has its own
luck; the random numbers drawn at the start are hidden in the seed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, takewhile
from operator import add
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ..errors import BadParameter, BrokenGame, NoAbility, guard, quote
from ..game import Game, Options, Outcome, State, Words
from ..prose import Block, Image, Prose
from ..support.arguments import explained
from ..support.fingerprint import fingerprint
from ..support.hashes import digest_of
from ..support.locks import new_lock
from ..support.png import address, png

TRIALS = 3
TRIAL_LENGTH = 20
"""The number of random games that an environment must repeat exactly before it is trusted, and the
number of actions in each."""

WORLDS = 5_000
ENOUGH = 50
"""The number of seeds searched for games that begin with what a player has seen, and the number of
such games that is enough."""

HIGHLIGHTED = re.compile(r"\x1b\[[\d;]*4\d[\d;]*m(.*?)\x1b\[0m")
"""The parts of a text picture with a coloured background, as toy text marks the player's place."""

COLOURED = re.compile(r"\x1b\[[\d;]*m")

WORLD_STEPS = 5
"""The number of steps counted for each action when a world is drawn again."""

SIGNS = "XO#@"
"""The signs for the planes of an observation, if there are few."""

TakenAction: TypeAlias = "tuple[int, int | None]"
"""An action, and the seed of the luck that decided it, if any."""


@explained
def from_environment(
    environment: Any, *, actions: Sequence[str] | None = None, fully_observable: bool = False
) -> EnvironmentGame:
    """Make a game from a Gymnasium environment, or a PettingZoo AEC environment: a source for
    `InteractiveProvider`.

    ``environment`` has discrete actions; it is an environment, which nothing else may use from then
    on, or a function without arguments that makes one. ``actions`` are the names of its actions, if
    it does not name them itself (``get_action_meanings()``). The legal actions are those of
    ``action_mask`` in the observation or in ``info``. A seat is shown its observation and, if it
    plays alone or nothing is hidden, the picture of an environment that was made with
    ``render_mode="ansi"`` or ``"rgb_array"``. With ``fully_observable`` an observation contains
    everything that may affect the rest of the game: nothing is hidden then, and search treats
    states with equal observations as one. Rewards are paid with each step.

    Raises `BadParameter` for anything else, and `BrokenGame` if an environment breaks its own
    contract: a different game for the same seed and actions, a wrong mask, an observation outside
    its space, a reward that is not finite.
    """
    with guard(quote(environment)):
        made = environment() if callable(environment) else environment
        is_turns = hasattr(made, "last")
        if is_turns and not hasattr(made, "possible_agents"):
            raise BadParameter(
                f"{quote(environment)} does not name its agents; a game needs to know its players"
                " before it begins: give the environment a list possible_agents."
            )
        if not is_turns and (hasattr(made, "possible_agents") or not hasattr(made, "action_space")):
            raise BadParameter(
                f"{quote(environment)} is not an environment that takes turns: give one of"
                " Gymnasium's, such as gymnasium.make('FrozenLake-v1'), or an AEC environment of"
                " PettingZoo's."
            )
        runner: _Runner = (_Together if is_turns else _Alone)(made)
        for space in runner.action_spaces:
            if not (hasattr(space, "n") and hasattr(space, "start")):
                raise BadParameter(
                    f"{runner.title} has the action space {quote(space)}; a game needs a Discrete"
                    " one."
                )
        begin = min(int(space.start) for space in runner.action_spaces)
        end = max(int(space.start + space.n) for space in runner.action_spaces)
        labels = dict(enumerate(_labels(made, actions, end - begin), begin))
        rules = (type(made.unwrapped).__doc__ or "").strip().partition("\n\n")[0]
    kind = type(
        "".join(part[0].upper() + part[1:] for part in re.findall(r"[^\W_]+", runner.title)),
        (EnvironmentGame if fully_observable else HidingEnvironmentGame,),
        {
            "__doc__": rules or f"{runner.title}, an environment.",
            "__module__": __name__,
            "title": runner.title,
            "players": 1 if len(runner.names) == 1 else runner.names,
        },
    )
    source = environment
    if source is made and getattr(made, "spec", None) is not None:
        import gymnasium

        source = partial(gymnasium.make, made.spec)  # this can be pickled
    remake = partial(from_environment, source, actions=actions, fully_observable=fully_observable)
    game: EnvironmentGame = kind(
        EnvironmentRun(About(runner.names, labels, fully_observable), runner, remake)
    )
    for number in range(TRIALS):
        rng = Random(number)
        state = game.new_state(rng)
        while len(state.acts) < TRIAL_LENGTH and state.option_values:
            state = game.process_response(state, rng.choice(state.option_values), rng)
        game.repeat(state)
    return game


def _labels(env: Any, names: Sequence[str] | None, count: int) -> Words:
    meanings = getattr(env.unwrapped, "get_action_meanings", None)
    names = meanings() if names is None and meanings is not None else names
    if names is None:
        return tuple(f"action {number}" for number in range(count))
    if isinstance(names, str) or len(names) != count:
        raise BadParameter(
            f"actions is {quote(names)}; give a name for each of the {count} actions."
        )
    return tuple(map(str, names))


class About(NamedTuple):
    """The data that all states of a game share."""

    names: Words
    labels: dict[int, str]
    """The names of the actions by number."""
    fully_observable: bool


class Observed(NamedTuple):
    """An environment's output after a step."""

    mover: int
    over: bool
    rewards: tuple[float, ...]
    actions: tuple[int, ...]
    observations: tuple[Any, ...]


@dataclass(frozen=True)
class EnvironmentState(State):
    """A moment of an environment: how it was reached, and what it shows there."""

    trace: bytes
    """A digest of the whole path; in a seat's view, of everything the seat has observed, or of the
    present observation if that is everything."""
    seat: int
    """The seat that looks: the player to move, or the one who moved last."""
    about: About = field(compare=False, repr=False)
    look: Observed = field(compare=False, repr=False)
    # A text, or the data URL of an image.
    picture: str = field(compare=False, repr=False)
    known: tuple[bytes, ...] = field(compare=False, repr=False)
    """For each seat, a digest of everything it has observed and done."""
    payoffs: tuple[float, ...] = field(compare=False, repr=False)
    """The total reward of each player so far."""
    key: bytes = field(compare=False, repr=False)
    """A digest of what may affect the rest of the game: of the observation, if that is
    everything."""
    way: bytes = field(compare=False, repr=False)
    """A digest of the path to it."""
    seed: int = field(compare=False, repr=False)
    acts: tuple[TakenAction, ...] = field(compare=False, repr=False)

    @property
    def option_values(self) -> tuple[int, ...]:
        """The numbers of the legal actions."""
        return () if self.look.over else self.look.actions

    @property
    def display_options(self) -> Options:
        """The legal actions by name."""
        return tuple((self.about.labels[action], action) for action in self.option_values)

    @property
    def display_text(self) -> str:
        """What this seat observes, or the picture if it may be seen."""
        shows_all = len(self.payoffs) == 1 or self.about.fully_observable
        seats = range(len(self.payoffs)) if shows_all else [self.seat]
        got = ", ".join(f"{self.about.names[seat]} {self.payoffs[seat]:g}" for seat in seats)
        rewards = f"\nRewards so far: {got}." if any(self.payoffs[seat] for seat in seats) else ""
        observed = _as_text(self.look.observations[self.seat])
        if not (self.picture and shows_all):
            return f"{observed}{rewards}"
        if self.picture.startswith("data:"):
            return Prose(Block(Image("the environment", self.picture)), f"{observed}{rewards}")
        return f"{self.picture}{rewards}"

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.look.mover

    @property
    def beginning_cost(self) -> float:
        """All actions are repeated to get back here, and to find another world."""
        if self.about.fully_observable:
            return len(self.acts) / 2
        return WORLD_STEPS * (10 + len(self.acts))

    @property
    def rewards(self) -> tuple[float, ...]:
        """What each player got from the step that led here."""
        return self.look.rewards

    @property
    def outcome(self) -> Outcome:
        """None while the game goes on, then the winner or the result."""
        if not self.look.over:
            return None
        got = self.payoffs
        best = max(self.payoffs)
        if len(got) == 1:
            return f"{got[0]:g} {'point' if got[0] == 1 else 'points'}"
        if got.count(best) == 1:
            return f"{self.about.names[got.index(best)]} wins"
        return "drawn"


@dataclass
class EnvironmentRun:
    """The environment of a game, and the state that it is in."""

    about: About
    runner: _Runner = field(compare=False)
    remake: Callable[[], EnvironmentGame] = field(compare=False)
    lock: Any = field(default_factory=new_lock, compare=False)
    way: bytes = field(default=b"", compare=False)
    """The path to the environment's present state."""
    lucky: bool = field(default=False, compare=False)
    """True if any step has drawn random numbers."""
    beginnings: dict[int, tuple[bytes, ...]] = field(default_factory=dict, compare=False)
    """What each player knows at the start of the game of a seed, for the seeds examined so far."""


class EnvironmentGame(Game[EnvironmentState]):
    """An environment as a game in which nothing is hidden."""

    version = 2
    step_cost = 4.0

    def __init__(self, engine: EnvironmentRun) -> None:
        self.engine = engine

    def __reduce__(self) -> tuple[Any, ...]:
        return self.engine.remake, ()

    def new_state(self, rng: Random) -> EnvironmentState:
        """Return an episode, reset with a seed from the generator."""
        return self._begin(rng.getrandbits(31))

    def process_response(
        self, state: EnvironmentState, value: int, rng: Random
    ) -> EnvironmentState:
        """Return the state after an action; the randomness it needs comes from the generator."""
        luck = rng.getrandbits(64) if self.engine.lucky else None
        after, drew = self._act(state, value, luck)
        if drew and luck is None:
            self.engine.lucky = True
            after, _ = self._act(state, value, rng.getrandbits(64))
        return after

    def rollout(
        self, state: EnvironmentState, rng: Random, most: int
    ) -> tuple[tuple[float, ...], int]:
        """Return everybody's payoff when all choose at random, without the states in between."""
        runner = self.engine.runner
        look = state.look
        paid = [0.0] * len(state.payoffs)
        plies = 0
        luck = rng.getrandbits(64) if self.engine.lucky else None
        with self.engine.lock, guard(self.title):
            self._bring(state)
            self.engine.way = b""
            runner.draw_from(luck)
            while not look.over and plies < most:
                look = runner.look(runner.env.step(rng.choice(look.actions)))
                paid = list(map(add, paid, look.rewards))
                plies += 1
        return tuple(paid), plies

    def repeat(self, state: EnvironmentState) -> None:
        """Replay a state from the beginning. Raises `BrokenGame` if the result differs."""
        self._begin(state.seed)
        with self.engine.lock, guard(self.title):
            self._bring(state)

    def _begin(self, seed: int) -> EnvironmentState:
        engine = self.engine
        count = len(self.engine.about.names)
        with engine.lock, guard(self.title):
            engine.way = b""
            look = engine.runner.reset(seed)
            nothing = EnvironmentState(
                b"", 0, engine.about, look, "", (b"",) * count, (0.0,) * count, b"", b"", seed, ()
            )
            return self._after(nothing, None, look)

    def _act(
        self, state: EnvironmentState, action: int, luck: int | None
    ) -> tuple[EnvironmentState, bool]:
        """Return the state after an action, with our own luck if there is a seed for it, and
        whether any was drawn."""
        engine = self.engine
        with engine.lock, guard(self.title):
            self._bring(state)
            look, drew = engine.runner.act(action, luck)
            return self._after(state, (action, luck if drew else None), look), drew

    def _after(
        self, state: EnvironmentState, act: TakenAction | None, look: Observed
    ) -> EnvironmentState:
        """Return the state that the environment shows after an action."""
        engine = self.engine
        known = tuple(_known(state.known, act and act[0], state.mover, look))
        paid = tuple(map(sum, zip(state.payoffs, look.rewards, strict=True)))
        acts = state.acts if act is None else (*state.acts, act)
        way = engine.way = _digest(state.way, state.seed, act, *known)
        key = _digest(b"", fingerprint(look)) if engine.about.fully_observable else way
        trace = _digest(key, paid) if engine.about.fully_observable else way
        picture = engine.runner.picture()
        return EnvironmentState(
            trace, look.mover, engine.about, look, picture, known, paid, key, way, state.seed, acts
        )

    def _bring(self, state: EnvironmentState) -> None:
        """Bring the environment to a state."""
        engine = self.engine
        is_there, engine.way = engine.way == state.way, b""  # unknown if a step fails
        if is_there:
            return
        look = engine.runner.reset(state.seed)
        for action, luck in state.acts:
            look, _ = engine.runner.act(action, luck)
        if fingerprint(look) != fingerprint(state.look):
            raise BrokenGame(
                f"{self.title} cannot be repeated: reset(seed={state.seed}) and the actions"
                f" {quote([action for action, _ in state.acts])} gave something else the second"
                " time."
            )


class HidingEnvironmentGame(EnvironmentGame):
    """An environment as a game whose players know only what they have observed."""

    search_note = (
        "If an observation contains everything that decides what comes next,"
        " from_environment(…, fully_observable=True) lets search see that."
    )

    def seen_by(self, state: EnvironmentState, player: int) -> EnvironmentState:
        """Return the state as a player sees it; its trace is everything the player has observed."""
        return replace(state, trace=state.known[player], seat=player)

    def resample(self, state: EnvironmentState, player: int, rng: Random) -> EnvironmentState:
        """Return a game with another seed and the same actions, in which the player has seen the
        same.

        Raises `NoAbility` if none is found.
        """
        way = list(self._way(state.seed, state.acts))
        known = way[0].known[player]
        alike = (seed for seed in range(WORLDS) if self._beginning(seed)[player] == known)
        seeds = list(islice(alike, ENOUGH))
        rng.shuffle(seeds)
        for seed in seeds:
            pairs = zip(way, self._way(seed, state.acts), strict=False)
            same = list(
                takewhile(lambda pair: pair[0].known[player] == pair[1].known[player], pairs)
            )
            if len(same) == len(way):
                return same[-1][1]
        raise NoAbility(
            f"{self.title} cannot be searched here: none of {WORLDS:,} other games showed the"
            " player the same observations. If an observation contains everything that decides"
            " what comes next, give fully_observable=True."
        )

    def _beginning(self, seed: int) -> tuple[bytes, ...]:
        """Return what each player knows at the start of the game of a seed."""
        beginnings = self.engine.beginnings
        if seed not in beginnings:
            beginnings[seed] = self._begin(seed).known
        return beginnings[seed]

    def _way(self, seed: int, acts: Sequence[TakenAction]) -> Iterator[EnvironmentState]:
        """Yield the states of a game, as long as its actions are legal."""
        state = self._begin(seed)
        yield state
        for action, luck in acts:
            if action not in state.option_values:
                return
            state, _ = self._act(state, action, luck)
            yield state


def _known(
    before: Sequence[bytes], action: int | None, mover: int, look: Observed
) -> Iterator[bytes]:
    """Return what each seat knows after an action of the mover: what it knew, what it did, and what
    it is shown."""
    for seat, digest in enumerate(before):
        seen = fingerprint(look.observations[seat])
        actions = look.actions if seat == look.mover else None
        yield _digest(
            digest,
            seen,
            look.mover,
            look.over,
            look.rewards[seat],
            actions,
            action if seat == mover else None,
        )


def _digest(before: bytes, *parts: Any) -> bytes:
    return digest_of(before + repr(parts).encode())


def _as_text(observation: Any) -> str:
    """Return an observation as text: planes of zeros and ones as one grid, with a sign for each
    plane."""
    if isinstance(observation, Mapping):
        observation = observation.get("observation", observation)
    shape: Any = getattr(observation, "shape", ())
    if len(shape) == 3 and shape[2] <= len(SIGNS) and {0, 1} >= set(observation.ravel().tolist()):
        cells = [
            [next((SIGNS[n] for n in range(shape[2]) if cell[n]), ".") for cell in row]
            for row in observation
        ]
        return "\n".join(map(" ".join, cells))
    if isinstance(observation, Mapping):
        return "\n".join(f"{name}: {_as_text(part)}" for name, part in observation.items())
    if isinstance(observation, tuple):
        return ", ".join(map(_as_text, observation))
    return str(observation)


# The two kinds of environments --------------------------------------------------------------


class _Runner:
    """A wrapper that steps an environment and reports breaches of its contract."""

    env: Any
    names: Words
    title: str
    action_spaces: list[Any]
    spaces: list[Any]

    def look(self, returned: Any) -> Observed:
        """Return what the environment shows; ``returned`` is the result of its last method."""
        raise NotImplementedError

    def reset(self, seed: int) -> Observed:
        """Begin the episode of a seed."""
        return self.look(self.env.reset(seed=seed))

    def act(self, action: int, luck: int | None) -> tuple[Observed, bool]:
        """Take an action, with luck from a seed if there is one; return whether the environment
        drew any."""
        bits = self.draw_from(luck)
        before = repr(bits and bits.state)
        return self.look(self.env.step(action)), before != repr(bits and bits.state)

    def draw_from(self, luck: int | None) -> Any:
        """Seed the environment's generator, if there is a seed for it; return its source of
        bits."""
        from numpy.random import Generator

        generator = getattr(self.env.unwrapped, "np_random", None)
        bits: Any = generator.bit_generator if isinstance(generator, Generator) else None
        if bits is not None and luck is not None:
            bits.state = type(bits)(luck).state
        return bits

    def observed(self, seat: int, observation: Any) -> Any:
        """Return a copy of an observation, since an environment may change its own."""
        if not self.spaces[seat].contains(observation):
            raise BrokenGame(
                f"{self.title} shows {self.names[seat]} {quote(observation)}, which is not in its"
                f" observation space {quote(self.spaces[seat])}."
            )
        return deepcopy(observation)

    def paid(self, seat: int, reward: Any) -> float:
        """Return a reward as a number."""
        if not math.isfinite(number := float(reward)):
            raise BrokenGame(
                f"{self.title} gives {self.names[seat]} the reward {number}, which is not finite."
            )
        return number

    def legal(self, seat: int, observation: Any, info: Any, over: bool) -> tuple[int, ...]:
        """Return the actions that the mask allows, or all without a mask."""
        import numpy as np

        space = self.action_spaces[seat]
        masks = [
            part.get("action_mask") for part in (observation, info) if isinstance(part, Mapping)
        ]
        mask = next((one for one in masks if one is not None), None)
        if mask is None:
            return tuple(range(int(space.start), int(space.start + space.n)))
        flags = np.asarray(mask)
        allowed = flags.tolist()
        if flags.shape != (space.n,) or not {0, 1} >= set(allowed):
            raise BrokenGame(
                f"{self.title} gives the action mask {quote(mask)}; it must consist of {space.n}"
                " zeros and ones."
            )
        if not over and not any(allowed):
            raise BrokenGame(
                f"{self.title} gives an action mask that allows nothing, although the game is not"
                " over."
            )
        return tuple(
            action for action, is_legal in enumerate(allowed, int(space.start)) if is_legal
        )

    def picture(self) -> str:
        """Return what the environment draws: text with brackets around highlighted parts, or the
        address of a picture."""
        mode = getattr(self.env, "render_mode", None)
        if mode not in ("ansi", "rgb_array"):
            return ""
        drawn = self.env.render()
        if mode == "rgb_array":
            height, width, _ = drawn.shape
            return address(png(width, height, drawn.astype("uint8").tobytes()))
        text = str(drawn.getvalue() if hasattr(drawn, "getvalue") else drawn)
        return COLOURED.sub("", HIGHLIGHTED.sub(r"[\1]", text)).strip("\n")


class _Alone(_Runner):
    """A Gymnasium environment: one player."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.names = ("you",)
        spec = getattr(env, "spec", None)
        self.title = (
            spec.name if spec is not None else type(getattr(env, "unwrapped", env)).__name__
        )
        self.action_spaces = [env.action_space]
        self.spaces = [env.observation_space]

    def look(self, returned: Any) -> Observed:
        """Return what the environment shows: the observation, the reward if a step was made, and
        info."""
        if not isinstance(returned, tuple) or len(returned) not in (2, 5):
            raise BrokenGame(
                f"{self.title} gives {quote(returned)}; reset must return an observation and info,"
                " step an observation, a reward, terminated, truncated and info."
            )
        observation, *made, info = returned
        reward, terminated, truncated = made or (0.0, False, False)
        over = bool(terminated or truncated)
        actions = self.legal(0, observation, info, over)
        return Observed(0, over, (self.paid(0, reward),), actions, (self.observed(0, observation),))


class _Together(_Runner):
    """A PettingZoo environment: its agents take turns."""

    def __init__(self, env: Any) -> None:
        self.env = env
        names = getattr(env.unwrapped, "agent_names", {})
        self.names = tuple(str(names.get(agent, agent)) for agent in env.possible_agents)
        self.title = str(env.metadata.get("name") or type(env.unwrapped).__name__)
        self.action_spaces = [env.action_space(name) for name in env.possible_agents]
        self.spaces = [env.observation_space(name) for name in env.possible_agents]
        self.seats = {name: seat for seat, name in enumerate(env.possible_agents)}
        self.seen: list[Any] = [None] * len(self.names)

    def look(self, returned: Any) -> Observed:
        """Return what the environment shows, once the agents that have left the game have been
        removed."""
        env = self.env
        seats = self.seats
        for name in env.agents:  # an agent that has left shows nothing new
            self.seen[seats[name]] = self.observed(seats[name], env.observe(name))
        rewards = [0.0] * len(self.names)
        mover = 0
        info = None
        for _ in range(len(env.agents) + 1):
            if not env.agents:
                break
            mover = seats[env.agent_selection]
            _, reward, terminated, truncated, info = env.last(observe=False)
            rewards[mover] += self.paid(mover, reward)
            if not (terminated or truncated):
                break
            env.step(None)
        else:
            raise BrokenGame(
                f"{self.title} still has {env.agents[0]!r} among its agents, although it is out"
                " of the game."
            )
        over = not env.agents
        actions = () if over else self.legal(mover, self.seen[mover], info, over)
        return Observed(mover, over, tuple(rewards), actions, tuple(self.seen))
