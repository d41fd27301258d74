"""BASIC programs made up of the grammar: senseless, but most of them run. And what is typed at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from interactive_provider.basic import BasicError, Program

from .core import Attempt

_NUMERIC = ("A", "B", "I", "N%", "D#", "X(1)", "X(I)", "Z(1,2)", "Z(I,A)")
_TEXTS = ("A$", "B$", "S$(2)", "S$(I)")
_NUMBERS = ("0", "1", "2", "3", "10", ".5", "1E3", "255", "32767", "32768", "1E38", "1D300", "&HFF", "1E26", "1E-39")
_QUOTED = ('""', '"A"', '"HELLO"', '"12"', '"-1E99"', '"#.##"', r'"\ \"', '"**$#,###.##^^^^"', '"_!!&"', "CHR$(13)")
_FUNCTIONS = ("ABS", "INT", "SGN", "SQR", "EXP", "LOG", "SIN", "COS", "TAN", "ATN", "RND", "FIX", "CINT", "CSNG",
              "CDBL", "FRE", "PEEK", "SPC", "TAB", "FNA", "FNB")  # fmt: skip
_OPERATORS = ("+", "-", "*", "/", "^", " MOD ", "\\", " AND ", " OR ", "=", "<", ">=", "<>", " XOR ", " EQV ", " IMP ")
_ANSWERS = ("", "1", "-5", "A", "YES", "1E26", "1E39", "&HZZ", "&HFF", "&O9", "1,2", "1,2,3", '"Q",2', "9" * 60,
            "1E999", "-", "1D5", "\r", "x" * 300, "ÿ€", "  7 ", "\0A", "inf", "nan", "²", "1_000", ",,,")  # fmt: skip
_ENDINGS = ("", "", "", ")", "(", ":", '"', ",", ";", " THEN", " ELSE 10", "'x", "\0", "€", " AS #1", "&H")
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
                return rng.choice(("TIMER", "POS(0)", "ERR", "ERL", "CSRLIN", "POINT(1,1)", "SCREEN(1,1)"))
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
            lambda: rng.choice(("RETURN", "NEXT", "WEND", "CLEAR", "RUN", "CLS", "END", "STOP", "RESTORE", "RANDOM")),
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
            lambda: f"{rng.choice(('DEFINT', 'DEFSTR', 'DEFDBL'))} {rng.choice(('A-Z', 'I', 'S-Z,B'))}",
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
    """Programs made up of the grammar, played with hostile answers: they end in a state or an error of BASIC's own."""
    while True:
        text, dialect, seed = _Maker(rng).text(), rng.choice(_DIALECTS), rng.random()
        yield f"{dialect} {seed}\n{text}", partial(_played, text, dialect, Random(seed))


def tokens(rng: Random) -> Iterator[Attempt]:
    """Files of random tokens, plain and protected, some cut short."""
    while True:
        lines = (
            b"\x01\x01" + bytes([10 * i, 0]) + bytes(rng.randrange(256) for _ in range(rng.randint(0, 40))) + b"\0"
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
        answer = rng.choice(_ANSWERS)
        state = state.answer(answer[: state.keys_wanted] if state.keys_wanted else answer)
    assert state.transcript is not None
    assert state.screen is None or str(state.screen) is not None
