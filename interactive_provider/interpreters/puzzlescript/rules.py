"""Rules as they are written: what is looked for in rows of cells, and what is put in its place.

Each word of a rule has a sign for its kind, so that the signs of a rule are a short text, such as
``L[mo|o]=[mo|mo]C`` for ``late [ > Player | Crate ] -> [ > Player | > Crate ] again``; what is
wrong with a rule is a pattern in this text. A rule that is read is a text again, with both sides of
each cell beside each other: so a change of a rule is a change of some of its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from .reading import Line, PuzzleSource

ABSOLUTE = ("up", "down", "left", "right")
WAYS = (*ABSOLUTE, "action")
"""What a player can do, in the order of the boards of a layer."""
RELATIVE = ("^", "v", "<", ">", "perpendicular", "parallel")
_SUMS = {
    "horizontal": ("left", "right"),
    "vertical": ("up", "down"),
    "orthogonal": ABSOLUTE,
}
KINDS = {
    **_SUMS,
    "moving": WAYS,
    "horizontal_par": ("left", "right"),
    "horizontal_perp": ("left", "right"),
    "vertical_par": ("up", "down"),
    "vertical_perp": ("up", "down"),
}
"""The directions that a word stands for; the last four come from ``parallel`` and
``perpendicular``."""
_SIDES = "both sides need the same brackets, the same cells, '...' in the same places."
_LOOP = "a loop must begin and end, and may not contain another loop."
_COMMANDS = (
    *(f"sfx{n}" for n in range(11)),
    *("cancel", "checkpoint", "restart", "win", "again", "message"),
)
_OUTSIDE = {
    **dict(zip("! -> [ ] late rigid random +".split(), "!=[]LGR+", strict=True)),
    **dict.fromkeys((*ABSOLUTE, *_SUMS), "D"),
    **dict.fromkeys(_COMMANDS, "C"),
}
_INSIDE = {
    **dict(zip("-> [ ] | no random randomdir ...".split(), "=[]|nrsg", strict=True)),
    **dict.fromkeys((*WAYS, *RELATIVE, *KINDS, "stationary"), "m"),
}
"""The signs of words outside and inside of the brackets. A name has one for its kind: ``o`` for an
object, ``p`` for what ``or`` joins, ``q`` for ``and``. A command inside is ``c``, all else ``?``;
``!`` comes before the first rule."""
_NAMES = {"": "o", "or": "p", "and": "q"}
TERM = re.compile(r"(?:([^:\s]+) )?:(\S+)")
"""One thing in a cell: how it moves (or ``no``, or nothing), and its name."""
_ROW = re.compile(r"\[([^]]*)\]")
_GAPS = re.compile(r"(?:\| *\.\.\. *(?:-> *\.\.\. *)?)+\|")
CELL = re.compile(r"[][|]")
"""What parts the cells of a rule that is read."""
_TOKEN = re.compile(r"->|[\[\]|]|^\s*\+")
_MESSAGE = re.compile(r"(?:(?!->).)*->(?:[^\[]|\[[^\]]*\])*?\bmessage\b", re.IGNORECASE)
_LONGEST = 1_000
"""The words of a rule; the patterns would take too long on much longer ones."""
_FAULTS = {
    f".{{{_LONGEST + 1}}}": f"a rule has at most {_LONGEST:,} words and signs.",
    "^[^=]*$|=.*=": "a rule has one arrow '->'.",
    r"\[[^]]*(?:[=\[]|$)|^[^[]*\]|\][^[]*\]": "each '[' needs one ']', and brackets do not nest.",
    "^[^[]*=": "this rule looks for nothing.",
    "=[^[C]*$": "this rule needs brackets or a command on the right.",
    "^[^[=]*[^[=!+LGRD]": "{!r} cannot be before the first bracket.",
    r"^[^[]+\+": "one '+' must be first, and needs a rule before it.",
    r"^\+[^[]*R": "only the first rule of a group can be random.",
    "^[^[]*(?:L[^[]*G|G[^[]*L)": "a late rule cannot be rigid, because nothing moves after it.",
    r"\[.*\?": "nothing is called {!r}.",
    "[nmrs][nmrs]": "only one word can say how a thing moves, so {!r} is one too many.",
    "[nmrs](?![opq?nmrs])": "{!r} needs a name after it.",
    "L.*m": "nothing moves in late rules.",
    "g[^]|]|[^[|nmrs]g": "nothing else can be in a cell with '...'.",
    r"\[g|g\]": "'...' needs a cell on both sides.",
    "g[^]]*g[^]]*g": "there can be at most two '...' in a row.",
    r"\[[^=]*r.*=": "'random' can only be on the right.",
    "nq": "{} is several things at once.",
}
"""What makes no sense, as a pattern of signs, so that the rule is left out. The sentence may quote
the word whose sign is the last one."""
_REMARKS = {
    r"\][^[=]+.*=|=(?:C|\[[^]]*\])*[^C[]": "only commands can be outside the brackets.",
    r"=.*C\[": "commands must be at the end of a rule.",
    "c": "nothing is called {!r}.",
    "r[oq]": "there is only one {} to choose from.",
    r"g\|g": "two '...' next to each other are the same as one.",
}
"""What is odd, but does no harm."""


class Rule(NamedTuple):
    """A rule whose names are those of objects, or mean one of several."""

    line: int
    group: int
    """The line of the first rule of its group."""
    directions: tuple[str, ...]
    text: str
    """What is in each cell on the left and on the right, such as ``right :a -> :b | :c -> no :d``,
    or only ``right :a | :c`` if nothing is put anywhere. Behind ``|`` is the next cell, behind
    ``[`` one that may be farther away, behind ``]`` the first one of another row."""
    commands: dict[str, str]
    head: str
    """The signs before the first bracket: ``L`` for late, ``G`` for rigid, ``R`` for random."""


def parse_rules(names: PuzzleSource) -> tuple[list[Rule], list[tuple[int, int]]]:
    """Return the rules as they are written, and the lines where each loop begins and ends."""
    kinds = {name: _NAMES[thing.kind] for name, thing in names.meanings.items()}
    inside = {**dict.fromkeys(_COMMANDS, "c"), **kinds, **_INSIDE}
    rules: list[Rule] = []
    ends: list[int] = []
    for line in names.written["rules"]:
        if line.text not in ("startloop", "endloop"):
            rules += _rule(line, names, inside, rules)
        elif (line.text == "startloop") == len(ends) % 2:
            names.fault(line.number, _LOOP)
        else:
            ends.append(line.number)
    if len(ends) % 2:
        names.fault(ends[-1], _LOOP)
    return rules, list(zip(ends[::2], ends[1::2], strict=False))


def _rule(
    line: Line, names: PuzzleSource, inside: dict[str, str], before: list[Rule]
) -> Iterator[Rule]:
    """Yield the rule of a line, unless it makes no sense."""
    # The text of a message is no part of the rule, and keeps its capitals.
    said = _MESSAGE.match(line.bare)
    text = line.bare[: said.end() if said else None].lower()
    words = ["!"] * (not before) + _TOKEN.sub(r" \g<0> ", text).split()
    signs = _signs(words, inside)
    near = partial(names.near, known=inside)
    fault = next(_matching(_FAULTS, words, signs, near), "")
    # Both sides must have the same brackets, cells and gaps.
    left, _, right = re.sub("[^[|g=]", "", signs).partition("=")
    if fault or (right and left != right):
        names.fault(line.number, fault or _SIDES)
        return
    for remark in _matching(_REMARKS, words, signs, near):
        names.remark(line.number, remark)
    plain = " ".join(_plain(words, signs, names))
    # A cell becomes "left -> right"; "|" joins cells, "[" the parts around a gap, "]" the rows.
    sides = [[row.split("|") for row in _ROW.findall(side)] for side in plain.split("->")]
    pairs = zip(*filter(None, sides), strict=True)
    rows = [map(" -> ".join, zip(*pair, strict=True)) for pair in pairs]
    text = _GAPS.sub("[", " ] ".join(map(" | ".join, rows)))
    _remark_needless(text, line.number, names)
    head = signs.partition("[")[0]
    group = before[-1].group if "+" in head else line.number
    if "+" in head and ("L" in head) != ("L" in before[-1].head):
        names.remark(line.number, "late rules are in one group with others.")
    ways = [word for word, sign in zip(words, head, strict=False) if sign == "D"]
    directions = tuple(way for word in ways for way in _SUMS.get(word, (word,))) or ABSOLUTE
    # A rule about single cells is the same in all directions, unless a word depends on them.
    if not re.search(r"[|[]", text) and not set(RELATIVE) & set(words):
        directions = directions[:1]
    commands = {word: "" for word, sign in zip(words, signs, strict=True) if sign == "C"}
    if said:
        commands["message"] = line.bare[said.end() :].strip() or " "
    yield Rule(line.number, group, directions, text, commands, head)


def _signs(words: list[str], inside: dict[str, str]) -> str:
    table = _OUTSIDE
    signs = ""
    for word in words:
        signs += table.get(word, "?")
        if word in "[]":
            table = inside if word == "[" else _OUTSIDE
    return signs


def _matching(
    table: dict[str, str], words: list[str], signs: str, near: Callable[[str], str]
) -> Iterator[str]:
    """Yield the sentences of a table whose patterns are in the signs of a rule."""
    for pattern, sentence in table.items():
        found = re.search(pattern, signs)
        if found:
            word = words[found.end() - 1]
            yield sentence.format(word) + (near(word) if "called" in sentence else "")


def _plain(words: list[str], signs: str, names: PuzzleSource) -> Iterator[str]:
    """Yield the words of a rule, with the objects that a name stands for, each with its adverb."""
    adverb = ""
    for word, sign in zip(words, signs, strict=True):
        if sign in "opq":
            parts = (word,) if sign == "p" else names.meanings[word].parts
            yield f" {adverb} ".join(f":{part}" for part in parts)
        elif sign != "c":
            yield word
        adverb = word if sign in "nmrs" else ""


def _remark_needless(text: str, line: int, names: PuzzleSource) -> None:
    """Note what is said not to be where something else of its layers is."""
    for cell in CELL.split(text):
        left = TERM.findall(cell.partition("->")[0])
        here = [names.meanings[name] for adverb, name in left if adverb != "no"]
        there = {thing.layer: thing.numbers for thing in here}
        for name in [name for adverb, name in left if adverb == "no"]:
            own = names.meanings[name].numbers
            if all(one not in there.get(names.layers[one], own) for one in own):
                names.remark(line, f"'no {name}' can be left out.")
