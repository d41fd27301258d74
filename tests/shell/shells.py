"""Shells for tests: what goes wrong in a cell is raised."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from IPython.core.completer import Completion, provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell
from IPython.terminal.ptutils import IPythonPTCompleter
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from traitlets.config import Config

from interactive_provider.shell.extension import Extension, loaded


class TestingShell(InteractiveShell):
    """An IPython whose cells raise their errors."""

    __test__ = False

    def run(self, code: str) -> Any:
        """The value of a cell; its error is raised."""
        result = self.run_cell(code, store_history=True)
        result.raise_error()
        return result.result

    def use_jedi(self, wanted: bool) -> None:
        """Turn Jedi on or off."""
        self.Completer.use_jedi = wanted

    @property
    def extension(self) -> Extension:
        """The extension in this shell."""
        found = loaded(self)
        assert found is not None
        return found

    def completions(self, text: str, after: str = "") -> list[Completion]:
        """What Tab offers between two texts, as IPython's own completer says."""
        with provisionalcompleter():
            return list(self.Completer.completions(text + after, len(text)))

    def tab(self, text: str, after: str = "") -> list[str]:
        """The names that Tab offers."""
        return [completion.text for completion in self.completions(text, after)]

    def terminal_tab(self, text: str) -> list[tuple[str, str]]:
        """The names that Tab offers in the terminal, each with what the bottom line says of it."""
        completer = IPythonPTCompleter(self.Completer)
        found = completer.get_completions(Document(text), CompleteEvent(completion_requested=True))
        return [(completion.text, completion.display_meta_text) for completion in found]


@contextlib.contextmanager
def raising_shell(folder: Path, config: Config | None = None) -> Iterator[TestingShell]:
    """A shell of its own, gone afterwards; one that was there before is then in use again."""
    outer = InteractiveShell._instance
    InteractiveShell.clear_instance()
    TestingShell.clear_instance()
    settings = Config()
    settings.HistoryManager.enabled = False
    settings.InteractiveShell.colors = "NoColor" if _is_old() else "nocolor"
    settings.merge(config or {})
    shell = TestingShell.instance(config=settings, ipython_dir=str(folder))
    try:
        yield shell
    finally:
        shell.restore_sys_module_state()
        TestingShell.clear_instance()
        if outer is not None:
            for kind in TestingShell._walk_mro():
                kind._instance = outer


def _is_old() -> bool:
    """Whether colours have the names they had before IPython 9."""
    import IPython

    return int(IPython.__version__.split(".")[0]) < 9
