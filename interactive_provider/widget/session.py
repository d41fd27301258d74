"""A game in play behind a widget: what a player's gestures do to it, and what the page shows.

How a click becomes a picture:

1. The page sends an **order**: what was done, where, and the number of the view that the player
   saw, as in ``{"do": "gesture", "gesture": "press", "at": [3, 4], "seen": 7}``. `board_widget`
   passes it on.
2. `Session.act` looks the order up in a table. A gesture is read on the board of that number, never
   on the present one, so a click that was meant for another position does nothing else instead. The
   cell's description says which option value the gesture stands for.
3. The value goes the way of every choice, through the heart: `by_value` finds the option, `taken`
   plays it. `Course` keeps where the game is now, what was taken back, and the clock; `Advisor` the
   hint, the verdicts and the solver's plan. An error becomes the status, and the game stays.
4. `Session.view` describes the position that was reached: its `Page`, the board with advice and
   verdicts laid over it (`overlays`), the options that no gesture reaches (`panels`). `page_view`
   writes it in the shapes of `shapes`, from which the page's own types are generated, and `payload`
   writes its board. The view gets the next number and is kept for later gestures.
5. The page compares the view with the last one and draws what differs (`frontend/app.js`).

No front end is known here. Positions never change, so reading `Session.position` while another
thread handles a gesture gives the position before or after it.
"""

from __future__ import annotations

import contextlib
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

from ..boards import Board, Place
from ..errors import ChoiceError, ProviderError, in_a_line, quote, tolerate
from ..game import View, player_names
from ..heart.catalogue.provider import Catalogue
from ..heart.choices.synthesis import Node
from ..heart.play import actions as of
from ..heart.play import overlays
from ..heart.play.insiders import game_of, state_of, table_of
from ..heart.play.nodes import (
    Live,
    Lobby,
    Option,
    Playable,
    Position,
    Stage,
    Typing,
    by_value,
    node_of,
    taken,
)
from ..heart.play.presets import signature_of
from ..rendering import svg
from ..rendering.node_page import Page
from ..support.sanitizing import clean
from . import editor, hand_over, panels, shapes
from .advisor import Advisor
from .course import BoardPosition, Course
from .page_view import Moment, Remarks, asked_options, overlaid
from .panels import free_input, options_beside

REMEMBERED = 64
"""The number of boards that are remembered by number, so that a click is read on the board that the
player saw."""

OUTDATED = "That click was on an outdated board; this is the current one."

PageOrder: TypeAlias = "Mapping[str, Any]"
"""A request of the page: ``do`` says which, and the other keys depend on it."""


class SeenBoard(NamedTuple):
    """What the player saw when giving an order."""

    position: BoardPosition
    board: Board | None
    options: tuple[Option, ...]


class Session:
    """One game: its current position, what was undone, and what is laid over its board.

    ``asks_to_hand_over`` says whether a page appears between two people who share the board; None
    uses the setting.

    Raises `ChoiceError` (an ``AttributeError`` for anything but a node) if ``p`` cannot be played.
    """

    def __init__(self, p: Playable, asks_to_hand_over: bool | None = None) -> None:
        self.course = Course(playable(p))
        self.hand_over = hand_over.HandOver(asks_to_hand_over)
        self.advisor = Advisor()
        self.remarks = Remarks()
        self._number = 0
        self._shown: Board | None = None
        self._boards: OrderedDict[int, SeenBoard] = OrderedDict()

    @property
    def position(self) -> BoardPosition:
        """The current position of the game."""
        return self.course.position

    @property
    def line(self) -> str:
        """The Python expression for the current position; empty while the board is handed over,
        since it would reveal the choices."""
        return of.line(self.position) if self.awaited is None else ""

    @property
    def awaited(self) -> int | None:
        """The player to whom the board is being handed over."""
        return self.hand_over.awaited(self.position)

    @property
    def outcome(self) -> str | None:
        """The result of the game, None while it goes on or if the game cannot say."""
        with contextlib.suppress(ProviderError):
            return None if isinstance(self.position, Catalogue) else of.outcome(self.position)
        return None

    @property
    def status(self) -> str:
        """The message about the last order: a hint's words, or why nothing was done."""
        return self.remarks.status

    @property
    def stuck(self) -> bool:
        """True if the last order could not be carried out."""
        return self.remarks.stuck

    def board(self) -> Board | None:
        """The last board shown, None if there is none."""
        return self._shown

    # The player's actions ---------------------------------------------------------------------

    def act(self, order: PageOrder) -> None:
        """Carry out an order of the page; an error becomes the status and leaves the game
        unchanged."""
        self.remarks = Remarks()
        self.course.has_moved = False
        what = str(order.get("do"))
        action = _ORDERS.get(what)
        before = self.awaited
        try:
            if action is None:
                raise ChoiceError(f"{quote(what)} is not something a board can do.")
            if before is not None and what not in _BETWEEN:
                raise ChoiceError(_NOT_YET)
            action(self, order)
        except ProviderError as fault:
            self._fail(str(fault))
        except (LookupError, TypeError, ValueError):  # a part is missing or has the wrong type
            self._fail("That is not an order of this board.")
        except KeyboardInterrupt:
            self._fail("Interrupted.")
        except BaseException as fault:  # noqa: BLE001 - a game's own code may raise anything; the page shows it
            self._fail(in_a_line(fault))
        if self.awaited != before:
            self.remarks = Remarks()  # a message to one player is not for the other

    def move_to(self, p: Playable) -> None:
        """Show another position, of the same game or of any other."""
        self.remarks = Remarks()
        self.course.has_moved = False
        self.course.is_helped = True  # moves made by a program do not count as the player's win
        self.go(p)

    def go(self, p: Playable) -> None:
        """Go to a later position, or to the start of a game."""
        place = playable(p)
        self.advisor.advice = None
        self.course.go(place)

    def seen(self, order: PageOrder) -> SeenBoard:
        """Return what the player saw when giving an order."""
        seen = self._boards.get(order["seen"])
        if seen is None:
            raise ChoiceError(OUTDATED)
        return seen

    def choose(self, value: Any) -> None:
        """Choose by an option's value."""
        if self.awaited is not None:
            raise ChoiceError(_NOT_YET)
        p = self.position
        if isinstance(p, Catalogue):
            if isinstance(value, tuple):
                _, self.course.kind = value
            else:
                self.go(getattr(p, value))
            return
        option = by_value(p, value)
        if option is None and free_input(p) is None:
            raise ChoiceError("That is no longer possible: the board has changed since then.")
        self.go(of.choose(p, value) if option is None else taken(p, option))

    def _fail(self, words: str) -> None:
        self.remarks.status = clean(words)
        self.remarks.stuck = True

    # What the page shows --------------------------------------------------------------------

    def view(self) -> shapes.Json:
        """Return everything that the page shows of the current position, as JSON-like data; after
        an interrupt, call it again."""
        if self.awaited is not None:
            return {**self._shown_as(self.page(), is_bare=True), **_UNTOLD}
        with tolerate() as showing:
            return self._shown_as(self.page())
        return self._shown_as(self._failed_page(showing.fault), is_bare=True)

    def page(self) -> Page:
        """Return the page of the current position, or the error that prevents it; between two
        players, the one that shows neither player's."""
        if self.awaited is not None and isinstance(self.position, Position):
            return hand_over.page_between(self.position, self.awaited)
        with tolerate() as showing:  # a game whose text cannot be read is still in play
            return self.position._page()
        return self._failed_page(showing.fault)

    def _failed_page(self, fault: BaseException) -> Page:
        return Page(View(in_a_line(fault), title=repr(self.position)), "")

    def _shown_as(self, page: Page, is_bare: bool = False) -> shapes.Json:
        """Return the view with a page, which is stored under its number."""
        moment = self._moment(page, is_bare)
        number = self._number + 1
        view: shapes.Shown = {
            "number": number,
            **moment.text(),
            **moment.picture(),
            **moment.choices(),
            **moment.play(),
        }
        # It is stored before it is counted, in single steps: a concurrent reader finds the previous
        # board or this one.
        self._boards[number] = SeenBoard(self.position, moment.board, moment.options)
        self._number = number
        self._shown = moment.board
        while len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)
        return cast("shapes.Json", view)  # used as JSON from here on

    def _moment(self, page: Page, is_bare: bool) -> Moment:
        """Return the current position with everything laid over it; a bare one does not call the
        game again."""
        p = self.position
        remarks = self.remarks
        advisor = self.advisor
        verdicts: Any = {}
        if not is_bare:
            told, remarks.strip = advisor.told(p)
            verdicts, remarks.status = advisor.verdicts(p, remarks.status or told)
        ranked = overlays.ranked(verdicts) if _is_for_several(p) else verdicts
        board = overlaid(page.board, ranked, advisor.advice)
        if board is not None:
            board = overlays.with_step(board, remarks.step_at)
        if board is not None and isinstance(p, Position) and self.course.is_counted:
            board = panels.with_best(board, p)
        options = () if is_bare else options_beside(p, board, self.course.kind)
        if self.awaited is not None and isinstance(p, Position):
            options = hand_over.buttons(p, self.awaited)
        if remarks.asking and not is_bare:
            options = asked_options(p, remarks.asking)
        return Moment(
            self.course, advisor, remarks, page, board, options, verdicts, ranked, is_bare
        )


# The orders --------------------------------------------------------------------------------


def _gesture(session: Session, order: PageOrder) -> None:
    """Handle a gesture on a cell of the board that the player saw when making it."""
    board = session.seen(order).board
    row, column = order["at"]
    if board is None or row not in range(board.shape[0]) or column not in range(board.shape[1]):
        raise ChoiceError(f"There is no cell at row {row}, column {column}.")
    cell = board.cell(row, column)
    gestures = overlays.gestures(cell)
    if order["gesture"] == "to":
        down, across = order["to"]
        to = session.remarks.asking_at = (down, across)
        values = overlays.targets(cell).get(to, [])
        if not values:
            raise ChoiceError(_refused(session.position, board, (row, column), to))
        _drag(session, values)
    elif order["gesture"] in gestures:
        session.choose(gestures[order["gesture"]])


def _refused(p: BoardPosition, board: Board, *way: Place) -> str:
    """Return the game's reason why nothing can be dragged from one place to another, if it gives
    one."""
    names = [f"{board.column_labels[c : c + 1]}{board.row_labels[r : r + 1]}" for r, c in way]
    squares = re.sub(r"\W", "", "".join(names))
    why = None
    if isinstance(p, Position) and table_of(p).can("why_not"):
        why = table_of(p).ask("why_not", state_of(p), (squares,))
    return why or "That cannot go there now."


def _drag(session: Session, values: Sequence[Any]) -> None:
    """Choose the only option that a drag to a place means, or ask which of several."""
    if len(values) == 1:
        session.choose(values[0])
    else:
        session.remarks.asking = tuple(values)
        session.remarks.status = "Which of these?"


def _type(session: Session, order: PageOrder) -> None:
    """Handle an answer in the player's words; in a catalogue, the name of a game."""
    text = str(order["text"])
    if isinstance(session.position, Catalogue):
        text = text.strip().lower().replace(" ", "_")
    session.go(of.choose(session.position, text))


def _choose_together(session: Session, order: PageOrder) -> None:
    """Handle several cards in a zone of the board that the player saw: the option for exactly
    these."""
    board = session.seen(order).board
    for number, zone in enumerate(() if board is None else board.zones):
        for on, _, value in zone.toggles.choices if zone.toggles else ():
            if number == order["zone"] and on == frozenset(order["on"]):
                session.choose(value)
                return
    raise ChoiceError("These cannot be chosen together.")


def _option(session: Session, order: PageOrder) -> None:
    options = session.seen(order).options
    index = order.get("index")
    if index not in range(len(options)):
        raise ChoiceError(f"There is no option {quote(index)}; the board has {len(options)}.")
    value = options[cast("int", index)].value
    if value in (hand_over.SHOW, hand_over.ALWAYS):
        session.hand_over.answer(session.position, value)
    else:
        session.choose(value)


def _moving(move: Callable[[Course, PageOrder], None]) -> Callable[[Session, PageOrder], None]:
    """Wrap an order that leads to another moment, to which earlier advice does not apply."""

    def moved(session: Session, order: PageOrder) -> None:
        move(session.course, order)
        session.advisor.advice = None

    return moved


def _hint(session: Session, order: PageOrder) -> None:
    session.course.is_helped = True
    session.remarks.status = session.advisor.hint(session.position)


def _check(session: Session, order: PageOrder) -> None:
    session.remarks.status = session.advisor.check(session.position)


def _review(session: Session, order: PageOrder) -> None:
    session.course.is_helped = True
    session.remarks.status = session.advisor.review(session.position)


def _evaluate(session: Session, order: PageOrder) -> None:
    advisor = session.advisor
    if not advisor.is_evaluating:
        session.course.is_helped = True
        of.evaluate(session.position)  # a game without the ability raises here
    advisor.is_evaluating = not advisor.is_evaluating


def _step(session: Session, order: PageOrder) -> None:
    """Make one step of the solver's solution."""
    if of.outcome(session.position) is not None:
        raise ChoiceError("The game is over.")
    session.course.is_helped = True
    plan = session.advisor.plan
    step = plan.next_step(session.position)
    if not step:
        raise ChoiceError(plan.words or "No next step is known.")
    board = session.page().board
    session.choose(step[0])
    if session.outcome is None:  # at the end, the result is shown there
        session.remarks.status = plan.words
    if board is not None:
        session.remarks.step_at = overlays.places_of(board, step[0])
    plan.came_to(session.position)


def _paint(session: Session, order: PageOrder) -> None:
    """Draw a picture of the board for the page to copy."""
    board = session.page().board
    if board is None:
        raise ChoiceError("There is no board to copy.")
    session.remarks.picture = svg.render(board)


def _edit(session: Session, order: PageOrder) -> None:
    """Edit the position, or play from the edited one."""
    p = session.position
    if not isinstance(p, Position) or "position" not in signature_of(game_of(p)):
        raise ChoiceError("There is no position of this game to edit.")
    session.course.visit(editor.edited(p))
    session.advisor.advice = None


_ORDERS: dict[str, Callable[[Session, PageOrder], None]] = {
    "gesture": _gesture,
    "option": _option,
    "together": _choose_together,
    "type": _type,
    "undo": _moving(lambda course, order: course.undo()),
    "redo": _moving(lambda course, order: course.redo()),
    "restart": lambda session, order: session.go(of.restart(session.position)),
    "new": lambda session, order: session.go(of.restart(session.position, "fresh")),
    "hint": _hint,
    "check": _check,
    "review": _review,
    "step": _step,
    "evaluate": _evaluate,
    "levels": _moving(lambda course, order: course.show_levels()),
    "goto": _moving(lambda course, order: course.go_to(order["index"])),
    "picture": _paint,
    "edit": _edit,
    "cancel": lambda session, order: None,  # any order cancels an open question
}
"""The function for each order of the page."""

_BETWEEN = ("option", "restart", "new", "levels", "cancel")
"""The orders that are accepted while a board is handed over."""

_NOT_YET = "Hand over the board first."

_UNTOLD = {"line": "", "start": "", "able": [], "undo": False, "redo": False, "later": 0}
"""What the page is sent in place of data that reveals or leads to a secret move."""


def _is_for_several(p: BoardPosition) -> bool:
    """True if others play against the player, so that even a good move may not be the best."""
    return isinstance(p, Position) and len(player_names(game_of(p))) > 1


def playable(p: object) -> BoardPosition:
    """Return the position or lobby that ``p`` is or belongs to.

    Raises `ChoiceError` for anything else, or the loading error of an item that could not be
    loaded.
    """
    if isinstance(p, Node | Live):
        p = node_of(p)
    if isinstance(p, Stage | Typing):
        p = p._position
    if isinstance(p, Position | Lobby | Catalogue):
        return p
    raise ChoiceError(f"{quote(p)} cannot be shown as a game: give a position, such as games.null.")
