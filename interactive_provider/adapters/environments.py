"""Games as environments for learning agents: PettingZoo's for all seats, Gymnasium's for one.

The way back, environments as games, is `from_environment`.

An observation is a vector of constant length: a one or a zero for each sign and each cell of the
board, the numbers of the counters, how often the text has each word, and a one for the agent's own
seat. Signs, words and options are collected in random games beforehand, with fixed seeds: a game
has the same spaces on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from functools import partial
from itertools import islice
from operator import add
from random import Random
from typing import Any, TypeAlias

from ..boards import Board, Cell
from ..errors import BadParameter, ChoiceError, NoAbility, guard, quote
from ..game import Game, Opponent, Policy, Value, option_pairs, picture
from ..heart.play.actions import position_of
from ..heart.play.nodes import Lobby, Playable, Position, answer, node_of, plain_start, start
from ..heart.play.position_data import line_of, turn_of
from ..heart.play.seating import normal_seating
from ..heart.play.table import Table
from ..search.chance import Watch
from ..search.model import Model, guarded
from ..support.extras import need
from .environment_games import from_environment

__all__ = ["Actions", "Agent", "as_environment", "from_environment"]

Agent: TypeAlias = "Callable[[Any, Any], int]"
"""Chooses an action from an observation and a mask of legal actions, both numpy arrays."""

Actions: TypeAlias = "int | Sequence[Value] | None"

TRIAL_GAMES = 40
TRIAL_STATES = 1_000
TRIAL_LENGTH = 200
"""Random games beforehand, the states that they may have together, and the choices of one game."""

LARGEST = 1e6
"""The largest number in an observation."""


def as_environment(
    p: Playable, *, against: Any = None, seat: int | str = 0, actions: Actions = None
) -> Any:
    """The game of ``p``, from its start on, as an environment for learning agents.

    A game of several players becomes a PettingZoo ``AECEnv``; a game for one, or with opponents, a
    Gymnasium ``Env`` for your ``seat``. ``against`` is an opponent as elsewhere, or a function of
    an observation and an action mask that returns an action for every other seat. Action ``i``
    chooses the value ``actions[i]``, by default one of the state's ``all_values``, or of those met
    in random games; other options cannot be chosen. With a number as ``actions``, it chooses option
    ``i`` of the position, which may have up to that number of options.

    ``reset(seed=7)`` begins the game with seed 7. Rewards are paid at the end (shares of a win, or
    the game's payoffs) or with each step, if the states say ``rewards``.
    ``info["line"]`` is the line of the position; if it would reveal what other seats hide, only at
    the end. Raises `ChoiceError` if ``p`` is not at the start, `BadParameter` for invalid
    arguments, and `NoAbility` if the options cannot be listed.
    """
    need("gymnasium", "environments", "Environments need")
    node = node_of(p)
    position = position_of((plain_start(node) if isinstance(node, Lobby) else None) or node)
    table = position._table
    if position._parent is not None:
        raise ChoiceError(
            "An environment begins at the start of a game, and this one has begun: pass restart(p)."
        )
    agent, parameters = against if callable(against) else None, dict(table.parameters)
    if against is not None:
        seating = normal_seating(
            table.game, {"against": "random" if agent else against, "seat": seat}
        )
        parameters, seat = (
            {**table.setup.parameters, **({} if agent else seating)},
            seating.get("seat", 0),
        )
    elif seat != 0:
        raise BadParameter(
            f"seat is {quote(seat)}, but nobody fills the other seats: give against=…."
        )
    first = _start(table, parameters, table.seed)
    if (
        against is None
        and first._table.seating is None
        and len(Model(table.game, hidden=True, anyone=True).names) > 1
    ):
        need("pettingzoo", "environments", "A game for several agents needs")
        from pettingzoo import AECEnv

        return _class(_Turns, AECEnv)(first, actions)
    import gymnasium

    own = seat if first._table.seating is None else first._table.seating.seat
    return _class(_OneSeat, gymnasium.Env)(first, actions, own, agent)


def _start(table: Table, parameters: Mapping[str, Any], seed: int | str) -> Position:
    return start(Table(table.game, table.name, seed, parameters, table.origin))


def _class(mixin: type, base: type) -> Any:
    """A class of environments; its base belongs to an extra, so it is made when it is needed."""
    return type(
        mixin.__name__.lstrip("_"),
        (mixin, base),
        {"__doc__": mixin.__doc__, "__module__": __name__},
    )


class _Codes:
    """The actions of a game by number, and how what a seat is shown becomes a vector."""

    def __init__(self, table: Table, model: Model, actions: Actions) -> None:
        self.table, self.model = table, model
        values, signs, counters, words = (dict[Any, None]() for _ in range(4))
        self.rows = self.columns = self.cells = 0
        for state in _trial_states(table, model):
            values.update(dict.fromkeys(getattr(state, "all_values", None) or model.values(state)))
            for seat in range(model.players):
                cells = self._signs_seen(state, seat)
                if cells is not None:
                    signs.update(dict.fromkeys(cells))
                    self.cells = max(self.cells, len(cells))
                    continue
                board, text = self._shown(state, seat)
                words.update(dict.fromkeys(text))
                if board is not None:
                    self.rows, self.columns = (
                        max(self.rows, board.shape[0]),
                        max(self.columns, board.shape[1]),
                    )
                    signs.update(dict.fromkeys(_sign(cell) for row in board.rows for cell in row))
                    counters.update(dict.fromkeys(name for name, _ in board.counters))
        self.signs, self.counters, self.words = (
            _numbered(names) for names in (signs, counters, words)
        )
        self.cells = self.cells or self.rows * self.columns
        self.begins = {sign: number * self.cells for sign, number in self.signs.items()}
        """Where the plane of each sign begins in an observation."""
        self.by_place = isinstance(actions, int)
        self.numbers = _numbered(values if actions is None or isinstance(actions, int) else actions)
        self.count = actions if isinstance(actions, int) else len(self.numbers)
        if isinstance(actions, bool) or self.count < 1:
            raise BadParameter(
                f"actions is {quote(actions)}; give a list of values or a number of at least 1."
            )

    def _signs_seen(self, state: Any, seat: int) -> Sequence[Any] | None:
        """The signs in the cells as a seat sees them, if states give them instead of a board."""
        with guard(f"what a seat of {self.table.name} is shown"):
            seen = state if self.table.seen_by is None else self.table.seen_by(state, seat)
            return getattr(seen, "cell_signs", None)

    def _shown(self, state: Any, seat: int) -> tuple[Board | None, list[str]]:
        """The board and the words that a seat is shown; if ``seen_by`` gives no state, only its
        words."""
        with guard(f"what a seat of {self.table.name} is shown"):
            seen = state if self.table.seen_by is None else self.table.seen_by(state, seat)
            is_state = type(seen) is type(state)
            text = str(seen.display_text) if is_state else repr(seen)
            return picture(self.table.game, seen) if is_state else None, re.findall(
                r"\w+|[^\w\s]", text
            )

    def legal(self, state: Any) -> dict[int, Value]:
        """The values that can be chosen by action; raises `NoAbility` if the actions do not
        suffice."""
        values = self.model.values(state)
        if self.by_place:
            legal = dict(enumerate(values[: self.count]))
        else:
            legal = {self.numbers[value]: value for value in values if value in self.numbers}
        if len(legal) < (len(values) if self.by_place else min(1, len(values))):
            raise NoAbility(
                f"{len(values)} options, such as {quote(values[-1])}, are more than the actions can"
                " choose: give actions=[…] with the values of all options, or a number such as"
                f" actions={2 * len(values)}."
            )
        return legal

    def chosen(self, state: Any, action: Any) -> Value:
        """The value that an action chooses; raises `ChoiceError` for one that is not legal."""
        legal = self.legal(state)
        if action is None or int(action) not in legal:
            raise ChoiceError(
                f"{quote(action)} is not a legal action here; the mask allows {sorted(legal)}."
            )
        return legal[int(action)]

    def mask(self, state: Any) -> Any:
        """One for each legal action, zero for the others."""
        import numpy as np

        mask = np.zeros(self.count, np.int8)
        mask[list(self.legal(state))] = 1
        return mask

    def observation(self, state: Any, seat: int) -> Any:
        """What a seat is shown, as a vector; the last plane is for signs that no random game has
        shown."""
        import numpy as np

        cells = self._signs_seen(state, seat)
        if cells is not None:
            return self._planes(cells, seat)
        board, words = self._shown(state, seat)
        planes = np.zeros((len(self.signs) + 1, self.rows, self.columns), np.float32)
        counters, counts = (
            np.zeros(len(self.counters), np.float32),
            np.zeros(len(self.words), np.float32),
        )
        for row, cells in enumerate(() if board is None else board.rows[: self.rows]):
            for column, cell in enumerate(cells[: self.columns]):
                planes[self.signs.get(_sign(cell), -1), row, column] = 1
        for name, text in () if board is None else board.counters:
            if name in self.counters and (digits := re.search(r"-?\d+(\.\d+)?", text)):
                counters[self.counters[name]] = float(digits[0])
        for word in words:
            if word in self.words:
                counts[self.words[word]] += 1
        own = np.eye(self.model.players, dtype=np.float32)[seat]
        return np.clip(np.concatenate([planes.ravel(), counters, counts, own]), -LARGEST, LARGEST)

    def _planes(self, cells: Sequence[Any], seat: int) -> Any:
        """The planes of the signs in the cells, and the agent's own seat."""
        import numpy as np

        begins, unknown = self.begins, len(self.signs) * self.cells
        own = unknown + self.cells
        seen = np.zeros(own + self.model.players, np.float32)
        ones = [begins.get(sign, unknown) + number for number, sign in enumerate(cells)]
        seen[ones[: self.cells]] = 1
        seen[own + seat] = 1
        return seen


def _numbered(names: Any) -> dict[Any, int]:
    return {name: number for number, name in enumerate(names)}


def _sign(cell: Cell) -> tuple[str, str, str]:
    return cell.text, cell.role, cell.piece if isinstance(cell.piece, str) else cell.piece.name


def _trial_states(table: Table, model: Model) -> Iterator[Any]:
    """The states of random games, the same for a game with the same parameters."""
    left = TRIAL_STATES
    for number in range(TRIAL_GAMES):
        rng = Random(number)
        for state, _, _ in islice(
            model.random_game(table.setup.begin(rng), 0, rng), min(TRIAL_LENGTH, left)
        ):
            yield state
            left -= 1


class _Moment:
    """A position that is made when somebody asks for it: its state is enough to go on from."""

    __slots__ = ("_before", "_position", "_value", "state", "turn")

    def __init__(self, state: Any, turn: int, before: _Moment | None, value: Value) -> None:
        self.state, self.turn = state, turn
        self._before, self._value = before, value
        self._position: Position | None = None

    @classmethod
    def of(cls, position: Position) -> _Moment:
        """The moment of a position that is made."""
        moment = cls(position._state, turn_of(position), None, None)
        moment._position = position
        return moment

    @property
    def position(self) -> Position:
        """The position, made with those before it."""
        later, at = list[_Moment](), self
        while at._position is None:
            later.append(at)
            assert at._before is not None
            at = at._before
        position = at._position
        for moment in reversed(later):
            position = moment._position = answer(position, moment._value)
            moment._before = None
        return position


class _Info(dict[str, Any]):
    """What is said besides observations; the line is written when anything is read."""

    def __init__(self, moment: _Moment) -> None:
        super().__init__()
        self._moment: _Moment | None = moment

    def _written(self) -> None:
        moment, self._moment = self._moment, None
        if moment is not None:
            self["line"] = line_of(moment.position)


def _reading(name: str) -> Callable[..., Any]:
    read = getattr(dict, name)

    def method(self: _Info, *arguments: Any) -> Any:
        self._written()
        return read(self, *arguments)

    return method


for _name in (
    "__contains__",
    "__eq__",
    "__getitem__",
    "__iter__",
    "__len__",
    "__ne__",
    "__repr__",
    "__or__",
    "__reduce_ex__",
    "copy",
    "get",
    "items",
    "keys",
    "pop",
    "values",
):
    setattr(_Info, _name, _reading(_name))


class _Environment:
    """What both kinds of environments have in common: a position, and a seed for each game."""

    render_mode = "ansi"

    def __init__(self, first: Position, actions: Actions) -> None:
        from gymnasium import spaces

        self._first = first
        self._moment = _Moment.of(first)
        self._watch = Watch(0)
        self._steps_at_once = first._table.seating is None
        """Whether a step needs nothing but the state: nobody replies and luck decides nothing."""
        self._seeds, self._games = Random(str(first._table.seed)), 0
        self._model = Model(first._table.game, hidden=True, anyone=True)
        self.codes = _Codes(first._table, self._model, actions)
        length = len(self.codes.observation(first._state, 0))
        self._spaces: Any = (
            spaces.Box(-LARGEST, LARGEST, (length,)),
            spaces.Discrete(self.codes.count),
        )

    @property
    def position(self) -> Position:
        """The current position."""
        return self._moment.position

    def player(self, agent: Agent, seat: int = 0) -> Policy:
        """An agent as a player for `simulate`, `league` and `exploitability`.

        It plays in whichever seat it is asked for; ``seat`` is its seat where the states do not say
        whose turn it is.
        """

        def play(game: Game[Any], state: Any, rng: Random) -> Value:
            seen = self.codes.observation(state, self._model.mover(state, seat))
            return self.codes.chosen(state, int(agent(seen, self.codes.mask(state))))

        play.__name__ = getattr(agent, "__name__", "agent")
        return play

    def game(self, **agents: Agent) -> Game[Any]:
        """The same game with agents among its opponents, by name: a source for
        `InteractiveProvider`.

        ``InteractiveProvider(env.game(learned=agent)).match_game(against="learned")`` plays against
        one.
        """
        game: Any = copy(self._first._table.game)
        players = {
            name: Opponent(partial(_whatever_budget, self.player(agent)))
            for name, agent in agents.items()
        }
        game.opponents = {**game.opponents, **players}
        return game  # type: ignore[no-any-return]

    @property
    def actions(self) -> tuple[Value, ...] | None:
        """The value that each action chooses; None if action ``i`` is option ``i`` of the
        position."""
        return None if self.codes.by_place else tuple(self.codes.numbers)

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action: the label of its option in the present position, else its value
        as text."""
        labels = {value: " ".join(words) for words, value in option_pairs(self._moment.state)}
        if self.codes.by_place:
            return tuple(labels.values())[: self.codes.count]
        return tuple(labels.get(value, str(value)) for value in self.codes.numbers)

    def render(self) -> str:
        """The position as text, as the player to move is shown it."""
        return str(self.position)

    def close(self) -> None:
        """Nothing is open."""

    def _begin(self, seed: int | None) -> None:
        """Begin the game of a seed; without one, first the game that was given and then others."""
        table, number = self._first._table, seed
        if seed is not None:
            self._seeds = Random(int(seed))
        elif self._games:
            number = self._seeds.getrandbits(31)
        self._games += 1
        position = self._first if number is None else _start(table, table.parameters, int(number))
        self._moment = _Moment.of(position)
        self._owed = [0.0] * self._model.players
        self._collect([reply.state for reply in position._replies][1:])

    def _is_over(self) -> bool:
        return not self._model.values(self._moment.state)

    def _mover(self) -> int:
        return self._model.mover(self._moment.state, self._moment.turn)

    def _choose(self, action: Any) -> None:
        """Make a choice: by the rules alone if that is enough, else as a position, which has
        luck."""
        value = self.codes.chosen(self._moment.state, action)
        if not self._steps_at_once or not self._stepped(value):
            position = answer(self.position, value)
            self._moment = _Moment.of(position)
            self._collect([reply.state for reply in position._replies])

    def _stepped(self, value: Value) -> bool:
        """True if a choice was made by the rules alone; False if luck decides it."""
        model, watch = self._model, self._watch
        before = self._moment
        watch.drawn = False
        with guarded(model.game, "an environment"):
            state = model.respond(before.state, value, watch)
        if watch.drawn:
            self._steps_at_once = False  # most of its steps will need luck too
            return False
        self._moment = _Moment(state, (before.turn + 1) % model.players, before, value)
        self._collect(())
        return True

    def _collect(self, passed: Sequence[Any]) -> None:
        """Note what the states of a step paid: those in which others replied, and the one that it
        led to."""
        model, last = self._model, self._moment.state
        paying: Sequence[Any] = ()
        if model.pays_on_the_way(last):
            paying = (*passed, last)
        elif self._is_over():
            paying = (last,)
        for state in paying:
            self._owed = list(map(add, self._owed, model.gains(state)))

    def _pay(self) -> list[float]:
        """What each player got since the last time."""
        paid, self._owed = self._owed, [0.0] * self._model.players
        return paid

    def _info(self) -> dict[str, Any]:
        both_sides = self._model.players > 1 and self._first._table.seating is None
        hidden = self._model.hides and both_sides and not self._is_over()
        return {} if hidden else _Info(self._moment)


def _whatever_budget(player: Policy, budget: int) -> Policy:
    return player


class _Turns(_Environment):
    """A game of several players for PettingZoo: its agents are the game's players, who take
    turns."""

    metadata = {
        "name": "interactive_provider_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, first: Position, actions: Actions) -> None:
        from gymnasium import spaces

        super().__init__(first, actions)
        self.possible_agents = list(self._model.names)
        seen, action = self._spaces
        both = spaces.Dict(
            {"observation": seen, "action_mask": spaces.Box(0, 1, (self.codes.count,), "int8")}
        )
        # Copies, since each agent seeds its own.
        self.observation_spaces = {name: deepcopy(both) for name in self.possible_agents}
        self.action_spaces = {name: deepcopy(action) for name in self.possible_agents}
        self.observation_space = self.observation_spaces.__getitem__
        self.action_space = self.action_spaces.__getitem__

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin the game of a seed, or another one."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = (
            dict.fromkeys(self.agents, 0.0),
            dict.fromkeys(self.agents, 0.0),
        )
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent is shown, and which actions are legal if it is to move."""
        state = self._moment.state
        seen = self.codes.observation(state, self.possible_agents.index(agent))
        mask = self.codes.mask(state)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Choose an action for the agent whose turn it is. Raises `ChoiceError` for one that is not
        legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[attr-defined]  # PettingZoo's
            return
        self._choose(action)
        self._look()
        self._accumulate_rewards()  # type: ignore[attr-defined]  # PettingZoo's

    def _look(self) -> None:
        """Read off the position whose turn it is, or what it pays if it is over."""
        over = self._is_over()
        self.rewards = dict(zip(self.possible_agents, self._pay(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.infos = {name: self._info() for name in self.agents}
        self.agent_selection = self.possible_agents[self._moment.turn if over else self._mover()]


class _OneSeat(_Environment):
    """One seat of a game for Gymnasium. ``info["action_mask"]`` says which actions are legal."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, first: Position, actions: Actions, seat: int, agent: Agent | None) -> None:
        super().__init__(first, actions)
        self.seat, self._agent = seat, agent
        self.observation_space, self.action_space = self._spaces

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin the game of a seed, or another one; returns observation and info."""
        super().reset(seed=seed)  # type: ignore[misc]  # Gymnasium's
        self._begin(seed)
        self._let_others_play()
        return self.codes.observation(self._moment.state, self.seat), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Choose an action and let the others reply. An action that is not legal ends the episode
        and costs 1."""
        state = self._moment.state
        if self._is_over():
            raise ChoiceError("The game is over: call reset().")
        if int(action) not in self.codes.legal(state):
            return self.codes.observation(state, self.seat), -1.0, True, False, self._info()
        self._choose(action)
        self._let_others_play()
        state = self._moment.state
        return (
            self.codes.observation(state, self.seat),
            self._pay()[self.seat],
            self._is_over(),
            False,
            self._info(),
        )

    def action_masks(self) -> Any:
        """Which actions are legal, as the masked algorithms of sb3-contrib ask."""
        return self.codes.mask(self._moment.state).astype(bool)

    def _info(self) -> dict[str, Any]:
        return {**super()._info(), "action_mask": self.codes.mask(self._moment.state)}

    def _let_others_play(self) -> None:
        while (
            self._agent is not None
            and not self._is_over()
            and (mover := self._mover()) != self.seat
        ):
            state = self._moment.state
            self._choose(self._agent(self.codes.observation(state, mover), self.codes.mask(state)))
