"""``%load_ext interactive_provider``: what the extension adds to a shell and later removes."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from IPython.core.interactiveshell import InteractiveShell

from .. import analysis
from ..heart.catalogue import provider
from ..heart.catalogue.provider import default
from ..search.budgets import Limit
from .display import Display, say
from .expressions import PACKAGE
from .inspector import Inspection
from .magics import GameMagics, arguments
from .matcher import ChoiceMatcher
from .settings import InteractiveProvider


class Extension:
    """The parts added to one shell."""

    def __init__(self, shell: Any) -> None:  # much of IPython is untyped
        self.shell = shell
        self.settings = InteractiveProvider(parent=shell)
        self.display = Display(shell, self.settings)
        self.matcher = ChoiceMatcher(shell, self.settings, arguments)
        self.magics = GameMagics(shell, self.display, self.settings)
        self.parts: tuple[Any, ...] = (
            self.display,
            self.matcher,
            Inspection(shell),
            self.magics,
        )

    def install(self) -> None:
        """Add everything; names that the user already has are not changed."""
        for part in self.parts:
            part.install()
        self.shell.configurables.append(self.settings)
        self._offer()
        self._report_kept_names()
        self.shell.events.register("post_run_cell", self._offer_again)

    def remove(self) -> None:
        """Remove everything that was added."""
        self.shell.events.unregister("post_run_cell", self._offer_again)
        for part in self.parts:
            part.remove()
        self.shell.configurables.remove(self.settings)
        self.shell.drop_by_id(self.offered)

    def _offer(self) -> None:
        """Add ``games``, ``InteractiveProvider`` and the functions on positions to the user's
        namespace, so that lines can be pasted unchanged.

        A user's name takes precedence over a magic of that name without ``%``: ``save(p,
        "game.json")`` is ours, ``%save`` is IPython's.
        """
        self.offered = {
            name: thing for name, thing in public_names().items() if name not in self.shell.user_ns
        }
        self.shell.push(self.offered, interactive=False)

    def _report_kept_names(self) -> None:
        """Report in one line the names that were not added because the user has variables with
        these names."""
        here = self.shell.user_ns
        ours = public_names()
        variables = ", ".join(name for name in ours if here.get(name, ours[name]) is not ours[name])
        if variables:
            say(f"Your own variables were kept: {variables}. Import ours explicitly.")

    def _offer_again(self, *result: object) -> None:
        """Add the names again after ``%reset``, which empties the namespace and its list of hidden
        names."""
        if self.offered and not self.offered.keys() & self.shell.user_ns_hidden.keys():
            self._offer()


def public_names() -> dict[str, Any]:
    """Return every name that is added to the user's namespace."""
    classes = {"InteractiveProvider": provider.InteractiveProvider, "Limit": Limit}
    return {"games": default(), **classes, **functions()}


def functions() -> dict[str, Any]:
    """Return the functions on positions by name, including those that examine a game from
    outside."""
    return {
        name: getattr(module, name)
        for module in (sys.modules[PACKAGE], analysis)
        for name in module.__all__
        if isinstance(getattr(module, name), FunctionType)
    }


_loaded: WeakKeyDictionary[InteractiveShell, Extension] = WeakKeyDictionary()


def load(shell: InteractiveShell) -> None:
    """Add the extension to a shell; if it is already loaded, load it again."""
    unload(shell)
    extension = Extension(shell)
    extension.install()
    _loaded[shell] = extension


def unload(shell: InteractiveShell) -> None:
    """Remove the extension from a shell, if it is loaded."""
    extension = _loaded.pop(shell, None)
    if extension is not None:
        extension.remove()


def loaded(shell: InteractiveShell) -> Extension | None:
    """Return the extension in a shell, None if it is not loaded."""
    return _loaded.get(shell)
