"""The small print of positions: what their texts, menus, parameters and sources promise at the
edges."""

from __future__ import annotations

import inspect
import json
import pickle
import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    check,
    choose,
    describe,
    games,
    line,
    options,
    save,
    solve,
    story_map,
    summary,
    transcript,
    undo,
)
from interactive_provider.boards import Board
from interactive_provider.errors import (
    BadParameter,
    BrokenGame,
    ChoiceError,
    NoAbility,
    NoSuchChoice,
    NotAPosition,
    SourceError,
    quote,
)
from interactive_provider.game import Game, Number, Solution, State, title_of
from interactive_provider.game.validation import whole
from interactive_provider.heart.catalogue.discovery import (
    Item,
    default_items,
    items_of,
    load_item,
    register_reader,
)
from interactive_provider.heart.choices.synthesis import choices, typed_equal
from interactive_provider.heart.play import seating
from interactive_provider.heart.play.position_data import brief_of, page_of
from interactive_provider.heart.play.presets import presets_of

from .toys import GROUPED, Ask, Count, Steps, Walk

ANY: Any = games


_provider: Any = InteractiveProvider


def walk(*labels: Any) -> Any:
    """A position that offers these options."""
    return InteractiveProvider(Walk(labels or None)).walk(seed=1)


# Texts --------------------------------------------------------------------------------------


def test_a_line_of_two_hundred_characters_is_shown_whole() -> None:
    """A longer one is cut in the middle where it is shown, and whole if it is expected."""
    p = walk()
    for _ in range(2 * (200 - len(line(p))) % 3):
        p = p.left
    while len(line(p)) < 200:
        p = p.on
    assert 200 == len(repr(p)) and repr(p) == line(p)
    assert f"{line(p.on)[:100]} … {line(p.on)[-100:]}" == repr(p.on)


@pytest.mark.parametrize(
    ("title", "name", "brief"),
    [
        ("Four in a row", "connect", "Four in a row"),
        ("A long and winding road", "winding_road", "A long and winding road"),
        ("Two words", "walk", "First sentence of two."),
        ("", "walk", "First sentence of two."),
    ],
)
def test_what_a_game_is_in_a_sentence(title: str, name: str, brief: str) -> None:
    """Its title, if that says three words more than the name, else how its rules begin."""

    class Told(Walk):
        """First sentence
        of two. Second sentence. Third.

        More rules.
        """

    game = Told()
    game.title = title  # type: ignore[misc]  # each has its own
    assert brief == brief_of(game, name)


def test_what_may_be_typed_is_said_where_a_name_is_refused() -> None:
    """And only if something may be typed; the nearest choice is named."""
    with pytest.raises(NoSuchChoice, match=r"A whole number from 1 to 100 can be given as p\(…\)"):
        ANY.guess(seed=1).zz  # noqa: B018
    with pytest.raises(NoSuchChoice) as found:
        walk().zz  # noqa: B018
    assert "can be given" not in str(found.value)
    with pytest.raises(ChoiceError, match="Did you mean 'up'"):
        choose(walk(("up", 1)), "upp")
    with pytest.raises(NoSuchChoice, match=r"'uz' is not a choice here\. There are: up"):
        walk(("up", 1)).uz  # noqa: B018


@dataclass(frozen=True)
class Torn(Steps):
    """Cannot say what it is."""

    @property
    def display_text(self) -> str:
        """Nothing."""
        raise ValueError("no text today")


class Tearing(Walk):
    """A game whose text is torn, and which describes in colour."""

    def new_state(self, rng: Random, width: int = 3) -> Steps:
        """The state."""
        return Torn(self.options)

    def describe(self, state: Any, value: Any) -> str:
        """A control character."""
        return "\x1b[1mbold"

    def hint(self, state: Any) -> Any:
        """No hint at all."""
        return "5"


def test_a_page_that_is_torn_is_no_prose() -> None:
    """The error stands in its text, on lines of its own, and on no screen."""
    p: Any = InteractiveProvider(Tearing()).tearing(seed=1)
    page = page_of(p)
    assert "no text today" in page.view.text and "plain" == page.view.setting


def test_what_a_game_says_of_a_choice_is_clean() -> None:
    """However it is expected."""
    assert "�[1mbold" == describe(InteractiveProvider(Tearing()).tearing(seed=1), "l")


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


def test_a_class_of_positions_names_its_choices() -> None:
    """Also if there are none."""
    p: Any = InteractiveProvider(Count()).count(left=1)
    assert "<class of a Position: on>" == repr(type(p))
    assert "<class of a Position: no choices>" == repr(type(p.on))


def test_a_saved_game_can_be_read_and_compared(tmp_path: Path) -> None:
    """Line by line, in the letters of its language; what it shows is in sixteen digits."""
    p = walk(("né", 1)).né
    save(p, tmp_path / "game.json")
    written = (tmp_path / "game.json").read_text("utf-8")
    assert '\n "path": [\n  "né"\n ],\n' in written
    assert 16 == len(json.loads(written)["shown"])


# Menus --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Boxed:
    """A value of a game's own."""

    value: Any


def test_values_in_a_box_that_are_equal_but_differ_are_told_apart() -> None:
    """1, True and 1.0 in a box, and the two zeros, are values of menus of their own."""
    for values in ((1, True, 1.0), (0.0, -0.0)):
        found = [choices(walk(("go", Boxed(value))))["go"].value.value for value in values]
        assert list(map(repr, values)) == list(map(repr, found))
        assert [[one is two for two in values] for one in values] == [
            [typed_equal(one, two) for two in values] for one in values
        ]
        assert [repr(choices(walk(("go", value)))["go"].value) for value in values] == list(
            map(repr, values)
        )


def test_a_stage_lists_and_takes_what_follows_it_alone() -> None:
    """Neither the option that is called like it nor one of another branch; its words alone are no
    choice."""
    p = walk((("go",), 1), (("go", "north"), "n"), (("go", "south"), 3), (("stay", "here"), 4))
    assert [(("north",), "n"), (("south",), 3)] == [
        (one.names, one.value) for one in options(p.go_2)
    ]
    assert p.go_2.north == choose(p.go_2, "n")
    for value in (1, 4):
        with pytest.raises(ChoiceError):
            choose(p.go_2, value)
    with pytest.raises(ChoiceError):
        choose(walk(*GROUPED), None)
    with pytest.raises(ChoiceError):
        choose(InteractiveProvider(Ask(Number(0, 9_999))).ask(seed=1), "enter")


# Parameters ---------------------------------------------------------------------------------


class Open(Game[Steps]):
    """A game that takes whatever it is given."""

    def new_state(self, rng: Random, first: int = 1, *more: int, **others: int) -> Steps:
        """All of it, sorted, is the option."""
        return Steps(((repr((first, sorted(others.items()))), 1),))

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """The state again."""
        return state


def test_a_game_may_take_parameters_of_any_name() -> None:
    """It begins without a lobby; the line has those of the signature first, and the others in
    order."""
    mine: Any = InteractiveProvider(Open(), seed=1)
    assert ["(1, [])"] == [one.label for one in options(mine.open)]
    p = mine.open(zoo=3, air=4, first=2, seed=1)
    assert "InteractiveProvider(Open()).open(first=2, air=4, zoo=3, seed=1)" == line(p)
    assert "(2, [('air', 4), ('zoo', 3)])" == options(p)[0].label
    with pytest.raises(BadParameter, match=r"no parameter 'widht'\. Did you mean 'width'"):
        InteractiveProvider(Walk()).walk(widht=3)


@pytest.mark.parametrize(
    ("order", "wrong"),
    [(lambda: ANY(5), "5"), (lambda: ANY(rows=3), "rows"), (lambda: ANY(), "nothing")],
    ids="abc",
)
def test_the_games_take_a_seed_and_nothing_else(order: Any, wrong: str) -> None:
    """What they were given is said."""
    with pytest.raises(BadParameter, match=f"not {wrong}\\."):
        order()


# Sources ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pair", [("bas", "module:function"), (".bas", "module.function"), ("bas", "function")]
)
def test_a_reader_is_registered_by_suffix_and_function(pair: tuple[str, str]) -> None:
    """A suffix has its dot, a function its module; else nothing is registered."""
    with pytest.raises(ValueError, match=r"'\.bas', 'module:function'"):
        register_reader(*pair)


def test_games_of_other_libraries_are_told_from_our_own() -> None:
    """Their rules are not ours, and they may load slowly."""
    origins = {item.name: item.origin for item in default_items()}
    assert origins["guess"] == origins["minesweeper"] != origins["chess"]


def test_games_of_one_name_in_a_folder_of_stories_are_numbered(tmp_path: Path) -> None:
    """A story of two files is named after both; one of one file after that."""
    (tmp_path / "a.twee").write_text(":: StoryTitle\nOne\n\n:: Start\n[[B]]\n")
    (tmp_path / "b.twee").write_text(":: B\nThe end.\n")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "c.twee").write_text(":: StoryTitle\nTwo\n\n:: Start\nThe end.\n")
    origins = [item.origin for item in items_of(tmp_path)]
    assert any("2 files beside" in origin for origin in origins), origins
    assert not any("1 files" in origin for origin in origins)


@pytest.mark.parametrize("presets", [{1: {}}, {"a": 5}, {"a": {}, "b": None}], ids=str)
def test_presets_are_parameters_by_name(presets: dict[Any, Any]) -> None:
    """A preset without a name, or without parameters, is refused when the game is loaded."""

    class Preset(Walk):
        """A walk with presets."""

    Preset.presets = presets
    with pytest.raises(SourceError, match=r"presets of preset .*here.* cannot be"):
        load_item(Item("preset", "here", Preset))


def test_a_file_that_fails_is_named_with_the_line_where_it_did(tmp_path: Path) -> None:
    """The innermost one, which raised."""
    (tmp_path / "broken.py").write_text("def f():\n    return 1 / 0\n\n\nf()\n")
    (item,) = items_of(tmp_path)
    with pytest.raises(
        SourceError, match=r"ZeroDivisionError: division by zero \(line 2 of broken\.py\)"
    ):
        load_item(item)


@pytest.mark.parametrize(
    ("load", "message"),
    [
        (lambda: "tic", "^x \\(here\\) is not a game but 'tic'\\.$"),
        (
            lambda: type("Bad", (Walk,), {"hides": "tic"}),
            "^hides of x \\(here\\) cannot be 'tic'\\.$",
        ),
    ],
)
def test_what_is_no_game_is_quoted(load: Any, message: str) -> None:
    """As Python would write it, so that a text is seen to be one."""
    with pytest.raises(SourceError, match=message):
        load_item(Item("x", "here", load))


def test_a_page_without_a_story_is_quoted(tmp_path: Path) -> None:
    """The file was given by name, so that it is none is said."""
    page = tmp_path / "page.html"
    page.write_text("<p>Nothing to follow.</p>")
    with pytest.raises(
        SourceError, match=f"^{re.escape(quote(str(page)))} does not contain a game"
    ):
        items_of(page)


def test_a_menu_of_games_is_named_where_a_position_is_needed() -> None:
    """In a line, not as the whole menu."""
    with pytest.raises(ChoiceError, match=r"^There is nothing to choose at games\.$"):
        choose(games, 5)
    with pytest.raises(NotAPosition, match=r"^games is not a position in a game\.$"):
        undo(games)


@dataclass(frozen=True)
class Counted(State):
    """Turns taken by two players; it does not say whose turn it is."""

    said: tuple[str, ...] = ()

    @property
    def display_text(self) -> str:
        """All that was said."""
        return " ".join(self.said)

    @property
    def display_options(self) -> tuple[tuple[str, str], ...]:
        """Two words, until four are said."""
        return () if len(self.said) == 4 else (("yes", "yes"), ("no", "no"))

    @property
    def outcome(self) -> str | None:
        """Over after four words."""
        return "over" if len(self.said) == 4 else None

    payoffs = (0, 0)


class Turns(Game[Counted]):
    """Two players take turns to say a word."""

    players = ("one", "two")

    def new_state(self, rng: Random) -> Counted:
        """Nothing is said."""
        return Counted()

    def process_response(self, state: Counted, value: str, rng: Random) -> Counted:
        """One word more."""
        return Counted((*state.said, value))


@pytest.mark.parametrize(("seat", "said"), [(0, [0, 2, 4]), (1, [1, 3, 4])])
def test_where_states_do_not_say_whose_turn_it_is_players_take_turns(
    seat: int, said: list[int]
) -> None:
    """The first one begins; who is computed answers for himself alone."""
    p: Any = InteractiveProvider(Turns()).turns(against="random", seat=seat, seed=1)
    found = [len(p._state.said)]
    while options(p):
        p = p.yes
        found.append(len(p._state.said))
    assert said == found


def test_a_solution_of_a_game_with_secrets_has_your_own_choices() -> None:
    """The game gives those of all seats; what it hides is no reason to refuse them."""

    class Secretive(Turns):
        """Two players take turns, and something is hidden."""

        hides = ("a secret",)

        def solve(self, state: Counted) -> Solution:
            """All that is still to be said."""
            return Solution(("yes", "no", "yes", "no")[len(state.said) :], "solved")

    p: Any = InteractiveProvider(Secretive()).secretive(against="random", seat=1, seed=1)
    assert ("no", "no") == solve(p).values


def test_a_lobby_offers_who_may_play_against_you() -> None:
    """Beside the game's own presets, unless one of them says so itself."""

    class Sized(Turns):
        """Two players take turns, in several sizes."""

        presets = {"small": {"size": 3}}

        def new_state(self, rng: Random, size: int = 2) -> Counted:
            return Counted()

    class Alone(Sized):
        """The same, and who plays against you is said."""

        presets = {"small": {"size": 3}, "alone": {"against": "random"}}

    assert [{"size": 3}, {"against": "random"}] == list(presets_of(Sized()).values())[:2]
    assert Alone.presets == presets_of(Alone())


# Hand-made slips ----------------------------------------------------------------------------


@pytest.mark.parametrize("n", [True, False, 1.0, -1, "1", None], ids=repr)
def test_a_number_of_moves_is_a_number(n: Any) -> None:
    """What is merely equal to one takes nothing back."""
    with pytest.raises(ChoiceError, match="a number of moves"):
        undo(walk().on, n)


def test_an_error_goes_through_a_pickle() -> None:
    """As its words, though these may be made only when they are read: the game does not go
    along."""
    with pytest.raises(NoSuchChoice) as found:
        walk().nowhere  # noqa: B018
    again = pickle.loads(pickle.dumps(found.value))
    assert (NoSuchChoice, (str(found.value),)) == (type(again), again.args)


def test_other_options_under_the_same_words_are_other_rules(tmp_path: Path) -> None:
    """A saved game tells by what it shows that the rules have changed: its text, its options and
    its outcome."""
    found = []
    for labels in ((("left", 1),), (("left", 1), ("right", 2))):
        save(walk(*labels), tmp_path / "game.json")
        found.append(json.loads((tmp_path / "game.json").read_text("utf-8"))["shown"])
    assert found[0] != found[1]


class NoGenerator(Game[Any]):
    """Its author forgot the generator."""

    def new_state(self) -> State:
        """A state."""
        return Steps((("a", 1),))

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """The same state."""
        return state


class Numbers(Game[Any]):
    """Its author gives numbers in place of states."""

    def new_state(self, rng: Random, first: Any = None) -> Any:
        """A state, or what is handed in."""
        return Steps((("a", 1),)) if first is None else first

    def process_response(self, state: Any, value: Any, rng: Random) -> Any:
        """No state."""
        return 3


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        (
            lambda: _provider(NoGenerator).no_generator,
            r"no_generator needs new_state\(self, rng\): new_state raised",
        ),
        (
            lambda: _provider(Numbers).numbers(first="7"),
            "new_state of numbers gave '7', which is not a state: it has no",
        ),
        (
            lambda: _provider(Numbers).numbers.a,
            "process_response of numbers gave 3, which is not a state: it has no",
        ),
    ],
)
def test_an_authors_slip_is_named_when_the_game_is_played(play: Any, expected: str) -> None:
    """Not as an error of Python's somewhere within, but as what the author has to write."""
    with pytest.raises(BrokenGame, match=expected):
        play()


def test_what_a_game_cannot_do_comes_with_what_works() -> None:
    """Abilities that search lends it are among them."""
    noughts = games.k_in_a_row(seed=1).noughts_and_crosses
    with pytest.raises(NoAbility, match=r"has no check\. It has hint, evaluate, solve, board\."):
        check(noughts)
    with pytest.raises(NoAbility, match=r"has no story_map\. It has .*hint.*board\."):
        story_map(games.guess(seed=1))


def test_a_class_that_somebody_wrote_has_pythons_repr() -> None:
    """The provider is no position: its class says where it is, as any class does."""
    assert "<class 'interactive_provider.heart.catalogue.provider.InteractiveProvider'>" == repr(
        InteractiveProvider
    )


def test_help_on_whole_is_short() -> None:
    """A bound of a thousand digits is not written into the signature."""
    assert len(str(inspect.signature(whole))) < 150
    with pytest.raises(BadParameter, match=r"at most 1,000 digits"):
        whole("rows", 10**1001)
    assert 10**1000 == whole("rows", 10**1000)


def test_the_summary_of_a_game_of_ones_own_has_its_line() -> None:
    """No link can name it, so the line of its beginning stands there."""
    p = InteractiveProvider(Walk()).walk(seed=1).left
    assert f"Walk, seed 1: 1 move so far.\n{line(undo(p))}" == summary(p)


def test_a_transcript_has_what_the_computer_played() -> None:
    """Where somebody else answers within the same step, what was played stands before the page that
    follows it."""
    p = games.match_game(seed=7).you_begin.row1.take3
    assert "The computer played row 3 take 3." in str(p)
    assert "The computer played row 3 take 3." in transcript(p)


def test_a_title_is_the_words_of_a_class() -> None:
    """A game without a title is called by the words of its class's name."""
    assert "No generator" == title_of(NoGenerator())


@dataclass(frozen=True)
class Alone(State):
    """The other player's turn, for ever."""

    turns: int = 0
    mover: int = 1
    display_options: tuple[tuple[str, int], ...] = (("go on", 1),)


class Endless(Game[Alone]):
    """A game in which the first player never comes to move."""

    players = 2

    def new_state(self, rng: Random) -> Alone:
        """Nothing played."""
        return Alone()

    def process_response(self, state: Alone, value: int, rng: Random) -> Alone:
        """One turn more."""
        assert state.turns < 100, "nobody stopped it"
        return Alone(state.turns + 1)


def test_replies_without_end_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which your turn never comes says so instead of going on for ever."""
    monkeypatch.setattr(seating, "LONGEST", 20)
    with pytest.raises(BrokenGame, match="After 20 replies it is not the turn of player 1 again"):
        InteractiveProvider(Endless, seed=1).endless(against="random")


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("caption", 5),
        ("caption", None),
        ("row_labels", (1,)),
        ("counters", (("moves", 2),)),
        ("legend", ((b"x", "y"),)),
    ],
)
def test_a_board_whose_words_are_not_text_is_explained_on_the_page(part: str, words: Any) -> None:
    """Wherever the position is shown; the rest of the page is there."""

    class Numbered(Walk):
        def board(self, state: Steps) -> Board:
            return Board(Board.of(["x"]).rows, **{part: words})

    p: Any = InteractiveProvider(Numbered()).numbered(seed=1)
    for page in (str(p), p._repr_html_(), p.__doc__):
        assert "Numbered" in page and "where text is expected" in page and "left" in page
