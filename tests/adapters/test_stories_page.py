"""A story as a page to read: what readers see of it, and what only authors do."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider, games
from interactive_provider.adapters.stories import TwineStory
from interactive_provider.interpreters.stories import stories_of
from interactive_provider.widget.session import Session


def test_readers_are_shown_the_story_alone() -> None:
    """No count of words, no author's check, no evaluation: the page of a story is the story."""
    view = Session(games(seed=7).stories.bell_under_the_ice.Take_the_lantern).view()

    assert (True, "", []) == (view["prose"], view["footnote"], view["able"])


def test_other_games_have_no_footnote() -> None:
    """A game that says nothing of the kind shows no quiet line."""
    assert ["", False] == [
        Session(games(seed=1).sliding.eight).view()[key] for key in ("footnote", "prose")
    ]


def test_endings_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At an end a reader is told how many of the known endings were found, the same one counted
    once."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    [story] = stories_of({"a.twee": ":: Start\n[[A]] [[B]]\n:: A\na\n:: B\nb"})
    records = []
    for index in (0, 0, 1):
        session = Session(InteractiveProvider(TwineStory(story), seed=1).twine_story)
        number = session.view()["number"]
        session.act({"do": "option", "index": index, "seen": number})
        records.append(session.view()["record"])

    assert ["1 of 2 endings found."] * 2 + ["2 of 2 endings found."] == records
