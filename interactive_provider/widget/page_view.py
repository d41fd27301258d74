"""What the page shows of a moment, as JSON-like data in the shapes of `shapes`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from ..boards import Board, Place
from ..game import Assessment, Check, Hint
from ..heart.catalogue.provider import Catalogue
from ..heart.play import actions as of
from ..heart.play import overlays
from ..heart.play.nodes import Lobby, Option, Position, options_of
from ..heart.play.position_data import line_of
from ..rendering import console, prose, signs
from ..rendering.node_page import Page
from ..support.sanitizing import clean
from . import panels, payload, shapes
from .advisor import Advisor
from .course import BoardPosition, Course

LONGEST_LINE = 20_000
"""The maximum length of a line sent to the page; `Session.line` has the whole line."""


@dataclass(slots=True)
class Remarks:
    """The results of an order other than a new position."""

    status: str = ""
    stuck: bool = False
    """True if the status says why nothing was done."""
    picture: str = ""
    """A picture of the board, for copying."""
    strip: str = ""
    """The picture of the review."""
    asking: tuple[Any, ...] = ()
    """The option values from which the player must choose after a drag."""
    asking_at: Place = (0, 0)
    """The place where the drag ended."""
    step_at: Sequence[Place] = ()
    """The cells whose gestures would have made the solver's step."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game with everything that is laid over it, ready to be shown."""

    course: Course
    advisor: Advisor
    remarks: Remarks
    page: Page
    board: Board | None
    """The board with advice and verdicts laid over it."""
    options: tuple[Option, ...]
    """The options that no gesture on the board chooses."""
    verdicts: Assessment
    ranked: Assessment
    """The verdicts, as shares of the best one if the game has several players."""
    is_bare: bool
    """True after an error: the game is then not called again."""

    def text(self) -> shapes.TextShape:
        """Return the text of a page, and that of the previous pages."""
        p = self.course.position
        page = self.page
        shown = page.view
        text = "" if isinstance(p, Catalogue) else clean(shown.text)  # its cards say the same
        if isinstance(p, Lobby):
            text = text.replace("`", "")  # pages mark code in other ways
            shown = replace(shown, footnote="")  # only a call can set parameters
        is_logged = not self.is_bare and self.board is None and not shown.screen
        transcript = panels.transcript(p) if is_logged else []
        return {
            "title": clean(shown.title),
            "text": (
                panels.without_echo(p, text) if transcript and isinstance(p, Position) else text
            ),
            "terminal": payload.terminal_payload(shown.screen) if shown.screen else None,
            "prose": page.is_book,
            "book": self._book() if page.is_book else None,
            "console": console.colour if page.is_console and not shown.screen else "",
            "footnote": clean(shown.footnote),
            "chart": panels.chart(shown),
            "outcome": page.outcome,
            "ending": "" if page.outcome is None else signs.ending(page.outcome),
            "transcript": transcript,
        }

    def _book(self) -> shapes.Book:
        numbers = {option.value: number for number, option in enumerate(self.options)}
        return cast("shapes.Book", prose.payload(self.page.view.text, numbers))

    def picture(self) -> shapes.Picture:
        """Return the board and what is laid over it."""
        board = self.board
        shown = self.page.view
        advice = self.advisor.advice
        position = self.course.position
        hint = advice if isinstance(advice, Hint) else None
        p = position if board is not None and isinstance(position, Position) else None
        remarks = self.remarks
        return {
            "board": None if board is None else payload.board_payload(board),
            "notes": panels.notes(self.course.moments()) if p is not None else [],
            "lead": panels.lead(p, shown, self.verdicts) if p is not None else "",
            "above": shown.lead is not None and shown.lead.is_above,
            "nudge": overlays.way_of(board, hint) if board and hint else "",
            "asking": (
                payload.asked_pieces(board, remarks.asking_at, self.options)
                if remarks.asking
                else None
            ),
            "arrow": payload.advised_ways(board, hint.value) if board and hint else [],
            "worth": self._worth(),
            "clock": self.course.watch.reading() if board is not None else None,
        }

    def _worth(self) -> list[shapes.WorthShape]:
        """Return the labels of drags: their verdicts, or otherwise their immediate gains."""
        if self.board is None:
            return []
        if self.ranked:
            return payload.drag_verdicts(self.board, self.ranked)
        return payload.gains(self.board)

    def choices(self) -> shapes.Choices:
        """Return the options, what is shown beside them, and other ways to choose."""
        options = self.options
        p = self.course.position
        amounts = None if self.is_bare else panels.amounts(p, options, self.board)
        if amounts is not None and amounts.first >= 0:
            options = options[: amounts.first]
        advised = getattr(self.advisor.advice, "value", None)
        if isinstance(p, Catalogue):
            advised = (panels.SHOW_KIND, self.course.kind)
        shown: shapes.Choices = {
            "options": payload.options_payload(options, self.ranked, advised, self._facts(options)),
            "more": max(0, len(options) - payload.MOST_OPTIONS),
            "thumbnails": [],
            "excerpts": [],
            "bests": [],
            "keys": None,
            "asked": "",
            "amounts": amounts,
        }
        if self.is_bare:
            return shown
        expected = panels.free_input(p)
        asked = "find a game" if isinstance(p, Catalogue) and p._menus() else expected
        pictures = panels.pictures(p, options)
        return {
            **shown,
            "thumbnails": [list(map(payload.board_payload, boards)) for boards in pictures],
            "excerpts": panels.excerpts(p, options),
            "bests": panels.bests(p, options),
            "keys": panels.keys(self.page.view, options[: payload.MOST_OPTIONS]),
            "asked": "" if asked is None else clean(str(asked)),
        }

    def _facts(self, options: Sequence[Option]) -> dict[Any, str]:
        p = self.course.position
        if isinstance(p, Position):
            shown = () if self.board is not None else options[: payload.MOST_OPTIONS]
            return {option.value: panels.meaning(p, option) for option in shown}
        return {option.value: panels.facts(p, option) for option in panels.options_beside(p, None)}

    def play(self) -> shapes.PlayShape:
        """Return the game's state of play, what the buttons can do, and what they have done."""
        course = self.course
        remarks = self.remarks
        p = course.position
        shown = self.page.view
        return {
            "level": panels.level_name(p, shown),
            "cards": not isinstance(p, Position),
            "line": clean(line_of(p, LONGEST_LINE) if isinstance(p, Position) else repr(p)),
            "start": panels.start_of_line(p),
            "moves": len(of.history(p)) - 1 if isinstance(p, Position) else 0,
            "later": course.later,
            "able": panels.abilities(p, shown),
            "status": remarks.status,
            "stuck": remarks.stuck,
            "animate": course.has_moved,
            "evaluating": self.advisor.is_evaluating,
            "undo": course.can_undo,
            "redo": course.later > 0,
            "record": course.record,
            "picture": remarks.picture,
            "review": remarks.strip,
        }


def overlaid(
    board: Board | None, verdicts: Assessment, advice: Hint | Check | None
) -> Board | None:
    """Return a board with verdicts and advice laid over it."""
    if board is None:
        return None
    if verdicts:
        board = overlays.with_verdicts(board, verdicts)
    if isinstance(advice, Hint):
        board = overlays.with_hint(board, advice)
    if isinstance(advice, Check):
        board = board.marked(advice.cells, "wrong")
    return board


def asked_options(p: BoardPosition, values: Sequence[Any]) -> tuple[Option, ...]:
    """Return the options from which the player must choose one."""
    every = {option.value: option for option in options_of(p)}
    return tuple(every[value] for value in values)
