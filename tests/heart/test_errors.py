"""What an error says: a fault of a game's is one sentence that names it, and whatever is quoted, however
long it is, is short and inert."""

from __future__ import annotations

import json
import linecache
import os
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from interactive_provider import (
    InteractiveProvider,
    Position,
    board,
    check,
    choose,
    describe,
    evaluate,
    extra,
    games,
    hint,
    line,
    load,
    options,
    outcome,
    play,
    replay,
    save,
    solve,
    undo,
)
from interactive_provider.analysis import count
from interactive_provider.builtin.capture import rules as capture
from interactive_provider.builtin.sliding import rules as sliding
from interactive_provider.errors import (
    BadParameter,
    BadSave,
    BrokenGame,
    ChoiceError,
    NoAbility,
    NoSuchChoice,
    NotAPosition,
    ProviderError,
    SourceError,
    message_of,
    place_of,
    quote,
)
from interactive_provider.game import Game, Number, Text
from interactive_provider.heart.catalogue.discovery import Item, load_item
from interactive_provider.heart.choices.synthesis import choices, synthesise
from interactive_provider.testing import ContractError, check_game
from interactive_provider.widget.session import Session

from .toys import (
    ANY,
    HOSTILE,
    Ask,
    Holding,
    Hostile,
    Quit,
    Steps,
    Still,
    Walk,
    hostile,
    offering,
    property_raising,
    provider_of,
)


def test_an_error_goes_through_a_pickle() -> None:
    """As its words, though these may be made only when they are read: the game does not go
    along."""
    with pytest.raises(NoSuchChoice) as found:
        offering().nowhere  # noqa: B018
    again = pickle.loads(pickle.dumps(found.value))
    assert (NoSuchChoice, (str(found.value),)) == (type(again), again.args)


class Hinting(Walk):
    """Its hint is a text."""

    def hint(self, state: Steps) -> Any:
        """No hint."""
        return HOSTILE


class Stateless(Walk):
    """It begins with a text."""

    def new_state(self, rng: Random, width: int = 3) -> Any:
        """No state."""
        return HOSTILE


class Titled(Walk):
    """Its title is no text."""

    title = {HOSTILE: 1}  # type: ignore[assignment]


def _load(found: Any) -> Any:
    return load_item(Item("mine", "a test", lambda: found))


@pytest.mark.parametrize(
    ("fail", "kind"),
    [
        (lambda: hint(provider_of(Hinting()).hinting(seed=1)), BrokenGame),
        (lambda: str(provider_of(Stateless()).stateless(seed=1)), BrokenGame),
        (lambda: getattr(provider_of(Walk()).walk(seed=1), HOSTILE), NoSuchChoice),
        (lambda: undo(games.basic), NotAPosition),
        (lambda: choose(HOSTILE, 1), NotAPosition),  # type: ignore[arg-type]
        (lambda: choose(provider_of(Walk()), 1), ChoiceError),
        (lambda: _load(HOSTILE), SourceError),
        (lambda: _load(Titled()), SourceError),
        (lambda: provider_of(Walk())._rebuild(HOSTILE, 5, 1, ()), BadSave),
    ],
)
def test_what_a_message_quotes_is_short_and_inert(
    fail: Callable[[], Any], kind: type[Exception]
) -> None:
    """However long it is, and whatever signs are in it."""
    with pytest.raises(kind) as caught:
        fail()
    assert (False, False) == ("\x1b" in str(caught.value), HOSTILE in str(caught.value))


BAD: Any = "\x1b[2J" + "x" * 100_000 + "\u202e"
"""A text that would steer a terminal and fill a screen, if a message had it as it is."""


_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def _walk() -> Any:
    return InteractiveProvider(Walk()).walk


def _saved(folder: Path, **changed: Any) -> Path:
    place = folder / "game.json"
    save(games.guess(seed=1)(50), place)
    place.write_text(json.dumps({**json.loads(place.read_text("utf-8")), **changed}), "utf-8")
    return place


REFUSED: dict[str, Callable[[Path], object]] = {
    "two answers": lambda _: ANY.guess(seed=1)(BAD, 2),
    "a key that is none": lambda _: games.guess(seed=1)[BAD],
    "an answer that is none": lambda _: games.guess(seed=1)(BAD),
    "an attribute that is none": lambda _: getattr(games.null(seed=1), BAD),
    "a lobby's parameter": lambda _: ANY.minesweeper(BAD),
    "a parameter": lambda _: _walk()(width={BAD}),
    "what is no node": lambda _: choose(BAD, "x"),
    "a line that is none": lambda _: replay([BAD]),  # type: ignore[arg-type]
    "a line that leads nowhere": lambda _: replay(f"games.guess(seed='{'x' * 100_000}').nowhere"),
    "a sign that is none": lambda _: replay("games.guess(seed='\\N{" + "x" * 5000 + "}')"),
    "a step that is none": lambda folder: load(_saved(folder, path=[[BAD]])),
    "an attribute of what was not loaded": lambda _: getattr(games, BAD),
    "a size": lambda _: sliding.check_size(BAD, 4),
    "a direction": lambda _: sliding.apply(((1, 2), (3, 0)), BAD),
    "a position": lambda _: sliding.apply(((1, 2), (BAD,)), 1),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_a_refusal_quotes_what_was_given(refused: Callable[[Path], object], tmp_path: Path) -> None:
    """Its message shows the beginning of it, holds no control character, and fits a screen."""
    with pytest.raises(ProviderError) as found:
        refused(tmp_path)
    told = str(found.value)
    assert [] == _UNSAFE.findall(told)
    assert len(told) < 1500
    assert "x" * 10 in told


class Unreadable(Exception):
    """An error whose text fails."""

    def __str__(self) -> str:
        raise ValueError("no text")


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


@pytest.mark.slow
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


def test_an_error_that_asks_the_game_in_vain_says_what_it_met() -> None:
    """Reading why something is no choice raises nothing, if the game fails at just that
    question."""
    with pytest.raises(NoSuchChoice) as found:
        _ = hostile(fault=ValueError("no reason")).nowhere
    assert "why_not of" in str(found.value) and "no reason" in str(found.value)


def test_long_labels_are_quoted_in_brief() -> None:
    """A label of a megabyte does not stand whole in an error."""
    p = InteractiveProvider(Walk((("x" * 1_000_000, 1), ("y" * 1_000_000, 2))), seed=1).walk
    for wanted in ("zz", "x" * 999_999):
        with pytest.raises(ProviderError) as caught:
            choose(p, wanted)
        assert len(str(caught.value)) < 2_000


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


def test_errors_that_lie_about_themselves_are_quoted() -> None:
    """Their class, their text and their value may raise, or be of a class of their own."""

    class Words(str):
        def __len__(self) -> int:
            raise Quit

        __getitem__ = __format__ = __eq__ = __hash__ = __len__  # type: ignore[assignment]

    class Sly(Exception):
        @property  # type: ignore[misc] # that is the lie
        def __class__(self) -> type:
            raise Quit

        def __str__(self) -> str:
            return Words("sly words")

    assert "sly words" == message_of(Sly())
    assert "'words'" == quote(Words("words"))
    assert quote(property_raising(Quit(), "__class__")).startswith("<")

    class Liar(Game[Holding]):
        def new_state(self, rng: Random) -> Holding:
            return Holding(0, None)

        def process_response(self, state: Holding, value: Any, rng: Random) -> Holding:
            raise Sly

        def hint(self, state: Holding) -> NoReturn:
            raise Sly

    p = InteractiveProvider(Liar, seed=1).liar
    for ask in (lambda: p.go, lambda: hint(p)):
        with pytest.raises(BrokenGame, match="raised Sly"):
            ask()


LONG = "x" * 10_000


_WIDE = "x" * 50


@dataclass(frozen=True)
class Stubborn(Steps):
    """Says of itself what it must not say."""

    said: tuple[tuple[str, Any], ...] = ()

    @property
    def outcome(self) -> Any:
        """Whatever it was told to say."""
        return dict(self.said).get("outcome")

    def __getattr__(self, name: str) -> Any:
        said = dict(object.__getattribute__(self, "said"))
        if name in said:
            return said[name]
        raise AttributeError(name)


class Stubbornly(Game[Steps]):
    """A game of one state that says of itself what it must not say."""

    def __init__(self, **said: Any) -> None:
        self.said = tuple(said.items())

    def new_state(self, rng: Random) -> Steps:
        """The state."""
        return Stubborn((("go", 1),), said=self.said)

    def process_response(self, state: Steps, value: Any, rng: Random) -> Steps:
        """The state again."""
        return state

    def hint(self, state: Steps) -> None:
        """No hint, and no options for one."""

    def why_not(self, state: Steps, names: tuple[str, ...]) -> str:
        """A reason for everything."""
        return "Not today."


def ask(wanted: Any) -> Any:
    """A position that asks for something."""
    return InteractiveProvider(Ask(wanted)).ask(seed=1)


def stubborn(**said: Any) -> Any:
    """A position of a state that says this of itself."""
    return InteractiveProvider(Stubbornly(**said)).stubbornly(seed=1)


_SLIDING = ((1, 2), (3, 0))


_CAPTURE = capture.parse("rrb / bbr")


ORDERS: dict[str, Callable[[], object]] = {
    "line of another provider": lambda: replay(f"InteractiveProvider('/nowhere').{LONG}"),
    "line that stops": lambda: replay(f"games.{LONG}"),
    "key that cannot follow": lambda: replay(f"games.guess(seed=3).n5['{LONG}']"),
    "no line": lambda: replay(f"games.guess(seed=3) + {LONG}"),
    "unexpected text": lambda: replay(f"games '{LONG}'"),
    "no text": lambda: replay([LONG]),  # type: ignore[arg-type]
    "no game in it": lambda: replay(LONG),
    "nothing plain": lambda: replay(f"games.guess({LONG} * 2)"),
    "no such sign": lambda: replay(f"games.guess(seed='\\N{{{LONG}}}')"),
    "free input of no kind": lambda: choices(ask([LONG])),
    "label of no text": lambda: list(options(offering(((LONG.encode(),), 1)))),
    "word of a label": lambda: list(options(offering(((LONG.encode(), "on"), 1)))),
    "label of an entry": lambda: synthesise(Position, ((LONG.encode(), 1),)),  # type: ignore[arg-type]
    "record of no position": lambda: ANY._rebuild(LONG, 5, 1, ()),
    "value that cannot be hashed": lambda: choices(offering(("go", [LONG]))),
    "two answers": lambda: ask(Text())(LONG, LONG),
    "answer of no kind": lambda: ask(Number(0, 9_999))(LONG),
    "key of a number": lambda: getattr(ask(Number(0, 9_999)).n1, LONG),
    "name in a lobby": lambda: getattr(games.minesweeper, LONG),
    "preset": lambda: games.minesweeper[LONG],
    "parameter without a name": lambda: ANY.minesweeper(LONG),
    "parameter of no name": lambda: ANY.guess(**{LONG: 1}),
    "parameter of no kind": lambda: ANY.guess(low={LONG}),
    "seed": lambda: ANY.guess(seed=[LONG]),
    "choice by name": lambda: getattr(offering(), LONG),
    "choice by text": lambda: offering()[LONG],
    "choice by value": lambda: choose(offering(), LONG),
    "choice of a stage": lambda: getattr(offering((("go", "on"), 1)).go, LONG),
    "described": lambda: describe(offering(), LONG),
    "choice at nothing": lambda: choose([LONG], 1),  # type: ignore[arg-type]
    "attribute set": lambda: setattr(offering(), LONG, 1),
    "undone": lambda: undo(offering(), LONG),  # type: ignore[arg-type]
    "option of a hint": lambda: hint(stubborn(), **{LONG: 1}),  # type: ignore[arg-type]
    "line of nothing": lambda: line([LONG]),  # type: ignore[arg-type]
    "board of nothing": lambda: board([LONG]),  # type: ignore[arg-type]
    "played": lambda: play([LONG]),  # type: ignore[arg-type]
    "shown": lambda: Session([LONG]),  # type: ignore[arg-type]
    "saved": lambda: save([LONG], Path("nowhere")),  # type: ignore[arg-type]
    "reason why not": lambda: getattr(stubborn(), LONG),
    "game by name": lambda: getattr(games, LONG),
    "source that is missing": lambda: InteractiveProvider(f"/nowhere/{_WIDE}/{_WIDE}"),
    "source of no kind": lambda: InteractiveProvider({LONG}),  # type: ignore[arg-type]
    "move of capture": lambda: capture.apply(_CAPTURE, (LONG,)),  # type: ignore[arg-type]
    "direction of capture": lambda: capture.apply(_CAPTURE, (0, 0, LONG)),
    "place of capture": lambda: capture.apply(_CAPTURE, (0, 10**2_000, "up")),
    "rows of a slide": lambda: sliding.check_size(LONG, 4),  # type: ignore[arg-type]
    "columns of a slide": lambda: sliding.check_size(4, LONG),  # type: ignore[arg-type]
    "tile of a slide": lambda: sliding.parse(LONG),
    "position of a slide": lambda: sliding.check_position([[LONG]]),  # type: ignore[list-item]
    "shape of a slide": lambda: sliding.check_position([[1] * 5_000, [1]]),
    "no tile of a slide": lambda: sliding.apply(_SLIDING, [LONG]),  # type: ignore[arg-type]
    "move of a slide": lambda: sliding.apply(_SLIDING, LONG),
    "rows of matches": lambda: games.match_game(rows=LONG),
    "a row of matches": lambda: games.match_game(rows=(*[1] * 900, 0)),
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_a_refusal_quotes_in_brief(order: Callable[[], object]) -> None:
    """It has what was given in it, shortened in the middle."""
    with pytest.raises(ProviderError) as found:
        order()
    assert "…" in str(found.value)
    assert len(str(found.value)) < 600, str(found.value)


def test_an_unknown_order_of_a_page_is_quoted_in_brief() -> None:
    """The status stays a line."""
    session = Session(offering())
    session.act({"do": LONG})
    assert "…" in session.status and len(session.status) < 200


def test_a_choice_shows_its_label_in_brief() -> None:
    """Also where a list of choices is printed."""
    (choice,) = choices(offering((LONG, 1))).values()
    assert "…" in repr(choice) and len(repr(choice)) < 200


@pytest.mark.parametrize("said", [{"outcome": [LONG]}], ids=lambda said: next(iter(said)))
def test_what_a_state_must_not_say_of_itself_is_quoted_in_brief(said: dict[str, Any]) -> None:
    """The page shows the error in the game's place."""
    page = str(stubborn(**said).__doc__)
    assert "…" in page and len(page) < 600


def test_a_line_of_a_game_that_was_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It lies inside Python's own folder, but is not Python's."""
    file = str(Path(os.__file__).parent / "site-packages" / "theirs.py")
    text = "\nraise ValueError"
    lines = (len(text), None, text.splitlines(), file)
    monkeypatch.setitem(linecache.cache, file, lines)
    with pytest.raises(ValueError) as error:
        exec(compile(text, file, "exec"))
    assert " (line 2 of theirs.py)" == place_of(error.value)


@pytest.mark.parametrize("name", [5, None, 2.5, b"map", ("map",), True])
def test_a_name_that_is_not_text_is_not_near_to_anything(name: Any) -> None:
    """It is refused as any other name is, and quoted."""
    with pytest.raises(NoAbility, match=re.escape(repr(name))):
        extra(games.guess(seed=1), name)


@pytest.mark.parametrize("name", ["rows", "columns", "mines", "mine_ratio", "start"])
def test_a_long_value_of_a_parameter_is_quoted_in_part(name: str) -> None:
    """A text that was pasted by mistake does not fill the screen."""
    lobby: Any = games.minesweeper
    with pytest.raises(BadParameter) as refusal:
        lobby(seed=1, **{name: "x" * 100_000})
    assert len(str(refusal.value)) < 300
