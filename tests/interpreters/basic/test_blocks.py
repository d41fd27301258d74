"""Programs without line numbers, with labels, blocks and subprograms as in QuickBASIC."""

from __future__ import annotations

import pytest

from interactive_provider.adapters.basic import BasicProgram
from interactive_provider.interpreters.basic import BasicSyntaxError, Program

from .detected import run


def printed(text: str, *answers: str) -> list[str]:
    """The words that a program printed last."""
    state = run(text, *answers)
    assert state.error is None, state.error
    return state.output.split()


MENU = """' A menu
again:
INPUT "Choice"; c$
SELECT CASE UCASE$(c$)
  CASE "N", "S"
    PRINT "walk"
  CASE "0" TO "9"
    PRINT "digit"
  CASE IS > "X"
    PRINT "late"
    GOTO again
  CASE ELSE
    PRINT "what"
END SELECT
PRINT "behind"
"""


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("s", ["walk", "behind"]),
        ("7", ["digit", "behind"]),
        ("a", ["what", "behind"]),
        ("z", ["late", "Choice?"]),
    ],
)
def test_select_case(answer: str, expected: list[str]) -> None:
    """A CASE has values, ranges and comparisons; the first that fits is taken, and labels are
    places to go to."""
    assert printed(MENU, answer) == expected


def test_a_line_is_known_by_its_place_in_the_file() -> None:
    """Line numbers are given by the place in the file, and the listing quotes the author's own
    lines."""
    program = BasicProgram(Program.parse(MENU, dialect=None))
    state = run(MENU)
    assert (state.line, program.program.lines[2].text) == (3, 'INPUT "Choice"; c$')
    assert run("PRINT 1\n\nERROR 5\n").error.line == 3  # type: ignore[union-attr]


def test_words_of_cases_are_offered() -> None:
    """What the cases compare the answer with is offered, whatever turns it into capitals."""
    text = MENU.replace('"N", "S"', '"N"\nPRINT "north"\nCASE "S"')
    assert run(text).suggestions[0].words[:2] == ("N", "S")


@pytest.mark.parametrize(("x", "expected"), [(9, ["high"]), (5, ["middle"]), (1, ["low", "least"])])
def test_if_over_several_lines(x: int, expected: list[str]) -> None:
    """ELSEIF and ELSE belong to the nearest IF whose THEN ends its line."""
    text = f"""x = {x}
IF x > 8 THEN ' a remark
  PRINT "high"
ELSEIF x > 4 THEN
  PRINT "middle"
ELSE
  PRINT "low"
  IF x = 1 THEN
    PRINT "least"
  END IF
END IF
"""
    assert printed(text) == expected


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("DO WHILE i < 3\ni = i + 1\nPRINT i\nLOOP", "1 2 3"),
        ("DO UNTIL i = 2\ni = i + 1\nPRINT i\nLOOP", "1 2"),
        ("DO\ni = i + 1\nPRINT i\nLOOP WHILE i < 2", "1 2"),
        ("DO\ni = i + 1\nPRINT i\nLOOP UNTIL i = 3", "1 2 3"),
        ("DO\ni = i + 1\nIF i = 3 THEN EXIT DO\nPRINT i\nLOOP", "1 2"),
        ("FOR i = 1 TO 9\nFOR j = 1 TO 9\nIF j = 2 THEN EXIT FOR\nNEXT j, i\nPRINT i; j", "10 2"),
        ("FOR i = 1 TO 9\nPRINT i\nIF i = 2 THEN EXIT FOR\nNEXT i", "1 2"),
        ("WHILE i < 2\ni = i + 1\nPRINT i\nWEND", "1 2"),
        (
            (
                "10 IF I=0 THEN WHILE I<2:I=I+1:PRINT I:WEND ELSE PRINT 9\n"
                "20 IF I THEN DO:I=I+1:PRINT I:LOOP UNTIL I=4"
            ),
            "1 2 3 4",
        ),
        ("10 REPEAT:I=I+1:PRINT I\n20 UNTIL I=2", "1 2"),
    ],
)
def test_loops(loop: str, expected: str) -> None:
    """DO and LOOP test at either end; EXIT leaves the loop that it names."""
    assert printed(loop + "\n") == expected.split()


SUBPROGRAMS = """DECLARE SUB Greet (who$, n)
DECLARE FUNCTION Twice (x)
CONST Limit = 2
DIM SHARED gold AS INTEGER, title AS STRING
DIM places(3) AS STRING
n = 7: title = "Dr": gold = 3: places(1) = "cave"
Greet "Ada", n
CALL Greet("Bo", 5)
PRINT n; Twice(Twice(2)); gold
Show places()
WHILE Twice(m) < 4
  m = m + 1
WEND
PRINT m
END

SUB Greet (who$, n)
  seen = seen + 1
  n = n + Limit
  PRINT title; who$; seen
  IF gold = 3 THEN EXIT SUB
  PRINT "poor"
END SUB

FUNCTION Twice (x)
  Twice = x * 2
END FUNCTION

SUB Show (which$())
  PRINT which$(1)
END SUB
"""


def test_subprograms() -> None:
    """Parameters are passed by reference; other variables are local and empty at each call, unless
    shared."""
    assert printed(SUBPROGRAMS) == ["DrAda", "1", "DrBo", "1", "9", "8", "3", "cave", "2"]


def test_recursion_is_refused() -> None:
    """A function that calls itself is a fault of the line that does, since its variables exist
    once."""
    text = "PRINT F(3)\nFUNCTION F (n)\nIF n = 0 THEN F = 1 ELSE F = n * F(n - 1)\nEND FUNCTION\n"
    state = run(text)
    assert (state.error.line, state.program.notices[-1]) == (3, "Cannot run here: RECURSION (3).")  # type: ignore[union-attr]


def test_records() -> None:
    """The fields of a TYPE are variables with the types of the fields, also in an array."""
    text = """TYPE Being
  label AS STRING * 9
  hits AS INTEGER
END TYPE
DIM one AS Being
DIM all(3) AS Being
one.label = "elf": one.hits = 2.6
all(2).label = one.label
all(2).hits = one.hits + 1
PRINT all(2).label; all(2).hits
"""
    assert printed(text) == ["elf", "4"]


def test_types_by_letters() -> None:
    """DEFINT counts from its line on, for the parameters of subprograms too; a long number is an
    exact one."""
    text = (
        "DEFINT A-Z\nn& = 123456789\nPRINT n&; &HFF&\nDouble 2.6\nSUB Double (x)\nPRINT x * 2\n"
        "END SUB\n"
    )
    assert printed(text) == ["123456789", "255", "6"]


def test_keys_are_asked_for_in_each_turn() -> None:
    """A loop that waits for a key asks in each of its turns."""
    state = run('DO\nk$ = INKEY$\nLOOP WHILE k$ = ""\nPRINT k$\n')
    assert [state.status, state.answer("").status, state.answer("x").output] == [
        "asks",
        "asks",
        "x\n",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PRINT 1\nLOOP\n", "LOOP WITHOUT ITS BLOCK"),
        ("PRINT 1\nEND IF\n", "END IF WITHOUT ITS BLOCK"),
        ("PRINT 1\nEXIT DO\n", "EXIT DO WITHOUT ITS BLOCK"),
        ("PRINT 1\nGOTO nowhere\n", "UNDEFINED LINE NUMBER"),
    ],
)
def test_faults_of_blocks(text: str, message: str) -> None:
    """A border without its block, and a label that does not exist, stop the program where it meets
    them."""
    error = run(text).error
    assert error is not None
    assert (error.message, error.line) == (message, 2)


def test_prose_is_no_program() -> None:
    """A text of which most lines cannot be read is refused as before."""
    with pytest.raises(BasicSyntaxError, match="no line begins with a number"):
        Program.parse("It was a dark night.\nThe rain fell.\nHe said 'go'.\n", dialect=None)


def test_a_case_may_be_the_sign_of_equality() -> None:
    """`CASE "="` is a case and not an assignment."""
    text = (
        'A$ = "="\nSELECT CASE A$\nCASE "="\n  PRINT "EQUAL"\nCASE ELSE\n  PRINT "ELSE"\nEND SELECT'
    )

    assert "EQUAL\n" == Program.parse(text, "qbasic").start(1).output
