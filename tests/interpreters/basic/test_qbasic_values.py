"""What QBasic's variables hold: records, integers of 32 bits, texts of a declared length, arrays
with any bounds.

The expected values follow Microsoft's documentation of QBasic; halves are rounded as its article
Q28855 says.
"""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.basic import Program

_RECORDS = """
TYPE point
 x AS INTEGER
 y AS LONG
END TYPE
TYPE stroke
 a AS point
 b AS point
 nm AS STRING * 3
END TYPE
DIM s(5) AS point, l AS stroke, m AS stroke
"""


def printed(text: str, *answers: str) -> str:
    """What a program prints, without the blanks at the ends of its lines."""
    state = Program.parse(text, "qbasic").start()
    output = state.output
    for answer in answers:
        state = state.answer(answer)
        output += state.output
    return "\n".join(line.rstrip() for line in output.strip().splitlines())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s(3).x = 3: s(3).y = 4: s(1) = s(3): PRINT s(1).x; s(1).y", "3  4"),
        ("s(2).x = 9: SWAP s(2), s(4): PRINT s(2).x; s(4).x", "0  9"),
        ('l.a.x = 7: l.b.x = 8: l.nm = "abcd": m = l: PRINT m.a.x; m.b.x; m.nm', "7  8 abc"),
        ("s(1).x = 5: l.b = s(1): PRINT l.b.x; l.a.x", "5  0"),
        ("PRINT LEN(l); LEN(s(1)); LEN(i%); LEN(d#); LEN(l.nm)", "15  6  2  8  3"),
        ("s(2).x = 4: show s(2): PRINT s(2).x\n"
         "SUB show (r AS point)\nPRINT r.x;\nr.x = 9\nEND SUB", "4  9"),
        ("fill s(): PRINT s(5).x; s(4).x\n"
         "SUB fill (t() AS point)\nt(5).x = 6\nt(4) = t(5)\nEND SUB", "6  6"),
        ("k = 1: move s(k).x, k: PRINT s(1).x; s(2).x\n"
         "SUB move (v%, i)\nv% = v% + 1\ni = 2\nEND SUB", "1  0"),
        ("PRINT l", "Type mismatch in 11"),
    ],
)  # fmt: skip
def test_records_are_values(text: str, expected: str) -> None:
    """A record is copied, exchanged, measured and handed over with all its fields."""
    assert expected == printed(_RECORDS.strip() + "\n" + text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bet& = 101 / 2: PRINT bet&", "50"),
        ("DIM n AS LONG\nn = 3.5: PRINT n", "4"),
        ("DEFLNG A-Z\na = 7 / 2: PRINT a", "4"),
        ("DIM a(3) AS LONG\na(1) = 9 / 4: PRINT a(1)", "2"),
        ("READ r&, s!: PRINT r&; s!\nDATA 3.7, 2&", "4  2"),
        ("INPUT n&\nPRINT n&", "?  3"),
        ("PRINT half&(7)\nFUNCTION half& (x&)\nhalf& = x& / 2\nEND FUNCTION", "4"),
        ("FOR i& = 1 TO 2.4 STEP .6: PRINT i&;: NEXT", "1  2"),
        ("m& = 100000: m& = m& / 3: PRINT m&; m& / 4", "33333  8333.25"),
        ("n& = 2147483647: n& = n& + 1: PRINT n&", "Overflow in 1"),
        ("PRINT &HFFFF&; &H10000; &H7FFF&; &HFFFF", "65535  65536  32767 -1"),
    ],
)
def test_long_variables_hold_whole_numbers(text: str, expected: str) -> None:
    """A LONG is rounded however it gets its value, and overflows beyond 32 bits."""
    answers = ["2.75"] if "INPUT" in text else []
    assert expected == printed(text, *answers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('s = "abcdefg": PRINT s; LEN(s)', "abcd 4"),
        ('s = "z": PRINT "["; s; "]"', "[z   ]"),
        ("PRINT LEN(s); ASC(s)", "4  0"),
        ('r(2) = "Christopher": PRINT r(2); "|"; LEN(r(1))', "Chr| 3"),
        ('READ s: PRINT s; "|"\nDATA longer', "long|"),
        ('LINE INPUT s\nPRINT s; "|"', "hell|"),
        ('s = "a": PRINT s + "b"', "a   b"),
        ("SWAP s, r(1)", "Type mismatch in 3"),
    ],
)
def test_texts_of_a_declared_length_have_it(text: str, expected: str) -> None:
    """A STRING * n is cut off or filled with blanks whenever it gets a value."""
    answers = ["hello"] if "INPUT" in text else []
    declared = "CONST size = 4\nDIM s AS STRING * size, r(3) AS STRING * 3\n"
    assert expected == printed(declared + text, *answers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("h(-2) = 4: h(3) = 9: PRINT h(-2); h(0); h(3)", "4  0  9"),
        ("PRINT LBOUND(h); UBOUND(h); LBOUND(g, 2); UBOUND(g, 2)", "-2  3  2  4"),
        ("FOR i = -1 TO 1: g(i, 2) = i: NEXT: PRINT g(-1, 2); g(1, 2); g(1, 4)", "-1  1  0"),
        ("h(4) = 1", "Subscript out of range in 3"),
        ("h(-3) = 1", "Subscript out of range in 3"),
        ("i = 2: g(i, 2) = 1", "Subscript out of range in 3"),
        ("g(1, 1) = 1", "Subscript out of range in 3"),
        ("a(2) = 5", "Subscript out of range in 3"),
        ("n = 5: REDIM c(low TO n): c(-2) = 7: PRINT c(-2); LBOUND(c); UBOUND(c)", "7 -2  5"),
    ],
)
def test_arrays_have_their_own_lowest_subscripts(text: str, expected: str) -> None:
    """An array begins at its lower bound, and a subscript below it is an error."""
    declared = "CONST low = -2\nDIM h(low TO 3), g(-1 TO 1, 2 TO 4), a(3 TO 6)\n"
    assert expected == printed(declared + text)


def test_halves_are_rounded_to_even() -> None:
    """A half becomes the even neighbour wherever a number is made whole."""
    text = """
DIM x(5)
x(2) = 7
a% = 2.5
PRINT 2.5 \\ 1; -2.5 \\ 1; 0.5 \\ 1; CINT(.5); CLNG(4.5); a%; x(2.5); x(1.5)
ON 2.5 GOTO one, two, three
one: PRINT "one"
two: PRINT "two"
three: END
"""
    assert "2 -2  0  0  4  2  7  7\ntwo" == printed(text.strip())


_CAPITALS = """
DEF FNcap$ (s$)
 STATIC n
 n = n + 1
 FOR i = 1 TO LEN(s$)
  t$ = t$ + UCASE$(MID$(s$, i, 1))
 NEXT
 FNcap$ = t$ + STR$(n)
END DEF
n = 7
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DEF FNs\n i = 10\n FNs = 1\nEND DEF\ni = 1\nPRINT FNs; i", "1  10"),
        ("DEF FNmax! (a, b)\n IF a > b THEN FNmax! = a: EXIT DEF\n FNmax! = b\nEND DEF\n"
         'a = 7: PRINT FNmax!(3, 5); FNmax!(9, 2); a; "FNmax END DEF"', "5  9  7 FNmax END DEF"),
        (_CAPITALS + 'PRINT FNcap$("ab"); i; n\nPRINT FNcap$("c"); t$', "AB 1 3  7\nABC 2ABC"),
        ("DEF FNa (x)\n FNa = x + 1\nEND DEF\nDEF FNb (x) = x * 2\n"
         "WHILE FNa(k) < 4: k = k + 1: WEND: PRINT k; FNb(FNa(k))", "3  8"),
        ("DEF FNz (x)\n IF x THEN FNz = x\nEND DEF\nPRINT FNz(5); FNz(0)", "5  0"),
    ],
    ids=["shared variables", "EXIT DEF", "STATIC", "beside a line", "no result"],
)  # fmt: skip
def test_def_fn_over_several_lines(text: str, expected: str) -> None:
    """A DEF FN with END DEF shares all variables but its parameters and what it keeps for
    itself."""
    assert expected == printed(text)


@pytest.mark.parametrize(("function", "expected"), [("f", "5  0"), ("g$", "xx<<")])
def test_a_function_that_is_given_no_result(function: str, expected: str) -> None:
    """The result of the call before is forgotten."""
    calls = {"f": "PRINT f(5); f(0)", "g$": 'PRINT g$(5); "<"; g$(0); "<"'}
    bodies = {"f": "f = x", "g$": 'g$ = "xx"'}
    text = (
        f"{calls[function]}\nFUNCTION {function} (x)\n IF x THEN {bodies[function]}\nEND FUNCTION"
    )

    assert expected == printed(text)
