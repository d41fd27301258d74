"""The exceptions that this package raises on purpose, as one small tree.

Each class is also the builtin that a caller would expect, so ``except ValueError`` and ``hasattr``
work as usual. The message must be enough to find the fault: it quotes the input, says where it
happened, and names the nearest valid choice.

    ProviderError
    ├── ChoiceError (ValueError)            that choice cannot be made here
    │   ├── NoSuchChoice (AttributeError)       position.no_such_name
    │   └── NoSuchKey (KeyError)                position["no such text"]
    │       └── NotAList (TypeError)                position[0], random.choice(position)
    ├── NotAPosition (TypeError)            a function was given something else
    ├── NoSuchOption (TypeError)            a function was given arguments that it does not take
    ├── Unchangeable (AttributeError)       position.name = …
    ├── BadParameter (ValueError)           a game cannot start with these parameters
    ├── BadLine (ValueError)                a line of Python that does not name a position
    ├── BadSave (ValueError)                a saved game that cannot be trusted
    ├── BadFile (OSError)                   not a regular file, too large, or a full disk
    ├── NoSuchFile (FileNotFoundError)      a file, or the folder for one, does not exist
    ├── ProtectedFile (PermissionError)     a file that may not be read or written
    ├── BadBoard (ValueError)               a board that is not a rectangle of cells
    ├── BadLabel (ValueError)               options that cannot be listed
    ├── NoAbility (NotImplementedError)     this game has no hint, no solver, …
    │   └── MissingExtra (AttributeError)       it needs an extra that is not installed
    ├── BrokenGame (RuntimeError)           the game's own code failed
    └── SourceError (ImportError)           a source of games could not be loaded

`BadView`, for a minefield that cannot be, is a `BadParameter`; `BrokenPlayer`, for a player of a
series that fails, is a `BrokenGame`; `check_game` raises `ContractError`, an `AssertionError`.
"""

from __future__ import annotations

import linecache
import os
import re
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

_PACKAGE = str(Path(__file__).parent) + os.sep
_LIBRARY = str(Path(os.__file__).parent) + os.sep
"""The folder of Python's own modules."""
_CELL = re.compile(r"^<ipython-input-(\d+)-|ipykernel_\d+()[/\\]\d+\.py$")
"""The file names that IPython and ipykernel give to the code of a cell."""

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls: they would affect a terminal and are illegal in XML
    "\u2028\u2029"  # separators that break lines where no break belongs
    "\u202a-\u202e\u2066-\u2069"  # bidirectional overrides: they would reorder nearby text
    "\ud800-\udfff\ufffe\uffff]"  # not characters: they cannot be encoded
)
_UNSEEN = re.compile(  # invisible signs that programs still read
    "[\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
    "\u061c\u200e\u200f]"  # directions
    # Joiners combine two signs into one, in Persian and in emoji.
    "|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]|[\u200c\u200d](?![^\x00-\x7f\u200c\u200d])|(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]"
)

_LONGEST_QUOTE = 60
_LONGEST_MESSAGE = 500
_MOST_BITS = (10**1000).bit_length()
"""The largest number, in bits, that is written out; Python itself writes at most 4,300 digits."""


_BEGINNING = 3
"""The minimum number of letters by which a name is recognised."""

_LIKENESS = 0.7
"""How similar a word must be to count as a typo of another: "mineswepper" has 0.95, "abc" and
"basic" 0.5."""


class ProviderError(Exception):
    """The base class of all errors that the package raises on purpose."""

    def __str__(self) -> str:
        # A message may be a function, since most lookups of unknown attributes come from tools that
        # never read it. (KeyError's own __str__ would put the message in quotes.)
        message = self.args[0] if self.args else ""
        try:
            return clean(str(message() if callable(message) else message))
        except ProviderError as fault:  # the game fails again when asked what is wrong
            return str(fault)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self),)

    def _render_traceback_(self, *_: object, **__: object) -> list[str]:
        """Return the lines that IPython shows: the caller's frames and the message, without our
        frames."""
        frames = _shown_frames(self.__traceback__)
        if frames and len(linecache.getlines(frames[0].filename)) < 2:
            del frames[0]  # a one-line cell is shown right above
        cause = self.__cause__ if isinstance(self, BrokenGame | SourceError) else None
        frames += [] if cause is None else _shown_frames(cause.__traceback__)
        return [
            clean(line) for line in (*map(_frame_text, frames), f"{type(self).__name__}: {self}")
        ]


def _shown_frames(tb: TracebackType | None) -> list[traceback.FrameSummary]:
    """Return the frames that have a line to show and belong neither to this package nor to IPython
    or Python itself."""
    shell = getattr(sys.modules.get("IPython"), "__file__", None)
    hidden = (_PACKAGE, *([str(Path(shell).parent) + os.sep] if shell else []), "<frozen ")
    return [
        frame
        for frame in traceback.extract_tb(tb)
        if frame.line
        and not frame.filename.startswith(hidden)
        and ("-packages" in frame.filename or not frame.filename.startswith(_LIBRARY))
    ]


def _frame_text(frame: traceback.FrameSummary) -> str:
    """Return a frame in two lines."""
    place = _file_of(frame, frame.filename)
    inside = "" if frame.name == "<module>" else f", in {frame.name}"
    return f"{place}, line {frame.lineno}{inside}\n    {frame.line}"


def _file_of(frame: traceback.FrameSummary, name: str) -> str:
    """Return the name of a frame's file, or IPython's name for its cell."""
    cell = _CELL.search(frame.filename)
    if cell is None:
        return name
    return f"Cell In[{cell[1]}]" if cell[1] else "Cell"


class ChoiceError(ProviderError, ValueError):
    """The choice cannot be made here: it is not offered, or the game is over."""


class NoSuchChoice(ChoiceError, AttributeError):
    """The position has no choice with that name."""

    def __init__(self, message: object = "") -> None:
        super().__init__(message)
        self.obj = ()  # otherwise Python stores the node and adds its own suggestion


class NoSuchKey(ChoiceError, KeyError):
    """The position has no choice with that text."""


class NotAList(NoSuchKey, TypeError):
    """A position has options but is not itself a list of them."""


class NotAPosition(ProviderError, TypeError):
    """Something other than a position was given to a function that works on positions."""


class NoSuchOption(ProviderError, TypeError):
    """A function was given arguments that it does not take, or lacks some that it needs."""


class Unchangeable(ProviderError, AttributeError):
    """Something that never changes was to be set or deleted."""


class BadParameter(ProviderError, ValueError):
    """A game cannot be started with these parameters.

    >>> raise BadParameter("rows is 0, but must be from 1 to 9.")
    Traceback (most recent call last):
    interactive_provider.errors.BadParameter: rows is 0, but must be from 1 to 9.
    """


class BadLine(ProviderError, ValueError):
    """A line of Python that does not lead to a position."""


class BadSave(ProviderError, ValueError):
    """A saved game that is incomplete, altered, of another version or from another program."""


class BadFile(ProviderError, OSError):
    """An invalid file name, something that is not a regular file, a file that is too large, or an
    error of the system, such as a full disk."""


class NoSuchFile(ProviderError, FileNotFoundError):
    """The file to read, or the folder to write it into, does not exist."""


class ProtectedFile(ProviderError, PermissionError):
    """The file may not be read or written."""


class BadBoard(ProviderError, ValueError):
    """A board that is not a rectangle of cells."""


class BadLabel(ProviderError, ValueError):
    """An option without a usable label or with a value that cannot be compared."""


class NoAbility(ProviderError, NotImplementedError):
    """The game does not have the requested ability."""


class MissingExtra(NoAbility, NoSuchChoice):
    """The request needs an extra of this package that is not installed."""


class BrokenGame(ProviderError, RuntimeError):
    """The game's own code raised an error or returned something that is not a state."""


class SourceError(ProviderError, ImportError):
    """A source of games could not be loaded."""


class guard:  # noqa: N801 - a context manager is called like a function
    """Re-raise any exception from a game's code as `BrokenGame`, except our own errors, an
    interrupt and ``passing``."""

    __slots__ = ("passing", "what")

    def __init__(self, what: str, *passing: type[BaseException]) -> None:
        self.what = what
        self.passing = passing

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None
    ) -> None:
        # The type is asked: an error raised by a game may lie about its class.
        if fault is not None and not issubclass(
            type(fault), (ProviderError, KeyboardInterrupt, *self.passing)
        ):
            raise broken(self.what, fault) from fault


class tolerate:  # noqa: N801 - as `guard`
    """Suppress any exception from third-party code, except an interrupt, and keep it as
    ``fault``."""

    __slots__ = ("fault",)
    fault: BaseException

    def __enter__(self) -> tolerate:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None
    ) -> bool:
        if fault is not None:
            self.fault = fault
        return kind is not None and not issubclass(kind, KeyboardInterrupt)


def broken(what: str, fault: BaseException) -> BrokenGame:
    """Return an error that says whose code failed."""
    if issubclass(type(fault), BrokenGame):  # an error of the game's may lie about its class
        return BrokenGame(fault)
    return BrokenGame(f"{what} raised {in_a_line(fault)}{place_of(fault)}")


def in_a_line(fault: BaseException) -> str:
    """Return the type of an error and its text."""
    return ": ".join(filter(None, (type(fault).__name__, message_of(fault))))


def place_of(fault: BaseException) -> str:
    """Return the line of the user's own code that raised an error, in brackets; empty if
    unknown."""
    for frame in _shown_frames(fault.__traceback__)[-1:]:
        return f" (line {frame.lineno} of {_file_of(frame, Path(frame.filename).name)})"
    return ""


def quote(thing: object) -> str:
    """Return the user's input as Python would write it, shortened in the middle if it is long."""
    if type(thing) is int and thing.bit_length() > _MOST_BITS:
        return f"a number of about {int(thing.bit_length() * 0.30103):,} digits"
    try:
        text = str.__str__(thing if issubclass(type(thing), str) else repr(thing))
    except KeyboardInterrupt:
        raise
    except BaseException as fault:  # noqa: BLE001 - a foreign repr may raise anything, and we are in an error already
        text = f"<{type(thing).__name__} whose repr raises {type(fault).__name__}>"
    if len(text) > _LONGEST_QUOTE:
        text = f"{text[:40]}…{text[-15:]}"
    return repr(text) if issubclass(type(thing), str) else text


def message_of(fault: BaseException) -> str:
    """Return the text of an error, shortened if it is long; if its text cannot be read, say so."""
    try:
        text = str.__str__(str(fault))
    except KeyboardInterrupt:
        raise
    except BaseException as other:  # noqa: BLE001 - a foreign error may raise anything when it is read
        return f"(its text raises {type(other).__name__})"
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[:400]}…{text[-80:]}"


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the one of ``words`` that a person who typed ``word`` most likely meant, or None."""
    import difflib

    if not isinstance(word, str):  # as it may be where a person gives anything
        return None
    known = list(words)
    typed = _unpadded(word[:200])
    same = [other for other in known if _unpadded(other) == typed]
    begun = [
        other for other in known if len(typed) >= _BEGINNING and _unpadded(other).startswith(typed)
    ]
    inside = [
        other for other in known if len(typed) > 1 and typed in re.split(r"[ ._]", _unpadded(other))
    ]
    close = (
        same
        or begun
        or inside
        or _near_in_numbers(typed, known)
        or difflib.get_close_matches(word[:200], known, n=1, cutoff=_LIKENESS)
    )
    return close[0] if close else None


def _near_in_numbers(word: str, known: Iterable[str]) -> list[str]:
    """Return the one of ``known`` that begins with the same letters and has the nearest numbers."""
    begin = re.match(r"[^\W\d]{3,}", word)
    numbers = _numbers(word)
    if begin is None or not numbers:
        return []
    alike = [
        other
        for other in known
        if other.casefold().startswith(begin[0]) and len(_numbers(other)) == len(numbers)
    ]

    def away(other: str) -> int:
        return sum(abs(a - b) for a, b in zip(numbers, _numbers(other), strict=True))

    return sorted(alike, key=away)[:1]


def _numbers(word: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"[0-9]+", word)]


def _unpadded(word: str) -> str:
    """Return a word in lower case, with its numbers without leading zeros."""
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", word.casefold())


def meant(word: str, words: Iterable[str]) -> str:
    """Return `` Did you mean 'x'?`` or, if nothing is near, an empty text."""
    close = nearest(word, words)
    return "" if close is None else f" Did you mean {quote(close)}?"


def did_you_mean(word: str, words: Iterable[str], others: Iterable[str] = ()) -> str:
    """Return `` Did you mean 'x'?`` from the words or otherwise from others; if nothing is near,
    the first few existing words."""
    known = list(words)
    near = meant(word, known) or meant(word, others)
    if near or not known:
        return near
    first = (
        word if len(word) <= _LONGEST_QUOTE else f"{word[:40]}…{word[-15:]}" for word in known[:6]
    )
    return f" There are: {', '.join(first)}{', …' if len(known) > 6 else ''}."


def clean(text: str) -> str:
    """Return ``text`` with every character that could affect a terminal or break a page shown as
    ``�``, and without invisible ones."""
    # Most texts are printable, and a menu may have hundreds. A game's own str subclass may do
    # anything.
    if type(text) is str and text.isascii() and text.isprintable():
        return text
    if not isinstance(text, str):  # a title or a name may be a number
        text = str(text)
    return _UNSAFE.sub("�", _UNSEEN.sub("", text.replace("\r\n", "\n")))
