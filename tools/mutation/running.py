"""Where tests are run against a broken line: each time in a fork of a process that has collected
them all.

A line of a function is broken by giving the function other code, in the fork alone; what runs when
a module is imported is broken in a process of its own, which reads the broken source instead.
Nothing is written into the package.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.abc
import importlib.machinery
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from tools.isolation import REPOSITORY

PACKAGE = REPOSITORY / "interactive_provider"
FLAGS = ("-q", "-x", "-p", "no:cacheprovider", "-m", "not browser", "--hypothesis-seed=0")
PATIENCE = 10.0
"""Seconds that any test may take, besides a multiple of what it was measured to take: it hangs
after that."""


class Bench:
    """The tests that were collected, and a way to run some of them in a fork."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.folder = Path(tempfile.mkdtemp(prefix="mutants"))
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(self.folder / "hypothesis")

    def close(self) -> None:
        """Leave no file behind."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def failing(
        self, names: Sequence[str], times: dict[str, float], prepare: Callable[[], None]
    ) -> str | None:
        """The first of some tests that fails or hangs once the fork has been prepared; None if all
        pass."""
        if not names:
            return None
        with _forked(lambda tell: self._run(names, prepare, tell)) as heard:
            running = [names[0]]
            for told in heard(lambda: PATIENCE + 5 * times.get(running[-1], 5.0)):
                if told is None:
                    return running[-1]
                kind, name = told
                if kind == "failed":
                    return str(name)
                if kind == "raised":
                    raise RuntimeError(name)
                running.append(name)
        return None

    def asked(
        self, name: str, prepare: Callable[[], Callable[[], Any]], patience: float
    ) -> tuple[bool, float, Any]:
        """Whether one test passes, in how many seconds, and what is found by what ``prepare``
        gives, after it."""

        def run(tell: Callable[[Any], None]) -> None:
            found = prepare()
            begun = time.perf_counter()
            failed = self._play([name], lambda _: None)
            tell(("done", (not failed, time.perf_counter() - begun, found())))

        with _forked(run) as heard:
            for told in heard(lambda: patience):
                return (False, patience, None) if told is None else told[1]
        return False, 0.0, None

    def _run(
        self, names: Sequence[str], prepare: Callable[[], None], tell: Callable[[Any], None]
    ) -> None:
        try:
            prepare()
        except Exception as error:  # noqa: BLE001 - told to the process that waits
            tell(("raised", repr(error)))
            return
        for failed in self._play(names, lambda name: tell(("begun", name))):
            tell(("failed", failed))
            return

    def _play(self, names: Sequence[str], begin: Callable[[str], None]) -> list[str]:
        """Run tests in this process; gives the first that fails."""
        config = self.session.config
        capture = config.pluginmanager.getplugin("capturemanager")
        assert capture is not None
        capture.stop_global_capturing()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        capture.start_global_capturing()
        config._tmp_path_factory._basetemp = Path(tempfile.mkdtemp(dir=self.folder))  # type: ignore[attr-defined]
        watch = _Failed()
        config.pluginmanager.register(watch)
        config.pluginmanager.unregister(name="terminalreporter")
        items = [self.items[name] for name in names]
        for item, following in zip(items, [*items[1:], None], strict=True):
            begin(item.nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if watch.names:
                break
        return watch.names


class _Failed:
    """The names of the tests that failed."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the name."""
        if report.failed:
            self.names.append(report.nodeid)


@contextlib.contextmanager
def _forked(
    work: Callable[[Callable[[Any], None]], None],
) -> Iterator[Callable[[Callable[[], float]], Iterator[Any]]]:
    """A process of its own at work; gives what yields all that it tells, and None once it is silent
    for too long."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if not child:
        status = 1
        try:
            os.setsid()
            work(theirs.send)
            theirs.send(("end", None))
            status = 0
        finally:
            os._exit(status)
    theirs.close()

    def heard(patience: Callable[[], float]) -> Iterator[Any]:
        while ours.poll(patience()):
            try:
                told = ours.recv()
            except EOFError:
                break  # it ended in the middle of a test
            if told[0] == "end":
                return
            yield told
        yield None

    try:
        yield heard
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        ours.close()


# Breaking a function
# ------------------------------------------------------------------------------------------------


class RunsAtImport(Exception):
    """What was broken is not inside a function: its module has to be imported again."""


class Functions:
    """The functions of some files as they live in this process, and how they are given other
    code."""

    def __init__(self, files: Iterable[str]) -> None:
        self.sources: dict[str, str] = {}
        places: dict[str, str] = {}
        for file in files:
            module = importlib.import_module(module_of(file))
            assert module.__file__ is not None
            places[module.__file__] = file
            self.sources[file] = Path(module.__file__).read_text("utf-8")
        self.living: dict[str, list[FunctionType]] = {file: [] for file in self.sources}
        for found in gc.get_objects():
            if isinstance(found, FunctionType) and found.__code__.co_filename in places:
                self.living[places[found.__code__.co_filename]].append(found)

    def broken(self, file: str, source: str) -> Callable[[], None]:
        """What breaks a file's functions in this process.

        Raises: RunsAtImport if something else than a function is broken.
        """
        old, new = (
            compile(text, file, "exec", dont_inherit=True) for text in (self.sources[file], source)
        )
        changed = dict(_changed(old, new))
        pairs = [
            (one, changed[one.__code__]) for one in self.living[file] if one.__code__ in changed
        ]
        if any(len(one.__code__.co_freevars) != len(code.co_freevars) for one, code in pairs):
            raise RunsAtImport

        def swap() -> None:
            for one, code in pairs:
                one.__code__ = code

        return swap


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pairs of a function's code that differ; module and class bodies have to be the same."""
    if old.co_flags & 0x3 == 0x3:  # optimised, with locals of its own: a function
        if old != new:
            yield old, new
    elif _bare(old) != _bare(new):
        raise RunsAtImport
    inner = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new)]
    if len(inner[0]) != len(inner[1]):
        raise RunsAtImport
    for pair in zip(*inner, strict=True):
        yield from _changed(*pair)


def _bare(code: CodeType) -> tuple[Any, ...]:
    """What a body does, but for the functions in it."""
    values = tuple(
        (type(one), repr(one)) for one in code.co_consts if not isinstance(one, CodeType)
    )
    return code.co_code, code.co_names, values


# Breaking what an import runs
# ---------------------------------------------------------------------------------------


def module_of(file: str) -> str:
    """The dotted name of a file of the package."""
    return ".".join(("interactive_provider", *Path(file).with_suffix("").parts)).removesuffix(
        ".__init__"
    )


class _Broken(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module, with another source."""

    def __init__(self, file: str, source: str) -> None:
        self.name, self.place, self.source = module_of(file), str(PACKAGE / file), source

    def find_spec(
        self, fullname: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module, if it is the one."""
        if fullname != self.name:
            return None
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=self.place)
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the other source."""
        exec(compile(self.source, self.place, "exec", dont_inherit=True), vars(module))


def imported_and_failing(
    file: str, source: str, names: Sequence[str], times: dict[str, float]
) -> str | None:
    """The first of some tests that fails or hangs where a module has another source; None if all
    pass."""
    if not names:
        return None
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["pytest", "IPython", "hypothesis", "jedi", "numpy", "anywidget"]
    )
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_import_and_run, args=(file, source, list(names), theirs))
    process.start()
    theirs.close()
    try:
        if not ours.poll(60 + 5 * sum(times.get(name, 5.0) for name in names)):
            return "(hangs)"
        return ours.recv()  # type: ignore[no-any-return]
    except EOFError:
        return None  # it ended without a word, which no test has said
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid or 0, signal.SIGKILL)
        process.kill()
        process.join()
        ours.close()


def _import_and_run(file: str, source: str, names: list[str], out: Any) -> None:
    os.setsid()
    os.chdir(REPOSITORY)
    if str(REPOSITORY) not in sys.path:
        sys.path.insert(0, str(REPOSITORY))
    sys.meta_path.insert(0, _Broken(file, source))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        watch = _Failed()
        status = pytest.main([*FLAGS, f"--basetemp={folder}/tests", *names], plugins=[watch])
    if status == pytest.ExitCode.OK:
        out.send(None)
    elif status in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED):
        out.send(watch.names[0] if watch.names else "(cannot be imported)")
    else:
        out.send(f"(status {status})")
