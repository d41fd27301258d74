"""What must hold for a single state and for what a game says about it; `testing` plays the games."""

from __future__ import annotations

import difflib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, get_args

from ..boards import Board
from ..errors import ChoiceError, NoAbility, quote
from ..game import (
    Abilities,
    Check,
    Game,
    Hint,
    Number,
    Solution,
    State,
    StateOfPlayers,
    Status,
    Text,
    Verdict,
    taken_by,
)
from ..search.analysis import Question, studied
from ..search.budgets import Budget
from ..search.experiments.simulations import played
from ..search.explanations import evaluations
from ..support.fingerprint import attributes

Finding = tuple[str, str]
"""(rule, what happened)"""

FAILED: Final[Any] = object()
"""Stands for a result if the game's code raised."""

_MOST_DESCRIBED = 30
_SIMULATIONS = 20


_SPECIAL = {
    kind: sorted({name for source in sources for name in vars(source) if name[0] != "_"})
    for kind, sources in ((Game, (Game, Abilities)), (State, (State, StateOfPlayers)))
}
"""The names that mean something to the provider, of a game and of a state."""

_ORDINARY = ("boards", "keys", "moved", "moves")
"""Names that look like misspellings of a special one but are common."""


# Names -----------------------------------------------------------------------------------------


def misspelt(thing: object) -> Iterator[Finding]:
    """The names of a game or a state that look like misspelt special ones, which would be ignored silently."""
    base = Game if isinstance(thing, Game) else State
    own = [kind for kind in type(thing).__mro__ if kind not in (*base.__mro__, object)]
    for name in {name for kind in own for name in (*vars(kind), *vars(kind).get("__annotations__", ()))}:
        meant = difflib.get_close_matches(name, _SPECIAL[base], 1, cutoff=0.83)
        if not meant or name in (*meant, *_ORDINARY) or name[0] != meant[0][0]:
            continue
        if not any(meant[0] in vars(kind) for kind in own):
            yield "name", f"{name} of {type(thing).__name__} means nothing here; did you mean {meant[0]}?"


# A state ---------------------------------------------------------------------------------------


def state_faults(state: Any) -> Iterator[Finding]:
    """The faults of a state by itself."""
    if not (hasattr(state, "display_text") and hasattr(state, "display_options")):
        yield "type", f"{quote(state)} is not a state: it has no display_text or no display_options"
        return
    if not isinstance(state.display_text, str):
        yield "type", f"display_text is {quote(state.display_text)}, not text"
    if hasattr(state, "hides"):
        yield "leak", "hides belongs to the game: on a state nobody reads it"
    if " at 0x" in repr(state):
        yield "pure", f"the state's repr shows a memory address: {quote(state)}"
    if isinstance(state.display_options, str) or not isinstance(state.display_options, Sequence):
        yield "type", f"display_options is {quote(state.display_options)}, not a sequence of pairs"
        return
    yield from misspelt(state)
    yield from _option_faults(state.display_options)
    yield from _end_faults(state)
    yield from _mutable_faults(state)


def _option_faults(options: Sequence[Any]) -> Iterator[Finding]:
    labels: dict[tuple[str, ...], Any] = {}
    values: set[Any] = set()
    for option in options:
        if not (isinstance(option, tuple) and len(option) == 2):
            yield "type", f"the option {quote(option)} is not a pair of label and value"
            continue
        label, value = option
        words = (label,) if isinstance(label, str) else label
        if not (isinstance(words, tuple) and words and all(isinstance(w, str) and w.strip() for w in words)):
            yield "label", f"{quote(label)} is not a label: a label is a text or a tuple of texts, none empty"
            continue
        if words in labels:
            yield "label", f"two options have the label {quote(label)}"
        labels[words] = value
        try:
            is_repeated = (type(value), value) in values
        except TypeError:
            yield "type", f"the value {quote(value)} of {quote(label)} cannot be hashed"
            continue
        if is_repeated:
            yield "label", f"two options have the value {quote(value)}"
        values.add((type(value), value))
    yield from _stage_faults(labels)


def _stage_faults(labels: Mapping[tuple[str, ...], Any]) -> Iterator[Finding]:
    """A label that is the beginning of another would be a choice and a menu at once."""
    stages = {words[:length] for words in labels for length in range(1, len(words))}
    for words in labels:
        if words in stages:
            yield "label", f"{' '.join(words)!r} is both an option and the first part of others"


def _end_faults(state: Any) -> Iterator[Finding]:
    outcome = getattr(state, "outcome", None)
    wanted = getattr(state, "free_input", None)
    if not isinstance(wanted, Number | Text | None):
        yield "type", f"free_input is {quote(wanted)}, not a Number, a Text or None"
    if outcome is None:
        if not len(state.display_options) and wanted is None:
            yield "end", "nothing can be chosen, but the game is not over: outcome is None"
    elif not isinstance(outcome, str) or not outcome:
        yield "type", f"outcome is {quote(outcome)}, not a word"
    elif len(state.display_options) or wanted is not None:
        yield "end", f"the game is over ({outcome}), but something can still be chosen"


_MUTABLE = (list, dict, set, bytearray, deque, Random)


def _mutable_faults(state: Any) -> Iterator[Finding]:
    """A state that could be changed: a dataclass that is not frozen, or something mutable inside."""
    parameters = getattr(type(state), "__dataclass_params__", None)
    if parameters is not None and not parameters.frozen:
        yield "mutable", f"{type(state).__name__} is a dataclass that is not frozen"
    for name, value in attributes(state).items():
        for inner in _mutable_in(value, depth=3):
            kind = type(inner).__name__
            yield "mutable", f"{type(state).__name__}.{name} holds a {kind}, which can be changed"


def _mutable_in(value: Any, depth: int) -> Iterator[Any]:
    if isinstance(value, _MUTABLE):
        yield value
    elif isinstance(value, tuple | frozenset) and depth:
        # Long tuples contain objects of one kind: the first few suffice.
        for inner in list(value)[:50]:
            yield from _mutable_in(inner, depth - 1)


# What the game says of a state -----------------------------------------------------------------


def seeing_faults(game: Game[Any], state: Any, player: int) -> Iterator[Finding]:
    """The faults of what ``seen_by`` gives for a viewing player."""
    seen = game.seen_by(state, player)  # type: ignore[attr-defined]
    try:
        hash(seen)
    except TypeError:
        yield "type", f"seen_by gives {quote(seen)}, which cannot be hashed"
    if seen != game.seen_by(state, player):  # type: ignore[attr-defined]
        yield "pure", f"seen_by returns two different values for one state and player {player}"
    if type(seen) is type(state):
        for name in ("display_options", "free_input"):
            mine, theirs = (getattr(one, name, None) for one in (state, seen))
            if mine != theirs:
                yield "type", f"seen_by returns a state whose {name} is {quote(theirs)}, but it is {quote(mine)}"


def looked_ahead(game: Game[Any], state: Any, turn: int) -> Any:
    """The answers of search and of a few simulated games for a state; None if they do not answer."""
    try:
        records = played(lambda: (game, state, turn), 2, "random", progress=False).records
        study = studied(Question(game, state, turn, budget=Budget(simulations=_SIMULATIONS))) if game.players else None
    except NoAbility:
        return None
    return records, study and {value: str(verdict) for value, verdict in evaluations(study).items()}


def said_of_choices(game: Game[Any], name: str, state: Any) -> Any:
    """What one ability tells the player who asks about the next choice."""
    if name == "describe":
        return [game.describe(state, value) for value in _some_values(state)]  # type: ignore[attr-defined]
    return _asked(game, name, state)


ABILITIES = ("board", "describe", "hint", "evaluate", "check", "solve")


def ability_faults(game: Game[Any], name: str, state: Any) -> Iterator[str]:
    """The faults of the answer of one of the game's abilities."""
    if name == "describe":
        for value in _some_values(state):
            line = game.describe(state, value)  # type: ignore[attr-defined]
            if not isinstance(line, str):
                yield f"gives {quote(line)} for {quote(value)}, not text"
        return
    answer = _asked(game, name, state)
    kind, called, faults = _ANSWERS[name]
    if isinstance(answer, kind):
        yield from faults(answer, state)
    elif answer is not None:
        yield f"gives {quote(answer)}, not {called}"


def _asked(game: Game[Any], name: str, state: Any) -> Any:
    """The answer of an ability; None if it says that it has none, and for a hint once nothing can be chosen."""
    if name == "hint" and state.outcome is not None:
        return None
    ability = getattr(game, name)
    limit = taken_by(ability, {"limit_seconds": 1.0}) if name == "solve" else {}
    try:
        return ability(state, **limit)
    except NoAbility:
        return None


def _some_values(state: Any) -> list[Any]:
    """A sample of the option values, first and last included."""
    values = [value for _, value in state.display_options]
    stride = max(1, len(values) // _MOST_DESCRIBED)
    return values[::stride] + values[-1:]


def can_be_chosen(value: Any, state: Any) -> bool:
    """True if a value is an option of the state, or may be typed there."""
    if any(type(v) is type(value) and v == value for _, v in state.display_options):
        return True
    wanted = getattr(state, "free_input", None)
    try:
        return wanted is not None and wanted.parse(value) == value
    except ChoiceError:
        return False


def _board_faults(board: Board, state: Any) -> Iterator[str]:
    for value in board.values():
        if not can_be_chosen(value, state):
            yield f"lets a gesture choose {quote(value)}, which is not an option here"
    height, width = board.shape
    for row, column in _places_named(board):
        if not (0 <= row < height and 0 <= column < width):
            yield f"names the place {(row, column)}, which is not on the board"
            return


def _places_named(board: Board) -> Iterator[tuple[int, int]]:
    """The places that a press would change, and those that pieces came from, went to or vanished at."""
    for cells in board.rows:
        for cell in cells:
            yield from cell.takes
    for way in (*board.came, *(way for frame in board.frames for way in frame.came)):
        yield from way
    for frame in board.frames:
        yield from frame.gone


def _hint_faults(hint: Hint, state: Any) -> Iterator[str]:
    if not can_be_chosen(hint.value, state):
        yield f"advises {quote(hint.value)}, which is not an option here"
    elif not isinstance(hint.reason, str) or not hint.reason:
        yield "gives no reason"


def _evaluation_faults(verdicts: Mapping[Any, Any], state: Any) -> Iterator[str]:
    for value, verdict in verdicts.items():
        if not can_be_chosen(value, state):
            yield f"judges {quote(value)}, which is not an option here"
        elif not isinstance(verdict, Verdict):
            yield f"gives {quote(verdict)} for {quote(value)}, not a Verdict"
        elif verdict.score is not None and not 0 <= verdict.score <= 1:
            yield f"gives {quote(value)} the score {verdict.score}, which is not from 0 to 1"


def _solution_faults(solution: Solution, state: Any) -> Iterator[str]:
    if solution.status not in get_args(Status):
        yield f"says {quote(solution.status)}, which is not one of {', '.join(get_args(Status))}"
    if solution.values is None:
        if solution.status in ("shortest", "solved"):
            yield f"says {solution.status} and gives no choices"
    elif not isinstance(solution.values, tuple):
        yield f"gives the choices {quote(solution.values)}, not a tuple"
    elif solution.values and not can_be_chosen(solution.values[0], state):
        yield f"begins with {quote(solution.values[0])}, which is not an option here"


_ANSWERS: dict[str, tuple[type, str, Callable[[Any, Any], Iterable[str]]]] = {
    "board": (Board, "a Board", _board_faults),
    "hint": (Hint, "a Hint or None", _hint_faults),
    "evaluate": (Mapping, "a mapping of option values to verdicts", _evaluation_faults),
    "check": (Check, "a Check", lambda check, state: ()),
    "solve": (Solution, "a Solution", _solution_faults),
}
"""What each ability answers with: its type, that type in words, and what may be wrong with an answer."""
