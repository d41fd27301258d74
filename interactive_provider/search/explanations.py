"""The findings in words: verdicts that say how certain they are, hints with their reasons, the best
line.

A hint says what to do first, then one reason that a player understands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import inf, sqrt
from time import perf_counter

from ..game import (
    Hint,
    Solution,
    Value,
    Verdict,
    ending_of,
    hides_something,
)
from ..support.intervals import Z
from ..support.plurals import counted
from .analysis import Question, Study, studied
from .budgets import STATES
from .equilibrium import TREE_POSITIONS, Equilibrium
from .known import Finding
from .plans import NEAR
from .sentences import ENOUGH, Unit, figure, tried

DISAGREE = 0.02
"""How far the shares of two choices must differ before one is called better than the other."""

INDIFFERENT = ", depending on players to whom it makes no difference"
"""What a range of worths means if there are more than two players, or one's gain is not the other's
loss."""

HARDLY = 0.005
"""The chance that is called "never", and how close to a simple fraction a chance must be to be
named by it."""

CONTINGENT = "depends on what you and the others expect of each other"
"""What is said of each choice if none is best in itself."""

UNDECIDED = (
    f"Which choice is best {CONTINGENT}, since one player may win what no other loses. If the game"
    " is small, matrix(p) shows what each pays, and the equilibria."
)

TRIED: Mapping[Unit, str] = {
    "win": "scored {what} in {games}",
    "goal": "reached the goal in {what} of {games}",
    "points": "averaged {what} in {games}",
}
"""What the best choice did in trial games."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


# Verdicts ----------------------------------------------------------------------------------


def verdict(study: Study, one: Finding) -> Verdict:
    """Return a finding in words and as a number, with a score for shading."""
    if study.is_contingent:
        return Verdict(CONTINGENT)
    words = _words(study, one)
    if not one.is_judged:
        return Verdict(words)
    every = [other.worth for other in study.findings.values() if other.is_judged]
    bounds = study.model.payoff_range(study.state)
    low, high = bounds or (min(every), max(every))
    worth = study.believed(one)
    level = 0.5
    if high - low > NEAR:
        level = min(1.0, max(0.0, (worth - low) / (high - low)))
    if one.chance is not None:  # an equilibrium does not say how far it is off
        return Verdict(words, one.chance, worth, None, level)
    error = 0.0
    if not one.exact:  # a share varies by a half at most
        error = Z / 2 / sqrt(one.games) if bounds else 1.0
    return Verdict(words, level, worth, error)


def _figure(study: Study, one: Finding, digits: int = 4) -> str:
    """Return what a choice is worth to the player to move."""
    ends = [one.worth] if one.most is None else [one.worth, one.most]
    return figure(list(map(study.share, ends)), study.unit, digits)


def _words(study: Study, one: Finding) -> str:
    """Return what is known of a choice's worth, in words: from nothing to a proof."""
    if len(study.values) == 1 and not one.is_judged:
        return "the only choice"
    if not one.known:
        judged = sum(other.known for other in study.findings.values())
        return f"not among the {judged} of {len(study.values)} choices that were judged"
    share = study.share(one.worth)
    unit = study.unit
    if not one.exact:
        return tried(share, unit, one.games)
    what = _figure(study, one)
    if one.chance is not None:
        return f"{frequency(one.chance)}, worth {what}"
    if one.most is not None:
        return f"{what}{INDIFFERENT}"
    if unit == "points":
        return f"{what}{' on average, exactly' if study.lucky else ' with best play'}"
    players = study.model.players
    if study.lucky and share not in (0, 1):
        return f"{'scores ' if players > 1 else ''}{what}, exactly"
    # with more than two players, an indifferent one may take longer
    is_told = one.distance and not study.lucky and (players < 3 or one.distance == 1)
    far = f" in {one.distance}" if is_told else ""
    if players == 1:
        hopeless = f"cannot be {'won' if study.lucky else 'solved'} any more"
        return {1.0: f"solves it{far}", 0.5: "draws at best"}.get(share, hopeless)
    words = {1.0: f"wins{far}", 0.0: f"loses{far}"}
    if players == 2:
        words[0.5] = "draws"
    return words.get(share, f"scores {what}")


def frequency(chance: float) -> str:
    """Return how often something is chosen, in words: "one time in three"."""
    share = Fraction(chance).limit_denominator(len(_NUMBERS) - 1)
    if abs(share - chance) >= HARDLY:
        return f"{100 * chance:.0f} % of the time"
    times, of = share.as_integer_ratio()
    if of == 1:
        return "always" if times else "never"
    return f"{_NUMBERS[times]} time{'s' if times > 1 else ''} in {_NUMBERS[of]}"


def evaluations(study: Study, *, is_opposed: bool = False) -> dict[Value, Verdict]:
    """Return a verdict for each choice, in the order of the options; what is proved against best
    play says so if there are opponents whose play may be worse."""
    verdicts = {}
    for value in study.values:
        one = study.findings[value]
        found = verdict(study, one)
        is_sure = study.in_shares and one.worth == 1
        if is_opposed and one.exact and not is_sure and one.most is None:
            text = found.text.removesuffix(" with best play")
            found = replace(found, text=text + best_replies(study))
        verdicts[value] = found
    return verdicts


def best_replies(study: Study) -> str:
    """Return what proved verdicts mean when the computer fills the other seats."""
    who = "the computer plays its" if study.model.players == 2 else "the others play their"
    return f", if {who} best"


# Hints -------------------------------------------------------------------------------------


def advice(study: Study, opponent: str = "") -> Hint | None:
    """Return the best choice and why; None when the game is over, and no choice if a puzzle can no
    longer be solved. ``opponent`` names the other of two players, if the game does not."""
    if not study.values:
        return None
    if study.is_contingent:
        return Hint(None, UNDECIDED)
    best = study.best()
    opponent = opponent or _other_name(study)
    if len(study.values) == 1 and not best.is_judged:
        return Hint(best.value, "It is the only choice.", certainty="certain")
    if study.unit == "goal" and study.exact and best.worth <= 0:
        return Hint(None, f"It {_words(study, best)}: everything was tried.")
    failure = _failure(study)
    if failure:
        return Hint(None, f"{failure.capitalize()}; {study.why}.")
    act = ""
    certainty = "certain"
    if study.equilibrium is not None:
        act, reason = _mixture(study, study.equilibrium.exploitability)
        certainty = "a balanced plan"
    elif best.exact:
        is_luck = study.lucky or study.model.players > 2
        is_end = study.unit != "points" and study.wins(best.value)
        certainty = "computed exactly" if is_luck and not is_end else "certain"
        reason = "You reach the goal with it." if study.unit == "goal" else "You win at once."
        if not is_end:
            reason = _exactly(study, best, is_luck, opponent)
    else:
        is_guess = best.games < ENOUGH
        act = f"Perhaps {study.label(best.value)}" if is_guess else ""
        certainty = "a guess" if is_guess else "likely"
        reason = _estimated(study, best, opponent)
    return Hint(best.value, reason, action=act, certainty=certainty)


def _failure(study: Study) -> str:
    """Return what is said if none of the games played reached a puzzle's goal."""
    if study.unit != "goal" or any(one.worth > 0 for one in study.findings.values() if one.known):
        return ""
    games = counted(study.games, "random game")
    return f"no way to the goal was found in {games}" if study.games else ""


def _estimated(study: Study, best: Finding, opponent: str) -> str:
    """Return what trial games say of the best choice, if they are enough."""
    note = study.model.game.search_note
    end = f" {note}" if note else ""
    if best.games < ENOUGH:
        return f"{_too_little(study)}. Take it as a guess.{end}"
    what = _figure(study, best, 3)
    games = counted(best.games, "trial game")
    result = TRIED[study.unit].format(what=what, games=games)
    worlds = ", each with what you do not see drawn again" if study.model.hides else ""
    others = _others(study, best, opponent)
    beside = "" if others else _beside(study, best, 3)
    return f"It {result}{worlds}{beside}.{others}{end}"


def _too_little(study: Study) -> str:
    """Return a note that too few games were played to advise a choice."""
    games = counted(study.games, "trial game")
    choices = counted(len(study.values), "choice")
    return f"Too little time to judge this position: {games} for {choices}"


def _exactly(study: Study, best: Finding, is_luck: bool, opponent: str) -> str:
    """Return why a choice is proved to be the best."""
    unit = study.unit
    share = study.share(best.worth)
    condition = "" if best.most is None or share in (0, 1) else INDIFFERENT
    if is_luck or unit == "points" or condition:
        what = _figure(study, best)
        how = ", computed exactly" if is_luck else ""
        beside = _beside(study, best)
        if unit == "goal":
            return f"You win with a chance of {what}{how}{beside}."
        verb = "It brings" if unit == "points" else "You score"
        average = " on average" if is_luck else " with best play"
        return f"{verb} {what}{average}{how}{condition}{beside}."
    moves = "" if best.distance is None else counted(best.distance, "move")
    if unit == "goal":
        if not moves:
            return "It leads to the goal."
        return f"{moves} to go, this one included; no way is shorter."
    if share == 0:
        longest = " This one holds out longest" if moves else " Here"
        return f"Every move loses against best play.{longest}, and a slip may save you."
    others = _others(study, best, opponent)
    if share == 1:
        when = f" in {moves}" if moves else ""
        return f"You win{when}, whatever {opponent} replies.{others}"
    if all(one.worth == best.worth for one in study.ranked()):
        return "Every move here draws with best play."
    return f"It draws with best play.{others}"


def _beside(study: Study, best: Finding, digits: int = 4) -> str:
    """Return the worth of the next best choice, if anything is known about it."""
    others = (one for one in study.ranked() if one.known and one.value != best.value)
    second = next(others, None)
    if second is None or not second.is_judged:
        return ""
    name = study.label(second.value)
    most, less = (_figure(study, one, digits) for one in (best, second))
    worth = study.share(best.worth)
    lead = inf if best.exact else worth - study.share(second.worth)
    if most == less or lead <= 0:
        return f"; {name} is as good"
    if lead <= DISAGREE * max(1.0, abs(worth)):
        return f"; {name} is nearly as good, {less}"
    return f"; the next best, {name}, {'brings' if study.unit == 'points' else 'scores'} {less}"


def _other_name(study: Study) -> str:
    """Return the name of the other of two players."""
    if study.model.players != 2:
        return "the others"
    name = study.model.called(study.state)[1 - study.mover]
    return "your opponent" if name.lower() == f"player {2 - study.mover}" else name


def _mixture(study: Study, gain: float) -> tuple[str, str]:
    """Return how often each option is to be chosen, and why; ``gain`` is what a best response still
    gains."""
    *often, last = [one for one in study.ranked() if (one.chance or 0.0) >= HARDLY]
    words = [f"{study.label(one.value)} {frequency(one.chance or 0.0)}, " for one in often]
    least = "0.0001 points" if gain < 0.0001 else figure([gain], "points", 1)
    return (
        f"{''.join(words)}{'else ' if often else ''}{study.label(last.value)}",
        "You do not see everything, so this is the balanced plan: a player who knows it gains at"
        f" most {least} a game.",
    )


def _others(study: Study, best: Finding, opponent: str) -> str:
    """Return what is wrong with the others, if there is only one good choice and that is proved."""
    others = [one for one in study.ranked() if one.value != best.value]
    is_certain = study.model.players == 2 and not study.lucky and study.unit != "points"
    if not (is_certain and others and all(one.exact and one.worth < best.worth for one in others)):
        return ""
    worst = min(reversed(others), key=lambda one: one.distance or 0)
    refutation = _refuted(study, worst.value, opponent)
    kind = "is worse" if any(study.share(one.worth) for one in others) else "loses"
    which = "The other move" if len(others) == 1 else "Every other move"
    return f" {which} {kind}{f': {refutation}' if refutation else ''}."


def _refuted(study: Study, value: Value, opponent: str) -> str:
    """Return the reply that a choice meets, if the proof contains it or it wins at once."""
    after = study.after(value) or study.following(value)
    if after is None or after.mover == study.mover:
        return ""
    known = after.findings
    for reply in [after.best().value] if known else after.values:
        is_win = after.wins(reply)
        if is_win or known:
            then = "wins at once" if is_win else verdict(after, known[reply]).text
            return f"after {study.label(value)}, {opponent} plays {after.label(reply)} and {then}"
    return ""


# Ways to the end ---------------------------------------------------------------------------


def solution(question: Question, seat: int | None = None) -> Solution:
    """Return the way to the end: a shortest one for a puzzle, between players the line of best play
    (or only the choices of one ``seat`` in it).

    Seconds reduce the budget if it would take longer on this machine; if that is too little to
    choose by, no choice is given. If luck decides, the way goes as far as luck allows; if nothing
    is proved, it is the best choice found.
    """
    begin = perf_counter()
    budget = question.budget
    if hides_something(question.game) and budget.states == STATES:
        budget = replace(budget, states=TREE_POSITIONS)
    try:
        way = _way(studied(replace(question, budget=budget)), seat)
    except KeyboardInterrupt as interrupt:
        if type(interrupt) is not KeyboardInterrupt:
            raise
        way = Solution(None, "unknown", note=f"interrupted after {perf_counter() - begin:.0f} s")
    return replace(way, seconds=perf_counter() - begin)


def _way(study: Study, seat: int | None) -> Solution:
    """Return what a study says about the way to the end."""
    if not study.values:
        return Solution((), "solved", note=f"the game is over: {ending_of(study.state)}")
    if study.equilibrium is not None:
        return _plan(study, study.equilibrium)
    if study.is_contingent:
        return Solution(None, "unknown", note=UNDECIDED)
    best = study.best()
    words = verdict(study, best)
    if study.exact:
        line = tuple(value for _, who, value in study.best_line() if seat in (None, who))
        if study.unit == "goal" and not study.lucky:
            return _puzzled(best, line)
        note = f"{study.model.called(study.state)[study.mover]} {words}"
        note += "" if seat is None else best_replies(study)
        return Solution(line, "solved", len(line), note=note)
    failure = _failure(study)
    if not failure and not best.exact and best.games < ENOUGH:
        failure = _too_little(study)
    if failure:
        return Solution(None, "unknown", note=f"{failure}, and {study.why}")
    note = f"{study.label(best.value)}: {words}; it is not solved, because {study.why}"
    return Solution((best.value,), "unknown", note=note)


def _puzzled(best: Finding, line: tuple[Value, ...]) -> Solution:
    """Return the way of a puzzle without luck, or the proof that there is none."""
    if best.worth < 1:
        return Solution(None, "unsolvable", note="everything was tried")
    if best.distance is None:
        return Solution(line, "solved", len(line), note="a shorter way may exist")
    return Solution(line, "shortest", len(line))


def _plan(study: Study, found: Equilibrium) -> Solution:
    """Return how often to choose what, if players know different things."""
    gets = figure([found.value], "points")
    act, reason = _mixture(study, found.exploitability)
    name = study.model.called(study.state)[0]
    return Solution(
        None,
        "equilibrium",
        found.positions,
        note=f"{act}. {reason} {name} gets {gets} on average from the beginning",
        value=found.value,
        strategy={one.value: one.chance or 0.0 for one in study.findings.values()},
        exploitability=found.exploitability,
    )
