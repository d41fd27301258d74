"""What remains of a board without its kernel: a picture next to it in the notebook, and its line
for ``%resume``.

The page hides the picture while the board is live. It is updated when the player has paused for a
moment, not after each click, and at the end of a cell that has moved: programs that execute a
notebook (nbclient, papermill) accept no later updates.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Callable
from typing import Any

from ..support.hashes import digest_of
from . import results

NOTE = (
    "<p><em>A picture of the board. In a notebook, run the cell to play. After a restart, run"
    " <code>%load_ext interactive_provider</code> and <code>%resume</code> to continue from here."
    " If no clickable board appears, press Tab after <code>_.</code></em></p>"
)
"""The note above the picture, which looks like a clickable board and remains in front ends without
widgets."""

REST = 1.5
"""The number of seconds without a move until the picture is updated."""

_numbers = itertools.count(1)
"""Boards are numbered, so that executing a notebook twice gives the same file."""


class KeptPicture:
    """The picture and the line of one board; ``told`` gives its page as HTML and its line."""

    def __init__(self, told: Callable[[], tuple[str, str]]) -> None:
        self._told = told
        self._lines: list[str] = []
        self._waiting: asyncio.TimerHandle | None = None
        self.name = ""
        """The class of the picture on the page, empty while there is none."""

    def show(self) -> None:
        """Show the picture in the output of the running cell, if a notebook's kernel runs it."""
        events = _cell_events()
        if not self.name and events is not None:
            # A picture from an earlier session is unlikely to have the same line and number.
            about = f"{next(_numbers)} {self._told()[1]}"
            self.name = f"ip-kept-{digest_of(about.encode(errors='backslashreplace'), 4).hex()}"
            self._publish(update=False)
            events.register("post_run_cell", self._end_cell)

    def changed(self, is_urgent: bool = False) -> None:
        """Update the picture soon; at once if it shows what the next player may not see."""
        if not self.name:
            return
        if self._waiting is not None:
            self._waiting.cancel()
        try:
            rest = 0 if is_urgent else REST
            self._waiting = asyncio.get_running_loop().call_later(rest, self._renew)
        except RuntimeError:  # no event loop, so it cannot wait
            self._renew()

    def stop(self) -> None:
        """Stop updating it."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        events = _cell_events()
        if self.name and events is not None:
            with contextlib.suppress(ValueError):  # it was already stopped
                events.unregister("post_run_cell", self._end_cell)

    def _end_cell(self, _: object) -> None:
        """Update the picture at once, if the board changed in the cell that ends."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._renew()

    def _renew(self) -> None:
        self._waiting = None
        self._publish(update=True)
        line = self._told()[1]
        if line:
            results.remember(line, self._lines)
            self._lines = [*self._lines[-results.LAST_BOARDS :], line]

    def _publish(self, update: bool) -> None:
        from IPython import display

        page, line = self._told()
        html = f'<div class="{self.name}">{NOTE}{page}</div>'
        publish: Callable[..., Any] = display.display
        data = {"text/html": html, "text/plain": line}
        publish(data, raw=True, display_id=self.name, update=update)


def _cell_events() -> Any:
    """Return IPython's events if a kernel runs this, which can update its output; a terminal
    cannot."""
    shell = sys.modules.get("IPython")
    running: Any = shell.get_ipython() if shell is not None else None
    return running.events if getattr(running, "kernel", None) is not None else None
