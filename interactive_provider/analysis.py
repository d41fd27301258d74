"""Functions that examine a game from outside: `count`, `tree`, `simulate`, `league`, `report` and
others.

`search` does the work; this module gives it the position, and adds lines, boards and positions to
its results.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, Any

from .errors import (
    BadParameter,
    BrokenGame,
    ChoiceError,
    NoAbility,
    ProviderError,
    quote,
)
from .game import Solution, Value, board_in, ending_of, hides_something, player_names, title_of
from .heart.catalogue.provider import InteractiveProvider
from .heart.choices.synthesis import Node
from .heart.play.actions import Beginning, history, position_of, question_of, seed, solve
from .heart.play.insiders import game_of, last_step, state_of, table_of
from .heart.play.nodes import (
    Lobby,
    Playable,
    Position,
    answer,
    node_of,
    start,
    step_node,
)
from .heart.play.position_data import (
    from_start,
    line_of,
    steps_with_replies,
    turn_of,
    value_of,
    viewer_of,
)
from .heart.play.seeds import checked_seed
from .search.budgets import GAMES, MATCHES, Limit, Schedule, checked_limit
from .support.arguments import explain_arguments
from .support.waiting import thinking

if TYPE_CHECKING:  # imported when needed: playing needs no search
    from .search.analysis import Question
    from .search.experiments.leagues import League
    from .search.experiments.perft import Count
    from .search.experiments.proofs import Proof
    from .search.experiments.reports import Report
    from .search.experiments.simulations import Series
    from .search.experiments.surveys import Survey
    from .search.experiments.tree_view import Tree
    from .theory.extensive import ExtensiveForm
    from .theory.strategic import Matrix
    from .theory.values import CombinatorialValue

__all__ = [
    "CombinatorialValue",
    "Count",
    "ExtensiveForm",
    "League",
    "Matrix",
    "Proof",
    "Report",
    "Schedule",
    "Series",
    "Survey",
    "Tree",
    "combinatorial_value",
    "count",
    "exploitability",
    "extensive_form",
    "league",
    "matrix",
    "nimber",
    "proof",
    "report",
    "side_by_side",
    "simulate",
    "survey",
    "tree",
]

_SMALL = 80
"""The width of a small board in a tree."""


def _question(p: Playable, limit: Limit | None = None) -> Question:
    """Return the question to search about a position."""
    return question_of(position_of(p), checked_limit(limit))


@thinking
def count(p: Playable, depth: int | None = None, limit: Limit | None = None) -> Count:
    """Count the ways in which the game can go in ``depth`` choices (known as *perft*), or to the
    end, and how games end.

    Finished games are not continued. Positions are counted as far as the `Limit` allows. Raises
    `NoAbility` if the game hides something, or if choices cannot be listed.

    >>> found = count(games.k_in_a_row(seed=1).noughts_and_crosses)
    >>> found.games, found.states, found.leaves[:4]
    (255168, 5478, [9, 72, 504, 3024])
    """
    from .search.experiments.perft import counts

    return counts(_question(p, limit), depth)


@thinking
def tree(p: Playable, depth: int = 2, limit: Limit | None = None) -> Tree:
    """Show the next ``depth`` choices as a tree, the best line first: as text, and as a picture in
    a notebook.

    The `Limit` applies to each position of the tree.

    ``tree(p).at("column4", "column3")`` is the position of a node, found by its labels.

    >>> p = games.k_in_a_row(seed=1).noughts_and_crosses
    >>> p = p.row2.column2.row1.column1.row3.column2.row1.column2
    >>> print(str(tree(p, 1)).splitlines()[0])
    ├─ X: row 1 column 3  draws
    """
    from .search.experiments.tree_view import Tree, grown

    position = position_of(p)
    table = table_of(position)
    both = position if hides_something(table.game) else _both_sides(position)
    names = () if table.seating is None else table.seating.called()
    return Tree(
        grown(question_of(position, checked_limit(limit)), depth, names),
        functools.partial(_after, both),
        line_of,
        functools.partial(_small_picture, position),
    )


def simulate(
    p: Playable,
    games: int = 1_000,
    players: Any = "random",
    *,
    executor: Any = None,
    seed: int | str = 0,
    progress: bool = True,
) -> Series:
    """Play ``games`` games from a position: wins, draws, lengths, the first mover's advantage.

    ``players`` are for all seats in order: names (``"random"``, ``"mcts"``, ``("mcts", 4_096)``,
    ``"perfect"``, one of the game's own) or functions from game, state and generator to a value; a
    single player plays all seats. ``executor`` is any object with ``submit``, such as a pool of
    processes or Dask's; the result does not depend on it. If you interrupt it, you get the results
    so far. If something is hidden, each game starts from a state sampled from what the viewing
    player knows, and a function gets states sampled from what its seat knows. Raises `NoAbility`
    for a game that hides something and has no ``resample``.

    >>> found = simulate(games.k_in_a_row(seed=1).noughts_and_crosses, 100, progress=False)
    >>> found.wins(0) + found.wins(1) + found.draws == found.games == 100
    True
    """
    from .search.experiments.simulations import played
    from .search.experiments.work import Workers

    position = position_of(p)
    found = played(
        Beginning(position),
        games,
        players,
        seed=checked_seed(seed),
        workers=Workers(executor, progress),
    )
    found.line = _a_line(position, found)
    return found


def league(
    p: Playable,
    players: Mapping[str, Any] | Sequence[Any],
    schedule: Schedule | None = None,
    *,
    keep: League | str | PathLike[str] | None = None,
    executor: Any = None,
    progress: bool = True,
) -> League:
    """Let players play a round robin from a position, and rate them on Elo's scale, with 95 %
    intervals.

    ``players`` is a list of levels and functions, as for `simulate`, or a dictionary of these by
    name; the `Schedule` says how many rounds they play, and how. The result depends on the schedule
    and the players, not on the ``executor``.

    A function that raises, chooses something that is not an option, or takes too long for a choice
    loses that game, and a note says so. (Only the time limit can make the result depend on the
    machine.)

    Games in ``keep`` are not played again: it is a league, or a file that is written while the
    games are played. If you interrupt it, or the executor dies, you get the games so far. A player
    that has changed should get a new name. Raises `NoAbility` for a game that is for one player or
    cannot be simulated.

    >>> p = games.k_in_a_row(seed=1).noughts_and_crosses
    >>> players = {"luck": "random", "easy": ("mcts", 10)}
    >>> found = league(p, players, Schedule(rounds=5), progress=False)
    >>> [(row["player"], row["games"]) for row in found.rows()]
    [('easy', 10), ('luck', 10)]
    """
    from .search.experiments.leagues import contested
    from .search.experiments.work import Workers

    position = position_of(p)
    schedule = Schedule() if schedule is None else schedule
    if not isinstance(schedule, Schedule):
        raise BadParameter(f"schedule is {quote(schedule)}; give one such as Schedule(rounds=5).")
    played = replace(schedule, seed=checked_seed(schedule.seed))
    return contested(
        Beginning(position), players, played, Workers(executor, progress), keep, line_of(position)
    )


@thinking
def nimber(p: Playable, limit: Limit | None = None) -> int:
    """Return the Grundy value of a position of an ``impartial`` game, in which a player who cannot
    move loses.

    It is 0 if the player to move loses; the value of several games side by side is the exclusive or
    of their values. Raises `NoAbility` for other games and for those with more states than the
    `Limit` allows.

    >>> nimber(games.match_game(rows=(7, 5, 2), misere=False, seed=7))
    0
    """
    game = game_of(position_of(p))
    has_value = game.impartial or hasattr(game, "passed")
    found = combinatorial_value(p, limit).nimber if has_value else None
    if found is None:
        raise NoAbility(f"{title_of(game)} has no Grundy values: it is not declared impartial.")
    return found


@thinking
def combinatorial_value(p: Playable, limit: Limit | None = None) -> CombinatorialValue:
    """Return the value of a position in combinatorial game theory: in canonical form, with its
    usual name, outcome class, stops, mean, temperature and thermograph.

    Player 1 is Left. The game must have two players, say what both could do in a position (by a
    method ``passed``, or because it is ``impartial``), and be lost by whoever cannot move. Raises
    `NoAbility` for other games, for positions that can recur, and for more positions than the
    `Limit` allows.

    >>> value = combinatorial_value(games.match_game(rows=(5, 3), misere=False, seed=1))
    >>> value, value.outcome, value + value == 0
    (*6, 'N', True)
    """
    from .theory.positions import value_at

    return value_at(_question(p, limit))


@thinking
def side_by_side(p: Playable, q: Playable) -> Position:
    """Combine two positions into one game: a player chooses one of them and moves there; whoever
    cannot move in either loses.

    Both games must have a `combinatorial_value`, and the value of the sum is the sum of the two.

    >>> p = games.match_game(rows=(2,), misere=False, seed=1)
    >>> both = side_by_side(p, p)
    >>> combinatorial_value(both), dir(both.second.row1)
    (0, ['take1', 'take2'])
    """
    lines = [line_of(position_of(one)) for one in (p, q)]
    both: Position = _sums().side_by_side(first=lines[0], second=lines[1])
    return both


@functools.cache
def _sums() -> Any:
    """Return the provider of all sums, which is kept so that their lines can be read."""
    from .sums import SideBySide

    return InteractiveProvider(SideBySide, seed=0)


@thinking
def exploitability(p: Playable, player: Any, limit: Limit | None = None) -> float:
    """Return how much a best-responding opponent gains against ``player``, averaged over both
    seats.

    ``player`` is a name, a name with a budget, or a function. An equilibrium cannot be exploited.
    If something is hidden, it is computed for the whole game, otherwise for the game from this
    position on. Raises `NoAbility` if the game is not for two, or too large for an exact answer
    within the `Limit`.

    >>> p = games.k_in_a_row(seed=1).noughts_and_crosses.row2.column2.row1.column1
    >>> round(exploitability(p, "random"), 4)
    0.4305
    """
    from .search.experiments.responses import exploitability_of
    from .search.opponents import policy_of

    question = _question(p, limit)
    return exploitability_of(question, policy_of(question.game, player, question.setup))


def report(
    p: Playable,
    *,
    games: int = GAMES,
    matches: int = MATCHES,
    executor: Any = None,
    progress: bool = True,
) -> Report:
    """Measure what the game is like from this position, as game designers do, with plots in a
    notebook.

    It covers width, length, decisiveness, lead changes, drama, the results of first choices, and
    how much thinking helps.

    Raises `NoAbility` for a game that hides something and has no ``resample``, as `simulate` does.

    >>> p = games.k_in_a_row(seed=1).noughts_and_crosses
    >>> report(p, games=20, matches=2, progress=False).rows()[0]
    {'measure': 'players', 'value': 2, 'text': 'X, O'}
    """
    from .search.experiments.reports import reported
    from .search.experiments.work import Workers

    return reported(Beginning(position_of(p)), games, matches, Workers(executor, progress))


@thinking
def proof(
    p: Playable,
    limit: Limit | None = None,
    *,
    keep: str | PathLike[str] | None = None,
) -> Proof:
    """Return a proof of the best result that a player can force from here on, which can be walked
    through and stored.

    The ``walk`` of a proof is a position that offers only the choices that preserve the result, and
    every reply of the opponent; its line is that of the game itself. A proof is checked by the
    rules only before it is returned. It is written to the file ``keep``, or read from it if the
    file exists; `BadFile` is raised if it does not prove its claim by the present rules. Raises
    `NoAbility` for a game that is not for two, hides something, has luck, or has more positions
    than the `Limit` allows.

    >>> found = proof(games.k_in_a_row(rows=3, columns=3, k=2, seed=1))
    >>> print(found)
    2 in a row
    <BLANKLINE>
    proved     X wins, whatever the replies
    positions  222
    >>> dir(found.walk.row1.column1.row3.column3)
    ['row1', 'row2']
    """
    from .search.experiments.proofs import proof_of

    found = proof_of(_question(p, limit), keep)
    found.begin = functools.partial(_walk_from, position_of(p))
    return found


def _walk_from(position: Position, proof: Proof) -> Any:
    """Return the start of a walk through a proof."""
    from .proof_walk import Walk

    game = Walk(game_of(position), (state_of(position), turn_of(position)), proof)
    walk: Any = InteractiveProvider(game, seed=0).walk
    both = _both_sides(position)
    if both is not None:
        table_of(walk).original = functools.partial(_walked, both)
    return walk


def _walked(first: Position, walk: Position) -> Position:
    """Return the game's own position for a position of a walk."""
    return _after(
        first,
        [value_of(state_of(before), last_step(at)) for before, at in pairwise(from_start(walk))],
    )


@thinking
def extensive_form(p: Playable) -> ExtensiveForm:
    """Return the game as a tree with all players' information sets, luck and payoffs.

    If something is hidden, it is the tree of the whole game, otherwise that of the game from this
    position on. ``save(p, "game.efg")`` writes it for Gambit and other programs. Raises `NoAbility`
    if it has more than 100,000 nodes.

    >>> extensive_form(games.match_game(rows=(2,), misere=False, seed=1))
    The match game: a tree of 4 nodes
    """
    from .theory.extensive import extensive_form_of

    return extensive_form_of(_question(p))


@thinking
def matrix(p: Playable) -> Matrix:
    """Return the table of payoffs of a small game, with each player's best replies marked, and its
    equilibria.

    A strategy says what a player chooses wherever that player may have to move.
    ``matrix(p).equilibria()`` has all equilibria of two players in exact fractions,
    ``matrix(p).equilibria(pure=True)`` those without mixing for any number of players,
    ``matrix(p).dominance(weak=True)`` removes dominated strategies, and ``matrix(p).check({"opera":
    1}, {"opera": "1/3", "box": "2/3"})`` checks a profile. If something is hidden, it is the table
    of the whole game, as in `extensive_form`. Raises `NoAbility` if the table has more than 2,000
    cells.

    >>> matrix(games.match_game(rows=(2,), misere=False, seed=1)).equilibria()
    [({'row1 take2': Fraction(1, 1)}, {'–': Fraction(1, 1)})]
    """
    from .theory.strategic import matrix_of

    return matrix_of(extensive_form(p))


def survey(
    p: Playable,
    /,
    limit: Limit | None = None,
    *,
    keep: str | PathLike[str] | None = None,
    executor: Any = None,
    progress: bool = True,
    **ranges: Sequence[Any],
) -> Survey:
    """Compare what the game becomes under different rules: one row for each combination of
    parameters.

    Each range is a list of values for one parameter of the game, or for ``seed``. A row says who
    wins with best play, in how many moves, how many positions there are, how decisive they are, and
    how many first choices are equally good. A game too large for the `Limit` is estimated, and the
    row of an impossible one says why. Rows already in the file ``keep`` are not computed again, and
    the result does not depend on the ``executor``.

    >>> found = survey(games.match_game, rows=[(1, 2), (2, 2)], misere=[False], progress=False)
    >>> [(row["rows"], row["winner"], row["moves"]) for row in found.rows()]
    [((1, 2), 'player 1', 3), ((2, 2), 'player 2', 4)]
    """
    from .search.experiments.surveys import surveyed
    from .search.experiments.work import Workers

    node = node_of(p)
    game = game_of(node if isinstance(node, Lobby) else position_of(node))
    limit = checked_limit(limit)
    ask = functools.partial(_variant, node)
    return surveyed(ask, game, ranges, limit, keep, Workers(executor, progress))


def _variant(node: Node, parameters: Mapping[str, Any], limit: Limit) -> Question | Solution:
    """Return the question about a node's game with other parameters, or the answer of the game's
    own solver.

    The node is sent to workers as its line.
    """
    start = node if isinstance(node, Lobby) else history(node)[0]
    position = position_of(start(**{"seed": seed(start), **parameters}))
    table = table_of(position)
    if table.can("solve") and not player_names(table.game):
        return solve(position, limit)
    return question_of(position, limit)


def _both_sides(position: Position) -> Position | None:
    """Return the same position without opponents, None if the game has luck that would differ."""
    table = table_of(position)
    if table.seating is None:
        return position
    with suppress(ProviderError):
        at = start(table.both_sides())
        for step in steps_with_replies(position):
            at = step_node(at, step)
        if state_of(at) == state_of(position):
            return at
    return None


def _after(position: Position | None, values: Sequence[Value]) -> Position:
    """Return the position after successive choices."""
    if position is None:
        raise ChoiceError(
            "Replies depended on luck: this tree's positions cannot be reached by playing both"
            " sides."
        )
    for value in values:
        position = answer(position, value)
    return position


def _small_picture(position: Position, state: Any) -> str:
    """Return the board of a state as the viewer of a position sees it, small and without the words
    around it."""
    from .rendering import svg

    table = table_of(position)
    board = board_in(table.game, table.shown(state, viewer_of(position)))
    if board is None:
        return ""
    size = f'width="{_SMALL}" height="{_SMALL}"'
    return re.sub(r'width="\d+" height="\d+"', size, svg.render(board.bare()), count=1)


def _a_line(position: Position, series: Series) -> str:
    """Return the line of the first game, if luck reproduces it as it was played; empty if something
    is hidden."""
    records = () if hides_something(game_of(position)) else series.records[:1]
    for record in records:
        with suppress(ChoiceError, BrokenGame):
            at = _after(_both_sides(position), record.values)
            if str(ending_of(state_of(at))) == record.outcome:
                return line_of(at)
    return ""


_RESULTS = {
    "CombinatorialValue": "theory.values",
    "Count": "search.experiments.perft",
    "ExtensiveForm": "theory.extensive",
    "League": "search.experiments.leagues",
    "Matrix": "theory.strategic",
    "Proof": "search.experiments.proofs",
    "Report": "search.experiments.reports",
    "Series": "search.experiments.simulations",
    "Survey": "search.experiments.surveys",
    "Tree": "search.experiments.tree_view",
}
"""The result types of these functions, with their modules: imported on first use."""

explain_arguments(globals())


def __getattr__(name: str) -> Any:
    if name in _RESULTS:
        return getattr(importlib.import_module(f".{_RESULTS[name]}", __package__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
