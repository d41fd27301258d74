"""What an author is told of a story, and its map."""

from __future__ import annotations

import re

import pytest

from interactive_provider.interpreters.stories.endings import endings_of
from interactive_provider.interpreters.stories.lint import Review
from interactive_provider.interpreters.stories.story_map import drawn

from . import engine

TALE = """:: Start {"position":"0,0"}
<<set $a to 1>>$a $b [[Cellar]] [[Gone]] <<link "x" "Nowhere">><</link>>
<<frob>> <<audio "x" play>>

:: Cellar {"position":"0,200"}
<<include "Smell">> [[End]] [[Loop]]
<<frob>>

:: Smell {"position":"200,0"}
Damp.

:: End {"position":"200,200"}
Over.

:: Loop {"position":"400,200"}
[[Loop]]

:: Lost {"position":"400,0"}
<!-- [[Not a link]] --> words
"""


def test_findings() -> None:
    """Each finding has its passage, file and line."""
    review = Review(engine(TALE))

    assert [
        "Gone in “Start” (tale.twee, line 4)",
        "Nowhere in “Start” (tale.twee, line 4)",
    ] == list(map(str, review.missing))
    assert ["Lost"] == [f.name for f in review.unreachable]
    assert ["Loop"] == [f.name for f in review.endless]
    assert [("<<frob>>", "Start"), ("<<frob>>", "Cellar")] == [
        (f.name, f.passage) for f in review.unsupported
    ]
    assert ["<<audio>>"] == [f.name for f in review.passed_over]
    assert ["b"] == [f.name for f in review.never_set]


@pytest.mark.parametrize(
    ("written", "format_", "name"),
    [
        ("<<if $x>>there", "SugarCube", "<<if>>"),
        ("<<link 'a'>><<if $x>>there<</link>>", "SugarCube", "<<if>>"),
        ("[[Up->Start", "SugarCube", "[["),
        ("[[Up->Start", "Snowman", "[["),
        ("[[Up->Start", "Chapbook", "[["),
        ("[[Up->Start", "Harlowe", "[["),
        ("(if: $x)[there", "Harlowe", "the hook of (if: $x)"),
        ("(set: $x to 1", "Harlowe", "(set:"),
    ],
)
def test_what_is_never_closed_is_found(written: str, format_: str, name: str) -> None:
    """An author is told of a macro, a hook or a link without its end, with the line."""
    review = Review(engine(f":: Start\n[[Start]]\n{written}", format_))

    assert [f"{name} without its end in “Start” (tale.twee, line 5)"] == [
        str(finding) for finding in review.unsupported
    ]
    assert not review.right


def test_two_passages_of_one_name_are_not_right() -> None:
    """A check says where both are, and that something is wrong."""
    review = Review(engine(":: Start\nHi\n:: Start\nOther"))

    assert "two passages are called “Start” (tale.twee line 3, tale.twee line 5)" in review.report()
    assert not review.right


def test_endings_of_a_finite_story() -> None:
    """Where every way can be followed all endings are found."""
    endings = Review(
        engine(":: Start\n[[A]] [[B]]\n:: A\n[[C]]\n:: B\n<<frob>>\n:: C\nend")
    ).endings

    assert (("C",), ("B",), True) == (endings.ended, endings.stuck, endings.complete)


@pytest.mark.slow
def test_endings_of_an_endless_story() -> None:
    """Where a story counts without end the endings are those seen in some plays."""
    endings = Review(
        engine(":: Start\n<<set $n to ($n or 0) + 1>>[[Start]] [[A]]\n:: A\nend")
    ).endings

    assert (("A",), False, 100) == (endings.ended, endings.complete, endings.plays)


def test_a_reader_is_shown_the_same_endings_on_a_busy_machine() -> None:
    """The search for endings stops after a number of steps, with those that it has seen."""
    story = engine(":: Start\n<<set $n to ($n or 0) + 1>>[[Start]] [[A]]\n:: A\nend")

    endings = endings_of(story, steps=20)

    assert (("A",), False, 10) == (endings.ended, endings.complete, endings.plays)


def test_map_in_the_authors_places() -> None:
    """The map has a box for each passage, rings for ends, dashes for what is missing."""
    svg = drawn(Review(engine(TALE)).plan, frozenset({"Start"}), "Start").svg

    assert (8, 2) == (svg.count("<g "), svg.count('class="sm-missing"'))
    assert ["Start: read, you are here"] == re.findall(r"<title>(Start[^<]*)", svg)
    assert "End: an end" in svg


def test_map_in_layers() -> None:
    """Without places of the author's a passage stands as many rows down as it is links from the
    start."""
    plan = Review(engine(":: Start\n[[A]][[B]]\n:: A\n[[C]]\n:: B\n.\n:: C\n.\n:: <b>\n.")).plan
    svg = drawn(plan, frozenset(), "").svg
    boxes = re.findall(
        r"<title>([^<:]+)[^<]*</title><rect class=\"sm-box\" x=\"\d+\" y=\"(\d+)\"", svg
    )
    rows = dict(boxes)

    assert ["12", "96", "96", "180", "264"] == [
        rows[n] for n in ("Start", "A", "B", "C", "&lt;b&gt;")
    ]
