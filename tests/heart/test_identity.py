"""What is known of one game is never taken for another: parameters, rules, objects and values are
told apart."""

from __future__ import annotations

import gc
import importlib
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from interactive_provider import (
    InteractiveProvider,
    check,
    evaluate,
    games,
    hint,
    line,
    outcome,
    replay,
    solve,
)
from interactive_provider.analysis import simulate
from interactive_provider.errors import (
    BadLabel,
    BadLine,
    BadParameter,
    ChoiceError,
    NoSuchKey,
    ProviderError,
)
from interactive_provider.game import Game, State
from interactive_provider.heart.play.nodes import memory
from interactive_provider.search import analysis, retrograde
from interactive_provider.search.analysis import Question, studied
from interactive_provider.search.retrograde import Graph

from .toys import GROUPED, Count, Walk

# What search has solved ----------------------------------------------------------------------


@dataclass(frozen=True)
class Pile(State):
    """Matches that are left; the key leaves out what is fixed within a game."""

    left: int
    most: int
    mover: int = 0

    @property
    def display_text(self) -> str:
        """How many are left."""
        return f"{self.left} are left."

    @property
    def display_options(self) -> tuple[tuple[str, int], ...]:
        """Up to ``most`` may be taken."""
        return tuple((f"take{n}", n) for n in range(1, min(self.most, self.left) + 1))

    @property
    def outcome(self) -> str | None:
        """Over when all are taken."""
        return None if self.left else "over"

    @property
    def winner(self) -> int | None:
        """Who took the last one."""
        return None if self.left else 1 - self.mover

    @property
    def key(self) -> int:
        """Not how many may be taken."""
        return self.left


class Take(Game[Pile]):
    """Take the last match."""

    players = 2

    def new_state(self, rng: Random, most: int = 3) -> Pile:
        """Four matches."""
        return Pile(4, most)

    def process_response(self, state: Pile, value: int, rng: Random) -> Pile:
        """This many fewer."""
        return Pile(state.left - value, state.most, 1 - state.mover)


class Drawn(Take):
    """How many may be taken at once is drawn."""

    def new_state(self, rng: Random, most: int = 0) -> Pile:
        """Two or three."""
        return Pile(4, rng.choice((2, 3)))


def first_wins(p: Any) -> bool:
    """Whether whoever begins is proved to win."""
    return any(verdict.score == 1 for verdict in evaluate(p).values())


def test_what_is_solved_belongs_to_the_parameters() -> None:
    """A key that leaves out a parameter is not answered from the game with another."""
    take = InteractiveProvider(Take).take
    for most, wins in ((3, False), (2, True), (3, False)):
        assert wins == first_wins(take(most=most, seed=1))
        assert wins == ("wins" in str(solve(take(most=most, seed=1))))


def test_what_is_solved_belongs_to_what_was_drawn_at_the_start() -> None:
    """Nor is a key that leaves out what the start has drawn answered from the game with another
    seed."""
    drawn = InteractiveProvider(Drawn).drawn
    found = {
        (p._state.most, first_wins(p)) for p in (drawn(seed=seed).both_sides for seed in range(8))
    }
    assert {(2, True), (3, False)} == found


def test_what_is_solved_serves_the_same_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seed of a game whose start draws nothing is answered from the same graph."""
    solved: list[Graph] = []

    def counted(graph: Graph) -> retrograde.Worth:
        solved.append(graph)
        return retrograde.solved(graph)

    monkeypatch.setattr(analysis, "solved", counted)
    take = InteractiveProvider(Take).take
    for seed in range(3):
        hint(take(seed=seed).take1)
    assert 1 == len(solved)


def test_perfect_players_of_all_series_share_what_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In both seats, in a second series, in portions for an executor and beside a hint."""
    graphs_solved: list[Graph] = []

    def counted(graph: Graph) -> retrograde.Worth:
        graphs_solved.append(graph)
        return retrograde.solved(graph)

    monkeypatch.setattr(analysis, "solved", counted)
    p = InteractiveProvider(Take).take(seed=1).both_sides
    hint(p)
    for executor in (None, ThreadPoolExecutor(1)):
        simulate(p, 3, "perfect", executor=executor, progress=False)

    assert 1 == len(graphs_solved)


def test_a_search_without_a_table_keeps_nothing() -> None:
    """States with equal keys and other parameters may be handed over by anybody."""
    game = Take()
    scores = [
        {
            one.worth
            for one in studied(Question(game, game.new_state(Random(0), most))).findings.values()
        }
        for most in (3, 2)
    ]
    assert [{0.0}, {0.0, 1.0}] == scores


def test_a_built_in_game_with_other_parameters() -> None:
    """Three in a row is drawn, two are won, and with gravity there are columns to choose."""
    plain: Any = games.k_in_a_row
    three, two = (plain(rows=3, columns=3, k=k, seed=1) for k in (3, 2))
    falling = plain(rows=3, columns=3, k=3, gravity=True, seed=1)
    assert {"draws"} == {str(verdict) for verdict in evaluate(three).values()}
    assert {"wins in 3"} == {str(verdict) for verdict in evaluate(two).values()}
    assert 3 == len(evaluate(falling))
    p = games.k_in_a_row(rows=3, columns=3, k=3, gravity=True, against="perfect", seed=1).column1
    assert outcome(p) is None
    series = simulate(two, 6, ("perfect", "random"), progress=False)
    assert 6 == series.wins(0)


# Equal positions -----------------------------------------------------------------------------


@dataclass(frozen=True)
class At(State):
    """A number, which is not shown."""

    n: int
    display_text: ClassVar[str] = "somewhere"
    display_options: ClassVar[Any] = (("go", 1),)


class Jump(Game[At]):
    """Jump so far at a time."""

    def __init__(self, by: int = 1) -> None:
        self.by = by

    def new_state(self, rng: Random) -> At:
        """At the start."""
        return At(0)

    def process_response(self, state: At, value: int, rng: Random) -> At:
        """So much further."""
        return At(state.n + self.by)


def test_objects_of_one_class_are_told_apart_by_what_they_hold() -> None:
    """Positions are equal for objects that were made alike, and for no others."""
    three, five, again = (InteractiveProvider(Jump(by), seed=1) for by in (3, 5, 3))
    assert three.jump.go == again.jump.go
    assert three.jump.go != five.jump.go
    assert three.jump != five.jump
    assert three == again
    assert three != five
    assert three.jump.go == pickle.loads(pickle.dumps(three.jump.go)) != five.jump.go


def test_a_line_of_an_object_names_no_provider() -> None:
    """Nobody can tell its arguments, so that the provider is given too."""
    three, five = (InteractiveProvider(Jump(by), seed=1) for by in (3, 5))
    told = line(three.jump.go)
    assert "InteractiveProvider(Jump(...)).jump(seed=1).go" == told
    with pytest.raises(BadLine, match="also give that provider"):
        replay(told)
    assert [3, 5] == [replay(told, mine)._state.n for mine in (three, five)]


def test_an_object_without_arguments_is_named() -> None:
    """Its expression leads back to it."""
    p = InteractiveProvider(Count(), seed=1).count.short
    assert p == replay(line(p))


def test_one_game_in_two_providers_keeps_its_lines() -> None:
    """A position that is remembered for one of them is not handed out by the other."""
    game = Walk()
    alone, both = InteractiveProvider(game, seed=1), InteractiveProvider(game, Count, seed=1)
    assert alone.walk.left == both.walk.left
    assert ["InteractiveProvider(Walk(...))", "InteractiveProvider(Walk(...), Count)"] == [
        line(mine.walk.left).split(".walk")[0] for mine in (alone, both)
    ]


def test_parameters_are_told_apart_by_their_types() -> None:
    """1, True and 1.0 are three parameters, 0.0 and -0.0 two."""

    class Anything(Game[At]):
        def new_state(self, rng: Random, x: object = None) -> At:
            return At(0)

    mine = InteractiveProvider(Anything, seed=1).anything
    begun = [
        mine(x=x, seed=1) for x in (1, True, 1.0, 0, False, 0.0, -0.0, "1", (1,), (True,), ((1,),))
    ]
    assert len(begun) == len({p._digest for p in begun}) == len(set(begun))
    assert len(begun) == len({id(p) for p in begun})
    assert all(
        one._table.setup != other._table.setup
        for one in begun
        for other in begun
        if one is not other
    )


RULES = """
from interactive_provider.game import Game, State
from .helper import far
from . import words

class At(State):
    def __init__(self, n): self.n = n
    @property
    def display_text(self): return words.TEXT
    display_options = (("go", 1),)

class Jump(Game):
    def new_state(self, rng): return At(0)
    def process_response(self, state, value, rng): return At(state.n + far())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game that is spread over three files."""
    (tmp_path / "jump.py").write_text(RULES)
    (tmp_path / "helper.py").write_text(
        "COUNT = []\nCOUNT.append(1)\ndef far(): return len(COUNT)\n"
    )
    (tmp_path / "words.py").write_text("TEXT = 'here'\n")
    return tmp_path


EDITS: dict[str, Callable[[Path], object]] = {
    "rules": (
        lambda folder: (folder / "jump.py").write_text(RULES.replace("state.n +", "state.n -"))
    ),
    "a property": (
        lambda folder: (folder / "jump.py").write_text(
            RULES.replace("words.TEXT", "words.TEXT + '!'")
        )
    ),
    "helper": (
        lambda folder: (folder / "helper.py").write_text(
            "COUNT = []\nCOUNT.append(1)\ndef far(): return 2\n"
        )
    ),
    "data": lambda folder: (folder / "words.py").write_text("TEXT = 'over'\n"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_folder_that_was_edited_has_other_games(
    folder: Path, edit: Callable[[Path], object]
) -> None:
    """Of old and new rules no positions are equal, and a line that may be of either is refused."""
    old = InteractiveProvider(folder, seed=1)
    at = old.jump.go
    assert at == pickle.loads(pickle.dumps(at))
    assert at == replay(line(at))
    edit(folder)
    new = InteractiveProvider(folder, seed=1)
    assert at != new.jump.go
    with pytest.raises(BadLine, match="name one of them"):
        replay(line(at))
    assert at == replay(line(at), old)


def test_a_folder_is_read_anew_with_its_helpers(folder: Path) -> None:
    """Each file is run once, an edited helper is not the old one, however soon and however alike it
    is written."""
    old = InteractiveProvider(folder, seed=1)
    assert 1 == old.jump.go._state.n
    (folder / "words.py").write_text("TEXT = 'over'\n")
    new = InteractiveProvider(folder, seed=1)
    assert ["over", 1] == [new.jump._state.display_text, new.jump.go._state.n]
    assert "here" == old.jump._state.display_text


def test_what_was_read_and_played_has_no_part(tmp_path: Path) -> None:
    """Programs and stories of a folder that is read again are the same, whatever was made of the
    first in between."""
    (tmp_path / "add.bas").write_text(
        '10 INPUT "YES OR NO";A$\n20 IF A$="YES" THEN END\n30 GOTO 10\n'
    )
    (tmp_path / "tale.twee").write_text(
        ':: StoryData\n{"ifid": "A", "format": "SugarCube", "start": "One"}\n\n:: One\n[[Two]]\n'
        "\n:: Two\nThe end.\n"
    )
    mine: Any = InteractiveProvider(tmp_path, seed=1)
    played = [mine.add.YES, mine.tale.Two]
    mine.add(dialect="gw", seed=2)
    check(played[1])
    assert played == pickle.loads(pickle.dumps(played))


# Providers by their lines --------------------------------------------------------------------


def test_a_provider_that_is_dropped_takes_no_lines_along() -> None:
    """The same provider with another seed comes and goes; lines are read as before."""
    mine = InteractiveProvider(Count, seed=1)
    told = line(mine.count(seed=7).short)
    repr(mine(seed=3))
    InteractiveProvider(Count, seed=2)
    memory.clear()
    gc.collect()
    assert mine.count(seed=7).short == replay(told)


def test_a_text_with_the_mark_of_links_is_no_link() -> None:
    """In a seed or an answer it is as good as any other text."""
    p: Any = games.guess(seed="#p=abc")
    assert p == replay(line(p))
    mine = InteractiveProvider(Count)
    p = mine.count(seed="http://a/#p=b").short
    assert p == replay(line(p), mine)


# Menus ---------------------------------------------------------------------------------------


def menu_of(*pairs: Any) -> Any:
    """A position with these options."""
    return InteractiveProvider(Walk(pairs), seed=1).walk


def test_values_with_one_buffer_are_told_apart() -> None:
    """Two menus whose values are written with the same bytes have their own."""
    data = b"\x05\0\0\0"
    kept = [
        menu_of(("go", value)) for value in (memoryview(data), data, (memoryview(data),), (data,))
    ]
    assert [memoryview, bytes, tuple, tuple] == [type(type(p).go.value) for p in kept]
    assert [memoryview, bytes] == [type(type(p).go.value[0]) for p in kept[2:]]
    assert type(menu_of(("go", data))) is type(kept[1])


def test_a_number_of_numpy_is_not_taken_for_another() -> None:
    """Of the same bytes are an integer and a float, a truth value and a small integer."""
    numpy = pytest.importorskip("numpy")
    values = (numpy.int64(5), numpy.float64(2.5e-323), numpy.bool_(True), numpy.int8(1))
    kept = [menu_of(("go", value)) for value in values]
    assert list(map(type, values)) == [type(type(p).go.value) for p in kept]


@pytest.mark.parametrize(
    ("display_options", "message"),
    [
        (("roll", "hold"), "pairs of label and value; 'roll' is not one"),
        (("go", "no"), "pairs of label and value; 'go' is not one"),
        ((("a", 1), "no"), "'no' is not one"),
        ((("a", 1, 2),), "is not one"),
        (((["a", "b"], 1), (["a", "c"], 2)), r"text or a tuple of texts, not \['a', 'b'\]"),
        ((("x", 0), ({"a"}, 1)), "text or a tuple of texts"),
    ],
)
def test_what_is_no_option_is_refused_at_once(display_options: Any, message: str) -> None:
    """A text of two letters is no pair, and a list is no label."""

    class Wrong(Game[Any]):
        def new_state(self, rng: Random) -> Any:
            state = At(0)
            object.__setattr__(state, "display_options", display_options)
            return state

    with pytest.raises(BadLabel, match=message):
        InteractiveProvider(Wrong, seed=1).wrong  # noqa: B018 - it is begun to see its error


def test_pairs_may_be_lists_and_labels_kinds_of_text() -> None:
    """What is no plain tuple or text, and yet one, is taken."""

    class Name(str):
        """A text of somebody's."""

    p = menu_of(["rock", 1], (Name("scissors"), 2))
    assert ["rock", "scissors"] == dir(p) == [option.label for option in p]


def test_a_label_stands_before_a_name_that_looks_like_it() -> None:
    """Where the name of one option is the label of another, the text means the label."""
    p = menu_of(("I'", 1), ("I", 2))
    assert ["I", "I_2"] == dir(p)
    assert [p(2), p(1), p(2)] == [p["I"], p["I'"], p["I_2"]]


def test_labels_that_look_alike_are_told_apart_by_their_names() -> None:
    """A text that means both is refused, and the sentence says what to write."""
    p = menu_of(("I\u200b", 1), ("I", 2))
    with pytest.raises(NoSuchKey, match="means several choices here: I, I_2"):
        p["I"]


def test_what_can_be_chosen_by_text_is_in_a_position() -> None:
    """As in a dict: what may stand in brackets is in it, and so are its options."""
    p = menu_of(*GROUPED)
    assert all(text in p for text in ("put r1 c1", "put.r2.c3", "pass", "PASS"))
    assert all(option in p for option in p)
    assert "r1" not in p and 1 not in p and ("put", 1, 1) not in p and "r1 c1" in p.put
    assert "short" in InteractiveProvider(Count).count
    numpy = pytest.importorskip("numpy")
    assert all(number not in p for number in (numpy.int64(1), numpy.array([1, 2])))
    assert ["b c"] == [option.label for option in menu_of((("a", "b", "c"), 1), ("d", 2)).a]


def test_a_catalogue_is_looked_into_by_text() -> None:
    """Names in brackets lead where attributes do, in lines too."""
    assert "guess" in games
    kept: list[Any] = [
        games.guess(seed=1),
        games["guess"](seed=1),
        replay("games['guess'](seed=1)"),
    ]
    assert kept[0] == kept[1] == kept[2]
    every: Any = games
    with pytest.raises(NoSuchKey, match="Did you mean 'guess'"):
        every["gues"]


# Parameters and seeds ------------------------------------------------------------------------


class Given(Game[At]):
    """Take any parameter."""

    def new_state(self, rng: Random, x: object = 1.0, limit: float = float("inf")) -> At:
        """At the start."""
        return At(0)


def nested(depth: int) -> Any:
    """A tuple in a tuple and so on."""
    return () if not depth else (nested(depth - 1),)


UNWRITABLE = {
    "inf": float("inf"), "-inf": -float("inf"), "nan": float("nan"), "within": [1, float("nan")],
    "long": 10**5_000, "deep": nested(500),
}  # fmt: skip


@pytest.mark.parametrize("x", UNWRITABLE.values(), ids=UNWRITABLE)
def test_parameters_that_no_line_holds_are_refused(x: object) -> None:
    """In one sentence, not by an error of Python's later on."""
    given = InteractiveProvider(Given).given
    with pytest.raises(BadParameter, match="x"):
        given(x=x, seed=1)


def test_a_default_need_not_be_written() -> None:
    """One that no line can hold is left out, given or not."""
    mine = InteractiveProvider(Given)
    p = mine.given(limit=Given.new_state.__defaults__[1], seed=1)  # type: ignore[index]
    assert p == mine.given(seed=1) == replay(line(p))


def test_numbers_of_numpy_are_plain_parameters_and_seeds() -> None:
    """Alone and in a list; lines show Python's own."""
    numpy = pytest.importorskip("numpy")
    given = InteractiveProvider(Given).given
    values = (
        numpy.int64(3),
        numpy.float32(0.5),
        numpy.bool_(True),
        numpy.str_("a"),
        [numpy.int8(1), 2],
    )
    begun = [given(x=value, seed=numpy.int64(7)) for value in values]
    assert [3, 0.5, True, "a", (1, 2)] == [p._table.parameters["x"] for p in begun]
    assert begun == [replay(line(p)) for p in begun]
    with pytest.raises(BadParameter, match="x"):
        given(x=numpy.float64("nan"), seed=1)
    with pytest.raises(BadParameter, match="x"):
        given(x=numpy.longdouble(1) / 3, seed=1)
    with pytest.raises(BadParameter, match="x"):
        given(x=numpy.array([5]), seed=1)


@pytest.mark.parametrize(
    "begin",
    [
        lambda: games.guess(seed=10**5_000),
        lambda: games(seed=10**5_000),
        lambda: InteractiveProvider(Count, seed=-(10**5_000)),
        lambda: replay(f"games.guess(seed=0x{'f' * 4_000})"),
    ],
)
def test_seeds_that_no_line_holds_are_refused(begin: Callable[[], object]) -> None:
    """Whatever way they come."""
    with pytest.raises(ProviderError, match="seed"):
        begin()


# Links and errors ----------------------------------------------------------------------------


def test_what_no_link_holds_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer line, or more characters, than are read back: `share` refuses what `replay` would
    refuse."""
    from interactive_provider import share
    from interactive_provider.heart.records import links

    p = games.match_game(seed=7).two_people.row1.take1.row2.take1
    link = share(p)
    limits = {"_LONGEST_LINE": len(line(p)), "_LONGEST": len(link.partition("#p=")[2])}
    for name, limit in limits.items():
        monkeypatch.setattr(links, name, limit)
        assert p == replay(share(p))
        monkeypatch.setattr(links, name, limit - 1)
        with pytest.raises(ChoiceError, match=f"{limit - 1:,} .*are allowed"):
            share(p)
        with pytest.raises(BadLine):
            replay(link)
        monkeypatch.undo()


def test_an_unknown_name_has_one_suggestion() -> None:
    """Ours: Python finds nothing in what the error names, and would else add its own."""
    with pytest.raises(AttributeError, match="Did you mean 'guess'") as caught:
        _ = games.gues
    assert () == caught.value.obj
    assert repr(caught.value).startswith("NoSuchChoice(\"There is no game 'gues'")
    assert str(caught.value) == str(pickle.loads(pickle.dumps(caught.value)))


RUN = """
from dataclasses import dataclass
from interactive_provider.game import Game, State
@dataclass(frozen=True)
class At(State):
    place: int = 0
    @property
    def display_text(self): return str(self.place)
    @property
    def display_options(self): return () if self.outcome else (("on", 1),)
    @property
    def outcome(self): return "won" if self.place == goal() else None
def goal(): return {goal}
class Run(Game):
    players = 1
    def new_state(self, rng): return At()
    def process_response(self, state, value, rng): return At(state.place + value)
"""


def test_a_module_that_is_loaded_again_is_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was proved by the old rules is not believed of the new ones, though game and positions
    are the same."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "run_rules.py"
    file.write_text(RUN.format(goal=3), "utf-8")
    module = importlib.import_module("run_rules")
    game, first = module.Run(), module.At
    mine: Any = InteractiveProvider(game, seed=1)
    before = str(evaluate(mine.run)[1])
    file.write_text(RUN.format(goal="3 + 2"), "utf-8")
    importlib.invalidate_caches()
    importlib.reload(module)
    monkeypatch.setattr(module, "At", first)  # as autoreload does, which changes classes in place
    after = str(evaluate(mine.run)[1])
    assert [True, True] == ["3" in before, "5" in after], (before, after)
