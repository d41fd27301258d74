"""Files become stories: Twee, published pages, archives, in any encoding."""

from __future__ import annotations

import time

import pytest

from interactive_provider.interpreters.stories import (
    StoryError,
    decoded,
    grouped,
    is_story,
    stories_of,
)

PAGE = """<!DOCTYPE html><html><head><title>x</title></head><body><script>var engine = "<tw-nothing>";</script>
<tw-storydata name="A &amp; B" startnode="2" format="Harlowe" format-version="3.3.9" ifid="X" hidden>
<style role="stylesheet"></style><script role="script">$s = 1</script>
<tw-passagedata pid="1" name="End" tags="a b" position="100,200">Over &lt;b&gt;now&lt;/b&gt;</tw-passagedata>
<tw-passagedata pid="2" name="Begin" tags="">It is &quot;late&quot;. [[go-&gt;End]]</tw-passagedata>
</tw-storydata></body></html>"""


def test_twee_header() -> None:
    """A header gives name, tags and position; signs of the syntax are escaped by a backslash."""
    text = ':: A \\[one\\] [tag other] {"position":"10,20","size":"1,1"}\nWords\n\n:: Start\nx'

    first = stories_of({"t.twee": text})[0].passages["A [one]"]

    assert (("tag", "other"), (10.0, 20.0), "Words", 1) == (
        first.tags,
        first.position,
        first.text,
        first.line,
    )


def test_page() -> None:
    """Of a published page only the story is read, with its entities, and its start by number."""
    [story] = stories_of({"p.html": PAGE})

    assert ("A & B", "Begin", "Harlowe", "3.3.9") == (
        story.title,
        story.start,
        story.format,
        story.format_version,
    )
    assert 'It is "late". [[go->End]]' == story.passages["Begin"].text
    assert ((100.0, 200.0), ("a", "b")) == (
        story.passages["End"].position,
        story.passages["End"].tags,
    )


def test_archive() -> None:
    """An archive holds several stories, one after another."""
    assert ["A & B", "A & B"] == [story.title for story in stories_of({"a.html": PAGE + PAGE})]


def test_twine_1() -> None:
    """A page of Twine 1 spells its line breaks."""
    page = (
        '<div id="storeArea"><div tiddler="Start" tags="x">One\\nTwo &lt;&lt;set $a = '
        "1&gt;&gt;</div></div>"
    )

    assert "One\nTwo <<set $a = 1>>" == stories_of({"o.html": page})[0].passages["Start"].text


@pytest.mark.parametrize(
    "data",
    [
        ":: S\ncafé".encode(),
        ":: S\ncafé".encode("utf-8-sig"),
        ":: S\ncafé".encode("utf-16"),
        ":: S\ncafé".encode("cp1252"),
        ":: S\r\ncafé\r\n".encode(),
    ],
    ids=["utf-8", "mark", "utf-16", "cp1252", "crlf"],
)
def test_encodings(data: bytes) -> None:
    """A file in any usual encoding reads the same."""
    assert "café" == stories_of({"t.twee": decoded(data)})[0].passages["S"].text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "does not contain a story"),
        ("Just some words.", "does not contain a story"),
        ("<html><p>Words</p></html>", "does not contain a story"),
        ('<tw-storydata name="A" startnode="1"></tw-storydata>', "no passage that can be read"),
        (":: Styles [stylesheet]\nbody {}", "no passage that can be read"),
        (":: Start\n" + "x" * 1_000_001, "at most 1,000,000"),
    ],
)
def test_no_story(text: str, message: str) -> None:
    """What is no story is refused in one sentence that says why."""
    with pytest.raises(StoryError, match=message):
        stories_of({"t.twee": text})


def test_binary_is_refused() -> None:
    """A picture that is called a story is no text."""
    with pytest.raises(StoryError, match="not a text file"):
        decoded(b"\x89PNG\0\0\0")


def test_cut_short() -> None:
    """A page that breaks off is read as far as it goes, and a remark says so."""
    [story] = stories_of({"p.html": PAGE[: PAGE.index("late") + 4]})

    assert ("the file is cut short inside the passage “Begin”",) == story.remarks


def test_doubtful_starts_and_names_are_remarked() -> None:
    """A start that is missing, and a name that is there twice, are said."""
    [story] = stories_of({"t.twee": ':: StoryData\n{"start": "Nowhere"}\n:: A\n1\n:: A\n2'})

    assert ("A", "1") == (story.start, story.passages["A"].text)
    assert 2 == len(story.remarks)


def test_files_of_one_story() -> None:
    """A folder with one title is one story; with two titles two, each with the files nearest to
    it."""
    title = ":: StoryTitle\n{}\n"
    one = {
        "a/main.twee": title.format("One"),
        "a/rooms/cellar.twee": ":: C\nx",
        "a/end.tw": ":: E\ny",
    }
    two = {"b/main.twee": title.format("Two"), "b/more.twee": ":: M\nz"}

    assert [("One", sorted(one))] == grouped(one)
    assert [("One", sorted(one)), ("Two", sorted(two))] == grouped({**one, **two})


_PAGE = """<html><head><!-- <tw-storydata name="draft"> --></head><body>
<tw-storydata name="Well" startnode="1" format="Chapbook" format-version="2.3.0">
<tw-passagedata pid="1" name="A">Hi [[B]]</tw-passagedata><tw-passagedata pid="2" name="B">b</tw-passagedata>
</tw-storydata>{engine}</body></html>"""
_ENGINES = (
    "<script>/* looks for a <tw-storydata> element */</script>",
    '<SCRIPT>document.write(\'<tw-storydata name="x" startnode="1">\')</SCRIPT>',
    "<style>/* <tw-storydata> */</style><textarea><tw-storydata></textarea>",
)


@pytest.mark.parametrize("engine", _ENGINES)
@pytest.mark.parametrize("is_first", [False, True])
def test_a_page_whose_engine_names_its_own_element(engine: str, is_first: bool) -> None:
    """Scripts, style sheets and comments that mention a story's element hold no story, before it or
    behind it."""
    page = _PAGE.format(engine=engine)
    if is_first:
        page = engine + _PAGE.format(engine="")

    assert [("Well", 2)] == [
        (story.title, len(story.passages)) for story in stories_of({"well.html": page})
    ]


def test_a_page_of_unclosed_scripts_is_read_in_one_pass() -> None:
    """A page cut short in its engine is still read, and many unclosed tags cost no more than their
    length."""
    begun = time.process_time()

    assert not is_story("<script><style><!--" * 100_000)
    assert time.process_time() - begun < 2
    assert is_story("<script>cut short " + _PAGE.format(engine=""))
