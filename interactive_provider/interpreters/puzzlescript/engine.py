"""A program at work: one turn is the player's move, the rules, the movements and the late rules.

Nothing here changes what it is given; chance is a function that the caller hands in. A turn does a
limited number of things, however the rules go round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .compiling import Boards, LevelStart, PuzzleProgram, RuleGroup, cells_of
from .movement import Mover
from .rules import WAYS
from .steps import EndlessTurn, RuleMatch, Size, Step, TurnBoards, Turning

MOST_ROUNDS = 200
"""How often a group, or a loop of groups, is applied in a turn."""
MOST_TURNS = 500
"""How many turns may follow a move by themselves."""
MOST_RIGID = 50
"""How often a turn is tried again without the rigid groups that failed."""

Chance: TypeAlias = "Callable[[], float]"


class TurnResult(NamedTuple):
    """What a turn led to."""

    boards: Boards
    has_changed: bool = False
    is_won: bool = False
    again: bool = False
    """True if another turn follows by itself."""
    checkpoint: Boards | None = None
    """The point to restart from, if it is a new one."""
    message: str = ""
    commands: tuple[str, ...] = ()


class _Outcome(NamedTuple):
    """What the rules made of the boards, before any command is obeyed."""

    boards: Boards
    commands: dict[str, str]
    is_refused: bool = False
    """True if the player had to move, but did not."""


class PuzzleMachine:
    """A program on levels of one size."""

    def __init__(self, program: PuzzleProgram, width: int, height: int) -> None:
        self.program = program
        names = program.names
        self.objects = len(names.order)
        self.settings = program.source.settings
        self.size = Size(width, height)
        self._player = names.numbers["player"]
        self.players = cells_of("player", names)
        """Return the cells where the player is."""
        boards = range(self.objects, self.objects + 5 * len(names.layers))
        self.mover = Mover(
            self.size,
            [
                (*members, *boards[5 * layer : 5 * layer + 5])
                for layer, members in enumerate(names.layers)
            ],
        )
        self._ahead: tuple[Boards, _Outcome] | None = None

    def begin(self, level: LevelStart, chance: Chance) -> TurnResult:
        """Return a level at its beginning."""
        if "run_rules_on_level_start" in self.settings:
            return self.turn(level.boards, None, chance, level.boards, can_win=False)
        return TurnResult(level.boards)

    def turn(
        self,
        boards: Boards,
        way: str | None,
        chance: Chance,
        restart: Boards,
        *,
        can_win: bool = True,
    ) -> TurnResult:
        """Return what follows if the player does something, or nothing (None).

        Raises `EndlessTurn` if the rules go round and round.
        """
        after, commands, is_refused = self._outcome(boards, way, chance)
        if is_refused:
            return TurnResult(boards)
        message = commands.get("message", "")
        if "cancel" in commands:
            return TurnResult(boards, len(commands) > 1, commands=tuple(commands), message=message)
        if "restart" in commands:
            return self._restarted(restart, chance, message)
        has_changed = after != boards
        is_won = can_win and ("win" in commands or self.is_won(after))
        checkpoint = after if "checkpoint" in commands and not is_won else None
        again = "again" in commands and has_changed and not is_won and self._goes_on(after, chance)
        return TurnResult(after, has_changed, is_won, again, checkpoint, message, tuple(commands))

    def turns(self, first: TurnResult, chance: Chance, restart: Boards) -> Iterator[TurnResult]:
        """Yield a turn and those that follow by themselves.

        Raises `EndlessTurn` if there is no end of them.
        """
        turn = first
        for _ in range(MOST_TURNS):
            yield turn
            if turn.is_won or not turn.again:
                return
            restart = turn.checkpoint or restart
            turn = self.turn(turn.boards, None, chance, restart)
        raise EndlessTurn(0)

    def _restarted(self, restart: Boards, chance: Chance, message: str) -> TurnResult:
        again = False
        if "run_rules_on_level_start" in self.settings:
            after, commands, _ = self._outcome(restart, None, chance)
            again = "again" in commands and after != restart
            restart = after
        return TurnResult(restart, True, again=again, message=message, commands=("restart",))

    def _goes_on(self, boards: Boards, chance: Chance) -> bool:
        """True if a turn without the player would do anything."""
        after, commands, is_refused = self._outcome(boards, None, chance)
        if is_refused or "cancel" in commands:
            return len(commands) > 1
        return after != boards or "win" in commands or "restart" in commands

    def _outcome(self, boards: Boards, way: str | None, chance: Chance) -> _Outcome:
        ahead = self._ahead
        if way is None and ahead is not None and ahead[0] == boards:
            return ahead[1]
        turning = Turning(chance, self.size)
        outcome = self._applied(boards, way, turning)
        if way is None and not turning.draws:
            self._ahead = boards, outcome
        return outcome

    def _applied(self, boards: Boards, way: str | None, turning: Turning) -> _Outcome:
        work = [*boards, *[0] * (5 * len(self.mover.layers))]
        players = 0 if way is None else self._push(work, WAYS.index(way))
        start = work[:]
        for _ in range(MOST_RIGID):
            _apply(self.program.groups, work, turning)
            if not self._move(work, turning):
                turning.banned.clear()
                _apply(self.program.late, work, turning)
                break
            work[:] = start
            turning.commands.clear()
            turning.marks.clear()
        after = tuple(work[: self.objects])
        is_still = players and not players & ~self.players(after)
        is_refused = bool(is_still) and "require_player_movement" in self.settings
        return _Outcome(after, turning.commands, is_refused)

    # Goals ---------------------------------------------------------------------------------

    def is_won(self, boards: Boards) -> bool:
        """True if every goal is reached (never without goals)."""
        goals = self.program.goals
        return bool(goals) and all(goal.is_reached(boards) for goal in goals)

    # The parts of a turn -------------------------------------------------------------------

    def _push(self, work: TurnBoards, way: int) -> int:
        where = self.players(work)
        for members in self.mover.layers:
            for board in self._player:
                if board in members:
                    work[members[-5] + way] |= where & work[board]
        return where

    def _move(self, work: TurnBoards, turning: Turning) -> bool:
        """Move what can move; True if a rigid group could not, and is banned now."""
        stuck = self.mover.move(work)
        failed: dict[int, int] = {}
        for at, layer in stuck if turning.marks else ():
            group = turning.marks.get((at, layer))
            if group is not None:
                failed.setdefault(at, group)
        new = set(failed.values()) - turning.banned
        turning.banned |= new
        return bool(new)


def _apply(groups: list[RuleGroup], work: TurnBoards, turning: Turning) -> None:
    at = loops = 0
    has_changed = False
    while at < len(groups):
        group = groups[at]
        if group.find(work, 0, turning.size) and group.number not in turning.banned:
            apply = _apply_any if group.is_random else _apply_all
            has_changed |= apply(group, work, turning)
        at += 1
        if has_changed and group.loop is not None and loops < MOST_ROUNDS:
            at = group.loop
            has_changed = False
            loops += 1


def _apply_all(group: RuleGroup, work: TurnBoards, turning: Turning) -> bool:
    """Apply the rules in turn until none changes anything; return if one did."""
    has_changed = False
    for _ in range(MOST_ROUNDS):
        found = _matching(group, work, turning.size)
        changes = [step.apply(work, masks, turning) for step, masks in found]
        if not any(changes):
            break
        has_changed = True
    return has_changed


def _apply_any(group: RuleGroup, work: TurnBoards, turning: Turning) -> bool:
    """Apply one rule to one match that chance picks."""
    found = _matching(group, work, turning.size)
    matches = [(step, one) for step, masks in found for one in step.matches(masks, turning.size)]
    step, match = matches[turning.draw(len(matches))]
    return step.apply(work, match, turning)


def _matching(group: RuleGroup, work: TurnBoards, size: Size) -> Iterator[tuple[Step, RuleMatch]]:
    """Yield the rules that match in turn; what is done with one may let others match."""
    found = group.find(work, 0, size)
    while found:
        at, masks = found
        yield group.steps[at], masks
        found = group.find(work, at + 1, size)


@lru_cache(maxsize=64)
def machine(program: PuzzleProgram, width: int, height: int) -> PuzzleMachine:
    """Return the machine for levels of one size."""
    return PuzzleMachine(program, width, height)
