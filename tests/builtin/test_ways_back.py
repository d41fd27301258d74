"""Every built-in game comes back by its line: after a random walk, a pickle, and in another
process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interactive_provider import games, line, replay
from interactive_provider.heart.choices.synthesis import choices, choose_by_name
from interactive_provider.heart.play.nodes import memory
from tests.golden import names

GAMES = names()
SHOW = """
from interactive_provider import replay
for line in {lines!r}:
    p = replay(line)
    print(repr(p), p.__doc__)
"""


def walked(name: str, seed: int, draws: list[int]) -> Any:
    """Where so many choices lead, each drawn among those that are offered; stages and typed digits
    count too."""
    node: Any = games(seed=seed)
    for part in name.split("."):
        node = getattr(node, part)
    for draw in draws:
        # An opponent who thinks takes his time; tests/search plays against those.
        offered = [choice for choice in choices(node) if "against" not in choice]
        if not offered:
            break
        node = choose_by_name(node, offered[draw % len(offered)])
    return node


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), draws=st.lists(st.integers(0, 1_000), max_size=12))
def test_a_line_and_a_pickle_lead_back(name: str, seed: int, draws: list[int]) -> None:
    """Played again from its line, and from a pickle, a position is the one that was left."""
    p = walked(name, seed, draws)
    page = p.__doc__
    for again in (lambda: replay(line(p)), lambda: pickle.loads(pickle.dumps(p))):
        memory.clear()
        assert p == again()
        assert page == again().__doc__


@pytest.mark.slow
def test_other_processes_show_the_same() -> None:
    """Under any hash seed the lines of all games give the same pages."""
    positions = [walked(name, 11, [3, 1, 4, 1, 5, 9, 2, 6]) for name in GAMES]
    code = SHOW.format(lines=[line(p) for p in positions])
    expected = "".join(f"{p!r} {p.__doc__}\n" for p in positions)
    for hash_seed in ("0", "97"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True
        )
        assert expected == done.stdout.decode()
