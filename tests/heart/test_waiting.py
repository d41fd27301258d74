"""A sign of life on a terminal."""

from __future__ import annotations

import io
import time
from types import SimpleNamespace

import pytest

from interactive_provider import games, hint
from interactive_provider.support import waiting
from interactive_provider.support.waiting import thinking


class Terminal(io.StringIO):
    """What is written to a terminal, or to a file if ``is_terminal`` says so."""

    is_terminal = True

    def isatty(self) -> bool:
        """As a terminal answers."""
        return self.is_terminal


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error on a terminal, where the sign comes at once."""
    screen = Terminal()
    monkeypatch.setattr(waiting, "sys", SimpleNamespace(stderr=screen))
    monkeypatch.setattr(waiting, "SECONDS", 0.0)
    return screen


@thinking
def long_work(p: object) -> str:
    """Something that takes longer than nothing is said."""
    time.sleep(0.05)
    return "done"


def test_long_work_shows_life_on_a_terminal(screen: Terminal) -> None:
    """And leaves nothing behind."""
    assert "done" == long_work(1)
    sign, blank, rest = screen.getvalue().split("\r")
    assert ("Thinking… (Ctrl-C ends it)", " " * len(sign), "") == (sign, blank, rest)


def test_the_sign_is_shown_once_by_functions_that_call_each_other(screen: Terminal) -> None:
    """The outermost one shows it."""
    assert "done" == thinking(long_work)(1)
    assert 1 == screen.getvalue().count("Thinking…")


def test_the_sign_goes_when_the_work_is_interrupted(screen: Terminal) -> None:
    """The prompt stands on a clean line."""

    @thinking
    def interrupted(p: object) -> None:
        time.sleep(0.05)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted(1)
    assert screen.getvalue().endswith(" \r")


def test_nothing_is_written_where_nobody_watches(
    screen: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file and a notebook get no sign, and neither does work that is soon done."""
    screen.is_terminal = False
    long_work(1)
    screen.is_terminal = True
    monkeypatch.setattr(waiting, "SECONDS", 60.0)
    assert hint(games.k_in_a_row(seed=1).noughts_and_crosses.row1.column1) is not None
    assert "" == screen.getvalue()
