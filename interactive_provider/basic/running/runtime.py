"""What a compiled program calls while it runs: one `Machine` per run from one stop to the next.

The compiled function keeps variables in Python's locals; what it prints, draws (RND) and reads (DATA)
goes through the machine. The functions below the class have no state.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice, repeat

from ..dialects import Dialect
from ..errors import BasicRuntimeError
from . import screen
from .number_format import LARGEST, nine_digits, number_prefix

MOST_CELLS, _TEXT = 1_000_000, 8
"""Cells that all arrays together may have; one for texts is as large as so many numbers."""
HIGHEST_BOUND = 32767
MOST_PIECES = 20_000
"""Pieces of output after which a run is cut short."""
_DEEPEST = 2_000
_LONGEST = 255

SEEDING, _LAYOUT, LOOK, _CLOCK, _SIMPLE = 12, 30, 60, 2, 100
"""Ticks that a new random series, a PRINT USING, a look at the screen and one at the time cost; cells that one tick is
enough for."""
TICK = 5
"""Hundredths of a second that a look at the clock or the keyboard takes."""
ANSWER = 100
"""Hundredths of a second that an answer takes."""
WAITS = 200
"""Looks at the keyboard that find no key when the player waits."""
_SIGNS = screen.drawn("".join(map(chr, range(128)))) + bytes(range(128, 256)).decode("cp437")
_CODES = {sign: float(code) for code, sign in enumerate(_SIGNS)}
FREE = 60_300
_DAY = 24 * 60 * 60 * 100
_FIRST_DAY = date(1985, 1, 1)
# Why a run came to a stop.
MORE, ASKS, ENDED, STOPPED = 1, 2, 3, 4

# lrand48's generator: 48 bits carry any game, and a seed of one int pickles small.
_MULTIPLIER, _INCREMENT, _MASK = 0x5DEECE66D, 0xB, (1 << 48) - 1


def fail(message: str, line: int | None = None) -> float:
    """Stop the program, in the present line or in another."""
    raise BasicRuntimeError(message, line)


class Machine:
    """Output with its print position, the DATA pointer, the random numbers and the budget of steps."""

    first_seed: int | None = None
    """Where the random series of a machine that was just switched on begins; None: it belongs to the play's seed."""
    seeds = 1 << 48
    """So many places the series may begin at."""

    @staticmethod
    def number_typed(item: str) -> float | None:
        """An item of an answer as a number; nothing at all is 0; None for what is not one."""
        value, length = number_prefix(item)
        return None if item[length:].strip() or abs(value) > LARGEST else value

    def __init__(
        self,
        dialect: Dialect,
        data: Sequence[tuple[str, bool, int]],
        column: int,
        seed: int,
        pointer: int,
        steps: int,
        values: Sequence[float | str] = (),
        fate: int = 0,
        clock: int = 0,
        waits: int = 0,
        columns: int = screen.COLUMNS,
        before: Callable[[], screen.Picture] = screen.Picture,
        renewed: int | None = None,
    ) -> None:
        self.dialect = dialect
        self.out: list[str] = []
        self.column = column
        self.data, self.pointer = data, pointer
        self.seed = seed
        self.values = values
        self.asked = self.wanted = 0
        self.fate, self.renewed = fate, renewed
        self.clock, self.waits = clock, waits
        self.columns, self.before = columns, before
        self.arrays: Sequence[list[float | str]] = ()
        self.sizes: list[int] = []
        """What the arrays were at the beginning, and how many cells each of them has once one was made."""
        self.drawn: screen.Picture | None = None
        self.seen = 0
        self.remarks: list[tuple[int | None, str]] = []
        self.trapping = False
        self.places = False
        """Whether the program places or colours what it prints."""
        self.ticks: Iterator[None] = repeat(None, steps)

    # Printing ------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Print text where the print position is."""
        if text.isprintable():
            self.out.append(text)
            self.column += len(text)
        else:
            # What a program prints steers nothing: the PC showed an arrow for the escape code.
            self.out.append(text.replace("\r", "\n").replace("\x1b", "←"))
            self._move(text)
        if len(self.out) > MOST_PIECES:
            self._exhaust()

    def ask(self, prompt: str) -> None:
        """Print the prompt of an INPUT."""
        self.put(prompt)

    def array(self, bounds: Sequence[float], empty: float | str, number: int) -> list[float | str]:
        """A fresh array in the place of one; raises `BasicRuntimeError` where all together would be too large."""
        made = cells(bounds, empty)
        self.sizes = self.sizes or list(map(_weight, self.arrays))
        self.sizes[number] = len(made) * (_TEXT if empty == "" else 1)
        if sum(self.sizes) > MOST_CELLS:
            raise BasicRuntimeError("OUT OF MEMORY")
        self.spend(len(made) // _SIMPLE)
        return made

    def put_all(self, texts: Iterator[str]) -> None:
        """Print texts as they come: those of PRINT USING."""
        self.spend(_LAYOUT)
        for text in texts:
            self.put(text)

    def _move(self, text: str) -> None:
        """Follow the control characters that printers obey."""
        for char in text:
            if char in "\r\n":
                self.column = 0
            elif char == "\b":
                self.column = max(0, self.column - 1)
            elif char >= " ":
                self.column += 1

    def _exhaust(self) -> None:
        for _ in islice(self.ticks, None):
            pass

    def spend(self, ticks: int) -> None:
        """Count work that takes as long as so many turns of a loop."""
        next(islice(self.ticks, ticks, ticks), None)

    def put_line(self, text: str) -> None:
        """Print text and end the line."""
        self.put(text)
        self.out.append("\n")
        self.column = 0

    def end_print(self) -> None:
        """End a PRINT."""
        self.end_line()

    def put_number(self, x: float) -> None:
        """Print a number with its blanks."""
        self.put(nine_digits(x) + " ")

    def end_line(self) -> None:
        """End the line."""
        self.out.append("\n")
        self.column = 0
        if len(self.out) > MOST_PIECES:
            self._exhaust()

    def comma(self) -> None:
        """Go to the next print zone, or to the next line from the last one."""
        zone = self.dialect.zone
        if self.column // zone >= self.dialect.width // zone - 1:
            self.end_line()
        else:
            self.put(" " * (zone - self.column % zone))

    def tab(self, x: float) -> None:
        """Go to a column; columns to the left of the print position are not gone to."""
        target = int(x)
        if not -1 < target < 256:
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        if target > self.column:
            self.put(" " * (target - self.column))

    def space(self, x: float) -> None:
        """Print blanks (SPC)."""
        if not -1 < x < 256:
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        self.put(" " * int(x))

    # Random numbers and DATA -----------------------------------------------------------------

    def rnd(self, x: float = 1.0) -> float:
        """The next random number; the last one again for 0; a new series for a negative ``x``."""
        if x > 0:
            self.seed = (self.seed * _MULTIPLIER + _INCREMENT) & _MASK
        elif x < 0:
            self.randomize(x)
        return self.seed * 2.0**-48

    def randomize(self, x: float) -> None:
        """Begin the series that belongs to ``x``."""
        self.spend(SEEDING)
        numerator, denominator = x.as_integer_ratio()
        self.seed = (numerator * 0x9E3779B97F4A7C15 + denominator) & _MASK
        self.rnd()
        self.rnd()

    def renew(self) -> None:
        """Begin the random series again, as CLEAR and RUN do on a machine that was just switched on."""
        self.seed = self.seed if self.renewed is None else self.renewed

    def unforeseen(self) -> None:
        """RANDOMIZE without a number: the series that belongs to this play's seed."""
        self.randomize(float(self.fate % 65536))

    def read_text(self) -> str:
        """The next item of DATA."""
        if self.pointer >= len(self.data):
            raise BasicRuntimeError("OUT OF DATA")
        self.pointer += 1
        return self.data[self.pointer - 1][0]

    def read_number(self) -> float:
        """The next item of DATA as a number."""
        text = self.read_text()
        _, quoted, line = self.data[self.pointer - 1]
        value, length = number_prefix(text)
        if quoted or text[length:].strip():
            raise BasicRuntimeError("SYNTAX ERROR", line)
        return _not_too_large(value)

    def restore(self, line: int) -> None:
        """Set the DATA pointer to the first item at or behind a line."""
        self.pointer = bisect_left(self.data, line, key=lambda item: item[2])

    def position(self) -> float:
        """POS: the print position, as the dialect counts it."""
        return float(self.column + self.dialect.tab_base)

    def written(self, x: float) -> str:
        """STR$: a number as PRINT shows it, without the blank behind."""
        return nine_digits(x)

    # The screen -------------------------------------------------------------------------------

    def locate(self, line: float | None, column: float | None) -> None:
        """LOCATE: move the cursor; off the screen is a fault."""
        on_screen = line is None or 1 <= line <= screen.LINES
        if not (on_screen and (column is None or 1 <= column <= self.columns)):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        if line is not None and column is not None:
            self.out.append(f"\x1b[{int(line)};{int(column)}H")
        elif line is not None:
            self.out.append(f"\x1b[{int(line)}d")
        elif column is not None:
            self.out.append(f"\x1b[{int(column)}G")
        if column is not None:
            self.column = int(column) - 1
        if len(self.out) > MOST_PIECES:
            self._exhaust()

    def wipe(self) -> None:
        """CLS."""
        self.out.append(screen.WIPE)
        self.column = 0

    def display(self, word: str, *args: float | None) -> None:
        """COLOR, SCREEN, WIDTH or VIEW PRINT; what no screen can do is a fault."""
        if self.dialect.columns:
            return  # a screen of its own, with modes and colours of its own
        if not self.dialect.single and word == "WIDTH" and args[:1] not in ((40.0,), (float(screen.COLUMNS),)):
            return  # of a terminal, as CP/M had
        first, second = (None if arg is None else int(arg) for arg in (*args, None, None)[:2])
        if word == "COLOR":
            self._within(first, 0, 31)
            self._within(second, 0, 15)
            self.out.append(f"\x1b[{'' if first is None else first};{'' if second is None else second}m")
        elif word == "VIEW":
            self._within(first, 1, screen.LINES - 1)
            self._within(second, first or 1, screen.LINES - 1)
            self.out.append(f"\x1b[{first or ''};{second or ''}r")
            self.column = 0
        elif word == "WIDTH" and first is not None:
            if first not in (40, screen.COLUMNS):
                raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
            self._widen(first)
        elif word == "SCREEN" and first:
            self._widen(40 if first in (1, 7) else screen.COLUMNS)
        if len(self.out) > MOST_PIECES:
            self._exhaust()

    def _within(self, x: int | None, low: int, high: int) -> None:
        if x is not None and not low <= x <= high:
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")

    def _widen(self, columns: int) -> None:
        """Begin with an empty screen of so many columns, if it has another number."""
        if columns != self.columns:
            self.columns = columns
            self.out.append(f"\x1b[{columns}w")
            self.column = 0

    def _picture(self) -> screen.Picture:
        """What stands on the screen now; only what is new since the last look is drawn."""
        self.spend(LOOK)
        before = self.before() if self.drawn is None else self.drawn
        self.drawn, self.seen = before.after("".join(self.out[self.seen :])), len(self.out)
        return self.drawn

    def csrlin(self) -> float:
        """CSRLIN: the line of the cursor."""
        picture = self._picture()
        return float(picture.line + 1 + (picture.column == picture.width and picture.line < picture.bottom))

    def on_screen(self, line: float, column: float, of_colour: float = 0.0) -> float:
        """SCREEN: the code of the character in a place, or its colours."""
        at, place = int(line), int(column)
        if not (1 <= at <= screen.LINES and 1 <= place <= self.columns):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        picture = self._picture()
        return asc((picture.colours if of_colour else picture.lines)[at - 1][place - 1])

    # Keys and the clock ------------------------------------------------------------------------

    def polled(self) -> bool:
        """Whether a look at the keyboard (INKEY$) waits for the player: not while he waits for the program."""
        self.clock += TICK
        if not self.waits or self.out:
            return True
        self.waits -= 1
        self.values = ("",)
        return False

    def timer(self) -> float:
        """TIMER: seconds since midnight. It moves a tick with each look and a second with each answer."""
        self.clock += TICK
        return self.clock % _DAY / 100

    def time_of_day(self) -> str:
        """TIME$."""
        self.spend(_CLOCK)
        self.clock += TICK
        minutes, seconds = divmod(self.clock % _DAY // 100, 60)
        return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"

    def date(self) -> str:
        """DATE$: the first days of 1985, whatever the day is."""
        return f"{_FIRST_DAY + timedelta(days=self.clock // _DAY):%m-%d-%Y}"

    def set_date(self, day: str) -> None:
        """``DATE$ =``: month, day and year with strokes of either kind, the year of four digits or two."""
        found = re.fullmatch(r"(\d\d?)[-/](\d\d?)[-/](\d{4}|\d\d)", day)
        try:
            month, day_of_month, year = map(int, found.groups() if found else ())
            chosen = date(year + 1900 * (year < 100), month, day_of_month)
        except ValueError:
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL") from None
        self.clock = (chosen - _FIRST_DAY).days * _DAY + self.clock % _DAY

    def set_clock(self, time: str) -> None:
        """``TIME$ =``: hours, minutes and seconds, of which the last may be left out."""
        self.spend(_CLOCK)
        parts = [int(part) for part in time.split(":")]
        if not (1 <= len(parts) <= 3 and all(0 <= x < most for x, most in zip(parts, (24, 60, 60), strict=False))):
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        hours, minutes, seconds = (*parts, 0, 0)[:3]
        self.clock = self.clock // _DAY * _DAY + ((hours * 60 + minutes) * 60 + seconds) * 100

    def leaves(self, word: str, file: str) -> None:
        """Say that the program wants another one in its place."""
        self.out.append(("\n" if self.column else "") + f"({word} {file}: ANOTHER PROGRAM, WHICH IS NOT LOADED)\n")
        self.column = 0

    # The stack of FOR and GOSUB --------------------------------------------------------------

    def call(self, stack: list[tuple[float, ...]], back: int) -> None:
        """Enter a subroutine that returns to block ``back``."""
        if len(stack) >= _DEEPEST:
            raise BasicRuntimeError("OUT OF MEMORY")
        stack.append((-1, back))


Stack = list[tuple[float, ...]]


def forget(stack: Stack, var: int) -> None:
    """Drop the loop over ``var`` that this subroutine already has, and that alone."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == var:
            del stack[i]
            return
        if stack[i][0] == -1:
            return


def find_loop(stack: Stack, var: int) -> tuple[float, ...]:
    """The loop over ``var`` (over any for None's -2), those inside it dropped."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == var or (var == -2 and stack[i][0] >= 0):
            del stack[i + 1 :]
            return stack[i]
        if stack[i][0] == -1:
            break
    raise BasicRuntimeError("NEXT WITHOUT FOR")


def find_at(stack: Stack, foot: int) -> tuple[float, ...]:
    """The loop whose NEXT stands at ``foot``; loops begun after it are dropped, calls are not."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == foot:
            stack[i + 1 :] = [entry for entry in stack[i + 1 :] if entry[0] == -1]
            return stack[i]
    raise BasicRuntimeError("NEXT WITHOUT FOR")


def drop_at(stack: Stack, foot: int) -> None:
    """Drop the last loop whose NEXT stands at ``foot``, if there is one."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == foot:
            del stack[i]
            return


def leave(stack: Stack) -> int:
    """The block to return to, the subroutine's own loops dropped."""
    while stack:
        entry = stack.pop()
        if entry[0] == -1:
            return int(entry[1])
    raise BasicRuntimeError("RETURN WITHOUT GOSUB")


def idle(first: float, last: float, step: float) -> float:
    """The variable's value after a loop with an empty body, without running it."""
    turns = max((last - first) / step, 0.0) // 1.0 + 1.0
    return first + turns * step


# Functions -----------------------------------------------------------------------------------


def _cut(x: float, low: int = 0) -> int:
    if not low <= x < 256:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return x.__trunc__()


def left(text: str, count: float) -> str:
    """LEFT$."""
    return text[: _cut(count)]


def right(text: str, count: float) -> str:
    """RIGHT$."""
    size = _cut(count)
    return text[-size:] if size else ""


def mid(text: str, start: float, count: float = 255.0) -> str:
    """MID$: ``start`` counts from 1."""
    first = _cut(start, 1) - 1
    return text[first : first + _cut(count)]


def asc(text: str) -> float:
    """ASC."""
    if not text:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    code = _CODES.get(text[0])
    return float(ord(text[0]) % 256) if code is None else code


def char(code: float) -> str:
    """CHR$: from 128 on the signs of the PC's code page 437."""
    return _SIGNS[_cut(code)]


def val(text: str) -> float:
    """VAL: the number with which a text begins."""
    return _not_too_large(number_prefix(text)[0])


def _not_too_large(x: float) -> float:
    if abs(x) > LARGEST:
        raise OverflowError(x)
    return x


def spaces(count: float) -> str:
    """SPACE$."""
    return " " * _cut(count)


def repeated(count: float, what: float | str) -> str:
    """STRING$ of a character or of its code."""
    one = what[:1] if isinstance(what, str) else _SIGNS[_cut(what)]
    return one * _cut(count)


def instr(start: float, text: str, part: str) -> float:
    """INSTR: where ``part`` begins at or after ``start``, counted from 1; 0 if nowhere."""
    first = _cut(start, 1)
    if first > len(text):
        return 0.0
    return float(text.find(part, first - 1) + 1)


def cat(a: str, b: str) -> str:
    """Two texts joined."""
    joined = a + b
    if len(joined) > _LONGEST:
        raise BasicRuntimeError("STRING TOO LONG")
    return joined


def replaced(text: str, start: float, count: float, new: str) -> str:
    """MID$ as a statement: ``text`` overwritten, its length kept."""
    first = _cut(start, 1) - 1
    if first >= len(text):
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    size = min(_cut(count), len(new), len(text) - first)
    return text[:first] + new[:size] + text[first + size :]


def sgn(x: float) -> float:
    """SGN."""
    return 1.0 if x > 0 else -1.0 if x < 0 else 0.0


def power(x: float, y: float) -> float:
    """``x ^ y``; 0 ^ 0 is 1."""
    if x < 0 and y != y // 1.0:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return math.pow(x, y) if x or y >= 0 else 1.0 / x


def nearest_int(x: float) -> float:
    """CINT: halves away from zero."""
    return float((abs(x) + 0.5).__trunc__()) * (1.0 if x >= 0 else -1.0)


def whole(x: float) -> float:
    """A number as an integer variable (``N%``) keeps it."""
    if not -32768.5 <= x < 32767.5:
        raise BasicRuntimeError("OVERFLOW")
    return x // 1.0


def fix(x: float) -> float:
    """FIX: cut off towards zero."""
    return float(x.__trunc__())


def hexadecimal(x: float) -> str:
    """HEX$ of a 16-bit number."""
    return f"{int(nearest_int(x)) & 0xFFFF:X}"


def octal(x: float) -> str:
    """OCT$ of a 16-bit number."""
    return f"{int(nearest_int(x)) & 0xFFFF:o}"


def free(x: float | str) -> float:
    """FRE: bytes that are free, always as many."""
    return float(FREE)


def nothing(x: float | str) -> float:
    """What PEEK and its kin find: a program has no way to the host."""
    return 0.0


def _bits(x: float) -> int:
    if not -32768 <= x <= 32767:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    return x.__trunc__()


def bit_and(a: float, b: float) -> float:
    """AND of 16-bit numbers."""
    return float(_bits(a) & _bits(b))


def bit_or(a: float, b: float) -> float:
    """OR of 16-bit numbers."""
    return float(_bits(a) | _bits(b))


def bit_xor(a: float, b: float) -> float:
    """XOR of 16-bit numbers."""
    return float(_bits(a) ^ _bits(b))


def bit_not(a: float) -> float:
    """NOT of a 16-bit number."""
    return float(~_bits(a))


def whole_quotient(a: float, b: float) -> float:
    """``a \\ b``: both rounded, the quotient cut off."""
    dividend, divisor = int(nearest_int(a)), int(nearest_int(b))
    size = abs(dividend) // abs(divisor)
    return float(size if (dividend < 0) == (divisor < 0) else -size)


def remainder(a: float, b: float) -> float:
    """``a MOD b``: both rounded, with the sign of ``a``."""
    dividend, divisor = int(nearest_int(a)), int(nearest_int(b))
    size = abs(dividend) % abs(divisor)
    return float(-size if dividend < 0 else size)


def choice(x: float, count: int) -> int:
    """The number of the branch of an ON that ``x`` takes, 0 for none."""
    if not -1 < x < 256:
        raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
    picked = x.__trunc__()
    return picked if picked <= count else 0


def cells(bounds: Sequence[float], empty: float | str) -> list[float | str]:
    """A fresh array with the subscripts 0 to each bound, as one flat list."""
    size = 1
    for bound in bounds:
        if not -1 < bound < HIGHEST_BOUND + 1:
            raise BasicRuntimeError("ILLEGAL FUNCTION CALL")
        size *= bound.__trunc__() + 1
    if size > MOST_CELLS:
        raise BasicRuntimeError("OUT OF MEMORY")
    return [empty] * size


def _weight(array: Sequence[float | str]) -> int:
    """How many cells an array counts for."""
    return len(array) * (_TEXT if array and isinstance(array[0], str) else 1)


def bad_subscript(subscript: int = 0) -> int:
    """A subscript outside its array."""
    raise BasicRuntimeError("SUBSCRIPT OUT OF RANGE")
