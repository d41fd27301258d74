"""What stands beside a name: one line that no front end breaks, and nothing if there is nothing to
add."""

from __future__ import annotations

import subprocess
import sys
import time
from ast import literal_eval
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, evaluate, games, options
from interactive_provider.game import Verdict
from interactive_provider.heart.choices.synthesis import choices
from interactive_provider.shell import annotations as pop_up
from interactive_provider.shell.annotations import BLANK, LONGEST, Column, line
from interactive_provider.shell.matcher import STILL
from tests.heart.toys import Walk
from tests.shell.shells import TestingShell


def lines(node: Any, verdicts: dict[Any, Verdict] | None = None) -> dict[str, str]:
    """What stands beside each name of a node in a terminal."""
    column = Column(node, verdicts or {}, on_page=False)
    return {name: column.choice(choice).strip() for name, choice in choices(node).items()}


@pytest.mark.parametrize(
    "text", ["two words", "4-5-3-1", "a/b", "日本語の札", "x – y", "tab\tnew\nline", "♠ 7"]
)
def test_nothing_breaks(text: str) -> None:
    """On a page there is no place at which a line may break: no blank, and a joiner after all that
    is not a letter."""
    shown = line(text)
    safe = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\u2060\u00a0")
    assert [] == [pair for pair in pairwise(shown) if pair[0] not in safe and pair[1] != "\u2060"]
    assert text.split() == shown.replace("\u2060", "").split(BLANK)


@pytest.mark.parametrize("on_page", [True, False])
def test_never_empty_nor_long(on_page: bool) -> None:
    """What is empty is a blank, since IPython would call it unknown; what is long is cut."""
    assert "" == line("", on_page).strip(f" {BLANK}") and line("", on_page)
    assert "x" * (LONGEST - 1) + "…" == line("x" * 500, on_page)


@pytest.mark.parametrize("bad", ["\x1b]0;title\x07", "\ud800", "\u202eleft"])
def test_steers_nothing(bad: str) -> None:
    """What would steer a terminal, or cannot be sent at all, is shown as a sign."""
    line(f"a{bad}b").encode()
    assert not set(bad) & set("\x1b\x07\ud800\u202e") & set(line(f"a{bad}b", on_page=False))


def test_what_the_game_says() -> None:
    """Beside a move stands what it does, and nothing beside one that only spells itself out; before
    the last word how many choices follow, with the first and the last."""
    assert "Leaves 4-5-3-1." == lines(games.match_game(seed=7).random_computer.row1)["take3"]
    rows = lines(games.match_game(seed=7).random_computer)
    assert ["7 choices: take1 … take7", "1 choice: take1"] == [rows["row1"], rows["row4"]]
    field = games.minesweeper(seed=7).beginner
    assert {""} == set(lines(field.uncover.r5).values())
    assert {"9 choices: r1 … r9"} == set(lines(field).values())
    assert {"9 choices: c1 … c9"} == set(lines(field.uncover).values())
    assert {""} == set(lines(games.guess(seed=1)).values())


def test_a_letter_that_is_explained(tmp_path: Path) -> None:
    """The word of which a letter is the beginning says more than the letter."""
    code = (
        '10 INPUT "SHOOT OR MOVE (S-M)";A$\n20 IF A$="S" THEN 40\n30 IF A$<>"M" THEN 10\n'
        '40 PRINT "OK"\n'
    )
    (tmp_path / "hunt.bas").write_text(code)
    told = lines(InteractiveProvider(tmp_path).hunt(seed=1))
    assert ("SHOOT", "MOVE") == (told["S"], told["M"])


def test_what_a_game_is() -> None:
    """Beside a game stands what it is, in a few words; a program has a title that tells it."""
    told = lines(games)
    assert "Open every square that does not hide a mine." == told["minesweeper"]
    assert all(told.values())
    assert lines(games.basic)["cellars"].startswith("A maze in the dark")


def test_presets() -> None:
    """Beside a preset stand its parameters, without the preset's own name."""
    assert "rows 9, columns 9, mines 10" == lines(games.minesweeper)["beginner"]
    assert not any(name in told for name, told in lines(games.capture).items())


def test_worth() -> None:
    """Where verdicts are shown they stand alone."""
    row = games.match_game(seed=7).random_computer.row1
    value = choices(row)["take3"].value
    told = lines(row, {value: Verdict("losing", 0.0)})
    assert ("losing", "Leaves 6-5-3-1.") == (told["take3"], told["take1"])


def test_words_behind_which_are_options_say_what_the_best_is_worth() -> None:
    """While verdicts are shown a row of a minefield says what is safe in it, and how much of it."""
    field = games.minesweeper(seed=7).beginner.uncover.r5.c5
    verdicts = dict(evaluate(field))
    told, rows = lines(field, verdicts), lines(field.uncover, verdicts)
    assert told["uncover"].startswith("safe: ")
    safe = Counter(o.names[0] for o in options(field.uncover) if str(verdicts[o.value]) == "safe")
    shown = {name: text.split()[1] for name, text in rows.items() if text.startswith("safe: ")}
    assert shown == {name: str(count) for name, count in safe.items()} != {}


class Named(Walk):
    """Begins what it says of a choice with the choice."""

    def describe(self, state: Any, value: str) -> str:
        """The choice, and where it leads."""
        return f"{value}: back to the door"


def test_no_name_stands_twice() -> None:
    """What a game says of a choice is shown without the choice's name: that stands beside it
    already."""
    told = lines(InteractiveProvider(Named((("left", "left"),))).named(seed=1))
    assert {"left": "back to the door"} == told


def test_every_game_says_what_it_is_at_once() -> None:
    """At the first Tab, before any of them is loaded, short enough to be read whole."""
    code = (
        "import sys; before = set(sys.modules)\nfrom interactive_provider import games\n"
        "from interactive_provider.heart.choices.synthesis import choices\n"
        "print([(name, games._brief(choice)) for name, choice in choices(games).items()])\n"
        "print([name for name in set(sys.modules) - before if '.builtin.' in name or "
        "'.adapters.' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told, loaded = done.stdout.splitlines()
    assert [] == literal_eval(loaded)
    assert [] == [name for name, brief in literal_eval(told) if not 0 < len(brief) <= LONGEST]


class Slow(Walk):
    """Takes its time to describe, and fails at the second door."""

    def __init__(self) -> None:
        super().__init__((("one", 1), ("two", 2), ("three", 3)))
        self.clock = 0.0

    def describe(self, state: Any, value: int) -> str:
        """A description that takes three quarters of the time there is."""
        if value == 2:
            raise KeyError("no words")
        self.clock += 0.75 * pop_up.SECONDS
        return "a creaking door"


def test_slow_and_failing_descriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that fails to describe is left unsaid; one that is slow is asked no more when the time
    is up."""
    game = Slow()
    monkeypatch.setattr(time, "monotonic", lambda: game.clock)
    node = InteractiveProvider(game, seed=1).slow
    assert {"one": "a creaking door", "two": "", "three": "a creaking door"} == lines(node)
    game.clock = 0.0
    told = Column(node, {}, on_page=False)
    said = [told.choice(choice).strip() for choice in [choices(node)["one"]] * 4]
    assert ["a creaking door", "a creaking door", "", ""] == said


def test_games_from_elsewhere_are_not_loaded(shell: TestingShell, tmp_path: Any) -> None:
    """Tab on a folder reads no program in it; once one was played its title stands there."""
    (tmp_path / "odd.bas").write_text("10 REM AN ODD LITTLE QUIZ OF NUMBERS\n20 INPUT A\n")
    (tmp_path / "bad.bas").write_text("10 GOTO\n")
    mine = InteractiveProvider(tmp_path)
    shell.user_ns["mine"] = mine
    assert ["game", "game"] == [c.type for c in shell.completions("mine.")]
    assert mine.odd is not None
    assert {"bad": "", "odd": "An odd little quiz of numbers"} == lines(mine)


class Unspeakable(Walk):
    """Cannot even say whether it describes its choices."""

    @property
    def describe(self) -> Any:
        """Nothing but an error."""
        raise OSError("no words")


def test_a_game_that_cannot_say_whether_it_describes_is_listed(shell: TestingShell) -> None:
    """Its choices are offered without words."""
    shell.user_ns["p"] = InteractiveProvider(Unspeakable()).unspeakable(seed=1)
    assert [("left", "move"), ("right", "move"), ("on", "move")] == [
        (c.text, c.type) for c in shell.completions("p.")
    ]


def test_a_game_without_words_is_not_asked_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field of hundreds of choices is listed without a look at the position for each of them."""
    asked: list[object] = []

    def said(column: Column, *given: object) -> str:
        asked.append(given)
        return ""

    monkeypatch.setattr(Column, "_said", said)
    lines(InteractiveProvider(Walk()).walk(seed=1, width=480))
    assert [] == asked
    lines(InteractiveProvider(Named((("left", "left"),))).named(seed=1))
    assert 1 == len(asked)


def test_a_game_that_still_plays_is_named_in_one_row() -> None:
    """The words that stand in place of choices are not broken, where a row has room for one line
    alone."""
    (row,) = STILL.candidates
    assert ("", f"still{BLANK}playing…") == (row.text, str(row.type).replace("\u2060", ""))
