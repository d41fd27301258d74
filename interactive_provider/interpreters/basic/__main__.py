"""Run a program in a terminal:
``python -m interactive_provider.interpreters.basic program.bas``."""

from __future__ import annotations

import argparse
import io
import secrets
import sys
from pathlib import Path

from . import DIALECTS, BasicError, Program, ProgramState
from .running.traps import line_of


def main(arguments: list[str] | None = None) -> int:
    """Play the program named on the command line; returns 0, or 1 if it failed."""
    parser = argparse.ArgumentParser(
        prog="python -m interactive_provider.interpreters.basic", description=__doc__
    )
    parser.add_argument("program", type=Path, help="a .bas file")
    parser.add_argument(
        "--dialect", choices=sorted(DIALECTS), help="by default it is detected from the text"
    )
    parser.add_argument(
        "--seed", help="the same seed gives the same luck; by default every run differs"
    )
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a pipe on Windows supports few of the signs that a screen had
            stream.reconfigure(errors="replace")
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    try:
        state = Program.decode(options.program.read_bytes(), options.dialect).start(seed)
    except (BasicError, OSError) as fault:
        sys.stderr.write(_inert(f"{options.program}: {fault}\n"))
        return 1
    sys.stderr.writelines(f"[{_inert(notice)}]\n" for notice in state.program.notices)
    return _play(state)


def _play(state: ProgramState) -> int:
    try:
        while True:
            sys.stdout.write(_inert(state.output))
            sys.stdout.flush()
            sys.stderr.writelines(f"{_inert(remark)}\n" for remark in state.remarks)
            if state.over:
                return 1 if state.error else 0
            state = state.more() if state.status == "more" else state.answer(_typed())
    except (KeyboardInterrupt, EOFError) as fault:
        line = line_of(fault) or state.line
        sys.stdout.write(f"\nBREAK IN {line}\n")
        return 0


def _inert(text: str) -> str:
    """``text`` with ``�`` for whatever could steer the terminal."""
    return "".join(sign if sign.isprintable() or sign in "\n\t\xa0" else "�" for sign in text)


def _typed() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


if __name__ == "__main__":
    sys.exit(main())
