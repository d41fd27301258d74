"""Chess: its rules, its notation, its records."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.pgn
import pytest

from interactive_provider import (
    InteractiveProvider,
    Limit,
    board,
    choose,
    describe,
    evaluate,
    line,
    mover,
    options,
    outcome,
    replay,
    review,
    save,
    solve,
    undo,
)
from interactive_provider.adapters.chess import menu, notation, pgn_tokens, records
from interactive_provider.adapters.chess.game import VARIANTS, Chess, ChessVariants, Diagram
from interactive_provider.errors import BadParameter, NoSuchChoice, NoSuchKey, SourceError
from interactive_provider.testing import check_game
from tests.thorough import some

games: Any = InteractiveProvider(seed=7)
RNG = Random(0)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOKS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


def perft(state: Diagram, depth: int) -> int:
    """The leaves of the tree of options, to a depth."""
    if depth == 1:
        return len(state.option_values)
    return sum(
        perft(Chess().process_response(state, value, RNG), depth - 1)
        for value in state.option_values
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "counts"),
    [(None, [20, 400, 8_902]), (KIWIPETE, [48, 2_039]), (ROOKS, [14, 191, 2_812])],
)
def test_options_are_as_many_as_published(fen: str | None, counts: list[int]) -> None:
    """The leaves of the tree of options are those of chessprogramming.org; depth 4 is in the
    benchmark."""
    state = Chess().new_state(RNG, fen=fen)
    assert counts == [perft(state, depth) for depth in range(1, len(counts) + 1)]


VARIANT_COUNTS = """
3check      2    562 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1
atomic      2  1,238 rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1
atomic      2    833 rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1
crazyhouse  2  1,347 r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1
crazyhouse  2    360 4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - - 0 1
antichess   2    400 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
horde       3  1,274 rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1
horde       2    241 4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1
horde       2    172 k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1
racingkings 2    421 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1
racingkings 3    178 4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1
racingkings 2    697 8/8/1rk4K/8/8/8/2bnNBR1/qrbnNBRQ b - - 0 1
standard    2    528 bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1
standard    2    807 2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 0 1
standard    2    479 b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 0 1
"""
"""Variant, depth, number of leaves, and position; the numbers of its authors are published with
python-chess."""


@pytest.mark.slow
@pytest.mark.parametrize("row", VARIANT_COUNTS.strip().splitlines())
def test_options_of_variants_are_as_many_as_published(row: str) -> None:
    """The leaves of the tree of options, in seven variants and with 960 starts."""
    variant, depth, leaves, fen = row.split(maxsplit=3)
    state = Chess().new_state(RNG, variant=variant, fen=fen)
    assert int(leaves.replace(",", "")) == perft(state, int(depth))


def random_boards(kind: type[chess.Board], games: int, seed: int) -> list[chess.Board]:
    """Boards with their histories, from random games."""
    found, rng = [], Random(seed)
    for _ in range(games):
        inner = kind()
        while not inner.is_game_over(claim_draw=False) and len(inner.move_stack) < 120:
            inner.push(rng.choice(list(inner.legal_moves)))
            found.append(inner.copy())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(VARIANTS))
def test_short_forms_are_those_of_python_chess(variant: str) -> None:
    """In random games of each variant every move is called as python-chess calls it, but for the
    signs of check."""
    for inner in random_boards(VARIANTS[variant], 3, 1)[::5]:
        moves = list(inner.legal_moves)
        theirs = [inner.san(move).rstrip("+#") for move in moves]
        assert theirs == [
            text.replace("(", "=").replace(")", "") for text in notation.short_forms(inner, moves)
        ]


@pytest.mark.slow
def test_claims_are_those_of_python_chess() -> None:
    """In shuffling games a draw can be claimed exactly if python-chess, which knows the history,
    says so."""
    rng, seen = Random(5), set()
    for fen in ("8/8/4k3/8/8/3K4/8/R7 w - - 90 80", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"):
        for _ in range(4):
            state, inner = Chess().new_state(RNG, fen=fen), chess.Board(fen)
            while not state.outcome and len(inner.move_stack) < 60:
                assert inner.can_claim_draw() == state.may_claim
                seen.add(state.may_claim)
                move = rng.choice([m for m in inner.legal_moves if not inner.is_zeroing(m)][:6])
                state = Chess().process_response(state, move.uci(), RNG)
                inner.push(move)
            assert bool(inner.outcome()) == bool(state.outcome)
    assert {True, False} == seen


def test_a_claim_is_an_option_that_ends_the_game() -> None:
    """After the third time the same position the claim is offered, and chosen it draws."""
    p = replay("games.chess.Nf3.Nf6.Ng1.Ng8.Nf3.Nf6.Ng1")
    assert "claim_a_draw" in dir(p)
    assert "claim_a_draw" not in dir(replay("games.chess.Nf3.Nf6.Ng1.Ng8.Nf3.Nf6"))
    assert "drawn" == outcome(p.claim_a_draw)


def test_five_times_the_same_is_drawn() -> None:
    """The fifth time the same position ends the game without a claim."""
    p = games.chess
    for _ in range(4):
        p = p.Nf3.Nf6.Ng1.Ng8
    assert "drawn" == outcome(p)


def test_a_move_is_understood_as_people_write_it() -> None:
    """Short and long forms, castling with zeros, promotion, the signs of check and praise all lead
    to one position."""
    p = replay("games.chess.e4.e5.Qh5.Nc6.Bc4.Nf6")
    assert [p.Qxf7] * 5 == [p["Qxf7#"], p["Qxf7"], p("h5f7"), choose(p, "Qxf7!!"), p["h5f7"]]
    castle = games.chess(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert [castle.O_O] * 3 == [castle["O-O"], castle["0-0"], castle("e1g1")]
    pawn = games.chess(fen="3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
    assert [pawn.exd8_Q] * 3 == [pawn["exd8=Q+"], pawn("e7d8q"), pawn["exd8(Q)"]]
    with pytest.raises(NoSuchChoice, match="White cannot play Ng6"):
        _ = p.Ng6


def test_the_lobby_takes_the_first_move() -> None:
    """Before anybody is chosen to play against, the first move is taken by name, by text and by
    value."""
    assert [games.chess.both_sides.e4] * 5 == [
        games.chess.e4,
        games.chess["e4"],
        games.chess["e2-e4"],
        games.chess("e2e4"),
        games.chess(seed=7).e4,
    ]
    with pytest.raises(BadParameter, match="e2e5"):
        games.chess("e2e5")
    with pytest.raises(NoSuchKey, match="e5"):
        games.chess["e5"]
    with pytest.raises(NoSuchChoice, match="e5"):
        _ = games.chess.e5


def test_the_lobby_lists_who_answers_in_time() -> None:
    """A search by random games takes most of a minute for a move; it may still be asked for."""
    levels = {"against_a_random_player", "against_a_beginner", "against_stockfish"}
    assert {"both_sides", "daily", *levels} == set(dir(games.chess))
    assert "mcts" in line(games.chess(against="mcts", seed=1))


def test_case_tells_a_bishop_from_a_pawn() -> None:
    """bxc3 and Bxc3 are two names."""
    p = games.chess(fen="4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1")
    assert {"bxc3", "Bxc3"} <= set(dir(p))
    assert p.bxc3 != p.Bxc3


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("foo", "neither a FEN nor"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no white king"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that has just moved is in check"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "a pawn is on the first or last row"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling rights without king and rook"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "not a FEN"),
    ],
)
def test_a_fen_that_cannot_be_is_refused(fen: str, said: str) -> None:
    """A FEN that is malformed, without kings or impossible is quoted with what is wrong."""
    with pytest.raises(BadParameter, match=said) as caught:
        games.chess(fen=fen)
    assert fen[:20] in str(caught.value)


def test_a_position_is_given_by_the_name_that_every_game_has() -> None:
    """position= starts where fen= does, errors quote the name that was used, and only one is
    taken."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert Chess().new_state(RNG, fen=fen) == Chess().new_state(RNG, position=fen)
    with pytest.raises(BadParameter, match="position='nonsense' is neither a FEN nor moves"):
        games.chess(position="nonsense")
    with pytest.raises(BadParameter, match="only one of position and fen"):
        games.chess(position=fen, fen=fen)


@pytest.mark.parametrize("parameters", [{"variant": "atomics"}, {"bottom": "left"}, {"fen": 5}])
def test_other_bad_parameters_are_refused(parameters: dict[str, Any]) -> None:
    """A variant, a side or a FEN that there is not is told."""
    with pytest.raises(BadParameter, match=next(iter(parameters))):
        games.chess(**parameters)


def test_the_board_is_real() -> None:
    """Pieces stand on their squares, drags name their targets, the last move and a check are
    marked, both sides up."""
    p = replay("games.chess.e4.f6.Qh5")
    shown = board(p)
    assert shown is not None
    king = shown.cell(0, 4)
    assert ("black-king", "check", "black king on e8, in check") == (
        king.piece,
        king.mark,
        king.label,
    )
    assert ["last", "last"] == [shown.cell(7, 3).mark, shown.cell(3, 7).mark]
    assert (((2, 6), "g7g6"),) == shown.cell(1, 6).drag
    turned = board(games.chess(bottom="black"))
    assert turned is not None
    assert ("white-rook", "white rook on h1") == (turned.cell(0, 0).piece, turned.cell(0, 0).label)
    assert ["8a", "1h"] == [one.row_labels[0] + one.column_labels[0] for one in (shown, turned)]
    assert "g6: pawn g7 to g6" == describe(p, "g6")


def test_a_promotion_asks_what_the_pawn_becomes() -> None:
    """One pair of squares has four options."""
    shown = board(games.chess(fen="8/4P3/8/8/8/k7/8/4K3 w - - 0 1"))
    assert shown is not None
    assert ["e7e8q", "e7e8r", "e7e8b", "e7e8n"] == [value for _, value in shown.cell(1, 4).drag]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "played"), [(Chess, 2), (ChessVariants, len(VARIANTS))])
def test_chess_keeps_the_rules_of_the_house(
    game: type[Chess], played: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chess and its variants pass the contract suite, here without an engine."""
    monkeypatch.setattr("interactive_provider.adapters.chess.engine.found", lambda: None)
    check_game(game, games=some(played, of=20), steps=some(3, of=8), ends=False)


def test_a_game_is_written_and_read_back(tmp_path: Path) -> None:
    """A game saved as PGN is a menu of one game whose moves lead to the same FEN; its own save is
    the same text."""
    p = replay("games.chess.e4.e5.Qh5.Nc6.Bc4.Nf6.Qxf7")
    save(p, tmp_path / "game.pgn")
    save(p, tmp_path / "game.fen")
    assert '[Result "1-0"]' in (tmp_path / "game.pgn").read_text()
    watched: Any = InteractiveProvider(tmp_path, seed=1).game.game_1
    record = watched
    for value in solve(record).values or ():
        watched = choose(watched, value)
    assert (p._state.fen, "white wins") == (watched._state.fen, outcome(watched))
    assert f"{p._state.fen}\n" == (tmp_path / "game.fen").read_text()
    save(watched, tmp_path / "again.pgn")
    assert (tmp_path / "game.pgn").read_text() == (tmp_path / "again.pgn").read_text()


SEVERAL = """[Event "A"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky"]
[Date "1851.06.21"]
[Result "1-0"]

1. e4 e5 2. f4 {The king's gambit} exf4 (2... d5 3. exd5) 3. Bc4 1-0

[Event "B"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 2. Ke3 *

[Event "C"]
[White "Ann"]
[Black "Bob"]
[FEN "8/8/8/8/8/8/8/8 w - -"]

1. e4 *
"""


def test_a_file_of_games_is_a_menu_to_walk_through(tmp_path: Path) -> None:
    """Games are called by their players, variations are choices, comments are told, and a fault
    names game and move."""
    (tmp_path / "old.pgn").write_text(SEVERAL)
    menu: Any = InteractiveProvider(tmp_path, seed=1).old
    assert ["Anderssen_Kieseritzky_1851", "game_2", "Ann_Bob"] == list(menu)
    p = menu.Anderssen_Kieseritzky_1851.e4.e5.f4
    assert ["exf4", "d5"] == [option.label for option in options(p)]
    assert "The king's gambit" in p.__doc__
    assert "white wins" == outcome(p.exf4.Bc4)
    assert replay(line(p), InteractiveProvider(tmp_path, seed=1)) == p
    with pytest.raises(SourceError, match=r"Game 2 of old.pgn \(game 2\).*Ke3"):
        menu.game_2()


def test_games_between_the_same_players_are_all_in_the_menu(tmp_path: Path) -> None:
    """Those of one title are numbered, and a mark of the encoding before the first is no part of
    it."""
    game = '[White "Ann"]\n[Black "Bob"]\n\n1. {} *\n\n'
    text = "".join(map(game.format, ("e4", "d4", "c4")))
    (tmp_path / "club.pgn").write_text(text, "utf-8-sig")
    menu: Any = InteractiveProvider(tmp_path, seed=1).club
    assert ["Ann_Bob", "Ann_Bob_2", "Ann_Bob_3"] == list(menu)
    assert ["e4", "d4", "c4"] == [next(iter(options(getattr(menu, name)))).label for name in menu]


@pytest.mark.parametrize("text", ["", "hello\n"])
def test_a_file_without_games_says_so(text: str, tmp_path: Path) -> None:
    """A PGN file that holds nothing, or something else, is listed and shows what is wrong."""
    (tmp_path / "bad.pgn").write_text(text)
    shown: Any = InteractiveProvider(tmp_path, seed=1).bad
    assert "pgn" in shown.__doc__.lower() or "game" in dir(shown)[0]


def test_games_are_cut_where_tags_begin() -> None:
    """The text of each game is found, tags without moves and moves without tags included."""
    assert 3 == len(pgn_tokens.parts(SEVERAL))
    assert 1 == len(pgn_tokens.parts("1. e4 e5 *\n"))


def test_a_clock_at_the_beginning_of_a_line_is_no_tag() -> None:
    """A comment that goes over lines may begin one with [%clk], which begins no other game."""
    text = '[White "A"]\n\n1. e4 {\n[%clk 0:10:00]\n[%eval 0.2]} e5 *\n\n[White "B"]\n\n1. d4 *\n'
    assert [2, 1] == [
        len(list(records.read_one(part).mainline_moves())) for part in pgn_tokens.parts(text)
    ]


@pytest.mark.parametrize("variant", ["atomic", "crazyhouse", "horde"])
def test_a_variant_is_written_and_read_back(variant: str, tmp_path: Path) -> None:
    """A random game of a variant comes back from PGN move for move."""
    rng, p = Random(3), games.chess(variant=variant)
    for _ in range(30):
        if outcome(p) is None:
            p = choose(p, rng.choice(options(p)))
    save(p, tmp_path / "v.pgn")
    read = records.read_one((tmp_path / "v.pgn").read_text())
    assert list(p._state.moves) == [move.uci() for move in read.mainline_moves()]


def test_a_record_in_which_a_side_passes(tmp_path: Path) -> None:
    """An annotator's null move is a choice called pass, and the record goes on after it."""
    (tmp_path / "passing.pgn").write_text('[Event "?"]\n[Result "*"]\n\n1. e4 -- 2. d4 d5 *\n')
    p = InteractiveProvider(tmp_path).passing.game_1.e4
    assert ["pass"] == [option.label for option in options(p)]
    assert "d5" in dir(p.pass_.d4)


def test_the_menu_begins_with_what_people_play() -> None:
    """First what takes and castles, then what wins the centre and develops; the edges come last."""
    start = options(games.chess(seed=1).both_sides)
    assert ["e4", "d4", "Nf3", "Nc3"] == [option.label for option in start[:4]]
    italian = games.chess(seed=1).both_sides.e4.e5.Nf3.Nc6.Bc4.Bc5
    assert ["Nxe5", "Bxf7", "d4", "Nc3", "O-O"] == [option.label for option in options(italian)[:5]]
    assert {"a4", "Rg1", "Na3"} <= {option.label for option in options(italian)[12:]}


NOTHING_QUIET = "8/8/8/8/8/1k6/2q4P/K7 w - - 100 80"
"""After fifty quiet moves of both; White can only move the pawn."""


def test_what_is_said_of_a_claim() -> None:
    """It is offered after fifty moves though every move would end them, and needs no engine."""
    p = games.chess(position=NOTHING_QUIET, seed=1)
    assert "claim_a_draw" in dir(p)
    assert "Ends the game as a draw." == describe(p, notation.CLAIM)


def test_positions_are_one_only_with_the_same_clock_and_rules() -> None:
    """Fifty moves may be near, and in atomic chess other moves are good."""
    fen = "8/8/8/8/8/k7/8/K6R w - - {} 80"
    given: list[dict[str, Any]] = [
        {"fen": fen.format(0)},
        {"fen": fen.format(9)},
        {"fen": fen.format(0), "variant": "atomic"},
    ]
    keys = [Chess().new_state(RNG, **each).key for each in given]
    assert 3 == len(set(keys))


def test_castling_rights_that_only_chess960_has_say_so() -> None:
    """A FEN with other rooks needs no parameter."""
    state = Chess().new_state(RNG, fen="1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1")
    assert state.inner.chess960


def test_the_chances_stand_on_the_side_of_white() -> None:
    """Above the board if Black is at the bottom."""
    states = [Chess().new_state(RNG, bottom=bottom) for bottom in ("white", "black")]
    leads = [Chess().view(state, 0).lead for state in states]
    assert [False, True] == [lead is not None and lead.is_above for lead in leads]


@pytest.mark.parametrize(
    ("fen", "paid"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", (1.0, 0.0)),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", (0.0, 1.0)),
        ("8/8/8/8/8/k7/8/K6R w - - 100 80", (0.5, 0.5)),
    ],
)
def test_a_random_game_that_is_over_pays_at_once(fen: str, paid: tuple[float, float]) -> None:
    """Whoever is mated gets nothing; a draw that fifty moves allow is claimed."""
    assert (paid, 0) == Chess().rollout(Chess().new_state(RNG, fen=fen), RNG, 5)


def test_a_picture_is_read_from_the_side_of_black_too() -> None:
    """Row by row and square by square."""
    fen = "r3k3/p7/8/8/8/8/7P/2K4R w - - 0 1"
    seen = str(board(games.chess(position=fen, bottom="black", seed=1)))
    read = games.chess(position=seen, bottom="black", seed=1)
    assert fen.partition(" ")[0] == read._state.fen.partition(" ")[0]


def test_a_pinned_piece_is_said_to_guard_its_king() -> None:
    """Other pieces cannot go there."""
    pinned = chess.Board("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    assert "e2 to c3 would leave the king in check." == notation.refused(pinned, "e2c3")
    assert "The knight cannot go from e2 to e4." == notation.refused(pinned, "e2e4")


def test_chess_and_its_variants_need_their_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each door says so, before anything is imported."""

    def missing(*_: str) -> None:
        raise SourceError("Chess needs the extra chess")

    monkeypatch.setattr(menu, "need", missing)
    for door in (menu.chess, menu.variants, lambda: menu.read_pgn(Path("x.pgn"))):
        with pytest.raises(SourceError, match="the extra chess"):
            door()


def test_a_depth_that_judged_a_part_of_the_moves_decides_nothing() -> None:
    """Stockfish breaks off in the middle of a depth: the start of chess was won for White by it."""
    lines = str(evaluate(games.chess(seed=1))).splitlines()
    assert all(abs(float(one.split()[1])) < 1 for one in lines if one[-1] == ")")


@pytest.mark.slow
def test_a_recorded_game_can_be_reviewed(tmp_path: Path) -> None:
    """Whoever walks through it is one, whichever side has moved."""
    (tmp_path / "mate.pgn").write_text("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n")
    record = InteractiveProvider(tmp_path).mate.game_1
    p = replay_all(record)
    assert "you" == mover(undo(p))
    assert "Nf6 (is mated in 1), blunder" in str(review(p))


def replay_all(p: Any) -> Any:
    """The end of a record."""
    while outcome(p) is None:
        p = choose(p, options(p)[0])
    return p


def test_a_position_may_be_given_as_moves() -> None:
    """With numbers and tags or without, also of a variant; what cannot be played is named."""
    p: Any = games.chess(seed=1).both_sides.e4.e5.Nf3
    shown = 'games.chess(position="{}")'
    for moves in ("1. e4 e5 2. Nf3", "e4 e5 Nf3", '[White "A"]\n\n1.e4 e5 2.Nf3 *'):
        assert board(p) == board(games.chess(position=moves, seed=1)), shown.format(moves)
    atomic: Any = games.chess(variant="atomic", position="1. e4 d5 2. exd5", seed=1)
    assert "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b" in str(atomic)
    for wrong in ("1. e4 e5 2. Nf6", "hello"):
        with pytest.raises(BadParameter, match="is neither a FEN nor moves"):
            games.chess(position=wrong, seed=1)


def test_the_line_of_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Of a move that cannot be played, and of a word that is none, after comments and games."""
    file = tmp_path / "bad.pgn"
    game = '[White "A"]\n\n1. e4 {one\ntwo} e5\n2. Nf3 Nc6\n3. Bb5 {} '
    file.write_text(f"{game}Kd4 *\n\n{game}what *\n", "utf-8")
    menu = records.read_menu(file, lambda record, title: record)
    for make, number in zip(menu.values(), (6, 13), strict=True):
        with pytest.raises(SourceError, match=f"cannot be read from line {number} on: "):
            make()


@pytest.mark.slow
def test_the_review_of_a_record_is_that_of_the_game(tmp_path: Path) -> None:
    """By White and Black, and in the usual notation."""
    file = tmp_path / "fool.pgn"
    file.write_text("1. f3 e5 2. g4 Qh4# 0-1\n", "utf-8")
    record: Any = InteractiveProvider(file).fool.game_1
    game: Any = games.chess(seed=1).both_sides
    assert [str(m) for m in review(game.f3.e5.g4.Qh4).moves] == [
        str(m) for m in review(record.f3.e5.g4.Qh4).moves
    ]


def test_a_review_counts_moves_as_chess_does() -> None:
    """Both sides' moves have the same number, which goes on from the position's."""
    p = games.chess(position="8/8/8/8/8/6k1/8/R5K1 w - - 0 31", seed=1)
    moves = review(p.Ra3.Kf4.Ra4, Limit(states=1, simulations=1)).moves
    assert [(31, "white"), (31, "black"), (32, "white")] == [(m.number, m.player) for m in moves]
