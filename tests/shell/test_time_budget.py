"""Looking has a budget: what a game has not answered in time is left out, and nothing of it stays
behind."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NoReturn, TypeVar

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.boards import Board
from interactive_provider.game import Verdict
from interactive_provider.shell import time_budget
from interactive_provider.shell.time_budget import STEPS, WORDS, Budget
from interactive_provider.support import calls
from interactive_provider.support.calls import Call, Ended
from tests.heart.toys import Steps, Walk
from tests.patience import PATIENCE
from tests.shell.shells import TestingShell

NAMES = ["left", "right", "on"]


def for_ever() -> NoReturn:
    """Somebody's wait that has no end."""
    while True:
        time.sleep(0.001)


class Endless(Walk):
    """Plays on forever after ``left``."""

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step more, or none at all."""
        return for_ever() if value == "l" else super().process_response(state, value, rng)


class Speechless(Walk):
    """Never finds the words for a choice."""

    def describe(self, state: Steps, value: Any) -> str:
        """Nothing."""
        for_ever()


class Unpainted(Walk):
    """Never finishes its board, and knows words."""

    def board(self, state: Steps) -> Board:
        """Nothing."""
        for_ever()

    def describe(self, state: Steps, value: Any) -> str:
        """A sentence."""
        return "a creaking door"


class Unjudged(Walk):
    """Never finishes judging its choices."""

    def evaluate(self, state: Steps) -> dict[Any, Verdict]:
        """Nothing, in a loop that takes all of the processor."""
        while True:
            pass


class Listless(Steps):
    """Never ends its list of choices."""

    @property
    def display_options(self) -> Any:
        """Nothing."""
        for_ever()


class Mute(Steps):
    """Never finds its text."""

    @property
    def display_text(self) -> str:
        """Nothing."""
        for_ever()


class Behind(Walk):
    """The first step leads to a state of another kind."""

    def __init__(self, kind: type[Steps]) -> None:
        super().__init__()
        self.kind = kind

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """That state."""
        return self.kind(state.options, 1)


class Slow(Walk):
    """Takes a while for a step, and gives one in the end."""

    ready = threading.Event()
    begun = 0

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step more, when it is ready."""
        self.begun += 1
        self.ready.wait(PATIENCE)
        return super().process_response(state, value, rng)


class Sleepy(Walk):
    """Falls asleep over its words, in C, if no interrupt reaches it."""

    ready = threading.Event()

    def describe(self, state: Steps, value: Any) -> str:
        """Nothing, until it is woken."""
        self.ready.wait(PATIENCE)
        return ""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Budgets that a test can wait for, and no thread left of those it started."""
    before = set(threading.enumerate())
    for budget, seconds in ((STEPS, 0.4), (WORDS, 0.3), (time_budget.WORTH, 0.3)):
        monkeypatch.setattr(budget, "seconds", seconds)
    monkeypatch.setattr("interactive_provider.shell.annotations.SECONDS", 0.3)
    monkeypatch.setattr(STEPS, "longest", 0.0)
    yield
    deadline = time.monotonic() + PATIENCE
    while left(before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert set() == left(before)


def left(before: set[threading.Thread]) -> set[threading.Thread]:
    """Threads that are new and do not wait for the next look."""
    return set(threading.enumerate()) - before - set(calls._idle)


def begun(shell: TestingShell, game: Walk) -> None:
    """Call the start of a game ``p``."""
    provider = InteractiveProvider(game, seed=1)
    shell.user_ns["p"] = getattr(provider, next(iter(provider)))


T = TypeVar("T")


def unhurried(look: Callable[[], T]) -> T:
    """What a look finds that nobody holds up, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        for budget in (STEPS, WORDS, time_budget.WORTH):
            patch.setattr(budget, "seconds", 20.0)
        patch.setattr("interactive_provider.shell.annotations.SECONDS", 20.0)
        return look()


@pytest.mark.slow
@pytest.mark.parametrize("game", [Endless(), Behind(Listless)], ids=["step", "list"])
def test_a_step_without_end_is_left_out(either: TestingShell, game: Walk) -> None:
    """Tab after a step, or before a list, that never ends comes back and inserts nothing; the other
    choices are offered as ever."""
    begun(either, game)
    for text in ("p.left.", 'p.left["', "p.left.on."):
        assert [""] == either.tab(text)
    assert NAMES == unhurried(lambda: either.tab("p."))
    assert [""] == either.tab("p.left.")


@pytest.mark.slow
@pytest.mark.parametrize("game", [Speechless(), Unjudged()], ids=["describe", "evaluate"])
def test_words_without_end_are_left_out(
    either: TestingShell, game: Walk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a game never finds the words, or the worth, for its choices their names are offered
    without."""
    monkeypatch.setattr(time_budget.WORTH, "longest", 0.0)
    monkeypatch.setattr(STEPS, "seconds", 1.5)
    begun(either, game)
    either.extension.settings.evaluate = True
    assert [(name, "move") for name in NAMES] == [
        (c.text, c.type) for c in either.completions("p.")
    ]
    assert [f'"{name}"]' for name in NAMES] == either.tab("p[")


@pytest.mark.slow
@pytest.mark.parametrize("game", [Endless(), Behind(Listless)], ids=["step", "list"])
def test_shift_tab_on_a_step_without_end(shell: TestingShell, game: Walk) -> None:
    """Shift-Tab behind a step, or on a list, that never ends says so in every medium; the rest is
    told as ever."""
    begun(shell, game)
    assert_is_late(shell, "p.left.on")
    assert "left" in unhurried(lambda: shell.object_inspect_mime("p.left"))["text/plain"]
    with pytest.raises(KeyError):
        shell.object_inspect_mime("p.nowhere")


@pytest.mark.slow
def test_shift_tab_on_a_text_without_end(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shift-Tab on a position that never finds its text says so; its choices are offered and told
    as ever."""
    monkeypatch.setattr(STEPS, "seconds", 1.5)
    begun(shell, Behind(Mute))
    shell.user_ns["q"] = shell.user_ns["p"].left
    assert_is_late(shell, "q")
    assert NAMES == unhurried(lambda: shell.tab("q."))
    assert "left" in shell.object_inspect_mime("q.left")["text/plain"]


def assert_is_late(shell: TestingShell, name: str) -> None:
    """What Shift-Tab is sent says in every medium that the game is still computing."""
    found = shell.object_inspect_mime(name)
    assert ["text/plain", "text/html", "text/markdown"] == list(found)
    assert all("still computing" in told for told in found.values())


@pytest.mark.slow
def test_shift_tab_tells_what_was_said_in_time(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an end to the words the board is shown, and without an end to the board the words."""
    monkeypatch.setattr(STEPS, "seconds", 1.5)
    if hasattr(shell.inspector, "mime_hooks"):  # an older one is asked as a whole
        begun(shell, Speechless())
        told = shell.object_inspect_mime("p.left")["text/plain"]
        assert told.startswith("Choice:   left\n") and "0 steps taken." in told
        begun(shell, Unpainted())
        told = shell.object_inspect_mime("p.left")["text/plain"]
        assert ["Choice:   left: a creaking door", "Position: …"] == told.split("\n")


@pytest.mark.slow
def test_a_late_step_is_there_at_the_next_tab(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that takes longer than the budget is played on, once, and found by the next Tab."""
    monkeypatch.setattr(STEPS, "longest", 10.0)
    game = Slow()
    game.ready.clear()
    begun(shell, game)
    assert [""] == shell.tab("p.left.")
    game.ready.set()
    assert NAMES == unhurried(lambda: shell.tab("p.left."))
    assert (1, 1) == (game.begun, game.plays)


@pytest.mark.slow
def test_nothing_is_left_half_done(shell: TestingShell, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a late look goes on its table is free; afterwards the step is not remembered, others
    are played."""
    monkeypatch.setattr(STEPS, "longest", 1.0)
    begun(shell, Endless())
    p = shell.user_ns["p"]
    shell.tab("p.left.")
    assert p._table.lock.acquire(blocking=False)
    p._table.lock.release()
    assert [p._digest] == [p.right._parent._digest]
    assert [""] == shell.tab("p.right.left.")


@pytest.mark.slow
def test_a_look_without_end_holds_up_nobody(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a look goes on by itself, cells play at its own table, and Tab at the same place begins
    no second one."""
    monkeypatch.setattr(STEPS, "longest", 60.0)
    begun(shell, Endless())
    for _ in range(3):
        assert [""] == shell.tab("p.left.")
    (look,) = STEPS._late.values()
    shell.run("p.right.on.right")
    assert look.is_running
    look.end_after(0.0)


@pytest.mark.slow
def test_what_no_interrupt_reaches_is_left_out(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that sleeps over its words holds up nobody either; its choices are offered, again and
    again."""
    monkeypatch.setattr(STEPS, "seconds", 1.5)
    game = Sleepy()
    game.ready.clear()
    begun(shell, game)
    try:
        for _ in range(20):
            assert NAMES == shell.tab("p.")
        assert 1 == len(STEPS._late)
    finally:
        game.ready.set()


@pytest.mark.slow
def test_only_so_many_are_late() -> None:
    """While as many looks as may be are late nobody else is asked; afterwards they are."""
    budget = Budget(0.05, 60.0, most=2)
    for _ in range(2):
        assert "late" == budget.spent(for_ever, "late")
    assert "late" == budget.spent(lambda: pytest.fail("somebody was asked"), "late")
    looks = list(budget._late.values())
    for look in looks:
        look.end_after(0.0)
    assert all(look.ends(60) for look in looks)
    budget.seconds = 20.0
    assert "asked" == budget.spent(lambda: "asked", "late")


@pytest.mark.slow
def test_without_threads_a_look_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no thread can be started the same budget holds, and the trace of a debugger is given
    back."""

    def refused(thread: threading.Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    monkeypatch.setattr(calls, "_idle", [])
    before = sys.gettrace()
    assert "late" == WORDS.spent(for_ever, "late")
    assert "asked" == unhurried(lambda: WORDS.spent(lambda: "asked", "late"))
    assert before is sys.gettrace()


def test_what_is_raised_comes_out() -> None:
    """What a look raises within its time is raised to whoever waits for it."""
    with pytest.raises(KeyError):
        WORDS.spent(lambda: dict[str, None]()["nothing"], None)


def test_an_import_is_not_ended() -> None:
    """A look that is late in the middle of an import is interrupted only after it."""
    told: list[Any] = []

    def imports() -> None:
        namespace: dict[str, Any] = {"told": told, "time": time}
        code = "import time\ntime.sleep(0.2)\ntold.append('imported')"
        exec(compile(code, "<frozen importlib._bootstrap>", "exec"), namespace)
        for_ever()

    budget = Budget(0.01, 0.0)
    budget.spent(imports, None)
    (look,) = budget._late.values()
    assert look.ends(60)
    assert ["imported"] == told


def test_a_look_whose_asker_was_interrupted_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a look is waited for: nobody waits for it any more, so it does not go on."""

    def interrupted(look: Any, seconds: float) -> NoReturn:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(time_budget._Look, "ends", interrupted)
    with pytest.raises(KeyboardInterrupt):
        WORDS.spent(for_ever, None)


@pytest.mark.parametrize("moment", ["run", "finish"])
def test_an_interrupt_just_before_or_after_a_call_is_an_end(
    moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call has ended then, so that nobody interrupts the next one in the same thread, which is
    kept."""
    act = getattr(Call, moment)

    def strike(call: Call[str]) -> NoReturn:
        monkeypatch.setattr(Call, moment, act)
        raise Ended

    assert Call(lambda: "").ends(60)
    workers = set(calls._idle)
    monkeypatch.setattr(Call, moment, strike)
    call = Call(lambda: "answer")
    assert call.ends(60)
    assert not call.is_running
    assert workers == set(calls._idle)
    assert Call(lambda: "answer").ends(60)


class Blocked(Walk):
    """Each of its many steps waits in C, if no interrupt reaches it."""

    ready = threading.Event()

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step more, when it is ready."""
        self.ready.wait(PATIENCE)
        return super().process_response(state, value, rng)


@pytest.mark.slow
def test_late_looks_leave_other_games_alone(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After twenty Tabs at steps that block, a healthy game is answered at once."""
    shell.user_ns["mine"] = InteractiveProvider(Blocked(), Walk(), seed=1)
    monkeypatch.setattr(STEPS, "seconds", 0.05)
    try:
        for number in range(20):
            assert [""] == shell.tab(f"mine.blocked(width=20).c{number:02}.")
            assert NAMES == unhurried(lambda: shell.tab("mine.walk(seed=3).left."))
    finally:
        Blocked.ready.set()
