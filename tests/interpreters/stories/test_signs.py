"""Signs that mean nothing where a story says so: backslashes, quoted brackets; and unclosed ones.

The rules are those of Chapbook's guide (ignoring formatting characters; note 2 on modifiers), of
the Markdown reader that Snowman uses, of Twine's own Twee files, and of SugarCube's links.
"""

from __future__ import annotations

import time

import pytest

from interactive_provider.interpreters.stories.expressions import values

from . import begun, chosen, offered


@pytest.mark.parametrize("format_", ["Chapbook", "Snowman"])
@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (r"\*\* EXIT \*\*", "** EXIT **"),
        (r"\_no\_ and **snake\_case**", "_no_ and snake_case"),
        (r"\# not a heading", "# not a heading"),
        (r"\* not an item", "* not an item"),
        (r"1\. one", "1. one"),
        (r"\[Press any key]", "[Press any key]"),
        (r"a\\b, C:\dir", r"a\b, C:\dir"),
        (r"\<b>plain", "<b>plain"),
        (r"\{braces}", "{braces}"),
    ],
)
def test_a_backslash_shows_the_sign_after_it(format_: str, written: str, shown: str) -> None:
    """In Markdown a backslash takes the meaning of the sign after it, and is not shown."""
    assert shown == begun(f":: Start\n{written}", format_).text


@pytest.mark.parametrize("format_", ["Harlowe", "SugarCube", "Chapbook", "Snowman"])
def test_two_colons_after_a_backslash_open_no_passage(format_: str) -> None:
    """A line that begins with two colons is written with a backslash in Twee, and shown without."""
    source = ":: Start\n\\:: first\nsecond\n\\:: not a passage"
    assert ":: first\nsecond\n:: not a passage" == begun(source, format_).text


@pytest.mark.parametrize("quoted", ['"x]y"', "'x]y'", "[1, 2]", '"it\'s"'])
def test_a_bracket_in_a_quoted_text_ends_no_setter(quoted: str) -> None:
    """A link's setter goes on past the brackets in its quoted texts."""
    state = begun(f":: Start\n[[rest|P][$b to {quoted}]] [[it's|P]]\n:: P\n$b")
    assert ["rest", "it's"] == offered(state)
    assert quoted.strip("\"'[]") == chosen(state, "rest").text


@pytest.mark.slow
@pytest.mark.parametrize("sign", ["<!--", "/*", "/%", "<<print [[[[[[[[", "<<link [["])
def test_signs_without_an_end_take_no_long_time(sign: str) -> None:
    """Reading takes time by the length of a passage, however many signs are never closed."""
    before = time.process_time()
    begun(f":: Start\n{sign * (24_000 // len(sign))}")
    assert time.process_time() - before < 1.0


@pytest.mark.parametrize(
    ("format_", "first", "again"),
    [
        ("SugarCube", "<<set $o to {a:1}>>", "<<set $o to {a:$o, b:$o}>>"),
        ("SugarCube", "<<set $o to [1]>>", "<<set $o to clone([$o, $o])>>"),
        ("Harlowe", "(set: $o to (a: 1))", "(set: $o to (a: $o, $o))"),
    ],
)
def test_values_that_hold_themselves_twice_are_cut_off(
    format_: str, first: str, again: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values that double with each step end in one sentence, before they fill the memory."""
    monkeypatch.setattr(values, "MOST_PARTS", 5_000)
    state = begun(f":: Start\n{first}{again * 40}", format_)
    assert any("values have more than 5,000 parts" in remark for remark in state.remarks)
