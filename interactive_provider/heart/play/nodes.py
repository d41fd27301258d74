"""What a player holds: a position, a stage between two positions, a half-typed number, a lobby.

A position is a state reached by a path of choices at a table. It knows its parent but not its path,
so that long games stay cheap; two positions are equal if their digests are, that is if game,
parameters, seed and path are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ...errors import (
    BadLabel,
    BadParameter,
    ChoiceError,
    NoSuchKey,
    NotAPosition,
    ProviderError,
    broken,
    did_you_mean,
    guard,
    quote,
)
from ...game import (
    Game,
    Number,
    Parameters,
    Text,
    Value,
    View,
    Words,
    option_pairs,
    refuse_other,
    title_of,
)
from ...rendering.node_page import Page, brief
from ...support.sanitizing import clean
from ..choices.menus import Listing, entries_of, key_entries, listing, stage_entries
from ..choices.naming import without_zeros
from ..choices.synthesis import (
    Choice,
    Entry,
    Key,
    Node,
    choices,
    choose_by_name,
    filled,
    kind,
    one_element,
    refuse_index,
    synthesise,
    typed_equal,
)
from .digests import Input, Step, extended, step_text
from .memory import Memory
from .position_data import (
    PositionData,
    asked,
    describe_value,
    expected_at,
    page_of,
    refusal,
    rules_of,
    shown,
    why_not,
)
from .presets import needs_lobby, parameters_in_words, presets_of
from .seeds import Seed, checked_seed, fresh_seed, today
from .table import Origin, Table, in_a_step, rebuilt, same_rules


class Option(NamedTuple):
    """One legal choice: its label for people, its value for the game, the attributes that choose
    it.

    >>> from interactive_provider import games, options
    >>> options(games.match_game.two_people)[0].names
    ('row1', 'take1')
    """

    label: str
    value: Value
    names: tuple[str, ...]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return one element of a numpy array, so that ``rng.choice(options(p))`` draws an
        option."""
        return one_element(self, dtype)


# Nodes -------------------------------------------------------------------------------------


class Listed(Node):
    """A node whose choices can be listed, with all stages below them, and chosen by text."""

    __slots__ = ()

    def __getitem__(self, text: object) -> Node:
        refuse_index(self, text)
        return by_text(self, text)

    def __iter__(self) -> Iterator[Option]:
        return iter(options_of(self))

    def __reversed__(self) -> Iterator[Option]:
        return reversed(options_of(self))

    def __len__(self) -> int:
        return len(options_of(self))

    def __contains__(self, choice: object) -> bool:
        return lists(self, choice)

    def _ipython_key_completions_(self) -> list[str]:
        return [option.label for option in options_of(self)]

    def _below(self) -> Iterator[str]:
        """Return the names further down the menu, each with the names that lead to it:
        ``uncover.r5``."""
        for option in options_of(self):
            for end in range(2, len(option.names) + 1):
                yield ".".join(option.names[:end])

    def _why_not(self, name: str) -> str:
        position = position_under(self)
        return why_not(position, (*self._names, name), list(self._choices), self._below())

    def _describe(self, choice: Choice) -> str:
        label = " ".join((*self._words, choice.label))
        if choice.leads_on or isinstance(choice.value, Key):
            return label
        return describe_value(position_under(self), choice.value, label)

    def _otherwise(self, name: str) -> Node:
        """Return the node for a choice's name from earlier versions of a game, or its name without
        leading zeros: ``row8`` is ``row08``."""
        now = position_under(self)._table.game.renamed.get(name, name)
        if now not in self._choices:
            short = without_zeros(name)
            now = next((other for other in self._choices if without_zeros(other) == short), name)
        return choose_by_name(self, now) if now in self._choices else super()._otherwise(name)


class Position(Listed, PositionData):
    """A state of a game, reached by a path; its attributes are the choices.

    >>> from interactive_provider import Position, games
    >>> isinstance(games.guess(seed=7), Position)
    True
    """

    __slots__ = ()
    _kind = "position"
    _parent: Position | None

    def _choose(self, choice: Choice) -> Node:
        if choice.leads_on:
            return _stage(self, (choice.label,), (choice.name,))
        if isinstance(choice.value, Key):
            return _typing(self, str(choice.value))
        return play(self, choice.names, choice.value)

    def __call__(self, /, *given: object, **parameters: Any) -> Node:
        """Answer with ``p(12)`` or ``p("north")``; at the start, ``p(seed=7)`` sets seed and
        parameters."""
        if given:
            if len(given) > 1 or parameters:
                raise ChoiceError(f"Give one answer at a time: p({quote(given[0])}).")
            return answer(self, given[0])
        if self._parent is not None:
            raise ChoiceError(
                "The game has started: seed and parameters can only be set at its start."
                f" {asked(self)}"
            )
        table = self._table
        return begin(
            table.game,
            table.name,
            table.origin,
            table.seed,
            {**table.parameters, **parameters},
            bool(parameters),
        )


class Unfinished(Node):
    """An incomplete choice: equal to another of its kind with the same parts."""

    __slots__ = ()

    def _parts(self) -> object:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unfinished) or self._kind != other._kind:
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())


class Stage(Listed, Unfinished):
    """An incomplete choice: some words of a label are chosen, but no move is made yet."""

    __slots__ = ("_names", "_position", "_words")
    _kind = "stage"
    _position: Position

    def _choose(self, choice: Choice) -> Node:
        names = (*self._names, choice.name)
        if choice.leads_on:
            return _stage(self._position, (*self._words, choice.label), names)
        return play(self._position, names, choice.value)

    def _parts(self) -> object:
        return self._names, self._position

    def _repr(self) -> str:
        return f"{self._position!r}.{'.'.join(self._names)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return walk, (self._position, self._names)

    def __call__(self, /, *given: object, **parameters: Any) -> Node:
        """Raise `ChoiceError`: continue a stage with names, or make the whole choice with
        `choose`."""
        on = next(iter(self._choices), "…")
        words = ", ".join(map(quote, (*self._words, *(given or ("…",)))))
        raise ChoiceError(
            f"{'.'.join(self._names)} is the first part of a choice and takes no brackets: "
            f"go on with .{on}, or use choose(p, ({words}))."
        )

    def _page(self) -> Page:
        return _unfinished(self, " ".join(self._words))


class Typing(Unfinished):
    """An incomplete number: some digits are typed, but no move is made yet."""

    __slots__ = ("_position", "_typed")
    _kind = "number"
    _position: Position
    _typed: str

    def _choose(self, choice: Choice) -> Node:
        if choice.value == "enter":
            return answer(self._position, self._typed)
        return _typing(self._position, self._typed + choice.value)

    def _parts(self) -> object:
        return self._typed, self._position

    def _repr(self) -> str:
        keys = ({"-": "minus", ".": "point"}.get(sign, f"n{sign}") for sign in self._typed)
        return f"{self._position!r}.{'.'.join(keys)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _typing, (self._position, self._typed)

    def _describe(self, choice: Choice) -> str:
        if choice.value == "enter":
            return f"answer {self._typed}"
        return f"{self._typed}{choice.value}…"

    def _page(self) -> Page:
        return _unfinished(self, self._typed)

    def _why_not(self, name: str) -> str:
        wanted = expected_at(self._position)
        return (
            f"{quote(name)} cannot follow {self._typed!r}: {wanted} is"
            f" expected.{did_you_mean(name, self._choices)}"
        )


class Lobby(Listed):
    """A game before it begins: its attributes are the presets; calling it sets parameters and
    seed."""

    __slots__ = ("_game", "_name", "_origin", "_seed")
    _kind = "lobby"
    _game: Game
    _name: str
    _origin: Origin
    _seed: Seed

    def _choose(self, choice: Choice) -> Node:
        if isinstance(choice.value, Key):
            return lobby(self._game, self._name, self._origin, today())
        return unchosen(self, presets_of(self._game)[choice.value])

    def _otherwise(self, name: str) -> Node:
        """Find the first choices of the plain game here too: ``games.chess.e4`` is
        ``…both_sides.e4``."""
        first = plain_start(self)
        if first is not None and name in choices(first):
            return choose_by_name(first, name)
        return Node._otherwise(self, name)

    def __contains__(self, choice: object) -> bool:
        first = plain_start(self) if isinstance(choice, str) else None
        return lists(self, choice) or (first is not None and choice in first)

    def __call__(self, /, *given: object, **parameters: Any) -> Node:
        """Begin a game, as in ``games.minesweeper(seed=7, rows=5)``; without arguments, a fresh one
        with its own seed."""
        first = plain_start(self) if len(given) == 1 and not parameters else None
        if first is not None and find(first, given[0]) is not None:
            return answer(first, given[0])
        if given:
            raise BadParameter(
                f"Parameters must be given by name, as in seed=7; {quote(given[0])} has none."
            )
        return begin(self._game, self._name, self._origin, self._seed, parameters, bool(parameters))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lobby):
            return NotImplemented
        same = (self._name, self._seed) == (other._name, other._seed)
        return same and same_rules(self._game, other._game)

    def __hash__(self) -> int:
        return hash((self._name, self._seed))

    def _repr(self) -> str:
        return f"{self._origin._root()}.{self._name}(seed={self._seed!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuilt, (self._origin._games, self._name, None, self._seed, ())

    def _describe(self, choice: Choice) -> str:
        if isinstance(choice.value, Key):
            return f"{choice.label}: today's board, the same for everyone: seed {today()!r}"
        preset = presets_of(self._game)[choice.value]
        settings = ", ".join(
            f"{name} {value}" for name, value in preset.items() if value != choice.value
        )
        if settings:
            return f"{choice.label}: {settings}"
        return choice.label

    def _page(self) -> Page:
        game = self._game
        parameters = f"Parameters: {parameters_in_words(game)}"
        view = View(rules_of(game), title=title_of(game), footnote=parameters)
        return Page(view, repr(self), options=list(self._choices))

    def _why_not(self, name: str) -> str:
        first = plain_start(self)
        moves = [] if first is None else list(choices(first))
        also = f", or a choice such as {moves[0]}" if moves else ""
        return (
            f"{title_of(self._game)} starts with a preset or a call{also}; {quote(name)} is none"
            f" of these.{did_you_mean(name, self._choices, moves)}"
        )


WithOptions: TypeAlias = Position | Stage | Lobby
"""The nodes whose options are those of a game, or its presets."""


# Making nodes ------------------------------------------------------------------------------

memory: Memory[Position] = Memory()


def begin(
    game: Game,
    name: str,
    origin: Origin,
    seed: Seed,
    arguments: Parameters,
    called: bool,
) -> Position | Lobby:
    """Return the start of a game with these parameters: its first position, or its lobby if
    something is missing.

    ``called`` is False for a bare ``games.name()``, which is a fresh game.
    """
    parameters = dict(arguments)
    seed = checked_seed(parameters.pop("seed", seed)) if called else fresh_seed()
    if parameters or not needs_lobby(game):
        return start(Table(game, name, seed, parameters, origin))
    return lobby(game, name, origin, seed)


DAILY = Key("daily")


def lobby(game: Game, name: str, origin: Origin, seed: Seed) -> Lobby:
    """Return the lobby of a game."""
    presets: list[Entry] = [(preset, preset) for preset in presets_of(game)]
    # Not among the options, so that a program that tries them all is independent of the date.
    cls = synthesise(Lobby, (*presets, *([] if DAILY in presets_of(game) else [(DAILY, DAILY)])))
    return filled(cls, _game=game, _name=name, _origin=origin, _seed=seed)


def plain_start(lobby: Lobby) -> Position | None:
    """Return the start of the default preset, or None if every preset sets something."""
    return unchosen(lobby) if {} in presets_of(lobby._game).values() else None


def unchosen(lobby: Lobby, parameters: Parameters = MappingProxyType({})) -> Position:
    """Return the start of a game with the given parameters, or without any although it has
    presets."""
    return start(Table(lobby._game, lobby._name, lobby._seed, parameters, lobby._origin))


def begun(node: Node) -> Node:
    """Return the plain start of a lobby that has one, and any other node itself: every function of
    a position therefore accepts a game that can begin without a preset."""
    first = plain_start(node) if isinstance(node, Lobby) else None
    return node if first is None else first


def start(table: Table) -> Position:
    """Return the position before the first choice."""
    return _remembered(table, None, (), table.digest, None)


def play(parent: Position, step: Step, value: Value) -> Position:
    """Return the position after one more choice; the game is asked only the first time."""
    return _remembered(parent._table, parent, step, extended(parent._digest, step), value)


def _remembered(
    table: Table, parent: Position | None, step: Step, digest: bytes, value: Value
) -> Position:
    key = (table.mark, digest)
    found = memory.get(key)
    if found is not None:
        return found
    if in_a_step():
        return _played(table, parent, step, digest, value)
    with table.lock:
        found = memory.get(key)
        return _played(table, parent, step, digest, value) if found is None else found


def _played(
    table: Table, parent: Position | None, step: Step, digest: bytes, value: Value
) -> Position:
    """Play a step now, remember the position after it, and return it."""
    if parent is None:
        state, replies = table.first_state()
    else:
        state, replies = table.next_state(parent._state, value, step, digest)
    try:
        cls = synthesise(Position, entries_of(state))
    except (ProviderError, KeyboardInterrupt):
        raise
    except BaseException as fault:
        wrote = "new_state" if parent is None else "process_response"
        refuse_other(state, f"{wrote} of {table.name}")
        raise broken(
            f"the state of {table.name} after {step_text(step) or 'its start'}", fault
        ) from fault
    position = filled(
        cls,
        _table=table,
        _parent=parent,
        _step=step,
        _state=state,
        _digest=digest,
        _replies=replies,
    )
    memory.put((table.mark, digest), position, table.room)
    return position


def _stage(position: Position, words: Words, names: Words) -> Stage:
    with _reading_options(position):
        cls = synthesise(Stage, stage_entries(position._state.display_options, words))
    return filled(cls, _position=position, _words=words, _names=names)


def _typing(position: Position, typed: str) -> Typing:
    cls = synthesise(Typing, key_entries(expected_at(position), typed))
    return filled(cls, _position=position, _typed=typed)


def walk(node: Node, names: Words) -> Node:
    """Return the node after successive choices by name."""
    for name in names:
        node = choose_by_name(node, name)
    return node


def _unfinished(node: Stage | Typing, said: str) -> Page:
    """Return the page of the position where a choice was started, with the words chosen so far and
    what may follow."""
    return page_of(node._position).going_on(said, brief(list(node._choices)), repr(node))


# Choosing by value and by text -------------------------------------------------------------


class Live:
    """An object with a current position that can change, such as a board on a page.

    Functions and magics accept it in place of that position.
    """

    __slots__ = ()
    position: Any


Playable: TypeAlias = Node | Live
"""The arguments that functions on positions accept."""


def node_of(p: Playable) -> Node:
    """Return the node that ``p`` refers to; raise `NotAPosition` if it is neither a node nor
    `Live`, or the loading error of a game that could not be loaded."""
    node = p.position if isinstance(p, Live) else p
    if not isinstance(node, Node):
        raise NotAPosition(f"{quote(p)} is not a position in a game.")
    if node._error is not None:
        raise node._error
    return node


def position_under(node: Node) -> Position:
    """Return the position that a stage or a half-typed number belongs to."""
    return node if isinstance(node, Position) else node._position


def options_of(node: Node) -> tuple[Option, ...]:
    """Return every option below a node, with the names that lead to it from there; keys for typing
    are not included."""
    menu = choices(node).values()
    if isinstance(node, Position | Stage) and any(choice.leads_on for choice in menu):
        with _reading_options(node):
            return tuple([_option(words, value, names) for names, words, value in _listing(node)])
    return tuple(
        [_option((c.label,), c.value, c.names) for c in menu if not isinstance(c.value, Key)]
    )


def _option(words: Words, value: Value, names: Iterable[str]) -> Option:
    return Option(_label(words), value, tuple(names))


@lru_cache(maxsize=4096)
def _label(words: Words) -> str:
    """Return the label of an option as plain text: most options were there a move ago."""
    return clean(" ".join(words))


def _reading_options(node: Node) -> guard:
    is_played = isinstance(node, Position | Stage)
    owner = position_under(node)._table.name if is_played else f"a {node._kind}"
    return guard(f"display_options of {owner}")


def _listing(node: Position | Stage) -> Iterator[Listing]:
    if isinstance(node, Position):
        return listing(entries_of(node._state), node._state.display_options, 0)
    options = node._position._state.display_options
    depth = len(node._words)
    below = [option for option in options if option[0][:depth] == node._words]
    return listing(stage_entries(below, node._words), below, depth)


def lists(node: Any, choice: object) -> bool:
    """True if the node offers an option, given as an `Option` or as text."""
    if isinstance(choice, Option):
        return _same_option(node, choice) is not None
    return find(node, choice, values=False) is not None


def taken(node: Position | Lobby, option: Option) -> Node:
    """Return the node after an option listed at this very node: its names need not be walked."""
    if isinstance(node, Position):
        return play(node, option.names, option.value)
    return walk(node, option.names)


def answer(position: Position, reply: object) -> Position:
    """Return the position after a value: that of an option, or a free input that the state
    accepts."""
    option = by_value(position, reply)
    if option is None:
        expected: Number | Text | None = expected_at(position)
        if expected is None:
            return position_under(by_text(position, reply))
        value = expected.parse(reply)
        option = by_value(position, value)
        if option is None:
            return play(position, Input(value), value)
    return play(position, option.names, option.value)


def by_value(node: WithOptions, value: object) -> Option | None:
    """Return the option with this value, if there is one, with the names that lead to it from
    ``node``."""
    try:
        kind(value)
    except BadLabel:  # an option's value is always hashable
        return None
    depth = len(node._words)
    with _reading_options(node):
        pairs = () if isinstance(node, Lobby) else option_pairs(position_under(node)._state)
        for words, known in pairs:
            rest = words[depth:]
            if rest and typed_equal(known, value) and words[:depth] == node._words:
                return _option(rest, known, _names(node, rest, known))
        for choice in choices(node).values():
            if not choice.leads_on and typed_equal(choice.value, value):
                return _option((choice.label,), choice.value, choice.names)
    return None


def option_here(node: WithOptions, option: Option) -> Option:
    """Return this node's option with the label and the value of an option that may come from
    another node.

    Raises `ChoiceError` if there is none: another node's names may lead to a different choice here.
    """
    if _leads_to(node, option):
        return option
    same = _same_option(node, option)
    if same is None:
        labels = [listed.label for listed in options_of(node)]
        if isinstance(node, Lobby):
            raise ChoiceError(
                f"{quote(option.label)} is not a preset.{did_you_mean(option.label, labels)}"
            )
        meant = quote(option.label)
        if option.label in labels:
            meant = f"{meant} with the value {quote(option.value)}"
        raise ChoiceError(refusal(position_under(node), meant, labels))
    return same


def _leads_to(node: Node, option: Option) -> bool:
    """True if an option's names lead to its value here: it was listed at this node, or could have
    been."""
    *before, last = option.names
    words = []
    for name in before:
        stage = node._choices.get(name)
        if stage is None or not stage.leads_on:
            return False
        words.append(stage.label)
        node = node._choose(stage)
    choice = node._choices.get(last)
    if choice is None or choice.leads_on or not typed_equal(choice.value, option.value):
        return False
    return clean(" ".join((*words, choice.label))) == option.label


def _same_option(node: WithOptions, option: Option) -> Option | None:
    same = by_value(node, option.value)
    if same is not None and same.label == option.label:
        return same
    return None


def _names(node: Node, words: Words, value: object) -> Iterator[str]:
    """Return the names of the words of an option's label, stage by stage."""
    last = len(words) == 1
    for name, choice in choices(node).items():
        if (
            choice.label == words[0]
            and choice.leads_on != last
            and (not last or typed_equal(choice.value, value))
        ):
            yield name
            if not last:
                yield from _names(node._choose(choice), words[1:], value)
            return


def by_text(node: Any, text: object) -> Node:
    """Return the node after the option that ``text`` means; raise `NoSuchKey` if none or several
    match."""
    option = find(node, text, values=False)
    if option is not None:
        return walk(node, option.names)
    labels = [o.label for o in options_of(node)]
    if isinstance(node, Lobby):
        if (first := plain_start(node)) is not None and find(first, text) is not None:
            return by_text(first, text)
        word = str(text)
        if word in choices(node):  # the board of the day is no option
            return walk(node, (word,))
        raise NoSuchKey(node._why_not(word))
    if alike := [".".join(o.names) for o in options_of(node) if o.label == text]:
        raise NoSuchKey(f"{quote(text)} means several choices here: {', '.join(alike)}. ({node!r})")
    raise NoSuchKey(refusal(position_under(node), quote(text), labels))


def find(node: WithOptions, meant: object, values: bool = True) -> Option | None:
    """Return the option that matches an exact label, a value, a notation, or a label in another
    case, in this order."""
    option = (
        _read_as(node, meant, (str,))
        or (by_value(node, meant) if values else None)
        or _notated(node, meant)
    )
    if option is not None or _is_typed_number(node, meant):
        return option
    # In a notation, letters and numbers have their own meanings: h4 is not the same as a4.
    return _read_as(node, meant, (_folded,) if _notation(node) else (_folded, _numbers))


def _is_typed_number(node: WithOptions, text: object) -> bool:
    """True if a text contains digits and input may be typed: then .5 does not mean 5, nor B2 2."""
    may_type = isinstance(node, Position) and expected_at(node) is not None
    return may_type and isinstance(text, str) and any(map(str.isdigit, text))


def _notated(node: WithOptions, text: object) -> Option | None:
    """Return the option that a text means in the game's own notation, if it has one."""
    parse = _notation(node)
    if parse is None or isinstance(node, Lobby) or not isinstance(text, str):
        return None
    position = position_under(node)
    with guard(f"parse of {position._table.name}"):
        value = parse(shown(position), text)
    return None if value is None else by_value(node, value)


def _notation(node: WithOptions) -> Callable[[Any, str], Value | None] | None:
    game = node._game if isinstance(node, Lobby) else position_under(node)._table.game
    return getattr(game, "parse", None)


def _read_as(node: Node, text: object, readings: Iterable[Callable[[str], str]]) -> Option | None:
    """Return the option whose label, or otherwise names, match ``text`` by the first reading that
    leaves a single option."""
    if not isinstance(text, str):
        return None
    listed = options_of(node)
    for read in readings:
        wanted = read(clean(text))
        labelled = [option for option in listed if read(option.label) == wanted]
        same = labelled or [option for option in listed if read(".".join(option.names)) == wanted]
        if len(same) == 1:
            return same[0]
    return None


def _folded(text: str) -> str:
    return " ".join(text.replace(".", " ").casefold().split())


def _numbers(text: str) -> str:
    """Return the words, each without the letters before its number and without leading zeros."""
    return " ".join(map(_bare, _folded(text).split()))


def _bare(word: str) -> str:
    digits = word.lstrip("abcdefghijklmnopqrstuvwxyz")
    if digits.isascii() and digits.isdigit():
        return digits.lstrip("0") or "0"
    return word


def step_node(position: Position, step: Step) -> Position:
    """Return the position after one recorded step; raise `ChoiceError` if it is not offered."""
    node = answer(position, step.value) if isinstance(step, Input) else walk(position, step)
    if not isinstance(node, Position):
        raise ChoiceError(f"{step_text(step)} is only the first part of a choice at {position!r}.")
    return node
