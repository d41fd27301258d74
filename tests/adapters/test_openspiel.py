"""OpenSpiel's games behind the dot."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pyspiel
import pytest

from interactive_provider import (
    InteractiveProvider,
    board,
    choose,
    evaluate,
    hint,
    line,
    options,
    outcome,
    replay,
    solve,
    transcript,
)
from interactive_provider.adapters.openspiel import dice, facts, go, seats, texts
from interactive_provider.adapters.openspiel.cards import FACES, hand
from interactive_provider.adapters.openspiel.game import game_class
from interactive_provider.adapters.openspiel.grids import TextGrid
from interactive_provider.adapters.openspiel.labels import labels_of, squares
from interactive_provider.adapters.openspiel.loading import file_parameters, kind_of
from interactive_provider.adapters.openspiel.pictures import backgammon, fields, slanted
from interactive_provider.adapters.openspiel.searching import (
    _finding,
    is_honest,
    near,
    random_payoffs,
)
from interactive_provider.boards import BARE, Cell, Place, Way, Zone
from interactive_provider.errors import BadLine, BadParameter, SourceError
from interactive_provider.heart.play.insiders import state_of
from interactive_provider.heart.play.nodes import Lobby
from interactive_provider.rendering import html, svg
from interactive_provider.testing import check_game
from interactive_provider.widget.session import Session
from tests.sure import sure

games: Any = InteractiveProvider(seed=7)


def begun(name: str, **parameters: Any) -> Any:
    """The first position of a game, with nobody playing against us."""
    p = getattr(games.openspiel, name)(**parameters, seed=7)
    return p.both_sides if isinstance(p, Lobby) else p


def walked(p: Any, steps: int, seed: int = 1) -> Any:
    """The position after some choices drawn at random."""
    rng = Random(seed)
    for _ in range(steps):
        if outcome(p) is None:
            p = choose(p, rng.choice(options(p)))
    return p


def test_the_menu_has_a_shelf_for_each_kind() -> None:
    """The games stand in submenus by kind, and each is found by its name alone."""
    assert ["boards", "luck", "cards", "at_once", "the_rest"] == list(games.openspiel)
    assert games.openspiel.boards.hex == games.openspiel.hex
    assert "games.openspiel.boards.hex(board_size=5, seed=7)" == line(
        games.openspiel.hex(board_size=5)
    )


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("breakthrough", "a7.a6"),
        ("tic_tac_toe", "b2"),
        ("connect_four", "d"),
        ("hex", "d.d04"),
        ("shogi", "n9i.n9h"),
        ("hive", "wA1"),
        ("pig", "roll"),
        ("amazons", "a7"),
        ("xiangqi", "b08.b1"),
        ("gin_rummy", "Draw_upcard"),
        ("chess", "Nf3"),
    ],
)
def test_names_read_as_moves(name: str, path: str) -> None:
    """Places are a letter and a number, moves go from one to the other, and nobody's number stands
    in front."""
    p = begun(name)
    assert path in {".".join(option.names) for option in options(p)}


def test_hives_places_are_told_by_words() -> None:
    """Two moves of hive that differ in a sign alone have different names."""
    wanted = [
        ("wQ", "east of wG1"),
        ("wQ", "south east of wG1"),
        ("wQ", "west of wG1"),
        ("wQ", "on wG1"),
    ]
    assert wanted == labels_of(["wQ wG1-", "wQ wG1\\", "wQ -wG1", "wQ wG1"])


def test_moves_that_cannot_be_named_any_more_are_no_places() -> None:
    """In shogi a moved piece has left its square: OpenSpiel cannot name its move now."""
    p = begun("shogi").n9i.n9h
    assert [] == near(state_of(p), 10)


def test_wide_menus_are_asked_in_stages() -> None:
    """Go's 362 choices stand behind nineteen letters and pass, and every stage can be read."""
    p = begun("go")
    assert 20 == len(dir(p))
    assert ["d01", "d02", "d03"] == dir(p.d)[:3]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["kuhn_poker", "phantom_ttt", "goofspiel", "pig", "tic_tac_toe", "mancala"]
)
def test_a_guest_keeps_the_rules_of_the_house(name: str) -> None:
    """Open, hidden and simultaneous games and games of luck pass the contract suite."""
    check_game(game_class(name), games=2, steps=12, ends=False)


def test_what_is_chosen_at_once_is_not_told() -> None:
    """The second to choose sees the same after whatever the first has chosen."""
    p = begun("oshi_zumo")
    after = [choose(p, option) for option in options(p)[:5]]
    assert 1 == len({q.__doc__.replace(line(q), "") for q in after})


def test_a_hidden_card_is_in_no_text() -> None:
    """In blackjack the dealer's first card is not told while the player chooses, by any seed."""
    starts = [games.openspiel.blackjack(seed=seed) for seed in range(20)]
    assert all("Dealer: Cards: ? " in p.__doc__ for p in starts if outcome(p) is None)


def test_luck_is_ours_and_the_line_is_the_game_in_another_process() -> None:
    """A line of backgammon, tarok and negotiation leads to the same texts in another process."""
    lines = [line(walked(begun(name), 12)) for name in ("backgammon", "tarok", "negotiation")]
    told = [replay(text).__doc__ for text in lines]
    code = (
        f"from interactive_provider import replay\nfor l in {lines!r}:"
        " print(repr(replay(l).__doc__))"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [repr(text) for text in told] == there.stdout.splitlines()


def test_siblings_do_not_disturb_each_other() -> None:
    """What was played before from one position does not change what another choice leads to."""
    p = walked(begun("negotiation"), 3)
    first, *_, last = options(p)
    before = choose(p, first).__doc__
    walked(choose(p, last), 5)
    again = walked(replay(line(begun("negotiation"))), 3)
    assert before == choose(again, first).__doc__


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        ("hex", {"bord_size": 5}, "board_size"),
        ("hex", {"board_size": "five"}, "five"),
        ("hex", {"string_rep": "foo"}, "Invalid string_rep foo"),
        ("pig", {"players": 0}, "crashes with"),
        (
            "kuhn_poker",
            {"players": 3},
            "Kuhn poker is offered for 2 players; these parameters give 3",
        ),
        ("breakthrough", {"rows": -1}, "-1"),
    ],
)
def test_parameters_that_openspiel_refuses_are_told(
    name: str, parameters: dict[str, Any], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """A wrong name or value is one error of ours that quotes it, whatever OpenSpiel does, and
    nothing on stderr."""
    with pytest.raises(BadParameter, match=said):
        getattr(games.openspiel, name)(**parameters)
    assert ("", "") == tuple(capfd.readouterr())


def test_every_game_that_is_registered_is_offered_or_refused_with_a_reason() -> None:
    """None is only unknown: not what wraps another game, reads one from a file, or has a crowd for
    players."""
    import open_spiel.python.games  # noqa: F401 - registers the games that are written in Python
    import pyspiel

    registered = {kind.short_name for kind in pyspiel.registered_games()}

    assert set() == registered - {*facts.FACTS, *facts.REFUSED}


@pytest.mark.parametrize("name", list(facts.REFUSED))
def test_what_is_not_offered_says_why(name: str) -> None:
    """A refused game stands in its menu with its reason."""
    shown = getattr(games.openspiel, name)
    assert facts.REFUSED[name] in " ".join(shown.__doc__.split())
    with pytest.raises(SourceError, match=name):
        shown()


def test_openspiels_own_search_advises_where_nothing_is_hidden() -> None:
    """One move from the end the hint wins, the same each time; a hidden game has no such advice."""
    p = begun("tic_tac_toe").a1.b1.a2.b2
    assert 6 == sure(hint(p)).value == sure(hint(replay(line(p)))).value
    assert "wins in 1" == evaluate(p)[6].text
    assert [False, True] == [
        hasattr(game_class(name), "evaluate") for name in ("kuhn_poker", "othello")
    ]


def test_a_press_and_a_drag_choose_what_the_label_names() -> None:
    """A stone is placed by a press on its cell, a piece moved by a drag to its target."""
    placing, moving = board(begun("hex", board_size=5)), board(begun("breakthrough"))
    assert placing is not None
    assert moving is not None
    assert 5 == placing.cell(1, 0).press
    assert [(2, 0), (2, 1)] == [target for target, _ in moving.cell(1, 0).drag]


@pytest.mark.slow
def test_forty_games_have_a_picture() -> None:
    """At least forty games show a board at their start, and every gesture on it is an option."""
    pictures = 0
    for name, known in facts.FACTS.items():
        if known.picture:
            game = game_class(name)()
            state = game.new_state(Random(1))
            picture = game.board(state)
            assert picture is not None, name
            assert picture.values() <= set(state.option_values), name
            pictures += 1
    assert 40 <= pictures


def test_an_option_is_offered_once_where_openspiel_has_two_numbers_for_it() -> None:
    """In backgammon no two options have one text."""
    p = walked(begun("backgammon"), 9)
    labels = [option.label for option in options(p)]
    assert len(labels) == len(set(labels))


def test_a_row_of_2048_that_begins_and_ends_alike_keeps_its_ends() -> None:
    """A row of numbers is not taken for one with its name at both ends, as othello's rows are."""
    numbers, discs = (
        fields("    2    4    8    2\n    0    0    0    0\n"),
        fields("1 - - x - 1\n2 - o x - 2\n"),
    )
    assert numbers is not None
    assert discs is not None
    assert (("2", "4", "8", "2"), ("0", "0", "0", "0")) == numbers.rows
    assert (("-", "-", "x", "-"), ("-", "o", "x", "-")) == discs.rows


def test_two_threads_may_play_one_game() -> None:
    """Games of two providers played at once in two threads are those played one after the other."""
    names = ("hex", "backgammon", "tarok", "snake")
    alone = [line(walked(begun(name), 25)) for name in names for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        together = list(
            pool.map(
                lambda name: line(walked(begun(name), 25)),
                [name for name in names for _ in range(2)],
            )
        )
    assert alone == together


def test_what_is_solved_belongs_to_the_parameters() -> None:
    """A game whose text does not tell its parameters is solved again with others."""
    nim = games.openspiel.nim
    for misere, worth in ((True, "loses"), (False, "wins"), (True, "loses")):
        assert f"Player 1 {worth} in 3" in str(
            solve(nim(pile_sizes="1;1;1", is_misere=misere, seed=1))
        )


@pytest.mark.slow
def test_a_board_of_openspiels_is_solved_for_its_own_k() -> None:
    """Three in a row are a draw, two are a win."""
    for k, worth in ((3, "draws"), (2, "wins")):
        assert f"Crosses {worth}" in str(solve(games.openspiel.mnk(m=3, n=3, k=k, seed=1)))


_MACHINE = re.compile(
    r"[Pp]layer[ _]?0|\b[pP][0-9](?=[:= ])|Returns|[Tt]erminal|\bState\b|_|\((?:-?[\d.]+,"
    r" ?)+-?[\d.]+\)|\w\.\w+\(\)|"
    r"Current"
    r" Player|-10000|(?<=[a-z]{3})[A-Z][a-z]|[rnbqkpRNBQKP1-8]{1,8}(?:/[rnbqkpRNBQKP1-8]{1,8}){7}"
)
"""Numbers of players counted from 0, what only a program reads, tuples, names of variables, FEN."""


def _looked_at(name: str, plies: int = 8) -> list[str]:
    """All that a board or screen of a game says on its way, and at its end if that is near."""
    game, rng = game_class(name)(), Random(3)
    state = game.new_state(rng)
    seen = []
    for ply in range(plies * 5):
        if ply < plies or state.outcome:
            picture = game.board(state)
            seen += [state.display_text, str(state.outcome or "")]
            if picture is not None:
                seen += [picture.caption, *(f"{key} {value}" for key, value in picture.counters)]
                seen += [f"{cell.text} {cell.label}" for row in picture.rows for cell in row]
        if state.outcome is not None or not state.option_values:
            break
        state = game.process_response(state, rng.choice(state.option_values), rng)
    return seen


@pytest.mark.parametrize("name", list(facts.FACTS))
@pytest.mark.slow
def test_no_word_of_a_program_reaches_a_board(name: str) -> None:
    """Seats have names; nothing says Player 0, Returns, Terminal State, FEN, a tuple or the name of
    a variable."""
    assert [] == sorted({found[0] for text in _looked_at(name) if (found := _MACHINE.search(text))})


@pytest.mark.parametrize(
    ("name", "steps", "raw"), [("oware", 400, "[FINISHED]"), ("ultimate_tic_tac_toe", 9, "Forced")]
)
def test_what_a_board_shows_is_not_told_in_a_programs_words(
    name: str, steps: int, raw: str
) -> None:
    """The end of a game and the small board to play in are said as people say them."""
    p = walked(begun(name), steps)
    assert raw in p._state.own_text
    assert raw not in p.__doc__


def test_a_verdict_of_one_game_is_of_one_game() -> None:
    """Most replies on a large board are tried once: no verdict says 1 games."""
    verdicts = [str(verdict) for verdict in evaluate(begun("go", board_size=19)).values()]
    assert any(text.endswith("only 1 trial game") for text in verdicts)
    assert not any("1 trial games" in text for text in verdicts)


def test_seats_scores_and_units_are_those_of_the_game() -> None:
    """Othello is black and white and counts discs, poker is for chips, others are numbered from
    1."""
    othello = game_class("othello")()
    start = othello.new_state(Random(1))
    picture = sure(othello.board(start))
    assert (("Black", "2"), ("White", "2")) == picture.counters
    assert "Black to move." == start.display_text
    assert ("Player 1", "Player 2") == game_class("pig").players
    assert "Player 1: 3, Player 2: −3 chips." == texts.score(
        facts.FACTS["leduc_poker"], ("Player 1", "Player 2"), (3, -3)
    )
    # the outcome says it
    assert "" == texts.score(facts.FACTS["go"], ("Black", "White"), (1.0, -1.0))
    assert ["Black wins", "Crosses win"] == [texts.wins([name]) for name in ("Black", "Crosses")]
    assert ("1 point", "−2 points") == (texts.amount(1, "points"), texts.amount(-2, "points"))


def test_the_deadwood_is_that_of_the_player_who_sees_it() -> None:
    """A seat without a name is called by its number from 1, however OpenSpiel writes it."""
    p = begun("gin_rummy")
    for name in ("Player 1", "Player 2"):
        own = sure(board(p)).zones[-1]
        assert ("you", True) == (own.name, own.is_turn)
        assert re.fullmatch(rf"{name} · deadwood \d+", own.note)
        p = choose(p, options(p)[-1])
    assert "Player 2 and Player 1" == texts.readable(
        "Player1 and player 0", ("Player 1", "Player 2")
    )


@pytest.mark.slow
def test_melds_leave_as_much_as_openspiel_counts() -> None:
    """Over whole games of gin rummy: what is in no meld has the points of OpenSpiel's deadwood."""
    game, compared = game_class("gin_rummy")(), 0
    for seed in range(2):
        luck = Random(seed)
        state = game.new_state(luck)
        while state.outcome is None:
            piles = " ".join(sign or "|" for sign in sure(state.picture).rows[-1]).split("|")
            counted = re.search(r"Phase: Draw\n(?s:.*)Deadwood=(\d+)", state.own_text)
            if counted:
                left = [
                    card for pile in piles if not is_meld(pile.split()) for card in pile.split()
                ]
                assert int(counted[1]) == sum(min(RUN.index(card[1:]) + 1, 10) for card in left)
                compared += 1
            state = game.process_response(state, luck.choice(state.option_values), luck)
    assert compared > 40


RUN = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
"""The ranks of rummy, the ace lowest."""


def is_meld(cards: Sequence[str]) -> bool:
    """True of three or more cards of one rank, or of one suit in a row."""
    ranks = sorted(RUN.index(card[1:]) for card in cards)
    is_run = len({card[0] for card in cards}) == 1 and ranks == [*range(ranks[0], ranks[-1] + 1)]
    return len(cards) > 2 and (len(set(ranks)) == 1 or is_run)


def test_melds_of_rummy_lie_apart() -> None:
    """A run, a set, then what is left from low to high; without any meld the suits lie apart."""
    told = (
        "|        5s                |\n|  2c3c4c5c                |\n|        5dKd              |"
    )
    rewritten = texts.rewritten(told, facts.FACTS["gin_rummy"].texts)
    assert ["♠5 ♣5 ♦5", "♣2 ♣3 ♣4", "♦K"] == piles_of(hand(rewritten))


def piles_of(grid: TextGrid) -> list[str]:
    """The cards of the hand between its gaps."""
    signs = " ".join(sign or "|" for sign in grid.rows[-1])
    return [pile.strip() for pile in signs.split("|") if pile.strip()]


def test_partners_win_together() -> None:
    """In bridge a pair wins, in skat whoever plays against the declarer; only what is equal for all
    is a draw."""
    ends = [str(walked(begun("bridge"), 200, seed)._state.outcome) for seed in range(3)]
    assert {True} == {end in ("North and South win", "East and West win", "drawn") for end in ends}
    assert set(ends) != {"drawn"}
    assert re.fullmatch(
        r"Player \d wins|Player \d and Player \d win",
        str(walked(begun("skat"), 200)._state.outcome),
    )


def test_a_bridge_hand_is_won_with_ones_partner() -> None:
    """Against others too: who has as much as the best, while somebody has less, has won."""
    for seed in range(3):
        end = walked(games.openspiel.bridge(seed=seed, against="random"), 60, seed)
        north, east, *_ = end._state.payoffs
        assert outcome(end) == ("won" if north > east else "lost" if north < east else "drawn")


def test_who_exchanges_cards_in_tarok_sees_what_may_be_taken() -> None:
    """The sets of the talon stand above the choice between them, and nobody else is shown them."""
    p = begun("tarok")
    while (state := p._state).inner.current_game_phase().name == "BIDDING":
        names = {str(option.label): option for option in options(p)}
        p = choose(p, names.get("Two") or names.get("Pass") or options(p)[0])
    assert {"Talon set 1", "Talon set 2", "Talon set 3"} == {
        str(option.label) for option in options(p)
    }
    assert 3 == len(re.findall(r"(?m)^Talon set \d: \w+", state.display_text))
    assert "Talon" not in state.rules.text_for(state.inner, (state.mover + 1) % 3)


def test_where_a_disc_of_othello_may_lie_is_dotted_in_every_picture() -> None:
    """The four squares of the first move have a dot in a page and in a drawing, and no other square
    has one."""
    othello = game_class("othello")()
    picture = sure(othello.board(othello.new_state(Random(1))))
    assert (
        4
        == html.render(picture).count('ip-bare ip-live"')
        == svg.render(picture).count('fill-opacity="0.72"')
    )


def test_the_reply_names_a_place_once() -> None:
    """A stage in front of a place, which keeps menus short, is not told with it."""
    p = games.openspiel.go(board_size=9, seed=7, against="mcts").a.a1
    assert re.search(r"(?m) played \w+\.$", p.__doc__)


@pytest.mark.parametrize(
    ("name", "told", "table", "held"),
    [
        (
            "hearts",
            "Hand: \nS KQ\nH AT\nD none\nC none\n\nTricks:\nN  E  S  W\n   2C 3C",
            "2♣ 3♣",
            "K♠ Q♠ A♥ 10♥",
        ),
        (
            "bridge",
            "You hold:\n♠ 9 6\n♥ 10\n\nTrick 1. East: ♦Q South: ♦8 West: ♦2",
            "Q♦ 8♦ 2♦",
            "9♠ 6♠ 10♥",
        ),
        (
            "gin_rummy",
            "Stock size: 30  Upcard: 3d\nDiscard pile: \n|            7s    Ts  |\n|Ah2h3h       |",
            "? 3♦",
            "A♥ 2♥ 3♥ 7♠ 10♠",
        ),
        ("blackjack", "Player 0: Cards: D6 S8\nDealer: Cards: ?? H8", "? 8♥", "8♠ 6♦"),
        (
            "crazy_eights",
            "Suit C: 2      9     \nSuit S:     67       \nPrevious card: HK",
            "K♥",
            "7♠ 6♠ 9♣ 2♣",
        ),
    ],
)
def test_a_hand_is_read_out_of_every_way_to_write_it(
    name: str, told: str, table: str, held: str
) -> None:
    """Suits in lines, cards in lines, frames or after a colon; what lies on the table stands above
    the hand."""
    grid = hand(texts.rewritten(told, facts.FACTS[name].texts))
    *lying, own = ([FACES[sign].text for sign in row if sign] for row in grid.rows)
    assert (table.split(), held.split()) == ([card for row in lying for card in row], own)
    assert {"middle"} == {zone.side for zone in grid.zones[:-1]}
    assert "bottom" == grid.zones[-1].side


def test_a_card_that_is_led_lies_on_the_table_and_in_no_hand() -> None:
    """A suit and a rank in a line of their own are a trick; in a hand a blank or a colon parts
    them."""
    *lying, own = hand("S A\nH 9\nD none\nC J9\n\nDK ").rows
    assert ["♦K"] == [card for row in lying for card in row if card]
    assert ["♠A", "♥9", "♣J", "♣9"] == [card for card in own if card]


def test_a_press_that_could_mean_several_options_asks_which() -> None:
    """Each ship of battleship may lie across or down from its corner: both are gestures of the
    cell."""
    picture = sure(board(begun("battleship")))
    at, cell = next((at, cell) for at, cell in picture.places() if cell.drag)
    assert None is cell.press
    assert {at} == {to for to, _ in cell.drag}
    assert 1 < len({value for _, value in cell.drag})


def test_a_card_is_played_by_a_press_on_it() -> None:
    """Of a hand of hearts exactly the cards that may be played can be pressed."""
    game = game_class("hearts")()
    state = game.new_state(Random(1))
    picture = sure(game.board(state))
    pressed = {cell.press for row in picture.rows for cell in row} - {None}
    assert set(state.option_values) == pressed
    assert "table" == picture.surface
    assert {"card", "red-card"} == {cell.role for row in picture.rows for cell in row} - {"void"}


def test_equal_cards_are_pressed_alike() -> None:
    """Each of several cards of a rank asks for it in go fish; ranks without suits lie in one
    fan."""
    for steps in (7, 13):
        picture = sure(board(walked(begun("go_fish"), steps)))
        held = [cell for cell in picture.rows[-1] if cell.role != "void"]
        assert all(cell.press is not None for cell in held)
        assert len({cell.text for cell in held}) == len({cell.press for cell in held}) < len(held)
        assert held == [*picture.rows[-1][: len(held)]]


def test_a_hand_of_forty_cards_is_one_zone() -> None:
    """Each of its cards lies there once, whatever their number; suits lie apart."""
    held = [card for card in FACES if card[0] in "♠♥♦♣" and len(card) > 1][:40]
    grid = hand(f"Hand: {' '.join(FACES[card].text for card in held)}")
    assert [*held[:13], "", *held[13:26], "", *held[26:39], "", held[39]] == [*grid.rows[-1]]


def test_lines_and_boxes_are_drawn_between_dots() -> None:
    """A line that is drawn is a bar, one that may be drawn can be pressed, a box has the colour of
    who closed it."""
    game = game_class("dots_and_boxes")()
    picture = sure(game.board(game.process_response(game.new_state(Random(1)), 0, Random(1))))
    assert ["dot", "across", "dot"] == [
        getattr(cell.piece, "name", "") for cell in picture.rows[0][:3]
    ]
    lines = [(r, c) for r in range(5) for c in range(5) if (r + c) % 2]
    assert lines[1:] == [at for at in lines if picture.cell(*at).press is not None]
    assert 11 == len(picture.values())


def test_the_chances_stand_beside_a_chequered_board() -> None:
    """On the side of White, who sits at the bottom."""
    game = game_class("chess")()
    assert not sure(game.view(game.new_state(Random(1)), 0).lead).is_above


def test_a_board_of_two_rows_of_hexagons_is_a_board() -> None:
    """The smallest that hex has; a single row is none."""
    assert (("x", "."), (".", "o")) == sure(slanted("x .\n . o")).rows
    assert None is slanted("x .")


@pytest.mark.parametrize(
    "name", ["go", "hex", "havannah", "connect_four", "othello", "gomoku", "y", "pentago"]
)
def test_the_shadow_under_the_pointer_is_the_stone_that_is_put(name: str) -> None:
    """The piece that each player's press is said to put is the one that then stands there."""
    game = game_class(name)()
    state = game.new_state(Random(1))
    for _ in range(4):
        before = sure(game.board(state))
        state = game.process_response(state, Random(2).choice(state.option_values), Random(1))
        after = sure(game.board(state))
        stood = [cell.piece for row in before.rows for cell in row].count(before.puts)
        assert stood < [cell.piece for row in after.rows for cell in row].count(before.puts)


def test_backgammon_has_points_a_bar_and_dice() -> None:
    """Twelve points above and below, men in two colours, those on the bar between them, and
    dice."""
    text = "\n".join(
        [
            "+------|------+",
            *["|o...x.|x....o|"] * 5,
            "|      |      |",
            *["|x...o.|o....x|"] * 5,
            "Bar: ox",
        ]
    )
    grid = sure(backgammon(text))
    assert (13, 14) == (len(grid.rows), len(grid.rows[0]))
    assert ["x", "o"] == [row[6] for row in grid.rows if row[6] in ("x", "o")]
    assert (5, 6) == grid.points["bar"]
    picture = sure(board(begun("backgammon")))
    assert "felt" == picture.surface
    assert 30 == sum(
        cell.piece in ("black-stone", "white-stone") for row in picture.rows for cell in row
    )
    assert {"light-square", "dark-square", "frame", "void", "muted"} == {
        cell.role for row in picture.rows for cell in row
    }
    assert 2 == sum(str(cell.piece).startswith("die-") for row in picture.rows for cell in row)
    assert re.search(r"(?m)^Dice: [1-6] and [1-6]$", begun("backgammon").__doc__)


def test_many_men_on_a_point_are_told_by_their_number() -> None:
    """Five men are drawn on a point at most, the innermost with the number of all; so are the men
    borne off."""
    upper = ["|......|....16|", "|......|....2x|", *["|......|....xx|"] * 3]
    lower = [*["|......|o.....|"] * 3, "|......|1.....|", "|......|0.....|"]
    text = "\n".join(
        [*upper, "|      |      |", *lower, "Turn: x", "Borne off: player 0: 3, player 1: 0"]
    )
    grid = sure(backgammon(text))
    assert ["x", "x", "x", "x", "x12"] == [grid.rows[r][11] for r in range(1, 6)]
    assert ["x", "x", "x", "x", "x6"] == [grid.rows[r][12] for r in range(1, 6)]
    assert ["o10", "o", "o", "o", "o"] == [grid.rows[r][7] for r in range(7, 12)]
    assert ["x3", "wood"] == [grid.rows[1][13], grid.rows[11][13]]
    assert ((5, 11), (1, 7), (1, 13)) == tuple(grid.points[name] for name in ("2", "6", "off"))


@pytest.mark.slow
def test_a_turn_of_backgammon_moves_one_man_after_the_other() -> None:
    """Every option but a pass drags a man of the mover's, and two of them lead where OpenSpiel's
    pairs lead."""
    p, luck, drags, passes = begun("backgammon"), Random(2), 0, 0
    while outcome(p) is None:
        state, picture = p._state, sure(board(p))
        moves = {value: cell.piece for _, cell in picture.places() for _, value in cell.drag}
        if moves:
            assert set(state.option_values) == set(moves)
            assert {("black-stone", "white-stone")[state.mover]} == set(moves.values())
        passes, drags = passes + (not moves), drags + len(moves)
        if state.inner.first is None and drags < 100:
            pairs = state.inner.whole.legal_actions()
            assert {str(state.inner.whole.child(pair)) for pair in pairs} == {
                str(end) for end in turns(state.inner)
            }
        p = choose(p, luck.choice(options(p)))
    assert drags > 600
    assert passes > 0


def turns(inner: Any) -> list[Any]:
    """The states of OpenSpiel's after every turn that can be played man by man."""
    ends, open_ = list[Any](), [inner]
    for state in open_:
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            (ends if after.first is None else open_).append(after)
    return ends


@pytest.mark.slow
def test_a_man_that_is_borne_off_by_either_die_says_by_which() -> None:
    """Off with a higher die than it needs has another name than off, and both are the same place on
    the board."""
    labels = {option.names for seed in range(3) for option in seen_in_a_game("backgammon", seed)}
    assert {"off", "off_with_6"} <= {names[-1] for names in labels}
    assert not [names for names in labels if "greater" in names[-1]]


def seen_in_a_game(name: str, seed: int) -> list[Any]:
    """Every option of a game that is played at random."""
    p, luck, seen = begun(name), Random(seed), list[Any]()
    while outcome(p) is None:
        seen += options(p)
        p = choose(p, luck.choice(options(p)))
    return seen


@pytest.mark.slow
def test_the_second_man_of_a_turn_is_advised_like_the_first() -> None:
    """In the middle of a turn hint and verdicts are about the options that are left."""
    p = begun("backgammon")
    for _ in range(2):
        advice, values = sure(hint(p)), {option.value for option in options(p)}
        assert values >= set(evaluate(p))
        assert advice.value in values
        p = choose(p, advice.value)


def test_a_computer_plays_both_men_of_its_turn() -> None:
    """The reply to a turn of backgammon is a turn: the computer's men move until it is the player's
    turn again."""
    p = games.openspiel.backgammon(seed=3).against_a_beginner
    for _ in range(4):
        p = choose(p, options(p)[0])
        assert 0 == p._state.mover
    assert re.search(r"The computer \(White\) played \S+/\S+ \S+/\S+\.", p.__doc__)


@pytest.mark.parametrize("name", ["backgammon", "gin_rummy", "2048"])
def test_a_game_is_found_without_the_name_of_its_menu(name: str) -> None:
    """By its name, or as its menu writes it, as `%play backgammon` looks for it."""
    assert games.openspiel[name] == games.anywhere(name)


def test_points_of_backgammon_have_the_numbers_of_the_mover() -> None:
    """A man of the mover's stands on every point from which a move begins, by the number above or
    below it."""
    movers = set()
    for steps in range(6):
        p = walked(begun("backgammon"), steps)
        turn = sure(re.search(r"Turn: ([xo])", p._state.own_text))[1]
        own, rows = {"x": "black-stone", "o": "white-stone"}[turn], sure(board(p)).rows
        starts = {str(option.label).split()[0] for option in options(p)} - {"bar"}
        numbered = [*zip(rows[0], rows[1], strict=True), *zip(rows[12], rows[11], strict=True)]
        assert starts <= {number.text for number, cell in numbered if cell.piece == own}
        movers.add(turn)
    assert {"x", "o"} == movers


@pytest.mark.parametrize(
    ("name", "steps", "signs"),
    [
        ("skat", 20, {"J♥", "9♦"}),
        ("tarok", 6, {"XII", "K♥", "10♠", "XIX"}),
        ("universal_poker", 2, {"3♠"}),
        ("leduc_poker", 4, {"J♥", "Q♥"}),
        ("kuhn_poker", 1, {"J"}),
        ("go_fish", 7, {"2"}),
        ("dou_dizhu", 1, {"A", "☆"}),
        ("hanabi", 5, {"?", "2"}),
        ("solitaire", 9, {"K♦", "♠", "?"}),
        ("hive", 9, {"Q", "A", "·"}),
    ],
)
def test_no_game_of_cards_is_a_page_of_text(name: str, steps: int, signs: set[str]) -> None:
    """Games that were text have a board with these signs, on which the options that name a place
    can be chosen."""
    p = walked(begun(name), steps, 3)
    picture = sure(board(p))
    assert signs <= {cell.text for row in picture.rows for cell in row}
    on_board = picture.values()
    assert on_board <= {option.value for option in options(p)}
    if name in ("tarok", "go_fish", "solitaire", "hive"):
        assert len(on_board) == len(options(p))


def test_dummys_cards_lie_apart_from_the_players_own() -> None:
    """In bridge each hand has a zone of its own: dummy's at the top, what lies on the table in the
    middle."""
    told = "You hold:\n♠ 9\n\nDummy is South; it holds:\n♥ 8 7\n\nTrick 1. East: ♦Q"
    grid = hand(texts.rewritten(told, facts.FACTS["bridge"].texts))
    assert ["top", "middle", "bottom"] == [zone.side for zone in grid.zones]
    assert [["8♥", "7♥"], ["Q♦"], ["9♠"]] == [
        [FACES[card].text for card in row if card] for row in grid.rows
    ]


def test_a_table_keeps_its_size_while_its_cards_are_played() -> None:
    """From the first card of hearts to the last the board has the same rows and columns."""
    shapes = {sure(board(walked(begun("hearts"), steps))).shape for steps in (0, 12, 30, 50, 64)}
    assert {(5, 17)} == shapes


@pytest.mark.parametrize("name", ["chess", "antichess", "crazyhouse", "dark_chess"])
def test_moves_of_chess_are_made_on_the_board(name: str) -> None:
    """Each of either side is a piece of the mover's dragged to where its short form says that it
    goes."""
    drags = 0
    for steps in range(24):
        p = walked(begun(name), steps, 5)
        mover, picture = ("black", "white")[p._state.mover], sure(board(p))
        for _, cell in picture.places():
            for to, value in cell.drag:
                assert str(cell.piece).startswith(mover)
                row, column = map(int, to)
                san = p._state.inner.action_to_string(value)
                place = f"{picture.column_labels[column]}{picture.row_labels[row]}"
                assert place in san or san.startswith("O-O")
                drags += 1
        assert {
            value for _, value in p._state.display_options
        } == picture.values() or name == "crazyhouse"
    assert drags > 300


@pytest.mark.parametrize("name", ["chess", "antichess", "crazyhouse", "dark_chess"])
def test_a_promotion_of_openspiels_is_chosen_on_the_board(name: str) -> None:
    """A pawn that is dragged to the last rank asks by pieces of its colour, the queen first."""
    p, luck = begun(name), Random(4)
    while not (becomes := [option for option in options(p) if "=" in str(option.label)]):
        takes = [option for option in options(p) if re.match("[a-h]", str(option.label))]
        p = choose(p, luck.choice(takes or options(p)))
        p = begun(name) if outcome(p) is not None else p
    session, colour = Session(p, False), ("black", "white")[p._state.mover]
    session.view()
    drags = (
        (place, to)
        for place, cell in sure(board(p)).places()
        for to, value in cell.drag
        if value == becomes[0].value
    )
    place, to = next(drags)
    session.act({"do": "gesture", "gesture": "to", "at": place, "to": to, "seen": 1})
    view = session.view()
    assert [f"{colour}-{piece}" for piece in ("queen", "rook", "bishop", "knight")] == view[
        "asking"
    ][1][:4]
    session.act({"do": "option", "index": 1, "seen": 2})
    assert re.search("_equals_R(_plus)?$", line(session.position))


def test_a_castling_is_the_kings_move() -> None:
    """To the file of c on the longer side, of g on the shorter one, on the rank of the mover."""
    assert [("e1", "g1"), ("e8", "c8")] == [squares("O-O", 32, True), squares("O-O-O", 32, False)]
    assert [("g1", "f3"), ("e4",)] == [squares("Nf3", 48, True), squares("P@e4", 64, True)]


def test_a_marble_of_pentago_is_dragged_to_the_arrow_that_turns_a_quarter() -> None:
    """Every pair of an empty place and one of the eight arrows is a move, and none is left for a
    button."""
    p = begun("pentago").a.a1t
    picture = sure(board(p))
    arrows = {picture.cell(*map(int, at)).text for at, _ in picture.cell(3, 3).drag}
    assert {"↑", "↓", "←", "→"} == arrows
    assert 8 == len(picture.cell(3, 3).drag)
    assert {value for _, value in p._state.display_options} == picture.values()
    assert "e5y" == p._state.inner.action_to_string(dict(picture.cell(5, 5).drag)[7, 2])


def test_a_wall_of_quoridor_covers_the_three_places_that_were_marked() -> None:
    """Two gaps and the crossing between them, and pawns step by a press; no move is left for a
    button."""
    rng, p = Random(3), begun("quoridor")
    for _ in range(16):
        before = sure(board(p))
        assert {value for _, value in p._state.display_options} == before.values()
        at = rng.choice([place for place, cell in before.places() if cell.press is not None])
        p = choose(p, next(one for one in options(p) if one.value == before.cell(*at).press))
        walls = {
            place
            for place, cell in sure(board(p)).places()
            if getattr(cell.piece, "name", "") == "wall"
        }
        placed = walls - {
            place for place, cell in before.places() if getattr(cell.piece, "name", "") == "wall"
        }
        assert set(before.cell(*at).takes) == placed
    assert walls


def test_the_links_of_twixt_are_those_of_its_rules() -> None:
    """A peg is linked to all of its own a knight's move away to which no other link bars the
    way."""
    for seed in range(4):
        p = begun("twixt")
        pegs: dict[Place, int] = {}
        links: set[Way] = set()
        for _ in range(34):
            mover, before = p._state.mover, sure(board(p))
            assert {value for _, value in p._state.display_options} == before.values()
            at = Random(f"{seed} {len(pegs)}").choice(
                [at for at, cell in before.places() if cell.press is not None]
            )
            p = choose(p, next(one for one in options(p) if one.value == before.cell(*at).press))
            if outcome(p) is not None:
                break
            pegs[at] = mover
            near = [
                one
                for one in pegs
                if pegs[one] == mover and {1, 2} == {abs(one[0] - at[0]), abs(one[1] - at[1])}
            ]
            links |= {(at, one) for one in near if not any(_cross((at, one), way) for way in links)}
            shown = {frozenset(way) for way in sure(board(p)).lines[4:]}
            assert {frozenset(way) for way in links} == shown
        assert links


def _cross(one: Way, other: Way) -> bool:
    """True if two links cut each other between their ends."""

    def side(way: Way, place: Place) -> int:
        (r, c), (y, x) = way
        return (x - c) * (place[0] - r) - (y - r) * (place[1] - c)

    apart = side(one, other[0]) * side(one, other[1]) < 0
    return apart and side(other, one[0]) * side(other, one[1]) < 0


def test_the_rows_of_insects_in_hand_fit_between_each_others_hexagons() -> None:
    """Every row begins half a cell beside the one above it, on the board and below it."""
    indents = sure(board(walked(begun("hive"), 12))).indents
    assert all({0, 1} == {one, other} for one, other in pairwise(indents))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "komi"), [(5, 0.5), (6, 7.5), (7, 2.0)])
def test_the_points_of_go_say_who_has_won(size: int, komi: float) -> None:
    """The points told at the end are those by which OpenSpiel decides, and no stone taken is
    counted before it is."""
    for seed in range(3):
        p = walked(begun("go", board_size=size, komi=komi), 25, seed)
        told = re.search(r"Stones taken: Black \d+, White \d+\.", p.__doc__)
        assert told is not None or outcome(p) is not None
        p = walked(p, 300, seed)
        black, white, bonus = map(
            float,
            sure(
                re.search(r"Black: (\d+) points?\. White: (\d+) points? and (\S+) for", p.__doc__)
            ).groups(),
        )
        assert komi == bonus
        assert [1.0, -1.0][black < white + bonus] == p._state.payoffs[0]


def test_stones_that_are_taken_in_go_are_counted() -> None:
    """A stone without free neighbours goes to the player who surrounded it."""
    p = begun("go", board_size=5)
    for place in ("a1", "b1", "e5"):
        p = choose(p, place)
    assert "Stones taken: Black 0, White 0." in p.__doc__
    assert "Stones taken: Black 0, White 1." in choose(p, "a2").__doc__


@pytest.mark.slow
def test_stones_that_a_handicap_lays_are_not_taken() -> None:
    """They stand though nobody laid them."""
    p = walked(begun("go", handicap=3), 2)
    assert "Stones taken: Black 0, White 0." in p.__doc__


def test_steps_of_a_cursor_are_no_stones() -> None:
    """Where Go is played with a cursor, nobody counts its steps as stones."""
    assert "Stones taken" not in walked(begun("cursor_go"), 9).__doc__


def sheet_of(p: Any) -> dict[str, tuple[str, ...]]:
    """The lines of yacht's sheet by their names."""
    picture = sure(board(p))
    rows = zip(picture.zones, picture.rows, strict=True)
    return {
        zone.name: tuple(cell.text for cell in row[:2])
        for zone, row in rows
        if zone.layout == "line"
    }


def test_a_line_of_yacht_says_what_the_dice_would_give() -> None:
    """Three threes, a two and a six are 9 as threes, 17 as a chance and nothing as a straight."""
    lines = sheet_of(begun("yacht"))
    given = [lines[name][0] for name in ("Threes", "Chance", "Small Straight")]
    assert ["(9)", "(17)", "(0)"] == given


@pytest.mark.slow
def test_each_unfilled_line_of_yacht_says_what_it_would_give() -> None:
    """In brackets in the column of the player to move, the first, which is called "you"; kept
    dice and filled lines give just that, and at the end who moved last is still the first."""
    p, luck, filled = begun("yacht"), Random(1), 0
    while outcome(p) is None:
        told, chosen = sheet_of(p), luck.choice(options(p))
        head, *lines, _ = told.values()
        assert ("you", f"Player {2 - p._state.mover}") == head
        assert all(re.fullmatch(r"\d+|\(\d+\)", own) for own, _ in lines)
        p = choose(p, chosen)
        if chosen.label.startswith("Keep all"):
            assert told == sheet_of(p)
        line = chosen.label.removeprefix("Score in ")
        if line in told and outcome(p) is None:
            assert told[line][0] == f"({sheet_of(p)[line][1]})"
            filled += 1
    own, other = re.findall(r"total: (\d+)", p._state.own_text)[:: 1 - 2 * p._state.seat]
    assert (own, other) == sheet_of(p)["total"]
    assert 23 == filled


def test_pips_are_counted_as_at_the_beginning_of_every_game() -> None:
    """167 for both, before a man has moved: 24 x 2, 13 x 5, 8 x 3 and 6 x 5."""
    counters = sure(board(begun("backgammon"))).counters
    assert [("Black pips", "167"), ("White pips", "167")] == list(counters)


@pytest.mark.slow
def test_a_man_of_backgammon_takes_its_die_from_the_pips() -> None:
    """Each move lowers the mover's pips by its points; those of a man that is hit are more then."""
    p, luck = begun("backgammon"), Random(2)
    for _ in range(60):
        chosen = luck.choice(options(p))
        mover, before = p._state.mover, pips(p)
        p = choose(p, chosen)
        points = re.findall(r"(?<!with )\d+", chosen.label.replace("bar", "25"))
        start, end = map(int, [*points, 0, 0][:2])
        assert start - end == before[mover] - pips(p)[mover]
        assert before[1 - mover] <= pips(p)[1 - mover]


def pips(p: Any) -> list[int]:
    """How far Black and White still have to go."""
    return [int(number) for _, number in sure(board(p)).counters]


def test_a_used_die_stays_on_the_board_until_the_turn_is_over() -> None:
    """Faint, and in brackets where there are no pictures."""
    first = walked(begun("backgammon"), 6)
    after = [choose(first, option) for option in options(first)]
    second = next(p for p in after if "used" in p._state.rewritten)
    signs = [cell.text for row in sure(board(second)).rows for cell in row if "die" in cell.label]
    assert 1 == sum(sign.startswith("(") for sign in signs)
    assert 2 == len(signs)


def test_the_cards_that_hanabi_has_just_told_of_are_marked() -> None:
    """A hint marks the cards that it is about until its player does something, and none of who gave
    it."""
    p = begun("hanabi")
    hint = next(one for one in options(p) if one.label.startswith("tell"))
    colour = hint.label.split()[-1]
    about = [cell for cell in sure(board(p)).rows[0] if cell.label.startswith(colour)]
    mine = choose(p, hint)
    assert len(about) == len(marked(mine))
    assert all(cell.label.startswith(f"your card: {colour}") for cell in marked(mine))
    assert [] == marked(choose(mine, options(mine)[0]))


def marked(p: Any) -> list[Cell]:
    """The cells with a ring of the last move."""
    return [cell for row in sure(board(p)).rows for cell in row if cell.mark == "last"]


def test_a_pass_of_go_is_a_word() -> None:
    """OpenSpiel's own word for it is in capitals."""
    assert "pass" in [one.label for one in options(begun("go", board_size=5))]


FILES = {
    "bargaining": ("instances_file",),
    "colored_trails": ("boards_file",),
    "crossword": ("puzzles_root", "word_list_file"),
    "efg_game": ("filename",),
    "nfg_game": ("filename",),
    "python_hangman": ("word_list_file",),
}


def test_a_strangers_line_opens_no_file() -> None:
    """Of all registered games these have parameters that name a file or a folder; a line that sets
    one is refused."""
    kind_of("python_hangman")  # those written in Python are registered by the first of them
    kinds = [kind.short_name for kind in pyspiel.registered_games()]
    assert FILES == {name: files for name in kinds if (files := file_parameters(name))}
    for name, files in FILES.items():
        for file in files:
            with pytest.raises(BadLine, match=f"{file}='/etc/passwd' names a file|is not offered"):
                replay(f"games.openspiel.{name}({file}='/etc/passwd', seed=1)")


def test_what_can_be_proved_of_an_open_game_is_proved() -> None:
    """Hints and verdicts of noughts and crosses say that it is drawn, as its solution does; connect
    four is tried."""
    p = games.openspiel.tic_tac_toe(seed=1).both_sides
    large = hint(games.openspiel.connect_four(seed=1).both_sides)

    assert {"draws"} == {str(verdict) for verdict in evaluate(p).values()}
    assert "Play a1. Every move here draws with best play." == str(hint(p))
    assert "trial games" in str(large)


def test_a_turn_of_two_men_is_told_in_one_sentence() -> None:
    """The computer moves two men in backgammon; a page has one line for what it did."""
    p: Any = games.openspiel.backgammon(seed=3, against="random").n13.n09.n06.n3
    told = [row for row in str(p).splitlines() if "played" in row]
    assert ["The computer (White) played 6/2 8/6."] == told


def test_a_reply_of_backgammon_is_told_once_in_its_notation() -> None:
    """Both men of a turn stand in one sentence: 6/2 8/6."""
    p = games.openspiel.backgammon(seed=3, against="random")
    p = choose(choose(p, "24 20"), "24 21")
    told = [row for row in str(p).splitlines() if "played" in row]
    assert 1 == len(told)
    assert re.fullmatch(r"The computer \(White\) played \d+/\d+ \d+/\d+\.", told[0])


def called_down(name: str) -> Any:
    """The end of a game of poker in which everybody calls or checks."""
    p = begun(name)
    while outcome(p) is None:
        p = p.Call
    return p


@pytest.mark.parametrize(
    ("name", "on_table"), [("universal_poker", 1), ("limit_holdem", 5), ("no_limit_holdem", 5)]
)
def test_poker_shows_the_cards_on_the_table(name: str, on_table: int) -> None:
    """They are part of what a player knows, though OpenSpiel's text of the moment lacks them."""
    assert on_table == len(lying(called_down(name), "table"))


def lying(p: Any, name: str) -> Sequence[str]:
    """The cards that the text shows in a zone of the table."""
    line = sure(re.search(rf"(?m)^{name}.*?: (.*)$", str(p)))
    return line[1].split()


def test_hands_are_laid_open_unless_somebody_folds() -> None:
    """As at a real table: who calls sees the other's cards, who folds does not."""
    called = lying(called_down("limit_holdem"), r"Player 1 \(")
    assert 2 == len(called)
    assert "?" not in called
    assert ["?", "?"] == lying(begun("limit_holdem").Bet.Fold, r"Player 2 \(")


def test_a_page_of_poker_says_who_has_folded() -> None:
    """Whoever it was; after a showdown nobody has."""
    assert "Player 1 folded." in str(begun("limit_holdem").Bet.Fold)
    assert "Player 2 folded." in str(begun("limit_holdem").Fold)
    assert "folded" not in str(called_down("limit_holdem"))


def test_a_page_of_poker_says_what_a_call_and_a_bet_are() -> None:
    """OpenSpiel has one word for a call and a check, and one for a bet and a raise."""
    p = begun("limit_holdem")
    assert "a further bet is a raise" in str(p)
    assert "Call means check" in str(p.Call)
    assert "Call" not in str(called_down("limit_holdem")).rpartition("\n\n")[0]


def test_the_transcript_of_a_game_of_cards_has_the_cards() -> None:
    """Those of the player who looks at it, and what lay on the table."""
    told = transcript(games.openspiel.leduc_poker(seed=2, against="random").Raise)
    assert 2 == told.count("you (Player 1): J♥")
    assert "table: Q♥" in told


def test_the_small_blind_acts_first_and_may_fold() -> None:
    """Heads up the dealer has posted the small blind and begins before the first three cards."""
    p = begun("no_limit_holdem")
    assert "bet 50" in str(p).split("→")[1].splitlines()[0]
    assert ("Fold", "Call", "Bet", "AllIn") == tuple(str(one.label) for one in options(p))


def test_players_sit_in_the_order_of_play_around_the_one_who_looks() -> None:
    """Seats by number or counted from the one who looks, who is at the bottom; only one of them has
    the turn."""
    text = "@seat 0 fan: a\n@seat +1 fan: b\n@seat 1 fan: c"
    placed = "@right fan player 0: a\n@left fan player 2: b\n@bottom fan you:"
    assert placed == seats.placed(text, 3, 1)
    zones = (Zone("you", ()), Zone("player 0", ()))
    grid = TextGrid(((),), (), (), zones=zones)
    turns = [
        [zone.is_turn for zone in seats.named(grid, ("A", "B"), 1, mover).zones]
        for mover in (0, 1, None)
    ]
    assert [[False, True], [True, False], [False, False]] == turns


def test_go_is_counted_by_area_and_by_stones_taken() -> None:
    """An empty place that both reach is nobody's; stones of a handicap were laid by nobody."""
    grid = TextGrid(
        (("X", "+", "O"), ("X", "+", "O"), ("X", "+", "+")), ("3", "2", "1"), ("a", "b", "c")
    )
    assert (3, 2) == go.areas(grid)
    assert (3, 0) == go.areas(TextGrid((("X", "+", "+"),), ("1",), ("a", "b", "c")))
    for handicap, stones in ((1, ""), (2, "XX")):
        inner = pyspiel.load_game(f"go(handicap={handicap})").new_initial_state()
        rows = (tuple(f"{stones:+<19}"), *(("+",) * 19,) * 18)
        said = go.score_sentence(TextGrid(rows, (), ()), inner, ("Black", "White"))
        assert "Stones taken: Black 0, White 0." == said


def test_labels_that_clash_are_told_apart() -> None:
    """By the whole text; a move that others begin with has a last word of its own."""
    assert [("a7a6",), ("a7-a6",)] == labels_of(["a7a6", "a7-a6"])
    assert [("a1", "there"), ("a1", "b2")] == labels_of(["a1", "a1b2"])


def test_a_search_of_openspiels_is_used_only_where_all_is_seen() -> None:
    """Its results are those of the seats."""
    honest = [
        is_honest(pyspiel.load_game(name).get_type()) for name in ("tic_tac_toe", "kuhn_poker")
    ]
    assert [True, False] == honest
    lost = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (2, 1, 4, 0, 7, 8, 5):  # the second player is to move, and loses either way
        lost.apply_action(action)
    assert (1.0, -1.0) == random_payoffs(lost, 4, 1)
    proved = SimpleNamespace(outcome=[-1.0, 1.0], player=1, explore_count=5)
    assert 1.0 == _finding(0, [proved]).worth


def test_what_a_poker_player_raises_to_counts_the_call() -> None:
    """The pot after a call, and what has been staked by the one who bets most."""
    told = texts.bets("chips pot 30 bet 10 bet 20", 400)
    assert (("½ pot", 40), ("pot", 60), ("all in", 400)) == told


def test_a_die_that_is_not_thrown_is_bare() -> None:
    """A tray shows its place and no sign."""
    assert BARE == dice.CELLS["no-die"].piece


BUDGETS = {
    "backgammon": 300,
    "checkers": 800,
    "chess": 300,
    "chinese_checkers": 50,
    "crazyhouse": 120,
    "gin_rummy": 200,
    "go": 250,
    "hanabi": 60,
    "hanabi_of_four": 60,
    "hive": 40,
    "lines_of_action": 500,
    "mnk": 200,
    "othello": 800,
    "python_ant_foraging": 200,
    "quoridor": 800,
    "shogi": 100,
    "xiangqi": 130,
    "yacht": 800,
}
"""The games that a medium computer does not play with a thousand simulations."""


def test_a_medium_computer_plays_as_it_always_did() -> None:
    """Its replies are not in a line, so another budget would lead old lines and saves elsewhere."""
    assert BUDGETS == {name: facts.FACTS[name].simulations for name in BUDGETS}
    others = [name for name in facts.FACTS if name not in BUDGETS and "holdem" not in name]
    assert {1_000} == {facts.FACTS[name].simulations for name in others}


def test_a_form_of_a_game_shows_its_own_parameters() -> None:
    """Hold'em has two cards in each hand; what OpenSpiel would do by itself can be asked for."""
    assert "numHoleCards=2" in str(games.openspiel.limit_holdem)
    other = games.openspiel.limit_holdem(betting="nolimit", maxRaises="", seed=7)
    assert "betting='nolimit'" in line(other)
    assert "AllIn" in dir(other)


def after_the_middle_of_hex() -> tuple[Any, Any, dict[str, int]]:
    """The game, a state with one stone, and the values of the other places by their names."""
    p = begun("hex")
    p = choose(p, next(one for one in options(p) if one.label.endswith("f6")))
    return p._table.game, p._state, {label[-1]: value for label, value in p._state.display_options}


def test_a_large_board_is_judged_near_the_last_moves() -> None:
    """Each place by enough games; what is said of another one counts those that were judged."""
    game, state, places = after_the_middle_of_hex()
    verdicts = game.evaluate(state)
    tried = {place for place, value in places.items() if "among" not in verdicts[value].text}
    assert {"e6", "f5", "f7", "g6"} < tried
    assert f"not among the {len(tried)} of 120 choices" in verdicts[places["a1"]].text
    assert len(tried) <= 26


def test_a_share_of_the_games_judges_fewer_places() -> None:
    """As a review asks, which has many moves to judge; two that it compares are both judged."""
    game, state, places = after_the_middle_of_hex()
    few = game.evaluate(state, share=0.1)
    both = game.evaluate(state, only=[places["a1"], places["k9"]], share=0.1)
    assert 0 < sum("among" not in one.text for one in few.values()) <= 3
    assert all("scores" in both[places[place]].text for place in ("a1", "k9"))


@pytest.mark.slow
def test_a_game_begins_where_warnings_of_encodings_are_errors() -> None:
    """As some test suites run Python."""
    code = "from interactive_provider import games; games.openspiel.tic_tac_toe(seed=1)"
    strict = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    assert 0 == subprocess.run([sys.executable, *strict, "-c", code]).returncode


@pytest.mark.parametrize("name", ["latent_ttt", "repeated_leduc_poker"])
def test_what_is_hidden_is_drawn_again_for_a_hint(name: str) -> None:
    """In games that OpenSpiel cannot deal again, and that are played once more from the start."""
    p = walked(begun(name), 3)
    assert "each with what you do not see drawn again" in sure(hint(p)).reason
