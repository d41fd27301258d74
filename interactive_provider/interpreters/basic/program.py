"""START HERE: a program, and the states in which it stops.

>>> program = Program.parse('10 INPUT "YOUR NAME";N$\\n20 PRINT "HELLO, ";N$\\n')
>>> state = program.start(seed=1)
>>> state.output
'YOUR NAME? '
>>> state.answer("ADA").output
'HELLO, ADA\\n'

A program runs until it asks, ends, fails or has used up its steps. Each such stop is a
`ProgramState`, which never changes: two answers to it give two separate games.
"""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from collections.abc import Container, Sequence
from dataclasses import replace

from .compiling.symbols import expressions
from .dialects import (
    ALL,
    APART,
    APPLESOFT,
    ATARI,
    COLOR,
    COMMODORE,
    COMMODORE_V2,
    EIGHT_K,
    GW,
    LENIENT,
    LEVEL2,
    MSX,
    QBASIC,
    TI,
    TI_WORDS,
    Dialect,
    dialect_named,
)
from .errors import BasicSyntaxError
from .executable import Executable
from .reading import atari_parser, dec
from .reading import nodes as n
from .reading.blocks import without_blocks
from .reading.deftypes import types_of
from .reading.keyboard_peeks import OF_INKEY, keyboard_of
from .reading.lexer import SourceLines, check_is_text, split_lines, without_texts
from .reading.names import Names, read_unnumbered
from .reading.nodes import NumberedLine, ProgramLines
from .reading.parser import Parser, sure_arrays
from .reading.petscii_escapes import is_code, spelled_out
from .reading.statements.files import with_fields
from .reading.statements.keys import with_key_traps
from .reading.ti_parser import TiParser, names_of, rewritten, unwrapped
from .reading.tokenized_files import (
    FAMILIES,
    IMAGES,
    Codes,
    image_in,
    is_tokenised,
    listing_in,
    text_of,
)
from .running.files import Folder, file_name, text_in
from .running.memory import ProgramMemory
from .state import ProgramState, ProgramTurn, run

MOST_TOKENS = 1 << 16
"""The maximum size of a tokenised file in bytes: the machines that wrote them held no more."""
_EVENING = 20 * 60 * 60 * 100
"""Eight o'clock in the evening, in hundredths of a second: plays begin before it, at a time that
depends on their seed."""
STEPS = 300_000
"""The maximum number of loop iterations, jumps and calls that a program may make before the player
must let it continue."""


class Program(Executable):
    """A BASIC program: its lines, its dialect and (made on first use) the function it is compiled
    to."""

    @classmethod
    def parse(cls, text: str, dialect: str | Dialect | None = "lenient") -> Program:
        """Read a program; raise `BasicSyntaxError` with line, column and what was expected there.

        Without a ``dialect``, it is inferred from the text.
        """
        check_is_text(text)
        sources, ignored = split_lines(text)
        if len(ignored) > len(sources) and (unnumbered := _unnumbered(text, dialect)):
            return unnumbered
        readings = Readings(sources)
        if dialect in (None, "lenient") and dec.may_be_early(sources):
            early = dec.rewritten(sources)
            changed = [i for i, source in enumerate(sources) if source != early[i]]
            before, after = (
                Readings([lines[i] for i in changed]).faults(LENIENT) for lines in (sources, early)
            )
            if after < before:
                sources = early
                readings = Readings(early)
        chosen = _dialect_of(sources, readings) if dialect is None else dialect_named(dialect)
        if chosen == LENIENT and dec.draws_by_zero(sources):
            readings = Readings(dec.drawing(sources))
        if chosen.codes:
            readings = Readings(
                [replace(source, body=spelled_out(source.body)) for source in sources]
            )
        if chosen == ATARI:
            readings = Readings(sources, atari_parser.names_of(sources))
        if chosen == TI:
            sources = [*map(rewritten, split_lines(unwrapped(text))[0])]
            readings = Readings(sources, names_of(sources))
        if not sources:
            raise BasicSyntaxError(
                "NO PROGRAM: no line begins with a number", expected="numbered lines"
            )
        lines = readings.best(chosen)
        if chosen.refuses and not any(map(_is_readable, lines)):
            # Prose, or another language: report the fault in its first line.
            Parser(sources[0], replace(LENIENT, crunch=chosen.crunch)).parse()
        return cls(text, chosen, tuple(lines), ignored)

    @classmethod
    def decode(cls, raw: bytes, dialect: str | Dialect | None = None) -> Program:
        """Read a program from the bytes of a file: UTF-8, UTF-16 with a byte order mark, or
        otherwise the PC's code page; or a tokenised file."""
        if is_tokenised(raw):
            return cls._of_tokens(raw, dialect, FAMILIES)
        if image := image_in(raw):
            return cls._of_tokens(image, dialect, IMAGES)
        text, family = listing_in(raw)
        return cls.parse(text or text_in(raw), dialect or family or None)

    @classmethod
    def _of_tokens(
        cls, raw: bytes, dialect: str | Dialect | None, families: Sequence[Codes]
    ) -> Program:
        """Read a tokenised file with the family of machines that gives the fewest faults."""
        if len(raw) > MOST_TOKENS:
            message = f"OUT OF MEMORY: a tokenised file of {len(raw):,} bytes"
            raise BasicSyntaxError(message, expected=f"at most {MOST_TOKENS:,}")
        best = ""
        fewest = math.inf
        family = None
        for codes in families:
            text = text_of(raw, codes)
            faults = Readings(split_lines(text)[0]).faults(replace(LEVEL2, crunch=APART))
            if faults < fewest:
                best = text
                fewest = faults
                family = codes.dialect
            if not faults:
                break
        return cls.parse(best, family if dialect is None else dialect)

    def beside(self, name: str) -> Executable | None:
        """Like `Executable.beside`; it returns the same object each time, and ignores case and a
        missing suffix."""
        folder = self.folder
        key = file_name(name)
        names = [
            file
            for file in (key, f"{key}.BAS", f"{key}.PRG")
            if file.endswith((".BAS", ".PRG")) and file in folder.files
        ]
        if names and names[0] not in folder.programs:
            try:
                found = Program.decode(folder.files[names[0]])
                found.folder = folder
            except BasicSyntaxError:
                found = None
            folder.programs[names[0]] = found
        return folder.programs[names[0]] if names else None

    def start(self, seed: object = 0, steps: int = STEPS, switched_on: bool = True) -> ProgramState:
        """Run to the first stop. The same seed gives the same luck, in every process.

        ``gw`` begins with its machine's own random series whatever the seed is, as when just
        ``switched_on``, and again at each CLEAR and RUN; there the seed decides what an
        unforeseeable RANDOMIZE gives.
        """
        scalars, arrays = self.compiled.fresh
        fate = _seed(seed)
        first = self.kind.machine.first_seed
        renewed = first if switched_on else None
        luck = fate % self.kind.machine.seeds if renewed is None else renewed
        clock = fate % _EVENING
        memory = ProgramMemory(
            pc=0,
            scalars=scalars,
            arrays=arrays,
            stack=(),
            seed=luck,
            pointer=0,
            column=0,
            asked=0,
            given=(),
            steps=steps,
            fate=fate,
            clock=clock,
            renewed=renewed,
            columns=self.kind.machine.screen_columns,
        )
        return run(ProgramTurn(self), memory)

    def __reduce__(self) -> tuple[object, ...]:
        packed = zlib.compress(self.text.encode("utf-8", "surrogatepass"), 9)
        return _unpacked, (packed, self.dialect.name, self.folder)


_PC_WORDS = re.compile(
    r"\b(?:WHILE|WEND|LOCATE|(?<!RANDOMIZE )TIMER|DEF(?:INT|SNG|DBL|STR)|SWAP|SCREEN|DEF SEG|LINE"
    r" INPUT|COLOR|KEY OFF"
    r"|STRING\$|MOD)(?![A-Z])"
)
"""Words that GW-BASIC has but the 8K BASICs do not. RANDOMIZE TIMER alone proves nothing: it was
added to many older programs, which may leave a loop in the middle and start it again, where
GW-BASIC finds no FOR for the next NEXT."""
_TANDY_WORDS = re.compile(r"PRINT\s*@|(?:^|:)\s*RANDOM\s*(?:$|:)", re.MULTILINE)
_COLOR_WORDS = re.compile(
    r"P(?:MODE|CLS|CLEAR)\s*\d|JOYSTK\s*\(|(?:^|:)\s*(?:SOUND|CLS|SCREEN)\s*\d", re.MULTILINE
)
_TERMINAL = re.compile(r"\bWIDTH\s*(?!40\b|80\b)\d")
"""The width of a terminal, which is wider than a PC's screen."""
_BRACED = re.compile(r"\{([a-z][a-z /=-]{1,16}?)(?:[* ]*\d+)?\}", re.IGNORECASE)
_COMMODORE_WORDS = re.compile(
    r"POKE\s*(?:5328[01]|36879|59468|54296|646|650|19[89]|204)\s*,|CHR\$\s*\(\s*147\s*\)|\bTI\$|(?:^|:)\s*CLR\s*(?:$|:)"
    r"|PRINT\s*#|SYS\s*\d{4,5}", re.MULTILINE)  # fmt: skip
_MSX_WORDS = re.compile(
    r"LOCATE\s*(?:0|2[6-9]|3\d)\s*,|VPOKE|VPEEK|\bVDP\(|PUT\s*SPRITE|SPRITE\$|INTERVAL\s*(?:=|ON)|STRIG\s*\([0-4]\)\s*ON"
    r"|\bSTICK\s*\(0\)\s*=?|COLOR\s*\d+\s*,\s*\d+\s*,\s*\d+|SCREEN\s*\d\s*,\s*[23]\b|DEFUSR\d?\s*=|\bCALL\s*[A-Z]+|BASE\(\d"
)
"""Words that MSX-BASIC has but GW-BASIC does not, or places that no PC screen has."""
_TI_WORDS = re.compile(
    r"\bCALL\s+(?:CLEAR|SCREEN|[HVG]?CHAR|KEY|COLOR|SOUND|JOYST|SPRITE|MAGNIFY)\b|(?:DISPLAY|ACCEPT)\s+AT\s*\(|SEG\$\s*\("
)
_ATARI_WORDS = re.compile(
    r"(?:^|:|\bTHEN)\s*(?:GRAPHICS\s*\d|POSITION\s+\w+\s*,|SETCOLOR\s*\d|DRAWTO\b|TRAP\s*\d|POKE\s+(?:82|752)\s*,"
    r"|PRINT\s*CHR\$\s*\(125\)|OPEN\s*#\s*\d\s*,\s*\d+\s*,\s*\d+\s*,)",
    re.MULTILINE,
)
_GLUED = re.compile(r"GET[A-Z][A-Z0-9]?\$\s*(?::|$)", re.MULTILINE)
_GETS = re.compile(r"GET\s*[A-Z][A-Z0-9]?\$")
_APPLE_WORDS = re.compile(r"\b(?:HOME|[HV]TAB|INVERSE|NORMAL|HGR2?|HPLOT|GR)\b")
_APPLE_LINES = re.compile(
    r"(?:^|:|THEN)\s*(?:(?:HOME|TEXT|INVERSE|NORMAL|FLASH|HGR2?|GR)\s*(?:$|:)|[HV]TAB|PR\s*#|CALL\s*-\s*\d)",
    re.MULTILINE,
)
_FRACTION = re.compile(r"RND\s*\(\s*1\s*\)")
_DIE = re.compile(r"RND\s*\(\s*([2-9]|\d\d+)\s*\)")
_SCALED = re.compile(r"\*\s*RND|RND\s*\([^()]*\)\s*[*<>]")
"""A whole number drawn as on Tandy's machines, and a fraction scaled or compared as on all
others."""


def _dialect_of(sources: SourceLines, readings: Readings) -> Dialect:
    """Return the dialect of a program.

    It is Commodore's or Applesoft if it positions output or clears the screen as they do, one of
    Tandy's if it prints at places or rolls dice as they do; GW-BASIC if it uses GW-BASIC's own
    words and separates them as required.
    """
    text = "\n".join(without_texts(source.body) for source in sources).upper()
    if _is_of_commodore(sources, text):
        return COMMODORE
    for dialect, words in ((TI, _TI_WORDS), (ATARI, _ATARI_WORDS), (APPLESOFT, _APPLE_LINES)):
        if words.search(text):
            return dialect
    if _TANDY_WORDS.search(text) or (_DIE.search(text) and not _SCALED.search(text)):
        return COLOR if _COLOR_WORDS.search(text) else LEVEL2
    chosen = LENIENT
    if len({found[:4] for found in _MSX_WORDS.findall(text)}) > 1:
        return MSX
    of_pc = _PC_WORDS.search(text) and not _TERMINAL.search(text)
    if of_pc and readings.faults(GW) <= readings.faults(LENIENT):
        chosen = GW
    faults = readings.faults(readings.best_manner(chosen))
    if faults and not _FRACTION.search(text):
        as_tandy = readings.faults(readings.best_manner(LEVEL2))
        return LEVEL2 if as_tandy < faults else chosen
    return chosen


def _is_of_commodore(sources: SourceLines, text: str) -> bool:
    """True if a listing has Commodore's codes in braces, or reads keys and pokes as only its
    machines do."""
    if any(is_code(name) for source in sources for name in _BRACED.findall(source.body)):
        return True
    if _APPLE_WORDS.search(text) or _PC_WORDS.search(text):
        return False
    signs = (
        len(set(_COMMODORE_WORDS.findall(text)))
        + bool(_GETS.search(text))
        + bool(_GLUED.search(text))
    )
    return signs > 1


def _unnumbered(text: str, dialect: str | Dialect | None) -> Program | None:
    """Return a program without line numbers; None if less than half of the text can be read as
    one."""
    sources, names = read_unnumbered(text)
    chosen = QBASIC if dialect is None else dialect_named(dialect)
    lines = Readings(sources, names).best(chosen)
    written = [line for line in lines if any(not isinstance(stmt, n.Nothing) for stmt in line.body)]
    unread = sum(map(bool, map(faults_of, written)))
    return Program(text, chosen, tuple(lines), ()) if 2 * unread <= len(written) else None


class Readings:
    """A text as read in each dialect and each of its manners, computed when first needed."""

    def __init__(self, sources: SourceLines, names: Names | None = None) -> None:
        self.sources, self.names = sources, names or Names()
        self.types = self.names.types or [types_of(sources)] * len(sources)
        self.arrays = sure_arrays(sources)
        self.keyboard = keyboard_of(sources)
        self.known: dict[Dialect, ProgramLines] = {}

    def lines(self, dialect: Dialect) -> ProgramLines:
        """Return the lines read in the dialect's own manner."""
        if dialect not in self.known:
            self.known[dialect] = self._read(dialect)
        return self.known[dialect]

    def _read(self, dialect: Dialect, unknown: Container[str] = ()) -> ProgramLines:
        keyboard = OF_INKEY if dialect.single else self.keyboard
        if not dialect.codes:
            keyboard = replace(keyboard, lowered=False, status=False)
        typed = zip(self.sources, self.types, strict=True)
        reader = {"ti": TiParser, "atari": atari_parser.AtariParser}.get(dialect.name, Parser)
        lines = [
            reader(source, dialect, types, self.arrays, keyboard, unknown, self.names).parse(
                forgiving=True
            )
            for source, types in typed
        ]
        interrupts = (*self.names.interrupts.values(),)
        return with_key_traps(with_fields(without_blocks(lines)), interrupts)

    def faults(self, dialect: Dialect) -> int:
        """Return the number of statements that cannot be read in that manner."""
        return sum(map(len, map(faults_of, self.lines(dialect))))

    def best(self, dialect: Dialect) -> ProgramLines:
        """Return the lines, with keywords recognised inside runs of letters or as words, whichever
        gives fewer faults.

        A later program has names such as SCORE, which crunching splits at its OR. A name that is
        never assigned is not an array but a function that is unknown here.
        """
        dialect = self.best_manner(dialect)
        lines = self.lines(dialect)
        unknown = _never_filled(lines)
        return self._read(dialect, unknown) if unknown else lines

    def best_manner(self, dialect: Dialect) -> Dialect:
        """Return the dialect, with the manner that gives the fewest faults."""
        others: list[int] = []
        if dialect.crunch not in (APART, TI_WORDS):
            others = (
                [APART]
                if dialect.crunch == COMMODORE_V2
                else [APART, EIGHT_K + ALL - dialect.crunch]
            )
        best = dialect
        fewest = self.faults(dialect)
        for crunch in others:
            other = replace(dialect, crunch=crunch)
            if fewest and (faults := self.faults(other)) < fewest:
                best = other
                fewest = faults
        return best


def _is_readable(line: NumberedLine) -> bool:
    """True if any part of a line is BASIC, possibly another machine's."""
    unread = (stmt for stmt in line.body if isinstance(stmt, n.UnreadableStatement))
    return all(stmt.word and stmt.message != "SYNTAX ERROR" for stmt in unread) or any(
        not isinstance(stmt, (n.UnreadableStatement, n.Nothing)) for stmt in line.body
    )


def _never_filled(lines: ProgramLines) -> frozenset[str]:
    """Return the arrays to which a program never assigns a value, if their names are as long as
    those of functions.

    The machines also make an array of words written without a blank (``PRINTTAB(20)``).
    """
    used: set[str] = set()
    filled: set[str] = set()
    for stmt in n.statements_of(lines):
        parts = () if isinstance(stmt, n.Nothing) else n.parts(*expressions(stmt))
        used.update(part.name for part in parts if isinstance(part, n.Elem))
        match stmt:
            case n.Dim(arrays):
                filled.update(array.name for array in arrays)
            case n.Erase(names):
                filled.update(names)
            case _:
                filled.update(target.name for target in n.targets(stmt))
    return frozenset(
        name for name in used - filled if re.fullmatch(r"(?!PRINT)[A-Z]{3,}[$%#]?", name)
    )


def faults_of(line: NumberedLine) -> list[n.UnreadableStatement]:
    """Return the statements of a line that cannot run."""
    return [
        stmt for stmt in n.inner_statements(line.body) if isinstance(stmt, n.UnreadableStatement)
    ]


def _unpacked(packed: bytes, dialect: str, folder: Folder) -> Program:
    text = zlib.decompress(packed).decode("utf-8", "surrogatepass")
    known = _programs.get((text, dialect, folder))
    if known is None:
        known = _programs[text, dialect, folder] = Program.parse(text, dialect)
        known.folder = folder
    return known


_programs: dict[tuple[str, str, Folder], Program] = {}


def _seed(seed: object) -> int:
    return int.from_bytes(hashlib.sha256(repr(seed).encode()).digest()[:6], "big")
