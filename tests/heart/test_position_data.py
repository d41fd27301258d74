"""What a position shows and says of itself."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NoReturn

import pytest

from interactive_provider import (
    InteractiveProvider,
    choose,
    describe,
    extra,
    hint,
    line,
    mover,
    options,
    outcome,
    replay,
    transcript,
)
from interactive_provider.boards import Board
from interactive_provider.errors import BrokenGame, ChoiceError, NoSuchChoice, ProviderError
from interactive_provider.game import Game, State
from interactive_provider.heart.play.position_data import brief_of, page_of
from interactive_provider.showing import View

from .toys import (
    ANY,
    HOSTILE,
    Fewer,
    Holding,
    Hostile,
    Quit,
    Steps,
    Tearing,
    Walk,
    offering,
    property_raising,
    provider_of,
)


def test_what_was_a_choice_at_the_start_is_known_to_have_been_one() -> None:
    """Also some moves later: the error says so, and not only that there is no such thing."""
    p: Any = InteractiveProvider(
        Fewer(tuple((word, word) for word in ("one", "two", "three", "four")))
    ).fewer(seed=1)
    for gone in ("one", "two"):
        with pytest.raises(NoSuchChoice, match=f"{gone} was a choice earlier but is not now"):
            getattr(p.four.four, gone)
    with pytest.raises(NoSuchChoice, match="'five' is not a choice here"):
        _ = p.four.four.five


def test_a_square_that_never_was_a_choice_is_not_said_to_have_been_one() -> None:
    """Though its row was one, and still is."""
    p: Any = InteractiveProvider().k_in_a_row.noughts_and_crosses.row1.column1
    for gone, said in (
        ("column1", "row1.column1 was a choice earlier"),
        ("column7", "'column7' is"),
    ):
        with pytest.raises(NoSuchChoice, match=said):
            getattr(p.row1, gone)


def test_a_line_of_two_hundred_characters_is_shown_whole() -> None:
    """A longer one is cut in the middle where it is shown, and whole if it is expected."""
    p = offering()
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

    class Named(Walk):
        """First sentence
        of two. Second sentence. Third.

        More rules.
        """

    game = Named()
    game.title = title  # type: ignore[misc]  # each has its own
    assert brief == brief_of(game, name)


def test_what_may_be_typed_is_said_where_a_name_is_refused() -> None:
    """And only if something may be typed; the nearest choice is named."""
    with pytest.raises(NoSuchChoice, match=r"A whole number from 1 to 100 can be given as p\(…\)"):
        ANY.guess(seed=1).zz  # noqa: B018
    with pytest.raises(NoSuchChoice) as found:
        offering().zz  # noqa: B018
    assert "can be given" not in str(found.value)
    with pytest.raises(ChoiceError, match="Did you mean 'up'"):
        choose(offering(("up", 1)), "upp")
    with pytest.raises(NoSuchChoice, match=r"'uz' is not a choice here\. There are: up"):
        offering(("up", 1)).uz  # noqa: B018


def test_a_page_that_is_torn_is_no_prose() -> None:
    """The error stands in its text, on lines of its own, and on no screen."""
    p: Any = InteractiveProvider(Tearing()).tearing(seed=1)
    page = page_of(p)
    assert "no text today" in page.view.text and "plain" == page.view.setting


def test_what_a_game_says_of_a_choice_is_clean() -> None:
    """However it is expected."""
    assert "�[1mbold" == describe(InteractiveProvider(Tearing()).tearing(seed=1), "l")


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


class Printed(Walk):
    """A game with a transcript and variables of its own."""

    def view(self, state: Steps, player: int) -> View:
        """They are hostile."""
        return View(extras={"transcript": HOSTILE, "variables": HOSTILE})


@pytest.mark.parametrize("ask", [transcript, lambda p: extra(p, "variables")])
def test_what_a_state_prints_of_itself_is_clean(ask: Callable[[Any], str]) -> None:
    """Nothing in it steers a terminal."""
    told = ask(provider_of(Printed()).printed(seed=1))
    assert (False, True) == ("\x1b" in told, told.startswith("xxx"))


def test_labels_and_outcomes_are_clean_and_are_still_found() -> None:
    """Printing them steers no terminal; an option is found by its label as it is shown and as the
    game writes it."""

    @dataclass(frozen=True)
    class Loud(Steps):
        @property
        def outcome(self) -> str | None:
            return "\x1b[2Jgone" if self.taken > 1 else None

    label = "\x1b[2Jle\u200bft"
    p: Any = offering((label, 1), (("a\x1b", "b"), 2))
    assert ["�[2Jleft", "a� b"] == [option.label for option in options(p)]
    for option in options(p):
        assert choose(p, option) == choose(p, option.label) == choose(p, option.value)
    assert choose(p, 1) == p[label]

    class Ending(Walk):
        def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
            return Loud(state.options, state.taken + 1)

    assert "�[2Jgone" == outcome(provider_of(Ending()).ending(seed=1).left.left)


@pytest.mark.parametrize("players", [("A\x1b[2J", "B"), ("A", "B\u200b"), ("A", "")])
def test_players_whose_names_cannot_be_read_are_refused(players: tuple[str, ...]) -> None:
    """With one sentence, and everywhere."""

    class Named(Walk):
        pass

    Named.players = players
    with pytest.raises(BrokenGame, match="different names that can be read"):
        mover(provider_of(Named()).named(seed=1).left)


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


def raising(fault: BaseException, *names: str) -> Callable[..., Any]:
    """What makes a thing whose methods of these names raise a fault."""

    def method(*_: Any, **__: Any) -> NoReturn:
        raise fault

    def make(base: type = object) -> Any:
        return type("Part", (base,), dict.fromkeys(names, method))()

    return make


class Endless(list[int]):
    """A list that can be gone through without end; whoever takes more than any list needs is told
    so."""

    def __iter__(self) -> Iterator[int]:
        for _ in range(100_000):
            yield 1
        raise AssertionError("gone through without end")


class Lying:
    """Says that it is a dictionary."""

    @property  # type: ignore[misc] # that is the lie
    def __class__(self) -> type:
        return dict


def dead_proxy() -> Any:
    """A proxy of something that is gone."""
    return weakref.proxy(Quit())


FAULTS = (
    SystemExit(1),
    GeneratorExit(),
    Quit("bye"),
    AttributeError("x"),
    StopIteration(),
    MemoryError(),
)


PARTS: dict[str, Callable[[BaseException], Any]] = {
    "values": lambda fault: raising(fault, "values", "items", "keys", "__len__", "__iter__")(dict),
    "list": lambda fault: raising(fault, "__iter__", "__len__")(list),
    "tuple": lambda fault: raising(fault, "__iter__", "__len__", "__getitem__")(tuple),
    "set": lambda fault: raising(fault, "__iter__", "__contains__")(set),
    "size": lambda fault: raising(fault, "__sizeof__")(),
    "attribute": lambda fault: raising(fault, "__getattribute__")(),
    "missing attribute": lambda fault: raising(fault, "__getattr__")(),
    "comparison": lambda fault: raising(
        fault, "__eq__", "__hash__", "__bool__", "__repr__", "__str__"
    )(),
    "class": lambda fault: property_raising(fault, "__class__"),
    "dictionary": lambda fault: property_raising(fault, "__dict__"),
    "endless": lambda fault: Endless(),
    "lying": lambda fault: Lying(),
    "dead": lambda fault: dead_proxy(),
}


class Parted(Game[Holding]):
    """Steps through states with such a part."""

    make: ClassVar[Callable[[], Any]]

    def new_state(self, rng: Random) -> Holding:
        """The first."""
        return Holding(0, type(self).make())

    def process_response(self, state: Holding, value: Any, rng: Random) -> Holding:
        """The next."""
        return Holding(state.number + 1, type(self).make())


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("part", PARTS)
def test_a_state_with_a_hostile_part_is_played_like_any_other(
    part: str, fault: BaseException
) -> None:
    """Its parts are weighed at some steps, and asked for nothing: not even what they are."""
    kind = type("Parted", (Parted,), {"make": staticmethod(lambda: PARTS[part](fault))})
    provider = InteractiveProvider(kind, seed=1)
    p: Any = provider.parted
    for number in range(1, 18):
        p = p.go
        assert f"{number} steps" in repr(p) + p.__doc__
    assert p == replay(line(p), provider)
    assert "17 steps" in p._repr_html_() and "17 steps" in transcript(p)
    assert 2 == len(options(p)) and outcome(p) is None


class Speaking(State):
    """Says things of itself that raise when they are read, but for the first time."""

    def __init__(self, fault: BaseException, wrong: str, good: int) -> None:
        self.fault, self.wrong, self.good = fault, wrong, good

    def _say(self, name: str, said: Any) -> Any:
        if name == self.wrong:
            self.good -= 1
            if self.good < 0:
                raise self.fault
        return said

    @property
    def display_text(self) -> str:
        """A text."""
        return str(self._say("display_text", "here"))

    @property
    def display_options(self) -> Any:
        """Groups of options."""
        return self._say(
            "display_options", ((("go", "there"), 1), (("go", "back"), 2), ("stay", 3))
        )

    @property
    def outcome(self) -> Any:
        """None."""
        return self._say("outcome", None)


@pytest.mark.parametrize("fault", FAULTS[:4], ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("wrong", ["display_text", "display_options", "outcome"])
def test_what_a_state_says_once_it_may_not_say_again(wrong: str, fault: BaseException) -> None:
    """Each function ends in its answer or in one error that names the game."""

    class Spoken(Game[Speaking]):
        def new_state(self, rng: Random) -> Speaking:
            return Speaking(fault, wrong, 1)

        def process_response(self, state: Speaking, value: Any, rng: Random) -> Speaking:
            return Speaking(fault, wrong, 1)

    def ask(work: Callable[[Any], Any]) -> str:
        p = InteractiveProvider(Spoken, seed=1).spoken
        try:
            work(p)
        except BrokenGame as broken:
            assert "spoken" in str(broken)
            return "broken"
        except ProviderError:
            return "refused"
        return "answered"

    asked = (
        options,
        outcome,
        transcript,
        repr,
        str,
        lambda p: p.go.there,
        lambda p: p["stay"],
        lambda p: choose(p, 3),
        lambda p: describe(p, "stay"),
        lambda p: p.nothing,
        lambda p: p._repr_html_(),
        hint,
        lambda p: p(3),
        list,
    )
    assert "answered" in [ask(work) for work in asked]
