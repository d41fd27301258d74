"""The sliding puzzle as a game: its options, texts and board, and the solver's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, TypeAlias

from interactive_provider.boards import Board, Cell
from interactive_provider.errors import BadParameter, quote
from interactive_provider.game import Check, Game, Hint, Options, Solution, State, Verdict
from interactive_provider.support.plurals import counted

from ...game import Words
from . import advice, rules, solver
from .rules import Position

Slide: TypeAlias = "str | int"
"""A direction in which a tile moves, or the number of the tile that is clicked."""


@dataclass(frozen=True, slots=True)
class Tiles(State):
    """A moment of the game: the tiles now and at the start, and the moves in between."""

    position: Position
    start: Position
    moves: int = 0
    last: tuple[int, ...] = ()
    """The tiles that moved last; several if a whole line slid."""
    picture: Words = ()
    """The sign of each tile, tile 1 first; empty if tiles show their numbers."""

    @property
    def outcome(self) -> str | None:
        """``"won"`` once all tiles are at home."""
        return "won" if self.position == rules.goal(*self.size) else None

    @property
    def size(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.position), len(self.position[0])

    @property
    def display_text(self) -> str:
        """The size, the moves made and the tiles that are home."""
        rows, columns = self.size
        made = counted(self.moves, "move")
        if self.outcome:
            return f"Solved in {made}; {advice.optimum_text(self.start)}."
        home = sum(
            tile == number for number, tile in enumerate(rules.flatten(self.position), start=1)
        )
        text = f"{rows}×{columns}, {made}: {home} of {rows * columns - 1} tiles at home."
        why = rules.why_unsolvable(self.position)
        return f"{text} It cannot be solved: {why}" if why else text

    @property
    def display_options(self) -> Options:
        """Those of the four directions in which a tile can move, then every tile in the blank's row
        and column."""
        if self.outcome:
            return ()
        width = len(str(self.size[0] * self.size[1] - 1))
        ways = tuple((name, name) for name in rules.directions(self.position))
        return ways + tuple((f"t{tile:0{width}}", tile) for tile in sorted(self.clickable()))

    def clickable(self) -> tuple[int, ...]:
        """Return the tiles that slide when clicked: those in the blank's row and in its column."""
        return tuple(tile for line in rules.ways(self.position).values() for tile in line)

    def tiles_of(self, move: Slide) -> tuple[int, ...]:
        """Return the tiles that slide, one after another, when this option is chosen."""
        if isinstance(move, str):
            return (rules.directions(self.position)[move],)
        return rules.slide(self.position, move)


class Sliding(Game[Tiles]):
    """Slide the tiles until they are in order, with the empty cell last.

    A tile beside the empty cell slides into it: name the direction in which it moves, or click the
    tile. Clicking a tile further away in the same row or column also slides all tiles in between;
    each of them counts as a move. Boards have 2 to 100 rows and columns; every board can be solved.
    Give position="1 2 3/4 5 6/7 0 8" to set up your own, and picture="ABC/DEF/GHI" to see letters
    instead of numbers.
    """

    title: ClassVar[str] = "Sliding puzzle"
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "eight": {"rows": 3, "columns": 3},
        "fifteen": {"rows": 4, "columns": 4},
        "twenty_four": {"rows": 5, "columns": 5},
    }

    def new_state(
        self,
        rng: Random,
        rows: int | None = None,
        columns: int | None = None,
        position: str | tuple[tuple[int, ...], ...] | None = None,
        picture: str | None = None,
        allow_unsolvable: bool = False,
    ) -> Tiles:
        """Return a random solvable board of rows × columns (4 × 4 by default), or the given one."""
        if position is None:
            rows = columns if rows is None else rows
            rows = 4 if rows is None else rows
            start = _scrambled(rows, rows if columns is None else columns, rng)
        else:
            start = rules.check_position(position)
        why = rules.why_unsolvable(start)
        if why and not allow_unsolvable:
            raise BadParameter(
                f"{quote(position)} cannot be solved: {why} Use allow_unsolvable=True to see it"
                " anyway."
            )
        return Tiles(start, start, picture=_signs(picture, len(start), len(start[0])))

    def process_response(self, state: Tiles, value: Slide, rng: Random) -> Tiles:
        """Return the position after one tile, or one line of tiles, has slid."""
        tiles = state.tiles_of(value)
        after = rules.play(state.position, tiles)
        return Tiles(after, state.start, state.moves + len(tiles), tiles, state.picture)

    def describe(self, state: Tiles, value: Slide) -> str:
        """Return which tile slides where; `evaluate` says how many moves are left after it, which
        takes time."""
        return _slides(state, state.tiles_of(value))

    def evaluate(self, state: Tiles) -> dict[Slide, Verdict]:
        """Return the moves left after each option: exact if the search ends soon, otherwise a lower
        bound."""
        if state.outcome:
            return {}
        found = advice.study(state.position)
        chosen = {value: found.get(state.tiles_of(value)) for _, value in state.display_options}
        return {value: verdict for value, verdict in chosen.items() if verdict}

    def hint(self, state: Tiles) -> Hint | None:
        """Return the first move of a shortest solution, or of the best one found within about a
        second."""
        if state.outcome or not rules.is_solvable(state.position):
            return None
        plan = advice.plan(state.position)
        tile = plan.moves[0]
        count = f"{counted(len(plan.moves), 'move')} to go, this one included"
        known = (
            "the fewest possible"
            if plan.status == "shortest"
            else f"at least {plan.lower_bound} are needed"
        )
        action = _slides(state, (tile,)).replace(" slides", "").replace("tile", "Slide tile")
        return Hint(tile, f"{count}, {known}.", (_place(state.position, tile),), action=action)

    def solve(
        self,
        state: Tiles,
        shortest: bool = True,
        limit_seconds: float | None = None,
    ) -> Solution:
        """Return the tiles to move; shortest on boards of up to 16 cells, as short as time allows
        on larger ones."""
        return solver.solve(state.position, shortest, limit_seconds)

    def check(self, state: Tiles) -> Check:
        """Return whether the moves so far begin a shortest solution, if that can be found out
        quickly."""
        why = rules.why_unsolvable(state.position)
        if why:
            return Check(False, f"It cannot be solved: {why}")
        wasted = advice.wasted_moves(state.start, state.position, state.moves)
        if wasted is None:
            return Check(
                True, "It can be solved; finding out whether moves were wasted would take too long."
            )
        if wasted:
            return Check(
                False,
                f"It can be solved, but it takes {counted(wasted, 'move')} more than at the start.",
            )
        return Check(True, "No move is wasted so far.")

    def board(self, state: Tiles) -> Board:
        """Return the tiles; those at home have a dot, and those moved last are marked."""
        ways = {tile: name for name, tile in rules.directions(state.position).items()}
        clickable = frozenset() if state.outcome else frozenset(state.clickable())
        columns = state.size[1]
        rows = tuple(
            tuple(
                _cell(
                    state,
                    tile,
                    tile == row * columns + column + 1,
                    ways.get(tile),
                    tile in clickable,
                )
                for column, tile in enumerate(line)
            )
            for row, line in enumerate(state.position)
        )
        counters = [("moves", str(state.moves))]
        if state.outcome:
            counters.append(("optimum", advice.optimum_text(state.start, brief=True)))
        return Board(
            rows,
            counters=tuple(counters),
            legend=(("7•", "tile at home"), ("·", "empty cell")),
            came=_came(state),
        )


def _came(state: Tiles) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Return the former places of the tiles that slid last: one cell nearer to the present empty
    cell."""
    hole = _place(state.position, 0)
    places = [_place(state.position, tile) for tile in state.last]
    return tuple(
        ((row + _sign(hole[0] - row), column + _sign(hole[1] - column)), (row, column))
        for row, column in places
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _scrambled(rows: int, columns: int, rng: Random) -> Position:
    """Return a solvable position that is not solved yet."""
    while True:
        position = rules.scramble(rows, columns, rng)
        if not rules.is_solved(position):
            return position


def _signs(picture: str | None, rows: int, columns: int) -> Words:
    """Return the signs of the tiles in order; a picture has one sign for each cell, with rows
    separated by newlines or ``/``."""
    if picture is None:
        return ()
    lines = picture.strip().replace("/", "\n").splitlines() if isinstance(picture, str) else []
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise BadParameter(
            f"The picture {quote(picture)} does not fit: a {rows}×{columns} board needs {rows}"
            f" lines of {columns} signs, separated by '/'."
        )
    return tuple("".join(lines)[:-1])


def _place(position: Position, tile: int) -> tuple[int, int]:
    return next((row, line.index(tile)) for row, line in enumerate(position) if tile in line)


def _slides(state: Tiles, tiles: tuple[int, ...]) -> str:
    """Say in words which tiles slide where."""
    way = next(name for name, tile in rules.directions(state.position).items() if tile == tiles[0])
    names = [state.picture[tile - 1] if state.picture else str(tile) for tile in tiles]
    if len(names) == 1:
        return f"tile {names[0]} slides {way}"
    return f"tiles {', '.join(names[:-1])} and {names[-1]} slide {way}"


@lru_cache(maxsize=20_000)
def _made(sign: str, tile: int, home: bool, way: str | None, pressable: bool, mark: str) -> Cell:
    label = f"tile {sign}, at home" if home else f"tile {sign}"
    return Cell(
        sign + "•" if home else sign,
        "home" if home else "tile",
        label,
        press=tile if pressable else None,
        drag=((way, tile),) if way and pressable else (),
        mark=mark,
        face=sign,
    )


def _cell(state: Tiles, tile: int, home: bool, way: str | None, pressable: bool) -> Cell:
    if not tile:
        return Cell("·", "blank", "empty cell", piece="bare")
    sign = state.picture[tile - 1] if state.picture else str(tile)
    return _made(sign, tile, home, way, pressable, "last" if tile in state.last else "")
