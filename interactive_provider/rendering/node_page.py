"""What a node shows when it is displayed at a prompt: a page, as text or as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..boards import Board
from ..prose import Prose, framed
from ..showing import View
from ..support.sanitizing import clean, markup, untypeset
from .signs import ending
from .themes import Theme
from .wrapping import terminal_width, wrapped

_MOST_OPTIONS, _LISTED = 16, 12
"""Options that are named before they are only counted: in text, in HTML."""
_SCREEN = 80
_MEASURE = 78
"""The characters of an easily readable line."""


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of a page; ``line`` is the Python that leads to it."""

    view: View
    """What the game shows, its board drawn."""
    line: str
    outcome: str | None = None
    options: Sequence[str] = ()

    @property
    def is_book(self) -> bool:
        """True if the text is laid out as in a book, not as on a screen."""
        return self.view.setting == "book" or isinstance(self.view.text, Prose)

    @property
    def is_console(self) -> bool:
        """True if the text is the screen of a program, where answers are typed at its questions."""
        return self.view.setting == "console"

    @property
    def board(self) -> Board | None:
        """The board of the page."""
        return self.view.drawn()

    def as_text(self, theme: Theme | None = None) -> str:
        """The page in plain text: text and board, then the outcome or the options in brief."""
        from . import prose, terminal, text

        room, board = terminal_width(), self.board
        picture = "" if board is None else text.render(board, theme)
        last = ending(self.outcome) if self.outcome is not None else brief(self.options)
        told, screen = self.view.text, self.view.screen
        words = prose.as_text(told, theme) if isinstance(told, Prose) else clean(told.rstrip())
        words = wrapped(words, min(room, _MEASURE) if self.is_book else room)
        if screen is not None and theme is not None:
            shown = terminal.as_text(screen, theme)
            words = "\n".join(filter(None, (clean(screen.above), shown, clean(screen.below))))
        title, footnote = (
            wrapped(clean(self.view.title), room),
            wrapped(clean(self.view.footnote), room),
        )
        above = "\n\n".join(filter(None, (title, words, footnote)))
        below = f"{wrapped(clean(last), room)}\n\n{clean(self.line)}".strip()
        return "\n\n".join(part for part in (above, picture.rstrip(), below) if part)

    def as_html(self) -> str:
        """The page as HTML in which everything a game says is escaped.

        Without a board the options are named in brief while the game goes on; the outcome is told
        once it is over.
        """
        from . import console, html

        title, footnote = self.view.title, self.view.footnote
        parts = [f"<p><strong>{markup(title)}</strong></p>" if title else "", self._text_as_html()]
        if footnote:
            parts.append(f'<p class="ip-footnote">{markup(footnote)}</p>')
        if self.board is not None:
            parts.append(html.render(self.board))
        if self.outcome is not None:
            parts.append(f"<p><strong>{markup(ending(self.outcome))}</strong></p>")
        elif self.board is None and self.options:
            parts.append(f"<p>{_in_brief(self.options)}</p>")
        if self.line:
            parts.append(f"<p><code>{markup(self.line)}</code></p>")
        screen = console.rules() if self.is_console else ""
        style = "" if self.board is not None else f"<style>\n{html.POSITION}{screen}</style>\n"
        body = "\n".join(filter(None, parts))
        return untypeset(f"\n{style}{body}\n", "ip-position")

    def _text_as_html(self) -> str:
        """The screen that the text is, else the text as in a book, or as it is written, blanks
        included."""
        from . import console, prose, terminal

        text, screen = self.view.text, self.view.screen
        if screen is not None:
            around = (screen.above, screen.below)
            above, below = (
                f'<pre dir="auto">{markup(words)}</pre>' if words else "" for words in around
            )
            return "\n".join(filter(None, (above, terminal.render(screen), below)))
        if self.is_book:
            return prose.as_html(text)
        if not text:
            return ""
        layout = "ip-laid-out" if is_laid_out(text) else ""
        setting = (
            f"ip-console ip-glass-{console.colour} {layout}".rstrip() if self.is_console else layout
        )
        named = setting and f' class="{setting}"'
        return f'<pre dir="auto"{named}>{markup(text)}</pre>'

    def going_on(self, said: str, options: str, line: str) -> Page:
        """The same page while a choice is being made: the words chosen so far, and what may
        follow."""
        more = f"{said} … {options}"
        screen = self.view.screen and replace(
            self.view.screen, below=f"{self.view.screen.below}\n{more}".lstrip("\n")
        )
        view = replace(self.view, text=framed(self.view.text, below=more), screen=screen)
        return replace(self, view=view, options=(), line=line)


def brief(names: Sequence[str], most: int = _MOST_OPTIONS) -> str:
    """The first few names, and how many more there are."""
    shown = list(names)
    return ", ".join(shown[:most]) + (f", … {len(shown) - most} more" if len(shown) > most else "")


def is_laid_out(text: str) -> bool:
    """True if a text is laid out in columns for a screen of 80, so that its lines must not be
    broken."""
    lines = text.split("\n")
    return max(map(len, lines)) <= _SCREEN and sum("  " in line for line in lines) > 1


def _in_brief(options: Sequence[str]) -> str:
    """The first dozen names as HTML, and how many more there are."""
    named = " · ".join(f"<code>{markup(option)}</code>" for option in options[:_LISTED])
    more = len(options) - _LISTED
    return f"{named} … and {more:,} more" if more > 0 else named
