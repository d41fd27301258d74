"""What goes wrong is said in one clear message with its line, and nothing else is harmed."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import (
    BasicError,
    BasicSyntaxError,
    NotWaiting,
    Program,
)
from interactive_provider.interpreters.basic.dialects import DIALECTS
from interactive_provider.interpreters.basic.errors import BasicRuntimeError
from interactive_provider.interpreters.basic.reading.words import WORDS
from interactive_provider.interpreters.basic.running.functions import cells

FAILING = {
    "10 PRINT A(11)": "?SUBSCRIPT OUT OF RANGE IN 10\n",
    "10 PRINT A(-1)": "?SUBSCRIPT OUT OF RANGE IN 10\n",
    "10 DIM A(2,2)\n20 PRINT A(1,3)": "?SUBSCRIPT OUT OF RANGE IN 20\n",
    "10 PRINT A(1)+A(1,1)": "?SUBSCRIPT OUT OF RANGE IN 10\n",
    "10 PRINT 1/A": "?DIVISION BY ZERO IN 10\n",
    "10 A=1E38\n20 PRINT A*A": "?OVERFLOW IN 20\n",
    "10 PRINT EXP(9999)": "?OVERFLOW IN 10\n",
    "10 PRINT SQR(-1)": "?ILLEGAL FUNCTION CALL IN 10\n",
    "10 PRINT LOG(0)": "?ILLEGAL FUNCTION CALL IN 10\n",
    "10 PRINT (-1)^.5": "?ILLEGAL FUNCTION CALL IN 10\n",
    '10 PRINT LEFT$("A",-1)': "?ILLEGAL FUNCTION CALL IN 10\n",
    '10 PRINT ASC("")': "?ILLEGAL FUNCTION CALL IN 10\n",
    '10 A="X"': "?TYPE MISMATCH IN 10\n",
    f"10 B=1\n20 A=1:{'IF A=1 THEN ' * 100}B=2": "?FORMULA TOO COMPLEX IN 20\n",
    "10 B=1\n20 CSRLIN=5": "?CSRLIN IS NOT KNOWN HERE IN 20\n",
    "10 LINE INPUT A": "?TYPE MISMATCH IN 10\n",
    "10 IF A$=1 THEN 10": "?TYPE MISMATCH IN 10\n",
    "10 GOTO 99": "?UNDEFINED LINE NUMBER IN 10\n",
    "10 RETURN": "?RETURN WITHOUT GOSUB IN 10\n",
    "10 NEXT I": "?NEXT WITHOUT FOR IN 10\n",
    "10 READ A": "?OUT OF DATA IN 10\n",
    "10 READ A\n20 DATA X": "?SYNTAX ERROR IN 20\n",
    "10 PRINT FNA(1)": "?UNDEFINED USER FUNCTION IN 10\n",
    "10 DEF FNA(X)=FNA(X)\n20 PRINT FNA(1)": "?OUT OF MEMORY IN 20\n",
    "10 GOSUB 10": "?OUT OF MEMORY IN 10\n",
    "10 FOR I=1 TO 2:GOSUB 100\n100 NEXT I": "?NEXT WITHOUT FOR IN 100\n",
    '10 A$="X"\n20 A$=A$+A$:GOTO 20': "?STRING TOO LONG IN 20\n",
    '10 A$=STRING$(255,"A"):B$=A$+""\n20 B$=A$+"B"': "?STRING TOO LONG IN 20\n",
    "10 DIM A(9999,9999)": "?OUT OF MEMORY IN 10\n",
    "10 DIM A(32768)": "?ILLEGAL FUNCTION CALL IN 10\n",
    f"10 DIM A({'9' * 400})": "?OVERFLOW IN 10\n",
    "10 A=1E400": "?OVERFLOW IN 10\n",
    "10 READ A\n20 DATA 1E39": "?OVERFLOW IN 10\n",
    f"10 READ A\n20 DATA 1E{'9' * 5_000}": "?OVERFLOW IN 10\n",
    '10 A=VAL("-1E39")': "?OVERFLOW IN 10\n",
    f"10 B=1\n20 A=1{'^1' * 400}": "?FORMULA TOO COMPLEX IN 20\n",
    f"10 B=1\n20 A={'(' * 100}1{')' * 100}": "?FORMULA TOO COMPLEX IN 20\n",
    "10 ON -1 GOTO 10": "?ILLEGAL FUNCTION CALL IN 10\n",
}


@pytest.mark.parametrize("text", FAILING)
def test_message(text: str) -> None:
    """The program stops with the message and the line, in a state that is over."""
    state = Program.parse(text).start()
    assert FAILING[text] == state.output
    assert state.over
    assert state.status == "error"


def test_missing_line_matters_only_when_reached() -> None:
    """A jump to a line that is not there is no error until it is made."""
    state = Program.parse("10 IF 0 THEN 99\n20 PRINT 1").start()
    assert state.output == " 1 \n"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("10 PRINT (1+\n", 10, 13, "an expression"),
        ("10 IF X=1 PRINT", 10, 11, "THEN or GOTO"),
        ("10 FOR I=1", 10, 11, "'TO'"),
        ("10 GOTO X", 10, 9, "a line number"),
        ("10 % 5", 10, 4, "a statement"),
    ],
)
def test_syntax_error_says_where_and_what(text: str, line: int, column: int, expected: str) -> None:
    """A syntax error has its line, its column and what would have been understood."""
    with pytest.raises(BasicSyntaxError) as caught:
        Program.parse(text)
    assert (caught.value.line, caught.value.column, caught.value.expected) == (
        line,
        column,
        expected,
    )


@pytest.mark.parametrize("text", ["", "  \n", "\0\1\2\3" * 50, "hello\nworld"])
def test_no_program(text: str) -> None:
    """An empty, binary or unnumbered text is refused."""
    with pytest.raises(BasicSyntaxError, match="NO PROGRAM"):
        Program.parse(text)


@pytest.mark.parametrize(
    "raw", [b"10 PRINT 1\r\n\x1a", b"\xef\xbb\xbf10 PRINT 1", "10 PRINT 1".encode("utf-16")]
)
def test_encodings(raw: bytes) -> None:
    """A program may come with marks of its encoding and of its end."""
    assert Program.decode(raw).start().output == " 1 \n"


def test_tokenised_file_is_named() -> None:
    """A file that GW-BASIC saved in its own form is refused with the way out."""
    with pytest.raises(BasicSyntaxError, match="tokenised"):
        Program.decode(b"\xff\x00\x10\x0a\x00\x91")


def test_depth_of_brackets() -> None:
    """Brackets without end are too complex, not a crash."""
    with pytest.raises(BasicSyntaxError, match="TOO COMPLEX"):
        program = Program.parse("10 PRINT " + "(" * 3000 + "1" + ")" * 3000)
        program.start()


def test_answer_of_a_megabyte() -> None:
    """An answer that no line holds is asked for again."""
    state = Program.parse("10 INPUT A$").start().answer("X" * 1_000_000)
    assert state.output == "?LINE TOO LONG\n?REDO FROM START\n? "


def test_run_without_end_can_go_on() -> None:
    """A program that runs on stops when its steps are used up, and goes on when told to."""
    state = Program.parse("10 A=A+1:GOTO 10").start(steps=1000)
    assert state.status == "more"
    later = state.more()
    assert later.status == "more"
    assert later.variable("A") > state.variable("A") > 900  # type: ignore[operator] # both are numbers


@pytest.mark.parametrize(
    "text", ['10 PRINT "X";:GOTO 10', "10 X=X+1:PRINT:GOTO 10", "10 X=X+1:LOCATE 1,1:GOTO 10"]
)
def test_output_without_end_is_cut(text: str) -> None:
    """A program that prints for ever, or moves the cursor, is stopped with a bounded output."""
    state = Program.parse(text).start()
    assert state.status == "more"
    assert len(state.output) < 200_000


def test_an_array_is_refused_before_it_is_made() -> None:
    """Two million cells are too many for one array, whatever else there is."""
    with pytest.raises(BasicRuntimeError, match="OUT OF MEMORY"):
        cells((1_999.0, 999.0), 0.0)


def test_answers_out_of_place() -> None:
    """A state that does not ask takes no answer, one that waits is not told to go on."""
    over = Program.parse("10 END").start()
    with pytest.raises(NotWaiting, match="over"):
        over.answer("1")
    with pytest.raises(NotWaiting, match="waits"):
        Program.parse("10 INPUT A").start().more()


def test_unknown_dialect() -> None:
    """The nearest dialect is named."""
    with pytest.raises(BasicError, match="Did you mean 'qbasic'"):
        Program.parse("10 END", dialect="qbasi")


def test_no_way_to_the_host() -> None:
    """PEEK finds nothing and POKE does nothing."""
    assert Program.parse("10 POKE 1,2:PRINT PEEK(1)").start().output == " 0 \n"


def test_print_using_of_a_huge_number() -> None:
    """PRINT USING prints 1E26 behind a percent sign."""
    state = Program.parse('10 INPUT X\n20 PRINT USING "#.##";X').start().answer("1E26")
    assert state.output == "%100000000000000000000000000.00\n"


def test_hexadecimal_answer_without_digits_of_its_kind() -> None:
    """An answer that only begins like a hexadecimal number is asked for again."""
    state = Program.parse("10 INPUT X\n20 PRINT X", "gw").start()
    assert [state.answer(text).output for text in ("&HZZ", "&O9", "&HFF")] == [
        "?Redo from start\n? ",
        "?Redo from start\n? ",
        " 255 \n",
    ]


@pytest.mark.parametrize("dialect", ["lenient", "gw"])
@pytest.mark.parametrize("formula", ["+".join("1" * 400), "(" * 300 + "1" + ")" * 300])
def test_formula_beyond_measure_stops_where_it_stands(formula: str, dialect: str) -> None:
    """A formula of hundreds of parts or brackets stops the program in its line, not Python."""
    program = Program.parse(f"10 PRINT 1\n20 A={formula}\n30 PRINT 2", dialect)
    assert "TOO COMPLEX IN 20" in program.start().output.upper()


def test_listing_beyond_measure_is_refused_at_once() -> None:
    """Ten million characters are more than any machine held; so are 200,000 statements on a
    line."""
    for text in ("10 REM\n" * 1_500_000, "10 " + ":".join(["A=A+1"] * 200_000)):
        with pytest.raises(BasicSyntaxError, match="million characters"):
            Program.parse(text)
    assert (
        "LINE TOO LONG IN 10"
        in Program.parse("10 PRINT " + "1:" * 15_000 + "\n20 END").start().output
    )


def turns_of(text: str, dialect: str = "lenient") -> float:
    """How often a program counts N before its budget of 3,000 steps is used."""
    return float(Program.parse(text, dialect).start(1, steps=3000).variable("N"))


@pytest.mark.parametrize("dialect", ["lenient", "gw"])
@pytest.mark.parametrize(
    "work",
    [
        "A$=STR$(1/3)+STR$(1/7)",
        "READ A:RESTORE",
        "RANDOMIZE 5",
        "A=CSRLIN:LOCATE 1",
        'PRINT USING "#.##";A',
        "ERASE B:DIM B(9000)",
    ],
)
def test_a_budget_counts_work_not_turns(work: str, dialect: str) -> None:
    """What takes long to do in one go is done less often before the program asks for leave to go
    on."""
    data = "30 DATA 1.5\n40 DIM B(30000)"
    plain, slow = (
        turns_of(f"10 N=N+1:{stmt}\n20 GOTO 10\n{data}", dialect) for stmt in ("A=N", work)
    )
    assert slow < plain / 2


def test_a_loop_of_few_turns_is_counted_for_each() -> None:
    """A short loop that is run in one go counts for as much as its turns do."""
    text = (
        "10 N=N+1\n"
        "20 FOR I=1 TO 16:A=A+SIN(I)*COS(I)+SIN(A)*COS(A)+SIN(A+I)*COS(A-I):B=B+A*I:NEXT\n"
        "30 GOTO 10"
    )
    assert turns_of(text) < 1500


def test_all_arrays_together_have_an_end() -> None:
    """Many large arrays are more than a machine held, however they are made; what one DIM gives up
    another may have."""
    many = "\n".join(f"{i} DIM A{i}(30000)" for i in range(1, 60))
    assert Program.parse(many).start().output == "?OUT OF MEMORY IN 34\n"
    texts = "10 DIM A$(30000)\n20 N=30000:DIM B$(N),C$(N),D$(N),E$(N)"
    assert Program.parse(texts).start().output == "?OUT OF MEMORY IN 20\n"
    again = "10 FOR I=1 TO 90:N=30000:DIM A(N):ERASE A:NEXT:PRINT I"
    assert Program.parse(again).start().output == " 91 \n"


def test_functions_that_double_at_each_step() -> None:
    """Functions that call each other twice become too long to write out, and the fault says so at
    once."""
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    doubled = [
        f"{i} DEF FN{name}(X)=FN{names[i - 1]}(X)+FN{names[i - 1]}(X)"
        for i, name in enumerate(names)
        if i
    ]
    text = "\n".join(
        [
            "0 DEF FNA(X)=X+1",
            *doubled,
            '30 PRINT FND(1):PRINT "ON"',
            "40 INPUT A",
            "50 IF FNZ(A)>3 THEN 40",
        ]
    )
    state = Program.parse(text).start()
    assert state.output == " 16 \nON\n? "
    assert "?FORMULA TOO COMPLEX IN 50\n" == state.answer("1").output
    assert state.suggestions[0].numbers == ()


def test_depth_of_an_expression_does_not_depend_on_the_caller() -> None:
    """What is nested as deeply as can be runs the same however deep the stack already is that asks
    for it."""
    text = f"10 PRINT {'SIN(' * 69}1{')' * 69}\n20 A=2:PRINT 1{'^A' * 40};0{'+A' * 40}"

    def run_below(calls: int) -> str:
        return run_below(calls - 1) if calls else Program.parse(text, "gw").start().output

    assert " .2013328 \n 1  80 \n" == run_below(0) == run_below(400)


@pytest.mark.parametrize("address", ["-&H5", "- 5", "&HFFFFFFFFFF"])
def test_addresses_are_read_whatever_stands_there(address: str) -> None:
    """The address of a PEEK may have a sign before its base, and more digits than an address
    has."""
    assert "1" in Program.parse(f"10 A=PEEK({address})\n20 PRINT 1").start().output


def test_an_answer_is_compared_with_a_number_beyond_all_others() -> None:
    """What is offered at an INPUT is worked out though it is compared with a number larger than any
    float."""
    start = Program.parse(
        f"10 INPUT A\n20 IF A<{'9' * 400} THEN 10\n30 IF A*2<{'9' * 400} THEN 10"
    ).start()
    assert 1 == len(start.suggestions)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_statement_cut_short_is_read(name: str) -> None:
    """A word with nothing behind it is a statement or a syntax error, and no other fault."""
    words = {word for group in ("crunched", "apart", "uncut") for word in WORDS[group]}
    faults = list[str]()
    for word in sorted(words):
        try:
            Program.parse(f"10 {word}", name)
        except BasicSyntaxError:
            continue
        except Exception as fault:  # noqa: BLE001 - which word is at fault is what is asked
            faults.append(f"{word}: {fault!r}")
    assert [] == faults
