"""START HERE: what a game is.

A game is two small classes: a *state* (the facts) and a *game* (what happens).

>>> class Coin(State):
...     def __init__(self, call: str | None = None, side: str | None = None) -> None:
...         self.call, self.side = call, side
...     @property
...     def display_text(self) -> str:
...         return f"It is {self.side}." if self.side else "Heads or tails?"
...     @property
...     def display_options(self) -> Options:
...         return () if self.side else (("heads", "heads"), ("tails", "tails"))
...     @property
...     def outcome(self) -> str | None:
...         return None if self.side is None else ("won" if self.side == self.call else "lost")
>>> class Toss(Game[Coin]):
...     title = "Heads or tails"
...     def new_state(self, rng: Random) -> Coin:
...         return Coin()
...     def process_response(self, state: Coin, value: str, rng: Random) -> Coin:
...         return Coin(value, rng.choice(["heads", "tails"]))

Everything else — names, classes, paths, seeds, undo, saving, boards in the browser — is made from
these two classes by the rest of the package. The names ``display_text``, ``display_options``,
``new_state`` and ``process_response`` are those of F#'s InteractiveProvider (2014).

Rules every game must keep, which `interactive_provider.testing.check_game` checks:

* A state never changes. The same state and value always give an equal next state.
* The generator passed in is the only source of luck: no clock, no global random numbers, no
  printing.
* The options are the only list of legal moves.
* No text, option or board contains what is hidden from the player.

Anything else a game can do is an *ability*, found by structure: a method with the right name is
enough. The protocols are at the end of this module.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from textwrap import wrap
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeAlias

from ..errors import BrokenGame, meant, quote
from ..prose import Prose
from ..showing import Lead as Lead
from ..showing import View as View
from ..support.plurals import as_act, counted, in_words
from ..support.readable import Readable
from ..support.sanitizing import clean
from ..support.whole_numbers import is_whole
from .inputs import Number as Number
from .inputs import Text as Text

if TYPE_CHECKING:
    from ..boards import Board

Label: TypeAlias = str | tuple[str, ...]
"""The text that people read. A tuple of words is a menu in stages: ``("uncover", "r3", "c4")``."""

Value: TypeAlias = Any
"""The value that the game reads: any hashable object by which it identifies the option."""
Words: TypeAlias = tuple[str, ...]
"""A sequence of texts: the words of a label in stages, the names that lead to an option, or
players' names."""

Parameters: TypeAlias = Mapping[str, Any]
"""The parameters that a game begins with, by name."""
Options: TypeAlias = "Sequence[tuple[Label, Value]]"


class _Listed(Sequence[tuple[Label, Value]]):
    """Options that compare equal to a tuple of them and are displayed as one."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Labelled(_Listed):
    """Options whose labels are made only when read: ``Labelled(values, self.label_of)``.

    A search reads only the values.

    >>> list(Labelled([1, 2], lambda value: f"take {value}"))
    [('take 1', 1), ('take 2', 2)]
    """

    __slots__ = ("label", "values")

    def __init__(self, values: Sequence[Value], label: Callable[[Value], Label]) -> None:
        self.values = values
        self.label = label

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Labelled(self.values[place], self.label)
        return self.label(self.values[place]), self.values[place]


class Staged(_Listed):
    """Options in groups, each made when it is opened, for menus of thousands.

    ``options`` have labels of one word. Each further word has a function that makes the options
    below it, whose labels continue from there.

    >>> menu = Staged([("look", 0)], {"take": lambda: [("lamp", 1), ("key", 2)]})
    >>> menu.entries
    (('look', 0), ('take',))
    >>> list(menu)
    [('look', 0), (('take', 'lamp'), 1), (('take', 'key'), 2)]
    """

    def __init__(
        self,
        options: Sequence[tuple[str, Value]],
        groups: Mapping[str, Callable[[], Options]],
    ) -> None:
        self._options = tuple(options)
        self._groups = {word: functools.cache(make) for word, make in groups.items()}

    @property
    def entries(self) -> tuple[tuple[str, Value] | tuple[str], ...]:
        """Return the first stage of the menu: labels and values, and the words of the groups."""
        return *self._options, *((word,) for word in self._groups)

    def below(self, words: Words) -> tuple[Options, Words]:
        """Return the options of the innermost group that the words name, and the remaining
        words."""
        if not words or words[0] not in self._groups:
            return self, words
        inner = self._groups[words[0]]()
        if isinstance(inner, Staged):
            return inner.below(words[1:])
        return (inner, words[1:])

    @functools.cached_property
    def _all(self) -> tuple[tuple[Label, Value], ...]:
        found = list[tuple[Label, Value]](self._options)
        for word, make in self._groups.items():
            for label, value in make():
                rest = (label,) if isinstance(label, str) else label
                found.append(((word, *rest), value))
        return tuple(found)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, place: Any) -> Any:
        return self._all[place]


Outcome: TypeAlias = str | None
"""None while the game goes on, then ``"won"``, ``"lost"``, ``"drawn"`` or the game's own word;
``"over"`` if there are no choices and the state does not say."""


class State:
    """Immutable data that can be shown, with the choices it offers.

    Derive from it as a frozen dataclass, a named tuple or a plain class, and define the names that
    it needs as fields or as properties: ``display_text`` (the text for the player; it need not
    repeat what a board shows), ``display_options`` (pairs of label and value, in the order in which
    people expect them), ``outcome`` (None while the game goes on) and ``free_input`` (a `Number` or
    `Text` that may be typed besides the options). (Any object that has these attributes will do. A
    field with one of these names has a default, so in a dataclass it comes after the fields without
    a default.)

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Lamp(State):
    ...     lit: bool = False
    ...     display_options: Options = (("switch", "switch"),)
    >>> Lamp().outcome is None
    True
    """

    __slots__ = ()

    if not TYPE_CHECKING:
        # Plain class attributes, so that a dataclass may have fields of these names. They are
        # hidden from type checkers, which would accept only an attribute, or only a property, and
        # report the other as an error.
        display_text = ""
        display_options = ()
        outcome = None
        free_input = None


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)  # a bare `Game` may have any kind of state
else:
    from typing import TypeVar

    S = TypeVar("S")

Policy: TypeAlias = "Callable[[Game, Any, Random], Value]"
"""A player: given the game, a state in which it is to move and a generator, it returns one of the
option values.

The generator is the only source of luck: the same three arguments give the same value, on every
machine.
"""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player that a game defines:
    ``opponents = {"cautious": Opponent(cautious, text="holds at 20")}``.

    ``make(budget)`` returns the `Policy` and is called once for each game. The budget is a count
    (of nodes, of simulations) and never a time, since a line must lead to the same position on a
    slow machine; ``against=("cautious", 500)`` sets it. A plain function is treated as an
    `Opponent` with no budget or text of its own.

    >>> def takes_the_first(budget):
    ...     return lambda game, state, rng: state.display_options[0][1]
    >>> Opponent(takes_the_first, text="takes the first").budget
    1000
    """

    make: Callable[[int], Policy]
    budget: int = 1_000
    """The budget if none is given."""

    text: str = ""
    """The description in the list of opponents."""

    recorded: bool = False
    """True if its replies are recorded, for an engine whose next version may answer differently:
    ``line(p)`` is then the game of both sides, which anyone can replay without the engine."""


OVER = "over"
"""The outcome of a game whose state does not name one."""

REMEMBERED = 8_192
"""The number of positions that are remembered, over all games together."""


class Game(Generic[S]):
    """How a game starts and what follows from each choice.

    The class's docstring is the help text that players read: the rules, in a few lines.

    >>> class Wait(Game[State]):
    ...     def new_state(self, rng: Random) -> State:
    ...         return State()
    >>> Wait().presets
    {}
    """

    title: ClassVar[str] = ""
    """The name by which people know the game; the class's name if empty."""

    version: ClassVar[int] = 1
    """Increase it when an old path would lead elsewhere: saved games are then refused instead of
    misread."""

    presets: ClassVar[Mapping[str, Parameters]] = {}
    """Named sets of parameters, shown as the first choices: ``{"beginner": {"rows": 9, …}}``."""

    renamed: ClassVar[Mapping[str, str]] = {}
    """The present names of choices, by their former names, with which earlier lines and saves still
    work."""

    hides: ClassVar[tuple[str, ...]] = ()
    """The attributes of the state that nobody may see: ``("secret",)``, or ``("field.mines",)`` for
    a nested one. No question about a position then reveals more than the player may know. If
    players know different things, the game has a method ``seen_by`` instead: see `Abilities`."""

    players: ClassVar[int | tuple[str, ...] | None] = None
    """The number of players, or their names: ``2``, ``("X", "O")``, ``1`` for a puzzle.

    **This makes the game searchable**: a small game with players is solved, a large one gets hints
    and opponents. Its states may have the attributes described at `StateOfPlayers` below.
    """

    holds: ClassVar[str] = "cards"
    """What players hide from each other if ``seen_by`` says that they know different things: two
    people at one screen are asked to press "Show Bob's cards"."""

    impartial: ClassVar[bool] = False
    """True if both players have the same choices in every position, as in Nim: such positions have
    Grundy values."""

    may_be_drawn: ClassVar[bool] = False
    """True if the two players of a game may agree on a draw."""

    may_be_watched: ClassVar[bool] = False
    """True if ``seen_by`` also says what a spectator sees, whose number is one more than the last
    player's. Games without ``seen_by`` can always be watched."""

    step_cost: ClassVar[float] = 1.0
    """The cost of a step, roughly in units of ten microseconds: a lobby lists only computer players
    that answer in a second or two. It is declared rather than measured, so that every machine lists
    the same ones."""

    search_note: ClassVar[str] = ""
    """A sentence for hints from simulated games: what would make the search more precise."""

    file_parameters: ClassVar[tuple[str, ...]] = ()
    """The parameters that name a file or a folder. Lines, links and saved games, which may come
    from anyone, cannot set them."""

    remembered_positions: ClassVar[int] = REMEMBERED
    """The number of its positions that may be remembered, so that they need not be replayed. A game
    whose states take hundreds of kilobytes each (pictures, large arrays) sets a lower number:
    ``remembered_positions = 200``."""

    opponents: ClassVar[Mapping[str, Opponent | Callable[[int], Policy]]] = {}
    """The game's own opponents by name, for ``against=``; a name here overrides a general one
    (``"mcts"``)."""

    if TYPE_CHECKING:
        # Declared only for the type checker: each game names its own parameters.
        new_state: Callable[..., S]
    else:

        def new_state(self, rng: Random, **parameters: Any) -> State:
            """Return the state in which the game starts.

            Parameters are keyword arguments with defaults: numbers, text, bools, None or tuples of
            these. Raise `BadParameter` (any ValueError will do) for invalid parameters.
            """
            raise BrokenGame(f"{type(self).__name__} has no new_state.")

    def process_response(self, state: S, value: Value, rng: Random) -> S:
        """Return the state after ``value``, one of the state's option values or a permitted free
        input.

        A state that knows what follows (made by `menu`, `ask_number`, …) is simply asked.
        """
        respond: Callable[[Value, Random], S] | None = getattr(state, "respond", None)
        if respond is None:
            near = meant("process_response", vars(type(self)))
            raise BrokenGame(f"{type(self).__name__} has no process_response.{near}")
        return respond(value, rng)

    def as_played(self, state: S) -> tuple[Game[Any], Any]:
        """Return the game and the state by which a review judges; they differ from this game's if
        it only shows another game."""
        return self, state

    def view(self, state: S, player: int) -> View:
        """Return everything that a player, counted from 0, is shown of a state: its text and the
        game's board.

        ``state`` is as the player may see it (see ``seen_by``). A game that shows more returns a
        `View` of its own, or ``dataclasses.replace(super().view(state, player), footnote="...")``.
        """
        told = state.display_text  # type: ignore[attr-defined]
        text = told if type(told) in (str, Prose) else str.__str__(str(told))
        return View(text, functools.partial(board_in, self, state))


# Optional abilities of a game ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hint(Readable):
    """One good choice and the reason: ``cells`` are the (row, column) pairs behind it.

    >>> print(Hint("take 2", "it leaves pairs", names=("row1", "take2")))
    Row 1 take 2: it leaves pairs.
    """

    value: Value
    reason: str
    cells: tuple[tuple[int, int], ...] = ()
    names: Words = ()
    """The attributes that lead to it; set by `interactive_provider.hint`."""
    undo: int = 0
    """The number of moves to undo from a lost position; `value` is then None; also set by
    `interactive_provider.hint`."""
    action: str = ""
    """The action in words, if the names do not express it well: ``"Take 2 from row 1"``."""
    certainty: str = ""
    """How certain it is: ``"certain"``, ``"computed exactly"``, ``"likely"``, ``"a guess"`` …"""

    def __str__(self) -> str:
        if self.value is None and not self.names:
            return clean(self.reason)
        action = self.action or in_words(self.names) or str(self.value)
        is_sentence = self.reason[:1].isupper()
        end = "" if self.reason.endswith((".", "!", "?")) else "."
        return clean(f"{as_act(action)}{'.' if is_sentence else ':'} {self.reason}{end}")

    def _shown(self) -> str:
        path = "".join(name if name.startswith("(") else f".{name}" for name in self.names)
        return f"{self}\n→ {path}" if path else str(self)


Status = Literal["shortest", "solved", "unsolvable", "unknown", "equilibrium"]


@dataclass(frozen=True, slots=True)
class Solution(Readable):
    """A sequence of choices and what has been proved about it.

    ``status`` is ``"shortest"`` (proved), ``"solved"``, ``"unsolvable"`` (proved) or ``"unknown"``
    (a limit was reached; ``values`` is then the best found so far, or None). ``nodes`` and
    ``seconds`` are the effort spent.

    >>> print(Solution(("up", "left"), "shortest", names=(("up",), ("left",))))
    shortest, 2 choices
    up, left
    """

    values: tuple[Value, ...] | None
    status: Status
    nodes: int = 0
    seconds: float = 0.0
    note: str = ""
    names: tuple[Words, ...] = ()
    """The attributes of each choice; set by `interactive_provider.solve`."""
    value: float | None = None
    """If players know different things: what the first player gets on average from the start of the
    game."""
    strategy: Mapping[Value, float] | None = None
    """If players know different things: how often each option is chosen in this position
    (``status`` is ``"equilibrium"``)."""
    exploitability: float | None = None
    """If players know different things: what a player who knows the whole strategy gains, averaged
    over both seats."""

    def __str__(self) -> str:
        length = "" if self.values is None else f", {counted(len(self.values), 'choice')}"
        head = f"{self.status}{length}{': ' + self.note if self.note else ''}"
        steps = ", ".join(map(".".join, self.names))
        return clean("\n".join([head, *wrap(steps, 78, break_long_words=False)]))


@dataclass(frozen=True, slots=True)
class Verdict(Readable):
    """The worth of one option: words for people, and a score from 0 (bad) to 1 (good) for shading.

    >>> print(Verdict("13% mine", 0.87))
    13% mine
    """

    text: str
    score: float | None = None
    worth: float | None = field(default=None, repr=False)
    """The proved or average result for the player to move, in the game's own units: shares of a
    win, or payoffs.

    If it is missing, the score is used; None if nothing is known.
    """
    error: float | None = field(default=None, repr=False)
    """The error of the score (95 % confidence): 0 if it is proved, None if unknown."""
    level: float | None = field(default=None, repr=False)
    """The scale for losses if it is not the score: an engine's has a seventh for each pawn, since a
    pawn may be lost in a game that is won."""

    def __post_init__(self) -> None:
        if self.worth is None:
            object.__setattr__(self, "worth", self.score)
        if self.level is None:
            object.__setattr__(self, "level", self.score)

    def __str__(self) -> str:
        return clean(self.text)


Assessment: TypeAlias = Mapping[Value, Verdict]
"""The verdict on each option, by its value."""


@dataclass(frozen=True, slots=True)
class Check(Readable):
    """Whether the moves so far are right; ``cells`` are the (row, column) pairs that are wrong, if
    that may be shown.

    >>> bool(Check(False, "r1 c1 is wrong.", ((0, 0),)))
    False
    """

    right: bool
    text: str
    cells: tuple[tuple[int, int], ...] = field(default=())

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return clean(self.text)


class Abilities(Protocol):
    """Optional abilities of a game; each is looked up by its name."""

    def board(self, state: Any, /) -> Board | None:
        """Return the board as the player sees it, or None if there is nothing to draw."""

    def read_board(self, text: str, /) -> Any:
        """Return the state of a position that was typed or pasted, such as a board as text.

        This gives the game the parameter ``position`` and an editor on its board. Raise
        `BadParameter`, or any ValueError, that says what is wrong with the text;
        `interactive_provider.game.positions.rows_in` reads the signs of a board. It may also take
        parameters of ``new_state``. A game whose ``new_state`` has the parameter ``position`` needs
        no such method.
        """

    def describe(self, state: Any, value: Value, /) -> str:
        """Describe an option before it is chosen, in one line and without playing it."""

    def why_not(self, state: Any, words: Words, /) -> str | None:
        """Say why something is not offered, for the error that a player gets who tries it.

        Return one sentence ("r4 c4 is already uncovered.") or None; ``words`` are the names that
        were tried.
        """

    def parse(self, state: Any, text: str, /) -> Value | None:
        """Return the value of the option that ``text`` means in the game's notation (``p["e2e4"]``
        for ``p.e4``), or None."""

    def notation(self, state: Any, words: Words, /) -> str | None:
        """Return a choice as written in the list of moves beside the board (``"e8=Q"`` for
        ``p.e8_Q``), or None.

        ``words`` are the names that were chosen in ``state``.
        """

    def write(self, states: Sequence[Any], suffix: str, /) -> str | None:
        """Return the game so far as the text of a file in the field's own format, for ``save(p,
        "game.pgn")``.

        ``states`` are those from the start to the present one. Return None for an unknown suffix.
        """

    def hint(self, state: Any, /) -> Hint | None:
        """Return a good choice with its reason, or None if there is nothing to advise."""

    def solve(self, state: Any, /) -> Solution:
        """Return a solution.

        If solving may be slow, it has the parameters ``shortest``, which asks for a solution proved
        to be the shortest (by default the game decides by its size), and ``limit_seconds``, after
        which it returns the best found so far; it may have others.
        """

    def evaluate(self, state: Any, /) -> Mapping[Value, Verdict]:
        """Return a verdict for each option value that has one.

        If it has a parameter ``only``, it is given some values to compare more thoroughly: a review
        does this before it blames a move.
        """

    def check(self, state: Any, /) -> Check:
        """Say whether the player's moves so far are right, without revealing the answer."""

    def check_levels(self, state: Any, /) -> Check:
        """Report what the author of a game with levels should know about all of them; `check` of
        the game itself shows this before a level is chosen."""

    def seen_by(self, state: Any, player: int, /) -> Hashable:
        """Return what a player, counted from 0, knows; for games in which players know different
        things.

        States for which this is equal are the same to that player. If it is a state of the game's
        own class, with what the player cannot know blanked out, that state is also shown: its text
        and board are the player's, and the game's other abilities are asked about it. Any other
        value only says what the player knows; the text, board and options of a state are then those
        of the player to move.
        """

    def resample(self, state: Any, player: int, rng: Random, /) -> Any:
        """Return a state that a player cannot distinguish from this one (``seen_by`` is equal),
        with the rest drawn again.

        This makes a game that hides something searchable. The result depends only on what the
        player knows and on the generator: sort what you shuffle.
        """

    def rollout(self, state: Any, rng: Random, most: int, /) -> tuple[Sequence[float] | None, int]:
        """For speed: play an unfinished game to its end at random, on one copy that is changed in
        place.

        Return what each player gets (as `StateOfPlayers.payoffs`, or in shares of a win if the
        states say who won) and the number of choices; None for the payoffs if there would be more
        choices than ``most``. The generator is the only source of luck. A tree search calls it
        instead of playing `process_response` to the end. The payoffs may be the mean of several
        games, or an estimate, and the number of choices the average. Random players that win at
        once when they can make a search stronger.
        """

    def candidates(self, state: Any, /) -> Sequence[Value] | None:
        """For speed: return the option values that a tree search tries first if there are many;
        None if all are alike.

        The others are tried later, as more games are played, and no proof omits them. Name the
        options that must not be overlooked: threats and their answers, then those near the last
        moves.
        """

    def passed(self, state: Any, /) -> Any:
        """Return the same position with the other of two players to move, for
        `combinatorial_value`.

        Only the turn changes. The two players of the game may have different moves, and whoever
        cannot move loses.
        """

    def parts(self, state: Any, /) -> Sequence[Any]:
        """For speed: return the independent positions that a state consists of, with the same
        player to move: each move is in one of them and changes nothing in the others."""

    def canonical(self, state: Any, /) -> tuple[Hashable, Mapping[Value, Hashable]]:
        """For speed: identify rotated and mirrored boards in a game of several players.

        Return a key in place of `StateOfPlayers.key`, equal for equivalent states, and a name for
        each option value (a mapping, or a sequence if the values are numbers): options of two such
        states with the same name are worth the same. Solving then examines only one of these
        states; all answers refer to the player's own position.
        """


class StateOfPlayers(Protocol):
    """Optional attributes of the states of a game with players; each is looked up by its name."""

    @property
    def mover(self) -> int | str:
        """Whose turn it is: a number from 0, or one of the names in `Game.players`.

        If states do not say, the players take turns; ignored when the game is over.
        """

    @property
    def winner(self) -> int | str | None:
        """The winner, requested when the game is over: a number from 0, a name, or None for a draw.

        A puzzle needs none: its outcome ``"won"`` is the goal.
        """

    @property
    def payoffs(self) -> Sequence[float]:
        """What each player gets, requested when the game is over: more is better; it takes
        precedence over `winner`."""

    @property
    def rewards(self) -> Sequence[float]:
        """What each player got from the step that led to this state, for a game that pays along the
        way (zeros at first).

        The aim of the game is the sum of all rewards, including those of the last step; `payoffs`
        may be omitted, or is that sum. The sum need not be in the state: states that differ only in
        earlier payments are the same.
        """

    @property
    def payoff_range(self) -> tuple[float, float]:
        """The least and the greatest possible value of `payoffs`: a tree search stops once the
        greatest is certain."""

    @property
    def beginning_cost(self) -> float:
        """The number of steps of a search's budget that it costs to start a simulated game here.

        By default 0, or 50 if something hidden is drawn again.
        """

    @property
    def key(self) -> Value:
        """For speed: any hashable value that covers everything the future may depend on (options,
        end, payoffs and what follows).

        Two states with the same key and the same player to move are one state to a search within
        one game. If a state remembers its past (``moves``, ``last``), two paths to the same
        position look different. Without a key, the state itself is used.
        """

    @property
    def all_values(self) -> Sequence[Value]:
        """The value of every option that any state of the game may have, with these parameters and
        any seed: the actions of `as_environment`, which otherwise are those found in random
        games."""

    @property
    def cell_signs(self) -> Sequence[Hashable]:
        """For speed: the contents of each cell, for the observations of `as_environment`."""

    @property
    def option_values(self) -> Sequence[Value]:
        """For speed: the values of `State.display_options` in the same order, if labels take longer
        to make than moves."""


def mover_of(game: Game, state: Any, turn: int) -> int:
    """Return the number of the player to move; ``turn`` if the state does not say."""
    names = player_names(game)
    mover = getattr(state, "mover", None)
    if mover in names:
        return names.index(mover)
    if mover is None or mover not in range(len(names)):
        return turn
    return int(mover)


SHOWN_NAMES = ("display_text", "display_options", "outcome", "free_input")
"""The attributes that every state has."""


def refuse_methods(state: Any, names: Sequence[str]) -> None:
    """Raise `BrokenGame` if a state defines one of these names as a method, which nobody would
    call."""
    for name in names:
        if isinstance(inspect.getattr_static(type(state), name, None), FunctionType):
            raise BrokenGame(
                f"{type(state).__name__}.{name} is a method; make it a property: write @property"
                " above it."
            )


def refuse_other(thing: Any, wrote: str) -> None:
    """Raise `BrokenGame` for an object that is not a state, with the name of the method that
    returned it."""
    if says(thing, "display_options") and not isinstance(thing, type):
        return
    advice = ": it has no display_options."
    if thing is None:
        advice = "; is a return missing?"
    elif isinstance(thing, type):
        advice = f"; write {thing.__name__}(…) to make one."
    raise BrokenGame(f"{wrote} gave {quote(thing)}, which is not a state{advice}")


def ending_of(state: Any) -> Any:
    """Return the word for how a game ended in a state, None while it goes on.

    A game without choices is over, even if the state does not say so.
    """
    outcome = state.outcome if says(state, "outcome") else None
    if outcome is not None:
        return outcome
    can_choose = any(True for _ in state.display_options)
    return None if can_choose or getattr(state, "free_input", None) is not None else OVER


def sight_of(game: Game) -> Callable[[Any, int], Any] | None:
    """Return the game's ``seen_by``, which says what a player knows about a state; None if it has
    none."""
    sight: Callable[[Any, int], Any] | None = getattr(game, "seen_by", None)
    return sight


def hides_something(game: Game) -> bool:
    """True if some player knows less than the whole state."""
    return bool(game.hides) or sight_of(game) is not None


def hidden_words(game: Game) -> str:
    """Describe what a game hides, for use in a sentence: its author knows the attributes by
    name."""
    return ", ".join(() if is_shipped(game) else game.hides) or "what a player does not know"


def is_shipped(game: Game) -> bool:
    """True for a game of this package: its players get no advice on how to write it."""
    return type(game).__module__.partition(".")[0] == __name__.partition(".")[0]


def shortcut(game: Game, name: str) -> Any:
    """Return an optional method that a game has for speed, or None.

    A class that overrides `process_response`, and so may have other rules, does not inherit it and
    must define its own.
    """
    for space in (getattr(game, "__dict__", {}), *map(vars, type(game).__mro__)):
        if name in space:
            return getattr(game, name)
        if "process_response" in space:
            return None
    return None


def can_resample(game: Game) -> bool:
    """True if the game can redraw what a player does not know."""
    return getattr(game, "resample", None) is not None


def shown_state(game: Game, state: Any, player: int) -> Any:
    """Return the state that a player is shown: the result of ``seen_by`` if it is a state,
    otherwise the state itself."""
    sight = sight_of(game)
    seen = state if sight is None else sight(state, player)
    if type(seen) is type(state):
        return seen
    return state


def view_for(game: Game, state: Any, player: int) -> View:
    """Return the view of a state for one player, who sees only what that player may see."""
    return checked_view(game, shown_state(game, state, player), player)


def checked_view(game: Game, shown: Any, player: int) -> View:
    """Return a game's view of a state from which the player's secrets were removed; raise
    `TypeError` for anything but a view."""
    view = game.view(shown, player)
    if not isinstance(view, View):
        raise TypeError(f"{quote(view)} is not a View")
    return view


def shown_to(game: Game, state: Any, player: int) -> dict[str, Any]:
    """Return everything that a player sees of a state without asking, and what can be done
    there."""
    return {
        **view_for(game, state, player).parts(),
        "options": tuple(state.display_options),
        "outcome": getattr(state, "outcome", None),
        "free_input": getattr(state, "free_input", None),
    }


def known_to(game: Game, state: Any, player: int) -> Any:
    """Return everything that a player knows about a state: the result of ``seen_by``, or what is
    shown."""
    sight = sight_of(game)
    if sight is None:
        return shown_to(game, state, player)
    return sight(state, player)


def parameters_of(method: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a method by name, without ``self``."""
    function = getattr(method, "__func__", None)
    # Cached by function rather than by method, which would keep its object alive.
    if type(function) is FunctionType:
        return _of_function(function)
    return inspect.signature(method).parameters


@functools.lru_cache(maxsize=256)
def _of_function(function: FunctionType) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(MethodType(function, function)).parameters


def taken_by(ability: Callable[..., Any], arguments: Parameters) -> dict[str, Any]:
    """Return those of the named arguments that an ability accepts."""
    parameters = parameters_of(ability)
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return dict(arguments)
    return {name: value for name, value in arguments.items() if name in parameters}


def says(state: Any, name: str) -> bool:
    """True if states of this class have the attribute. Its value is not read: it may not be defined
    yet."""
    kind = type(state)
    return (
        hasattr(kind, name)
        or name in getattr(state, "__dict__", ())
        or (hasattr(kind, "__getattr__") and hasattr(state, name))
    )


def board_in(game: Game, state: Any) -> Board | None:
    """Return the board of a state, or None if the game has none or draws none for this state."""
    board: Callable[[Any], Board | None] | None = getattr(game, "board", None)
    if board is None:
        return None
    return board(state)


def title_of(game: Game) -> str:
    """Return the name by which people know a game: its title, or the words of its class's name."""
    words = re.sub(
        r"(?<=[a-z0-9])[A-Z](?=[a-z])", lambda first: f" {first[0].lower()}", type(game).__name__
    )
    return game.title or words


def player_names(game: Game) -> Words:
    """Return the names of a game's players, ``"player 1"`` … if it gives only a number; none if it
    gives nothing."""
    players = game.players
    if players is None:
        return ()
    if is_whole(players, low=1):
        return tuple(f"player {number}" for number in range(1, players + 1))
    if (
        isinstance(players, tuple | list)
        and players
        and all(isinstance(name, str) and name for name in players)
        and "".join(players) == clean("".join(players))
        and len(set(players)) == len(players)
    ):
        return tuple(players)
    raise BrokenGame(
        f"{type(game).__name__}.players is {quote(players)}; it must be a number of at least 1 or a"
        " tuple of different names that can be read."
    )


def option_pairs(state: Any) -> Iterator[tuple[Words, Value]]:
    """Return the state's options with each label as a tuple of words."""
    for label, value in state.display_options:
        yield (label,) if isinstance(label, str) else label, value
