"""The static view of a board in a notebook that somebody else has saved: not trusted, its styles
taken away."""

from __future__ import annotations

import json
from typing import Any

import pytest

from interactive_provider import games
from interactive_provider.rendering import themes
from tests.rendering.games import Hostile, start

from .frontend import notebook


@pytest.fixture
def untrusted(lab: Any, server: Any) -> Any:
    """A notebook with saved boards, opened by a person who has not run it."""
    p = games(seed=7).minesweeper.beginner.uncover.r4.c4
    nasty = "<script>window.ran = true</script><img src=x onerror='window.ran = true'>"
    saved = notebook(["p", "hostile"])
    for cell, page in zip(
        saved["cells"], (p._repr_html_(), nasty + start(Hostile)._repr_html_()), strict=True
    ):
        data = {"text/html": page, "text/plain": "the plain text"}
        cell["metadata"] = {}
        cell["execution_count"] = 1
        cell["outputs"] = [
            {"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": {}}
        ]
    (server.root / "untrusted.ipynb").write_text(json.dumps(saved))
    return lab.open_file("untrusted.ipynb")


def _rgb(colour: str) -> str:
    return f"rgb{tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))}"


def test_an_untrusted_board_is_readable_and_runs_nothing(untrusted: Any) -> None:
    """The table stands with the colours of each cell, in a dark theme too; no script of the page
    has run."""
    untrusted.theme("JupyterLab Dark")
    try:
        cell = untrusted.page.locator(".jp-OutputArea-output td").get_by_text("3", exact=True).first
        cell.wait_for()
        seen = cell.evaluate(
            "one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]"
        )
        assert seen == [_rgb(colour) for colour in themes.colours("number-3", "light")]
        assert (
            untrusted.page.locator(
                ".jp-OutputArea-output style, .jp-OutputArea-output script"
            ).count()
            == 0
        )
        assert untrusted.page.evaluate("window.ran") is None
    finally:
        untrusted.theme("JupyterLab Light")
