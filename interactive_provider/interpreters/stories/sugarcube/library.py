"""What expressions of SugarCube can call: its own functions, and the parts of JavaScript that are pure.

Source: motoslave.net/sugarcube/2/docs (functions, methods, `State`, `Engine`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..errors import NotUnderstood
from ..expressions.evaluator import Evaluator
from ..expressions.values import add, arithmetic, as_number, freeze, is_number, text_of, thaw, tidy, truth

Args = list[Any]


class Namespace:
    """``Math``, ``State`` and the like: a word with members."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


def _number(args: Args, index: int = 0, default: float = math.nan) -> Any:
    return as_number(args[index]) if len(args) > index else default


def _safely(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of floats that gives NaN or infinity where Python would complain."""

    def call(*numbers: Any) -> Any:
        try:
            return tidy(function(*(float(n) for n in numbers)))
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    return call


def _rounded(number: Any) -> Any:
    return tidy(math.floor(number + 0.5)) if math.isfinite(number) else number


def _toward(function: Callable[[float], int]) -> Callable[[Any], Any]:
    return lambda number: tidy(function(number)) if math.isfinite(number) else number


MATH: dict[str, Callable[..., Any]] = {
    "floor": _toward(math.floor), "ceil": _toward(math.ceil), "trunc": _toward(math.trunc), "round": _rounded,
    "abs": lambda n: abs(n), "sqrt": _safely(math.sqrt), "sin": _safely(math.sin), "cos": _safely(math.cos),
    "tan": _safely(math.tan), "atan": _safely(math.atan), "atan2": _safely(math.atan2), "log": _safely(math.log),
    "log10": _safely(math.log10), "log2": _safely(math.log2), "exp": _safely(math.exp),
    "hypot": _safely(math.hypot), "sign": lambda n: (n > 0) - (n < 0),
    "pow": lambda a, b: arithmetic("**", a, b), "clamp": lambda n, low, high: min(max(n, low), high),
}  # fmt: skip
CONSTANTS = {"PI": math.pi, "E": math.e, "SQRT2": math.sqrt(2), "LN2": math.log(2), "LN10": math.log(10)}


def random_whole(host: Evaluator, args: Args) -> int:
    """A whole number from the first to the second, both included; from 0 if there is one."""
    ends = [_number(args, 0, 0), _number(args, 1, 0) if len(args) > 1 else 0]
    if not all(is_number(end) and math.isfinite(end) for end in ends):
        raise NotUnderstood("random() takes numbers")
    low, high = sorted(math.trunc(end) for end in ends)
    return host.luck.randint(low, high)


def _either(host: Evaluator, args: Args) -> Any:
    choices = [inner for value in args for inner in (value if isinstance(value, list) else [value])]
    return host.luck.choice(choices) if choices else None


def _parse_int(host: Evaluator, args: Args) -> Any:
    import re

    match = re.match(r"\s*[+-]?\d{1,300}", text_of(args[0]) if args else "")
    return tidy(int(match[0])) if match else math.nan


def _parse_float(host: Evaluator, args: Args) -> Any:
    import re

    match = re.match(r"\s*[+-]?(?:\d{1,300}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", text_of(args[0]) if args else "")
    return tidy(float(match[0])) if match else math.nan


def _keys(host: Evaluator, args: Args) -> list[str]:
    return list(args[0]) if args and isinstance(args[0], dict) else []


def _random_float(host: Evaluator, args: Args) -> float:
    ends = (_number(args, 0, 1.0), _number(args, 1, 0.0))
    return host.luck.uniform(min(ends), max(ends))


FUNCTIONS: dict[str, Callable[[Any, Args], Any]] = {
    "random": random_whole,
    "randomInt": random_whole,
    "randomFloat": _random_float,
    "Math.random": lambda h, args: h.luck.random(),
    "State.random": lambda h, args: h.luck.random(),
    "either": _either,
    "clone": lambda h, args: thaw(freeze(args[0])) if args else None,
    "Number": lambda h, args: _number(args, 0, 0),
    "String": lambda h, args: text_of(args[0], ",") if args else "",
    "Boolean": lambda h, args: bool(args) and truth(args[0]),
    "parseInt": _parse_int,
    "Number.parseInt": _parse_int,
    "parseFloat": _parse_float,
    "Number.parseFloat": _parse_float,
    "isNaN": lambda h, args: _number(args) != _number(args),
    "Number.isNaN": lambda h, args: bool(args) and isinstance(args[0], float) and math.isnan(args[0]),
    "Number.isInteger": lambda h, args: bool(args) and is_number(args[0]) and isinstance(tidy(args[0]), int),
    "isFinite": lambda h, args: math.isfinite(_number(args)),
    "Array": lambda h, args: [None] * args[0] if len(args) == 1 and isinstance(args[0], int)
    and 0 <= args[0] <= 10_000 else list(args),
    "Array.isArray": lambda h, args: bool(args) and isinstance(args[0], list),
    "Array.from": lambda h, args: list(args[0]) if args and isinstance(args[0], list | str) else [],
    "Set": lambda h, args: list(args[0]) if args and isinstance(args[0], list) else [],
    "Map": lambda h, args: {text_of(pair[0]): pair[1] for pair in args[0] if isinstance(pair, list) and len(pair) > 1}
    if args and isinstance(args[0], list) else {},
    "Object": lambda h, args: {},
    "Object.keys": _keys,
    "Object.values": lambda h, args: list(args[0].values()) if args and isinstance(args[0], dict) else [],
    "Object.entries": lambda h, args: [[k, v] for k, v in args[0].items()]
    if args and isinstance(args[0], dict) else [],
    "Object.assign": lambda h, args: args[0].update({k: v for more in args[1:] if isinstance(more, dict)
                                                       for k, v in more.items()}) or args[0]
    if args and isinstance(args[0], dict) else None,
    "Math.max": lambda h, args: max(map(as_number, args), default=-math.inf),
    "Math.min": lambda h, args: min(map(as_number, args), default=math.inf),
    "console.log": lambda h, args: None,
    "localStorage.clear": lambda h, args: None,
    "sessionStorage.clear": lambda h, args: None,
}  # fmt: skip

NAMESPACES = frozenset(
    """
    Math Number Array Object State Engine Story UI Config Setting Save settings console SimpleAudio Dialog
    location localStorage sessionStorage String JSON Macro window document SugarCube LoadScreen UIBar
    """.split()
)
"""Words with members that stories use; what of them is not listed here is JavaScript, which is not run."""

UNHEARD = frozenset({"Config", "Setting", "settings", "UIBar", "LoadScreen", "SimpleAudio", "console"})
"""Those that only set up looks and sound: setting them does nothing."""


def call(host: Evaluator, name: str, args: Args) -> Any:
    """The result of a function by its name, ``Math.floor``; raises `NotUnderstood` for one that is not known."""
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
    raise NotUnderstood(f"{name}() is JavaScript, which is not run")


__all__ = ["CONSTANTS", "NAMESPACES", "UNHEARD", "Namespace", "add", "call"]
