"""What a player does on a board, without any front end."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    choose,
    describe,
    evaluate,
    games,
    line,
    options,
    outcome,
    replay,
    restart,
    undo,
)  # fmt: skip
from interactive_provider.boards import Board, Cell, Toggles, Zone
from interactive_provider.errors import ChoiceError, SourceError
from interactive_provider.game import Check, Hint, Solution, State, Text, Verdict
from interactive_provider.heart.play import actions, nodes
from interactive_provider.heart.play.insiders import state_of
from interactive_provider.heart.play.overlays import brief, verdict_legend
from interactive_provider.showing import View
from interactive_provider.widget import payload, results
from interactive_provider.widget.payload import FIRST_KIND, board_payload
from interactive_provider.widget.session import REMEMBERED, Session
from tests.heart.toys import Walk
from tests.rendering.test_sanitizing_hostile_words import texts
from tests.thorough import some

from ..rendering.games import Ask, Blank, Hostile, Row, Slide, Switch, Torn, start


def _press(row: int, column: int, seen: int = 1, gesture: str = "press") -> dict[str, Any]:
    return {"do": "gesture", "gesture": gesture, "at": [row, column], "seen": seen}


def _kinds(view: dict[str, Any]) -> list[list[str]]:
    """The kind of each cell, in reading order, with what was empty at its end."""
    kinds = [[*kind, *[""] * (9 - len(kind))] for kind in view["board"]["kinds"]]
    return [kinds[ord(sign) - FIRST_KIND] for sign in view["board"]["at"]]


def test_a_click_and_an_attribute_reach_the_same_position() -> None:
    """Uncover, flag and chord by gestures are the attributes of those names."""
    p = games(seed=7).minesweeper.beginner
    session = Session(p)
    session.view()
    session.act(_press(3, 3))
    assert session.position == p.uncover.r4.c4
    session.view()
    session.act(_press(0, 0, 2, "secondary"))
    assert session.position == p.uncover.r4.c4.flag.r1.c1
    assert session.line == line(p.uncover.r4.c4.flag.r1.c1)
    assert replay(session.line) == session.position


def test_a_click_means_what_the_player_saw() -> None:
    """A click on a board of before is that board's option, done if it is still legal, refused if
    not."""
    p = games(seed=7).minesweeper.beginner
    session = Session(p)
    session.view()
    session.act(_press(3, 3))
    session.view()
    session.act(_press(3, 3))
    assert session.position == p.uncover.r4.c4
    assert session.status == "That is no longer possible: the board has changed since then."
    session.act(_press(0, 8))
    assert session.position == p.uncover.r4.c4.uncover.r1.c9


def test_outdated_boards_are_forgotten() -> None:
    """Only that many are kept, and a click on an older one says so."""
    session = Session(start(Switch))
    for _ in range(REMEMBERED + 1):
        session.view()
    session.act(_press(0, 0, seen=1))
    assert session.status.startswith("That click was on an outdated board")
    session.act(_press(0, 0, seen=2))
    assert session.status == ""


@pytest.mark.parametrize(
    "order",
    [
        {"do": "gesture", "gesture": "press", "at": [9, 9], "seen": 1},
        {"do": "gesture", "gesture": "press", "at": [0, 9], "seen": 1},
        {"do": "gesture", "gesture": "press", "at": [-1, 0], "seen": 1},
        {"do": "gesture", "gesture": "press", "at": "no place", "seen": 1},
        {"do": "gesture", "gesture": "press", "at": [0, 0], "seen": "nothing"},
        {"do": "option", "index": 10_000, "seen": 1},
        {"do": "type", "text": "seven"},
        {"do": "redo"},
        {"do": "undo"},
        {"do": "no such thing"},
        {},
    ],
)
def test_a_senseless_order_is_told_and_harms_nothing(order: dict[str, Any]) -> None:
    """Whatever a page sends, the position stays and the status says something."""
    p = start(Switch)
    session = Session(p)
    session.view()
    session.act(order)
    assert session.position == p
    assert session.status


@pytest.mark.parametrize("index", [3, -1, "0", None])
def test_an_option_that_is_not_there_is_one_sentence(index: Any) -> None:
    """It quotes the number, and no option is counted from the end."""
    session = Session(start(Ask))
    assert 3 == len(session.view()["options"])
    session.act({"do": "option", "index": index, "seen": 1})
    assert f"There is no option {index!r}; the board has 3." == session.status


def test_a_gesture_that_a_cell_does_not_take_does_nothing() -> None:
    """Neither a move nor a complaint."""
    p = start(Switch)
    session = Session(p)
    session.view()
    session.act(_press(0, 0, gesture="secondary"))
    assert (p, "") == (session.position, session.status)


def test_undo_and_redo_go_back_and_forth() -> None:
    """Redo returns to what was taken back until another move is made."""
    p = start(Switch)
    session = Session(p)
    session.view()
    session.act(_press(0, 0))
    session.act(_press(1, 1))
    there = session.position
    session.act({"do": "undo"})
    session.act({"do": "undo"})
    assert session.position == p
    assert session.view()["redo"]
    session.act({"do": "redo"})
    session.act({"do": "redo"})
    assert session.position == there
    session.act({"do": "undo"})
    session.act(_press(2, 2))
    assert not session.view()["redo"]
    assert session.position == p.r1.c1.r3.c3


def test_restart_and_new_game() -> None:
    """Restart is the same start, a new game has another seed."""
    p = games(seed=7).minesweeper.beginner
    session = Session(p.uncover.r4.c4)
    session.act({"do": "restart"})
    assert session.position == p
    session.act({"do": "new"})
    assert session.position != p
    assert len(options(session.position)) == len(options(p))


def test_drags_and_arrows_choose() -> None:
    """A drag's option is reached by its direction."""
    p = start(Slide)
    session = Session(p)
    assert [kind[4] for kind in _kinds(session.view())] == ["", "R", ""]
    session.act(_press(0, 1, gesture="right"))
    assert session.position == p.tile_2


def test_a_hint_is_told_and_marked_until_the_next_move() -> None:
    """The reason stands in the status, the mark on the cells it rests on and on the advised one."""
    session = Session(start(Slide))
    session.act({"do": "hint"})
    view = session.view()
    assert view["status"] == "Tile 2. It has to go right."
    assert [kind[1] for kind in _kinds(view)] == [
        "ip-tile ip-marked-hint",
        "ip-tile ip-marked-advised",
        "ip-blank",
    ]
    session.act(_press(0, 1, gesture="right"))
    assert not any("ip-marked" in kind[1] for kind in _kinds(session.view()))


def test_a_check_marks_what_is_wrong() -> None:
    """The words stand in the status."""
    session = Session(start(Slide))
    session.act({"do": "check"})
    view = session.view()
    assert view["status"] == "Tile 1 is not in its place."
    assert ["ip-marked-wrong" in kind[1] for kind in _kinds(view)] == [True, False, False]


def test_the_overlay_of_verdicts_goes_on_and_off() -> None:
    """Verdicts lie on the cells whose gestures they judge, and are renewed at each move."""
    session = Session(start(Slide, tiles=(1, 2, 0, 3)))
    session.act({"do": "evaluate"})
    assert [kind[5] for kind in _kinds(session.view())] == ["", "1", "", "1"]
    assert [kind[6] for kind in _kinds(session.view())] == ["", "shade-10", "", "shade-0"]
    session.act(_press(0, 1, gesture="right"))
    assert [kind[5] for kind in _kinds(session.view())] == ["1", "", "1", ""]
    session.act({"do": "evaluate"})
    assert [kind[5] for kind in _kinds(session.view())] == ["", "", "", ""]


def test_steps_lead_to_the_end_and_stop_there() -> None:
    """The solver's way is followed step by step; at the end there is no further one."""
    session = Session(start(Slide))
    for _ in range(2):
        session.act({"do": "step"})
        assert not session.stuck
    assert outcome(session.position) == "won"
    session.act({"do": "step"})
    assert session.stuck
    assert session.status == "The game is over."


def test_a_step_says_its_reason_and_marks_its_square() -> None:
    """As a hint does that is followed: the reason stays above the board, and the square that was
    uncovered is marked."""
    session = Session(games.minesweeper(seed=7).beginner.uncover.r4.c4)
    session.act({"do": "step"})
    view = session.view()
    assert view["status"].startswith("Uncover r2 c7: a mine here would contradict the 2 at r3 c5")
    assert ["ip-number-2 ip-marked-last"] == [
        kind[1] for kind in _kinds(view) if "ip-marked" in kind[1]
    ]
    session.act({"do": "undo"})
    assert [] == [kind for kind in _kinds(session.view()) if "ip-marked" in kind[1]]


def test_a_step_after_leaving_the_way_is_planned_anew() -> None:
    """A plan belongs to the position it was made for."""
    session = Session(start(Slide, tiles=(1, 2, 3, 0)))
    session.act({"do": "step"})
    session.act({"do": "undo"})
    session.act({"do": "step"})
    session.act({"do": "step"})
    session.act({"do": "step"})
    assert outcome(session.position) == "won"


def test_an_ability_that_is_missing_is_told() -> None:
    """A game without hints or verdicts says so on the board, and the game goes on."""
    p = start(Switch)
    session = Session(p)
    for what in ("hint", "check", "evaluate", "step"):
        session.act({"do": what})
        assert session.stuck, what
        assert session.status, what
    assert session.position == p
    assert not session.view()["evaluating"]


def test_a_game_without_a_board_has_its_options_as_grouped_buttons() -> None:
    """An option in stages stands under its first word; a free input is asked for in words."""
    session = Session(start(Ask))
    view = session.view()
    assert view["board"] is None
    assert view["asked"] == "a whole number from 1 to 1000"
    assert [option[:2] for option in view["options"]] == [
        ("", "give up"),
        ("ask", "<b>more</b>"),
        ("ask", "less"),
    ]
    session.act({"do": "option", "index": 2, "seen": 1})
    assert session.view()["outcome"] == "won"
    assert session.view()["text"] == "Over, -."


def test_numbers_and_words_are_typed() -> None:
    """What is typed is read by the state; what it refuses is told in its own words."""
    p = start(Ask)
    session = Session(p)
    session.act({"do": "type", "text": "2000"})
    assert "is too large" in session.status
    session.act({"do": "type", "text": "42"})
    assert session.position == p(42)
    session.act({"do": "type", "text": "Ada"})
    assert session.position == p(42)("Ada")


def test_options_that_no_gesture_reaches_stand_beside_the_board() -> None:
    """Where every option lies on the board there is no button for one."""
    view = Session(start(Switch)).view()
    assert view["options"] == []
    view = Session(start(Hostile)).view()
    assert len(view["options"]) == 1


def test_a_lobby_shows_its_presets_as_buttons() -> None:
    """Choosing one begins the game."""
    session = Session(games(seed=3).minesweeper)
    names = [words for _, words, *_ in session.view()["options"]]
    assert names[:3] == ["beginner", "intermediate", "expert"]
    session.act({"do": "option", "index": 0, "seen": 1})
    assert session.position == games(seed=3).minesweeper.beginner


def test_the_levels_are_those_of_a_fresh_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who chooses another level does not play the same luck again; undo leads back."""
    monkeypatch.setattr(nodes, "fresh_seed", lambda: 5)
    p = games.minesweeper(seed=3).beginner
    session = Session(p)
    session.act({"do": "levels"})
    assert games.minesweeper(seed=5) == session.position
    session.act({"do": "undo"})
    assert p == session.position


@pytest.mark.parametrize(
    "way", [("levels", "new"), ("levels", "begin"), ("levels", "new", "begin")]
)
def test_undo_does_not_lead_from_another_game_into_the_one_before(way: tuple[str, ...]) -> None:
    """Who begins another game from its levels is at its start; asking for the levels again leads
    back to this one."""
    session = Session(games.minesweeper(seed=3).beginner)
    for order in way:
        session.act(
            {"do": order}
            if order != "begin"
            else {"do": "option", "index": 1, "seen": session.view()["number"]}
        )
    before = session.position
    assert not session.view()["undo"]
    session.act({"do": "undo"})
    assert (before, True) == (session.position, session.stuck)
    session.act({"do": "levels"})
    session.act({"do": "undo"})
    assert (before, way[-1] == "new") == (session.position, session.stuck)


def test_levels_are_shown_without_the_verdicts_that_are_laid_over_a_board() -> None:
    """They come back with the game; the levels say nothing of a fault."""
    session = Session(games.k_in_a_row(seed=1).noughts_and_crosses)
    session.act({"do": "evaluate"})
    shaded = session.view()["board"]
    session.act({"do": "levels"})
    view = session.view()
    assert ("", True, True) == (view["status"], view["cards"], len(view["options"]) > 1)
    assert "" == view["text"] or "Error" not in view["text"]
    session.act({"do": "undo"})
    assert shaded == session.view()["board"]


def test_what_could_not_be_loaded_says_why(tmp_path: Path) -> None:
    """The reason comes first and is not shortened, however long it is."""
    (tmp_path / "odd.py").write_text(
        "raise ValueError('because ' + 'of a very long reason ' * 20 + 'at its end')"
    )
    with pytest.raises(SourceError, match="at its end"):
        Session(InteractiveProvider(tmp_path).odd)


def test_a_catalogue_shows_its_games_as_cards() -> None:
    """Each with what it is; a press begins it, a menu among them shows its own."""
    session = Session(games(seed=3))
    view = session.view()
    assert view["cards"]
    cards = {words: facts for _, words, *_, facts in view["options"]}
    assert "Open every square that does not hide a mine." == cards["Minesweeper"]
    names = [words for _, words, *_ in view["options"]]
    session.act({"do": "option", "index": names.index("BASIC programs of the 1970s"), "seen": 1})
    assert session.position == games(seed=3).basic
    inside = [words for _, words, *_ in session.view()["options"]]
    session.act({"do": "option", "index": inside.index("oasis"), "seen": 2})
    assert session.position == games(seed=3).basic.oasis
    for what in ("hint", "step", "undo", "restart", "picture"):
        other = Session(games(seed=3))
        other.view()
        other.act({"do": what})
        assert other.status, what


def test_a_lobby_tells_what_its_presets_set() -> None:
    """Size first, then whatever else, as one says it."""
    view = Session(games(seed=3).minesweeper).view()
    facts = {words: fact for _, words, *_, fact in view["options"]}
    assert "9 × 9 · 10 mines" == facts["beginner"]
    assert "16 × 30 · 99 mines" == facts["expert_no_guess"]
    # not "mine ratio 0.08 · start unsafe", which only its author can read
    assert "20 × 20" == facts["classic"]


def test_a_lobby_says_how_strong_each_opponent_is() -> None:
    """In words, with the simulations that are its own."""
    view = Session(games(seed=3).openspiel.go).view()
    facts = {words: fact for _, words, *_, fact in view["options"]}
    assert "knows only the rules" == facts["against a random player"]
    assert "tries 16 games a move" == facts["against a beginner"]
    assert "tries 250 games a move" == facts["against a medium computer"]
    view = Session(games(seed=3).k_in_a_row).view()
    facts = {words: fact for _, words, *_, fact in view["options"]}
    assert "never makes a mistake" == facts["noughts and crosses against the computer"]
    assert "`" not in view["text"]


def test_a_card_does_not_say_its_name_twice() -> None:
    """And what an old program calls itself in capitals is a sentence."""
    view = Session(games(seed=3).basic).view()
    facts = {words: fact for _, words, *_, fact in view["options"]}
    assert "Find the ship before the fog does" == facts["lighthouse"]


STEPPED = [
    "minesweeper.beginner",
    "minesweeper.beginner_no_guess",
    "sliding.eight",
    "capture.gentle_1",
    "null.three_lamps",
    "match_game.you_begin",
    "guess",
    "chemistry",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", STEPPED)
def test_steps_lead_to_the_end_whatever_the_seed(name: str) -> None:
    """Of thirty seeds none stops on the way because an earlier step has done a later one
    already."""
    for seed in range(some(10, of=30)):
        node: Any = games(seed=seed)
        for part in name.split("."):
            node = getattr(node, part)
        session = Session(node)
        for _ in range(200):
            session.act({"do": "step"})
            assert not session.stuck, (seed, session.status)
            if outcome(session.position) is not None:
                break
        assert outcome(session.position) is not None, seed


def test_the_way_through_a_game_goes_both_ways() -> None:
    """A moment is chosen by its number; what lies after it can be returned to until another move is
    made."""
    p = start(Switch)
    session = Session(p.r1.c1.r2.c2.r3.c3)
    session.act({"do": "goto", "index": 1})
    view = session.view()
    assert (session.position, 1, 2) == (p.r1.c1, view["moves"], view["later"])
    session.act({"do": "goto", "index": 3})
    assert session.position == p.r1.c1.r2.c2.r3.c3
    session.act({"do": "goto", "index": 4})
    assert session.status == "There is no move 4; the game has 3."
    session.act({"do": "goto", "index": 0})
    session.act(_press(2, 3, session.view()["number"]))
    assert session.position == p.r3.c4
    assert session.view()["later"] == 0


def test_a_program_without_a_board_has_a_transcript() -> None:
    """What was chosen stands among what was said; what is said now is the text."""
    p = games(seed=7).basic.cellars
    session = Session(p)
    assert [] == session.view()["transcript"]
    session.act({"do": "option", "index": 0, "seen": 1})
    view = session.view()
    assert view["transcript"] == [(view["transcript"][0][0], Session(p).view()["text"])]
    assert view["transcript"][0][0]


def test_a_transcript_shows_a_number_as_it_is_typed() -> None:
    """The attribute n5 is the key 5."""
    p = games(seed=7).basic.feather
    told = Session(p.n1.n5).view()["transcript"]
    assert [chosen for chosen, _ in told] == ["1", "5"]


def test_a_button_tells_what_the_game_says_of_its_choice(tmp_path: Path) -> None:
    """Where there is no board, each option carries its description; one that only repeats the label
    carries none."""
    p = _program(
        tmp_path,
        '10 PRINT "1 - DIVE":PRINT "2 - RISE":INPUT N:ON N GOTO 20,20',
        '20 INPUT "YES OR NO";A$:IF A$="YES" THEN 10',
    )
    told = {words: facts for _, words, *_, facts in Session(p).view()["options"]}
    assert told == {option.label: describe(p, option) for option in options(p)}
    assert ("DIVE", "RISE") == (told["1"], told["2"])
    assert {""} == {
        facts for _, words, *_, facts in Session(p.n1).view()["options"] if words != "other"
    }


def test_a_transcript_has_each_question_once(tmp_path: Path) -> None:
    """A part of a stock is told as the number that is typed; an answer spelled sign by sign is one
    answer."""
    p = _program(
        tmp_path,
        "10 M=100",
        '20 PRINT "YOU HAVE";M:INPUT "BET";B:IF B<0 OR B>M THEN 20',
        '30 INPUT "NAME";N$:PRINT "HELLO ";N$:INPUT "PLAY";Y$',
        "40 M=M-B:GOTO 20",
    ).half.other.A.B
    assert ("NAME? AB", [("50", "YOU HAVE 100 \nBET? ")]) == _told(p)
    assert ("HELLO AB\nPLAY? ", [("50", "YOU HAVE 100 \nBET? "), ("AB", "NAME? ")]) == _told(
        p.enter
    )


def _program(folder: Path, *lines: str) -> Any:
    (folder / "program.bas").write_text("\n".join(lines))
    return InteractiveProvider(folder).program(seed=1)


def _told(p: Any) -> tuple[str, list[tuple[str, str]]]:
    view = Session(p).view()
    return view["text"], view["transcript"]


def test_a_game_that_cannot_draw_is_shown_as_text_with_the_error() -> None:
    """The options are there as buttons, and the game is played on."""
    p = start(Torn)
    session = Session(p)
    view = session.view()
    assert view["board"] is None
    assert "no picture today" in view["text"]
    assert len(view["options"]) == 12
    session.act({"do": "option", "index": 5, "seen": 1})
    assert session.position == p.r2.c2


@pytest.mark.parametrize("what", ["hint", "step", "evaluate"])
def test_an_ability_that_raises_is_told_and_harms_nothing(what: str) -> None:
    """The error of the game's own code is the status."""
    p = start(Torn)
    session = Session(p)
    session.act({"do": what})
    assert "today" in session.status
    assert (p, True) == (session.position, session.stuck)


@pytest.mark.parametrize("game", [Hostile, Blank, Ask, Slide, Torn, Switch])
def test_every_view_is_plain_data(game: Any) -> None:
    """JSON takes it, in characters that can be sent."""
    view = Session(start(game)).view()
    json.dumps(view, ensure_ascii=False, allow_nan=False).encode("utf-8")


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 9), (3, 40), pytest.param(100, 100, marks=pytest.mark.slow)]
)
def test_boards_of_any_size_are_told_compactly(rows: int, columns: int) -> None:
    """Equal cells are one kind, whatever their place."""
    session = Session(start(Switch, rows=rows, columns=columns))
    session.view()
    session.act(_press(0, columns - 1))
    view = session.view()
    assert len(view["board"]["at"]) == rows * columns
    assert [kind[0] for kind in _kinds(view)].index("*") == columns - 1
    assert len(view["board"]["kinds"]) == min(2, rows * columns)
    assert len(json.dumps(view)) < 1300 + rows * columns


def test_labels_are_told_once_for_all_places() -> None:
    """A place in a label is a blank that the page fills in: 480 labels are one."""
    view = Session(games(seed=7).minesweeper.expert).view()
    (kind,) = view["board"]["kinds"]
    assert (kind[0], kind[1], kind[4]) == ("■", "ip-covered ip-bare", "ps")
    assert "\x01" in kind[2] and "\x02" in kind[2]
    # A page that is twice as large would be felt on a slow line.
    assert len(json.dumps(view, ensure_ascii=False).encode()) < 2_500


def test_only_a_move_forward_is_animated() -> None:
    """Neither the first sight nor an undo plays the frames."""
    session = Session(start(Slide))
    assert not session.view()["animate"]
    session.act(_press(0, 1, gesture="right"))
    view = session.view()
    assert view["animate"]
    assert [frame["caption"] for frame in view["board"]["frames"]] == ["sliding"]
    session.act({"do": "undo"})
    assert not session.view()["animate"]


def test_a_stage_is_played_from_its_position() -> None:
    """A choice in the making shows the position it belongs to; anything else is refused by name."""
    p = games(seed=7).minesweeper.beginner
    assert Session(p.uncover.r4).position == p
    with pytest.raises(ChoiceError, match="'a board' cannot be shown as a game"):
        Session("a board")  # type: ignore[arg-type] # refused


def test_another_position_may_be_shown() -> None:
    """The session follows if it is sent."""
    p = start(Slide)
    session = Session(p)
    session.move_to(choose(p, "tile 2"))
    assert undo(session.position) == p
    session.move_to(restart(p, "fresh"))
    assert session.view()["text"] == "Bring 2 tiles into order."
    assert evaluate(p)


def test_a_number_in_a_label_is_not_taken_for_a_place() -> None:
    """Only a whole word is a row or a column: tile 11 in row 1, column 1 keeps its number."""
    board = Board(((Cell("11", label="tile 11"), Cell("x", label="row 1, column 2: x")),))
    labels = [kind[2] for kind in board_payload(board)["kinds"]]
    assert labels == ["tile 11", "row \x01, column \x02: x"]


def test_a_step_may_be_a_typed_answer() -> None:
    """Where the hint is a number to type, the step types it."""
    session = Session(games(seed=7).guess)
    session.act({"do": "step"})
    assert session.position == games(seed=7).guess(50)


def test_a_solver_that_takes_no_limit_is_asked_without_one() -> None:
    """The match game's solver has no options."""
    session = Session(games(seed=7).match_game.you_begin)
    session.act({"do": "step"})
    assert not session.stuck
    assert session.view()["undo"]


def test_a_verdict_is_brief_on_a_cell() -> None:
    """Short words stand as they are, of long ones the number, else a sign for good, bad or
    middling."""
    told = [
        ("safe", 1.0),
        ("mine probability 12.5 %", 0.9),
        ("it is lost for ever", 0.0),
        ("as good as any", 0.5),
    ]
    assert [brief(Verdict(*verdict)) for verdict in told] == ["safe", "12.5%", "−", "±"]
    assert brief(Verdict("nothing is known of it")) == ""


class _Exit(Switch):
    """Lamps that leave the program when they are pressed, asked or drawn once one is lit."""

    def process_response(self, state: Any, value: Any, rng: Any) -> Any:
        raise SystemExit(1)

    def hint(self, state: Any) -> Any:
        raise GeneratorExit

    def evaluate(self, state: Any) -> Any:
        raise SystemExit(2)


def test_a_game_that_exits_when_it_is_clicked_is_a_line_of_status() -> None:
    """A click, a hint and verdicts that raise SystemExit are told on the board, which goes on."""
    session = Session(start(_Exit))
    before = session.position
    for order in (
        {"do": "gesture", "gesture": "press", "at": [0, 0], "seen": 1},
        {"do": "hint"},
        {"do": "evaluate"},
    ):
        session.view()
        session.act(order)
        assert session.stuck
        assert "raised" in session.status
    assert before == session.position
    assert session.view()["board"] is not None


@pytest.mark.parametrize("part", ["transcript", "free_input", "abilities", "start_of_line", "keys"])
def test_a_view_that_cannot_be_told_whole_is_told_bare(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a state raises while the page is put together, the page says so instead of ending
    the kernel."""
    # A bare page asks for some parts again, and must do without the others.
    calls = itertools.repeat(
        SystemExit("gone"), 1 if part in ("abilities", "start_of_line") else 99
    )

    def failing(*_: Any) -> Any:
        for fault in calls:
            raise fault
        return []

    from interactive_provider.widget import panels

    monkeypatch.setattr(panels, part, failing)
    seen = Session(start(Ask)).view()
    assert "SystemExit: gone" == seen["text"]


def test_an_interrupted_view_is_shown_when_it_is_asked_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C while the page is put together leaves the board that was shown last, and no hole in
    the numbers."""

    session = Session(start(Switch))
    session.view()
    shown = session.board()
    session.act(_press(0, 0))
    told = payload.board_payload
    monkeypatch.setattr(payload, "board_payload", _interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.view()
    assert shown is session.board()
    monkeypatch.setattr(payload, "board_payload", told)
    assert 2 == session.view()["number"]
    assert shown != session.board()


def _interrupted(*_: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize("advice", ["hint", "check"])
def test_advice_goes_with_the_position_that_it_was_given_at(advice: str) -> None:
    """A move, undo, redo and a moment of the past each take its marks off the board."""
    for leaving in ({"do": "undo"}, {"do": "goto", "index": 0}, {"do": "restart"}, {"do": "step"}):
        session = Session(start(Slide, tiles=(1, 2, 3, 0)).tile_3)
        plain = session.view()["board"]["kinds"]
        session.act({"do": advice})
        assert session.view()["board"]["kinds"] != plain
        session.act(leaving)
        kinds = str(session.view()["board"]["kinds"])
        assert "marked" not in kinds.replace("ip-marked-last", ""), leaving


class _Steering(Slide):
    """Tiles whose every word has a sequence in it that would steer a terminal."""

    def process_response(self, state: Any, value: Any, rng: Any) -> Any:
        raise ValueError("\x1b[2Jgone")

    def hint(self, state: Any) -> Any:
        return Hint(("slide", 2), "\x1b[31mred")

    def check(self, state: Any) -> Any:
        return Check(False, "\x1b[1mbold")


@pytest.mark.parametrize("order", [_press(0, 1, gesture="right"), {"do": "hint"}, {"do": "check"}])
def test_no_status_steers_a_terminal(order: dict[str, Any]) -> None:
    """What a game's errors and advice say is clean before it becomes the status."""
    session = Session(start(_Steering))
    session.view()
    session.act(order)
    assert "�[" in session.status
    assert "\x1b" not in session.status


def test_no_foreign_error_steers_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what Python or a library raises, whose errors know nothing of that, is clean."""

    def loud(*_: object) -> None:
        raise RuntimeError("\x1b[2Jgone")

    session = Session(start(Ask))
    monkeypatch.setattr(session.course, "undo", loud)
    session.act({"do": "undo"})
    assert ("RuntimeError: �[2Jgone", True) == (session.status, session.stuck)


@pytest.mark.parametrize(
    "order",
    [
        {"do": "gesture", "gesture": "press", "at": [0, 0]},
        {"do": "gesture", "gesture": "press", "at": [0], "seen": 1},
        {"do": "gesture", "gesture": "to", "at": [0, 0], "to": None, "seen": 1},
        {"do": "gesture", "gesture": ["press"], "at": [0, 0], "seen": 1},
        {"do": "option", "index": 0, "seen": []},
        {"do": "together", "zone": 0},
        {"do": "type"},
        {"do": "goto", "index": "x"},
    ],
)
def test_a_forged_order_is_one_sentence(order: dict[str, Any]) -> None:
    """A part that is missing or of another kind is not answered in the words of Python."""
    session = Session(replay("games.minesweeper(seed=7).beginner"))
    session.view()
    before = session.position
    session.act(order)
    assert ("That is not an order of this board.", True) == (session.status, session.stuck)
    assert before is session.position


class _Free(Row):
    """Tiles of which any may go into the hole."""

    def _beside_hole(self) -> list[int]:
        return [tile for tile in self.tiles if tile]


class _Two(Slide):
    """A piece that means two things when it is dragged to the right one, and one when it is dragged
    where it is."""

    def new_state(self, rng: Any, tiles: tuple[int, ...] = (2, 1, 0)) -> Row:
        return _Free(tiles)

    def process_response(self, state: Row, value: tuple[str, int], rng: Any) -> Row:
        return _Free(super().process_response(state, value, rng).tiles)

    def board(self, state: Any) -> Board:
        left = Cell(
            "a", drag=(((0, 1), ("slide", 1)), ((0, 1), ("slide", 2)), ((0, 0), ("slide", 2)))
        )
        return Board(((left, Cell("b")),))


@pytest.mark.parametrize(
    ("to", "status", "asked", "moved"),
    [
        ([0, 1], "Which of these?", ["tile 1", "tile 2"], None),
        ([0, 0], "", [], "tile 2"),
        ([1, 1], "That cannot go there now.", [], None),
    ],
)
def test_a_drag_that_may_mean_several_things_asks(
    to: list[int], status: str, asked: list[str], moved: str | None
) -> None:
    """One meaning is played, several are asked for as the cell lists them, and no meaning leaves
    all as it was and says so."""
    p = start(_Two)
    session = Session(p)
    session.view()
    session.act(_press(0, 0, gesture="to") | {"to": to})
    assert (choose(p, moved) if moved else p) == session.position
    assert status == session.status
    if asked:
        view = session.view()
        assert all(name in str(view["options"]) for name in asked)
        assert view["asking"] is None  # whose board has no pieces for them
        session.act({"do": "option", "index": 1, "seen": 2})
        assert choose(p, asked[1]) == session.position


def test_pieces_to_choose_from_stand_where_the_drag_ended() -> None:
    """If the board has a piece for each meaning, the page gets them with the target until the
    question is dropped."""

    class Drawn(_Two):
        def board(self, state: Any) -> Board:
            choices = ((("slide", 1), "white-queen"), (("slide", 2), "white-rook"))
            return replace(super().board(state), choice_pieces=choices)

    p = start(Drawn)
    session = Session(p)
    assert session.view()["asking"] is None
    session.act(_press(0, 0, gesture="to") | {"to": [0, 1]})
    assert (1, ["white-queen", "white-rook"]) == session.view()["asking"]
    session.act({"do": "cancel"})
    view = session.view()
    assert (None, "", False, p) == (view["asking"], view["status"], view["stuck"], session.position)


def test_a_redo_is_animated_and_a_shown_position_begins_still() -> None:
    """What goes forward moves; what is shown for the first time does neither move nor complain."""
    session = Session(start(Slide))
    first = session.view()
    assert (False, False) == (first["animate"], first["stuck"])
    session.act(_press(0, 1, gesture="right"))
    session.act({"do": "undo"})
    session.act({"do": "redo"})
    assert session.view()["animate"]
    session.act({"do": "redo"})
    assert ("There is nothing to redo.", True) == (session.status, session.stuck)
    session.move_to(session.position)
    shown = session.view()
    assert ("", False, False) == (shown["status"], shown["stuck"], shown["animate"])


def test_an_unknown_order_is_quoted() -> None:
    """The status says which word was not understood."""
    session = Session(start(Switch))
    session.act({"do": "juggle"})
    assert "'juggle' is not something a board can do." == session.status


def test_a_picture_is_of_a_board() -> None:
    """Where there is one it is an SVG, until the next order; without one the status says so."""
    session = Session(start(Switch))
    session.act({"do": "picture"})
    assert session.view()["picture"].startswith("<svg")
    session.act({"do": "nothing"})
    assert "" == session.view()["picture"]
    session = Session(start(Ask))
    session.act({"do": "picture"})
    assert ("There is no board to copy.", "") == (session.status, session.view()["picture"])


class _Planned(Slide):
    """Tiles whose solver gives a step in the middle that is done already, and counts how often it
    is asked."""

    asked = 0

    def solve(self, state: Any) -> Solution:
        type(self).asked += 1
        return Solution(
            (("slide", 2), ("slide", 2), ("slide", 9), ("slide", 2), ("slide", 1)), "solved"
        )


def test_a_plan_is_made_once_and_leaves_out_what_is_done() -> None:
    """The solver is asked at the first step and after a move of another's, not at each step."""
    _Planned.asked = 0
    p = start(_Planned)
    session = Session(p)
    for tiles in ((1, 0, 2), (1, 2, 0), (1, 0, 2)):
        session.act({"do": "step"})
        assert tiles == session.position._state.tiles
    assert 1 == _Planned.asked
    session.act({"do": "restart"})
    session.act({"do": "step"})
    assert (2, choose(p, "tile 2")) == (_Planned.asked, session.position)


def test_a_plan_leaves_out_every_step_that_is_done() -> None:
    """Two steps in a row that the player has made already are passed over together."""

    class Ahead(Slide):
        def solve(self, state: Any) -> Solution:
            return Solution((("slide", 9), ("slide", 8), ("slide", 2)), "solved")

    session = Session(start(Ahead))
    session.act({"do": "step"})
    assert ((1, 0, 2), False) == (session.position._state.tiles, session.stuck)


class _Silent(Switch):
    """Lamps whose hint has nothing to say."""

    def hint(self, state: Any) -> Any:
        return None


def test_where_nothing_is_known_the_step_and_the_hint_say_so() -> None:
    """A game without a solver whose hint is empty has no step, and no advice."""
    session = Session(start(_Silent))
    session.act({"do": "step"})
    assert ("No next step is known.", True) == (session.status, session.stuck)
    session.act({"do": "hint"})
    assert ("There is no hint here.", False) == (session.status, session.stuck)


def test_interrupted_verdicts_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the verdicts are found turns them off, so that the next view is not as slow
    again."""
    session = Session(start(Slide))
    session.act({"do": "evaluate"})
    monkeypatch.setattr(actions, "evaluate", _interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.view()
    assert not session.view()["evaluating"]


@pytest.mark.parametrize("place", [(3, 0), (0, 4), (-1, 0), (0, -1), (3, 4)])
def test_a_click_beside_the_board_is_told_by_its_place(place: tuple[int, int]) -> None:
    """Of three rows and four columns, counted from 0."""
    session = Session(start(Switch, rows=3, columns=4))
    session.view()
    session.act(_press(*place))
    assert f"There is no cell at row {place[0]}, column {place[1]}." == session.status


class _Saying(Hint):
    """A hint that writes itself in its own way."""

    def __str__(self) -> str:
        return "\x1b[2J"


class _Finding(Check):
    """A check that writes itself in its own way."""

    def __str__(self) -> str:
        return "\x1b[2J"


class _Judging(Verdict):
    """A verdict that writes itself in its own way."""

    def __str__(self) -> str:
        return "\x1b[2J"


class _Own(Slide):
    """Advice of kinds of its own, and a footnote."""

    def hint(self, state: Any) -> Any:
        return _Saying(("slide", 1), "x", names=("x",))

    def check(self, state: Any) -> Any:
        return _Finding(False, "x")

    def evaluate(self, state: Any) -> Any:
        return {value: _Judging("\x1b[1m") for _, value in state.display_options}


class _Advised(Switch):
    """Lamps that have no solver and advise the first."""

    def hint(self, state: Any) -> Any:
        return _Saying((0, 0), "x", names=("r1", "c1"))


@pytest.mark.parametrize(
    ("game", "what"),
    [(_Own, "hint"), (_Own, "check"), (_Own, "evaluate"), (_Advised, "step")],
    ids=str,
)
def test_advice_of_a_games_own_kind_is_clean_too(game: Any, what: str) -> None:
    """However it writes itself."""
    session = Session(start(game))
    session.act({"do": what})
    view = session.view()
    assert "�" in session.status
    assert [] == [text for text in texts(view) if "\x1b" in text]


def test_what_verdicts_mean_is_told_with_them() -> None:
    """Their legend is the status; it does not take the place of another one."""
    session = Session(start(Slide, tiles=(1, 2, 0, 3)))
    session.act({"do": "evaluate"})
    told = verdict_legend(evaluate(start(Slide, tiles=(1, 2, 0, 3))))
    assert told == session.view()["status"]
    session.act({"do": "check"})
    assert told != session.status == session.view()["status"]


def test_verdicts_that_fail_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says why once, and is not asked for them again."""

    def failing(*_: object, **__: object) -> None:
        raise ValueError("\x1b no verdict today")

    session = Session(start(Slide))
    session.act({"do": "evaluate"})
    monkeypatch.setattr(actions, "evaluate", failing)
    assert "ValueError: � no verdict today" == session.view()["status"]
    assert not session.view()["evaluating"]


def test_a_page_that_is_only_begun_counts_nothing() -> None:
    """A lobby, a position without a board, and a board: moves, further options, a clock, and what
    may be typed."""

    def told(p: Any) -> list[Any]:
        view = Session(p).view()
        return [
            view[key]
            for key in (
                "moves",
                "more",
                "clock",
                "later",
                "undo",
                "redo",
                "cards",
                "asked",
                "outcome",
            )
        ]

    assert [0, 0, None, 0, False, False, True, "", None] == told(games.minesweeper)
    assert [0, 0, None, 0, False, False, True, "", None] == told(games)
    assert [0, 0, None, 0, False, False, False, "a whole number from 1 to 1000", None] == told(
        start(Ask)
    )
    assert [0, 0, (0.0, False), 0, False, False, False, "", None] == told(start(Switch))
    assert [1, 0, (0.0, False), 0, True, False, False, "", None] == told(start(Switch).r1.c1)
    many = InteractiveProvider(Walk(tuple((f"go {n}", n) for n in range(402)))).walk(seed=1)
    assert 2 == Session(many).view()["more"]


def test_a_page_that_fails_is_bare() -> None:
    """It has the error, and asks the game for no options, no transcript and no verdicts."""
    session = Session(start(Ask)(7))
    page = session.page()
    assert session._shown_as(page)["transcript"]
    options, bare = session._shown_as(page)["options"], session._shown_as(page, is_bare=True)
    assert options and not bare["options"] and not bare["transcript"] and bare["keys"] is None


class _Signed(Ask):
    """A game that says hostile words around its text."""

    def new_state(self, rng: Any) -> Any:
        return _Signature(free_input=Text("\x1b[1mname"))

    def process_response(self, state: Any, value: Any, rng: Any) -> Any:
        return _Signature(outcome="\x1b[1mover")

    def view(self, state: Any, player: int) -> View:
        return View(state.display_text, footnote="\x1b[1mfoot")


@dataclass(frozen=True)
class _Signature(State):
    """Hostile words in every part of a page without a board."""

    free_input: Any = None
    outcome: str | None = None
    display_text = "\x1b[1mtext"
    display_options = ()


def test_what_stands_around_the_text_is_clean() -> None:
    """Footnote, what is asked for, and how it ended."""
    for p in (start(_Signed), start(_Signed)("x")):
        told = [text for text in texts(Session(p).view()) if "�" in text or "\x1b" in text]
        assert len(told) >= 3
        assert [] == [text for text in told if "\x1b" in text]


def test_a_moment_is_one_of_the_games() -> None:
    """Neither one before its start nor one after its end; and what was clicked in vain leaves a
    plan as it is."""
    session = Session(start(Switch).r1.c1.r1.c2)
    before = session.position
    for index in (-1, -2, 3):
        session.act({"do": "goto", "index": index})
        assert (f"There is no move {index}; the game has 2.", before) == (
            session.status,
            session.position,
        )


def test_an_interrupted_order_is_a_line_of_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C during a hint stops the hint, and the board goes on."""
    session = Session(start(Slide))
    monkeypatch.setattr(actions, "hint", _interrupted)
    session.act({"do": "hint"})
    assert ("Interrupted.", True) == (session.status, session.stuck)


def test_a_solver_is_given_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of a hard puzzle answers in time."""
    limits: list[Any] = []

    def solve(p: Any, limit: Limit) -> Any:
        limits.append(limit)
        return Solution(None, "unknown")

    monkeypatch.setattr(actions, "solve", solve)
    Session(start(Slide)).act({"do": "step"})
    assert [Limit(seconds=5.0)] == limits


def test_a_step_somewhere_else_is_planned_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan whose next step happens to be possible if the player has gone is not followed
    there."""
    plans = iter([((0, 0), (0, 1), (1, 1)), ((1, 0),)])
    monkeypatch.setattr(actions, "solve", lambda p, limit: Solution(next(plans), "solved"))
    session = Session(start(Switch))
    session.act({"do": "step"})
    session.move_to(start(Switch))
    session.act({"do": "step"})
    assert session.position == start(Switch).r2.c1


def test_a_won_game_is_counted_when_it_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again when its last moment is looked at once more, or redone."""
    counted: list[bool] = []

    def record(level: Any, won: bool, *_: Any) -> str:
        counted.append(won)
        return ""

    monkeypatch.setattr(results, "record", record)
    session = Session(start(Ask))
    session.act({"do": "type", "text": "42"})
    session.act({"do": "type", "text": "Ann"})
    assert [True] == counted
    session.course._keep_time()
    assert [True] == counted


def test_a_game_that_search_can_answer_has_buttons_for_a_hint_and_verdicts() -> None:
    """Connect four has them though it thinks of nothing itself; a game that hides something has no
    such button."""
    four, hidden = games(seed=7).k_in_a_row.connect_four, games(seed=7).rock_paper_scissors
    assert ["hint", "check", "evaluate", "review", "step", "edit"] == Session(four).view()["able"]
    assert [] == Session(hidden).view()["able"]
    session = Session(four)
    session.view()
    session.act({"do": "hint"})
    assert session.status.startswith("Play column ") and not session.stuck


def test_what_the_counters_say_is_not_said_again() -> None:
    """Capture's panel has the tiles and moves as counters and no line that repeats them."""
    view = Session(games(seed=7).capture.gentle_1).view()
    assert ["tiles", "moves"] == [name for name, _ in view["board"]["counters"]]
    assert "" == view["text"]


def test_moves_are_listed_for_both_sides_and_secret_ones_are_not() -> None:
    """A reply stands beside the move that it answers; where moves are secret there is no list."""
    pytest.importorskip("chess")
    p = games.chess(seed=3, against="random").e4.Nf3
    listed = Session(p).view()["notes"]
    assert [1, 1, 2, 2] == [number for _, number in listed]
    assert ["e4", "Nf3"] == [name for name, _ in listed[::2]]
    both = games.chess(fen="4k3/P7/8/8/8/8/8/4K2R w K - 0 1").O_O.Kd7.a8_Q
    assert [("O-O", 1), ("Kd7", 2), ("a8=Q", 3)] == Session(both).view()["notes"]
    pytest.importorskip("pyspiel")
    dark = games.openspiel.cards.dark_chess(seed=1).both_sides
    assert [] == Session(dark.a3).view()["notes"]
    crazy = games.openspiel.boards.crazyhouse(seed=1).both_sides.e4.d5.exd5.Nf6.Bb5_plus.c6
    assert ["Bb5+", "c6"] == [name for name, _ in Session(crazy).view()["notes"][-2:]]
    assert "P@e4" == Session(crazy.P.at_e4).view()["notes"][-1][0]


def test_the_card_page_of_a_game_does_not_list_parameters() -> None:
    """They are set by a call, so the lobby names them at a prompt and leaves them out on a page."""
    lobby = games(seed=1).minesweeper
    assert "Parameters: " in str(lobby)
    assert "Parameters: " not in str(Session(lobby).view())


class _Hands(Slide):
    """Two hands of two cards, of which one card of each may be played."""

    def board(self, state: Any) -> Board:
        """The same cards in both."""
        cards = (Cell("A"), Cell("B"))
        hands = [
            Zone(name, cards, toggles=Toggles(((frozenset({0}), f"Play {name}", value),)))
            for name, value in (("left", ("slide", 1)), ("right", ("slide", 2)))
        ]
        return Board.of_zones(hands)


def test_cards_are_played_from_the_zone_in_which_they_are_on() -> None:
    """The same cards of another zone are another choice."""
    played = []
    for zone in (0, 1):
        session = Session(start(_Hands, tiles=(1, 0, 2)))
        seen = session.view()["number"]
        session.act({"do": "together", "zone": zone, "on": [0], "seen": seen})
        p: Any = session.position
        played.append(state_of(p).tiles)
    assert [(0, 1, 2), (1, 2, 0)] == played


class _Judged(Row):
    """Nobody wins."""

    winner = None


class _Bad(Slide):
    """A puzzle in which every choice is bad."""

    def new_state(self, rng: Random, tiles: tuple[int, ...] = (1, 0, 2)) -> Row:
        """Two choices."""
        return _Judged(tiles)

    def evaluate(self, state: Any) -> Any:
        """Some worse than others."""
        return {value: Verdict("bad", 0.2) for _, value in state.display_options}


def test_the_best_of_bad_choices_is_blue_only_against_others() -> None:
    """In a puzzle a bad choice is painted as one."""
    scores = []
    for players in (None, 2):
        begun = start(type("Judged", (_Bad,), {"players": players}))
        session = Session(begun if players is None else begun.both_sides)
        session.act({"do": "evaluate"})
        moment = session._moment(session.page(), False)
        scores.append({verdict.score for verdict in moment.ranked.values()})
    assert [{0.2}, {1.0}] == scores


def test_a_program_that_moves_a_board_drops_its_open_question() -> None:
    """Which of several options a drag means was asked of another position."""
    session = Session(start(_Two))
    session.view()
    session.act(_press(0, 0, gesture="to") | {"to": [0, 1]})
    assert "Which of these?" == session.status
    session.move_to(games.rock_paper_scissors(seed=7))
    assert session.view()["board"] is not None
