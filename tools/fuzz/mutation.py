"""Things that are broken at random: text, JSON, and texts that look like Python."""

from __future__ import annotations

import json
from random import Random
from typing import Any

SPLICES = (
    "__import__('os')",
    "().__class__",
    "__class__",
    "__init__",
    "{games}",
    "f'{1}'",
    "lambda: 0",
    "(x := 1)",
    "*a",
    "**k",
    "seed=",
    "self=1",
    "0x_f",
    "1e999",
    "-0",
    "1" * 400,
    "'" * 3,
    '"',
    "\\",
    "\\N{BULLET}",
    "\n",
    "\t",
    "\x00",
    "\ud800",
    "\u202e",
    "ſ",
    "ﬁ",
    "𝟙",
    "٣",
    "ａ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    "..",
    ",",
    "=",
    ":",
    ";",
    "#",
    "@",
    "!",
    "%",
    "?",
    "if",
    "None",
    "True",
    "print",
    "exec('1')",
    "b'x'",
    "r'\\d'",
    "1 2",
    "5 0",
    "1j",
    "...",
    "·",
    "़",
    "𝔘",
    "\u200d",
    "$",
    "`",
)

NUMBERS = (0, -1, 1, 2**31, 2**63, -(2**63), 10**400, 0.5, -0.0, 1e308, True)
ODD: tuple[Any, ...] = (
    *NUMBERS,
    None,
    "",
    "x",
    "\ud800",
    "games",
    "(1)",
    "__class__",
    [],
    {},
    [[]],
    {"a": 1},
    [None],
)


def text(rng: Random, given: str, most: int = 4) -> str:
    """A text with a few characters dropped, doubled, exchanged, spliced or cut."""
    for _ in range(rng.randint(1, most)):
        at = rng.randrange(len(given) + 1)
        to = min(len(given), at + rng.randint(0, 6))
        piece = rng.choice(
            (
                "",
                given[at:to] * 2,
                rng.choice(SPLICES),
                chr(
                    rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000)))
                ),
                given[to:at:-1],
            )
        )
        given = given[:at] + piece + given[to:]
    return given


def data(rng: Random, given: Any) -> Any:
    """A piece of JSON with one part of it replaced, dropped or nested."""
    if isinstance(given, dict) and given and rng.random() < 0.8:
        key = rng.choice(list(given))
        kept = {name: value for name, value in given.items() if name != key}
        return kept if rng.random() < 0.15 else {**kept, key: data(rng, given[key])}
    if isinstance(given, list) and given and rng.random() < 0.8:
        at = rng.randrange(len(given))
        return [
            *given[:at],
            *([] if rng.random() < 0.15 else [data(rng, given[at])]),
            *given[at + 1 :],
        ]
    if isinstance(given, str) and rng.random() < 0.6:
        return text(rng, given)
    if rng.random() < 0.05:
        return json.loads("[" * 300 + "]" * 300)
    return rng.choice(ODD)
