"""The page that a node shows when it is displayed at a prompt, as text or as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..boards import Board
from ..prose import Prose, framed
from ..showing import View
from ..support.sanitizing import clean, markup, untypeset
from ..support.wrapping import terminal_width, wrapped
from .signs import ending

if TYPE_CHECKING:
    from .themes import Theme

_MOST_OPTIONS = 16
"""The number of options that are named; further ones are only counted."""
_SCREEN = 80
_MEASURE = 78
"""The length of an easily readable line."""


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of a page; ``line`` is the Python that leads to it."""

    view: View
    """What the game shows, with its board drawn."""
    line: str
    outcome: str | None = None
    options: Sequence[str] = ()

    @property
    def is_book(self) -> bool:
        """True if the text is laid out as in a book rather than as on a screen."""
        return self.view.setting == "book" or isinstance(self.view.text, Prose)

    @property
    def is_console(self) -> bool:
        """True if the text is the screen of a program, in which answers are typed after its
        questions."""
        return self.view.setting == "console"

    @property
    def board(self) -> Board | None:
        """The board of the page."""
        return self.view.drawn()

    def as_text(self, theme: Theme | None = None) -> str:
        """Return the page in plain text: text and board, then the outcome or a summary of the
        options."""
        from . import prose, terminal, text

        room = terminal_width()
        view = self.view
        screen = self.view.screen
        if screen is not None and theme is not None:
            lines = (clean(screen.above), terminal.as_text(screen, theme), clean(screen.below))
            words = "\n".join(filter(None, lines))
        else:
            words = clean(view.text.rstrip())
            if isinstance(view.text, Prose):
                words = prose.as_text(view.text, theme)
            words = wrapped(words, min(room, _MEASURE) if self.is_book else room)
        board = self.board
        picture = "" if board is None else text.render(board, theme)
        last = brief(self.options)
        if self.outcome is not None:
            last = ending(self.outcome)
        parts = (
            wrapped(clean(view.title), room),
            words,
            wrapped(clean(view.footnote), room),
            picture.rstrip(),
            f"{wrapped(clean(last), room)}\n\n{clean(self.line)}".strip(),
        )
        return "\n\n".join(filter(None, parts))

    def as_html(self) -> str:
        """Return the page as HTML in which everything from the game is escaped.

        Without a board, the options are summarised while the game goes on; once it is over, the
        outcome is given.
        """
        from . import console, html

        title = self.view.title
        footnote = self.view.footnote
        parts = [f"<p><strong>{markup(title)}</strong></p>" if title else "", self._text_as_html()]
        if footnote:
            parts.append(f'<p class="ip-footnote">{markup(footnote)}</p>')
        if self.board is not None:
            parts.append(html.render(self.board))
        if self.outcome is not None:
            parts.append(f"<p><strong>{markup(ending(self.outcome))}</strong></p>")
        elif self.board is None and self.options:
            parts.append(f"<p><code>{markup(brief(self.options))}</code></p>")
        if self.line:
            parts.append(f"<p><code>{markup(self.line)}</code></p>")
        screen = console.rules() if self.is_console else ""
        style = "" if self.board is not None else f"<style>\n{html.POSITION}{screen}</style>\n"
        body = "\n".join(filter(None, parts))
        return untypeset(f"\n{style}{body}\n", "ip-position")

    def _text_as_html(self) -> str:
        """Return the text as a screen, as in a book, or in its own layout, blanks included."""
        from . import console, prose, terminal

        text = self.view.text
        screen = self.view.screen
        if screen is not None:
            parts = (_layout(screen.above), terminal.render(screen), _layout(screen.below))
            return "\n".join(filter(None, parts))
        if self.is_book:
            return prose.as_html(text)
        if not text:
            return ""
        setting = "ip-laid-out" if is_laid_out(text) else ""
        if self.is_console:
            setting = f"ip-console ip-glass-{console.colour} {setting}".rstrip()
        return _layout(text, setting)

    def going_on(self, said: str, options: str, line: str) -> Page:
        """Return the same page while a choice is being made: the words chosen so far, and what may
        follow."""
        more = f"{said} … {options}"
        screen = self.view.screen
        if screen is not None:
            screen = replace(screen, below=f"{screen.below}\n{more}".lstrip("\n"))
        view = replace(
            self.view,
            text=framed(self.view.text, below=more),
            screen=screen,
        )
        return replace(self, view=view, options=(), line=line)


def _layout(text: str, classes: str = "") -> str:
    """Return a text in its layout, escaped."""
    if not text:
        return ""
    named = f' class="{classes}"' if classes else ""
    return f'<pre dir="auto"{named}>{markup(text)}</pre>'


def brief(names: Sequence[str]) -> str:
    """Return the first few names, and how many more there are."""
    more = len(names) - _MOST_OPTIONS
    return ", ".join(names[:_MOST_OPTIONS]) + (f", … {more} more" if more > 0 else "")


def is_laid_out(text: str) -> bool:
    """True if a text is laid out in columns for an 80-column screen, so that its lines must not be
    broken."""
    lines = text.split("\n")
    return max(map(len, lines)) <= _SCREEN and sum("  " in line.strip() for line in lines) > 1
