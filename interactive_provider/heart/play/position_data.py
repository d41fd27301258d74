"""The data of a position and what is derived from it: pages, paths, lines, and the reason why
something is not a choice."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...boards import Board
from ...errors import BadBoard, BrokenGame, did_you_mean, guard, quote
from ...game import (
    Game,
    Value,
    View,
    Words,
    ending_of,
    hides_something,
    mover_of,
    option_pairs,
    player_names,
    title_of,
)
from ...prose import framed
from ...rendering.node_page import Page
from ...support.hashes import digest_of
from ...support.plurals import in_words
from ...support.sanitizing import clean
from ...support.wrapping import unwrapped
from ..choices.menus import entries_of, listing
from ..choices.naming import identifiers
from ..choices.synthesis import Node, choices
from .digests import Input, Step, extended, step_text
from .presets import presets_of
from .seating import Reply
from .table import Table, rebuilt

_LONGEST_LINE = 200
"""The maximum length of a line in a repr; `interactive_provider.line` gives the whole line."""

_TELLING_WORDS = 3
"""How many more words than a game's name its title must have to describe the game."""

FUNCTIONS = frozenset(
    "board check choose describe evaluate extra hint history host line mover options outcome"
    " parameters path payoffs picture play restart review save seed share solve summary transcript"
    " undo winner".split()
)
"""The package's functions of a position, which newcomers look for among its attributes."""

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])|; ")


class PositionData(Node):
    """The data of a position: a state at a table, the step that led to it, and the previous
    position."""

    __slots__ = ("_digest", "_parent", "_replies", "_state", "_step", "_table")
    _table: Table
    _parent: PositionData | None
    _step: Step
    _state: Any
    _digest: bytes
    _replies: tuple[Reply, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PositionData):
            return NotImplemented
        return self._digest == other._digest and self._table == other._table

    def __hash__(self) -> int:
        return hash(self._digest)

    def _repr(self) -> str:
        return line_of(self, longest=_LONGEST_LINE)

    def __reduce__(self) -> tuple[Any, ...]:
        table, steps, _ = written(self)
        record = (
            table.origin._games,
            table.name,
            table.parameters,
            table.seed,
            steps,
            table.game.version,
            shown_of(recorded(self)),
        )
        return rebuilt, record

    def _page(self) -> Page:
        return page_of(self)


def outcome_of(position: PositionData) -> str | None:
    """Return the game's word for how it ended, None while it goes on."""
    seating = position._table.seating
    with guard(f"outcome of {position._table.name}"):
        outcome = _own_outcome(position) if seating is None else seating.outcome(position._state)
        if not isinstance(outcome, str | None) or outcome == "":
            raise TypeError(f"{quote(outcome)} is not a word; while a game goes on it is None")
    return None if outcome is None else clean(str.__str__(outcome))


def viewer_of(position: PositionData) -> int:
    """Return the number of the viewing player: your seat against others; at one keyboard the player
    to move and, at the end, the one who moved last.
    """
    viewer = position._table.viewer
    return _mover_or_last(position) if viewer is None else viewer


def _mover_or_last(position: PositionData) -> int:
    """Return the player who chooses at a position, or you against others; at the end, the one who
    chose last."""
    table = position._table
    if table.seating is not None:
        return table.seating.seat
    if len(player_names(table.game)) < 2:
        return 0
    with guard(f"mover of {table.name}"):
        is_over = position._parent is not None and _own_outcome(position) is not None
        at = position._parent if is_over else position
        assert at is not None
        # Counting the turns takes the whole path, so it is done only if the state does not name the
        # mover.
        turn = turn_of(at) if getattr(at._state, "mover", None) is None else 0
        return mover_of(table.game, at._state, turn)


def shown(position: PositionData) -> Any:
    """Return the state as the viewing player may see it."""
    table = position._table
    if table.seen_by is None:
        return position._state
    return table.shown(position._state, viewer_of(position))


def is_shown_at(earlier: PositionData, position: PositionData) -> bool:
    """True if the viewer of ``position`` was allowed to see an earlier position and the choice made
    there."""
    return position._table.seen_by is None or _mover_or_last(earlier) == viewer_of(position)


def _own_outcome(position: PositionData) -> Any:
    if position._choices:  # so that the options are not requested again
        return getattr(position._state, "outcome", None)
    return ending_of(position._state)


def turn_of(position: PositionData) -> int:
    """Return whose turn it is if states do not say: the players take turns."""
    if position._table.seating is not None:
        return position._table.seating.seat
    return len(steps_of(position)) % max(1, len(player_names(position._table.game)))


def rules_of(game: Game) -> str:
    """Return the game's help text, each paragraph on one line."""
    return unwrapped(inspect.cleandoc(type(game).__doc__ or title_of(game)).replace("``", "`"))


def brief_of(game: Game, name: str = "") -> str:
    """Describe a game in a sentence: by a title that says more than the name, otherwise by the
    beginning of its rules.

    The name is shown next to it and is not repeated; a title in capitals is written as a sentence.
    """
    title = title_of(game)
    own = name.replace("_", " ")
    if len(title.split()) - len(own.split()) >= _TELLING_WORDS:
        rest = title[len(own) :] if title.casefold().startswith(f"{own.casefold()} ") else title
        rest = rest.lstrip(" -–—:")
        return rest.capitalize() if rest.isupper() else rest
    rules = " ".join(rules_of(game).partition("\n\n")[0].split())
    return _SENTENCE.split(rules, maxsplit=1)[0]


def why_not(
    position: PositionData, names: Words, labels: list[str], others: Iterable[str] = ()
) -> str:
    """Say why the last of ``names`` is not an attribute; ``others`` are choices further down."""
    table = position._table
    tried = ".".join(names)
    if outcome_of(position) is None:
        reason = table.ask("why_not", shown(position), names) if table.can("why_not") else None
        if reason:
            return f"{reason} ({quote(tried)} at {position!r})"
        before = (position._parent, from_start(position)[0])
        if any(_offers(node, names) for node in before if node is not None):
            return f"{tried} was a choice earlier but is not now. ({position!r})"
        if tried in identifiers(tuple(presets_of(table.game))):
            level = f"{table.origin._root()}.{table.name}.{tried}"
            return f"{tried} is a preset, which comes before parameters: {level}(…). ({position!r})"
    if tried in FUNCTIONS:
        return f"{tried} is a function, not a choice: {tried}(p). ({position!r})"
    return refusal(position, quote(names[-1]), labels, others)


def refusal(
    position: PositionData, quoted: str, labels: list[str], others: Iterable[str] = ()
) -> str:
    """Say why ``quoted`` cannot be chosen at a position; ``others`` are choices further down."""
    outcome = outcome_of(position)
    if outcome is not None:
        return f"The game is over: {outcome}. {quoted} cannot be chosen any more. ({position!r})"
    near = did_you_mean(quoted.strip("'"), labels, others)
    return f"{quoted} is not a choice here.{near}{asked(position)} ({position!r})"


def asked(position: PositionData) -> str:
    """Say what may be typed at a position, as a sentence to append to another."""
    expected = expected_at(position)
    if expected is None:
        return ""
    return f" {str(expected).capitalize()} can be given as p(…)."


def _offers(node: Node, names: Words) -> bool:
    choice = choices(node).get(names[0])
    if choice is None or len(names) == 1:
        return choice is not None
    return choice.leads_on and _offers(node._choose(choice), names[1:])


def describe_value(position: PositionData, value: Value, label: str) -> str:
    """Return the game's description of an option in the present state, or its label."""
    if position._table.can("describe"):
        label = str(position._table.ask("describe", shown(position), value))
    return clean(label)


def view_of(position: PositionData) -> View:
    """Return what the viewing player is shown; any error of the game becomes `BrokenGame`."""
    return position._table.view(position._state, viewer_of(position))


def board_of(position: PositionData) -> Board | None:
    """Return the board that the game shows, or None if it has none; any error of the game becomes
    `BrokenGame`."""
    return _board_in(view_of(position), position)


def _board_in(view: View, position: PositionData) -> Board | None:
    """Return the board of a view of a position, with its counters named from the player's point of
    view."""
    table = position._table
    with guard(f"board of {table.name}"):
        found = view.drawn()
    if found is None or not found.counters or table.seating is None:
        return found
    return replace(found, counters=table.seating.own_words(found.counters))


def expected_at(position: PositionData) -> Any:
    """Return what may be typed at a position besides its options, None if nothing."""
    with guard(f"free_input of {position._table.name}"):
        return getattr(position._state, "free_input", None)


def extra_text(position: PositionData, name: str) -> str | None:
    """Return a text that the game gives when asked for it by name, None if it has none."""
    view = view_of(position)
    with guard(f"{name} of {position._table.name}"):
        return view.extra(name)


def page_of(position: PositionData) -> Page:
    """Return what a position shows when it is displayed alone."""
    view = View(title=title_of(position._table.game))
    board = outcome = expected = None
    try:
        view = view_of(position)
        outcome = outcome_of(position)
        expected = expected_at(position)
        board = _board_in(view, position)
    except (BadBoard, BrokenGame) as fault:
        view = replace(view, text=f"{view.text}\n{fault}".lstrip("\n"), setting="plain")
    if board is not view.board:
        view = replace(view, board=board)
    if replies := replies_in_words(position):
        view = replace(view, text=framed(view.text, above=replies))
    typed = [] if expected is None else [f"p(…): {expected}"]
    return Page(view, repr(position), outcome, [*choices(position), *typed])


def shown_of(position: PositionData) -> str:
    """Return sixteen hexadecimal digits for what a position shows: a saved game uses them to detect
    changed rules."""
    state = position._state
    with guard(f"the state of {position._table.name}"):
        shown_parts = (
            str(view_of(position).text),
            [label for label, _ in state.display_options],
            _own_outcome(position),
        )
        written_out = repr(shown_parts)
    return digest_of(written_out.encode("utf-8", "surrogatepass"), 8).hex()


def replies_in_words(position: PositionData) -> str:
    """Describe what the others did since your last choice, one line for each player's turn; empty
    without opponents.

    In a game with hidden information a choice may be hidden too; the game's own text then says what
    is known about it.
    """
    table = position._table
    seating = position._table.seating
    if hides_something(table.game):
        return ""
    turns: list[tuple[str, list[str]]] = []
    for who, state, value in position._replies:
        with guard(f"display_options of {table.name}"):
            names = table.view(state, viewer_of(position)).names
            label = next(
                (in_words(words) for words, known in option_pairs(state) if known == value),
                str(value),
            )
        player = seating.described(who, names) if seating else str(who)
        if not turns or turns[-1][0] != player:
            turns.append((player, []))
        turns[-1][1].append(label)
    return "\n".join(f"{player} played {_in_turn(labels)}." for player, labels in turns)


def _in_turn(labels: Sequence[str]) -> str:
    """Return the moves of one turn; moves between points are written as in backgammon: 13/10
    24/23."""
    points = [re.sub(r"^(\d+|bar) (\d+|off)( with \d)?$", r"\1/\2", label) for label in labels]
    return " ".join(points) if all("/" in point for point in points) else ", then ".join(labels)


def from_start(position: Any) -> tuple[Any, ...]:
    """Return all positions from the start to this one."""
    positions = []
    while position is not None:
        positions.append(position)
        position = position._parent
    return tuple(reversed(positions))


def states_to(position: PositionData) -> list[Any]:
    """Return the states from the start to a position, including those between the replies of
    others."""
    states = []
    for at in from_start(position):
        states += [*(reply.state for reply in at._replies), at._state]
    return states


def steps_of(position: PositionData) -> tuple[Step, ...]:
    """Return your moves from the start to a position."""
    return tuple([at._step for at in from_start(position)[1:]])


def recorded(position: PositionData) -> PositionData:
    """Return the position to record: if this game only follows another one, the original game's
    position."""
    original = position._table.original
    return position if original is None else original(position)


def written(position: PositionData) -> tuple[Table, tuple[Step, ...], bytes]:
    """Return the table, steps and digest that are recorded for a position.

    Against a recorded opponent they include both sides' moves, so that the game can be replayed
    without it; before the first move there is nothing to replay, and the opponent is named.
    """
    position = recorded(position)
    table = position._table
    if (
        table.seating is None
        or not table.seating.recorded
        or not ((steps := steps_with_replies(position)) or table.seating.own)
    ):
        return table, steps_of(position), position._digest
    table = table.both_sides()
    return table, steps, functools.reduce(extended, steps, table.digest)


def steps_with_replies(position: PositionData) -> tuple[Step, ...]:
    """Return everyone's moves from the start to a position."""
    moves = (
        ((() if at._parent is None else (at._step,)), map(step_of, at._replies))
        for at in from_start(position)
    )
    return tuple(step for own, replies in moves for step in (*own, *replies))


def step_of(reply: Reply) -> Step:
    """Return the step that makes the same choice as an opponent did."""
    for names, _, value in listing(entries_of(reply.state), reply.state.display_options, 0):
        if value == reply.value:
            return names
    return Input(reply.value)


def value_of(state: Any, step: Step) -> Value:
    """Return the value that a step chooses in a state."""
    if isinstance(step, Input):
        return step.value
    entries = listing(entries_of(state), state.display_options, 0)
    return next(value for names, _, value in entries if names == step)


def line_of(position: PositionData, longest: int | None = None) -> str:
    """Return the Python expression that rebuilds a position, cut in the middle to about ``longest``
    characters."""
    table, steps, _ = written(position)
    texts = (step_text(step) for step in steps)
    line = table.line() + "".join(text if text.startswith("(") else f".{text}" for text in texts)
    if longest is not None and len(line) > longest:
        return f"{line[: longest // 2]} … {line[-longest // 2 :]}"
    return line
