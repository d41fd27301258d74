"""Games written for the tests, with as few words as their rules need; each has values that are
published."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from interactive_provider.game import Game, State

Moves = Callable[[Any], Iterator[Any]]


@dataclass(frozen=True, slots=True)
class Turn(State):
    """A heap, a board, whatever: with whose turn it is. Who cannot move has lost, or won."""

    what: Any
    mover: int
    rules: Any

    @property
    def option_values(self) -> tuple[Any, ...]:
        """What may follow, each thing once and in order."""
        return tuple(dict.fromkeys(self.rules.moves(self.what, self.mover)))

    @property
    def display_options(self) -> tuple[tuple[str, Any], ...]:
        """Each thing that may follow, by its number."""
        return tuple((f"move {number}", value) for number, value in enumerate(self.option_values))

    @property
    def outcome(self) -> str | None:
        """Over when nothing can be moved."""
        return None if self.option_values else "over"

    @property
    def winner(self) -> int:
        """Who moved last, unless the last one loses."""
        return self.mover if self.rules.last_loses else 1 - self.mover


class Moving(Game[Turn]):
    """A game in which the value of a choice is what it leads to."""

    players = 2
    last_loses = False

    def begin(self) -> Any:
        """What there is at first."""
        raise NotImplementedError

    def moves(self, what: Any, mover: int) -> Iterator[Any]:
        """What may follow."""
        raise NotImplementedError

    def new_state(self, rng: Random) -> Turn:
        """The beginning."""
        return Turn(self.begin(), 0, self)

    def process_response(self, state: Turn, value: Any, rng: Random) -> Turn:
        """The value itself, the other to move."""
        return Turn(value, 1 - state.mover, self)

    def at(self, what: Any) -> Turn:
        """A state of the first player's turn."""
        return Turn(what, 0, self)


class Wythoff(Moving):
    """Two heaps: take from one, or alike from both."""

    def moves(self, what: tuple[int, int], mover: int) -> Iterator[tuple[int, int]]:
        """Heaps in order."""
        low, high = what
        for less in range(1, high + 1):
            for left in ((low - less, high), (low, high - less), (low - less, high - less)):
                if min(left) >= 0:
                    yield min(left), max(left)


class Subtraction(Moving):
    """Take one to three; who takes the last one loses."""

    last_loses = True

    def moves(self, what: int, mover: int) -> Iterator[int]:
        """What is left."""
        yield from (what - take for take in (1, 2, 3) if take <= what)


class Heaps(Moving):
    """Heaps that are taken from and split by a rule; who cannot move loses."""

    impartial = True

    def splits(self, heap: int) -> Iterator[tuple[int, ...]]:
        """What one heap may become."""
        raise NotImplementedError

    def moves(self, what: tuple[int, ...], mover: int) -> Iterator[tuple[int, ...]]:
        """All heaps in order."""
        for number, heap in enumerate(what):
            for parts in self.splits(heap):
                yield tuple(
                    sorted((*what[:number], *what[number + 1 :], *(part for part in parts if part)))
                )


class Nim(Heaps):
    """Take any number from one heap."""

    def splits(self, heap: int) -> Iterator[tuple[int, ...]]:
        """What is left."""
        yield from ((left,) for left in range(heap))


class Kayles(Heaps):
    """Take one pin or two that stand side by side."""

    def splits(self, heap: int) -> Iterator[tuple[int, ...]]:
        """The two rows that are left."""
        for taken in (1, 2):
            yield from (
                (left, heap - taken - left)
                for left in range((heap - taken) // 2 + 1)
                if heap >= taken
            )


class Dawson(Heaps):
    """Dawson's Kayles: take two that stand side by side."""

    def splits(self, heap: int) -> Iterator[tuple[int, ...]]:
        """The two rows that are left."""
        yield from ((left, heap - 2 - left) for left in range((heap - 2) // 2 + 1) if heap >= 2)


class Dominoes(Moving):
    """A board of ``rows`` × ``columns``; cram lets both lay dominoes either way, domineering one
    way each."""

    def __init__(self, rows: int, columns: int, cram: bool = False) -> None:
        self.rows, self.columns, self.cram = rows, columns, cram

    def begin(self) -> int:
        """Nothing is covered."""
        return 0

    def moves(self, what: int, mover: int) -> Iterator[int]:
        """The covered squares as bits; the first player lays upright in domineering."""
        for square in range(self.rows * self.columns):
            for upright in (True, False) if self.cram else (mover == 0,):
                fits = (
                    square < (self.rows - 1) * self.columns
                    if upright
                    else (square + 1) % self.columns
                )
                domino = (1 << square) | (1 << (square + (self.columns if upright else 1)))
                if fits and not what & domino:
                    yield what | domino


@dataclass(frozen=True, slots=True)
class Lines(State):
    """Dots and boxes: drawn lines as bits, boxes of each player."""

    drawn: int
    mover: int
    boxes: tuple[int, int]
    rules: Any

    @property
    def option_values(self) -> tuple[int, ...]:
        """The lines that are not drawn."""
        return tuple(line for line in range(self.rules.lines) if not self.drawn >> line & 1)

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """Lines by number."""
        return tuple((f"line {line}", line) for line in self.option_values)

    @property
    def outcome(self) -> str | None:
        """Over when all lines are drawn."""
        return None if self.option_values else "over"

    @property
    def payoffs(self) -> tuple[int, int]:
        """Boxes more than the other."""
        more = self.boxes[0] - self.boxes[1]
        return more, -more


class DotsAndBoxes(Game[Lines]):
    """Who closes a box has it, and draws again."""

    players = 2

    def __init__(self, rows: int, columns: int) -> None:
        across = [(row, column) for row in range(rows + 1) for column in range(columns)]
        upright = [(row, column) for row in range(rows) for column in range(columns + 1)]
        number = {("a", *place): n for n, place in enumerate(across)}
        number |= {("u", *place): n for n, place in enumerate(upright, len(across))}
        self.lines = len(number)
        self.around = [
            sum(
                1 << number[line]
                for line in (("a", r, c), ("a", r + 1, c), ("u", r, c), ("u", r, c + 1))
            )
            for r in range(rows)
            for c in range(columns)
        ]

    def new_state(self, rng: Random) -> Lines:
        """Nothing drawn."""
        return Lines(0, 0, (0, 0), self)

    def process_response(self, state: Lines, value: int, rng: Random) -> Lines:
        """A line more."""
        drawn = state.drawn | 1 << value
        closed = sum(box & drawn == box != box & state.drawn for box in self.around)
        boxes = list(state.boxes)
        boxes[state.mover] += closed
        return Lines(drawn, state.mover if closed else 1 - state.mover, (boxes[0], boxes[1]), self)


@dataclass(frozen=True, slots=True)
class Points(State):
    """Pig: what each has banked, what this turn has brought, whose turn it is."""

    banked: tuple[int, int]
    turn: int
    mover: int
    goal: int

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """Roll, or hold what there is; who has enough with this turn's points has won."""
        if self.outcome:
            return ()
        return (("roll", "roll"), ("hold", "hold")) if self.turn else (("roll", "roll"),)

    @property
    def outcome(self) -> str | None:
        """Over when the goal is reached."""
        return "over" if self.banked[self.mover] + self.turn >= self.goal else None

    @property
    def winner(self) -> int:
        """Who reached it."""
        return self.mover


class Pig(Game[Points]):
    """Roll and add up; a 1 loses the turn. With a coin it is piglet: heads is a point, tails loses
    the turn."""

    players = 2

    def __init__(self, goal: int, sides: int = 6) -> None:
        self.goal, self.sides = goal, sides

    def new_state(self, rng: Random) -> Points:
        """Nothing banked."""
        return Points((0, 0), 0, 0, self.goal)

    def process_response(self, state: Points, value: str, rng: Random) -> Points:
        """What the roll brings, or the other's turn."""
        one, other = state.banked[state.mover], state.banked[1 - state.mover]
        if value == "hold":
            one += state.turn
        else:
            rolled = rng.randint(1, self.sides)
            if rolled > 1:
                gained = 1 if self.sides == 2 else rolled
                return Points(state.banked, state.turn + gained, state.mover, self.goal)
        banked = (one, other) if state.mover == 0 else (other, one)
        return Points(banked, 0, 1 - state.mover, self.goal)


class Puzzle(Moving):
    """One player; the value of a choice is what it leads to."""

    players = 1
    goal: Any = None

    def process_response(self, state: Turn, value: Any, rng: Random) -> Turn:
        """The value itself."""
        return Solving(value, 0, self)


@dataclass(frozen=True, slots=True)
class Solving(Turn):
    """A puzzle's state: won at the goal."""

    @property
    def option_values(self) -> tuple[Any, ...]:
        """What may follow, until the goal is reached, if there is one."""
        return () if self.what == self.rules.goal else tuple(self.rules.moves(self.what, 0))

    @property
    def outcome(self) -> str | None:
        """Won at the goal."""
        return "won" if self.what == self.rules.goal else None


class Slide(Puzzle):
    """The slide with three columns, to be explored from its goal: nothing ends it."""

    def new_state(self, rng: Random) -> Turn:
        """In order, three by three."""
        return Solving("12345678 ", 0, self)

    def moves(self, what: str, mover: int) -> Iterator[str]:
        """A tile slides into the hole."""
        hole = what.index(" ")
        for other in (
            hole - 3,
            hole + 3,
            hole - 1 if hole % 3 else -1,
            hole + 1 if hole % 3 < 2 else -1,
        ):
            if 0 <= other < len(what):
                tile = what[other]
                yield what.replace(tile, "x").replace(" ", tile).replace("x", " ")


class Hanoi(Puzzle):
    """Three pegs, the peg of each disc from the smallest."""

    def new_state(self, rng: Random, discs: int = 3) -> Turn:
        """All on the first peg."""
        self.goal = (2,) * discs
        return Solving((0,) * discs, 0, self)

    def moves(self, what: tuple[int, ...], mover: int) -> Iterator[tuple[int, ...]]:
        """The upper disc of a peg onto another."""
        for disc, peg in enumerate(what):
            if peg not in what[:disc]:
                for other in {0, 1, 2} - {peg}:
                    if other not in what[:disc]:
                        yield (*what[:disc], other, *what[disc + 1 :])
