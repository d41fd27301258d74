"""Programs as games: choices by Tab, lines that replay, a folder of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from interactive_provider import (
    InteractiveProvider,
    choose,
    describe,
    games,
    line,
    options,
    replay,
    transcript,
)
from interactive_provider.adapters.basic import BasicProgram, BasicScreen, read_program, typed
from interactive_provider.errors import ChoiceError
from interactive_provider.heart.choices.synthesis import choices

ADD = (
    '10 REM *** ADDING UP ***\n20 INPUT "A NUMBER";A\n30 S=S+A:PRINT "SUM";S:IF S<9 THEN 20\n'
    "40 PRINT RND(1)\n"
)
OWN = ("cellars", "feather", "firsts", "lighthouse", "oasis")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good program, one with an error, one that never asks and one that never
    ends."""
    (tmp_path / "add.bas").write_text(ADD)
    (tmp_path / "broken.bas").write_text("10 PRINT (\n")
    (tmp_path / "binary.bas").write_bytes(b"\xff\x00\x01\x02")
    (tmp_path / "hello.bas").write_text('10 PRINT "HELLO"\n')
    (tmp_path / "forever.bas").write_text("10 X=X+1:IF X<9E9 THEN 10\n")
    return tmp_path


def test_numbers_are_typed_key_by_key(folder: Path) -> None:
    """A number without bounds is typed by attributes or given by a call, which mean the same."""
    start = InteractiveProvider(folder).add(seed=1)
    assert "n7" in dir(start)
    assert start.n1.n2.enter == start(12) == start("12")
    assert line(start(12)).endswith(".add(seed=1)(12)")


def test_anything_can_be_typed_by_attributes_alone(tmp_path: Path) -> None:
    """Where words are listed, ``other`` leads to a keyboard of attributes."""
    (tmp_path / "say.bas").write_text(
        '10 INPUT A$\n20 IF A$="UP" THEN 10\n25 IF A$="DOWN" THEN END\n30 PRINT "NOT ";A$\n'
    )
    start = InteractiveProvider(tmp_path).say(seed=1)
    assert dir(start) == ["DOWN", "UP", "other"]
    assert "NOT N2" in start.other.N.n2.enter.__doc__
    assert start.other.N.n2.enter._state.stop == start("N2")._state.stop


def test_signs_begin_an_answer(tmp_path: Path) -> None:
    """Where an answer is read sign by sign its signs are choices, and enter ends it."""
    code = (
        '10 INPUT A$\n20 FOR I=1 TO 3:IF MID$(A$,I,1)="X" OR MID$(A$,I,1)="O" THEN N=N+1\n'
        "30 NEXT:PRINT A$;N\n"
    )
    (tmp_path / "signs.bas").write_text(code)
    start = InteractiveProvider(tmp_path).signs(seed=1)
    assert dir(start) == ["O", "X", "other"]
    assert dir(start.X) == ["O", "X", "enter"]
    assert "XO 2" in start.X.O.enter.__doc__


def test_several_values_one_after_the_other(tmp_path: Path) -> None:
    """Several values are chosen in turn or given at once, also where the machine wants them in one
    line."""
    code = '10 INPUT A,B\n20 IF A<1 OR A>3 THEN 10\n30 IF B<1 OR B>4 THEN 10\n40 PRINT "GOT";A;B\n'
    (tmp_path / "two.bas").write_text(code)
    for dialect in ("lenient", "gw"):
        start = InteractiveProvider(tmp_path).two(seed=1, dialect=dialect)
        assert dir(start) == ["n1", "n2", "n3"]
        assert dir(start.n2) == ["n1", "n2", "n3", "n4"]
        assert "GOT 2  4" in start.n2.n4.__doc__
        assert "GOT 2  4" in start("2,4").__doc__


def test_option_says_what_the_program_says_of_it(tmp_path: Path) -> None:
    """The description of a choice has the line of a menu that explains it."""
    (tmp_path / "menu.bas").write_text(
        '10 PRINT "1 - DIVE"\n20 PRINT "2 - RISE"\n30 INPUT N\n40 ON N GOTO 30,30\n'
    )
    game = read_program(tmp_path / "menu.bas")
    state = game.program.start(1)
    assert game.describe(BasicScreen(state), "2") == "RISE"


def test_behind_other_whole_answers_can_still_be_given(tmp_path: Path) -> None:
    """The field to type into stays until the first key is pressed."""
    (tmp_path / "menu.bas").write_text(
        '10 INPUT "YES OR NO";A$:IF A$="YES" THEN 10\n20 PRINT "GOT ";A$\n'
    )
    p = InteractiveProvider(tmp_path).menu(seed=1).other
    assert (str(p._state.free_input), p.A._state.free_input) == ("any answer", None)
    assert "GOT MAYBE" in p("MAYBE").__doc__
    assert describe(p, "space") == "type space"


def test_files_whose_names_are_no_identifiers(tmp_path: Path) -> None:
    """Any file name becomes a name that can be typed, and hundreds of files are listed unread."""
    for number in range(300):
        (tmp_path / f"game no. {number}.bas").write_text(ADD)
    (tmp_path / "84 - super star (1978).bas").write_text(ADD)
    (tmp_path / "class.bas").write_bytes(b"\x00\x01")
    provider = InteractiveProvider(tmp_path)
    names = dir(provider)
    assert len(names) == 302
    assert all(name.isidentifier() for name in names)
    assert "SUM 4" in provider.n84_super_star_1978(seed=1)(4).__doc__


def test_line_replays_in_another_process(folder: Path) -> None:
    """The line of a position leads to the same position in a fresh Python."""
    position = InteractiveProvider(folder).add(seed=1)(4).n1.n2.enter
    code = (
        "from interactive_provider import *; import sys;"
        f" sys.stdout.write(str({line(position)}.__doc__))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == position.__doc__


def test_branches_are_apart(folder: Path) -> None:
    """Two answers at one INPUT are two games."""
    start = InteractiveProvider(folder).add(seed=1)
    assert "SUM 4" in start(4).__doc__
    assert "SUM 7" in start(4)(3).__doc__
    assert "SUM 5" in start(5).__doc__


def test_faulty_programs_harm_no_other(folder: Path) -> None:
    """A program with an error is listed and says what and where; the others play."""
    provider = InteractiveProvider(folder)
    assert dir(provider) == ["add", "binary", "broken", "forever", "hello"]
    assert "IN 10, column 11: an expression expected" in repr(provider.broken)
    assert "tokenised" in repr(provider.binary)
    assert provider.hello._state.outcome == "ended"


def test_run_that_goes_on_offers_more(folder: Path) -> None:
    """A program that runs on has one choice: more."""
    start = InteractiveProvider(folder).forever
    assert dir(start) == ["more"]
    assert dir(start.more) == ["more"]


def test_title_comes_from_the_first_lines(folder: Path) -> None:
    """The title is the first REM's or PRINT's text, else the file's name."""
    assert read_program(folder / "add.bas").title == "ADDING UP"
    assert read_program(folder / "forever.bas").title == "forever"


@pytest.mark.parametrize("name", OWN)
def test_own_programs_play_to_their_end(name: str) -> None:
    """Each program of ours, chosen at by its options alone, ends without an error."""
    game = games.basic._choose(choices(games.basic)[name])._table.game
    assert isinstance(game, BasicProgram)
    import random

    rng = random.Random(name)
    for seed in range(5):
        state = game.program.start(seed)
        for _ in range(400):
            if state.over:
                break
            found = state.suggestions[0]
            low, high = int(found.low or 0), int(found.high or 9)
            state = state.answer(
                rng.choice(found.words) if found.text else str(rng.randint(low, high))
            )
        assert state.status == "ended"


def test_typed_values() -> None:
    """Numbers are typed as people type them; what is neither text nor number is refused."""
    assert [typed(3), typed(2.5), typed(-4.0), typed("X")] == ["3", "2.5", "-4", "X"]
    for wrong in (None, True, float("nan"), "X" * 300, "A\nB"):
        with pytest.raises(ChoiceError):
            typed(wrong)


def test_transcript(folder: Path) -> None:
    """The whole transcript has the answers in it."""
    screen = InteractiveProvider(folder).add(seed=1)(4)._state
    assert screen.transcript() == "A NUMBER? 4\nSUM 4 \nA NUMBER? "


def test_other_dialect(folder: Path) -> None:
    """A game can be begun in another dialect, and a wrong one is refused with the nearest."""
    start = InteractiveProvider(folder).add(dialect="gw", seed=1)
    assert ".1213501" in start(9).__doc__
    with pytest.raises(ValueError, match="Did you mean 'qbasic'"):
        InteractiveProvider(folder).add(dialect="qbasc")


def test_answer_stands_behind_its_question(folder: Path) -> None:
    """A page begins with the question that was answered and what was typed."""
    assert "\nA NUMBER? 4\nSUM 4" in InteractiveProvider(folder).add(seed=1)(4).__doc__


def test_transcript_of_a_position(folder: Path) -> None:
    """The whole play is had by a function; other games show their texts and the choices made."""
    assert (
        transcript(InteractiveProvider(folder).add(seed=1)(4)) == "A NUMBER? 4\nSUM 4 \nA NUMBER? "
    )
    told = transcript(games.match_game(seed=7).two_people.row1.take3)
    assert "\n\n> row1.take3\n\n" in told


def test_more_says_that_the_program_still_runs(folder: Path) -> None:
    """Where a long run is cut short the page says so."""
    assert "still running" in InteractiveProvider(folder).forever.__doc__


def test_long_run_tells_whether_it_looks_for_keys(tmp_path: Path) -> None:
    """A program that polls the keyboard somewhere says so while it runs on."""
    (tmp_path / "busy.bas").write_text("10 X=X+1:IF X<9E9 THEN 10\n20 A$=INKEY$\n")
    (tmp_path / "deaf.bas").write_text("10 X=X+1:IF X<9E9 THEN 10\n")
    games = InteractiveProvider(tmp_path)
    pages = [" ".join(game.__doc__.split()) for game in (games.busy, games.deaf)]
    assert [True, False] == ["It will stop when it looks for a key." in page for page in pages]


def test_indent_stays_while_a_number_is_typed(tmp_path: Path) -> None:
    """A centred title stays where it is while keys are typed."""
    (tmp_path / "title.bas").write_text('10 PRINT TAB(20);"TITLE"\n20 INPUT A\n')
    start = InteractiveProvider(tmp_path).title(seed=1)
    assert start.n1.__doc__.splitlines()[2] == start.__doc__.splitlines()[2] == " " * 20 + "TITLE"


def test_parts_of_a_stock_are_explained(tmp_path: Path) -> None:
    """Each part is described by the number that it stands for."""
    code = '10 M=200\n20 PRINT "YOU HAVE";M:INPUT "BET";B:IF B>M THEN 20\n30 M=M-B:R=R+1:GOTO 20\n'
    (tmp_path / "bet.bas").write_text(code)
    p = InteractiveProvider(tmp_path).bet(seed=1)
    told = {
        "all": "200, as much as you can",
        "half": "100 of 200",
        "tenth": "20 of 200",
        "none": "0, nothing",
    }
    assert told == {option.label: describe(p, option) for option in options(p)}
    told = {
        "all": "100, as much as you can",
        "half": "50 of 100",
        "tenth": "10 of 100",
        "none": "0, nothing",
    }
    assert told == {option.label: describe(p.half, option) for option in options(p.half)}


def test_a_bell_is_not_seen(tmp_path: Path) -> None:
    """Neither on the page nor in the transcript, and the question is repeated without it."""
    code = '10 PRINT CHR$(7);"NAME";:INPUT N$\n20 PRINT CHR$(7);"HELLO ";N$\n'
    (tmp_path / "bell.bas").write_text(code)
    p = InteractiveProvider(tmp_path).bell(seed=1)("ADA")
    assert "NAME? ADA\nHELLO ADA" == p._state.display_text.strip() == transcript(p).strip()
    assert p._state.display_text.startswith(p._state.view().echo)


@pytest.mark.parametrize(
    ("given", "got"), [(".5", ".5"), ("5.", "5"), ("-5", "-5"), ("05", "5"), ("5", "5")]
)
def test_a_number_is_chosen_as_it_is_typed(tmp_path: Path, given: str, got: str) -> None:
    """A half is no five, on the live board either, where whatever is typed is chosen."""
    (tmp_path / "warp.bas").write_text(
        '10 INPUT "WARP FACTOR (0-8)";W\n20 IF W>8 THEN 10\n30 PRINT "GOT";W\n'
    )
    assert f"GOT {got}".replace(" -", "-") in transcript(
        choose(InteractiveProvider(tmp_path).warp(seed=1), given)
    )


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("SHOOT OR MOVE (S-M)", {"S": "SHOOT", "M": "MOVE"}),
        ("(S)tay or (M)ove", {"S": "Stay", "M": "Move"}),
        ("PRESS <S> TO STAY, M TO GO ON", {"S": "STAY", "M": "GO ON"}),
        ("ARE YOU NEW HERE (Y/N)", {}),
    ],
)
def test_letters_are_explained_by_the_question(
    tmp_path: Path, question: str, told: dict[str, str]
) -> None:
    """A letter stands for the word that it begins, or for what it is typed to do; Y and N for
    themselves."""
    one, other = "YN" if "(Y/N)" in question else "SM"
    code = (
        f'10 INPUT "{question}";A$\n20 IF A$="{one}" THEN 40\n30 IF A$<>"{other}" THEN 10\n40 PRINT'
        ' "OK"\n'
    )
    (tmp_path / "ask.bas").write_text(code)
    p = InteractiveProvider(tmp_path).ask(seed=1)
    meant = {option.label: describe(p, option) for option in options(p) if option.label != "other"}
    assert told == {label: words for label, words in meant.items() if not words.startswith("line ")}


def test_return_that_stops_the_program_is_not_offered(tmp_path: Path) -> None:
    """Where nothing typed is an error of the program's, a word is spelled."""
    (tmp_path / "first.bas").write_text('10 INPUT "WORD";A$\n20 PRINT ASC(A$):GOTO 10\n')
    (tmp_path / "any.bas").write_text('10 INPUT "WORD";A$\n20 PRINT A$:GOTO 10\n')
    games = InteractiveProvider(tmp_path)
    assert (dir(games.first), set(dir(games.any))) == (["other"], {"return_", "other"})


OLD_LINES = (
    "games.basic.cellars(seed=4).SOUTH.EAST.NORTH.other.Z.n2.J.F.E.B.Z.n7.S.D",
    "games.basic.feather(seed=2).n1.n1.n1.N",
    "games.basic.firsts(seed=1).n1.n3.n1.n2.n1.n2.n2.NO",
    "games.basic.oasis(seed=1).half.all.tenth.all.none.none.NO",
    "games.basic.oasis(seed=4).half.tenth.all.n0.none.half.YES.all.n0.none.tenth.YES.half.tenth",
)
"""Games that were played in earlier versions, by the answers that were offered then."""


@pytest.mark.parametrize("old", OLD_LINES)
def test_lines_of_earlier_versions_are_still_played(old: str) -> None:
    """An answer that is no longer offered would break every line and save that chose it."""
    assert old == line(replay(old))
