"""Nothing that a game, a file, a thread or a fork does hurts the session: each test is named after
what once did."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from interactive_provider import (
    InteractiveProvider,
    board,
    check,
    choose,
    describe,
    evaluate,
    games,
    hint,
    line,
    load,
    options,
    outcome,
    replay,
    save,
    solve,
)
from interactive_provider.analysis import count
from interactive_provider.errors import BadSave, BrokenGame, NoSuchChoice, NoSuchKey, ProviderError
from interactive_provider.game import Game, State
from interactive_provider.heart.play import table
from interactive_provider.heart.play.memory import Memory
from interactive_provider.heart.play.nodes import memory
from interactive_provider.showing import View
from interactive_provider.testing import ContractError, check_game
from tests.thorough import some

from .children import ended
from .toys import Count, Countdown, Walk


@dataclass(frozen=True)
class Still(State):
    """A state that says one word."""

    display_text: str = "here"
    display_options: tuple[tuple[str, Any], ...] = (("on", "on"),)
    outcome: Any = None


class Hostile(Game[Still]):
    """Does what it is told to, whenever the game is asked for something."""

    fault: ClassVar[BaseException | None] = None
    answer: ClassVar[Any] = None

    def new_state(self, rng: Random) -> Still:
        """Harmless."""
        return Still()

    def process_response(self, state: Still, value: Any, rng: Random) -> Any:
        """The fault."""
        return self._do()

    def _do(self, *_: Any, **__: Any) -> Any:
        if self.fault is not None:
            raise self.fault
        return self.answer

    hint = solve = evaluate = check = board = describe = why_not = _do


class Quit(BaseException):
    """What neither catches who catches Exception."""


class Unreadable(Exception):
    """An error whose text fails."""

    def __str__(self) -> str:
        raise ValueError("no text")


def hostile(**given: Any) -> Any:
    """A game that raises or answers what is given."""
    kind = type("Hostile", (Hostile,), given)
    return InteractiveProvider(kind, seed=1).hostile


@pytest.mark.parametrize(
    "fault",
    [
        SystemExit(1),
        Quit("bye"),
        Unreadable(),
        StopIteration(),
        AttributeError("x"),
        GeneratorExit(),
    ],
)
def test_a_game_that_exits_is_a_lost_game(fault: BaseException) -> None:
    """Whatever a game raises at a step or when it is asked becomes one error that names it."""
    p = hostile(fault=fault)
    for ask in (
        lambda: p.on,
        lambda: hint(p),
        lambda: solve(p),
        lambda: evaluate(p),
        lambda: check(p),
        lambda: board(p),
    ):
        with pytest.raises(BrokenGame, match="of hostile"):
            ask()
    with pytest.raises(BrokenGame, match="describe of hostile"):
        describe(p, "on")
    with pytest.raises(ProviderError):
        p.no_such_choice  # noqa: B018 - it is touched to see its error
    assert "board of hostile" in p.__doc__
    assert "here" in p._repr_html_()


@pytest.mark.parametrize("fault", [SystemExit(1), Quit("bye"), Unreadable(), StopIteration()])
def test_a_game_that_exits_is_lost_to_search_too(fault: BaseException) -> None:
    """Counting, and the contract for authors, meet the game's code without the heart between."""
    p = hostile(fault=fault, players=("you",))
    with pytest.raises(BrokenGame, match=f"raised {type(fault).__name__}"):
        count(p, 2)
    with pytest.raises(ContractError, match=type(fault).__name__):
        check_game(type(p._table.game))


@pytest.mark.parametrize("ask", [hint, solve, evaluate, check, board])
@pytest.mark.parametrize("answer", [5, "no", {"a": 1}, object()])
def test_a_foreign_answer_is_a_broken_game(ask: Callable[[Any], Any], answer: Any) -> None:
    """An ability that gives something of another kind is named, with what it gave."""
    with pytest.raises(BrokenGame, match="of hostile raised TypeError"):
        ask(hostile(answer=answer))


def test_an_outcome_that_is_no_word() -> None:
    """It is named, and the page shows the rest."""

    class Odd(Hostile):
        def new_state(self, rng: Random) -> Still:
            return Still(outcome=5)

        board = None  # type: ignore[assignment] # as an author may say that there is none

    p = InteractiveProvider(Odd, seed=1).odd
    with pytest.raises(BrokenGame, match="outcome of odd"):
        outcome(p)
    assert "outcome of odd" in p._repr_html_()


def test_an_interrupt_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C within a game's code stays one."""
    with pytest.raises(KeyboardInterrupt):
        hint(hostile(fault=KeyboardInterrupt()))


# Files -------------------------------------------------------------------------------------


def test_a_file_that_stops_loading_by_what_is_no_exception(tmp_path: Path) -> None:
    """It is listed with its fault, and the rest of the folder with it."""
    (tmp_path / "bad.py").write_text("class Quit(BaseException): pass\nraise Quit('me too')\n")
    (tmp_path / "good.py").write_text(
        "from interactive_provider.builtin.null import Null\nclass Mine(Null): pass\n"
    )
    mine = InteractiveProvider(tmp_path)
    assert ["bad", "mine"] == list(mine)
    assert "me too" in repr(mine.bad)


def test_an_interrupt_while_a_file_loads_passes(tmp_path: Path) -> None:
    """Ctrl-C is for whoever waits: it is no fault of the file."""
    (tmp_path / "pressed.py").write_text(
        "import signal\nsignal.raise_signal(signal.SIGINT)\nfor _ in range(9): pass\n"
    )
    with pytest.raises(KeyboardInterrupt):
        InteractiveProvider(tmp_path)


@pytest.mark.slow
def test_interrupts_are_tested_where_the_suite_began_with_them_ignored() -> None:
    """A shell ignores Ctrl-C for what it runs in the background."""
    test = f"{__file__}::{test_an_interrupt_while_a_file_loads_passes.__name__}"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        test,
    ]
    run = subprocess.run(
        command, preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_IGN), check=False
    )
    assert 0 == run.returncode


def test_an_error_that_asks_the_game_in_vain_says_what_it_met() -> None:
    """Reading why something is no choice raises nothing, if the game fails at just that
    question."""
    with pytest.raises(NoSuchChoice) as found:
        _ = hostile(fault=ValueError("no reason")).nowhere
    assert "why_not of" in str(found.value) and "no reason" in str(found.value)


def test_a_folder_with_links_to_itself(tmp_path: Path) -> None:
    """Each file is run once for each way that does not turn back."""
    (tmp_path / "game.py").write_text(
        "from interactive_provider.builtin.null import Null\nclass Mine(Null): pass\n"
    )
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "up").symlink_to(tmp_path)
    assert ["mine"] == list(InteractiveProvider(tmp_path))


def test_a_line_of_a_file_that_no_longer_loads_says_why(tmp_path: Path) -> None:
    """Not only that there is no such game, but what the file met."""
    file = tmp_path / "c.py"
    file.write_text(
        "from interactive_provider.builtin.null import Null\nclass Counter(Null): pass\n"
    )
    kept = pickle.dumps(InteractiveProvider(tmp_path).counter.three_lamps)
    file.write_text("import no_such_module\n")
    with pytest.raises(ProviderError, match=r"c could not be loaded.*no_such_module"):
        pickle.loads(kept)


# Records -----------------------------------------------------------------------------------


def test_a_record_notices_a_raised_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pickle of other rules is refused as a saved game is."""
    kept = pickle.dumps(games.guess(seed=1)(50))
    assert games.guess(seed=1)(50) == pickle.loads(kept)
    monkeypatch.setattr(type(games.guess(seed=1)._table.game), "version", 99)
    with pytest.raises(BadSave, match="version 99"):
        pickle.loads(kept)


def test_a_record_notices_changed_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that changed though the version did not: pickle and saved game tell, instead of playing
    on."""
    mine, file = InteractiveProvider(Count, seed=1), tmp_path / "game.json"
    p = mine.count(seed=1).short
    kept: Any = p.__reduce__()
    save(p, file)
    assert p == load(file, mine)
    monkeypatch.setattr(Count, "new_state", lambda self, rng, left=3: Countdown(left, "Two, one."))
    memory.clear()
    with pytest.raises(BadSave, match="rules of count have changed"):
        kept[0](*kept[1])
    with pytest.raises(BadSave, match="have changed since"):
        load(file, mine)


def test_a_saved_game_of_before_is_still_read(tmp_path: Path) -> None:
    """A file without a trace of what was shown is taken as it is."""
    file = tmp_path / "game.json"
    save(games.guess(seed=3)(50), file)
    record = json.loads(file.read_text("utf-8"))
    del record["shown"]
    file.write_text(json.dumps(record))
    assert games.guess(seed=3)(50) == load(file)


def test_halves_of_signs_are_saved(tmp_path: Path) -> None:
    """A lone surrogate in a seed is written as JSON spells it, and read again."""
    p = games.guess(seed="\ud800")(50)
    save(p, tmp_path / "game.json")
    assert p == load(tmp_path / "game.json")


def test_a_missing_folder_is_told_by_the_name_that_was_given(tmp_path: Path) -> None:
    """Not by the name of a temporary file."""
    with pytest.raises(FileNotFoundError) as caught:
        save(games.guess(seed=1), tmp_path / "none" / "game.json")
    assert str(tmp_path / "none" / "game.json") == caught.value.filename


def test_a_deeply_nested_save_is_refused(tmp_path: Path) -> None:
    """A list nested nine hundred deep is a torn file, not a recursion without end."""
    file = tmp_path / "game.json"
    save(games.guess(seed=3), file)
    record = json.loads(file.read_text("utf-8"))
    file.write_text(
        json.dumps(record | {"parameters": {"high": 0}}).replace("0}", "[" * 900 + "]" * 900 + "}")
    )
    with pytest.raises(BadSave):
        load(file)


def test_long_labels_are_quoted_in_brief() -> None:
    """A label of a megabyte does not stand whole in an error."""
    p = InteractiveProvider(Walk((("x" * 1_000_000, 1), ("y" * 1_000_000, 2))), seed=1).walk
    for wanted in ("zz", "x" * 999_999):
        with pytest.raises(ProviderError) as caught:
            choose(p, wanted)
        assert len(str(caught.value)) < 2_000


# What a position is ------------------------------------------------------------------------


def test_values_that_are_equal_but_differ_stay_apart() -> None:
    """0.0 and -0.0, 1 and True within a frozen set: each game gets back the value that it gave."""
    for one, other in (
        (0.0, -0.0),
        (frozenset({1}), frozenset({True})),
        ((1, (0.0,)), (1, (-0.0,))),
    ):
        for value in (one, other):
            p: Any = InteractiveProvider(Walk((("only", value),)), seed=1).walk
            assert repr(value) == repr(options(p)[0].value) == repr(type(p).only.value)


def test_games_of_one_name_in_two_folders_differ(tmp_path: Path) -> None:
    """Class, catalogue name and path agree, the games do not: two positions, two lobbies."""
    for number in ("1", "2"):
        (tmp_path / number).mkdir()
        (tmp_path / number / "toy.py").write_text(
            "from interactive_provider.builtin.null import Null\nclass Toy(Null): pass\n"
        )
    one, other = (InteractiveProvider(tmp_path / number, seed=1) for number in ("1", "2"))
    assert one.toy.three_lamps != other.toy.three_lamps
    assert 2 == len({one.toy.three_lamps, other.toy.three_lamps})
    assert one.toy != other.toy
    assert one.toy == pickle.loads(pickle.dumps(one.toy))
    assert one == pickle.loads(pickle.dumps(one)) != other


def test_a_module_that_is_loaded_again_is_played_by_its_new_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with autoreload, which changes a class in place: what is remembered of the old rules is
    left alone."""
    import importlib

    rules = (
        "from interactive_provider.game import Game\nfrom interactive_provider.game.asking import menu, say\nclass Said(Game):\n"
        "    def new_state(self, rng):\n        return menu('{}', {{'go': say('end')}})\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "said_rules.py").write_text(rules.format("old"))
    module = importlib.import_module("said_rules")
    mine = InteractiveProvider(module.Said(), seed=1)
    assert "old" in mine.said.__doc__
    old = module.Said
    (tmp_path / "said_rules.py").write_text(rules.format("new!"))
    importlib.invalidate_caches()
    old.new_state = importlib.reload(module).Said.new_state
    assert "new!" in mine.said.__doc__


# Threads, forks, memory --------------------------------------------------------------------


class Meeting(Game[Still]):
    """Plays the other game from within its own step."""

    others: ClassVar[dict[str, Any]] = {}
    arrived: ClassVar[threading.Barrier] = threading.Barrier(2)

    def new_state(self, rng: Random) -> Still:
        """Harmless."""
        return Still()

    def process_response(self, state: Still, value: Any, rng: Random) -> Still:
        """Both are in a step before either looks at the other."""
        if table._playing.depth > 1:
            return Still("met")
        self.arrived.wait(10)
        return Still(repr(self.others[type(self).__name__].on))


def test_games_that_play_each_other_do_not_wait_for_each_other() -> None:
    """Two threads, two tables, each step plays the other game's step: both end."""

    left, right = (
        InteractiveProvider(type(name, (Meeting,), {}), seed=1) for name in ("Left", "Right")
    )
    Meeting.others.update(Left=right.right, Right=left.left)
    threads = [
        threading.Thread(target=lambda p=p: p.on, daemon=True) for p in (left.left, right.right)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert [False, False] == [thread.is_alive() for thread in threads]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_while_threads_play_leaves_no_lock_behind() -> None:
    """Children, forked while three threads play, play at other tables and at the same one, and
    end."""
    stop, children = threading.Event(), some(20, of=60)
    p = InteractiveProvider(Walk(), seed=1).walk

    def play() -> None:
        at: Any = p
        while not stop.is_set():
            at = at.left if at._digest[0] % 2 else p.right

    def step(seed: int) -> None:
        _ = games.guess(seed=seed)(50), p.on.left.right

    players = [threading.Thread(target=play, daemon=True) for _ in range(3)]
    for player in players:
        player.start()
    try:
        endings = [ended(partial(step, seed), seconds=20) for seed in range(children)]
    finally:
        stop.set()
    assert children * [0] == endings


@pytest.mark.parametrize(
    ("remembered", "expected"), [(8_192, 101), (1_024, 101), (100, 101), (4, 4), (0, 1), (-5, 1)]
)
def test_a_game_with_large_states_is_remembered_less(
    remembered: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many of its positions as it says; what is forgotten is played again."""
    kept = Memory[Any]()
    monkeypatch.setattr("interactive_provider.heart.play.nodes.memory", kept)
    game = type("Large", (Walk,), {"remembered_positions": remembered})
    p: Any = InteractiveProvider(game(), seed=1).large
    for _ in range(100):
        p = p.left
    assert expected == len(kept._kept)
    assert p == replay(line(p), p._table.origin)


# What the attack found ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "record",
    [(0, {}, 1, ()), ("guess", 5, 1, ()), ("guess", {}, 1, 7), ("guess", {}, 1, (5,)), ("guess", {1: 2}, 1, ()),
     ("guess", {}, 1, ((),)), ("guess", {}, 1, ((5,),))],
)  # fmt: skip
def test_a_pickle_of_other_things_is_refused(record: tuple[Any, ...]) -> None:
    """Not by a TypeError from within."""
    with pytest.raises(BadSave, match="not the record of a position"):
        games._rebuild(*record)


@pytest.mark.parametrize("name", ["title", "version", "presets", "players", "hides", "opponents"])
@pytest.mark.parametrize("answer", [SystemExit(3), object()])
def test_what_a_class_says_wrongly_is_found_when_it_is_loaded(name: str, answer: Any) -> None:
    """The game is listed with its fault, whatever its class says or raises when it is asked."""

    def told(self: Any) -> Any:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    mine = InteractiveProvider(type("Odd", (Hostile,), {name: property(told)}), seed=1)
    assert f"{name} of odd" in repr(mine.odd)
    for ask in (
        lambda: mine.odd(seed=1),
        lambda: mine.odd["on"],
        lambda: list(mine.odd),
        lambda: pickle.dumps(mine.odd),
    ):
        with pytest.raises(ProviderError, match=f"{name} of odd"):
            ask()


def test_a_free_input_of_no_kind_is_a_broken_game() -> None:
    """It is told at the step that leads to it."""

    class Odd(Hostile):
        def new_state(self, rng: Random) -> Still:
            state = Still()
            object.__setattr__(state, "free_input", "anything")
            return state

    with pytest.raises(BrokenGame, match="free_input is 'anything'"):
        InteractiveProvider(Odd, seed=1).odd  # noqa: B018 - it is begun to see its error


def test_an_error_whose_text_ends_the_program_is_quoted() -> None:
    """Reading an error or a value for a message never raises what it raises."""

    class Sly(Exception):
        def __str__(self) -> str:
            raise SystemExit("no text")

        __repr__ = __str__

    with pytest.raises(BrokenGame, match="SystemExit"):
        hint(hostile(fault=Sly()))
    with pytest.raises(ProviderError, match="whose repr raises SystemExit"):
        choose(games.guess(seed=1), Sly())


class _Sly:
    """A value that nothing can be asked of."""

    def __repr__(self) -> str:
        raise Quit("repr")

    def __hash__(self) -> int:
        raise Quit("hash")


def test_a_value_that_cannot_be_hashed_by_its_own_fault_is_no_option() -> None:
    """A game's notation that means such a value, and an option of it, end in our errors."""
    with pytest.raises(ProviderError, match="must be hashable"):
        InteractiveProvider(Walk((("on", _Sly()),)), seed=1).walk  # noqa: B018 - it is begun to see its error
    with pytest.raises(ProviderError):
        hostile(answer=_Sly(), parse=Hostile._do)["ON ON"]


def test_an_outcome_that_cannot_be_written_is_named_when_it_is_saved(tmp_path: Path) -> None:
    """Pickling and saving blame the game, and leave no file."""

    class Odd(Hostile):
        def new_state(self, rng: Random) -> Still:
            return Still(outcome=_Sly())

    p = InteractiveProvider(Odd, seed=1).odd
    for keep in (pickle.dumps, lambda p: save(p, tmp_path / "game.json")):
        with pytest.raises(BrokenGame, match="the state of odd"):
            keep(p)
    assert [] == list(tmp_path.iterdir())


def test_half_a_sign_in_a_form_of_the_games_own_is_saved(tmp_path: Path) -> None:
    """A game that writes its own files may say what no file can hold."""
    p = hostile(answer="\ud800", write=Hostile._do)
    save(p, tmp_path / "game.own")
    assert "\\ud800" == (tmp_path / "game.own").read_text("utf-8")


@pytest.mark.parametrize("name", ["screen", "footnote", "setting", "misspelt"])
def test_what_a_state_says_of_its_look_wrongly_is_a_line_of_its_page(name: str) -> None:
    """The page names what is wrong, and the game goes on."""

    class Odd(Hostile):
        def view(self, state: Any, player: int) -> View:
            return View("here", **{name: 5})  # type: ignore[arg-type]

    position = InteractiveProvider(Odd, seed=1).odd
    for page in (position.__doc__, position._repr_html_()):
        assert "view of odd raised TypeError: " in page and name in page
    assert ["on"] == dir(position)


@dataclass(frozen=True)
class Many(State):
    """A state with groups of five options each."""

    groups: int
    display_text: str = "here"

    @property
    def display_options(self) -> tuple[tuple[tuple[str, str], int], ...]:
        """Two words each."""
        return tuple(
            ((f"g{number // 5:04}", f"c{number % 5}"), number) for number in range(self.groups * 5)
        )


class Wide(Game[Many]):
    """The same again and again."""

    def new_state(self, rng: Random, groups: int = 1) -> Many:
        """This many groups."""
        return Many(groups)

    def process_response(self, state: Many, value: object, rng: Random) -> Many:
        """Nothing comes of it."""
        return state


def missed(position: Any) -> None:
    """Ask for a key that means nothing."""
    with pytest.raises(NoSuchKey):
        position["zebra crossing"]


@pytest.mark.parametrize("asked", [options, lambda position: position["g0001 c1"], missed])
def test_a_list_of_many_groups_is_not_gone_through_for_each_of_them(
    asked: Callable[[Any], Any],
) -> None:
    """Four times the groups take four times the calls, and not sixteen times."""
    assert _calls(asked, 400) < 5 * _calls(asked, 100)


def _calls(asked: Callable[[Any], Any], groups: int) -> int:
    position = InteractiveProvider(Wide, seed=1).wide(groups=groups)
    count = 0

    def counted(frame: object, event: str, given: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        asked(position)
    finally:
        sys.setprofile(None)
    return count
