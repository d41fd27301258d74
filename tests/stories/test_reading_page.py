"""A story as a page to read: good type, and how much was read so far."""

from __future__ import annotations

from interactive_provider import games
from interactive_provider.widget.session import Session


def _tale() -> object:
    return games(seed=7).stories.bell_under_the_ice.Take_the_lantern


def test_words_read_are_shown_everywhere() -> None:
    """The number of words read so far is a quiet line in text, HTML and widget, and it grows."""
    start, after = games(seed=7).stories.bell_under_the_ice, _tale()
    counts = [int(str(at).split(" words read")[0].split()[-1].replace(",", "")) for at in (start, after)]

    said = f"{counts[1]:,} words read"

    assert 0 < counts[0] < counts[1]
    assert f'<p class="ip-footnote">{said}</p>' in after._repr_html_()  # type: ignore[attr-defined]
    assert [True, said] == [Session(after).view()[key] for key in ("prose", "footnote")]  # type: ignore[arg-type]


def test_other_games_have_no_footnote() -> None:
    """A game that says nothing of the kind shows no quiet line."""
    assert ["", False] == [Session(games(seed=1).sliding.eight).view()[key] for key in ("footnote", "prose")]
