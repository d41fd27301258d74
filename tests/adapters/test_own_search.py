"""What chess moves are worth without an engine, judged by the rules and by Stockfish."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import chess
import chess.variant
import pytest

from interactive_provider import evaluate, games, hint
from interactive_provider.adapters.chess import engine, own_search
from interactive_provider.adapters.chess.game import VARIANTS
from tests.sure import sure
from tests.thorough import some


def best_of(board: chess.Board) -> chess.Move:
    """The move that the search of our own likes best."""
    return max(own_search.scores(board), key=lambda scored: scored[1].relative)[0]


def random_positions(seed: int, moves: range) -> Iterator[chess.Board]:
    """Positions of random games that are not over, without end."""
    luck = Random(seed)
    while True:
        board = chess.Board()
        for _ in range(luck.choice(moves)):
            if board.is_game_over():
                break
            board.push(luck.choice(list(board.legal_moves)))
        if not board.is_game_over():
            yield chess.Board(board.fen())


def mating_moves(board: chess.Board) -> list[chess.Move]:
    """The moves that mate at once, by the rules alone."""
    found = []
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        if after.is_checkmate():
            found.append(move)
    return found


@pytest.mark.slow
def test_a_mate_at_once_is_found() -> None:
    """In all of some positions from random games that have one."""
    count = some(5, of=12)
    positions = ((b, mating_moves(b)) for b in random_positions(seed=2, moves=range(20, 90)))
    mates = ((board, moves) for board, moves in positions if moves)
    assert [True] * count == [best_of(b) in moves for b, moves in islice(mates, count)]


@pytest.mark.slow
def test_stockfish_finds_most_of_its_moves_good() -> None:
    """Of thirty at least twenty-six cost less than a tenth of a win, and as large a part of fewer
    in the gate."""
    count = some(10, of=30)
    costs = []
    boards = random_positions(seed=5, moves=range(6, 60))
    for board in (next(boards) for _ in range(count)):
        values = {answer.moves[0]: sure(answer.value) for answer in engine.judged(board)}
        costs.append(max(values.values()) - values[best_of(board)])
    assert 26 * count // 30 <= sum(cost < 0.1 for cost in costs)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_a_hint_and_verdicts(variant: str) -> None:
    """Though Stockfish knows chess alone; the hint says who found it."""
    p = games.chess(variant=variant, seed=1)
    advice = sure(hint(p))
    verdicts = evaluate(p)
    assert set(p._state.option_values) == set(verdicts)
    assert max(sure(one.score) for one in verdicts.values()) == verdicts[advice.value].score
    assert ("own short search" in advice.reason) == (variant != "standard")


def test_captures_are_followed_as_far_as_is_said() -> None:
    """A guarded pawn is won by the queen only if nobody looks at what takes the queen."""
    board = chess.Board("7k/8/2p5/3p4/8/8/3Q4/7K w - - 0 1")
    found = [own_search._settled(board, captures, -9999, 9999) for captures in range(3)]
    assert found[0] == found[2] == own_search._balance(board) < found[1]


def test_in_antichess_whoever_has_less_is_ahead() -> None:
    """So a piece that must be taken is a good one to lose."""
    board = chess.variant.AntichessBoard("7k/8/8/8/8/8/8/QK6 w - - 0 1")
    assert own_search._balance(board) < 0 < own_search._balance(chess.Board(board.fen()))
