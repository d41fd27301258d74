"""Compiled ink: its versions, its luck, its faults."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from interactive_provider.interpreters.stories import StoryError
from interactive_provider.interpreters.stories.ink import (
    InkScene,
    InkStory,
    is_ink,
    is_source,
    read_ink,
)

DICE = {
    "inkVersion": 21,
    "root": [
        [
            "^A tale.",
            "\n",
            "ev",
            "str",
            "^Roll",
            "/str",
            "/ev",
            {"*": "0.c-0", "flg": 20},
            "ev",
            "str",
            "^Sleep",
            "/str",
            "/ev",
            {"*": "0.c-1", "flg": 20},
            {
                "c-0": [
                    "\n",
                    "^You roll ",
                    "ev",
                    1,
                    1000000,
                    "rnd",
                    "out",
                    "/ev",
                    "^.",
                    "\n",
                    "end",
                    {"#f": 5},
                ],
                "c-1": ["\n", "^You sleep.", "\n", "end", {"#f": 5}],
            },
        ],
        "done",
        None,
    ],
    "listDefs": {},
}
"""Two choices, one of which throws a die; written by hand in the compiled form."""


def story(found: dict[str, Any] = DICE) -> InkStory:
    """A compiled story, read as from a file."""
    return InkStory(read_ink(json.dumps(found)))


def test_told() -> None:
    """Texts, choices and the end."""
    first = story().start(Random(1))
    last = story().choose(first, 1)

    assert ("A tale.", ["Roll", "Sleep"], None) == (
        first.text,
        [c.label for c in first.links],
        first.outcome,
    )
    assert ("You sleep.", (), "ended", "") == (last.text, last.links, last.outcome, last.fault)


def test_luck_comes_from_the_generator() -> None:
    """The same seed tells the same in another copy of the story; another seed something else."""

    def rolled(seed: int) -> InkScene:
        told = story()
        return told.choose(told.start(Random(seed)), 0)

    assert rolled(5) == rolled(5)
    assert rolled(5).text != rolled(6).text


def test_branches_do_not_disturb_one_another() -> None:
    """One story told to two readers by turns: each goes on from where he was."""
    told = story()
    first = told.start(Random(1))
    rolled, slept = told.choose(first, 0), told.choose(first, 1)

    assert (rolled, slept) == (told.choose(first, 0), told.choose(first, 1))


@pytest.mark.parametrize(
    "text", ["\ufeff" + json.dumps(DICE), f"var storyContent = {json.dumps(DICE)};"]
)
def test_files(text: str) -> None:
    """A byte order mark and the script of a web page are understood."""
    assert is_ink(text)
    assert "A tale." == InkStory(read_ink(text)).start(Random(1)).text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("=== knot ===\n* [Go] -> END\n-> END", "must be compiled first"),
        ("hello", "neither compiled ink nor ink source"),
        ("{}", "no inkVersion"),
        ('{"a": ', "cannot be read"),
        ('{"inkVersion": 11, "root": []}', "version 11 is too old"),
        ('{"inkVersion": 99, "root": []}', "version 99 is too new"),
        ('{"inkVersion": "x"}', "not a number"),
        ('{"inkVersion": 21}', "no root"),
        ('{"inkVersion": 21, "root": [], "listDefs": 3}', "listDefs"),
        ('{"inkVersion": 21, "root": ' + "[" * 50_000 + "]" * 50_000 + "}", "nested too deeply"),
        ('{"inkVersion": 21, "root": [[{"nonsense": 1}, null], "done", null]}', "cannot be read"),
    ],
)
def test_what_cannot_be_played(text: str, message: str) -> None:
    """One sentence says why, and what would help."""
    with pytest.raises(StoryError, match=message):
        InkStory(read_ink(text))


def test_source_is_told_from_other_words() -> None:
    """Ink source is known by its knots, choices and diverts."""
    assert (True, False) == (
        is_source("VAR x = 1\n* [Go] -> a\n=== a ===\n-> END"),
        is_source("A letter.\n\nDear you,"),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "root",
    [
        [[{"->": "0"}, None], "done", None],
        [["ev", 1, 0, "/", "out", "/ev", "\n", None], "done", None],
        [
            ["ev", {"f()": "f"}, "out", "/ev", None],
            "done",
            {"f": ["ev", {"f()": "f"}, "/ev", "~ret", None]},
        ],
        [["^out of content", "\n", None], None],
    ],
    ids=["loop", "division", "recursion", "nothing"],
)
def test_faults_become_the_last_line(root: list[Any]) -> None:
    """A story that loops, recurses or breaks ends in a line that says so; nothing escapes."""
    told = story({"inkVersion": 21, "root": root, "listDefs": {}}).start(Random(1))

    assert told.fault and "error" == told.outcome
    assert f"[the story breaks off: {told.fault}]" == told.text.split("\n")[-1]


def test_functions_of_the_game_around_it() -> None:
    """A function that only the game around the story has answers 0, and a line says so."""
    root = [["ev", {"x()": "weather", "exArgs": 0}, "out", "/ev", "\n", None], "done", None]

    text = story({"inkVersion": 21, "root": root, "listDefs": {}}).start(Random(1)).text

    assert ["0", "[weather() is an external function, which is missing here]"] == text.split("\n\n")


def computed(*expression: Any) -> str:
    """What an expression in postfix order prints."""
    content = ["ev", *expression, "out", "/ev", "\n", "end", ["done", {"#n": "g-0"}], None]
    return (
        story({"inkVersion": 21, "root": [content, "done", None], "listDefs": {}})
        .start(Random(1))
        .text
    )


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ((3, 4, 1.0, "*", "/"), "0.75"),
        ((4.0, 2, "/", 4, "/"), "0.5"),
        ((1.5, 1.5, "+", 2, "/"), "1.5"),
        ((-1.0, 4, "*", 500, "/"), "-0.008"),
        ((-5, 3, "%"), "-2"),
        ((5, -3, "%"), "2"),
        ((-7, 2, "/"), "-3"),
        ((-7.5, 2, "%"), "-1.5"),
        ((-2.5, "INT"), "-2"),
        ((3.75, "FLOOR", 2, "/"), "1.5"),
        ((3, 3, "POW", 2, "/"), "13.5"),
        ((4.0, 1, "*"), "4"),
        ((1.0, 0, "/"), "Infinity"),
        ((2147483647, 1, "+"), "-2147483648"),
        ((10, 400, "POW"), "Infinity"),
    ],
    ids=str,
)
def test_numbers_are_those_of_the_reference_runtime(
    expression: tuple[Any, ...], expected: str
) -> None:
    """Numbers keep their points, and what is cut is cut towards zero, as in C#; inkjs agrees but
    for the quotient of negative whole numbers and for numbers whose point JavaScript forgets."""
    assert expected == computed(*expression)


def test_a_number_keeps_its_point_from_turn_to_turn() -> None:
    """A percentage of a constant with a point is right after a choice, beside a text with one."""
    choice = ["ev", "str", "^Go", "/str", "/ev", {"*": "0.c-0", "flg": 20}]
    share = ["ev", -100, {"VAR?": "most"}, "/", "out", "/ev"]
    end = ["\n", "^Level 2.0 now. ", *share, "\n", "end", {"#f": 5}]
    variables = ["ev", -200.0, {"VAR=": "most"}, "/ev", "end", None]
    root = [["^Level 2.0 here.", "\n", *choice, {"c-0": end}], "done", {"global decl": variables}]
    told = story({"inkVersion": 21, "root": root, "listDefs": {}})
    assert "Level 2.0 now. 0.5" in told.choose(told.start(Random(1)), 0).text


def test_a_text_that_doubles_ends_the_turn() -> None:
    """No value grows without bound: the whole file has 190 bytes."""
    twice = ["ev", {"VAR?": "s"}, {"VAR?": "s"}, "+", {"VAR=": "s", "re": True}, "/ev"]
    start = ["ev", "str", "^ab", "/str", {"VAR=": "s"}, "/ev", [*twice, {"->": ".^"}, None], None]
    scene = story({"inkVersion": 21, "root": [start, "done", None], "listDefs": {}}).start(
        Random(1)
    )
    assert ("error", True) == (scene.outcome, "becomes longer than 200,000" in scene.fault)
