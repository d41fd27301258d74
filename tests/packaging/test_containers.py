"""What other people's copies, caches, arrays and tables make of every kind of object that we hand
out: one table says it, cell by cell."""

from __future__ import annotations

import copy
import functools
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cloudpickle
import dill
import joblib
import numpy
import pandas
import pytest

from interactive_provider import (
    Game,
    InteractiveProvider,
    Limit,
    ProviderError,
    State,
    board,
    check,
    evaluate,
    games,
    hint,
    line,
    options,
    play,
    solve,
)
from interactive_provider.analysis import (
    Schedule,
    count,
    league,
    proof,
    report,
    simulate,
    survey,
    tree,
)
from interactive_provider.errors import NotAList
from interactive_provider.game.asking import menu, say
from interactive_provider.heart.play.actions import question_of
from interactive_provider.search.analysis import studied


class Take(Game[State]):
    """Left or right."""

    def new_state(self, rng: random.Random) -> State:
        """A question."""
        return menu("Which?", {"left": say("Won.", "won"), "right": say("Lost.", "lost")})


def late() -> Any:
    """Return a game of noughts and crosses that is nearly over."""
    p = games.k_in_a_row(seed=1).noughts_and_crosses.row2.column2.row1.column1
    return p.row3.column2.row1.column2


def nim(*rows: int) -> Any:
    """Return a small game that is solved at once; it has as many choices as it has matches."""
    return games.match_game(rows=rows, misere=False, seed=1)


mines = games.minesweeper(seed=1).beginner.uncover.r5.c5.flag

MAKERS: dict[str, Callable[[int], Any]] = {
    "position": lambda n: nim(n, 1),
    "finished": lambda n: InteractiveProvider(seed=n).match_game(rows=(1,), seed=n).row1.take1,
    "stage": lambda n: games.minesweeper(seed=n).beginner.uncover,
    "number": lambda n: getattr(games.guess(seed=1), f"n{n}"),
    "lobby": lambda n: games.minesweeper(seed=n),
    "provider": lambda n: InteractiveProvider(seed=n),
    "menu": lambda n: InteractiveProvider(seed=n).stories,
    "option": lambda n: options(late())[n],
    "hint": lambda n: hint(nim(n + 2, 3)),
    "verdict": lambda n: evaluate(nim(n + 1, 1))[1, 1],
    "check": lambda n: check([mines.r7.c4, mines.r8.c5][n - 1]),
    "solution": lambda n: solve(games.sliding(rows=2, columns=2, seed=n)),
    "board": lambda n: board(nim(n)),
    "limit": lambda n: Limit(states=n),
    "count": lambda n: count(late(), n),
    "tree": lambda n: tree(late(), n),
    "report": lambda n: report(nim(n, 1), games=4, matches=2),
    "survey": lambda n: survey(games.match_game, rows=[(n,), (1, 1)]),
    "series": lambda n: simulate(late(), 10 * n, progress=False),
    "league": lambda n: league(late(), {"a": "random", "b": "random"}, Schedule(n), progress=False),
    "proof": lambda n: proof(nim(n, n)),
    "walk": lambda n: proof(nim(n, n)).walk,
    "study": lambda n: studied(question_of(nim(n, 1), Limit())),
    "widget": lambda n: play(games.guess(seed=n)),
}
"""Two different objects of each kind; asked twice for the same number, they are equal."""

TABLE = """
kind      copy     deepcopy pickles  cloudpickle dill     hash     memory   array    whole    choice   equals   column   assign   cell     sorted   set      draw     reversed
position  same     same     equal    equal    equal    value    value    one      one      one      one      one      refused  one      refused  value    refused  options
finished  same     same     equal    equal    equal    value    value    one      one      one      one      one      refused  one      refused  value    refused  options
stage     same     same     equal    equal    equal    value    value    one      one      one      one      one      refused  one      refused  value    refused  options
number    same     same     equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  value    refused  refused
lobby     same     same     equal    equal    equal    value    value    one      one      one      one      one      refused  one      refused  value    refused  options
provider  same     same     equal    equal    equal    value    value    one      one      one      one      one      refused  one      refused  value    refused  options
menu      same     same     equal    equal    equal    value    value    one      one      one      one      one      refused  one      refused  value    refused  options
option    equal    equal    equal    equal    equal    value    value    one      one      one      one      refused  refused  one      sorted   value    field    options
hint      equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  value    refused  refused
verdict   equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  value    refused  refused
check     equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  value    refused  refused
solution  equal    equal    equal    equal    equal    each     each     one      one      one      one      one      one      one      refused  each     refused  refused
board     equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  value    refused  refused
limit     equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  value    refused  refused
count     equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  refused  refused  refused
tree      equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  refused  refused  refused
report    equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  refused  refused  refused
survey    equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  refused  refused  refused
series    equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  refused  refused  refused
league    equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  refused  refused  refused
proof     equal    equal    equal    equal    equal    value    value    one      one      one      one      one      one      one      refused  refused  refused  refused
walk      same     same     another  another  another  value    value    one      one      one      one      one      refused  one      refused  value    refused  options
study     another  another  another  another  another  each     each     one      one      one      one      one      one      one      refused  each     refused  refused
widget    refused  refused  refused  refused  refused  refused  refused  one      one      one      one      one      one      one      refused  each     refused  refused
"""
"""A walk comes back as a position of the game itself, which has its line. Two solutions differ in
the time that they took. A study can only be asked for again."""

OPERATIONS: dict[str, Callable[[str], str]] = {}


def operation(function: Callable[[str], str]) -> Callable[[str], str]:
    """Register a column of the table."""
    OPERATIONS[function.__name__] = function
    return function


@functools.cache
def made(kind: str, number: int, again: bool = False) -> Any:
    """Return an object of the table; made anew if ``again``."""
    return MAKERS[kind](number)


def likeness(kind: str, transfer: Callable[[Any], Any]) -> str:
    """Say how like an object its copy is."""
    one = made(kind, 1)
    other = transfer(one)
    assert type(one).__name__ == type(other).__name__
    return "equal" if one == other else "another"


def by_value(first: Any, again: Any, second: Any) -> str:
    """Say if a result depends only on what an object is."""
    assert first != second
    return "value" if first == again else "each"


@operation
def copy_(kind: str) -> str:
    """``copy.copy``."""
    same = copy.copy(made(kind, 1)) is made(kind, 1)
    return "same" if same else likeness(kind, copy.copy)


@operation
def deepcopy(kind: str) -> str:
    """``copy.deepcopy``."""
    same = copy.deepcopy(made(kind, 1)) is made(kind, 1)
    return "same" if same else likeness(kind, copy.deepcopy)


@operation
def pickles(kind: str) -> str:
    """Every protocol of pickle."""
    words = {
        likeness(kind, lambda one: pickle.loads(pickle.dumps(one, protocol)))  # noqa: B023
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    }
    assert 1 == len(words)
    return words.pop()


@operation
def cloudpickle_(kind: str) -> str:
    """As Dask sends it."""
    return likeness(kind, lambda one: pickle.loads(cloudpickle.dumps(one)))


@operation
def dill_(kind: str) -> str:
    """As multiprocess sends it."""
    return likeness(kind, lambda one: dill.loads(dill.dumps(one)))


@operation
def hash_(kind: str) -> str:
    """joblib's hash."""
    return by_value(*map(joblib.hash, (made(kind, 1), made(kind, 1, True), made(kind, 2))))


@operation
def memory(kind: str) -> str:
    """joblib's cache of results."""
    calls = []

    def work(thing: Any) -> int:
        calls.append(thing)
        return len(calls)

    kept = joblib.Memory(FOLDER, verbose=0).cache(work)
    return by_value(kept(made(kind, 1)), kept(made(kind, 1, True)), kept(made(kind, 2)))


def elements(kind: str, array: Any) -> str:
    """Say if both objects are elements of an array."""
    assert (2,) == array.shape
    assert array[0] is made(kind, 1)
    assert array[1] is made(kind, 2)
    return "one"


def both(kind: str) -> list[Any]:
    """Return both objects of a kind."""
    return [made(kind, 1), made(kind, 2)]


@operation
def array(kind: str) -> str:
    """An array of objects."""
    return elements(kind, numpy.array(both(kind), dtype=object))


@operation
def whole(kind: str) -> str:
    """An array whose kind numpy finds, and one of no dimension."""
    assert () == numpy.asarray(made(kind, 1)).shape
    return elements(kind, numpy.array(both(kind)))


@operation
def choice(kind: str) -> str:
    """A random one of several."""
    drawn = numpy.random.default_rng(1).choice(both(kind), size=20)
    assert {id(one) for one in both(kind)} == {id(one) for one in drawn}
    return "one"


@operation
def equals(kind: str) -> str:
    """``==`` beside an array, from both sides."""
    objects = numpy.empty(2, dtype=object)
    objects[:] = both(kind)
    for found in (made(kind, 1) == objects, objects == made(kind, 1)):
        assert [True, False] == list(found)
    assert [False, False] == list(made(kind, 1) == numpy.array([1, 2]))
    return "one"


@operation
def column(kind: str) -> str:
    """One object for a whole column of a table, whatever the number of its rows."""
    for rows in range(1, 5):
        table = pandas.DataFrame({"n": range(rows)})
        table["p"] = made(kind, 1)
        assert all(one is made(kind, 1) for one in table["p"])
    return "one"


@operation
def assign(kind: str) -> str:
    """A column by ``assign``, which calls whatever can be called, as it should by its documents."""
    table = pandas.DataFrame({"n": [1, 2]}).assign(p=made(kind, 1))
    assert all(one is made(kind, 1) for one in table["p"])
    return "one"


@operation
def cell(kind: str) -> str:
    """A cell of a table, by label and by place, and a column of objects."""
    table = pandas.DataFrame({"p": both(kind), "q": [None, None]})
    table.loc[0, "q"] = made(kind, 1)
    table.at[1, "q"] = made(kind, 2)
    elements(kind, table["p"].to_numpy())
    return elements(kind, table["q"].to_numpy())


@operation
def sorted_(kind: str) -> str:
    """``sorted``."""
    return "sorted" if 2 == len(sorted(both(kind))) else ""


@operation
def set_(kind: str) -> str:
    """A set of objects."""
    return {2: "value", 3: "each"}[len({*both(kind), made(kind, 1, True)})]


@operation
def draw(kind: str) -> str:
    """``random.choice`` of what an object contains."""
    return "field" if random.choice(made(kind, 1)) in made(kind, 1) else ""


@operation
def reversed_(kind: str) -> str:
    """``reversed``."""
    assert list(made(kind, 1)) == list(reversed(made(kind, 1)))[::-1]
    return "options"


FOLDER = Path()
HEAD, *LINES = [line.split() for line in TABLE.split("\n") if line]
CELLS = [
    (line[0], function, word)
    for line in LINES
    for function, word in zip(OPERATIONS, line[1:], strict=True)
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep joblib's files for one test."""
    monkeypatch.setitem(globals(), "FOLDER", tmp_path)


def test_the_table_has_every_operation_and_kind() -> None:
    """Its head names the operations, its lines the kinds."""
    assert [name.rstrip("_") for name in OPERATIONS] == HEAD[1:]
    assert list(MAKERS) == [line[0] for line in LINES]


@pytest.mark.parametrize(("kind", "function", "word"), CELLS)
def test_what_other_packages_make_of_our_objects(kind: str, function: str, word: str) -> None:
    """Each cell of the table: what cannot be is refused with an exception that has a message."""
    if word != "refused":
        assert word == OPERATIONS[function](kind)
        return
    with pytest.raises((TypeError, ValueError, IndexError)) as refusal:
        OPERATIONS[function](kind)
    assert str(refusal.value)


def test_arrays_are_filled_with_positions() -> None:
    """By repeating, appending, choosing by a mask, and by functions of each element."""
    p, q = both("position")
    for array in (
        numpy.full(2, p),
        numpy.append(numpy.array([p]), numpy.array([p])),
        numpy.where([True, True], numpy.array([p, p]), q),
        numpy.vectorize(lambda one: p)(numpy.array([q, q])),
    ):
        assert [p, p] == list(array)
    assert [True, False] == list(numpy.isin(numpy.array([p, q]), [p]))
    with pytest.raises(TypeError, match="can only be in an array of objects, not of float64"):
        numpy.array([p, q], dtype=float)


def test_tables_are_grouped_and_joined_by_positions() -> None:
    """And made by functions of their rows; nothing spreads a position over several rows."""
    p, q = both("position")
    table = pandas.DataFrame({"p": [p, q, p], "n": [1, 2, 4]})
    assert [(p, 5), (q, 2)] == list(table.groupby("p", sort=False)["n"].sum().items())
    assert [p, q] == list(table.drop_duplicates("p")["p"])
    assert [1, 4] == list(table[table["p"] == p]["n"])
    assert 3 == len(table.explode("p"))
    assert [p, q, p] == list(table.apply(lambda row: row["p"], axis=1))
    assert [p] == list(pandas.Series(p))
    assert [p, p] == list(pandas.DataFrame({"p": p}, index=[0, 1])["p"])


def test_an_option_can_be_drawn_from_a_list_of_options() -> None:
    """It is one element, and still a row of a table of its own."""
    listed = options(nim(2, 1))
    drawn = numpy.random.default_rng(1).choice(listed, size=20)
    assert set(listed) == set(drawn)
    assert ["label", "value", "names"] == list(pandas.DataFrame(listed).columns)


def test_equal_positions_have_one_hash_whatever_the_seed_of_their_games() -> None:
    """Else a cache on disk would be of no use to the next session."""
    one, other = (InteractiveProvider(seed=n).match_game(seed=5) for n in (1, 2))
    assert one == other
    assert joblib.hash(one) == joblib.hash(other)


def test_positions_in_one_pickle_share_their_games() -> None:
    """A source is loaded once for all of them."""
    provider = InteractiveProvider(Take, seed=1)
    positions = [provider.take(seed=n) for n in range(3)]
    again = pickle.loads(pickle.dumps(positions))
    assert positions == again
    assert 1 == len({id(one._table.origin) for one in again})
    assert provider is not again[0]._table.origin


@pytest.mark.parametrize("transfer", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_proof_keeps_its_walk(transfer: Callable[[Any], Any]) -> None:
    """Only what keeps the result is offered after a copy, too."""
    found = proof(nim(1, 2))
    assert ["row2"] == dir(found.walk) == dir(transfer(found).walk)
    assert "games.match_game(rows=(1, 2), misere=False, seed=1)" == line(transfer(found).walk)


def test_an_unfinished_copy_of_a_position_has_no_attributes() -> None:
    """Tools that make an object before they fill it ask for some: there is no recursion."""
    empty = object.__new__(type(nim(1)))
    assert not any(hasattr(empty, name) for name in ("__setstate__", "_state", "__len__x"))


def test_a_number_is_no_key_of_a_position() -> None:
    """The sentence says what is: it reaches whoever draws from a position or counts in it."""
    for ask in (random.choice, lambda p: p[0], lambda p: p[-1], lambda p: p[:2]):
        with pytest.raises(
            NotAList, match=r"Choose from it by text, or take an entry of list\(p\)"
        ):
            ask(nim(2, 1))
    with pytest.raises(KeyError):
        games[0]


@pytest.mark.parametrize("thing", [None, 5, "games.guess", nim])
def test_a_board_refuses_what_is_not_a_position(thing: Any) -> None:
    """None too, which traitlets would let through; the board stays as it is."""
    w = play(nim(2, 1))
    with pytest.raises(ProviderError, match="cannot be shown as a game"):
        w.position = thing
    assert nim(2, 1) == w.position
