"""What an author wants to know about a game: which levels can be solved, and what is never used."""

from __future__ import annotations

from typing import NamedTuple

from .compiling import Boards, LevelStart, PuzzleProgram
from .engine import PuzzleMachine, machine
from .steps import EndlessTurn

MOST_SETTLED = 50
"""How many turns may follow a move by themselves."""


class ShortestWay(NamedTuple):
    """The moves of a shortest way to the goal of a level; None if none was found."""

    moves: tuple[str, ...] | None
    positions: int
    """How many were looked at."""
    is_proved: bool
    """True if no way is shorter, or if there is none."""


class _Luck(Exception):
    """Chance decides."""


def _no_chance() -> float:
    raise _Luck


def shortest(
    game: PuzzleMachine, boards: Boards, restart: Boards, ways: tuple[str, ...], limit: int
) -> ShortestWay:
    """Return a shortest way, found breadth first among that many positions."""
    first = boards, restart
    before: dict[tuple[Boards, Boards], tuple[tuple[Boards, Boards], str] | None] = {first: None}
    layer = [first]
    is_whole = True
    while layer and len(before) < limit:
        following = []
        for place in layer:
            for way in ways:
                try:
                    after, is_won = _moved(game, place, way)
                except (EndlessTurn, _Luck):
                    is_whole = False
                    continue
                if is_won:
                    return ShortestWay((*_back(before, place), way), len(before), is_whole)
                if after not in before:
                    before[after] = place, way
                    following.append(after)
        layer = following
    return ShortestWay(None, len(before), is_whole and not layer)


def _moved(
    game: PuzzleMachine, place: tuple[Boards, Boards], way: str
) -> tuple[tuple[Boards, Boards], bool]:
    boards, restart = place
    turn = game.turn(boards, None if way == "wait" else way, _no_chance, restart)
    for _ in range(MOST_SETTLED):
        restart = turn.checkpoint or restart
        if turn.is_won or not turn.again:
            break
        turn = game.turn(turn.boards, None, _no_chance, restart)
    return (turn.boards, restart), turn.is_won


def _back(before: dict, place: tuple[Boards, Boards]) -> tuple[str, ...]:  # type: ignore[type-arg]
    moves: list[str] = []
    while before[place]:
        place, way = before[place]
        moves.append(way)
    return tuple(reversed(moves))


def review(program: PuzzleProgram, ways: tuple[str, ...], limit: int) -> list[str]:
    """Return a line for each level, and one for each thing that is wrong or never used."""
    lines = []
    levels = [level for level in program.levels if isinstance(level, LevelStart)]
    for number, level in enumerate(levels, start=1):
        game = machine(program, level.width, level.height)
        way = shortest(game, level.boards, level.boards, ways, limit)
        words = f"not known within {way.positions:,} positions"
        if game.is_won(level.boards):
            words = "won at its start"
        elif way.moves:
            words = f"shortest way {len(way.moves)} moves ({way.positions:,} positions)"
        elif way.is_proved:
            words = f"cannot be solved: all {way.positions:,} positions were tried"
        lines.append(f"Level {number}: {words}.")
    groups = (*program.groups, *program.late)
    written = {step.line for group in groups for step in group.steps}
    fired = {step.line for group in groups for step in group.steps if step.has_fired}
    for line in sorted(written - fired):
        program.source.remark(line, "this rule changed nothing in the positions that were tried.")
    used = {
        name for level in levels for name, at in program.names.number.items() if level.boards[at]
    }
    for name, sprite in program.source.sprites.items():
        if name not in used and not any(name in program.source.lines[n - 1].lower() for n in fired):
            program.source.remark(sprite.line, f"{name} is in no level, and no rule makes one.")
    return lines + [str(fault) for fault in sorted(program.source.faults)]
