"""A story as a page to read: what readers see of it, and what only authors do."""

from __future__ import annotations

from interactive_provider import games
from interactive_provider.widget.session import Session


def test_readers_are_shown_the_story_alone() -> None:
    """No count of words, no author's check, no evaluation: the page of a story is the story."""
    view = Session(games(seed=7).stories.bell_under_the_ice.Take_the_lantern).view()

    assert (True, "", []) == (view["prose"], view["footnote"], view["able"])


def test_other_games_have_no_footnote() -> None:
    """A game that says nothing of the kind shows no quiet line."""
    assert ["", False] == [Session(games(seed=1).sliding.eight).view()[key] for key in ("footnote", "prose")]
