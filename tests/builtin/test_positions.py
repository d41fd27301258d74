"""Positions that people type or paste: in our pictures and pages, and in other programs' notations.

The writers of those notations are written here from what the programs document, and read nothing of
the package's readers.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import chess
import pytest

from interactive_provider import (
    BadParameter,
    board,
    choose,
    evaluate,
    games,
    hint,
    options,
    outcome,
)
from interactive_provider.boards import Board, Cell
from interactive_provider.builtin.capture.game import Capture
from interactive_provider.builtin.k_in_a_row import KInARow
from interactive_provider.builtin.match_game import MatchGame
from interactive_provider.builtin.minesweeper import generate, mine_probabilities
from interactive_provider.builtin.minesweeper.game import Minesweeper
from interactive_provider.builtin.minesweeper.minefields import Layout
from interactive_provider.builtin.minesweeper.rules import flood
from interactive_provider.builtin.minesweeper.solving.counting import deduced
from interactive_provider.builtin.minesweeper.solving.sampling import draw_mines
from interactive_provider.builtin.minesweeper.view import read_view
from interactive_provider.builtin.sliding.game import Sliding
from interactive_provider.game import Game, Options, State
from interactive_provider.game.positions import rows_in, signs_of
from interactive_provider.heart.play.insiders import state_of
from interactive_provider.rendering.text import render
from interactive_provider.testing import ContractError, check_game
from tests.sure import sure
from tests.thorough import some

Read = tuple[Any, list[str]]
"""A position, and the rows that its board must show."""


def _rows(p: Any) -> list[str]:
    """What a board shows, row by row."""
    shown: Board = board(p)  # type: ignore[assignment]
    return ["".join(cell.text for cell in row).rstrip() for row in shown.rows]


def _some_way_on(p: Any, rng: Random, most: int = 12) -> Any:
    """The position after a few random choices, before the game is over."""
    for _ in range(rng.randrange(most)):
        every = options(p)
        after = choose(p, rng.choice(every)) if every else p(1)
        if outcome(after) is not None:
            return p
        p = after
    return p


# Notations -----------------------------------------------------------------------------------


def _part_of_a_field(rng: Random) -> tuple[Layout, int, set[int]]:
    """A minefield with some of its squares open, and some of its mines flagged."""
    rows, columns = rng.randint(4, 9), rng.randint(4, 9)
    mines = rng.randint(2, rows * columns // 6)
    laid = generate((rows, columns, mines), rng.random(), (1, 2))
    opened = 0
    for _ in range(rng.randint(1, 3)):
        free = [s for s in range(rows * columns) if not laid.mined >> s & 1]
        opened |= flood(laid.grid, laid.mined, rng.choice(free))
    if opened.bit_count() == rows * columns - mines:
        return _part_of_a_field(rng)
    mined = [s for s in range(rows * columns) if laid.mined >> s & 1]
    return laid, opened, set(rng.sample(mined, rng.randint(0, 2)))


def _written(
    laid: Layout, opened: int, flags: set[int], covered: str, flag: str
) -> list[list[str]]:
    """The signs of a field row by row: numbers, and these two."""
    numbers = "".join(laid.text)
    signs = [
        numbers[s] if opened >> s & 1 else flag if s in flags else covered
        for s in range(len(numbers))
    ]
    return [signs[at : at + laid.columns] for at in range(0, len(signs), laid.columns)]


def _as_we_show(laid: Layout, opened: int, flags: set[int]) -> list[str]:
    shown = _written(laid, opened, flags, "■", "⚑")
    return ["".join(row).replace("0", "·") for row in shown]


def _js_minesweeper(rng: Random) -> Read:
    laid, opened, flags = _part_of_a_field(rng)
    rows = _written(laid, opened, flags, "H", "F")
    head = f"{laid.columns}x{laid.rows}x{laid.mines}\n"
    text = head + "".join("".join(row) + "\n" for row in rows)
    return games.minesweeper(position=text), _as_we_show(laid, opened, flags)


def _ms_toollib(rng: Random) -> Read:
    laid, opened, flags = _part_of_a_field(rng)
    rows = [[int(s) for s in row] for row in _written(laid, opened, flags, "10", "11")]
    position = rng.choice([rows, str(rows), str(rows).replace("], ", "],\n ")])
    return games.minesweeper(position=position, mines=laid.mines), _as_we_show(laid, opened, flags)


def _text_of_mines(rng: Random) -> Read:
    """What Tatham's Mines copies: ``*`` a flag, ``?`` covered, ``-`` without mines nearby."""
    laid, opened, flags = _part_of_a_field(rng)
    rows = _written(laid, opened, flags, "?", "*")
    if not any("?" in row for row in rows):
        return _text_of_mines(rng)
    text = "\n".join("".join(row).replace("0", "-") for row in rows)
    return games.minesweeper(position=text, mines=laid.mines), _as_we_show(laid, opened, flags)


def _rows_of_dots(rng: Random) -> Read:
    laid, opened, flags = _part_of_a_field(rng)
    rows = ["".join(row) for row in _written(laid, opened, flags, ".", "F")]
    text = rng.choice(["\n", "/"]).join(rows)
    return games.minesweeper(position=text, mines=laid.mines), _as_we_show(laid, opened, flags)


def masked(data: bytes, bits: int) -> bytes:
    """Mine bits as Tatham's programs hide them: each half under SHA-1 of the other and a count."""

    def stream(seed: bytes, length: int) -> bytes:
        hashes = [hashlib.sha1(seed + str(n).encode()).digest() for n in range(length // 20 + 1)]
        return b"".join(hashes)[:length]

    def over(one: bytes, other: bytes) -> bytes:
        return bytes(a ^ b for a, b in zip(one, other, strict=True))

    half = len(data) // 2
    first = over(data[:half], stream(data[half:], half))
    second = bytearray(over(data[half:], stream(first, len(data) - half)))
    if bits % 8:
        second[-1] &= 0xFF00 >> bits % 8 & 0xFF
    return first + bytes(second)


def _game_id(rng: Random) -> Read:
    rows, columns = rng.randint(3, 9), rng.randint(3, 9)
    first = rng.randrange(rows), rng.randrange(columns)
    laid = generate((rows, columns, rng.randint(1, rows * columns // 6)), rng.random(), first)
    bits = "".join("1" if laid.mined >> s & 1 else "0" for s in range(rows * columns))
    data = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8))
    unique = rng.choice(["", "a"])
    click = rng.choice([f"{first[1]},{first[0]},", ""])
    hidden = rng.choice([f"m{masked(data, len(bits)).hex()}", f"u{data.hex()}"])
    text = f"{columns}x{rows}n{laid.mines}{unique}:{click}{hidden}"
    square = laid.grid.square(*first)
    opened = flood(laid.grid, laid.mined, square) if click else 0
    p: Any = games.minesweeper(position=text)
    assert laid.mined == state_of(p).field.layout
    if not click or outcome(p) is None:
        return p, _as_we_show(laid, opened, set())
    return _game_id(rng)


def _tiles(rng: Random) -> tuple[list[list[int]], int, int]:
    rows, columns = rng.randint(2, 5), rng.randint(2, 5)
    text = str(games.sliding(rows=rows, columns=columns, seed=rng.randrange(10**6)))
    shown = [[word.rstrip("•").replace("·", "0") for word in row] for row in signs_of(text, True)]
    return [[int(word) for word in row] for row in shown], rows, columns


def _fifteen(rng: Random) -> Read:
    tiles, rows, columns = _tiles(rng)
    flat = ",".join(str(tile) for row in tiles for tile in row)
    return _as_tiles(games.sliding(position=f"{columns}x{rows}:{flat}"), tiles)


def _rows_of_numbers(rng: Random) -> Read:
    tiles, rows, columns = _tiles(rng)
    lines = [
        " ".join(f"{tile:2}" if tile else rng.choice(["0", "·", "_"]) for tile in r) for r in tiles
    ]
    text = rng.choice(["\n", "/", " / "]).join(lines)
    if rows == columns and rng.random() < 0.5:
        text = " ".join(str(tile) for row in tiles for tile in row)
    position: Any = rng.choice([text, tiles])
    return _as_tiles(games.sliding(position=position), tiles)


def _as_tiles(p: Any, tiles: list[list[int]]) -> Read:
    home = {(r, c): r * len(row) + c + 1 for r, row in enumerate(tiles) for c, _ in enumerate(row)}
    signs = [
        [f"{tile}•" if tile == home[r, c] else str(tile or "·") for c, tile in enumerate(row)]
        for r, row in enumerate(tiles)
    ]
    return p, ["".join(row) for row in signs]


def _in_a_row(rng: Random) -> Read:
    p = _some_way_on(games.k_in_a_row(rows=5, columns=6, k=4, seed=1), rng)
    rows = _rows(p)
    for letters in rng.choice([(), ("Xx", "Oo"), ("X1", "O2", "·0"), ("·.",), ("·_",)]):
        rows = [row.replace(*letters) for row in rows]
    text = rng.choice(["\n", "/"]).join(rows)
    return games.k_in_a_row(k=4, position=text), _rows(p)


def _matches(rng: Random) -> Read:
    rows = [rng.randint(0, 9) for _ in range(rng.randint(1, 6))] + [3]
    position = rng.choice(["-".join(map(str, rows)), " ".join(map(str, rows)), rows])
    return games.match_game(position=position), ["|" * size for size in rows]


def _gems(rng: Random) -> Read:
    p = _some_way_on(games.capture(grade="gentle", seed=rng.randrange(20)), rng, 4)
    text = rng.choice(["\n", " / "]).join(_rows(p))
    return games.capture(position=text), _rows(p)


def _picture(rng: Random) -> Read:
    """The board of any built-in game as we print it, or the whole page."""
    seed = rng.randrange(10**6)
    begun, kept = rng.choice(
        [
            (games.minesweeper(rows=6, columns=11, mines=8, seed=seed), {}),
            (games.k_in_a_row(seed=seed).connect_four, {"k": 4, "gravity": True}),
            (games.k_in_a_row(seed=seed).gomoku, {"k": 5}),
            (games.match_game(rows=(70, 3, 400), seed=seed), {}),
            (games.match_game(rows=(4,) * 11, seed=seed), {}),
            (games.sliding(rows=3, columns=5, seed=seed), {}),
            (games.capture(puzzle="wight", seed=seed), {}),
        ]
    )
    p = _some_way_on(begun, rng)
    text = rng.choice([str(p), render(board(p))])  # type: ignore[arg-type]
    game = getattr(games, repr(p).removeprefix("games.").partition("(")[0])
    return game(position=text, **kept), _rows(p)


def _fen(rng: Random) -> Read:
    played = chess.Board()
    for _ in range(rng.randrange(60)):
        moves = list(played.legal_moves)
        if not moves:
            break
        played.push(rng.choice(moves))
    fen = played.fen()
    bottom = rng.choice(["white", "black"])
    page = str(games.chess(fen=fen, bottom=bottom))
    text = rng.choice([fen, f"  {fen}\n", page])
    p = games.chess(position=text, bottom=bottom)
    assert f"FEN: {fen}" in str(p)
    return p, _rows(games.chess(fen=fen, bottom=bottom))


def _diagram(rng: Random) -> Read:
    """The board that python-chess prints, with whose turn it is."""
    p, _ = _fen(rng)
    found = chess.Board(str(p).partition("FEN: ")[2].partition("\n")[0])
    text = (
        f"{'White' if found.turn else 'Black'} to move\n{rng.choice([str(found), found.unicode()])}"
    )
    again = games.chess(position=text)
    assert found.board_fen() + (" w" if found.turn else " b") in str(again)
    return again, _rows(games.chess(fen=found.fen()))


NOTATIONS: tuple[Callable[[Random], Read], ...] = (
    _js_minesweeper,
    _ms_toollib,
    _text_of_mines,
    _rows_of_dots,
    _game_id,
    _fifteen,
    _rows_of_numbers,
    _in_a_row,
    _matches,
    _gems,
    _picture,
    _fen,
    _diagram,
)


@pytest.mark.parametrize("write", NOTATIONS, ids=lambda write: write.__name__.strip("_"))
def test_a_position_is_read_right_in_each_notation(write: Callable[[Random], Read]) -> None:
    """The board shows what was written, by a writer that knows nothing of the reader."""
    rng = Random(write.__name__)
    for _ in range(some(5, of=24)):
        p, expected = write(rng)
        assert expected == _rows(p)


# What cannot be ------------------------------------------------------------------------------


def _impossible() -> Iterator[tuple[str, dict[str, Any], str]]:
    """Positions that cannot be, by the game, its parameters, and words of the sentence."""
    mines = "minesweeper"
    for sign in "zZqé9%":
        yield mines, {"position": f"...\n.{sign}.", "mines": 1}, f"'{sign}' at r2 c2"
    for number, room in ((8, 3), (7, 3), (4, 3)):
        text = f"{number}■■\n■■■\n■■■"
        yield mines, {"position": text, "mines": 8}, f"The {number} at r1 c1.*only {room} covered"
    for number in (2, 3, 4):
        yield mines, {"position": f"{number}■\n00", "mines": 1}, f"The {number} at r1 c1 .*only 1 c"
    yield mines, {"position": "1■1\n000\n2■1", "mines": 2}, "at r3 c1"
    yield mines, {"position": "■1\n■0", "mines": 1}, "The 0 at r2 c2"
    yield mines, {"position": "111\n1■1\n111", "mines": 1}, "over: every square"
    yield mines, {"position": "11\n1✹", "mines": 1}, "over: a mine has blown up"
    yield mines, {"position": [[10, 15], [1, 1]], "mines": 1}, "over: a mine has blown up"
    for many in (10, 25, 99):
        yield mines, {"position": "■■■\n■■■\n■■1", "mines": many}, f"{many} mines cannot be on"
    for few in (0, -1, "3", 1.5):
        yield mines, {"position": "■■■\n■2■\n■■■", "mines": few}, "mine"
    yield mines, {"position": "■■■\n■2■\n■■■"}, "How many mines"
    for ragged in ("■■■\n■1", "■\n■■", "1/11/111"):
        yield mines, {"position": ragged, "mines": 1}, "but row 1 has"
    for head in ("30x16x99", "2x3x1", "9x9x10"):
        yield mines, {"position": f"{head}\nHH1\nHF2"}, head.rpartition("x")[0]
    for code in ("9x9n10:4,4,m12", "9x9#123", "9x9n10:r10,u,12", "2x2n1:5,0,u80", "2x2n3:0,0,u80"):
        yield mines, {"position": code}, "code|hex digits|outside|says 3 mines"
    for empty in ("", "\n\n", "   "):
        yield mines, {"position": empty, "mines": 1}, "has no squares"
    yield mines, {"position": "\n".join(["■" * 500] * 500), "mines": 9}, "500x500"
    row = "k_in_a_row"
    for sign in "?zé9":
        yield row, {"position": f"X{sign}·/···/···"}, f"'{sign}' at r1 c2"
    for text in ("XX·/···/···", "O··/···/···", "XXX/XO·/···", "OO·/X··/···"):
        yield row, {"position": text}, "take turns"
    for text in ("XXX/OO·/···", "XOO/·X·/··X", "OXX/OX·/O·X", "XO·/XO·/X··"):
        yield row, {"position": text}, "over: [XO] has 3 in a row"
    for text in ("X··/·O", "", "X/OO"):
        yield row, {"position": text}, "row 1 has|no squares"
    four = {"k": 4, "gravity": True}
    for column in range(4):
        line = "·" * column + "R" + "·" * (3 - column)
        yield row, {"position": f"····/{line}/····/····", **four}, f"In column {column + 1}"
    yield row, {"position": "·····/·····/YYY··/RRRR·", **four}, "over: Red"
    yield row, {"position": "XO/OX", "k": 3}, "k is 3"
    yield row, {"position": "\n".join(["·" * 500] * 500)}, "rows is 500"
    for text in ("5-x-1", "a", "1.5", "3,,²"):
        yield "match_game", {"position": text}, "whole number"
    yield "match_game", {"position": ""}, "1 to 500"
    yield "match_game", {"position": "1 " * 1000}, "1 to 500"
    slide = "sliding"
    for text in ("5 1 2 4 9 …", "1 2/3 x", "1 2 3/4 5 six/7 8 0"):
        yield slide, {"position": text}, "is not a tile"
    for text in ("1 2 3/4 5", "1 2/3 0 4"):
        yield slide, {"position": text}, "equally many"
    for text in ("1 2 2/4 5 6/7 8 0", "1 1/2 0", "4x4:1,1,3,4,5,6,7,8,9,10,11,12,13,14,15,0"):
        yield slide, {"position": text}, "appears twice"
    for text in ("1 2 9/4 5 6/7 8 0", "1 2/3 4"):
        yield slide, {"position": text}, "does not belong"
    for text in ("2 1 3/4 5 6/7 8 0", "2 1/3 0"):
        yield slide, {"position": text}, "cannot be solved"
    yield slide, {"position": "1 2 3 4 5 0"}, "separate the rows with /"
    yield slide, {"position": "\n".join([" ".join(["1"] * 500)] * 500)}, "500×500"
    for text in ("rzb/bbr", "r1/b", "rr?"):
        yield "capture", {"position": text}, "is not a sign"
    for text in ("rr/b", "rgb/rg"):
        yield "capture", {"position": text}, "but row 1 has"
    for text in ("r_/_b", "r/_"):
        yield "capture", {"position": text}, "floats"
    for text in ("rrr", "g/g/g"):
        yield "capture", {"position": text}, "a run"
    yield "capture", {"position": "\n".join(["_" * 500] * 500)}, "500×500"
    for fen, words in (
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "no black king"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "no white king"),
        ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "kings"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "kings"),
        ("k7/8/8/8/8/8/8/KP6 w - - 0 1", "a pawn is on the first or last row"),
        ("k7/8/8/8/8/8/8/K6R b - - 0 1", ""),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "the side that has just moved is in check"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "pawns"),
        ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", "castling"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "ep square"),
        ("k7/8/8/8/8/8/8 w - - 0 1", "8 rows"),
        ("k7/9/8/8/8/8/8/K7 w - - 0 1", "not a FEN|neither a FEN"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "turn"),
        ("nonsense", "neither a FEN nor"),
    ):
        if words:
            yield "chess", {"position": fen}, words


IMPOSSIBLE = list(_impossible())


def test_impossible_positions_are_explained() -> None:
    """A hundred and more: each in one sentence that says what is wrong."""
    assert 100 <= len(IMPOSSIBLE)
    for game, parameters, words in IMPOSSIBLE:
        with pytest.raises(BadParameter, match=words) as refused:
            getattr(games, game)(seed=1, **parameters)
        assert "\n" not in str(refused.value)


# Minesweeper ---------------------------------------------------------------------------------


def test_a_field_of_another_program_gets_hints_and_probabilities() -> None:
    """What was typed is all that the solver knows; the drawn mines only decide what follows."""
    p = games.minesweeper(position="■■■\n■2■\n■■■", mines=2, seed=1)
    rows = ["...", ".2.", "..."]
    known = [one for row in mine_probabilities(rows, 2) for one in row]
    found = evaluate(p)
    assert hint(p) is not None
    assert {
        (number // 3 + 1, number % 3 + 1): f"{one:.0%}"
        for number, one in enumerate(known)
        if one not in (None, 0.0, 1.0)
    }.items() <= {
        (value[1], value[2]): str(verdict).split()[0]
        for value, verdict in found.items()
        if value[0] == "uncover"
    }.items()


@pytest.mark.slow
def test_unseen_mines_are_drawn_uniformly() -> None:
    """Each of the layouts that explain a field comes as often as the others."""
    view = read_view(["..1.", ".2..", "...."], 3)
    drawn = [draw_mines(deduced(view), Random(seed)) for seed in range(6000)]
    shown = [s for s, code in enumerate(view.cells) if code < 9]
    layouts = set(drawn)
    for layout in layouts:
        assert 3 == layout.bit_count()
        for s in shown:
            assert view.cells[s] == (layout & view.grid.neighbours[s]).bit_count()
    expected = len(drawn) / len(layouts)
    spread = sum((drawn.count(one) - expected) ** 2 / expected for one in layouts)
    assert spread < len(layouts) + 4 * (2 * len(layouts)) ** 0.5


def test_the_same_seed_draws_the_same_unseen_mines() -> None:
    """A line with a position leads to the same game everywhere."""
    one, same, other = (
        games.minesweeper(position="■■■■\n■■■■\n11■■", mines=3, seed=seed) for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other


# An author's game ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lights(State):
    """A row of lamps."""

    lit: str

    @property
    def display_options(self) -> Options:
        """Each lamp that is off."""
        return [(f"lamp{n}", n) for n, sign in enumerate(self.lit, 1) if sign == "o"]

    @property
    def outcome(self) -> str | None:
        """Won when all are lit."""
        return None if "o" in self.lit else "won"


class LightUp(Game[Lights]):
    """Light every lamp."""

    def new_state(self, rng: Random) -> Lights:
        """Four lamps, one of them lit."""
        return Lights("".join(rng.sample("*ooo", 4)))

    def process_response(self, state: Lights, value: int, rng: Random) -> Lights:
        """One more is lit."""
        return Lights(state.lit[: value - 1] + "*" + state.lit[value:])

    def board(self, state: Lights) -> Board:
        """The lamps."""
        return Board((tuple(map(Cell, state.lit)),), counters=(("lit", str(state.lit.count("*"))),))

    def read_board(self, text: str) -> Lights:
        """Lamps as they are printed."""
        (lit,) = rows_in(text, {"*": "*", "o": "o"})
        return Lights(lit)


class Forgetful(LightUp):
    """Reads every board as the same one."""

    def read_board(self, text: str) -> Lights:
        """Always the same."""
        return Lights("*ooo")


def test_a_game_that_reads_boards_has_the_parameter_position() -> None:
    """One method is enough, and the line leads there again."""
    from interactive_provider import InteractiveProvider, line, replay

    provider = InteractiveProvider(LightUp, seed=1)
    p = provider.light_up(position="oo*o")
    assert ["oo*o"] == _rows(p)
    assert ["*o*o"] == _rows(p.lamp1)
    assert p.lamp1 == replay(line(p.lamp1), provider)
    with pytest.raises(BadParameter, match="'x' at r1 c2"):
        provider.light_up(position="ox*o")


@pytest.mark.parametrize("game", [LightUp, KInARow, MatchGame])
def test_games_read_their_own_pictures(game: type[Game[Any]]) -> None:
    """`check_game` finds nothing."""
    check_game(game, games=some(2, of=4))


@pytest.mark.slow
@pytest.mark.parametrize("game", [Minesweeper, Sliding, Capture])
def test_slow_games_read_their_own_pictures(game: type[Game[Any]]) -> None:
    """`check_game` finds nothing."""
    check_game(game, games=some(2, of=6), steps=some(12, of=20), ends=False)


def test_a_game_that_reads_its_board_wrongly_is_found() -> None:
    """`check_game` says which board was not read back."""
    with pytest.raises(ContractError, match="position= does not read its own picture back"):
        check_game(Forgetful)


@pytest.mark.parametrize(
    "name", ["minesweeper", "k_in_a_row", "match_game", "sliding", "capture", "chess"]
)
@pytest.mark.parametrize(
    "text",
    [
        "x" * 40_000,
        "1" * 40_000,
        "9x9x" + "1" * 9_000 + "\n1",
        " " * 40_000 + "x",
        "://" * 13_000,
        "+" + "-" * 40_000 + "x",
        "1. e4" + "!" * 40_000 + "x",
        "1. " + "{" * 40_000,
    ],
)
def test_a_long_text_is_refused_soon_and_in_a_sentence(name: str, text: str) -> None:
    """A row is looked at once however long it is, and is not quoted whole."""
    before = time.process_time()
    with pytest.raises(BadParameter) as refusal:
        getattr(games, name)(position=text, seed=1)
    assert time.process_time() - before < 1
    assert len(str(refusal.value)) < 1_000


def test_positions_as_other_programs_write_them_are_read() -> None:
    """Nested lists with blanks, None or -1, a flat list of tiles, signs in colour, and boards whose
    free squares are blanks."""
    anything: Any = games
    cases: list[tuple[Any, list[str]]] = [
        (games.k_in_a_row(position=[["X", " "], [" ", "O"]], k=2), ["X·", "·O"]),
        (games.k_in_a_row(position=[[1, -1, 0], [0, 0, 0], [0, 0, 0]]), ["XO·", "···", "···"]),
        (games.k_in_a_row(position="X  \n O \n  X"), ["X··", "·O·", "··X"]),
        (games.k_in_a_row(position="XO \n X \n  O"), ["XO·", "·X·", "··O"]),
        (games.k_in_a_row(position="X O\nX O\nO X"), ["XO", "XO", "OX"]),
        (games.k_in_a_row(position="🔴🟡⬛/⬛⬛⬛/⬛⬛⬛"), ["XO·", "···", "···"]),
        (anything.sliding(position=[1, 2, 3, 4, 5, 6, 7, 0, 8]), ["123", "456", "7·8"]),
        (anything.sliding(position=[[1, 2], [3, None]]), ["12", "3·"]),
        (games.sliding(position="1 2 3/4 5 6/7 -- 8"), ["123", "456", "7·8"]),
        (games.capture(position="rrb. / bbr."), ["rrb_", "bbr_"]),
        (games.minesweeper(position="1\ufe0f\u20e3🟦\n🟦🟦", mines=1), ["1■", "■■"]),
    ]
    for p, rows in cases:
        shown = sure(board(p)).rows
        assert rows == ["".join(cell.text.rstrip("•") for cell in row) for row in shown]


TABLE = "+---+---+\n| {} | {} |\n+---+---+\n| {} | {} |\n+---+---+"
"""A board as many programs draw it."""

PASTED: list[tuple[str, str, list[str]]] = [
    ("k_in_a_row", "X|O| \n-+-+-\n |X| \n-+-+-\n | |O", ["XO·", "·X·", "··O"]),
    ("k_in_a_row", "XO.......", ["XO·", "···", "···"]),
    ("k_in_a_row", "🔴🟡⚪/⚪⚪⚪/⚪⚪⚪", ["XO·", "···", "···"]),
    ("k_in_a_row.connect_four", "44", [*["·······"] * 4, "···Y···", "···R···"]),
    (
        "k_in_a_row.connect_four",
        "https://connect4.gamesolver.org/?pos=17",
        [*["·······"] * 5, "R·····Y"],
    ),
    ("sliding", TABLE.format(1, 2, 3, " "), ["12", "3·"]),
    ("sliding", "123/456/708", ["123", "456", "7·8"]),
    ("sliding", "3\n1 2 3\n4 5 6\n7 0 8", ["123", "456", "7·8"]),
    ("match_game", "heaps: 1 + 2 and 3", ["|", "||", "|||"]),
    ("match_game", "***\n*", ["|||", "|"]),
    ("match_game", "|||\r\n|", ["|||", "|"]),
    ("match_game", "row 1: 2\nrow 2: 1", ["||", "|"]),
    ("match_game", "turn: player 1\r\n2 1", ["||", "|"]),
    (
        "chess",
        "Nf3 d5 1/2-1/2",
        ["♜♞♝♛♚♝♞♜", "♟♟♟·♟♟♟♟", "", "···♟", "", "·····♘", "♙♙♙♙♙♙♙♙", "♖♘♗♕♔♗·♖"],
    ),
    (
        "chess",
        "https://lichess.org/editor/k6R/8/8/8/8/8/8/K7_b?color=black",
        ["♚······♖", *["·" * 8] * 6, "♔"],
    ),
    (
        "chess",
        "https://lichess.org/analysis/k6R/8/8/8/8/8/8/K7_b_-_-/",
        ["♚······♖", *["·" * 8] * 6, "♔"],
    ),
    (
        "chess",
        '[FEN "k7/8/8/8/8/8/8/K6R w - - 0 1"]\n\n1. Rh8+ *',
        ["♚······♖", *["·" * 8] * 6, "♔"],
    ),
    ("chess", 'k6R/8/8/8/8/8/8/K7 b - - bm Kb7; id "a mate";', ["♚······♖", *["·" * 8] * 6, "♔"]),
    (
        "chess",
        "https://lichess.org/analysis/k6R/8/8/8/8/8/8/K7_b_-_-_0_1",
        ["♚······♖", *["·" * 8] * 6, "♔"],
    ),
    (
        "chess",
        "https://www.chess.com/analysis?fen=k6R%2F8%2F8%2F8%2F8%2F8%2F8%2FK7+b+-+-+0+1",
        ["♚······♖", *["·" * 8] * 6, "♔"],
    ),
]
"""What people paste, by the game, and the rows that it means."""


@pytest.mark.parametrize(("game", "text", "rows"), PASTED)
def test_what_people_paste_from_elsewhere_is_read(game: str, text: str, rows: list[str]) -> None:
    """Tables drawn with bars, moves, addresses, records and the files of courses."""
    start: Any = games(seed=1)
    for name in game.split("."):
        start = getattr(start, name)
    shown = sure(board(start(position=text))).rows
    signs = ["".join(cell.text.rstrip("•\ufe0e") or " " for cell in row).rstrip() for row in shown]
    assert [row.rstrip("·") for row in rows] == [row.rstrip("·") for row in signs]


def test_a_full_board_in_digits_is_not_taken_for_moves() -> None:
    """Digits for all squares are the pieces, if so many moves do not fit into two columns."""
    p = games.k_in_a_row(position="112212", rows=2, columns=3, k=3, gravity=True, seed=1)
    assert ["RRY", "YRY"] == _rows(p)


def test_a_game_id_without_the_number_of_mines_is_read() -> None:
    """Simon Tatham's program copies it without: the bits of the squares say how many there are."""
    p = games.minesweeper(position="2x2:0,0,u10", seed=1)
    assert ["1■", "■■"] == _rows(p)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("chess", "k7/8/8/8/8/8/8/K6RR w - - 0 1", "row 1 has 9 squares, not 8"),
        ("chess", "k7/8/8/8/8/8/8/K5x1 w - - 0 1", "'x' in row 1 is not a piece"),
        ("chess", "k7/8/8/8/8/8/8/K6X w - - 0 1", "'X' in row 1 is not a piece"),
        ("chess", "k7/8/8/8/8/8/8/K7 x - - 0 1", "'x' is not w or b, whose turn it is"),
        ("chess", "https://lichess.org/abcdEFGH", "the address contains no position"),
        ("chess", "1. e4 e5 2. Ke3", "'Ke3' is illegal in move 2"),
        ("k_in_a_row.connect_four", "4444444", "Move 7 of .* column 4 has no free square"),
        ("k_in_a_row.connect_four", "12121212", "Move 8 of .* the game is over"),
        ("match_game", "0 0", "This game is over: no matches are left"),
        ("match_game", "3, 4 and five", "row 3 of position is 'five'"),
    ],
)
def test_what_cannot_be_read_is_explained_in_the_words_of_the_picture(
    game: str, text: str, words: str
) -> None:
    """The row, the sign or the move that is wrong is named."""
    start: Any = games(seed=1)
    for name in game.split("."):
        start = getattr(start, name)
    with pytest.raises(BadParameter, match=words):
        start(position=text)


def test_a_row_of_fewer_than_no_matches_is_refused() -> None:
    """The dash of a negative number does not separate it from the one before."""
    with pytest.raises(BadParameter, match=r"row 2 .* is '-1'"):
        games.match_game(position="(3, -1)")
