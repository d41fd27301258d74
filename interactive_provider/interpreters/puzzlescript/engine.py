"""Runs a program: one turn is the player's move, the rules, the movements and the late rules.

Nothing here changes its arguments; chance is a function that the caller passes in. The work of a
turn is limited, even if the rules never come to rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple, TypeAlias

from .compiling import Boards, PuzzleProgram, RuleGroup, cells_of
from .movement import move
from .rules import WAYS
from .steps import EndlessTurn, Size, TurnBoards, Turning, function

MOST_ROUNDS = 200
"""How often a group, or a loop of groups, is applied in a turn."""
MOST_TURNS = 500
"""How many turns may follow a move automatically."""
MOST_OF_TURNS = 15.0
"""What turns that follow automatically may cost together, counted in turns of the greatest cost."""
MOST_RIGID = 50
"""How often a turn is tried again without the rigid groups that failed."""

WAIT = "wait"
"""What a player can do besides the ways: wait."""
START = "start"
"""The turn that begins a level."""

Chance: TypeAlias = "Callable[[], float]"


class TurnResult(NamedTuple):
    """What a turn led to."""

    boards: Boards
    is_won: bool = False
    again: bool = False
    """True if another turn follows automatically, unless that does nothing."""
    is_idle: bool = False
    """True if the turn did nothing for which another turn would follow."""
    has_luck: bool = False
    checkpoint: Boards | None = None
    """The point to restart from, if it is a new one."""
    message: str = ""
    work: float = 0.0
    """The share that was spent of what a turn may cost."""


class PuzzleMachine:
    """A program on levels of one size."""

    def __init__(self, program: PuzzleProgram, width: int, height: int) -> None:
        self.program = program
        self.size = Size(width, height)
        self.players = cells_of("player", program.source)
        """Return the cells where the player is."""
        self.rules = _applied(program.groups)
        self.late_rules = _applied(program.late)

    def turn(self, boards: Boards, way: str, chance: Chance, restart: Boards) -> TurnResult:
        """Return what follows if the player does something, or waits, or a level begins.

        Raises `EndlessTurn` if the rules never come to rest.
        """
        is_start = way == START
        if is_start and "run_rules_on_level_start" not in self.program.source.settings:
            return TurnResult(boards)
        turning = Turning(chance, self.size)
        after = self._boards(boards, way, turning)
        commands = turning.commands
        message = commands.get("message", "")
        has_luck = turning.draws > 0
        if after is None or "cancel" in commands:
            is_idle = len(commands) < 2
            return TurnResult(boards, is_idle=is_idle, has_luck=has_luck, message=message)
        if "restart" in commands and not is_start:
            again = self.turn(restart, START, chance, restart)
            return again._replace(has_luck=has_luck, message=message)
        is_won = not is_start and ("win" in commands or self.is_won(after))
        has_changed = after != boards
        return TurnResult(
            after,
            is_won,
            again="again" in commands and has_changed,
            is_idle=not has_changed and "win" not in commands,
            has_luck=has_luck,
            checkpoint=after if "checkpoint" in commands and not is_won else None,
            message=message,
            work=1 - turning.left / turning.most,
        )

    def turns(
        self, boards: Boards, way: str, chance: Chance, restart: Boards
    ) -> Iterator[TurnResult]:
        """Yield a turn and those that follow automatically.

        Raises `EndlessTurn` if they never end.
        """
        turn = self.turn(boards, way, chance, restart)
        work = 0.0
        for _ in range(MOST_TURNS):
            yield turn
            if turn.is_won or not turn.again:
                return
            work += turn.work
            if work > MOST_OF_TURNS:
                break
            boards = turn.boards
            restart = turn.checkpoint or restart
            turn = self.turn(boards, WAIT, chance, restart)
            if turn.is_idle:
                return
            if turn.has_luck:  # the original repeats such a turn, with other luck
                turn = self.turn(boards, WAIT, chance, restart)
        raise EndlessTurn("it never stops repeating")

    def is_won(self, boards: Boards) -> bool:
        """True if every goal is reached (never without goals)."""
        goals = self.program.goals
        return bool(goals) and all(goal.is_reached(boards) for goal in goals)

    def _boards(self, boards: Boards, way: str, turning: Turning) -> Boards | None:
        """Return what the rules make of the boards, before any command is obeyed; None if the
        player had to move, but did not."""
        names = self.program.source
        start = [*boards, *[0] * (5 * len(names.movers))]
        players = self.players(start) if way in WAYS else 0
        if players:
            for number in names.meanings["player"].numbers:
                _, moves = names.movers[names.layers[number]]
                start[moves[WAYS.index(way)]] |= players & start[number]
        for _ in range(MOST_RIGID):
            work = start[:]
            turning.commands = {}
            turning.marks.clear()
            self.rules(work, turning)
            stuck = move(work, names.movers, self.size)
            if not turning.ban(stuck):
                turning.banned.clear()
                self.late_rules(work, turning)
                break
        after = tuple(work[: len(boards)])
        must_move = players and "require_player_movement" in names.settings
        is_still = must_move and not players & ~self.players(after)
        return None if is_still else after


def _applied(groups: list[RuleGroup]) -> Callable[[TurnBoards, Turning], None]:
    """Return what applies some groups in turn: the rules of each until none changes anything."""
    lines = ["z = t.size", "h = z.height", "banned = t.banned", "changed = False"]
    lines.append(f"rounds = range({MOST_ROUNDS})")
    begins = [group.loop for group in groups]
    acts: list[Callable[..., bool]] = []
    margin = ""
    for at, group in enumerate(groups):
        if at in begins:
            lines.append(f"for _ in range({MOST_ROUNDS + 1}):")
            margin = " "
        code = [f"if {group.number} not in banned:"]
        if group.is_random:
            code.append(f" changed |= acts[{len(acts)}](b, t)")
            acts.append(partial(_apply_any, group))
        else:
            code += [" for _ in rounds:", "  c = False"]
            for step in group.steps:
                code.append(f"  if {step.condition}: c |= acts[{len(acts)}](b, {step.masks}, t)")
                acts.append(step.apply)
            code += ["  if not c: break", "  changed = True"]
        lines += [margin + line for line in code]
        if group.loop is not None:
            lines += [" if not changed: break", " changed = False"]
            margin = ""
    return partial(function("acts, b, t", tuple(lines)), acts)


def _apply_any(group: RuleGroup, work: TurnBoards, turning: Turning) -> bool:
    """Apply one rule to one match that chance picks."""
    size = turning.size
    every = (
        (step, match) for step in group.steps for match in step.matches(step.find(work, size), size)
    )
    matches = list(islice(every, turning.left + 1))
    turning.spend(group.number, len(matches))
    if not matches:
        return False
    step, match = matches[turning.draw(len(matches))]
    return step.apply(work, match, turning)


@lru_cache(maxsize=64)
def machine(program: PuzzleProgram, width: int, height: int) -> PuzzleMachine:
    """Return the machine for levels of one size."""
    return PuzzleMachine(program, width, height)
