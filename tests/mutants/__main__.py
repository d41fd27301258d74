"""``python -m tests.mutants``: break central lines by rule, and tell which of them no test notices.

``--sample 200 --seed 3`` takes so many of them by luck; without it every one is tried, which takes a night.
The table is written to ``benchmarks/mutants.md`` with ``--write``.
"""
# ruff: noqa: T201 - a command: it prints its table

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.isolation import REPOSITORY

from .rules import Mutant, mutants

TESTS: dict[str, tuple[str, ...]] = {
    "heart/table.py": ("tests/heart", "tests/attack"),
    "heart/nodes.py": ("tests/heart",),
    "heart/synthesis.py": ("tests/heart",),
    "heart/menus.py": ("tests/heart",),
    "heart/naming.py": ("tests/heart",),
    "heart/lines.py": ("tests/heart",),
    "heart/literals.py": ("tests/heart",),
    "heart/tokens.py": ("tests/heart", "tests/shell/test_scanner.py"),
    "heart/saves.py": ("tests/heart",),
    "heart/sources.py": ("tests/heart",),
    "heart/provider.py": ("tests/heart",),
    "heart/seat.py": ("tests/heart",),
    "heart/actions.py": ("tests/heart", "tests/games"),
    "views/signs.py": ("tests/views",),
    "views/html.py": ("tests/views",),
    "views/svg.py": ("tests/views",),
    "views/text.py": ("tests/views",),
    "views/page.py": ("tests/views", "tests/heart"),
    "widget/session.py": ("tests/views",),
    "widget/overlays.py": ("tests/views",),
    "widget/payload.py": ("tests/views",),
    "shell/expressions.py": ("tests/shell",),
    "shell/scanner.py": ("tests/shell",),
    "shell/matcher.py": ("tests/shell",),
    "shell/display.py": ("tests/shell",),
    "builtin/minesweeper/rules.py": (
        "tests/minesweeper/test_rules.py",
        "tests/minesweeper/test_game.py",
        "tests/golden",
    ),
    "builtin/sliding/rules.py": ("tests/sliding", "tests/golden"),
    "builtin/capture/rules.py": ("tests/capture", "tests/golden"),
    "builtin/match_game.py": ("tests/games", "tests/golden"),
}
"""The central files, each with the tests that are asked of it."""

HARMLESS = Path(__file__).parent / "harmless.txt"
"""Mutants that change nothing that is promised, a line each: file, what was done, and after # the reason."""

TABLE = REPOSITORY / "benchmarks" / "mutants.md"


def every() -> list[tuple[str, Mutant]]:
    """All mutants of the central files."""
    package = REPOSITORY / "interactive_provider"
    return [(file, one) for file in TESTS for one in mutants((package / file).read_text("utf-8"))]


def survives(file: str, one: Mutant, folder: Path, patience: float) -> bool:
    """Whether the tests of a file stay green with one of its lines broken; tests that hang have noticed."""
    place = folder / "interactive_provider" / file
    whole = place.read_text("utf-8")
    place.write_text(one.source, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow and not browser", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, *TESTS[file]], cwd=folder, capture_output=True, timeout=patience, check=False,
            env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    finally:
        place.write_text(whole, "utf-8")
    return done.returncode == 0


def harmless() -> dict[str, str]:
    """Reasons by file and change."""
    told = (line.partition("  # ") for line in HARMLESS.read_text("utf-8").splitlines() if line.strip())
    return {change.strip(): reason for change, _, reason in told}


def main() -> int:
    """Break lines and print a table of those that nothing noticed; gives 1 where more than one in twenty is left."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, help="how many, taken by luck; all of them by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose names begin so: heart, views/html.py")
    parser.add_argument("--patience", type=float, default=300.0, help="seconds for the tests of one mutant")
    parser.add_argument("--write", action="store_true", help="write the table to benchmarks/mutants.md")
    wanted = parser.parse_args()
    chosen = [(file, one) for file, one in every() if file.startswith(wanted.only)]
    if wanted.sample is not None:
        chosen = Random(wanted.seed).sample(chosen, min(wanted.sample, len(chosen)))
    known, alive = harmless(), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("interactive_provider", "tests", "pyproject.toml", "docs", "examples", "benchmarks", "notebooks"):
            source = REPOSITORY / part
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, folder / part)
        for number, (file, one) in enumerate(sorted(chosen), 1):
            change = f"{file}:{one.line}: {one.told}"
            if survives(file, one, folder, wanted.patience):
                alive.append((file, one))
                print(f"survives  {change}", flush=True)
            else:
                print(f"killed    {change}  ({number} of {len(chosen)})", flush=True)
    told = _table(len(chosen), alive, known)
    print(told)
    if wanted.write:
        TABLE.write_text(told, "utf-8")
    open_ones = [one for one in alive if _name(*one) not in known]
    return int(len(open_ones) > 0.05 * len(chosen))


def _name(file: str, one: Mutant) -> str:
    return f"{file}: {' '.join(one.told.split())}"


def _table(tried: int, alive: list[tuple[str, Mutant]], known: dict[str, str]) -> str:
    left = [pair for pair in alive if _name(*pair) not in known]
    lines = [
        "# Mutants",
        "",
        "Lines that were broken by rule (`make mutants`), and those of them that the quick tests do not notice.",
        "",
        f"Tried {tried}; killed {tried - len(alive)}; harmless {len(alive) - len(left)}; left {len(left)}.",
        "",
        "| file | line | what was done | harmless because |",
        "|---|---|---|---|",
    ]
    for file, one in alive:
        shown = " ".join(one.told.split()).replace("|", "\\|")
        lines.append(f"| {file} | {one.line} | `{shown}` | {known.get(_name(file, one), '')} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
