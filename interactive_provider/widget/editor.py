"""The editor of a board is a game too: choose a sign, click or drag, and undo as in any game.

The game itself reads the drawing, as if the board had been pasted as text, so it is the game that
says what is wrong with a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

from ..boards import Board, Cell
from ..game import Game, Options, State, Text, player_names
from ..heart.play.insiders import game_of, state_of, table_of
from ..heart.play.nodes import Position, start
from ..heart.play.position_data import board_of, turn_of, view_of
from ..heart.play.presets import with_position
from ..heart.play.table import Table
from ..rendering.text import render

MOST_DRAGGED = 100
"""The maximum number of cells of a board on which signs can also be dragged: each could go to
each."""

CLEAR = "clear"
TURN = "other side to move"
_PASTE = Text("a position to paste")


@dataclass(frozen=True)
class Draft(State):
    """A board being drawn, the sign that a click places, and whose turn it is."""

    drawn: Board
    sign: str
    turn: int
    display_options: Options
    display_text: str = "Choose a sign and click; a drag exchanges two. To play from here: edit."
    free_input: Text = _PASTE


class Editor(Game[Draft]):
    """The editor that draws the start of a game."""

    title = "Edit the board"

    def __init__(self, position: Position) -> None:
        self.position = position
        board = cast("Board", board_of(position))
        self.cells = {sign: Cell(sign) for sign in board.palette}
        self.cells |= {cell.text: cell for _, cell in board.places()}
        self.names = view_of(position).names or player_names(game_of(position)) or ("",)
        acts = (*self.cells, CLEAR, TURN)[: None if len(self.names) == 2 else -1]
        options = tuple((act.strip() or "nothing", act) for act in acts)
        self.first = Draft(board, acts[0], turn_of(position), options)

    def new_state(self, rng: Random, position: str | None = None) -> Draft:
        """Return the present board, or that of a position."""
        return self.first if position is None else self.pasted(self.first, position)

    def pasted(self, state: Draft, text: str) -> Draft:
        """Return the draft with the board of a position."""
        begun = self.begun(text)
        return replace(state, drawn=cast("Board", board_of(begun)), turn=turn_of(begun))

    def process_response(self, state: Draft, value: str, rng: Random) -> Draft:
        """Return the draft after a choice, a gesture (``@`` and one or two places) or a text."""
        board = state.drawn
        if value in self.cells:
            return replace(state, sign=value)
        if value == TURN:
            return replace(state, turn=1 - state.turn)
        if value == CLEAR:
            signs = {place: self.cells[self.first.sign] for place, _ in board.places()}
        elif value.startswith("@"):
            row, column, *to = map(int, value[1:].split())
            signs = {(row, column): self.cells[state.sign]}
            if to:
                there = (to[0], to[1])
                signs = {(row, column): board.cell(*there), there: board.cell(row, column)}
        else:
            return self.pasted(state, value)
        return replace(state, drawn=_with_signs(board, signs))

    def board(self, state: Draft) -> Board:
        """Return the draft's board, with a gesture for everything that can be done on it."""
        cells = dict(state.drawn.places())
        others = cells if len(cells) <= MOST_DRAGGED else ()
        for place, cell in cells.items():
            here = "@{} {}".format(*place)
            drag = tuple((to, "{} {} {}".format(here, *to)) for to in others if to != place)
            bare = Cell(cell.text, cell.role, piece=cell.piece, face=cell.face)
            cells[place] = replace(bare, press=here, drag=drag)
        return Board(state.drawn.rows, surface=state.drawn.surface).replaced(cells)

    def played(self, state: Draft) -> Position:
        """Return the start of the game from the draft; raise `BadParameter` for an impossible
        position."""
        name = self.names[state.turn]
        said = str(view_of(self.position).text).partition("\n")[0]
        return self.begun(f"{name} to move\nturn: {name}\n{said}\n{render(self.board(state))}")

    def begun(self, text: str) -> Position:
        """Return the start of the game from a position as text."""
        table = table_of(self.position)
        parameters = with_position(table.parameters, text)
        return start(Table(table.game, table.name, table.seed, parameters, table.origin))


def _with_signs(board: Board, signs: Mapping[Any, Cell]) -> Board:
    """Return a board with other signs in some cells; chequered squares keep their colours."""
    if board.surface == "checkers":
        signs = {at: replace(sign, role=board.cell(*at).role) for at, sign in signs.items()}
    return board.replaced(signs)


def edited(position: Position) -> Position:
    """Return the editor of a position or, for an editor, the drawn position as the start of its
    game."""
    game = game_of(position)
    table = table_of(position)
    if isinstance(game, Editor):
        return game.played(state_of(position))
    draft = Table(Editor(position), table.name, table.seed, {}, table.origin)
    draft.original = lambda _: position
    return start(draft)
