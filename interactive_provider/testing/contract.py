"""The rules for a single state and for a game's statements about it; `testing` plays the games."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from ..boards import Board
from ..errors import BrokenGame, ChoiceError, NoAbility, quote
from ..game import (
    SHOWN_NAMES,
    Check,
    Game,
    Hint,
    Number,
    Solution,
    Status,
    Text,
    Verdict,
    View,
    Words,
    ending_of,
    option_pairs,
    player_names,
    refuse_methods,
    refuse_other,
    says,
    taken_by,
)
from ..game.abilities import ABILITIES, Ability
from ..heart.choices.menus import entries_of, listing
from ..heart.choices.synthesis import typed_equal
from ..rendering.signs import ENDINGS
from ..search.analysis import Question, studied
from ..search.budgets import Limit
from ..search.experiments.simulations import played
from ..search.explanations import evaluations
from ..support.fingerprint import changeable, codes_in
from .names import near_extra, vain_names

RuleFinding = tuple[str, str]
"""(rule, what happened)"""

NameTries = Iterable[Words]
"""Successive names, as a player may try them."""

FAILED: Final[Any] = object()
"""The result if the game's code raised an error."""

_MOST_DESCRIBED = 30
_LONGEST_WORD = 20
_SUFFIXES = (".txt", ".md", ".csv")
_SIMULATIONS = 20


# A state ---------------------------------------------------------------------------------------


def state_faults(game: Game, state: Any, wrote: str) -> Iterator[RuleFinding]:
    """Yield the faults of a single state that a method returned."""
    try:
        refuse_other(state, wrote)
        refuse_methods(state, SHOWN_NAMES)
    except BrokenGame as fault:
        yield "type", str(fault)
        return
    if not isinstance(state.display_text, str):
        yield "type", f"display_text is {quote(state.display_text)}, not text"
    if " at 0x" in repr(state):
        yield (
            "pure",
            f"the repr of {type(state).__name__} shows a memory address: make it, and what it"
            " contains, frozen dataclasses, or give them a __repr__",
        )
    if isinstance(state.display_options, str) or not isinstance(state.display_options, Sequence):
        yield "type", f"display_options is {quote(state.display_options)}, not a sequence of pairs"
        return
    yield from (("name", sentence) for sentence in vain_names(state, game))
    yield from _option_faults(state.display_options)
    yield from _end_faults(state)
    yield from _mutable_faults(state)


def _option_faults(options: Sequence[Any]) -> Iterator[RuleFinding]:
    """Yield the faults in a list of options: no pairs, no labels, or two that cannot be told
    apart."""
    labels: dict[Words, Any] = {}
    values: set[Any] = set()
    for option in options:
        if not (isinstance(option, tuple) and len(option) == 2):
            yield "type", f"the option {quote(option)} is not a pair of label and value"
            continue
        label, value = option
        words = (label,) if isinstance(label, str) else label
        is_text = isinstance(words, tuple) and all(isinstance(w, str) and w.strip() for w in words)
        if not is_text or not words:
            yield (
                "label",
                f"the label {quote(label)} is not a text or a tuple of texts, none empty",
            )
            continue
        if words in labels:
            yield "label", f"two options have the label {quote(label)}"
        labels[words] = value
        try:
            is_repeated = value in values  # to a search, 1 and True are the same
        except TypeError:
            yield (
                "type",
                f"the value {quote(value)} of {quote(label)} cannot be hashed; use a tuple",
            )
            continue
        if is_repeated:
            yield "label", f"two options have the value {quote(value)}"
        values.add(value)
    yield from _stage_faults(labels)


def _stage_faults(labels: Mapping[Words, Any]) -> Iterator[RuleFinding]:
    """Yield a fault if one label is the beginning of another, which would be both a choice and a
    menu."""
    stages = {words[:length] for words in labels for length in range(1, len(words))}
    for words in labels:
        if words in stages:
            yield "label", f"{' '.join(words)!r} is both an option and the first part of others"


def _end_faults(state: Any) -> Iterator[RuleFinding]:
    outcome = state.outcome if says(state, "outcome") else None
    expected = getattr(state, "free_input", None)
    if not isinstance(expected, Number | Text | None):
        yield "type", f"free_input is {quote(expected)}, not a Number, a Text or None"
    if outcome is None:
        if not len(state.display_options) and expected is None:
            yield (
                "end",
                'nothing can be chosen, but outcome is None; if the game is over, make it "won",'
                ' "lost", "drawn" or "over"',
            )
    elif not isinstance(outcome, str) or not outcome:
        yield "type", f"outcome is {quote(outcome)}, not a word, or None while the game goes on"
    elif outcome not in ENDINGS and outcome.lower() in ENDINGS:
        yield "type", f"outcome is {quote(outcome)}; did you mean {quote(outcome.lower())}?"
    elif len(state.display_options) or expected is not None:
        yield "end", f"the game is over ({outcome}), but something can still be chosen"


def _mutable_faults(state: Any) -> Iterator[RuleFinding]:
    """Yield the faults of a mutable state: a dataclass that is not frozen, or mutable contents."""
    parameters = getattr(type(state), "__dataclass_params__", None)
    if parameters is not None and not parameters.frozen:
        yield "mutable", f"{type(state).__name__} is a dataclass that is not frozen"
    for name, kind in changeable(state):
        yield (
            "mutable",
            f"{name} contains a {kind}, which can be changed; use a tuple, a frozenset or the like",
        )


# What the game says about a state ----------------------------------------------------------------


def seeing_faults(game: Game, state: Any, player: int) -> Iterator[RuleFinding]:
    """Yield the faults of what ``seen_by`` returns for a viewing player."""
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
                yield (
                    "type",
                    (
                        f"seen_by returns a state whose {name} is {quote(theirs)}, but it is"
                        f" {quote(mine)}"
                    ),
                )


def view_faults(game: Game, view: View, state: Any) -> Iterator[str]:
    """Yield the faults in the parts of a view; a part of the wrong type is refused when a view is
    made."""
    for key, value in view.keys or ():
        if ending_of(state) is None and not can_be_chosen(value, state):
            yield f"lets the key {quote(key)} choose {quote(value)}, which is not an option here"
    if view.lead is not None and view.lead.player not in range(len(player_names(game))):
        yield f"leads with player {quote(view.lead.player)}, whom the game does not have"
    if not view.text.startswith(view.echo):
        yield f"has the echo {quote(view.echo)}, but its text does not begin with it"
    for name in view.extras:
        near = near_extra(name)
        if near is not None:
            yield f"has an extra {quote(name)}; did you mean {near}?"
        view.extra(name)  # raises for anything but a text


def looked_ahead(game: Game, state: Any, turn: int) -> Any:
    """Return what search and a few simulated games say about a state; None if they have no
    answer."""
    try:
        records = played(lambda: (game, state, turn), 2, "random").records
        if not game.players:
            return records, None
        study = studied(Question(game, state, turn, budget=Limit(simulations=_SIMULATIONS)))
    except NoAbility:
        return None
    return records, {value: str(verdict) for value, verdict in evaluations(study).items()}


def said_of_choices(game: Game, name: str, state: Any, tried: NameTries = ()) -> list[Any]:
    """Return what one ability tells the player who asks about the next choice."""
    return [answer for _, answer in _answers_of(game, ABILITIES[name], state, tried)]


def ability_faults(game: Game, name: str, state: Any, tried: NameTries) -> Iterator[str]:
    """Yield the faults in the answers of one of the game's abilities."""
    row = ABILITIES[name]
    for question, answer in _answers_of(game, row, state, tried):
        if not isinstance(answer, row.answers):
            about = "".join(f" for {quote(part)}" for part in question)
            yield f"gives {quote(answer)}{about}, not {row.called}"
        elif answer is not None and name in _FAULTS:
            yield from _FAULTS[name](answer, state)


def _answers_of(
    game: Game, row: Ability, state: Any, tried: NameTries
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield questions of one kind about a state with the answers; none if the ability has no
    answer.

    ``tried`` are names that a player may try here, offered now or not.
    """
    if row.name == "hint" and ending_of(state) is not None:
        return
    ability = getattr(game, row.name)
    limit = taken_by(ability, {"limit_seconds": 1.0}) if row.name == "solve" else {}
    first = (state,) if row.takes[0] == "states" else state
    for question in _questions(row, ability, state, tried):
        with contextlib.suppress(NoAbility):
            yield question, ability(first, *question, **limit)


def _questions(
    row: Ability, ability: Callable[..., Any], state: Any, tried: NameTries
) -> Iterator[tuple[Any, ...]]:
    """Return the arguments that an ability is called with besides the state."""
    match row.takes[-1]:
        case "value":
            yield from _sample([(value,) for _, value in state.display_options])
        case "words":
            yield from ((words,) for words in tried)
            yield from (((word,),) for word in words_of(ability))
        case "names":
            listed = listing(entries_of(state), state.display_options, 0)
            yield from _sample([(names,) for names, _, _ in listed])
        case "text":
            labels = [" ".join(words) for words, _ in option_pairs(state)]
            yield from ((text,) for text in (*_sample(labels), *words_of(ability)))
        case "suffix":
            named = [word for word in words_of(ability) if word.startswith(".")]
            yield from ((suffix,) for suffix in dict.fromkeys((*named, *_SUFFIXES)))
        case _:
            yield ()


def words_of(ability: Callable[..., Any]) -> list[str]:
    """Return the short texts in the code of a method: a careless one may know a secret word."""
    code = getattr(ability, "__code__", None)
    every = (const for inner in (codes_in(code) if code else ()) for const in inner.co_consts)
    return list(dict.fromkeys(_texts_in(every)))


def _texts_in(constants: Iterable[Any]) -> Iterator[str]:
    for constant in constants:
        if isinstance(constant, str) and len(constant) <= _LONGEST_WORD:
            yield constant
        elif isinstance(constant, tuple | frozenset):
            yield from _texts_in(constant)


def _sample(things: list[Any]) -> list[Any]:
    stride = max(1, len(things) // _MOST_DESCRIBED)
    return things[::stride] + things[-1:]


def can_be_chosen(value: Any, state: Any) -> bool:
    """True if a value is an option of the state, or may be typed there."""
    if any(typed_equal(value, listed) for _, listed in state.display_options):
        return True
    expected = getattr(state, "free_input", None)
    try:
        return expected is not None and expected.parse(value) == value
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


def signs(board: Board | None) -> list[str]:
    """Return the signs of a board, row by row; none without a board."""
    return ["".join(cell.text for cell in row).rstrip() for row in (board.rows if board else ())]


def _places_named(board: Board) -> Iterator[tuple[int, int]]:
    """Return the places that a press would change, and those that pieces came from, went to or
    vanished at."""
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


def _check_faults(check: Check, state: Any) -> Iterator[str]:
    if not check.right and ending_of(state) == "won":
        yield f"says of a game that is won: {quote(check.text)}"


def _ending_faults(names: tuple[Any, ...], state: Any) -> Iterator[str]:
    if not all(isinstance(name, str) for name in names):
        yield f"gives {quote(names)}, not a tuple of names"


def _parse_faults(value: Any, state: Any) -> Iterator[str]:
    if ending_of(state) is None and not can_be_chosen(value, state):
        yield f"reads a text as {quote(value)}, which is not an option here"


_FAULTS: dict[str, Callable[[Any, Any], Iterable[str]]] = {
    "board": _board_faults,
    "hint": _hint_faults,
    "evaluate": _evaluation_faults,
    "check": _check_faults,
    "endings": _ending_faults,
    "parse": _parse_faults,
    "solve": _solution_faults,
}
"""The possible faults in an answer of the right type."""
