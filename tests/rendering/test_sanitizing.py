"""The one function for each medium that makes words inert."""

from __future__ import annotations

import re

import pytest

from interactive_provider.support.sanitizing import clean, fenced, markup

_STEERING = "\x00\x07\x08\x0b\x1b\x1f\x7f\x9b\u2028\u202e\u2066\ud800\uffff"


def test_what_could_steer_is_shown_as_a_sign() -> None:
    """Each control, override or lone surrogate becomes one sign; tabs, line breaks and all letters
    stay."""
    for write in (clean, markup, fenced):
        assert len(_STEERING) == write(f"a{_STEERING}z").count("�"), write
        assert re.search("a�+z", write(f"a{_STEERING}z")), write
    assert "a\tb\nc\nשלום 👩\u200d🚀" == clean("a\tb\r\nc\nשלום 👩\u200d🚀")


def test_markup_is_text_between_tags_and_within_quotes() -> None:
    """All five signs that mean something in HTML and XML are written out."""
    assert "&lt;b title=&quot;it&#x27;s&quot;&gt; &amp;amp;" == markup("""<b title="it's"> &amp;""")


@pytest.mark.parametrize(
    ("text", "fence"), [("", 3), ("a `b` c", 3), ("``` x", 4), ("` ````` ``", 6)]
)
def test_a_fence_is_longer_than_any_run_in_the_text(text: str, fence: int) -> None:
    """Three backticks, or one more than the longest run."""
    assert f"{'`' * fence}text\n{text}\n{'`' * fence}" == fenced(text)
