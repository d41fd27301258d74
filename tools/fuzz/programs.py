"""BASIC programs made up of the grammar: senseless, but most of them run. And what is typed at
them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from interactive_provider.interpreters.basic import BasicError, Program
from tools.fuzz import mutation
from tools.fuzz.core import Attempt

_NUMERIC = ("A", "B", "I", "N%", "D#", "X(1)", "X(I)", "Z(1,2)", "Z(I,A)")
_TEXTS = ("A$", "B$", "S$(2)", "S$(I)")
_NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "10",
    ".5",
    "1E3",
    "255",
    "32767",
    "32768",
    "1E38",
    "1D300",
    "&HFF",
    "1E26",
    "1E-39",
)
_QUOTED = (
    '""',
    '"A"',
    '"HELLO"',
    '"12"',
    '"-1E99"',
    '"#.##"',
    r'"\ \"',
    '"**$#,###.##^^^^"',
    '"_!!&"',
    "CHR$(13)",
)
_FUNCTIONS = (
    "ABS",
    "INT",
    "SGN",
    "SQR",
    "EXP",
    "LOG",
    "SIN",
    "COS",
    "TAN",
    "ATN",
    "RND",
    "FIX",
    "CINT",
    "CSNG",
    "CDBL",
    "FRE",
    "PEEK",
    "SPC",
    "TAB",
    "FNA",
    "FNB",
)
_OPERATORS = (
    "+",
    "-",
    "*",
    "/",
    "^",
    " MOD ",
    "\\",
    " AND ",
    " OR ",
    "=",
    "<",
    ">=",
    "<>",
    " XOR ",
    " EQV ",
    " IMP ",
)
_ANSWERS = (
    "",
    "1",
    "-5",
    "A",
    "YES",
    "1E26",
    "1E39",
    "&HZZ",
    "&HFF",
    "&O9",
    "1,2",
    "1,2,3",
    '"Q",2',
    "9" * 60,
    "1E999",
    "-",
    "1D5",
    "\r",
    "x" * 300,
    "ÿ€",
    "  7 ",
    "\0A",
    "inf",
    "nan",
    "²",
    "1_000",
    ",,,",
    "1E400",
    "-1E400",
    "&H",
    "9" * 5000,
    "0." + "0" * 400 + "1",
    '"A"B',
    '"A',
    "\ud800",
    "\x1b",
    "\t",
    "40000%",
    "1#",
    "$5",
    "(1)",
    "\0",
    "\x7f",
    "1D-308",
    "٣",
)
_ENDINGS = (
    "",
    "",
    "",
    ")",
    "(",
    ":",
    '"',
    ",",
    ";",
    " THEN",
    " ELSE 10",
    "'x",
    "\0",
    "€",
    " AS #1",
    "&H",
)
_DIALECTS = (None, None, "lenient", "gw", "gw", "level2", "color")
_STOPS = 12


class _Maker:
    """Makes programs of a few lines."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.numbers = range(10, rng.randint(3, 14) * 10, 10)

    def text(self) -> str:
        """A listing."""
        return "\n".join(f"{number} {self._body()}" for number in self.numbers)

    def _body(self) -> str:
        rng = self.rng
        body = ":".join(self._statement(0) for _ in range(rng.randint(1, 3)))
        if rng.random() < 0.1:
            at = rng.randrange(len(body) + 1)
            body = body[:at] + rng.choice(_ENDINGS) + body[at + rng.randint(0, 2) :]
        return body.replace(" ", "") if rng.random() < 0.1 else body

    def _line(self) -> str:
        return str(self.rng.choice((*self.numbers, 5)))

    def _number(self, depth: int = 0) -> str:
        rng = self.rng
        kind = rng.randrange(8) if depth < 4 else rng.randrange(2)
        inner = depth + 1
        match kind:
            case 0:
                return rng.choice(_NUMBERS)
            case 1:
                return rng.choice(_NUMERIC)
            case 2:
                return f"{rng.choice(_FUNCTIONS)}({self._number(inner)})"
            case 3:
                name = rng.choice(("LEN", "VAL", "ASC", "CVI", "EOF"))
                return f"{name}({self._string(inner)})"
            case 4:
                return rng.choice(
                    ("TIMER", "POS(0)", "ERR", "ERL", "CSRLIN", "POINT(1,1)", "SCREEN(1,1)")
                )
            case 5:
                return f"INSTR({self._string(inner)},{self._string(inner)})"
            case 6:
                return f"-({self._number(inner)})"
        return f"({self._number(inner)}{rng.choice(_OPERATORS)}{self._number(inner)})"

    def _string(self, depth: int = 0) -> str:
        rng = self.rng
        kind = rng.randrange(7) if depth < 4 else rng.randrange(2)
        inner = depth + 1
        match kind:
            case 0:
                return rng.choice(_QUOTED)
            case 1:
                return rng.choice(_TEXTS)
            case 2:
                return rng.choice(("INKEY$", "TIME$", "DATE$", f"INPUT$({self._number(inner)})"))
            case 3:
                return f"{rng.choice(('LEFT$', 'RIGHT$', 'MID$'))}({self._string(inner)},{self._number(inner)})"
            case 4:
                return f"{rng.choice(('CHR$', 'STR$', 'HEX$', 'OCT$', 'SPACE$'))}({self._number(inner)})"
            case 5:
                return f"STRING$({self._number(inner)},{self._any(inner)})"
        return f"{self._string(inner)}+{self._string(inner)}"

    def _any(self, depth: int = 0) -> str:
        return self._number(depth) if self.rng.random() < 0.6 else self._string(depth)

    def _statement(self, depth: int) -> str:
        rng, one, any_, word = self.rng, self._number, self._any, self._string
        variable = rng.choice(_NUMERIC[:5])
        patterns = (
            lambda: f"PRINT {any_()};{any_()}",
            lambda: f"PRINT {any_()},TAB({one()})",
            lambda: f"PRINT USING {word()};{any_()};{any_()}",
            lambda: f"PRINT @{one()},{any_()};",
            lambda: f"{rng.choice(_NUMERIC + _TEXTS)}={any_()}",
            lambda: f"A$={word()}",
            lambda: f"IF {one()} THEN {self._line()}",
            lambda: f"IF {any_()}={any_()} THEN {self._inner(depth)} ELSE {self._inner(depth)}",
            lambda: f"IF {one()} {self._inner(depth)}",
            lambda: f"{rng.choice(('GOTO', 'GOSUB', 'RESTORE', 'RETURN', 'RUN'))} {self._line()}",
            lambda: rng.choice(
                (
                    "RETURN",
                    "NEXT",
                    "WEND",
                    "CLEAR",
                    "RUN",
                    "CLS",
                    "END",
                    "STOP",
                    "RESTORE",
                    "RANDOM",
                )
            ),
            lambda: f"FOR {variable}={one()} TO {one()} STEP {one()}",
            lambda: f"FOR I=1 TO {one()}:{self._inner(depth)}:NEXT",
            lambda: f"NEXT {variable}",
            lambda: f"INPUT {rng.choice(_NUMERIC + _TEXTS)},{variable}",
            lambda: f'INPUT "HOW MANY (1-{rng.randrange(99)})";{variable}',
            lambda: f"LINE INPUT {rng.choice(_TEXTS)}",
            lambda: f"READ {variable},A$",
            lambda: 'DATA 1,A,"B",1E40,&H1',
            lambda: f"DIM X({one()}),S$({one()})",
            lambda: f"ON {one()} {rng.choice(('GOTO', 'GOSUB'))} {self._line()},{self._line()}",
            lambda: f"ON ERROR GOTO {self._line()}",
            lambda: f"RESUME {rng.choice(('', 'NEXT', self._line()))}",
            lambda: f"ERROR {one()}",
            lambda: f"WHILE {one()}",
            lambda: f"SWAP {rng.choice(_NUMERIC + _TEXTS)},{rng.choice(_NUMERIC + _TEXTS)}",
            lambda: f"MID$(A$,{one()},{one()})={word()}",
            lambda: f"DEF FN{rng.choice('AB')}(X)={any_()}",
            lambda: f"RANDOMIZE {rng.choice(('', one()))}",
            lambda: f"ERASE {rng.choice('XZS')}",
            lambda: (
                f"{rng.choice(('DEFINT', 'DEFSTR', 'DEFDBL'))} {rng.choice(('A-Z', 'I', 'S-Z,B'))}"
            ),
            lambda: f"LOCATE {one()},{one()}:COLOR {one()},{one()}",
            lambda: f"WRITE {any_()},{any_()}",
            lambda: f"WIDTH {one()}:VIEW PRINT {one()} TO {one()}",
            lambda: f"TIME$={word()}",
            lambda: f"OPEN {word()} FOR {rng.choice(('INPUT', 'OUTPUT'))} AS #1:PRINT #1,{any_()}",
        )
        return rng.choice(patterns)()

    def _inner(self, depth: int) -> str:
        return self._statement(depth + 1) if depth < 2 else "STOP"


def programs(rng: Random) -> Iterator[Attempt]:
    """Programs made up of the grammar, played with hostile answers: they end in a state or an error
    of BASIC's own."""
    while True:
        text, dialect, seed = _Maker(rng).text(), rng.choice(_DIALECTS), rng.random()
        yield f"{dialect} {seed}\n{text}", partial(_played, text, dialect, Random(seed))


def splices(rng: Random) -> Iterator[Attempt]:
    """Programs that play, spliced with one another and with senseless ones, and their parts made
    odd."""
    from interactive_provider.adapters import programs as own  # type: ignore[attr-defined,unused-ignore]

    files = sorted(Path(next(iter(own.__path__))).glob("*.bas"))
    listings = [file.read_text("utf-8").splitlines() for file in files]
    while True:
        first, second = (rng.choice((*listings, _Maker(rng).text().splitlines())) for _ in range(2))
        at = rng.randrange(len(first))
        lines = first[at : at + rng.randint(3, 25)]
        for _ in range(rng.randint(1, 4)):
            lines = rng.choice(_CHANGES)(rng, lines, second) or first
        text, dialect, seed = "\n".join(lines), rng.choice(_DIALECTS), rng.random()
        yield f"{dialect} {seed}\n{text}", partial(_played, text, dialect, Random(seed))


def _of_another(rng: Random, lines: list[str], others: list[str]) -> list[str]:
    """With statements of another program in the place of one's own or behind them."""
    at, other = rng.randrange(len(lines)), _NUMBER.sub("", rng.choice(others))
    number = _NUMBER.match(lines[at])
    behind = f"{lines[at]}:{other}"
    return [
        *lines[:at],
        behind if number is None or rng.random() < 0.5 else number[0] + other,
        *lines[at + 1 :],
    ]


def _shuffled(rng: Random, lines: list[str], others: list[str]) -> list[str]:
    """With the bodies of some lines under other numbers, and some lines gone."""
    kept = [line for line in lines if rng.random() < 0.9]
    numbers = [found[0] if (found := _NUMBER.match(line)) else "" for line in kept]
    rng.shuffle(numbers)
    return [number + _NUMBER.sub("", line) for number, line in zip(numbers, kept, strict=True)]


def _at_limits(rng: Random, lines: list[str], others: list[str]) -> list[str]:
    """With a number at the machine's limits or beyond."""
    return _replaced(rng, lines, r"(?<!^)(?<![\w.])\d+\.?\d*", rng.choice(_LIMITS))


def _other_words(rng: Random, lines: list[str], others: list[str]) -> list[str]:
    """With a word or a sign in the place of another."""
    return _replaced(rng, lines, r"[A-Z]{2,}\$?|[-+*/=<>;,():]", rng.choice(_WORDS))


def _nested(rng: Random, lines: list[str], others: list[str]) -> list[str]:
    """With a part inside many brackets, functions or conditions."""
    before, behind = rng.choice(_AROUND)
    depth = rng.choice((2, 20, 70, 200, 2000))
    return _replaced(
        rng, lines, r"(?<!^)[A-Z]\w*[$%]?|(?<!^)\d+", rf"{before * depth}\g<0>{behind * depth}"
    )


def _controlled(rng: Random, lines: list[str], others: list[str]) -> list[str]:
    """With control characters and others that no machine had."""
    at = rng.randrange(len(lines))
    return [*lines[:at], mutation.text(rng, lines[at]), *lines[at + 1 :]]


def _renumbered(rng: Random, lines: list[str], others: list[str]) -> list[str]:
    """With an odd number before a line."""
    at = rng.randrange(len(lines))
    return [*lines[:at], _NUMBER.sub(rng.choice(_LINE_NUMBERS), lines[at]), *lines[at + 1 :]]


def _replaced(rng: Random, lines: list[str], pattern: str, by: str) -> list[str]:
    """With one place that fits a pattern replaced."""
    at = rng.randrange(len(lines))
    places = list(re.finditer(pattern, lines[at]))
    if not places:
        return lines
    place = rng.choice(places)
    return [
        *lines[:at],
        lines[at][: place.start()] + place.expand(by) + lines[at][place.end() :],
        *lines[at + 1 :],
    ]


def tokens(rng: Random) -> Iterator[Attempt]:
    """Files of random tokens, plain and protected, some cut short."""
    while True:
        lines = (
            b"\x01\x01"
            + bytes([10 * i, 0])
            + bytes(rng.randrange(256) for _ in range(rng.randint(0, 40)))
            + b"\0"
            for i in range(1, rng.randint(2, 9))
        )
        raw = rng.choice((b"\xff", b"\xfe")) + b"".join(lines) + b"\0\0"
        raw = raw[: rng.randrange(len(raw))] if rng.random() < 0.3 else raw
        yield repr(raw), partial(_decoded, raw)


def _decoded(raw: bytes) -> None:
    try:
        Program.decode(raw).start(1, steps=300)
    except BasicError:
        return


def _played(text: str, dialect: str | None, rng: Random) -> None:
    try:
        state = Program.parse(text, dialect).start(rng.random(), steps=300)
    except BasicError:
        return
    for _ in range(_STOPS):
        if state.over:
            break
        if state.status == "more":
            state = state.more()
            continue
        for suggestion in state.suggestions:
            assert suggestion.answers() is not None
        assert isinstance(state.shown_variables, dict)
        answer = rng.choice(_ANSWERS)
        answer = answer[: state.keys_wanted] if state.keys_wanted else answer
        state = state.answer(answer)
    assert state.transcript is not None
    assert state.screen is None or str(state.screen) is not None


_NUMBER = re.compile(r"^\s*\d+")
_LINE_NUMBERS = (
    "0",
    "65529",
    "65530",
    "99999",
    "1E3",
    "-5",
    "1" * 30,
    "9" * 5000,
    "010",
    "1 0",
    "&H10",
    "10.5",
    "٣",
)
_LIMITS = (
    "0",
    "-1",
    "256",
    "32767",
    "32768",
    "-32769",
    "65536",
    "16777217",
    "1.7E38",
    "1E39",
    "1E-39",
    "1D38",
    "1E400",
    "&HFFFF",
    "&H10000",
    "&HZZ",
    "1#",
    "40000%",
    "1E+",
    "1D-",
    "1..2",
    "9" * 20,
    "9" * 400,
)
_WORDS = (
    "PRINT",
    "INPUT",
    "IF",
    "THEN",
    "ELSE",
    "FOR",
    "TO",
    "STEP",
    "NEXT",
    "GOTO",
    "GOSUB",
    "RETURN",
    "ON",
    "READ",
    "DATA",
    "RESTORE",
    "DIM",
    "DEF FN",
    "REM",
    "RUN",
    "CLEAR",
    "WHILE",
    "WEND",
    "SWAP",
    "MID$",
    "INSTR",
    "USING",
    "TAB(",
    "LOCATE",
    "CSRLIN",
    "SCREEN",
    "ERROR",
    "RESUME",
    "INKEY$",
    "INPUT$",
    "LINE",
    "WRITE",
    "CVI",
    "MKI$",
    "OPTION BASE",
    "DEFSTR",
    "XOR",
    "IMP",
    "MOD",
    "^",
    "><",
    "=<",
    "#",
    "?",
    "@",
    '"',
    "'",
)
_AROUND = (
    ("(", ")"),
    ("-(", ")"),
    ("NOT ", ""),
    ("ABS(", ")"),
    ("1+", ""),
    ("1^", ""),
    ("LEFT$(", ",5)"),
    ("A(", ")"),
    ("IF 1 THEN ", ""),
    ("STR$(VAL(", "))"),
    ("FNA(", ")"),
    ("1=", ""),
    ("A$+", ""),
)
_CHANGES = (
    _of_another,
    _of_another,
    _shuffled,
    _at_limits,
    _at_limits,
    _other_words,
    _other_words,
    _nested,
    _controlled,
    _renumbered,
)
