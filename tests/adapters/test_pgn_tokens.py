"""Records of chess games: what files of PGN may contain, beside pgn-extract, which no one here
wrote, and beside the games that the files were made from."""

from __future__ import annotations

import io
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.pgn
import pytest

from interactive_provider import InteractiveProvider, choose, outcome, save
from interactive_provider.adapters.chess import pgn_tokens, records
from interactive_provider.errors import SourceError
from tests.thorough import some
from tools.chess_programs import pgn_extract

TAGS = '[Event "Club"]\n[White "{}"]\n[Black "Bob"]\n[Result "{}"]\n'


def half_moves(text: str, folder: Path) -> list[int]:
    """How many half-moves each game of a file has."""
    path = folder / "file.pgn"
    path.write_bytes(text.encode())
    return [
        len(list(records.read_one(part).mainline()))
        for part in pgn_tokens.parts(records.read_text(path))
    ]


ANN = TAGS.format("Ann", "1-0")
CID = TAGS.format("Cid", "*")

READ_BY_TOKENS = {
    "two empty lines after the tags": (ANN + "\n\n\n1. e4 e5 2. Nf3 Nc6 1-0\n", [4]),
    "the same with CR LF": ((ANN + "\n\n\n1. e4 e5 1-0\n").replace("\n", "\r\n"), [2]),
    "the same with CR": ((ANN + "\n\n1. e4 e5 1-0\n").replace("\n", "\r"), [2]),
    "an empty line within the moves": (ANN + "\n1. d4 d5\n\n2. c4 e6\n  \n3. Nc3 1-0\n", [5]),
    "empty lines within the tags": (ANN.replace("[White", "\n\n[White") + "\n1. e4 1-0\n", [1]),
    "a game without moves or result": (f"{CID}\n\n{ANN}\n1. e4 1-0\n", [0, 1]),
    "a game without moves": (f"{CID}\n*\n\n{ANN}\n1. e4 1-0\n", [0, 1]),
    "no result": (f"{CID}\n1. e4 e5\n{ANN}\n1. d4 1-0\n", [2, 1]),
    "games without tags, a line each": ("d4 d5 c4 *\nc4 e5 *\nNf3 d5 g3 c5 *\n", [3, 2, 4]),
    "games without tags or results": ("1. d4 d5\n\n1. c4 e5 2. Nc3\n", [2, 3]),
    "all in one line": ('[Result "1-0"] d4 d5 1-0 [Result "*"] c4 *', [2, 1]),
    "a comment that quotes a tag": (ANN + '\n1. e4 {as in\n[Event "London"]} e5 1-0\n', [2]),
    "a comment between tags and moves": (ANN + "\n{ By lamplight. }\n\n1. d4 Nf6 1-0\n", [2]),
    "a comment between tags": (ANN.replace("[White", "{x}\n[White") + "\n1. d4 1-0\n", [1]),
    "a comment with an empty line": (ANN + "\n1. d4 {two\n\nlines} d5 1-0\n", [2]),
    "a comment after the result": (f"{ANN}\n1. d4 1-0 {{Resigned.}}\n\n{CID}\n1. e4 *\n", [1, 1]),
    "a result in a comment": (ANN + "\n1. d4 {not 1-0} d5 ; nor 0-1 *\n2. c4 1-0\n", [3]),
    "a result in a variation": (ANN + "\n1. d4 (1. e4 e5 1-0) d5 1-0\n", [2]),
    "a line comment above the tags": ("; a selection\n\n" + ANN + "\n1. d4 1-0\n", [1]),
    "an escaped line": (ANN + "\n1. d4\n% d5 is a mistake\nd5 1-0\n", [2]),
    "a tag's name with a hyphen": ('[White-Elo "2000"]\n' + ANN + "\n1. d4 1-0\n", [1]),
    "a tag without quotes": (ANN + "[Site no quotes]\n\n1. d4 1-0\n", [1]),
    "quotes within a tag": ('[Site "The "Open""]\n' + ANN + "\n1. d4 1-0\n", [1]),
    "a backslash before the quote": ('[Site "A\\"]\n' + ANN + "\n1. d4 1-0\n", [1]),
    "two tags in a line": ('[Site "A"] [Round "2"]\n' + ANN + "\n1. d4 1-0\n", [1]),
    "a tag over two lines": ('[Site\n  "A"]\n' + ANN + "\n1. d4 1-0\n", [1]),
    "a line separator in a name": ('[Site "A\u2028[B\x85[C"]\n' + ANN + "\n1. d4 1-0\n", [1]),
    "a form feed in a comment": (ANN + '\n1. d4 {\f[White "x"]} d5 1-0\n', [2]),
    "move numbers of all kinds": (ANN + "\n1.d4 1...d5 2. c4 2. ... e6 3 Nc3 1-0\n", [5]),
    "signs after moves": (ANN + "\n1. d4!? $14 d5?! +/- 2. c4± N e6 ⩲ 3. Nc3$1 1-0\n", [5]),
    "figurines": (ANN + "\n1. ♘f3 ♞f6 2. ♙c4 1-0\n", [3]),
    "castling with zeros": (ANN + "\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 1-0\n", [8]),
    "null moves": (ANN + "\n1. e4 -- 2. d4 Z0 3. c4 0000 1-0\n", [6]),
    "a star after a move": (CID + "\n1. d4 d5*" + ANN + "\n1. e4 1-0", [2, 1]),
    "a variation before the result": (ANN + "\n1. e4 (1. d4) 1-0\n", [1]),
    "a mark before a bracket": (ANN + "\n1. e4 e5 $2 (1... c5 $13) 2. d4 1-0\n", [3]),
    "a variation that begins with words": (
        ANN + "\n1. d4 d5? ± ({(+1) Best was} 1... e6) 1-0",
        [2],
    ),
    "comments between marks": (ANN + "\n1. d4 {!}$15 {/}$17 d5 1-0\n", [2]),
    "four dots": (ANN + "\n1. d4\n1....d5 2.c4\n1-0\n", [3]),
    "a clock outside of a comment": (ANN + "\n1. d4 [%clk 0:01:00] d5 1-0\n", [2]),
}


@pytest.mark.parametrize("case", READ_BY_TOKENS)
def test_a_file_has_the_games_and_moves_of_the_standard(case: str, tmp_path: Path) -> None:
    """Lines, empty or not, decide nothing; tokens do."""
    text, expected = READ_BY_TOKENS[case]
    assert expected == half_moves(text, tmp_path)


REFUSED = {
    "another language's knight": ("1. e4 e5 2. Sf3 Nc6 1-0", "'Sf3' is not a move"),
    "a word": ("1. e4 e5 hello 2. Nf3 1-0", "'hello' is not a move"),
    "a move that is none": ("1. e4e5 1-0", "no matching legal move for e4e5"),
    "an illegal move": ("1. e4 e5 2. Ke3 1-0", "'Ke3' is illegal in move 2"),
    "an open comment": ("1. e4 {and so on 1-0", "comment '{and so on 1-0' is never closed"),
    "an open variation": ("1. e4 e5 (1... c5 2. Nf3 1-0", "a variation is never closed"),
    "a closed variation": ("1. e4 e5) 2. Nf3 1-0", r"there is a '\)' without a '\('"),
    "a variation of no move": ("(1. e4) 1. d4 1-0", "a variation begins before the first move"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_named_and_the_other_games_stay(case: str, tmp_path: Path) -> None:
    """One sentence names the file, the game and the word; python-chess passes over such words and
    reads other moves."""
    moves, message = REFUSED[case]
    (tmp_path / "club.pgn").write_text(f"{CID}\n1. d4 d5 *\n\n{ANN}\n{moves}\n")
    menu: Any = InteractiveProvider(tmp_path, seed=1).club
    assert "d5" in dir(menu.Cid_Bob.d4)
    with pytest.raises(SourceError, match=rf"Game 2 of club.pgn \(Ann Bob\).*({message})"):
        menu.Ann_Bob()


@pytest.mark.parametrize(
    ("encoding", "name"), [("cp1252", "Müller…"), ("utf-16", "Šárka"), ("latin-1", "\x81é")]
)
def test_the_encodings_of_files(encoding: str, name: str, tmp_path: Path) -> None:
    """A name is read as it was written, and no byte of it ends a line."""
    text = TAGS.format(name, "1-0") + "\n1. e4 e5 2. Nf3 1-0\n"
    (tmp_path / "file.pgn").write_bytes(text.encode(encoding))
    (part,) = pgn_tokens.parts(records.read_text(tmp_path / "file.pgn"))
    record = records.read_one(part)
    assert (name, 3) == (record.headers["White"], len(list(record.mainline())))


VARIATIONS = "1. e4 e5 (1... c5 2. Nf3 d6) (1... f6 2. d4 g5 3. Qh5#) 2. Qh5 Ke7 3. Qxe5# {} "


@pytest.mark.parametrize(
    ("moves", "result", "expected"),
    [
        ("e4 c5 Nf3 d6", "0-1", "the record ends"),
        ("e4 f6 d4 g5 Qh5", "0-1", "white wins"),
        ("e4 e5 Qh5 Ke7 Qxe5", "*", "white wins"),
    ],
)
def test_a_variation_ends_with_its_own_result(
    moves: str, result: str, expected: str, tmp_path: Path
) -> None:
    """The result of the game is that of its own last move; elsewhere the board decides."""
    (tmp_path / "v.pgn").write_text(TAGS.format("Ann", result) + "\n" + VARIATIONS.format(result))
    p: Any = InteractiveProvider(tmp_path, seed=1).v.Ann_Bob
    for move in moves.split():
        p = choose(p, move)
    assert expected == outcome(p)
    save(p, tmp_path / "written.pgn")
    written = chess.pgn.read_game(io.StringIO((tmp_path / "written.pgn").read_text()))
    assert written is not None
    assert {"white wins": "1-0"}.get(expected, "*") == written.headers["Result"]


# A second reader ---------------------------------------------------------------------------


@dataclass
class Played:
    """A game as it was played, before it is written down carelessly."""

    tags: dict[str, str]
    moves: list[str] = field(default_factory=list)


def random_game(rng: Random, number: int) -> Played:
    """A random legal game with its result."""
    board, moves = chess.Board(), []
    for _ in range(rng.choice([1, 2, 7, 24])):
        if not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
    result = board.result() if board.is_game_over() else rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    tags = {"Event": "Club", "White": f"Ann {number}", "Black": rng.choice(["Bob", "Cid d'Or"])}
    return Played(tags | {"Result": result}, moves)


COMMENTS = ("{good}", '{as in\n[Event "A"]}', "{two\n\nlines}", "{1-0 *}", "$2")

LINE_COMMENT = "; to the end 1-0\n"
"""The standard's other kind (section 5), which pgn-extract does not know; neither does it take a
comment between tags."""


def carelessly(game: Played, rng: Random, *, for_pgn_extract: bool) -> str:
    """A game written down with what the import format allows."""
    others = () if for_pgn_extract else (LINE_COMMENT, "{there}\n")
    text = []
    for name, value in game.tags.items():
        text.append(f'[{name} "{value}"]')
        text.append(rng.choice(["\n", "\n", "\n\n", " ", *others]))
    text.append(rng.choice(["\n", "\n\n\n", "{first}\n\n", "\n% escaped\n", *others]))
    for index, move in enumerate(game.moves):
        dots = rng.choice([". ", ".", " "]) if index % 2 == 0 else "... "
        if index % 2 == 0 or rng.random() < 0.2:
            text.append(f"{index // 2 + 1}{dots}")
        text.append(move + rng.choice(["", "", "", "!", "?!"]))
        text.append(rng.choice([" ", " ", " ", "\n", "\n\n", "\r\n", "\n% 1-0\n"]))
        if rng.random() < 0.15:
            text.append(rng.choice([*COMMENTS, *others]) + " ")
        if rng.random() < 0.08:
            text.append(f"({index // 2 + 1}{'.' if index % 2 == 0 else '...'} {move}) ")
    text.append(game.tags["Result"])
    text.append(rng.choice(["\n", "\n\n", "\n\n\n\n", " ", " {after}\n\n", *others]))
    return "".join(text)


def as_read(record: chess.pgn.Game) -> Played:
    """The tags and moves of a record."""
    tags = {name: record.headers.get(name, "") for name in ("Event", "White", "Black", "Result")}
    board, moves = record.board(), []
    for move in record.mainline_moves():
        moves.append(board.san(move))
        board.push(move)
    return Played(tags, moves)


def by_pgn_extract(path: Path) -> list[Played]:
    """The games of a file as pgn-extract reads them; it writes them out without any liberty."""
    program = pgn_extract()
    assert program, "pgn-extract is missing: the set-up of the tests installs it"
    command = [program, "-s", "-C", "-N", "-V", "-w80", str(path)]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    found, handle = [], io.StringIO(text)
    while (record := chess.pgn.read_game(handle)) is not None:
        found.append(as_read(record))
    return found


def by_us(path: Path) -> list[Played]:
    """The games of a file as we read them."""
    return [as_read(records.read_one(part)) for part in pgn_tokens.parts(records.read_text(path))]


@pytest.mark.slow
def test_pgn_extract_reads_the_same_from_files_written_carelessly(tmp_path: Path) -> None:
    """Games, tags, moves and results are those that were played, in both readers."""
    path = tmp_path / "careless.pgn"
    for seed in range(some(60, of=500)):
        rng = Random(f"careless {seed}")
        played = [random_game(rng, number) for number in range(rng.choice([1, 2, 5]))]
        for_both = [carelessly(game, rng, for_pgn_extract=True) for game in played]
        path.write_text("".join(for_both), newline="")
        assert (played, played) == (by_us(path), by_pgn_extract(path)), seed
        for_us = [carelessly(game, rng, for_pgn_extract=False) for game in played]
        path.write_text("".join(for_us), newline="")
        assert played == by_us(path), seed
