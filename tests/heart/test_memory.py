"""The positions used most recently, and how many there is room for."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any, cast

import pytest

from interactive_provider import InteractiveProvider, line, replay
from interactive_provider.heart.play.memory import Memory
from tests.patience import PATIENCE

from .toys import Walk


def test_what_is_used_is_remembered_longer_than_what_is_not() -> None:
    """Of two positions the one that was looked at last stays."""
    memory: Memory[Any] = Memory(room=2)
    keys: list[Any] = [("a", b""), ("b", b""), ("c", b"")]
    for key in keys[:2]:
        memory.put(key, key[0], 1)
    assert "a" == memory.get(keys[0])
    memory.put(keys[2], "c", 1)
    assert ["a", None, "c"] == [memory.get(key) for key in keys]


@pytest.mark.parametrize(
    ("room", "puts", "expected"),
    [
        (3, [("a", 1), ("b", 1), ("c", 1), ("d", 1)], "bcd"),
        (4, [("a", 1), ("b", 1), ("c", 3)], "bc"),
        (4, [("a", 1), ("b", 1), ("c", 9)], "c"),
        (4, [("a", 1), ("c", 9), ("d", 1)], "d"),
        (4, [("a", 1), ("b", 3), ("b", 1), ("c", 2)], "abc"),
    ],
)
def test_the_memory_keeps_as_many_positions_as_it_has_room_for(
    room: int, puts: list[tuple[str, int]], expected: str
) -> None:
    """Some take the room of several; what is put again counts once, and the last one stays however
    large it is."""
    memory: Memory[Any] = Memory(room)
    for name, large in puts:
        memory.put(cast(Any, name), name, large)
    assert expected == "".join(name for name in "abcd" if memory.get(cast(Any, name)))


def test_a_memory_that_was_cleared_has_all_its_room_again() -> None:
    """What is forgotten takes none."""
    memory: Memory[Any] = Memory(room=2)
    memory.put(cast(Any, "a"), "a", 2)
    memory.clear()
    memory.put(cast(Any, "b"), "b", 1)
    memory.put(cast(Any, "c"), "c", 1)
    assert [None, "b", "c"] == [memory.get(cast(Any, name)) for name in "abc"]


@pytest.mark.parametrize(
    "act", [Memory.clear, lambda memory: memory.put("a", "b", 1), lambda memory: memory.get("a")]
)
def test_no_two_threads_change_the_memory_at_once(act: Callable[[Any], object]) -> None:
    """Whoever forgets, keeps or looks up waits until the other has done."""
    memory: Memory[Any] = Memory()
    memory.put(cast(Any, "a"), "a", 1)
    other = threading.Thread(target=act, args=(memory,))
    with memory._lock:
        other.start()
        other.join(0.03)
        assert other.is_alive()
    other.join(PATIENCE)
    assert not other.is_alive()


@pytest.mark.parametrize(
    ("remembered", "expected"), [(8_192, 101), (1_024, 101), (100, 101), (4, 4), (0, 1), (-5, 1)]
)
def test_a_game_with_large_states_is_remembered_less(
    remembered: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many of its positions as it says; what is forgotten is played again."""
    kept = Memory[Any]()
    monkeypatch.setattr("interactive_provider.heart.play.nodes.memory", kept)
    game = type("Large", (Walk,), {"remembered_positions": remembered})
    p: Any = InteractiveProvider(game(), seed=1).large
    for _ in range(100):
        p = p.left
    assert expected == len(kept._kept)
    assert p == replay(line(p), p._table.origin)


_GROWTH = """
import os, resource
from interactive_provider import Game, InteractiveProvider, State
class Scene(State):
    display_text, display_options = "x", (("go", "go"),)
    def __init__(self, number): self.number, self.picture = number, os.urandom(8) * (125_000 if {heavy} else 1)
class Toy(Game):
    remembered_positions = 100
    def new_state(self, rng): return Scene(0)
    def process_response(self, state, value, rng): return Scene(state.number + 1)
toy = InteractiveProvider(Toy(), seed=1).toy
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)
before = peak()
{work}
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.parametrize("heavy", ["True", "number % 2", "number % 2 == 0"])
@pytest.mark.parametrize(
    "work",
    ["for seed in range(1_000): toy(seed=seed)", "for seed in range(500): toy(seed=seed).go.go"],
)
def test_memory_measured_from_outside_is_bounded(work: str, heavy: str) -> None:
    """A game that says how many positions may be remembered takes no more room, whichever of them
    are large."""
    program = _GROWTH.format(work=work, heavy=heavy)
    assert int(subprocess.check_output([sys.executable, "-c", program])) < 200_000_000
