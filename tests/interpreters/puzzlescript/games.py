"""Small games to be completed by the tests, and what plays them."""

from __future__ import annotations

from pathlib import Path

from interactive_provider.interpreters.puzzlescript import LevelStart, compiled, machine
from interactive_provider.interpreters.puzzlescript.engine import TurnResult

PUZZLES = Path(__file__).parents[3] / "examples" / "puzzles"

_GAME = """title A small game
{prelude}

OBJECTS
Background
green

Wall
brown

Player
blue

Crate
orange

Fruit
red

Target
yellow

LEGEND
. = Background
# = Wall
P = Player
* = Crate
F = Fruit
O = Target
Thing = Crate or Fruit
Solid = Wall or Player or Crate
Pair = Fruit and Target
{legend}

SOUNDS

COLLISIONLAYERS
Background
Target
Fruit
Player, Wall, Crate

RULES
{rules}

WINCONDITIONS
{goals}

LEVELS

{level}
"""


def game_text(
    rules: str, level: str, *, goals: str = "", prelude: str = "", legend: str = ""
) -> str:
    """Return a game with some rules and one level."""
    return _GAME.format(rules=rules, level=level, goals=goals, prelude=prelude, legend=legend)


def line_of(text: str, part: str) -> int:
    """Return the number of the line that contains a part of the text."""
    return next(n for n, line in enumerate(text.split("\n"), start=1) if part in line)


class Play:
    """A play of one level."""

    def __init__(self, text: str, number: int = 0, luck: float = 0.0) -> None:
        self.program = compiled(text)
        levels = [level for level in self.program.levels if isinstance(level, LevelStart)]
        self.level = levels[number]
        self.machine = machine(self.program, self.level.width, self.level.height)
        self.luck = luck
        self.turns = [self._turn("start", self.level.boards)]

    @property
    def turn(self) -> TurnResult:
        """The last turn."""
        return self.turns[-1]

    def _turn(self, way: str, boards: tuple[int, ...]) -> TurnResult:
        return self.machine.turn(boards, way, lambda: self.luck, self.level.boards)

    def move(self, *ways: str | None) -> Play:
        """Make some moves, without the turns that follow by themselves."""
        for way in ways:
            self.turns.append(self._turn(way or "wait", self.turn.boards))
        return self

    def follow(self, way: str = "wait") -> int:
        """Make a move, and return the number of turns that follow by themselves."""
        start = self.level.boards
        turns = list(self.machine.turns(self.turn.boards, way, lambda: self.luck, start))
        self.turns += turns
        return len(turns) - 1

    def shown(self) -> str:
        """Return the level, with the first letter of the uppermost object in each cell."""
        names, height = self.program.source.placed, self.level.height
        rows = []
        for y in range(height):
            row = ""
            for x in range(self.level.width):
                stack = [
                    n
                    for n, b in zip(names, self.turn.boards, strict=True)
                    if b >> x * height + y & 1
                ]
                row += "." if stack[-1] == "background" else stack[-1][0]
            rows.append(row)
        return "/".join(rows)
