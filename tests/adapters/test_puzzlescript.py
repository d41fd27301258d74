"""Files of PuzzleScript and collections of Sokoban levels as games."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from interactive_provider import (
    InteractiveProvider,
    board,
    check,
    hint,
    line,
    outcome,
    solve,
    undo,
)
from interactive_provider.adapters import puzzlescript
from interactive_provider.adapters.puzzlescript import TilePuzzle
from interactive_provider.boards import Board, Piece
from interactive_provider.errors import BadParameter, NoSuchChoice
from interactive_provider.testing import check_game
from interactive_provider.widget.payload import sweeps

from ..interpreters.puzzlescript.games import PUZZLES, game_text

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"

COLLECTION = """My levels

#####
#@$.#
#####

; two rows packed into one line
4#|#*+$-#|7#
Author: nobody
"""


def _board(p: object) -> Board:
    shown = board(p)  # type: ignore[arg-type]
    assert shown is not None
    return shown


def _folder(folder: Path, **files: str) -> InteractiveProvider:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    return InteractiveProvider(folder)


def test_a_text_is_a_game_only_by_its_sections(tmp_path: Path) -> None:
    """Of two texts only the one with the sections of a game is listed."""
    games = _folder(tmp_path, push__txt=game_text(PUSH, "P*.O"), notes__txt="rules\nlevels\n")
    assert ["push"] == dir(games)


def test_levels_are_presets_and_arrows_are_choices(tmp_path: Path) -> None:
    """A level is played by attributes, won, and taken back."""
    text = game_text(PUSH, "P*.O", goals="All Target On Crate", prelude="noaction")
    p = _folder(tmp_path, push__txt=text).push(seed=1).level_1
    assert ["down", "left", "right", "up"] == sorted(dir(p))
    won = p.right.right
    assert ("won", None) == (outcome(won), outcome(undo(won)))
    assert line(won).endswith(".push(seed=1).level_1.right.right")


@pytest.mark.slow
def test_a_puzzle_keeps_the_contract_of_games() -> None:
    """The contract suite finds nothing wrong with a puzzle."""
    text = game_text(f"{PUSH}\n[ action Player ] -> restart", "P*.O", goals="All Target On Crate")
    check_game(TilePuzzle(text.replace("P*.O", STORY), "push"))


def test_a_shortest_way_and_its_first_move() -> None:
    """The general search solves a level and says how many moves are left."""
    p = InteractiveProvider(PUZZLES).rainkeeper.level_1
    assert ("shortest", 6) == (solve(p).status, len(solve(p).values or ()))
    assert "up: it can be solved in 6 moves, no fewer." == str(hint(p))


def test_the_board_shows_what_is_in_each_cell() -> None:
    """A cell has the author's sign, the names of its objects, and one drawing of all of them."""
    shown = _board(InteractiveProvider(PUZZLES).warehouse.level_01)
    target = next(cell for row in shown.rows for cell in row if cell.text == "o")
    assert isinstance(target.piece, Piece)
    assert ("target on background", "blank") == (target.label, target.role)
    assert "sprites" == shown.surface
    assert {"#d9cfb8", "#c2703a"} == set(re.findall(r'fill="(.*?)"', target.piece.drawing))


def test_the_colour_behind_the_level_shows_through_transparent_points(tmp_path: Path) -> None:
    """Where no object has a point, a cell has the background colour of the game."""
    text = game_text(PUSH, "P*.O", prelude="background_color #123456")
    text = text.replace(
        "Background\ngreen\n", "Background\ngreen\n.0000\n00000\n00000\n00000\n00000\n", 1
    )
    shown = _board(_folder(tmp_path, push__txt=text).push.level_1)
    piece = shown.rows[0][2].piece
    assert isinstance(piece, Piece)
    assert ["#123456", "#44891a"] == re.findall(r'fill="(.*?)"', piece.drawing)


def test_arrows_and_swipes_work_everywhere_on_the_board() -> None:
    """The page offers arrows to press, and none of them once the level is solved."""
    p = InteractiveProvider(PUZZLES).rainkeeper.level_1
    assert "UDLR" == sweeps(_board(p))
    assert "" == sweeps(_board(p.up.right.down.right.down.left))


def test_the_goal_is_counted_in_the_words_of_the_author() -> None:
    """The counter of a goal says how much is left."""
    p = InteractiveProvider(PUZZLES).rainkeeper.level_2
    assert ("No Seed", "2 left") in _board(p).counters


@pytest.mark.parametrize(
    ("setting", "columns"), [("flickscreen 3x1", "..p"), ("zoomscreen 3x1", ".p*"), ("", "..p*...")]
)
def test_a_screen_is_a_window_over_the_level(setting: str, columns: str, tmp_path: Path) -> None:
    """A flick screen shows the part that the player is in, a zoom screen what is around."""
    p = _folder(tmp_path, push__txt=game_text(PUSH, "..P*...", prelude=setting)).push.level_1
    assert columns == "".join(cell.text for cell in _board(p).rows[0])


def test_the_screen_stays_where_the_player_was_last(tmp_path: Path) -> None:
    """When nobody is left, a flick screen shows what happens there, not its first part."""
    rules = "[ > Player | Fruit ] -> [ | Fruit ]"
    text = game_text(rules, "...PF.", prelude="flickscreen 3x1")
    p = _folder(tmp_path, push__txt=text).push.level_1.right
    assert ".f." == "".join(cell.text for cell in _board(p).rows[0])


def test_colours_may_be_written_without_a_space() -> None:
    """Of two values in a row each is a colour, as in the original."""
    text = game_text(PUSH, "P").replace("blue\n", "#123456#abcdef\n11111\n", 1)
    game = TilePuzzle(text, "")
    piece = game.board(game.new_state(Random(1))).rows[0][0].piece
    assert isinstance(piece, Piece)
    assert "#abcdef" in piece.drawing


def test_a_message_is_as_large_as_the_board_allows() -> None:
    """A line of a short message has as many letters as one of the original, on any board."""
    game = TilePuzzle(game_text(PUSH, "message Hi\n\n" + "\n".join(["P" + "." * 33] * 3)), "")
    row = game.board(game.new_state(Random(1), goes_on=True)).rows[0]
    sizes = [re.findall(r'font-size="([\d.]+)"', cell.piece.drawing) for cell in row]  # type: ignore[union-attr]
    assert {"161.3"} == {size for found in sizes for size in found}


def test_a_huge_level_is_shown_in_part(tmp_path: Path) -> None:
    """Of a level of 500 rows the board has as many as can be drawn."""
    rows = ["." * 500] * 499 + ["." * 499 + "P"]
    p = _folder(tmp_path, huge__txt=game_text(PUSH, "\n".join(rows))).huge.level_1.up
    assert (60, 60) == _board(p).shape
    assert "p" in {cell.text for cell in _board(p).rows[-2]}


def test_turns_that_follow_by_themselves_are_frames(tmp_path: Path) -> None:
    """What `again` does is a short animation that ends in the board."""
    rule = "right [ stationary Fruit | no Wall ] -> [ right Fruit | no Wall ] again"
    p = _folder(tmp_path, roll__txt=game_text(rule, "PF...")).roll.level_1.left
    seen = ["".join(cell.text for cell in frame.rows[0]) for frame in _board(p).frames]
    assert ["p.f..", "p..f."] == seen
    assert "p...f" == "".join(cell.text for cell in _board(p).rows[0])


def test_a_move_without_an_end_is_not_made(tmp_path: Path) -> None:
    """Rules that go round forever leave the level as it was, and a sentence says so."""
    rules = "[ Fruit no Target ] -> [ right Fruit ] again\n"
    rules += "[ Fruit Target ] -> [ left Fruit Target ] again"
    p = _folder(tmp_path, swap__txt=game_text(rules, ".FO\nP..")).swap.level_1
    assert _board(p).rows == _board(p.right).rows
    assert "This move never ends" in str(p.right)


def test_messages_are_said_before_a_level_and_at_the_end(tmp_path: Path) -> None:
    """The words before the first level and behind the last one are read."""
    level = "message Hello (you)\n\nP*.O\n\nmessage Bye"
    text = game_text(PUSH, level, goals="All Target On Crate")
    p = _folder(tmp_path, push__txt=text).push.level_1
    assert ("Hello (you)" in str(p), "Hello" in str(p.right)) == (True, False)
    assert "Bye" in str(p.right.right)


STORY = "message Hello (you) <there>\n\nP*.O\n\nmessage Two\n\nP*.O\n\nmessage Bye"


def test_a_level_begins_with_the_messages_since_the_level_before(tmp_path: Path) -> None:
    """And with none of those that were said earlier."""
    levels = "message One\n\nP*.O\n\nmessage Two\n\nP*.O\n\nmessage Three\n\nP*.O"
    p = _folder(tmp_path, push__txt=game_text(PUSH, levels)).push(seed=1)
    said = [re.findall("One|Two|Three", str(getattr(p, f"level_{n}"))) for n in (1, 2, 3)]
    assert [["One"], ["Two"], ["Three"]] == said


def test_a_message_is_a_page_and_undo_goes_back_over_it(tmp_path: Path) -> None:
    """All levels are played one after the other, with the messages between them."""
    text = game_text(PUSH, STORY, goals="All Target On Crate")
    p = _folder(tmp_path, push__txt=text).push(seed=1).all_levels
    assert ["go_on"] == dir(p)
    first = p.go_on.right
    second = first.right
    assert ("Two" in str(second), "done: 2 moves" in str(second)) == (True, True)
    assert first == undo(second)
    end = second.go_on.right.right
    assert ("won", True) == (outcome(end), "Bye" in str(end))


def test_a_message_is_written_in_the_colours_of_its_game(tmp_path: Path) -> None:
    """It fills a board as large as the level that follows."""
    prelude = "text_color pink\nbackground_color #123456"
    text = game_text(PUSH, STORY, prelude=prelude)
    shown = _board(_folder(tmp_path, push__txt=text).push.all_levels)
    drawings = [cell.piece.drawing for cell in shown.rows[0] if isinstance(cell.piece, Piece)]
    assert {"#123456", "#de65e2"} == set(re.findall(r'fill="(.*?)"', "".join(drawings)))
    assert (1, 4) == shown.shape
    assert "&lt;" in "".join(drawings)


@pytest.mark.parametrize("words", ["a\x01b \x1b[31m", "long words " * 3000, "&<b>" * 40, ""])
def test_a_message_of_any_words_has_its_picture(words: str) -> None:
    """Control characters, no words and far too many of them are drawn as well as they can be."""
    game = TilePuzzle(game_text(PUSH, f"message {words}\n\nP*.O"), "")
    assert (1, 4) == game.board(game.new_state(Random(1), goes_on=True)).shape


def test_a_text_in_two_bytes_a_letter_is_a_game(tmp_path: Path) -> None:
    """A file that begins with the mark of UTF-16 is read as such."""
    (tmp_path / "wide.txt").write_bytes(game_text(PUSH, "P*.O").encode("utf-16"))
    assert "P*.O".lower() in str(InteractiveProvider(tmp_path).wide.level_1).replace(" ", "")


def test_the_lines_of_a_message_lie_around_its_middle() -> None:
    """One line, whose letters are a quarter of a cell high, stands on a foot below it; two lie on
    both sides."""
    game = TilePuzzle(game_text(PUSH, "message Hi\n\nP*.O"), "")
    feet = []
    for text in ("Hi", "Oh dear, " * 4):
        words = puzzlescript._words(game.program, text, 4, 1)
        drawn = "".join(
            piece.drawing for (cell, *_) in words if isinstance(piece := cell.piece, Piece)
        )
        feet.append(re.findall(r' y="([\d.-]+)"', drawn))
    assert [["55.9"], ["44.1", "67.6"]] == feet


def test_what_is_asked_on_a_message_is_answered(tmp_path: Path) -> None:
    """A hint, a solution and a check say that the level comes next."""
    text = game_text(PUSH, STORY, goals="All Target On Crate")
    p = _folder(tmp_path, push__txt=text).push(seed=1).all_levels
    assert ("go on", "the level comes next.") == ((solve(p).values or [""])[0], check(p).text)
    assert "go on: the level comes next." == str(hint(p))


def test_luck_at_the_beginning_of_a_level_proves_nothing() -> None:
    """A level that chance may begin in another way is not said to have no way."""
    rules = "[ Player | . ] -> [ Player | random Thing ]"
    text = game_text(rules, "P.#O", goals="All Target On Crate", prelude="run_rules_on_level_start")
    game = TilePuzzle(text, "")
    found = game.check_levels(game.new_state(Random(1)))
    assert "unsolvable levels: 0 of 1" in found.text
    assert "Level 1: luck decides how it begins" in found.text


def test_two_equal_levels_have_their_own_numbers() -> None:
    """The second of two levels that begin alike is the second one."""
    game = TilePuzzle(game_text(PUSH, "P*.O\n\nP*.O"), "")
    assert "Level 2 of 2." == game.new_state(Random(1), 2).display_text


def test_no_time_at_all_is_a_limit() -> None:
    """A level that may be tried for 0 seconds is given up, or solved in the first step."""
    game = TilePuzzle(game_text(PUSH, "P*..O", goals="All Target On Crate"), "")
    assert game.solve(game.new_state(Random(1)), 0.0).status in ("unknown", "solved", "shortest")


def test_luck_may_save_moves_of_a_way() -> None:
    """A way without luck is not said to be the shortest if some moves were left to chance."""
    rules = "[ action Player ] -> [ Player random Goods ]"
    legend = "Goods = Fruit or Target"
    goals = "Some Player On Target"
    game = TilePuzzle(game_text(rules, "P..O", goals=goals, legend=legend), "")
    found = game.solve(game.new_state(Random(1)))
    assert (("right",) * 3, "solved") == (found.values, found.status)


def test_a_game_with_faults_says_so(tmp_path: Path) -> None:
    """Lines that cannot be read are counted where a level begins, and listed by `check`."""
    p = _folder(tmp_path, push__txt=game_text("[ Plaier ] -> [ ]", "P*.O")).push.level_1
    assert "1 line of this game cannot be read" in str(p)


def test_a_text_that_cannot_be_played_is_one_sentence(tmp_path: Path) -> None:
    """A game without a player is refused when it is opened."""
    games = _folder(tmp_path, push__txt=game_text("", "*").replace("Player", "Hero"))
    with pytest.raises(NoSuchChoice, match="nothing is called 'player'"):
        games.push.level_1.up  # noqa: B018


def test_there_is_no_level_beyond_the_last() -> None:
    """An impossible number of a level is refused."""
    heron = InteractiveProvider(PUZZLES).heron
    for level in (0, 7, True, "1"):
        with pytest.raises(BadParameter, match="There is no level"):
            heron(level=level)


def test_check_of_a_level_says_whether_it_can_still_be_solved(tmp_path: Path) -> None:
    """A crate that is pushed into a corner is reported, with the number of positions tried."""
    text = game_text(PUSH, "#####\n#.PO#\n#.*.#\n#...#\n#####", goals="All Target On Crate")
    p = _folder(tmp_path, push__txt=text).push.level_1
    assert "it can be solved in" in str(check(p.left))
    lost = check(p.down)  # the crate lies at the wall, where nobody can pull it up
    assert (False, True) == (lost.right, "every continuation was tried (" in lost.text)


def test_check_of_a_game_is_for_its_author(tmp_path: Path) -> None:
    """Before a level is chosen, all levels are tried and all faults are listed."""
    text = game_text(f"{PUSH}\n[ Plaier ] -> [ ]", "P*#O", goals="All Target On Crate")
    found = check(_folder(tmp_path, push__txt=text).push)
    assert not found
    assert "unsolvable levels: 1 of 1; 1 line cannot be read" in str(found)
    assert "nothing is called 'plaier'" in str(found)


def test_a_collection_of_sokoban_levels(tmp_path: Path) -> None:
    """Levels of characters, packed or not, are played with the rule of Sokoban."""
    games = _folder(tmp_path, mine__xsb=COLLECTION)
    assert "won" == outcome(games.mine.level_1.right)
    p = games.mine.level_2
    assert ["####---", "#*+$-#-", "#######"] == [
        "".join(cell.text for cell in row) for row in _board(p).rows
    ]


@pytest.mark.timeout(5)
def test_a_collection_of_very_many_levels_is_read_at_once() -> None:
    """Nothing is counted anew from the first line for each level: 60,000 took half a minute."""
    level = "###\n#@#\n###\n\n"
    assert puzzlescript.sokoban(level * 60_000).endswith(level.replace(" ", "-"))


def test_a_sign_that_is_none_of_sokoban_is_reported(tmp_path: Path) -> None:
    """Its row was taken for a title, and the walls above and below it for two solved levels."""
    games = _folder(tmp_path, mine__xsb="My levels #1\n#####\n#@$q#\n#####\n")
    assert ["level_1"] == [name for name in dir(games.mine) if name.startswith("level")]
    assert "nothing is called 'q'" in str(check(games.mine))


def test_a_faulty_row_of_sokoban_has_the_line_of_its_file(tmp_path: Path) -> None:
    """It had that of the PuzzleScript that is made of the file, which nobody sees."""
    first = "; one\n#####\n#@$.#\n#####\n"
    games = _folder(tmp_path, mine__xsb=f"{first}\n; two\n\n#####\n#@$q#\n#####\n")
    assert "line 9, '#@$q#': nothing is called 'q'." in str(check(games.mine)).splitlines()


def test_a_file_that_changes_goes_on_as_it_was_read(tmp_path: Path) -> None:
    """A game that is being played is not affected by what happens to its file."""
    shutil.copy(PUZZLES / "heron.txt", tmp_path)
    p = InteractiveProvider(tmp_path).heron.level_1
    (tmp_path / "heron.txt").write_text("nothing")
    assert str(p.left) != str(p.left.left)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("P*.O", "it can be solved in 2 moves, no fewer."),
        ("P*#O", "it cannot be solved: every continuation was tried (1 position)."),
        ("P..", "it is solved."),
    ],
)
def test_each_level_of_a_game_is_tried(level: str, words: str) -> None:
    """A level has its shortest way, or the proof that there is none."""
    text = game_text(PUSH, level, goals="All Target On Crate")
    assert f"Level 1: {words}" in TilePuzzle(text, "push").check_levels(
        TilePuzzle(text, "push").new_state(Random(1))
    ).text.split("\n")


def test_chance_proves_nothing() -> None:
    """If chance decides, no level is said to have no way."""
    rules = "[ > Player ] -> [ randomdir Player ]\nlate [ Player Fruit ] -> [ Player ]"
    game = TilePuzzle(game_text(rules, "P.F", goals="No Fruit"), "")
    assert "Level 1: not known: luck decides" in game.check_levels(game.new_state(Random(1))).text


def test_waiting_is_part_of_a_way() -> None:
    """In a game that goes on by itself, a way can consist of waiting."""
    rules = "[ moving Player ] -> cancel\n"
    rules += "right [ stationary Fruit | no Wall ] -> [ right Fruit | no Wall ]"
    goals = "Some Fruit On Target"
    game = TilePuzzle(game_text(rules, "PF..O", goals=goals, prelude="realtime_interval 1"), "")
    found = game.solve(game.new_state(Random(1)))
    assert (("wait",) * 3, "shortest") == (found.values, found.status)


def test_a_hint_follows_the_way_that_was_found(tmp_path: Path) -> None:
    """After each move of the way one move less is left, and a lost position is said to be lost."""
    text = game_text(PUSH, "#####\n#P..#\n#.*.#\n#..O#\n#####", goals="All Target On Crate")
    p = _folder(tmp_path, push__txt=text).push.level_1
    assert "Down: it can be solved in 5 moves, no fewer." == str(hint(p))
    assert "Right: it can be solved in 4 moves, no fewer." == str(hint(p.down))
    assert "Undo 1 move: it can be solved" in str(hint(p.right.right.down.left))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "lengths"),
    [("rainkeeper", [6, 7, 12, 14, 16, 19, 21, 24, 29]), ("heron", [4, 8, 8, 10, 13, 18])],
)
def test_our_own_puzzles_have_the_ways_that_another_program_found(
    name: str, lengths: list[int]
) -> None:
    """Each level can be solved in as many moves as a plain search with another engine needs."""
    lines = check(getattr(InteractiveProvider(PUZZLES), name)).text.split("\n")
    assert [f"Level {n}: it can be solved in {length} moves, no fewer." for n, length in
            enumerate(lengths, start=1)] == lines[1:]  # fmt: skip
