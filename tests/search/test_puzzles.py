"""Puzzles whose goal is too far for a search by distance: a way, or an honest answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, Limit, hint, solve
from interactive_provider.search import puzzles
from interactive_provider.search.model import Model
from interactive_provider.search.puzzles import way_to_goal
from interactive_provider.search.retrograde import rooted
from tests.thorough import some

from .rules import Hanoi, Puzzle, Solving, Turn

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Stuck(Solving):
    """A state that is lost where nothing can be done."""

    __slots__ = ()

    @property
    def outcome(self) -> str | None:
        """Won at the goal."""
        if self.what == self.rules.goal:
            return "won"
        return None if self.option_values else "lost"


class Strict(Puzzle):
    """A puzzle in which one may get stuck."""

    def process_response(self, state: Turn, value: Any, rng: Random) -> Turn:
        """The value itself."""
        return Stuck(value, 0, self)


class Solitaire(Strict):
    """Peg solitaire on the English board: 32 pegs, the last one is to stand in the middle.

    The pegs are bits of a whole number.
    """

    holes = tuple(product((2, 3, 4), range(7))) + tuple(product((0, 1, 5, 6), (2, 3, 4)))
    goal = 1 << holes.index((3, 3))

    def new_state(self, rng: Random) -> Turn:
        """Only the middle is free."""
        bits = {hole: 1 << number for number, hole in enumerate(self.holes)}
        self.jumps = [
            (bit + bits[row + down, column + right], bits[row + 2 * down, column + 2 * right])
            for (row, column), bit in bits.items()
            for down, right in STEPS
            if (row + 2 * down, column + 2 * right) in bits
        ]
        return Stuck(sum(bits.values()) - self.goal, 0, self)

    def moves(self, what: int, mover: int) -> Iterator[int]:
        """A peg jumps over another one, which is taken away."""
        for jumping, landing in self.jumps:
            if what & jumping == jumping and not what & landing:
                yield what - jumping + landing


class Tour(Puzzle):
    """A knight visits every square once."""

    def new_state(self, rng: Random, size: int = 6, start: int = 0) -> Turn:
        """On one square."""
        self.size = size
        return Touring((divmod(start, size),), 0, self)

    def process_response(self, state: Turn, value: Any, rng: Random) -> Turn:
        """The value itself."""
        return Touring(value, 0, self)

    def moves(self, what: tuple[Any, ...], mover: int) -> Iterator[tuple[Any, ...]]:
        """To a square not yet visited."""
        row, column = what[-1]
        for down, right in ((1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)):
            after = row + down, column + right
            if after not in what and all(0 <= part < self.size for part in after):
                yield (*what, after)


class Touring(Solving):
    """The squares visited so far."""

    __slots__ = ()

    @property
    def outcome(self) -> str | None:
        """Won after the last square, lost where the knight is stuck."""
        if len(self.what) == self.rules.size**2:
            return "won"
        return None if self.option_values else "lost"


WAREHOUSE = """
#######
#.   .#
# $ $ #
#  @  #
# $ $ #
#.   .#
#######
"""


class Warehouse(Puzzle):
    """Four boxes are pushed onto four marks."""

    def new_state(self, rng: Random) -> Turn:
        """The keeper in the middle."""
        rows = WAREHOUSE.strip("\n").split("\n")
        signs = {
            (row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)
        }
        self.walls = {place for place, sign in signs.items() if sign == "#"}
        self.marks = {place for place, sign in signs.items() if sign == "."}
        boxes = frozenset(place for place, sign in signs.items() if sign == "$")
        return Stacking(((3, 3), boxes), 0, self)

    def process_response(self, state: Turn, value: Any, rng: Random) -> Turn:
        """The value itself."""
        return Stacking(value, 0, self)

    def moves(self, what: tuple[Any, Any], mover: int) -> Iterator[tuple[Any, Any]]:
        """A step, which may push a box."""
        (row, column), boxes = what
        for down, right in STEPS:
            to, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if to in boxes and beyond not in boxes | self.walls:
                yield to, boxes - {to} | {beyond}
            elif to not in boxes | self.walls:
                yield to, boxes


class Stacking(Solving):
    """The keeper and the boxes."""

    __slots__ = ()

    @property
    def option_values(self) -> tuple[Any, ...]:
        """The steps, until all boxes are on marks."""
        return () if self.outcome else tuple(self.rules.moves(self.what, 0))

    @property
    def outcome(self) -> str | None:
        """Won when all boxes are on marks."""
        return "won" if self.what[1] == self.rules.marks else None


class Maze(Strict):
    """Rooms with doors that open one way, drawn at random."""

    def new_state(self, rng: Random, rooms: int = 12, doors: int = 16) -> Turn:
        """In the first room; the goal is the last one."""
        self.goal = rooms - 1
        self.doors = [(rng.randrange(rooms), rng.randrange(rooms)) for _ in range(doors)]
        return Stuck(0, 0, self)

    def moves(self, what: int, mover: int) -> Iterator[int]:
        """Through a door."""
        yield from sorted({to for room, to in self.doors if room == what})


def _reaches(maze: Maze) -> bool:
    met, waiting = {0}, [0]
    while waiting:
        for after in maze.moves(waiting.pop(), 0):
            if after not in met:
                met.add(after)
                waiting.append(after)
    return maze.goal in met


FAR = [(Tour(), 2_000), (Warehouse(), 20_000), (Hanoi(), 60_000), (Solitaire(), 200_000)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "states"),
    FAR[: some(3, of=4)],
    ids=["tour", "warehouse", "hanoi", "solitaire"][: some(3, of=4)],
)
def test_a_way_is_found_to_a_far_goal(game: Any, states: int) -> None:
    """A knight's tour, boxes to push, nine discs and solitaire: the way leads to the goal."""
    start = game.new_state(Random(0), **({"discs": 9} if isinstance(game, Hanoi) else {}))
    found = way_to_goal(rooted(Model(game), start, 0), states)
    end = start
    for value in found.path:
        assert value in end.option_values
        end = game.process_response(end, value, Random(0))

    assert "won" == end.outcome


@pytest.mark.slow
def test_hints_follow_a_way_that_is_not_the_shortest() -> None:
    """A hint does not say how many moves are left, and the next one takes no search."""
    p = InteractiveProvider(Tour(), seed=1).tour
    found = hint(p, Limit(states=21_000))

    assert found is not None
    assert "It leads to the goal." == found.reason
    assert "solved" == solve(p, Limit(states=21_000)).status


def test_a_goal_that_is_not_found_may_still_exist() -> None:
    """With few positions nothing is claimed."""
    p = InteractiveProvider(Tour(), seed=1).tour
    found = solve(p, Limit(states=5, simulations=5))

    assert ("unknown", None) == (found.status, found.values)
    assert found.note.endswith("and it has more than 5 positions")


class Pancakes(Puzzle):
    """Any number of pancakes from the top is turned over, until they are in order."""

    goal = tuple(range(12))

    def new_state(self, rng: Random) -> Turn:
        """Shuffled."""
        return Solving(tuple(rng.sample(self.goal, 12)), 0, self)

    def moves(self, what: tuple[int, ...], mover: int) -> Iterator[tuple[int, ...]]:
        """Two or more are turned over."""
        for count in range(2, 13):
            yield what[:count][::-1] + what[count:]


class Lights(Puzzle):
    """A press changes a lamp and those beside it, on five by five; all are on, and are to be
    off."""

    goal = 0

    def new_state(self, rng: Random) -> Turn:
        """All are on."""
        return Solving((1 << 25) - 1, 0, self)

    def moves(self, what: int, mover: int) -> Iterator[int]:
        """Any lamp is pressed."""
        for row, column in product(range(5), repeat=2):
            after = what
            cross = [(row, column), *((row + down, column + right) for down, right in STEPS)]
            for down, right in cross:
                if 0 <= down < 5 and 0 <= right < 5:
                    after ^= 1 << (5 * down + right)
            yield after


@pytest.mark.parametrize("game", [Pancakes(), Lights()], ids=["pancakes", "lights out"])
def test_a_search_that_could_only_guess_is_given_up(game: Puzzle) -> None:
    """If every move can be undone and there is no end of positions, no more of them are looked at
    than for a shortest way."""
    start = game.new_state(Random(0))
    found = way_to_goal(rooted(Model(game), start, 0), 2_000)

    assert ((), False) == (found.path, found.is_proved)
    assert 2_030 > found.states


@pytest.mark.parametrize("patience", [3, 10, 1_000])
def test_only_what_has_no_way_is_called_hopeless(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In mazes drawn at random, searches that are given up often never prove too much."""
    monkeypatch.setattr(puzzles, "PATIENCE", patience)
    for number in range(200):
        maze = Maze()
        start = maze.new_state(Random(number))
        search = puzzles._FarSearch(Model(maze), start, 0, 400)
        try:
            is_found = bool(search.way())
        except puzzles.Exhausted:
            is_found = False
            assert not _reaches(maze)
        assert is_found == _reaches(maze)
