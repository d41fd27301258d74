"""What the documents show works: each block runs, and gives what it says; so do the examples."""

from __future__ import annotations

import doctest
import json
import re
import sys
from types import ModuleType
from typing import Any

import pytest

from interactive_provider import InteractiveProvider, choose, outcome, solve
from interactive_provider.testing import check_game
from tools.isolation import REPOSITORY

GUIDE = REPOSITORY / "docs" / "writing-a-game.md"
pytestmark = pytest.mark.usefixtures("display_untouched")

_BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    """The language and the text of each block of code in the guide."""
    return _BLOCK.findall(GUIDE.read_text(encoding="utf-8"))


def guide_module() -> ModuleType:
    """A module to run the guide in, as an author's own file would be one."""
    module = ModuleType("my_games")
    sys.modules["my_games"] = module  # dataclasses look their module up
    return module


def run_session(text: str, names: dict[str, Any], number: int) -> None:
    """Run a block that shows a session, and compare what it gives."""
    examples = doctest.DocTestParser().get_doctest(text, names, f"block {number}", str(GUIDE), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner()
    failed, tried = runner.run(examples, out=told.append, clear_globs=False)
    names.update(examples.globs)
    assert tried and not failed, "".join(told)


@pytest.mark.slow
def test_the_guide_runs() -> None:
    """Every block of the guide runs, one after the other, and gives what is shown."""
    module = guide_module()
    kinds = []
    for number, (kind, text) in enumerate(blocks()):
        if kind == "pycon":
            run_session(text, vars(module), number)
        else:
            exec(compile(text, f"{GUIDE}, block {number}", "exec"), vars(module))
        kinds.append(kind)

    assert ["python"] * 3 + ["pycon", "python"] * 2 + ["pycon"] * 2 + ["python"] == kinds


def test_the_smallest_games_are_small() -> None:
    """Guess the number takes at most 25 lines in both styles, blank ones not counted."""
    lengths = [
        sum(bool(line.strip()) for line in text.splitlines())
        for kind, text in blocks()
        if "class Guess" in text and kind == "python"
    ]

    assert 2 == len(lengths)
    assert all(length <= 25 for length in lengths)


# The examples ----------------------------------------------------------------------------------

PARLOUR = str(REPOSITORY / "examples" / "parlour")


def test_the_examples_are_a_folder_with_a_menu() -> None:
    """The folder lists its game and its subfolder, whose game is one menu further."""
    parlour = InteractiveProvider(PARLOUR, seed=1)

    assert (["pig", "puzzles"], ["hanoi"]) == (dir(parlour), dir(parlour.puzzles))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pig", "puzzles.hanoi"])
def test_the_examples_keep_the_rules(name: str) -> None:
    """The examples pass the contract suite."""
    check_game(InteractiveProvider(PARLOUR, seed=1)._game(name), games=6, steps=120)


@pytest.mark.parametrize("discs", [1, 2, 3, 4, 7])
def test_hanoi_is_solved_in_the_known_number_of_moves(discs: int) -> None:
    """The solution of n discs takes 2**n - 1 moves and wins."""
    p = InteractiveProvider(PARLOUR, seed=1).puzzles.hanoi(discs=discs)
    solution = solve(p)
    for value in solution.values or ():
        p = choose(p, value)

    assert (2**discs - 1, "won") == (len(solution.values or ()), outcome(p))


def test_hanoi_is_solved_from_everywhere() -> None:
    """From each of the 81 states of four discs the solution is as long as a search in breadth
    finds."""
    game: Any = InteractiveProvider(PARLOUR, seed=1)._game("puzzles.hanoi")
    kind = type(game.new_state(None, discs=4))
    start: tuple[int, ...] = (2,) * 4
    distances, frontier = {start: 0}, [start]
    while frontier:
        pegs = frontier.pop(0)
        state = kind(pegs)
        tops = [state.top(peg) for peg in range(3)]
        for a, b in ((a, b) for a in range(3) for b in range(3) if tops[a] < tops[b]):
            following = (*pegs[: tops[a]], b, *pegs[tops[a] + 1 :])
            if following not in distances:
                distances[following] = distances[pegs] + 1
                frontier.append(following)

    assert 81 == len(distances)
    assert distances == {pegs: len(game.solve(kind(pegs)).values) for pegs in distances}


def test_the_command_to_play_the_examples() -> None:
    """The read-me of the examples names the folder, and its Python runs."""
    text = (REPOSITORY / "examples" / "README.md").read_text(encoding="utf-8")
    command = re.search(r"python -m interactive_provider -i -c '(.*)'", text)

    assert command is not None
    names: dict[str, Any] = {}
    exec(command[1].replace("examples/parlour", PARLOUR), names)
    assert ["pig", "puzzles"] == dir(names["parlour"])


def test_the_notebook_says_what_the_guide_says() -> None:
    """The games of the notebook are those of the guide, word for word."""
    notebook = json.loads(
        (REPOSITORY / "notebooks" / "writing_a_game.ipynb").read_text(encoding="utf-8")
    )
    cells = [
        "".join(cell["source"]).strip() for cell in notebook["cells"] if cell["cell_type"] == "code"
    ]

    for kind, text in blocks():
        if kind == "python" and "class " in text:
            assert text.strip() in cells


@pytest.mark.slow
def test_the_page_on_thinking_runs() -> None:
    """Each session of the page gives what it shows, with the names of those before it."""
    names: dict[str, Any] = {}
    page = (REPOSITORY / "docs" / "thinking.md").read_text(encoding="utf-8")
    sessions = [text for kind, text in _BLOCK.findall(page) if kind == "pycon"]
    for number, text in enumerate(sessions):
        run_session(text, names, number)

    assert 1 <= len(sessions)
