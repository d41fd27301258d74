"""Stories as prose: looks, links in their place, pictures, the side bar; and what hostile ones may
do."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.adapters.stories import LARGEST_PICTURE, Reading, TwineStory, embedded
from interactive_provider.interpreters.stories import StoryError, stories_of
from interactive_provider.prose import Image, Prose
from interactive_provider.widget.panels import transcript as pages

from . import begun, chosen

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 20
TITLED = {
    "SugarCube": "!Title\n//it// ''is'' ==so== <b>b</b> [[down|B]] @@color:red;red@@\n* one",
    "Harlowe": "# Title\n//it// ''is'' ~~so~~ <b>b</b> [[down|B]] (text-colour: red)[red]\n* one",
    "Chapbook": "# Title\n_it_ **is** <s>so</s> <b>b</b> [[down|B]] <span>red</span>\n* one",
}


def prose(text: str, format_: str = "SugarCube", folder: Path | None = None) -> Prose:
    """The prose of a story's first passage."""
    return Reading(begun(f":: Start\n{text}\n:: B\nb", format_), folder).display_text


def game(source: str) -> Any:
    """A story as a game that begins."""
    [story] = stories_of({"a.twee": source})
    return InteractiveProvider(TwineStory(story), seed=1).twine_story


@pytest.mark.parametrize("format_", TITLED)
def test_looks_of_each_format(format_: str) -> None:
    """Headings, emphasis, strong and struck words, links within a line and items are told by every
    format."""
    told = prose(TITLED[format_], format_)
    found = [(run.text, run.style) for block in told.blocks for run in block.runs if run.style]

    assert ["heading", "paragraph", "item"] == [block.kind for block in told.blocks]
    assert [("it", "emphasis"), ("is", "strong"), ("so", "struck"), ("b", "strong")] == found[:4]
    assert (format_ != "Chapbook") == (("red", "red") in found)
    assert ["down"] == [run.text for run in told.blocks[1].runs if run.option is not None]


@pytest.mark.parametrize("format_", ["SugarCube", "Harlowe", "Chapbook", "Snowman"])
def test_words_are_the_same_with_and_without_looks(format_: str) -> None:
    """The text of a scene and the words of its prose agree, blank lines apart."""
    for text in (
        TITLED.get(format_, ""),
        "a [[x|B]] b\n\n[[B]]\nc",
        "<h1>T</h1>a<br>b<hr>c",
        "'' // <i> unclosed",
    ):
        scene = begun(f":: Start\n{text}\n:: B\nb", format_)
        assert scene.text.split() == Reading(scene).display_text.split()


def test_marks_that_a_story_makes_up() -> None:
    """Control signs in a story's own values are no marks: they shift no link."""
    told = prose("<<set $a to '\\x01x\\x02'>>$a [[go|B]] &#1; \x01 <<print '\\u0001'>>")

    assert ["go"] == [
        run.text for block in told.blocks for run in block.runs if run.option is not None
    ]


def test_pictures_beside_the_story(tmp_path: Path) -> None:
    """A local picture is embedded, as a link too; one on the web, elsewhere, too large or of
    another kind is not."""
    folder = tmp_path / "story"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    files = {
        "a b.png": PNG,
        "x.svg": b"<svg onload='x'>",
        "x.png": b"<svg>",
        "big.png": PNG * 100_000,
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    data = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"

    assert [data] * 3 == [embedded(name, folder) for name in ("a b.png", "a%20b.png?v=1", data)]
    elsewhere = [
        "../secret.png",
        str(tmp_path / "secret.png"),
        "https://a.b/a.png",
        "//a.b/c.png",
        "file:a b.png",
    ]
    for name in [
        *elsewhere,
        "x.svg",
        "x.png",
        "big.png",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "",
        "\0",
        ".",
        "n" * 5_000,
    ]:
        assert "" == embedded(name, folder), name
    assert len(PNG) * 100_000 > LARGEST_PICTURE
    [linked] = prose("[img[door|a b.png][B]]", folder=folder).blocks[0].runs
    assert isinstance(linked, Image)
    assert ("door", data, True) == (linked.name, linked.data, linked.option is not None)


@pytest.mark.slow
def test_a_data_link_of_100_megabytes() -> None:
    """It is named and not embedded."""
    assert "" == embedded(f"data:image/png;base64,{'A' * 100_000_000}", None)


def test_the_side_bar_stands_beside_the_page() -> None:
    """StoryCaption is told once, beside the text; its links are options of their own."""
    scene = begun(":: Start\nHi [[B]]\n:: B\nb\n:: StoryCaption\nCoins: ''9'' [[Shop|B]]")
    told = Reading(scene).display_text

    assert ("Hi B", "Coins: 9 Shop") == (str(told), told.side[0].text)
    assert (("Start", 1), False) == (
        told.side[0].runs[-1].option,
        "Coins" in Reading(scene).transcript(),
    )


def test_what_was_chosen_is_as_the_author_wrote_it() -> None:
    """The page shows the words of the link, not the name of an attribute."""
    p = game(':: Start\n<<set $a to 1>>[[*Blushes* "You too!"->B]]\n:: B\nb')

    assert '*Blushes* "You too!"' == pages(p.times_Blushes_times_You_too)[-1][0]


def test_visited_links_are_marked() -> None:
    """A link whose passage was read before is marked as visited."""
    scene = chosen(begun(":: Start\nTo [[B]] or [[C]]\n:: B\n[[Start]]\n:: C\nc"), "B", "Start")
    links = [run for run in Reading(scene).display_text.blocks[0].runs if run.option]

    assert [True, False] == [run.visited for run in links]


def test_remarks_are_told_once_and_apart() -> None:
    """What is not supported is a quiet line below the text, at its first occurrence in a story."""
    scene = begun(":: Start\n<<frob>>A [[B]]\n:: B\n<<frob>>B [[Start]]")
    again = chosen(scene, "B", "Start")

    assert ("A B", "<<frob>> in “Start” is not supported") == (
        scene.text,
        Reading(scene).view().footnote,
    )
    assert "" == Reading(again).view().footnote


MARKS = [
    "//",
    "''",
    "<b>",
    "<blockquote>",
    "<span style='color:red'>",
    "<h1>",
    "[[|B]]",
    "[[B]]",
    "* ",
]


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["SugarCube", "Harlowe", "Chapbook", "Snowman"])
@pytest.mark.parametrize("sign", MARKS)
def test_prose_nested_without_end(sign: str, format_: str) -> None:
    """Twenty thousand marks of looks within one another, or links without a label, are shown in
    bounded time."""
    assert isinstance(prose(sign * 20_000, format_), Prose)


@pytest.mark.slow
def test_a_passage_of_a_million_words() -> None:
    """It is refused in one sentence; as much as may stand in one passage is one paragraph, and its
    page is made."""
    with pytest.raises(StoryError, match="at most 1,000,000"):
        game(":: Start\n" + "word " * 1_000_000)
    assert "word " * 1_000 in game(":: Start\n" + "word " * 190_000)._repr_html_()
