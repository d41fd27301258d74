"""SugarCube: macros, expressions, links that change the page."""

from __future__ import annotations

import pytest

from . import begun, chosen, engine, offered


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<<set $a to 3>>$a<<= $a * 2>>", "36"),
        ("<<set $a to [1, 2]>><<run $a.push(3)>>$a, $a[1], $a.length", "1, 2, 3, 2, 3"),
        ('<<set $p to {name: "Ada", hp: 5}>><<set $p.hp -= 2>>$p.name $p.hp', "Ada 3"),
        ("<<set $a to [1]>><<set _b to $a>><<run _b.push(2)>>$a", "1, 2"),
        ("<<if 2 gt 1 and not false>>yes<<else>>no<</if>>", "yes"),
        ("<<if 1 eq 2>>a<<elseif 2 neq 2>>b<<else>>c<</if>>", "c"),
        ('<<switch "b">><<case "a">>1<<case "b" "c">>2<<default>>3<</switch>>', "2"),
        ("<<for _i to 0; _i lt 3; _i++>>_i<</for>>", "012"),
        ('<<for _k, _v range ["x", "y"]>>_k:_v <</for>>', "0:x 1:y"),
        (
            "<<set $a to 0.1 + 0.2>>$a <<= 1/3>> <<= 5/0>> <<= 1e21>>",
            "0.30000000000000004 0.3333333333333333 Infinity 1e+21",
        ),
        ('<<= "a" + 1 + 2>> <<= "5" * "2">> <<= [1] + [2]>>', "a12 10 12"),
        ("''bold'' //it// /* no */<!-- no --> &amp; http://x.y", "bold it & http://x.y"),
        ("one\\\ntwo<br>three", "onetwo\nthree"),
        ("<<nobr>>a\nb<br>c<</nobr>><<silently>>x<<set $q to 1>><</silently>>$q", "a b\nc1"),
        ("$undefined and $$5 and <<= def $x>>", "$undefined and $5 and false"),
        ('<<set $n to "Bob">><<include "Other">>', "Hello Bob"),
        ('<<greet "Ada">> <<greet "Bob">>', "Hi Ada! Hi Bob!"),
        ("__u__ ==s== ^^a^^ ~~b~~ $a_b _c", "u s a b $a_b _c"),
        ("[img[cat.png]] <img src='a/dog.jpg' alt='a dog'>", "[picture: cat.png] [picture: a dog]"),
    ],
)
def test_shown(source: str, shown: str) -> None:
    """What a passage shows."""
    text = (
        f":: Start\n{source}\n:: Other\nHello $n\n:: W [widget nobr]\n<<widget greet>>Hi"
        " _args[0]!<</widget>>"
    )

    assert shown == begun(text).text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (
            '<<= "a" + null>> <<= "a" + undefined>> <<= null + 1>> ',
            "anull aundefined 1",
        ),
        ('<<= [null, undefined, 1].join("+")>>', "++1"),
    ],
)
def test_shown_as_sugarcube_shows_it(source: str, shown: str) -> None:
    """What SugarCube 2.37.3 showed in a browser."""
    assert shown == begun(f":: Start\n{source}").text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("a -- b, a --- b", "a — b, a —- b"),
    ],
)
def test_dashes(source: str, shown: str) -> None:
    """Two hyphens are a dash."""
    assert shown == begun(f":: Start\n{source}").text


def test_links_and_setters() -> None:
    """All spellings of a link; a setter counts before the passage is shown; addresses on the web
    are words."""
    scene = begun(
        ":: Start\n[[A]] [[b->A]] [[A<-c]] [[d|A][$x to 7]] [[web|https://a.b]]\n"
        "<<link 'e' 'A'>><</link>>\n:: A\n$x"
    )

    assert ["A", "b", "c", "d", "e"] == offered(scene)
    assert "7" == chosen(scene, "d").text


def test_links_in_place() -> None:
    """Links that open text are choices of the same passage, and what they set stays."""
    scene = begun(
        ":: Start\n"
        "<<linkreplace 'open'>>opened<<set $d to 1>><</linkreplace>> <<linkappend 'more'>> "
        "text<</linkappend>>"
    )

    after = chosen(scene, "open", "more")

    assert ("opened more text", [], 1, "ended") == (
        after.text,
        offered(after),
        after.variables["d"],
        after.outcome,
    )
    assert ["open", "more"] == offered(scene)


def test_replace_finds_elements() -> None:
    """A link that replaces an element by its id stays, and can be chosen again."""
    scene = begun(
        ":: Start\n"
        "<span id='n'>0</span> <<link 'add'>><<set $n += 1>><<replace "
        "'#n'>>$n<</replace>><</link>>\n:: StoryInit\n<<set $n to 0>>"
    )

    assert "2 add" == chosen(scene, "add", "add").text


@pytest.mark.parametrize(
    "source",
    [
        (
            "<<set _n to 0>><<link 'add'>><<set _n += 1>><<replace '#n'>>_n<</replace>><</link>>"
            " <span id='n'>0</span>"
        ),
        "<<link 'add'>><<append '#n'>>+<</append>><</link>> <div><span id='n'>0</span></div>",
    ],
)
def test_a_turn_leaves_the_scene_before_it_as_it_was(source: str) -> None:
    """Neither a temporary variable nor a place within another is shared: the same link does the
    same again."""
    scene = begun(f":: Start\n{source}")
    expected = chosen(scene, "add").text
    assert expected == chosen(scene, "add").text != chosen(scene, "add", "add").text


def test_captured_names() -> None:
    """A link in a loop does what it was made for."""
    scene = begun(
        ":: Start\n"
        "<<for _i to 1; _i lte 2; _i++>><<capture _i>><<link `'n' + _i`>><<set $c to "
        "_i>><</link>><</capture>><</for>>"
    )

    assert (1, 2) == (chosen(scene, "n1").variables["c"], chosen(scene, "n2").variables["c"])


def test_boxes_and_values() -> None:
    """What can be typed is typed; what can be picked is a choice in a group named after the
    variable."""
    scene = begun(
        ":: Start\n<<textbox '$name' 'Ada'>>\n"
        "<<cycle '$colour'>><<option 'red'>><<option 'blue'>><</cycle>>\n[[Next]]\n:: Next\n"
        "$name $colour"
    )

    assert ["colour", "colour", ""] == [link.group for link in scene.links]
    assert "Ada red" == chosen(scene, "Next").text
    assert "Eva blue" == chosen(scene, ("typed", "Eva"), "blue", "Next").text


def test_return_goes_back_and_back_is_refused() -> None:
    """`return` goes to the passage before with what is known now; `back`, which no Twee source
    found uses, is left to the published page."""
    text = (
        ":: Start\n<<set $n to ($n or 0) + 1>>$n [[B]]\n:: B\n<<set $n += 10>><<back>> <<return>>"
    )
    scene = chosen(begun(text), "B")

    assert ("<<back>> in “B” is not supported: its published page plays it",) == scene.remarks
    assert "12 B" == chosen(scene, "Return").text


def test_visits() -> None:
    """A passage knows how often it was read, and two ways to it are two scenes."""
    first = begun(
        ":: Start\n<<= visited()>> <<= previous()>> [[B]]\n:: B\n<<= visited('Start')>> [[Start]]"
    )

    assert "2 B B" == chosen(first, "B", "Start").text
    assert first != chosen(first, "B", "Start")


def test_a_story_that_looks_back_later_has_a_scene_for_each_past() -> None:
    """Two ways lead to one passage with the same words, and the passage after it tells them
    apart."""
    start = begun(
        ":: Start\n[[A]] [[B]]\n:: A\n[[On]]\n:: B\n[[On]]\n:: On\n[[End]]\n:: End\n"
        "<<= visited('A')>>"
    )
    by_a, by_b = chosen(start, "A", "On"), chosen(start, "B", "On")
    assert by_a.text == by_b.text
    assert (False, "1", "0") == (by_a == by_b, chosen(by_a, "End").text, chosen(by_b, "End").text)


def test_scenes_of_a_story_without_memory_meet_again() -> None:
    """Where nothing looks back, the same passage is the same scene, whichever way led there."""
    first = begun(":: Start\n[[B]]\n:: B\n[[Start]]")

    assert (first, hash(first)) == ((again := chosen(first, "B", "Start")), hash(again))


def test_what_is_not_supported_is_said_and_passed() -> None:
    """A macro that JavaScript defines is a remark apart from the text; the passage goes on."""
    scene = begun(":: Start\nA <<frob 'x'>> B [[C]]\n:: C\n<<frob>>")

    assert (("<<frob>> in “Start” is not supported",), "A B C") == (scene.remarks, scene.text)
    assert "stuck" == chosen(scene, "C").outcome


def test_prompt_waits_in_the_middle() -> None:
    """A question in the middle of a passage is asked, and luck before it is the same when it is
    answered."""
    scene = begun(":: Start\n<<set $d to random(1, 1000000)>><<set $n to prompt('Who?')>>$n $d")

    after = [chosen(scene, ("typed", name)) for name in ("Ada", "Eva")]

    assert ("Who?", "Ada") == (scene.question and scene.question.text, after[0].variables["n"])
    assert after[0].variables["d"] == after[1].variables["d"]


def test_luck_is_the_generators() -> None:
    """The same seed tells the same, another seed something else."""
    text = ":: Start\n<<= random(1, 1000000)>> <<= either('a', 'b')>> <<= [1,2,3,4,5,6].shuffle()>>"

    assert begun(text, seed=3).text == begun(text, seed=3).text != begun(text, seed=4).text


def test_formats_are_guessed_by_their_macros() -> None:
    """A story that names no format is told by the engine whose macros it uses."""
    assert "SugarCubeEngine" == type(engine(":: Start\n<<set $a to 1>>", "")).__name__
    assert "HarloweEngine" == type(engine(":: Start\n(set: $a to 1)", "")).__name__


@pytest.mark.parametrize(
    ("format_", "source"),
    [
        ("SugarCube", "<<timed 2s>>Boo<</timed>>"),
        ("Harlowe", "(live: 2s)[Boo]"),
        ("SugarCube", "<<timed 2s>><<set $x to 1>><</timed>>Boo"),
        ("Harlowe", "(t8n-delay: 2s)[Boo]"),
    ],
)
def test_text_that_the_page_would_show_later(format_: str, source: str) -> None:
    """It stands here at once, which is said once a passage; a delay that shows nothing is not worth
    a word."""
    scene = begun(f":: Start\n{source}", format_)

    assert "Boo" == scene.text
    assert (
        () if "$x" in source else ("“Start” shows at once what its page would show later",)
    ) == scene.remarks


GONE = [
    ("SugarCube", "<<= [1, 2].map(n => n)>>"),
    ("SugarCube", "<<set _f to (x, y) => x + y>>"),
    ("SugarCube", "<<= `a${1 + 1}b`>>"),
    ("SugarCube", "<<= 'x' in {x: 1}>>"),
    ("SugarCube", "<<set $o to {a: 1}>><<run delete $o.a>>"),
    ("SugarCube", "<<= typeof $none>>"),
    ("SugarCube", "<<= null ?? 5>>"),
    ("SugarCube", "<<= (5).toLocaleString()>>"),
    ("SugarCube", "<<= 'ab'.replace('a', 'b')>>"),
    ("SugarCube", "<<= [1] == 1>>"),
    ("SugarCube", "<<for _i to 0; _i lt 2; _i++>><<break>><</for>>"),
    ("SugarCube", "<<choice 'A' 'go'>>"),
    ("SugarCube", "<<actions 'A'>>"),
    ("SugarCube", "<<checkbox '$a' 1 2>>"),
    ("SugarCube", "<<textbox '$n' 'Eva' 'B'>>"),
    ("SugarCube", "<<back 'x' 'A'>>"),
    ("SugarCube", "<<if window.big()>>yes<<else>>no<</if>>"),
    ("SugarCube", "<<append '#none'>>x<</append>>"),
    ("SugarCube", "<a @data-passage='$to'>go</a>"),
    ("Harlowe", "(print: (folded: _a making _b via _a + _b, 1, 2))"),
    ("Harlowe", "(print: any of (a: 1, 2) is 1)"),
    ("Harlowe", "(print: (sorted: 2, 1))"),
    ("Harlowe", "(print: 5 is a number)"),
    ("Harlowe", "(print: (a: 1, 2)'s 1stto2nd)"),
    ("Harlowe", "(click: 'lamp')[lit] A lamp."),
    ("Harlowe", "(cycling-link: bind $x, 'one', 'two')"),
    ("Harlowe", "(move: $a into $b)"),
    ("Chapbook", "{reveal link: 'more', text: 'told'}"),
    ("Chapbook", "{cycling link for: 'x', choices: ['one']}"),
    ("Chapbook", "{passage.visits}"),
]


@pytest.mark.parametrize(("format_", "source"), GONE)
def test_what_only_the_pages_own_engine_knows_is_said(format_: str, source: str) -> None:
    """Nothing is guessed: a remark says so, and a page of Harlowe is handed over there."""
    scene = begun(f":: Start\n{source}", format_)

    assert scene.is_refused
    assert any("is not supported" in remark for remark in scene.remarks)


def test_a_variable_that_could_not_be_set_leaves_a_doubt() -> None:
    """Each passage after it says that a variable may be wrong."""
    scene = begun(":: Start\n<<set $a to new Date()>>[[On->B]]\n:: B\n$a")

    doubt = "a variable may be wrong, since setting one was not supported before"
    assert (doubt,) == chosen(scene, "On").remarks
