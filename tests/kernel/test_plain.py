"""Positions in a plain kernel, no extension loaded: completion, inspection and display do with the
objects alone."""

from __future__ import annotations

import pytest

from .client import Kernel

pytestmark = pytest.mark.slow

BEGIN = """
from interactive_provider import InteractiveProvider, games
from interactive_provider.game import Game, State
p = games.match_game(seed=7).you_begin

class Steps(State):
    def __init__(self, taken=()):
        self.taken = taken
    display_text = property(lambda self: f"taken: {len(self.taken)}")
    display_options = (("left", "left"), ("right", "right"), ("on", "on"))

class Walk(Game):
    "Go somewhere; every step that is really played is counted."
    played = 0
    def new_state(self, rng):
        return Steps()
    def process_response(self, state, value, rng):
        Walk.played += 1
        return Steps((*state.taken, value))

walk = InteractiveProvider(Walk, seed=1).walk
"""


@pytest.fixture(scope="module", autouse=True)
def _begin(kernel: Kernel, kernel_without_jedi: Kernel) -> None:
    for one in (kernel, kernel_without_jedi):
        one.run(BEGIN)


def test_tab_offers_the_choices_and_nothing_else(
    kernel: Kernel, kernel_without_jedi: Kernel
) -> None:
    """With Jedi and without it, a position in a name lists its choices alone."""
    for one in (kernel, kernel_without_jedi):
        assert one.tab("p.") == ["row1", "row2", "row3", "row4"]
    assert kernel.tab("y = p.row2.") == [f"take{count}" for count in range(1, 6)]


@pytest.mark.parametrize(
    "before", ["", "x = ", "print(", "dict(key=", "f'{", "for i in [1]:\n    y = ", "[1, "]
)
def test_a_chain_not_yet_run_completes_wherever_it_stands(kernel: Kernel, before: str) -> None:
    """Jedi follows the attributes through the properties, in every context."""
    assert kernel.tab(f"{before}games.match_game.you_begin.") == ["row1", "row2", "row3", "row4"]


def test_keys_complete(kernel: Kernel) -> None:
    """``p["`` offers the options' labels."""
    assert "row1 take1" in kernel.keys('p["')


def test_each_link_is_played_once_and_looking_plays_nothing(kernel: Kernel) -> None:
    """Tab on k links plays k moves the first time and none the second; inspecting a choice plays
    none."""
    kernel.run("Walk.played = 0")
    assert kernel.tab("walk.on.left.right.") == ["left", "on", "right"]
    assert int(kernel.value("Walk.played")) <= 3
    kernel.run("Walk.played = 0")
    assert kernel.tab("walk.on.left.right.") == ["left", "on", "right"]
    kernel.inspect("walk.on.left.right.on")
    kernel.inspect("walk.right", detail=1)
    kernel.run("dir(walk); walk.left?; walk?")
    assert kernel.value("Walk.played") == "0"


def test_shift_tab_shows_the_board(kernel: Kernel) -> None:
    """Inspecting a position shows what a player sees."""
    assert "row1 | | | | | | |" in kernel.inspect("p")


def test_a_wrong_name_is_one_clear_error(kernel: Kernel) -> None:
    """The error names the nearest choice, and its traceback shows no code of ours."""
    ran = kernel.execute("p.row5")
    assert ran.error.startswith("NoSuchChoice: ")
    assert "'row" in ran.error
    assert "interactive_provider/" not in ran.traceback


def test_a_whole_game_is_played_cell_by_cell(kernel: Kernel) -> None:
    """Each move is picked from what Tab offers, until nothing is offered and there is an
    outcome."""
    assert kernel.play_by_tab("games.match_game(seed=3).two_people", most=16) not in {"", "None"}
