"""A shell that raises, with and without Jedi."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interactive_provider.shell.time_budget import STEPS, WORDS, WORTH
from tests.shell.shells import TestingShell, raising_shell


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine has time to answer; tests of games that are late set budgets of their own."""
    for budget in (STEPS, WORDS, WORTH):
        monkeypatch.setattr(budget, "seconds", 20.0)
    monkeypatch.setattr("interactive_provider.shell.annotations.SECONDS", 20.0)


@pytest.fixture(scope="module")
def _module_shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestingShell]:
    with raising_shell(tmp_path_factory.mktemp("ipython")) as shell:
        yield shell


@pytest.fixture
def shell(
    _module_shell: TestingShell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestingShell]:
    """A shell with the extension loaded and nothing else in its namespace."""
    monkeypatch.chdir(tmp_path)
    before = set(_module_shell.user_ns)
    _module_shell.use_jedi(True)
    _module_shell.run_line_magic("load_ext", "interactive_provider")
    yield _module_shell
    _module_shell.run_line_magic("unload_ext", "interactive_provider")
    for name in set(_module_shell.user_ns) - before:
        del _module_shell.user_ns[name]


@pytest.fixture(params=[True, False], ids=["jedi", "no jedi"])
def either(shell: TestingShell, request: pytest.FixtureRequest) -> TestingShell:
    """The shell, once with Jedi and once without."""
    shell.use_jedi(request.param)
    return shell
