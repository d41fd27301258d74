"""What a stranger's story may do: never hang, never crash, always say what is wrong in one line."""

from __future__ import annotations

from random import Random

import pytest

from interactive_provider.interpreters.stories import engine_of, stories_of
from interactive_provider.interpreters.stories.engine import StoryTurn
from interactive_provider.interpreters.stories.expressions import evaluator
from interactive_provider.interpreters.stories.lint import Review

from . import begun, chosen, engine, offered

DEEP = 1_000
NEVER_ENDING = {
    "loop": "<<for true>>x<</for>>",
    "goto": "<<goto 'Start'>>",
    "include": "a<<include 'Start'>>",
    "two": "a<<include 'B'>>\n:: B\n<<include 'Start'>><<include 'Start'>>",
    "text": "<<set $x to 'aaaa'>><<for _i to 0; _i lt 99; _i++>><<set $x to $x + $x>><</for>>",
    "list": "<<set $x to [1]>><<for _i to 0; _i lt 99; _i++>><<set $x to $x.concat($x)>><</for>>",
    "repeat": "<<set $x to 'ab'.repeat(1e12)>>",
    "itself": "<<set $x to []>><<run $x.push($x)>>",
    "function": "<<set _f to n => _f(n)>><<= _f(1)>>",
    "brackets": f"<<set $x to {'(' * DEEP}1{')' * DEEP}>>",
    "not": f"<<set $x to {'!' * DEEP}1>>",
    "plus": f"<<set $x to {'+'.join(['1'] * 5 * DEEP)}>>",
    "lists": f"<<set $x to {'[' * DEEP}{']' * DEEP}>>",
    "members": f"<<set $x to $a{'.b' * 5 * DEEP}>>",
}
HARLOWE = {
    "goto": "(goto: 'Start')",
    "display": "(display: 'Start')",
    "print": "(set: $x to '(print: $x)')$x",
    "brackets": f"(set: $x to {'(' * DEEP}1{')' * DEEP})",
    "macros": f"(set: $x to {'(a:' * DEEP}1{')' * DEEP})",
    "range": "(set: $x to (range: 1, 99999999))",
    "loop": "(for: each _i, ...(range: 1, 9999))[(for: each _j, ...(range: 1, 9999))[x]]",
}


REASONS = {
    "<<for _i to 0; _i lt 9000; _i++>>[[a]]b[[a]]c<</for>>": "it shows more than 20,000 pieces",
    "<<include 'Start'>>": "passages include one another more than 40 levels deep",
    f"<<= {'(' * 99}1{')' * 99}>>": "an expression is nested more than 80 levels deep",
    "<<for _i to 0; true; _i++>><</for>>": "a loop goes on for more than 10,000 rounds",
}


@pytest.mark.parametrize("source", REASONS)
def test_each_bound_is_named(source: str) -> None:
    """What is cut off says which bound it met: each is there by itself, and no other stands in for
    it."""
    [remark] = begun(f":: Start\n{source}").remarks
    assert remark.endswith(REASONS[source])


def test_large_pieces_are_counted_by_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few pieces of many characters take as many steps as many pieces."""
    monkeypatch.setattr(evaluator, "STEPS", 500)
    scene = begun(
        f":: Start\n<<set $a to '{'x' * 9000}'>><<for _i to 0; _i lt 50; _i++>>$a<</for>>"
    )
    assert scene.remarks[0].endswith("it takes more than 500 steps")
    assert 0 < len(scene.text) < 200_000


def test_a_passage_may_show_others_one_after_the_other() -> None:
    """Only passages within one another count as deep."""
    scene = begun(f":: Start\n{'<<include B>>' * 50}\n:: B\nb")
    assert ("b" * 50, ()) == (scene.text, scene.remarks)


def test_what_is_nested_deeper_than_python_goes_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """However deep the caller stands already, a line says it and the story stands still."""

    def too_deep(turn: StoryTurn, name: str) -> None:
        raise RecursionError

    monkeypatch.setattr(StoryTurn, "show_nodes", too_deep)
    assert ("“Start” is cut off: it is nested too deeply",) == begun(
        ":: Start\nx", "Harlowe"
    ).remarks


def test_each_turn_of_a_story_that_asks_has_its_own_luck() -> None:
    """Where a turn may be played twice its luck comes from a seed, and another generator gives
    another seed."""
    start = begun(
        ":: Start\n[[B]]\n:: B\n<<= random(1, 1000000)>>\n:: C\n<<set $x to prompt('Who?')>>"
    )
    assert start.engine.asks
    assert 3 == len({start.engine.choose(start, 0, Random(seed)).text for seed in range(3)})


@pytest.mark.slow
@pytest.mark.parametrize("source", NEVER_ENDING.values(), ids=NEVER_ENDING)
def test_work_is_bounded(source: str) -> None:
    """A passage that never comes to rest is cut off, and a line says why."""
    scene = begun(f":: Start\n{source}")

    assert scene.remarks
    assert ("ended" if source == NEVER_ENDING["itself"] else "stuck") == scene.outcome


@pytest.mark.slow
@pytest.mark.parametrize("source", HARLOWE.values(), ids=HARLOWE)
def test_work_is_bounded_in_harlowe(source: str) -> None:
    """The same in Harlowe."""
    assert "stuck" == begun(f":: Start\n{source}", "Harlowe").outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    "sign",
    [
        "[[",
        '<<if "',
        "<span id='a'>",
        "<a ",
        "(if: ",
        "[",
        "{",
        "'\"",
        "\\",
        "$a.",
        "@@.a;",
        "|a>[",
    ],
)
@pytest.mark.parametrize("format_", ["SugarCube", "Harlowe", "Chapbook"])
def test_signs_that_close_nothing(sign: str, format_: str) -> None:
    """Thousands of opening signs are read in a bounded number of steps, and reviewed too."""
    story = engine(f":: Start\n{sign * 3_000}", format_)

    assert story.start(Random(1)).outcome in ("ended", "stuck")
    assert 1 == len(Review(story).named)


def test_names_of_any_kind() -> None:
    """Links may be called anything: words of Python, numbers, nothing, 376 letters of any
    alphabet."""
    labels = ["class", "__init__", "1", "😀", "я" * 376, "漢字"]
    text = "".join(f"[[{label}|B]]" for label in labels)

    assert labels == offered(begun(f":: Start\n{text}[[ |B]]\n:: B\n."))[:6]


def test_two_links_of_one_name() -> None:
    """Two links that read alike and lead to different places are two choices; twice the same one is
    one."""
    scene = begun(":: Start\n[[go|A]] [[go|B]] [[go|A]] [[Start]]\n:: A\na\n:: B\nb")

    assert ["go", "go", "Start"] == offered(scene)
    assert ["a", "b"] == [scene.engine.choose(scene, n, Random(1)).text for n in (0, 1)]


def test_missing_passage() -> None:
    """A link to nowhere leads to a line that says so."""
    scene = chosen(begun(":: Start\n[[Gone]]"), "Gone")

    assert (("the passage “Gone” does not exist",), "stuck") == (scene.remarks, scene.outcome)


@pytest.mark.parametrize("value", ["5", "'x'", "true", "[1]", "({})", "null", "x => x", "NaN"])
@pytest.mark.parametrize(
    "use",
    [
        "$v.a.b",
        "$v[0]",
        "$v()",
        "$v.push(1)",
        "$v + $v",
        "-$v",
        "$v < $v",
        "$v.length",
        "$v.toUpperCase()",
    ],
)
def test_wrong_types(value: str, use: str) -> None:
    """A value of the wrong kind is a line at most."""
    scene = begun(
        f":: Start\n<<set $v to {value}>><<= {use}>><<for _i range $v>>.<</for>> [[B]]\n:: B\n<<="
        " $v>>"
    )

    assert ["B"] == offered(scene)


@pytest.mark.slow
def test_large_file_is_opened_without_reading_all_of_it() -> None:
    """A story of 20,000 passages begins without parsing more than one of them."""
    [story] = stories_of({"t.twee": "\n".join(f":: P{i}\n[[P{i + 1}]]" for i in range(20_000))})
    told = engine_of(story)
    told.start(Random(1))

    assert (20_000, 1) == (len(story.passages), len(told._parsed))


@pytest.mark.parametrize(
    ("format_", "macro"),
    [
        ("Harlowe", "(collapse: 1)[x]"),
        ("Harlowe", "(hidden: 1, 2)[x]"),
        ("Harlowe", "(strreplaced: 'a')"),
        ("Harlowe", "(count:)"),
        ("Harlowe", "(print: [a hook])"),
        ("Harlowe", "(link-to: 1, 2)"),
        ("Harlowe", "(append: '')[x]"),
        ("Harlowe", "(click: '')[x]"),
        ("SugarCube", "<<= [1, 2].reduce()>>"),
        ("SugarCube", "<<= recall()>>"),
        ("SugarCube", "<<= Math.log(3.5, 1)>>"),
    ],
)
def test_wrong_arguments(format_: str, macro: str) -> None:
    """A macro or function with too few, too many or other arguments leaves the rest of its passage
    readable."""
    scene = begun(f":: Start\nBefore {macro} after.", format_)

    assert scene.text.startswith("Before") and scene.text.endswith("after.")


def test_namespaces_show_nothing() -> None:
    """A word such as ``config`` has members but no text of its own."""
    assert "A B" == " ".join(
        begun(":: Start\nx: 1\n--\nA {config.style} B", "Chapbook").text.split()
    )
