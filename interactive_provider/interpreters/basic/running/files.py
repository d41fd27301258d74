"""A program's files. They are kept in memory, as part of its state, and nothing is ever written
elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..errors import BasicRuntimeError
from .functions import Argument, within
from .screen import drawn

MOST_CHARACTERS = 1_000_000
MOST_FILES = 255
"""The maximum total size of the files that a program may write, and their maximum number."""
RECORD = 128
_HIGHEST = 15
"""The default length of a record, and the highest number of a file except on a Commodore."""
_TAPE = -1
_PRINTER = -2
_TAPE_READ = -3
"""The numbers with which Tandy's machines write on tape and on paper, and our numbers with which
they read the tape."""
_DRIVE = re.compile(r"(?:@?\d?:|[A-Z]:)?(.*?)(?::\d)?", re.DOTALL)
_DEVICE = re.compile(r"(?:SCRN|CONS?|CRT|LPT1?|LP|PRN):|PRN|CON")
"""The screen, and the printer, which prints on the screen here."""
_ABSENT = re.compile(r"(?:KYBD|COM\d|CAS\d?|LPT[2-9]):.*")
_NUMERAL = re.compile(r"[ \n]*([^ ,\n]*) *[,\n]?")
_TEXT = re.compile(r' *\n*(?:"([^"]*)"? *[,\n]?|([^,\n]*)[,\n]?)')
_LINE = re.compile(r"([^\n]{0,255})\n?")
_MODES = {"I": "I", "R": "R", "L": "I", "O": "O", "W": "O", "P": "O", "A": "A", "E": "A"}
_FINE = "00, OK,00,00"
_NOT_FOUND = "62, FILE NOT FOUND,00,00"
_AT_END = 64.0
_TIMED_OUT = 66.0


class Handle(NamedTuple):
    """An open file: the mode is I (in), O (out), A (append), R (records), S (the screen) or C (the
    drive's commands).

    ``at`` counts the characters read, or is the number of the last record.
    """

    name: str
    mode: str
    length: int = RECORD
    at: int = 0
    column: int = 0
    record: str = ""
    """The record that was read or is being built."""


class Files(NamedTuple):
    """The stored file data of a stopped program: what it has written (None: erased), and which
    files are open."""

    texts: tuple[tuple[str, str | None], ...] = ()
    handles: tuple[tuple[int, Handle], ...] = ()
    message: str = _FINE
    """The message of a Commodore's drive on its command channel."""
    status: float = 0.0
    """A Commodore's ST: the status of the last reading."""
    mode: int = 0
    """The mode of the screen's graphics, 0 for none: few programs use either, so both are stored
    together."""


NO_FILES = Files()


def file_name(file: str) -> str:
    """Return the name of a file in capitals, without its drive."""
    found = _DRIVE.fullmatch(file.strip().upper())
    assert found is not None, "every part of the pattern may be empty"
    return found[1]


def text_in(raw: bytes) -> str:
    """Return the text of a file: as UTF-8, as UTF-16 with a byte order mark, otherwise in the PC's
    code page."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return drawn(raw.decode("cp437").rstrip("\x1a\0"))


class Folder:
    """The files in a program's folder, as they were when it was loaded, by name in capitals."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.programs: dict[str, Any] = {}
        """The programs that were run; None for a file that cannot be run."""
        self._texts: dict[str, str] = {}

    def text(self, name: str) -> str | None:
        """Return the text of a file, None if there is none."""
        if name in self.files and name not in self._texts:
            self._texts[name] = re.sub(r"\r\n?", "\n", text_in(self.files[name])).split("\x1a")[0]
        return self._texts.get(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Folder) and self.files == other.files

    def __hash__(self) -> int:
        return hash(frozenset(self.files))

    def __reduce__(self) -> tuple[object, ...]:
        return Folder, (self.files,)


NOTHING = Folder({})


class Disk:
    """The files while a program runs.

    ``beside`` returns the text of a file that was in the program's folder when it was loaded, None
    for any other name. If the disk ``is_soft``, as on a Commodore, a missing file or the end of one
    does not stop the program: the drive reports it.
    """

    def __init__(self, files: Files, beside: Callable[[str], str | None], is_soft: bool) -> None:
        self.texts, self.handles = dict(files.texts), dict(files.handles)
        self.message = files.message
        self.status = files.status
        self.beside = beside
        self.is_soft = is_soft
        self.written: dict[int, list[str]] = {}
        """What was printed into open files since the last stop."""
        self.size = sum(len(text or "") for text in self.texts.values())

    def frozen(self, mode: int = 0) -> Files:
        """Return the files as a state stores them, with the mode of the screen."""
        for number in tuple(self.written):
            self._flush(number)
        return Files(
            tuple(self.texts.items()), tuple(self.handles.items()), self.message, self.status, mode
        )

    # Opening and closing -----------------------------------------------------------------------

    def open(self, mode: str, number: float, file: str, length: float = RECORD) -> None:
        """OPEN."""
        at = _whole(number)
        name = file_name(file)
        kind = _MODES.get(mode[:1].upper(), "")
        device = file.strip().upper()
        for is_so, fault in (
            (not kind, "BAD FILE MODE"),
            (not name or (at > _HIGHEST and not self.is_soft), "BAD FILE NUMBER"),
            (at in self.handles or (kind != "I" and self._is_open(name)), "FILE ALREADY OPEN"),
            (not 1 <= length <= 32767, "ILLEGAL FUNCTION CALL"),
            (_ABSENT.fullmatch(device), "DEVICE UNAVAILABLE"),
        ):
            if is_so:
                raise BasicRuntimeError(fault)
        if _DEVICE.fullmatch(device):
            kind = "S"
        elif kind == "I":
            self._find(name)
        else:
            self._put(name, "" if kind == "O" else self._text(name) or "")
        self.handles[at] = Handle(name, kind, int(length))

    def open_device(
        self, number: float, device: float = 1.0, channel: float = 0.0, file: str = ""
    ) -> None:
        """Run a Commodore's OPEN: of the screen or a printer, the drive's command channel, or a
        file on disk or tape."""
        if device in (0, 3, 4, 5) or channel == 15:
            self.handles[_whole(number)] = Handle("", "C" if channel == 15 else "S")
            self._report(_FINE)
            return
        name, *words = file.split(",")
        writes = channel != 0 if device == 1 else channel == 1
        mode = next(
            (word for word in (w.strip()[:1].upper() for w in words) if word in tuple("RWA")),
            "W" * writes,
        )
        self._report(_FINE)
        self.open(mode.replace("R", "I") or "I", number, name if device != 1 else name or "TAPE")

    def close(self, *numbers: float) -> None:
        """CLOSE of some files, or of all."""
        for number in map(int, numbers or tuple(self.handles)):
            self._flush(number)
            self.handles.pop(number, None)

    def kill(self, file: str) -> None:
        """KILL."""
        name = file_name(file)
        if self._is_open(name):
            raise BasicRuntimeError("FILE ALREADY OPEN")
        self._find(name)
        self._put(name, None)

    def rename(self, old: str, new: str) -> None:
        """NAME."""
        if self._is_open(file_name(new)):
            raise BasicRuntimeError("FILE ALREADY OPEN")
        if self._text(file_name(new)) is not None:
            raise BasicRuntimeError("FILE ALREADY EXISTS")
        text = self._find(file_name(old))
        self.kill(old)
        self._put(file_name(new), text)

    def _is_open(self, name: str) -> bool:
        return any(handle.name == name for handle in self.handles.values())

    def _find(self, name: str) -> str:
        """Return the text of a file; if it is missing, raise an error, or set the drive's message
        and return nothing."""
        text = self._text(name)
        if text is None and not self.is_soft:
            raise BasicRuntimeError("FILE NOT FOUND")
        self._report(_NOT_FOUND if text is None else _FINE)
        return text or ""

    def _report(self, message: str) -> None:
        """Set the drive's message, to be read from its beginning."""
        self.message = message
        for number, handle in self.handles.items():
            if handle.mode == "C":
                self.handles[number] = handle._replace(at=0)

    def _text(self, name: str) -> str | None:
        return self.texts[name] if name in self.texts else self.beside(name)

    def _put(self, name: str, text: str | None) -> None:
        if name not in self.texts and len(self.texts) >= MOST_FILES:
            raise BasicRuntimeError("TOO MANY FILES")
        self.grow(len(text or "") - len(self.texts.get(name) or ""))
        self.texts[name] = text

    def grow(self, characters: int) -> None:
        """Reserve space for more characters."""
        if self.size + characters > MOST_CHARACTERS:
            raise BasicRuntimeError("DISK FULL")
        self.size += characters

    def _handle(self, number: float, modes: str) -> tuple[int, Handle]:
        """Return the number of an open file and the file; the tape is always open."""
        at = int(number)
        if at == _TAPE and "I" in modes:
            self._flush(at)
            at = _TAPE_READ
        handle = self.handles.get(at, _ALWAYS_OPEN.get(at))
        if handle is None:
            raise BasicRuntimeError("BAD FILE NUMBER")
        if handle.mode not in modes:
            raise BasicRuntimeError("BAD FILE MODE")
        return at, handle

    # Writing -----------------------------------------------------------------------------------

    def pieces(self, number: float) -> tuple[list[str], int] | None:
        """Return where a PRINT into a file adds its output, and its column; None for the screen."""
        at, handle = self._handle(number, "OASC")
        return None if handle.mode == "S" else (self.written.setdefault(at, []), handle.column)

    def printed(self, number: float, begins: int, column: int) -> None:
        """Record what was printed into a file: the pieces after the first ones."""
        at, handle = self._handle(number, "OAC")
        if handle.mode == "C":
            del self.written[at]
            self._report(_FINE)
            return
        size = sum(map(len, self.written[at][begins:]))
        if self.size + size > MOST_CHARACTERS:
            del self.written[at][begins:]
        self.grow(size)
        self.handles[at] = handle._replace(column=column)

    def _flush(self, number: int) -> None:
        """Append what was printed into a file to its text."""
        if pieces := self.written.pop(number, None):
            name = self._handle(number, "OA")[1].name
            self.texts[name] = (self._text(name) or "") + "".join(pieces)

    # Records -----------------------------------------------------------------------------------

    def get_record(self, number: float, record: Argument) -> None:
        """GET: read a record, or the next one."""
        at, handle, start = self._at_record(number, record)
        text = (self._text(handle.name) or "")[start : start + handle.length]
        self.handles[at] = handle._replace(record=text)

    def put_record(self, number: float, record: Argument) -> None:
        """PUT: write a record."""
        at, handle, start = self._at_record(number, record)
        text = (self._text(handle.name) or "").ljust(start, "\0")
        new = handle.record.ljust(handle.length, "\0")
        self._put(handle.name, text[:start] + new + text[start + handle.length :])
        self.handles[at] = handle

    def _at_record(self, number: float, record: Argument) -> tuple[int, Handle, int]:
        """Return the number of an open file, the file at a record, and where that record begins."""
        at, handle = self._handle(number, "R")
        place = handle.at + 1 if record is None else int(record)
        within(place, 1, MOST_CHARACTERS // handle.length, "BAD RECORD NUMBER")
        return at, handle._replace(at=place), (place - 1) * handle.length

    def check_field(self, number: float, end: float) -> None:
        """FIELD: check that its parts fit into a record."""
        within(end, 0, self._handle(number, "R")[1].length, "FIELD OVERFLOW")

    def field(self, number: float, start: float, width: float) -> str:
        """Return the contents of a part of the present record."""
        _, handle = self._handle(number, "R")
        return handle.record[int(start) : int(start + width)].ljust(int(width), "\0")

    def set_field(self, number: float, start: float, text: str) -> None:
        """LSET and RSET: replace a part of the present record."""
        at, handle = self._handle(number, "R")
        record = handle.record.ljust(handle.length, "\0")
        replaced = record[: int(start)] + text + record[int(start) + len(text) :]
        self.handles[at] = handle._replace(record=replaced[: handle.length])

    # Reading -----------------------------------------------------------------------------------

    def numeral(self, number: float) -> str:
        """Return the next item of a file, as INPUT # reads a number."""
        return self._read(number, _NUMERAL)

    def item(self, number: float) -> str:
        """Return the next item, as INPUT # reads a text."""
        return self._read(number, _TEXT)

    def line(self, number: float) -> str:
        """Return the next line."""
        return self._read(number, _LINE)

    def characters(self, count: float, number: float) -> str:
        """Return the next characters."""
        within(int(count), 1, 255)
        return self._read(number, re.compile(rf"(.{{{int(count)}}})", re.DOTALL)).replace(
            "\n", "\r"
        )

    def _read(self, number: float, pattern: re.Pattern[str]) -> str:
        at, handle = self._handle(number, "IC")
        text = f"{self.message}\n" if handle.mode == "C" else self._text(handle.name) or ""
        found = pattern.match(text, handle.at) if handle.at < len(text) else None
        if found is None:
            if not self.is_soft:
                raise BasicRuntimeError("INPUT PAST END")
            self.status = _AT_END if text else _TIMED_OUT
            return ""
        self.status = _AT_END if found.end() >= len(text) else 0.0
        self.handles[at] = handle._replace(at=found.end())
        return next(part for part in found.groups() if part is not None)

    def eof(self, number: float) -> float:
        """EOF."""
        _, handle = self._handle(number, "IRS")
        text = self._text(handle.name) or ""
        past = (
            handle.at * handle.length > len(text) if handle.mode == "R" else handle.at >= len(text)
        )
        return -1.0 if past else 0.0

    def last_status(self) -> float:
        """Return a Commodore's ST."""
        return self.status

    def lof(self, number: float) -> float:
        """LOF: the size of a file in bytes, counting two for each line end and one for the end of
        written data."""
        at, handle = self._handle(number, "IOAR")
        self._flush(at)
        text = self._text(handle.name) or ""
        ends = text.count("\n") if handle.mode != "R" else 0
        return float(len(text) + ends + (handle.mode == "I" and handle.name in self.texts))

    def loc(self, number: float) -> float:
        """LOC: the number of the present record."""
        _, handle = self._handle(number, "IOAR")
        written = self.lof(number) // RECORD
        return {"R": float(handle.at), "I": handle.at // RECORD + 1.0}.get(handle.mode, written)


_ALWAYS_OPEN = {
    _TAPE: Handle("TAPE", "A"),
    _TAPE_READ: Handle("TAPE", "I"),
    _PRINTER: Handle("", "S"),
}
"""The files that need no OPEN on Tandy's machines."""


def _whole(number: float) -> int:
    """Return the number of a file that is being opened."""
    within(number, 0, 255, "BAD FILE NUMBER")
    return int(number)
