"""Two positions that a player cannot tell apart, and all that can be asked of a position."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

import interactive_provider as package
from interactive_provider import analysis
from interactive_provider.errors import ProviderError
from interactive_provider.game import Solution
from interactive_provider.heart.choices.synthesis import choices, filled
from interactive_provider.heart.play.position_data import viewer_of
from interactive_provider.heart.records.saves import _own_form as _written_by_game
from interactive_provider.shell.annotations import Column
from interactive_provider.shell.display import WRITTEN, help_on
from interactive_provider.shell.time_budget import STEPS, WORDS, WORTH
from interactive_provider.widget.course import GameClock
from interactive_provider.widget.session import Session
from tests.sure import sure

Asked = Callable[[Any], Any]

_number = itertools.count()
_BUDGET: Any = {"limit": package.Limit(2_000, 12)}
"""A search as short as shows what it looks at; Kuhn poker is solved within it."""


def with_state(p: Any, state: Any) -> Any:
    """The same position with another state in it, as another seed would have put there."""
    parts = {"_table": p._table, "_parent": p._parent, "_step": p._step, "_replies": p._replies}
    return filled(type(p), _state=state, _digest=b"%d another position" % next(_number), **parts)


def twins(p: Any, number: int = 4) -> Iterator[Any]:
    """Positions that whoever looks at this one cannot tell from it."""
    for seed in range(number):
        yield with_state(p, p._table.game.resample(p._state, viewer_of(p), Random(seed)))


def _widget(p: Any) -> str:
    session = Session(p, asks_to_hand_over=False)
    session.course.watch = GameClock(lambda: 0.0)
    views = [session.view()]
    for order in ("hint", "evaluate"):
        session.act({"do": order})
        views.append(session.view())
    return json.dumps(views)


def _pop_up(p: Any) -> list[str]:
    column = Column(p, package.evaluate(p, **_BUDGET), True)
    return [column.choice(choice) for choice in choices(p).values()]


def _solved(p: Any) -> Any:
    found = package.solve(p, **_BUDGET)
    return Solution(found.values, found.status, note=found.note, names=found.names)


def _simulated(p: Any) -> Any:
    series = analysis.simulate(p, 8, progress=False)
    return series.records, str(series), series._repr_html_()


def _cheating(p: Any) -> Any:
    """Games of a player who chooses by all that it is given."""
    return analysis.simulate(
        p,
        10,
        lambda game, state, rng: Random(repr(state)).choice(state.display_options)[1],
        progress=False,
    ).records


def _league(p: Any) -> Any:
    found = analysis.league(p, ["random", ("mcts", 4)], analysis.Schedule(2), progress=False)
    return found.matches, str(found), found._repr_html_()


def _reported(p: Any) -> Any:
    found = analysis.report(p, games=10, matches=2)
    return str(found), found._repr_html_()


def _tree(p: Any) -> Any:
    found = analysis.tree(p, **_BUDGET)
    return str(found), found._repr_html_()


def _refusals(p: Any) -> list[str]:
    """What is said of a name, a text and a value that are not offered."""
    asked: tuple[Asked, ...] = (
        lambda p: p.nothing,
        lambda p: p["nothing"],
        lambda p: package.choose(p, ("nothing",)),
    )
    return [str(told(p, ask)) for ask in asked]


def _own_form(p: Any) -> list[str | None]:
    return [_written_by_game(p, suffix) for suffix in (".txt", ".md", ".pgn")]


ASKED: dict[str, Asked] = {
    "page": lambda p: p.__doc__,
    "HTML": lambda p: p._repr_html_(),
    "pickle": lambda p: p.__reduce__()[1][1:],
    "board": package.board,
    "options": package.options,
    "outcome": package.outcome,
    "line": package.line,
    "transcript": package.transcript,
    "descriptions": lambda p: [package.describe(p, option) for option in package.options(p)],
    "completion": lambda p: [p.__custom_documentations__.get(name) for name in choices(p)],
    "pop-up": _pop_up,
    "Shift-Tab": lambda p: [
        write(sure(help_on(choice, p)))
        for choice in choices(p).values()
        for write in WRITTEN.values()
    ],
    "hint": lambda p: package.hint(p, **_BUDGET),
    "evaluate": lambda p: package.evaluate(p, **_BUDGET),
    "solve": _solved,
    "count": analysis.count,
    "tree": _tree,
    "simulate": _simulated,
    "simulate by a function": _cheating,
    "league": _league,
    "report": _reported,
    "widget": _widget,
    "refusals": _refusals,
    "keys": lambda p: p._ipython_key_completions_(),
    "own form": _own_form,
    "parameters": package.parameters,
    "repr": repr,
}
"""All that a player may see or ask for. (`check` is the referee, who may look.)"""


def told(p: Any, asked: Asked) -> Any:
    """An answer, or the error that stands in its place."""
    try:
        return asked(p)
    except ProviderError as fault:
        return str(fault)


@contextmanager
def unhurried() -> Iterator[None]:
    """No answer is cut short by the clock on the wall, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        for budget in (STEPS, WORDS, WORTH):
            patch.setattr(budget, "seconds", 60.0)
        patch.setattr("interactive_provider.shell.annotations.SECONDS", 60.0)
        yield


def told_apart(p: Any, other: Any, asked: dict[str, Asked] = ASKED) -> list[str]:
    """What tells two positions apart, if there is time for every answer."""
    with unhurried():
        return [name for name, ask in asked.items() if told(p, ask) != told(other, ask)]
