"""A match: whose turn it is, what is asked and answered, and what is kept of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, line, options
from interactive_provider.errors import ChoiceError
from interactive_provider.heart.play.insiders import at_table, parent_of, table_of
from interactive_provider.heart.play.nodes import taken
from interactive_provider.heart.play.position_data import is_shown_at
from interactive_provider.hosting.match import beginning
from interactive_provider.hosting.seat import session
from interactive_provider.hosting.store import Taken
from tests.hosting.at_tables import FOUR, chosen, laid, shown, tables_in
from tools.isolation import REPOSITORY

KUHN = REPOSITORY / "examples" / "kuhn_poker.py"


def kuhn() -> str:
    """The line of a game that hides something."""
    return line(InteractiveProvider(KUHN).kuhn_poker.both_sides)


def test_a_table_opened_again_is_the_same(tmp_path: Path) -> None:
    """Position, people and requests are those of the events that were kept."""
    tables = tables_in(tmp_path)
    match, rng = laid(tables), Random(2)
    for _ in range(7):
        chosen(tables, match, rng=rng)
    match.ask("back", 1)

    again = tables_in(tmp_path).open(match.name)

    assert match.position == again.position
    assert (match.record, match.version) == (again.record, again.version)
    assert shown(tables, match, 0)["view"]["board"] == shown(tables, again, 0)["view"]["board"]


def test_two_processes_cannot_both_move(tmp_path: Path) -> None:
    """The second one is told that the game has gone on, and sees what the first has chosen."""
    tables = tables_in(tmp_path)
    one = laid(tables)
    other = tables_in(tmp_path).open(one.name)
    chosen(tables, one, "column3")
    chosen(tables, other, "column4")

    assert "The game has moved on since then." == session(other, 0).status
    assert one.position == other.position


def test_a_choice_on_a_position_of_before_is_refused(tmp_path: Path) -> None:
    """It is that seat's turn again, but the choice follows an older position."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    before: Any = match.position
    mover = match.mover
    for _ in range(2):
        chosen(tables, match, "column3")

    assert mover == match.mover
    with pytest.raises(Taken):
        match.move(mover, before.column5)
    assert 2 == len(match.record.steps)


def test_a_seat_cannot_choose_for_another(tmp_path: Path) -> None:
    """Orders out of turn, of buttons that no table has, and on a board of long ago do nothing."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    first, second = session(match, 0), session(match, 1)
    numbers = [seat.view()["number"] for seat in (first, second)]
    said = []
    for seat, order in (
        (second, {"do": "type", "text": "column1", "seen": numbers[1]}),
        (first, {"do": "undo", "seen": numbers[0]}),
        (first, {"do": "new", "seen": numbers[0]}),
        (first, {"do": "type", "text": "column1", "seen": 4711}),
        (first, {"do": "type", "text": "column1", "seen": "x"}),
        (first, {"do": "type", "text": "column99", "seen": numbers[0]}),
        (first, {"do": "gesture", "gesture": "press", "at": None, "seen": numbers[0]}),
    ):
        seat.act(order)
        said.append(seat.status)
    assert beginning(match.record.line) == match.position
    assert 7 == len([words for words in said if words and len(words) < 160])


def test_a_click_meant_for_an_earlier_board_is_not_a_move(tmp_path: Path) -> None:
    """Even if its option is still there: a second click on a board that has changed does nothing."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    number = shown(tables, match, 0)["view"]["number"]
    own = session(match, 0)
    own.act({"do": "type", "text": "column1", "seen": number})
    chosen(tables, match, "column2")
    own.act({"do": "type", "text": "column3", "seen": number})
    assert 2 == shown(tables, match, 0)["view"]["moves"]


def test_an_illegal_move_says_why_where_nothing_is_hidden(tmp_path: Path) -> None:
    """As it does on a board of one's own."""
    tables = tables_in(tmp_path)
    match = laid(tables, "games.chess.both_sides")
    number = shown(tables, match, 0)["view"]["number"]
    order = {"do": "gesture", "gesture": "to", "at": [6, 4], "to": [2, 4], "seen": number}
    session(match, 0).act(order)
    assert "The pawn cannot go from e2 to e6." == shown(tables, match, 0)["view"]["status"]


def test_two_pages_of_a_seat_are_shown_the_same_board(tmp_path: Path) -> None:
    """With one number, so that each of them can choose."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    assert shown(tables, match, 0) == shown(tables, match, 0)


def test_a_draw_is_agreed_and_a_move_declines_it(tmp_path: Path) -> None:
    """An offer is gone after the next move; asking for what is offered is to accept it."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    chosen(tables, match)
    match.ask("draw", 0)
    chosen(tables, match)
    assert match.record.request is None
    match.ask("draw", 0)
    match.ask("draw", 1)
    assert (True, [0.5, 0.5]) == (match.is_over, match.paid)


def test_a_move_is_taken_back_if_the_other_agrees(tmp_path: Path) -> None:
    """To the asking seat's last choice, also after the other has replied, and twice in a row."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    places = [match.position]
    for _ in range(4):
        chosen(tables, match)
        places.append(match.position)
    for seat, expected in ((0, places[2]), (1, places[1])):
        match.ask("back", seat)
        assert match.record.request is not None
        match.answer(match.record.request["number"], 1 - seat, True)
        assert expected == match.position


def test_an_answer_to_an_older_request_agrees_to_nothing(tmp_path: Path) -> None:
    """Who meant to let a move be taken back has not agreed to the draw that is offered now."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    chosen(tables, match)
    match.ask("back", 0)
    assert match.record.request is not None
    number = match.record.request["number"]
    match.answer(number, 0, False)
    match.ask("draw", 0)
    with pytest.raises(ChoiceError, match="no longer open"):
        match.answer(number, 1, True)
    assert not match.is_over


def test_an_offer_is_forgotten_with_the_move_that_is_taken_back(tmp_path: Path) -> None:
    """What was offered at a move is not on the table when the game comes to that move again."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    chosen(tables, match)
    match.ask("draw", 0)
    assert match.record.request is not None
    match.answer(match.record.request["number"], 1, False)
    match.ask("back", 0)
    match.ask("back", 1)
    chosen(tables, match)
    assert match.record.request is None


def test_a_hiding_game_takes_nothing_back(tmp_path: Path) -> None:
    """What was seen stays seen."""
    tables = tables_in(tmp_path)
    match = laid(tables, kuhn())
    chosen(tables, match)
    assert [] == match.may_ask(0)
    with pytest.raises(ChoiceError, match="cannot ask for that now"):
        match.ask("back", 0)


def test_a_rematch_waits_for_who_is_away(tmp_path: Path) -> None:
    """It is offered by one and accepted after a restart; the other seat begins, the score goes on,
    and everybody's link leads there."""
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, None])
    keys = [tables.take(match, seat, name) for seat, name in enumerate(("Ann", "Ben"))]
    match.resign(0)
    match.ask("rematch", 0)

    later = tables_in(tmp_path)
    again = later.open(match.name)
    again.ask("rematch", 1)

    assert [1, 0] == [later.enter(key).seat for key in keys]
    assert (["Ben", "Ann"], [1.0, 0.0]) == (again.names, again.score)
    assert (False, 0) == (again.is_over, shown(later, again, 0)["view"]["moves"])
    assert table_of(again.position).seed != table_of(match.position).seed


def test_a_rematch_is_laid_once(tmp_path: Path) -> None:
    """Two processes that see everybody agree begin one game between them."""
    match = laid(tables_in(tmp_path))
    match.resign(1)
    match.ask("rematch", 0)
    same = tables_in(tmp_path).open(match.name)
    match.ask("rematch", 1)
    with pytest.raises(Taken):
        same.ask("rematch", 1)
    same.catch_up()
    assert (1, match.record) == (match.record.round, same.record)


def test_who_leaves_a_game_of_several_is_replaced(tmp_path: Path) -> None:
    """The others go on with a computer in that seat."""
    tables = tables_in(tmp_path)
    match = laid(tables, "games.openspiel.cards.hearts.both_sides")
    match.resign(2)
    assert (False, "random") == (match.is_over, match.levels[2])


def test_a_computer_chooses_when_it_is_to_move(tmp_path: Path) -> None:
    """As a person would, and only then."""
    tables = tables_in(tmp_path)
    match = tables.lay(FOUR, [None, ["mcts", 16]])
    tables.take(match, 0, "Ann")
    assert match.reply() is None
    chosen(tables, match)
    after = match.reply()
    assert after is not None
    match.move(1, after)
    assert 0 == match.mover


@pytest.mark.parametrize(
    ("begun", "words"),
    [
        ("games.guess(seed=7)", "cannot be played by several"),
        ("games.stories.bell_under_the_ice(seed=7)", "cannot be played by several"),
        ("games.k_in_a_row", "Choose a preset"),
        ("games.no_such_game", "no_such_game"),
    ],
)
def test_what_several_cannot_play_is_refused_in_a_sentence(begun: str, words: str) -> None:
    """A puzzle, a story, a game without a level, and what is no game."""
    with pytest.raises((ChoiceError, ValueError), match=words):
        beginning(begun)


def test_a_game_against_a_computer_is_laid_for_people(tmp_path: Path) -> None:
    """A level that fills the other seats means the game itself."""
    p = beginning("games.k_in_a_row(seed=7).connect_four_against_the_computer")
    assert table_of(p).seating is None


@pytest.mark.parametrize("at", ["$.shown", "$.steps[0][1]", "$.steps[0][2]"])
def test_changed_rules_keep_a_table_to_look_at(at: str, tmp_path: Path) -> None:
    """If a choice shows something else than it did, or is not there any more, nobody moves."""
    tables = tables_in(tmp_path)
    match = laid(tables)
    chosen(tables, match)
    tables.store._base.execute("update documents set text = json_set(text, ?, 'x')", (at,))
    tables.store._base.commit()

    again = tables_in(tmp_path).open(match.name)

    assert (True, None, 4) == (again.is_changed, again.mover, again.version)
    assert shown(tables, again, 0)["view"]["board"]


def test_a_secret_choice_of_another_is_not_in_the_pages_beside(tmp_path: Path) -> None:
    """A player who always looks on sees what he was shown, and not what others chose unseen."""
    p: Any = InteractiveProvider(KUHN, seed=3).kuhn_poker.both_sides
    after: Any = taken(p, options(p)[0])
    mine = at_table(table_of(p).seen_from(1), after)
    before = parent_of(mine)
    assert before is not None
    assert not is_shown_at(before, mine)
    assert mine == after


def test_names_are_told_apart(tmp_path: Path) -> None:
    """Two of one name, and somebody called you."""
    tables = tables_in(tmp_path)
    match = laid(tables, people=("you", "  Ann\n<b>" + "x" * 50))
    assert "you 1" == match.names[0]
    assert len(match.names[1]) <= 20
    assert json.dumps(match.names)


def test_a_computer_is_not_asked_for_a_draw(tmp_path: Path) -> None:
    """It would never answer."""
    match = tables_in(tmp_path).lay(FOUR, [None, "random"])
    match.sit(0, "Ann")
    assert "draw" not in match.may_ask(0)
    assert "draw" in laid(tables_in(tmp_path)).may_ask(0)
