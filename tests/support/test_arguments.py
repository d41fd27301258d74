"""What is read after a call with wrong arguments."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import interactive_provider as ip
from interactive_provider import Limit, analysis, games
from interactive_provider.analysis import Schedule
from interactive_provider.errors import NoSuchOption
from interactive_provider.support.arguments import explained

P = games.match_game(seed=7)
package: Any = ip
limit: Any = Limit
schedule: Any = Schedule
looks: Any = analysis


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: limit(foo=3),
            "Limit does not take 'foo'. There are: states, simulations, seconds.",
        ),
        (lambda: limit(state=3), "Limit does not take 'state'. Did you mean 'states'?"),
        (lambda: schedule(round=3), "Schedule does not take 'round'. Did you mean 'rounds'?"),
        (lambda: package.picture(P), "picture is called as picture(p, file)."),
        (lambda: package.options(P, 3), "options is called as options(p)."),
        (lambda: package.restart(P, sed=3), "restart does not take 'sed'. Did you mean 'seed'?"),
        (lambda: package.hint(), "hint is called as hint(p, limit, own)."),
        (lambda: looks.report(P, game=3), "report does not take 'game'. Did you mean 'games'?"),
    ],
)
def test_wrong_arguments_are_answered_in_a_sentence(call: Any, message: str) -> None:
    """With the nearest valid name, of functions and of records."""
    with pytest.raises(NoSuchOption) as caught:
        call()
    assert message == str(caught.value)


def test_every_public_function_explains_its_arguments() -> None:
    """None of the package, and none of analysis, answers in Python's words."""
    every = [getattr(module, name) for module in (ip, analysis) for name in module.__all__]
    functions = [one for one in every if type(one) is type(explained)]
    assert len(functions) > 40
    for function in functions:
        with pytest.raises(NoSuchOption):
            function(*range(12))


def test_an_error_inside_a_function_stays_as_it_is() -> None:
    """Only what Python says of the call itself is put into other words."""

    def raising() -> None:
        raise TypeError("mine")

    with pytest.raises(TypeError, match=r"^mine$"):
        explained(raising)()


def test_public_functions_are_found_by_pickle() -> None:
    """So that they can be sent to other processes."""
    assert ip.outcome is pickle.loads(pickle.dumps(ip.outcome))
    assert analysis.count is pickle.loads(pickle.dumps(analysis.count))
