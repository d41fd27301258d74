"""What is read of a story's JavaScript, and what lies beside a story's own passages."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interactive_provider.adapters.stories import TwineStory, listed, read_story
from interactive_provider.interpreters import stories
from interactive_provider.interpreters.stories import engine_of, stories_of
from interactive_provider.interpreters.stories.lint import Review

from . import begun, chosen, engine, offered
from .published import page

SCRIPT = """:: Code [script]
setup.gold = 1; setup.prices = {rope: 3}; State.variables.gold = 12;
Macro.add("fade", { tags: null, handler() { $(this.output).wiki(this.payload[0].contents); } });
"""


def test_what_a_script_declares_is_unknown() -> None:
    """No script is run: what only a script sets is not guessed, and the first page says what would
    run them."""
    page = (
        ":: Start\n"
        "<<= setup.prices.rope>><<if setup.gold gt 3>>Rich<</if>> $gold <<fade>>Softly.<</fade>>"
    )
    scene = begun(f"{SCRIPT}{page}")

    assert scene.remarks[0].startswith(
        "the scripts of this story do not run: the engine for them comes with"
    )
    assert [] == offered(scene)
    assert scene.text.endswith("Softly.")
    assert () == begun(":: Start\nHi.").remarks


def test_a_page_without_its_engine_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """A published page whose scripts cannot run here names the command that adds the engine for them."""
    monkeypatch.setattr(stories, "find_spec", lambda name: None)
    [story] = stories_of(
        {"page.html": page({"Start": "Hi [[On->Two]]", "Two": "Two."}, "setup.x = 1")}
    )
    scene = engine_of(story).start(Random(1))

    assert 'pip install "interactive-provider[scripts]"' in scene.remarks[0]
    assert "Two." == chosen(scene, "On").text
    assert () == chosen(scene, "On").new_remarks


@pytest.mark.parametrize(
    ("format_", "text"),
    [
        ("Snowman", "Hi <%= 1 + 1 %> [[On->Two]]"),
        ("Chapbook", "[JavaScript]\nwrite('x')\n[continue]\nHi [[On->Two]]"),
        ("Harlowe", "Hi (unheard-of: 1) [[On->Two]]"),
    ],
)
def test_the_first_page_of_each_format_says_what_is_missing(
    format_: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the sandbox is not installed its command is named, where it cannot be the reason; the
    words and links can still be read."""
    monkeypatch.setattr(stories, "find_spec", lambda name: None)
    source = page({"Start": text, "Two": "Two."}).replace('"SugarCube"', f'"{format_}"')
    [story] = stories_of({"page.html": source})
    scene = engine_of(story).start(Random(1))
    monkeypatch.setattr("sys.platform", "emscripten")
    elsewhere = engine_of(story).start(Random(1))

    assert 'pip install "interactive-provider[scripts]"' in scene.remarks[0]
    assert "do not run in a browser; they do where Python is installed" in elsewhere.remarks[0]
    assert "Two." == chosen(scene, "On").text


def test_a_hostile_script_is_read_in_no_time() -> None:
    """Comments and quotes that never end, and a thousand brackets, declare nothing and spoil
    nothing."""
    for script in (
        "/* " * 10_000,
        "`" * 9_999 + "setup.a = " + "(" * 900,
        "{" * 900,
        "a" + "[0]" * 900,
        "/[" * 900,
    ):
        assert "Here." == begun(f":: Code [script]\n{script}\n:: Start\nHere.").text


def test_links_of_the_side_bar() -> None:
    """Links of StoryCaption and StoryMenu are choices of their own group, and alone they keep no
    story going."""
    bar = ":: StoryCaption\nGold: 3 [[Bag]]\n:: StoryMenu\n[[About]]\n"
    scene = begun(f"{bar}:: Start\nHi. [[On->End]]\n:: End\nOver.\n:: Bag\nA bag.\n:: About\nMe.")

    assert [("", "On"), ("side bar", "Bag"), ("side bar", "About")] == [
        (k.group, k.label) for k in scene.links
    ]
    assert "Hi. On" == scene.text
    assert "ended" == chosen(scene, "On").outcome


def test_a_story_that_goes_on_from_its_preparation() -> None:
    """A passage that StoryInit or a startup passage goes to is where the story begins."""
    assert "There." == begun(":: StoryInit\n<<goto 'B'>>\n:: Start\nHere.\n:: B\nThere.").text
    assert (
        "There."
        == begun(":: S [startup]\n(go-to: 'B')\n:: Start\nHere.\n:: B\nThere.", "Harlowe").text
    )


def test_break_without_a_loop() -> None:
    """A ``<<break>>`` that stands in no loop is said, and the passage goes on."""
    assert begun(":: Start\nA <<break>> B").text.endswith("B")


def test_a_choice_that_sets_what_cannot_be_set() -> None:
    """A value for anything but a variable is said when it is chosen, and so is a text that is typed
    there."""
    radio = chosen(begun(":: Start\n<<radiobutton '$a.b + 1' 1>> [[On->Start]]"), "1")
    typed = chosen(
        begun(":: Start\n<<set $a to {}>><<textbox '$a.b' ''>><<set $a to 3>>"), ("typed", "Ada")
    )

    assert "only a variable can be set" in radio.remarks[0]
    assert "cannot be set" in typed.remarks[0]


def test_spreading_what_holds_nothing() -> None:
    """Three dots before a number are said to be wrong."""
    assert "has nothing to spread" in begun(":: Start\n<<set $a to [...5]>>").remarks[0]


def test_widgets_inside_of_other_macros() -> None:
    """A widget counts wherever it is defined, and an argument may hold quotes."""
    page = ":: W [widget]\n<<nobr>><<widget 'hi'>>Hi $args[0]<</widget>><</nobr>>\n"

    assert (
        "Hi Ada"
        == begun(f"{page}:: Start\n<<set $who to {{name: 'Ada'}}>><<hi $who['name']>>").text
    )


def test_areas_of_a_picture_are_links() -> None:
    """An ``<area>`` that names a passage is a link, called as its description."""
    page = begun(':: Start\n<map><area alt="The well" data-passage="Well"></map>\n:: Well\nDeep.')

    assert ["The well"] == offered(page)
    assert "Deep." == chosen(page, "The well").text


def test_a_macro_that_is_never_closed() -> None:
    """It stands in the text as it does in Harlowe, and an author is told."""
    teller = engine(":: Start\nA (enchant: ?page, (bg: red) B", "Harlowe")

    assert "A (enchant: ?page, B" == teller.start(Random(1)).text
    assert "(enchant: without its end" == Review(teller).unsupported[0].name


def test_scripts_beside_a_story(tmp_path: Path) -> None:
    """A script in the folder of a Twee story is its script; one that defines nothing for it is left
    out."""
    (tmp_path / "js").mkdir()
    (tmp_path / "tale.twee").write_text(":: StoryTitle\nTale\n:: Start\n<<= 1>>")
    (tmp_path / "js" / "story.js").write_text("setup.gold = 7;")
    (tmp_path / "js" / "other.js").write_text("alert(1);")

    [(title, files)] = listed(sorted(path for path in tmp_path.rglob("*") if path.is_file()))

    assert ("tale", ["tale.twee", "story.js"]) == (title, [file.name for file in files])
    game = read_story(files)
    assert isinstance(game, TwineStory) and "setup.gold = 7;" in game.engine.story.script
    assert "the scripts of this story do not run" in game.new_state(Random(1)).view().footnote


def test_pictures_written_into_a_passage() -> None:
    """A passage of a million characters, nearly all of them a picture's, is read."""
    picture = '<img alt="A map" src="data:image/png;base64,' + "QUJD" * 400_000 + '">'
    [story] = stories_of({"t.twee": f":: Start\n{picture} Go. [[End]]\n:: End\nOver."})

    assert "[picture: A map] Go. End" == engine_of(story).start(Random(1)).text
