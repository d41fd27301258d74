"""A game in play behind a widget: what a player's gestures do to it, and what the page shows.

No front end is known here. Positions never change, so reading `Session.position` while another
thread handles a gesture gives the position before or after it.
"""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from ..boards import Board, Place
from ..errors import ChoiceError, NoAbility, ProviderError, message_of, quote
from ..game import Check, Hint, Verdict, View, player_names
from ..heart.catalogue.provider import Broken, Catalogue
from ..heart.choices.synthesis import Node
from ..heart.play import actions as of
from ..heart.play.nodes import (
    Live,
    Lobby,
    Option,
    Playable,
    Position,
    Stage,
    Typing,
    begin,
    by_value,
    taken,
)
from ..heart.play.position_data import line_of, view_of
from ..rendering import console, prose, signs, svg
from ..rendering.node_page import Page
from ..search.budgets import Limit
from ..support.sanitizing import clean
from . import overlays, panels, payload, results, shapes
from .panels import free_input, options_beside

Standing: TypeAlias = "Position | Lobby | Catalogue"
"""Where a game is between two gestures: at a position, or in its lobby."""

SOLVING_SECONDS = 5.0
"""How long one step of a solver may think, if the game's solver takes a limit."""

REMEMBERED = 64
"""The boards that are kept by their number, so that a click is read on the board that the player
saw."""

LONGEST_LINE = 20_000
"""Characters of a line sent to the page; `Session.line` has the whole."""


class Watch:
    """A player's clock: it runs from the first move to the end, and belongs to no position."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._begun: float | None = None
        self._ended: float | None = None

    def start(self) -> None:
        """Start if it has not been started."""
        if self._begun is None:
            self._begun = self._now()

    def stop(self) -> bool:
        """Stop; returns whether it was running."""
        ran = self._begun is not None and self._ended is None
        self._ended = self._now() if ran else self._ended
        return ran

    def seconds(self) -> float:
        """The time taken so far."""
        end = self._now() if self._ended is None else self._ended
        return 0.0 if self._begun is None else end - self._begun

    def reading(self) -> shapes.Clock:
        """Return the elapsed seconds and whether the clock is running."""
        return shapes.Clock(
            round(self.seconds(), 1), self._begun is not None and self._ended is None
        )


class Session:
    """One game: its current position, what was undone, and what is laid over its board.

    Raises `ChoiceError` (an ``AttributeError`` for anything but a node) if ``p`` cannot be played.
    """

    def __init__(self, p: Playable) -> None:
        self.position: Standing = playable(p)
        self.evaluating = False
        self.status = ""
        self.stuck = False
        self._number = 0
        self._shown: Board | None = None
        self._undone: list[Standing] = []
        self._left: Position | None = None
        self._advice: Hint | Check | None = None
        self._plan: deque[Any] = deque()
        self._plan_at: Node = self.position
        self._boards: OrderedDict[int, tuple[Standing, Board | None, tuple[Option, ...]]] = (
            OrderedDict()
        )
        self._animate = False
        self._picture = ""
        self._asking: tuple[Any, ...] = ()
        self._asking_at: Place
        self._record = ""
        self._helped = isinstance(self.position, Position) and self.position._parent is not None
        self._watch = Watch()

    @property
    def line(self) -> str:
        """The Python expression for the present position."""
        return of.line(self.position)

    @property
    def outcome(self) -> str | None:
        """How the game ended, None while it goes on or if the game cannot say."""
        with contextlib.suppress(ProviderError):
            return None if isinstance(self.position, Catalogue) else of.outcome(self.position)
        return None

    def board(self) -> Board | None:
        """The board as it was shown last, None if there is none."""
        return self._shown

    # What the player does -------------------------------------------------------------------

    def act(self, order: Mapping[str, Any]) -> None:
        """Carry out an order of the page; an error becomes the status and leaves the game as it
        was."""
        self.status, self.stuck = "", False
        self._animate, self._picture = False, ""
        self._asking = ()
        what = str(order.get("do"))
        action = self._actions().get(what)
        try:
            if action is None:
                raise ChoiceError(f"{quote(what)} is not something a board can do.")
            action(order)
        except ProviderError as fault:
            self._fail(str(fault))
        except KeyboardInterrupt:
            self._fail("Interrupted.")
        except BaseException as fault:  # noqa: BLE001 - a game's own code may raise anything; the page shows it
            self._fail(f"{type(fault).__name__}: {message_of(fault)}")

    def _actions(self) -> dict[str, Callable[[Mapping[str, Any]], None]]:
        return {
            "gesture": self._gesture,
            "option": self._option,
            "together": self._choose_together,
            "type": self._type,
            "undo": lambda order: self._undo(),
            "redo": lambda order: self._redo(),
            "restart": lambda order: self._go(of.restart(self.position)),
            "new": lambda order: self._go(of.restart(self.position, "fresh")),
            "hint": lambda order: self._hint(),
            "check": lambda order: self._check(),
            "step": lambda order: self._step(),
            "evaluate": lambda order: self._evaluate(),
            "levels": lambda order: self._show_levels(),
            "goto": lambda order: self._go_to(int(order["index"])),
            "picture": lambda order: self._paint(),
            "cancel": lambda order: None,  # any order cancels an open question
        }

    def move_to(self, p: Playable) -> None:
        """Show another position, of the same game or of any other."""
        self.status, self.stuck = "", False
        self._animate = False
        self._helped = True  # a program's moves are not the player's win
        self._go(p)

    def _fail(self, words: str) -> None:
        self.status, self.stuck = clean(words), True

    def _gesture(self, order: Mapping[str, Any]) -> None:
        """A gesture on a cell of the board that the player saw when making it."""
        _, board, _ = self._seen(order)
        row, column = order["at"]
        if board is None or row not in range(board.shape[0]) or column not in range(board.shape[1]):
            raise ChoiceError(f"There is no cell at row {row}, column {column}.")
        cell = board.cell(row, column)
        if order["gesture"] == "to":
            self._asking_at = (to_row, to_column) = order["to"]
            self._dragged(overlays.targets(cell).get((to_row, to_column), []))
        elif order["gesture"] in (values := overlays.gestures(cell)):
            self._choose_value(values[order["gesture"]])

    def _type(self, order: Mapping[str, Any]) -> None:
        """An answer in the words of the player; in a catalogue the name of a game."""
        text = str(order["text"])
        name = (
            text.strip().lower().replace(" ", "_") if isinstance(self.position, Catalogue) else text
        )
        self._go(of.choose(self.position, name))

    def _choose_together(self, order: Mapping[str, Any]) -> None:
        """Several cards of a zone of the board that the player saw: the option of just these."""
        _, board, _ = self._seen(order)
        zones = () if board is None else board.zones
        toggles = zones[order["zone"]].toggles if order["zone"] in range(len(zones)) else None
        choices = () if toggles is None else toggles.choices
        values = [value for on, _, value in choices if on == frozenset(order["on"])]
        if not values:
            raise ChoiceError("These cannot be chosen together.")
        self._choose_value(values[0])

    def _dragged(self, values: Sequence[Any]) -> None:
        """Take the one option that a drag to a place means, or ask which of several."""
        if len(values) == 1:
            self._choose_value(values[0])
        elif values:
            self._asking = tuple(values)
            self.status = "Which of these?"

    def _option(self, order: Mapping[str, Any]) -> None:
        _, _, options = self._seen(order)
        if order["index"] not in range(len(options)):
            raise ChoiceError(
                f"There is no option {quote(order['index'])}; the board has {len(options)}."
            )
        self._choose_value(options[order["index"]].value)

    def _seen(self, order: Mapping[str, Any]) -> tuple[Standing, Board | None, tuple[Option, ...]]:
        seen = self._boards.get(order["seen"])
        if seen is None:
            raise ChoiceError("That click was on an outdated board; this is the current one.")
        return seen

    def _choose_value(self, value: Any) -> None:
        if isinstance(self.position, Catalogue):
            self._go(getattr(self.position, value))
            return
        option = by_value(self.position, value)
        if option is None and free_input(self.position) is None:
            raise ChoiceError("That is no longer possible: the board has changed in the meantime.")
        self._go(
            of.choose(self.position, value) if option is None else taken(self.position, option)
        )

    def _go(self, p: Playable) -> None:
        """Go on to a later position, or to the start of a game; what was taken back is
        forgotten."""
        place = playable(p)
        if place != self.position:
            self._undone.clear()
            self._left, self._animate = None, True
        self.position, self._advice = place, None
        self._time()

    def _time(self) -> None:
        """Let the clock run from the first move to the end, and count the game that is over."""
        p = self.position
        if not isinstance(p, Position) or p._parent is None:
            self._watch, self._record = Watch(), ""
            self._helped = False
            return
        self._watch.start()
        outcome = of.outcome(p)
        if outcome is not None and self._watch.stop() and outcome in ("won", "lost"):
            won, moves = outcome == "won", len(of.history(p)) - 1
            self._record = results.record(
                panels.level(p), won, self._watch.seconds(), moves, self._helped
            )
        elif outcome == "ended" and p._table.can("endings"):
            ending, known = view_of(p).ending, p._table.ask("endings", p._state)
            self._record = results.record_ending(clean(str(p._table.game.title)), ending, known)

    def _show_levels(self) -> None:
        """Go to the lobby of the game; undo returns from it."""
        if isinstance(self.position, Position):
            table = self.position._table
            self._left, self._advice = self.position, None
            self.position = begin(
                table.game, table.name, table.origin, table.seed, {}, called=False
            )

    def _undo(self) -> None:
        if self._left is not None and not isinstance(self.position, Position):
            self.position, self._left = self._left, None
            return
        self._helped = True
        before = of.undo(self.position)
        self._undone.append(self.position)
        self.position, self._advice = before, None

    def _redo(self) -> None:
        if not self._undone:
            raise ChoiceError("There is nothing to redo.")
        self.position, self._advice = self._undone.pop(), None
        self._animate = True

    def _go_to(self, index: int) -> None:
        """Go to any moment of the game, including those that were taken back."""
        if not isinstance(self.position, Position):
            raise ChoiceError("The game has not begun.")
        way = self._way()
        if not 0 <= index < len(way):
            raise ChoiceError(f"There is no move {index}; the game has {len(way) - 1}.")
        self._helped = True
        self.position, self._advice = way[index], None
        self._undone = way[index + 1 :][::-1]

    def _way(self) -> list[Standing]:
        """Every moment of the game, those that were taken back included."""
        return (
            [*of.history(self.position), *reversed(self._undone)]
            if isinstance(self.position, Position)
            else []
        )

    def _paint(self) -> None:
        """A picture of the board for the page to copy."""
        board = self.page().board
        if board is None:
            raise ChoiceError("There is no board to copy.")
        self._picture = svg.render(board)

    def _hint(self) -> None:
        self._helped = True
        hint = of.hint(self.position)
        self._advice = hint
        self.status = clean(str(hint)) if hint else "There is no hint here."

    def _check(self) -> None:
        self._advice = of.check(self.position)
        self.status = clean(str(self._advice))

    def _evaluate(self) -> None:
        if self.evaluating:
            self.evaluating = False
        else:
            self._helped = True
            of.evaluate(self.position)  # a game without the ability raises here
            self.evaluating = True

    def _step(self) -> None:
        """One step of the solver's way, kept until the player leaves it; else the step that a hint
        advises."""
        if of.outcome(self.position) is not None:
            self._fail("The game is over.")
            return
        self._helped = True
        if self._plan_at != self.position or not self._still_planned():
            self._plan = deque(self._planned())
        if not self._still_planned():
            self._fail(self.status or "No next step is known.")
            return
        self._choose_value(self._plan.popleft())
        self._plan_at = self.position

    def _still_planned(self) -> bool:
        """True if the plan continues, without the steps that an earlier step has already done."""
        p = self.position
        if not isinstance(p, Catalogue) and free_input(p) is None:
            while self._plan and by_value(p, self._plan[0]) is None:
                self._plan.popleft()
        return bool(self._plan)

    def _planned(self) -> tuple[Any, ...]:
        with contextlib.suppress(
            NoAbility
        ):  # without a solver, the hint answers or says what is missing
            values = of.solve(self.position, Limit(seconds=SOLVING_SECONDS)).values
            if values:
                return values
        hint = of.hint(self.position)
        self.status = clean(str(hint)) if hint else ""
        return (hint.value,) if hint and hint.names else ()

    # What the page shows --------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """All that the page shows of the present position, as JSON-like data; after an interrupt,
        ask again."""
        try:
            view = self._view_of(self.page())
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # noqa: BLE001 - what a state says of itself may raise anything
            view = self._view_of(self._failed_page(fault), bare=True)
        return cast("dict[str, Any]", view)  # sent as JSON from here on

    def _view_of(self, page: Page, bare: bool = False) -> shapes.Shown:
        """The view with a page; a ``bare`` one does not call the game again."""
        p = self.position
        verdicts = {} if bare else self._verdicts()
        ranked = overlays.ranked(verdicts) if self._is_for_several() else verdicts
        board = self._overlaid(page.board, ranked)
        options = () if bare else options_beside(p, board)
        if self._asking and not bare:
            every = {option.value: option for option in of.options(p)}
            options = tuple(every[value] for value in self._asking)
        number = self._number + 1
        view: shapes.Shown = {
            "number": number,
            **self._text_view(page, options, with_transcript=not bare and board is None),
            **self._board_view(page.view, board, options, verdicts, ranked),
            **self._choice_view(page.view, options, board, ranked, bare),
            **self._game_view(page.view),
        }
        # Kept before it is counted, in single steps: a concurrent reader finds the board before or
        # this one.
        self._boards[number] = (p, board, options)
        self._number, self._shown = number, board
        while len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)
        return view

    def _text_view(
        self, page: Page, options: Sequence[Option], with_transcript: bool
    ) -> shapes.Text:
        """The words of a page, and those of the pages before it."""
        p, shown = self.position, page.view
        text = "" if isinstance(p, Catalogue) else clean(shown.text)  # its cards say the same
        transcript = panels.transcript(p) if with_transcript and not shown.screen else []
        numbers = {option.value: number for number, option in enumerate(options)}
        return {
            "title": clean(shown.title),
            "text": (
                panels.without_echo(p, text) if transcript and isinstance(p, Position) else text
            ),
            "terminal": payload.terminal_payload(shown.screen) if shown.screen else None,
            "prose": page.is_book,
            "book": (
                cast("shapes.Book", prose.payload(shown.text, numbers)) if page.is_book else None
            ),
            "console": console.colour if page.is_console and not shown.screen else "",
            "footnote": clean(shown.footnote),
            "chart": panels.chart(shown),
            "outcome": None if page.outcome is None else clean(page.outcome),
            "ending": "" if page.outcome is None else clean(signs.ending(page.outcome)),
            "transcript": transcript,
        }

    def _board_view(
        self,
        shown: View,
        board: Board | None,
        options: Sequence[Option],
        verdicts: Mapping[Any, Verdict],
        ranked: Mapping[Any, Verdict],
    ) -> shapes.Picture:
        """The board and what is laid over it: verdicts as they are, and as shares of the best
        one."""
        hint = self._advice if isinstance(self._advice, Hint) else None
        p = self.position if board is not None and isinstance(self.position, Position) else None
        return {
            "board": None if board is None else payload.board_payload(board),
            "notes": panels.notes(self._way()) if p is not None else [],
            "lead": panels.lead(p, shown, verdicts) if p is not None else "",
            "above": shown.lead is not None and shown.lead.is_above,
            "nudge": overlays.way_of(board, hint) if board and hint else "",
            "asking": (
                payload.asked_pieces(board, self._asking_at, options) if self._asking else None
            ),
            "arrow": payload.advised_ways(board, hint.value) if board and hint else [],
            "worth": payload.drag_verdicts(board, ranked) if board and ranked else [],
            "clock": self._watch.reading() if board is not None else None,
        }

    def _choice_view(
        self,
        shown: View,
        options: Sequence[Option],
        board: Board | None,
        verdicts: Mapping[Any, Verdict],
        bare: bool,
    ) -> shapes.Choices:
        """The options, what is beside them, and how else you can choose."""
        advised = getattr(self._advice, "value", None)
        buttons = payload.options_payload(options, verdicts, advised, self._facts(options, board))
        more = max(0, len(options) - payload.MOST_OPTIONS)
        if bare:
            return {
                "options": buttons,
                "more": more,
                "thumbnails": [],
                "bests": [],
                "keys": None,
                "asked": "",
            }
        p, expected = self.position, free_input(self.position)
        asked = "find a game" if isinstance(p, Catalogue) and p._menus() else expected
        return {
            "options": buttons,
            "more": more,
            "thumbnails": [
                list(map(payload.board_payload, boards)) for boards in panels.pictures(p, options)
            ],
            "bests": panels.bests(p, options),
            "keys": panels.keys(shown, options[: payload.MOST_OPTIONS]),
            "asked": "" if asked is None else clean(str(asked)),
        }

    def _game_view(self, shown: View) -> shapes.Play:
        """Where the game is, what the buttons can do, and what they have done."""
        p = self.position
        return {
            "level": panels.level_name(p, shown),
            "cards": not isinstance(p, Position),
            "line": self._short_line(),
            "start": panels.start_of_line(p),
            "moves": len(of.history(p)) - 1 if isinstance(p, Position) else 0,
            "later": len(self._undone),
            "able": panels.abilities(p, shown),
            "status": self.status,
            "stuck": self.stuck,
            "animate": self._animate,
            "evaluating": self.evaluating,
            "undo": p._parent is not None if isinstance(p, Position) else self._left is not None,
            "redo": bool(self._undone),
            "record": self._record,
            "picture": self._picture,
        }

    def _facts(self, options: Sequence[Option], board: Board | None) -> dict[Any, str]:
        p = self.position
        if isinstance(p, Position):
            shown = () if board is not None else options[: payload.MOST_OPTIONS]
            return {one.value: panels.meaning(p, one) for one in shown}
        return {one.value: panels.facts(p, one) for one in options_beside(p, None)}

    def page(self) -> Page:
        """The page of the present position, or the error that prevents it."""
        try:
            return self.position._page()
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # noqa: BLE001 - a game whose text cannot be read is still in play
            return self._failed_page(fault)

    def _failed_page(self, fault: BaseException) -> Page:
        return Page(
            View(f"{type(fault).__name__}: {message_of(fault)}", title=repr(self.position)), ""
        )

    def _is_for_several(self) -> bool:
        """True if others play against the player, so that one move is good where another is
        better."""
        return (
            isinstance(self.position, Position) and len(player_names(self.position._table.game)) > 1
        )

    def _verdicts(self) -> Mapping[Any, Verdict]:
        if (
            not self.evaluating
            or isinstance(self.position, Lobby | Catalogue)
            or of.outcome(self.position) is not None
        ):
            return {}
        try:
            found = of.evaluate(self.position)
            self.status = self.status or clean(overlays.verdict_legend(found))
            return found
        except KeyboardInterrupt:
            self.evaluating = False
            raise
        except BaseException as fault:  # noqa: BLE001 - the game goes on without its verdicts
            self.evaluating = False
            self.status = clean(f"{type(fault).__name__}: {message_of(fault)}")
            return {}

    def _overlaid(self, board: Board | None, verdicts: Mapping[Any, Verdict]) -> Board | None:
        if board is None:
            return None
        if verdicts:
            board = overlays.with_verdicts(board, verdicts)
        if isinstance(self._advice, Hint):
            board = overlays.with_hint(board, self._advice)
        if isinstance(self._advice, Check):
            board = board.marked(self._advice.cells, "wrong")
        return board

    def _short_line(self) -> str:
        p = self.position
        return clean(line_of(p, longest=LONGEST_LINE) if isinstance(p, Position) else repr(p))


def playable(p: object) -> Standing:
    """The position or lobby that ``p`` is or belongs to.

    Raises `ChoiceError` for anything else; for an item that could not be loaded, the error of its
    loading.
    """
    if isinstance(p, Live):
        p = p.position
    if isinstance(p, Position | Lobby | Catalogue):
        return p
    if isinstance(p, Stage | Typing):
        return p._position
    if isinstance(p, Broken):
        raise p._error
    raise ChoiceError(f"{quote(p)} cannot be shown as a game: give a position, such as games.null.")
