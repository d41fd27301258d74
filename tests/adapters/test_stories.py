"""Stories as games: found in folders, played with Tab, checked, drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from interactive_provider import (
    InteractiveProvider,
    check,
    choose,
    describe,
    extra,
    games,
    line,
    options,
    outcome,
    replay,
    transcript,
    undo,
)
from interactive_provider.adapters.stories import InkGame, StoryCheck, TwineStory, read_story
from interactive_provider.errors import ChoiceError, ProviderError
from interactive_provider.testing import check_game
from tests.interpreters.stories.test_ink import DICE

CELLAR = """:: StoryTitle
The Cellar

:: StoryData
{"format": "SugarCube", "start": "Hall"}

:: Hall
Where to? [[go down->Cellar]] [[stay here->Hall]]

:: Cellar
<<if not $lit>><<link "light the lamp" "Cellar">><<set $lit to true>><</link>>
<<else>>It is <<= either("a cat", "a rat")>>.<</if>>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a story in two files, an archive, ink in three forms, and much that is not a
    story."""
    (tmp_path / "cellar" / "rooms").mkdir(parents=True)
    head, tail = CELLAR.split(":: Cellar\n")
    (tmp_path / "cellar" / "main.twee").write_text(head, encoding="utf-8")
    (tmp_path / "cellar" / "rooms" / "cellar.tw").write_text(f":: Cellar\n{tail}", encoding="utf-8")
    story = (
        '<tw-storydata name="{}" startnode="1" format="Harlowe"><tw-passagedata pid="1" '
        'name="S">{}</tw-passagedata></tw-storydata>'
    )
    (tmp_path / "index.html").write_text(story.format("One Page", "Hello."), encoding="utf-8")
    (tmp_path / "archive.html").write_text(
        story.format("A", "a") + story.format("B", "b"), encoding="utf-8"
    )
    (tmp_path / "page.html").write_text("<html>No story.</html>", encoding="utf-8")
    (tmp_path / "data.json").write_text("[1, 2]", encoding="utf-8")
    (tmp_path / "dice.ink.json").write_text(json.dumps(DICE), encoding="utf-8-sig")
    (tmp_path / "source.ink").write_text("=== a ===\n* [Go] -> a\n", encoding="utf-8")
    (tmp_path / "other.ink").write_text("another language of this name", encoding="utf-8")
    return tmp_path


def test_stories_of_a_folder(folder: Path) -> None:
    """Stories are listed by their titles, files of one story once, and what is not a story not at
    all."""
    found = InteractiveProvider(folder)

    assert {"one_page", "archive", "dice", "source", "cellar"} == set(found)
    assert (["the_cellar"], ["a", "b"]) == (list(found.cellar), list(found.archive))


def test_a_story_is_played_by_attributes(folder: Path) -> None:
    """Each link is an attribute; lines, undo and transcript are those of every game."""
    p = InteractiveProvider(folder / "cellar", seed=7).the_cellar

    last = p.go_down.light_the_lamp

    assert "ended" == outcome(last)
    assert p.go_down == undo(last)
    assert last == replay(line(last))
    assert ["> go down", "> light the lamp"] == [
        one for one in transcript(last).splitlines() if one.startswith(">")
    ]


def test_what_cannot_be_played_says_why(folder: Path) -> None:
    """Source of ink is listed, and says what compiles it; a page that is not a story is refused by
    name."""
    assert "must be compiled first: Inky" in repr(InteractiveProvider(folder).source)
    with pytest.raises(ProviderError, match="it is neither a story nor a puzzle"):
        InteractiveProvider(folder / "page.html")


def test_ink_as_a_game(folder: Path) -> None:
    """Ink stories keep the rules of every game."""
    game = read_story(folder / "dice.ink.json")

    assert isinstance(game, InkGame)
    check_game(game, games=3, steps=5)


@pytest.mark.slow
def test_twine_as_a_game(folder: Path) -> None:
    """So do those of Twine, luck, links to themselves and all."""
    files = [folder / "cellar" / "main.twee", folder / "cellar" / "rooms" / "cellar.tw"]
    game = read_story(files)

    assert isinstance(game, TwineStory)
    check_game(game, games=5, steps=20, ends=False)


def test_what_a_link_says() -> None:
    """The whole text of a link is said of it, not where it leads."""
    p = games.stories.bell_under_the_ice(seed=1)

    assert "Ask her why it rings" == describe(p, "Ask her why it rings")


def test_set_as_prose() -> None:
    """In a notebook a story is set as a book is; in a terminal its lines are broken at blanks."""
    p = games.stories.bell_under_the_ice(seed=1)

    assert '<div class="ip-book" dir="auto">' in p._repr_html_()
    assert 80 > max(len(one) for one in str(p).splitlines())


def test_a_link_that_is_gone() -> None:
    """A link that was offered in this passage before is named in the error of one who tries it
    again."""
    p = games.stories.bell_under_the_ice(seed=1).Ask_her_why_it_rings

    with pytest.raises(ChoiceError, match="was offered here before; now it is not"):
        _ = p.Ask_her_why_it_rings


def test_nothing_is_told_ahead() -> None:
    """No option says the name of the passage that it leads to, or a variable."""
    p = games.stories.bell_under_the_ice(seed=1)

    assert {"Kitchen"} == {option.value[0] for option in options(p)}


@pytest.mark.slow
def test_our_own_story_is_whole() -> None:
    """The story that we ship has no missing link, no passage in vain, no way without an end, and
    nine ends."""
    found = check(games.stories.bell_under_the_ice(seed=1))

    assert isinstance(found, StoryCheck)
    assert str(found) == repr(found)
    assert (True, (), (), ()) == (found.right, found.missing, found.unreachable, found.endless)
    assert {"The lie", "The truth", "Again", "Home"} <= set(found.endings)


def test_map_of_a_position() -> None:
    """The map fills what was read on the way, and marks where the reader stands."""
    svg = extra(
        games.stories.bell_under_the_ice(seed=1).Take_the_rope.Along_the_reeds, "map"
    )._repr_svg_()

    assert (3, 1) == (svg.count("sm-read") - 1, svg.count('class="sm-read sm-here"'))


@pytest.mark.slow
def test_the_same_line_is_the_same_scene_in_another_process() -> None:
    """A path with luck in it leads to the same words in a Python of its own, whatever its
    hashes."""
    p = games.stories.bell_under_the_ice(seed=5).Take_the_lantern.Straight_over_the_black_ice
    code = f"from interactive_provider import *; print(repr({line(p)}._state.display_text))"
    told = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={"PYTHONHASHSEED": "3"},
    )

    assert repr(p._state.display_text) == told.stdout.strip()
    assert p == choose(undo(p), "Straight over the black ice")
