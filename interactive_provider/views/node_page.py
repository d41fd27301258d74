"""What a node shows when it stands alone at a prompt: a page, as text or as HTML, made by the views."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..boards import Board, Terminal
from ..prose import Prose, framed
from ..sanitizing import clean
from .signs import ending
from .themes import Theme

_MOST_OPTIONS = 16
_MEASURE = 78
"""Characters of a line that is read with ease."""


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of a page; ``line`` is the Python that leads to it."""

    title: str
    line: str
    text: str = ""
    board: Board | None = None
    outcome: str | None = None
    options: Sequence[str] = ()
    prose: bool = False
    """Whether the text is to be read as in a book, not as on a screen."""
    terminal: Terminal | None = None
    """The screen of characters that the text is, if it has colours and places."""
    footnote: str = ""
    """A quiet line below the text."""
    is_console: bool = False
    """Whether the text is the screen of a program, at whose questions answers are typed."""

    def as_text(self, theme: Theme | None = None) -> str:
        """The page in plain text: text and board, then the outcome or the options in brief."""
        from . import prose, terminal, text

        picture = "" if self.board is None else text.render(self.board, theme)
        last = ending(self.outcome) if self.outcome is not None else brief(self.options)
        told = prose.as_text(self.text, theme) if isinstance(self.text, Prose) else clean(self.text.rstrip())
        told = wrapped(told) if self.prose else told
        if self.terminal is not None and theme is not None:
            shown = terminal.as_text(self.terminal, theme)
            told = "\n".join(filter(None, (clean(self.terminal.above), shown, clean(self.terminal.below))))
        above = "\n\n".join(filter(None, (clean(self.title), told, clean(self.footnote))))
        below = clean(f"{last}\n\n{self.line}").strip()
        return "\n\n".join(part for part in (above, picture.rstrip(), below) if part)

    def as_html(self) -> str:
        """The page as HTML in which everything a game says is escaped."""
        from . import html

        parts = (self.title, self.text, self.board, self.outcome, self.options, self.line, self.prose, self.terminal)
        return html.page(*parts, self.footnote, self.is_console)

    def going_on(self, said: str, options: str, line: str) -> Page:
        """The same page while a choice is being made: what was said so far, and what may follow."""
        more = f"{said} … {options}"
        terminal = self.terminal and replace(self.terminal, below=f"{self.terminal.below}\n{more}".lstrip("\n"))
        text = framed(self.text, below=more)
        return replace(self, text=text, options=(), line=line, terminal=terminal)


def wrapped(text: str) -> str:
    """A text with its long lines broken at blanks, to the width of the terminal or to that of a book."""
    width = min(shutil.get_terminal_size().columns - 1, _MEASURE)
    return "\n".join(textwrap.fill(line, width, break_long_words=False) for line in text.split("\n"))


def brief(names: Sequence[str], most: int = _MOST_OPTIONS) -> str:
    """The first few names, and how many more there are."""
    shown = list(names)
    return ", ".join(shown[:most]) + (f", … {len(shown) - most} more" if len(shown) > most else "")
