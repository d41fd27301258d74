"""A process may be forked at any moment: every lock of the package is found by a walk, and is free
in the child."""

from __future__ import annotations

import functools
import gc
import importlib
import os
import pkgutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import interactive_provider
from interactive_provider import InteractiveProvider, games, hint, options, play
from interactive_provider.heart.catalogue import provider
from interactive_provider.heart.catalogue.discovery import READERS
from interactive_provider.heart.choices import synthesis
from interactive_provider.heart.play.nodes import memory
from interactive_provider.search import known
from interactive_provider.shell import time_budget
from interactive_provider.support import locks
from interactive_provider.support.locks import all_locks
from tests.patience import PATIENCE
from tests.thorough import some
from tools.isolation import REPOSITORY

from .children import ended
from .toys import Steps, Walk

LOCKS = (type(threading.Lock()), type(threading.RLock()))


@contextmanager
def held(*locks: Any) -> Iterator[None]:
    """Another thread has the locks meanwhile."""
    taken, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        with ExitStack() as stack:
            for lock in locks:
                stack.enter_context(lock)
            taken.set()
            go_on.wait(PATIENCE)

    holder = threading.Thread(target=hold, daemon=True)
    holder.start()
    assert taken.wait(PATIENCE)
    try:
        yield
    finally:
        go_on.set()
        holder.join(PATIENCE)


def load_all() -> None:
    """Import every module of the package."""
    for module in pkgutil.walk_packages(interactive_provider.__path__, "interactive_provider."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


@pytest.mark.slow
def test_every_lock_is_free_in_a_child() -> None:
    """A thread has all locks that a walk over the package finds, at a board, a table and a look
    too."""
    load_all()
    p = games.guess(seed=1)
    board = play(p)
    time_budget.WORDS.spent(lambda: None, None)
    locks = list(all_locks())
    of_these = (
        p._table.lock,
        memory._lock,
        board._lock,
        known._lock,
        synthesis._making,
        provider._making,
    )
    assert all(any(lock is other for other in locks) for lock in of_these)

    def take_all() -> None:
        assert all(lock.acquire(timeout=PATIENCE) for lock in locks)

    with held(*locks):
        assert 0 == ended(take_all)


@pytest.mark.slow
def test_the_walk_leaves_out_no_lock() -> None:
    """Whatever object of ours has a lock of its own, or a class or module of ours, the walk finds
    it, in a process in which nothing else was made."""
    told = subprocess.run(
        [sys.executable, "-c", f"import {__name__} as tests; print(tests.locks_not_found())"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("[]", 0) == (told.stdout.strip(), told.returncode), told.stderr


def locks_not_found() -> list[Any]:
    """What has a lock that the walk does not find, among all objects of this process."""
    load_all()
    kept = games.guess(seed=1), play(games.guess(seed=2))
    time_budget.WORDS.spent(lambda: None, None)
    known = {id(lock) for lock in all_locks()}
    lost = []
    for thing in gc.get_objects():
        owner = type(thing)
        if isinstance(thing, dict):
            owned = any(isinstance(held, LOCKS) for held in thing.values())
            names = str(thing.get("__name__", "")) if owned else ""
        else:
            names = owner.__module__ if isinstance(owner.__module__, str) else ""
        if names.startswith("interactive_provider") and not isinstance(
            thing, threading.Thread | threading.local
        ):
            inside = [*gc.get_referents(thing)]
            inside += [part for held in inside if type(held) is dict for part in held.values()]
            lost += [thing for part in inside if isinstance(part, LOCKS) and id(part) not in known]
    for name, module in list(sys.modules.items()):
        kinds = [
            thing
            for thing in vars(module).values()
            if isinstance(thing, type) and thing.__module__ == name
        ]
        for kind in kinds if name.startswith("interactive_provider") else ():
            cached = [
                thing
                for thing in vars(kind).values()
                if isinstance(thing, functools.cached_property)
            ]
            lost += [
                one for one in cached if id(getattr(one, "lock", None)) not in {*known, id(None)}
            ]
    assert kept
    return lost


def fresh() -> Any:
    """The start of a walk that nobody has begun."""
    return InteractiveProvider(Walk(), seed=1).walk


def beginning(p: Any) -> Any:
    """A game of noughts and crosses that search knows."""
    for _ in range(5):
        p = getattr(p, options(p)[0].names[0])
    return p


@pytest.mark.parametrize(
    "prepared",
    [
        lambda p: (p._table.lock, lambda: p.left),
        lambda p: (memory._lock, lambda: p.left),
        lambda p: (
            synthesis._making,
            lambda: InteractiveProvider(Walk((("never seen", 1),)), seed=1).walk,
        ),
        lambda p: (provider._making, provider.default),
    ],
    ids=["a table", "the memory", "the classes", "the catalogue"],
)
def test_a_child_plays_though_a_lock_was_held(
    prepared: Callable[[Any], tuple[Any, Callable[[], Any]]],
) -> None:
    """It makes steps, classes and catalogues of its own."""
    lock, work = prepared(fresh())
    with held(lock):
        assert 0 == ended(work)


def test_a_child_searches_though_a_search_was_held() -> None:
    """A hint is found in the child while another thread keeps what is solved to itself."""
    p = beginning(games.k_in_a_row(seed=1000).noughts_and_crosses)
    with held(known._lock):
        assert 0 == ended(lambda: hint(p))


@pytest.mark.slow
def test_children_forked_while_threads_search() -> None:
    """Ten children, forked while two threads are in `hint`, find hints and end."""
    stop = threading.Event()

    def search() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            hint(beginning(games.k_in_a_row(seed=number % 50).noughts_and_crosses))

    p = beginning(games.k_in_a_row(seed=1000).noughts_and_crosses)
    hint(p)
    searchers = [threading.Thread(target=search, daemon=True) for _ in range(2)]
    for searcher in searchers:
        searcher.start()
    try:
        found = [ended(lambda: hint(p)) for _ in range(10)]
    finally:
        stop.set()
        for searcher in searchers:
            searcher.join(PATIENCE)
    assert 10 * [0] == found


class Forking(Walk):
    """Forks within a step."""

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step more, in two processes."""
        self.child = os.fork()
        return super().process_response(state, value, rng)


def test_a_step_that_forks_ends_in_both_processes() -> None:
    """The thread that forks keeps the locks that it has, and gives them back itself."""
    game = Forking()
    p: Any = InteractiveProvider(game, seed=1).forking
    mine = os.getpid()
    try:
        after, fault = p.left, 0
    except BaseException:  # noqa: BLE001 - a child must never return into the test
        after, fault = None, 1
    if os.getpid() != mine:
        os._exit(fault)
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(game.child, 0)[1])
    assert 1 == after._state.taken


def test_a_child_looks_with_threads_of_its_own() -> None:
    """The parent's idle threads and its late looks are not there: the child is answered all the
    same."""
    budget = time_budget.Budget(2.0, 0.0, most=1)
    assert "asked" == budget.spent(lambda: "asked", "late")
    budget._late["stuck"] = time_budget._Look(lambda: None, lambda: None)

    def look() -> None:
        assert "asked" == budget.spent(lambda: "asked", "late")

    assert 0 == ended(look)
    budget._late.clear()


# The first use of a game -------------------------------------------------------------------

SLOW = """
import pathlib, threading, time
IS_IN_PARENT = threading.current_thread() is not threading.main_thread()
while IS_IN_PARENT and not pathlib.Path({go_on!r}).exists(): time.sleep(0.01)
from interactive_provider.builtin.null import Null
def read(path): return Null()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("patience", "is_waited_for"), [(PATIENCE, True), (0.1, False)], ids=["waits", "loads anew"]
)
def test_a_child_has_a_game_that_another_thread_was_loading(
    patience: float, is_waited_for: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork waits until the game is loaded; if that takes too long, the child loads it itself."""
    module, go_on = f"loaded_slowly_{is_waited_for}", tmp_path / "go_on"
    (tmp_path / f"{module}.py").write_text(SLOW.format(go_on=str(go_on)), "utf-8")
    (tmp_path / "a.slow").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(locks, "PATIENCE", patience)
    monkeypatch.setitem(READERS, ".slow", (f"{module}:read",))

    def begin() -> None:
        _ = InteractiveProvider(tmp_path / "a.slow", seed=1).a

    def begin_in_child() -> None:
        begin()
        assert is_waited_for is sys.modules[module].IS_IN_PARENT

    loader = threading.Thread(target=begin)
    loader.start()
    while module not in sys.modules:
        time.sleep(0.001)
    if is_waited_for:
        threading.Timer(0.2, go_on.touch).start()
    assert 0 == ended(begin_in_child)
    go_on.touch()
    loader.join()


FIRST_USE = """
import os, threading, time
from interactive_provider import games, hint
def use(): {use}
threading.Thread(target=use, daemon=True).start()
children = []
for moment in range({children}):
    time.sleep(0.2 * (moment + 0.5) / {children})
    child = os.fork()
    if child == 0:
        try: use()
        except BaseException: os._exit(1)
        os._exit(0)
    children.append(child)
until = time.monotonic() + {patience}
ends = {{}}
while len(ends) < len(children) and time.monotonic() < until:
    for child in set(children) - set(ends):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended: ends[child] = status
    time.sleep(0.01)
for child in set(children) - set(ends): os.kill(child, 9)
print([ends.get(child, "waits for ever") for child in children])
os._exit(0)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "use",
    [
        "hint(games.k_in_a_row(seed=1).noughts_and_crosses)",
        "hint(games.minesweeper(seed=1).beginner.uncover.r4.c4)",
        "str(games.stories.bell_under_the_ice(seed=1))",
        "str(games.basic.lighthouse(seed=1))",
        "str(games.openspiel.go(seed=1))",
        "str(games.chess(seed=1).both_sides)",
    ],
)
def test_children_forked_at_the_first_use_of_a_game(use: str) -> None:
    """Whatever another thread was importing at that moment, each child plays on and ends."""
    children = some(2, of=40)
    program = FIRST_USE.format(use=use, children=children, patience=PATIENCE)
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert children * [0] == eval(output)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_while_threads_play_leaves_no_lock_behind() -> None:
    """Children, forked while three threads play, play at other tables and at the same one, and
    end."""
    stop, children = threading.Event(), some(8, of=60)
    p = InteractiveProvider(Walk(), seed=1).walk

    def play() -> None:
        at: Any = p
        while not stop.is_set():
            at = at.left if at._digest[0] % 2 else p.right

    def step(seed: int) -> None:
        _ = games.guess(seed=seed)(50), p.on.left.right

    players = [threading.Thread(target=play, daemon=True) for _ in range(3)]
    for player in players:
        player.start()
    try:
        endings = [ended(partial(step, seed)) for seed in range(children)]
    finally:
        stop.set()
    assert children * [0] == endings
