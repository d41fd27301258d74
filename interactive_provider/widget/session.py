"""A game in play behind a widget: what a player's gestures do to it, and what the page is to show.

No front end is known here. Positions never change, so whoever reads `Session.position` while a
gesture is at work in another thread sees the position before it or the one after it.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..boards import Board
from ..errors import ChoiceError, NoAbility, ProviderError, quote
from ..game import Check, Hint, Verdict
from ..heart import actions as of
from ..heart.nodes import Lobby, Option, Position, Stage, Typing, by_value, taken
from ..heart.seat import line_of, page_of
from ..heart.synthesis import Node
from ..views.page import Page
from ..views.signs import clean
from . import overlays, payload

Standing: TypeAlias = "Position | Lobby"
"""Where a game stands between two gestures: at a position, or in its lobby."""

SOLVING_SECONDS = 5.0
"""How long one step of a solver may think, where the game's solver takes a limit."""

REMEMBERED = 64
"""Boards kept by their number, so that a click is read on the board that the player saw."""

LONGEST_LINE = 20_000
"""Characters of a line sent to the page; `Session.line` has the whole."""


class Session:
    """One game: where it stands, what was taken back, and what is laid over its board.

    Raises `ChoiceError` (an ``AttributeError`` for what is no node) if ``p`` is nothing that can be played.
    """

    def __init__(self, p: Node) -> None:
        self.position: Standing = playable(p)
        self.evaluating = False
        self.status = ""
        self.stuck = False
        self._number = 0
        self._undone: list[Standing] = []
        self._advice: Hint | Check | None = None
        self._plan: deque[Any] = deque()
        self._plan_at: Node = self.position
        self._boards: OrderedDict[int, tuple[Standing, Board | None, tuple[Option, ...]]] = OrderedDict()
        self._animate = False

    @property
    def line(self) -> str:
        """The Python expression for the present position."""
        return of.line(self.position)

    def board(self) -> Board | None:
        """The board as it was shown last, None where there is none."""
        return self._boards[self._number][1] if self._boards else None

    # What the player does -------------------------------------------------------------------

    def act(self, order: Mapping[str, Any]) -> None:
        """Do what an order of the page says; whatever fails becomes the status and leaves the game as it was."""
        self.status, self.stuck, self._animate = "", False, False
        what = str(order.get("do"))
        action = self._actions().get(what)
        try:
            if action is None:
                raise ChoiceError(f"{quote(what)} is nothing that a board does.")
            action(order)
        except ProviderError as fault:
            self._fail(str(fault))
        except KeyboardInterrupt:
            self._fail("Interrupted.")
        except Exception as fault:  # noqa: BLE001 - a game's own code may raise anything; the page shows it
            self._fail(f"{type(fault).__name__}: {fault}")

    def _actions(self) -> dict[str, Callable[[Mapping[str, Any]], None]]:
        return {
            "gesture": self._gesture,
            "option": self._option,
            "type": lambda order: self._go(of.choose(self.position, str(order["text"]))),
            "undo": lambda order: self._undo(),
            "redo": lambda order: self._redo(),
            "restart": lambda order: self._go(of.restart(self.position)),
            "new": lambda order: self._go(of.new_game(self.position)),
            "hint": lambda order: self._hint(),
            "check": lambda order: self._check(),
            "step": lambda order: self._step(),
            "evaluate": lambda order: self._evaluate(),
        }

    def move_to(self, p: Node) -> None:
        """Show another position, of the same game or of any other."""
        self.status, self.stuck, self._animate = "", False, False
        self._go(p)

    def _fail(self, words: str) -> None:
        self.status, self.stuck = clean(words), True

    def _gesture(self, order: Mapping[str, Any]) -> None:
        """A gesture on a cell of the board that the player saw when making it."""
        _, board, _ = self._seen(order)
        row, column = order["at"]
        rows, columns = board.shape if board else (0, 0)
        if board is None or not (0 <= row < rows and 0 <= column < columns):
            raise ChoiceError(f"There is no cell at row {row}, column {column}.")
        values = overlays.gestures(board.cell(row, column))
        if order["gesture"] in values:
            self._choose_value(values[order["gesture"]])

    def _option(self, order: Mapping[str, Any]) -> None:
        _, _, options = self._seen(order)
        self._choose_value(options[order["index"]].value)

    def _seen(self, order: Mapping[str, Any]) -> tuple[Standing, Board | None, tuple[Option, ...]]:
        seen = self._boards.get(order["seen"])
        if seen is None:
            raise ChoiceError("That was a click on a board of long ago; this is the present one.")
        return seen

    def _choose_value(self, value: Any) -> None:
        option = by_value(self.position, value)
        if option is None and _asked(self.position) is None:
            raise ChoiceError("That is no longer possible: the board has changed meanwhile.")
        self._go(of.choose(self.position, value) if option is None else taken(self.position, option))

    def _go(self, p: Node) -> None:
        """On to a position that follows, or to the start of a game; what was taken back is forgotten."""
        place = playable(p)
        if place != self.position:
            self._undone.clear()
            self._animate = True
        self.position, self._advice = place, None

    def _undo(self) -> None:
        before = of.undo(self.position)
        self._undone.append(self.position)
        self.position, self._advice = before, None

    def _redo(self) -> None:
        if not self._undone:
            raise ChoiceError("There is nothing to redo.")
        self.position, self._advice, self._animate = self._undone.pop(), None, True

    def _hint(self) -> None:
        hint = of.hint(self.position)
        self._advice = hint
        self.status = clean(str(hint)) if hint else "There is nothing to advise here."

    def _check(self) -> None:
        self._advice = of.check(self.position)
        self.status = clean(str(self._advice))

    def _evaluate(self) -> None:
        if self.evaluating:
            self.evaluating = False
        else:
            of.evaluate(self.position)  # a game without the ability says so now
            self.evaluating = True

    def _step(self) -> None:
        """One step of the solver's way, kept until the player leaves it; else the step that a hint advises."""
        if of.outcome(self.position) is not None:
            self._fail("The game is over.")
            return
        if not self._plan or self._plan_at != self.position:
            self._plan = deque(self._planned())
        if not self._plan:
            self._fail(self.status or "No step is known from here.")
            return
        self._choose_value(self._plan.popleft())
        self._plan_at = self.position

    def _planned(self) -> tuple[Any, ...]:
        with contextlib.suppress(NoAbility):  # without a solver the hint is asked, and says what is missing
            values = of.solve(self.position, limit_seconds=SOLVING_SECONDS).values
            if values:
                return values
        hint = of.hint(self.position)
        self.status = clean(str(hint)) if hint else ""
        return (hint.value,) if hint and hint.names else ()

    # What the page shows --------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """All that the page shows of the present position, as JSON-like data."""
        self._number += 1
        p, page = self.position, self._page()
        verdicts = self._verdicts()
        board = self._overlaid(page.board, verdicts)
        options = _beside(p, board)
        self._boards[self._number] = (p, board, options)
        while len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)
        wanted = _asked(p)
        return {
            "number": self._number,
            "title": clean(page.title),
            "text": clean(page.text),
            "board": None if board is None else payload.board_payload(board),
            "options": payload.options_payload(options, verdicts, getattr(self._advice, "value", None)),
            "more": max(0, len(options) - payload.MOST_OPTIONS),
            "asked": "" if wanted is None else clean(str(wanted)),
            "outcome": None if page.outcome is None else clean(page.outcome),
            "line": self._short_line(),
            "status": self.status,
            "stuck": self.stuck,
            "animate": self._animate,
            "evaluating": self.evaluating,
            "undo": isinstance(p, Position) and p._parent is not None,
            "redo": bool(self._undone),
        }

    def _page(self) -> Page:
        try:
            return self.position._whole_page() if isinstance(self.position, Lobby) else page_of(self.position)
        except Exception as fault:  # noqa: BLE001 - a game whose text cannot be read is still in play
            return Page(repr(self.position), "", text=f"{type(fault).__name__}: {fault}")

    def _verdicts(self) -> Mapping[Any, Verdict]:
        if not self.evaluating or of.outcome(self.position) is not None:
            return {}
        try:
            return of.evaluate(self.position)
        except Exception as fault:  # noqa: BLE001 - the game goes on without its verdicts
            self.evaluating = False
            self.status = clean(f"{type(fault).__name__}: {fault}")
            return {}

    def _overlaid(self, board: Board | None, verdicts: Mapping[Any, Verdict]) -> Board | None:
        if board is None:
            return None
        if verdicts:
            board = overlays.with_verdicts(board, verdicts)
        if isinstance(self._advice, Hint):
            board = overlays.with_hint(board, self._advice)
        if isinstance(self._advice, Check):
            board = overlays.with_check(board, self._advice)
        return board

    def _short_line(self) -> str:
        p = self.position
        return clean(line_of(p, longest=LONGEST_LINE) if isinstance(p, Position) else repr(p))


def playable(p: object) -> Standing:
    """The position or lobby that ``p`` is or belongs to; raises `ChoiceError` for anything else."""
    if isinstance(p, Position | Lobby):
        return p
    if isinstance(p, Stage | Typing):
        return p._position
    raise ChoiceError(f"{quote(p)} is no game that can be shown: give a position, such as games.null.")


def _asked(p: Standing) -> object:
    """What may be typed at ``p``, if anything."""
    return getattr(getattr(p, "_state", None), "free_input", None)


def _beside(p: Standing, board: Board | None) -> tuple[Option, ...]:
    """The options that no gesture on the board reaches."""
    on_board = board.values() if board is not None else frozenset()
    if isinstance(p, Position) and _asked(p) is None and all(v in on_board for _, v in p._state.display_options):
        return ()
    return tuple(option for option in of.options(p) if option.value not in on_board)
