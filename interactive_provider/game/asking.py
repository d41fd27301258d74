"""The second way to write a game: every state knows what happens next.

>>> def toss(call: str, rng: Random) -> State:
...     side = rng.choice(["heads", "tails"])
...     return say(f"It is {side}.", "won" if side == call else "lost")
>>> start = menu("Heads or tails?", {side: partial(toss, side) for side in ("heads", "tails")})
>>> start.display_options
(('heads', 'heads'), ('tails', 'tails'))
>>> start.respond("heads", Random(1)).outcome
'won'

A game in this style is a `Game` that defines only `new_state`, since `Game.process_response` asks
the state itself. Both styles produce the same positions.

**The argument `then`** of these functions is

* a state, which follows whatever the answer; or
* a callable that returns the state. `ask_number` and `ask_text` call it with the answer; `menu`,
  `ask_yes_no` and `say` call it without one. If it needs one more argument, the random generator is
  passed last. Only arguments without a default count, so ``lambda n, rng: …``, ``lambda n: …`` and
  ``lambda n, seen=seen: …`` all work as expected.

A callable is run again whenever the path is replayed, so it must be pure: the generator is the only
source of luck.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from ..errors import BadLabel, BadParameter, BrokenGame, ChoiceError, did_you_mean, quote
from ..support.fingerprint import fingerprint
from . import OVER, Label, Number, Options, Outcome, State, Text, refuse_other, says

__all__ = ["ask_number", "ask_text", "ask_yes_no", "menu", "say"]

Then: TypeAlias = State | Callable[..., State]
"""What follows an answer: a state, or a callable that returns one (see the top of this module)."""

MenuChoices: TypeAlias = "Mapping[Any, Then] | Iterable[tuple[Label, Then]]"

GO_ON = "go on"
"""The only option of a text after which the game continues."""


@overload
def menu(text: str, choices: Mapping[Any, Then]) -> _Asking: ...


@overload
def menu(text: str, choices: Iterable[tuple[Label, Then]]) -> _Asking: ...


def menu(text: str, choices: MenuChoices) -> _Asking:
    """Return a state that offers ``choices``: labels, each with the state or function that follows
    (the function gets no answer).

    The option values are the labels themselves. Raises `BadLabel` if there are no choices, if two
    have the same label, if a label is missing or if the choices are not pairs, and `BrokenGame` if
    nothing valid follows.

    >>> drinks = {"tea": say("Here you are."), "coffee": say("None left.")}
    >>> menu("Tea or coffee?", drinks).display_options
    (('tea', 'tea'), ('coffee', 'coffee'))
    """
    pairs = _pairs(choices, text)
    for label, then in pairs:
        _check_label(label, text)
        _check_then(
            then,
            answers=0,
            of=f"{quote(label)} in the menu {quote(text)}",
        )
    if not pairs:
        raise BadLabel(
            f"The menu {quote(text)} offers nothing; use say(text, outcome) to end a game."
        )
    counts = Counter(label for label, _ in pairs)
    twice, count = counts.most_common(1)[0]
    if count > 1:
        raise BadLabel(f"The menu {quote(text)} offers {quote(twice)} twice; labels must differ.")
    return _Menu(pairs, text)


def _pairs(choices: MenuChoices, text: str) -> tuple[tuple[Any, Then], ...]:
    try:
        return tuple(
            (label, then)
            for label, then in (choices.items() if isinstance(choices, Mapping) else choices)
        )
    except (TypeError, ValueError) as fault:
        expected = "labels, each with what comes next: {label: then} or pairs"
        raise BadLabel(f"The menu {quote(text)} takes {expected}, not {quote(choices)}.") from fault


def ask_number(
    text: str,
    then: Then,
    low: float | None = None,
    high: float | None = None,
    integer: bool = True,
    unit: str = "",
) -> _Asking:
    """Return a state that asks for a number from ``low`` to ``high``, both included; ``then`` gets
    it.

    The number is an ``int`` if it is whole, otherwise a ``float``. Raises `BadParameter` if no
    number is between the bounds, and `BrokenGame` if ``then`` cannot be called with a number.

    >>> print(ask_number("How many?", lambda many: say(f"{many} it is."), 1, 9).free_input)
    a whole number from 1 to 9
    """
    if low is not None and high is not None and low > high:
        raise BadParameter(
            f"There is no number from {low} to {high}: the bounds of {quote(text)} are swapped."
        )
    _check_then(then, answers=1, of=f"the question {quote(text)}")
    return _Question(then, Number(low, high, integer, unit), text)


def ask_text(text: str, then: Then, what: str = "text") -> _Asking:
    """Return a state that asks for words; ``then`` gets them as typed.

    Raises `BrokenGame` if ``then`` cannot be called with a text.

    >>> question = ask_text("Who are you?", lambda name: say(f"Hello, {name}!"))
    >>> question.respond("Ada", Random(1)).display_text
    'Hello, Ada!'
    """
    _check_then(then, answers=1, of=f"the question {quote(text)}")
    return _Question(then, Text(what), text)


def ask_yes_no(text: str, yes: Then, no: Then) -> _Asking:
    """Return a menu of yes and no.

    >>> ask_yes_no("Again?", say("Good."), say("Bye.", "left")).respond("no", Random(1)).outcome
    'left'
    """
    return menu(text, {"yes": yes, "no": no})


def say(text: str, outcome: Outcome = None, then: Then | None = None) -> _Asking:
    """Return a text that ends the game with ``outcome``, or leads on through a single option, "go
    on".

    Without ``outcome`` and ``then``, the game ends as ``"over"``. Raises `BrokenGame` if both are
    given: a game that is over does not continue.

    >>> say("That is all.", "won").outcome
    'won'
    """
    if then is None:
        return _End(OVER if outcome is None else outcome, text)
    if outcome is not None:
        raise BrokenGame(
            f"say({quote(text)}) has the outcome {quote(outcome)} but something follows it."
        )
    return menu(text, {GO_ON: then})


# The states ------------------------------------------------------------------------------------


class _Asking(State):
    """The common base of all three kinds of state. Two are equal if they show the same and continue
    in the same way."""

    __slots__ = ()
    display_text: str

    if TYPE_CHECKING:
        # Unlike an author's own state, a state made here has every name that a state can have.

        @property
        def display_options(self) -> Options:
            """The labels, each of which is its own value."""

        @property
        def outcome(self) -> Outcome:
            """None while the game goes on."""

        @property
        def free_input(self) -> Number | Text | None:
            """The input that may be typed."""

        def respond(self, value: Any, rng: Random) -> Any:
            """Return the state that follows, made here or of one of the author's own classes."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or fingerprint(self) == fingerprint(other)

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.display_text))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Menu(_Asking):
    """Labels to choose from, each with what follows."""

    choices: tuple[tuple[Label, Then], ...]
    display_text: str

    @property
    def display_options(self) -> Options:
        """The labels, each of which is its own value."""
        return tuple((label, label) for label, _ in self.choices)

    def respond(self, value: Any, rng: Random) -> State:
        """Return what follows the label ``value``; raise `ChoiceError` for any other value."""
        for label, then in self.choices:
            if label == value:
                return _follow(then, (), rng)
        words = [label if isinstance(label, str) else " ".join(label) for label, _ in self.choices]
        raise ChoiceError(f"{quote(value)} is not a choice here.{did_you_mean(str(value), words)}")

    def __repr__(self) -> str:
        return f"menu({self.display_text!r}, {[label for label, _ in self.choices]!r})"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Question(_Asking):
    """A question whose answer is typed, and what follows."""

    then: Then
    free_input: Number | Text
    display_text: str

    def respond(self, value: Any, rng: Random) -> State:
        """Return what follows the answer ``value``; raise `ChoiceError` for an answer of another
        kind."""
        return _follow(self.then, (self.free_input.parse(value),), rng)

    def __repr__(self) -> str:
        return f"ask({self.display_text!r}, {self.free_input})"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _End(_Asking):
    """The end of the game."""

    outcome: str
    display_text: str

    def respond(self, value: Any, rng: Random) -> State:
        """Raise `ChoiceError`, since the game is over."""
        raise ChoiceError(f"The game is over ({self.outcome}); {quote(value)} cannot be chosen.")

    def __repr__(self) -> str:
        return f"say({self.display_text!r}, {self.outcome!r})"


# What follows ----------------------------------------------------------------------------------


def _follow(then: Then, answer: tuple[Any, ...], rng: Random) -> State:
    """Return the state that ``then`` is or returns."""
    if not callable(then):
        return then
    wants_luck = _arguments(then)[0] > len(answer)
    state = then(*answer, rng) if wants_luck else then(*answer)
    refuse_other(state, _called(then))
    return state


def _check_then(then: object, answers: int, of: str) -> None:
    """Raise `BrokenGame` unless ``then`` is a state or can be called with the given number of
    answers."""
    if not callable(then):
        if not says(then, "display_options"):
            raise BrokenGame(
                f"What follows {of} is {quote(then)}, which is neither a state nor a function."
            )
        return
    needed, most = _arguments(then)
    if needed > answers + 1 or most < answers:
        allowed = "(answer) or (answer, rng)" if answers else "() or (rng)"
        raise BrokenGame(
            f"{_called(then)} follows {of}: it must take {allowed}, but takes {needed} arguments."
        )


def _arguments(then: Callable[..., object]) -> tuple[int, float]:
    """Return the number of arguments that a callable needs (those without a default), and the
    maximum it accepts."""
    # a menu does this for each option, so the usual case is fast
    if isinstance(then, FunctionType):
        code = then.__code__
        given = len(then.__defaults__ or ())
        return (
            code.co_argcount - given,
            inf if code.co_flags & inspect.CO_VARARGS else code.co_argcount,
        )
    try:
        parameters = inspect.signature(then).parameters.values()
    except ValueError:  # some builtins have no signature
        return 0, inf
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in placed)
    return needed, inf if any(p.kind is p.VAR_POSITIONAL for p in parameters) else len(placed)


def _called(then: Callable[..., object]) -> str:
    """Return the name of a function for an error message."""
    inner = then.func if isinstance(then, partial) else then
    return f"{getattr(inner, '__qualname__', type(inner).__qualname__)}()"


def _check_label(label: object, text: str) -> None:
    """Raise `BadLabel` unless ``label`` is a text or several texts, none of them empty."""
    words = label if isinstance(label, tuple) else (label,)
    if not words or not all(isinstance(word, str) and word.strip() for word in words):
        raise BadLabel(
            f"The menu {quote(text)} has the label {quote(label)}; a label is a text or a tuple of"
            " texts."
        )
