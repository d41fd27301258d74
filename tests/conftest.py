"""What holds for every test."""

from __future__ import annotations

import builtins
import gc
import signal
import time
from collections import Counter
from collections.abc import Iterator

import hypothesis
import pytest

# The same examples in every run: the gate does not fail by chance. Not even by the time that an
# example takes, which says more about the machine than about the code.
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True)
hypothesis.settings.load_profile("repeatable")

ALLOWED_SKIPS: frozenset[str] = frozenset()
"""Reasons for which a test may be skipped in the gate. There are none: the set-up brings
everything."""

_skipped: pytest.StashKey[list[str]] = pytest.StashKey()


@pytest.fixture(autouse=True, scope="session")
def _no_results_of_the_person_who_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games that are won in tests are counted in a folder of their own, here and in every process
    begun from here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INTERACTIVE_PROVIDER_HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("COLUMNS", raising=False)  # pages are as wide as where there is no terminal
        yield


@pytest.fixture(autouse=True, scope="session")
def _interrupts_arrive() -> Iterator[None]:
    """A shell starts what runs in the background with Ctrl-C ignored; here it is what some tests
    are about."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--no-skips``: the gate's flag, by which a skipped test is a failure."""
    parser.addoption("--no-skips", action="store_true", help="fail when a test is skipped")


SLOW_AS = 50
"""A slow test takes as long as so many others."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where files run side by side, the longest come first, so that all processes end at about the
    same time."""
    if hasattr(config, "workerinput"):
        lengths: Counter[str] = Counter()
        for item in items:
            lengths[item.location[0]] += SLOW_AS if item.get_closest_marker("slow") else 1
        items.sort(key=lambda item: -lengths[item.location[0]])


def pytest_collection() -> None:
    """Nothing that is made while tests are collected goes before the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    """So no collection of garbage has to look at it again."""
    gc.freeze()
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Begin the list of what was skipped."""
    config.stash[_skipped] = []
    config.pluginmanager.register(_SkipWatch(config), "skip-watch")


class _SkipWatch:
    """Counts skipped tests and skipped files, and makes the run fail for them if that is
    expected."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.note(report)

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if reason.removeprefix("Skipped: ") not in ALLOWED_SKIPS:
            self.config.stash[_skipped].append(f"{report.nodeid}: {reason}")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if (
            self.config.getoption("--no-skips")
            and self.config.stash[_skipped]
            and not session.exitstatus
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        skipped = self.config.stash[_skipped]
        if self.config.getoption("--no-skips") and skipped:
            terminalreporter.section("skipped, which the gate does not allow")
            for line in skipped:
                terminalreporter.line(line)


@pytest.fixture
def processor_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of seconds are seconds of the processor: a busy machine leaves time for as many steps
    as a quiet one."""
    monkeypatch.setattr(time, "perf_counter", time.process_time)


@pytest.fixture
def display_untouched() -> Iterator[None]:
    """A doctest's display leaves the last value in ``builtins._``, and IPython then keeps off that
    name."""
    yield
    vars(builtins).pop("_", None)
