"""What a compiled program calls while it runs: one `Machine` per run from one stop to the next.

The compiled function keeps variables in Python locals; what it prints, draws (RND) and reads (DATA)
goes through the machine. The functions below the class have no state.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from itertools import islice, repeat

from ..dialects import Dialect
from ..errors import BasicRuntimeError
from ..reading.nodes import BasicValue
from . import screen
from .files import NO_FILES, Disk, Folder
from .functions import MOST_CELLS, TEXT, Argument, asc, cells, not_too_large, weight, within
from .memory import ProgramMemory
from .number_format import LARGEST, in_digits, number_prefix

MOST_PIECES = 20_000
"""The number of pieces of output after which a run is cut off."""
_DEEPEST = 2_000


SEEDING = 12
_LAYOUT = 30
LOOK = 60
_CLOCK = 2
_FILING = 10
_SIMPLE = 100
"""The number of ticks for a new random series, a PRINT USING, reading the screen, reading the time
and using a file; the number of cells per tick."""
_ENDLESS = 1 << 30
"""The number of columns of a file."""
TICK = 5
"""The time in hundredths of a second for reading the clock or the keyboard."""
ANSWER = 100
"""The time in hundredths of a second for an answer."""
WAITS = 200
"""The number of keyboard polls without a key before the player is asked."""
_DAY = 24 * 60 * 60 * 100
_FIRST_DAY = date(1985, 1, 1)
# The reasons why a run stopped.
MORE = 1
ASKS = 2
ENDED = 3
STOPPED = 4

# lrand48's generator: 48 bits are enough for any game, and a seed of one int pickles small.
_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 0xB
_MASK = (1 << 48) - 1
_MIXING = 0x9E3779B97F4A7C15
"""An odd factor whose products spread each bit over all higher ones."""


def fail(message: str, line: int | None = None) -> float:
    """Stop the program, in the current line or in another."""
    raise BasicRuntimeError(message, line)


class Machine:
    """Output with its print position, the DATA pointer, the random numbers and the budget of
    steps."""

    first_seed: int | None = None
    """The start of the random series of a machine that was just switched on; None if the play's
    seed decides."""
    screen_columns = screen.COLUMNS
    """The number of columns of its screen when it is switched on."""
    digits = 9
    gap = " "
    """The number of digits shown, and the blank after a number; a machine without a blank after it
    has none before it."""
    seeds = 1 << 48
    """The number of possible starting points of the series."""
    places_output = False
    """True if the program positions or colours its output."""
    folder: Folder
    beside: Callable[[str], object]
    """The files in the program's folder, and the function that finds a program there."""
    files = NO_FILES
    disk_in_use: Disk | None = None

    @staticmethod
    def number_typed(item: str) -> Argument:
        """Return an item of an answer as a number, or None if it is not one; an empty item is 0."""
        value, length = number_prefix(item)
        return None if item[length:].strip() or abs(value) > LARGEST else value

    def __init__(
        self,
        dialect: Dialect,
        data: Sequence[tuple[str, bool, int]],
        memory: ProgramMemory,
        values: Sequence[BasicValue] = (),
        waits: int = 0,
        before: Callable[[], screen.ScreenPicture] = screen.ScreenPicture,
    ) -> None:
        self.dialect = dialect
        self.out: list[str] = []
        self.column = memory.column
        self.columns = memory.columns
        self.data = data
        self.pointer = memory.pointer
        self.seed = memory.seed
        self.values = values
        self.asked = self.wanted = 0
        self.fate = memory.fate
        self.renewed = memory.renewed
        self.clock = memory.clock
        self.waits = waits
        self.before = before
        self.arrays: Sequence[list[BasicValue]] = ()
        self.sizes: list[int] = []
        """The initial arrays, and the number of cells in each new one."""
        self.drawn: screen.ScreenPicture | None = None
        self.seen = 0
        self.left: tuple[str, str] | None = None
        """The statement by which the program starts another one, and which one."""
        self.trapping = False
        self.ticks: Iterator[None] = repeat(None, memory.steps)

    # Printing ------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Print text at the print position."""
        if text.isprintable():
            self.out.append(text)
            self.column += len(text)
        else:
            # A program's output cannot control the terminal: the PC showed an arrow for the escape
            # code.
            self.out.append(text.replace("\r", "\n").replace("\x1b", "←"))
            self._move(text)
        if len(self.out) > MOST_PIECES:
            self._exhaust()

    def ask(self, prompt: str) -> None:
        """Print the prompt of an INPUT."""
        self.put(prompt)

    def array(self, bounds: Sequence[float], empty: BasicValue, number: int) -> list[BasicValue]:
        """Return a fresh array in place of another; raise `BasicRuntimeError` if all together would
        be too large."""
        made = cells(bounds, empty)
        self.sizes = self.sizes or list(map(weight, self.arrays))
        self.sizes[number] = len(made) * (TEXT if empty == "" else 1)
        if sum(self.sizes) > MOST_CELLS:
            raise BasicRuntimeError("OUT OF MEMORY")
        self.spend(len(made) // _SIMPLE)
        return made

    def put_all(self, texts: Iterator[str]) -> None:
        """Print texts unchanged: those of PRINT USING."""
        self.spend(_LAYOUT)
        for text in texts:
            self.put(text)

    def _move(self, text: str) -> None:
        """Obey the control characters that printers obey."""
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
        """Count work that takes as long as a given number of loop iterations."""
        next(islice(self.ticks, ticks, ticks), None)

    def put_line(self, text: str) -> None:
        """Print text and end the line."""
        self.put(text)
        self.out.append("\n")
        self.column = 0

    def note(self, text: str) -> None:
        """Print a message of the machine on a separate line."""
        self.out.append(("\n" if self.column else "") + text + "\n")

    def end_print(self) -> None:
        """End a PRINT."""
        self.end_line()

    def written(self, x: float) -> str:
        """STR$: a number as PRINT shows it, without the gap."""
        shown = in_digits(x, self.digits)
        return shown if self.gap else shown.lstrip()

    def put_number(self, x: float) -> None:
        """Print a number with its blanks."""
        self.put(self.written(x) + self.gap)

    def end_line(self) -> None:
        """End the line."""
        self.out.append("\n")
        self.column = 0
        if len(self.out) > MOST_PIECES:
            self._exhaust()

    @property
    def width(self) -> int:
        """The columns of its lines."""
        return self.dialect.width

    def comma(self) -> None:
        """Go to the next print zone, or from the last one to the next line."""
        zone = self.dialect.zone
        if self.column // zone >= self.width // zone - 1:
            self.end_line()
        else:
            self.put(" " * (zone - self.column % zone))

    def tab(self, x: float) -> None:
        """Go to a column; columns to the left of the print position are ignored."""
        target = int(x)
        within(target, 0, 255)
        if target > self.column:
            self.put(" " * (target - self.column))

    def space(self, x: float) -> None:
        """Print blanks (SPC)."""
        within(int(x), 0, 255)
        self.put(" " * int(x))

    # Random numbers and DATA -----------------------------------------------------------------

    def rnd(self, x: float = 1.0) -> float:
        """Return the next random number; the last one again for 0; a new series for a negative
        ``x``."""
        if x > 0:
            self.seed = (self.seed * _MULTIPLIER + _INCREMENT) & _MASK
        elif x < 0:
            self.randomize(x)
        return self.seed * 2.0**-48

    def randomize(self, x: float) -> None:
        """Begin the series that belongs to ``x``."""
        self.spend(SEEDING)
        numerator, denominator = x.as_integer_ratio()
        self.seed = (numerator * _MIXING + denominator) & _MASK
        self.rnd()
        self.rnd()

    def renew(self) -> None:
        """Restart the random series, as CLEAR and RUN do on a machine that was just switched on."""
        self.seed = self.seed if self.renewed is None else self.renewed

    def unforeseen(self) -> None:
        """RANDOMIZE without a number: a new series each time, determined by this play's seed and
        what luck has drawn so far."""
        mixed = (self.fate + self.seed) * _MIXING
        self.randomize(float(mixed >> 32 & 0xFFFF))

    def read_text(self) -> str:
        """Return the next item of DATA."""
        if self.pointer >= len(self.data):
            raise BasicRuntimeError("OUT OF DATA")
        self.pointer += 1
        return self.data[self.pointer - 1][0]

    def read_number(self) -> float:
        """Return the next item of DATA as a number."""
        text = self.read_text()
        _, quoted, line = self.data[self.pointer - 1]
        value, length = number_prefix(text)
        if quoted or text[length:].strip():
            raise BasicRuntimeError("SYNTAX ERROR", line)
        return not_too_large(value)

    def restore(self, line: int) -> None:
        """Set the DATA pointer to the first item at or after a line."""
        self.pointer = bisect_left(self.data, line, key=operator.itemgetter(2))

    def position(self) -> float:
        """POS: the print position, as the dialect counts it."""
        return float(self.column + self.dialect.tab_base)

    # The screen -------------------------------------------------------------------------------

    def locate(self, line: Argument, column: Argument) -> None:
        """LOCATE: move the cursor; a place off the screen is an error."""
        within(line, 1, self._rows_for(line))
        within(column, 1, self.columns)
        self._steer(f"{'' if line is None else int(line)};{'' if column is None else int(column)}H")
        if column is not None:
            self.column = int(column) - 1

    def locate_by_count(self, place: float) -> None:
        """PRINT @: move the cursor to a place counted through all lines."""
        line, column = divmod(place // 1.0, self.dialect.columns)
        self.locate(line + 1, column + 1)

    def _steer(self, sequence: str) -> None:
        """Print a control sequence."""
        self.out.append(f"\x1b[{sequence}")
        if len(self.out) > MOST_PIECES:
            self._exhaust()

    def wipe(self) -> None:
        """CLS."""
        self.out.append(screen.WIPE)
        self.column = 0

    def _resize(self, columns: int, rows: int = screen.LINES) -> None:
        """Begin with an empty screen of ``columns`` by ``rows`` if its size differs."""
        if (columns, rows) != (self.columns, len(self._picture().lines)):
            self.columns = columns
            self._steer(f"{columns};{rows}w")
            self.column = 0

    def _rows_for(self, line: Argument) -> int:
        """Return the number of lines of the screen; the screen is drawn only if a line is beyond
        those that every screen has."""
        return screen.LINES if (line or 0) <= screen.LINES else len(self._picture().lines)

    def _picture(self) -> screen.ScreenPicture:
        """Return the current screen; only output since the last reading is drawn."""
        self.spend(LOOK)
        before = self.before() if self.drawn is None else self.drawn
        self.drawn, self.seen = before.after("".join(self.out[self.seen :])), len(self.out)
        return self.drawn

    def csrlin(self) -> float:
        """CSRLIN: the line of the cursor."""
        picture = self._picture()
        return float(
            picture.line + 1 + (picture.column == picture.width and picture.line < picture.bottom)
        )

    def on_screen(self, line: float, column: float, of_colour: float = 0.0) -> float:
        """SCREEN: the code of the character at a place, or its colours."""
        within(int(line), 1, self._rows_for(line))
        within(int(column), 1, self.columns)
        picture = self._picture()
        return asc(
            (picture.colours if of_colour else picture.lines)[int(line) - 1][int(column) - 1]
        )

    # Keys and the clock ------------------------------------------------------------------------

    def polled(self) -> bool:
        """True if reading the keyboard (INKEY$) should wait for the player: not while the player
        waits for the program."""
        self.clock += TICK
        if not self.waits or self.out:
            return True
        self.waits -= 1
        self.values = ("",)
        return False

    def timer(self) -> float:
        """TIMER: seconds since midnight. It advances by a tick with each reading and by a second
        with each answer."""
        self.clock += TICK
        return self.clock % _DAY / 100

    def time_of_day(self) -> str:
        """TIME$."""
        self.spend(_CLOCK)
        self.clock += TICK
        minutes, seconds = divmod(self.clock % _DAY // 100, 60)
        return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"

    def time_in_digits(self) -> str:
        """Return a Commodore's TI$, which takes as long as reading its three parts."""
        self.clock += 2 * TICK
        return self.time_of_day().replace(":", "")

    def date(self) -> str:
        """DATE$: the first days of 1985, whatever the real date is."""
        return f"{_FIRST_DAY + timedelta(days=self.clock // _DAY):%m-%d-%Y}"

    def set_clock(self, time: str) -> None:
        """``TIME$ =``: hours, minutes and seconds, the last of which may be omitted."""
        self.spend(_CLOCK)
        form = ":".join(("%H", "%M", "%S")[: time.count(":") + 1])
        moment = datetime.strptime(time, form)
        seconds = (moment.hour * 60 + moment.minute) * 60 + moment.second
        self.clock = self.clock // _DAY * _DAY + seconds * 100

    def leaves(self, word: str, file: str) -> None:
        """Record that the program starts another one; a missing program is an error only if the
        program traps it."""
        if self.trapping and self.beside(file) is None:
            raise BasicRuntimeError("FILE NOT FOUND")
        self.left = word, file

    # Files -------------------------------------------------------------------------------------

    def disk(self) -> Disk:
        """The files, created when the program first uses one."""
        self.spend(_FILING)
        if self.disk_in_use is None:
            self.disk_in_use = Disk(self.files, self.folder.text, self.dialect.codes)
        return self.disk_in_use

    @contextmanager
    def diverted(self, number: float) -> Iterator[None]:
        """Divert output into a file, which has no line width."""
        disk = self.disk()
        place = disk.pieces(number)
        if place is None:
            yield
            return
        kept = self.out, self.column, self.columns, self.places_output
        (self.out, self.column) = place
        self.columns = _ENDLESS
        self.places_output = False
        begins = len(self.out)
        try:
            yield
            disk.printed(number, begins, self.column)
        finally:
            self.out, self.column, self.columns, self.places_output = kept

    # The stack of FOR and GOSUB --------------------------------------------------------------

    def call(self, stack: list[tuple[float, ...]], back: int) -> None:
        """Enter a subroutine that returns to block ``back``."""
        if len(stack) >= _DEEPEST:
            raise BasicRuntimeError("OUT OF MEMORY")
        stack.append((-1, back))
