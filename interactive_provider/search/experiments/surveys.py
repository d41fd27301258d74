"""What a game becomes under other rules: who wins, in how many moves, of how many positions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import product
from os import PathLike
from typing import Any

from ...errors import BadFile, BadParameter, ProviderError, message_of, quote
from ...game import Solution, title_of
from ...support.fingerprint import fingerprint_with_code
from ...support.plurals import counted
from ...support.storage import path_of, read_file, replace_file
from ..analysis import Question, Study, solved_within, studied
from ..budgets import Limit
from ..model import Model, Unsearchable, guarded
from ..plans import NEAR
from ..retrograde import Worth
from ..sentences import amount
from . import plots
from .results import Result, Table
from .simulations import shared_out

FORMAT = "interactive_provider survey 1"

MOST_CASES = 10_000
LARGEST_FILE = 100_000_000

Start = Callable[[Mapping[str, Any], Limit], Question | Solution]
"""From parameters and a limit to what is asked about the game with them, or what its own solver
says."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is known about the game with certain parameters; ``note`` says why it is not more."""

    parameters: Mapping[str, Any]
    winner: str = ""
    """Who wins with best play, ``"nobody"`` in a draw; empty if luck or the unknown decide."""
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
    """``"certain"``, ``"computed exactly"`` where luck or hidden things count, ``"likely"``."""
    note: str = ""

    @property
    def name(self) -> str:
        """The parameters as they are typed."""
        return named(self.parameters)


def named(parameters: Mapping[str, Any]) -> str:
    """Parameters as they are typed in a call."""
    return ", ".join(f"{name}={value!r}" for name, value in parameters.items())


@dataclass(slots=True, repr=False)
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
    cases: list[Case] = field(default_factory=list)
    note: str = ""

    def rows(self) -> list[dict[str, Any]]:
        """A row for each case, its parameters in columns of their own."""
        rows = []
        for case in self.cases:
            known = asdict(case)
            rows.append({**known.pop("parameters"), **known})
        return rows

    def _table(self) -> Table:
        head = (*self.ranges, "winner", "value", "moves", "positions", "decisive", "good", "known")
        lines = [
            (*(repr(value) for value in case.parameters.values()), *_figures(case))
            for case in self.cases
        ]
        notes = [f"{case.name}: {case.note}" for case in self.cases if case.note]
        return Table(
            lines,
            head,
            left=len(self.ranges) + 1,
            title=f"{self.game}, {counted(len(self.cases), 'case')}",
            notes=[*notes, *([self.note] if self.note else [])],
            pictures=self._picture(),
        )

    def _picture(self) -> str:
        """Who wins, by colour, and in how many moves: the last range goes across."""
        *_, across = self.ranges
        names = {named(_without(case, across)): None for case in self.cases}
        cells = {
            (named(_without(case, across)), repr(case.parameters[across])): _cell(case)
            for case in self.cases
        }
        columns = [repr(value) for value in self.ranges[across]]
        title = f"Who wins, and in how many moves (across: {across})"
        return plots.grid(title, list(names), columns, cells)


def _figures(case: Case) -> tuple[str, ...]:
    """The figures of a case as they are printed."""
    good = f"{case.good} of {case.choices}" if case.good else ""
    decisive = "" if case.decisive is None else f"{100 * case.decisive:.0f} %"
    return (
        case.winner,
        "" if case.value is None else amount(case.value, 4),
        "" if case.moves is None else f"{case.moves:,}",
        "" if case.positions is None else f"{case.positions:,}",
        decisive,
        good,
        case.certainty,
    )


def _without(case: Case, name: str) -> dict[str, Any]:
    return {other: value for other, value in case.parameters.items() if other != name}


def _cell(case: Case) -> plots.GridCell:
    moves = "" if case.moves is None else str(case.moves)
    figures = f"{case.name}: {case.winner or case.certainty}"
    return plots.GridCell(moves, case.winner, case.note or figures)


# Making one --------------------------------------------------------------------------------


def combinations(ranges: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The parameters of all cases; raises `BadParameter` for anything that is not a list of
    values."""
    if not ranges:
        raise BadParameter("survey needs a list of values for a parameter, such as rows=[3, 4].")
    for name, values in ranges.items():
        if isinstance(values, str | bytes | Mapping) or not isinstance(values, Sequence):
            raise BadParameter(f"{name} is {quote(values)}; give a list of values, such as [3, 4].")
        if not values:
            raise BadParameter(f"{name} is an empty list; give at least one value.")
    number = 1
    for values in ranges.values():
        number *= len(values)
    if number > MOST_CASES:
        raise BadParameter(f"{number:,} cases are too many; at most {MOST_CASES:,} are allowed.")
    return [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]


def surveyed(
    start: Start,
    game: Any,
    ranges: Mapping[str, Any],
    limit: Limit,
    keep: str | PathLike[str] | None,
    executor: Any,
    progress: bool,
) -> Survey:
    """The game with each combination of parameters; cases in the file ``keep`` are read from
    it."""
    every = combinations(ranges)
    about = {"format": FORMAT, "rules": fingerprint_with_code(game), "limit": repr(limit)}
    known = _kept(keep, about)
    missing = [one for one in every if named(one) not in known]

    def add(cases: Sequence[Case]) -> None:
        known.update({case.name: case for case in cases})
        _write(keep, about, known)

    _write(keep, about, known)
    end = shared_out(partial(examine, start, limit), missing, add, executor, progress)
    found = Survey(title_of(game), {name: list(values) for name, values in ranges.items()})
    found.cases = [
        replace(known[named(one)], parameters=one) for one in every if named(one) in known
    ]
    if end:
        found.note = f"{end}; with keep= another call examines the rest."
    return found


def examine(start: Start, limit: Limit, tasks: Sequence[dict[str, Any]]) -> Iterator[Case]:
    """The cases with these parameters, one after the other."""
    for parameters in tasks:
        try:
            yield Case(parameters, **_known(start(parameters, limit)))
        except ProviderError as fault:
            yield Case(parameters, certainty="impossible", note=message_of(fault))


def _known(question: Question | Solution) -> dict[str, Any]:
    """What is known about the game that begins like this."""
    if isinstance(question, Solution):
        return _own_solution(question)
    game, limit = question.game, question.budget
    model = question.model()
    if model.hides:
        return _estimated(studied(question))
    with guarded(game, "a survey"):
        if not model.values(question.state):
            return {"certainty": "certain", "moves": 0, "note": "it is over before it begins"}
        try:
            return _solved(solved_within(model, question.state, question.turn, limit.states))
        except Unsearchable as reason:
            note = f"not solved: {reason}"
    tried = replace(question, setup=None, budget=replace(limit, states=1))
    return {**_estimated(studied(tried)), "note": note}


def _solved(worth: Worth) -> dict[str, Any]:
    """What is known about a game that is solved."""
    graph, mover = worth.graph, worth.graph.movers[0]
    each = worth.choices(graph.model, graph.states[0], mover) or {}
    choices = [entry.least[mover] for entry in each.values()]
    going_on = [node for node, paid in enumerate(graph.payoffs) if paid is None]
    forced = [max(worth.payoffs[node]) - min(worth.payoffs[node]) > NEAR for node in going_on]
    if graph.model.players == 1:
        forced = [worth.payoffs[node][0] > 0 for node in going_on]
    is_decided = not graph.lucky and worth.most is worth.payoffs
    return {
        "winner": _winner(graph.model, worth.payoffs[0]) if is_decided else "",
        "value": worth.payoffs[0][mover],
        "moves": worth.distances[0],
        "positions": len(graph.states),
        "decisive": sum(forced) / len(forced) if forced and is_decided else None,
        "choices": len(choices),
        "good": sum(max(choices) - one <= NEAR for one in choices),
        "certainty": "certain" if not graph.lucky else "computed exactly",
    }


def _own_solution(found: Solution) -> dict[str, Any]:
    """What a game's own solver says."""
    if found.status not in ("shortest", "solved", "unsolvable"):
        return {"note": found.note or "no solution is known"}
    return {
        "winner": "nobody" if found.values is None else "you",
        "moves": None if found.values is None else len(found.values),
        "certainty": "certain",
        "note": "" if found.status == "shortest" else found.note or found.status,
    }


def _winner(model: Model, payoffs: Sequence[float]) -> str:
    """Who gets the most, if it is one player."""
    best = max(payoffs)
    if model.players == 1:
        return model.names[0] if best > 0 else "nobody"
    first = [name for name, paid in zip(model.names, payoffs, strict=True) if best - paid <= NEAR]
    return first[0] if len(first) == 1 else "nobody"


def _estimated(study: Study) -> dict[str, Any]:
    """What an equilibrium or trial games say."""
    best = study.best()
    found = study.equilibrium
    known = {"value": best.worth, "choices": len(study.values), "certainty": "likely"}
    if found is None:
        return known
    return {
        **known,
        "value": found.value,
        "positions": found.positions,
        "certainty": "computed exactly",
    }


# Files -------------------------------------------------------------------------------------


def _write(
    file: str | PathLike[str] | None, about: Mapping[str, str], known: Mapping[str, Case]
) -> None:
    if file is not None:
        cases = {name: {**asdict(case), "parameters": None} for name, case in known.items()}
        replace_file(file, lambda: json.dumps({**about, "cases": cases}))


def _kept(file: str | PathLike[str] | None, about: Mapping[str, str]) -> dict[str, Case]:
    """The cases in a file, none if there is no file; raises `BadFile` for another survey's."""
    if file is None or not path_of(file).exists():
        return {}
    try:
        record = json.loads(read_file(file, LARGEST_FILE))
        cases = {name: Case(**case) for name, case in record.pop("cases").items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadFile(f"{quote(str(file))} is not a saved survey.") from None
    if record != about:
        raise BadFile(
            f"{quote(str(file))} is a survey of another game, of other rules or with another limit."
        )
    return cases
