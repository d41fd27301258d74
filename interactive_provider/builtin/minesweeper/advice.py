"""Hints, verdicts and next moves for a player, all from the player's view, never from the mines."""

from __future__ import annotations

from interactive_provider.game import Hint, Solution, Verdict

from .analysis import FieldStudy
from .explanations import safe_reason
from .grid import Square, members
from .rules import Field
from .solver import choose, guess

Move = tuple[str, int, int]
"""("uncover", 4, 7): what to do, and where; rows and columns count from 1, as on the labels."""


MOST_COVERED = 1_600
"""The maximum number of covered squares for which a guess looks ahead: with that many, and nothing
known, it takes a second."""


def policy_for(now: Field) -> str:
    """Return the policy for guesses: on a very large field the safest square, which needs no
    lookahead."""
    return "fast" if now.grid.size - now.opened.bit_count() > MOST_COVERED else "record"


def move(now: Field, act: str, square: Square) -> Move:
    """Return a move on a square."""
    row, column = now.grid.place(square)
    return act, row + 1, column + 1


def promised(now: Field) -> bool:
    """True if the next click is promised to be safe."""
    return now.layout is None and now.start != "unsafe"


def first_click(now: Field) -> Square:
    """Return a first click: a corner if only the square itself is safe, a square away from the
    edges if a region opens."""
    if now.start != "zero":
        return 0
    return now.grid.square(min(3, (now.rows - 1) // 2), min(3, (now.columns - 1) // 2))


def hint(now: Field) -> Hint | None:
    """Return a safe square with the reason, or why none is safe and which guess is best; None once
    the game is over.

    A safe square with a flag is worth a hint too: to remove the flag.
    """
    if now.outcome:
        return None
    if promised(now) and now.can_uncover():
        square = (
            first_click(now)
            if now.can_uncover() >> first_click(now) & 1
            else next(members(now.can_uncover()))
        )
        promise = "opens a region" if now.start == "zero" else "is safe"
        return Hint(move(now, "uncover", square), f"the first click {promise}, wherever it is")
    study = FieldStudy(now.view())
    free = now.can_uncover()
    if not study.safe:
        square, why = choose(study, policy_for(now))
        act = "uncover" if free >> square & 1 else "flag"
        return Hint(
            move(now, act, square),
            f"no square is safe for certain: {why}",
            (now.grid.place(square),),
        )
    square = next((square for square in study.safe if free >> square & 1), study.safe[0])
    reason = safe_reason(study, square)
    cells = tuple(now.grid.place(other) for other in (square, *reason.squares))
    if not free >> square & 1:
        return Hint(move(now, "flag", square), f"this flag is wrong: {reason.text}", cells)
    return Hint(move(now, "uncover", square), reason.text, cells)


def evaluate(now: Field) -> dict[Move, Verdict]:
    """Return the probability of a mine for every covered square, as a verdict on uncovering and on
    flagging it."""
    if now.outcome:
        return {}
    verdicts: dict[Move, Verdict] = {}
    chance = [0.0] * now.grid.size if promised(now) else FieldStudy(now.view()).chances
    for square, risk in enumerate(chance):
        if risk is not None:
            words = _words(risk)
            if not now.flags >> square & 1:
                verdicts[move(now, "uncover", square)] = Verdict(words, 1.0 - risk)
            else:
                words = _ON_FLAGS.get(risk, words)
            if now.layout is not None:
                verdicts[move(now, "flag", square)] = Verdict(words, risk)
    return verdicts


_ON_FLAGS = {0.0: "wrong flag", 1.0: "right flag"}
"""What is certain about a flagged square, by the probability of a mine there."""


def _words(risk: float) -> str:
    if risk in (0.0, 1.0):
        return "mine" if risk else "safe"
    percent = f"{risk:.0%}" if 0.01 <= risk <= 0.99 else f"{risk:.2%}"
    return f"{percent} mine"


def solve(now: Field) -> Solution:
    """Return the moves that are certain to be safe now, or the best guess.

    Later moves depend on what these show, so only the last moves of a game are "solved"; otherwise
    the status is "unknown" and the note describes the moves.
    """
    if now.outcome:
        return Solution(
            (),
            "solved" if now.outcome == "won" else "unsolvable",
            note=f"the game is {now.outcome}",
        )
    if promised(now):
        first = hint(now)
        values = () if first is None else (first.value,)
        return Solution(
            values, "unknown", note="the first click is safe; what follows depends on it"
        )
    study = FieldStudy(now.view())
    free = now.can_uncover()
    safe = study.safe
    squares = now.grid.size
    if not safe:
        square, proved = guess(study, policy_for(now))
        kind = "the guess that wins most often" if proved else "the best guess"
        return Solution(
            _opening(now, free, [square]), "unknown", squares, note=f"nothing is certain; {kind}"
        )
    missing = now.grid.size - now.mines - now.opened.bit_count()
    last = len(safe) == missing
    note = "all of them are safe, and they win" if last else "all of them are safe; then ask again"
    return Solution(_opening(now, free, safe), "solved" if last else "unknown", squares, note=note)


def _opening(now: Field, free: int, squares: list[Square]) -> tuple[Move, ...]:
    """Return the moves that open squares: a flag is removed first, and squares opened by a zero
    need no move."""
    moves: list[Move] = []
    for square in squares:
        if not free >> square & 1:
            moves.append(move(now, "flag", square))
        moves.append(move(now, "uncover", square))
    return tuple(moves)
