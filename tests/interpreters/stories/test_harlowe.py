"""Harlowe: macros, hooks, changers; and the formats with little language."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interactive_provider.interpreters.stories import engine_of, stories_of
from interactive_provider.interpreters.stories.content import label_of, unmarked

from . import begun, chosen, offered

BATTERY = [
    line.split("\t")
    for line in (Path(__file__).parent / "harlowe.tsv").read_text("utf-8").splitlines()
]
"""Markups, “⏎” for a line break, and what Harlowe 3.3.9 showed for each in a browser."""


def _shown(markup: str) -> str | None:
    """What we show for a markup, blanks joined and bullets left out; None if it is refused."""
    source = markup.replace("⏎", "\n")
    scene = begun(f":: Start\n{source}\n\n:: Other\nElsewhere", "Harlowe")
    words = " ".join(unmarked(label_of(scene.page)).replace("•", "").split())
    return None if scene.is_refused else words


@pytest.mark.parametrize(("markup", "text"), BATTERY)
def test_a_markup_shows_what_harlowe_shows_or_is_refused(markup: str, text: str) -> None:
    """A browser's answer is the judge; nothing may differ without a remark."""
    assert _shown(markup) in (text.replace("•", "").strip(), None)


def test_most_markups_are_understood() -> None:
    """Refusing is no way to be right."""
    refused = sum(_shown(markup) is None for markup, _ in BATTERY)

    assert refused < len(BATTERY) / 4


def test_a_blank_is_a_part_of_the_name_of_a_passage() -> None:
    """Harlowe has a link only where the name is the same to the blank."""
    page = (
        "<tw-storydata name='Tale' startnode='1' format='Harlowe'>"
        "<tw-passagedata pid='1' name='Start'>[[Go-> Hall]] [[Go on->Hall]]</tw-passagedata>"
        "<tw-passagedata pid='2' name=' Hall'>A hall.</tw-passagedata></tw-storydata>"
    )
    [story] = stories_of({"page.html": page})

    assert ["Go"] == offered(engine_of(story).start(Random(1)))


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("(set: $a to 3)$a (print: $a * 2)", "3 6"),
        ("(set: $a to 1, $b to it + 1)(set: $a to it + 5)$a", "6"),
        ("(put: 5 into $x)$x", "5"),
        ("(if: 2 > 1)[yes](else:)[no] (unless: true)[a](else-if: false)[b](else:)[c]", "yes c"),
        ("(set: $a to 4)(if: $a is 3 or 4)[hit](else:)[miss]", "hit"),
        ("(if: (a: 1, 2) contains 2 and 'x' is not 'y')[ok]", "ok"),
        (
            (
                "(set: $l to (a: 'x', 'y', 'z'))(print: $l's 2nd) (print: 1st of $l) (print: $l's"
                " last) (print: $l's length)"
            ),
            "y x z 3",
        ),
        (
            (
                "(set: $m to (dm: 'hp', 5))(set: $m's hp to it - 2)(print: $m's hp)(print: $m's"
                ' "hp")'
            ),
            "33",
        ),
        ("(set: $l to (a: 1, 2) + (a: 3) - (a: 2))(print: $l)", "1,3"),
        ("(for: each _i, ...(range: 1, 3))[_i]", "123"),
        ("{a\n  b\n}", "a b"),
        ("|n>[old] (replace: ?n)[new]", "new"),
        ("[old]<n| (append: ?n)[+] (prepend: ?n)[-]", "-old+"),
        ("|n)[hidden](show: ?n)", "hidden"),
        (
            "//it// ''bold'' **strong** *em* ~~no~~ <b>tag</b> `(set: $x)`",
            "it bold strong em no tag (set: $x)",
        ),
        ("(text-colour: red)[red] + (background: 'x')[bg]", "red + bg"),
        ("(display: 'Other') (live: 2s)[now]", "other now"),
        ("$never (print: 1)", "0 1"),
        ("(print: \"it's\" + ' so') (round: 2.5) (str: 3) (min: 2, 1)", "it's so 3 3 1"),
        ("(LINK_GOTO: 'go', 'Other')", ""),
        ("(if: true)[=\nto the end", "to the end"),
    ],
)
def test_shown(source: str, shown: str) -> None:
    """What a passage shows."""
    assert shown == begun(f":: Start\n{source}\n:: Other\nother", "Harlowe").text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("(set: $a to 3)(if: $a > 2 and < 5)[in](else:)[out]", "in"),
        ("(set: $a to 3)(if: $a is 1 or is 3)[in](else:)[out]", "in"),
        ("(set: $a to 3)(if: $a is not 1 and is not 3)[in](else:)[out]", "out"),
        ("[(set: _t to 1)_t] (if: true)[(set: _t to 2)_t] {(set: _u to 3)}_u _t", "1 2 3 _t"),
        ("(set: _a to 2)[(set: _a to it + 1)_a] _a", "3 3"),
        ("(set: _a to (a: 2, 1))[(set: _a's 1st to 9)_a] _a", "9,1 9,1"),
        ("(set: _y to 0)(for: each _x, 1, 2)[(set: _y to it + _x)_y ]_y _x", "1 3 3 _x"),
        ("(set: _x to 7)(for: each _x, 1, 2)[_x]_x", "127"),
    ],
)
def test_shown_as_harlowe_shows_it(source: str, shown: str) -> None:
    """What Harlowe 3.3.5 showed in a browser, where a temporary name that is not set is an
    error."""
    assert shown == begun(f":: Start\n{source}", "Harlowe").text


@pytest.mark.parametrize(
    "source",
    [
        "(if: $a + 1)[no](else:)[no]",
        "(if: $f.call())[no](else-if: true)[no](else:)[no]",
        "(unless: 'x')[no](else:)[no]",
        "(if: false)[no](elseif: 7)[no](else:)[no]",
        "(if: any of 5 is 5)[no](else:)[no]",
        "(if: true and)[no [[no->Start]]](else:)[no [[no->Start]]]",
    ],
)
def test_a_condition_that_cannot_be_worked_out_shows_no_branch(source: str) -> None:
    """There is one remark, and neither of two branches that exclude each other is shown or
    played."""
    scene = begun(f":: Start\n{source}(if: true)[after]", "Harlowe")
    assert [] == offered(scene)
    assert (1, "after") == (len(scene.remarks), scene.text)


def test_links_in_place() -> None:
    """Links that open their hook: replaced, revealed, repeated."""
    scene = begun(
        ":: Start\n(link: 'a')[A] (link-reveal: 'b')[B] (link-repeat: 'c')[(set: $n to it + 1)]",
        "Harlowe",
    )

    after = chosen(scene, "a", "b", "c", "c")

    assert ("A bB c", ["c"], 2) == (after.text, offered(after), after.variables["n"])


def test_undo_and_history() -> None:
    """An undo takes back what the passage did; the history tells the way."""
    scene = chosen(
        begun(
            ":: Start\n(set: $n to it + 1)$n [[B]]\n:: B\n"
            "(set: $n to 9)(print: (history:)'s last)(link-undo: 'no')",
            "Harlowe",
        ),
        "B",
    )

    assert ("Startno", "1 B") == (scene.text, chosen(scene, "no").text)


def test_headers_and_startup() -> None:
    """Passages tagged startup run once, headers and footers every time."""
    text = (
        ":: S [startup]\n(set: $n to 5)\n:: H [header]\n<<\n:: F [footer]\n$n\n:: Start\n[[B]]\n"
        ":: B\nb"
    )

    assert "b\n5" == chosen(begun(text, "Harlowe"), "B").text.removeprefix("<<").strip()


def test_inputs() -> None:
    """Prompts are asked; boxes and lists are left to the page's own engine."""
    asked = begun(":: Start\n(set: $q to (prompt: 'Why?', 'so'))$q", "Harlowe")
    lists = begun(":: Start\n(input-box: bind $n)(dropdown: bind $c, 'red', 'blue')", "Harlowe")

    assert ("Why?", "so") == (
        asked.question and asked.question.text,
        asked.question and asked.question.default,
    )
    assert "because" == chosen(asked, ("typed", "because")).text
    assert (2, True) == (len(lists.remarks), lists.is_refused)


@pytest.mark.parametrize(
    "source",
    [
        "(print: 1 + 'a')",
        "(if: 5)[x]",
        "(print: (a:)'s 1st)",
        "(frobnicate: 1)",
        "(set: 5)",
        "(print: 1 / 0)",
    ],
)
def test_faults_are_said(source: str) -> None:
    """Where Harlowe shows an error there is a remark, apart from the text, and the passage goes
    on."""
    scene = begun(f":: Start\n{source} on [[B]]\n:: B\n.", "Harlowe")

    assert (True, "on B") == ("is not supported" in scene.remarks[0], scene.text)


def test_chapbook() -> None:
    """Variables above the line, modifiers and inserts below it."""
    text = (
        ":: Start\nn: 3\nwho.name: 'Ada'\nbig (n > 2): true\n--\n{who.name} {n}\n[if big]\nbig\n"
        "[else]\nsmall\n[cont]\n{embed passage: 'E'}\n:: E\n"
        "embedded"
    )
    scene = begun(text, "Chapbook")

    assert ("Ada 3\nbig\nembedded", ()) == (scene.text, scene.remarks)


def test_snowman_links() -> None:
    """Of Snowman the links are told, and that templates are not run is said."""
    scene = begun(
        ":: Start\n"
        "<% s.x = 1 %>**Hi** [[go->B]] <a href='javascript:void(0)' data-passage='B'>walk</a>\n"
        ":: B\nend",
        "Snowman",
    )

    assert ["go", "walk"] == offered(scene)
    assert "Hi go walk" == scene.text
    assert (
        "the scripts of this story do not run: the engine for them comes with a published page",
        "<% … %> in “Start” is not supported",
    ) == scene.remarks


def test_a_story_that_only_begins_anew() -> None:
    """A start that restarts forever ends with a line that says so."""
    assert "in circles" in begun(":: Start\n(restart:)", "Harlowe").remarks[0]


def test_a_record_that_is_never_closed() -> None:
    """An expression that ends inside of a record is said."""
    assert "not supported" in begun(":: Start\n<<set $a to {x: 1,>>").remarks[0]


def test_macros_of_the_storys_own_are_said() -> None:
    """Storylets and macros that a story defines itself are not followed, and the passage goes
    on."""
    scene = begun(
        ":: Start\n(set: $m to (macro: [(output: 1)]))(link-storylet: 1)[x] On [[End]]\n:: End\n",
        "Harlowe",
    )

    assert ["End"] == offered(scene)
    assert ["(set: $m to", "(link-storylet: 1)"] == [
        remark.split(" (macro")[0].split(" in “")[0] for remark in scene.remarks
    ]
