"""The harness itself, on plain Python objects."""

from __future__ import annotations

import pytest

from .client import Kernel

pytestmark = pytest.mark.slow


def test_a_cell_tells_all_that_it_did(kernel: Kernel) -> None:
    """Printing, display, value and error come back apart."""
    ran = kernel.run("print('said'); display('shown'); 6 * 7")
    assert (ran.printed, ran.text) == ("said\n", "42")
    assert [data["text/plain"] for data in ran.displayed] == ["'shown'"]
    assert kernel.execute("1 / 0").error == "ZeroDivisionError: division by zero"


def test_tab_and_shift_tab_ask_the_kernel(kernel: Kernel) -> None:
    """Completion and inspection are the kernel's own, at the place of the cursor."""
    kernel.run("class Shelf:\n    'Where things lie.'\n    zebra = apple = 1\nshelf = Shelf()")
    completions = kernel.complete("print(shelf.ze)", len("print(shelf.ze"))
    assert [name.rsplit(".", 1)[-1] for name in completions.names] == ["zebra"]
    assert (completions.start, completions.end) in {(6, 14), (12, 14)}
    assert "Where things lie." in kernel.inspect("shelf")
    assert kernel.inspect("nothing_of_that_name") == ""
    assert kernel.value("shelf.zebra + 1") == "2"


def test_jedi_can_be_off(kernel_without_jedi: Kernel) -> None:
    """The second kernel really runs with the other setting."""
    assert kernel_without_jedi.value("get_ipython().Completer.use_jedi") == "False"
