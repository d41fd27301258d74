"""Games as environments for learning agents: PettingZoo's for all seats, Gymnasium's for one.

For the opposite direction, environments as games, see `from_environment`.

An observation is a vector of constant length: a one or a zero for each sign and each cell of the
board, the numbers of the counters, the frequency of each word in the text, and a one for the
agent's own seat. Or it is only the board, as planes of zeros and ones. Signs, words and options are
collected in random games beforehand, with fixed seeds: a game has the same spaces on every machine.

An environment is a position, a generator of seeds and the data that both need, so it can be copied
and pickled. Its class has a base in PettingZoo or Gymnasium and is made when needed, so a pickle
names the kind of environment instead.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from functools import cache, partial
from importlib import import_module
from itertools import chain, islice
from math import prod
from operator import add
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from ..boards import Cell
from ..errors import BadParameter, ChoiceError, NoAbility, quote
from ..game import Game, Opponent, Policy, Value, Words, board_in, option_pairs, taken_by
from ..game.validation import one_of, whole
from ..heart.play.actions import position_of
from ..heart.play.insiders import is_start, replies_to, state_of, table_of
from ..heart.play.nodes import Playable, Position, answer, node_of, start
from ..heart.play.position_data import line_of, turn_of
from ..heart.play.seating import normal_seating
from ..heart.play.table import Table
from ..search.chance import Watch
from ..search.model import Model, guarded
from ..support.arguments import explained
from ..support.extras import need
from .environment_games import from_environment

__all__ = ["Actions", "Agent", "as_environment", "from_environment"]

Agent: TypeAlias = "Callable[[Any, Any], int]"
"""A function that chooses an action from an observation and a mask of legal actions, both numpy
arrays."""

Actions: TypeAlias = "int | Sequence[Value] | None"

RENDER_MODES = ("ansi", "human")
"""The render modes: a picture is text, which is returned or printed."""

TRIAL_GAMES = 40
TRIAL_STATES = 1_000
TRIAL_LENGTH = 200
"""The number of random games beforehand, of their states altogether, and of the choices in one
game."""

LARGEST = 1e6
"""The largest number in an observation."""

WORD = re.compile(r"\w+|[^\w\s]")


def metadata() -> dict[str, Any]:
    """Return the metadata on pictures that Gymnasium and PettingZoo expect; wrappers write into
    it."""
    return {"render_modes": list(RENDER_MODES), "render_fps": 4}


@explained
def as_environment(
    p: Playable,
    *,
    against: Any = None,
    seat: int | str = 0,
    actions: Actions = None,
    observations: Literal["flat", "planes"] = "flat",
    agents: Literal["named", "numbered"] = "named",
    render_mode: Literal["ansi", "human"] | None = "ansi",
) -> Any:
    """Make an environment for learning agents from the game of ``p``, from its start on.

    A game of several players becomes a PettingZoo ``AECEnv``; a game for one, or with opponents, a
    Gymnasium ``Env`` for your ``seat``. ``against`` is an opponent as elsewhere, or a function from
    an observation and an action mask to an action, which plays every other seat. Action ``i``
    chooses the value ``actions[i]``, by default one of the state's ``all_values``, or of those
    found in random games; other options cannot be chosen. If ``actions`` is a number, action ``i``
    chooses option ``i`` of the position, which may have at most that many options.

    An observation is a vector of everything that is shown or, with ``observations="planes"``, the
    board: an array of rows, columns and signs, whose numbers are 0 or 1 (``plane_names`` says what
    they mean). Agents have the names of the game's players or, with ``agents="numbered"``, the
    names ``player_0``, ``player_1`` and so on; ``agent_names`` says which player an agent is.
    ``render`` returns the position as text; with ``render_mode="human"`` it is printed after each
    step.

    ``reset(seed=7)`` begins the game with seed 7. Rewards are paid at the end (shares of a win, or
    the game's payoffs) or with each step, if the states have ``rewards``. ``info["line"]`` is the
    line of the position; if it would reveal what other seats hide, it is given only at the end. An
    environment can be copied and pickled; the copy is at the same position. Raises `ChoiceError` if
    ``p`` is not at the start, `BadParameter` for invalid arguments, and `NoAbility` if the options
    cannot be listed, or for planes of a game without a board.
    """
    need("gymnasium numpy", "environments", "Environments need")
    one_of("observations", observations, ("flat", "planes"))
    one_of("agents", agents, ("named", "numbered"))
    one_of("render_mode", render_mode, (*RENDER_MODES, None))
    node = node_of(p)
    position = position_of(node)
    if not is_start(position):
        raise ChoiceError(
            "An environment begins at the start of a game, and this one has begun: pass restart(p)."
        )
    agent = against if callable(against) else None
    first, seat = _seated(table_of(position), agent, against, seat)
    codes = _codes_of(first, actions, observations == "planes")
    if against is None and table_of(first).seating is None and codes.model.players > 1:
        need("pettingzoo", "environments", "A game for several agents needs")
        return _class(_Turns)(first, codes, render_mode, agents == "numbered")
    return _class(_OneSeat)(first, codes, render_mode, seat, agent)


def _seated(
    table: Table, agent: Agent | None, against: Any, seat: int | str
) -> tuple[Position, int]:
    """Return the first position, with the opponents at its table unless they are an agent, and the
    number of the agent's own seat."""
    if against is None:
        if seat != 0:
            raise BadParameter(
                f"seat is {quote(seat)}, but nobody fills the other seats: give against=…."
            )
        first = _start(table, table.parameters, table.seed)
        return first, 0 if table.seating is None else table.seating.seat
    opponent = against if agent is None else "random"
    seating = normal_seating(table.game, {"against": opponent, "seat": seat})
    parameters = dict(table.setup.parameters)
    if agent is None:
        parameters |= seating
    return _start(table, parameters, table.seed), seating.get("seat", 0)


def _start(table: Table, parameters: Mapping[str, Any], seed: int | str) -> Position:
    return start(Table(table.game, table.name, seed, parameters, table.origin))


@cache
def _class(kind: Any) -> Any:
    """Return the class of a kind of environments; its base belongs to an extra, so it is made when
    needed."""
    library, base = kind._base
    bases = (kind, getattr(import_module(library), base))
    name = kind.__name__.lstrip("_")
    return type(name, bases, {"__doc__": kind.__doc__, "__module__": __name__})


def _unmade(kind: Any) -> Any:
    """Return an environment without attributes, which a copy gets afterwards."""
    return object.__new__(_class(kind))


_latest: deque[_Codes] = deque(maxlen=8)
"""The most recent codes: the environments of a vector share theirs."""


def _codes_of(first: Position, actions: Actions, is_planes: bool) -> _Codes:
    actions = _normal_actions(actions)
    for codes in tuple(_latest):
        if (
            codes.is_planes == is_planes
            and repr(codes.actions) == repr(actions)  # since 1, True and 1.0 are equal
            and codes.table.setup.is_same_game(table_of(first).setup)
        ):
            return codes
    _latest.append(_Codes(first, actions, is_planes))
    return _latest[-1]


def _normal_actions(actions: Actions) -> Actions:
    """Return a number, the values as a tuple, or None; raise `BadParameter` for anything else."""
    if actions is None or (type(actions) is int and actions > 0):
        return actions
    with suppress(TypeError):  # not a sequence, or not of values
        listed = tuple(actions)  # type: ignore[arg-type]
        if set(listed):
            return listed
    raise BadParameter(
        f"actions is {quote(actions)}; give a list of values or a number of at least 1."
    )


class _Codes:
    """The actions of a game by number, and the conversion of what a seat is shown into an array.

    It never changes, so copies of an environment share it.
    """

    def __init__(self, first: Position, actions: Actions, is_planes: bool) -> None:
        self.first = first
        self.table = table_of(first)
        self.model = Model(self.table.game, hidden=True, anyone=True)
        self.asking = guarded(self.table.game, "an environment")
        """Where the game's own code is run."""
        self._last: tuple[Any, dict[int, Value]] = (None, {})
        self.actions = actions
        self.is_planes = is_planes
        self.rows = self.columns = 0
        self.labels: dict[Value, str] = {}  # of the options met in random games
        with self.asking:
            values = self._met()
        self.begins = {sign: number * self.cells for sign, number in self.signs.items()}
        """The index at which the planes of each sign begin in an observation."""
        self.by_place = isinstance(actions, int)
        self.numbers = _numbered(values if actions is None or isinstance(actions, int) else actions)
        self.count = actions if isinstance(actions, int) else len(self.numbers)
        if not self.count:
            raise NoAbility(f"{self.model.title} offers nothing to choose, whatever the seed.")

    def _met(self) -> dict[Value, None]:
        """Number the signs, counters and words of random games; return the values of options."""
        values, signs, counters, words = (dict[Any, Any]() for _ in range(4))
        viewers = 1 if self.table.seen_by is None else self.model.players
        for state in _trial_states(self.table, self.model):
            values.update(dict.fromkeys(_all_values(state) or self.model.values(state)))
            self.labels |= _labels_in(state)
            for seat in range(viewers):
                seen = self._shown(state, seat)
                signs.update(dict.fromkeys(chain.from_iterable(seen.rows)))
                counters.update(seen.counters)
                words.update(dict.fromkeys(seen.words))
                self.rows = max(self.rows, len(seen.rows))
                self.columns = max(self.columns, *map(len, seen.rows), 0)
        self.signs = _numbered(signs)
        self.counters = _numbered(counters)
        self.words = _numbered(words)
        self.cells = self.rows * self.columns
        self.shape = self.rows, self.columns
        """The rows and columns of planes."""
        if self.is_planes and not self.cells:
            raise NoAbility(
                f"{self.model.title} has no board to make planes of; its observations are flat:"
                ' leave out observations="planes".'
            )
        drawn = board_in(self.table.game, state_of(self.first)) if self.is_planes else None
        if drawn is not None and prod(drawn.shape) == self.cells:
            self.shape = drawn.shape  # signs given by states are in one row
        return values

    def __deepcopy__(self, memo: Any) -> _Codes:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _codes_of, (self.first, self.actions, self.is_planes)

    # Actions -------------------------------------------------------------------------------

    def legal(self, state: Any) -> dict[int, Value]:
        """Return the values that can be chosen by action; raise `NoAbility` if there are too few
        actions."""
        known, legal = self._last
        if known is state:
            return legal
        with self.asking:
            values = self.model.values(state)
        if self.by_place:
            legal = dict(enumerate(values[: self.count]))
        else:
            numbers = self.numbers
            legal = {numbers[value]: value for value in values if value in numbers}
        if len(legal) < (len(values) if self.by_place else min(1, len(values))):
            raise NoAbility(
                f"The actions cannot choose all of the {len(values)} options, such as"
                f" {quote(values[-1])}: give actions=[…] with the values of all options, or a"
                f" number such as actions={2 * len(values)}."
            )
        self._last = state, legal
        return legal

    def chosen(self, state: Any, action: Any) -> Value:
        """Return the value that an action chooses; raise `ChoiceError` for one that is not
        legal."""
        legal = self.legal(state)
        number = self.number(action)
        if number not in legal:
            raise ChoiceError(
                f"{quote(action)} is not a legal action here; the mask allows {sorted(legal)}."
            )
        return legal[number]

    def number(self, action: Any) -> int:
        """Return an action as a number; raise `ChoiceError` for anything else."""
        try:
            action = action.item() if hasattr(action, "item") else action  # an array of one number
            number = int(action)
            is_whole = bool(number == action)
        except (TypeError, ValueError, OverflowError):
            is_whole = False
        if not is_whole:
            raise ChoiceError(
                f"{quote(action)} is not an action: give a number from 0 to {self.count - 1}."
            )
        return number

    def mask(self, state: Any) -> Any:
        """Return a one for each legal action, and a zero for each of the others."""
        import numpy as np

        mask = np.zeros(self.count, np.int8)
        mask[list(self.legal(state))] = 1
        return mask

    # Observations --------------------------------------------------------------------------

    def space(self) -> Any:
        """Return the space of observations, a new one each time."""
        from gymnasium.spaces import Box

        example = self.observation(state_of(self.first), 0)
        if self.is_planes:
            return Box(0, 1, example.shape, example.dtype.type)
        return Box(-LARGEST, LARGEST, example.shape)

    def observation(self, state: Any, seat: int) -> Any:
        """Return what a seat is shown, as an array; the last plane of the board is for signs not
        found in any random game."""
        import numpy as np

        seen = self._shown(state, seat)
        unknown = len(self.signs) * self.cells
        marks = [
            self.begins.get(sign, unknown) + row * self.columns + column
            for row, signs in enumerate(seen.rows[: self.rows])
            for column, sign in enumerate(signs[: self.columns])
        ]
        kind = np.int8 if self.is_planes else np.float32
        board = np.zeros(unknown + self.cells, kind)
        board[marks] = 1
        seats = np.zeros(self.model.players, kind)
        seats[seat] = 1
        if self.is_planes:
            return self._planes(board, seats)
        return np.concatenate((board, self._numbers(seen), seats))

    def _planes(self, board: Any, seats: Any) -> Any:
        """Return a board as rows, columns and signs; a game of several players has planes of ones
        and zeros for the agent's own seat."""
        import numpy as np

        planes = board.reshape(-1, *self.shape)
        if len(seats) > 1:
            own = [np.full(self.shape, one) for one in seats]
            planes = np.concatenate((planes, own))
        return np.ascontiguousarray(np.moveaxis(planes, 0, -1))

    def _numbers(self, seen: _Shown) -> Any:
        """Return the counters, and the frequency of each word in the text."""
        import numpy as np

        numbers = np.zeros(len(self.counters) + len(self.words), np.float32)
        for name, text in seen.counters:
            digits = re.search(r"-?\d+(\.\d+)?", text)
            if name in self.counters and digits:
                numbers[self.counters[name]] = min(LARGEST, max(-LARGEST, float(digits[0])))
        for word in seen.words:
            if word in self.words:
                numbers[len(self.counters) + self.words[word]] += 1
        return numbers

    def _shown(self, state: Any, seat: int) -> _Shown:
        """Return what a seat is shown: signs in one row, if states give them instead of a board;
        only its words if ``seen_by`` does not return a state."""
        with self.asking:
            seen = state if self.table.seen_by is None else self.table.seen_by(state, seat)
            signs = getattr(seen, "cell_signs", None)
            if signs is not None:
                return _Shown(rows=(signs,))
            if type(seen) is not type(state):
                return _Shown(words=WORD.findall(repr(seen)))
            words = WORD.findall(str(seen.display_text))
            board = board_in(self.table.game, seen)
            if board is None:
                return _Shown(words=words)
            return _Shown([list(map(_sign, row)) for row in board.rows], board.counters, words)


class _Shown(NamedTuple):
    """What a seat is shown: the signs of a board, its counters, and the words of a text."""

    rows: Sequence[Sequence[Any]] = ()
    counters: Sequence[tuple[str, str]] = ()
    words: Sequence[str] = ()


def _numbered(names: Any) -> dict[Any, int]:
    return {name: number for number, name in enumerate(names)}


class _Sign(NamedTuple):
    """The properties that distinguish the cells of a board."""

    text: str
    role: str
    piece: str

    def __str__(self) -> str:
        return self.text or self.role or self.piece


def _sign(cell: Cell) -> _Sign:
    piece = cell.piece if isinstance(cell.piece, str) else cell.piece.name
    return _Sign(cell.text, cell.role, piece)


def _all_values(state: Any) -> Sequence[Value] | None:
    return getattr(state, "all_values", None)


def _labels_in(state: Any) -> dict[Value, str]:
    return {value: " ".join(words) for words, value in option_pairs(state)}


def _trial_states(table: Table, model: Model) -> Iterator[Any]:
    """Return the states of random games, the same for a game with the same parameters.

    They include the beginnings of all these games, since another seed may mean another board,
    unless the states declare all possible choices.
    """
    left = TRIAL_STATES
    for number in range(TRIAL_GAMES):
        rng = Random(number)
        begin = table.setup.begin(rng)
        most = min(TRIAL_LENGTH, max(1, left))
        for step in islice(model.random_game(begin, 0, rng), most):
            yield step.state
            left -= 1
        if left <= 0 and _all_values(begin) is not None:
            return


class _Moment:
    """A position that is made only on request: its state is enough to continue from."""

    __slots__ = ("_before", "_position", "_value", "state", "turn")

    def __init__(self, state: Any, turn: int, before: _Moment | None, value: Value) -> None:
        self.state = state
        self.turn = turn
        self._before = before
        self._value = value
        self._position: Position | None = None

    @classmethod
    def of(cls, position: Position) -> _Moment:
        """Return the moment of an existing position."""
        moment = cls(state_of(position), turn_of(position), None, None)
        moment._position = position
        return moment

    def __reduce__(self) -> tuple[Any, ...]:
        return _Moment.of, (self.position,)

    def __deepcopy__(self, memo: Any) -> _Moment:
        return self

    @property
    def position(self) -> Position:
        """Return the position, made together with the positions before it."""
        later = list[_Moment]()
        at = self
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
    """Information other than observations; the line is computed when it, or the whole dictionary,
    is read."""

    def __init__(self, moment: _Moment | None, **said: Any) -> None:
        super().__init__(said)
        self._moment = moment

    def _write_line(self) -> None:
        moment = self._moment
        self._moment = None
        if moment is not None:
            self["line"] = line_of(moment.position)

    def __deepcopy__(self, memo: Any) -> _Info:
        return _Info(self._moment, **deepcopy(dict(dict.items(self)), memo))


_BY_KEY = ("__contains__", "__getitem__", "get", "pop")
"""The dictionary methods that read one key."""


def _reading(name: str) -> Callable[..., Any]:
    """Return a dictionary method that first computes the line, unless it reads another key."""
    read = getattr(dict, name)

    def method(self: _Info, *arguments: Any) -> Any:
        if name not in _BY_KEY or arguments[:1] == ("line",):
            self._write_line()
        return read(self, *arguments)

    return method


for _name in (
    *_BY_KEY,
    "__eq__",
    "__iter__",
    "__len__",
    "__ne__",
    "__repr__",
    "__or__",
    "__reduce_ex__",
    "copy",
    "items",
    "keys",
    "values",
):
    setattr(_Info, _name, _reading(_name))


class _Environment:
    """The common base of both kinds of environments: a position, and a seed for each game."""

    _base: ClassVar[tuple[str, str]]
    """The library and its class."""

    def __init__(self, first: Position, codes: _Codes, render_mode: str | None) -> None:
        self._first = first
        self.codes = codes
        self.metadata = metadata()
        self.render_mode = render_mode
        self._moment = _Moment.of(first)
        self._watch = Watch(0)
        self._replies = table_of(first).seating is not None
        """True if others reply within a step, so that the state alone is not enough."""
        self._seeds = Random()
        self._games = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return _unmade, (type(self).__bases__[0],), vars(self)

    @property
    def _model(self) -> Model:
        return self.codes.model

    @property
    def position(self) -> Position:
        """The current position."""
        return self._moment.position

    def player(self, agent: Agent, seat: int = 0) -> Policy:
        """Return an agent as a player for `simulate`, `league` and `exploitability`.

        It plays in whichever seat it is asked for; ``seat`` is its seat if the states do not say
        whose turn it is. An agent that is not a function has the method ``predict`` of
        Stable-Baselines3. ``p(against=env.player(agent))`` plays against it.
        """

        return _SeatedPlayer(self.codes, agent, seat)

    def game(self, **agents: Agent) -> Game:
        """Return the same game with agents among its opponents, by name: a source for
        `InteractiveProvider`.

        ``InteractiveProvider(env.game(learned=agent)).match_game(against="learned")`` plays against
        one.
        """
        game: Any = copy(table_of(self._first).game)
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
    def action_names(self) -> Words:
        """The name of each action: the label of its option in the present position, otherwise in a
        random game, otherwise its value as text."""
        labels = _labels_in(self._moment.state)
        if self.codes.by_place:
            return tuple(labels.values())[: self.codes.count]
        labels = self.codes.labels | labels
        return tuple(labels.get(value, str(value)) for value in self.codes.numbers)

    @property
    def plane_names(self) -> Words:
        """What each plane of a board shows: a sign, a sign not found in any random game, or whose
        seat it is."""
        signs = map(str, self.codes.signs)
        seats = [f"seat of {name}" for name in self._model.names]
        return (*signs, "anything else", *(seats if self._model.players > 1 else ()))

    def render(self) -> str | None:
        """Return the position as the player to move sees it in mode ``ansi``, print it in mode
        ``human``."""
        if self.render_mode == "human":
            print(self.position)  # noqa: T201 - what the mode means
        return str(self.position) if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: no resource is open."""

    def _begin(self, seed: int | None) -> None:
        """Begin the game of a seed; without one, first the given game and then others."""
        table = table_of(self._first)
        number = seed
        if seed is not None:
            number = whole("seed", seed)
            self._seeds = Random(number)
        elif self._games:
            number = self._seeds.getrandbits(31)
        self._games += 1
        position = self._first
        if number is not None:
            position = _start(table, table.parameters, number)
        self._moment = _Moment.of(position)
        self._owed = [0.0] * self._model.players
        self._collect([reply.state for reply in replies_to(position)][1:])

    def _is_over(self) -> bool:
        return not self.codes.legal(self._moment.state)

    def _mover(self) -> int:
        with self.codes.asking:
            return self._model.mover(self._moment.state, self._moment.turn)

    def _choose(self, action: Any) -> None:
        """Make a choice: by the rules only, or at a table if opponents reply or chance decides."""
        value = self.codes.chosen(self._moment.state, action)
        if self._replies or not self._stepped(value):
            position = answer(self.position, value)
            self._moment = _Moment.of(position)
            self._collect([reply.state for reply in replies_to(position)])

    def _stepped(self, value: Value) -> bool:
        """Try to make a choice by the rules only, which is quicker than at a table.

        Returns False if chance decides it; nothing has changed then.
        """
        model = self._model
        watch = self._watch
        before = self._moment
        watch.drawn = False
        with self.codes.asking:
            state = model.respond(before.state, value, watch)
        if watch.drawn:
            return False
        self._moment = _Moment(state, (before.turn + 1) % model.players, before, value)
        self._collect(())
        return True

    def _collect(self, passed: Sequence[Any]) -> None:
        """Record what the states of a step paid: those in which others replied, and the one that it
        led to."""
        model = self._model
        last = self._moment.state
        paying: Sequence[Any] = ()
        if model.pays_on_the_way(last):
            paying = (*passed, last)
        elif self._is_over():
            paying = (last,)
        with self.codes.asking:
            for state in paying:
                self._owed = list(map(add, self._owed, model.gains(state)))

    def _pay(self) -> list[float]:
        """Return what each player got since the last call."""
        paid = self._owed
        self._owed = [0.0] * self._model.players
        return paid

    def _info(self, **said: Any) -> _Info:
        both_sides = self._model.players > 1 and not self._replies
        hidden = self._model.hides and both_sides and not self._is_over()
        return _Info(None if hidden else self._moment, **said)


class _SeatedPlayer:
    """An agent as a player, which can be sent to another process if the agent can."""

    def __init__(self, codes: _Codes, agent: Agent, seat: int) -> None:
        self.codes = codes
        self.seat = seat
        self.__name__ = getattr(agent, "__name__", type(agent).__name__)
        if not callable(agent):
            if not hasattr(agent, "predict"):
                raise BadParameter(
                    f"{quote(agent)} is not an agent: give a function of observation and mask, or"
                    " a fitted model with the method predict."
                )
            agent = partial(_predicted, agent.predict)
        self.agent = agent

    def __repr__(self) -> str:
        return f"<the player {self.__name__}>"

    def __call__(self, game: Game, state: Any, rng: Random) -> Value:
        seen = self.codes.observation(state, self.codes.model.mover(state, self.seat))
        answer = self.agent(seen, self.codes.mask(state))
        return self.codes.chosen(state, answer[0] if isinstance(answer, tuple) else answer)


def _predicted(predict: Any, seen: Any, mask: Any) -> Any:
    """Return the action of a fitted model, which is given the mask if it accepts one."""
    return predict(seen, **taken_by(predict, {"action_masks": mask}))


def _whatever_budget(player: Policy, budget: int) -> Policy:
    return player


class _Turns(_Environment):
    """A game of several players for PettingZoo: its agents are the game's players, who take
    turns."""

    _base = "pettingzoo", "AECEnv"

    def __init__(
        self, first: Position, codes: _Codes, render_mode: str | None, is_numbered: bool
    ) -> None:
        from gymnasium.spaces import Box, Dict, Discrete

        super().__init__(first, codes, render_mode)
        self.metadata |= {"name": "interactive_provider_v0", "is_parallelizable": False}
        names = self._model.names
        agents = [f"player_{seat}" for seat in range(len(names))] if is_numbered else names
        self.agent_names = dict(zip(agents, names, strict=True))
        self.possible_agents = list(self.agent_names)
        # Each agent has its own spaces, since it seeds them.
        self.observation_spaces = {
            agent: Dict(
                {"observation": codes.space(), "action_mask": Box(0, 1, (codes.count,), "int8")}
            )
            for agent in agents
        }
        self.action_spaces = {agent: Discrete(codes.count) for agent in agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin the game of a seed, or another one."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent is shown, and the legal actions if it is to move."""
        state = self._moment.state
        seen = self.codes.observation(state, self.possible_agents.index(agent))
        mask = self.codes.mask(state)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Choose an action for the agent whose turn it is. Raises `ChoiceError` for an illegal
        action, and if no game is in progress."""
        if not getattr(self, "agents", ()):
            raise ChoiceError("No game is going on: call reset().")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ChoiceError(
                    f"The game is over, and {agent} can only leave it with step(None);"
                    " reset() begins another one."
                )
            self._was_dead_step(action)  # type: ignore[attr-defined]  # PettingZoo's
            return
        self._choose(action)
        self._cumulative_rewards[agent] = 0.0
        self._look()

    def _look(self) -> None:
        """Read from the position whose turn it is, and what it pays."""
        over = self._is_over()
        self.rewards = dict(zip(self.possible_agents, self._pay(), strict=True))
        self._accumulate_rewards()  # type: ignore[attr-defined]  # PettingZoo's
        self.terminations = dict.fromkeys(self.agents, over)
        self.infos = {name: self._info() for name in self.agents}
        self.agent_selection = self.possible_agents[self._moment.turn if over else self._mover()]
        self._show()


class _OneSeat(_Environment):
    """One seat of a game for Gymnasium. ``info["action_mask"]`` says which actions are legal."""

    _base = "gymnasium", "Env"

    def __init__(
        self,
        first: Position,
        codes: _Codes,
        render_mode: str | None,
        seat: int,
        agent: Agent | None,
    ) -> None:
        from gymnasium.spaces import Discrete

        super().__init__(first, codes, render_mode)
        self.seat = seat
        self._agent = agent
        self._has_begun = False
        self.observation_space = codes.space()
        self.action_space = Discrete(codes.count)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin the game of a seed, or another one; return observation and info."""
        super().reset(seed=seed)  # type: ignore[misc]  # Gymnasium's
        self._begin(seed)
        self._let_others_play()
        self._has_begun = not self._is_over()
        self._show()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Choose an action and let the others reply. An illegal action ends the episode and costs
        1. Raises `ChoiceError` if no episode is in progress."""
        if not self._has_begun:
            raise ChoiceError("No episode is running: call reset().")
        if self.codes.number(action) not in self.codes.legal(self._moment.state):
            self._has_begun = False
            return self._seen(), -1.0, True, False, self._info()
        self._choose(action)
        self._let_others_play()
        self._show()
        over = self._is_over()
        self._has_begun = not over
        return self._seen(), self._pay()[self.seat], over, False, self._info()

    def action_masks(self) -> Any:
        """Return which actions are legal, as the masked algorithms of sb3-contrib expect it."""
        return self.codes.mask(self._moment.state).astype(bool)

    def _seen(self) -> Any:
        return self.codes.observation(self._moment.state, self.seat)

    def _info(self, **said: Any) -> _Info:
        return super()._info(action_mask=self.codes.mask(self._moment.state), **said)

    def _let_others_play(self) -> None:
        while (
            self._agent is not None
            and not self._is_over()
            and (mover := self._mover()) != self.seat
        ):
            state = self._moment.state
            self._choose(self._agent(self.codes.observation(state, mover), self.codes.mask(state)))
