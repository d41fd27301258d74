"""The findings in words: verdicts that say how certain they are, hints with their reasons, the best
line."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from os import PathLike
from pathlib import Path
from time import perf_counter

from ..game import Hint, Solution, Value, Verdict, picture, shown_state
from ..support.plurals import counted, in_words
from .analysis import (
    Finding,
    Question,
    Study,
    affordable,
    checked_budget,
    keep_way,
    kept_way,
    path_to_goal,
    solved_wholly,
    studied,
)
from .budgets import MOST_STATES, STATES
from .equilibrium import TREE_POSITIONS
from .model import Model, OutOfMemory, State, Unsearchable, guarded
from .plans import NEAR
from .retrograde import expand, rooted
from .tables import Table, use

BEST_REPLIES = ", if the others play their best"
"""What proved verdicts mean when opponents fill the other seats."""

INDIFFERENT = ", depending on players to whom it makes no difference"
"""What a range of worths means if there are more than two players, or one's gain is not the other's
loss."""

KEPT_TO = ", if everybody follows the hints"
"""What the worth of an equilibrium means, which may not be the only one."""

ENOUGH = 10
"""The number of games through a choice from which on it is called the best one."""

HARDLY = 0.005
"""The chance that is called "never", and how close to a simple fraction a chance must be to be
named by it."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

_MOST_NAMED = 6
"""Choices of a line that are named in a reason."""


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that a share lies in 19 times out of 20, by E. B. Wilson, J. Amer. Stat. Assoc.
    22 (1927)."""
    if not games:
        return 0.0, 1.0
    middle = wins + z * z / 2
    spread = z * (wins * (games - wins) / games + z * z / 4) ** 0.5
    return max(0.0, (middle - spread) / (games + z * z)), min(
        1.0, (middle + spread) / (games + z * z)
    )


# Verdicts ----------------------------------------------------------------------------------


def verdict(study: Study, one: Finding) -> Verdict:
    """A finding in words and as a number, with a score for shading."""
    return Verdict(_words(study, one), _score(study, one), one.worth if one.known else None)


def _score(study: Study, one: Finding) -> float | None:
    if not one.known:
        return None
    if study.chances is not None:
        return study.chances[one.value]
    if study.in_shares:
        return min(1.0, max(0.0, one.worth))
    every = [other.worth for other in study.findings.values() if other.known]
    low, high = study.model.payoff_range(study.state) or (min(every), max(every))
    return 0.5 if high - low <= NEAR else min(1.0, max(0.0, (one.worth - low) / (high - low)))


def _words(study: Study, one: Finding) -> str:
    if not one.known:
        return f"not tried in {counted(study.games, 'game')}" if study.games else "not examined"
    if study.chances is not None:
        return f"{frequency(study.chances[one.value])}, worth {one.worth:+.4g}"
    if not one.exact:
        games = counted(one.games, "game")
        return (
            f"{_share(one)} of {games}"
            if study.in_shares
            else f"{one.worth:+.3g} on average over {games}"
        )
    if study.is_planned:
        return f"{_figure(study, one)}{KEPT_TO}"
    if one.most is not None:
        return f"{_figure(study, one)}{INDIFFERENT}"
    if not study.in_shares:
        return f"{one.worth:+.4g}{' on average, exactly' if study.lucky else ' with best play'}"
    certain = one.worth in (0.0, 1.0) or not study.lucky
    if not certain:
        return (
            f"{one.worth:.4g} of a win, exactly"
            if study.model.players > 1
            else f"{one.worth:.4g}, exactly"
        )
    return _certain(study, one)


def frequency(chance: float) -> str:
    """How often something is chosen, in words: "one time in three"."""
    if chance < HARDLY or chance > 1 - HARDLY:
        return "never" if chance < HARDLY else "always"
    share = Fraction(chance).limit_denominator(len(_NUMBERS) - 1)
    if abs(share - chance) < HARDLY:
        times, of = share.as_integer_ratio()
        return f"{_NUMBERS[times]} time{'s' if times > 1 else ''} in {_NUMBERS[of]}"
    return f"{100 * chance:.0f} % of the time"


def _certain(study: Study, one: Finding) -> str:
    """What is certain: who wins, and in how many choices if that is known."""
    far = "" if one.distance is None or study.lucky else f" in {one.distance}"
    if study.model.players > 2 and one.distance != 1:  # somebody who is indifferent may take longer
        far = ""
    if study.model.players == 1:
        words = {1.0: f"solves it{far}", 0.5: "draws at best"}
        return words.get(
            one.worth, "cannot be solved any more" if not study.lucky else "cannot be won any more"
        )
    words = {1.0: f"wins{far}", 0.0: f"loses{far}"}
    if study.model.players == 2:
        words[0.5] = "draws"
    return words.get(one.worth, f"{one.worth:.3g} of a win")


def _share(one: Finding) -> str:
    low, high = wilson(one.worth * one.games, one.games)
    return f"{one.worth:.2f} ± {(high - low) / 2:.2f}"


def evaluations(study: Study, condition: str = "") -> dict[Value, Verdict]:
    """A verdict for each choice, in the order of the options; proofs that depend on ``condition``
    say so."""
    verdicts = {value: verdict(study, study.findings[value]) for value in study.values}
    if not condition:
        return verdicts
    return {
        value: (
            replace(verdict, text=verdict.text + condition)
            if _depends_on_replies(study, study.findings[value])
            else verdict
        )
        for value, verdict in verdicts.items()
    }


def _depends_on_replies(study: Study, one: Finding) -> bool:
    """True if a finding is proved, holds only if the others play their best, and does not yet say
    so."""
    is_sure_win = study.in_shares and one.worth == 1
    return one.known and one.exact and not is_sure_win and one.most is None and not study.is_planned


# Hints -------------------------------------------------------------------------------------


def advice(study: Study) -> Hint | None:
    """The best choice and why; None when the game is over, and no choice if a puzzle can no longer
    be solved."""
    if not study.values:
        return None
    best = study.best()
    if study.model.players == 1 and study.exact and best.worth <= 0 and study.in_shares:
        return Hint(None, f"It {_certain(study, best)}: everything was tried.")
    if _found_nothing(study):
        return Hint(
            None,
            f"No way to the goal was found in {counted(study.games, 'random game')}; {study.why}.",
        )
    return Hint(best.value, _reason(study, best), _cells(study, best.value))


def _found_nothing(study: Study) -> bool:
    """True if none of the games that were played came out well for a puzzle's solver: so they say
    nothing."""
    is_puzzle = study.model.players == 1 and study.in_shares and study.games > 0
    return is_puzzle and all(one.worth <= 0 for one in study.findings.values() if one.known)


def _cells(study: Study, value: Value) -> tuple[tuple[int, int], ...]:
    """The cells of the game's board that choose a value."""
    board = picture(study.model.game, shown_state(study.model.game, study.state, study.mover))
    places = () if board is None else board.places()
    return tuple(place for place, cell in places if cell.press == value)[:1]


def _reason(study: Study, best: Finding) -> str:
    if study.equilibrium is not None:
        return _mixture(study)
    if not study.exact and not best.exact:
        return _likely(study, best)
    if study.model.players > 2 and best.worth == 1 and _ends(study, best.value):
        return "it wins at once."
    if (
        study.lucky or not study.in_shares or study.model.players > 2
    ):  # two others may not play their best
        return _compared(study, best)
    if study.model.players == 1:
        return _way_out(study, best)
    if best.worth == 1:
        return _winning(study, best)
    if best.worth == 0:
        return _losing(study, best)
    return _drawing(study, best)


def _mixture(study: Study) -> str:
    """How often each option is to be chosen."""
    assert study.chances is not None
    assert study.equilibrium is not None
    often = {
        one.value: study.chances[one.value]
        for one in study.ranked()
        if study.chances[one.value] >= HARDLY
    }
    words = ", ".join(
        f"{study.label(value)} {frequency(chance)}" for value, chance in often.items()
    )
    return (
        f"{words}; a player who knows this gains at most {study.equilibrium.exploitability:.5f} a"
        " game."
    )


def _winning(study: Study, best: Finding) -> str:
    if _ends(study, best.value):
        return "it wins at once."
    line = _line_after(study, best.value)
    far = "" if best.distance is None else f" in {best.distance}"
    return f"it wins{far}, whatever the replies{line}.{_only(study)}"


def _losing(study: Study, best: Finding) -> str:
    if best.distance is None:
        return "every choice loses against best play."
    line = _line_after(study, best.value)
    return (
        "every choice loses against best play; this one lasts longest, which loses in"
        f" {best.distance}{line}."
    )


def _drawing(study: Study, best: Finding) -> str:
    worse = [one for one in study.ranked() if one.worth < best.worth]
    if not worse:
        return "every choice here draws with best play."
    if len(worse) == len(study.values) - 1:
        return f"it draws with best play.{_only(study)}"
    return f"it draws with best play; {_refuted(study, worse[-1])}."


def _only(study: Study) -> str:
    """What is wrong with the others, if there is only one good choice."""
    others = study.ranked()[1:]
    if not others or others[0].worth >= study.best().worth:
        return ""
    kind = "loses" if others[0].worth == 0 else "is worse"
    if len(others) == 1:
        return f" The other choice {kind}: {_refuted(study, others[0])}."
    return f" Every other choice {kind}: {_refuted(study, others[-1])}."


def _refuted(study: Study, one: Finding) -> str:
    """The reply that a choice meets."""
    name, after = study.label(one.value), study.after(one.value)
    if after is None or not after.values:
        return f"{name} {_certain(study, one)}"
    reply = after.best().value
    then = "wins at once" if _ends(after, reply) else _certain(after, after.best())
    return (
        f"after {name}, {study.model.names[after.mover]} plays {after.label(reply)}, which {then}"
    )


def _ends(study: Study, value: Value) -> bool:
    """Whether a choice ends the game at once."""
    finding = study.findings[value]
    if finding.distance is not None and not study.lucky:
        return finding.distance == 1
    after = study.model.step(study.state, value)
    return after is not None and not study.model.values(after)


def _line_after(study: Study, value: Value) -> str:
    """The best line after a choice, named: ``: then row 1 left, row 3 right``."""
    after = study.after(value)
    if after is None:
        return ""
    line = list(after.best_line(_MOST_NAMED + 1))
    named = [
        f"{study.model.names[mover]} {Study(study.model, state, mover, ()).label(v)}"
        for state, mover, v in line
    ]
    more = ", …" if len(named) > _MOST_NAMED else ""
    return f": for example {', '.join(named[:_MOST_NAMED])}{more}" if named else ""


def _way_out(study: Study, best: Finding) -> str:
    if best.distance is None:
        return "it leads to the goal."
    if best.distance == 1:
        return "it reaches the goal at once."
    return f"this way takes {best.distance} choices, including this one, and no way is shorter."


def _compared(study: Study, best: Finding) -> str:
    """The figures of the best choice and of the next best."""
    others = study.ranked()[1:]
    then = (
        f"; the next best, {_named(study, others[0])}, is worth {_figure(study, others[0])}"
        if others
        else ""
    )
    if study.in_shares and study.model.players == 1:
        return f"it wins with a chance of {_figure(study, best)}, computed exactly{then}."
    condition = KEPT_TO if study.is_planned else ""
    return f"with best play it is worth {_figure(study, best)}{condition}, computed exactly{then}."


def _named(study: Study, one: Finding) -> str:
    """A choice in the words that a hint begins with."""
    return in_words([study.label(one.value)])


def _figure(study: Study, one: Finding) -> str:
    if not one.known:
        return "an unknown amount"
    text = f"{one.worth:.4g}" if study.in_shares else f"{one.worth:+.4g}"
    if one.most is not None:
        text += f" to {one.most:.4g}" if study.in_shares else f" to {one.most:+.4g}"
    return f"{text} of a win" if study.in_shares and study.model.players > 1 else text


def _likely(study: Study, best: Finding) -> str:
    """A summary of the games that were played."""
    if _is_too_little(study, best):
        return f"{_too_little(study)}."
    kind = "came out well" if study.in_shares else "were its mean"
    figure = _share(best) if study.in_shares else f"{best.worth:+.3g}"
    others = [one for one in study.ranked()[1:] if one.known]
    then = (
        f"; next best was {_named(study, others[0])} with {others[0].worth:.2f}" if others else ""
    )
    worlds = ", each in a world that looks the same," if study.model.hides else ""
    return f"{figure} of the {counted(best.games, 'game')} played through it{worlds} {kind}{then}."


def _is_too_little(study: Study, best: Finding) -> bool:
    """True if too few games went through the best choice to tell."""
    return not best.exact and best.games < ENOUGH


def _too_little(study: Study) -> str:
    return (
        f"too few games to judge: {counted(study.games, 'game')} for"
        f" {counted(len(study.values), 'choice')}"
    )


# Ways to the end ---------------------------------------------------------------------------


def solution(
    question: Question, seat: int | None = None, keep: str | PathLike[str] | None = None
) -> Solution:
    """The way to the end: of a puzzle a shortest one, between players the line of best play (of one
    ``seat`` alone).

    Seconds reduce the budget if it would take longer on this machine; if that is too little to
    choose by, no choice is given. If luck decides, the way goes as far as luck allows; if nothing
    is proved, it is the best choice found. ``keep`` is a file for the solution: it is read if it
    exists, else written.
    """
    begin = perf_counter()
    game, state, turn, budget = question.game, question.state, question.turn, question.budget
    model = question.model()
    with guarded(game, "search"):
        _, mover, payoffs = model.look(state, turn)
        if payoffs is not None:
            return Solution((), "solved", note=f"the game is over: {state.outcome}")
        seconds = budget.seconds
        if model.hides and budget.states == STATES:
            budget = replace(budget, states=TREE_POSITIONS)
        else:
            budget = affordable(question)
        way = None
        if model.players == 1 and not model.hides and model.in_shares(state):
            way = _puzzle(
                model,
                state,
                mover,
                checked_budget("states", budget.states, MOST_STATES, lambda: 1e-5),
            )
    if way is None:
        if keep is not None:
            use(_kept(keep, question, mover, budget.states))
        if seconds is not None:
            budget = replace(budget, seconds=max(0.0, begin + seconds - perf_counter()))
        way = _best_play(studied(replace(question, budget=budget)), seat)
    return replace(way, seconds=perf_counter() - begin)


def _kept(file: str | PathLike[str], question: Question, mover: int, states: int) -> Table:
    """The table in a file, which is written if it is not there."""
    model = question.model()
    if Path(file).exists():
        return Table.read(file, model, question.setup, question.state, mover)
    table = Table.of(solved_wholly(question, states), question.setup)
    table.write(file, model)
    return table


def _best_play(study: Study, seat: int | None) -> Solution:
    """What a study says of the way to the end."""
    best, found, names = study.best(), study.equilibrium, study.model.names
    if found is not None:
        note = f"{_mixture(study)} {names[0]} gets {found.value:+.4g} on average from the beginning"
        return Solution(
            None,
            "equilibrium",
            found.positions,
            note=note,
            value=found.value,
            strategy=study.chances,
            exploitability=found.exploitability,
        )
    if _is_too_little(study, best):
        return Solution(None, "unknown", note=f"{_too_little(study)}, and {study.why}")
    if _found_nothing(study):
        games = counted(study.games, "random game")
        return Solution(
            None, "unknown", note=f"no way to the goal was found in {games}, and {study.why}"
        )
    if not study.exact:
        note = f"{study.label(best.value)}: {verdict(study, best)}, because {study.why}"
        return Solution((best.value,), "unknown", note=note)
    line = tuple(value for _, who, value in study.best_line() if seat in (None, who))
    note = f"{names[study.mover]} {verdict(study, best)}{'' if seat is None else BEST_REPLIES}"
    return Solution(line, "solved", len(line), note=note)


def _puzzle(model: Model, state: State, turn: int, states: int) -> Solution | None:
    """A shortest way, the proof that there is none, or a note that more states are needed; None if
    luck decides."""
    kept = kept_way(model, model.key(state, turn), states)
    if kept:
        return Solution(kept, "shortest", len(kept))
    graph = rooted(model, state, turn)
    try:
        expand(graph, states, luck=False, goal=True)
    except KeyboardInterrupt as interrupt:
        if type(interrupt) is not KeyboardInterrupt:
            raise
        note = f"interrupted after {counted(len(graph.states), 'position')}"
        return Solution(None, "unknown", len(graph.states), note=note)
    except OutOfMemory as end:
        return Solution(None, "unknown", note=str(end))
    except Unsearchable:
        return None
    path = path_to_goal(graph)
    if path:
        keep_way(graph, path)
        return Solution(path, "shortest", len(path))
    if not graph.complete:
        return Solution(None, "unknown", states, note=f"no solution within {states:,} positions")
    return Solution(None, "unsolvable", note="everything was tried")
