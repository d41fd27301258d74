"""Which test reaches which line, recorded with coverage.py: each test by itself, so that no cache
is warm."""

from __future__ import annotations

import difflib
import functools
import hashlib
import inspect
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import pytest

from tools.isolation import REPOSITORY
from tools.mutation.running import PACKAGE, Bench

KEPT = REPOSITORY / "build" / "mutants" / "reach.json"
SOURCES = KEPT.with_name("sources")
"""The central files as they were when a test was recorded, each named by its digest."""

TEST = "the test itself"

LONGEST = 8.0
"""Seconds after which a test is left out: no mutant would be asked of it."""


class Reached(NamedTuple):
    """Where a test comes by: seconds, whether it passes by itself, lines by file, and the sources
    it was made from."""

    seconds: float
    passes: bool
    lines: dict[str, list[int]]
    made_from: dict[str, str]


def reach(
    bench: Bench, files: Iterable[str], jobs: int, say: Callable[[str], None]
) -> dict[str, Reached]:
    """Where each test of a bench comes by.

    A test is recorded once for as long as its own source stays the same: where the package has
    changed since, its lines are carried over to where they stand now. What this misses makes a
    mutant live that a test would kill, never the other way round; without the kept file everything
    is recorded again.
    """
    kept: dict[str, Reached] = {}
    if KEPT.exists():
        kept = {
            name: Reached(*found) for name, found in json.loads(KEPT.read_text("utf-8")).items()
        }
    missing = [
        name
        for name, item in bench.items.items()
        if name not in kept or kept[name].made_from[TEST] != _sign_of(item)
    ]
    say(f"{len(bench.items)} tests, {len(missing)} to be recorded")
    places = {str(PACKAGE / file): file for file in files}
    signs = {file: _sign(read(file)) for file in places.values()}

    def record(name: str, out: TextIO) -> None:
        passes, seconds, lines = bench.asked(name, lambda: _watching(places), LONGEST)
        made_from = {
            TEST: _sign_of(bench.items[name]),
            **{file: signs[file] for file in lines or ()},
        }
        out.write(json.dumps([name, Reached(seconds, passes, lines or {}, made_from)]) + "\n")

    for name, found in shared(missing, record, jobs, bench.folder):
        kept[name] = Reached(*found)
    SOURCES.mkdir(parents=True, exist_ok=True)
    for file, sign in signs.items():
        (SOURCES / sign).write_text(read(file), "utf-8")
    KEPT.write_text(json.dumps(kept), "utf-8")
    return {name: _as_now(kept[name], signs) for name in bench.items}


def _as_now(found: Reached, signs: dict[str, str]) -> Reached:
    """A record with its lines where they stand now."""
    lines = {}
    for file, reached in found.lines.items():
        if found.made_from[file] == signs[file]:
            lines[file] = reached
        else:
            now = _now(found.made_from[file], file)
            lines[file] = sorted({line for old in reached for line in now.get(old, ())})
    return found._replace(lines=lines)


@functools.cache
def _now(sign: str, file: str) -> dict[int, list[int]]:
    return carried_over((SOURCES / sign).read_text("utf-8"), read(file))


def carried_over(old: str, new: str) -> dict[int, list[int]]:
    """For each line of a source the lines that took its place; what was put in belongs to the line
    before."""
    now: dict[int, list[int]] = {}
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        if i_end - i == j_end - j:
            now |= {at + 1: [at + 1 + j - i] for at in range(i, i_end)}
            continue
        for at in range(max(0, i - 1), i_end):
            now[at + 1] = [*now.get(at + 1, ()), *range(j + 1, j_end + 1)]
    return now


def shared(
    work: list[Any], do: Callable[[Any, TextIO], None], jobs: int, folder: Path
) -> list[Any]:
    """Work done by that many forks of this process: each does every so-manieth piece, and writes
    lines of JSON."""
    places = [folder / f"part{number}.jsonl" for number in range(jobs)]
    children = []
    for number, place in enumerate(places):
        child = os.fork()
        if not child:
            status = 1
            try:
                with place.open("w", encoding="utf-8", buffering=1) as out:
                    for piece in work[number::jobs]:
                        do(piece, out)
                status = 0
            finally:
                if status:
                    traceback.print_exc(file=sys.__stderr__)
                os._exit(status)
        children.append(child)
    ends = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    if any(ends):
        raise RuntimeError("A fork in which tests were run has failed.")
    return [json.loads(line) for place in places for line in place.read_text("utf-8").splitlines()]


def _watching(places: dict[str, str]) -> Callable[[], dict[str, list[int]]]:
    import coverage

    watch = coverage.Coverage(
        data_file=None, config_file=False, include=list(places), messages=False
    )
    watch.start()

    def found() -> dict[str, list[int]]:
        watch.stop()
        data = watch.get_data()
        return {
            places[place]: sorted(data.lines(place) or ())
            for place in data.measured_files()
            if place in places
        }

    return found


def _sign_of(item: pytest.Item) -> str:
    return _sign(inspect.getsource(getattr(item, "obj", type(item))))


def _sign(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def of_word(word: str, sources: dict[str, str]) -> dict[str, set[int]]:
    """The lines, by file, that mention a name."""
    whole = re.compile(rf"\b{re.escape(word)}\b")
    return {
        file: {number for number, line in enumerate(source.splitlines(), 1) if whole.search(line)}
        for file, source in sources.items()
    }


def read(file: str) -> str:
    """The source of a file of the package."""
    return Path(PACKAGE / file).read_text("utf-8")
