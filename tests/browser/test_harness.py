"""The harness itself, on plain Python objects: what it reports must be what a person sees."""

from __future__ import annotations

from typing import Any

import pytest

from tests.thorough import some

from .conftest import FRONT_ENDS

SHELF = "class Shelf:\n    zebra = 1\n    apple = 'fruit'\nshelf = Shelf()"

LATE = """
import time
from interactive_provider import Game, InteractiveProvider
from interactive_provider.game.asking import menu
def late():
    time.sleep(1.5)
    return menu("Well?", {"on": late})
class Late(Game):
    def new_state(self, rng):
        return menu("Well?", {"on": late})
p = InteractiveProvider(Late, seed=1).late"""


@pytest.mark.parametrize("front_end", FRONT_ENDS[: some(1, of=2)], indirect=True)
def test_text_that_was_run_gives_its_outputs(front_end: Any) -> None:
    """A cell's value, its printing and its error come back as the notebook stores them."""
    front_end.open(["", "", ""])
    front_end.run("print('said')\n6 * 7", 0)
    assert front_end.text(0) == "said\n\n42"
    front_end.run("1 / 0", 1)
    assert front_end.text(1) == "ZeroDivisionError: division by zero"
    front_end.run("'next'", 2)
    assert front_end.text(2) == "'next'"


def test_tab_shows_the_attributes_and_enter_takes_one(front_end: Any) -> None:
    """The pop-up is read item by item, and the accepted name stands in the cell and runs."""
    front_end.open([SHELF, ""])
    front_end.run(cell=0)
    names = front_end.complete("shelf.", 1)
    assert {"apple", "zebra"} <= set(names)
    front_end.accept("zebra")
    assert front_end.source(1) == "shelf.zebra"
    front_end.run(cell=1)
    assert front_end.text(1) == "1"


def test_a_tab_that_runs_out_of_time_is_pressed_again(lab: Any) -> None:
    """As a person does who reads "still playing…": the next one finds what the first has played."""
    lab.open([f"%load_ext interactive_provider\n{LATE}", ""])
    lab.run(cell=0)
    assert ["on"] == lab.complete("p.on.", 1)


def test_the_kernel_is_asked_past_the_notebook(lab: Any) -> None:
    """An expression's value comes from the kernel, quotes, line ends and signs unharmed."""
    lab.open(["x = 'it\\'s \"so\"\\n♠ \\\\'"])
    lab.run()
    assert lab.value("x") == 'it\'s "so"\n♠ \\'
    assert lab.execution_count(0) == 1
    with pytest.raises(ValueError, match="NameError"):
        lab.value("nothing_of_that_name")


def test_a_wait_that_fails_says_what_it_waited_for(lab: Any) -> None:
    """The harness can fail: a pop-up that never comes, here on an empty page, is a TimeoutError
    that names it."""
    from .frontend import wait_for

    with pytest.raises(TimeoutError, match="pop-up"):
        wait_for(lab._items, bool, 0.5, "the pop-up")
