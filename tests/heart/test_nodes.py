"""Positions: attributes are choices, steps are pure and remembered, equality is what a position
is."""

from __future__ import annotations

import copy
import gc
import importlib
import os
import pickle
import subprocess
import sys
import threading
from random import Random
from typing import Any, ClassVar

import pytest

from interactive_provider import (
    InteractiveProvider,
    choose,
    describe,
    games,
    hint,
    history,
    line,
    options,
    outcome,
    parameters,
    path,
    replay,
    restart,
    seed,
    solve,
    undo,
)
from interactive_provider.builtin.guess import Guess
from interactive_provider.builtin.null import Null
from interactive_provider.errors import (
    BadLabel,
    BadLine,
    BadParameter,
    BadSave,
    BrokenGame,
    ChoiceError,
    NoSuchChoice,
    NoSuchKey,
)
from interactive_provider.game import Game, Number, Text
from interactive_provider.heart.choices.synthesis import Choice, Documentations, Node, choices
from interactive_provider.heart.play import table
from interactive_provider.heart.play.nodes import memory
from tests.patience import PATIENCE
from tests.sure import sure

from .toys import GROUPED, Ask, Count, Faulty, Hostile, Menu, Steps, Still, Tearing, Walk, offering


def walk(options: Menu | None = None, **given: object) -> Node:
    """A position of `Walk` at its start."""
    return InteractiveProvider(Walk(options), seed=1).walk(seed=1, **given)


def ask(wanted: Number | Text, options: Menu = ()) -> Node:
    """A position that asks for something."""
    return InteractiveProvider(Ask(wanted, options), seed=1).ask


def test_attributes_are_the_choices_and_nothing_else() -> None:
    """What is listed is what can be chosen."""
    assert ["left", "on", "right"] == dir(walk())
    assert ["left", "right", "on"] == list(choices(walk()))


def test_same_menu_same_class() -> None:
    """One class serves every state with the same menu, of any game."""
    p = walk()
    assert type(p) is type(p.left) is type(walk().on.on)


def test_equal_values_of_other_types_do_not_share_a_class() -> None:
    """1, True and 1.0 are equal, yet three values: each game gets the one it listed."""
    for value in (1, True, 1.0, (1,), (True,)):
        (only,) = options(walk((("go", value),)))
        assert repr(value) == repr(only.value)


def test_a_step_is_played_once() -> None:
    """Touching a choice again gives the same position without asking the game."""
    game = Walk()
    p = InteractiveProvider(game, seed=1).walk
    assert p.left.on is p.left.on
    assert 2 == game.plays


def test_sixteen_threads_play_each_choice_once() -> None:
    """The lock holds: no race plays a choice twice."""
    for attempt in range(50):
        game = Walk()
        p = InteractiveProvider(game, seed=attempt).walk
        barrier = threading.Barrier(16)

        def touch(p: Node = p, barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            _ = p.left, p.right, p.on

        threads = [threading.Thread(target=touch) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert 3 == game.plays


def test_luck_belongs_to_the_path() -> None:
    """The same line has the same luck, a sibling and another seed have their own."""
    p = walk()
    again = walk()
    assert p.left._state.luck == again.left._state.luck
    assert p.left._state.luck != p.right._state.luck
    assert p.left._state.luck != InteractiveProvider(Walk(), seed=2).walk.left._state.luck


def test_equality_is_game_parameters_seed_and_path() -> None:
    """Two providers of the same game give equal positions; anything else differs."""
    p = walk()
    assert p.left == walk().left
    assert hash(p.left) == hash(walk().left)
    assert p.left != p.right
    assert p != p(width=4)
    assert p != p(seed=2)
    assert p == p(seed=1)
    assert p != "walk"  # type: ignore[comparison-overlap] # a position equals nothing but positions


def test_a_position_never_changes() -> None:
    """Nothing can be set or deleted, and copies are the position itself."""
    p = walk()
    with pytest.raises(AttributeError, match="never changes"):
        p.left = 3
    with pytest.raises(AttributeError, match="never changes"):
        p.something = 3
    with pytest.raises(AttributeError, match="never changes"):
        del p.left
    with pytest.raises(AttributeError, match="a position never changes"):
        walk(GROUPED).put.r2 = 3
    assert copy.copy(p) is p
    assert copy.deepcopy([p])[0] is p


def test_stages_play_nothing() -> None:
    """The words of a grouped label are stages; only the last one plays."""
    game = Walk(GROUPED)
    p = InteractiveProvider(game, seed=1).walk
    assert ["pass_", "put"] == dir(p)
    assert ["r1", "r2"] == dir(p.put)
    assert ["c1", "c2", "c3"] == dir(p.put.r2)
    assert 0 == game.plays
    assert ("put", "r2", "c3") == path(p.put.r2.c3)
    assert 1 == game.plays
    assert p.put.r1 == p.put.r1
    assert p.put.r1 != p.put.r2


def test_choices_by_text_and_value() -> None:
    """Labels, names, bare numbers and values all lead to the same position."""
    p = walk(GROUPED)
    there = p.put.r2.c3
    for text in ("put r2 c3", "put.r2.c3", "PUT R2 C3", "put 2 3"):
        assert there == p[text]
        assert there == choose(p, text) == p(text)
    assert there == choose(p, ("put", 2, 3))
    assert there == p(("put", 2, 3))
    assert there == choose(p.put.r2, "c3")
    assert there == choose(p, next(o for o in options(p) if o.value == ("put", 2, 3)))
    with pytest.raises(NoSuchKey, match=r"'put 9 9' is not a choice here"):
        p["put 9 9"]
    with pytest.raises(ChoiceError, match=r"'pas'.*Did you mean 'pass'"):
        choose(p, "pas")
    with pytest.raises(KeyError):
        p[3]


def test_free_input_is_described_without_being_played() -> None:
    """What may be typed is described like an option, and what may not is refused like an answer."""
    p = InteractiveProvider(Guess, seed=1).guess(low=1, high=100)
    assert "Possible: it is from 1 to 100." == describe(p, 20)
    with pytest.raises(ChoiceError, match="too large"):
        describe(p, 200)
    assert "Enter 50: it halves what is left, 1 to 100." == str(hint(p))


def test_iteration_gives_the_options() -> None:
    """A position is a list of its options."""
    assert [("left", "l"), ("right", "r"), ("on", "o")] == [(o.label, o.value) for o in walk()]
    assert "put r1 c2" == describe(walk(GROUPED), "put r1 c2")


def test_numbers_by_keys_and_by_call() -> None:
    """A number is typed key by key or given outright; both are the same position with one line."""
    p = ask(Number(1, 150))
    assert ["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"] == list(choices(p))
    assert list(choices(p.n1)) == [*(f"n{digit}" for digit in range(10)), "enter"]
    assert ["enter"] == list(choices(p.n9.n9))
    assert p(99) == p.n9.n9.enter == p("99") == p(99.0)
    assert "(99)" == path(p(99))[0]
    assert "(99)" == line(p.n9.n9.enter)[-4:]


def test_a_number_of_one_digit_is_a_number() -> None:
    """One digit and enter give the number that the call gives, not the key that was pressed."""
    p = ask(Number(0, 99))

    assert p(5) == p.n5.enter
    assert (int, "(5)") == (type(p.n5.enter._state.answers[0]), line(p.n5.enter)[-3:])


def test_short_ranges_are_listed() -> None:
    """Three numbers are three choices, and calling with one of them chooses it."""
    p = ask(Number(-1, 1))
    assert ["minus1", "n0", "n1"] == list(choices(p))
    assert p.n1 == p(1)


def test_negative_and_fractional_numbers() -> None:
    """The sign and the point are keys if they can lead somewhere."""
    p = ask(Number(-20, 500, integer=False))
    assert "minus" in dir(p)
    assert ["enter", "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "point"] == dir(
        p.minus.n1
    )
    assert (-1.25,) == p.minus.n1.point.n2.n5.enter._state.answers
    assert p(-1.25) == p.minus.n1.point.n2.n5.enter
    assert ["n0", "point", "enter"] == list(choices(p.n5.n0))


def test_every_number_in_the_bounds_can_be_typed() -> None:
    """For many ranges, the keys lead to just the whole numbers within."""
    for low, high in ((0, 30), (5, 17), (95, 130), (-14, 3), (-30, -12), (1000, 1013)):
        p = ask(Number(low, high))
        found: set[int] = set()

        def explore(node: Node, typed: str, found: set[int] = found) -> None:
            for name, choice in choices(node).items():
                if choice.value == "enter":
                    found.add(int(typed))
                else:
                    explore(getattr(node, name), typed + choice.value)

        explore(p, "")
        assert set(range(low, high + 1)) == found


def test_bounds_are_written_as_people_write_them() -> None:
    """A bound that is whole has no point; an open one is not named."""
    assert "a whole number from 1 to 60" == str(Number(1.0, 60.0))
    assert "a number of litres, at least 0.5" == str(Number(0.5, integer=False, unit="litres"))
    assert "a whole number, at most 3" == str(Number(high=3))


def test_huge_numbers() -> None:
    """Whole numbers have no bound but the one that Python sets on writing them down."""
    p = ask(Number(0))
    assert p(10**400)._state.answers[0] == 10**400
    node = p
    for _ in range(400):
        node = node.n7
    assert int("7" * 400) == node.enter._state.answers[0]
    with pytest.raises(ChoiceError, match="4,300 digits"):
        p(10**4300)
    with pytest.raises(ChoiceError, match="too long"):
        p("7" * 5000)


@pytest.mark.parametrize(
    "given", ["x", None, float("nan"), float("inf"), True, [], 1.5, -1, 101, "", "1e400", 1j]
)
def test_foreign_answers_are_refused(given: object) -> None:
    """What is no number within the bounds is refused in one sentence and changes nothing."""
    p = ask(Number(0, 100))
    with pytest.raises(ChoiceError, match="a whole number from 0 to 100"):
        p(given)


def test_text_is_asked_for() -> None:
    """Any text may be given where text is asked for; options keep their place beside it."""
    p = ask(Text("a name"), (("skip", "skip"),))
    assert ("Ann",) == p("Ann")._state.answers
    assert p('it\'s "x"\n') == replay(line(p('it\'s "x"\n')), p._table.origin)
    assert p.skip == p("skip")
    with pytest.raises(ChoiceError, match="give a name"):
        p(3)
    with pytest.raises(ChoiceError, match="at most 10,000"):
        p("x" * 10_001)


def test_unknown_attributes_say_why() -> None:
    """The error names the nearest choice, what was offered before, and that a game is over."""
    p = InteractiveProvider(Count(), seed=1).count.short
    with pytest.raises(NoSuchChoice, match="Did you mean 'on'"):
        p.onn  # noqa: B018
    with pytest.raises(NoSuchChoice, match=r"The game is over: won"):
        p.on.on  # noqa: B018
    with pytest.raises(AttributeError):
        p._repr_svg_  # noqa: B018
    assert not hasattr(p, "shape")
    assert "won" == outcome(p.on)
    assert outcome(p) is None


def test_answers_after_the_end_are_refused() -> None:
    """A game that is over takes no call and no text."""
    p = InteractiveProvider(Count(), seed=1).count.short.on
    with pytest.raises(ChoiceError, match="The game is over: won"):
        p("on")
    with pytest.raises(NoSuchKey, match="The game is over: won"):
        p["on"]


def test_lobby_presets_and_calls() -> None:
    """A game with presets has a lobby; parameters and seeds are set by calls, and a preset is found
    again."""
    lobby = InteractiveProvider(Count(), seed=5).count
    assert ["Very_long", "daily", "short"] == dir(lobby)
    assert 5 == seed(lobby)
    assert lobby.short == lobby(left=1)
    assert line(lobby.short) == line(lobby(left=1))
    assert {"left": 9} == parameters(lobby.Very_long)
    assert lobby(left=3) == lobby(left=3, seed=5)
    assert {} == parameters(lobby(left=3))
    assert replay(line(lobby(left=3))) == lobby(left=3)
    assert 7 == seed(lobby(seed=7).short)
    assert lobby(seed=7).short.on == replay(line(lobby(seed=7).short.on))
    assert 6 == len({seed(lobby()) for _ in range(6)})
    assert 5 == seed(lobby(left=2))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"lef": 3}, "no parameter 'lef'. Did you mean 'left'"),
        ({"left": -1}, "cannot start with left=-1: left=-1 is negative"),
        ({"left": object}, "a parameter must be a finite number"),
        ({"seed": 1.5}, "A seed must be a whole number or a string, not 1.5"),
        ({"seed": None}, "A seed must be"),
        ({"left": "x"}, "cannot start with left='x'"),
    ],
)
def test_bad_parameters_are_refused(given: dict[str, object], message: str) -> None:
    """One sentence that quotes the parameter."""
    with pytest.raises(BadParameter, match=message):
        InteractiveProvider(Count()).count(**given)


def test_parameters_belong_to_the_start() -> None:
    """A game that has begun takes no parameters any more."""
    with pytest.raises(ChoiceError, match="has started"):
        walk().left(width=3)


def test_undo_restart_history() -> None:
    """The way back is along the parents; a stage counts as the move it began."""
    p = walk(GROUPED)
    q = p.put.r1.c1.pass_
    assert p.put.r1.c1 is undo(q)
    assert p is undo(q, 2) is restart(q)
    assert q is undo(q, 0)
    assert q == undo(q.put.r1)
    assert (p, p.put.r1.c1, q) == history(q)
    with pytest.raises(ChoiceError, match="Only 2 moves can be undone"):
        undo(q, 3)
    with pytest.raises(ChoiceError, match="not -1"):
        undo(q, -1)
    assert () == path(restart(q, seed="fresh"))
    assert {"width": 5} == parameters(restart(walk(width=5).c1, seed="fresh"))


@pytest.mark.parametrize("fault", ["raise", "nothing", "label", "unhashable"])
def test_a_broken_game_is_named(fault: str) -> None:
    """Whatever goes wrong inside a game is told as the game's fault, never as a missing
    attribute."""
    p = InteractiveProvider(Faulty()).faulty(fault=fault)
    with pytest.raises((BrokenGame, BadLabel)) as caught:
        p.on  # noqa: B018
    assert not isinstance(caught.value, AttributeError)
    assert "faulty" in str(caught.value) or "option" in str(caught.value)


def test_a_broken_start_is_named() -> None:
    """A start that raises is the game's fault too."""
    with pytest.raises(BrokenGame, match="new_state of faulty raised AttributeError: no start"):
        InteractiveProvider(Faulty()).faulty(fault="start")


def test_pages_escape_and_show() -> None:
    """Text, HTML and docstring show the same; HTML escapes the title."""
    p = InteractiveProvider(Count(), seed=1).count(left=2)
    assert "Three, two, one." in p.__doc__
    assert "<script>" not in p._repr_html_()
    assert "Three, two, one." in p._repr_html_()
    assert "You won." in p.on.on.__doc__
    assert line(p) == repr(p)
    assert "\n" not in repr(p.on)


def test_ipython_shows_the_page_alone_and_the_line_among_others() -> None:
    """A whole page stands at a prompt by itself; in a list it would drown the rest."""
    pretty = importlib.import_module("IPython.lib.pretty").pretty
    for node in (
        walk(),
        walk(GROUPED).put,
        ask(Number(1, 150)).n1,
        InteractiveProvider(Count, seed=1).count,
    ):
        assert node.__doc__ == pretty(node)
        assert f"[{node!r}]" == pretty([node])


def test_pages_of_what_is_unfinished() -> None:
    """A stage and a half-typed number show the position and how they may go on."""
    assert "put r2 … c1, c2, c3" in walk(GROUPED).put.r2.__doc__
    assert "put r2 … c1, c2, c3" in walk(GROUPED).put.r2._repr_html_()
    assert "1 … n0, n1, n2" in ask(Number(1, 150)).n1.__doc__
    assert "1 … n0, n1, n2" in ask(Number(1, 150)).n1._repr_html_()


def test_hints_and_solutions_have_names() -> None:
    """What a solver says in values is given as attributes too, which lead to the end."""
    p = InteractiveProvider(Null, seed=1).null.three_lamps
    assert ("press_the_button",) == sure(hint(p)).names
    solution = solve(p)
    assert 3 * (("press_the_button",),) == solution.names
    for names in solution.names:
        for name in names:
            p = getattr(p, name)
    assert "won" == outcome(p)


def test_long_lines_are_cut_in_repr_only() -> None:
    """A long game has a short repr and a whole line; neither needs recursion."""
    p = walk()
    for _ in range(5_000):
        p = p.on
    assert len(repr(p)) < 250
    assert replay(line(p), p._table.origin) == p
    assert 5_001 == len(history(p))


def test_documentation_of_a_choice_comes_from_the_parent() -> None:
    """IPython asks the parent for an attribute's documentation; nothing is played for it."""
    game = Walk(GROUPED)
    p = InteractiveProvider(game, seed=1).walk
    docs = p.put.r1.__custom_documentations__
    assert isinstance(docs, dict)
    assert "put r1 c2" == docs.get("c2")
    assert docs.get("zz") is None
    assert isinstance(type(p).put, Choice)  # type: ignore[attr-defined] # a made class has more than its base
    assert 0 == game.plays


def test_pickling_rebuilds_by_path() -> None:
    """A pickled position is played again and equals the one that was pickled; so do stages and
    half-typed numbers."""
    from interactive_provider import games

    for p in (
        games.guess(seed=4)(50),
        games.minesweeper(seed=4),
        games.minesweeper(seed=4).beginner.uncover.r4.c4,
    ):
        memory.clear()
        assert p == pickle.loads(pickle.dumps(p))
    stage = games.minesweeper(seed=4).beginner.uncover.r4
    assert stage == pickle.loads(pickle.dumps(stage))
    half = games.guess(seed=4).n5
    assert half == pickle.loads(pickle.dumps(half))
    assert repr(games) == repr(pickle.loads(pickle.dumps(games)))


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_another_process_reaches_the_same_position(hash_seed: str) -> None:
    """A line means the same under any hash seed, digest and board included."""
    from interactive_provider import games

    p = games.minesweeper(seed=9).beginner.uncover.r5.c5
    code = (
        "from interactive_provider import replay\np ="
        f" replay({line(p)!r})\nprint(p._digest.hex())\nprint(p.__doc__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    assert f"{p._digest.hex()}\n{p.__doc__}\n" == done.stdout.decode()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_positions_come_and_go() -> None:
    """What was explored and dropped does not stay: the memory of positions is bounded."""
    p = walk()
    memory.clear()
    gc.collect()
    before = sys.getallocatedblocks()
    level, seen = [p], 0
    while seen < 5 * memory.room:
        level = [after for at in level[:2_000] for after in (at.left, at.right, at.on)]
        seen += len(level)
    del level, p
    gc.collect()
    held = sys.getallocatedblocks() - before
    memory.clear()
    gc.collect()
    left = sys.getallocatedblocks() - before
    assert held < 20 * memory.room  # a dozen small objects a position, ancestors included
    assert left < 1_000


def _asking(wanted: Number, *options: tuple[Any, Any]) -> Any:
    return InteractiveProvider(Ask(wanted, options)).ask(seed=1)


def test_half_typed_numbers_are_equal_where_the_same_is_typed() -> None:
    """And only there."""
    p = _asking(Number())
    assert p.n1.n2 == p.n1.n2
    assert (False, False) == (p.n1 == p.n2, p.n1 == p.n1.n2)


def test_a_stage_takes_no_value_of_another_branch() -> None:
    """A value that lies behind another word is refused there."""
    p: Any = InteractiveProvider(Walk(((("a", "x"), 1), (("b", "y"), 2)))).walk(seed=1)
    assert path(p.b.y) == path(choose(p.b, 2))
    with pytest.raises(ChoiceError):
        choose(p.b, 1)


def test_a_typed_answer_that_is_an_option_is_that_option() -> None:
    """However a number is written or typed by keys, it leads to one position."""
    p = _asking(Number(0, 1000), ("seven", 7))
    assert (
        path(p.seven)
        == path(p("7"))
        == path(p(7))
        == path(p(7.0))
        == path(p.n7.enter)
        == ("seven",)
    )
    assert p.seven == p("7")


def test_row_zero_is_found_by_its_number() -> None:
    """The zero of r0 is a number, not what fills it."""
    p: Any = InteractiveProvider(Walk((("row 00", 1), ("row 01", 2), ("row 10", 3)))).walk(seed=1)
    assert [path(p[f"row {wanted}"]) for wanted in ("0", "1", "10")] == [
        ("row_00",),
        ("row_01",),
        ("row_10",),
    ]
    short: Any = InteractiveProvider(Walk((("r0", 1), ("r1", 2)))).walk(seed=1)
    assert path(short["0"]) == ("r0",)
    for nothing in ("", " "):
        with pytest.raises(NoSuchKey):
            short[nothing]


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.9), (0.05, 0.07), (-0.9, -0.5)])
def test_a_fraction_below_one_can_be_typed(low: float, high: float) -> None:
    """Its zero is a key, and so are the point and the digits after it."""
    p = _asking(Number(low, high, integer=False))
    node = p.minus if low < 0 else p
    assert "n0" in dir(node)
    typed = f"{(low + high) / 2:.2g}"
    digits = typed.partition(".")[2]
    node = node.n0.point
    for digit in digits:
        node = getattr(node, f"n{digit}")
    assert node.enter == p(typed)


@pytest.mark.parametrize("given", [float("nan"), float("inf"), "nan", "-inf", "1e999"])
def test_what_is_no_finite_number_is_no_number(given: object) -> None:
    """Nothing can be compared with it, so no game has to."""
    with pytest.raises(ChoiceError):
        _asking(Number(integer=False))(given)


def test_a_key_is_one_text() -> None:
    """No name stands in its brackets."""
    with pytest.raises(BadLine, match="is not a key"):
        replay("games.null(seed=1)['x', at=1]")
    with pytest.raises(BadLine):
        replay("games.null(seed=1)[x=1]")


def test_an_answer_of_the_wrong_kind_is_named_with_the_right_ones() -> None:
    """Whoever writes the game reads what it should have given."""
    from interactive_provider import hint

    with pytest.raises(BrokenGame, match="'5' is not a Hint or None"):
        hint(InteractiveProvider(Tearing()).tearing(seed=1))


def test_a_broken_state_is_named_by_the_step_that_led_to_it() -> None:
    """By the start, if no step did."""

    class Late(Walk):
        """Offers nothing that can be listed, at once or after a step."""

        def new_state(self, rng: Random, width: int = 3, at_once: bool = False) -> Any:
            return Steps(5 if at_once else self.options)  # type: ignore[arg-type]

        def process_response(self, state: Steps, value: Any, rng: Random) -> Any:
            return Steps(5)  # type: ignore[arg-type]

    mine: Any = InteractiveProvider(Late(), seed=1)
    with pytest.raises(BrokenGame, match="after its start"):
        choices(mine.late(at_once=True))
    with pytest.raises(BrokenGame, match="after left"):
        choices(mine.late.left)


def test_a_stage_lists_and_takes_what_follows_it_alone() -> None:
    """Neither the option that is called like it nor one of another branch; its words alone are no
    choice."""
    p = offering((("go",), 1), (("go", "north"), "n"), (("go", "south"), 3), (("stay", "here"), 4))
    assert [(("north",), "n"), (("south",), 3)] == [
        (one.names, one.value) for one in options(p.go_2)
    ]
    assert p.go_2.north == choose(p.go_2, "n")
    for value in (1, 4):
        with pytest.raises(ChoiceError):
            choose(p.go_2, value)
    with pytest.raises(ChoiceError):
        choose(offering(*GROUPED), None)
    with pytest.raises(ChoiceError):
        choose(InteractiveProvider(Ask(Number(0, 9_999))).ask(seed=1), "enter")


def test_a_lobby_says_how_a_game_begins() -> None:
    """Also where a plain preset's first choices can be taken in the lobby, and where there is no
    plain preset."""
    begins = {
        "minesweeper": "a preset or a call; 'nonsense' is none of these",
        "chess": "a preset or a call, or a choice such as e4; 'nonsense' is none of these",
        "match_game": "a preset or a call, or a choice such as row1; 'nonsense' is none of these",
    }
    for name, words in begins.items():
        with pytest.raises(NoSuchChoice, match=f"starts with {words}"):
            _ = getattr(games, name).nonsense


def test_choosing_in_a_lobby_takes_what_is_typed_in_the_plain_game() -> None:
    """Also an answer that is not an option; anything else is answered with the presets."""

    class Levels(Ask):
        presets: ClassVar[Any] = {"plain": {}}

    lobby: Any = InteractiveProvider(Levels(Number(0, 99)), seed=1).levels
    assert lobby.plain(50) == choose(lobby, "50")
    with pytest.raises(ChoiceError, match="'fifty' is not a whole number"):
        choose(lobby, "fifty")
    with pytest.raises(ChoiceError, match=r"'hard' is none of these\. There are: both_sides"):
        choose(games.chess, "hard")


def test_a_lobby_takes_the_first_answer_of_the_plain_game() -> None:
    """By name and by a call alone; beside parameters, of which none has a name, it is refused."""
    lobby: Any = games.match_game
    assert lobby.two_people.row2.take3 == lobby((2, 3)) == lobby.row2.take3
    for given in ({"seed": 3}, {"against": "random"}):
        with pytest.raises(BadParameter, match="given by name"):
            lobby((2, 3), **given)
    with pytest.raises(BadParameter, match="given by name"):
        lobby((2, 3), (1, 1))


def test_a_choice_half_made_is_described_by_its_label_alone() -> None:
    """The game is asked for what a whole choice means, never for a stage or for a key."""

    class Telling(Walk):
        def describe(self, state: Steps, value: Any) -> str:
            return f"means {value}"

    p: Any = InteractiveProvider(Telling(((("a", "x"), 1), (("a", "y"), 2), ("plain", 3)))).telling(
        seed=1
    )
    told = [Documentations(node).get(name) for node, name in ((p, "a"), (p, "plain"), (p.a, "x"))]
    assert ["a", "means 3", "means 1"] == [sure(text).splitlines()[0] for text in told]
    assert "1" == Documentations(games.guess(seed=1)).get("n1")


def test_a_stage_lists_its_own_options_alone() -> None:
    """Where other branches have the same words further on."""
    labels = (("a", "x", "one"), ("a", "x", "two"), ("b", "x", "three"), ("b", "y"), "plain")
    p: Any = InteractiveProvider(
        Walk(tuple((label, number) for number, label in enumerate(labels)))
    ).walk(seed=1)
    assert ["x one", "x two"] == [option.label.removeprefix("a ") for option in options(p.a)]
    assert [("x", "three"), ("y",)] == [option.names for option in options(p.b)]
    assert p.b.x.three == choose(p.b, "x three") == choose(p, 2)


class Together(Walk):
    """A game whose step waits for a second one to begin beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.met = threading.Barrier(2)

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """One step, which meets another if another is let in."""
        try:
            self.met.wait(0.15)
        except threading.BrokenBarrierError:
            self.met.reset()
        return super().process_response(state, value, rng)


@pytest.mark.slow
def test_two_threads_that_make_one_choice_wait_for_each_other() -> None:
    """The second is not let into the step, finds the position that the first made, and plays
    nothing."""
    game = Together()
    p: Any = InteractiveProvider(game).together(seed=1)
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(p.left)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (1, 2) == (game.plays, len(found))
    assert found[0] is found[1]


def test_a_lobby_is_its_game_and_its_seed() -> None:
    """Equal if both are the same; its presets tell what they set, and a text may mean a first
    choice."""
    lobby: Any = games(seed=1).match_game
    assert [True, False, False] == [
        lobby == other for other in (games(seed=1).match_game, lobby(), games.sliding)
    ]
    told = Documentations(lobby)
    assert (
        "computer begins: against perfect, seat 1"
        == sure(told.get("computer_begins")).splitlines()[0]
    )
    assert lobby.two_people.row2.take3 == lobby["row2 take3"]
    with pytest.raises(NoSuchKey, match=r"The match game starts .* 'x{40}…x{15}' is none"):
        lobby["x" * 5000]


def test_one_answer_at_a_time() -> None:
    """Neither two nor one beside parameters; of a number half typed the key enter answers, the
    others go on."""
    p: Any = games.guess(seed=1)
    for given, named in (((5, 6), {}), ((5,), {"seed": 2})):
        with pytest.raises(ChoiceError, match=r"Give one answer at a time: p\(5\)"):
            p(*given, **named)
    told = Documentations(p.n5)
    assert ["answer 5", "53…"] == [told.get("enter"), told.get("n3")]
    with pytest.raises(NoSuchChoice, match=r"'x{40}…x{15}' cannot follow '5'"):
        getattr(p.n5, "x" * 5000)


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
        self.arrived.wait(PATIENCE)
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
        thread.join(PATIENCE)
    assert [False, False] == [thread.is_alive() for thread in threads]


@pytest.mark.parametrize(
    "record",
    [(0, {}, 1, ()), ("guess", 5, 1, ()), ("guess", {}, 1, 7), ("guess", {}, 1, (5,)), ("guess", {1: 2}, 1, ()),
     ("guess", {}, 1, ((),)), ("guess", {}, 1, ((5,),))],
)  # fmt: skip
def test_a_pickle_of_other_things_is_refused(record: tuple[Any, ...]) -> None:
    """Not by a TypeError from within."""
    with pytest.raises(BadSave, match="not the record of a position"):
        games._rebuild(*record)


def test_a_free_input_of_no_kind_is_a_broken_game() -> None:
    """It is told at the step that leads to it."""

    class Odd(Hostile):
        def new_state(self, rng: Random) -> Still:
            state = Still()
            object.__setattr__(state, "free_input", "anything")
            return state

    with pytest.raises(BrokenGame, match="free_input is 'anything'"):
        InteractiveProvider(Odd, seed=1).odd  # noqa: B018 - it is begun to see its error
