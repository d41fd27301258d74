"""Files of Gambit as games to play: what they hide, what comes back, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, hint, mover, save, solve
from interactive_provider.adapters.gambit import read_game
from interactive_provider.adapters.stories import read_story
from interactive_provider.analysis import matrix
from interactive_provider.errors import SourceError
from interactive_provider.support.sanitizing import clean
from interactive_provider.testing import check_game
from interactive_provider.theory.strategic import mixed
from tests.theory.test_extensive import KUHN
from tests.theory.toys import battle

POKER = """EFG 2 R "A game of bluff" { "Alice" "Bob" }
"Alice is dealt a card that Bob does not see."

c "" 1 "(0,1)" { "King" 1/2 "Queen" 0.5 } 0
p "" 1 1 "(1,1)" { "Raise" "Fold" } 0
p "" 2 1 "(2,1)" { "Meet" "Pass" } 0
t "" 1 "Alice wins big" { 2, -2 }
t "" 2 "Alice wins" { 1, -1 }
t "" 4 "Bob wins" { -1, 1 }
p "" 1 2 "(1,2)" { "Raise" "Fold" } 1 "ante" { 0 0 }
p "" 2 1 0
t "" 3 "Bob wins big" { -2, 2 }
t "" 2
t "" 4
"""
"""The shortened stripped-down poker of R. Myerson, "Game Theory" (1991), in a layout that older
files have."""

TABLE = 'NFG 1 R "Selten (IJGT, 75), Figure 2" { "One" "Two" } { 3 2 }\n1 1 0 2 0 2 1 1 0 3 2 0\n'

OUTCOMES = """NFG 1 R "Selten (IJGT, 75), Figure 2" { "One" "Two" }
{ { "1" "2" "3" } { "1" "2" } }
"with outcomes"
{ { "" 1, 1 } { "both" 0, 2 } { "" 0, 3 } { "" 2, 0 } }
1 2 2 1 3 4
"""


def written(folder: Path, text: str, name: str = "game.efg") -> Path:
    """A file with a text."""
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def test_a_folder_of_files_is_a_folder_of_games(tmp_path: Path) -> None:
    """Bob may meet a raise; he is told what may have happened, and not which of it did."""
    written(tmp_path, POKER, "bluff.efg")
    written(tmp_path, TABLE, "selten.nfg")
    catalogue = InteractiveProvider(tmp_path)
    assert ["bluff", "selten"] == dir(catalogue)
    starts = {str(catalogue.bluff(seed=seed).both_sides.Raise) for seed in range(9)}
    texts = {one.partition("\\n\\n")[2].partition("\\n")[0] for one in starts}
    assert 1 == len(texts)


@pytest.mark.slow
def test_games_from_files_keep_the_contract(tmp_path: Path) -> None:
    """Neither page nor hints depend on what the player to move does not know."""
    check_game(read_game(written(tmp_path, POKER)))
    check_game(read_game(written(tmp_path, TABLE)))


def test_a_game_of_bluff_is_solved(tmp_path: Path) -> None:
    """Alice raises with a queen one time in three, and wins a third on average."""
    written(tmp_path, POKER, "bluff.efg")
    found = solve(InteractiveProvider(tmp_path).bluff(seed=1).both_sides)
    assert found.value == pytest.approx(1 / 3, abs=1e-3)


def test_three_who_may_all_win_or_lose_have_no_best_choice(tmp_path: Path) -> None:
    """In Exercise 3.4 of R. Myerson all get nothing, or fifteen together."""
    cells = "0 0 0 0 0 0 0 0 0 5 4 6 6 5 4 4 6 5 0 0 0 0 0 0"
    written(tmp_path, f'NFG 1 R "" {{ "" "" "" }} {{ 2 2 2 }} {cells}', "three.nfg")
    found = hint(InteractiveProvider(tmp_path).three(seed=1).both_sides)
    assert found is not None
    assert None is found.value


HORSE = """EFG 2 R "Selten (IJGT, 75), Figure 1" { "1" "2" "3" }
p "" 1 1 "" { "R" "L" } 0 p "" 2 1 "" { "R" "L" } 0 t "" 1 "" { 1, 1, 1 }
p "" 3 1 "" { "R" "L" } 0 t "" 2 "" { 4, 4, 0 } t "" 3 "" { 0, 0, 1 }
p "" 3 1 "" { "R" "L" } 0 t "" 4 "" { 3, 2, 2 } t "" 5 "" { 0, 0, 0 }"""

OPEN = """EFG 2 R "Shoham and Leyton-Brown, 2009, Figure 5.2" { "1" "2" }
p "" 1 1 "" { "A" "B" } 0 p "" 2 2 "" { "C" "D" } 0 t "" 1 "" { 3 8 } t "" 2 "" { 8 3 }
p "" 2 3 "" { "E" "F" } 0 t "" 3 "" { 5 5 }
p "" 1 4 "" { "G" "H" } 0 t "" 4 "" { 2 10 } t "" 5 "" { 1 0 }"""

FORGETFUL = """EFG 2 R "von Stengel, 2022, Figure 10.5" { "I" "II" }
p "" 2 1 "" { "l" "r" } 0
p "" 1 1 "" { "T" "B" } 0
p "" 2 2 "" { "a" "b" } 0 t "" 1 "" { 1 5 } t "" 2 "" { 3 4 }
p "" 2 2 0 t "" 3 "" { 0 0 } t "" 4 "" { 0 2 }
p "" 1 1 0
p "" 2 3 "" { "c" "d" } 0 t "" 5 "" { 0 3 } t "" 6 "" { 1 0 }
p "" 2 3 0 t "" 7 "" { 2 3 } t "" 8 "" { 0 4 }"""


@pytest.mark.parametrize(
    ("text", "pure", "expected"),
    [
        (HORSE, True, {"R | R | L", "L | R | R"}),
        # the published A, G and A, H are one strategy here: after A there is no choice of G or H
        (OPEN, True, {"A | C, F", "B, H | C, E"}),
        (
            FORGETFUL,
            False,
            {
                "T | l, a",
                "1/2 T + 1/2 B | 2/5 l, b + 3/5 r, c",
                "1/4 T + 3/4 B | 1/3 r, c + 2/3 r, d",
            },
        ),
    ],
)
def test_trees_of_textbooks_have_their_published_equilibria(
    text: str, pure: bool, expected: set[str], tmp_path: Path
) -> None:
    """Selten's horse has two without mixing, an open game two, and the third has three in all."""
    written(tmp_path, text)
    table = matrix(InteractiveProvider(tmp_path, seed=1).game.both_sides)
    found = {" | ".join(map(mixed, one)) for one in table.equilibria(pure=pure)}
    assert expected == found


def test_both_kinds_of_tables_are_read_alike(tmp_path: Path) -> None:
    """Payoffs in a row and numbered outcomes give the same table."""
    written(tmp_path, TABLE, "plain.nfg")
    written(tmp_path, OUTCOMES, "listed.nfg")
    catalogue = InteractiveProvider(tmp_path, seed=1)
    plain, listed = matrix(catalogue.plain.both_sides), matrix(catalogue.listed.both_sides)
    assert plain.paid == listed.paid
    assert "0, 3" in str(plain)


@pytest.mark.parametrize("start", [battle(), KUHN])
@pytest.mark.parametrize("suffix", ["efg", "nfg"])
def test_a_game_that_was_written_comes_back(start: Any, suffix: str, tmp_path: Path) -> None:
    """What is read is written again as the same file."""
    save(start, tmp_path / f"first.{suffix}")
    again = InteractiveProvider(tmp_path, seed=1).first.both_sides
    save(again, tmp_path / f"again.{suffix}")
    first, second = ((tmp_path / f"{name}.{suffix}").read_text() for name in ("first", "again"))
    assert first == second


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("EFG 2 R", "GAME", "line 1: expected EFG 2 R or NFG 1 R, a title and players"),
        ('"Queen" 0.5', '"Queen" 0.25', "line 4: the probabilities are negative or do not"),
        (
            '"King" 1/2 "Queen" 0.5',
            '"King" 1.5 "Queen" -0.5',
            "line 4: the probabilities are negative",
        ),
        ('"Queen" 0.5', f'"Queen" {"9" * 5_000}', "line 4: expected 2 numbers"),
        ('"Queen" 0.5', f'"Queen" 1/{"9" * 5_000}', "line 4: expected 2 numbers"),
        ('"Queen" 0.5', '"Queen" half', "line 4: expected 2 numbers"),
        ('"Queen" 0.5', '"Queen" 1e999999999', "line 4: expected 2 numbers"),
        ('p "" 2 1 0', 'p "" 3 1 0', "line 11: expected a node of one of 2 players"),
        ('p "" 2 1 0', 'p "" 2 7 0', "line 11: the choices are missing"),
        ('p "" 2 1 0', 'p "" 2 1 "" { "Meet" } 0', "line 11: the choices are missing, or differ"),
        ("{ -2, 2 }", "{ -2 }", "line 12: expected 2 numbers"),
        ('t "" 2\n', 'x "" 2\n', "line 13: expected a node (c, p or t)"),
        ('t "" 4\n', "", "expected a node (c, p or t)"),
        (
            't "" 2\nt "" 4\n',
            't "" 2\nt "" 4\nt "" 4\n',
            "line 15: expected the end of the file",
        ),
        ('"Alice" "Bob"', '"Alice "Bob"', "line 1: "),
        ('"Alice" "Bob"', "", "line 1: expected the names of 1 to 100 players"),
        ('"Alice" "Bob"', '"A" ' * 101, "line 1: expected the names of 1 to 100 players"),
        ('p "" 2 1 0', f'p "" {"2" * 9_999} 1 0', "line 11: expected a node (c, p or t)"),
    ],
)
def test_a_file_with_a_fault_is_refused_with_its_line(
    old: str, new: str, line: str, tmp_path: Path
) -> None:
    """The message is one sentence, and quotes the line."""
    text = new.join(POKER.rsplit(old, 1))
    with pytest.raises(SourceError) as refusal:
        read_game(written(tmp_path, text))
    assert line in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("read", [read_game, read_story], ids=["game", "story"])
def test_a_file_that_cannot_be_read_is_refused_with_one_full_stop(
    read: Callable[[Path], Any], tmp_path: Path
) -> None:
    """What storage says of it is a sentence already."""
    with pytest.raises(SourceError) as refusal:
        read(tmp_path)
    assert str(refusal.value).endswith("is a folder; give the name of a regular file.")


@pytest.mark.parametrize("name", ["\x1b[2J", "\u202eBob", "\u200b", "\x07"])
def test_a_player_with_a_name_that_cannot_be_read_plays(name: str, tmp_path: Path) -> None:
    """Signs that would steer a terminal or that nobody sees are shown as such or left out."""
    written(tmp_path, POKER.replace('"Bob"', f'"{name}"'))
    p = InteractiveProvider(tmp_path, seed=1).game.both_sides
    assert clean(str(mover(p))) == mover(p)


def test_a_mark_of_the_byte_order_is_not_part_of_a_file(tmp_path: Path) -> None:
    """Windows' editors write one."""
    assert "A game of bluff" == read_game(written(tmp_path, "\ufeff" + POKER)).title


def test_a_file_of_twenty_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    """It is not even read."""
    file = written(tmp_path, POKER + " " * 20_000_000)
    with pytest.raises(SourceError, match="larger than the limit of 10,000,000 bytes"):
        read_game(file)


@pytest.mark.parametrize("counts", ["{ 3 2 1 }", "{ 3 999999999 }", "{ 0 2 }", "{ }", "{ a b }"])
def test_a_table_of_the_wrong_size_is_refused(counts: str, tmp_path: Path) -> None:
    """Strategies of other players, and numbers for other cells."""
    with pytest.raises(SourceError, match="line 1"):
        read_game(written(tmp_path, TABLE.replace("{ 3 2 }", counts), "game.nfg"))
