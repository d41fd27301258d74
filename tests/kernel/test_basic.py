"""A BASIC program of the old kind, played by Tab in a real kernel."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from .client import Kernel

pytestmark = pytest.mark.slow

PATROL = """\
10 REM PATROL: THE IDIOMS OF A COMMAND GAME IN A FEW LINES
20 C$="NAVSCNSHEXXX":E=300:Q=INT(RND(1)*8)+1:K=INT(RND(1)*8)+1
30 PRINT "YOU ARE IN SECTOR";Q
40 INPUT "COMMAND";A$
50 FOR I=1 TO 4:IF LEFT$(A$,3)<>MID$(C$,3*I-2,3) THEN 70
60 ON I GOTO 100,200,300,400
70 NEXT I:PRINT "NAV  (TO SET COURSE)":PRINT "SCN  (TO SCAN)":PRINT "SHE  (TO RAISE SHIELDS)"
80 PRINT "XXX  (TO RESIGN)":GOTO 40
100 PRINT "SECTOR (1-8)";:INPUT N:IF N<1 OR N>8 THEN 100
110 Q=N:IF Q=K THEN PRINT "YOU FOUND THEM":END
120 GOTO 30
200 IF K>Q THEN PRINT "AHEAD":GOTO 40
210 PRINT "BEHIND":GOTO 40
300 INPUT "UNITS";U:IF U<0 OR U>E THEN 300
310 E=E-U:PRINT "SHIELDS UP, ENERGY";E:GOTO 40
400 PRINT "RESIGNED":END
"""


@pytest.fixture(scope="module", params=["kernel", "kernel_without_jedi"])
def patrol(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    """A kernel in which ``p`` is the game's beginning."""
    folder = tmp_path_factory.mktemp("programs")
    (folder / "patrol.bas").write_text(PATROL)
    one: Kernel = request.getfixturevalue(request.param)
    one.run("%load_ext interactive_provider")
    one.run(
        "from interactive_provider import InteractiveProvider, line\np ="
        f" InteractiveProvider({str(folder)!r})"
    )
    one.run("p = p.patrol(seed=1)")
    return one


def offered(kernel: Kernel, code: str) -> list[str]:
    """What Tab offers, without what stands before the last dot."""
    return [name.rsplit(".", 1)[-1] for name in kernel.complete(code).names]


def test_tab_shows_the_commands(patrol: Kernel) -> None:
    """The commands packed in one text are the choices, and a chain goes on to the next question."""
    assert offered(patrol, "p.") == ["NAV", "SCN", "SHE", "XXX", "other"]
    assert offered(patrol, "p.NAV.") == [f"n{i}" for i in range(1, 9)]
    assert offered(patrol, "p.SHE.n5.n0.")[-1] == "enter"
    assert "TO RAISE SHIELDS" in patrol.inspect("p.SHE")


def test_branches_go_on_apart(patrol: Kernel) -> None:
    """Two branches are continued in turn, and neither changes the other."""
    patrol.run("a = p.SHE.n5.n0.enter; b = p.NAV.n2")
    before = patrol.value("a.__doc__ + b.__doc__")
    patrol.run("c = a.SHE(100); d = b.SCN")
    assert "ENERGY 150" in patrol.value("c.__doc__")
    assert "SECTOR 2" in patrol.value("b.__doc__")
    assert before == patrol.value("a.__doc__ + b.__doc__")


def test_line_replays_elsewhere(patrol: Kernel) -> None:
    """The line of a branch gives the same page in another process."""
    line = patrol.value("line(p.SHE.n5.n0.enter.SCN)")
    page = ast.literal_eval(patrol.value("p.SHE.n5.n0.enter.SCN.__doc__"))
    code = f"from interactive_provider import *; import sys; sys.stdout.write({line}.__doc__)"
    assert (
        page
        == subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
    )
    assert "RESIGNED" in patrol.run("p.XXX").text
