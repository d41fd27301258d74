"""What the page is told of a position: only what belongs there, and clean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, games
from interactive_provider.boards import Board, Cell, Frame, Terminal
from interactive_provider.game import Game, Hint, State, Verdict
from interactive_provider.heart.play.overlays import chosen_places, way_of
from interactive_provider.rendering import console
from interactive_provider.showing import Lead, View
from interactive_provider.support.storage import user_folder
from interactive_provider.widget.payload import (
    FIRST_KIND,
    advised_ways,
    board_payload,
    drag_verdicts,
    options_payload,
    sweeps,
    terminal_payload,
)
from interactive_provider.widget.session import Session
from tools.isolation import REPOSITORY

from ..rendering.games import Row, Slide, Switch, start

FAR = Cell("a", drag=(((1, 1), "far"), ((9, 9), "off"), ("right", "near")))
BOARD = Board(((FAR, Cell("b")), (Cell("c"), Cell("d"))))


def test_a_hint_shows_the_way_of_its_own_drag() -> None:
    """The pieces that a hint advises to move say so; those of another drag do not, and a check has
    none."""
    session = Session(start(Slide, tiles=(1, 0, 2)))
    session.act({"do": "hint"})
    assert "right" == session.view()["nudge"]
    session.act({"do": "check"})
    view = session.view()
    assert ("", [], False) == (view["nudge"], view["arrow"], view["stuck"])


def test_a_drag_to_a_place_has_an_arrow_and_a_verdict() -> None:
    """From the cell to the place, in reading order; drags that lead off the board or are not judged
    have none."""
    assert [0, 3] == advised_ways(BOARD, "far")
    assert [] == advised_ways(BOARD, "near")
    assert ["", "right"] == [way_of(BOARD, Hint(value, "It is good.")) for value in ("far", "near")]
    verdicts = {"far": Verdict("good", 1.0), "off": Verdict("bad", 0.0)}
    assert [([0, 3], "good")] == [worth[:2] for worth in drag_verdicts(BOARD, verdicts)]
    assert [] == drag_verdicts(BOARD, {"near": Verdict("good", 1.0)})


@pytest.mark.parametrize(
    "rows", [((Cell("x"),) * 2,), ((Cell("x"),) * 3,) * 2, ((Cell("x"),) * 2,) * 3]
)
def test_a_frame_of_another_shape_is_left_out(rows: tuple[tuple[Cell, ...], ...]) -> None:
    """It has other rows or other columns than the board that it should lead to."""
    assert [] == board_payload(replace(BOARD, frames=(Frame(rows, "a wave"),)))["frames"]


class _Noted(Slide):
    """Tiles whose moves are written down."""

    def notation(self, state: Row, words: tuple[str, ...]) -> str | None:
        return words[-1].replace("_", " ")


@pytest.mark.parametrize(("game", "moves"), [(Slide, []), (_Noted, [("tile 2", 1)])])
def test_moves_are_listed_as_the_game_writes_them_down(
    game: type[Slide], moves: list[tuple[str, int]]
) -> None:
    """Beside the board of a game that does so; elsewhere they would only be in the way."""
    assert moves == Session(start(game).tile_2).view()["notes"]


def test_the_lead_is_that_of_the_player_whom_the_game_names() -> None:
    """By the best verdict of the mover, with the side where that player sits; without verdicts
    there is none."""

    class Led(Slide):
        players = ("Ada", "Ben")

        def view(self, state: Row, player: int) -> View:
            return replace(super().view(state, player), lead=Lead(1, is_above=True))

        def evaluate(self, state: Row) -> dict[Any, Verdict]:
            return {value: Verdict("good", 0.75) for _, value in state.display_options}

    session = Session(start(Led).both_sides)
    assert ("", True) == (session.view()["lead"], session.view()["above"])
    session.act({"do": "evaluate"})
    assert "25%" == session.view()["lead"]


def test_a_piece_lies_where_the_game_says() -> None:
    """A verdict stands where the piece of a press comes to lie, and the page is told these
    cells."""
    cells = tuple(
        (Cell("", press=1, piece="bare"), Cell("", press=2, piece="bare")) for _ in range(2)
    )
    board = Board(cells, surface="rack", lands=((1, 0), (0, 1)))
    assert [(0, 1), (1, 0)] == [place for place, _ in chosen_places(board)]
    assert [2, 1] == board_payload(board)["lands"]
    assert "lands" not in board_payload(replace(board, lands=()))


@dataclass(frozen=True)
class _Words(State):
    over: bool = False

    @property
    def outcome(self) -> str | None:
        return "ended" if self.over else None

    @property
    def display_options(self) -> tuple[tuple[str, bool], ...]:
        return () if self.over else (("stop", True),)


class _WithoutBoard(Game[_Words]):
    """Stop when you like."""

    def new_state(self, rng: Random) -> _Words:
        return _Words()

    def process_response(self, state: _Words, value: bool, rng: Random) -> _Words:
        return _Words(True)

    def evaluate(self, state: _Words) -> Mapping[bool, Verdict]:
        return {True: Verdict("fine", 1.0)}


class _Echoed(_Words):
    """Repeats what was answered."""

    display_text = "Stop? yes\nStopped."


class _Echoing(_WithoutBoard):
    """Stop, and read that you did."""

    def process_response(self, state: _Words, value: bool, rng: Random) -> _Words:
        return _Echoed(True)

    def view(self, state: _Words, player: int) -> View:
        echo = "Stop? yes\n" if isinstance(state, _Echoed) else ""
        return replace(super().view(state, player), echo=echo)


class _OnABoard(_Echoing):
    """The same before a picture."""

    def board(self, state: _Words) -> Board:
        return BOARD


@pytest.mark.parametrize(
    ("game", "text"), [(_Echoing, "Stopped."), (_OnABoard, _Echoed.display_text)]
)
def test_an_answer_is_repeated_where_no_transcript_has_it(game: type[Game[Any]], text: str) -> None:
    """Beside a board there is none."""
    assert text == Session(start(game).stop).view()["text"]


def test_what_belongs_to_a_board_is_not_told_without_one() -> None:
    """Neither clock nor arrows, also with verdicts on; and a game without endings to find has no
    record of one."""
    session = Session(start(_WithoutBoard))
    session.act({"do": "evaluate"})
    view = session.view()
    assert ("fine", [], None) == (view["options"][0][2], view["worth"], view["clock"])
    assert Session(start(Slide)).view()["clock"] is not None
    session.act({"do": "option", "index": 0, "seen": view["number"]})
    view = session.view()
    assert (False, "", 0, 1, False) == (
        view["stuck"],
        view["record"],
        view["more"],
        view["moves"],
        view["redo"],
    )


def test_a_lobby_has_pictures_no_moves_and_nothing_to_undo() -> None:
    """Undo leads from the levels back to the game that they were asked for in."""
    session = Session(games.minesweeper(seed=1))
    view = session.view()
    assert (0, False) == (view["moves"], view["undo"])
    assert all(picture["kinds"] for boards in view["thumbnails"] for picture in boards)
    session = Session(games.match_game(seed=1).two_people.row1.take1)
    session.act({"do": "levels"})
    view = session.view()
    assert (True, True, 0) == (view["cards"], view["undo"], view["moves"])
    session.act({"do": "undo"})
    assert "take1" in session.line


def test_a_program_has_its_screen(tmp_path: Path) -> None:
    """Dark glass for one that asks line by line, a screen of characters for one that places what it
    prints."""
    (tmp_path / "lines.bas").write_text('10 INPUT "WHAT";A$\n20 PRINT A$')
    (tmp_path / "places.bas").write_text(
        '10 CLS\n20 LOCATE 5,5\n30 INPUT "WHAT";A$\n40 LOCATE 1,1:PRINT A$'
    )
    provider = InteractiveProvider(tmp_path)
    lines, places, board = (
        Session(p).view() for p in (provider.lines(seed=1), provider.places(seed=1), start(Slide))
    )
    assert (console.colour, "", "") == (lines["console"], places["console"], board["console"])
    assert places["terminal"] and not lines["terminal"]


def test_an_ending_of_a_story_is_counted_at_its_end(tmp_path: Path) -> None:
    """Not before, and its title is made harmless."""
    (tmp_path / "tale.twee").write_text(
        ":: StoryTitle\nA [2Jtale\n\n:: StoryData\n{}\n\n:: Start\n[[On|End]]\n\n:: End\nThe end."
    )
    provider = InteractiveProvider(tmp_path)
    session = Session(provider[dir(provider)[0]](seed=1))
    assert "" == session.view()["record"]
    session.act({"do": "option", "index": 0, "seen": session.view()["number"]})
    assert session.view()["record"]
    stories = json.loads((user_folder() / "endings.json").read_text("utf-8"))["stories"]
    assert ["A �[2Jtale"] == [title for title in stories if "tale" in title]


def test_a_hostile_game_sends_nothing_that_steers() -> None:
    """Signs, labels, screens and what stands above and below them are clean."""
    told = [
        board_payload(Board(((Cell("\x1b[2J\u202e", piece="red-disc"),),))),
        terminal_payload(Terminal(("\x1b[2J",), (chr(7) * 4,), above="\u202e", below="\x1b")),
        options_payload([("\x1b[2J b", 1, ("a", "b")), ("\u202e", 2, ("a",))], {}),
    ]
    assert not {"\x1b", "\u202e"} & set("".join(_texts(told)))


def _texts(data: Any) -> list[str]:
    if isinstance(data, Mapping):
        return [text for value in data.values() for text in _texts(value)]
    if isinstance(data, list | tuple):
        return [text for value in data for text in _texts(value)]
    return [data] if isinstance(data, str) else []


def test_a_label_keeps_its_place_unless_both_names_are_in_it() -> None:
    """A row's name alone may be any number."""
    board = Board(
        ((Cell("x", label="1 mine"), Cell("y", label="row 1, column b")),),
        column_labels=("a", "b"),
        row_labels=("1",),
    )
    assert ["1 mine", "row \x01, column \x02"] == [
        kind[2] for kind in board_payload(board)["kinds"]
    ]


def test_a_kind_ends_with_what_it_has() -> None:
    """Empty parts at its end are left out, all others are kept."""
    kinds = board_payload(Board(((Cell("x", label="a cross"), Cell("y", tooltip="why")),)))["kinds"]
    assert ["a cross", "why"] == [[*kind][-1] for kind in kinds]


def test_the_page_counts_kinds_from_the_same_character() -> None:
    """Python writes them, JavaScript reads them."""
    script = REPOSITORY / "interactive_provider" / "widget" / "frontend" / "view.js"
    assert f"FIRST_KIND = 0x{FIRST_KIND:x};" in script.read_text()


def test_a_switch_is_no_ending() -> None:
    """A game that goes on has no record."""
    session = Session(start(Switch))
    session.act({"do": "option", "index": 0, "seen": session.view()["number"]})
    assert "" == session.view()["record"]


@pytest.mark.parametrize(
    ("drags", "letters"),
    [
        (((("up", 1), ("left", 2)), (("up", 1), ("left", 2))), "UL"),
        (((("right", 1),), (("left", 2),)), ""),
        (((("up", 1),), ()), "U"),
        (((((0, 1), 1),), (((0, 1), 1),)), ""),
        (((), ()), ""),
    ],
)
def test_arrows_move_all_at_once_only_if_every_cell_says_so(
    drags: tuple[Any, ...], letters: str
) -> None:
    """Two tiles that may change places are not all tiles, even if no other move is left; nor is a
    way to a place."""
    row = tuple(Cell("a", drag=ways) for ways in drags)
    assert letters == sweeps(Board((row,)))
