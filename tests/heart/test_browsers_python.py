"""The Python of a browser: no threads, processes, locks on files, or clock of a thread, and every
game goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.patience import PATIENCE

PROGRAM = """\
import _thread, os, signal, sys, threading, time

def absent(*arguments, **named):
    raise RuntimeError("can't start new thread")

_thread.start_new_thread = threading._start_new_thread = absent
threading.Thread.start = absent
for module, names in ((time, ["thread_time", "thread_time_ns", "pthread_getcpuclockid"]),
                      (os, ["fork", "forkpty", "register_at_fork", "posix_spawn", "getuid", "geteuid", "fchown"]),
                      (signal, ["setitimer", "pthread_kill", "pthread_sigmask", "sigwait"])):
    for name in names:
        vars(module).pop(name, None)
for name in ("fcntl", "resource", "_multiprocessing", "_posixshmem", "_posixsubprocess", "numpy"):
    sys.modules[name] = None

import interactive_provider as package
from interactive_provider.widget.session import Session

session = Session(eval("package.games(seed=7)." + sys.argv[1]))
for move in range(3):
    view = session.view()
    for order in ("hint", "evaluate", "check", "evaluate"):
        if order in view["able"]:
            session.act({"do": order})
            assert not session.stuck, session.status
    options = package.options(session.position)
    session.go(package.choose(session.position, options[0]) if options else session.position(5))
    if package.outcome(session.position) is not None:
        break
print(len(package.history(session.position)) > 1, end="")
"""
"""What plays up to three moves without whatever a browser's Python lacks."""

GAMES = (
    "match_game.you_begin",
    "match_game.computer_begins",
    "match_game.random_computer",
    "k_in_a_row.noughts_and_crosses_against_the_computer",
    "k_in_a_row.connect_four_against_the_computer",
    "minesweeper.beginner",
    "sliding.eight",
    "capture.gentle_1",
    "rock_paper_scissors",
    "guess",
    "chemistry",
    "null.three_lamps",
)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_browsers_python_plays_with_advice_and_replies(game: str) -> None:
    """Three moves with their replies, by what the hint or the list of choices says; a move is
    explained and judged."""
    command = [sys.executable, "-c", PROGRAM, game]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ("True", "") == (done.stdout, done.stderr)
