"""What an author is told about a text: the line is named, and all faults come at once."""

from __future__ import annotations

import time

import pytest

from interactive_provider.interpreters.puzzlescript import (
    PuzzleScriptError,
    compiled,
    expansion,
)

from .games import PUZZLES, game_text, line_of


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("[ Player ] [ Player ]", "one arrow"),
        ("[ Player ] -> [ Player ] -> [ ]", "one arrow"),
        ("[ Player ] -> [ [ Player ]", "each '['"),
        ("[ Player | Crate ] -> [ Player ]", "same cells"),
        ("[ Player ] [ Crate ] -> [ Player ]", "same brackets"),
        ("-> [ Player ]", "looks for nothing"),
        ("[ Player | ... ] -> [ Player | ... ]", "a cell on both sides"),
        ("[ Player | ... | Crate ] -> [ Player | | Crate ]", "same places"),
        ("[ Player | ... Fruit | Crate ] -> [ Player | ... | Crate ]", "nothing else"),
        ("[ random Player ] -> [ Player ]", "only be on the right"),
        ("> [ Player ] -> [ Player ]", "before the first bracket"),
        ("late rigid [ Player ] -> [ ]", "cannot be rigid"),
        ("late [ > Player ] -> [ Player ]", "nothing moves"),
        ("+ [ Player ] -> [ Player ]", "needs a rule before"),
        ("[ > < Player ] -> [ Player ]", "is one too many"),
        ("[ Player > ] -> [ Player ]", "needs a name"),
        ("[ Player Player ] -> [ Player ]", "never match"),
        ("[ Plaier ] -> [ Player ]", "nothing is called 'plaier'. Did you mean 'player'?"),
        ("[ no Pair ] -> [ Pair ]", "several things at once"),
        ("[ Player | Wall ] -> [ Player | Thing ]", "does not follow"),
        ("[ Player | Wall ] -> [ moving Player | Wall ]", "does not follow"),
        ("[ Player Crate ] -> [ Player Crate ]", "never match"),
        ("[ Fruit no Fruit ] -> [ Fruit ]", "there and not there"),
        ("[ Player no Wall ] -> [ Player ]", "can be left out"),
        ("[ Player ] -> [ Player Wall ]", "two things of one layer"),
        ("[ Player ] -> win [ Player ]", "at the end"),
        ("[ Player ] -> [ random Crate ]", "only one crate"),
        ("startloop", "must begin and end"),
        ("endloop", "must begin"),
    ],
)
def test_a_fault_in_a_rule_names_its_line(rule: str, message: str) -> None:
    """Each fault in a rule is one sentence with the line quoted."""
    text = game_text(rule, "P*F")
    faults = [str(fault) for fault in compiled(text).source.faults]
    line = line_of(text, rule)
    assert [True] == [any(f.startswith(f"line {line}, {rule!r}") and message in f for f in faults)]


@pytest.mark.parametrize("word", ["[ random", "->", "] x", "no fruit"])
def test_a_rule_that_is_much_too_long_is_refused_soon(word: str) -> None:
    """However its words repeat, and in a sentence that does not quote it whole."""
    text = game_text("[ " + f" {word} " * 8_000, "P*F")
    before = time.process_time()
    faults = [str(fault) for fault in compiled(text).source.faults]
    assert time.process_time() - before < 1
    assert 1 == sum("a rule has at most 1,000 words" in fault for fault in faults)
    assert max(map(len, faults)) < 1_000


def test_a_late_rule_in_a_group_of_others_is_a_remark() -> None:
    """It is played as the original plays it."""
    faults = compiled(game_text("[ Fruit ] -> [ ]\n+ late [ Crate ] -> [ ]", "P*F")).source.faults
    assert [True] == ["late rules are in one group with others" in str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title A small game", "titel A small game", "not a setting"),
        ("title A small game", "noaction please", "not a value"),
        ("title A small game", "flickscreen 5", "not a value"),
        ("title A small game", "text_color bluue", "not a value"),
        ("title A small game", "color_palette 15", "not a value"),
        ("OBJECTS", "OBJECTS please", "only a comment"),
        ("green", "greeen", "'greeen' is not a colour. Did you mean 'green'?"),
        ("Wall\nbrown", "Wall\nbrown\n01234", "no colour"),
        ("Wall\nbrown", "Wall\nbrown\n000", "rows of"),
        ("Wall\nbrown", "Crate\nbrown", "means something already"),
        ("Wall\nbrown", "Up\nbrown", "word of the language"),
        ("F = Fruit", "F = Fruit and", "must be A = B"),
        ("F = Fruit", "F = Fruitt", "nothing is called"),
        ("F = Fruit", "P = Fruit", "means something already"),
        ("F = Fruit", "F = F", "nothing is called"),
        ("F = Fruit", "F = Crate and Player", "in one layer"),
        ("Player, Wall, Crate", "Player, Wall", "no collision layer"),
        ("Player, Wall, Crate", "Player, Wall, Crate, Fruit", "in a layer already"),
        ("Player, Wall, Crate", "Player, Wall, Crate, Pair", "several things"),
        ("Player, Wall, Crate", "Player, Wall, Crate, Nobody", "nothing is called"),
        ("SOUNDS\n", "", "in this order"),
        ("SOUNDS\n", "SOUNDS\nSOUNDS\n", "in this order"),
        ("No Fruit", "None Fruit", "must be of the form"),
        ("No Fruit", "All Fruit At Player", "must be of the form"),
        ("No Fruit", "No Fruitt", "nothing is called"),
        ("P*F", "P*X", "nothing is called"),
        ("P*F", "P*F\nP", "equally long"),
    ],
)
def test_a_fault_in_another_section_names_its_line(old: str, new: str, message: str) -> None:
    """Each fault outside of the rules is one sentence with the line quoted."""
    text = game_text("", "P*F", goals="No Fruit").replace(old, new, 1)
    faults = [str(fault) for fault in compiled(text).source.faults]
    assert [True] == [any(f.startswith("line ") and message in f for f in faults)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Player\nblue", "Hero\nblue", "nothing is called 'player'"),
        ("Background\ngreen", "Ground\ngreen", "nothing is called 'background'"),
        ("COLLISIONLAYERS", "", "no collision layers"),
        ("LEVELS", "", "no levels"),
    ],
)
def test_what_no_game_can_do_without(old: str, new: str, message: str) -> None:
    """A text without a player, a background, layers or levels is refused."""
    with pytest.raises(PuzzleScriptError) as refusal:
        compiled(game_text("", "P*F").replace(old, new))
    assert [True] == [any(message in str(fault) for fault in refusal.value.faults)]


def test_all_faults_come_at_once() -> None:
    """One reading finds the faults of all sections."""
    text = game_text("[ Plaier ] -> [ Player ]", "P?", goals="None").replace("brown", "bruwn")
    assert 4 == len(compiled(text).source.faults)


@pytest.mark.parametrize("name", ["rainkeeper", "heron", "warehouse"])
def test_our_own_puzzles_have_no_fault(name: str) -> None:
    """The three puzzles in the examples are read without a remark."""
    assert {} == compiled((PUZZLES / f"{name}.txt").read_text("utf-8")).source.faults


@pytest.mark.parametrize(
    "change", [("\n", "\r\n"), ("\n", "\r"), ("color ", "color   "), ("title ", "title\t")]
)
def test_line_ends_and_blanks_of_every_kind(change: tuple[str, str]) -> None:
    """A text from another system is the same game."""
    text = (PUZZLES / "rainkeeper.txt").read_text("utf-8")
    changed = compiled(text.replace(*change))
    assert (compiled(text).levels, {}) == (changed.levels, changed.source.faults)


def test_an_object_may_be_called_like_an_adverb_if_a_name_with_or_means_it() -> None:
    """What is chosen for the name is an object, not the direction of what comes behind it."""
    text = game_text(
        "[ Player | Way no Fruit ] -> [ Player | Fruit ]", "P*", legend="Way = V or Target"
    )
    text = text.replace("Target\nyellow", "V\npink\n\nTarget\nyellow").replace(
        "\nTarget\nFruit", "\nTarget\nV\nFruit"
    )
    assert ["'v' is a word of the language, not a good name."] == [
        f.message for f in compiled(text).source.faults
    ]


@pytest.fixture
def few_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound on the rules that is soon reached."""
    monkeypatch.setattr(expansion, "MOST_EXPANDED", 1_000)


@pytest.mark.usefixtures("few_rules")
def test_a_line_that_stands_for_too_many_rules_is_a_fault() -> None:
    """A rule of many movements is refused, not expanded for minutes."""
    cells = " | ".join(["moving Crate"] * 8)
    text = game_text(f"[ {cells} ] -> [ {cells} ]", "P*")
    assert [True] == [
        "stand for more than" in fault.message for fault in compiled(text).source.faults
    ]


def test_a_gap_with_an_adverb_is_a_fault_and_no_crash() -> None:
    """'no ...' in a cell is a fault in its line."""
    text = game_text("[ Player | no ... | Crate ] -> [ Player | ... | Crate ]", "P*")
    assert ["'no' needs a name after it."] == [f.message for f in compiled(text).source.faults]


@pytest.mark.usefixtures("few_rules")
def test_lines_that_stand_for_too_many_rules_together_are_a_fault() -> None:
    """Neither words with two meanings each nor many such lines take a gigabyte."""
    both = "[ moving Crate ] [ moving Crate ] [ moving Crate ] [ moving Crate ]"
    text = game_text("\n".join([f"{both} -> {both}"] * 40), "P*")
    faults = compiled(text).source.faults
    assert ["the rules up to here stand for more than 1,000; the rest is left out."] == [
        fault.message for fault in faults
    ]
