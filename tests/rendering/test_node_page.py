"""What a position shows when it stands alone."""

from __future__ import annotations

import pytest

from interactive_provider.rendering.node_page import brief

from . import made_page


def test_sixteen_names_are_listed_and_the_rest_is_counted() -> None:
    """Sixteen need no count, and seventeen count one."""
    names = [f"n{number}" for number in range(17)]
    assert ", ".join(names[:16]) == brief(names[:16])
    assert ", ".join(names[:16]) + ", … 1 more" == brief(names)


@pytest.mark.parametrize(("columns", "width"), [(41, 40), (79, 78), (500, 78)])
def test_prose_is_broken_at_blanks(
    columns: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the terminal's width less one and no wider than a book; a word that is longer stays
    whole."""
    monkeypatch.setenv("COLUMNS", str(columns))
    line = "x" * (width - 2) + " y"
    page = made_page("", "", text=f"{line} z\n{'w' * 100}", setting="book")
    assert f"{line}\nz\n{'w' * 100}" == page.as_text()


def test_a_text_is_laid_out_as_a_book_a_screen_or_as_it_stands() -> None:
    """It says which of them it is; a page that says nothing is neither."""
    assert "<p>one</p>" in made_page("", "", text="one\n\ntwo", setting="book").as_html().replace(
        ' dir="auto"', ""
    )
    assert '<pre dir="auto">one</pre>' in made_page("", "", text="one").as_html()
    assert (
        "ip-console"
        in made_page("", "", text="one", setting="console").as_html().partition("</style>")[2]
    )
