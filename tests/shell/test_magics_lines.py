"""What may stand behind a magic: comments, semicolons, quotes, names of files with blanks and the
question for help, the same for each of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from IPython.core.error import UsageError

from interactive_provider import games, load
from interactive_provider.errors import ProviderError
from interactive_provider.shell.magics import MAGICS
from tests.shell.shells import TestingShell
from tests.thorough import some

LINES = [
    *("games", "games guess", "help", "help hint", "new p", "hint", "hint p", "undo", "undo 1"),
    *("hint p simulations=50", "undo 2 p", "restart", "restart p", "line", "line p", "transcript"),
    *("listing", "variables p", "share", "share p", "summary", "board", "board p", "solve p"),
    *(
        "evaluate",
        "evaluate p",
        "evaluate off",
        "check",
        "check p",
        "review",
        "play p",
        "play guess",
    ),
    *("play minesweeper beginner", "save_game g.json", "save_game g.json p", "load_game old.json"),
    *("replay games.guess(seed=7)(50)", "resume 1", "results", "count", "count 2", "count 2 p"),
    *("tree 1", "tree 1 p", "simulate 3 p players=random", "report 3 p", "report nobody"),
    "host nobody",
]
"""A line of each magic, and of each way in which it reads what follows."""

ENDINGS = [";# note", "  # a; b;", " ; ", " # don't", "  # note", "  # p", ";", ";  # note"]


@pytest.fixture
def lines(shell: TestingShell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestingShell:
    """A shell in a folder of its own, with a position to look at."""
    monkeypatch.chdir(tmp_path)
    shell.run("p = games.match_game(rows=(2, 2), misere=False, seed=7).row1.take1.row2.take1")
    shell.run("%save_game old.json p")
    return shell


def outcome(shell: TestingShell, code: str) -> str:
    """Return what a line gives, or why it is refused, for the same position each time."""
    shell.run("p")
    try:
        found = shell.run(code)
    except (ProviderError, UsageError) as fault:
        return f"{type(fault).__name__}: {fault}"
    return type(found).__name__ if code.startswith(("%new", "%report")) else repr(found)


def test_there_is_a_line_of_each_magic() -> None:
    """All 28 are tried."""
    assert MAGICS.keys() == {line.split()[0] for line in LINES}
    assert 28 == len(MAGICS)


@pytest.mark.parametrize("line", LINES)
def test_a_comment_or_a_semicolon_changes_nothing(lines: TestingShell, line: str) -> None:
    """Whatever follows the magic, it gives what it gives without."""
    expected = outcome(lines, f"%{line}")
    for ending in ENDINGS[: some(4, of=8)]:
        assert expected == outcome(lines, f"%{line}{ending}")
    assert {"g.json", "old.json"} >= {file.name for file in Path().iterdir()}


@pytest.mark.parametrize("line", [line for line in LINES if " " in line])
def test_blanks_and_tabs_of_any_number(lines: TestingShell, line: str) -> None:
    """Between the words, and around them."""
    expected = outcome(lines, f"%{line}")
    name, rest = line.split(" ", 1)
    for blank in ("  ", "\t", " \t "):
        assert expected == outcome(lines, f"%{name} {rest.replace(' ', blank)}{blank}")


def test_most_of_these_lines_do_something(lines: TestingShell) -> None:
    """Else the lines would only show that errors are alike."""
    refused = [line for line in LINES if "Error: " in outcome(lines, f"%{line}")]
    assert ["report nobody", "host nobody"] == [line for line in refused if "nobody" in line]
    assert len(refused) < 8


@pytest.mark.parametrize("name", MAGICS)
def test_every_magic_is_asked_for_help_alike(lines: TestingShell, name: str) -> None:
    """With either word, before or behind anything else, a comment or a semicolon."""
    expected = str(lines.run(f"%{name} -h"))
    assert MAGICS[name][1].split("``")[1] in expected.replace("\n", " ")
    for line in ("--help", "-h # note", "--help;", "-h p", "p --help"):
        assert expected == str(lines.run(f"%{name} {line}"))


@pytest.mark.parametrize("ending", [";", ";;", "; ", ";# note", "; # note"])
@pytest.mark.parametrize("name", ["hint", "undo", "line", "results", "count"])
def test_a_semicolon_at_the_magic_itself(lines: TestingShell, name: str, ending: str) -> None:
    """IPython takes it for a part of the name; also in an assignment and a longer cell."""
    expected = outcome(lines, f"%{name}")
    assert expected == outcome(lines, f"%{name}{ending}")
    lines.run("p")
    lines.run(f"x = 1\nif x:\n    q = %{name}{ending}\n")
    assert expected == repr(lines.user_ns["q"])


@pytest.mark.parametrize(
    "file", ["my game.json", "it's # one; two.json", "-h a.json", 'a"b c.json']
)
def test_a_file_may_have_any_name_in_quotes(lines: TestingShell, file: str) -> None:
    """Blanks, marks of comments, semicolons and the other quote; of the last position or of
    another."""
    mark = "'" if '"' in file else '"'
    lines.run("q = games.guess(seed=3)(50)")
    lines.run(f"%save_game {mark}{file}{mark} q  # note")
    assert games.guess(seed=3)(50) == load(file)
    assert games.guess(seed=3)(50) == lines.run(f"%load_game {mark}{file}{mark};")
    lines.run("p")
    lines.run(f"%save_game {mark}{file}{mark};")
    assert lines.user_ns["p"] == load(file)


def test_a_name_with_blanks_needs_quotes(lines: TestingShell) -> None:
    """A refusal says so, and nothing is written."""
    with pytest.raises(UsageError, match="A file's name with blanks needs quotes"):
        lines.run("%save_game my game.json")
    assert ["old.json"] == [file.name for file in Path().iterdir()]


def test_quotes_within_a_line_stay(lines: TestingShell) -> None:
    """A sign of a comment or a semicolon in a text of the game is no end; a whole line may be
    quoted, as `line` shows it."""
    code = "games.guess(seed='a # b; c;')(50)"
    assert games.guess(seed="a # b; c;")(50) == lines.run(f"%replay {code}  # note")
    assert games.guess(seed="a # b; c;")(50) == lines.run(f'%replay "{code}";')
    assert lines.run("%line p") == lines.run('%line "p"')


def test_a_text_with_blanks_in_a_position(lines: TestingShell) -> None:
    """A choice by its text, with a comment, in an assignment."""
    lines.run("r = games.match_game(rows=(2, 2), misere=False, seed=7)")
    lines.run("""q = %line r["row1 take1"]["row2 take2"]  # two at once""")
    expected = "games.match_game(rows=(2, 2), misere=False, seed=7).row1.take1.row2.take2"
    assert expected == lines.user_ns["q"]
    assert expected == lines.run("""%line r['row1 take1'].row2 take2 # 'row1' would lose""")


def test_a_file_whose_name_contains_the_question_for_help(lines: TestingShell) -> None:
    """It is asked for only by a word of its own."""
    for file in ("a-h.json", "--help.json", "-h-"):
        lines.run(f"%save_game {file} p")
        assert lines.user_ns["p"] == load(file)


def test_unpaired_quotes_are_letters(lines: TestingShell, shell: TestingShell) -> None:
    """As in a file's name without blanks."""
    shell.run("%save_game Ann's.json p  # it's hers")
    assert lines.user_ns["p"] == load("Ann's.json")


def test_the_extension_takes_its_reader_away(lines: TestingShell) -> None:
    """Once for each time it is loaded."""
    before: Any = list(lines.input_transformers_post)
    lines.run("%reload_ext interactive_provider")
    assert before == lines.input_transformers_post
    lines.run("%unload_ext interactive_provider")
    assert len(before) - 1 == len(lines.input_transformers_post)
    lines.run("%load_ext interactive_provider")
