"""``python -m tools.mutation``: break central lines by rule, and tell which of them no test
notices.

For each broken line those tests are run that come by it, the fastest first, until one fails.
``--only heart`` tries some files, ``--sample 100`` that many, ``--left`` what was left the last
time; ``--write`` writes the table to ``benchmarks/mutants.md``. ``--by-hand`` tries the kept list
of slips made by hand, of which none may survive.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TextIO

import pytest

from tools.isolation import REPOSITORY
from tools.mutation.by_hand import SLIPS
from tools.mutation.reach import of_word, reach, read, shared
from tools.mutation.rules import Mutant, mutants, named_at, statement_at
from tools.mutation.running import FLAGS, Bench, Functions, RunsAtImport, imported_and_failing

FILES = (
    "support/sanitizing.py",
    "heart/play/digests.py",
    "heart/play/memory.py",
    "heart/play/presets.py",
    "heart/play/seeds.py",
    "heart/play/table.py",
    "heart/play/nodes.py",
    "heart/choices/synthesis.py",
    "heart/choices/menus.py",
    "heart/choices/naming.py",
    "heart/records/lines.py",
    "heart/records/literals.py",
    "heart/records/tokens.py",
    "heart/records/saves.py",
    "heart/catalogue/discovery.py",
    "heart/catalogue/provider.py",
    "heart/play/position_data.py",
    "heart/play/actions.py",
    "rendering/signs.py",
    "rendering/html.py",
    "rendering/svg.py",
    "rendering/text.py",
    "rendering/node_page.py",
    "widget/session.py",
    "widget/course.py",
    "widget/advisor.py",
    "widget/page_view.py",
    "heart/play/overlays.py",
    "widget/payload.py",
    "shell/expressions.py",
    "shell/scanner.py",
    "shell/matcher.py",
    "shell/display.py",
    "builtin/minesweeper/rules.py",
    "builtin/sliding/rules.py",
    "builtin/capture/rules.py",
    "builtin/match_game.py",
)
"""The central files, whose lines are broken by rule."""

TESTS = (
    "tests/heart",
    "tests/rendering",
    "tests/shell",
    "tests/builtin",
    "tests/golden",
    "tests/tools",
    "tests/search",
    "tests/docs",
    "tests/widget",
    "tests/adapters",
    "tests/adapters/test_stories.py",
    "tests/adapters/test_basic.py",
)
"""The tests that are asked: all that run the package in their own process."""

HARMLESS = Path(__file__).parent / "harmless.toml"
"""Mutants that change nothing that is promised, each with the reason."""

TABLE = REPOSITORY / "benchmarks" / "mutants.md"
RESULTS = REPOSITORY / "build" / "mutants" / "results.jsonl"
"""What every trial has found, the newest last."""


class Broken(NamedTuple):
    """A file with one place broken."""

    file: str
    mutant: Mutant
    asked: str = ""
    """The folder of tests that is asked; where empty, those that come by the line."""

    @property
    def name(self) -> tuple[str, str, str, int]:
        """What tells it from the others, also when lines have moved."""
        return self.file, self.mutant.text, self.mutant.told, self.mutant.place

    def __str__(self) -> str:
        return f"{self.file}:{self.mutant.line}: {self.mutant.told}"


class Trial:
    """What happens inside pytest, once the tests have been collected."""

    def __init__(
        self,
        chosen: list[Broken],
        jobs: int,
        budget: float,
        before: dict[tuple[str, str, str, int], str | None],
    ) -> None:
        self.chosen, self.jobs, self.budget, self.before = chosen, jobs, budget, before
        self.screen = os.fdopen(os.dup(1), "w", buffering=1)
        self.found: list[tuple[Broken, str | None]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of the tests, the mutants."""
        bench = Bench(session)
        try:
            self._try(bench)
        finally:
            bench.close()
        return True

    def _try(self, bench: Bench) -> None:
        files = sorted({*FILES, *(one.file for one in self.chosen)})
        self.functions = Functions(files)
        gc.collect()
        gc.freeze()
        self.bench = bench
        self.reach = reach(bench, FILES, self.jobs, self.say)
        left_out = [name for name, found in self.reach.items() if not found.passes]
        self.say(
            "\n  ".join(
                ["left out, since they are too slow or do not pass by themselves:", *left_out]
            )
        )
        self.times = {name: found.seconds for name, found in self.reach.items()}
        self.killers: dict[str, Counter[str]] = {file: Counter() for file in files}
        for (file, *_), killer in self.before.items():
            if killer is not None and file in self.killers:
                self._note(file, killer)
        self.trusted: dict[str, bool] = {}
        self.done, self.begun = 0, time.perf_counter()
        numbered = list(range(len(self.chosen)))
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        with RESULTS.open("a", encoding="utf-8", buffering=1) as self.kept:
            by = dict(shared(numbered, self._one, self.jobs, bench.folder))
        self.found = [(one, by[number]) for number, one in enumerate(self.chosen)]

    def say(self, text: str) -> None:
        """Tell the person who waits, past pytest's capture."""
        print(text, file=self.screen)

    def _one(self, number: int, out: TextIO) -> None:
        one = self.chosen[number]
        killer = self._killer(one)
        out.write(json.dumps([number, killer]) + "\n")
        self.kept.write(json.dumps([*one.name, killer]) + "\n")
        self.done += 1
        if killer is None:
            self.say(f"survives  {one}")
        if not self.done % 50:
            each = (time.perf_counter() - self.begun) / self.done
            self.say(f"          {self.done} of {len(self.chosen) // self.jobs}, {each:.1f} s each")

    def _killer(self, one: Broken) -> str | None:
        """The test that notices, or None."""
        source, line = self.functions.sources[one.file], one.mutant.line
        try:
            prepare = self.functions.broken(one.file, one.mutant.source)
        except RunsAtImport:
            return self._import_killer(one)
        lines = {
            at
            for row in range(line, line + one.mutant.text.count("\n") + 1)
            for at in statement_at(source, row)
        }
        asked = self._below(one.asked) if one.asked else self._reaching({one.file: lines})
        names = self._within(asked, one)
        while names:
            failing = self.bench.failing(names, self.times, prepare)
            if failing is None:
                break
            alone = failing == names[0] or self.bench.failing([failing], self.times, prepare)
            if alone and self._is_trusted(failing):
                self._note(one.file, failing)
                return failing
            names = names[names.index(failing) + 1 :]
        return None

    def _import_killer(self, one: Broken) -> str | None:
        source = self.functions.sources[one.file]
        span, bound = named_at(source, one.mutant.line)
        lines = {one.file: set(span)}
        for word in bound:
            for file, found in of_word(word, self.functions.sources).items():
                lines[file] = lines.get(file, set()) | found
        everywhere = {one.file: set(range(1, source.count("\n") + 1))}
        near = self._below(one.asked) if one.asked else self._reaching(lines)
        far = self._reaching(everywhere)
        for names in (self._within(near, one), self._within(far - near, one)):
            failing = imported_and_failing(one.file, one.mutant.source, names, self.times)
            if failing is not None and (failing.startswith("(") or self._is_trusted(failing)):
                self._note(one.file, failing)
                return failing
        return None

    def _is_trusted(self, name: str) -> bool:
        """Whether a test passes by itself if nothing is broken."""
        if name not in self.trusted:
            self.trusted[name] = self.bench.failing([name], self.times, lambda: None) is None
        return self.trusted[name]

    def _reaching(self, lines: dict[str, set[int]]) -> set[str]:
        return {
            name
            for name, found in self.reach.items()
            if found.passes
            and any(
                not wanted.isdisjoint(found.lines.get(file, ())) for file, wanted in lines.items()
            )
        }

    def _below(self, folder: str) -> set[str]:
        return {
            name for name, found in self.reach.items() if found.passes and name.startswith(folder)
        }

    def _note(self, file: str, killer: str) -> None:
        """Remember who has killed a mutant of a file: the test, and the file it stands in."""
        self.killers[file].update((killer, killer.partition("::")[0]))

    def _within(self, names: Iterable[str], one: Broken) -> list[str]:
        """Tests in the order in which they are asked, as many as the budget has time for.

        First whoever killed this mutant the last time; then who is quick, comes by little else than
        the file of the mutant, and has killed others of that file, he or his neighbours.
        """
        killers, last = self.killers[one.file], self.before.get(one.name)

        def cost(name: str) -> float:
            seconds, _, lines, _ = self.reach[name]
            share = (1 + len(lines.get(one.file, ()))) / (1 + sum(map(len, lines.values())))
            kills = 1 + killers[name] + killers[name.partition("::")[0]] / 10
            return (seconds + 0.01) / share / kills

        chosen: list[str] = []
        left = self.budget
        for name in sorted(names, key=lambda name: (name != last, cost(name), name)):
            left -= self.times[name]
            if left < 0 and chosen:
                break
            chosen.append(name)
        return chosen


@functools.cache
def every() -> list[Broken]:
    """All mutants of the central files."""
    return [Broken(file, one) for file in FILES for one in mutants(read(file))]


def by_hand() -> list[Broken]:
    """The slips of the kept list. Raises: ValueError where a text is not found exactly once."""
    found = []
    for slip in SLIPS:
        source = read(slip.file)
        if source.count(slip.old) != 1:
            raise ValueError(
                f"{slip.file} has {slip.old!r} {source.count(slip.old)} times, not once"
            )
        line = source[: source.index(slip.old)].count("\n") + 1
        found.append(
            Broken(
                slip.file,
                Mutant(line, slip.old, slip.why, 1, source.replace(slip.old, slip.new)),
                slip.tests,
            )
        )
    return found


def harmless() -> dict[tuple[str, str, str, int], str]:
    """Reasons by file, text of the line, what was done, and which of equals in the file."""
    told = tomllib.loads(HARMLESS.read_text("utf-8"))["harmless"]
    return {
        (one["file"], one["text"], one["told"], one.get("place", 1)): one["why"] for one in told
    }


def main() -> int:
    """Break lines and print a table of those that nothing noticed; gives 1 if more than one in
    twenty is left."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument(
        "--sample", type=int, help="how many, taken by luck; all of them by default"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only",
        nargs="+",
        default=[""],
        help="files whose names begin so: heart rendering/html.py",
    )
    parser.add_argument(
        "--budget", type=float, default=20.0, help="seconds of tests that one mutant is worth"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many processes work side by side"
    )
    parser.add_argument(
        "--tests", nargs="*", default=TESTS, help="the tests that are asked, where not all of them"
    )
    parser.add_argument("--left", action="store_true", help="try only what was left the last time")
    parser.add_argument(
        "--by-hand", action="store_true", help="try the kept list of slips made by hand"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the table to benchmarks/mutants.md"
    )
    wanted = parser.parse_args()
    whole = by_hand() if wanted.by_hand else every()
    before = _before()
    chosen = list(
        dict.fromkeys(one for begin in wanted.only for one in whole if one.file.startswith(begin))
    )
    if wanted.left:
        chosen = [one for one in chosen if before.get(one.name) is None]
    if wanted.sample is not None:
        chosen = sorted(Random(wanted.seed).sample(chosen, min(wanted.sample, len(chosen))))
    trial = Trial(chosen, wanted.jobs, wanted.budget, before)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    status = pytest.main([*FLAGS, *wanted.tests], plugins=[trial])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or not trial.found:
        print(f"The tests could not be run: {status!r}")
        return 2
    found: dict[tuple[str, str, str, int], str | None] = {one.name: by for one, by in trial.found}
    if wanted.by_hand:
        alive = [one for one, by in trial.found if by is None]
        print(
            f"By hand: {len(found) - len(alive)} of {len(found)} killed.",
            *map(str, alive),
            sep="\n",
        )
        return int(bool(alive))
    if wanted.left:
        found = {**before, **found}
    told, left = table([(one, found[one.name]) for one in whole if one.name in found], harmless())
    print(told)
    if wanted.write:
        TABLE.write_text(told, "utf-8")
    return int(left > 0.05 * len(found))


def _before() -> dict[tuple[str, str, str, int], str | None]:
    """What was found the last time: the test that noticed, or None."""
    if not RESULTS.exists():
        return {}
    lines = map(json.loads, RESULTS.read_text("utf-8").splitlines())
    return {(file, text, told, place): by for file, text, told, place, by in lines}


def table(found: list[tuple[Broken, str | None]], known: dict[Any, str]) -> tuple[str, int]:
    """The table of a run, and how many are left that are not known to be harmless."""
    alive = [one for one, by in found if by is None]
    left = [one for one in alive if one.name not in known]
    lines = [
        "# Mutants",
        "",
        "Lines that were broken by rule (`make mutants`), and those of them that no test notices.",
        (
            "Harmless ones change nothing that is promised; `tools/mutation/harmless.toml` has the"
            " reasons."
        ),
        "",
        "| file | tried | killed | harmless | left |",
        "|---|---|---|---|---|",
    ]
    counts = [
        Counter(one.file for one in some) for some in ([one for one, _ in found], alive, left)
    ]
    for file in dict.fromkeys(one.file for one, _ in found):
        tried, living, open_ones = (count[file] for count in counts)
        lines.append(
            f"| {file} | {tried} | {tried - living} | {living - open_ones} | {open_ones} |"
        )
    lines.append(
        f"| **all** | {len(found)} | {len(found) - len(alive)} | {len(alive) - len(left)} | "
        f"{len(left)} ({len(left) / max(1, len(found)):.1%}) |"
    )
    if left:
        lines += ["", "Left:", ""]
    for one in left:
        lines.append(f"- `{one.file}` {one.mutant.line}: `` {one.mutant.told} ``")
    return "\n".join(lines) + "\n", len(left)


if __name__ == "__main__":
    sys.exit(main())
