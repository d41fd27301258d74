"""Every way in which a game's words leave the package: what a hostile game says comes out inert of
each of them.

The ways are listed once; a public function about positions that is neither listed nor known to
write nothing of a game's makes a test red, so that a new one cannot be forgotten.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import interactive_provider as package
from interactive_provider import InteractiveProvider, analysis
from interactive_provider.adapters.stories import TwineStory
from interactive_provider.boards import Board, Cell
from interactive_provider.errors import ProviderError
from interactive_provider.game import Check, Game, Hint, Solution, State, Text, Verdict
from interactive_provider.heart.choices.synthesis import choices
from interactive_provider.interpreters.stories import stories_of
from interactive_provider.rendering import html, svg
from interactive_provider.shell.annotations import Column
from interactive_provider.shell.display import WRITTEN, help_on
from interactive_provider.widget.session import Session
from tests.rendering.test_sanitizing_hostile_words import _CONTROLS, HOSTILE, _Tags, texts

Writer = Callable[[Any], object]


class Said(State):
    """Says one thing wherever it says anything."""

    def __init__(self, words: str, over: bool = False, asks: bool = False) -> None:
        self.words = words
        self.display_text = words
        self.display_options = () if over else ((words or "x", 1), (("go", words or "x"), 2))
        self.free_input = Text(words) if asks else None
        self.outcome = words if over else None
        self.winner = 0 if over else None


class Talker(Game[Said]):
    """A game that says one thing wherever a game may say anything."""

    players = ("you", "me")
    asks = True

    def __init__(self, words: str) -> None:
        self.words = words
        self.title = words  # type: ignore[misc]  # each says its own

    def new_state(self, rng: Random) -> Said:
        """The beginning."""
        return Said(self.words, asks=self.asks)

    def process_response(self, state: Said, value: Any, rng: Random) -> Said:
        """The end; an odd answer breaks it."""
        if value == 2 and self.asks:
            raise ValueError(self.words)
        return Said(self.words, over=True)

    def board(self, state: Said) -> Board:
        """One cell."""
        words = self.words
        cell = Cell(words, words, words, words, overlay=words, mark="hint")
        return Board(
            ((cell,),),
            words,
            (words,),
            (words,),
            counters=((words, words),),
            legend=((words, words),),
        )

    def describe(self, state: Said, value: Any) -> str:
        """The words."""
        return self.words

    def why_not(self, state: Said, names: tuple[str, ...]) -> str:
        """The words."""
        return self.words

    def hint(self, state: Said) -> Hint:
        """The words as a reason."""
        return Hint(1, self.words, ((0, 0),))

    def evaluate(self, state: Said) -> dict[Any, Verdict]:
        """The words as a verdict."""
        return {1: Verdict(self.words, 0.5)}

    def solve(self, state: Said) -> Solution:
        """The words as a note."""
        return Solution((1,), "solved", note=self.words)

    def check(self, state: Said) -> Check:
        """The words as a fault."""
        return Check(False, self.words, ((0, 0),))


def begun(words: str) -> Any:
    """The first position of the game that says these words."""
    return InteractiveProvider(Talker(words), seed=1).talker.both_sides


def silent(p: Any) -> Any:
    """The same game if nothing can be typed, so that it can be searched."""
    game = Talker(p._table.game.words)
    game.asks = False
    return InteractiveProvider(game, seed=1).talker.both_sides


def quoting(game: Any, state: Any, rng: Any) -> Any:
    """A player who fails with the words of the game."""
    raise ValueError(state.display_text)


def fault_of(ask: Writer) -> Writer:
    """What the error says that an order ends in, and what IPython shows of it."""

    def told(p: Any) -> str:
        with pytest.raises(ProviderError) as found:
            ask(p)
        shown = found.value._render_traceback_(
            type(found.value), found.value, found.value.__traceback__
        )
        return "\n".join([str(found.value), *shown])

    return told


def widget_of(p: Any) -> str:
    """All that the page of a live board is sent, after each order that says something."""
    session = Session(p)
    views = [session.view()]
    for order in ("hint", "evaluate", "check", "solve"):
        session.act({"do": order})
        views.append(session.view())
    json.dumps(views)
    # where the page puts a row's and a column's name
    return re.sub("[\x01\x02]", "", "\n".join(texts(views)))


def popped_up(p: Any) -> str:
    """What stands beside the choices in the pop-up, in a terminal and on a page."""
    columns = [Column(p, package.evaluate(p), on_page) for on_page in (True, False)]
    return "\n".join(column.choice(choice) for column in columns for choice in choices(p).values())


def inspected(kind: str) -> Writer:
    """What Shift-Tab shows of the first choice in a medium."""

    def told(p: Any) -> str:
        pairs = help_on(next(iter(choices(p).values())), p)
        assert pairs is not None
        return (
            str(WRITTEN[kind](pairs))
            if kind != "text/plain"
            else "\n".join(body for _, body in pairs)
        )

    return told


def printed(thing: Writer) -> Writer:
    """What `print` writes of an answer."""
    return lambda p: str(thing(p))


def board_of(p: Any) -> Board:
    """The board that the game shows."""
    found = package.board(p)
    assert found is not None
    return found


def mapped(p: Any) -> str:
    """The map of a story whose passages are called by the words."""
    name = re.sub(r"[\s\[\]{}|<>\\-]+", " ", p._table.game.words).strip() or "x"
    told = f":: StoryTitle\n{name}\n\n:: Start\n[[{name}]]\n\n:: {name}\nThe end.\n"
    return str(TwineStory(stories_of({"a.twee": told})[0]).story_map([]))


def end(p: Any) -> Any:
    """The position after the first choice."""
    return package.choose(p, 1)


AS_TEXT: dict[str, Writer] = {
    "page": lambda p: p.__doc__,
    "page at the end": lambda p: end(p).__doc__,
    "page of a stage": lambda p: p.go.__doc__,
    "repr": repr,
    "print": str,
    "board": lambda p: str(package.board(p)),
    "transcript": lambda p: package.transcript(end(p)),
    "describe": lambda p: package.describe(p, 1),
    "matrix": lambda p: str(analysis.matrix(silent(p))),
    "extensive_form": lambda p: str(analysis.extensive_form(silent(p))),
    "line": lambda p: package.line(p("typed")),
    "extra": fault_of(lambda p: package.extra(p, "listing")),
    "variables": fault_of(lambda p: package.extra(p, "variables")),
    "summary": package.summary,
    "share": fault_of(package.share),
    "hint": printed(package.hint),
    "solve": printed(package.solve),
    "check": printed(package.check),
    "review": lambda p: str(package.review(end(p))),
    "evaluate": lambda p: "\n".join(str(verdict) for verdict in package.evaluate(p).values()),
    "count": printed(lambda p: analysis.count(silent(p), 1)),
    "tree": printed(lambda p: analysis.tree(silent(p), 1)),
    "simulate": printed(lambda p: analysis.simulate(silent(p), 2)),
    "league": printed(
        lambda p: analysis.league(
            silent(p), {"me": "random", p.__doc__: quoting}, analysis.Schedule(1), progress=False
        )
    ),
    "report": printed(lambda p: analysis.report(silent(p), games=2)),
    "survey": printed(lambda p: analysis.survey(silent(p), seed=[1], progress=False)),
    "proof": printed(lambda p: analysis.proof(silent(p))),
    "no such name": fault_of(lambda p: p.nowhere),
    "no such key": fault_of(lambda p: p["nowhere"]),
    "no such answer": fault_of(lambda p: end(p)(5)),
    "a broken step": fault_of(lambda p: package.choose(p, 2)),
    "documentation": lambda p: "\n".join(
        str(p.__custom_documentations__.get(name)) for name in choices(p)
    ),
    "pop-up": popped_up,
    "Shift-Tab": inspected("text/plain"),
    "widget": widget_of,
    "widget as text": lambda p: package.play(p)._as_text(),
}
"""The ways that end in a terminal, in plain text or in the messages of a live board, which writes
text alone."""

AS_HTML: dict[str, Writer] = {
    "page": lambda p: p._repr_html_(),
    "page at the end": lambda p: end(p)._repr_html_(),
    "page of a stage": lambda p: p.go._repr_html_(),
    "board": lambda p: html.render(board_of(p)),
    "count": lambda p: analysis.count(silent(p), 1)._repr_html_(),
    "tree": lambda p: analysis.tree(silent(p), 1)._repr_html_(),
    "matrix": lambda p: analysis.matrix(silent(p))._repr_html_(),
    "extensive_form": lambda p: analysis.extensive_form(silent(p))._repr_html_(),
    "simulate": lambda p: analysis.simulate(silent(p), 2)._repr_html_(),
    "league": (
        lambda p: analysis.league(
            silent(p), ["random", quoting], analysis.Schedule(1), progress=False
        )._repr_html_()
    ),
    "report": lambda p: analysis.report(silent(p), games=2)._repr_html_(),
    "survey": lambda p: analysis.survey(silent(p), seed=[1], progress=False)._repr_html_(),
    "review": lambda p: package.review(end(p))._repr_html_(),
    "Shift-Tab": inspected("text/html"),
}
AS_SVG: dict[str, Writer] = {
    "board": lambda p: svg.render(board_of(p)),
    "story_map": mapped,
}
AS_MARKDOWN: dict[str, Writer] = {"Shift-Tab": inspected("text/markdown")}

WRITES_NOTHING = {
    "choose",
    "exploitability",
    "history",
    "load",
    "combinatorial_value",
    "nimber",
    "options",
    "outcome",
    "path",
    "play",
    "replay",
    "restart",
    "save",
    "parameters",
    "seed",
    "side_by_side",
    "undo",
}
"""What gives positions, names and data: none of it is written for people."""

WAYS = [
    (medium, name, writer)
    for medium, writers in {
        "text": AS_TEXT,
        "html": AS_HTML,
        "svg": AS_SVG,
        "markdown": AS_MARKDOWN,
    }.items()
    for name, writer in writers.items()
]


def broken(medium: str, writer: Writer, words: str) -> list[str]:
    """What of a game's words is not inert in what a writer writes."""
    told = str(writer(begun(words)))
    found = [repr(sign) for sign in _CONTROLS.findall(told)]
    if medium == "html":
        plain = set(_Tags(str(writer(begun("plain words")))).found)
        found += [str(tag) for tag in _Tags(told).found if tag not in plain and tag != ("b", ())]
    if medium == "svg":
        known = {
            element.tag
            for element in ElementTree.fromstring(str(writer(begun("plain words")))).iter()
        }
        found += [
            element.tag
            for element in ElementTree.fromstring(told).iter()
            if element.tag not in known
        ]
    if medium == "markdown":
        first, *inside, last = told.split("\n")
        found += [line for line in inside if line.startswith(last)] + (
            [] if first == f"{last}text" else [first]
        )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("medium", "name", "writer"), WAYS, ids=[f"{medium}-{name}" for medium, name, _ in WAYS]
)
def test_hostile_words_are_inert_wherever_they_come_out(
    medium: str, name: str, writer: Writer
) -> None:
    """No control sign, no tag, no attribute and no end of a fence of the game's is in what is
    written."""
    assert {} == {words: found for words in HOSTILE if (found := broken(medium, writer, words))}


@pytest.mark.slow
@pytest.mark.parametrize("name", AS_HTML)
def test_no_typesetter_reads_what_is_written(name: str) -> None:
    """Every page of HTML is one element that MathJax leaves alone, in its second version and in its
    third."""
    page = str(AS_HTML[name](begun("costs $5.00 and the rope $10.00")))
    outermost = re.match(r'[^<]*<div class="([^"]*)">', page)
    assert outermost is not None
    assert {"mathjax_ignore", "tex2jax_ignore"} <= set(outermost[1].split())


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    words=st.lists(
        st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=8), min_size=1, max_size=4
    ).map(" ".join),
    way=st.sampled_from(
        [way for way in WAYS if way[1] not in ("league", "report", "simulate", "survey", "widget")]
    ),
)
def test_any_words_are_inert_wherever_they_come_out(
    words: str, way: tuple[str, str, Writer]
) -> None:
    """The same of whatever a game may say."""
    medium, _, writer = way
    assert [] == broken(medium, writer, words)


def test_every_function_about_positions_is_known() -> None:
    """Each public function either writes, and is among the ways, or gives what is not written."""
    rooms = (
        "heart.play.actions",
        "heart.records.lines",
        "analysis",
        "heart.records.saves",
        "heart.records.links",
        "widget",
    )
    public = {
        name
        for module in (package, analysis)
        for name in module.__all__
        if isinstance(thing := getattr(module, name), types.FunctionType)
        and thing.__module__.removeprefix(f"{package.__name__}.") in rooms
    }
    assert set() == public - WRITES_NOTHING - {name for _, name, _ in WAYS}
    assert set() == WRITES_NOTHING - public


def test_a_file_name_is_quoted(tmp_path: Path) -> None:
    """A file whose name would steer a terminal is named in errors and lists without doing so."""
    (tmp_path / "odd\u202e[2J.py").write_text("1/0\n")
    (tmp_path / "odd\x9b31m.bas").write_text("10 GOTO\n")
    mine = InteractiveProvider(tmp_path)
    told = [
        mine.__doc__,
        repr(mine),
        mine._repr_html_(),
        *(repr(getattr(mine, name)) for name in mine),
    ]
    told += [str(fault) for name in mine if (fault := _fault(getattr(mine, name)))]
    assert 2 == len(list(mine))
    assert [] == [one for one in told if re.search("[\u202e\x9b]", one)]


def test_a_line_of_a_file_is_shown_clean(tmp_path: Path) -> None:
    """IPython shows where in its file a game broke; the file's name and the line say nothing to a
    terminal."""
    (tmp_path / "odd\x9b2J.py").write_text(
        "from interactive_provider.game import Game\n"
        "class Odd(Game):\n    def process_response(self, state, value, rng): pass\n"
        "    def new_state(self, rng):\n        1 / 0  # \x1b]0;owned\x07\n"
    )
    with pytest.raises(ProviderError) as found:
        _ = InteractiveProvider(tmp_path).odd
    told = "\n".join(found.value._render_traceback_())
    assert "1 / 0" in told and "ZeroDivisionError" in told
    assert [] == _CONTROLS.findall(told)


def _fault(node: Any) -> Exception | None:
    try:
        _ = node.nowhere
    except ProviderError as fault:
        return fault
    return None
