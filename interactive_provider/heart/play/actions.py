"""What you can do with a position: functions, so that a position itself has no attributes but its
choices.

Each takes a position ``p``, or a stage between two positions if that makes sense.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...boards import TABLES, Board
from ...errors import ChoiceError, NoAbility, NotAPosition, did_you_mean, guard, quote
from ...game import (
    Assessment,
    Check,
    Game,
    Hint,
    Parameters,
    Solution,
    Value,
    Verdict,
    Words,
    hides_something,
    known_to,
    parameters_of,
    player_names,
    taken_by,
)
from ...search.budgets import USUAL, Limit, checked_limit
from ...support.clocks import own_time
from ...support.columns import in_columns
from ...support.fingerprint import fingerprint
from ...support.plurals import counted
from ...support.readable import PlainText, Readable
from ...support.sanitizing import clean
from ...support.waiting import thinking
from ...support.whole_numbers import is_whole
from ..choices.synthesis import Node
from .digests import Input, generator, step_text
from .memory import Memory
from .nodes import (
    Lobby,
    Option,
    Playable,
    Position,
    Stage,
    Typing,
    WithOptions,
    answer,
    begun,
    by_text,
    by_value,
    find,
    lists,
    node_of,
    option_here,
    options_of,
    plain_start,
    position_under,
    taken,
    unchosen,
    walk,
)
from .position_data import (
    board_of,
    describe_value,
    expected_at,
    extra_text,
    from_start,
    is_shown_at,
    line_of,
    outcome_of,
    refusal,
    replies_in_words,
    shown,
    steps_of,
    turn_of,
    view_of,
    viewer_of,
)
from .seeds import Seed, fresh_seed, today
from .verdicts import Verdicts

T = TypeVar("T")

SOLVING = ("shortest", "limit_seconds")
"""The options that every solver of a game may take; players give the time limit in a `Limit`."""

if TYPE_CHECKING:
    from ...search.analysis import Question
    from .reviews import GameReview
    from .seating import Seating

_MOST_NAMED = 500
"""The maximum number of steps of a solution for which names are given; values are given for all
steps."""


class OptionList(tuple[Option, ...], Readable):
    """Options that a prompt shows one per line, each with the names that lead to it."""

    _repr_html_ = None  # type: ignore[assignment] # its columns need a font for code

    def __str__(self) -> str:
        lines = in_columns([(one.label, f".{'.'.join(one.names)}") for one in self])
        return "\n".join(lines) or "There is nothing to choose from."


def options(p: Playable) -> tuple[Option, ...]:
    """Return every legal choice below ``p``: its label, its value, and the names that lead to it
    from there.

    For a game that can begin without a preset they are the first choices (``list(p)`` has the
    presets); for any other, the presets.

    >>> [option.label for option in options(games.rock_paper_scissors(seed=1))]
    ['rock', 'paper', 'scissors']
    """
    return OptionList(options_of(begun(node_of(p))))


def choose(p: Playable, option: object) -> Node:
    """Return the node after an option, given as a label, a value, an `Option` or a hint, or after a
    free input.

    A text is matched as a label first, then as a value, then as a label ignoring case or by its
    numbers; a hint to undo moves is followed too. Raises `ChoiceError`, naming the nearest choice,
    for anything that is not offered; ``p`` does not change.

    >>> p = games.minesweeper(seed=7).beginner
    >>> choose(p, "uncover 4 4") == choose(p, ("uncover", 4, 4)) == p.uncover.r4.c4
    True
    """
    p = node_of(p)
    if isinstance(option, Hint) and isinstance(p, Position):
        if option.undo:
            return undo(p, option.undo)
        return answer(p, option.value)
    if isinstance(p, Lobby) and not lists(p, option):
        first = plain_start(p)
        if isinstance(option, str) and (first is None or not _takes(first, option)):
            return by_text(p, option)
        p = begun(p)
    if isinstance(p, WithOptions):
        if isinstance(option, Option):
            here = option_here(p, option)
            if isinstance(p, Stage):
                return walk(p, here.names)
            return taken(p, here)
        found = find(p, option)
        if found is not None:
            return walk(p, found.names)
        if isinstance(p, Position):
            return answer(p, option)
        return by_text(p, option)
    if isinstance(p, Typing):
        return answer(p._position, option)
    if isinstance(option, str):
        return walk(p, (option,))
    raise ChoiceError(f"There is nothing to choose at {quote(p)}.")


def _takes(position: Position, text: str) -> bool:
    """True if a text may be a choice of a position, or something typed there."""
    return find(position, text) is not None or expected_at(position) is not None


def outcome(p: Playable) -> str | None:
    """Return None until the game is over, then ``"won"``, ``"lost"``, ``"drawn"`` or the game's own
    word.

    >>> outcome(games.guess(seed=3)(50)) is None
    True
    """
    return None if isinstance(p := node_of(p), Lobby) else outcome_of(position_of(p))


def path(p: Playable) -> tuple[str, ...]:
    """Return the attributes that lead from the start to ``p``; a free input appears as its call,
    ``"(12)"``.

    >>> path(games.minesweeper(seed=7).beginner.uncover.r4.c4)
    ('uncover', 'r4', 'c4')
    """
    p = node_of(p)
    names: list[str] = []
    for step in () if isinstance(p, Lobby) else steps_of(position_of(p)):
        names += [step_text(step)] if isinstance(step, Input) else step
    return (*names, *p._names)


def line(p: Playable) -> str:
    """Return the Python expression that rebuilds ``p``, to paste or send.

    >>> line(games.minesweeper(seed=7).beginner.uncover.r4.c4)
    'games.minesweeper(seed=7).beginner.uncover.r4.c4'
    """
    p = node_of(p)
    if not isinstance(p, Position | Stage | Typing):
        return PlainText(repr(p))
    position = position_under(p)
    return PlainText(line_of(position) + repr(p)[len(repr(position)) :])


def undo(p: Playable, n: int = 1) -> Position:
    """Return the position ``n`` moves before ``p``; a stage or half-typed number counts as the move
    it began.

    Raises `ChoiceError` if there are fewer moves.

    >>> undo(games.guess(seed=3)(50)(25), 2) == games.guess(seed=3)
    True
    """
    if not is_whole(n, low=0):
        raise ChoiceError(f"undo takes a number of moves, not {quote(n)}.")
    line = history(p)
    back = n - isinstance(node_of(p), Stage | Typing) if n else 0
    done = len(line) - 1
    if back > done:
        can = f"Only {counted(done, 'move')} can be undone" if done else "Nothing to undo"
        raise ChoiceError(f"{can}: {line[0]!r} is the start of the game.")
    return line[done - back]


def restart(p: Playable, seed: Seed | None = None) -> Node:
    """Return the start of the same game with the same parameters and the same seed, or another
    seed.

    ``seed="fresh"`` starts a new game, and ``seed="today"`` the game of the day, which is the same
    for everyone.

    >>> line(restart(games.guess(seed=3)(50)(25)))
    'games.guess(seed=3)'
    >>> line(restart(games.guess(seed=3)(50)(25), seed=4))
    'games.guess(seed=4)'
    """
    p = node_of(p)
    start = p if isinstance(p, Lobby) else history(p)[0]
    if seed is None:
        return start
    words: dict[Seed, Callable[[], Seed]] = {"fresh": fresh_seed, "today": today}
    return start(seed=words[seed]() if isinstance(seed, str) and seed in words else seed)


def history(p: Playable) -> tuple[Position, ...]:
    """Return all positions from the start to ``p``, inclusive.

    >>> [path(p) for p in history(games.guess(seed=3)(50)(25))]
    [(), ('(50)',), ('(50)', '(25)')]
    """
    return from_start(position_of(p))


def transcript(p: Playable) -> str:
    """Return everything shown and chosen from the start to ``p``, in order.

    A state can have its own ``transcript``, as a program at a terminal does; otherwise each text is
    followed by the choice that was made. If players know different things, it contains only what
    the viewing player saw and chose.

    >>> print(transcript(games.match_game(seed=7).two_people.row1.take3).splitlines()[-1])
    Left: 4-5-3-1. Whoever takes the last match loses.
    """
    position = position_of(p)
    own = extra_text(position, "transcript")
    if own is not None:
        return PlainText(clean(own))
    made = [f"> {step_text(step)}" for step in steps_of(position)]
    pages = zip(history(position), (*made, ""), strict=True)
    parts = [
        part
        for one, step in pages
        if is_shown_at(one, position)
        for part in (replies_in_words(one), _page_in_words(one), step)
    ]
    return PlainText(clean("\n\n".join(part for part in parts if part)))


def _page_in_words(position: Position) -> str:
    """Return what was shown as text; for a card table, also the cards on the table and those you
    hold."""
    board = board_of(position)
    cards = str(board) if board is not None and board.surface in TABLES else ""
    return "\n\n".join(filter(None, (str(view_of(position).text), cards)))


def extra(p: Playable, name: str) -> Any:
    """Return what a game gives only when asked for it by name.

    ``"listing"`` and ``"variables"`` are texts of a BASIC program: its lines, marking those that
    ask for or compare an answer, and the values that the screen has just shown. ``"map"`` is a
    picture (it has ``_repr_svg_``): in an adventure, the rooms you have seen; in a Twine story, all
    passages by name, so it is for authors and for readers who have finished. A game may have texts
    of its own. Raises `NoAbility` for a name that the game does not have.

    >>> print(extra(games.basic.firsts(seed=1), "variables"))
    N = 1
    >>> extra(games.stories.bell_under_the_ice(seed=7).Take_the_rope, "map")
    <a map of 32 passages; a notebook draws it>
    """
    position = position_of(p)
    table = position._table
    text = extra_text(position, name)
    if text is not None:
        return PlainText(clean(text))
    has_map = table.can("story_map")
    if name == "map" and has_map:
        with guard(f"story_map of {table.name}"):
            return table.ability("story_map")([at._state for at in history(p)])
    names = [*view_of(position).extras, *(["map"] if has_map else [])]
    raise NoAbility(f"{table.name} has no {quote(name)}.{did_you_mean(name, names)}")


def seed(p: Playable) -> int | str:
    """Return the seed of the game that ``p`` belongs to.

    >>> seed(games.guess(seed=3)(50))
    3
    """
    return p._seed if isinstance(p := node_of(p), Lobby) else position_of(p)._table.seed


def parameters(p: Playable) -> dict[str, Any]:
    """Return the parameters of the game that differ from their defaults.

    >>> parameters(games.minesweeper(rows=5, columns=4, mines=3, seed=1))
    {'rows': 5, 'columns': 4, 'mines': 3}
    """
    return {} if isinstance(p := node_of(p), Lobby) else dict(position_of(p)._table.parameters)


def board(p: Playable) -> Board | None:
    """Return the board as the player sees it, or None if the game has none. Raises `BrokenGame` if
    drawing it fails.

    >>> board(games.minesweeper(seed=7).beginner).shape
    (9, 9)
    """
    return board_of(position_of(p))


def describe(p: Playable, option: object) -> str:
    """Return what the game says about an option (label, value or `Option`) or a free input, judging
    only by the present state.

    >>> p = games.match_game(seed=7).two_people
    >>> describe(p.row1, "take3")
    'Leaves 4-5-3-1.'
    """
    position = position_of(p)
    at = p if isinstance(p, Stage) else position
    found = option_here(at, option) if isinstance(option, Option) else find(at, option)
    if found is not None:
        return describe_value(position, found.value, found.label)
    wanted = expected_at(position)
    if wanted is None:
        raise ChoiceError(
            refusal(position, quote(option), [o.label for o in options_of(node_of(p))])
        )
    value = wanted.parse(option)
    return describe_value(position, value, f"answer {value}")


@thinking
def hint(p: Playable, limit: Limit | None = None, **own: Any) -> Hint | None:
    """Return a good choice with its reason, or None if there is no hint.

    If the game's `check` finds the position lost, the hint says so and how many moves to undo. A
    game without its own hints is searched, within the `Limit`, if it names its players: exactly if
    it has at most 200,000 states, otherwise with 1,000 simulations. ``own`` takes the game's own
    options. Raises `NoAbility` if the game has neither hints nor players, `ChoiceError` for an
    unknown option.

    >>> hint(games.match_game(seed=2).random_computer.row1.take3).action
    'Take 1 from row 1'
    """
    position = position_of(p)
    checked = checked_limit(limit)
    ability = _ability(position, "hint", own)
    advice: Hint | None
    if ability is None:
        advice = _judged(position, checked).hint
    elif outcome_of(position) is not None:
        advice = None
    else:
        advice = _remembered(position, ("hint", repr(own)), lambda: ability(shown(position)))
    if advice is None or (advice.value is None and by_value(position, None) is None):
        return _way_back(position) or advice
    return replace(advice, names=_names(position, advice.value))


def _way_back(position: Position) -> Hint | None:
    """Return how many moves to undo from a lost position to reach the last one that is not lost."""
    table = position._table
    if not table.can("check") or outcome_of(position) == "won":
        return None
    now: Check = table.ask("check", shown(position))
    if now.right:
        return None
    for back, earlier in enumerate(reversed(history(position)[:-1]), start=1):
        then: Check = table.ask("check", table.shown(earlier._state, viewer_of(position)))
        if then.right:
            way = f"Undo {counted(back, 'move')}: {then.text[:1].lower()}{then.text[1:]}"
            return Hint(None, f"{now.text} {way}", now.cells, undo=back)
    return Hint(None, f"{now.text} This was so from the start.", now.cells)


@thinking
def solve(
    p: Playable,
    limit: Limit | None = None,
    *,
    shortest: bool | None = None,
    **own: Any,
) -> Solution:
    """Return a solution and what has been proved about it.

    ``shortest=True`` asks for a solution that is proved to be the shortest, ``shortest=False`` for
    any; otherwise the game decides. A solver that needs no `Limit` ignores it. A game without its
    own solver is searched if it names its players, as for `hint`; ``own`` takes the game's own
    options. Raises `NoAbility` if the game has neither a solver nor players, `ChoiceError` for an
    unknown option.

    >>> print(solve(games.sliding(rows=2, columns=2, seed=1), shortest=True))
    shortest, 2 choices
    t1, t3
    """
    position = position_of(p)
    checked = checked_limit(limit)
    ability = _ability(position, "solve", own, _solving(checked, shortest))
    if ability is None:
        from ...search.explanations import solution

        seating = position._table.seating
        found = solution(question_of(position, checked), None if seating is None else seating.seat)
    else:
        found = _own_part(position, ability(shown(position)))
    return replace(found, names=tuple(_named(position, found.values or ())))


def _solving(limit: Limit, shortest: bool | None) -> dict[str, Any]:
    """Return the options for a game's own solver, if it accepts them."""
    arguments: dict[str, Any] = {}
    if limit.seconds is not None:
        arguments["limit_seconds"] = None if limit.seconds == inf else limit.seconds
    if shortest is not None:
        arguments["shortest"] = shortest
    return arguments


def _own_part(position: Position, solution: Solution) -> Solution:
    """Return your own choices from a solution that has the choices of all seats."""
    seating = position._table.seating
    if seating is None or not solution.values:
        return solution
    from ...search.model import Model

    model = Model(seating.game, hidden=True)
    values = iter(solution.values)
    steps = model.played(position._state, seating.seat, lambda *_: next(values), Random(0))
    with guard(f"process_response of {position._table.name}"):
        every = islice(steps, len(solution.values))
        mine = [step.value for step in every if step.mover == seating.seat]
    return replace(solution, values=tuple(mine))


@thinking
def evaluate(
    p: Playable, limit: Limit | None = None, *, against: Any = None, **own: Any
) -> Mapping[Value, Verdict]:
    """Return a verdict for each option value that has one, as a dictionary; it prints the best
    choices, and in a notebook draws the board with them.

    A game without its own verdicts is searched if it names its players, as for `hint`. Proofs
    assume that all opponents play perfectly. With ``against`` (a name, a name with a budget, or a
    function), they assume that all opponents are this player: the best verdict is then that of the
    best response. ``own`` takes the game's own options. Raises `NoAbility` if the game has neither
    verdicts nor players, `ChoiceError` for an unknown option.

    >>> evaluate(games.match_game(rows=(2, 1), seed=7))
    row 1 take 2  winning
    row 1 take 1  losing
    row 2 take 1  losing
    """
    position = position_of(p)
    checked = checked_limit(limit)
    if against is not None:
        return Verdicts(_best_response(position, against, checked), position)
    ability = _ability(position, "evaluate", own)
    verdicts: Assessment
    if ability is None:
        verdicts = _judged(position, checked).verdicts
    else:
        verdicts = _remembered(position, ("evaluate", repr(own)), lambda: ability(shown(position)))
    return Verdicts(verdicts, position)


def _best_response(position: Position, against: Any, limit: Limit) -> Assessment:
    """Return the value of each choice against a known player."""
    from ...search.experiments.responses import responded
    from ...search.explanations import evaluations
    from ...search.opponents import policy_of

    table = position._table
    seat = turn_of(position)
    others = dict.fromkeys(
        set(range(len(player_names(table.game)))) - {seat},
        policy_of(table.game, against, table.setup),
    )
    return evaluations(responded(question_of(position, limit), others))


def _ability(
    position: Position,
    name: str,
    own: Parameters,
    usual: Parameters = MappingProxyType({}),
) -> Callable[[Any], Any] | None:
    """Return the game's ability bound to its own options and to those usual ones that it accepts;
    None if search answers instead.

    Raises `NoAbility` if neither can answer, `ChoiceError` for an option that makes no sense.
    """
    table = position._table
    ability = table.ability(name) if table.can(name) or not player_names(table.game) else None
    taken = {} if ability is None else taken_by(ability, {**usual, **own})
    for option in own:
        if option not in taken or option in SOLVING:
            names = _options_of_ability(name, ability)
            raise ChoiceError(f"{name} does not take {quote(option)}.{did_you_mean(option, names)}")
    if ability is None:
        return None
    return functools.partial(table.ask, name, **taken)


def _options_of_ability(name: str, ability: Callable[..., Any] | None) -> list[str]:
    """Return the named arguments that a player may give to the function of an ability."""
    function: Any = {"hint": hint, "solve": solve, "evaluate": evaluate}[name]
    # The first parameter is the position or the state, and our last one is ``**own``.
    _, *usual, _ = parameters_of(function)
    own = [] if ability is None else [*parameters_of(ability)][1:]
    return sorted({*usual, *own}.difference(SOLVING[1:]))


def question_of(position: Position, limit: Limit) -> Question:
    """Return the question to search about a position, with its budget."""
    from ...search.analysis import Question

    table = position._table
    return Question(
        table.game,
        position._state,
        turn_of(position),
        setup=table.setup,
        budget=limit,
        rng=luck_of(position),
    )


class _Judgement(NamedTuple):
    """What search says about a position; all of it comes from one study, so a hint and the verdicts
    agree."""

    hint: Hint | None
    verdicts: Assessment
    is_complete: bool
    """False if an interrupt ended the search."""


def _judged(position: Position, limit: Limit) -> _Judgement:
    """Return the judgement of search, computed once."""

    def judge() -> _Judgement:
        # Imported here: a game with its own hints needs no search.
        from ...search.analysis import studied
        from ...search.explanations import advice, evaluations

        study = studied(question_of(position, limit))
        seating = position._table.seating
        opponents = set() if seating is None else {one.name for one in seating.who.values()}
        verdicts: Assessment
        verdicts = evaluations(study, is_opposed=bool(opponents - {"perfect"}))
        if position._table.can("passed"):
            from ...theory.positions import with_values

            verdicts = with_values(verdicts, study.model.game, study.state, study.mover)
        hint = advice(study, _opponent_name(seating))
        return _Judgement(hint, verdicts, not study.interrupted)

    with guard(f"search in {position._table.name}"):
        return _remembered(position, ("search", repr(limit)), judge)


def _opponent_name(seating: Seating | None) -> str:
    """Return the name of the first opponent; empty if you play all seats."""
    return "" if seating is None else seating.called()[next(iter(seating.who))]


_ANSWERS = 256
"""The number of answers that are remembered, over all games."""

_DEAR = 0.03
"""The processor time in seconds above which an answer is worth remembering."""

_answers: Memory[tuple[Position, Any]] = Memory(_ANSWERS)
"""Slow answers, each with its position: another position with the same digest belongs to the same
game with the same rules. Each depends only on its own question, so it reveals nothing that another
position hides."""


def _remembered(position: Position, question: tuple[str, str], ask: Callable[[], T]) -> T:
    """Return the answer to a question about a position, or the reason why there is none, computed
    once."""
    key = (position._table.mark, position._digest, *question)
    known = _answers.get(key)
    if known is None:
        begin = own_time()
        try:
            answer: Any = ask()
        except NoAbility as reason:
            answer = reason
        known = position, answer
        if own_time() - begin > _DEAR and getattr(answer, "is_complete", True):
            _answers.put(key, known, 1)
    if isinstance(known[1], NoAbility):
        raise NoAbility(*known[1].args)
    found: T = known[1]
    return found


@dataclass(frozen=True, slots=True)
class Beginning:
    """The position that a worker starts from; it is sent as its line."""

    position: Position

    def __call__(self) -> tuple[Game, Any, int]:
        """Return the game, the state and whose turn it is."""
        return self.position._table.game, self.position._state, turn_of(self.position)

    @property
    def setup(self) -> Hashable:
        """Return the key under which a solved graph is cached."""
        return self.position._table.setup


def luck_of(position: Position) -> Random:
    """Return the generator for a search, derived from the position or, if something is hidden, from
    what the player knows about it."""
    game = position._table.game
    state = position._state
    if not hides_something(game):
        return generator(position._digest)
    with guard(f"seen_by of {position._table.name}"):
        return Random(fingerprint(known_to(game, state, viewer_of(position))))


def check(p: Playable) -> Check:
    """Say whether the moves so far are right, without revealing the solution: by the game's own
    check, otherwise by a `review`. For a file with levels, before one is chosen, report what its
    author should know. Raises `NoAbility` if none of these is possible.

    >>> print(check(games.guess(seed=3)(50)(25)))
    25 was ruled out: it had to be from 51 to 100.
    """
    node = node_of(p)
    if isinstance(node, Lobby):
        first = unchosen(node)
        if first._table.can("check_levels"):
            every: Check = first._table.ask("check_levels", shown(first))
            return every
    position = position_of(p)
    table = position._table
    if not table.can("check") and player_names(table.game):
        from .reviews import checked

        return _remembered(position, ("check", ""), lambda: checked(position, USUAL))
    found: Check = table.ask("check", shown(position))
    return found


@thinking
def review(p: Playable, limit: Limit | None = None) -> GameReview:
    """Compare each move so far with the best one: where the game turned, what was better, how a
    mistake is answered, and what was luck.

    Moves are judged as `hint` and `evaluate` judge them: by proof if possible, otherwise only if
    the loss exceeds the error of the estimates; in a game with hidden information, by what the
    player knew. Raises `NoAbility` if the game has neither verdicts nor players.

    >>> p = games.match_game(rows=(2, 1), seed=7).row2.take1.row1.take1
    >>> [(move.choice, move.grade, move.better) for move in review(p).turning_points()]
    [('row 2 take 1', 'blunder', 'row 1 take 2 (winning)')]
    """
    from .reviews import reviewed

    position = position_of(p)
    checked = checked_limit(limit)
    return _remembered(position, ("review", repr(checked)), lambda: reviewed(position, checked))


def _named(position: Position, values: Sequence[Value]) -> Iterator[Words]:
    """Return the names of successive choices given by value, up to a readable number and as long as
    luck allows.

    Playing on would reveal what a step uncovers, so in a game with hidden information only present
    options are named.
    """
    hidden = hides_something(position._table.game)
    for value in values[:_MOST_NAMED]:
        if hidden and by_value(position, value) is None:
            return
        try:
            after = position if hidden else answer(position, value)
        except ChoiceError:  # luck differed from what the solver expected
            return
        yield _names(position, value)
        position = after


def _names(position: Position, value: Value) -> Words:
    found = by_value(position, value)
    if found is None:
        return (step_text(Input(value)),)
    return found.names


def position_of(p: Playable) -> Position:
    """Return the position that ``p`` refers to (for a lobby, its plain start); raise `ChoiceError`
    if a preset or parameters must be chosen first."""
    node = begun(node_of(p))
    if isinstance(node, Position | Stage | Typing):
        return position_under(node)
    if isinstance(node, Lobby):
        starts = did_you_mean("", dir(node))
        raise ChoiceError(
            f"{node!r} has not begun: choose a preset or give parameters first.{starts}"
        )
    raise NotAPosition(f"{quote(node)} is not a position in a game.")
