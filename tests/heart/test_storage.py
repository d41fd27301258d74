"""Files are replaced whole or not at all, by one writer at a time, and read within a bound."""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import games, load, save
from interactive_provider.__main__ import main
from interactive_provider.errors import BadFile, BadSave, NoSuchFile, ProtectedFile, ProviderError
from interactive_provider.support import storage
from interactive_provider.support.storage import checksum, read_file, replace_file
from interactive_provider.widget import results
from tests.patience import PATIENCE

P = games.guess(seed=7)(50)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A user's folder of its own."""
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path))
    return tmp_path


def names(folder: Path) -> list[str]:
    """The files in a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


# What a file may be ------------------------------------------------------------------------


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Saving to a link, to a link to it, or to one whose target is missing, writes the target."""
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real.json"
    link, again = tmp_path / "link.json", tmp_path / "again.json"
    link.symlink_to(real)
    again.symlink_to("link.json")
    for target in (link, again):
        save(P, target)
        assert link.is_symlink() and again.is_symlink()
        assert P == load(real)
        real.unlink()
    assert ["again.json", "link.json", "there"] == names(tmp_path)
    assert [] == names(tmp_path / "there")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_permissions_and_owner_are_kept(tmp_path: Path, mode: int) -> None:
    """Whatever the umask is; a new file gets what the umask leaves."""
    file = tmp_path / "game.json"
    before = os.umask(0o027)
    try:
        save(P, file)
        assert 0o640 == stat.S_IMODE(file.stat().st_mode)
        file.chmod(mode)
        owner = file.stat().st_uid, file.stat().st_gid
        save(P, file)
    finally:
        os.umask(before)
    assert mode == stat.S_IMODE(file.stat().st_mode)
    assert owner == (file.stat().st_uid, file.stat().st_gid)


def test_what_is_no_regular_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe, a socket, a folder, and links to them: one error says what it is, and nothing is
    replaced."""
    monkeypatch.chdir(tmp_path)
    pipe, folder, link = Path("pipe"), Path("folder"), Path("link")
    os.mkfifo(pipe)
    folder.mkdir()
    link.symlink_to(pipe)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("socket")
    for target, kind in (
        (pipe, "pipe"),
        (link, "pipe"),
        (folder, "folder"),
        (Path("socket"), "socket"),
    ):
        with pytest.raises(BadFile, match=re.escape(f"{str(target)!r} is a {kind}")):
            save(P, target)
        with pytest.raises((BadFile, BadSave), match=f"is a {kind}"):
            load(target)
    listening.close()
    assert ["folder", "link", "pipe", "socket"] == names(tmp_path)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(BadFile, match="is a device"):
        read_file("/dev/null", 10)


@pytest.mark.parametrize("name", ["", ".", "a\0b", "\ud800"])
def test_names_that_no_file_can_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """They are refused in our own words, and leave nothing."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadFile, match=re.escape(repr(name))):
        save(P, name)
    assert [] == names(tmp_path)


def test_a_file_that_is_missing_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the file that may have been meant, or the folder that is not there."""
    monkeypatch.chdir(tmp_path)
    save(P, "monday.json")
    with pytest.raises(FileNotFoundError) as missing:
        load("mondey.json")
    assert "There is no file 'mondey.json'. Did you mean 'monday.json'?" == str(missing.value)
    with pytest.raises(FileNotFoundError) as no_folder:
        save(P, "attic/monday.json")
    assert isinstance(no_folder.value, ProviderError)
    assert "attic' for 'monday.json'." in str(no_folder.value)
    with pytest.raises(FileNotFoundError, match=r"no folder 'attic' with 'monday.json'"):
        load("attic/monday.json")
    assert ["monday.json"] == names(tmp_path)


def test_a_save_beside_a_folder_that_is_gone_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another window may have removed the folder that a session works in."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(BadFile, match=r"'game.json' cannot be written: No such file or directory"):
        save(P, "game.json")


@pytest.mark.parametrize("ask", [load, lambda name: save(P, name)], ids=["load", "save"])
def test_what_is_not_a_name_is_refused_in_a_sentence(ask: Callable[[Any], object]) -> None:
    """Python's own words would come with forty lines of its libraries."""
    for given in (5, None, ["game.json"]):
        with pytest.raises(BadFile) as refusal:
            ask(given)
        assert f"{given!r} is not the name of a file." == str(refusal.value)


def test_a_folder_is_not_said_to_be_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is no file at all is one sentence."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    with pytest.raises(BadSave) as refusal:
        load("games")
    assert "'games' is a folder; give the name of a regular file." == str(refusal.value)


def test_the_longest_name_that_a_file_can_have(tmp_path: Path) -> None:
    """255 bytes can be saved; with one more an error of ours says why, and has the system's
    number."""
    name = "é" * 125 + ".json"
    save(P, tmp_path / name)
    assert P == load(tmp_path / name)
    with pytest.raises(BadFile, match="cannot be reached: File name too long") as caught:
        save(P, tmp_path / f"x{name}")
    assert (errno.ENAMETOOLONG, str(tmp_path / f"x{name}")) == (
        caught.value.errno,
        caught.value.filename,
    )
    assert [name] == names(tmp_path)


def test_a_save_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """A sparse file of a gigabyte is refused by its size."""
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(BadSave, match="limit of 100,000,000 bytes"):
        load(tmp_path / "huge.json")


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound holds for what is read, not only for the size before."""
    file = tmp_path / "growing"
    file.write_bytes(b"12345")
    before = file.stat()
    assert b"12345" == read_file(file, 5)
    file.write_bytes(b"123456")
    monkeypatch.setattr(storage, "_status", lambda file: before)
    with pytest.raises(BadFile, match="limit of 5 bytes"):
        read_file(file, 5)


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o000])
def test_a_read_only_file_is_not_replaced(tmp_path: Path, mode: int) -> None:
    """Nor what a link leads to, not even by the system's administrator, for whom all files are
    writable."""
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    save(P, file)
    link.symlink_to(file)
    file.chmod(mode)
    for target in (file, link):
        with pytest.raises(PermissionError, match="it is read-only") as caught:
            save(games.guess(seed=8), target)
        assert str(target) == caught.value.filename
        assert isinstance(caught.value, ProviderError)
    file.chmod(0o644)
    assert P == load(file)
    assert ["game.json", "link.json"] == names(tmp_path)


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system decides, whatever the permissions say: a disk may be read-only."""
    save(P, tmp_path / "game.json")
    monkeypatch.setattr(os, "access", lambda file, mode: False)
    with pytest.raises(PermissionError):
        save(P, tmp_path / "game.json")


def test_an_owner_that_cannot_be_kept_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only an administrator may give files away: who may write another's file becomes the owner of
    the new one."""

    def refuse(*given: object) -> None:
        raise PermissionError(errno.EPERM, "not yours")

    file = tmp_path / "game.json"
    save(P, file)
    file.chmod(0o664)
    monkeypatch.setattr(os, "fchown", refuse)
    save(P, file)
    assert 0o664 == stat.S_IMODE(file.stat().st_mode)


# One writer at a time ----------------------------------------------------------------------


def test_an_old_file_is_replaced_and_not_written_over(home: Path) -> None:
    """Whoever reads it meanwhile goes on with the old one, whole."""
    results.record("level", True, 1.0, 1, False)
    old = (home / "results.json").read_text()
    with (home / "results.json").open() as reading:
        results.record("level", True, 1.0, 1, False)
        assert old == reading.read()
    assert old != (home / "results.json").read_text()


_COUNT = """
import threading
from interactive_provider.widget import results
def count():
    for _ in range(50):
        told = results.record("level", True, 1.0, 5, False)
        assert not told.startswith("(Not"), told
threads = [threading.Thread(target=count) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


@pytest.mark.slow
def test_results_are_counted_by_several_processes_and_threads_at_once(home: Path) -> None:
    """Two processes with two threads count fifty games each: two hundred are counted."""
    counting = [subprocess.Popen([sys.executable, "-c", _COUNT]) for _ in range(2)]
    assert [0, 0] == [process.wait(PATIENCE) for process in counting]
    assert 200 == results.all_results()["level"].won
    assert ["results.json"] == names(home)


def test_two_who_save_at_once_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second waits until the first has replaced the file; another file is not waited for."""
    file, order = tmp_path / "file", list[str]()
    begun, tried, go_on = threading.Event(), threading.Event(), threading.Event()

    def remove(new: Path) -> bool:
        is_gone = remove_abandoned(new)
        tried.set()
        return is_gone

    remove_abandoned = storage._remove_abandoned

    def first() -> str:
        begun.set()
        go_on.wait(PATIENCE)
        order.append("first")
        return "first"

    def second() -> str:
        order.append(f"second, after {file.read_text()}")
        return "second"

    writers = [threading.Thread(target=replace_file, args=(file, text)) for text in (first, second)]
    writers[0].start()
    begun.wait(PATIENCE)
    replace_file(tmp_path / "other", lambda: "other")
    monkeypatch.setattr(storage, "_remove_abandoned", remove)
    writers[1].start()
    assert tried.wait(PATIENCE)
    assert [] == order
    go_on.set()
    for writer in writers:
        writer.join(PATIENCE)
    assert ["first", "second, after first"] == order
    assert "second" == file.read_text()
    assert ["file", "other"] == names(tmp_path)


def test_a_writer_that_never_ends_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the patience an error names the file; what the other writes is left alone."""
    monkeypatch.setattr(storage, "PATIENCE", 0.02)
    file, go_on, begun = tmp_path / "file", threading.Event(), threading.Event()

    def text() -> str:
        begun.set()
        go_on.wait(PATIENCE)
        return "first"

    writer = threading.Thread(target=replace_file, args=(file, text))
    writer.start()
    begun.wait(PATIENCE)
    with pytest.raises(OSError, match="another process is writing it") as caught:
        replace_file(file, lambda: "second")
    assert str(file) == caught.value.filename
    go_on.set()
    writer.join(PATIENCE)
    assert "first" == file.read_text()


@pytest.mark.parametrize("locks", [True, False], ids=["fcntl", "no fcntl"])
def test_a_file_that_a_killed_writer_left_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    """The next writer finds that nobody holds it: by its lock, or if there are no locks by its
    age."""
    if not locks:
        monkeypatch.setattr(storage, "fcntl", None)
        monkeypatch.setattr(storage, "_ABANDONED", 0.05)
    file = tmp_path / "game.json"
    child = os.fork()
    if not child:
        replace_file(file, lambda: os.kill(os.getpid(), signal.SIGKILL) or "")  # type: ignore[func-returns-value]
        os._exit(1)
    assert -signal.SIGKILL == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert 1 == len(names(tmp_path))
    save(P, file)
    assert P == load(file)
    assert ["game.json"] == names(tmp_path)


def without_locks(stream: object, how: int) -> None:
    """The answer of a file system that has no locks."""
    raise OSError(errno.ENOLCK, "no locks")


def test_a_file_system_without_locks_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some mounted ones have none: whoever makes the new file is its writer."""
    monkeypatch.setattr(fcntl, "flock", without_locks)
    monkeypatch.setattr(storage, "_ABANDONED", 0.0)
    for text in ("one", "two"):
        replace_file(tmp_path / "file", lambda text=text: text)  # type: ignore[misc]
        assert text == (tmp_path / "file").read_text()
    assert ["file"] == names(tmp_path)


@pytest.mark.parametrize("locks", ["locks", "no locks", "no fcntl"])
def test_a_file_that_somebody_has_just_made_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locks: str
) -> None:
    """A writer that holds it, or one of whom only the age of its file is known, may still be
    writing."""
    new = tmp_path / ".saving-x"
    with new.open("x") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        if locks == "no locks":
            monkeypatch.setattr(fcntl, "flock", without_locks)
        if locks == "no fcntl":
            monkeypatch.setattr(storage, "fcntl", None)
        assert not storage._remove_abandoned(new)
        assert new.exists()
        os.utime(new, (0, 0))
        assert (locks != "locks") is storage._remove_abandoned(new)
        assert (locks == "locks") is new.exists()


def test_a_file_that_may_not_be_looked_at_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder of everybody's it may be another user's."""

    def refused(self: Path) -> Any:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "lstat", refused)
    assert not storage._remove_abandoned(tmp_path / ".saving-x")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have folders of their own")
def test_what_is_kept_is_where_the_system_says_or_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the variable of the system, if it is set, and by our own before it."""
    monkeypatch.delenv("INTERACTIVE_PROVIDER_HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    at_home = storage.user_folder()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    said = storage.user_folder()
    monkeypatch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path / "own"))
    own = storage.user_folder()

    kept = "interactive_provider"
    assert (tmp_path / ".local" / "share" / kept, tmp_path / "data" / kept) == (at_home, said)
    assert tmp_path / "own" == own


def test_what_is_no_file_is_not_taken_away(tmp_path: Path) -> None:
    """Nor opened: a pipe would never end."""
    os.mkfifo(tmp_path / ".saving-x")
    os.utime(tmp_path / ".saving-x", (0, 0))
    assert not storage._remove_abandoned(tmp_path / ".saving-x")
    assert [".saving-x"] == names(tmp_path)


def before_the_lock(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let somebody else act between the opening of a file and its lock, once."""
    lock = fcntl.flock

    def late(stream: Any, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        act()
        lock(stream, how)

    monkeypatch.setattr(fcntl, "flock", late)


def test_a_new_file_that_was_taken_for_abandoned_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writer may find it before it is locked, and remove it."""
    before_the_lock(monkeypatch, lambda: next(tmp_path.glob(".saving-*")).unlink())
    replace_file(tmp_path / "file", lambda: "text")
    assert "text" == (tmp_path / "file").read_text()
    assert ["file"] == names(tmp_path)


def test_the_file_of_another_writer_is_not_taken_for_an_abandoned_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have taken the place of an abandoned one before that was locked."""
    new = tmp_path / ".saving-x"
    new.write_text("abandoned")

    def take_its_place() -> None:
        new.unlink()
        new.write_text("another's")

    before_the_lock(monkeypatch, take_its_place)
    assert not storage._remove_abandoned(new)
    assert "another's" == new.read_text()


def test_a_child_that_outlives_a_failed_save_keeps_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was forked while the file was written, and has it open."""
    monkeypatch.setattr(storage, "PATIENCE", 0.05)
    go_on, end = os.pipe()
    child = 0

    def text() -> str:
        nonlocal child
        child = os.fork()
        if not child:
            os.close(end)
            os.read(go_on, 1)
            os._exit(0)
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        replace_file(tmp_path / "file", text)
    assert [] == names(tmp_path)
    replace_file(tmp_path / "file", lambda: "text")
    assert "text" == (tmp_path / "file").read_text()
    os.close(end)
    os.waitpid(child, 0)
    os.close(go_on)


def test_what_the_system_refuses_is_an_error_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, a folder that may not be entered, one that is a file: whoever catches our errors
    catches these."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="Not a directory"):
        save(P, tmp_path / "file" / "game.json")

    def refuse(number: int) -> Callable[..., Any]:
        def refused(*_: object) -> Any:
            raise OSError(number, os.strerror(number))

        return refused

    monkeypatch.setattr(os, "fsync", refuse(errno.ENOSPC))
    with pytest.raises(BadFile, match="cannot be written: No space left") as full:
        save(P, tmp_path / "game.json")
    assert errno.ENOSPC == full.value.errno
    monkeypatch.setattr(os, "stat", refuse(errno.EACCES))
    with pytest.raises(ProtectedFile, match="cannot be reached: you have no permission"):
        load(tmp_path / "closed" / "game.json")


@pytest.mark.slow
def test_results_survive_sixty_kills(home: Path, tmp_path: Path) -> None:
    """Whatever a killed process was about to write, what is there is whole, and the next writer
    tidies up."""
    rng, file = Random(3), tmp_path / "game.json"
    save(P, file)
    for _ in range(60):
        child = os.fork()
        if not child:
            while True:
                save(P, file)
                results.record("level", True, 1.0, 1, False)
        time.sleep(rng.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert P == load(file)
        results.all_results()
    save(P, file)
    results.record("level", True, 1.0, 1, False)
    assert ["game.json", "results.json"] == names(home)


def handles() -> int:
    """How many files this process has open."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - a pseudo-folder


@pytest.mark.parametrize("place", ["flock", "fsync", "replace", "fchmod", "text"])
def test_an_interrupt_leaves_no_file_and_no_handle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Ctrl-C just before or just after each thing that the system is expected."""
    file = tmp_path / "file"
    replace_file(file, lambda: "old")
    for after in (False, True):
        with monkeypatch.context() as patch:

            def interrupted(
                *given: Any, real: Callable[..., Any], after: bool = after, **named: Any
            ) -> Any:
                patch.undo()  # once
                if after:
                    real(*given, **named)
                raise KeyboardInterrupt

            def text(text: str = "new") -> str:
                if place == "text":
                    raise KeyboardInterrupt
                return text

            owner: Any = {"flock": fcntl, "replace": Path}.get(place, os)
            if place != "text":
                real = getattr(owner, place)
                patch.setattr(
                    owner,
                    place,
                    lambda *given, real=real, **named: interrupted(*given, real=real, **named),
                )
            before = handles()
            with pytest.raises(KeyboardInterrupt):
                replace_file(file, text)
        assert ["file"] == names(tmp_path)
        assert before == handles()
        assert file.read_text() in ("old", "new")


@pytest.mark.slow
def test_interrupts_at_any_moment_leave_no_file_and_no_handle(home: Path) -> None:
    """Three hundred of them, while results are counted and lines are kept."""
    rng, before, hits = Random(1), handles(), 0
    old = signal.signal(signal.SIGALRM, signal.default_int_handler)
    gc.disable()  # a test library's callback at a collection would swallow an interrupt
    try:
        for _ in range(300):
            try:
                signal.setitimer(signal.ITIMER_REAL, rng.random() * 0.003 + 1e-6)
                try:
                    results.record("level", True, 1.0, 1, False)
                    results.remember("games.guess(seed=1)")
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                hits += 1
            assert {"boards.json", "results.json"} >= set(names(home))
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, old)
    assert hits > 10
    assert before == handles()


def test_our_own_errors_are_also_the_systems() -> None:
    """`BadFile` is what `except OSError` expects, and can be pickled."""
    import pickle

    fault = BadFile("no file")
    assert isinstance(fault, OSError) and isinstance(fault, ProviderError)
    assert ("no file", BadFile) == (
        str(pickle.loads(pickle.dumps(fault))),
        type(pickle.loads(pickle.dumps(fault))),
    )


@pytest.mark.slow
@pytest.mark.parametrize("module", ["None", "types.ModuleType('fcntl')"], ids=["none", "no locks"])
def test_storage_can_be_imported_without_fcntl(tmp_path: Path, module: str) -> None:
    """As on Windows, and as in a browser, where the module has no locks: a file is written, and
    replaced."""
    code = f"""
import sys, types
sys.modules["fcntl"] = {module}
from interactive_provider import games, load, save
p = games.guess(seed=7)(50)
for _ in range(2): save(p, {str(tmp_path / "game.json")!r})
assert load({str(tmp_path / "game.json")!r}) == p
"""
    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode
    assert ["game.json"] == names(tmp_path)


def test_the_order_of_a_record_does_not_matter_to_its_checksum() -> None:
    """Other programs may write the parts in another order; another part is another record."""
    one, other = {"a": 1, "b": 2}, {"b": 2, "sum": "x", "a": 1}
    assert checksum(one) == checksum(other) != checksum({"a": 1, "b": 3})


def test_a_name_without_a_suffix_is_looked_for_among_saved_games(tmp_path: Path) -> None:
    """The error names the file that may have been meant."""
    (tmp_path / "my_best_game.json").write_text("{}")
    with pytest.raises(NoSuchFile, match=r"my_best_game\.json"):
        read_file(tmp_path / "my_best_game", 100)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    """Of our own, as for a file."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match=r"file/below' cannot be made: Not a directory\."):
        storage.make_folder(tmp_path / "file" / "below")
    with pytest.raises(SystemExit, match="cannot be made"):
        main(["--notebooks", str(tmp_path / "file" / "notebooks")])


def test_a_file_of_a_shelf_is_read_once() -> None:
    """On first use."""
    read: list[str] = []

    def reader(data: bytes, name: str) -> str:
        read.append(name)
        return name

    shelf = storage.Shelf("interactive_provider.rendering", ".", ".py", reader)
    assert ["svg", "svg"] == [shelf["svg"], shelf["svg"]]
    assert ["svg"] == read
