"""The findings in words: verdicts that say how certain they are, hints with their reasons, the best
line."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt
from time import perf_counter

from ..game import Hint, Solution, Value, Verdict, board_in, ending_of, shown_state
from ..support.intervals import Z
from ..support.plurals import counted
from .analysis import (
    Question,
    Study,
    affordable,
    read,
    studied,
)
from .budgets import STATES
from .equilibrium import TREE_POSITIONS
from .known import Finding
from .model import Model, OutOfMemory, State, Unsearchable, guarded
from .plans import NEAR
from .puzzles import way_to_goal
from .retrograde import rooted
from .sentences import (
    ENOUGH,
    Basis,
    Evidence,
    Rated,
    Sentence,
    Unit,
    figure,
    sentence,
    too_little,
    tried,
)

INDIFFERENT = ", depending on players to whom it makes no difference"
"""What a range of worths means if there are more than two players, or one's gain is not the other's
loss."""

KEPT_TO = ", if everybody follows the hints"
"""What the worth of an equilibrium means, which may not be the only one."""

HARDLY = 0.005
"""The chance that is called "never", and how close to a simple fraction a chance must be to be
named by it."""

CONTINGENT = "depends on what you and the others expect of each other"
"""What is said of each choice if none is best in itself."""

UNDECIDED = (
    f"Which choice is best {CONTINGENT}, since one player may win what no other loses. If the game"
    " is small, matrix(p) shows what each brings, and the equilibria."
)

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


# Verdicts ----------------------------------------------------------------------------------


def verdict(study: Study, one: Finding) -> Verdict:
    """A finding in words and as a number, with a score for shading."""
    if study.is_contingent:
        return Verdict(CONTINGENT)
    words = _words(study, one)
    if not one.is_judged:
        return Verdict(words)
    every = [other.worth for other in study.findings.values() if other.is_judged]
    bounds = study.model.payoff_range(study.state)
    low, high = bounds or (min(every), max(every))
    span, worth = max(high - low, NEAR), study.believed(one)
    level = 0.5 if span <= NEAR else min(1.0, max(0.0, (worth - low) / span))
    score = level if study.chances is None else study.chances[one.value]
    return Verdict(words, score, worth, _error(study, one, bool(bounds)), level)


def _error(study: Study, one: Finding, is_bounded: bool) -> float | None:
    """How far a level may be off, 19 times in 20: a share varies by a half at most. An equilibrium
    does not say."""
    if one.exact:
        return 0.0 if study.chances is None else None
    return Z / 2 / sqrt(one.games) if is_bounded else 1.0


def _unit(study: Study) -> Unit:
    """What worths are said in: wins if payoffs are shares of a win, or one for who wins and minus
    one for who loses."""
    if study.in_shares and study.model.players == 1:
        return "goal"
    of_two = study.model.players == 2 and study.model.payoff_range(study.state) == (-1, 1)
    return "win" if study.in_shares or of_two else "points"


def _rated(study: Study, one: Finding) -> Rated:
    """A choice in words, with its worth as it is said."""
    worth, most = one.worth, one.most
    if _unit(study) == "win" and not study.in_shares:
        worth, most = (worth + 1) / 2, None if most is None else (most + 1) / 2
    return Rated(study.label(one.value), worth, most)


def _words(study: Study, one: Finding) -> str:
    """What is known of a choice's worth, in words: from nothing to a proof."""
    if len(study.values) == 1 and not one.is_judged:
        return "the only choice"
    if not one.known:
        judged = sum(other.known for other in study.findings.values())
        return f"not among the {judged} of {len(study.values)} choices that were judged"
    rated, unit = _rated(study, one), _unit(study)
    if not one.exact:
        return tried(rated, unit, one.games)
    what = figure(rated, unit)
    if study.chances is not None:
        return f"{frequency(study.chances[one.value])}, worth {what}"
    condition = _condition(study, one)
    if condition:
        return f"{what}{condition}"
    if unit == "points":
        return f"{what}{' on average, exactly' if study.lucky else ' with best play'}"
    if study.lucky and rated.worth not in (0.0, 1.0):
        return f"{'scores ' if study.model.players > 1 else ''}{what}, exactly"
    return _certain(study, one, rated)


def frequency(chance: float) -> str:
    """How often something is chosen, in words: "one time in three"."""
    if chance < HARDLY or chance > 1 - HARDLY:
        return "never" if chance < HARDLY else "always"
    share = Fraction(chance).limit_denominator(len(_NUMBERS) - 1)
    if abs(share - chance) < HARDLY:
        times, of = share.as_integer_ratio()
        return f"{_NUMBERS[times]} time{'s' if times > 1 else ''} in {_NUMBERS[of]}"
    return f"{100 * chance:.0f} % of the time"


def _certain(study: Study, one: Finding, rated: Rated) -> str:
    """What is certain: who wins, and in how many choices if that is known."""
    players = study.model.players
    # with more than two, somebody who is indifferent may take longer
    is_told = one.distance is not None and not study.lucky and (players < 3 or one.distance == 1)
    far = f" in {one.distance}" if is_told else ""
    if players == 1:
        hopeless = f"cannot be {'won' if study.lucky else 'solved'} any more"
        return {1.0: f"solves it{far}", 0.5: "draws at best"}.get(rated.worth, hopeless)
    words = {1.0: f"wins{far}", 0.0: f"loses{far}"}
    if players == 2:
        words[0.5] = "draws"
    return words.get(rated.worth, f"scores {figure(rated, 'win')}")


def evaluations(study: Study, *, is_opposed: bool = False) -> dict[Value, Verdict]:
    """A verdict for each choice, in the order of the options; what is proved against best play says
    so if there are opponents whose play may be worse."""
    verdicts = {value: verdict(study, study.findings[value]) for value in study.values}
    for value, found in verdicts.items():
        if is_opposed and _depends_on_replies(study, study.findings[value]):
            text = found.text.removesuffix(" with best play")
            verdicts[value] = replace(found, text=text + best_replies(study))
    return verdicts


def best_replies(study: Study) -> str:
    """What proved verdicts mean when the computer fills the other seats."""
    who = "the computer plays its" if study.model.players == 2 else "the others play their"
    return f", if {who} best"


def _depends_on_replies(study: Study, one: Finding) -> bool:
    """True if a finding is proved, holds only if the others play their best, and does not yet say
    so."""
    is_sure_win = study.in_shares and one.worth == 1
    return one.known and one.exact and not is_sure_win and one.most is None and not study.is_planned


# Hints -------------------------------------------------------------------------------------


def advice(study: Study, opponent: str = "") -> Hint | None:
    """The best choice and why; None when the game is over, and no choice if a puzzle can no longer
    be solved. ``opponent`` is what the other one of two players is called, if not by the game."""
    if not study.values:
        return None
    if study.is_contingent:
        return Hint(None, UNDECIDED)
    best = study.best()
    if len(study.values) == 1 and not best.is_judged:
        return Hint(best.value, "It is the only choice.", certainty="certain")
    if study.model.players == 1 and study.exact and best.worth <= 0 and study.in_shares:
        return Hint(None, f"It {_words(study, best)}: everything was tried.")
    if _found_nothing(study):
        return Hint(
            None,
            f"No way to the goal was found in {counted(study.games, 'random game')}; {study.why}.",
        )
    is_mixed = study.equilibrium is not None
    act, reason, certainty = _mixture(study) if is_mixed else sentence(evidence(study, opponent))
    cells = _cells(study, best.value)
    return Hint(best.value, reason, cells, action=act, certainty=certainty)


def _found_nothing(study: Study) -> bool:
    """True if none of the games that were played came out well for a puzzle's solver: so they say
    nothing."""
    is_puzzle = study.model.players == 1 and study.in_shares and study.games > 0
    return is_puzzle and all(one.worth <= 0 for one in study.findings.values() if one.known)


def _cells(study: Study, value: Value) -> tuple[tuple[int, int], ...]:
    """The cells of the game's board that choose a value."""
    board = board_in(study.model.game, shown_state(study.model.game, study.state, study.mover))
    places = () if board is None else board.places()
    return tuple(place for place, cell in places if cell.press == value)[:1]


def evidence(study: Study, opponent: str = "") -> Evidence:
    """Everything that a sentence about the best choice is made of."""
    best, *others = [one for one in study.ranked() if one.known]
    rated = _rated(study, best)
    name = opponent or _other_name(study)
    is_condition = best.exact and rated.worth not in (0.0, 1.0)
    return Evidence(
        rated,
        _unit(study),
        _basis(study, best),
        best.games,
        study.games,
        len(study.values),
        second=_rated(study, others[0]) if others and others[0].is_judged else None,
        opponent=name,
        is_over=_ends(study, best.value),
        moves=_own_moves(study, best),
        others=_only(study, best, name),
        condition=_condition(study, best) if is_condition else "",
        is_hidden=study.model.hides,
        note=study.model.game.search_note,
    )


def _basis(study: Study, best: Finding) -> Basis:
    if not best.exact:
        return "games"
    return "luck" if study.lucky or study.model.players > 2 else "proof"


def _condition(study: Study, one: Finding) -> str:
    """What a worth depends on besides best play."""
    if study.is_planned:
        return KEPT_TO
    return "" if one.most is None else INDIFFERENT


def _other_name(study: Study) -> str:
    """What the other one of two players is called."""
    if study.model.players != 2:
        return "the others"
    name = study.model.names[1 - study.mover]
    return "your opponent" if name.lower() == f"player {2 - study.mover}" else name


def _own_moves(study: Study, best: Finding) -> int | None:
    """How many choices of the player's own lead to the end, this one included, if it is known."""
    if best.distance is None or study.lucky:
        return None
    if study.model.players == 1:
        return best.distance
    return sum(mover == study.mover for _, mover, _ in study.best_line(best.distance))


def _mixture(study: Study) -> Sentence:
    """How often each option is to be chosen."""
    assert study.chances is not None
    assert study.equilibrium is not None
    *often, last = [one for one in study.ranked() if study.chances[one.value] >= HARDLY]
    words = "".join(
        f"{_rated(study, one).name} {frequency(study.chances[one.value])}, " for one in often
    )
    words += f"{'else ' if often else ''}{_rated(study, last).name}"
    gain = study.equilibrium.exploitability
    least = "0.0001 points" if gain < 0.0001 else figure(Rated("", gain), "points", 1)
    reason = (
        "You do not see everything, so this is the balanced plan: a player who knows it gains at"
        f" most {least} a game."
    )
    return Sentence(words, reason, "a balanced plan")


def _only(study: Study, best: Finding, opponent: str) -> str:
    """What is wrong with the others, if there is only one good choice and that is proved."""
    others = [one for one in study.ranked() if one.value != best.value]
    if study.model.players != 2 or study.lucky or _unit(study) == "points" or not others:
        return ""
    if not all(one.exact and one.worth < best.worth for one in others):
        return ""
    worst = min(reversed(others), key=lambda one: one.distance or 0)
    refutation = _refuted(study, worst, opponent)
    kind = "is worse" if any(_rated(study, one).worth for one in others) else "loses"
    which = "The other move" if len(others) == 1 else "Every other move"
    return f" {which} {kind}{f': {refutation}' if refutation else ''}."


def _refuted(study: Study, one: Finding, opponent: str) -> str:
    """The reply that a choice meets, if the proof says or it wins at once."""
    after = study.following(one.value)
    if after is None:
        return ""
    if study.source is not None and read(after, study.source) is not None:
        replies = [after.best().value]
    else:
        replies = [value for value in after.values if _wins(after, value)]
    if after.mover == study.mover or not replies:
        return ""
    reply = replies[0]
    is_over = not after.findings or _ends(after, reply)
    then = "wins at once" if is_over else verdict(after, after.best()).text
    made, answer = study.label(one.value), after.label(reply)
    return f"after {made}, {opponent} plays {answer} and {then}"


def _wins(study: Study, value: Value) -> bool:
    """True if a choice wins at once."""
    end = study.model.step(study.state, value)
    payoffs = None if end is None else study.model.look(end, study.mover).payoffs
    return payoffs is not None and payoffs[study.mover] >= 1


def _ends(study: Study, value: Value) -> bool:
    """True if a choice ends the game at once."""
    finding = study.findings[value]
    if finding.distance is not None and not study.lucky:
        return finding.distance == 1
    after = study.model.step(study.state, value)
    return after is not None and not study.model.values(after)


# Ways to the end ---------------------------------------------------------------------------


def solution(question: Question, seat: int | None = None) -> Solution:
    """The way to the end: of a puzzle a shortest one, between players the line of best play (of one
    ``seat`` alone).

    Seconds reduce the budget if it would take longer on this machine; if that is too little to
    choose by, no choice is given. If luck decides, the way goes as far as luck allows; if nothing
    is proved, it is the best choice found.
    """
    begin = perf_counter()
    state, model = question.state, question.model()
    with guarded(question.game, "search"):
        _, mover, payoffs = model.look(state, question.turn)
        if payoffs is not None:
            return Solution((), "solved", note=f"the game is over: {ending_of(state)}")
        if model.hides and question.budget.states == STATES:
            budget = replace(question.budget, states=TREE_POSITIONS)
        else:
            budget = affordable(question)
        way = None
        if model.players == 1 and not model.hides and model.in_shares(state):
            way = _puzzle(model, state, mover, budget.states)
    if way is None:
        way = _best_play(studied(replace(question, budget=budget)), seat)
    return replace(way, seconds=perf_counter() - begin)


def _best_play(study: Study, seat: int | None) -> Solution:
    """What a study says about the way to the end."""
    found = study.equilibrium
    names = study.model.names
    if found is not None:
        gets = figure(Rated("", found.value), "points")
        act, reason, _ = _mixture(study)
        return Solution(
            None,
            "equilibrium",
            found.positions,
            note=f"{act}. {reason} {names[0]} gets {gets} on average from the beginning",
            value=found.value,
            strategy=study.chances,
            exploitability=found.exploitability,
        )
    if study.is_contingent:
        return Solution(None, "unknown", note=UNDECIDED)
    best = study.best()
    words = verdict(study, best)
    if study.exact:
        line = tuple(value for _, who, value in study.best_line() if seat in (None, who))
        note = f"{names[study.mover]} {words}{'' if seat is None else best_replies(study)}"
        return Solution(line, "solved", len(line), note=note)
    if not best.exact and best.games < ENOUGH:
        note = f"{too_little(study.games, len(study.values))}, and {study.why}"
    elif _found_nothing(study):
        games = counted(study.games, "random game")
        note = f"no way to the goal was found in {games}, and {study.why}"
    else:
        name = study.label(best.value)
        note = f"{name}: {words}; it is not solved, because {study.why}"
        return Solution((best.value,), "unknown", note=note)
    return Solution(None, "unknown", note=note)


def _puzzle(model: Model, state: State, turn: int, states: int) -> Solution | None:
    """A way, the proof that there is none, or a note that more states are needed; None if luck
    decides."""
    graph = rooted(model, state, turn)
    try:
        way = way_to_goal(graph, states)
    except KeyboardInterrupt as interrupt:
        if type(interrupt) is not KeyboardInterrupt:
            raise
        note = f"interrupted after {counted(len(graph.states), 'position')}"
        return Solution(None, "unknown", len(graph.states), note=note)
    except OutOfMemory as end:
        return Solution(None, "unknown", note=str(end))
    except Unsearchable:
        return None
    path = way.path_from(model.key(state, turn))
    if not path and way.is_proved:
        return Solution(None, "unsolvable", note="everything was tried")
    if not path:
        note = f"no solution within {way.states:,} positions"
        return Solution(None, "unknown", way.states, note=note)
    if way.is_proved:
        return Solution(path, "shortest", len(path))
    return Solution(path, "solved", way.states, note="a shorter way may exist")
