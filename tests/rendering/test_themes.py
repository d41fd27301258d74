"""Colours: every role has them, and every one can be read."""

from __future__ import annotations

import pytest

from interactive_provider.boards import ROLES, Cell
from interactive_provider.rendering import themes

READABLE = 4.5
"""The least contrast of text, WCAG 2.2, success criterion 1.4.3."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", themes._TABLE)
def test_every_role_mark_and_shade_is_readable(name: str, theme: themes.Theme) -> None:
    """The ink of each stands out from its background in both themes."""
    assert themes.contrast(*themes.colours(name, theme)) >= READABLE


def test_contrast_is_that_of_the_standard() -> None:
    """Black on white is 21, a colour on itself 1, and a published grey 4.54."""
    assert round(themes.contrast("#000000", "#ffffff"), 9) == 21.0
    assert themes.contrast("#cc79a7", "#cc79a7") == 1.0
    assert round(themes.contrast("#767676", "#ffffff"), 2) == 4.54


def test_every_role_has_its_own_row() -> None:
    """No role of the kernel falls back on plain."""
    shades = {f"shade-{step}" for step in range(themes.SHADES + 1)}
    assert set() == {*ROLES, *shades} - set(themes._TABLE)
    assert themes.colours("plain") == themes.colours("no such role")


def test_a_shade_beats_the_role_and_is_cut_to_its_range() -> None:
    """Scores outside 0 to 1, even those that are not number, are shown at an end of the scale."""
    assert themes.colours("shade-10") == themes.cell_colours(Cell("x", "mine", shade=7.0))
    assert themes.colours("shade-0") == themes.cell_colours(Cell("x", "mine", shade=-1.0))
    assert themes.shade_step(float("nan")) == 0
    assert themes.shade_step(0.5) == 5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_certain_does_not_look_like_what_is_likely(theme: themes.Theme) -> None:
    """A safe square and one that is safe at 96 % differ in their ground by 2.5 to 1, and so do
    their opposites."""
    assert [0, 1, 9, 10] == [themes.shade_step(score) for score in (0.0, 0.01, 0.96, 1.0)]
    for sure, likely in ((0, 1), (10, 9)):
        grounds = (themes.colours(f"shade-{step}", theme)[0] for step in (sure, likely))
        assert themes.contrast(*grounds) >= 2.5


def test_gems_differ_in_every_pair() -> None:
    """No two gems share a background, in either theme."""
    gems = ("red", "green", "blue", "yellow", "purple", "coin", "skull", "flame")
    for theme in ("light", "dark"):
        assert len(gems) == len({themes.colours(gem, theme)[0] for gem in gems})


def test_terminal_colours_are_near() -> None:
    """Pure colours and greys of xterm's palette are found exactly."""
    assert themes.ansi(("#000000", "#ffffff")) == "\x1b[48;5;16;38;5;231m"
    assert themes.ansi(("#080808", "#ff0000")) == "\x1b[48;5;232;38;5;196m"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_number_of_a_minefield_has_a_ground_of_its_own(theme: themes.Theme) -> None:
    """A tint for each, none of which is that of an open square without a number."""
    names = ["open", *(f"number-{number}" for number in range(1, 9))]
    assert 9 == len({themes.colours(name, theme)[0] for name in names})
