"""A folder of hostile games, each with one thing about it that is wrong, and everything that can be
done with them."""

from __future__ import annotations

import contextlib
import copy
import itertools
import pickle
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from interactive_provider import (
    InteractiveProvider,
    Limit,
    board,
    check,
    choose,
    describe,
    evaluate,
    hint,
    history,
    line,
    load,
    options,
    outcome,
    parameters,
    path,
    play,
    replay,
    restart,
    save,
    seed,
    solve,
    undo,
)
from interactive_provider.errors import ProviderError
from interactive_provider.rendering import html, svg, text
from interactive_provider.shell.annotations import Column
from interactive_provider.widget.session import Session
from tools.fuzz.core import Attempt, within

RAISED = (
    "SystemExit(1)",
    "Gone('bye')",
    "StopIteration()",
    "GeneratorExit()",
    "AttributeError('x')",
    "KeyError('k')",
    "RecursionError()",
    "MemoryError()",
    "AssertionError()",
    "Unreadable()",
    "ImportError('no')",
    "NotImplementedError()",
    "ProviderError('mine')",
    "UnicodeError('\\ud800')",
)
GIVEN = (
    "None",
    "5",
    "''",
    "'\\x1b[2J\\x1b]0;owned\\x07'",
    "'\\ud800'",
    "'<script>fetch(`//evil`)</script>'",
    "'x' * 100_000",
    "object()",
    "[]",
    "{'a': 1}",
    "(1, 2)",
    "float('nan')",
    "State",
    "lambda *a, **k: 1",
    "Sly()",
    "b'x'",
    "iter(())",
    "Board(())",
    "Hint(('no', 1), 'why')",
    "Verdict('x')",
    "Check(True, 'x')",
    "'```\\n<img src=//evil>'",
    "Ellipsis",
)
PLACES = (
    "new_state",
    "process_response",
    "board",
    "hint",
    "solve",
    "evaluate",
    "check",
    "describe",
    "why_not",
    "parse",
    "write",
    "resample",
    "display_text",
    "display_options",
    "outcome",
    "free_input",
    "mover",
    "winner",
    "payoffs",
    "key",
    "option_values",
    "echo",
    "answered",
    "keys",
    "title",
    "presets",
    "players",
    "version",
    "hides",
    "__init__",
    "__eq__",
    "__hash__",
    "__repr__",
    "__getattr__",
    "module",
)
OF_STATE = frozenset(PLACES[PLACES.index("display_text") : PLACES.index("title")])
OF_CLASS = frozenset(("title", "presets", "players", "version", "hides"))
ENDLESS = "_endless()"

HEAD = """\
import itertools, time
from interactive_provider import *

class Gone(BaseException):
    pass

class Unreadable(Exception):
    def __str__(self): raise SystemExit("no text")
    __repr__ = __str__

class Sly:
    def __repr__(self): raise Gone("repr")
    def __str__(self): raise Gone("str")
    def __bool__(self): raise Gone("bool")
    def __eq__(self, other): raise Gone("eq")
    def __hash__(self): raise Gone("hash")
    def __len__(self): raise Gone("len")
    def __iter__(self): raise Gone("iter")

def _raise(fault):
    raise fault

def _endless():
    while True:
        time.sleep(0.001)

class Here(State):
    display_text = "here"
    display_options = (("on", "on"), (("put", "r1", "c1"), ("put", 1)), ("<b>", 2))
    outcome = None
    free_input = None
"""

GAME = """
class Toy(Game):
    title = "Toy"
    def new_state(self, rng, size=1): return There()
    def process_response(self, state, value, rng): return There()
    def board(self, state): return Board(((Cell("x", press="on"),),))
"""


def module(place: str, what: str) -> str:
    """A file with one game in which ``place`` does ``what``, an expression."""
    state, game = "class There(Here):\n    pass\n", GAME
    if place == "module":
        return f"{HEAD}\n{state}{game}\n{what}\n"
    if place in OF_STATE:
        state = f"class There(Here):\n    @property\n    def {place}(self): return {what}\n"
    elif place in OF_CLASS:
        asked = f"property(lambda self: {what})" if "_raise" in what or what == ENDLESS else what
        game = f"{GAME}\nToy.{place} = {asked}\n"
    elif place in ("__eq__", "__hash__", "__repr__", "__getattr__"):
        state = f"class There(Here):\n    def {place}(self, *a): return {what}\n"
    elif place == "process_response" or place == "new_state":
        game = f"{GAME}\n    def {place}(self, *a, size=1): return {what}\n"
    else:
        game = f"{GAME}\n    def {place}(self, *a, **k): return {what}\n"
    return f"{HEAD}\n{state}{game}"


def entries(rng: Random) -> list[tuple[str, str]]:
    """Names and files of hostile games: every place with every fault, in an order of luck."""
    doings = [*(f"_raise({fault})" for fault in RAISED), *GIVEN, ENDLESS]
    made = [
        (place, what)
        for place, what in itertools.product(PLACES, doings)
        if (place, what) != ("module", ENDLESS)
    ]
    rng.shuffle(made)
    return [(f"g{number}", module(place, what)) for number, (place, what) in enumerate(made)]


def operations(
    mine: InteractiveProvider, name: str, folder: Path
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Everything that a player, a front end or a program does with a game."""
    begun: list[Any] = []

    def at() -> Any:
        if not begun:
            found = (
                getattr(getattr(mine, name), "toy", None)
                if hasattr(getattr(mine, name), "toy")
                else getattr(mine, name)
            )
            begun.append(found)
        return begun[0]

    yield "begin", at
    yield "look", lambda: (repr(at()), at().__doc__)
    yield "html", lambda: (getattr(node := at(), "_repr_html_", None) or partial(str, node))()
    yield "dir", lambda: dir(at())
    yield "call", lambda: at()(seed=3)
    yield "call with a size", lambda: at()(size=2)
    yield "on", lambda: at().on
    yield "on twice", lambda: at().on.on.put.r1.c1
    yield "no such", lambda: at().no_such_thing
    yield "text", lambda: at()["on"]
    yield "other text", lambda: at()["ON"]
    yield "no such text", lambda: at()["nothing like that"]
    yield "answer", lambda: at()(12)
    yield "iterate", lambda: list(at())
    yield "length", lambda: (bool(at()), at() == at(), hash(at()), at() != 5)
    for function in (
        options,
        outcome,
        path,
        line,
        history,
        restart,
        seed,
        parameters,
        board,
        hint,
        solve,
        evaluate,
        check,
    ):
        yield function.__name__, partial(lambda function: function(at()), function)
    yield "hint within", lambda: hint(at(), Limit(50, 5))
    yield "undo", lambda: undo(at().on)
    yield "describe", lambda: describe(at(), "on")
    yield "describe another", lambda: describe(at(), 5)
    yield "choose", lambda: choose(at(), "on")
    yield "choose a value", lambda: choose(at(), ("put", 1))
    yield "opponent", lambda: at()(against="random").on
    yield "replay", lambda: _same(replay(line(at()), mine), at())
    yield "copy", lambda: (copy.copy(at()), copy.deepcopy(at()))
    yield "pickle", lambda: _same(pickle.loads(pickle.dumps(at())), at())
    yield "save", lambda: _saved(at(), folder / "game.json", mine)
    yield "save as pgn", lambda: save(at(), folder / "game.pgn")
    yield (
        "documentation",
        lambda: [at().__custom_documentations__.get(n) for n in ("on", "put", "x")],
    )
    yield "column", lambda: [Column(at(), {}, True).option(o) for o in options(at())]
    yield "keys", lambda: getattr(at(), "_ipython_key_completions_", list)()
    yield (
        "views",
        lambda: [
            draw(shown) for draw in (text.render, html.render, svg.render) if (shown := board(at()))
        ],
    )
    yield "widget", lambda: play(at())._as_text()
    for order in (
        "undo",
        "restart",
        "new",
        "hint",
        "check",
        "step",
        "evaluate",
        "picture",
        "nonsense",
    ):
        yield f"widget: {order}", partial(lambda order: _acted(at(), {"do": order}), order)
    yield (
        "widget: click",
        lambda: _acted(at(), {"do": "gesture", "gesture": "press", "at": [0, 0], "seen": 1}),
    )
    yield "widget: option", lambda: _acted(at(), {"do": "option", "index": 0, "seen": 1})
    yield "widget: text", lambda: _acted(at(), {"do": "type", "text": "on"})
    yield "widget: odd", lambda: _acted(at(), {"do": "goto", "index": "x"})


def _same(found: Any, known: Any) -> None:
    assert found == known


def _saved(p: Any, file: Path, mine: InteractiveProvider) -> None:
    save(p, file)
    assert load(file, mine) == p


def _acted(p: Any, order: dict[str, Any]) -> None:
    session = Session(p)
    session.view()
    session.act(order)
    session.view()


def folder(rng: Random) -> Iterator[Attempt]:
    """Hostile games, each with every operation; an endless one ends by an interrupt and leaves the
    others alone."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        made = dict(entries(rng))
        for game, source in made.items():
            (place / f"{game}.py").write_text(source, "utf-8")
        (place / "good.py").write_text(
            "from interactive_provider.builtin.null import Null\nclass Good(Null): pass\n"
        )
        for game, source in made.items():
            what = source.removeprefix(HEAD)
            yield f"a folder with {what}", partial(_listed, place / f"{game}.py", place / "good.py")
            try:
                mine = InteractiveProvider(place / f"{game}.py", place / "good.py", seed=1)
                names = [name for name in mine if name != "good"]
            except BaseException:  # noqa: BLE001 - told by the attempt before
                continue
            patience = 0.05 if ENDLESS in what else None
            for told, operation in operations(mine, names[0] if names else "none", place):
                yield f"{told} of {what}", partial(_done, operation, patience)


def _listed(*files: Path) -> None:
    mine = InteractiveProvider(*files, seed=1)
    assert "good" in list(mine)
    assert mine.good.three_lamps
    assert repr(mine)


def _done(operation: Callable[[], Any], patience: float | None) -> None:
    if patience is None:
        operation()
        return
    with contextlib.suppress(KeyboardInterrupt, ProviderError), within(patience, KeyboardInterrupt):
        operation()
