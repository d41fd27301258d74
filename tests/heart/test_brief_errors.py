"""Whatever a refusal quotes, however long it is, the refusal is a few lines that can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    Position,
    board,
    choose,
    describe,
    games,
    hint,
    line,
    options,
    play,
    replay,
    save,
    undo,
)
from interactive_provider.builtin.capture import rules as capture
from interactive_provider.builtin.sliding import rules as sliding
from interactive_provider.errors import ProviderError
from interactive_provider.game import Game, Number, Text
from interactive_provider.heart.choices.synthesis import choices, synthesise
from interactive_provider.widget.session import Session

from .toys import Ask, Steps, Walk

ANY: Any = games
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


def walk(*labels: Any) -> Any:
    """A position that offers these options."""
    return InteractiveProvider(Walk(labels or None)).walk(seed=1)


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
    "label of no text": lambda: list(options(walk(((LONG.encode(),), 1)))),
    "word of a label": lambda: list(options(walk(((LONG.encode(), "on"), 1)))),
    "label of an entry": lambda: synthesise(Position, ((LONG.encode(), 1),)),  # type: ignore[arg-type]
    "record of no position": lambda: ANY._rebuild(LONG, 5, 1, ()),
    "value that cannot be hashed": lambda: choices(walk(("go", [LONG]))),
    "two answers": lambda: ask(Text())(LONG, LONG),
    "answer of no kind": lambda: ask(Number(0, 9_999))(LONG),
    "key of a number": lambda: getattr(ask(Number(0, 9_999)).n1, LONG),
    "name in a lobby": lambda: getattr(games.minesweeper, LONG),
    "preset": lambda: games.minesweeper[LONG],
    "parameter without a name": lambda: ANY.minesweeper(LONG),
    "parameter of no name": lambda: ANY.guess(**{LONG: 1}),
    "parameter of no kind": lambda: ANY.guess(low={LONG}),
    "seed": lambda: ANY.guess(seed=[LONG]),
    "choice by name": lambda: getattr(walk(), LONG),
    "choice by text": lambda: walk()[LONG],
    "choice by value": lambda: choose(walk(), LONG),
    "choice of a stage": lambda: getattr(walk((("go", "on"), 1)).go, LONG),
    "described": lambda: describe(walk(), LONG),
    "choice at nothing": lambda: choose([LONG], 1),  # type: ignore[arg-type]
    "attribute set": lambda: setattr(walk(), LONG, 1),
    "undone": lambda: undo(walk(), LONG),  # type: ignore[arg-type]
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
    "board of capture": lambda: capture.parse([LONG]),  # type: ignore[arg-type]
    "ragged board of capture": lambda: capture.parse(f"rr/{'b' * 10_000}"),
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
    session = Session(walk())
    session.act({"do": LONG})
    assert "…" in session.status and len(session.status) < 200


def test_a_choice_shows_its_label_in_brief() -> None:
    """Also where a list of choices is printed."""
    (choice,) = choices(walk((LONG, 1))).values()
    assert "…" in repr(choice) and len(repr(choice)) < 200


@pytest.mark.parametrize("said", [{"outcome": [LONG]}], ids=lambda said: next(iter(said)))
def test_what_a_state_must_not_say_of_itself_is_quoted_in_brief(said: dict[str, Any]) -> None:
    """The page shows the error in the game's place."""
    page = str(stubborn(**said).__doc__)
    assert "…" in page and len(page) < 600
