"""Does the BASIC machine do what others recorded? Runs outside suites where a person has them, and
prints a table.

    python -m benchmarks.basic_conformance [--quick] [--programs FOLDER ...]
                                           [--books FOLDER ...] [--transcripts FOLDER [--dialect
                                           gw]] [--branches N]

``--programs``: folders of ``.bas`` files; each is played three times with up to 60 random answers
that fit its suggestions, its INPUTs are counted, siblings are compared. ``--books``: the same
folders, played by attributes alone by players who know nothing, to see which games can be played to
their end with Tab (`basic_books` says how). ``--transcripts``: a folder of ``name.bas``,
``name.in`` (one answer a line) and ``name.out`` (all that the machine showed, answers echoed).
Without a folder, the five programs that come with the package are played.
"""

from __future__ import annotations

import argparse
import collections
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random

from interactive_provider.interpreters.basic import BasicError, Program, ProgramState
from interactive_provider.interpreters.basic.suggestions.analysis import Suggestion
from interactive_provider.interpreters.basic.suggestions.screens import InputPlace

from .basic_books import books

PLAYS, ANSWERS = 3, 60
_NAMES = ("ADA", "GRACE", "")


def lines(text: str) -> list[str]:
    """A transcript's lines without trailing blanks or line ends of other systems."""
    return [
        line.rstrip()
        for line in text.replace("\r\n", "\n").replace("\r", "\n").rstrip().split("\n")
    ]


def finished(state: ProgramState, most: int = 60) -> ProgramState:
    """A state told to run on while it wants to."""
    for _ in range(most):
        if state.status != "more":
            break
        state = state.more()
    return state


def transcripts(folder: Path, dialect: str) -> None:
    """Plays recorded elsewhere, answer by answer."""
    equal, different = 0, []
    for recorded in sorted(folder.glob("*.out")):
        state = Program.decode(recorded.with_suffix(".bas").read_bytes(), dialect).start()
        for answer in recorded.with_suffix(".in").read_text("latin-1").splitlines():
            state = finished(state)
            if state.status != "asks":
                break
            state = state.answer(answer)
        same = lines(finished(state).transcript) == lines(recorded.read_text("latin-1"))
        equal += same
        if not same:
            different.append(recorded.stem)
    total = equal + len(different)
    print(
        f"transcripts in {dialect}: equal {equal} of {total}; different:"
        f" {' '.join(different) or 'none'}"
    )


def files(folders: list[Path]) -> Iterator[tuple[str, bytes]]:
    """The programs of the folders, or ours."""
    for folder in folders:
        yield from (
            (path.name, path.read_bytes()) for path in sorted(folder.glob("*.[bB][aA][sS]"))
        )
    if not folders:
        shelf = resources.files("interactive_provider.adapters") / "programs"
        yield from ((f.name, f.read_bytes()) for f in sorted(shelf.iterdir(), key=lambda f: f.name))


def fitting(suggestion: Suggestion, rng: Random) -> str:
    """A random answer of those that are suggested, or any."""
    if suggestion.text:
        return rng.choice(suggestion.words or _NAMES)
    if suggestion.numbers:
        return f"{rng.choice(suggestion.numbers):g}"
    low = 0 if suggestion.low is None else int(suggestion.low)
    high = low + 20 if suggestion.high is None else int(suggestion.high)
    return str(rng.randint(low, max(low, high)))


def programs(folders: list[Path], branches: int) -> None:
    """Play every program with answers that fit, and compare siblings."""
    outcomes: collections.Counter[str] = collections.Counter()
    kinds: collections.Counter[str] = collections.Counter()
    visited: list[tuple[ProgramState, str, ProgramState]] = []
    ended, asking = set(), set()
    for name, raw in files(folders):
        try:
            program = Program.decode(raw)
        except BasicError as fault:
            print(f"  {name}: {fault}")
            continue
        _count_inputs(program, kinds)
        for seed in range(PLAYS):
            state, steps = _play(program, Random(f"{name}{seed}"), seed)
            visited += steps
            outcomes[str(state.error.message) if state.error else state.status] += 1
            asking |= {name} if steps else set()
            ended |= {name} if state.status in ("ended", "stopped") and steps else set()
    print("plays by outcome: " + ", ".join(f"{k.lower()} {v}" for k, v in outcomes.most_common()))
    print(
        f"programs that ask: {len(asking)}; of them played to their end by suggestions alone:"
        f" {len(ended)}"
    )
    print(
        f"INPUT variables: text {kinds['text']}, with words {kinds['words']}; "
        f"numbers {kinds['number']}, closed {kinds['closed']}"
    )
    print(
        f"siblings compared in any order: {branches}, mismatches {_mismatches(visited, branches)}"
    )


def _count_inputs(program: Program, kinds: collections.Counter[str]) -> None:
    for number in range(len(program.compiled.flow.inputs)):
        for found in program.analyst.suggestions(InputPlace(number)):
            kinds["text" if found.text else "number"] += 1
            kinds["words" if found.text else "closed"] += found.closed


def _play(
    program: Program, rng: Random, seed: int
) -> tuple[ProgramState, list[tuple[ProgramState, str, ProgramState]]]:
    state = finished(program.start(seed), 3)
    steps: list[tuple[ProgramState, str, ProgramState]] = []
    while state.status == "asks" and len(steps) < ANSWERS:
        answer = ",".join(fitting(s, rng) for s in state.suggestions)
        after = state.answer(answer)
        steps.append((state, answer, after))
        state = finished(after, 3)
    return state, steps


def _mismatches(visited: list[tuple[ProgramState, str, ProgramState]], count: int) -> int:
    rng = Random(1)
    wrong = 0
    for _ in range(count if visited else 0):
        before, answer, after = rng.choice(visited)
        before.answer(rng.choice(("1", "NO", "7,7", "")))
        wrong += before.answer(answer) != after
    return wrong


def main() -> None:
    """Run what the arguments name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="few comparisons, for the gate")
    parser.add_argument("--programs", type=Path, nargs="+", default=[])
    parser.add_argument("--books", type=Path, nargs="+", default=[])
    parser.add_argument("--transcripts", type=Path)
    parser.add_argument("--dialect", default="gw")
    parser.add_argument("--branches", type=int, default=20_000)
    options = parser.parse_args()
    if options.transcripts:
        transcripts(options.transcripts, options.dialect)
    if options.books:
        books(options.books)
    if options.programs or not (options.transcripts or options.books):
        programs(options.programs, 500 if options.quick else options.branches)


if __name__ == "__main__":
    main()
