"""Which tests are near a change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import near

DIFF = """\
diff --git a/interactive_provider/a.py b/interactive_provider/a.py
--- a/interactive_provider/a.py
+++ b/interactive_provider/a.py
@@ -3 +3,2 @@ def f():
-old
+new
+newer
@@ -9,2 +10,0 @@ def g():
-gone
-gone too
diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1 +1 @@
-x
+y
"""


def test_changed_lines_are_those_of_the_new_text() -> None:
    """Of what was deleted the lines around it, since what came after it may be different now."""
    assert {
        "interactive_provider/a.py": {3, 4, 10, 11},
        "tests/test_a.py": {1},
    } == near.changed_lines(DIFF)


@pytest.mark.parametrize(
    ("new", "lines", "expected"),
    [
        ("a\nb\nc\nd", {2}, {2}),
        ("new\na\nb\nc\nd", {3}, {2}),
        ("a\nB\nc\nd", {2}, {2}),
        ("a\nb\nnew\nc\nd", {3}, {2, 3}),
        ("a\nX\nY\nd", {2, 3}, {2, 3}),
        ("a\nd", {2}, {4}),
    ],
)
def test_lines_are_found_where_they_were_when_tests_were_recorded(
    new: str, lines: set[int], expected: set[int]
) -> None:
    """A moved line is followed, a changed one is that in whose place it is, and a new one belongs
    to its neighbours."""
    assert expected == near.lines_before("a\nb\nc\nd", new, lines)


def test_the_tests_of_changed_lines_are_found() -> None:
    """Lines that no test reaches, and what runs when a module is imported, give none."""
    by_line = {3: ["", "one", "two"], 4: [""], 7: ["three"]}
    assert {"one", "two"} == near.reaching({"a.py": {3, 4, 5}}, lambda file: by_line)


def test_the_quickest_tests_are_run_as_far_as_the_seconds_reach() -> None:
    """At least one is; one of which nothing is known comes first."""
    seconds = {"slow": 9.0, "quick": 0.1, "middling": 1.0}
    assert ["unknown", "quick", "middling"] == near.quickest(
        ["slow", "middling", "quick", "unknown"], seconds, 5.0
    )
    assert ["slow"] == near.quickest(["slow"], seconds, 5.0)


RECORDING = """
import sys
from pathlib import Path
from tools import near
near.FOLDER = Path(sys.argv[1])
near.COVERAGE, near.FACTS = near.FOLDER / "coverage", near.FOLDER / "facts.json"
near.RECORDED = ("tests/heart/test_naming.py",)
near.record()
from coverage import CoverageData
data = CoverageData(str(near.COVERAGE))
data.read()
for file in ("heart/choices/naming.py", "support/storage.py"):
    place = str(near.REPOSITORY / "interactive_provider" / file)
    print("found:", len(near.reaching({place: set(range(1_000))}, data.contexts_by_lineno)))
"""


@pytest.mark.slow
def test_a_recorded_test_is_near_the_lines_that_it_reaches(tmp_path: Path) -> None:
    """Of the tests of naming many come by its lines, and none by those of storage."""
    command = [sys.executable, "-c", RECORDING, str(tmp_path)]
    told = subprocess.run(
        command, cwd=near.REPOSITORY, capture_output=True, text=True, check=True
    ).stdout
    by_naming, by_storage = (
        int(line.split()[1]) for line in told.splitlines() if line.startswith("found:")
    )
    assert (True, 0) == (by_naming > 10, by_storage)
