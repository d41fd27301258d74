"""Small games made for the tests of the views: one slides, one asks, one is broken, one is
hostile."""

# ruff: noqa: D102 - what a game's methods do is told by its protocols

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from interactive_provider import InteractiveProvider
from interactive_provider.boards import Board, Cell, Frame
from interactive_provider.game import Check, Game, Hint, Number, Solution, State, Text, Verdict

from .boards import HOSTILE


@dataclass(frozen=True)
class Row(State):
    """Tiles in a row with one hole, 0; won when the tiles stand in order with the hole at the
    left."""

    tiles: tuple[int, ...]

    @property
    def outcome(self) -> str | None:
        return "won" if list(self.tiles) == sorted(self.tiles) else None

    @property
    def display_text(self) -> str:
        return f"Bring {len(self.tiles) - 1} tiles into order."

    @property
    def display_options(self) -> list[tuple[str, tuple[str, int]]]:
        return (
            []
            if self.outcome
            else [(f"tile {tile}", ("slide", tile)) for tile in self._beside_hole()]
        )

    def _beside_hole(self) -> list[int]:
        hole = self.tiles.index(0)
        return [self.tiles[i] for i in (hole - 1, hole + 1) if 0 <= i < len(self.tiles)]


class Slide(Game[Row]):
    """Tiles slide into the hole from the left or from the right: dragged, pressed or moved by
    arrows."""

    title = "Slide"

    def new_state(self, rng: Random, tiles: tuple[int, ...] = (1, 2, 0)) -> Row:
        return Row(tiles)

    def process_response(self, state: Row, value: tuple[str, int], rng: Random) -> Row:
        tile = value[1]
        swapped = {tile: 0, 0: tile}
        return Row(tuple(swapped.get(t, t) for t in state.tiles))

    def board(self, state: Row) -> Board:
        cells = tuple(self._cell(state, i, tile) for i, tile in enumerate(state.tiles))
        ghost = tuple(Cell("~") for _ in state.tiles)
        return Board((cells,), caption="A row", frames=(Frame((ghost,), "sliding"),))

    def _cell(self, state: Row, index: int, tile: int) -> Cell:
        movable = tile in state._beside_hole() and not state.outcome
        way = "right" if index < state.tiles.index(0) else "left"
        drag = ((way, ("slide", tile)),) if movable else ()
        return Cell(str(tile), "tile", drag=drag) if tile else Cell("", "blank", label="hole")

    def solve(self, state: Row) -> Solution:
        # With the order kept, sliding the tiles at the left of the hole, nearest first, is the way.
        hole = state.tiles.index(0)
        return Solution(tuple(("slide", tile) for tile in reversed(state.tiles[:hole])), "shortest")

    def hint(self, state: Row) -> Hint:
        return Hint(
            ("slide", state.tiles[state.tiles.index(0) - 1]), "It has to go right.", ((0, 0),)
        )

    def evaluate(self, state: Row) -> Mapping[Any, Verdict]:
        hole = state.tiles.index(0)
        values = (v for _, v in state.display_options)
        return {
            v: Verdict("to go: 1", 1.0 if state.tiles.index(v[1]) < hole else 0.0) for v in values
        }

    def check(self, state: Row) -> Check:
        return Check(False, "Tile 1 is not in its place.", ((0, 0),))


_HOW_MANY = Number(1, 1000)


@dataclass(frozen=True)
class Asked(State):
    """A number is asked for until it is right, then a word."""

    told: str = "How many?"
    free_input: Number | Text | None = _HOW_MANY
    outcome: str | None = None

    @property
    def display_text(self) -> str:
        return self.told

    @property
    def display_options(self) -> list[tuple[Any, Any]]:
        return (
            []
            if self.outcome
            else [("give up", "!"), (("ask", "<b>more</b>"), "?"), (("ask", "less"), "-")]
        )


class Ask(Game[Asked]):
    """A game without a board, which takes free input besides its options."""

    title = "Ask & answer"

    def new_state(self, rng: Random) -> Asked:
        return Asked()

    def process_response(self, state: Asked, value: Any, rng: Random) -> Asked:
        if value == 42:
            return Asked("And your name?", Text("a name"))
        if isinstance(value, int):
            return Asked(f"Not {value}.")
        return Asked(f"Over, {value}.", None, "won")


@dataclass(frozen=True)
class Lamps(State):
    """Lamps that are switched; any field of them."""

    rows: int
    columns: int
    on: frozenset[tuple[int, int]] = frozenset()
    display_text = "Switch the lamps."

    @property
    def display_options(self) -> list[tuple[tuple[str, str], tuple[int, int]]]:
        return [
            ((f"r{r + 1}", f"c{c + 1}"), (r, c))
            for r in range(self.rows)
            for c in range(self.columns)
        ]


class Switch(Game[Lamps]):
    """A field of lamps of any size; every press is legal forever."""

    title = "Lamps"

    def new_state(self, rng: Random, rows: int = 3, columns: int = 4) -> Lamps:
        return Lamps(rows, columns)

    def process_response(self, state: Lamps, value: tuple[int, int], rng: Random) -> Lamps:
        return Lamps(state.rows, state.columns, state.on ^ {value})

    def board(self, state: Lamps) -> Board:
        return Board(
            tuple(
                tuple(
                    (
                        Cell("*", "yellow", "on", press=(r, c))
                        if (r, c) in state.on
                        else Cell(".", "blank", "off", press=(r, c))
                    )
                    for c in range(state.columns)
                )
                for r in range(state.rows)
            )
        )


class Torn(Switch):
    """Lamps whose board, verdicts, hints and solver all raise."""

    title = "Torn"

    def board(self, state: Lamps) -> Board:
        raise ZeroDivisionError("no picture today")

    def hint(self, state: Lamps) -> Hint:
        raise ZeroDivisionError("no hint today")

    def evaluate(self, state: Lamps) -> Mapping[Any, Verdict]:
        raise ZeroDivisionError("no verdict today")

    def solve(self, state: Lamps) -> Solution:
        raise ZeroDivisionError("no way today")


@dataclass(frozen=True)
class Said(State):
    """Everything hostile that a game can say, everywhere at once."""

    display_text = "\n".join(HOSTILE)
    outcome = None
    display_options = tuple((words, number) for number, words in enumerate(HOSTILE))


class Hostile(Game[Said]):
    """A game whose every text is markup, a control sequence, or a word without an end."""

    title = "<i>Hostile</i> & 'quoted'"

    def new_state(self, rng: Random) -> Said:
        return Said()

    def process_response(self, state: Said, value: int, rng: Random) -> Said:
        return state

    def board(self, state: Said) -> Board:
        cells = tuple(Cell(w, w, w, w, press=n, overlay=w[:4]) for n, w in enumerate(HOSTILE[:-1]))
        return Board(
            (cells,),
            HOSTILE[0],
            ("<b>r</b>",),
            HOSTILE[:-1],
            ((HOSTILE[0], HOSTILE[1]),),
            ((HOSTILE[2], "x"),),
        )


class Blank(Game[State]):
    """A game with nothing at all: no text, no options, no board."""

    def new_state(self, rng: Random) -> State:
        return State()


def start(game: type[Game[Any]], **parameters: Any) -> Any:
    """The first position of one of these games."""
    catalogue = InteractiveProvider(game, seed=1)
    (name,) = catalogue
    return getattr(catalogue, name)(seed=1, **parameters)
