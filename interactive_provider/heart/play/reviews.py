"""Where a game turned: compares each move with the best one, judging as hints do.

The last moves are examined first: no proof is tried before the first position that is too large for
one. An estimate blames a move only if the loss exceeds the error: after a comparison with the best
move, or by half as much again. Luck is counted separately from skill: it is the level after a
chance event minus the level of the choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from random import Random
from typing import Any, NamedTuple

from ...errors import guard
from ...game import Check, Value, Verdict, known_to, parameters_of
from ...rendering import html
from ...search.analysis import Question, Study, label_of, studied
from ...search.budgets import Limit
from ...search.explanations import evaluations
from ...search.model import Model
from ...search.plans import NEAR
from ...support.fingerprint import fingerprint
from ...support.plurals import counted
from ...support.readable import Readable
from ...support.results import Result, Table
from ...support.sanitizing import markup
from .insiders import last_moves
from .nodes import Position
from .position_data import board_of, from_start, outcome_of, value_of, view_of, viewer_of

STEPS = 800_000
"""The budget for the trial games of a review, in steps of an ordinary game: about four seconds."""

SHARES = 4
"""The time that a game's own evaluation may take for all moves, as a multiple of its usual time."""

TELLING = 0.1
BLUNDER = 0.3
"""The shares of a win above which an estimated loss or luck is reported, and above which a mistake
is a blunder."""

UNCOMPARED = 1.5
"""How many times its error a loss must be if no comparison confirms it."""

_REPLIES = 4
_TURNS = 5
"""The number of moves of a refutation, and of turning points, that are shown."""

_BAR = """<rect x="{x}" y="{top:.3f}" width=".9" height="1" fill="{colour}">\
<title>{words}</title></rect>"""
_STRIP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 1" width="420" height="48"\
 preserveAspectRatio="none" style="background:#8883;max-width:100%">{bars}</svg>"""


@dataclass(frozen=True, slots=True)
class ReviewedMove(Readable):
    """One move of a game: how good it was, what was better, and how it is answered.

    ``loss`` is what it cost its player, ``luck`` what chance then added, and ``level`` how the
    player stood before it, all as shares of a win (for an engine, a pawn is a seventh).
    ``is_proved`` is True if the loss is proved; ``at`` is the number of the moment after the move.
    """

    number: int
    player: str
    choice: str
    at: int
    verdict: str = "not judged"
    grade: str = ""
    better: str = ""
    answer: str = ""
    loss: float = 0.0
    luck: float = 0.0
    level: float | None = None
    is_proved: bool = False

    def __str__(self) -> str:
        text = f"Move {self.number}, {self.player}: {self.choice} ({self.verdict})"
        text += f", {self.grade}" if self.grade else ""
        text += ", proved" if self.is_proved else ""
        text += f". Better: {self.better}" if self.better else ""
        text += f". It is answered by {self.answer}" if self.answer else ""
        text += f". Luck, not skill: {100 * self.luck:+.0f} % of a win" if self.luck else ""
        return f"{text}."


@dataclass(frozen=True, repr=False)
class GameReview(Result):
    """A review of a game: it prints where the game turned; ``moves`` are all moves in order."""

    title: str
    moves: Sequence[ReviewedMove]
    picture: str = ""

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each move."""
        every: list[dict[str, Any]] = self.to_dict()["moves"]
        return every

    def turning_points(self) -> list[ReviewedMove]:
        """Return the moves at which a player lost most, or luck mattered most, in the order of the
        game."""
        turns = [move for move in self.moves if move.loss or move.luck]
        turns.sort(key=lambda move: -max(move.loss, abs(move.luck)))
        return sorted(turns[:_TURNS], key=lambda move: move.at)

    def totals(self) -> Iterator[str]:
        """Return the mistakes and the luck of each player."""
        for name in dict.fromkeys(move.player for move in self.moves):
            own = [move for move in self.moves if move.player == name]
            bad = sum(move.loss > 0 for move in own)
            luck = sum(move.luck for move in own)
            words = f"{name}: {counted(bad, 'mistake')} in {counted(len(own), 'move')}"
            yield f"{words}, luck {100 * luck:+.0f} %." if luck else f"{words}."

    def strip(self) -> str:
        """Draw how the first player stood before each move; mistakes are orange."""
        bars = ""
        for x, move in enumerate(self.moves):
            level = 0.5 if move.level is None else min(1.0, max(0.0, move.level))
            top = 1 - level if move.player == self.moves[0].player else level
            colour = "#d55e00" if move.loss else "#0072b2"
            bars += _BAR.format(x=x, top=top, colour=colour, words=markup(str(move)))
        return _STRIP.format(width=len(self.moves), bars=bars) if bars else ""

    def _table(self) -> Table:
        notes = [*self.totals(), *map(str, self.turning_points())] or [
            "No move that you may judge has been made since the position that this game began with."
        ]
        return Table([], title=self.title, notes=notes, pictures=self.strip() + self.picture)


class Made(NamedTuple):
    """A choice made in a state, the number of the moment after it, and what followed."""

    state: Any
    mover: int
    value: Value
    at: int
    after: Any = None


def choices_made(position: Position, model: Model) -> list[Made]:
    """Return all choices of a game that the viewer may judge, including those of others."""
    found = list[Made]()
    turn = 0
    as_played = position._table.game.as_played
    for number, at in enumerate(from_start(position)):
        for shown, step in last_moves(at):
            _, state = as_played(shown)
            mover = model.mover(state, turn)
            found.append(Made(state, mover, value_of(state, step), number))
            turn = model.next_turn(mover)
    ends = [*(one.state for one in found[1:]), as_played(position._state)[1]]
    found = [one._replace(after=after) for one, after in zip(found, ends, strict=False)]
    is_open = position._table.seating is None and outcome_of(position) is not None
    if is_open or not model.hides:
        return found
    return [one for one in found if one.mover == viewer_of(position)]


class Reviewer:
    """Judges the moves of one game, starting with the last."""

    def __init__(self, position: Position, limit: Limit) -> None:
        self.table = position._table
        self.limit = limit
        game, state = self.table.game.as_played(position._state)
        self.model = Model(game, hidden=True, anyone=True, setup=self.table.setup)
        seating = self.table.seating
        self.names = self.model.called(state) if seating is None else seating.called()
        self.made = choices_made(position, self.model)
        self.states = limit.states
        """The number of positions that a proof may take."""

    def moves(self) -> list[ReviewedMove]:
        """Return every move, judged."""
        found = list[ReviewedMove]()
        later = None
        mover = 0
        for number, one in reversed([*enumerate(self.made, 1)]):
            if later is not None and one.mover != mover:
                later = 1 - later if self.model.players == 2 else None
            name = self.names[one.mover]
            choice = label_of(one.state, one.value)
            number = getattr(one.state, "move_number", number)  # in chess both sides share a number
            found.append(self._judged(ReviewedMove(number, name, choice, one.at), one, later))
            later = found[-1].level
            mover = one.mover
        return found[::-1]

    def _judged(self, move: ReviewedMove, one: Made, later: float | None) -> ReviewedMove:
        """Judge a move; ``later`` is how its player stands before the next one, if known."""
        verdicts = self._verdicts(one)
        if not verdicts:
            return move
        best, loss, error = _compared(verdicts, one.value)
        move = replace(move, level=verdicts[best].level)
        if error and (loss > TELLING / 2 or one.value not in verdicts):
            compared = self._verdicts(one, (best, one.value))
            verdicts = compared or verdicts
            best, loss, error = _compared(verdicts, one.value)
            error *= 1 if compared else UNCOMPARED
        played = verdicts.get(one.value)
        if played is None:
            return move
        move = replace(move, verdict=played.text, luck=self._luck(one, played, later))
        is_proved = verdicts[best].error == played.error == 0
        if loss <= NEAR or (not is_proved and loss <= max(error, TELLING)):
            return replace(move, grade="" if loss else "best")
        grade = "mistake" if loss < BLUNDER else "blunder"
        better = f"{label_of(one.state, best)} ({verdicts[best].text})"
        return replace(
            move,
            grade="slip" if loss < TELLING else grade,
            better=better,
            answer=self._answer(one),
            loss=loss,
            is_proved=is_proved,
        )

    def _verdicts(self, one: Made, only: Sequence[Value] = ()) -> Mapping[Value, Verdict]:
        """Return the verdicts on the choices of a state; with ``only``, a few after comparing them,
        none if that is not possible."""
        table = self.table
        if not table.can("evaluate"):
            found = evaluations(self._studied(one, only))
        else:
            taken = parameters_of(table.ability("evaluate"))
            if only and "only" not in taken:
                return {}
            options: dict[str, Any] = {"only": only} if only else {}
            if "share" in taken:
                options["share"] = min(1.0, SHARES / len(self.made))
            found = table.ask("evaluate", table.shown(one.state, one.mover), **options)
        return {value: verdict for value, verdict in found.items() if verdict.level is not None}

    def _studied(self, one: Made, only: Sequence[Value] = ()) -> Study:
        """Return what search finds in a state from what its player knows."""
        model = self.model
        luck = Random(one.at)
        if model.hides:
            luck = Random(fingerprint(known_to(model.game, one.state, one.mover)))
        budget = replace(self.limit, states=1 if only else self.states)
        question = Question(model.game, one.state, one.mover, model.setup, budget, luck, only)
        study = studied(replace(question, steps=STEPS / len(self.made)))
        if not study.exact:
            self.states = 1
        return study

    def _answer(self, one: Made) -> str:
        """Return the replies that refute a move, as far as they are known."""
        model = self.model
        state = one.after
        values, mover, _ = model.look(state, model.next_turn(one.mover))
        if not values or model.hides or model.players == 1:
            return ""
        if self.table.can("solve"):
            line = self.table.ask("solve", state).values or ()
        else:
            study = self._studied(one._replace(state=state, mover=mover))
            line = [value for _, _, value in study.best_line(_REPLIES)]
        words = list[str]()
        for value in line[:_REPLIES]:
            words.append(label_of(state, value))
            state = model.step(state, value)
            if state is None:
                break
        return ", ".join(words)

    def _luck(self, one: Made, played: Verdict, later: float | None) -> float:
        """Return what chance added after a choice; 0 if it is too small to report."""
        model = self.model
        bounds = self.model.payoff_range(one.state)
        if bounds is None or not (model.hides or model.step(one.state, one.value) is None):
            return 0.0
        if not model.values(one.after):
            low, high = bounds
            later = (model.payoffs(one.after)[one.mover] - low) / (high - low)
        elif model.hides:
            later = None
        if later is None or played.level is None:
            return 0.0
        luck = later - played.level
        return luck if abs(luck) > max(TELLING, played.error or 0.0) else 0.0


def _compared(verdicts: Mapping[Value, Verdict], played: Value) -> tuple[Value, float, float]:
    """Return the best choice (among equals, the one made), the loss of the choice made, and the
    error of that loss."""
    levels = {value: verdict.level or 0.0 for value, verdict in verdicts.items()}
    best = max(levels, key=lambda value: (levels[value], value == played))
    errors = (verdicts[value].error or 0.0 for value in (best, played) if value in verdicts)
    return best, levels[best] - levels.get(played, levels[best]), hypot(*errors)


def reviewed(position: Position, limit: Limit) -> GameReview:
    """Review a game up to a position."""
    table = position._table
    line = from_start(position)
    with guard(f"the review of {table.name}"):
        found = GameReview(view_of(position).title, Reviewer(position, limit).moves())
    boards = (board_of(line[move.at]) for move in found.turning_points())
    return replace(found, picture="".join(html.render(board) for board in boards if board))


def checked(position: Position, limit: Limit) -> Check:
    """Say whether a player's moves so far are right, without revealing better ones."""
    own = "" if position._table.seating is None else "you"
    for move in reversed(reviewed(position, limit).moves):
        if move.loss and own in ("", move.player):
            proof = "certainly " if move.is_proved else ""
            return Check(False, f"Move {move.number}, {move.choice}, was {proof}a {move.grade}.")
    return Check(True, "No mistake was found in the moves so far.")
