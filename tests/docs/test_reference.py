"""The reference page is the one that the docstrings make, and leaves nothing public out."""

from __future__ import annotations

import inspect
import re

import pytest

import interactive_provider
from interactive_provider import analysis, errors
from interactive_provider.game import asking
from tests.generated import STALE
from tools import reference
from tools.reference import PAGE, magics, page, settings

SHOWN = PAGE.read_text("utf-8")
ENTRIES = {
    match[1]: match[2]
    for match in re.finditer(r"^### `%?(\w+)[^\n]*\n(.*?)(?=^##|\Z)", SHOWN, re.M | re.S)
}
PUBLIC = [
    name
    for module in (interactive_provider, analysis)
    for name in module.__all__
    if not hasattr(errors, name)
]
DESK = [*asking.__all__, *(name for names in reference.DESK.values() for name in names)]


def test_the_page_is_as_the_docstrings_make_it() -> None:
    """`make generated` was run since they changed."""
    assert page() == SHOWN, STALE


@pytest.mark.parametrize("name", [*PUBLIC, *DESK, *magics(), *settings(), "check_game"])
def test_everything_public_is_there_with_an_example(name: str) -> None:
    """A function has an example that runs, a magic a way to call it, a setting a line that sets
    it."""
    assert re.search(r"^>>> |`%\w+|^%config ", ENTRIES[name], re.M), f"{name} has no example"


def test_functions_describe_themselves() -> None:
    """Every public function has a docstring that begins with a sentence."""
    functions = [
        getattr(module, name)
        for module in (interactive_provider, analysis)
        for name in module.__all__
    ]
    assert [] == [
        f.__name__
        for f in functions
        if inspect.isfunction(f) and "." not in (inspect.getdoc(f) or "")
    ]
