"""The programs that the tests of chess need, and how a bare machine gets them:
``python -m tools.chess_programs``."""

from __future__ import annotations

import shutil
import subprocess
import sys

from interactive_provider.adapters.chess.engine import found
from tools.chromium import apt_commands


def pgn_extract() -> str | None:
    """The path of pgn-extract, which reads PGN by the standard; Debian keeps it among games."""
    return shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")


PROGRAMS = {
    "stockfish": (
        found,
        "No engine for chess: install the package 'stockfish', or set STOCKFISH to an engine's path.",
    ),
    "pgn-extract": (
        pgn_extract,
        "No second reader of PGN: install the package 'pgn-extract'.",
    ),
}
"""For each package, what finds its program, and the sentence if that is not there."""


def main() -> int:
    """Print a sentence for each program that is missing, after trying to install it; return 1 if
    any is."""
    missing = []
    for package, (find, sentence) in PROGRAMS.items():
        for command in () if find() else apt_commands(package):
            print("+", *command, file=sys.stderr)
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        if not find():
            missing.append(sentence)
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
