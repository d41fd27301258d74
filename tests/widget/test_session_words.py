"""Whatever a game says while it is played on a board, by speaking or by failing, reaches the page
without a control."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from interactive_provider.boards import Board, Cell, Frame
from interactive_provider.game import Check, Hint, Verdict
from interactive_provider.widget.session import Session

from ..rendering.games import Lamps, Switch, start

WORDS = "\x1b]0;owned\x07 \u202eturned\u2066 \ud800 \x9b31m"
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Talking(Switch):
    """Lamps of which everything that is said is hostile."""

    title = WORDS

    def board(self, state: Lamps) -> Board:
        """One cell, with hostile words all around and before it."""
        cell = Cell(WORDS, "plain", WORDS, WORDS, press=(0, 0), overlay=WORDS)
        around = ((cell,),), WORDS, (WORDS,), (WORDS,), ((WORDS, WORDS),), ((WORDS, WORDS),)
        return Board(*around, frames=(Frame(((cell,),), WORDS),))

    def hint(self, state: Lamps) -> Hint:
        """A hostile reason."""
        return Hint((0, 0), WORDS)

    def evaluate(self, state: Lamps) -> Mapping[Any, Verdict]:
        """A hostile verdict on everything."""
        return {
            (r, c): Verdict(WORDS, 0.5) for r in range(state.rows) for c in range(state.columns)
        }

    def check(self, state: Lamps) -> Check:
        """A hostile finding."""
        return Check(False, WORDS)


class Failing(Talking):
    """Lamps that fail with hostile words."""

    def process_response(self, state: Lamps, value: Any, rng: Any) -> Lamps:
        """No step."""
        raise ValueError(WORDS)

    def hint(self, state: Lamps) -> Hint:
        """No hint."""
        raise ValueError(WORDS)

    def evaluate(self, state: Lamps) -> Mapping[Any, Verdict]:
        """No verdict."""
        raise ValueError(WORDS)

    def check(self, state: Lamps) -> Check:
        """No finding."""
        raise ValueError(WORDS)


def _texts(told: Any) -> list[str]:
    """All texts of a view but the labels of cells, which have two controls of our own for their
    place."""
    if isinstance(told, str):
        return [told]
    if isinstance(told, Mapping):
        return [text for key, part in told.items() for text in _texts(part) if key != "kinds"]
    return (
        [text for part in told for text in _texts(part)] if isinstance(told, list | tuple) else []
    )


@pytest.mark.parametrize("game", [Talking, Failing])
@pytest.mark.parametrize(
    "order", ["hint", "evaluate", "check", "step", "gesture", "nothing", WORDS]
)
def test_no_word_of_a_game_steers_the_page(game: type[Switch], order: str) -> None:
    """Status, title, text, options, verdicts, captions, counters and legend, whatever was asked
    for."""
    session = Session(start(game, rows=1, columns=1))
    session.view()
    session.act({"do": order, "gesture": "press", "seen": 1, "at": [0, 0]})
    view = session.view()
    assert [] == [text for text in _texts(view) if _UNSAFE.search(text)]
    kinds = [text for kind in view["board"]["kinds"] for text in _texts(kind)]
    assert [] == [text for text in kinds if _UNSAFE.search(re.sub("[\x01\x02]", "", text))]
    if game is Failing and order in ("hint", "evaluate", "check", "gesture"):
        assert "owned" in view["status"]
