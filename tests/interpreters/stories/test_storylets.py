"""Harlowe: macros of an author's own, and passages that say themselves when they can be read."""

from __future__ import annotations

from interactive_provider.interpreters.stories.lint import Review

from . import begun, chosen, engine, offered

BLESS = (
    '(set: $bless to (macro: str-type _who, num-type _n, [(if: _n > 2)[(output: "Bless you, " + _who)](out: "Hm")]))'
)


def test_a_macro_of_ones_own() -> None:
    """It gives what the first (output:) says; its parameters are known inside alone."""
    assert (
        "Bless you, Ada. Hm. _who"
        == begun(f':: Start\n{BLESS}($bless: "Ada", 3). ($bless: "B", 1). _who', "Harlowe").text
    )


def test_a_macro_that_gives_a_hook() -> None:
    """Its links are choices, and a parameter with three dots takes all the rest."""
    page = "(set: $sign to (macro: ...str-type _w, [(output:)[[[To _w's 2nd->B]]]]))"
    scene = begun(f':: Start\n{page}($sign: "north", "east")\n:: B\nThere.', "Harlowe")

    assert ["To east"] == offered(scene)
    assert "There." == chosen(scene, "To east").text


def test_macros_that_go_wrong_are_said() -> None:
    """Too few values, no output, a fault of the author's own, an output outside of a macro: a line each."""
    calls = ("($bless: 1)", "($none:)", '(error: "own fault")', "(output: 3)", "($nowhere:)")
    scene = begun(f":: Start\n{BLESS}(set: $none to (macro: [Quiet])){' '.join(calls)} On.", "Harlowe")

    assert [5, True, True] == [len(scene.remarks), "own fault" in str(scene.remarks), scene.text.endswith("On.")]


def test_a_macro_that_calls_itself_for_ever() -> None:
    """It is cut off, and a line says so."""
    page = "(set: $f to (macro: num-type _n, [(output: ($f: _n + 1))]))(print: ($f: 1))"

    assert "cut off" in begun(f":: Start\n{page}", "Harlowe").remarks[0]


STORYLETS = """:: Start
(link-storylet: 1) (link-storylet: "Last", -1) (link-storylet: where its tags contains "z", "Nothing.")
:: Well
(storylet: when $seen is not 1)(urgency: 1)A well.
:: Tower [high]
(storylet: when visits is 0)(urgency: 5)A tower. (set: $seen to 1) [[Start]]
:: Never
(storylet: when false)No.
"""


def test_open_storylets() -> None:
    """Those whose condition holds are linked, the most urgent first; each sees how often it was read."""
    scene = begun(STORYLETS, "Harlowe")

    assert ["Tower", "Last"] == offered(scene)
    assert scene.text.endswith("Nothing.")
    assert [] == offered(chosen(scene, "Tower", "Start"))


def test_storylets_for_authors() -> None:
    """A storylet is reached by its condition, and a link to storylets leads on."""
    review = Review(engine(STORYLETS, "Harlowe"))

    assert ((), (), ()) == (review.unreachable, review.unsupported, review.missing)
    assert "Start" not in review.ends


def test_a_story_that_only_begins_anew() -> None:
    """A start that restarts forever ends with a line that says so."""
    assert "in circles" in begun(":: Start\n(restart:)", "Harlowe").remarks[0]


def test_a_record_that_is_never_closed() -> None:
    """An expression that ends inside of a record is said."""
    assert "not supported" in begun(":: Start\n<<set $a to {x: 1,>>").remarks[0]
