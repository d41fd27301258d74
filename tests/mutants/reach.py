"""Which test reaches which line, recorded with coverage.py: each test by itself, so that no cache is warm."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from tests.isolation import REPOSITORY

from .running import PACKAGE, Bench

KEPT = REPOSITORY / "build" / "mutants" / "reach.json"

LONGEST = 20.0
"""Seconds after which a test is left out: no mutant would be asked of it."""


class Reached(NamedTuple):
    """Where a test comes by: seconds, whether it passes by itself, lines by file, and what it was made from."""

    seconds: float
    passes: bool
    lines: dict[str, list[int]]
    made_from: dict[str, str]


def reach(bench: Bench, files: Iterable[str], jobs: int, say: Callable[[str], None]) -> dict[str, Reached]:
    """Where each test of a bench comes by; what was made from the same is not recorded again."""
    kept: dict[str, Reached] = {}
    if KEPT.exists():
        kept = {name: Reached(*found) for name, found in json.loads(KEPT.read_text("utf-8")).items()}
    now = {name: found for name, found in kept.items() if name in bench.items and _still(found)}
    missing = [name for name in bench.items if name not in now]
    say(f"{len(bench.items)} tests, {len(missing)} to be recorded")
    places = {str(PACKAGE / file): file for file in files}

    def record(name: str, out: TextIO) -> None:
        passes, seconds, lines = bench.asked(name, lambda: _watching(places), LONGEST)
        made_from = {f"tests/{name.partition('::')[0].removeprefix('tests/')}": ""}
        made_from |= {f"interactive_provider/{file}": "" for file in lines or ()}
        found = Reached(seconds, passes, lines or {}, {place: _sign(place) for place in made_from})
        out.write(json.dumps([name, found]) + "\n")

    for name, found in shared(missing, record, jobs, bench.folder):
        now[name] = Reached(*found)
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps(now), "utf-8")
    return now


def shared(work: list[Any], do: Callable[[Any, TextIO], None], jobs: int, folder: Path) -> list[Any]:
    """Work done by so many forks of this process: each does every so-manieth piece, and writes lines of JSON."""
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

    watch = coverage.Coverage(data_file=None, config_file=False, include=list(places), messages=False)
    watch.start()

    def found() -> dict[str, list[int]]:
        watch.stop()
        data = watch.get_data()
        return {places[place]: sorted(data.lines(place) or ()) for place in data.measured_files() if place in places}

    return found


def _still(found: Reached) -> bool:
    return all(_sign(place) == sign for place, sign in found.made_from.items())


_signs: dict[str, str] = {}


def _sign(place: str) -> str:
    if place not in _signs:
        whole = REPOSITORY / place
        _signs[place] = hashlib.sha256(whole.read_bytes()).hexdigest()[:16] if whole.exists() else "gone"
    return _signs[place]


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
