"""``python -m tools.near``: run the quickest tests that reach what you have changed since the last
commit.

Which test reaches which line is recorded by coverage.py, with the first use or with ``--record``:
all quick tests once, in a few minutes. Later changes of a file are allowed for, so the map stays
useful for weeks. Tests in files that you have changed are run too. ``--since main`` looks at all
changes of a branch, ``--seconds 60`` runs more tests.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[1]
PACKAGE = "interactive_provider"
FOLDER = REPOSITORY / "build" / "near"
COVERAGE = FOLDER / "coverage"
FACTS = FOLDER / "facts.json"
"""Of each test the seconds that it took, and of each file of the package its text when the tests
were recorded."""

QUICK = ("-q", "-m", "not slow and not browser")
RECORDED = ("tests",)
"""The tests that are recorded."""

SECONDS = 20.0
"""The seconds of tests that are run by default."""

_HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")

Lines = set[int]


# Recording ---------------------------------------------------------------------------------


class Recorder:
    """Records by which lines of the package each test comes."""

    def __init__(self) -> None:
        import coverage

        self.coverage = coverage.Coverage(
            COVERAGE, config_file=False, source=[PACKAGE], messages=False
        )
        self.seconds: dict[str, float] = {}

    def pytest_sessionstart(self) -> None:
        """Begin before the package is imported."""
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record one test."""
        self.coverage.switch_context(item.nodeid)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - begun
            self.coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        """Keep what was recorded."""
        self.coverage.stop()
        self.coverage.save()
        sources = {str(file): file.read_text("utf-8") for file in Path(PACKAGE).rglob("*.py")}
        FACTS.write_text(json.dumps({"seconds": self.seconds, "sources": sources}), "utf-8")


def record() -> None:
    """Run all quick tests once."""
    print("Recording which test reaches which line: a few minutes, once.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    COVERAGE.unlink(missing_ok=True)
    pytest.main(
        [*QUICK, "-p", "no:xdist", "-p", "no:cacheprovider", *RECORDED], plugins=[Recorder()]
    )


# Choosing ----------------------------------------------------------------------------------


def changed_lines(diff: str) -> dict[str, Lines]:
    """The lines that ``git diff -U0`` reports as new, by file; of a deletion the lines around
    it."""
    changed: dict[str, Lines] = {}
    for line in diff.splitlines():
        if line.startswith("+++ b/"):
            lines = changed.setdefault(line.removeprefix("+++ b/"), set())
        elif hunk := _HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines.update(range(first, first + count) if count else (first, first + 1))
    return changed


def lines_before(old: str, new: str, lines: Lines) -> Lines:
    """Where lines of the new text were in the old one; for what is new, the lines around it."""
    before: Lines = set()
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    for kind, first, end, new_first, new_end in matcher.get_opcodes():
        touched = lines & set(range(new_first + 1, new_end + 1))
        if kind == "equal":
            before.update(line + first - new_first for line in touched)
        elif touched:
            before.update(range(first, end + 2) if first == end else range(first + 1, end + 1))
    return before


def reaching(
    changed: Mapping[str, Lines], tests_by_line: Callable[[str], Mapping[int, Iterable[str]]]
) -> set[str]:
    """The tests that come by any of the changed lines."""
    found: set[str] = set()
    for file, lines in changed.items():
        by_line = tests_by_line(file)
        found.update(test for line in lines for test in by_line.get(line, ()))
    return found - {""}


def quickest(tests: Iterable[str], seconds: Mapping[str, float], budget: float) -> list[str]:
    """As many tests as fit into a number of seconds, the quickest first."""
    chosen: list[str] = []
    for test in sorted(tests, key=lambda test: (seconds.get(test, 0.0), test)):
        budget -= seconds.get(test, 0.0)
        if budget < 0 and chosen:
            break
        chosen.append(test)
    return chosen


def near(since: str, budget: float) -> list[str]:
    """The tests to run: changed files of tests, and the quickest that reach changed lines of the
    package."""
    from coverage import CoverageData

    git = ["git", "diff", "-U0", "--no-color", "--no-ext-diff", since]
    changed = changed_lines(subprocess.run(git, capture_output=True, text=True, check=True).stdout)
    listing = ["git", "ls-files", "--others", "--exclude-standard", "tests"]
    untracked = subprocess.run(
        listing, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    own = [file for file in [*changed, *untracked] if re.search(r"tests/(.*/)?test_\w+\.py$", file)]
    own = [file for file in own if Path(file).exists()]
    facts: dict[str, Any] = json.loads(FACTS.read_text("utf-8"))
    data = CoverageData(str(COVERAGE))
    data.read()
    earlier = {
        file: lines_before(facts["sources"][file], Path(file).read_text("utf-8"), lines)
        for file, lines in changed.items()
        if file in facts["sources"] and Path(file).exists()
    }
    reached = reaching(earlier, lambda file: data.contexts_by_lineno(str(REPOSITORY / file)))
    there = {test for test in reached if Path(test.partition("::")[0]).exists()}
    chosen = quickest(
        (test for test in there if test.partition("::")[0] not in own), facts["seconds"], budget
    )
    print(
        f"{len(there)} quick tests reach {len(earlier)} changed files of the package; {len(chosen)}"
        " of them are run."
    )
    return [*own, *chosen]


def main() -> int:
    """Record if there is no map yet, then run what is near."""
    parser = argparse.ArgumentParser(prog="python -m tools.near", description=__doc__)
    parser.add_argument(
        "--record", action="store_true", help="record which test reaches which line"
    )
    parser.add_argument(
        "--since", default="HEAD", help="the commit to compare with; the last one by default"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="how many seconds of tests to run"
    )
    wanted = parser.parse_args()
    if wanted.record or not FACTS.exists():
        record()
    if wanted.record:
        return 0
    tests = near(wanted.since, wanted.seconds)
    return pytest.main([*QUICK, "-p", "no:xdist", *tests]) if tests else 0


if __name__ == "__main__":
    sys.exit(main())
