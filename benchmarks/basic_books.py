"""Whole books of programs played by their attributes alone: the part of `basic_conformance` behind
``--books``.

*Words offered*: of the text variables of INPUT, those with words, or with the signs of which
answers consist, among those that the program compares with anything; the others are free text.
*Closed*: numeric variables with a list or both ends of a range. *Without a crash*: no exception
arose in any play. (A BASIC error is the program's own.)

*Played to the end by Tab alone*: a player who knows nothing chooses among the attributes of real
positions, never calling one. Plain options come first, ``other`` now and then, numbers and text key
by key, ``more`` while it is short; where a single key is waited for, ``enter`` is one like all
others. Several players with different habits (how long the numbers are that they type, how often
they look behind ``other``) try in turn, each with another seed, until one sees the program end by
itself, END or STOP. Many programs of the time have no way to END: a round over, they begin again
forever. Which these are is read from their flow; they count as played when, two values or more
given, control comes back to the earliest line that a jump leads back to. (A mark printed by that
line tells so; it is put into a copy of the program.)
"""

from __future__ import annotations

import collections
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider
from interactive_provider.heart.choices.synthesis import choices
from interactive_provider.interpreters.basic import BasicError, Program
from interactive_provider.interpreters.basic.reading import nodes as n
from interactive_provider.interpreters.basic.suggestions.analysis import Analyst
from interactive_provider.interpreters.basic.suggestions.dataflow import FlowWalk
from interactive_provider.interpreters.basic.suggestions.screens import InputPlace

MOVES, SECONDS, MORES = 1_000, 8.0, 3
"""Choices of each of the first plays, later ones may be longer; CPU seconds for one program;
``more`` in a row."""
MARK = "\a"
_HABITS = ((0.9, 0.0), (0.6, 0.05), (0.9, 0.05), (0.3, 0.02))
"""How likely a number ends after each digit; how likely ``other`` is chosen."""


class Reach(FlowWalk):
    """All operations that control can come to, whether END is among them, and how far back jumps
    lead."""

    def __init__(self, analyst: Analyst) -> None:
        super().__init__(analyst.context, -2, ((n.Var("?"), n.Var("?")),), 200_000)
        ops = {i: self.flow.ops[i].what for i, _, _ in self.seen}
        self.can_end = any(isinstance(what, n.End) for what in ops.values())
        self.asked = min(
            (i for i, what in ops.items() if isinstance(what, n.InputStatement)), default=0
        )

    def outcomes(self, test: n.Expr) -> tuple[bool, ...]:
        """Any."""
        return (True, False)

    def branches(self, selector: n.Expr, count: int) -> range:
        """All."""
        return range(count + 1)

    def carries(self, value: n.Expr) -> bool:
        """Nothing is followed."""
        return False

    def beginning(self) -> int:
        """The line of the earliest operation to which a jump leads back from behind the first
        INPUT."""
        back = [to for place in self.seen.values() if place[0] > self.asked
                for to, _, _ in self.step(place) if to <= place[0]]  # fmt: skip
        return self.flow.ops[min(back, default=0)].line


@dataclass
class Played:
    """What became of one program."""

    asks: bool = False
    end: str = ""
    crash: str = ""
    errors: int = 0


def books(folders: list[Path]) -> None:
    """Play all programs of the folders and print the figures."""
    kinds: collections.Counter[str] = collections.Counter()
    played: dict[str, Played] = {}
    with tempfile.TemporaryDirectory() as copies:
        for folder in folders:
            copy = Path(copies) / folder.name
            copy.mkdir()
            played |= {f"{folder.name}/{name}": one for name, one in _folder(folder, copy, kinds)}
    _report(played, kinds)


def _folder(
    folder: Path, copy: Path, kinds: collections.Counter[str]
) -> Iterator[tuple[str, Played]]:
    kept: dict[str, tuple[str, bool]] = {}
    for path in sorted(folder.glob("*.[bB][aA][sS]")):
        try:
            program = Program.decode(path.read_bytes())
        except BasicError as fault:
            print(f"  {path.name} is not read: {fault}")
            continue
        _count(program, kinds)
        reach = Reach(program.analyst)
        text = program.text if reach.can_end else _marked(program.text, reach.beginning())
        name = f"p{len(kept):04}"
        kept[name] = path.stem, not reach.can_end
        (copy / f"{name}.bas").write_text(text)
    provider = InteractiveProvider(copy)
    for name, (stem, endless) in kept.items():
        yield stem, _program(provider, name, endless)


def _marked(text: str, line: int) -> str:
    """A program that prints the mark whenever control comes through a line."""
    return re.sub(rf"(?m)^(\s*{line}\b)", r"\1 PRINT CHR$(7);:", text, count=1)


def _count(program: Program, kinds: collections.Counter[str]) -> None:
    for number in range(len(program.compiled.flow.inputs)):
        for found in program.analyst.suggestions(InputPlace(number)):
            kinds["text" if found.text else "number"] += 1
            kinds["free"] += found.free
            kinds["words" if found.text else "closed"] += not found.free and (
                found.closed or bool(found.signs)
            )


def _program(provider: Any, name: str, endless: bool) -> Played:
    found = Played()
    began = time.process_time()
    for seed in range(1000):
        try:
            _play(
                getattr(provider, name)(seed=seed), Random(f"{name} {seed}"), seed, endless, found
            )
        except Exception as fault:  # noqa: BLE001  # whatever it is, it is what is looked for
            found.crash = f"{type(fault).__name__}: {fault}"
        if found.end or found.crash or not found.asks or time.process_time() - began > SECONDS:
            break
    return found


def _play(position: Any, rng: Random, seed: int, endless: bool, found: Played) -> None:
    short, curious = _HABITS[seed % len(_HABITS)]
    typed = mores = answers = 0
    for _ in range(MOVES << min(seed // len(_HABITS), 5)):
        names = list(choices(position))
        state = getattr(position, "_state", None)
        if state is not None and endless and MARK in state.stop.output:
            if answers > 1 and found.asks:
                found.end = "begins anew"
                return
            answers = 0
        mores = mores + 1 if names == ["more"] else 0
        if not names or mores > MORES:
            break
        found.asks |= names != ["more"]
        pressed = state is not None and state.stop.keys_wanted == 1
        name = rng.choice(names) if pressed else _chosen(names, rng, typed, short, curious)
        typed = typed + 1 if not pressed and ("enter" in names or _is_keypad(names)) else 0
        after = getattr(position, name)
        answers += getattr(after, "_state", state) is not state and "." not in name
        typed = 0 if name == "enter" else typed
        position = after
    outcome = position._state.outcome if not choices(position) else None
    found.end = outcome if outcome in ("ended", "stopped") and found.asks else found.end
    found.errors += outcome == "error"


def _is_keypad(names: list[str]) -> bool:
    return "n0" in names and "n9" in names and "other" not in names


def _chosen(names: list[str], rng: Random, typed: int, short: float, curious: float) -> str:
    if "enter" in names:
        if typed and (rng.random() < short or len(names) == 1):
            return "enter"
        digits = [name for name in names if name[0] == "n" and name[1:].isdigit()]
        keys = [name for name in names if name != "enter"]
        return rng.choice(
            digits if digits and len(names) < 16 and rng.random() < 0.95 else keys or names
        )
    plain = [name for name in names if name not in ("other", "minus")]
    return rng.choice(names if not plain or rng.random() < curious else plain)


def _report(played: dict[str, Played], kinds: collections.Counter[str]) -> None:
    asking = {name: one for name, one in played.items() if one.asks}
    tested = kinds["text"] - kinds["free"]
    print(
        f"programs played: {len(played)}, without a crash"
        f" {sum(not one.crash for one in played.values())}"
    )
    for name, one in played.items():
        if one.crash:
            print(f"  {name}: {one.crash}")
    print(
        f"text variables: {kinds['text']}, free text {kinds['free']}, of the other {tested} with"
        f" words offered {kinds['words']} = {kinds['words'] / max(1, tested):.1%}"
    )
    closed = kinds["closed"] / max(1, kinds["number"])
    print(f"numeric variables: {kinds['number']}, closed {kinds['closed']} = {closed:.1%}")
    ends = collections.Counter(one.end for one in asking.values())
    print(
        f"programs that ask: {len(asking)}; played to the end by Tab alone:"
        f" {len(asking) - ends['']} ({ends['ended'] + ends['stopped']} end, {ends['begins anew']}"
        " have no way to END and begin anew)"
    )
    print("not: " + (", ".join(name for name, one in asking.items() if not one.end) or "none"))
