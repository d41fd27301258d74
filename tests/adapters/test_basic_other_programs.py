"""RUN and CHAIN of the programs that lie beside one."""

from __future__ import annotations

from pathlib import Path

import pytest

from interactive_provider import InteractiveProvider
from interactive_provider.adapters.basic import read_program


def start(folder: Path, **texts: str) -> str:
    """What is printed at the beginning of the program ``menu``."""
    for name, text in texts.items():
        (folder / f"{name}.bas").write_text(text)
    return str(InteractiveProvider(folder).menu(seed=1).__doc__)


@pytest.mark.parametrize("word", ["RUN", "CHAIN", "LOAD"])
def test_another_program_of_the_folder_goes_on(tmp_path: Path, word: str) -> None:
    """It is found in capitals or not; CHAIN keeps the variables, RUN and LOAD do not."""
    told = start(
        tmp_path,
        menu=f'10 A=7:B(2)=5\n20 {word} "GAME"',
        game='20 PRINT "HERE";A;B(2)\n30 INPUT X',
    )
    assert ("HERE 7  5" if word == "CHAIN" else "HERE 0  0") in told


def test_a_menu_leads_to_a_game_and_back(tmp_path: Path) -> None:
    """Each program asks its own questions."""
    start(
        tmp_path,
        menu='10 PRINT "MENU"\n20 INPUT "1 OR 2";N\n30 RUN "A:GAME.BAS"',
        game='10 INPUT "GO ON";A$\n20 IF A$="YES" THEN RUN "menu"',
    )
    p = InteractiveProvider(tmp_path).menu(seed=1)
    assert "GO ON" in p(1).__doc__
    assert "MENU" in p(1).YES.__doc__


def test_programs_that_only_run_one_another_come_to_an_end(tmp_path: Path) -> None:
    """An endless CHAIN of a program to itself is told and ends."""
    assert "WOULD GO ON FOREVER" in start(tmp_path, menu='10 PRINT "X";\n20 CHAIN "MENU"')


@pytest.mark.parametrize(
    "name", ["NOWHERE", "../secret", "/etc/passwd", "..", "", "C:..\\\\x", "a" * 300, "menu.txt"]
)
def test_nothing_else_is_opened(tmp_path: Path, name: str) -> None:
    """What is not beside the program is not loaded, whatever its name."""
    folder = tmp_path / "inner"
    folder.mkdir()
    (tmp_path / "secret.bas").write_text('10 PRINT "SECRET"')
    (folder / "menu.txt").write_text('10 PRINT "SECRET"')
    told = start(folder, menu=f'10 RUN "{name}"')
    assert "SECRET" not in told
    assert "WHICH IS NOT LOADED" in told


def test_a_broken_program_is_not_loaded(tmp_path: Path) -> None:
    """A file that is no program is told like one that is not there."""
    (tmp_path / "game.bas").write_bytes(b"\x7fELF" + bytes(99))
    assert "WHICH IS NOT LOADED" in start(tmp_path, menu='10 RUN "GAME"')


def test_the_folder_is_as_it_was_when_the_program_was_loaded(tmp_path: Path) -> None:
    """What changes on the disk later changes no position: the same path leads to the same place."""
    (tmp_path / "menu.bas").write_text('10 INPUT A\n20 RUN "GAME"')
    (tmp_path / "game.bas").write_text('10 PRINT "BEFORE"')
    p = InteractiveProvider(tmp_path).menu(seed=1)
    (tmp_path / "game.bas").write_text('10 PRINT "AFTER"')
    assert "BEFORE" in p(1).__doc__
    (tmp_path / "game.bas").unlink()
    assert "BEFORE" in p(2).__doc__


def test_another_dialect_finds_the_same_programs(tmp_path: Path) -> None:
    """A program that is read as another dialect leads to the programs of its folder, too."""
    (tmp_path / "menu.bas").write_text('10 RUN "GAME"')
    (tmp_path / "game.bas").write_text('10 PRINT "HERE"')
    assert "HERE" in InteractiveProvider(tmp_path).menu(seed=1, dialect="gw").__doc__


def test_programs_run_one_another_without_reading_them_again(tmp_path: Path) -> None:
    """There and back again leads to the same program, which was read once."""
    (tmp_path / "menu.bas").write_text('10 INPUT A\n20 RUN "GAME"')
    (tmp_path / "game.bas").write_text('10 INPUT B\n20 RUN "MENU"')
    stop = read_program(tmp_path / "menu.bas").program.start()
    first = stop.answer("1")
    later = first.answer("1").answer("1")
    assert first.program is later.program


def test_a_large_folder_is_read_up_to_a_limit(tmp_path: Path) -> None:
    """The files that a program names come first, and what is too large or hidden is not read."""
    for number in range(12):
        (tmp_path / f"a{number}.txt").write_bytes(b"X" * 290_000)
    (tmp_path / "large.txt").write_bytes(b"X" * 400_000)
    (tmp_path / ".hidden.bas").write_text('10 PRINT "X"')
    (tmp_path / "zebra.bas").write_text('10 PRINT "HERE"')
    (tmp_path / "menu.bas").write_text('10 RUN "ZEBRA"')
    program = read_program(tmp_path / "menu.bas").program
    assert "HERE\n" == program.start().output
    assert not {"LARGE.TXT", ".HIDDEN.BAS"} & set(program.folder.files)
    assert sum(map(len, program.folder.files.values())) <= 3_000_000
    (tmp_path / "other.bas").write_text('10 RUN "ZEBRA"')
    other = read_program(tmp_path / "other.bas").program
    assert other.folder.files["ZEBRA.BAS"] is program.folder.files["ZEBRA.BAS"]
