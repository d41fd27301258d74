"""The user's files: replaced completely or not at all, by one writer at a time, and read up to a
size limit.

The new contents are in a hidden file next to the target until they are complete. That file is also
the lock: the process that creates it may replace the target, and others wait. A killed writer
leaves it behind; the next one sees that it is no longer locked, and removes it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar

from ..errors import BadFile, NoSuchFile, ProtectedFile, did_you_mean, quote
from .hashes import digest_of

try:
    import fcntl

    fcntl.flock.__name__  # noqa: B018 - a browser's Python has the module, but no locks
except (ImportError, AttributeError):  # not a Unix
    fcntl = None  # type: ignore[assignment] # tested below

FileName: TypeAlias = "str | os.PathLike[str]"
R = TypeVar("R")

PATIENCE = 10.0
"""The number of seconds for which one writer waits for another."""

_ABANDONED = 5.0
"""The age in seconds above which a new file counts as abandoned, if the system has no locks."""

_LARGEST_RECORD = 500_000_000

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_KINDS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))


def user_folder() -> Path:
    """Return the folder for this user's data; it is not created. Raises `BadFile` for a user
    without a home."""
    if chosen := os.environ.get("INTERACTIVE_PROVIDER_HOME"):
        return Path(chosen)
    try:
        home = Path.home()
    except RuntimeError as fault:
        raise BadFile(f"{fault} Set INTERACTIVE_PROVIDER_HOME to a folder.") from None
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "interactive_provider"
    if sys.platform == "win32":
        return (
            Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "interactive_provider"
        )
    return (
        Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "interactive_provider"
    )


def compiled_folder() -> Path | None:
    """Return the folder for code compiled for this computer, None for a user without a home."""
    with contextlib.suppress(OSError):
        return user_folder() / "compiled"
    return None


def replace_file(file: FileName, contents: Callable[[], str | bytes]) -> None:
    """Write a text or bytes into a file, completely or not at all; ``contents`` is called while no
    other process may replace it.

    Links are followed; an existing file's owner and permissions are kept. Raises `BadFile` for an
    invalid name, for anything but a regular file (a folder, a pipe, a device) and for any error of
    the system, `NoSuchFile` if its folder does not exist, and `ProtectedFile` if the file may not
    be written.
    """
    old = _status(file)
    if old is not None and not (old.st_mode & _WRITABLE and os.access(file, os.W_OK)):
        raise _refused(PermissionError(), file, "written", "it is read-only")
    try:
        target = Path(os.path.realpath(file))
    except OSError as fault:  # the current folder is gone
        raise _refused(fault, file, "written") from None
    # short enough for any file system
    name = digest_of(os.fsencode(target.name), 8).hex()
    new = target.with_name(f".saving-{name}")
    try:
        with _created(new) as stream:
            try:
                _keep_owner(stream, old)
                whole = contents()
                if isinstance(whole, str):
                    whole = whole.encode("utf-8", "backslashreplace")
                stream.write(whole)
                stream.flush()
                os.fsync(stream.fileno())
                if fcntl is not None:  # locked until then; elsewhere an open file cannot be moved
                    new.replace(target)
            finally:
                _unlock(stream)
        if fcntl is None:
            new.replace(target)
    except BadFile:
        raise
    except FileNotFoundError:
        why = f"There is no folder {quote(str(target.parent))} for {quote(target.name)}."
        raise _refusal(NoSuchFile, why, file) from None
    except PermissionError as fault:
        raise _refused(fault, file, "written", "its folder is read-only") from None
    except OSError as fault:
        raise _refused(fault, file, "written") from None
    finally:
        _remove_abandoned(new)


def checksum(record: Mapping[str, Any]) -> str:
    """Return a text that changes with any part of a record except the checksum in it."""
    import json

    parts = {name: part for name, part in record.items() if name != "sum"}
    return digest_of(json.dumps(parts, sort_keys=True).encode()).hex()


def write_kept(file: FileName | None, record: Callable[[], Any]) -> None:
    """Write a record into a JSON file; nothing if no file is named."""
    import json

    if file is not None:
        replace_file(file, lambda: json.dumps(record()))


def read_kept(file: FileName | None, what: str, made: Callable[[Any], R]) -> R | None:
    """Return what is made of the record in a file, None if there is no file yet; raise `BadFile`
    for a file that contains anything but ``what``."""
    import json

    if file is None:
        return None
    try:
        return made(json.loads(read_file(path_of(file), _LARGEST_RECORD)))
    except NoSuchFile:
        return None
    except BadFile:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as fault:
        why = f"{type(fault).__name__}: {fault}"
        raise BadFile(f"{quote(str(file))} is not a saved {what}: {why}.") from None


def _keep_owner(stream: IO[bytes], old: os.stat_result | None) -> None:
    """Give a new file the owner and the permissions of the old one, as far as the system allows."""
    if old is not None and hasattr(os, "fchown"):
        with contextlib.suppress(PermissionError):
            os.fchown(stream.fileno(), old.st_uid, old.st_gid)
        os.fchmod(stream.fileno(), stat.S_IMODE(old.st_mode))


def read_file(file: FileName, largest: int) -> bytes:
    """Return the bytes of a regular file; raise `BadFile` for anything else and for too large a
    file, `NoSuchFile` or `ProtectedFile`."""
    status = _status(file)
    if status is None:
        raise _refusal(NoSuchFile, _missing(Path(file)), file)
    is_too_large = status.st_size > largest
    try:
        with Path(file).open("rb") as stream:
            contents = b"" if is_too_large else stream.read(largest)
            is_too_large = bool(stream.read(1))
    except OSError as fault:
        raise _refused(fault, file, "read") from None
    if is_too_large:
        raise BadFile(f"{quote(os.fspath(file))} is larger than the limit of {largest:,} bytes.")
    return contents


def read_text(file: FileName, largest: int) -> str:
    """Return the text of a file: decoded by its byte order mark, otherwise as UTF-8, otherwise as
    Windows-1252; raise as `read_file` does."""
    contents = read_file(file, largest)
    encodings = ["utf-8-sig", "cp1252"]
    if contents.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encodings.insert(0, "utf-16")
    for encoding in encodings:
        with contextlib.suppress(UnicodeDecodeError):
            return contents.decode(encoding)
    return contents.decode("latin-1")  # in which every byte is a character


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, unless it exists; raise `BadFile` for any error of the system,
    or `ProtectedFile`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise _refused(fault, folder, "made") from None


def path_of(file: FileName) -> Path:
    """Return the path that a user gives for a file; raise `BadFile` for anything but a name."""
    if not isinstance(file, str | os.PathLike) or not file:
        raise BadFile(f"{quote(file)} is not the name of a file.")
    return Path(file)


def suffix_of(file: FileName, known: Sequence[str]) -> str:
    """Return the suffix of a file's name in lower case; raise `BadFile` for an unknown one."""
    suffix = path_of(file).suffix.lower()
    if suffix not in known:
        raise BadFile(f"{quote(os.fspath(file))} must end in {' or '.join(known)}.")
    return suffix


def _missing(file: Path) -> str:
    """Say why a missing file cannot be read, with the one that may have been meant."""
    if not file.parent.is_dir():
        return f"There is no folder {quote(str(file.parent))} with {quote(file.name)}."
    suffix = file.suffix or ".json"  # the suffix of our own saves
    beside: list[str] = []
    with contextlib.suppress(PermissionError):  # a folder that may be entered need not be listable
        beside = sorted(other.name for other in file.parent.iterdir() if other.suffix == suffix)
    return f"There is no file {quote(str(file))}.{did_you_mean(file.name, beside)}"


def _refused(
    fault: OSError, file: FileName, done: str, why: str = "you have no permission"
) -> OSError:
    """Return our error for an error of the system; ``why`` explains a lack of permission."""
    kind: type[OSError] = ProtectedFile
    if not isinstance(fault, PermissionError):
        kind = BadFile
        why = str(fault.strerror)
    sentence = f"{quote(os.fspath(file))} cannot be {done}: {why}."
    return _refusal(kind, sentence, file, fault.errno)


def _refusal(kind: type[OSError], why: str, file: FileName, number: int | None = None) -> OSError:
    """Return an error that also has the attributes of Python's own."""
    fault = kind(why)
    fault.errno = number or (errno.ENOENT if kind is NoSuchFile else errno.EACCES)
    fault.filename = os.fspath(file)
    return fault


def _status(file: FileName) -> os.stat_result | None:
    """Return the status of a regular file, None if there is no file; raise `BadFile` for anything
    else."""
    try:
        status = os.stat(file or ".")  # noqa: PTH116 - a Path of what no file can be called is an error of its own
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise _refused(fault, file, "reached") from None
    except ValueError as fault:
        raise BadFile(f"No file can be named {quote(os.fspath(file))}: {fault}.") from None
    if not stat.S_ISREG(status.st_mode):
        kind = next((word for is_kind, word in _KINDS if is_kind(status.st_mode)), "a device")
        raise BadFile(f"{quote(os.fspath(file))} is {kind}; give the name of a regular file.")
    return status


def _created(new: Path) -> IO[bytes]:
    """Create the new file, which only one process can do at a time; wait for any process that is
    writing it."""
    stream = None
    until = time.monotonic() + PATIENCE
    try:
        while True:
            with contextlib.suppress(FileExistsError):
                stream = new.open("xb")
                if _lock(stream) is not False and _is_at(stream, new):
                    return stream
                stream.close()  # another writer considered it abandoned just before it was locked
            if not _remove_abandoned(new):
                if time.monotonic() > until:
                    raise OSError(errno.EBUSY, "another process is writing it")
                time.sleep(0.005)
    except BaseException:
        if stream is not None:
            stream.close()
        raise


def _remove_abandoned(new: Path) -> bool:
    """Remove a new file that nobody is writing any more; True if none is left."""
    try:
        status = new.lstat()
        is_old = time.time() - status.st_mtime > _ABANDONED
        if not stat.S_ISREG(status.st_mode):
            return False
        with new.open("rb") as stream:
            is_locked = _lock(stream)
            is_abandoned = (is_old if is_locked is None else is_locked) and _is_at(stream, new)
            # It is removed while locked; without fcntl, an open file cannot be removed.
            if is_abandoned and fcntl is not None:
                new.unlink()
        if is_abandoned and fcntl is None:
            new.unlink()
        return is_abandoned
    except FileNotFoundError:
        return True
    except OSError:  # we may not remove it
        return False


def _lock(stream: IO[Any]) -> bool | None:
    """Lock an open file against other processes and threads; return False if it is locked, None if
    there are no locks."""
    try:
        if fcntl is not None:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return None


def _unlock(stream: IO[Any]) -> None:
    """Unlock a file, which a process forked since then may still have open."""
    if fcntl is not None:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(stream, fcntl.LOCK_UN)


def _is_at(stream: IO[Any], place: Path) -> bool:
    """True if an open file still has its name."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), place.lstat())
    except FileNotFoundError:
        return False


class Shelf(Mapping[str, Any]):
    """Values made from the files of one kind in a folder of the package, each read on first use."""

    def __init__(
        self, package: str, folder: str, suffix: str, read: Callable[[bytes, str], Any]
    ) -> None:
        from importlib import resources  # loads a dozen modules, rarely needed at startup

        files = (resources.files(package) / folder).iterdir()
        self._files = {
            file.name.removesuffix(suffix): file for file in files if file.name.endswith(suffix)
        }
        self._read = read
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._read(self._files[name].read_bytes(), name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._files))

    def __len__(self) -> int:
        return len(self._files)
