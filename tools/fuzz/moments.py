"""Interrupts, threads and forks at any moment, and cells that are half written."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import (
    InteractiveProvider,
    choose,
    games,
    hint,
    line,
    load,
    options,
    play,
    replay,
    save,
    solve,
)
from interactive_provider.heart.play.nodes import memory
from tests.heart.toys import Walk
from tools.fuzz import mutation
from tools.fuzz.core import Attempt
from tools.fuzz.lines import BEGUN, walked

# Interrupts ----------------------------------------------------------------------------------


def interrupts(rng: Random) -> Iterator[Attempt]:
    """Ctrl-C after a random time of whatever is done; what comes after is as if nothing had
    been."""
    from interactive_provider.heart.choices.synthesis import Node

    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "game.json")
        p: Node = games.minesweeper(seed=7).beginner.uncover.r4.c4
        save(p, file)
        widget = play(p)
        works: dict[str, Callable[[], object]] = {
            "steps": lambda: [choose(p, option) for option in options(p)[:20]],
            "replay": lambda: replay(rng.choice(BEGUN)),
            "names": lambda: dir(
                games.sliding(rows=5, columns=5, seed=rng.random().__hash__() % 1000)
            ),
            "hint": lambda: hint(p),
            "solve": lambda: solve(games.sliding(rows=3, columns=3, seed=rng.randrange(99))),
            "save": lambda: save(p, file),
            "load": lambda: load(file),
            "look": lambda: (p.__doc__, p._repr_html_()),
            "widget": lambda: _several(widget, "hint", "undo", "redo", "evaluate"),
            "begin": lambda: InteractiveProvider(Walk(), seed=1).walk.left.right,
        }
        while True:
            told = rng.choice(list(works))
            after = rng.random() ** 3 * 0.03
            yield (
                f"{told}, interrupted after {after:.6f} s",
                partial(_interrupted, works[told], after, p, file, widget),
            )


def _several(widget: Any, *orders: str) -> None:
    for order in orders:
        widget.do(order)


def _interrupted(work: Callable[[], object], after: float, p: Any, file: Path, widget: Any) -> None:
    memory.clear()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, after)
            try:
                work()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert load(file) == p
    assert [file.name] == [one.name for one in file.parent.iterdir()], "a temporary file was left"
    assert replay(line(p)) == p
    assert widget._as_text()
    free: list[bool] = []
    other = threading.Thread(
        target=lambda: free.append(p._table.lock.acquire(timeout=2) and not p._table.lock.release())
    )
    other.start()
    other.join()
    assert free == [True], "a lock was kept"


# Threads -------------------------------------------------------------------------------------


class Slow(Walk):
    """Steps that a thread is likely to be taken away in."""

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """One step more, after a moment."""
        time.sleep(0.0005)
        return super().process_response(state, value, rng)


def threads(rng: Random) -> Iterator[Attempt]:
    """Threads that play the same way at the same time: each choice is played once, all ends are
    equal."""
    while True:
        way = [rng.choice(("left", "right", "on")) for _ in range(rng.randint(1, 6))]
        number = rng.choice((2, 4, 8, 16))
        yield f"{number} threads, {'.'.join(way)}", partial(_raced, way, number)


def _raced(way: list[str], number: int) -> None:
    game = Slow()
    p = InteractiveProvider(game, seed=1).slow
    ends: list[Any] = []
    ready = threading.Barrier(number)

    def walk() -> None:
        ready.wait(10)
        at = p
        for name in way:
            at = getattr(at, name)
        ends.append(at)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        walkers = [threading.Thread(target=walk) for _ in range(number)]
        for walker in walkers:
            walker.start()
        for walker in walkers:
            walker.join(10)
    finally:
        sys.setswitchinterval(before)
    assert number == len(ends)
    assert all(end is ends[0] for end in ends)
    assert game.plays == len(way), "a choice was played twice"


def forks(rng: Random) -> Iterator[Attempt]:
    """Children forked while three threads play and save: each plays at the same table and at
    another, and ends."""
    stop = threading.Event()
    p = InteractiveProvider(Walk(), seed=1).walk

    def play_on() -> None:
        at: Any = p
        while not stop.is_set():
            at = at.left if at._digest[0] % 2 else p.right

    players = [threading.Thread(target=play_on, daemon=True) for _ in range(3)]
    for player in players:
        player.start()
    try:
        while True:
            number = rng.randrange(10**6)
            yield f"fork {number}", partial(_forked, p, number)
    finally:
        stop.set()


def _forked(p: Any, number: int) -> None:
    child = os.fork()
    if not child:
        signal.alarm(15)  # a child that waits forever is ended by it
        try:
            _ = (
                games.guess(seed=number)(50),
                p.on.left.right,
                replay(line(p.left.left), p._table.origin),
            )
        except BaseException:  # noqa: BLE001 - a child must never return into the caller
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, os.waitstatus_to_exitcode(status)


# Cells ---------------------------------------------------------------------------------------


class Spy:
    """A user's object that notices when any code of its own is run."""

    touched: list[str] = []

    @property
    def lure(self) -> object:
        """A property that must not be asked."""
        self.touched.append("property")
        return games

    def __getattr__(self, name: str) -> object:
        self.touched.append(name)
        raise AttributeError(name)

    def __getitem__(self, key: object) -> object:
        self.touched.append("item")
        return games

    def __call__(self, *given: object, **named: object) -> object:  # noqa: D102 - a spy
        self.touched.append("call")
        return games


class SpiedDict(dict[str, object]):
    """A dictionary that notices when it is asked."""

    def __getitem__(self, key: str) -> object:
        Spy.touched.append("dictionary")
        return games


CELLS = (
    "p.",
    "q = p.\n",
    "p.uncover.",
    "games.minesweeper(",
    'p["',
    "p[",
    "spy.lure.",
    'spied["a"].',
    "spy().",
    "spy[0].x.",
    "p = spy.lure\np.",
    "for p in spy:\n    p.",
    "%hint ",
    "x = games.guess(seed=1)\nx.n5.",
    "if p: p.unc",
    "f'{p.",
    "p.uncover.r1.c1.",
    "from interactive_provider import games as g\ng.",
    "box.inner.",
    "!ls p.",
    "p.uncover.r4.c4.flag.",
    "[p.",
    "{'a': p.",
)


def cells(rng: Random) -> Iterator[Attempt]:
    """Half-written cells through the completer: it never raises, and runs nothing of the user's."""
    from IPython.core.completer import CompletionContext

    from tests.shell.shells import raising_shell

    known = (*CELLS, *CELLS, *walked(rng))
    with tempfile.TemporaryDirectory() as name, raising_shell(Path(name)) as shell:
        shell.run_line_magic("load_ext", "interactive_provider")
        shell.user_ns.update(
            p=games.minesweeper(seed=7).beginner,
            spy=Spy(),
            spied=SpiedDict(),
            box=type("Box", (), {"inner": Spy()})(),
        )
        matcher = shell.extension.matcher

        def tab(told: str, at: int) -> None:
            Spy.touched.clear()
            before = told[:at]
            row = before.count("\n")
            used: dict[str, Any] = {"used_matchers": []} if _has_matchers(CompletionContext) else {}
            column = at - (before.rfind("\n") + 1)
            context = CompletionContext(
                token="",
                full_text=told,
                cursor_position=column,
                cursor_line=row,
                limit=None,
                **used,
            )
            found = matcher.match(context)
            assert isinstance(found["completions"], list)
            assert not Spy.touched, Spy.touched

        while True:
            told = mutation.text(rng, rng.choice(known) + rng.choice(("", "", "\n", ".")))
            at = rng.choice((len(told), rng.randrange(len(told) + 1)))
            yield f"{told!r} at {at}", partial(tab, told, at)


def _has_matchers(kind: Any) -> bool:
    return "used_matchers" in getattr(kind, "__dataclass_fields__", {})
