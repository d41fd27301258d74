"""What a node shows when it stands alone at a prompt: a page, as text or as HTML, made by the views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..boards import Board
from .signs import clean, ending, fenced
from .themes import Theme

_MOST_OPTIONS = 16


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of a page; ``line`` is the Python that leads to it."""

    title: str
    line: str
    text: str = ""
    board: Board | None = None
    outcome: str | None = None
    options: Sequence[str] = ()

    def as_text(self, theme: Theme | None = None) -> str:
        """The page in plain text: text and board, then the outcome or the options in brief."""
        from . import text

        picture = "" if self.board is None else text.render(self.board, theme)
        last = ending(self.outcome) if self.outcome is not None else brief(self.options)
        above, below = clean("\n\n".join(filter(None, (self.title, self.text.rstrip())))), f"{last}\n\n{self.line}"
        return "\n\n".join(part for part in (above, picture.rstrip(), clean(below).strip()) if part)

    def as_markdown(self) -> str:
        """The page in Markdown: as plain text, whatever marks up text in it."""
        return fenced(self.as_text())

    def as_html(self) -> str:
        """The page as HTML in which everything a game says is escaped."""
        from . import html

        return html.page(self.title, self.text, self.board, self.outcome, self.options, self.line)


def brief(names: Sequence[str], most: int = _MOST_OPTIONS) -> str:
    """The first few names, and how many more there are."""
    shown = list(names)
    return ", ".join(shown[:most]) + (f", … {len(shown) - most} more" if len(shown) > most else "")
