"""A BASIC program as a game: its output is the text, and the answers to its questions are the
choices.

The machine is `interpreters.basic`, which does not know this package; here its states get labels.
Words and small ranges of numbers named in the program's text are choices, other numbers are typed
key by key, and any other input can be given: ``p("HELLO")``, ``p(12)``, ``p("3,4")``.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any

from ..boards import Terminal
from ..errors import BadFile, ChoiceError, quote
from ..game import Game, Number, Options, Outcome, State, Text, View, Words
from ..game.validation import one_of
from ..interpreters.basic import DIALECTS, BasicSyntaxError, Folder, Program
from ..interpreters.basic import ProgramState as Stop
from ..interpreters.basic.reading.keyboard_peeks import DOWN
from ..interpreters.basic.running.functions import char
from ..interpreters.basic.suggestions.analysis import Suggestion, as_typed
from ..support.storage import Shelf, read_file

_LARGEST = 10_000_000
"""The maximum size in bytes of a listing that is read."""

_LONGEST = 255
_MORE = "more"
_OTHER = "other"
_KEY = "key"
_PRESS = "press"
_GOES_ON = "The program is still running: choose more to continue."
_LOOKS = " It will stop when it looks for a key."
_NAMED = {"-": "minus", ".": "point", " ": "space", ",": "comma"}
_DIGITS = "0123456789-."
_SIGNS = f"{ascii_uppercase} ,{_DIGITS}"
_KEYS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    resources.files(__package__).joinpath("basic_keys.toml").read_text("utf-8")
)
_CODES = {char(code): chr(code) for code in (*range(32), *range(128, 160))}
"""The signs of other machines that have the codes of a Commodore's keys."""


@dataclass(frozen=True, slots=True)
class Anything(Text):
    """Any input that can be typed at a terminal: text, or a number."""

    what: str = "any answer"
    longest: int = _LONGEST

    def parse(self, answer: object) -> str:
        """Return the typed form of ``answer``; raise `ChoiceError` for anything that cannot be
        typed."""
        return typed(answer)


@dataclass(frozen=True, slots=True)
class AnyNumber(Number):
    """A number, offered key by key within its bounds; anything else may be typed as well."""

    integer: bool = False
    above: bool = False
    """True if ``low`` itself is impossible."""

    def __str__(self) -> str:
        words = super(AnyNumber, self).__str__()
        return words.replace(", at least", " above") if self.above else words

    def parse(self, answer: object) -> int | str:  # type: ignore[override]  # text is a possible answer too
        """Return a whole number as an int, anything else as it is typed.

        Raises `ChoiceError` for input that cannot be typed.
        """
        text = typed(answer)
        return int(text) if re.fullmatch(r"-?[1-9][0-9]{0,8}|0", text) else text


def typed(answer: object) -> str:
    """Return ``answer`` as a person would type it; raise `ChoiceError` for anything that is neither
    text nor number."""
    if isinstance(answer, str):
        text = answer
    elif isinstance(answer, int | float) and not isinstance(answer, bool):
        text = as_typed(float(answer)) if abs(answer) < 1e38 else ""
    else:
        raise ChoiceError(f"{quote(answer)} cannot be typed at a terminal; text or a number can.")
    if len(text) > _LONGEST or "\n" in text or "\r" in text or (not text and answer != ""):
        raise ChoiceError(f"{quote(answer)} does not fit in a line of {_LONGEST} characters.")
    return text


@dataclass(frozen=True, slots=True)
class BasicScreen(State):
    """A BASIC program where it has stopped.

    ``given`` are the values chosen so far if the program wants several in one line; ``spelled`` is
    the input typed so far, character by character, None if there is none.
    """

    stop: Stop
    spelled: str | None = None
    given: Words = ()

    @property
    def display_text(self) -> str:
        """What was printed since the last answer, after the question and the typed answer."""
        return self._text(self.screen())

    def _text(self, screen: Terminal | None) -> str:
        above, below = self._told
        printed = "".join(self.stop.echo) + self.stop.output.rstrip("\n") + self._typed
        return f"{above}{screen or _without_bell(printed)}{below}"

    def view(self) -> View:
        """Return everything that is shown: the screen or the output, separated from the previous
        question and answer."""
        screen = self.screen()
        is_typing = self.spelled is not None or bool(self.given)
        return View(
            self._text(screen),
            screen=screen,
            setting="console",
            keys=self.keys(),
            chosen=self.stop.echo[1].rstrip("\n"),
            echo="" if is_typing else _without_bell("".join(self.stop.echo)),
            is_typing=is_typing,
            extras={
                "transcript": self.transcript,
                "listing": self.listing,
                "variables": self.variables,
            },
        )

    def screen(self) -> Terminal | None:
        """Return the screen of a program that positions or colours its output, including the input
        typed so far."""
        screen = self.stop.screen
        if screen is None:
            return None
        screen = screen.after(self._typed)
        at = min(screen.column, screen.width - 1)
        above, below = (words.strip("\n") for words in self._told)
        # there is no cursor if the program only polls the keyboard
        hidden = self.stop.over or self.stop.keys_wanted == 1
        canvas = screen.canvas
        drawn = ((), (8, 8)) if canvas is None else (canvas.in_colours, canvas.cell)
        return Terminal(
            screen.lines,
            screen.colours,
            None if hidden else (screen.line, at),
            above,
            below,
            *drawn,
        )

    @property
    def _typed(self) -> str:
        return ",".join((*self.given, self.spelled or "")).replace("\x1b", "←")

    @property
    def _told(self) -> tuple[str, str]:
        """Return the text shown above and below the program's output."""
        stop = self.stop
        above = "".join(f"[{notice}]\n" for notice in stop.program.notices if stop.is_first)
        below = "".join(f"\n{remark}" for remark in stop.remarks)
        if stop.status == _MORE:
            looks = any(asked.polls for asked in stop.program.compiled.flow.inputs)
            below += f"\n[{_GOES_ON}{_LOOKS if looks else ''}]"
        return above, below

    def transcript(self) -> str:
        """Return everything that was printed and typed since the start."""
        return _without_bell(self.stop.transcript)

    def listing(self) -> str:
        """Return the program; an arrow marks the line that asks, and a dot those that compare the
        answer."""
        marks: dict[int, str] = {}
        asking, _ = self.stop.asking
        if self.suggestion is not None and asking is not None:
            marks = {**dict.fromkeys(self.suggestion.lines, "·"), asking: "→"}
        return "\n".join(
            f"{marks.get(line.number, ' ')} {line.text.rstrip()}"
            for line in self.stop.program.lines
        )

    def variables(self) -> str:
        """Return the variables whose values the screen has recently shown beside words, one per
        line."""
        return "\n".join(
            f"{name} = {as_typed(x)}" for name, x in sorted(self.stop.shown_variables.items())
        )

    @property
    def suggestion(self) -> Suggestion | None:
        """Return what the program's text reveals about the value wanted now, None if nothing."""
        wanted = self.stop.suggestions[len(self.given) :]
        return wanted[0] if wanted else None

    @property
    def display_options(self) -> Options:
        """The answers that the program's text names, in its order; ``more`` continues a long
        run."""
        if self.stop.status == "more":
            return ((_MORE, _MORE),)
        wanted = self.suggestion
        if wanted is None:
            return ()
        if self.stop.keys_wanted == 1:
            keys = [_CODES.get(key, key) if self._is_commodore else key for key in wanted.words]
            return tuple((self.key_names.get(key, key), (_PRESS, key)) for key in keys)
        if self.stop.keys_wanted:
            return _keys(wanted, self.spelled or "")
        if self.spelled is not None:
            return (*_keys(wanted, self.spelled), ("enter", (_KEY, "")))
        listed = tuple((word or "return", word) for word in _answers(wanted))
        if not (listed or wanted.signs or wanted.text):
            return tuple((name, value) for name, value, _ in wanted.parts)
        is_whole = _is_keypad(wanted) or (wanted.sure and (listed or wanted.signs))
        others = () if is_whole else ((_OTHER, (_OTHER,)),)
        return (*listed, *_keys_of(wanted.signs), *others)

    @property
    def free_input(self) -> Number | Text | None:
        """Any other input; numbers that are not listed are offered key by key."""
        wanted = self.suggestion
        if wanted is None or self.spelled:
            return None
        if self.stop.keys_wanted:
            return Anything(
                "a key" if self.stop.keys_wanted == 1 else "keys", self.stop.keys_wanted
            )
        if self.spelled is not None or not _is_keypad(wanted):
            return Anything()
        whole = wanted.whole and None not in (wanted.low, wanted.high)
        return AnyNumber(wanted.low, wanted.high, integer=whole, above=wanted.above)

    def keys(self) -> tuple[tuple[str, tuple[str, str]], ...] | None:
        """Return keys of the keyboard, as a browser names them, with the options that they choose;
        None if no key is wanted.

        Every other sign is a free input.
        """
        wanted = self.suggestion
        if wanted is None or self.stop.keys_wanted != 1:
            return None
        names = ((_KEYS["browser"].get(str(label)), value) for label, value in self.display_options)
        return tuple((name, value) for name, value in names if name)

    @property
    def key_names(self) -> dict[str, str]:
        """Return the labels of the keys that have no character of their own, by their codes."""
        pushed = _KEYS["diagonals"] if self.stop.asked.targets == (DOWN,) else {}
        return {**_KEYS["pc"], **_KEYS.get(self.stop.program.dialect.name, {}), **pushed}

    @property
    def _is_commodore(self) -> bool:
        return self.stop.program.dialect.name == "commodore"

    @property
    def outcome(self) -> Outcome:
        """None while the program runs, then ``ended``, ``stopped`` or ``error``."""
        return self.stop.status if self.stop.over else None

    def entered(self, text: str) -> BasicScreen:
        """Return the screen after a value is given: the next stop, or the next value if one line
        must contain several."""
        if self.stop.keys_wanted:
            return BasicScreen(self.stop.answer(text))
        values = (*self.given, text)
        several = self.stop.program.dialect.asks_again and "," not in text
        if several and len(values) < len(self.stop.suggestions):
            return BasicScreen(self.stop, given=values)
        return BasicScreen(self.stop.answer(",".join(values)))

    def __repr__(self) -> str:
        return f"Screen({self.stop!r})"


def _without_bell(text: str) -> str:
    """Return the visible part of the output: a page rings no bell."""
    return text.replace("\a", "")


def _keys(wanted: Suggestion, spelled: str) -> Options:
    """Return the characters that may be typed next: those used in possible answers, or all."""
    if spelled and wanted.signs and set(spelled) <= set(wanted.signs):
        return _keys_of(wanted.signs)
    if wanted.text:
        return _keys_of(_SIGNS)
    is_signed = wanted.low is None or wanted.low < 0
    return _keys_of(_DIGITS if is_signed else _DIGITS.replace("-", ""))


def _keys_of(signs: str) -> Options:
    return tuple((_NAMED.get(sign, sign), (_KEY, sign)) for sign in signs)


def _answers(wanted: Suggestion) -> Words:
    """Return the answers listed for one variable; for arbitrary text, only return."""
    return wanted.answers() or (("",) if wanted.text and wanted.blank and not wanted.signs else ())


def _is_keypad(wanted: Suggestion) -> bool:
    """True if a number is typed key by key, possibly with return beside the keys."""
    answers = wanted.answers()
    return not wanted.text and (not answers or (answers == ("",) and not wanted.free))


class BasicProgram(Game[BasicScreen]):
    """A program in BASIC, unmodified.

    Its words and menus are choices; numbers are typed key by key; anything else is given as
    p("text") or p(12).
    """

    hides = ("stop._memory",)

    def __init__(self, program: Program, name: str = "program") -> None:
        self.program = program
        self.title = title_of(program, name)  # type: ignore[misc]  # each program has its own title

    @cached_property
    def _dialects(self) -> dict[str, Program]:
        return {self.program.dialect.name: self.program}

    def new_state(self, rng: Random, dialect: str = "") -> BasicScreen:
        """Return the program at its first stop; ``dialect`` overrides the usual one, for example
        with lenient or gw."""
        # If a machine is requested, it starts as if just switched on; otherwise each seed has its
        # own luck.
        return BasicScreen(self._in(dialect).start(rng.getrandbits(48), switched_on=bool(dialect)))

    def _in(self, dialect: str) -> Program:
        if not dialect:
            return self.program
        name = one_of("dialect", dialect, tuple(DIALECTS))
        if name not in self._dialects:
            self._dialects[name] = Program.parse(self.program.text, name)
            self._dialects[name].folder = self.program.folder
        return self._dialects[name]

    def process_response(self, state: BasicScreen, value: Any, rng: Random) -> BasicScreen:
        """Return the program at its next stop. The program has its own luck: `RND` continues its
        sequence."""
        match value:
            case (kind, key) if kind == _PRESS:
                return BasicScreen(state.stop.answer(key))
            case (kind,) if kind == _OTHER:
                return BasicScreen(state.stop, "", state.given)
            case (_, ""):
                return state.entered(state.spelled or "")
            case (_, sign) if len(state.spelled or "") + 1 == state.stop.keys_wanted:
                return BasicScreen(state.stop.answer((state.spelled or "") + sign))
            case (_, sign):
                return BasicScreen(state.stop, (state.spelled or "") + sign, state.given)
        if state.stop.status == _MORE:
            return BasicScreen(state.stop.more())
        return state.entered(typed(value))

    def view(self, state: BasicScreen, player: int) -> View:
        """Return the screen of the program."""
        return state.view()

    def describe(self, state: BasicScreen, value: Any) -> str:
        """Return what the program prints about this answer, otherwise what is typed, and into which
        variable."""
        wanted = state.suggestion
        if state.stop.status == _MORE or wanted is None or value == (_PRESS, ""):
            return "let the program continue"
        notes = dict(wanted.notes)
        match value:
            case (kind, key) if kind == _PRESS:
                return notes.get(key) or state.key_names.get(key, str(key))
            case (_,):
                return "type something else"
            case (_, sign):
                return f"type {_NAMED.get(sign, sign) or 'nothing more'}"
        answer = str(value)
        notes |= {text: f"{text}{what}" for _, text, what in wanted.parts if what}
        notes = _comparing(state, wanted) | notes
        if answer in notes:
            return notes[answer]
        answer = answer or "an empty line"
        _, variables = state.stop.asking
        if len(variables) > 1:
            return f"{answer} for {variables[len(state.given)].name}"
        return answer


_TEST = re.compile(r"\bIF\b.*?(?=\s*(?:THEN|GOTO|GOSUB)\b)|\bON\b.*|\bCASE\b.*", re.IGNORECASE)
"""The test by which a line compares an answer."""


def _comparing(state: BasicScreen, wanted: Suggestion) -> dict[str, str]:
    """Return the line that compares each answer, if every offered answer has one: otherwise one of
    them would stand out."""
    tests = [
        f"line {line.number}: {test}"
        for line in state.stop.program.lines
        if line.number in wanted.lines
        for test in _TEST.findall(line.text)
    ]
    found = {
        answer: next(filter(_sign_of(answer).search, tests), "") for answer in wanted.answers()
    }
    return found if all(found.values()) and len(state.stop.suggestions) == 1 else {}


def _sign_of(answer: str) -> re.Pattern[str]:
    """Return the sign that a test compares an answer: the answer itself, or a branch by numbers."""
    quoted = re.escape(answer)
    number = rf"|=\s*{quoted}(?![\w.])|: ON\b" if answer.isdigit() else ""
    return re.compile(f'"{quoted}"{number}')


_SAID = re.compile(r'(?:PRINT|\?)[^":]*"([^"]*)"|REM(.*)', re.IGNORECASE)
"""The first text of a PRINT, or a remark."""

_ORNAMENT = re.compile(r"[^\w'!,.&/() -]+")
"""Characters that frame titles."""

_SPACED = re.compile(r"\b(?:[A-Za-z] ){2,}[A-Za-z]\b")
"""A word written with blanks between its letters."""


def title_of(program: Program, name: str) -> str:
    """Return the title in a program's first REM or PRINT, otherwise its file's name in words."""
    for line in program.lines[:8]:
        for found in _SAID.finditer(line.text):
            words = _ORNAMENT.sub(" ", found[1] or found[2] or "")
            words = _SPACED.sub(lambda spaced: spaced[0].replace(" ", ""), words)
            words = " ".join(words.split()).strip(" -*=.,")
            if re.search(r"[A-Za-z]{2}", words):
                return words[:60]
    return name.replace("_", " ").replace("-", " ")


def read_program(path: Path) -> BasicProgram:
    """Return the game of a ``.bas`` or ``.prg`` file; raise SyntaxError with the BASIC line for
    anything but a program.

    A program that runs other programs or opens files finds those that are in its folder at that
    time.
    """
    game = _game(read_file(path, _LARGEST), path.stem, str(path))
    if game.program.needs_folder:
        game.program.folder = _folder_of(path.parent, game.program.text.upper())
    return game


_NAME = re.compile(r"[\w!#$%&'()@^~-][\w !#$%&'()@^`~-]{0,39}(?:\.\w{1,4})?")
"""The name of a file as programs write it: neither hidden nor a path through folders."""
_MOST_FILES = 5_000
_MOST_BESIDE = 300_000
_MOST_BYTES = 3_000_000
"""The maximum number of files examined, and of bytes read from one and from all of them."""


def _folder_of(folder: Path, text: str) -> Folder:
    """Return the files of a folder, up to a limit; those named in the program's text come first."""
    paths = [path for path in itertools.islice(folder.iterdir(), _MOST_FILES)
             if _NAME.fullmatch(path.name) and not path.is_symlink()]  # fmt: skip
    files: dict[str, bytes] = {}
    left = _MOST_BYTES
    for path in sorted(paths, key=lambda path: (path.stem.upper() not in text, path.name)):
        with contextlib.suppress(OSError, BadFile):
            raw = _contents(path, path.stat().st_mtime_ns, path.stat().st_size)
            if len(raw) <= left:
                left -= len(raw)
                files.setdefault(path.name.upper(), raw)
    return Folder(files)


@lru_cache(maxsize=256)
def _contents(path: Path, changed: int, size: int) -> bytes:
    """Return the bytes of a file in one of its versions, which the programs of a folder share."""
    return read_file(path, _MOST_BESIDE)


def _game(data: bytes, name: str, shown: str) -> BasicProgram:
    try:
        return BasicProgram(Program.decode(data), name)
    except BasicSyntaxError as fault:
        place = (shown, fault.line, fault.column, None)
        raise (
            SyntaxError(str(fault)) if fault.line is None else SyntaxError(str(fault), place)
        ) from None


class _Programs(Shelf):
    title = "Programs"


PROGRAMS = _Programs(
    __package__, "programs", ".bas", lambda data, name: _game(data, name, f"{name}.bas")
)
