"""Where Stockfish is, and how a bare machine gets it: ``python -m tools.stockfish``."""

from __future__ import annotations

import subprocess
import sys

from interactive_provider.adapters.chess.engine import found
from tools.chromium import apt_commands


def main() -> int:
    """Print the path of an engine, after bringing one if there is none; 1 if that failed."""
    for command in () if found() else apt_commands("stockfish"):
        print("+", *command, file=sys.stderr)
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        if found():
            break
    print(
        found()
        or "No engine for chess: install the package 'stockfish', or set STOCKFISH to an engine's path."
    )
    return 0 if found() else 1


if __name__ == "__main__":
    sys.exit(main())
