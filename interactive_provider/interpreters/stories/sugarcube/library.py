"""The functions that SugarCube expressions can call: its own, and pure parts of JavaScript.

Source: motoslave.net/sugarcube/2/docs (functions, methods, `State`, `Engine`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..engine import StoryTurn
from ..errors import NotUnderstood
from ..expressions.evaluator import Evaluator
from ..expressions.methods import flattened, methods_of
from ..expressions.values import (
    as_number,
    by_name,
    converted,
    freeze,
    is_number,
    text_of,
    thaw,
    tidy,
)  # fmt: skip

LibraryArguments = list[Any]


@dataclass(frozen=True, slots=True)
class LibraryNamespace:
    """``Math``, ``State`` and others: a word with members, which shows nothing."""

    name: str

    def __str__(self) -> str:
        return ""


def _number(args: LibraryArguments, index: int = 0, default: float = math.nan) -> Any:
    return as_number(args[index]) if len(args) > index else default


def _rounded(number: Any) -> Any:
    return tidy(math.floor(number + 0.5)) if math.isfinite(number) else number


def _toward(function: Callable[[float], int]) -> Callable[[Any], Any]:
    return lambda number: tidy(function(number)) if math.isfinite(number) else number


MATH: dict[str, Callable[..., Any]] = {
    "floor": _toward(math.floor),
    "ceil": _toward(math.ceil),
    "trunc": _toward(math.trunc),
    "round": _rounded,
    "abs": abs,
    "clamp": lambda n, low, high: min(max(n, low), high),
}


def random_whole(host: Evaluator, args: LibraryArguments) -> int:
    """Return a whole number from the first to the second, inclusive; from 0 if there is only
    one."""
    ends = [_number(args, 0, 0), _number(args, 1, 0) if len(args) > 1 else 0]
    if not all(is_number(end) and math.isfinite(end) for end in ends):
        raise NotUnderstood("random() takes numbers")
    low, high = sorted(math.trunc(end) for end in ends)
    return host.luck.randint(low, high)


def _record(args: LibraryArguments) -> dict[str, Any]:
    return args[0] if args and isinstance(args[0], dict) else {}


FUNCTIONS: dict[str, Callable[[Any, LibraryArguments], Any]] = by_name(
    {
        "random": random_whole,
        "Math.random": lambda h, args: h.luck.random(),
        "either": lambda h, args: h.luck.choice(choices) if (choices := flattened(args)) else None,
        "clone": lambda h, args: thaw(freeze(args[0], h.room)) if args else None,
        "Number": lambda h, args: _number(args, 0, 0),
        "String": lambda h, args: converted(args[0]) if args else "",
        "Object.keys": lambda h, args: list(_record(args)),
        "Math.max": lambda h, args: max(map(as_number, args), default=-math.inf),
        "Math.min": lambda h, args: min(map(as_number, args), default=math.inf),
    }
)

NAMESPACES = frozenset(
    """
    Math Number Array Object State Engine Story UI Config Setting Save settings console SimpleAudio
    Dialog location localStorage sessionStorage String JSON Macro document LoadScreen UIBar
    Fullscreen Template Wikifier Scripting $ jQuery Symbol navigator Promise
    """.split()
)
"""Words with members that stories use; members not listed here are unsupported JavaScript."""

UNHEARD = frozenset(
    """
    Config Setting settings UI UIBar Dialog Fullscreen LoadScreen Save SimpleAudio Template console
    document navigator history MutationObserver matchMedia CustomEvent Event Promise performance
    Audio Image fetch Links L10n l10nStrings strings removeEventListener addEventListener
    dispatchEvent importScripts importStyles screen localStorage sessionStorage config Node Element
    HTMLElement
    """.split()
)
"""Names for appearance, sound, windows and saved games: setting them has no effect."""


def call(host: Evaluator, name: str, args: LibraryArguments) -> Any:
    """Return the result of a function by its name, ``Math.floor``; raise `NotUnderstood` for an
    unknown one."""
    worked = FUNCTIONS.get(name)
    if worked is not None:
        return worked(host, args)
    space, _, method = name.partition(".")
    if space == "Math" and method in MATH:
        try:
            return MATH[method](*map(as_number, args))
        except TypeError:
            return math.nan
    if space in UNHEARD:
        return None
    raise NotUnderstood(f"{name}() is JavaScript that is not supported")


class JavaScriptTurn(StoryTurn):
    """A turn of a format whose expressions are JavaScript."""

    functions: ClassVar[Mapping[str, Callable[[Any, LibraryArguments], Any]]] = {}
    """The functions that read or change the story itself."""

    def function(self, name: str, arguments: LibraryArguments) -> Any:
        """Return the result of a function of the format, or of a pure JavaScript function."""
        if name in self.temporary:
            return super().function(name, arguments)
        worked = self.functions.get(name)
        return call(self, name, arguments) if worked is None else worked(self, arguments)

    def method(self, of: Any, name: str, arguments: LibraryArguments) -> Any:
        """Return the result of a value's method, or of a function of ``Math``, ``State`` or
        ``Engine``."""
        if isinstance(of, LibraryNamespace):
            return self.function(f"{of.name}.{name}", arguments)
        work = methods_of(of)
        if work is None:
            raise NotUnderstood(
                f".{name}() of {'nothing' if of is None else text_of(of)} is not known"
            )
        return work(self, of, name, arguments)
