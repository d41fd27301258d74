"""What a player is shown of a state: one view, made by the game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, board, transcript
from interactive_provider.boards import Board, Cell
from interactive_provider.errors import BrokenGame
from interactive_provider.game import Game, State, View, shown_to
from interactive_provider.heart.play.position_data import page_of, view_of
from interactive_provider.widget.session import Session


class Here(State):
    """One text and nothing to choose but to go on."""

    display_text = "Here."
    display_options = (("on", "on"),)


class Place(Game[Here]):
    """Stay where you are."""

    def new_state(self, rng: Random) -> Here:
        """Here."""
        return Here()

    def process_response(self, state: Here, value: str, rng: Random) -> Here:
        """Here again."""
        return state


def begun(**members: Any) -> Any:
    """The game with other members, at its start."""
    return InteractiveProvider(type("Place", (Place,), members), seed=1).place


@pytest.mark.parametrize(
    ("name", "part"),
    [
        *((name, 5) for name in ("text", "title", "footnote", "chosen", "echo", "ending", "names")),
        *(("board", "a board"), ("screen", "a screen"), ("setting", "novel"), ("is_typing", "no")),
        *(("keys", [("Enter", 1)]), ("keys", (("Enter",),)), ("keys", ((1, 1),))),
        *(("names", ("Ada", 5)), ("extras", "a text")),
    ],
)
def test_a_part_of_another_kind_is_refused(name: str, part: object) -> None:
    """The error names the part and quotes it."""
    with pytest.raises(TypeError, match=f"^{name} is .*, which is not "):
        View(**{name: part})  # type: ignore[arg-type]


def test_a_misspelt_part_is_refused() -> None:
    """As any argument that does not exist."""
    with pytest.raises(TypeError, match="footnotes"):
        View("Here.", footnotes="one")  # type: ignore[call-arg]


class Loud(str):
    """A text that raises when it is read as one."""

    __slots__ = ()

    def __str__(self) -> str:
        raise ValueError("too loud")

    __format__ = strip = rstrip = replace = split = encode = __str__  # type: ignore[assignment]


def test_a_text_of_somebodys_own_kind_is_plain_text() -> None:
    """What it would do when it is read never happens."""
    view = View(Loud("Here."), title=Loud("A place"), footnote=Loud("small"))
    assert {str} == {type(view.text), type(view.title), type(view.footnote)}
    assert "Here." in str(begun(view=lambda self, state, player: view).__doc__)


def test_a_view_that_fails_is_the_error_alone() -> None:
    """On the page, in HTML and on the live board; the choices are still there."""

    def view(self: Any, state: Any, player: int) -> View:
        raise ValueError("no light")

    position = begun(view=view)
    said = "view of place raised ValueError: no light"
    for page in (position.__doc__, position._repr_html_(), Session(position).view()["text"]):
        assert said in page
    assert ["on"] == dir(position)


def test_a_board_that_fails_leaves_the_text() -> None:
    """It is made when somebody looks at it, and its error stands below the text."""
    position = begun(board=lambda self, state: 1 // 0)
    assert "Here.\nboard of place raised ZeroDivisionError" in position.__doc__
    with pytest.raises(BrokenGame, match="board of place"):
        board(position)


def test_something_else_than_a_view_is_refused() -> None:
    """With what was given."""
    with pytest.raises(BrokenGame, match=r"'Here\.' is not a View"):
        view_of(begun(view=lambda self, state, player: "Here."))


def test_what_is_shown_is_in_the_view() -> None:
    """The default is the text and the board; what can be done is the state's own."""
    game = type("Place", (Place,), {"board": lambda self, state: Board(((Cell("x"),),))})()
    shown = shown_to(game, Here(), 0)
    assert ("Here.", "x", (("on", "on"),)) == (
        shown["text"],
        shown["board"].rows[0][0].text,
        shown["options"],
    )


def test_a_game_adds_to_the_usual_view() -> None:
    """A title, a footnote and a text that can be asked for, beside the text of the state."""

    def view(self: Any, state: Any, player: int) -> View:
        extras = {"transcript": lambda: "All of it."}
        return replace(
            Game.view(self, state, player), title="A place", footnote="small", extras=extras
        )

    position = begun(view=view)
    page = page_of(position).as_text()
    assert page.startswith("A place\n\nHere.\n\nsmall\n\n")
    assert "All of it." == transcript(position)
