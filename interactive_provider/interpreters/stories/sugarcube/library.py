"""What expressions of SugarCube can call: its own functions, and the parts of JavaScript that are
pure.

Source: motoslave.net/sugarcube/2/docs (functions, methods, `State`, `Engine`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..engine import StoryTurn
from ..errors import NotUnderstood
from ..expressions.evaluator import Evaluator
from ..expressions.methods import flattened, methods_of
from ..expressions.values import (
    arithmetic,
    as_number,
    by_name,
    converted,
    freeze,
    is_number,
    text_of,
    thaw,
    tidy,
    truth,
)  # fmt: skip

LibraryArguments = list[Any]


@dataclass(frozen=True, slots=True)
class LibraryNamespace:
    """``Math``, ``State`` and the like: a word with members, which shows nothing."""

    name: str

    def __str__(self) -> str:
        return ""


def _number(args: LibraryArguments, index: int = 0, default: float = math.nan) -> Any:
    return as_number(args[index]) if len(args) > index else default


def _safely(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of floats that gives NaN or infinity where Python would raise."""

    def call(*numbers: Any) -> Any:
        try:
            return tidy(function(*(float(n) for n in numbers)))
        except (OverflowError, ZeroDivisionError):
            return math.inf
        except ValueError:
            return math.nan

    return call


def _rounded(number: Any) -> Any:
    return tidy(math.floor(number + 0.5)) if math.isfinite(number) else number


def _toward(function: Callable[[float], int]) -> Callable[[Any], Any]:
    return lambda number: tidy(function(number)) if math.isfinite(number) else number


_OF_FLOATS = "sqrt sin cos tan atan atan2 log log10 log2 exp hypot".split()
MATH: dict[str, Callable[..., Any]] = {
    "floor": _toward(math.floor),
    "ceil": _toward(math.ceil),
    "trunc": _toward(math.trunc),
    "round": _rounded,
    "abs": lambda n: abs(n),
    "sign": lambda n: (n > 0) - (n < 0),
    "pow": lambda a, b: arithmetic("**", a, b),
    "clamp": lambda n, low, high: min(max(n, low), high),
    **{name: _safely(getattr(math, name)) for name in _OF_FLOATS},
}
CONSTANTS = {
    "PI": math.pi,
    "E": math.e,
    "SQRT2": math.sqrt(2),
    "LN2": math.log(2),
    "LN10": math.log(10),
}


def random_whole(host: Evaluator, args: LibraryArguments) -> int:
    """A whole number from the first to the second, both included; from 0 if there is one."""
    ends = [_number(args, 0, 0), _number(args, 1, 0) if len(args) > 1 else 0]
    if not all(is_number(end) and math.isfinite(end) for end in ends):
        raise NotUnderstood("random() takes numbers")
    low, high = sorted(math.trunc(end) for end in ends)
    return host.luck.randint(low, high)


def _parsed(
    pattern: str, kind: Callable[[str], Any]
) -> Callable[[Evaluator, LibraryArguments], Any]:
    """The function that reads the number with which a text begins."""

    def parse(host: Evaluator, args: LibraryArguments) -> Any:
        if len(args) > 1 and args[1] != 10:
            raise NotUnderstood("parseInt() supports only base 10")
        match = re.match(pattern, text_of(args[0]) if args else "")
        return tidy(kind(match[0])) if match else math.nan

    return parse


def _record(args: LibraryArguments) -> dict[str, Any]:
    return args[0] if args and isinstance(args[0], dict) else {}


def _assign(host: Evaluator, args: LibraryArguments) -> Any:
    if not args or not isinstance(args[0], dict):
        return None
    for more in args[1:]:
        args[0].update(more if isinstance(more, dict) else {})
    return args[0]


FUNCTIONS: dict[str, Callable[[Any, LibraryArguments], Any]] = by_name(
    {
        "random randomInt": random_whole,
        "randomFloat": lambda h, args: h.luck.uniform(
            *sorted((_number(args, 0, 1.0), _number(args, 1, 0.0)))
        ),
        "Math.random State.random": lambda h, args: h.luck.random(),
        "either": lambda h, args: h.luck.choice(choices) if (choices := flattened(args)) else None,
        "clone": lambda h, args: thaw(freeze(args[0], h.room)) if args else None,
        "Number": lambda h, args: _number(args, 0, 0),
        "String": lambda h, args: converted(args[0]) if args else "",
        "Boolean": lambda h, args: bool(args) and truth(args[0]),
        "parseInt Number.parseInt": _parsed(r"\s*[+-]?\d{1,300}", int),
        "parseFloat Number.parseFloat": _parsed(
            r"\s*[+-]?(?:\d{1,300}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", float
        ),
        "isNaN": lambda h, args: _number(args) != _number(args),
        "Number.isNaN": lambda h, args: (
            bool(args) and isinstance(args[0], float) and math.isnan(args[0])
        ),
        "Number.isInteger": lambda h, args: (
            bool(args) and is_number(args[0]) and isinstance(tidy(args[0]), int)
        ),
        "isFinite": lambda h, args: math.isfinite(_number(args)),
        "Array.isArray": lambda h, args: bool(args) and isinstance(args[0], list),
        "Object.fromEntries": lambda h, args: {
            text_of(pair[0]): pair[1] for pair in flattened(args) if isinstance(pair, list)
        },
        "Object.assign": _assign,
        "Object.keys": lambda h, args: list(_record(args)),
        "Object.values": lambda h, args: list(_record(args).values()),
        "Object.entries": lambda h, args: [[key, value] for key, value in _record(args).items()],
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
"""Words with members that stories use; members not listed here are JavaScript that is not
supported."""

UNHEARD = frozenset(
    """
    Config Setting settings UI UIBar Dialog Fullscreen LoadScreen Save SimpleAudio Template console
    document navigator history MutationObserver matchMedia CustomEvent Event Promise performance
    Audio Image fetch Links L10n l10nStrings strings removeEventListener addEventListener
    dispatchEvent importScripts importStyles screen localStorage sessionStorage config Node Element
    HTMLElement
    """.split()
)
"""Those for appearance, sound, windows and saved games: setting them does nothing."""


def _unheard(name: str, word: str) -> Any:
    """What a function answers where nothing is saved and nothing sounds."""
    if word in ("count", "length"):
        return 0
    return (
        word == "isEmpty"
        if re.match(r"is[A-Z]|has|ok\b", word)
        else LibraryNamespace(name.split(".")[0])
    )


def call(host: Evaluator, name: str, args: LibraryArguments) -> Any:
    """The result of a function by its name, ``Math.floor``; raises `NotUnderstood` for an unknown
    one."""
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
        return _unheard(name, name.rpartition(".")[2])
    raise NotUnderstood(f"{name}() is JavaScript that is not supported")


class JavaScriptTurn(StoryTurn):
    """A turn of a format whose expressions are JavaScript."""

    functions: ClassVar[Mapping[str, Callable[[Any, LibraryArguments], Any]]] = {}
    """The functions that read or change the story itself."""

    def function(self, name: str, arguments: LibraryArguments) -> Any:
        """A function of the format, or one of JavaScript that is pure."""
        if name in self.temporary:
            return super().function(name, arguments)
        worked = self.functions.get(name)
        return call(self, name, arguments) if worked is None else worked(self, arguments)

    def method(self, of: Any, name: str, arguments: LibraryArguments) -> Any:
        """A method of a value, or a function of ``Math``, ``State``, ``Engine``."""
        if isinstance(of, LibraryNamespace):
            return self.function(f"{of.name}.{name}", arguments)
        work = methods_of(of)
        if work is None:
            raise NotUnderstood(
                f".{name}() of {'nothing' if of is None else text_of(of)} is not known"
            )
        return work(self, of, name, arguments)
