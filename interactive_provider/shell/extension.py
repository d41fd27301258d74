"""``%load_ext interactive_provider``: what the extension adds to a shell, and takes away again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from IPython.core.interactiveshell import InteractiveShell
from IPython.display import display

from ..heart.provider import default
from .display import Display, Told
from .magics import GameMagics, arguments
from .matcher import ChoiceMatcher
from .settings import InteractiveProvider


class Part(Protocol):
    """Something that is added to a shell."""

    def install(self) -> None:
        """Add it."""

    def remove(self) -> None:
        """Take it away, leaving nothing."""


class Extension:
    """The parts that one shell has been given."""

    def __init__(self, shell: Any) -> None:  # much of IPython is untyped
        self.shell = shell
        self.settings = InteractiveProvider(parent=shell)
        self.display = Display(shell, self.settings)
        self.matcher = ChoiceMatcher(shell, self.settings, arguments)
        self.magics = GameMagics(shell, self.display, self.settings)
        self.parts: tuple[Part, ...] = (self.display, self.matcher, self.magics)

    def install(self) -> None:
        """Add everything; the user's own ``games`` is left alone."""
        for part in self.parts:
            part.install()
        self.shell.configurables.append(self.settings)
        self.offered = {"games": default()}
        held = self.shell.user_ns.get("games")
        if "games" not in self.shell.user_ns:
            self.shell.push(self.offered, interactive=False)
        else:
            self.offered = {}
            if held is not default():
                show: Callable[..., None] = display
                show(Told("You have a variable games already: `from interactive_provider import games` for ours."))

    def remove(self) -> None:
        """Take everything away."""
        for part in self.parts:
            part.remove()
        self.shell.configurables.remove(self.settings)
        self.shell.drop_by_id(self.offered)


_loaded: WeakKeyDictionary[InteractiveShell, Extension] = WeakKeyDictionary()


def load(shell: InteractiveShell) -> None:
    """Add the extension to a shell; where it is there already it is renewed."""
    unload(shell)
    extension = Extension(shell)
    extension.install()
    _loaded[shell] = extension


def unload(shell: InteractiveShell) -> None:
    """Take the extension away from a shell, if it is there."""
    extension = _loaded.pop(shell, None)
    if extension is not None:
        extension.remove()


def loaded(shell: InteractiveShell) -> Extension | None:
    """The extension in a shell, None where it is not loaded."""
    return _loaded.get(shell)
