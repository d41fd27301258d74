"""The study of one state: what each choice is worth and how certain that is.

Begin here to read search. **What it reads.** A `Model` (`model.py`) reads a game: values, movers,
payoffs and keys, nothing of labels or boards. Luck is whatever a step asks its generator for:
`chance.py` notices it and enumerates the results. A state is never changed, so a solver may step as
it likes; of what a game hides it reads only worlds that the player cannot tell from the real one.

**Which solver answers.** The first of these that can:

1. What is known (`known.py`): a graph or a way found before.
2. If something is hidden: an equilibrium of the whole game (`equilibrium.py`), if it is small.
3. The whole graph below the state, solved backwards (`retrograde.py`; `plans.py` if positions
   repeat). Random games show beforehand whether it can fit (`sizes.py`).
4. From `QUICK` positions on, less than the whole: a proof for two players (`alphabeta.py`), or a
   way to the goal of a puzzle (`puzzles.py`).
5. Simulated games (`mcts.py`), which prove what they come across.

A solver that cannot answer raises `Unsearchable` with the reason, which becomes part of the answer.

**What is promised.** A `Finding` is exact only if it is proved, and says so. Of equally good
choices it prefers the one that ends the game sooner, or later for the loser. Budgets are counts,
never seconds, unless the caller asks for seconds: the same question has the same answer on every
machine.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from random import Random
from statistics import fmean
from time import perf_counter

from ..game import Game, Value, option_pairs, sight_of
from ..support.plurals import counted, in_words
from .alphabeta import AlphaBeta
from .budgets import HINT_STEPS, SIMULATIONS, STATES, USUAL, Limit
from .equilibrium import Contingent, Equilibrium, equilibrium
from .known import QUICK, Finding, Known, recalled, remember
from .mcts import TreeSearch
from .model import Key, Model, State, TooLarge, Unsearchable, guarded
from .plans import NEAR
from .puzzles import way_to_goal
from .retrograde import Graph, Worth, completed, expand, rooted, solved
from .sentences import Unit
from .sizes import SizeSurvey

FIRST = 2_000
"""The states that are always tried first."""

SAMPLE = 200
"""The states by which their cost is measured."""

DOUBTED = 2
PROOFS = 5
"""A graph or a proof is not tried if its forecast exceeds the allowed positions by more than this
factor: forecasts may be too high, and a proof remembers positions."""

DIGITS = 9
"""The decimals to which worths are compared, so that rounding makes no difference."""

LONGEST_LINE = 10_000
"""The choices after which a line of best play is cut off."""

PUZZLE_GAMES = 50
"""The random games that are played if a search found no way to the goal: they hardly ever find
one."""


class NoWayFound(TooLarge):
    """No way to a puzzle's goal was found, but there may be one."""


class Study:
    """A state and the findings about it, at first none."""

    def __init__(self, model: Model, state: State, turn: int) -> None:
        self.model = model
        self.state = state
        self.values, self.mover, self.payoffs = model.look(state, turn)
        self.findings: dict[Value, Finding] = {}
        self.lucky = False
        """True if luck decides anything from here on (known if the answer is exact)."""
        self.games = 0
        """The games that were played if the answer is not exact."""
        self.why = ""
        """Why the answer is not exact."""
        self.equilibrium: Equilibrium | None = None
        """What the findings were read from if players know different things."""
        self.is_contingent = False
        """True if no choice is best in itself: something is hidden, and one player may win what
        no other loses."""
        self.interrupted = False
        """True if the games were ended by an interrupt from the keyboard."""
        self.source: Known | None = None
        """What the answer was read from, if it was proved as a whole."""

    @property
    def exact(self) -> bool:
        """True if all findings are proved."""
        return not self.games

    @property
    def in_shares(self) -> bool:
        """True if payoffs are shares of a win."""
        return self.model.in_shares(self.state)

    @property
    def unit(self) -> Unit:
        """The unit of worths: wins if payoffs are shares of a win, or 1 for the winner and -1 for
        the loser."""
        if self.in_shares and self.model.players == 1:
            return "goal"
        of_two = self.model.players == 2 and self.model.payoff_range(self.state) == (-1, 1)
        return "win" if self.in_shares or of_two else "points"

    def share(self, worth: float) -> float:
        """Return a worth as text."""
        return (worth + 1) / 2 if self.unit == "win" and not self.in_shares else worth

    def ranked(self) -> list[Finding]:
        """Return the choices, the best first: then the quicker end, the later loss, the choice
        tried most.

        Of two players' equally good ones, those after which more replies are mistakes come first.
        With more players ties keep the order of the menu: what a choice is worth to the others was
        computed as if the first of equally good ones were taken.
        """
        every = [self.findings[value] for value in self.values]
        ranked = sorted(every, key=self._merit, reverse=True)
        merits = [self._merit(one) for one in ranked]
        equal = sum(merit == merits[0] for merit in merits)
        if equal > 1 and self.model.players == 2:
            ranked[:equal] = sorted(ranked[:equal], key=self.mistakes, reverse=True)
        return ranked

    def mistakes(self, one: Finding) -> float:
        """Return the share of the replies to a choice that are worse than the best reply, if the
        proof of this study knows them."""
        after = self.after(one.value)
        if after is None or after.mover == self.mover:
            return 0.0
        worths = [reply.worth for reply in after.findings.values()]
        good = max(worths) - NEAR
        return fmean(worth < good for worth in worths)

    def _merit(self, one: Finding) -> tuple[float, ...]:
        """Return what the choices are ranked by.

        If not all is proved, by the games through a choice; a proved win comes first, and what is
        proved to be better than the choice tried most; a proved loss last.
        """
        if one.chance is not None:
            return (one.chance,)
        if self.exact:
            return self._merit_of_proof(one)
        worth = max(one.worth, self.lead) if one.exact else self.lead
        return worth, one.sign(self.model.payoff_range(self.state)), one.games, one.worth

    @cached_property
    def lead(self) -> float:
        """The worth of the choice that was tried most, or is chosen most in an equilibrium.

        No other one is believed to be worth more, unless that is proved: means of fewer games
        differ more by luck, and the worths of an equilibrium by what it still lacks.
        """
        every = self.findings.values()
        tried = [(one.chance or one.games, one.worth) for one in every if not one.is_proved]
        return max(tried, default=(0, -inf))[1]

    def believed(self, one: Finding) -> float:
        """Return what a choice is worth beside the others."""
        return one.worth if one.is_proved else min(one.worth, self.lead)

    def _merit_of_proof(self, one: Finding) -> tuple[float, ...]:
        """Return the worth, and then the distance to the end: the losing side delays, any other one
        hurries.

        A certain draw is not hurried to: choices that invite mistakes are preferred.
        """
        source = self.source
        worth = round(one.worth, DIGITS)
        if source is None:
            return worth, one.known
        far = one.distance or inf
        unending = source.unending[self.mover]
        if worth < unending - NEAR:
            return worth, one.known, far
        is_even = worth <= unending + NEAR and not source.goes_round
        return worth, one.known, 0 if is_even else -far

    def best(self) -> Finding:
        """Return the best choice; the first of several equal ones."""
        return self.ranked()[0]

    def alike(self) -> list[Finding]:
        """Return all choices proved to be as good as the best one and followed by as many mistaken
        replies."""
        ranked = self.ranked()
        # With more players the worths hold only if the first of equally good ones is taken.
        if self.model.players > 2:
            return ranked[:1]
        merits = [(self._merit(one), self.mistakes(one)) for one in ranked]
        return ranked[: merits.count(merits[0])]

    def following(self, value: Value) -> Study | None:
        """Return the state after a choice, without any finding; None if luck decides."""
        model = self.model
        state = model.step(self.state, value)
        return None if state is None else Study(model, state, model.next_turn(self.mover))

    def after(self, value: Value) -> Study | None:
        """Return the study of the state after a choice, if it is not over and this one's proof
        contains it."""
        study = self.following(value)
        if study is None or not study.values or self.source is None:
            return None
        return read(study, self.source)

    def wins(self, value: Value) -> bool:
        """True if a choice wins at once."""
        end = self.following(value)
        return end is not None and end.payoffs is not None and end.payoffs[self.mover] >= 1

    def best_line(self, longest: int = LONGEST_LINE) -> Iterator[tuple[State, int, Value]]:
        """Yield states, movers and values when all play their best, as far as luck does not
        decide."""
        at: Study | None = self
        seen: set[Key] = set()
        while at is not None and len(seen) < longest:
            value = at.best().value
            key = self.model.key(at.state, at.mover)
            if key in seen:
                return
            seen.add(key)
            yield at.state, at.mover, value
            at = at.after(value)

    def label(self, value: Value) -> str:
        """Return a choice in words."""
        return label_of(self.state, value)


def label_of(state: State, value: Value) -> str:
    """Return the option with a value in words, or the value itself if it may be typed."""
    return in_words(words_for(state, value))


def words_for(state: State, value: Value) -> Sequence[str]:
    """Return the words of the option with a value."""
    return next((words for words, other in option_pairs(state) if other == value), (str(value),))


# Studying a state --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A state to study, and what that may cost.

    ``turn`` says whose turn it is if states do not. ``setup`` identifies the game with its
    parameters and rules: what is solved is kept for later questions with an equal one, and is not
    kept without one. ``rng`` provides the luck of the simulations; by default it is the same each
    time.
    """

    game: Game
    state: State
    turn: int = 0
    setup: Hashable = None
    budget: Limit = USUAL
    rng: Random | None = None
    only: Sequence[Value] = ()
    """The choices that trial games are played with, if not all."""
    steps: float = HINT_STEPS
    """What a usual number of trial games may cost."""

    def model(self) -> Model:
        """Return the game as search sees it."""
        return Model(self.game, hidden=True, setup=self.setup, symmetric=True)

    def study(self) -> Study:
        """Return the state, without any findings."""
        return Study(self.model(), self.state, self.turn)


def studied(question: Question) -> Study:
    """Return the findings about the choices in a state: exact if the budget's states suffice,
    otherwise by simulations.

    Raises `NoAbility` if the game may not be searched, and `BrokenGame` for whatever the game's own
    code raises.
    """
    game = question.game
    begin = perf_counter()
    limit = _affordable(question)
    states = limit.states
    simulations = limit.simulations
    is_hopeful = simulations == 1
    if states == STATES and not is_hopeful:
        states = int(STATES / max(1.0, game.step_cost))
    with guarded(game, "search"):
        study = question.study()
        model = study.model
        try:
            if not study.values:
                return study
            if model.hides:
                return _mixed(study, limit.states)
            return _exact(study, states, is_hopeful=is_hopeful)
        except (Unsearchable, MemoryError) as reason:
            study.why = str(reason) or "memory ran out"
            study.is_contingent = isinstance(reason, Contingent)
            if isinstance(reason, NoWayFound):
                simulations = min(simulations, PUZZLE_GAMES)
        if model.hides:
            is_sought = model.players == 2 and sight_of(game) is not None
            Model(game, why=study.why if is_sought else "")
        # after the except clause, so that the failed attempt's memory is free
        return _estimate(study, question, simulations, begin)


def proved(question: Question) -> Study | None:
    """Return the findings about the choices in a state if all is seen and few states can follow;
    otherwise None."""
    with guarded(question.game, "search"), suppress(Unsearchable):
        return _exact(question.study(), QUICK)
    return None


def _affordable(question: Question) -> Limit:
    """Return the limit of a question with no more states than take about half of its seconds on
    this machine, judged by the time that some of them take.

    With a time limit, the answer is no longer the same everywhere.
    """
    limit = question.budget
    if limit.seconds is None:
        return limit
    begin = perf_counter()
    count = 1
    with guarded(question.game, "search"), suppress(Unsearchable):
        graph = rooted(question.model(), question.state, question.turn)
        count = len(expand(graph, SAMPLE).states)
    cost = (perf_counter() - begin + 1e-6) / count
    return replace(limit, states=max(1, int(min(limit.states, limit.seconds / 2 / cost))))


def _estimate(study: Study, question: Question, simulations: int, begin: float) -> Study:
    """Return the study with the results of as many random games as the budget allows; its seconds
    count from ``begin`` on."""
    seconds = question.budget.seconds
    luck = question.rng or Random(0)
    search = TreeSearch(study.model, study.state, study.mover, luck)
    root = search.root
    if seconds is not None:
        search.until = begin + seconds
    # Nobody asked for a number of games, so a slow game may play fewer of them.
    if simulations == SIMULATIONS and not seconds:
        search.most = question.steps
    if question.only:
        root.values = question.only
        root.open()
    try:
        search.run(simulations)
    except KeyboardInterrupt as interrupt:
        # A subclass such as `Ended` stops the call from outside, so it must get out.
        if type(interrupt) is not KeyboardInterrupt or not search.games:
            raise
        study.interrupted = True
        study.why = f"it was interrupted after {counted(root.count, 'game')}"
    found = {one.value: one for one in search.findings()}
    untried = {value: Finding(value, 0.0, False) for value in study.values}
    study.findings = untried | found
    is_proved = all(one.exact for one in found.values())
    study.games = 0 if is_proved else max(1, root.count)
    study.is_contingent |= study.model.hides and not search.is_opposed
    return study


# Exactly -----------------------------------------------------------------------------------


def _exact(study: Study, states: int, *, is_hopeful: bool = False) -> Study:
    """Return the study with proved findings, those of an earlier search only if the answer would be
    the same; raises `Unsearchable` if that takes more states, cannot be done, or is not expected to
    succeed (unless ``is_hopeful``, if nothing else would answer)."""
    model = study.model
    key = model.key(study.state, study.mover)
    for source in recalled(Known):
        if source.answers(model, key, states) and read(study, source) is not None:
            return study
    if states == 1:
        raise TooLarge(states)
    graph = rooted(model, study.state, study.mover)
    if not expand(graph, min(FIRST, states)).complete:
        look = _by_way if study.unit == "goal" else _by_proof
        shortcut = look(study, states, graph, is_hopeful)
        if shortcut is not None:
            return shortcut
        completed(graph, states)
    worth = solved(graph)
    if worth.setup is not None:  # otherwise the same keys may belong to other parameters next time
        if len(worth) > QUICK:
            worth.release()
        remember(worth)
    found = read(study, worth)
    if found is None:
        raise Unsearchable("its rules change")
    return found


def _mixed(study: Study, states: int) -> Study:
    """Return an equilibrium's findings for the player to move; raises `Unsearchable` if none is
    found."""
    model = study.model
    if sight_of(model.game) is None or model.players == 1:
        raise Unsearchable("part of it is hidden")
    # by default only trees that take no time are laid out
    study.equilibrium = equilibrium(model, QUICK if states == STATES else states)
    study.findings = study.equilibrium.at(study.state, study.mover, study.values)
    return study


def read(study: Study, source: Known) -> Study | None:
    """Return the study with findings from what is known; None if that does not contain it or
    contradicts the rules."""
    found = source.choices(study.model, study.state, study.mover)
    if found is None:
        return None
    study.findings = found
    study.source = source
    study.lucky = source.lucky
    return study


def solved_within(model: Model, state: State, turn: int, states: int) -> Worth:
    """Return the whole graph below a state, solved; raises `Unsearchable` if it is too large or
    unknown."""
    graph = rooted(model, state, turn)
    is_small = expand(graph, min(FIRST, states)).complete  # before random games, which may be long
    if not is_small and SizeSurvey(model, lambda _: state, turn).exceeds(states):
        raise TooLarge(states)
    return solved(completed(graph, states))


def _by_way(study: Study, states: int, graph: Graph, is_hopeful: bool) -> Study | None:
    """Return what a way to the goal says about a puzzle's choices; None if its graph may be small,
    or luck decides. Raises `NoWayFound` if none is found and there may be one."""
    if expand(graph, min(QUICK, states)).complete or graph.lucky:
        return None
    try:
        way = way_to_goal(graph, states)
    except Unsearchable:
        return None
    if not way.path and not way.is_proved:
        raise NoWayFound(states)
    return read(study, way)


def _by_proof(study: Study, states: int, graph: Graph, is_hopeful: bool) -> Study | None:
    """Return findings by alpha-beta, if that takes fewer states than the whole graph; None if there
    are none, and the graph may fit. Raises `TooLarge` if it hardly will."""
    model = study.model
    sizes = SizeSurvey(model, lambda _: study.state, study.mover)
    patience = inf if is_hopeful else states
    if sizes.exceeds(states):
        raise TooLarge(states)
    if expand(graph, min(QUICK, states)).complete:
        return None
    can_be_proved = model.players == 2 and not graph.lucky and not graph.goes_round
    if states > QUICK and can_be_proved and sizes.proof_effort() <= PROOFS * patience:
        with suppress(Unsearchable):  # the whole graph may still fit
            return _proved(study, states)
    if sizes.forecast(graph) > DOUBTED * patience:
        raise TooLarge(states)
    return None


def _proved(study: Study, states: int) -> Study:
    """Return findings by alpha-beta; raises `Unsearchable` if that takes more than the given
    states."""
    model = study.model
    proof = AlphaBeta(model, states)
    window = model.payoff_range(study.state) or (-inf, inf)
    turn = model.next_turn(study.mover)
    for value in study.values:
        after = model.respond(study.state, value, model.watch)
        study.findings[value] = Finding(value, proof.payoffs(after, turn, *window)[study.mover])
    return study
