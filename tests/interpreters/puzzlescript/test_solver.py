"""Ways to win, and the proof that there is none."""

from __future__ import annotations

import pytest

from interactive_provider.interpreters.puzzlescript import (
    WAYS,
    LevelStart,
    Patience,
    compiled,
    machine,
    way_to_win,
)
from interactive_provider.interpreters.puzzlescript.solver import PuzzleWay

from .games import game_text

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
GOAL = "All Target On Crate"
ROOM = "########\n#P.....#\n#.*..*.#\n#......#\n#.O..O.#\n#......#\n########"


def _way(text: str, seconds: float = 60.0, positions: int = 100_000) -> PuzzleWay:
    program = compiled(text)
    level = next(level for level in program.levels if isinstance(level, LevelStart))
    start = level.boards, level.boards
    level_machine = machine(program, level.width, level.height)
    return way_to_win(level_machine, start, WAYS, Patience(seconds, positions))


def test_the_first_way_is_a_shortest_one() -> None:
    """Going breadth first, a level is solved in the fewest moves."""
    way = _way(game_text(PUSH, "#######\n#.....#\n#P*..O#\n#######", goals=GOAL))
    assert (("right",) * 3, True) == (way.moves, way.is_proved)


def test_a_level_without_a_way_is_tried_until_the_end() -> None:
    """A crate in a corner is proved to stay there."""
    way = _way(game_text(PUSH, "#####\n#*P.#\n#..O#\n#####", goals=GOAL))
    assert ((), True) == (way.moves, way.is_proved)


def test_the_goals_lead_to_a_way_that_is_not_near() -> None:
    """With little patience the search goes on where crates look near, and proves nothing."""
    way = _way(game_text(PUSH, ROOM, goals=GOAL, prelude="noundo"), positions=1_500)
    assert way.moves
    assert not way.is_proved


def test_the_end_of_patience_proves_nothing() -> None:
    """A search that gives up does not say that there is no way."""
    way = _way(game_text(PUSH, ROOM, goals=GOAL, prelude="norestart"), positions=50)
    assert ((), False) == (way.moves, way.is_proved)


def test_more_patience_finds_what_little_did_not() -> None:
    """What is remembered of a search that gave up is no answer to a longer one."""
    text = game_text(PUSH, "#######\n#.....#\n#P.*.O#\n#######", goals=GOAL)
    assert [(), ("right",) * 3] == [_way(text, seconds=short).moves for short in (1e-9, 60.0)]


def test_a_player_who_must_move_and_cannot_is_followed() -> None:
    """A move that is refused is no way."""
    level = "#####\n#P#FO\n#####"
    rules, must = "right [ Fruit | ] -> [ | Fruit ]", "require_player_movement"
    goal = "Some Fruit On Target"
    free = _way(game_text(rules, level, goals=goal))
    held = _way(game_text(rules, level, goals=goal, prelude=must))
    assert [(1, True), (0, True)] == [(len(way.moves), way.is_proved) for way in (free, held)]


def test_a_search_leaves_out_moves_that_chance_decides() -> None:
    """It says so, because a way may go there."""
    way = _way(game_text("random [ Fruit ] -> [ Target ]", "PF", goals="Some Target"))
    assert ((), False, True) == (way.moves, way.is_proved, way.has_luck)


@pytest.mark.parametrize(
    ("rules", "goals", "level", "moves"),
    [
        ("late [ Player Fruit ] -> [ Player ]", "No Fruit", "F.P.F", 6),
        ("late [ Player Fruit ] -> win", "", "P..F", 3),
        ("[ > Player | Fruit ] -> [ > Player | Fruit Target ]", "Some Target", "P.F", 2),
        (f"{PUSH}\nlate [ Crate | Fruit ] -> restart", GOAL, "F....\nP*..O", 3),
        ("right [ Fruit | no Wall ] -> [ | Fruit ] again", "Some Fruit On Target", "PF.O#", 1),
        ("[ > Player | Fruit ] -> cancel", "Some Player On Target", "PFO\n...", 4),
        ("[ > Player | Wall ] -> win", "", "P.#", 2),
        ("[ > Player | Wall ] -> win", "", "P#", 1),
        (f"{PUSH}\n[ action Player ] -> [ Player Target ]", "Some Player On Target", "P", 1),
    ],
)
def test_rules_of_all_kinds_are_followed(rules: str, goals: str, level: str, moves: int) -> None:
    """Commands, turns that follow by themselves and the action are part of a way."""
    way = _way(game_text(rules, level, goals=goals))
    assert (moves, True) == (len(way.moves), way.is_proved)
