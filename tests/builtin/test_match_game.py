"""The match game: Bouton's rule against a naive search, the computers, and how rows are shown."""

from __future__ import annotations

import functools
import itertools
from random import Random
from typing import Any

import pytest

from interactive_provider import board, choose, games, hint, outcome, solve
from interactive_provider.builtin.match_game import (
    Matches,
    MatchGame,
    _random,
    after,
    is_won,
    winning_moves,
)
from interactive_provider.errors import BadParameter
from interactive_provider.heart.choices.synthesis import Node
from tests.sure import sure

Rows = tuple[int, ...]


def all_moves(rows: Rows) -> list[tuple[int, int]]:
    """Every legal move, row by row."""
    return [(row, take) for row, size in enumerate(rows, 1) for take in range(1, size + 1)]


@functools.cache
def naively_won(rows: Rows, misere: bool) -> bool:
    """The definition itself: who faces no match has won the misère game; else some move must lead
    to a loss."""
    if not any(rows):
        return misere
    return any(
        not naively_won(tuple(sorted(after(rows, move))), misere) for move in all_moves(rows)
    )


SMALL = [rows for count in range(1, 5) for rows in itertools.product(range(6), repeat=count)]


def start(**parameters: Any) -> Matches:
    """The start of a game with these parameters."""
    return MatchGame().new_state(Random(1), **parameters)


@pytest.mark.parametrize("misere", [True, False])
def test_boutons_rule_is_the_naive_search(misere: bool) -> None:
    """Of every position of up to four rows of up to five matches the rule knows the winner."""
    expected = [naively_won(tuple(sorted(rows)), misere) for rows in SMALL]

    assert expected == [is_won(rows, misere) for rows in SMALL]


@pytest.mark.parametrize("misere", [True, False])
def test_winning_moves_are_all_moves_to_lost_positions(misere: bool) -> None:
    """The rule finds just the moves that the naive search finds."""
    expected = [
        [m for m in all_moves(rows) if not naively_won(tuple(sorted(after(rows, m))), misere)]
        for rows in SMALL
    ]

    assert expected == [list(winning_moves(rows, misere)) for rows in SMALL]


def test_the_rows_of_old_are_lost_for_who_begins() -> None:
    """7-5-3-1 has nim-sum 0, and no winning move."""
    assert (False, []) == (is_won((7, 5, 3, 1)), list(winning_moves((7, 5, 3, 1))))


def test_the_start_lists_every_match() -> None:
    """The options of 7-5-3-1 are its sixteen moves, row by row, with short grouped labels."""
    options = start().display_options

    assert all_moves((7, 5, 3, 1)) == [value for _, value in options]
    assert (("row1", "take1"), ("row4", "take1")) == (options[0][0], options[-1][0])


def test_names_are_padded_for_the_whole_game() -> None:
    """Rows of ten or more give names of one width, and keep it when they shrink."""
    state = start(rows=(12, 1, *[1] * 9))
    shrunk = MatchGame().process_response(state, (1, 11), Random(1))

    assert ("row01", "take01") == state.display_options[0][0] == shrunk.display_options[0][0]


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize(
    "rows", [(3, 4, 5), (1,), (2,), (1, 1), (4, 4, 1), (2, 9, 1, 6, 3), (7, 5, 3, 1)]
)
def test_hints_win_whatever_can_be_won(rows: Rows, misere: bool) -> None:
    """Who follows the hints beats the perfect computer exactly if the rule says so, beginning or
    not."""
    for seat in (0, 1):
        p: Node = games.match_game(rows=rows, misere=misere, against="perfect", seat=seat, seed=1)
        left = p._state.rows
        expected = outcome(p) or ("won" if is_won(left, misere) else "lost")
        while outcome(p) is None:
            p = choose(p, hint(p))
        assert expected == outcome(p)


@pytest.mark.parametrize("misere", [True, False])
def test_the_perfect_computer_never_lets_go(misere: bool) -> None:
    """Against random players the perfect computer wins every game that it can win."""
    rng = Random(5)
    for seed in range(200):
        rows = tuple(rng.randint(1, 6) for _ in range(rng.randint(1, 5)))
        p: Node = games.match_game(rows=rows, misere=misere, against="perfect", seed=seed)
        won_already = is_won(rows, misere)
        while outcome(p) is None:
            move = rng.choice(p._state.display_options)[1]
            won_already = won_already and not is_won(after(p._state.rows, move), misere)
            p = choose(p, move)
        assert ("won" if won_already else "lost") == outcome(p)


def test_solution_leads_to_the_win() -> None:
    """The choices of a solution, made one after the other, win against the perfect computer."""
    p: Node = games.match_game(rows=(3, 4, 5), against="perfect", seed=9)
    solution = solve(p)
    for value in sure(solution.values):
        p = choose(p, value)

    assert ("solved", "won") == (solution.status, outcome(p))


def test_the_solution_of_a_lost_position_says_who_wins() -> None:
    """With the best play of both the old rows are lost for who begins."""
    solution = MatchGame().solve(start())

    assert ("solved", "with best play by both: player 2 won") == (solution.status, solution.note)


def test_every_move_is_marked() -> None:
    """The evaluation marks each option, and as winning only the moves that win."""
    state = start(rows=(3, 4, 5))
    verdicts = MatchGame().evaluate(state)

    assert [value for _, value in state.display_options] == list(verdicts)
    assert list(winning_moves((3, 4, 5))) == [
        value for value, verdict in verdicts.items() if verdict.score == 1
    ]


def test_random_computer_takes_every_move_alike() -> None:
    """Over 6,000 draws each of the six moves of 1-2-3 comes about a thousand times."""
    rng = Random(2)
    counts: dict[object, int] = dict.fromkeys(all_moves((1, 2, 3)), 0)
    for _ in range(6000):
        counts[_random(MatchGame(), start(rows=(1, 2, 3)), rng)] += 1

    assert all(850 <= count <= 1150 for count in counts.values())


def test_between_people_both_move() -> None:
    """Two people move in turn, and the outcome names the winner."""
    game, state = MatchGame(), start(rows=(1, 2))
    state = game.process_response(state, (2, 2), Random(1))
    assert "Left: 1-0. Whoever takes the last match loses." == state.display_text

    assert "player 1 won" == game.process_response(state, (1, 1), Random(1)).outcome


def test_the_computer_may_begin() -> None:
    """With seat=1 one move is made before yours, and it is told."""
    p: Node = games.match_game(seed=1).computer_begins

    assert after((7, 5, 3, 1), (1, 1)) == p._state.rows
    assert "The computer played row 1 take 1." in p.__doc__.splitlines()


def test_five_hundred_matches_are_listed_and_more_are_refused() -> None:
    """The bound of the matches in all rows."""
    assert 500 == len(start(rows=(249, 251)).display_options)
    with pytest.raises(BadParameter, match=r"of 501 matches; at most 500 are possible"):
        start(rows=(250, 251))


def test_the_board_shows_and_chooses() -> None:
    """Each match is a cell; pressing the second of three takes two; what is gone is blank and
    marked."""
    game, state = MatchGame(), start(rows=(3, 4, 5))
    board = game.board(state)
    assert ((3, 5), (1, 2)) == (board.shape, board.cell(0, 1).press)
    assert {value for _, value in state.display_options} == board.values()

    board = game.board(game.process_response(state, (1, 2), Random(1)))
    assert ["|    ", "|||| ", "|||||"] == ["".join(cell.text for cell in row) for row in board.rows]
    assert [(0, 1), (0, 2)] == [
        (r, c) for r in range(3) for c in range(5) if board.cell(r, c).mark == "last"
    ]


def test_a_finished_game_offers_nothing() -> None:
    """After the end there are no options, no hint and no verdicts."""
    game = MatchGame()
    end = game.process_response(start(rows=(1,)), (1, 1), Random(1))

    assert ("player 2 won", (), None, {}) == (
        end.outcome,
        end.display_options,
        game.hint(end),
        game.evaluate(end),
    )
    assert frozenset() == game.board(end).values()


@pytest.mark.parametrize(
    ("parameters", "quoted"),
    [
        ({"rows": ()}, "()"),
        ({"rows": "7531"}, "'7531'"),
        ({"rows": 7}, "7"),
        ({"rows": (7, 5.5)}, "5.5"),
        ({"rows": (7, 0)}, "0"),
        ({"rows": (7, -1)}, "-1"),
        ({"rows": (True, 2)}, "True"),
        ({"rows": ("7", 5)}, "'7'"),
        ({"rows": (10**5000,)}, "row 1 of rows is"),
        ({"rows": (1,) * 1000}, "(1, 1, 1"),
        ({"misere": "no"}, "'no'"),
    ],
)
def test_bad_parameters_are_quoted(parameters: dict[str, object], quoted: str) -> None:
    """What makes no sense is refused by one sentence that shows it."""
    with pytest.raises(BadParameter) as caught:
        start(**parameters)

    assert quoted in str(caught.value)


def naive_text(rows: Rows, mover: int, misere: bool) -> str:
    """What a small game says: what is left and the player to move, or who won."""
    if any(rows):
        rule = "loses" if misere else "wins"
        left = "-".join(str(size) for size in rows)
        return f"Left: {left}. Whoever takes the last match {rule}."
    return f"Whoever took the last match {'lost' if misere else 'won'}."


def naive_view(rows: Rows, last: tuple[int, int] | None, longest: int) -> list[str]:
    """The board of a small game, what the last move took marked by a star."""
    lines = ["|" * size + " " * (longest - size) for size in rows]
    if last:
        row, take = last[0] - 1, last[1]
        lines[row] = lines[row][: rows[row]] + "*" * take + lines[row][rows[row] + take :]
    return lines


@pytest.mark.parametrize("misere", [True, False])
def test_random_plays_follow_a_naive_model(misere: bool) -> None:
    """Text, options, board, described moves and verdicts of whole games are those of a list of
    numbers."""
    rng, game = Random(3), MatchGame()
    for _ in range(12):
        rows: Rows = tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 4)))
        state, mover, last, longest = start(rows=rows, misere=misere), 0, None, max(rows)
        while True:
            board = game.board(state)
            seen = [
                "".join("*" if cell.mark == "last" else cell.text for cell in row)
                for row in board.rows
            ]
            assert naive_text(rows, mover, misere) == state.display_text
            assert naive_view(rows, last, longest) == seen
            assert ("matches left", str(sum(rows))) == board.counters[0]
            assert (
                all_moves(rows)
                == [value for _, value in state.display_options]
                == list(state.moves())
            )
            if not any(rows):
                break
            last = rng.choice(all_moves(rows))
            left = after(rows, last)
            assert f"Leaves {'-'.join(map(str, left))}." == game.describe(state, last)
            verdict = "losing" if naively_won(tuple(sorted(left)), misere) else "winning"
            assert verdict == game.evaluate(state)[last].text
            state, rows, mover = game.process_response(state, last, rng), left, 1 - mover


@pytest.mark.parametrize("misere", [True, False])
def test_a_hint_tells_why_it_wins(misere: bool) -> None:
    """The reason is true of what is left, and the marked cells are the matches to take."""
    game = MatchGame()
    for rows in itertools.product(range(4), repeat=3):
        if not any(rows):
            continue
        state = Matches((3, 3, 3), rows, misere)
        advised = sure(game.hint(state))
        row, take = sure(advised.value)
        left, size = after(rows, (row, take)), rows[row - 1]
        if naively_won(tuple(sorted(left)), misere):
            expected = "every move loses against perfect play"
        elif not any(left):
            expected = "takes the last match, which wins"
        elif misere and max(left) == 1:
            expected = (
                "leaves a single match:"
                if sum(left) == 1
                else f"leaves {sum(left)} single matches, an odd number:"
            )
        else:
            expected = f"leaves {'-'.join(map(str, left))}: their binary digits pair off"
        assert advised.reason.removeprefix("it ").startswith(expected)
        assert [(row - 1, column) for column in range(size - take, size)] == list(advised.cells)


@pytest.mark.parametrize(
    ("longest", "shape", "marked"), [(60, (2, 60), (1, 1)), (61, (2, 1), (1, 0))]
)
def test_rows_up_to_sixty_are_drawn(
    longest: int, shape: tuple[int, int], marked: tuple[int, int]
) -> None:
    """Match by match; longer ones as numbers, of which the one is marked that was taken from, and
    none at the start."""
    game, state = MatchGame(), start(rows=(longest, 2))
    marks = [
        [
            place
            for place in itertools.product(*map(range, board.shape))
            if board.cell(*place).mark == "last"
        ]
        for board in (
            game.board(state),
            game.board(game.process_response(state, (2, 1), Random(1))),
        )
    ]
    assert (shape, [[], [marked]]) == (game.board(state).shape, marks)


def test_a_lost_position_is_delayed() -> None:
    """Of up to 100 matches one is taken from the longest row, of more half of that row."""
    lost: list[Rows] = [(50, 50), (51, 51), (1,) * 102]
    assert [(1, 1), (1, 25), (1, 1)] == [
        sure(MatchGame().hint(Matches(rows, rows, misere=False))).value for rows in lost
    ]


def test_the_last_match_loses_unless_it_is_said() -> None:
    """The default rule of all functions: with one match the player to move has lost, of 2-1 the
    whole row is taken."""
    assert (False, [], (1, 2)) == (
        is_won((1,)),
        list(winning_moves((1,))),
        next(winning_moves((2, 1))),
    )
    assert "player 2 won" == Matches((1,), (1,)).played((1, 1)).outcome


def test_many_rows_are_told_in_brief() -> None:
    """Up to twenty one by one, more by their number, those left out that are empty."""
    assert "-".join(["3"] * 20) in Matches((3,) * 20, (3,) * 20).display_text
    assert "Left: 58 matches in 20 rows." in Matches((3,) * 21, (1, *(3,) * 19, 0)).display_text


def test_each_match_tells_what_a_press_takes() -> None:
    """It and all to its right, by the tooltip, the cells shown beforehand and the move; nothing at
    the end."""
    game = MatchGame()
    for cell, size in ((cell, 3) for cell in game.board(start(rows=(2, 3))).rows[1]):
        place = int(cell.label.removeprefix("match ")[0])
        take = size - place + 1
        assert (f"take {take}", (2, take)) == (cell.tooltip, cell.press)
        assert tuple((1, column) for column in range(place - 1, size)) == cell.takes


def test_two_play_and_a_bad_row_is_named_by_its_number() -> None:
    """The second row of two is row 2."""
    assert 2 == MatchGame.players
    with pytest.raises(BadParameter, match="row 2 of rows is"):
        start(rows=(7, 0))


def test_the_board_calls_the_players_what_they_are() -> None:
    """Against the computer it is your turn or the computer's; of two people each has a number."""
    for p, turn in (
        (games(seed=7).match_game.computer_begins, "you"),
        (games(seed=7).match_game.you_begin, "you"),
        (games(seed=7).match_game.two_people.row1.take1, "player 2"),
        (games.match_game(rows=(1,), against="perfect", misere=False).row1.take1, "the computer"),
    ):
        assert ("turn", turn) == sure(board(p)).counters[1]
