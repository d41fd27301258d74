"""A program at work: one turn is the player's move, the rules, the movements and the late rules.

Nothing here changes what it is given; chance is a function that the caller hands in. A turn does a
limited number of things, however the rules go round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .compiling import Boards, PuzzleProgram, RuleGroup, cells_of
from .movement import move
from .rules import WAYS
from .steps import EndlessTurn, RuleMatch, Size, Step, TurnBoards, Turning

MOST_ROUNDS = 200
"""How often a group, or a loop of groups, is applied in a turn."""
MOST_TURNS = 500
"""How many turns may follow a move by themselves."""
MOST_OF_TURNS = 5.0
"""What turns that follow by themselves may cost together, in turns that cost the most."""
MOST_RIGID = 50
"""How often a turn is tried again without the rigid groups that failed."""

WAIT = "wait"
"""What a player can do besides the ways: nothing."""

Chance: TypeAlias = "Callable[[], float]"


class TurnResult(NamedTuple):
    """What a turn led to."""

    boards: Boards
    is_won: bool = False
    again: bool = False
    """True if another turn follows by itself."""
    checkpoint: Boards | None = None
    """The point to restart from, if it is a new one."""
    message: str = ""
    work: float = 0.0
    """The share that was spent of what a turn may cost."""


class _Outcome(NamedTuple):
    """What the rules made of the boards, before any command is obeyed."""

    boards: Boards
    commands: dict[str, str]
    is_refused: bool
    """True if the player had to move, but did not."""
    work: float = 0.0


class PuzzleMachine:
    """A program on levels of one size."""

    def __init__(self, program: PuzzleProgram, width: int, height: int) -> None:
        self.program = program
        self.size = Size(width, height)
        self.players = cells_of("player", program.source)
        """Return the cells where the player is."""
        self._ahead: tuple[Boards, _Outcome] | None = None

    def begin(self, boards: Boards, chance: Chance) -> TurnResult:
        """Return a level at its beginning."""
        if "run_rules_on_level_start" in self.program.source.settings:
            return self.turn(boards, WAIT, chance, boards, is_start=True)
        return TurnResult(boards)

    def turn(
        self,
        boards: Boards,
        way: str,
        chance: Chance,
        restart: Boards,
        *,
        is_start: bool = False,
    ) -> TurnResult:
        """Return what follows if the player does something, or waits.

        Raises `EndlessTurn` if the rules go round and round.
        """
        after, commands, is_refused, work = self._outcome(boards, way, chance)
        message = commands.get("message", "")
        if is_refused:
            return TurnResult(boards)
        if "cancel" in commands:
            return TurnResult(boards, message=message)
        if "restart" in commands and not is_start:
            return self.begin(restart, chance)._replace(message=message)
        is_won = not is_start and ("win" in commands or self.is_won(after))
        checkpoint = after if "checkpoint" in commands and not is_won else None
        again = "again" in commands and after != boards and not is_won
        again = again and self._goes_on(after, chance)
        return TurnResult(after, is_won, again, checkpoint, message, work)

    def turns(self, first: TurnResult, chance: Chance, restart: Boards) -> Iterator[TurnResult]:
        """Yield a turn and those that follow by themselves.

        Raises `EndlessTurn` if there is no end of them.
        """
        turn = first
        work = 0.0
        for _ in range(MOST_TURNS):
            yield turn
            if turn.is_won or not turn.again:
                return
            work += turn.work
            if work > MOST_OF_TURNS:
                break
            restart = turn.checkpoint or restart
            turn = self.turn(turn.boards, WAIT, chance, restart)
        raise EndlessTurn(0)

    def is_won(self, boards: Boards) -> bool:
        """True if every goal is reached (never without goals)."""
        goals = self.program.goals
        return bool(goals) and all(goal.is_reached(boards) for goal in goals)

    # The parts of a turn -------------------------------------------------------------------

    def _goes_on(self, boards: Boards, chance: Chance) -> bool:
        """True if a turn without the player would do anything."""
        after, commands, is_refused, _ = self._outcome(boards, WAIT, chance)
        if is_refused or "cancel" in commands:
            return len(commands) > 1
        return after != boards or "win" in commands or "restart" in commands

    def _outcome(self, boards: Boards, way: str, chance: Chance) -> _Outcome:
        ahead = self._ahead
        if way == WAIT and ahead is not None and ahead[0] == boards:
            return ahead[1]
        turning = Turning(chance, self.size)
        outcome = self._applied(boards, way, turning)
        if way == WAIT and not turning.draws:
            self._ahead = boards, outcome
        return outcome

    def _applied(self, boards: Boards, way: str, turning: Turning) -> _Outcome:
        names = self.program.source
        work = [*boards, *[0] * (5 * len(names.movers))]
        players = self.players(work) if way in WAYS else 0
        for number in names.numbers["player"] if players else ():
            _, moves = names.movers[names.layers[number]]
            work[moves[WAYS.index(way)]] |= players & work[number]
        start = work[:]
        for _ in range(MOST_RIGID):
            _apply(self.program.groups, work, turning)
            stuck = move(work, names.movers, self.size)
            if not turning.ban(stuck):
                turning.banned.clear()
                _apply(self.program.late, work, turning)
                break
            work[:] = start
            turning.commands.clear()
            turning.marks.clear()
        after = tuple(work[: len(boards)])
        is_still = players and not players & ~self.players(after)
        must_move = "require_player_movement" in self.program.source.settings
        is_refused = bool(is_still and must_move)
        return _Outcome(after, turning.commands, is_refused, 1 - turning.left / turning.most)


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
    matches = []
    for step, masks in found:
        for one in step.matches(masks, turning.size):
            turning.spend(step.line)
            matches.append((step, one))
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
