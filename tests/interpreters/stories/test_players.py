"""Stories as their own players tell them: defects that were seen side by side, each by its
cause."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interactive_provider import InteractiveProvider, describe, options
from interactive_provider.adapters.stories import Reading, TwineStory
from interactive_provider.interpreters.stories import engine_of, stories_of
from interactive_provider.interpreters.stories.lint import Review

from . import begun, chosen, engine, offered

RETURN = """
:: Code [script]
$(document).on(":passagestart", function (ev) {
  if (!ev.passage.tags.includes("noreturn")) {
    State.variables.return = ev.passage.title;
  }
});
"""


@pytest.mark.parametrize("macro", ["fadein 2s", "css", "addclass '.a' 'b'"])
def test_a_macro_that_only_looks_shows_its_body(macro: str) -> None:
    """Words and links in it stand."""
    name = macro.split()[0]
    scene = begun(f":: Start\nA <<{macro}>>B [[x]]<</{name}>> C\n:: x\ny")

    assert ("A B x C", ["x"]) == (scene.text, offered(scene))


def test_titles_are_unescaped(tmp_path: Path) -> None:
    """A title with an apostrophe is listed by its words."""
    inside = '<tw-passagedata pid="1" name="S">Hi</tw-passagedata>'
    page = (
        '<tw-storydata name="Nightmare at McDowell&#39;s" startnode="1"'
        f' format="Harlowe">{inside}</tw-storydata>'
    )
    (tmp_path / "index.html").write_text(page, encoding="utf-8")

    assert ["nightmare_at_mcdowells"] == list(InteractiveProvider(tmp_path))


def test_a_passage_that_javascript_fills() -> None:
    """One that is empty in a story with scripts is stuck, and a remark says why."""
    scene = begun(":: Start\n\n:: Code [script]\n$('#passages').append('Hi')")

    assert ("stuck", ("the story's JavaScript fills this passage",)) == (
        scene.outcome,
        scene.remarks[1:],
    )
    assert "ended" == begun(":: Start\n").outcome


@pytest.mark.parametrize("format_", ["SugarCube", "Harlowe"])
def test_hidden_elements(format_: str) -> None:
    """What CSS hides is not shown, and no link in it is offered."""
    scene = begun(":: Start\nA<span style='display: none'>B [[x]]</span> C\n:: x\ny", format_)

    assert ("A C", []) == (scene.text, offered(scene))


def test_a_remark_changes_no_outcome() -> None:
    """What finds no place to change is said, and the end stays an end; what may hold the way on
    does not."""
    quiet = begun(":: Start\nA(replace: ?nowhere)[x]", "Harlowe")
    stuck = begun(":: Start\nA(frobnicate: 1)", "Harlowe")

    assert [("ended", 1), ("stuck", 1)] == [
        (scene.outcome, len(scene.remarks)) for scene in (quiet, stuck)
    ]


@pytest.mark.parametrize(
    ("link", "format_", "label"),
    [
        ("[[''What''->x]]", "Harlowe", "What"),
        ('[["Sir?"|x]]', "SugarCube", "Sir?"),
        ("[[$name|x]]", "SugarCube", "Ada"),
        ("[[Hello $name|x]]", "SugarCube", "Hello $name"),
        ('<<link "//Hi// $name" "x">><</link>>', "SugarCube", "Hi Ada"),
        ("[[**Go** on->x]]", "Chapbook", "Go on"),
    ],
)
def test_labels(link: str, format_: str, label: str) -> None:
    """Markup in a label is its look; between SugarCube's brackets it is an expression or words as
    they stand."""
    scene = begun(
        f":: Start\n{'<<set $name to `Ada`>>' if '$' in link else ''}{link}\n:: x\ny", format_
    )

    assert [label] == offered(scene)


def test_two_links_that_read_alike_differ_by_their_line() -> None:
    """Each is told with the line that it stands in; where it leads is not."""
    [story] = stories_of(
        {"a.twee": ":: Start\nTo the north: [[go|A]]\n\nTo the south: [[go|B]]\n:: A\na\n:: B\nb"}
    )
    p = InteractiveProvider(TwineStory(story), seed=1).twine_story

    assert ["go (To the north: go)", "go (To the south: go)"] == [
        describe(p, option) for option in options(p)
    ]


@pytest.mark.parametrize("format_", ["SugarCube", "Harlowe", "Snowman"])
def test_a_malformed_tag_is_dropped(format_: str) -> None:
    """What starts like a tag is not for reading; a sign that starts none is."""
    scene = begun(':: Start\n<img src="x" style="width="380"> A < B', format_)

    assert "A < B" == scene.text.replace("[picture: x]", "").strip()


@pytest.mark.parametrize("format_", ["SugarCube", "Harlowe"])
def test_slashes_after_a_colon(format_: str) -> None:
    """They end italics; those of an address are words."""
    told = Reading(begun(":: Start\n//Re: x:// 50 http://a.b/c", format_)).display_text

    assert [("Re: x:", "emphasis"), (" 50 http://a.b/c", "")] == [
        (run.text, run.style) for run in told.blocks[0].runs
    ]


def test_an_open_hook_ends_with_the_one_around_it() -> None:
    """Links behind it are kept."""
    scene = begun(":: Start\n(if: false)[A [== B [[x]]] C [[z]]\n:: x\nx\n:: z\nz", "Harlowe")

    assert ("C z", ["z"]) == (scene.text, offered(scene))


def test_a_fault_within_itself_is_said_once() -> None:
    """Two hundred conditions without a hook are one remark."""
    assert 1 == len(begun(":: Start\n" + "(if:true)" * 200, "Harlowe").remarks)


def test_check_knows_a_link_to_the_passage_itself() -> None:
    """``passage()`` is no missing passage."""
    assert () == Review(engine(":: Start\n[[again|passage()]]")).missing


def test_lines_that_are_continued() -> None:
    """A backslash at the end of a line joins it with the next, blanks behind it or not."""
    assert "a b c d" == begun(":: Start\na \\\nb \\ \nc \\\n\\d\\").text


def test_links_that_leave_the_story() -> None:
    """A target that is not a passage and reads like a file or an address is no choice."""
    scene = begun(":: Start\n[[play|../a.mp3]] [[really?|What?]] [[gone|Nowhere]]\n:: What?\n.")

    assert ["really?", "gone"] == offered(scene)


def test_headings_without_a_blank() -> None:
    """In Harlowe a heading needs none."""
    assert (
        "heading" == Reading(begun(":: Start\n###The end.", "Harlowe")).display_text.blocks[0].kind
    )


def test_a_changer_before_a_link() -> None:
    """In Harlowe a condition or another changer holds for the link behind it, blanks between them
    or not."""
    scene = begun(
        ":: Start\n(if: false) [[no|B]](if: true)[[yes->B]] (set: $a to 1)[[set|B]]\n:: B\nb",
        "Harlowe",
    )

    assert (["yes", "set"], ()) == (offered(scene), scene.remarks)


@pytest.mark.parametrize("format_", ["SugarCube", "Harlowe", "Snowman"])
def test_players_and_tags_without_an_end(format_: str) -> None:
    """A player of sound that is never closed, or a tag whose quotes are not, hides nothing of what
    follows."""
    scene = begun(':: Start\n<audio src="x.mp3" />A <a href="x" target="_y z</a> B', format_)

    assert "A B" == " ".join(scene.text.split())


def test_markup_in_a_variable() -> None:
    """What a variable holds is shown with its markup, in the text as by a macro."""
    told = Reading(begun(":: Start\n<<set $a to `//it// &mdash;`>>$a <<= $a>> $b")).display_text

    assert ("it — it — $b", 2) == (
        str(told),
        sum(run.style == "emphasis" for run in told.blocks[0].runs),
    )


def test_names_of_passages_with_blanks_around_them() -> None:
    """A passage whose name has blanks around it is where a link leads that has them too."""
    passage = '<tw-passagedata pid="{}" name="{}">{}</tw-passagedata>'
    inside = passage.format(1, "Start", "[[go -&gt; Next]]") + passage.format(2, " Next", "There.")
    [story] = stories_of(
        {"a.html": f'<tw-storydata name="T" startnode="1" format="Harlowe">{inside}</tw-storydata>'}
    )

    assert "There." == chosen(engine_of(story).start(Random(1)), "go").text


def test_lines_that_end_as_on_windows() -> None:
    """A published page may have them: marks of Harlowe at the end of a line are still marks."""
    inside = (
        '<tw-passagedata pid="1" name="Start">=><=\r\nHi\r\n#######\r\n<==\r\nyou</tw-passagedata>'
    )
    [story] = stories_of(
        {"a.html": f'<tw-storydata name="T" startnode="1" format="Harlowe">{inside}</tw-storydata>'}
    )

    assert "Hi\n\nyou" == engine_of(story).start(Random(1)).text


def test_a_variable_in_front_of_letters_of_another_script() -> None:
    """In Harlowe a variable's name ends where letters begin that are not Latin."""
    assert (
        "我Ada一定" == begun(":: Start\n(set: $name to 'Ada')我$name一定", "Harlowe").text.strip()
    )


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "<<set $n to 'Bob'>><<print 'Hi $n'>>, <<= 'and _x $n'>>. $nope",
            "Hi Bob, and _x Bob. $nope",
        ),
        ("**궁**\n#one\n*  two", "• 궁**\n• one\n• two"),
        ("<<<\nquoted\n<<<\nend", "quoted\nend"),
        ("[[[on->Start]]]", "[on]"),
        ("<<cycle '$x'>><<option 'Red' 1>><<option 'Blue' 2>><</cycle>> paint", "Red paint"),
        ("<img src='data:image/png;base64,\n' alt='a\nb'>", "[picture: a b]"),
        (
            (
                "<<w>>e<<if true>>\\\nx\\\n<</if>>y\n:: W [widget]\n"
                "\\<<widget 'w'>>\\<<run 1>>q\\<</widget>>\\"
            ),
            "qexy",
        ),
        ("<<if true>>a<</if>> \\\nb", "a b"),
        ("<<set $n to 2>>KS$n, KS$$n, a_n", "KS2, KS$n, a_n"),
        ("* one\n* <br>two", "• one\n\ntwo"),
        ("<<if false>>\\\n<p>\\\n</p>\\\n<</if>>\\\nb</p>\\", "b"),
        ("<table><tr><th>A</th><td>b</td></tr></table>", "A b"),
        ("a<<set $x to 1>>\\o [[|Start]] [[->Start]]", "a\\o"),
        ("a\nb\n:: J [script]\nConfig.passages.nobr = true;", "a b"),
    ],
)
def test_markup_of_sugarcube_as_its_player_reads_it(source: str, text: str) -> None:
    """Each of these was shown in another way than in the story's own player."""
    scene = begun(f":: Start\n{source}")

    assert (text, ()) == (scene.text.strip(), scene.remarks)


@pytest.mark.parametrize(
    "asks",
    [
        "Save.autosave.has()",
        "Save.slots.count() gt 0",
    ],
)
def test_nothing_is_saved_and_nothing_sounds(asks: str) -> None:
    """Conditions on saved games and on sound do not hold, and the player's windows are passed
    over."""
    scene = begun(
        f":: Start\n<<if {asks}>>yes<<else>>no<</if>><<run UI.saves()>><<run Fullscreen.toggle()>>"
    )

    assert ("no", ()) == (scene.text, scene.remarks)


def test_links_of_a_widget_know_its_arguments() -> None:
    """They are captured, as in SugarCube, and a variable of the story is not lost by it."""
    widget = (
        ":: W [widget]\n"
        "<<widget door>><<link _args[0]>><<set $to to _args[1] + $args[2]>><</link>><</widget>>"
    )
    scene = chosen(
        begun(f":: Start\n<<set $args to [9]>><<door 'Go' 'a' 'b'>> $args[0]\n{widget}"), "Go"
    )

    assert ("Go 9", "ab") == (scene.text, scene.variables["to"])


def test_links_of_harlowe_that_lead_nowhere() -> None:
    """They are words, as in their own player, and a remark says so; a variable's passage goes
    before its name."""
    scene = begun(":: Start\na [[b->Nowhere]] (link-goto: 'c', 'No') d", "Harlowe")
    named = begun(
        ":: Start\n(set: $to to 'B')[[go->$to]] [[on->$none]]\n:: B\nB.\n:: $to\nNo.\n:: $none\nC.",
        "Harlowe",
    )

    assert ("a b c d", [], "stuck") == (scene.text, offered(scene), scene.outcome)
    assert ["the passage “Nowhere” does not exist", "the passage “No” does not exist"] == list(
        scene.remarks
    )
    assert ["B.", "C."] == [chosen(named, label).text for label in ("go", "on")]


@pytest.mark.parametrize("colour", ["red"])
def test_colours_of_harlowe(colour: str) -> None:
    """A colour with a name is shown."""
    blocks = Reading(
        begun(f":: Start\n(text-colour: {colour})[Hot]", "Harlowe")
    ).display_text.blocks

    assert ["red"] == [run.style for block in blocks for run in block.runs]


def test_a_bracket_that_is_never_closed() -> None:
    """In Harlowe it is a sign of the text, and what follows is read as ever."""
    scene = begun(":: Start\na [b (if: true)[c] [[on->Start]]", "Harlowe")

    assert ("a [b c on", ["on"]) == (scene.text, offered(scene))


def test_words_of_harlowe_as_its_player_reads_them() -> None:
    """A lone back-quote is a sign, and long names are names."""
    source = "a ` b (array: 1)(string: 'x')"

    assert "a ` b 1x" == begun(f":: Start\n{source}", "Harlowe").text


SUGARCUBE = """
actions append back break button cacheaudio capture case checkbox choice click continue copy createaudiogroup
createplaylist cycle default display do done else elseif for forget goto if include link linkappend linkprepend
linkreplace listbox masteraudio nobr numberbox option optionsfrom playlist prepend print radiobutton redo remember
remove removeaudiogroup removeclass removeplaylist repeat replace return run script set silent silently stop switch
textarea textbox timed toggleclass addclass audio track type unset waitforaudio widget
"""
"""All macros of SugarCube 2.37 and those that it dropped."""
HARLOWE = """
a abs action after after-error align alert all-pass altered animate append append-with array assert assert-exists bg
background border box button ceil change char-style checkbox checkbox-fullscreen click click-append click-goto
click-prepend click-replace click-rerun click-undo collapse colour columns complement cond confirm corner-radius cos
count css current-date current-time cycling-link datamap datamap-altered datamap-entries datamap-names
datamap-values datapattern dataset datatype debug dialog digit-format display dm dropdown ds either else else-if
enchant enchant-in error event exclusivity exp find float-box floor folded font for force-checkbox force-dropdown
force-input-box forget-undos forget-visits go-to goto-url gradient hidden hide history hook hooks-named hover-style
hsl hsla icon-counter icon-fullscreen icon-redo icon-restart icon-undo if ignore input input-box interlaced joined
lch lcha line-style link link-append link-fullscreen link-goto link-repeat link-replace link-rerun link-reveal
link-reveal-goto link-show link-storylet link-style link-undo live load-game log log10 log2 loop lowercase
lowerfirst macro masteraudio max metadata meter min mix mock-turns mock-visits monthday more mouseout
mouseout-append mouseout-goto mouseout-prepend mouseout-replace mouseover mouseover-append mouseover-goto
mouseover-prepend mouseover-replace move nobr none-pass nth num number opacity open-storylets open-url output
output-data p p-before p-either p-end p-ins p-many p-not p-opt p-start page-url palette partial pass passage
passages pattern permutations plural pow prepend prepend-with print prompt put random range redirect reload repeated
replace replace-with rerun restart reversed rgb rgba rotated rotated-to round save-game saved-games scroll seed
seq-link sequence-link show shuffled sign sin size some-pass sorted source split sqrt stop storylet str str-find
string string-find string-nth string-repeated string-replaced string-reversed stripes subarray substring tan
test-false test-true text text-colour text-indent text-rotate text-rotate-x text-rotate-y text-rotate-z text-size
text-style transition transition-arrive transition-delay transition-depart transition-skip transition-time trimmed
trunc turns undo unique unless unpack upperfirst uppercase urgency v6m-print verbatim verbatim-print verbatim-source
visited visits weekday words
"""
"""All macros of Harlowe 3.3."""
NO_WORDS = {
    "SugarCube": (
        (
            "script silent silently set run switch widget link button click createplaylist "
            "createaudiogroup"
        ).split()
    ),
    "Harlowe": ["hidden", "unless"],
}
"""Macros whose contents are no text for the reader; those of a link are done, not shown."""


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ["", "true", "'?x'", "1, 2", "'$v' 'B'"])
@pytest.mark.parametrize(
    ("format_", "names", "macro"),
    [
        ("SugarCube", SUGARCUBE, "<<{0} {1}>>BODY<</{0}>>"),
        ("Harlowe", HARLOWE, "1 true |x>[here] ({0}: {1})[BODY]"),
    ],
)
def test_no_macro_is_ignored_silently(format_: str, names: str, macro: str, arguments: str) -> None:
    """What stands in a macro is read at once or behind a link, or a remark says what is missing."""
    silent = []
    for name in names.split():
        scene = begun(
            f":: Start\nA {macro.format(name, arguments)} [[On]]\n:: On\nNo.\n:: B\nBODY", format_
        )
        ways = range(0 if scene.question else len(scene.links))
        scenes = [scene, *(scene.engine.choose(scene, number, Random(1)) for number in ways)]
        if not any("BODY" in at.text or at.remarks or at.question for at in scenes):
            silent.append(name)

    assert [] == [name for name in silent if name not in NO_WORDS[format_]]


def test_chapbooks_settings_of_looks_are_passed_over() -> None:
    """A setting of ``config`` however deep, and a part with styles, say nothing."""
    above = "config.style.page.font: 'Georgia'\nconfig.header.center: 'x'\ngold: 5\n--\n"
    scene = begun(f":: Start\n{above}{{gold}} coins\n[CSS]\np {{ color: red }}", "Chapbook")

    assert ("5 coins", ()) == (scene.text.strip(), scene.remarks)


LISTS = {
    "$a.pushUnique(1, 4, 4)": ("4", "1,2,3,4"),
    "$a.countWith(n => n > 1)": ("2", "1,2,3"),
    '$a.deleteWith(n => n > 1).join("+")': ("2+3", "1"),
}


def test_the_arguments_of_a_widget_are_not_missed() -> None:
    """SugarCube sets $args itself."""
    source = (
        ":: Start\n<<twice 3>>\n:: W [widget]\n<<widget twice>><<= $args[0] * 2>> $lost<</widget>>"
    )

    assert ["lost"] == [finding.name for finding in Review(engine(source)).never_set]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("(set: $name to 'Ada')$name's hat", "Ada's hat"),
        ("(set: _who to 'Bo')It is _who's turn.", "It is Bo's turn."),
        ("(set: $list to (a: 1, 2))$list's 1st (print: $list's 1st)", "1,2's 1st 1"),
    ],
)
def test_a_possessive_after_a_variable_in_the_text_is_text(written: str, expected: str) -> None:
    """Harlowe reads a data name only inside a macro."""
    scene = begun(f":: Start\n{written}", "Harlowe")

    assert (expected, ()) == (scene.text, scene.remarks)
