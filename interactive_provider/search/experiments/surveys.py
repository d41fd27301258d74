"""What a game becomes under other rules: who wins, in how many moves, of how many positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import product
from math import prod
from statistics import fmean
from typing import Any

from ...errors import BadFile, BadParameter, NoAbility, ProviderError, message_of, quote
from ...game import Solution, title_of
from ...support.fingerprint import fingerprint_with_code
from ...support.plurals import counted
from ...support.results import DataRows, Result, Table
from ...support.storage import FileName, read_kept, write_kept
from ..analysis import Question, Study, read, solved_within, studied
from ..budgets import Limit
from ..explanations import CONTINGENT
from ..model import Unsearchable, guarded
from ..plans import NEAR
from ..retrograde import Worth
from ..sentences import amount
from .simulations import is_list, winner_of
from .work import Workers

FORMAT = "interactive_provider survey 1"

MOST_CASES = 10_000

Start = Callable[[Mapping[str, Any], Limit], Question | Solution]
"""From parameters and a limit to what is asked about the game with them, or what its own solver
says."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is known about the game with certain parameters; ``note`` says why it is not more."""

    parameters: Mapping[str, Any] = field(default_factory=dict)
    winner: str = ""
    """Who wins with best play, ``"nobody"`` in a draw; empty if luck decides or it is unknown."""
    value: float | None = None
    """What the player to move gets: a share of a win, or points."""
    moves: int | None = None
    """The choices to the end with best play, of all players."""
    positions: int | None = None
    decisive: float | None = None
    """The share of the positions in which somebody can force a win."""
    choices: int = 0
    """The choices at the beginning."""
    good: int = 0
    """How many of them are as good as the best."""
    certainty: str = "unknown"
    """``"certain"``, ``"computed exactly"`` if luck or hidden things count, ``"likely"``."""
    note: str = ""

    @property
    def name(self) -> str:
        """The parameters as they are typed."""
        return named(self.parameters)


def named(parameters: Mapping[str, Any], written: Callable[[Any], str] = quote) -> str:
    """Return parameters as they are typed in a call, shortened if they are long."""
    return ", ".join(f"{name}={written(value)}" for name, value in parameters.items())


def _key(parameters: Mapping[str, Any]) -> str:
    """Return what distinguishes parameters from others: their full text, if they have one."""
    try:
        return named(parameters, repr)
    except ValueError:  # a number with too many digits
        return named(parameters)


@dataclass(repr=False)
class Survey(Result):
    """A table of `Case`; ``note`` says why, if it is shorter than requested.

    >>> from interactive_provider import games
    >>> from interactive_provider.analysis import survey
    >>> found = survey(games.k_in_a_row, rows=[2], columns=[2], k=[2, 3], progress=False)
    >>> [(case.name, case.winner, case.certainty) for case in found.cases]
    [('rows=2, columns=2, k=2', 'X', 'certain'), ('rows=2, columns=2, k=3', '', 'impossible')]
    """

    game: str
    ranges: dict[str, list[Any]]
    cases: list[Case]
    note: str

    def rows(self) -> DataRows:
        """Return a row for each case, its parameters in columns of their own."""
        rows = map(asdict, self.cases)
        return [row.pop("parameters") | row for row in rows]

    def _table(self) -> Table:
        head = (*self.ranges, "winner", "value", "moves", "positions", "decisive", "good", "known")
        lines = [[*map(quote, case.parameters.values()), *_figures(case)] for case in self.cases]
        notes = [f"{case.name}: {case.note}" for case in self.cases if case.note]
        return Table(
            lines,
            head,
            left=len(self.ranges) + 1,
            title=f"{self.game}, {counted(len(self.cases), 'case')}",
            notes=[*notes, self.note],
        )


def _figures(case: Case) -> list[str]:
    """Return the figures of a case as they are printed."""
    decisive = "" if case.decisive is None else f"{100 * case.decisive:.0f} %"
    good = f"{case.good} of {case.choices}" if case.good else ""
    value = "" if case.value is None else amount(case.value, 4)
    counts = ["" if one is None else f"{one:,}" for one in (case.moves, case.positions)]
    return [case.winner, value, *counts, decisive, good, case.certainty]


# Making one --------------------------------------------------------------------------------


def combinations(ranges: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of all cases; raises `BadParameter` for anything that is not a list of
    values."""
    if not ranges:
        raise BadParameter("survey needs a list of values for a parameter, such as rows=[3, 4].")
    for name, values in ranges.items():
        if not is_list(values) or not values:
            raise BadParameter(f"{name} is {quote(values)}; give a list of values, such as [3, 4].")
    number = prod(map(len, ranges.values()))
    if number > MOST_CASES:
        raise BadParameter(f"{number:,} cases are too many; at most {MOST_CASES:,} are allowed.")
    return [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]


def surveyed(
    start: Start,
    game: Any,
    ranges: Mapping[str, Any],
    limit: Limit,
    keep: FileName | None,
    workers: Workers,
) -> Survey:
    """Study the game with each combination of parameters; cases in the file ``keep`` are read from
    it."""
    every = {_key(one): one for one in combinations(ranges)}
    about = {"format": FORMAT, "rules": fingerprint_with_code(game), "limit": repr(limit)}
    known = read_kept(keep, "survey", partial(_cases, keep, about)) or {}

    def record() -> dict[str, Any]:
        cases = {name: {**asdict(case), "parameters": None} for name, case in known.items()}
        return {**about, "cases": cases}

    # Each case is a portion of its own, and one that kills its worker does not end this process.
    end = replace(workers, unit="case", portion=1).do(
        partial(examine, start, limit),
        [one for name, one in every.items() if name not in known],
        lambda cases: known.update({_key(case.parameters): case for case in cases}),
        partial(write_kept, keep, record),
    )
    return Survey(
        title_of(game),
        {name: list(values) for name, values in ranges.items()},
        [replace(known[name], parameters=one) for name, one in every.items() if name in known],
        f"{end}; with keep= another call examines the rest." if end else "",
    )


def _cases(file: FileName | None, about: Mapping[str, str], record: Any) -> dict[str, Case]:
    """Return the cases in the record of a file; raises `BadFile` for another survey's."""
    cases = {name: Case(**case) for name, case in record.pop("cases").items()}
    if record != about:
        raise BadFile(
            f"{quote(str(file))} is a survey of another game, of other rules, with another limit or"
            " another version of Python."
        )
    return cases


def examine(start: Start, limit: Limit, tasks: Sequence[dict[str, Any]]) -> Iterator[Case]:
    """Yield the cases with these parameters, one after the other."""
    for parameters in tasks:
        try:
            case = _known(start(parameters, limit))
        except NoAbility as reason:
            case = Case(note=message_of(reason))
        except ProviderError as fault:
            case = Case(certainty="impossible", note=message_of(fault))
        yield replace(case, parameters=parameters)


def _known(question: Question | Solution) -> Case:
    """Return what is known about the game that begins like this."""
    if isinstance(question, Solution):
        return _own_solution(question)
    limit = question.budget
    study = question.study()
    note = ""
    if not study.model.hides:
        if not study.values:
            return Case(moves=0, certainty="certain", note="it is over before it begins")
        with guarded(question.game, "a survey"):
            try:
                return _solved(
                    study,
                    solved_within(study.model, study.state, study.mover, limit.states),
                )
            except Unsearchable as reason:
                note = f"not solved: {reason}"
        question = replace(question, setup=None, budget=replace(limit, states=1))
    study = studied(question)
    if study.is_contingent:
        return Case(choices=len(study.values), note=f"which choice is best {CONTINGENT}")
    return replace(_best(study), note=note)


def _solved(study: Study, worth: Worth) -> Case:
    """Return what is known about a game that is solved."""
    read(study, worth)
    known = replace(
        _best(study),
        moves=worth.distances[0],
        positions=len(worth),
        good=sum(study.best().worth - one.worth <= NEAR for one in study.findings.values()),
        certainty="computed exactly" if worth.lucky else "certain",
    )
    if worth.lucky or worth.most != worth.payoffs:
        return known
    pairs = zip(worth.payoffs, worth.graph.payoffs, strict=True)
    forced = [_winner(sure) is not None for sure, paid in pairs if paid is None]
    winner = _winner(worth.payoffs[0])
    name = "nobody" if winner is None else study.model.called(study.state)[winner]
    return replace(known, winner=name, decisive=fmean(forced))


def _own_solution(found: Solution) -> Case:
    """Return what a game's own solver says."""
    if found.status not in ("shortest", "solved", "unsolvable"):
        return Case(note=found.note or "no solution is known")
    return Case(
        winner="nobody" if found.values is None else "you",
        moves=None if found.values is None else len(found.values),
        certainty="certain",
        note="" if found.status == "shortest" else found.note or found.status,
    )


def _winner(payoffs: Sequence[float]) -> int | None:
    """Return who gets the most, if it is one player; payoffs that hardly differ are equal."""
    return winner_of(tuple(round(paid, 9) for paid in payoffs))


def _best(study: Study) -> Case:
    """Return what the best choice is worth, by a solution, an equilibrium or trial games."""
    known = Case(value=study.best().worth, choices=len(study.values), certainty="likely")
    found = study.equilibrium
    if found is None:
        return known
    return replace(
        known, value=found.value, positions=found.positions, certainty="computed exactly"
    )
