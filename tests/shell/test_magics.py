"""The magics: each does what the function of its name does, for the last position shown or one that
is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from IPython.core.error import UsageError
from IPython.utils.capture import capture_output

import interactive_provider as ip
from interactive_provider import InteractiveProvider, games
from interactive_provider.errors import (
    BadSave,
    ChoiceError,
    NoAbility,
    NoSuchFile,
    NoSuchOption,
    ProviderError,
)
from interactive_provider.game import Solution
from interactive_provider.heart.catalogue.hall import BUILTIN
from interactive_provider.shell.annotations import BLANK
from interactive_provider.shell.magics import MAGICS
from interactive_provider.widget import results
from tests.heart.toys import Walk
from tests.shell.shells import TestingShell
from tests.sure import sure


@pytest.fixture
def p(shell: TestingShell) -> Any:
    """A position two guesses from its start, shown."""
    shell.run("p = games.guess(seed=3)(50)(60)")
    return shell.run("p")


def test_undo(shell: TestingShell, p: Any) -> None:
    """One move back, several, and of a position that is named; each becomes the last one shown."""
    assert games.guess(seed=3)(50) == shell.run("%undo")
    assert games.guess(seed=3) == shell.run("%undo")
    assert games.guess(seed=3) == shell.run("%undo 2 p")
    assert games.guess(seed=4) == shell.run("%undo games.guess(seed=4)(7)")
    assert games.guess(seed=4) == shell.extension.display.last
    with pytest.raises(ChoiceError, match="Only 2 moves can be undone"):
        shell.run("%undo 3 p")


def test_line_and_restart_and_replay(shell: TestingShell, p: Any) -> None:
    """The line of the last position, there and back again; in a cell a magic is a value like any
    other."""
    assert "games.guess(seed=3)(50)(60)" == shell.run("%line")
    assert games.guess(seed=3) == shell.run("%restart")
    assert "games.guess(seed=3)" == shell.run("%line")
    assert p == shell.run("%replay games.guess(seed=3)(50)(60)")
    shell.run("q = %undo p\nr = %undo")
    assert [games.guess(seed=3)(50), games.guess(seed=3)] == [
        shell.user_ns["q"],
        shell.user_ns["r"],
    ]
    with capture_output() as captured:
        shell.run("%line p")
    assert "games.guess(seed=3)(50)(60)" in captured.stdout and "'" not in captured.stdout


def test_hint(shell: TestingShell, p: Any) -> None:
    """A hint for the last position and for one that is named, and by a game's own name."""
    assert ip.hint(p) == shell.run("%hint")
    assert 50 == shell.run("%hint games.guess(seed=1)").value
    assert 5 == shell.run("%hint guess(low=1, high=10)").value
    over = shell.run("%hint games.match_game(rows=(1,), misere=False).row1.take1")
    assert "The game is over." == str(over)


def test_board(shell: TestingShell, p: Any) -> None:
    """The board if there is one, else the text."""
    assert (10, 10) == shell.run("%board").shape
    shell.user_ns["w"] = InteractiveProvider(Walk()).walk
    assert "0 steps taken." in shell.run("%board w")
    assert (4, 5) == shell.run("%board games.minesweeper(rows=4, columns=5, mines=3)").shape


def test_new(shell: TestingShell, p: Any) -> None:
    """The same game again with another seed; a game by its name."""
    seeds = {ip.seed(shell.run("%new")) for _ in range(5)}
    assert len(seeds) > 1
    assert () == ip.path(sure(shell.extension.display.last))
    assert "match_game" in ip.line(shell.run("%new match_game"))
    assert "left" not in ip.line(shell.run("%new p"))


def test_games(shell: TestingShell) -> None:
    """All games, or the beginning of one; a name that is none is answered with the nearest."""
    assert games is shell.run("%games")
    assert games.minesweeper == shell.run("%games minesweeper")
    with pytest.raises(UsageError, match="minesweeper"):
        shell.run("%games minesweper")


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("lighthouse", "LIGHTHOUSE"),
        ("lighthouse 30", "LIGHTHOUSE"),
        ("bell under the ice", "Bell"),
    ],
)
def test_a_game_in_a_menu_is_found_by_its_name(shell: TestingShell, words: str, title: str) -> None:
    """As people say it: nobody knows that the lighthouse stands among the programs in BASIC."""
    with capture_output() as captured:
        shell.run(f"%play {words}")
    assert title in captured.stdout


def test_solve_and_evaluate(shell: TestingShell) -> None:
    """What the game's solver and judge say; limits are handed on."""
    shell.run("m = games.match_game(rows=(1, 2), seed=1)")
    shell.run("m")
    assert ip.evaluate(shell.user_ns["m"])
    assert ip.evaluate(shell.user_ns["m"]) == shell.run("%evaluate")
    assert ip.solve(shell.user_ns["m"]).values == shell.run("%solve").values

    class Limited(Walk):
        def solve(self, state: object, limit_seconds: float = 1, way: str = "") -> Solution:
            return Solution(None, "unknown", note=f"{limit_seconds} {way}")

    shell.user_ns["w"] = InteractiveProvider(Limited()).limited
    assert "2.5 up" == shell.run("%solve w seconds=2.5 way=up").note
    assert "7 " == shell.run("%solve w(width=4) seconds=7").note
    with pytest.raises(NoAbility):
        shell.run("%solve games.guess(seed=1)")


def test_evaluate_switch(shell: TestingShell) -> None:
    """``%evaluate on`` shows verdicts at every Tab."""
    assert "Tab will show what each choice is worth." == shell.run("%evaluate on")
    assert shell.extension.settings.evaluate
    shell.run("%evaluate off")
    assert not shell.extension.settings.evaluate


def test_check(shell: TestingShell, p: Any) -> None:
    """Right so far or not."""
    assert ip.check(p) == shell.run("%check")


def test_save_and_load(shell: TestingShell, p: object, tmp_path: Path) -> None:
    """A game goes into a file and comes back; a file that is none is told in a sentence."""
    shell.run("%save_game game.json")
    assert "guess" == json.loads((tmp_path / "game.json").read_text())["game"]
    shell.run("%undo")
    assert p == shell.run("%load_game game.json")
    assert p == shell.extension.display.last
    shell.run("%save_game other.json games.guess(seed=9)")
    assert games.guess(seed=9) == ip.load("other.json")
    (tmp_path / "torn.json").write_text('{"format"')
    with pytest.raises(BadSave, match=r"torn\.json"):
        shell.run("%load_game torn.json")
    with pytest.raises(NoSuchFile, match=r"missing\.json"):
        shell.run("%load_game missing.json")
    with pytest.raises(NoSuchFile, match="no_folder"):
        shell.run("%save_game no_folder/game.json")


def test_ipythons_own_magics_stay(shell: TestingShell, p: Any) -> None:
    """None of ours has the name of one of IPython's; a game goes into whatever file is named."""
    before = {name: shell.find_line_magic(name) for name in ("save", "load")}
    assert all(
        "IPython.core" in type(magic.__self__).__module__
        for magic in before.values()
        if magic is not None
    )
    assert not set(MAGICS) & {"save", "load", "edit", "history", "run", "who"}
    shell.run("%save_game kept")
    assert p == shell.run("%load_game kept")


def test_a_terminal_plays_on_the_position(shell: TestingShell) -> None:
    """Where no page can show a board, ``%play`` shows the position, and ``_`` goes on from it."""
    assert games.minesweeper == shell.run("%play minesweeper")
    assert games.guess(seed=1) == shell.run("%play games.guess(seed=1)")
    shell.run("%hint")
    assert games.guess(seed=1)(50) == shell.run("_(50)")


def test_plain_text_is_played_on_the_position(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel's front end that has been set to plain text gets no widget."""
    monkeypatch.setattr(shell, "kernel", object(), raising=False)
    shell.extension.settings.display = "text"
    assert games.minesweeper == shell.run("%play minesweeper")


@pytest.mark.parametrize(
    "magic",
    ["hint", "line", "evaluate", "check", "solve", "transcript", "summary", "tree 1", "board"],
)
def test_underscore_stays_the_position(shell: TestingShell, magic: str) -> None:
    """After a magic that prints something ``_`` is the position shown last; ``Out`` has what was
    printed."""
    shell.run(
        "p = games.k_in_a_row(seed=1).noughts_and_crosses if 'check' not in "
        + repr(magic)
        + " else games.guess(seed=1)"
    )
    p = shell.run("p")
    said = shell.run(f"%{magic}")
    assert said is not None and said is not p
    assert shell.user_ns["_"] is p
    shell.run("q = _")
    assert shell.user_ns["q"] is p
    shell.run("'mine'")
    assert "mine" == shell.user_ns["_"]


def test_a_value_of_the_users_stays_underscore(shell: TestingShell, p: Any) -> None:
    """Only what a magic gave gives way to the position: the function's own value is ``_`` as any
    value is."""
    shell.run("hint(p)")
    assert ip.hint(p) == shell.user_ns["_"]
    shell.run("h = %hint\n3")
    assert 3 == shell.user_ns["_"]
    assert ip.hint(p) == shell.user_ns["h"]
    shell.run("_ = %hint\n3")
    assert ip.hint(p) == shell.user_ns["_"]
    shell.run("del _, __, ___")  # IPython's own again


def test_help_lists_every_magic_and_says_what_every_game_is(shell: TestingShell) -> None:
    """All magics, then the games with their descriptions; an unknown magic is answered with the
    nearest."""
    told = shell.run("%help")
    assert [] == [name for name in MAGICS if f"\n- %{name}" not in told]
    words = " ".join(told.split())
    played = [card.brief for card in BUILTIN.values() if card.kinds]
    assert [] == [brief for brief in played if brief.rstrip(".") not in words]
    with pytest.raises(
        UsageError, match=re.escape("no magic '%hnt' for games. Did you mean 'hint'?")
    ):
        shell.run("%help hnt")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("minesweeper beginner", "minesweeper.beginner"),
        ("games.minesweeper(seed=7) beginner", "minesweeper(seed=7).beginner"),
        ("match_game two people", "match_game.two_people"),
        ("guess(seed=3) 50", "guess(seed=3)(50)"),
        ("minesweeper;", "minesweeper"),
    ],
)
def test_a_choice_may_follow_a_position_in_words(
    shell: TestingShell, written: str, expected: str
) -> None:
    """After a blank, as in ``%play minesweeper beginner``, for every magic that takes a
    position."""
    assert ip.replay(f"games.{expected}") == shell.run(f"%play {written}")
    assert ip.line(ip.replay(f"games.{expected}")) == shell.run(f"%line {written}")


def test_a_word_that_is_not_a_choice_is_refused_with_the_nearest(shell: TestingShell) -> None:
    """A preset that is misspelt."""
    said = "'begnner' is none of these. Did you mean 'beginner'?"
    with pytest.raises(ChoiceError, match=re.escape(said)):
        shell.run("%play minesweeper begnner")


@pytest.mark.parametrize("word", ["perfect", "hard", "row9 take1"])
def test_a_word_that_is_no_preset_is_answered_by_the_presets(
    shell: TestingShell, word: str
) -> None:
    """Even where a game can begin without one, as nobody has chosen the plain game."""
    said = f"such as row1; '{word}' is none of these."
    with pytest.raises(ChoiceError, match=re.escape(said)):
        shell.run(f"%play match_game {word}")


def test_what_to_press_next_is_said_where_a_game_begins(shell: TestingShell) -> None:
    """In a menu of games, in a lobby and at the first position; not once a game is under way, nor
    in an empty folder."""
    Path("empty").mkdir()
    empty = ip.InteractiveProvider("empty")
    begun = [games.basic, games.minesweeper, games.guess(seed=3), games.guess(seed=3)(50), empty]
    shows = [shell.extension.display._page(node).split("\n")[-1] for node in begun]
    assert [
        "Type  _.  and press Tab to choose a game.",
        "Type  _.  and press Tab to begin.",
        "Type  _.  and press Tab to see your choices.",
        "games.guess(seed=3)(50)",
        "InteractiveProvider('empty')",
    ] == shows


@pytest.mark.parametrize("name", MAGICS)
def test_help_by_option(shell: TestingShell, name: str) -> None:
    """``%hint --help`` and ``%hint -h`` print the magic's help, as those of IPython do."""
    assert shell.run(f"%{name} -h") == shell.run(f"%{name} --help") == shell.run(f"%help {name}")
    assert MAGICS[name][1].replace("``", "").split() == shell.run(f"%{name} --help").split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "%play mineswepper",
            "There is no game or variable 'mineswepper'. Did you mean 'minesweeper'?",
        ),
        (
            "%hint mineswepper",
            "There is no game or variable 'mineswepper'. Did you mean 'minesweeper'?",
        ),
        ("%new gues", "There is no game or variable 'gues'. Did you mean 'guess'?"),
        ("%line postion", "There is no game or variable 'postion'. Did you mean 'position'?"),
        ("%play gomok", "There is no game or variable 'gomok'. Did you mean 'gomoku'?"),
        ("%play guess seed=3", "Parameters are given in brackets: guess(seed=3)."),
        (
            "%hint 3",
            "'3' is not the line of a position: '3' was not expected in a line such as"
            " games.guess(seed=7).",
        ),
        (
            "%save_game position",
            "position is a position: %save_game needs the name of a file before it.",
        ),
        ("%evaluate yes", "%evaluate takes on, off or a position, not 'yes'."),
        ("%replay", "%replay needs a line, such as %replay games.guess(seed=7).n5."),
        ("%save_game", "%save_game needs the name of a file, such as %save_game game.json."),
        ("%load_game", "%load_game needs the name of a file, such as %load_game game.json."),
    ],
)
def test_a_slip_is_a_usage_error(shell: TestingShell, line: str, expected: str) -> None:
    """A magic's line that cannot be understood is one of IPython's usage errors: one line that
    names the nearest."""
    shell.run("position = games.guess(seed=1)\n_hidden = position\nposition")
    with pytest.raises(UsageError) as error:
        shell.run(line)
    assert expected == str(error.value)


WITHOUT_A_POSITION = {"games", "help", "replay", "save_game", "load_game", "resume", "results"}


@pytest.mark.parametrize("name", sorted({*MAGICS} - WITHOUT_A_POSITION))
def test_nothing_shown(shell: TestingShell, name: str) -> None:
    """Before anything was shown each says so."""
    with pytest.raises(ChoiceError, match="No position has been shown yet"):
        shell.run(f"%{name}")


def test_results_are_told_and_boards_brought_back(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Both say so if there are none yet, where a file is not theirs, and where they are asked for
    nonsense."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    assert "No game has been finished on a board yet." == shell.run("%results")
    with pytest.raises(ChoiceError, match="none has been played"):
        shell.run("%resume")
    with pytest.raises(ChoiceError, match="'last' is not the number of a board"):
        shell.run("%resume last")
    results.record("guess", True, 12.0, 5, False)
    assert re.search(r"guess\s+1\s+0\s+0\s+1\s+1\s+0:12\s+5", shell.run("%results"))
    assert shell.run("%results").endswith(f"Kept in {tmp_path}.")
    results.remember("games.guess(seed=3)(50)")
    # as %play shows it in a terminal, widgets or not
    assert games.guess(seed=3)(50) == shell.run("%resume")
    (tmp_path / "results.json").write_text('{"version": 99}')
    with pytest.raises(BadSave, match="has version 99, but this program reads version 1"):
        shell.run("%results")


def test_results_are_off_by_a_setting(
    shell: TestingShell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is written then."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    shell.run("%config InteractiveProvider.results = False")
    try:
        assert "" == results.record("guess", True, 12.0, 5, False)
        results.remember("games.guess(seed=3)")
        assert [] == list(tmp_path.iterdir())
    finally:
        shell.run("%config InteractiveProvider.results = True")


@pytest.mark.parametrize(
    "text", ["nonsense", "x", "x.y", "p.no_such", "print(3)", "p[", "p +", "__import__('os')"]
)
def test_named_badly(shell: TestingShell, p: object, text: str) -> None:
    """What names no position is refused, and nothing is run."""
    shell.run("x = 3")
    with pytest.raises((UsageError, ChoiceError)):
        shell.run(f"%hint {text}")


def test_named_variously(shell: TestingShell, p: Any) -> None:
    """A position is named by any chain: a variable, a container, a game."""
    shell.user_ns["held"] = {"a": [p]}
    for text in (
        "p",
        "held['a'][0]",
        "games.guess(seed=3)(50)(60)",
        "guess(seed=3)(50).n6.n0.enter",
        "_",
    ):
        shell.run("p")
        assert "games.guess(seed=3)(50)(60)" == shell.run(f"%line {text}")


@pytest.mark.parametrize("name", MAGICS)
def test_help(shell: TestingShell, name: str) -> None:
    """Each magic explains itself: ``%undo?``."""
    assert f"%{name}" in shell.object_inspect(f"%{name}")["docstring"]


def test_arguments_complete(either: TestingShell) -> None:
    """Arguments of magics are completed: positions by name, choices after them, and the words a
    magic knows."""
    either.user_ns.update(zero=games.guess(seed=1), zoo=games.guess(seed=2), number=3)
    for text in ("%hint z", "%undo 2 z", "x = %line z", "  %solve z"):
        assert ["zero", "zoo"] == either.tab(text)
    assert ["zero", "zoo"] == [name for name, _ in either.terminal_tab("%undo z")]
    assert "number" not in either.tab("%hint ")
    assert ["on", "off"] == either.tab("%evaluate o")
    assert ["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"] == either.tab("%hint zero.")
    assert "minesweeper" in either.tab("%replay games.mine")
    assert ["minesweeper"] == either.tab("%games mine")
    assert ["guess"] == either.tab("%new gue")


def test_magic_names_complete(either: TestingShell) -> None:
    """The names of the magics complete as those of IPython's own."""
    assert {"%restart", "%replay"} <= set(either.tab("%re"))


README_CALLS: dict[str, Callable[[Any], Any]] = {
    "hint(p)": lambda p: ip.hint(p),
    "undo(p, 2)": lambda p: ip.undo(p, 2),
    "line(p)": lambda p: ip.line(p),
    "check(p)": lambda p: ip.check(p),
    "replay(line(p)) == p": lambda p: True,
    "outcome(p) is None": lambda p: True,
    "board(p)": lambda p: ip.board(p),
}


@pytest.mark.parametrize("code", README_CALLS)
def test_functions_are_at_hand(shell: TestingShell, code: str) -> None:
    """After ``%load_ext`` alone the functions are called as the README writes them, in place of
    IPython's automagic."""
    shell.run("p = games.guess(seed=3)(50)(60)")
    assert README_CALLS[code](shell.user_ns["p"]) == shell.run(code)
    assert README_CALLS[code](shell.user_ns["p"]) == shell.run(f"x = {code}\nx")


def test_functions_of_the_user_stay(shell: TestingShell) -> None:
    """A name that the user holds is not taken: neither before loading nor after."""
    shell.run("%unload_ext interactive_provider")
    shell.run("line = 'mine'")
    shell.run("%load_ext interactive_provider")
    shell.run("hint = 'mine too'")
    assert ["mine", "mine too"] == [shell.user_ns["line"], shell.user_ns["hint"]]
    shell.run("%unload_ext interactive_provider")
    assert ["mine", "mine too"] == [shell.user_ns["line"], shell.user_ns["hint"]]
    assert "undo" not in shell.user_ns
    shell.run("%load_ext interactive_provider")


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("%hint (p)", "%hint p"),
        ("%undo (p, 2)", "%undo 2 p"),
        ("%undo (p, n=2)", "%undo 2 p"),
        ("%undo (p)", "%undo p"),
        ("%undo (2)", "%undo 2"),
        ("%line ((p))", "%line p"),
        ("%check (p)", "%check p"),
        ("%games (guess)", "%games guess"),
    ],
)
def test_brackets(shell: TestingShell, p: object, written: str, same: str) -> None:
    """A pair of brackets around it all is left out: IPython itself turns ``hint(p)`` into
    ``%hint (p)``."""
    shell.run("p")
    expected = shell.run(same)
    shell.run("p")
    assert expected == shell.run(written)


def test_call_without_the_function(shell: TestingShell, p: Any) -> None:
    """Where the function has been deleted IPython makes a magic of the call, which does the
    same."""
    shell.run("del undo")
    assert games.guess(seed=3) == shell.run("undo(p, 2)")


def test_limits_in_brackets(shell: TestingShell) -> None:
    """``%solve (p, seconds=5)`` takes the limit, and a parameter of the game is none."""
    shell.run("m = games.match_game(seed=7).two_people")
    assert ip.solve(shell.user_ns["m"]) == shell.run("%solve (m, seconds=5)")
    assert ip.solve(games.match_game(rows=(3, 2), seed=1)) == shell.run(
        "%solve games.match_game(rows=(3, 2), seed=1)"
    )


@pytest.mark.parametrize("name", ["play", "new", "games", "hint", "solve", "board"])
def test_games_complete(either: TestingShell, name: str) -> None:
    """Tab after a magic that may be given a game lists the games first, with what each is."""
    found = either.completions(f"%{name} ")
    assert list(games) == [c.text for c in found][: len(list(games))]
    assert ["minesweeper"] == either.tab(f"%{name} mine")
    assert (
        f"game:{BLANK}Open{BLANK}every{BLANK}square{BLANK}that{BLANK}does{BLANK}not{BLANK}hide{BLANK}a{BLANK}mine."
        in {c.type for c in found}
    )


def test_users_magic_stays(shell: TestingShell) -> None:
    """A magic that the user registers under one of our names stays when we go, and so does one that
    was deleted."""

    def hint(line: str) -> str:
        return "theirs"

    shell.register_magic_function(hint, "line", "hint")  # type: ignore[arg-type] # declared as if for methods
    del shell.magics_manager.magics["line"]["restart"]
    shell.run("%unload_ext interactive_provider")
    assert "theirs" == shell.run("%hint")
    left = {name for name in MAGICS if name in shell.magics_manager.magics["line"]}
    assert {"hint"} == left
    del shell.magics_manager.magics["line"]["hint"]
    shell.run("%load_ext interactive_provider")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("%simulate -5", "games is -5; it must be a whole number from 1"),
        ("%count 3.5", "depth is 3.5; it must be a whole number"),
        ("%undo -1", "undo takes a number of moves, not -1."),
        ("%undo 1.5", "undo takes a number of moves, not 1.5."),
        ("%undo foo=2", "undo does not take 'foo'."),
        ("%simulate 3 foo=2", "simulate does not take 'foo'."),
        ("%review p depth=2", "review does not take 'depth'."),
        ("%hint p limit=3", "limit is 3; give a limit such as Limit(seconds=5)."),
        ("%simulate p -5", "games is -5; it must be a whole number from 1"),
    ],
)
def test_odd_arguments_are_answered_in_a_sentence(
    shell: TestingShell, p: Any, line: str, message: str
) -> None:
    """By what is wrong with the number or the name, not by what a line of a position must be."""
    with pytest.raises(ProviderError, match=re.escape(message)):
        shell.run(line)


def test_several_players_are_given_with_commas(shell: TestingShell) -> None:
    """Without the brackets and quotes of Python."""
    shell.run("n = games.match_game(rows=(2, 1), misere=False, seed=1)")
    told = str(shell.run("%simulate 5 n players=perfect,random"))
    assert "player 1 (perfect)" in told
    assert "player 2 (random)" in told


def test_a_stage_has_the_colours_of_its_position(shell: TestingShell) -> None:
    """Otherwise the squares of the board jump between three characters and one."""
    shell.extension.settings.colour = "always"
    page = shell.extension.display._page
    try:
        q = games.match_game(seed=7).two_people
        assert "\x1b[" in page(q)
        assert "\x1b[" in page(q.row1)
    finally:
        shell.extension.settings.colour = "auto"


def test_a_number_may_follow_the_position(shell: TestingShell) -> None:
    """As in front of it, and it is not taken for a choice there."""
    shell.run("n = games.match_game(rows=(2, 1), misere=False, seed=1)")
    for line in ("%tree n 1", "%tree n, 1", "%tree (n, 1)"):
        assert str(shell.run("%tree 1 n")) == str(shell.run(line))
    assert games.guess(seed=3) == shell.run("%undo games.guess(seed=3)(50)(25) 2")


def test_a_folder_is_answered_by_what_plays_it(
    shell: TestingShell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever types a folder after `%play` reads how its games are reached."""
    (tmp_path / "my" / "puzzles").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=re.escape("InteractiveProvider('my/puzzles') has its")):
        shell.run('%play "my/puzzles"')


def test_a_misspelt_limit_is_answered_by_the_limits(shell: TestingShell, p: Any) -> None:
    """Not by the other arguments of the function behind the magic."""
    with pytest.raises(NoSuchOption, match=r"'second'.*'seconds'"):
        shell.run("%solve p second=5")


def test_results_take_no_argument(shell: TestingShell) -> None:
    """A name behind it would be ignored."""
    with pytest.raises(UsageError, match="minesweper"):
        shell.run("%results minesweper")


def test_a_finished_game_is_not_simulated(shell: TestingShell) -> None:
    """A table of zeros would say nothing."""
    with pytest.raises(NoAbility, match="The game is over"):
        shell.run("%simulate 5 games.match_game(rows=(1,), misere=False).row1.take1")
