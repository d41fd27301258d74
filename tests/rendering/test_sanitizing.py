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


@pytest.mark.parametrize(
    "sign",
    [
        *("\xad", "\u034f", "\u061c", "\u115f", "\u1160", "\u180e", "\u200b", "\u200c", "\u200d"),
        *("\u200e", "\u200f", "\u2060", "\u2064", "\u3164", "\ufe05", "\ufeff", "\ufff9"),
        *("\U000e0041", "\U000e0101"),
    ],
)
def test_what_nobody_sees_is_left_out(sign: str) -> None:
    """Two texts that look alike are alike, and none has words that only a program reads."""
    for write in (clean, markup, fenced):
        assert write("word") == write(f"wo{sign * 3}rd{sign}"), write


def test_signs_that_are_joined_stay() -> None:
    """A joiner between letters or pictures, and one selector after a sign, are part of a text."""
    for text in ("👩\u200d🚀", "می\u200cخواهم", "❤\ufe0f\u200d🔥", "♟\ufe0e"):
        assert text == clean(text)
    assert "a♟\ufe0eb" == clean("a♟\ufe0e\ufe0f\ufe0eb")


def test_markup_is_text_between_tags_and_within_quotes() -> None:
    """All five signs that mean something in HTML and XML are written out."""
    assert "&lt;b title=&quot;it&#x27;s&quot;&gt; &amp;amp;" == markup("""<b title="it's"> &amp;""")


@pytest.mark.parametrize(
    ("text", "fence"), [("", 3), ("a `b` c", 3), ("``` x", 4), ("` ````` ``", 6)]
)
def test_a_fence_is_longer_than_any_run_in_the_text(text: str, fence: int) -> None:
    """Three backticks, or one more than the longest run."""
    assert f"{'`' * fence}text\n{text}\n{'`' * fence}" == fenced(text)
