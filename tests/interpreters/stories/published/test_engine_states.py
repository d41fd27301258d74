"""A scene of a page is a value: the same steps lead to the same scene, wherever they are taken."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from random import Random

import pytest

from interactive_provider.interpreters.stories import StoryScene
from interactive_provider.interpreters.stories.published import machine
from interactive_provider.interpreters.stories.published.engine import KEPT, PageEngine

from .. import offered
from . import engine, page

pytestmark = pytest.mark.slow

TALE = {
    "Start": "It is $hour. You have $gold. <b id='dice'></b> [[Play->Start]] [[Leave->End]]",
    "Start script": (
        "State.variables.gold = (State.variables.gold || 10) + Math.floor(Math.random() *"
        " 100);State.variables.hour = new Date().getHours(); dice.textContent = Math.random() +"
        " 'héé'.length;const seen = new Set(); for (let i = 0; i < 9; i++) seen.add(Math.random())"
    ),
    "End": "$gold in all.",
}


def walk(played: PageEngine, steps: int = 4) -> list[StoryScene]:
    """The scenes of a walk."""
    scenes = [played.start(Random(3))]
    for _ in range(steps):
        scenes.append(played.choose(scenes[-1], 0, Random(4)))
    return scenes


def words(scenes: list[StoryScene]) -> list[tuple[str, list[str]]]:
    """What a reader sees."""
    return [(scene.text, offered(scene)) for scene in scenes]


def test_equal_in_another_process_zone_and_hash_seed() -> None:
    """Another process with another time zone and hash seed tells the same story."""
    code = (
        "from tests.interpreters.stories.published.test_engine_states import *;"
        " print(words(walk(engine(TALE))))"
    )
    around = {**os.environ, "TZ": "Pacific/Auckland", "PYTHONHASHSEED": "77"}
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=around, check=True
    ).stdout

    assert f"{words(walk(engine(TALE)))}\n" == told


def test_equal_in_threads_with_a_small_stack() -> None:
    """Threads tell it side by side, even those with a stack of half a megabyte and a story that
    recurses forever."""
    told: list[object] = []
    before = threading.stack_size(512 << 10)
    try:
        played = engine(
            {
                **TALE,
                "Start script": "(function f() { try { f() } catch {} })();" + TALE["Start script"],
            }
        )
        threads = [
            threading.Thread(target=lambda: told.append(words(walk(played)))) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        threading.stack_size(before)

    assert 4 == len(told) and told[1:] == told[:-1]


def test_equal_after_a_branch_a_pickle_and_a_full_cache() -> None:
    """A branch begins where it began, and nothing depends on which snapshots are still kept."""
    played = engine(TALE)
    scenes = walk(played, 5)
    end = played.choose(scenes[2], 1, Random(1))
    for seed in range(KEPT + 3):
        played.start(Random(seed))

    assert words(walk(played, 5)) == words(scenes)
    assert played.choose(scenes[2], 1, Random(9)) == end != played.choose(scenes[3], 1, Random(1))
    copy = pickle.loads(pickle.dumps(scenes[3]))
    assert words([copy.engine.choose(copy, 1, Random(1))]) == words(
        [played.choose(scenes[3], 1, Random(1))]
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_equal_in_a_forked_child() -> None:
    """A child that is forked after the first turn goes on with the same story."""
    played = engine(TALE)
    scenes = walk(played)
    expected = words([played.choose(scenes[-1], 1, Random(1))])
    child = os.fork()
    if child == 0:
        told = []
        try:
            told = words([played.choose(scenes[-1], 1, Random(1)), *walk(engine(TALE))])
        finally:
            os._exit(told != expected + words(scenes))

    assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_stopped_script_stops_at_the_same_place() -> None:
    """The same fuel leads to the same memory, byte by byte, in two machines."""

    def stopped() -> tuple[int, machine.Snapshot]:
        made = machine.Sandbox()
        made.refuel(50_000_000)
        with pytest.raises(machine.ScriptStopped):
            made.run("globalThis.n = 0; for (;;) n += Math.sqrt(n)", "endless.js")
        return made.fuel, made.snapshot()

    assert machine.apart(stopped) == machine.apart(stopped)


def test_snapshots_share_what_did_not_change() -> None:
    """A snapshot is exact, and most of its pages are those of the one before."""

    def restored() -> tuple[float, int, int]:
        made = machine.Sandbox()
        made.run("globalThis.n = 1", "one.js")
        before = made.snapshot()
        made.run("globalThis.n = 'x'.repeat(100)", "two.js")
        after = made.snapshot(before)
        assert made.restore(before)
        read = made.evaluate("() => n", "read.js")
        shared = sum(one is other for one, other in zip(before, after, strict=True))
        return made.call_for_number(read), shared, len(after)

    number, shared, pages = machine.apart(restored)
    assert 1 == number
    assert pages - 20 < shared < pages


def test_a_state_is_small() -> None:
    """What tells two scenes apart is the seed and the steps, not the memory behind them."""
    scene = walk(engine(TALE))[-1]

    assert len(pickle.dumps(dict(scene.variables))) < 300
    assert len(page(TALE)) < 10_000
