"""Regular expressions of JavaScript, as far as they cannot take forever."""

from __future__ import annotations

import functools
import re
from typing import Any

from ..errors import NotUnderstood
from .evaluator import Evaluator
from .values import Pattern, checked_size, text_of

MOST_TRIES = 10**9
"""Tries that a pattern may need at the worst: the length of a text to the power of the pattern's repetitions."""
_GROUP = re.compile(r"\((?:\?(?:[:=!]|<[=!]|P?<\w+>))?([^()]*)\)([*+{]?)")


@functools.lru_cache(maxsize=512)
def compiled(pattern: Pattern) -> tuple[re.Pattern[str], int]:
    """A pattern as Python has it, and how many repetitions it has; raises `NotUnderstood` for a dangerous one."""
    plain = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "x", pattern.source, flags=re.DOTALL)
    while match := _GROUP.search(plain):
        if match[2] and re.search(r"[*+{?|]", match[1]):
            raise NotUnderstood(f"the pattern {pattern} may take forever")
        plain = plain[: match.start()] + "x*" * len(re.findall(r"[*+{]", match[1])) + match[2] + plain[match.end() :]
    flags = sum((re.IGNORECASE, re.MULTILINE, re.DOTALL)[at] for at in range(3) if "ims"[at] in pattern.flags)
    source = re.sub(r"\(\?<(?=\w)", "(?P<", pattern.source).replace("[^]", r"[\s\S]")
    try:
        return re.compile(source, flags | re.ASCII * ("i" not in pattern.flags)), len(re.findall(r"[*+{]", plain))
    except (re.error, OverflowError, RecursionError) as fault:
        raise NotUnderstood(f"the pattern {pattern} is not known") from fault


def pattern_method(host: Evaluator, of: Any, name: str, args: list[Any]) -> Any:
    """The result of a method of a pattern, or of a text with a pattern."""
    pattern, text = (of, text_of(args[0] if args else None, ",")) if isinstance(of, Pattern) else (args[0], of)
    regex, repetitions = compiled(pattern)
    if max(len(text), 2) ** (repetitions + 1) > MOST_TRIES:
        raise NotUnderstood(f"the text for the pattern {pattern} is too long")
    host.spend(len(text) // 8 + 1)
    everywhere = "g" in pattern.flags or name in ("matchAll", "replaceAll")
    if name == "test":
        return bool(regex.search(text))
    if name == "search":
        return match.start() if (match := regex.search(text)) else -1
    if name == "split":
        return regex.split(text)
    if name in ("exec", "match", "matchAll"):
        matches = [[match[0], *match.groups()] for match in regex.finditer(text)]
        if name == "matchAll":
            return matches
        if name == "match" and everywhere:
            return [match[0] for match in matches] or None
        return matches[0] if matches else None
    if name in ("replace", "replaceAll"):
        by = args[1] if len(args) > 1 else "undefined"
        if isinstance(by, str) and len(by) * len(text) > 10_000_000:
            raise NotUnderstood("a text grows too long")

        def replaced(match: re.Match[str]) -> str:
            if not isinstance(by, str):
                return text_of(host.apply(by, [match[0], *match.groups(), match.start()]), ",")
            return re.sub(r"\$(\$|&|\d)", lambda m: _piece(match, m[1]), by)

        return checked_size(regex.sub(replaced, text, count=0 if everywhere else 1))
    raise NotUnderstood(f"patterns have no method .{name}()")


def _piece(match: re.Match[str], sign: str) -> str:
    if sign == "$":
        return "$"
    number = 0 if sign == "&" else int(sign)
    return (match[number] or "") if number <= len(match.groups()) else f"${sign}"
