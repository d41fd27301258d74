"""Looking plays nothing: the moves are counted that tools make on the bare objects, without our
extension."""

from __future__ import annotations

import contextlib
import inspect
import io
import pydoc
import rlcompleter
from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from interactive_provider import InteractiveProvider, options
from interactive_provider.heart.play.nodes import memory
from tests.heart.toys import GROUPED, Walk

ORDER = ["left", "right", "on"]


@pytest.fixture(scope="module")
def plain_shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InteractiveShell]:
    """IPython as it comes, Jedi and all."""
    config = Config()
    config.HistoryManager.enabled = False
    shell = InteractiveShell(config=config, ipython_dir=str(tmp_path_factory.mktemp("ipython")))
    yield shell
    shell.restore_sys_module_state()


@pytest.fixture
def game(plain_shell: InteractiveShell) -> Walk:
    """A game that counts its moves; ``p`` in the shell is its start and ``toys`` its provider."""
    memory.clear()
    walk = Walk()
    toys = InteractiveProvider(walk, seed=1)
    plain_shell.user_ns.update(toys=toys, p=toys.walk)
    return walk


def tab(shell: InteractiveShell, text: str) -> list[str]:
    """What Tab offers."""
    with provisionalcompleter():
        return [completion.text for completion in shell.Completer.completions(text, len(text))]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("p.", 0),
        ("toys.walk.", 0),
        ("p.left.", 1),
        ("x = p.left.on.", 2),
        ("print(p.left.on.right.", 3),
        ("dict(a=p.left.", 1),
        ("f'{p.left.on.", 2),
        ("if 1:\n    p.left.", 1),
        ("q = p.left\nq.on.", 2),
    ],
)
def test_tab(plain_shell: InteractiveShell, game: Walk, text: str, links: int) -> None:
    """Tab on k links plays at most k moves, and none the second time; exactly the choices are
    offered."""
    assert sorted(ORDER) == tab(plain_shell, text)
    assert game.plays <= links
    before = game.plays
    assert sorted(ORDER) == tab(plain_shell, text)
    assert before == game.plays


def test_tab_on_what_is_none(plain_shell: InteractiveShell, game: Walk) -> None:
    """A name that is not a choice leads nowhere and plays nothing."""
    assert [] == [name for name in tab(plain_shell, "p.no_such.") if name in ORDER]
    assert 0 == game.plays


@pytest.mark.parametrize("level", [0, 1])
def test_help(plain_shell: InteractiveShell, game: Walk, level: int) -> None:
    """``?``, ``??``, Shift-Tab and the pop-up's inspection of each highlighted item play
    nothing."""
    for name in ("p", "p.left", "p.right", "toys", "toys.walk"):
        plain_shell.object_inspect(name, detail_level=level)
        plain_shell.object_inspect_mime(name, detail_level=level)
    assert 0 == game.plays


def test_help_says_the_label(plain_shell: InteractiveShell, game: Walk) -> None:
    """Help on a choice is what the game says of it, not the docstring of a property."""
    assert "left" == plain_shell.object_inspect("p.left")["docstring"]


def test_help_on_a_chain(plain_shell: InteractiveShell, game: Walk) -> None:
    """Help on the last of k names plays the k - 1 before it."""
    plain_shell.object_inspect_mime("p.left.on.right")
    assert 2 == game.plays


def test_readline(game: Walk) -> None:
    """Python's own completer lists the choices and plays nothing."""
    p = InteractiveProvider(game, seed=2).walk
    completer = rlcompleter.Completer({"p": p})
    found = [completer.complete("p.", number) for number in range(4)]
    assert ["p.left", "p.on", "p.right", None] == sorted(found[:3], key=str) + found[3:]
    assert 0 == game.plays


def test_shown(plain_shell: InteractiveShell, game: Walk) -> None:
    """Showing a position in every format, and in containers, plays nothing."""
    p = InteractiveProvider(game, seed=2).walk
    formatter = plain_shell.display_formatter
    assert formatter is not None
    for thing in (p, [p], {"a": p}, type(p)):
        formatter.format(thing)
        repr(thing)
    assert 0 == game.plays


def test_looked_at(game: Walk) -> None:
    """Whatever else looks at objects plays nothing: dir, vars, inspect, pydoc, hasattr for what
    tools probe."""
    p = InteractiveProvider(game, seed=2).walk
    assert sorted(ORDER) == sorted(dir(p))
    inspect.getmembers_static(p)
    inspect.getdoc(p)
    inspect.getattr_static(p, "left")
    with contextlib.redirect_stdout(io.StringIO()):
        pydoc.help(type(p))
    for probe in (
        "_repr_mimebundle_",
        "__wrapped__",
        "_ipython_display_",
        "_ipython_canary_method_should_not_exist_",
    ):
        assert not hasattr(p, probe)
    list(p), options(p), hash(p), p == p, bool(p), str(p), p.__doc__
    assert 0 == game.plays


def test_menus(plain_shell: InteractiveShell) -> None:
    """The stages of a wide menu cost nothing, whoever looks."""
    game = Walk(GROUPED)
    memory.clear()
    plain_shell.user_ns["p"] = InteractiveProvider(game, seed=1).walk
    assert ["c1", "c2", "c3"] == tab(plain_shell, "p.put.r2.")
    plain_shell.object_inspect_mime("p.put.r2.c1")
    assert 0 == game.plays


@pytest.mark.parametrize("width", [60, 480])
def test_many(plain_shell: InteractiveShell, game: Walk, width: int) -> None:
    """However many choices there are, listing them plays none."""
    plain_shell.user_ns["p"] = InteractiveProvider(game, seed=1).walk(width=width)
    assert width == len(tab(plain_shell, "p."))
    assert 0 == game.plays


@pytest.mark.slow
def test_not_imported(tmp_path: Path) -> None:
    """None of this needs the extension: it is not even imported by playing."""
    import subprocess
    import sys

    program = (
        "import sys, interactive_provider as ip; ip.games.guess(seed=1)(50); print('IPython' in"
        " sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "False\n" == found.stdout
